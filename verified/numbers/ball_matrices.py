"""Determinants, values of games and minimax risks in balls; exact where all entries are
rational."""

from __future__ import annotations

from flint import arb, arb_mat, fmpq, fmpq_mat

from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import (
    Indeterminate,
    Scalar,
    Undefined,
    add,
    infinite,
    maximum,
    minimum,
    mul,
)
from verified.numbers.games import optimal_decisions, optimal_strategies


def determinant(entries: BallArray, order: int) -> Scalar:
    """The determinant of a matrix of this order, its rows one after the other.

    Raises:
        Undefined, Indeterminate: an entry is infinite, or may be.
    """
    data = _finite(entries)
    if all(isinstance(entry, fmpq) for entry in data):
        return fmpq_mat(order, order, data).det()
    return arb_mat(order, order, [arb(entry) for entry in data]).det()


def leading_minor(entries: BallArray, order: int, size: int) -> Scalar:
    """The determinant of the first rows and columns; 1 of none.

    Raises:
        Undefined, Indeterminate: there are fewer, or an entry is infinite, or may be.
    """
    if order > size:
        raise Undefined("a minor of more rows than the matrix has")
    data = _finite(entries)
    block = [data[row * size + column] for row in range(order) for column in range(order)]
    return determinant(BallArray((order * order,), block), order)


def game_value(payoffs: BallArray, rows: int, columns: int) -> Scalar:
    """Max over laws p of the rows of min_y Σ_x p(x) v_xy, and the min over laws q of the columns of
    max_x Σ_y q(y) v_xy: both lie between what one p is sure of and what one q grants at most.

    Raises:
        Undefined, Indeterminate: a payoff is infinite, or may be.
    """
    data = _finite(payoffs)
    table = [data[row * columns : (row + 1) * columns] for row in range(rows)]
    p, q = optimal_strategies([[_middle(x) for x in row] for row in table], fmpq(1), fmpq(0))
    earned = [_mean(p, [row[column] for row in table]) for column in range(columns)]
    granted = [_mean(q, row) for row in table]
    low, high = earned[0], granted[0]
    for value in earned[1:]:
        low = minimum(low, value)
    for value in granted[1:]:
        high = maximum(high, value)
    if low == high:
        return low
    return arb(low).union(arb(high))


# Either order of the two players has this enclosure.
lower_value = upper_value = game_value


def minimax_risk(channel: BallArray, losses: BallArray, actions: int) -> Scalar:
    """The least over decisions δ of max_x Σ_y W(y|x) Σ_a δ(a|y) L(x, a): between the Bayes risk of
    one law of the inputs and the largest risk of one decision.

    Raises:
        Undefined, Indeterminate: a loss is infinite, or may be, or there is no input.
    """
    inputs, outputs = channel.shape
    if not inputs:
        raise Undefined("the largest loss over no inputs")
    data, rows = _finite(losses), channel.data
    costs = [data[action * inputs : (action + 1) * inputs] for action in range(actions)]
    table = [rows[x * outputs : (x + 1) * outputs] for x in range(inputs)]
    prior, decisions = optimal_decisions(
        [[_middle(mass) for mass in row] for row in table],
        [[_middle(loss) for loss in row] for row in costs], fmpq(1), fmpq(0),
    )
    risks = [
        _mean([mass for law in decisions for mass in law], [
            mul(mass, cost[x]) for mass in row for cost in costs
        ])
        for x, row in enumerate(table)
    ]
    high = risks[0]
    for risk in risks[1:]:
        high = maximum(high, risk)
    low: Scalar = fmpq(0)
    for y in range(outputs):
        least: Scalar | None = None
        for cost in costs:
            loss = _mean(prior, [mul(row[y], cost[x]) for x, row in enumerate(table)])
            least = loss if least is None else minimum(least, loss)
        assert least is not None
        low = add(low, least)
    if low == high:
        return low
    return arb(low).union(arb(high))


def _finite(array: BallArray) -> list[Scalar]:
    """The entries, each a real number.

    Raises:
        Undefined, Indeterminate: one isn't, or may not be.
    """
    for entry in array.data:
        if infinite(entry):
            raise Undefined("an entry of a matrix is infinite")
        if isinstance(entry, arb) and not entry.is_finite():
            raise Indeterminate("the precision is too low for an entry of a matrix")
    return array.data


def _mean(law: list[fmpq], values: list[Scalar]) -> Scalar:
    total: Scalar = fmpq(0)
    for weight, value in zip(law, values, strict=True):
        total = add(total, mul(weight, value))
    return total


def _middle(x: Scalar) -> fmpq:
    """A rational in the ball."""
    if isinstance(x, fmpq):
        return x
    mantissa, exponent = (int(part) for part in x.mid().man_exp())
    return fmpq(mantissa) * fmpq(2) ** exponent
