"""Subsampled accountants: mpmath's values, which confirm findings, beside ours."""

from __future__ import annotations

from typing import Any

import pytest
from mpmath import mp, mpf

import verified
from verified.audit import independent_sampling
from verified.audit.catalogue import FUNCTIONS, LIBRARIES, chosen
from verified.audit.catalogue.quantities import SAMPLED_DELTA, SAMPLED_EPSILON, SAMPLED_RENYI
from verified.audit.environments import Answer
from verified.audit.findings import CONFIRMED, confirmed, seen, truth


@pytest.mark.parametrize(
    ("sampling", "sigma", "order"),
    [(0.01, 1.0, 2.0), (0.1, 0.5, 3.7), (0.5, 4.0, 30.0), (1e-4, 50.0, 1.1)],
)
def test_renyi_divergences_agree(sampling: float, sigma: float, order: float) -> None:
    other = independent_sampling.subsampled_renyi(sampling=sampling, sigma=sigma, order=order)
    found = verified.subsampled_gaussian_renyi(
        sampling=sampling, sigma=sigma, order=order, steps=1, adjacency="remove", width=CONFIRMED
    )
    with mp.workdps(40):
        assert abs(other - mpf(found.digits(30))) <= abs(other) * mpf("1e-24")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sampling", "sigma", "steps", "eps"),
    [(0.1, 2.0, 200, 3.0), (0.02, 1.0, 5000, 30.0)],
)
def test_composed_rounds_agree(sampling: float, sigma: float, steps: int, eps: float) -> None:
    given: dict[str, Any] = {"sampling": sampling, "sigma": sigma, "steps": steps, "eps": eps}
    other = independent_sampling.subsampled_delta(**given)
    found = verified.subsampled_gaussian_delta(**given, width=CONFIRMED)
    with mp.workdps(40):
        assert abs(other - mpf(found.digits(30))) <= abs(other) * mpf("1e-24")


def test_what_mpmath_does_not_reach_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    (function,) = chosen("opacus:accountants.analysis.rdp.compute_rdp")
    arguments = {"sampling": 0.1, "sigma": 1.0, "order": 2.0}
    wrong = Answer(value=1.0)
    ends = truth(function, arguments, "1e-15")
    assert ends is not None
    kind = seen(function, wrong, *ends).kind
    assert kind == "inaccurate"
    assert confirmed(function, arguments, wrong, kind) is not None
    # With no value of mpmath's own nobody is accused.
    monkeypatch.setattr(independent_sampling, "_MOST_HALVINGS", 0)
    assert confirmed(function, arguments, wrong, kind) is None


@pytest.mark.parametrize("kind", ["eps", "order", pytest.param("delta", marks=pytest.mark.slow)])
def test_a_right_answer_of_a_subsampled_function_is_sound(kind: str) -> None:
    words = {one.words for one in (SAMPLED_DELTA, SAMPLED_EPSILON, SAMPLED_RENYI)}
    sampled = [function for function in FUNCTIONS if function.quantity in words]
    assert len(sampled) == 8
    arguments = {"sampling": 0.1, "sigma": 2.0, "steps": 500.0}
    asked = [function for function in sampled if kind in function.parameters]
    assert asked
    for function in asked:
        own = {**arguments, "eps": 3.0, "delta": 1e-6, "order": 3.0}
        given = {name: own[name] for name in function.parameters}
        ends = truth(function, given, "1e-9")
        assert ends is not None
        low, high = ends
        middle = Answer(value=float((low + high) / 2))
        assert seen(function, middle, low, high).kind == "sound"
        short = Answer(value=float(low) / 2)
        bad = {"upper bound": "unsound", "estimate": "inaccurate", "lower bound": "sound"}
        assert seen(function, short, low, high).kind == bad[function.promise]


def test_what_is_installed_bare_has_its_version_too() -> None:
    for library in LIBRARIES.values():
        assert all("==" in requirement for requirement in library.bare)
    assert LIBRARIES["opacus"].bare == ("opacus==1.6.0",)
