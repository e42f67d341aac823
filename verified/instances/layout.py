"""Layouts: an instance of given sizes as blocks of laws and real numbers.

Whatever the sort, the continuous part of an instance is a list of *blocks*, each a stack of laws
(rows of a simplex), and a list of real numbers. A layout builds the values of the variables from
them, for batches of floats and for exact rationals alike (as NumPy arrays of float64 or object).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.instances.factor import Factorisation, constraints_on, factorisation
from verified.language import sorts
from verified.language.formulas import Formula
from verified.language.terms import Term, Var
from verified.measures.pufferfish import DataClassValue, FrameworkValue, MemberValue, member_of
from verified.measures.readings import MechanismValue, QueriesValue, Reading

Array = NDArray[Any]
Structure = dict[str, Any]


@dataclass(frozen=True)
class Block:
    """`rows` laws on `size` symbols, a part of the variable `name`.

    Where the rows are the instances of a database, `database` has its alphabet sizes.
    """

    name: str
    rows: int
    size: int
    database: tuple[int, ...] = ()


@dataclass(frozen=True)
class RealSlot:
    """One real number: the variable `name`, or its part `index`."""

    name: str
    index: int | None
    domain: sorts.RealSort


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
        self.variables = tuple(variables)
        self.structure = structure
        self.free = free
        self.constrained = False
        self.blocks: list[Block] = []
        self.reals: list[RealSlot] = []
        self._places: dict[str, slice] = {}
        self._factors: dict[str, Factorisation] = {}
        self._discrete = Reading(None)
        for var in self.variables:
            start = len(self.blocks)
            self._lay(var, given)
            self._places[var.name] = slice(start, len(self.blocks))

    def size(self, term: Term) -> int:
        """The value of a size term in this structure."""
        return int(self._discrete.term(term, self.structure))

    def database(self, term: Term) -> tuple[int, ...]:
        """The alphabet sizes of a database term in this structure."""
        return tuple(self._discrete.term(term, self.structure))

    @property
    def coordinates(self) -> int:
        """How many numbers describe an instance."""
        return sum(block.rows * block.size for block in self.blocks) + len(self.reals)

    def _lay(self, var: Var, given: Sequence[Formula]) -> None:
        def block(rows: int, size: int, database: tuple[int, ...] = ()) -> None:
            self.blocks.append(Block(var.name, rows, size, database))

        match var.of:
            case sorts.RealSort() as sort:
                self.reals.append(RealSlot(var.name, None, sort))
            case sorts.RealsSort() as sort:
                for index in range(self.size(sort.size)):
                    self.reals.append(RealSlot(var.name, index, sort.element))
            case sorts.PmfSort() as sort:
                block(1, self.size(sort.size))
            case sorts.ChannelSort() as sort:
                block(self.size(sort.inputs), self.size(sort.outputs))
            case sorts.JointSort() as sort:
                shape = [self.size(size) for size in sort.alphabets]
                found = tuple(constraints_on(var, sort.names, given))
                self.constrained |= bool(found)
                if self.free:
                    block(1, math.prod(shape))
                    return
                factors = factorisation(len(shape), found)
                self._factors[var.name] = factors
                for axis, parents in zip(factors.order, factors.parents, strict=True):
                    block(math.prod(shape[parent] for parent in parents), shape[axis])
            case sorts.PriorSort() as sort:
                database = self.database(sort.database)
                if sort.kind == "any":
                    block(1, math.prod(database))
                elif sort.kind == "independent":
                    for size in database:
                        block(1, size)
                else:
                    entry = self._entry(sort)
                    block(1, database[entry])
                    block(1, math.prod(database) // database[entry])
            case sorts.MechanismSort() as sort:
                database = self.database(sort.database)
                block(math.prod(database), self.size(sort.outputs), database)
            case sorts.QueriesSort() as sort:
                for rows in self._query_rows(var.name, sort):
                    block(rows, self.size(sort.outputs))
            case sorts.DataClassSort() as sort:
                kind, count = self.structure[var.name]
                if kind != "all":
                    block(count, self.size(sort.size))
            case sorts.MemberSort() as sort:
                kind, count = self._discrete.term(sort.data, self.structure)
                framework = self._framework(sort)
                if kind != "listed":
                    parts = len(framework.private[0])
                    if kind == "reweighted":
                        parts = count * len(framework.atoms())
                    block(1, parts)

    def _entry(self, sort: sorts.PriorSort) -> int:
        assert sort.entry is not None
        return self.size(sort.entry)

    def _framework(self, sort: sorts.MemberSort) -> FrameworkValue:
        found: FrameworkValue = self._discrete.term(sort.framework, self.structure)
        return found

    def _query_rows(self, name: str, sort: sorts.QueriesSort) -> list[int]:
        database, outputs = self.database(sort.database), self.size(sort.outputs)
        whole, count = math.prod(database), self.size(sort.count)
        if sort.kind == "independent":
            return [whole] * count
        if sort.kind == "sequential":
            return [whole * outputs**index for index in range(count)]
        subsets = self.structure[name]
        return [math.prod(database[entry] for entry in subset) for subset in subsets]

    # --- building values ----------------------------------------------------------------------

    def values(self, laws: Sequence[Array], reals: Sequence[Any]) -> dict[str, Any]:
        """The variables' values, as `Reading` takes them, from laws (…, rows, size) and reals."""
        env: dict[str, Any] = {}
        slots: dict[str, list[Any]] = {}
        for slot, value in zip(self.reals, reals, strict=True):
            slots.setdefault(slot.name, []).append(value)
        for var in self.variables:
            parts = laws[self._places[var.name]]
            match var.of:
                case sorts.RealSort():
                    env[var.name] = slots[var.name][0]
                case sorts.RealsSort():
                    env[var.name] = self._tuple(slots.get(var.name, []), laws)
                case (
                    sorts.SizeSort()
                    | sorts.SymbolSort()
                    | sorts.EventSort()
                    | sorts.DatabaseSort()
                    | sorts.FrameworkSort()
                ):
                    env[var.name] = self.structure[var.name]
                case sorts.DataClassSort():
                    kind, listed = self.structure[var.name]
                    env[var.name] = DataClassValue(kind, listed, parts[0] if parts else None)
                case sorts.MemberSort() as sort:
                    env[var.name] = self._member(var.name, sort, parts, env)
                case _:
                    env[var.name] = self._object(var, parts)
        return env

    def _member(
        self, name: str, sort: sorts.MemberSort, parts: Sequence[Array], env: dict[str, Any]
    ) -> MemberValue:
        framework, data = self._framework(sort), self._discrete.term(sort.data, env)
        made = parts[0][..., 0, :] if parts else self.structure[name]
        return MemberValue(member_of(framework, data, made), framework, made)

    def _tuple(self, parts: Sequence[Any], laws: Sequence[Array]) -> Array:
        if parts:
            return np.stack(parts, axis=-1)
        batch = laws[0].shape[:-2] if laws else ()
        return np.zeros((*batch, 0))

    def _object(self, var: Var, parts: Sequence[Array]) -> Any:
        match var.of:
            case sorts.PmfSort():
                return parts[0][..., 0, :]
            case sorts.ChannelSort():
                return parts[0]
            case sorts.JointSort() as sort:
                shape = tuple(self.size(size) for size in sort.alphabets)
                if self.free:
                    return parts[0].reshape((*parts[0].shape[:-2], *shape))
                return _multiply(self._factors[var.name], shape, parts)
            case sorts.PriorSort() as sort:
                return self._prior(sort, parts)
            case sorts.MechanismSort() as sort:
                database = self.database(sort.database)
                return MechanismValue(_unflatten(parts[0], database), database)
            case sorts.QueriesSort() as sort:
                return self._queries(var.name, sort, parts)
        raise TypeError(f"{var.name} has no continuous part")

    def _prior(self, sort: sorts.PriorSort, parts: Sequence[Array]) -> Array:
        database = self.database(sort.database)
        batch = parts[0].shape[:-2]
        if sort.kind == "any":
            return parts[0].reshape((*batch, *database))
        if sort.kind == "independent":
            result = parts[0][..., 0, :]
            for part in parts[1:]:
                earlier = [1] * (result.ndim - len(batch))
                own = part.reshape((*batch, *earlier, part.shape[-1]))
                result = result[..., None] * own
            return result
        entry = self._entry(sort)
        others = database[:entry] + database[entry + 1 :]
        rest = parts[1].reshape((*batch, *others))
        own = parts[0].reshape((*batch, database[entry], *[1] * len(others)))
        product = own * np.expand_dims(rest, len(batch))
        return np.moveaxis(product, len(batch), len(batch) + entry)

    def _queries(self, name: str, sort: sorts.QueriesSort, parts: Sequence[Array]) -> QueriesValue:
        database, outputs = self.database(sort.database), self.size(sort.outputs)
        subsets: tuple[tuple[int, ...], ...] = ()
        inputs: list[tuple[int, ...]] = [database] * len(parts)
        if sort.kind == "sequential":
            inputs = [(*database, outputs**index) for index in range(len(parts))]
        elif sort.kind == "partial":
            subsets = self.structure[name]
            inputs = [tuple(database[entry] for entry in subset) for subset in subsets]
        tables = tuple(_unflatten(part, shape) for part, shape in zip(parts, inputs, strict=True))
        return QueriesValue(sort.kind, tables, database, outputs, subsets)

    # --- exact moves --------------------------------------------------------------------------

    def moves(self, laws: Sequence[Array], reals: Sequence[Any]) -> dict[str, Any]:
        """The instance as a certificate's moves, from exact laws (object arrays of rationals)."""
        env = self.values(laws, reals)
        return {var.name: self._move(var.of, env[var.name]) for var in self.variables}

    def _move(self, sort: sorts.Sort, value: Any) -> Any:
        match sort:
            case sorts.RealSort():
                return str(value)
            case sorts.SizeSort() | sorts.SymbolSort():
                return int(value)
            case sorts.EventSort():
                return sorted(value)
            case sorts.DatabaseSort():
                return list(value)
            case sorts.MechanismSort():
                return _rows(value.table)
            case sorts.QueriesSort():
                tables = {"tables": [_rows(table) for table in value.tables]}
                if sort.kind != "partial":
                    return tables
                return {**tables, "subsets": [list(subset) for subset in value.subsets]}
            case sorts.ChannelSort():
                return _rows(value)
            case sorts.FrameworkSort():
                return {name: [list(part) for part in parts]
                        for name, parts in value._asdict().items()}
            case sorts.DataClassSort():
                listed = {} if value.laws is None else {"laws": _rows(value.laws)}
                return {"kind": value.kind, **listed}
            case sorts.MemberSort():
                if isinstance(value.made, int):
                    return value.made
                return [str(part) for part in value.made]
        return [str(part) for part in np.asarray(value).reshape(-1)]


def _unflatten(rows: Array, inputs: tuple[int, ...]) -> Array:
    return rows.reshape((*rows.shape[:-2], *inputs, rows.shape[-1]))


def _rows(table: Array) -> list[list[str]]:
    return [[str(part) for part in row] for row in table.reshape(-1, table.shape[-1])]


def _multiply(factors: Factorisation, shape: tuple[int, ...], parts: Sequence[Array]) -> Array:
    """The joint law from each variable's law given its parents."""
    rank = len(shape)
    batch = parts[0].shape[:-2]
    result: Array | None = None
    for axis, parents, part in zip(factors.order, factors.parents, parts, strict=True):
        ordered = (*parents, axis)
        cube = part.reshape((*batch, *(shape[place] for place in ordered)))
        by_axis = np.argsort(ordered) + len(batch)
        cube = cube.transpose(*range(len(batch)), *by_axis)
        sizes = [shape[place] if place in ordered else 1 for place in range(rank)]
        cube = cube.reshape((*batch, *sizes))
        result = cube if result is None else result * cube
    assert result is not None
    return np.broadcast_to(result, (*batch, *shape))


def discrete(variables: Sequence[Var], env: Mapping[str, Any]) -> Structure:
    """The discrete part of an instance's values."""
    kinds = (
        sorts.SizeSort, sorts.SymbolSort, sorts.EventSort, sorts.DatabaseSort, sorts.FrameworkSort
    )
    return {var.name: env[var.name] for var in variables if isinstance(var.of, kinds)}
