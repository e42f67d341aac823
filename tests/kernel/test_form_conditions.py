"""Rules of normal forms: beside what each takes for equal, what is like it and is not equal."""

from __future__ import annotations

from typing import Any

import pytest

from verified.kernel.law_forms import truth
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, entry_at, plus
from verified.kernel.sum_forms import _whole_law
from verified.language import (
    KL,
    Channel,
    Pmf,
    Real,
    Size,
    Symbol,
    absolute,
    cases,
    equals,
    exp,
    log,
    negation,
    pmf_of,
    pmf_table,
    rational,
    sqrt,
    total,
)
from verified.syntax import sorts
from verified.syntax.formulas import Relation
from verified.syntax.goals import normal
from verified.syntax.terms import Op, Term, number

n, m, k = Size("n"), Size("m"), Size("k")
P, Q = Pmf("P", n), Pmf("Q", n)
W, S = Channel("W", n, m), Channel("S", n, n)
a, b, c, d = Symbol("a", n), Symbol("b", n), Symbol("c", m), Symbol("d", 2)
r, t = Real("r"), Real("t", "[0,1]")
x, y, z = Real("x", ">0"), Real("y", ">0"), Real("z", ">=0")
HALF = rational(1, 2)


def known(*facts: Any) -> Normaliser:
    return Normaliser([normal(fact) for fact in facts])


# Of a symbol b: of a power of a number, and of its inverse.
POWERS = [
    exp(Q[b] / 2), exp(3 * Q[b] / 2), exp(-Q[b]), exp(-Q[b] / 2), exp(2 * Q[b]), 1 / (1 + Q[b]),
    1 / (1 + Q[b]) ** 2, (1 + Q[b]) ** HALF, (1 + Q[b]) ** rational(-3, 2), sqrt(Q[b]),
    sqrt(Q[b]) * Q[b], Q[b] ** 3, number(2) ** Q[b], Q[b] ** x,
    (1 + Q[b]) ** x, Q[b] * log(Q[b]), log(1 + Q[b]) ** 2, absolute(Q[b] - t) ** 2,
]


def same(one: Any, two: Any, *facts: Any) -> bool:
    """Whether two terms, each with a normal form, have one and the same."""
    at = known(*facts)
    return at.is_zero(plus(at.poly(number(one)), at.poly(number(two)), -1))


# --- exponentials, logarithms, powers of numbers --------------------------------------------------


@pytest.mark.parametrize(("one", "two", "holds"), [
    (exp(log(x)), x, True), (exp(2 * log(x)), x * x, True), (exp(-log(x)), 1 / x, True),
    (exp(-2 * log(x) + log(y)), y / (x * x), True),
    # No power of x: half a logarithm, its square, its product with another number.
    (exp(log(x) / 2), x, False), (exp(-log(x)), x, False), (exp(log(x) / 3), x, False),
    (exp(3 * log(x) / 2), x ** 3, False), (exp(log(x) ** 2), x, False),
    (exp(r * log(x)), x, False), (exp(1 / log(x + 1)), x + 1, False),
    (log(x * y), log(x) + log(y), True), (log(x / y), log(x) - log(y), True),
    (log(x + y), log(x) + log(y), False), (log(x * y), log(x) - log(y), False),
    (log(2 * x), log(x) + log(number(2)), True), (log(2 * x), log(x), False),
    (log(rational(9, 4)), 2 * log(number(3)) - 2 * log(number(2)), True),
    (log(1 / (x + y)), -log(x + y), True), (log(1 / (x + y)), log(x + y), False),
    (number(2) ** rational(3, 2), 2 * number(2) ** HALF, True),
    (number(2) ** -HALF, number(2) ** HALF / 2, True),
    (number(2) ** rational(3, 2), number(2) ** HALF, False),
    (rational(2, 3) ** rational(7, 3), rational(4, 9) * rational(2, 3) ** rational(1, 3), True),
    (rational(2, 3) ** rational(7, 3), rational(2, 3) ** rational(1, 3), False),
    (number(2) ** rational(-5, 2) * number(2) ** rational(5, 2), 1, True),
    (number(2) ** rational(129, 2), number(2) ** HALF * 2 ** 64, True),
    (sqrt(x) * sqrt(y), sqrt(y) * sqrt(x), True), (absolute(-r), absolute(r), True),
    (absolute(r), r, False), (absolute(r), -r, False), (absolute(x - y), absolute(y - x), True),
    (absolute(x), x, True), (absolute(-x), x, True),
    (sqrt(x * x), x, True), (sqrt(4 * x * x), 2 * x, True), (sqrt(x) ** 2, x, True),
    (sqrt(x) ** 3, x * sqrt(x), True), (sqrt(x) ** 3, x, False), (sqrt(x * x * x), x, False),
    (sqrt(2 * x * x), 2 * x, False), (sqrt(r * r), r, False), (sqrt(r * r), -r, False),
    (1 / (1 / (x + y)), x + y, True), (1 / (1 / (x + y)) ** 2, (x + y) ** 2, True),
    (1 / (x + y) ** 2, 1 / (x + y), False),
], ids=str)  # fmt: skip
def test_functions_of_numbers(one: Any, two: Any, holds: bool) -> None:
    assert same(one, two) is holds


@pytest.mark.parametrize(("term", "facts"), [
    # No factor but a logarithm may be without a value where the others vanish.
    (P[a] * (1 / P[a]), []), (z * sqrt(r), []), (z * (1 / z), []), (z * (z / z), []),
    (P[a] * KL(P, Q), []), (z * exp(1 / z), []), (z * z ** (-HALF), []),
    # Nothing is divided by a number that is 0, in whatever form.
    (1 / (1 / (x + y) - 1 / (x + y)), []), (1 / ((x + y) / (x + y) - 1), []),
    # Two equal numbers may both be infinite.
    (KL(P, Q), [equals(KL(P, Q), KL(Q, P))]), (KL(Q, P), [equals(KL(P, Q), KL(Q, P))]),
    (KL(P, Q), [KL(P, Q) <= KL(Q, P)]), (KL(Q, P), [KL(P, Q) <= 1]),
    (KL(P, Q), [KL(P, Q) >= 1]), (KL(P, Q), [equals(KL(Q, P), 1)]),
], ids=str)  # fmt: skip
def test_what_may_have_no_value(term: Term, facts: list[Any]) -> None:
    with pytest.raises(NotReal):
        known(*facts).poly(term)


def test_a_root_that_is_divided_by() -> None:
    fact = sqrt(x) > 0
    assert same(1 / sqrt(x) * sqrt(x), 1, fact)
    assert same(1 / sqrt(x) ** 3, 1 / (x * sqrt(x)), fact)
    assert not same(1 / sqrt(x), sqrt(x), fact)
    assert not same(x / sqrt(x), x, fact)


def test_the_logarithm_of_a_root_is_half_of_one() -> None:
    fact = sqrt(x) > 0
    assert same(log(sqrt(x)), log(x) / 2, fact)
    assert not same(log(sqrt(x)), log(x), fact)
    # Of what may be 0 but for the fact there is no logarithm to take half of.
    assert not same(log(sqrt(x * z)), log(x) / 2, sqrt(x * z) > 0)


def test_a_logarithm_of_a_product_is_split_where_each_factor_has_one() -> None:
    """Of two numbers of which the product is known to be positive neither may have one."""
    s = Real("s")
    for fact, term in ((r * s > 0, r * s), (r < 0, -r), (r / s > 0, r / s)):
        at = known(fact, *([negation(equals(s, 0))] if term == r / s else []))
        assert len(at.poly(log(term))) == 1, term


def test_what_is_equal_to_a_number_is_one() -> None:
    for fact in (equals(KL(P, Q), 1), equals(1, KL(P, Q)), KL(P, Q) <= x, KL(P, Q) < KL(Q, P)):
        known(fact).poly(KL(P, Q))


# --- laws and tests -------------------------------------------------------------------------------


def test_an_entry_at_a_symbol_is_none_of_the_entries() -> None:
    """Those of a law that is written out, and the last one, are at numbers only."""
    written = pmf_of(t, 1 - t)
    assert same(written[number(0)], t)
    assert same(written[number(1)], 1 - t)
    two = Pmf("V", 2)
    assert same(two[number(1)], 1 - two[number(0)])
    assert not same(two[d], 1 - two[number(0)])
    assert not same(two[d], two[number(0)])
    for wrong in (t, 1 - t):
        assert not same(written[d], wrong)


def test_tests_of_numbers_that_are_the_same() -> None:
    for test, held in (
        (x <= x, True), (x < x, False), (equals(x, x), True), (x <= x + 1, True),
        (x + 1 <= x, False), (x < x + 1, True), (x + 1 < x, False), (equals(x, x + 1), False),
        (x <= y, None), (equals(x, y), None), (x > 0, True), (x <= 0, False), (z <= 0, None),
        (z < 0, False), (equals(z, 0), None), (z >= 0, True), (z > 0, None), (equals(x, 0), False),
    ):
        assert truth(known(), normal(test)) is held, test
        assert same(cases(test, 1, 0), 1) is (held is True), test
        assert same(cases(test, 1, 0), 0) is (held is False), test


def test_a_test_that_is_written_otherwise_is_not_decided() -> None:
    """`normal` writes each order with < or ≤."""
    for op in (">", ">=", "!="):
        for one, two in ((x, x + 1), (x + 1, x), (x, x)):
            assert truth(known(), Relation(op, one, two)) is None


def whole(head: str, one: Any, two: Any) -> Term:
    return Op(head, (number(one), number(two)), sorts.SizeSort(0))


def test_quotients_of_whole_numbers() -> None:
    assert same(whole("quotient", 7, 2), 3)
    assert same(whole("remainder", 7, 2), 1)
    for other in (0, k, 1):
        assert not same(whole("quotient", k, 2), other)
        assert not same(whole("remainder", k, 2), other)
        assert not same(whole("quotient", 7, Size("l", low=1)), other)
        assert not same(whole("quotient", 7, Size("l", low=1)), 7)
    for one, two in ((7, HALF), (HALF, 2), (7, 0), (7, Size("l", low=0)), (7, x), (x, 2)):
        for head in ("quotient", "remainder"):
            with pytest.raises(NotReal):
                known().poly(whole(head, one, two))


# --- sums -----------------------------------------------------------------------------------------


def pair(first: Term, second: Term, size: Term) -> Term:
    return Op("add", (Op("mul", (first, size), sorts.SizeSort(0)), second), sorts.SizeSort(0))


def test_a_law_on_pairs_of_one_alphabet() -> None:
    """On the diagonal a law on pairs doesn't sum to 1, nor does one that changes with the pair."""
    square, rows = Pmf("V", n * n), Channel("U", n, n * n)
    assert _whole_law(known(), entry_at(square, pair(a, b, n)), [a, b]) == {"a", "b"}
    assert _whole_law(known(), entry_at(square, pair(a, a, n)), [a]) is None
    assert _whole_law(known(), entry_at(square, pair(a, a, n)), [a, b]) is None
    for row in (a, b):
        law = Op("row", (rows, row), square.sort)
        assert _whole_law(known(), entry_at(law, pair(a, b, n)), [a, b]) is None
    law = Op("row", (rows, Symbol("e", n)), square.sort)
    assert _whole_law(known(), entry_at(law, pair(a, b, n)), [a, b]) == {"a", "b"}
    table = pmf_table(n * n, lambda _: r)
    assert _whole_law(known(), entry_at(table, pair(a, b, n)), [a, b]) is None


@pytest.mark.parametrize(("one", "two", "holds"), [
    (total(a, total(b, P[a] * Q[b])), 1, True), (total(a, P[a] * P[a]), 1, False),
    # Powers that stand where a law is summed away: whole, broken, and of what is divided by.
    *((total(c, total(b, W[b, c] * power)), total(b, power), True) for power in POWERS),
    *((total(c, total(b, W[b, c] * power)), total(b, power ** 2), False) for power in POWERS),
    *((total(c, total(b, P[b] * W[b, c] * power)), total(b, P[b] * power), True)
      for power in POWERS),
    # Sums within a sum, of which some hang on its symbol.
    (total(a, P[a] * total(c, W[a, c] ** 2) ** 2), total(b, P[b] * total(c, W[b, c] ** 2) ** 2),
     True),
    (total(a, P[a] * total(c, W[a, c] ** 2) ** 2), total(a, P[a] * total(c, W[a, c] ** 4)), False),
    (total(a, P[a] * total(c, W[a, c] * x)), x, True),
    (total(a, P[a] * total(c, W[a, c] ** 2)), total(c, total(b, P[b] * W[b, c] ** 2)), True),
    (total(a, P[a] * total(c, W[a, c] ** 2) ** 3), total(a, P[a] * total(c, W[a, c] ** 2) ** 2),
     False),
    (total(a, P[a] * total(c, W[a, c] ** 2) ** 9), total(b, P[b] * total(c, W[b, c] ** 2) ** 9),
     True),
    (total(a, P[a] * total(b, cases(equals(a, b), Q[b], 0))), total(b, Q[b] * P[b]), True),
    (total(a, P[a] * total(b, cases(equals(a, b), Q[b], 1))), total(b, Q[b] * P[b]), False),
    # What is bound within stays what it is.
    *((total(a, P[a] * log(1 + total(b, S[a, b] ** 2))), total(i, P[i] * log(1 + other)), holds)
      for i, other, holds in ((b, total(a, S[b, a] ** 2), True), (a, total(b, S[b, b] ** 2), False),
                              (a, total(b, S[b, a] ** 2), False))),
    *((total(a, total(b, S[a, b] ** 2 * exp(P[b]))), other, holds) for other, holds in (
        (total(b, total(a, S[b, a] ** 2 * exp(P[a]))), True),
        (total(a, total(b, S[a, b] ** 2 * exp(P[a]))), False))),
    (total(a, total(b, S[a, b] * S[b, a])), total(a, total(b, S[a, b] ** 2)), False),
    (total(a, P[a] * x), x, True), (total(a, number(1)), n, True),
    (total(a, total(b, P[a])), n, True), (total(a, total(b, P[a])), 1, False),
    (total(a, P[a] * total(b, P[b] * Q[b])), total(b, P[b] * Q[b]), True),
    (total(a, P[a] * total(b, Q[b] ** 2) ** 2), total(b, Q[b] ** 2) ** 2, True),
    (total(a, total(b, Q[b] ** 2) ** 2), total(b, Q[b] ** 2) ** 2, False),
    (total(a, Q[a] * total(b, P[b] * cases(equals(a, b), 1, 0))), total(a, P[a] * Q[a]), True),
    (total(a, cases(equals(a, b), 1, 0)), 1, True), (total(a, cases(equals(a, b), x, 0)), x, True),
    (total(a, cases(equals(a, b), P[a], 0) ** 2), P[b] ** 2, True),
    (total(a, cases(equals(a, b), P[a], 0) ** 2), P[b], False),
    # Over 16 symbols and more.
    (total(Symbol("e", 17), x), 17 * x, True), (total(Symbol("e", 16), x), 16 * x, True),
    (total(Symbol("e", 17), Pmf("V", 17)[Symbol("e", 17)]), 1, True),
    (total(Symbol("e", 3), number(Symbol("e", 3))), 3, True),
    # Names of bound symbols say nothing, and which symbol stands where does.
    (total(a, total(b, P[a] * P[b] ** 2)), total(b, P[b] ** 2), True),
    (total(a, P[a] * Q[a] ** 2), total(b, Q[b] ** 2 * P[b]), True),
    (total(a, P[a] * Q[a] ** 2), total(b, P[b] ** 2 * Q[b]), False),
], ids=str)  # fmt: skip
def test_sums(one: Any, two: Any, holds: bool) -> None:
    assert same(one, two) is holds


def test_nothing_is_divided_by_outside_of_a_sum_that_may_be_empty() -> None:
    """A symbol of it shows that its alphabet isn't empty, and what follows from that is known in
    the sum alone."""
    empty = Size("l", low=0)
    e = Symbol("e", empty)
    for inside in (1 / empty, 1 / (empty + empty * empty), x / empty):
        with pytest.raises(NotReal):
            known().poly(total(e, inside))
    assert same(total(e, 1 / (empty + 1)), empty / (empty + 1))
