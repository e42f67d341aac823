"""Balls enclose what they should, stay exact where they should, and refuse what has no value."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import acb, arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from verified.numbers import balls
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import (
    Indeterminate,
    Undefined,
    equal,
    integral,
    less,
    less_equal,
    precision,
)

INFINITY = arb.pos_inf()
HALF = fmpq(1, 2)


def wide(low: Any, high: Any) -> arb:
    """A ball that holds the interval."""
    return arb(low).union(arb(high))


small = st.fractions(min_value=-8, max_value=8, max_denominator=10**6)
positive = st.fractions(min_value=Fraction(1, 10**6), max_value=8, max_denominator=10**6)


def exact(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


# --- exactness ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "arguments", "expected"),
    [
        ("exp", (fmpq(0),), fmpq(1)),
        ("expm1", (fmpq(0),), fmpq(0)),
        ("log", (fmpq(1),), fmpq(0)),
        ("log1p", (fmpq(0),), fmpq(0)),
        ("sqrt", (fmpq(4, 9),), fmpq(2, 3)),
        ("abs", (fmpq(-4, 9),), fmpq(4, 9)),
        ("power", (fmpq(2, 3), fmpq(3)), fmpq(8, 27)),
        ("power", (fmpq(2, 3), fmpq(-2)), fmpq(9, 4)),
        ("power", (fmpq(0), fmpq(0)), fmpq(1)),
        ("power", (fmpq(0), HALF), fmpq(0)),
        ("maximum", (fmpq(1), arb(2).log()), fmpq(1)),
        ("minimum", (fmpq(0), arb(2).log()), fmpq(0)),
        ("positive_part", (fmpq(-1),), fmpq(0)),
        ("mul", (fmpq(0), INFINITY), fmpq(0)),
        ("mul", (fmpq(0), arb(2).log()), fmpq(0)),
        ("div", (fmpq(0), arb(2).log()), fmpq(0)),
        ("div", (fmpq(1), INFINITY), fmpq(0)),
        ("exp", (-INFINITY,), fmpq(0)),
        ("expm1", (-INFINITY,), fmpq(-1)),
        ("xlogx", (fmpq(0),), fmpq(0)),
        ("xlogx", (fmpq(1),), fmpq(0)),
        ("relative_entropy_terms", (fmpq(1, 3), fmpq(1, 3)), fmpq(0)),
        ("relative_entropy_terms", (fmpq(0), fmpq(1, 3)), fmpq(1, 3)),
        ("relative_entropy_terms", (fmpq(0), fmpq(0)), fmpq(0)),
        ("binary_entropy", (fmpq(0),), fmpq(0)),
        ("binary_entropy", (fmpq(1),), fmpq(0)),
        ("binary_entropy_inverse", (fmpq(0),), fmpq(0)),
        ("lambert_w", (fmpq(0),), fmpq(0)),
    ],
)
def test_rational_results_are_exact(
    operation: str, arguments: tuple[Any, ...], expected: fmpq
) -> None:
    result = getattr(Balls, operation)(*arguments)
    assert isinstance(result, fmpq)
    assert result == expected


@pytest.mark.parametrize(
    ("operation", "arguments", "sign"),
    [
        ("log", (fmpq(0),), -1),
        ("lambert_w", (arb("inf"),), 1),
        ("exp", (INFINITY,), 1),
        ("expm1", (INFINITY,), 1),
        ("log", (INFINITY,), 1),
        ("sqrt", (INFINITY,), 1),
        ("add", (INFINITY, fmpq(-5)), 1),
        ("sub", (fmpq(1), INFINITY), -1),
        ("mul", (fmpq(-1, 3), INFINITY), -1),
        ("mul", (-INFINITY, -arb(2).log()), 1),
        ("div", (INFINITY, fmpq(-2)), -1),
        ("maximum", (INFINITY, arb(2).log()), 1),
        ("minimum", (-INFINITY, fmpq(2)), -1),
        ("power", (INFINITY, HALF), 1),
        ("relative_entropy_terms", (fmpq(1, 3), fmpq(0)), 1),
        ("relative_entropy_terms", (arb(2).log(), fmpq(0)), 1),
        ("log_ratio", (fmpq(0), fmpq(1, 3)), -1),
        ("log_ratio", (fmpq(1, 3), fmpq(0)), 1),
    ],
)
def test_infinities(operation: str, arguments: tuple[Any, ...], sign: int) -> None:
    result = getattr(Balls, operation)(*arguments)
    assert isinstance(result, arb)
    assert not result.is_finite()
    assert not result.is_nan()
    assert (result > 0) == (sign > 0)
    assert (result < 0) == (sign < 0)


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("add", (INFINITY, -INFINITY)),
        ("sub", (INFINITY, INFINITY)),
        ("div", (fmpq(1), fmpq(0))),
        ("div", (fmpq(0), fmpq(0))),
        ("div", (INFINITY, INFINITY)),
        ("log", (fmpq(-1),)),
        ("log", (-arb(2).log(),)),
        ("log", (-INFINITY,)),
        ("log1p", (fmpq(-2),)),
        ("sqrt", (fmpq(-1),)),
        ("sqrt", (-arb(2).log(),)),
        ("sqrt", (-INFINITY,)),
        ("power", (fmpq(0), fmpq(-1))),
        ("power", (fmpq(-2), HALF)),
        ("power", (-arb(2).log(), HALF)),
        ("xlogx", (fmpq(-1),)),
        ("xlogx", (-arb(2).log(),)),
        ("binary_entropy", (fmpq(-1, 10),)),
        ("binary_entropy", (fmpq(11, 10),)),
        ("binary_entropy_inverse", (fmpq(-1, 10),)),
        ("binary_entropy_inverse", (fmpq(7, 10),)),
        ("lambert_w", (fmpq(-37, 100),)),
        ("lambert_w", (-arb("inf"),)),
    ],
)
def test_what_has_no_value_is_refused(operation: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(Undefined):
        getattr(Balls, operation)(*arguments)


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("div", (fmpq(1), wide(-1, 1))),
        ("log", (wide(-1, 1),)),
        ("log1p", (wide(-2, 0),)),
        ("mul", (wide(-1, 1), INFINITY)),
        ("relative_entropy_terms", (wide(-1, 1), fmpq(0))),
        ("relative_entropy_terms", (HALF, wide(-1, 1))),
        ("exp", (arb(10) ** 40,)),
    ],
)
def test_balls_too_wide_to_tell_ask_for_precision(
    operation: str, arguments: tuple[Any, ...]
) -> None:
    with pytest.raises(Indeterminate):
        getattr(Balls, operation)(*arguments)


# --- enclosure ------------------------------------------------------------------------------------

FUNCTIONS: list[tuple[str, Callable[[Any], Any], Any]] = [
    ("exp", mpmath.exp, small),
    ("expm1", mpmath.expm1, small),
    ("log", mpmath.log, positive),
    ("log1p", lambda x: mpmath.log(1 + x), positive),
    ("sqrt", mpmath.sqrt, positive),
    ("xlogx", lambda x: x * mpmath.log(x), positive),
]


@pytest.mark.parametrize(("name", "opinion", "domain"), FUNCTIONS)
def test_functions_enclose_a_second_opinion(
    name: str, opinion: Callable[[Any], Any], domain: st.SearchStrategy[Fraction]
) -> None:
    @given(domain, st.sampled_from([53, 128, 333]))
    def encloses(value: Fraction, bits: int) -> None:
        with precision(bits):
            ball = getattr(Balls, name)(exact(value))
        with mpmath.workdps(130):
            expected = opinion(mpmath.mpf(value.numerator) / value.denominator)
            text = mpmath.nstr(expected, 120)
        with precision(400):
            target = arb(text) + arb(0, arb(10) ** -115)
            assert arb(ball).overlaps(target)
            # Nothing wider than a few units in the last place, near the scale of the argument.
            assert arb(ball).rad() <= (abs(target) + abs(exact(value)) + 1) * arb(2) ** (4 - bits)

    encloses()


@given(small, small, st.integers(0, 60), st.sampled_from(["add", "sub", "mul", "div"]))
def test_arithmetic_of_balls_holds_every_point(
    one: Fraction, two: Fraction, width: int, name: str
) -> None:
    """The result on balls holds the exact result on points of the balls."""
    radius = arb(2) ** -width
    a, b = arb(exact(one)) + arb(0, radius), arb(exact(two)) + arb(0, radius)
    try:
        result = getattr(Balls, name)(a, b)
    except Indeterminate:
        assert name == "div"
        return
    for point in (exact(one), exact(one) + fmpq(1, 2**width), exact(one) - fmpq(1, 2**width)):
        expected = getattr(operator, name.replace("div", "truediv"))(point, exact(two))
        with precision(400):  # or `contains` would round the rational to a ball first
            assert arb(result).overlaps(arb(expected) + arb(0, arb(2) ** -350))


@given(positive, st.integers(1, 40))
def test_x_log_x_of_a_ball_that_touches_zero(upper: Fraction, share: int) -> None:
    ball = wide(0, exact(upper))
    result = Balls.xlogx(ball)
    assert result.is_finite()
    point = exact(upper) * fmpq(share, 40)
    assert result.overlaps(arb(point) * arb(point).log())
    assert result.contains(0)


def test_x_log_x_holds_its_minimum() -> None:
    """On [0, 1/2] the least value, −1/e, is inside and not at an end."""
    assert Balls.xlogx(wide(0, HALF)).contains(-arb(-1).exp().mid())
    narrow = Balls.xlogx(wide(0, fmpq(1, 10**9)))
    assert narrow.rad() < 1e-7


@given(st.integers(1, 7), small)
def test_whole_powers_of_a_ball_through_zero(exponent: int, value: Fraction) -> None:
    ball = wide(-1, 1) * exact(value)
    result = Balls.power(ball, fmpq(exponent))
    assert arb(result).is_finite()
    assert arb(result).contains(exact(value) ** exponent)
    assert arb(result).contains((-exact(value)) ** exponent)


@given(st.fractions(min_value=0, max_value=Fraction(1, 2), max_denominator=10**12))
def test_binary_entropy_inverse_undoes_the_entropy(x: Fraction) -> None:
    with precision(256):
        if x == Fraction(1, 2):
            # A ball around ln 2 reaches beyond the domain.
            with pytest.raises(Indeterminate):
                Balls.binary_entropy_inverse(Balls.binary_entropy(exact(x)))
            return
        back = Balls.binary_entropy_inverse(Balls.binary_entropy(exact(x)))
        assert arb(back).overlaps(arb(exact(x)))
        # At 1/2 the entropy is flat, and half of the digits are all that can be had.
        assert arb(back).rad() < arb(2) ** -110


@pytest.mark.parametrize("depth", [1, 10, 50, 100])
def test_binary_entropy_inverse_near_its_ends(depth: int) -> None:
    with precision(1024):
        near_top = Balls.binary_entropy_inverse(arb(2).log() - arb(10) ** -depth)
        gap = HALF - near_top
        # 1/2 − x ≈ sqrt((ln 2 − y)/2), with a relative error of order ln 2 − y.
        expected = (arb(10) ** -depth / 2).sqrt()
        assert abs(gap / expected - 1) < arb(10) ** -depth
        low = Balls.binary_entropy_inverse(fmpq(10) ** -depth)
        assert Balls.binary_entropy(low).overlaps(arb(fmpq(10) ** -depth))
        assert low.rad() < low * arb(2) ** -900


def test_binary_entropy_inverse_of_a_ball_holds_both_ends() -> None:
    ball = Balls.binary_entropy_inverse(wide(fmpq(1, 4), HALF))
    for y in (fmpq(1, 4), fmpq(1, 3), HALF):
        assert ball.overlaps(Balls.binary_entropy_inverse(y))


def test_higher_precision_narrows() -> None:
    widths = []
    for bits in (64, 128, 256, 512):
        with precision(bits):
            value = Balls.relative_entropy_terms(fmpq(1, 3), fmpq(1, 3) + fmpq(1, 10**9))
            assert value > 0
            widths.append(value.rad() / value)
    assert all(later < earlier for earlier, later in itertools.pairwise(widths))
    assert widths[-1] < arb(2) ** -430


def test_precision_is_put_back_after_an_error() -> None:
    before = ctx.prec

    def fail() -> None:
        with precision(777):
            assert ctx.prec == 777
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert ctx.prec == before


# --- comparison -----------------------------------------------------------------------------------


def test_overlapping_balls_are_undecided() -> None:
    one, two = wide(0, 2), wide(1, 3)
    for relation in (less, less_equal, equal):
        assert relation(one, two) is None
        assert relation(two, one) is None
    # The same ball twice stands for two numbers.
    assert equal(one, one) is None
    assert less_equal(one, one) is None


def test_certain_comparisons() -> None:
    assert less(wide(0, 1), wide(2, 3)) is True
    assert less(wide(2, 3), wide(0, 1)) is False
    assert equal(wide(2, 3), wide(0, 1)) is False
    assert equal(fmpq(1, 3), fmpq(2, 6)) is True
    assert less(fmpq(1, 3), fmpq(1, 3)) is False
    assert less_equal(fmpq(1, 3), fmpq(1, 3)) is True
    # ln 2 in balls of any precision is never certainly equal to itself.
    assert equal(arb(2).log(), arb(2).log()) is None


def test_comparisons_with_infinity() -> None:
    assert less(arb(2).log(), INFINITY) is True
    assert less_equal(INFINITY, INFINITY) is True
    assert equal(INFINITY, INFINITY) is True
    assert equal(INFINITY, -INFINITY) is False
    assert less(INFINITY, INFINITY) is False
    assert less_equal(INFINITY, fmpq(10**9)) is False


def test_nan_and_the_whole_line_decide_nothing() -> None:
    for nothing in (arb.nan(), arb(0, INFINITY)):
        assert not balls.infinite(nothing)
        for relation in (less, less_equal, equal):
            assert relation(nothing, fmpq(0)) is None
        for operation in ("exp", "expm1", "log", "sqrt"):
            with pytest.raises((Indeterminate, Undefined)):
                getattr(Balls, operation)(nothing)


# --- arrays ---------------------------------------------------------------------------------------


def _pair(shape: tuple[int, ...]) -> tuple[BallArray, np.ndarray[Any, Any]]:
    count = math.prod(shape)
    numbers = np.arange(1, count + 1, dtype=float).reshape(shape)
    return BallArray(shape, [fmpq(k) for k in range(1, count + 1)]), numbers


def _same(array: Any, numbers: Any) -> bool:
    if not isinstance(array, BallArray):
        return bool(np.ndim(numbers) == 0 and float(int(array.p) / int(array.q)) == float(numbers))
    data = [int(entry.p) / int(entry.q) for entry in array.data]
    return array.shape == numbers.shape and bool(np.all(np.array(data) == numbers.ravel()))


@pytest.mark.parametrize(
    ("one", "two"),
    [((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 1), (1, 3)), ((4, 1, 3), (2, 1)), ((1,), (5,))],
)
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul])
def test_arrays_broadcast_as_numpy_does(
    one: tuple[int, ...], two: tuple[int, ...], operation: Callable[[Any, Any], Any]
) -> None:
    (a, x), (b, y) = _pair(one), _pair(two)
    assert _same(operation(a, b), operation(x, y))
    assert _same(operation(b, a), operation(y, x))


def test_arrays_and_scalars() -> None:
    a, x = _pair((2, 3))
    assert _same(fmpq(1) - a, 1 - x)
    assert _same(a - fmpq(1), x - 1)
    assert _same(fmpq(2) * a, 2 * x)
    assert _same(a / fmpq(2), x / 2)
    assert _same(fmpq(6) / (a * a), 6 / (x * x)) or all(
        entry == fmpq(6, k * k) for k, entry in enumerate((fmpq(6) / (a * a)).data, 1)
    )
    with pytest.raises(ValueError, match="don't fit"):
        a + _pair((4,))[0]


@pytest.mark.parametrize("axes", [(-1,), (-2,), (-3,), (-1, -3), (-2, -1), (-3, -2, -1)])
@pytest.mark.parametrize("keep", [False, True])
def test_reductions_over_axes(axes: tuple[int, ...], keep: bool) -> None:
    a, x = _pair((2, 3, 4))
    assert _same(Balls.sum_axes(a, axes, keep), x.sum(axis=axes, keepdims=keep))
    assert _same(Balls.max_axes(a, axes, keep), x.max(axis=axes, keepdims=keep))
    assert _same(Balls.min_axes(a, axes, keep), x.min(axis=axes, keepdims=keep))


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_reductions_over_the_last_axes(rank: int) -> None:
    a, x = _pair((2, 3, 4))
    axes = tuple(range(-rank, 0))
    assert _same(Balls.sum(a, rank), x.sum(axis=axes))
    assert _same(Balls.max(a, rank), x.max(axis=axes))
    assert _same(Balls.min(a, rank), x.min(axis=axes))


def test_shapes() -> None:
    a, x = _pair((2, 3, 4))
    for source in (-1, -2, -3):
        for target in (-1, -2, -3):
            assert _same(Balls.moveaxis(a, source, target), np.moveaxis(x, source, target))
        assert _same(Balls.take(a, source, 1), np.take(x, 1, axis=source))
    assert _same(Balls.reshape(a, 3, (6, 4)), x.reshape(6, 4))
    assert Balls.shape(a, 2) == (3, 4)
    b, y = _pair((4, 2))
    c, z = _pair((3, 4))
    assert _same(Balls.matmul(c, b), z @ y)
    assert _same(Balls.stack([fmpq(1), fmpq(2)], (2,)), np.array([1.0, 2.0]))
    assert _same(Balls.stack([c, c], (2, 3, 4)), np.stack([z, z]))


def test_ratios_are_sorted_by_their_exact_order() -> None:
    """Ratios that floats can't tell apart, or that underflow there, are in their true order."""
    tiny = fmpq(1, 10**400)
    p = BallArray((3,), [HALF, HALF + fmpq(1, 10**40), tiny])
    q = BallArray((3,), [HALF, HALF, tiny / 3])
    first, _ = Balls.by_ratio(p, q)
    assert first.data == [tiny, HALF + fmpq(1, 10**40), HALF]
    with pytest.raises(Indeterminate):
        Balls.by_ratio(BallArray((2,), [wide(0, 1), HALF]), BallArray((2,), [HALF, HALF]))


@pytest.mark.parametrize("function", ["sqrt", "binary_entropy", "binary_entropy_inverse"])
def test_a_ball_across_the_edge_of_a_domain_decides_nothing(function: str) -> None:
    # A value that is undefined by a hair must not pass for the one at the edge.
    for edge in (arb(0), arb(1) if function == "binary_entropy" else arb(0)):
        with pytest.raises(Indeterminate):
            getattr(balls, function)(arb(edge.mid(), 1e-30))


# --- integrals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("when", [1, 4])
def test_what_an_integrand_raises_comes_out(kind, when):
    calls = []

    def integrand(z, _analytic):
        calls.append(z)
        if len(calls) == when:
            raise kind("told")
        return (z * 30).sin()

    with pytest.raises(kind, match="told"):
        integral(integrand, acb(0), acb(3))
    assert len(calls) == when


def test_an_integral_is_enclosed():
    found = integral(lambda z, _analytic: z * z, acb(0), acb(3), abs_tol=arb("1e-10"))
    assert found.real.contains(9)
    assert found.real.rad() < arb("1e-9")


@pytest.mark.parametrize("w", [
    fmpq(-99, 100), fmpq(-1, 10**9), fmpq(1, 10**40), fmpq(3), fmpq(900),
])  # fmt: skip
def test_lamberts_w_undoes_w_exp_w(w: fmpq) -> None:
    for bits in (64, 300):
        with precision(bits):
            found = Balls.lambert_w(Balls.mul(w, Balls.exp(w)))
            assert found.contains(arb(w))
            assert found.rad() < abs(arb(w)) * arb(2) ** (24 - bits) + arb(2) ** (24 - bits)


def test_lamberts_w_at_its_branch_point_isn_t_told() -> None:
    for bits in (64, 300):
        with precision(bits), pytest.raises(Indeterminate):
            Balls.lambert_w(-(arb(-1).exp()))
