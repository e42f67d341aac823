"""The measuring stick is what it says: false claims in two halves, and true ones."""

import json
import math
from dataclasses import replace

import pytest

from bench import refute
from bench.campaign import Run, run_one, to_read
from bench.stick.false_claims import FALSE_CLAIMS, HALVES, half, half_of
from bench.stick.true_claims import TRUE_CLAIMS
from bench.stick.vocabulary import KINDS, P, Q, false
from verified.language import TV, claim
from verified.syntax.formulas import Formula
from verified.syntax.goals import goal
from verified.syntax.serial import digest, read_statement, statement_data

TUNING, FINAL = half("tuning"), half("final")


def test_five_hundred_false_claims_and_some_two_hundred_true_ones():
    assert len({record.key for record in FALSE_CLAIMS}) == len(FALSE_CLAIMS) == 522
    assert len({one.key for one in TRUE_CLAIMS}) == len(TRUE_CLAIMS) == 191


def test_no_two_claims_say_the_same():
    statements = [record.claim.statement for record in FALSE_CLAIMS]
    statements += [one.statement for one in TRUE_CLAIMS]
    digests = {digest(goal(statement, "refutation")) for statement in statements}
    assert len(digests) == 713


def test_the_halves_are_as_large_as_they_are_said_to_be_and_make_up_the_whole():
    keys = [{record.key for record in part} for part in (TUNING, FINAL)]
    assert [len(part) for part in keys] == [248, 274]
    assert keys[0] | keys[1] == {record.key for record in FALSE_CLAIMS}


def test_a_claim_stays_in_its_half_whatever_others_there_are(monkeypatch):
    """Adding claims moves none: which half a claim is in is told by its statement alone."""
    few = FALSE_CLAIMS[::-3]
    monkeypatch.setattr("bench.stick.false_claims.FALSE_CLAIMS", few)
    assert set(half("tuning")) == {record for record in few if record in TUNING}
    assert set(half("final")) == {record for record in few if record in FINAL}
    first = FALSE_CLAIMS[0]
    renamed = replace(first, claim=replace(first.claim, key="another"), kind=KINDS[-1], why="?")
    assert half_of(renamed) == half_of(first)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_in_both_halves(kind):
    counts = [sum(record.kind == kind for record in part) for part in (TUNING, FINAL)]
    assert min(counts) >= 3


def test_there_is_no_third_half():
    with pytest.raises(ValueError, match="third"):
        half("third")


def test_a_record_of_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="blunt"):
        false("x", "blunt", "no such kind", forall=[P, Q], then=TV(P, Q) <= 0)


@pytest.mark.parametrize("record", FALSE_CLAIMS, ids=lambda record: record.key)
def test_false_claims_build_goals_and_survive_serialisation(record):
    statement = record.claim.statement
    assert isinstance(goal(statement, "refutation").conclusion, Formula)
    assert read_statement(json.loads(json.dumps(statement_data(statement)))) == statement
    assert record.why


@pytest.mark.parametrize("one", TRUE_CLAIMS, ids=lambda one: one.key)
def test_true_claims_build_goals_and_survive_serialisation(one):
    statement = one.statement
    assert isinstance(goal(statement, "refutation").conclusion, Formula)
    assert read_statement(json.loads(json.dumps(statement_data(statement)))) == statement


# --- the scoring ----------------------------------------------------------------------------------


def outcome(name, seconds, status="refuted", rechecked=True):
    return Run(name, 0, status, seconds, 1, rechecked)


def test_a_refutation_counts_only_in_time_and_rechecked():
    assert refute.refuted(outcome("a", 9.9), 10.0)
    assert not refute.refuted(outcome("a", 10.1), 10.0)
    assert not refute.refuted(outcome("a", 1.0, rechecked=False), 10.0)
    assert not refute.refuted(outcome("a", 1.0, rechecked=None), 10.0)
    assert not refute.refuted(outcome("a", 1.0, status="survived", rechecked=None), 10.0)


def test_a_missed_run_is_slower_than_any_other():
    runs = [outcome("a", 1.0), outcome("a", 2.0), outcome("a", 3.0, status="survived")]
    assert refute.score(runs, 10.0) == refute.Score(3, 2 / 3, 2.0)
    assert math.isinf(refute.score(runs[1:], 10.0).median)


def test_scores_by_kind_and_the_list_of_misses():
    first = TUNING[0]
    other = next(record for record in TUNING if record.kind != first.kind)
    runs = [outcome(first.claim.name, 1.0), outcome(other.claim.name, 11.0)]
    found = refute.scores([first, other], runs, 10.0)
    assert (found[first.kind].share, found[other.kind].share, found["all"].share) == (1, 0, 0.5)
    assert refute.missed([first, other], runs, 10.0) == [(other, 1, 1)]


def test_the_halves_are_named():
    assert HALVES == ("tuning", "final")


# --- one attack -----------------------------------------------------------------------------------


def test_a_blatantly_false_claim_is_refuted_and_rechecked():
    run = run_one(claim("far", forall=[P, Q], then=TV(P, Q) <= 0), 0, 20_000, None)
    assert (run.status, run.rechecked) == ("refuted", True)


def test_a_true_claim_is_not_refuted():
    run = run_one(claim("near", forall=[P, Q], then=TV(P, Q) <= 1), 0, 200, None)
    assert (run.status, run.rechecked) == ("survived", None)


def test_an_exception_is_a_result_and_no_survival(monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("broken")

    monkeypatch.setattr("bench.campaign.attack", fail)
    run = run_one(TRUE_CLAIMS[0], 3, 10, None)
    assert (run.status, run.seed, run.error) == ("error", 3, "RuntimeError: broken")


# --- how much there is to read --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "digits", "symbols"),
    [
        ({"n": 2, "P": ["1/2", "1/2"]}, 5, 2),
        ({"n": 12, "eps": "-3/10"}, 5, 1),
        ({"W": [["1", "0"], ["0", "1"]]}, 4, 2),
        ({"P": ["1/3", "1/3", "1/3"], "F": {"edges": [[0, 0]], "all": True, "none": None}}, 8, 3),
        ({}, 0, 0),
    ],
)
def test_digits_and_symbols_of_a_counterexample(moves, digits, symbols):
    assert to_read(moves) == (digits, symbols)


def test_counterexamples_are_told_by_what_there_is_to_read():
    runs = [replace(outcome("a", 1.0), digits=count, symbols=2) for count in range(1, 11)]
    runs.append(outcome("b", 1.0, "survived", None))
    assert refute.sizes(runs) == (
        "counterexamples: digits: median 6, nine in ten up to 9, at most 10; "
        "symbols: median 2, nine in ten up to 2, at most 2"
    )
    assert [run.digits for run in refute.longest(runs, 2)] == [10, 9]
    assert refute.sizes([outcome("b", 1.0, "survived", None)]) is None


def test_a_refuting_run_tells_what_there_is_to_read():
    run = run_one(claim("far", forall=[P, Q], then=TV(P, Q) <= 0), 0, 20_000, None)
    assert run.symbols == 2
    assert 0 < run.digits < 30
    assert run_one(claim("near", forall=[P, Q], then=TV(P, Q) <= 1), 0, 200, None).digits is None
