"""Several mechanisms on one database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verified.syntax.sorts.base import (
    ALPHABETS,
    QUERIES,
    ClaimError,
    Moves,
    Printer,
    Sort,
    laws_on,
    symbols,
    told,
)
from verified.syntax.sorts.parts import ALPHABET, COUNT, DATABASE, WORD

if TYPE_CHECKING:
    from verified.syntax.trees import Term

QUERY_KINDS = ("independent", "sequential", "partial")


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
    tables: tuple[Any, ...]
    database: tuple[int, ...]
    outputs: int
    subsets: tuple[tuple[int, ...], ...] = ()


@told
@dataclass(frozen=True)
class QueriesSort(Sort):
    """Several mechanisms on one database, `count` of them, each with `outputs` symbols.

    `independent`: each sees the database only. `sequential`: each sees the earlier responses too.
    `partial`: each sees a subset of the entries, disjoint from the others' (an entry may be in
    none).
    """

    kind: str
    database: Term
    count: Term
    outputs: Term

    parts = (WORD, DATABASE, COUNT, ALPHABET)
    scope = (ALPHABETS, QUERIES)

    def __post_init__(self) -> None:
        if self.kind not in QUERY_KINDS:
            raise ClaimError(f"queries are one of {', '.join(QUERY_KINDS)}, not {self.kind!r}")

    def in_text(self, say: Printer) -> str:
        many = f"{say.term(self.count)} {self.kind} queries"
        return f" are {many} on {say.term(self.database)} with {symbols(say, self.outputs)}"

    def in_latex(self, say: Printer) -> str:
        words = rf"\text{{ are }} {say.term(self.count)} \text{{ {self.kind} queries }}"
        return rf"{words} {say.term(self.database)} \to {laws_on(say, self.outputs)}"

    def value(self, move: Any, read: Moves) -> QueriesValue:
        database = read.term(self.database)
        count, outputs = read.size(self.count), read.size(self.outputs)
        if not isinstance(move, dict) or "tables" not in move:
            raise read.fail("is not an object with tables")
        tables = read.items(move["tables"], count)
        others = {name: part for name, part in move.items() if name != "tables"}
        subsets = self._subsets(others, len(database), count, read)
        found = []
        for index, table in enumerate(tables):
            inputs = database
            if self.kind == "sequential":
                inputs = (*database, outputs**index)
            elif self.kind == "partial":
                inputs = tuple(database[entry] for entry in subsets[index])
            found.append(read.rows(table, inputs, outputs))
        return QueriesValue(self.kind, tuple(found), database, outputs, subsets)

    def _subsets(
        self, others: Mapping[str, Any], entries: int, count: int, read: Moves
    ) -> tuple[tuple[int, ...], ...]:
        if self.kind != "partial":
            if others:
                raise read.fail(f"has {sorted(others)[0]}, which {self.kind} queries don't")
            return ()
        if set(others) != {"subsets"}:
            raise read.fail("must say which entries each query sees, and nothing more")
        listed = [
            tuple(read.whole(entry, 0, entries - 1) for entry in read.chosen(subset))
            for subset in read.items(others["subsets"], count)
        ]
        seen = [entry for subset in listed for entry in subset]
        if len(set(seen)) < len(seen) or any(tuple(sorted(part)) != part for part in listed):
            raise read.fail("has subsets that overlap or aren't ascending")
        return tuple(listed)
