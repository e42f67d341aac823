"""Saeidian et al. (2025), Appendix A.4: the steps that fall, and instances at which they do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.papers.test_saeidian_2025_leakage import LEAVES, holds
from verified.attack import attack
from verified.language import claim
from verified.papers.saeidian_2025 import appendix_a as steps
from verified.papers.saeidian_2025 import disclosure

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
