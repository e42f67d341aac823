"""Goals as the search takes them: what must be met apart from what is to be violated."""

from __future__ import annotations

from dataclasses import replace

from verified.syntax.formulas import And, Formula, Quantified, Relation
from verified.syntax.goals import Goal, goal
from verified.syntax.statements import Statement
from verified.syntax.terms import free_variables


def searched(statement: Statement, polarity: str) -> Goal:
    """The goal with what suprema and infima ask of the points that they range over, which are
    variables of the instance, among the hypotheses: it is met or not, and no violation.

    Raises:
        ClaimError: as `verified.syntax.goals.goal`.
    """
    target = goal(statement, polarity)
    own = {var.name for var in target.variables} - {var.name for var in statement.variables}
    asked: list[Formula] = []

    def rest(formula: Formula) -> Formula:
        if not isinstance(formula, And):
            return formula
        kept = []
        for part in formula.parts:
            if isinstance(part, Relation | Quantified) and not own.isdisjoint(free_variables(part)):
                asked.append(part)
            else:
                kept.append(rest(part))
        return kept[0] if len(kept) == 1 else And(tuple(kept))

    conclusion = rest(target.conclusion) if own else target.conclusion
    if not asked or conclusion == And(()):
        return target
    return replace(target, given=(*target.given, *asked), conclusion=conclusion)


__all__ = ["searched"]
