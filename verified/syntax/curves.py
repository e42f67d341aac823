"""Which quantified formulas a subdivision decides: "for every number" of relations between real
functions of it, as "for every α > 1: D_α(P‖Q) ≤ ρα" or "for every ε ≥ 0: δ(ε) ≤ g(ε)".

The functions are made of the operations on numbers, of what doesn't speak of the number, and of
quantities that rise or fall with it.
"""

from __future__ import annotations

from typing import Any

from verified.syntax.affine import degree
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation, is_beyond_lists
from verified.syntax.sorts import RealSort
from verified.syntax.trees import Number, Op, Term, Var, free_variables

# Operations on numbers whose ranges over an interval are known.
OPERATIONS = frozenset({
    "add", "sub", "mul", "div", "neg", "pow", "exp", "log", "sqrt", "abs", "minimum", "maximum",
    "binary_entropy", "binary_entropy_inverse", "normal_cdf", "pi",
})
# Quantities that are monotone in one argument, all else fixed: its place, and whether they rise.
# Rényi divergences never fall with their order (van Erven & Harremoës 2014, Theorem 3). The
# hockey-stick divergence is a sum of max(0, P − e^ε Q), and the trade-off function a maximum of
# lines that fall.
MONOTONE = {
    "renyi": (2, True), "law_renyi": (2, True), "renyi_dp": (1, True),
    "hockey_stick": (2, False), "law_hockey_stick": (2, False), "dp_delta": (1, False),
    "trade_off": (2, False), "law_trade_off": (2, False),
}
# Those that are convex in it, as a maximum of lines is.
CONVEX = ("trade_off", "law_trade_off")


def speaks(node: Any, name: str) -> bool:
    """Whether a term or formula speaks of a variable."""
    return name in free_variables(node)


def is_curve(formula: Quantified) -> bool:
    """Whether a quantifier over a real number is one that a subdivision may decide."""
    var, guard = formula.var, formula.guard
    return type(var.of) is RealSort and all(
        _is_bounded(part, var.name) for part in (formula.body, *(() if guard is None else (guard,)))
    )


def _is_bounded(formula: Formula, name: str) -> bool:
    match formula:
        case Relation(_, left, right):
            return _has_range(left, name) and _has_range(right, name)
        case Not(Relation() as relation):
            return _is_bounded(relation, name)
        case And(parts) | Or(parts):
            return all(_is_bounded(part, name) for part in parts)
        case Quantified(_, var, guard, body) if not is_beyond_lists(formula):
            ranges = (*var.of.sizes(), *(() if guard is None else (guard,)))
            return var.name != name and not any(speaks(part, name) for part in ranges) and (
                _is_bounded(body, name)
            )
    return False


def _has_range(term: Term, name: str) -> bool:
    if not speaks(term, name):
        return True
    match term:
        case Var():
            return True
        case Op("pow", (base, Number(exponent))) if exponent is not None:
            return _has_range(base, name)
        case Op(head, args) if head in OPERATIONS:
            return all(_has_range(part, name) for part in args)
        case Op(head, args) if head in MONOTONE:
            place = MONOTONE[head][0]
            rest = args[:place] + args[place + 1 :]
            return not any(speaks(part, name) for part in rest) and _has_range(args[place], name)
    return False


def is_convex(term: Term, name: str) -> bool:
    """Whether a term is convex in a variable wherever it has a value, by its form."""
    match term:
        case Op("add" | "maximum", args):
            return all(is_convex(part, name) for part in args)
        case Op("sub", (one, two)):
            return is_convex(one, name) and _is_affine(two, name)
        case Op(head, args) if head in CONVEX:
            place = MONOTONE[head][0]
            rest = args[:place] + args[place + 1 :]
            return _is_affine(args[place], name) and not any(speaks(part, name) for part in rest)
    return _is_affine(term, name)


def _is_affine(term: Term, name: str) -> bool:
    return degree(term, (name,)) is not None


__all__ = ["CONVEX", "MONOTONE", "OPERATIONS", "is_convex", "is_curve", "speaks"]
