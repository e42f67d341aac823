"""Attempts at the rules on functions of a real variable: integrals, intermediate values, convexity,
and at linear dependence."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from bench.fuzz.collecting import slope
from bench.fuzz.episodes import Episode, Nothing, attempt
from bench.fuzz.order import nonnegative
from bench.fuzz.rewriting import rewritten
from bench.fuzz.steps import Attempt
from verified import language as words
from verified.kernel.theorem import Function
from verified.language import cardinality
from verified.syntax.formulas import (
    Formula,
    Relation,
    either,
    every,
    negation,
    some,
    substitute,
)
from verified.syntax.sorts import EventSort, RealSort, RealsSort, SymbolSort
from verified.syntax.terms import (
    Bind,
    Real,
    Reals,
    Symbol,
    Term,
    Var,
    equals,
    free_variables,
    number,
)

OPEN = ("", ">0", ">0", "(0,1)", ">1", "(-1,1)", ">=0")


def _fresh(e: Episode, domains: tuple[str, ...]) -> Var:
    """A real variable of the scope, declared now where there is none of the name."""
    name = e.pick(("p", "g", "h'", "p'"))
    var = e.scope.declare(Real(name, e.pick(domains)))
    return var


def _exponential(e: Episode, var: Var) -> Term:
    """A function with a closed integral: exponentials of multiples of the variable, or others."""
    rate = e.pick((number(1), number(2), number(fmpq(1, 2)), e.grammar.leaf()))
    size = e.pick((number(1), nonnegative(e), e.grammar.leaf()))
    base = size * words.exp(-rate * var)
    return e.pick((
        base, base, words.exp(-var), number(0), base + words.exp(-2 * var), words.exp(var),
        words.maximum(0, size - words.exp(var)), words.exp(-var) - words.exp(-2 * var),
        words.cases(var <= e.grammar.leaf(), 1, 0), 1 / (1 + var) ** 2, e.number(1, (var,)),
    ))


# --- integrals ------------------------------------------------------------------------------------


@attempt("integral", 2)
def _integral(e: Episode) -> Attempt:
    var = _fresh(e, (">=0", ">=0", ">=1", ">0", "[0,1]"))
    low = _exponential(e, var)
    high = e.pick((rewritten(low, e.grammar), low + nonnegative(e) * words.exp(-var),
                   _exponential(e, var)))
    op = e.pick(("<=", "<=", "="))
    first = e.shown(e.pick(("obvious", "identity")), Relation(op, low, high))
    a, b = (var if e.roll(0.6) else Real(e.grammar.name(()), "") for _ in range(2))
    a, b = Var(a.name, var.of), Var(b.name, var.of)
    sides = [Bind("integral", v, None, substitute(side, {var.name: v}))
             for v, side in ((a, low), (b, high))]
    formula = Relation(op if e.roll(0.8) else e.pick(("<=", "=", "<")), *sides)
    return Attempt("integral", formula, (first, *e.premises(1)), {"variable": var})


@attempt("integral-of-sum")
def _integral_of_sum(e: Episode) -> Attempt:
    v = Real("p", e.pick((">=0", ">=1", "[0,1]")))
    a = Symbol(e.grammar.name((v,)), e.grammar.alphabet())
    laws = [one for one in e.grammar.visible((v, a)) if one.of.sizes() and
            isinstance(one.of, RealsSort) and one.of.size == a.of.sizes()[0]]
    body = e.pick((words.exp(-v), _exponential(e, v), e.number(1, (v, a)),
                   *(words.exp(-v) * one[a] for one in laws)))
    left = Bind("integral", v, None, words.total(a, body))
    right = words.total(a, Bind("integral", v, None, body))
    return Attempt("integral-of-sum", equals(left, right), tuple(e.premises(1)))


@attempt("integral-above", 2)
def _integral_above(e: Episode) -> Attempt:
    """∫ f ≤ F(c) − F(a), or up to a bound of F."""
    var = _fresh(e, (">=0", ">=0", ">=1"))
    antiderivative = e.pick((-words.exp(-var), _exponential(e, var), var * words.exp(-var), var,
                             -1 / (1 + var), words.absolute(var - 1), words.log(1 + var)))
    grown = slope(antiderivative, var.name)
    if grown is None:
        raise Nothing("no derivative")
    body = e.pick((grown, rewritten(grown, e.grammar), _exponential(e, var),
                   words.minimum(grown, 1), grown / 2))
    assert isinstance(var.of, RealSort)
    start = number(var.of.low)
    low = substitute(antiderivative, {var.name: start})
    whole = Bind("integral", var, None, body)
    data: dict[str, Any] = {"variable": var, "antiderivative": antiderivative}
    if e.roll(0.5):
        end = e.pick((number(1), number(2), e.grammar.leaf()))
        within = [e.assumed(Relation("<=", var, end))] if e.roll(0.5) else []
        first = e.shown("obvious", Relation("<=", body, grown), *within)
        beyond = e.assumed(Relation("<=", end, var))
        second = e.shown("obvious", Relation("<=", body, number(0)), beyond)
        last = substitute(antiderivative, {var.name: end})
        data["end"] = end
    else:
        first = e.shown("obvious", Relation("<=", body, grown))
        top = e.pick((number(0), number(1), e.grammar.leaf()))
        second = e.shown("obvious", Relation("<=", antiderivative, top))
        last = top
    formula = Relation("<=", whole, last - low)
    return Attempt("integral-above", formula, (first, second, *e.premises(1)), data)


@attempt("integral-below", 2)
def _integral_below(e: Episode) -> Attempt:
    """F(c) − F(a) ≤ ∫ f."""
    var = _fresh(e, (">=0", ">=0", ">=1"))
    antiderivative = e.pick((-words.exp(-var), _exponential(e, var), -2 * words.exp(-var), var,
                             words.absolute(var - 1), words.log(1 + var), words.sqrt(var)))
    grown = slope(antiderivative, var.name)
    if grown is None:
        raise Nothing("no derivative")
    body = e.pick((grown, grown + nonnegative(e), words.maximum(grown, 0), _exponential(e, var)))
    end = e.pick((number(1), number(2), number(0), e.grammar.leaf()))
    premises = [e.assumed(Relation("<=", var, end))] if e.roll(0.4) else []
    first = e.shown("obvious", Relation("<=", grown, body), *premises)
    assert isinstance(var.of, RealSort)
    start = number(var.of.low)
    low, high = (substitute(antiderivative, {var.name: at}) for at in (start, end))
    whole = Bind("integral", var, None, body)
    return Attempt("integral-below", Relation("<=", high - low, whole), (first, *e.premises(1)),
                   {"variable": var, "antiderivative": antiderivative, "end": end})


# --- continuity -----------------------------------------------------------------------------------


@attempt("intermediate", 3)
def _intermediate(e: Episode) -> Attempt:
    """Whatever follows from a number at which a function takes a value, without that number."""
    var = _fresh(e, ("", ">=0", ">0", "[0,1]", "(0,1)"))
    inner = Var(e.pick((var.name, "p''")), var.of)
    body = e.pick((inner * inner, inner, 1 / inner, words.cases(inner <= 0, 0, 1), 2 * inner - 1,
                   words.exp(inner), words.log(inner), words.sqrt(inner), words.absolute(inner),
                   e.number(1, (inner,)), e.number(2, (inner,)), inner / inner,
                   words.maximum(inner, e.grammar.leaf())))
    function = Function(inner, body)
    low, high = (e.pick((number(0), number(1), number(-1), number(2), number(fmpq(1, 2)),
                         e.grammar.leaf())) for _ in range(2))
    ends = [substitute(body, {inner.name: end}) for end in (low, high)]
    value = e.pick((number(0), number(fmpq(1, 2)), number(1), e.grammar.leaf(), *ends,
                    (ends[0] + ends[1]) / 2))
    at_var = substitute(body, {inner.name: var})
    found = e.assumed(equals(at_var, value))
    used = [found]
    for place in (Relation("<=", low, var), Relation("<=", var, high)):
        if e.roll(0.5):
            used.append(e.assumed(place))
    if e.roll(0.5):
        # What is known of the body's values is known of the value.
        sign = e.pick((Relation("<=", number(0), at_var), Relation("<", number(0), at_var),
                       negation(equals(at_var, 0)), Relation("<=", at_var, at_var)))
        shown = e.shown("obvious", sign, *used[1:])
        said = e.shown("rewrite", substitute_term(shown.formula, at_var, value), found, shown)
    else:
        said = e.shown("arithmetic", Relation("<=", number(0), value), *used,
                       products=[["1", [["sign", at_var]]]], equalities=[[number(1), 0]])
    more = list(e.premises(1))
    for bound in (Relation("<=", low, high), *_between(body, inner, low, high, value)):
        if e.roll(0.85):
            more.append(e.assumed(bound))
    return Attempt("intermediate", said.formula, tuple(dict.fromkeys([said, *more])), {
        "variable": var, "function": function, "low": low, "high": high, "value": value})


def _between(body: Term, inner: Var, low: Term, high: Term, value: Term) -> list[Formula]:
    one, two = (substitute(body, {inner.name: end}) for end in (low, high))
    return [Relation("<=", one, value), Relation("<=", value, two)]


def substitute_term(formula: Formula, old: Term, new: Term) -> Formula:
    """The formula with a term replaced wherever it occurs."""
    from bench.fuzz.trees import places, with_part

    found = formula
    for path, part, _ in places(formula):
        if part == old:
            found = with_part(found, path, new)
    return found


# --- convexity ------------------------------------------------------------------------------------


def _convex(e: Episode) -> tuple[Var, Term]:
    var = Real(e.pick(("p", "z'")), e.pick(OPEN))
    x: Term = var
    body = e.pick((
        x * x, x * words.log(x), 1 / x, words.exp(x), -words.log(x), x**3, -words.sqrt(x), x**-2,
        words.absolute(x), e.grammar.leaf() * x * x, nonnegative(e) * x**2 + e.grammar.leaf() * x,
        -words.binary_entropy(x), 1 / (1 + x), words.log(x), e.number(2, (var,)),
        x ** e.grammar.leaf(),
    ))
    return var, body


def _argument(e: Episode, var: Var) -> Term:
    """A term that mostly lies in the function's interval."""
    alike = [one for one in e.scope.of(RealSort) if one.of == var.of]
    return e.pick((e.grammar.leaf(), words.exp(e.grammar.leaf()), number(fmpq(1, 2)), number(2),
                   *alike, *alike))


@attempt("chord", 2)
def _chord(e: Episode) -> Attempt:
    var, body = _convex(e)
    low, point, high = (_argument(e, var) for _ in range(3))
    at = [substitute(body, {var.name: term}) for term in (low, point, high)]
    formula = Relation("<=", (high - low) * at[1], (high - point) * at[0] + (point - low) * at[2])
    premises = list(e.premises(2))
    for part in (Relation("<=", low, point), Relation("<=", point, high)):
        if e.roll(0.85):
            premises.append(e.assumed(part))
    return Attempt("chord", formula, tuple(dict.fromkeys(premises)), {
        "function": Function(var, body), "low": low, "point": point, "high": high,
        "certificate": None})


@attempt("tangent", 2)
def _tangent(e: Episode) -> Attempt:
    var, body = _convex(e)
    point, touching = _argument(e, var), _argument(e, var)
    grown = slope(body, var.name)
    if grown is None:
        raise Nothing("no derivative")
    line = substitute(body, {var.name: touching}) + substitute(
        grown, {var.name: touching}) * (point - touching)
    formula = Relation("<=", line, substitute(body, {var.name: point}))
    return Attempt("tangent", formula, tuple(e.premises(2)), {
        "function": Function(var, body), "point": point, "touching": touching,
        "certificate": None})


# --- linear dependence ----------------------------------------------------------------------------


@attempt("dependence", 2)
def _dependence(e: Episode) -> Attempt:
    """Whatever follows from numbers that solve more homogeneous equations than there are."""
    size = e.grammar.alphabet()
    count = e.pick((number(1), number(0), number(2), e.grammar.alphabet()))
    z = e.scope.declare(Reals("z'", size))
    if not isinstance(z.of, RealsSort):
        raise Nothing("the name is taken")
    size = z.of.size
    row = Symbol(e.pick(("x", "w")), size)
    column = Symbol(e.pick(("y", "w'")), count)
    weight = e.pick((number(1), e.number(1, (row, column)), e.grammar.leaf((row,))))
    options = [v for v in e.scope.of(EventSort) if v.of.sizes()[0] == size]
    whole = words.event_where(row, row >= 0)
    event = e.pick((*options, whole, e.grammar.event(size)))
    assumed = [
        every(column, equals(words.total(row, z[row] * weight), 0)),
        every(row, either(equals(words.indicator(event, row), 1), equals(z[row], 0))),
        some(row, negation(equals(z[row], 0))),
    ]
    hypothesis = e.assumed(e.pick(assumed))
    said = _said(e, hypothesis.formula, z)
    first = e.shown("propositional", said, hypothesis) if e.roll(0.5) else e.assumed(e.fact())
    more = list(e.premises(1))
    if e.roll(0.85):
        more.append(e.assumed(Relation("<", count, cardinality(event))))
    return Attempt("dependence", first.formula, tuple(dict.fromkeys([first, *more])), {
        "variable": z, "row": row, "column": column, "weight": weight, "event": event})


def _said(e: Episode, formula: Formula, z: Var) -> Formula:
    other = e.fact()
    if z.name in free_variables(other):
        raise Nothing("it speaks of the numbers")
    return either(formula, other)


__all__ = ["SymbolSort"]
