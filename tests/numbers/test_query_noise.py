"""What a query with noise tells, in floats: against balls, and where some data are impossible."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from verified.numbers import ball_space, float_space
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.numbers.line import GAUSSIAN, LAPLACE

PLACES = [fmpq(0), fmpq(7, 3), fmpq(-1), fmpq(50)]
PRIOR = [fmpq(1, 3), fmpq(2, 3), fmpq(0)]
ROWS = [
    [fmpq(1, 2), fmpq(1, 2), fmpq(0), fmpq(0)],
    [fmpq(1, 4), fmpq(0), fmpq(3, 4), fmpq(0)],
    [fmpq(0), fmpq(0), fmpq(0), fmpq(1)],
]


def floats(values):
    return np.array([[float(entry) for entry in row] for row in values])


def information(prior, rows, places, shape, spread=1.5):
    found = float_space.noisy_information(
        np.asarray(prior, float), np.asarray(rows, float), shape, [places], np.asarray(spread)
    )
    return np.asarray(found)


@pytest.mark.parametrize("shape", [GAUSSIAN, LAPLACE])
def test_floats_and_balls_agree_where_data_are_impossible(shape):
    with precision(64):
        exact = ball_space.noisy_information(
            BallArray((3,), PRIOR), BallArray((3, 4), [x for row in ROWS for x in row]), shape,
            [PLACES], fmpq(3, 2),
        )
    (found,) = information(
        floats([PRIOR]), floats(ROWS)[None], [np.array([float(x)]) for x in PLACES], shape
    )
    assert float(exact) == pytest.approx(found, rel=1e-9)


@pytest.mark.parametrize("shape", [GAUSSIAN, LAPLACE])
def test_data_that_some_of_the_batch_allow_are_kept(shape):
    rng = np.random.default_rng(5)
    prior, rows = rng.dirichlet(np.ones(3), size=6), rng.dirichlet(np.ones(4), size=(6, 3))
    prior[::2, 2] = 0
    rows[:, :2, 3] = 0
    prior /= prior.sum(axis=-1, keepdims=True)
    rows /= rows.sum(axis=-1, keepdims=True)
    places = list(rng.normal(size=(4, 6)))
    together = information(prior, rows, places, shape)
    for one in range(6):
        chosen = slice(one, one + 1)
        alone = information(prior[chosen], rows[chosen], [p[chosen] for p in places], shape)
        assert together[one] == pytest.approx(alone[0], rel=1e-9)


def test_what_is_no_law_has_no_information():
    places = [np.zeros(1), np.ones(1)]
    rows = np.eye(2)[None]
    assert np.isnan(information([[np.nan, 0.5]], rows, places, GAUSSIAN)).all()
    assert np.isnan(information([[0.5, 0.5]], rows * np.nan, places, GAUSSIAN)).all()
    assert np.isnan(information([[0.5, 0.5]], rows, places, GAUSSIAN, np.nan)).all()
