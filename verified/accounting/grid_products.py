"""Products of polynomials whose coefficients aren't negative, in integers, for `grids`.

Balls that differ by hundreds of orders are multiplied block by block, which is slow. Here the j-th
coefficient is multiplied by e^(jτ), and all are integers at one scale, rounded down, so that one
product of large integers has all coefficients. With the tilt τ of Chernoff's bound the sum needs
no more bits than the bound's size over the sum's; `grid_plans` counts them.

*Errors.* All coefficients lie in [l_j, l_j + e], times a power of two. Those of a product lie
between Σ l_i l′_(j−i) and that plus e Σ l′ + e′ Σ l + n e e′, n the number of terms; rounded down,
they err by one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq, fmpz, fmpz_poly

from verified.accounting.enclosures import NotReachedError, require
from verified.numbers.limits import check_time

Integer = Any  # int | fmpz


@dataclass(frozen=True)
class Product:
    """A polynomial: its j-th coefficient is from lows[j]·2^shift to (lows[j] + error)·2^shift.

    Attributes:
        lows: integers, none of them negative.
        shift: the exponent of the scale.
        error: an integer, the same for all coefficients.
        most: how many coefficients of products are kept.
        bits: to how many the largest is rounded.
    """

    lows: Sequence[Integer]
    shift: int
    error: Integer
    most: int
    bits: int

    @classmethod
    def of(cls, row: Sequence[arb], tilt: fmpq, most: int) -> Product:
        """The coefficients of a row, the j-th times e^(j·tilt), to the precision in force.

        Raises:
            NotReachedError: the precision tells nothing of one, or one may be negative.
        """
        turn, power, tilted = arb(tilt).exp(), arb(1), []
        for value in row[:most]:
            check_time()
            tilted.append(value * power)
            power = power * turn
        require(all(value.is_finite() for value in tilted), "the precision tells nothing")
        largest = max(value.upper() for value in tilted)
        require(largest > 0, "all coefficients are 0")
        mantissa, exponent = largest.man_exp()
        shift = int(exponent) + int(mantissa).bit_length() - ctx.prec
        scale = arb(2) ** -shift
        lows, error = [], fmpz(0)
        for value in tilted:
            check_time()
            scaled = value * scale
            low = scaled.lower().floor().unique_fmpz()
            high = scaled.upper().ceil().unique_fmpz()
            if low is None or high is None:
                raise NotReachedError("the precision tells nothing")
            require(low >= 0, "a coefficient may be negative")
            lows.append(low)
            error = max(error, high - low)
        return cls(lows, shift, error, most, ctx.prec)

    def times(self, other: Product) -> Product:
        """The product, cut to so many coefficients and rounded to so many bits."""
        one, two = sum(self.lows, fmpz(0)), sum(other.lows, fmpz(0))
        whole = fmpz_poly(list(self.lows)) * fmpz_poly(list(other.lows))
        length = min(len(self.lows) + len(other.lows) - 1, self.most)
        lows = whole.coeffs()[:length]
        lows += [fmpz(0)] * (length - len(lows))
        terms = min(len(self.lows), len(other.lows))
        error = self.error * two + other.error * one + terms * self.error * other.error
        drop = max(0, max(int(low).bit_length() for low in lows) - self.bits)
        # Both roundings, of a low and of the error, are by less than 1.
        return Product(
            [low >> drop for low in lows],
            self.shift + other.shift + drop,
            (error >> drop) + 2 if drop else error,
            self.most,
            self.bits,
        )

    def power(self, count: int) -> Product:
        """A power, 1 or more."""
        found = self
        for digit in f"{count:b}"[1:]:
            check_time()
            found = found.times(found)
            if digit == "1":
                found = found.times(self)
        return found
