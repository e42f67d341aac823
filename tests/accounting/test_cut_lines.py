"""Lines with rare losses cut off: each error term where it matters, and values found otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, fmpq

from verified.accounting import cut_lines, kernels
from verified.accounting.cut_lines import CutLines
from verified.accounting.cut_steps import CutStep, cut_at
from verified.accounting.enclosures import NotReachedError
from verified.accounting.gaussian_steps import Grid, SubsampledGaussianStep
from verified.accounting.hyperbolas import Hyperbolas
from verified.accounting.inversion import Inversion, Line, Part, Product
from verified.accounting.turned import OneSided, TwoSided
from verified.numbers.balls import precision

Q, MU = fmpq(1, 5), fmpq(4, 5)


@pytest.fixture(autouse=True)
def _bits():
    with precision(128):
        mpmath.mp.dps = 20
        yield


def step(two_sided: bool = False, cut: int = 3, fine: int = 2) -> CutStep:
    return CutStep(Q, MU, two_sided, fmpq(cut), fmpq(1, fine))


def none(*_: Any) -> arb:
    return arb(0)


def by_quadrature(one: CutStep, c: fmpq, y: float = 0.0, lost: bool = False) -> arb:
    """M(c + iy), its modulus where y isn't 0; or E_P(1 − χ)."""
    q, mu, cut, soft, z = (
        mpmath.mpf(int(x.p)) / int(x.q) for x in (one.q, one.mu, one.cut, one.soft, c)
    )
    z = z + mpmath.mpc(0, y) if y else z

    def term(t):
        plus = 1 - q + q * mpmath.exp(mu * t - mu * mu / 2)
        minus = 1 - q + q * mpmath.exp(-mu * t - mu * mu / 2) if one.two_sided else mpmath.mpf(1)
        kept = mpmath.ncdf((cut - t) / soft)
        if lost:
            return mpmath.npdf(t) * plus * mpmath.ncdf((t - cut) / soft)
        return mpmath.npdf(t) * mpmath.power(plus, z) * mpmath.power(minus, 1 - z) * kept

    return arb(mpmath.nstr(abs(mpmath.quad(term, mpmath.linspace(-11, 14, 11))), 20))


@pytest.mark.parametrize("two_sided", [False, True])
def test_the_transform_of_what_is_kept_is_the_integral(two_sided):
    one = step(two_sided)
    for c in (fmpq(9, 4), fmpq(8)):
        assert abs(one.real(c, 40.0) / by_quadrature(one, c) - 1) < arb("1e-14")
    high = abs(one.on_line(fmpq(3), fmpq(5, 2), 1, 40.0)[1])
    assert abs(high - by_quadrature(one, fmpq(3), 2.5)) < arb("1e-14")


def test_what_is_cut_off_is_the_integral():
    one = step(cut=1)
    assert abs(one.lost() / by_quadrature(one, fmpq(1), lost=True) - 1) < arb("1e-14")


@pytest.mark.parametrize("goal", [-5.0, -80.0])
def test_about_as_much_is_cut_off_as_was_asked_for(goal):
    found = cut_at(SubsampledGaussianStep(Q, MU), goal, fmpq(1, 2))
    assert goal - 3 < float(found.lost().log()) < goal + 0.5


@pytest.mark.parametrize("two_sided", [False, True])
def test_the_tail_is_above_the_sum(monkeypatch, two_sided):
    """Nodes that end where terms are large, in the cells and in the normal law's tail."""
    one, c, h = step(two_sided), fmpq(6), fmpq(1, 8)
    for first in (16, 40, 120):
        terms = arb(0)
        for n in range(first, 400):
            t = h * n
            size = c * one._log_ratio(t, 1) - t * t / 2
            if two_sided:
                size = size + (1 - c) * one._log_ratio(t, -1)
            terms = terms + size.exp() * one.share(t) * h / (2 * arb.pi()).sqrt()
        tail = one._side_tail(c, 1, h, h * first)
        assert terms < tail
        assert tail < 30 * terms
    truth = one.real(c, 40.0)
    grid = Grid(h, -80, 24, fmpq(2))
    monkeypatch.setattr(CutStep, "_grid", lambda *_: grid)
    assert one.real(c, 30.0).overlaps(truth)
    monkeypatch.setattr(CutStep, "_side_tail", none)
    assert not one.real(c, 30.0).overlaps(truth)


def test_only_large_losses_are_cut_off():
    with pytest.raises(NotReachedError, match="one side"):
        step()._side_tail(fmpq(-2), 1, fmpq(1, 8), fmpq(3))
    with pytest.raises(NotReachedError, match="too far"):
        step()._side_tail(fmpq(4000), 1, fmpq(1, 8), fmpq(3))


def test_a_tail_starts_where_its_exponential_bounds_it():
    """Below μ/2 w₊ isn't below e^(μt − μ²/2): one term of the sum was above the bound on all."""
    one, h, first = CutStep(Q, fmpq(100), False, fmpq(1), fmpq(1, 4)), fmpq(1, 8), fmpq(22)
    with pytest.raises(NotReachedError, match="too near 0"):
        one._side_tail(fmpq(2), 1, h, first)
    assert one._side_tail(fmpq(2), 1, h, fmpq(50)) > 0


def test_the_rule_s_error_counts_the_cut(monkeypatch):
    """With a strip in which χ grows much more than φ."""
    one = step(fine=4)
    truth = by_quadrature(one, fmpq(4))
    monkeypatch.setattr(CutStep, "_grid", lambda *_: Grid(fmpq(1, 2), -24, 30, fmpq(1)))
    assert one.real(fmpq(4), 30.0).contains(truth)
    monkeypatch.setattr(CutStep, "stiffness", fmpq(1))
    monkeypatch.setattr(CutStep, "_side_tail", none)
    assert not one.real(fmpq(4), 30.0).contains(truth)


@pytest.mark.parametrize("two_sided", [False, True])
def test_what_lies_beyond_a_height_is_bounded(monkeypatch, two_sided):
    """A sharper cut, a slower fall: without the factor of χ a path turned so far gives less."""
    one = CutStep(fmpq(1, 5), fmpq(1, 2), two_sided, fmpq(0), fmpq(1, 4))
    monkeypatch.setattr(CutStep, "decay", lambda *_: (0.0, 0.6))
    height = fmpq(20)
    truth = abs(one.on_line(fmpq(3), height, 1, 60.0)[1])
    assert one.beyond_line(fmpq(3), height) > truth
    monkeypatch.setattr(CutStep, "stiffness", fmpq(1))
    assert not one.beyond_line(fmpq(3), height) > truth


def lines(two_sided: bool, times: int, mu: fmpq = MU) -> CutLines:
    return CutLines([Part(SubsampledGaussianStep(Q, mu, two_sided), times)])


def test_what_is_cut_off_is_added(monkeypatch):
    """One round, of which δ has a closed form, with a cut at 2."""
    gamma = arb(fmpq(1, 2)).exp()
    truth = kernels.sampled(lambda one: kernels.gaussian(MU, one), Q, gamma)
    monkeypatch.setattr(cut_lines, "cut_at", lambda each, *_: replace(step(cut=2), q=each.q))
    found = lines(False, 1)
    plan = found.best(0.5, float(truth.log().mid()), 12.0)
    assert found._along(plan, 12.0)(fmpq(1, 2)).contains(truth)
    monkeypatch.setattr(CutStep, "lost", none)
    value = found._along(plan, 12.0)(fmpq(1, 2))
    assert not value.overlaps(truth)
    assert value < truth


@pytest.mark.parametrize("two_sided", [False, True])
def test_values_are_those_along_hyperbolas(two_sided):
    """Which share with it neither the transform nor the nodes."""
    q, mu, eps = fmpq(1, 50), fmpq(1), fmpq(4)
    paths = (TwoSided if two_sided else OneSided)(q, mu)
    with np.errstate(all="ignore"):
        other, _ = Hyperbolas([(paths, 20)]).value(eps, 1, 20.0)
    made = CutLines([Part(SubsampledGaussianStep(q, mu, two_sided), 20)])
    value, way = made.value(eps, 20.0)
    assert "cut off" in way
    assert value.overlaps(other)
    assert value.rad() < value.mid() * arb("1e-7")


def test_a_line_s_points_lie_to_the_right_of_1():
    parts = lines(False, 5)._cut(-30.0, fmpq(1, 2))
    line = Line(fmpq(1, 2), fmpq(1), 40, fmpq(0), fmpq(1), 0.0, 0.0, 0)
    with pytest.raises(NotReachedError, match="one side"):
        Inversion(Product(parts)).value(arb(1), line, 20.0)
