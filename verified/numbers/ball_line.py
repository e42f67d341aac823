"""Integrals over the real line in balls, for mixtures of Laplace and Gaussian densities.

The line is cut at the kinks of the densities; between two cuts every density is the exponential of
a polynomial, so that `acb.integral` applies; tails are bounded in closed form. A cut that is known
only as a ball leaves a thin interval, on which the integrand is enclosed as a whole.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import acb, arb, ctx, fmpq

from verified.numbers.ball_noised import Noised
from verified.numbers.ball_signs import Positive, Term, difference_at
from verified.numbers.balls import (
    HALF,
    ONE,
    ZERO,
    Indeterminate,
    Undefined,
    _checked,
    equal,
    expm1,
    infinite,
    less,
    less_equal,
    precision,
    xlogx,
)
from verified.numbers.line import GAUSSIAN, NOISED, Part, Parts

Scalar = Any  # fmpq | arb

# Integrals are worked out to this many bits at most: more would take minutes.
MOST_BITS = 192
MOST_EVALUATIONS = 40_000


def positive(x: Scalar) -> Scalar:
    """The number itself, which a scale or a variance must be: positive and finite."""
    if infinite(x) or less_equal(x, ZERO):
        raise Undefined("a law on the line has a positive, finite scale")
    if not x > 0:
        raise Indeterminate("a scale may be 0")
    return x


def finite(x: Scalar) -> Scalar:
    """The number itself, which a mean must be: finite."""
    if infinite(x):
        raise Undefined("a law on the line has a finite mean")
    return x


def risen(low: Scalar, high: Scalar) -> Scalar:
    """The number `high`, which must be at least `low`."""
    if less(high, low):
        raise Undefined("the ends of cells rise")
    return high


def normal_cdf(x: Scalar) -> Scalar:
    """The standard normal law's probability of (−∞, x]."""
    if infinite(x):
        return ONE if x > 0 else ZERO
    if isinstance(x, fmpq) and x == 0:
        return HALF
    return _checked((-arb(x) / arb(2).sqrt()).erfc() / 2)


def decay_excess(t: Scalar) -> Scalar:
    """e^(−t) − 1 + t."""
    if infinite(t):
        return arb("inf")
    return expm1(-t) + t


def same(a: Scalar, b: Scalar) -> bool:
    """Whether two numbers are certainly equal."""
    return equal(a, b) is True


def above(a: Scalar, b: Scalar) -> bool:
    """Whether a > b.

    Raises:
        Indeterminate: the balls don't tell.
    """
    found = less(b, a)
    if found is None:
        raise Indeterminate("two scales may be in either order")
    return found


def unknown(what: str) -> Any:
    """There is no way to tell.

    Raises:
        Indeterminate: always.
    """
    raise Indeterminate(what)


def choose(test: bool, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    """One of two branches; floats take each where it is due."""
    return then() if test else otherwise()


# --- densities ------------------------------------------------------------------------------------


def _reach(shape: str) -> arb:
    """How many scales from its mean a density's tail is below the precision."""
    bits = arb(ctx.prec) * arb(2).log() + 20
    return (2 * bits).sqrt() if shape == GAUSSIAN else bits


class Curve:
    """A weighted density in balls: the exponential of a polynomial on each side of its mean."""

    def __init__(self, weight: arb, shape: str, location: arb, spread: arb) -> None:
        self.weight, self.shape, self.location = weight, shape, location
        self.scale = spread.sqrt() if shape == GAUSSIAN else spread
        width = self.scale * (2 * arb.pi()).sqrt() if shape == GAUSSIAN else 2 * self.scale
        self.log_norm = -width.log()
        self.peak = weight / width

    def reach(self) -> arb:
        """How far from its mean a tail is below the precision."""
        return self.scale * _reach(self.shape)

    def reflected(self) -> Curve:
        """The density of −X."""
        other = object.__new__(Curve)
        other.__dict__.update(self.__dict__, location=-self.location)
        return other

    def coefficients(
        self, low: arb, high: arb, origin: arb | int = 0
    ) -> tuple[arb, arb, arb]:
        """The polynomial (constant, linear, quadratic) of the log-density on [low, high], in the
        distance from an origin: far from it the terms cancel.

        Raises:
            Indeterminate: the mean may lie inside, where a Laplace density has its kink.
        """
        s, start = self.scale, self.weight.log() + self.log_norm
        m = self.location - origin
        if self.shape == GAUSSIAN:
            v = s * s
            return start - m * m / (2 * v), m / v, -1 / (2 * v)
        if low >= self.location:
            return start + m / s, -1 / s, arb(0)
        if high <= self.location:
            return start - m / s, 1 / s, arb(0)
        raise Indeterminate("a kink inside a segment")

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high], in the distance from an origin inside."""
        return [Term(self.coefficients(low, high, origin))]

    def log_around(self, x: arb) -> arb:
        """The log-density on a ball that may hold the kink."""
        start = self.weight.log() + self.log_norm
        u = abs(x - self.location) / self.scale
        return start - (u * u / 2 if self.shape == GAUSSIAN else u)

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        u = (x - self.location) / self.scale
        if self.shape == GAUSSIAN:
            return self.weight * (u / arb(2).sqrt()).erfc() / 2
        if u >= 0:
            return self.weight * (-u).exp() / 2
        if u <= 0:
            return self.weight * (1 - u.exp() / 2)
        # Tails fall, so the ends of the ball bound its tail.
        ends = [self.weight * _laplace_tail(end) for end in (u.lower(), u.upper())]
        return ends[0].union(ends[1])

    def mass(self, low: arb, high: arb) -> arb:
        """The mass of (low, high)."""
        if high <= self.location:
            turned = self.reflected()
            return turned.upper_tail(-high) - turned.upper_tail(-low)
        return self.upper_tail(low) - self.upper_tail(high)

    def tail_moments(self, end: arb, origin: arb) -> tuple[arb, arb, arb]:
        """∫ (x − origin)^k f(x) dx over (end, ∞) for k = 0, 1, 2, where end is beyond the mean."""
        tail, s, m = self.upper_tail(end), self.scale, self.location
        if self.shape == GAUSSIAN:
            u, d = (end - m) / s, m - origin
            bell = self.weight * (-u * u / 2).exp() / (2 * arb.pi()).sqrt()
            first = d * tail + s * bell
            second = d * d * tail + 2 * d * s * bell + s * s * (u * bell + tail)
            return tail, first, second
        d = end - origin
        return tail, tail * (d + s), tail * (d * d + 2 * s * d + 2 * s * s)


def _laplace_tail(u: arb) -> arb:
    return (-u).exp() / 2 if u >= 0 else 1 - u.exp() / 2


def _curve(part: Part, factor: Any) -> Any:
    weight = arb(part.weight) * arb(factor)
    if not weight > 0:
        raise Indeterminate("a weight may be 0")
    if part.shape == NOISED:
        return Noised(weight, arb(part.location), arb(part.spread), arb(part.noise))
    return Curve(weight, part.shape, arb(part.location), arb(part.spread))


def _curves(parts: Parts, factor: Any = ONE) -> list[Any]:
    return [_curve(part, factor) for part in parts]


def _merged(parts: Parts) -> Parts:
    """The mixture without weights 0, and with densities that are certainly the same as one."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part.weight, fmpq) and part.weight == 0:
            continue
        for index, other in enumerate(found):
            if _alike(part, other):
                found[index] = replace(other, weight=other.weight + part.weight)
                break
        else:
            found.append(part)
    return tuple(found)


def _alike(one: Part, two: Part) -> bool:
    return (
        one.shape == two.shape
        and same(one.location, two.location)
        and same(one.spread, two.spread)
        and (one.shape != NOISED or same(one.noise, two.noise))
    )


def _same_law(one: Parts, two: Parts) -> bool:
    """Whether two merged mixtures are certainly the same, whatever the order of their parts."""
    return len(one) == len(two) and all(
        any(_alike(a, b) and same(a.weight, b.weight) for b in two) for a in one
    )


def _net(p: Parts, q: Parts) -> tuple[Parts, Parts]:
    """Two weighted mixtures with the same difference, where a density is in one of them only."""
    first, second = list(_merged(p)), list(_merged(q))
    for part in tuple(first):
        for other in tuple(second):
            if not _alike(part, other):
                continue
            rest = part.weight - other.weight
            if not (isinstance(rest, fmpq) or rest > 0 or rest < 0):
                continue
            first.remove(part)
            second.remove(other)
            if rest > 0:
                first.append(replace(part, weight=rest))
            elif rest < 0:
                second.append(replace(other, weight=-rest))
    return tuple(first), tuple(second)


# --- the line in segments -------------------------------------------------------------------------


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


def _ends(curves: Sequence[Curve], cuts: Sequence[Curve]) -> tuple[arb, arb]:
    """Exact ends beyond every mean, and beyond the reach of the densities `curves`."""
    high = _largest(
        [(c.location + c.reach()).upper() for c in curves]
        + [c.location.upper() for c in cuts]
    )
    low = -_largest(
        [(c.reach() - c.location).upper() for c in curves]
        + [(-c.location).upper() for c in cuts]
    )
    return low - 1, high + 1


def _largest(values: Sequence[arb]) -> arb:
    """The largest of exact numbers."""
    result = values[0]
    for value in values[1:]:
        result = value if value > result else result
    return result


def _segments(curves: Sequence[Curve], low: arb, high: arb) -> Iterator[Segment]:
    """[low, high] from left to right, cut at the means of all densities, and at 1, 2, 4, … scales
    from them, so that a segment is no wider than it is far from a mean: the densities keep their
    order of size as far as may be, and the terms of their logarithms don't cancel."""
    place, high = low.lower(), high.upper()
    cuts = [(c.location.lower(), c.location.upper()) for c in curves]
    for curve in curves:
        step = curve.scale
        for _ in range(_MOST_STEPS):
            for side in (-1, 1):
                # Where there is no kink, any point near will do.
                point = (curve.location + side * step).mid()
                cuts.append((point, point))
            step *= 2
            if not step < high - place:
                break
    for start, stop in sorted(cuts, key=functools.cmp_to_key(_by_start)):
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


_MOST_STEPS = 60
# At how many widths of a sharp change of order, on both sides, one more segment ends.
_STEPS = (1, 2, 4, 8, 16, 32)
# How far a log-ratio changes on a segment until its zero is one more place to cut at.
_SHARP = 64.0


def _cut_at_crossings(curves: Sequence[Curve], segment: Segment) -> Iterator[Segment]:
    """A segment cut where two densities change their order sharply: beyond that place the one that
    leads on this side says nothing of the sum's logarithm. Any cut is as right as another, so they
    are found in floats."""
    origin = segment.middle
    low, high = float(segment.low - origin), float(segment.high - origin)
    table = [
        [float(part.mid()) for part in curve.coefficients(segment.low, segment.high, origin)]
        for curve in curves
    ]
    cuts: set[float] = set()
    for one, two in itertools.combinations(table, 2):
        c0, c1, c2 = (a - b for a, b in zip(one, two, strict=True))
        left, right = ((c2 * x + c1) * x + c0 for x in (low, high))
        if not (left * right < 0 and abs(right - left) > _SHARP):
            continue
        start, stop = low, high
        while start < (middle := (start + stop) / 2) < stop:
            same_side = ((c2 * middle + c1) * middle + c0) * left > 0
            start, stop = (middle, stop) if same_side else (start, middle)
        slope = abs(2 * c2 * middle + c1)
        cuts.add(middle)
        if slope > 0:
            cuts.update(middle + side * step / slope for step in _STEPS for side in (-1, 1))
    place = segment.low
    for cut in sorted(cut for cut in cuts if low < cut < high):
        end = (origin + arb(cut)).mid()
        if place < end < segment.high:
            yield Segment(place, end, thin=False)
            place = end
    yield Segment(place, segment.high, thin=False)


def _by_start(one: tuple[arb, arb], two: tuple[arb, arb]) -> int:
    return -1 if one[0] < two[0] else int(bool(one[0] > two[0]))


Polynomial = tuple[arb, arb, arb]


class Logs:
    """Log-densities at a point, and which of them leads, as far as a float can tell.

    A sum of densities is the leading one times 1 + (what the others are relative to it), so that
    neither it nor its logarithm cancels or overflows.
    """

    def __init__(self, values: Sequence[Any], heights: Sequence[float], analytic: bool) -> None:
        self.values, self.heights, self.analytic = values, heights, analytic

    def sum(self, chosen: slice) -> tuple[Any, Any]:
        """The sum of the chosen densities, and its logarithm."""
        values, heights = self.values[chosen], self.heights[chosen]
        lead = max(range(len(values)), key=heights.__getitem__)
        origin, total = values[lead], acb(1)
        if len(values) == 1:
            return origin.exp(), origin
        for index, value in enumerate(values):
            if index != lead:
                total += (value - origin).exp()
        return origin.exp() * total, origin + total.log(analytic=self.analytic)


Integrand = Callable[[Logs], Any]
ALL = slice(None)


def _cut(curves: Sequence[Curve], low: arb, high: arb) -> Iterator[Segment]:
    for segment in _segments(curves, low, high):
        yield from [segment] if segment.thin else _cut_at_crossings(curves, segment)


def _integral(curves: Sequence[Curve], low: arb, high: arb, integrand: Integrand) -> arb:
    """∫ over [low, high] of a function of the log-densities at x."""
    total = arb(0)
    for segment in _cut(curves, low, high):
        middle = segment.middle
        heights = [_height(curve.log_around(middle)) for curve in curves]
        if segment.thin:
            ball = segment.low.union(segment.high)
            logs = [acb(curve.log_around(ball)) for curve in curves]
            value = _real(integrand(Logs(logs, heights, False)))
            total += (segment.high - segment.low) * value
            continue
        table = [curve.coefficients(segment.low, segment.high, middle) for curve in curves]
        total += _smooth(table, heights, segment, integrand)
    return _checked(total)


def _height(log: arb) -> float:
    return float(log.mid())


def _smooth(
    table: Sequence[Polynomial], heights: Sequence[float], segment: Segment, integrand: Integrand
) -> arb:
    """∫ over a segment; the polynomials are in the distance from its middle."""

    def at(z: acb, analytic: bool) -> Any:
        logs = [(c2 * z + c1) * z + c0 for c0, c1, c2 in table]
        return integrand(Logs(logs, heights, analytic))

    tolerance = arb(2) ** (-ctx.prec)
    found = acb.integral(
        at, _exactly(segment.low, segment.middle), _exactly(segment.high, segment.middle),
        abs_tol=tolerance, rel_tol=tolerance, eval_limit=MOST_EVALUATIONS,
    )
    return _real(found)


def _exactly(end: arb, origin: arb) -> arb:
    """The difference of two exact numbers, exact as well."""
    bits = ctx.prec
    while True:
        with precision(bits):
            found = end - origin
        if found.is_exact():
            return found
        bits *= 2


def _real(x: Any) -> arb:
    return _checked(acb(x).real)


def _remembered(function: Callable[..., arb], *args: Any) -> arb:
    """The function's value at the precision in force, or at `MOST_BITS` if that is less.

    One integral often stands in several places of a claim, and in each step of the precision.
    """
    with precision(min(ctx.prec, MOST_BITS)):
        try:
            hash(args)
        except (TypeError, ValueError):
            # Balls that aren't exact have no hash.
            return function(*args)
        found = _memory(ctx.prec, function, *args)
        if isinstance(found, str):
            raise Indeterminate(found)
        return found


@functools.lru_cache(maxsize=128)
def _memory(_: int, function: Callable[..., arb], *args: Any) -> arb | str:
    """The value, or why there is none at this precision."""
    try:
        return function(*args)
    except Indeterminate as error:
        return str(error)


def _integrable(*parts: Part) -> None:
    if any(part.shape == NOISED for part in parts):
        raise Indeterminate("the logarithm of a density with Laplace noise isn't integrated")


def _between(low: Any, high: Any) -> arb:
    return arb(low).union(arb(high))


# --- quantities -----------------------------------------------------------------------------------


def kl(p: Parts, q: Parts) -> Scalar:
    """∫ p ln(p/q)."""
    p, q = _merged(p), _merged(q)
    if _same_law(p, q):
        return ZERO
    _integrable(*p, *q)
    return _remembered(_kl, p, q)


def _kl(p: Parts, q: Parts) -> arb:
    first, second = _curves(p), _curves(q)
    count, curves = len(first), [*first, *second]

    def integrand(logs: Logs) -> Any:
        top, log_top = logs.sum(slice(0, count))
        _, log_bottom = logs.sum(slice(count, None))
        return top * (log_top - log_bottom)

    low, high = _ends(first, curves)
    turned = [curve.reflected() for curve in first], [curve.reflected() for curve in second]
    tails = _kl_tail(first, second, high) + _kl_tail(*turned, -low)
    return _checked(_integral(curves, low, high, integrand) + tails)


def _surprise_tail(p: Sequence[Curve], q: Sequence[Curve], end: arb, log_most: arb) -> arb:
    """A bound from above of ∫ p (log_most − ln q) over (end, ∞), which it makes nonnegative.

    Each density of the mixture q bounds q from below; the best bound is taken.
    """
    best = None
    for other in q:
        constant = (log_most - other.weight.log() - other.log_norm).upper().max(arb(0))
        bound = arb(0)
        for curve in p:
            mass, first, second = curve.tail_moments(end, other.location)
            if other.shape == GAUSSIAN:
                bound += constant * mass + second / (2 * other.scale * other.scale)
            else:
                bound += constant * mass + first / other.scale
        bound = _checked(bound).upper()
        best = bound if best is None or bound < best else best
    assert best is not None
    return best


def _kl_tail(p: Sequence[Curve], q: Sequence[Curve], end: arb) -> arb:
    mass = _tails(p, end)
    log_most = sum((curve.peak for curve in p), arb(0)).log()
    # By the log-sum inequality it is at least P ln(P/Q), and Q is at most 1.
    least = arb(xlogx(_between(0, mass.upper()))).lower()
    return _between(least, _surprise_tail(p, q, end, log_most))


def entropy(p: Parts) -> arb:
    """The differential entropy −∫ p ln p."""
    _integrable(*p)
    return _remembered(_entropy, _merged(p))


def _entropy(p: Parts) -> arb:
    curves = _curves(p)

    def integrand(logs: Logs) -> Any:
        density, log_density = logs.sum(ALL)
        return -density * log_density

    low, high = _ends(curves, curves)
    turned = [curve.reflected() for curve in curves]
    tails = _entropy_tail(curves, high) + _entropy_tail(turned, -low)
    return _checked(_integral(curves, low, high, integrand) + tails)


def _entropy_tail(p: Sequence[Curve], end: arb) -> arb:
    mass = _tails(p, end).upper()
    log_most = sum((curve.peak for curve in p), arb(0)).log()
    # −ln p is at least −ln of the largest density, and at most −ln of any one part.
    return _between(-(mass * log_most.upper().max(arb(0))), _surprise_tail(p, p, end, arb(0)))


def information(weights: Sequence[Scalar], laws: Sequence[Parts]) -> Scalar:
    """Σ w_x ∫ L_x ln(L_x/Σ w_y L_y); exactly 0 where all laws of positive weight are the same."""
    chosen = [
        (weight, _merged(law))
        for weight, law in zip(weights, laws, strict=True)
        if not (isinstance(weight, fmpq) and weight == 0)
    ]
    if not chosen:
        raise Undefined("all weights are 0")
    if all(_same_law(law, chosen[0][1]) for _, law in chosen):
        return ZERO
    _integrable(*(part for _, law in chosen for part in law))
    return _remembered(
        _information, tuple(weight for weight, _ in chosen), tuple(law for _, law in chosen)
    )


def _information(weights: Sequence[Scalar], laws: Sequence[Parts]) -> arb:
    rows: list[slice] = []
    curves: list[Curve] = []
    for weight, law in zip(weights, laws, strict=True):
        own = _curves(law, weight)
        rows.append(slice(len(curves), len(curves) + len(own)))
        curves.extend(own)
    log_weights = [arb(weight).log() for weight in weights]

    def integrand(logs: Logs) -> Any:
        _, log_all = logs.sum(ALL)
        total = acb(0)
        for row, log_weight in zip(rows, log_weights, strict=True):
            density, log_own = logs.sum(row)
            total += density * (log_own - log_weight - log_all)
        return total

    low, high = _ends(curves, curves)
    # At each y the information is a divergence of the posterior from the prior: it lies between
    # 0 and −ln of the least weight.
    most = _largest([(-log).upper() for log in log_weights])
    turned = [curve.reflected() for curve in curves]
    outside = _tails(curves, high) + _tails(turned, -low)
    return _checked(
        _integral(curves, low, high, integrand) + _between(0, (outside * most).upper())
    )


def mass(p: Parts, low: Scalar, high: Scalar) -> Scalar:
    """The probability of the interval (low, high]; 0 where it is empty."""
    empty = less_equal(high, low)
    if empty:
        return ZERO
    if empty is None:
        raise Indeterminate("an interval may be empty")
    curves = _curves(_merged(p))
    if infinite(low) and infinite(high):
        return ONE
    if infinite(low):
        return _tails([curve.reflected() for curve in curves], -arb(high))
    if infinite(high):
        return _tails(curves, arb(low))
    ends = arb(low), arb(high)
    return _checked(sum((curve.mass(*ends) for curve in curves), arb(0)))


def _tails(curves: Sequence[Curve], end: arb) -> arb:
    return _checked(sum((curve.upper_tail(end) for curve in curves), arb(0)))


def density(p: Parts, x: Scalar) -> arb:
    """The density at a number."""
    return _checked(difference_at(_curves(_merged(p)), [], arb(x)))


def positive_part(p: Parts, q: Parts, factor: Scalar) -> Scalar:
    """∫ max(0, p − factor·q), for a factor in [0, ∞].

    The sign of the difference is certain on most of the line, where masses are closed forms; what
    is left are short intervals around the zeros, and tails, which are bounded.
    """
    if infinite(factor) or (isinstance(factor, fmpq) and factor == 0):
        # Both laws have positive densities everywhere.
        return ZERO if infinite(factor) else ONE
    scaled = tuple(replace(part, weight=part.weight * factor) for part in q)
    p, q = _net(p, scaled)
    if not p or not q:
        return sum((part.weight for part in p), ZERO)
    first, second = _curves(p), _curves(q)
    curves = [*first, *second]
    low, high = _ends(curves, curves)
    found = Positive(first, second)
    for segment in _segments(curves, low, high):
        (found.add_thin if segment.thin else found.add)(segment.low, segment.high)
    turned = [curve.reflected() for curve in first]
    tails = _tails(first, high) + _tails(turned, -low)
    return _checked(found.total() + _between(0, tails.upper()))
