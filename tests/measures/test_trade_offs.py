"""The trade-off function of laws on the line: closed forms, known bounds, two precisions, floats,
the second checker, corners, and claims about it."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf, workdps

import recheck.trade_offs as second
from recheck.certificates import check as recheck
from recheck.densities import gaussian, laplace, mixture, staircase, uniform
from recheck.errors import Undefined as SecondUndefined
from recheck.errors import Unknown, Unsupported
from recheck.reals import ONE, ZERO, num, span
from tests.measures.line_laws import floated, fraction, one, real
from verified.attack import attack
from verified.kernel.certificate import check
from verified.numbers import ball_line, ball_tests, float_tests
from verified.numbers.ball_tests import trade_off
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.line import GAUSSIAN, LAPLACE, LOGISTIC, NOISED, Part, Parts
from verified.reading.statements import read_statement

LEVELS = [fmpq(1, 1000), fmpq(1, 10), fmpq(1, 3), fmpq(1, 2), fmpq(9, 10)]


def told(p: Parts, q: Parts, level: fmpq, bits: int = 96) -> arb:
    with precision(bits):
        return arb(trade_off(p, q, level))


def of_gaussians(level: fmpq, distance: Any) -> Any:
    """Φ(Φ⁻¹(1 − α) − μ), of normal laws μ deviations apart."""
    quantile = mp.sqrt(2) * mp.erfinv(1 - 2 * real(level))
    return mp.ncdf(quantile - distance)


def of_laplaces(level: fmpq, d: Any) -> Any:
    """Of Laplace laws d scales apart (Dong, Roth & Su 2022, Lemma A.6)."""
    a = real(level)
    if a < mp.exp(-d) / 2:
        return 1 - mp.exp(d) * a
    return mp.exp(-d) / (4 * a) if a <= mpf(1) / 2 else mp.exp(-d) * (1 - a)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("distance", [fmpq(1, 10), fmpq(1), fmpq(3)])
def test_closed_forms(level: fmpq, distance: fmpq) -> None:
    for shape, form in ((GAUSSIAN, of_gaussians), (LAPLACE, of_laplaces)):
        p, q = one(shape, 0, 1), one(shape, distance, 1)
        with workdps(30):
            expected = form(level, real(distance))
            found = told(p, q, level)
            assert abs(mpf(found.mid().str(30, radius=False)) - expected) < mpf(10) ** -17
        assert found.rad() < 1e-17
        rough = float_tests.trade_off(floated(p), floated(q), float(level))
        assert float(rough) == pytest.approx(float(expected), abs=1e-8)
        law = gaussian if shape == GAUSSIAN else laplace
        again = second.law_trade_off(
            law(ZERO, ONE), law(num(fraction(distance)), ONE), num(fraction(level)))
        assert float(again.lo) - 1e-12 <= float(expected) <= float(again.hi) + 1e-12
        assert again.hi - again.lo < Fraction(1, 10**6)


PAIRS = [
    (one(GAUSSIAN, 0, 1), one(GAUSSIAN, 1, 4)), (one(GAUSSIAN, 1, 4), one(GAUSSIAN, 0, 1)),
    (one(LAPLACE, 0, 1), one(GAUSSIAN, 1, 1)), (one(LOGISTIC, 0, 1), one(LOGISTIC, 2, 1)),
    (one(NOISED, 0, 1, 1), one(NOISED, 1, 1, 1)),
    ((Part(fmpq(1, 2), GAUSSIAN, fmpq(0), fmpq(1)),
      Part(fmpq(1, 2), GAUSSIAN, fmpq(4), fmpq(1))), one(GAUSSIAN, 2, 1)),
]


@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_two_precisions_and_floats_agree(p: Parts, q: Parts) -> None:
    values = []
    levels = LEVELS[1:4]
    for level in levels:
        few, many = told(p, q, level, 64), told(p, q, level, 96)
        assert few.overlaps(many)
        assert few.rad() < 1e-13
        assert many.rad() < 1e-17
        rough = float_tests.trade_off(floated(p), floated(q), float(level))
        assert float(rough) == pytest.approx(float(many.mid()), abs=1e-7)
        # No test does better than guessing, and none is worse than 1 − α − TV.
        distance = ball_line.positive_part(p, q, fmpq(1))
        assert many <= 1 - arb(level) + arb(10) ** -20
        assert many >= 1 - arb(level) - arb(distance) - arb(10) ** -12
        values.append(many)
    # It falls, and is convex.
    assert all(a > b for a, b in itertools.pairwise(values))
    slopes = [(b - a) / (arb(y) - arb(x)) for (a, x), (b, y) in itertools.pairwise(
        zip(values, levels, strict=True))]
    assert all(a < b + arb(10) ** -20 for a, b in itertools.pairwise(slopes))


@pytest.mark.parametrize("shape", [GAUSSIAN, LAPLACE])
@pytest.mark.parametrize("apart", [0.0, 0.1, 1.0, 3.0])
def test_laws_of_one_scale_have_a_closed_form_in_floats(
    shape: str, apart: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = np.array([0.0, 1e-9, 0.01, 0.1, 0.3, 0.5, 0.7, 0.99, 1.0, -0.1, 1.1])
    p, q = ((Part(1.0, shape, np.full(11, place), np.full(11, 2.0)),) for place in (0.0, apart))
    found = float_tests.trade_off(p, q, levels)
    monkeypatch.setattr(float_tests, "_shifted", lambda *_: None)
    np.testing.assert_allclose(found, float_tests.trade_off(p, q, levels), atol=1e-10)


def test_the_converse_test_is_the_inverse() -> None:
    """T(Q, P)(T(P, Q)(α)) = α, where densities are positive everywhere."""
    p, q = one(GAUSSIAN, 0, 1), one(GAUSSIAN, 1, 4)
    with precision(128):
        there = arb(trade_off(p, q, fmpq(1, 5)))
        rounded = Fraction(there.mid().str(30, radius=False))
        back = arb(trade_off(q, p, fmpq(rounded.numerator, rounded.denominator)))
        assert abs(back - arb(fmpq(1, 5))) < 1e-15


@settings(max_examples=15, deadline=None)
@given(st.integers(-20, 20), st.integers(1, 40), st.integers(1, 99))
def test_any_likelihood_ratio_bounds_it_from_below(place: int, variance: int, share: int) -> None:
    p, q = one(GAUSSIAN, 0, 1), one(GAUSSIAN, fmpq(place, 8), fmpq(variance, 8))
    level = fmpq(share, 100)
    found = told(p, q, level, 64)
    with precision(64):
        for ratio in (fmpq(1, 4), fmpq(1), fmpq(3)):
            assert not found < 1 - ratio * level - ball_line.positive_part(q, p, ratio)


def test_corners() -> None:
    p, q = one(GAUSSIAN, 0, 1), one(GAUSSIAN, 1, 1)
    with precision(64):
        assert trade_off(p, q, fmpq(0)) == 1
        assert trade_off(p, q, fmpq(1)) == 0
        assert trade_off(p, p, fmpq(1, 3)) == fmpq(2, 3)
        far = arb(trade_off(p, one(GAUSSIAN, 60, 1), fmpq(1, 10)))
        assert far < 1e-12
        for level in (fmpq(-1, 10), fmpq(11, 10), arb("inf")):
            with pytest.raises(Undefined):
                trade_off(p, q, level)
        for ball in (arb(0, 0.5), arb(1, 0.5), arb(0.5, 0.75)):
            with pytest.raises(Indeterminate):
                trade_off(p, q, ball)
        assert trade_off(p, q, arb(0)) == 1
        assert trade_off(p, q, arb(1)) == 0
    rough = float_tests.trade_off(
        floated(p), floated(q), np.array([-0.5, 0.0, 1.0, 1.5, math.nan]))
    assert np.array_equal(np.isnan(rough), [True, False, False, True, True])
    assert rough[1] == 1.0
    assert rough[2] == 0.0


@pytest.mark.parametrize(("low", "high"), [(-3, -2), (-2, 3), (2, 3), (0, 0), (1, -1)])
def test_whatever_events_are_taken_the_error_is_enclosed(
        low: int, high: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of both checkers: likelier under P than the level, less likely, equal, or in the other order.
    """
    monkeypatch.setattr(second, "bracket", lambda *_: (Fraction(low), Fraction(high)))
    monkeypatch.setattr(ball_tests, "_bracket", lambda *_: (fmpq(low), fmpq(high)))
    p, q = gaussian(ZERO, ONE), gaussian(ONE, ONE)
    for level in (fmpq(1, 10), fmpq(1, 2)):
        with workdps(30):
            expected = float(of_gaussians(level, 1))
        found = second.law_trade_off(p, q, num(fraction(level)))
        assert 0 <= float(found.lo) <= expected <= float(found.hi)
        ball = told(one(GAUSSIAN, 0, 1), one(GAUSSIAN, 1, 1), level, 64)
        assert -1e-9 < float(ball.lower()) <= expected <= float(ball.upper()) < 1 + 1e-9


def test_an_event_that_may_be_too_likely_is_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond two events their mixtures go on as no test does."""
    events = {Fraction(-1): (num(Fraction(1, 2)), span(Fraction(11, 20), Fraction(13, 20))),
              Fraction(0): (span(Fraction(1, 20), Fraction(1, 5)), num(Fraction(3, 10)))}
    monkeypatch.setattr(second, "bracket", lambda *_: (Fraction(-1), Fraction(0)))
    monkeypatch.setattr(second, "event", lambda _, __, end: events[end])
    p, q = gaussian(ZERO, ONE), gaussian(ONE, ONE)
    assert second.law_trade_off(p, q, num(Fraction(1, 10))).hi == 1
    # A quarter is allowed to be either of them: the first with a share that both ends allow.
    found = second.law_trade_off(p, q, num(Fraction(1, 4)))
    least = 1 - Fraction(1, 9) * Fraction(11, 20) - Fraction(8, 9) * Fraction(3, 10)
    assert least <= found.hi < least + Fraction(1, 1000)


def test_events_that_are_known_only_so_far() -> None:
    """What is allowed to the likeliest that they may be."""
    level, second_ = fmpq(1, 10), fmpq(3, 10)
    wide = ball_tests._Event(fmpq(1, 2), fmpq(3, 5))
    with precision(64):
        # As likely as the level, or not: with a probability of a tenth by 18 hundredths.
        found = arb(ball_tests._of_test(level, wide, ball_tests._Event(arb(0.12, 0.06), second_)))
        assert float(found.upper()) >= 1 - 0.3 / 1.8 - 1e-9
        # Less likely: 3 hundredths are left, of 43 between both.
        found = arb(ball_tests._of_test(level, wide, ball_tests._Event(arb(0.05, 0.02), second_)))
        assert float(found.upper()) >= 1 - (3 * 0.6 + 40 * 0.3) / 43 - 1e-9


def test_staircases_that_are_tested() -> None:
    """Of equal ones it is 1 − α. Of two that are a step apart the ratio is e right of 1/2, where P
    has the mass 1/(e + 1) > 1/4.
    """
    p, q = (staircase(num(x), ONE, ONE, num(Fraction(1, 2))) for x in (0, 1))
    for level in (Fraction(0), Fraction(1, 4)):
        assert second.law_trade_off(p, p, num(level)) == num(1 - level)
        found = second.law_trade_off(p, q, num(level))
        assert float(found.lo) <= 1 - math.e * float(level) + 1e-12
        assert 1 - math.e * float(level) - 1e-12 <= float(found.hi) <= 1 - float(level)


def test_corners_of_the_second_checker() -> None:
    p, q = gaussian(ZERO, ONE), gaussian(ONE, ONE)
    assert second.law_trade_off(p, q, ZERO) == ONE
    assert second.law_trade_off(p, q, ONE) == ZERO
    assert second.law_trade_off(p, p, num(Fraction(1, 3))) == num(Fraction(2, 3))
    for level in (num(-1), num(2)):
        with pytest.raises(SecondUndefined):
            second.law_trade_off(p, q, level)
    # Of two triangles a test of level 0 rejects beyond the first one: it isn't 1 − 0.
    low, high = ([(ONE, ("trapezoid", ONE), num(place), ONE)] for place in range(2))
    for first, other, known in ((low, high, 0.5), (low, q, math.erf(math.sqrt(0.5))), (q, low, 1)):
        found = second.law_trade_off(first, other, ZERO)
        assert float(found.lo) - 1e-12 <= known <= float(found.hi) + 1e-12
        assert found.hi - found.lo < Fraction(1, 10**12)
    # An end that isn't known.
    with pytest.raises(Unsupported):
        second.outside(p, uniform(ZERO, span(Fraction(1), Fraction(2))))
    # Levels that are known only so far: what holds of both ends.
    wide = second.law_trade_off(p, q, span(Fraction(1, 10), Fraction(1, 5)))
    with workdps(30):
        ends = [float(of_gaussians(level, 1)) for level in (fmpq(1, 5), fmpq(1, 10))]
    assert 0.85 * ends[0] < float(wide.lo) <= ends[0] + 1e-12
    assert ends[1] - 1e-12 <= float(wide.hi) < 1.2 * ends[1]
    for low, high in ((Fraction(-1, 9), Fraction(1, 9)), (Fraction(1, 2), Fraction(3, 2)),
                      (Fraction(0), Fraction(1, 2)), (Fraction(1, 2), Fraction(1))):
        with pytest.raises(Unknown):
            second.law_trade_off(p, q, span(low, high))
    for low, high in ((Fraction(-1, 9), Fraction(1, 9)), (Fraction(1, 2), Fraction(3, 2))):
        with pytest.raises(Unknown):
            second.law_trade_off(p, p, span(low, high))
    # Of mixtures the bound from below is loose, and one all the same.
    half = num(Fraction(1, 2))
    mixed = mixture([half, half], p, gaussian(num(4), ONE))
    found = second.law_trade_off(mixed, gaussian(num(2), ONE), num(Fraction(1, 10)))
    exact = told(PAIRS[5][0], PAIRS[5][1], fmpq(1, 10))
    assert float(found.lo) <= float(exact.mid()) <= float(found.hi) + 1e-12
    assert float(found.hi) < float(exact.mid()) + 1e-6


@pytest.mark.parametrize("ends", [
    (-1, 0), (1, 2), (-2, 2), (2, -2), (1, 1), (3, 4), (-4, -3),
], ids=str)
def test_any_two_ratios_enclose_it(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ratios are proposed: of normal laws, and of one beside a mixture."""
    monkeypatch.setattr(second, "bracket", lambda *_: tuple(map(Fraction, ends)))
    half = num(Fraction(1, 2))
    mixed = mixture([half, half], gaussian(ZERO, ONE), gaussian(num(4), ONE))
    cases = [(one(GAUSSIAN, 0, 1), one(GAUSSIAN, 1, 1), gaussian(ZERO, ONE), gaussian(ONE, ONE)),
             (*PAIRS[5], mixed, gaussian(num(2), ONE))]
    wanted = [[told(p, q, level, 64) for level in (fmpq(1, 20), fmpq(4, 5))] for p, q, *_ in cases]
    monkeypatch.setattr(ball_tests, "_bracket", lambda *_: tuple(map(fmpq, ends)))
    for (p, q, first, last), found in zip(cases, wanted, strict=True):
        for level, exact in zip((fmpq(1, 20), fmpq(4, 5)), found, strict=True):
            ours = told(p, q, level, 64)
            assert ours.overlaps(exact)
            assert ours > -1e-6
            assert ours < 1 + 1e-6
            # Of both bounds from below the better one counts.
            for end in ends:
                with precision(64):
                    ratio = arb(end).exp()
                    assert ours > 1 - ratio * level - ball_line.positive_part(q, p, ratio) - 1e-6
            again = second.law_trade_off(first, last, num(fraction(level)))
            assert float(again.lo) <= float(exact.upper())
            assert float(exact.lower()) <= float(again.hi)
            assert 0 <= again.lo <= again.hi <= 1
        # Of a level that is known only so far: what holds of both ends.
        again = second.law_trade_off(first, last, span(Fraction(1, 20), Fraction(4, 5)))
        assert float(again.lo) <= float(found[1].upper())
        assert float(found[0].lower()) <= float(again.hi)


def test_laws_known_only_so_far_have_every_trade_off_between(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a mean between 1/2 and 3/2, whatever the events."""
    monkeypatch.setattr(second, "bracket", lambda *_: (Fraction(-1), Fraction(1)))
    found = second.law_trade_off(
        gaussian(ZERO, ONE), gaussian(span(Fraction(1, 2), Fraction(3, 2)), ONE),
        num(Fraction(1, 3)))
    with workdps(30):
        for mean in (mpf(1) / 2, mpf(1), mpf(3) / 2):
            assert float(found.lo) <= float(of_gaussians(fmpq(1, 3), mean)) <= float(found.hi)


def test_of_two_events_a_test_takes_each_as_often_as_the_level_allows() -> None:
    wide = ball_tests._Event(fmpq(3, 10), fmpq(4, 5))
    narrow = ball_tests._Event(fmpq(1, 10), fmpq(2, 5))
    for level, wanted in (((1, 5), fmpq(2, 5)), ((1, 2), fmpq(1, 5)), ((1, 10), fmpq(3, 5)),
                          ((1, 20), fmpq(4, 5))):
        found = arb(ball_tests._of_test(fmpq(*level), wide, narrow))
        # A share is rounded down, so that the test is one of the level.
        assert not found < wanted
        assert found < wanted + fmpq(1, 10**12)
    # Events of one probability under P: the second, whichever it is.
    assert ball_tests._of_test(fmpq(1, 5), narrow, narrow) == fmpq(3, 5)
    # What is known of the first only so far is as large as it may be: else the test's level isn't
    # the one allowed.
    with precision(64):
        loose = ball_tests._Event(arb(0.3, 0.01), fmpq(4, 5))
        least = (arb(1) / 10) / (arb("0.31") - arb("0.1"))
        found = arb(ball_tests._of_test(fmpq(1, 5), loose, narrow))
        assert found > arb("0.6") - arb("0.4") * least - 1e-12
        # Nor is the second taken always where it may be too likely.
        loose = ball_tests._Event(arb(0.2, 0.01), fmpq(2, 5))
        found = arb(ball_tests._of_test(fmpq(1, 5), wide, loose))
        assert found > 1 - arb("0.4") * arb("0.2") / arb("0.21") - 1e-12
        # Which of the events is the more likely isn't known.
        loose = ball_tests._Event(arb(0.1, 0.01), fmpq(4, 5))
        assert arb(ball_tests._of_test(fmpq(1, 5), loose, narrow)).overlaps(arb(fmpq(3, 5)))
        loose = ball_tests._Event(arb(0.1, 0.01), fmpq(2, 5))
        found = arb(ball_tests._of_test(fmpq(1, 20), loose, loose))
        assert found > 1 - arb("0.4") * arb("0.05") / arb("0.11") - 1e-12


# --- claims ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "for all a in [0,1]: T(N(0, 1), N(1, 1))(a) >= 1 - a - 1/3",
    "for all mu > 0: T(N(0, 1), N(mu, 1))(1/2) >= 1/2 - mu/3",
    # As a premise for all levels: a total variation of 2 Φ(μ/2) − 1 is attained.
    "for all P, Q on 2 symbols, mu > 0: if for all a in [0,1]: T(P, Q)(a) >= "
    "T(N(0, 1), N(mu, 1))(a) then TV(P, Q) <= mu/5",
])
def test_false_claims_fall_and_both_checkers_say_so(text: str) -> None:
    report = attack(read_statement(text), budget=400)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)


def test_a_true_claim_stands() -> None:
    text = "for all a in [0,1], mu >= 0: T(N(0, 1), N(mu, 1))(a) >= 1 - a - TV(N(0, 1), N(mu, 1))"
    assert attack(read_statement(text), budget=300).status == "survived"
