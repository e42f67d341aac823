"""Values at 40 digits, beside the second checker's at 64 bits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mpf, workdps

from recheck.reals import Precision

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
