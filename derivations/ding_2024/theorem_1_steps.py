"""Proofs of the steps of Appendix A that hold, and of the bound that (19) is for."""

from __future__ import annotations

from derivations.patterns.noised import falls, smaller_tail, triangle
from derivations.patterns.numbers import exponential_less
from derivations.tools import positive_from, split_absolute, split_order
from verified.language import absolute, equals, exp, normal_cdf
from verified.papers.ding_2024.theorem_1 import (
    distance,
    farther,
    image,
    kernel,
    shortfall,
    tail,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import number


@derives("ding-2024/theorem-1-steps.factored", "ding-2024/theorem-1-steps.substituted")
def rewritten(d: Derivation) -> None:
    """The two sides have one normal form."""
    d.qed(d.identity(d.goal))


def within(d: Derivation, order: Line) -> Line:
    """1 − e^(ε − |x − T(x)|/b) ≤ 0 where |x − T(x)| ≤ εb."""
    eps, b = d.var("eps"), d.var("b")
    low = d.arithmetic(0 <= eps - distance / b, order, hints=[1 / b])
    grown = d.cite("background/log-tangent.exponential", eps=eps - distance / b)
    return d.arithmetic(shortfall <= 0, grown, low)


@derives("ding-2024/theorem-1-steps.eq-17")
def triangle_inequality(d: Derivation) -> None:
    """|y − T(x)| − |y − x| ≤ |x − T(x)|."""
    eps, b, x, y = (d.var(name) for name in ("eps", "b", "x", "y"))
    near = triangle(d, y - x, y - image, x - image)
    less = d.arithmetic(eps - distance / b <= eps - farther, near, hints=[1 / b])
    grown = exponential_less(d, eps - distance / b, eps - farther, less)
    left, right = kernel * (1 - exp(eps - farther)), kernel * shortfall
    most = d.arithmetic(left <= right, grown, hints=[kernel])
    first = d.implied(eps * b < distance, most)
    none = d.arithmetic(left <= 0, most, within(d, d.assume(distance <= eps * b)), hints=[kernel])
    second = d.implied(distance <= eps * b, none)
    d.qed(d.follows(d.goal, first, second))


@derives("ding-2024/theorem-1-steps.below-one")
def below_one(d: Derivation) -> None:
    """In A the second factor isn't negative."""
    (given,) = d.given
    eps, b, p = (d.var(name) for name in ("eps", "b", "p"))
    low = d.arithmetic(eps - distance / b <= 0, given, hints=[1 / b])
    small = exponential_less(d, eps - distance / b, number(0), low)
    unit = d.identity(equals(exp(number(0)), 1))
    d.qed(d.arithmetic(d.goal, small, unit, hints=[1 - p]))


@derives("ding-2024/theorem-1-steps.eq-18")
def at_most_one(d: Derivation) -> None:
    """e^u > 0."""
    eps, b = d.var("eps"), d.var("b")
    d.qed(d.arithmetic(d.goal, d.obvious(0 < exp(eps - distance / b))))


def multiplied_sizes(
    d: Derivation, goal: Relation, x: tuple[Line, Line], y: tuple[Line, Line],
    product: tuple[Line, Line], order: Line,
) -> Line:
    """|x y| against |x| |y|, whichever signs the three numbers have."""
    return d.arithmetic(goal, *x, *y, *product, order)


@derives("ding-2024/theorem-1-steps.divided@different")
def divided(d: Derivation) -> None:
    """|r a| = |r| |a|, whichever signs the two have."""
    (apart,) = d.given
    m, own, s, other, z = (d.var(name) for name in ("m", "m'", "s", "s'", "z"))
    gap, spread = m - own, s - other

    def none(low: Line, high: Line) -> Line:
        zero = d.turn(equals(spread, 0), low, high)
        return d.follows(d.goal, apart, d.arithmetic(equals(s, other), zero))

    def shown(order: Line) -> Line:
        ratio = z + gap / spread
        sides = [
            split_absolute(d, ratio, lambda s1, a1, goal=goal: split_absolute(
                d, spread, lambda s2, a2: split_absolute(
                    d, ratio * spread, lambda s3, a3: multiplied_sizes(
                        d, goal, (s1, a1), (s2, a2), (s3, a3), order
                    ), order
                ), order
            ), order)
            for goal in (
                absolute(ratio * spread) <= absolute(ratio) * absolute(spread),
                absolute(ratio) * absolute(spread) <= absolute(ratio * spread),
            )
        ]
        product = d.turn(equals(sides[0].formula.left, sides[0].formula.right), *sides)
        same = d.identity(equals(ratio * spread, z * spread + gap), order)
        long = d.rewrite(same, product)
        positive = split_absolute(d, spread, lambda sign, at: positive_from(
            d, absolute(spread), sign, at, order
        ))
        return d.arithmetic(d.goal, long, positive, order, hints=[1 / absolute(spread)])

    d.qed(split_order(d, spread, 0, lambda low: split_order(
        d, 0, spread, lambda high: none(low, high), shown
    ), shown))


@derives("ding-2024/theorem-1-steps.first-doubled")
def doubled(d: Derivation) -> None:
    """Q is positive."""
    end = d.var("t") - absolute(d.var("r"))
    d.qed(d.arithmetic(d.goal, d.obvious(tail(end) > 0)))


@derives("ding-2024/theorem-1-steps.eq-19")
def symmetric(d: Derivation) -> None:
    """Φ(−x) = 1 − Φ(x)."""
    d.qed(d.identity(d.goal))


@derives("ding-2024/theorem-1-steps.second-doubled")
def doubled_below(d: Derivation) -> None:
    """Q falls, and is positive."""
    r, t = d.var("r"), d.var("t")
    low, high = t - absolute(r), t + absolute(r)
    line = falls(d, low, high, d.obvious(low <= high))
    same = d.identity(equals(1 - tail(-low), tail(low)))
    d.qed(d.arithmetic(d.goal, line, same, d.obvious(normal_cdf(-low) > 0)))


@derives("ding-2024/theorem-1-steps-repaired.doubled")
def both_sides(d: Derivation) -> None:
    """Q falls, and both t − r and t + r are at least t − |r|."""
    r, t = d.var("r"), d.var("t")
    low = t - absolute(r)
    sides = d.cite("background/absolute-value.above", r=r)
    lines = [
        falls(d, low, end, d.arithmetic(low <= end, d.piece(sides, index)))
        for index, end in enumerate((t - r, t + r))
    ]
    d.qed(d.arithmetic(d.goal, *lines))


@derives("ding-2024/theorem-1-steps-repaired.tail")
def tail_at_most(d: Derivation) -> None:
    """Q falls."""
    d.qed(smaller_tail(d, d.given[0]))


@derives("ding-2024/theorem-1-steps.enough")
def enough_for_delta(d: Derivation) -> None:
    """Q falls: once more from c/S to τ."""
    room, reach, end = d.given
    S, c, t = d.var("S"), d.var("c"), d.var("t")
    order = d.arithmetic(t <= c / S, reach, hints=[1 / S])
    d.qed(d.chain(smaller_tail(d, room), falls(d, t, c / S, order), end))
