"""Points outside of the hypotheses are moved to their edge, and to nowhere else."""

import numpy as np
import pytest

from verified.attack.objective import Objective
from verified.attack.search import Searcher
from verified.attack.within import moved_within
from verified.instances.draw import draw_points
from verified.instances.layout import Layout
from verified.reading.statements import read_statement


def batch(text, sizes, count=24, seed=0):  # type: ignore[no-untyped-def]
    """An objective of a claim at these sizes, and a batch of draws."""
    statement = read_statement(text)
    target = Searcher("k", statement, "refutation", seed).target
    layout = Layout(target.variables, statement.given, sizes)
    objective = Objective(layout, target.given, target.conclusion, ())
    objective.possible()
    return objective, draw_points(layout, count, np.random.default_rng(seed))


@pytest.mark.parametrize(("text", "sizes"), [
    # Ratios, divergences, a bound for all orders, two bounds at once, bounds on masses.
    ("if P <= 2 Q and Q <= 2 P then TV(P,Q) <= 0.3", {"n": 3}),
    ("if D(P||Q) <= 1/10 then TV(P,Q) <= 1/5", {"n": 4}),
    ("if for every a in (1, 2]: D_a(P||Q) <= a/10 then TV(P,Q) <= 1/5", {"n": 3}),
    ("if TV(P,Q) >= 0.98 and D(P||Q) <= 5 then D(Q||P) <= 50", {"n": 3}),
    ("if for every x, y, z: W(y|x) <= 2 W(y|z) then C(W) <= 1/20", {"n": 3, "m": 3}),
    ("if C(W) >= 1/2 then eta_TV(W) >= 3/4", {"n": 2, "m": 3}),
])  # fmt: skip
def test_moved_points_meet_the_hypotheses_and_lie_at_their_edge(text, sizes) -> None:  # type: ignore[no-untyped-def]
    objective, points = batch(text, sizes)
    feasible = objective.score(points).feasible
    assert not feasible.all()
    rng = np.random.default_rng(1)
    moved = moved_within(objective, points, feasible, rng)
    assert moved is not None
    slack = objective.slack(moved)
    assert (slack >= 0).all()
    # A thousandth of the way further they would be outside, but for those that no way leads out of.
    assert np.median(slack) < 0.02


def test_nothing_is_moved_where_nothing_meets_the_hypotheses() -> None:
    objective, points = batch("if TV(P,Q) >= 1/2 then D(P||Q) <= 1", {"n": 1})
    assert moved_within(objective, points, np.zeros(24, dtype=bool),
                        np.random.default_rng(0)) is None
    assert moved_within(objective, points, np.ones(24, dtype=bool),
                        np.random.default_rng(0)) is None


def test_what_has_no_value_is_not_met() -> None:
    objective, points = batch("if 1/(x - x) <= 1 then x <= 1", {})
    assert (objective.slack(points) == -1).all()


def test_numbers_are_moved_as_laws_are() -> None:
    objective, points = batch("if x^2 + y^2 <= 1 then x + y <= 1.4", {}, 64)
    feasible = objective.score(points).feasible
    moved = moved_within(objective, points, feasible, np.random.default_rng(0))
    assert moved is not None
    numbers = np.stack(moved.numbers(objective.layout.reals))
    norms = (numbers**2).sum(axis=0)
    assert (norms <= 1).all()
    assert np.median(norms) > 0.9
