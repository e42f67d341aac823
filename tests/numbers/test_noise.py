"""LDP and LIP curves under Gaussian noise: against the general integrals, and against SciPy."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest
from flint import arb, fmpq
from scipy.integrate import quad

from verified.errors import InputError
from verified.numbers import ball_line, ball_noise
from verified.numbers.ball_noise import NoisyInput, ldp_delta, lip_integral
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import GAUSSIAN, Part

POINTS = [fmpq(-1), fmpq(0), fmpq(2)]
WEIGHTS = [fmpq(1, 5), fmpq(1, 2), fmpq(3, 10)]


def slow_delta(points, weights, variance, epsilon):
    """δ by the integrals that make no use of convexity."""
    rows = [(Part(fmpq(1), GAUSSIAN, point, variance),) for point in points]
    mix = tuple(Part(w, GAUSSIAN, x, variance) for w, x in zip(weights, points, strict=True))
    level = arb(epsilon).exp()
    found = arb(0)
    for row in rows:
        found = found.max(arb(ball_line.positive_part(mix, row, level)))
        found = found.max(arb(ball_line.positive_part(row, mix, level)) / level)
    return found


@pytest.mark.parametrize("variance", [fmpq(1, 4), fmpq(2)])
@pytest.mark.parametrize("epsilon", [fmpq(0), fmpq(1, 2), fmpq(2)])
def test_the_curve_is_that_of_the_general_integrals(variance, epsilon):
    with precision(64):
        fast = NoisyInput(POINTS, WEIGHTS, variance).lip_delta(epsilon).value
        slow = slow_delta(POINTS, WEIGHTS, variance, epsilon)
    assert fast.overlaps(slow)
    assert float(fast.rad()) < 1e-12


def test_symmetric_laws_skip_nothing():
    points = [fmpq(-2), fmpq(-1), fmpq(1), fmpq(2)]
    even = [fmpq(1, 6), fmpq(1, 3), fmpq(1, 3), fmpq(1, 6)]
    with precision(64):
        whole = NoisyInput(points, even, fmpq(1))
        assert len(whole._distinct()) == 2
        assert whole.lip_delta(fmpq(1)).value.overlaps(
            slow_delta(points, even, fmpq(1), fmpq(1))
        )
        skewed = [fmpq(1, 3), fmpq(1, 6), fmpq(1, 3), fmpq(1, 6)]
        assert len(NoisyInput(points, skewed, fmpq(1))._distinct()) == 4


def test_the_point_bounds_the_curve_from_below_elsewhere():
    with precision(64):
        mechanism = NoisyInput(POINTS, WEIGHTS, fmpq(1))
        point = mechanism.lip_delta(fmpq(1))
        for epsilon in (fmpq(0), fmpq(1, 2), fmpq(3)):
            level = arb(epsilon).exp()
            below = point.constant + point.slope * level + point.inverse / level
            assert below.lower() <= mechanism.lip_delta(epsilon).value.upper()


def float_integral(points, weights, variance):
    """∫ (e^ε + e^(−ε)) δ(ε) dε in floats."""
    y = np.linspace(-40, 40, 40001)
    step = y[1] - y[0]
    rows = [np.exp(-((y - x) ** 2) / (2 * variance)) for x in points]
    rows = [row / math.sqrt(2 * math.pi * variance) for row in rows]
    mix = sum(w * row for w, row in zip(weights, rows, strict=True))

    def integrand(epsilon):
        level = math.exp(epsilon)
        delta = max(
            max(np.maximum(mix - level * row, 0).sum(), np.maximum(row / level - mix, 0).sum())
            for row in rows
        ) * step
        return (level + 1 / level) * delta

    return quad(integrand, 0, 14, epsabs=1e-7, epsrel=1e-7)[0]


def test_the_integral_holds_what_floats_say():
    with precision(64):
        mechanism = NoisyInput(POINTS, WEIGHTS, fmpq(4))
        coarse = lip_integral(mechanism, 40, fmpq(14))
        fine = lip_integral(mechanism, 80, fmpq(14))
    about = float_integral([-1.0, 0.0, 2.0], [0.2, 0.5, 0.3], 4.0)
    assert coarse.lower() - arb("1e-6") <= about <= coarse.upper() + arb("1e-6")
    assert fine.lower() - arb("1e-6") <= about <= fine.upper() + arb("1e-6")
    # The width is of the order of the square of the step.
    assert 2 * float(fine.rad()) < float(coarse.rad())


def test_a_cut_that_is_too_early_only_widens_the_integral():
    with precision(64):
        mechanism = NoisyInput([fmpq(0), fmpq(1)], [fmpq(1, 2)] * 2, fmpq(1))
        early, late = lip_integral(mechanism, 20, fmpq(1)), lip_integral(mechanism, 60, fmpq(9))
    assert early.overlaps(late)
    assert early.rad() > late.rad()


def test_one_value_tells_nothing():
    with precision(64):
        alone = NoisyInput([fmpq(3)], [fmpq(1)], fmpq(1))
        assert alone.lip_delta(fmpq(0)).value == 0
        assert lip_integral(alone, 3, fmpq(2)) == 0


def test_the_ldp_curve_is_the_divergence_of_the_farthest_inputs():
    with precision(64):
        for dimension, power, variance, epsilon in (
            (1, fmpq(1), fmpq(1), fmpq(1)), (10, fmpq(10), fmpq(70), fmpq(1, 2)),
        ):  # fmt: skip
            far = 2 * arb(power).sqrt()
            one = (Part(fmpq(1), GAUSSIAN, far, variance),)
            two = (Part(fmpq(1), GAUSSIAN, fmpq(0), variance),)
            slow = ball_line.positive_part(one, two, arb(epsilon).exp())
            assert arb(ldp_delta(dimension, power, variance, epsilon)).overlaps(slow)


def test_without_inputs_to_tell_apart_the_ldp_curve_is_0():
    assert ldp_delta(3, fmpq(0), fmpq(1), fmpq(0)) == 0


@pytest.mark.parametrize(
    ("points", "weights", "variance"),
    [([], [], fmpq(1)), ([fmpq(1)], [fmpq(1, 2), fmpq(1, 2)], fmpq(1)),
     ([fmpq(1), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)], fmpq(1)),
     ([fmpq(1), fmpq(2)], [fmpq(1), fmpq(0)], fmpq(1)), ([fmpq(1)], [fmpq(1)], fmpq(0))],
)  # fmt: skip
def test_what_is_no_input_is_refused(points, weights, variance):
    with pytest.raises(InputError):
        NoisyInput(points, weights, variance)


def test_a_negative_epsilon_is_refused():
    with pytest.raises(InputError, match="ε"):
        NoisyInput(POINTS, WEIGHTS, fmpq(1)).lip_delta(fmpq(-1))
    with pytest.raises(InputError, match="ε"):
        ldp_delta(1, fmpq(1), fmpq(1), fmpq(-1))


# --- error terms that matter ----------------------------------------------------------------------

INPUTS = {
    "three": (POINTS, WEIGHTS, fmpq(1)),
    "mirrored": ([fmpq(-2), fmpq(0), fmpq(2)], [fmpq(1, 4), fmpq(1, 2), fmpq(1, 4)], fmpq(2)),
    "narrow": ([fmpq(0), fmpq(1), fmpq(5)], [fmpq(1, 10), fmpq(8, 10), fmpq(1, 10)], fmpq(1, 9)),
    "two": ([fmpq(0), fmpq(3)], [fmpq(1, 7), fmpq(6, 7)], fmpq(2)),
}
LEVELS = [fmpq(0), fmpq(1, 8), fmpq(1, 2), fmpq(1), fmpq(2), fmpq(5)]


@pytest.fixture(scope="module")
def sharp():
    with precision(128):
        return {
            name: [slow_delta(*input_, level) for level in LEVELS]
            for name, input_ in INPUTS.items()
        }


@pytest.mark.parametrize("end", [0.5, 0.1, 1e-3])
@pytest.mark.parametrize("name", INPUTS)
def test_ends_that_are_hardly_known_widen_the_curve(monkeypatch, sharp, name, end):
    monkeypatch.setattr(ball_noise, "_END", end)
    with precision(64):
        input_ = NoisyInput(*INPUTS[name])
        for level, value in zip(LEVELS, sharp[name], strict=True):
            try:
                found = input_.lip_delta(level)
            except Indeterminate:
                continue
            assert found.value.overlaps(value), level
            # The function of one event is below the curve everywhere.
            for other, above in zip(LEVELS, sharp[name], strict=True):
                grown = arb(other).exp()
                below = found.constant + found.slope * grown + found.inverse / grown
                assert below.lower() <= above.upper()


@pytest.mark.parametrize("beside", [1.0, 0.3, 1e-3])
@pytest.mark.parametrize("name", ["three", "mirrored", "narrow"])
def test_a_lower_bound_of_a_ratio_is_below_it(monkeypatch, name, beside):
    monkeypatch.setattr(ball_noise, "_BESIDE", beside)
    with precision(64):
        input_ = NoisyInput(*INPUTS[name])
        for shift in (0.0, 0.2, -0.2):
            bottom = input_._bottom(1)
            try:
                least = input_._least(1, bottom + shift * beside)
            except Indeterminate:
                assert shift != 0
                continue
            assert least <= input_.ratio(1, arb(bottom)).upper()


@pytest.mark.parametrize("last", [fmpq(1, 4), fmpq(2), fmpq(5)])
@pytest.mark.parametrize("steps", [1, 2, 5])
@pytest.mark.parametrize("name", ["three", "mirrored", "two"])
def test_few_steps_give_a_wide_ball_around_the_integral(name, steps, last):
    points, weights, _ = INPUTS[name]
    with precision(64):
        input_ = NoisyInput(points, weights, fmpq(4))
        rough, fine = lip_integral(input_, steps, last), _fine(name)
    assert rough.lower() <= fine.lower()
    assert fine.upper() <= rough.upper()


@functools.cache
def _fine(name):
    points, weights, _ = INPUTS[name]
    return lip_integral(NoisyInput(points, weights, fmpq(4)), 60, fmpq(9))
