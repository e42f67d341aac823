"""Saeidian et al. (2025), Appendix A.4 and Theorem 4.3: steps that fall, and false neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from tests.papers.test_saeidian_2025_leakage import LEAVES, holds
from verified.attack import attack
from verified.language import claim, entries, equals, exp, rational
from verified.papers.saeidian_2025 import appendix_a as steps
from verified.papers.saeidian_2025 import correlated as theorem
from verified.papers.saeidian_2025 import disclosure
from verified.papers.saeidian_2025.common import attribute_leakage
from verified.papers.saeidian_2025.databases import D, i

STEPS = "theorem-3.7-steps"
REFUTED = ["first@literal", "most@literal", "another", "second@literal", "capacity",
           "extremes@literal", "value@literal"]


@pytest.mark.parametrize("name", REFUTED)
def test_the_attack_refutes(name):
    statement = LEAVES[f"{STEPS}.{name}"].statement
    assert attack(statement, seed=0, budget=20000, seconds=20).status == "refuted"


# A secret of two equally likely symbols, an outcome that symbol 0 gives surely and symbol 1 never.
SURE: dict[str, Any] = {"n": 2, "m": 2, "k": 2, "Q": ["1/2", "1/2"],
                        "W": [["1", "0"], ["0", "1"]], "U": [["1", "0"], ["0", "1"]], "y": 0,
                        "u": 0, "eps": "1/10"}


def test_a_constant_attribute_has_no_second_value():
    """U is 0 in any case: the other value has no probability, q(·|u₂) no meaning."""
    constant = SURE | {"U": [["1", "0"], ["1", "0"]]}
    assert holds(f"{STEPS}.another", SURE) is True
    assert holds(f"{STEPS}.another", constant) is False
    with pytest.raises(AssertionError, match="hypotheses"):
        holds(f"{STEPS}-repaired.another", constant)


def test_the_capacity_is_reached_where_it_is_said_to_be_exceeded():
    """Likelihoods 3/4 and 1/4: their ratio is e^C."""
    moves = {"n": 2, "m": 2, "Q": ["1/2", "1/2"], "W": [["3/4", "1/4"], ["1/4", "3/4"]],
             "y": 0, "x": 1}
    assert holds(f"{STEPS}.capacity", moves) is not True
    assert holds(f"{STEPS}.capacity", moves | {"x": 0}) is True


def test_a_value_that_is_never_taken():
    """X_v is empty: the odds against v are x/0, its posterior is 0."""
    moves = {"n": 1, "m": 1, "k": 2, "Q": ["1"], "W": [["1"]], "V": [["1", "0"]], "y": 0, "v": 1}
    assert holds(f"{STEPS}.odds@literal", moves) is False
    assert holds(f"{STEPS}.odds@possible", moves | {"v": 0}) is True


MUTANTS = {
    # Without the least probability of a symbol in it, the last bound is none.
    "end": ([disclosure.Q, disclosure.W, disclosure.V, steps.y, steps.value],
            [*steps.known_value, steps.seen > 0, steps.share > 0, steps.finite],
            steps.by_extremes <= steps.by_capacity),
    # The share of the other symbols doesn't do for the values' own.
    "bounded": ([disclosure.Q, disclosure.W, disclosure.V, steps.y, steps.value],
                [*steps.known_value, steps.in_part > 0],
                steps.posterior_value <= 1 / (1 + steps.little * steps.share / (
                    steps.most * (1 - steps.share)))),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_mutants_fall(name):
    forall, given, then = MUTANTS[name]
    found = claim("mutant", forall=forall, given=given, then=then)
    assert attack(found, seed=0, budget=30000, seconds=20).status == "refuted"


# Four bits, 0000 and 1111; at e^(−ε) = 1/8 nearly all of an entry is told, at 9/10 hardly anything.
PAIR: dict[str, Any] = {"D": [2, 2, 2, 2], "x0": 0, "x1": 15, "i": 1, "r": "1/8", "delta": "1/10",
                        "eta": "1/100"}


def test_what_theorem_4_3_supposes():
    """Opposite databases, little noise, and nearly all of the probability on the two."""
    assert holds("theorem-4.3.leaks", PAIR) is True
    for moves in ({"r": "9/10"}, {"eta": "1/2"}, {"x1": 14}):
        with pytest.raises(AssertionError, match="hypotheses"):
            holds("theorem-4.3.leaks", PAIR | moves)
    two = {name: PAIR[name] for name in ("D", "x0", "x1", "i", "eta")}
    assert holds("theorem-4.3.correlated", two) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-4.3.correlated", two | {"D": [2], "x1": 1, "i": 0})


def test_how_many_entries_theorem_4_3_needs():
    """At e^δ = 1.105… and r = 1/8: 8^n at least 5/0.105…, which n = 2 has; η at most 0.0065."""
    moves = {"n": 2, "r": "1/8", "delta": "1/10"}
    assert holds("theorem-4.3.leaks-entries", moves) is True
    assert holds("theorem-4.3.leaks-met", moves | {"eta": "13/2000"}) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-4.3.leaks-entries", moves | {"n": 1})
    for fails in ({"n": 1, "eta": "0"}, {"eta": "7/1000"}):
        with pytest.raises(AssertionError, match="hypotheses"):
            holds("theorem-4.3.leaks-met", moves | fails)


def test_the_most_that_an_entry_leaks():
    """ln 4, where its value of probability 1/4 is released."""
    moves = {"D": [2, 2], "i": 0, "P": ["1/8", "1/8", "1/2", "1/4"], "r": 0}
    assert holds("theorem-4.3.largest-reached", moves) is not False
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-4.3.largest-reached", moves | {"r": 1})


def test_no_theorem_with_half_the_slack():
    found = claim("mutant", forall=[
        D, theorem.first, theorem.last, i, theorem.factor, theorem.delta, theorem.spread,
    ], given=[theorem.opposite, theorem.two_values, theorem.ratio * (
        theorem.ratio + theorem.factor ** entries(D)) < exp(theorem.delta)],
        then=theorem.epsilon_max(theorem.prior) - theorem.delta / 2 < attribute_leakage(
            theorem.prior, theorem.mechanism, theorem.answer, theorem.entry))
    assert attack(found, seed=0, budget=30000, seconds=10).status == "refuted"


@pytest.mark.parametrize("changed", [rational(99, 100), rational(101, 100)])
def test_the_sharp_leakage_is_neither_less_nor_more(changed: Any) -> None:
    found = claim("mutant", forall=[
        D, theorem.first, theorem.last, i, theorem.factor, theorem.share,
    ], given=[theorem.opposite], then=equals(
        attribute_leakage(theorem.pair, theorem.mechanism, theorem.answer, theorem.entry),
        changed * theorem.most_leaked(theorem.share, theorem.factor ** entries(D))))
    assert attack(found, seed=0, budget=30000, seconds=10).status == "refuted"


def test_an_attribute_that_is_nearly_always_the_same():
    """It has the value 0 with probability 0.994 at least: an entropy of −ln 0.994 at most."""
    moves = {"n": 2, "k": 2, "t": "1/100", "U": [["994/1000", "6/1000"], ["1", "0"]]}
    assert holds("no-consistently-small-entropy", moves) is False
    assert holds("no-consistently-small-entropy", moves | {
        "U": [["9/10", "1/10"], ["1/10", "9/10"]]}) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("no-consistently-small-entropy", moves | {"U": [["9/10", "1/10"]] * 2})


def test_the_tails_of_a_counting_question():
    """Five people, at most one woman expected to be rare; at m ≥ n the divergence has no value."""
    moves = {"n": 5, "m": 1, "p": "7/10"}
    assert holds("example-3.11.yes-tail", moves) is not False
    assert holds("example-3.11.no-tail@literal", {"n": 2, "m": 2, "p": "1/2"}) is False
    for fails in ({"m": 0}, {"m": 4}):
        with pytest.raises(AssertionError, match="hypotheses"):
            holds("example-3.11.yes-tail", moves | fails)
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("example-3.11.no-tail@below-n", {"n": 2, "m": 2, "p": "1/2"})
