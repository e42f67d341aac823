"""The curves of mutual-information privacy: against a plain search, closed values, floats."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.numbers import ball_curves, float_curves
from verified.numbers.balls import Undefined, precision

MUS = st.fractions(min_value="1/1000", max_value="999/1000", max_denominator=2000)
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


GRID = np.linspace(0, 1, 401)


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
        assert float(arb(found).lower()) <= best + 4 / 400 * (1 + math.exp(float(epsilon)))


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
        assert float(arb(found).lower()) <= best + 4 / 400 * (1 + grown)


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
