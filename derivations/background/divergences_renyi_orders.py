"""Proofs that Rényi's divergence grows with its order, and is at least 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.orders import split_strict
from derivations.patterns.renyi import overlapping
from derivations.tools import (
    ZERO,
    is_zero,
    multiplied,
    split_order,
    split_zero,
    summed,
    turned,
    unless,
)
from verified.language import KL, cases, equals, rational, renyi
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term


def up_to_one(d: Derivation, order: Term, less: Line) -> Line:
    """D_α ≤ D(P‖Q) for α < 1."""
    P, Q = d.var("P"), d.var("Q")
    goal = renyi(P, Q, order) <= KL(P, Q)

    def zero(none: Line) -> Line:
        half = rational(1, 2)
        line = d.chain(
            d.cite("lemma/renyi-orders.zero", a=half),
            d.cite("lemma/renyi-orders.below-one", a=half),
        )
        return d.rewrite(none, line, goal)

    def positive(some: Line) -> Line:
        a = 1 - order
        line = d.cite("lemma/renyi-orders.below-one", d.arithmetic(0 < a, less),
                      d.arithmetic(a < 1, some), a=a)
        return d.rewrite(d.identity(equals(1 - a, order)), line, goal)

    return split_zero(d, order, zero, positive)


def from_one(d: Derivation, order: Term, more: Line) -> Line:
    """D(P‖Q) ≤ D_α for α > 1."""
    P, Q, a = d.var("P"), d.var("Q"), order - 1
    line = d.cite("lemma/renyi-orders.above-one", d.arithmetic(0 < a, more), a=a)
    return d.rewrite(d.identity(equals(1 + a, order)), line, KL(P, Q) <= renyi(P, Q, order))


def at_one(d: Derivation, order: Term, equal: Line) -> Line:
    """D_α = D(P‖Q) for α = 1."""
    P, Q = d.var("P"), d.var("Q")
    return d.rewrite(equal, d.cite("definition/renyi-one"), equals(renyi(P, Q, order), KL(P, Q)))


@derives("background/renyi-monotone.orders")
def orders(d: Derivation) -> None:
    """By the distances from order 1, on either side and from one to the other."""
    P, Q, alpha, beta = (d.var(name) for name in ("P", "Q", "alpha", "beta"))
    (order,) = d.given

    def below(less: Line) -> Line:
        """β < 1."""
        def positive(some: Line) -> Line:
            def zero(none: Line) -> Line:
                line = d.cite("lemma/renyi-orders.zero", d.arithmetic(0 < 1 - beta, less),
                              d.arithmetic(1 - beta < 1, some), a=1 - beta)
                line = d.rewrite(d.identity(equals(1 - (1 - beta), beta)), line)
                return d.rewrite(none, line, d.goal)

            def above(first: Line) -> Line:
                a = 1 - alpha
                rest = d.arithmetic(0 < a, order, less)
                c = (1 - beta) / a
                line = d.cite(
                    "lemma/renyi-orders.below", rest, d.arithmetic(a < 1, first),
                    multiplied(d, 0 < c, d.arithmetic(0 < 1 - beta, less), 1 / a, rest),
                    multiplied(d, c <= 1, order, 1 / a, rest), a=a, c=c,
                )
                for place in (equals(1 - a, alpha), equals(1 - c * a, beta)):
                    line = d.rewrite(d.identity(place, rest), line)
                return line

            return split_zero(d, alpha, zero, above)

        def both(none: Line) -> Line:
            first = is_zero(d, alpha, d.arithmetic(alpha <= 0, order, none))
            plain = d.have(renyi(P, Q, 0) <= renyi(P, Q, 0), "defined")
            return d.rewrite(none, d.rewrite(first, plain, renyi(P, Q, alpha) <= renyi(P, Q, 0)),
                             d.goal)

        return split_zero(d, beta, both, positive)

    def at_least(high: Line) -> Line:
        """1 ≤ β."""
        def last(first: Line) -> Line:
            """D_α ≤ D_1 ≤ D_β."""
            def equal(low: Line) -> Line:
                value = at_one(d, beta, d.turn(equals(beta, 1), low, high))
                return d.chain(first, turned(d, value))

            return split_order(
                d, beta, 1, equal, lambda more: d.chain(first, from_one(d, beta, more)))

        def above(more: Line) -> Line:
            """1 < α."""
            a = alpha - 1
            rest = d.arithmetic(0 < a, more)
            c = (beta - 1) / a
            wide = multiplied(d, 1 <= c, order, 1 / a, rest)
            positive = d.arithmetic(0 < c, wide, rest)
            line = d.cite("lemma/renyi-orders.above", rest, wide, positive, a=a, c=c)
            for place in (equals(1 + a, alpha), equals(1 + c * a, beta)):
                line = d.rewrite(d.identity(place, rest), line)
            return line

        def up(low: Line) -> Line:
            def same(back: Line) -> Line:
                value = at_one(d, alpha, d.turn(equals(alpha, 1), low, back))
                return last(d.turn(renyi(P, Q, alpha) <= KL(P, Q), value))

            return split_order(d, 1, alpha, same, lambda less: last(up_to_one(d, alpha, less)))

        return split_order(d, alpha, 1, up, above)

    d.qed(split_order(d, 1, beta, at_least, below))


@derives("background/renyi-monotone.infinite")
def infinite(d: Derivation) -> None:
    """By the order α + 2."""
    P, Q, alpha = d.var("P"), d.var("Q"), d.var("alpha")
    wide = alpha + 2
    below = d.obvious(alpha <= wide)
    line = d.cite("background/renyi-monotone.orders", below, alpha=alpha, beta=wide)
    last = d.cite("lemma/renyi-orders.infinite", a=alpha + 1)
    same = d.identity(equals(1 + (alpha + 1), wide))
    top = renyi(P, Q, wide) <= d.goal.right
    d.qed(d.chain(line, d.rewrite(same, last, top)))


@derives("background/renyi-monotone.nonnegative")
def nonnegative(d: Derivation) -> None:
    """D_0 = −ln Q(P > 0), and Q(P > 0) ≤ 1."""
    P, Q, alpha = d.var("P"), d.var("Q"), d.var("alpha")
    x = Symbol("x", P.of.size)

    def proof(finite: Line) -> Line:
        value, above = overlapping(d, P, Q, finite)
        mass = value.formula.right.args[1].args[0]

        def symbol(x: Any) -> Line:
            part = cases(P[x] > 0, Q[x], 0)
            worth = d.identity(equals(part, cases(P[x] > 0, 1, 0) * Q[x]))

            def at(value: int) -> Callable[[Line, Line], Line]:
                return lambda mark, _: d.arithmetic(
                    part <= Q[x], d.rewrite(mark, worth, equals(part, value * Q[x])))

            return split_strict(d, 0, P[x], at(1), at(0))

        unit = d.arithmetic(mass <= 1, summed(d, x, symbol))
        tangent = d.cite("background/log-tangent.line", above, x=mass)
        return d.arithmetic(ZERO <= renyi(P, Q, 0), value, tangent, unit, above, finite)

    least = unless(d, ZERO, renyi(P, Q, 0), proof)
    line = d.cite("background/renyi-monotone.orders", d.obvious(alpha >= 0), alpha=0, beta=alpha)
    d.qed(d.chain(least, line))


@derives("background/renyi-monotone.one")
def renyi_one(d: Derivation) -> None:
    """The definition at order 1."""
    d.qed(d.cite("definition/renyi-one"))
