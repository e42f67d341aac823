"""The real line cut into intervals on which densities vary little, in balls.

The cuts are at the kinks of the densities, and where they change their order of size. A kink that
is known only as a ball leaves a thin interval, on which nothing is found out but bounds.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import arb, ctx

from verified.numbers.ball_alike import Trapezoid
from verified.numbers.ball_shapes import Curve, Rest
from verified.numbers.ball_signs import by_start
from verified.numbers.balls import Indeterminate


@dataclass(frozen=True)
class Segment:
    """An interval with exact ends; a thin one may hold kinks."""

    low: arb
    high: arb
    thin: bool

    @property
    def middle(self) -> arb:
        """An exact number about halfway."""
        return ((self.low + self.high) / 2).mid()


def outer_ends(curves: Sequence[Curve], cuts: Sequence[Curve]) -> tuple[arb, arb]:
    """Exact ends beyond every mean, and beyond the reach of the densities `curves`."""
    high = largest(
        [(c.location + c.reach()).upper() for c in curves]
        + [c.location.upper() for c in cuts]
    )
    low = -largest(
        [(c.reach() - c.location).upper() for c in curves]
        + [(-c.location).upper() for c in cuts]
    )
    return low - 1, high + 1


def largest(values: Sequence[arb]) -> arb:
    """The largest of exact numbers.

    Raises:
        Indeterminate: one is what a ball that knows nothing has for an end: no comparison with it
            holds, so that it would be passed over.
    """
    if any(value.is_nan() for value in values):
        raise Indeterminate("an end that isn't known")
    result = values[0]
    for value in values[1:]:
        result = value if value > result else result
    return result


def segments(curves: Sequence[Curve], low: arb, high: arb) -> Iterator[Segment]:
    """[low, high] from left to right, cut at the means of all densities, and at 1, 2, 4, … scales
    from them, so that a segment is no wider than it is far from a mean: the densities keep their
    order of size as far as may be, and the terms of their logarithms don't cancel."""
    place, high = low.lower(), high.upper()
    cuts = [(kink.lower(), kink.upper()) for c in curves for kink in c.kinks]
    for curve in curves:
        step = curve.scale
        for _ in range(_MOST_STEPS):
            for side in (-1, 1):
                # Where there is no kink, any point near will do.
                points = ((kink + side * step).mid() for kink in curve.kinks)
                cuts.extend((point, point) for point in points)
            step *= 2
            if not step < high - place:
                break
    for start, stop in sorted(cuts, key=functools.cmp_to_key(by_start)):
        if start >= high:
            break
        if start > place:
            yield Segment(place, start, thin=False)
            place = start
        if stop > place:
            yield Segment(place, stop, thin=True)
            place = stop
    if high > place:
        yield Segment(place, high, thin=False)


_MOST_STEPS = 1000
# At how many widths of a sharp change of order, on both sides, one more segment ends.
_STEPS = (1, 2, 4, 8, 16, 32)
# How far a log-ratio changes on a segment until its zero is one more place to cut at.
_SHARP = 64.0


def _cut_at_crossings(curves: Sequence[Curve], segment: Segment) -> Iterator[Segment]:
    """A segment cut where two densities change their order sharply: beyond that place the one that
    leads on this side says nothing of the sum's logarithm. Any cut is as right as another."""
    place = segment.low
    for cut in sorted(_crossings(curves, segment)):
        end = (segment.middle + arb(cut)).mid()
        if place < end < segment.high:
            yield Segment(place, end, thin=False)
            place = end
    yield Segment(place, segment.high, thin=False)


def _crossings(curves: Sequence[Curve], segment: Segment) -> set[float]:
    """About where two densities change order sharply, from the segment's middle, in floats."""
    origin = segment.middle
    low, high = float(segment.low - origin), float(segment.high - origin)
    table = [
        ([float(part.mid()) for part in curve.coefficients(segment.low, segment.high, origin)],
         curve.rest(segment.low, segment.high, origin))
        for curve in curves if isinstance(curve, Curve)
    ]
    cuts: set[float] = set()
    for (one, first), (two, second) in itertools.combinations(table, 2):
        gaps = [a - b for a, b in zip(one, two, strict=True)]
        left, right = (_gap(gaps, first, second, x) for x in (low, high))
        if not (left * right < 0 and abs(right - left) > _SHARP):
            continue
        start, stop = low, high
        while start < (middle := (start + stop) / 2) < stop:
            same_side = _gap(gaps, first, second, middle) * left > 0
            start, stop = (middle, stop) if same_side else (start, middle)
        slope = abs(2 * gaps[2] * middle + gaps[1] + sum(
            side * float(rest.slope(arb(middle)).mid())
            for side, rest in ((1, first), (-1, second)) if rest is not None))
        cuts.add(middle)
        if slope > 0:
            cuts.update(middle + side * step / slope for step in _STEPS for side in (-1, 1))
    return cuts


def _gap(gaps: Sequence[float], first: Rest | None, second: Rest | None, x: float) -> float:
    """About by what one logarithm exceeds another."""
    found = (gaps[2] * x + gaps[1]) * x + gaps[0]
    for side, rest in ((1, first), (-1, second)):
        if rest is not None:
            found += side * float(rest.value(arb(x)).mid())
    return found


def cut(curves: Sequence[Curve], low: arb, high: arb) -> Iterator[Segment]:
    """[low, high] cut at the means, where two densities change their order sharply, and ever closer
    to where a trapezoid ends: its logarithm has no bound there."""
    vanishing = [curve for curve in curves if isinstance(curve, Trapezoid)]
    left = [curve.kinks[0].upper() for curve in vanishing]
    right = [curve.kinks[-1].lower() for curve in vanishing]
    for segment in segments(curves, low, high):
        if segment.thin:
            yield segment
            continue
        for piece in _graded(segment, segment.low in left, segment.high in right):
            yield from [piece] if piece.thin else _cut_at_crossings(curves, piece)


def _graded(segment: Segment, at_low: bool, at_high: bool) -> Iterator[Segment]:
    """A segment cut at a half, a quarter, … from an end; the last piece is a thin one."""
    if not (at_low or at_high):
        yield segment
        return
    middle, half = segment.middle, ctx.prec // 2 + 16
    low, high = [middle], [middle]
    for _ in range(half):
        low.append(((segment.low + low[-1]) / 2).mid() if at_low else low[-1])
        high.append(((segment.high + high[-1]) / 2).mid() if at_high else high[-1])
    ends = [segment.low, *reversed(low), *high, segment.high]
    for start, stop in itertools.pairwise(ends):
        if start < stop:
            thin = (at_low and start == segment.low) or (at_high and stop == segment.high)
            yield Segment(start, stop, thin)
