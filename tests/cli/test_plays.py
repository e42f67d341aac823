"""Stored plays: they decide while they hold and the claim stays as it is; else it is attacked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.running import Run
from verified.proof.library import leaves
from verified.report import plays, records
from verified.report.files import evidence_text
from verified.report.plays import play_path, searches_of, stored_play
from verified.report.run import Attacked
from verified.syntax.formulas import Not

ROW, NAME = "cuff-yu-2016/property-1", "cuff-yu-2016/property-1.forward@literal"
LEAF = leaves()[NAME]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of this test's own, with the play of one claim, and a record."""
    stored = play_path(NAME).read_text()
    monkeypatch.setattr(plays, "PLAYS", tmp_path / "plays")
    monkeypatch.setattr(records, "EXPECTED", tmp_path / "expected.json")
    monkeypatch.setattr(records, "SEARCHES", tmp_path / "searches.json")
    play_path(NAME).parent.mkdir(parents=True)
    play_path(NAME).write_text(stored)
    return tmp_path


def evaluations(run: Run, *options: str) -> int:
    ran = run("check", NAME, "--json", "-", *options)
    (claim,) = json.loads(ran.out)["claims"]
    assert claim["status"] == "refuted"
    return int(claim["attack"]["evaluations"])


def test_every_stored_play_is_of_a_claim_and_holds() -> None:
    names = {
        f"{path.parent.name}/{path.name.removesuffix('.json')}"
        for path in plays.PLAYS.glob("*/*.json")
    }
    assert len(names) >= 23
    assert not names - set(leaves())
    broken = [name for name in names if stored_play(leaves()[name]) is None]
    assert not broken


def test_a_stored_play_decides_without_an_attack(run: Run, folder: Path) -> None:
    assert evaluations(run) == 0
    assert evaluations(run, "--anew") > 0


def test_without_a_play_the_claim_is_attacked_and_the_play_recorded(
    run: Run, folder: Path
) -> None:
    play_path(NAME).unlink()
    assert evaluations(run) > 0
    assert not play_path(NAME).exists()
    assert run("check", NAME, "--record").code == 0
    written = play_path(NAME).read_text()
    assert written == evidence_text(json.loads(written))
    assert evaluations(run) == 0


def test_a_play_of_another_statement_decides_nothing(folder: Path) -> None:
    assert isinstance(stored_play(LEAF), Attacked)
    assert LEAF.statement is not None
    other = replace(LEAF.statement, then=Not(LEAF.statement.then))
    assert stored_play(replace(LEAF, statement=other)) is None


@pytest.mark.parametrize("field", ["moves", "polarity", "claim", "digest", "seal"])
def test_a_play_that_was_tampered_with_decides_nothing(folder: Path, field: str) -> None:
    play = json.loads(play_path(NAME).read_text())
    play[field] = {} if field == "moves" else "witness"
    play_path(NAME).write_text(json.dumps(play))
    assert stored_play(LEAF) is None


def test_a_file_that_is_cut_off_is_named(run: Run, folder: Path) -> None:
    play_path(NAME).write_text('{"schema": 1,')
    ran = run("check", NAME)
    assert ran.code == 2
    assert play_path(NAME).name in ran.err


def test_a_play_against_a_proof_is_an_alarm(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verified.proof.evidence import Proven
    from verified.report.checking import Check

    monkeypatch.setattr(Check, "_proven", lambda _: {NAME: Proven((), (), 1)})
    with pytest.raises(RuntimeError, match="is proved, and a stored play refutes it"):
        run("check", NAME)


def test_show_tells_the_search_that_found_the_play(run: Run, folder: Path) -> None:
    assert "cold start" not in run("show", ROW).out
    run("check", NAME, "--anew", "--record", "--seed", "3")
    play = stored_play(LEAF)
    assert play is not None
    search = searches_of({NAME: play})[NAME]
    assert (search.seed, search.play) == (3, play.report.certificate["seal"])
    assert search.evaluations > 0
    told = f"by {search.evaluations} evaluations (seed 3, {search.date})"
    assert told in " ".join(run("show", ROW).out.split())


def test_a_search_for_another_play_isnt_told(run: Run, folder: Path) -> None:
    run("check", NAME, "--anew", "--record")
    found = records.stored_searches()[NAME]
    records.store_searches({NAME: replace(found, play="0" * 64)})
    assert "cold start" not in run("show", ROW).out


def test_a_malformed_record_of_searches_is_told(run: Run, folder: Path) -> None:
    malformed = {"schema": 1, "claims": {NAME: {"seed": 1}}}
    (folder / "searches.json").write_text(json.dumps(malformed))
    ran = run("show", ROW)
    assert ran.code == 2
    assert "searches.json" in ran.err
