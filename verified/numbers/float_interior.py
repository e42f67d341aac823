"""Laws at which concave functions are largest, in floats, for batches: as `interior` in balls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_STEPS, _SHARE, _LEAST = 60, 255 / 256, 2.0**-50


@dataclass(frozen=True)
class Slopes:
    """As `interior.Slopes`, with a leading axis for the instances."""

    law: Array
    laws: Array
    price: Array | None = None
    prices: Array | None = None
    mixed: Array | None = None


def optimal_laws(
    shape: tuple[int, int], slopes: Callable[[Array, Array], Slopes], price: Array | None = None
) -> tuple[Array, Array]:
    """For each instance a law at which the function is largest, and the price at which it is least;
    prices are 0 where none is given.

    Args:
        shape: how many instances, and how many symbols.
        slopes: the derivatives at laws and prices.
        price: where prices start, above 0.
    """
    batch, count = shape
    law = np.full(shape, 1.0 / count)
    prices = np.zeros(batch) if price is None else np.array(price, float)
    with np.errstate(all="ignore"):
        start = slopes(law, prices)
        scale = np.maximum(start.law.max(axis=1) - start.law.min(axis=1), 1e-3)
        level = start.law.max(axis=1) + scale
        slack = level[:, None] - start.law
        held = np.zeros(batch) if price is None else scale / prices
        for _ in range(_STEPS):
            found = slopes(law, prices)
            gap = (np.sum(law * slack, axis=1) + prices * held) / (count + (price is not None))
            going = np.asarray(gap >= scale * _LEAST, bool)
            if price is not None and found.price is not None and found.prices is not None:
                room_left = np.abs(found.price - held) > 4 * _LEAST * prices * found.prices
                going = np.asarray(going | room_left, bool)
            if not going.any():
                break
            wanted = gap * np.minimum(0.2, np.sqrt(gap / scale))
            step = _newton(law, slack, level, prices, held, wanted, found)
            slacks = wanted[:, None] / law - slack - slack / law * step[:, :count]
            values, changes = [law, slack], [step[:, :count], slacks]
            if price is not None:
                change = step[:, count + 1]
                kept = wanted / prices - held - held / prices * change
                values += [prices[:, None], held[:, None]]
                changes += [change[:, None], kept[:, None]]
            value, by = np.concatenate(values, axis=1), np.concatenate(changes, axis=1)
            room = np.where(by < 0, _SHARE * value / np.where(by < 0, -by, 1.0), np.inf)
            far = np.minimum(1.0, room.min(axis=1))
            going = np.asarray(going & np.isfinite(by).all(axis=1), bool)
            far = np.where(going, far, 0.0)
            by = np.where(going[:, None], by, 0.0)
            value = value + far[:, None] * by
            law, slack = value[:, :count], value[:, count : 2 * count]
            level = level + far * np.where(going, step[:, count], 0.0)
            if price is not None:
                prices, held = value[:, -2], value[:, -1]
    return law / law.sum(axis=1, keepdims=True), prices


def _newton(
    law: Array, slack: Array, level: Array, prices: Array, held: Array, wanted: Array,
    slopes: Slopes,
) -> Array:
    """The steps of the masses, the level and the price; nan where there is none."""
    batch, count = law.shape
    size = count + 1 + (slopes.price is not None)
    matrix, right = np.zeros((batch, size, size)), np.zeros((batch, size))
    matrix[:, :count, :count] = slopes.laws
    np.einsum("bii->bi", matrix)[:, :count] -= slack / law
    matrix[:, :count, count], matrix[:, count, :count] = -1.0, 1.0
    right[:, :count] = level[:, None] - slopes.law - wanted[:, None] / law
    right[:, count] = 1.0 - law.sum(axis=1)
    if slopes.price is not None and slopes.mixed is not None and slopes.prices is not None:
        matrix[:, :count, count + 1] = matrix[:, count + 1, :count] = slopes.mixed
        matrix[:, count + 1, count + 1] = slopes.prices + held / prices
        right[:, count + 1] = wanted / prices - slopes.price
    finite = np.isfinite(matrix).all(axis=(1, 2)) & np.isfinite(right).all(axis=1)
    usable = np.expand_dims(finite, -1)
    matrix = np.where(np.expand_dims(usable, -1), matrix, np.eye(size))
    try:
        found = np.linalg.solve(matrix, right[:, :, None])[:, :, 0]
    except np.linalg.LinAlgError:
        found = np.matmul(np.linalg.pinv(matrix), right[:, :, None])[:, :, 0]
    return np.where(usable, found, np.nan)
