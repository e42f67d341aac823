"""Scalar goals: a term that is at least 0 on a box that meets some relations; its range there.

`verified.kernel.scalar` proves them. A goal forgets the sorts of variables: the box says where each
of them ranges.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verified.kernel.calculus import minus
from verified.kernel.quotients import Quotients, refiner
from verified.kernel.ranges import (
    ARITY,
    Interval,
    Program,
    Refine,
    interval_of,
    is_negative,
    is_positive,
    real_domain,
)
from verified.kernel.values import Rejected
from verified.syntax.claims import Statement
from verified.syntax.formulas import And, Formula, Relation
from verified.syntax.serial import read_rational
from verified.syntax.sorts import RealSort, SizeSort
from verified.syntax.terms import REAL, Number, Op, Term, Var

_PROGRAMS: dict[int, tuple[Term, Program]] = {}
MOST_PROGRAMS = 4096


@dataclass(frozen=True)
class Goal:
    """`term` ≥ 0, or > 0 if `strict`, on the points of the box that meet all of `given`.

    Attributes:
        box: the domain of every variable.
        whole: the variables that range over whole numbers only.
    """

    box: Mapping[str, RealSort]
    whole: frozenset[str]
    given: tuple[Relation, ...]
    term: Term
    strict: bool

    def ranges(self) -> dict[str, Interval]:
        """The box as intervals with binary ends."""
        return {name: interval_of(domain) for name, domain in self.box.items()}



def scalar_goals(statement: Statement) -> list[Goal]:
    """The goals of a statement, one for each relation of its conclusion.

    Hypotheses that are neither relations nor conjunctions are left out: less is then assumed.

    Raises:
        Rejected: the statement is no universal one of scalars, or concludes something other than
            inequalities.
    """
    if statement.quantifier != "forall":
        raise Rejected("a scalar statement speaks of all values, not of some")
    box = {var.name: real_domain(var.of) for var in statement.variables}
    if len(box) != len(statement.variables):
        raise Rejected("two variables of the statement have one name")
    whole = frozenset(var.name for var in statement.variables if isinstance(var.of, SizeSort))
    given = tuple(part for formula in statement.given for part in _conjuncts(formula))
    known = tuple(
        Relation(part.op, plain(part.left), plain(part.right))
        for part in given
        if isinstance(part, Relation) and is_scalar(part.left) and is_scalar(part.right)
    )
    goals = []
    for part in _conjuncts(statement.then):
        if not isinstance(part, Relation) or part.op == "=":
            raise Rejected(f"{part} is no inequality")
        small, large = sides(part)
        term = minus(plain(large), plain(small))
        goals.append(Goal(box, whole, known, term, part.op in ("<", ">")))
    return goals


def is_scalar(term: Term) -> bool:
    """Whether a term is made of finite numbers, variables and the operations of `ARITY`."""
    match term:
        case Number(value):
            return value is not None
        case Var():
            return isinstance(term.of, RealSort | SizeSort)
        case Op(head, args):
            return ARITY.get(head) == len(args) and all(is_scalar(arg) for arg in args)
    return False


def plain(term: Term) -> Term:
    """The term with all sorts forgotten: the box says where a variable ranges.

    Raises:
        Rejected: it's no scalar term.
    """
    if not is_scalar(term):
        raise Rejected(f"{term} is no scalar term")
    match term:
        case Var(name):
            return Var(name, REAL)
        case Op(head, args):
            return Op(head, tuple(plain(arg) for arg in args), REAL)
    return term


def term_data(term: Term) -> Any:
    """A scalar term as JSON data: "p/q", "pi", ["x"] for a variable, [head, argument, ...]."""
    match term:
        case Op("pi", ()):
            return "pi"
        case Number():
            return str(term.value)
        case Var(name):
            return [name]
        case Op(head, args):
            return [head, *(term_data(arg) for arg in args)]
    raise Rejected(f"{term} is no scalar term")


def read_scalar(value: Any, names: Container[str]) -> Term:
    """A scalar term from JSON data, its variables among `names`."""
    match value:
        case "pi":
            return Op("pi", (), REAL)
        case str():
            return Number(read_rational(value))
        case [str(name)]:
            if name not in names:
                raise Rejected(f"nobody binds the variable {name!r}")
            return Var(name, REAL)
        case [str(head), *args] if ARITY.get(head) == len(args):
            return Op(head, tuple(read_scalar(arg, names) for arg in args), REAL)
    raise Rejected("a certificate holds a malformed term")


def _conjuncts(formula: Formula) -> list[Formula]:
    if isinstance(formula, And):
        return [found for part in formula.parts for found in _conjuncts(part)]
    return [formula]


def sides(relation: Relation) -> tuple[Term, Term]:
    """The smaller and the larger side of an inequality (or of an equality, as it is written)."""
    if relation.op in (">=", ">"):
        return relation.right, relation.left
    return relation.left, relation.right


def shortened(term: Term) -> str:
    """A term as text, cut for a message."""
    text = str(term)
    return text if len(text) <= 80 else text[:77] + "..."


# --- ranges ---------------------------------------------------------------------------------------


def program(term: Term) -> Program:
    """The program of a term, kept: the leaves of a subdivision share one term."""
    kept = _PROGRAMS.get(id(term))
    if kept is None or kept[0] is not term:
        if len(_PROGRAMS) >= MOST_PROGRAMS:
            _PROGRAMS.clear()
        # The term is kept with it, so that its id can't be taken by another.
        kept = _PROGRAMS[id(term)] = (term, Program(term))
    return kept[1]


def algebra(goal: Goal) -> Quotients:
    """Normal forms on the goal's region, its hypotheses known."""
    facts = []
    for part in goal.given:
        small, large = sides(part)
        facts.append((minus(large, small), part.op in ("<", ">")))
    return Quotients(goal.ranges(), facts)


def _lazy_refiner(goal: Goal) -> Refine:
    """`refiner`, built when it's first needed."""
    built: list[Refine] = []

    def refine(term: Term, found: Interval) -> Interval:
        if not built:
            built.append(refiner(algebra(goal)))
        return built[0](term, found)

    return refine


def bound(goal: Goal, term: Term) -> Interval:
    """The range of a term on the goal's box.

    Raises:
        NotDefined: a part can't be shown to be a real number there.
    """
    return program(term).run(goal.ranges(), _lazy_refiner(goal))


def has_sign(goal: Goal, term: Term, *signs: int) -> bool:
    """Whether a term certainly has one of the signs (1, −1) on the goal's region."""
    found = bound(goal, term)
    if (1 in signs and is_positive(found)) or (-1 in signs and is_negative(found)):
        return True
    quotients = algebra(goal)
    ((top, bottom),) = quotients.form(term)
    return quotients.quotient_sign(top, bottom) in signs


def require_defined(goal: Goal, *terms: Term) -> None:
    """Refuse terms that may be undefined somewhere on the goal's box (`NotDefined`)."""
    for term in terms:
        bound(goal, term)


def with_domain(goal: Goal, name: str, domain: RealSort) -> Goal:
    """The goal with another domain for a variable."""
    return replace(goal, box={**goal.box, name: domain})
