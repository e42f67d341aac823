"""Ngo et al. (2024) on finite alphabets: what falls, on which instances, and what stands there."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq

from verified.attack import attack
from verified.kernel.certificate import certify
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import Claim, information, pmf_of, rational
from verified.numbers.balls import precision
from verified.papers.ngo_2024 import common, paper, theorem_1
from verified.syntax.formulas import And, negate
from verified.syntax.goals import goal, normal

LEAVES = {
    leaf.name.removeprefix("ngo-2024/"): leaf for row in paper.rows.values()
    for leaf in row.leaves()
}


def holds(name: str, moves: dict[str, Any], bounds: dict[str, Any] | None = None) -> bool | None:
    """Whether the conclusion holds of an instance that meets the hypotheses."""
    statement = LEAVES[name].statement
    assert statement is not None
    reading = BallReading(bounds or Priors())
    env = read_moves(statement.variables, moves, reading)
    given = [normal(formula) for formula in statement.given]
    assert decide(And(tuple(given)), env, reading) is True, "the hypotheses fail"
    return decide(normal(statement.then), env, reading)


class Priors(dict[str, Any]):
    """The uniform prior for every capacity: right for channels that are symmetric."""

    def __missing__(self, key: str) -> list[fmpq]:
        count = key.count(" ") + 1
        return [fmpq(1, 2)] * 2 if count == 4 else [fmpq(1, count)] * count

    def __contains__(self, key: object) -> bool:
        return True


# Each of these the attack refutes from a cold start within a few seconds.
REFUTED = [
    "theorem-2a.bound@every-point",
    "theorem-2a.bound@possible",
    "theorem-2a.step@possible",
    # Minutes on a busy machine.
    "theorem-1a-construction.eq-28@any-set",
    "theorem-1a-construction.eq-26@any-set",
    "theorem-1a-construction.therefore@any-set",
    "theorem-1-remarks.floor-exists@from-zero",
    "eq-11.value@literal",
    "eq-21@every-order",
    "lemma-1@measures",
]


@pytest.mark.parametrize("name", REFUTED)
def test_the_attack_refutes(name):
    claim: Claim = LEAVES[name]
    found = attack(claim, seed=0, budget=20_000, seconds=200)
    assert found.status == "refuted"


# X is 1 with probability 1/100, and then the output tells it: 0.08 bits on average, but all of it
# of the data point 1.
RARE = {
    "n": 2, "m": 2, "P": ["99/100", "1/100"], "M": [["1", "0"], ["0", "1"]], "mu": "1/10",
    "eps": "1",
}


def test_a_rare_data_point_may_be_given_away():
    assert holds("theorem-2a.bound@possible", RARE) is False
    assert holds("theorem-2a-repaired.each", {**RARE, "x": 1}) is True
    assert holds("theorem-2a-repaired.each", {**RARE, "x": 0}) is True
    assert holds("theorem-2a-repaired.bounded", {**RARE, "r": "1/100"}) is True


def test_a_class_of_one_law_says_little_of_rare_data_points():
    """M tells both data points apart, at less than half a bit."""
    moves = {
        "k": 1, "n": 2, "m": 2, "K": [["9/10", "1/10"]], "M": [["1", "0"], ["0", "1"]],
        "mu": "1/2", "eps": "1",
    }
    assert holds("theorem-1a@any-class", moves) is False
    # Of a data point that never occurs it says nothing, but that isn't what is found.
    with pytest.raises(AssertionError, match="hypotheses fail"):
        holds("theorem-1a@any-class", {**moves, "K": [["1", "0"]]})


# At μ = 1 the capacity, ln 2 over ln 2, is compared with 1, which no ball decides.
EMPTY = {"n": 2, "A": [], "p": "0", "q": "1", "mu": "2", "eps": "1"}


def test_the_mechanism_of_an_empty_set_is_private():
    """(28) with the channel that tells one bit, for an empty set: the output is constant."""
    statement = LEAVES["theorem-1a-construction.eq-28@any-set"].statement
    bounds = {"capacity;1 0 0 1": [fmpq(1, 2), fmpq(1, 2)]}
    certificate = certify("ngo-2024/it", statement, "refutation", EMPTY, bounds)
    assert certificate["moves"] == EMPTY
    some = {**EMPTY, "A": [1]}
    goal_of = goal(statement, "refutation")
    reading = BallReading(bounds)
    env = read_moves(goal_of.variables, some, reading)
    assert decide(negate(goal_of.conclusion), env, reading) is True


def test_orders_below_minus_one():
    moves = {"n": 2, "P": ["1", "0"], "Q": ["1/2", "1/2"], "t": "-2"}
    assert holds("eq-21@every-order", moves) is False
    # An equality of irrational numbers is never certified, but that of a half is exact here.
    inside = {**moves, "t": "1"}
    assert holds("eq-21@near-zero", inside) is not False


def test_measures_of_different_masses():
    moves = {"n": 1, "p": ["1"], "q": ["2"]}
    assert holds("lemma-1@measures", moves) is False
    assert holds("lemma-1-repaired", moves) is not False
    with pytest.raises(AssertionError, match="hypotheses fail"):
        holds("lemma-1@equal-masses", moves)
    assert holds("lemma-1@equal-masses", {"n": 2, "p": ["1", "2"], "q": ["2", "1"]}) is not False


def test_definition_3_taken_literally():
    alone = {"n": 1, "m": 1, "M": [["1"]], "eps": "1", "delta": "-1/2"}
    assert holds("eq-4.if@literal", alone) is False
    with pytest.raises(AssertionError, match="hypotheses fail"):
        holds("eq-4.only-if@literal", alone)


def test_the_closed_form_divides_by_zero_where_nothing_is_told():
    moves = {"e": "1/2", "f": "1/2"}
    assert holds("eq-11.value@literal", moves) is False
    assert holds("eq-11-repaired.useless", {"e": "1/3"}) is True


@pytest.mark.parametrize(("e", "f"), [("1/10", "1/5"), ("0", "1/2"), ("1/5", "1/10")])
def test_the_closed_form_against_a_prior(e, f):
    """(11) at its own best prior: between the information and the largest divergence."""
    env = {"e": fmpq(*map(int, (e + "/1").split("/")[:2])),
           "f": fmpq(*map(int, (f + "/1").split("/")[:2]))}
    with precision(128):
        found = arb(BallReading().real(theorem_1.eq_11, env))
        best = max(
            float(arb(BallReading().real(
                common.bits(information(pmf_of(w, 1 - w), theorem_1.bac(
                    theorem_1.flips_first, theorem_1.flips_last))), env)).mid())
            for w in (rational(k, 400) for k in range(1, 400))
        )
    assert best <= float(found.upper())
    assert float(found.lower()) - best < 1e-4


def test_the_theorems_hold_of_randomised_response():
    flip = [["3/4", "1/4"], ["1/4", "3/4"]]
    moves = {"n": 2, "m": 2, "P": ["1/2", "1/2"], "M": flip}
    assert holds("theorem-1b", moves) is True
    assert holds("theorem-2b", moves) is True
    del moves["P"]
    assert holds("theorem-1a@all-laws", {**moves, "mu": "1/5", "eps": "1/2"}) is True
