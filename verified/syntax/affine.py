"""Which quantified formulas are linear programs: "for some law, channel or number" of relations
whose sides are affine in it, as those of couplings, garblings and priors with given marginals are.

What is affine is told by a term's form: sums, and products of which one factor speaks of it. A law
whose entries are written out isn't: where they are none it is undefined, and its relations fail.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Quantified,
    Relation,
    is_beyond_lists,
    negate,
)
from verified.syntax.sorts import PmfSort
from verified.syntax.trees import Bind, Cases, Op, Term, Var, free_variables

# Heads that are affine in each argument of laws and numbers; an index or event must be free of
# what is sought.
_IN_EACH = frozenset({
    "mul", "at", "row", "joint_at", "probability", "marginal", "margin", "output", "chain",
    "joint_of", "joint_of_outputs", "parallel", "component",
})
# Heads that are affine in all arguments together.
_TOGETHER = frozenset({"add", "sub", "neg", "channel_literal"})
_INDEXED = frozenset({"at", "row", "joint_at", "probability", "component"})


def degree(term: Term, names: Collection[str]) -> int | None:
    """0 for a term that doesn't speak of the variables with these names, 1 for one that is affine
    in all of them together by its form, None for another."""
    if free_variables(term).keys().isdisjoint(names):
        return 0
    match term:
        case Var():
            return 1
        case Op("div", (top, bottom)):
            return degree(top, names) if degree(bottom, names) == 0 else None
        case Op(head, args) if head in _IN_EACH or head in _TOGETHER:
            found = [degree(arg, names) for arg in args]
            if None in found or (head in _INDEXED and any(found[1:])):
                return None
            told = [one for one in found if one is not None]
            whole = sum(told) if head in _IN_EACH else max(told)
            return whole if whole <= 1 else None
        case Cases(test, then, otherwise):
            return _apart(test, names, degree(then, names), degree(otherwise, names))
        case Bind("sum" | "table", var, guard, body, result):
            inside = [name for name in names if name != var.name]
            if any(_speaks(size, names) for size in (*var.of.sizes(), *result.sizes())):
                return None
            if isinstance(result, PmfSort) or _speaks(guard, inside):
                return None
            return degree(body, inside)
    return None


def _apart(test: Formula, names: Collection[str], *degrees: int | None) -> int | None:
    if _speaks(test, names) or None in degrees:
        return None
    return max(one for one in degrees if one is not None)


def _speaks(node: Any, names: Collection[str]) -> bool:
    return node is not None and not free_variables(node).keys().isdisjoint(names)


def sought(formula: Quantified) -> tuple[list[Var], Formula, bool]:
    """What a formula seeks: the variables and what they must meet; and whether the formula holds
    where there are such values (or else where there are none)."""
    ranges, body = _ranges(formula)
    guards = [guard for _, guard in ranges if guard is not None]
    met = And((*guards, body)) if guards else body
    return [var for var, _ in ranges], met, formula.kind == "exists"


def _ranges(formula: Quantified) -> tuple[list[tuple[Var, Formula | None]], Formula]:
    """The variables with their guards, outermost first, and the body."""
    found: list[tuple[Var, Formula | None]] = []
    body: Formula = formula if formula.kind == "exists" else negate(formula)
    while isinstance(body, Quantified) and body.kind == "exists" and is_beyond_lists(body):
        found.append((body.var, body.guard))
        body = body.body
    return found, body


def is_program(formula: Quantified) -> bool:
    """Whether a quantifier over laws, channels or numbers is a linear program."""
    ranges, _ = _ranges(formula)
    names = {var.name for var, _ in ranges}
    if len(names) < len(ranges):
        return False
    later = set(names)
    for var, guard in ranges:
        later.remove(var.name)
        # What a guard calls by the name of a variable that is sought below it is another thing.
        if any(_speaks(size, names) for size in var.of.sizes()) or _speaks(guard, later):
            return False
    return _is_linear(sought(formula)[1], names)


def _is_linear(formula: Formula, names: Collection[str]) -> bool:
    match formula:
        case Relation(_, left, right) | Not(Relation(_, left, right)):
            return all(degree(side, names) is not None for side in (left, right))
        case Not(body):
            return _is_linear(negate(body), names)
        case And(parts) | Or(parts):
            return all(_is_linear(part, names) for part in parts)
        case Quantified(_, var, guard, body) if not is_beyond_lists(formula):
            # One name below stands for the symbol or event, and not for what is sought.
            return var.name not in names and not any(
                _speaks(part, names) for part in (*var.of.sizes(), guard)
            ) and _is_linear(body, names)
    return False


__all__ = ["degree", "is_program", "sought"]
