"""The table of what has a value on the line tells each kind of cell, and that both values meet."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq

from bench.line_laws import rows, told
from recheck.reals import INF, Precision, num, span


def test_cells() -> None:
    assert told(fmpq(1, 2), num(Fraction(1, 2))) == "both"
    assert told(arb(0.5), span(Fraction(0), Fraction(1))) == "wide"
    assert told(arb(0.5), None) == told(arb(0.5), "slow") == "balls"
    assert told(None, num(1)) == told("slow", num(1)) == "second"
    assert told(None, None) == told(None, "slow") == "–"
    assert told("slow", None) == "slow"
    assert told(arb("inf"), num(INF)) == "both ∞"
    for found, again in ((arb(1), num(2)), (arb(3), span(Fraction(1), Fraction(2))),
                         (arb("inf"), num(1)), (arb(1), num(INF))):
        with pytest.raises(AssertionError):
            told(found, again)


def test_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Precision, "bits", Precision.bits)
    found = {(p, q): cells for p, q, cells in rows(["Stair"], ["T", "KL"], 5)}
    assert found["U", "Stair"] == ["both", "both"]
    assert found["Stair", "U"] == ["both", "both ∞"]
    assert found["N", "Stair"] == ["–", "–"]
    assert len(found) == 26
