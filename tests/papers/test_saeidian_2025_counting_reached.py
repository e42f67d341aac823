"""Saeidian et al. (2025), Appendix B.3 and Definition 4.1: known values, and what must fail."""

from __future__ import annotations

from typing import Any

import pytest

from tests.papers.test_saeidian_2025_leakage import LEAVES, holds
from tests.papers.test_saeidian_2025_sample_mean import near
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import exp, log, rational
from verified.papers.saeidian_2025 import counting_reached as stated
from verified.syntax.goals import normal

# Two entries of three symbols, of which the last two satisfy the predicate.
TWO: dict[str, Any] = {
    "r": 3, "P": ["1/2", "1/3", "1/6"], "f": [1, 2], "k": 1, "b": "1/2", "y": "3/2",
}
KNOWN = [stated.symbols, stated.law, stated.predicate, stated.others, stated.scale, stated.point]


def test_the_leakage_beyond_all_shares():
    """1/(nb) = 1 and p = 1/2 on both sides: 1 − ln((1 + e)/2)."""
    expected = 1 - log((1 + exp(1)) / 2)
    for point in ("3/2", "1", "0", "-2"):
        assert near(stated.leaked, expected, KNOWN, TWO | {"y": point})


def test_less_leaks_between():
    reading = BallReading({})
    env = read_moves(KNOWN, TWO | {"y": "1/2"}, reading)
    less = stated.leaked <= 1 - log((1 + exp(1)) / 2) - rational(1, 100)
    assert decide(normal(less), env, reading) is True


@pytest.mark.parametrize("name", ["above", "below"])
def test_the_predicate_must_be_possible(name):
    """Where no value satisfies it, or each does, nothing leaks of the entry."""
    moves = TWO | {"y": "2" if name == "above" else "-2"}
    with pytest.raises(AssertionError, match="hypotheses"):
        holds(f"proposition-4.6-values.{name}", moves | {
            "f": [] if name == "above" else [0, 1, 2]})


def test_the_supremum_is_approached_as_p_falls_to_c():
    for least, share in (("2/5", "1/10"), ("49/100", "1/100")):
        assert holds("proposition-4.6-attained", TWO | {"c": least}) is True
        statement = LEAVES["proposition-4.6-attained"].statement
        assert statement is not None
        reading = BallReading({})
        env = read_moves(statement.variables, TWO | {"c": least}, reading)
        gap = stated.share - statement.variables[-1]
        one, ten = share.split("/")
        assert decide(normal(gap <= rational(int(one), int(ten))), env, reading) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        # Right of no share: the leakage isn't that of the case.
        holds("proposition-4.6-attained", TWO | {"c": "2/5", "y": "1/2"})


def test_definition_4_1_at_an_outcome_that_never_comes():
    moves = {
        "D": [2], "m": 2, "M": [["1", "0"], ["1", "0"]], "d": 0, "i": 0, "v": 0, "w": 1, "y": 1,
        "eps": "1",
    }
    assert holds("definition-4.1.only-if@literal", moves) is False
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("definition-4.1.only-if@possible", moves)
    assert holds("definition-4.1.only-if@possible", moves | {"y": 0}) is True
