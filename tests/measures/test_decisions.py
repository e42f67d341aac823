"""Bayes and minimax risks: known values, a linear program of another library, the second checker,
and what has no value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from recheck import games
from recheck.certificates import check as recheck
from recheck.errors import Rejected, Unknown
from recheck.errors import Undefined as SecondUndefined
from recheck.games import matched_risk, matched_value
from recheck.games import minimax_risk as second
from recheck.reals import INF, num, span
from verified.attack import attack
from verified.kernel.certificate import check
from verified.kernel.truth import BallReading
from verified.language import (
    Channel,
    Pmf,
    Reals,
    Size,
    bayes_risk,
    channel_of,
    claim,
    log,
    lower_value,
    maximum,
    minimax_risk,
    pmf_of,
    reals_of,
)
from verified.numbers import ball_matrices, float_matrices
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined, precision

entries = st.fractions(min_value=-5, max_value=5, max_denominator=6)
masses = st.lists(st.integers(0, 5), min_size=3, max_size=3)


@st.composite
def decisions(draw: Any) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    inputs, outputs, actions = (draw(st.integers(1, 3)) for _ in range(3))
    rows = []
    for _ in range(inputs):
        weights = draw(st.lists(st.integers(0, 5), min_size=outputs, max_size=outputs))
        weights[0] += not sum(weights)
        rows.append([Fraction(w, sum(weights)) for w in weights])
    return rows, [[draw(entries) for _ in range(inputs)] for _ in range(actions)]


def rational(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def balls(rows: Any, losses: Any) -> Any:
    table = BallArray((len(rows), len(rows[0])), [rational(w) for row in rows for w in row])
    costs = [rational(x) for cost in losses for x in cost]
    return ball_matrices.minimax_risk(table, BallArray((len(costs),), costs), len(losses))


@given(decisions())
@settings(max_examples=60, deadline=None)
def test_it_is_that_of_a_linear_program_and_of_the_second_checker(drawn: Any) -> None:
    rows, losses = drawn
    found = balls(rows, losses)
    assert isinstance(found, fmpq)
    assert found == rational(matched_risk(rows, losses))
    channel, costs = np.array(rows, float), np.array(losses, float)
    inputs, outputs, actions = len(rows), len(rows[0]), len(losses)
    # v ≥ Σ_y W(y|x) Σ_a δ(a|y) L(x, a) for every x.
    risks = np.einsum("xy,ax->xya", channel, costs).reshape(inputs, -1)
    laws = np.kron(np.eye(outputs), np.ones(actions))
    wanted = linprog(
        np.r_[np.zeros(outputs * actions), 1.0], A_ub=np.c_[risks, -np.ones(inputs)],
        b_ub=np.zeros(inputs), A_eq=np.c_[laws, np.zeros(outputs)], b_eq=np.ones(outputs),
        bounds=[(0, None)] * (outputs * actions) + [(None, None)],
    ).fun
    assert int(found.p) / int(found.q) == pytest.approx(wanted, abs=1e-7)
    floats = float_matrices.minimax_risk(channel[None], costs.reshape(1, -1), actions)
    assert floats[0] == pytest.approx(wanted, abs=1e-7)


@given(st.lists(st.lists(entries, min_size=3, max_size=3), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_values_of_games_are_those_of_the_second_checker(rows: Any) -> None:
    table = BallArray((3 * len(rows),), [rational(x) for row in rows for x in row])
    assert ball_matrices.game_value(table, len(rows), 3) == rational(matched_value(rows))


def test_irrational_losses_are_enclosed_at_two_precisions() -> None:
    blind = channel_of(pmf_of(1), pmf_of(1))
    term = minimax_risk(blind, reals_of(0, log(2), 1, 0), 2)
    wide = BallReading().real(term, {})
    with precision(300):
        narrow = BallReading().real(term, {})
        # Nothing is seen, and both inputs cost the same: δ ln 2 = 1 − δ.
        assert narrow.overlaps(arb(2).log() / (1 + arb(2).log()))
    assert wide.contains(narrow)
    assert narrow.rad() < wide.rad() * fmpq(1, 10**30)


def test_what_has_no_value() -> None:
    one = BallArray((1, 1), [fmpq(1)])
    with pytest.raises(Undefined):
        ball_matrices.minimax_risk(BallArray((0, 2), []), BallArray((0,), []), 1)
    with pytest.raises(Undefined):
        ball_matrices.minimax_risk(one, BallArray((1,), [arb("inf")]), 1)
    with pytest.raises(Indeterminate):
        ball_matrices.minimax_risk(one, BallArray((1,), [arb(0, "inf")]), 1)
    assert np.isnan(float_matrices.minimax_risk(np.zeros((1, 0, 2)), np.zeros((1, 0)), 1)).all()
    found = float_matrices.minimax_risk(np.ones((2, 1, 1)), np.array([[np.nan], [3.0]]), 1)
    assert np.isnan(found[0])
    assert found[1] == 3
    with pytest.raises(SecondUndefined):
        second([], [], num(1))
    with pytest.raises(Unknown):
        second([[span(Fraction(1, 3), Fraction(1, 2))]], [num(1)], num(1))


def test_strategies_that_do_not_meet_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is proposed, the value is what one strategy earns and the other grants."""
    pure = [Fraction(1), *[Fraction(0)] * 20]
    monkeypatch.setattr(games, "simplex", lambda *_: (pure, pure))
    pennies = [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    with pytest.raises(Rejected):
        matched_value(pennies)
    blind = [[Fraction(1)], [Fraction(1)]]
    with pytest.raises(Rejected):
        matched_risk(blind, [[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]])


def test_weights_that_are_proposed_become_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A law of weights below 0 would earn what no strategy earns."""
    assert games.mixed([Fraction(-1), Fraction(3), Fraction(1)]) == [0, Fraction(3, 4),
                                                                    Fraction(1, 4)]
    assert games.mixed([Fraction(0), Fraction(-2)]) == [1, 0]
    monkeypatch.setattr(games, "simplex", lambda *_: (None, [Fraction(0)] * 20))
    with pytest.raises(Rejected, match="no strategy"):
        matched_value([[Fraction(1)]])
    with pytest.raises(Rejected, match="no decision"):
        matched_risk([[Fraction(1)]], [[Fraction(1)]])


def test_what_the_second_checker_makes_of_payoffs_known_only_so_far() -> None:
    """Matching pennies with stakes: the value rises in each payoff."""
    wide = [span(Fraction(2), Fraction(4)), num(0), num(0), span(Fraction(2), Fraction(4))]
    found = games.game_value(wide, num(2), num(2))
    assert (found.lo, found.hi) == (1, 2)
    # Nothing is seen: of two actions with a loss each where the other is right, half of it is lost.
    blind = [[num(1)], [num(1)]]
    found = second(blind, [num(0), span(Fraction(1), Fraction(3)), span(Fraction(1), Fraction(3)),
                           num(0)], num(2))
    assert (found.lo, found.hi) == (Fraction(1, 2), Fraction(3, 2))


def test_what_the_second_checker_refuses_of_games() -> None:
    one, endless = num(1), span(Fraction(0), INF)
    for below in (span(-INF, Fraction(0)), endless):
        with pytest.raises(Unknown):
            games.game_value([below, one], num(1), num(2))
        with pytest.raises(Unknown):
            second([[one]], [one, below], num(2))
    for infinite in (num(INF), num(-INF)):
        with pytest.raises(SecondUndefined):
            games.game_value([one, infinite], num(1), num(2))
        with pytest.raises(SecondUndefined):
            second([[one]], [infinite, one], num(2))
    for payoffs, rows, columns in (
        ([], 0, 1), ([], 1, 0), ([], 0, 0), ([one], 1, 2), ([one, one], 1, 1),
    ):
        with pytest.raises(Rejected, match="another game"):
            games.game_value(payoffs, num(rows), num(columns))
    with pytest.raises(Rejected, match="too many cells"):
        games.game_value([one] * 401, num(1), num(401))
    assert games.game_value([one] * 4, num(4), num(1)) == one
    for risk in (lambda *told: games.bayes_risk([one], [[one]], *told),
                 lambda *told: second([[one]], *told)):
        for losses, actions in (([], 0), ([one], 2), ([one, one], 1)):
            with pytest.raises(Rejected, match="another decision"):
                risk(losses, num(actions))
    with pytest.raises(Rejected, match="too many cells"):
        second([[one]], [one] * 401, num(401))


def test_what_is_lost_by_the_best_decision() -> None:
    """Bayes: for each output the action that costs the least in the mean."""
    half = num(Fraction(1, 2))
    rows = [[num(1), num(0)], [num(Fraction(1, 4)), num(Fraction(3, 4))]]
    losses = [num(0), num(2), num(1), num(0)]
    assert games.bayes_risk([half, half], rows, losses, num(2)) == num(Fraction(1, 4))
    assert games.bayes_risk([half, half], rows, [num(1), num(3)], num(1)) == num(2)


n, m, k = Size("n"), Size("m"), Size("k")
P, W, V, L = Pmf("P", n), Channel("W", n, m), Channel("V", m, Size("l")), Reals("L", k * n)
v = Reals("v", n * m)


@pytest.mark.parametrize(("variables", "then", "falls"), [
    ([P, W, L, k], bayes_risk(P, W, L, k) <= minimax_risk(W, L, k), False),
    ([W, V, L, k], minimax_risk(W, L, k) <= minimax_risk(W @ V, L, k), False),
    ([P, W, V, L, k], bayes_risk(P, W, L, k) <= bayes_risk(P, W @ V, L, k), False),
    ([P, W, L, k], bayes_risk(P, W, L, k) >= minimax_risk(W, L, k), True),
    ([W, V, L, k], minimax_risk(W, L, k) >= minimax_risk(W @ V, L, k), True),
    ([W, L, k], minimax_risk(W, L, k) >= 0, True),
    ([v, m], maximum(0, lower_value(v, n, m)) <= lower_value(v, n, m), True),
], ids=range(7))
def test_claims_about_them_are_searched_and_decided(
    variables: Any, then: Any, falls: bool
) -> None:
    report = attack(claim("k", forall=variables, then=then), seed=1, budget=600)
    assert report.status == ("refuted" if falls else "survived")
    if falls:
        assert check(report.certificate).polarity == "refutation"
        recheck(report.certificate)
