"""Integrals over the real line in balls, for mixtures of Laplace, Gaussian, logistic and
Student densities.

The line is cut at the kinks of the densities (`ball_segments`); between two cuts every density is
analytic (`ball_shapes`), so that `acb.integral` applies; tails are bounded in closed form.
Where nothing but signs is integrated, `ball_signs` isolates them. A cut that is known only as a
ball leaves a thin interval, on which the integrand is enclosed as a whole.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flint import acb, arb, ctx, fmpq

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
from verified.numbers.ball_steps import interval
from verified.numbers.ball_steps import steps as steps
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
    precision,
    xlogx,
)
from verified.numbers.line import GAUSSIAN, SMOOTHED, STEPPED, STUDENT, SUMS, UNIFORM, Part, Parts

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
    if isinstance(x, fmpq) and x == 0:
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


def _integral(curves: Sequence[Curve], low: arb, high: arb, integrand: Integrand) -> arb:
    """∫ over [low, high] of a function of the log-densities at x."""
    total = arb(0)
    for segment in cut(curves, low, high):
        middle = segment.middle
        heights = [_height(curve.log_around(middle)) for curve in curves]
        if segment.thin:
            ball = segment.low.union(segment.high)
            logs = [acb(curve.log_around(ball)) for curve in curves]
            value = _real(integrand(Logs(logs, heights, False)))
            total += (segment.high - segment.low) * value
            continue
        table = [curve.log_density(segment.low, segment.high, middle) for curve in curves]
        total += _smooth(table, heights, segment, integrand)
    return _checked(total)


def _height(log: arb) -> float:
    return float(log.mid())


def _smooth(
    table: Sequence[LogDensity], heights: Sequence[float], segment: Segment, integrand: Integrand
) -> arb:
    """∫ over a segment; the log-densities are in the distance from its middle."""

    def at(z: acb, analytic: bool) -> Any:
        logs = [log_density(z, analytic) for log_density in table]
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


def _integrable(*parts: Part) -> None:
    """That logarithms of these densities are integrated.

    Raises:
        Indeterminate: they aren't.
    """
    if any(part.shape == UNIFORM for part in parts):
        raise Indeterminate("a logarithm of a law of steps with one of another shape")


def _between(low: Any, high: Any) -> arb:
    return arb(low).union(arb(high))


# --- quantities -----------------------------------------------------------------------------------


def kl(p: Parts, q: Parts) -> Scalar:
    """∫ p ln(p/q)."""
    p, q = merged(p), merged(q)
    if same_law(p, q):
        return ZERO
    _integrable(*p, *q)
    return _remembered(_kl, p, q)


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
    power = _slowest(q)
    heavy = [part for part in p if part.shape == STUDENT and part.noise <= power]
    if heavy and not any(part.weight > 0 for part in heavy):
        raise Indeterminate("a weight may be 0")
    return bool(heavy)


def _kl(p: Parts, q: Parts) -> arb:
    first, second = curves_of(p), curves_of(q)
    count, curves = len(first), [*first, *second]
    if _surprises_without_end(p, q):
        return arb("inf")

    def integrand(logs: Logs) -> Any:
        top, log_top = logs.sum(slice(0, count))
        _, log_bottom = logs.sum(slice(count, None))
        return top * (log_top - log_bottom)

    low, high = outer_ends(first, curves)
    turned = [curve.reflected() for curve in first], [curve.reflected() for curve in second]
    tails = _kl_tail(first, second, high) + _kl_tail(*turned, -low)
    return _checked(_integral(curves, low, high, integrand) + tails)


def _surprise_tail(p: Sequence[Curve], q: Sequence[Curve], end: arb, log_most: arb) -> arb:
    """A bound from above of ∫ p (log_most − ln q) over (end, ∞), which it makes nonnegative.

    Each density of the mixture q bounds q from below; the best bound is taken.
    """
    best = None
    for other in q:
        length = end - other.location
        tail = other.beyond(end, length)
        factors = (log_most - tail.c0).upper().max(arb(0)), -tail.c1, -tail.c2, arb(tail.power)
        # What is infinite counts but where its factor is 0 for certain.
        bound = sum((factor * moment for curve in p
                     for factor, moment in zip(
                         factors, curve.tail_moments(end, length), strict=True)
                     if not factor.is_zero()), arb(0)).upper()
        best = bound if best is None or bound < best else best
    assert best is not None
    return _checked(best)


def _kl_tail(p: Sequence[Curve], q: Sequence[Curve], end: arb) -> arb:
    mass = tail_mass(p, end)
    log_most = sum((curve.peak for curve in p), arb(0)).log()
    # By the log-sum inequality it is at least P ln(P/Q), and Q is at most 1.
    least = arb(xlogx(_between(0, mass.upper()))).lower()
    return _between(least, _surprise_tail(p, q, end, log_most))


def entropy(p: Parts) -> arb:
    """The differential entropy −∫ p ln p."""
    _integrable(*p)
    return _remembered(_entropy, merged(p))


def _entropy(p: Parts) -> arb:
    curves = curves_of(p)

    def integrand(logs: Logs) -> Any:
        density, log_density = logs.sum(ALL)
        return -density * log_density

    low, high = outer_ends(curves, curves)
    turned = [curve.reflected() for curve in curves]
    tails = _entropy_tail(curves, high) + _entropy_tail(turned, -low)
    return _checked(_integral(curves, low, high, integrand) + tails)


def _entropy_tail(p: Sequence[Curve], end: arb) -> arb:
    mass = tail_mass(p, end).upper()
    log_most = sum((curve.peak for curve in p), arb(0)).log()
    # −ln p is at least −ln of the largest density, and at most −ln of any one part.
    return _between(-(mass * log_most.upper().max(arb(0))), _surprise_tail(p, p, end, arb(0)))


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
    _integrable(*(part for _, law in chosen for part in law))
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
        _, log_all = logs.sum(ALL)
        total = acb(0)
        for row, log_weight in zip(rows, log_weights, strict=True):
            density, log_own = logs.sum(row)
            total += density * (log_own - log_weight - log_all)
        return total

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
    p = merged(tuple(part for part in p if part.shape not in STEPPED))
    return flat + _curved_mass(p, low, high) if p else flat


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
    p = tuple(part for part in p if part.shape != UNIFORM)
    return flat + _checked(difference_at(curves_of(merged(p)), [], arb(x))) if p else flat


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
    if isinstance(factor, fmpq) and factor == 0:
        return ONE
    if infinite(factor):
        return _outside(p, q)
    p, q = _difference(p, q, factor)
    if not p or not q:
        return sum((part.weight for part in p), ZERO)
    found, low, high = _signs(p, q)
    first = curves_of(p)
    turned = [curve.reflected() for curve in first]
    tails = tail_mass(first, high) + tail_mass(turned, -low)
    return _checked(found.total() + _between(0, tails.upper()))


def _outside(p: Parts, q: Parts) -> Scalar:
    """The mass of p where the density of q is 0: where all parts of q are uniform laws."""
    q = merged(q)
    if any(part.shape != UNIFORM for part in q):
        return ZERO
    if len(q) > 1:
        raise Indeterminate("the mass outside of several intervals isn't evaluated")
    (part,) = q
    return ONE - mass(p, part.location, part.location + part.spread)


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
