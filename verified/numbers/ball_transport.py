"""The least cost of transport between two laws, in balls: between what a potential and a plan
bound; exact where all numbers are rational."""

from __future__ import annotations

from flint import arb, fmpq

from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Scalar,
    Undefined,
    add,
    infinite,
    maximum,
    minimum,
    mul,
    positive_part,
    sub,
)
from verified.numbers.transport import plan_and_potential


def transport_cost(sources: BallArray, targets: BallArray, costs: BallArray) -> Scalar:
    """The least Σ π(x, y) c(x, y) over joint laws π of two laws; no cost is negative.

    Raises:
        Undefined, Indeterminate: a cost is infinite or negative, or may be.
    """
    rows, columns = sources.shape[0], targets.shape[0]
    data = _checked(costs)
    table = [data[row * columns : (row + 1) * columns] for row in range(rows)]
    plan, potential = plan_and_potential(
        _middle_law(sources), _middle_law(targets),
        [[_middle(cost) for cost in row] for row in table], ZERO,
    )
    low = _below(sources, targets, table, potential)
    high = _above(sources, targets, table, plan)
    if low == high:
        return low
    return arb(low).union(arb(high))


def _below(
    sources: BallArray, targets: BallArray, costs: list[list[Scalar]], potential: list[fmpq]
) -> Scalar:
    """Σ P(x) f(x) + Σ Q(y) min_x (c(x, y) − f(x)), which no plan goes below, whatever f is."""
    total: Scalar = ZERO
    for mass, height in zip(sources.data, potential, strict=True):
        total = add(total, mul(mass, height))
    for column, mass in enumerate(targets.data):
        least = sub(costs[0][column], potential[0])
        for row, height in zip(costs[1:], potential[1:], strict=True):
            least = minimum(least, sub(row[column], height))
        total = add(total, mul(mass, least))
    return total


def _above(
    sources: BallArray, targets: BallArray, costs: list[list[Scalar]], plan: list[list[fmpq]]
) -> Scalar:
    """What a plan costs, whatever its entries are, if none is negative. Where it moves more than
    there is, the excess is taken back, and what isn't moved then goes at the largest cost.

    Raises:
        ValueError: the plan has a negative entry.
    """
    if any(entry < 0 for row in plan for entry in row):
        raise ValueError("a plan of transport has a negative entry")
    total: Scalar = ZERO
    most: Scalar = ZERO
    for row, moved in zip(costs, plan, strict=True):
        for cost, mass in zip(row, moved, strict=True):
            total, most = add(total, mul(mass, cost)), maximum(most, cost)
    rest: Scalar = ONE - sum((sum(row, ZERO) for row in plan), ZERO)
    for mass, moved in zip(sources.data, plan, strict=True):
        rest = add(rest, positive_part(sub(sum(moved, ZERO), mass)))
    for mass, *moved in zip(targets.data, *plan, strict=True):
        rest = add(rest, positive_part(sub(sum(moved, ZERO), mass)))
    return add(total, mul(most, rest))


def _checked(costs: BallArray) -> list[Scalar]:
    """The costs, each a real number and at least 0.

    Raises:
        Undefined, Indeterminate: one isn't, or may not be.
    """
    for cost in costs.data:
        if infinite(cost) or cost < 0:
            raise Undefined("a cost of transport is infinite or negative")
        if not cost >= 0:
            raise Indeterminate("whether a cost of transport is negative")
    return costs.data


def _middle(x: Scalar) -> fmpq:
    """A rational in the ball."""
    if isinstance(x, fmpq):
        return x
    mantissa, exponent = (int(part) for part in x.mid().man_exp())
    return fmpq(mantissa) * fmpq(2) ** exponent


def _middle_law(law: BallArray) -> list[fmpq]:
    """A law of rational numbers near this one."""
    parts = [max(_middle(mass), ZERO) for mass in law.data]
    whole = sum(parts, ZERO)
    if whole == 0:
        raise Indeterminate("the precision is too low for a law")
    return [part / whole for part in parts]
