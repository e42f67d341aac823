"""The simplex method for linear programs Σ c y = max where B y ≤ b and y ≥ 0, with b ≥ 0.

The numbers may be exact rationals, and then the solution is optimal, or floats, and then it is
nearly so. Nothing rests on it: whoever asks checks what both solutions, of the program and of its
dual, bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verified.numbers.limits import check_time

# Exact numbers take far fewer steps; floats might go round in a circle.
MOST_PIVOTS = 10_000


def maximised(
    rows: Sequence[Sequence[Any]], bounds: Sequence[Any], gains: Sequence[Any], tolerance: Any
) -> tuple[list[Any], list[Any]]:
    """A solution y, and what the bounds cost: a solution of the dual program.

    Args:
        rows: the rows of B.
        bounds: b, none of it negative.
        gains: c.
        tolerance: what counts as 0 beside numbers of the order of 1; 0 for exact numbers.
    """
    count, zero = len(gains), gains[0] - gains[0]
    table = [
        [*row, *(zero + (other == place) for other in range(len(rows))), bounds[place]]
        for place, row in enumerate(rows)
    ]
    costs = [-gain for gain in gains] + [zero] * (len(rows) + 1)
    basis = list(range(count, count + len(rows)))
    for _ in range(MOST_PIVOTS):
        check_time()
        # The first column and, of the rows that bind first, the first in the basis: no circles.
        entering = next((j for j, cost in enumerate(costs[:-1]) if cost < -tolerance), None)
        if entering is None:
            break
        limits = [
            (row[-1] / row[entering], basis[place], place)
            for place, row in enumerate(table) if row[entering] > tolerance
        ]
        if not limits:
            break
        leaving = min(limits)[2]
        basis[leaving] = entering
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for row in (*table[:leaving], *table[leaving + 1 :], costs):
            check_time()
            factor = row[entering]
            if factor != 0:
                row[:] = [x - factor * y for x, y in zip(row, table[leaving], strict=True)]
    chosen = [zero] * count
    for place, variable in enumerate(basis):
        if variable < count:
            chosen[variable] = table[place][-1]
    return chosen, costs[count:-1]
