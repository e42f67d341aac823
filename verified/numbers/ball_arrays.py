"""Arrays of balls and exact numbers, combined entry by entry."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from verified.numbers.balls import Scalar, add, div, mul, sub
from verified.numbers.limits import check_time

# After so many entries a time limit is looked at.
_ENTRIES = 256


def strides_of(shape: Sequence[int]) -> list[int]:
    """How far apart in C order the neighbours along each axis are."""
    found = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        found[axis] = found[axis + 1] * shape[axis + 1]
    return found


class BallArray:
    """An array of scalars in C order; arithmetic broadcasts as NumPy's does."""

    __slots__ = ("data", "shape")

    def __init__(self, shape: tuple[int, ...], data: list[Scalar]) -> None:
        if len(data) != math.prod(shape):
            raise ValueError(f"{len(data)} entries don't fill an array of shape {tuple(shape)}")
        self.shape = tuple(shape)
        self.data = data

    def combined(self, other: Any, operation: Callable[[Scalar, Scalar], Scalar]) -> BallArray:
        if not isinstance(other, BallArray):
            return BallArray(self.shape, each(lambda x: operation(x, other), self.data))
        if self.shape == other.shape:
            return BallArray(self.shape, each(operation, self.data, other.data))
        shape = _broadcast_shape(self.shape, other.shape)
        left, right = broadcast(self, shape), broadcast(other, shape)
        return BallArray(shape, each(operation, left, right))

    def __add__(self, other: Any) -> BallArray:
        return self.combined(other, add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> BallArray:
        return self.combined(other, sub)

    def __rsub__(self, other: Any) -> BallArray:
        return self.combined(other, lambda x, y: sub(y, x))

    def __mul__(self, other: Any) -> BallArray:
        return self.combined(other, mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> BallArray:
        return self.combined(other, div)

    def __rtruediv__(self, other: Any) -> BallArray:
        return self.combined(other, lambda x, y: div(y, x))

    def __neg__(self) -> BallArray:
        return BallArray(self.shape, [-x for x in self.data])

    def __repr__(self) -> str:
        return f"BallArray({self.shape}, {self.data})"


def each(function: Callable[..., Scalar], *columns: list[Scalar]) -> list[Scalar]:
    """A function of the entries of lists of one length, place by place."""
    check_time()
    if len(columns[0]) <= _ENTRIES:
        return list(map(function, *columns))
    found: list[Scalar] = []
    for start in range(0, len(columns[0]), _ENTRIES):
        found += each(function, *(column[start : start + _ENTRIES] for column in columns))
    return found


def _broadcast_shape(one: Sequence[int], two: Sequence[int]) -> tuple[int, ...]:
    shape = []
    for a, b in itertools.zip_longest(reversed(one), reversed(two), fillvalue=1):
        if a != b and 1 not in (a, b):
            raise ValueError(f"arrays of shapes {tuple(one)} and {tuple(two)} don't fit")
        shape.append(b if a == 1 else a)
    return tuple(reversed(shape))


def broadcast(array: BallArray, shape: tuple[int, ...]) -> list[Scalar]:
    """The entries of the array stretched to a shape, in C order."""
    if array.shape == shape:
        return array.data
    lead = len(shape) - len(array.shape)
    steps = [0] * lead + [
        step if size > 1 else 0
        for step, size in zip(strides_of(array.shape), array.shape, strict=True)
    ]
    places = [0]
    for size, step in zip(shape, steps, strict=True):
        places = [place + index * step for place in places for index in range(size)]
    return [array.data[place] for place in places]
