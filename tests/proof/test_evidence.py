"""Stored proofs together: citations, axioms, circles, and what is out of date."""

from __future__ import annotations

import json

import pytest

from verified.kernel.values import Rejected
from verified.language import Real, claim, exp
from verified.proof.derivation import Derivation, ProofError
from verified.proof.evidence import Evidence, Proven, Unproven, path_of, scope
from verified.proof.library import leaves
from verified.quantities.definitions import definitions

r = Real("r")
FIRST = claim("first", forall=[r], then=exp(r) > 0)
SECOND = claim("second", forall=[r], then=exp(2 * r) > 0)
NAMES = {"background/fact": FIRST.statement, "mine/second": SECOND.statement}


@pytest.fixture
def store(tmp_path):
    def keep(name, statement, write, known):
        derivation = Derivation(name, statement, {**definitions(), **known})
        write(derivation)
        path = path_of(name, tmp_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(derivation.certificate()))
        return tmp_path

    return keep


def citing(key):
    return lambda d: d.qed(d.cite(key, r=2 * d.var("r")))


def obviously(d):
    d.qed(d.obvious(d.goal))


def test_an_unproved_background_fact_is_an_axiom(store):
    folder = store("mine/second", SECOND.statement, citing("background/fact"), NAMES)
    evidence = Evidence(NAMES, folder)
    assert evidence.of("mine/second") == Proven(("background/fact",), ("background/fact",), 1)
    assert evidence.axioms(["mine/second"]) == {"background/fact": ["mine/second"]}


def test_a_proved_fact_is_none(store):
    store("background/fact", FIRST.statement, obviously, NAMES)
    folder = store("mine/second", SECOND.statement, citing("background/fact"), NAMES)
    found = Evidence(NAMES, folder).of("mine/second")
    assert isinstance(found, Proven)
    assert found.rests_on == ()


def test_nothing_rests_on_an_unproved_claim(store):
    names = {"mine/first": FIRST.statement, "mine/second": SECOND.statement}
    folder = store("mine/second", SECOND.statement, citing("mine/first"), names)
    found = Evidence(names, folder).of("mine/second")
    assert isinstance(found, Unproven)
    assert "mine/first" in found.reason


def test_nothing_rests_on_itself(store):
    names = {"mine/first": FIRST.statement, "mine/second": SECOND.statement}
    store("mine/second", SECOND.statement, citing("mine/first"), names)

    def back(d):
        half = d.cite("mine/second", r=d.var("r") / 2)
        d.qed(d.have(d.goal, "arithmetic", half, products=[["1", [["fact", 0]]]]))

    folder = store("mine/first", FIRST.statement, back, names)
    for name in names:
        assert isinstance(Evidence(names, folder).of(name), Unproven)


def test_a_changed_statement_makes_proofs_stale(store):
    folder = store("mine/second", SECOND.statement, citing("background/fact"), NAMES)
    changed = claim("fact", forall=[r], then=exp(r) >= 0).statement
    for names in ({**NAMES, "mine/second": FIRST.statement}, {**NAMES, "background/fact": changed}):
        found = Evidence(names, folder).of("mine/second")
        assert isinstance(found, Unproven)
        assert found.stale


def test_a_broken_file_proves_nothing(store):
    folder = store("mine/second", SECOND.statement, citing("background/fact"), NAMES)
    path = path_of("mine/second", folder)
    for content in ("", "{", "[]", path.read_text().replace('"mine/second"', '"mine/other"', 1)):
        path.write_text(content)
        assert isinstance(Evidence(NAMES, folder).of("mine/second"), Unproven)


def test_a_missing_proof_is_out_of_date(tmp_path):
    found = Evidence(NAMES, tmp_path).of("mine/second")
    assert isinstance(found, Unproven)
    assert found.stale


def test_a_renewed_proof_counts(tmp_path):
    evidence = Evidence(NAMES, tmp_path)
    derivation = Derivation("background/fact", FIRST.statement, definitions())
    obviously(derivation)
    assert isinstance(evidence.of("background/fact"), Unproven)
    evidence.renew("background/fact", derivation.certificate())
    assert isinstance(evidence.of("background/fact"), Proven)
    assert not list(tmp_path.iterdir())


def test_scopes():
    assert scope(FIRST.statement) == "all values of its numbers"
    lemma = leaves()["cuff-yu-2016/lemma-1"].statement
    assert scope(lemma) == "any number of entries, finite alphabets of any size"


def test_a_citation_of_nothing_is_an_error():
    derivation = Derivation("mine/second", SECOND.statement, definitions())
    with pytest.raises((ProofError, Rejected), match="no statement"):
        derivation.cite("background/nothing")


# What MI-DP is of a database of one entry, and of a query that sees a part of one.
OF_LEVELS = {"background/as-mechanism-mi", "background/widened"}


def test_no_axiom_mentions_a_privacy_notion():
    words = ("dp_delta", "kl_dp", "mi_dp", "dp_epsilon")
    from verified.kernel.polynomial import key_of

    found = set()
    for name, leaf in leaves().items():
        if name.startswith("background/"):
            text = key_of(leaf.statement.then) + "".join(map(key_of, leaf.statement.given))
            if [word for word in words if f"{word}(" in text]:
                found.add(name)
    assert found == OF_LEVELS


def test_given_products_must_add_up_and_keep_what_they_need():
    r = Real("r", ">0")
    s = Real("s")
    stated = claim("it", forall=[r, s], given=[s >= r, s <= 5], then=s / r >= 1)
    d = Derivation("it", stated.statement, definitions())
    above, unused = d.given
    line = d.combined(
        d.goal, above, unused, products=[["1", [["fact", 0], ["sign", 1 / r]]]]
    )
    assert line.premises == (above.place,)
    for factors in ([["fact", 1], ["sign", 1 / r]], [["fact", 0]], [["sign", 1 / r]],
                    [["fact", 0], ["sign", 1 / s]], [["fact", 2]]):
        with pytest.raises(ProofError):
            d.combined(d.goal, above, unused, products=[["1", factors]])
    with pytest.raises(ProofError):
        d.combined(d.goal, above, products=[["-1", [["fact", 0], ["sign", 1 / r]]]])
