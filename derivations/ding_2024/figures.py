"""Proofs of what is printed of the data, and that the log ratio with Gaussian noise has no maximum:
it is a parabola."""

from __future__ import annotations

from derivations.tools import split_absolute, split_maximum
from verified.language import absolute, equals, maximum
from verified.papers.ding_2024.figures import gaussian_ratio, other_wide, step, wide
from verified.proof.derivation import Derivation, Line, derives


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
