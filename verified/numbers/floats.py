"""Floats: the operations of the measures on NumPy batches, for the search.

A scalar of a batch has shape (B,), an array of rank r shape (B, …); all operations act on trailing
axes. Undefined values are nan, and no warning escapes. Nothing here is rigorous, but nothing here
cancels where two laws are close either: that is where tight claims live.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function without warnings of NumPy."""
    def silent(*args: Any, **options: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*args, **options)

    return silent


def mul(a: Any, b: Any) -> Any:
    """The product, with 0·∞ = 0."""
    product = np.multiply(a, b)
    # 0·∞ = 0, as in balls; what is undefined stays so.
    nothing = (np.equal(a, 0) & ~np.isnan(b)) | (np.equal(b, 0) & ~np.isnan(a))
    return np.where(nothing, 0.0, product)


def div(a: Any, b: Any) -> Any:
    """The quotient; nan where the divisor is 0."""
    ratio = np.divide(a, b)
    return np.where(np.equal(b, 0), np.nan, ratio)


def power(a: Any, b: Any) -> Any:
    """The power; nan where 0 has a negative one."""
    a = np.asarray(a, float)
    return np.where(np.equal(a, 0) & np.less(b, 0), np.nan, np.power(a, b))


def log(x: Any) -> Any:
    """The natural logarithm, −∞ of 0."""
    return np.log(x)


def xlogx(p: Any) -> Any:
    """p·ln p, 0 at 0."""
    p = np.asarray(p)
    return np.where(p == 0, 0.0, p * np.log(np.where(p == 0, 1.0, p)))


def phi(t: Any) -> Any:
    """(1 + t)·ln(1 + t) − t, which is about t²/2 near 0: by its series there."""
    t = np.asarray(t, float)
    shifted = 1.0 + t
    logs = np.log1p(np.where(shifted > 0, t, 0.0))
    found = np.array(np.where(shifted > 0, shifted * logs, 0.0) - t)
    near = np.abs(t) < 0.02
    s = t[near]
    if s.size:
        # Σ_{k≥2} (−1)^k t^k / (k (k − 1))
        found[near] = s * s * (
            1 / 2 - s * (1 / 6 - s * (1 / 12 - s * (1 / 20 - s * (1 / 30 - s * (1 / 42 - s * (
                1 / 56 - s * (1 / 72 - s * (1 / 90)))))))))
    return found


def relative_entropy_terms(p: Any, q: Any) -> Any:
    """p·ln(p/q) − p + q, whose sum is D(P‖Q), without loss where p is near q."""
    # The difference is taken at the precision given, which may be more than double.
    p, q = np.asarray(p), np.asarray(q)
    safe = np.where(q > 0, q, 1.0)
    ratio = np.asarray((p - q) / safe, float)
    p, q, safe = np.asarray(p, float), np.asarray(q, float), np.asarray(safe, float)
    # Far above q the ratio may overflow; p·ln(p/q) then does not.
    huge = ratio > 1e8
    direct = np.where(p > 0, p * (np.log(np.where(p > 0, p, 1.0)) - np.log(safe)), 0.0) - p + q
    terms = np.where(huge, direct, q * phi(np.where(huge, 0.0, ratio)))
    # Here q is 0 or nan, and what is undefined stays so.
    return np.where(q > 0, terms, np.where(p > 0, np.inf, p) + q)


def power_terms(p: Any, q: Any, order: Any) -> Any:
    """q·((p/q)^α − 1 − α(p/q − 1)), without loss where p is near q."""
    p, q, order = np.broadcast_arrays(np.asarray(p, float), np.asarray(q, float), order)
    safe = np.where(q > 0, q, 1.0)
    t = np.where(q > 0, (p - q) / safe, 0.0)
    near = np.abs(t) * np.maximum(1.0, np.abs(order)) < 0.02
    s = np.where(near, t, 0.0)
    # The binomial series of (1 + t)^α from t² on.
    series, factor = np.zeros_like(s), order * s
    for k in range(2, 12):
        factor = factor * (order - k + 1) * s / k
        series = series + factor
    ratio = np.where(q > 0, p / safe, 1.0)
    plain = np.power(ratio, order) - 1.0 - order * (ratio - 1.0)
    terms = q * np.where(near, series, plain)
    beyond = np.where(p > 0, np.where(order > 1, np.inf, -order * p), 0.0)
    # Here q is 0 or nan, and what is undefined stays so.
    return np.where(q > 0, terms, beyond + 0.0 * (p + q))


def density(p: Any, q: Any) -> Any:
    """p/q; ∞ where q = 0 < p, nan where both are 0."""
    p, q = np.asarray(p, float), np.asarray(q, float)
    return np.where(q > 0, p / np.where(q > 0, q, 1.0), np.where(p > 0, np.inf, np.nan))


def ratio_or_zero(a: Any, b: Any) -> Any:
    """a/b, 0 where a is 0."""
    a, b = np.broadcast_arrays(a, b)
    return np.where(a == 0, 0.0, a / np.where(a == 0, 1.0, b))


def log_ratio(p: Any, q: Any) -> Any:
    """ln(p/q): −∞ where p = 0, ∞ where only q is; without loss where p is near q."""
    p, q = np.broadcast_arrays(np.asarray(p, float), np.asarray(q, float))
    both = (p > 0) & (q > 0)
    top, bottom = np.where(both, p, 1.0), np.where(both, q, 1.0)
    change = (top - bottom) / bottom
    near = np.abs(change) < 0.5
    logs = np.where(near, np.log1p(np.where(near, change, 0.0)), np.log(top) - np.log(bottom))
    return np.where(both, logs, np.where(p > 0, np.inf, -np.inf) + 0.0 * (p + q))


def log_ratio_magnitudes(p: Any, q: Any) -> Any:
    """|ln(p/q)|, 0 where both are 0."""
    nothing = np.equal(p, 0) & np.equal(q, 0)
    return np.where(nothing, 0.0, np.abs(log_ratio(p, q)))


def _divergence_terms(p: Any, q: Any, order: Any) -> Any:
    """(p^α q^(1−α) − (1−α) q − α p)/(α − 1), which is not negative; its limit at α = 1."""
    p, q, order = np.broadcast_arrays(np.asarray(p, float), np.asarray(q, float), order)
    both = (p > 0) & (q > 0)
    top, bottom = np.where(both, p, 1.0), np.where(both, q, 1.0)
    t, logs = (top - bottom) / bottom, log_ratio(top, bottom)
    near = np.abs(t) * np.maximum(1.0, order) < 0.02
    s = np.where(near, t, 0.0)
    # The binomial series of (1 + t)^α from t² on, without its factor α − 1.
    factor = order / 2 * s * s
    series = factor
    for k in range(3, 11):
        factor = factor * (order - (k - 1)) * s / k
        series = series + factor
    less = order - 1
    power = np.where(less == 0, logs, np.expm1(less * logs) / np.where(less == 0, 1.0, less))
    # Below 1/2 both parts shrink with α, so the other form would cancel there.
    low = (order * t - np.expm1(order * logs)) / np.where(order < 0.5, 1 - order, 1.0)
    plain = np.where(order < 0.5, low, (1 + t) * power - t)
    terms = bottom * np.where(near, series, plain)
    beyond = np.where(order < 1, order * p / np.where(order < 1, 1 - order, 1.0), np.inf)
    return np.where(both, terms, np.where(p > 0, beyond, q))


def renyi_sum(p: Any, q: Any, order: Any, rank: int = 1, weights: Any = None) -> Any:
    """ln(Σ w p^α q^(1−α))/(α − 1) over the last axes, for α not 0 or ∞; its limit at 1."""
    axes = tuple(range(-rank, 0))
    order = np.asarray(order, float)
    spread = order.reshape(*order.shape, *[1] * rank)
    terms = _divergence_terms(p, q, spread)
    excess = (terms if weights is None else mul(weights, terms)).sum(axis=axes)
    less = order - 1
    safe = np.where(less == 0, 1.0, less)
    value = np.where(less == 0, excess, np.log1p(less * excess) / safe)
    # Where the sum is tiny or overflows, nothing cancels and logarithms carry it.
    far = (less * excess < -0.5) | np.isinf(excess)
    if np.any(far):
        log_p, log_q = np.log(p), np.log(q)
        parts = mul(spread, log_p) + mul(1 - spread, log_q)
        parts = np.where(np.equal(p, 0), -np.inf, parts)
        if weights is not None:
            parts = np.where(np.equal(weights, 0), -np.inf, parts + np.log(weights))
        value = np.where(far, _log_sum_exp(parts, axes) / safe, value)
    return value


def _log_sum_exp(parts: Any, axes: tuple[int, ...]) -> Any:
    most = parts.max(axis=axes, keepdims=True)
    shift = np.where(np.isfinite(most), most, 0.0)
    total = np.exp(parts - shift).sum(axis=axes)
    return np.log(total) + shift.reshape(total.shape)


def power_entropy(p: Any, order: Any) -> Any:
    """Rényi's entropy over the last axis in nats, of an order that isn't 0 or ∞."""
    order = np.asarray(order, float)
    spread = order[..., None]
    less = spread - 1
    safe = np.where(less == 0, 1.0, less)
    # Near order 1 all terms have one sign.
    terms = np.where(less == 0, np.log(p), np.expm1(mul(less, np.log(p))) / safe)
    excess = mul(p, terms).sum(axis=-1)
    flat = safe[..., 0]
    near = np.where(less[..., 0] == 0, -excess, -np.log1p(less[..., 0] * excess) / flat)
    # Elsewhere the largest probability leads, and the others are what is added to it.
    top = np.asarray(p).argmax(axis=-1)[..., None]
    most = np.take_along_axis(np.asarray(p), top, -1)
    shares, leads = np.power(p / most, spread), np.zeros(np.shape(p))
    np.put_along_axis(leads, top, 1.0, -1)
    others = np.where(leads == 1, 0.0, shares).sum(axis=-1)
    far = -(order * np.log(most[..., 0]) + np.log1p(others)) / flat
    return np.where(np.abs(order - 1) < 0.5, near, far)


def log_excess(above: Any, below: Any) -> Any:
    """ln(1 + above/below); −∞ where above ≤ −below, ∞ where below = 0 < above."""
    above, below = np.broadcast_arrays(np.asarray(above, float), np.asarray(below, float))
    ratio = above / np.where(below > 0, below, 1.0)
    logs = np.where(ratio > -1, np.log1p(np.where(ratio > -1, ratio, 0.0)), -np.inf)
    return np.where(below > 0, logs, np.where(above > 0, np.inf, -np.inf))


def binary_entropy(x: Any) -> Any:
    """The entropy of (x, 1 − x) in nats; nan outside of [0, 1]."""
    x = np.asarray(x, float)
    inner = (x > 0) & (x < 1)
    safe = np.where(inner, x, 0.5)
    value = -safe * np.log(safe) - (1.0 - safe) * np.log1p(-safe)
    return np.where(inner, value, np.where((x == 0) | (x == 1), 0.0, np.nan))


def binary_entropy_inverse(y: Any) -> Any:
    """Newton's method: in 1/2 − x near ln 2, where h is flat, and in ln x below."""
    y = np.asarray(y, float)
    top = np.log(2.0)
    inside = (y >= 0) & (y <= top)
    high = y > 0.4
    room = np.where(inside & high, top - y, 0.1)
    u = np.sqrt(room / 2)
    for _ in range(12):
        inner = np.minimum(u, 0.4999)
        # ln 2 − h(1/2 − u) without cancelling: ½·((1+2u) ln(1+2u) + (1−2u) ln(1−2u)).
        deficit = 0.5 * (phi(2 * inner) + phi(-2 * inner))
        slope = np.log1p(2 * inner) - np.log1p(-2 * inner)
        u = np.where(u > 0, inner + (room - deficit) / np.where(slope > 0, slope, 1.0), 0.0)
    low = np.where(inside & ~high & (y > 0), y, 0.1)
    t = np.log(low) - np.log1p(-np.log(low))
    for _ in range(24):
        x = np.minimum(np.exp(t), 0.499)
        slope = x * (np.log1p(-x) - np.log(x))
        t = np.log(x) + (low - binary_entropy(x)) / slope
    found = np.where(high, 0.5 - u, np.where(y > 0, np.exp(t), 0.0))
    return np.where(inside, found, np.nan)


def lambert_w(x: Any) -> Any:
    """W_0, the principal branch; NaN below −1/e."""
    # It brings a library that few values need.
    from scipy.special import lambertw

    x, least = np.asarray(x, float), -np.exp(-1.0)
    found = lambertw(np.where(x > least, x, 0.0))  # type: ignore[no-untyped-call]
    return np.where(x > least, found.real, np.where(x == least, -1.0, np.nan))
