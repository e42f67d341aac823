"""The record: every claim is in it, rows agree with their children, measurements survive a trip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verified.errors import InputError
from verified.papers import all_claims
from verified.report import records
from verified.report.document import tamper
from verified.report.plays import PLAYS
from verified.report.records import Power, Tampering, differences, expected_statuses
from verified.report.selection import STRENGTH, nodes, parts, row_status


def test_the_record_has_each_claim_and_nothing_else() -> None:
    names = [node.name for row in all_claims() for node in nodes(row)]
    recorded = expected_statuses()
    assert sorted(recorded) == sorted(names)
    assert set(recorded.values()) <= {*STRENGTH, "refuted"}


def test_recorded_rows_agree_with_their_children() -> None:
    recorded = expected_statuses()
    for row in all_claims():
        for node in nodes(row):
            assert recorded[node.name] == row_status([recorded[p.name] for p in parts(node)])


def test_what_was_measured_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "POWER", tmp_path / "power.json")
    assert records.stored_power() == {}
    first = Power("2026-01-31", 100, 2.5, 0, (Tampering("bound", "right side", 1e-7, 0.5, 90),))
    second = Power("2026-02-01", 100, None, 1, ())
    records.store_power({"b": first})
    records.store_power({"a": second})
    assert records.stored_power() == {"a": second, "b": first}


def test_a_malformed_measurement_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "power.json"
    monkeypatch.setattr(records, "POWER", path)
    path.write_text('{"schema": 1, "claims": {"some/claim": {"date": "2026-01-31"}}}')
    with pytest.raises(InputError, match="the entry of some/claim is malformed"):
        records.stored_power()


def test_the_tampering_of_a_row_is_its_bluntest_childs() -> None:
    row = next(row for row in all_claims() if row.key.endswith("/eq-9"))
    names = [leaf.name for leaf in parts(row)]

    def power(*sizes: float | None) -> dict[str, Power]:
        return {
            name: Power("", 1, None, 0, (Tampering("bound", "", size, 0, 1),))
            for name, size in zip(names, sizes, strict=False)
        }

    assert tamper(row, power(1e-3, 1e-6)) == 1e-3
    assert tamper(row, power(1e-3, None)) is None
    assert tamper(row, power(1e-3)) is None


def test_differences_name_what_is_new_and_what_changed() -> None:
    found = {"a": "survived", "b": "refuted", "c": "survived"}
    assert differences(found, {"a": "survived", "b": "survived"}) == [
        ("b", "refuted", "survived"), ("c", "survived", None),
    ]


def test_every_stored_play_tells_how_long_its_search_took_from_a_cold_start() -> None:
    searches = records.stored_searches()
    plays = [json.loads(path.read_text()) for path in sorted(PLAYS.rglob("*.json"))]
    assert len(plays) > 100
    for play in plays:
        assert searches[play["claim"]].play == play["seal"], play["claim"]
