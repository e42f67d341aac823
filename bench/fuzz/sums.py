"""Attempts at the rules of sums, suprema and maxima."""

from __future__ import annotations

from typing import Any

from bench.fuzz.episodes import Episode, Nothing, attempt, is_forall
from bench.fuzz.order import nonnegative
from bench.fuzz.rewriting import rewritten
from bench.fuzz.steps import Attempt, Derived
from verified import language as words
from verified.syntax.formulas import Formula, Quantified, Relation, every, substitute
from verified.syntax.sorts import (
    ChannelSort,
    EventSort,
    PmfSort,
    RealSort,
    SymbolSort,
)
from verified.syntax.terms import (
    INFINITY,
    Bind,
    Real,
    Symbol,
    Term,
    Var,
    equals,
    free_variables,
    number,
)

FINITE = (SymbolSort, EventSort)


def _variable(e: Episode) -> Var:
    symbols = [var for var in e.symbols() if isinstance(var.of, SymbolSort)]
    if symbols and e.roll(0.7):
        return e.pick(symbols)
    return Symbol(e.grammar.name(()), e.grammar.alphabet())


@attempt("sum", 3)
def _sum(e: Episode) -> Attempt:
    """Σ f ≤ Σ g from f ≤ g everywhere."""
    premise = e.theorem(where=lambda f: isinstance(f, Quantified) and is_forall(f)
                        and isinstance(f.body, Relation))
    if premise is None or e.roll(0.6):
        var = Symbol(e.grammar.name(()), e.grammar.alphabet())
        low = e.number(e.pick((0, 1)), (var,))
        high = e.pick((rewritten(low, e.grammar) + nonnegative(e), e.number(1, (var,))))
        guard = e.grammar.test(0, (var,)) if e.roll(0.3) else None
        body = Relation(e.pick(("<=", "<", "=")), low, high)
        premise = e.assumed(every(var, body, guard))
    formula = premise.formula
    assert isinstance(formula, Quantified)
    if not isinstance(formula.body, Relation):
        raise Nothing("no relation")
    free = list(free_variables(formula))

    def named() -> Var:
        name = e.pick(free) if free and e.roll(0.4) else e.grammar.name(())
        return formula.var if e.roll(0.6) else Var(name, formula.var.of)

    a, b = named(), named()

    def at(part: Formula | Term | None, var: Var) -> Any:
        return None if part is None else substitute(part, {formula.var.name: var})

    keep = e.roll(0.95)
    sides = [
        Bind("sum", var, at(formula.guard, var) if keep else None, at(side, var))
        for var, side in ((a, formula.body.left), (b, formula.body.right))
    ]
    op = formula.body.op if e.roll(0.6) else e.pick(("<=", "<", "="))
    premises = [premise, *e.premises(e.pick((0, 0, 2)))]
    return Attempt("sum", Relation(op, *sides), tuple(dict.fromkeys(premises)))


@attempt("finite-term")
def _finite_term(e: Episode) -> Attempt:
    var = Symbol(e.grammar.name(()), e.grammar.alphabet())
    body = e.number(e.pick((1, 2)), (var,))
    right = e.pick((e.grammar.leaf(), INFINITY, e.number(1)))
    premise = e.assumed(Relation(e.pick(("<=", "<")), Bind("sum", var, None, body), right))
    term = e.grammar.symbol(var.of.sizes()[0])
    formula = Relation("<", substitute(body, {var.name: term}), INFINITY)
    return Attempt("finite-term", formula, (premise, *e.premises(1)), {"term": term})


@attempt("last-term", 2)
def _last_term(e: Episode) -> Attempt:
    """The last of one symbol more than some size."""
    fewer = e.grammar.alphabet()
    more = e.pick((fewer + 1, 1 + fewer, e.grammar.alphabet(), fewer))
    a, b = Symbol(e.grammar.name(()), more), Symbol(e.grammar.name(()), fewer)
    body = e.number(e.pick((0, 1)), (a,))
    last = substitute(body, {a.name: fewer})
    if b.name != a.name and b.name in free_variables(body):
        raise Nothing("the name is taken")
    formula = equals(
        words.total(a, body), words.total(b, substitute(body, {a.name: b})) + last)
    return Attempt("last-term", formula)


# --- suprema --------------------------------------------------------------------------------------


@attempt("bound-sup", 3)
def _bound_sup(e: Episode) -> Attempt | None:
    """An extremum against what bounds its body for an arbitrary value."""
    first = e.theorem(Relation) if e.roll(0.5) else None
    if first is None:
        var = _variable(e)
        e.scope.declare(var)
        if e.scope.get(var.name) != var:
            raise Nothing("the name is taken")
        low, high = e.number(1), e.pick((e.grammar.leaf(), e.number(1), number(0)))
        first = e.arbitrary(Relation("<=", low, high), var)
    else:
        var = e.free_symbol(first.formula, *first.resting)
    return bounded(e, first, var)


def bounded(e: Episode, first: Derived, var: Var) -> Attempt:
    """The step that releases a variable from a bound."""
    formula = first.formula
    if not isinstance(formula, Relation):
        raise Nothing("no relation")
    above = e.roll(0.5)
    inner, other = (formula.left, formula.right) if above else (formula.right, formula.left)
    kinds = ("max", "sup") if above else ("min", "inf")
    kind = e.pick(kinds) if isinstance(var.of, FINITE) else kinds[1]
    bound = e.bound_of(var)
    guard = None
    speaking = [h for h in first.theorem.hypotheses.values() if var.name in free_variables(h)]
    others = list(first.theorem.hypotheses.values())
    if speaking and e.roll(0.8):
        guard = e.bind(e.pick(speaking), var, bound)
    elif others and e.roll(0.2):
        guard = e.bind(e.pick(others), var, bound)
    elif e.roll(0.2):
        guard = e.grammar.condition((bound,))
    bind = Bind(kind, bound, guard, e.bind(inner, var, bound))
    found = Relation("<=", bind, other) if above else Relation("<=", other, bind)
    more = [one for one in e.premises(2) if one is not first]
    # What was shown from the same value may seem to say that there is one.
    shown = [one for one in e.pool if var in one.theorem.rests_on]
    if shown and e.roll(0.5):
        more.append(e.pick(shown))
    return Attempt("bound-sup", found, tuple(dict.fromkeys([first, *more])), {"variable": var})


@attempt("bound-sup", 2)
def _bound_sup_shown(e: Episode) -> Attempt:
    """The same from a bound that signs and what was shown before tell."""
    symbols = [var for var in e.symbols() if isinstance(var.of, SymbolSort)]
    if not symbols:
        raise Nothing("no symbols")
    var = e.pick(symbols)
    high = e.pick((nonnegative(e), 1 / var.of.sizes()[0], e.number(1), nonnegative(e, var)))
    low = e.pick((number(0), high, high - nonnegative(e), rewritten(high, e.grammar)))
    first = e.proved(Relation("<=", low, high))
    return bounded(e, first, var)


@attempt("bound-sup")
def _bound_sup_of_numbers(e: Episode) -> Attempt:
    """The same over numbers, whose bound is shown by signs."""
    reals = e.scope.of(RealSort)
    laws = e.scope.of(PmfSort, ChannelSort)
    options = [*reals, *laws]
    if not options:
        raise Nothing("no numbers")
    var = e.pick(options)
    low = e.number(1)
    first = e.shown("obvious", Relation("<=", low, rewritten(low, e.grammar) + nonnegative(e)))
    return bounded(e, first, var)


@attempt("below-sup", 2)
def _below_sup(e: Episode) -> Attempt:
    """The body at a term against the extremum."""
    above = e.roll(0.5)
    if e.roll(0.75):
        var: Var = Symbol(e.grammar.name(()), e.grammar.alphabet())
        kind = e.pick(("max", "sup")) if above else e.pick(("min", "inf"))
    else:
        var = e.pick((Real(e.grammar.name(()), e.pick(("", ">0", "[0,1]"))),
                      Var(e.grammar.name(()), e.pick(e.scope.variables).of)))
        kind = "sup" if above else "inf"
    body = e.number(e.pick((0, 1, 2)), (var,))
    guard = e.grammar.test(0, (var,)) if e.roll(0.2) else None
    term = e.grammar.of_sort(var.of)
    at = substitute(body, {var.name: term})
    bind = Bind(kind, var, guard, body)
    premises = e.premises(2)
    if guard is not None and e.roll(0.9):
        premises.append(e.assumed(substitute(guard, {var.name: term})))
    formula = Relation("<=", at, bind) if above else Relation("<=", bind, at)
    return Attempt("below-sup", formula, tuple(dict.fromkeys(premises)), {"term": term})


@attempt("unbounded")
def _unbounded(e: Episode) -> Attempt:
    """What is above every number is ∞."""
    var = Real("every", "" if e.roll(0.9) else e.pick((">=0", "[0,1]")))
    e.scope.declare(var)
    term = e.made((lambda: e.number(e.pick((1, 2))), lambda: e.grammar.of_laws(0, ()),
                   lambda: -words.log(e.grammar.leaf()), lambda: 1 / e.grammar.leaf()))
    if var.name in free_variables(term) and e.roll(0.8):
        raise Nothing("the term speaks of it")
    first = e.made_up([equals(term, INFINITY)], Relation("<=", var, term))
    return Attempt("unbounded", equals(term, INFINITY), (first,), {"variable": var})
