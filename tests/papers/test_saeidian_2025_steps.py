"""Saeidian et al. (2025): steps of Appendices A.1, B.1, Example 3.11 at known instances."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.papers.test_saeidian_2025_leakage import LEAVES, holds
from verified.kernel.truth import BallReading
from verified.kernel.values import read_moves

BELIEFS: dict[str, Any] = {
    "n": 2, "Q": ["1/2", "1/2"], "R": ["1/4", "3/4"], "m": 2, "W": [["1", "0"], ["1/2", "1/2"]],
    "y": 0, "x": 1,
}


def test_the_density_of_posteriors_is_bounded():
    assert holds("theorem-3.4-steps.bounded", BELIEFS | {"c": "3/2"}) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-3.4-steps.bounded", BELIEFS | {"c": "1"})


def test_settings_that_are_off():
    """ε/(k − 1) above 1 − ε: a setting that is off twice is likelier."""
    moves = {"k": 2, "s": "1/3", "j": 2, "l": 3}
    assert holds("theorem-4.2-steps.eq-b3", moves) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-4.2-steps.eq-b3", moves | {"s": "3/4"})


@pytest.mark.parametrize(("n", "m"), [(1, 0), (3, 1), (4, 2)])
def test_the_leakage_of_an_affirmative_answer(n, m):
    """Equal irrational numbers aren't decided in balls, unequal ones are."""
    moves = {"n": n, "m": m, "p": "7/10"}
    assert holds("example-3.11.yes-leak", moves) is not False
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("example-3.11.yes-leak", moves | {"m": n})


OPPOSITE: dict[str, Any] = {"D": [2, 2], "x0": 0, "x1": 3, "i": 0, "r": "1/3"}


@pytest.mark.parametrize(("q", "share"), [("1/3", 1 / 3), ("2/3", 2 / 3)])
def test_the_sharp_leakage_of_one_of_two_equal_entries(q: str, share: float):
    """By the law of the entry and the outcome's likelihoods, worked out here: two databases of two
    entries, of which the other one gives the outcome with 1/18."""
    statement = LEAVES["theorem-4.3-sharp.attained"].statement
    assert statement is not None
    reading = BallReading({})
    env = read_moves(statement.variables, OPPOSITE | {"q": q}, reading)
    printed = reading.term(statement.then.right, env)
    likelihoods, law = (1 / 18, 1 / 2), (1 - share, share)
    seen = sum(p * w for p, w in zip(law, likelihoods, strict=True))
    leaked = max(math.log(w / seen) for w in likelihoods)
    assert float(printed.mid()) == pytest.approx(leaked, rel=1e-12)
    of_three = OPPOSITE | {"q": q, "D": [3, 2], "x1": 5}
    assert holds("theorem-4.3-sharp.attained", of_three) is not False
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-4.3-sharp.attained", OPPOSITE | {"q": q, "x1": 1})


def test_the_kernel_of_a_single_entry_is_no_law():
    assert holds("theorem-4.5-steps.kernel", {"k": 1, "w": 0, "s": "1/2"}) is False
    assert holds("theorem-4.5-steps.kernel", {"k": 2, "w": 0, "s": "1/2"}) is True
