"""`check`: its document, its record, its certificates, and Ctrl-C in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run
from verified.report import records
from verified.report.files import evidence_text

FIELDS = {
    "name", "key", "paper", "where", "parent", "reading", "digest", "scope", "narrower", "status",
    "expected", "finding", "rests_on", "certificate", "attack", "seconds", "kept",
}
SOME = ("check", "cuff-yu-2016/eq-9", "--budget", "600")


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A record of this test's own."""
    path = tmp_path / "data" / "expected.json"
    path.parent.mkdir()
    monkeypatch.setattr(records, "EXPECTED", path)
    return path


def statuses(path: Path, status: str) -> dict[str, Any]:
    names = ("eq-9", "eq-9.forward", "eq-9.reverse")
    return {"schema": 1, "claims": {f"cuff-yu-2016/{name}": status for name in names}}


def test_the_document_has_the_promised_fields(run: Run, tmp_path: Path, record: Path) -> None:
    record.write_text(json.dumps(statuses(record, "proved")))
    out = tmp_path / "check.json"
    ran = run(*SOME, "--json", out)
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(out.read_text())
    assert set(found) == {"schema", "claims", "summary", "results"}
    assert found["schema"] == 1
    # The row isn't counted beside its children.
    assert found["summary"] == {"proved": 2}
    assert all(set(entry) == FIELDS for entry in found["claims"])
    row, forward, reverse = found["claims"]
    assert (row["parent"], forward["parent"]) == (None, row["key"])
    assert set(row["attack"]) == {"evaluations", "seconds", "closest", "tamper"}
    parts = forward["attack"]["evaluations"], reverse["attack"]["evaluations"]
    assert row["attack"]["evaluations"] == sum(parts) >= 120
    assert row["expected"] == row["status"] == "proved"
    for name in ("eq. (9)", "proved, all 2", "3 claims and readings, 2 statements: 2 proved"):
        assert name in ran.out
    assert "eq-9.forward" not in ran.out
    assert "eq-9.forward" in run(*SOME, "--verbose").out


def test_a_finding_is_told_where_its_repair_is_another_claim(
    run: Run, tmp_path: Path, record: Path
) -> None:
    """The repair isn't checked in this run; its stored proof holds."""
    out = tmp_path / "check.json"
    assert run("check", "ngo-2024/eq-11.value@literal", "--record", "--json", out).code == 0
    (entry,) = json.loads(out.read_text())["claims"]
    assert (entry["status"], entry["finding"]) == ("refuted", "edge")


def test_a_difference_from_the_record_is_named(run: Run, record: Path) -> None:
    recorded = statuses(record, "proved")
    recorded["claims"]["cuff-yu-2016/eq-9.forward"] = "refuted"
    del recorded["claims"]["cuff-yu-2016/eq-9"]
    record.write_text(json.dumps(recorded))
    ran = run(*SOME)
    assert ran.code == 1
    assert "verified: cuff-yu-2016/eq-9.forward is proved; recorded: refuted\n" in ran.err
    assert "verified: cuff-yu-2016/eq-9 is proved; recorded: nothing\n" in ran.err
    assert "eq-9.reverse" not in ran.err


def test_recording_touches_the_chosen_claims_only(run: Run, record: Path) -> None:
    record.write_text(json.dumps({"schema": 1, "claims": {"other/claim": "refuted"}}))
    assert run(*SOME, "--record").code == 0
    recorded = json.loads(record.read_text())["claims"]
    assert recorded.pop("other/claim") == "refuted"
    assert recorded == statuses(record, "proved")["claims"]
    assert run(*SOME).code == 0


def test_a_malformed_record_is_refused(run: Run, record: Path) -> None:
    record.write_text('{"schema": 7}')
    ran = run(*SOME)
    assert ran.code == 2
    assert "is not a record of schema 1" in ran.err


def test_workers_change_nothing_but_the_time(run: Run, record: Path) -> None:
    record.write_text(json.dumps(statuses(record, "proved")))

    def verdicts(workers: str) -> list[tuple[Any, ...]]:
        found = json.loads(run(*SOME, "--json", "-", "--workers", workers).out)
        return [
            (c["key"], c["status"], c["attack"]["evaluations"], c["attack"]["closest"])
            for c in found["claims"]
        ]

    assert verdicts("1") == verdicts("2")


def test_certificates_and_witnesses_are_files_that_recheck(
    run: Run, tmp_path: Path, record: Path
) -> None:
    record.write_text(json.dumps(statuses(record, "proved")))
    folder = tmp_path / "evidence"
    assert run(*SOME, "--certificates", folder).code == 0
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert files == [
        f"cuff-yu-2016/eq-9.{side}.{kind}.json"
        for side in ("forward", "reverse") for kind in ("proof", "witness")
    ]
    text = (folder / files[1]).read_text()
    assert text == evidence_text(json.loads(text))
    ran = run("recheck", folder)
    assert ran.code == 0
    assert ran.out.count("good: meets the hypotheses of cuff-yu-2016/eq-9.") == 2


def test_a_folder_that_cannot_be_made_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run(*SOME, "--certificates", tmp_path / "file")
    assert (ran.code, ran.out) == (2, "")
    assert "can't make the folder" in ran.err


# Attacks eq-9.forward shortly, and eq-9.reverse for as long as it is left to run.
ENDLESS = """
import signal
import sys
from pathlib import Path
import verified.attack
from verified.cli import main

# A shell's background jobs ignore Ctrl-C, and so would what the tests start there.
signal.signal(signal.SIGINT, signal.default_int_handler)

real = verified.attack.attack

def attack(leaf, **options):
    if not leaf.key.endswith("reverse"):
        return real(leaf, **{**options, "budget": 200})
    Path("started").touch()
    # A claim that is proved is attacked shortly: again and again, until Ctrl-C ends one.
    while not (report := real(leaf, **options)).interrupted:
        pass
    return report

verified.attack.attack = attack
sys.argv = ["verified", "check", "cuff-yu-2016/eq-9", "--budget", "1000000000"]
sys.argv += ["--json", "check.json", "--workers", WORKERS]
main()
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_check_is_whole_as_far_as_it_came(tmp_path: Path, workers: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS.replace("WORKERS", repr(workers))], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "started").exists() and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err
    found = json.loads((tmp_path / "check.json").read_text())
    assert found.pop("interrupted") is True
    done = [entry["key"] for entry in found["claims"]]
    # With two workers the first may or may not have been heard of before Ctrl-C.
    allowed = [["cuff-yu-2016/eq-9.forward"]] + ([[]] if workers == "2" else [])
    assert done in allowed
    assert found["summary"] == ({"proved": 1} if done else {})
    assert f"verified: interrupted: {len(done)} of 2 statements were attacked" in err
    assert all(key.partition("/")[2] in out for key in done)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["check.json", "started"]
