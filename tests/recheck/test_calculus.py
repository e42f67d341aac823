"""The second checker's derivatives and limits against numbers, what they ask for, and ranges of
terms on a box."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from mpmath import diff, mp, mpf, ncdf

from recheck.calculus import added, derivative, factored, limit_sign, multiplied, series
from recheck.errors import Rejected, Unshown
from recheck.ranges import Region, Unsure, above, below, empty, interval, whole_power
from recheck.reals import INF, LINE, Num
from recheck.signatures import REAL
from recheck.trees import Canonical, Tree

X, Y, ONE, TWO, HALF = ["var", "x"], ["var", "y"], ["number", "1"], ["number", "2"], [
    "number", "1/2"]


def op(head: str, *args: Tree) -> Tree:
    return ["op", head, list(args), REAL, []]


def number(text: str) -> Tree:
    return ["number", text]


def entropy(p: Any) -> Any:
    return -p * mp.log(p) - (1 - p) * mp.log(1 - p)


def inverse_entropy(h: Any) -> Any:
    return mp.findroot(lambda p: entropy(p) - h, (mpf("0.01"), mpf("0.49")), solver="anderson")


WORTH: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b, "pow": lambda a, b: a**b, "neg": lambda a: -a, "exp": mp.exp,
    "log": mp.log, "sqrt": mp.sqrt, "normal_cdf": ncdf, "binary_entropy": entropy,
    "binary_entropy_inverse": inverse_entropy, "pi": lambda: mp.pi,
}


def value(term: Tree, **at: Any) -> Any:
    """A term at a point, to many digits."""
    match term:
        case ["number", text]:
            return mpf(Fraction(text).numerator) / Fraction(text).denominator
        case ["var", name]:
            return at[name]
    return WORTH[term[1]](*(value(arg, **at) for arg in term[2]))


SQUARE, CUBE = op("pow", X, TWO), op("pow", X, number("3"))
MIXED = op("add", op("mul", X, Y), op("div", X, Y))
# (a term, what must be positive, what must not be 0).
TERMS: list[tuple[Tree, list[Tree], list[Tree]]] = [
    (X, [], []), (Y, [], []), (ONE, [], []), (op("add", X, SQUARE), [], []),
    (op("sub", X, CUBE), [], []), (op("sub", Y, X), [], []), (op("neg", SQUARE), [], []),
    (op("mul", X, op("exp", X)), [], []), (op("mul", Y, X), [], []), (MIXED, [], []),
    (op("div", Y, X), [], [X]), (op("div", X, op("add", ONE, X)), [], [op("add", ONE, X)]),
    (op("div", X, Y), [], []), (SQUARE, [], []), (CUBE, [], []), (op("pow", X, ONE), [], []),
    (op("pow", X, number("-2")), [], [X]), (op("pow", X, number("0")), [], [X]),
    (op("pow", X, number("3/2")), [X], []), (op("pow", X, X), [X], []), (op("pow", Y, X), [Y], []),
    (op("pow", X, Y), [X], []), (op("exp", op("neg", SQUARE)), [], []), (op("log", X), [X], []),
    (op("log", op("add", ONE, SQUARE)), [op("add", ONE, SQUARE)], []), (op("sqrt", X), [X], []),
    (op("sqrt", op("add", X, Y)), [op("add", X, Y)], []), (op("normal_cdf", X), [], []),
    (op("normal_cdf", op("div", ONE, X)), [], [X]),
    (op("binary_entropy", X), [X, op("sub", ONE, X)], []),
    (op("binary_entropy", op("mul", HALF, X)), [op("mul", HALF, X), op(
        "sub", ONE, op("mul", HALF, X))], []),
    (op("binary_entropy_inverse", X), [X, op("sub", op("log", TWO), X)], []),
    (op("mul", op("log", X), op("sqrt", X)), [X, X], []), (op("log", Y), [], []),
    (op("mul", op("pi"), X), [], []),
]


@pytest.mark.parametrize(("term", "positive", "nonzero"), TERMS)
def test_derivatives_are_slopes(term: Tree, positive: list[Tree], nonzero: list[Tree]) -> None:
    asked: tuple[list[Tree], list[Tree]] = [], []
    slope = derivative(term, "x", *asked)
    assert asked == (positive, nonzero)
    with mp.workdps(30):
        for x, y in ((mpf("0.3"), mpf("1.7")), (mpf("0.61"), mpf("0.4"))):
            wanted = diff(lambda t, y=y: value(term, x=t, y=y), x)
            assert abs(value(slope, x=x, y=y) - wanted) < mpf(10) ** -8, term


@pytest.mark.parametrize("head", ["abs", "minimum", "maximum", "quotient", "entropy"])
def test_what_may_bend_has_no_derivative(head: str) -> None:
    args = [X] if head in ("abs", "entropy") else [X, ONE]
    with pytest.raises(Rejected, match="no derivative"):
        derivative(op(head, *args), "x", [], [])
    assert derivative(op(head, *[Y, Y][:len(args)]), "x", [], []) == number("0")


# --- expansions -----------------------------------------------------------------------------------


def power_of_t(n: int) -> tuple[Any, ...]:
    return (("t", n),) if n else ()


def test_remainders_are_kept_with_expansions() -> None:
    one = {power_of_t(0): Fraction(1), power_of_t(1): Fraction(2)}, Fraction(3)
    two = {power_of_t(1): Fraction(1), power_of_t(2): Fraction(5)}, Fraction(4)
    assert added(one, two) == ({power_of_t(0): 1, power_of_t(1): 3, power_of_t(2): 5}, 3)
    assert added(one, two, -1)[0][power_of_t(1)] == 1
    # 1 · t^4 and t · t^3 are the first that aren't known.
    assert multiplied(one, two) == (
        {power_of_t(1): 1, power_of_t(2): 7, power_of_t(3): 10}, 4)
    assert multiplied(two, two)[1] == 5
    assert multiplied(two, two)[0] == {power_of_t(2): 1, power_of_t(3): 10, power_of_t(4): 25}
    value_, first, rest = factored(two)
    assert (value_, first) == (1, 1)
    assert rest == ({power_of_t(1): 5}, 3)
    for wrong in (({}, Fraction(1)), ({(("ln t", 1),): Fraction(1)}, INF),
                  ({power_of_t(1): Fraction(1), (("ln t", 1), ("t", 1)): Fraction(1)}, INF)):
        with pytest.raises(Rejected, match="doesn't begin"):
            factored(wrong)
    geometric = series(rest, lambda _: Fraction(1))
    assert geometric == ({power_of_t(0): 1, power_of_t(1): 5, power_of_t(2): 25}, 3)
    assert series(({}, Fraction(2)), lambda _: Fraction(7)) == ({power_of_t(0): 7}, 2)
    with pytest.raises(Rejected, match="doesn't vanish"):
        series(one, lambda _: Fraction(1))


LIMITS: list[tuple[Tree, str, int, int]] = [
    (op("sub", op("div", op("exp", X), TWO), HALF), "0", 1, 0),
    (op("sub", op("exp", X), HALF), "0", 1, 1), (op("sub", op("exp", X), TWO), "0", -1, -1),
    (op("div", op("sub", SQUARE, ONE), op("sub", X, ONE)), "1", 1, 1),
    (op("sub", op("div", op("sub", SQUARE, ONE), op("sub", X, ONE)), TWO), "1", -1, 0),
    (op("sub", op("div", op("sub", SQUARE, ONE), op("sub", X, ONE)), number("5/2")), "1", -1, -1),
    (op("mul", op("pow", X, number("-2")), op("sub", ONE, op("exp", SQUARE))), "0", 1, -1),
    (op("div", op("log", op("add", ONE, X)), X), "0", -1, 1),
    (op("sub", op("div", op("log", op("add", ONE, X)), X), ONE), "0", 1, 0),
    (op("sub", op("log", number("3")), op("log", TWO)), "0", 1, 1),
    (op("sub", op("log", op("add", TWO, X)), op("log", number("3"))), "0", 1, -1),
    (op("exp", op("log", op("add", TWO, X))), "0", 1, 1),
    (op("sub", op("exp", op("log", op("add", TWO, X))), TWO), "0", 1, 0),
    (op("sub", op("exp", op("mul", number("-2"), op("log", op("add", TWO, X)))), number("1/4")),
     "0", 1, 0),
    (op("neg", op("binary_entropy", op("add", HALF, X))), "0", 1, -1),
]


@pytest.mark.parametrize(("term", "at", "side", "sign"), LIMITS)
def test_limits(term: Tree, at: str, side: int, sign: int) -> None:
    assert limit_sign(term, "x", Fraction(at), side) == sign
    # Near the end the term is near its limit.
    with mp.workdps(60):
        near = value(term, x=mpf(Fraction(at).numerator) / Fraction(at).denominator
                     + side * mpf(10) ** -20)
        assert abs(near) < mpf(10) ** -15 if sign == 0 else near * sign > mpf(10) ** -3


@pytest.mark.parametrize("term", [
    op("div", ONE, X), op("log", X), op("abs", X), op("sqrt", X), op("pow", X, HALF),
    op("div", op("log", X), X), op("div", ONE, op("sub", X, X)), op("log", op("neg", op("exp", X))),
    op("exp", op("div", ONE, X)), op("exp", op("add", X, HALF)), op("pow", X, number("100")),
    op("normal_cdf", op("add", X, ONE)), op("exp", op("mul", HALF, op("log", TWO))),
    op("add", X, Y), op("maximum", X, ONE), op("log", op("sub", X, X)),
])
def test_limits_that_are_not_told(term: Tree) -> None:
    with pytest.raises((Rejected, ArithmeticError)):
        limit_sign(term, "x", Fraction(0), 1)


# --- ranges ---------------------------------------------------------------------------------------


def made(low: Any, high: Any, *out: bool) -> Num:
    return Num(Fraction(low), Fraction(high), out or (False, False))


@pytest.mark.parametrize(("found", "least", "positive", "most", "negative", "none"), [
    (made(0, 1), True, False, False, False, False),
    (made(0, 1, True, False), True, True, False, False, False),
    (made("1/9", 1), True, True, False, False, False),
    (made(-1, 1), False, False, False, False, False),
    (made(-1, 0), False, False, True, False, False),
    (made(-1, 0, False, True), False, False, True, True, False),
    (made(-2, -1), False, False, True, True, False), (made(0, 0), True, False, True, False, False),
    (made(0, 0, True, False), True, True, True, False, True),
    (made(2, 1), True, True, False, False, True),
    (LINE, False, False, False, False, False),
])
def test_signs_of_ranges(
    found: Num, least: bool, positive: bool, most: bool, negative: bool, none: bool
) -> None:
    assert (above(found, False), above(found, True)) == (least, positive)
    assert (below(found, False), below(found, True)) == (most, negative)
    assert empty(found) is none


def test_intervals_of_sorts() -> None:
    for sort, found in (
        (["real", "0", "1", False, True], made(0, 1, False, True)),
        (["size", 2, 5], made(2, 5)), (["size", 1, None], Num(Fraction(1), INF, (False, True))),
        (["real", None, "1/2", False, False], Num(-INF, Fraction(1, 2), (True, False))),
        (["real", None, None, False, False], Num(-INF, INF, (True, True))),
    ):
        told = interval(sort)
        assert (told.lo, told.hi, told.out) == (found.lo, found.hi, found.out)


def test_whole_powers() -> None:
    for text, found in (("2", 2), ("-3", -3), ("0", 0), ("1/2", None), ("inf", None)):
        assert whole_power(op("pow", X, number(text))) == found
    assert whole_power(op("pow", X, Y)) is None
    assert whole_power(op("exp", X)) is None


def region(low: str | None, high: str | None, *out: bool, facts: Any = ()) -> Region:
    return Region(facts, {"x": ["real", low, high, *(out or (False, False))], "y": REAL},
        Canonical())


@pytest.mark.parametrize(("term", "box", "low", "high", "out"), [
    (X, ("0", "1"), 0, 1, (False, False)), (X, ("0", "1", True, False), 0, 1, (True, False)),
    (op("add", X, ONE), ("0", "1", False, True), 1, 2, (False, True)),
    (op("neg", X), ("0", "1", True, False), -1, 0, (False, True)),
    (SQUARE, ("-1", "2"), 0, 4, (False, False)),
    (op("mul", X, X), ("-1", "2"), -2, 4, (False, False)),
    (op("div", ONE, X), ("1", "2"), "1/2", 1, (False, False)),
    (CUBE, ("-1", "2"), -1, 8, (False, False)),
    (op("minimum", X, HALF), ("0", "1"), 0, "1/2", (False, False)),
    (op("maximum", X, HALF), ("0", "1"), "1/2", 1, (False, False)),
    (op("abs", X), ("-1", "1/2"), 0, 1, (False, False)),
])
def test_ranges_on_a_box(term: Tree, box: Any, low: Any, high: Any, out: Any) -> None:
    found = region(*box).range(term)
    assert (found.lo, found.hi, found.out) == (Fraction(low), Fraction(high), out)


@pytest.mark.parametrize(("term", "box"), [
    (op("log", X), ("0", "1")), (op("log", X), (None, None)), (op("div", ONE, X), ("0", "1")),
    (op("div", ONE, X), ("-1", "1")), (op("sqrt", X), ("-1", "1")),
    (op("pow", X, HALF), ("0", "1")),
    (op("pow", X, number("-1")), ("0", "1")), (op("pow", X, number("10001")), ("0", "1")),
    (number("inf"), ("0", "1")), (op("add", X, number("inf")), ("0", "1")),
    (op("exp", X, X), ("0", "1")),
    (op("quotient", X, ONE), ("0", "1")), (op("pow", X, Y), ("0", "1")), (op("add", X), ("0", "1")),
    (op("binary_entropy", X), ("0", "2")), (op("binary_entropy_inverse", X), ("0", "1")),
    (["cases", ["relation", "<=", X, ONE], X, ONE], ("0", "1")),
])
def test_terms_without_a_range(term: Tree, box: Any) -> None:
    with pytest.raises(Unsure):
        region(*box).range(term)


def test_signs_of_normal_forms_cut_ranges() -> None:
    """x·x − 2x + 1 has a root, though its range reaches below 0."""
    square = op("add", op("sub", op("mul", X, X), op("mul", TWO, X)), ONE)
    with pytest.raises(Unsure):
        region("0", "2").range(op("sqrt", op("sub", square, ONE)))
    known = region("0", "2", facts=[["relation", "<=", number("0"), square]])
    found = known.range(op("sqrt", square))
    assert found.lo == 0
    with pytest.raises(Unsure):
        known.range(op("sqrt", square), False)
    strict = region("0", "2", facts=[["relation", "<", number("0"), square]])
    assert strict.range(op("log", square)).hi >= 0
    with pytest.raises(Unsure):
        known.range(op("log", square))
    low = region("0", "2", facts=[["relation", "<=", square, ONE],
        ["relation", "<=", number("0"), square]])
    assert low.range(op("binary_entropy", square)).lo >= 0
    # On [0, 2] it is at most 1 without being told so, on [0, 3] it isn't.
    assert known.range(op("binary_entropy", square)).lo >= 0
    with pytest.raises(Unsure):
        region("0", "3").range(op("binary_entropy", square))


def test_what_is_positive_on_a_region() -> None:
    half = region("0", "1")
    for term, strict, held in (
        (X, False, True), (X, True, False), (op("add", X, ONE), True, True),
        (op("sub", X, ONE), False, False),
        (op("sub", ONE, X), False, True), (op("sub", X, SQUARE), False, True),
        (op("sub", X, SQUARE), True, False),
        (op("mul", op("sub", ONE, X), op("add", ONE, X)), False, True),
        (op("sub", op("mul", X, X), X), False, False),
    ):
        assert half.positive(term, strict) is held, term
    with pytest.raises(Unshown):
        half.positive(op("log", X))
    inside = region("0", "1", True, True)
    assert inside.positive(op("sub", X, SQUARE))
    assert not inside.positive(op("sub", SQUARE, X), False)
    assert half.same(op("mul", X, X), SQUARE)
    assert not half.same(op("mul", X, X), X)
