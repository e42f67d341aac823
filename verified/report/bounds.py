"""Which claims bound a quantity by a closed form, and in which parameters: what a picture of a
bound can show.

A claim's conclusion is read as `measured ≤ bound` or `bound ≤ measured`. The bound is a function of
numbers: of variables of the claim, or of a quantity of its laws, as √(D/2) is in Pinsker's
inequality. One of them runs along the axis; others are held at a few values, a slice each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from flint import arb, fmpq

from verified.kernel.truth import BallReading, decide
from verified.quantities.numbers import maximum
from verified.quantities.words import hockey_stick
from verified.syntax.claims import Claim
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
    substitute,
)
from verified.syntax.goals import normal
from verified.syntax.quantity import QUANTITIES
from verified.syntax.serial import statement_digest
from verified.syntax.sorts import ClaimError, IntegerLawSort, LawSort, RealSort, SizeSort
from verified.syntax.statements import Statement
from verified.syntax.terms import Number, Op, Term, Var, free_variables, number

# At which values a number beside the axis may be held, as shares of its interval, or above its
# least value where it has no largest; of those that the hypotheses allow the first, the middle and
# the last are taken.
SHARES = (fmpq(1, 20), fmpq(1, 4), fmpq(1, 2), fmpq(3, 4))
STEPS = (fmpq(1, 10), fmpq(1, 2), fmpq(1), fmpq(3, 2), fmpq(3))
WHOLE_VALUES = (2, 3)
MOST_REALS = 2


@dataclass(frozen=True)
class Parameter:
    """A number that a bound is a function of.

    Attributes:
        term: what it is in the claim: a variable, or a quantity of its laws.
        var: what stands for it in the bound's shape.
    """

    term: Term
    var: Var

    @property
    def whole(self) -> bool:
        return isinstance(self.var.of, SizeSort)

    @property
    def ends(self) -> tuple[fmpq | None, fmpq | None]:
        """Where its values lie, as far as its sort tells."""
        if self.whole:
            return fmpq(1), None
        low, high = getattr(self.var.of, "low", None), getattr(self.var.of, "high", None)
        return low, high


@dataclass(frozen=True)
class Bounded:
    """A claim as a bound.

    Attributes:
        measured: what is bounded; `curve` if it is a closed form too.
        bound: the bound as the claim has it; `shape` with its parameters as variables.
        upper: whether `measured` is at most the bound.
        across: the parameter along the axis.
        beside: the others.
    """

    name: str
    statement: Statement
    measured: Term
    bound: Term
    shape: Term
    upper: bool
    across: Parameter
    beside: tuple[Parameter, ...]
    curve: bool

    @property
    def slices(self) -> list[dict[str, fmpq | int]]:
        """The values at which the parameters beside the axis are held, by their names."""
        wholes = [one for one in self.beside if one.whole]
        reals = [one for one in self.beside if not one.whole]
        if reals:
            held = {one.var.name: WHOLE_VALUES[0] for one in wholes}
            values = [value for value in _candidates(reals[0]) if self._allowed(reals[0], value)]
            chosen = sorted({values[0], values[len(values) // 2], values[-1]}) if values else []
            return [{reals[0].var.name: value, **held} for value in chosen]
        if wholes:
            return [{one.var.name: value for one in wholes} for value in WHOLE_VALUES]
        return [{}]

    def at(self, held: Mapping[str, fmpq | int]) -> Bounded:
        """The claim with the parameters beside the axis held at values."""
        fixed = {
            one.var.name: number(held[one.var.name]) for one in self.beside
            if isinstance(one.term, Var) and not one.whole
        }
        more = tuple(
            Relation("=", one.term, number(held[one.var.name])) for one in self.beside
            if one.var.name not in fixed
        )
        old = self.statement
        statement = Statement(
            tuple(var for var in old.variables if var.name not in fixed),
            (*(substitute(part, fixed) for part in old.given), *more),
            substitute(old.then, fixed), old.quantifier,
        )
        every = {name: number(value) for name, value in held.items()}
        # A quantity of the laws may be of these parameters, too.
        across = replace(self.across, term=substitute(self.across.term, fixed))
        return replace(
            self, statement=statement, measured=substitute(self.measured, fixed),
            bound=substitute(self.bound, fixed), shape=substitute(self.shape, every),
            across=across, beside=(),
        )

    def _allowed(self, parameter: Parameter, value: fmpq) -> bool:
        """Whether a value meets what the claim supposes of the parameter alone."""
        reading = BallReading({})
        env = {parameter.var.name: arb(value)}
        return all(
            decide(part, env, reading) is True for part in supposed(self.statement, parameter)
        )


def _candidates(parameter: Parameter) -> Iterator[fmpq]:
    low, high = parameter.ends
    start = fmpq(0) if low is None else low
    if high is None:
        yield from (start + step for step in STEPS)
    else:
        yield from (start + (high - start) * share for share in SHARES)


def supposed(statement: Statement, parameter: Parameter) -> tuple[Formula, ...]:
    """What a statement supposes of a parameter alone, or of no variable at all: of numbers."""
    names = {parameter.var.name} if parameter.term == parameter.var else set()
    return tuple(
        part for part in statement.given
        if isinstance(part, Relation) and set(free_variables(part)) <= names
    )


def bounded(claim: Claim) -> Bounded | str:
    """A claim as a bound; or why no picture of a bound shows it, in words."""
    statement = claim.statement
    if statement is None:
        return "it is a row: each of its parts says something of its own"
    if statement.quantifier != "forall":
        return "it says that something exists, and bounds nothing"
    relation = _relation(statement.then)
    if isinstance(relation, str):
        return relation
    found = _sides(relation)
    if isinstance(found, str):
        return found
    measured, bound, upper = found
    parameters = list(_parameters(bound))
    curve = _is_closed(measured)
    if curve:
        parameters += [one for one in _parameters(measured) if one not in parameters]
    reals = [one for one in parameters if not one.whole]
    if len(reals) > MOST_REALS:
        return f"its bound depends on {len(reals)} numbers, and a picture shows {MOST_REALS}"
    if sum(not isinstance(one.term, Var) for one in reals) > 1:
        return "its bound depends on several quantities of its laws"
    across = _across(parameters, statement)
    if across is None:
        return "its bound is one number"
    beside = tuple(one for one in parameters if one != across)
    if any(not one.whole and not isinstance(one.term, Var) for one in beside):
        return "its bound depends on several quantities of its laws"
    shape = _shape(bound, {one.term: one.var for one in parameters})
    return Bounded(
        claim.name, statement, measured, bound, shape, upper, across, beside, curve
    )


def _across(parameters: Sequence[Parameter], statement: Statement) -> Parameter | None:
    """The parameter for the axis: a quantity of the laws, else a number that the hypotheses on laws
    bound, else any real, else a whole one."""
    levels = {
        name for part in statement.given if not _is_closed(part) for name in free_variables(part)
    }
    ranked = sorted(parameters, key=lambda one: (
        one.whole, isinstance(one.term, Var), one.var.name not in levels,
    ))
    return ranked[0] if ranked else None


def _relation(formula: Formula) -> Relation | str:
    """The one relation that a conclusion states, or why there is none."""
    if isinstance(formula, Predicate) and formula.name == "close":
        p, q, eps, delta = formula.args
        if isinstance(p.sort, LawSort | IntegerLawSort):
            return "it speaks of laws on the line"
        return Relation("<=", maximum(hockey_stick(p, q, eps), hockey_stick(q, p, eps)), delta)
    found = normal(formula)
    match found:
        case Relation("<=" | "<"):
            return found
        case Relation():
            return "it states an equality, which is no bound"
        case And(parts):
            return f"it states {len(parts)} relations together"
        case Quantified():
            return "it states a relation for each of what it quantifies over"
        case Not() | Or():
            return "it states no single relation"
    return "it states no relation between numbers"


def _sides(relation: Relation) -> tuple[Term, Term, bool] | str:
    """What is measured, the bound, and whether it is one from above."""
    left, right = relation.left, relation.right
    for measured, bound, upper in ((left, right, True), (right, left, False)):
        if _is_closed(bound) and free_variables(bound) and not _is_closed(measured):
            return measured, bound, upper
    if _is_closed(left) and _is_closed(right):
        if not free_variables(left) and not free_variables(right):
            return "it compares two numbers"
        return left, right, True
    if any(_is_closed(side) for side in (left, right)):
        return "its bound is one number"
    for measured, bound, upper in ((left, right, True), (right, left, False)):
        inner = list(_measured(bound))
        if len(inner) == 1 and bound != inner[0]:
            return measured, bound, upper
    return "it compares quantities of laws with each other, and has no closed form"


def _is_closed(term: Term | Formula) -> bool:
    """Whether all its variables are numbers."""
    return all(
        isinstance(var.of, RealSort | SizeSort) for var in free_variables(term).values()
    )


def _is_arithmetic(term: Term) -> bool:
    return isinstance(term, Op) and all(arg.sort.is_number for arg in term.args)


def _measured(term: Term) -> Iterator[Term]:
    """The largest parts that aren't closed forms, each once."""
    seen: list[Term] = []
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if _is_closed(part):
            continue
        if isinstance(part, Op) and _is_arithmetic(part):
            waiting += reversed(part.args)
        elif part not in seen:
            seen.append(part)
            yield part


def _parameters(bound: Term) -> Iterator[Parameter]:
    """The numbers that a bound is a function of."""
    inner = list(_measured(bound))
    opaque = _shape(bound, {term: Var(f"part {k}", RealSort()) for k, term in enumerate(inner)})
    for name, var in free_variables(opaque).items():
        if not name.startswith("part "):
            yield Parameter(var, var)
    for place, term in enumerate(inner):
        yield Parameter(term, Var("q" if place == 0 else f"q{place}", _range_of(term)))


def _range_of(term: Term) -> RealSort | SizeSort:
    """The interval of a quantity's values."""
    sort: Any = term.sort
    if isinstance(sort, SizeSort):
        return sort
    record = QUANTITIES.get(term.head) if isinstance(term, Op) else None
    values = None if record is None else record.values
    if isinstance(values, RealSort):
        return values
    return sort if isinstance(sort, RealSort) else RealSort()


def _shape(term: Term, places: Mapping[Term, Var]) -> Term:
    """A term with parts of it replaced by variables."""
    if term in places:
        return places[term]
    if _is_closed(term) or not isinstance(term, Op):
        return term
    args = tuple(_shape(arg, places) for arg in term.args)
    return Op(term.head, args, term.result, term.detail)


# --- other bounds of the same quantity ------------------------------------------------------------


def subject(found: Bounded) -> str:
    """A digest of what is bounded and under which hypotheses on laws: equal for claims that bound
    the same, whatever they suppose of the bound's parameters alone."""
    numbers = {one.var.name for one in (found.across, *found.beside)}
    given = tuple(
        part for part in found.statement.given if not set(free_variables(part)) <= numbers
    )
    order: dict[str, Var] = dict(free_variables(found.measured))
    for part in given:
        order.update(free_variables(part))
    for var in list(order.values()):
        for name, inner in free_variables(var).items():
            order.setdefault(name, inner)
    across = "" if found.across.term == found.across.var else str(found.across.term)
    statement = Statement(
        tuple(order.values()), given, Relation("<=", found.measured, Number(fmpq(0)))
    )
    return f"{statement_digest(statement)} {found.upper} {across}"


@cache
def pictured() -> dict[str, Bounded]:
    """The claims of the papers here that are bounds, by name."""
    from verified.papers import all_claims
    from verified.report.selection import leaves, nodes

    found: dict[str, Bounded] = {}
    for leaf in leaves([node for row in all_claims() for node in nodes(row)]):
        one = bounded(leaf)
        if isinstance(one, Bounded):
            found[leaf.name] = one
    return found


@cache
def _subjects() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, one in pictured().items():
        if not one.curve:
            found.setdefault(subject(one), []).append(name)
    return found


def alike(found: Bounded) -> list[Bounded]:
    """The papers' other bounds of the same quantity under the same hypotheses on laws, in the same
    parameters."""
    if found.curve:
        return []
    try:
        names = _subjects().get(subject(found), [])
    except ClaimError:
        return []
    across = found.across.var.name
    mine = {one.var.name for one in found.beside}
    return [
        other for name in names if name != found.name
        and (other := pictured()[name]).across.var.name == across
        and {one.var.name for one in other.beside} <= mine
        and other.bound != found.bound
    ]


__all__ = ["Bounded", "Parameter", "alike", "bounded", "pictured", "subject", "supposed"]
