"""Conditions of normal forms, one by one: what only one of them refuses, or tells apart, or reads
as the same."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from flint import fmpq

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, entry_at, key_of, plus
from verified.kernel.sum_forms import _canonical_sum, _opened, _opens, _whole_law
from verified.language import (
    KL,
    TV,
    Channel,
    H,
    Joint,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    as_joint,
    cases,
    equals,
    every,
    exp,
    instances,
    largest,
    log,
    negation,
    normal_cdf,
    rational,
    sqrt,
    total,
)
from verified.quantities.databases import one_entry
from verified.syntax import sorts
from verified.syntax.goals import normal
from verified.syntax.quantity import QUANTITIES, extended
from verified.syntax.terms import Bind, Op, Term, Var, number

n, m = Size("n"), Size("m")
P, Q, W, S = Pmf("P", n), Pmf("Q", n), Channel("W", n, m), Channel("S", n, n)
a, b, e, c = Symbol("a", n), Symbol("b", n), Symbol("e", n), Symbol("c", m)
r, s, t, z = Real("r"), Real("s"), Real("t", "[0,1]"), Reals("z", n)
x, y, v = Real("x", ">0"), Real("y", ">=0"), Real("v", ">=0")


def known(*facts: Any) -> Normaliser:
    return Normaliser([normal(fact) for fact in facts])


def same(one: Any, two: Any, *facts: Any) -> bool:
    at = known(*facts)
    return at.is_zero(plus(at.poly(number(one)), at.poly(number(two)), -1))


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "two", "holds"), [
    (x ** number(-2), 1 / (x * x), True), (x ** number(-2), x * x, False),
    (x ** number(-1), x, False), ((x + 1) ** number(-1), 1 / (x + 1), True),
    ((r - r) ** x, 0, True), (y ** x, 0, False), (sqrt(r - r), 0, True),
    ((r - r) * log(s - s), 0, True), (normal_cdf(r - r), rational(1, 2), True),
    (normal_cdf(-r), 1 - normal_cdf(r), True), (normal_cdf(-r), normal_cdf(r), False),
    # A logarithm of what may be 0, next to what vanishes with it.
    (y * log(y / (x + 1)), y * log(y) - y * log(x + 1), True),
    (y * log(y / (x + 1)), y * log(y) + y * log(x + 1), False),
    (t * log(t * x), t * log(t) + t * log(x), True), (t * log(t * x), t * log(t), False),
    (sqrt(exp(r / 3)) ** 2, exp(r / 3), True), (sqrt(exp(r)), exp(r), False),
    # Within a sum, where forms are compared as they stand.
    (total(a, 1 / (1 / (1 + P[a]) + 1 / (2 + P[a]))),
     total(a, (1 + P[a]) * (2 + P[a]) / (3 + 2 * P[a])), True),
], ids=str)  # fmt: skip
def test_numbers(one: Any, two: Any, holds: bool) -> None:
    assert same(one, two) is holds


def test_the_logarithm_of_a_product_of_what_may_be_negative_is_one() -> None:
    """Of r s ≥ 0 neither r nor s need have a logarithm where it is positive."""
    assert len(known(r * s >= 0).poly(r * s * log(r * s))) == 1
    assert len(known(r >= 0, s >= 0).poly(r * s * log(r * s))) == 2
    with pytest.raises(NotReal):
        known(r * s >= 0).poly(r * log(r * s))


@pytest.mark.parametrize("part", [y, v], ids=str)
def test_each_of_what_is_below_a_multiple_vanishes_with_it(part: Term) -> None:
    known(y + v <= t * r, r >= 0).poly(part * log(t))
    for fact in (y + v <= t * r + x, t * r <= y + v, y + r <= t * s):
        with pytest.raises(NotReal):
            known(fact).poly(part * log(t))


# --- cases ----------------------------------------------------------------------------------------


def test_of_a_choice_that_is_decided_the_other_branch_needs_no_value() -> None:
    none = log(r)
    for test, held in (
        (x > 0, True), (x <= 0, False), (negation(x <= 0), True), (negation(equals(x, 0)), True),
        (negation(x > 0), False), (equals(x, x), True),
    ):
        assert same(cases(test, x, none) if held else cases(test, none, x), x)
        with pytest.raises(NotReal):
            known().poly(cases(test, none, x) if held else cases(test, x, none))


def test_what_is_a_number_in_one_branch_only_has_its_sign_there() -> None:
    """Of a number that the branch alone speaks of, the domain is known outside as well."""
    at = known()
    inside = cases(KL(P, Q) <= 1, (1 - t) * KL(P, Q), 0)
    assert at.sign(at.poly(inside)) == 0
    at = known()
    assert at.sign(at.poly(cases(KL(P, Q) <= 1, (s - t) * KL(P, Q), 0))) is None


def test_a_number_of_no_law_is_in_no_branch_without_its_test() -> None:
    with pytest.raises(NotReal):
        known().poly(KL(P, Q))
    known().poly(cases(KL(P, Q) <= 1, KL(P, Q), 0))


# --- quantities -----------------------------------------------------------------------------------


def test_what_sorts_and_records_say_is_known() -> None:
    few = Var("j", sorts.SizeSort(1, 5))
    at = known()
    for term, sign in (
        (5 - few, 0), (4 - few, None), (few - 1, 0), (few - 2, None), (1 - TV(P, Q), 0),
        (rational(1, 2) - TV(P, Q), None), (TV(P, Q), 0), (normal_cdf(r), 1),
        (1 - normal_cdf(r), 1), (rational(7, 10) - QUANTITIES["jensen_shannon"](P, Q), 1),
    ):
        assert at.sign_of(term) == sign, term


def test_how_many_instances_a_database_has_asks_for_a_database() -> None:
    assert same(instances(one_entry(n)), n)
    with pytest.raises(NotReal):
        known().poly(instances(one_entry(Size("k", low=0))))


def test_a_quantity_that_may_be_minus_infinity_is_no_number(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is one that may be infinite: what a record says of both ends is asked for."""
    record = QUANTITIES["total_variation"]
    term = TV(P, Q)
    for interval, real in (
        ("[0,1]", True), ("(-inf,inf)", True), ("[-inf,1]", False), ("[-inf,inf]", False),
        ("[0,inf]", False), ("[0,inf)", True),
    ):
        other = replace(record, values=extended(interval))
        monkeypatch.setitem(QUANTITIES, "total_variation", other)
        # A term of its own, of which nothing is kept.
        fresh = Op(term.head, (P, Pmf(f"Q{len(interval)}{interval[0]}{real}", n)), term.result)
        if real:
            known().poly(fresh)
        else:
            with pytest.raises(NotReal):
                known().poly(fresh)


def test_an_entropy_of_a_joint_law_is_written_out_where_that_is_asked_for() -> None:
    pairs = Pmf("T", n * m)
    entropy = H(as_joint(pairs, U=n, V=m), "U")
    closed, written = Normaliser(), Normaliser(unfolds=True)
    ((monomial, coefficient),) = closed.poly(entropy).items()
    assert coefficient == 1
    ((atom, _),) = monomial
    assert closed.atoms[atom] == entropy
    assert written.poly(entropy) != closed.poly(entropy)
    assert written.poly(entropy) == written.poly(
        -total(a, total(c, pairs[a * m + c]) * log(total(c, pairs[a * m + c]))))
    joint = Joint("J", X=n, Y=m)
    assert written.poly(H(joint, "X")) == closed.poly(H(joint, "X"))


# --- sums -----------------------------------------------------------------------------------------


def mark(test: Any) -> Term:
    return cases(test, 1, 0)


@pytest.mark.parametrize(("one", "two", "facts", "holds"), [
    # What is divided by, outside of a sum that doesn't speak of it.
    (total(a, 1 / (r + s)), n / (r + s), [negation(equals(r + s, 0))], True),
    (total(a, exp(P[a]) / P[b]), total(a, exp(P[a])) / P[b], [P[b] > 0], True),
    # In a sum from which a law is summed away, of what only its symbols show to have a value.
    (total(c, total(a, W[a, c] / P[a])), total(a, 1 / P[a]), [every(a, P[a] > 0)], True),
    (total(c, total(a, W[a, c] / P[a])), total(a, P[a]), [every(a, P[a] > 0)], False),
    (total(c, total(a, W[a, c] / z[a])), total(a, 1 / z[a]),
     [every(a, negation(equals(z[a], 0)))], True),
    (total(c, total(a, W[a, c] * exp(z[a] * log(P[a]) / 2))),
     total(a, exp(z[a] * log(P[a]) / 2)), [every(a, P[a] > 0)], True),
    # A symbol that a test gives a value decides other tests.
    (total(a, mark(equals(a, b)) * mark(a <= b) * P[a]), P[b], [], True),
    (total(a, mark(equals(a, b)) * mark(a < b) * P[a]), 0, [], True),
    # Tests of two symbols in sums within sums.
    (total(a, P[a] * total(b, mark(P[a] <= Q[b]))), total(b, total(a, P[a] * mark(P[a] <= Q[b]))),
     [], True),
    (total(a, P[a] * total(b, mark(P[a] <= Q[b]))), total(b, total(a, P[b] * mark(P[a] <= Q[b]))),
     [], False),
    # Round a triangle of symbols, in either direction, from each of them.
    *((total(a, total(b, total(e, S[a, b] * S[b, e] * S[e, a]))),
       total(a, total(b, total(e, S[one, two] * S[two, three] * S[three, one]))), [], True)
      for one, two, three in ((b, a, e), (b, e, a), (e, b, a))),
    (total(a, total(b, total(e, S[a, b] * S[b, e] * S[e, a]))),
     total(a, total(b, total(e, S[a, b] * S[b, e] * S[a, e]))), [], False),
    # Names of what is bound within, and of what binds it.
    (total(a, P[a] ** 2 * log(1 + total(b, S[a, b] ** 2 * log(1 + total(e, S[b, e] ** 2))))),
     total(e, P[e] ** 2 * log(1 + total(a, S[e, a] ** 2 * log(1 + total(b, S[a, b] ** 2))))),
     [], True),
    (total(a, P[a] ** 2 * log(1 + total(b, S[a, b] ** 2 * log(1 + total(e, S[b, e] ** 2))))),
     total(a, P[a] ** 2 * log(1 + total(b, S[a, b] ** 2 * log(1 + total(e, S[a, e] ** 2))))),
     [], False),
], ids=str)  # fmt: skip
def test_sums(one: Any, two: Any, facts: list[Any], holds: bool) -> None:
    assert same(one, two, *facts) is holds


@pytest.mark.parametrize("pairs", [
    [(a, b), (b, e), (e, a)], [(a, b), (b, a), (a, e)], [(a, b), (b, e), (e, a), (a, a)],
], ids=str)  # fmt: skip
def test_a_sum_that_stays_closed_is_one_term_for_all_orders(pairs: list[tuple[Var, Var]]) -> None:
    """Of its variables, and of its factors; for all names, too."""
    others = {one.name: Symbol(name, n) for one, name in zip((a, b, e), "zyx", strict=True)}
    found = set()
    for order in itertools.permutations((a, b, e)):
        for written in itertools.permutations(pairs):
            for names in ({}, others):
                variables = [names.get(one.name, one) for one in order]
                factors = [(S[names.get(one.name, one), names.get(two.name, two)], 1)
                           for one, two in written]
                found.add(key_of(_canonical_sum(variables, factors)))
    assert len(found) == 1
    other = _canonical_sum([a, b, e], [(S[a, b], 1), (S[b, e], 1), (S[a, e], 1)])
    assert key_of(other) not in found


def test_what_is_divided_by_outside_of_a_sum_is_no_0() -> None:
    for inside in (1 / (r + s), exp(P[a]) / P[b], 1 / y):
        with pytest.raises(NotReal):
            known().poly(total(a, inside))


def test_a_law_on_pairs_of_which_the_first_is_one_of_a_sum_of_sizes() -> None:
    first = Symbol("f", n + 1)
    law = Pmf("V", (n + 1) * m)
    index = Op("add", (Op("mul", (first, m), sorts.SizeSort(0)), c), sorts.SizeSort(0))
    assert _whole_law(known(), entry_at(law, index), [first, c]) == {"f", "c"}
    assert same(total(first, total(c, law[first * m + c])), 1)


def opened(term: Any, *bound: Var) -> list[Var]:
    at = known()
    for part in (term, term.body):
        at.atom(part)
    ((variables, _),) = _opened(term, at, bound)
    return variables


def test_only_sums_are_opened() -> None:
    """Not a maximum within one, nor a sum over an alphabet that depends on a symbol of it."""
    assert len(opened(total(b, total(c, W[b, c] ** 2)), a)) == 2
    assert len(opened(total(b, largest(c, W[b, c] + P[a])), a)) == 1
    inner = Bind("sum", Var("l", sorts.SymbolSort(b)), None, P[a])
    assert len(opened(Bind("sum", b, None, inner), a)) == 1
    # Nor do maxima count among the variables of which there may be five.
    assert _opens(total(b, largest(c, W[b, c])), 4, [a])
    assert not _opens(total(b, total(c, W[b, c] ** 2)), 4, [a])
    assert not _opens(total(b, P[b]), fmpq(3, 2), [a])
