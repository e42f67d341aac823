"""What balls leave open: whether a number is at an end of where a formula holds."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from verified.numbers.ball_arrays import BallArray, Balls
from verified.numbers.ball_curves import ldp_curve, ldp_floor
from verified.numbers.balls import Indeterminate, Undefined


def touching(low: int, high: int) -> arb:
    """A ball from low/4 to high/4, and as much more as its radius is rounded up."""
    return arb(fmpq(low + high, 8), arb(fmpq(high - low, 8)).mid())


def by_order(order: arb | fmpq) -> str:
    return str(Balls.by_order(order, lambda: "0", lambda: "1", lambda: "inf", lambda: "else"))


def test_an_order_that_may_be_0_or_1_is_told() -> None:
    assert by_order(touching(1, 3)) == by_order(touching(5, 7)) == by_order(fmpq(1, 2)) == "else"
    assert [by_order(fmpq(order)) for order in (0, 1)] == ["0", "1"]
    for order in (touching(0, 2), touching(2, 4), touching(4, 6), touching(3, 5), touching(-1, 3)):
        with pytest.raises(Indeterminate, match="may be 0 or 1"):
            by_order(order)
    with pytest.raises(Undefined):
        by_order(fmpq(-1))
    with pytest.raises(Undefined):
        by_order(touching(-3, -1))


def test_a_privacy_of_a_bit_or_of_nothing_is_told() -> None:
    one = arb(1)
    assert ldp_curve(fmpq(1), one) == 1
    for mu in (touching(2, 4), touching(3, 5)):
        with pytest.raises(Indeterminate, match="whole bit"):
            ldp_curve(mu, one)
    for mu in (touching(0, 2), touching(-1, 2), touching(3, 5)):
        with pytest.raises(Indeterminate, match="lies in"):
            ldp_floor(mu)
    for outside in (fmpq(0), fmpq(2), touching(5, 7), touching(-3, -1)):
        with pytest.raises(Undefined):
            ldp_floor(outside)
    assert ldp_floor(fmpq(1)) == 1


def test_arrays_are_of_their_shape() -> None:
    entries = [fmpq(k) for k in range(6)]
    for shape in ((5,), (2, 2), (7,), ()):
        with pytest.raises(ValueError, match="don't fill"):
            BallArray(shape, entries)
    two_three, three_two = BallArray((2, 3), entries), BallArray((3, 2), entries)
    assert Balls.matmul(two_three, three_two).shape == (2, 2)
    with pytest.raises(ValueError, match="don't fit"):
        Balls.matmul(two_three, two_three)
