"""Linear programs in floats: as `simplex` and `programs`, nearly, and many times as fast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from verified.numbers.limits import check_time
from verified.numbers.programs import feasible
from verified.numbers.simplex import MOST_PIVOTS


def nearly_maximised(
    rows: Sequence[Sequence[float]], bounds: Sequence[float], gains: Sequence[float],
    tolerance: float,
) -> tuple[list[float], list[float]]:
    """As `maximised`, of floats, a table at a time. The column that gains most comes first, as long
    as that isn't going round in circles."""
    count, height = len(gains), len(rows)
    table = np.zeros((height + 1, count + height + 1))
    table[:-1, :count], table[:-1, -1], table[-1, :count] = rows, bounds, -np.asarray(gains)
    table[:-1, count:-1] = np.eye(height)
    basis = np.arange(count, count + height)
    for pivot in range(MOST_PIVOTS):
        check_time()
        falling = np.flatnonzero(table[-1, :-1] < -tolerance)
        if not falling.size:
            break
        fast = pivot < 4 * (count + height)
        entering = int(np.argmin(table[-1, :-1])) if fast else falling[0]
        column = table[:-1, entering]
        binding = np.flatnonzero(column > tolerance)
        if not binding.size:
            break
        limits = table[binding, -1] / column[binding]
        first = binding[limits <= limits.min() + tolerance]
        leaving = first[np.argmin(basis[first])]
        basis[leaving] = entering
        table[leaving] /= table[leaving, entering]
        factors = table[:, entering].copy()
        factors[leaving] = 0.0
        table -= np.outer(factors, table[leaving])
    chosen = np.zeros(count + height)
    chosen[basis] = table[:-1, -1]
    return chosen[:count].tolist(), table[-1, count:-1].tolist()


nearly_feasible = partial(feasible, solve=nearly_maximised)

__all__ = ["nearly_feasible", "nearly_maximised"]
