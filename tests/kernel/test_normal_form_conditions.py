"""Normal forms and signs: what must not have one, and what must not be equal or have a sign."""

from __future__ import annotations

from typing import Any

import pytest

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, plus
from verified.language import (
    KL,
    Channel,
    Event,
    H,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    cases,
    either,
    equals,
    every,
    exp,
    joint_of,
    largest,
    log,
    negation,
    output,
    pmf_of,
    rational,
    singleton,
    sqrt,
    sup,
    total,
)
from verified.syntax.goals import normal
from verified.syntax.terms import INFINITY, number

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
a, b = Symbol("a", n), Symbol("b", n)
r, s, t = Real("r"), Real("s"), Real("t", "[0,1]")
x, y = Real("x", ">0"), Real("y", ">=0")
two = Channel("V", 2, m)
A = Event("A", n)
c = Symbol("c", m)
square, pairs = Channel("S", n, n), Pmf("T", n * m)


def known(*facts: Any) -> Normaliser:
    return Normaliser([normal(fact) for fact in facts])


def refused(term: Any, *facts: Any, why: str) -> None:
    with pytest.raises(NotReal, match=why):
        known(*facts).poly(term)


def is_zero(term: Any, *facts: Any) -> bool:
    normaliser = known(*facts)
    return normaliser.is_zero(plus(normaliser.poly(term), {}))


# --- terms without a value ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "why"),
    [
        (INFINITY, "is no real number"), (INFINITY - INFINITY, "is no real number"),
        (P, "is no number"), (1 / (r - r), "is 0|isn't shown to differ from 0"),
        (1 / (x - x), "is 0|isn't shown"), (1 / y, "isn't shown to differ"),
        (1 / (x - y), "isn't shown to differ"), (1 / (x * y), "isn't shown to differ"),
        (log(r), "isn't shown"), (log(x - x), "−∞|isn't shown"), (x * log(x - x), "−∞|isn't"),
        (log(y), "−∞|isn't shown|greater"), (x * log(y), "may be −∞"), (r * log(y), "may be −∞"),
        (sqrt(r), "isn't shown|negative"), (r**100, "too large"), (x ** (-100), "too large"),
        (r ** rational(1, 2), "."), (r**s, "."), (y**s, "."), (y ** (-t), "."),
        (pmf_of(r, s)[0], "isn't shown to be a law"), (P[singleton(number(9), n)], "an event"),
        (H(joint_of(pmf_of(r, s), two), "X"), "law|isn't shown"),
        (pmf_of(r, 1 - r)[0], "isn't shown to be a law"),
        (P[number(3)], "isn't shown to be one of"), (W[a, number(3)], "isn't shown to be one of"),
        (KL(P, Q), "."), (largest(Symbol("l", Size("k", low=0)), r), "."),
        (sup(P, KL(P, Q)), "."), (total(a, log(P[a])), "."), (total(a, 1 / P[a]), "."),
        # A divisor in one of two cases is one wherever the test is.
        (cases(r <= s, 1 / y, 0), "isn't shown to differ"), (cases(y <= 0, 0, 1 / (y - 1)), "."),
    ],
    ids=str,
)  # fmt: skip
def test_what_may_have_no_value_has_no_normal_form(term: Any, why: str) -> None:
    refused(term, why=why)


# --- u log t, where t may be 0 --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "facts", "holds"),
    [
        (y * log(y), [], True), (y * y * log(y), [], True), (t * y * log(t * y), [], True),
        (y * log(t * y), [], False), (t * log(t * y), [], False), (t * log(y), [], False),
        (y * log(y) + t * log(y), [], False), ((y + t) * log(y), [], False),
        ((y - y) * log(y), [], True), ((1 - y) * log(y), [], False),
        ((y + t) * log(y + t), [], True), (y * log(y + t), [], True), (x * log(y + t), [], False),
        (r * log(y + t), [], False), ((y - t) * log(y + t), [], True),
        (y * log(1 - t), [], False), ((1 - t) * log(1 - t), [], True),
        # u is in [0, c·t] by a fact; one the other way, with more in it, or where u may be below 0.
        (y * log(t), [y <= t], True), (y * log(t), [y <= 3 * t], True),
        (y * log(t), [t <= y], False),
        (y * log(t), [y <= t + 1], False), (y * log(t), [y <= t + x], False),
        (y * log(t), [y + x <= t], True), (y * log(t), [y + r <= t], False),
        (y * log(t), [y + r <= t, r >= 0], True), (r * log(t), [r <= t], False),
        (r * log(t), [r <= t, r >= 0], True), (y * r * log(t), [y <= t], True),
        (y * log(t), [y <= t * r, r >= 0], True),
        # “0 < t or u ≤ 0”.
        (y * log(t), [either(t > 0, y <= 0)], True), (y * log(t), [either(y > 0, t <= 0)], False),
        (y * log(t), [either(t > 0, equals(y, 0))], True),
        (y * log(t), [either(t > 0, y <= 1)], False),
        (y * log(t), [either(t > -1, y <= 0)], False), (r * log(t), [either(t > 0, r <= 0)], False),
        (y * log(t), [either(t >= 0, y <= 0)], False), (y * log(t), [either(t > 0, y >= 0)], False),
        (y * log(t), [either(x > 0, y <= 0)], False),
    ],
    ids=str,
)  # fmt: skip
def test_a_factor_vanishes_with_what_the_logarithm_is_of(
    term: Any, facts: list[Any], holds: bool
) -> None:
    if holds:
        known(*facts).poly(term)
    else:
        refused(term, *facts, why="−∞ where|isn't shown|may be")


# --- equalities that don't hold -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "facts", "holds"),
    [
        (sqrt(r**2) - r, [], False), (sqrt(r**2) - r, [r >= 0], True),
        (sqrt(r**2) - r, [r <= 0], False),
        ((x**r) ** 2 - x ** (2 * r), [], True),
        (x**r * x**s - x ** (r + s), [], True), (x**r * x**s - x ** (r * s), [], False),
        (exp(log(x)) - x, [], True), (log(x * x) - 2 * log(x), [], True),
        (log(r * r) - 2 * log(r), [r > 0], True), (log(2 * x) - log(x) - log(number(3)), [], False),
        (total(a, P[a]) - 1, [], True), (total(a, P[a] * P[a]) - 1, [], False),
        (total(a, P[a] * Q[a]) - total(a, Q[a] * P[a]), [], True),
        (total(a, total(b, P[a] * Q[b])) - 1, [], True),
        (total(a, total(b, P[a] * Q[a])) - 1, [], False),
        (total(a, W[a, 0]) - 1, [], False),
        (total(Symbol("c", m), P[0] * W[0, Symbol("c", m)]) - P[0], [], True),
        (total(a, P[b]) - 1, [], False), (total(a, cases(equals(a, b), P[a], 0)) - P[b], [], True),
        (total(a, cases(equals(a, b), P[a], 0)) - P[a], [], False),
        (total(a, P[a], where=equals(a, b)) - 1, [], False),
        (cases(r <= s, x, y) - x, [], False), (cases(r <= s, x, y) - x, [r <= s], True),
        (cases(r <= s, x, y) - y, [s < r], True), (cases(r <= s, x, y) - y, [s <= r], False),
        (cases(r < s, x, y) - y, [s <= r], True), (cases(r < s, x, y) - x, [r <= s], False),
        (cases(equals(r, s), x, y) - y, [r < s], True),
        (cases(equals(r, s), x, y) - y, [s < r], True),
        (cases(equals(r, s), x, y) - x, [r <= s, s <= r], True),
        (cases(equals(r, s), x, y) - x, [r <= s], False),
        (cases(equals(r, s), x, y) - y, [r <= s], False),
        (cases(equals(r, s), x, y) - y, [negation(equals(r, s))], True),
        (cases(equals(r, s), 1, 0) - cases(equals(r * r, s * s), 1, 0), [], False),
        (cases(equals(r, s), 1, 0) - cases(equals(r, -s), 1, 0), [], False),
        (cases(equals(2 * r, s), 1, 0) - cases(equals(r, s), 1, 0), [], False),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_zero(term: Any, facts: list[Any], holds: bool) -> None:
    assert is_zero(term, *facts) is holds


@pytest.mark.parametrize(
    ("term", "facts"),
    [
        # A part of the alphabet, or a law that is another for each symbol.
        (total(c, Pmf("B", m + 1)[c]) - 1, []), (total(c, Channel("B", n, m + 1)[a, c]) - 1, []),
        (total(a, square[a, a]) - 1, []), (total(a, square[a, b]) - 1, []),
        (total(a, total(c, Pmf("B", (n + 1) * m)[a * m + c])) - 1, []),
        (total(a, total(c, pairs[a * m + c] ** 2)) - 1, []),
        (total(a, total(b, square[a, b])) - 1, []), (total(a, total(b, square[b, b])) - 1, []),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_whole_law_does_not_sum_to_1(term: Any, facts: list[Any]) -> None:
    known(*facts).poly(term)
    assert not is_zero(term, *facts)


def test_what_is_shown_of_a_law_is_shown_of_one_that_is_there() -> None:
    """Of a channel's row 9, which there needn't be, nothing sums to 1."""
    refused(total(c, W[number(9), c]), why=".")
    refused(total(c, output(pmf_of(r, s), two)[c]), why=".")
    assert is_zero(total(c, W[a, c]) - 1)
    assert is_zero(total(a, total(c, pairs[a * m + c])) - 1)


# --- signs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "facts", "sign"),
    [
        (r, [], None), (r, [r >= 0], 0), (r, [r > 0], 1), (-r, [r > 0], None), (r * r, [], 0),
        (r * r * r, [], None), (x * y, [], 0), (x * x, [], 1), (x + y, [], 1), (y + t, [], 0),
        (y - t, [], None), (y - t, [t <= y], 0), (y - t, [t < y], 1), (1 - t, [], 0),
        (r - s, [negation(r <= s)], 1), (r - s, [negation(r < s)], 0),
        (s - r, [negation(r <= s)], None),
        (s - r, [negation(r < s)], None), (r - s, [equals(r, s)], 0), (s - r, [equals(r, s)], 0),
        (y, [negation(equals(y, 0))], 1), (r, [negation(equals(r, 0))], None),
        (y, [y * t > 0], 1), (t, [y * t > 0], 1),
        (r, [r * s > 0], None), (r, [r * y > 0], None), (y, [y * t >= 0], 0),
        (exp(r), [], 1), (exp(r) - 1, [], None),
        (P[a], [], 0), (P[a], [every(a, Q[a] > 0)], 0),
        (total(a, r * P[a]), [], None), (total(a, P[a] * Q[a]), [], 0),
        (sqrt(y), [], 0), (n, [], 1), (n - 1, [], 0), (n - 2, [], None),
        (n - 1 - a, [], 0), (a, [], 0), (n - a, [], 1), (cases(r <= s, x, y), [], 0),
        (cases(r <= s, x, x + 1), [], 1), (cases(r <= s, x, r), [], None),
        (log(x), [], None), (log(1 + x), [], 1), (log(1 + y), [], 0),
        (log(t), [t > 0], None),
    ],
    ids=str,
)  # fmt: skip
def test_signs(term: Any, facts: list[Any], sign: int | None) -> None:
    assert known(*facts).sign_of(term) == sign


# --- what a bound says of what it bounds ----------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "facts", "holds"),
    [
        (KL(P, Q), [KL(P, Q) <= r], True), (KL(P, Q), [KL(P, Q) < INFINITY], True),
        (KL(P, Q), [KL(P, Q) <= INFINITY], False), (KL(P, Q), [KL(Q, P) <= r], False),
        (KL(P, Q), [r <= KL(P, Q)], False), (KL(P, Q), [equals(KL(P, Q), r)], True),
        (KL(P, Q), [KL(P, Q) <= KL(Q, P)], False),
        (KL(P, Q), [KL(P, Q) <= KL(Q, P), KL(Q, P) <= r], True),
        (KL(P, Q), [KL(P, Q) + KL(Q, P) <= r], True), (KL(P, Q), [x * KL(P, Q) <= r], True),
        (KL(P, Q), [y * KL(P, Q) <= r], False), (KL(P, Q), [KL(P, Q) / x <= r], True),
        (KL(P, Q), [KL(P, Q) - s <= r], True), (KL(P, Q), [r - KL(P, Q) <= s], False),
        (log(r), [log(r) <= s], False), (log(y), [log(y) <= s], False),
        (sup(P, KL(P, Q)), [sup(P, KL(P, Q)) <= r], True),
        (KL(P, Q), [negation(KL(P, Q) > r)], False),
        (KL(P, Q), [either(KL(P, Q) <= r, r <= s)], False),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_real_by_a_bound(term: Any, facts: list[Any], holds: bool) -> None:
    if holds:
        known(*facts).poly(term)
    else:
        refused(term, *facts, why=".")


def test_numbers_of_a_tuple_lie_in_its_interval() -> None:
    z = Reals("z", n, "[0,1]")
    assert known().sign_of(z[a]) == 0
    refused(z[number(4)], why="isn't shown to be a real number")
    refused(1 / z[a], why="isn't shown to differ")
