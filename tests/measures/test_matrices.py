"""Determinants and values of games: known ones, floats against balls, two precisions, and
what is refused."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from verified.kernel.truth import BallReading
from verified.language import (
    Reals,
    Size,
    determinant,
    exp,
    leading_minor,
    log,
    lower_value,
    rational,
    reals_of,
    sqrt,
    upper_value,
)
from verified.numbers import float_matrices
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.games import optimal_strategies
from verified.syntax.sorts import ClaimError

BIG = 10**6
fractions = st.fractions(-20, 20, max_denominator=30)


def value(term: Any) -> Any:
    """The value of a closed term in balls."""
    return BallReading().real(term, {})


def listed(rows: Any) -> Any:
    return reals_of(*(
        x if not isinstance(x, Fraction) else rational(x.numerator, x.denominator)
        for row in rows for x in row
    ))


def games(low: int = 1, high: int = 4) -> st.SearchStrategy[list[list[Fraction]]]:
    def of_width(width: int) -> st.SearchStrategy[list[list[Fraction]]]:
        row = st.lists(fractions, min_size=width, max_size=width)
        return st.lists(row, min_size=low, max_size=high)

    return st.integers(low, high).flatmap(of_width)


def squares(high: int = 4) -> st.SearchStrategy[list[list[Fraction]]]:
    def of_order(order: int) -> st.SearchStrategy[list[list[Fraction]]]:
        row = st.lists(fractions, min_size=order, max_size=order)
        return st.lists(row, min_size=order, max_size=order)

    return st.integers(1, high).flatmap(of_order)


def by_permutations(rows: list[list[Fraction]]) -> Fraction:
    """Leibniz's formula."""
    found = Fraction(0)
    for order in itertools.permutations(range(len(rows))):
        crossings = sum(a > b for a, b in itertools.combinations(order, 2))
        term = math.prod((rows[x][y] for x, y in enumerate(order)), start=Fraction(1))
        found += -term if crossings % 2 else term
    return found


# --- determinants ---------------------------------------------------------------------------------


@given(squares())
@settings(max_examples=60, deadline=None)
def test_a_determinant_is_that_of_leibniz(rows: list[list[Fraction]]) -> None:
    wanted, order = by_permutations(rows), len(rows)
    found = value(determinant(listed(rows), order))
    assert isinstance(found, fmpq)
    assert Fraction(int(found.p), int(found.q)) == wanted
    floats = float_matrices.determinant([[float(x) for row in rows for x in row]], order)
    assert floats[0] == pytest.approx(float(wanted), abs=1e-9 * (1 + 30.0**order))


@given(squares())
@settings(max_examples=30, deadline=None)
def test_a_leading_minor_is_the_determinant_of_the_block(rows: list[list[Fraction]]) -> None:
    size = len(rows)
    for order in range(size + 1):
        block = [row[:order] for row in rows[:order]]
        found = value(leading_minor(listed(rows), order, size))
        wanted = by_permutations(block)
        assert Fraction(int(found.p), int(found.q)) == wanted
        floats = float_matrices.leading_minor([[float(x) for r in rows for x in r]], order, size)
        assert floats[0] == pytest.approx(float(wanted), abs=1e-9 * (1 + 30.0**size))


def test_a_minor_of_more_rows_than_there_are_has_no_value() -> None:
    with pytest.raises(Undefined):
        value(leading_minor(reals_of(1, 2, 3, 4), 3, 2))
    assert np.isnan(float_matrices.leading_minor([[1.0, 2.0, 3.0, 4.0]], 3, 2)).all()


def test_determinants_of_irrational_entries_at_two_precisions() -> None:
    term = determinant(listed([[sqrt(2), exp(1)], [log(3), sqrt(8)]]), 2)
    wide = value(term)
    with precision(300):
        narrow = value(term)
        assert wide.contains(narrow)
        assert narrow.overlaps(4 - arb(1).exp() * arb(3).log())
    assert narrow.rad() < wide.rad()
    # A zero that balls can't see stays open.
    singular = value(determinant(listed([[sqrt(2), 2], [1, sqrt(2)]]), 2))
    assert not isinstance(singular, fmpq)
    assert singular.contains(0)


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "wanted"), [
    ([[1, -1], [-1, 1]], 0),
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),
    ([[3, 1], [0, 2]], Fraction(3, 2)),
    ([[5]], 5),
    ([[1, 2, 3]], 1),
    ([[1], [2], [3]], 3),
    ([[7, 7], [7, 7]], 7),
    ([[BIG, 0], [0, Fraction(1, BIG)]], Fraction(BIG, BIG**2 + 1)),
])
def test_known_values(rows: Any, wanted: Any) -> None:
    shape = len(rows), len(rows[0])
    for head in (lower_value, upper_value):
        found = value(head(listed(rows), *shape))
        assert isinstance(found, fmpq)
        assert Fraction(int(found.p), int(found.q)) == wanted


def by_programme(rows: Any) -> float:
    """The value by SciPy's linear program."""
    table = np.array([[float(x) for x in row] for row in rows])
    n, m = table.shape
    found = linprog(
        np.r_[np.zeros(n), -1.0], A_ub=np.c_[-table.T, np.ones(m)], b_ub=np.zeros(m),
        A_eq=[np.r_[np.ones(n), 0.0]], b_eq=[1.0], bounds=[(0, None)] * n + [(None, None)],
    )
    return float(-found.fun)


@given(games())
@settings(max_examples=60, deadline=None)
def test_values_agree_with_a_linear_program(rows: list[list[Fraction]]) -> None:
    shape, wanted = (len(rows), len(rows[0])), by_programme(rows)
    found = value(lower_value(listed(rows), *shape))
    assert isinstance(found, fmpq)
    assert int(found.p) / int(found.q) == pytest.approx(wanted, abs=1e-7)
    flat = [[float(x) for row in rows for x in row]]
    for head in (float_matrices.lower_value, float_matrices.upper_value):
        assert head(flat, *shape)[0] == pytest.approx(wanted, abs=1e-7)


@given(games())
@settings(max_examples=40, deadline=None)
def test_the_strategies_are_laws_and_meet(rows: list[list[Fraction]]) -> None:
    table = [[fmpq(x.numerator, x.denominator) for x in row] for row in rows]
    p, q = optimal_strategies(table, fmpq(1), fmpq(0))
    for law in (p, q):
        assert min(law) >= 0
        assert sum(law, fmpq(0)) == 1
    earned = min(
        sum((w * row[y] for w, row in zip(p, table, strict=True)), fmpq(0))
        for y in range(len(table[0]))
    )
    granted = max(
        sum((w * x for w, x in zip(q, row, strict=True)), fmpq(0)) for row in table
    )
    assert earned == granted


def test_values_of_irrational_payoffs_are_enclosed_at_two_precisions() -> None:
    rows = [[1, sqrt(2)], [sqrt(3), 0]]
    term = upper_value(listed(rows), 2, 2)
    wide = value(term)
    with precision(300):
        narrow = value(term)
        # Both columns give the row player the same: p = √3/(√2 + √3 − 1).
        exactly = arb(6).sqrt() / (arb(2).sqrt() + arb(3).sqrt() - 1)
        assert narrow.overlaps(exactly)
        assert wide.contains(narrow)
    assert narrow.rad() < wide.rad() * fmpq(1, 10**30)


def test_a_batch_is_each_of_its_games() -> None:
    batch = np.array([[1.0, -1.0, -1.0, 1.0], [3.0, 1.0, 0.0, 2.0], [np.nan, 0, 0, 0]])
    found = float_matrices.lower_value(batch, 2, 2)
    assert found[:2] == pytest.approx([0.0, 1.5], abs=1e-12)
    assert np.isnan(found[2])
    assert np.isnan(float_matrices.determinant(batch, 2)[2])


# --- what is refused ------------------------------------------------------------------------------


def test_what_is_no_matrix_is_refused() -> None:
    n, m = Size("n"), Size("m")
    entries = Reals("v", n * m)
    with pytest.raises(ClaimError, match=r"its entries, is order\*order: n\*m symbols meet n\*n"):
        determinant(entries, n)
    with pytest.raises(ClaimError, match=r"its payoffs, is rows\*columns"):
        lower_value(entries, m, n)
    with pytest.raises(ClaimError, match=r"its payoffs, is rows\*columns: 3 symbols meet 2\*2"):
        upper_value(reals_of(1, 2, 3), 2, 2)
    with pytest.raises(ClaimError, match=r"its entries, is size\*size"):
        leading_minor(reals_of(1, 2, 3, 4), 2, 3)
    with pytest.raises(ClaimError):
        leading_minor(reals_of(1), rational(1, 2), 1)
    with pytest.raises(ClaimError):
        determinant(rational(1), 1)
    with pytest.raises(ClaimError):
        determinant(reals_of(1), rational(1, 2))


def test_infinite_entries_have_no_value() -> None:
    infinite = listed([[log(0), 1], [1, 1]])
    for term in (determinant(infinite, 2), lower_value(infinite, 2, 2)):
        with pytest.raises(Undefined):
            value(term)
    unknown = Balls.stack([arb(0, "inf"), fmpq(1)], (2,))
    with pytest.raises(Indeterminate):
        Balls.matrices().lower_value(unknown, 1, 2)
