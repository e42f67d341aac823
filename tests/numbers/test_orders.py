"""Suprema over the orders of Rényi divergences: against values at single orders, floats against
balls, two precisions, and what bounds between orders."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.measures.divergences import renyi
from verified.numbers import ball_orders, float_orders
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Undefined, precision
from verified.numbers.float_namespace import Floats

counts = st.lists(st.integers(1, 40), min_size=3, max_size=3)


def balls(parts: list[int]) -> BallArray:
    return BallArray((len(parts),), [fmpq(part, sum(parts)) for part in parts])


def divergence(one: list[int], two: list[int]) -> Any:
    return lambda order: renyi(Balls(), balls(one), balls(two), order)


def enclosed(one: list[int], two: list[int], bits: int = 128) -> Any:
    with precision(bits):
        return ball_orders.largest_over_orders(divergence(one, two))


@given(counts, counts, st.fractions(1, 200, max_denominator=9))
@settings(max_examples=30, deadline=None)
def test_no_order_exceeds_the_supremum(one, two, order):
    found = enclosed(one, two)
    if order > 1:
        value = divergence(one, two)(fmpq(order.numerator, order.denominator))
        assert not value / fmpq(order.numerator, order.denominator) > found


@given(counts, counts)
@settings(max_examples=8, deadline=None)
def test_the_supremum_is_approached(one, two):
    """Some order of a fine grid comes near its lower end, and none is above its upper end."""
    found = enclosed(one, two)
    p, q = (np.array([parts], float) / sum(parts) for parts in (one, two))
    grid = 1 / np.linspace(1e-4, 1, 4001)
    values = renyi(Floats(), p, q, grid) / grid
    low, high = (float(end) for end in (arb(found).lower(), arb(found).upper()))
    assert high - low <= 2e-3 * high
    assert low * (1 - 1e-4) - 1e-12 <= values.max() <= high * (1 + 1e-9) + 1e-12
    rough = float_orders.largest_over_orders(lambda order: renyi(Floats(), p, q, order))
    assert low * (1 - 1e-7) - 1e-13 <= rough <= high * (1 + 1e-7) + 1e-13


@given(counts, counts)
@settings(max_examples=8, deadline=None)
def test_more_digits_lie_within(one, two):
    low, high = enclosed(one, two, 64), enclosed(one, two, 256)
    assert arb(low).overlaps(arb(high))
    if not isinstance(low, fmpq):
        assert high.rad() <= low.rad()


def test_known_suprema():
    # Of randomised response the worst order is 1, where the divergence is ½ ln 3.
    assert enclosed([3, 1], [1, 3]).overlaps(arb(3).log() / 2)
    assert enclosed([1, 2], [1, 2]) == 0
    assert enclosed([1, 0], [1, 1]).overlaps(arb(2).log())
    assert enclosed([1, 1], [1, 0]) == arb("inf")
    # In between: the derivative vanishes at an order near 2.4.
    inner = enclosed([1, 1], [999, 1])
    assert inner > divergence([1, 1], [999, 1])(fmpq(1)) + 0.2
    assert inner.rad() < 1e-12


def gaussian_like(order: Any) -> Any:
    """D_α = α up to order 4, and 4 beyond it: the supremum of D_α/α is 1, at all orders to 4."""
    return fmpq(4) if not order < 4 else order


def test_a_plateau_is_enclosed():
    found = ball_orders.largest_over_orders(gaussian_like)
    assert found.overlaps(arb(1))
    assert found.rad() < 1e-2


@pytest.mark.parametrize("left", [fmpq(1, 8), fmpq(1, 3), fmpq(3, 4), fmpq(98, 100)])
@pytest.mark.parametrize("share", [fmpq(1, 10), fmpq(1), fmpq(7, 10)])
def test_the_bound_between_two_orders_holds_and_is_tight(left, share):
    """For the largest convex (1 − u) D with given ends, its chord."""
    right = left + (1 - left) * share / 2
    ends = [
        ball_orders._Point(u, divergence([2, 3, 9], [8, 1, 1])(1 / u)) for u in (left, right)
    ]
    bound = ball_orders._bound(*ends)
    heights = [end.convex for end in ends]

    def chord(u: fmpq) -> Any:
        return u * (heights[0] + (heights[1] - heights[0]) * (u - left) / (right - left)) / (1 - u)

    values = [chord(left + (right - left) * fmpq(step, 64)) for step in range(65)]
    assert not any(value > bound for value in values)
    most = max(float(value) for value in values)
    plain = float(right * ends[0].divergence)
    assert float(bound) <= plain
    assert math.isclose(float(bound), min(plain, most), rel_tol=1e-3)


def test_an_undefined_divergence_has_no_supremum():
    def undefined(_: Any) -> Any:
        raise Undefined("0/0")

    with pytest.raises(Undefined):
        ball_orders.largest_over_orders(undefined)
