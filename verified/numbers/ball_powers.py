"""Rényi's integrals ∫ p^α q^(1−α) and the largest ln(p/q) in balls, of mixtures on the real line.

Beyond every mean the logarithm of a weighted density is one polynomial with a constant that may
vary a little, less a multiple of a logarithm, and so is that of p_i^α q_j^(1−α); but for bounded
laws, which have no tails. Whether the integral is finite, and what bounds its tails, is told by
pairs of parts. p^α is at most k^(α−1) Σ p_i^α over the k parts for α > 1 (power means), q^(1−α) at
most q_j^(1−α) for each part; where no part of q helps a part of p, the integrand doesn't fall fast
enough.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq

from verified.numbers.ball_densities import (
    curves_of,
    fall_sign,
    merged,
    same,
    same_law,
    tail_mass,
)
from verified.numbers.ball_line import (
    NOTHING,
    Escape,
    Logs,
    _between,
    _integral,
    _remembered,
    unbounded,
)
from verified.numbers.ball_ratios import Ratios
from verified.numbers.ball_segments import Segment, largest, outer_ends, segments
from verified.numbers.ball_shapes import Curve, Tail
from verified.numbers.balls import ONE, ZERO, Indeterminate, _checked, infinite, precision
from verified.numbers.limits import check_time
from verified.numbers.line import (
    BLURRED,
    GAUSSIAN,
    LAPLACE_SUM,
    NOISED,
    SMOOTHED,
    STUDENT,
    Part,
    Parts,
    mirrored,
)

Scalar = Any  # fmpq | arb

# How often the ends of the line that is integrated are moved outwards, at most.
_MOST_STEPS = 60
# Less than any ratio that is looked for.
_NOTHING = arb(2) ** -10_000
# How often a width is doubled where powers fall, or ratios as one, at most.
_FARTHEST = 300
# How many intervals are looked at for the largest ratio, at most.
_MOST_INTERVALS = 4000

# The factors of x², x and ln x in a log-density right of every mean.
Fall = tuple[Scalar, Scalar, Scalar]


def _fall(part: Part) -> Fall:
    if part.shape == GAUSSIAN:
        return -ONE / (2 * part.spread), part.location / part.spread, ZERO
    if part.shape == STUDENT:
        return ZERO, ZERO, -1 - part.noise
    if part.shape == SMOOTHED:
        # A tail of the noise, as far out as the interval's end is.
        end = part.location + part.spread
        return -ONE / (2 * part.noise), end / part.noise, -ONE
    if part.shape in (NOISED, BLURRED):
        return ZERO, -ONE / part.noise, ZERO
    if part.shape == LAPLACE_SUM:
        equal = same(part.spread, part.noise)
        if not (equal or part.spread > part.noise):
            raise Indeterminate("two scales that may be equal")
        return ZERO, -ONE / part.spread, ONE if equal else ZERO
    return ZERO, -ONE / part.spread, ZERO


def _leads(fall: Fall) -> int:
    """The sign of c2 x² + c1 x + c ln x far to the right: −1 where its exponential falls, 0 for
    0."""
    return fall_sign(fall[0]) or fall_sign(fall[1]) or fall_sign(fall[2])


def _tilted(one: Fall, two: Fall, order: Scalar) -> Fall:
    less_one = 1 - order
    found = [order * a + less_one * b for a, b in zip(one, two, strict=True)]
    return found[0], found[1], found[2]


def _partners(p: Parts, q: Parts, order: Scalar) -> list[int] | None:
    """For each part of p one of q with which p_i^α q_j^(1−α) is integrable on the right; None where
    some part has none: then the integral is infinite.

    Raises:
        Indeterminate: the balls don't tell, or a part of p may have the weight 0. (One of q that
            may has no curve.)
    """
    if not all(part.weight > 0 for part in p):
        raise Indeterminate("a weight may be 0")
    found = []
    for one in p:
        for index, two in enumerate(q):
            square, slope, power = _tilted(_fall(one), _fall(two), order)
            # 1/x isn't integrable.
            if _leads((square, slope, power + 1)) < 0:
                found.append(index)
                break
        else:
            return None
    return found


# --- integrals of powers --------------------------------------------------------------------------


def power_integral(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """∫ p^α q^(1−α) for a finite α > 0 other than 1: in (0, 1] below 1, in [1, ∞] above."""
    p, q = merged(p), merged(q)
    if same_law(p, q):
        return ONE
    return _remembered(_power_integral, p, q, order)


def power_excess(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """∫ p^α q^(1−α) − 1."""
    return power_integral(p, q, order) - 1


def log_power(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """ln ∫ p^α q^(1−α)."""
    found = power_integral(p, q, order)
    if isinstance(found, fmpq) or infinite(found):
        return ZERO if isinstance(found, fmpq) else found
    return _checked(found.log())


def _power_integral(p: Parts, q: Parts, order: Scalar) -> Scalar:
    first, second = curves_of(p), curves_of(q)
    curves, count, alpha = [*first, *second], len(p), arb(order)

    def integrand(logs: Logs) -> Any:
        one, two = logs.sum(slice(0, count)), logs.sum(slice(count, None))
        if one is None or (two is None and alpha < 1):
            return NOTHING
        if two is None:
            raise Escape
        if one.product is None and two.product is None:
            return (alpha * one.log + (1 - alpha) * two.log).exp()
        return one.power(alpha) * two.power(1 - alpha)

    low, high = outer_ends(curves, curves)
    if alpha < 1:
        # Hölder: no more than P(T)^α Q(T)^(1−α) on a tail T.
        most = arb(0)
        for end, turned in ((high, False), (-low, True)):
            masses = [
                tail_mass([c.reflected() for c in part] if turned else part, end).upper()
                for part in (first, second)
            ]
            most += masses[0] ** alpha * masses[1] ** (1 - alpha)
        return _checked(_integral(curves, low, high, integrand) + _between(0, most))
    sides = [(unbounded(p), unbounded(q)), (unbounded(mirrored(p)), unbounded(mirrored(q)))]
    partners = [_partners(*side, order) for side in sides]
    if any(found is None for found in partners):
        return arb("inf")
    ends, most = [], arb(0)
    for (one, two), found, near in zip(sides, partners, (high, -low), strict=True):
        assert found is not None
        pairs = [(curves_of((a,))[0], curves_of((two[j],))[0])
                 for a, j in zip(one, found, strict=True)]
        end = largest([near, *(_beyond(a, b, alpha, near) for a, b in pairs)])
        tails: arb = sum((_tail(a, b, alpha, end) for a, b in pairs), arb(0))
        most += count ** (alpha - 1) * tails
        ends.append(end)
    try:
        total = _integral(curves, -ends[1], ends[0], integrand)
    except Escape:
        return arb("inf")
    return _checked(total + _between(0, most))


@dataclass(frozen=True)
class _Product:
    """ln p^α q^(1−α) right of both means, in the distance from an end, as `Tail` has it, with any
    signs."""

    c0: arb
    c1: arb
    c2: arb
    power: arb
    length: arb

    @property
    def falls_as_power(self) -> bool:
        """Whether it is but a logarithm; whether an integral is finite rests on the power then."""
        return bool(self.c1 == 0 and self.c2 == 0)

    @property
    def steepest(self) -> arb:
        """No less than its slopes, if c2 isn't above 0: the logarithm is concave."""
        return self.c1 if self.power >= 0 else self.c1 + abs(self.power) / self.length


def _product(p: Curve, q: Curve, alpha: arb, end: arb) -> _Product:
    length = _length(p, q, end)
    one, two = _both_beyond(p, q, end, length)
    found = [alpha * a + (1 - alpha) * b for a, b in (
        (one.c0, two.c0), (one.c1, two.c1), (one.c2, two.c2), (one.power, two.power))]
    return _Product(found[0], found[1], found[2], found[3], length)


def _both_beyond(p: Curve, q: Curve, end: arb, length: arb) -> tuple[Tail, Tail]:
    one, two = p.beyond(end, length), q.beyond(end, length)
    if one.is_bound or two.is_bound:
        raise Indeterminate("two scales that may be equal")
    return one, two


def _length(p: Curve, q: Curve, end: arb) -> arb:
    """How far right of both means an end is."""
    return (end - p.location).min(end - q.location)


def _beyond(p: Curve, q: Curve, alpha: arb, start: arb) -> arb:
    """An exact end right of `start` where p^α q^(1−α) is far below the precision."""
    found = _product(p, q, alpha, start)
    if found.falls_as_power:
        return _beyond_by_power(found, start)
    width, c1 = arb(1), found.steepest
    for _ in range(_MOST_STEPS):
        if (found.c0 + (c1 + found.c2 * width) * width < -(ctx.prec + 20)
                and c1 + 2 * found.c2 * width < 0):
            return (start + width).mid()
        width *= 2
    raise Indeterminate("a tail that falls too slowly")


def _beyond_by_power(found: _Product, start: arb) -> arb:
    """An end beyond which the integral is far below the precision, or as far out as is looked at:
    where a power hardly falls, its tail is counted."""
    if not found.power > 1:
        raise Indeterminate("a tail that isn't known to be integrable")
    width = arb(1)
    for _ in range(_FARTHEST):
        left = found.c0 + found.length.log() - (found.power - 1) * (width / found.length).log1p()
        if left < -(ctx.prec + 20):
            break
        width *= 2
    return (start + width).mid()


def _tail(p: Curve, q: Curve, alpha: arb, end: arb) -> arb:
    """A bound from above of ∫ p^α q^(1−α) over (end, ∞): the exponent is concave but for its
    constant and a logarithm, so it lies below its tangent at the end, which falls; or it is a power
    of 1 + h/length."""
    found = _product(p, q, alpha, end)
    if found.falls_as_power:
        if not found.power > 1:
            raise Indeterminate("a tail that isn't known to be integrable")
        return (found.c0.exp() * found.length / (found.power - 1)).upper()
    if not found.steepest < 0:
        raise Indeterminate("a tail that isn't known to fall")
    return (found.c0.exp() / -found.steepest).upper()


# --- the largest ratio ----------------------------------------------------------------------------


def most_log_ratio(p: Parts, q: Parts) -> Scalar:
    """The largest ln(p/q), which may be +∞, of laws without bounded parts (`ball_bounded` has
    it of any)."""
    p, q = merged(p), merged(q)
    if same_law(p, q):
        return ZERO
    return _remembered(_most_log_ratio, p, q)


def _most_log_ratio(p: Parts, q: Parts) -> Scalar:
    first, second = curves_of(p), curves_of(q)
    curves = [*first, *second]
    outside = far_out(p, q, *outer_ends(curves, curves))
    if outside is None:
        return arb("inf")
    left, right = outside
    below = [side.below for side in (left, right) if side.below is not None]
    inside = _Ratios(first, second).largest(-left.end, right.end, below)
    return _checked(inside.lower().union(largest([inside.upper(), left.above, right.above])))


@dataclass(frozen=True)
class _FarOut:
    """An end, and bounds of the largest ln(p/q) right of it, from below where there is one."""

    end: arb
    below: arb | None
    above: arb


def far_out(p: Parts, q: Parts, low: arb, high: arb) -> tuple[_FarOut, _FarOut] | None:
    """Bounds of the largest ln(p/q) far out left of one place, mirrored, and right of another; None
    where it is unbounded."""
    bits = ctx.prec
    # Where a ratio falls like 1/x its logarithms cancel in as many digits as the end is long.
    with precision(2 * bits + 64):
        right = _largest_far_out(p, q, high, bits)
        left = _largest_far_out(mirrored(p), mirrored(q), -low, bits)
    return None if right is None or left is None else (left, right)


def _largest_far_out(p: Parts, q: Parts, start: arb, bits: int) -> _FarOut | None:
    """Bounds of ln(p/q) far out on the right, to so many bits; None where it is unbounded.

    Relative to the part of q that falls slowest each part is a constant or falls to 0.
    """
    falls = [_fall(part) for part in q]
    lead = 0
    for index in range(1, len(q)):
        if _leads(_differing(falls[index], falls[lead])) > 0:
            lead = index
    tops = [_leads(_differing(_fall(part), falls[lead])) for part in p]
    if max(tops) > 0:
        return None
    bottoms = [0 if index == lead else _leads(_differing(fall, falls[lead]))
               for index, fall in enumerate(falls)]
    one, two = curves_of(p), curves_of(q)
    end = start
    for _ in range(_FARTHEST):
        found = [
            [_relative(curve, two[lead], top, end) for curve, top in zip(side, signs, strict=True)]
            for side, signs in ((one, tops), (two, bottoms))
        ]
        ranges = [[part for part in side if part is not None] for side in found]
        if [*map(len, ranges)] == [len(p), len(q)] and all(
            low > 0 or high < arb(2) ** -bits for side in ranges for low, high in side
        ):
            sums = [[sum((part[place] for part in side), arb(0)) for place in (0, 1)]
                    for side in ranges]
            # What is far below the precision may be 0 to balls.
            top = (sums[0][1].max(_NOTHING) / sums[1][0]).log().upper()
            least = sums[0][0] / sums[1][1]
            # Far out the ratio comes as near as one likes to that of the constants alone.
            return _FarOut(end, least.log().lower() if least > 0 else None, top)
        end = (end + (end - start) + 1).mid()
    raise Indeterminate("tails that fall too slowly")


def _differing(one: Fall, two: Fall) -> Fall:
    return one[0] - two[0], one[1] - two[1], one[2] - two[2]


def _relative(curve: Curve, lead: Curve, sign: int, end: arb) -> tuple[arb, arb] | None:
    """The least and the largest of curve/lead right of the end; None where it may rise there."""
    length = _length(curve, lead, end)
    one, two = _both_beyond(curve, lead, end, length)
    c0, c1, power = one.c0 - two.c0, one.c1 - two.c1, one.power - two.power
    if sign == 0:
        return c0.exp(), c0.exp()
    # It falls all the way if it falls at the end, as the factor of x² isn't positive: with a
    # logarithm that rises, by its slope at the end. A power falls all the way, too.
    rise = arb(0) if power >= 0 else -power / length
    falls = c1 + rise < 0 or (c1 == 0 and power > 0)
    return (arb(0), c0.exp()) if falls else None


class _Ratios(Ratios):
    """The largest ln(p/q) on intervals."""

    def largest(self, low: arb, high: arb, known: Sequence[arb]) -> arb:
        """The largest value between two ends, or what is known to be reached if that is more:
        intervals that may hold it are halved."""
        best = largest([*(self.at(end).lower() for end in (low, high)), *known])
        order = itertools.count()
        waiting: list[tuple[float, int, arb, Segment]] = []
        closed = best
        for segment in segments([*self.p, *self.q], low, high):
            above, below = self.bounds(segment)
            best = largest([best, below])
            if segment.thin:
                closed = largest([closed, above])
            else:
                heapq.heappush(waiting, (-float(above), next(order), above, segment))
        for _ in range(_MOST_INTERVALS):
            check_time()
            if not waiting or waiting[0][2] - best < arb(2) ** (12 - ctx.prec):
                break
            _, _, above, segment = heapq.heappop(waiting)
            middle = segment.middle
            if not segment.low < middle < segment.high:
                closed = largest([closed, above])
                continue
            for part in (Segment(segment.low, middle, thin=False),
                         Segment(middle, segment.high, thin=False)):
                top, below = self.bounds(part)
                best = largest([best, below])
                if not top < best:
                    heapq.heappush(waiting, (-float(top), next(order), top, part))
        return best.union(largest([best, closed, *(entry[2] for entry in waiting)]))

    def bounds(self, segment: Segment) -> tuple[arb, arb]:
        """No less than its values on a segment, and no more than the largest of them; exact."""
        if segment.thin:
            return (self.at(segment.low.union(segment.high)).upper(),
                    self.at(segment.middle).lower())
        slope = self._slope(segment)
        ends = [self.at(end) for end in (segment.low, segment.high)]
        below = largest([end.lower() for end in ends])
        if slope >= 0 or slope <= 0:
            return largest([end.upper() for end in ends]), below
        # About halfway may be less far from one end.
        origin = segment.middle
        far = (segment.high - origin).union(origin - segment.low)
        middle = self.at(origin)
        return (middle + abs(slope) * far).upper(), largest([below, middle.lower()])
