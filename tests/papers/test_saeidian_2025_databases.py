"""Section 4 of Saeidian et al.: known values, suprema against priors that come near them, and false
neighbours of the statements, which the attack must refute."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from flint import arb, fmpq

from tests.papers.test_cuff_yu_2016_values import agrees
from verified.attack import attack
from verified.kernel.truth import BallReading
from verified.kernel.values import read_moves
from verified.language import (
    DP,
    Statement,
    Symbol,
    both,
    claim,
    conditional_leakage,
    database_leakage,
    entries,
    entry_law,
    entry_leakage,
    entry_leakage_independent,
    entry_response,
    exp,
    flat_mechanism,
    free_lunch_epsilon,
    instances,
    largest,
    pointwise_maximal_leakage,
    prior_mass,
    rational,
    resampled_prior,
    total,
)
from verified.papers.saeidian_2025 import appendix_b, correlated, counting
from verified.papers.saeidian_2025 import databases as db
from verified.papers.saeidian_2025 import figures as figure
from verified.papers.saeidian_2025.common import attribute_leakage
from verified.syntax.terms import Term

D, M, eps, i, d, y = db.D, db.M, db.eps, db.i, db.d, db.y


def mutant(forall: list[Any], given: list[Any], then: Any) -> Statement:
    found = claim("mutant", forall=forall, given=given, then=then).statement
    assert found is not None
    return found


less = rational(9, 10) * eps
MUTANTS = {
    "theorem-4.2.1-only-if": mutant(
        [M, eps], [DP(M, eps)],
        db.worst(db.prior, largest(i, largest(d, db.conditional(db.prior)))) <= less,
    ),
    # Correlated entries leak more (Theorem 4.3).
    "theorem-4.2.3-only-if, any prior": mutant(
        [M, eps], [DP(M, eps)], db.worst(db.prior, largest(i, db.of_entry(db.prior))) <= eps
    ),
    "theorem-4.2.3-if": mutant([M, eps], [entry_leakage_independent(M) <= eps], DP(M, less)),
    "theorem-4.2-equal": mutant([M], [], entry_leakage(M) <= conditional_leakage(M)),
    "theorem-4.5.1-only-if, neighbours": mutant(
        [db.prior, M, y, eps], [DP(M, eps)], db.of_database(db.prior) <= eps
    ),
    "theorem-4.5.3-if": mutant(
        [M, eps], [entry_leakage(M) <= eps], free_lunch_epsilon(M) <= less
    ),
    "theorem-4.5-single-entry": mutant(
        [M], [], database_leakage(M) <= entry_leakage_independent(M)
    ),
    "remark-b1.4.2-1": mutant(
        [db.prior, M, i, d, y, eps],
        [db.possible(db.prior), db.private, db.above_zero], db.conditional(db.prior) < less,
    ),
    "proposition-4.6, a larger c": mutant(
        counting.variables, [db.possible(db.alone), counting.likely],
        counting.leaked <= counting.bound(counting.c + rational(1, 10)),
    ),
    "proposition-4.6-simplified-sharp": mutant(
        counting.variables, [db.possible(db.alone), counting.likely],
        counting.leaked <= rational(1, 2) * (1 - counting.c) * counting.u,
    ),
    # The threshold is 1/(1 + e^(r/2)): a little more is too much.
    "proposition-4.6-half-repaired.up-to": mutant(
        [counting.share, counting.ratio],
        [counting.share * (1 + exp(counting.half * counting.ratio)) <= rational(101, 100)],
        counting.bound(counting.share, counting.ratio) >= counting.half * counting.ratio,
    ),
    "theorem-4.2-steps-repaired.limit": mutant(
        [appendix_b.two_k, appendix_b.centre_value, appendix_b.small, appendix_b.likelihoods],
        appendix_b.limit["given"],
        appendix_b.limit["then"].left <= appendix_b.likelihoods[appendix_b.centre_value]
        + appendix_b.small / 2,
    ),
    "theorem-4.2-steps.eq-b2b-reached": mutant(
        appendix_b.ratio_reached["forall"], appendix_b.ratio_reached["given"],
        appendix_b.ratio_reached["then"].left
        <= rational(9, 10) * appendix_b.ratio_reached["then"].right,
    ),
    "theorem-4.5-steps.eq-b5a-bound": mutant(
        appendix_b.any_ratio["forall"], appendix_b.any_ratio["given"],
        appendix_b.any_ratio["then"].left <= rational(9, 10) * appendix_b.any_ratio["then"].right,
    ),
    "theorem-4.5-steps.mean, one more": mutant(
        appendix_b.seen_mean["forall"], appendix_b.seen_mean["given"],
        appendix_b.seen_mean["then"].left <= rational(9, 10) * appendix_b.seen_mean["then"].right,
    ),
    "theorem-4.5-steps.kernel-most": mutant(
        appendix_b.most_likely["forall"], [],
        appendix_b.most_likely["then"].left <= rational(9, 10) * appendix_b.near_mean,
    ),
    "definition-4.1.if": mutant([M, eps], [db.ratios(db.likely)], DP(M, less)),
    "definition-4.1.if, where both are possible": mutant(
        [M, eps], [db.ratios(both(db.likely, db.other_likely))], DP(M, eps)
    ),
    "theorem-4.3-sharp.bound": mutant(
        [correlated.private_mechanism, correlated.law, i, correlated.outcome, correlated.eps],
        [DP(correlated.private_mechanism, correlated.eps)],
        attribute_leakage(correlated.law, flat_mechanism(correlated.private_mechanism),
                          correlated.outcome, correlated.entry)
        <= rational(99, 100) * correlated.most_leaked(
            correlated.least_mass, exp(-(correlated.eps * entries(correlated.D)))),
    ),
    "figure-1": mutant(
        [figure.rows, figure.share], [],
        figure.leak_bound(figure.rows, figure.share, rational(3, 10)) <= rational("1e-12"),
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_refuted(name: str) -> None:
    report = attack(MUTANTS[name], seed=0, budget=20_000)
    assert report.status == "refuted", report


# --- known values ---------------------------------------------------------------------------------

# Two bits; the response tells the first with an error of 1/4, and the sum a little.
PAIR = {
    "D": (2, 2), "m": 2,
    "M": [[["3/4", "1/4"], ["1/2", "1/2"]], [["1/4", "3/4"], ["1/8", "7/8"]]],
    "P": [["1/2", "0"], ["1/4", "1/4"]],
}


def instance(**more: Any) -> dict[str, Any]:
    variables = [D, db.m, M, db.prior]
    rows = {name: more.get(name, value) for name, value in PAIR.items()}
    flat = {**rows, "D": list(rows["D"])}
    flat["M"] = [row for part in rows["M"] for row in part]
    flat["P"] = [mass for part in rows["P"] for mass in part]
    return dict(read_moves(variables, flat, BallReading()))


def test_the_law_of_an_entry_and_the_response_given_it() -> None:
    env = instance()
    for entry, expected in ((0, ["1/2", "1/2"]), (1, ["3/4", "1/4"])):
        for symbol, mass in enumerate(expected):
            found = BallReading().real(entry_law(db.prior, entry)[symbol], env)
            assert found == fmpq(*map(int, mass.split("/")))
    # Given a second bit of 0: (1/2 · 1/4 + 1/4 · 3/4)/(3/4) of response 1.
    found = BallReading().real(entry_response(db.prior, M, 1)[0, 1], env)
    assert found == (fmpq(1, 8) + fmpq(3, 16)) / fmpq(3, 4)


def test_a_value_that_an_entry_never_has_is_given_the_uniform_response() -> None:
    env = instance(P=[["1/2", "1/2"], ["0", "0"]])
    assert BallReading().real(entry_response(db.prior, M, 0)[1, 0], env) == fmpq(1, 2)


def test_the_resampled_prior() -> None:
    """At share 1/2 an entry of two symbols is kept with 3/4, of three with 2/3."""
    env = {"D": (2, 3)}
    x = Symbol("x", instances(D))
    law = resampled_prior(D, 4, rational(1, 2))
    assert BallReading().real(prior_mass(law, 4), env) == fmpq(3, 4) * fmpq(2, 3)
    assert BallReading().real(prior_mass(law, 0), env) == fmpq(1, 4) * fmpq(1, 6)
    assert BallReading().real(total(x, prior_mass(law, x)), env) == 1


def test_the_named_suprema_are_approached_and_never_passed() -> None:
    """Under the priors near each instance, for mechanisms with and without impossible responses."""
    mechanisms = [
        PAIR["M"],
        [[["1", "0"], ["1/2", "1/2"]], [["1/4", "3/4"], ["1/8", "7/8"]]],
        [[["1/3", "2/3"]] * 2] * 2,
    ]
    share = fmpq(1, 10**6)
    for table in mechanisms:
        env = instance(M=table)
        leaks: dict[Any, list[float]] = {entry_leakage_independent: [], conditional_leakage: []}
        for centre, entry, response in itertools.product(range(4), range(2), range(2)):
            law = resampled_prior(D, centre, rational(1, 10**6))
            for head, leaked in (
                (entry_leakage_independent, pointwise_maximal_leakage(
                    entry_law(law, entry), entry_response(law, M, entry), response)),
                (conditional_leakage, pointwise_maximal_leakage(
                    db.entry_given(law, centre, entry), db.entry_channel(M, centre, entry),
                    response)),
            ):
                leaks[head].append(float(arb(BallReading().real(leaked, env))))
        for head, found in leaks.items():
            limit = arb(BallReading().real(head(M), env))
            assert max(found) <= float(limit) + 1e-9
            # A response that is impossible for some leaks as much as the prior lets it.
            nearly = min(float(limit), math.log(float(1 / share))) if limit.is_finite() else 10
            assert max(found) >= nearly - 1e-4


def test_the_bound_at_known_points() -> None:
    c, r = counting.share, counting.ratio
    bound: Term = counting.bound(c, r)
    assert agrees(bound, {"c": fmpq(0), "r": fmpq(3)}, "3")
    # 2 − ln((1 + e²)/2) with c = 1/2 excluded: at 1/4, 2 − ln(3/4 + e²/4).
    assert agrees(bound, {"c": fmpq(1, 4), "r": fmpq(2)}, "1.045541407206759453460763")


def test_what_leaks_is_the_bound_at_p_where_the_outcome_is_above_all_answers() -> None:
    """Appendix B.3: two bits, p = 1/3 each, y = 2 and nb = 1."""
    third = fmpq(1, 3)
    masses = [[str(a * b) for b in (1 - third, third)] for a in (1 - third, third)]
    variables = [D, counting.F, db.alone, i, counting.b, counting.point]
    env = dict(read_moves(variables, {
        "D": [2, 2], "f": [1], "P": [mass for row in masses for mass in row], "i": 0,
        "b": "1/2", "y": "2",
    }, BallReading()))
    leaked = float(arb(BallReading().real(counting.leaked, env)))
    assert leaked == pytest.approx(1 - math.log(2 / 3 + math.e / 3), abs=1e-12)

