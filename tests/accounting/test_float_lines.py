"""Values along lines in floats against certified ones; and that they decide nothing."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from verified.accounting.compositions import Composition, gaussian_round, laplace_round
from verified.accounting.cut_lines import CutLines
from verified.accounting.enclosures import TooSlowError, log_of
from verified.accounting.gaussian_steps import float_sums

EPS = fmpq(3)


def test_sums_are_those_term_by_term():
    numbers = np.random.default_rng(0)
    weights, angles = numbers.random(7), numbers.random(7)
    for count in (1, 2, 10, 24, 25, 26):
        found = float_sums(weights, angles, count)
        wanted = [np.sum(weights * np.exp(1j * n * angles)) for n in range(count + 1)]
        assert np.allclose(found, wanted, rtol=1e-13)


@pytest.mark.parametrize(
    ("adjacency", "rounds"),
    [
        ("remove", [(gaussian_round(1, sampling="1/10"), 30)]),
        ("add", [(gaussian_round(1, sampling="1/10"), 30)]),
        ("replace", [(gaussian_round(1, sampling="1/10"), 30)]),
        ("remove", [(gaussian_round(1, sampling="1/10"), 30), (gaussian_round(3), 1)]),
    ],
)
@pytest.mark.parametrize("expected", [None, -2.0, -60.0])
def test_sizes_in_floats_are_those_of_values(adjacency, rounds, expected):
    """Also where another value was expected, which is no matter without losses cut off."""
    if adjacency == "add" and expected is not None:
        pytest.skip("nothing is cut off")
    made = Composition(rounds, adjacency)
    value = made.delta(EPS, fmpq(1, 10**12))
    found = made.sharp_size(float(EPS), 23.0, expected)
    assert abs(found - log_of(value.high)) < 1e-9


def test_steps_without_a_transform_in_floats_are_told():
    with pytest.raises(TooSlowError, match="no transform in floats"):
        Composition([(laplace_round(1, sampling="1/10"), 400)], "remove").sharp_size(3.0, 20.0)


@pytest.mark.parametrize("wrong", [-40.0, -3.0, 20.0])
def test_a_false_size_costs_width_and_nothing_else(wrong, monkeypatch):
    """Lines are planned by the value in floats: their enclosures hold whatever it is."""
    made = Composition([(gaussian_round(1, sampling="1/10"), 30)], "remove")
    truth = made.delta(EPS, fmpq(1, 10**12))
    real, asked = CutLines.sharp_size, []

    def false(self, *given):
        asked.append(min(real(self, *given) + wrong, 0.0))
        return asked[-1]

    monkeypatch.setattr(CutLines, "sharp_size", false)
    function, _ = made._made().cuts.function(EPS, 12.0)
    found = function(EPS)
    assert len(asked) == 1
    assert found.lower() <= truth.high
    assert found.upper() >= truth.low
