"""Determinants and values of games in floats, for batches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.games import optimal_strategies

Array = NDArray[np.float64]

# Pivots below this, beside payoffs between 1 and 2, count as 0.
TOLERANCE = 1e-12


def determinant(entries: Any, order: int) -> Array:
    """As `ball_matrices.determinant`; nan where an entry isn't finite."""
    table = np.asarray(entries, float)
    table = table.reshape(*table.shape[:-1], order, order)
    finite = np.isfinite(table).all(axis=(-2, -1))
    with np.errstate(all="ignore"):
        found = np.linalg.det(np.where(finite[..., None, None], table, 0.0))
    return np.where(finite, found, np.nan)


def leading_minor(entries: Any, order: int, size: int) -> Array:
    """As `ball_matrices.leading_minor`; nan where that is undefined."""
    table = np.asarray(entries, float)
    finite = np.isfinite(table).all(axis=-1) & (order <= size)
    kept = min(order, size)
    block = table.reshape(*table.shape[:-1], size, size)[..., :kept, :kept]
    found = determinant(block.reshape(*table.shape[:-1], kept * kept), kept)
    return np.where(finite, found, np.nan)


def lower_value(payoffs: Any, rows: int, columns: int) -> Array:
    """The largest over laws p of the rows of min_y Σ_x p(x) v_xy; nan where a payoff isn't
    finite."""
    return _values(payoffs, rows, columns, lambda table, p, _: np.min(p @ table))


def upper_value(payoffs: Any, rows: int, columns: int) -> Array:
    """The least over laws q of the columns of max_x Σ_y q(y) v_xy."""
    return _values(payoffs, rows, columns, lambda table, _, q: np.max(table @ q))


def _values(payoffs: Any, rows: int, columns: int, value: Any) -> Array:
    games = np.asarray(payoffs, float)
    batch = games.shape[:-1]
    found = np.full(batch, np.nan)
    for place in np.ndindex(batch):
        table = games[place].reshape(rows, columns)
        if np.isfinite(table).all():
            p, q = optimal_strategies(table.tolist(), 1.0, TOLERANCE)
            found[place] = value(table, np.array(p), np.array(q))
    return found
