"""Laws on the real line, Laplace, Gaussian, logistic, Student, uniform, staircase and mixtures of
them, and what is measured of them.

Closed forms stand here, over a namespace of numbers; where there is none, the namespace's line
(`ball_line`, `float_line`) integrates: rigorously, with tails bounded, or in floats.
All quantities are in nats.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from verified.measures import divergences
from verified.measures import information as of_channels
from verified.numbers import line as of_line
from verified.numbers.line import (
    GAUSSIAN,
    LAPLACE,
    LOGISTIC,
    NOISED,
    STAIRCASE,
    STEPPED,
    STUDENT,
    Cells,
    Part,
)

Value = Any

ONE, TWO, HALF = fmpq(1), fmpq(2), fmpq(1, 2)


@dataclass(frozen=True)
class LawValue:
    """A law on the line: a mixture of Laplace, Gaussian, logistic, Student and uniform laws, and of
    sums of two Laplace, Gaussian or uniform ones; or of laws of steps."""

    parts: tuple[Part, ...]


# --- laws -----------------------------------------------------------------------------------------


def laplace(xp: Any, mean: Value, scale: Value) -> LawValue:
    """The law with the density exp(−|x − m|/b)/(2b); undefined unless b > 0."""
    return _single(xp, LAPLACE, mean, scale)


def gaussian(xp: Any, mean: Value, variance: Value) -> LawValue:
    """The normal law; undefined unless its variance is positive."""
    return _single(xp, GAUSSIAN, mean, variance)


def logistic(xp: Any, location: Value, scale: Value) -> LawValue:
    """The law with the distribution function 1/(1 + e^(−(x − m)/s)); undefined unless s > 0."""
    return _single(xp, LOGISTIC, location, scale)


def student(xp: Any, location: Value, scale: Value, freedom: Value) -> LawValue:
    """The law of m + s T for Student's T of so many degrees of freedom, a whole number from 1 on;
    undefined unless s > 0."""
    number = xp.constant(fmpq(freedom)) if isinstance(freedom, int | fmpq) else freedom
    count = xp.line().positive(
        xp.integers().whole(number), "Student's law has degrees of freedom from 1 on")
    line = xp.line()
    return LawValue((
        Part(xp.constant(ONE), STUDENT, line.finite(location), line.positive(scale), count),))


def uniform(xp: Any, low: Value, high: Value) -> LawValue:
    """The law with a constant density between two ends; undefined unless the second is larger."""
    line = xp.line()
    length = line.positive(xp.sub(line.finite(high), low))
    return LawValue((Part(xp.constant(ONE), of_line.UNIFORM, line.finite(low), length),))


def staircase(xp: Any, mean: Value, width: Value, level: Value, share: Value) -> LawValue:
    """The law with a density that is constant up to share·width from its mean, and falls by the
    factor e^(−level) there and after each further width (Geng & Viswanath 2016); undefined unless
    the width and the level are positive and the share lies in [0, 1]."""
    line, part_of = xp.line(), xp.integers().probability
    part = Part(xp.constant(ONE), STAIRCASE, line.finite(mean), line.positive(width),
                line.positive(level), part_of(share))
    return LawValue((part,))


def normal_cdf(xp: Any, x: Value) -> Value:
    """Φ(x): the standard normal law's probability of (−∞, x]."""
    return xp.line().normal_cdf(x)


def _single(xp: Any, shape: str, mean: Value, spread: Value) -> LawValue:
    line = xp.line()
    part = Part(xp.constant(ONE), shape, line.finite(mean), line.positive(spread))
    return LawValue((part,))


def mixture(xp: Any, weights: Value, *laws: LawValue) -> LawValue:
    """The law Σ w_x L_x."""
    parts = []
    for index, law in enumerate(laws):
        weight = xp.take(weights, -1, index)
        parts += [replace(part, weight=xp.mul(weight, part.weight)) for part in law.parts]
    return LawValue(tuple(parts))


def gaussian_mixture(xp: Any, weights: Value, means: Value, variances: Value) -> LawValue:
    """The law Σ w_i N(m_i, v_i); undefined unless every v_i is positive."""
    laws = (
        gaussian(xp, xp.take(means, -1, index), xp.take(variances, -1, index))
        for index in range(xp.shape(weights, 1)[0])
    )
    return mixture(xp, weights, *laws)


def shift(xp: Any, law: LawValue, by: Value) -> LawValue:
    """The law of Y + by."""
    moved = [
        replace(part, location=xp.line().finite(xp.add(part.location, by))) for part in law.parts
    ]
    return LawValue(tuple(moved))


# Of two densities of a sum the one that is first.
_ORDER = {GAUSSIAN: 2, LAPLACE: 1}


def noised(xp: Any, law: LawValue, noise: LawValue) -> LawValue:
    """The law of X + N for independent X and N, each a mixture of Gaussian, Laplace and uniform
    laws: of any two there is a sum, and any number of Gaussian laws are one.

    What has three laws that aren't, a staircase, a logistic or a Student law, is left open (balls
    say `Indeterminate`, floats nan).
    """
    return LawValue(tuple(_sum(xp, x, n) for x in law.parts for n in noise.parts))


def _sum(xp: Any, one: Part, two: Part) -> Part:
    """The law of the sum of two independent numbers, each of one density."""
    place = xp.add(one.location, two.location)
    sum_of = functools.partial(Part, xp.mul(one.weight, two.weight))
    location = xp.line().finite(place)
    first, second = sorted((one, two), key=lambda part: _ORDER.get(part.shape, 0), reverse=True)
    match first.shape, second.shape:
        case of_line.GAUSSIAN, of_line.GAUSSIAN:
            return sum_of(GAUSSIAN, location, xp.add(first.spread, second.spread))
        case of_line.GAUSSIAN, of_line.LAPLACE:
            return sum_of(NOISED, location, first.spread, second.spread)
        case of_line.GAUSSIAN, of_line.NOISED:
            return sum_of(NOISED, location, xp.add(first.spread, second.spread), second.noise)
        case of_line.GAUSSIAN, of_line.UNIFORM:
            return sum_of(of_line.SMOOTHED, location, second.spread, first.spread)
        case of_line.GAUSSIAN, of_line.SMOOTHED:
            variance = xp.add(first.spread, second.noise)
            return sum_of(of_line.SMOOTHED, location, second.spread, variance)
        case of_line.LAPLACE, of_line.UNIFORM:
            return sum_of(of_line.BLURRED, location, second.spread, first.spread)
        case (of_line.LAPLACE, of_line.LAPLACE) | (of_line.UNIFORM, of_line.UNIFORM):
            both = first.spread, second.spread
            shape = of_line.LAPLACE_SUM if first.shape == LAPLACE else of_line.TRAPEZOID
            return sum_of(shape, location, xp.maximum(*both), xp.minimum(*both))
    unknown = xp.line().unknown(
        f"the sum of a {first.shape} and a {second.shape} law isn't evaluated: only of two "
        "Gaussian, Laplace or uniform laws, and further Gaussian ones")
    return sum_of(NOISED, location, unknown, unknown)


def density(xp: Any, law: LawValue, place: Value) -> Value:
    """The density at a number; of staircase laws it is left open."""
    return xp.line().density(law.parts, place)


def interval_mass(xp: Any, law: LawValue, low: Value, high: Value) -> Value:
    """The probability of (low, high]."""
    return xp.line().mass(law.parts, low, high)


def cells(xp: Any, law: LawValue, *ends: Value) -> Value:
    """The pmf of the cells (−∞, c_1], (c_1, c_2], …, (c_k, ∞); undefined unless the c_j rise."""
    line, infinity = xp.line(), xp.infinity()
    places = [xp.sub(xp.constant(fmpq(0)), infinity), *ends, infinity]
    masses = [
        line.mass(law.parts, low, line.risen(low, high))
        for low, high in itertools.pairwise(places)
    ]
    return xp.stack(masses, (len(masses),))


# --- two laws -------------------------------------------------------------------------------------


def _cells(xp: Any, *laws: LawValue) -> Cells | None:
    """The cells between the ends of the laws' steps, where there are laws of steps alone, or with a
    staircase, which meets no others."""
    kinds = {part.shape for law in laws for part in law.parts}
    if not kinds & set(STEPPED) or (STAIRCASE not in kinds and len(kinds) > 1):
        return None
    found: Cells = xp.line().steps([law.parts for law in laws])
    return found


def _stepped(xp: Any, *laws: LawValue) -> list[Value] | None:
    """The pmfs of these cells, where there are any: what tells these laws apart is which cell a
    number lies in."""
    cells = _cells(xp, *laws)
    return None if cells is None else [_listed(xp, row) for row in cells.rows]


def _listed(xp: Any, values: list[Value]) -> Value:
    return xp.stack(values, (len(values),))


def _pair(
    p: LawValue, q: LawValue, shapes: tuple[str, ...] = (LAPLACE, GAUSSIAN)
) -> tuple[Part, Part] | None:
    """The densities, where both laws have one each, of one of these shapes."""
    if len(p.parts) == len(q.parts) == 1:
        one, two = p.parts[0], q.parts[0]
        return (one, two) if one.shape == two.shape in shapes else None
    return None


def _distance(xp: Any, p: Part, q: Part) -> Value:
    return xp.abs(xp.sub(p.location, q.location))


def kl(xp: Any, p: LawValue, q: LawValue) -> Value:
    """D(P‖Q); it is finite where densities are positive, unless a Student law of P lacks the
    moments that the tails of Q ask for; infinite where P has mass outside of Q's interval."""
    stepped = _stepped(xp, p, q)
    if stepped is not None:
        return divergences.kl(xp, *stepped)
    pair = _pair(p, q)
    if pair is None:
        return xp.line().kl(p.parts, q.parts)
    one, two = pair
    distance, ratio = _distance(xp, one, two), xp.div(one.spread, two.spread)
    # −ln r − 1 + r, which is not negative and doesn't cancel.
    scales = xp.relative_entropy_terms(xp.constant(ONE), ratio)
    if one.shape == GAUSSIAN:
        means = xp.div(xp.mul(distance, distance), two.spread)
        return xp.mul(xp.constant(HALF), xp.add(scales, means))
    means = xp.mul(ratio, xp.line().decay_excess(xp.div(distance, one.spread)))
    return xp.add(scales, means)


def total_variation(xp: Any, p: LawValue, q: LawValue) -> Value:
    """The largest P(A) − Q(A) over measurable events A."""
    return hockey_stick(xp, p, q, xp.constant(fmpq(0)))


def hockey_stick(xp: Any, p: LawValue, q: LawValue, epsilon: Value) -> Value:
    """The largest P(A) − e^ε Q(A) over measurable events A: ∫ max(0, p − e^ε q)."""
    cells = _cells(xp, p, q)
    if cells is not None:
        masses = [_listed(xp, row) for row in cells.rows]
        if cells.log_ratios is None:
            return divergences.hockey_stick(xp, masses[0], masses[1], epsilon)
        # Exactly 0 where no ratio is more than e^ε.
        beyond = xp.sub(xp.expand(epsilon, 1), _listed(xp, cells.log_ratios))
        lost = xp.positive_part(xp.sub(xp.constant(fmpq(0)), xp.expm1(beyond)))
        return xp.sum(xp.mul(masses[0], lost), 1)
    line, pair = xp.line(), _pair(p, q, (LAPLACE, GAUSSIAN, LOGISTIC))

    def general() -> Value:
        return line.positive_part(p.parts, q.parts, xp.exp(epsilon))

    if pair is None:
        return _unless_bounded(xp, p, q, epsilon, general)
    one, two = pair
    return line.choose(
        line.same(one.spread, two.spread), lambda: _shifted(xp, one, two, epsilon), general
    )


def _unless_bounded(
    xp: Any, p: LawValue, q: LawValue, epsilon: Value, general: Callable[[], Value]
) -> Value:
    """Exactly 0 where the ratio of two Student laws is nowhere more than e^ε."""
    pair, line = _pair(p, q, (STUDENT,)), xp.line()
    if pair is None:
        return general()
    one, two = pair
    return line.choose(
        line.same(one.noise, two.noise),
        lambda: line.choose(line.at_most(_most_student(xp, one, two), epsilon),
                            lambda: xp.constant(fmpq(0)), general),
        general,
    )


def _most_student(xp: Any, p: Part, q: Part) -> Value:
    """The largest ln(p/q) of Student laws of as many degrees of freedom.

    p/q is (s/s')^ν times the (ν + 1)/2-th power of (νs'² + y'²)/(νs² + y²), y and y' the distances
    from the means. The largest λ of that quotient is where νs'² + y'² − λ (νs² + y²) has one zero,
    λ² s² − λ (s² + s'² + d²/ν) + s'² = 0: with r = s'/s it is r e^t for a t from 0 on with
    2 cosh t = r + 1/r + d²/(ν s s').
    """
    ratio, nu = xp.div(q.spread, p.spread), p.noise
    distance = _distance(xp, p, q)
    apart = xp.div(xp.mul(distance, distance), xp.mul(nu, xp.mul(p.spread, q.spread)))
    gap = xp.sub(q.spread, p.spread)
    scales = xp.div(xp.mul(gap, gap), xp.mul(p.spread, q.spread))
    # 2 cosh t − 2 = 4 sinh²(t/2), and t = 2 arsinh.
    root = xp.mul(xp.constant(HALF), xp.sqrt(xp.add(scales, apart)))
    more = xp.add(xp.mul(root, root), xp.constant(ONE))
    t = xp.mul(xp.constant(TWO), xp.log(xp.add(root, xp.sqrt(more))))
    both = xp.mul(xp.mul(xp.constant(HALF), xp.add(nu, xp.constant(ONE))), xp.add(xp.log(ratio), t))
    return xp.sub(both, xp.mul(nu, xp.log(ratio)))


def _shifted(xp: Any, p: Part, q: Part, epsilon: Value) -> Value:
    """The hockey-stick divergence of two laws that a shift tells apart."""
    zero, line = xp.constant(fmpq(0)), xp.line()
    distance = _distance(xp, p, q)

    def same_law() -> Value:
        return xp.positive_part(xp.sub(zero, xp.expm1(epsilon)))

    if p.shape == LAPLACE:
        # The best event is a half-line that ends where the ratio is e^ε, or the whole line.
        half = xp.mul(xp.constant(HALF), xp.sub(epsilon, xp.div(distance, p.spread)))
        return xp.positive_part(xp.sub(zero, xp.expm1(xp.minimum(half, epsilon))))

    if p.shape == LOGISTIC:
        return line.choose(
            line.same(distance, zero), same_law,
            lambda: _shifted_logistic(xp, xp.div(distance, p.spread), epsilon),
        )

    def apart() -> Value:
        t = xp.div(distance, xp.sqrt(p.spread))
        middle = xp.div(epsilon, t)
        half = xp.mul(xp.constant(HALF), t)
        gained = line.normal_cdf(xp.sub(half, middle))
        lost = line.normal_cdf(xp.sub(xp.sub(zero, half), middle))
        # e^ε · 0 is 0 where ε is infinite.
        return xp.sub(gained, xp.mul(xp.exp(epsilon), lost))

    return line.choose(line.same(distance, zero), same_law, apart)


def _shifted_logistic(xp: Any, d: Value, epsilon: Value) -> Value:
    """(e^(d/2) − e^(ε/2))²/(e^d − 1) for |ε| ≤ d, of logistic laws d > 0 scales apart.

    The ratio of the densities is e^d ((1 + e^(−x))/(1 + e^(d − x)))² or its inverse, which rises or
    falls between e^(−d) and e^d: the best event is a half-line, none beyond e^d, exactly, and the
    whole line below e^(−d).
    """
    zero, line = xp.constant(fmpq(0)), xp.line()
    lowest = xp.sub(zero, d)
    level = xp.maximum(lowest, xp.minimum(epsilon, d))
    half = xp.expm1(xp.mul(xp.constant(HALF), xp.sub(d, level)))
    inside = xp.div(xp.mul(xp.exp(level), xp.mul(half, half)), xp.expm1(d))
    found = xp.add(inside, xp.positive_part(xp.sub(xp.exp(lowest), xp.exp(epsilon))))
    nothing = line.same(epsilon, xp.sub(zero, xp.infinity()))
    return line.choose(nothing, lambda: xp.constant(ONE), lambda: found)


def trade_off(xp: Any, p: LawValue, q: LawValue, level: Value) -> Value:
    """The least type II error of a test of P against Q at a level."""
    cells = _cells(xp, p, q)
    if cells is not None:
        found: Value = xp.tests().of_cells(cells.rows[0], cells.rows[1], level)
        return found
    return xp.tests().trade_off(p.parts, q.parts, level)


def least_delta(xp: Any, p: LawValue, q: LawValue, epsilon: Value) -> Value:
    """The least δ for which two laws are (ε,δ)-close."""
    return xp.maximum(hockey_stick(xp, p, q, epsilon), hockey_stick(xp, q, p, epsilon))


def renyi(xp: Any, p: LawValue, q: LawValue, order: Value) -> Value:
    """The Rényi divergence of an order in [0, ∞]; of order 0 it is 0 where densities are positive,
    and minus the logarithm of Q's mass of the interval of P where P has one.

    Closed forms of two Laplace or two Gaussian laws, else integrals; the largest log-ratio of
    logistic laws of one scale is how many scales they are apart, exactly, and has a closed form for
    Student laws of as many degrees of freedom.
    """
    cells = _cells(xp, p, q)
    if cells is not None:
        return _renyi_of_steps(xp, cells, order)
    pair = _pair(p, q)
    if pair is None:
        powers = xp.powers()
        return xp.by_order(
            order,
            lambda: xp.line().log_mass_around(p.parts, q.parts),
            lambda: kl(xp, p, q),
            lambda: _most(xp, p, q),
            lambda: xp.div(
                powers.log_power(p.parts, q.parts, order), xp.sub(order, xp.constant(ONE))
            ),
        )
    one, two = pair
    between = _renyi_gaussian if one.shape == GAUSSIAN else _renyi_laplace
    at_infinity = _most_gaussian if one.shape == GAUSSIAN else _most_laplace
    return xp.by_order(
        order,
        lambda: xp.constant(fmpq(0)),
        lambda: kl(xp, p, q),
        lambda: at_infinity(xp, one, two),
        lambda: between(xp, one, two, order),
    )


def _most(xp: Any, p: LawValue, q: LawValue) -> Value:
    """The largest ln(p/q) where `renyi` has no closed form for every order."""
    pair, line = _pair(p, q, (LOGISTIC, STUDENT)), xp.line()

    def general() -> Value:
        return xp.largest_ratios().most_log_ratio(p.parts, q.parts)

    if pair is None:
        return general()
    one, two = pair
    if one.shape == STUDENT:
        return line.choose(
            line.same(one.noise, two.noise), lambda: _most_student(xp, one, two), general)
    return line.choose(
        line.same(one.spread, two.spread),
        lambda: xp.div(_distance(xp, one, two), one.spread),
        general,
    )


def _renyi_of_steps(xp: Any, cells: Cells, order: Value) -> Value:
    one, two = (_listed(xp, row) for row in cells.rows)

    def found() -> Value:
        return divergences.renyi(xp, one, two, order)

    if cells.log_ratios is None:
        return found()
    most = xp.max(_listed(xp, cells.log_ratios), 1)
    return xp.by_order(order, found, found, lambda: most, found)


def _renyi_gaussian(xp: Any, p: Part, q: Part, order: Value) -> Value:
    """α d²/(2 v) + ln(v/(v_p^(1−α) v_q^α))/(2(1−α)) with v = (1−α) v_p + α v_q, +∞ if v ≤ 0."""
    zero, one = xp.constant(fmpq(0)), xp.constant(ONE)
    less = xp.sub(one, order)
    mixed = xp.add(xp.mul(less, p.spread), xp.mul(order, q.spread))

    def finite() -> Value:
        distance = _distance(xp, p, q)
        means = xp.div(xp.mul(order, xp.mul(distance, distance)), mixed)
        scales = xp.sub(
            xp.sub(xp.log(mixed), xp.mul(less, xp.log(p.spread))), xp.mul(order, xp.log(q.spread))
        )
        return xp.mul(xp.constant(HALF), xp.add(means, xp.div(scales, less)))

    line = xp.line()
    return line.choose(line.above(mixed, zero), finite, xp.infinity)


def _renyi_laplace(xp: Any, p: Part, q: Part, order: Value) -> Value:
    """By the integral of p^α q^(1−α), an exponential on each of three parts of the line."""
    zero, one, line = xp.constant(fmpq(0)), xp.constant(ONE), xp.line()
    less, distance = xp.sub(one, order), _distance(xp, p, q)
    first, second = xp.div(order, p.spread), xp.div(less, q.spread)
    rate, slope = xp.add(first, second), xp.sub(first, second)

    def decay(exponent: Value) -> Value:
        return xp.exp(xp.sub(zero, exponent))

    def finite() -> Value:
        at_p, at_q = decay(xp.mul(second, distance)), decay(xp.mul(first, distance))
        between = line.choose(
            line.same(slope, zero),
            lambda: xp.mul(distance, at_p),
            lambda: xp.div(xp.sub(at_p, at_q), slope),
        )
        outside = xp.div(xp.add(at_p, at_q), rate)
        norm = xp.add(xp.mul(order, xp.log(p.spread)), xp.mul(less, xp.log(q.spread)))
        total = xp.log(xp.mul(xp.constant(HALF), xp.add(outside, between)))
        return xp.div(xp.sub(norm, total), less)

    return line.choose(line.above(rate, zero), finite, xp.infinity)


def _most_laplace(xp: Any, p: Part, q: Part) -> Value:
    """The largest ln(p/q): at the mean of p, if the tails of p are the lighter."""
    line = xp.line()

    def finite() -> Value:
        scales = xp.log(xp.div(q.spread, p.spread))
        return xp.add(scales, xp.div(_distance(xp, p, q), q.spread))

    return line.choose(line.above(p.spread, q.spread), xp.infinity, finite)


def _most_gaussian(xp: Any, p: Part, q: Part) -> Value:
    """The largest ln(p/q): ½ ln(v_q/v_p) + d²/(2(v_q − v_p)) where v_p < v_q."""
    line, distance = xp.line(), _distance(xp, p, q)

    def lighter() -> Value:
        scales = xp.log(xp.div(q.spread, p.spread))
        room = xp.sub(q.spread, p.spread)
        means = xp.div(xp.mul(distance, distance), room)
        return xp.mul(xp.constant(HALF), xp.add(scales, means))

    def alike() -> Value:
        same_law = line.same(distance, xp.constant(fmpq(0)))
        return line.choose(same_law, lambda: xp.constant(fmpq(0)), xp.infinity)

    return line.choose(
        line.same(p.spread, q.spread),
        alike,
        lambda: line.choose(line.above(q.spread, p.spread), lighter, xp.infinity),
    )


def chi_square(xp: Any, p: LawValue, q: LawValue) -> Value:
    """∫ (p − q)²/q = ∫ p²/q − 1, which is +∞ where the tails of p are too heavy."""
    stepped = _stepped(xp, p, q)
    if stepped is not None:
        return divergences.chi_square(xp, *stepped)
    if _pair(p, q) is None:
        return xp.powers().power_excess(p.parts, q.parts, xp.constant(TWO))
    return xp.expm1(renyi(xp, p, q, xp.constant(TWO)))


def hellinger(xp: Any, p: LawValue, q: LawValue) -> Value:
    """1 − ∫ √(p q)."""
    zero = xp.constant(fmpq(0))
    if _pair(p, q) is None and _stepped(xp, p, q) is None:
        return xp.sub(zero, xp.powers().power_excess(p.parts, q.parts, xp.constant(HALF)))
    half = xp.mul(xp.constant(HALF), renyi(xp, p, q, xp.constant(HALF)))
    return xp.sub(zero, xp.expm1(xp.sub(zero, half)))


def _fair(xp: Any) -> Value:
    return xp.stack([xp.constant(HALF), xp.constant(HALF)], (2,))


def jensen_shannon(xp: Any, p: LawValue, q: LawValue) -> Value:
    """I(X;Y) for a fair coin X and Y of the law that it chooses."""
    return information(xp, _fair(xp), p, q)


def le_cam(xp: Any, p: LawValue, q: LawValue) -> Value:
    """½ ∫ (p − q)²/(p + q): the χ² divergence from (p + q)/2."""
    return chi_square(xp, p, mixture(xp, _fair(xp), p, q))


def f_divergence(xp: Any, p: LawValue, q: LawValue, kinks: Value, weights: Value) -> Value:
    """∫ q f(p/q) for the f whose slope grows by these weights at these kinks."""
    stepped = _stepped(xp, p, q)
    if stepped is not None:
        return divergences.f_divergence(xp, stepped[0], stepped[1], kinks, weights)
    return from_positive_parts(xp, xp.line().positive_part, p, q, kinks, weights)


def from_positive_parts(
    xp: Any, positive_part: Any, p: LawValue, q: LawValue, kinks: Value, weights: Value
) -> Value:
    """Σ_j w_j (∫ max(0, p − t_j q) − max(0, 1 − t_j)), by what gives such a positive part."""
    line, zero, one = xp.line(), xp.constant(fmpq(0)), xp.constant(ONE)
    total = zero

    def gained(kink: Value) -> Value:
        lost = xp.positive_part(xp.sub(one, kink))
        return xp.sub(positive_part(p.parts, q.parts, kink), lost)

    for index in range(xp.shape(kinks, 1)[0]):
        kink = xp.take(kinks, -1, index)
        # At a kink up to 0 the densities are never below it, and f is a multiple of t − 1.
        above = line.choose(
            line.above(kink, zero), functools.partial(gained, kink), lambda: zero
        )
        total = xp.add(total, xp.mul(xp.take(weights, -1, index), above))
    return total


# --- entropy and information ----------------------------------------------------------------------


def differential_entropy(xp: Any, p: LawValue) -> Value:
    """−∫ p ln p: ln(2eb) of a Laplace law, ½ ln(2πev) of a Gaussian, ln(b − a) of a uniform law."""
    cells = _cells(xp, p)
    if cells is not None:
        masses, widths = _listed(xp, cells.rows[0]), _listed(xp, cells.lengths)
        # Minus the divergence from Lebesgue's measure: Σ (m ln(m/l) − m + l), and what it adds.
        gap = xp.sub(xp.sum(widths, 1), xp.constant(ONE))
        near = xp.sub(gap, xp.sum(xp.relative_entropy_terms(masses, widths), 1))
        return xp.add(near, xp.sum(xp.mul(masses, _listed(xp, cells.falls)), 1))
    return xp.line().entropy(p.parts)


def information(xp: Any, weights: Value, *laws: LawValue) -> Value:
    """I(X;Y) where X has the law `weights` and Y given X = x the law L_x: Σ w_x D(L_x‖Σ w_y L_y).

    It is 0 where all laws of positive weight are the same.
    """
    stepped = _stepped(xp, *laws)
    if stepped is not None:
        count = len(stepped)
        channel = xp.stack(stepped, (count, xp.shape(stepped[0], 1)[0]))
        return of_channels.information(xp, weights, channel)
    parts = [(xp.take(weights, -1, index), law.parts) for index, law in enumerate(laws)]
    return xp.line().information([w for w, _ in parts], [law for _, law in parts])
