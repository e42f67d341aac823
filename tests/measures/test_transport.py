"""Optimal transport: against a linear program, floats against balls, laws that are balls, plans and
potentials that are wrong, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from verified.numbers import ball_transport, float_transport
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.transport import plan_and_potential

masses = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)
tables = st.lists(st.fractions(0, 9, max_denominator=7), min_size=9, max_size=9)


def law(parts: list[int]) -> list[fmpq]:
    return [fmpq(part, sum(parts)) for part in parts]


def array(parts: list[Any]) -> BallArray:
    return BallArray((len(parts),), [
        fmpq(x.numerator, x.denominator) if isinstance(x, Fraction) else x for x in parts
    ])


def cost(one: list[Any], two: list[Any], table: list[Any]) -> Any:
    return ball_transport.transport_cost(array(one), array(two), array(table))


@given(masses, masses, tables)
@settings(deadline=None, max_examples=40)
def test_the_cost_is_exact_and_that_of_a_linear_program(one, two, table):
    p, q = law(one), law(two)
    found = cost(p, q, table)
    assert isinstance(found, fmpq)
    sums = [[float(place // 3 == row) for place in range(9)] for row in range(3)]
    sums += [[float(place % 3 == column) for place in range(9)] for column in range(3)]
    shares = [int(x.p) / int(x.q) for x in (*p, *q)]
    # One equation follows from the others.
    program = linprog(list(map(float, table)), A_eq=sums[:-1], b_eq=shares[:-1])
    assert int(found.p) / int(found.q) == pytest.approx(program.fun, abs=1e-9)
    rough = float_transport.transport_cost(shares[:3], shares[3:], list(map(float, table)))
    assert rough == pytest.approx(program.fun, abs=1e-9)


@given(masses, masses)
def test_of_the_discrete_metric_it_is_total_variation(one, two):
    p, q = law(one), law(two)
    apart = sum((max(x - y, fmpq(0)) for x, y in zip(p, q, strict=True)), fmpq(0))
    assert cost(p, q, [fmpq(int(x != y)) for x in range(3) for y in range(3)]) == apart


@given(masses, masses, tables)
@settings(deadline=None, max_examples=25)
def test_laws_and_costs_may_be_balls(one, two, table):
    p, q = law(one), law(two)
    exact = cost(p, q, table)
    with precision(80):
        costs = [arb(x.numerator) / x.denominator for x in table]
        try:
            found = cost([arb(x) for x in p], [arb(x) for x in q], costs)
        except Indeterminate:
            # A cost of 0 that isn't exact may be negative.
            return
    assert arb(found).overlaps(arb(exact))
    assert arb(found).rad() < 1e-15


@pytest.mark.parametrize("bits", [64, 200])
def test_more_digits_lie_within(bits):
    with precision(bits):
        root = arb(2).sqrt() / 2
        found = cost([root, 1 - root], [fmpq(1, 3), fmpq(2, 3)], [fmpq(x) for x in (0, 1, 2, 0)])
        # The mass of 0 beyond 1/3 goes to 1, at 1 a unit.
        assert found.overlaps(root - arb(1) / 3)
        assert found.rad() < arb(2) ** (8 - bits)


@given(
    masses, masses, tables, masses, masses, st.lists(st.fractions(-9, 9), min_size=3, max_size=3)
)
@settings(deadline=None, max_examples=40)
def test_a_wrong_plan_or_potential_bounds_too(one, two, table, other, another, heights):
    """What the simplex method proposes is checked, not believed."""
    p, q = law(one), law(two)
    exact = cost(p, q, table)
    costs = [list(array(table).data[row * 3 : row * 3 + 3]) for row in range(3)]
    plan = [[x * y for y in law(another)] for x in law(other)]
    assert ball_transport._above(array(p), array(q), costs, plan) >= exact
    half = [[x / 2 for x in row] for row in plan]
    assert ball_transport._above(array(p), array(q), costs, half) >= exact
    potential = [fmpq(x.numerator, x.denominator) for x in heights]
    assert ball_transport._below(array(p), array(q), costs, potential) <= exact


@given(masses, masses, tables)
@settings(deadline=None, max_examples=25)
def test_whatever_is_proposed_the_cost_lies_between(one, two, table):
    """A plan of the laws apart from each other, and no potential."""
    p, q = law(one), law(two)
    exact = cost(p, q, table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ball_transport, "plan_and_potential", lambda p, q, *_: (
            [[x * y for y in q] for x in p], [fmpq(0)] * 3))
        found = cost(p, q, table)
    apart = [fmpq(x.numerator, x.denominator) for x in table]
    most = sum((x * y * apart[3 * i + j] for i, x in enumerate(p) for j, y in enumerate(q)),
               fmpq(0))
    least = sum((y * min(apart[j::3]) for j, y in enumerate(q)), fmpq(0))
    if least == most:
        assert found == exact
        return
    for inside in (least, exact, most):
        assert found.overlaps(arb(inside))
    # Which is no more than the two bounds tell.
    assert found.rad() < (most - least) * fmpq(501, 1000)


def test_a_mass_whose_middle_is_below_0():
    """What is proposed for it is nothing."""
    p, q = [fmpq(1), arb("-1e-12", "1e-9")], [fmpq(1, 2)] * 2
    found = cost(p, q, [fmpq(x) for x in (0, 1, 1, 0)])
    assert found.overlaps(arb(1) / 2)
    assert found.rad() < 1e-8


def test_a_plan_with_a_negative_entry_is_none():
    p = [fmpq(1, 2), fmpq(1, 2)]
    plan = [[fmpq(1), fmpq(-1, 2)], [fmpq(-1, 2), fmpq(1)]]
    with pytest.raises(ValueError, match="negative entry"):
        ball_transport._above(array(p), array(p), [[fmpq(1), fmpq(2)], [fmpq(2), fmpq(1)]], plan)


@pytest.mark.parametrize("wrong", [fmpq(-1), arb("inf"), -arb("inf")])
def test_costs_must_be_finite_and_not_negative(wrong):
    with pytest.raises(Undefined):
        cost([fmpq(1)], [fmpq(1)], [wrong])
    rough = float_transport.transport_cost([1.0], [1.0], [float(wrong)])
    assert np.isnan(rough)


def test_a_cost_that_may_be_negative_tells_nothing():
    for wrong in (arb(0, 1e-9), arb("nan")):
        with pytest.raises(Indeterminate):
            cost([fmpq(1)], [fmpq(1)], [wrong])
    with pytest.raises(Indeterminate):
        cost([arb(0, 1e-9)], [fmpq(1)], [fmpq(1)])


def test_costs_of_very_different_sizes():
    """Floats would take the small ones for 0."""
    table = [1e-9, 1e60, 1e60, 1e-9]
    assert float_transport.transport_cost([0.5, 0.5], [0.5, 0.5], table) == pytest.approx(1e-9)


def test_the_plan_and_the_potential_are_optimal_where_exact():
    p, q = law([1, 2, 3]), law([3, 2, 1])
    table = [[fmpq(abs(x - y)) for y in range(3)] for x in range(3)]
    plan, heights = plan_and_potential(p, q, table, fmpq(0))
    assert [sum(row, fmpq(0)) for row in plan] == p
    assert [sum(column, fmpq(0)) for column in zip(*plan, strict=True)] == q
    lowered = [min(table[x][y] - heights[x] for x in range(3)) for y in range(3)]
    dual = sum((m * h for m, h in zip(p, heights, strict=True)), fmpq(0))
    dual += sum((m * h for m, h in zip(q, lowered, strict=True)), fmpq(0))
    # Each law is 1/6 from the next at each of two cuts, 1/3 at either: 2/3 in all.
    assert dual == fmpq(2, 3)
