"""Laws of steps: cells and masses where ends, shares and scales are known as balls, each corner
against exact rationals and the closed formula at points of the balls."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flint import arb, fmpq

from verified.numbers import ball_steps as stairs
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import STAIRCASE, UNIFORM, Part

ONE, HALF, TINY = fmpq(1), fmpq(1, 2), fmpq(1, 2**30)
QUARTER = fmpq(1, 4)
INFINITY = arb("inf")
ROUND = arb(0, 1e-15)


def uniform(low: Any, length: Any, weight: Any = ONE) -> Part:
    return Part(weight, UNIFORM, low, length)


def staircase(middle: Any, width: Any = ONE, level: Any = ONE, share: Any = QUARTER) -> Part:
    return Part(ONE, STAIRCASE, middle, width, level, share)


def around(x: fmpq, radius: fmpq | float) -> arb:
    return arb(x) + arb(0, float(arb(radius)))


def test_which_of_two_ends_is_first() -> None:
    assert stairs.before(fmpq(0), ONE) is True
    assert stairs.before(ONE, ONE) is False
    for a, b in ((arb(0, 1), ONE), (ONE, arb(0, 1)), (arb(0, 1), arb(0, 1))):
        with pytest.raises(Indeterminate, match="either order"):
            stairs.before(a, b)


@pytest.fixture(autouse=True)
def bits() -> Iterator[None]:
    with precision(53):
        yield


def test_the_middle_of_a_cell_lies_inside() -> None:
    assert stairs.between_ends(fmpq(1, 3), fmpq(1, 2)) == fmpq(5, 12)
    for low, high in ((around(fmpq(0), 0.3), ONE), (fmpq(0), around(ONE, 0.7)),
                      (around(fmpq(0), 0.4), around(ONE, 0.4)), (arb(0), arb(1))):
        found = stairs.between_ends(low, high)
        assert found.is_exact()
        assert found > low
        assert found < high
    # Between two numbers next to each other the middle rounds to the one that is nearer to 0.
    numbers = arb(1), arb(1) + arb(2) ** -52
    for low, high in ((numbers[0], numbers[1]), (-numbers[1], -numbers[0]),
                      (around(ONE, 1e-3), around(ONE, 1e-3)), (ONE, arb(1) + arb(2) ** -54),
                      (arb(1, 0.5), ONE + fmpq(1, 2**80)), (fmpq(1, 3), arb(1) / 3)):
        with pytest.raises(Indeterminate):
            stairs.between_ends(low, high)


def test_a_uniform_law_up_to_a_number() -> None:
    law = uniform(fmpq(2), fmpq(4), HALF)
    for x, known in ((-INFINITY, 0), (INFINITY, 1), (fmpq(1), 0), (fmpq(2), 0), (fmpq(3), QUARTER),
                     (fmpq(6), 1), (fmpq(7), 1)):
        found = stairs._below(law, x)
        assert isinstance(found, fmpq), x
        assert found == known, x
        # As a ball, wherever it may be.
        if isinstance(x, fmpq):
            for radius in (fmpq(0), TINY, HALF, fmpq(3)):
                ball = stairs._below(law, around(x, radius))
                inside = [min(max((x + side * radius - 2) / 4, fmpq(0)), ONE)
                          for side in (-1, 0, 1)]
                assert all(ball.overlaps(arb(value)) for value in inside), (x, radius)
                assert ball.lower() > inside[0] - fmpq(1, 10**7), (x, radius)
                assert ball.upper() < inside[2] + fmpq(1, 10**7), (x, radius)
    assert stairs.interval(law, fmpq(1), fmpq(3)) == fmpq(1, 8)
    assert stairs.interval(law, -INFINITY, INFINITY) == HALF


def beyond(law: Part, place: fmpq) -> arb:
    """The mass further right than so many widths of the mean: step by step."""
    level, share, total = arb(law.noise), fmpq(law.share), arb(0)
    peak = (1 - (-level).exp()) / (2 * (share + (-level).exp() * (1 - share)))
    for step in range(200):
        low, high = (fmpq(0) if step == 0 else step - 1 + share), step + share
        total += peak * (-step * level).exp() * arb(max(high - max(place, low), fmpq(0)))
    return total


@pytest.mark.parametrize("share", [fmpq(0), fmpq(1, 4), ONE])
def test_a_staircase_up_to_a_number(share: fmpq) -> None:
    law = staircase(fmpq(3), fmpq(2), fmpq(1, 2), share)
    for place in (fmpq(0), fmpq(1, 8), fmpq(1, 4), ONE, fmpq(5, 4), fmpq(13, 3)):
        tail = beyond(law, place)
        found = stairs._below_stairs(law, 3 + 2 * place)
        assert (found - (1 - tail) + ROUND).contains(0), place
        assert arb(found).rad() < 1e-14
        found = stairs._below_stairs(law, 3 - 2 * place)
        assert (found - tail + ROUND).contains(0) or place == 0, place
        for radius in (TINY, HALF, fmpq(2)):
            for side in (-1, 1):
                ball = arb(stairs._below_stairs(law, around(3 + side * 2 * place, radius)))
                for way in (-1, 1):
                    at = side * place + way * radius / 2
                    value = 1 - beyond(law, at) if at >= 0 else beyond(law, -at)
                    assert (ball + ROUND).overlaps(value), (place, radius, side)
                assert ball.rad() < arb(radius) + 1e-13, (place, radius, side)
    for end, value in ((INFINITY, 1), (-INFINITY, 0)):
        found = stairs._below_stairs(law, end)
        assert isinstance(found, fmpq)
        assert found == value


def test_a_number_that_may_lie_on_any_step() -> None:
    law = staircase(fmpq(0))
    assert stairs._below_stairs(law, arb(20, 3)) < 1
    for wide in (arb(20, 30), arb("nan"), arb(0, "inf")):
        with pytest.raises(Indeterminate):
            stairs._below_stairs(law, wide)


def test_staircases_of_several_widths_or_levels_do_not_meet() -> None:
    plain = staircase(fmpq(0))
    for other in (staircase(fmpq(0), width=fmpq(2)), staircase(fmpq(0), level=fmpq(2)),
                  staircase(fmpq(0), level=around(ONE, 1e-9))):
        with pytest.raises(Indeterminate, match="several"):
            stairs.steps([(plain,), (other,)])


def test_log_ratios_are_told_of_two_staircases_only() -> None:
    """Of a staircase and a mixture with another, or with a uniform law, there is no one
    difference of steps."""
    one, two = staircase(fmpq(0)), staircase(fmpq(1, 2))
    found = stairs.steps([(one,), (two,)]).log_ratios
    assert found is not None
    assert {abs(x) for x in found} == {0, 1}
    for laws in ([(one,), (staircase(fmpq(0), share=HALF),)], [(one,), (uniform(fmpq(0), ONE),)],
                 [(one,), (two,), (staircase(ONE),)],
                 [(one,), (replace(one, weight=HALF), replace(two, weight=HALF))],
                 [(one,), (replace(two, weight=HALF), uniform(fmpq(0), ONE, HALF))]):
        assert stairs.steps(laws).log_ratios is None


def test_masses_and_lengths_of_cells() -> None:
    """Masses add up to 1, and each is the density over the length wherever two laws meet."""
    laws = [(staircase(fmpq(1, 3)),), (staircase(fmpq(-2)),), (uniform(fmpq(-1), fmpq(5, 2)),)]
    for chosen in itertools.permutations(laws, 2):
        cells = stairs.steps(chosen)
        for row in cells.rows:
            assert (arb(sum(row, fmpq(0))) - 1 + ROUND).contains(0)
        # An inner cell's length is that of an interval, an outer one's is that of a series.
        series = 1 / (1 - arb(-1).exp())
        outer = [length for length in cells.lengths if isinstance(length, arb)]
        assert outer
        assert (sum(outer, arb(0)) / (2 * series) - 1 + ROUND).contains(0)
        falls = {bool(fall == 0) for fall in cells.falls}
        assert falls == {True, False}
