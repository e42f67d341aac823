"""What a refused step lacks, as far as the refusal says: assumed, it may make the step follow.

So steps come about that follow from just those conditions that a rule asks for, and from no others
by chance. A refusal that names terms asks for something of them: not 0, positive, in a range.
"""

from __future__ import annotations

from dataclasses import replace

from bench.fuzz.episodes import Episode
from bench.fuzz.steps import Attempt, Derived, Refused
from bench.fuzz.trees import places
from verified.syntax.formulas import Formula, Relation, every, negation, substitute
from verified.syntax.goals import normal
from verified.syntax.sorts import SymbolSort
from verified.syntax.terms import (
    INFINITY,
    Number,
    Symbol,
    Term,
    Var,
    equals,
    free_variables,
    is_arithmetic,
    number,
)


def lacking(e: Episode, attempt: Attempt, refusal: Refused) -> Attempt | None:
    """The attempt with one more premise, an assumption on a term that the refusal names."""
    cause = refusal.args[0] if refusal.args else None
    if attempt.rule == "assume" or not isinstance(cause, Exception):
        return None
    told = [part for part in cause.args if isinstance(part, Term) and is_arithmetic(part.sort)]
    if not told:
        # It names none: perhaps some part of the formula.
        told = [part for _, part, bound in places(attempt.formula) if isinstance(part, Term)
                and is_arithmetic(part.sort) and not isinstance(part, Number)
                and not {var.name for var in bound} & set(free_variables(part))]
        told = [e.pick(told)] if told and e.roll(0.5) else []
    if not told or e.roll(0.15):
        return None
    formula = condition(e, told, str(cause.args[0]))
    names = [var for var in free_variables(formula).values() if not _ours(e, var)]
    for var in names:
        # A symbol of the kernel's own: the condition is on every symbol of that alphabet.
        if not isinstance(var.of, SymbolSort):
            return None
        fresh = Symbol(e.grammar.name(()), var.of.size)
        if fresh.name in free_variables(formula):
            return None
        formula = every(fresh, substitute(formula, {var.name: fresh}))
    if not names and e.roll(0.15):
        # Only of every symbol of some alphabet, of which there may be none.
        sizes = [b.of.size for _, _, bound in places(attempt.formula) for b in bound
                 if isinstance(b.of, SymbolSort)] or [e.grammar.alphabet()]
        fresh = Symbol(e.grammar.name(()), e.pick(sizes))
        if fresh.name not in free_variables(formula):
            formula = every(fresh, formula)
    told_before = [one for one in e.pool if one.formula == normal(formula)]
    premise: Derived = e.pick(told_before) if told_before and e.roll(0.7) else e.assumed(formula)
    if premise in attempt.premises:
        return None
    return replace(attempt, premises=(*attempt.premises, premise))


def condition(e: Episode, told: list[Term], message: str) -> Formula:
    """A condition on the terms; the message tells which is likely."""
    term, zero = told[-1] if "differ" in message or len(told) == 1 else e.pick(told), number(0)
    if "above 0" in message and len(told) > 1:
        return Relation("<", zero, told[1])
    positive, least = Relation("<", zero, term), Relation("<=", zero, term)
    if "differ" in message:
        return e.pick((negation(equals(term, 0)), negation(equals(term, 0)), positive))
    if "positive" in message:
        return positive
    if "at least" in message:
        return e.pick((least, least, positive))
    if len(told) > 1 and "symbols" in message:
        return e.pick((Relation("<", told[0], told[1]), least))
    return e.pick((
        positive, least, negation(equals(term, 0)), Relation("<", term, INFINITY),
        equals(term, e.grammar.leaf()), Relation("<=", term, e.grammar.leaf())))


def _ours(e: Episode, var: Var) -> bool:
    return e.scope.get(var.name) == var
