"""Laws of tuples of symbols: P x Q, and a joint law where a law is wanted.

Tuples are numbered from 0, the last symbol fastest, as everywhere. Nothing here is a quantity: both
are tables of entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verified.syntax.binders import fresh
from verified.syntax.quantity import QUANTITIES, worked_out
from verified.syntax.sorts import JointSort, PmfSort
from verified.syntax.terms import Symbol
from verified.syntax.trees import Bind, Term


def _digit(symbol: Term, sizes: tuple[Term, ...], place: int) -> Term:
    """Which symbol a tuple has at a place."""
    stride: Term | None = None
    for size in sizes[place + 1 :]:
        stride = size if stride is None else worked_out(stride * size)
    whole = symbol if stride is None else QUANTITIES["quotient"](symbol, stride)
    return whole if place == 0 else QUANTITIES["remainder"](whole, sizes[place])


def _table(sizes: tuple[Term, ...], used: Sequence[Term], entry: Callable[[Any], Term]) -> Term:
    """The law of tuples, whose symbols' places are told to the entry."""
    count: Term = sizes[0]
    for size in sizes[1:]:
        count = worked_out(count * size)
    symbol = Symbol(fresh("u", *used), count)
    places = tuple(_digit(symbol, sizes, place) for place in range(len(sizes)))
    return Bind("table", symbol, None, entry(places), PmfSort(count))


def product_law(first: Term, second: Term) -> Term:
    """The law of two independent symbols, P x Q."""
    assert isinstance(first.sort, PmfSort)
    assert isinstance(second.sort, PmfSort)
    return _table(
        (first.sort.size, second.sort.size), (first, second),
        lambda places: first[places[0]] * second[places[1]],
    )


def law_on_tuples(joint: Term) -> Term:
    """A joint law as the law of the tuples of its variables' symbols."""
    assert isinstance(joint.sort, JointSort)
    return _table(tuple(joint.sort.alphabets), (joint,), lambda places: joint[places])


__all__ = ["law_on_tuples", "product_law"]
