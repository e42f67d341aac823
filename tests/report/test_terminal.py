"""Tables on narrow and wide terminals: nothing that a reader needs is cut off."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from rich.console import Console

from verified.language import TV, Claim, Paper, Pmf, Size
from verified.papers import all_claims
from verified.report import document, terminal
from verified.report.records import Power, Tampering
from verified.report.selection import select


@pytest.fixture
def width(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def set_width(columns: int) -> None:
        made = Console(width=columns, markup=False, highlight=False, emoji=False)
        monkeypatch.setattr(terminal, "console", lambda: made)

    return set_width


# A verdict that is no finding, rests on nothing, and says as much as the text.
PLAIN = {"finding": None, "narrower": None, "rests_on": []}


def listed(claims: list[Claim], expected: Mapping[str, str]) -> None:
    terminal.list_table(claims, [document.listed(claim, expected, {}, {}) for claim in claims])


def words(shown: str) -> list[list[str]]:
    return [line.split() for line in shown.splitlines() if line.strip()]


@pytest.mark.parametrize("columns", [80, 100, 140, 160])
def test_no_cell_of_a_check_is_cut(
    width: Callable[[int], None], capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    claims = select(all_claims(), [])
    attack = {"closest": 1.5e-10, "tamper": None}
    records = [
        {"status": "unwitnessed", "attack": attack, "seconds": 12.25, **PLAIN} for _ in claims
    ]
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
    listed(chosen, {chosen[0].name: "survived"})
    shown = words(capsys.readouterr().out)[2:]
    assert shown[:3] == [
        ["cuff-yu-2016"],
        # Its scope goes on in the next lines.
        ["property-1-extremal", "Appendix", "A,", "eq.", "(81)", "survived", "for", "finite"],
        ["alphabets"],
    ]
    # The row has no reading, so its children tell theirs; below a row with one they needn't.
    assert shown[3] == [".weights@positive", "not", "recorded"]
    width(60)
    listed(select(all_claims(), ["eq-7"]), {})
    assert ["eq-7@everywhere", "eq.", "(7)", "not", "recorded"] in (
        shown := words(capsys.readouterr().out)
    )
    assert shown[-1] == [".if", "not", "recorded"]
    width(80)
    # A child without its row keeps its whole name and place.
    listed(select(all_claims(), ["eq-8.if"]), {})
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
    listed(rows, {})
    assert words(capsys.readouterr().out)[2:] == [
        ["roe-2023"], [long, "here", "not", "recorded"],
        ["doe-2024"], [long, "here", "not", "recorded"],
    ]


@pytest.mark.parametrize("columns", [80, 120])
def test_a_verdict_says_for_what_it_stands_and_on_what_it_rests(
    width: Callable[[int], None], capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    P = Pmf("P", Size("n"))
    paper = Paper("doe-2024")
    narrow = paper.claim(
        "narrow", forall=[P], at="here", scope="finite alphabets",
        then={"one": TV(P, P) <= 0, "two": {"then": TV(P, P) <= 1, "scope": ""}},
    )
    claims = [narrow, *narrow.children]
    expected = {claim.name: "proved" for claim in claims}
    axioms = {"doe-2024/narrow.two": ("background/pinsker", "background/jensen")}
    records = [document.listed(claim, expected, axioms, {}) for claim in claims]
    assert [record["narrower"] for record in records] == [
        "finite alphabets", "finite alphabets", None,
    ]
    facts = ["background/jensen", "background/pinsker"]
    assert [record["rests_on"] for record in records] == [facts, [], facts]
    width(columns)
    terminal.list_table(claims, records)
    shown = " ".join(" ".join(row) for row in words(capsys.readouterr().out))
    assert shown.count("proved for finite alphabets") + shown.count("proved for finite") >= 2
    assert shown.count("proved given [1][2]") == 1
    assert "[2] background/pinsker, a textbook fact that is cited without proof" in shown


def test_a_refutation_stands_for_the_whole_text() -> None:
    assert terminal.standing("refuted", "finite alphabets") == "refuted"
    assert terminal.standing("survived", "finite alphabets") == "survived for finite alphabets"


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


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_what_is_told_on_a_terminal_wraps_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    name = "nuradha-goldfeld-2022/theorem-4.any-dimension@printed"
    text = f"    {name} {'and so on ' * 20}{'x' * 50}\n\n  short"
    made = Console(width=columns, force_terminal=True, color_system=None, emoji=False)
    monkeypatch.setattr(terminal, "console", lambda: made)
    terminal.tell([text])
    shown = capsys.readouterr().out.splitlines()
    assert " ".join(shown).split() == text.split()
    assert shown[-2:] == ["", "  short"]
    assert all(len(line) <= columns or len(line.split()) == 1 for line in shown)
    assert all(line.startswith("    ") for line in shown[:-2])
    # In a file or a pipe lines stay whole.
    monkeypatch.setattr(terminal, "console", lambda: Console(width=columns, emoji=False))
    terminal.tell([text])
    assert capsys.readouterr().out == f"{text}\n"
