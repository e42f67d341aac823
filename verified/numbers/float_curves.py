"""The privacy curves of mutual-information privacy in floats, for batches of (μ, ε).

The optimal pair of probabilities is sought by its log-odds, as in `ball_curves`: the best pairs
have one parameter, in which the objective's slope changes its sign once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# A few halvings find the neighbourhood; the curves are flat at the optimum, so that a few secants
# from there are as good as exact.
_HALVINGS = 9
_SECANTS = 10
_STEPS = 7
_SURE_STEPS = 16
_KEPT = 8
_SPAN = 80.0


def _remembered(function: Callable[[Any, Any], Array]) -> Callable[[Any, Any], Array]:
    """A curve that keeps its last values: a bound stands in a relation for many symbols."""
    kept: dict[tuple[bytes, ...], Array] = {}

    @wraps(function)
    def remembering(mu: Any, epsilon: Any) -> Array:
        parts = np.asarray(mu, float), np.asarray(epsilon, float)
        key = tuple(part for x in parts for part in (x.tobytes(), repr(x.shape).encode()))
        if key not in kept:
            while len(kept) >= _KEPT:
                kept.pop(next(iter(kept)))
            kept[key] = function(*parts)
        return kept[key]

    return remembering


@_remembered
def ldp_curve(mu: Any, epsilon: Any) -> Array:
    """As `ball_curves.ldp_curve`; nan where that is undefined."""
    mu, epsilon = np.broadcast_arrays(np.asarray(mu, float), np.asarray(epsilon, float))
    inside = (mu > 0) & (mu < 1) & (epsilon >= 0)
    with np.errstate(all="ignore"):
        level = np.log(2.0) * np.where(inside, mu, 0.5)
        order = np.where(inside, epsilon, 1.0)

        def rate(odds: Array) -> Array:
            middle = _second_above(odds, level)
            last = _first_above(middle, level)
            slope = _between(middle, last) * (middle - odds)
            slope = slope / (_between(odds, middle) * (last - middle))
            # Beyond the last q no law is at that divergence from it.
            return np.where(np.isnan(last), -np.inf, np.log(slope))

        odds = _crossing(rate, order)
        first = odds
        last = _first_above(_second_above(odds, level, _SURE_STEPS), level, _SURE_STEPS)
        value = _chance(last) - np.exp(order + np.minimum(np.log(_chance(first)), 0.0))
        value = np.clip(np.where(np.isnan(value), 0.0, value), 0.0, 1.0)
    defined = (mu >= 0) & (epsilon >= 0) & np.isfinite(epsilon) & np.isfinite(mu)
    ends = np.where(defined, np.where(mu >= 1, 1.0, 0.0), np.nan)
    return np.where(inside, value, ends)


@_remembered
def lip_curve(mu: Any, epsilon: Any) -> Array:
    """As `ball_curves.lip_curve`; nan where that is undefined."""
    mu, epsilon = np.broadcast_arrays(np.asarray(mu, float), np.asarray(epsilon, float))
    defined = (mu >= 0) & (epsilon >= 0) & np.isfinite(epsilon) & np.isfinite(mu)
    inside = defined & (mu > 0)
    with np.errstate(all="ignore"):
        level = np.log(2.0) * np.where(inside, mu, 0.5)
        order = np.where(inside, epsilon, 1.0)
        first = _lip_side(level, order)
        second = _lip_side(level, -order) + np.expm1(-order)
        value = np.clip(np.maximum(first, second), 0.0, 1.0)
    return np.where(inside, value, np.where(defined, 0.0, np.nan))


def ldp_floor(mu: Any) -> Array:
    """As `ball_curves.ldp_floor`; nan where that is undefined."""
    mu = np.asarray(mu, float)
    inside = (mu > 0) & (mu <= 1)
    level = np.log(2.0) * np.where(inside, mu, 0.5)
    low, high = np.full(mu.shape, -745.0), np.zeros(mu.shape)
    with np.errstate(all="ignore"):
        # The logarithm of p is halved: p is about μ ln 2 / |ln μ| where μ is small.
        for _ in range(64):
            middle = (low + high) / 2
            p = np.exp(middle)
            exponent = middle + np.where(p < 1, (1 - p) * np.log1p(-p) / p, 0.0)
            less = np.log1p(np.exp(exponent)) < level
            low, high = np.where(less, middle, low), np.where(less, high, middle)
    return np.where(inside, np.exp(high), np.nan)


def _lip_side(level: Array, order: Array) -> Array:
    """The largest p_0 − e^ε p_1."""

    def rate(odds: Array) -> Array:
        above = _second_above(odds, level)
        spread = _chance(above) * _chance(-above)
        return np.log((above - odds) * spread / _between(odds, above))

    odds = _crossing(rate, order)
    above = _second_above(odds, level, _SURE_STEPS)
    value: Array = _chance(above) - np.exp(order) * _chance(odds)
    # At p_1 = 0 the largest p_0 is 1 − e^(−μ).
    return np.fmax(value, -np.expm1(-level))


def _chance(odds: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-odds)))


def _between(low: Array, high: Array) -> Array:
    """The difference of two probabilities by their log-odds."""
    return np.asarray(_chance(low) * _chance(-high) * np.expm1(high - low))


def _crossing(rate: Callable[[Array], Array], target: Array) -> Array:
    """The log-odds at which a falling function passes the target, by the Illinois method."""
    low = np.full(target.shape, -_SPAN) - np.abs(target)
    high = -low
    above, below = np.full(target.shape, np.inf), np.full(target.shape, -np.inf)
    for step in range(_HALVINGS + _SECANTS):
        middle = (low + high) / 2
        if step >= _HALVINGS:
            secant = low + (high - low) * above / (above - below)
            middle = np.where((secant > low) & (secant < high), secant, middle)
        found = rate(middle) - target
        rises = found > 0
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
        # The end that stays counts half, lest it stays for ever.
        above, below = np.where(rises, found, above / 2), np.where(rises, below / 2, found)
    secant = low + (high - low) * above / (above - below)
    return np.where((secant > low) & (secant < high), secant, low)


def _distance(one: Array, two: Array) -> Array:
    """D(p‖q) by the log-odds: ln(1 + p (e^x − 1)) − p x, where x = two − one; for small x by its
    series."""
    apart, p = two - one, _chance(one)
    plain = np.log1p(p * np.expm1(apart)) - p * apart
    near = p * (1 - p) * apart**2 / 2 * (1 + (1 - 2 * p) * apart / 3)
    return np.where(np.abs(apart) < 1e-4, near, plain)


def _second_above(odds: Array, level: Array, steps: int = _STEPS) -> Array:
    """The log-odds of q > p with D(p‖q) = level: convex, so Newton's method ends from above."""
    p = _chance(odds)
    entropy = np.where(p > 0, p * np.log(np.where(p > 0, p, 1.0)), 0.0)
    rest = _chance(-odds) * np.exp(-(level - entropy) / np.maximum(_chance(-odds), 1e-300))
    start = np.log1p(-rest) - np.log(rest)
    guess = odds + np.sqrt(2 * level / (p * _chance(-odds)))
    at = np.where(np.isfinite(start), np.fmin(start, guess), guess)
    for _ in range(steps):
        slope = _between(odds, at)
        after = at - (_distance(odds, at) - level) / slope
        at = np.where(np.isfinite(after), np.maximum(after, odds + (at - odds) / 16), at)
    return np.asarray(at)


def _first_above(odds: Array, level: Array, steps: int = _STEPS) -> Array:
    """The log-odds of p > q with D(p‖q) = level; nan where even p = 1 is nearer."""
    reachable = np.logaddexp(0.0, -odds) > level
    q = _chance(odds)
    low, high = odds, np.maximum(odds, 0.0) + 60.0
    at = odds + np.sqrt(2 * level / (q * _chance(-odds)))
    for _ in range(2 * steps):
        at = np.where((at > low) & (at < high), at, (low + high) / 2)
        gap = _distance(at, odds) - level
        low, high = np.where(gap < 0, at, low), np.where(gap < 0, high, at)
        slope = _chance(at) * _chance(-at) * (at - odds)
        at = at - gap / slope
    at = np.where((at >= low) & (at <= high), at, (low + high) / 2)
    return np.where(reachable, at, np.nan)
