"""Layouts: an instance of given sizes as blocks of laws and real numbers.

Whatever the sort, the continuous part of an instance is a list of *blocks*, each a stack of laws
(rows of a simplex), and a list of real numbers. A layout builds the values of the variables from
them, for batches of floats and for exact rationals alike (as NumPy arrays of float64 or object).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verified.instances.sorts import Block, Built, Known, RealSlot, Structure, search
from verified.instances.sorts.base import Array
from verified.syntax.formulas import Formula
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Term, Var


class Layout:
    """How the variables of a goal are made of blocks and reals, once the structure is fixed.

    Args:
        variables: the goal's variables.
        given: the hypotheses; the independences among them shape the joint laws.
        structure: a value for every size, symbol, event and database, and under the name of
            partial queries their subsets.
        free: leave the joint laws free of the hypotheses. Some laws meet independences that no
            factorisation implies, such as a bit and its copies, or three bits that sum to zero.
    """

    def __init__(
        self,
        variables: Sequence[Var],
        given: Sequence[Formula],
        structure: Structure,
        free: bool = False,
    ) -> None:
        self.variables, self.given = tuple(variables), tuple(given)
        self.structure = structure
        self.free = free
        self.constrained = False
        self.blocks: list[Block] = []
        self.reals: list[RealSlot] = []
        self.known = Known(structure)
        # Of each variable: its blocks, its reals, and what was noted of it.
        self._places: list[tuple[slice, slice, Any]] = []
        for var in self.variables:
            self._name, blocks, reals = var.name, len(self.blocks), len(self.reals)
            noted = search(var.of).lay(var, var.of, self, given)
            place = slice(blocks, len(self.blocks)), slice(reals, len(self.reals))
            self._places.append((*place, noted))

    def size(self, term: Term) -> int:
        """The value of a size term in this structure."""
        return self.known.size(term)

    def database(self, term: Term) -> tuple[int, ...]:
        """The alphabet sizes of a database term in this structure."""
        return self.known.database(term)

    def block(self, rows: int, size: int, database: tuple[int, ...] = ()) -> None:
        """Give the variable that is being laid out a block more."""
        self.blocks.append(Block(self._name, rows, size, database))

    def real(self, index: int | None, domain: RealSort, part: str = "") -> None:
        """Give it a real number more; the numbers of a tuple follow one another."""
        self.reals.append(RealSlot(self._name, index, domain, part))

    def places(self, var: Var) -> range:
        """The places of a variable's blocks."""
        place = self._places[self.variables.index(var)][0]
        return range(place.start, place.stop)

    def slots(self, var: Var) -> range:
        """The places of a variable's real numbers."""
        place = self._places[self.variables.index(var)][1]
        return range(place.start, place.stop)

    @property
    def coordinates(self) -> int:
        """How many numbers describe an instance."""
        return sum(block.rows * block.size for block in self.blocks) + len(self.reals)

    # --- building values ----------------------------------------------------------------------

    def values(self, laws: Sequence[Array], reals: Sequence[Any]) -> dict[str, Any]:
        """The variables' values, as `Reading` takes them, from laws (…, rows, size) and reals."""
        env: dict[str, Any] = {}
        batch = laws[0].shape[:-2] if laws else ()
        for var, (blocks, slots, noted) in zip(self.variables, self._places, strict=True):
            of = Built(self, laws[blocks], reals[slots], env, batch, noted)
            env[var.name] = search(var.of).build(var, var.of, of)
        return env

    # --- exact instances ----------------------------------------------------------------------

    def in_balls(self, laws: Sequence[Array], reals: Sequence[Any]) -> dict[str, Any]:
        """The values as the ball reading takes them, from exact laws (object arrays of rationals)
        and reals."""
        env = self.values(laws, reals)
        return {var.name: search(var.of).in_balls(env[var.name]) for var in self.variables}

    def moves(self, laws: Sequence[Array], reals: Sequence[Any]) -> dict[str, Any]:
        """The instance as a certificate's moves, from exact laws and reals."""
        env = self.values(laws, reals)
        return {var.name: search(var.of).move(env[var.name]) for var in self.variables}


def discrete(variables: Sequence[Var]) -> set[str]:
    """The variables whose values are fixed by the structure."""
    return {var.name for var in variables if search(var.of).discrete}
