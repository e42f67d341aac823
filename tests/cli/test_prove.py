"""The commands about proofs: prove, axioms, show --proof, power --proofs, recheck."""

from __future__ import annotations

import json

import pytest

from verified.kernel.proof import RULES
from verified.proof.evidence import STORE, path_of
from verified.quantities.definitions import cited, definitions
from verified.report.trusted import GROUPS

CLAIM = '''
from verified.language import *
from verified.proof.derivation import derives

r = Real("r")
mine = claim("positive", forall=[r], then=exp(r) > 0)
other = claim("other", forall=[r], then=exp(r) > 1)


@derives("mine/positive")
def proof(d):
    d.qed(d.obvious(d.goal))
'''


def test_a_claim_of_a_file_is_proved(run, tmp_path):
    file = tmp_path / "paper.py"
    file.write_text(CLAIM.replace("other = ", "_other = "))
    ran = run("prove", str(file), "--proof")
    assert ran.code == 0, ran.err
    assert "mine/positive: 1 steps" in ran.out
    assert "by signs" in ran.out


def test_a_claim_without_derivation_fails(run, tmp_path):
    file = tmp_path / "paper2.py"
    file.write_text(CLAIM.replace("mine/positive", "mine/positive2").replace(
        '"positive"', '"positive2"'))
    ran = run("prove", f"{file}:other")
    assert ran.code == 1
    assert "mine/other has no derivation" in ran.err
    none = tmp_path / "paper4.py"
    none.write_text(CLAIM.partition("@derives")[0].replace('"positive"', '"positive4"'))
    ran = run("prove", str(none))
    assert ran.code == 1
    assert "mine/positive4 has no derivation" in ran.err


def test_a_file_may_state_what_it_does_not_prove(run, tmp_path):
    file = tmp_path / "paper5.py"
    file.write_text(CLAIM.replace("mine/positive", "mine/positive5").replace(
        '"positive"', '"positive5"'))
    ran = run("prove", str(file))
    assert ran.code == 0, ran.err
    assert "mine/positive5: 1 steps" in ran.out
    assert "mine/other: no derivation" in ran.out


def test_a_false_line_is_told(run, tmp_path):
    file = tmp_path / "paper3.py"
    text = CLAIM.replace("exp(r) > 0", "exp(r) > 2").replace("positive", "false")
    file.write_text(text.replace("other = ", "_other = "))
    ran = run("prove", str(file))
    assert ran.code == 1
    assert "line 1" in ran.err
    assert "Traceback" not in ran.err


def test_proving_a_paper_checks_each_step(run):
    ran = run("prove", "cuff-yu-2016/eq-9")
    assert ran.code == 0, ran.err
    assert "cuff-yu-2016/eq-9.forward:" in ran.out
    assert "scope: finite alphabets of any size" in ran.out


def test_a_proof_that_is_stored_is_the_file_that_was_there(run, tmp_path, monkeypatch):
    """A derivation that hasn't changed leaves no difference."""
    monkeypatch.setattr("verified.proof.evidence.STORE", tmp_path)
    assert run("prove", "cuff-yu-2016/eq-9.forward", "--store").code == 0
    name = "cuff-yu-2016/eq-9.forward"
    assert path_of(name, tmp_path).read_bytes() == path_of(name).read_bytes()


def test_an_unknown_key(run):
    ran = run("prove", "cuff-yu-2016/eq-999")
    assert ran.code == 2
    assert "eq-9" in ran.err


def test_stored_proofs_are_shown(run):
    ran = run("show", "cuff-yu-2016/eq-9", "--proof")
    assert ran.code == 0
    assert "rests on" in ran.out
    assert "by definition/kl" in ran.out
    written = run("show", "cuff-yu-2016/eq-9", "--proof", "--latex")
    assert r"\begin{longtable}" in written.out
    assert written.out.count(r"\begin{longtable}") == written.out.count(r"\end{longtable}")


def test_axioms_are_listed(run):
    ran = run("axioms", "cuff-yu-2016/eq-9", "--users")
    assert ran.code == 0, ran.err
    assert "  definition/kl, 2 claims" in ran.out
    assert "    cuff-yu-2016/eq-9.forward, cuff-yu-2016/eq-9.reverse" in ran.out
    some = ("cuff-yu-2016", "background/dpi-*")
    listed = json.loads(run("axioms", *some, "--json", "--workers", "1").out)
    assert list(listed) == list(GROUPS)
    # A theorem in a definition's place is listed as one, whether or not a claim rests on it.
    places = {name: listed["facts"].pop(name)["place"] for name in cited()}
    assert places == cited()
    assert "definition/maximal-alpha-leakage" in places
    facts = listed["facts"] | listed["unsourced"]
    assert all(name.startswith("background/") for name in facts)
    assert all(one["users"] for one in facts.values())
    # What no textbook is named for is told apart from what one is.
    assert all(one["place"] for one in listed["facts"].values())
    assert not any("place" in one for one in listed["unsourced"].values())
    assert set(listed["definitions"]) | set(listed["structures"]) | set(places) == set(
        definitions())
    assert set(listed["rules"]) < set(RULES)
    # Citing one is resting on it; so is citing what rests on it.
    assert "cuff-yu-2016/eq-9" not in listed["definitions"]["definition/kl"]["users"]
    users = listed["definitions"]["definition/kl"]["users"]
    assert {"background/dpi-kl.event", "cuff-yu-2016/eq-9.forward"} < set(users)
    assert "information" in listed["ranges"]
    assert listed["readings"]["mi_dp"]["users"]


def test_mutated_proofs_are_counted(run):
    ran = run("power", "--proofs", "cuff-yu-2016/eq-9", "--workers", "1")
    assert ran.code == 0
    assert ran.out.lstrip().startswith("mutation")
    assert "2 proofs, " in ran.out
    assert "0 refuted; 0 steps are redundant" in ran.out


def test_a_stored_proof_is_rechecked_from_its_file(run, tmp_path):
    path = path_of("cuff-yu-2016/eq-9.forward")
    ran = run("recheck", str(path))
    assert ran.code == 0
    assert "good: proves cuff-yu-2016/eq-9.forward" in ran.out
    changed = json.loads(path.read_text())
    changed["claim"] = "cuff-yu-2016/eq-9.reverse"
    copy = tmp_path / "changed.json"
    copy.write_text(json.dumps(changed))
    assert run("recheck", str(copy)).code == 1


@pytest.mark.parametrize("path", sorted(STORE.rglob("*.json"))[::25], ids=lambda path: path.stem)
def test_a_sample_of_the_store_holds(run, path):
    assert run("recheck", str(path)).code == 0


def test_check_says_proved(run, tmp_path):
    record = tmp_path / "record.json"
    ran = run("check", "cuff-yu-2016/eq-9", "--json", str(record))
    assert ran.code == 0, ran.err
    entries = json.loads(record.read_text())["claims"]
    assert {entry["status"] for entry in entries} == {"proved"}
    assert entries[1]["certificate"] == "cuff-yu-2016/eq-9.forward.json"
    assert entries[1]["rests_on"] == []
