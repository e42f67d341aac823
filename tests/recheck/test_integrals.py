"""Integrals of the second checker: against mpmath, and what it must refuse or leave open."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import mpmath
import pytest

import recheck.integrals as integrals
from recheck.errors import Unknown, Unsupported
from recheck.integrals import FLAT, Cell, Integrand, Unsettled, area, closed, integral
from recheck.meanings import Reading
from recheck.reals import INF, ONE, Precision, num, span
from verified.language import (
    Real,
    absolute,
    density,
    exp,
    gaussian,
    laplace,
    law_mixture,
    log,
    logistic,
    maximum,
    minimum,
    pmf_of,
    rational,
)
from verified.language import integral as term_of
from verified.syntax.serial import data

x = Real("x", ">=0")
NONE, INFINITE = Fraction(0), -log(rational(0))


@pytest.fixture(autouse=True)
def bits() -> Any:
    before, Precision.bits = Precision.bits, 80
    yield
    Precision.bits = before


def tree(body: Any, var: Any = x) -> Any:
    """An integral as a file has it."""
    return json.loads(json.dumps(data(term_of(var, body))))


def quad(function: Any, *cuts: Any) -> Any:
    with mpmath.workdps(25):
        return mpmath.quad(function, cuts)


MIX = law_mixture(pmf_of(rational(1, 3), rational(2, 3)), gaussian(1, 2), laplace(3, 1))


def mixed(t: Any) -> Any:
    bell = mpmath.exp(-((t - 1) ** 2) / 4) / mpmath.sqrt(4 * mpmath.pi)
    return bell / 3 + mpmath.exp(-abs(t - 3)) / 3


@pytest.mark.parametrize(("body", "wanted"), [
    (x * exp(-3 * x), lambda: mpmath.mpf(1) / 9),
    (x**3 * exp(-x / 2), lambda: mpmath.mpf(96)),
    (x**2 * exp(-(x**2) / 2), lambda: mpmath.sqrt(mpmath.pi / 2)),
    (x**3 * exp(-(x**2) + x), lambda: quad(
        lambda t: t**3 * mpmath.exp(-t * t + t), 0, 1, 3, 20)),
    (exp(-((x - 4) ** 2)), lambda: mpmath.sqrt(mpmath.pi) * (1 + mpmath.erf(4)) / 2),
    (density(laplace(3, 1), x), lambda: 1 - mpmath.exp(-3) / 2),
    (density(gaussian(3, 4), 5 - x), lambda: mpmath.ncdf(1)),
    (density(MIX, x), lambda: quad(mixed, 0, 1, 3, 8, 60)),
    (maximum(exp(-x), exp(-(x**2))), lambda: quad(
        lambda t: max(mpmath.exp(-t), mpmath.exp(-t * t)), 0, 1, 4, 60)),
    (minimum(exp(-x), x * exp(-2 * x)), lambda: quad(
        lambda t: min(mpmath.exp(-t), t * mpmath.exp(-2 * t)), 0, 1, 4, 60)),
    (maximum(0, exp(-x) - 2 * exp(-2 * x)), lambda: mpmath.mpf(1) / 4),
    (maximum(exp(-x), exp(-2 * x) + exp(-3 * x)), lambda: quad(
        lambda t: max(mpmath.exp(-t), mpmath.exp(-2 * t) + mpmath.exp(-3 * t)),
        0, mpmath.log((1 + mpmath.sqrt(5)) / 2), 2, 60)),
    (-exp(-x) * log(exp(-x - x**2)), lambda: mpmath.mpf(3)),
    (maximum(0, (x - 2) * exp(-x)), lambda: mpmath.exp(-2)),
    (x - x + exp(-x), lambda: mpmath.mpf(1)),
    (density(gaussian(0, 1), maximum(x, 1)),
     lambda: mpmath.npdf(1) + mpmath.ncdf(-1)),
])
def test_integrals_up_to_infinity(body: Any, wanted: Any) -> None:
    found, expected = closed(Reading(), tree(body), {}), wanted()
    assert float(found.lo) <= float(expected) * (1 + 1e-15) + 1e-18
    assert float(expected) * (1 - 1e-15) - 1e-18 <= float(found.hi)
    assert found.hi - found.lo < Fraction(1, 1000)


@pytest.mark.parametrize("body", [
    absolute(x - 1) * exp(x), maximum(x, x**2), x**3 * exp(-(x**2)), x * exp(2 * x),
])
def test_integrals_of_an_interval(body: Any) -> None:
    """They are those of both parts."""
    def over(low: str, high: str) -> Any:
        t = Real("x", f"[{low},{high}]")
        return closed(Reading(), tree(body, t), {})

    whole, parts = over("0", "2"), over("0", "5/7") + over("5/7", "2")
    assert max(whole.lo, parts.lo) <= min(whole.hi, parts.hi)
    assert whole.hi - whole.lo < Fraction(1, 100)


@pytest.mark.parametrize(("mean", "wanted"), [
    (-1, lambda: (mpmath.exp(-1) - mpmath.exp(-3)) / 2),
    (1, lambda: 1 - mpmath.exp(-1)),
    (rational(2, 3), lambda: 1 - (mpmath.exp(-mpmath.mpf(2) / 3)
                                  + mpmath.exp(-mpmath.mpf(4) / 3)) / 2),
    (5, lambda: (mpmath.exp(-3) - mpmath.exp(-5)) / 2),
])
def test_an_interval_is_cut_at_a_mean_that_lies_in_it(mean: Any, wanted: Any) -> None:
    """And so exactly that nothing is left but rounding."""
    t = Real("x", "[0,2]")
    found = closed(Reading(), tree(density(laplace(mean, 1), t), t), {})
    assert held(found, wanted(), wanted())
    assert found.hi - found.lo < Fraction(1, 10**15)


def test_an_interval_is_not_cut_where_it_is_not() -> None:
    """A mean and 0 lie left of it: a cell that ran backwards would be bounded the wrong way."""
    t = Real("x", "[1,3]")
    found = closed(Reading(), tree(density(laplace(rational(2, 3), 1), t), t), {})
    wanted = (mpmath.exp(-mpmath.mpf(1) / 3) - mpmath.exp(-mpmath.mpf(7) / 3)) / 2
    assert held(found, wanted, wanted)
    assert found.hi - found.lo < Fraction(1, 10**15)


def test_a_tail_is_cut_at_0(monkeypatch: Any) -> None:
    """However few doublings there are, one begins right of it. The two cross at ln 2."""
    monkeypatch.setattr(integrals, "DOUBLINGS", 1)
    far = Real("x", ">=-10")
    found = closed(Reading(), tree(maximum(exp(-far), 2 * exp(-2 * far)), far), {})
    wanted = mpmath.exp(20) + mpmath.mpf(1) / 4
    assert float(found.lo) <= float(wanted) <= float(found.hi) * (1 + 1e-15)


@pytest.mark.parametrize(("low", "high"), [("-1", "2"), ("-1/2", "1"), ("-1", "1"), ("-2", "5/7")])
def test_where_a_maximum_is_not_told_a_power_beside_it_has_one_sign(low: str, high: str) -> None:
    """x e^(−x) max(2, e^(−x) + e^(−2x)), whose sides cross at 0: bounds of the maximum times an
    integral in which both signs cancel would say too much."""
    def part(rate: int, start: Any, end: Any) -> Any:
        ends = [(x / rate + mpmath.mpf(1) / rate**2) * mpmath.exp(-rate * x) for x in (start, end)]
        return ends[0] - ends[1]

    t = Real("x", f"[{low},{high}]")
    found = closed(Reading(), tree(t * exp(-t) * maximum(2, exp(-t) + exp(-2 * t)), t), {})
    with mpmath.workdps(40):
        begin, end = (mpmath.mpf(x.numerator) / x.denominator for x in map(Fraction, (low, high)))
        wanted = part(2, begin, 0) + part(3, begin, 0) + 2 * part(1, 0, end)
        low_, high_ = (mpmath.mpf(x.numerator) / x.denominator for x in (found.lo, found.hi))
        assert low_ <= wanted <= high_
    assert found.hi - found.lo < Fraction(1, 10**15)
    line = {(NONE, NONE, 1): ONE}
    with pytest.raises(Unsettled):
        on(-1, Fraction(1), True).larger(line, {})
    assert on(-1, Fraction(0), True).larger(line, {}) == {}


def test_a_tail_that_grows_is_infinite() -> None:
    assert area((Fraction(1), Fraction(-1), 0), NONE, INF) == num(INF)
    assert area((NONE, ONE.lo, 0), Fraction(-1), INF) == num(INF)


@pytest.mark.parametrize("body", [exp(x) - exp(2 * x), x - x**2, x**2 - x * exp(x)])
def test_a_tail_of_both_signs_is_not_undefined(body: Any) -> None:
    """Each of these is −∞ or ∞, where ∞ − ∞ would be no value, and all relations with it false."""
    with pytest.raises(Unknown):
        closed(Reading(), tree(body), {})


def test_what_has_no_end_is_infinite() -> None:
    assert closed(Reading(), tree(x), {}) == num(INF)
    assert closed(Reading(), tree(1 + x * exp(-x)), {}) == num(INF)


@pytest.mark.parametrize("body", [
    exp(-(x**3)), log(exp(-x) + exp(-2 * x)), 1 / (1 + x), density(logistic(0, 1), x),
    exp(-x * exp(rational(1))), log(x * exp(-x)) * exp(-x), exp(exp(-x)) * exp(-x),
])
def test_others_have_no_closed_form(body: Any) -> None:
    with pytest.raises(Unsupported):
        closed(Reading(), tree(body), {})


def test_what_has_no_value_beyond_the_ends_is_not_undefined() -> None:
    """On [−5, −4] the logarithm is that of 4/5, and on [0, ∞) that of −e^x."""
    t = Real("x", "[-5,-4]")
    inner = maximum(exp(t), 1) - 2 * maximum(exp(t), rational(1, 10))
    found = closed(Reading(), tree(density(laplace(0, 1), log(inner)), t), {})
    assert held(found, 0.4, 0.4)


@pytest.mark.parametrize("body", [
    exp(x**2), x * exp(x**2 - x), (x - 1) * (INFINITE * x + INFINITE), INFINITE - INFINITE * x,
    maximum(INFINITE * x, INFINITE * x), x * INFINITE,
])
def test_what_has_a_value_that_is_not_worked_out_is_not_undefined(body: Any) -> None:
    """Neither the root of what an exponent rises by, nor ∞ times the parts of what isn't 0."""
    over = tree(body, Real("x", "[2,3]"))
    with pytest.raises(Unsupported):
        closed(Reading(), over, {})


def test_a_law_that_depends_on_the_variable_is_not_integrated() -> None:
    """Not even where the variable has a value outside."""
    reading = Integrand(Reading(), "x", {"x": ONE}, Cell(NONE, INF, False))
    with pytest.raises(Unsupported):
        reading.form(json.loads(json.dumps(data(density(laplace(x, 1), 0)))))


def test_others_are_enclosed_cell_by_cell() -> None:
    found = integral(Reading(), tree(density(logistic(0, 1), x)), {})
    assert found.hi == INF
    assert Fraction(2, 5) < found.lo < Fraction(1, 2)


# --- what is told on a cell -----------------------------------------------------------------------


def on(low: Any, high: Any, last: bool = False) -> Integrand:
    return Integrand(Reading(), "x", {}, Cell(Fraction(low), high, last))


def test_a_maximum_that_changes_sides_within_a_cell_is_not_settled() -> None:
    line = {(NONE, NONE, 1): ONE}
    with pytest.raises(Unsettled):
        on(0, Fraction(2)).larger(line, {FLAT: ONE})
    assert on(0, Fraction(1)).larger(line, {FLAT: ONE}) == {FLAT: ONE}
    assert on(1, Fraction(2)).larger(line, {FLAT: ONE}) == line
    bounded = on(0, Fraction(2), True).larger(line, {FLAT: ONE})[FLAT]
    assert (bounded.lo, bounded.hi) == (1, 2)


def test_on_a_tail_a_larger_one_is_held_by_shares() -> None:
    falls = [{(NONE, Fraction(-k), 0): ONE} for k in (1, 2, 3)]
    two = integrals.added(falls[1], falls[2])
    with pytest.raises(Unsettled):
        on(0, INF).larger(two, falls[0])
    held = on(0, INF, True).larger(two, falls[0])
    shares = [held[NONE, Fraction(-k), 0] for k in (1, 2, 3)]
    assert [(part.lo, part.hi) for part in shares] == [(0, 1), (0, 1), (0, 1)]
    with pytest.raises(Unsettled):
        on(-1, INF, True).larger(two, falls[0])


def test_a_curve_on_a_tail_falls_beyond_its_top() -> None:
    curve = (NONE, Fraction(-1), 2)
    with pytest.raises(Unsettled):
        on(1, INF).curve(curve)
    found = on(3, INF).curve(curve)
    assert found.lo == 0
    assert abs(float(found.hi) - 9 * float(mpmath.exp(-3))) < 1e-12
    for grows in ((Fraction(1), NONE, 0), (Fraction(1), Fraction(-10), 0)):
        with pytest.raises(Unsettled):
            on(3, INF).curve(grows)


def test_a_power_on_a_tail_is_that_of_its_begin_and_more() -> None:
    for low, degree, least in ((0, 1, 0), (2, 3, 8)):
        found = on(low, INF).curve((NONE, NONE, degree))
        assert (found.lo, found.hi) == (least, INF)
    assert on(-2, INF).curve(FLAT) == ONE
    with pytest.raises(Unsettled):
        on(-2, INF).curve((NONE, NONE, 2))


def test_an_exponential_that_counts_for_nothing_is_next_to_0() -> None:
    found = integrals.decayed(num(-10**6))
    assert found.lo == 0 < found.hi < Fraction(1, 2**300)


def test_an_area_is_that_of_both_sides_of_a_number() -> None:
    for curve in [(Fraction(-1, 2), Fraction(3), 3), (NONE, Fraction(-2), 2), (NONE, NONE, 4),
                  (Fraction(-2), NONE, 0), (NONE, Fraction(5, 2), 1)]:
        whole = area(curve, Fraction(-1), Fraction(3))
        parts = area(curve, Fraction(-1), Fraction(1, 3)) + area(curve, Fraction(1, 3), Fraction(3))
        assert max(whole.lo, parts.lo) <= min(whole.hi, parts.hi)
        a, r, k = curve
        wanted = quad(lambda t, a=a, r=r, k=k: t**k * mpmath.exp(
            mpmath.mpf(a.numerator) / a.denominator * t * t
            + mpmath.mpf(r.numerator) / r.denominator * t), -1, 0, 1, 2, 3)
        assert abs(float(whole.lo) - float(wanted)) < 1e-9 * max(1, abs(float(wanted)))
    assert area((NONE, NONE, 1), NONE, INF) == num(INF)
    with pytest.raises(Unsupported):
        area((NONE, ONE.lo, 1), Fraction(-1), INF)


def test_one_and_the_same_is_the_larger_of_both() -> None:
    curve = {(NONE, Fraction(-1), 0): ONE}
    assert on(0, INF).larger(curve, dict(curve)) == curve
    assert on(0, INF).sign({}) == num(0)


def held(found: Any, low: Any, high: Any) -> bool:
    """Whether an interval is [low, high] but for rounding outwards."""
    close = abs(float(found.lo) - float(low)) + abs(float(found.hi) - float(high)) < 1e-9
    return close and found.lo <= Fraction(float(low)) + Fraction(1, 10**12)


def test_the_sign_of_two_exponentials_is_that_of_their_ratio() -> None:
    ln2 = mpmath.log(2)
    for one, two, bend in [((NONE, Fraction(-1), 0), (NONE, Fraction(-2), 0), 1),
                           ((Fraction(-1), NONE, 0), (Fraction(-3), NONE, 0), 2)]:
        for form in ({one: ONE, two: num(-2)}, {two: num(-2), one: ONE}):
            assert held(on(0, Fraction(1)).sign(form), -ln2, bend - ln2)
        assert held(on(0, Fraction(1)).sign({one: num(-1), two: num(2)}), ln2 - bend, ln2)


def test_beside_a_power_the_sign_of_two_exponentials_is_no_ratio() -> None:
    """x e^(−x) − e^(−2x) is −1 at 0."""
    found = on(0, Fraction(2)).sign({(NONE, Fraction(-1), 1): ONE, (NONE, Fraction(-2), 0): -ONE})
    assert found.lo <= -1 < 0 < found.hi
    # A power above the second alone.
    assert held(on(0, Fraction(2)).sign({(NONE, NONE, 3): ONE}), 0, 8)


@pytest.mark.parametrize(("c", "e"), [
    (span(Fraction(-1), Fraction(2)), num(-1)), (num(-1), span(Fraction(-1), Fraction(2))),
    (ONE, span(Fraction(-2), Fraction(1))), (span(Fraction(-2), Fraction(1)), ONE),
    (span(NONE, Fraction(1)), num(-1)), (ONE, span(Fraction(-1), NONE)),
    (span(Fraction(-1), NONE), ONE), (num(-1), span(NONE, Fraction(1))),
])
def test_factors_of_both_signs_have_no_ratio(c: Any, e: Any) -> None:
    form = {(NONE, Fraction(-1), 0): c, FLAT: e}
    found = on(0, Fraction(1)).sign(form)
    assert found.lo < 0 < found.hi or found.hi == 0 or found.lo == 0


@pytest.mark.parametrize("curves", [
    [(NONE, Fraction(-k), 0) for k in (1, 2, 3)], [(Fraction(-k), NONE, 0) for k in (1, 2, 3)],
])
def test_far_out_the_exponential_that_falls_slowest_tells(curves: Any) -> None:
    form = dict(zip(curves, (ONE, num(-1), num(-1)), strict=True))
    found = on(5, INF).sign(form)
    assert Fraction(98, 100) < found.lo < found.hi <= 1


def test_values_of_a_curve_on_a_cell() -> None:
    assert held(on(1, Fraction(2)).curve((Fraction(-1), Fraction(-1), 0)), mpmath.exp(-6),
                mpmath.exp(-2))
    falling = on(2, INF).curve((Fraction(-1), NONE, 2))
    assert held(falling, 0, 4 * mpmath.exp(-4))
    Precision.bits = 12
    with mpmath.workdps(30):
        for low in range(3, 12):
            top = on(low, INF).curve((NONE, Fraction(-1), 2)).hi
            assert mpmath.mpf(top.numerator) / top.denominator >= low**2 * mpmath.exp(-low)
    assert integrals.decayed(span(Fraction(-10**6), NONE)).hi == 1


def test_shares_are_between_nothing_and_the_whole_factor() -> None:
    falls = [(NONE, Fraction(-k), 0) for k in (1, 2, 3)]
    wide = span(Fraction(-1), Fraction(2))
    held_ = on(0, INF, True).larger({falls[0]: wide, falls[2]: num(-1)}, {falls[1]: ONE})
    assert [(held_[curve].lo, held_[curve].hi) for curve in falls] == [(-1, 2), (0, 1), (-1, 0)]


@pytest.mark.parametrize(("place", "wanted"), [(2 * x + 1, 1), (5 - x, 2), (3 + 0 * x, None)])
def test_where_a_density_has_its_mean(place: Any, wanted: Any) -> None:
    body = tree(density(laplace(3, 1), place))[4]
    found = list(integrals.means(Reading(), body, "x", {}))
    assert found == ([] if wanted is None else [wanted])


def test_an_exponent_must_be_known_exactly() -> None:
    for power in (span(NONE, Fraction(1)), num(INF)):
        with pytest.raises(Unsupported):
            integrals.exact(power)
    with pytest.raises(Unsupported):
        closed(Reading(), tree(density(laplace(x, 1), x)), {})


def test_cells_from_an_end_on() -> None:
    def falling(t: Any) -> Any:
        return integrals.exp(-t)

    sort = ["real", "3", None, False, False]
    found = integrals.by_cells(falling, sort)
    assert abs(float(found.lo) - float(mpmath.exp(-3))) < 0.01
    with pytest.raises(Unsupported):
        integrals.by_cells(falling, ["real", "0", "1", False, False])
    with pytest.raises(Unsupported):
        integrals.by_cells(lambda t: falling(t) - ONE, sort)
    with pytest.raises(Unsupported):
        integrals.by_cells(lambda t: falling(t) - num(Fraction(1, 10**9)), sort)
