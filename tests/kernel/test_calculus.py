"""Derivatives against difference quotients, and the conditions under which they hold."""

import math

import pytest
from flint import arb, fmpq

from verified.kernel.calculus import derivative, negative, smoothness
from verified.kernel.ranges import Interval, Program
from verified.kernel.values import Rejected
from verified.language import (
    absolute,
    binary_entropy,
    binary_entropy_inverse,
    exp,
    log,
    maximum,
    minimum,
    normal_cdf,
    sqrt,
)
from verified.numbers.balls import precision
from verified.syntax.terms import REAL, Number, Op, Real, rational

x, y = Real("x"), Real("y")
SMOOTH = [
    x + y, x - 3 * y, x * y * x, x / (y + x), -x, x**3, x ** (-2), x**y, x ** rational(5, 2),
    exp(-x * x), log(1 + x / y), sqrt(x + y), binary_entropy(x / 2), binary_entropy_inverse(x / 2),
    exp(x) / (exp(x) - 1), x * log(x), (x + 1) ** 0,
    normal_cdf(x), normal_cdf(-x / y), exp(y) * normal_cdf(x * x / 2 - y / x),
]


def at(term, px, py):
    box = {name: Interval(arb(v), arb(v)) for name, v in (("x", px), ("y", py))}
    return Program(term).run(box)


@pytest.mark.parametrize("term", SMOOTH, ids=str)
def test_a_derivative_is_a_limit_of_difference_quotients(term):
    with precision(200):
        px, py, step = arb(fmpq(5, 8)), arb(fmpq(3, 4)), arb(fmpq(1, 2**60))
        above, below = at(term, px + step, py), at(term, px - step, py)
        middle = (above.low - below.low) / (2 * step)
        slope = at(derivative(term, "x"), px, py)
        assert abs(middle - slope.low) < arb(2) ** -50


def test_a_term_without_the_variable_has_derivative_0():
    assert derivative(absolute(y), "x") == Number(fmpq(0))
    assert smoothness(log(y) + absolute(y), "x") == ([], [])


@pytest.mark.parametrize("term", [absolute(x), minimum(x, y), maximum(y, 1 + x)], ids=str)
def test_kinks_are_refused(term):
    with pytest.raises(Rejected, match="differentiated"):
        derivative(term, "x")
    with pytest.raises(Rejected, match="differentiated"):
        smoothness(term, "x")


def test_the_conditions_of_each_operation():
    positive, nonzero = smoothness(log(x) + sqrt(x + 1) + binary_entropy(x / 2), "x")
    assert positive == [x, x + 1, x / 2, 1 - x / 2]
    assert nonzero == [Number(fmpq(2))]
    assert smoothness(1 / x, "x") == ([], [x])
    assert smoothness(x ** (-1), "x") == ([], [x])
    assert smoothness(x**2, "x") == ([], [])
    assert smoothness(x ** rational(1, 2), "x") == ([x], [])
    assert smoothness(normal_cdf(x), "x") == ([], [])
    assert smoothness(normal_cdf(1 / x) + normal_cdf(log(x)), "x") == ([x], [x])


def test_the_slope_of_the_binary_entropy():
    slope = at(derivative(binary_entropy(x), "x"), arb(fmpq(1, 4)), arb(1))
    assert abs(float(slope.low) - math.log(3)) < 1e-12


@pytest.mark.parametrize("place", [fmpq(-3), fmpq(0), fmpq(1, 2), fmpq(7)])
def test_the_slope_of_the_normal_distribution_function(place):
    slope = at(derivative(normal_cdf(x), "x"), arb(place), arb(1))
    expected = math.exp(-float(place) ** 2 / 2) / math.sqrt(2 * math.pi)
    assert math.isclose(float(slope.low), expected, rel_tol=1e-12)


def test_infinity_is_no_number_to_calculate_with():
    infinity, power = Number(None), Op("pow", (x, Number(None)), REAL)
    assert str(negative(infinity)) == str(Op("neg", (infinity,), REAL))
    assert smoothness(power, "x") == ([x], [])
    # As any power x^b, whose logarithm b·ln x the kernel then refuses to read.
    assert str(infinity) in str(derivative(power, "x"))
