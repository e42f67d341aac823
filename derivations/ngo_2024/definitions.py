"""Section II: privacy for every event is a bound of hockey-stick divergences."""

from __future__ import annotations

from typing import Any

from derivations.tools import split_maximum
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
from verified.language.formulas import substitute
from verified.language.terms import Bind, Term
from verified.proof.derivation import Derivation, Line, Steps, derives

HS = "background/hockey-stick"


def excess(d: Steps, goal: Any, every_event: Line) -> Line:
    """A bound of a divergence E_{e^ε}(P‖Q), from a bound of P(A) − e^ε Q(A) for every event A."""
    stick = goal.left if goal.left.head == "hockey_stick" else goal.left.args[1]
    one, two, eps = stick.args
    widest = d.cite(f"{HS}.largest-event", P=one, Q=two)
    line = d.at(every_event, widest.formula.right.args[0].args[1])
    return d.arithmetic(goal, line, widest, hints=[exp(eps), exp(-eps)])


def inside(bind: Bind, symbol: Term) -> Any:
    """The body of a maximum at a symbol."""
    return substitute(bind.body, {bind.var.name: symbol})


@derives("ngo-2024/eq-4.only-if@literal", "ngo-2024/eq-4.only-if@parameters")
def ldp_sticks(d: Derivation) -> None:
    """Each divergence is the excess of one event."""
    M, delta, eps = d.var("M"), d.var("delta"), d.var("eps")
    (private,) = d.given
    outer = d.goal.left
    x, other = d.fix(Symbol("u", M.of.inputs)), d.fix(Symbol("v", M.of.inputs))
    stick = hockey_stick(M[x], M[other], eps)
    line = excess(d, stick <= delta, d.at(d.at(private, x), other))
    d.qed(d.bound_sup(outer, d.bound_sup(inside(outer, x), line, other), x))


@derives("ngo-2024/eq-4.if@parameters")
def sticks_ldp(d: Derivation) -> None:
    """Every event's excess is at most the divergence; of a data point with itself at most 0."""
    M, delta, eps = d.var("M"), d.var("delta"), d.var("eps")
    (bounded,) = d.given
    outer = bounded.formula.left
    x, other = d.fix(Symbol("x", M.of.inputs)), d.fix(Symbol("x'", M.of.inputs))
    event = d.fix(Event("E", M.of.outputs))
    goal = M[x][event] <= exp(eps) * M[other][event] + delta
    same = equals(x, other)
    apart = d.assume(negation(same))
    inner = d.below_sup(inside(outer, x), other, apart)
    most = d.chain(inner, d.below_sup(outer, x, apart), bounded)
    line = d.cite(f"{HS}.event", P=M[x], Q=M[other], A=event)
    one = d.arithmetic(goal, line, most)
    itself = d.assume(same)
    grown = d.cite("background/exponential-increasing", r=0, s=eps)
    own = M[other][event]
    two = d.arithmetic(own <= exp(eps) * own + delta, grown, hints=[own])
    two = d.rewrite(itself, two, goal)
    split = d.follows(either(same, negation(same)))
    line = d.cases(split, two, one)
    d.qed(d.forall(x, d.forall(other, d.forall(event, line))))


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
    larger = inside(largest, x)
    sides = [
        split_maximum(d, *larger.args, lambda order, value, side=side: d.arithmetic(
            side <= delta, order, value, most))
        for side in larger.args
    ]
    over = d.cite(f"{HS}.event", P=response, Q=M[x], A=event)
    under = d.cite(f"{HS}.event", P=M[x], Q=response, A=event)
    first = d.arithmetic(
        exp(-eps) * M[x][event] - delta <= response[event], under, sides[1], hints=[exp(-eps)]
    )
    second = d.arithmetic(response[event] <= exp(eps) * M[x][event] + delta, over, sides[0])
    d.qed(d.forall(x, d.both(d.forall(event, first), d.forall(event, second))))
