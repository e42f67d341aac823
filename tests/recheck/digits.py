"""Values at 40 digits, beside the second checker's at 64 bits, and its numbers as they are
written."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mpf, workdps

from recheck.reals import Num, Precision, num, span

DIGITS = 40


@pytest.fixture(autouse=True)
def bits() -> Iterator[None]:
    """For all tests of a module that imports it."""
    before, Precision.bits = Precision.bits, 64
    with workdps(DIGITS):
        yield
    Precision.bits = before


def real(x: Any) -> Any:
    """A rational, written out or not, or a checker's end at these digits."""
    x = Fraction(x) if isinstance(x, str) else x
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


def exact(text: str) -> Num:
    """A rational that is written out, as a checker's number."""
    return num(Fraction(text))


def wide(low: str, high: str) -> Num:
    """A number of which a checker knows no more than that it lies between two."""
    return span(Fraction(low), Fraction(high))
