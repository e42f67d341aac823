"""Readings of terms: extrema over events against every event, and what isn't listed."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from flint import fmpq

from tests.measures.laws import balls
from verified.kernel.truth import BallReading, truth
from verified.language import (
    Event,
    Pmf,
    Real,
    Size,
    Symbol,
    cases,
    event_where,
    every,
    largest,
    log,
    pmf_of,
    pmf_table,
    rational,
    smallest,
    sup,
    total,
)
from verified.measures import readings
from verified.measures.readings import Differs, OutOfReach, Unreadable
from verified.numbers.balls import Undefined
from verified.syntax.terms import Var

n = Size("n")
P, Q, A, a = Pmf("P", n), Pmf("Q", n), Event("A", n), Symbol("a", n)
TWICE, QUARTER = rational(2), rational(1, 4)
ENV: dict[str, Any] = {
    "n": 3, "P": balls([fmpq(1, 2), fmpq(1, 3), fmpq(1, 6)]),
    "Q": balls([fmpq(1, 5), fmpq(2, 5), fmpq(2, 5)]),
}


@pytest.mark.parametrize("body", [
    P[A] - Q[A], P[A] - TWICE * Q[A] + QUARTER, QUARTER - P[A], Q[A] * TWICE - P[A] / TWICE,
    -P[A] + Q[A], -(P[A] - Q[A]), (P[A] - Q[A]) / TWICE, P[A] * Q[A] - Q[A], Q[A] - P[A] * P[A],
    TWICE / (P[A] + QUARTER), QUARTER + P[A] + Q[A], QUARTER + TWICE,
    -(P[A] * P[A]), P[A] * Q[A] / TWICE, TWICE * (P[A] * P[A]), P[A] * P[A] * TWICE - Q[A],
], ids=str)
def test_extrema_over_events_are_those_of_the_list(body: Any) -> None:
    reading = BallReading()
    events = [
        frozenset(chosen) for count in range(4)
        for chosen in itertools.combinations(range(3), count)
    ]
    each = [reading.real(body, {**ENV, "A": event}) for event in events]
    assert all(isinstance(one, fmpq) for one in each)
    assert reading.real(largest(A, body), ENV) == max(each)
    assert reading.real(smallest(A, body), ENV) == min(each)
    assert reading.real(total(A, body), ENV) == sum(each, fmpq(0))


INFINITE = -log(rational(0))


@pytest.mark.parametrize("body", [
    INFINITE * P[A] - INFINITE * Q[A], INFINITE * P[A] / INFINITE, (INFINITE + P[A]) / INFINITE,
    rational(0) * (INFINITE * P[A]), INFINITE * (P[A] - Q[A]), INFINITE * (P[A] - TWICE),
    P[A] / INFINITE, INFINITE * Q[A] - P[A] * INFINITE, INFINITE - INFINITE * P[A],
], ids=str)
@pytest.mark.parametrize("laws", [([1, 0], [0, 1]), ([1, 0], [1, 0]), ([fmpq(1, 2)] * 2, [1, 0])])
def test_of_infinite_numbers_only_the_list_tells(body: Any, laws: Any) -> None:
    """∞ P(A) − ∞ Q(A) was that of each symbol, and ∞ P(A)/∞ was 0."""
    reading, (one, two) = BallReading(), laws
    env = {"n": 2, "P": balls([fmpq(x) for x in one]), "Q": balls([fmpq(x) for x in two])}
    each = []
    for event in itertools.chain.from_iterable(
        itertools.combinations(range(2), count) for count in range(3)
    ):
        try:
            each.append(reading.real(body, {**env, "A": frozenset(event)}))
        except Undefined:
            each.append(None)
    for quantifier, pick in ((largest, max), (smallest, min)):
        if None in each:
            with pytest.raises(Undefined):
                reading.real(quantifier(A, body), env)
        else:
            assert reading.real(quantifier(A, body), env) == pick(each)
    holds = [value is not None and value <= 1 for value in each]
    assert truth(every(A, body <= 1), env, reading) is all(holds)


def test_an_additive_body_needs_no_list() -> None:
    size = readings.MOST_LISTED_SYMBOLS + 1
    tilted = [fmpq(2 * place + 1, size**2) for place in range(size)]
    env = {"n": size, "P": balls(tilted), "Q": balls([fmpq(1, size)] * size)}
    expected = sum((max(p - fmpq(1, size), fmpq(0)) for p in tilted), fmpq(0))
    assert BallReading().real(largest(A, P[A] - Q[A]), env) == expected
    assert BallReading().real(smallest(A, P[A] - Q[A]), env) == -expected
    for body, factor in (
        (-(Q[A] - P[A]), 1), ((P[A] - Q[A]) / TWICE, fmpq(1, 2)), ((P[A] - Q[A]) * TWICE, 2),
        (TWICE * (P[A] - Q[A]), 2),
    ):
        assert BallReading().real(largest(A, body), env) == factor * expected
    with pytest.raises(OutOfReach, match="too many events"):
        BallReading().real(largest(A, P[A] * P[A]), env)


def test_what_has_no_list_or_no_value_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = BallReading()
    with pytest.raises(Unreadable, match="no finite list"):
        reading.points(P.of, ENV)
    with pytest.raises(Unreadable, match="whole number"):
        reading.points(a.of, {"n": fmpq(5, 2)})
    assert isinstance(a, Var)
    monkeypatch.setattr(readings, "MOST_CELLS", 3)
    assert list(reading.points(a.of, {"n": 3})) == [0, 1, 2]
    with pytest.raises(OutOfReach, match="4 symbols are more than 3"):
        reading.points(a.of, {"n": 4})


def test_a_law_that_is_told_is_one() -> None:
    x, reading = Real("x"), BallReading()
    for told in (pmf_of(x, 1 - x), pmf_table(2, lambda symbol: x), pmf_of(x, x)):
        assert list(reading.term(told, {"x": fmpq(1, 2)}).data) == [fmpq(1, 2)] * 2
        for wrong in (fmpq(2), fmpq(-1, 3)):
            with pytest.raises(Undefined):
                reading.term(told, {"x": wrong})


def test_a_negative_number_is_no_whole_one() -> None:
    """Python's power of whole numbers would be a float."""
    found = BallReading().real(rational(2) ** rational(-3), {})
    assert isinstance(found, fmpq)
    assert found == fmpq(1, 8)


def test_an_event_is_what_its_test_holds_of(monkeypatch: pytest.MonkeyPatch) -> None:
    event, reading = event_where(a, a >= 1), BallReading()
    assert reading.term(event, ENV) == frozenset({1, 2})
    monkeypatch.setattr(BallReading, "holds_at", lambda *_: None)
    with pytest.raises(Differs, match="from point to point"):
        reading.term(event, ENV)


def test_what_has_no_value_of_its_own_is_refused() -> None:
    x, reading = Real("x", "[0,1]"), BallReading()
    with pytest.raises(Unreadable, match="no value of its own"):
        reading.term(sup(x, x * x), {})
    with pytest.raises(Unreadable, match="has no value"):
        reading.term(a >= 1, ENV)  # type: ignore[arg-type]


def test_one_side_is_selected() -> None:
    reading = readings.Reading(None)
    assert [reading.select(test, 1, 2) for test in (True, False)] == [1, 2]


def test_only_the_case_that_holds_is_read() -> None:
    x = Real("x")
    term = cases(x > 0, 1 / x, rational(3))
    assert BallReading().real(term, {"x": fmpq(0)}) == 3
    assert BallReading().real(term, {"x": fmpq(2)}) == fmpq(1, 2)
