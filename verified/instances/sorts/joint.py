"""Joint laws: how they are searched for.

A joint law is drawn factor by factor, in the richest factorisation that meets the independences
among the hypotheses; or as one law, where the layout leaves it free of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from verified.instances.factor import Factorisation, constraints_on, factorisation
from verified.instances.sorts.base import CONTINUOUS, Array, Built, Table, searches
from verified.syntax.formulas import Formula
from verified.syntax.sorts import JointSort
from verified.syntax.terms import Var

if TYPE_CHECKING:
    from verified.instances.layout import Layout


@searches(JointSort)
class JointSearch(Table[JointSort]):
    """A joint law is a block for each variable, with a row for each value of its parents."""

    without = (*CONTINUOUS, "near", "hypotheses", "relating", "within", "wider")

    def lay(self, var: Var, sort: JointSort, layout: Layout, given: Sequence[Formula]) -> Any:
        shape = [layout.size(size) for size in sort.alphabets]
        found = tuple(constraints_on(var, sort.names, given))
        layout.constrained |= bool(found)
        if layout.free:
            layout.block(1, math.prod(shape))
            return None
        factors = factorisation(len(shape), found)
        for axis, parents in zip(factors.order, factors.parents, strict=True):
            layout.block(math.prod(shape[parent] for parent in parents), shape[axis])
        return factors

    def build(self, var: Var, sort: JointSort, of: Built) -> Array:
        shape = tuple(of.layout.size(size) for size in sort.alphabets)
        if of.noted is None:
            return of.laws[0].reshape((*of.batch, *shape))
        return _multiply(of.noted, shape, of.laws)


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
