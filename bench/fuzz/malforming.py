"""Steps that no author could have written and no file may hold: operations told to be of other
sorts, binders over other things, tables of the wrong rows, laws on other databases.

What reads a file refuses them; where one is let through, what it says is mostly false.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flint import fmpq

from bench.fuzz.episodes import Episode
from bench.fuzz.steps import Attempt
from bench.fuzz.trees import places, with_part
from verified.syntax.formulas import Formula, Quantified, substitute
from verified.syntax.sorts import (
    EventSort,
    MechanismSort,
    PmfSort,
    PriorSort,
    RealSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.syntax.terms import Bind, Event, Op, Term, Var, free_variables, is_arithmetic, number


def malformed(e: Episode, attempt: Attempt) -> Attempt | None:
    """The attempt with a lie in its formula, the same in its data; None where there is nothing to
    lie about."""
    ways = (_of_another_sort, _of_another_sort, _over_another, _on_another_alphabet, _rows,
            _of_another_database)
    found = e.pick(ways)(e, attempt.formula)
    if found is None:
        return None
    old, new = found
    data = {name: _replaced(value, old, new) for name, value in attempt.data.items()}
    return replace(attempt, formula=_replaced(attempt.formula, old, new), data=data)


Lie = tuple[Any, Any]


def _of_another_sort(e: Episode, formula: Formula) -> Lie | None:
    """An operation told to be of another sort."""
    every = [part for _, part, _ in places(formula)
             if isinstance(part, Op) and is_arithmetic(part.sort)]
    if not every:
        return None
    old = e.pick(every)
    sort: Sort = e.pick((RealSort(fmpq(0)), RealSort(fmpq(1)), SizeSort(0), SizeSort(1),
                         SizeSort(7), SymbolSort(e.grammar.alphabet()),
                         RealSort(fmpq(0), fmpq(1))))
    return old, Op(old.head, old.args, sort, old.detail)


def _over_another(e: Episode, formula: Formula) -> Lie | None:
    """A binder over events that was over symbols, or the other way."""
    every = [part for _, part, _ in places(formula) if isinstance(part, Bind | Quantified)
             and isinstance(part.var.of, SymbolSort)]
    if not every:
        return None
    old = e.pick(every)
    return old, _with_variable(old, Event(old.var.name, old.var.of.sizes()[0]))


def _on_another_alphabet(e: Episode, formula: Formula) -> Lie | None:
    """A binder over another alphabet, perhaps one that depends on what is bound around it."""
    every = [(part, bound) for _, part, bound in places(formula)
             if isinstance(part, Bind) and isinstance(part.var.of, SymbolSort)]
    if not every:
        return None
    old, bound = e.pick(every)
    sizes = [v for v in bound if isinstance(v.of, SymbolSort)]
    size = e.pick(sizes) if sizes and e.roll(0.6) else e.grammar.alphabet(bound)
    new = _with_variable(old, Var(old.var.name, SymbolSort(size)))
    if isinstance(new, Bind) and isinstance(new.result, PmfSort) and e.roll(0.7):
        new = Bind(new.kind, new.var, new.guard, new.body, PmfSort(size))
    return old, new


def _rows(e: Episode, formula: Formula) -> Lie | None:
    """A table told to list other things: numbers for a law, a law for numbers."""
    every = [part for _, part, _ in places(formula)
             if isinstance(part, Bind) and part.kind == "table"]
    if not every:
        return None
    old = e.pick(every)
    size = old.var.of.sizes()[0]
    sort: Sort = RealsSort(size) if isinstance(old.result, PmfSort) else PmfSort(size)
    inner = old.body
    if isinstance(inner, Bind) and inner.kind == "table":
        own = inner.var.of.sizes()[0]
        rows = Bind("table", inner.var, None, e.pick((inner.body, number(5))), RealsSort(own))
        return old, Bind("table", old.var, None, rows, old.result)
    return old, Bind("table", old.var, None, old.body, sort)


def _of_another_database(e: Episode, formula: Formula) -> Lie | None:
    """A prior, a mechanism or a law replaced by one of another database or alphabet."""
    kinds = (PriorSort, MechanismSort, PmfSort, EventSort, RealsSort)
    used = [var for var in free_variables(formula).values() if isinstance(var.of, kinds)]
    pairs = [(var, other) for var in used for other in e.scope.of(type(var.of))
             if other.of != var.of]
    if not pairs:
        return None
    return e.pick(pairs)


def _with_variable(node: Bind | Quantified, var: Var) -> Bind | Quantified:
    values: dict[str, Term] = {node.var.name: var}
    guard = None if node.guard is None else substitute(node.guard, values)
    body = substitute(node.body, values)
    if isinstance(node, Quantified):
        return Quantified(node.kind, var, guard, body)
    return Bind(node.kind, var, guard, body, node.result)


def _replaced(value: Any, old: Any, new: Any) -> Any:
    match value:
        case Term() | Formula():
            if isinstance(old, Var):
                return substitute(value, {old.name: new})
            for path, part, _ in places(value):
                if part == old:
                    return with_part(value, path, new)
            return value
        case dict():
            return {name: _replaced(part, old, new) for name, part in value.items()}
        case list() | tuple():
            return [_replaced(part, old, new) for part in value]
    return value
