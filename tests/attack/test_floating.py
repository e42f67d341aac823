"""The float reading: what is kept within an evaluation is what would be worked out again."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest

from verified.attack import floating
from verified.attack.floating import FloatReading, satisfaction
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
    Term,
    claim,
    either,
    equals,
    every,
    negation,
    output,
    rational,
    smallest,
    total,
)
from verified.measures.readings import Unreadable
from verified.papers import papers
from verified.syntax.claims import Claim, find
from verified.syntax.sorts import ClaimError

n = Size("n")
P, Q, W, t = Pmf("P", n), Pmf("Q", n), Channel("W", n, n), Real("t")
x, y = Symbol("x", n), Symbol("y", n)

ROWS = [
    "cuff-yu-2016/property-1", "cuff-yu-2016/theorem-1-order", "cuff-yu-2016/corollary-4",
    "nuradha-goldfeld-2022/theorem-1-i", "nuradha-goldfeld-2022/theorem-1-steps",
    "nuradha-goldfeld-2022/corollary-1", "ngo-2024/theorem-1b", "ngo-2024/eq-8",
    "ngo-2024/theorem-2a-repaired",
]  # fmt: skip


class Forgetful(FloatReading):
    """Keeps nothing."""

    def _worth_keeping(self, term: Term) -> None:
        return None


def leaves() -> list[Claim]:
    return [leaf for key in ROWS for leaf in find(papers(), key).leaves()]


@pytest.mark.parametrize("leaf", leaves(), ids=lambda leaf: leaf.name)
def test_scores_are_those_of_a_reading_that_keeps_nothing(leaf: Claim) -> None:
    assert leaf.statement is not None
    searcher = Searcher(leaf.key, leaf.statement, "refutation", 1)
    rng, compared = np.random.default_rng(2), 0
    for _ in range(6):
        drawn = searcher.draw(rng)
        if drawn is None or drawn[0].coordinates > 60:
            continue
        layout, tight = drawn
        points = draw_points(layout, 3, rng)
        found = []
        for reading in (FloatReading(), Forgetful()):
            objective = Objective(
                layout, searcher.target.given, searcher.target.conclusion, tight
            )
            objective.reading = reading
            with contextlib.suppress(Unreadable, ClaimError):
                scores = objective.score(points)
                near = objective.score_near(points.part(slice(0, 1)))
                found.append((scores.objective, scores.violation, scores.feasible, near.objective))
        assert len(found) in (0, 2)
        if found:
            for one, two in zip(*found, strict=True):
                np.testing.assert_array_equal(one, two)
            compared += 1
    assert compared or leaf.statement.given


def at(term: Term, env: dict[str, Any], reading: FloatReading) -> Any:
    return np.asarray(reading.record(lambda: reading.real(term, env)))


def test_a_sum_under_a_binder_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """But one that depends on the binder's variable for each of its values."""
    asked: list[str] = []
    real = floating.Reading.term

    def term(self: Any, term: Term, env: Any) -> Any:
        asked.append(str(term))
        return real(self, term, env)

    monkeypatch.setattr(floating.Reading, "term", term)
    mean, row = output(P, W), W[y]
    stated = total(y, mean[y] * KL(row, mean) * total(x, P[x] * t))
    rng = np.random.default_rng(0)
    env = {"n": 4, "P": rng.dirichlet(np.ones(4), 5), "W": rng.dirichlet(np.ones(4), (5, 4)),
           "t": rng.random(5)}
    kept = at(stated, env, FloatReading())
    counts = {str(part): asked.count(str(part)) for part in (mean, row, total(x, P[x] * t))}
    assert list(counts.values()) == [1, 4, 1]
    np.testing.assert_array_equal(kept, at(stated, env, Forgetful()))


def test_nothing_is_kept_from_one_evaluation_or_environment_to_the_next() -> None:
    reading = FloatReading()
    term = TV(P, Q)

    def both() -> list[float]:
        found = []
        for place in range(3):
            env = {"n": 2, "P": np.array([[1.0, 0.0]]), "Q": np.array([[1 - place / 4, place / 4]])}
            found.append(float(np.asarray(reading.real(term, env))[0]))
        return found

    assert reading.record(both) == [0.0, 0.25, 0.5]
    assert reading.replay(both) == [0.0, 0.25, 0.5]
    assert reading._kept is None


def test_a_disjunction_that_sizes_meet_asks_no_more() -> None:
    reading = FloatReading()
    env = {"n": 2}
    # P and Q are missing: they aren't looked at.
    assert satisfaction(either(n <= 3, TV(P, Q) <= 1), env, reading) > 0
    with pytest.raises(KeyError):
        satisfaction(either(n <= 1, TV(P, Q) <= 1), env, reading)
    with pytest.raises(KeyError):
        satisfaction(either(negation(n <= 3), TV(P, Q) <= 1), env, reading)


def test_equal_symbols_are_no_edge() -> None:
    """An equality of whole numbers that holds does so with room to spare, and so with what it is
    joined to: else nobody would put before the kernel that no other symbol is likelier."""
    reading = FloatReading()
    env = {"n": 2, "x": 1, "y": 1}
    assert satisfaction(equals(x, y), env, reading) == 1
    assert satisfaction(equals(x, y), env | {"y": 0}, reading) < 0
    assert satisfaction(equals(t, 1), env | {"t": np.array([1.0])}, reading) == 0
    assert satisfaction(either(equals(x, y), t > 1), env | {"t": np.array([0.0])}, reading) == 1


def test_the_tiniest_mass_is_above_0() -> None:
    """What is drawn has no rounding, other than a difference of sums."""
    law, reading = np.array([[1.0, 1e-200], [1.0, 0.0]]), FloatReading()
    env = {"n": 2, "P": law, "Q": law, "x": 1, "t": np.array([1e-50, 1.0])}
    least = smallest(x, P[x])
    for told in (P[x] > 0, negation(P[x] <= 0), least > 0, P[x] * t > 0):
        above, at_zero = satisfaction(told, env, reading)
        assert above > 0.5
        assert at_zero < 0
    apart = P[x] - Q[x] + rational(1, 10**16) > 0
    assert (satisfaction(apart, env, reading) < 0).all()


def test_a_strict_hypothesis_on_its_edge_counts_as_not_met() -> None:
    """As else a mass of 0 looks better than any above it, and no climb leads from there."""
    told = claim("edge", forall=[P, Q], given=[every(x, Q[x] > 0)], then=KL(P, Q) <= 400)
    assert told.statement is not None
    searcher = Searcher(told.key, told.statement, "refutation", 0)
    layout = Layout(searcher.target.variables, told.statement.given, {"n": 2})
    objective = Objective(layout, searcher.target.given, searcher.target.conclusion, ())
    points = draw_points(layout, 200, np.random.default_rng(0))
    zero = np.concatenate([law.min(axis=-1) for law in points.laws()], axis=-1)[:, 1] == 0
    assert 0 < zero.sum() < len(zero)
    scores = objective.score(points)
    assert scores.objective[zero].max() < scores.objective[~zero].min()
    assert not scores.feasible[zero].any()
