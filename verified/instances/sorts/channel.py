"""Channels: how they are searched for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from verified.instances.hypotheses import Hypotheses, fresh, plain
from verified.instances.sorts.base import (
    CONTINUOUS,
    Array,
    Built,
    Generator,
    Table,
    rows,
    searches,
)
from verified.instances.sorts.pmf import near_laws
from verified.syntax.formulas import Formula, every
from verified.syntax.sorts import ChannelSort
from verified.syntax.terms import Symbol, Var

if TYPE_CHECKING:
    from verified.instances.layout import Layout


@searches(ChannelSort)
class ChannelSearch(Table[ChannelSort]):
    """A channel is a block with a row for each input."""

    without = (*CONTINUOUS, "relating", "within", "wider")

    def lay(self, var: Var, sort: ChannelSort, layout: Layout, given: Sequence[Formula]) -> None:
        layout.block(layout.size(sort.inputs), layout.size(sort.outputs))

    def build(self, var: Var, sort: ChannelSort, of: Built) -> Array:
        return of.laws[0]

    def move(self, value: Any) -> list[list[str]]:
        return rows(value)

    def near(self, sort: ChannelSort, move: Any, scale: Array, rng: Generator) -> Array:
        return near_laws(move, scale, rng)

    def hypotheses(self, var: Var, sort: ChannelSort) -> Hypotheses:
        row, column = Symbol(fresh("x", var), sort.inputs), Symbol(fresh("y", var), sort.outputs)
        yield plain(
            f"all entries of {var} are positive", every(row, every(column, var[row, column] > 0))
        )
