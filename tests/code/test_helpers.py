"""The helpers, as Python runs them, against balls: on several scales and at the ends."""

from __future__ import annotations

import math

import pytest
from flint import arb
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verified.code import helpers
from verified.code.forms import BALL_FUNCTIONS
from verified.code.measuring import error
from verified.numbers.balls import precision

small = st.floats(-300, 0).map(lambda power: 10.0**power)


def held(name, *arguments):
    with precision(2500):
        return BALL_FUNCTIONS[name](*map(arb, arguments))


@settings(max_examples=60, deadline=None)
@given(st.floats(-6, 27) | small | small.map(lambda x: -x))
@example(0.5)
@example(-0.5)
@example(0.9)
@example(6.5)
@example(0.0)
def test_error_functions_written_out(x):
    assert error(helpers.erf_own(x), held("erf", x)) < 2e-15
    assert error(helpers.erfc_own(x), held("erfc", x)) < 4e-15
    with precision(400):
        scaled = (arb(x) ** 2).exp() * arb(x).erfc()
    if x > -1:
        assert error(helpers.erfcx(x), scaled) < 4e-15


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 1) | small | small.map(lambda x: 1.0 - x))
@example(0.0)
@example(0.5)
@example(1.0)
@example(math.nextafter(1.0, 0.0))
def test_binary_entropy_and_its_gap(x):
    assert error(helpers.binary_entropy(x), held("binary_entropy", x)) < 2e-15
    assert error(helpers.entropy_gap(x), held("entropy_gap", x)) < 4e-15


@settings(max_examples=40, deadline=None)
@given(st.floats(1e-9, 0.6931471805599452) | small.map(lambda y: 0.69 * y))
@example(0.4)
@example(0.35)
@example(0.6931471805599452)
@example(1e-300)
def test_the_inverses_of_binary_entropy(y):
    assert error(helpers.entropy_inverse(y), held("entropy_inverse", y)) < 1e-14
    assert error(helpers.entropy_bias(y), held("entropy_bias", y)) < 1e-14


def test_the_inverses_at_the_ends():
    assert helpers.entropy_inverse(0.0) == helpers.entropy_bias(0.0) == 0.0


@settings(max_examples=40, deadline=None)
@given(st.floats(1e-6, 600) | small)
def test_logarithms_of_exponentials(x):
    assert error(helpers.log1mexp(x), held("log1mexp", x)) < 1e-15
    for signed in (x, -x):
        assert error(helpers.softplus(signed), held("softplus", signed)) < 1e-15


@settings(max_examples=60, deadline=None)
@given(st.floats(0.05, 8), st.floats(0, 30))
@example(0.1, 3.0)
@example(1.0, 25.0)
def test_what_one_normal_law_has_more(shift, eps):
    """Arguments of the Gaussian mechanism: relative digits are kept far in the tail."""
    u, w = shift / 2 - eps / shift, -shift / 2 - eps / shift
    if u < -25:
        return
    truth = held("normal_difference", u, w)
    assert error(helpers.normal_difference(u, w), truth) < 2e-13 / min(1.0, shift)


@pytest.mark.parametrize("x", [0.0, 1e-300, 1.0])
def test_what_vanishes_times_a_logarithm(x):
    assert helpers.xlogy(0.0, x) == 0.0
