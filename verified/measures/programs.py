"""Linear programs that quantified formulas are: what they seek, and the numbers of what it must
meet, over any namespace.

The entries of laws are probabilities: of each row all but the first are coordinates. Numbers are
coordinates as they are. A side that is affine is known from its values where each row is certain of
its first symbol and numbers are 0, and where one coordinate is 1 instead.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import fmpq

from verified.measures.readings import Env, OutOfReach, Reading, Value
from verified.numbers.balls import Undefined
from verified.syntax.affine import sought
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation, negate
from verified.syntax.sorts import ChannelSort, JointSort, RealSort
from verified.syntax.terms import Number, Var

# How many relations, and how many ways to meet a disjunction, are looked at.
MOST_RELATIONS = 2_000
MOST_WAYS = 64
MOST_COORDINATES = 400


@dataclass(frozen=True)
class Wanted:
    """A relation that must hold, at values of what lists quantify over; `op` is <=, < or =."""

    op: str
    relation: Relation
    env: Env


@dataclass(frozen=True)
class Unknown:
    """A variable that is sought: a table of laws of a shape, or a number (of no shape)."""

    var: Var
    shape: tuple[int, ...]

    @property
    def interval(self) -> RealSort:
        """Of a number: where it lies."""
        assert isinstance(self.var.of, RealSort)
        return self.var.of

    @property
    def ends(self) -> tuple[fmpq | None, fmpq | None]:
        """Of a number: the ends of where it lies, None for an infinite one."""
        return self.interval.low, self.interval.high

    def is_nowhere(self) -> bool:
        """Whether there is no such value, since a law has no symbols.

        Raises:
            OutOfReach: it is a channel that has no inputs either.
        """
        if 0 not in self.shape:
            return False
        if isinstance(self.var.of, ChannelSort) and self.shape[0] == 0:
            raise OutOfReach(f"{self.var.name} is a channel without inputs")
        return True

    @property
    def rows(self) -> int:
        """How many laws it is made of; a joint law is one."""
        return self.shape[0] if isinstance(self.var.of, ChannelSort) else int(bool(self.shape))

    @property
    def symbols(self) -> int:
        """How many symbols each of these has."""
        return math.prod(self.shape) // max(self.rows, 1)


@dataclass(frozen=True)
class Condition:
    """constant + Σ slope · coordinate, which must be <=, < or = 0."""

    op: str
    constant: Value
    slopes: list[Value]


def _open_ends(var: Var) -> Iterator[Relation]:
    """That a number isn't an end of its interval which doesn't belong to it."""
    if isinstance(var.of, RealSort):
        if var.of.low is not None and var.of.low_open:
            yield Relation("<", Number(var.of.low), var)
        if var.of.high is not None and var.of.high_open:
            yield Relation("<", var, Number(var.of.high))


class Program:
    """What a quantified formula seeks at an instance.

    Attributes:
        unknowns: the variables that are sought, laws before numbers.
        ways: lists of relations, of which all of one must hold.
        exists: whether the formula holds where there are such values, or where there are none.

    Raises:
        OutOfReach: it is too large.
    """

    def __init__(self, formula: Quantified, env: Env, reading: Reading) -> None:
        variables, body, self.exists = sought(formula)
        self.reading, self.env = reading, env
        # Laws first, as `numbers.programs` has its columns.
        self.unknowns = sorted(
            (Unknown(var, self._shape(var)) for var in variables), key=lambda one: not one.shape
        )
        ends = [Wanted("<", end, env) for one in self.unknowns for end in _open_ends(one.var)]
        # Where one of them has no value, as a law on no symbols, nothing is met.
        self.ways = [] if any(one.is_nowhere() for one in self.unknowns) else [
            [*way, *ends] for way in self._ways(body, env)
        ]
        count = sum(one.rows * one.symbols + (not one.shape) for one in self.unknowns)
        if count > MOST_COORDINATES or sum(map(len, self.ways)) > MOST_RELATIONS:
            raise OutOfReach(f"what {formula} seeks has too many coordinates or conditions")

    def _shape(self, var: Var) -> tuple[int, ...]:
        if isinstance(var.of, RealSort):
            return ()
        sizes = var.of.alphabets if isinstance(var.of, JointSort) else var.of.sizes()
        try:
            return tuple(self.reading.term(size, self.env) for size in sizes)
        except Undefined:
            # There is no law on an alphabet whose size has no value.
            return (*(1 for _ in sizes[1:]), 0)

    def _ways(self, formula: Formula, env: Env) -> Iterator[list[Wanted]]:
        """The lists of relations of which one must hold whole."""
        match formula:
            case Relation(op, left, right):
                if op in (">", ">="):
                    op, left, right = {">": "<", ">=": "<="}[op], right, left
                yield [Wanted(op, Relation(op, left, right), env)]
            case Not(Relation("=", left, right)):
                for one in (Relation("<", left, right), Relation("<", right, left)):
                    yield [Wanted("<", one, env)]
            case Not(Relation(op, left, right)):
                turned = {"<=": "<", "<": "<=", ">=": "<", ">": "<="}[op]
                sides = (right, left) if op in ("<=", "<") else (left, right)
                yield [Wanted(turned, Relation(turned, *sides), env)]
            case Not(body):
                yield from self._ways(negate(body), env)
            case And(parts):
                yield from self._together([(part, env) for part in parts])
            case Or(parts):
                for part in parts:
                    yield from self._ways(part, env)
            case Quantified(kind, var, guard, body):
                environments = [
                    {**env, var.name: point} for point in self.reading.gone_through(var.of, env)
                ]
                points = [
                    (body, one) for one in environments if guard is None or self._inside(guard, one)
                ]
                if kind == "forall":
                    yield from self._together(points)
                else:
                    for part, inner in points:
                        yield from self._ways(part, inner)

    def _inside(self, guard: Formula, env: Env) -> bool:
        found = self.reading.holds_at(guard, env)
        if not isinstance(found, bool):
            raise OutOfReach(f"{guard} differs from instance to instance")
        return found

    def _together(self, parts: Sequence[tuple[Formula, Env]]) -> Iterator[list[Wanted]]:
        choices = [list(itertools.islice(self._ways(*part), MOST_WAYS + 1)) for part in parts]
        if math.prod(map(len, choices)) > MOST_WAYS:
            raise OutOfReach("there are too many ways to meet what is sought")
        for chosen in itertools.product(*choices):
            yield [one for part in chosen for one in part]

    # --- numbers ------------------------------------------------------------------------------

    def coordinates(self) -> list[tuple[int, int, int]]:
        """The coordinates: which unknown, which of its rows, and which symbol of that."""
        return [
            (place, row, symbol) for place, one in enumerate(self.unknowns)
            for row in range(max(one.rows, 1))
            for symbol in (range(1, one.symbols) if one.shape else (1,))
        ]

    def at(self, moved: tuple[int, int, int] | None) -> dict[str, Value]:
        """The unknowns where rows are certain of the first symbol and numbers are 0, but for one
        coordinate, which is 1."""
        xp, found = self.reading.xp, {}
        for place, one in enumerate(self.unknowns):
            own = None if moved is None or moved[0] != place else moved[1:]
            if not one.shape:
                found[one.var.name] = xp.constant(fmpq(int(own is not None)))
                continue
            chosen = [
                own[1] if own is not None and own[0] == row else 0 for row in range(one.rows)
            ]
            flat = [
                xp.constant(fmpq(int(symbol == certain)))
                for certain in chosen for symbol in range(one.symbols)
            ]
            found[one.var.name] = xp.reshape(xp.stack(flat, (len(flat),)), 1, one.shape)
        return found

    def conditions(self, way: Sequence[Wanted]) -> list[Condition]:
        """The numbers of the relations of a way.

        Raises:
            Undefined, Indeterminate: a side is undefined, or not worked out.
        """
        xp, start = self.reading.xp, self.at(None)
        moved = [self.at(one) for one in self.coordinates()]
        found = []
        for one in way:
            constant = self._gap(one, start)
            slopes = [xp.sub(self._gap(one, values), constant) for values in moved]
            found.append(Condition(one.op, constant, slopes))
        return found

    def _gap(self, wanted: Wanted, values: dict[str, Value]) -> Value:
        env = {**wanted.env, **values}
        left, right = (
            self.reading.real(side, env) for side in (wanted.relation.left, wanted.relation.right)
        )
        return self.reading.xp.sub(left, right)


__all__ = ["Condition", "Program", "Unknown", "Wanted"]
