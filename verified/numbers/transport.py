"""Optimal transport between two finite laws: a plan and a potential, by the simplex method.

The numbers may be exact rationals, and then both are optimal, or floats, and then they are nearly
so. Nothing rests on them: any plan bounds the least cost from above, any potential from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verified.numbers.simplex import maximised


def plan_and_potential(
    sources: Sequence[Any], targets: Sequence[Any], costs: Sequence[Sequence[Any]], tolerance: Any
) -> tuple[list[list[Any]], list[Any]]:
    """How much mass goes from each source to each target, and a number for each source.

    Args:
        sources: a law.
        targets: another law.
        costs: what a unit of mass costs from source x to target y: none is negative.
        tolerance: what counts as 0 beside numbers of the order of 1; 0 for exact numbers.
    """
    rows, columns = len(sources), len(targets)
    zero = sources[0] - sources[0]
    most = max(max(row) for row in costs)
    if most == 0:
        return [[x * y for y in targets] for x in sources], [zero] * rows
    # No more than there is may leave a source or reach a target, and each unit of mass gains
    # 2 − cost/most, which is 1 at least: so all of it goes, at the least cost.
    gains = [2 - cost / most for row in costs for cost in row]
    leaves = [[zero + (place == x) for place in range(rows) for _ in targets] for x in range(rows)]
    reaches = [
        [zero + (place == y) for _ in sources for place in range(columns)] for y in range(columns)
    ]
    moved, prices = maximised([*leaves, *reaches], [*sources, *targets], gains, tolerance)
    plan = [moved[x * columns : (x + 1) * columns] for x in range(rows)]
    return plan, [most * (2 - price) for price in prices[:rows]]
