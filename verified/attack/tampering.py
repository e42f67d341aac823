"""Tampering: how small a tampering of a claim the attack refutes.

A claim that no tampering breaks is suspect: its encoding may say nothing. Each relation of the
conclusion is tampered with: a bound's right side is multiplied by 1 − s (where it is 0, s is taken
from it; where it is ∞, it becomes 1/s), an equality's by 1 + s as well. The attack then looks for
the smallest s that it can refute with a certificate. Hypotheses dropped and symbols swapped are
attacked too.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from verified.attack.certify import Certifier, Instance
from verified.attack.search import Round, Searcher, rounds
from verified.syntax.claims import Claim, Statement, build_statement
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
    expand,
    substitute,
)
from verified.syntax.goals import goal
from verified.syntax.serial import digest
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Number, Term, Var, arithmetic

# The tamperings that are tried, from the finest: 1, 2 and 5 times each power of ten, then shares
# that only loose bounds withstand.
SCALES = (
    *(fmpq(digit, 10**power) for power in range(14, 0, -1) for digit in (1, 2, 5)),
    *(fmpq(digit, 100) for digit in (60, 70, 80, 90, 95, 99)),
)
# A tampering that any instance shows at which the hypotheses hold, unless the bound is loose.
_COARSE = fmpq(1, 2)


@dataclass(frozen=True)
class Tamper:
    """One way of tampering, and what came of it.

    Attributes:
        kind: "bound", "above" (an equality's right side raised), "below", "dropped" or "swapped".
        where: the relation, hypothesis or variables, as text.
        smallest: the smallest s refuted; for a dropped hypothesis or a swap 1 when refuted; None
            if the attack refuted none.
    """

    kind: str
    where: str
    smallest: float | None
    seconds: float
    evaluations: int


def power(
    claim: Claim, *, seed: int = 0, budget: int = 100_000, seconds: float = 10.0
) -> list[Tamper]:
    """Tamper with a claim in every way, spending at most the budget and the time on each.

    Raises:
        ClaimError: the claim has no universal statement of its own.
    """
    statement = claim.statement
    if statement is None or statement.quantifier != "forall":
        raise ClaimError(f"{claim.key} has no universal statement to tamper with")
    found = []
    for index, (kind, target) in enumerate(relation_tampers(statement.then)):
        found.append(
            _smallest(claim.key, statement, kind, index, str(target), seed, budget, seconds)
        )
    for kind, where, changed in other_tampers(statement):
        found.append(_attacked(claim.key, kind, where, changed, seed, budget, seconds))
    return found


# --- the smallest s -------------------------------------------------------------------------------


def _smallest(
    key: str,
    statement: Statement,
    kind: str,
    index: int,
    where: str,
    seed: int,
    budget: int,
    seconds: float,
) -> Tamper:
    """Search the claim tampered by a mere trifle, and try each s on the nearest misses.

    Where the nearest miss refutes no s at all, as its hypotheses hold up to rounding only, every
    other round searches the claim tampered coarsely: there the kernel picks, and not the margin.
    """
    start = time.monotonic()
    fine, coarse = (
        _rounds(key, _changed(statement, index, scale), seed, start + seconds)
        for scale in (SCALES[0], _COARSE)
    )
    best: fmpq | None = None
    evaluations, turn = 0, 0
    while True:
        found = next(coarse if best is None and turn % 2 else fine)
        turn += 1
        evaluations += found.evaluations
        instance = found.instance or found.nearest
        if instance is not None:
            best = _finest(key, statement, index, instance, best)
        done = best is not None and best <= SCALES[0]
        if done or evaluations >= budget or time.monotonic() - start >= seconds:
            break
    smallest = None if best is None else float(best.p) / float(best.q)
    return Tamper(kind, where, smallest, time.monotonic() - start, evaluations)


def _rounds(key: str, changed: Statement, seed: int, deadline: float) -> Iterator[Round]:
    """Rounds of a search. One may take long where claims are costly: it is cut short then, and
    what it found counts."""
    searcher = Searcher(key, changed, "refutation", seed)
    searcher.limit(deadline)
    return rounds(searcher, 1)


def _finest(
    key: str, statement: Statement, index: int, instance: Instance, best: fmpq | None
) -> fmpq | None:
    """The least s below `best` whose tampering this instance refutes, by bisection over SCALES.

    An instance that refutes one s refutes every larger one, as the tampered bound only tightens.
    """
    usable = [scale for scale in SCALES if best is None or scale < best]
    low, high = 0, len(usable)
    while low < high:
        middle = (low + high) // 2
        changed = _changed(statement, index, usable[middle])
        if Certifier(key, changed, "refutation")(instance) is not None:
            high = middle
        else:
            low = middle + 1
    return usable[low] if low < len(usable) else best


def _changed(statement: Statement, index: int, scale: fmpq) -> Statement:
    """The statement tampered with at an index, with no other part of a conjunction."""
    return replace(statement, then=focused(tampered(statement.then, index, scale), index))


def _attacked(
    key: str, kind: str, where: str, changed: Statement, seed: int, budget: int, seconds: float
) -> Tamper:
    start = time.monotonic()
    searcher = Searcher(key, changed, "refutation", seed)
    searcher.limit(start + seconds)
    evaluations = 0
    smallest: float | None = None
    for found in rounds(searcher, 1):
        evaluations += found.evaluations
        if found.certificate is not None:
            smallest = 1.0
            break
        if evaluations >= budget or time.monotonic() - start >= seconds:
            break
    return Tamper(kind, where, smallest, time.monotonic() - start, evaluations)


# --- tampering ------------------------------------------------------------------------------------


def relation_tampers(formula: Formula) -> Iterator[tuple[str, Relation]]:
    """The ways to tamper with the relations of a conclusion, in the order `tampered` counts."""
    for relation in _relations(formula, positive=True):
        for kind in _ways(relation):
            yield kind, relation


def _ways(relation: Relation) -> tuple[str, ...]:
    """The kinds of tampering with a relation."""
    if relation.op != "=":
        return ("bound",)
    return ("below",) if _finite_side(relation) is not None else ("below", "above")


def _relations(formula: Formula, positive: bool) -> Iterator[Relation]:
    match formula:
        case Relation():
            if positive:
                yield formula
        case Not(body):
            yield from _relations(body, not positive)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _relations(part, positive)
        case Quantified(body=body):
            yield from _relations(body, positive)
        case Predicate():
            yield from _relations(expand(formula), positive)


def tampered(formula: Formula, index: int, scale: fmpq) -> Formula:
    """The conclusion with the tampering of that index done by `scale`."""
    result, count = _tamper(formula, index, scale, 0, True)
    if count <= index:
        raise ClaimError(f"there is no tampering {index}")
    return result


def _tamper(
    formula: Formula, index: int, scale: fmpq, count: int, positive: bool
) -> tuple[Formula, int]:
    match formula:
        case Relation():
            if not positive:
                return formula, count
            ways = len(_ways(formula))
            if count <= index < count + ways:
                formula = _tamper_relation(formula, scale, raised=index > count)
            return formula, count + ways
        case Not(body):
            inner, count = _tamper(body, index, scale, count, not positive)
            return Not(inner), count
        case And(parts) | Or(parts):
            changed = []
            for part in parts:
                inner, count = _tamper(part, index, scale, count, positive)
                changed.append(inner)
            return type(formula)(tuple(changed)), count
        case Quantified(kind, var, guard, body):
            inner, count = _tamper(body, index, scale, count, positive)
            return Quantified(kind, var, guard, inner), count
        case Predicate():
            inner, after = _tamper(expand(formula), index, scale, count, positive)
            return (inner if count <= index < after else formula), after
    raise ClaimError(f"{formula} can't be tampered with")


def _tamper_relation(relation: Relation, scale: fmpq, raised: bool) -> Relation:
    op, left, right = relation.op, relation.left, relation.right
    beside = _finite_side(relation)
    if beside is not None:
        return Relation("<=", beside, Number(1 / scale))
    if op in (">=", ">"):
        # The smaller side of a ≥ b is b: raise it, or tighten a where b is 0.
        if _is_zero(right):
            return Relation(op, left, arithmetic("add", right, Number(scale)))
        return Relation(op, _scaled(left, scale, False), right)
    if _is_zero(right):
        head = "add" if raised else "sub"
        return Relation(op, left, arithmetic(head, right, Number(scale)))
    return Relation(op, left, _scaled(right, scale, raised))


def focused(formula: Formula, index: int) -> Formula:
    """What of a conjunction holds the relation tampered with at an index; the rest is dropped.

    What refutes it refutes the whole. Else a search would be drawn to wherever the other relations
    are tight.
    """
    match formula:
        case And(parts):
            for part in parts:
                count = sum(1 for _ in relation_tampers(part))
                if index < count:
                    return focused(part, index)
                index -= count
            raise ClaimError(f"there is no tampering {index}")
        case Or(parts):
            kept = []
            for part in parts:
                count = sum(1 for _ in relation_tampers(part))
                kept.append(focused(part, index) if 0 <= index < count else part)
                index -= count
            return Or(tuple(kept))
        case Quantified("forall" as kind, var, guard, body):
            return Quantified(kind, var, guard, focused(body, index))
        case Predicate():
            return focused(expand(formula), index)
    return formula


def _finite_side(relation: Relation) -> Term | None:
    """The side beside one that is +∞, which no factor changes; None where there is none."""
    if relation.right == Number(None):
        return relation.left
    return relation.right if relation.left == Number(None) else None


def _is_zero(term: Term) -> bool:
    return isinstance(term, Number) and term.value == 0


def _scaled(term: Term, scale: fmpq, raised: bool) -> Term:
    factor = fmpq(1) + scale if raised else fmpq(1) - scale
    return arithmetic("mul", Number(factor), term)


def other_tampers(statement: Statement) -> Iterator[tuple[str, str, Statement]]:
    """Each hypothesis dropped, and each pair of variables of one sort swapped in the conclusion."""
    for index, hypothesis in enumerate(statement.given):
        fewer = statement.given[:index] + statement.given[index + 1 :]
        yield "dropped", str(hypothesis), replace(statement, given=fewer)
    seen = {_digest(statement)}
    variables = statement.variables
    for place, one in enumerate(variables):
        for two in variables[place + 1 :]:
            if one.of != two.of:
                continue
            swapped = _swapped(statement, one, two)
            if swapped is not None and _digest(swapped) not in seen:
                seen.add(_digest(swapped))
                yield "swapped", f"{one} and {two}", swapped


def _digest(statement: Statement) -> str:
    return digest(goal(statement, "refutation"))


def _swapped(statement: Statement, one: Var, two: Var) -> Statement | None:
    try:
        then = substitute(statement.then, {one.name: two, two.name: one})
        return build_statement("swapped", statement.variables, statement.given, then)
    except ClaimError:
        return None


__all__ = ["SCALES", "Tamper", "focused", "power", "relation_tampers", "tampered"]
