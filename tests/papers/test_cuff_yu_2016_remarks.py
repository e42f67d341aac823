"""The remarks and steps of Cuff and Yu (2016): known instances, and mutations that are refuted.

A statement that the attack can't break might be one that says nothing. So each row here has a
neighbour, changed in one place, that is false, and must fall.
"""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq

from tests.papers.test_cuff_yu_2016_values import rows, statement_of
from verified.attack import attack
from verified.attack.certify import with_bounds
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    TV,
    Close,
    H,
    I,
    Statement,
    absolute,
    as_mechanism,
    binary_entropy,
    capacity,
    channel_of,
    claim,
    entries,
    equals,
    every,
    exp,
    hamming,
    information,
    largest,
    log,
    mi_dp,
    minimum,
    negation,
    output,
    parallel,
    rational,
    sqrt,
    total,
)
from verified.numbers.balls import precision
from verified.papers.cuff_yu_2016 import appendix_b as ap_b
from verified.papers.cuff_yu_2016 import appendix_c as ap_c
from verified.papers.cuff_yu_2016 import appendix_d as ap_d
from verified.papers.cuff_yu_2016 import closeness as c
from verified.papers.cuff_yu_2016 import common as k
from verified.papers.cuff_yu_2016 import lemma_1, lemma_2, lemma_3, properties, threshold
from verified.papers.cuff_yu_2016 import theorem as t
from verified.syntax.formulas import And, Formula
from verified.syntax.goals import normal
from verified.syntax.terms import Var

PRECISE = 128
WIDTH = fmpq(1, 10**30)
P, Q, A, M, D, eps, delta, eta = k.P, k.Q, k.A, k.M, k.D, k.eps, k.delta, k.eta
unit_delta, W, V, X = k.unit_delta, lemma_1.slice_channel, lemma_2.other_channel, lemma_1.X


def mutant(forall: list[Var], given: list[Any], then: Any) -> Statement:
    found = claim("mutant", forall=forall, given=given, then=then).statement
    assert found is not None
    return found


def odds_within(bound: Any) -> Any:
    return every(k.a, c.odds_moved <= bound, where=P[k.a] + Q[k.a] > 0)


MUTANTS: dict[str, Statement] = {
    # A threshold twice as large, squared: the quotient is off by 2η there.
    "property-1-asymptotic": mutant(
        [eps, eta],
        [eps > 0, eps <= sqrt(24 * eta)],
        absolute(c.kl_bound / (eps**2 / 2) - 1) <= eta,
    ),
    "property-1-asymptotic, another constant": mutant(
        [eps, eta],
        [eps > 0, eps <= sqrt(12 * eta)],
        absolute(c.kl_bound / eps**2 - 1) <= eta,
    ),
    # The pair is close at K + 2, as its ratios are at most e^(K+1) and about 1.
    "properties-strict.property-1": mutant(
        [c.level, c.factor], [], negation(Close(c.less_rare, c.more_rare, c.factor + 2, 0))
    ),
    "properties-strict.property-2": mutant(
        [c.level, c.factor], [], KL(c.more_rare, c.less_rare) > c.factor
    ),
    "property-2-constant": mutant([eps], [], TV(c.tilted, c.even) >= minimum(1, sqrt(eps / 2))),
    "closeness-bayes.only-if": mutant(
        [P, Q, eps, c.belief], [Close(P, Q, eps, 0)], odds_within(eps / 2)
    ),
    "closeness-bayes.if": mutant(
        [P, Q, eps, c.belief], [odds_within(2 * eps)], Close(P, Q, eps, 0)
    ),
    "closeness-testing-region.if, half of the region": mutant(
        [P, Q, eps, delta],
        [every(A, exp(eps) * P[A] + (1 - Q[A]) >= 1 - delta)],
        Close(P, Q, eps, delta),
    ),
    "closeness-testing-region.randomised": mutant(
        [P, Q, eps, delta, c.test],
        [Close(P, Q, eps, delta)],
        c.rejecting_at_random + c.missing_at_random >= 1 - delta,
    ),
    "property-3-remarks.larger": mutant(
        [eps, c.eps_new, delta],
        [c.eps_new < eps, delta < 1],
        c.delta_new > delta + rational(1, 100),
    ),
    "property-3-remarks.no-smaller": mutant(
        [eps, c.eps_new, delta, c.smaller_delta],
        [delta <= 1],
        negation(Close(c.leaking, c.withheld, c.eps_new, c.smaller_delta)),
    ),
    "example-1.epsilon": mutant([M, eps, delta], [DP(M, eps, delta)], DP(M, eps)),
    "example-1.equality": mutant(
        [M, c.IMPLIED], [DP(M, c.IMPLIED, c.IMPLIED)], DP(M, 0, c.IMPLIED)
    ),
    "example-1.limit": mutant(
        [eps, delta, eta],
        [eps > 0, eps <= eta, delta <= eta],
        absolute(c.delta_at_zero) <= eta,
    ),
    "theorem-1-order.mi-dp": mutant(
        [M, t.goal_eps, t.goal_delta],
        [MIDP(M, t.goal_delta**2)],
        DP(M, t.goal_eps, t.goal_delta),
    ),
    "theorem-1-order.a": mutant([M, c.level], [DP(M, 2 * t.for_dp)], KLDP(M, c.level)),
    "theorem-1-order.c": mutant([M, c.level], [MIDP(M, c.level**2)], DP(M, 0, c.level)),
    "theorem-1-equality.reverse": mutant(
        [M, k.N, c.level],
        [t.bounded, DP(M, 3 * c.level, 3 * c.level)],
        MIDP(M, c.level),
    ),
    "theorem-1-equality.dependent": mutant(
        [k.N, unit_delta, c.factor],
        [2 * unit_delta * log(k.N) > c.factor],
        negation(MIDP(as_mechanism(k.erasure), c.factor)),
    ),
    "theorem-1-strict.a": mutant(
        [c.level, c.factor],
        [],
        negation(
            DP(as_mechanism(channel_of(c.less_rare, c.more_rare)), c.factor + 2)
        ),
    ),
    "theorem-1-strict.b": mutant(
        [c.level], [], MIDP(as_mechanism(k.revealing(t.small)), c.level / 10)
    ),
    "mi-dp-no-dp": mutant(
        [eps, c.eps_new],
        [],
        negation(DP(as_mechanism(k.revealing(minimum(1, eps))), c.eps_new)),
    ),
    "related-3eps": mutant(
        [t.any_prior, M, eps],
        [DP(M, eps)],
        information(t.any_prior, M) <= eps**2 / 10 * entries(D),
    ),
    "lemma-1-radius": mutant(
        [W],
        [],
        capacity(W) <= largest(X, largest(lemma_1.X_other, KL(W[X], W[lemma_1.X_other]))) / 5,
    ),
    "lemma-1-steps.eq-24-average": mutant(
        [lemma_1.others_law, lemma_1.entry_given_others, lemma_1.whole_channel],
        [],
        equals(I(lemma_1.triple, "X;Y|Z"), I(lemma_1.triple, "X;Y")),
    ),
    "lemma-1-steps.eq-26-jensen": mutant(
        [lemma_1.entry_law, W, X],
        [],
        KL(W[X], output(lemma_1.entry_law, W)) <= lemma_1.to_others / 2,
    ),
    "lemma-1-steps.eq-26-bound": mutant(
        [lemma_1.entry_law, W, X, eps], [KLDP(as_mechanism(W), eps)], lemma_1.to_others <= eps / 2
    ),
    "lemma-2-asymptotic.looser": mutant(
        [eps], [eps <= log(2)], 1 - 2 * lemma_2.crossover <= sqrt(eps)
    ),
    "lemma-2-asymptotic.limit": mutant(
        [eps, eta],
        [eps > 0, eps <= minimum(log(2), 2 * eta)],
        absolute(sqrt(2 * eps) / (1 - 2 * lemma_2.crossover) - 1) <= eta / 8,
    ),
    "lemma-2-steps.eq-30-a": mutant(
        [P, Q, A, lemma_2.weight],
        [],
        information(lemma_2.two_inputs, k.binary_channel(P[A], Q[A]))
        >= information(lemma_2.two_inputs, channel_of(P, Q)),
    ),
    "lemma-2-steps.eq-30-supremum": mutant(
        [M, lemma_2.one, lemma_2.another],
        [equals(hamming(D, lemma_2.one, lemma_2.another), 2)],
        capacity(channel_of(M[lemma_2.one], M[lemma_2.another])) <= mi_dp(M),
    ),
    "lemma-2-steps.convex": mutant(
        [W, V], [], equals(capacity(W), capacity(V))
    ),
    "lemma-2-steps.lower": mutant(
        [lemma_2.on_zero, lemma_2.on_one], [], capacity(lemma_2.mean) >= capacity(lemma_2.binary)
    ),
    "lemma-2-steps.symmetric": mutant(
        [lemma_2.on_zero, lemma_2.on_one, lemma_2.crossing],
        [capacity(lemma_2.binary) <= capacity(k.symmetric_channel(lemma_2.crossing))],
        TV(lemma_2.binary[0], lemma_2.binary[1]) <= 1 - 3 * lemma_2.crossing,
    ),
    "lemma-2-steps.radius-pinsker": mutant(
        [W, lemma_2.center, X, eps],
        [KL(W[X], lemma_2.center) <= eps],
        TV(W[X], lemma_2.center) <= sqrt(eps) / 2,
    ),
    "lemma-2-steps.radius-triangle": mutant(
        [W, lemma_2.center, eps],
        [every(X, KL(W[X], lemma_2.center) <= eps)],
        DP(as_mechanism(W), 0, sqrt(eps)),
    ),
    "eq-33.threshold": mutant(
        [threshold.chance, c.eps_new, delta],
        [delta <= rational(11, 10) * threshold.chance],
        negation(DP(as_mechanism(k.revealing(threshold.chance)), c.eps_new, delta)),
    ),
    "eq-33.positive": mutant(
        [eps, c.eps_new, delta],
        [eps > 0, delta < minimum(1, 2 * eps)],
        negation(DP(as_mechanism(k.revealing(minimum(1, eps))), c.eps_new, delta)),
    ),
    "eq-33.diverges, twice the margin": mutant(
        [threshold.chance, c.eps_new, delta],
        [delta < threshold.chance + 2 * exp(c.eps_new) * threshold.slip],
        negation(DP(as_mechanism(threshold.next_to_it), c.eps_new, delta)),
    ),
    "eq-33.diverges, no slip": mutant(
        [threshold.chance, c.eps_new],
        [],
        capacity(threshold.next_to_it)
        <= rational(99, 100) * capacity(k.revealing(threshold.chance)),
    ),
    "lemma-3-tighter.small": mutant(
        [k.m, lemma_1.inputs, unit_delta],
        [unit_delta <= lemma_3.large_corner],
        minimum(binary_entropy(unit_delta) + unit_delta * log(k.m - 1), lemma_3.entry_bound)
        <= lemma_3.reverse_bound(k.m, lemma_1.inputs) / 3,
    ),
    "composition-tight": mutant(
        [properties.on_first, properties.other_part, unit_delta],
        [],
        equals(
            mi_dp(as_mechanism(parallel(properties.first_query, properties.second_query))),
            capacity(properties.on_first) + unit_delta * log(properties.other_part + 1),
        ),
    ),
    "property-3-steps.eq-87": mutant(
        [P, Q, A, eps, delta],
        [Close(P, Q, eps, delta)],
        P[A] <= ap_b.through_complement - rational(1, 100),
    ),
    "property-3-steps.eq-88-third": mutant(
        [Q, A, eps, c.eps_new, delta],
        [c.eps_new < eps],
        equals(
            ap_b.through_event,
            ap_b.traded + (exp(eps) - ap_b.high_new) * (Q[A] - 1 / (exp(eps) + 1)),
        ),
    ),
    "property-3-steps.eq-89-third": mutant(
        [Q, A, eps, c.eps_new, delta],
        [c.eps_new < eps],
        equals(
            ap_b.through_complement,
            ap_b.traded + (ap_b.high_new + exp(-eps)) * (ap_b.turning_point - Q[A]),
        ),
    ),
    "property-3-steps.small": mutant(
        [P, Q, A, eps, c.eps_new, delta],
        [c.eps_new < eps, Close(P, Q, eps, delta)],
        P[A] <= ap_b.traded - rational(1, 100),
    ),
    "eq-97.value": mutant(
        [lemma_2.on_zero, lemma_2.on_one],
        [],
        equals(TV(lemma_2.mean[0], lemma_2.mean[1]), lemma_2.on_zero - lemma_2.on_one),
    ),
    "eq-98.capacity": mutant(
        [unit_delta],
        [],
        equals(
            capacity(k.symmetric_channel(ap_c.flip)), log(2) - binary_entropy(unit_delta / 2)
        ),
    ),
    "eq-99": mutant(
        [ap_c.place],
        [],
        binary_entropy(ap_c.place)
        <= log(2) - rational(21, 10) * (ap_c.place - rational(1, 2)) ** 2,
    ),
    "eq-103.jensen": mutant(
        [lemma_1.entry_law, W, X], [], TV(W[X], ap_d.marginal_law) <= ap_d.to_another / 2
    ),
    "eq-103.bound": mutant(
        [lemma_1.entry_law, W, X, unit_delta],
        [ap_d.slice_is_close],
        ap_d.to_another <= unit_delta / 2,
    ),
    "eq-107.eq-107": mutant(
        [lemma_1.entry_law, W, unit_delta],
        [ap_d.slice_is_close],
        Close(ap_d.together_law, ap_d.product_law, 0, unit_delta / 3),
    ),
    "eq-107.eq-108": mutant(
        [lemma_1.entry_law, W],
        [],
        equals(TV(ap_d.together_law, ap_d.product_law), total(X, TV(W[X], ap_d.marginal_law))),
    ),
    "lemma-11": mutant(
        [ap_d.P_pair, ap_d.Q_pair, delta],
        [Close(ap_d.P_pair, ap_d.Q_pair, 0, delta)],
        absolute(ap_d.conditional_entropy(ap_d.P_pair) - ap_d.conditional_entropy(ap_d.Q_pair))
        <= ap_d.both_sides(delta) / 4,
    ),
    "lemma-11-steps.eq-122": mutant(
        [ap_d.P_pair, ap_d.mixed_in, delta],
        [],
        absolute(ap_d.conditional_entropy(ap_d.P_pair) - H(ap_d.mixture, "U|V"))
        <= ap_d.one_side(delta) / 2,
    ),
    "lemma-11-steps.eq-124-second": mutant(
        [ap_d.P_pair, ap_d.mixed_in, delta],
        [],
        equals(
            H(ap_d.mixture, "U|V"),
            1 / (1 + delta) * ap_d.conditional_entropy(ap_d.P_pair)
            + ap_d.share * ap_d.conditional_entropy(ap_d.mixed_in),
        ),
    ),
    "lemma-11-steps.information": mutant(
        [ap_d.P_pair, ap_d.mixed_in, delta],
        [],
        I(ap_d.mixture, "U;B|V") <= H(ap_d.mixture, "B") / 2,
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_refuted(name: str) -> None:
    report = attack(MUTANTS[name], seed=0, budget=20_000)
    assert report.status == "refuted", report


FALSE = [
    ("property-3-remarks.larger", "literal"),
    ("lemma-11-steps.eq-118", "literal"),
    ("lemma-11-steps.eq-112", "literal"),
    ("lemma-11-steps.eq-113", "literal"),
    ("lemma-11-steps.eq-125", ""),
]


@pytest.mark.parametrize(("key", "reading"), FALSE)
def test_what_the_text_says_too_widely_is_refuted(key: str, reading: str) -> None:
    assert attack(statement_of(key, reading), seed=0, budget=20_000).status == "refuted"


# --- known values ---------------------------------------------------------------------------------

VALUES = [
    # tanh(1/2)/(1/2) and (e + 1)/(e² + 1) by hand
    (c.kl_bound / (eps**2 / 2), {"eps": fmpq(1)}, "0.92423431452001951701"),
    # 1 − 2(3/4)/(e + 1)
    (c.delta_at_zero, {"eps": fmpq(1), "delta": fmpq(1, 4)}, "0.59658786794500731887"),
    # (1/(2 ln 3 + 4 ln 2))²
    (t.enough, {"beta": fmpq(1), "N": 2}, "0.04048739662073200302"),
    # ln(5/4), the capacity of the channel that gives input 1 away with probability 1/2
    (capacity(k.revealing(threshold.chance)), {"q": fmpq(1, 2)}, "0.22314355131420975577"),
    # exp(−3(1 + ln 2))/2
    (threshold.slip, {"q": fmpq(1, 2), "eps'": fmpq(0)}, "0.00311169177299149644"),
    # 2h(1/3) + (2/3) ln 2
    (ap_d.both_sides(delta), {"delta": fmpq(1, 2), "u": 2}, "1.73512645696292250985"),
    # h(1/3) + (1/3) ln 2
    (ap_d.one_side(delta), {"delta": fmpq(1, 2), "u": 2}, "0.86756322848146125492"),
    # ln 2 − h(1/4)
    (ap_c.symmetric_capacity, {"delta": fmpq(1, 2)}, "0.13081203594113695912"),
]


@pytest.mark.parametrize(("term", "env", "expected"), VALUES, ids=lambda part: str(part)[:30])
def test_a_side_has_the_value_worked_out_by_hand(
    term: Any, env: dict[str, Any], expected: str
) -> None:
    priors: dict[str, list[fmpq]] = {}
    with precision(PRECISE):
        found = with_bounds(priors, WIDTH, lambda: BallReading(priors).real(term, env))
        assert abs(arb(found) - arb(expected)) < arb("1e-16")
        assert abs(arb(found) * arb("1.000001") - arb(expected)) > arb("1e-16")


# --- instances ------------------------------------------------------------------------------------

NOISY = rows("5/8 3/8", "3/8 5/8")
SLICE = {"r": 2, "P": ["1/2", "1/2"], "m": 2, "W": NOISY}
MECHANISM = {"D": [2], "m": 2, "M": NOISY}
PAIR = {"n": 2, "P": ["8/11", "3/11"], "Q": ["3/11", "8/11"]}
PAIRS = {"u": 2, "v": 2, "P": ["1/2", "0", "0", "1/2"], "R": ["1/4", "1/4", "1/4", "1/4"]}

def decided(formula: Formula, statement: Statement, moves: dict[str, Any]) -> bool | None:
    """The truth of a part of a statement, with a nearly optimal prior for each capacity."""
    bounds: dict[str, list[fmpq]] = {}

    def evaluate() -> bool | None:
        reading = BallReading(bounds)
        env = read_moves(statement.variables, moves, reading)
        return decide(normal(formula), env, reading, precisions=(64, 128, 256))

    found: bool | None = with_bounds(bounds, WIDTH, evaluate)
    return found


HOLDING: list[tuple[str, str, dict[str, Any]]] = [
    ("property-1-asymptotic", "", {"eps": "1", "eta": "1/10"}),
    ("properties-strict.property-1", "", {"beta": "1/10", "K": "3"}),
    ("properties-strict.property-1", "", {"beta": "100", "K": "0"}),
    ("properties-strict.property-1-one-way", "", {"beta": "1/10", "K": "3"}),
    ("properties-strict.property-2", "", {"beta": "1/10", "K": "3"}),
    ("property-2-constant", "", {"eps": "1/4"}),
    ("property-2-constant", "", {"eps": "9"}),
    ("property-2-constant", "", {"eps": "0"}),
    ("closeness-bayes.only-if", "", {**PAIR, "eps": "1", "pi": "1/100"}),
    ("closeness-bayes.if", "", {**PAIR, "eps": "1", "pi": "1/100"}),
    ("closeness-testing-region.only-if", "", {**PAIR, "eps": "1", "delta": "0"}),
    ("closeness-testing-region.only-if", "", {**PAIR, "eps": "0", "delta": "5/11"}),
    ("closeness-testing-region.if", "", {**PAIR, "eps": "0", "delta": "5/11"}),
    (
        "closeness-testing-region.randomised",
        "",
        {**PAIR, "eps": "1", "delta": "0", "t": ["1/2", "1"]},
    ),
    ("property-3-remarks.larger", "below-one", {"eps": "1", "eps'": "1/2", "delta": "1/4"}),
    (
        "property-3-remarks.no-smaller",
        "",
        {"eps": "1", "eps'": "9", "delta": "1/4", "delta'": "1/5"},
    ),
    ("example-1.epsilon", "", {**MECHANISM, "eps": "1", "delta": "0"}),
    ("example-1.delta", "", {**MECHANISM, "eps": "1", "delta": "1/4"}),
    ("example-1.equality", "", {**MECHANISM, "beta": "1/2"}),
    ("example-1.limit", "", {"eps": "1/10", "delta": "1/20", "eta": "1/10"}),
    ("theorem-1-order.dp-mi", "", {**MECHANISM, "beta": "1/3"}),
    ("theorem-1-order.mi-dp", "", {**MECHANISM, "eps": "1/100", "delta": "1/2"}),
    ("theorem-1-order.a", "", {**MECHANISM, "beta": "1/3"}),
    ("theorem-1-order.b", "", {**MECHANISM, "beta": "1/3"}),
    ("theorem-1-order.c", "", {**MECHANISM, "beta": "1/2"}),
    ("theorem-1-equality.reverse", "", {**MECHANISM, "N": 2, "beta": "3"}),
    ("theorem-1-equality.dependent", "", {"N": 4, "delta": "1/2", "K": "1/2"}),
    ("related-3eps", "", {**MECHANISM, "P": ["1/2", "1/2"], "eps": "2/3"}),
    ("theorem-1-strict.a", "", {"beta": "1/10", "K": "3"}),
    ("theorem-1-strict.b", "", {"beta": "1/10", "K": "3"}),
    ("mi-dp-no-dp", "", {"eps": "1/10", "eps'": "50"}),
    ("mi-dp-no-dp", "", {"eps": "7", "eps'": "0"}),
    ("lemma-1-radius", "", {"r": 2, "m": 2, "W": NOISY}),
    ("lemma-1-radius", "", {"r": 1, "m": 2, "W": rows("1/2 1/2")}),
    ("lemma-1-steps.eq-26-jensen", "", {**SLICE, "x": 0}),
    ("lemma-1-steps.eq-26-jensen", "", {**SLICE, "P": ["0", "1"], "W": rows("1 0", "0 1"), "x": 1}),
    ("lemma-1-steps.eq-26-bound", "", {**SLICE, "x": 0, "eps": "1/4"}),
    ("lemma-2-asymptotic.looser", "", {"eps": "1/2"}),
    ("lemma-2-asymptotic.limit", "", {"eps": "1/10", "eta": "1/20"}),
    (
        "lemma-2-steps.eq-30",
        "",
        {**MECHANISM, "x": 0, "x'": 1, "A": [1], "eps": "1/25"},
    ),
    ("lemma-2-steps.lower", "", {"a": "1/8", "b": "0"}),
    ("lemma-2-steps.symmetric", "", {"a": "1/2", "b": "0", "c": "1/8"}),
    ("lemma-2-steps.radius-triangle", "", {"r": 2, "m": 2, "W": NOISY, "Q": ["1/2", "1/2"],
                                           "eps": "1/25"}),
    (
        "lemma-2-steps.convex",
        "",
        {"r": 2, "m": 2, "W": NOISY, "V": rows("3/8 5/8", "5/8 3/8"), "t": "1/3"},
    ),
    ("eq-33.threshold", "", {"q": "1/2", "eps": "1/4", "eps'": "9", "delta": "49/100"}),
    ("eq-33.positive", "above-zero", {"eps": "1/4", "eps'": "9", "delta": "24/100"}),
    ("eq-33.diverges", "", {"q": "1/2", "eps'": "0", "delta": "1/2"}),
    ("lemma-3-tighter.small", "", {"m": 3, "r": 2, "delta": "1/4"}),
    ("lemma-3-tighter.large", "", {"m": 3, "r": 2, "delta": "3/4"}),
    ("property-3-steps.eq-86", "", {**PAIR, "A": [0], "eps": "1", "delta": "1/4"}),
    ("property-3-steps.eq-87", "", {**PAIR, "A": [0], "eps": "1", "delta": "1/4"}),
    (
        "property-3-steps.small",
        "eq-83",
        {**PAIR, "A": [], "eps": "1", "eps'": "0", "delta": "1/4"},
    ),
    (
        "property-3-steps.large",
        "eq-83",
        {**PAIR, "A": [0], "eps": "1", "eps'": "0", "delta": "1/4"},
    ),
    ("eq-97.complement", "", {"a": "1/8", "b": "1/2"}),
    ("eq-97.mean", "", {"a": "1/8", "b": "1/2"}),
    ("eq-97.value", "", {"a": "1/8", "b": "1/2"}),
    ("eq-98.crossover", "", {"delta": "1/8"}),
    ("eq-99", "", {"x": "1/3"}),
    ("eq-99", "", {"x": "0"}),
    ("eq-103.jensen", "", {**SLICE, "x": 1}),
    ("eq-103.bound", "", {**SLICE, "x": 1, "delta": "1/4"}),
    ("eq-103.eq-102", "", {**SLICE, "x": 1, "delta": "1/4"}),
    ("eq-107.eq-107", "", {**SLICE, "delta": "1/4"}),
    ("eq-107.eq-108", "", SLICE),
    ("eq-107.eq-108", "", {"r": 1, "m": 1, "P": ["1"], "W": [["1"]]}),
    ("lemma-11", "", {"u": 2, "v": 2, "P": PAIRS["P"], "Q": PAIRS["R"], "delta": "1/2"}),
    ("lemma-11-steps.monotone", "", {"u": 2, "delta": "1/4", "delta'": "1/2"}),
    ("lemma-11-steps.parts", "", PAIR),
    ("lemma-11-steps.eq-118", "different", PAIR),
    ("lemma-11-steps.eq-120", "", PAIR),
    ("lemma-11-steps.eq-112", "different", PAIR),
    ("lemma-11-steps.eq-113", "different", PAIR),
    ("lemma-11-steps.eq-122", "", {**PAIRS, "delta": "1"}),
    ("lemma-11-steps.entropy", "", {"u": 2, "v": 1, "P": ["1/3", "2/3"]}),
    ("lemma-11-steps.information", "", {**PAIRS, "delta": "1"}),
    # No bound at all: the printed (125) holds where nothing is mixed in.
    (
        "lemma-11-steps.eq-125", "",
        {"u": 1, "v": 2, "P": ["1/2", "1/2"], "Q": ["1/4", "3/4"]},
    ),
]


@pytest.mark.parametrize(("key", "reading", "moves"), HOLDING, ids=lambda part: str(part)[:30])
def test_hypotheses_and_conclusion_hold_on_an_instance(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    assert decided(And(statement.given), statement, moves) is True
    assert decided(statement.then, statement, moves) is True


FAILING: list[tuple[str, str, dict[str, Any]]] = [
    # δ = 1, and so δ' = 1.
    ("property-3-remarks.larger", "literal", {"eps": "1", "eps'": "1/2", "delta": "1"}),
    # One symbol: 2h(δ/(1 + δ)) falls again beyond δ = 1.
    ("lemma-11-steps.eq-118", "literal", {"n": 1, "P": ["1"], "Q": ["1"]}),
    ("lemma-11-steps.eq-112", "literal", {"n": 1, "P": ["1"], "Q": ["1"]}),
    ("lemma-11-steps.eq-113", "literal", {"n": 1, "P": ["1"], "Q": ["1"]}),
    # P certain, U uniform under Q.
    (
        "lemma-11-steps.eq-125",
        "",
        {"u": 2, "v": 1, "P": ["1", "0"], "Q": ["1/2", "1/2"]},
    ),
]


@pytest.mark.parametrize(("key", "reading", "moves"), FAILING, ids=lambda part: str(part)[:30])
def test_the_conclusion_fails_on_a_small_instance(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    assert decided(And(statement.given), statement, moves) is True
    assert decided(statement.then, statement, moves) is False


NOT_MET: list[tuple[str, str, dict[str, Any]]] = [
    ("property-1-asymptotic", "", {"eps": "0", "eta": "1/10"}),
    ("property-1-asymptotic", "", {"eps": "2", "eta": "1/10"}),
    ("example-1.equality", "", {**MECHANISM, "beta": "1/5"}),
    ("theorem-1-equality.reverse", "", {**MECHANISM, "N": 1, "beta": "3"}),
    ("theorem-1-equality.dependent", "", {"N": 4, "delta": "1/2", "K": "1"}),
    ("lemma-2-steps.eq-30", "", {**MECHANISM, "x": 1, "x'": 1, "A": [1], "eps": "1/25"}),
    ("lemma-2-asymptotic.limit", "", {"eps": "3/4", "eta": "9"}),
    ("eq-33.threshold", "", {"q": "1/2", "eps": "1/5", "eps'": "9", "delta": "49/100"}),
    ("eq-33.threshold", "", {"q": "1/2", "eps": "1/4", "eps'": "9", "delta": "1/2"}),
    ("lemma-11-steps.eq-118", "different", {"n": 1, "P": ["1"], "Q": ["1"]}),
    ("lemma-11", "", {"u": 2, "v": 2, "P": PAIRS["P"], "Q": PAIRS["R"], "delta": "1/3"}),
]


@pytest.mark.parametrize(("key", "reading", "moves"), NOT_MET, ids=lambda part: str(part)[:30])
def test_hypotheses_fail_where_they_should(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    assert decided(And(statement.given), statement, moves) is False


# --- as printed -----------------------------------------------------------------------------------

PIECES = [
    ("property-1-asymptotic", "", ["/(eps^2/2) - 1| <= eta"]),
    (
        "closeness-bayes.only-if",
        "",
        ["if P ~(eps,0) Q then (for every a < n with P(a) + Q(a) > 0:"],
    ),
    ("example-1.epsilon", "", ["if M is (eps,0)-DP then M is (eps,delta)-DP"]),
    ("example-1.delta", "", ["if M is (0,delta)-DP then M is (eps,delta)-DP"]),
    ("related-3eps", "", ["if M is (eps,0)-DP then I[P, M](X^n;Y) <= 3*eps*entries(D)"]),
    ("lemma-2-steps.eq-30", "", ["d_H(x, x') = 1", "M is eps-MI-DP", "<= eps"]),
    ("property-3-steps.eq-87", "", ["P(A) <= 1 - exp(-eps)*(1 - delta) + exp(-eps)*Q(A)"]),
    ("eq-99", "", ["h(x) <= ln(2) - 2*(x - 1/2)^2"]),
    ("eq-103.eq-102", "", ["W(x) ~(0,delta) (P W)"]),
    (
        "lemma-11",
        "",
        ["P ~(0,delta) Q", "<= 2*h(delta/(delta + 1)) + 2*(delta/(delta + 1))*ln(u)"],
    ),
]


@pytest.mark.parametrize(("key", "reading", "pieces"), PIECES, ids=lambda part: str(part)[:40])
def test_the_text_has_what_the_paper_prints(key: str, reading: str, pieces: list[str]) -> None:
    written = str(statement_of(key, reading))
    for piece in pieces:
        assert piece in written
