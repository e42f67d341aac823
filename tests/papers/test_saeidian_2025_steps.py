"""Saeidian et al. (2025): steps of Appendices A.1, B.1, Example 3.11 at known instances."""

from __future__ import annotations

from typing import Any

import pytest

from tests.papers.test_saeidian_2025_leakage import holds

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
