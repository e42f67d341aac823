"""The float reading of terms and formulas over a batch of instances: fast, and never a proof.

`satisfaction` says how far a formula holds, relative to the size of its sides, so that a violation
by one part in a million is the same number for a divergence of 1 and one of 1e-9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.attack.quadrature import quadrature
from verified.attack.sought import coordinates, is_asked_on_list, numbers, sought
from verified.kernel.polynomial import is_integer
from verified.measures import information
from verified.measures.readings import Env, Reading, Unreadable
from verified.numbers.balls import Undefined
from verified.numbers.float_namespace import Floats
from verified.numbers.limits import check_time
from verified.propose.capacity import capacity_batch, csiszar_law_batch
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
    expand,
    is_beyond_lists,
)
from verified.syntax.sorts import EventSort, RealSort, Sort
from verified.syntax.terms import Bind, Number, Op, Term, Var, free_variables

Array = NDArray[np.float64]

# How far an undefined side counts as a violation, where it does.
UNDEFINED = 1e-9
# Between sides below TINY, a difference below NOISE may be rounding in sums of probabilities.
NOISE = 2e-15
TINY = 1e-12
# How many relations a formula may ask to be decided at an instance, one for each choice of what it
# quantifies over: deciding one for a batch takes some tenths of a millisecond.
MOST_RELATIONS = 20_000
# How far equal sides violate a strict relation: beyond the rounding that a hypothesis is allowed.
EQUAL = 2e-9
# How many relations one counts for that a linear program asks about.
_ASKED = 20


class TooLarge(Exception):
    """The values of an evaluation take more bytes than it may."""


class FloatReading(Reading):
    """Evaluates terms on batches.

    While `suspicious`, differences within rounding and undefined sides count as violations; else a
    climb would be lured by them.

    While `generous`, relations whose sides have no value count as met, and so do their negations.

    While `absolute`, the margin of a relation with 0 on one side is what the other side is, since
    no number is near 0 relative to itself.

    While `replaying`, capacities are evaluated at the priors recorded for the first instance: by
    the envelope theorem that gives the right gradient at the cost of a mutual information.

    Within one evaluation, laws and sums that stand under a binder but don't depend on its variable
    are worked out once. Quantifiers, sums, tables and quantities of laws look at the time limit in
    force.

    Args:
        keeping: whether values are kept from one evaluation to the next, for several formulas at
            the same instances.
    """

    def __init__(self, keeping: bool = False) -> None:
        super().__init__(Floats())
        self.suspicious = False
        self.absolute = False
        self.generous = False
        # Whether some relation had no value, at some instance, where that is watched for.
        self.watching = self.lacking = False
        self.recorded: list[Array] = []
        self.replaying = False
        self._next = 0
        self._room: int | None = None
        self.spent = 0
        # What was worked out, by term and what its variables are; and those, so that an id stays
        # that of its object. None outside an evaluation, unless they are kept.
        self._kept: dict[Any, tuple[Any, Any]] | None = {} if keeping else None
        self._names: dict[int, tuple[Term, tuple[str, ...] | None]] = {}


    def note(self, gaps: Any) -> None:
        """Remember whether a relation's sides had values, where that is watched for."""
        if self.watching and not self.lacking:
            self.lacking = bool(np.any(np.isnan(gaps)))

    def told(self, evaluate: Callable[[], Array]) -> tuple[Array, Array]:
        """What a formula's satisfaction is, and whether floats tell at all whether it holds: it
        does either way, or doesn't, whatever they can't work out of it.

        A formula that is made of what has no value reads as one that doesn't hold, and so does its
        negation: neither is evidence.
        """
        self.watching, self.lacking = True, False
        try:
            found = np.asarray(evaluate())
            if not self.lacking:
                return found, np.ones(found.shape, dtype=bool)
            self.generous = True
            return found, (found >= 0) == (np.asarray(evaluate()) >= 0)
        finally:
            self.watching = self.generous = False

    @property
    def noise(self) -> float:
        """Differences below this count as none."""
        return 0.0 if self.suspicious else NOISE

    @contextmanager
    def within(self, size: int) -> Iterator[None]:
        """See that the values of terms take no more bytes than this together, besides numbers;
        `spent` tells how many they took.

        Raises:
            TooLarge: they do; it is told once they are worked out.
        """
        self._room = size
        try:
            yield
        finally:
            self.spent = size - self._room
            self._room = None

    def record(self, evaluate: Callable[[], Any]) -> Any:
        """Evaluate, keeping the optimal priors and output laws that are met, in order."""
        self.recorded, self.replaying, self._next = [], False, 0
        self._kept = {}
        try:
            return evaluate()
        finally:
            self._kept = None

    def replay(self, evaluate: Callable[[], Any]) -> Any:
        """Evaluate at the recorded priors."""
        self.replaying, self._next = True, 0
        self._kept = {}
        try:
            return evaluate()
        finally:
            self.replaying, self._kept = False, None

    def term(self, term: Term, env: Env) -> Any:
        kept, names = self._kept, self._worth_keeping(term)
        if names is None:
            return super().term(term, env)
        # What is worth keeping takes its time.
        check_time()
        if kept is None:
            return super().term(term, env)
        values = [env.get(name) for name in names]
        key = id(term), *(
            value if type(value) in (int, frozenset) else id(value) for value in values
        )
        found = kept.get(key)
        if found is None:
            found = kept[key] = super().term(term, env), (term, values)
            if self._room is not None:
                self._room -= getattr(found[0], "nbytes", 0)
                if self._room < 0:
                    raise TooLarge
        return found[0]

    def holds_at(self, guard: Formula, env: Env) -> Any:
        """As `holds`, but one bool where all instances of the batch agree."""
        found = self.holds(guard, env)
        if isinstance(found, bool):
            return found
        return bool(found.flat[0]) if found.size and (found == found.flat[0]).all() else found

    def _worth_keeping(self, term: Term) -> tuple[str, ...] | None:
        """The variables of a term whose value is kept: a quantity of laws, an object or a sum."""
        if id(term) not in self._names:
            worth = isinstance(term, Bind) and term.kind != "integral"
            if isinstance(term, Op) and term.head not in ("component", "probability"):
                worth = not all(part.sort.is_number for part in (term, *term.args))
            self._names[id(term)] = term, tuple(free_variables(term)) if worth else None
        return self._names[id(term)][1]

    def _recalled(self) -> Array:
        found = self.recorded[self._next]
        self._next += 1
        return found

    def points(self, sort: Sort, env: Env) -> Sequence[Any]:
        """As for every reading; of an interval a list of numbers."""
        if isinstance(sort, RealSort):
            return [self.xp.constant(number) for number in numbers(sort)]
        return super().points(sort, env)

    def capacities(self, channels: Array, contexts: int) -> Array:
        batch, (inputs, outputs) = channels.shape[:-3], channels.shape[-2:]
        if inputs == 1 or outputs == 1:
            return np.zeros((*batch, contexts))
        if self.replaying:
            prior = np.broadcast_to(self._recalled()[:1], (*batch, contexts, inputs))
            return np.asarray(information.information(self.xp, prior, channels))
        flat = channels.reshape(-1, inputs, outputs)
        value, prior = capacity_batch(flat)
        self.recorded.append(prior.reshape(*batch, contexts, inputs))
        return np.asarray(value.reshape(*batch, contexts))

    def csiszar(self, prior: Array, channel: Array, order: Array) -> Array:
        if self.replaying:
            law = np.broadcast_to(self._recalled()[:1], (*channel.shape[:-2], channel.shape[-1]))
        else:
            law = csiszar_law_batch(prior, channel, order)
            self.recorded.append(law)
        return np.asarray(information.csiszar_at(self.xp, prior, channel, order, law))

    def integral(self, bind: Bind, env: Env) -> Array:
        # Of its many nodes nothing is kept.
        kept, self._kept = self._kept, None
        try:
            return quadrature(self, bind, env)
        finally:
            self._kept = kept

    def holds(self, formula: Formula, env: Env) -> Any:
        """The truth of a guard: one bool where it depends on sizes and symbols alone."""
        match formula:
            case Relation(op, left, right):
                return self._compared(op, left, right, env)
            case Not(Relation(op, left, right)):
                return self._compared(op, left, right, env, negated=True)
            case Not(body):
                inner = self.holds(body, env)
                return not inner if isinstance(inner, bool) else np.logical_not(inner)
            case And(parts) | Or(parts):
                values = [self.holds(part, env) for part in parts]
                if all(isinstance(value, bool) for value in values):
                    return all(values) if isinstance(formula, And) else any(values)
                combine = np.logical_and if isinstance(formula, And) else np.logical_or
                return combine.reduce(np.broadcast_arrays(*values))
        return satisfaction(formula, env, self) >= 0

    def _compared(
        self, op: str, left: Term, right: Term, env: Env, negated: bool = False
    ) -> Any:
        """Whether a relation, or its negation, holds: neither does where a side has no value."""
        sides = self.term(left, env), self.term(right, env)
        found = _compare(op, *sides)
        if isinstance(found, bool):
            return found is not negated
        lacking = np.isnan(sides[0]) | np.isnan(sides[1])
        self.note(np.where(lacking, np.nan, 0.0))
        return np.where(lacking, self.generous, found != negated)

    def select(self, test: Any, then: Any, otherwise: Any) -> Any:
        if isinstance(test, bool | np.bool_):
            return then if test else otherwise
        return np.where(test, then, otherwise)


def _compare(op: str, left: Any, right: Any) -> Any:
    operations: dict[str, Callable[[Any, Any], Any]] = {
        "<=": lambda a, b: a <= b,
        "<": lambda a, b: a < b,
        ">=": lambda a, b: a >= b,
        ">": lambda a, b: a > b,
        "=": lambda a, b: a == b,
    }
    found = operations[op](left, right)
    return bool(found) if isinstance(left, int) and isinstance(right, int) else np.asarray(found)


def gap(left: Any, right: Any, noise: float = 0.0) -> Array:
    """(right − left) relative to the larger of the two; ±1 where one is infinite, nan kept.

    Between tiny sides a difference below `noise` counts as none.
    """
    left, right = np.broadcast_arrays(np.asarray(left, float), np.asarray(right, float))
    with np.errstate(all="ignore"):
        scale = np.maximum(np.abs(left), np.abs(right))
        found = (right - left) / np.where(scale > 0, scale, 1.0)
        found = np.where((np.abs(right - left) < noise) & (scale < TINY), 0.0, found)
        infinite = np.isinf(left) | np.isinf(right)
        order = np.where(left == right, 0.0, np.sign(right - left))
        return np.asarray(np.where(infinite & ~np.isnan(left) & ~np.isnan(right), order, found))


def satisfaction(formula: Formula, env: Env, reading: FloatReading) -> Any:
    """How far a formula holds: positive with room to spare, 0 at the boundary, negative if not."""
    match formula:
        case Relation(op, left, right):
            sides = reading.real(left, env), reading.real(right, env)
            if reading.absolute and zero_sided(formula):
                return _met(_absolute(op, *sides), reading)
            gap_to = _relation(op, *sides, _noise(left, right, reading))
            reading.note(gap_to)
            found = _met(gap_to, reading)
            # Equal whole numbers, as symbols, sizes or distances of databases, are equal with room
            # to spare; different ones aren't near the boundary.
            whole = op == "=" and is_integer(left) and is_integer(right)
            return np.where(found == 0, 1.0, found) if whole else found
        case Not(Relation(op, left, right)):
            sides = reading.real(left, env), reading.real(right, env)
            if reading.absolute and zero_sided(formula.body):
                return _broken(_absolute(op, *sides), reading)
            gap_to = _relation(op, *sides, _noise(left, right, reading))
            reading.note(gap_to)
            found = _broken(gap_to, reading)
            whole = is_integer(left) and is_integer(right)
            return np.where(found == 0, -1.0, found) if whole else found
        case Not(body):
            return -satisfaction(body, env, reading)
        case And(parts):
            return _extremum(np.minimum, [satisfaction(p, env, reading) for p in parts], 1.0)
        case Or(parts):
            values = []
            for part in parts:
                values.append(satisfaction(part, env, reading))
                if np.ndim(values[-1]) == 0 and values[-1] > 0:
                    # Met by the structure alone, as for databases that aren't neighbours.
                    break
            return _extremum(np.maximum, values, -1.0)
        case Quantified() if is_beyond_lists(formula):
            check_time()
            if is_asked_on_list(formula):
                return _quantified(formula, env, reading)
            return sought(formula, env, reading)
        case Quantified():
            return _quantified(formula, env, reading)
        case Predicate():
            return satisfaction(expand(formula), env, reading)
    raise TypeError(f"{type(formula).__name__} has no satisfaction")


def difference(formula: Formula, env: Env, reading: FloatReading) -> Array:
    """How far apart the sides of a relation are, the least of all that are met together; 0 where a
    formula is another."""
    match formula:
        case Not(Relation(_, left, right)) | Relation(_, left, right):
            return np.asarray(np.abs(reading.real(right, env) - reading.real(left, env)))
        case And(parts):
            apart = [difference(part, env, reading) for part in parts]
            return np.asarray(_extremum(np.minimum, apart, 0.0))
    return np.zeros(())


def _met(found: Array, reading: FloatReading) -> Array:
    """A relation's satisfaction: one with an undefined side doesn't hold."""
    return np.where(np.isnan(found), 1.0 if reading.generous else -1.0, found)


def _broken(found: Array, reading: FloatReading) -> Array:
    """A negated relation's satisfaction: an undefined side breaks the relation."""
    lacking = UNDEFINED if reading.suspicious else 1.0 if reading.generous else -1.0
    return np.where(np.isnan(found), lacking, -found)


def _relation(op: str, left: Any, right: Any, noise: float) -> Array:
    if op in (">=", ">"):
        return _relation("<=" if op == ">=" else "<", right, left, noise)
    found = gap(left, right, noise)
    if op == "=":
        return -np.abs(found)
    if op == "<":
        # Equal sides break a strict relation, if by nothing: enough to be put before the kernel.
        return np.where(found == 0, -EQUAL, found)
    # 0 ≤ 0, as for equal laws, says nothing of how sharp a bound is.
    size = np.maximum(np.abs(left), np.abs(right))
    return np.where((found == 0) & ((size < TINY) if noise else (size == 0)), 1.0, found)


def _noise(left: Term, right: Term, reading: FloatReading) -> float:
    """The difference of two sides that may be rounding: none between 0 and what is no sum."""
    for zero, other in ((left, right), (right, left)):
        if isinstance(zero, Number) and zero.value == 0 and _is_drawn(other):
            return 0.0
    return reading.noise


def _is_drawn(term: Term) -> bool:
    """Whether a term is a variable's number or probability, the least or the largest of such, or a
    product: floats tell even the tiniest from 0."""
    match term:
        case Var():
            return True
        case Op("at" | "row" | "response" | "component", (law, _)):
            return _is_drawn(law)
        case Op("mul", factors):
            return all(map(_is_drawn, factors))
        case Bind("min" | "max", _, None, body):
            return _is_drawn(body)
    return False


def zero_sided(formula: Formula) -> bool:
    """Whether a side of some relation in a formula is written as 0."""
    match formula:
        case Relation(_, left, right):
            return any(isinstance(side, Number) and side.value == 0 for side in (left, right))
        case Not(body) | Quantified(body=body):
            return zero_sided(body)
        case And(parts) | Or(parts):
            return any(map(zero_sided, parts))
        case Predicate():
            return zero_sided(expand(formula))
    return False


def _absolute(op: str, left: Any, right: Any) -> Array:
    """The satisfaction of a relation with 0 on one side: how far the other is from it."""
    if op in (">=", ">"):
        left, right = right, left
    found: Array = np.clip(np.asarray(right, float) - np.asarray(left, float), -1.0, 1.0)
    return np.asarray(-np.abs(found)) if op == "=" else found


def _extremum(combine: Any, values: list[Any], empty: float) -> Any:
    result: Any = empty
    for index, value in enumerate(values):
        result = value if index == 0 else combine(result, value)
    return result


def _quantified(formula: Quantified, env: Env, reading: FloatReading) -> Any:
    universal = formula.kind == "forall"
    if isinstance(formula.var.sort, EventSort) and formula.guard is None:
        found = _worst_event(formula, env, reading)
        if found is not None:
            return found
    values = []
    for point in reading.gone_through(formula.var.sort, env):
        check_time()
        inner = {**env, formula.var.name: point}
        inside: Any = True if formula.guard is None else reading.holds(formula.guard, inner)
        if inside is False:
            continue
        value = satisfaction(formula.body, inner, reading)
        if inside is not True:
            value = np.where(inside, value, 1.0 if universal else -1.0)
        values.append(value)
    combine = np.minimum if universal else np.maximum
    return _extremum(combine, values, 1.0 if universal else -1.0)


def relations(formula: Formula, env: Env, reading: FloatReading) -> int:
    """How many relations are decided where a formula is, about: what is quantified over may depend
    on what is quantified over before it, and its first value stands for all.

    Args:
        env: sizes, symbols, events and databases; the rest isn't needed.
    """
    match formula:
        case Not(body):
            return relations(body, env, reading)
        case And(parts) | Or(parts):
            return sum(relations(part, env, reading) for part in parts)
        case Predicate():
            return relations(expand(formula), env, reading)
        case Quantified(body=body) if is_beyond_lists(formula):
            if is_asked_on_list(formula):
                return len(reading.points(formula.var.sort, env)) * relations(body, env, reading)
            # Each relation is asked at every coordinate of what is sought.
            return _ASKED * coordinates(formula, env, reading) * relations(body, env, reading)
        case Quantified(var=var, body=body):
            first: Any = 0
            try:
                count = reading.size(var.sort, env)
            except (Unreadable, Undefined):
                # The first value of what stands before has none of these; others may.
                return 1
            if isinstance(var.sort, EventSort):
                # Bounds of sums of probabilities are decided at the worst event.
                bound = formula.guard is None and isinstance(body, Relation | Not)
                count, first = 1 if bound else 2**count, frozenset()
            return count * relations(body, {**env, var.name: first}, reading) if count else 0
    return 1


def _worst_event(formula: Quantified, env: Env, reading: FloatReading) -> Any:
    """As the kernel: where left − right is additive, the worst event takes its positive part."""
    body, universal = formula.body, formula.kind == "forall"
    if isinstance(body, Not) and not universal:
        body = body.body
    elif isinstance(body, Not) or not universal:
        return None
    if not (isinstance(body, Relation) and body.op in ("<=", "<")):
        return None
    left = reading.event_profile(body.left, formula.var, env)
    right = reading.event_profile(body.right, formula.var, env)
    if left is None or right is None or (left[1] is None and right[1] is None):
        return None
    # A side that doesn't mention the event has no densities.
    some = right[1] if left[1] is None else left[1]
    densities = [np.zeros_like(some) if side[1] is None else side[1] for side in (left, right)]
    inside = densities[0] - densities[1] > 0
    first, second = (
        reading.xp.add(side[0], np.sum(np.where(inside, density, 0.0), axis=-1))
        for side, density in zip((left, right), densities, strict=True)
    )
    found = _relation(body.op, first, second, reading.noise)
    reading.note(found)
    return _met(found, reading) if universal else _broken(found, reading)
