"""Floats: the operations of the measures on NumPy batches, for the search.

A scalar of a batch has shape (B,), an array of rank r shape (B, …); all operations act on trailing
axes. Undefined values are nan, and no warning escapes. Nothing here is rigorous, but nothing here
cancels where two laws are close either: that is where tight claims live.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

Array = NDArray[np.float64]
# An end of an interval, None for an infinite one, and whether it is left out.
End = tuple[fmpq | None, bool]


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    def silent(*args: Any, **options: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*args, **options)

    return silent


def _mul(a: Any, b: Any) -> Any:
    product = np.multiply(a, b)
    # 0·∞ = 0, as in balls; what is undefined stays so.
    nothing = (np.equal(a, 0) & ~np.isnan(b)) | (np.equal(b, 0) & ~np.isnan(a))
    return np.where(nothing, 0.0, product)


def _div(a: Any, b: Any) -> Any:
    ratio = np.divide(a, b)
    return np.where(np.equal(b, 0), np.nan, ratio)


def _power(a: Any, b: Any) -> Any:
    a = np.asarray(a, float)
    return np.where(np.equal(a, 0) & np.less(b, 0), np.nan, np.power(a, b))


def _log(x: Any) -> Any:
    return np.log(x)


def _xlogx(p: Any) -> Any:
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


def _relative_entropy_terms(p: Any, q: Any) -> Any:
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


def _power_terms(p: Any, q: Any, order: Any) -> Any:
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


def _density(p: Any, q: Any) -> Any:
    p, q = np.asarray(p, float), np.asarray(q, float)
    return np.where(q > 0, p / np.where(q > 0, q, 1.0), np.where(p > 0, np.inf, np.nan))


def _ratio_or_zero(a: Any, b: Any) -> Any:
    a, b = np.broadcast_arrays(a, b)
    return np.where(a == 0, 0.0, a / np.where(a == 0, 1.0, b))


def _log_ratio(p: Any, q: Any) -> Any:
    p, q = np.broadcast_arrays(np.asarray(p, float), np.asarray(q, float))
    both = (p > 0) & (q > 0)
    top, bottom = np.where(both, p, 1.0), np.where(both, q, 1.0)
    change = (top - bottom) / bottom
    near = np.abs(change) < 0.5
    logs = np.where(near, np.log1p(np.where(near, change, 0.0)), np.log(top) - np.log(bottom))
    return np.where(both, logs, np.where(p > 0, np.inf, -np.inf) + 0.0 * (p + q))


def _log_ratio_magnitudes(p: Any, q: Any) -> Any:
    nothing = np.equal(p, 0) & np.equal(q, 0)
    return np.where(nothing, 0.0, np.abs(_log_ratio(p, q)))


def _divergence_terms(p: Any, q: Any, order: Any) -> Any:
    """(p^α q^(1−α) − (1−α) q − α p)/(α − 1), which is not negative; its limit at α = 1."""
    p, q, order = np.broadcast_arrays(np.asarray(p, float), np.asarray(q, float), order)
    both = (p > 0) & (q > 0)
    top, bottom = np.where(both, p, 1.0), np.where(both, q, 1.0)
    t, logs = (top - bottom) / bottom, _log_ratio(top, bottom)
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


def _renyi_sum(p: Any, q: Any, order: Any, rank: int = 1, weights: Any = None) -> Any:
    axes = tuple(range(-rank, 0))
    order = np.asarray(order, float)
    spread = order.reshape(*order.shape, *[1] * rank)
    terms = _divergence_terms(p, q, spread)
    excess = (terms if weights is None else _mul(weights, terms)).sum(axis=axes)
    less = order - 1
    safe = np.where(less == 0, 1.0, less)
    value = np.where(less == 0, excess, np.log1p(less * excess) / safe)
    # Where the sum is tiny or overflows, nothing cancels and logarithms carry it.
    far = (less * excess < -0.5) | np.isinf(excess)
    if np.any(far):
        log_p, log_q = np.log(p), np.log(q)
        parts = _mul(spread, log_p) + _mul(1 - spread, log_q)
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


def _power_entropy(p: Any, order: Any) -> Any:
    order = np.asarray(order, float)
    spread = order[..., None]
    less = spread - 1
    safe = np.where(less == 0, 1.0, less)
    # Near order 1 all terms have one sign.
    terms = np.where(less == 0, np.log(p), np.expm1(_mul(less, np.log(p))) / safe)
    excess = _mul(p, terms).sum(axis=-1)
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


def _log_excess(above: Any, below: Any) -> Any:
    above, below = np.broadcast_arrays(np.asarray(above, float), np.asarray(below, float))
    ratio = above / np.where(below > 0, below, 1.0)
    logs = np.where(ratio > -1, np.log1p(np.where(ratio > -1, ratio, 0.0)), -np.inf)
    return np.where(below > 0, logs, np.where(above > 0, np.inf, -np.inf))


def _binary_entropy(x: Any) -> Any:
    x = np.asarray(x, float)
    inner = (x > 0) & (x < 1)
    safe = np.where(inner, x, 0.5)
    value = -safe * np.log(safe) - (1.0 - safe) * np.log1p(-safe)
    return np.where(inner, value, np.where((x == 0) | (x == 1), 0.0, np.nan))


def _binary_entropy_inverse(y: Any) -> Any:
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
        t = np.log(x) + (low - _binary_entropy(x)) / slope
    found = np.where(high, 0.5 - u, np.where(y > 0, np.exp(t), 0.0))
    return np.where(inside, found, np.nan)


def _lambert_w(x: Any) -> Any:
    """W_0, the principal branch; NaN below −1/e."""
    # It brings a library that few values need.
    from scipy.special import lambertw

    x, least = np.asarray(x, float), -np.exp(-1.0)
    found = lambertw(np.where(x > least, x, 0.0))  # type: ignore[no-untyped-call]
    return np.where(x > least, found.real, np.where(x == least, -1.0, np.nan))


class Floats:
    """The float namespace: the operations that the measures are written in."""

    exp = staticmethod(_quiet(np.exp))
    expm1 = staticmethod(_quiet(np.expm1))
    log = staticmethod(_quiet(_log))
    log1p = staticmethod(_quiet(np.log1p))
    sqrt = staticmethod(_quiet(np.sqrt))
    abs = staticmethod(np.abs)
    minimum = staticmethod(np.minimum)
    maximum = staticmethod(np.maximum)
    power = staticmethod(_quiet(_power))
    positive_part = staticmethod(lambda x: np.maximum(x, 0.0))
    add = staticmethod(_quiet(np.add))
    sub = staticmethod(_quiet(np.subtract))
    mul = staticmethod(_quiet(_mul))
    div = staticmethod(_quiet(_div))
    xlogx = staticmethod(_quiet(_xlogx))
    relative_entropy_terms = staticmethod(_quiet(_relative_entropy_terms))
    density = staticmethod(_quiet(_density))
    ratio_or_zero = staticmethod(_quiet(_ratio_or_zero))
    log_ratio = staticmethod(_quiet(_log_ratio))
    log_ratio_magnitudes = staticmethod(_quiet(_log_ratio_magnitudes))
    log_excess = staticmethod(_quiet(_log_excess))
    power_terms = staticmethod(_quiet(_power_terms))
    renyi_sum = staticmethod(_quiet(_renyi_sum))
    power_entropy = staticmethod(_quiet(_power_entropy))
    binary_entropy = staticmethod(_quiet(_binary_entropy))
    binary_entropy_inverse = staticmethod(_quiet(_binary_entropy_inverse))
    lambert_w = staticmethod(_quiet(_lambert_w))

    @staticmethod
    def wide(array: Array) -> Any:
        """The array at more digits than double, where the machine has them."""
        return np.asarray(array, np.longdouble)

    @staticmethod
    def by_order(
        order: Any,
        at_zero: Callable[[], Any],
        at_one: Callable[[], Any],
        at_infinity: Callable[[], Any],
        otherwise: Callable[[], Any],
    ) -> Any:
        """The branch for each instance's order in [0, ∞]; nan below 0."""
        order = np.asarray(order, float)
        special = [(order == 0, at_zero), (order == 1, at_one), (np.isposinf(order), at_infinity)]
        result: Any = np.nan
        with np.errstate(all="ignore"):
            if not np.all(special[0][0] | special[1][0] | special[2][0]):
                result = otherwise()
            for test, branch in special:
                if np.any(test):
                    result = np.where(test, branch(), result)
        return np.where(order >= 0, result, np.nan)

    @staticmethod
    def inside(value: Any, x: Any, low: End, high: End) -> Any:
        """The value for each instance whose number lies between two ends, or nan."""
        x = np.asarray(x, float)
        fits = np.isfinite(x)
        for (end, is_open), sign in ((low, 1), (high, -1)):
            if end is not None:
                room = sign * (x - int(end.p) / int(end.q))
                fits &= room > 0 if is_open else room >= 0
        return np.where(fits, value, np.nan)

    @staticmethod
    def by_ratio(p: Array, q: Array) -> tuple[Array, Array]:
        """Two laws with their symbols in descending order of p/q."""
        p, q = np.broadcast_arrays(p, q)
        with np.errstate(all="ignore"):
            ratio = np.where(q > 0, p / q, np.inf)
        order = np.argsort(-ratio, axis=-1)
        return np.take_along_axis(p, order, -1), np.take_along_axis(q, order, -1)

    @staticmethod
    @_quiet
    def cumulative(array: Array) -> Array:
        """The running sums along the last axis."""
        return np.cumsum(array, axis=-1)

    @staticmethod
    def support(array: Array) -> Array:
        """1 where an entry is positive, 0 elsewhere."""
        return np.where(array > 0, 1.0, 0.0)

    @staticmethod
    def curves() -> Any:
        """The privacy curves of mutual-information privacy, which are maxima."""
        from verified.numbers import float_curves

        return float_curves

    @staticmethod
    def line() -> Any:
        """Integrals over the real line, and functions that only they need."""
        from verified.numbers import float_line

        return float_line

    @staticmethod
    def tests() -> Any:
        """Tests of one law on the real line against another."""
        from verified.numbers import float_tests

        return float_tests

    @staticmethod
    def powers() -> Any:
        """Rényi's integrals over the real line, and largest ratios of densities."""
        from verified.numbers import float_powers

        return float_powers

    @staticmethod
    def integers() -> Any:
        """Sums over the integers."""
        from verified.numbers import float_integers

        return float_integers

    @staticmethod
    def space() -> Any:
        """Integrals over several dimensions."""
        from verified.numbers import float_space

        return float_space

    @staticmethod
    def matrices() -> Any:
        """Determinants and values of games."""
        from verified.numbers import float_matrices

        return float_matrices

    @staticmethod
    def orders() -> Any:
        """Suprema over the orders of Rényi divergences."""
        from verified.numbers import float_orders

        return float_orders

    @staticmethod
    def between(low: Array, high: Callable[[], Array]) -> Array:
        """The lower of two bounds that are nearly one; balls take both."""
        return low

    @staticmethod
    def optima() -> Any:
        """Optimal priors, and the rate–distortion function."""
        from verified.numbers import float_optima

        return float_optima

    @staticmethod
    def transport() -> Any:
        """Optimal transport between laws."""
        from verified.numbers import float_transport

        return float_transport

    @staticmethod
    def constant(value: fmpq) -> Array:
        """A rational as a scalar (nearest float; ±∞ beyond the largest)."""
        try:
            return np.float64(int(value.p) / int(value.q))  # type: ignore[return-value]
        except OverflowError:
            return np.float64(np.inf if value > 0 else -np.inf)  # type: ignore[return-value]

    @staticmethod
    def pi() -> Array:
        """π (nearest float)."""
        return np.float64(np.pi)  # type: ignore[return-value]

    @staticmethod
    def infinity() -> Array:
        """+∞."""
        return np.float64(np.inf)  # type: ignore[return-value]

    @staticmethod
    def expand(scalar: Any, rank: int) -> Array:
        """The scalar with trailing axes of length 1, to broadcast against a rank-k array."""
        scalar = np.asarray(scalar)
        return np.asarray(scalar.reshape(*scalar.shape, *[1] * rank))

    @staticmethod
    def shape(array: Array, rank: int) -> tuple[int, ...]:
        """The sizes of the last `rank` axes."""
        return array.shape[array.ndim - rank :]

    @staticmethod
    def reshape(array: Array, rank: int, shape: Sequence[int]) -> Array:
        """The array with its last `rank` axes in another shape."""
        return array.reshape(*array.shape[: array.ndim - rank], *shape)

    @staticmethod
    def stack(items: Sequence[Any], shape: Sequence[int]) -> Array:
        """An array of a trailing shape from scalars or arrays along a new axis."""
        inner = len(shape) - 1
        if not items:
            return np.zeros(tuple(shape))
        arrays = [np.asarray(item, float) for item in items]
        batch = np.broadcast_shapes(*(array.shape[: array.ndim - inner] for array in arrays))
        full = [np.broadcast_to(a, (*batch, *a.shape[a.ndim - inner :])) for a in arrays]
        return np.stack(full, axis=len(batch))

    @staticmethod
    def take(array: Array, axis: int, index: int) -> Array:
        """One index of an axis (negative)."""
        return np.asarray(np.take(array, index, axis))

    @staticmethod
    def gather(array: Array, axis: int, indices: Sequence[int]) -> Array:
        """Some indices of an axis (negative), in their order."""
        return np.take(array, np.asarray(indices), axis)

    @staticmethod
    def over_laws(
        first: Array, second: Array, measure: Callable[[Array, Array], Array]
    ) -> Array:
        """A measure of two laws for each pair of rows of two stacks (…, pairs, symbols)."""
        return measure(first, second)

    @staticmethod
    def moveaxis(array: Array, source: int, target: int) -> Array:
        """The array with one axis (negative) moved to another place (negative)."""
        return np.moveaxis(array, source, target)

    @staticmethod
    @_quiet
    def matmul(first: Array, second: Array) -> Array:
        """The matrix product on the last two axes."""
        return np.asarray(np.matmul(first, second))

    @staticmethod
    @_quiet
    def sum(array: Array, rank: int) -> Array:
        """The sum over the last `rank` axes."""
        return np.asarray(array.sum(axis=tuple(range(-rank, 0))))

    @staticmethod
    def max(array: Array, rank: int) -> Array:
        """The largest entry over the last `rank` axes."""
        return np.asarray(array.max(axis=tuple(range(-rank, 0))))

    @staticmethod
    def min(array: Array, rank: int) -> Array:
        """The least entry over the last `rank` axes."""
        return np.asarray(array.min(axis=tuple(range(-rank, 0))))

    @staticmethod
    @_quiet
    def sum_axes(array: Array, axes: tuple[int, ...], keep: bool = False) -> Array:
        """The sum over the named axes (negative)."""
        return np.asarray(array.sum(axis=axes, keepdims=keep))

    @staticmethod
    def max_axes(array: Array, axes: tuple[int, ...], keep: bool = False) -> Array:
        """The largest entry over the named axes (negative)."""
        return np.asarray(array.max(axis=axes, keepdims=keep))

    @staticmethod
    def min_axes(array: Array, axes: tuple[int, ...], keep: bool = False) -> Array:
        """The least entry over the named axes (negative)."""
        return np.asarray(array.min(axis=axes, keepdims=keep))
