"""Forms of scalar terms that the search tries: factors, joined logarithms, simplified parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from verified.kernel.calculus import over
from verified.kernel.quotients import Polynomial, Quotients, constant, is_number, is_polynomial
from verified.kernel.scalar_goals import term_data
from verified.syntax.terms import REAL, Number, Op, Term, free_variables


def simplified(term: Term) -> Term:
    """The term with its largest polynomial parts in normal form."""
    if is_polynomial(term):
        quotients = Quotients({})
        ((top, bottom),) = quotients.form(term)
        return quotients.term(top, bottom)
    if isinstance(term, Op):
        return replace(term, args=tuple(simplified(arg) for arg in term.args))
    return term


def logarithms(quotients: Quotients) -> list[int]:
    """The places of the generators that are logarithms."""
    return [
        place for place, term in enumerate(quotients.terms)
        if isinstance(term, Op) and term.head == "log"
    ]


def as_logarithm(
    quotients: Quotients, top: Polynomial, bottom: Polynomial
) -> dict[str, Any] | None:
    """A node that proves Σ c ln f from Π f^c, for rational c."""
    if not is_number(bottom):
        return None
    logs = set(logarithms(quotients))
    powers: dict[int, fmpq] = {}
    for exponents, coefficient in top.terms():
        used = [place for place, power in enumerate(exponents) if power]
        if len(used) != 1 or used[0] not in logs or exponents[used[0]] != 1:
            return None
        powers[used[0]] = coefficient
    if len(powers) == 1 and all(is_number_term(quotients.terms[place]) for place in powers):
        return None
    scale = fmpq(1)
    for coefficient in powers.values():
        scale = scale * (coefficient * scale).q
    inner = power_product(quotients, {p: int((c * scale).p) for p, c in powers.items()})
    if inner is None:
        return None
    if scale == 1:
        return {"rule": "logarithm", "of": term_data(inner)}
    closed = Op("log", (inner,), REAL)
    return {
        "rule": "product", "factors": [str(1 / scale), term_data(closed)], "parts": ["sign", "?"]
    }


def is_number_term(term: Term) -> bool:
    """Whether no variable occurs."""
    return not free_variables(term)


def power_product(quotients: Quotients, powers: Mapping[int, int]) -> Term | None:
    """Π f^c for logarithms ln f at places, multiplied out."""
    if any(abs(power) > 8 for power in powers.values()):
        return None
    above, below = constant(1), constant(1)
    for place, power in powers.items():
        closed = quotients.terms[place]
        assert isinstance(closed, Op)
        ((top, bottom),) = quotients.form(closed.args[0])
        if power < 0:
            top, bottom = bottom, top
        above, below = above * top ** abs(power), below * bottom ** abs(power)
    return quotients.term(above, below)


def joined(quotients: Quotients, top: Polynomial, bottom: Polynomial) -> Term | None:
    """Σ A ln(Π f) + B, with the logarithms joined that have one factor A up to the sign."""
    logs = logarithms(quotients)
    factors: dict[tuple[int, ...], Polynomial] = {}
    for exponents, coefficient in top.terms():
        powers = list(exponents)
        key = tuple(int(exponents[place]) for place in logs)
        for place in logs:
            powers[place] = 0
        piece = top.context().from_dict({tuple(powers): coefficient})
        factors[key] = factors.get(key, constant(0)) + piece
    if any(sum(key) > 1 for key in factors) or not logs:
        return None
    groups: list[tuple[Polynomial, dict[int, int]]] = []
    result: Term | None = None
    for key, factor in factors.items():
        if sum(key) == 0:
            result = lowest_term(quotients, factor, bottom)
            continue
        place = logs[key.index(1)]
        for other, members in groups:
            if other == factor or other == -factor:
                members[place] = 1 if other == factor else -1
                break
        else:
            groups.append((factor, {place: 1}))
    for factor, members in groups:
        inner = power_product(quotients, members)
        if inner is None:
            return None
        piece_term = lowest_term(quotients, factor, bottom) * Op("log", (inner,), REAL)
        result = piece_term if result is None else result + piece_term
    return result


def lowest_term(quotients: Quotients, top: Polynomial, bottom: Polynomial) -> Term:
    """The term top/bottom in lowest terms."""
    common = top.gcd(bottom)
    return over(
        quotients.polynomial_term(top // common), quotients.polynomial_term(bottom // common)
    )


def split_factors(
    quotients: Quotients, top: Polynomial, bottom: Polynomial
) -> tuple[Any, list[Polynomial], list[tuple[Polynomial, int]]]:
    """(the part of known sign made positive, the factors of unknown sign, their even powers)."""
    above, below = constant(1), constant(1)
    unknown: list[Polynomial] = []
    even: list[tuple[Polynomial, int]] = []
    content, factors = top.factor()
    sign = 1 if content > 0 else -1
    above = above * abs(content)
    for factor, power in factors:
        found = quotients.sign(factor)
        if found is None:
            whole = int(power) - int(power) % 2
            if whole:
                even.append((factor, whole))
            if power % 2:
                unknown.append(factor)
        else:
            above = above * (factor * found) ** int(power)
            sign *= found ** int(power)
    found = quotients.sign(bottom)
    if found is None:
        return None, [], []
    below = below * bottom * found
    sign *= found
    if sign < 0:
        if not unknown:
            return None, [], []
        unknown[0] = -unknown[0]
    return (above, below), unknown, even


def linear_parts(poly: Polynomial, place: int) -> tuple[Polynomial, Polynomial]:
    """a and b of a g + b, for a polynomial of degree 1 in a generator."""
    lead = poly.derivative(place)
    zero = poly.subs({f"g{place}": 0})
    return lead, zero


def expanded(quotients: Quotients, top: Polynomial, lead: Polynomial) -> Term:
    """top/lead as a sum of quotients in lowest terms, one for each power of the logarithms."""
    groups: dict[tuple[int, ...], Polynomial] = {}
    logs = [
        place for place, term in enumerate(quotients.terms)
        if isinstance(term, Op) and term.head in ("log",)
    ]
    for exponents, coefficient in top.terms():
        key = tuple(int(exponents[place]) for place in logs)
        powers = list(exponents)
        piece = {tuple(powers): coefficient}
        groups[key] = groups.get(key, constant(0)) + top.context().from_dict(piece)
    result: Term | None = None
    for poly in groups.values():
        common = poly.gcd(lead)
        part = over(
            quotients.polynomial_term(poly // common), quotients.polynomial_term(lead // common)
        )
        result = part if result is None else result + part
    return result if result is not None else Number(fmpq(0))
