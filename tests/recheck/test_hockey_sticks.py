"""The second checker's hockey-stick divergences by cells: what a cell adds, of laws and orders that
are known only so far, against sums in floats; where cells are cut; what is left as it was."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from recheck import hockey_sticks
from recheck.bounded import ends_of, is_bounded, there
from recheck.densities import Mixture, gaussian, laplace, law_sum, mixture, uniform
from recheck.densities import law_hockey_stick as by_events
from recheck.errors import Unknown, Unsupported
from recheck.reals import INF, ONE, TWO, ZERO, End, num
from recheck.students import student
from tests.recheck.digits import bits, exact, wide  # noqa: F401 (for all tests here)


def normal(x: Any, mean: float, variance: float) -> Any:
    return np.exp(-((x - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)


def known(p: tuple[float, float], q: tuple[float, float], k: float, cell: tuple[End, End]) -> float:
    """∫ max(0, p − k q) of two normal laws."""
    low, high = (max(-30.0, min(30.0, float(end))) for end in cell)
    x = np.linspace(low, high, 60_001)
    values = np.maximum(0, normal(x, *p) - k * normal(x, *q))
    return float(np.sum((values[1:] + values[:-1]) / 2) * (high - low) / 60_000)


CELLS: list[tuple[End, End]] = [
    (Fraction(0), Fraction(1)), (Fraction(-1), Fraction(-3, 4)), (Fraction(1, 2), Fraction(3, 4)),
    (Fraction(3), Fraction(7, 2)), (-INF, Fraction(-1)), (Fraction(1), INF),
    # With a mean inside, where no ratios are told.
    (Fraction(-1, 2), Fraction(1, 2)),
]
NARROW, MOVED = gaussian(ZERO, ONE), gaussian(ONE, ONE)


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("kink", [("1/100", "1/100"), ("1", "1"), ("1/2", "2"), ("100", "100"),
                                  ("0", "3/2")])
def test_a_cell_holds_what_it_adds_for_each_law_and_order(
    cell: tuple[End, End], kink: tuple[str, str]
) -> None:
    found = hockey_sticks.on_cell(gaussian(ZERO, wide("1", "6/5")), MOVED, wide(*kink), cell)
    other = hockey_sticks.on_cell(MOVED, gaussian(ZERO, wide("1", "6/5")), wide(*kink), cell)
    for variance, k in itertools.product((1.0, 1.1, 1.2), map(Fraction, kink)):
        true = known((0, variance), (1, 1), float(k), cell)
        assert float(found.low) - 1e-8 <= true <= float(found.high) + 1e-8
        true = known((1, 1), (0, variance), float(k), cell)
        assert float(other.low) - 1e-8 <= true <= float(other.high) + 1e-8


@pytest.mark.parametrize(("kink", "cell", "width"), [
    # One side of the kink: all that is gained, or nothing.
    ("1/100", CELLS[0], 1e-15), ("100", CELLS[0], 0), ("1/2", CELLS[1], 1e-15), ("8", CELLS[1], 0),
    # The kink lies inside: what a chord leaves open.
    ("1", CELLS[0], 0.09), ("1", CELLS[2], 0.02),
    # Far out all mass is left open.
    ("1", CELLS[4], 0.16), ("1", CELLS[5], 0.16),
])
def test_how_much_a_cell_leaves_open(kink: str, cell: tuple[End, End], width: float) -> None:
    found = hockey_sticks.on_cell(NARROW, MOVED, exact(kink), cell)
    assert 0 <= found.high - found.low <= width
    assert known((0, 1), (1, 1), float(Fraction(kink)), cell) == pytest.approx(
        float(found.low + found.high) / 2, abs=width / 2 + 1e-8)


def test_a_cell_where_one_law_has_no_mass() -> None:
    flat, cell = uniform(ZERO, TWO), (Fraction(2), Fraction(3))
    nothing = hockey_sticks.on_cell(flat, NARROW, ONE, cell)
    assert (nothing.low, nothing.high) == (0, 0)
    all_of_it = hockey_sticks.on_cell(gaussian(ZERO, wide("1", "6/5")), flat, ONE, cell)
    for variance in (1.0, 1.2):
        true = known((0, variance), (0, 1), 0, cell)
        assert float(all_of_it.low) - 1e-8 <= true <= float(all_of_it.high) + 1e-8
    both = hockey_sticks.on_cell(flat, uniform(ONE, TWO), ONE, (Fraction(5), Fraction(6)))
    assert (both.low, both.high) == (0, 0)


def test_a_ratio_that_is_constant() -> None:
    """And more than the kink, less, or not told from it."""
    cell = (Fraction(0), Fraction(1))
    mass = known((0, 1), (0, 1), 0, cell)
    for kink, low, high in ((wide("1/2", "1/2"), 0.5, 0.5), (wide("2", "2"), 0, 0),
                            (wide("1/2", "2"), 0, 0.5)):
        found = hockey_sticks.on_cell(NARROW, NARROW, kink, cell)
        assert float(found.low) == pytest.approx(low * mass, abs=1e-8)
        assert float(found.high) == pytest.approx(high * mass, abs=1e-8)


def test_tails_are_cut_ever_farther_out() -> None:
    """Twice as far from the first cells each time, also where these begin in one place."""
    ends = [Fraction(3), Fraction(4), Fraction(7)]
    assert hockey_sticks.halfway((Fraction(3), Fraction(4)), ends) == Fraction(7, 2)
    assert hockey_sticks.halfway((Fraction(7), INF), ends) == 11
    assert hockey_sticks.halfway((Fraction(11), INF), ends) == 19
    assert hockey_sticks.halfway((-INF, Fraction(3)), ends) == -1
    assert hockey_sticks.halfway((-INF, Fraction(-1)), ends) == -9
    assert hockey_sticks.halfway((Fraction(5), INF), [Fraction(5)]) == 6
    assert hockey_sticks.halfway((-INF, Fraction(5)), [Fraction(5)]) == 4


def test_cells_are_cut_until_little_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    broad, true = laplace(ZERO, TWO), []
    for cuts in (0, 40):
        monkeypatch.setattr(hockey_sticks, "MOST_CUTS", cuts)
        true.append(hockey_sticks.positive_part(NARROW, broad, ONE))
    few, many = true
    assert few.lo <= many.lo <= many.hi <= few.hi
    assert many.hi - many.lo < (few.hi - few.lo) / 20 < Fraction(1, 100)
    x = np.linspace(-40, 40, 400_001)
    told = float(np.sum(np.maximum(0, normal(x, 0, 1) - np.exp(-abs(x) / 2) / 4))) * 80 / 400_000
    assert float(many.lo) - 1e-7 <= told <= float(many.hi) + 1e-7
    # The rest of what a law has is on the other side.
    back = hockey_sticks.positive_part(broad, NARROW, ONE)
    assert max(back.lo, many.lo) <= min(back.hi, many.hi)


def test_it_is_at_most_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hockey_sticks, "MOST_CUTS", 0)
    monkeypatch.setattr(hockey_sticks, "STEPS", [Fraction(k) for k in (0, 1, 8)])
    third = exact("1/3")
    far = mixture([third] * 3, *(laplace(num(mean), exact("1/7")) for mean in (100, 101, 103)))
    found = hockey_sticks.positive_part(far, NARROW, ONE)
    assert Fraction(99, 100) < found.lo < found.hi <= 1


def test_where_it_is_narrow_or_has_no_cells_it_stays() -> None:
    """Of closed forms, of e^ε = ∞, and of laws that cells don't know."""
    for p, q, order in ((NARROW, MOVED, ZERO), (NARROW, laplace(ZERO, ONE), num(INF)),
                        (law_sum(NARROW, laplace(ZERO, ONE)), laplace(ONE, ONE), ZERO)):
        found, told = (ask(p, q, order) for ask in (hockey_sticks.law_hockey_stick, by_events))
        assert (found.lo, found.hi) == (told.lo, told.hi)
    with pytest.raises(Unsupported, match="with noise"):
        hockey_sticks.positive_part(law_sum(NARROW, laplace(ZERO, ONE)), NARROW, ONE)
    lowest = hockey_sticks.law_hockey_stick(NARROW, laplace(ZERO, ONE), num(-INF))
    assert Fraction(999, 1000) < lowest.lo <= 1 <= lowest.hi


# --- laws between two ends ------------------------------------------------------------------------


def test_between_which_ends_a_law_has_its_mass() -> None:
    flat, slanted = uniform(ONE, num(3)), law_sum(uniform(ONE, num(3)), uniform(ZERO, ONE))
    assert [is_bounded(law[0]) for law in (flat, slanted, NARROW)] == [True, True, False]
    assert not is_bounded(law_sum(laplace(ZERO, ONE), laplace(ZERO, TWO))[0])
    assert not is_bounded(law_sum(NARROW, laplace(ZERO, ONE))[0])
    assert not is_bounded(student(ZERO, ONE, TWO)[0])
    assert [(end.lo, end.hi) for end in ends_of(flat[0])] == [(1, 1), (3, 3)]
    assert [(end.lo, end.hi) for end in ends_of(slanted[0])] == [(1, 1), (4, 4)]


@pytest.mark.parametrize(("low", "high", "kept"), [
    (1, 3, True), (1, 2, True), (2, 3, True), (0, 1, False), (3, 4, False), (-INF, 1, False),
    (3, INF, False), (0, 2, None), (2, 4, None), (0, 4, None), (2, INF, None), (-INF, 2, None),
])
def test_which_parts_have_mass_on_a_cell(low: End, high: End, kept: bool | None) -> None:
    ends = tuple(end if end in (INF, -INF) else Fraction(end) for end in (low, high))
    both: Mixture = [*uniform(ONE, num(3)), *NARROW]
    if kept is None:
        with pytest.raises(Unknown, match="inside"):
            there(both, (ends[0], ends[1]))
    else:
        assert there(both, (ends[0], ends[1])) == (both if kept else NARROW)
    # An end that isn't known may lie inside.
    if kept and high == 3:
        with pytest.raises(Unknown, match="inside"):
            there(uniform(ONE, wide("5/2", "7/2")), (ends[0], ends[1]))
    if kept and low == 1:
        with pytest.raises(Unknown, match="inside"):
            there(uniform(wide("1/2", "3/2"), num(3)), (ends[0], ends[1]))


def test_a_cell_at_an_end_that_is_not_known() -> None:
    for flat, cell in ((uniform(ONE, wide("5/2", "7/2")), (Fraction(3), Fraction(4))),
                       (uniform(wide("1/2", "3/2"), num(3)), (Fraction(0), Fraction(1)))):
        with pytest.raises(Unknown, match="inside"):
            there(flat, cell)
