"""Polynomials with rational coefficients and exponents, and their atoms' names.

A polynomial maps monomials, tuples of (atom, power) in order, to coefficients that aren't 0. Whole
powers are ints, which are found in tables sooner than fractions; the two are equal all the same.
"""

import itertools
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

Power: TypeAlias = Fraction | int
Monomial: TypeAlias = tuple[tuple[str, Power], ...]
Poly: TypeAlias = dict[Monomial, Fraction]
Scaled: TypeAlias = tuple[tuple[Monomial, Fraction], ...]
UNIT = Fraction(1)


def plus(one: Mapping[Monomial, Fraction], two: Mapping[Monomial, Fraction],
         factor: Fraction | int = 1) -> Poly:
    """one + factor · two."""
    result = dict(one)
    for monomial, number in two.items():
        add(result, monomial,
            number if factor == 1 else -number if factor == -1 else factor * number)
    return result


def add(poly: Poly, monomial: Monomial, value: Fraction) -> None:
    """Add a multiple of a monomial to a polynomial, in place."""
    value = poly[monomial] + value if monomial in poly else value
    if value:
        poly[monomial] = value
    else:
        poly.pop(monomial, None)


def number(value: Fraction | int) -> Poly:
    """A rational number as a polynomial."""
    return {(): Fraction(value)} if value else {}


def whole(power: Power) -> Power:
    """A power as it is kept: as an int, if it is whole."""
    return power.numerator if power.denominator == 1 else power


def joined(*monomials: Iterable[tuple[str, Power]]) -> Monomial:
    """The product of monomials."""
    powers: dict[str, Power] = {}
    for atom, power in itertools.chain(*monomials):
        powers[atom] = whole(powers[atom] + power if atom in powers else power)
    return tuple(sorted(item for item in powers.items() if item[1]))


def inverse(monomial: Monomial) -> Monomial:
    """1 over a monomial."""
    return tuple((atom, -power) for atom, power in monomial)


def divided(poly: Poly, monomial: Monomial) -> Poly:
    """A polynomial over a monomial."""
    under = inverse(monomial)
    return {joined(own, under): value for own, value in poly.items()}


def negated(poly: Poly) -> Poly:
    """The opposite."""
    return {monomial: -value for monomial, value in poly.items()}


def scaled(poly: Poly) -> Scaled:
    """A key that all positive multiples share."""
    factor = abs(poly[min(poly)])
    if factor == 1:
        return tuple(sorted(poly.items()))
    return tuple(sorted((monomial, value / factor) for monomial, value in poly.items()))


def quotient(poly: Poly, divisor: Poly) -> Poly | None:
    """poly / divisor if that is a polynomial (with no new divisors), else None."""
    names = sorted({atom for m in itertools.chain(poly, divisor) for atom, _ in m})
    least = {n: min(0, *(dict(m).get(n, 0) for m in poly)) for n in names} if poly else {}

    def order(monomial: Monomial) -> list[Power]:
        powers = dict(monomial)
        return [powers.get(name, 0) for name in names]

    result: Poly = {}
    lead = max(divisor, key=order)
    while poly:
        first = max(poly, key=order)
        step = joined(first, inverse(lead))
        if any(power < least[atom] for atom, power in step):
            return None
        piece = {joined(m, step): v * poly[first] / divisor[lead] for m, v in divisor.items()}
        result = plus(result, {step: poly[first] / divisor[lead]})
        poly = plus(poly, piece, -1)
    return result


def linear_factors(poly: Poly) -> list[Poly]:
    """A polynomial in one atom as linear factors (each a + x or a − x, a > 0) and what is left."""
    names = {atom for monomial in poly for atom, _ in monomial}
    if len(names) != 1 or any(p.denominator != 1 or p < 0 for m in poly for _, p in m):
        return [poly]
    (name,) = names
    found: list[Poly] = []
    degree = max(power for monomial in poly for _, power in monomial)
    last = abs(poly.get((), Fraction(0))), abs(poly[((name, degree),)])
    common = math.lcm(*(value.denominator for value in poly.values()))
    tops, bottoms = (divisors(int(value * common)) for value in last)
    for top, bottom in itertools.product(tops, bottoms):
        for sign in (1, -1):
            factor: Poly = {(): Fraction(top, bottom), ((name, 1),): Fraction(sign)}
            left = quotient(poly, factor)
            while left is not None and any(left):
                found.append(factor)
                poly, left = left, quotient(left, factor)
    return [*found, poly]


def divisors(value: int) -> list[int]:
    """The divisors of a whole number, if it is from 1 to 10,000."""
    return [d for d in range(1, value + 1) if value % d == 0] if value <= 10_000 else []


def primes(value: int) -> list[tuple[int, int]]:
    """The prime factors of a positive integer with their powers; what is left, if it is large."""
    found, divisor = [], 2
    while divisor * divisor <= value and divisor < 1000:
        count = 0
        while value % divisor == 0:
            value, count = value // divisor, count + 1
        if count:
            found.append((divisor, count))
        divisor += 1
    return [*found, (value, 1)] if value > 1 else found


def common(poly: Iterable[Monomial]) -> Monomial:
    """The largest monomial that divides every monomial."""
    shared: dict[str, Power] | None = None
    for monomial in poly:
        powers = dict(monomial)
        if shared is None:
            shared = powers
            continue
        names = set(shared) | set(powers)
        least = {n: min(shared.get(n, 0), powers.get(n, 0)) for n in names}
        shared = {name: power for name, power in least.items() if power}
    return tuple(sorted((shared or {}).items()))


def product(one: Poly, two: Poly) -> Poly:
    """The product."""
    result: Poly = {}
    for (a, x), (b, y) in itertools.product(one.items(), two.items()):
        add(result, joined(a, b), x * y)
    return result


def single(atom: str, power: Power = 1) -> Poly:
    """A power of an atom."""
    return {((atom, whole(power)),): UNIT}
