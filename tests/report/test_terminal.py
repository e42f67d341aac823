"""Tables on narrow and wide terminals: nothing that a reader needs is cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.console import Console

from verified.language import TV, Paper, Pmf, Size
from verified.papers import all_claims
from verified.report import terminal
from verified.report.records import Power, Tampering
from verified.report.selection import select


@pytest.fixture
def width(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def set_width(columns: int) -> None:
        made = Console(width=columns, markup=False, highlight=False, emoji=False)
        monkeypatch.setattr(terminal, "console", lambda: made)

    return set_width


def words(shown: str) -> list[list[str]]:
    return [line.split() for line in shown.splitlines() if line.strip()]


@pytest.mark.parametrize("columns", [80, 100, 140, 160])
def test_no_cell_of_a_check_is_cut(
    width: Callable[[int], None], capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    claims = select(all_claims(), [])
    attack = {"closest": 1.5e-10, "tamper": None}
    records = [{"status": "unwitnessed", "attack": attack, "seconds": 12.25} for _ in claims]
    width(columns)
    terminal.check_table(claims, records)
    shown = capsys.readouterr().out
    assert all(len(line.rstrip()) <= columns for line in shown.splitlines())
    assert "…" not in shown
    rows = [row for row in words(shown) if "unwitnessed" in row]
    assert len(rows) == len(claims)
    assert all(row[-4:] == ["unwitnessed", "1.5e-10", "–", "12.2"] for row in rows)
    for row, claim in zip(rows, claims, strict=True):
        shown, whole = row[0].partition("@")[0], claim.name.partition("@")[0]
        assert whole.endswith(shown) if columns < 120 else row[0] == claim.name


def test_narrow_names_lean_on_the_row_above(
    width: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    width(80)
    chosen = select(all_claims(), ["property-1-extremal"])
    terminal.list_table(chosen, {chosen[0].name: "survived"})
    shown = words(capsys.readouterr().out)[2:]
    assert shown[:2] == [
        ["cuff-yu-2016"], ["property-1-extremal", "Appendix", "A,", "eq.", "(81)", "survived"],
    ]
    # The row has no reading, so its children tell theirs; below a row with one they needn't.
    assert shown[2] == [".weights@positive", "not", "recorded"]
    width(60)
    terminal.list_table(select(all_claims(), ["eq-7"]), {})
    assert ["eq-7@everywhere", "eq.", "(7)", "not", "recorded"] in (
        shown := words(capsys.readouterr().out)
    )
    assert shown[-1] == [".if", "not", "recorded"]
    width(80)
    # A child without its row keeps its whole name and place.
    terminal.list_table(select(all_claims(), ["eq-8.if"]), {})
    assert words(capsys.readouterr().out)[-1] == [
        "cuff-yu-2016/eq-8.if", "eq.", "(8)", "not", "recorded",
    ]


def test_each_paper_has_a_line(
    width: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    P = Pmf("P", Size("n"))
    long = "a-very-long-key-of-a-claim-in-a-certain-paper"
    papers = [Paper("roe-2023"), Paper("doe-2024")]
    rows = [paper.claim(long, forall=[P], then=TV(P, P) <= 0, at="here") for paper in papers]
    width(80)
    terminal.list_table(rows, {})
    assert words(capsys.readouterr().out)[2:] == [
        ["roe-2023"], [long, "here", "not", "recorded"],
        ["doe-2024"], [long, "here", "not", "recorded"],
    ]


def test_power_has_a_table_for_each_claim_where_it_is_narrow(
    width: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    item = Tampering("bound", "D(P || Q) <= eps", 1e-9, 0.25, 10)
    measured = {"a-paper/a-claim": Power("2026-01-01", 10, None, 0, (item,))}
    row = ["bound", "D(P", "||", "Q)", "<=", "eps", "1.0e-09", "0.2"]
    width(80)
    terminal.power_table(measured)
    shown = words(capsys.readouterr().out)
    assert shown[0] == ["a-paper/a-claim"]
    assert shown[-1] == row
    width(160)
    terminal.power_table(measured)
    assert words(capsys.readouterr().out)[-1] == ["a-paper/a-claim", *row]
