"""Polynomials by hand: terms collected, expanded and differentiated by school rules alone.

These are the fuzzer's own, so that what it states doesn't come from the normal forms under test.
"""

from __future__ import annotations

from flint import fmpq

from bench.fuzz.grammar import HALF
from verified import language as words
from verified.syntax.terms import Number, Op, Term, free_variables, number

# Powers of atoms, by the atom's place in the list of atoms.
Monomial = tuple[tuple[int, int], ...]
MOST_TERMS = 60


class TooLong(ValueError):
    """The expansion has too many terms to be of use."""


class Collector:
    """Expands terms into polynomials in whatever isn't +, −, ·, a number or a whole power."""

    def __init__(self) -> None:
        self.atoms: list[Term] = []

    def place(self, term: Term) -> int:
        if term not in self.atoms:
            self.atoms.append(term)
        return self.atoms.index(term)

    def of(self, term: Term) -> dict[Monomial, fmpq]:
        match term:
            case Number(value) if value is not None:
                return {(): value} if value != 0 else {}
            case Op("add", (a, b)):
                return _plus(self.of(a), self.of(b), 1)
            case Op("sub", (a, b)):
                return _plus(self.of(a), self.of(b), -1)
            case Op("neg", (a,)):
                return _plus({}, self.of(a), -1)
            case Op("mul", (a, b)):
                return _times(self.of(a), self.of(b))
            case Op("div", (a, Number(value))) if value is not None and value != 0:
                return _times(self.of(a), {(): 1 / value})
            case Op("pow", (a, Number(n))) if n is not None and n.q == 1 and 1 <= n <= 4:
                found: dict[Monomial, fmpq] = {(): fmpq(1)}
                inner = self.of(a)
                for _ in range(int(n.p)):
                    found = _times(found, inner)
                return found
        return {((self.place(term), 1),): fmpq(1)}

    def term(self, poly: dict[Monomial, fmpq]) -> Term:
        found: Term | None = None
        for monomial, value in poly.items():
            piece: Term | None = None
            for place, power in monomial:
                factor = self.atoms[place] if power == 1 else self.atoms[place] ** power
                piece = factor if piece is None else piece * factor
            if piece is None:
                piece = Number(value)
            elif value == -1 and found is not None:
                found = found - piece
                continue
            elif value != 1:
                piece = Number(value) * piece
            found = piece if found is None else found + piece
        return number(0) if found is None else found


def _plus(one: dict[Monomial, fmpq], two: dict[Monomial, fmpq], way: int) -> dict[Monomial, fmpq]:
    found = dict(one)
    for monomial, value in two.items():
        total = found.get(monomial, fmpq(0)) + way * value
        if total != 0:
            found[monomial] = total
        else:
            found.pop(monomial, None)
    if len(found) > MOST_TERMS:
        raise TooLong
    return found


def _times(one: dict[Monomial, fmpq], two: dict[Monomial, fmpq]) -> dict[Monomial, fmpq]:
    found: dict[Monomial, fmpq] = {}
    if len(one) * len(two) > MOST_TERMS:
        raise TooLong
    for a, x in one.items():
        for b, y in two.items():
            powers = dict(a)
            for place, power in b:
                powers[place] = powers.get(place, 0) + power
            found = _plus(found, {tuple(sorted(powers.items())): x * y}, 1)
    return found


def collected(term: Term) -> Term:
    """The term expanded, like parts taken together; itself where that gets too long."""
    collector = Collector()
    try:
        return collector.term(collector.of(term))
    except TooLong:
        return term


def slope(term: Term, name: str) -> Term | None:
    """The derivative by the schoolbook, wherever it is one; None where the book has no rule."""
    if name not in free_variables(term):
        return number(0)
    match term:
        case Op("add" | "sub" | "mul" | "div", (a, b)):
            one, two = slope(a, name), slope(b, name)
            if one is None or two is None:
                return None
            return {"add": one + two, "sub": one - two, "mul": one * b + a * two,
                    "div": (one * b - a * two) / b**2}[term.head]
        case Op("neg", (a,)):
            one = slope(a, name)
            return None if one is None else -one
        case Op("pow", (a, Number(n))) if n is not None:
            one = slope(a, name)
            return None if one is None else Number(n) * a ** (Number(n - 1)) * one
        case Op(head, (a,)):
            one = slope(a, name)
            outer = {"exp": term, "log": 1 / a, "sqrt": HALF / term, "abs": a / term,
                     "binary_entropy": words.log((1 - a) / a)}.get(head)
            return None if one is None or outer is None else outer * one
    return number(1) if not isinstance(term, Op) and not hasattr(term, "kind") else None
