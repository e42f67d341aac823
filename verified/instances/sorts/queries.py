"""Several mechanisms on one database: how they are searched for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from verified.instances.sorts.base import (
    Built,
    Cut,
    Generator,
    Known,
    Offer,
    Say,
    Search,
    balls,
    plainly,
    rows,
    searches,
    unflatten,
)
from verified.instances.sorts.symbols import is_cut
from verified.syntax.formulas import Formula
from verified.syntax.sorts import QueriesSort, QueriesValue
from verified.syntax.terms import Var

if TYPE_CHECKING:
    from verified.instances.layout import Layout

Subsets = tuple[tuple[int, ...], ...]


@searches(QueriesSort)
class QueriesSearch(Search[QueriesSort]):
    """Each query is a block with a row for each of its inputs. Which entries each of partial
    queries sees is drawn first."""

    without = (
        "smaller", "is_generic", "near", "hypotheses", "relating", "within", "wider",
    )

    def draw(self, var: Var, sort: QueriesSort, known: Known, rng: Generator) -> Subsets | None:
        if sort.kind != "partial":
            return None
        entries, count = len(known.database(sort.database)), known.size(sort.count)
        # An entry may be in none; a subset may be empty.
        owner = rng.integers(-1, count, size=entries)
        return tuple(tuple(np.flatnonzero(owner == index).tolist()) for index in range(count))

    def offer(self, var: Var, sort: QueriesSort, known: Known, by: Offer) -> Subsets | None:
        if sort.kind != "partial":
            return None
        entries, count = len(known.database(sort.database)), known.size(sort.count)
        found: Subsets = by.draw(subsets(by.st, entries, count))
        return found

    def restore(self, plain: Any) -> Subsets:
        return tuple(tuple(part) for part in plain)

    def lay(self, var: Var, sort: QueriesSort, layout: Layout, given: Sequence[Formula]) -> Any:
        inputs = self._inputs(var, sort, layout)
        for shape in inputs:
            # What the responses of earlier queries add to the rows is no entry.
            entries = () if sort.kind == "sequential" else shape
            layout.block(math.prod(shape), layout.size(sort.outputs), entries)
        return inputs

    def _inputs(self, var: Var, sort: QueriesSort, layout: Layout) -> list[tuple[int, ...]]:
        """What each query's rows run over, the last fastest."""
        database, outputs = layout.database(sort.database), layout.size(sort.outputs)
        if sort.kind == "partial":
            return [
                tuple(database[entry] for entry in subset)
                for subset in layout.structure[var.name]
            ]
        queries = range(layout.size(sort.count))
        if sort.kind == "sequential":
            return [(*database, outputs**index) for index in queries]
        return [database for _ in queries]

    def build(self, var: Var, sort: QueriesSort, of: Built) -> QueriesValue:
        layout = of.layout
        chosen = layout.structure[var.name] if sort.kind == "partial" else ()
        tables = tuple(
            unflatten(part, shape) for part, shape in zip(of.laws, of.noted, strict=True)
        )
        database, outputs = layout.database(sort.database), layout.size(sort.outputs)
        return QueriesValue(sort.kind, tables, database, outputs, chosen)

    def in_balls(self, value: Any) -> QueriesValue:
        tables = tuple(map(balls, value.tables))
        return QueriesValue(value.kind, tables, value.database, value.outputs, value.subsets)

    def move(self, value: Any) -> dict[str, Any]:
        tables = {"tables": [rows(table) for table in value.tables]}
        if value.kind != "partial":
            return tables
        return {**tables, "subsets": [list(subset) for subset in value.subsets]}

    def shown(self, move: Any, say: Say) -> str:
        return plainly(move, say)

    def cut(self, var: Var, sort: QueriesSort, value: Any, cut: Cut, layout: Layout) -> Any:
        if is_cut(sort.count, cut) and value:
            # Tables are cut off from the end.
            return value[:-1]
        of = sort.database
        if cut.entry is not None and isinstance(of, Var) and of.name == cut.var.name and value:
            return tuple(
                tuple(entry - (entry > cut.entry) for entry in subset if entry != cut.entry)
                for subset in value
            )
        return None

    def fits(self, sort: QueriesSort, value: Any, layout: Layout) -> bool:
        entries = len(layout.database(sort.database))
        return len(value) == layout.size(sort.count) and all(
            entry < entries for subset in value for entry in subset
        )


def subsets(st: Any, entry_count: int, count: int) -> Any:
    """Hypothesis's strategy for disjoint subsets of the entries; an entry may be in none, a subset
    may be empty."""
    owners = st.lists(st.integers(-1, count - 1), min_size=entry_count, max_size=entry_count)
    return owners.map(
        lambda owner: tuple(
            tuple(entry for entry, of in enumerate(owner) if of == query) for query in range(count)
        )
    )
