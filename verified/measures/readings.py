"""Readings: what a term means, over any namespace of numbers.

`Reading` walks a term once and asks its namespace `xp` (`Balls` or `Floats`) for the arithmetic, so
what is certified and what the attack searches are one formula. The record of a quantity says how it
is read (`verified.syntax.quantity`); one without a reading is what its definition says. A reading's
subclass decides how suprema without a closed form (capacity and what is built on it) are
bounded: by given priors in balls, by a solver in floats.

Values: a real is a scalar of `xp`; sizes and symbols are Python ints; an event is a frozenset of
symbols; a database is the tuple of its alphabet sizes; pmfs, channels, joint laws and priors are
arrays of `xp`; the other sorts have records of their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import fmpq

from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Undefined, infinite
from verified.numbers.limits import check_time
from verified.syntax import sorts
from verified.syntax.formulas import Formula
from verified.syntax.quantity import QUANTITIES, Quantity
from verified.syntax.sorts import MechanismValue as MechanismValue
from verified.syntax.sorts import QueriesValue as QueriesValue
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var, free_variables

Value = Any
Env = Mapping[str, Value]

# Above this many symbols a body that isn't additive in an event has too many events to list.
MOST_LISTED_SYMBOLS = 12

# Combined responses grow exponentially in the number of queries.
MOST_CELLS = 50_000


class Unreadable(ValueError):
    """The reading can't evaluate this term."""


class OutOfReach(Unreadable):
    """The term has a value, which this reading doesn't work out: it is too large for it, or no
    bound of it is known."""


class NoNumber(Unreadable, Undefined):
    """What would be a whole number has no value: nothing of it is read in a batch, and a relation
    with such a side doesn't hold."""


class Differs(Unreadable):
    """The instances of a batch differ in what must be one for all: each can be read by itself."""


class Reading:
    """Evaluates terms over a namespace of numbers."""

    def __init__(self, xp: Any) -> None:
        self.xp = xp
        self._mentions: dict[tuple[int, str], tuple[Term, bool]] = {}

    # --- what subclasses decide ---------------------------------------------------------------

    def capacities(self, channels: Value, contexts: int) -> Value:
        """The capacities of stacked channels: shape (contexts, inputs, outputs) → (contexts,)."""
        raise NotImplementedError

    def csiszar(self, prior: Value, channel: Value, order: Value) -> Value:
        """Csiszár's α-information, a minimum over output laws."""
        raise NotImplementedError

    def integral(self, bind: Bind, env: Env) -> Value:
        """The integral of the body over the interval of its variable."""
        raise NotImplementedError

    def holds(self, formula: Formula, env: Env) -> Value:
        """The truth of a guard: a bool, or in a batch one for each instance."""
        raise NotImplementedError

    def holds_at(self, guard: Formula, env: Env) -> Value:
        """The truth of a guard, one bool where that can be."""
        return self.holds(guard, env)

    def select(self, test: Value, then: Value, otherwise: Value) -> Value:
        """`then` where the test holds."""
        return then if test else otherwise

    def by_definition(self, record: Quantity, term: Op, env: Env) -> Value:
        """What a definition says, where numbers lie in the intervals of the quantity's arguments,
        an infinite one in none; elsewhere it has no value."""
        value = self.term(record.defined(term), env)
        for var, arg in zip(record.arguments, term.args, strict=True):
            if isinstance(var.of, sorts.RealSort):
                ends = (var.of.low, var.of.low_open), (var.of.high, var.of.high_open)
                value = self.xp.inside(value, self.real(arg, env), *ends)
        return value

    def check_pmf(self, table: Value, what: Term, env: Env) -> None:
        """Refuse a literal or table that is not a law."""

    # --- terms --------------------------------------------------------------------------------

    def term(self, term: Term, env: Env) -> Value:
        """The value of a term."""
        match term:
            case Number(value):
                if value is not None and value.q == 1 and value >= 0:
                    return int(value.p)
                return self.xp.infinity() if value is None else self.xp.constant(value)
            case Var(name):
                return env[name]
            case Op(head, args):
                record = QUANTITIES[head]
                if record.reading is None:
                    return self.by_definition(record, term, env)
                value = record.reading(self, term, [self.term(arg, env) for arg in args])
                if head == "pmf_literal":
                    self.check_pmf(value, term, env)
                return value
            case Cases(test, then, otherwise):
                return self.cases(test, then, otherwise, env)
            case Bind("event", var, guard):
                assert guard is not None
                held = [
                    (point, self.holds_at(guard, {**env, var.name: point}))
                    for point in self.points(var.sort, env)
                ]
                if not all(isinstance(inside, bool) for _, inside in held):
                    raise Differs(f"the event {term} differs from point to point of a batch")
                return frozenset(point for point, inside in held if inside)
            case Bind("table"):
                table = self.table(term, env)
                if not isinstance(term.sort, sorts.RealsSort):
                    self.check_pmf(table, term, env)
                return table
            case Bind():
                return self.bind(term, env)
        raise Unreadable(f"{term!r} has no value")

    def real(self, term: Term, env: Env) -> Value:
        """The value of a numeric term as a scalar of the namespace (sizes turned to numbers)."""
        check_time()
        return self.scalar(self.term(term, env))

    def scalar(self, value: Value) -> Value:
        """Sizes and symbols as scalars of the namespace."""
        return self.xp.constant(fmpq(value)) if isinstance(value, int) else value

    def cases(self, test: Formula, then: Term, otherwise: Term, env: Env) -> Value:
        """Only the branch taken is evaluated, where one is taken by all."""
        truth = self.holds(test, env)
        if isinstance(truth, bool):
            return self.term(then if truth else otherwise, env)
        return self.select(truth, self.real(then, env), self.real(otherwise, env))

    def table(self, bind: Bind, env: Env) -> Value:
        """A law or channel listed entry by entry."""
        count = len(self.points(bind.var.sort, env))
        rows = [self.term(bind.body, {**env, bind.var.name: index}) for index in range(count)]
        if isinstance(bind.body, Bind) and bind.body.kind == "table":
            columns = self.size(bind.body.var.sort, {**env, bind.var.name: 0})
            return self.xp.stack(rows, (count, columns))
        return self.xp.stack([self.scalar(row) for row in rows], (count,))

    def size(self, sort: sorts.Sort, env: Env) -> int:
        """The number of symbols of a symbol's or event's alphabet."""
        count = self.term(sort.sizes()[0], env)
        if not isinstance(count, int):
            raise Unreadable(f"an alphabet's size must be a whole number, not {count!r}")
        return count

    def bind(self, bind: Bind, env: Env) -> Value:
        """A sum, maximum or minimum over symbols or events, or an integral."""
        if bind.kind == "integral":
            return self.integral(bind, env)
        if bind.kind not in ("sum", "max", "min"):
            raise Unreadable(f"a {bind.kind} has no value of its own: {bind}")
        if isinstance(bind.var.sort, sorts.EventSort) and bind.kind != "sum" and bind.guard is None:
            found = self.extremum_by_profile(bind, env)
            if found is not None:
                return found
        values = []
        for point in self.points(bind.var.sort, env):
            inner = {**env, bind.var.name: point}
            test = True if bind.guard is None else self.holds(bind.guard, inner)
            if test is False:
                continue
            value = self.real(bind.body, inner)
            if test is not True:
                value = self.select(test, value, self.neutral(bind.kind))
            values.append(value)
        result = self.neutral(bind.kind)
        combine = {"sum": self.xp.add, "max": self.xp.maximum, "min": self.xp.minimum}[bind.kind]
        for index, value in enumerate(values):
            result = value if index == 0 else combine(result, value)
        return result

    def neutral(self, kind: str) -> Value:
        """The value of an empty sum, maximum or minimum."""
        if kind == "sum":
            return self.xp.constant(fmpq(0))
        infinity = self.xp.infinity()
        return infinity if kind == "min" else self.xp.sub(self.xp.constant(fmpq(0)), infinity)

    def points(self, sort: sorts.Sort, env: Env) -> Sequence[Value]:
        """Every symbol of an alphabet, or every event of a small one."""
        if not isinstance(sort, sorts.SymbolSort | sorts.EventSort):
            raise Unreadable(f"a {sorts.sort_name(sort)} has no finite list of values")
        count = self.size(sort, env)
        if count > MOST_CELLS:
            raise OutOfReach(f"{count} symbols are more than {MOST_CELLS}")
        if isinstance(sort, sorts.SymbolSort):
            return range(count)
        if count > MOST_LISTED_SYMBOLS:
            raise OutOfReach(
                f"{count} symbols have too many events to list; a body that is linear in the "
                "event's probabilities needs no list"
            )
        return [
            frozenset(chosen)
            for number in range(count + 1)
            for chosen in itertools.combinations(range(count), number)
        ]

    def gone_through(self, sort: sorts.Sort, env: Env) -> Sequence[Value]:
        """What a quantifier goes through: as `points`, and nothing where the alphabet's size has no
        value. So every formula is true or false, whatever it speaks of."""
        try:
            return self.points(sort, env)
        except Undefined:
            return ()

    # --- events: a body that is additive in an event is decided symbol by symbol ---------------

    def mentions(self, term: Term, event: Var) -> bool:
        """Whether the event is free in the term (remembered: terms are walked in every batch)."""
        key = id(term), event.name
        if key not in self._mentions:
            # The term is kept, so that its id stays its own.
            self._mentions[key] = term, event.name in free_variables(term)
        return self._mentions[key][1]

    def event_profile(self, term: Term, event: Var, env: Env) -> tuple[Value, Value] | None:
        """(c, f) with term = c + Σ_{a in event} f(a), or None where it isn't of that form.

        Raises:
            Undefined: a number is certainly infinite, so that only listing tells: ∞ − ∞, ∞/∞ and
                0 · ∞ of an event are not those of its symbols.
        """
        found = self._event_profile(term, event, env)
        if found is not None:
            constant, densities = found
            parts = densities.data if isinstance(densities, BallArray) else ()
            if any(map(infinite, (constant, *parts))):
                raise Undefined("an event's number is infinite")
        return found

    def _event_profile(self, term: Term, event: Var, env: Env) -> tuple[Value, Value] | None:
        xp = self.xp
        if not self.mentions(term, event):
            return self.real(term, env), None
        match term:
            case Op("probability", (law, Var(name))) if name == event.name:
                if self.mentions(law, event):
                    return None
                if self.size(law.sort, env) != self.size(event.sort, env):
                    raise Unreadable(f"{law} and the event {event} have different alphabets")
                return xp.constant(fmpq(0)), self.term(law, env)
            case Op("add" | "sub" as head, (left, right)):
                first = self.event_profile(left, event, env)
                second = self.event_profile(right, event, env)
                if first is None or second is None:
                    return None
                combine = xp.add if head == "add" else xp.sub
                return combine(first[0], second[0]), self._combine(head, first[1], second[1])
            case Op("neg", (inner,)):
                profile = self.event_profile(inner, event, env)
                return None if profile is None else self._scale(xp.constant(fmpq(-1)), profile)
            case Op("mul", (left, right)):
                constant, varying = (
                    (left, right) if self.mentions(right, event) else (right, left)
                )
                if self.mentions(constant, event):
                    return None
                profile = self.event_profile(varying, event, env)
                factor = self.real(constant, env)
                return None if profile is None else self._scale(factor, profile)
            case Op("div", (top, bottom)) if not self.mentions(bottom, event):
                profile = self.event_profile(top, event, env)
                factor = xp.div(xp.constant(fmpq(1)), self.real(bottom, env))
                return None if profile is None else self._scale(factor, profile)
        return None

    def extremum_by_profile(self, bind: Bind, env: Env) -> Value | None:
        """The largest or least value of an additive body; None where only listing tells."""
        try:
            profile = self.event_profile(bind.body, bind.var, env)
            return None if profile is None else self.event_extremum(bind.kind, profile)
        except Undefined:
            # Symbol by symbol there may be ∞ − ∞ where whole events have a value.
            return None

    def _combine(self, head: str, left: Value, right: Value) -> Value:
        if right is None:
            return left
        if left is None:
            left = right - right
        return left + right if head == "add" else left - right

    def _scale(self, factor: Value, profile: tuple[Value, Value]) -> tuple[Value, Value]:
        constant, densities = profile
        if densities is not None:
            densities = self.xp.expand(factor, 1) * densities
        return self.xp.mul(factor, constant), densities

    def event_extremum(self, kind: str, profile: tuple[Value, Value]) -> Value:
        """The largest or least value over all events of an additive body."""
        constant, densities = profile
        if densities is None:
            return constant
        if kind == "max":
            return self.xp.add(constant, self.xp.sum(self.xp.positive_part(densities), 1))
        return self.xp.sub(constant, self.xp.sum(self.xp.positive_part(-densities), 1))


# --- readings of quantities -----------------------------------------------------------------------

Meaning = Callable[[Reading, Op, list[Value]], Value]


def measured(function: Callable[..., Value]) -> Meaning:
    """The reading of a quantity that is a measure of its arguments: real numbers come as scalars of
    the namespace, sizes, symbols and all others as they are."""

    def meaning(reading: Reading, term: Op, values: list[Value]) -> Value:
        *first, last = QUANTITIES[term.head].arguments
        declared = itertools.chain(first, itertools.repeat(last))
        scalars = (
            reading.scalar(value) if isinstance(var.of, sorts.RealSort) else value
            for var, value in zip(declared, values, strict=False)
        )
        return function(reading.xp, *scalars)

    return meaning


def checked_place(index: Value, count: int, term: Op) -> int:
    """An index within its alphabet: arrays would take some others without a word."""
    if not isinstance(index, int) or not 0 <= index < count:
        raise Unreadable(f"{term}: the index {index} is not one of 0 … {count - 1}")
    return index
