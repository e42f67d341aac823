"""Exact instances of some variables, corners over-represented: one symbol, sizes of 0 where they
may be, point masses, laws with disjoint supports, equal laws, equal numbers, ends of intervals.

A sort without values (a symbol of no symbols) leaves its variable, and what depends on it, out of
the instance: a theorem says nothing where a variable that it speaks of has no value.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from verified.kernel.values import Rejected, read_moves
from verified.measures.pufferfish import numbered
from verified.measures.readings import MechanismValue, Reading, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    DataClassSort,
    EventSort,
    FrameworkSort,
    JointSort,
    MechanismSort,
    MemberSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.syntax.terms import Term, Var, free_variables

MOST_CELLS = 80
# More than a size mostly is: where ⌊7/(k + 1)⌋ is 0.
LARGE = 7
_SHAPES = ((1,), (2,), (2,), (1, 2), (2, 1), (2, 2), (3,), (1, 1))
_NUMBERS = tuple(fmpq(*part) for part in (
    (0, 1), (0, 1), (1, 1), (1, 1), (2, 1), (-1, 1), (1, 2), (1, 2), (-1, 2), (1, 3), (3, 1),
    (-2, 1),
    (3, 2), (1, 100), (-1, 100), (40, 1), (-30, 1), (99, 100), (7, 5)))


class NoValue(ValueError):
    """The sort has no value here, or none small enough."""


@dataclass
class Instance:
    """Exact values of variables, as the evaluation takes them and as a play writes them."""

    env: dict[str, Any] = field(default_factory=dict)
    moves: dict[str, Any] = field(default_factory=dict)

    def has(self, names: Iterable[str]) -> bool:
        """Whether all of the names have values."""
        return all(name in self.env for name in names)

    def without(self, name: str, variables: Sequence[Var]) -> Instance:
        """The instance less a variable and what depends on it."""
        gone = {name} | {var.name for var in variables if name in free_variables(var)}
        return Instance(
            {key: value for key, value in self.env.items() if key not in gone},
            {key: value for key, value in self.moves.items() if key not in gone},
        )


class Draws:
    """Draws values of variables, one after another.

    Attributes:
        edge: "low" where sizes are as small as they may be, and numbers at the lower ends of their
            intervals, or 0; "high" where sizes are large, and numbers at the upper ends; else "".
    """

    def __init__(self, chance: random.Random, reading: Reading) -> None:
        self.chance, self.reading, self.edge = chance, reading, ""

    def instance(self, variables: Sequence[Var], start: Instance | None = None) -> Instance:
        """Values of the variables, those in `start` kept; variables are listed sizes first."""
        found = Instance() if start is None else Instance(dict(start.env), dict(start.moves))
        for var in variables:
            if var.name in found.env:
                continue
            needed = [name for name in free_variables(var) if name != var.name]
            if not found.has(needed):
                continue
            try:
                self.give(var, found)
            except (NoValue, Unreadable, Undefined, Indeterminate, Rejected, ArithmeticError,
                    ValueError, IndexError, KeyError):
                continue
        return found

    def give(self, var: Var, instance: Instance) -> None:
        """Draw a value for one variable."""
        move = self.move(var.of, instance.env)
        value = self.value(var, move, instance)
        instance.moves[var.name], instance.env[var.name] = move, value

    def put(self, var: Var, move: Any, instance: Instance) -> None:
        """Give a variable the value that a move says.

        Raises:
            ValueError: a symbol of another alphabet, as a variable of the same name had it.
        """
        value = self.value(var, move, instance)
        if isinstance(var.of, SymbolSort) and not (
                isinstance(move, int) and 0 <= move < self.size(var.of.size, instance.env)):
            raise ValueError(f"{move} is no value of {var.name}")
        instance.moves[var.name], instance.env[var.name] = move, value

    # --- moves ------------------------------------------------------------------------------------

    def size(self, term: Term, env: dict[str, Any], least: int = 0) -> int:
        count = self.reading.term(term, env)
        if not isinstance(count, int) or count < least or count > MOST_CELLS:
            raise NoValue(f"{term} is {count}")
        return count

    def move(self, sort: Sort, env: dict[str, Any]) -> Any:
        """A move as a play writes it."""
        pick = self.chance.choice
        match sort:
            case RealSort():
                return str(self.real(sort, env))
            case SizeSort(low, high):
                value = low + {"low": 0, "high": LARGE}.get(
                    self.edge, pick((0, 0, 0, 1, 1, 1, 2, 2, 3)))
                return value if high is None else min(value, high)
            case SymbolSort(size):
                count = self.size(size, env, 1)
                return pick((0, count - 1, self.chance.randrange(count)))
            case EventSort(size):
                count = self.size(size, env)
                share = pick((0, 0.5, 0.5, 1))
                return [symbol for symbol in range(count) if self.chance.random() < share]
            case RealsSort(size, element):
                count = self.size(size, env)
                if self.chance.random() < 0.2:
                    return [str(self.real(element, env))] * count
                return [str(self.real(element, env)) for _ in range(count)]
            case PmfSort(size):
                return self.law(self.size(size, env, 1), env)
            case ChannelSort(inputs, outputs):
                return self.rows(self.size(inputs, env, 1), self.size(outputs, env, 1), env)
            case JointSort(_, alphabets):
                shape = [self.size(size, env, 1) for size in alphabets]
                return self.product_law(shape, pick(("any", "any", "independent")), env)
            case DatabaseSort():
                return list(pick(_SHAPES))
            case PriorSort(database, kind, entry):
                shape = list(self.reading.term(database, env))
                if kind == "split":
                    assert entry is not None
                    return self.split_law(shape, self.size(entry, env), env)
                return self.product_law(shape, kind, env)
            case MechanismSort(database, outputs):
                shape = self.reading.term(database, env)
                return self.rows(math.prod(shape), self.size(outputs, env, 1), env)
            case QueriesSort(kind, database, count, outputs):
                return self.queries(kind, self.reading.term(database, env), self.size(count, env),
                                    self.size(outputs, env, 1), env)
            case FrameworkSort(size):
                return self.framework(self.size(size, env, 1))
            case DataClassSort(size, kind):
                chosen = pick(("listed", "all", "reweighted")) if kind == "any" else kind
                if chosen == "all":
                    return {"kind": chosen}
                count = self.size(size, env, 1)
                return {"kind": chosen, "laws": self.rows(pick((1, 1, 2)), count, env)}
            case MemberSort(framework, data):
                known = self.reading.term(framework, env), self.reading.term(data, env)
                return self.member(*known, env)
        raise NoValue(f"no instances of {sort}")

    def real(self, sort: RealSort, env: dict[str, Any]) -> fmpq:
        """A number of an interval: its closed ends, near its open ones, those of others."""
        pick = self.chance.choice
        if sort.low is not None and sort.low == sort.high:
            return sort.low
        ends = [end for end, left_out in ((sort.low, sort.low_open), (sort.high, sort.high_open))
                if end is not None and not left_out]
        if ends and self.edge:
            return ends[0] if self.edge == "low" else ends[-1]
        if self.edge == "low" and sort.contains(fmpq(0)):
            return fmpq(0)
        if ends and self.chance.random() < 0.3:
            return pick(ends)
        others = [value for value in env.values() if isinstance(value, fmpq)]
        if others and self.chance.random() < 0.25:
            value = pick(others)
            if sort.contains(value):
                return value
        value = pick(_NUMBERS)
        if sort.contains(value):
            return value
        low, high = sort.low, sort.high
        share = pick((fmpq(1, 2), fmpq(1, 3), fmpq(1, 100), fmpq(99, 100), fmpq(1, 4)))
        if low is not None and high is not None:
            return low + (high - low) * share
        step = pick((fmpq(1), share, fmpq(1), fmpq(3)))
        if low is not None:
            return low + step
        if high is not None:
            return high - step
        return value

    def weights(self, count: int, env: dict[str, Any]) -> list[fmpq]:
        """A law, many of them with zeros."""
        pick, roll = self.chance.choice, self.chance.random()
        alike = [value.data for value in env.values()
                 if isinstance(value, BallArray) and value.shape == (count,)
                 and sum(value.data, fmpq(0)) == 1 and min(value.data) >= 0]
        if alike and roll < 0.35:
            other = pick(alike)
            if roll < 0.12:
                return list(other)
            apart = [int(part == 0) for part in other]
            if roll < 0.24 and any(apart):
                return [fmpq(part, sum(apart)) for part in apart]
            return list(reversed(other))
        if roll < 0.5 or count == 1:
            place = self.chance.randrange(count)
            return [fmpq(int(index == place)) for index in range(count)]
        if roll < 0.6:
            return [fmpq(1, count)] * count
        parts = [pick((0, 0, 1, 1, 2, 3)) for _ in range(count)]
        if roll > 0.92:
            parts[self.chance.randrange(count)] = 100
        parts[self.chance.randrange(count)] += 1
        return [fmpq(part, sum(parts)) for part in parts]

    def law(self, count: int, env: dict[str, Any]) -> list[str]:
        if count > MOST_CELLS:
            raise NoValue("too many symbols")
        return [str(part) for part in self.weights(count, env)]

    def rows(self, inputs: int, outputs: int, env: dict[str, Any]) -> list[list[str]]:
        if inputs * outputs > MOST_CELLS:
            raise NoValue("too many rows")
        if self.chance.random() < 0.2:
            return [self.law(outputs, env)] * inputs
        if inputs == outputs and self.chance.random() < 0.15:
            return [[str(int(x == y)) for y in range(outputs)] for x in range(inputs)]
        return [self.law(outputs, env) for _ in range(inputs)]

    def product_law(self, shape: Sequence[int], kind: str, env: dict[str, Any]) -> list[str]:
        if math.prod(shape) > MOST_CELLS:
            raise NoValue("too many tuples")
        if kind != "independent":
            return self.law(math.prod(shape), env)
        parts = [self.weights(count, env) for count in shape]
        return [str(math.prod(cell, start=fmpq(1))) for cell in itertools.product(*parts)]

    def split_law(self, shape: Sequence[int], entry: int, env: dict[str, Any]) -> list[str]:
        if math.prod(shape) > MOST_CELLS or not 0 <= entry < len(shape):
            raise NoValue("no such entry")
        others = [count for place, count in enumerate(shape) if place != entry]
        own, rest = self.weights(shape[entry], env), self.weights(math.prod(others), env)
        keys = {key: place for place, key in enumerate(itertools.product(*map(range, others)))}
        found = []
        for cell in itertools.product(*map(range, shape)):
            found.append(str(own[cell[entry]] * rest[keys[cell[:entry] + cell[entry + 1:]]]))
        return found

    def queries(self, kind: str, base: Sequence[int], count: int, outputs: int,
                env: dict[str, Any]) -> dict[str, Any]:
        if count > 3:
            raise NoValue("too many queries")
        if kind == "partial":
            subsets: list[list[int]] = [[] for _ in range(count)]
            for entry in range(len(base)):
                chosen = self.chance.randrange(count + 1)
                if chosen < count:
                    subsets[chosen].append(entry)
            tables = [self.rows(math.prod(base[e] for e in subset), outputs, env)
                      for subset in subsets]
            return {"tables": tables, "subsets": subsets}
        history = [outputs**index if kind == "sequential" else 1 for index in range(count)]
        return {"tables": [self.rows(math.prod(base) * past, outputs, env) for past in history]}

    def framework(self, symbols: int) -> dict[str, Any]:
        def function() -> list[int]:
            values = [self.chance.randrange(self.chance.choice((1, 2, symbols)))
                      for _ in range(symbols)]
            return list(numbered(tuple(values)))

        private = [function() for _ in range(self.chance.choice((1, 1, 2)))]
        public = [function() for _ in range(self.chance.choice((0, 1, 1, 2)))]
        edges = [[g, w] for g in range(len(private)) for w in range(len(public))
                 if self.chance.random() < 0.7]
        return {"private": private, "public": public, "edges": edges}

    def member(self, framework: Any, data: Any, env: dict[str, Any]) -> Any:
        if data.kind == "listed":
            return self.chance.randrange(data.listed)
        if data.kind == "all":
            return self.law(len(framework.private[0]), env)
        return self.law(data.listed * len(framework.atoms()), env)

    # --- values -----------------------------------------------------------------------------------

    def value(self, var: Var, move: Any, instance: Instance) -> Any:
        """What a move stands for. Common sorts are read here, the others as the kernel reads them;
        `tests/bench/test_fuzz.py` compares the two."""
        sort, env = var.of, instance.env
        match sort:
            case RealSort():
                return _rational(move)
            case SizeSort() | SymbolSort():
                return move
            case EventSort():
                return frozenset(move)
            case RealsSort() | PmfSort():
                return BallArray((len(move),), [_rational(part) for part in move])
            case ChannelSort():
                flat = [_rational(part) for row in move for part in row]
                return BallArray((len(move), len(move[0])), flat)
            case JointSort(_, alphabets):
                shape = tuple(self.size(size, env) for size in alphabets)
                return BallArray(shape, [_rational(part) for part in move])
            case DatabaseSort():
                return tuple(move)
            case PriorSort(database):
                return BallArray(self.reading.term(database, env), [_rational(p) for p in move])
            case MechanismSort(database, outputs):
                shape = self.reading.term(database, env)
                flat = [_rational(part) for row in move for part in row]
                return MechanismValue(
                    BallArray((*shape, self.size(outputs, env)), flat), shape)
        needed = list(free_variables(var).values())
        moves = {part.name: instance.moves[part.name] for part in needed if part != var}
        return read_moves(needed, {**moves, var.name: move}, self.reading)[var.name]


def _rational(text: str) -> fmpq:
    top, _, bottom = text.partition("/")
    return fmpq(int(top), int(bottom or 1))
