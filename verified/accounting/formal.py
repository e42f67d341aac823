"""Sums Σ c·e^(r·u) with rational c and r, kept as they are: whether one is 0 is decided exactly.

The step u is 1 or the logarithm of a rational. Of balls alone a difference of equal numbers never
learns that it is 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from verified.accounting.enclosures import Exponent, LogOf
from verified.numbers.limits import check_time

# A sum with more terms is given up.
MOST_TERMS = 5000


class TooManyTermsError(ArithmeticError):
    """A sum has so many terms that it isn't written out."""


class Exponentials:
    """e^(r·u) as formal sums."""

    def __call__(self, r: fmpq) -> Formal:
        """e^(r·u)."""
        return Formal.exponential(r)

    def ramp(self, length: fmpq, r: fmpq) -> Formal:
        """length·u·e^(r·u) for u = 1; a logarithm isn't rational, and so no such sum."""
        return Formal.exponential(r) * length


class Formal:
    """Σ c·e^(r·u), by r; exponents are distinct and no coefficient is 0."""

    def __init__(self, terms: Mapping[fmpq, fmpq]) -> None:
        self.terms = {r: c for r, c in terms.items() if c != 0}
        if len(self.terms) > MOST_TERMS:
            raise TooManyTermsError(f"more than {MOST_TERMS} exponentials")

    @classmethod
    def exponential(cls, exponent: fmpq) -> Formal:
        """e^(r·u)."""
        return cls({fmpq(exponent): fmpq(1)})

    def __add__(self, other: Formal | fmpq | int) -> Formal:
        found = dict(self.terms)
        for r, c in _formal(other).terms.items():
            found[r] = found.get(r, fmpq(0)) + c
        return Formal(found)

    __radd__ = __add__

    def __sub__(self, other: Formal | fmpq | int) -> Formal:
        return self + _formal(other) * fmpq(-1)

    def __rsub__(self, other: fmpq | int) -> Formal:
        return self * fmpq(-1) + other

    def __mul__(self, other: Formal | fmpq | int) -> Formal:
        if not isinstance(other, Formal):
            return Formal({r: c * other for r, c in self.terms.items()})
        if len(self.terms) * len(other.terms) > 100 * MOST_TERMS:
            raise TooManyTermsError(f"more than {MOST_TERMS} exponentials")
        found: dict[fmpq, fmpq] = {}
        for r, c in self.terms.items():
            check_time()
            for s, d in other.terms.items():
                found[r + s] = found.get(r + s, fmpq(0)) + c * d
        return Formal(found)

    __rmul__ = __mul__

    def __truediv__(self, other: fmpq | int) -> Formal:
        return self * (1 / fmpq(other))

    def is_zero(self, unit: Exponent) -> bool:
        """Whether the number is 0.

        With u = 1, exponentials of distinct rationals are linearly independent over the rationals
        (Lindemann and Weierstrass). With u = ln h, h > 1 no perfect power, x^N − h is irreducible,
        so that the powers of h^(1/N) below the N-th are.
        """
        if not isinstance(unit, LogOf):
            return not self.terms
        root, power = _primitive(unit.argument)
        parts: dict[fmpq, fmpq] = {}
        for r, c in self.terms.items():
            scaled = r * power
            whole = int(scaled.floor())
            share = scaled - whole
            parts[share] = parts.get(share, fmpq(0)) + c * root**whole
        return all(part == 0 for part in parts.values())


def root(eps: Exponent, steps: int, unit: Exponent) -> Formal | None:
    """e^(ε/k) as a formal sum; None if it is none that is known.

    With u the logarithm of a rational and ε another rational than 0 it is transcendental, where the
    sums are algebraic.
    """
    if not isinstance(eps, LogOf):
        if eps != 0 and isinstance(unit, LogOf):
            return None
        return Formal.exponential(eps / steps)
    if steps == 1 or eps.argument == 1:
        return _formal(eps.argument)
    base, power = _primitive(eps.argument)
    if power % steps == 0:
        return _formal(base ** (power // steps))
    if not isinstance(unit, LogOf):
        return None
    other, times = _primitive(unit.argument)
    if base not in (other, 1 / other):
        return None
    return Formal.exponential(fmpq(power if base == other else -power, steps * times))


def _formal(value: Formal | fmpq | int) -> Formal:
    return value if isinstance(value, Formal) else Formal({fmpq(0): fmpq(value)})


def _primitive(number: fmpq) -> tuple[fmpq, int]:
    """h and m with h^m the number, a positive rational other than 1, and m as large as it gets."""
    top, bottom = int(number.p), int(number.q)
    for power in range(max(top, bottom).bit_length(), 1, -1):
        one, two = _root(top, power), _root(bottom, power)
        if one is not None and two is not None:
            return fmpq(one, two), power
    return number, 1


def _root(number: int, power: int) -> int | None:
    """The whole root of a positive whole number; None if it has none."""
    low, high = 1, 1 << -(-number.bit_length() // power)
    while low < high:
        middle = (low + high) // 2
        if middle**power < number:
            low = middle + 1
        else:
            high = middle
    return low if low**power == number else None


__all__ = ["Exponentials", "Formal", "TooManyTermsError", "root"]
