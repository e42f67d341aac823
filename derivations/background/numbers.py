"""Proofs of the facts on numbers: tangents of the logarithm, exponentials, absolute values."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    is_zero,
    same,
    split_absolute,
    split_equal,
    split_maximum,
    split_minimum,
    split_order,
    split_zero,
    summed,
    tangent_pair,
)
from verified.language import absolute, cases, equals, exp, indicator, log, maximum, minimum, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, Term, number

# --- sums of logarithms ---------------------------------------------------------------------------


@derives("background/log-sum")
def log_sum_inequality(d: Derivation) -> None:
    """The tangent at the ratio of the sums, for each term."""
    u, v = d.var("u"), d.var("v")
    j = Symbol("j", u.of.size)
    A, B = total(j, u[j]), total(j, v[j])
    above = [positive_sum(d, reals, j) for reals in (u, v)]
    rows = summed(d, j, lambda j: d.cite(
        "background/log-tangent.pair", *above, p=u[j], q=v[j], s=A / B), *above)
    value = d.identity(equals(rows.formula.left, A * log(A / B)), *above)
    d.qed(d.arithmetic(d.goal, rows, value, *above))


def positive_sum(d: Steps, reals: Term, j: Any) -> Line:
    """Σ u > 0 for positive numbers: the sum is at least the first of them."""
    def pointwise(j: Any) -> Line:
        def chosen(_: Line, value: Line) -> Line:
            on = value.theorem.conclusion.right
            return d.rewrite(
                value, d.obvious(on * reals[j] <= reals[j]), same(j, 0) * reals[j] <= reals[j]
            )

        return split_equal(d, j, 0, chosen)

    rows = summed(d, j, pointwise)
    start = d.identity(equals(reals[0], rows.formula.left))
    return d.chain(d.obvious(0 < reals[0]), start, rows)


# --- logarithms and their tangents ----------------------------------------------------------------


@derives("background/log-tangent.line")
def tangent_line(d: Derivation) -> None:
    """The logarithm lies below its tangent at 1."""
    x = d.var("x")

    def at_zero(zero: Line) -> Line:
        below = d.cite("background/log-zero", r=number(-1))
        return d.rewrite(
            zero, d.chain(below, d.identity(equals(number(-1), 0 - number(1)))), log(x) <= x - 1
        )

    z = Real("z", ">0")
    d.qed(split_zero(d, x, at_zero, lambda above: d.scalar(log(z) <= z - 1, above, values={z: x})))


@derives("background/log-tangent.exponential")
def tangent_exponential(d: Derivation) -> None:
    """The same, at e^ε."""
    eps = d.var("eps")
    line = d.cite("background/log-tangent.line", x=exp(eps))
    d.qed(d.arithmetic(1 + eps <= exp(eps), line))


@derives("background/log-tangent.pair")
def tangent_at_pair(d: Derivation) -> None:
    """ln(q s/p) ≤ q s/p − 1, times p; with p = 0 both logarithms count as 0."""
    p, q, s = d.var("p"), d.var("q"), d.var("s")
    left = p * log(s) + p - q * s
    goal = left <= p * log(p) - p * log(q)

    def nothing(zero: Line) -> Line:
        plain = d.obvious(0 * log(s) + 0 - q * s <= 0 * log(number(0)) - 0 * log(q))
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        def infinite(zero: Line) -> Line:
            value = p * log(s) + p - 0 * s
            return d.rewrite(zero, d.cite("background/infinite-log", above, u=p, r=value), goal)

        def finite(positive: Line) -> Line:
            line = d.cite("background/log-tangent.line", above, positive, x=q * s / p)
            return d.arithmetic(goal, line, above, positive, hints=[p])

        return split_zero(d, q, infinite, finite)

    d.qed(split_zero(d, p, nothing, something))


@derives("background/log-tangent.scaled")
def tangent_scaled(d: Derivation) -> None:
    """Everything is 0 where the weight is; else both sides of `pair` times the weight."""
    w, p, q, s = d.var("w"), d.var("p"), d.var("q"), d.var("s")
    left = w * (p * log(s) + p - q * s)
    goal = left <= w * p * log(p) - w * p * log(q)

    def nothing(zero: Line) -> Line:
        plain = d.obvious(0 * (p * log(s) + p - q * s) <= 0 * p * log(p) - 0 * p * log(q))
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        def absent(zero: Line) -> Line:
            rest = w * (0 * log(s) + 0 - q * s)
            plain = d.obvious(rest <= w * 0 * log(ZERO) - w * 0 * log(q))
            return d.rewrite(zero, plain, goal)

        def present(positive: Line) -> Line:
            def infinite(zero: Line) -> Line:
                value = w * (p * log(s) + p - 0 * s)
                plain = d.cite(
                    "definition/infinite-minus-log", above, positive, u=w * p, r=value,
                    s=w * p * log(p),
                )
                return d.rewrite(zero, plain, goal)

            def finite(other: Line) -> Line:
                line = tangent_pair(d, p, q, s)
                return d.arithmetic(goal, line, positive, other, hints=[w])

            return split_zero(d, q, infinite, finite)

        return split_zero(d, p, absent, present)

    d.qed(split_zero(d, w, nothing, something))


@derives("background/log-envelope.zero")
def envelope_zero(d: Derivation) -> None:
    """−q s > r at s = −r/(1 + q), as r < 0."""
    p, q, r = d.var("p"), d.var("q"), d.var("r")
    low, negative = d.given
    zero = is_zero(d, p, low)
    plain = d.arithmetic(
        r < 0 * log(-r / (1 + q)) + 0 - q * (-r / (1 + q)), negative, hints=[1 / (1 + q)]
    )
    d.qed(d.rewrite(zero, plain, d.goal))


@derives("background/log-envelope.steep")
def envelope_steep(d: Derivation) -> None:
    """p ln s is r at s = e^(r/p)."""
    p, q, r = d.var("p"), d.var("q"), d.var("r")
    positive, low = d.given
    zero = is_zero(d, q, low)
    plain = d.arithmetic(r < p * log(exp(r / p)) + p - 0 * exp(r / p), positive)
    d.qed(d.rewrite(zero, plain, d.goal))


@derives("background/log-envelope.ratio")
def envelope_ratio(d: Derivation) -> None:
    """The logarithm of a ratio."""
    d.qed(d.identity(d.goal, *d.given))


@derives("background/log-envelope.nothing")
def envelope_nothing(d: Derivation) -> None:
    """0 ln 0 counts as 0."""
    p, q = d.var("p"), d.var("q")
    zero = is_zero(d, p, *d.given)
    d.qed(d.rewrite(zero, d.identity(equals(0 * log(ZERO) - 0 * log(q), 0)), d.goal))


@derives("background/log-product")
def log_product(d: Derivation) -> None:
    """The normal form of the logarithm of a product."""
    d.qed(d.identity(d.goal))


@derives("background/log-increasing.positive")
def log_increasing(d: Derivation) -> None:
    """ln(u/v) ≤ u/v − 1 ≤ 0."""
    u, v = d.var("u"), d.var("v")
    above, order = d.given
    line = d.cite("background/log-tangent.line", above, x=u / v)
    less = d.arithmetic(u / v <= 1, order, hints=[1 / v])
    d.qed(d.arithmetic(d.goal, line, less, above))


@derives("background/log-increasing.scaled")
def log_increasing_scaled(d: Derivation) -> None:
    """Times u; 0 at u = 0."""
    u, v = d.var("u"), d.var("v")
    (order,) = d.given
    plain = d.obvious(0 * log(ZERO) <= 0 * log(v))

    def something(above: Line) -> Line:
        line = d.cite("background/log-increasing.positive", above, order)
        return d.arithmetic(d.goal, line, above, hints=[u])

    d.qed(split_zero(d, u, lambda zero: d.rewrite(zero, plain, d.goal), something))


# --- exponentials and absolute values -------------------------------------------------------------


@derives("background/exponential-increasing")
def exponential_increasing(d: Derivation) -> None:
    """e^s ≥ e^r (1 + s − r)."""
    r, s = d.var("r"), d.var("s")
    line = d.cite("background/log-tangent.exponential", eps=s - r)
    d.qed(d.arithmetic(d.goal, line, *d.given, hints=[exp(r)]))


@derives("background/absolute-value.above")
def absolute_above(d: Derivation) -> None:
    """|r| is r or −r, whichever isn't negative."""
    r = d.var("r")
    parts = [
        split_absolute(
            d, r, lambda sign, value, way=way: d.arithmetic(way <= absolute(r), sign, value)
        )
        for way in (r, -r)
    ]
    d.qed(d.both(*parts))


@derives("background/absolute-value.least")
def absolute_least(d: Derivation) -> None:
    """|r| is r or −r."""
    r = d.var("r")
    d.qed(split_absolute(d, r, lambda _, value: d.arithmetic(d.goal, value, *d.given)))


@derives("background/absolute-value.triangle")
def absolute_triangle(d: Derivation) -> None:
    """Both r + s and −r − s are at most |r| + |s|."""
    r, s = d.var("r"), d.var("s")
    lines = [d.cite("background/absolute-value.above", r=part) for part in (r, s)]
    most = absolute(r) + absolute(s)
    d.qed(
        d.cite(
            "background/absolute-value.least",
            d.arithmetic(r + s <= most, *lines),
            d.arithmetic(-(r + s) <= most, *lines),
            r=r + s,
            c=most,
        )
    )


@derives("background/absolute-value.least-of-two")
def least_of_two(d: Derivation) -> None:
    """The minimum is one of the two."""
    d.qed(
        split_minimum(
            d, d.var("r"), d.var("s"), lambda _, value: d.arithmetic(d.goal, value, *d.given)
        )
    )


@derives("background/absolute-value.largest-of-two")
def largest_of_two(d: Derivation) -> None:
    """The maximum is one of the two."""
    d.qed(
        split_maximum(
            d, d.var("r"), d.var("s"), lambda _, value: d.arithmetic(d.goal, value, *d.given)
        )
    )


@derives("background/absolute-value.below-both")
def below_both(d: Derivation) -> None:
    """The minimum is the one that is at most the other."""
    r, s = d.var("r"), d.var("s")
    d.qed(
        d.both(
            *(
                split_minimum(
                    d,
                    r,
                    s,
                    lambda order, value, side=side: d.arithmetic(
                        minimum(r, s) <= side, order, value
                    ),
                )
                for side in (r, s)
            )
        )
    )


@derives("background/absolute-value.above-both")
def above_both(d: Derivation) -> None:
    """The maximum is the one that is at least the other."""
    r, s = d.var("r"), d.var("s")
    d.qed(
        d.both(
            *(
                split_maximum(
                    d,
                    r,
                    s,
                    lambda order, value, side=side: d.arithmetic(
                        side <= maximum(r, s), order, value
                    ),
                )
                for side in (r, s)
            )
        )
    )


@derives("background/absolute-value.half-sum")
def half_sum(d: Derivation) -> None:
    """Whichever is larger, and whatever the sign of the difference."""
    r, s = d.var("r"), d.var("s")
    distance = absolute(r - s)
    parts = []
    for way, split, half in (
        (minimum, split_minimum, (r + s - distance) / 2),
        (maximum, split_maximum, (r + s + distance) / 2),
    ):

        def proof(order: Line, value: Line, way: Any = way, half: Any = half) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                ways = [
                    d.arithmetic(way(r, s) <= half, order, value, sign, size),
                    d.arithmetic(half <= way(r, s), order, value, sign, size),
                ]
                return d.turn(equals(way(r, s), half), *ways)

            return split_absolute(d, r - s, inner)

        parts.append(split(d, r, s, proof))
    d.qed(d.both(*parts))


@derives("background/absolute-value.membership")
def membership(d: Derivation) -> None:
    """An indicator is 0 or 1, and so is whether it is 1."""
    A, a = d.var("A"), d.var("a")
    mark = indicator(A, a)
    both = d.cite("definition/indicator")
    branches = []
    for value in (0, 1):
        known = d.assume(equals(mark, value))
        formula = cases(equals(number(value), 1), 1, 0)
        shown = d.both(d.obvious(formula >= 0), d.obvious(formula <= 1))
        branches.append(d.rewrite(known, shown, d.goal))
    d.qed(d.cases(both, *branches))


# --- parabolas ------------------------------------------------------------------------------------


@derives("background/parabola")
def parabola(d: Derivation) -> None:
    """It lies on one side of the chord between the ends, and on the other side of its top or of
    the end that is nearer to it."""
    after, before, first, last, inside = d.given
    a, t, b, c, u, v, x = (d.var(name) for name in ("a", "t", "b", "c", "u", "v", "x"))
    ends = [
        d.piece(d.cite("background/absolute-value.above", r=a * (place - t) ** 2 + b), side)
        for place in (u, v) for side in (0, 1)
    ]
    value = a * (x - t) ** 2 + b

    def within(narrow: Line) -> Line:
        """Where the interval has a length."""
        room = d.arithmetic(0 < v - u, narrow)

        def bent(sign: Line, size: Line) -> Line:
            way = 1 if size.theorem.conclusion.right == a else -1  # type: ignore[attr-defined]
            bow = d.arithmetic(0 <= way * a, sign)
            line, bowed = bow, way * a
            for side, order in ((x - u, after), (v - x, before), (v - u, room)):
                bowed *= side
                line = d.arithmetic(0 <= bowed, line, order, hints=[side])
            scaled = []
            for place, side, order in ((u, v - x, before), (v, x - u, after)):
                at = way * (a * (place - t) ** 2 + b)
                low = d.arithmetic(at <= c, first, last, *ends)
                scaled.append(d.arithmetic(side * at <= side * c, low, order, hints=[side]))
            chord = d.arithmetic(way * (v - u) * value <= (v - u) * c, line, *scaled)
            outer = d.arithmetic(way * value <= c, chord, room, hints=[1 / (v - u)])
            inner = lowest(way, bow)
            return split_absolute(d, value, lambda s, at: d.arithmetic(
                absolute(value) <= c, s, at, outer, inner
            ))

        return split_absolute(d, a, bent)

    def lowest(way: int, bow: Line) -> Line:
        """The other bound."""
        goal = -c <= way * value

        def beside(end: Line, near: Any, far: Any, *orders: Line) -> Line:
            """From an end that is nearer to the top."""
            step = d.arithmetic(0 <= way * a * near, bow, *orders, hints=[near])
            reach = d.arithmetic(0 <= far, *orders)
            grown = d.arithmetic(0 <= way * a * near * far, step, reach, hints=[far])
            return d.arithmetic(goal, end, *ends, grown)

        def middle(small: Line) -> Line:
            sides = d.cite("background/absolute-value.above", r=b)
            z = Real("z")
            distance = d.scalar(0 <= z**2, values={z: x - t})
            square = d.arithmetic(0 <= way * a * (x - t) ** 2, bow, distance, hints=[way * a])
            return d.arithmetic(goal, small, square, d.piece(sides, 0), d.piece(sides, 1))

        low, others = inside.theorem.conclusion.parts
        high, small = others.parts
        rest = d.assume(others)
        return d.cases(
            inside, beside(first, x - u, x + u - 2 * t, after, d.assume(low)),
            d.cases(
                rest, beside(last, v - x, 2 * t - x - v, before, d.assume(high)),
                middle(d.assume(small)),
            ),
        )

    def alone(wide: Line) -> Line:
        """An interval of one number."""
        same = d.turn(equals(x, u), d.arithmetic(x <= u, before, wide), after)
        return d.rewrite(same, first, d.goal)

    d.qed(split_order(d, v, u, alone, within))
