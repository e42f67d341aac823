"""Peak-limited capacities: narrow, between known bounds, and optimal inputs that nobody coded."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from flint import arb, fmpq

from verified.errors import InputError
from verified.propose.calibration import (
    approximate_information,
    input_variance,
    peak_limited_variance,
)
from verified.propose.peak_capacity import approximate_capacity, peak_capacity, propose_shells

LN2 = arb(2).log()


@pytest.mark.parametrize("amplitude", [fmpq(1, 10), fmpq(1), fmpq(2), fmpq(3), fmpq(5)])
def test_the_scalar_channel_is_enclosed_to_a_millionth_of_a_bit(amplitude):
    found = peak_capacity(1, amplitude**2)
    assert (found.high - found.low) / LN2 < arb("1e-6")
    # An input of that peak power has at most that average power.
    assert found.low <= (1 + arb(amplitude) ** 2).log() / 2
    assert sum(found.weights) == 1


@pytest.mark.parametrize("dimension", [2, 3, 10])
def test_vector_channels_lie_between_one_axis_and_the_average_power(dimension):
    power = fmpq(8)
    found = peak_capacity(dimension, power)
    assert found.high - found.low < arb("1e-8")
    assert found.low >= peak_capacity(1, power).low
    average = dimension * (1 + arb(power) / dimension).log() / 2
    assert found.low <= average


def test_it_grows_with_the_ratio_and_the_dimension():
    capacities = [peak_capacity(1, fmpq(k, 2)) for k in range(1, 8)]
    for one, two in itertools.pairwise(capacities):
        assert one.high < two.low
    assert peak_capacity(1, fmpq(4)).high < peak_capacity(2, fmpq(4)).low


def test_weak_signals_are_nearly_as_good_as_gaussian_ones():
    ratio = fmpq(1, 1000)
    found = peak_capacity(1, ratio)
    assert abs(float(found.ball.mid()) / 0.0005 - 1) < 1e-3


def test_the_numbers_of_optimal_values_change_where_the_capacity_says():
    """Two values at amplitude 1.66, three from 1.67 on and at 2.9, four at 2.92, each certified to
    1e-12: with fewer the conditions of Kuhn and Tucker fail."""
    for amplitude, shells, centred in (
        (fmpq(166, 100), 1, False), (fmpq(167, 100), 2, True), (fmpq(29, 10), 2, True),
        (fmpq(292, 100), 2, False),
    ):  # fmt: skip
        found = peak_capacity(1, amplitude**2, fmpq(1, 10**12))
        assert len(found.halves) == shells
        assert (found.halves[0] == 0) is centred


def test_a_proposal_meets_the_conditions_of_kuhn_and_tucker():
    halves, masses = propose_shells(1, 25.0)
    assert len(halves) == 3
    assert math.isclose(masses.sum(), 1.0)
    assert halves[-1] == 12.5
    assert abs(approximate_capacity(1, 25.0) - 1.2188311884) < 1e-9


def test_no_signal_tells_nothing():
    assert peak_capacity(3, fmpq(0)).ball == 0


@pytest.mark.parametrize(("dimension", "ratio", "width"), [
    (0, fmpq(1), fmpq(1, 10)), (1, fmpq(-1), fmpq(1, 10)), (1, fmpq(1), fmpq(0)),
])  # fmt: skip
def test_what_is_no_channel_is_refused(dimension, ratio, width):
    with pytest.raises(InputError):
        peak_capacity(dimension, ratio, width)


def test_a_width_below_reach_is_said_to_be():
    with pytest.raises(ArithmeticError, match="narrowly"):
        peak_capacity(1, fmpq(9), fmpq(1, 10**60))


# --- calibration ----------------------------------------------------------------------------------


def test_a_calibrated_variance_leaks_what_was_asked_for():
    for dimension, bits in ((1, fmpq(1, 10)), (10, fmpq(1, 2))):
        found = peak_limited_variance(dimension, fmpq(dimension), bits)
        assert 0 < found.high - found.low < found.low / 10**6
        assert peak_capacity(dimension, dimension / found.low, fmpq(1, 10**12)).low / LN2 > bits
        assert peak_capacity(dimension, dimension / found.high, fmpq(1, 10**12)).high / LN2 < bits


def test_an_input_is_calibrated_too():
    points, weights = [fmpq(-1), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)]
    found = input_variance(points, weights, fmpq(1, 10))
    # Two values with equal masses are optimal for so much noise.
    other = peak_limited_variance(1, fmpq(1), fmpq(1, 10))
    assert found.low < other.high
    assert other.low < found.high
    about = approximate_information(np.array([-1.0, 1.0]), np.array([0.5, 0.5]), float(
        found.low.p) / float(found.low.q))
    assert math.isclose(about / math.log(2), 0.1, rel_tol=1e-6)


def test_an_input_cannot_leak_more_than_it_holds():
    with pytest.raises(InputError, match="hold"):
        input_variance([fmpq(0), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)], fmpq(1))
    with pytest.raises(InputError):
        input_variance([fmpq(0)], [fmpq(1)], fmpq(1, 10))
    with pytest.raises(InputError):
        peak_limited_variance(1, fmpq(1), fmpq(0))
