"""Proofs of the facts on total variation, hockey-stick divergences and closeness."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import half_distance, stick
from derivations.tools import (
    below,
    everywhere,
    mixes,
    single,
    split_absolute,
    split_below,
    split_maximum,
    summed,
)
from verified.language import (
    TV,
    absolute,
    cases,
    equals,
    event_where,
    exp,
    hockey_stick,
    indicator,
    largest,
    maximum,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Event, Symbol, Term, number

# --- total variation ------------------------------------------------------------------------------


def inside(A: Term, a: Term) -> Term:
    """1 if the symbol is in the event, else 0, as in the probability of the event."""
    return cases(equals(indicator(A, a), 1), 1, 0)


@derives("background/total-variation.event")
def tv_event(d: Derivation) -> None:
    """(2·1_A − 1)(P − Q) ≤ |P − Q| for each symbol."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")

    def pointwise(a: Any) -> Line:
        mark = inside(A, a)
        return d.arithmetic(
            (2 * mark - 1) * (P[a] - Q[a]) <= absolute(P[a] - Q[a]),
            d.cite("background/absolute-value.membership", a=a),
            d.cite("background/absolute-value.above", r=P[a] - Q[a]),
        )

    d.qed(
        d.arithmetic(d.goal, summed(d, Symbol("a", P.of.size), pointwise), half_distance(d, P, Q))
    )


@derives("background/total-variation.largest-event")
def tv_largest_event(d: Derivation) -> None:
    """There (2·1_A − 1)(P − Q) = |P − Q|."""
    P, Q = d.var("P"), d.var("Q")

    def pointwise(a: Any) -> Line:
        mark = below(Q[a], P[a])
        goal = equals((2 * mark - 1) * (P[a] - Q[a]), absolute(P[a] - Q[a]))

        def outer(order: Line, value: Line) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                ways = [
                    d.arithmetic(formula, order, value, sign, size)
                    for formula in (goal.left <= goal.right, goal.right <= goal.left)
                ]
                return d.turn(goal, *ways)

            return split_absolute(d, P[a] - Q[a], inner)

        return split_below(d, Q[a], P[a], outer)

    d.qed(
        d.arithmetic(d.goal, summed(d, Symbol("a", P.of.size), pointwise), half_distance(d, P, Q))
    )


@derives("background/total-variation.events")
def tv_events(d: Derivation) -> None:
    """No event beats the one where P is at least Q."""
    P, Q = d.var("P"), d.var("Q")
    n = P.of.size
    a, A = Symbol("a", n), Event("A", n)
    most = largest(A, P[A] - Q[A])
    above = d.bound_sup(most, d.cite("background/total-variation.event", A=d.fix(A)), A)
    reached = d.below_sup(most, event_where(a, Q[a] <= P[a]))
    best = d.cite("background/total-variation.largest-event")
    d.qed(d.turn(d.goal, d.chain(best, reached), above))


@derives("background/total-variation.overlap")
def tv_overlap(d: Derivation) -> None:
    """min(P, Q) = (P + Q − |P − Q|)/2."""
    P, Q = d.var("P"), d.var("Q")
    rest = summed(
        d,
        Symbol("a", P.of.size),
        lambda a: d.cite("background/absolute-value.half-sum", part=0, r=P[a], s=Q[a]),
    )
    d.qed(d.arithmetic(d.goal, rest, half_distance(d, P, Q)))


@derives("background/total-variation.symmetric")
def tv_symmetric(d: Derivation) -> None:
    """|P − Q| = |Q − P|."""
    P, Q = d.var("P"), d.var("Q")
    d.qed(d.arithmetic(d.goal, half_distance(d, P, Q), half_distance(d, Q, P)))


@derives("background/total-variation.range")
def tv_range(d: Derivation) -> None:
    """0 ≤ |P − Q| ≤ P + Q."""
    P, Q = d.var("P"), d.var("Q")

    def pointwise(a: Any) -> Line:
        return d.cite(
            "background/absolute-value.least",
            d.obvious(P[a] - Q[a] <= P[a] + Q[a]),
            d.obvious(-(P[a] - Q[a]) <= P[a] + Q[a]),
            r=P[a] - Q[a],
            c=P[a] + Q[a],
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    most = d.arithmetic(TV(P, Q) <= 1, rest, half_distance(d, P, Q))
    d.qed(d.both(d.obvious(TV(P, Q) >= 0), most))


@derives("background/total-variation.triangle")
def tv_triangle(d: Derivation) -> None:
    """|P − R| ≤ |P − Q| + |Q − R|."""
    P, Q, R = d.var("P"), d.var("Q"), d.var("R")

    def pointwise(a: Any) -> Line:
        line = d.cite("background/absolute-value.triangle", r=P[a] - Q[a], s=Q[a] - R[a])
        return d.arithmetic(absolute(P[a] - R[a]) <= line.formula.right, line)

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(
        d.arithmetic(
            d.goal, rest, half_distance(d, P, Q), half_distance(d, Q, R), half_distance(d, P, R)
        )
    )


@derives("background/total-variation.mixture")
def tv_mixture(d: Derivation) -> None:
    """|t P + (1 − t) Q − Q| = t |P − Q|."""
    P, Q, t = d.var("P"), d.var("Q"), d.var("t")
    mixed = d.goal.left.args[0]
    law = mixes(d, t, P, Q)

    def pointwise(a: Any) -> Line:
        goal = equals(absolute(mixed[a] - Q[a]), t * absolute(P[a] - Q[a]))

        def inner(sign: Line, size: Line) -> Line:
            left, right = sign.theorem.conclusion.left, sign.theorem.conclusion.right
            scaled = d.arithmetic(t * left <= t * right, sign, hints=[t])
            value = d.identity(equals(goal.left, t * size.formula.right), scaled, law)
            return d.arithmetic(goal, value, size, law)

        return split_absolute(d, P[a] - Q[a], inner)

    rest = summed(d, Symbol("a", P.of.size), pointwise, law)
    d.qed(
        d.arithmetic(
            d.goal,
            rest,
            half_distance(d, P, Q),
            d.cite("definition/total-variation", law, P=mixed, Q=Q),
            law,
        )
    )


# --- hockey-stick divergences ---------------------------------------------------------------------


@derives("background/hockey-stick.event")
def stick_event(d: Derivation) -> None:
    """1_A (P − e^ε Q) ≤ max(0, P − e^ε Q) for each symbol."""
    P, Q, A, eps = d.var("P"), d.var("Q"), d.var("A"), d.var("eps")

    def pointwise(a: Any) -> Line:
        mark, gap = inside(A, a), P[a] - exp(eps) * Q[a]
        return d.arithmetic(
            mark * gap <= maximum(0, gap),
            d.cite("background/absolute-value.membership", a=a),
            d.cite("background/absolute-value.above-both", r=0, s=gap),
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps)))


@derives("background/hockey-stick.largest-event")
def stick_largest_event(d: Derivation) -> None:
    """There 1_A (P − e^ε Q) = max(0, P − e^ε Q)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")

    def pointwise(a: Any) -> Line:
        mark, gap = below(exp(eps) * Q[a], P[a]), P[a] - exp(eps) * Q[a]
        goal = equals(mark * gap, maximum(0, gap))

        def outer(order: Line, value: Line) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                ways = [
                    d.arithmetic(formula, order, value, sign, size, hints=[exp(eps) * Q[a]])
                    for formula in (goal.left <= goal.right, goal.right <= goal.left)
                ]
                return d.turn(goal, *ways)

            return split_maximum(d, 0, gap, inner)

        return split_below(d, exp(eps) * Q[a], P[a], outer)

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps)))


@derives("background/hockey-stick.events")
def stick_events(d: Derivation) -> None:
    """No event beats the one where P is at least e^ε Q."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    n = P.of.size
    a, A = Symbol("a", n), Event("A", n)
    most = largest(A, P[A] - exp(eps) * Q[A])
    above = d.bound_sup(most, d.cite("background/hockey-stick.event", A=d.fix(A)), A)
    reached = d.below_sup(most, event_where(a, exp(eps) * Q[a] <= P[a]))
    d.qed(d.turn(d.goal, d.chain(d.cite("background/hockey-stick.largest-event"), reached), above))


@derives("background/hockey-stick.total-variation")
def stick_tv(d: Derivation) -> None:
    """Both are P(A) − Q(A) at the event where P is at least Q."""
    P, Q = d.var("P"), d.var("Q")
    half = everywhere(
        d,
        Symbol("a", P.of.size),
        lambda a: d.cite(
            "background/absolute-value.half-sum", part=1, r=0, s=P[a] - exp(number(0)) * Q[a]
        ),
    )
    d.qed(d.arithmetic(d.goal, d.summed(half), stick(d, P, Q, number(0)), half_distance(d, P, Q)))


@derives("background/hockey-stick.decreasing")
def stick_decreasing(d: Derivation) -> None:
    """P − e^ε' Q ≤ P − e^ε Q."""
    P, Q, eps, more = d.var("P"), d.var("Q"), d.var("eps"), d.var("eps'")
    grows = d.cite("background/exponential-increasing", *d.given, r=eps, s=more)

    def pointwise(a: Any) -> Line:
        low, high = P[a] - exp(more) * Q[a], P[a] - exp(eps) * Q[a]
        both = d.cite("background/absolute-value.above-both", r=0, s=high)
        return d.cite(
            "background/absolute-value.largest-of-two",
            d.arithmetic(maximum(0, high) >= 0, both),
            d.arithmetic(low <= maximum(0, high), both, grows, hints=[Q[a]]),
            r=0,
            s=low,
            c=maximum(0, high),
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps), stick(d, P, Q, more)))


@derives("background/hockey-stick.swapped")
def stick_swapped(d: Derivation) -> None:
    """e^ε max(0, Q − e^−ε P) = max(0, P − e^ε Q) − (P − e^ε Q)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")

    def pointwise(a: Any) -> Line:
        back, gap = Q[a] - exp(-eps) * P[a], P[a] - exp(eps) * Q[a]
        goal = equals(exp(eps) * maximum(0, back), maximum(0, gap) - gap)

        def outer(order: Line, value: Line) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                return d.turn(
                    goal,
                    *(
                        d.arithmetic(formula, order, value, sign, size, hints=[exp(eps)])
                        for formula in (goal.left <= goal.right, goal.right <= goal.left)
                    ),
                )

            return split_maximum(d, 0, gap, inner)

        return split_maximum(d, 0, back, outer)

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps), stick(d, Q, P, -eps), hints=[exp(eps)]))


@derives("background/hockey-stick.range")
def stick_range(d: Derivation) -> None:
    """It decreases from the total variation at ε = 0."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    least = d.obvious(hockey_stick(P, Q, eps) >= 0)
    most = d.cite("background/hockey-stick.decreasing", *d.given, values={"eps": 0, "eps'": eps})
    d.qed(d.both(least, d.chain(most, d.cite("background/hockey-stick.total-variation"))))


# --- closeness ------------------------------------------------------------------------------------


@derives("background/closeness-hockey-stick.only-if")
def close_sticks(d: Derivation) -> None:
    """The divergence is the excess of one event."""
    P, Q, eps, delta = d.var("P"), d.var("Q"), d.var("eps"), d.var("delta")
    (close,) = d.given
    a = Symbol("a", P.of.size)
    parts = []
    for index, (one, two) in enumerate(((P, Q), (Q, P))):
        line = d.at(d.piece(close, index), event_where(a, exp(eps) * two[a] <= one[a]))
        parts.append(
            d.arithmetic(
                hockey_stick(one, two, eps) <= delta,
                line,
                d.cite("background/hockey-stick.largest-event", P=one, Q=two),
            )
        )
    d.qed(d.both(*parts))


@derives("background/closeness-hockey-stick.if")
def sticks_close(d: Derivation) -> None:
    """Every event's excess is at most the divergence."""
    P, Q, eps, delta = d.var("P"), d.var("Q"), d.var("eps"), d.var("delta")
    (sticks,) = d.given
    A = d.fix(Event("A", P.of.size))
    parts = []
    for index, (one, two) in enumerate(((P, Q), (Q, P))):
        line = d.arithmetic(
            one[A] <= exp(eps) * two[A] + delta,
            d.piece(sticks, index),
            d.cite("background/hockey-stick.event", P=one, Q=two, A=A),
        )
        parts.append(d.forall(A, line))
    d.qed(d.both(*parts))


@derives("background/closeness-symbols.only-if")
def close_symbols(d: Derivation) -> None:
    """The events of one symbol."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given

    def pointwise(a: Any) -> Line:
        event = single(d, a, P.of.size)
        up, down = (d.at(d.piece(close, index), event) for index in (0, 1))
        return d.both(
            d.arithmetic(P[a] <= exp(eps) * Q[a], up), d.arithmetic(Q[a] <= exp(eps) * P[a], down)
        )

    d.qed(everywhere(d, Symbol("a", P.of.size), pointwise))


@derives("background/closeness-symbols.if")
def symbols_close(d: Derivation) -> None:
    """The sum over the event's symbols."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (symbols,) = d.given
    A = d.fix(Event("A", P.of.size))
    parts = []
    for one, two in ((P, Q), (Q, P)):

        def pointwise(a: Any, one: Term = one, two: Term = two) -> Line:
            mark = inside(A, a)
            return d.arithmetic(
                mark * one[a] <= mark * exp(eps) * two[a], d.at(symbols, a), hints=[mark]
            )

        rest = summed(d, Symbol("a", P.of.size), pointwise)
        parts.append(d.forall(A, d.arithmetic(one[A] <= exp(eps) * two[A] + 0, rest)))
    d.qed(d.both(*parts))


@derives("background/closeness-ratio")
def close_ratio(d: Derivation) -> None:
    """Divide by Q(a)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    symbols = d.cite("background/closeness-symbols.only-if", *d.given)
    a = d.fix(Symbol("a", P.of.size))
    positive = d.assume(Q[a] > 0)
    both = d.at(symbols, a)
    low, high = (substitute(part, {d.goal.var.name: a}) for part in d.goal.body.parts)
    shown = d.both(
        d.arithmetic(low, both, positive, hints=[1 / Q[a], exp(-eps) / Q[a]]),
        d.arithmetic(high, both, positive, hints=[1 / Q[a]]),
    )
    d.qed(d.forall(a, shown, where=d.goal.guard))
