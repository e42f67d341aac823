"""Goals: what evidence must show, as "some instance makes this formula hold".

A refutation of a universal claim, a proof of an existence claim and a non-vacuity witness are one
kind of thing: an instance of a body. Polarity is derived here, never written by hand: definitions
are expanded, negation is pushed inwards, and a supremum on the side where a single point decides
becomes one more variable of the instance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verified.syntax.affine import is_program
from verified.syntax.curves import is_curve
from verified.syntax.formulas import (
    BEYOND_LISTS,
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
    expand,
    is_beyond_lists,
    negate,
    substitute,
)
from verified.syntax.sorts import ClaimError
from verified.syntax.statements import Statement
from verified.syntax.terms import Bind, Op, Var, children, distinct, free_variables
from verified.syntax.trees import REAL


@dataclass(frozen=True)
class Goal:
    """Some values of `variables` meet all of `given` and `conclusion`.

    Attributes:
        points: the variables that stand for a supremum that some value must reach, though the
            statement says that none goes beyond: r < 1 for all r in [0, 1) isn't sup r < 1.
    """

    variables: tuple[Var, ...]
    given: tuple[Formula, ...]
    conclusion: Formula
    points: frozenset[str] = frozenset()

    @property
    def body(self) -> Formula:
        """All that an instance must meet."""
        return And((*self.given, self.conclusion))


def goal(statement: Statement, polarity: str) -> Goal:
    """The goal whose instances are evidence.

    Args:
        polarity: "refutation" (of a universal claim), "proof" (of an existence claim), or "witness"
            (an instance that meets the hypotheses).

    Raises:
        ClaimError: an instance can't be that kind of evidence for this statement.
    """
    lifted: dict[str, Var] = {var.name: var for var in statement.variables}
    # What hypotheses seek by linear conditions, an instance needn't name: it is decided.
    hypotheses = tuple(
        _bounded(_opened(normal(formula), lifted, kept=True), lifted)
        for formula in statement.given
    )
    if polarity == "witness":
        conclusion: Formula = And(())
    elif polarity == "refutation" and statement.quantifier == "forall":
        conclusion = normal(negate(statement.then))
    elif polarity == "proof" and statement.quantifier == "exists":
        conclusion = normal(statement.then)
    else:
        raise ClaimError(
            f"an instance is no {polarity} of a claim that says {statement.quantifier!r}"
        )
    points: set[str] = set()
    conclusion = _bounded(_lift(_opened(_split(conclusion), lifted), lifted, points), lifted)
    found = Goal(tuple(lifted.values()), hypotheses, conclusion, frozenset(points))
    _refuse_suprema(found.body)
    _refuse_quantifiers(found.body)
    return found


def normal(formula: Formula) -> Formula:
    """Definitions expanded, negations at relations only, >= and > turned round.

    What was found is kept with the formula: neither it nor what its notions stand for changes.
    """
    if not isinstance(formula, Formula):
        raise ClaimError(f"{formula!r} is not a formula")
    found: Formula | None = formula.__dict__.get("_normal")
    if found is None:
        found = formula.__dict__["_normal"] = _normal(formula)
    return found


def _normal(formula: Formula) -> Formula:
    match formula:
        case Relation(op, left, right):
            return Relation("<=" if op == ">=" else "<", right, left) if op[0] == ">" else formula
        case Not(Relation() as relation):
            return Not(normal(relation))
        case Not(body):
            return normal(negate(body))
        case And(parts):
            return And(tuple(normal(part) for part in parts))
        case Or(parts):
            return Or(tuple(normal(part) for part in parts))
        case Quantified(kind, var, guard, body):
            return Quantified(kind, var, None if guard is None else normal(guard), normal(body))
        case Predicate():
            return normal(expand(formula))
    raise ClaimError(f"{formula!r} is not a formula")


def _opened(formula: Formula, lifted: dict[str, Var], kept: bool = False) -> Formula:
    """Replace "for some number or law" by one more variable of the instance.

    Nothing is lost where another part of a disjunction decides: none of these sorts is empty.

    Args:
        kept: whether linear programs stay as they are.
    """
    match formula:
        case And(parts) | Or(parts):
            return type(formula)(tuple(_opened(part, lifted, kept) for part in parts))
        case Quantified(kind="exists") if is_beyond_lists(formula):
            if kept and is_program(formula):
                return formula
            body, within = _unbind(formula, lifted, None)
            return _where(within, _opened(body, lifted, kept))
    return formula


def _lift(formula: Formula, lifted: dict[str, Var], points: set[str]) -> Formula:
    """Replace a supremum by one more variable of the instance, where one point is evidence.

    L ≤ f(x) is evidence for L ≤ sup f, and ¬(f(x) ≤ R) for ¬(sup f ≤ R); infima likewise. A
    supremum may equal L and no f(x): then the goal asks for more than the statement, and its
    variable is one of the `points`.
    """
    match formula:
        case And(parts) | Or(parts):
            return type(formula)(tuple(_lift(part, lifted, points) for part in parts))
        case Relation("<" | "<=" as op, left, right):
            reached = points if op == "<=" else None
            if isinstance(right, Bind) and right.kind == "sup":
                point, within = _unbind(right, lifted, reached)
                return _where(within, _lift(Relation(op, left, point), lifted, points))
            if isinstance(left, Bind) and left.kind == "inf":
                point, within = _unbind(left, lifted, reached)
                return _where(within, _lift(Relation(op, point, right), lifted, points))
        case Not(Relation("<" | "<=" as op, left, right)):
            reached = points if op == "<" else None
            if isinstance(left, Bind) and left.kind == "sup":
                point, within = _unbind(left, lifted, reached)
                return _where(within, _lift(Not(Relation(op, point, right)), lifted, points))
            if isinstance(right, Bind) and right.kind == "inf":
                point, within = _unbind(right, lifted, reached)
                return _where(within, _lift(Not(Relation(op, left, point)), lifted, points))
    return formula


def _split(formula: Formula) -> Formula:
    """That a supremum isn't a number: it is less or more."""
    match formula:
        case And(parts) | Or(parts):
            return type(formula)(tuple(map(_split, parts)))
        case Not(Relation("=", left, right)) if _is_extremum(left) or _is_extremum(right):
            return Or((Not(Relation("<=", left, right)), Not(Relation("<=", right, left))))
    return formula


def _bounded(formula: Formula, lifted: dict[str, Var]) -> Formula:
    """Replace a supremum that no single point decides by a quantifier, which subdivision or a
    linear program may decide: sup f ≤ R where f(x) ≤ R for every x, sup f < R where some number
    below R is such a bound, which becomes one more variable of the instance; infima likewise."""
    match formula:
        case And(parts) | Or(parts):
            return type(formula)(tuple(_bounded(part, lifted) for part in parts))
        case Relation("<" | "<=" as op, Bind("sup") as bind, end) if _may_range(bind):
            return _all_beyond(bind, end, op == "<", lifted)
        case Relation("<" | "<=" as op, end, Bind("inf") as bind) if _may_range(bind):
            return _all_beyond(bind, end, op == "<", lifted)
        case Not(Relation("<" | "<=" as op, end, Bind("sup") as bind)) if _may_range(bind):
            return _all_beyond(bind, end, op == "<=", lifted)
        case Not(Relation("<" | "<=" as op, Bind("inf") as bind, end)) if _may_range(bind):
            return _all_beyond(bind, end, op == "<=", lifted)
    return formula


def _all_beyond(bind: Bind, end: Any, strictly: bool, lifted: dict[str, Var]) -> Formula:
    """That no value under a supremum is above `end`, or under an infimum below it; `strictly`:
    above a number that is below it itself."""
    bound = end
    if strictly:
        name = "r"
        while name in lifted:
            name += "'"
        bound = lifted[name] = Var(name, REAL)
    name = bind.var.name
    while name in free_variables(bound):
        name += "'"
    var = Var(name, bind.var.of, bind.var.symbol)
    body = substitute(bind.body, {bind.var.name: var})
    guard = None if bind.guard is None else normal(substitute(bind.guard, {bind.var.name: var}))
    upper = bind.kind == "sup"

    def ordered(op: str, low: Any, high: Any) -> Relation:
        return Relation(op, low, high) if upper else Relation(op, high, low)

    every = Quantified("forall", var, guard, _bounded(ordered("<=", body, bound), lifted))
    # Where there is nothing to go through the end has a value all the same.
    return And((every, ordered("<" if strictly else "<=", bound, end)))


def _is_extremum(term: Any) -> bool:
    return isinstance(term, Bind) and term.kind in ("sup", "inf")


def _may_range(bind: Bind) -> bool:
    """Whether a quantifier ranges over such variables."""
    return bind.var.sort.is_listed or isinstance(bind.var.of, BEYOND_LISTS)


def _where(within: Formula | None, formula: Formula) -> Formula:
    """A point of a guarded supremum must meet the guard too."""
    return formula if within is None else And((within, formula))


def _unbind(
    node: Bind | Quantified, lifted: dict[str, Var], points: set[str] | None
) -> tuple[Any, Formula | None]:
    """The body at a new variable, and the guard at it."""
    name = node.var.name
    while name in lifted:
        name += "'"
    # Suprema nested in one another may size their laws by each other's variables.
    var = Var(name, node.var.of, node.var.symbol)
    for part in free_variables(var).values():
        lifted.setdefault(part.name, part)
    if points is not None:
        points.add(name)
    values = {node.var.name: var}
    within = None if node.guard is None else normal(substitute(node.guard, values))
    return substitute(node.body, values), within


# Quantities of two laws that are no affine function of these, and what says that they are at most
# a number by relations that are: what events tell.
_BY_EVENTS = {
    "total_variation": "{0}[A] - {1}[A] <= …",
    "hockey_stick": "{0}[A] - exp({2}) * {1}[A] <= …",
}


def _advice(node: Quantified) -> str:
    """What to write of a law that is sought where a divergence from it is no linear program."""
    for part in distinct(node.body):
        if isinstance(part, Op) and part.head in _BY_EVENTS and any(
            node.var.name in free_variables(arg) for arg in part.args[:2]
        ):
            written = _BY_EVENTS[part.head].format(*part.args)
            return f"; that {part} is at most a number is every(A, {written}) for events A"
    return ""


def _refuse_quantifiers(body: Formula) -> None:
    waiting: list[Any] = [body]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Quantified) or not is_beyond_lists(node):
            waiting.extend(children(node))
        elif not is_program(node) and not is_curve(node):
            raise ClaimError(
                f"{negate(node) if node.kind == 'exists' else node} stands where no single value "
                "decides it, and it is no linear program and no relation of curves; "
                f"docs/quantifiers.md tells what to write{_advice(node)}; a supremum over laws "
                "may have a name (capacity, mi_dp, …)"
            )


def _refuse_suprema(body: Formula) -> None:
    for node in distinct(body):
        if isinstance(node, Bind) and node.kind in ("sup", "inf"):
            raise ClaimError(
                f"{node} stands where a single point can't decide it: a supremum must be a whole "
                "side of a relation; use a named quantity (capacity, mi_dp, …)"
            )
