"""Optimal strategies of a finite two-person zero-sum game, by the simplex method.

The numbers may be exact rationals, and then the strategies are optimal, or floats, and then they
are nearly so. Nothing rests on them: any two strategies enclose the values of a game, and whoever
asks for these works out that enclosure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# Exact strategies take far fewer steps; floats might go round in a circle.
MOST_PIVOTS = 10_000


def optimal_strategies(
    payoffs: Sequence[Sequence[Any]], one: Any, tolerance: Any
) -> tuple[list[Any], list[Any]]:
    """A law of the rows, which earn the payoffs, and a law of the columns, which pay them.

    Args:
        payoffs: the rows of the game, all of one length.
        one: the number 1, of the payoffs' type.
        tolerance: what counts as 0 beside numbers of the order of 1; 0 for exact numbers.
    """
    rows, columns = len(payoffs), len(payoffs[0])
    least = min(min(row) for row in payoffs)
    width = max(max(row) for row in payoffs) - least
    if width == 0:
        return [one / rows] * rows, [one / columns] * columns
    # Σ y is to be largest where B y ≤ 1 and y ≥ 0, with B = 1 + (payoffs − least)/width: y is the
    # columns' law over the value of B, and what the slacks cost is the rows' law over it.
    zero = one - one
    table = [
        [one + (entry - least) / width for entry in row]
        + [one if other == place else zero for other in range(rows)] + [one]
        for place, row in enumerate(payoffs)
    ]  # fmt: skip
    costs = [-one] * columns + [zero] * (rows + 1)
    basis = list(range(columns, columns + rows))
    for _ in range(MOST_PIVOTS):
        # The first column and, of the rows that bind first, the first in the basis: no circles.
        entering = next((j for j, cost in enumerate(costs[:-1]) if cost < -tolerance), None)
        if entering is None:
            break
        bounds = [
            (row[-1] / row[entering], basis[place], place)
            for place, row in enumerate(table) if row[entering] > tolerance
        ]
        if not bounds:
            break
        leaving = min(bounds)[2]
        basis[leaving] = entering
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for row in (*table[:leaving], *table[leaving + 1 :], costs):
            factor = row[entering]
            if factor != 0:
                row[:] = [x - factor * y for x, y in zip(row, table[leaving], strict=True)]
    chosen = [zero] * columns
    for place, variable in enumerate(basis):
        if variable < columns:
            chosen[variable] = table[place][-1]
    return _law(costs[columns:-1], one), _law(chosen, one)


def _law(weights: Sequence[Any], one: Any) -> list[Any]:
    """Weights made a law; what floats put below 0 counts as 0."""
    kept = [weight if weight > 0 else one - one for weight in weights]
    whole = sum(kept, one - one)
    return [weight / whole if whole > 0 else one / len(kept) for weight in kept]
