"""Products of variable length: the law of independent samples, a mechanism run several times.

A sequence of k symbols out of n is a symbol of n^k, numbered with the last one fastest.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verified.measures.databases import side_by_side
from verified.measures.readings import (
    MOST_CELLS,
    MechanismValue,
    OutOfReach,
    Reading,
    Unreadable,
    Value,
)
from verified.syntax.quantity import quantity
from verified.syntax.sorts import MechanismSort, PmfSort
from verified.syntax.terms import Database, Mechanism, Op, Pmf, Size

n, m, count = Size("n"), Size("m"), Size("k", low=0)
law, mechanism = Pmf("law", n), Mechanism("mechanism", Database("D"), m)


def _sequences(xp: Any, table: Value, times: Any, rank: int, term: Op) -> Value:
    """The law of so many independent outputs, for each of the inputs in `rank` axes."""
    shape = xp.shape(table, rank + 1)
    if not isinstance(times, int) or times < 0:
        raise Unreadable(f"{term}: {times} is no number of times")
    if times * math.log2(shape[-1]) + math.log2(math.prod(shape[:-1])) > math.log2(MOST_CELLS):
        raise OutOfReach(f"{term} has more than {MOST_CELLS} cells")
    inputs = math.prod(shape[:-1])
    ones = xp.stack([xp.constant(fmpq(1))] * inputs, (inputs,))
    found = xp.reshape(ones, 1, (*shape[:-1], 1))
    for _ in range(times):
        found = side_by_side(xp, found, table, rank)
    return found


def _samples(reading: Reading, term: Op, values: list[Value]) -> Value:
    return _sequences(reading.xp, values[0], values[1], 0, term)


def _composed(reading: Reading, term: Op, values: list[Value]) -> Value:
    whole, times = values
    rank = len(whole.database)
    return MechanismValue(
        _sequences(reading.xp, whole.table, times, rank, term), whole.database
    )


iid = quantity(
    "iid", [law, count], PmfSort(n**count),
    doc="""The law of so many independent samples: the probability of a sequence is the product of
    those of its symbols. Sequences are numbered from 0, the last symbol fastest; of no symbols
    there is one.""",
    text="iid({0}, {1})", latex=r"{0:base}^{{\otimes {1}}}", reading=_samples,
)
composed = quantity(
    "composed", [mechanism, count], MechanismSort(Database("D"), m**count),
    doc="""The mechanism that runs a mechanism so many times on the same database, each time with
    its own randomness, and releases all responses: the composition of equal mechanisms. Its
    response is numbered as `iid` does it.""",
    text="composed({0}, {1})", latex=r"{0:base}^{{\otimes {1}}}", reading=_composed,
)

__all__ = ["composed", "iid"]
