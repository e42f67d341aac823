"""Types, the histograms of sequences of symbols: how many there are and how often a symbol occurs
in one, the law of the type of independent samples, and the reports of many users as counts.

The types of k symbols out of m are numbered from 0, as their sequences in order of the symbols are
in the dictionary: all symbols 0 are the first, all of them m − 1 the last. Of two symbols the
number of a type is how often symbol 1 occurs.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from functools import lru_cache

from flint import fmpq

from verified.measures.databases import instance_of
from verified.measures.readings import (
    MOST_CELLS,
    OutOfReach,
    Reading,
    Unreadable,
    Value,
    checked_place,
)
from verified.quantities.laws import channel_literal
from verified.syntax.quantity import quantity
from verified.syntax.sorts import PmfSort
from verified.syntax.terms import SIZE, Channel, Op, Pmf, Size, Symbol

n, m, count = Size("n"), Size("m"), Size("k", low=0)
law, channel = Pmf("law", n), Channel("channel", n, m)

# Neither a number of types nor that of a sequence has more bits, nor does a sum have more terms.
_MOST_BITS, _MOST_TERMS = 10_000, 10 * MOST_CELLS


def _number(symbols: int, times: int) -> int:
    """How many types there are."""
    return math.comb(times + symbols - 1, times)


def _checked(symbols: Value, times: Value, term: Op) -> int:
    """How many types there are, of one symbol or more."""
    if not isinstance(symbols, int) or symbols < 1:
        raise Unreadable(f"{term}: {symbols} is no number of symbols")
    if not isinstance(times, int) or times < 0:
        raise Unreadable(f"{term}: {times} is no number of times")
    if min(symbols, times) * (symbols + times).bit_length() > _MOST_BITS:
        raise OutOfReach(f"{term}: there are too many types of {times} symbols out of {symbols}")
    return _number(symbols, times)


def _types(_: Reading, term: Op, values: list[Value]) -> Value:
    return _checked(values[0], values[1], term)


def _counts(symbols: int, times: int, place: int) -> list[int]:
    """How often each symbol occurs in the type with a number."""
    found = []
    for others in range(symbols - 1, 0, -1):
        # Types with more of this symbol come first.
        own = times
        while place >= (alike := _number(others, times - own)):
            place -= alike
            own -= 1
        found.append(own)
        times -= own
    return [*found, times]


def _listed(symbols: int, times: int) -> Iterator[tuple[int, ...]]:
    """All types in order: how often each symbol occurs."""
    if symbols == 1:
        yield (times,)
        return
    for own in range(times, -1, -1):
        for others in _listed(symbols - 1, times - own):
            yield own, *others


def _occurrences(_: Reading, term: Op, values: list[Value]) -> Value:
    symbols, times, place, symbol = values
    chosen = checked_place(place, _checked(symbols, times, term), term)
    return _counts(symbols, times, chosen)[checked_place(symbol, symbols, term)]


@lru_cache(maxsize=1024)
def _sources(symbols: int, times: int) -> list[array[int]]:
    """For each symbol and each type of one symbol more, the number of the type without it; where it
    doesn't occur, how many types there are: the place of a 0, as of the last one."""
    numbers = {counts: place for place, counts in enumerate(_listed(symbols, times))}
    nowhere, longer = len(numbers), list(_listed(symbols, times + 1))
    return [
        array("l", [
            *(numbers.get((*own[:a], own[a] - 1, *own[a + 1 :]), nowhere) for own in longer),
            nowhere,
        ])
        for a in range(symbols)
    ]


def _shuffled(reading: Reading, term: Op, values: list[Value]) -> Value:
    """User by user: how likely the types of the reports so far are."""
    table, times, place = values
    xp = reading.xp
    inputs, outputs = xp.shape(table, 2)
    # So many products are added: one for each type of up to k reports and each symbol.
    terms = outputs * _checked(outputs + 1, times, term)
    if terms > _MOST_TERMS or times * inputs.bit_length() > _MOST_BITS:
        raise OutOfReach(f"{term}: there are too many reports to add up")
    # The last entry stays 0: what types without a symbol are taken from.
    found = xp.stack([xp.constant(fmpq(1)), xp.constant(fmpq(0))], (2,))
    for so_far, sent in enumerate(instance_of((inputs,) * times, place, term)):
        row = xp.take(table, -2, sent)
        parts = [
            xp.gather(found, -1, sources) * xp.expand(xp.take(row, -1, symbol), 1)
            for symbol, sources in enumerate(_sources(outputs, so_far))
        ]
        found = sum(parts[1:], parts[0])
    return xp.gather(found, -1, range(_number(outputs, times)))


types = quantity(
    "types", [m, count], SIZE, values="[1,inf)",
    doc="""How many types of so many symbols there are, C(k + m − 1, k): histograms, which tell how
    often each of m symbols occurs in a sequence (Cover & Thomas, 11.1).""",
    text="types({0}, {1})", latex=r"\left|\mathcal P_{{{1}}}\left({0}\right)\right|",
    reading=_types, view=lambda v, one, two: v.sp.binomial(one + two - 1, two),
)
histogram, letter = Symbol("t", types(m, count)), Symbol("a", m)
occurrences = quantity(
    "occurrences", [m, count, histogram, letter], SIZE, values="[0,inf)",
    doc="""How often a symbol occurs in a type of k symbols out of m. Types are numbered from 0 as
    the sequences in order of the symbols, 0 … 00, 0 … 01, …, are in the dictionary; of two symbols
    a type's number is how often symbol 1 occurs.""",
    text="occurrences({0}, {1}, {2}, {3})", latex=r"N\left({3} \mid {2}\right)",
    reading=_occurrences,
)
shuffled = quantity(
    "shuffled", [channel, count, Symbol("x", n**count)], PmfSort(types(m, count)),
    doc="""The law of the type of the reports of so many users who send the symbols of a sequence
    through a channel, each with its own randomness: what a shuffler tells of their reports, as
    counts. The sequence is numbered as `iid` does it, the type as `occurrences` does.""",
    text="shuffled({0}, {1}, {2})",
    latex=r"\mathrm{{shuffled}}\left({0}, {1}, {2}\right)", reading=_shuffled,
)
type_law = quantity(
    "type_law", [law, count], PmfSort(types(n, count)),
    doc="""The law of the type of so many independent samples: multinomial, Π P(a)^N(a|t) times the
    number of sequences of type t. Types are numbered as `occurrences` does it.""",
    text="type_law({0}, {1})",
    latex=r"\mathrm{{Mult}}\left({1}, {0}\right)",
    definition=shuffled(channel_literal(law), count, 0),
)

__all__ = ["occurrences", "shuffled", "type_law", "types"]
