"""`measure` from the shell."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import Run, write

ROWS = "3/4, 1/4\n1/4, 3/4\n"


def test_values_and_promises(run: Run, tmp_path: Path) -> None:
    rows = write(tmp_path, "response.csv", ROWS)
    ran = run("measure", rows, "--claims", "cuff-yu-2016/lemma-2", "--quantity", "mi_dp")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "mi_dp in [0.130812035941136, 0.130812035941137] nats"
    assert "cuff-yu-2016/lemma-2 (proved): eps = 0.130812035941137" in lines
    assert lines[-1].startswith("1 claim speaks of this mechanism; 0 don't")


def test_json_with_certificates_that_recheck(run: Run, tmp_path: Path) -> None:
    rows = write(tmp_path, "response.csv", ROWS)
    shown = tmp_path / "shown.json"
    ran = run("measure", rows, "--no-theorems", "--json", "--certificate", shown, "--delta", "0")
    found = json.loads(ran.out)
    assert (found["database"], found["prior"], found["claims"]) == ([2], None, [])
    seals = {one["certificate"] for one in found["values"]} - {None}
    assert seals == {one["seal"] for one in json.loads(shown.read_text())}
    assert len(seals) == len(found["values"])
    assert run("recheck", shown).code == 0


def test_bad_input(run: Run, tmp_path: Path) -> None:
    rows = write(tmp_path, "response.csv", ROWS)
    for wrong in (
        ["--eps", "1,,2"], ["--alpha", "-1"], ["--width", "2"], ["--quantity", "nothing"],
        ["--prior", "1/2"], ["--database", "3"], ["--claims", "nothing/*"],
    ):
        ran = run("measure", rows, *wrong)
        assert ran.code == 2, wrong
        assert ran.err.startswith("verified: "), wrong
    assert run("measure", tmp_path / "none.csv").code == 2
