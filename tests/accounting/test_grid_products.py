"""Products of polynomials in integers against products of fractions; their errors are needed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb, fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from verified.accounting.enclosures import NotReachedError
from verified.accounting.grid_products import Product
from verified.numbers.balls import precision

Row = list[Fraction]
# Coefficients that differ by many orders.
ROWS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(-60, 60)).map(lambda x: x[0] * Fraction(2) ** x[1]),
    min_size=1, max_size=6,
).filter(any)


def balls(row: Row) -> list[arb]:
    return [arb(fmpq(x.numerator, x.denominator)) for x in row]


def multiplied(one: Row, two: Row, most: int) -> Row:
    found = [Fraction(0)] * (len(one) + len(two) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(two):
            found[i + j] += x * y
    return found[:most]


def inside(product: Product, row: Row, tilt: fmpq) -> bool:
    """Whether all coefficients certainly lie where the product says."""
    assert len(product.lows) == len(row)
    scale = Fraction(2) ** product.shift
    with precision(400):
        for index, (low, value) in enumerate(zip(product.lows, row, strict=True)):
            ends = [Fraction(int(end)) * scale for end in (low, low + product.error)]
            there = balls([value])[0] * (tilt * index * arb(1)).exp()
            least, greatest = balls(ends)
            if not (least <= there.upper() and there.lower() <= greatest):
                return False
    return True


@given(ROWS, ROWS, st.integers(1, 8), st.sampled_from([10, 30, 200]), st.integers(-4, 4))
def test_products_hold_those_of_fractions(one, two, most, bits, turn):
    tilt = fmpq(turn, 3)
    with precision(bits):
        if not any(one[:most]) or not any(two[:most]):
            return
        found = Product.of(balls(one), tilt, most).times(Product.of(balls(two), tilt, most))
    assert inside(found, multiplied(one[:most], two[:most], most), tilt)


@given(ROWS, st.integers(1, 9), st.sampled_from([12, 60]))
def test_powers_hold_those_of_fractions(row, count, bits):
    with precision(bits):
        found = Product.of(balls(row), fmpq(0), 20).power(count)
    exact = [Fraction(1)]
    for _ in range(count):
        exact = multiplied(exact, row, 20)
    assert inside(found, exact, fmpq(0))


def test_without_its_error_a_product_is_wrong():
    row = [Fraction(1, 3), Fraction(2, 7), Fraction(1)]
    with precision(20):
        found = Product.of(balls(row), fmpq(0), 9).power(5)
    exact = [Fraction(1)]
    for _ in range(5):
        exact = multiplied(exact, row, 20)
    assert inside(found, exact[:9], fmpq(0))
    assert not inside(replace(found, error=fmpz(0)), exact[:9], fmpq(0))
    # As large as it needs to be, and not much larger: the coefficients have 20 bits.
    assert found.error < 2**9


@pytest.mark.parametrize("row", [["-1", "1"], ["nan", "1"], ["0", "0"], ["0 +/- 1", "1"]])
def test_what_is_no_row_of_coefficients_is_refused(row):
    with pytest.raises(NotReachedError), precision(30):
        Product.of([arb(x) for x in row], fmpq(0), 5)
