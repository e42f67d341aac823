"""Exact values of variables: read from a certificate's moves, checked against their sorts.

A move is JSON: rationals are strings "p/q", laws are lists of them; a mechanism is the list of its
response laws in the order of the database's instances (the last entry runs fastest).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpq

from verified.language import sorts
from verified.language.serial import FormatError, read_rational
from verified.language.terms import Var
from verified.measures.databases import digits
from verified.measures.pufferfish import DataClassValue, FrameworkValue, MemberValue, numbered
from verified.measures.readings import MechanismValue, QueriesValue, Reading
from verified.numbers.ball_arrays import BallArray, Balls


class Rejected(FormatError):
    """Evidence that doesn't hold; the message says which rule it breaks."""


def read_moves(
    variables: Sequence[Var], moves: Mapping[str, Any], reading: Reading
) -> dict[str, Any]:
    """The values of all variables, each checked against its sort.

    Raises:
        Rejected: a move is missing, superfluous, of the wrong shape, or not in the sort.
    """
    env: dict[str, Any] = {}
    for var in variables:
        if var.name not in moves:
            raise Rejected(f"no move for {var.name}")
        env[var.name] = _Move(var.name, reading, env).value(var.of, moves[var.name])
    extra = sorted(set(moves) - set(env))
    if extra:
        raise Rejected(f"a move for {extra[0]}, which the statement doesn't bind")
    return env


class _Move:
    """Reads one variable's move; `env` holds the variables before it."""

    def __init__(self, name: str, reading: Reading, env: Mapping[str, Any]) -> None:
        self.name, self.reading, self.env = name, reading, env

    def fail(self, rule: str) -> Rejected:
        return Rejected(f"the move for {self.name} {rule}")

    def size(self, term: Any) -> int:
        value = self.reading.term(term, self.env)
        if not isinstance(value, int):
            raise self.fail("has a size that isn't whole")
        return value

    def value(self, sort: sorts.Sort, move: Any) -> Any:
        match sort:
            case sorts.RealSort():
                return self.real(sort, move)
            case sorts.SizeSort():
                return self.whole(move, sort.low, sort.high)
            case sorts.SymbolSort():
                return self.whole(move, 0, self.size(sort.size) - 1)
            case sorts.EventSort():
                return self.event(self.size(sort.size), move)
            case sorts.RealsSort():
                count = self.size(sort.size)
                parts = [self.real(sort.element, part) for part in self.items(move, count)]
                return BallArray((count,), parts)
            case sorts.PmfSort():
                count = self.size(sort.size)
                return BallArray((count,), self.law(move, count))
            case sorts.ChannelSort():
                return self.rows(move, (self.size(sort.inputs),), self.size(sort.outputs))
            case sorts.JointSort():
                shape = tuple(self.size(size) for size in sort.alphabets)
                return BallArray(shape, self.law(move, math.prod(shape)))
            case sorts.DatabaseSort():
                return tuple(self.whole(part, 1, None) for part in self.items(move, None))
            case sorts.PriorSort():
                return self.prior(sort, move)
            case sorts.MechanismSort():
                database = self.reading.term(sort.database, self.env)
                table = self.rows(move, database, self.size(sort.outputs))
                return MechanismValue(table, database)
            case sorts.QueriesSort():
                return self.queries(sort, move)
            case sorts.FrameworkSort():
                return self.framework(self.size(sort.size), move)
            case sorts.DataClassSort():
                return self.data_class(sort, move)
            case sorts.MemberSort():
                return self.member(sort, move)
        raise self.fail("has a sort that plays can't move")

    def items(self, move: Any, count: int | None) -> list[Any]:
        if not isinstance(move, list) or (not move and count is None):
            raise self.fail("is not a list")
        if count is not None and len(move) != count:
            raise self.fail(f"has {len(move)} items, not {count}")
        return move

    def whole(self, move: Any, low: int, high: int | None) -> int:
        if isinstance(move, bool) or not isinstance(move, int):
            raise self.fail("is not a whole number")
        if move < low or (high is not None and move > high):
            raise self.fail(f"is {move}, outside {low} … {'∞' if high is None else high}")
        return move

    def rational(self, move: Any) -> fmpq:
        if not isinstance(move, str):
            raise self.fail("has a number that isn't written as a string p/q")
        return read_rational(move)

    def real(self, sort: sorts.RealSort, move: Any) -> fmpq:
        value = self.rational(move)
        if not sort.contains(value):
            raise self.fail(f"is {value}, outside {sort.describe()}")
        return value

    def event(self, count: int, move: Any) -> frozenset[int]:
        symbols = self.chosen(move, count)
        if len(set(symbols)) < len(symbols):
            raise self.fail("lists a symbol twice")
        return frozenset(symbols)

    def chosen(self, move: Any, count: int) -> list[int]:
        """Some (or none) of the numbers below `count`."""
        listed = self.items(move, len(move) if isinstance(move, list) else 0)
        return [self.whole(part, 0, count - 1) for part in listed]

    def law(self, move: Any, count: int) -> list[fmpq]:
        law = [self.rational(part) for part in self.items(move, count)]
        if any(part < 0 for part in law):
            raise self.fail("has a negative probability")
        if sum(law, fmpq(0)) != 1:
            raise self.fail(f"sums to {sum(law, fmpq(0))}, not 1")
        return law

    def rows(self, move: Any, inputs: tuple[int, ...], outputs: int) -> BallArray:
        listed = self.items(move, math.prod(inputs))
        flat = [part for row in listed for part in self.law(row, outputs)]
        return BallArray((*inputs, outputs), flat)

    def prior(self, sort: sorts.PriorSort, move: Any) -> BallArray:
        database = self.reading.term(sort.database, self.env)
        law = self.law(move, math.prod(database))
        entries = range(len(database))
        if sort.kind == "independent":
            split_at = list(entries)
        elif sort.kind == "split":
            split_at = [self.whole(self.reading.term(sort.entry, self.env), 0, len(database) - 1)]  # type: ignore[arg-type]
        else:
            split_at = []
        # Mutual independence is that each entry is independent of all the others together.
        for entry in split_at:
            self.check_split(law, database, entry)
        return BallArray(database, law)

    def check_split(self, law: list[fmpq], database: tuple[int, ...], entry: int) -> None:
        own: dict[int, fmpq] = {}
        rest: dict[tuple[int, ...], fmpq] = {}
        cells = []
        for number, mass in enumerate(law):
            whole = digits(database, number)
            other = whole[:entry] + whole[entry + 1 :]
            own[whole[entry]] = own.get(whole[entry], fmpq(0)) + mass
            rest[other] = rest.get(other, fmpq(0)) + mass
            cells.append((whole[entry], other, mass))
        if any(own[symbol] * rest[other] != mass for symbol, other, mass in cells):
            raise self.fail(f"makes entry {entry} depend on the others")

    def framework(self, symbols: int, move: Any) -> FrameworkValue:
        if not isinstance(move, dict) or set(move) != {"private", "public", "edges"}:
            raise self.fail("is not an object with private, public and edges")
        private, public = (
            tuple(self.function(part, symbols) for part in self.chosen_items(move[name]))
            for name in ("private", "public")
        )
        if not private or symbols < 1:
            raise self.fail("has no private function, or no data")
        edges = []
        for edge in self.chosen_items(move["edges"]):
            g, w = self.items(edge, 2)
            place = self.whole(g, 0, len(private) - 1), self.whole(w, 0, len(public) - 1)
            edges.append(place)
        if len(set(edges)) < len(edges):
            raise self.fail("lists an edge twice")
        return FrameworkValue(private, public, tuple(edges))

    def chosen_items(self, move: Any) -> list[Any]:
        """A list of any length."""
        return self.items(move, len(move) if isinstance(move, list) else 0)

    def function(self, move: Any, symbols: int) -> tuple[int, ...]:
        """A function of the data; its values are numbered in the order in which they occur."""
        found = tuple(
            self.whole(value, 0, symbols - 1) for value in self.items(move, symbols)
        )
        if found != numbered(found):
            raise self.fail("has a function whose values aren't numbered as they occur")
        return found

    def data_class(self, sort: sorts.DataClassSort, move: Any) -> DataClassValue:
        if not isinstance(move, dict) or "kind" not in move:
            raise self.fail("is not an object with a kind")
        kind = move["kind"]
        if kind not in ("listed", "all", "reweighted") or sort.kind not in ("any", kind):
            raise self.fail("is of another kind of class")
        if set(move) != ({"kind"} if kind == "all" else {"kind", "laws"}):
            raise self.fail("lists its laws, unless they are all laws, and says nothing more")
        if kind == "all":
            return DataClassValue(kind, 0, None)
        laws = self.items(move["laws"], None)
        return DataClassValue(
            kind, len(laws), self.rows(laws, (len(laws),), self.size(sort.size))
        )

    def member(self, sort: sorts.MemberSort, move: Any) -> MemberValue:
        framework = self.reading.term(sort.framework, self.env)
        data = self.reading.term(sort.data, self.env)
        symbols = len(framework.private[0])
        if data.kind == "listed":
            place = self.whole(move, 0, data.listed - 1)
            return MemberValue(Balls.take(data.laws, -2, place), framework, place)
        if data.kind == "all":
            return MemberValue(BallArray((symbols,), self.law(move, symbols)), framework)
        # The mixture of the listed laws' atoms with these weights.
        atoms = framework.atoms()
        weights = self.law(move, data.listed * len(atoms))
        law = [fmpq(0)] * symbols
        for index in range(data.listed):
            for number, atom in enumerate(atoms):
                for symbol in atom:
                    weight = weights[index * len(atoms) + number]
                    law[symbol] += weight * data.laws.data[index * symbols + symbol]
        mass = sum(law, fmpq(0))
        if mass == 0:
            law, mass = list(data.laws.data[:symbols]), fmpq(1)
        return MemberValue(BallArray((symbols,), [part / mass for part in law]), framework)

    def queries(self, sort: sorts.QueriesSort, move: Any) -> QueriesValue:
        database = self.reading.term(sort.database, self.env)
        count, outputs = self.size(sort.count), self.size(sort.outputs)
        if not isinstance(move, dict) or "tables" not in move:
            raise self.fail("is not an object with tables")
        tables = self.items(move["tables"], count)
        others = {name: part for name, part in move.items() if name != "tables"}
        subsets = self.subsets(sort.kind, others, len(database), count)
        read = []
        for index, table in enumerate(tables):
            inputs = database
            if sort.kind == "sequential":
                inputs = (*database, outputs**index)
            elif sort.kind == "partial":
                inputs = tuple(database[entry] for entry in subsets[index])
            read.append(self.rows(table, inputs, outputs))
        return QueriesValue(sort.kind, tuple(read), database, outputs, subsets)

    def subsets(
        self, kind: str, others: Mapping[str, Any], entries: int, count: int
    ) -> tuple[tuple[int, ...], ...]:
        if kind != "partial":
            if others:
                raise self.fail(f"has {sorted(others)[0]}, which {kind} queries don't")
            return ()
        if set(others) != {"subsets"}:
            raise self.fail("must say which entries each query sees, and nothing more")
        listed = [
            tuple(self.chosen(subset, entries)) for subset in self.items(others["subsets"], count)
        ]
        seen = [entry for subset in listed for entry in subset]
        if len(set(seen)) < len(seen) or any(tuple(sorted(part)) != part for part in listed):
            raise self.fail("has subsets that overlap or aren't ascending")
        return tuple(listed)
