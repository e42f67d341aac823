"""The largest D_α/α over all orders α > 1 of a Rényi divergence, in floats, for batches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# Values of 1/α that are tried first, and how often the best one's neighbourhood is cut then.
TRIED = np.linspace(0.0, 1.0, 17)
CUTS = 26
GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0


def largest_over_orders(divergence: Callable[[Array], Array]) -> Array:
    """As `ball_orders.largest_over_orders`, of a function of a batch of orders."""

    def value(u: Array) -> Array:
        with np.errstate(all="ignore"):
            order = np.where(u > 0, 1.0 / np.where(u > 0, u, 1.0), np.inf)
            found = u * divergence(order)
        return np.where(u > 0, found, 0.0)

    tried = np.stack(np.broadcast_arrays(*(value(np.asarray(u)) for u in TRIED)))
    best = np.nanargmax(np.where(np.isnan(tried), -np.inf, tried), axis=0)
    most = tried.max(axis=0)
    low, high = TRIED[np.maximum(best - 1, 0)], TRIED[np.minimum(best + 1, len(TRIED) - 1)]
    # Golden section search.
    inner, outer = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_inner, at_outer = value(inner), value(outer)
    for _ in range(CUTS):
        left = at_inner > at_outer
        most = np.maximum(most, np.maximum(at_inner, at_outer))
        low, high = np.where(left, low, inner), np.where(left, outer, high)
        point = np.where(left, high - GOLDEN * (high - low), low + GOLDEN * (high - low))
        fresh = value(point)
        inner, outer = np.where(left, point, outer), np.where(left, inner, point)
        at_inner, at_outer = np.where(left, fresh, at_outer), np.where(left, at_inner, fresh)
    return np.asarray(np.maximum(most, np.maximum(at_inner, at_outer)))
