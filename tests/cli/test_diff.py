"""`diff`: which verdicts changed from one document of a check to another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, write

OLD: dict[str, dict[str, Any]] = {
    "a": {"status": "proved", "digest": "1", "seconds": 1.0},
    "b": {"status": "survived", "digest": "2", "narrower": "finite alphabets"},
    "c": {"status": "refuted", "digest": "3", "finding": "edge"},
    "d": {"status": "proved", "digest": "4", "rests_on": ["background/x"]},
    "e": {"status": "proved", "digest": None},
    "f": {"status": "untried", "digest": "6"},
}


def document(folder: Path, name: str, claims: dict[str, dict[str, Any]], **more: Any) -> str:
    listed = [{"name": key, **entry} for key, entry in claims.items()]
    return write(folder, name, json.dumps({"schema": 1, "claims": listed, **more}))


@pytest.fixture
def old(tmp_path: Path) -> str:
    return document(tmp_path, "old.json", OLD)


def test_the_same_verdicts_are_no_difference(run: Run, tmp_path: Path, old: str) -> None:
    new = {key: {**entry, "seconds": 9.0, "attack": {"closest": 0.1}} for key, entry in OLD.items()}
    # A document of before statements had digests.
    del new["a"]["digest"]
    ran = run("diff", old, document(tmp_path, "new.json", new))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "0 changed verdicts, 0 other statements, 0 new, 0 gone; 6 as before\n"


def test_what_changed_is_told(run: Run, tmp_path: Path, old: str) -> None:
    new = {
        "g": {"status": "survived", "digest": "7"},
        "a": {"status": "refuted", "digest": "1", "finding": "core"},
        "b": {"status": "survived", "digest": "2"},
        "c": {"status": "refuted", "digest": "3", "finding": "hypothesis"},
        "d": {"status": "proved", "digest": "4", "rests_on": []},
        "e": {"status": "proved", "digest": None},
        "f": {"status": "untried", "digest": "0"},
    }
    del new["e"]
    path = document(tmp_path, "new.json", new)
    ran = run("diff", old, path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == (
        "changed verdicts:\n"
        "  a: proved -> refuted (core)\n"
        "  b: survived for finite alphabets -> survived\n"
        "  c: refuted (edge) -> refuted (hypothesis)\n"
        "  d: proved given background/x -> proved\n"
        "other statements:\n"
        "  f: untried, as before\n"
        "new:\n"
        "  g: survived\n"
        "gone:\n"
        "  e: was proved\n"
        "4 changed verdicts, 1 other statements, 1 new, 1 gone; 0 as before\n"
    )
    ran = run("diff", old, path, "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["same"], found["interrupted"]) == (1, 0, [])
    assert found["changes"][0] == {"name": "g", "kind": "new", "old": "", "new": "survived"}
    # The other way round what is new is gone.
    told = run("diff", path, old).out
    assert "new:\n  e: proved\ngone:\n  g: was survived\n" in told


def test_an_interrupted_run_is_named(run: Run, tmp_path: Path, old: str) -> None:
    new = document(tmp_path, "new.json", {"a": OLD["a"]}, interrupted=True)
    ran = run("diff", old, new)
    assert ran.code == 1
    assert ran.out.endswith(f"{new} is of an interrupted run\n")


def test_a_real_check_compares_with_itself(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "check.json"
    assert run("check", "cuff-yu-2016/eq-8", "--json", out).code == 0
    ran = run("diff", out, out)
    assert (ran.code, ran.out.split("; ")[1]) == (0, "3 as before\n")
    content = json.loads(out.read_text())
    row, *children = content["claims"]
    assert row["digest"] is None
    assert len({child["digest"] for child in children}) == 2


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("", "is not whole JSON"),
        ("[]", "it has no claims"),
        ('{"claims": []}', "has schema None; this reads schema 1"),
        ('{"schema": 2, "claims": []}', "has schema 2; this reads schema 1"),
        ('{"schema": 1, "claims": "all"}', "its claims are no list"),
        ('{"schema": 1, "claims": [3]}', "claim 1 of new.json is no object"),
        ('{"schema": 1, "claims": [{"status": "proved"}]}', "claim 1 of new.json has no name"),
        ('{"schema": 1, "claims": [{"name": "a", "status": "true"}]}', "has the status 'true'"),
        ('{"schema": 1, "claims": [{"name": "a", "status": "proved", "finding": 3}]}',
         "has a finding that is no text"),
        ('{"schema": 1, "claims": [{"name": "a", "status": "proved", "rests_on": "x"}]}',
         "has rests_on that is no list"),
        ('{"schema": 1, "claims": [{"name": "a", "status": "proved"},'
         ' {"name": "a", "status": "proved"}]}', "new.json has a twice"),
    ],
)
def test_what_is_no_document_is_refused(
    content: str, rule: str, run: Run, tmp_path: Path, old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "new.json", content)
    for pair in (("old.json", "new.json"), ("new.json", "old.json")):
        ran = run("diff", *pair)
        assert (ran.code, ran.out) == (2, "")
        assert rule in ran.err
        assert ran.err.count("\n") == 1
    assert run("diff", old, "missing.json").code == 2
