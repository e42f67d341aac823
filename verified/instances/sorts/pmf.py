"""Laws on a finite alphabet: how they are searched for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from verified.instances.hypotheses import MASSES, Hypotheses, Hypothesis, fresh, plain
from verified.instances.sorts.base import (
    CONTINUOUS,
    Array,
    Built,
    Generator,
    Table,
    searches,
)
from verified.instances.sorts.numbers import near_numbers
from verified.syntax.formulas import Formula, every
from verified.syntax.sorts import PmfSort
from verified.syntax.terms import Symbol, Var, number

if TYPE_CHECKING:
    from verified.instances.layout import Layout


def near_laws(move: Any, scale: Array, rng: Generator) -> Array:
    """Mixtures of laws, in nested lists of rationals, with some drawn at random."""
    value = near_numbers(move)
    share = scale.reshape(-1, *[1] * value.ndim)
    other = rng.standard_exponential((len(scale), *value.shape))
    other /= other.sum(axis=-1, keepdims=True)
    return np.asarray((1 - share) * value + share * other)


@searches(PmfSort)
class PmfSearch(Table[PmfSort]):
    """A law is a block of one row."""

    without = (*CONTINUOUS, "relating", "within", "wider")

    def lay(self, var: Var, sort: PmfSort, layout: Layout, given: Sequence[Formula]) -> None:
        layout.block(1, layout.size(sort.size))

    def build(self, var: Var, sort: PmfSort, of: Built) -> Array:
        return np.asarray(of.laws[0][..., 0, :])

    def near(self, sort: PmfSort, move: Any, scale: Array, rng: Generator) -> Array:
        return near_laws(move, scale, rng)

    def hypotheses(self, var: Var, sort: PmfSort) -> Hypotheses:
        symbol = Symbol(fresh("a", var), sort.size)
        yield plain(f"{var} has full support", every(symbol, var[symbol] > 0))
        for mass in MASSES:
            yield Hypothesis(
                f"mass of {var}",
                f"each mass of {var} is at least {mass}",
                every(symbol, var[symbol] >= number(mass)),
            )
