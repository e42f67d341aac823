"""The least cost of transport between two laws, in floats, for batches."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from verified.numbers.transport import plan_and_potential

Array = NDArray[np.float64]

# Pivots below this, beside gains between 1 and 2, count as 0.
TOLERANCE = 1e-12
# Where costs are further apart than this, floats would take the small ones for 0.
MOST_SPREAD = 1e6


def transport_cost(sources: Any, targets: Any, costs: Any) -> Array:
    """As `ball_transport.transport_cost`; nan where a cost is infinite or negative."""
    first, second = np.asarray(sources, float), np.asarray(targets, float)
    tables = np.asarray(costs, float)
    batch = np.broadcast_shapes(first.shape[:-1], second.shape[:-1], tables.shape[:-1])
    shape = first.shape[-1], second.shape[-1]
    laws = [np.broadcast_to(law, (*batch, law.shape[-1])) for law in (first, second)]
    tables = np.broadcast_to(tables, (*batch, tables.shape[-1]))
    found = np.full(batch, np.nan)
    for place in np.ndindex(batch):
        table, (p, q) = tables[place].reshape(shape), (law[place] for law in laws)
        if np.isfinite(table).all() and (table >= 0).all() and np.isfinite([*p, *q]).all():
            # What a plan costs is a sum in which nothing cancels.
            found[place] = np.sum(_plan(p, q, table) * table)
    return found


def _plan(p: Array, q: Array, table: Array) -> Array:
    """A plan that costs little."""
    some = table[table > 0]
    if some.size == 0 or some.max() <= MOST_SPREAD * some.min():
        plan, _ = plan_and_potential(p.tolist(), q.tolist(), table.tolist(), TOLERANCE)
        return np.array(plan, float)
    plan, _ = plan_and_potential(
        [_exact(x) for x in p], [_exact(x) for x in q], [[_exact(x) for x in row] for row in table],
        fmpq(0),
    )
    return np.array([[int(x.p) / int(x.q) for x in row] for row in plan])


def _exact(x: float) -> fmpq:
    return fmpq(*float(x).as_integer_ratio())
