"""Integrals over the real line in balls, for mixtures of Laplace, Gaussian, logistic, Student and
uniform densities, and of sums of two.

The line is cut at the kinks of the densities (`ball_segments`); between two cuts every density is
analytic (`ball_shapes`), so that `acb.integral` applies; tails are bounded in closed form.
Where nothing but signs is integrated, `ball_signs` isolates them. A cut that is known only as a
ball leaves a thin interval, on which the integrand is enclosed as a whole.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import acb, arb, ctx, fmpq

from verified.numbers.ball_alike import trapezoid_above, trapezoid_density
from verified.numbers.ball_densities import (
    curves_of,
    merged,
    net,
    same_law,
    tail_mass,
)
from verified.numbers.ball_densities import (
    same as same,
)
from verified.numbers.ball_ratios import Ratios
from verified.numbers.ball_segments import Segment, cut, largest, outer_ends, segments
from verified.numbers.ball_shapes import Curve, LogDensity
from verified.numbers.ball_signs import Positive, difference_at
from verified.numbers.ball_steps import before, between_ends, interval, ordered
from verified.numbers.ball_steps import steps as steps
from verified.numbers.ball_sums import Sum
from verified.numbers.balls import (
    HALF,
    ONE,
    ZERO,
    Indeterminate,
    Undefined,
    _checked,
    expm1,
    infinite,
    integral,
    less,
    less_equal,
    log,
    precision,
    xlogx,
)
from verified.numbers.line import (
    BOUNDED,
    GAUSSIAN,
    LAPLACE_SUM,
    SMOOTHED,
    STEPPED,
    STUDENT,
    SUMS,
    TRAPEZOID,
    UNIFORM,
    Part,
    Parts,
    mirrored,
)

Scalar = Any  # fmpq | arb

# Integrals are worked out to this many bits at most: more would take minutes.
MOST_BITS = 192
MOST_EVALUATIONS = 40_000


def positive(
    x: Scalar, otherwise: str = "a law on the line has a positive, finite scale"
) -> Scalar:
    """The number itself, which a scale or a variance must be: positive and finite."""
    if infinite(x) or less_equal(x, ZERO):
        raise Undefined(otherwise)
    if not x > 0:
        raise Indeterminate("a scale may be 0")
    return x


def finite(x: Scalar) -> Scalar:
    """The number itself, which a mean must be: finite."""
    if infinite(x):
        raise Undefined("a law on the line has a finite mean")
    return x


def at_most(a: Scalar, b: Scalar) -> bool:
    """Whether a ≤ b for certain."""
    return less_equal(a, b) is True


def risen(low: Scalar, high: Scalar) -> Scalar:
    """The number `high`, which must be at least `low`."""
    if less(high, low):
        raise Undefined("the ends of cells rise")
    return high


def normal_cdf(x: Scalar) -> Scalar:
    """The standard normal law's probability of (−∞, x]."""
    if infinite(x):
        return ONE if x > 0 else ZERO
    if x == 0:
        return HALF
    return _checked((-arb(x) / arb(2).sqrt()).erfc() / 2)


def decay_excess(t: Scalar) -> Scalar:
    """e^(−t) − 1 + t."""
    if infinite(t):
        return arb("inf")
    return expm1(-t) + t


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


# --- integrals -----------------------------------------------------------------------------------


class Escape(Exception):
    """A law has mass where another has none."""


@dataclass(frozen=True)
class Total:
    """A sum of densities at a point, and its logarithm.

    Attributes:
        product: one times the other, where that is known better than by them; the logarithm may
            then be anything (nan), as the density may be 0.
    """

    density: Any
    log: Any
    product: Any = None

    def above(self, log: Any) -> Any:
        """The density times what its logarithm is above another."""
        if self.product is None:
            return self.density * (self.log - log)
        return self.product - self.density * log

    def power(self, order: arb) -> Any:
        """The density to a power; from 0 on, where it may be 0 and the order isn't below it."""
        if self.product is None or not order > 0 or acb(self.log).is_finite():
            return (order * self.log).exp()
        return acb(arb(0).union(acb(self.density).real.upper() ** order))


class Logs:
    """Log-densities at a point, None of what has no mass there; and which of them leads, as far as
    a float can tell.

    A sum of densities is the leading one times 1 + (what the others are relative to it), so that
    neither it nor its logarithm cancels or overflows.
    """

    def __init__(self, values: Sequence[Any], heights: Sequence[float], analytic: bool) -> None:
        self.values, self.heights, self.analytic = values, heights, analytic

    def sum(self, chosen: slice) -> Total | None:
        """The sum of the chosen densities; None where it is 0."""
        pairs = [(value, height) for value, height in zip(
            self.values[chosen], self.heights[chosen], strict=True) if value is not None]
        if not pairs:
            return None
        lead = max(range(len(pairs)), key=lambda index: pairs[index][1])
        origin, total = pairs[lead][0], acb(1)
        if len(pairs) == 1:
            return Total(origin.exp(), origin)
        for index, (value, _) in enumerate(pairs):
            if index != lead:
                total += (value - origin).exp()
        return Total(origin.exp() * total, origin + total.log(analytic=self.analytic))


class Ranges(Logs):
    """What densities are somewhere on a short interval, on which any of them may be 0 here and
    not there."""

    def __init__(self, curves: Sequence[Curve | Sum], low: arb, high: arb) -> None:
        self.ranges = [_range(curve, low, high) for curve in curves]

    def sum(self, chosen: slice) -> Total | None:
        """The sum of the chosen densities; None where it is 0 throughout."""
        ranges = self.ranges[chosen]
        least, most = (sum((pair[end] for pair in ranges), arb(0)) for end in (0, 1))
        if most == 0:
            return None
        least, most = least.lower(), most.upper()
        density = least.union(most)
        log = least.log().union(most.log()) if least > 0 else arb("nan")
        return Total(acb(density), acb(log), acb(xlogx(density)))


def _range(curve: Curve | Sum, low: arb, high: arb) -> tuple[arb, arb]:
    """The least and the largest value of a density on an interval."""
    ball = low.union(high)
    if curve.support is None:
        log = curve.log_around(ball)
        return log.lower().exp().lower(), log.upper().exp().upper()
    first, last = curve.support
    if high <= first or low >= last:
        return arb(0), arb(0)
    assert isinstance(curve, Sum)
    away = abs(ball - curve.location)
    return curve.at(away.upper()).lower(), curve.at(away.lower()).upper()


Integrand = Callable[[Logs], Any]
ALL = slice(None)
NOTHING = acb(0)


def _integral(curves: Sequence[Curve], low: arb, high: arb, integrand: Integrand) -> arb:
    """∫ over [low, high] of a function of the log-densities at x."""
    total = arb(0)
    for segment in cut(curves, low, high):
        if segment.thin:
            value = _real(integrand(Ranges(curves, segment.low, segment.high)))
            total += (segment.high - segment.low) * value
            continue
        middle = segment.middle
        table = [curve.log_density(segment.low, segment.high, middle) for curve in curves]
        heights = [_height(curve.log_around(middle)) for curve in curves]
        total += _smooth(table, heights, segment, integrand)
    return total


def _height(log: arb) -> float:
    return float(log.mid())


def _smooth(
    table: Sequence[LogDensity | None], heights: Sequence[float], segment: Segment,
    integrand: Integrand,
) -> arb:
    """∫ over a segment; the log-densities are in the distance from its middle."""

    def at(z: acb, analytic: bool) -> Any:
        logs = [None if log_density is None else log_density(z, analytic) for log_density in table]
        return integrand(Logs(logs, heights, analytic))

    tolerance = arb(2) ** (-ctx.prec)
    found = integral(
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


def _between(low: Any, high: Any) -> arb:
    return arb(low).union(arb(high))


# --- quantities -----------------------------------------------------------------------------------


def kl(p: Parts, q: Parts) -> Scalar:
    """∫ p ln(p/q)."""
    p, q = merged(p), merged(q)
    if same_law(p, q):
        return ZERO
    return _remembered(_kl, p, q)


def unbounded(parts: Parts) -> Parts:
    """The parts that have mass everywhere."""
    return tuple(part for part in parts if part.shape not in BOUNDED)


def _slowest(parts: Parts) -> int:
    """As which power of |x| the logarithm of a mixture falls, by its heaviest part; 0 where as a
    multiple of ln |x|."""
    powers = {GAUSSIAN: 2, SMOOTHED: 2, STUDENT: 0}
    return min(powers.get(part.shape, 1) for part in parts)


def _surprises_without_end(p: Parts, q: Parts) -> bool:
    """Whether −∫ p ln q is infinite: a Student law of ν degrees of freedom has no moments from ν
    on, and its own logarithm is integrable.

    Raises:
        Indeterminate: such a part may have the weight 0.
    """
    power = _slowest(unbounded(q))
    heavy = [part for part in p if part.shape == STUDENT and part.noise <= power]
    if heavy and not any(part.weight > 0 for part in heavy):
        raise Indeterminate("a weight may be 0")
    return bool(heavy)


def _kl(p: Parts, q: Parts) -> arb:
    first, second = curves_of(p), curves_of(q)
    count, curves = len(first), [*first, *second]
    if unbounded(p) and (not unbounded(q) or _surprises_without_end(p, q)):
        return arb("inf")

    def integrand(logs: Logs) -> Any:
        top, bottom = logs.sum(slice(0, count)), logs.sum(slice(count, None))
        if top is None:
            return NOTHING
        if bottom is None:
            raise Escape
        return top.above(bottom.log)

    low, high = outer_ends(first, curves)
    turned = [curve.reflected() for curve in first], [curve.reflected() for curve in second]
    try:
        inside = _integral(curves, low, high, integrand)
    except Escape:
        return arb("inf")
    tails = _kl_tail(first, second, high) + _kl_tail(*turned, -low)
    return _checked(inside + tails)


def _surprise_tail(p: Sequence[Curve], q: Sequence[Curve], end: arb, log_most: arb) -> arb:
    """A bound from above of ∫ p (log_most − ln q) over (end, ∞).

    Each density of the mixture q bounds q from below; the best bound is taken.
    """
    if all(curve.support is not None for curve in p):
        return arb(0)
    best = None
    for other in (curve for curve in q if curve.support is None):
        length = end - other.location
        tail = other.beyond(end, length)
        # What a power adds is left out.
        power = arb(max(tail.power, 0))
        factors = log_most - tail.c0, -tail.c1, -tail.c2, power
        # What is infinite counts but where its factor is 0 for certain.
        bound = sum((factor * moment for curve in p
                     for factor, moment in zip(
                         factors, curve.tail_moments(end, length), strict=True)
                     if not factor.is_zero()), arb(0)).upper()
        best = bound if best is None or bound < best else best
    assert best is not None
    return _checked(best)


def _kl_tail(p: Sequence[Curve], q: Sequence[Curve], end: arb) -> arb:
    if all(curve.support is not None for curve in p):
        return arb(0)
    log_most = sum((curve.peak for curve in p), arb(0)).log()
    # By the log-sum inequality it is at least P ln(P/Q), and Q is at most 1.
    least = arb(xlogx(tail_mass(p, end))).lower()
    return _between(least, _surprise_tail(p, q, end, log_most))


def entropy(p: Parts) -> arb:
    """The differential entropy −∫ p ln p."""
    p = merged(p)
    if len(p) == 1 and p[0].shape == TRAPEZOID:
        return _trapezoid_entropy(p[0])
    return _remembered(_entropy, p)


def _trapezoid_entropy(part: Part) -> arb:
    """ln L + l/(2L): −ln of the density is ln L on all of it, and −∫ u ln u du = 1/4 on each of
    the sides, u from 0 to 1, l/L times that in all."""
    return arb(part.spread).log() + arb(part.noise / (2 * part.spread))


def _entropy(p: Parts) -> arb:
    curves = curves_of(p)

    def integrand(logs: Logs) -> Any:
        found = logs.sum(ALL)
        return NOTHING if found is None else -found.above(NOTHING)

    low, high = outer_ends(curves, curves)
    turned = [curve.reflected() for curve in curves]
    tails = _entropy_tail(curves, high) + _entropy_tail(turned, -low)
    return _checked(_integral(curves, low, high, integrand) + tails)


def _entropy_tail(p: Sequence[Curve], end: arb) -> arb:
    log_most = sum((curve.peak for curve in p), arb(0)).log()
    # −ln p is at least −ln of the largest density, and at most −ln of any one part.
    least = (-tail_mass(p, end) * log_most).lower()
    return _between(least, _surprise_tail(p, p, end, arb(0)))


def information(weights: Sequence[Scalar], laws: Sequence[Parts]) -> Scalar:
    """Σ w_x ∫ L_x ln(L_x/Σ w_y L_y); exactly 0 where all laws of positive weight are the same."""
    chosen = [
        (weight, merged(law))
        for weight, law in zip(weights, laws, strict=True)
        if not (isinstance(weight, fmpq) and weight == 0)
    ]
    if not chosen:
        raise Undefined("all weights are 0")
    if all(same_law(law, chosen[0][1]) for _, law in chosen):
        return ZERO
    return _remembered(
        _information, tuple(weight for weight, _ in chosen), tuple(law for _, law in chosen)
    )


def _information(weights: Sequence[Scalar], laws: Sequence[Parts]) -> arb:
    rows: list[slice] = []
    curves: list[Curve] = []
    for weight, law in zip(weights, laws, strict=True):
        own = curves_of(law, weight)
        rows.append(slice(len(curves), len(curves) + len(own)))
        curves.extend(own)
    log_weights = [arb(weight).log() for weight in weights]

    def integrand(logs: Logs) -> Any:
        whole, told = logs.sum(ALL), acb(0)
        for row, log_weight in zip(rows, log_weights, strict=True):
            own = logs.sum(row)
            if own is not None and whole is not None:
                told += own.above(log_weight + whole.log)
        return told

    low, high = outer_ends(curves, curves)
    # At each y the information is a divergence of the posterior from the prior: it lies between
    # 0 and −ln of the least weight.
    most = largest([(-log).upper() for log in log_weights])
    turned = [curve.reflected() for curve in curves]
    outside = tail_mass(curves, high) + tail_mass(turned, -low)
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
    if infinite(low) and infinite(high):
        return ONE
    flat: Scalar = sum((interval(part, low, high) for part in p if part.shape in STEPPED), ZERO)
    flat += sum((_trapezoid_mass(part, low, high) for part in p if part.shape == TRAPEZOID), ZERO)
    p = merged(tuple(part for part in p if part.shape not in (*STEPPED, TRAPEZOID)))
    return flat + _curved_mass(p, low, high) if p else flat


def _trapezoid_mass(part: Part, low: Scalar, high: Scalar) -> Scalar:
    end = part.location + part.spread + part.noise
    shares = [trapezoid_above(x, part.location, end, part.noise) for x in (low, high)]
    return part.weight * (shares[0] - shares[1])


def _curved_mass(p: Parts, low: Scalar, high: Scalar) -> arb:
    curves = curves_of(p)
    if infinite(low):
        return tail_mass([curve.reflected() for curve in curves], -arb(high))
    if infinite(high):
        return tail_mass(curves, arb(low))
    ends = arb(low), arb(high)
    return _checked(sum((curve.mass(*ends) for curve in curves), arb(0)))


def density(p: Parts, x: Scalar) -> Scalar:
    """The density at a number, that of a uniform law at its ends as between them."""
    flat: Scalar = sum((_flat_density(part, x) for part in p if part.shape == UNIFORM), ZERO)
    flat += sum((trapezoid_density(part, x) for part in p if part.shape == TRAPEZOID), ZERO)
    p = merged(tuple(part for part in p if part.shape not in BOUNDED))
    # A sum of Laplace numbers has a value at its middle, too, that a ball may hold.
    folded = [part for part in p if part.shape == LAPLACE_SUM]
    flat += sum((curve.at(abs(arb(x) - curve.location)) for curve in curves_of(tuple(folded))),
                ZERO)
    p = tuple(part for part in p if part.shape != LAPLACE_SUM)
    return flat + _checked(difference_at(curves_of(p), [], arb(x))) if p else flat


def _flat_density(part: Part, x: Scalar) -> Scalar:
    sides = [less_equal(part.location, x), less_equal(x, part.location + part.spread)]
    if False in sides:
        return ZERO
    if None in sides:
        raise Indeterminate("which side of an end of a uniform law a number lies on")
    return part.weight / part.spread


def positive_part(p: Parts, q: Parts, factor: Scalar) -> Scalar:
    """∫ max(0, p − factor·q), for a factor in [0, ∞].

    The sign of the difference is certain on most of the line, where masses are closed forms; what
    is left are short intervals around the zeros, and tails, which are bounded.
    """
    if factor == 0:
        return ONE
    if infinite(factor):
        return outside(p, q)
    p, q = _difference(p, q, factor)
    if not p or not q:
        return sum((part.weight for part in p), ZERO)
    found, low, high = _signs(p, q)
    first = curves_of(p)
    turned = [curve.reflected() for curve in first]
    tails = tail_mass(first, high) + tail_mass(turned, -low)
    return _checked(found.total() + _between(0, tails.upper()))


def outside(p: Parts, q: Parts) -> Scalar:
    """The mass of p where the density of q is 0: where all parts of q are bounded."""
    p, q = merged(p), merged(q)
    if unbounded(q) or same_law(p, q):
        return ZERO
    return ONE - _mass_in(p, _support(q))


def _mass_in(p: Parts, intervals: Sequence[tuple[Scalar, Scalar]]) -> Scalar:
    return sum((mass(p, *ends) for ends in intervals), ZERO)


def _support(q: Parts) -> list[tuple[Scalar, Scalar]]:
    """Between which ends a mixture of bounded laws has its mass: disjoint intervals.

    Raises:
        Indeterminate: the order of ends isn't certain.
    """
    pairs = [(part.location, -mirrored((part,))[0].location) for part in q]
    ends = ordered([end for pair in pairs for end in pair])
    found: list[tuple[Scalar, Scalar]] = []
    for low, high in itertools.pairwise(ends):
        middle = between_ends(low, high)
        if any(before(start, middle) and before(middle, stop) for start, stop in pairs):
            joins = found and found[-1][1] is low
            found = [*found[:-1], (found[-1][0], high)] if joins else [*found, (low, high)]
    return found


def log_mass_around(p: Parts, q: Parts) -> Scalar:
    """The Rényi divergence of order 0: −ln of the mass of q where the density of p is positive.

    Raises:
        Indeterminate: that mass may be 0, or the order of ends isn't certain.
    """
    p = merged(p)
    if unbounded(p) or same_law(p, merged(q)):
        return ZERO
    return -log(_mass_in(q, _support(p)))


def positive_intervals(
    p: Parts, q: Parts, factor: Scalar
) -> tuple[list[tuple[arb, arb]], tuple[arb, arb]]:
    """Where p − factor·q is certainly positive, for a positive, finite factor.

    Returns:
        disjoint intervals with exact ends, from left to right, and the ends between which they were
        looked for: the tails beyond are left out.
    """
    p, q = _difference(p, q, factor)
    if not p or not q:
        return [], (arb(0), arb(0))
    found, low, high = _signs(p, q)
    return found.intervals(), (low.lower(), high.upper())


def _difference(p: Parts, q: Parts, factor: Scalar) -> tuple[Parts, Parts]:
    """Two weighted mixtures whose difference is p − factor·q."""
    return net(p, tuple(replace(part, weight=part.weight * factor) for part in q))


def _signs(p: Parts, q: Parts) -> tuple[Positive, arb, arb]:
    """The signs of p − q between two ends beyond the densities' reach, and these ends."""
    first, second = curves_of(p), curves_of(q)
    curves = [*first, *second]
    # Far out Student densities differ by little of themselves.
    slow = any(part.shape == STUDENT for part in (*p, *q)) and not any(
        part.shape in (*SUMS, UNIFORM) for part in (*p, *q))
    found = Positive(first, second, Ratios(first, second).sign if slow else None)
    low, high = outer_ends(curves, curves)
    for segment in segments(curves, low, high):
        (found.add_thin if segment.thin else found.add)(segment.low, segment.high)
    return found, low, high
