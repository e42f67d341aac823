"""The claims of Cuff and Yu (2016) at points where each side is known by hand.

Right sides are compared with values worked out apart; each claim's hypotheses and conclusion are
evaluated on an instance where both hold, and on a neighbouring one where a side must fail.
"""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq

from verified.kernel.truth import BallReading, MissingBound, decide
from verified.kernel.values import read_moves
from verified.language import Formula, Statement, Term, equals, find
from verified.numbers.balls import Undefined, precision
from verified.papers import papers
from verified.papers.cuff_yu_2016 import (
    appendix_a,
    appendix_d,
    closeness,
    common,
    lemma_2,
    lemma_3,
    paper,
    properties,
)
from verified.syntax.claims import relations
from verified.syntax.formulas import And
from verified.syntax.goals import normal

HALF, QUARTER = fmpq(1, 2), fmpq(1, 4)
MOST_CAPACITIES = 30


def value(term: Term, **env: Any) -> arb:
    return arb(BallReading().real(term, env))


def agrees(term: Term, env: dict[str, Any], expected: str) -> bool:
    """Whether the term is certainly within 1e-18 of a decimal number."""
    with precision(128):
        return bool(abs(value(term, **env) - arb(expected)) < arb("1e-18"))


RIGHT_SIDES = [
    # tanh(1/2)
    (closeness.kl_bound, {"eps": fmpq(1)}, "0.46211715726000975850"),
    (appendix_a.extremal_divergence, {"eps": fmpq(1)}, "0.46211715726000975850"),
    # 1/(1 + e) and e/(1 + e)
    (appendix_a.high_weight, {"eps": fmpq(1)}, "0.26894142136999512075"),
    (appendix_a.low_weight, {"eps": fmpq(1)}, "0.73105857863000487925"),
    # 1 − 2·(3/4)/(e + 1)
    (
        closeness.delta_new,
        {"eps": fmpq(1), "eps'": fmpq(0), "delta": QUARTER},
        "0.59658786794500731887",
    ),
    # (e² − 1)/(e − 1)/10 = (e + 1)/10
    (
        properties.group_delta,
        {"eps": fmpq(1), "k": 2, "delta": fmpq(1, 10)},
        "0.37182818284590452354",
    ),
    # 2 ln 2 + ln 3 (outputs fewer), 2 ln 2 + ln 5 (entries' symbols fewer)
    (
        lemma_3.reverse_bound(common.m, common.N),
        {"m": 3, "N": 4, "delta": HALF},
        "2.4849066497880003102",
    ),
    (
        lemma_3.reverse_bound(common.m, common.N),
        {"m": 9, "N": 4, "delta": HALF},
        "2.9957322735539909934",
    ),
    # 2 ln 2 + ln 3
    (appendix_d.input_bound, {"r": 3, "delta": fmpq(1)}, "2.4849066497880003102"),
    # ln 2 + ln 2
    (appendix_d.output_bound, {"m": 4, "delta": HALF}, "1.3862943611198906188"),
    # (ln 4)/4
    (lemma_3.erasure_information, {"N": 4, "delta": QUARTER}, "0.34657359027997265471"),
    # 2 h(1/4) + (ln 5)/2
    (lemma_3.lemma_3_at_erasure, {"N": 4, "delta": QUARTER}, "1.9293892454546668879"),
]


@pytest.mark.parametrize(("term", "env", "expected"), RIGHT_SIDES, ids=lambda part: str(part)[:30])
def test_a_right_side_has_the_value_worked_out_by_hand(
    term: Term, env: dict[str, Any], expected: str
) -> None:
    assert agrees(term, env, expected)


def test_a_wrong_value_is_noticed() -> None:
    assert not agrees(closeness.kl_bound, {"eps": fmpq(1)}, "0.46211715726000975")


def test_the_crossover_has_the_capacity_epsilon() -> None:
    """At ε = ln 2 − h(p) the crossover is p: here ε is rounded, and so is p."""
    eps = fmpq(1308120359411369591292018, 10**25)
    assert agrees(lemma_2.crossover, {"eps": eps}, "0.25")


def test_printed_quotients_have_no_value_at_epsilon_zero() -> None:
    zero = {"eps": fmpq(0), "k": 2, "delta": HALF}
    for term in (closeness.kl_bound, properties.group_delta, appendix_a.high_weight):
        with pytest.raises(Undefined), precision(128):
            value(term, **zero)


def statement_of(key: str, reading: str = "") -> Statement:
    """The statement of a leaf, in the named reading or else the main one."""
    main = find(papers(), f"cuff-yu-2016/{key}")
    rows = [main] if not main.parent else [paper.rows[main.parent.split("/")[1]]]
    for leaf in (main, *(leaf for row in rows for leaf in row.leaves())):
        if leaf.key == main.key and leaf.statement and reading in ("", leaf.reading):
            return leaf.statement
    raise AssertionError(f"no leaf {key} with the reading {reading}")


# --- instances ------------------------------------------------------------------------------------


def decided(formula: Formula, statement: Statement, moves: dict[str, Any]) -> bool | None:
    """The truth of a part of a statement; each capacity that is met gets the uniform prior."""
    bounds: dict[str, list[fmpq]] = {}
    for _ in range(MOST_CAPACITIES):
        reading = BallReading(bounds)
        env = read_moves(statement.variables, moves, reading)
        try:
            return decide(normal(formula), env, reading, precisions=(64, 128, 256))
        except MissingBound as missing:
            inputs = missing.table.shape[0]
            bounds[missing.key] = [fmpq(1, inputs)] * inputs
    raise AssertionError("the same capacities are asked for again and again")


def rows(*listed: str) -> list[list[str]]:
    return [row.split() for row in listed]


LIKELY = {"n": 2, "P": ["8/11", "3/11"], "Q": ["3/11", "8/11"], "eps": "1"}
RESPONSE = {"D": [2], "m": 2, "M": rows("8/11 3/11", "3/11 8/11")}
TWO_ENTRIES = {
    "D": [2, 2],
    "m": 2,
    "M": rows("4/7 3/7", "1/2 1/2", "1/2 1/2", "3/7 4/7"),
}
PAD_DATABASE = {"D": [3, 2]}
SLICE = {"r": 2, "P": ["1/2", "1/2"], "m": 2, "W": rows("5/8 3/8", "3/8 5/8"), "delta": "3/8"}
# Two queries that each answer an entry's bit truly with probability 5/8, and leak under 1/25.
ANSWER = rows("5/8 3/8", "3/8 5/8")

# key, reading, moves: hypotheses and conclusion hold and are decided.
HOLDING: list[tuple[str, str, dict[str, Any]]] = [
    ("eq-7.only-if", "almost-everywhere", LIKELY),
    (
        "eq-7.only-if",
        "almost-everywhere",
        {"n": 3, "P": ["8/11", "3/11", "0"], "Q": ["3/11", "8/11", "0"], "eps": "1"},
    ),
    ("eq-7.if", "everywhere", LIKELY),
    ("eq-8.only-if", "", {**LIKELY, "eps": None, "delta": "1/2"}),
    ("eq-8.if", "", {**LIKELY, "eps": None, "delta": "1/2"}),
    ("eq-9.forward", "", LIKELY),
    ("eq-9.reverse", "", LIKELY),
    ("property-1-relaxed.forward", "", LIKELY),
    ("property-1.forward", "positive", LIKELY),
    ("property-1.reverse", "literal", LIKELY),
    ("property-1.forward", "continued", LIKELY),
    ("property-2", "", LIKELY),
    ("tv-testing", "events", {**LIKELY, "eps": None}),
    ("tv-testing", "randomised", {**LIKELY, "eps": None, "t": ["1/3", "1"]}),
    ("property-3.bound", "", {**LIKELY, "eps'": "1/2", "delta": "0"}),
    ("property-1-extremal.maximum", "positive", LIKELY),
    ("property-1-chain.first", "positive", {"eps": "1"}),
    ("property-1-chain.second", "", {"eps": "0"}),
    ("lemma-1-kl", "", {**RESPONSE, "eps": "1"}),
    ("lemma-1-mi", "", {**RESPONSE, "eps": "1"}),
    ("lemma-1", "", {**TWO_ENTRIES, "eps": "1/2"}),
    ("lemma-2", "", {**RESPONSE, "eps": "1/4"}),
    ("lemma-2-tight.bound", "", {**RESPONSE, "eps": "1/4"}),
    ("lemma-2-tight.vacuous", "", TWO_ENTRIES),
    ("lemma-2-tight.beyond", "", {"eps": "1"}),
    ("lemma-3", "", {**TWO_ENTRIES, "delta": "1/4"}),
    ("lemma-3", "", {"D": [1], "m": 1, "M": [["1"]], "delta": "0"}),
    ("lemma-3-output.small", "", SLICE),
    (
        "lemma-3-output.small",
        "",
        {"r": 1, "P": ["1"], "m": 1, "W": [["1"]], "delta": "0"},
    ),
    ("lemma-3-output.large", "", {**SLICE, "delta": "3/4"}),
    ("lemma-3-output.small-relaxed", "", {"m": 3, "delta": "1/4"}),
    ("lemma-3-output.large-relaxed", "", {"m": 3, "delta": "3/4"}),
    ("lemma-3-input.bound", "", SLICE),
    ("lemma-3-input.relaxed", "", {"r": 3, "delta": "1/4"}),
    ("example-3.3.private", "", {"N": 3, "delta": "1/4"}),
    ("example-3.3.factor-of-two", "", {"N": 4, "delta": "1", "eta": "3/2"}),
    (
        "corollary-4.conditional",
        "split",
        {**TWO_ENTRIES, "eps": "1/4"},
    ),
    (
        "corollary-5",
        "",
        {
            "D": [2],
            "k": 2,
            "m": 2,
            "S": {"tables": [ANSWER, ANSWER]},
            "eps": ["1/25", "1/25"],
        },
    ),
    (
        "corollary-6",
        "each-history",
        {
            "D": [2],
            "k": 2,
            "m": 2,
            "S": {"tables": [ANSWER, rows("5/8 3/8", "1/2 1/2", "3/8 5/8", "1/2 1/2")]},
            "eps": ["1/25", "1/25"],
        },
    ),
    (
        "corollary-7",
        "",
        {
            "D": [2, 2],
            "k": 2,
            "m": 2,
            "S": {"tables": [ANSWER, rows("1/3 2/3")], "subsets": [[1], []]},
            "eps": "1/25",
        },
    ),
    ("example-4.3.violates", "two-symbols", {**PAD_DATABASE, "eps": "5"}),
    ("property-7", "", {**TWO_ENTRIES, "x": 0, "x'": 3, "k": 2, "eps": "1/5"}),
    ("property-7", "", {**TWO_ENTRIES, "x": 1, "x'": 1, "k": 0, "eps": "1/5"}),
    ("property-8", "", {**TWO_ENTRIES, "x": 0, "x'": 3, "k": 2, "delta": "1/10"}),
    (
        "property-9",
        "positive",
        {**TWO_ENTRIES, "x": 0, "x'": 3, "k": 2, "eps": "1/10", "delta": "1/10"},
    ),
    (
        "property-9",
        "continued",
        {**TWO_ENTRIES, "x": 0, "x'": 3, "k": 2, "eps": "0", "delta": "1/10"},
    ),
]


def kept(moves: dict[str, Any]) -> dict[str, Any]:
    return {name: move for name, move in moves.items() if move is not None}


@pytest.mark.parametrize(("key", "reading", "moves"), HOLDING, ids=lambda part: str(part)[:30])
def test_hypotheses_and_conclusion_hold_on_an_instance(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    assert decided(And(statement.given), statement, kept(moves)) is True
    assert decided(statement.then, statement, kept(moves)) is True


# key, reading, moves: the hypotheses fail, so that the instance says nothing.
NOT_MET: list[tuple[str, str, dict[str, Any]]] = [
    ("eq-9.forward", "", {**LIKELY, "eps": "1/2"}),
    ("property-1.forward", "positive", {**LIKELY, "P": ["1/2", "1/2"], "Q": ["1/2", "1/2"],
                                        "eps": "0"}),
    ("property-3.bound", "", {**LIKELY, "eps'": "1", "delta": "0"}),
    ("lemma-1", "", {**TWO_ENTRIES, "eps": "1/10"}),
    ("lemma-2", "", {**RESPONSE, "eps": "1/10"}),
    ("lemma-3", "", {**TWO_ENTRIES, "delta": "1/20"}),
    ("lemma-3-output.small", "", {**SLICE, "delta": "3/4"}),
    ("property-7", "", {**TWO_ENTRIES, "x": 0, "x'": 3, "k": 1, "eps": "1/5"}),
    ("example-4.3.violates", "two-symbols", {"D": [1, 2], "eps": "5"}),
    (
        "corollary-6",
        "each-history",
        {
            "D": [2],
            "k": 2,
            "m": 2,
            "S": {"tables": [ANSWER, rows("5/8 3/8", "1/2 1/2", "3/8 5/8", "1/2 1/2")]},
            "eps": ["1/25", "1/100"],
        },
    ),
]


@pytest.mark.parametrize(("key", "reading", "moves"), NOT_MET, ids=lambda part: str(part)[:30])
def test_hypotheses_fail_where_they_should(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    assert decided(And(statement.given), statement, moves) is False


# key, reading, moves outside the hypotheses: so the conclusion can fail, and isn't empty.
CONCLUSION_FAILS: list[tuple[str, str, dict[str, Any]]] = [
    ("eq-8.only-if", "", {**LIKELY, "eps": None, "delta": "4/11"}),
    ("eq-9.forward", "", {**LIKELY, "eps": "1/10"}),
    ("property-1.forward", "positive", {**LIKELY, "eps": "9/10"}),
    ("property-2", "", {**LIKELY, "eps": "2/5"}),
    ("lemma-1-kl", "", {**RESPONSE, "eps": "1/2"}),
    ("lemma-2", "", {**RESPONSE, "eps": "1/10"}),
    ("lemma-2-tight.bound", "", {**RESPONSE, "eps": "1/10"}),
    ("lemma-3", "", {"D": [2], "m": 2, "M": rows("1 0", "0 1"), "delta": "1/20"}),
    (
        "corollary-5",
        "",
        {
            "D": [2],
            "k": 2,
            "m": 2,
            "S": {"tables": [ANSWER, ANSWER]},
            "eps": ["1/40", "1/40"],
        },
    ),
    ("property-7", "", {**TWO_ENTRIES, "x": 0, "x'": 3, "k": 1, "eps": "1/5"}),
]


@pytest.mark.parametrize(
    ("key", "reading", "moves"), CONCLUSION_FAILS, ids=lambda part: str(part)[:30]
)
def test_a_conclusion_fails_where_it_should(
    key: str, reading: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key, reading)
    assert decided(statement.then, statement, kept(moves)) is False


# --- families -------------------------------------------------------------------------------------


def table(term: Term, **env: Any) -> list[Any]:
    with precision(128):
        mechanism = BallReading().term(term, env)
    data: list[Any] = mechanism.table.data
    return data


def test_the_pad_is_uniform_and_both_responses_give_the_entry() -> None:
    third = fmpq(1, 3)
    assert table(properties.encrypted, D=(3,)) == [third] * 9
    assert table(properties.pad, D=(3,)) == [third] * 9
    # (Y_1, Y_2) numbered 2 Y_1 + Y_2: for X_1 = 0 the pairs (0,0), (1,1); for X_1 = 1 (0,1), (1,0).
    assert table(properties.encrypted_and_pad, D=(2,)) == [HALF, 0, 0, HALF, 0, HALF, HALF, 0]


def test_the_erasure_channel_erases_with_probability_one_minus_delta() -> None:
    with precision(128):
        channel = BallReading().term(common.erasure, {"N": 2, "delta": QUARTER})
    assert channel.shape == (2, 3)
    assert channel.data == [3 * QUARTER, QUARTER, 0, 3 * QUARTER, 0, QUARTER]


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        ("property-1.attained", {"eps": "1"}),
        ("property-3.attained", {"eps": "1", "eps'": "1/3", "delta": "1/5"}),
        ("lemma-2-tight.attained", {"eps": "1/3"}),
        ("property-1-extremal.weights", {"eps": "1"}),
        ("property-1-extremal.mean", {"eps": "1"}),
        ("property-1-extremal.value", {"eps": "1"}),
        ("property-1-extremal.both-ways", {"eps": "1"}),
        ("example-3.3.capacity", {"N": 3, "delta": "1/3"}),
        ("example-3.3.uniform", {"N": 3, "delta": "1/3"}),
        ("example-3.3.uniform-by-outputs", {"N": 3, "delta": "1/3"}),
        ("example-4.3.reveals", {"D": [3]}),
        ("example-4.3.first-alone", {"D": [3]}),
        ("example-4.3.second-alone", {"D": [2]}),
    ],
)
def test_an_equality_is_not_refuted_by_balls_at_a_point(key: str, moves: dict[str, Any]) -> None:
    statement = statement_of(key)
    assert decided(And(statement.given), statement, moves) is True
    assert decided(statement.then, statement, moves) is not False


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        ("example-3.3.capacity", {"N": 3, "delta": "1/3"}),
        ("property-1-extremal.value", {"eps": "1"}),
        ("property-3.attained", {"eps": "1", "eps'": "1/3", "delta": "1/5"}),
    ],
)
def test_an_equality_that_is_off_by_a_billionth_is_refuted(
    key: str, moves: dict[str, Any]
) -> None:
    statement = statement_of(key)
    last = relations(statement.then)[-1]
    off = equals(last.left, last.right * fmpq(10**9 + 1, 10**9))
    assert decided(off, statement, moves) is False
