"""Proofs on a database's entry with the others fixed, and on neighbours."""

from __future__ import annotations

from derivations.patterns.databases import entry_row
from derivations.tools import substitute_bound
from verified.language import (
    alphabet,
    entries,
    entry_channel,
    entry_of,
    entry_prior,
    equals,
    mi_dp,
    pmf_of,
    rational,
    with_entry,
)
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import Pmf, Symbol

# --- an entry with the others fixed ---------------------------------------------------------------


@derives("lemma/entry-information")
def entry_information(d: Derivation) -> None:
    """The law on the entry, the others fixed, is one of the priors of the supremum."""
    M, x, i, p = d.var("M"), d.var("x"), d.var("i"), d.var("p")
    value = d.cite("background/entry-prior-information", p=p)
    mi = d.cite("definition/mi-dp")
    at_entry = d.below_sup(mi.formula.right, i)
    at_prior = d.below_sup(at_entry.formula.left, entry_prior(M.sort.database, x, i, p))
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    d.qed(d.chain(back, at_prior, at_entry, d.turn(equals(mi.formula.right, mi_dp(M)), mi)))


def values_of_an_entry(d: Derivation, fact: str) -> None:
    """Two values of one entry are neighbours: what a fact says of those holds of their rows."""
    M, x, i, v, w = (d.var(name) for name in ("M", "x", "i", "v", "w"))
    D = M.sort.database
    near = d.cite("background/with-entry-near", D=D, x=x, i=i, v=v, w=w)
    close = d.cite(
        fact, near, *d.given,
        values={"x": with_entry(D, x, i, v), "x'": with_entry(D, x, i, w)},
    )
    for symbol in (v, w):
        close = d.rewrite(entry_row(d, M, x, i, symbol), close)
    d.qed(close)


@derives("lemma/entry-close")
def entry_close(d: Derivation) -> None:
    """Two values of one entry are neighbours."""
    values_of_an_entry(d, "lemma/dp")


@derives("lemma/entry-kl")
def entry_kl(d: Derivation) -> None:
    """Two values of one entry are neighbours."""
    values_of_an_entry(d, "lemma/kl-dp")


# --- neighbours -----------------------------------------------------------------------------------


@derives("lemma/neighbour-information")
def neighbour_information(d: Derivation) -> None:
    """The two databases are two rows of the channel from the entry in which they differ."""
    M, x, other, R = d.var("M"), d.var("x"), d.var("x'"), d.var("R")
    D = M.sort.database
    exists = d.cite("background/neighbours", *d.given)
    i = d.fix(Symbol("i", entries(D)))
    moved = d.assume(substitute_bound(exists.formula, i))
    v, w = entry_of(D, x, i), entry_of(D, other, i)
    channel = entry_channel(M, x, i)
    p = d.fix(Pmf("p", alphabet(D, i)))
    value = d.cite("definition/capacity", W=channel)
    bounded = d.chain(value, d.bound_sup(
        value.formula.right, d.cite("lemma/entry-information", p=p), p
    ))
    line = d.chain(
        d.cite("lemma/two-rows.information", values={"W": channel, "x": v, "x'": w, "R": R}),
        bounded,
    )
    for symbol in (v, w):
        line = d.rewrite(entry_row(d, M, x, i, symbol, into=False), line)
    line = d.rewrite(moved, line)
    line = d.rewrite(d.cite("background/with-entry-same", D=D, x=x, i=i), line)
    d.qed(d.obtain(exists, i, line))


@derives("lemma/neighbour-event")
def neighbour_event(d: Derivation) -> None:
    """Two neighbours as the inputs of a channel, told apart by the event."""
    M, x, other, B = d.var("M"), d.var("x"), d.var("x'"), d.var("B")
    even = pmf_of(rational(1, 2), rational(1, 2))
    told = d.cite("lemma/even-inputs", P=M[x], Q=M[other], A=B)
    d.qed(d.chain(told, d.cite("lemma/neighbour-information", *d.given, R=even)))
