"""The curves of mutual-information privacy: against a plain search, closed values, floats."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.numbers import ball_curves, float_curves
from verified.numbers.balls import Indeterminate, Undefined, precision

MUS = st.fractions(min_value="1/1000", max_value="999/1000", max_denominator=2000)
ONE = fmpq(1)
EPSILONS = st.fractions(min_value=0, max_value=12, max_denominator=100)


def rational(x) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def kl(p, q):
    """D(Ber(p)‖Ber(q)) in bits, on arrays."""
    with np.errstate(all="ignore"):
        first = np.where(p > 0, p * np.log2(p / q), 0.0)
        return first + np.where(p < 1, (1 - p) * np.log2((1 - p) / (1 - q)), 0.0)


def binary_capacity(p, q):
    """The capacity in bits of the channel with rows (1 − p, p) and (1 − q, q), by a search."""
    low, high = np.zeros_like(p), np.ones_like(p)

    def told(t):
        mean = t * p + (1 - t) * q
        return t * kl(p, mean) + (1 - t) * kl(q, mean)

    for _ in range(60):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        rises = told(one) < told(two)
        low, high = np.where(rises, one, low), np.where(rises, high, two)
    return told((low + high) / 2)


STEPS = 200
GRID = np.linspace(0, 1, STEPS + 1)


@settings(max_examples=12, deadline=None)
@given(MUS, EPSILONS)
def test_no_pair_of_a_grid_beats_the_ldp_curve(mu, epsilon):
    p, q = (axis.ravel() for axis in np.meshgrid(GRID, GRID))
    fits = binary_capacity(p, q) <= float(mu)
    best = np.max(np.where(fits, p - np.exp(float(epsilon)) * q, 0.0))
    found = ball_curves.ldp_curve(rational(mu), rational(epsilon))
    assert best <= float(arb(found).upper()) + 1e-9
    # The grid misses the best pair by a step in each direction, at most, where ε is small.
    if epsilon < 1:
        assert float(arb(found).lower()) <= best + 4 / STEPS * (1 + math.exp(float(epsilon)))


@settings(max_examples=12, deadline=None)
@given(MUS, EPSILONS)
def test_no_pair_of_a_grid_beats_the_lip_curve(mu, epsilon):
    p, q = (axis.ravel() for axis in np.meshgrid(GRID, GRID))
    fits = kl(q, p) <= float(mu)
    grown = np.exp(float(epsilon))
    best = np.max(np.where(fits, np.maximum(p - grown * q, q / grown - p), 0.0))
    found = ball_curves.lip_curve(rational(mu), rational(epsilon))
    assert best <= float(arb(found).upper()) + 1e-9
    if epsilon < 1:
        assert float(arb(found).lower()) <= best + 4 / STEPS * (1 + grown)


@settings(max_examples=15, deadline=None)
@given(MUS, EPSILONS)
def test_two_precisions_agree_and_the_higher_is_narrower(mu, epsilon):
    for curve in (ball_curves.ldp_curve, ball_curves.lip_curve):
        with precision(64):
            rough = arb(curve(rational(mu), rational(epsilon)))
        with precision(160):
            fine = arb(curve(rational(mu), rational(epsilon)))
        assert rough.overlaps(fine)
        assert fine.rad() <= arb(2) ** -80
        assert rough.rad() <= arb(2) ** -30


@settings(max_examples=15, deadline=None)
@given(MUS, EPSILONS)
def test_floats_agree_with_balls(mu, epsilon):
    # The search needs no more: what it finds is decided in balls.
    for name in ("ldp_curve", "lip_curve"):
        exact = arb(getattr(ball_curves, name)(rational(mu), rational(epsilon)))
        found = getattr(float_curves, name)(np.array([float(mu)]), np.array([float(epsilon)]))
        assert found[0] == pytest.approx(float(exact.mid()), rel=5e-6, abs=1e-12)


@settings(max_examples=10, deadline=None)
@given(MUS)
def test_the_floor_solves_its_equation_and_bounds_the_curve(mu):
    with precision(128):
        p = arb(ball_curves.ldp_floor(rational(mu)))
        h = -(p * p.log() + (1 - p) * (1 - p).log()) / arb(2).log()
        level = -((arb(2) ** arb(rational(mu)) - 1).log() / arb(2).log())
        assert (h / p).overlaps(level)
        assert p.rad() < arb(2) ** -90
        for epsilon in (1, 5, 30):
            assert p.lower() <= arb(ball_curves.ldp_curve(rational(mu), fmpq(epsilon))).upper()
        far = arb(ball_curves.ldp_curve(rational(mu), fmpq(60)))
        assert far.upper() <= p + arb(2) ** -40
    assert float(p.mid()) == pytest.approx(float(float_curves.ldp_floor(float(mu))), rel=1e-12)


def test_closed_values():
    assert ball_curves.ldp_curve(fmpq(1), fmpq(7)) == 1
    assert ball_curves.ldp_curve(fmpq(3), fmpq(0)) == 1
    assert ball_curves.ldp_curve(fmpq(0), fmpq(1, 3)) == 0
    assert ball_curves.lip_curve(fmpq(0), fmpq(1, 3)) == 0
    assert ball_curves.ldp_floor(fmpq(1)) == 1
    # Far out the LIP curve is 1 − 2^(−μ).
    assert arb(ball_curves.lip_curve(fmpq(2), fmpq(80))).overlaps(arb(3) / 4)
    # At ε = 0 both rows are equally far from 1/2: D(1/2 + t‖1/2) = μ.
    with precision(128):
        t = arb(ball_curves.ldp_curve(fmpq(1, 5), fmpq(0))) / 2
        ends = [(1 + 2 * s * t) / 2 for s in (1, -1)]
        assert (1 + sum(x * x.log() for x in ends) / arb(2).log()).overlaps(arb(1) / 5)


@pytest.mark.parametrize(("mu", "epsilon"), [(-1, 1), (1, -1)])
def test_outside_its_domain_a_curve_is_undefined(mu, epsilon):
    for name in ("ldp_curve", "lip_curve"):
        with pytest.raises(Undefined):
            getattr(ball_curves, name)(fmpq(mu, 2), fmpq(epsilon, 2))
        found = getattr(float_curves, name)(np.array([mu / 2]), np.array([epsilon / 2]))
        assert np.isnan(found[0])


@pytest.mark.parametrize("mu", [fmpq(0), fmpq(-1), fmpq(3, 2)])
def test_the_floor_is_undefined_outside_its_domain(mu):
    with pytest.raises(Undefined):
        ball_curves.ldp_floor(mu)
    assert np.isnan(float_curves.ldp_floor(float(mu)))


# --- ends that hold, whatever was proposed --------------------------------------------------------


def wide(low, high) -> arb:
    return arb(low).union(arb(high))


@pytest.fixture(scope="module")
def sharp():
    """Values of both curves to many more digits than those that are put to the test."""
    with precision(200):
        return {
            (name, mu, epsilon): arb(getattr(ball_curves, name)(fmpq(mu, 20), fmpq(epsilon, 4)))
            for name in ("ldp_curve", "lip_curve")
            for mu in (1, 8, 19)
            for epsilon in (0, 3, 20)
        }


@pytest.mark.parametrize("place", [-6, -1, 0, 2])
@pytest.mark.parametrize("step", ["1/50", "1", "6"])
def test_a_curve_lies_between_its_ends_whatever_pair_is_proposed(sharp, monkeypatch, place, step):
    """The pair may be anywhere, and beyond the constraint or far within it."""
    up, down = (fmpq(*map(int, text.split("/"))) for text in (step, "1/3"))
    monkeypatch.setattr(ball_curves, "_crossing", lambda rate, target: arb(place))
    monkeypatch.setattr(ball_curves, "_second_law_above", lambda p, odds, level: odds + up)
    monkeypatch.setattr(ball_curves, "_first_law_above", lambda q, odds, level: odds + down)
    for (name, mu, epsilon), value in sharp.items():
        function = {"ldp_curve": ball_curves._ldp, "lip_curve": ball_curves._lip}[name]
        with precision(53):
            try:
                found = function(arb(fmpq(mu, 20)) * arb(2).log(), arb(fmpq(epsilon, 4)))
            except Indeterminate:
                continue
            assert found.overlaps(value), (name, mu, epsilon)
            assert found.lower() > -1e-6
            assert found.upper() < 1 + 1e-6


TENTHS = st.integers(-30, 30).map(lambda tenths: fmpq(tenths, 10))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 30), TENTHS, TENTHS, TENTHS, st.integers(1, 30))
def test_a_bound_by_any_multiplier_holds(multiplier, slack, by_one, by_two, factor):
    """No pair of a grid that meets the constraint is above it; one of the corners is at the bound
    where nothing is constrained."""
    terms = [arb(fmpq(multiplier, 10)), arb(slack), arb(by_one), arb(by_two), arb(fmpq(factor, 10))]
    bound = ball_curves._relaxed(*terms)
    places = [fmpq(tenth, 10) for tenth in range(11)]
    for one, two in itertools.product(places, places):
        if by_one * one + by_two * two <= slack:
            assert not arb(one - fmpq(factor, 10) * two) > bound
    free = max(
        one - fmpq(factor, 10) * two - fmpq(multiplier, 10) * (by_one * one + by_two * two - slack)
        for one, two in itertools.product((fmpq(0), fmpq(1)), repeat=2)
    )
    assert bound.overlaps(arb(free))
    assert bound.rad() < 1e-9


@pytest.mark.parametrize("multiplier", [arb(-1), arb("nan"), arb(0, 1)])
def test_a_multiplier_is_not_negative(multiplier):
    assert ball_curves._relaxed(multiplier, arb(-9), arb(1), arb(1), arb(1)) == 1


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((0.25, 0.5), (0.0, 0.25), 0.25, 0.5), ((-1, 0.25), (0.75, 1), 0.375, 0.625),
        ((-2, -1), (-2, -1), 0, 0), ((-1, 1), (0.125, 0.25), 0, 1),
        ((0.125, 0.25), (0.75, 1), 0.375, 0.625),
    ],
)  # fmt: skip
def test_the_lip_curve_is_the_larger_of_0_and_its_two_sides(
    monkeypatch, first, second, low, high
):
    """The second side at ε = ln(8/5) less 1 − e^(−ε) = 3/8."""
    epsilon = (arb(8) / 5).log()

    def side(level, at):
        return tuple(map(arb, first if at > 0 else second))

    monkeypatch.setattr(ball_curves, "_lip_side", side)
    found = ball_curves._lip(arb(1), epsilon)
    assert abs(found.lower() - low) < 1e-9
    assert abs(found.upper() - high) < 1e-9


def test_without_a_pair_the_lip_curve_is_at_least_0(monkeypatch):
    monkeypatch.setattr(ball_curves, "_near", lambda p, q, level: None)
    for epsilon in (arb(1), arb(-1)):
        assert ball_curves._lip_side(arb(fmpq(1, 2)), epsilon)[0] == 0


@pytest.mark.parametrize("name", ["ldp_curve", "lip_curve"])
def test_a_curve_of_balls_holds_the_curves_at_their_points(name):
    curve = getattr(ball_curves, name)
    with precision(53):
        for mu, epsilon in itertools.product(
            [(fmpq(1, 5), fmpq(1, 4)), (fmpq(1, 100), fmpq(9, 10))], [(fmpq(1, 4), fmpq(1, 2))]
        ):
            values = [arb(curve(*point)) for point in itertools.product(mu, epsilon)]
            found = curve(wide(*mu), wide(*epsilon))
            assert all(found.overlaps(value) for value in values)
            # One of the two may be exact.
            assert all(curve(mu[0], wide(*epsilon)).overlaps(value) for value in values[:2])
            assert all(curve(wide(*mu), epsilon[0]).overlaps(value) for value in values[::2])


@pytest.mark.parametrize("mu", [fmpq(1, 50), fmpq(1, 4), fmpq(1, 2), fmpq(7, 8)])
def test_the_floor_holds_what_more_digits_say(mu):
    with precision(200):
        value = ball_curves.ldp_floor(mu)
    with precision(53):
        assert ball_curves.ldp_floor(mu).overlaps(value)
        # The ends of a ball come from the ends of its argument.
        assert ball_curves.ldp_floor(wide(mu, 2 * mu / 3)).overlaps(value)
        assert ball_curves.ldp_floor(wide(mu, mu + fmpq(1, 9))).overlaps(value)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ldp_curve", (arb(0.75, 0.25), ONE)), ("ldp_curve", (wide(fmpq(1, 2), 2), ONE)),
        ("ldp_curve", (wide(-1, fmpq(1, 2)), ONE)), ("lip_curve", (wide(-1, 3), ONE)),
        ("ldp_curve", (fmpq(1, 2), wide(-1, 1))), ("lip_curve", (fmpq(1, 2), wide(-1, 1))),
        ("ldp_floor", (arb(0.25, 0.25),)), ("ldp_floor", (wide(fmpq(1, 2), 2),)),
    ],
)  # fmt: skip
def test_what_may_lie_outside_a_domain_is_left_open(name, arguments):
    with pytest.raises(Indeterminate):
        getattr(ball_curves, name)(*arguments)


@pytest.mark.parametrize("name", ["ldp_curve", "lip_curve"])
@pytest.mark.parametrize(
    "arguments",
    [(arb.pos_inf(), fmpq(1)), (fmpq(1, 2), arb.pos_inf()), (fmpq(1, 2), -arb(2).log()),
     (-arb(2).log(), fmpq(1))],
)  # fmt: skip
def test_a_curve_has_finite_arguments_that_are_not_negative(name, arguments):
    with pytest.raises(Undefined):
        getattr(ball_curves, name)(*arguments)
