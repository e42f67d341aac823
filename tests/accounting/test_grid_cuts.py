"""Rare losses cut off on grids: the bounds against quadrature, and values with and without cuts."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from flint import acb, arb, fmpq

from verified.accounting import grids
from verified.accounting.compositions import Composition, gaussian_round
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.accounting.grid_cuts import Cut, float_log_tail
from verified.accounting.grids import Grids, alias_bound, lost_bound, transform_bound
from verified.numbers.balls import precision

CUT = Cut(fmpq(1, 2), fmpq(1, 20))
Q, MU, STEP = fmpq(1, 10), fmpq(1, 2), fmpq(1, 64)


def step(two_sided, q=Q, mu=MU):
    return SubsampledGaussianStep(q, mu, two_sided)


def kept(cut, loss):
    """χ at a complex loss."""
    return ((loss - cut.place) / (arb(2).sqrt() * cut.width)).erfc() / 2


def test_the_modulus_off_the_line():
    with precision(120):
        for a, b in itertools.product((-2, -0.3, 0.2, 0.5, 0.7, 1.5), (0.0, 0.02, 0.3, 1.2)):
            value = abs(kept(CUT, acb(a, b)))
            low, high, turned = arb(a) - arb("1e-3"), arb(a) + arb("1e-3"), arb(b)
            assert value <= CUT.bound(low, high, turned)
            assert value <= CUT.bound(low, None, turned)
            assert value <= CUT.bound(None, high, turned)
        assert CUT.bound(arb(0), arb(0), arb(0)) < arb("1.001")
        assert CUT.bound(arb(1), arb(1), arb(0)) < arb("1e-22")
        # Where it is turned the modulus does grow.
        assert abs(kept(CUT, acb(0.7, 0.3))) > 1000 * CUT.kept(arb(0.7))
        assert (CUT.kept(arb(0.6)) + CUT.lost(arb(0.6)) - 1).contains(0)


def test_the_floats_are_near():
    for x in (-30.0, -1.0, 0.0, 0.5, 3.0, 40.0):
        with precision(80):
            true = float(((arb(x) / arb(2).sqrt()).erfc() / 2).log().mid())
        assert float_log_tail(np.array([x]))[0] == pytest.approx(true, abs=0.1)


def summed(each, function, h=STEP, ends=(-700, 1500)):
    """∫ φ(t) function(w₊, w₋) dt on the real line, by the trapezoidal rule in balls."""
    total = arb(0)
    for n in range(*ends):
        t = arb(h * n)
        plus = 1 - each.q + each.q * (each.mu * t - arb(each.mu * each.mu) / 2).exp()
        minus = arb(1)
        if each.two_sided:
            minus = 1 - each.q + each.q * (-each.mu * t - arb(each.mu * each.mu) / 2).exp()
        total = total + function(plus, minus) * (-t * t / 2).exp()
    return total * h / (2 * arb.pi()).sqrt()


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("cut", [CUT, Cut(fmpq(1, 5), fmpq(1, 50))])
def test_bounds_hold_and_are_near(two_sided, cut):
    each, c = step(two_sided), fmpq(12)
    with precision(150):
        whole = summed(each, lambda p, m: p**c * m ** (1 - c) * cut.kept((p / m).log()))
        bound = transform_bound(each, c, cut)
        assert whole <= bound
        assert bound < whole * arb("1.3")
        lost = summed(each, lambda p, m: p * cut.lost((p / m).log()))
        bound = lost_bound(each, cut)
        assert lost <= bound
        assert bound < lost * arb("1.5")


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("alpha", [fmpq(5, 8), fmpq(5, 4)])
def test_aliases_with_a_cut_are_bounded(two_sided, alpha):
    each, c, height = step(two_sided), fmpq(40), fmpq(60)
    cut = Cut(fmpq(1, 2), fmpq(1, 8))
    with precision(200):
        sizes = []
        for place in (1, 3):
            z = acb(c, height * place)
            found = summed(each, lambda p, m, z=z: (
                acb(p).log() * z + acb(m).log() * (1 - z)
            ).exp() * cut.kept((p / m).log()))
            sizes.append(found.abs_lower())
        bound = alias_bound(each, c, alpha, arb(height), cut)
        assert 2 * sum(sizes, arb(0)) <= bound
        # Without the cut far more is bounded at a c so large.
        assert bound * 1000 < alias_bound(each, c, alpha, arb(height))


def made(kind, times=4):
    return Grids([(step(kind == "replace", fmpq(1, 100), fmpq(1, 5)), times)])


@pytest.mark.parametrize("kind", ["remove", "replace"])
def test_what_is_cut_off_counts(monkeypatch, kind):
    """With a cut far below where it is planned the value is wide; without its bound it is wrong."""
    grid, eps = made(kind), fmpq(1, 3)
    with precision(120):
        truth, _ = grid.value(eps, False, -60.0, 30.0)
        plan = grid.planner.plan(float(eps), False, float(truth.log().mid()), 30.0)
        assert plan.cut is not None
        worse = replace(plan, cut=Cut(plan.cut.place * fmpq(3, 10), plan.cut.width))
        value = grid._value(eps, False, worse)
        assert value.contains(truth)
        assert value.rad() > 100 * truth.rad()
        monkeypatch.setattr(grids, "lost_bound", lambda *_: arb(0))
        assert not grid._value(eps, False, worse).overlaps(truth)


@pytest.mark.parametrize(
    ("kind", "times", "eps"),
    [("replace", 10, "7/100"), ("remove", 10, "7/100"), ("remove", 100, "653/10000")],
)
def test_far_in_the_tail_few_rounds_are_reached(kind, times, eps):
    found = Composition([(gaussian_round(5, sampling="1/1000"), times)], kind)
    grid = found._made().grids
    p, q = map(int, eps.split("/"))
    value = found.delta(fmpq(p, q), "1e-12")
    # Of replaced records hyperbolas are quicker; they and the grid give one value.
    assert ("grid" in value.way) == (kind == "remove")
    # A finer grid, planned for a smaller error, gives the same.
    if times == 10:
        with precision(170):
            finer, _ = grid.value(fmpq(p, q), False, float(value.low.log().mid()), 60.0)
        assert value.ball().overlaps(finer)
        assert finer.rad() < abs(finer) * arb("1e-22")


def test_a_value_without_cuts_is_the_same(monkeypatch):
    """The grid as it was, whose bounds come from other transforms."""
    grid, eps = made("remove"), fmpq(1, 3)
    with precision(120):
        one, _ = grid.value(eps, False, -60.0, 30.0)
        monkeypatch.setattr(type(grid.planner), "_cut", lambda *_: None)
        plan = grid.planner.plan(float(eps), False, float(one.log().mid()), 30.0)
        assert plan.cut is None
        other = grid._value(eps, False, plan)
    assert one.overlaps(other)
    assert all(value.rad() < value * arb("1e-11") for value in (one, other))
