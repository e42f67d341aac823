"""Parts of terms and polynomials, one by one: what each tells, and where it tells nothing."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from verified.kernel.polynomial import (
    common,
    components,
    constant,
    divides,
    form_sign,
    is_guarded,
    is_integer,
    is_number,
    key_of,
    multiple,
    rational_root,
    written_row,
)
from verified.kernel.values import Rejected
from verified.language import (
    Channel,
    Event,
    Pmf,
    Real,
    Size,
    Symbol,
    cases,
    channel_of,
    exp,
    log,
    pi,
    pmf_of,
    rational,
)
from verified.syntax import sorts
from verified.syntax.terms import INFINITY, number

n, k = Size("n"), Size("k", low=0)
P, Q = Pmf("P", n), Pmf("Q", n)
a, b = Symbol("a", n), Symbol("b", n)
r, s = Real("r"), Real("s")


@pytest.mark.parametrize(
    ("term", "sign"),
    [
        (Real("x", ">=1"), 1), (Real("x", ">0"), 1), (Real("x", ">=0"), 0), (Real("x", "[0,1]"), 0),
        (Real("x", "(0,1)"), 1), (r, None), (Real("x", "<=5"), None), (Real("x", "[-1,1]"), None),
        (Real("x", "[-2,-1]"), None), (Real("x", "(-1,1)"), None), (n, 1), (k, 0), (a, 0),
        (exp(r), 1), (pi(), 1), (log(r), None), (P, None), (-exp(r), None),
    ],
)  # fmt: skip
def test_the_sign_that_a_term_has_by_its_form(term: Any, sign: int | None) -> None:
    assert form_sign(term) == sign


@pytest.mark.parametrize(
    ("term", "holds"),
    [
        (number(2), True), (number(-2), True), (rational(1, 2), False), (INFINITY, False),
        (n, True), (a, True), (r, False), (n + a * 3 - k, True), (n + r, False), (-n, True),
        (n / 2, False), (n * rational(1, 2), False),
    ],
)  # fmt: skip
def test_whole_numbers_by_their_form(term: Any, holds: bool) -> None:
    assert is_integer(term) is holds


def test_numbers_are_no_laws() -> None:
    assert all(is_number(term) for term in (n, a, r, P[a], number(1)))
    assert not any(is_number(term) for term in (P, Channel("W", n, n), Event("A", n)))


def test_a_product_under_a_test_is_0_where_it_fails() -> None:
    assert is_guarded(cases(r <= s, r, 0))
    # An indicator, another value where it fails, no test.
    assert not any(is_guarded(term) for term in (cases(r <= s, 1, 0), cases(r <= s, r, s), r))


def test_roots_of_squares() -> None:
    assert rational_root(fmpq(4, 9)) == fmpq(2, 3)
    assert rational_root(fmpq(0)) == 0
    for value in (fmpq(2), fmpq(4, 3), fmpq(-4), fmpq(-1, 9)):
        assert rational_root(value) is None


X, Y = (("x", 1),), (("y", 1),)


def test_multiples() -> None:
    one = {X: fmpq(1), Y: fmpq(2)}
    assert multiple({X: fmpq(-3), Y: fmpq(-6)}, one)
    for other in ({X: fmpq(1), Y: fmpq(1)}, {X: fmpq(1)}, {}, constant(1)):
        assert not multiple(other, one)
        assert not multiple(one, other)
    assert not multiple({}, {}), "0 is any multiple of 0"


def test_what_is_common_and_what_divides() -> None:
    assert common({(("x", 2), ("y", -1)): fmpq(1), (("x", 1),): fmpq(1)}) == (("x", 1), ("y", -1))
    assert common({X: fmpq(1), Y: fmpq(1)}) == ()
    assert divides(X, (("x", 2), ("y", -1)))
    assert divides((), X)
    # A divisor that isn't 0 anywhere makes nothing 0; nor does one that isn't a factor.
    assert not divides((("x", -1),), X)
    assert not divides(X, Y)
    assert not divides(X, (("x", -1),))


def test_bound_variables_are_grouped_by_the_factors_that_tie_them() -> None:
    factors = [(P[a], 1), (Q[b], 2), (r, 1)]
    apart = list(components([a, b], factors))
    assert apart == [([a], [(P[a], 1)]), ([b], [(Q[b], 2)])]
    tied = [*factors, (cases(a <= b, 1, 0), 1)]
    assert list(components([a, b], tied)) == [([a, b], [tied[0], tied[1], tied[3]])]


def test_the_row_of_a_channel_that_is_written_out() -> None:
    rows = pmf_of(1, 0), pmf_of(0, 1)
    channel = channel_of(*rows)
    assert written_row(channel, number(1)) == rows[1]
    for row in (a, INFINITY, number(2), number(-1), rational(1, 2)):
        assert written_row(channel, row) is None
    assert written_row(Channel("W", n, n), number(0)) is None


def test_only_terms_and_formulas_have_keys() -> None:
    with pytest.raises(Rejected, match="neither a term nor a formula"):
        key_of(sorts.SymbolSort(n))
