"""Theorem 2: what the curve says of one data point, its limit, and information as an integral."""

from __future__ import annotations

from typing import Any

from derivations.patterns.local_privacy import (
    LN2,
    averaged,
    below_integral,
    chances,
    integral_in_bits,
    parts_below,
    under_curve,
)
from derivations.tools import (
    absurd,
    no_divergence,
    same,
    split_equal,
    split_maximum,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    KL,
    Event,
    Symbol,
    binary_entropy,
    equals,
    exp,
    lip_curve,
    log,
    maximum,
    output,
    pmf_of,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Term, number


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
    small = d.arithmetic(told.formula.left / LN2 <= level, told, near, *limits, *lines,
                         hints=[1 / LN2])
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
    near = d.arithmetic(KL(M[x], output(P, M)) / LN2 <= level, mean, within, possible, finite,
                        hints=[1 / LN2 / P[x], 1 / P[x]])
    d.qed(lip_of_point(d, P, M, x, level, near, possible, finite))


@derives("ngo-2024/theorem-2a-repaired.step")
def step_each(d: Derivation) -> None:
    """An event tells no more than the response."""
    P, M, mu, x, event = (d.var(name) for name in ("P", "M", "mu", "x", "E"))
    within, possible = d.given
    mean, finite = one_row(d, P, M, x, possible)
    response = output(P, M)
    told = d.cite("background/dpi-kl.event", P=M[x], Q=response, A=event)
    limits = chances(d, M[x], response, event)
    near = d.arithmetic(KL(M[x], response) / LN2 <= mu / P[x], mean, within, possible, finite,
                        hints=[1 / LN2 / P[x], 1 / P[x]])
    d.qed(d.arithmetic(d.goal, told, near, *limits, possible, finite, hints=[1 / LN2]))


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
    near = d.arithmetic(distance / LN2 <= level, small, mean, within, finite, possible,
                        hints=[1 / LN2 / least, 1 / least])
    d.qed(d.forall(x, lip_of_point(d, P, M, x, level, near, possible, finite)))


@derives("ngo-2024/theorem-2a-limit.floor")
def lip_floor(d: Derivation) -> None:
    """The law that is sure of one symbol, and one that has it with probability 2^(−μ)."""
    mu = d.var("mu")
    rest = 1 - 2 ** (-mu)
    law, sure = pmf_of(rest, 1 - rest), pmf_of(0, 1 - number(0))
    grown = d.cite("background/exponential-increasing", r=-mu * log(2), s=0)
    inside = d.arithmetic(rest >= 0, grown)
    below = d.obvious(rest <= 1)
    unfolded = d.cite("definition/kl", inside, below, P=sure, Q=law)
    value = d.identity(equals(unfolded.formula.right, mu * log(2)), inside, below)
    value = d.chain(unfolded, value)
    plain = d.identity(mu * log(2) / LN2 <= mu)
    small = d.rewrite(value, plain, KL(sure, law) / LN2 <= mu)
    line = d.cite("definition/lip-curve-above", small, inside, below, p=rest, q=0)
    first, _ = parts_below(d, line, inside, below)
    d.qed(d.arithmetic(d.goal, first))


def finite_side(d: Steps, either: Line, lost: Line) -> Line:
    """0 < Q(1), from 0 < Q(1) or P(1) ≤ 0, and 0 < P(1)."""
    some, none = (d.assume(part) for part in either.theorem.conclusion.parts)  # type: ignore[attr-defined]
    return d.cases(either, some, absurd(d, some.formula, none, lost))


@derives("ngo-2024/theorem-2a-limit.limit")
def lip_limit(d: Derivation) -> None:
    """Unless p_1 is below e^(−ε), neither difference is above e^(−ε). If it is, the divergence is
    at least −h(e^(−ε)) − (1 − e^(−ε)) ln(1 − p_0)."""
    mu, eps = d.var("mu"), d.var("eps")
    (far,) = d.given
    tail = exp(-eps)
    least = d.cite("background/exponential-increasing", far, r=log(2), s=eps)
    half = d.arithmetic(2 * tail <= 1, least, hints=[tail])
    room = d.arithmetic(1 - tail > 0, half)
    entropy = mu * log(2) + binary_entropy(tail)
    level = 1 - exp(-(entropy / (1 - tail)))
    bound = maximum(tail, level)
    above = [
        split_maximum(d, tail, level, lambda order, value, side=side: d.arithmetic(
            side <= bound, order, value, room), room)
        for side in (tail, level)
    ]

    def proof(u: Any, v: Any, within: Line) -> Line:
        whole = maximum(0, u - exp(eps) * v, tail * v - u)
        first, second, third = whole.args[0].args[0], whole.args[0].args[1], whole.args[1]

        def rare(less: Line) -> Line:
            """v < e^(−ε)."""
            return split_zero(
                d, u, lambda zero: d.arithmetic(second <= bound, zero, above[0], room,
                                                hints=[exp(eps) * v, tail]),
                lambda some: between(less, some),
            )

        def between(less: Line, some: Line) -> Line:
            law, other = pmf_of(v, 1 - v), pmf_of(u, 1 - u)
            small = d.arithmetic(KL(law, other) <= mu * log(2), within, hints=[log(2)])
            lost = d.arithmetic(1 - v > 0, less, room)
            finite = d.at(d.cite("background/kl-finite", small, P=law, Q=other, r=mu * log(2)), 1)
            left = d.arithmetic(1 - u > 0, finite_side(d, finite, lost))
            shown = [some, left, lost]
            unfolded = d.cite("definition/kl", *shown, P=law, Q=other)
            parts = v * log(v) - v * log(u) + (1 - v) * log(1 - v) - (1 - v) * log(1 - u)
            value = d.chain(unfolded, d.identity(equals(unfolded.formula.right, parts), *shown))
            mixed = d.cite("background/binary-entropy.increasing",
                           d.turn(v <= tail, less), half, room, p=v, q=tail)
            never = d.cite("background/log-tangent.line", some, x=u)
            below = d.cite("background/log-tangent.line", left, x=1 - u)
            gone = -log(1 - u)
            nonneg = d.arithmetic(gone >= 0, below, left, some)
            nowhere = d.arithmetic(log(u) <= 0, never, some, d.obvious(u <= 1))
            spent = d.arithmetic((1 - v) * gone <= entropy, value, small, mixed, nowhere, *shown,
                                 room, hints=[v])
            spent = d.arithmetic((1 - tail) * gone <= entropy, spent, less, nonneg, *shown, room)
            spent = d.arithmetic(-(entropy / (1 - tail)) <= log(1 - u), spent, room, left,
                                 hints=[1 / (1 - tail)])
            grown = d.cite("background/exponential-increasing", spent, room, left,
                           r=-(entropy / (1 - tail)), s=log(1 - u))
            return d.arithmetic(second <= bound, grown, above[1], room, left,
                                hints=[exp(eps) * v])

        common = split_order(
            d, tail, v,
            lambda most: d.arithmetic(second <= bound, most, above[0], room, d.obvious(u <= 1),
                                      hints=[exp(eps), tail]),
            rare,
        )
        zero = d.arithmetic(first <= bound, above[0], room, hints=[tail])
        scaled = d.arithmetic(third <= bound, above[0], room, d.obvious(v <= 1), hints=[tail, u])
        return split_maximum(d, *whole.args, lambda order, value: split_maximum(
            d, *whole.args[0].args, lambda below, larger: d.arithmetic(
                whole <= bound, order, value, below, larger, zero, common, scaled, room)))

    d.qed(under_curve(d, "lip", proof, room))


@derives("ngo-2024/theorem-2b")
def lip_to_information(d: Derivation) -> None:
    """The information is the mean divergence of the rows from the output law."""
    P, M = d.var("P"), d.var("M")
    whole, response = d.goal.right.args[1], output(P, M)

    def bounded(eps: Any, curve: Term, stick: Term, back: Term) -> Line:
        largest = curve.args[1]
        most = d.below_sup(largest, stick.args[0].args[1])
        sides = most.formula.left.args
        parts = [
            split_maximum(d, *sides, lambda order, value, side=side: d.arithmetic(
                side <= largest, order, value, most))
            for side in sides
        ]
        return d.arithmetic(
            stick + exp(-eps) * back <= curve, *parts, hints=[exp(-eps), exp(eps)]
        )

    def term(x: Any, finite: Line) -> Line:
        near = below_integral(d, M[x], response, whole, bounded)
        return d.arithmetic(
            P[x] * KL(M[x], response) <= P[x] * whole, near, finite, hints=[P[x]]
        )

    told = d.cite("definition/information", P=P, W=M)
    d.qed(integral_in_bits(d, averaged(d, told, Symbol("a", P.of.size), term, P, whole)))
