"""The sharper statements: unbroken by a short attack, refuted where they are tampered with, and of
the values worked out apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import mpmath
import pytest
from flint import fmpq

from verified.attack import attack
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    TV,
    Claim,
    Close,
    H,
    Statement,
    Term,
    absolute,
    as_mechanism,
    binary_entropy,
    both,
    claim,
    every,
    exp,
    find,
    information,
    largest_alphabet,
    log,
    output,
    renyi,
    sibson,
)
from verified.numbers.balls import Undefined, precision
from verified.papers import papers
from verified.papers.sharper import closeness, from_information, small_delta, small_epsilon
from verified.papers.sharper.common import D, M, P, Q, V, W, a, delta, eps, order, paper
from verified.syntax.goals import goal, normal
from verified.syntax.serial import digest, read_statement, statement_data

KEYS = [
    "property-1-tv-sharp", "likelihood-range-sharper", "renyi-sharp", "lemma-1-sharp",
    "lemma-1-binary-sharp", "lemma-1-mi-sharper", "eq-53-sharper", "lemma-9-sharper",
    "lemma-3-sharp",
    "lemma-3-leakage-sharp", "theorem-1-sharper", "corollary-8-sharper", "property-2-sharper",
    "lemma-2-sharper", "corollary-1-sharp", "ding-exact",
]
BUDGET = 400


def leaves() -> Iterator[tuple[Claim, Statement]]:
    for row in paper.rows.values():
        for leaf in row.leaves():
            assert leaf.statement is not None
            yield leaf, leaf.statement


each_leaf = pytest.mark.parametrize(
    ("leaf", "statement"), [pytest.param(*found, id=found[0].name) for found in leaves()]
)


def statement_of(key: str) -> Statement:
    found = find(papers(), f"sharper/{key}").statement
    assert found is not None
    return found


def test_the_statements_are_exactly_these() -> None:
    assert list(paper.rows) == KEYS
    assert paper in papers()


def test_each_says_what_it_sharpens() -> None:
    assert all(row.at.startswith("sharpens ") for row in paper.rows.values())


def test_no_two_are_the_same() -> None:
    digests = [digest(goal(statement, "refutation")) for _, statement in leaves()]
    assert len(set(digests)) == len(digests)


@each_leaf
def test_a_statement_round_trips(leaf: Claim, statement: Statement) -> None:
    again = read_statement(json.loads(json.dumps(statement_data(statement))))
    assert again == statement
    assert find(papers(), leaf.key).statement == statement


@each_leaf
def test_a_short_attack_breaks_none(leaf: Claim, statement: Statement) -> None:
    report = attack(leaf, budget=BUDGET, seconds=200)
    assert report.status == "survived"
    assert report.witness is not None


# --- tampered -------------------------------------------------------------------------------------

near = [Close(P, Q, eps, 0)]
private = DP(M, eps)
rows_near = DP(as_mechanism(W), 0, delta)

TAMPERED: dict[str, dict[str, Any]] = {
    "property-1-tv-sharp": {
        "forall": [P, Q, eps],
        "given": near,
        "then": 1000 * KL(P, Q) <= 999 * eps * TV(P, Q),
    },
    "likelihood-range-sharper, its ends swapped": {
        "forall": [P, Q, closeness.above, closeness.below],
        "given": [
            every(
                a,
                both(
                    exp(-closeness.above) * Q[a] <= P[a], P[a] <= exp(closeness.below) * Q[a]
                ),
            )
        ],
        "then": KL(P, Q) <= closeness.slopes * TV(P, Q),
    },
    "renyi-sharp above order 1": {
        "forall": [P, Q, eps, order],
        "given": [order > 1, *near],
        "then": 1000 * renyi(P, Q, order) <= 999 * closeness.renyi_bound,
    },
    "renyi-sharp below order 1": {
        "forall": [P, Q, eps, order],
        "given": [order < 1, *near],
        "then": 1000 * renyi(P, Q, order) <= 999 * closeness.renyi_bound,
    },
    "renyi-sharp, relaxed": {
        "forall": [P, Q, eps, order],
        "given": near,
        "then": 100 * renyi(P, Q, order) <= 99 * order * eps**2 / 2,
    },
    "lemma-1-sharp": {
        "forall": [M, eps],
        "given": [eps > 0, private],
        "then": MIDP(M, small_epsilon.all_alphabets * 9 / 10),
    },
    "lemma-1-sharp, relaxed": {
        "forall": [M, eps],
        "given": [private],
        "then": MIDP(M, eps**2 / 9),
    },
    "lemma-1-binary-sharp for larger alphabets": {
        "forall": [M, eps],
        "given": [private],
        "then": MIDP(M, small_epsilon.binary_bound),
    },
    "lemma-1-binary-sharp": {
        "forall": [M, eps],
        "given": [largest_alphabet(D) <= 2, private],
        "then": MIDP(M, small_epsilon.binary_bound * 99 / 100),
    },
    "lemma-1-mi-sharper, binary": {
        "forall": [M, eps],
        "given": [largest_alphabet(D) <= 2, KLDP(M, eps)],
        "then": MIDP(M, eps * 99 / 400),
    },
    "lemma-1-mi-sharper, binary, for larger alphabets": {
        "forall": [M, eps],
        "given": [KLDP(M, eps)],
        "then": MIDP(M, eps / 4),
    },
    "lemma-9-sharper": {
        "forall": [P, W, eps, order],
        "given": [eps > 0, order > 1, small_epsilon.slice_private],
        "then": 100 * sibson(P, W, order) <= 90 * small_epsilon.sibson_bound,
    },
    "lemma-3-sharp": {
        "forall": [P, Q, W, V, delta],
        "given": [small_delta.near],
        "then": absolute(small_delta.first_entropy - small_delta.second_entropy)
        <= binary_entropy(delta),
    },
    "lemma-3-leakage-sharp": {
        "forall": [M, delta],
        "given": [DP(M, 0, delta)],
        "then": MIDP(M, delta * log(small_delta.symbols) * 99 / 100),
    },
    "lemma-3-leakage-sharp by the response's entropy": {
        "forall": [P, W, delta],
        "given": [rows_near],
        "then": information(P, W) <= delta * H(output(P, W)),
    },
    "theorem-1-sharper": {
        "forall": [M, eps, delta],
        "given": [largest_alphabet(D) <= 2, DP(M, eps, delta)],
        "then": MIDP(M, small_delta.binary_mixture * 99 / 100),
    },
    "theorem-1-sharper, binary, for larger alphabets": {
        "forall": [M, eps, delta],
        "given": [DP(M, eps, delta)],
        "then": MIDP(M, small_delta.binary_mixture),
    },
    "property-2-sharper": {
        "forall": [P, Q],
        "then": 2 * TV(P, Q) ** 2 + TV(P, Q) ** 4 <= KL(P, Q),
    },
    "lemma-2-sharper": {
        "forall": [M, eps],
        "given": [MIDP(M, eps)],
        "then": DP(M, 0, from_information.series * 9 / 10),
    },
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_statement_is_refuted(name: str) -> None:
    found = attack(claim("tampered", **TAMPERED[name]), budget=20_000, seconds=60)
    assert found.status == "refuted"


# --- values ---------------------------------------------------------------------------------------


def agrees(term: Term, expected: Any, **env: Any) -> bool:
    with precision(200):
        return bool(abs(float(BallReading().real(term, env)) - float(expected)) < 1e-14)


@pytest.mark.parametrize("level", [fmpq(1, 10), fmpq(1), fmpq(5)])
def test_the_leakage_curve_is_the_best_window(level: fmpq) -> None:
    """a − 1 − ln a is the largest t·e^ε·ε/u − ln u, with u = 1 + t (e^ε − 1), over shares t."""
    mpmath.mp.dps = 30
    e = mpmath.exp(mpmath.mpf(int(level.p)) / int(level.q))

    def leaked(t: Any) -> Any:
        u = 1 + t * (e - 1)
        return t * e * mpmath.log(e) / u - mpmath.log(u)

    best = _highest(leaked)
    assert agrees(small_epsilon.all_alphabets, best, eps=level)
    assert not agrees(small_epsilon.all_alphabets, best + mpmath.mpf("1e-10"), eps=level)


@pytest.mark.parametrize("alpha", [fmpq(1, 2), fmpq(3, 2), fmpq(2), fmpq(10)])
def test_sibsons_bound_is_the_best_window(alpha: fmpq) -> None:
    mpmath.mp.dps = 30
    r = mpmath.mpf(int(alpha.p)) / int(alpha.q)
    e = mpmath.e

    def leaked(t: Any) -> Any:
        power = (t * e**r + 1 - t) ** (1 / r) / (t * e + 1 - t)
        return r / (r - 1) * mpmath.log(power)

    assert agrees(small_epsilon.sibson_bound, _highest(leaked), eps=fmpq(1), alpha=alpha)


def _highest(f: Any) -> Any:
    """The maximum of a unimodal function on [0, 1], by thirds."""
    low, high = mpmath.mpf(0), mpmath.mpf(1)
    for _ in range(120):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (left, high) if f(left) < f(right) else (low, right)
    return f((low + high) / 2)


def test_the_bounds_have_no_value_at_epsilon_zero() -> None:
    for term in (small_epsilon.all_alphabets, small_epsilon.sibson_bound):
        with pytest.raises(Undefined), precision(128):
            BallReading().real(term, {"eps": fmpq(0), "alpha": fmpq(2)})


def test_an_erasure_leaks_all_that_the_bound_allows() -> None:
    with precision(128):
        leaked = BallReading().real(
            information(small_epsilon.uniform, small_delta.erasure), {"N": 3, "delta": fmpq(1, 4)}
        )
    assert abs(float(leaked) - float(mpmath.log(3)) / 4) < 1e-15


def holds(key: str, **moves: Any) -> bool | None:
    statement = statement_of(key)
    env = read_moves(statement.variables, moves, BallReading())
    for formula in statement.given:
        assert decide(normal(formula), env, BallReading()) is True
    return decide(normal(statement.then), env, BallReading())


def test_statements_hold_at_their_edges() -> None:
    one = {"n": 1, "P": ["1"], "m": 1, "W": [["1"]]}
    assert holds("lemma-3-leakage-sharp.prior", **one, delta="0") is True
    assert holds("lemma-3-sharp.beyond", **one, Q=["1"], V=[["1"]], delta="0") is True
    assert holds("property-1-tv-sharp.bound", n=1, P=["1"], Q=["1"], eps="0") is True
    apart = {"n": 2, "P": ["1", "0"], "Q": ["0", "1"]}
    assert holds("property-2-sharper.fourth-power", **apart) is True
