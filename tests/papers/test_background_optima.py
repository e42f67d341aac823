"""The facts on optima and on matrices: what is a little sharper is refuted, and known instances."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from verified.attack import attack
from verified.kernel.truth import BallReading
from verified.language import (
    Reals,
    Term,
    claim,
    determinant,
    differential_entropy,
    equals,
    every,
    exp,
    largest,
    log,
    rational,
    smallest,
    total,
)
from verified.numbers.ball_arrays import BallArray
from verified.papers.background import matrices as matrices
from verified.papers.background import optima as optima
from verified.papers.background import worst_noise as worst

filled, rate = optima.rate(optima.filled(optima.water)), optima.rate(optima.power[optima.j])
within = total(optima.j, optima.power[optima.j]) <= optima.spent
entries = Reals("v", matrices.dims * matrices.dims)
diagonal = entries[matrices.j * matrices.dims + matrices.j]
length = matrices.product(matrices.j, matrices.j)
squared = matrices.determinant(matrices.products, matrices.dims)
first, second = optima.first, optima.second
GAME = [optima.rows, optima.columns, optima.payoffs]


def entry(x: Any, y: Any) -> Term:
    return optima.payoffs[x * optima.columns + y]


def level_of_all() -> Term:
    """The level if every coordinate took some power."""
    return (optima.budget + total(optima.i, optima.noise[optima.i])) / optima.dims


FALSE: dict[str, dict[str, Any]] = {
    "a smaller rate than the largest": {
        "forall": [optima.dims, optima.noise, optima.power, optima.water],
        "given": [within], "then": rate <= 99 * filled / 100,
    },
    "a steeper tangent": {
        "forall": [optima.dims, optima.noise, optima.power, optima.water, optima.budget],
        "given": [total(optima.j, optima.power[optima.j]) <= optima.budget],
        "then": rate <= filled + (optima.budget - optima.spent) / (3 * optima.water),
    },
    "a greater loss": {
        "forall": [optima.dims, optima.noise, optima.power, optima.water],
        "given": [within],
        "then": rate
        + 3 * total(optima.j, optima.ratio - 1 - log(optima.ratio)) / 5 <= filled,
    },
    "water over every coordinate": {
        "forall": [optima.dims, optima.noise, optima.budget],
        "then": equals(total(optima.j, optima.filled(level_of_all())), optima.budget),
    },
    "certain rows do as well as laws": {
        "forall": GAME,
        "then": optima.lower <= largest(optima.x, smallest(optima.y, entry(optima.x, optima.y))),
    },
    "certain columns do as well as laws": {
        "forall": GAME,
        "then": smallest(optima.y, largest(optima.x, entry(optima.x, optima.y))) <= optima.upper,
    },
    "the first to choose gains": {"forall": GAME, "then": optima.upper < optima.lower},
    "any two strategies": {
        "forall": [*GAME, optima.row_law, optima.column_law],
        "then": optima.granted <= optima.earned,
    },
    "a smaller determinant": {
        "forall": [matrices.dims, matrices.width, matrices.vectors],
        "given": [every(matrices.j, length > 0)],
        "then": squared <= rational(9, 10) * exp(total(matrices.j, log(length))),
    },
    "any matrix with a positive diagonal": {
        "forall": [matrices.dims, entries],
        "given": [every(matrices.j, diagonal > 0)],
        "then": determinant(entries, matrices.dims) <= exp(total(matrices.j, log(diagonal))),
    },
    "any determinant": {
        "forall": [matrices.dims, entries],
        "then": determinant(entries, matrices.dims) >= 0,
    },
    "a positive determinant": {
        "forall": [matrices.dims, matrices.width, matrices.vectors], "then": squared > 0,
    },
    "deviations that add": {
        "forall": [optima.pairs, optima.coupling, first, second],
        "then": optima.expected((first[optima.s] - second[optima.s]) ** 2)
        >= (optima.deviation(first) + optima.deviation(second)) ** 2,
    },
    "a worse noise than the worst": {
        "forall": [
            worst.plain, worst.centres, worst.spreads, worst.signal, worst.noise_power,
        ],
        "given": [worst.whole_spread <= worst.noise_power],
        "then": differential_entropy(worst.noisier) - differential_entropy(worst.mixed)
        >= 11 * worst.LEAST / 10,
    },
    "less than the closest": {
        "forall": [
            optima.mean, optima.other_mean, optima.spread, optima.other_spread, optima.correlation,
        ],
        "then": optima.squared_distance(optima.correlation) <= optima.closest,
    },
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_neighbour_is_refuted(name: str) -> None:
    assert attack(claim("false", **FALSE[name]), budget=10_000, seconds=60).status == "refuted"


def test_a_level_worked_out_by_hand() -> None:
    """Noise 1, 2, 10 and power 3: two coordinates share 1 + 2 + 3, and the third stays dry."""
    noise = BallArray((3,), [fmpq(1), fmpq(2), fmpq(10)])
    for power, level in ((3, 3), (0, 1), (fmpq(1, 2), fmpq(3, 2)), (17, 10), (20, 11)):
        found = BallReading().real(optima.level, {"d": 3, "n": noise, "s": fmpq(power)})
        assert found == level
