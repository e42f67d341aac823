"""Proofs of the lemmas that several proofs share."""

from __future__ import annotations

from derivations.databases import (
    entry_row,
    law_equality,
    substitute_bound,
    two_input_entropies,
)
from derivations.tools import same
from verified.language import (
    H,
    alphabet,
    channel_of,
    entries,
    equals,
    information,
    mi_dp,
    output,
    pmf_table,
)
from verified.language.databases import entry_channel, entry_of, entry_prior, with_entry
from verified.language.terms import Pmf, Symbol
from verified.proof.derivation import Derivation, derives

# --- an entry with the others fixed ---------------------------------------------------------------


@derives("lemma/entry-information")
def entry_information(d: Derivation) -> None:
    """The law on the entry, the others fixed, is one of the priors of the supremum."""
    M, x, i, p = d.var("M"), d.var("x"), d.var("i"), d.var("p")
    value = d.cite("definition/entry-prior-information", part=0, p=p)
    mi = d.cite("definition/mi-dp")
    at_entry = d.below_sup(mi.formula.right, i)
    at_prior = d.below_sup(at_entry.formula.left, entry_prior(M.sort.database, x, i, p))
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    d.qed(d.chain(back, at_prior, at_entry, d.turn(equals(mi.formula.right, mi_dp(M)), mi)))


@derives("lemma/entry-close")
def entry_close(d: Derivation) -> None:
    """Two values of one entry are neighbours."""
    M, x, i, v, w = (d.var(name) for name in ("M", "x", "i", "v", "w"))
    D = M.sort.database
    near = d.cite("definition/with-entry-near", D=D, x=x, i=i, v=v, w=w)
    close = d.cite(
        "definition/dp", near, *d.given,
        values={"x": with_entry(D, x, i, v), "x'": with_entry(D, x, i, w)},
    )
    for symbol in (v, w):
        close = d.rewrite(entry_row(d, M, x, i, symbol), close)
    d.qed(close)


@derives("lemma/entry-kl")
def entry_kl(d: Derivation) -> None:
    """Two values of one entry are neighbours."""
    M, x, i, v, w = (d.var(name) for name in ("M", "x", "i", "v", "w"))
    D = M.sort.database
    near = d.cite("definition/with-entry-near", D=D, x=x, i=i, v=v, w=w)
    close = d.cite(
        "definition/kl-dp", near, *d.given,
        values={"x": with_entry(D, x, i, v), "x'": with_entry(D, x, i, w)},
    )
    for symbol in (v, w):
        close = d.rewrite(entry_row(d, M, x, i, symbol), close)
    d.qed(close)


# --- two inputs -----------------------------------------------------------------------------------


@derives("lemma/two-rows.information")
def two_rows(d: Derivation) -> None:
    """The law on the two inputs is a law on all inputs."""
    W, v, w, R = d.var("W"), d.var("x"), d.var("x'"), d.var("R")
    rows = channel_of(W[v], W[w])
    wide = output(R, channel_of(*(
        pmf_table(W.sort.inputs, lambda s, v=v: same(s, v)) for v in (v, w)
    )))
    one = d.cite("background/information-forms.entropies", P=wide, W=W)
    two = two_input_entropies(d, R, W[v], W[w])
    outputs = law_equality(d, output(wide, W), output(R, rows))
    one = d.rewrite(outputs, one, equals(
        information(wide, W), H(output(R, rows)) - one.formula.right.args[1]
    ))
    level = d.arithmetic(equals(information(R, rows), information(wide, W)), one, two)
    d.qed(d.chain(level, d.cite("background/information-range.capacity", P=wide, W=W)))


@derives("lemma/two-rows.capacity")
def two_rows_capacity(d: Derivation) -> None:
    """Of any law on the two inputs."""
    W, v, w = d.var("W"), d.var("x"), d.var("x'")
    R = d.fix(Pmf("R", 2))
    one = d.cite("lemma/two-rows.information", R=R)
    value = d.cite("definition/capacity", W=channel_of(W[v], W[w]))
    d.qed(d.chain(value, d.bound_sup(value.formula.right, one, R)))


@derives("lemma/neighbour-information")
def neighbour_information(d: Derivation) -> None:
    """The two databases are two rows of the channel from the entry in which they differ."""
    M, x, other, R = d.var("M"), d.var("x"), d.var("x'"), d.var("R")
    D = M.sort.database
    exists = d.cite("definition/neighbours", *d.given)
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
    line = d.rewrite(d.cite("definition/with-entry-same", D=D, x=x, i=i), line)
    d.qed(d.obtain(exists, i, line))
