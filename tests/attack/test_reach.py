"""What the search reaches: numbers far out on both sides, hypotheses in any wording, large
alphabets; what it does with an instance that no precision decides, and with its time."""

from __future__ import annotations

import time
from math import inf

import numpy as np
import pytest
from flint import fmpq

from verified.attack import attack
from verified.attack.certify import Certifier, Instance
from verified.attack.objective import Objective
from verified.attack.report import Report
from verified.attack.search import Round, Searcher
from verified.instances.draw import FAR, FARTHEST, draw_points
from verified.instances.layout import Layout
from verified.kernel.certificate import Undecided
from verified.language import (
    KL,
    TV,
    Close,
    H,
    Mixture,
    Pmf,
    Real,
    Size,
    Symbol,
    absolute,
    cases,
    claim,
    either,
    every,
    exp,
    gaussian,
    hockey_stick,
    log,
    maximum,
    normal_cdf,
    rational,
    renyi,
    sqrt,
    staircase,
)
from verified.syntax.trees import free_variables

mixture = Mixture("X", Size("k"))
n, two = Size("n"), Size("n", low=2, high=2)
P, Q, a = Pmf("P", two), Pmf("Q", two), Symbol("a", two)
r, eps = Real("r"), Real("eps", ">=0")
tanh = eps * (exp(eps) - 1) / (exp(eps) + 1)


@pytest.mark.parametrize(
    "then",
    [
        r >= -60, r <= 60, maximum(0, 1 - (r - 10) ** 2) <= rational(1, 2),
        maximum(0, 1 - (r + 10) ** 2) <= rational(1, 2), absolute(r - 200) >= 5,
        maximum(0, 1 - (r - 1000) ** 2) <= rational(1, 2),
        maximum(0, 1 - (r + 1000) ** 2) <= rational(1, 2), absolute(r + 10**6) >= 100,
        sqrt(r**2 + 1) >= absolute(r) + rational("1e-6"),
    ],
    ids=str,
)
def test_the_line_is_searched_far_out_on_both_sides(then) -> None:
    assert attack(claim("line", forall=[r], then=then), budget=20_000).status == "refuted"


@pytest.mark.parametrize(("then", "farthest"), [
    (exp(r) >= 0, FARTHEST), (normal_cdf(r) >= 0, FAR),
    (TV(gaussian(r, 1), gaussian(0, 1)) >= 0, FAR),
    (KL(mixture, gaussian(0, 1)) >= 0, FAR),
])  # fmt: skip
def test_what_is_integrated_is_searched_less_far_out(then, farthest: float) -> None:
    """A record or a sort says of what the values are integrals."""
    variables = [var for var in (r, mixture) if var.name in free_variables(then)]
    statement = claim("out", forall=variables, then=then).statement
    assert Searcher("mine/out", statement, "refutation", 0).near["farthest"] == farthest


@pytest.mark.parametrize(
    "given",
    [
        [Close(P, Q, eps, 0)],
        [every(a, P[a] <= exp(eps) * Q[a]), every(a, Q[a] <= exp(eps) * P[a])],
        [every(a, absolute(log(P[a] / Q[a])) <= eps, where=P[a] + Q[a] > 0)],
        [hockey_stick(P, Q, eps) <= 0, hockey_stick(Q, P, eps) <= 0],
    ],
    ids=["named", "pointwise", "guarded", "hockey sticks"],
)
def test_a_claim_falls_in_each_of_its_wordings(given) -> None:
    off = claim("off", forall=[P, Q, eps], given=given, then=KL(P, Q) <= rational("0.99") * tanh)
    assert attack(off, budget=5_000).status == "refuted"


@pytest.mark.parametrize("then", [KL(P, Q) <= 400, renyi(P, Q, inf) <= 300], ids=str)
def test_masses_below_what_sums_tell_are_found(then) -> None:
    tiny = claim("tiny", forall=[P, Q], given=[every(a, Q[a] > 0)], then=then)
    assert attack(tiny, budget=10_000).status == "refuted"


def test_what_no_instance_is_worked_out_of_is_untried() -> None:
    """Laws of steps and bells together aren't evaluated: that nothing was found says nothing."""
    steps = staircase(0, 1, 1, rational(1, 2))
    never = KL(steps, gaussian(r, 1)) <= rational(1, 10)
    for then in (never, either(never, never)):
        found = attack(claim("never", forall=[r], then=then), budget=200)
        assert (found.status, found.closest, found.too_large) == ("untried", None, False)
        assert "has no value in floats" in found.unread
    # What is worked out at some instances is searched there.
    sometimes = cases(r > 0, KL(steps, gaussian(r, 1)), 0) >= -rational(1, 10)
    assert attack(claim("sometimes", forall=[r], then=sometimes), budget=200).status == "survived"


def test_what_only_large_alphabets_refute_falls() -> None:
    some = Pmf("P", Size("n"))
    assert attack(claim("many", forall=[some], then=H(some) <= 3), budget=20_000).status == (
        "refuted"
    )


def test_large_alphabets_are_searched_where_there_are_no_small_ones() -> None:
    many = Pmf("P", Size("n", 450))
    found = attack(claim("many", forall=[many], then=H(many) <= 6), budget=100)
    assert found.status == "refuted"
    vast = Pmf("P", Size("n", 10**5))
    refused = attack(claim("vast", forall=[vast], then=H(vast) <= 6), budget=10)
    assert (refused.status, refused.too_large) == ("untried", True)
    assert "coordinates" in refused.unread


def _never_decides(*_: object) -> None:
    raise Undecided


def test_what_stays_open_is_told_and_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verified.attack.certify.certify", _never_decides)
    false = claim("false", forall=[P, Q], then=KL(P, Q) <= KL(Q, P))
    found = attack(false, budget=600)
    assert found.status == "undecided"
    assert found.evaluations >= 600, "one open instance doesn't end the search"
    assert found.open_play is not None
    assert set(found.open_play["moves"]) == {"n", "P", "Q"}
    assert "not decided by 4096 bits" in str(found)


def test_an_open_instance_is_tried_again_without_its_tiny_masses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def open_with_tiny_masses(
        self: Certifier, instance: Instance, violation: float = 0.0
    ) -> dict[str, str] | None:
        masses = [part for table in instance.laws for part in table.reshape(-1) if part != 0]
        if min(masses) > fmpq(1, 10**10):
            return {"moves": "certified"}
        self.left_open += 1
        self.open_play = {"moves": {}, "sides": [], "bits": 64, "violation": 1.0, "coarse": False}
        return None

    monkeypatch.setattr(Certifier, "__call__", open_with_tiny_masses)
    for then, certified in ((TV(P, Q) <= rational(1, 2), True), (P[0] > rational("1e-11"), False)):
        # Without its tiny mass, or with a larger one, P no longer meets the second's hypothesis.
        given = [] if certified else [P[0] > 0, P[0] <= rational("1e-11")]
        statement = claim("far", forall=[P, Q], given=given, then=then).statement
        assert statement is not None
        searcher, result = Searcher("far", statement, "refutation", 0), Round(0)
        layout = Layout(searcher.target.variables, statement.given, {"n": 2})
        point = draw_points(layout, 1, np.random.default_rng(0))
        for place, logits in enumerate(([0.0, 30.0], [30.0, 0.0])):
            point.masks[place][:], point.bases[place][:] = True, 0.0
            point.shifts[place][:] = logits
        point.scales[:] = 0.0
        objective = Objective(layout, searcher.target.given, searcher.target.conclusion, ())
        assert searcher._submit(objective, point, result) is certified
        assert (result.certificate is not None) is certified
        assert result.undecided == (0 if certified else 1)


def test_a_shrink_keeps_to_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that each certification moves on by a second."""
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    certify = Certifier.__call__

    def slow(self: Certifier, instance: Instance, violation: float = 0.0) -> object:
        found = certify(self, instance, violation)
        clock[0] += 1.0
        return found

    monkeypatch.setattr(Certifier, "__call__", slow)
    false = claim("false", forall=[P, Q], then=KL(P, Q) <= KL(Q, P))
    found = attack(false, seconds=4.0)
    assert found.status == "refuted"
    assert found.seconds <= 4.0
    free = attack(false, budget=20_000)
    assert free.seconds > found.seconds


def test_time_alone_ends_a_search_that_has_no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    rounds = Searcher.round

    def slow(self: Searcher, index: int) -> Round:
        clock[0] += 1.0
        found = rounds(self, index)
        found.evaluations += 30_000
        return found

    monkeypatch.setattr(Searcher, "round", slow)
    true = claim("true", forall=[P], then=H(P) >= 0)
    long: Report = attack(true, seconds=3.5)
    assert (long.status, long.interrupted) == ("survived", True)
    assert long.evaluations > 90_000
    assert attack(true, budget=1, seconds=100.0).evaluations < 40_000
