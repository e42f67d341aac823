"""Exact values of variables: read from a certificate's moves, checked against their sorts.

A move is JSON: rationals are strings "p/q", laws are lists of them; a mechanism is the list of its
response laws in the order of the database's instances (the last entry runs fastest). What a move
of a sort is, the sort says; here is what it reads moves with.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpq

from verified.measures.readings import Reading
from verified.numbers.ball_arrays import BallArray
from verified.quantities.laws import channel_of, pmf_of
from verified.syntax.quantity import QUANTITIES
from verified.syntax.serial import FormatError, read_rational
from verified.syntax.sorts import Sort
from verified.syntax.terms import REAL, Number, Op, Term, Var


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
        env[var.name] = read_move(var, moves[var.name], reading, env)
    extra = sorted(set(moves) - set(env))
    if extra:
        raise Rejected(f"a move for {extra[0]}, which the statement doesn't bind")
    return env


def read_move(var: Var, move: Any, reading: Reading, env: Mapping[str, Any]) -> Any:
    """The value of one variable, checked against its sort, whose terms have the values of `env`."""
    return var.of.value(move, _Move(var.name, reading, env))


def literal(sort: Sort, value: Any) -> Term | None:
    """The exact value of a number, a law or a channel as a term; None for other values."""
    if isinstance(value, BallArray) and not all(isinstance(part, fmpq) for part in value.data):
        return None
    return sort.literal(value, _Literals())


class _Literals:
    """How sorts write exact values as terms."""

    def number(self, value: Any) -> Term:
        return Number(fmpq(value))

    def law(self, entries: Sequence[fmpq]) -> Term:
        return pmf_of(*entries)

    def rows(self, rows: Sequence[Sequence[fmpq]]) -> Term:
        return channel_of(*(pmf_of(*row) for row in rows))


class _Move:
    """Reads one variable's move; `env` holds the variables before it."""

    def __init__(self, name: str, reading: Reading, env: Mapping[str, Any]) -> None:
        self.name, self.reading, self.env = name, reading, env

    def fail(self, rule: str) -> Rejected:
        return Rejected(f"the move for {self.name} {rule}")

    def term(self, term: Term) -> Any:
        return self.reading.term(term, self.env)

    def size(self, term: Term) -> int:
        value = self.term(term)
        if not isinstance(value, int):
            raise self.fail("has a size that isn't whole")
        return value

    def items(self, move: Any, count: int | None) -> list[Any]:
        if not isinstance(move, list) or (not move and count is None):
            raise self.fail("is not a list")
        if count is not None and len(move) != count:
            raise self.fail(f"has {len(move)} items, not {count}")
        return move

    def chosen(self, move: Any) -> list[Any]:
        return self.items(move, len(move) if isinstance(move, list) else 0)

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

    def array(self, shape: tuple[int, ...], entries: Sequence[fmpq]) -> BallArray:
        return BallArray(shape, list(entries))

    def applied(self, head: str, *values: Any) -> Any:
        meaning = QUANTITIES[head].reading
        assert meaning is not None
        return meaning(self.reading, Op(head, (), REAL), list(values))
