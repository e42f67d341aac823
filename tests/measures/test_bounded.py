"""Laws of bounded support beside others on the line: largest ratios, trade-off functions and
hockey-stick divergences by closed forms, mpmath, two precisions, floats and the second checker;
what is infinite, what is left open, and claims about them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

import recheck.trade_offs as second_tests
from recheck import densities, hockey_sticks, line_divergences
from recheck.certificates import check as recheck
from recheck.densities import staircase
from recheck.errors import Unknown
from recheck.reals import HALF, INF, ONE, ZERO, num, span
from tests.measures.line_laws import floated, fraction, one, real, second_law
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous
from verified.numbers import (
    ball_bounded,
    ball_line,
    ball_tests,
    float_line,
    float_powers,
    float_tests,
)
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.float_namespace import Floats
from verified.numbers.line import (
    GAUSSIAN,
    LAPLACE,
    LOGISTIC,
    STUDENT,
    TRAPEZOID,
    UNIFORM,
    Part,
    Parts,
)
from verified.reading.statements import read_statement

NORMAL, FLAT = one(GAUSSIAN, 0, 1), one(UNIFORM, 0, 1)
TRIANGLE = one(TRAPEZOID, 0, 1, 1)
INFINITY = arb("inf")


def half(p: Parts, q: Parts) -> Parts:
    return tuple(Part(x.weight / 2, x.shape, x.location, x.spread, x.noise) for x in (*p, *q))


def most(p: Parts, q: Parts, bits: int = 96) -> arb:
    with precision(bits):
        return arb(ball_bounded.most_log_ratio(p, q))


def near(found: arb, expected: Any, width: float = 1e-17) -> None:
    assert abs(mpf(found.mid().str(30, radius=False)) - expected) < mpf(10) ** -16
    assert found.rad() < width


# --- the largest ratio ----------------------------------------------------------------------------

CLOSED = [
    (FLAT, NORMAL, lambda: mp.log(2 * mp.pi) / 2 + mpf(1) / 2),
    (one(UNIFORM, fmpq(-1, 3), 2), one(GAUSSIAN, 1, fmpq(1, 2)),
     lambda: mp.log(mp.pi) / 2 + mpf(16) / 9 - mp.log(2)),
    (FLAT, one(LAPLACE, 2, fmpq(1, 3)), lambda: mp.log(mpf(2) / 3) + 6),
    # Between the ends: where the density of the other law is least.
    (one(UNIFORM, -1, 2), one(LOGISTIC, 0, 1), lambda: mp.log((1 + mp.e) ** 2 / mp.e / 2)),
    (FLAT, one(STUDENT, 0, 1, 1), lambda: mp.log(2 * mp.pi)),
]


@pytest.mark.parametrize(("p", "q", "form"), CLOSED)
def test_closed_forms_of_the_largest_ratio(p: Parts, q: Parts, form: Any) -> None:
    with workdps(30):
        expected = form()
        near(most(p, q), expected)
        assert most(p, q, 64).overlaps(most(p, q))
        assert float(float_powers.most_log_ratio(floated(p), floated(q))) == pytest.approx(
            float(expected))
    if p[0].location.q == 1:
        again = line_divergences.law_renyi(second_law(p), second_law(q), num(INF))
        assert float(again.lo) - 1e-14 <= float(expected) <= float(again.hi) + 1e-14
        assert again.hi - again.lo < Fraction(1, 100)
    assert ball_bounded.most_log_ratio(q, p) == INFINITY
    assert np.isposinf(float_powers.most_log_ratio(floated(q), floated(p)))
    assert line_divergences.law_renyi(second_law(q), second_law(p), num(INF)) == num(INF)


@pytest.mark.parametrize("q", [
    NORMAL, one(LAPLACE, fmpq(1, 3), fmpq(1, 8)), half(FLAT, NORMAL), one(LOGISTIC, 3, 1),
    one(GAUSSIAN, fmpq(1, 7), fmpq(1, 16)), one(STUDENT, 0, 1, 2),
])
@pytest.mark.parametrize("p", [
    TRIANGLE, one(TRAPEZOID, fmpq(-1, 3), 2, 1), half(TRIANGLE, NORMAL),
    half(FLAT, one(UNIFORM, 2, 1)),
])
def test_no_ratio_is_larger_and_one_is_as_large(p: Parts, q: Parts) -> None:
    found = most(p, q, 64)
    if found == INFINITY:
        # Tails, or a gap between two intervals.
        assert p[-1].shape == GAUSSIAN or q[0].shape == UNIFORM
        return
    assert found.rad() < 1e-12
    grid = np.linspace(-12, 12, 48_001)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = [float_line._Curves(floated(law)).log_density(grid)[:, 0] for law in (p, q)]
        reached = np.nanmax(logs[0] - logs[1])
    assert reached <= float(found.upper()) + 1e-9
    assert float(found.lower()) - 5e-3 <= reached
    assert float(float_powers.most_log_ratio(floated(p), floated(q))) == pytest.approx(
        float(found.mid()), abs=1e-9)


def test_where_one_law_has_mass_and_the_other_none() -> None:
    gap = half(FLAT, one(UNIFORM, 2, 1))
    whole = one(UNIFORM, 0, 3)
    for p, q in ((NORMAL, FLAT), (half(FLAT, NORMAL), FLAT), (TRIANGLE, FLAT),
                 (one(TRAPEZOID, 0, 2, 1), gap), (one(TRAPEZOID, 1, 1, fmpq(1, 2)), FLAT)):
        assert most(p, q) == INFINITY
        assert np.isposinf(float_powers.most_log_ratio(floated(p), floated(q)))
    assert most(TRIANGLE, half(FLAT, NORMAL)).is_finite()
    assert line_divergences.law_renyi(
        second_law(half(FLAT, NORMAL)), second_law(whole), num(INF)) == num(INF)


def test_an_end_at_which_densities_fall_to_nothing() -> None:
    """Where q falls to 0 and p doesn't the ratio has no bound; where both do it is constant."""
    wide = one(TRAPEZOID, 0, 2, 1)
    near(most(TRIANGLE, wide), mp.log(2))
    assert most(wide, TRIANGLE) == INFINITY
    assert most(FLAT, TRIANGLE) == INFINITY
    # At the right end.
    near(most(one(TRAPEZOID, 1, 1, 1), wide), mp.log(2))
    assert most(one(UNIFORM, 1, 2), wide) == INFINITY
    assert most(half(TRIANGLE, FLAT), TRIANGLE) == INFINITY
    # A part of the mixture helps.
    assert most(FLAT, half(TRIANGLE, FLAT)).upper() <= arb(2).log().upper()
    # At the left end the ratio of the slopes, 2/(1/2 + 1).
    with workdps(30):
        near(most(TRIANGLE, half(wide, one(TRAPEZOID, 0, 1, 1))), mp.log(mpf(4) / 3))


def test_ends_that_are_known_as_balls() -> None:
    with precision(64):
        low = arb(2).sqrt()
        for p in ((Part(fmpq(1), UNIFORM, low, arb(1)),),
                  (Part(fmpq(1), TRAPEZOID, low, arb(1), arb(3).sqrt() / 2),)):
            found = arb(ball_bounded.most_log_ratio(p, NORMAL))
            assert found.is_finite()
            assert found.rad() < 1e-12
        flat = arb(ball_bounded.most_log_ratio((Part(fmpq(1), UNIFORM, low, arb(1)),), NORMAL))
        assert flat.overlaps((2 * arb.pi()).log() / 2 + (low + 1) ** 2 / 2)
        # Ends that may be one, or be in either order.
        unsure = (Part(fmpq(1), UNIFORM, arb(0), arb(1, 0.1)),)
        with pytest.raises(Indeterminate):
            ball_bounded.most_log_ratio(unsure, half(FLAT, NORMAL))
        with pytest.raises(Indeterminate):
            ball_bounded.most_log_ratio((Part(arb(0, 0.1), UNIFORM, fmpq(0), fmpq(1)),), NORMAL)


def test_a_place_near_an_end_bounds_all_that_is_nearer() -> None:
    """ln q rises faster than ln p far from the end, so that the place is nearer."""
    steep = one(LAPLACE, -3, fmpq(1, 50))
    found = most(TRIANGLE, steep)
    with workdps(30):
        # ln(x (2 − x)-like) − ln q: at the peak of the triangle or beyond, by calculus at 2 − 1/50.
        x = mpf(2) - mpf(1) / 50
        near(found, mp.log(2 - x) + (x + 3) * 50 + mp.log(mpf(1) / 25), 1e-15)
    ratios = ball_bounded._OnCell(
        [ball_bounded._Linear(arb(0), arb(1), arb(0), -1)], ball_bounded.curves_of(steep))
    with precision(64):
        place = ball_bounded._risen(ratios, arb(0), arb(1), arb(0))
        assert 0 < place <= fmpq(1, 50)
        for k in range(1, 20):
            assert ratios.at(place * k / 20) <= ratios.at(place)


@pytest.mark.parametrize("way", [-1, 1])
def test_a_place_near_an_end_is_sought_by_the_slopes_all_the_way(way: int) -> None:
    """At the end and near it q is nearly constant; in the middle it rises to a peak."""
    peak = ball_bounded.curves_of(one(GAUSSIAN, way * fmpq(-1, 2), fmpq(1, 2500)))
    q = [ball_bounded._Linear(fmpq(1, 100), arb(0), arb(0), 0), *peak]
    p = [ball_bounded._Linear(arb(0), arb(-way), arb(0), way)]
    with precision(64):
        ratios = ball_bounded._OnCell(p, q)
        place = ball_bounded._risen(ratios, arb(0), arb(-way), arb(0))
        for k in range(1, 20):
            assert ratios.at(place * k / 20) <= ratios.at(place)


def test_no_place_near_an_end_serves() -> None:
    """ln q rises by 2^400 in 1: no number of this precision is near enough."""
    steep = ball_bounded.curves_of(one(LAPLACE, 3, fmpq(1, 2**400)))
    ratios = ball_bounded._OnCell([ball_bounded._Linear(arb(0), arb(1), arb(1), -1)], steep)
    with precision(64), pytest.raises(Indeterminate, match="both densities fall"):
        ball_bounded._risen(ratios, arb(1), arb(2), arb(1))


@pytest.mark.parametrize("way", [-1, 1])
def test_an_end_known_as_a_ball_at_which_p_falls(way: int) -> None:
    """What holds between the places where the end may be: p is largest where it may have begun."""
    middle = -way * fmpq(1000)
    q = ball_bounded.curves_of(one(GAUSSIAN, middle - way * fmpq(1, 10), 10))
    rate, end = fmpq(10**12), arb(middle - way * fmpq(1, 5))

    def linear(origin: Any) -> Any:
        return ball_bounded._Linear(arb(0), -way * arb(rate), arb(origin), way)

    with precision(96):
        around = arb(middle, 0.1)
        cell = (around, end) if way == -1 else (end, around)
        bounds = ball_bounded._on_cell([linear(around)], q, *cell)
        assert bounds is not None
        below, above = bounds[0 if way == -1 else 1]
        assert below is None
        reached = []
        for step in range(-9, 10):
            origin = middle + fmpq(step, 100)
            exact = ball_bounded._OnCell([linear(origin)], q)
            end = middle - way * fmpq(1, 10)
            places = (origin + (end - origin) * fmpq(k, 20) for k in range(1, 21))
            reached += [exact.at(arb(place)) for place in places]
        assert all(one <= above for one in reached)
        assert any(one > above - 1 for one in reached)


WIDE = half(FLAT, one(LAPLACE, 0, 1))
# On the left or right of all ends, between them, and at them; at both ends of a triangle.
NESTED = [
    (NORMAL, half(one(UNIFORM, fmpq(-1, 3), 2), one(GAUSSIAN, 0, 4))),
    (NORMAL, half(one(UNIFORM, fmpq(-5, 3), 2), one(GAUSSIAN, 0, 4))),
    (one(GAUSSIAN, fmpq(7, 3), 1), half(FLAT, one(GAUSSIAN, 0, 4))),
    (one(GAUSSIAN, fmpq(-7, 3), 1), half(FLAT, one(GAUSSIAN, 0, 4))),
    (WIDE, one(LAPLACE, 0, 1)), (half(FLAT, one(LAPLACE, 5, 1)), one(LAPLACE, 0, 1)),
    (half(FLAT, one(LAPLACE, -5, 1)), one(LAPLACE, 0, 1)),
    (one(UNIFORM, -1, 2), one(LOGISTIC, 0, 1)), (FLAT, NORMAL), (one(UNIFORM, -1, 1), NORMAL),
    (TRIANGLE, one(TRAPEZOID, 0, 3, 1)), (one(TRAPEZOID, 2, 1, 1), one(TRAPEZOID, 0, 3, 1)),
    (TRIANGLE, one(LAPLACE, fmpq(1, 3), fmpq(1, 8))),
    (TRIANGLE, half(one(TRAPEZOID, 0, 3, 1), one(UNIFORM, 1, 2))),
]


@pytest.mark.parametrize(("p", "q"), NESTED)
def test_what_few_bits_tell_holds_what_more_do(p: Parts, q: Parts) -> None:
    exact = most(p, q, 192)
    for bits in (32, 48):
        found = most(p, q, bits)
        assert found.contains(exact)
        assert 0 < found.rad() < 1e-3


def test_closed_forms_beyond_and_inside_of_the_ends() -> None:
    with workdps(40):
        # p = U/2 + q/2: 1/2 + 1/(2q), largest at 1.
        near(most(WIDE, one(LAPLACE, 0, 1)), mp.log(mpf(1) / 2 + mp.e))
        # Right of 5 it is (e^5)/2, left of −5 as well.
        for place in (5, -5):
            near(most(half(FLAT, one(LAPLACE, place, 1)), one(LAPLACE, 0, 1)), 5 - mp.log(2))
        # A law inside of where a triangle falls or rises.
        for low in (fmpq(1, 4), fmpq(3, 2)):
            near(most(one(UNIFORM, low, fmpq(1, 4)), TRIANGLE), mp.log(16))
        # A triangle on whose sides another law begins or ends.
        near(most(TRIANGLE, half(one(UNIFORM, fmpq(1, 2), fmpq(1, 4)), one(UNIFORM, 0, 2))),
             mp.log(4))
    assert most(TRIANGLE, one(UNIFORM, 1, 1)) == INFINITY
    # Without bounded parts, and of one law, exactly.
    near(most(one(LAPLACE, 0, 1), one(LAPLACE, fmpq(1, 3), 1)), mpf(1) / 3)
    same = ball_bounded.most_log_ratio(FLAT, FLAT)
    assert isinstance(same, fmpq)
    assert same == 0
    with pytest.raises(Indeterminate):
        ball_bounded._hull([(arb(0), arb(1)), (arb(0), INFINITY)])


# Where an end lies somewhere in a ball, the largest ratio for any place in it.
UNSURE = [
    # It rises up to the first end, falls from the last one on; and is largest at an end of p.
    (lambda e: NORMAL, lambda e: half((Part(fmpq(1), UNIFORM, e, fmpq(2)),), one(GAUSSIAN, 0, 4)),
     lambda e: mp.log(4) - 3 * e**2 / 8, fmpq(-1, 2)),
    (lambda e: NORMAL,
     lambda e: half((Part(fmpq(1), UNIFORM, e - 2, fmpq(2)),), one(GAUSSIAN, 0, 4)),
     lambda e: mp.log(4) - 3 * e**2 / 8, fmpq(1, 2)),
    (lambda e: (Part(fmpq(1), UNIFORM, e, fmpq(2)),), lambda e: NORMAL,
     lambda e: mp.log(2 * mp.pi) / 2 + (e + 2)**2 / 2 - mp.log(2), fmpq(-1, 2)),
    (lambda e: (Part(fmpq(1), UNIFORM, e, fmpq(2)),), lambda e: NORMAL,
     lambda e: mp.log(2 * mp.pi) / 2 + e**2 / 2 - mp.log(2), fmpq(-3, 2)),
]


@pytest.mark.parametrize(("p", "q", "form", "middle"), UNSURE)
def test_the_largest_ratio_for_any_end_in_a_ball(p: Any, q: Any, form: Any, middle: fmpq) -> None:
    around = arb(middle, 0.1)
    found = most(p(around), q(around))
    assert found.rad() < 0.25
    for step in range(-9, 10):
        end = middle + fmpq(step, 100)
        with workdps(30):
            near(most(p(end), q(end)), form(real(end)))
        assert found.contains(most(p(end), q(end)))


# --- tests ----------------------------------------------------------------------------------------


def trade(p: Parts, q: Parts, level: fmpq, bits: int = 96) -> arb:
    with precision(bits):
        return arb(ball_tests.trade_off(p, q, level))


LEVELS = [fmpq(0), fmpq(1, 10), fmpq(1, 3), fmpq(9, 10), fmpq(1)]


@pytest.mark.parametrize("level", LEVELS)
def test_closed_forms_of_tests(level: fmpq) -> None:
    """Of U(0, 1) and N(0, 1), whose ratio is monotone between the ends; from the mass on that both
    share all is told."""
    with workdps(30):
        a = real(level)
        inside = mp.ncdf(1) - mp.ncdf(0)
        place = mp.findroot(lambda c: mp.ncdf(1) - mp.ncdf(c) - a, 0.5) if a < inside else mpf(0)
        for p, q, expected in ((FLAT, NORMAL, mp.ncdf(1) - mp.ncdf(a)),
                               (NORMAL, FLAT, place)):
            found = trade(p, q, level)
            near(found, expected)
            assert trade(p, q, level, 64).overlaps(found)
            rough = float_tests.trade_off(floated(p), floated(q), float(level))
            assert float(rough) == pytest.approx(float(expected), abs=1e-8)
            again = second_tests.law_trade_off(second_law(p), second_law(q), num(fraction(level)))
            assert float(again.lo) - 1e-12 <= float(expected) <= float(again.hi) + 1e-12
            assert again.hi - again.lo < Fraction(1, 10**6)


@pytest.mark.parametrize(("p", "q"), [
    (TRIANGLE, one(LAPLACE, 0, 1)), (one(LAPLACE, 0, 1), TRIANGLE),
    (half(FLAT, one(UNIFORM, 2, 1)), NORMAL), (half(FLAT, NORMAL), one(LOGISTIC, 0, 1)),
])
def test_two_precisions_and_floats_agree(p: Parts, q: Parts) -> None:
    for level in LEVELS[:3]:
        few, many = trade(p, q, level, 64), trade(p, q, level)
        assert few.overlaps(many)
        assert few.rad() < 1e-12
        rough = float_tests.trade_off(floated(p), floated(q), float(level))
        assert float(rough) == pytest.approx(float(many.mid()), abs=1e-7)
        distance = arb(ball_line.positive_part(p, q, fmpq(1)))
        assert many <= 1 - arb(level) + arb(10) ** -12
        assert many >= 1 - arb(level) - distance - arb(10) ** -12


def test_laws_of_steps() -> None:
    balls, floats = Balls(), Floats()
    for xp, read in ((balls, fmpq), (floats, lambda x: float(fmpq(x)))):
        flat, other = (continuous.uniform(xp, read(low), read(high))
                       for low, high in ((0, 1), (fmpq(1, 2), fmpq(3, 2))))
        for level, expected in ((0, fmpq(1, 2)), (fmpq(1, 5), fmpq(3, 10)), (fmpq(1, 2), 0),
                                (1, 0)):
            found = continuous.trade_off(xp, flat, other, read(level))
            assert float(arb(found) if xp is balls else found) == pytest.approx(float(expected))
        assert float(continuous.trade_off(xp, flat, flat, read(fmpq(1, 3)))) == pytest.approx(2 / 3)
    stairs = [continuous.staircase(balls, fmpq(m), fmpq(1), fmpq(1), fmpq(1, 2)) for m in (0, 1)]
    with precision(64):
        # Half of each lies on either side; the ratio is e or 1/e everywhere.
        e = arb(1).exp()
        for level in (fmpq(1, 10), fmpq(1, 2)):
            found = arb(continuous.trade_off(balls, *stairs, level))
            apart = arb(continuous.total_variation(balls, *stairs))
            assert found >= 1 - e * level - arb(10) ** -12
            assert found >= 1 - level - apart - arb(10) ** -12
            again = second_tests.law_trade_off(
                *(staircase(num(m), ONE, ONE, num(HALF)) for m in (0, 1)), num(fraction(level)))
            assert float(again.lo) - 1e-12 <= float(found.mid()) <= float(again.hi) + 1e-12
        for level in (fmpq(-1), fmpq(2), INFINITY):
            with pytest.raises(Exception, match="level"):
                continuous.trade_off(balls, *stairs, level)
        with pytest.raises(Indeterminate):
            ball_tests.of_cells([arb(0, 0.1), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)], fmpq(1, 2))
    assert np.isnan(float_tests.of_cells([0.5, 0.5], [0.5, 0.5], 1.5))
    assert float(float_tests.of_cells([0.0, 1.0], [0.5, 0.5], 0.0)) == 0.5


def test_a_level_that_may_be_all_that_is_shared() -> None:
    with precision(64):
        shared = arb(ball_line.mass(NORMAL, fmpq(0), fmpq(1)))
        with pytest.raises(Indeterminate, match="share"):
            ball_tests.trade_off(NORMAL, FLAT, shared)
        assert ball_tests.trade_off(NORMAL, FLAT, fmpq(35, 100)) == 0
        assert arb(ball_tests.trade_off(NORMAL, FLAT, fmpq(34, 100))) > 0
    wide = span(Fraction(34, 100), Fraction(35, 100))
    with pytest.raises(Unknown, match="share"):
        second_tests.law_trade_off(second_law(NORMAL), second_law(FLAT), wide)
    assert second_tests.law_trade_off(
        second_law(NORMAL), second_law(FLAT), num(Fraction(35, 100))) == ZERO


def test_what_lies_outside() -> None:
    gap = half(FLAT, one(UNIFORM, 2, 1))
    with precision(64):
        assert ball_line.outside(one(UNIFORM, 0, 3), gap) == fmpq(1, 3)
        assert ball_line.outside(gap, one(UNIFORM, 0, 3)) == 0
        assert ball_line.outside(half(FLAT, one(UNIFORM, 1, 1)), FLAT) == fmpq(1, 2)
        assert ball_line.outside(NORMAL, half(FLAT, NORMAL)) == 0
        # Overlapping intervals, and order 0 of Rényi's divergence.
        both = half(FLAT, one(UNIFORM, fmpq(1, 2), 1))
        assert ball_line.outside(one(UNIFORM, 0, 2), both) == fmpq(1, 4)
        assert arb(ball_line.log_mass_around(gap, one(UNIFORM, 0, 3))).overlaps(
            -arb(fmpq(2, 3)).log())
    one_, two = second_law(one(UNIFORM, 0, 3)), second_law(gap)
    assert second_tests.outside(one_, two) == num(Fraction(1, 3))
    assert second_tests.outside(two, one_) == ZERO


# --- the second checker's hockey sticks -----------------------------------------------------------


@pytest.mark.parametrize(("p", "q"), [
    (NORMAL, one(LAPLACE, 0, 1)), (one(STUDENT, 0, 1, 3), FLAT), (NORMAL, one(STUDENT, 0, 1, 3)),
    (half(NORMAL, one(GAUSSIAN, 1, 1)), one(LOGISTIC, 0, 1)), (half(FLAT, NORMAL), NORMAL),
])
def test_hockey_sticks_by_cells(p: Parts, q: Parts) -> None:
    """Where it was known only to be 1 at most."""
    for level in (Fraction(-1, 2), Fraction(0), Fraction(1, 8)):
        found = hockey_sticks.law_hockey_stick(second_law(p), second_law(q), num(level))
        with precision(96):
            factor = arb(fmpq(level.numerator, level.denominator)).exp()
            known = float(arb(ball_line.positive_part(p, q, factor)).mid())
        assert float(found.lo) - 1e-14 <= known <= float(found.hi) + 1e-14
        assert found.hi - found.lo < Fraction(1, 10**5)


def test_each_cell_is_enclosed() -> None:
    p, q = second_law(NORMAL), second_law(one(GAUSSIAN, 1, 1))
    for cell in ((Fraction(0), Fraction(1)), (Fraction(1, 4), Fraction(3, 4)),
                 (Fraction(1), Fraction(2)), (Fraction(-2), Fraction(-1)), (Fraction(2), INF),
                 (-INF, Fraction(-1))):
        for kink in (num(HALF), ONE, num(2)):
            found = hockey_sticks.on_cell(p, q, kink, cell)
            with workdps(30):
                ends = [mp.mpf(str(float(end))) for end in cell]
                # p > k q left of 1/2 − ln k.
                stop = min(ends[1], max(ends[0], mpf(1) / 2 - mp.log(real(fmpq(
                    kink.lo.numerator, kink.lo.denominator)))))
                k = real(fmpq(kink.lo.numerator, kink.lo.denominator))
                known = (mp.ncdf(stop) - mp.ncdf(ends[0])) - k * (
                    mp.ncdf(stop - 1) - mp.ncdf(ends[0] - 1))
            assert float(found.low) - 1e-15 <= float(known) <= float(found.high) + 1e-15
    flat = second_law(FLAT)
    cell = (Fraction(2), Fraction(3))
    assert hockey_sticks.on_cell(flat, p, ONE, cell).high == 0
    lost = hockey_sticks.on_cell(p, flat, ONE, cell)
    assert lost.high >= lost.low > 0
    # A ratio that is constant and may be the kink: nothing is gained, as far as is known.
    same = hockey_sticks.on_cell(p, p, span(Fraction(9, 10), Fraction(11, 10)), cell)
    assert same.low == 0 < same.high
    lowest = densities.law_hockey_stick(p, q, num(-INF))
    assert hockey_sticks.law_hockey_stick(p, q, num(-INF)) == lowest


# --- claims ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "for all v in [1,2]: D_inf(U(0, 1) || N(0, v)) <= ln(2*pi*v)/2",
    "for all a in [0,1]: T(U(0, 1), N(0, 1))(a) >= 1/2 - a",
    "for all a in [0,1/4]: T(N(0, 1), U(0, 1))(a) >= 1 - 4*a",
    "for all b in [1,2]: TV(U(0, 1), Lap(0, b)) <= 1/2",
])
def test_false_claims_fall_and_both_checkers_say_so(line: str) -> None:
    report = attack(read_statement(line), seed=0, budget=300)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)


def test_true_claims_stand() -> None:
    for line in ("for all v in [1,2]: D_inf(U(0, 1) || N(0, v)) <= ln(2*pi*v)/2 + 1/(2*v)",
                 "for all a in [0,1]: T(U(0, 1), N(0, 1))(a) <= 1 - a"):
        assert attack(read_statement(line), seed=0, budget=100).status == "survived"
