"""`list` and `show`: what is there, and what isn't."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.cli.running import Run
from verified import papers
from verified.cli.shared import selected
from verified.errors import UnknownKeyError
from verified.papers import all_claims, claims_named
from verified.report.looking import claims_meant
from verified.report.selection import nodes


def test_list_names_every_claim(run: Run) -> None:
    ran = run("list")
    assert ran.code == 0
    for row in all_claims():
        for node in nodes(row):
            assert node.name in ran.out


def test_list_as_json(run: Run) -> None:
    ran = run("list", "property-3", "--json")
    listed = json.loads(ran.out)
    assert [entry["key"] for entry in listed] == [
        "cuff-yu-2016/property-3",
        "cuff-yu-2016/property-3.bound",
        "cuff-yu-2016/property-3.attained",
    ]
    assert listed[0]["statement"] is None
    assert listed[1]["parent"] == listed[0]["key"]
    assert "for all n >= 1" in listed[1]["statement"]


def test_only_the_papers_that_names_begin_with_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    real = papers.import_module
    monkeypatch.setattr(papers, "import_module", lambda name: opened.append(name) or real(name))
    rows = claims_named(["ngo-2024/eq-4", "lemma/*"])
    assert rows is not None
    assert {row.paper.key for row in rows} == {"ngo-2024", "lemma"}
    assert opened == ["verified.papers.ngo_2024", "verified.papers.lemmas"]
    assert [row for row in all_claims() if row in rows] == rows
    # Of anything else all papers are opened: a name without its paper, a paper that isn't here.
    for patterns in ([], ["eq-4"], ["ngo-2024/eq-4", "eq-4"], ["n*/eq-4"], ["mine/eq-4"]):
        assert claims_named(patterns) is None


def test_every_paper_is_opened_by_its_key() -> None:
    for paper in papers.papers():
        assert claims_named([f"{paper.key}/*"]) == list(paper.rows.values())


def test_a_name_that_its_paper_does_not_have_is_looked_for_in_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    real = papers.import_module
    monkeypatch.setattr(papers, "import_module", lambda name: opened.append(name) or real(name))
    for lookup in (lambda name: selected([name]), claims_meant):
        opened.clear()
        with pytest.raises(UnknownKeyError, match="nearest: ngo-2024/"):
            lookup("ngo-2024/property-1")
        assert len(set(opened)) == len(papers.MODULES)


def test_show_tells_place_statement_and_record(run: Run) -> None:
    ran = run("show", "cuff-yu-2016/eq-8")
    assert ran.code == 0
    assert "eq. (8)" in ran.out
    assert "    ∀ n ≥ 1, P, Q on n symbols, δ ≥ 0: if P ~(0,δ) Q then TV(P, Q) ≤ δ\n" in ran.out
    assert "Paul Cuff" in ran.out
    assert "cuff-yu-2016/eq-8.if: expected" in ran.out
    plain = run("show", "cuff-yu-2016/eq-8", "--plain").out
    assert "      then TV(P, Q) <= delta\n" in plain
    assert "δ" not in plain


@pytest.mark.parametrize("key", ["cuff-yu-2016/theorem-1*", "ngo-2024/theorem-1a", "definition/kl"])
def test_show_fits_80_columns_and_breaks_no_word(run: Run, key: str) -> None:
    if "*" in key:
        key = json.loads(run("list", key, "--json").out)[0]["name"]
    told = run("show", key).out
    assert all(len(line) <= 80 for line in told.splitlines())
    if key.startswith("definition"):
        return
    # Every word of the notes and the places is there in one piece.
    for entry in json.loads(run("list", key, "--json").out):
        for words in (entry["note"], entry["where"]):
            assert words in " ".join(told.split())


def test_show_a_reading_as_latex(run: Run) -> None:
    ran = run("show", "eq-7@everywhere", "--latex")
    assert ran.code == 0
    assert ran.out.count("% cuff-yu-2016/eq-7") == 2
    assert r"\forall" in ran.out


def test_an_unknown_key_is_answered_with_the_nearest(run: Run) -> None:
    for command in ("show", "list", "check", "power", "attack"):
        ran = run(command, "propety-3")
        assert ran.code == 2, command
        assert ran.out == ""
        assert ran.err.startswith("verified: unknown claim 'propety-3'; nearest: ")
        assert "property-3" in ran.err
        assert ran.err.count("\n") == 1


def test_an_unknown_reading_is_answered_with_the_nearest(run: Run) -> None:
    ran = run("show", "eq-7@everwhere")
    assert ran.code == 2
    assert "unknown reading of cuff-yu-2016/eq-7 'everwhere'; nearest: everywhere" in ran.err


@pytest.mark.parametrize("command", ["list", "show"])
def test_what_is_proved_is_shown_without_the_search(command: str) -> None:
    script = (
        f"import sys\nsys.argv = ['verified', '{command}', 'cuff-yu-2016/eq-8']\n"
        "from verified.cli import main\n"
        "try:\n    main()\nexcept SystemExit as left:\n    assert not left.code\n"
        "print([name for name in ('verified.attack', 'scipy', 'sympy') if name in sys.modules])\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_show_tells_the_instance_that_refutes(run: Run) -> None:
    shown = run("show", "cuff-yu-2016/corollary-8")
    assert "refuted by this instance:" in shown.out
    assert "the hypotheses hold:" in shown.out
    assert "but this fails:" in shown.out
    assert "refuted by" not in run("show", "cuff-yu-2016/eq-9").out


def test_show_names_the_repair(run: Run) -> None:
    assert "repaired as nuradha-goldfeld-2022/remark-5-repaired" in run(
        "show", "nuradha-goldfeld-2022/remark-5"
    ).out


def test_list_tells_the_kind_of_each_finding_without_being_asked(run: Run) -> None:
    rows = json.loads(run("list", "cuff-yu-2016/property-9", "ngo-2024/theorem-2a", "--json").out)
    told = {row["name"]: (row["expected"], row["finding"]) for row in rows}
    assert told["cuff-yu-2016/property-9@literal"] == ("refuted", "edge")
    assert told["cuff-yu-2016/property-9@positive"] == ("proved", None)
    assert told["ngo-2024/theorem-2a"] == ("refuted", "core")
    assert "refuted (edge)" in run("list", "cuff-yu-2016/property-9").out


def test_show_tells_the_kind_of_a_finding_and_what_it_rests_on(run: Run) -> None:
    shown = run("show", "cuff-yu-2016/property-9").out
    assert (
        "property-9@literal: expected refuted\n"
        "  finding: edge, as cuff-yu-2016/property-9@positive is proved\n"
    ) in shown
    assert "finding" not in run("show", "cuff-yu-2016/eq-9").out
    # A row has the gravest kind of its children's.
    assert (
        "ngo-2024/theorem-2a: expected refuted\n"
        "  finding: core, as ngo-2024/theorem-2a-repaired.each is proved\n"
    ) in run("show", "ngo-2024/theorem-2a").out
