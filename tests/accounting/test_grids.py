"""The convolution of sampled Gaussian steps' losses on a grid.

It is compared with the inversion along lines and hyperbolas, which shares nothing with it but the
transform on the real line, and with quadrature in mpmath; each of its bounds has a case that fails
without it.
"""

import itertools
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from flint import arb, fmpq

from verified.accounting import grids
from verified.accounting.compositions import Composition, gaussian_round
from verified.accounting.enclosures import NotReachedError
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.accounting.grids import Grids, alias_bound
from verified.numbers.balls import precision

Q, MU = fmpq(1, 100), fmpq(1, 3)


def step(q=Q, mu=MU, two_sided=False):
    return SubsampledGaussianStep(q, mu, two_sided)


def two_rounds(q, mu, eps, kind, digits):
    """δ of two rounds, about 10^−digits: the mean of one's closed form over the other's loss."""
    with mpmath.workdps(30):
        q, mu, eps = (mpmath.mpf(int(x.p)) / int(x.q) for x in (q, mu, eps))

        def ratio(t):
            return 1 - q + q * mpmath.exp(mu * t - mu**2 / 2)

        def loss(t):
            return mpmath.log(ratio(t)) - (mpmath.log(ratio(-t)) if kind == "replace" else 0)

        def tail(x):
            return mpmath.erfc(x / mpmath.sqrt(2)) / 2

        def mixed(t, sign):
            """P's (1) or Q's (−1) mass beyond t."""
            return (1 - q) * tail(t) + q * tail(t - sign * mu)

        def one(level):
            gamma = mpmath.exp(level)
            if kind == "replace":
                t = mpmath.findroot(lambda t: loss(t) - level, mpmath.sign(level) * 3)
                return mixed(t, 1) - gamma * mixed(t, -1)
            if kind == "remove":
                if gamma <= 1 - q:
                    return 1 - gamma
                t = (mpmath.log((gamma - 1) / q + 1) + mu**2 / 2) / mu
                return mixed(t, 1) - gamma * tail(t)
            if gamma * (1 - q) >= 1:
                return mpmath.mpf(0)
            t = (mpmath.log((1 / gamma - 1) / q + 1) + mu**2 / 2) / mu
            return (1 - tail(t)) - gamma * (1 - mixed(t, 1))

        def density(t):
            if kind == "add":
                return mpmath.npdf(t)
            return (1 - q) * mpmath.npdf(t) + q * mpmath.npdf(t - mu)

        # The loss of (Q‖P) is the negative one. Quadrature knows absolute errors only.
        sign, scale = -1 if kind == "add" else 1, mpmath.mpf(10) ** digits
        found = mpmath.quad(
            lambda t: scale * density(t) * one(eps - sign * loss(t)), mpmath.linspace(-14, 20, 18)
        )
        return found / scale


@pytest.mark.parametrize(
    ("kind", "q", "mu", "eps", "digits"),
    [
        ("remove", Q, MU, fmpq(1, 20), 5),
        ("remove", fmpq(1, 1000), fmpq(1, 5), fmpq(17, 1000), 51),
        ("add", Q, MU, fmpq(1, 80), 5),
        ("replace", fmpq(1, 2), MU, fmpq(3, 2), 8),
    ],
)
def test_two_rounds_are_a_mean_of_one(kind, q, mu, eps, digits):
    found = Composition([(gaussian_round(1 / mu, sampling=q), 2)], kind).delta(eps, "1e-14")
    truth = mpmath.nstr(two_rounds(q, mu, eps, kind, digits), 16)
    made = Grids([(step(q, mu, kind == "replace"), 2)])
    with precision(120):
        value, way = made.value(eps, kind == "add", 0.0, 36.0)
        assert "grid" in way
        assert value.rad() < abs(value) * arb("1e-13")
        assert abs(value / arb(truth) - 1) < arb("1e-12")
        assert found.ball().overlaps(value)


@pytest.mark.parametrize(
    ("kind", "eps", "times"),
    [("remove", "1/4", 20), ("add", "1/6", 20), ("replace", "1/3", 20), ("remove", "-1/100", 3)],
)
def test_grids_and_inversions_give_one_value(kind, eps, times):
    made = Composition([(gaussian_round(2, sampling="1/10"), times)], kind)._made()
    place, reverse = fraction(eps), kind == "add"
    with precision(130), np.errstate(all="ignore"):
        grid, way = made._once(place, reverse, 30.0, "large grid")
        other, another = made._once(place, reverse, 30.0, "hyperbola")
    assert "grid" in way
    assert "hyperbola" in another
    assert grid.overlaps(other)
    assert grid.rad() < abs(grid) * arb("1e-10")


def fraction(text):
    p, _, q = text.partition("/")
    return fmpq(int(p), int(q or 1))


def test_rounds_of_two_kinds():
    rounds = [(gaussian_round(3, sampling="1/10"), 2), (gaussian_round(2, sampling="1/20"), 3)]
    made = Composition(rounds, "remove")._made()
    with precision(130), np.errstate(all="ignore"):
        grid, _ = made._once(fmpq(1, 2), False, 30.0, "grid")
        other, _ = made._once(fmpq(1, 2), False, 30.0, "line")
    assert grid.overlaps(other)
    assert grid.rad() < abs(grid) * arb("1e-10")


@pytest.mark.parametrize(
    ("kind", "q", "sigma", "times", "eps"),
    [
        ("remove", "1/1000", 5, 10, "552/100000"),
        ("add", "1/1000", 5, 10, "3/1000"),
        ("add", "1/1000", 1, 2, "15/10000"),
        ("replace", "1/1000", 5, 10, "1/100"),
        ("replace", "9/10", 5, 2, "1"),
    ],
)
def test_what_inversions_reach_slowly_or_not(kind, q, sigma, times, eps):
    made = Composition([(gaussian_round(sigma, sampling=q), times)], kind)
    wide, narrow = made.delta(eps, "1e-6"), made.delta(eps, "1e-24")
    # Of replaced records hyperbolas have become as quick.
    assert "grid" in narrow.way or (kind == "replace" and "hyperbola" in narrow.way)
    assert narrow.width < arb("1e-24")
    assert wide.low <= narrow.high
    assert narrow.low <= wide.high


# --- bounds that matter ---------------------------------------------------------------------------


def rough(change, kind="remove", without=None, monkeypatch=None, times=3):
    """A value with a plan that is made worse, and the true one."""
    made, eps = Grids([(step(two_sided=kind == "replace"), times)]), fmpq(1, 40)
    with precision(120):
        truth, _ = made.value(eps, kind == "add", 0.0, 30.0)
        plan = change(made.planner.plan(float(eps), kind == "add", -12.0, 30.0))
        if without is not None:
            none = (arb(0), arb(0)) if without == "_left_out" else arb(0)
            monkeypatch.setattr(Grids, without, lambda *_: none)
        return made._value(eps, kind == "add", plan), truth


def shorter(plan):
    """A plan whose polynomials end early."""
    return replace(plan, ends=tuple((first, last // 4) for first, last in plan.ends))


def later(plan):
    """A plan whose polynomials begin late."""
    return replace(plan, ends=tuple((first // 4, last) for first, last in plan.ends))


def coarser(plan):
    """A plan whose places are farther apart."""
    ends = tuple((-(-first // 9) or 1, last // 9) for first, last in plan.ends)
    return replace(plan, h=plan.h * 9, ends=ends, degree=plan.degree // 9)


@pytest.mark.parametrize(
    ("kind", "change", "without"),
    [
        ("remove", coarser, "_aliases"),
        ("add", coarser, "_aliases"),
        ("replace", coarser, "_aliases"),
        ("remove", shorter, "_left_out"),
        ("replace", shorter, "_left_out"),
        ("replace", later, "_left_out"),
        ("remove", lambda plan: replace(plan, degree=plan.degree // 4), "_beyond"),
    ],
)
def test_an_error_of_the_grid_counts(monkeypatch, kind, change, without):
    value, truth = rough(change, kind)
    assert value.contains(truth)
    assert value.rad() > truth.rad()
    value, truth = rough(change, kind, without, monkeypatch)
    assert not value.overlaps(truth)


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("c", [fmpq(3), fmpq(20), fmpq(-8)])
@pytest.mark.parametrize("alpha", [fmpq(5, 8), fmpq(5, 4)])
def test_aliases_are_bounded(two_sided, c, alpha):
    each = step(fmpq(1, 10), fmpq(1, 2), two_sided)
    with precision(120):
        for height in (fmpq(20), fmpq(60)):
            bound = alias_bound(each, c, alpha, arb(height))
            values = each.on_line(c, height, 7, 60.0)
            sizes = [value.abs_lower() for value in values[1::2]]
            assert 2 * sum(sizes, arb(0)) <= bound
            # With an eighth of that something would be noticed.
            assert bound < sizes[0] * 10**4


def test_what_bounds_rest_on_is_checked():
    made = Grids([(step(), 3)])
    plan = made.planner.plan(0.05, False, -12.0, 20.0)
    with pytest.raises(NotReachedError, match="leaves its region"):
        made._value(fmpq(1, 20), False, replace(plan, c=fmpq(1, 2)))
    with pytest.raises(NotReachedError, match="may still rise"):
        made._value(fmpq(1, 20), False, replace(plan, ends=((1, 2),)))
    with pytest.raises(NotReachedError, match="right one"):
        alias_bound(step(), fmpq(2), fmpq(8, 5), arb(10))
    both = Grids([(step(two_sided=True), 3)])
    plan = both.planner.plan(0.05, False, -12.0, 20.0)
    with pytest.raises(NotReachedError, match="may still fall"):
        both._value(fmpq(1, 20), False, replace(plan, ends=((-1, plan.ends[0][1]),)))
    with pytest.raises(NotReachedError, match="symmetric"):
        both.value(fmpq(1, 20), True, 0.0, 20.0)
    with pytest.raises(NotReachedError, match="one side and of two"):
        Grids([(step(), 1), (step(two_sided=True), 1)])
    with pytest.raises(NotReachedError, match="too wide"):
        Grids([(step(mu=fmpq(3)), 2)])


@pytest.mark.parametrize("two_sided", [False, True])
def test_the_density_is_the_laws(two_sided):
    """Over places it adds up to the masses beyond them."""
    each, h = step(fmpq(1, 3), fmpq(1, 2), two_sided), fmpq(1, 2000)
    with precision(80):
        low, high = (arb(h * n) for n in (300, 1200))
        weights = [
            grids._density(each, arb(h * n)) * arb(h * n).exp() * grids._least_loss(each).exp()
            for n in range(300, 1201)
        ]
        total = (sum(weights, arb(0)) - (weights[0] + weights[-1]) / 2) * h
        masses = [grids._upper_mass(each, grids._place(each, lam)) for lam in (low, high)]
        assert abs(total - (masses[0] - masses[1])) < arb("1e-6")


def test_densities_fall_where_sums_are_cut():
    for two_sided, first in ((False, 1), (True, 3)):
        each = step(fmpq(1, 3), fmpq(1, 2), two_sided)
        with precision(80):
            start = fmpq(1, 100)
            while not grids._place(each, arb(start)) >= first * each.mu:
                start += fmpq(1, 100)
            row = [
                grids._density(each, arb(start + fmpq(n, 50))) * (arb(start + fmpq(n, 50))).exp()
                for n in range(60)
            ]
        assert all(two < one for one, two in itertools.pairwise(row))


def test_many_rounds_far_in_the_tail_on_two_grids():
    """Chernoff's bound lies far above δ there: the product in integers has bits for that."""
    made = Composition([(gaussian_round(5, sampling="1/1000"), 40)], "remove")._made().grids
    with precision(110):
        size = -96.0
        one, _ = made.value(fmpq(299, 10_000), False, -55.0, 28.0)
        two, _ = made.value(fmpq(299, 10_000), False, size, 34.0)
    assert one.overlaps(two)
    assert all(value.rad() < value.mid() * 1e-11 for value in (one, two))
    plan = made.planner.plan(0.0299, False, -149.3, 28.0)
    assert plan.bits > 40
    with precision(110):
        rows = made._rows(False, plan)
        enough = made._sum(fmpq(299, 10_000), False, plan, rows)
        few = made._sum(fmpq(299, 10_000), False, replace(plan, bits=-20), rows)
    # Of fewer bits it is wider, and still right.
    assert few.overlaps(enough)
    assert few.rad() > few.mid() * 1e-11
