"""Formulas: connectives, quantifiers over finite ranges, named definitions, substitution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    JointSort,
    PmfSort,
    RealSort,
    Sort,
    sort_name,
)
from verified.syntax.trees import (
    RELATIONS,
    And,
    Bind,
    Cases,
    Formula,
    Not,
    Number,
    Op,
    Or,
    Predicate,
    Quantified,
    Relation,
    Term,
    Var,
    free_variables,
    relation,
)
from verified.syntax.written import Viewed


@dataclass(frozen=True)
class Definition:
    """What a predicate stands for, how authors build it, and how it is printed.

    `expand` gives the formula in its place; the kernel only ever sees that.

    Attributes:
        takes: the arguments as typed variables, as a quantity's record has them; each of several
            lists is one way.
        spellings: other templates that are read and never printed (`verified.reading`).
    """

    expand: Callable[..., Formula]
    build: Callable[..., Predicate]
    latex: str
    text: str
    takes: tuple[tuple[Var, ...], ...] = ()
    spellings: tuple[str, ...] = ()


DEFINITIONS: dict[str, Definition] = {}


def expand(predicate: Predicate) -> Formula:
    """The formula that a predicate stands for."""
    return DEFINITIONS[predicate.name].expand(*predicate.args, *predicate.detail)



def _formula(value: Any, place: str) -> Formula:
    if isinstance(value, Formula):
        return value
    raise ClaimError(f"{value!r} {place} is not a formula")


def both(*parts: Formula) -> And:
    """All of the formulas."""
    return And(tuple(_formula(part, "in both(…)") for part in parts))


def either(*parts: Formula) -> Or:
    """At least one of the formulas."""
    return Or(tuple(_formula(part, "in either(…)") for part in parts))


def negation(body: Formula) -> Not:
    """The formula doesn't hold."""
    return Not(_formula(body, "in negation(…)"))


def implies(hypothesis: Formula, conclusion: Formula) -> Or:
    """If the hypothesis holds, so does the conclusion."""
    return Or((negation(hypothesis), _formula(conclusion, "in implies(…)")))


# What a quantifier inside a formula may range over, beside what is gone through one by one.
BEYOND_LISTS = (RealSort, PmfSort, ChannelSort, JointSort)


def is_beyond_lists(formula: Formula) -> bool:
    """Whether it is a quantifier over numbers or laws, which aren't gone through one by one."""
    return isinstance(formula, Quantified) and not formula.var.sort.is_listed


def _quantified(kind: str, var: Var, body: Formula, where: Formula | None) -> Quantified:
    listed = isinstance(var, Var) and var.sort.is_listed
    if not listed and not (isinstance(var, Var) and isinstance(var.sort, BEYOND_LISTS)):
        name = sort_name(var.sort) if isinstance(var, Var) else repr(var)
        raise ClaimError(
            f"{kind} inside a formula ranges over a Symbol, an Event, a Real, a Pmf, a Channel or "
            f"a Joint, not a {name}; variables of other sorts go into the claim's `forall`"
        )
    return Quantified(kind, var, where, _formula(body, f"under {kind}"))


def every(var: Var, body: Formula, where: Formula | None = None) -> Quantified:
    """For every value of `var` (with `where`), the body holds.

    Symbols and events are gone through. Of a real number, a law, a channel or a joint law one value
    decides where the claim fails by it, as in a conclusion; elsewhere see docs/quantifiers.md.
    """
    return _quantified("forall", var, body, where)


def some(var: Var, body: Formula, where: Formula | None = None) -> Quantified:
    """For some value of `var` (with `where`), the body holds; as `every`, the other way round."""
    return _quantified("exists", var, body, where)


# --- negation normal form -------------------------------------------------------------------------


def negate(formula: Formula) -> Formula:
    """The negation, pushed inwards to the relations.

    A relation keeps its `Not`: it fails too where a side is undefined, so ¬(a ≤ b) says more than
    b < a does.
    """
    match formula:
        case Not(body):
            return body
        case And(parts):
            return Or(tuple(negate(part) for part in parts))
        case Or(parts):
            return And(tuple(negate(part) for part in parts))
        case Quantified(kind, var, guard, body):
            return Quantified("exists" if kind == "forall" else "forall", var, guard, negate(body))
        case Predicate():
            return negate(expand(formula))
    return Not(formula)


# --- substitution ---------------------------------------------------------------------------------


def substitute_sort(sort: Sort, values: Mapping[str, Term]) -> Sort:
    """The sort with variables in its sizes replaced."""
    if not any(name in values for size in sort.sizes() for name in free_variables(size)):
        return sort

    changed: dict[str, Any] = {}
    for part in fields(sort):
        value = getattr(sort, part.name)
        if isinstance(value, Term):
            changed[part.name] = substitute(value, values)
        elif isinstance(value, tuple) and value and isinstance(value[0], Term):
            changed[part.name] = tuple(substitute(term, values) for term in value)
    return replace(sort, **changed) if changed else sort


def substitute(node: Any, values: Mapping[str, Term]) -> Any:
    """The term or formula with free variables replaced by terms; no binder captures one of them."""
    if isinstance(node, Viewed) and values.keys().isdisjoint(free_variables(node)):
        return node
    match node:
        case Var():
            if node.name in values:
                return values[node.name]
            return Var(node.name, substitute_sort(node.of, values), node.symbol)
        case Number():
            return node
        case Op():
            args = tuple(substitute(arg, values) for arg in node.args)
            result = substitute_sort(node.result, values)
            if node.head == "component":
                # A part of other numbers lies in their interval.
                result = args[0].sort.element
            return Op(node.head, args, result, node.detail)
        case Cases():
            parts = (substitute(part, values) for part in (node.test, node.then, node.otherwise))
            return Cases(*parts)
        case Bind() | Quantified():
            inner = {name: term for name, term in values.items() if name != node.var.name}
            var = Var(node.var.name, substitute_sort(node.var.of, values), node.var.symbol)
            taken = {name for term in inner.values() for name in free_variables(term)}
            if var.name in taken:
                # A free variable of that name comes in: the bound one takes another.
                taken |= set(free_variables(node.body)) | set(inner)
                if node.guard is not None:
                    taken |= set(free_variables(node.guard))
                name = var.name
                while name in taken:
                    name += "'"
                var = Var(name, var.of, "")
                inner[node.var.name] = var
            guard = None if node.guard is None else substitute(node.guard, inner)
            body = substitute(node.body, inner)
            if isinstance(node, Bind):
                return Bind(node.kind, var, guard, body, substitute_sort(node.result, values))
            return Quantified(node.kind, var, guard, body)
        case Relation():
            return Relation(node.op, substitute(node.left, values), substitute(node.right, values))
        case Not():
            return Not(substitute(node.body, values))
        case And() | Or():
            return type(node)(tuple(substitute(part, values) for part in node.parts))
        case Predicate():
            args = tuple(substitute(arg, values) for arg in node.args)
            return Predicate(node.name, args, node.detail)
    raise ClaimError(f"{node!r} is neither a term nor a formula")


__all__ = [
    "And", "DEFINITIONS", "Definition", "Formula", "Not", "Or", "Predicate", "Quantified",
    "RELATIONS", "Relation", "both", "either", "every", "expand", "implies", "is_beyond_lists",
    "negate", "negation",
    "relation", "some", "substitute", "substitute_sort",
]
