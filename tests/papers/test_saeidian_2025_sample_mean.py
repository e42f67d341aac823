"""Saeidian et al. (2025), Example 3.1: the quantised mean on its cells' ends, and off them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.papers.test_saeidian_2025_leakage import LEAVES, holds
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import equals, log, rational
from verified.papers.saeidian_2025 import sample_mean as stated
from verified.syntax.goals import normal

# Fair bits, and cells that meet at their mean, or left of it.
FAIR: dict[str, Any] = {
    "r": 2, "P": ["1/2", "1/2"], "v": ["0", "1"], "c": "1/2", "e": "10", "t": "1/2",
}
INNER = FAIR | {"c": "-10"}
SIZES = [stated.values, stated.law, stated.worth, stated.rows, stated.start, stated.end]


def near(term: Any, expected: Any, variables: Any, moves: dict[str, Any]) -> bool:
    """Whether a term is a number up to 1e-30."""
    reading, tiny = BallReading({}), rational("1e-30")
    env = read_moves(variables, moves, reading)
    inside = [decide(normal(part), env, reading)
              for part in (expected - tiny <= term, term <= expected + tiny)]
    return inside == [True, True]


@pytest.mark.parametrize("n", [1, 3, 5])
def test_a_mean_where_its_cell_begins_stays_a_fair_coin(n):
    moves = FAIR | {"n": n}
    assert holds("example-3.1.limit", moves) is False
    own = {name: moves[name] for name in ("r", "P", "v", "n", "c", "e")}
    assert near(stated.entropy, log(2), SIZES, own)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_mean_inside_of_its_cell(n):
    moves = INNER | {"n": n}
    for name in ("example-3.1.limit", "example-3.1-repaired.limit",
                 "example-3.1-repaired.own-cell"):
        assert holds(name, moves) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("example-3.1-repaired.limit", FAIR | {"n": n})
    with pytest.raises(AssertionError, match="hypotheses"):
        # Too few entries for so narrow a cell.
        holds("example-3.1-repaired.limit", moves | {"c": "1/4"})


def test_the_larger_entropy():
    """Of a constant entry it is 0; so is what that of the mean goes to."""
    assert holds("example-3.1.larger", {"r": 1, "P": ["1"]}) is False
    assert holds("example-3.1.larger", {"r": 2, "P": ["1/5", "4/5"]}) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("example-3.1-repaired.larger", {"r": 1, "P": ["1"]})


def test_chebyshev_is_tight():
    """One fair bit is never within 1/2 of its mean: nothing less than its variance would do."""
    name = "example-3.1-repaired.large-numbers"
    moves = {"r": 2, "P": ["1/2", "1/2"], "v": ["0", "1"], "n": 1, "d": "1/2"}
    statement = LEAVES[name].statement
    assert statement is not None
    reading = BallReading({})
    env = read_moves(statement.variables, moves, reading)
    left, right = statement.then.left, statement.then.right
    assert decide(normal(left <= right * rational(99, 100)), env, reading) is False
    assert decide(normal(equals(right, rational(1, 4))), env, reading) is True


def test_one_entry_has_its_law_among_others():
    moves = {"r": 2, "P": ["1/3", "2/3"], "k": 2, "u": 0}
    statement = LEAVES["example-3.1.row"].statement
    assert statement is not None
    assert near(statement.then.left, rational(1, 3), statement.variables, moves)
