"""`Balls`: the rigorous namespace that the measures are written over.

What needs long code has a module of its own, which is loaded when it is asked for.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from verified.numbers.ball_arrays import BallArray, each, strides_of
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Scalar,
    Undefined,
    absolute,
    add,
    binary_entropy,
    binary_entropy_inverse,
    density,
    div,
    equal,
    exp,
    expm1,
    infinite,
    lambert_w,
    less,
    less_equal,
    log,
    log1p,
    log_excess,
    log_ratio,
    log_ratio_magnitude,
    maximum,
    minimum,
    mul,
    positive_part,
    power,
    power_term,
    ratio_or_zero,
    relative_entropy_term,
    sqrt,
    sub,
    xlogx,
)
from verified.numbers.limits import check_time

# An end of an interval, None for an infinite one, and whether it is left out.
End = tuple[fmpq | None, bool]


def _map(function: Callable[..., Scalar]) -> Callable[..., Any]:
    """A scalar function, entry by entry on arrays."""

    def mapped(*args: Any) -> Any:
        first = args[0]
        if isinstance(first, BallArray):
            if len(args) == 1:
                return BallArray(first.shape, each(function, first.data))
            return first.combined(args[1], function)
        if len(args) == 2 and isinstance(args[1], BallArray):
            return args[1].combined(first, lambda x, y: function(y, x))
        return function(*args)

    return mapped


def _descending(one: tuple[Scalar, ...], two: tuple[Scalar, ...]) -> int:
    """Compare two entries by their first parts, certainly."""
    if less(two[0], one[0]) is True:
        return -1
    if less(one[0], two[0]) is True:
        return 1
    if equal(one[0], two[0]) is True:
        return 0
    raise Indeterminate("two ratios may be in either order")


class Balls:
    """The rigorous namespace: the operations that the measures are written in."""

    exp = staticmethod(_map(exp))
    expm1 = staticmethod(_map(expm1))
    log = staticmethod(_map(log))
    log1p = staticmethod(_map(log1p))
    sqrt = staticmethod(_map(sqrt))
    abs = staticmethod(_map(absolute))
    minimum = staticmethod(_map(minimum))
    maximum = staticmethod(_map(maximum))
    power = staticmethod(_map(power))
    positive_part = staticmethod(_map(positive_part))
    add = staticmethod(_map(add))
    sub = staticmethod(_map(sub))
    mul = staticmethod(_map(mul))
    div = staticmethod(_map(div))
    xlogx = staticmethod(_map(xlogx))
    relative_entropy_terms = staticmethod(_map(relative_entropy_term))
    density = staticmethod(_map(density))
    ratio_or_zero = staticmethod(_map(ratio_or_zero))
    log_ratio = staticmethod(_map(log_ratio))
    log_ratio_magnitudes = staticmethod(_map(log_ratio_magnitude))
    log_excess = staticmethod(_map(log_excess))
    binary_entropy = staticmethod(_map(binary_entropy))
    binary_entropy_inverse = staticmethod(_map(binary_entropy_inverse))
    lambert_w = staticmethod(_map(lambert_w))

    @staticmethod
    def power_terms(p: BallArray, q: BallArray, order: Scalar) -> BallArray:
        """q·((p/q)^α − 1 − α(p/q − 1)) for each entry."""
        return p.combined(q, lambda x, y: power_term(x, y, order))

    @classmethod
    def renyi_sum(
        cls,
        p: BallArray,
        q: BallArray,
        order: Scalar,
        rank: int = 1,
        weights: BallArray | None = None,
    ) -> Any:
        """ln(Σ w p^α q^(1−α))/(α − 1) over the last axes, for α not 0, 1, ∞ and Σ wp = Σ wq = 1."""
        terms = cls.power_terms(p, q, order)
        excess = cls.sum(terms if weights is None else weights * terms, rank)
        return cls.div(cls.log1p(excess), sub(order, ONE))

    @classmethod
    def power_entropy(cls, p: BallArray, order: Scalar) -> Any:
        """ln(Σ p^α)/(1 − α) over the last axis, for α not 0, 1 or ∞."""
        return cls.div(cls.log(cls.sum(cls.power(p, order), 1)), sub(ONE, order))

    @staticmethod
    def wide(array: BallArray) -> BallArray:
        """The array itself; floats take it to more digits."""
        return array

    @staticmethod
    def by_order(
        order: Scalar,
        at_zero: Callable[[], Any],
        at_one: Callable[[], Any],
        at_infinity: Callable[[], Any],
        otherwise: Callable[[], Any],
    ) -> Any:
        """The branch for an order in [0, ∞]."""
        if order < 0:
            raise Undefined("an order below 0")
        if infinite(order):
            return at_infinity()
        if isinstance(order, fmpq):
            return at_zero() if order == 0 else at_one() if order == 1 else otherwise()
        if not (order > 0 and (order < 1 or order > 1)):
            raise Indeterminate("the order may be 0 or 1")
        return otherwise()

    @staticmethod
    def inside(value: Any, x: Scalar, low: End, high: End) -> Any:
        """The value, if a real number lies in the interval between two ends.

        Raises:
            Undefined: it doesn't.
            Indeterminate: the balls don't tell.
        """
        if infinite(x):
            raise Undefined("an infinite argument")
        for (end, is_open), sign in ((low, 1), (high, -1)):
            if end is None:
                continue
            fits = (less if is_open else less_equal)(ZERO, sign * (x - end))
            if fits is False:
                raise Undefined("an argument outside of its interval")
            if fits is None:
                raise Indeterminate("an argument may lie outside of its interval")
        return value

    @staticmethod
    def by_ratio(p: BallArray, q: BallArray) -> tuple[BallArray, BallArray]:
        """Two laws with their symbols in descending order of p/q, those with q = 0 first.

        Raises:
            Indeterminate: the balls don't tell the order.
        """
        outside, inside = [], []
        for x, y in zip(p.data, q.data, strict=True):
            if y == 0:
                outside.append((x, y))
            else:
                inside.append((div(x, y), x, y))
        inside.sort(key=functools.cmp_to_key(_descending))
        pairs = outside + [(x, y) for _, x, y in inside]
        return BallArray(p.shape, [x for x, _ in pairs]), BallArray(p.shape, [y for _, y in pairs])

    @staticmethod
    def cumulative(array: BallArray) -> BallArray:
        """The running sums of an array with one axis."""
        return BallArray(array.shape, list(itertools.accumulate(array.data, add)))

    @staticmethod
    def support(array: BallArray) -> BallArray:
        """1 where an entry is positive, 0 where it is 0."""

        def one(x: Scalar) -> Scalar:
            if isinstance(x, fmpq):
                return ONE if x > 0 else ZERO
            if x > 0:
                return ONE
            raise Indeterminate("an entry may be 0")

        return BallArray(array.shape, [one(x) for x in array.data])

    @staticmethod
    def curves() -> Any:
        """The privacy curves of mutual-information privacy, which are maxima."""
        from verified.numbers import ball_curves

        return ball_curves

    @staticmethod
    def line() -> Any:
        """Integrals over the real line, and functions that only they need."""
        from verified.numbers import ball_line

        return ball_line

    @staticmethod
    def tests() -> Any:
        """Tests of one law on the real line against another."""
        from verified.numbers import ball_tests

        return ball_tests

    @staticmethod
    def powers() -> Any:
        """Rényi's integrals over the real line."""
        from verified.numbers import ball_powers

        return ball_powers

    @staticmethod
    def largest_ratios() -> Any:
        """Largest ratios of densities on the real line."""
        from verified.numbers import ball_bounded

        return ball_bounded

    @staticmethod
    def integers() -> Any:
        """Sums over the integers."""
        from verified.numbers import ball_integers

        return ball_integers

    @staticmethod
    def space() -> Any:
        """Integrals over several dimensions."""
        from verified.numbers import ball_space

        return ball_space

    @staticmethod
    def matrices() -> Any:
        """Determinants and values of games."""
        from verified.numbers import ball_matrices

        return ball_matrices

    @staticmethod
    def orders() -> Any:
        """Suprema over the orders of Rényi divergences."""
        from verified.numbers import ball_orders

        return ball_orders

    @staticmethod
    def between(low: Scalar, high: Callable[[], Scalar]) -> Scalar:
        """What lies between two bounds; exact where they are one. Floats take the lower one.

        Raises:
            Indeterminate: the upper bound is infinite.
        """
        most = high()
        if infinite(most) and not infinite(low):
            raise Indeterminate("what is bounded from below only")
        if isinstance(low, fmpq) and isinstance(most, fmpq) and low == most:
            return low
        return arb(low).union(arb(most))

    @staticmethod
    def optima() -> Any:
        """Optimal priors, and the rate–distortion function."""
        from verified.numbers import ball_optima

        return ball_optima

    @staticmethod
    def transport() -> Any:
        """Optimal transport between laws."""
        from verified.numbers import ball_transport

        return ball_transport

    @staticmethod
    def constant(value: fmpq) -> Scalar:
        """A rational as a scalar."""
        return value

    @staticmethod
    def pi() -> arb:
        """π at the present precision."""
        return arb.pi()

    @staticmethod
    def infinity() -> arb:
        """+∞."""
        return arb("inf")

    @staticmethod
    def expand(scalar: Scalar, rank: int) -> Scalar:
        """The scalar itself: it broadcasts against any array."""
        return scalar

    @staticmethod
    def shape(array: BallArray, rank: int) -> tuple[int, ...]:
        """The sizes of the last `rank` axes."""
        return array.shape[len(array.shape) - rank :]

    @staticmethod
    def reshape(array: BallArray, rank: int, shape: Sequence[int]) -> BallArray:
        """The array with its last `rank` axes (all of them) in another shape."""
        return BallArray(tuple(shape), array.data)

    @staticmethod
    def stack(items: Sequence[Any], shape: Sequence[int]) -> BallArray:
        """An array of a shape from its entries, or from arrays along a new first axis."""
        data: list[Scalar] = []
        for item in items:
            data.extend(item.data if isinstance(item, BallArray) else [item])
        return BallArray(tuple(shape), data)

    @staticmethod
    def take(array: BallArray, axis: int, index: int) -> Any:
        """One index of an axis (negative); a scalar from an array with one axis."""
        axis += len(array.shape)
        step = strides_of(array.shape)[axis]
        block = step * array.shape[axis]
        starts = range(index * step, len(array.data), block)
        data = [x for start in starts for x in array.data[start : start + step]]
        shape = array.shape[:axis] + array.shape[axis + 1 :]
        return BallArray(shape, data) if shape else data[0]

    @classmethod
    def gather(cls, array: BallArray, axis: int, indices: Sequence[int]) -> BallArray:
        """Some indices of an axis (negative), in their order."""
        last = cls.moveaxis(array, axis, -1)
        starts = range(0, len(last.data), last.shape[-1])
        data = [last.data[start + index] for start in starts for index in indices]
        return cls.moveaxis(BallArray((*last.shape[:-1], len(indices)), data), -1, axis)

    @classmethod
    def over_laws(
        cls,
        first: BallArray,
        second: BallArray,
        measure: Callable[[BallArray, BallArray], Scalar],
    ) -> BallArray:
        """A measure of two laws for each pair of rows of two stacks (pairs, symbols)."""
        pairs = range(first.shape[0])
        rows = [(cls.take(first, -2, pair), cls.take(second, -2, pair)) for pair in pairs]
        return BallArray((len(rows),), [measure(one, two) for one, two in rows])

    @staticmethod
    def moveaxis(array: BallArray, source: int, target: int) -> BallArray:
        """The array with one axis (negative) moved to another place (negative)."""
        rank = len(array.shape)
        order = [axis for axis in range(rank) if axis != source + rank]
        order.insert(target + rank, source)
        shape = tuple(array.shape[axis] for axis in order)
        strides = strides_of(array.shape)
        places = [0]
        for axis in order:
            places = [p + k * strides[axis] for p in places for k in range(array.shape[axis])]
        return BallArray(shape, [array.data[place] for place in places])

    @staticmethod
    def matmul(first: BallArray, second: BallArray) -> BallArray:
        """The matrix product of two arrays with two axes."""
        (m, k), (inner, n) = first.shape, second.shape
        if inner != k:
            raise ValueError(f"matrices of shapes {first.shape} and {second.shape} don't fit")
        data = []
        for i in range(m):
            check_time()
            for j in range(n):
                entry: Scalar = ZERO
                for r in range(k):
                    entry = add(entry, mul(first.data[i * k + r], second.data[r * n + j]))
                data.append(entry)
        return BallArray((m, n), data)

    @classmethod
    def sum(cls, array: BallArray, rank: int) -> Any:
        """The sum over the last `rank` axes."""
        if len(array.shape) == rank:
            # Plain addition is the quicker; an infinity or a nan in it shows in the total.
            total = sum(array.data, ZERO)
            if isinstance(total, fmpq) or total.is_finite():
                return total
        return cls._reduce(array, rank, add, ZERO)

    @classmethod
    def max(cls, array: BallArray, rank: int) -> Any:
        """The largest entry over the last `rank` axes."""
        return cls._reduce(array, rank, maximum, None)

    @classmethod
    def min(cls, array: BallArray, rank: int) -> Any:
        """The least entry over the last `rank` axes."""
        return cls._reduce(array, rank, minimum, None)

    @staticmethod
    def _reduce(
        array: BallArray, rank: int, combine: Callable[[Scalar, Scalar], Scalar], empty: Any
    ) -> Any:
        kept = array.shape[: len(array.shape) - rank]
        block = math.prod(array.shape[len(kept) :])
        data = []
        for start in range(0, math.prod(kept) * block, block) if block else [0] * math.prod(kept):
            check_time()
            entries = iter(array.data[start : start + block])
            result = next(entries, empty)
            for entry in entries:
                result = combine(result, entry)
            data.append(result)
        return BallArray(kept, data) if kept else data[0]

    @classmethod
    def sum_axes(cls, array: BallArray, axes: tuple[int, ...], keep: bool = False) -> Any:
        """The sum over the named axes (negative)."""
        return cls._over(array, axes, keep, cls.sum)

    @classmethod
    def max_axes(cls, array: BallArray, axes: tuple[int, ...], keep: bool = False) -> Any:
        """The largest entry over the named axes (negative)."""
        return cls._over(array, axes, keep, cls.max)

    @classmethod
    def min_axes(cls, array: BallArray, axes: tuple[int, ...], keep: bool = False) -> Any:
        """The least entry over the named axes (negative)."""
        return cls._over(array, axes, keep, cls.min)

    @classmethod
    def _over(
        cls, array: BallArray, axes: tuple[int, ...], keep: bool, reduce: Callable[..., Any]
    ) -> Any:
        rank = len(array.shape)
        moved = array
        for count, axis in enumerate(sorted(axes)):
            # Each move to the end shifts the later axes one place to the left.
            moved = cls.moveaxis(moved, axis - count, -1)
        result = reduce(moved, len(axes))
        if not keep:
            return result
        shape = [1 if axis - rank in axes else size for axis, size in enumerate(array.shape)]
        data = result.data if isinstance(result, BallArray) else [result]
        return BallArray(tuple(shape), data)
