"""Statements: quantified variables, hypotheses and a conclusion, checked as they are built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verified.syntax.sorts import ClaimError, sort_name
from verified.syntax.trees import (
    Bind,
    Formula,
    Quantified,
    Var,
    children,
    distinct,
    free_variables,
)
from verified.syntax.written import Written


@dataclass(frozen=True)
class Statement(Written):
    """`quantifier` over `variables`: if all of `given` hold, so does `then`.

    With the quantifier "exists": some instance meets `given` and `then`.
    """

    variables: tuple[Var, ...]
    given: tuple[Formula, ...]
    then: Formula
    quantifier: str = "forall"


def build_statement(
    name: str,
    variables: Sequence[Var],
    given: Sequence[Formula],
    then: Any,
    quantifier: str = "forall",
) -> Statement:
    """Check a statement and complete its variables by those that their sorts mention.

    Raises:
        ClaimError: a formula stands where none belongs, a variable is bound by nobody, declared
            twice or shadowed, or a supremum stands where it can't be decided.
    """
    for formula in (*given, then):
        if not isinstance(formula, Formula):
            decided = (
                ": Python decided it when the file was read, as it does `in`, `is` and ==; write a "
                "relation of terms" if isinstance(formula, bool) else ""
            )
            raise ClaimError(f"in {name}: {formula!r} is not a formula{decided}")
    complete: dict[str, Var] = {}
    for var in variables:
        if not isinstance(var, Var):
            raise ClaimError(f"in {name}: forall lists {var!r}, which is not a variable")
        if not var.of.is_variable:
            raise ClaimError(
                f"in {name}: {var} would range over all laws on the real line; state the claim for "
                "a family of them, such as laplace(m, b) with real m and b"
            )
        for part in free_variables(var).values():
            try:
                part.of.check()
            except ClaimError as error:
                raise ClaimError(f"in {name}: {part}: {error}") from None
            known = complete.setdefault(part.name, part)
            if known != part:
                raise ClaimError(f"in {name}: two variables are called {part.name}")
    statement = Statement(tuple(complete.values()), tuple(given), then, quantifier)
    for formula in (*given, then):
        for used in free_variables(formula).values():
            if used.name not in complete:
                raise ClaimError(
                    f"in {name}: nobody binds {used.name} (a {sort_name(used.sort)}); "
                    "add it to forall"
                )
            if complete[used.name] != used:
                raise ClaimError(
                    f"in {name}: {used.name} is used as another variable than forall's"
                )
        _check_binders(name, formula, complete, statement)
    return statement


def _check_binders(
    name: str, formula: Formula, outer: Mapping[str, Var], statement: Statement
) -> None:
    """No binder shadows a variable: a supremum over a law that the hypotheses speak of would range
    over all laws, not over those that meet them."""

    for node in distinct(formula):
        if isinstance(node, Bind | Quantified) and node.var.name in outer:
            constrained = any(
                node.var.name in free_variables(hypothesis) for hypothesis in statement.given
            )
            reason = (
                f"the hypotheses constrain {node.var.name} outside, not the one bound here: the "
                "supremum stands outside the implication that it belongs to"
                if constrained
                else f"{node.var.name} is bound by the claim already"
            )
            raise ClaimError(f"in {name}: {node} rebinds {node.var.name}; {reason}")
    _check_uses(name, formula, outer, set())


def _check_uses(name: str, node: Any, scope: Mapping[str, Var], seen: set[int]) -> None:
    """Every use of a name in scope is of the variable in scope, its sort included.

    Args:
        seen: the nodes that were looked at in this scope, by identity.
    """
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, Var) and scope.get(node.name, node) != node:
        raise ClaimError(
            f"in {name}: {node.name} is used as a {sort_name(node.sort)} of another alphabet or "
            "domain than where it is bound"
        )
    if isinstance(node, Bind | Quantified):
        for size in node.var.sort.sizes():
            _check_uses(name, size, scope, seen)
        scope, seen = {**scope, node.var.name: node.var}, set()
    for part in children(node):
        _check_uses(name, part, scope, seen)
