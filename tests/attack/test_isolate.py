"""Inequalities solved for a variable: at the bound the sides meet, and it is on the right side."""

import numpy as np
import pytest

from verified.attack.floating import FloatReading
from verified.attack.isolate import isolated
from verified.language import Real, absolute, exp, log, maximum, minimum, rational, sqrt

t, u, v = Real("t"), Real("u", ">=1"), Real("v", ">0")

# lesser ≤ greater, solved for t: the side, at u = 2 and v = 3.
SOLVED = {
    "itself": (u, t, "least"),
    "from above": (t, u, "greatest"),
    "sum": (u, t + v, "least"),
    "what is taken away": (u - t, v, "least"),
    "negative": (-t, u, "least"),
    "product": (u * v, 2 * t * v, "least"),
    "negative factor": (-2 * t, u, "least"),
    "quotient": (t / u, v, "greatest"),
    "divisor": (u, v / (1 + exp(t)), "greatest"),
    "exponential": (u, v * exp(t), "least"),
    "logarithm": (log(t), u - v, "greatest"),
    "root": (u, sqrt(t / v), "least"),
    "square": (t**2, u, "greatest"),
    "inverse square": (u, t ** -2, "greatest"),
    "the larger": (maximum(t, -5), u, "greatest"),
    "the smaller": (u, minimum(t, 9), "least"),
    "distance": (absolute(t - v), u, "greatest"),
}


@pytest.mark.parametrize("name", SOLVED)
def test_at_the_bound_the_sides_meet_and_one_step_further_it_fails(name):
    lesser, greater, side = SOLVED[name]
    found = next(one for one in isolated(lesser, greater) if one.variable == t)
    assert found.side == side
    reading, env = FloatReading(), {"u": np.array([2.0]), "v": np.array([3.0])}
    bound = reading.real(found.bound, env)

    def room(value):
        inner = {**env, "t": value}
        return float((reading.real(greater, inner) - reading.real(lesser, inner))[0])

    assert abs(room(bound)) < 1e-12
    step = 1e-6 if side == "least" else -1e-6
    assert room(bound + step) > 0 > room(bound - step)


@pytest.mark.parametrize(
    ("lesser", "greater"),
    [
        (t, t * u), (u, t * t), (u, maximum(t, v)), (minimum(t, v), u), (u, absolute(t)),
        (u, t * Real("w")), (u, Real("w") / t), (u, rational(2) ** t),
    ],
    ids=str,
)
def test_what_stands_twice_or_has_no_certain_side_is_not_solved(lesser, greater):
    assert not [one for one in isolated(lesser, greater) if one.variable == t]
