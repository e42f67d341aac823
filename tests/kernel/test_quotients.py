"""Quotients of polynomials: what has a normal form, what is told of it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from verified.kernel.quotients import LARGEST_POWER, SLOTS, Quotients, is_polynomial
from verified.kernel.ranges import INFINITY, Interval
from verified.kernel.values import Rejected
from verified.language import Real, cases, exp, log, rational, sqrt
from verified.syntax.terms import REAL, Number, Op, Term, number

x, y = Real("x"), Real("y")
ANYWHERE = Interval(-INFINITY, INFINITY, True, True)
NOWHERE = Number(None)


def power(base: Term, exponent: Any) -> Term:
    return Op("pow", (base, exponent if isinstance(exponent, Term) else number(exponent)), REAL)


def sign(term: Term, *facts: tuple[Term, bool]) -> int | None:
    quotients = Quotients({"x": ANYWHERE, "y": ANYWHERE}, facts)
    ((top, bottom),) = quotients.form(term)
    return quotients.quotient_sign(top, bottom)


# --- normal forms ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "why"),
    [
        (NOWHERE, "has no normal form"), (x + NOWHERE, "has no normal form"),
        (power(x, NOWHERE), "has no normal form"), (cases(x <= y, x, y), "has no normal form"),
        (log(x - x), "the logarithm of what is 0"), (1 / (x - x), "a division by what is 0"),
        (power(x - x, -1), "a division by what is 0"),
        (power(x, LARGEST_POWER + 1), "is beyond"), (power(x, -LARGEST_POWER - 1), "is beyond"),
    ],
)  # fmt: skip
def test_a_term_without_a_normal_form_is_refused_for_its_reason(term: Term, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        Quotients({}).form(term)


def test_a_root_is_no_power_by_a_whole_number() -> None:
    quotients = Quotients({"x": Interval(INFINITY * 0, INFINITY, True, True)})
    for root, other in ((power(x, rational(1, 2)), x), (power(x, rational(2, 3)), x**2)):
        assert not quotients.same(root, other)
    assert quotients.same(power(x, LARGEST_POWER), x * power(x, LARGEST_POWER - 1))
    assert quotients.same(power(sqrt(x), 2), x)


def test_an_identity_has_so_many_generators() -> None:
    """One for each variable, and for each exponential; these are halved one at a time."""
    few = sum((Real(f"x{place}") for place in range(SLOTS)), number(0))
    assert Quotients({}).same(few, few)
    with pytest.raises(Rejected, match=f"more than {SLOTS} generators"):
        Quotients({}).form(few + Real("another"))
    halves = [exp(x**k / 2) for k in range(1, SLOTS + 1)]
    assert Quotients({}).form(sum(halves[: SLOTS - 1], number(0)))
    with pytest.raises(Rejected, match="no common scale"):
        Quotients({}).form(sum(halves, number(0)))


# --- facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "holds"),
    [
        (x, True), (number(3), True), (NOWHERE, False), (x * y - 2, True), (-x, True),
        (x / 2, True), (x / number(0), False), (x / y, False), (2 / x, False), (log(x), False),
        (log(x) / 2, False), (-log(x), False), (x + log(y), False), (x / NOWHERE, False),
        (power(x, 2), True), (power(x, 0), True), (power(x, -1), False), (power(log(x), 2), False),
        (power(x, LARGEST_POWER), True), (power(x, LARGEST_POWER + 1), False),
        (power(x, NOWHERE), False), (power(x, fmpq(1, 2)), False), (power(x, y), False),
    ],
)  # fmt: skip
def test_polynomials_are_defined_everywhere(term: Term, holds: bool) -> None:
    assert is_polynomial(term) is holds


def test_only_polynomials_are_facts_on_signs() -> None:
    """Of a quotient only the top would be read, whatever the sign of the bottom is."""
    assert sign(x, (x, True)) == 1
    assert sign(2 * x, (x / 2, True)) == 1
    for fact in (x / y, x * log(y), power(x, -1)):
        assert sign(x, (fact, True)) is None
    assert sign(x, (x, False)) is None
