"""Arrays of balls where there is nothing to add, where balls don't tell, and where sums have no
value."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq

from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined

INFINITY = arb.pos_inf()


def wide(low: Any, high: Any) -> arb:
    return arb(low).union(arb(high))


def branch(order: Any) -> str:
    names = ("zero", "one", "infinity", "otherwise")
    return str(Balls.by_order(order, *(lambda name=name: name for name in names)))


@pytest.mark.parametrize(
    ("order", "name"),
    [
        (fmpq(0), "zero"), (fmpq(1), "one"), (INFINITY, "infinity"), (fmpq(1, 2), "otherwise"),
        (fmpq(2), "otherwise"), (arb(1) / 3, "otherwise"), (arb(2).log() * 2, "otherwise"),
    ],
)  # fmt: skip
def test_an_order_has_one_branch(order: Any, name: str) -> None:
    assert branch(order) == name


@pytest.mark.parametrize("order", [fmpq(-1), -INFINITY, -arb(2).log()])
def test_there_is_no_order_below_0(order: Any) -> None:
    with pytest.raises(Undefined):
        branch(order)


@pytest.mark.parametrize("order", [wide(0, fmpq(1, 2)), wide(fmpq(1, 2), 2), wide(1, 2)])
def test_an_order_that_may_be_0_or_1_has_no_branch(order: arb) -> None:
    with pytest.raises(Indeterminate):
        branch(order)


@pytest.mark.parametrize("entry", [wide(-1, 1), wide(0, 1)])
def test_what_may_be_0_is_in_no_support(entry: arb) -> None:
    with pytest.raises(Indeterminate):
        Balls.support(BallArray((1,), [entry]))
    assert Balls.support(BallArray((2,), [arb(2).log(), fmpq(0)])).data == [1, 0]


def test_infinities_of_both_signs_have_no_sum() -> None:
    with pytest.raises(Undefined):
        Balls.sum(BallArray((3,), [INFINITY, fmpq(1), -INFINITY]), 1)
    assert Balls.sum(BallArray((3,), [INFINITY, fmpq(1), INFINITY]), 1) == INFINITY


def test_sums_of_no_entries_are_0() -> None:
    assert Balls.sum(BallArray((2, 0), []), 1).data == [0, 0]
    assert Balls.sum(BallArray((0,), []), 1) == 0
