"""Databases, laws of their entries, and mechanisms on them: how they are searched for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from verified.instances.hypotheses import Hypotheses, narrower
from verified.instances.sorts.base import (
    CONTINUOUS,
    Array,
    Built,
    Cut,
    Discrete,
    Generator,
    Known,
    Offer,
    Say,
    Search,
    Table,
    balls,
    plainly,
    rows,
    searches,
    unflatten,
)
from verified.syntax.formulas import Formula
from verified.syntax.sorts import DatabaseSort, MechanismSort, MechanismValue, PriorSort
from verified.syntax.terms import Var

if TYPE_CHECKING:
    from verified.instances.layout import Layout

_MOST_INSTANCES = 64
# A database beyond so many instances is no more generic, only slower.
_MOST_GENERIC_INSTANCES = 12
# What Hypothesis draws: a larger database makes a test slow and shows no more.
MOST_OFFERED_ENTRIES, MOST_OFFERED_SYMBOLS = 3, 3


@searches(DatabaseSort)
class DatabaseSearch(Discrete[DatabaseSort]):
    """A database is drawn with its number of entries and their alphabets."""

    without = "cut", "fits", "near", "hypotheses", "relating", "within", "wider"

    def draw(self, var: Var, sort: DatabaseSort, known: Known, rng: Generator) -> tuple[int, ...]:
        entries = int(rng.choice([1, 2, 3, 4], p=[0.35, 0.35, 0.2, 0.1]))
        largest = max(2, int(_MOST_INSTANCES ** (1 / entries)))
        sizes = 1 + rng.choice(5, size=entries, p=[0.1, 0.45, 0.25, 0.12, 0.08])
        return tuple(int(min(size, largest)) for size in sizes)

    def offer(self, var: Var, sort: DatabaseSort, known: Known, by: Offer) -> tuple[int, ...]:
        return tuple(by.draw(shapes(by.st, MOST_OFFERED_ENTRIES, MOST_OFFERED_SYMBOLS)))

    def restore(self, plain: Any) -> tuple[int, ...]:
        return tuple(plain)

    def move(self, value: Any) -> list[int]:
        return list(value)

    def smaller(self, var: Var, sort: DatabaseSort, layout: Layout) -> Iterator[Cut]:
        value: tuple[int, ...] = layout.structure[var.name]
        for entry, size in enumerate(value):
            before, after = value[:entry], value[entry + 1 :]
            for symbol in range(size if len(value) > 1 else 0):
                # The entry goes, as if it had been this symbol all along.
                kept = _where(value, lambda x, e=entry, s=symbol: x[e] == s)
                yield Cut(var, before + after, entry=entry, kept=kept)
            for symbol in range(size if size > 1 else 0):
                kept = _where(value, lambda x, e=entry, s=symbol: x[e] != s)
                yield Cut(var, (*before, size - 1, *after), kept=kept)

    def doubled(self, sort: DatabaseSort, value: Any) -> Iterator[Any]:
        for entry, size in enumerate(value):
            if size == 1:
                yield (*value[:entry], 2, *value[entry + 1 :])

    def is_generic(self, sort: DatabaseSort, value: Any, known: Known) -> bool:
        return len(value) > 1 and min(value) > 1 and math.prod(value) <= _MOST_GENERIC_INSTANCES


def _where(database: tuple[int, ...], test: Any) -> list[int]:
    """The numbers of the instances that meet a test; the last entry runs fastest."""
    grid = itertools.product(*map(range, database))
    return [number for number, instance in enumerate(grid) if test(instance)]


def shapes(st: Any, most_entries: int, most_symbols: int) -> Any:
    """Hypothesis's strategy for databases: the alphabet size of each entry, 1 included."""
    symbols = st.integers(1, most_symbols)
    return st.lists(symbols, min_size=1, max_size=most_entries).map(tuple)


@searches(PriorSort)
class PriorSearch(Table[PriorSort]):
    """A prior is a block of one row; of entries that are independent, each has a block."""

    without = (*CONTINUOUS, "near", "relating", "within", "wider")

    def lay(self, var: Var, sort: PriorSort, layout: Layout, given: Sequence[Formula]) -> Any:
        database = layout.database(sort.database)
        if sort.kind == "any":
            layout.block(1, math.prod(database))
        elif sort.kind == "independent":
            for size in database:
                layout.block(1, size)
        else:
            assert sort.entry is not None
            entry = layout.size(sort.entry)
            layout.block(1, database[entry])
            layout.block(1, math.prod(database) // database[entry])

    def build(self, var: Var, sort: PriorSort, of: Built) -> Array:
        database = of.layout.database(sort.database)
        if sort.kind == "any":
            return of.laws[0].reshape((*of.batch, *database))
        if sort.kind == "independent":
            result = of.laws[0][..., 0, :]
            for part in of.laws[1:]:
                earlier = [1] * (result.ndim - len(of.batch))
                own = part.reshape((*of.batch, *earlier, part.shape[-1]))
                result = result[..., None] * own
            return np.asarray(result)
        assert sort.entry is not None
        entry = of.layout.size(sort.entry)
        others = database[:entry] + database[entry + 1 :]
        rest = of.laws[1].reshape((*of.batch, *others))
        own = of.laws[0].reshape((*of.batch, database[entry], *[1] * len(others)))
        product = own * np.expand_dims(rest, len(of.batch))
        return np.moveaxis(product, len(of.batch), len(of.batch) + entry)

    def hypotheses(self, var: Var, sort: PriorSort) -> Hypotheses:
        if sort.kind == "any":
            what = f"the entries are independent under {var}"
            yield narrower(what, var, PriorSort(sort.database, "independent"))


@searches(MechanismSort)
class MechanismSearch(Search[MechanismSort]):
    """A mechanism is a block with a row for each instance of its database."""

    without = (*CONTINUOUS, "near", "hypotheses", "relating", "within", "wider")

    def lay(self, var: Var, sort: MechanismSort, layout: Layout, given: Sequence[Formula]) -> Any:
        database = layout.database(sort.database)
        layout.block(math.prod(database), layout.size(sort.outputs), database)

    def build(self, var: Var, sort: MechanismSort, of: Built) -> MechanismValue:
        database = of.layout.database(sort.database)
        return MechanismValue(unflatten(of.laws[0], database), database)

    def in_balls(self, value: Any) -> MechanismValue:
        return MechanismValue(balls(value.table), value.database)

    def move(self, value: Any) -> list[list[str]]:
        return rows(value.table)

    def shown(self, move: Any, say: Say) -> str:
        return plainly(move, say)
