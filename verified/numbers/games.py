"""Optimal strategies of finite two-person zero-sum games, by the simplex method; of statistical
games too, where the one who pays sees an observation of what the other has chosen.

The numbers may be exact rationals, and then the strategies are optimal, or floats, and then they
are nearly so. Nothing rests on them: any two strategies enclose the values of a game, and whoever
asks for these works out that enclosure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verified.numbers.simplex import maximised


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
    # columns' law over the value of B, and what the bounds cost is the rows' law over it.
    shifted = [[one + (entry - least) / width for entry in row] for row in payoffs]
    paid, earned = maximised(shifted, [one] * rows, [one] * columns, tolerance)
    return _law(earned, one), _law(paid, one)


def optimal_decisions(
    channel: Sequence[Sequence[Any]], losses: Sequence[Sequence[Any]], one: Any, tolerance: Any
) -> tuple[list[Any], list[list[Any]]]:
    """A law of the inputs, and for each output of the channel a law of the actions.

    Args:
        channel: its rows.
        losses: for each action what it costs at each input.
        one: the number 1, of the losses' type.
        tolerance: what counts as 0 beside numbers of the order of 1; 0 for exact numbers.
    """
    inputs, outputs, actions = len(channel), len(channel[0]), len(losses)
    zero = one - one
    least = min(min(row) for row in losses)
    width = max(max(row) for row in losses) - least
    if width == 0:
        return [one / inputs] * inputs, [[one / actions] * actions for _ in range(outputs)]
    # Σ_y t(y) is to be largest where t(y) ≤ Σ_x p(x) W(y|x) L(x, a) for every action a and Σ p ≤ 1,
    # for losses between 1 and 2: what these bounds cost are the laws of the actions.
    rows = [
        [-channel[x][y] * (one + (cost[x] - least) / width) for x in range(inputs)]
        + [one if other == y else zero for other in range(outputs)]
        for y in range(outputs) for cost in losses
    ]
    rows.append([one] * inputs + [zero] * outputs)
    bounds = [zero] * (outputs * actions) + [one]
    gains = [zero] * inputs + [one] * outputs
    chosen, costs = maximised(rows, bounds, gains, tolerance)
    decisions = [_law(costs[y * actions : (y + 1) * actions], one) for y in range(outputs)]
    return _law(chosen[:inputs], one), decisions


def _law(weights: Sequence[Any], one: Any) -> list[Any]:
    """Weights made a law; what floats put below 0 counts as 0."""
    kept = [weight if weight > 0 else one - one for weight in weights]
    whole = sum(kept, one - one)
    return [weight / whole if whole > 0 else one / len(kept) for weight in kept]
