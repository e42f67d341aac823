"""What trials draw: only moves of a sort, and of each kind of them some."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from recheck.errors import Unsupported
from recheck.trials import CELLS, Draw

DRAWS = 400


def drawing() -> Draw:
    judge: Any = None
    return Draw(random.Random(1), judge, {})


@pytest.mark.parametrize("low", [None, "-3/2", "0", "2"])
@pytest.mark.parametrize("high", [None, "5/2", "4"])
@pytest.mark.parametrize("out", [(False, False), (True, False), (False, True), (True, True)])
def test_a_real_lies_in_its_sort(low: str | None, high: str | None, out: tuple[bool, bool]) -> None:
    draw = drawing()
    found = [Fraction(draw.real(["real", low, high, *out])) for _ in range(DRAWS)]
    assert len(set(found)) > 10
    for end, left_out, way in ((low, out[0], 1), (high, out[1], -1)):
        if end is not None:
            assert all(way * x >= way * Fraction(end) for x in found)
            # An end comes often, though not for the most part, where it may come.
            assert (Fraction(end) in found) is not left_out
            assert found.count(Fraction(end)) < DRAWS // 2
    if low is None and high is None:
        assert min(found) < 0 < max(found)


def test_a_size_lies_between_its_ends() -> None:
    for low, high, values in ((2, 3, {2, 3}), (2, None, {2, 3, 4}), (0, 0, {0}), (1, 9, {1, 2, 3})):
        draw = drawing()
        assert {draw.move(["size", low, high]) for _ in range(DRAWS)} == values


def test_laws_are_now_and_then_the_same() -> None:
    draw = drawing()
    found = [draw.laws(3, 4) for _ in range(DRAWS)]
    same = sum(laws[0] == laws[1] == laws[2] for laws in found)
    assert DRAWS // 12 < same < DRAWS // 3
    assert all(sum(map(Fraction, law)) == 1 for laws in found for law in laws)
    assert len(draw.laws(CELLS // 4, 4)) == CELLS // 4
    with pytest.raises(Unsupported, match="too large"):
        draw.laws(CELLS // 4 + 1, 4)


def test_an_entry_is_in_one_part_at_most() -> None:
    draw = drawing()
    for _ in range(DRAWS // 4):
        parts = draw.partial([2, 2, 2], 2, 2)["subsets"]
        entries = [entry for part in parts for entry in part]
        assert len(parts) == 2
        assert len(entries) == len(set(entries))


def test_a_sort_that_is_not_drawn_is_refused() -> None:
    with pytest.raises(Unsupported, match="no instances"):
        drawing().move(["unheard of"])
