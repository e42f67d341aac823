"""Section 3.3: Lemma 1 and its steps."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import is_mi_private
from derivations.tools import everywhere, split_minimum, substitute_bound, summed
from verified.language import KL, entry_channel, equals, minimum
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, number


@derives("cuff-yu-2016/lemma-1-kl")
def lemma_1_kl(d: Derivation) -> None:
    """Property 1 for each pair of neighbours."""
    M, eps = d.var("M"), d.var("eps")
    kl = d.known["lemma/kl-dp-intro"].given[0]
    x, other = d.fix(kl.var), d.fix(kl.body.var)
    near = d.assume(kl.body.guard)
    close = d.cite("lemma/dp", near, *d.given, delta=0)
    bound = d.cite("cuff-yu-2016/property-1-relaxed.forward", close, P=M[x], Q=M[other])
    every = d.forall(x, d.forall(other, bound, kl.body.guard))
    d.qed(d.cite("lemma/kl-dp-intro", every, r=minimum(eps, eps**2)))


@derives("cuff-yu-2016/lemma-1-radius")
def lemma_1_radius(d: Derivation) -> None:
    """The capacity is at most the mean divergence from the output law."""
    d.qed(d.cite("background/redundancy-capacity.pairs", W=d.var("W")))


@derives("cuff-yu-2016/lemma-1-mi")
def lemma_1_mi(d: Derivation) -> None:
    """Given the other entries, the response's laws are within ε of each other."""
    M, eps = d.var("M"), d.var("eps")

    def bound(x: Any, i: Any, p: Any) -> Line:
        channel = entry_channel(M, x, i)
        radius = d.cite("cuff-yu-2016/lemma-1-radius", W=channel)
        v, w = (d.fix(Symbol(name, channel.sort.inputs)) for name in ("v", "w"))
        outer = radius.formula.right
        one = d.cite("lemma/entry-kl", *d.given, x=x, i=i, v=v, w=w, r=eps)
        inner = d.bound_sup(substitute_bound(outer, v), one, w)
        return d.chain(
            d.cite("background/information-range.capacity", P=p, W=channel), radius,
            d.bound_sup(outer, inner, v),
        )

    d.qed(is_mi_private(d, M, eps, bound))


@derives("cuff-yu-2016/lemma-1")
def lemma_1(d: Derivation) -> None:
    """By (21), then (22)."""
    eps = d.var("eps")
    low = not_negative(d, eps, eps**2)
    kl = d.cite("cuff-yu-2016/lemma-1-kl", *d.given)
    d.qed(d.cite("cuff-yu-2016/lemma-1-mi", kl, low, eps=minimum(eps, eps**2)))


@derives("cuff-yu-2016/lemma-1-steps.eq-24")
def mean_divergence(d: Derivation) -> None:
    """The information of the pair is that of the prior and the channel."""
    P, W = d.var("P"), d.var("W")
    pair = d.cite("background/information-forms.pair", P=P, W=W)
    mean = d.cite("background/information-forms.divergences", P=P, W=W)
    d.qed(d.chain(d.turn(equals(pair.formula.right, pair.formula.left), pair), mean))


@derives("cuff-yu-2016/lemma-1-steps.eq-26-jensen")
def mean_from_row(d: Derivation) -> None:
    """Convexity of the divergence in its second argument."""
    P, W, x = d.var("P"), d.var("W"), d.var("x")
    d.qed(d.cite("background/kl-jointly-convex.second", values={"t": P, "P": W[x], "Q": W}))


@derives("cuff-yu-2016/lemma-1-steps.eq-26-bound")
def mean_bound(d: Derivation) -> None:
    """A mean of divergences that are at most ε."""
    P, W, x, eps = (d.var(name) for name in ("P", "W", "x", "eps"))

    def row(other: Any) -> Line:
        one = d.cite("lemma/as-mechanism-kl", *d.given, values={
            "W": W, "x": x, "x'": other, "r": eps,
        })
        return d.arithmetic(
            P[other] * KL(W[x], W[other]) <= P[other] * eps, one, hints=[P[other]]
        )

    rows = summed(d, d.goal.left.var, row)
    d.qed(d.chain(rows, d.identity(equals(rows.formula.right, eps))))


@derives("cuff-yu-2016/lemma-1-steps.eq-24-average")
def average_information(d: Derivation) -> None:
    """Each information as a sum."""
    mean = d.goal.right
    z = Symbol("z", mean.var.of.size)
    Q = d.var("Q")

    def covered(z: Any, key: str) -> Line:
        inside = substitute_bound(mean, z).args[1]
        return d.cite(
            f"background/output-dominates.{key}", P=inside.args[0], W=inside.args[1]
        )

    def term(z: Any) -> Line:
        value = substitute_bound(mean, z)
        inside = value.args[1]
        sums = d.cite("background/information-forms.sums", P=inside.args[0], W=inside.args[1])
        plain = d.identity(
            equals(Q[z] * sums.formula.right, Q[z] * sums.formula.right), *covers(z)
        )
        back = d.turn(equals(sums.formula.right, sums.formula.left), sums)
        return d.rewrite(back, plain, equals(Q[z] * sums.formula.right, value))

    def covers(z: Any) -> list[Line]:
        return [covered(z, key) for key in ("by-input", "by-output")]

    known = [
        everywhere(d, z, lambda z, key=key: covered(z, key)) for key in ("by-input", "by-output")
    ]
    rows = summed(d, z, term, *known)
    d.qed(d.chain(d.identity(equals(d.goal.left, rows.formula.left), *known), rows))


def not_negative(d: Steps, first: Any, second: Any, *lines: Line) -> Line:
    """0 ≤ min{first, second}."""
    goal = number(0) <= minimum(first, second)
    return split_minimum(
        d, first, second, lambda _, value: d.arithmetic(goal, value, *lines), *lines
    )
