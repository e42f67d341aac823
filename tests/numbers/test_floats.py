"""Floats agree with balls digit by digit, entry by entry, and never warn."""

from __future__ import annotations

import itertools
import math
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats

BITS = 400
PAIR_OPERATIONS = ("relative_entropy_terms", "log_ratio", "log_ratio_magnitudes", "density")


@pytest.fixture(autouse=True)
def _warnings_are_errors() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def exact(value: float) -> Any:
    if math.isinf(value):
        return arb.pos_inf() if value > 0 else -arb.pos_inf()
    return fmpq(*value.as_integer_ratio())


def in_balls(operation: Callable[..., Any], *arguments: float) -> float:
    """The float nearest to the rigorous value; nan where there is none."""
    with precision(BITS):
        try:
            value = operation(*map(exact, arguments))
        except Undefined:
            return math.nan
        if isinstance(value, fmpq):
            return int(value.p) / int(value.q)
        if not value.is_finite():
            return math.inf if value > 0 else -math.inf
        return float(value)


def assert_same(found: float, expected: float, tolerance: float) -> None:
    if math.isnan(expected):
        assert math.isnan(found)
    else:
        assert found == pytest.approx(expected, rel=tolerance, abs=1e-300)


def near_and_far(seed: str) -> list[tuple[float, float]]:
    """Pairs of probabilities at ratios from 1 ± 1e-15 through every scale to 1e±9, and zeros."""
    source = random.Random(seed)
    found = [(0.0, 0.0), (0.0, 0.3), (0.3, 0.0), (1.0, 1.0), (5e-324, 0.5), (0.5, 1e-308)]
    for exponent in range(-15, 10):
        for sign in (-1, 1):
            q = source.uniform(0.1, 1.0) * 10.0 ** -source.randrange(0, 6)
            change = source.uniform(1, 9) * 10.0**exponent
            p = q * (1 + change) if sign > 0 else q / (1 + change)
            found.append((p, q))
    # Around the places where the forms change over.
    found += [(0.5 * (1 + t), 0.5) for t in (0.0199, 0.0201, -0.0199, -0.0201, 0.499, 0.501, -0.5)]
    return found


@pytest.mark.parametrize("name", PAIR_OPERATIONS)
def test_pairs_of_probabilities(name: str) -> None:
    pairs = near_and_far(name)
    found = getattr(Floats, name)(*np.array(pairs).T)
    for value, pair in zip(found, pairs, strict=True):
        assert_same(float(value), in_balls(getattr(Balls, name), *pair), 2e-13)


@pytest.mark.parametrize("order", [1e-9, 1e-3, 0.49, 0.51, 1 - 1e-9, 1 + 1e-9, 1.5, 2.0, 30.0])
def test_renyi_sums_of_two_symbols(order: float) -> None:
    """Laws (p, 1 − p) and (q, 1 − q), from nearly equal ones to nearly disjoint ones."""
    source = random.Random(order)
    for exponent in range(-8, 1):
        q = source.randrange(2**28, 2**30) / 2**30
        # On a grid of 2^-45, so that 1 − p is a float too.
        p = q - round(2**45 * q * 0.9 * 10.0**exponent) / 2**45
        laws = [np.array([[x, 1 - x]]) for x in (p, q)]
        with precision(BITS):
            pairs = [Balls.stack([exact(x), 1 - exact(x)], (2,)) for x in (p, q)]
            expected = float(Balls.renyi_sum(*pairs, exact(order)))
        found = Floats.renyi_sum(*laws, np.array([order]))
        assert_same(float(found[0]), expected, 1e-11)


FUNCTIONS = ("exp", "expm1", "log", "log1p", "sqrt", "xlogx", "binary_entropy")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_one_number(name: str) -> None:
    values = [0.0, 1e-300, 1e-17, 1e-9, 0.3, 0.5, 1 - 2.0**-53, 1.0, 1.1, 7.0, -1e-17, -0.5, -1.0]
    found = getattr(Floats, name)(np.array(values))
    for value, number in zip(found, values, strict=True):
        assert_same(float(value), in_balls(getattr(Balls, name), number), 1e-14)


EDGES = (0.0, 1.0, -1.0, 0.5, 2.0, 3.0, math.inf, -math.inf)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "div", "maximum", "minimum"])
def test_arithmetic_at_the_edges(name: str) -> None:
    pairs = list(itertools.product(EDGES, repeat=2))
    found = getattr(Floats, name)(*np.array(pairs).T)
    for value, pair in zip(found, pairs, strict=True):
        assert_same(float(value), in_balls(getattr(Balls, name), *pair), 1e-15)


def test_powers_at_the_edges() -> None:
    bases, exponents = (0.0, 0.5, 1.0, 3.0, math.inf), (-2.0, -0.5, 0.0, 0.5, 1.0, 3.0)
    pairs = list(itertools.product(bases, exponents))
    found = Floats.power(*np.array(pairs).T)
    for value, pair in zip(found, pairs, strict=True):
        assert_same(float(value), in_balls(Balls.power, *pair), 1e-15)


def test_what_is_undefined_stays_undefined() -> None:
    nothing = np.array([np.nan])
    for name in ("exp", "log", "sqrt", "xlogx", "binary_entropy", "binary_entropy_inverse",
                 "lambert_w"):
        assert np.isnan(getattr(Floats, name)(nothing))
    for name in ("add", "sub", "mul", "div", "maximum", "minimum", "relative_entropy_terms"):
        for other in (0.0, 1.0):
            assert np.isnan(getattr(Floats, name)(nothing, np.array([other])))
            assert np.isnan(getattr(Floats, name)(np.array([other]), nothing))


def test_sums_of_opposite_infinities_are_undefined_without_a_warning() -> None:
    table = np.array([[np.inf, -np.inf]])
    assert np.isnan(Floats.sum(table, 1))
    assert np.all(np.isnan(Floats.sum_axes(table, (-1,), keep=True)))
    assert np.isnan(Floats.cumulative(table)[0, 1])
    assert np.isnan(Floats.matmul(table, np.ones((2, 1))))


def test_shapes_act_on_trailing_axes() -> None:
    """Each operation on a batch is the same operation of the balls on each of its instances."""
    batch, shape = 3, (2, 3, 4)
    numbers = np.arange(batch * math.prod(shape), dtype=float).reshape(batch, *shape)
    for instance in range(batch):
        table = Balls.stack([fmpq(int(x)) for x in numbers[instance].ravel()], shape)

        def same(found: Any, expected: Any, index: int = instance) -> bool:
            entries = expected.data if hasattr(expected, "data") else [expected]
            shape_of = getattr(expected, "shape", ())
            here = found[index]
            return here.shape == shape_of and [int(x) for x in here.ravel()] == entries

        for axis in (-1, -2, -3):
            assert same(Floats.take(numbers, axis, 1), Balls.take(table, axis, 1))
            assert same(Floats.moveaxis(numbers, axis, -1), Balls.moveaxis(table, axis, -1))
            for keep in (False, True):
                for name in ("sum_axes", "max_axes", "min_axes"):
                    rough = getattr(Floats, name)(numbers, (axis,), keep)
                    assert same(rough, getattr(Balls, name)(table, (axis,), keep))
        for rank in (1, 2, 3):
            assert same(Floats.sum(numbers, rank), Balls.sum(table, rank))
            assert same(Floats.max(numbers, rank), Balls.max(table, rank))
            assert same(Floats.min(numbers, rank), Balls.min(table, rank))
        assert same(Floats.reshape(numbers, 3, (6, 4)), Balls.reshape(table, 3, (6, 4)))
        assert Floats.shape(numbers, 2) == Balls.shape(table, 2) == (3, 4)


def test_scalars_expand_against_arrays() -> None:
    scalars, table = np.array([1.0, 2.0]), np.ones((2, 3, 4))
    assert np.all((Floats.expand(scalars, 2) * table).sum(axis=(1, 2)) == [12, 24])
    assert Floats.stack([scalars, 1.0], (2,)).tolist() == [[1, 1], [2, 1]]


@pytest.mark.parametrize("size", [2, 5])
def test_ratios_are_sorted_as_in_balls(size: int) -> None:
    source = random.Random(size)
    p = [source.randrange(0, 8) / 8 for _ in range(size)]
    q = [source.randrange(0, 8) / 8 for _ in range(size)]
    p[0], q[0] = 0.5, 0.0
    for i in range(size):
        # 0/0 has no place in the order.
        q[i] = q[i] if p[i] > 0 else 1.0
    rough = Floats.by_ratio(np.array([p]), np.array([q]))
    sure = Balls.by_ratio(*(Balls.stack([exact(x) for x in law], (size,)) for law in (p, q)))

    def ratios(top: Any, bottom: Any) -> list[float]:
        pairs = zip(top, bottom, strict=True)
        return [float(a) / float(b) if b != 0 else math.inf for a, b in pairs]

    found = ratios(rough[0][0], rough[1][0])
    assert found == sorted(found, reverse=True)
    as_floats = [[int(x.p) / int(x.q) for x in law.data] for law in sure]
    assert ratios(*as_floats) == found


def test_branches_by_order_are_chosen_for_each_instance() -> None:
    orders = np.array([0.0, 0.5, 1.0, np.inf, -1.0, np.nan])
    found = Floats.by_order(orders, lambda: 10.0, lambda: 11.0, lambda: 12.0, lambda: orders * 2)
    assert found[:4].tolist() == [10, 1, 11, 12]
    assert np.all(np.isnan(found[4:]))
    chosen = [
        Balls.by_order(order, lambda: 10, lambda: 11, lambda: 12, lambda: 13)
        for order in (fmpq(0), fmpq(1), arb.pos_inf(), fmpq(1, 2), arb(2).log())
    ]
    assert chosen == [10, 11, 12, 13, 13]
    with pytest.raises(Undefined):
        Balls.by_order(fmpq(-1), lambda: 10, lambda: 11, lambda: 12, lambda: 13)
    with pytest.raises(Indeterminate):
        Balls.by_order(arb(1), lambda: 10, lambda: 11, lambda: 12, lambda: 13)
