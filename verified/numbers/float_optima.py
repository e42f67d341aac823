"""Optimal laws in floats, for batches: as `ball_optima`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.float_bottleneck import bottleneck as bottleneck
from verified.numbers.float_interior import Slopes, optimal_laws

Array = NDArray[np.float64]

# Levels and distortions so near each other, beside the largest distortion, count as equal.
_NEAR = 1e-14


def sibson_prior(channels: Any, allowed: Any, orders: Any) -> Array:
    """For each instance a law of the allowed inputs at which Sibson's information of an order above
    1 is nearly the largest; a uniform one where the order isn't a finite number above 1."""
    rows, mask = np.asarray(channels, float), np.asarray(allowed, float)
    order = np.asarray(orders, float)
    batch = np.broadcast_shapes(rows.shape[:-2], mask.shape[:-1], order.shape)
    inputs, outputs = rows.shape[-2:]
    mask = np.broadcast_to(mask, (*batch, inputs)).reshape(-1, inputs)
    rows = np.broadcast_to(rows, (*batch, inputs, outputs)).reshape(-1, inputs, outputs)
    order = np.broadcast_to(order, batch).reshape(-1, 1)
    usable = np.isfinite(order) & (order > 1)
    order = np.where(usable, order, 2.0)
    root = 1 / order
    with np.errstate(all="ignore"):
        rows = rows * mask[:, :, None]
        most = rows.max(axis=1)
        # Σ_y s(y)^(1/α) = Σ_y most(y) (Σ_x p(x) (W(y|x)/most(y))^α)^(1/α).
        powers = np.where(most[:, None] > 0, rows / np.where(most > 0, most, 1.0)[:, None], 0.0)
        powers = powers ** order[:, :, None]
        # Orders near 1 and rows that are alike differ little: what they differ by counts.
        scale = order / (order - 1)

        def slopes(law: Array, _: Array) -> Slopes:
            sums = np.einsum("bx,bxy->by", law, powers)
            sums = np.where(most > 0, sums, 1.0)
            first = scale * most * root * sums ** (root - 1)
            second = scale * most * root * (root - 1) * sums ** (root - 2)
            return Slopes(
                np.einsum("bxy,by->bx", powers, first),
                np.einsum("bxy,bzy->bxz", powers * second[:, None], powers),
            )

        found, _ = optimal_laws((len(rows), inputs), slopes)
        found = found * mask
        flat = mask / mask.sum(axis=1, keepdims=True)
        whole = found.sum(axis=1, keepdims=True)
        law = np.where(usable & (whole > 0), found / np.where(whole > 0, whole, 1.0), flat)
    return np.asarray(law.reshape(*batch, inputs), float)


def rate_distortion(laws: Any, distortions: Any, outputs: int, levels: Any) -> Array:
    """As `ball_optima.rate_distortion`; nan where no channel reaches the level, or a number isn't
    finite or negative."""
    law, table = np.asarray(laws, float), np.asarray(distortions, float)
    level = np.asarray(levels, float)
    batch = np.broadcast_shapes(law.shape[:-1], table.shape[:-1], level.shape)
    inputs = law.shape[-1]
    law = np.broadcast_to(law, (*batch, inputs)).reshape(-1, inputs)
    table = np.broadcast_to(table, (*batch, table.shape[-1])).reshape(-1, inputs, outputs)
    level = np.broadcast_to(level, batch).reshape(-1)
    found = np.full(len(law), np.nan)
    with np.errstate(all="ignore"):
        # Of what never comes the distortion doesn't matter.
        table = np.where((law == 0)[:, :, None] & (table >= 0), 0.0, table)
        fits = np.isfinite(table).all(axis=(1, 2)) & (table >= 0).all(axis=(1, 2))
        fits &= np.isfinite(level) & np.isfinite(law).all(axis=1)
        near = _NEAR * np.maximum(table.max(axis=(1, 2)), 1e-300)
        least = np.sum(law * table.min(axis=2), axis=1)
        enough = np.einsum("bx,bxy->by", law, table).min(axis=1) <= level
        found[fits & enough] = 0.0
        lowest = fits & ~enough & (np.abs(level - least) <= near)
        if lowest.any():
            part = table[lowest]
            best = part.min(axis=2, keepdims=True)
            weights = np.where(part <= best + near[lowest][:, None, None], 1.0, 0.0)
            found[lowest] = _lowest(law[lowest], weights)
        between = fits & ~enough & (level > least + near)
        if between.any():
            found[between] = _between(law[between], table[between], level[between])
    return np.asarray(found.reshape(batch), float)


def _lowest(law: Array, weights: Array) -> Array:
    """From reproductions of least distortion only."""

    def slopes(q: Array, _: Array) -> Slopes:
        return _of_shares(law, weights / np.einsum("by,bxy->bx", q, weights)[:, :, None])

    q, _ = optimal_laws((len(law), weights.shape[2]), slopes)
    return _bound(law, weights, q)


def _between(law: Array, table: Array, level: Array) -> Array:
    lowest = table.min(axis=2, keepdims=True)
    over = table - lowest

    def slopes(q: Array, price: Array) -> Slopes:
        weights = np.exp(-price[:, None, None] * over)
        shares = weights / np.einsum("by,bxy->bx", q, weights)[:, :, None]
        held = q[:, None, :] * shares
        mean = np.einsum("bxy,bxy->bx", held, table)
        away = mean[:, :, None] - table
        found = _of_shares(law, shares)
        return Slopes(
            found.law, found.laws, level - np.sum(law * mean, axis=1),
            np.einsum("bx,bxy,bxy->b", law, held, away**2),
            np.einsum("bx,bxy,bxy->by", law, shares, away),
        )

    widest = over.max(axis=(1, 2))
    q, price = optimal_laws((len(law), table.shape[2]), slopes, 1 / widest)
    rate = _bound(law, np.exp(-price[:, None, None] * over), q)
    base = np.sum(law * lowest[:, :, 0], axis=1)
    return np.asarray(np.maximum(rate - price * (level - base), 0.0), float)


def _bound(law: Array, weights: Array, q: Array) -> Array:
    """Σ P u − ln max_y Σ_x P(x) b(x, y) e^u(x), where u(x) = −ln Σ_y q(y) b(x, y)."""
    sums = np.einsum("by,bxy->bx", q, weights)
    most = np.einsum("bx,bxy->by", law / sums, weights).max(axis=1)
    return np.asarray(np.maximum(-np.sum(law * np.log(sums), axis=1) - np.log(most), 0.0), float)


def _of_shares(law: Array, shares: Array) -> Slopes:
    return Slopes(
        np.einsum("bx,bxy->by", law, shares),
        -np.einsum("bxy,bxz->byz", law[:, :, None] * shares, shares),
    )
