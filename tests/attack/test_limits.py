"""Limits of the search: batches are split by memory, and a time limit ends a round at once."""

from __future__ import annotations

import time

import numpy as np
import pytest

from verified.attack import attack, objective, search
from verified.attack.floating import UNDEFINED, relations, satisfaction
from verified.attack.objective import Objective
from verified.attack.search import Searcher
from verified.instances.draw import draw_points
from verified.instances.layout import Layout
from verified.language import (
    KL,
    TV,
    Channel,
    Pmf,
    Real,
    Size,
    Symbol,
    capacity,
    claim,
    every,
    exp,
    information,
    integral,
    sqrt,
    total,
)
from verified.numbers.limits import OutOfTime, limited
from verified.syntax.goals import goal

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
PINSKER = claim("pinsker", forall=[P, Q], then=2 * TV(P, Q) ** 2 <= KL(P, Q)).statement
CAPACITY = claim("capacity", forall=[P, W], then=information(P, W) <= capacity(W)).statement

x, y = Symbol("x", n), Symbol("y", n)
PAIRS = claim(
    "pairs", forall=[P], then=every(x, every(y, P[x] + P[y] <= 2))
).statement


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


def test_what_is_quantified_over_is_left_at_the_deadline() -> None:
    made, _ = scored(PAIRS, {"n": 3})
    points = draw_points(made.layout, 2, np.random.default_rng(1))
    env, _ = made.values(points)
    with limited(time.monotonic() - 1), pytest.raises(OutOfTime):
        satisfaction(made.conclusion, env, made.reading)


def test_a_quantity_of_laws_is_left_at_the_deadline() -> None:
    made, _ = scored(PINSKER, {"n": 3})
    points = draw_points(made.layout, 2, np.random.default_rng(1))
    env, _ = made.values(points)
    with limited(time.monotonic() - 1), pytest.raises(OutOfTime):
        made.reading.term(KL(P, Q), env)


def test_relations_are_counted_along_what_is_quantified_over() -> None:
    made, _ = scored(PAIRS, {"n": 7})
    assert made.relations() == 49
    assert relations(made.conclusion, {"n": 11}, made.reading) == 121


def test_a_structure_with_too_many_relations_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "MOST_RELATIONS", 10)
    searcher = Searcher("pairs", PAIRS, "refutation", 0)
    drawn = [searcher.draw(np.random.default_rng(seed)) for seed in range(40)]
    sizes = [found[0].structure["n"] for found in drawn if found is not None]
    assert sizes
    assert max(sizes) == 3
    monkeypatch.setattr(search, "MOST_RELATIONS", 0)
    report = attack(PAIRS, budget=100, seconds=5)
    assert report.status == "untried"
    assert "relations are to be decided" in report.unread


def test_a_round_ends_at_its_deadline_and_says_what_it_did() -> None:
    searcher = Searcher("pinsker", PINSKER, "refutation", 0)
    searcher.limit(time.monotonic() - 1)
    found = searcher.round(0)
    assert found.certificate is None
    assert found.evaluations <= 400


def test_what_the_limit_cut_short_before_any_instance_was_not_tried() -> None:
    report = attack(PINSKER, seconds=1e-6)
    assert (report.status, report.starts, report.interrupted) == ("untried", 0, True)


def test_an_integral_of_another_kind_than_can_be_read_is_said_to_be() -> None:
    s, t = Real("s", ">0"), Real("t", ">=0")
    unread = claim("unread", forall=[s], then=integral(t, exp(-t) * sqrt(s / (1 + t))) <= 1)
    report = attack(unread.statement, budget=100, seconds=5)
    assert report.status == "untried"
    assert "no sum of exponentials of t" in report.unread
    # Without kinks the closed form of the tail is all of it.
    read = claim("read", forall=[s], then=integral(t, exp(-s * t)) <= 1)
    assert attack(read.statement, budget=100, seconds=5).status == "refuted"


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


# --- light batches, which are taken whole without being measured ----------------------------------


def light(statement, structure, points=12):  # type: ignore[no-untyped-def]
    target = goal(statement, "refutation")
    layout = Layout(target.variables, statement.given, structure)
    made = Objective(layout, target.given, target.conclusion, ())
    return made, draw_points(layout, points, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("statement", "structure"), [(PINSKER, {"n": 3}), (CAPACITY, {"n": 2, "m": 3})]
)
def test_a_light_batch_is_not_measured_and_scores_the_same(
    monkeypatch: pytest.MonkeyPatch, statement, structure
) -> None:
    with monkeypatch.context() as heavy:
        heavy.setattr(objective, "LIGHT_BYTES", -1)
        measured, points = light(statement, structure)
        expected = measured.score(points)
    monkeypatch.setattr(Objective, "_measured", None)
    made, _ = light(statement, structure)
    found = made.score(points)
    for name in ("objective", "violation", "feasible"):
        assert np.array_equal(getattr(expected, name), getattr(found, name))
    # So little needs no measuring to be climbed from, either.
    assert made.climbable


def test_what_a_light_batch_leaves_open_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a point is climbed from is told by what it takes, wherever its values alone don't
    tell that it is little."""
    seen: list[int] = []
    monkeypatch.setattr(Objective, "_measured", lambda self, points: seen.append(1) or 10**6)
    made, points = light(PINSKER, {"n": 3})
    made.score(points)
    assert not seen
    monkeypatch.setattr(objective, "_ON_THE_WAY", 10**6)
    assert made.climbable
    monkeypatch.setattr(objective, "CLIMBABLE_BYTES", 10**6)
    assert not made.climbable
    assert seen == [1]


def test_a_batch_that_is_not_light_is_measured_and_split(monkeypatch: pytest.MonkeyPatch) -> None:
    made, points = light(PINSKER, {"n": 3})
    expected = made.score(points)
    monkeypatch.setattr(objective, "LIGHT_BYTES", 8 * 12)
    monkeypatch.setattr(objective, "MOST_BYTES", 1)
    seen = []
    real = Objective._score
    monkeypatch.setattr(
        Objective, "_score",
        lambda self, points, *rest: seen.append(len(points.scales)) or real(self, points, *rest),
    )
    found = light(PINSKER, {"n": 3})[0].score(points)
    # Whole until it is too large, two of it to measure, then one by one.
    assert seen == [12, 2, *[1] * 12]
    assert np.allclose(expected.violation, found.violation, atol=1e-12)


def test_suspects_are_told_from_the_values_of_the_score() -> None:
    """Rounding between equal sides counts as a violation where one is looked for, and nowhere
    else; an undefined side likewise."""
    tested = claim("tested", forall=[P], given=[n >= 2], then=KL(P, P) / KL(P, P) <= 1).statement
    made, points = light(tested, {"n": 3})
    scores = made.score_and_suspect(points)
    assert made.evaluations == 12
    assert (scores.violation == -1).all()
    assert (scores.suspect == UNDEFINED).all()
    assert made.score(points).suspect is None


def test_a_structure_without_a_law_is_passed_over() -> None:
    """Of no symbols there is none: where no structure has one nothing meets the hypotheses."""
    k = Size("k", low=0)
    V, a = Pmf("V", k), Symbol("a", k)
    nowhere = claim("nowhere", forall=[k, V], given=[k <= 0], then=total(a, V[a]) >= 2)
    assert attack(nowhere, budget=300).status == "unwitnessed"
    somewhere = claim("somewhere", forall=[k, V], given=[k <= 1], then=total(a, V[a]) >= 2)
    report = attack(somewhere, budget=300)
    assert report.status == "refuted"
    assert report.certificate is not None
    assert report.certificate["moves"]["k"] == 1
