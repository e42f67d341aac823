"""Databases far apart: symbols are often the first or the last, and a mechanism of a family moves
as far by each entry, whatever its alphabet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from verified import language as v
from verified.instances.families import _rows
from verified.instances.sorts.symbols import SymbolSearch
from verified.syntax.sorts import SymbolSort


def test_symbols_are_often_at_an_end() -> None:
    rng = np.random.default_rng(0)
    var, sort = v.Symbol("a", 100), SymbolSort(v.rational(100))
    known: Any = SimpleNamespace(size=lambda _: 100)
    drawn = [SymbolSearch().draw(var, sort, known, rng) for _ in range(400)]
    for end in (0, 99):
        assert 60 < drawn.count(end) < 140
    assert len(set(drawn)) > 50


@pytest.mark.parametrize("count", [2**63, 2**63 + 1, 2**64, 2**64 - 1, 3**100])
def test_symbols_of_large_alphabets_are_drawn(count: int) -> None:
    """As sequences of hundreds of reports are: exactly the ends, and every part of what is
    between."""
    rng = np.random.default_rng(1)
    var, sort = v.Symbol("a", 2), SymbolSort(v.rational(2))
    known: Any = SimpleNamespace(size=lambda _: count)
    drawn = [SymbolSearch().draw(var, sort, known, rng) for _ in range(400)]
    assert all(isinstance(one, int) and 0 <= one < count for one in drawn)
    for end in (0, count - 1):
        assert 60 < drawn.count(end) < 140
    between = [one * 8 // count for one in drawn if 0 < one < count - 1]
    assert {between.count(part) > 10 for part in range(8)} == {True}
    assert len(set(drawn)) > 150


def test_each_entry_moves_a_row_as_far() -> None:
    block = SimpleNamespace(name="M", rows=24, size=2, database=(2, 3, 4))
    layout: Any = SimpleNamespace(blocks=[block])
    for seed in range(40):
        numbers, along = _rows(layout, 0, np.random.default_rng(seed))
        if numbers.max() == 6:  # The sum of the entries, not one of them.
            table = along.reshape(2, 3, 4)
            ends = [table[1, 0, 0], table[0, 2, 0], table[0, 0, 3]]
            assert np.allclose(ends, 1 / 3)
            assert np.isclose(table[1, 2, 3], 1.0)
            return
    raise AssertionError("no sum was drawn")
