"""Where mathematics answers at once: exponents beyond those of balls, laws almost alike, no greater
loss."""

from __future__ import annotations

import mpmath
import pytest
from flint import arb, fmpq

import verified
from verified.accounting import kernels
from verified.accounting.compositions import Composition, gaussian_round, laplace_round
from verified.numbers.balls import precision

# A width that nearly everything has.
HARDLY = fmpq(999, 1000)


@pytest.mark.parametrize(("mu", "eps"), [(1, 1), (1, 30), (fmpq(1, 7), 2), (3, 100), (1, 5000)])
def test_far_tails_by_mills_ratio_are_the_formula(monkeypatch, mu, eps):
    with precision(300):
        truth = kernels.gaussian(fmpq(mu), arb(eps).exp())
        monkeypatch.setattr(kernels, "_FAR", -10)
        found = kernels.gaussian_at(fmpq(mu), fmpq(eps), arb(eps).exp())
        assert found.overlaps(truth)
        assert abs(found - truth) < truth * arb("1e-30")


@pytest.mark.parametrize(("sigma", "eps"), [("1e300", "1"), ("1024", "5000"), ("1", "1e30")])
def test_logarithms_of_any_size_are_reached(sigma, eps):
    """δ is about φ(a) μ/a²."""
    with mpmath.workdps(1300):
        mu = 1 / mpmath.mpf(sigma)
        a = mpmath.mpf(eps) / mu - mu / 2
        truth = -a * a / 2 - mpmath.log(2 * mpmath.pi) / 2 + mpmath.log(1 / a - 1 / (a + mu))
        log = verified.gaussian_delta(sigma=sigma, eps=eps).log
        low, high = (mpmath.mpf(int(end * 10**20)) / 10**20 for end in (log.low, log.high))
        slack = abs(truth) * mpmath.mpf(10) ** -12
        assert low - slack <= truth <= high + slack
        assert high - low <= slack


def test_laws_almost_alike_hold_what_is_above_theirs():
    """One round with a closed form: δ lies above 1 − e^ε by what the variation allows for."""
    with precision(200):
        least = 1 - arb(fmpq(-1, 10)).exp()
    for each in (gaussian_round(1, sampling="1/10"), laplace_round(1, sampling="1/10")):
        for adjacency in ("remove", "add", "replace"):
            made, eps = Composition([(each, 1)], adjacency), fmpq(-1, 10)
            found, truth = made._almost_alike(eps, HARDLY), made.delta(eps, fmpq(1, 10**9))
            assert found is not None
            assert found.low <= truth.high
            assert truth.high <= found.high
            # Without what is added for the variation δ is outside, where the loss reaches so low.
            assert truth.low > least or each.noise == "laplace"


def test_laws_almost_alike_are_told_at_once():
    with verified.time_limit(10):
        for adjacency in ("remove", "add", "replace"):
            for rate, sigma in (("1e-300", 1), ("1/2", "1e300")):
                found = verified.subsampled_gaussian_delta(
                    sampling=rate, sigma=sigma, steps=3, eps=-1, adjacency=adjacency)
                assert found.contains(0) is False
                assert found.relative_width <= 1e-12
        for eps in ("1e6", "7/10"):
            far = verified.subsampled_gaussian_delta(
                sampling="1e-300", sigma=1, steps=3, eps=eps, adjacency="add")
            assert far.exact
            assert far == 0


def test_what_is_not_almost_alike_is_worked_out():
    made = Composition([(gaussian_round(1, sampling="1/10"), 3)], "remove")
    assert made._almost_alike(fmpq(-1), fmpq(1, 10**12)) is None
    assert made._almost_alike(fmpq(1), HARDLY) is None
