"""Golden section search in floats, which finds a peak or a bottom where there is one only: the
largest value of a function for batches, and where a function of one number is least."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_RATIO = (np.sqrt(5.0) - 1.0) / 2.0


def best_of(value: Callable[[Array], Array], tried: Array, cuts: int) -> Array:
    """The largest value at some places that rise, and then, in so many cuts, between the neighbours
    of the best of these; nan where some value isn't known."""
    values = np.stack(np.broadcast_arrays(*(value(np.asarray(x)) for x in tried)))
    best = np.argmax(np.where(np.isnan(values), -np.inf, values), axis=0)
    most = values.max(axis=0)
    low, high = tried[np.maximum(best - 1, 0)], tried[np.minimum(best + 1, len(tried) - 1)]
    inner, outer = high - _RATIO * (high - low), low + _RATIO * (high - low)
    at_inner, at_outer = value(inner), value(outer)
    for _ in range(cuts):
        left = at_inner > at_outer
        most = np.maximum(most, np.maximum(at_inner, at_outer))
        low, high = np.where(left, low, inner), np.where(left, outer, high)
        point = np.where(left, high - _RATIO * (high - low), low + _RATIO * (high - low))
        fresh = value(point)
        inner, outer = np.where(left, point, outer), np.where(left, inner, point)
        at_inner, at_outer = np.where(left, fresh, at_outer), np.where(left, at_inner, fresh)
    return np.asarray(np.maximum(most, np.maximum(at_inner, at_outer)))


def least_at(function: Callable[[float], float], low: float, high: float, cuts: int) -> float:
    """About where a function is least that falls and then rises, after so many cuts."""
    ratio = float(_RATIO)
    inner, outer = high - ratio * (high - low), low + ratio * (high - low)
    at_inner, at_outer = function(inner), function(outer)
    for _ in range(cuts):
        if at_inner < at_outer:
            high, outer, at_outer = outer, inner, at_inner
            inner = high - ratio * (high - low)
            at_inner = function(inner)
        else:
            low, inner, at_inner = inner, outer, at_outer
            outer = low + ratio * (high - low)
            at_outer = function(outer)
    return (low + high) / 2
