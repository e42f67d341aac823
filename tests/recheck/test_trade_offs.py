"""The second checker's trade-off function of laws on the line: at levels that have a value, at
those that have none, and at those of which it can't be told."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf

from recheck.densities import density
from recheck.errors import Undefined, Unknown
from recheck.reals import HALF, ONE, ZERO, Num, num
from recheck.trade_offs import law_trade_off


def normal(mean: int) -> Any:
    return density("gaussian", num(mean), ONE)


@pytest.mark.parametrize("level", ["1/2", "1/10"])
def test_of_normal_laws_it_is_told_from_both_sides(level: str) -> None:
    found = law_trade_off(normal(0), normal(1), num(Fraction(level)))
    share = 1 - mpf(Fraction(level).numerator) / Fraction(level).denominator
    value = mp.ncdf(mp.sqrt(2) * mp.erfinv(2 * share - 1) - 1)
    assert float(found.lo) - 1e-15 <= value <= float(found.hi) + 1e-15
    assert found.hi - found.lo < Fraction(1, 1000)


def test_of_one_law_it_is_what_is_left_of_the_level() -> None:
    for level in (num(0), num(HALF), num(Fraction(1, 3)), num(1)):
        assert law_trade_off(normal(0), normal(0), level) == ONE - level
    wide = law_trade_off(normal(0), normal(0), Num(ZERO.lo, HALF))
    assert (wide.lo, wide.hi) == (HALF, 1)


def test_a_level_beyond_0_and_1_has_no_value() -> None:
    for other in (0, 1):
        for level in (
            num(-1),
            num(2),
            Num(Fraction(2), Fraction(3)),
            Num(Fraction(-1), ZERO.lo, (False, True)),
        ):
            with pytest.raises(Undefined, match="outside of"):
                law_trade_off(normal(0), normal(other), level)
        for low, high in ((-1, HALF), (HALF, 2)):
            with pytest.raises(Unknown, match="outside of"):
                law_trade_off(normal(0), normal(other), Num(Fraction(low), Fraction(high)))


def test_a_level_that_may_be_an_end_is_told_apart() -> None:
    for low, high in ((0, HALF), (HALF, 1), (0, 1)):
        with pytest.raises(Unknown, match="may be 0 or 1"):
            law_trade_off(normal(0), normal(1), Num(Fraction(low), Fraction(high)))
