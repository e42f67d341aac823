"""Proofs that channels shrink total variation and hockey-stick divergence, which are convex."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import half_distance, stick
from derivations.tools import ZERO, mixes, summed
from verified.language import TV, absolute, equals, exp, hockey_stick, maximum, output, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.sorts import PmfSort
from verified.syntax.terms import Symbol, Term, number


@derives("background/dpi-tv.channel")
def dpi_tv_channel(d: Derivation) -> None:
    """|Σ W(y|x) (P(x) − Q(x))| ≤ Σ W(y|x) |P(x) − Q(x)|; the sum over y of W(y|x) is 1."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)

    def pointwise(y: Any) -> Line:
        difference = output(P, W)[y] - output(Q, W)[y]
        most = total(x, W[x, y] * absolute(P[x] - Q[x]))
        ways = []
        for sign in (1, -1):

            def term(x: Any, sign: int = sign) -> Line:
                line = d.cite("background/absolute-value.above", r=P[x] - Q[x])
                return d.arithmetic(
                    sign * W[x, y] * (P[x] - Q[x]) <= W[x, y] * absolute(P[x] - Q[x]),
                    line,
                    hints=[W[x, y]],
                )

            rest = summed(d, x, term)
            way = difference if sign == 1 else -difference
            ways.append(d.chain(d.identity(equals(way, rest.formula.left)), rest))
        return d.cite("background/absolute-value.least", *ways, r=difference, c=most)

    rest = summed(d, y, pointwise)
    d.qed(
        d.arithmetic(
            d.goal, rest, half_distance(d, P, Q), half_distance(d, output(P, W), output(Q, W))
        )
    )


@derives("background/dpi-tv.event")
def dpi_tv_event(d: Derivation) -> None:
    """|P(A) − Q(A)| ≤ TV, by A and its complement's part −(P(A) − Q(A))."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")
    one, two = d.goal.left.args
    bounds = d.cite("background/event-bounds"), d.cite("background/event-bounds", P=Q)
    up = d.cite("background/total-variation.event")
    down = d.cite("background/total-variation.event", P=Q, Q=P)
    symmetric = d.cite("background/total-variation.symmetric")
    down = d.arithmetic(-(P[A] - Q[A]) <= TV(P, Q), down, symmetric)
    least = d.cite("background/absolute-value.least", up, down, r=P[A] - Q[A], c=TV(P, Q))
    distance = d.cite("definition/total-variation", *bounds, P=one, Q=two)
    d.qed(d.arithmetic(d.goal, distance, least, *bounds))


@derives("background/dpi-hockey-stick")
def dpi_stick(d: Derivation) -> None:
    """max(0, Σ W(y|x) (P − e^ε Q)) ≤ Σ W(y|x) max(0, P − e^ε Q)."""
    P, Q, W, eps = d.var("P"), d.var("Q"), d.var("W"), d.var("eps")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)

    def pointwise(y: Any) -> Line:
        gap = output(P, W)[y] - exp(eps) * output(Q, W)[y]

        def term(x: Any) -> Line:
            inner = P[x] - exp(eps) * Q[x]
            line = d.cite("background/absolute-value.above-both", r=0, s=inner)
            return d.arithmetic(
                W[x, y] * inner <= W[x, y] * maximum(0, inner), line, hints=[W[x, y]]
            )

        def positive(x: Any) -> Line:
            inner = P[x] - exp(eps) * Q[x]
            line = d.cite("background/absolute-value.above-both", r=0, s=inner)
            return d.arithmetic(W[x, y] * maximum(0, inner) >= ZERO, line, hints=[W[x, y]])

        rest = summed(d, x, term)
        above = d.chain(d.identity(equals(gap, rest.formula.left)), rest)
        zero = summed(d, x, positive)
        zero = d.chain(d.identity(equals(number(0), zero.formula.left)), zero)
        return d.cite(
            "background/absolute-value.largest-of-two",
            zero, above, r=0, s=gap, c=rest.formula.right,
        )

    rest = summed(d, y, pointwise)
    d.qed(
        d.arithmetic(d.goal, rest, stick(d, P, Q, eps), stick(d, output(P, W), output(Q, W), eps))
    )


@derives(
    "background/tv-jointly-convex.first",
    "background/tv-jointly-convex.second",
    "background/tv-jointly-convex.many",
)
def tv_convex(d: Derivation) -> None:
    """The triangle inequality for each symbol, times the weights."""
    t, P, Q = d.var("t"), d.var("P"), d.var("Q")
    j = Symbol("j", t.of.size)
    first, second = d.goal.left.args
    # A family of laws is a channel from its index; the other side may be one law.
    one, two = (
        (lambda j, law=law: law) if isinstance(law.of, PmfSort) else (lambda j, law=law: law[j])
        for law in (P, Q)
    )

    def pointwise(a: Any) -> Line:
        gap = first[a] - second[a]
        most = total(j, t[j] * absolute(one(j)[a] - two(j)[a]))
        ways = []
        for sign in (1, -1):
            def term(j: Any, sign: int = sign) -> Line:
                inner = one(j)[a] - two(j)[a]
                line = d.cite("background/absolute-value.above", r=inner)
                return d.arithmetic(
                    sign * t[j] * inner <= t[j] * absolute(inner), line, hints=[t[j]]
                )

            rest = summed(d, j, term)
            way = gap if sign == 1 else -gap
            ways.append(d.chain(d.identity(equals(way, rest.formula.left)), rest))
        return d.cite("background/absolute-value.least", *ways, r=gap, c=most)

    a = Symbol("a", first.sort.sizes()[0])
    rows = summed(d, a, pointwise)
    means = summed(d, j, lambda j: d.arithmetic(
        equals(t[j] * TV(one(j), two(j)), t[j] * total(a, absolute(one(j)[a] - two(j)[a])) / 2),
        d.cite("definition/total-variation", P=one(j), Q=two(j)), hints=[t[j]],
    ))
    whole = d.cite("definition/total-variation", P=first, Q=second)
    d.qed(d.arithmetic(d.goal, rows, means, whole))


@derives("background/hockey-stick-jointly-convex")
def stick_convex(d: Derivation) -> None:
    """max(0, Σ t (P − e^ε Q)) ≤ Σ t max(0, P − e^ε Q) for each symbol."""
    t, P, Q, eps = d.var("t"), d.var("P"), d.var("Q"), d.var("eps")
    j, a = Symbol("j", t.of.size), Symbol("a", P.of.outputs)
    first, second = output(t, P), output(t, Q)

    def gap(j: Any, a: Any) -> Term:
        return P[j, a] - exp(eps) * Q[j, a]

    def pointwise(a: Any) -> Line:
        whole = first[a] - exp(eps) * second[a]

        def term(j: Any, low: Any) -> Line:
            line = d.cite("background/absolute-value.above-both", r=0, s=gap(j, a))
            left = t[j] * (gap(j, a) if low is None else low)
            return d.arithmetic(left <= t[j] * maximum(0, gap(j, a)), line, hints=[t[j]])

        rest = summed(d, j, lambda j: term(j, None))
        above = d.chain(d.identity(equals(whole, rest.formula.left)), rest)
        none = summed(d, j, lambda j: term(j, ZERO))
        none = d.chain(d.identity(equals(number(0), none.formula.left)), none)
        return d.cite(
            "background/absolute-value.largest-of-two",
            none, above, r=0, s=whole, c=rest.formula.right,
        )

    rows = summed(d, a, pointwise)
    means = summed(d, j, lambda j: d.arithmetic(
        equals(t[j] * hockey_stick(P[j], Q[j], eps), t[j] * total(a, maximum(0, gap(j, a)))),
        d.cite("definition/hockey-stick", P=P[j], Q=Q[j]), hints=[t[j]],
    ))
    whole = d.cite("definition/hockey-stick", P=first, Q=second)
    d.qed(d.arithmetic(d.goal, rows, means, whole))


@derives("background/tv-jointly-convex.two")
def tv_convex_two(d: Derivation) -> None:
    """|t r + (1 − t) s| ≤ t |r| + (1 − t) |s| for each symbol."""
    t, P, Q = d.var("t"), (d.var("P1"), d.var("P2")), (d.var("Q1"), d.var("Q2"))
    first, second = d.goal.left.args
    a = Symbol("a", P[0].of.size)
    laws = mixes(d, t, P[0], P[1]), mixes(d, t, Q[0], Q[1])

    def pointwise(a: Any) -> Line:
        gaps = [p[a] - q[a] for p, q in zip(P, Q, strict=True)]
        gap = t * gaps[0] + (1 - t) * gaps[1]
        most = t * absolute(gaps[0]) + (1 - t) * absolute(gaps[1])
        above = [d.cite("background/absolute-value.above", r=part) for part in gaps]
        ways = [
            d.arithmetic(way <= most, *above, hints=[t, 1 - t]) for way in (gap, -gap)
        ]
        return d.cite("background/absolute-value.least", *ways, r=gap, c=most)

    rows = summed(d, a, pointwise)
    parts = [
        d.cite("definition/total-variation", P=p, Q=q) for p, q in zip(P, Q, strict=True)
    ]
    whole = d.cite("definition/total-variation", *laws, P=first, Q=second)
    d.qed(d.arithmetic(d.goal, rows, whole, *parts, *laws, hints=[t, 1 - t]))
