"""The second checker's intervals, open, closed and endless: each operation on each pair of them
against the numbers that lie in them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from recheck.errors import Undefined, Unknown
from recheck.reals import (
    INF,
    ZERO,
    Num,
    Precision,
    all_of,
    equal,
    exp,
    largest,
    least,
    less,
    magnitude,
    normal_cdf,
    not_negative,
    num,
    opposite,
    positive,
    power,
    rounded,
    span,
)

TINY, HUGE = Fraction(1, 1000), Fraction(10**6)
ENDS: list[Any] = [-INF, Fraction(-2), Fraction(0), Fraction(1), INF]


@pytest.fixture(autouse=True)
def bits() -> Any:
    before, Precision.bits = Precision.bits, 64
    yield
    Precision.bits = before


def points(x: Num) -> list[Any]:
    """Numbers of an interval, near its ends and the ends that belong to it."""
    if x.exact:
        return [x.lo]
    if x.lo == -INF or x.hi == INF:
        inside = ([-HUGE, Fraction(1, 2), HUGE] if x.lo == -INF and x.hi == INF
                  else [x.hi - TINY, x.hi - 1, x.hi - HUGE] if x.lo == -INF
                  else [x.lo + TINY, x.lo + 1, x.lo + HUGE])
    else:
        width = x.hi - x.lo
        inside = [x.lo + TINY * width, x.lo + width / 2, x.hi - TINY * width]
    return [*inside, *(end for end, out in zip((x.lo, x.hi), x.out, strict=True) if not out)]


ALL = [num(end) for end in ENDS] + [
    Num(low, high, out) for low, high in itertools.combinations(ENDS, 2)
    for out in itertools.product((False, True), repeat=2)
]


def added(x: Any, y: Any) -> Any:
    if {x, y} == {INF, -INF}:
        return None
    return x if x in (INF, -INF) else y if y in (INF, -INF) else x + y


def times(x: Any, y: Any) -> Any:
    if x == 0 or y == 0:
        return Fraction(0)
    if x in (INF, -INF) or y in (INF, -INF):
        return INF if (x > 0) == (y > 0) else -INF
    return x * y


def over(x: Any, y: Any) -> Any:
    if y == 0 or (x in (INF, -INF) and y in (INF, -INF)):
        return None
    return times(x, Fraction(0) if y in (INF, -INF) else 1 / y)


def fits(found: Num, values: list[Any]) -> None:
    """Whether an interval holds all values, ends where they end, and leaves out what they do."""
    for end, most, out in ((found.lo, min(values), found.out[0]),
                           (found.hi, max(values), found.out[1])):
        if end in (INF, -INF):
            assert most == end or (out and abs(most) >= 100 and (most > 0) == (end > 0))
        else:
            assert type(end) is Fraction
            assert abs(most - end) <= Fraction(1, 20)
        assert (most == end) is not out
    assert found.lo <= min(values)
    assert max(values) <= found.hi


@pytest.mark.parametrize(("operation", "meant"), [
    (Num.__add__, added), (Num.__mul__, times), (Num.__truediv__, over),
    (least, min), (largest, max),
], ids=["add", "mul", "div", "least", "largest"])  # fmt: skip
def test_an_operation_gives_what_it_gives_on_numbers(
    operation: Callable[[Num, Num], Num], meant: Callable[[Any, Any], Any]
) -> None:
    for a, b in itertools.product(ALL, ALL):
        values = [meant(x, y) for x in points(a) for y in points(b)]
        told = [value for value in values if value is not None]
        try:
            found = operation(a, b)
        except Undefined:
            # What certainly has no value.
            assert not told
        except Unknown:
            # What may have none: nothing else is left open but infinity times what may be 0, and
            # what is divided by that.
            assert told
            assert not a.exact or not b.exact
            assert len(told) < len(values) or (
                operation is Num.__mul__ and (a.infinite or b.infinite)) or (
                operation is Num.__truediv__ and b.sign is None)
        else:
            fits(found, told)
            assert len(told) == len(values)


def test_comparisons_hold_for_all_numbers_or_none() -> None:
    for a, b in itertools.product(ALL, ALL):
        found = {x < y for x in points(a) for y in points(b)}
        assert less(a, b) is (None if len(found) == 2 else found.pop())
        same = {x == y for x in points(a) for y in points(b)}
        apart = less(a, b) or less(b, a)
        assert equal(a, b) is (a.lo == b.lo if a.exact and b.exact else False if apart else None)
        assert not apart or same == {False}


def test_what_one_interval_tells() -> None:
    for a in ALL:
        signs = {(x > 0) - (x < 0) for x in points(a)}
        assert a.sign == (signs.pop() if len(signs) == 1 else None)
        assert a.infinite is (a.exact and a.lo in (INF, -INF))
        fits(-a, [-x for x in points(a)])
        fits(magnitude(a), [abs(x) for x in points(a)] + [Fraction(0)] * (a.lo < 0 < a.hi))
        if a.hi > 0:
            own = not_negative(a)
            assert own is a if a.lo >= 0 else (own.lo, own.out[0]) == (0, False)
            assert (own.hi, own.out[1]) == (a.hi, a.out[1])
        if a.lo >= 0 and a.sign is not None:
            assert positive(a) is (a.sign == 1)
        elif a.sign is None:
            with pytest.raises(Unknown):
                positive(a)
        for exponent in (0, 1, 2, 3):
            wide = a.lo < 0 < a.hi and exponent == 2
            fits(power(a, num(exponent)),
                 [Fraction(1) if exponent == 0 else x**exponent for x in points(a)]
                 + [Fraction(0)] * wide)


def test_an_exponential_and_a_mass_below_are_0_only_at_minus_infinity() -> None:
    """So that e^(−x) isn't above 0 of an x that may be ∞, as an integral may be."""
    for a in ALL:
        power_of, below, above = exp(a), normal_cdf(a), normal_cdf(-a)
        at_end = a.lo == -INF and not a.out[0]
        assert (power_of.sign == 1, below.sign == 1) == (not at_end, not at_end)
        assert less(above, num(1)) is (False if a == num(-INF) else None if at_end else True)
        for x in points(a):
            for value, found in ((exp(num(x)), power_of), (normal_cdf(num(x)), below)):
                assert not less(value, found)
                assert not less(found, value)


def test_numbers_are_the_same_where_that_is_certain() -> None:
    wide = Num(Fraction(0), Fraction(1))
    assert wide == wide
    assert wide != Num(Fraction(0), Fraction(1))
    for one, two in ((wide, num(0)), (num(0), wide), (wide, num(1)), (num(1), wide)):
        assert one != two
    assert num(1) == num(1) != num(2)
    assert num(1) != 1
    assert hash(num(1)) == hash(num(1))
    assert hash(wide) != hash(num(0))
    assert hash(wide) != hash(num(1))
    one = num(1)
    # A number times 1 is that number, whichever it is.
    assert one * wide is wide
    long = Fraction(2**300 + 1, 3)
    assert span(long, long) == num(long)
    # No float can hold it.
    far = num(2**1500)
    up, down = Num(Fraction(0), INF), Num(-INF, Fraction(0))
    for other, ends in ((up, (far.lo, INF)), (down, (-INF, far.lo))):
        for found in (other + far, far + other):
            assert (found.lo, found.hi) == ends
    assert type(num(3).lo) is Fraction
    assert num(ZERO.lo).lo is ZERO.lo


@pytest.mark.parametrize("bits_", [8, 64])
def test_ends_are_rounded_to_few_digits(bits_: int) -> None:
    Precision.bits = bits_
    for x in (Fraction(2**300 + 1), Fraction(10**90, 7), Fraction(7, 10**90),
              Fraction(1, 2**300 + 1), Fraction(2**70 + 1, 3**40), Fraction(3**40, 2**70 + 1)):
        for way in (x, -x):
            low, high = rounded(way, False), rounded(way, True)
            assert low < way < high
            assert high - low <= abs(way) * Fraction(4, 2**bits_)
            for end in (low, high):
                digits = abs(end.numerator)
                assert (digits // (digits & -digits)).bit_length() <= bits_ + 2
                assert bin(end.denominator).count("1") == 1
            assert (span(low, way).lo, span(low, way).hi) == (low, high)
    for short in (Fraction(1, 3), Fraction(-5, 7), Fraction(0), INF, -INF):
        assert rounded(short, True) == rounded(short, False) == short


def test_truths_of_which_one_is_open() -> None:
    assert [opposite(truth) for truth in (True, False, None)] == [False, True, None]
    assert all_of([True, True]) is True
    assert all_of([True, None]) is None
    assert all_of([None, False]) is False
    assert all_of([]) is True
