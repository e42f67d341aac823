"""Finite mechanisms made of others, exactly: composition, post-processing, Poisson sampling.

A mechanism is one law of responses a row, the last entry of its database fastest. What comes out is
rows of fractions, which every quantity takes: `verified.dp_delta(verified.composed(M, M), 1)`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from verified.accounting.enclosures import probability
from verified.errors import InputError
from verified.numbers.exact import check_channel
from verified.oracle.arguments import plain
from verified.report.inputs import check_axes, leading_axes, table_of

Rows = list[list[Fraction]]
# Entries of a mechanism that is made here.
MOST_ENTRIES = 1_000_000


def composed(*mechanisms: Any) -> Rows:
    """The mechanism that answers by all of these, independently, on the same database.

    Args:
        mechanisms: two or more with the same number of rows; the last one's response is the
            fastest.

    Raises:
        InputError: they differ in rows, one is no mechanism, or there would be too many responses.
    """
    if not mechanisms:
        raise InputError("there is nothing to compose")
    tables = [_rows(one, f"mechanism {place}") for place, one in enumerate(mechanisms)]
    counts = {len(table) for table in tables}
    if len(counts) > 1:
        raise InputError(f"the mechanisms have {', '.join(map(str, sorted(counts)))} rows; "
                         "they must answer on one database")
    _check_size(len(tables[0]) * math.prod(len(table[0]) for table in tables))
    return [
        [math.prod(parts) for parts in itertools.product(*laws)]
        for laws in zip(*tables, strict=True)
    ]


def post_processed(mechanism: Any, channel: Any) -> Rows:
    """The mechanism whose response goes through a channel.

    Args:
        mechanism: rows.
        channel: one row for each response of the mechanism.

    Raises:
        InputError: one of them is none, or they don't fit.
    """
    after = plain(channel, "the channel")
    check_axes("channel", after, "the channel")
    table, after = _rows(mechanism, "the mechanism"), _rows(after, "the channel")
    if len(after) != len(table[0]):
        raise InputError(f"the mechanism has {len(table[0])} responses, the channel {len(after)} "
                         "rows; they must be as many")
    columns = list(zip(*after, strict=True))
    return [
        [sum((p * q for p, q in zip(law, column, strict=True)), Fraction(0)) for column in columns]
        for law in table
    ]


def sampled(
    mechanism: Any, sampling: Any, *, database: Sequence[int] | None = None, absent: int = 0
) -> Rows:
    """The mechanism on a Poisson sample of the entries: each stays with a probability, apart from
    the others, and is `absent` else.

    Args:
        mechanism: rows, or an array with an axis for each entry.
        sampling: the probability with which an entry stays.
        database: the alphabet sizes of the entries; without it, one entry, or the array's axes.
        absent: the symbol, in every entry, that says that there is nobody.

    Raises:
        InputError: something doesn't fit.
    """
    rate = probability(sampling, "sampling")
    stay = Fraction(int(rate.p), int(rate.q))
    listed = plain(mechanism, "the mechanism")
    table = _rows(listed, "the mechanism")
    sizes = list(database) if database is not None else leading_axes(listed) or [len(table)]
    if math.prod(sizes) != len(table):
        raise InputError(f"the mechanism has {len(table)} rows, a database of alphabets "
                         f"{', '.join(map(str, sizes))} has {math.prod(sizes)} instances")
    if not all(0 <= absent < size for size in sizes):
        raise InputError(f"absent is {absent}; it must be a symbol of every entry")
    # Entry by entry: the mechanism on what is left of the entry.
    below = len(table)
    for size in sizes:
        below //= size
        table = [
            [stay * own + (1 - stay) * other for own, other in zip(law, gone, strict=True)]
            for law, gone in (
                (law, table[row - (row // below % size - absent) * below])
                for row, law in enumerate(table)
            )
        ]
    return table


def _rows(given: Any, name: str) -> Rows:
    listed = plain(given, name)
    if not isinstance(listed, list):
        raise InputError(f"{name} is one number; it must be rows of probabilities")
    rows = check_channel(table_of(listed, name), name)
    _check_size(len(rows) * len(rows[0]))
    return [[Fraction(int(part.p), int(part.q)) for part in row] for row in rows]


def _check_size(entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise InputError(f"the mechanism would have {entries} entries; {MOST_ENTRIES} is the most")


__all__ = ["composed", "post_processed", "sampled"]
