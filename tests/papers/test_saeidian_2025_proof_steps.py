"""Saeidian et al. (2025), Appendices A.2, A.3 and A.5: steps at known instances, and mutants."""

from __future__ import annotations

from typing import Any

import pytest

from tests.papers.test_saeidian_2025_leakage import LEAVES, holds
from verified.attack import attack
from verified.language import claim, equals, log, min_entropy, negation
from verified.papers.saeidian_2025 import disclosure_steps as second
from verified.papers.saeidian_2025 import threshold_steps as fifth
from verified.papers.saeidian_2025.common import P, U, W, full, y

ROWS = ("theorem-3.5-steps", "proposition-3.6-steps", "proposition-3.8-steps")


def test_each_line_is_there():
    assert [sum(name.startswith(row + ".") for name in LEAVES) for row in ROWS] == [6, 10, 17]


# A symbol of probability 1/4 that never gives outcome 0, an attribute that tells X.
HALF: dict[str, Any] = {"n": 2, "m": 2, "k": 2, "P": ["1/4", "3/4"],
                        "W": [["0", "1"], ["1/2", "1/2"]], "U": [["1", "0"], ["0", "1"]]}


def test_the_chain_of_a2():
    assert holds("theorem-3.5-steps.apart", HALF | {"y": 0}) is not False
    assert holds("theorem-3.5-steps.supports", HALF | {"y": 0, "u": 1}) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("theorem-3.5-steps.supports", HALF | {"y": 0, "u": 0})


def test_no_share_for_a_constant_attribute():
    law: dict[str, Any] = {"n": 2, "k": 2, "P": ["1/4", "3/4"], "b": 0}
    assert holds("proposition-3.6-steps.share", law | {"U": [["1", "0"], ["0", "1"]]}) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("proposition-3.6-steps.share", law | {"U": [["1", "0"], ["1", "0"]]})


def test_how_small_alpha_has_to_be():
    """For p = 1/4 below 1/3."""
    moves: dict[str, Any] = {"n": 2, "P": ["1/4", "3/4"], "b": 0}
    assert holds("proposition-3.8-steps.larger", moves | {"alpha": "3/10"}) is True
    with pytest.raises(AssertionError, match="hypotheses"):
        holds("proposition-3.8-steps.larger", moves | {"alpha": "1/3"})


MUTANTS = {
    # The other way round: what is known is no more than what was believed.
    "supports": ([P, W, U, y, second.u], [full(P), second.believed[second.u] > 0],
                 second.known[second.u] > 0),
    # Of other values, too.
    "others": ([P, U, second.v, second.shown, second.share], [],
               equals(second.kept[second.v], (1 - second.share) * second.believed[second.v])),
    # Without the condition on λ.
    "smaller": ([P, U, second.shown, second.share], [],
                min_entropy(second.kept) < second.entropy),
    # With a larger α the other outcome tells more.
    "larger": ([P, fifth.rarest, fifth.chance], fifth.two_symbols,
               log(1 / (1 - fifth.chance * (1 - fifth.rare))) < log(1 / (1 - fifth.rare))),
    # The least probability isn't that of any symbol.
    "end": ([P, fifth.lowest, fifth.sharp], [full(P)],
            log(1 / (1 - fifth.least)) <= log(1 / fifth.shares)),
    # U = 0 isn't where b doesn't occur.
    "posterior-zero": ([P, fifth.rarest, fifth.lowest], [
        full(P), negation(equals(fifth.lowest, fifth.rarest))],
        fifth.posterior_entry(P, fifth.told, 0, fifth.lowest) >= 1),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_mutants_fall(name):
    forall, given, then = MUTANTS[name]
    found = claim("mutant", forall=forall, given=given, then=then)
    assert attack(found, seed=0, budget=20000, seconds=20).status == "refuted"
