"""Finding one's way: `find`, the filters of `list`, definitions, sources, certificates."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import CLAIMS, Run, write
from verified.kernel.certificate import seal
from verified.papers import all_claims
from verified.proof.derivation import DERIVATIONS
from verified.proof.evidence import path_of
from verified.report.plays import play_path
from verified.report.records import expected_statuses
from verified.report.run import load_derivations
from verified.report.selection import nodes

ROOT = Path(__file__).resolve().parents[2]


def named(run: Run, *arguments: str) -> list[str]:
    ran = run(*arguments, "--json")
    assert ran.code == 0, ran.err
    return [entry["name"] for entry in json.loads(ran.out)]


# --- find -----------------------------------------------------------------------------------------


def test_a_place_is_found_whole(run: Run) -> None:
    found = named(run, "find", "Theorem 1")
    assert found == named(run, "find", "theorem 1")
    assert any(name.startswith("nuradha-goldfeld-2022/theorem-1-") for name in found)
    assert not any("theorem-11" in name or "theorem-2" in name for name in found)
    # Those whose key or place has the words in a row stand before others that have them anywhere.
    apart = named(run, "find", "theorem", "1")
    places = {
        claim.name: f"{claim.name.replace('-', ' ')} {claim.at}"
        for row in all_claims() for claim in nodes(row)
    }
    first = [name for name in found if re.search(r"\btheorem 1(?!\d)", places[name], re.IGNORECASE)]
    assert first
    assert apart[: len(first)] == first
    assert set(found) <= set(apart)
    assert len(apart) > len(found)


def test_every_key_and_place_is_found(run: Run) -> None:
    from verified.report.looking import find_claims

    for row in all_claims()[::15]:
        for words in ([row.key.partition("/")[2]], [row.at]):
            if words[0].strip():
                assert row.name in {claim.name for claim in find_claims(words)}, words


def test_titles_and_notes_are_found(run: Run) -> None:
    rows = {row.name for row in all_claims() if row.paper.key == "ngo-2024"}
    assert rows <= set(named(run, "find", "Local Mutual-Information Privacy"))
    noted = next(node for row in all_claims() for node in nodes(row) if len(node.note) > 30)
    assert noted.name in named(run, "find", noted.note.split(".")[0])


def test_definitions_are_found_and_shown(run: Run) -> None:
    assert "definition/kl, which `verified show` tells" in run("find", "kl").out
    shown = run("show", "definition/kl")
    assert "D(P ‖ Q) = Σ_{a < n}(P(a)·ln(P(a)) − P(a)·ln(Q(a)))" in shown.out
    assert r"\sum" in run("show", "definition/kl", "--latex").out
    place = run("show", "definition/kl", "--source").out
    file, line = re.search(r"(\S+\.py):(\d+)", place).groups()  # type: ignore[union-attr]
    assert '"kl"' in "".join(Path(file).read_text().splitlines(True)[int(line) - 1 :][:2])
    unknown = run("show", "definition/kll")
    assert (unknown.code, unknown.out) == (2, "")
    assert "unknown definition 'definition/kll'; nearest: definition/kl" in unknown.err


@pytest.mark.parametrize("words", [["zorn's lemma"], [" "], ["theorem 1", "zorn"]])
def test_what_is_nowhere_is_said_to_be(run: Run, words: list[str]) -> None:
    ran = run("find", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


# --- list by what is recorded -------------------------------------------------------------------


def test_a_list_by_status_and_paper(run: Run) -> None:
    expected = expected_statuses()
    refuted = named(run, "list", "--status", "refuted", "--paper", "ngo-2024")
    assert refuted == [
        node.name for row in all_claims() if row.paper.key == "ngo-2024" for node in nodes(row)
        if expected.get(node.name) == "refuted"
    ]
    assert refuted
    assert set(named(run, "list", "theorem-1*", "--status", "refuted")) <= set(
        named(run, "list", "--status", "refuted")
    )
    assert "no claim is recorded so" in run("list", "eq-9", "--status", "unwitnessed").out


def test_a_list_by_kind(run: Run) -> None:
    assert named(run, "list", "property-9", "--kind", "edge") == ["cuff-yu-2016/property-9@literal"]
    assert named(run, "list", "property-9", "--kind", "core") == []


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--status", "refutd", "unknown status 'refutd'; nearest: refuted"),
        ("--kind", "edgy", "unknown kind of finding 'edgy'; nearest: edge"),
        ("--paper", "ngo", "unknown paper 'ngo'; nearest: ngo-2024"),
    ],
)
def test_a_filter_that_isnt_one(run: Run, option: str, value: str, said: str) -> None:
    ran = run("list", option, value)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


# --- sources --------------------------------------------------------------------------------------


def test_show_names_the_files_and_lines_of_statement_and_proof(run: Run) -> None:
    shown = run("show", "cuff-yu-2016/eq-8", "--source").out
    stated = re.search(r"cuff-yu-2016/eq-8: stated in (\S+):(\d+)", shown)
    assert stated is not None
    lines = (ROOT / stated[1]).read_text().splitlines()
    assert any('"eq-8"' in line for line in lines[int(stated[2]) - 1 :][:2])
    derived = re.search(r"cuff-yu-2016/eq-8.if: derived in (\S+):(\d+)", shown)
    assert derived is not None
    lines = (ROOT / derived[1]).read_text().splitlines()
    assert any('"cuff-yu-2016/eq-8.if"' in line for line in lines[int(derived[2]) - 1 :][:4])
    assert f"proof in {path_of('cuff-yu-2016/eq-8.if').relative_to(ROOT)}" in shown
    played = run("show", "property-1.forward@literal", "--source").out
    assert "play in " in played
    assert "derived in" not in played


def test_every_claim_has_a_place_and_every_derivation_its_key_in_writing() -> None:
    for row in all_claims():
        file, line = row.paper.places[row.key.partition("/")[2]]
        assert "verified/papers" in file
        assert line > 0
    load_derivations()
    written = "".join(path.read_text() for path in (ROOT / "derivations").rglob("*.py"))
    for name, proof in DERIVATIONS.items():
        # Other tests may have entered some of their own.
        assert f'"{name}"' in written or not proof.__module__.startswith("derivations.")


# --- certificates ---------------------------------------------------------------------------------


def test_a_certificate_is_told_as_an_attack_tells_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    attacked = run(
        "attack", write(tmp_path, "mine.py", CLAIMS) + ":symmetric", "--budget", "2000",
        "--certificate", file,
    )
    shown = run("show", file, "--plain")
    assert shown.code == 0
    words = " ".join(shown.out.split())
    assert words.startswith(f"{file}: good: refutes mine/symmetric (64 bits) ")
    told = shown.out.splitlines()
    told = told[next(place for place, line in enumerate(told) if "for all" in line):]
    assert "\n".join(told) in attacked.out
    assert "  on this instance:" in told
    assert "  but this fails:" in told


def test_a_certificate_says_why_its_hypotheses_hold(run: Run) -> None:
    told = run("show", play_path("cuff-yu-2016/property-1.forward@literal"), "--plain").out
    why = "P(A) <= exp(eps)*Q(A) + 0: closest of 4 at A = {0, 1}, 1 <= 1\n"
    assert f"the hypotheses hold:\n    P ~(eps,0) Q\n      {why}" in told


def test_a_certificate_that_doesnt_hold_is_not_told(run: Run, tmp_path: Path) -> None:
    play = json.loads(play_path("cuff-yu-2016/property-1.forward@literal").read_text())
    play["moves"]["eps"] = "1"
    play["seal"] = seal(play)
    ran = run("show", write(tmp_path, "bad.json", json.dumps(play)))
    assert ran.code == 1
    assert "rejected" in ran.out
    assert "on this instance" not in ran.out
    none = run("show", write(tmp_path, "none.json", "{}"))
    assert none.code == 2
    assert run("show", tmp_path / "nowhere.json").code == 2


def test_a_file_that_is_no_certificate_is_told_for_what_it_is(run: Run, tmp_path: Path) -> None:
    value = run("value", "total_variation", "1/3,2/3", "1/2,1/2", "--json")
    for text, said in (
        (value.out, "a value that `verified value --json` printed"),
        ('{"schema": 1, "claims": {}}', "a record"),
        ("{}", "neither `kind` nor `schema`"),
    ):
        file = write(tmp_path, "other.json", text)
        for command in ("show", "recheck"):
            ran = run(command, file)
            assert ran.code == 2
            assert said in " ".join((ran.out + ran.err).split())


# --- a user's own proof -------------------------------------------------------------------------

OWN = '''
from verified.language import *
from verified.proof.derivation import derives

r = Real("r")
mine = claim("positive-{key}", forall=[r], then=exp(r) > 0)


@derives("mine/positive-{key}")
def proof(d):
    d.qed(d.obvious(d.goal))
'''


def test_a_users_own_proof_is_written_shown_and_rechecked_by_both(
    run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "proofs"
    ran = run("prove", write(tmp_path, "a.py", OWN.replace("{key}", "a")), "--certificate", folder)
    assert ran.code == 0, ran.err
    file = folder / "mine" / "positive-a.json"
    assert [path for path in folder.rglob("*") if path.is_file()] == [file]
    told = run("recheck", folder, "--verbose")
    assert told.code == 0
    assert told.out.splitlines() == [
        f"{file}: good: proves mine/positive-a (1 steps)",
        "  for all r real: exp(r) > 0",
        "  scope: all values of its numbers",
        "  second checker: accepted",
    ]
    assert "  1. exp(r) > 0" in run("show", file, "--proof").out
    changed = json.loads(file.read_text())
    changed["claim"] = "mine/other"
    file.write_text(json.dumps(changed))
    told = run("recheck", folder, "--verbose")
    assert told.code == 1
    assert "rejected" in told.out
    assert "second checker: rejected" in told.out


def test_verbose_wants_files(run: Run) -> None:
    ran = run("recheck", "--verbose")
    assert (ran.code, ran.out) == (2, "")


def test_check_writes_proofs_with_certificates(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    assert run("check", "cuff-yu-2016/eq-9", "--budget", "50", "--certificates", folder).code == 0
    proof = folder / "cuff-yu-2016" / "eq-9.forward.proof.json"
    assert json.loads(proof.read_text()) == json.loads(
        path_of("cuff-yu-2016/eq-9.forward").read_text()
    )
    assert run("recheck", proof).code == 0
