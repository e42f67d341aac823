"""Vertices of what linear hypotheses leave of a law: which hypotheses are meant, that the vertices
meet them, and that they are vertices."""

import numpy as np
import pytest

from verified.attack.objective import Objective
from verified.attack.vertices import _OfFewEvents, at_vertices, linear_hypotheses, vertex
from verified.instances.draw import draw_points
from verified.instances.layout import Layout
from verified.language import (
    KL,
    Channel,
    Close,
    H,
    Joint,
    Pmf,
    Real,
    Size,
    Symbol,
    both,
    claim,
    either,
    every,
    exp,
    output,
    rational,
    total,
)
from verified.syntax.goals import goal

n, m = Size("n"), Size("m")
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", m)
W, J = Channel("W", n, m), Joint("J", X=2, Y=2)
eps, delta = Real("eps", ">=0"), Real("delta", "[0,1]")
x, x2, y, a = Symbol("x", n), Symbol("x'", n), Symbol("y", m), Symbol("a", n)
tenth = rational(1, 10)
LOCAL = every(x, every(x2, Close(W[x], W[x2], eps, 0)))
LAW = np.array([0.5, 0.3, 0.2])


def hypotheses(*given, forall=(P, Q, W, R, eps, delta)):
    """What is said linearly of each law, by its name."""
    stated = claim("claim", forall=list(forall), given=list(given), then=eps <= 1)
    target = goal(stated.statement, "refutation")
    told = linear_hypotheses(target.variables, target.given)
    return {var.name: (var, found) for var, found in told}


@pytest.mark.parametrize(("given", "names"), [
    ([LOCAL], {"W"}),
    ([Close(P, Q, eps, delta)], {"P", "Q"}),
    ([every(a, P[a] <= exp(eps) * Q[a])], {"P", "Q"}),
    ([H(P) <= eps, KL(P, Q) <= eps, P[0] * P[1] <= eps], set()),
    ([both(H(P) <= eps, P[0] >= tenth)], {"P"}),
    ([total(a, P[a] * W[a, 0]) <= eps], {"P", "W"}),
    ([eps <= 1], set()),
])  # fmt: skip
def test_hypotheses_are_told_by_their_form(given, names):
    assert set(hypotheses(*given)) == names


def test_of_a_conjunction_the_linear_parts_count():
    (_, found), = hypotheses(both(H(P) <= eps, P[0] >= tenth), P[1] >= tenth).values()
    assert len(found.parts) == 2


def test_joint_laws_have_places_of_their_own():
    assert hypotheses(J[0, 0] <= eps, forall=(J, eps)) == {}


def drawn(name, *given, seed=0, **env):
    var, found = hypotheses(*given)[name]
    return vertex(var, found, env, _OfFewEvents(), np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(12))
def test_laws_close_to_another_are_at_the_ends_of_their_ratios(seed):
    law = drawn("P", Close(P, Q, eps, delta), seed=seed, n=3, Q=LAW, eps=0.4, delta=0.0)
    ratios = np.log(law[0] / LAW)
    assert np.isclose(law.sum(), 1)
    assert (abs(ratios) <= 0.4 + 1e-9).all()
    # Two coordinates: two bounds at least are reached.
    assert (abs(abs(ratios) - 0.4) < 1e-9).sum() >= 2


@pytest.mark.parametrize("seed", range(12))
def test_closeness_with_a_slack_holds_for_all_events_of_three_symbols(seed):
    law = drawn("P", Close(P, Q, eps, delta), seed=seed, n=3, Q=LAW, eps=0.2, delta=0.05)[0]
    gains = [np.maximum(0, one - np.exp(0.2) * two).sum() for one, two in ((law, LAW), (LAW, law))]
    assert max(gains) == pytest.approx(0.05)


@pytest.mark.parametrize("seed", range(6))
def test_private_channels_have_entries_of_two_levels(seed):
    law = drawn("W", LOCAL, seed=seed, n=2, m=3, eps=0.7)
    with np.errstate(invalid="ignore"):
        ratios = np.abs(np.log(law[0] / law[1]))
    assert law.shape == (2, 3)
    assert np.allclose(law.sum(axis=1), 1)
    # Of four coordinates: each column at its bound, or one between.
    assert (np.isnan(ratios) | (ratios <= 0.7 + 1e-9)).all()
    assert (np.isnan(ratios) | np.isclose(ratios, 0.7)).sum() >= 2


def test_a_marginal_is_met():
    law = drawn("W", every(y, output(P, W)[y] <= R[y]), n=3, m=2, P=LAW, R=np.array([0.25, 0.75]))
    assert np.allclose(LAW @ law, [0.25, 0.75])
    # Each row but one is certain of a symbol.
    assert (np.isclose(law, 0) | np.isclose(law, 1)).all(axis=1).sum() >= 2


def test_one_way_of_a_disjunction_is_met():
    for seed in range(6):
        law = drawn("P", either(P[0] >= 1 - tenth, P[1] >= 1 - tenth), seed=seed, n=3)[0]
        assert max(law[:2]) >= 0.9 - 1e-9


def test_where_there_is_no_law_there_is_no_vertex():
    assert drawn("P", P[0] >= 1 - tenth, P[1] >= 1 - tenth, n=3) is None
    assert drawn("P", P[0] >= eps, n=3, eps=np.array(np.nan)) is None
    assert drawn("P", P[0] >= tenth, n=1) is None, "of one symbol there is one law"


# --- points ---------------------------------------------------------------------------------------


def of_structure(given, structure, forall=(n, P, Q, eps), count=20):
    stated = claim("claim", forall=list(forall), given=given, then=eps <= 1)
    target = goal(stated.statement, "refutation")
    layout = Layout(target.variables, target.given, structure)
    objective = Objective(layout, target.given, target.conclusion, ())
    rng = np.random.default_rng(0)
    points = draw_points(layout, count, rng)
    linear = linear_hypotheses(target.variables, target.given)
    return objective, points, at_vertices(objective, linear, points, rng)


def test_points_at_vertices_meet_the_hypotheses_and_keep_what_else_they_are():
    objective, points, moved = of_structure([every(a, P[a] <= exp(eps) * Q[a])], {"n": 3})
    # (But for masses that floats hardly tell from 0.)
    assert objective.score(moved).feasible.mean() > 0.8
    before = [np.round(law, 9).tolist() for law in np.concatenate(points.laws())[:, 0]]
    laws = zip(*moved.laws(), strict=True)
    kept = [sum(np.round(law[0], 9).tolist() in before for law in pair) for pair in laws]
    # One law is moved, or both are.
    assert len(kept) > 15
    assert min(kept.count(0), kept.count(1)) > 3


def test_laws_of_many_symbols_are_left_alone():
    assert of_structure([every(a, P[a] <= exp(eps) * Q[a])], {"n": 60})[2] is None
