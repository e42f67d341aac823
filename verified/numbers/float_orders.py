"""The largest D_α/α over all orders α > 1 of a Rényi divergence, in floats, for batches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from verified.numbers.golden import best_of

Array = NDArray[np.float64]

# Values of 1/α that are tried first, and how often the best one's neighbourhood is cut then.
TRIED = np.linspace(0.0, 1.0, 17)
CUTS = 26


def largest_over_orders(divergence: Callable[[Array], Array]) -> Array:
    """As `ball_orders.largest_over_orders`, of a function of a batch of orders."""

    def value(u: Array) -> Array:
        with np.errstate(all="ignore"):
            order = np.where(u > 0, 1.0 / np.where(u > 0, u, 1.0), np.inf)
            found = u * divergence(order)
        return np.where(u > 0, found, 0.0)

    return best_of(value, TRIED, CUTS)
