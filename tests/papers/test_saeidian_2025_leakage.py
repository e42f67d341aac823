"""Saeidian et al. (2025), Sections 2 and 3: what falls, and mutations that must."""

from __future__ import annotations

from typing import Any

import pytest

from verified.attack import attack
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import (
    Claim,
    claim,
    equals,
    exp,
    largest,
    log,
    min_entropy,
    output,
    rational,
    smallest,
)
from verified.papers.lemmas.posteriors import posterior_entry
from verified.papers.saeidian_2025 import common as c
from verified.papers.saeidian_2025 import disclosure, paper, thresholds
from verified.syntax.formulas import And
from verified.syntax.goals import normal
from verified.syntax.terms import Symbol, number

LEAVES = {
    leaf.name.removeprefix("saeidian-2025/"): leaf for row in paper.rows.values()
    for leaf in row.leaves()
}

# Each of these the attack refutes from a cold start within a few seconds.
REFUTED = [
    "theorem-2.8.bound@literal",
    "theorem-3.4-steps.density@literal",
    "theorem-3.4-steps.last",
    "proposition-3.6",
    "theorem-3.7-i",
    "largest-cost.guessed@literal",
    "example-3.11.entropy@literal",
]


def holds(name: str, moves: dict[str, Any]) -> bool | None:
    """Whether the conclusion holds of an instance that meets the hypotheses."""
    statement = LEAVES[name].statement
    assert statement is not None
    reading = BallReading({})
    env = read_moves(statement.variables, moves, reading)
    given = [normal(formula) for formula in statement.given]
    assert decide(And(tuple(given)), env, reading) is True, "the hypotheses fail"
    return decide(normal(statement.then), env, reading)


@pytest.mark.parametrize("name", REFUTED)
def test_the_attack_refutes(name):
    found = attack(LEAVES[name], seed=0, budget=20_000, seconds=30)
    assert found.status == "refuted"


def value(term: Any, expected: Any, variables: list[Any], moves: dict[str, Any]) -> bool | None:
    """Whether a term is what it should be at an instance."""
    reading = BallReading({})
    return decide(normal(equals(term, expected)), read_moves(variables, moves, reading), reading)


BINARY = {"n": 2, "m": 2, "P": ["1/2", "1/2"], "W": [["9/10", "1/10"], ["1/10", "9/10"]], "y": 0}
NULL = {"n": 2, "m": 2, "P": ["1/4", "3/4"], "W": [["1", "0"], ["1", "0"]], "y": 1}


def test_posteriors_of_known_instances():
    variables = [c.n, c.m, c.P, c.W, c.y]
    first = posterior_entry(c.P, c.W, c.y, number(0))
    assert value(first, rational(9, 10), variables, BINARY) is True
    # The prior, at an outcome that never comes.
    assert value(first, rational(1, 4), variables, NULL) is True
    assert value(first, rational(1, 2), variables, NULL) is False


def bounded(term: Any, low: Any, high: Any, moves: dict[str, Any]) -> bool:
    """Whether a term lies between two numbers at an instance."""
    reading = BallReading({})
    env = read_moves([c.n, c.m, c.P, c.W, c.y], moves, reading)
    found = decide(And((normal(term >= low), normal(term <= high))), env, reading)
    return found is True


def test_leakage_of_known_instances():
    """ln 1.8 = 0.58778666…, and nothing at an outcome that never comes."""
    close = rational(587786, 10**6), rational(587787, 10**6)
    assert bounded(c.leakage(c.P, c.W, c.y), *close, BINARY)
    assert bounded(c.leakage(c.P, c.W, c.y), rational(0), rational(0), NULL)
    # ln 9 = 2.19722457…, the capacity.
    assert bounded(c.capacity_of(c.W), rational(219722, 10**5), rational(219723, 10**5), BINARY)


# A coin that is released is disclosed, whoever thinks what of it.
SHOWN = {
    "n": 2, "m": 2, "k": 2, "Q": ["1/2", "1/2"], "R": ["1/10", "9/10"],
    "W": [["1", "0"], ["0", "1"]], "U": [["1", "0"], ["0", "1"]],
}


def test_disclosures_are_ubiquitous_at_an_instance():
    assert holds("theorem-3.4.finite", SHOWN) is True


def test_the_threshold_is_reached_and_not_passed():
    """p_min = 1/4: the threshold is ln(4/3) = 0.2877."""
    moves = {"n": 2, "P": ["1/4", "3/4"], "b": 0, "eps": "3/10"}
    assert holds("proposition-3.8-ii", moves) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("proposition-3.8-ii", moves | {"eps": "1/4"})


def mutated(name: str, **parts: Any) -> Claim:
    """A row with some of its parts exchanged."""
    statement = LEAVES[name].statement
    assert statement is not None
    whole = {
        "forall": list(statement.variables), "given": list(statement.given),
        "then": statement.then,
    }
    found: Claim = claim("mutated", **(whole | parts))
    return found


s = Symbol("s", c.n)
WRONG = {
    "the largest probability instead of the smallest": mutated(
        "pml-range.most", then=c.leakage(c.P, c.W, c.y) <= -log(largest(s, c.P[s]))),
    "above the threshold": mutated(
        "proposition-3.8-i", given=[
            c.full(c.P), c.private(c.P, c.W, c.eps), c.eps < 3 * thresholds.threshold,
        ]),
    "any attribute, not those above the level": mutated(
        "theorem-3.5", given=[c.full(c.P), c.full(c.Q), c.private(c.P, c.W, c.eps)]),
    "what is left, without the capacity": mutated(
        "theorem-3.7-sharp", given=[c.full(c.Q)],
        then=log(1 + (exp(min_entropy(output(c.Q, c.U))) - 1))
        <= c.remaining(c.Q, c.W, c.y, c.U)),
    "the largest probability in the bound of Theorem 3.7": mutated(
        "theorem-3.7-ii", then=log(
            1 + largest(s, c.Q[s]) / (1 - smallest(s, c.Q[s])) * exp(-c.c)
        ) <= c.remaining(c.Q, c.W, c.y, disclosure.V)),
    "adversaries without full support": mutated(
        "theorem-3.4.finite", given=[LEAVES["theorem-3.4.finite"].statement.given[2]]),
    "no factor for two beliefs": mutated(
        "theorem-3.4.outcomes", then=c.remaining(c.R, c.W, c.y, c.U)
        <= c.remaining(c.Q, c.W, c.y, c.U)),
    "leakage of the secret below that of an attribute": mutated(
        "pml-pre-processing", then=c.leakage(c.P, c.W, c.y)
        <= c.attribute_leakage(c.P, c.W, c.y, c.U)),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_attack_tells_mutations(name):
    found = attack(WRONG[name], seed=0, budget=20_000, seconds=20)
    assert found.status == "refuted"


def test_the_constant_attribute_is_what_breaks_the_two_rows():
    """Without constant attributes both stand; the finding is that corner."""
    constant = {
        "n": 2, "m": 1, "P": ["1/2", "1/2"], "W": [["1"], ["1"]], "k": 1, "U": [["1"], ["1"]],
    }
    assert holds("proposition-3.6", constant) is False
    assert holds("theorem-3.7-i", constant | {"c": "0"}) is False
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-3.7-i-repaired", constant | {"c": "0"})


# Three people; the answer “no, none” tells every gender, and hardly comes.
def test_the_other_answer_tells_all():
    moves = {"n": 3, "m": 0, "p": "7/10", "j": 0}
    assert holds("example-3.11.safe@definition-3.3", moves) is False


def test_the_printed_threshold_is_rounded_up():
    """ln(10/7) = 0.3567 is below 0.36."""
    moves = {"n": 2, "P": ["3/10", "7/10"], "S": [["1", "0"], ["0", "1"]]}
    assert holds("example-3.11.entropy@rounded", moves | {"P": ["31/100", "69/100"]}) is True
    assert holds("example-3.11.entropy@literal", moves) is False


def test_the_least_entropy_is_reached():
    """Where the second value has the probability 7/10; with another one the row says nothing."""
    moves = {"n": 2, "P": ["3/10", "7/10"], "S": [["1", "0"], ["0", "1"]]}
    assert holds("example-3.11.entropy-least", moves) is not False
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("example-3.11.entropy-least", moves | {"P": ["7/10", "3/10"]})


# The likeliest symbol is told at the level H(P), and at no level below.
def test_singling_out_at_the_entropy():
    """A mechanism that tells a symbol of probability 3/4 leaks ln(4/3) = 0.2877."""
    moves = {
        "n": 2, "m": 2, "P": ["1/4", "3/4"], "W": [["0", "1"], ["1/4", "3/4"]], "eps": "7/25",
    }
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("corollary-3.10", moves)
    assert holds("corollary-3.10", moves | {"W": [["1/2", "1/2"], ["5/8", "3/8"]]}) is True


def test_what_the_attributes_of_the_threat_models_need():
    """With fewer pieces than (1 − P(b))/P(b) another value is likelier, and the ratio is less."""
    moves = {
        "n": 2, "m": 2, "P": ["1/10", "9/10"], "W": [["1", "0"], ["0", "1"]], "t": 0, "b": 0,
        "N": 9,
    }
    assert decide_left(moves)
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-2.4.randomised-attained", moves | {"N": 8})


def decide_left(moves: dict[str, Any]) -> bool:
    """Whether the left side is ln 10 at the instance, to ten digits."""
    statement = LEAVES["theorem-2.4.randomised-attained"].statement
    assert statement is not None
    reading = BallReading({})
    env = read_moves(statement.variables, moves, reading)
    left = statement.then.left  # type: ignore[attr-defined]
    near = rational(23025850929, 10**10), rational(23025850930, 10**10)
    found = decide(And((normal(left >= near[0]), normal(left <= near[1]))), env, reading)
    return found is True

