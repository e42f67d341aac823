"""The largest ln(p/q) in balls where laws of bounded support, uniform ones and sums of two, stand
beside others on the real line.

Between the ends of their pieces such densities are constant or linear, so that on each cell between
two ends the ratio is smooth, but for what the other densities have: the largest of it on the closed
cell is sought by halving. It is infinite where q has no density and p has one, and where q falls to
0 at an end and p doesn't; where both do, all densities are multiples of one linear function, and
the ratio is constant.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx

from verified.numbers import ball_powers
from verified.numbers.ball_densities import curves_of, merged, same_law
from verified.numbers.ball_line import _remembered, unbounded
from verified.numbers.ball_powers import _Ratios
from verified.numbers.ball_segments import Segment, largest, outer_ends
from verified.numbers.ball_steps import before, between_ends, ordered
from verified.numbers.balls import ZERO, Indeterminate, Scalar, _checked, less
from verified.numbers.line import BOUNDED, UNIFORM, Part, Parts


@dataclass(frozen=True)
class _Linear:
    """A weighted density that is height + rate·(x − origin) on a cell; `vanishes` is −1 or 1 where
    it is 0 at the cell's left or right end, the origin, and 0 where it isn't."""

    height: arb
    rate: arb
    origin: arb
    vanishes: int

    scale = arb(1)
    kinks: tuple[arb, ...] = ()

    def value(self, x: arb) -> arb:
        """Its values on a ball."""
        return self.height + self.rate * (x - self.origin)


# What is known of the largest ratio on a part of the line: of which it is no less, and no more.
_Bounds = tuple[arb | None, arb]


def most_log_ratio(p: Parts, q: Parts) -> Scalar:
    """The largest ln(p/q) of two mixtures, which may be +∞.

    Raises:
        Indeterminate: the order of ends isn't certain, or the precision doesn't serve.
    """
    p, q = merged(p), merged(q)
    if same_law(p, q):
        return ZERO
    if any(part.shape in BOUNDED for part in (*p, *q)):
        return _remembered(most_bounded_ratio, p, q)
    return ball_powers.most_log_ratio(p, q)


def most_bounded_ratio(p: Parts, q: Parts) -> Scalar:
    """The largest ln(p/q) of two merged mixtures, of which one has a bounded part; +∞ where p has
    mass that q hasn't.

    Raises:
        Indeterminate: the order of ends isn't certain, or the precision doesn't serve.
    """
    # Weights and scales are certainly positive, then.
    curves = [*curves_of(p), *curves_of(q)]
    wide = unbounded(p), unbounded(q)
    if wide[0] and not wide[1]:
        return arb("inf")
    ends = ordered([end for part in (*p, *q) if part.shape in BOUNDED for end in _ends(part)])
    found: list[_Bounds] = []
    if wide[0]:
        outside = _outside(*wide, ends, curves)
        if outside is None:
            return arb("inf")
        found += outside
    for cell in itertools.pairwise(ends):
        sides = [[piece for part in law for piece in _pieces(part, *cell)] for law in (p, q)]
        if not sides[0]:
            continue
        here = _on_cell(sides[0], sides[1], *(arb(end) for end in cell))
        if here is None:
            return arb("inf")
        found += here
    return _hull(found)


def _hull(found: Sequence[_Bounds]) -> arb:
    below = largest([low for low, _ in found if low is not None])
    return _checked(below.union(largest([high for _, high in found])))


def _ends(part: Part) -> list[Scalar]:
    """Where the pieces of a bounded density begin and end."""
    low, length = part.location, part.spread
    if part.shape == UNIFORM:
        return [low, low + length]
    return [low, low + part.noise, low + length, low + length + part.noise]


def _pieces(part: Part, low: Scalar, high: Scalar) -> list[Any]:
    """The density on a cell that none of its ends divides, if there is one."""
    if part.shape not in BOUNDED:
        return curves_of((part,))
    ends, middle = _ends(part), between_ends(low, high)
    if not (before(ends[0], middle) and before(middle, ends[-1])):
        return []
    height = arb(part.weight) / arb(part.spread)
    if part.shape == UNIFORM or (before(ends[1], middle) and before(middle, ends[2])):
        return [_Linear(height, arb(0), arb(0), 0)]
    # The cell's ends and these are in a certain order, unless they are one.
    rate = height / arb(part.noise)
    if before(middle, ends[1]):
        return [_Linear(arb(0), rate, arb(ends[0]), 0 if less(ends[0], low) else -1)]
    return [_Linear(arb(0), -rate, arb(ends[3]), 0 if less(high, ends[3]) else 1)]


def _outside(
    p: Parts, q: Parts, ends: Sequence[Scalar], curves: Sequence[Any]
) -> list[_Bounds] | None:
    """Bounds left and right of all ends; None where the ratio is unbounded there."""
    outside = ball_powers.far_out(p, q, *outer_ends(curves, curves))
    if outside is None:
        return None
    left, right = outside
    found: list[_Bounds] = [(side.below, side.above) for side in outside]
    ratios = _Ratios(curves_of(p), curves_of(q))
    first, last = arb(ends[0]), arb(ends[-1])
    for start, stop in ((-left.end, first.lower()), (last.upper(), right.end)):
        inside = ratios.largest(start, stop, [])
        found.append((inside.lower(), inside.upper()))
    return [*found, *((None, ratios.at(end).upper()) for end in (first, last))]


def _on_cell(p: Sequence[Any], q: Sequence[Any], low: arb, high: arb) -> list[_Bounds] | None:
    """Bounds on a cell on which p has a density; None where the ratio is unbounded there."""
    if not q:
        return None
    ratios = _OnCell(p, q)
    start, stop = low.upper(), high.lower()
    found: list[_Bounds] = []
    for way, end in ((-1, low), (1, high)):
        gone = [all(_vanishes(piece, way) for piece in side) for side in (p, q)]
        if gone[1]:
            if not gone[0]:
                return None
            # All are multiples of the distance from this end.
            rates = [sum((piece.rate for piece in side), arb(0)) for side in (p, q)]
            constant = (rates[0] / rates[1]).log()
            return [(constant.lower(), constant.upper())]
        if not gone[0]:
            # What a ball of an end leaves open.
            found.append((None, ratios.at(end).upper()))
            continue
        near, far = (start, stop) if way == -1 else (stop, start)
        place = _risen(ratios, near, far, end)
        start, stop = (place, stop) if way == -1 else (start, place)
        if not end.is_exact():
            # On the ball p is no more than at its near end.
            top = sum((piece.value(near) for piece in p), arb(0)).upper()
            found.append((None, (top.log() - ratios.log(q, end)).upper()))
    inside = ratios.largest(start, stop, [])
    return [*found, (inside.lower(), inside.upper())]


def _vanishes(piece: Any, way: int) -> bool:
    return isinstance(piece, _Linear) and piece.vanishes == way


def _risen(ratios: _OnCell, near: arb, far: arb, end: arb) -> arb:
    """A place so near to an end at which p falls to 0 that p/q is less all the way from there to
    `near`, the exact number that is nearest to the end.

    ln p changes by at least 1/d in d, the distance from the end, and ln q by less.

    Raises:
        Indeterminate: none is found.
    """
    place = far
    for _ in range(2 * ctx.prec):
        place = ((near + place) / 2).mid()
        around = Segment(min(near, place), max(near, place), thin=False)
        try:
            slope = ratios.log_slope(ratios.q, around.low.union(around.high), around)
        except Indeterminate:
            # A kink inside.
            continue
        if abs(slope) * abs(place - end) <= 1:
            return place
    raise Indeterminate("an end at which both densities fall")


class _OnCell(_Ratios):
    """ln(p/q) on a cell, by values of densities and their slopes: of linear ones those of
    logarithms have no bound where they fall to 0."""

    def at(self, x: arb) -> arb:
        """Its value on a ball."""
        return self.log(self.p, x) - self.log(self.q, x)

    @staticmethod
    def log(pieces: Sequence[Any], x: arb) -> arb:
        """The logarithm of a side on a ball."""
        return sum((_value(piece, x) for piece in pieces), arb(0)).log()

    @staticmethod
    def log_slope(pieces: Sequence[Any], x: arb, segment: Segment) -> arb:
        """Its derivative on a segment, which is a ball as well."""
        total, slope = arb(0), arb(0)
        for piece in pieces:
            value = _value(piece, x)
            total += value
            slope += piece.rate if isinstance(piece, _Linear) else (
                value * piece.log_slope(segment.low, segment.high))
        return slope / total

    def _slope(self, segment: Segment) -> arb:
        x = segment.low.union(segment.high)
        return self.log_slope(self.p, x, segment) - self.log_slope(self.q, x, segment)


def _value(piece: Any, x: arb) -> arb:
    return piece.value(x) if isinstance(piece, _Linear) else piece.log_around(x).exp()
