"""Gaussian noise on shells: G against quadrature by others, bounds that hold and that must move."""

from __future__ import annotations

import math

import mpmath
import pytest
from flint import arb, fmpq

from verified.errors import InputError
from verified.numbers.ball_shells import Shells
from verified.numbers.balls import precision


def line_divergence(x: float, points: list[float], masses: list[float]) -> mpmath.mpf:
    """D(N(x,1)‖q) by mpmath, for a mixture q of N(x_i, 1)."""

    def normal(y: mpmath.mpf, at: float) -> mpmath.mpf:
        return mpmath.exp(-((y - at) ** 2) / 2) / mpmath.sqrt(2 * mpmath.pi)

    def integrand(y: mpmath.mpf) -> mpmath.mpf:
        mixed = sum(mass * normal(y, at) for at, mass in zip(points, masses, strict=True))
        return normal(y, x) * mpmath.log(normal(y, x) / mixed)

    return mpmath.quad(integrand, [x - 12, x - 4, x, x + 4, x + 12])


@pytest.mark.parametrize("x", [0.0, 0.5, 1.5, 2.0])
def test_on_the_line_it_is_the_divergence_from_the_mixture(x):
    with precision(64):
        shells = Shells(1, [fmpq(0), fmpq(2)], [fmpq(1, 4), fmpq(3, 4)], fmpq(2))
        found = shells.divergence(fmpq(int(2 * x), 2) ** 2 / 2)
    expected = line_divergence(x, [-2.0, 0.0, 2.0], [0.375, 0.25, 0.375])
    assert float(found.rad()) < 1e-12
    assert abs(float(found.mid()) - float(expected)) < 1e-10


def test_one_shell_at_the_centre_is_a_shift_of_the_noise():
    with precision(64):
        for dimension in (1, 2, 3, 10):
            shells = Shells(dimension, [fmpq(0)], [fmpq(1)], fmpq(3))
            # D(N(x, I)‖N(0, I)) = ‖x‖²/2 in every dimension.
            for half in (fmpq(0), fmpq(1, 3), fmpq(3)):
                assert shells.divergence(half).contains(arb(half))


def test_in_three_dimensions_the_transform_is_sinh():
    # For d = 3, E e^(zU) = sinh(z)/z, which gives the output's density in closed form.
    radius = 1.5

    def density_ratio(rho: mpmath.mpf) -> mpmath.mpf:
        return mpmath.exp(-(radius**2) / 2) * mpmath.sinh(radius * rho) / (radius * rho)

    def norm_law(rho: mpmath.mpf) -> mpmath.mpf:
        base = mpmath.sqrt(2 / mpmath.pi) * rho**2 * mpmath.exp(-(rho**2) / 2)
        return base * density_ratio(rho)

    mean = mpmath.quad(
        lambda rho: norm_law(rho) * mpmath.log(density_ratio(rho)), [0, 1, 3, 6, 14]
    )
    with precision(64):
        half = fmpq(9, 8)
        found = Shells(3, [half], [fmpq(1)], half).divergence(half)
    assert abs(float(found.mid()) - (1.125 - float(mean))) < 1e-10


@pytest.mark.parametrize("dimension", [1, 4])
def test_two_precisions_agree(dimension):
    arguments = dimension, [fmpq(1, 2), fmpq(4)], [fmpq(1, 3), fmpq(2, 3)], fmpq(4)
    with precision(64):
        coarse = Shells(*arguments)
        ends = coarse.information(), coarse.largest(fmpq(1, 10**9))
    with precision(128):
        fine = Shells(*arguments)
        assert ends[0].contains(fine.information().mid())
        sharp = fine.largest(fmpq(1, 10**12))
    assert sharp <= ends[1] + arb("1e-8")
    assert ends[1] <= sharp + arb("1e-8")


def test_the_bound_is_above_g_everywhere():
    with precision(64):
        shells = Shells(1, [fmpq(0), fmpq(25, 2)], [fmpq(1, 2), fmpq(1, 2)], fmpq(25, 2))
        bound = shells.largest(fmpq(1, 10**6))
        values = [shells.divergence(fmpq(25 * step, 200)) for step in range(101)]
        assert all(value.lower() <= bound for value in values)
        assert max(float(value.mid()) for value in values) > float(bound) - 1e-3


def test_a_single_shell_is_judged_both_ways():
    with precision(64):
        for amplitude, expected in ((fmpq(1), True), (fmpq(3, 2), True), (fmpq(2), False)):
            half = amplitude**2 / 2
            assert Shells(1, [half], [fmpq(1)], half).outermost_is_largest() is expected


def test_the_threshold_of_two_values_comes_out_of_the_test():
    """Two values are optimal up to an amplitude of about 1.666 (Sharma and Shamai 2010)."""
    low, high = fmpq(3, 2), fmpq(2)
    with precision(64):
        for _ in range(9):
            middle = (low + high) / 2
            half = middle**2 / 2
            if Shells(1, [half], [fmpq(1)], half).outermost_is_largest():
                low = middle
            else:
                high = middle
    assert math.isclose(float(low.p) / float(low.q), 1.666, abs_tol=2e-3)


@pytest.mark.parametrize(
    ("dimension", "halves", "weights"),
    [(0, [fmpq(1)], [fmpq(1)]), (1, [fmpq(1)], [fmpq(1, 2)]), (1, [fmpq(3)], [fmpq(1)]),
     (1, [fmpq(0), fmpq(1)], [fmpq(2), fmpq(-1)]), (1, [fmpq(-1)], [fmpq(1)])],
)  # fmt: skip
def test_what_is_no_law_in_the_ball_is_refused(dimension, halves, weights):
    with pytest.raises(InputError):
        Shells(dimension, halves, weights, fmpq(2))


@pytest.mark.parametrize("ratio", [fmpq(1, 200), fmpq(1, 50), fmpq(1, 5), fmpq(1, 2), fmpq(1)])
def test_two_values_are_optimal_for_all_the_noise_of_figure_2_gap(ratio):
    """The claim `ngo-2024/figure-2-gap` takes ±Δ with equal masses for variances from 1 to 200."""
    with precision(96):
        assert Shells(1, [ratio / 2], [fmpq(1)], ratio / 2).outermost_is_largest() is True
