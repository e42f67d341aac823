"""A rule of linear algebra: of more unknowns than homogeneous equations, some solve them all."""

from __future__ import annotations

from dataclasses import replace

from verified.kernel.inference import conjuncts
from verified.kernel.judgements import defined
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import key_of, plus
from verified.kernel.theorem import Step, Theorem, rule
from verified.kernel.values import Rejected
from verified.quantities.laws import cardinality, indicator
from verified.syntax import sorts
from verified.syntax.binders import total
from verified.syntax.formulas import Formula, either, every, negation, some, substitute
from verified.syntax.goals import normal
from verified.syntax.terms import Term, Var, equals, free_variables
from verified.syntax.wellformed import check_apart


@rule("dependence")
def _dependence(step: Step) -> Theorem:
    """Γ ⊢ φ from Γ, A ⊢ φ, where A says of arbitrary real numbers z_x, x < n, that they are 0
    outside an event, not all 0, and that Σ_x z_x t(x, y) = 0 for every y < m.

    There are such numbers if the event has more than m symbols, which further premises may show,
    as they may show that t(x, y) is real.
    """
    if not step.premises:
        raise Rejected("the rule takes a premise")
    first, *more = step.premises
    if first.key != key_of(step.formula):
        raise Rejected("the first premise is not the formula")
    numbers, row, column = (step.data.get(name) for name in ("variable", "row", "column"))
    if not isinstance(numbers, Var) or not isinstance(row, Var) or not isinstance(column, Var):
        raise Rejected("the step doesn't name its numbers, rows and columns")
    weight, event = step.term("weight"), step.term("event")
    _check_sorts(numbers, row, column)
    facts = [theorem.conclusion for theorem in more]
    known = Normaliser(facts)
    if not isinstance(event.sort, sorts.EventSort) or not defined(known, event) or (
        key_of(event.sort.size) != key_of(row.of.sizes()[0])
    ):
        raise Rejected(f"{event} isn't shown to be an event of the rows")
    count = column.of.sizes()[0]
    if known.sign(plus(known.poly(cardinality(event)), known.poly(count), -1)) != 1:
        raise Rejected(f"{event} isn't shown to have more than {count} symbols")
    apart = {row.name: Var("#any", row.of), column.name: Var("#each", column.of)}
    known.poly(substitute(weight, apart))
    assumed = solved(numbers, row, column, weight, event)
    drop = {key_of(part) for whole in assumed for part in (whole, *conjuncts(whole))}
    for term in (event, count, row.of.sizes()[0]):
        if {row.name, column.name} & set(free_variables(term)):
            raise Rejected(f"{term} depends on the row or the column")
    # The weight's rows and columns are bound; whatever else it speaks of must exist, and be none of
    # an alphabet that depends on them.
    others = dict(free_variables(weight))
    for bound in (row, column):
        others.pop(bound.name, None)
        check_apart(bound, others.values())
    spoken = replace(step, data={"event": event, "others": list(others.values())})
    return spoken.releasing(numbers, [(first, drop)], more, [weight, event, count])


def _check_sorts(numbers: Var, row: Var, column: Var) -> None:
    """One real number for each row; rows and columns are symbols, apart by name."""
    if not isinstance(numbers.of, sorts.RealsSort) or numbers.of.element != sorts.RealSort():
        raise Rejected("the arbitrary numbers aren't a tuple of any real numbers")
    if not isinstance(row.of, sorts.SymbolSort) or not isinstance(column.of, sorts.SymbolSort):
        raise Rejected("a row or a column is no symbol")
    if key_of(numbers.of.size) != key_of(row.of.size):
        raise Rejected("there is another number of numbers than of rows")
    if len({numbers.name, row.name, column.name}) < 3:
        raise Rejected("the numbers, the row and the column have names of their own")


def solved(numbers: Var, row: Var, column: Var, weight: Term, event: Term) -> list[Formula]:
    """What is assumed of the numbers, in normal form."""
    return [normal(formula) for formula in (
        every(column, equals(total(row, numbers[row] * weight), 0)),
        every(row, either(equals(indicator(event, row), 1), equals(numbers[row], 0))),
        some(row, negation(equals(numbers[row], 0))),
    )]


__all__ = ["solved"]
