"""Facts taken into account: what each says is real, at least 0, positive, or no 0.

A fact is used once both of its sides are certainly real; one side may be so by the other.
"""

from __future__ import annotations

from collections.abc import Iterable

from flint import fmpq

from verified.kernel.judgements import never_minus_infinity, real
from verified.kernel.known import Known
from verified.kernel.pairs import is_product, simplified, split_symbol
from verified.kernel.polynomial import (
    NotReal,
    Poly,
    addends,
    conjuncts_of,
    key_of,
    plus,
    scaled_key,
)
from verified.kernel.settled import Note
from verified.kernel.signs import atom_sign, sign, sign_of
from verified.syntax import sorts
from verified.syntax.formulas import Formula, Not, Or, Quantified, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.terms import INFINITY, Bind, Op, Term


def learn(known: Known, facts: Iterable[Formula]) -> None:
    """Take facts into account; each may rest on those that are real by the others."""
    waiting = [part for fact in facts for part in conjuncts_of(normal(fact))]
    while waiting:
        left = [fact for fact in waiting if not _learn_one(known, fact)]
        if len(left) == len(waiting):
            # No more are real by their forms.
            left = [fact for fact in waiting if not _equated(known, fact)]
            if len(left) == len(waiting):
                return
        known.forget()
        waiting = left


def _learn_one(known: Known, fact: Formula) -> bool:
    match fact:
        case Quantified("forall", var, None, body):
            known.facts.templates.append(fact)
            if isinstance(var.of, sorts.SymbolSort) and is_product(var.of.size):
                # The same of every x and y, for the symbol x m + y.
                index, variables = split_symbol(var.of.size, known.fresh_symbol)
                body = simplified(substitute(body, {var.name: index}))
                for part in reversed(variables[1:]):
                    body = Quantified("forall", part, None, body)
                known.facts.templates.append(Quantified("forall", variables[0], None, body))
            return True
        case Not(Relation("<=" | "<" as op, left, right)):
            # Both sides real: the negation turns round.
            try:
                return _note(known, plus(known.poly(left), known.poly(right), -1), op == "<=")
            except NotReal:
                return False
        case Not(Relation("=", left, right)):
            try:
                return _note_nonzero(known, plus(known.poly(left), known.poly(right), -1))
            except NotReal:
                return False
        case Relation(op, left, right):
            try:
                difference = plus(known.poly(right), known.poly(left), -1)
            except NotReal:
                return _bound(known, op, left, right)
            if op == "=":
                _note(known, plus({}, difference, -1), False)
                return _note(known, difference, False)
            return _note(known, difference, op == "<")
        case Or((one, other)):
            return _note_vanishing(known, one, other) or _note_vanishing(known, other, one)
    return False


def _note_vanishing(known: Known, positive: Formula, zero: Formula) -> bool:
    """“0 < b or p ≤ 0” (or p = 0), for p ≥ 0: p is 0 where b is, as for P ≪ Q."""
    match positive, zero:
        case Relation("<", low, bound), Relation("<=" | "=", part, high):
            try:
                other = known.poly(low) or known.poly(high)
                small, large = known.poly(part), known.poly(bound)
            except NotReal:
                return False
            if not other and sign(known, small) is not None:
                _vanishes(known, small, large)
            return True
    return False


def _vanishes(known: Known, part: Poly, bound: Poly) -> None:
    """Take note that a part is 0 where the bound is."""
    keys = scaled_key(part), scaled_key(bound)
    if keys[0] is not None and keys[1] is not None:
        known.facts.vanishing.add((keys[0][0], keys[1][0]))
        known.reconsider()


def _note(known: Known, poly: Poly, strict: bool) -> bool:
    """Take note of a fact."""
    known.trace.asked += 1
    scaled = scaled_key(poly)
    if scaled is not None:
        known.hold(Note(scaled[0], poly, strict))
    if strict:
        _note_factors(known, poly)
    return True


def _note_factors(known: Known, poly: Poly) -> None:
    """Take note that the factors of a positive product, none below 0, are positive."""
    if len(poly) != 1:
        return
    ((monomial, _),) = poly.items()
    if len(monomial) > 1 and all(
        atom_sign(known, atom) is not None for atom, _ in monomial
    ):
        for atom, _ in monomial:
            _note(known, {((atom, 1),): fmpq(1)}, True)


def _note_nonzero(known: Known, poly: Poly) -> bool:
    for way in (1, -1):
        found = plus({}, poly, way)
        scaled = scaled_key(found)
        if scaled is not None:
            known.facts.nonzero.add(scaled[0])
            known.reconsider()
            if sign(known, found) is not None:
                _note(known, found, True)
    return True


def _bound(known: Known, op: str, left: Term, right: Term) -> bool:
    """left ≤ right with a real right side: a left side that is never −∞ is real as well."""
    try:
        known.poly(right)
    except NotReal:
        if op == "<" and not real(known, left) and never_minus_infinity(known, left):
            # left < right ≤ ∞, and left isn't −∞. Otherwise the fact waits for others, by which
            # its right side may be real.
            return _finite(known, left)
        if op == "=" and real(known, left):
            left, right = right, left
        else:
            return False
    if not never_minus_infinity(known, left):
        return False
    return _finite(known, left) and _learn_one(known, Relation(op, left, right))


def _equated(known: Known, fact: Formula) -> bool:
    """t = r with a real r: t is that number, whatever its form."""
    match fact:
        case Relation("=", left, right) if real(known, left) != real(known, right):
            told, other = (left, right) if real(known, left) else (right, left)
            known.facts.equal[key_of(other)] = known.poly(told)
            return True
    return False


def _finite(known: Known, term: Term) -> bool:
    """Take note that a term that is never −∞ isn't ∞ either."""
    for part in dict.fromkeys((*addends(term), term)):
        # Each part of a sum of parts that are never −∞ is real if the sum is.
        known.facts.real_keys.add(key_of(part))
        _finite_parts(known, part)
    known.forget()
    return real(known, term)


def _finite_parts(known: Known, term: Term) -> None:
    """Take note of what a term must meet to be neither −∞, as it certainly isn't, nor ∞."""
    match term:
        case Bind("sum", var, None, body):
            each = Relation("<", body, INFINITY)
            known.facts.templates.append(Quantified("forall", var, None, each))
        case Op("div", (top, bottom)) if sign_of(known, bottom) == 1:
            _finite(known, top)
        case Op("mul", (left, right)) if sign_of(known, left) == 1:
            _finite(known, right)
        case Op("mul", (left, right)) if sign_of(known, right) == 1:
            _finite(known, left)
        case Op("sub", (left, right)) if real(known, right):
            _finite(known, left)
        case Op("sub", (_, Op("mul", (factor, Op("log", (inner,)))))):
            # − u log t with u, t ≥ 0 is ∞ where t = 0 < u.
            if sign_of(known, factor) is not None and sign_of(known, inner) is not None:
                _vanishes(known, known.poly(factor), known.poly(inner))
