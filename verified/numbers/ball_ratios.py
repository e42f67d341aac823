"""ln(p/q) on intervals of the real line in balls, its values, slopes and signs, of two mixtures.

Logarithms are taken relative to each other, so that what they have in common cancels: far out the
densities of Student laws differ by less and less of themselves.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb

from verified.numbers.ball_segments import Segment
from verified.numbers.ball_shapes import Bending, Curve, Rest
from verified.numbers.ball_signs import Polynomial


@dataclass(frozen=True)
class _Piece:
    """A log-density on a segment, in the distance from its middle."""

    polynomial: Polynomial
    rest: Rest | None

    def above(self, other: _Piece, x: arb) -> arb:
        """This one less another on a ball of distances; what they have in common cancels."""
        if self is other:
            return arb(0)
        c0, c1, c2 = self._gaps(other)
        rests = [arb(0) if piece.rest is None else piece.rest.value(x) for piece in (self, other)]
        return (c2 * x + c1) * x + c0 + rests[0] - rests[1]

    def slope_above(self, other: _Piece, x: arb) -> arb:
        """The derivative of that."""
        if self is other:
            return arb(0)
        _, c1, c2 = self._gaps(other)
        if isinstance(self.rest, Bending) and isinstance(other.rest, Bending):
            return self.rest.slope_above(other.rest, x)
        rests = [arb(0) if piece.rest is None else piece.rest.slope(x) for piece in (self, other)]
        return c1 + 2 * c2 * x + rests[0] - rests[1]

    def _gaps(self, other: _Piece) -> list[arb]:
        return [a - b for a, b in zip(self.polynomial, other.polynomial, strict=True)]


class Ratios:
    """ln(p/q) on intervals: its values and slopes."""

    def __init__(self, p: Sequence[Curve], q: Sequence[Curve]) -> None:
        self.p, self.q = p, q

    def at(self, x: arb) -> arb:
        """Its value on a ball."""
        return self._log(self.p, x) - self._log(self.q, x)

    def sign(self, low: arb, high: arb) -> int:
        """1 or −1 where it is above or below 0 on all of an interval with exact ends and no kinks
        inside; 0 where that isn't known."""
        segment = Segment(low, high, thin=False)
        origin = segment.middle
        far = (high - origin).union(origin - low)
        value = self.at(origin) + far * self._slope(segment).union(-self._slope(segment))
        return 1 if value > 0 else -1 if value < 0 else 0

    @staticmethod
    def _log(curves: Sequence[Curve], x: arb) -> arb:
        logs = [curve.log_around(x) for curve in curves]
        lead = logs.pop(max(range(len(logs)), key=lambda index: float(logs[index].mid())))
        return lead + sum(((log - lead).exp() for log in logs), arb(0)).log1p()

    def _slope(self, segment: Segment) -> arb:
        """The derivative on a segment: of each side a mean of those of its parts. All are taken
        relative to one of q, so that what the sides have in common cancels; but for sums of two
        densities, whose log-slopes are told by their ends."""
        if not all(isinstance(curve, Curve) for curve in (*self.p, *self.q)):
            return self._own_slope(self.p, segment) - self._own_slope(self.q, segment)
        middle = segment.middle
        x = segment.low.union(segment.high) - middle
        p, q = (
            [_Piece(curve.coefficients(segment.low, segment.high, middle),
                    curve.rest(segment.low, segment.high, middle)) for curve in side]
            for side in (self.p, self.q)
        )
        origin = max(q, key=lambda part: float(part.polynomial[0].mid()))
        return self._mean_slope(p, origin, x) - self._mean_slope(q, origin, x)

    @staticmethod
    def _own_slope(curves: Sequence[Curve], segment: Segment) -> arb:
        x = segment.low.union(segment.high)
        slopes = [curve.log_slope(segment.low, segment.high) for curve in curves]
        if len(slopes) == 1:
            return slopes[0]
        return _mean(slopes, [curve.log_around(x) for curve in curves])

    @staticmethod
    def _mean_slope(
        parts: Sequence[_Piece], origin: _Piece, x: arb
    ) -> arb:
        slopes = [part.slope_above(origin, x) for part in parts]
        if len(slopes) == 1:
            return slopes[0]
        return _mean(slopes, [part.above(origin, x) for part in parts])


def _mean(slopes: Sequence[arb], logs: Sequence[arb]) -> arb:
    """The mean of slopes, weighted by exponentials."""
    lead = max(logs, key=lambda log: float(log.mid()))
    # A ball less itself isn't 0.
    shares = [arb(1) if log is lead else (log - lead).exp() for log in logs]
    mean = sum(map(operator.mul, shares, slopes), arb(0)) / sum(shares, arb(0))
    hull = functools.reduce(arb.union, slopes)
    return mean if mean.rad() < hull.rad() else hull
