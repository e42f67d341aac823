"""Theorems 1(a) and 2(a): what the curves say of two chances of an event."""

from __future__ import annotations

from typing import Any

from derivations.ngo_2024.capacities import BITS, event_capacity
from derivations.tools import (
    no_divergence,
    same,
    split_equal,
    split_maximum,
    split_zero,
    summed,
)
from verified.language import (
    KL,
    Event,
    Symbol,
    capacity,
    channel_of,
    equals,
    exp,
    ldp_curve,
    lip_curve,
    output,
)
from verified.language.formulas import Relation
from verified.language.terms import Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives


def parts_below(d: Steps, line: Line, *lines: Line) -> list[Line]:
    """t_i ≤ r for each part of a line max(max(0, t_1), t_2) ≤ r."""
    whole, bound = line.formula.left, line.formula.right  # type: ignore[attr-defined]
    inner, last = whole.args

    def either(part: Term) -> Line:
        def outer(order: Line, value: Line) -> Line:
            return split_maximum(d, *inner.args, lambda below, larger: d.arithmetic(
                part <= bound, order, value, below, larger, line, *lines), *lines)

        return split_maximum(d, *whole.args, outer, *lines)

    return [either(inner.args[1]), either(last)]


def chances(d: Steps, *laws_and_event: Any) -> list[Line]:
    """P(A) ≤ 1 for each law; that it is at least 0 is plain."""
    *laws, event = laws_and_event
    return [d.cite("definition/event-bounds", P=law, A=event, part=1) for law in laws]


def ldp_of_pair(d: Steps, M: Term, x: Any, other: Any, event: Any, within: Line) -> Line:
    """M_x(E) ≤ e^ε M_x'(E) + δ_μ(ε), as the capacity of the two data points is at most μ bits."""
    mu, eps = d.var("mu"), d.var("eps")
    chance, less = M[x][event], M[other][event]
    told = event_capacity(d, M[other], M[x], event)
    limits = chances(d, M[x], M[other], event)
    through = told.formula.left.args[0]  # type: ignore[attr-defined]
    listed = channel_of([1 - less, less], [1 - chance, chance])
    assert through == listed
    small = d.arithmetic(capacity(through) / BITS <= mu, told, within, *limits, hints=[1 / BITS])
    line = d.cite("definition/ldp-curve-above", small, *limits, p=less, q=chance)
    _, value = parts_below(d, line)
    return d.arithmetic(chance <= exp(eps) * less + ldp_curve(mu, eps), value)


@derives("ngo-2024/theorem-1a-repaired")
def pairs_ldp(d: Derivation) -> None:
    """An event makes a binary channel of two data points, whose capacity is at most theirs."""
    M = d.var("M")
    (within,) = d.given
    x, other = d.fix(Symbol("x", M.of.inputs)), d.fix(Symbol("x'", M.of.inputs))
    event = d.fix(Event("E", M.of.outputs))
    line = ldp_of_pair(d, M, x, other, event, d.at(d.at(within, other), x))
    d.qed(d.forall(x, d.forall(other, d.forall(event, line))))


@derives("ngo-2024/theorem-1a@all-laws")
def capacity_ldp(d: Derivation) -> None:
    """Two data points have at most the capacity of all."""
    M, mu = d.var("M"), d.var("mu")
    (within,) = d.given
    x, other = d.fix(Symbol("x", M.of.inputs)), d.fix(Symbol("x'", M.of.inputs))
    rows = d.cite("lemma/two-rows.capacity", values={"W": M, "x": x, "x'": other})
    small = d.arithmetic(rows.formula.left / BITS <= mu, rows, within, hints=[1 / BITS])
    given = d.forall(x, d.forall(other, small))
    d.qed(d.cite("ngo-2024/theorem-1a-repaired", given))


def one_row(d: Steps, P: Term, M: Term, x: Any, possible: Line) -> tuple[Line, Line]:
    """P(x) D(M_x‖PM) ≤ I(P;M), and a bound of D: the other terms of the mean are not negative."""
    unfolded = d.cite("definition/information", P=P, W=M)
    whole = d.turn(unfolded.formula.right <= unfolded.formula.left, unfolded)
    told = P[x] * KL(M[x], output(P, M))
    finite = d.cite("background/output-dominates.divergence", possible, P=P, W=M, x=x)
    lines = finite, possible

    def nothing_less(a: Any) -> Line:
        distance = KL(M[a], output(P, M))
        goal = 0 * told <= P[a] * distance
        gibbs = d.cite("background/gibbs.nonnegative", P=M[a], Q=output(P, M))

        def never(zero: Line) -> Line:
            none = d.chain(
                d.identity(equals(0 * told, 0), *lines),
                d.turn(equals(number(0), 0 * distance), no_divergence(d, *distance.args)),
            )
            return d.rewrite(zero, d.turn(0 * told <= 0 * distance, none), goal)

        def sometimes(above: Line) -> Line:
            bound = d.cite("background/output-dominates.divergence", above, P=P, W=M, x=a)
            return d.arithmetic(goal, gibbs, bound, above, *lines, hints=[P[a]])

        return split_zero(d, P[a], never, sometimes)

    def term(a: Any) -> Line:
        def part(held: Line, value: Line) -> Line:
            goal = same(a, x) * told <= P[a] * KL(M[a], output(P, M))
            if isinstance(held.formula, Relation):
                line = d.identity(1 * told <= told, *lines)
                line = d.rewrite(d.turn(equals(x, a), held), line, 1 * told <= goal.right)
            else:
                line = nothing_less(a)
            return d.rewrite(value, line, goal)

        return split_equal(d, a, x, part)

    mean = summed(d, Symbol("a", P.sort.size), term)
    single = d.identity(equals(told, mean.formula.left), *lines)
    return d.chain(single, mean, whole), finite


def lip_of_point(
    d: Steps, P: Term, M: Term, x: Any, level: Term, near: Line, *lines: Line
) -> Line:
    """(5) at a data point with δ at the curve of a level, from D(M_x‖PM)/ln 2 ≤ level."""
    eps, response = d.var("eps"), output(P, M)
    event = d.fix(Event("E", M.sort.outputs))
    told = d.cite("background/dpi-kl.event", P=M[x], Q=response, A=event)
    limits = chances(d, M[x], response, event)
    small = d.arithmetic(told.formula.left / BITS <= level, told, near, *limits, *lines,
                         hints=[1 / BITS])
    line = d.cite("definition/lip-curve-above", small, *limits, *lines, mu=level, p=response[event],
                  q=M[x][event])
    second, first = parts_below(d, line, *lines)
    curve = lip_curve(level, eps)
    return d.both(
        d.forall(event, d.arithmetic(
            exp(-eps) * M[x][event] - curve <= response[event], first, *lines)),
        d.forall(event, d.arithmetic(
            response[event] <= exp(eps) * M[x][event] + curve, second, *lines)),
    )


@derives("ngo-2024/theorem-2a-repaired.each")
def lip_each(d: Derivation) -> None:
    """P(x) D(M_x‖PM) is at most the information, and an event tells no more than the response."""
    P, M, mu, x = (d.var(name) for name in ("P", "M", "mu", "x"))
    within, possible = d.given
    mean, finite = one_row(d, P, M, x, possible)
    level = mu / P[x]
    near = d.arithmetic(KL(M[x], output(P, M)) / BITS <= level, mean, within, possible, finite,
                        hints=[1 / BITS / P[x], 1 / P[x]])
    d.qed(lip_of_point(d, P, M, x, level, near, possible, finite))


@derives("ngo-2024/theorem-2a-repaired.bounded")
def lip_bounded(d: Derivation) -> None:
    """As for each data point, with the least probability in place of its own."""
    P, M, mu, least = (d.var(name) for name in ("P", "M", "mu", "r"))
    within, common = d.given
    x = d.fix(Symbol("x", P.of.size))
    enough = d.at(common, x)
    possible = d.arithmetic(P[x] > 0, enough)
    mean, finite = one_row(d, P, M, x, possible)
    distance = KL(M[x], output(P, M))
    gibbs = d.cite("background/gibbs.nonnegative", P=M[x], Q=output(P, M))
    small = d.arithmetic(least * distance <= P[x] * distance, enough, gibbs, finite, possible)
    level = mu / least
    near = d.arithmetic(distance / BITS <= level, small, mean, within, finite, possible,
                        hints=[1 / BITS / least, 1 / least])
    d.qed(d.forall(x, lip_of_point(d, P, M, x, level, near, possible, finite)))
