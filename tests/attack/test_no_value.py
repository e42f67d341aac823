"""Claims whose conclusion has no value anywhere: nothing survives that nobody looked at."""

from __future__ import annotations

import pytest

from verified.attack import attack
from verified.attack.attacking import NO_HYPOTHESIS, NO_VALUE
from verified.reading.statements import read_statement

STAIRS = "D(Stair(0, 1, 1, 1/2) || N(0, 1))"


@pytest.mark.parametrize("text", [
    # Staircases beside other laws, and sums with Student's noise, aren't evaluated.
    f"{STAIRS} <= 1",
    "for all s > 0: chi2(Stair(0, 1, 1, 1/2) || N(0, s)) <= 1/10",
    "LC(Stair(0, 1, 1, 1/2), N(0, 1)) <= 1/100",
    "for all t real: TV((Student(t, 1, 3) * N(0, 1)), N(0, 1)) <= 1/10",
])  # fmt: skip
def test_what_has_no_value_is_untried(text: str) -> None:
    report = attack(read_statement(text), budget=500)
    assert report.status == "untried"
    assert report.unread == NO_VALUE


@pytest.mark.parametrize("text", [
    # A negation of what can't be evaluated is no evidence, whatever else holds beside it.
    f"not ({STAIRS} <= 1)",
    f"for all P, Q on n symbols: not ({STAIRS} <= 1 and TV(P, Q) <= 2)",
    f"for all P, Q on n symbols: not (TV(P, Q) <= 2 and not ({STAIRS} <= 1))",
    "for all P on n symbols: for every x < n: not (D(Stair(0, 1, 1, 1/2) || N(P(x), 1)) <= 1)",
    f"for all P on n symbols: for every x < n with {STAIRS} <= 1: P(x) > 1",
    f"for all P on n symbols: for every x < n with not ({STAIRS} <= 1): P(x) > 1",
])  # fmt: skip
def test_what_rests_on_no_value_is_untried(text: str) -> None:
    report = attack(read_statement(text), budget=500)
    assert report.status == "untried"
    assert report.unread == NO_VALUE


@pytest.mark.parametrize("text", [
    f"if {STAIRS} <= 1 then TV(P, Q) <= 1/2",
    f"if not ({STAIRS} <= 1) then TV(P, Q) <= 1/2",
    f"if TV(P, Q) <= 1 and not ({STAIRS} <= 1) then TV(P, Q) <= 1/2",
])  # fmt: skip
def test_a_hypothesis_without_a_value_is_not_taken_for_one_that_is_never_met(text: str) -> None:
    report = attack(read_statement(f"for all P, Q on n symbols: {text}"), budget=500)
    assert report.status == "untried"
    assert report.unread == NO_HYPOTHESIS


def test_what_meets_no_hypothesis_is_unwitnessed_still() -> None:
    never = f"for all P, Q on n symbols: if TV(P, Q) > 2 and not ({STAIRS} <= 1) then "
    assert attack(read_statement(never + "P(0) > 1"), budget=500).status == "unwitnessed"


@pytest.mark.parametrize("text", [
    # What is told either way doesn't rest on what has no value.
    f"for all P, Q on n symbols: TV(P, Q) <= 2 or not ({STAIRS} <= 1)",
    f"for all P, Q on n symbols: not (TV(P, Q) > 1 and {STAIRS} <= 1)",
    f"for all P on n symbols: for every x < n with P(x) > 1 and {STAIRS} <= 1: "
    "P(x) > 1",
    "for all x real: x^2 >= 0", "for all P, Q: TV(P, Q) <= 1",
    # Some instances have a value, others don't.
    "for all P, Q on n symbols: if D(P || Q) <= 1 then ln(1 - TV(P, Q)) <= 0",
    "for all P, Q: P ~(0,1) Q", "for all P on n symbols: for every A: P(A) <= 1",
    "for all P on n symbols: for every x < n with P(x) > 1: P(x) <= 0",
    "for all P, Q on n symbols: (for some A within n symbols: P(A) >= Q(A))",
    "for all P on n symbols, W from n to m symbols: if C(W) <= 0 then W is (0,0)-DP",
    "for all P, Q on n symbols: for every alpha > 1: D_[alpha](P || Q) >= D(P || Q)",
])  # fmt: skip
def test_what_has_a_value_is_looked_at(text: str) -> None:
    report = attack(read_statement(text), budget=500)
    assert report.status == "survived"
    assert not report.unread


def test_what_is_undefined_everywhere_falls() -> None:
    assert attack(read_statement("for all x real: ln(-1 - x^2) <= 1"), budget=500).status == (
        "refuted"
    )
