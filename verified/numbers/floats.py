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


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    def silent(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*args)

    return silent


def _mul(a: Any, b: Any) -> Any:
    product = np.multiply(a, b)
    # 0·∞ = 0, as in balls.
    return np.where((np.equal(a, 0)) | (np.equal(b, 0)), 0.0, product)


def _div(a: Any, b: Any) -> Any:
    ratio = np.divide(a, b)
    return np.where(np.equal(b, 0), np.nan, ratio)


def _log(x: Any) -> Any:
    return np.log(x)


def _xlogx(p: Any) -> Any:
    p = np.asarray(p)
    return np.where(p == 0, 0.0, p * np.log(np.where(p == 0, 1.0, p)))


def phi(t: Any) -> Any:
    """(1 + t)·ln(1 + t) − t, which is about t²/2 near 0: by its series there."""
    t = np.asarray(t, float)
    near = np.abs(t) < 0.02
    s = np.where(near, t, 0.0)
    # Σ_{k≥2} (−1)^k t^k / (k (k − 1))
    series = s * s * (
        1 / 2 - s * (1 / 6 - s * (1 / 12 - s * (1 / 20 - s * (1 / 30 - s * (1 / 42 - s * (
            1 / 56 - s * (1 / 72 - s * (1 / 90)))))))))
    far = np.where(near, 1.0, t)
    shifted = 1.0 + far
    plain = np.where(shifted > 0, shifted * np.log1p(np.where(shifted > 0, far, 0.0)), 0.0) - far
    return np.where(near, series, plain)


def _relative_entropy_terms(p: Any, q: Any) -> Any:
    p, q = np.asarray(p, float), np.asarray(q, float)
    safe = np.where(q > 0, q, 1.0)
    ratio = (p - q) / safe
    # Far above q the ratio may overflow; p·ln(p/q) then does not.
    huge = ratio > 1e8
    direct = np.where(p > 0, p * (np.log(np.where(p > 0, p, 1.0)) - np.log(safe)), 0.0) - p + q
    terms = np.where(huge, direct, q * phi(np.where(huge, 0.0, ratio)))
    return np.where(q > 0, terms, np.where(p > 0, np.inf, 0.0))


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
    power = staticmethod(_quiet(lambda a, b: np.power(np.asarray(a, float), b)))
    positive_part = staticmethod(lambda x: np.maximum(x, 0.0))
    add = staticmethod(_quiet(np.add))
    sub = staticmethod(_quiet(np.subtract))
    mul = staticmethod(_quiet(_mul))
    div = staticmethod(_quiet(_div))
    xlogx = staticmethod(_quiet(_xlogx))
    relative_entropy_terms = staticmethod(_quiet(_relative_entropy_terms))

    @staticmethod
    def constant(value: fmpq) -> Array:
        """A rational as a scalar (nearest float)."""
        return np.float64(int(value.p) / int(value.q))  # type: ignore[return-value]

    @staticmethod
    def infinity() -> Array:
        """+∞."""
        return np.float64(np.inf)  # type: ignore[return-value]

    @staticmethod
    def expand(scalar: Any, rank: int) -> Array:
        """The scalar with trailing axes of length 1, to broadcast against a rank-k array."""
        scalar = np.asarray(scalar)
        return scalar.reshape(*scalar.shape, *[1] * rank)

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
        return array[(..., index, *[slice(None)] * (-axis - 1))]

    @staticmethod
    def moveaxis(array: Array, source: int, target: int) -> Array:
        """The array with one axis (negative) moved to another place (negative)."""
        return np.moveaxis(array, source, target)

    @staticmethod
    def matmul(first: Array, second: Array) -> Array:
        """The matrix product on the last two axes."""
        return np.matmul(first, second)

    @staticmethod
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
