"""The bench of single values: errors are those of the values, on their side, and a library that
can't be had is said to be."""

from __future__ import annotations

import math
from typing import Any

import pytest

import verified
from bench import values
from verified.errors import InputError


def test_how_far_a_value_is_off() -> None:
    half = verified.total_variation([0.75, 0.25], [0.25, 0.75])
    assert values.off(0.5, half) == {"off": 0.0, "side": ""}
    assert values.off(0.75, half) == {"off": 0.5, "side": "above"}
    assert values.off(0.25, half) == {"off": 0.5, "side": "below"}
    assert values.off(math.nan, half)["side"] == "not finite"
    nothing = verified.laplace_delta(scale=1, eps=2)
    assert values.off(1e-20, nothing) == {"off": 1e-20, "side": "absolute"}
    assert values.off(0.0, nothing) == {"off": 0.0, "side": ""}


def test_each_row_asks_ours_for_what_the_other_is_asked() -> None:
    parts = set()
    for part, (name, library, call, ours, given) in values.rows():
        parts.add(part)
        assert f'"{call}"' in values._LIBRARIES[library][2]
        if part in ("pure", "gaussian") and "10000" in name:
            continue
        found = ours(**given)
        assert found.relative_width <= 1e-6
    assert parts == set(values._REASONS)


def test_a_library_that_cannot_be_had_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Missing:
        def __init__(self, *_: Any) -> None: ...

        def python(self) -> Any:
            raise InputError("it can't be installed: no network")

    monkeypatch.setattr(values, "Library", Missing)
    _, row = next(values.rows())
    told = values.measured(row, values.Other(row[1]))
    assert told["error"] == "it can't be installed: no network"
    assert "other seconds" not in told
    values.show([{"part": "gaussian", **told}])
    assert "0 of 1 rows compared" in capsys.readouterr().out


def test_a_row_tells_the_error_of_the_other() -> None:
    _, row = next(values.rows())
    *_, ours, given = row

    def other(_call: str, _given: dict[str, Any]) -> dict[str, Any]:
        return {"value": (2 * ours(**given).float_up).hex(), "seconds": 1.0}

    told = values.measured(row, other)  # type: ignore[arg-type]
    assert told["side"] == "above"
    assert told["off"] == pytest.approx(1)
    assert told["width"] <= 1e-12
