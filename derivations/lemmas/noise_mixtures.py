"""Proofs of the lemma on mixtures of normal laws of one variance, whose means are within reach."""

from __future__ import annotations

from typing import Any

from derivations.tools import split_maximum
from verified.language import (
    absolute,
    cases,
    equals,
    exp,
    gaussian,
    hockey_stick,
    normal_cdf,
    pmf_table,
    sqrt,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol


@derives("lemma/mixture-within.from", "lemma/mixture-within.to")
def within(d: Derivation) -> None:
    """Convexity, and the divergence of two normal laws, which grows with their distance."""
    P, x, v, c, t, eps = (d.var(name) for name in ("P", "x", "v", "c", "t", "eps"))
    (given,) = d.given
    outward = d.goal.left.args[1] == gaussian(c, v)
    convex = d.cite(f"background/mixture-apart.{'from' if outward else 'to'}")
    k = d.fix(Symbol("k", P.sort.sizes()[0]))
    a = Real("a", ">0")
    root = d.scalar(sqrt(a) > 0, values={a: v})
    near = d.at(given, k)
    ends = d.arithmetic(2 * t <= absolute(t - (-t)), root, far_apart(d, t))
    closer = d.arithmetic(
        absolute(c - x[k]) / sqrt(v) <= absolute(t - (-t)) / sqrt(v), near, ends, root,
        hints=[1 / sqrt(v)],
    )

    def grown(one: Any, two: Any, gap: Line) -> Line:
        return d.cite("background/gaussian-divergence.increasing", gap, r=one, s=two, p=-t, q=t,
                      v=v, w=v, eps=eps)

    if outward:
        each = grown(x[k], c, closer)
    else:
        back = d.cite("background/gaussian-hockey-stick-reflected", r=c, s=x[k], v=v, eps=eps)
        each = d.chain(back, grown(x[k], c, closer))
    most = hockey_stick(gaussian(-t, v), gaussian(t, v), eps)
    weighted = d.arithmetic(P[k] * each.formula.left <= P[k] * most, each, hints=[P[k]])
    mean = d.summed(d.forall(k, weighted))
    whole = d.identity(equals(mean.formula.right, most))
    value = d.cite(
        "background/gaussian-hockey-stick", d.obvious(-t < t), r=-t, s=t, v=v, eps=eps)
    shown = d.identity(equals(value.formula.right, d.goal.right), root)
    d.qed(d.chain(convex, mean, whole, value, shown))


def far_apart(d: Derivation, t: Any) -> Line:
    """t − (−t) ≤ |t − (−t)|."""
    return d.cite("background/absolute-value.above", r=t - (-t))


@derives("lemma/local-curve.vanishes")
def vanishes(d: Derivation) -> None:
    """Both divergences are at most that of N(−t, v) and N(t, v), and it is below its first term."""
    P, x, v, t, eps = (d.var(name) for name in ("P", "x", "v", "t", "eps"))
    (given,), curve, bound = d.given, d.goal.left, d.goal.right
    s = d.fix(curve.var)
    here = substitute(curve.body, {curve.var.name: s})
    a, e, y = Real("a", ">0"), Real("e", ">=0"), Real("y")
    root = d.scalar(sqrt(a) > 0, values={a: v})
    small = d.scalar(exp(-e) <= 1, values={e: eps})
    rest = -t / sqrt(v) - eps * sqrt(v) / (2 * t)
    far = d.scalar(normal_cdf(y) >= 0, root, values={y: rest})
    limits = []
    for which, part in zip(("from", "to"), here.args, strict=True):
        line = d.cite(f"lemma/mixture-within.{which}", d.at(given, s), P=P, x=x, v=v, c=x[s],
                      t=t, eps=eps)
        own = d.arithmetic(line.formula.left <= bound, line, far, root, hints=[exp(eps)])
        limits.append(own if which == "from" else d.arithmetic(
            part <= bound, own, small, root, hints=[exp(-eps), line.formula.left]))
    most = split_maximum(d, *here.args, lambda order, value: d.arithmetic(
        here <= bound, order, value, *limits, root), root)
    d.qed(d.bound_sup(curve, most, s, root))


@derives("lemma/local-curve.falls")
def falls(d: Derivation) -> None:
    """Both divergences fall as ε grows, and so does the factor e^(−ε)."""
    P, x, v = (d.var(name) for name in ("P", "x", "v"))
    (given,) = d.given
    eps, more = d.var("eps"), d.var("eps'")
    low, high = d.goal.left, d.goal.right
    s = d.fix(low.var)
    here, there = (substitute(side.body, {side.var.name: s}) for side in (low, high))
    point = pmf_table(P.sort.sizes()[0], lambda place: cases(equals(place, s), 1, 0))
    alone = [
        d.cite("background/gaussian-in-mixture", P=P, x=x, v=v, k=s, eps=level)
        for level in (eps, more)
    ]
    less = []
    for place, laws in enumerate(((P, point), (point, P))):
        line = d.cite("background/mixtures-decreasing", given, P=laws[0], Q=laws[1], x=x, v=v,
                      values={"eps": eps, "eps'": more})
        before, after = (d.piece(both, place) for both in alone)
        back = d.turn(equals(before.formula.right, before.formula.left), before)
        less.append(d.chain(after, line, back))
    a, b = Real("a", ">=0"), Real("b", ">=0")
    less.append(d.scalar(exp(-b) <= exp(-a), given, given=[a <= b], values={a: eps, b: more}))

    def larger(_: Line, value: Line) -> Line:
        return split_maximum(d, *there.args, lambda order, most: d.arithmetic(
            here <= there, value, order, most, *less,
            hints=[exp(-eps), exp(-more), less[1].formula.left]
        ))

    each = split_maximum(d, *here.args, larger)
    d.qed(d.bound_sup(low, d.chain(each, d.below_sup(high, s)), s))
