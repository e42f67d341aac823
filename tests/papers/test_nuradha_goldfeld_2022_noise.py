"""The rows on noise: what is false falls, what stands falls once tampered with; known values."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from verified.attack import attack
from verified.kernel.certificate import certify, check
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import (
    DP,
    Claim,
    Formula,
    absolute,
    claim,
    differential_entropy,
    equals,
    every,
    exp,
    find,
    information,
    log,
    pi,
    rational,
    total,
)
from verified.language.claims import Statement
from verified.language.goals import goal
from verified.language.serial import read_statement, statement_data
from verified.language.wellformed import check_statement
from verified.numbers.balls import precision
from verified.papers import papers
from verified.papers.nuradha_goldfeld_2022 import gaussian as g
from verified.papers.nuradha_goldfeld_2022 import noise as o

PAPER = "nuradha-goldfeld-2022"
ROWS = (
    "remark-4-classic", "remark-4-compare", "remark-4-compare-repaired", "remark-5",
    "remark-5-repaired", "theorem-4", "theorem-4-steps", "remark-7", "remark-7-ap-level",
    "remark-7-ap-level-repaired", "remark-7-divergence", "remark-7-divergence-repaired",
    "remark-8-order", "remark-8-free", "remark-8-correlation", "remark-8-correlation-repaired",
    "theorem-3", "theorem-3-steps", "remark-6", "corollary-1",
)  # fmt: skip
# What a short attack refutes.
FALSE = (
    "remark-4-compare", "remark-5.level@variance", "remark-5.level@deviation",
    "remark-5.level@no-public", "remark-5.level@no-public-deviation", "remark-5.enough@variance",
    "remark-5.enough@deviation", "remark-7@printed", "remark-7-ap-level", "remark-7-divergence",
    "remark-8-order@printed", "remark-8-free.regime@turned", "remark-8-correlation",
)  # fmt: skip
# What it doesn't, although it finds instances that meet the hypotheses.
STANDS = (
    "remark-4-classic.implied", "remark-4-classic.gaussian",
    "remark-4-compare-repaired.one-dimension", "remark-4-compare-repaired.any-dimension.if",
    "remark-4-compare-repaired.any-dimension.only-if", "remark-5-repaired", "remark-7@turned",
    "remark-7-ap-level-repaired", "remark-7-divergence-repaired", "remark-8-order@turned",
    "remark-8-correlation-repaired.if", "remark-8-correlation-repaired.only-if", "theorem-3",
    "remark-6", "corollary-1",
)  # fmt: skip


def leaf(name: str) -> Claim:
    row = find(papers(), f"{PAPER}/{name.split('@')[0].split('.')[0]}")
    (found,) = [part for part in row.leaves() if part.name == f"{PAPER}/{name}"]
    return found


def statement(name: str) -> Statement:
    found = leaf(name).statement
    assert found is not None
    return found


def leaves() -> list[Claim]:
    return [part for key in ROWS for part in find(papers(), f"{PAPER}/{key}").leaves()]


@pytest.mark.parametrize("stated", leaves(), ids=lambda part: part.name)
def test_a_statement_survives_its_file(stated: Claim) -> None:
    assert stated.statement is not None
    check_statement(stated.statement)
    assert read_statement(json.loads(json.dumps(statement_data(stated.statement)))) == (
        stated.statement
    )


# --- verdicts of a short attack -------------------------------------------------------------------


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted_and_rechecked(name: str) -> None:
    found = attack(leaf(name), seed=1, budget=4000)
    assert found.status == "refuted"
    assert check(json.loads(json.dumps(found.certificate))) is not None


@pytest.mark.parametrize("name", STANDS)
def test_what_stands_survives(name: str) -> None:
    assert attack(leaf(name), seed=2, budget=250).status == "survived"


# --- tampering ------------------------------------------------------------------------------------


def tampered(
    name: str, then: Formula | None = None, given: Sequence[Formula] | None = None
) -> Claim:
    """The statement with another conclusion or other hypotheses."""
    stated = statement(name)
    return claim(
        "x",
        forall=list(stated.variables),
        given=list(stated.given if given is None else given),
        then=stated.then if then is None else then,
    )


def noisy_entropy() -> Any:
    return sum(
        share * differential_entropy(law)
        for share, law in zip((g.secret[0], g.secret[1]), g.responses(g.noise), strict=True)
    )


turned_below = g.entropy_power(g.entropy_given_secret, turned=True)
slope = g.covariance / g.secret_variance
less = rational(9, 10)
more = rational(11, 10)

TAMPERED = {
    "a quarter of the δ of MI-DP": tampered(
        "remark-4-classic.implied", DP(g.M, g.any_eps, g.level / 4)
    ),
    "an eighth of the classic noise": tampered(
        "remark-4-classic.gaussian",
        given=[g.distance <= g.sensitivity, g.variance >= g.classic_noise / 8],
    ),
    "a larger threshold": tampered(
        "remark-4-compare-repaired.one-dimension",
        given=[
            g.level < rational(5, 4),
            equals(g.dimension, 1),
            g.classic_eps < more * g.THRESHOLD,
        ],
    ),
    "half the noise on an average": tampered(
        "remark-5-repaired", g.told(g.entry_variance / g.entries**2, g.needed / 2) <= g.eps
    ),
    "a smaller Gaussian entropy": tampered(
        "theorem-4-steps.above",
        differential_entropy(g.answer(g.noise))
        <= log(2 * pi() * exp(1) * (less * g.total_variance + g.noise)) / 2,
    ),
    "a larger entropy power": tampered(
        "theorem-4-steps.below@turned",
        noisy_entropy() >= log(2 * pi() * exp(1) * (more * turned_below + g.noise)) / 2,
    ),
    "a quarter of the level for attributes": tampered(
        "remark-7-ap-level-repaired", given=[g.eps <= 1, g.noise >= g.classic_level / 4]
    ),
    "a larger gap of the means": tampered(
        "remark-7-divergence-repaired",
        absolute(slope * g.first_value - slope * (g.first_value + g.bound / slope))
        >= more * g.bound,
    ),
    "a smaller variance": tampered(
        "remark-8-order@turned", less * g.total_variance >= turned_below
    ),
    "half the information without noise": tampered(
        "remark-8-free.no-noise@turned", information(g.secret, *g.responses(0)) <= g.eps / 2
    ),
    "a smaller explained variance": tampered(
        "remark-8-correlation-repaired.only-if",
        g.total_spread <= less * exp(2 * g.eps) * g.explained,
    ),
    "a smaller entropy of the response": tampered(
        "theorem-3-steps.entropy", o.response_entropy <= o.gaussian_entropy - rational(1, 50)
    ),
    "half the mean variance": tampered(
        "theorem-3-steps.concavity",
        o.gaussian_entropy
        <= o.dims * log(o.unit * (o.here.spread() / (2 * o.dims) + o.variance)) / 2,
    ),
    "more than the noise's entropy": tampered(
        "theorem-3-steps.noise",
        total(
            o.u,
            o.U[o.u]
            * (
                o.noise_entropy
                + o.gaussian_information(o.V[o.u], o.copy, o.query, o.dims, o.variance)
            ),
        )
        >= o.noise_entropy + rational(1, 100),
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_claim_falls(name: str) -> None:
    assert attack(TAMPERED[name], seed=1, budget=6000).status == "refuted"


# --- finite data: one instance decides what a short attack doesn't --------------------------------

# One fair bit is the secret, there is nothing public, and the query gives it back.
BIT = {
    "n": 2, "d": 1, "F": {"private": [[0, 1]], "public": [[0, 0]], "edges": [[0, 0]]},
    "P": ["1/2", "1/2"], "f": ["0", "2"],
}  # fmt: skip


def holds(stated: Claim, moves: dict[str, Any]) -> bool | None:
    """Whether a statement holds at an instance that meets its hypotheses."""
    assert stated.statement is not None
    play = goal(stated.statement, "refutation")
    with precision(96):
        reading = BallReading({})
        found = decide(play.body, read_moves(play.variables, moves, reading), reading)
    return None if found is None else not found


def least_epsilon(spread: float, dims: int = 1) -> str:
    """The ε for which the noise is just enough, and a little more."""
    eps = dims / 2 * math.log1p(spread / dims)
    return str(fmpq(*(eps * (1 + 1e-9)).as_integer_ratio()))


def test_theorem_3_at_a_bit_and_tampered_with() -> None:
    """At σ² = 1/4 the variance is 1, so ε = ln(5)/2, and nearly ln 2 is told."""
    moves = {**BIT, "s2": "1/4", "eps": least_epsilon(4.0)}
    assert holds(leaf("theorem-3"), moves) is True
    told = o.here.told(o.gaussian_information, o.variance)
    less = tampered("theorem-3", o.at_each_edge(told <= o.eps * rational(3, 4)))
    assert holds(less, moves) is False
    # A fourth of the noise that the theorem asks for; ε = ln(5)/8 is too little for it.
    quarter = tampered(
        "theorem-3",
        given=[o.at_each_edge(o.here.spread() / (16 * o.dims * o.growth) <= o.variance)],
    )
    small = str(fmpq(*(math.log1p(1 / 4) / 2).as_integer_ratio()))
    assert holds(quarter, {**moves, "eps": small}) is False
    assert holds(leaf("theorem-3"), {**moves, "eps": small}) is True  # the hypothesis fails
    assert certify("x", statement("theorem-3"), "refutation", moves, {}) is None
    assert less.statement is not None
    assert certify("x", less.statement, "refutation", moves, {}) is not None


def test_remark_6_at_a_bit_and_tampered_with() -> None:
    """The deviation is 1; at b = 1/2 the remark asks for ε = ln 3."""
    moves = {**BIT, "b": "1/2", "eps": str(fmpq(*(math.log(3) + 1e-9).as_integer_ratio()))}
    assert holds(leaf("remark-6"), moves) is True
    told = o.here.told(o.laplace_information, o.scale)
    assert holds(tampered("remark-6", o.at_each_edge(told <= o.eps / 4)), moves) is False
    eighth = tampered(
        "remark-6",
        given=[o.at_each_edge(o.here.deviation() / (8 * o.dims * o.laplace_growth) <= o.scale)],
    )
    assert holds(eighth, {**moves, "eps": "1/4"}) is False
    assert holds(leaf("remark-6"), {**moves, "eps": "1/4"}) is True


def test_corollary_1_at_a_bit_and_tampered_with() -> None:
    """Answers 2 apart, σ² = 1/4: the corollary asks for ε = ln(9)/2."""
    moves = {
        "D": [2], "d": 1, "P": ["1/2", "1/2"], "f": ["0", "2"], "Delta": "2", "s2": "1/4",
        "eps": least_epsilon(8.0),
    }  # fmt: skip
    assert holds(leaf("corollary-1"), moves) is True
    told = o.at_row.told(o.gaussian_information, o.variance)
    assert holds(tampered("corollary-1", every(o.row, told <= o.eps / 2)), moves) is False
    sixteenth = tampered(
        "corollary-1",
        given=[o.neighbours_near, o.sensitivity**2 / (32 * o.dims * o.growth) <= o.variance],
    )
    assert holds(sixteenth, {**moves, "eps": "1/4"}) is False
    # A sensitivity that the answers exceed makes no instance.
    assert holds(tampered("corollary-1", every(o.row, told <= 0)), moves) is False
    near = {**moves, "Delta": "1"}
    assert holds(tampered("corollary-1", every(o.row, told <= 0)), near) is True


def test_noise_in_the_plane_is_shared_by_the_coordinates() -> None:
    """(0, 0) and (6/5, 8/5) are 2 apart: the spread is 1, and d = 2 asks for ε = ln(1 + 2)."""
    moves = {**BIT, "d": 2, "f": ["0", "0", "6/5", "8/5"], "s2": "1/4",
             "eps": least_epsilon(4.0, 2)}  # fmt: skip
    assert holds(leaf("theorem-3"), moves) is True
    told = o.here.told(o.gaussian_information, o.variance)
    assert holds(tampered("theorem-3", o.at_each_edge(told <= o.eps / 2)), moves) is False


# --- known values ---------------------------------------------------------------------------------


def evaluated(term: Any, **numbers: Any) -> float:
    with precision(96):
        return float(arb(BallReading({}).real(term, numbers)))


def test_the_spread_of_an_edge_is_the_mean_variance_given_the_public_value() -> None:
    play = goal(statement("theorem-3"), "refutation")
    moves = {
        "n": 4, "d": 2, "P": ["1/8", "3/8", "1/4", "1/4"],
        "F": {"private": [[0, 1, 2, 3]], "public": [[0, 0, 1, 1]], "edges": [[0, 0]]},
        "f": ["0", "1", "4", "1", "2", "-3", "2", "5"], "s2": "1", "eps": "1",
    }  # fmt: skip
    law, query = np.array([1, 3, 2, 2]) / 8, np.array([[0, 1], [4, 1], [2, -3], [2, 5]])
    spread = deviation = 0.0
    for part in ([0, 1], [2, 3]):
        mass = law[part].sum()
        centre = law[part] @ query[part] / mass
        variances = law[part] @ (query[part] - centre) ** 2 / mass
        spread, deviation = (
            spread + mass * variances.sum(),
            deviation + mass * (variances**0.5).sum(),
        )
    with precision(96):
        reading = BallReading({})
        env = {**read_moves(play.variables, moves, reading), "e": 0}
        assert float(arb(reading.real(o.here.spread(), env))) == pytest.approx(spread)
        assert float(arb(reading.real(o.here.deviation(), env))) == pytest.approx(deviation)


def test_the_levels_are_those_of_their_formulas() -> None:
    entropy = evaluated(g.gaussian_entropy, v=fmpq(3))
    assert entropy == pytest.approx(math.log(2 * math.pi * math.e * 3) / 2)
    # With 2/d in the exponent B is the variance; with d/2 as printed it isn't.
    turned = evaluated(g.entropy_power(g.gaussian_entropy, turned=True), v=fmpq(3))
    assert turned == pytest.approx(3)
    printed = evaluated(g.entropy_power(g.gaussian_entropy, turned=False), v=fmpq(3))
    assert printed == pytest.approx(math.exp(entropy / 2 - 1) / (2 * math.pi))
    level = evaluated(g.PRINTED_LEVEL, s=fmpq(2), n=8, eps=fmpq(1, 2))
    assert level == pytest.approx(2 / (math.e**0.5 - 1))
    needed = evaluated(g.needed, s=fmpq(2), n=8, eps=fmpq(1, 2))
    assert needed == pytest.approx(2 / (64 * (math.e - 1)))
    classic = evaluated(g.classic_noise, **{"eps": fmpq(1, 50), "eps'": fmpq(1, 2),
                                            "Delta": fmpq(3)})  # fmt: skip
    assert classic == pytest.approx(2 * math.log(1.25 / 0.2) * 9 * 4)


def test_the_printed_noise_of_remark_5_grows_where_less_is_needed() -> None:
    levels = [evaluated(g.PRINTED_LEVEL, s=fmpq(s), n=4, eps=fmpq(1)) for s in (1, 100)]
    needed = [evaluated(g.needed, s=fmpq(s), n=4, eps=fmpq(1)) for s in (1, 100)]
    assert levels[1] < levels[0]
    assert needed[1] > needed[0]


QUERY = {"P": ["1/2", "1/2"], "W": ["1/2", "1/2"], "a": "0", "b": "0", "c": "0"}


def test_the_printed_theorem_4_falls_for_a_query_of_small_variance() -> None:
    """Scaled down, the printed B exceeds the variance, so that no noise is asked for."""
    moves = {**QUERY, "b": "1/100", "u": "1/10000", "v": "1/10000", "s2": "0", "eps": "1/100"}
    assert holds(leaf("theorem-4@printed"), moves) is False
    assert (
        holds(leaf("remark-8-free.no-noise@printed"), {k: x for k, x in moves.items() if k != "s2"})
        is False
    )
    # As turned over the hypothesis fails there, and holds with the noise that is asked for.
    assert holds(leaf("theorem-4@turned"), moves) is True
    enough = tampered("theorem-4@turned", information(g.secret, *g.responses(g.noise)) <= 0)
    assert holds(enough, moves) is True
    assert holds(enough, {**moves, "s2": "1"}) is False
    assert holds(leaf("theorem-4@turned"), {**moves, "s2": "1"}) is True


def test_the_free_regime_reaches_small_epsilon() -> None:
    """One Gaussian law for both secrets: A = B, so the hypothesis holds at every ε > 0."""
    moves = {**QUERY, "u": "1", "v": "1", "eps": "1/100"}
    assert holds(leaf("remark-8-free.regime@turned"), moves) is False
    assert holds(leaf("remark-8-free.regime@turned"), {**moves, "eps": "1/2"}) is True


def test_a_negative_correlation_meets_the_condition_of_remark_8() -> None:
    moves = {"V": "1", "rho": "-99/100", "eps": "1/10"}
    assert holds(leaf("remark-8-correlation"), moves) is False
    assert holds(leaf("remark-8-correlation"), {**moves, "rho": "99/100"}) is True
    for part in ("if", "only-if"):
        assert holds(leaf(f"remark-8-correlation-repaired.{part}"), moves) is True


def test_independent_functions_have_no_gap() -> None:
    moves = {"V": "1", "w": "1", "c": "0", "a": "0", "K": "1"}
    assert holds(leaf("remark-7-divergence"), moves) is False
    assert holds(leaf("remark-7-divergence-repaired"), moves) is True
    assert holds(leaf("remark-7-divergence"), {**moves, "c": "-1/2"}) is True
