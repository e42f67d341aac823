"""Quantifiers over a number before the second checker: what has ranges, where pieces are cut, what
a piece tells, and the largest D_α/α between what is known of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf

from recheck.meanings import Reading
from recheck.reals import INF, Num, Precision, num, span
from recheck.subdivision import FAR, decided, is_curve, largest_over_orders, middle_of, on_piece
from verified.language import (
    KL,
    Pmf,
    Real,
    Symbol,
    both,
    cases,
    either,
    every,
    exp,
    log,
    maximum,
    negation,
    pmf_of,
    rational,
    renyi,
    some,
)
from verified.syntax.formulas import Relation
from verified.syntax.goals import normal
from verified.syntax.serial import data

P, Q, R = Pmf("P", 2), Pmf("Q", 2), Pmf("R", 2)
r = Real("r")
s, t, u, order = Real("s", "[0,1]"), Real("t"), Real("u", "[0,1]"), Real("order", ">1")
v = Real("v", "(0,1)")
x = Symbol("x", 2)
# What is below 1/1000 but near a third, where no piece is cut for a while.
dip = exp(v) * (3 * v - 1) ** 2
# A term in t that has no range, though one that is a number wherever t lies in [0, 1].
rangeless = KL(pmf_of(t, 1 - t), P)


def tree(formula: Any) -> Any:
    return data(normal(formula))


@pytest.mark.parametrize(("formula", "curve"), [
    (every(t, exp(t) <= 1), True), (every(R, P[0] <= 1), False),
    (every(t, rangeless <= exp(t)), False), (every(t, exp(t) <= rangeless), False),
    (every(t, negation(exp(t) <= 1)), True), (every(t, negation(rangeless <= exp(t))), False),
    (every(t, both(exp(t) <= 1, t <= 1)), True),
    (every(t, both(exp(t) <= 1, rangeless <= 1)), False),
    (every(t, either(rangeless <= 1, exp(t) <= 1)), False),
    (every(t, exp(t) <= 1, where=rangeless <= 1), False),
    (every(t, every(x, exp(t) <= x)), True), (every(t, every(x, rangeless <= x)), False),
    (every(t, every(x, exp(t) <= x, where=t <= x)), False),
    (every(t, every(x, exp(t) <= x, where=s <= x)), True),
    (every(t, every(Symbol("t", 2), exp(Symbol("t", 2)) <= 1)), False),
    (every(t, some(u, exp(t) <= u)), False),
    (every(t, exp(rangeless) <= 1), False), (every(t, cases(t <= 0, 1, 2) <= 1), False),
    (every(t, cases(s <= 0, 1, 2) <= t), True),
    (every(order, renyi(P, Q, order) <= 1), True),
    (every(order, renyi(P, Q, 1 + order) <= 1), True),
    (every(t, renyi(pmf_of(t, 1 - t), Q, 2) <= 1), False),
    (every(t, renyi(P, pmf_of(t, 1 - t), 2) <= 1), False),
    (every(t, renyi(P, Q, 1 + rangeless) <= 1), False),
], ids=str)  # fmt: skip
def test_what_has_ranges(formula: Any, curve: bool) -> None:
    assert is_curve(tree(formula)) is curve


def told(formula: Any, **env: Num) -> bool | None:
    Precision.bits = 64
    return decided(Reading(), tree(formula), dict(env))


@pytest.mark.parametrize(("formula", "holds"), [
    # One point alone decides, an end that belongs: no piece ever tells.
    (every(s, s * s > 0), False), (every(s, (1 - s) * exp(s) > 0), False),
    (some(s, s * s <= 0), True), (some(s, exp(s) * (1 - s) <= 0), True),
    (every(Real("s", "(0,1)"), Real("s", "(0,1)") * exp(Real("s", "(0,1)")) > 0), True),
    # No point, and no piece.
    (every(t, exp(t) > 0), True), (some(t, exp(t) < 0), False),
    # Symbols that are gone through below, of which one or all must do.
    (every(s, some(x, exp(s) <= 1 + 2 * x)), True), (every(s, every(x, exp(s) >= x)), True),
    (some(s, every(x, exp(s) <= x)), False), (some(s, some(x, exp(s) <= x)), True),
    # What pieces tell, and what a point in between does.
    (every(s, exp(s) - s >= rational(1, 2)), True), (some(s, exp(s) - s < rational(1, 2)), False),
    (every(v, dip > rational(1, 1000)), False), (some(v, dip < rational(1, 1000)), True),
    # Conditions.
    (every(s, exp(s) >= 2, where=s >= rational(3, 4)), True),
    (some(s, exp(s) <= 1, where=s >= rational(1, 2)), False),
    (some(s, exp(s) >= 2, where=s >= rational(3, 4)), True),
    (every(v, dip > rational(1, 1000), where=v >= rational(1, 4)), False),
    (every(v, dip > rational(1, 1000), where=v >= rational(1, 2)), True),
    (some(v, dip < rational(1, 1000), where=v >= rational(1, 2)), False),
    # Where both sides are the same no piece tells, whether it is the last that is cut or not.
    (every(s, exp(s) >= 1 + s), None), (some(s, exp(s) < 1 + s), None),
    (every(v, exp(maximum(3 * v - 1, 1 - 3 * v)) > 1), None),
    (some(v, exp(maximum(3 * v - 1, 1 - 3 * v)) <= 1), None),
], ids=str)  # fmt: skip
def test_known_truths(formula: Any, holds: bool) -> None:
    assert told(formula) is holds


def test_where_a_piece_is_cut() -> None:
    for piece, middle in (
        (Num(Fraction(1), Fraction(2)), Fraction(3, 2)), (Num(-INF, INF), 0),
        # Towards what has no end in steps that grow.
        (Num(Fraction(8), INF), 16), (Num(Fraction(-8), INF), -7), (Num(Fraction(0), INF), 1),
        (Num(-INF, Fraction(-8)), -16), (Num(-INF, Fraction(8)), 7),
        (Num(FAR, INF), None), (Num(-INF, -FAR), None),
        # Near 0 pieces may be short, elsewhere only in proportion.
        (Num(Fraction(0), Fraction(1, 2**40)), Fraction(1, 2**41)),
        (Num(Fraction(1), 1 + Fraction(1, 2**30)), None),
        (Num(-1 - Fraction(1, 2**30), Fraction(-1)), None),
    ):
        assert middle_of(piece) == middle


def on(formula: Any, low: Any, high: Any) -> bool | None:
    Precision.bits = 64
    piece = Num(Fraction(low), Fraction(high))
    # Not in canonical form, in which nothing is said to be larger.
    return on_piece(Reading(), data(formula), {"t": piece}, "t")


@pytest.mark.parametrize(("op", "truths"), [
    ("<", (True, None, None, False)), ("<=", (True, None, True, False)),
    (">", (False, None, False, True)), (">=", (False, None, None, True)),
    ("=", (False, None, None, False)),
])  # fmt: skip
def test_a_relation_on_a_piece(op: str, truths: tuple[bool | None, ...]) -> None:
    """Against 2: of pieces below it, around it, up to it, and above it."""
    pieces = ((0, 1), (1, 3), (1, 2), (3, 4))
    found = [on(Relation(op, t + 0, number_of(2)), *piece)  # type: ignore[arg-type]
             for piece in pieces]
    assert tuple(found) == truths


def test_a_formula_on_a_piece() -> None:
    low, high = Fraction(1, 4), Fraction(1, 2)
    assert on(every(x, t <= x), low, high) is False
    assert on(some(x, t <= x), low, high) is True
    assert on(every(x, t <= x, where=x >= 1), low, high) is True
    assert on(some(x, t <= x, where=x <= 0), low, high) is False
    # Some of what must hold stays open on the piece, though one point of it may show more.
    assert on(every(x, t <= x), -1, high) is None
    assert on(both(t <= 1, t <= 0), -1, high) is None
    assert on(either(t <= 1, t <= 0), -1, high) is True


def test_a_condition_that_is_not_decided_shows_nothing_of_a_piece() -> None:
    for formula in (every(x, t <= x, where=r <= x), some(x, t <= x, where=r <= x)):
        piece = {"t": Num(Fraction(0), Fraction(1)), "r": Num(Fraction(-1, 2), Fraction(1, 2))}
        assert on_piece(Reading(), data(formula), piece, "t") is None


def test_a_value_that_is_infinite_shows_nothing_of_a_piece() -> None:
    """A piece leaves infinite ends out; what a function makes of it may not."""
    for low, high, relation in (
        (1, INF, t >= 1), (-INF, 1, t <= 1), (1, INF, number_of(1) <= t), (-INF, 1, -t >= -1),
    ):
        for out in (False, True):
            reach = Num(low, high, (out or low == 1, out or high == 1))
            found = on_piece(Reading(), data(relation), {"t": reach}, "t")
            assert found is (True if out else None)
    # At t = 0, ln t is no real number.
    assert on(log(t) <= 1, 0, 1) is None
    assert on(log(t) <= 1, Fraction(1, 2), 1) is True


def number_of(value: int) -> Any:
    """A constant that isn't brought to the other side."""
    return exp(0) * value


# --- the largest D_α/α ----------------------------------------------------------------------------


def divergence(p: list[mpf], q: list[mpf], alpha: mpf) -> mpf:
    """Rényi's divergence, to forty digits."""
    if alpha == 1:
        return sum(a * mp.log(a / b) for a, b in zip(p, q, strict=True) if a)
    if alpha == mp.inf:
        return mp.log(max(a / b for a, b in zip(p, q, strict=True)))
    return mp.log(sum(a**alpha * b ** (1 - alpha) for a, b in zip(p, q, strict=True))) / (alpha - 1)


# The mass of one of two symbols; between them lie divergences that grow at once, late or never.
MASSES = [("1/2", "1/4"), ("1/1000", "1/10000"), ("1", "1/2"), ("1/50", "1/50000"), ("1/3", "1/3")]


@pytest.mark.parametrize("width", ["0", "1/100"])
@pytest.mark.parametrize(("first", "second"), MASSES)
def test_the_largest_quotient_lies_between_the_ends(first: str, second: str, width: str) -> None:
    """Whichever of the divergences between the ends is meant, the least and the largest too."""
    with mp.workdps(40):
        p, q = ([part, 1 - part] for part in (
            mpf(mass.numerator) / mass.denominator for mass in map(Fraction, (first, second))))

        def given(alpha: Num) -> Num:
            where = mp.inf if alpha.infinite else mpf(alpha.lo.numerator) / alpha.lo.denominator
            value = Fraction(mp.nstr(divergence(p, q, where), 25))
            return span(value - Fraction(width), value + Fraction(width))

        found = largest_over_orders(given, 64)
        alphas = [1 + mp.exp(mpf(k) / 20) for k in range(-200, 200)]
        sides = []
        for off in (-Fraction(width), Fraction(width)):
            wide = mpf(off.numerator) / off.denominator
            sides.append(max(float((divergence(p, q, alpha) + wide) / alpha)
                             for alpha in (mpf(1), *alphas)))
    assert found.lo <= max(sides[0], 0) + 1e-4
    assert found.hi >= sides[1] - 1e-6
    assert found.lo <= found.hi
    # And not much more.
    assert found.lo >= max(sides[0], 0) - 1e-3
    assert found.hi <= sides[1] + 1e-3


@pytest.mark.parametrize("place", [Fraction(1, 4), Fraction(1, 3), Fraction(3, 5)])
def test_a_quotient_that_is_the_largest_in_between(place: Fraction) -> None:
    """D = 1/(u + c)² never rises with u, (1 − u) D is convex, and u D is largest at u = c."""
    found = largest_over_orders(
        lambda order: num(1 / ((0 if order.infinite else 1 / order.lo) + place) ** 2), 64)
    assert found.lo <= 1 / (4 * place) <= found.hi <= found.lo * (1 + Fraction(1, 5000))


def test_a_quotient_that_is_the_largest_between_marks() -> None:
    """(1 − u) D is 1 − 2u up to 49/100, and u D is largest at 1 − 1/√2, which is no mark."""
    def given(order: Num) -> Num:
        u = 0 if order.infinite else 1 / order.lo
        return num(Fraction(2, 51) if u == 1 else max((1 - 2 * u) / (1 - u), Fraction(2, 51)))

    with mp.workdps(40):
        found, most = largest_over_orders(given, 64), Fraction(mp.nstr(3 - 2 * mp.sqrt(2), 30))
    assert found.lo <= most <= found.hi <= found.lo * (1 + Fraction(1, 5000))


def test_no_quotient_is_negative() -> None:
    assert largest_over_orders(lambda _: span(Fraction(-1), Fraction(1, 9)), 64).lo == 0


def test_an_infinite_divergence_has_no_largest_quotient() -> None:
    assert largest_over_orders(lambda _: num(INF), 64).infinite
    # At α = ∞ alone it tells nothing: as of two normal laws, where it is 1/2 for each order.
    found = largest_over_orders(lambda order: order / num(2), 64)
    assert found.lo == Fraction(1, 2)
