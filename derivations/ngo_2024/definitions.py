"""Section II: privacy for every event is a bound of hockey-stick divergences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import split_maximum, substitute_bound
from verified.language import (
    Event,
    Symbol,
    either,
    equals,
    exp,
    hockey_stick,
    maximum,
    negation,
    output,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import number


def excess(d: Steps, goal: Any, every_event: Line) -> Line:
    """A bound of a divergence E_{e^ε}(P‖Q), from a bound of P(A) − e^ε Q(A) for every event A."""
    stick = goal.left if goal.left.head == "hockey_stick" else goal.left.args[1]
    one, two, eps = stick.args
    widest = d.cite("background/hockey-stick.largest-event", P=one, Q=two)
    line = d.at(every_event, widest.formula.right.args[0].args[1])
    return d.arithmetic(goal, line, widest, hints=[exp(eps), exp(-eps)])


@derives(
    "ngo-2024/eq-4.only-if@literal", "ngo-2024/eq-4.only-if@parameters",
    "ngo-2024/eq-4.only-if@two-points",
)
def ldp_sticks(d: Derivation) -> None:
    """Each divergence is the excess of one event."""
    M, delta, eps = d.var("M"), d.var("delta"), d.var("eps")
    private = d.given[-1]
    outer = d.goal.left
    x, other = d.fix(Symbol("u", M.of.inputs)), d.fix(Symbol("v", M.of.inputs))
    stick = hockey_stick(M[x], M[other], eps)
    line = excess(d, stick <= delta, d.at(d.at(private, x), other))
    d.qed(d.bound_sup(outer, d.bound_sup(substitute_bound(outer, x), line, other), x))


def sticks_ldp(
    d: Derivation, bounded: Line, itself: Callable[[Any, Any, Callable[..., Line]], Line]
) -> None:
    """Every event's excess is at most the divergence.

    Args:
        itself: shows, for an arbitrary data point and event, the excess of a data point over
            itself to be at most δ; from another data point and the line that it is another it may
            have the bound on the divergence.
    """
    M, delta, eps = d.var("M"), d.var("delta"), d.var("eps")
    outer = bounded.formula.left
    x, other = d.fix(Symbol("x", M.of.inputs)), d.fix(Symbol("x'", M.of.inputs))
    event = d.fix(Event("E", M.of.outputs))
    goal = M[x][event] <= exp(eps) * M[other][event] + delta
    same = equals(x, other)

    def stick(one: Any, two: Any, *apart: Line) -> Line:
        inner = d.below_sup(substitute_bound(outer, one), two, *apart)
        return d.chain(inner, d.below_sup(outer, one, *apart), bounded)

    line = d.cite("background/hockey-stick.event", P=M[x], Q=M[other], A=event)
    one = d.arithmetic(goal, line, stick(x, other, d.assume(negation(same))))
    two = d.rewrite(d.assume(same), itself(other, event, stick), goal)
    line = d.cases(d.follows(either(same, negation(same))), two, one)
    d.qed(d.forall(x, d.forall(other, d.forall(event, line))))


@derives("ngo-2024/eq-4.if@parameters")
def sticks_ldp_of_parameters(d: Derivation) -> None:
    """A data point exceeds e^ε times itself by at most 0."""
    (bounded,) = d.given
    M, delta, eps = d.var("M"), d.var("delta"), d.var("eps")
    grown = d.cite("background/exponential-increasing", r=0, s=eps)

    def itself(x: Any, event: Any, _: Any) -> Line:
        own = M[x][event]
        return d.arithmetic(own <= exp(eps) * own + delta, grown, hints=[own])

    sticks_ldp(d, bounded, itself)


@derives("ngo-2024/eq-4.if@two-points")
def sticks_ldp_of_two_points(d: Derivation) -> None:
    """The divergence from another data point is at least 0, and at least 1 − e^ε."""
    two, bounded = d.given
    M, delta, eps = d.var("M"), d.var("delta"), d.var("eps")

    def itself(x: Any, event: Any, stick: Callable[..., Line]) -> Line:
        own = M[x][event]
        goal = own <= exp(eps) * own + delta

        whole = d.cite("background/event-bounds", P=M[x], A=event, part=1)

        def from_another(other: Any, apart: Line) -> Line:
            most = stick(x, other, apart, two)
            value = d.cite("definition/hockey-stick", two, P=M[x], Q=M[other], eps=eps)
            y = d.fix(Symbol("y", M.of.outputs))
            larger = d.cite(
                "background/absolute-value.above-both", two, r=0,
                s=M[x][y] - exp(eps) * M[other][y],
            )
            sums = [d.summed(d.forall(y, d.piece(larger, part)), two) for part in range(2)]
            least = [
                d.arithmetic(bound <= delta, line, value, most, two)
                for bound, line in zip((number(0), 1 - exp(eps)), sums, strict=True)
            ]
            return d.arithmetic(goal, *least, whole, hints=[own])

        first, second = equals(x, 0), d.assume(equals(x, 1))
        start = d.assume(first)
        clash = d.implied(second, d.contradiction(start, second))
        other = d.follows(negation(second.formula), clash)
        return d.cases(
            d.follows(either(first, negation(first))), from_another(number(1), other),
            from_another(number(0), d.assume(negation(first))),
        )

    sticks_ldp(d, bounded, itself)


@derives("ngo-2024/eq-6.only-if")
def lip_sticks(d: Derivation) -> None:
    """Each divergence is the excess of one event."""
    P, M, eps, delta = (d.var(name) for name in ("P", "M", "eps", "delta"))
    (private,) = d.given
    x, response = d.fix(Symbol("u", P.of.size)), output(P, M)
    held = d.at(private, x)
    sticks = hockey_stick(response, M[x], eps), hockey_stick(M[x], response, eps)
    over = excess(d, sticks[0] <= delta, d.piece(held, 1))
    under = excess(d, exp(-eps) * sticks[1] <= delta, d.piece(held, 0))
    larger = maximum(sticks[0], exp(-eps) * sticks[1])
    line = split_maximum(
        d, *larger.args, lambda order, value: d.arithmetic(larger <= delta, value, over, under)
    )
    d.qed(d.bound_sup(d.goal.left, line, x))


@derives("ngo-2024/eq-6.if")
def sticks_lip(d: Derivation) -> None:
    """Every event's excess is at most the divergence."""
    P, M, eps, delta = (d.var(name) for name in ("P", "M", "eps", "delta"))
    (bounded,) = d.given
    x, response = d.fix(Symbol("x", P.of.size)), output(P, M)
    event = d.fix(Event("E", M.of.outputs))
    largest = bounded.formula.left
    most = d.chain(d.below_sup(largest, x), bounded)
    larger = substitute_bound(largest, x)
    sides = [
        split_maximum(d, *larger.args, lambda order, value, side=side: d.arithmetic(
            side <= delta, order, value, most))
        for side in larger.args
    ]
    over = d.cite("background/hockey-stick.event", P=response, Q=M[x], A=event)
    under = d.cite("background/hockey-stick.event", P=M[x], Q=response, A=event)
    first = d.arithmetic(
        exp(-eps) * M[x][event] - delta <= response[event], under, sides[1], hints=[exp(-eps)]
    )
    second = d.arithmetic(response[event] <= exp(eps) * M[x][event] + delta, over, sides[0])
    d.qed(d.forall(x, d.both(d.forall(event, first), d.forall(event, second))))
