"""The worst event of a body that is additive in it is that of the list of all events."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from verified.attack import floating
from verified.attack.floating import FloatReading, satisfaction
from verified.language import Event, Formula, Pmf, Real, Size, every, exp, negation
from verified.syntax.formulas import some
from verified.syntax.goals import normal

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
A = Event("A", n)
eps, delta = Real("eps", ">=0"), Real("delta", ">=0")

LAWS = np.random.default_rng(0).dirichlet(np.ones(4), size=(2, 50))
ENV: dict[str, Any] = {
    "n": 4,
    "P": LAWS[0],
    "Q": LAWS[1],
    "eps": np.linspace(0, 2, 50),
    "delta": np.linspace(0, 1, 50) ** 2,
}

BODIES = [
    P[A] <= exp(eps) * Q[A] + delta,
    P[A] - exp(eps) * Q[A] <= delta,
    1 - delta <= exp(eps) * P[A] + (1 - Q[A]),
    delta >= P[A] - Q[A],
]


def listed(formula: Formula, monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as patch:
        patch.setattr(floating, "_worst_event", lambda *_: None)
        return satisfaction(formula, ENV, FloatReading())


@pytest.mark.parametrize("body", BODIES, ids=str)
@pytest.mark.parametrize("negated", [False, True])
def test_the_worst_event_is_the_worst_of_the_list(
    body: Formula, negated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = normal(some(A, negation(body)) if negated else every(A, body))
    found = floating._worst_event(formula, ENV, FloatReading())
    assert found is not None
    signs = np.sign(listed(formula, monkeypatch))
    assert np.array_equal(np.sign(satisfaction(formula, ENV, FloatReading())), signs)
    assert {-1.0, 1.0} <= set(signs.tolist())


def test_a_body_without_the_event_has_no_worst_one() -> None:
    formula = normal(every(A, delta <= eps))
    assert floating._worst_event(formula, ENV, FloatReading()) is None
