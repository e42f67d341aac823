"""Determinants, values of games and minimax risks in floats, for batches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.games import optimal_decisions, optimal_strategies

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


def minimax_risk(channels: Any, losses: Any, actions: int) -> Array:
    """The least over decisions of the largest mean loss; nan where a loss isn't finite, or there is
    no input."""
    rows, tables = np.asarray(channels, float), np.asarray(losses, float)
    batch = np.broadcast_shapes(rows.shape[:-2], tables.shape[:-1])
    inputs, outputs = rows.shape[-2:]
    rows = np.broadcast_to(rows, (*batch, inputs, outputs))
    tables = np.broadcast_to(tables, (*batch, tables.shape[-1]))
    found = np.full(batch, np.nan)
    if not inputs:
        return found
    for place in np.ndindex(batch):
        channel, costs = rows[place], tables[place].reshape(actions, inputs)
        if np.isfinite(costs).all() and np.isfinite(channel).all():
            _, decisions = optimal_decisions(channel.tolist(), costs.tolist(), 1.0, TOLERANCE)
            found[place] = np.max(np.sum((channel @ np.array(decisions)) * costs.T, axis=1))
    return found
