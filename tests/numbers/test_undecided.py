"""What balls leave open: whether a number is at an end of where a formula holds."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb, fmpq

from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_curves import ldp_curve, ldp_floor
from verified.numbers.ball_line import above, normal_cdf, unknown
from verified.numbers.ball_namespace import Balls
from verified.numbers.ball_shapes import Curve
from verified.numbers.balls import Indeterminate, Undefined
from verified.numbers.line import LAPLACE


def touching(low: int, high: int) -> arb:
    """A ball from low/4 to high/4, and as much more as its radius is rounded up."""
    return arb(fmpq(low + high, 8), arb(fmpq(high - low, 8)).mid())


# From 0 to a little above 1/2, exactly at the lower end.
FROM_ZERO = arb(0, 0.5).nonnegative_part()


def by_order(order: arb | fmpq) -> str:
    return str(Balls.by_order(order, lambda: "0", lambda: "1", lambda: "inf", lambda: "else"))


def test_an_order_that_may_be_0_or_1_is_told() -> None:
    assert by_order(touching(1, 3)) == by_order(touching(5, 7)) == by_order(fmpq(1, 2)) == "else"
    assert [by_order(fmpq(order)) for order in (0, 1)] == ["0", "1"]
    for order in (touching(0, 2), touching(2, 4), touching(4, 6), touching(3, 5), touching(-1, 3),
                  FROM_ZERO):
        with pytest.raises(Indeterminate, match="may be 0 or 1"):
            by_order(order)
    with pytest.raises(Undefined):
        by_order(fmpq(-1))
    with pytest.raises(Undefined):
        by_order(touching(-3, -1))


def test_a_privacy_of_a_bit_or_of_nothing_is_told() -> None:
    one = arb(1)
    assert ldp_curve(fmpq(1), one) == 1
    for mu in (touching(2, 4), touching(3, 5), 1 - FROM_ZERO):
        with pytest.raises(Indeterminate, match="whole bit"):
            ldp_curve(mu, one)
    for mu in (touching(0, 2), touching(-1, 2), touching(3, 5), FROM_ZERO):
        with pytest.raises(Indeterminate, match="lies in"):
            ldp_floor(mu)
    for outside in (fmpq(0), fmpq(2), touching(5, 7), touching(-3, -1)):
        with pytest.raises(Undefined):
            ldp_floor(outside)
    assert ldp_floor(fmpq(1)) == 1


def test_the_ends_are_exact() -> None:
    assert FROM_ZERO >= 0
    assert not FROM_ZERO > 0
    assert 1 - FROM_ZERO <= 1
    assert not 1 - FROM_ZERO < 1


def test_what_balls_dont_tell_is_said() -> None:
    assert above(fmpq(2), arb(1))
    assert not above(fmpq(1), fmpq(1))
    with pytest.raises(Indeterminate, match="either order"):
        above(touching(1, 3), fmpq(1, 2))
    with pytest.raises(Indeterminate, match="of what"):
        unknown("of what")
    for nowhere in (arb("nan"), arb(0, arb("inf").upper())):
        with pytest.raises(Indeterminate):
            normal_cdf(nowhere)


def test_a_laplace_density_has_a_kink_at_its_mean() -> None:
    curve = Curve(arb(1), LAPLACE, arb(0), arb(1))
    assert curve.coefficients(arb(0), arb(1))[1] == -1
    assert curve.coefficients(arb(-1), arb(0))[1] == 1
    with pytest.raises(Indeterminate, match="kink"):
        curve.coefficients(arb(-1), arb(1))


def test_axes_are_moved_from_the_end() -> None:
    array = BallArray((2, 3, 4), [fmpq(k) for k in range(24)])
    for source in (-1, -2, -3):
        for target in (-1, -2, -3):
            moved = Balls.moveaxis(array, source, target)
            expected = np.moveaxis(np.arange(24).reshape(2, 3, 4), source, target)
            assert moved.shape == expected.shape
            assert [int(part.p) for part in moved.data] == expected.reshape(-1).tolist()


def test_arrays_are_of_their_shape() -> None:
    entries = [fmpq(k) for k in range(6)]
    for shape in ((5,), (2, 2), (7,), ()):
        with pytest.raises(ValueError, match="don't fill"):
            BallArray(shape, entries)
    two_three, three_two = BallArray((2, 3), entries), BallArray((3, 2), entries)
    assert Balls.matmul(two_three, three_two).shape == (2, 2)
    with pytest.raises(ValueError, match="don't fit"):
        Balls.matmul(two_three, two_three)
