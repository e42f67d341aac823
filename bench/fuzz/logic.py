"""Attempts at the rules of logic: propositions, quantifiers, citations."""

from __future__ import annotations

from typing import Any

from bench.fuzz.episodes import Episode, Nothing, attempt, is_forall, is_some
from bench.fuzz.steps import Attempt, Derived
from bench.fuzz.trees import places, with_part
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Quantified,
    implies,
    negate,
    substitute,
    substitute_sort,
)
from verified.syntax.goals import normal
from verified.syntax.sorts import EventSort, SymbolSort
from verified.syntax.terms import Term, Var, free_variables


@attempt("assume")
def _assume(e: Episode) -> Attempt:
    return Attempt("assume", e.grammar.formula(e.pick((0, 1, 2))))


@attempt("discharge")
def _discharge(e: Episode) -> Attempt | None:
    premise = e.theorem()
    if premise is None:
        return None
    hypotheses = list(premise.theorem.hypotheses.values())
    chosen = e.pick(hypotheses) if hypotheses and e.roll(0.9) else e.fact()
    return Attempt("discharge", implies(chosen, premise.formula), (premise,),
                   {"hypothesis": chosen})


# --- propositions ---------------------------------------------------------------------------------


@attempt("propositional")
def _propositional(e: Episode) -> Attempt:
    """What follows by one of the usual ways, or nearly."""
    premises = e.premises() or [e.assumed(e.grammar.formula(1))]
    facts = [premise.formula for premise in premises]
    one = e.pick(facts)
    other = e.pick([*facts, e.fact()])
    made = e.made((
        lambda: And((one, other)), lambda: Or((one, other)), lambda: Or((other, one)),
        lambda: _piece(e, one), lambda: _piece(e, one), lambda: negate(_opposite(e, one)),
        lambda: implies(other, one), lambda: Or((one, Not(one))), lambda: _resolved(e, facts),
        lambda: _weaker(e, one), lambda: Not(And((Not(one), other))),
    ))
    return Attempt("propositional", made, tuple(premises))


def _piece(e: Episode, formula: Formula) -> Formula:
    return e.pick(formula.parts) if isinstance(formula, And | Or) and formula.parts else formula


def _opposite(e: Episode, formula: Formula) -> Formula:
    """The negation as the other quantifier has it."""
    match formula:
        case Quantified(kind, var, guard, body):
            other = "exists" if kind == "forall" else "forall"
            inside = negate(body) if e.roll(0.8) else body
            return Quantified(other, var, guard if e.roll(0.8) else None, inside)
    return negate(formula)


def _resolved(e: Episode, facts: list[Formula]) -> Formula:
    """A disjunction less what another fact excludes."""
    for fact in facts:
        if isinstance(fact, Or) and len(fact.parts) > 1:
            return e.pick(fact.parts)
    return e.pick(facts)


def _weaker(e: Episode, formula: Formula) -> Formula:
    """The formula with a part of it turned, widened or exchanged."""
    every = [(path, part) for path, part, _ in places(formula) if isinstance(part, Formula)]
    path, part = e.pick(every)
    found: Formula = with_part(formula, path, e.pick((
        Or((part, e.fact())), And((part, part)), negate(negate(part)), Not(Not(part)))))
    return found


@attempt("propositional")
def _by_cases(e: Episode) -> Attempt:
    """From h ⟹ φ and ¬h ⟹ φ, or from an alternative and what each side leads to."""
    test, goal = e.fact(), e.fact()
    one = e.assumed(implies(test, goal))
    other = e.assumed(implies(e.pick((negate(normal(test)), e.fact())), goal))
    return Attempt("propositional", goal, (one, other))


# --- quantifiers ----------------------------------------------------------------------------------


@attempt("generalise", 2)
def _generalise(e: Episode) -> Attempt | None:
    premise = e.theorem()
    if premise is None:
        return None
    var = e.free_symbol(premise.formula, *premise.resting)
    return generalised(e, premise, var)


def generalised(e: Episode, premise: Derived, var: Var) -> Attempt:
    """A theorem said of every value of a variable, a hypothesis as the guard perhaps."""
    guard = None
    speaking = [h for h in premise.theorem.hypotheses.values() if var.name in free_variables(h)]
    if speaking and e.roll(0.9):
        guard = e.pick(speaking)
    elif e.roll(0.05):
        guard = e.fact()
    bound = e.bound_of(var)
    body = e.bind(premise.formula, var, bound)
    inside = None if guard is None else e.bind(guard, var, bound)
    return Attempt("generalise", Quantified("forall", bound, inside, body), (premise,),
                   {"variable": var})


@attempt("generalise")
def _generalise_assumed(e: Episode) -> Attempt:
    """Of a formula for an arbitrary symbol, with what may be released besides."""
    symbols = e.symbols()
    if not symbols:
        raise Nothing("no symbols")
    var = e.pick(symbols)
    return generalised(e, e.arbitrary(e.test(e.pick((0, 1)), ()), var), var)


@attempt("specialise", 2)
def _specialise(e: Episode) -> Attempt:
    premise = e.theorem(where=is_forall)
    if premise is None or e.roll(0.4):
        premise = e.assumed(Quantified("forall", *_ranged(e)))
    formula = premise.formula
    assert isinstance(formula, Quantified)
    term = _term_for(e, formula.var)
    body = substitute(formula.body, {formula.var.name: term})
    extra = [premise]
    if formula.guard is not None and e.roll(0.9):
        extra.append(e.assumed(substitute(formula.guard, {formula.var.name: term})))
    if e.roll(0.3):
        extra += e.premises(1)
    return Attempt("specialise", body, tuple(dict.fromkeys(extra)), {"term": term})


def _ranged(e: Episode) -> tuple[Var, Formula | None, Formula]:
    """The parts of a quantified formula."""
    found = e.grammar.general((), e.pick((0, 0, 1)))
    assert isinstance(found, Quantified)
    return found.var, found.guard, found.body


def _term_for(e: Episode, var: Var) -> Term:
    if isinstance(var.of, SymbolSort):
        return e.grammar.symbol(var.of.size)
    if isinstance(var.of, EventSort):
        return e.grammar.event(var.of.size, (), 1)
    return e.grammar.of_sort(var.of)


@attempt("exhibit")
def _exhibit(e: Episode) -> Attempt:
    """That there is a symbol, from one."""
    var, guard, body = _ranged(e)
    term = _term_for(e, var)
    premises = [e.assumed(substitute(body, {var.name: term}))]
    if guard is not None and e.roll(0.9):
        premises.append(e.assumed(substitute(guard, {var.name: term})))
    return Attempt("exhibit", Quantified("exists", var, guard, body), tuple(premises),
                   {"term": term})


@attempt("exhibit")
def _exhibit_shown(e: Episode) -> Attempt | None:
    """The same, of what was shown before."""
    premise = e.theorem()
    if premise is None:
        return None
    var = e.free_symbol(premise.formula)
    bound = e.bound_of(var)
    body = e.bind(premise.formula, var, bound)
    return Attempt("exhibit", Quantified("exists", bound, None, body), (premise,), {"term": var})


@attempt("obtain", 2)
def _obtain(e: Episode) -> Attempt | None:
    """What follows from a symbol follows from there being one."""
    rest = e.theorem()
    if rest is None:
        return None
    var = e.free_symbol(*rest.theorem.hypotheses.values(), *rest.resting)
    speaking = [h for h in rest.theorem.hypotheses.values() if var.name in free_variables(h)]
    body = e.pick(speaking) if speaking else e.fact()
    bound = e.bound_of(var)
    body = e.bind(body, var, bound)
    guard = None
    others = [h for h in speaking if e.bind(h, var, bound) != body]
    if others and e.roll(0.8):
        guard = e.bind(e.pick(others), var, bound)
    there = Quantified("exists", bound, guard, body)
    options = [one for one in e.pool if is_some(one.formula) and one.formula == normal(there)]
    found = e.pick(options) if options and e.roll(0.8) else e.assumed(there)
    return Attempt("obtain", rest.formula, (found, rest), {"variable": var})


@attempt("obtain")
def _obtain_from_itself(e: Episode) -> Attempt:
    """That there is a symbol, shown from that symbol, and what it leads to."""
    symbols = e.symbols()
    if not symbols:
        raise Nothing("no symbols")
    var = e.pick(symbols)
    body = e.pick((var <= var, var >= 0, e.test())) if isinstance(var.of, SymbolSort) else e.test()
    bound = e.bound_of(var)
    shown = e.shown("obvious", normal(body))
    there = Quantified("exists", bound, None, e.bind(body, var, bound))
    term = var if e.roll(0.6) else _term_for(e, bound)
    found = e.shown("exhibit", there, shown, term=term)
    rest = e.theorem()
    if rest is None or e.roll(0.3):
        rest = e.assumed(e.fact())
    return Attempt("obtain", rest.formula, (found, rest), {"variable": var})


# --- citations ------------------------------------------------------------------------------------


@attempt("cite", 3)
def _cite(e: Episode) -> Attempt:
    """A statement of the library at terms of the scope."""
    keys = [key for key in e.library.statements if not key.startswith("made-up/")]
    key = e.pick(keys)
    statement = e.library.statements[key]
    values: dict[str, Any] = {}
    for var in statement.variables:
        wanted = substitute_sort(var.of, values)
        values[var.name] = e.grammar.of_sort(wanted, (), e.pick((0, 0, 1)))
    premises = []
    for part in statement.given:
        if e.roll(0.9):
            premises.append(e.assumed(substitute(part, values)))
    if e.roll(0.3):
        premises += e.premises(1)
    then: Formula = substitute(statement.then, values)
    if isinstance(then, And) and e.roll(0.5):
        then = e.pick(then.parts)
    return Attempt("cite", then, tuple(dict.fromkeys(premises)), {"key": key, "values": values})
