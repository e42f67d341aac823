"""Limits of the search: batches are split by memory, and a time limit ends a round at once."""

from __future__ import annotations

import time

import numpy as np
import pytest

from verified.attack import attack, objective
from verified.attack.objective import Objective, OutOfTime
from verified.attack.search import Searcher
from verified.instances.draw import draw_points
from verified.instances.layout import Layout
from verified.language import KL, TV, Channel, Pmf, Size, capacity, claim, information
from verified.language.goals import goal

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
PINSKER = claim("pinsker", forall=[P, Q], then=2 * TV(P, Q) ** 2 <= KL(P, Q)).statement
CAPACITY = claim("capacity", forall=[P, W], then=information(P, W) <= capacity(W)).statement


def scored(statement, structure, deadline=None) -> tuple[Objective, objective.Scores]:
    target = goal(statement, "refutation")
    layout = Layout(target.variables, statement.given, structure)
    made = Objective(layout, target.given, target.conclusion, (), deadline)
    return made, made.score(draw_points(layout, 12, np.random.default_rng(1)))


@pytest.mark.parametrize(
    ("statement", "structure"), [(PINSKER, {"n": 3}), (CAPACITY, {"n": 2, "m": 3})]
)
def test_a_split_batch_scores_as_a_whole_one(monkeypatch, statement, structure) -> None:
    _, whole = scored(statement, structure)
    monkeypatch.setattr(objective, "MOST_BYTES", 1)
    _, parts = scored(statement, structure)
    for name in ("objective", "violation", "feasible"):
        assert np.allclose(getattr(whole, name), getattr(parts, name), atol=1e-9)


def test_points_whose_neighbours_take_too_much_are_not_climbed_from(monkeypatch) -> None:
    made, _ = scored(PINSKER, {"n": 3})
    assert made.climbable
    monkeypatch.setattr(objective, "CLIMBABLE_BYTES", 1)
    assert not made.climbable


def test_nothing_is_scored_after_the_deadline() -> None:
    with pytest.raises(OutOfTime):
        scored(PINSKER, {"n": 3}, deadline=time.monotonic() - 1)


def test_a_round_ends_at_its_deadline_and_says_what_it_did() -> None:
    searcher = Searcher("pinsker", PINSKER, "refutation", 0)
    searcher.limit(time.monotonic() - 1)
    found = searcher.round(0)
    assert found.certificate is None
    assert found.evaluations <= 400


def test_what_the_limit_cut_short_is_no_less_than_survived() -> None:
    report = attack(PINSKER, seconds=1e-6)
    assert (report.status, report.interrupted) == ("survived", True)


def test_a_structure_that_takes_too_much_memory_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under a limit on the process's memory; the round goes on with the other structures."""
    real, met = Objective.score, []

    def score(self, points):  # type: ignore[no-untyped-def]
        met.append(self.layout.structure["n"])
        if len(met) == 1:
            raise MemoryError
        return real(self, points)

    monkeypatch.setattr(Objective, "score", score)
    n = Size("n")
    P, Q = Pmf("P", n), Pmf("Q", n)
    tested = claim("false", forall=[P, Q], then=KL(P, Q) <= TV(P, Q))
    assert tested.statement is not None
    found = Searcher("false", tested.statement, "refutation", 0).round(0)
    assert len(met) > 1
    assert found.certificate is not None
