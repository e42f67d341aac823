"""Groups of entries, variations of the definition and α-information: known values and instances,
and a false neighbour of each statement, which the attack must refute."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq

from tests.papers.test_cuff_yu_2016_remarks import decided
from tests.papers.test_cuff_yu_2016_values import rows, statement_of
from verified.attack import attack
from verified.attack.certify import with_bounds
from verified.kernel.truth import BallReading
from verified.kernel.values import read_moves
from verified.language import (
    DP,
    KL,
    MIDP,
    Statement,
    Symbol,
    arimoto,
    bayesian_mi,
    capacity,
    cardinality,
    claim,
    complement,
    conditional_entry_information,
    csiszar,
    entry_epsilon,
    equals,
    every,
    exp,
    free_lunch_epsilon,
    group_information,
    information,
    log,
    minimum,
    output,
    pmf_table,
    pointwise_maximal_leakage,
    rational,
    separate,
    sibson,
    singleton,
    stage_information,
    sup,
    together,
    total,
)
from verified.numbers.balls import Undefined, precision
from verified.papers.cuff_yu_2016 import common as k
from verified.papers.cuff_yu_2016 import group_bounds
from verified.papers.cuff_yu_2016 import properties as p
from verified.papers.cuff_yu_2016 import renyi_orders as r
from verified.papers.cuff_yu_2016 import variations as v
from verified.syntax.formulas import And
from verified.syntax.goals import goal
from verified.syntax.terms import Var

PRECISE = 128
WIDTH = fmpq(1, 10**30)
INFINITY = float("inf")
M, P, D, eps = k.M, k.P, k.D, k.eps
W, i, j, x, y = r.W, k.i, k.j, k.x, k.y
size, prior, group, known = k.size, k.prior, k.group, k.known


def mutant(forall: list[Var], given: list[Any], then: Any) -> Statement:
    found = claim("mutant", forall=forall, given=given, then=then).statement
    assert found is not None
    return found


near_best = statement_of("eq-71.csiszar-near-best", "")

MUTANTS: dict[str, Statement] = {
    # The bound of a single entry.
    "eq-53": mutant([prior, M, eps], [DP(M, eps)], information(prior, M) <= eps**2 / 8),
    "corollary-8": mutant(
        [M, group, eps],
        [MIDP(M, eps)],
        sup(prior, group_information(prior, M, group, complement(group)))
        <= group_bounds.group_bound(minimum(group_bounds.group_delta, 1)) / 5,
    ),
    "personalized": mutant(
        [M, i, Symbol("h", size), v.levels],
        [every(j, entry_epsilon(M, j) <= v.levels[j])],
        sup(prior, conditional_entry_information(prior, M, i)) <= v.levels[Symbol("h", size)],
    ),
    "free-lunch.information": mutant(
        [M, eps],
        [free_lunch_epsilon(M) <= eps],
        sup(prior, information(prior, M)) <= eps**2 / 10,
    ),
    # The strong adversary's bound isn't one on groups.
    "free-lunch.groups": mutant(
        [M, group, known, eps],
        [MIDP(M, eps), separate(group, known)],
        sup(prior, group_information(prior, M, group, known)) <= eps,
    ),
    # A bound for those who know all other entries isn't one for those who know some.
    "bayesian.information": mutant(
        [prior, M, i, group, eps],
        [MIDP(M, eps)],
        group_information(prior, M, singleton(i, size), group) <= eps,
    ),
    "bayesian.groups": mutant(
        [prior, M, group, known, eps],
        [v.within_bayes_mi, separate(group, known)],
        group_information(prior, M, group, known) <= eps,
    ),
    "bayesian.groups, a little less": mutant(
        [prior, M, group, known, eps],
        [v.within_bayes_mi, separate(group, known)],
        group_information(prior, M, group, known) <= rational(9, 10) * cardinality(group) * eps,
    ),
    "bayesian.database": mutant(
        [prior, M, eps], [v.within_bayes_mi], information(prior, M) <= eps
    ),
    # A prior that rules instances out says nothing of them.
    "bayesian-stronger.dp": mutant([prior, M, eps], [v.within_bayes], DP(M, eps)),
    "bayesian-stronger.dp, half": mutant(
        [prior, M, eps], [v.possible, v.within_bayes], DP(M, eps / 2)
    ),
    # The converse.
    "bayesian-stronger.mi": mutant([M, eps], [MIDP(M, eps)], bayesian_mi(M) <= eps),
    "adversarial.mean": mutant(
        [prior, M],
        [],
        equals(
            information(prior, M),
            total(
                x,
                total(
                    y,
                    v.law[x]
                    * output(v.law, v.whole)[y]
                    * log(v.whole[x, y] / output(v.law, v.whole)[y]),
                    v.law[x] * v.whole[x, y] > 0,
                ),
            ),
        ),
    ),
    "adversarial.information": mutant(
        [prior, M, eps],
        [every(y, pointwise_maximal_leakage(v.law, v.whole, y) <= eps)],
        information(prior, M) <= eps / 2,
    ),
    "lemma-9": mutant(
        [M, x, i, r.order, eps],
        [DP(M, eps)],
        sup(r.entry_law, sibson(r.entry_law, r.one_entry, r.order)) <= eps / 3,
    ),
    "lemma-9@infinite": mutant(
        [M, x, i, eps],
        [DP(M, eps)],
        sup(r.entry_law, sibson(r.entry_law, r.one_entry, INFINITY)) <= eps / 3,
    ),
    "lemma-9-steps.one-row": mutant(
        [M, x, i, r.entry_law, r.pivot, r.order],
        [],
        sibson(r.entry_law, r.one_entry, r.order) <= r.divergence / 2,
    ),
    "lemma-9-steps.expectation": mutant(
        r.step_variables,
        [r.not_one, DP(M, eps)],
        equals(r.divergence, log(r.mean_power) / r.order),
    ),
    "lemma-9-steps.ratio": mutant(
        [M, x, i, r.pivot, r.u, y, eps],
        [DP(M, eps)],
        r.one_entry[r.u, y] <= exp(eps / 2) * r.one_entry[r.pivot, y],
    ),
    "lemma-9-steps.bound": mutant(
        r.step_variables,
        [r.not_one, DP(M, eps)],
        log(r.mean_power) / (r.order - 1) <= eps / 2,
    ),
    "lemma-9-steps.constant": mutant(
        [r.order, eps],
        [r.not_one],
        equals(log(exp(eps) ** (r.order - 1)) / r.order, eps),
    ),
    "lemma-9-steps.shannon": mutant(
        [M, x, i, r.entry_law, eps],
        [DP(M, eps)],
        information(r.entry_law, r.one_entry) <= eps**2 / 10,
    ),
    "corollary-10": mutant(
        [M, r.order, eps],
        [DP(M, eps)],
        sup(r.database_law, sibson(r.database_law, v.whole, r.order)) <= size * eps / 3,
    ),
    "eq-71.sibson-is-arimoto, the prior as it is": mutant(
        [W, P, r.positive_order],
        [r.other_order],
        equals(exp(sibson(P, W, r.positive_order)), exp(r.arimoto_as_defined(P))),
    ),
    "eq-71.arimoto-is-sibson, tilted the wrong way": mutant(
        [W, P, r.positive_order],
        [r.other_order],
        equals(
            exp(r.arimoto_as_defined(P)),
            exp(sibson(r.tilted(1 / r.positive_order), W, r.positive_order)),
        ),
    ),
    "eq-71.csiszar-at-most, below 1": mutant(
        [W, P, r.positive_order],
        [r.below_one],
        csiszar(P, W, r.positive_order) <= sibson(P, W, r.positive_order),
    ),
    "eq-71.csiszar-reaches, the prior as it is": mutant(
        [W, P, r.positive_order],
        [r.above_one],
        exp(sibson(P, W, r.positive_order)) <= exp(csiszar(P, W, r.positive_order)),
    ),
    "eq-71.csiszar-at-least, above 1": mutant(
        [W, P, r.positive_order],
        [r.above_one],
        sibson(P, W, r.positive_order) <= csiszar(P, W, r.positive_order),
    ),
    "eq-71.csiszar-near-best, at any prior": mutant(
        [W, P, r.other_law, r.positive_order, r.step, r.slack],
        [r.below_one],
        near_best.then,
    ),
    "eq-71.csiszar-near-best, nothing for the step": mutant(
        near_best.variables,
        near_best.given,
        near_best.then.left >= 1 - (1 - r.positive_order) * r.slack / r.step,
    ),
    "eq-71.infinite-sibson": mutant(
        [W], [], sup(P, sibson(P, W, INFINITY)) <= arimoto(r.uniform, W, 2)
    ),
    "eq-71.infinite-arimoto": mutant(
        [W], [], sup(P, arimoto(P, W, INFINITY)) <= capacity(W)
    ),
    "eq-71.infinite-csiszar-at-most, the uniform output law": mutant(
        [W, P], [],
        r.csiszar_infinite(P, pmf_table(k.m, lambda _: 1 / k.m)) <= sibson(r.uniform, W, INFINITY),
    ),
    "eq-71.infinite-csiszar-reaches, the uniform prior": mutant(
        [W, r.output_law], [],
        sibson(r.uniform, W, INFINITY) <= r.csiszar_infinite(r.uniform, r.output_law),
    ),
    "eq-66.least, twice": mutant(
        [r.c_law, r.c_rows, r.any_output, r.order], [],
        2 * sibson(r.c_law, r.c_rows, r.order) <= r.apart_from(r.any_output, r.order),
    ),
    "eq-66.reached, by the response's own law": mutant(
        [r.c_law, r.c_rows, r.best_order], [],
        r.apart_from(output(r.c_law, r.c_rows), r.best_order)
        <= sibson(r.c_law, r.c_rows, r.best_order),
    ),
    "eq-66.reached-at-one, by the uniform law": mutant(
        [r.c_law, r.c_rows], [],
        r.apart_from(pmf_table(k.m, lambda _: 1 / k.m), 1) <= sibson(r.c_law, r.c_rows, 1),
    ),
    "eq-71.bound-sibson": mutant(
        [M, r.positive_order, eps],
        [DP(M, eps)],
        sup(r.database_law, sibson(r.database_law, v.whole, r.positive_order))
        <= size * eps / 3,
    ),
    "eq-71.bound-arimoto": mutant(
        [M, r.positive_order, eps],
        [DP(M, eps)],
        sup(r.database_law, arimoto(r.database_law, v.whole, r.positive_order))
        <= size * eps / 4,
    ),
    "eq-71.bound-csiszar": mutant(
        [M, r.positive_order, eps],
        [DP(M, eps)],
        sup(r.database_law, csiszar(r.database_law, v.whole, r.positive_order))
        <= size * eps / 8,
    ),
    "eq-72.arimoto": mutant(
        [W, P], [], equals(r.guessing_leakage(P, W, r.c), sibson(P, W, INFINITY))
    ),
    "eq-72.limit": mutant(
        [W, P, r.positive_order, k.eta],
        [r.above_one, r.positive_order >= 1 + log(k.n) / (8 * k.eta)],
        r.guessing_leakage(P, W, r.c) - arimoto(P, W, r.positive_order) <= k.eta,
    ),
    "eq-72.bound": mutant(
        [M, eps],
        [DP(M, eps)],
        sup(r.database_law, r.guessing_leakage(r.database_law, v.whole, x)) <= size * eps / 3,
    ),
    "corollary-6": mutant(
        [p.any_prior, p.sequential_queries, p.eps_each, p.i],
        [
            every(
                p.j,
                every(
                    p.other,
                    stage_information(p.any_prior, p.sequential_queries, p.other, p.j)
                    <= p.eps_each[p.j],
                ),
            )
        ],
        conditional_entry_information(p.any_prior, together(p.sequential_queries), p.i)
        <= rational(99, 100) * p.eps_sum,
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_refuted(name: str) -> None:
    report = attack(MUTANTS[name], seed=0, budget=150_000)
    assert report.status == "refuted", report


FALSE = [("corollary-8", "literal")]


@pytest.mark.parametrize(("key", "reading"), FALSE)
def test_a_reading_that_says_too_much_is_refuted(key: str, reading: str) -> None:
    assert attack(statement_of(key, reading), seed=0, budget=20_000).status == "refuted"


# --- known values ---------------------------------------------------------------------------------

TWO_BITS = {"D": (2, 2), "I": frozenset({0, 1}), "m": 3}
VALUES = [
    # k√(2ε) = 1/2: 2 ln 2 + ln min{3, 2² + 1}
    (
        group_bounds.group_bound(group_bounds.group_delta),
        {**TWO_BITS, "eps": fmpq(1, 32)},
        "2.4849066497880003102",
    ),
    # 2 ln 2 + ln min{9, 2² + 1}
    (
        group_bounds.group_bound(group_bounds.group_delta),
        {**TWO_BITS, "eps": fmpq(1, 32), "m": 9},
        "2.9957322735539909934",
    ),
    # No entries: h(0) = 0, and nothing leaks.
    (
        group_bounds.group_bound(group_bounds.group_delta),
        {**TWO_BITS, "I": frozenset(), "eps": fmpq(3)},
        "0",
    ),
    # k√(2ε) = 2 cut off at 1: 2 ln 3
    (
        group_bounds.group_bound(minimum(group_bounds.group_delta, 1)),
        {**TWO_BITS, "eps": fmpq(1, 2)},
        "2.1972245773362193828",
    ),
]


@pytest.mark.parametrize(("term", "env", "expected"), VALUES, ids=lambda part: str(part)[:30])
def test_a_side_has_the_value_worked_out_by_hand(
    term: Any, env: dict[str, Any], expected: str
) -> None:
    with precision(PRECISE):
        found = arb(BallReading().real(term, env))
        assert abs(found - arb(expected)) < arb("1e-16")


CHANNEL = {"n": 2, "m": 2, "P": ["1/4", "3/4"], "W": rows("5/8 3/8", "3/8 5/8")}
# Its powers of 1/2 are rational, so that the matched law's sum is 1 and not only nearly so.
SQUARES = {**CHANNEL, "W": rows("9/25 16/25", "16/25 9/25")}


def value(term: Any, statement: Statement, moves: dict[str, Any]) -> arb:
    bounds: dict[str, list[fmpq]] = {}

    def evaluate() -> Any:
        reading = BallReading(bounds)
        return reading.real(term, read_moves(statement.variables, moves, reading))

    with precision(PRECISE):
        return arb(with_bounds(bounds, WIDTH, evaluate))


@pytest.mark.parametrize("order", ["1/3", "1/2", "2", "7/2"])
def test_arimoto_and_csiszar_meet_sibson_at_the_named_priors(order: str) -> None:
    """Equalities, which balls only enclose: to 1e-25."""
    moves = {**CHANNEL, "alpha": order}
    for key in ("eq-71.sibson-is-arimoto", "eq-71.arimoto-is-sibson"):
        statement = statement_of(key)
        (left, right) = (statement.then.left, statement.then.right)  # type: ignore[attr-defined]
        one, two = value(left, statement, moves), value(right, statement, moves)
        with precision(PRECISE):
            assert abs(one - two) < arb("1e-25")
            assert one > arb("1.0001")


@pytest.mark.parametrize("order", ["1/2", "2"])
def test_csiszar_at_the_matched_prior_is_off_by_a_divergence(order: str) -> None:
    """I^c(P') = I^s(P) + D(P'‖P)/(α − 1), by which both suprema are equal."""
    statement = statement_of("eq-71.csiszar-reaches")
    moves = {**SQUARES, "alpha": order}
    terms = (
        csiszar(r.matched, W, r.positive_order),
        sibson(P, W, r.positive_order) + KL(r.matched, P) / (r.positive_order - 1),
    )
    one, two = (value(term, statement, moves) for term in terms)
    with precision(PRECISE):
        assert abs(one - two) < arb("1e-12")
        assert abs(value(KL(r.matched, P), statement, moves)) > arb("1e-5")


def test_the_matched_law_is_one() -> None:
    statement = statement_of("eq-71.csiszar-reaches")
    for moves in ({**CHANNEL, "alpha": "2"}, {**CHANNEL, "P": ["0", "1"], "alpha": "2"}):
        mass = total(r.c, r.matched[r.c])
        with precision(PRECISE):
            assert abs(value(mass, statement, moves) - 1) < arb("1e-30")


def test_guessing_leakage_by_hand() -> None:
    """Guess 1 right with 3/4 before; after, right with (1/4)(5/8) ∨ (3/4)(3/8) + (3/4)(5/8)."""
    found = value(r.guessing_leakage(P, W, r.c), statement_of("eq-72.arimoto"), CHANNEL)
    assert found.overlaps(arb(0))
    sharper = {**CHANNEL, "P": ["1/2", "1/2"]}
    with precision(PRECISE):
        found = value(r.guessing_leakage(P, W, r.c), statement_of("eq-72.arimoto"), sharper)
        assert abs(found - (arb(5) / 4).log()) < arb("1e-25")


# --- instances ------------------------------------------------------------------------------------

BITS = {
    "D": [2, 2],
    "m": 2,
    "M": rows("4/7 3/7", "1/2 1/2", "1/2 1/2", "3/7 4/7"),
}
# Both entries are equal, or nearly so.
EQUAL, ALL = ["1/2", "0", "0", "1/2"], ["3/8", "1/8", "1/8", "3/8"]
PART = {**BITS, "x": 1, "i": 0, "P": ["1/3", "2/3"]}

HOLDING: list[tuple[str, str, dict[str, Any]]] = [
    ("eq-53", "", {**BITS, "P": EQUAL, "eps": "1/3"}),
    ("corollary-8", "defined", {**BITS, "I": [0, 1], "P": EQUAL, "eps": "1/16"}),
    ("corollary-8", "defined", {**BITS, "I": [], "P": EQUAL, "eps": "9"}),
    ("corollary-8", "clipped", {**BITS, "I": [0, 1], "P": EQUAL, "eps": "2"}),
    ("personalized", "", {**BITS, "i": 1, "eps": ["1/6", "1/6"], "P": ALL}),
    ("free-lunch.information", "", {**BITS, "eps": "3/10", "P": EQUAL}),
    ("free-lunch.groups", "", {**BITS, "I": [0], "J": [], "eps": "1/50", "P": EQUAL}),
    (
        "bayesian.information",
        "possible",
        {**BITS, "i": 0, "I": [], "eps": "3/10", "P": EQUAL},
    ),
    (
        "bayesian.information",
        "every",
        {**BITS, "i": 0, "I": [1], "eps": "3/10", "P": ALL},
    ),
    ("bayesian.groups", "", {**BITS, "I": [0, 1], "J": [], "eps": "1/50", "P": EQUAL}),
    ("bayesian.database", "", {**BITS, "eps": "1/50", "P": ALL}),
    ("bayesian-stronger.dp", "", {**BITS, "eps": "3/10", "P": ALL}),
    ("bayesian-stronger.mi", "", {**BITS, "eps": "1/50"}),
    ("adversarial.information", "", {**BITS, "eps": "3/10", "P": EQUAL}),
    ("lemma-9", "real-orders", {**PART, "alpha": "0", "eps": "1/6"}),
    ("lemma-9", "real-orders", {**PART, "alpha": "1", "eps": "1/6"}),
    ("lemma-9", "infinite", {**PART, "eps": "1/6"}),
    ("lemma-9-steps.one-row", "", {**PART, "z": 1, "alpha": "1/2"}),
    ("lemma-9-steps.bound", "", {**PART, "z": 1, "alpha": "1/2", "eps": "1/6"}),
    ("lemma-9-steps.bound", "", {**PART, "z": 1, "alpha": "0", "eps": "1/6"}),
    ("lemma-9-steps.ratio", "", {**BITS, "x": 1, "i": 0, "z": 1, "u": 0, "y": 1, "eps": "1/6"}),
    ("lemma-9-steps.shannon", "", {**PART, "eps": "1/6"}),
    ("corollary-10", "real-orders", {**BITS, "P": EQUAL, "alpha": "3", "eps": "1/6"}),
    ("corollary-10", "infinite", {**BITS, "P": EQUAL, "eps": "1/6"}),
    ("eq-71.csiszar-at-most", "", {**CHANNEL, "alpha": "2"}),
    ("eq-71.csiszar-reaches", "", {**CHANNEL, "alpha": "2"}),
    ("eq-71.csiszar-at-least", "", {**CHANNEL, "alpha": "1/2"}),
    ("eq-71.csiszar-near-best", "",
     {**CHANNEL, "Q": ["1/3", "2/3"], "alpha": "1/2", "t": "1/100", "eta": "1/10"}),
    ("eq-71.infinite-sibson", "", {**CHANNEL, "P": ["1", "0"]}),
    ("eq-71.bound-arimoto", "", {**BITS, "P": EQUAL, "alpha": "3", "eps": "1/6"}),
    ("eq-71.bound-csiszar", "", {**BITS, "P": EQUAL, "alpha": "3", "eps": "1/6"}),
    ("eq-72.limit", "", {**CHANNEL, "alpha": "20", "eta": "1/10"}),
    ("eq-72.bound", "", {**BITS, "P": EQUAL, "eps": "1/6"}),
]


@pytest.mark.parametrize(("key", "reading", "moves"), HOLDING, ids=lambda part: str(part)[:30])
def test_hypotheses_and_conclusion_hold_on_an_instance(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    target = goal(statement, "refutation")
    lifted = Statement(target.variables, statement.given, statement.then)
    assert decided(And(lifted.given), lifted, moves) is True
    assert decided(target.conclusion, lifted, moves) is False


NOT_MET: list[tuple[str, str, dict[str, Any]]] = [
    ("eq-53", "", {**BITS, "P": EQUAL, "eps": "1/10"}),
    ("corollary-8", "defined", {**BITS, "I": [0, 1], "P": EQUAL, "eps": "1/4"}),
    ("personalized", "", {**BITS, "i": 1, "eps": ["1/6", "1/9"], "P": ALL}),
    ("free-lunch.information", "", {**BITS, "eps": "1/6", "P": EQUAL}),
    ("free-lunch.groups", "", {**BITS, "I": [0], "J": [0], "eps": "1", "P": EQUAL}),
    # Equal entries: X_1 is as good as the whole database.
    (
        "bayesian.information",
        "possible",
        {**BITS, "i": 0, "I": [], "eps": "1/6", "P": EQUAL},
    ),
    # (1, 2) and (2, 1) are impossible.
    (
        "bayesian.information",
        "every",
        {**BITS, "i": 0, "I": [1], "eps": "1", "P": EQUAL},
    ),
    ("bayesian-stronger.mi", "", {**BITS, "eps": "1/500"}),
    ("adversarial.information", "", {**BITS, "eps": "1/10", "P": EQUAL}),
    ("lemma-9-steps.bound", "", {**PART, "z": 1, "alpha": "1", "eps": "1/6"}),
]


@pytest.mark.parametrize(("key", "reading", "moves"), NOT_MET, ids=lambda part: str(part)[:30])
def test_hypotheses_fail_where_they_should(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    lifted = Statement(goal(statement, "refutation").variables, statement.given, statement.then)
    assert decided(And(lifted.given), lifted, moves) is False


def test_the_bound_on_a_group_is_undefined_beyond_one() -> None:
    """One binary entry told without noise, read for ε = 1: √2 is no probability."""
    moves = {"D": [2], "m": 2, "M": rows("1 0", "0 1"), "I": [0], "eps": "1", "P": ["1/2", "1/2"]}
    statement = statement_of("corollary-8", "literal")
    target = goal(statement, "refutation")
    lifted = Statement(target.variables, statement.given, statement.then)
    assert decided(And(lifted.given), lifted, moves) is True
    assert decided(target.conclusion, lifted, moves) is True
    with pytest.raises(Undefined), precision(PRECISE):
        BallReading().real(
            group_bounds.group_bound(group_bounds.group_delta),
            {"D": (2,), "m": 2, "I": frozenset({0}), "eps": fmpq(1)},
        )
