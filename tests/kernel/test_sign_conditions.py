"""Conditions of signs, of facts, and of what fits a sort, one by one, as `test_conditions` has
those of rules."""

from __future__ import annotations

import pytest

from tests.kernel.test_inference import free, given, rejects, step
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.signs import nonzero
from verified.kernel.theorem import Library
from verified.language import (
    KL,
    Event,
    H,
    Pmf,
    Real,
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
