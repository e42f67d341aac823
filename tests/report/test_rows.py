"""A check in one line a row: what fell is told, and no line is longer than the terminal."""

from __future__ import annotations

from typing import Any

import pytest

from verified.papers import all_claims
from verified.report.rows import row_lines, rows_told
from verified.report.selection import select


def record(status: str, **more: Any) -> dict[str, Any]:
    plain = {"finding": None, "narrower": None, "rests_on": [], "seconds": 1.5}
    return {"status": status, "attack": {"closest": 1e-3, "tamper": None}, **plain, **more}


def told(pattern: str, **statuses: dict[str, Any]) -> list[str]:
    claims = select(all_claims(), [pattern])
    records = [statuses.get(claim.reading or "main", record("proved")) for claim in claims]
    return [row.verdict for row in rows_told(claims, records)]


def test_a_row_sums_up_its_parts_and_readings() -> None:
    assert told("cuff-yu-2016/eq-8") == ["proved, all 2"]
    (verdict,) = told(
        "cuff-yu-2016/property-1", literal=record("refuted", finding="edge"),
        main=record("proved", narrower="finite alphabets", rests_on=["background/x"]),
        positive=record("proved", narrower="finite alphabets"),
    )
    assert verdict.startswith("proved, all ")
    assert "2 readings refuted; for finite alphabets" in verdict


def test_a_row_with_a_refuted_part_is_refuted() -> None:
    claims = select(all_claims(), ["cuff-yu-2016/eq-8"])
    records = [record("refuted"), record("proved"), record("refuted", finding="edge")]
    (row,) = rows_told(claims, records)
    assert (row.status, row.verdict) == ("refuted", "refuted (edge), 1 of 2")
    assert row.seconds == 3.0


def test_a_reading_alone_is_named_as_it_is() -> None:
    claims = select(all_claims(), ["cuff-yu-2016/property-9@literal"])
    (row,) = rows_told(claims, [record("refuted", finding="edge")])
    assert (row.name, row.verdict) == ("property-9@literal", "refuted (edge)")


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 160])
def test_each_row_has_one_line_that_fits(width: int) -> None:
    claims = select(all_claims(), [])
    records = [record("proved", narrower="finite alphabets", rests_on=["a", "b"]) for _ in claims]
    rows = rows_told(claims, records)
    heading, *lines = [line for line, _ in row_lines(rows, width)]
    papers = {claim.paper.key for claim in claims}
    assert len(rows) == len(all_claims())
    assert len(lines) == len(rows) + len(papers)
    assert all(len(line) <= width for line in (heading, *lines))
    assert all(line in papers or line.endswith(f"{row_seconds:.1f}") for line, row_seconds in zip(
        [line for line in lines if line not in papers], [row.seconds for row in rows], strict=True
    ))
