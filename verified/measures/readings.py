"""Readings: what a term means, over any namespace of numbers.

`Reading` walks a term once and asks its namespace `xp` (`Balls` or `Floats`) for the arithmetic, so
what is certified and what the attack searches are one formula. `MEANINGS` ties each head of the
language to its measure. A reading's subclass decides how suprema without a closed form (capacity
and what is built on it) are bounded: by given priors in balls, by a solver in floats.

Values: a real is a scalar of `xp`; sizes and symbols are Python ints; an event is a frozenset of
symbols; a database is the tuple of its alphabet sizes; pmfs, channels, joint laws and priors are
arrays of `xp`; mechanisms and queries are the records below.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verified.language import sorts
from verified.language.formulas import Formula
from verified.language.terms import Bind, Cases, Number, Op, Term, Var, free_variables
from verified.measures import (
    continuous,
    divergences,
    entropies,
    groups,
    information,
    leakage,
    matrices,
    noise,
    privacy,
)
from verified.numbers.balls import Undefined

Value = Any
Env = Mapping[str, Value]

# Above this many symbols a body that isn't additive in an event has too many events to list.
MOST_LISTED_SYMBOLS = 12


# Combined responses grow exponentially in the number of queries.
MOST_CELLS = 50_000


class Unreadable(ValueError):
    """The reading can't evaluate this term at this size."""


@dataclass(frozen=True)
class MechanismValue:
    """A mechanism: the array of shape (x_1, …, x_n, y) and the alphabet sizes (x_1, …, x_n)."""

    table: Value
    database: tuple[int, ...]


@dataclass(frozen=True)
class QueriesValue:
    """Several mechanisms on one database.

    Attributes:
        tables: the j-th has shape (database…, y_j), for sequential queries
            (database…, history, y_j) with the earlier responses flattened, first response slowest,
            for partial ones (entries of subsets[j]…, y_j).
        subsets: for partial queries, the entries that each sees, ascending.
    """

    kind: str
    tables: tuple[Value, ...]
    database: tuple[int, ...]
    outputs: int
    subsets: tuple[tuple[int, ...], ...] = ()


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

    def select(self, test: Value, then: Value, otherwise: Value) -> Value:
        """`then` where the test holds."""
        return then if test else otherwise

    def check_pmf(self, table: Value, what: Term) -> None:
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
                return MEANINGS[head](self, term, [self.term(arg, env) for arg in args])
            case Cases(test, then, otherwise):
                return self.cases(test, then, otherwise, env)
            case Bind("event", var, guard):
                assert guard is not None
                held = [
                    (point, self.holds(guard, {**env, var.name: point}))
                    for point in self.points(var.sort, env)
                ]
                if not all(isinstance(inside, bool) for _, inside in held):
                    raise Unreadable(f"the event {term} differs from point to point of a batch")
                return frozenset(point for point, inside in held if inside)
            case Bind("table"):
                table = self.table(term, env)
                if not isinstance(term.sort, sorts.RealsSort):
                    self.check_pmf(table, term)
                return table
            case Bind():
                return self.bind(term, env)
        raise Unreadable(f"{term!r} has no value")

    def real(self, term: Term, env: Env) -> Value:
        """The value of a numeric term as a scalar of the namespace (sizes turned to numbers)."""
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
            raise Unreadable(f"{count} symbols are more than {MOST_CELLS}")
        if isinstance(sort, sorts.SymbolSort):
            return range(count)
        if count > MOST_LISTED_SYMBOLS:
            raise Unreadable(
                f"{count} symbols have too many events to list; a body that is linear in the "
                "event's probabilities needs no list"
            )
        return [
            frozenset(chosen)
            for number in range(count + 1)
            for chosen in itertools.combinations(range(count), number)
        ]

    # --- events: a body that is additive in an event is decided symbol by symbol ---------------

    def mentions(self, term: Term, event: Var) -> bool:
        """Whether the event is free in the term (remembered: terms are walked in every batch)."""
        key = id(term), event.name
        if key not in self._mentions:
            # The term is kept, so that its id stays its own.
            self._mentions[key] = term, event.name in free_variables(term)
        return self._mentions[key][1]

    def event_profile(self, term: Term, event: Var, env: Env) -> tuple[Value, Value] | None:
        """(c, f) with term = c + Σ_{a in event} f(a), or None where it isn't of that form."""
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


# --- meanings -------------------------------------------------------------------------------------

Meaning = Callable[[Reading, Op, list[Value]], Value]
MEANINGS: dict[str, Meaning] = {}


def _meaning(name: str) -> Callable[[Meaning], Meaning]:
    def register(meaning: Meaning) -> Meaning:
        MEANINGS[name] = meaning
        return meaning

    return register


def _arithmetic(name: str, whole: Callable[..., int] | None) -> None:
    """An operation that keeps whole numbers whole, and otherwise acts on scalars."""

    def meaning(reading: Reading, _: Op, values: list[Value]) -> Value:
        if whole is not None and all(isinstance(value, int) for value in values):
            return whole(*values)
        return getattr(reading.xp, _NAMES.get(name, name))(*map(reading.scalar, values))

    MEANINGS[name] = meaning


_NAMES = {"pow": "power"}

_arithmetic("add", lambda a, b: a + b)
_arithmetic("mul", lambda a, b: a * b)
_arithmetic("minimum", min)
_arithmetic("maximum", max)
for _name in ("div", "exp", "log", "sqrt", "abs"):
    _arithmetic(_name, None)


@_meaning("pi")
def _pi(reading: Reading, _: Op, __: list[Value]) -> Value:
    return reading.xp.pi()


@_meaning("sub")
def _sub(reading: Reading, _: Op, values: list[Value]) -> Value:
    left, right = values
    if isinstance(left, int) and isinstance(right, int) and left >= right:
        return left - right
    return reading.xp.sub(reading.scalar(left), reading.scalar(right))


@_meaning("pow")
def _pow(reading: Reading, _: Op, values: list[Value]) -> Value:
    base, exponent = values
    if isinstance(base, int) and isinstance(exponent, int):
        if exponent * max(1, base.bit_length()) > 10_000:
            raise Unreadable(f"{base} to the power {exponent} is too large")
        return base**exponent
    return reading.xp.power(reading.scalar(base), reading.scalar(exponent))


@_meaning("neg")
def _neg(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.xp.sub(reading.xp.constant(fmpq(0)), reading.scalar(values[0]))


@_meaning("quotient")
def _quotient(_: Reading, term: Op, values: list[Value]) -> Value:
    return _whole_pair(term, values)[0]


@_meaning("remainder")
def _remainder(_: Reading, term: Op, values: list[Value]) -> Value:
    return _whole_pair(term, values)[1]


def _whole_pair(term: Op, values: list[Value]) -> tuple[int, int]:
    a, b = values
    if not (isinstance(a, int) and isinstance(b, int) and b > 0):
        raise Unreadable(f"{term} divides whole numbers by a positive one")
    return divmod(a, b)


def _measure(name: str, function: Callable[..., Value], numbers: tuple[int, ...] = ()) -> None:
    """A head that is a measure of its arguments; `numbers` are the places of scalars."""

    def meaning(reading: Reading, _: Op, values: list[Value]) -> Value:
        scalars = [reading.scalar(v) if i in numbers else v for i, v in enumerate(values)]
        return function(reading.xp, *scalars)

    MEANINGS[name] = meaning


_measure("binary_entropy", entropies.binary_entropy, (0,))
_measure("binary_entropy_inverse", entropies.binary_entropy_inverse, (0,))
_measure("kl", divergences.kl)
_measure("total_variation", divergences.total_variation)
_measure("hockey_stick", divergences.hockey_stick, (2,))
_measure("renyi", divergences.renyi, (2,))
_measure("chi_square", divergences.chi_square)
_measure("entropy", entropies.entropy)
_measure("min_entropy", entropies.min_entropy)
_measure("renyi_entropy", entropies.renyi_entropy, (1,))
_measure("information", information.information)
_measure("sibson", information.sibson, (2,))
_measure("arimoto", information.arimoto, (2,))
_measure("maximal_leakage", leakage.maximal_leakage)
_measure("leakage_capacity", leakage.leakage_capacity)
_measure("normal_cdf", continuous.normal_cdf, (0,))
_measure("laplace", continuous.laplace, (0, 1))
_measure("gaussian", continuous.gaussian, (0, 1))
_measure("law_mixture", continuous.mixture)
_measure("gaussian_mixture", continuous.gaussian_mixture)
_measure("law_shift", continuous.shift, (1,))
_measure("interval_mass", continuous.interval_mass, (1, 2))
_measure("law_kl", continuous.kl)
_measure("law_total_variation", continuous.total_variation)
_measure("law_hockey_stick", continuous.hockey_stick, (2,))
_measure("law_renyi", continuous.renyi, (2,))
_measure("differential_entropy", continuous.differential_entropy)
_measure("law_information", continuous.information)
_measure("gaussian_information", noise.gaussian_information, (5,))
_measure("laplace_information", noise.laplace_information, (5,))


_measure("ldp_curve", privacy.ldp_curve, (0, 1))
_measure("lip_curve", privacy.lip_curve, (0, 1))
_measure("ldp_floor", privacy.ldp_floor, (0,))
_measure("determinant", matrices.determinant)
_measure("leading_minor", matrices.leading_minor)
_measure("lower_value", matrices.lower_value)
_measure("upper_value", matrices.upper_value)


@_meaning("law_cells")
def _law_cells(reading: Reading, _: Op, values: list[Value]) -> Value:
    return continuous.cells(reading.xp, values[0], *map(reading.scalar, values[1:]))


@_meaning("csiszar")
def _csiszar(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.csiszar(values[0], values[1], reading.scalar(values[2]))


def _place(index: Value, count: int, term: Op) -> int:
    """An index within its alphabet: arrays would take some others without a word."""
    if not isinstance(index, int) or not 0 <= index < count:
        raise Unreadable(f"{term}: the index {index} is not one of 0 … {count - 1}")
    return index


@_meaning("pointwise_maximal_leakage")
def _pml(reading: Reading, term: Op, values: list[Value]) -> Value:
    per_outcome = leakage.pointwise_maximal_leakage(reading.xp, values[0], values[1])
    outputs = reading.xp.shape(per_outcome, 1)[0]
    return reading.xp.take(per_outcome, -1, _place(values[2], outputs, term))


@_meaning("at")
def _at(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, index = values
    return reading.xp.take(law, -1, _place(index, reading.xp.shape(law, 1)[0], term))


_meaning("component")(_at)


@_meaning("probability")
def _probability(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, event = values
    count = reading.xp.shape(law, 1)[0]
    result = reading.xp.constant(fmpq(0))
    for symbol in sorted(event):
        part = reading.xp.take(law, -1, _place(symbol, count, term))
        result = reading.xp.add(result, part)
    return result


@_meaning("indicator")
def _indicator(_: Reading, __: Op, values: list[Value]) -> Value:
    event, symbol = values
    return int(symbol in event)


@_meaning("likelihood_ratio")
def _likelihood_ratio(reading: Reading, term: Op, values: list[Value]) -> Value:
    p, q = (_at(reading, term, [law, values[2]]) for law in values[:2])
    return divergences.likelihood_ratio(reading.xp, p, q)


@_meaning("row")
def _row(reading: Reading, term: Op, values: list[Value]) -> Value:
    channel, index = values
    return reading.xp.take(channel, -2, _place(index, reading.xp.shape(channel, 2)[0], term))


@_meaning("pmf_literal")
def _pmf_literal(reading: Reading, term: Op, values: list[Value]) -> Value:
    table = reading.xp.stack([reading.scalar(value) for value in values], (len(values),))
    reading.check_pmf(table, term)
    return table


@_meaning("channel_literal")
def _channel_literal(reading: Reading, term: Op, values: list[Value]) -> Value:
    outputs = reading.xp.shape(values[0], 1)[0]
    return reading.xp.stack(values, (len(values), outputs))


@_meaning("chain")
def _chain(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.xp.matmul(values[0], values[1])


@_meaning("parallel")
def _parallel(reading: Reading, _: Op, values: list[Value]) -> Value:
    return _side_by_side(reading.xp, values[0], values[1], 1)


def _side_by_side(xp: Any, first: Value, second: Value, rank: int) -> Value:
    """The product law of two outputs, flattened, for each of the inputs in `rank` axes."""
    inputs = xp.shape(first, rank + 1)[:-1]
    one, two = xp.shape(first, rank + 1)[-1], xp.shape(second, rank + 1)[-1]
    left = xp.reshape(first, rank + 1, (*inputs, one, 1))
    right = xp.reshape(second, rank + 1, (*inputs, 1, two))
    return xp.reshape(left * right, rank + 2, (*inputs, one * two))


@_meaning("output")
def _output(reading: Reading, _: Op, values: list[Value]) -> Value:
    return information.output_law(reading.xp, values[0], values[1])


@_meaning("joint_of")
def _joint_of(reading: Reading, _: Op, values: list[Value]) -> Value:
    return information.joint_law(reading.xp, values[0], values[1])


@_meaning("joint_of_outputs")
def _joint_of_outputs(reading: Reading, _: Op, values: list[Value]) -> Value:
    prior, first, second = values
    xp = reading.xp
    (inputs, one), (_, two) = xp.shape(first, 2), xp.shape(second, 2)
    law = xp.reshape(prior, 1, (inputs, 1, 1))
    left = xp.reshape(first, 2, (inputs, one, 1))
    return law * left * xp.reshape(second, 2, (inputs, 1, two))


@_meaning("as_joint")
def _as_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, sizes = values[0], values[1:]
    count = reading.xp.shape(law, 1)[0]
    if math.prod(sizes) != count:
        raise Unreadable(f"{term}: a law on {count} symbols isn't one on {math.prod(sizes)} tuples")
    return reading.xp.reshape(law, 1, tuple(sizes))


@_meaning("capacity")
def _capacity(reading: Reading, _: Op, values: list[Value]) -> Value:
    inputs, outputs = reading.xp.shape(values[0], 2)
    stacked = reading.xp.reshape(values[0], 2, (1, inputs, outputs))
    return reading.xp.take(reading.capacities(stacked, 1), -1, 0)


def _named_axes(term: Op, group: str) -> tuple[int, ...]:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    return tuple(sort.names.index(name) for name in group.split(",") if name)


@_meaning("joint_entropy")
def _joint_entropy(reading: Reading, term: Op, values: list[Value]) -> Value:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    axes, given = (_named_axes(term, group) for group in term.detail)
    return information.conditional_entropy(reading.xp, values[0], len(sort.names), axes, given)


@_meaning("joint_information")
def _joint_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    groups = (_named_axes(term, group) for group in term.detail)
    return information.mutual_information(reading.xp, values[0], len(sort.names), *groups)


@_meaning("marginal")
def _marginal(reading: Reading, term: Op, values: list[Value]) -> Value:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    kept = _named_axes(term, term.detail[0])
    rank = len(sort.names)
    dropped = tuple(axis - rank for axis in range(rank) if axis not in kept)
    return reading.xp.sum_axes(values[0], dropped) if dropped else values[0]


# Databases.


@_meaning("entries")
def _entries(_: Reading, __: Op, values: list[Value]) -> Value:
    return len(values[0])


@_meaning("alphabet")
def _alphabet(_: Reading, term: Op, values: list[Value]) -> Value:
    return values[0][_place(values[1], len(values[0]), term)]


@_meaning("largest_alphabet")
def _largest_alphabet(_: Reading, __: Op, values: list[Value]) -> Value:
    return max(values[0], default=1)


@_meaning("instances")
def _instances(_: Reading, __: Op, values: list[Value]) -> Value:
    return math.prod(values[0])


@_meaning("one_entry")
def _one_entry(_: Reading, __: Op, values: list[Value]) -> Value:
    return (values[0],)


@_meaning("several_entries")
def _several_entries(_: Reading, term: Op, values: list[Value]) -> Value:
    if not all(isinstance(size, int) and size > 0 for size in values):
        raise Unreadable(f"{term}: an entry has at least one symbol")
    return tuple(values)


@_meaning("hamming")
def _hamming(_: Reading, term: Op, values: list[Value]) -> Value:
    database, count = values[0], math.prod(values[0])
    first, second = (digits(database, _place(number, count, term)) for number in values[1:])
    return sum(a != b for a, b in zip(first, second, strict=True))


def digits(database: Sequence[int], instance: int) -> tuple[int, ...]:
    """The entries of the instance with a number; the last entry runs fastest."""
    found = []
    for size in reversed(database):
        instance, digit = divmod(instance, size)
        found.append(digit)
    return tuple(reversed(found))


@_meaning("query_database")
def _query_database(_: Reading, term: Op, values: list[Value]) -> Value:
    queries, index = values[0], _place(values[1], len(values[0].tables), term)
    return tuple(queries.database[entry] for entry in queries.subsets[index])


# Mechanisms.


@_meaning("response")
def _response(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, instance = values
    rank = len(mechanism.database) + 1
    outputs = reading.xp.shape(mechanism.table, rank)[-1]
    count = math.prod(mechanism.database)
    flat = reading.xp.reshape(mechanism.table, rank, (count, outputs))
    return reading.xp.take(flat, -2, _place(instance, count, term))


@_meaning("dp_epsilon")
def _dp_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    mechanism = values[0]
    return privacy.dp_epsilon(reading.xp, mechanism.table, len(mechanism.database))


@_meaning("dp_delta")
def _dp_delta(reading: Reading, _: Op, values: list[Value]) -> Value:
    mechanism, epsilon = values
    entries = len(mechanism.database)
    return privacy.dp_delta(reading.xp, mechanism.table, entries, reading.scalar(epsilon))


@_meaning("kl_dp")
def _kl_dp(reading: Reading, _: Op, values: list[Value]) -> Value:
    mechanism = values[0]
    return privacy.kl_dp(reading.xp, mechanism.table, len(mechanism.database))


@_meaning("mi_dp")
def _mi_dp(reading: Reading, _: Op, values: list[Value]) -> Value:
    # The supremum over priors of I(X_i;Y|X^-i), an average over x^-i, is reached where x^-i is
    # certain: it is the largest capacity of the channels X_i -> Y. Such a prior also makes X_i
    # independent of the rest, so mi_dp_split has the same value.
    mechanism = values[0]
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for entry, size in enumerate(mechanism.database):
        if size < 2:
            continue
        entries = len(mechanism.database)
        channels = privacy.entry_channels(xp, mechanism.table, entries, entry)
        contexts = math.prod(mechanism.database) // size
        result = xp.maximum(result, xp.max(reading.capacities(channels, contexts), 1))
    return result


_meaning("mi_dp_split")(_mi_dp)


def _database_joint(xp: Any, prior: Value, mechanism: MechanismValue) -> Value:
    rank = len(mechanism.database)
    if tuple(xp.shape(prior, rank)) != tuple(mechanism.database):
        raise Unreadable("a prior and a mechanism stand on different databases")
    return xp.reshape(prior, rank, (*mechanism.database, 1)) * mechanism.table


@_meaning("entry_information")
def _entry_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism = values[:2]
    entry = _place(values[2], len(mechanism.database), term)
    rank = len(mechanism.database) + 1
    joint = _database_joint(reading.xp, prior, mechanism)
    return information.mutual_information(reading.xp, joint, rank, (entry,), (rank - 1,), ())


@_meaning("conditional_entry_information")
def _conditional_entry_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism = values[:2]
    entry = _place(values[2], len(mechanism.database), term)
    rank = len(mechanism.database) + 1
    joint = _database_joint(reading.xp, prior, mechanism)
    rest = tuple(axis for axis in range(rank - 1) if axis != entry)
    return information.mutual_information(reading.xp, joint, rank, (entry,), (rank - 1,), rest)


@_meaning("database_information")
def _database_information(reading: Reading, _: Op, values: list[Value]) -> Value:
    prior, mechanism = values
    rank = len(mechanism.database) + 1
    joint = _database_joint(reading.xp, prior, mechanism)
    return information.mutual_information(
        reading.xp, joint, rank, tuple(range(rank - 1)), (rank - 1,), ()
    )


# Parts of databases, priors and mechanisms.


def number_of(database: Sequence[int], instance: Sequence[int]) -> int:
    """The number of an instance; the last entry runs fastest."""
    result = 0
    for size, digit in zip(database, instance, strict=True):
        result = result * size + digit
    return result


def _instance(database: Sequence[int], number: Value, term: Op) -> tuple[int, ...]:
    return digits(database, _place(number, math.prod(database), term))


def _replaced(database: Sequence[int], instance: Sequence[int], entry: int, symbol: int) -> int:
    changed = list(instance)
    changed[entry] = symbol
    return number_of(database, changed)


@_meaning("with_entry")
def _with_entry(_: Reading, term: Op, values: list[Value]) -> Value:
    database, number, index, symbol = values
    entry = _place(index, len(database), term)
    _place(symbol, database[entry], term)
    return _replaced(database, _instance(database, number, term), entry, symbol)


@_meaning("entry_of")
def _entry_of(_: Reading, term: Op, values: list[Value]) -> Value:
    database, number, index = values
    return _instance(database, number, term)[_place(index, len(database), term)]


def _line_of(database: Sequence[int], number: Value, index: Value, term: Op) -> list[int]:
    """The numbers of the instances that differ from one in an entry at most, by that entry."""
    entry = _place(index, len(database), term)
    instance = _instance(database, number, term)
    return [_replaced(database, instance, entry, symbol) for symbol in range(database[entry])]


def _flat(xp: Any, table: Value, database: Sequence[int], rows: bool) -> Value:
    """An array over a database with the entries' axes made one."""
    rank = len(database) + rows
    shape = (math.prod(database), *((xp.shape(table, rank)[-1],) if rows else ()))
    return xp.reshape(table, rank, shape)


def _sums(xp: Any, table: Value, axis: int, lines: Sequence[Sequence[int]], rank: int) -> Value:
    """The sums of a table's rows (or numbers) over lists of places, stacked along the axis."""
    nothing = xp.sub(xp.take(table, axis, 0), xp.take(table, axis, 0))
    found = []
    for line in lines:
        part = nothing
        for place in line:
            part = part + xp.take(table, axis, place)
        found.append(part)
    return xp.stack(found, (len(lines), *xp.shape(table, rank)[1:]))


def _or_uniform(xp: Any, masses: Value, total: Value, size: int) -> Value:
    """Masses over their total; where that is 0 any law will do: the uniform one on the symbols."""
    never = xp.sub(xp.constant(fmpq(1)), xp.support(total))
    return xp.ratio_or_zero(masses, total) + never * xp.constant(fmpq(1, size))


@_meaning("entry_channel")
def _entry_channel(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, number, index = values
    flat = _flat(reading.xp, mechanism.table, mechanism.database, True)
    return reading.xp.gather(flat, -2, _line_of(mechanism.database, number, index, term))


@_meaning("prior_mass")
def _prior_mass(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, prior, number = values
    flat = _flat(reading.xp, prior, database, False)
    return reading.xp.take(flat, -1, _place(number, math.prod(database), term))


@_meaning("entry_given")
def _entry_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, prior, number, index = values
    xp = reading.xp
    line = xp.gather(
        _flat(xp, prior, database, False), -1, _line_of(database, number, index, term)
    )
    return _or_uniform(xp, line, xp.sum_axes(line, (-1,), keep=True), xp.shape(line, 1)[0])


@_meaning("entry_prior")
def _entry_prior(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, number, index, law = values
    xp = reading.xp
    line = _line_of(database, number, index, term)
    if xp.shape(law, 1)[0] != len(line):
        raise Unreadable(f"{term}: the law is not of that entry")
    zero = xp.constant(fmpq(0))
    masses = [
        xp.take(law, -1, line.index(place)) if place in line else zero
        for place in range(math.prod(database))
    ]
    return xp.reshape(xp.stack(masses, (len(masses),)), 1, tuple(database))


@_meaning("flat_prior")
def _flat_prior(reading: Reading, _: Op, values: list[Value]) -> Value:
    database, prior = values
    return _flat(reading.xp, prior, database, False)


@_meaning("flat_mechanism")
def _flat_mechanism(reading: Reading, _: Op, values: list[Value]) -> Value:
    (mechanism,) = values
    return _flat(reading.xp, mechanism.table, mechanism.database, True)


@_meaning("database_joint")
def _database_parts(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism, index = values
    xp, database = reading.xp, mechanism.database
    entry = _place(index, len(database), term)
    joint = _database_joint(xp, prior, mechanism)
    rank = len(database) + 1
    moved = xp.moveaxis(joint, entry - rank, -rank)
    rest = math.prod(database) // database[entry]
    return xp.reshape(moved, rank, (database[entry], rest, xp.shape(joint, rank)[-1]))


@_meaning("group_joint")
def _group_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism = values[:2]
    xp, database = reading.xp, mechanism.database
    size, rank = math.prod(database), len(database) + 1
    joint = _database_joint(xp, prior, mechanism)
    outputs = xp.shape(joint, rank)[-1]
    if size**3 * outputs > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    flat = xp.reshape(joint, rank, (size, outputs))
    # The instances that agree in all three groups, by the numbers of the groups.
    cells: dict[tuple[int, ...], list[int]] = {}
    for number, instance in enumerate(itertools.product(*(range(count) for count in database))):
        place = tuple(_group_number(database, instance, group) for group in values[2:])
        cells.setdefault(place, []).append(number)
    rows = [cells.get(place, []) for place in itertools.product(range(size), repeat=3)]
    return xp.reshape(_sums(xp, flat, -2, rows, 2), 2, (size, size, size, outputs))


def _group_number(database: Sequence[int], instance: Sequence[int], group: Collection[int]) -> int:
    """The number of the instance with the entries outside the group set to 0."""
    number = 0
    for entry, (count, symbol) in enumerate(zip(database, instance, strict=True)):
        number = number * count + (symbol if entry in group else 0)
    return number


def _group_shape(database: Sequence[int], group: Collection[int], term: Op) -> list[int]:
    """The alphabet sizes of a group's entries, in order."""
    return [database[_place(entry, len(database), term)] for entry in sorted(group)]


def _group_lines(
    database: Sequence[int], number: Value, group: Collection[int], fixed: Collection[int], term: Op
) -> list[list[int]]:
    """For each value of a group, the numbers of the instances with that value that agree with one
    in the fixed entries."""
    instance = _instance(database, number, term)
    lines = []
    for value in itertools.product(*map(range, _group_shape(database, group, term))):
        wanted = dict(zip(sorted(group), value, strict=True))
        agrees = all(wanted.get(entry, instance[entry]) == instance[entry] for entry in fixed)
        wanted = {**{entry: instance[entry] for entry in fixed}, **wanted}
        axes = [
            [wanted[entry]] if entry in wanted else range(size)
            for entry, size in enumerate(database)
        ]
        found = [number_of(database, point) for point in itertools.product(*axes)]
        lines.append(found if agrees else [])
    return lines


@_meaning("group_values")
def _group_values(_: Reading, term: Op, values: list[Value]) -> Value:
    database, group = values
    return math.prod(_group_shape(database, group, term))


@_meaning("with_group")
def _with_group(_: Reading, term: Op, values: list[Value]) -> Value:
    database, number, group, value = values
    shape = _group_shape(database, group, term)
    changed = list(_instance(database, number, term))
    symbols = digits(shape, _place(value, math.prod(shape), term))
    for entry, symbol in zip(sorted(group), symbols, strict=True):
        changed[entry] = symbol
    return number_of(database, changed)


@_meaning("group_channel")
def _group_channel(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, number, group = values
    others = set(range(len(mechanism.database))) - group
    lines = _group_lines(mechanism.database, number, group, others, term)
    flat = _flat(reading.xp, mechanism.table, mechanism.database, True)
    return reading.xp.gather(flat, -2, [place for (place,) in lines])


@_meaning("group_given")
def _group_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, prior, number, group, known = values
    xp = reading.xp
    lines = _group_lines(database, number, group, known, term)
    masses = _sums(xp, _flat(xp, prior, database, False), -1, lines, 1)
    return _or_uniform(xp, masses, xp.sum_axes(masses, (-1,), keep=True), len(lines))


@_meaning("response_given")
def _response_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism, number, group, known = values
    xp, database = reading.xp, mechanism.database
    lines = _group_lines(database, number, group, known, term)
    flat = _flat(xp, _database_joint(xp, prior, mechanism), database, True)
    outputs = xp.shape(flat, 2)[-1]
    cells = _sums(xp, flat, -2, lines, 2)
    return _or_uniform(xp, cells, xp.sum_axes(cells, (-1,), keep=True), outputs)


@_meaning("initial")
def _initial(_: Reading, __: Op, values: list[Value]) -> Value:
    (queries,) = values
    return QueriesValue(
        queries.kind, queries.tables[:-1], queries.database, queries.outputs, queries.subsets
    )


@_meaning("final")
def _final(_: Reading, __: Op, values: list[Value]) -> Value:
    (queries,) = values
    return MechanismValue(queries.tables[-1], queries.database)


def _histories(reading: Reading, queries: QueriesValue, index: int, term: Op) -> Value:
    """The law of the responses to the first queries, of shape (database…, history)."""
    if queries.kind == "partial":
        raise Unreadable(f"{term}: queries on parts of a database have no order")
    if index == 0:
        one = reading.xp.constant(fmpq(1))
        ones = reading.xp.stack([one] * math.prod(queries.database), (math.prod(queries.database),))
        return reading.xp.reshape(ones, 1, (*queries.database, 1))
    earlier = QueriesValue(queries.kind, queries.tables[:index], queries.database, queries.outputs)
    return _together(reading, term, [earlier]).table


def _with_histories(
    reading: Reading, prior: Value, queries: QueriesValue, index: int, term: Op
) -> Value:
    """The joint law of the entries and of the responses to the first queries (one axis)."""
    database = queries.database
    flat = reading.xp.reshape(prior, len(database), (*database, 1))
    return flat * _histories(reading, queries, index, term)


@_meaning("stage_joint")
def _stage_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, queries = values[:2]
    xp, database, outputs = reading.xp, queries.database, queries.outputs
    entry = _place(values[2], len(database), term)
    index = len(queries.tables) - 1
    if math.prod(database) * outputs ** (index + 1) > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    rank, history = len(database) + 2, outputs**index
    table = queries.tables[index]
    if queries.kind == "independent":
        table = xp.reshape(table, rank - 1, (*database, 1, outputs))
    earlier = _with_histories(reading, prior, queries, index, term)
    joint = xp.reshape(earlier, rank - 1, (*database, history, 1)) * table
    moved = xp.moveaxis(joint, entry - rank, -rank)
    rest = math.prod(database) // database[entry]
    return xp.reshape(moved, rank, (database[entry], rest, history, outputs))


@_meaning("history_law")
def _history_law(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, index, instance = values
    place = _place(index, len(queries.tables), term)
    database = queries.database
    flat = _flat(reading.xp, _histories(reading, queries, place, term), database, True)
    return reading.xp.take(flat, -2, _place(instance, math.prod(database), term))


@_meaning("entry_given_history")
def _entry_given_history(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, queries, number, entry, index, history = values
    xp, database = reading.xp, queries.database
    place = _place(index, len(queries.tables), term)
    joint = _with_histories(reading, prior, queries, place, term)
    at = xp.take(joint, -1, _place(history, queries.outputs**place, term))
    return _entry_given(reading, term, [database, at, number, entry])


@_meaning("widened")
def _widened(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, index = values
    place = _place(index, len(queries.tables), term)
    table = _spread(reading.xp, queries.tables[place], queries, place)
    return MechanismValue(table, queries.database)


@_meaning("completed")
def _completed(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, instance, index = values
    xp, outputs, database = reading.xp, queries.outputs, queries.database
    place = _place(index, len(queries.tables), term)
    if outputs ** (len(queries.tables) + 1) > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    zero, one = xp.constant(fmpq(0)), xp.constant(fmpq(1))
    cells = [one if a == b else zero for a in range(outputs) for b in range(outputs)]
    result = None
    for other, table in enumerate(queries.tables):
        if other == place:
            part = xp.reshape(xp.stack(cells, (len(cells),)), 1, (outputs, outputs))
        else:
            flat = _flat(xp, _spread(xp, table, queries, other), database, True)
            row = xp.take(flat, -2, _place(instance, math.prod(database), term))
            part = xp.gather(xp.reshape(row, 1, (1, outputs)), -2, [0] * outputs)
        result = part if result is None else _side_by_side(xp, result, part, 1)
    return result


@_meaning("on_entry")
def _on_entry(reading: Reading, term: Op, values: list[Value]) -> Value:
    channel, database = values[:2]
    entry = _place(values[2], len(database), term)
    xp = reading.xp
    inputs, outputs = xp.shape(channel, 2)
    if inputs != database[entry]:
        raise Unreadable(f"a channel with {inputs} inputs meets an entry of {database[entry]}")
    rows = [
        xp.take(channel, -2, digits(database, instance)[entry])
        for instance in range(math.prod(database))
    ]
    flat = xp.stack(rows, (len(rows), outputs))
    return MechanismValue(xp.reshape(flat, 2, (*database, outputs)), tuple(database))


@_meaning("as_mechanism")
def _as_mechanism(reading: Reading, _: Op, values: list[Value]) -> Value:
    return MechanismValue(values[0], (reading.xp.shape(values[0], 2)[0],))


@_meaning("on_database")
def _on_database(reading: Reading, term: Op, values: list[Value]) -> Value:
    channel, database = values
    inputs, outputs = reading.xp.shape(channel, 2)
    if inputs != math.prod(database):
        raise Unreadable(f"{term}: {inputs} inputs aren't the {math.prod(database)} instances")
    return MechanismValue(reading.xp.reshape(channel, 2, (*database, outputs)), tuple(database))


@_meaning("query")
def _query(_: Reading, term: Op, values: list[Value]) -> Value:
    queries, index = values[0], _place(values[1], len(values[0].tables), term)
    if queries.kind == "sequential":
        raise Unreadable(f"{term}: a sequential query is a mechanism given a history: S[j, h]")
    database = queries.database
    if queries.kind == "partial":
        database = tuple(database[entry] for entry in queries.subsets[index])
    return MechanismValue(queries.tables[index], database)


@_meaning("query_given")
def _query_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, history = values[0], values[2]
    index = _place(values[1], len(queries.tables), term)
    if queries.kind == "partial":
        raise Unreadable(f"{term}: a query on some entries has no history")
    if queries.kind != "sequential":
        return MechanismValue(queries.tables[index], queries.database)
    place = _place(history, queries.outputs**index, term)
    return MechanismValue(reading.xp.take(queries.tables[index], -2, place), queries.database)


@_meaning("together")
def _together(reading: Reading, _: Op, values: list[Value]) -> Value:
    queries = values[0]
    xp, rank = reading.xp, len(queries.database)
    cells = math.prod(queries.database) * queries.outputs ** len(queries.tables)
    if cells > MOST_CELLS:
        raise Unreadable(f"the combined responses have {cells} cells, more than {MOST_CELLS}")
    result = None
    for index, table in enumerate(queries.tables):
        if queries.kind == "partial":
            table = _spread(xp, table, queries, index)
        if result is None:
            # The first of sequential queries has one, empty, history.
            first = queries.kind == "sequential"
            result = xp.take(table, -2, 0) if first else table
        elif queries.kind == "sequential":
            size = queries.outputs**index
            left = xp.reshape(result, rank + 1, (*queries.database, size, 1))
            result = xp.reshape(left * table, rank + 2, (*queries.database, size * queries.outputs))
        else:
            result = _side_by_side(xp, result, table, rank)
    if result is None:
        raise Unreadable("there are no queries to release together")
    return MechanismValue(result, queries.database)


def _spread(xp: Any, table: Value, queries: QueriesValue, index: int) -> Value:
    """A query on a subset of the entries as a table over the whole database."""
    subset = queries.subsets[index]
    local = tuple(queries.database[entry] for entry in subset)
    flat = xp.reshape(table, len(subset) + 1, (math.prod(local), queries.outputs))
    rows = []
    for instance in range(math.prod(queries.database)):
        whole = digits(queries.database, instance)
        number = 0
        for entry, size in zip(subset, local, strict=True):
            number = number * size + whole[entry]
        rows.append(xp.take(flat, -2, number))
    stacked = xp.stack(rows, (len(rows), queries.outputs))
    return xp.reshape(stacked, 2, (*queries.database, queries.outputs))


# Groups of entries.


@_meaning("cardinality")
def _cardinality(_: Reading, __: Op, values: list[Value]) -> Value:
    return len(values[0])


@_meaning("complement")
def _complement(_: Reading, __: Op, values: list[Value]) -> Value:
    count, event = values
    return frozenset(range(count)) - event


@_meaning("singleton")
def _singleton(_: Reading, term: Op, values: list[Value]) -> Value:
    count, symbol = values
    return frozenset({_place(symbol, count, term)})


@_meaning("group_information")
def _group_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism, group, known = values
    rank = len(mechanism.database) + 1
    for entry in (*group, *known):
        _place(entry, rank - 1, term)
    joint = _database_joint(reading.xp, prior, mechanism)
    return groups.group_information(reading.xp, joint, rank, group, known)


@_meaning("entry_epsilon")
def _entry_epsilon(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, index = values
    count = len(mechanism.database)
    entry = _place(index, count, term)
    return groups.entry_epsilon(reading.xp, mechanism.table, count, entry)


@_meaning("free_lunch_epsilon")
def _free_lunch_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    (mechanism,) = values
    flat = _flat(reading.xp, mechanism.table, mechanism.database, True)
    return leakage.leakage_capacity(reading.xp, flat)


@_meaning("bayesian_epsilon")
def _bayesian_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    prior, mechanism = values
    joint = _database_joint(reading.xp, prior, mechanism)
    return groups.bayesian_epsilon(reading.xp, prior, joint, len(mechanism.database))


@_meaning("bayesian_mi")
def _bayesian_mi(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism = values[0]
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for entry, size in enumerate(mechanism.database):
        if size < 2:
            continue
        channels = groups.dependent_channels(xp, mechanism.table, mechanism.database, entry)
        if channels is None:
            raise Unreadable(f"{term}: the other entries depend on X_{entry} in too many ways")
        count = xp.shape(channels, 3)[0]
        result = xp.maximum(result, xp.max(reading.capacities(channels, count), 1))
    return result


@_meaning("stage_information")
def _stage_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, queries = values[:2]
    xp, database = reading.xp, queries.database
    entry = _place(values[2], len(database), term)
    index = _place(values[3], len(queries.tables), term)
    if queries.kind == "partial":
        raise Unreadable(f"{term}: a query on some entries has no history")
    history = queries.outputs**index
    if math.prod(database) * history * queries.outputs > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    # The axes of the joint law: the entries, the earlier responses as one, the response.
    rank = len(database) + 2
    joint = xp.reshape(prior, rank - 2, (*database, 1, 1))
    if index > 0:
        earlier = QueriesValue(queries.kind, queries.tables[:index], database, queries.outputs)
        law = _together(reading, term, [earlier]).table
        joint = joint * xp.reshape(law, rank - 1, (*database, history, 1))
    table = queries.tables[index]
    if queries.kind == "independent":
        table = xp.reshape(table, rank - 1, (*database, 1, queries.outputs))
    known = [axis for axis in range(rank - 1) if axis != entry]
    return information.mutual_information(xp, joint * table, rank, (entry,), (rank - 1,), known)
