"""`recheck`: good certificates, tampered ones, files that are none, and what it may import."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run
from verified.attack import attack
from verified.kernel.certificate import certify, seal
from verified.language import KL, Pmf, Size, claim
from verified.papers import papers
from verified.proof.evidence import STORE
from verified.report import rechecking
from verified.report.rechecking import recheck_files

HEAVY = ("numpy", "scipy", "sympy", "rich", "verified.attack", "verified.papers")


@pytest.fixture(scope="module")
def certificate() -> dict[str, Any]:
    n = Size("n")
    p, q = Pmf("P", n), Pmf("Q", n)
    symmetric = claim("symmetric", forall=[p, q], then=KL(p, q) <= KL(q, p))
    assert symmetric.statement is not None
    moves = {"n": 2, "P": ["1/2", "1/2"], "Q": ["1/4", "3/4"]}
    found = certify("mine/symmetric", symmetric.statement, "refutation", moves, {})
    assert found is not None
    return found


def save(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value))
    return path


def test_a_good_certificate(run: Run, tmp_path: Path, certificate: dict[str, Any]) -> None:
    file = save(tmp_path / "good.json", certificate)
    ran = run("recheck", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{file}: good: refutes mine/symmetric (64 bits)\n"


def test_a_tampered_certificate_is_rejected(
    run: Run, tmp_path: Path, certificate: dict[str, Any]
) -> None:
    tampered = {**certificate, "moves": {**certificate["moves"], "Q": ["3/4", "1/4"]}}
    file = save(tmp_path / "bad.json", tampered)
    assert run("recheck", file).code == 1
    # The same laws exchanged, and the seal made to fit: the claim holds there.
    exchanged = {"n": 2, "P": certificate["moves"]["Q"], "Q": certificate["moves"]["P"]}
    tampered = {**certificate, "moves": exchanged}
    tampered["seal"] = seal(tampered)
    ran = run("recheck", save(tmp_path / "bad.json", tampered))
    assert (ran.code, ran.out) == (1, "")
    assert "rejected: the moves don't meet the goal" in ran.err


@pytest.mark.parametrize("cut", [0, 1, 100, -2])
def test_a_cut_off_certificate(
    run: Run, tmp_path: Path, certificate: dict[str, Any], cut: int
) -> None:
    file = tmp_path / "cut.json"
    file.write_text(json.dumps(certificate)[:cut])
    ran = run("recheck", file)
    assert (ran.code, ran.out) == (2, "")
    assert "cut off" in ran.err
    assert ran.err.count("\n") == 1


def test_another_version(run: Run, tmp_path: Path, certificate: dict[str, Any]) -> None:
    ran = run("recheck", save(tmp_path / "new.json", {**certificate, "schema": 2}))
    assert ran.code == 2
    assert "the certificate is of schema 2; this is schema 1" in ran.err


@pytest.mark.parametrize("content", ["3", "[]", '{"a": 1}', "null", '["x"]'])
def test_json_that_is_no_certificate(run: Run, tmp_path: Path, content: str) -> None:
    file = tmp_path / "none.json"
    file.write_text(content)
    ran = run("recheck", file)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err


def test_missing_files_and_empty_folders(run: Run, tmp_path: Path) -> None:
    assert run("recheck", tmp_path / "nowhere.json").code == 2
    ran = run("recheck", tmp_path)
    assert ran.code == 2
    assert "has no .json file" in ran.err


def test_a_folder_is_judged_file_by_file(
    run: Run, tmp_path: Path, certificate: dict[str, Any]
) -> None:
    (tmp_path / "below").mkdir()
    save(tmp_path / "below" / "good.json", certificate)
    save(tmp_path / "bad.json", {**certificate, "claim": "mine/other"})
    ran = run("recheck", tmp_path, "--json")
    assert ran.code == 1
    listed = json.loads(ran.out)
    assert [(Path(item["file"]).name, item["good"]) for item in listed] == [
        ("bad.json", False), ("good.json", True),
    ]


def test_all_stored_evidence(
    run: Run, tmp_path: Path, certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a file, all that is stored is counted, and what doesn't hold is told."""
    monkeypatch.setattr(rechecking, "EVIDENCE", (tmp_path,))
    proof = json.loads(next((STORE / "lemma").glob("*.json")).read_text())
    save(tmp_path / "a.json", [certificate, certificate])
    save(tmp_path / "b.json", proof)
    ran = run("recheck")
    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"1 proofs and 2 plays rechecked in [0-9.]+ s, 0 don't hold\n", ran.out)
    bad = save(tmp_path / "bad.json", {**proof, "claim": "mine/other"})
    ran = run("recheck", "--json", "--workers", 3)
    assert ran.code == 1
    found = json.loads(ran.out)
    assert (found["proofs"], found["plays"], found["workers"]) == (2, 2, 3)
    assert [item["file"] for item in found["failed"]] == [str(bad)]
    ran = run("recheck")
    assert (ran.code, ran.out.count("1 don't hold")) == (1, 1)
    assert f"{bad}: rejected: the seal doesn't fit" in ran.err
    bad.write_text("[")
    assert run("recheck").code == 2
    assert run("recheck", "--workers", 0).code == 2


def test_processes_agree(tmp_path: Path, certificate: dict[str, Any]) -> None:
    """However many processes judge, the outcomes are the same and in the order of the files."""
    paths = [save(tmp_path / "z.json", certificate), save(tmp_path / "a.json", [3, certificate])]
    paths.append(save(tmp_path / "m.json", {**certificate, "claim": "mine/longer-than-the-others"}))
    alone = recheck_files(paths, 1)
    assert [outcome.good for outcome in alone] == [True, False, True, False]
    assert recheck_files(paths, 2) == alone
    assert recheck_files(paths, 5) == alone


def test_rechecking_imports_nothing_heavy(tmp_path: Path, certificate: dict[str, Any]) -> None:
    file = save(tmp_path / "good.json", certificate)
    script = (
        "import sys\n"
        f"sys.argv = ['verified', 'recheck', {str(file)!r}]\n"
        "from verified.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit as left:\n    assert not left.code, left.code\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_help_imports_no_room(tmp_path: Path) -> None:
    script = (
        "import sys\nsys.argv = ['verified', '--help']\n"
        "from verified.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([n for n in ('flint', 'rich', 'numpy', 'verified.language') if n in sys.modules])\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_a_certificate_under_another_claims_name_is_rejected(tmp_path):
    leaf = next(
        leaf
        for paper in papers()
        for row in paper.rows.values()
        for leaf in row.leaves()
        if leaf.name == "cuff-yu-2016/property-1-chain.first@literal"
    )
    certificate = attack(leaf).certificate
    assert certificate is not None
    certificate["claim"] = "cuff-yu-2016/eq-8.if"
    certificate["seal"] = seal(certificate)
    path = tmp_path / "renamed.json"
    path.write_text(json.dumps(certificate))
    [outcome] = recheck_files([path])
    assert (outcome.good, outcome.judged) == (False, True)
    assert "states something else" in outcome.message


def test_a_name_given_twice_is_refused(tmp_path):
    path = tmp_path / "twice.json"
    path.write_text('{"schema": 1, "schema": 2}')
    [outcome] = recheck_files([path])
    assert not outcome.judged
    assert "'schema' twice" in outcome.message


def test_a_citation_is_of_the_claim_that_it_names() -> None:
    """The proof holds of what it cites, which isn't what Pinsker's inequality says."""
    made_up = Path(__file__).parents[1] / "holes" / "cite_made_up.json"
    [outcome] = recheck_files([made_up])
    assert (outcome.good, outcome.judged) == (False, True)
    assert "it cites background/pinsker, but that is no such claim here" in outcome.message


def test_what_a_proof_of_ones_own_cites_is_told(tmp_path: Path) -> None:
    k = Size("k")
    own = claim("own", forall=[k], then=k <= 1000)
    proof = json.loads((Path(__file__).parents[1] / "holes" / "cite_made_up.json").read_text())
    text = json.dumps(proof).replace("background/pinsker", "mine/own")
    proof = json.loads(text)
    proof["seal"] = seal(proof)
    assert own.statement is not None
    [outcome] = recheck_files([save(tmp_path / "own.json", proof)])
    assert outcome.good
    assert outcome.message.endswith("given mine/own, which is no claim here")


def test_a_folder_that_goes_while_it_is_searched_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(self: Path, pattern: str) -> None:
        raise FileNotFoundError(2, "No such file or directory", str(tmp_path / "below"))

    monkeypatch.setattr(Path, "rglob", gone)
    ran = run("recheck", tmp_path)
    assert ran.code == 2
    assert ran.err == f"verified: can't read {tmp_path / 'below'}: No such file or directory\n"
