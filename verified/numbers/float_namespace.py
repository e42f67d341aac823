"""`Floats`: the float namespace that the measures are written over, for the search.

What needs long code has a module of its own, which is loaded when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from flint import fmpq

from verified.numbers.floats import (
    Array,
    binary_entropy,
    binary_entropy_inverse,
    density,
    div,
    lambert_w,
    log,
    log_excess,
    log_ratio,
    log_ratio_magnitudes,
    mul,
    power,
    power_entropy,
    power_terms,
    quiet,
    ratio_or_zero,
    relative_entropy_terms,
    renyi_sum,
    xlogx,
)

# An end of an interval, None for an infinite one, and whether it is left out.
End = tuple[fmpq | None, bool]


class Floats:
    """The float namespace: the operations that the measures are written in."""

    exp = staticmethod(quiet(np.exp))
    expm1 = staticmethod(quiet(np.expm1))
    log = staticmethod(quiet(log))
    log1p = staticmethod(quiet(np.log1p))
    sqrt = staticmethod(quiet(np.sqrt))
    abs = staticmethod(np.abs)
    minimum = staticmethod(np.minimum)
    maximum = staticmethod(np.maximum)
    power = staticmethod(quiet(power))
    positive_part = staticmethod(lambda x: np.maximum(x, 0.0))
    add = staticmethod(quiet(np.add))
    sub = staticmethod(quiet(np.subtract))
    mul = staticmethod(quiet(mul))
    div = staticmethod(quiet(div))
    xlogx = staticmethod(quiet(xlogx))
    relative_entropy_terms = staticmethod(quiet(relative_entropy_terms))
    density = staticmethod(quiet(density))
    ratio_or_zero = staticmethod(quiet(ratio_or_zero))
    log_ratio = staticmethod(quiet(log_ratio))
    log_ratio_magnitudes = staticmethod(quiet(log_ratio_magnitudes))
    log_excess = staticmethod(quiet(log_excess))
    power_terms = staticmethod(quiet(power_terms))
    renyi_sum = staticmethod(quiet(renyi_sum))
    power_entropy = staticmethod(quiet(power_entropy))
    binary_entropy = staticmethod(quiet(binary_entropy))
    binary_entropy_inverse = staticmethod(quiet(binary_entropy_inverse))
    lambert_w = staticmethod(quiet(lambert_w))

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
    @quiet
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
        """Rényi's integrals over the real line."""
        from verified.numbers import float_powers

        return float_powers

    @staticmethod
    def largest_ratios() -> Any:
        """Largest ratios of densities on the real line."""
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
    @quiet
    def matmul(first: Array, second: Array) -> Array:
        """The matrix product on the last two axes."""
        return np.asarray(np.matmul(first, second))

    @staticmethod
    @quiet
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
    @quiet
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
