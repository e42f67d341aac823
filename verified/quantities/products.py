"""Products of variable length: independent samples and uses of a channel, a mechanism run several
times or on a random part of its database, reports of many users without their order.

A sequence of k symbols out of n is a symbol of n^k, numbered with the last one fastest.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

from flint import fmpq

from verified.measures.databases import number_of, side_by_side
from verified.measures.readings import (
    MOST_CELLS,
    MechanismValue,
    OutOfReach,
    Reading,
    Unreadable,
    Value,
)
from verified.syntax.quantity import quantity
from verified.syntax.sorts import ChannelSort, MechanismSort, PmfSort
from verified.syntax.terms import Channel, Database, Mechanism, Op, Pmf, Real, Size

n, m, count = Size("n"), Size("m"), Size("k", low=0)
law, mechanism = Pmf("law", n), Mechanism("mechanism", Database("D"), m)
channel, share = Channel("channel", n, m), Real("share")


def _few(times: Any, cells: float, growth: int, term: Op) -> None:
    """Refuse a number of times that is none, or more cells than are listed: `cells` is the
    logarithm of how many there are already, each time has `growth` times as many."""
    if not isinstance(times, int) or times < 0:
        raise Unreadable(f"{term}: {times} is no number of times")
    if cells + times * math.log2(growth) > math.log2(MOST_CELLS):
        raise OutOfReach(f"{term} has more than {MOST_CELLS} cells")


def _sequences(xp: Any, table: Value, times: Any, rank: int, term: Op) -> Value:
    """The law of so many independent outputs, for each of the inputs in `rank` axes."""
    shape = xp.shape(table, rank + 1)
    inputs = math.prod(shape[:-1])
    _few(times, math.log2(inputs), shape[-1], term)
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


def _memoryless(reading: Reading, term: Op, values: list[Value]) -> Value:
    table, times = values
    xp = reading.xp
    inputs, outputs = xp.shape(table, 2)
    _few(times, 0, inputs * outputs, term)
    found = xp.reshape(xp.stack([xp.constant(fmpq(1))], (1,)), 1, (1, 1))
    row = xp.reshape(table, 2, (1, inputs, 1, outputs))
    for _ in range(times):
        rows, columns = xp.shape(found, 2)
        pairs = xp.reshape(found, 2, (rows, 1, columns, 1)) * row
        found = xp.reshape(pairs, 4, (rows * inputs, columns * outputs))
    return found


def _shuffle(reading: Reading, term: Op, values: list[Value]) -> Value:
    symbols, times = values
    xp = reading.xp
    if not isinstance(symbols, int) or symbols < 1:
        raise Unreadable(f"{term}: {symbols} is no number of symbols")
    _few(times, 0, symbols**2, term)
    zero, one = xp.constant(fmpq(0)), xp.constant(fmpq(1))
    cells = []
    for sequence in itertools.product(range(symbols), repeat=times):
        told = number_of((symbols,) * times, sorted(sequence))
        cells += [one if place == told else zero for place in range(symbols**times)]
    return xp.reshape(xp.stack(cells, (len(cells),)), 1, (symbols**times, symbols**times))


def _subsampled(reading: Reading, _: Op, values: list[Value]) -> Value:
    whole, share_ = values
    xp, rank = reading.xp, len(whole.database) + 1
    one = xp.constant(fmpq(1))
    # A share outside of [0, 1] counts as the nearer end, so that these are laws.
    kept = xp.minimum(xp.maximum(reading.scalar(share_), xp.constant(fmpq(0))), one)
    kept = xp.reshape(xp.stack([kept], (1,)), 1, (1,) * rank)
    left_out = xp.sub(one, kept)
    found = whole.table
    for place in range(rank - 1):
        shape = list(xp.shape(found, rank))
        shape[place] = 1
        absent = xp.reshape(xp.take(found, place - rank, 0), rank - 1, tuple(shape))
        found = kept * found + left_out * absent
    return MechanismValue(found, whole.database)


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
subsampled = quantity(
    "subsampled", [mechanism, share], MechanismSort(Database("D"), m),
    doc="""The mechanism that is run on a random part of the database: each entry stays with this
    share, independently of the others (Poisson subsampling), and is symbol 0 where it is left out,
    which stands for an entry that isn't there. A share outside of [0, 1] counts as the nearer
    end.""",
    text="subsampled({0}, {1})", latex=r"{0:base}^{{\mathrm{{sub}}({1})}}", reading=_subsampled,
)
memoryless = quantity(
    "memoryless", [channel, count], ChannelSort(n**count, m**count),
    doc="""So many uses of a channel, each with its own randomness: the reports of as many users who
    send their inputs through it. Sequences of inputs and of outputs are numbered as `iid` does
    it.""",
    text="memoryless({0}, {1})", latex=r"{0:base}^{{\otimes {1}}}", reading=_memoryless,
)
shuffle = quantity(
    "shuffle", [m, count], ChannelSort(m**count, m**count),
    doc="""The channel that sorts a sequence of so many symbols, the least first: it tells which
    symbols there are and how often, and nothing of their order, as a shuffler does.""",
    text="shuffle({0}, {1})", latex=r"\mathrm{{shuffle}}\left({0}, {1}\right)", reading=_shuffle,
)

__all__ = ["composed", "iid", "memoryless", "shuffle", "subsampled"]
