"""Section 3: Theorem 1 and its lemmas."""

from __future__ import annotations

from typing import Any

from derivations.databases import substitute_bound, is_mi_private
from derivations.tools import everywhere, split_minimum
from verified.language import (
    KL,
    Close,
    capacity,
    equals,
    instances,
    largest,
    minimum,
)
from verified.language.databases import entry_channel
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "cuff-yu-2016/"


def not_negative(d: Steps, first: Any, second: Any, *lines: Line) -> Line:
    """0 ≤ min{first, second}."""
    goal = number(0) <= minimum(first, second)
    return split_minimum(
        d, first, second, lambda _, value: d.arithmetic(goal, value, *lines), *lines
    )


# --- Lemma 1 --------------------------------------------------------------------------------------


@derives(PAPER + "lemma-1-kl")
def lemma_1_kl(d: Derivation) -> None:
    """Property 1 for each pair of neighbours."""
    M, eps = d.var("M"), d.var("eps")
    kl = d.known["definition/kl-dp-intro"].given[0]
    x, other = d.fix(kl.var), d.fix(kl.body.var)
    near = d.assume(kl.body.guard)
    close = d.cite("definition/dp", near, *d.given, delta=0)
    bound = d.cite(PAPER + "property-1-relaxed.forward", close, P=M[x], Q=M[other])
    every = d.forall(x, d.forall(other, bound, kl.body.guard))
    d.qed(d.cite("definition/kl-dp-intro", every, r=minimum(eps, eps**2)))


@derives(PAPER + "lemma-1-radius")
def lemma_1_radius(d: Derivation) -> None:
    """The capacity is at most the mean divergence from the output law."""
    d.qed(d.cite("background/redundancy-capacity.pairs", W=d.var("W")))


@derives(PAPER + "lemma-1-mi")
def lemma_1_mi(d: Derivation) -> None:
    """Given the other entries, the response's laws are within ε of each other."""
    M, eps = d.var("M"), d.var("eps")

    def bound(x: Any, i: Any, p: Any) -> Line:
        channel = entry_channel(M, x, i)
        radius = d.cite(PAPER + "lemma-1-radius", W=channel)
        v, w = (d.fix(Symbol(name, channel.sort.inputs)) for name in ("v", "w"))
        outer = radius.formula.right
        one = d.cite("lemma/entry-kl", *d.given, x=x, i=i, v=v, w=w, r=eps)
        inner = d.bound_sup(substitute_bound(outer, v), one, w)
        return d.chain(
            d.cite("background/information-range.capacity", P=p, W=channel), radius,
            d.bound_sup(outer, inner, v),
        )

    d.qed(is_mi_private(d, M, eps, bound))


@derives(PAPER + "lemma-1")
def lemma_1(d: Derivation) -> None:
    """By (21), then (22)."""
    eps = d.var("eps")
    low = not_negative(d, eps, eps**2)
    kl = d.cite(PAPER + "lemma-1-kl", *d.given)
    d.qed(d.cite(PAPER + "lemma-1-mi", kl, low, eps=minimum(eps, eps**2)))
