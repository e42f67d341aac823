"""Rényi's integrals ∫ p^α q^(1−α) and the largest ln(p/q) in floats, on batches of mixtures on the
real line: the counterpart of `ball_powers` for the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.float_line import _NODES, _WEIGHTS, _Curves, _cuts
from verified.numbers.line import (
    BLURRED,
    BOUNDED,
    GAUSSIAN,
    LAPLACE_SUM,
    NOISED,
    SMOOTHED,
    STUDENT,
    SUMS,
    Part,
    Parts,
    mirrored,
)

Array = NDArray[np.float64]

_STEPS = np.array([-16.0, -8.0, -4.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0])
# How often the place of the largest ratio is narrowed.
_NARROWED = 40


def _fall(part: Part, turned: bool) -> tuple[Any, Any, Any]:
    """The factors of x², x and ln x in a log-density, right or left of every mean."""
    none = 0.0 * np.asarray(part.location)
    if part.shape == SMOOTHED:
        end = -part.location if turned else part.location + part.spread
        return -0.5 / np.asarray(part.noise), end / np.asarray(part.noise), none - 1
    if part.shape in (NOISED, BLURRED):
        return none, -1.0 / np.asarray(part.noise), none
    if part.shape == LAPLACE_SUM:
        return none, -1.0 / np.asarray(part.spread), np.where(part.spread == part.noise, 1.0, none)
    if part.shape == GAUSSIAN:
        place = -part.location if turned else part.location
        return -0.5 / np.asarray(part.spread), place / np.asarray(part.spread), none
    if part.shape == STUDENT:
        return none, none, none - 1 - np.asarray(part.noise)
    return none, -1.0 / np.asarray(part.spread), none


def _leads(square: Any, slope: Any, power: Any) -> Array:
    return np.asarray(np.where(
        square != 0, np.sign(square), np.where(slope != 0, np.sign(slope), np.sign(power))))


def _each_is_helped(p: Parts, q: Parts, falls: Callable[..., Any]) -> Array:
    """Whether on both sides each part of p has one of q with which what is asked `falls`, by the
    factors of x², x and ln x in the logarithms of both; bounded ones have no tails."""
    result: Any = True
    p, q = (tuple(part for part in side if part.shape not in BOUNDED) for side in (p, q))
    for turned in (False, True):
        for one in p:
            helped: Any = np.equal(one.weight, 0)
            for two in q:
                told = falls(_fall(one, turned), _fall(two, turned))
                helped = helped | (told & np.greater(two.weight, 0))
            result = result & helped
    return np.asarray(result)


def is_finite(p: Parts, q: Parts, order: Any) -> Array:
    """Whether ∫ p^α q^(1−α), or the sum over the integers, is finite."""
    def told(one: Any, two: Any) -> Any:
        square, slope, power = (
            order * a + (1 - order) * b for a, b in zip(one, two, strict=True))
        # 1/x isn't integrable.
        return _leads(square, slope, power + 1) < 0

    falls = _each_is_helped(p, q, told)
    return np.asarray(falls | np.less(order, 1))


def is_bounded(p: Parts, q: Parts) -> Array:
    """Whether p/q is bounded."""
    return _each_is_helped(
        p, q, lambda one, two: _leads(*(a - b for a, b in zip(one, two, strict=True))) <= 0)


def tilted(log_p: Array, log_q: Array, power: Array) -> tuple[Array, Array]:
    """q (r^α − 1 − α (r − 1)) for r = p/q, by its series where it would cancel, which adds up to
    ∫ p^α q^(1−α) − 1; and ln p^α q^(1−α)."""
    nowhere = np.isneginf(log_p) & np.isneginf(log_q)
    ratio = np.where(nowhere, 0.0, log_p - log_q)
    # Where q has no mass the power of p/q is more than any number, or counts for nothing.
    only = np.isneginf(log_q) & ~nowhere
    exponents = np.where(only, np.where(power > 1, np.inf, -np.inf), log_q + power * ratio)
    exponents = np.where(nowhere, -np.inf, exponents)
    small = np.abs(ratio) * np.maximum(power, 1) < 1e-3
    u = np.where(small, ratio, 0.0)
    series = power * (power - 1) * u * u * (
        0.5 + (power + 1) * u / 6 + (power * power + power + 1) * u * u / 24
    )
    gap = np.exp(exponents) - (1 - power) * np.exp(log_q) - power * np.exp(log_p)
    return np.where(small, np.exp(log_q) * series, gap), exponents


def summed_logs(exponents: Array, weights: Any = 1.0) -> Array:
    """ln Σ w e^x along the last axis, without overflow."""
    most = exponents.max(axis=-1, keepdims=True)
    safe = np.where(np.isfinite(most), most, 0.0)
    return np.asarray(np.log((weights * np.exp(exponents - safe)).sum(axis=-1)) + safe[..., 0])


def log_from(excess: Array, logs: Array) -> Array:
    """ln ∫ p^α q^(1−α), by what it exceeds 1 where that keeps more digits."""
    return np.where(np.abs(excess) < 0.5, np.log1p(excess), logs)


def _tilted_cuts(p: Parts, q: Parts, order: Any) -> list[Array]:
    """Where p_i^α q_j^(1−α) of two Gaussian parts is large, which may be far from both."""
    found = []
    p, q = (tuple(part for part in side if part.shape not in BOUNDED) for side in (p, q))
    for one in p:
        for two in q:
            (a2, a1, _), (b2, b1, _) = _fall(one, False), _fall(two, False)
            square = order * a2 + (1 - order) * b2
            slope = order * a1 + (1 - order) * b1
            if {one.shape, two.shape} & {GAUSSIAN, SMOOTHED}:
                place = np.where(square < 0, -slope / (2 * square), one.location)
                width = np.where(square < 0, np.sqrt(-0.5 / np.where(square < 0, square, -1)), 1.0)
            else:
                place = np.asarray(one.location, float)
                rate = np.abs(order / one.spread - np.abs(1 - order) / two.spread)
                if {one.shape, two.shape} & set(SUMS):
                    rate = np.abs(slope)
                width = 1 / np.maximum(rate, 1e-9)
            places, widths = np.broadcast_arrays(place, width)
            found.append(places[..., None] + widths[..., None] * _STEPS)
    return found


def _log_integrals(p: Parts, q: Parts, order: Any) -> tuple[Array, Array]:
    """∫ p^α q^(1−α) − 1 without cancellation, and ln ∫ p^α q^(1−α) without overflow."""
    order = np.asarray(order, float)
    first, second = _Curves(p), _Curves(q)
    cuts = _cuts(first, second)
    extra = _tilted_cuts(p, q, order)
    batch = np.broadcast_shapes(cuts.shape[:-1], order.shape, *(x.shape[:-1] for x in extra))
    parts = [np.broadcast_to(x, (*batch, x.shape[-1])) for x in (cuts, *extra)]
    cuts = np.sort(np.concatenate(parts, axis=-1), axis=-1)
    low, high = cuts[..., :-1, None], cuts[..., 1:, None]
    nodes = ((low + high) / 2 + (high - low) / 2 * _NODES).reshape(*batch, -1)
    weights = np.broadcast_to((high - low) / 2 * _WEIGHTS, (*batch, cuts.shape[-1] - 1, 12))
    weights = weights.reshape(*batch, -1)
    log_p, log_q = first.log_density(nodes), second.log_density(nodes)
    power = order[..., None]
    gaps, exponents = tilted(log_p, log_q, power)
    gaps, exponents = np.where(weights == 0, 0.0, gaps), np.where(weights == 0, -np.inf, exponents)
    excess, logs = (weights * gaps).sum(axis=-1), summed_logs(exponents, weights)
    finite = is_finite(p, q, order)
    invalid = np.isnan(cuts).any(axis=-1)
    return (
        np.where(invalid, np.nan, np.where(finite, excess, np.inf)),
        np.where(invalid, np.nan, np.where(finite, logs, np.inf)),
    )


def _quiet(function: Callable[..., Array]) -> Callable[..., Array]:
    def guarded(p: Parts, q: Parts, *order: Any) -> Array:
        with np.errstate(all="ignore"):
            return function(p, q, *order)

    return guarded


@_quiet
def power_excess(p: Parts, q: Parts, order: Any) -> Array:
    """∫ p^α q^(1−α) − 1."""
    return _log_integrals(p, q, order)[0]


@_quiet
def log_power(p: Parts, q: Parts, order: Any) -> Array:
    """ln ∫ p^α q^(1−α)."""
    return log_from(*_log_integrals(p, q, order))


def _leaves(first: _Curves, second: _Curves, p: Parts, q: Parts) -> Array:
    """Whether p has a density between two ends of bounded laws where q hasn't."""
    ends = [x for part in (*p, *q) if part.shape in BOUNDED
            for x in (part.location, -np.asarray(mirrored((part,))[0].location))]
    if not ends:
        return np.asarray(False)
    places = np.sort(np.stack(np.broadcast_arrays(*ends), axis=-1), axis=-1)
    low, high = places[..., :-1], places[..., 1:]
    middle = (low + high) / 2
    apart = high - low > 1e-13 * (np.abs(low) + np.abs(high))
    lost = np.isfinite(first.log_density(middle)) & np.isneginf(second.log_density(middle))
    return np.asarray((lost & apart).any(axis=-1))


@_quiet
def most_log_ratio(p: Parts, q: Parts) -> Array:
    """The largest ln(p/q): on a grid, narrowed, and far out; +∞ where p has mass that q hasn't."""
    first, second = _Curves(p), _Curves(q)
    cuts = _cuts(first, second)
    invalid = np.isnan(cuts).any(axis=-1)
    steps = np.arange(8) / 8
    inner = cuts[..., :-1, None] + np.diff(cuts, axis=-1)[..., None] * steps
    points = np.concatenate([inner.reshape(*inner.shape[:-2], -1), cuts[..., -1:]], axis=-1)

    def ratio(x: Array) -> Array:
        one, two = first.log_density(x), second.log_density(x)
        # An end of an interval may lie on either side of itself.
        return np.where(np.isneginf(two) | np.isneginf(one) | np.isnan(one - two), -np.inf,
                        one - two)

    values = ratio(points)
    place = values.argmax(axis=-1)[..., None]
    count = points.shape[-1]
    low = np.take_along_axis(points, np.maximum(place - 1, 0), -1)
    high = np.take_along_axis(points, np.minimum(place + 1, count - 1), -1)
    best = values.max(axis=-1)
    for _ in range(_NARROWED):
        # Where it rises and then falls, the larger of two inner values tells which third to drop.
        one, two = low + (high - low) / 3, high - (high - low) / 3
        left, right = ratio(one), ratio(two)
        best = np.maximum(best, np.maximum(left, right)[..., 0])
        low, high = np.where(left < right, one, low), np.where(left < right, high, two)
    bounded = np.logical_and(is_bounded(p, q), np.logical_not(_leaves(first, second, p, q)))
    return np.where(invalid, np.nan, np.where(bounded, np.maximum(best, 0.0), np.inf))
