"""False statements that the kernel once accepted: what a divisor under a test lends to others, and
sums and maxima over alphabets whose size has no value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kernel.test_inference import free, given, rejects, step
from verified.kernel.normaliser import Normaliser
from verified.kernel.proof import check_proof
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    Pmf,
    Real,
    Size,
    Symbol,
    cases,
    equals,
    every,
    exp,
    integral,
    largest,
    quotient,
    total,
)
from verified.syntax.terms import number

FOLDER = Path(__file__).parent.parent / "holes"
k, n = Size("k", low=0), Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
y = Real("y", "[0,1]")
none = quotient(1, k)
v = Symbol("v", none)
one = number(1)


@pytest.mark.parametrize("name", [
    "common_inverse_under_a_test", "dobrushin_of_no_input", "leakage_capacity_of_no_input",
    "maximum_of_no_size_below_itself", "sum_of_no_size_compared", "sum_of_no_size_defined",
    "sum_of_no_size_drawn_out",
])
def test_a_proof_of_what_is_false_is_rejected(name: str) -> None:
    with pytest.raises(Rejected):
        check_proof(json.loads((FOLDER / f"{name}.json").read_text()))


# --- 1/y, under the test y > 0 --------------------------------------------------------------------


def test_what_divides_under_a_test_is_not_taken_out_of_a_sum() -> None:
    """[y > 0]/y − 1 was read as ([y > 0] − y)/y, which is at least 0; at y = 0 it is −1."""
    inverse, mark = cases(y > 0, 1 / y, 0), cases(y > 0, 1, 0)
    rejects("obvious", inverse >= 1, given(mark >= y))
    # Where y isn't 0 it may be.
    known = Normaliser([y > 0])
    assert known.sign(known.poly(1 / y - 1)) == 0
    r, s = Real("r", ">0"), Real("s")
    step("obvious", s / r - 1 >= 0, given(s >= r))
    # By a negative number the order turns round.
    t = Real("t", "<0")
    rejects("obvious", s / t - 1 >= 0, given(s >= t))


# --- alphabets of ⌊1/k⌋ symbols, k ≥ 0 ------------------------------------------------------------


def test_a_sum_over_an_alphabet_without_a_size_has_no_value() -> None:
    for body in (one, KL(P, Q)):
        summed = total(v, body)
        rejects("defined", equals(summed, summed))
        step("defined", equals(summed, summed), given(k > 0))
        pointwise = free(every(v, body <= body))
        rejects("sum", summed <= summed, pointwise)
        step("sum", summed <= summed, pointwise, given(k > 0))


def test_such_a_sum_is_not_drawn_out_of_an_integral() -> None:
    x = Real("x", ">=0")
    then = equals(integral(x, total(v, exp(-x))), total(v, integral(x, exp(-x))))
    rejects("integral-of-sum", then)
    step("integral-of-sum", then, given(k > 0))


def test_a_maximum_over_such_an_alphabet_is_not_minus_infinity() -> None:
    i, u = Symbol("i", n), Symbol("u", n)
    inner = largest(v, one, where=v >= 0)
    rejects("below-sup", inner <= largest(i, inner), term=u)
    step("below-sup", inner <= largest(i, inner), given(k > 0), term=u)
