"""Notions that speak of every order or every ε: zCDP, Rényi DP, domination of pairs of laws."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recheck.room import check as second
from verified.attack import attack
from verified.kernel.certificate import check
from verified.kernel.truth import BallReading, decide
from verified.language import (
    KL,
    RDP,
    ZCDP,
    Channel,
    Claim,
    ClaimError,
    Dominated,
    Pmf,
    Real,
    Size,
    channel_of,
    claim,
    gaussian,
    hockey_stick,
    pmf_of,
    rational,
    renyi_dp,
    zcdp,
)
from verified.numbers.ball_arrays import BallArray
from verified.reading.statements import read_statement
from verified.syntax.goals import normal
from verified.syntax.serial import statement_data

n, m = Size("n"), Size("m")
P, Q, R, S = Pmf("P", n), Pmf("Q", n), Pmf("R", m), Pmf("S", m)
W, eps, rho, alpha = Channel("W", n, m), Real("eps", ">=0"), Real("rho", ">=0"), Real("alpha", ">1")
masses = st.lists(st.integers(0, 3), min_size=3, max_size=3).filter(any)


def law(parts: list[int]) -> BallArray:
    return BallArray((len(parts),), [fmpq(part, sum(parts)) for part in parts])


def stick(p: BallArray, q: BallArray, order: fmpq) -> fmpq:
    parts = zip(p.data, q.data, strict=True)
    return sum((max(fmpq(0), one - order * two) for one, two in parts), fmpq(0))


@given(st.tuples(masses, masses, masses, masses))
@settings(deadline=None, max_examples=60)
def test_domination_is_that_of_all_orders(parts: tuple[list[int], ...]) -> None:
    p, q, r, s = map(law, parts)
    env = {"n": 3, "m": 3, "P": p, "Q": q, "R": r, "S": s}
    found = decide(normal(Dominated(P, Q, R, S)), env, BallReading())
    # Kinks of either side, their middles, and beyond: between these both sides are linear.
    kinks = sorted({one / two for laws in ((p, q), (r, s))
                    for one, two in zip(*(law.data for law in laws), strict=True) if two > 0})
    orders = [fmpq(0), *kinks, *((a + b) / 2 for a, b in itertools.pairwise(kinks)),
              kinks[-1] + 1, kinks[-1] + 1000]
    assert found is all(stick(p, q, order) <= stick(r, s, order) for order in orders)


def test_equal_pairs_dominate_one_another_exactly() -> None:
    env = {"n": 2, "P": law([1, 2]), "Q": law([2, 1])}
    assert decide(normal(Dominated(P, Q, P, Q)), env, BallReading(), (64,)) is True
    assert decide(normal(Dominated(P, Q, P, P)), env, BallReading(), (64,)) is False


def test_notions_are_their_quantities() -> None:
    response = channel_of(pmf_of(rational(3, 4), rational(1, 4)),
                          pmf_of(rational(1, 4), rational(3, 4)))
    for formula, holds in (
        (ZCDP(response, rational(11, 20)), True), (ZCDP(response, rational(1, 2)), False),
        (RDP(response, 2, rational(9, 10)), True), (RDP(response, 2, rational(4, 5)), False),
    ):
        assert decide(normal(formula), {}, BallReading(), (64, 128)) is holds
    assert ZCDP(W, rho).args[:1] == zcdp(W).args
    assert RDP(W, alpha, eps).args[:2] == renyi_dp(W, alpha).args


TRUE = [
    claim("processed", forall=[P, Q, W], then=Dominated(P @ W, Q @ W, P, Q)),
    claim("kl", forall=[P, Q, R, S], given=[Dominated(P, Q, R, S)], then=KL(P, Q) <= KL(R, S)),
    claim("curve", forall=[P, Q, R, S, eps], given=[Dominated(P, Q, R, S)],
          then=hockey_stick(P, Q, eps) <= hockey_stick(R, S, eps)),
]
FALSE = [
    claim("unprocessed", forall=[P, Q, W], then=Dominated(P, Q, P @ W, Q @ W)),
    claim("turned", forall=[P, Q, R, S], given=[Dominated(P, Q, R, S)], then=KL(R, S) <= KL(P, Q)),
    claim("swapped", forall=[P, Q], then=Dominated(P, Q, Q, P)),
]
STATED = [
    *TRUE, *FALSE,
    claim("rdp", forall=[W, rho, alpha], given=[ZCDP(W, rho)], then=RDP(W, alpha, rho * alpha)),
]


@pytest.mark.parametrize("stated", STATED, ids=lambda one: str(one.key))
def test_what_is_stated_reads_back(stated: Claim) -> None:
    assert stated.statement is not None
    data = statement_data(stated.statement)
    assert statement_data(read_statement(str(stated.statement))) == data


@pytest.mark.parametrize("stated", TRUE, ids=lambda one: str(one.key))
def test_what_is_true_survives(stated: Claim) -> None:
    assert attack(stated, seed=2, budget=600).status != "refuted"


@pytest.mark.parametrize("stated", FALSE, ids=lambda one: str(one.key))
def test_what_is_false_falls_and_both_checkers_say_so(stated: Claim) -> None:
    report = attack(stated, seed=1, budget=4000)
    assert report.status == "refuted"
    certificate = json.loads(json.dumps(report.certificate))
    assert check(certificate).polarity == "refutation"
    second(certificate)


@pytest.mark.parametrize(("build", "message"), [
    (lambda: Dominated(P, R, P, Q), "share an alphabet"),
    (lambda: Dominated(P, Q, R, P), "share an alphabet"),
    (lambda: Dominated(gaussian(0, 1), gaussian(1, 1), P, Q), "finite alphabets"),
    (lambda: ZCDP(P, rho), "wants a mechanism"),
    (lambda: RDP(W, P, rho), "wants a number"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(build: Any, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        build()
