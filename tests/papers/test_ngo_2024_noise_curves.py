"""Fig. 4's curve: its value by a sum on a grid, and the figure's own law of 21 points."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from verified.attack import attack
from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading
from verified.language import find, rational
from verified.numbers.ball_arrays import BallArray
from verified.papers import papers
from verified.papers.ngo_2024.noise_curves import curve, two_valued
from verified.syntax.claims import Paper
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import number

CLAIM = find(papers(), "ngo-2024/figure-4.curve")


def opinion(masses, places, variance, order):
    """The left side of (6), by the positive parts on a fine grid."""
    y = np.linspace(min(places) - 12, max(places) + 12, 400_001)
    alone = np.exp(-((y - np.array(places)[:, None]) ** 2) / (2 * variance))
    alone /= np.sqrt(2 * np.pi * variance)
    mixed, factor = np.array(masses) @ alone, np.exp(order)

    def divergence(one, two):
        return np.maximum(one - factor * two, 0).sum() * (y[1] - y[0])

    return max(
        max(divergence(mixed, law), divergence(law, mixed) / factor) for law in alone
    )


@pytest.mark.parametrize(
    ("masses", "places", "variance", "order"),
    [
        ((fmpq(1, 2), fmpq(1, 2)), (fmpq(-1), fmpq(1)), fmpq(1), fmpq(1, 2)),
        ((fmpq(1, 4), fmpq(3, 4)), (fmpq(0), fmpq(2)), fmpq(1, 2), fmpq(1, 4)),
        ((fmpq(1, 5), fmpq(1, 2), fmpq(3, 10)), (fmpq(-1), fmpq(0), fmpq(1)), fmpq(1), fmpq(1, 3)),
    ],
)
def test_the_curve_is_the_left_side_of_6(masses, places, variance, order):
    count = len(masses)
    env = {
        "n": count, "P": BallArray((count,), list(masses)), "x": BallArray((count,), list(places)),
        "eps": order,
    }
    found = BallReading().real(curve(number(rational(str(variance)))), env)
    rough = [[int(q.p) / int(q.q) for q in part] for part in (masses, places, (variance, order))]
    assert abs(float(found) - opinion(*rough[:2], *rough[2])) < 1e-8


def test_two_inputs_are_a_case_of_the_curve_at_one_input():
    half = fmpq(1, 2)
    env = {"eps": fmpq(1, 2), "n": 2, "P": BallArray((2,), [half, half]),
           "x": BallArray((2,), [fmpq(-1), fmpq(1)])}
    reading = BallReading()
    one, both = (reading.real(side(rational(1)), env) for side in (two_valued, curve))
    assert float(one) <= float(both) + 1e-12
    assert float(one) > 0


def test_the_figures_law_falls_with_the_noise():
    """In floats: 21 points, the masses of N(0, 1/4)."""
    steps = np.arange(-10, 11) / 10
    masses = np.exp(-2 * steps**2)
    masses /= masses.sum()
    env = {"n": 21, "P": masses[None, :], "x": steps[None, :], "eps": np.array([0.5])}
    values = [
        float(np.squeeze(FloatReading().real(curve(rational(v)), env)))
        for v in ("1/2", "1", "13/10", "2")
    ]
    assert values == sorted(values, reverse=True)
    assert values[0] > 2 * values[-1] > 0


def test_what_would_be_too_much_is_refuted():
    statement = CLAIM.statement
    assert statement is not None
    left, right = statement.then.left, statement.then.right
    paper = Paper("changed")
    for name, then in (
        ("turned", Relation("<=", right, left)), ("less", left <= right * rational(99, 100)),
    ):
        changed = paper.claim(name, forall=list(statement.variables), given=list(statement.given),
                              then=then)
        assert attack(changed, seed=1, budget=300, seconds=15).status == "refuted"
    assert substitute(left, {"w": statement.variables[-2]}) == right
