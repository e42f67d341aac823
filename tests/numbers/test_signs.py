"""Signs of differences of densities: each condition of `ball_signs`, against mpmath and known
values, where zeros are tangential, laws equal, tails short, and the precision a few bits."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

from verified.numbers import ball_line, ball_noised, ball_signs
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_noised import Noised
from verified.numbers.ball_shapes import Curve
from verified.numbers.ball_signs import Positive
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import GAUSSIAN, LAPLACE, NOISED, Part, Parts

ONE = fmpq(1)


def normal(mean: Any, variance: Any, weight: Any = ONE) -> Part:
    return Part(weight, GAUSSIAN, fmpq(mean), fmpq(variance))


def noised(mean: Any, variance: Any, scale: Any, weight: Any = ONE) -> Part:
    return Part(weight, NOISED, fmpq(mean), fmpq(variance), fmpq(scale))


def holds(ball: arb, value: Any) -> bool:
    """Whether a ball holds mpmath's number of 40 digits."""
    with precision(160):
        near = arb(mp.nstr(value, 40))
        return bool((ball + arb(0, abs(near) * arb("1e-38"))).contains(near))


# --- erfc and its scaled form ---------------------------------------------------------------------


@pytest.mark.parametrize("bits", [20, 100])
@pytest.mark.parametrize("point", [fmpq(-9), fmpq(-1, 2), fmpq(0), fmpq(3), fmpq(1023), fmpq(1025),
                                   fmpq(50000)], ids=str)
def test_scaled_erfc_and_its_fall_are_mpmath_s(point: fmpq, bits: int) -> None:
    with workdps(60):
        x = mpf(int(point.p)) / int(point.q)
        expected = mp.exp(x * x) * mp.erfc(x)
        fall = 2 / mp.sqrt(mp.pi) - 2 * x * expected
        plain = mp.erfc(x)
        with precision(bits):
            value, slope = ball_signs._erfcx_and_fall(arb(point))
            assert holds(value, expected)
            assert holds(slope, fall)
            assert holds(ball_signs.erfc(arb(point)), plain)
            if bits > 60:
                assert value.rad() < arb(2) ** (25 - bits) * value
                assert slope.rad() < arb(2) ** (50 - bits) * slope


@pytest.mark.parametrize("bits", [30, 90])
def test_on_a_ball_they_hold_what_they_are_at_its_points(bits: int) -> None:
    for middle, radius in ((0, 2), (3, 1), (-4, "0.5"), (1024, 3)):
        with precision(bits):
            ball = arb(middle, radius)
            found = (*ball_signs._erfcx_and_fall(ball), ball_signs.erfc(ball))
        for share in (-1, mpf("-0.3"), 0, 1):
            with workdps(60):
                x = middle + share * mpf(radius)
                scaled = mp.exp(x * x) * mp.erfc(x)
                values = scaled, 2 / mp.sqrt(mp.pi) - 2 * x * scaled, mp.erfc(x)
                assert all(itertools.starmap(holds, zip(found, values, strict=True)))


# --- a density's terms ----------------------------------------------------------------------------


@pytest.mark.parametrize("b", [fmpq(1, 50), fmpq(1, 2), fmpq(1), fmpq(3), fmpq(40)], ids=str)
@pytest.mark.parametrize("x", [fmpq(-6), fmpq(-1, 3), fmpq(0), fmpq(2), fmpq(9)], ids=str)
def test_terms_give_the_density_and_its_slope(b: fmpq, x: fmpq) -> None:
    """With Laplace noise little or much, on both sides of the mean."""
    part = noised(1, 2, b)
    with precision(120):
        (curve,) = curves_of((part,))
        terms = curve.terms(arb(x), arb(x), arb(x))
        value, slope = arb(0), arb(0)
        for term in terms:
            c0, c1, _ = term.polynomial
            factor, rise = ball_signs._with_slope(term, arb(0))
            value += c0.exp() * factor
            slope += (
                c0.exp() * (c1 * factor + rise) if term.growth is None
                else c0.exp() * factor * term.growth
            )
    with workdps(50):
        def density(y: Any) -> Any:
            u, s = y - 1, mp.sqrt(2)
            width = mpf(int(b.p)) / int(b.q)
            return sum(
                mp.exp(1 / width**2 - way * u / width)
                * mp.erfc((s / width - way * u / s) / mp.sqrt(2))
                for way in (1, -1)
            ) / (4 * width)

        at = mpf(int(x.p)) / int(x.q)
        assert abs(mpf(value.mid().str(30, radius=False)) - density(at)) < mpf(10) ** -25
        assert abs(mpf(slope.mid().str(30, radius=False)) - mp.diff(density, at)) < mpf(10) ** -15


@pytest.mark.parametrize("factor", [ball_signs.ERFC, ball_signs.ERFCX, ball_signs.LOGISTIC])
def test_a_factor_on_an_interval_holds_it_at_each_point(factor: str) -> None:
    with precision(80):
        zero = arb(0)
        term = ball_signs.Term((zero, zero, zero), factor, arb("0.5"), arb(-2))
        value, slope = ball_signs._with_slope(term, arb(0.5).union(arb(-1)))
    for h in (-1, mpf("-0.4"), 0, mpf("0.5")):
        with workdps(60):
            def known(x: Any) -> Any:
                z = mpf("0.5") - 2 * x
                if factor == ball_signs.LOGISTIC:
                    return 1 / (1 + mp.exp(-z)) ** 2
                return mp.erfc(z) * (mp.exp(z * z) if factor == ball_signs.ERFCX else 1)

            assert holds(value, known(mpf(h)))
            assert holds(slope, mp.diff(known, mpf(h)))


@pytest.mark.parametrize("tilt", [(0, 0, 0), (3, -2, 1), (-40, 5, -3)])
def test_whatever_a_difference_is_divided_by_its_signs_are_the_same(
    tilt: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for case in ("two crossings", "mixtures"):
        with precision(100):
            exact = arb(ball_line.positive_part(*CASES[case], arb(fmpq(1, 4)).exp()))
        with monkeypatch.context() as changed, precision(40):
            changed.setattr(ball_signs, "_tilt", lambda _: tuple(map(arb, tilt)))
            changed.setattr(ball_signs, "_log_size", lambda _: 0.0)
            found = arb(ball_line.positive_part(*CASES[case], arb(fmpq(1, 4)).exp()))
        assert found.overlaps(exact)
        assert found.rad() < 1e-5


# --- intervals ------------------------------------------------------------------------------------


def positive(p: Parts, q: Parts, ends: tuple[Any, Any]) -> Positive:
    found = Positive(curves_of(p), curves_of(q))
    found.add(*(arb(fmpq(end)) for end in ends))
    return found


def test_a_single_crossing_is_narrowed_to_the_precision() -> None:
    # N(0, 1) and N(1, 1) cross at 1/2.
    with precision(64):
        found = positive((normal(0, 1),), (normal(1, 1),), (-4, 4))
        ((low, high),) = found.intervals()
        assert low == -4
        assert high < 0.5 < high + arb(2) ** -24
        expected = (arb(2).sqrt() / 4).erf() / 2 + (4 / arb(2).sqrt()).erf() / 2
        other = ((arb(5) / arb(2).sqrt()).erf() - (arb(0.5) / arb(2).sqrt()).erf()) / 2
        assert found.total().overlaps(expected - other)
        assert found.total().rad() < 1e-12


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("ends", [
    (fmpq(1, 2), fmpq(2)), (fmpq(-1), fmpq(1, 2)), (fmpq(499, 1000), fmpq(2)),
    (fmpq(-1), fmpq(501, 1000)), (fmpq(1, 4), fmpq(9, 10)),
], ids=str)
def test_a_zero_at_or_near_an_end_is_counted_once(ends: tuple[fmpq, fmpq], turned: bool) -> None:
    """N(0, 1) is above N(1, 1) up to 1/2."""
    low, high = ends
    with precision(64):
        pair = (normal(1, 1),), (normal(0, 1),)
        found = positive(*(pair if turned else pair[::-1]), ends)
        start, stop = (max(low, fmpq(1, 2)), high) if turned else (low, min(high, fmpq(1, 2)))

        def mass(mean: int) -> arb:
            return ((arb(stop) - mean) / arb(2).sqrt()).erf() - (
                (arb(start) - mean) / arb(2).sqrt()).erf()

        exact = (mass(1) - mass(0)) / 2 if turned else (mass(0) - mass(1)) / 2
        assert found.total().overlaps(exact if start < stop else arb(0))
        assert found.total().rad() < 1e-10
        for one, two in found.intervals():
            assert arb(start).lower() <= one < two <= arb(stop).upper()


@pytest.mark.parametrize("bits", [10, 16, 64, 150])
@pytest.mark.parametrize("turned", [False, True])
def test_a_zero_that_only_touches_is_no_crossing(turned: bool, bits: int) -> None:
    """N(0, 1)/N(1, 4) is 2 e^(1/6) at −1/3, and less elsewhere."""
    one, two = (normal(0, 1),), (normal(1, 4),)
    with precision(bits):
        factor = 2 * (arb(1) / 6).exp()
        if turned:
            found = arb(ball_line.positive_part(two, one, 1 / factor))
            expected = 1 - 1 / factor
        else:
            found, expected = arb(ball_line.positive_part(one, two, factor)), arb(0)
        assert found.overlaps(expected)
        assert found.rad() < arb(2) ** (12 - bits)


def test_two_crossings_close_to_each_other_are_both_found() -> None:
    one, two = (normal(0, 1),), (normal(1, 4),)
    with precision(120):
        top = 2 * (arb(1) / 6).exp()
        found = arb(ball_line.positive_part(one, two, top * (1 - arb(2) ** -40)))
        # Of second order: a width of 2^(−20) in the place, 2^(−40) in the height.
        assert 0 < found < arb(2) ** -55


@pytest.mark.parametrize("level", [fmpq(1), fmpq(3, 2), fmpq(1, 2)])
def test_equal_laws_cancel_exactly(level: fmpq) -> None:
    for law in ((normal(0, 2),), (noised(0, 2, 1),), (noised(0, 2, 1, fmpq(1, 3)),
                                                       normal(5, 1, fmpq(2, 3)))):
        with precision(64):
            assert ball_line.positive_part(law, law[::-1], level) == max(fmpq(0), 1 - level)


def test_laws_that_balls_do_not_tell_apart_are_left_open_or_enclosed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ball_signs, "MOST_INTERVALS", 300)
    with precision(64):
        wide = Part(ONE, GAUSSIAN, fmpq(0), arb(2).sqrt() * arb(2).sqrt())
        try:
            found = arb(ball_line.positive_part((wide,), (normal(0, 2),), ONE))
        except Indeterminate:
            return
        assert found.contains(0)


def test_too_many_intervals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (normal(0, 1),), (normal(1, 4),)
    monkeypatch.setattr(ball_signs, "MOST_INTERVALS", 3)
    with precision(64), pytest.raises(Indeterminate, match="too many"):
        ball_line.positive_part(one, two, ONE)


@pytest.mark.parametrize("spread", [fmpq(0), arb(0, 1), arb(0)])
@pytest.mark.parametrize("shape", [GAUSSIAN, LAPLACE, NOISED])
def test_a_scale_that_is_or_may_be_zero_gives_no_number(shape: str, spread: Any) -> None:
    noise = ONE if shape == NOISED else None
    part = Part(ONE, shape, fmpq(0), spread, noise)
    other = Part(ONE, shape, ONE, ONE, noise)
    with precision(64):
        for pair in ((part, other), (other, part)):
            with pytest.raises(Indeterminate):
                ball_line.positive_part(*((law,) for law in pair), ONE)


def test_laplace_noise_of_scale_zero_gives_no_number() -> None:
    for noise in (fmpq(0), arb(0, 1)):
        part = Part(ONE, NOISED, fmpq(0), ONE, noise)
        with precision(64), pytest.raises(Indeterminate):
            ball_line.positive_part((part,), (noised(1, 1, 1),), ONE)


# --- error terms ----------------------------------------------------------------------------------

CASES = {
    "one crossing": ((noised(0, 1, 1),), (noised(3, 1, 1),)),
    "two crossings": ((noised(0, 1, 1),), (noised(fmpq(1, 3), 4, 2),)),
    "two crossings, turned": ((noised(fmpq(1, 3), 4, 2),), (noised(0, 1, 1),)),
    "much noise": ((noised(0, 4, 40),), (noised(30, 1, 40),)),
    "kinks": ((Part(ONE, LAPLACE, fmpq(1, 3), ONE),), (Part(ONE, LAPLACE, fmpq(2, 7), fmpq(2)),)),
    "mixtures": (
        (noised(0, 4, 1, fmpq(1, 3)), normal(5, 1, fmpq(2, 3))),
        (noised(1, 2, 1, fmpq(1, 2)), normal(4, 2, fmpq(1, 2))),
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("bits", [8, 12, 20, 30])
def test_a_few_bits_hold_what_many_tell(name: str, bits: int) -> None:
    with precision(200):
        exact = arb(ball_line.positive_part(*CASES[name], arb(fmpq(1, 4)).exp()))
    with precision(bits):
        found = arb(ball_line.positive_part(*CASES[name], arb(fmpq(1, 4)).exp()))
    assert found.contains(exact)


@pytest.mark.parametrize("reach", ["0.125", "1"])
@pytest.mark.parametrize("name", CASES)
def test_tails_beyond_a_short_reach_are_counted(
    name: str, reach: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with precision(200):
        exact = arb(ball_line.positive_part(*CASES[name], arb(fmpq(1, 4)).exp()))
    short = arb(reach)
    for kind in (Noised, Curve):
        monkeypatch.setattr(kind, "reach", lambda self: short)
    with precision(64):
        found = arb(ball_line.positive_part(*CASES[name], arb(fmpq(1, 4)).exp()))
        assert found.contains(exact)
        # The mass that is left out shows in the radius.
        assert found.rad() > 1e-6


def test_a_thin_interval_counts_from_nothing_to_all_of_its_mass() -> None:
    with precision(64):
        found = Positive(curves_of((normal(0, 1),)), curves_of((normal(9, 1),)))
        found.add_thin(arb(-1), arb(1))
        assert found.total().contains(0)
        assert found.total().contains((1 / arb(2).sqrt()).erf())
        assert not found.intervals()


def test_an_enclosure_of_the_difference_holds_it_at_every_point() -> None:
    """`value`, `middle` and `most`; what is looked at is divided by a positive function."""
    p, q = CASES["mixtures"]
    with precision(80):
        found = Positive(curves_of(p), curves_of(q))
        for low, high in ((-3, -2), (fmpq(1, 10), fmpq(6, 10)), (4, 6), (30, 31)):
            start, stop = arb(fmpq(low)), arb(fmpq(high))
            middle = ((start + stop) / 2).mid()
            view = found._view(start, stop, middle)
            for share in (fmpq(1, 100), fmpq(1, 3), fmpq(99, 100)):
                x = (start + share * (stop - start)).mid()
                there = ball_signs.difference_at(found.p, found.q, x)
                assert view.most >= abs(there)
                assert not (view.value > 0 and there < 0)
                assert not (view.value < 0 and there > 0)
            (here,) = (ball_signs.difference_at(found.p, found.q, middle),)
            assert (view.middle > 0) == (here > 0)


def test_a_mass_far_out_keeps_its_digits() -> None:
    with precision(80):
        (curve,) = curves_of((noised(0, 1, 1),))
        far = curve.mass(arb(-90), arb(-80))
        assert far > 0
        assert far.rad() < far * arb(2) ** -60
        assert far.overlaps(curve.mass(arb(80), arb(90)))
        assert ball_noised.erfcx is ball_signs.erfcx
