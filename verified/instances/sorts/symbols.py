"""Symbols and events: how they are searched for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from verified.instances.hypotheses import Hypotheses, plain
from verified.instances.sorts.base import (
    Array,
    Cut,
    Discrete,
    Generator,
    Known,
    Offer,
    searches,
)
from verified.quantities.laws import cardinality
from verified.syntax.sorts import EventSort, SymbolSort
from verified.syntax.terms import Op, Term, Var

if TYPE_CHECKING:
    from verified.instances.layout import Layout


def counts(size: Term, head: str, cut: Cut) -> bool:
    """Whether a size is the head's of the database that was cut, as `entries` of it."""
    match size:
        case Op(name, (Var(database),)):
            return name == head and database == cut.var.name
    return False


def is_cut(size: Term, cut: Cut) -> bool:
    """Whether the size itself lost a symbol."""
    return cut.drop is not None and isinstance(size, Var) and size.name == cut.var.name


# How often a symbol is the first or the last one.
_ENDS = 0.5
# Generators draw no larger whole numbers at once.
_LARGE = 2**63


def below(count: int, rng: Generator) -> int:
    """A whole number from 0 on and below the count, which may be as large as that of all sequences
    of a hundred symbols; then some are likelier than others, by one part in 2^64."""
    if count <= _LARGE:
        return int(rng.integers(count))
    return int.from_bytes(rng.bytes(count.bit_length() // 8 + 9), "big") % count


@searches(SymbolSort)
class SymbolSearch(Discrete[SymbolSort]):
    """A symbol is drawn once its alphabet is."""

    without = "smaller", "hypotheses", "relating", "within", "wider"

    def draw(self, var: Var, sort: SymbolSort, known: Known, rng: Generator) -> int:
        count = known.size(sort.size)
        if count > 0 and rng.random() < _ENDS:
            # The first or the last: databases that differ in every entry, numbers far apart.
            return int(rng.choice([0, 1])) * (count - 1)
        return below(count, rng) if count > 0 else 0

    def offer(self, var: Var, sort: SymbolSort, known: Known, by: Offer) -> int:
        count = known.size(sort.size)
        by.assume(count > 0)
        return int(by.draw(by.st.integers(0, count - 1)))

    def restore(self, plain: Any) -> Any:
        return plain

    def stretched(self, sort: SymbolSort) -> tuple[set[str], set[str]]:
        # An index isn't an alphabet.
        return set(), set()

    def move(self, value: Any) -> int:
        return int(value)

    def cut(self, var: Var, sort: SymbolSort, value: Any, cut: Cut, layout: Layout) -> Any:
        # What must not go gets a number that doesn't fit.
        if is_cut(sort.size, cut):
            return value - (value > cut.drop) if value != cut.drop else layout.size(cut.var)
        if cut.entry is not None and counts(sort.size, "entries", cut):
            entries = len(layout.structure[cut.var.name])
            return value - (value > cut.entry) if value != cut.entry else entries
        if cut.kept is not None and counts(sort.size, "instances", cut):
            return cut.kept.index(value) if value in cut.kept else len(cut.kept)
        return None

    def fits(self, sort: SymbolSort, value: Any, layout: Layout) -> bool:
        return bool(value < layout.size(sort.size))

    def is_generic(self, sort: SymbolSort, value: Any, known: Known) -> bool:
        return bool(value < known.size(sort.size))

    def near(self, sort: SymbolSort, move: Any, scale: Array, rng: Generator) -> Any:
        return move


@searches(EventSort)
class EventSearch(Discrete[EventSort]):
    """An event is drawn once its alphabet is."""

    without = "smaller", "relating", "within", "wider"

    def draw(self, var: Var, sort: EventSort, known: Known, rng: Generator) -> frozenset[int]:
        chosen = rng.random(known.size(sort.size)) < rng.choice([0.2, 0.5, 0.8])
        return frozenset(np.flatnonzero(chosen).tolist())

    def offer(self, var: Var, sort: EventSort, known: Known, by: Offer) -> frozenset[int]:
        count = known.size(sort.size)
        chosen = by.draw(by.st.lists(by.st.booleans(), min_size=count, max_size=count))
        return frozenset(symbol for symbol, inside in enumerate(chosen) if inside)

    def restore(self, plain: Any) -> frozenset[int]:
        return frozenset(plain)

    def move(self, value: Any) -> list[int]:
        return sorted(value)

    def cut(self, var: Var, sort: EventSort, value: Any, cut: Cut, layout: Layout) -> Any:
        if is_cut(sort.size, cut):
            return frozenset(s - (s > cut.drop) for s in value if s != cut.drop)
        if cut.entry is not None and counts(sort.size, "entries", cut):
            return frozenset(e - (e > cut.entry) for e in value if e != cut.entry)
        return None

    def fits(self, sort: EventSort, value: Any, layout: Layout) -> bool:
        count = layout.size(sort.size)
        return all(symbol < count for symbol in value)

    def is_generic(self, sort: EventSort, value: Any, known: Known) -> bool:
        return 0 < len(value) < known.size(sort.size)

    def near(self, sort: EventSort, move: Any, scale: Array, rng: Generator) -> frozenset[int]:
        return frozenset(move)

    def hypotheses(self, var: Var, sort: EventSort) -> Hypotheses:
        yield plain(f"{var} isn't empty", cardinality(var) >= 1)
        yield plain(f"{var} isn't the whole alphabet", cardinality(var) < sort.size)
