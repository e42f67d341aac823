"""Instances of a quantity's signature at its corners, and what is asked of its values there.

One symbol, point masses, disjoint supports, equal laws, zero entries, infinite values, orders 0, 1,
∞ and near them, deterministic and constant channels, databases of one entry of one symbol, ε = 0,
frameworks without edges, queries that see no entry, empty and full events.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verified.attack.certify import propose_bound
from verified.errors import InputError
from verified.kernel.truth import BallReading, MissingBound, truth
from verified.kernel.values import read_move
from verified.language import as_joint, conditional, database_of, on_database
from verified.measures import continuous, integers
from verified.measures.readings import MechanismValue, OutOfReach, QueriesValue, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, equal, less, less_equal, precision
from verified.syntax import sorts
from verified.syntax.formulas import substitute
from verified.syntax.quantity import COUNT, QUANTITIES, ExtendedSort, Quantity
from verified.syntax.terms import (
    Channel,
    Joint,
    Op,
    Pmf,
    Size,
    Symbol,
    Term,
    Var,
    free_variables,
    is_arithmetic,
    number,
)

ZERO, ONE, HALF, TINY = fmpq(0), fmpq(1), fmpq(1, 2), fmpq(1, 10**6)
INFINITY = arb.pos_inf()
PRECISIONS = (64, 256)
# How many instances are drawn of a quantity of up to two arguments, and of more.
FEW, MANY = 90, 160

# Of whom an error speaks where a reading is asked by itself.
TERM: Any = QUANTITIES["alphabet"].of(QUANTITIES["alphabet"].arguments)

Env = dict[str, Any]


# --- moves at the corners of each sort ------------------------------------------------------------


def laws(count: int) -> list[list[str]]:
    """Point masses, the uniform law, one with a zero entry, one with a rare symbol."""
    uniform = [fmpq(1, count)] * count
    found = [[ONE] + [ZERO] * (count - 1), [ZERO] * (count - 1) + [ONE], uniform]
    if count > 1:
        found.append([1 - TINY] + [ZERO] * (count - 2) + [TINY])
        found.append([fmpq(1, 4)] + [ZERO] * (count - 2) + [fmpq(3, 4)])
    return [[str(part) for part in law] for law in found]


def tables(rows: int, count: int) -> list[list[list[str]]]:
    """Constant, deterministic, disjoint and mixed rows."""
    base = laws(count)
    return [
        [base[0]] * rows, [base[2]] * rows,
        [base[row % 2] for row in range(rows)],
        [base[(row + 2) % len(base)] for row in range(rows)],
        [base[-1] if row else base[2] for row in range(rows)],
    ]


def subsets(count: int) -> list[list[int]]:
    return [[], list(range(count)), [0][:count], list(range(1, count))]


def reals(sort: sorts.RealSort) -> list[Any]:
    """The ends of an interval, numbers near them, and some between."""
    found: list[Any] = [fmpq(-3), fmpq(-1), ZERO, TINY, HALF, ONE - TINY, ONE, ONE + TINY, fmpq(2),
                        fmpq(40)]
    for end in (sort.low, sort.high):
        if end is not None:
            found += [end, end + TINY, end - TINY]
    # 0.693147 is a little below ln 2.
    kept = [x for x in [*found, fmpq(693147, 10**6)] if sort.contains(x)]
    kept = list({str(x): x for x in kept}.values())
    if isinstance(sort, ExtendedSort):
        kept += [INFINITY] * (not sort.finite) + [-INFINITY] * (not sort.bounded_below)
    return kept


DATABASES: list[list[int]] = [[1], [2], [1, 1], [1, 2], [2, 2], [3]]


def line_laws() -> list[continuous.LawValue]:
    xp = Balls()
    single = [
        continuous.laplace(xp, ZERO, ONE), continuous.gaussian(xp, ZERO, ONE),
        continuous.gaussian(xp, ONE, fmpq(4)), continuous.laplace(xp, fmpq(20), HALF),
    ]
    weights = BallArray((2,), [ZERO, ONE])
    flat = [continuous.uniform(xp, ZERO, ONE), continuous.uniform(xp, HALF, fmpq(2)),
            continuous.uniform(xp, fmpq(3), fmpq(4)),
            continuous.staircase(xp, ZERO, ONE, ONE, HALF),
            continuous.staircase(xp, fmpq(3), ONE, ONE, ZERO)]
    tailed = [continuous.logistic(xp, ZERO, HALF), continuous.student(xp, ZERO, ONE, 2)]
    return [*single, continuous.mixture(xp, weights, single[0], single[2]), *flat, *tailed]


def integer_laws() -> list[continuous.LawValue]:
    xp = Balls()
    single = [
        integers.discrete_laplace(xp, 0, ONE), integers.discrete_gaussian(xp, 0, ONE),
        integers.discrete_gaussian(xp, 1, fmpq(4)), integers.discrete_laplace(xp, 20, HALF),
        integers.poisson(xp, ONE), integers.shift(xp, integers.geometric(xp, HALF), 1),
        integers.binomial(xp, fmpq(3), HALF), integers.binomial(xp, fmpq(3), ONE),
        integers.shift(xp, integers.binomial(xp, fmpq(3), HALF), 5),
    ]
    weights = BallArray((2,), [ZERO, ONE])
    return [*single, continuous.mixture(xp, weights, single[0], single[2])]


def moves(sort: sorts.Sort, size: Any) -> list[Any]:
    """Moves for a variable of the sort; `size` evaluates terms of the variables before it."""
    match sort:
        case sorts.RealSort():
            found = [x if isinstance(x, arb) else str(x) for x in reals(sort)]
            # Infinite ends are drawn as often as a few of the others.
            return found + 3 * [x for x in found if isinstance(x, arb)]
        case sorts.SizeSort(low, high):
            return [n for n in (low, low + 1, 2, 3) if high is None or n <= high]
        case sorts.SymbolSort(count):
            return sorted({0, size(count) - 1} & set(range(size(count))))
        case sorts.EventSort(count):
            return subsets(size(count))
        case sorts.PmfSort(count):
            return laws(size(count))
        case sorts.RealsSort(count, element):
            values = [str(x) for x in reals(element)]
            return [
                [values[(start + step * place) % len(values)] for place in range(size(count))]
                for start, step in ((0, 0), (2, 1), (5, 3))
            ]
        case sorts.JointSort(_, alphabets):
            return laws(math.prod(map(size, alphabets)))
        case sorts.ChannelSort(inputs, outputs):
            return tables(size(inputs), size(outputs))
        case sorts.DatabaseSort():
            return DATABASES
        case sorts.MechanismSort(database, outputs):
            return tables(math.prod(size(database)), size(outputs))
        case sorts.PriorSort(database, kind, _):
            every = laws(math.prod(size(database)))
            # A point mass makes entries independent; so does the uniform law.
            return every if kind == "any" else every[:3]
        case sorts.QueriesSort():
            return list(_queries(sort, size))
        case sorts.FrameworkSort(count):
            return _frameworks(size(count))
        case sorts.DataClassSort(count, kind):
            listed = [laws(size(count))[:1], laws(size(count))[1:]]
            found = [{"kind": own, "laws": rows} for own in ("listed", "reweighted")
                     for rows in listed]
            return [one for one in [{"kind": "all"}, *found] if kind in ("any", one["kind"])]
        case sorts.MemberSort(framework, data):
            values, one = size(data), size(framework)
            if values.kind == "listed":
                return list(range(values.listed))
            count = len(one.private[0])
            parts = count if values.kind == "all" else values.listed * len(one.atoms())
            return laws(parts)
        case sorts.LawSort():
            return line_laws()
        case sorts.IntegerLawSort():
            return integer_laws()
    raise AssertionError(sort)


def _queries(sort: sorts.QueriesSort, size: Any) -> Iterator[Any]:
    database, count, outputs = size(sort.database), size(sort.count), size(sort.outputs)
    for pick in range(3):
        chosen = [subsets(len(database))[(pick + j) % 2 * (j == 0)] for j in range(count)]
        rows = []
        for j in range(count):
            inputs = math.prod(database)
            if sort.kind == "sequential":
                inputs *= outputs**j
            elif sort.kind == "partial":
                inputs = math.prod(database[entry] for entry in chosen[j])
            rows.append(tables(inputs, outputs)[(pick * 2 + j) % 5])
        yield {"tables": rows, **({"subsets": chosen} if sort.kind == "partial" else {})}


def _frameworks(count: int) -> list[Any]:
    constant, identity = [0] * count, list(range(count))
    halves = [0 if place == 0 else 1 for place in range(count)]
    return [
        {"private": [identity], "public": [], "edges": []},
        {"private": [constant], "public": [constant], "edges": [[0, 0]]},
        {"private": [identity, halves], "public": [constant], "edges": [[0, 0], [1, 0]]},
        {"private": [halves], "public": [identity], "edges": [[0, 0]]},
    ]


# --- instances of a signature ---------------------------------------------------------------------


@dataclass(frozen=True)
class Instance:
    """Values of a signature's variables, and a term of them."""

    term: Any
    env: Env

    def __str__(self) -> str:
        return f"{self.term} at {self.env}"


n, m, k = Size("n"), Size("m"), Size("k")
# Terms of quantities whose arguments must be of some form.
FORMS: dict[str, Callable[[], Op]] = {
    "on_database": lambda: on_database(Channel("W", n * k, m), database_of(n, k)),
    "as_joint": lambda: as_joint(Pmf("P", n * k), U=n, V=k),
    "joint_at": lambda: Joint("J", X=n, Y=k)[Symbol("x", n), Symbol("y", k)],
    "conditional": lambda: conditional(Joint("J", X=n, Y=k), "Y|X"),
}


def example(record: Quantity, repeats: int = 2) -> Op:
    """A term of the quantity, of its declared variables."""
    if record.name in FORMS:
        return FORMS[record.name]()
    if not record.repeats:
        joint = next((v for v in record.arguments if isinstance(v.of, sorts.JointSort)), None)
        detail: tuple[str, ...] = ()
        if joint is not None and record.details:
            assert isinstance(joint.of, sorts.JointSort)
            detail = (joint.of.names[0], *[""] * (record.details - 1))
        return record.of(record.arguments, detail)
    *first, last = record.arguments
    parts = [Var(f"{last.name}{place}", last.of) for place in range(repeats)]
    values = {COUNT.name: number(repeats)}
    return record.of([*(substitute(var, values) for var in first), *parts])


def instances(record: Quantity, term: Op, seed: int = 1) -> list[Instance]:
    """Different instances at corners, some where the conditions beside the sorts fail."""
    most = FEW if len(term.args) < 3 else MANY
    source = random.Random(f"{record.name}{seed}")
    variables = list(free_variables(term).values())
    found: dict[str, Instance] = {}
    for _ in range(4 * most):
        env = drawn(variables, source)
        if env is not None:
            told = sorted((name, _told(part)) for name, part in env.items())
            found.setdefault(repr(told), Instance(term, env))
        if len(found) == most:
            break
    return list(found.values())


def _told(part: Any) -> str:
    # Both infinities are one text.
    return str(float(part)) if isinstance(part, arb) else repr(part)


def drawn(variables: Sequence[Var], source: random.Random) -> Env | None:
    """A corner of each variable's sort, in order; None where a sort has no value."""
    reading = BallReading()
    env: Env = {}

    def size(term: Term) -> Any:
        return reading.term(term, env)

    for var in variables:
        try:
            choices = moves(var.of, size)
        except (Unreadable, Undefined):
            return None
        if not choices:
            return None
        move = source.choice(choices)
        ready = isinstance(var.of, sorts.LawSort | sorts.IntegerLawSort) or isinstance(move, arb)
        if ready:
            env[var.name] = move
            continue
        # Extended numbers are no sort of moves.
        moved = Var(var.name, sorts.RealSort()) if isinstance(var.of, ExtendedSort) else var
        env[var.name] = read_move(moved, move, reading, env)
        if isinstance(var.of, sorts.DatabaseSort) and math.prod(env[var.name]) > 6:
            return None
    return env


# --- what values must meet ------------------------------------------------------------------------


def value(instance: Instance) -> Any:
    """The value in balls.

    Raises:
        Undefined: it has none.
        OutOfReach, Indeterminate: it isn't worked out.
    """
    bounds: dict[str, list[fmpq]] = {}
    for bits in PRECISIONS:
        with precision(bits):
            try:
                return _bounded(instance, bounds)
            except Indeterminate:
                if bits == PRECISIONS[-1]:
                    raise
    raise AssertionError


def _bounded(instance: Instance, bounds: dict[str, list[fmpq]]) -> Any:
    """The value, with a law proposed for each supremum, a uniform one where none is."""
    while True:
        try:
            return BallReading(bounds).term(instance.term, instance.env)
        except MissingBound as missing:
            inputs, outputs = missing.table.shape
            try:
                bounds[missing.key] = propose_bound(missing, fmpq(1, 1000))
            except InputError:
                count = inputs if missing.prior is None else outputs
                bounds[missing.key] = [fmpq(1, count)] * count


def met(record: Quantity, instance: Instance) -> bool | None:
    """Whether the instance meets the conditions of the record."""
    reading = BallReading()
    found = [truth(part, instance.env, reading) for part in record.conditions(instance.term)]
    return False if False in found else None if None in found else True


@dataclass(frozen=True)
class Outcome:
    """What a quantity is at an instance: its value, or that it is undefined, or not worked out."""

    instance: Instance
    meets: bool | None
    undefined: str = ""
    unknown: bool = False
    value: Any = None


def outcome(record: Quantity | None, instance: Instance) -> Outcome:
    """What the term is; of a quantity, whether the conditions of its record are met."""
    meets = True if record is None else met(record, instance)
    try:
        return Outcome(instance, meets, value=value(instance))
    except (OutOfReach, Indeterminate):
        return Outcome(instance, meets, unknown=True)
    except (Undefined, Unreadable) as error:
        return Outcome(instance, meets, undefined=str(error) or "undefined")


def violation(record: Quantity, found: Outcome) -> str:
    """What the record says that isn't so at an instance; empty if all of it is."""
    if found.unknown or not record.certain:
        return ""
    conditional = bool(record.given)
    if conditional and found.meets is not True:
        return ""
    if found.undefined:
        return f"{found.instance} is undefined: {found.undefined}"
    term, env = found.instance.term, found.instance.env
    if is_arithmetic(term.sort):
        exact = fmpq(found.value) if isinstance(found.value, int) else found.value
        outside = _outside(record.values, exact) or _outside_sort(term, exact, env)
        return f"{found.instance} is {exact}, {outside}" if outside else ""
    wrong = not_of(term.sort, found.value, env)
    return f"{found.instance} {wrong}" if wrong else ""


def _outside(values: ExtendedSort | None, exact: Any) -> str:
    if values is None:
        return ""
    if isinstance(exact, arb) and not exact.is_finite():
        inside = values.holds(float(exact))
        return "" if inside else f"outside {values.describe()}"
    low, high = values.low, values.high
    if low is not None and (less(exact, low) or (values.low_open and equal(exact, low))):
        return f"below {values.describe()}"
    if high is not None and (less(high, exact) or (values.high_open and equal(exact, high))):
        return f"above {values.describe()}"
    return ""


def _outside_sort(term: Term, exact: Any, env: Env) -> str:
    if isinstance(term.sort, sorts.SymbolSort):
        count = BallReading().term(term.sort.size, env)
        if not (isinstance(exact, fmpq) and exact.q == 1 and 0 <= exact < count):
            return f"none of {count} symbols"
    if isinstance(term.sort, sorts.SizeSort) and not (
        isinstance(exact, fmpq) and exact.q == 1 and exact >= 0
    ):
        return "no whole number"
    return ""


def not_of(sort: sorts.Sort, found: Any, env: Env) -> str:
    """What keeps a value from being of a sort; empty if nothing does."""
    reading = BallReading()

    def size(term: Term) -> Any:
        return reading.term(term, env)

    match sort:
        case sorts.PmfSort(count):
            return _no_table(found, (size(count),), 1)
        case sorts.ChannelSort(inputs, outputs):
            return _no_table(found, (size(inputs), size(outputs)), 1)
        case sorts.JointSort(_, alphabets):
            shape = tuple(map(size, alphabets))
            return _no_table(found, shape, len(shape))
        case sorts.PriorSort(database, _, _):
            shape = size(database)
            return _no_table(found, tuple(shape), len(shape))
        case sorts.MechanismSort(database, outputs):
            if not isinstance(found, MechanismValue) or found.database != tuple(size(database)):
                return "is no mechanism on its database"
            return _no_table(found.table, (*found.database, size(outputs)), 1)
        case sorts.QueriesSort(kind, database, count, outputs):
            same = isinstance(found, QueriesValue) and (
                found.kind, found.database, len(found.tables), found.outputs
            ) == (kind, size(database), size(count), size(outputs))
            return "" if same else "is no family of so many queries"
        case sorts.EventSort(count):
            inside = all(0 <= symbol < size(count) for symbol in found)
            return "" if inside else "is no event of its alphabet"
        case sorts.DatabaseSort():
            return "" if found and all(part >= 1 for part in found) else "is no database"
        case sorts.FrameworkSort(count):
            same = bool(found.private) and len(found.private[0]) == size(count)
            return "" if same else "is no framework on its data"
        case sorts.MemberSort(framework, _):
            data = len(size(framework).private[0])
            return _no_table(found.law, (data,), 1)
        case sorts.LawSort() | sorts.IntegerLawSort():
            weights = [part.weight for part in found.parts]
            return _no_table(BallArray((len(weights),), weights), (len(weights),), 1)
    return f"has the sort {sort}"


def _no_table(found: Any, shape: tuple[int, ...], axes: int) -> str:
    """What keeps an array from being laws over its last axes."""
    if not isinstance(found, BallArray) or tuple(found.shape) != shape:
        return f"has another shape than {shape}"
    if any(less_equal(ZERO, entry) is False for entry in found.data):
        return "has a negative probability"
    count = math.prod(shape[len(shape) - axes :])
    for start in range(0, len(found.data), count):
        mass = sum(found.data[start : start + count], ZERO)
        if equal(mass, ONE) is False:
            return "doesn't sum to 1"
    return ""


__all__ = [
    "TERM", "Instance", "Outcome", "drawn", "example", "instances", "outcome", "violation",
]
