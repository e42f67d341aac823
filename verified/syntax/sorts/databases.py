"""Databases, laws of their entries, and mechanisms on them.

A database is a sort of its own: its value is the tuple of its entries' alphabet sizes, so the
number of entries and every alphabet are part of the instance.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verified.syntax.sorts.base import (
    ALPHABETS,
    ENTRIES,
    ClaimError,
    Moves,
    Printer,
    Sort,
    laws_on,
    symbols,
    told,
)
from verified.syntax.sorts.parts import ALPHABET, COUNT, DATABASE, WORD, Maybe

if TYPE_CHECKING:
    from verified.syntax.trees import Term


@told
@dataclass(frozen=True)
class DatabaseSort(Sort):
    """The shape of a database: how many entries, and how many symbols each may take."""

    scope = (ENTRIES, ALPHABETS)

    def in_text(self, say: Printer) -> str:
        return " a database"

    def in_latex(self, say: Printer) -> str:
        return r"\text{ a database}"

    def value(self, move: Any, read: Moves) -> tuple[int, ...]:
        return tuple(read.whole(part, 1, None) for part in read.items(move, None))


PRIOR_KINDS = ("any", "independent", "split")


@told
@dataclass(frozen=True)
class PriorSort(Sort):
    """A law of the database's entries: `any`, `independent` (mutually independent entries) or
    `split` (the entry `entry` is independent of all the others, which may depend on each other)."""

    database: Term
    kind: str = "any"
    entry: Term | None = None

    parts = (DATABASE, WORD, Maybe(COUNT))
    scope = (ALPHABETS,)

    def __post_init__(self) -> None:
        if self.kind not in PRIOR_KINDS or (self.kind == "split") != (self.entry is not None):
            raise ClaimError(
                f"a prior is one of {', '.join(PRIOR_KINDS)}, and only a split one names an entry"
            )

    def in_text(self, say: Printer) -> str:
        split = "" if self.entry is None else f", entry {say.term(self.entry)} apart"
        return f" a prior of {say.term(self.database)} ({self.kind}{split})"

    def in_latex(self, say: Printer) -> str:
        laws = rf"\in {laws_on(say, self.database)}"
        if self.kind == "any":
            return laws
        if self.entry is None:
            return rf"{laws} \text{{ ({self.kind})}}"
        return rf"{laws} \text{{ (entry }} {say.term(self.entry)} \text{{ apart)}}"

    def value(self, move: Any, read: Moves) -> Any:
        database = read.term(self.database)
        law = read.law(move, math.prod(database))
        split_at: list[int] = []
        if self.kind == "independent":
            split_at = list(range(len(database)))
        elif self.kind == "split":
            split_at = [read.whole(read.term(self.entry), 0, len(database) - 1)]
        # Mutual independence is that each entry is independent of all the others together.
        for entry in split_at:
            if not _is_split(law, database, entry):
                raise read.fail(f"makes entry {entry} depend on the others")
        return read.array(database, law)


def _is_split(law: list[fmpq], database: tuple[int, ...], entry: int) -> bool:
    """Whether an entry is independent of all the others together."""
    own: dict[int, fmpq] = {}
    rest: dict[tuple[int, ...], fmpq] = {}
    cells = []
    # The last entry runs fastest.
    for whole, mass in zip(itertools.product(*map(range, database)), law, strict=True):
        other = whole[:entry] + whole[entry + 1 :]
        own[whole[entry]] = own.get(whole[entry], fmpq(0)) + mass
        rest[other] = rest.get(other, fmpq(0)) + mass
        cells.append((whole[entry], other, mass))
    return all(own[symbol] * rest[other] == mass for symbol, other, mass in cells)


@dataclass(frozen=True)
class MechanismValue:
    """A mechanism: the array of shape (x_1, …, x_n, y) and the alphabet sizes (x_1, …, x_n)."""

    table: Any
    database: tuple[int, ...]


@told
@dataclass(frozen=True)
class MechanismSort(Sort):
    """A mechanism: for each instance of the database a law on `outputs` symbols."""

    database: Term
    outputs: Term

    parts = (DATABASE, ALPHABET)
    scope = (ALPHABETS,)

    def in_text(self, say: Printer) -> str:
        return f" on {say.term(self.database)} with {symbols(say, self.outputs)}"

    def in_latex(self, say: Printer) -> str:
        return rf"\colon {say.term(self.database)} \to {laws_on(say, self.outputs)}"

    def value(self, move: Any, read: Moves) -> MechanismValue:
        database = read.term(self.database)
        return MechanismValue(read.rows(move, database, read.size(self.outputs)), database)
