"""What facts say to the second checker: what is real, defined or positive under them, what has a
value without any, and what isn't said by facts that are nearly the same."""

from __future__ import annotations

from typing import Any

import pytest

from recheck.forms import Facts
from recheck.signatures import COUNT, REAL
from recheck.trees import Canonical, Tree
from tests.recheck import test_what_has_a_value as values
from tests.recheck.test_what_has_a_value import (
    CHANNEL,
    INDEX,
    LAPLACE,
    LIST,
    LOG,
    NO_LAWS,
    NO_SIZE,
    NOT_SPREAD,
    ONE,
    PAIR,
    TWO,
    ZERO,
    A,
    D,
    K,
    M,
    N,
    P,
    Q,
    U,
    X,
    Y,
    le,
    lt,
    op,
    over,
    var,
)

SCOPE = {
    **values.SCOPE, "z": REAL, "two": ["size", 2, 3], "all": ["dataclass", N, "all"],
    "none": ["framework", K],
}
T, V, Z = var("t"), var("u"), var("z")  # At least 0, positive, any number.
FAR, INFINITE, HALF_LINE = op("kl", P, Q), ["number", "inf"], ["real", "0", None, False, False]
NO_DATABASE = op("one_entry", K, sort=["database"])
P_A, Q_A = op("at", P, A), op("at", Q, A)


def known(*facts: Tree) -> Facts:
    return Facts(facts, SCOPE, Canonical())


def either(one: Tree, two: Tree) -> Tree:
    return ["or", [one, two]]


def eq(left: Tree, right: Tree) -> Tree:
    return ["relation", "=", left, right]


# (a term, facts under which it is real, facts under which it may not be)
TOLD: list[tuple[Tree, list[list[Tree]], list[list[Tree]]]] = [
    (LOG, [[eq(LOG, Y)]], [[lt(LOG, Y)], [le(LOG, Y)], [le(Y, LOG)]]),
    # At t = 0 a negative x makes x ln t infinite.
    (op("mul", X, op("log", T)),
     [[lt(ZERO, T)], [le(ZERO, X), either(lt(ZERO, T), le(X, ZERO))],
      [le(ZERO, X), either(lt(ZERO, T), eq(X, ZERO))]],
     [[either(lt(ZERO, T), le(X, ZERO))], [le(ZERO, X)],
      [le(ZERO, X), either(lt(op("neg", ONE), T), le(X, ZERO))],
      [le(ZERO, X), either(lt(ZERO, T), le(X, ONE))],
      [le(ZERO, X), either(lt(ZERO, T), lt(X, ONE))],
      [le(ZERO, X), either(le(ZERO, T), le(X, ZERO))]]),
    # What is added to P(a) may be negative.
    (op("mul", P_A, op("log", Q_A)), [[le(op("add", P_A, T), op("mul", X, Q_A))]],
     [[le(op("add", P_A, Y), op("mul", X, Q_A))], [le(P_A, op("add", T, Q_A))]]),
    # A sum, a multiple or a share that is finite has finite parts.
    (FAR, [[lt(op("add", FAR, X), Y)], [lt(op("add", X, FAR), Y)], [lt(op("sub", FAR, X), Y)],
           [lt(op("div", FAR, V), Y)], [lt(op("mul", FAR, V), Y)], [lt(op("mul", V, FAR), Y)],
           [le(op("add", FAR, op("kl", Q, P)), X)]],
     [[lt(op("mul", T, FAR), Y)], [lt(op("mul", ZERO, FAR), Y)], [lt(op("mul", X, FAR), Y)],
      [lt(op("div", FAR, X), Y)], [lt(op("sub", X, FAR), Y)], [lt(op("mul", FAR, T), Y)],
      [lt(op("sub", FAR, op("kl", Q, P)), Y)], [lt(op("add", FAR, LOG), Y)]]),
]


@pytest.mark.parametrize(("term", "enough", "others"), TOLD)
def test_facts_say_what_is_real(term: Tree, enough: Any, others: Any) -> None:
    for facts in enough:
        assert known(*facts).is_real(term), facts
    for facts in others:
        assert not known(*facts).is_real(term), facts


def test_products_are_above_others_by_facts_and_positive_factors() -> None:
    def above(one: Tree, two: Tree, strict: bool, *facts: Tree) -> bool:
        return known(*facts).accepts(lambda a, b: known(*facts).above(a, b, strict), one, two)

    for factor, given, strict, held in (
        (V, le, False, True), (V, lt, True, True), (V, le, True, False), (T, le, False, True),
        (T, lt, True, False), (Y, le, False, False), (op("exp", Y), lt, True, True),
        (op("neg", V), le, False, False),
    ):
        low, high = op("mul", factor, X), op("mul", factor, Z)
        assert above(high, low, strict, given(X, Z)) is held, factor
        assert not above(low, high, strict, given(X, Z)) or factor == op("neg", V)
        assert above(op("add", high, factor), op("add", low, factor), strict, given(X, Z)) is held
    assert not above(X, Y, False)
    assert not above(op("mul", Y, Y), op("mul", X, X), False, le(X, Y))


SORTS: list[tuple[Tree, bool]] = [
    (["event", N], True), (["event", K], True), (["event", NO_SIZE], False), (LIST, True),
    (["reals", K, REAL], True), (["reals", NO_SIZE, REAL], False), (["symbol", N], True),
    (["symbol", K], False), (["pmf", N], True), (["pmf", K], False), (CHANNEL, True),
    (["channel", K, N], False), (["channel", N, K], False), (["joint", ["U", "V"], [N, M]], True),
    (["joint", ["U", "V"], [N, K]], False), (["mechanism", D, N], True),
    (["mechanism", D, K], False), (["mechanism", NO_DATABASE, N], False),
    (["prior", D, "any", None], True), (["prior", NO_DATABASE, "any", None], False),
    (["prior", D, "split", ZERO], True), (["prior", D, "split", K], False),
    (["prior", NO_DATABASE, "split", ZERO], False), (["framework", N], True),
    (["framework", K], False), (["dataclass", N, "all"], True), (["dataclass", K, "all"], False),
    (["member", var("G"), var("all")], True), (["member", var("none"), var("all")], False),
    (["member", var("G"), ["cases", lt(X, Y), var("all"), var("all")]], False),
    (["member", op("dp_framework", NO_DATABASE, sort=["framework", N]), var("all")], False),
    (["queries", "independent", D, K, N], True),
    (["queries", "independent", NO_DATABASE, K, N], False),
    (["queries", "independent", D, NO_SIZE, N], False),
    (["queries", "independent", D, K, K], False), (["real", "0", "1", True, True], True),
    (["size", 0, None], True), (["database"], True), (["law"], False), (["mixture", N], False),
]


@pytest.mark.parametrize(("sort", "held"), SORTS)
def test_sorts_that_certainly_have_a_value(sort: Tree, held: bool) -> None:
    assert known().inhabited(sort) is held


def integral(body: Tree, sort: Tree = HALF_LINE) -> Tree:
    return ["bind", "integral", ["i", sort, ""], None, body, REAL]


# What is certainly defined and above −∞, perhaps ∞; and what may not be.
BELOW: list[tuple[Tree, bool]] = [
    (X, True), (INFINITE, True), (FAR, True), (LOG, False), (op("kl", P, NO_LAWS[0]), False),
    (op("kl", NO_LAWS[0], P), False), (op("chi_square", P, Q), True),
    (op("chi_square", P, NO_LAWS[0]), False), (op("chi_square", NO_LAWS[0], P), False),
    (op("renyi", P, Q, V), True), (op("renyi", P, Q, INFINITE), True),
    (op("renyi", P, Q, X), False),
    (op("renyi", NO_LAWS[0], Q, V), False), (op("renyi", P, NO_LAWS[0], V), False),
    (op("law_kl", LAPLACE, LAPLACE), True), (op("law_kl", LAPLACE, NOT_SPREAD), False),
    (op("leakage_capacity", U), True), (op("leakage_capacity", var("W")), False),
    (op("leakage_capacity", over("table", N, NO_LAWS[0], CHANNEL)), False),
    (op("dp_epsilon", var("M")), True), (op("add", FAR, X), True), (op("add", FAR, FAR), True),
    (op("add", FAR, LOG), False), (op("add", LOG, FAR), False), (op("sub", FAR, X), True),
    (op("sub", FAR, FAR), False), (op("sub", X, FAR), False), (op("neg", FAR), False),
    (op("div", FAR, V), True), (op("div", FAR, X), False), (op("div", FAR, T), False),
    (op("div", LOG, V), False), (op("mul", T, FAR), True), (op("mul", FAR, T), True),
    (op("mul", X, FAR), False), (op("mul", FAR, FAR), False), (op("mul", T, LOG), False),
    (op("sub", FAR, op("mul", T, op("log", T))), True),
    (op("sub", X, op("mul", V, op("log", T))), True),
    (op("sub", LOG, op("mul", V, op("log", T))), False),
    (op("sub", X, op("mul", Y, op("log", T))), False), (op("sub", X, op("mul", V, LOG)), False),
    (over("sum", K, op("mul", INDEX, FAR)), True), (over("sum", NO_SIZE, FAR), False),
    (over("sum", N, op("log", INDEX)), False), (over("max", N, op("mul", INDEX, FAR)), True),
    (over("max", K, FAR), False), (over("max", N, op("log", INDEX)), False),
    (over("max", NO_SIZE, FAR), False), (integral(op("exp", INDEX)), True),
    (integral(op("log", INDEX)), False), (integral(op("neg", INDEX)), False),
    (integral(op("sub", INDEX, ONE)), False), (over("min", N, FAR), False),
]


@pytest.mark.parametrize(("term", "held"), BELOW)
def test_what_is_defined_and_not_minus_infinity(term: Tree, held: bool) -> None:
    assert known().below(term) is held
    assert known().accepts(known().defined, term) is held


def test_what_each_symbol_of_one_alphabet_meets_says_nothing_of_another() -> None:
    small = ["quantified", "forall", ["j", ["symbol", N], ""], None, le(var("j"), X)]
    for size, sign in ((N, 0), (M, None)):
        assert known(small).sign_of(over("min", size, op("sub", X, INDEX))) == sign
    assert known(small).sign_of(integral(op("sub", X, INDEX))) is None
    assert known().sign_of(over("min", N, op("sub", X, INDEX))) is None


def test_an_integral_of_what_is_positive_may_be_0() -> None:
    point = integral(op("exp", INDEX), ["real", "0", "0", False, False])
    assert known(lt(point, X)).sign_of(point) == 0
    assert known(lt(integral(LOG), X)).sign_of(integral(LOG)) is None


def divided(top: Tree) -> Tree:
    return op("div", top, op("add", ONE, T))


SIGNS: list[tuple[Tree, int | None, list[Tree]]] = [
    (X, None, [lt(ZERO, op("mul", X, Y))]), (X, 0, [le(ZERO, X), le(ZERO, op("mul", X, T))]),
    (op("sub", Y, X), 0, [le(ZERO, op("mul", V, op("sub", Y, X)))]),
    (op("sub", Y, X), None, [le(ZERO, op("mul", T, op("sub", Y, X)))]),
    (op("sub", Y, X), None, [le(ZERO, op("mul", Z, op("sub", Y, X)))]),
    (op("sqrt", op("mul", X, Y)), 0, [le(ZERO, op("mul", X, Y))]),
    (op("sub", ["number", "3"], var("two")), 0, []), (op("sub", var("two"), TWO), 0, []),
    (op("sub", ["number", "1/2"], op("binary_entropy_inverse", ZERO)), 0, []),
    (op("ldp_curve", T, V), 0, []), (op("sub", ONE, op("ldp_curve", T, V)), 0, []),
    (op("sibson", P, U, V), 0, []), (op("renyi_entropy", P, V), 0, []),
    (op("sub", ONE, op("entropy", P)), None, []), (op("entries", D, sort=COUNT), 1, []),
    (op("sub", op("entries", D, sort=COUNT), ONE), 0, []),
    (op("quotient", X, N, sort=COUNT), None, [le(ZERO, X)]), (P, None, []),
    (op("maximum", op("neg", V), T), 0, []), (op("minimum", T, op("neg", V)), None, []),
    (op("sub", divided(X), divided(Y)), 1, [lt(Y, X)]),
    (op("sub", divided(X), divided(Y)), 0, [le(Y, X)]),
    (op("sub", divided(Y), divided(X)), None, [lt(Y, X)]),
]


@pytest.mark.parametrize(("term", "sign", "facts"), SIGNS)
def test_signs_under_facts(term: Tree, sign: int | None, facts: list[Tree]) -> None:
    assert known(*facts).sign_of(term) == sign


def test_a_symbol_is_one_of_a_whole_number() -> None:
    assert known(le(ONE, N)).is_symbol(ZERO, N)
    assert not known(le(ONE, X)).is_symbol(ZERO, X)
    assert not known(le(ZERO, X), lt(X, ONE)).is_symbol(X, N)
    assert not known().is_symbol(op("sub", PAIR, ONE), N)
