"""Conditions of signs, of facts, and of what fits a sort, one by one, as `test_conditions` has
those of rules."""

from __future__ import annotations

import pytest
from flint import fmpq

from tests.kernel.test_inference import free, given, rejects, step
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.settled import settled_of
from verified.kernel.signs import nonzero
from verified.kernel.theorem import Library
from verified.language import (
    KL,
    Event,
    H,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    cardinality,
    cases,
    either,
    equals,
    event_where,
    every,
    exp,
    integral,
    largest,
    log,
    negation,
    pmf_of,
    pmf_table,
    quotient,
    total,
)
from verified.syntax.claims import build_statement
from verified.syntax.formulas import substitute
from verified.syntax.goals import normal
from verified.syntax.sorts import SizeSort
from verified.syntax.terms import Var

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, Q = Pmf("P", n), Pmf("Q", n)
a, c = Symbol("a", n), Symbol("c", k)
z, y, x = Reals("z", n), Real("y", ">=0"), Real("x", ">0")
r, s, t, eps = Real("r"), Real("s"), Real("t", "[0,1]"), Real("eps", ">0")


# --- what fits a sort -----------------------------------------------------------------------------


def test_a_real_number_is_no_whole_one():
    few = Var("j", SizeSort(1, 5))
    library = Library({"few": build_statement("few", [few], [], few <= 5)})
    rejects("cite", r <= 5, given(r <= 5), given(r >= 1), library=library, key="few",
            values={"j": r})
    rule = free(every(a, P[a] <= s))
    rejects("specialise", substitute(normal(P[a] <= s), {"a": r}), rule, given(r <= n - 1),
            given(r >= 0), term=r)


def test_an_event_is_one_of_its_alphabet_which_has_a_size():
    A, B = Event("A", n), Event("B", m)
    rejects("specialise", substitute(normal(P[A] <= s), {"A": B}), free(every(A, P[A] <= s)),
            term=B)
    none = quotient(1, k)
    v, C = Symbol("v", none), Event("C", none)
    whole = event_where(v, v >= 0)
    rule = free(every(C, cardinality(C) >= r))
    rejects("specialise", cardinality(whole) >= r, rule, term=whole)
    step("specialise", cardinality(whole) >= r, rule, given(k > 0), term=whole)


def test_a_law_is_one():
    library = Library({"entropy": build_statement("entropy", [n, P], [], H(P) >= 0)})
    odd = pmf_table(n, lambda _: r)
    rejects("cite", H(odd) >= 0, library=library, key="entropy", values={"n": n, "P": odd})
    even = pmf_table(n, lambda _: 1 / n)
    step("cite", H(even) >= 0, library=library, key="entropy", values={"n": n, "P": even})


# --- what facts show ------------------------------------------------------------------------------


@pytest.mark.parametrize(("term", "fact"), [
    # p ≤ 0 makes p vanish only if p ≥ 0 is known.
    (r * log(Q[a]), either(Q[a] > 0, r <= 0)),
    # What may be −∞ is below any number.
    (log(P[a]), log(P[a]) <= r),
    (log(P[a]), log(P[a]) < KL(P, Q)),
    (largest(a, log(P[a])), largest(a, log(P[a])) <= r),
    (largest(a, log(P[a])), largest(a, log(P[a])) < KL(P, Q)),
    # 0 · ∞ is 0, and says nothing of the ∞.
    (KL(P, Q), KL(P, Q) * t <= eps),
    (KL(P, Q), t * KL(P, Q) <= eps),
    (KL(P, Q), KL(P, Q) / s <= eps),
    (KL(P, Q), KL(Q, P) <= eps),
], ids=str)
def test_a_fact_that_makes_nothing_real(term, fact):
    with pytest.raises(NotReal):
        Normaliser([fact]).poly(term)


# --- signs ----------------------------------------------------------------------------------------


def test_a_choice_has_the_sign_of_both_branches():
    assert Normaliser().sign_of(cases(r > 0, r, -r)) == 0
    assert Normaliser().sign_of(cases(r > 0, r, -1)) is None
    assert Normaliser().sign_of(cases(r > 0, -1, -r)) is None


def test_a_quotient_has_a_sign_if_its_divisor_has():
    apart = given(negation(equals(r + s, 0)))
    rejects("obvious", -1 / (r + s) >= 0, apart)
    rejects("obvious", 1 / (r + s) >= 0, apart)
    step("obvious", -1 / (r + s) >= 0, given(r + s < 0))


def test_a_sum_of_what_is_positive_may_be_empty():
    summed = total(c, exp(c * c))
    step("obvious", summed >= 0)
    rejects("obvious", summed > 0)
    step("obvious", summed > 0, given(k > 0))


def test_an_integral_of_what_is_positive_may_be_over_one_point():
    x = Real("x", "[0,0]")
    whole = integral(x, exp(x))
    step("obvious", whole >= 0, given(whole <= r))
    rejects("obvious", whole > 0, given(whole <= r))


# --- facts ----------------------------------------------------------------------------------------


def told(*facts):
    return Normaliser([normal(fact) for fact in facts])


def in_both_orders(first, second):
    return told(first, second), told(second, first)


def test_a_fact_may_wait_for_what_makes_it_real():
    """Of a logarithm of what only another fact says is positive."""
    for facts in in_both_orders(negation(log(r) <= 0), r > 0):
        assert facts.sign_of(log(r)) == 1
    for facts in in_both_orders(negation(equals(log(r), 0)), r > 0):
        assert nonzero(facts, facts.poly(log(r)))
    for facts in in_both_orders(either(log(r) > 0, P[a] <= 0), r >= 1):
        facts.poly(P[a] * log(log(r)))
    with pytest.raises(NotReal):
        told(r >= 1).poly(P[a] * log(log(r)))
    # By what it is equal to, whatever its form.
    for facts in in_both_orders(s <= log(r), equals(log(r), 2)):
        assert facts.sign_of(2 - s) == 0


def test_a_fact_that_makes_a_side_real_is_one_of_it():
    assert told(KL(P, Q) <= s).sign_of(s - KL(P, Q)) == 0
    assert told(KL(P, Q) < s).sign_of(s - KL(P, Q)) == 1


def test_nothing_is_known_of_nothing():
    assert not nonzero(told(), {})
    assert told().sign({}) == 0


def test_an_indicator_may_be_0():
    assert told().sign_of(cases(r <= s, 1, 0)) == 0
    assert told().sign_of(cases(r <= s, 1, 0) + 1) == 1


def test_a_fact_about_a_law_on_pairs_is_one_of_each_pair():
    pairs, i = Pmf("T", n * m), Symbol("i", n * m)
    logs = total(i, log(pairs[i]))
    told(every(i, pairs[i] > 0)).poly(logs)
    # One about every number, or about every event of pairs, is none about symbols.
    E = Event("E", n * m)
    for fact in (every(r, r * r >= 0), every(E, pairs[E] > 0), every(a, P[a] > 0)):
        with pytest.raises(NotReal):
            told(fact).poly(logs)


def test_facts_about_0_say_nothing():
    """And none of them is in the way of another."""
    for fact in (
        either(Q[a] > 0, r - r <= 0), either(r - r > 0, y <= 0), negation(equals(r, r)),
        r - y * log(s - s) <= s,
    ):
        assert told(fact, s >= 1).sign_of(s) == 1


def test_what_bounds_a_sum_bounds_its_parts_on_either_side():
    both_ways = KL(P, Q) + KL(Q, P)
    for fact in (equals(r, both_ways), equals(both_ways, r), both_ways <= r, both_ways < KL(P, P)):
        for part in (KL(P, Q), KL(Q, P)):
            told(fact).poly(part)


def test_a_sum_that_is_a_number_may_be_one_of_numbers_that_are_none_by_themselves():
    """Of r − u log v, known to be 1, neither u nor v need be shown to be a number or of a sign."""
    for product in (KL(P, Q) * log(t), y * log(KL(P, Q)), s * log(t), y * log(s)):
        facts = told(equals(r - product, 1), KL(Q, P) + (r - product) <= x)
        facts.poly(KL(Q, P))
        with pytest.raises(NotReal):
            facts.poly(s * log(t))


@pytest.mark.parametrize(("term", "facts", "sign"), [
    # Of a choice both of whose branches may be anything, by a fact.
    (cases(r <= s, r, s), [cases(r <= s, r, s) >= 0], 0),
    # A sum of what is at least 0, and is known to be more.
    (y + t, [y + t > 0], 1), (y + t, [], 0), (r - s + y, [s < r], 1), (r - s + y, [s <= r], 0),
    # Quotients: brought together, or as a fact has them.
    (x / (x + 1) - x / (x + 2), [], 1), (x / (x + 2) - x / (x + 1), [], None),
    (r / (x + 1) + y, [r / (x + 1) >= 0], 0), (r - s + 1 / (x + 1), [s <= r], 1),
    (eps / (r + s) + y, [r + s < 0, eps / (r + s) >= 0], 0),
    # What is divided by isn't 0.
    (1 / s, [negation(equals(s, 0)), s >= 0], 1), (1 / s ** 2, [negation(equals(s, 0))], 1),
    (1 / s, [negation(equals(s, 0))], None), (s ** 2, [negation(equals(s, 0))], 0),
    # Powers that are no whole numbers.
    (exp(r / 2) * y, [], 0), (y ** x, [], 0), (exp(r / 2) * s, [], None),
    # Sums and extrema of what may be below 0.
    (total(a, z[a]), [], None), (largest(a, z[a]), [], None), (total(a, z[a] * P[a]), [], None),
    (total(a, exp(z[a])), [], 1), (total(a, z[a] ** 2), [], 0),
], ids=str)  # fmt: skip
def test_signs_of_terms(term, facts, sign):
    assert told(*facts).sign_of(term) == sign


def test_one_fact_may_say_more_than_each_part():
    third = Real("u", ">=0")
    for fact, more in ((y + t > 0, True), (y + t >= 0, False)):
        at = told(fact)
        assert nonzero(at, at.poly(y + t + third)) is more


def test_a_quantity_that_is_shown_to_have_no_value_has_no_sign():
    """One that stays closed is there only where it has a value; its sign asks for that, too."""
    at, two = told(), Pmf("V", 2)
    no_law = KL(pmf_of(r, s), two)
    assert at.sign(at.atom(KL(two, two))) == 0
    assert at.sign(at.atom(no_law)) is None
    assert at.sign(at.atom(Reals("w", n, "[0,1]")[a])) == 0


def test_a_root_of_what_may_be_negative_has_no_sign():
    at = told()
    ((one, _),), = at.poly(r)
    for power, sign in ((fmpq(1, 2), None), (fmpq(-1, 2), None), (1, None), (2, 0), (-1, None)):
        assert at.sign({((one, power),): fmpq(1)}) == sign


def test_a_sign_by_form_asks_for_no_fact():
    """So that the normal form is kept for all proofs, whatever is known here."""
    for term in (1 / (x + exp(r)), log(x * exp(r) + 7), exp(-log(x) / 2) / (eps + 7)):
        told(r >= 0).poly(term)
        assert settled_of(term) is not None
