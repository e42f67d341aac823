"""Patterns on numbers: powers, roots, exponentials and logarithms compared, least values, sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.tools import absurd, is_zero, split_minimum, split_order
from verified.language import binary_entropy_inverse, equals, exp, log, minimum, sqrt
from verified.proof.derivation import Derivation, Line, Steps
from verified.syntax.formulas import Relation
from verified.syntax.terms import Real, Term, number

# --- signs and sizes ------------------------------------------------------------------------------


def square(d: Steps, root: Term) -> Line:
    """0 ≤ x²."""
    x = Real("x")
    return d.scalar(number(0) <= x**2, values={x: root})


def at_least_one(d: Steps, count: Term) -> Line:
    """1 ≤ 2^k."""
    return power_at_least_one(d, number(2), count)


def power_at_least_one(d: Steps, size: Term, count: Term) -> Line:
    """1 ≤ r^k."""
    grows = d.cite("background/log-tangent.exponential", eps=count * log(size))
    power = d.arithmetic(1 + count * log(size) <= size**count, grows)
    return d.arithmetic(1 <= size**count, power, d.obvious(0 <= count * log(size)))


def root_of_product(d: Steps, p: Term, q: Term) -> Line:
    """√(pq) = √p √q, as neither is less than the other: both are roots of pq."""
    whole, parts = sqrt(p * q), sqrt(p) * sqrt(q)

    def least(small: Term, large: Term) -> Line:
        return split_order(
            d, small, large, lambda low: low,
            lambda high: absurd(d, small <= large, high, hints=[small, large]),
        )

    return d.turn(equals(whole, parts), least(whole, parts), least(parts, whole))


def by_its_root(d: Steps, u: Any, positive: Line) -> Line:
    """u/√u = √u, from √u > 0: neither is less than the other, once √u multiplies both."""
    whole, root = u / sqrt(u), sqrt(u)

    def least(small: Term, large: Term) -> Line:
        return split_order(
            d, small, large, lambda low: low,
            lambda high: absurd(d, small <= large, high, positive, hints=[root]), positive,
        )

    return d.turn(equals(whole, root), least(whole, root), least(root, whole))


def in_unit(d: Steps, term: Any, *lines: Line, hints: Sequence[Any] = ()) -> list[Line]:
    """0 ≤ term and term ≤ 1, by arithmetic."""
    low, high = number(0) <= number(term), number(term) <= number(1)
    return [d.arithmetic(side, *lines, hints=hints) for side in (low, high)]


def min_below(d: Steps, first: Any, second: Any, *lines: Line) -> tuple[Line, Line]:
    """min{first, second} ≤ first, and ≤ second."""
    least = minimum(first, second)

    def bound(side: Any) -> Line:
        return split_minimum(
            d, first, second,
            lambda order, value: d.arithmetic(least <= side, order, value, *lines), *lines,
        )

    return bound(number(first)), bound(number(second))


def at_most_one(d: Steps, level: Any, *lines: Line) -> tuple[Term, list[Line]]:
    """q = min{1, level}, with 0 < q, q ≤ 1 and q ≤ level; the lines show the level positive."""
    q = minimum(1, level)
    positive = split_minimum(d, 1, level, lambda _, value: d.arithmetic(
        number(0) < q, value, d.obvious(number(0) < value.theorem.conclusion.right, *lines)
    ), *lines)
    return q, [positive, *min_below(d, 1, level, *lines)]


def is_positive(d: Steps, m: Any, symbols: Any, *lines: Line) -> Line:
    """min(m, symbols) ≥ 1, for two sizes; the lines show that the second is at least 1."""
    return split_minimum(
        d, m, symbols, lambda _, value: d.arithmetic(
            number(1) <= minimum(m, symbols), value,
            d.obvious(number(1) <= value.theorem.conclusion.right, *lines),
        )
    )


def one_or_more(
    d: Steps, m: Term, one: Callable[[Line], Line], more: Callable[[Line, Line], Line]
) -> Line:
    """What holds whether m ≤ 1 or m ≥ 2; the second gets the line 0 < m − 1 too."""
    either = d.cite("definition/whole", r=m, s=number(1))
    first, second = either.theorem.conclusion.parts
    many = d.arithmetic(number(0) < m - 1, d.assume(second))
    return d.cases(either, one(d.assume(first)), more(d.assume(second), many))


def nothing_at_one(d: Steps, delta: Any, m: Term, few: Line, corner: Line) -> Line:
    """δ = 0, from m ≤ 1 and δ ≤ (m − 1)/m."""
    return is_zero(d, delta, d.arithmetic(delta <= 0, few, corner, hints=[1 / m, m]))


def less_than_rest(d: Derivation, q: Any, gap: Any, small: Line, *lines: Line) -> Line:
    """g ≤ (1 − q)/20, from g ≤ (1 − q)³/20."""
    x = Real("x", "(0,1)")
    cube = d.scalar((1 - x) ** 3 <= 1 - x, values={x: q})
    return d.arithmetic(20 * gap <= 1 - q, small, cube, *lines)


# --- exponentials, logarithms and roots -----------------------------------------------------------


def exponential_less(d: Steps, x: Any, y: Any, less: Line, *lines: Line) -> Line:
    """e^x < e^y, from a line x < y (≤ from ≤), by the tangent of exp."""
    tangent = d.cite("background/log-tangent.exponential", *lines, eps=y - x)
    op = "<" if less.theorem.conclusion.op == "<" else "<="
    return d.arithmetic(Relation(op, exp(x), exp(y)), tangent, less, *lines, hints=[exp(x)])


def grows(d: Steps, eps: Term, positive: Line) -> Line:
    """1 < e^ε for ε > 0."""
    line = d.cite("background/log-tangent.exponential", eps=eps)
    return d.arithmetic(1 < exp(eps), line, positive)


def growing(d: Steps, exponent: Term) -> Line:
    """e^u − 1 > 0 for u > 0."""
    u = Real("u", ">0")
    return d.scalar(exp(u) - 1 > 0, d.obvious(exponent > 0), values={u: exponent})


def log_between(d: Steps, small: Any, large: Any, less: Line, *positive: Line) -> Line:
    """ln u ≤ ln v from 0 < u ≤ v."""
    return d.cite("background/log-increasing.positive", less, *positive, u=small, v=large)


def below_root(d: Steps, u: Any, square: Any, line: Line, *lines: Line) -> Line:
    """u ≤ √square, from a line u² ≤ square."""
    root = sqrt(square)
    goal = number(u) <= root

    def over(above: Line) -> Line:
        positive = d.arithmetic(number(0) < u, above, *lines, hints=[root])
        return absurd(d, goal, line, above, positive, *lines, hints=[root])

    return split_order(d, u, root, lambda low: low, over, *lines)


def crossover_of(d: Steps, eps: Any, *lines: Line) -> tuple[Term, list[Line]]:
    """The crossover c of the symmetric channel of capacity ε, with 0 ≤ c ≤ 1/2 and
    h(c) = ln 2 − ε; the lines show ε ≤ ln 2."""
    level = log(2) - eps
    room = d.arithmetic(number(0) <= level, *lines)
    facts = d.cite("background/binary-entropy-inverse", room, *lines, r=level)
    return binary_entropy_inverse(level), [room, *(d.piece(facts, k) for k in range(3))]
