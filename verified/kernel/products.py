"""Sums and products of normal forms, with squares of roots and inverses of inverses removed.

A normal form is multiplied out with what is known of its atoms alone; divisors that are sums are
multiplied out where two forms are compared.
"""

from __future__ import annotations

from flint import fmpq

from verified.kernel.known import Known
from verified.kernel.polynomial import (
    Exponent,
    NotReal,
    Poly,
    constant,
    exponent,
    is_inverse,
    monomial_product,
    plus,
    times,
    written_product,
)
from verified.syntax.terms import REAL, Cases, Number, Op, Term

# Whole powers of a number are multiplied out up to this one.
LARGEST_FOLDED = 64


def product(known: Known, one: Poly, two: Poly) -> Poly:
    """The product of two normal forms."""
    return reduced(known, times(one, two))


def reduced(known: Known, poly: Poly) -> Poly:
    """Squares of roots, powers of indicators and inverses of inverses removed."""
    for monomial, coefficient in poly.items():
        for atom, power in monomial:
            term = known.atoms[atom]
            base = _base(term)
            if power == 1 and base is None:
                continue
            rest = tuple(part for part in monomial if part[0] != atom)
            if isinstance(term, Cases):
                new = {monomial_product(rest, ((atom, 1),)): coefficient}
            elif is_inverse(term) and power < 0:
                # 1/(1/s) is s, which isn't 0 where 1/s has a value.
                assert isinstance(term, Op)
                whole = exponent(power + 1)
                new = product(known, {monomial_product(rest, ((atom, whole),)): coefficient},
                    known.poly(term.args[1]),
                )
            elif isinstance(term, Op) and term.head == "sqrt" and power >= 2:
                kept = {monomial_product(rest, ((atom, exponent(power - 2)),)): coefficient}
                new = product(known, kept, known.poly(term.args[0]))
            elif base is not None and 1 <= abs(_floor(power)) <= LARGEST_FOLDED:
                # 2^(3/2) is 2·2^(1/2), and 2^(-1/2) is 2^(1/2)/2.
                below = _floor(power)
                folded = monomial_product(rest, ((atom, exponent(power - below)),))
                new = {folded: coefficient * base**below}
            else:
                continue
            return reduced(known, plus(plus(poly, {monomial: coefficient}, -1), new))
    return poly


def together(known: Known, poly: Poly) -> tuple[Poly, Poly]:
    """(top, bottom) without inverses of sums: poly = top/bottom, bottom not 0."""
    bottom = constant(1)
    while True:
        inverses = [
            atom for monomial in poly for atom, _ in monomial if is_inverse(known.atoms[atom])
        ]
        if not inverses:
            return poly, bottom
        atom = min(inverses)
        term = known.atoms[atom]
        assert isinstance(term, Op)
        below = known.poly(term.args[1])
        found = [dict(monomial).get(atom, 0) for monomial in poly]
        if any(not isinstance(power, int) for power in found):
            raise NotReal("a root of {} can't be multiplied out", term)
        highest = max(found)
        result: Poly = {}
        for monomial, coefficient in poly.items():
            power = dict(monomial).get(atom, 0)
            rest = tuple(part for part in monomial if part[0] != atom)
            piece: Poly = {rest: coefficient}
            for _ in range(int(highest - power)):
                piece = product(known, piece, below)
            result = plus(result, piece)
        poly = result
        for _ in range(int(highest)):
            bottom = product(known, bottom, below)


def is_zero(known: Known, poly: Poly) -> bool:
    """Whether the normal form is 0 once its divisors are multiplied out."""
    return not poly or not together(known, poly)[0]


def written(known: Known, poly: Poly) -> Term:
    """A term with this normal form, its parts in a fixed order."""
    result: Term | None = None
    for monomial in sorted(poly):
        factors = [(known.atoms[atom], power) for atom, power in monomial]
        piece = written_product(factors) if factors else None
        coefficient = Number(poly[monomial])
        if piece is None:
            piece = coefficient
        elif poly[monomial] != 1:
            piece = Op("mul", (coefficient, piece), REAL)
        result = piece if result is None else Op("add", (result, piece), REAL)
    return Number(fmpq(0)) if result is None else result


def _floor(power: Exponent) -> int:
    return power if isinstance(power, int) else int(power.floor())


def _base(term: Term) -> fmpq | None:
    """The number above 0 that the term is, written as exp(log(number))."""
    match term:
        case Op("exp", (Op("log", (Number(value),)),)) if value is not None and value > 0:
            return value
    return None
