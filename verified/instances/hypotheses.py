"""Extra hypotheses that fit a variable's sort: full support, masses and numbers above or below a
threshold, alphabets of another size, narrower kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula, substitute
from verified.syntax.sorts import Sort
from verified.syntax.terms import Term, Var

# Thresholds for masses and numbers, from the weakest hypothesis to the strongest.
MASSES = tuple(fmpq(1, k) for k in (1000, 100, 20, 10, 4))
CEILINGS = tuple(map(fmpq, (10, 5, 2, 1))) + tuple(fmpq(1, k) for k in (2, 4, 10))
FLOORS = tuple(reversed(CEILINGS))


@dataclass(frozen=True)
class Hypothesis:
    """An extra hypothesis: a formula, or a variable with a narrower sort.

    Attributes:
        family: what hypotheses that differ in a threshold share; the first of a family that
            suffices is its weakest.
    """

    family: str
    text: str
    formula: Formula | None = None
    variable: Var | None = None

    def added_to(self, statement: Statement) -> Statement:
        """The statement under this hypothesis."""
        if self.formula is not None:
            return replace(statement, given=(*statement.given, self.formula))
        var = self.variable
        assert var is not None
        values: dict[str, Term] = {var.name: var}
        variables = tuple(
            var if known.name == var.name else substitute(known, values)
            for known in statement.variables
        )
        return Statement(
            variables,
            tuple(substitute(formula, values) for formula in statement.given),
            substitute(statement.then, values),
            statement.quantifier,
        )


Hypotheses = Iterator[Hypothesis]


def plain(text: str, formula: Formula) -> Hypothesis:
    """A hypothesis without a threshold."""
    return Hypothesis(text, text, formula)


def narrower(text: str, var: Var, sort: Sort) -> Hypothesis:
    """A hypothesis that narrows a variable's sort."""
    return Hypothesis(text, text, variable=Var(var.name, sort, var.symbol))


def fresh(name: str, var: Var) -> str:
    """A name for a variable that a hypothesis about another one binds."""
    return f"{name}_{var.name}"
