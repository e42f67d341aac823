"""Powers of what may be 0, and products that are positive."""

from __future__ import annotations

import pytest

from verified.kernel.judgements import never_minus_infinity
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.language import (
    Channel,
    Pmf,
    Real,
    Size,
    Symbol,
    arimoto,
    cases,
    csiszar,
    largest,
    log,
    renyi,
    renyi_entropy,
    sibson,
    smallest,
    total,
)
from verified.syntax.terms import number

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
a, W = Symbol("a", n), Channel("W", n, Size("m"))
order = Real("alpha", ">0")
r = Real("r")


def test_a_positive_power_of_what_may_be_zero_is_at_least_zero() -> None:
    assert Normaliser().sign_of(P[a] ** order) == 0
    assert Normaliser().sign_of(total(a, P[a] * Q[a] ** order) ** (1 / order)) == 0
    assert Normaliser().sign_of(P[a] ** order - P[a] ** order) == 0
    assert Normaliser([P[a] > 0]).sign_of(P[a] ** order) == 1


def test_a_positive_power_of_zero_is_zero() -> None:
    known = Normaliser()
    assert known.is_zero(known.poly(number(0) ** order))


@pytest.mark.parametrize(
    "power", [P[a] ** (order - 1), P[a] ** r, P[a] ** -order, number(0) ** r, r**order,
              (P[a] - Q[a]) ** order]
)
def test_other_powers_are_refused(power: object) -> None:
    with pytest.raises(NotReal):
        Normaliser().poly(number(power))


def test_the_factors_of_a_positive_product_are_positive() -> None:
    known = Normaliser([P[a] * Q[a] > 0])
    assert known.sign_of(P[a]) == 1
    assert known.sign_of(Q[a]) == 1
    known.poly(log(Q[a]))


def test_the_factors_of_another_product_are_not() -> None:
    for fact in (r * P[a] > 0, P[a] * Q[a] >= 0, P[a] - Q[a] > 0, P[a] + Q[a] > 0):
        assert Normaliser([fact]).sign_of(P[a]) == 0
    assert Normaliser([r * P[a] > 0]).sign_of(r) is None


def test_informations_of_an_order_are_numbers() -> None:
    for quantity in (sibson, arimoto, csiszar):
        Normaliser().poly(quantity(P, W, order))
    for quantity in (sibson, arimoto):
        Normaliser().poly(quantity(P, W, float("inf")))
    Normaliser().poly(renyi_entropy(P, order))


def test_those_of_other_orders_are_not() -> None:
    refused = [
        sibson(P, W, r), arimoto(P, W, r), csiszar(P, W, float("inf")), renyi_entropy(P, r),
    ]
    for quantity in refused:
        with pytest.raises(NotReal):
            Normaliser().poly(quantity)


def test_a_term_under_a_test_is_read_again() -> None:
    known = Normaliser()
    guarded = total(a, P[a] ** order * Q[a] ** (1 - order), Q[a] > 0)
    first = known.poly(guarded)
    assert known.poly(known.term(first)) == first
    written = cases(Q[a] > 0, Q[a] ** (1 - order), 0)
    found = known.poly(written)
    assert known.poly(known.term(found)) == found
    # As a plain product it would be undefined where Q(a) = 0.
    with pytest.raises(NotReal):
        known.poly(cases(Q[a] > 0, 1, 0) * Q[a] ** (1 - order))


def test_a_test_is_decided_whichever_way_it_is_written() -> None:
    known = Normaliser()
    assert known.is_zero(known.poly(cases(number(0) > 0, log(r), 0)))


def test_extrema_of_numbers_are_numbers() -> None:
    assert Normaliser().sign_of(largest(a, P[a])) == 0
    Normaliser().poly(smallest(a, r - P[a]))
    assert Normaliser().sign_of(largest(a, r - P[a])) is None


def test_extrema_of_what_may_be_undefined_or_of_nothing_are_not() -> None:
    none = Size("k", low=0)
    empty = Symbol("j", none)
    for term in (largest(a, log(P[a])), smallest(a, 1 / P[a]), largest(empty, 1 - r * empty)):
        with pytest.raises(NotReal):
            Normaliser().poly(term)


def test_a_divergence_of_infinite_order_is_never_below_zero_and_real_if_bounded() -> None:
    divergence = renyi(P, Q, float("inf"))
    assert never_minus_infinity(Normaliser(), divergence)
    Normaliser([divergence <= 1]).poly(divergence)
    with pytest.raises(NotReal):
        Normaliser().poly(divergence)
    with pytest.raises(NotReal):
        Normaliser([divergence <= renyi(Q, P, float("inf"))]).poly(divergence)
    assert not never_minus_infinity(Normaliser(), renyi(P, Q, r))
