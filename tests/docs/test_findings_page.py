"""The pages of findings are what the records say, and tell no less than they must of each."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from tests.docs.pages import ROOT
from verified.papers import papers
from verified.proof.evidence import recorded_axioms
from verified.report.checking import kept_findings
from verified.report.findings import KINDS, Finding
from verified.report.findings_page import COMMAND, findings_page, paper_findings
from verified.report.plays import decided, play_of, play_path, searches_of
from verified.report.records import expected_statuses
from verified.report.results import Results, results_folder
from verified.report.selection import leaves, nodes
from verified.report.standings import Standings
from verified.syntax.claims import Claim
from verified.syntax.serial import FormatError

PAGE = ROOT / "docs" / "findings.md"
FULL = ROOT / "docs" / "findings"
# An entry: its claim, and all of its text.
ENTRY = re.compile(r'^<a id="([^"]+)"></a>\n(.*?)(?=^<a id=|^## |\Z)', re.MULTILINE | re.DOTALL)
REPAIR = re.compile(r"^\*\*Read charitably\.\*\* .*: `([^`]+)`$", re.MULTILINE)
WRITE = f"run: {COMMAND} -o docs/findings.md"


@cache
def told() -> dict[str, Claim]:
    """The statements of the papers, by name."""
    known = [paper for paper in papers() if paper.authors]
    every = leaves(node for paper in known for row in paper.rows.values() for node in nodes(row))
    return {leaf.name: leaf for leaf in every}


def entries(text: str) -> dict[str, Finding | None]:
    """The findings of a page, by name: the section that each stands in, and its repair."""
    found: dict[str, Finding | None] = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        kind = section.partition("\n")[0].lower()
        for name, body in ENTRY.findall(section):
            repair = REPAIR.search(body)
            found[name] = (
                Finding(kind, repair[1] if repair else None) if kind in KINDS else None
            )
    return found


@cache
def full() -> str:
    """The papers' own pages, one after the other."""
    return "".join(
        (FULL / f"{paper.key}.md").read_text(encoding="utf-8")
        for paper in papers() if paper.authors
    )


@cache
def standings() -> Standings:
    """What is recorded, with the kinds of findings that the page itself tells: to work these out
    takes long, and has tests of its own below."""
    expected = expected_statuses()
    plays = {
        name: decided(leaf, play, 0.0) for name, leaf in told().items()
        # The page's sentences recheck each.
        if expected.get(name) == "refuted" and (play := play_of(leaf)) is not None
    }
    kinds = {name: one for name, one in entries(full()).items() if one is not None}
    return Standings(
        expected, recorded_axioms(told()), kinds, plays, searches_of(plays), {}
    )


def test_the_page_is_written_anew_when_a_record_changes() -> None:
    known = [paper for paper in papers() if paper.authors]
    assert {path.stem for path in FULL.iterdir()} == {paper.key for paper in known}
    for paper in known:
        made = "\n".join(paper_findings(paper, standings()))
        assert (FULL / f"{paper.key}.md").read_text(encoding="utf-8") == made + "\n", WRITE


def test_the_page_that_sums_up_is_written_anew_too_and_short() -> None:
    text = PAGE.read_text(encoding="utf-8")
    made = "\n".join(findings_page([p for p in papers() if p.authors], standings()))
    assert text == made + "\n", WRITE
    assert text.count("\n") < 300
    # Every entry is linked from the section of its kind, once.
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        kind = section.partition("\n")[0].lower()
        links = re.findall(r"\]\(findings/([^)#]+)\.md#([^)]+)\)", section)
        assert all(name.startswith(f"{paper}/") for paper, name in links)
        assert sorted(name for _, name in links) == sorted(
            name for name, one in entries(full()).items()
            if kind == ("no kind known" if one is None else one.kind)
        ), kind


def kinds_worked_out(names: list[str]) -> dict[str, Finding]:
    proved = {name for name, status in expected_statuses().items() if status == "proved"}
    chosen = [told()[name] for name in names]
    return kept_findings(chosen, standings().plays, proved, Results(results_folder()))


def test_some_kinds_are_as_they_are_worked_out() -> None:
    found = entries(full())
    # Where there is no repair nothing has to be measured.
    quick = {name for name, one in found.items() if one is None or one.repair is None}
    names = {*sorted(found)[::19], *quick}
    assert len(names) > 10
    assert kinds_worked_out(sorted(names)) == {
        name: one for name, one in found.items() if name in names and one is not None
    }, WRITE


def test_every_refuted_statement_has_an_entry_with_all_its_parts() -> None:
    text = full()
    refuted = {name for name, status in expected_statuses().items() if status == "refuted"}
    assert set(entries(text)) == refuted & set(told())
    bodies = dict(ENTRY.findall(text))
    for name, body in bodies.items():
        parts = ["Read charitably.", "What is stated there", "Where it fails.", "Found"]
        places = [body.find(f"**{part}**") for part in parts]
        assert -1 not in places, name
        assert places == sorted(places), name
        leaf = told()[name]
        assert leaf.at in body.replace("\\", ""), name
        assert ("**As it was read.**" in body) == bool(leaf.note), name
        link = re.search(r"\[play\]\(([^)]+)\)", body)
        assert link is not None
        assert (FULL / link[1]).resolve() == play_path(name).resolve()


def test_what_is_neither_proved_nor_refuted_is_listed() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Neither proved nor refuted")[2]
    listed = re.findall(r"^- `([^`]+)`", section, re.MULTILINE)
    expected = expected_statuses()
    assert listed == [name for name in told() if expected[name] not in ("proved", "refuted")]


def test_a_play_that_does_not_hold_makes_no_page() -> None:
    name = "ngo-2024/theorem-2a.bound@possible"
    held = standings().plays[name]
    broken = {**held.report.certificate, "moves": {**held.report.certificate["moves"], "mu": "9"}}
    worse = replace(held, report=replace(held.report, certificate=broken))
    taken = Standings(
        standings().statuses, {}, standings().findings, {**standings().plays, name: worse}, {}, {}
    )
    with pytest.raises(FormatError):
        list(paper_findings(told()[name].paper, taken))
    with pytest.raises(FormatError):
        list(findings_page([told()[name].paper], taken))


@pytest.mark.slow
def test_all_kinds_are_as_they_are_worked_out() -> None:
    found = entries(full())
    assert kinds_worked_out(list(found)) == {n: one for n, one in found.items() if one}, WRITE
