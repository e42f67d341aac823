"""Proofs of what is printed of the data, and that the log ratio with Gaussian noise has no maximum:
it is a parabola."""

from __future__ import annotations

from typing import Any

from derivations.tools import split_absolute, split_maximum, split_order
from verified.language import absolute, equals, maximum
from verified.papers.ding_2024.figures import (
    gaussian_ratio,
    other_wide,
    peak,
    printed,
    step,
    top,
    wide,
    wider_by,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term


@derives("ding-2024/adult-attributes", "ding-2024/hungarian-attributes")
def counted(d: Derivation) -> None:
    """The numbers are equal."""
    d.qed(d.identity(d.goal))


@derives("ding-2024/figure-1-unbounded")
def unbounded(d: Derivation) -> None:
    """Its second difference is h² times its bend, and at most four times the largest value."""
    (given,) = d.given
    bend = 1 / wide - 1 / other_wide
    here, right, left = (gaussian_ratio(place) for place in (0, step, -step))
    second = d.identity(equals(right + left - 2 * here, -(step**2) * bend))
    outer = maximum(absolute(right), absolute(left))
    sides = [d.cite("background/absolute-value.above", r=value) for value in (here, right, left)]
    ends = [d.piece(line, number) for line in sides for number in (0, 1)]

    def bent(_: Line, at: Line) -> Line:
        return split_maximum(d, absolute(right), absolute(left), lambda one, value: split_maximum(
            d, absolute(here), outer, lambda two, most: d.arithmetic(
                d.goal, given, at, second, one, value, two, most, *ends
            )
        ))

    d.qed(split_absolute(d, bend, bent))


@derives("ding-2024/figure-1-maxima-repaired.gaussian")
def within_range(d: Derivation) -> None:
    """It is a parabola."""
    other, after, before, first, last, inside = d.given
    s, own, y, low, high = (d.var(name) for name in ("s", "s'", "y", "l", "h"))
    bend = (1 / other_wide - 1 / wide) / 2

    def curve(place: Any) -> Term:
        found: Term = bend * (place - top) ** 2 + peak
        return found

    def bent(order: Line) -> Line:
        """From s < s' or s' < s."""
        relation: Any = order.theorem.conclusion
        small, large = relation.left, relation.right
        sign = 1 if small == s else -1
        apart = d.arithmetic(0 < sign * wider_by, order, hints=[small, large])
        same = {
            place: d.identity(equals(gaussian_ratio(place), curve(place)), apart)
            for place in (low, high, y)
        }
        ends = [
            d.rewrite(same[place], line, absolute(curve(place)) <= printed)
            for place, line in ((low, first), (high, last))
        ]
        whole = d.cite(
            "background/parabola", after, before, *ends, inside, apart,
            a=bend, t=top, b=peak, c=printed, u=low, v=high, x=y,
        )
        back = d.turn(equals(curve(y), gaussian_ratio(y)), same[y])
        return d.rewrite(back, whole, d.goal)

    def wider(order: Line) -> Line:
        return split_order(
            d, s, own, lambda less: d.follows(d.goal, other, d.turn(equals(s, own), less, order)),
            bent,
        )

    d.qed(split_order(d, own, s, wider, bent))
