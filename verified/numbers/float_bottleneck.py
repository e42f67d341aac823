"""The information bottleneck in floats, for batches: as `ball_bottleneck`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.ball_bottleneck import POINTS, divergence, optimal_posteriors
from verified.numbers.limits import check_time

Array = NDArray[np.float64]

# How often posteriors are drawn closer together.
_REFINED = 2


def bottleneck(laws: Any, channels: Any, rates: Any) -> Array:
    """The largest I(T;Y) over all T with I(T;X) ≤ r; nan where a rate is negative, and for more
    than three symbols of positive mass, where no more than bounds are known."""
    law, rows = np.asarray(laws, float), np.asarray(channels, float)
    rate = np.asarray(rates, float)
    batch = np.broadcast_shapes(law.shape[:-1], rows.shape[:-2], rate.shape)
    inputs, outputs = rows.shape[-2:]
    law = np.broadcast_to(law, (*batch, inputs)).reshape(-1, inputs)
    rows = np.broadcast_to(rows, (*batch, inputs, outputs)).reshape(-1, inputs, outputs)
    rate = np.broadcast_to(rate, batch).reshape(-1)
    found = [_one(*case) for case in zip(law, rows, rate, strict=True)]
    return np.asarray(found, float).reshape(batch)


def _one(law: Array, rows: Array, rate: float) -> float:
    check_time()
    kept = law > 0
    if not rate >= 0 or not np.isfinite(law).all() or not np.isfinite(rows).all():
        return np.nan
    masses, table = law[kept].tolist(), rows[kept].tolist()
    mixed = (law[kept] @ rows[kept]).tolist()
    told: float = sum(p * divergence(row, mixed) for p, row in zip(masses, table, strict=True))
    entropy = float(-np.sum(law[kept] * np.log(law[kept])))
    if rate >= entropy:
        return told
    if len(masses) not in POINTS:
        return np.nan
    found = optimal_posteriors(masses, table, rate, _REFINED)
    gains = [divergence((np.asarray(q) @ rows[kept]).tolist(), mixed) for q in found.points]
    return float(np.clip(found.value(gains), 0.0, min(rate, told)))
