"""Densities of sums of two Laplace and of two uniform numbers, and the tails of all sums: what
balls say of them holds at their points."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from flint import acb, arb, ctx, fmpq
from mpmath import mp, mpf, workdps

from tests.measures.line_laws import one, real
from verified.numbers import ball_line, ball_powers
from verified.numbers.ball_alike import LaplaceSum, Trapezoid, trapezoid_above, trapezoid_density
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_ratios import Ratios
from verified.numbers.ball_segments import Segment, cut, segments
from verified.numbers.ball_signs import difference_at, risen
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import (
    BLURRED,
    GAUSSIAN,
    LAPLACE,
    LAPLACE_SUM,
    NOISED,
    SMOOTHED,
    TRAPEZOID,
    UNIFORM,
    Parts,
    mirrored,
)

SUMS: dict[str, Parts] = {
    "equal": one(LAPLACE_SUM, fmpq(1, 3), 2, 2), "not": one(LAPLACE_SUM, -1, 2, fmpq(1, 2)),
    "close": one(LAPLACE_SUM, 0, 1, fmpq(99, 100)), "noised": one(NOISED, 1, 4, fmpq(1, 2)),
    "smoothed": one(SMOOTHED, -2, 3, fmpq(1, 4)), "blurred": one(BLURRED, 0, fmpq(1, 2), 2),
}
BOUNDED: dict[str, Parts] = {
    "triangle": one(TRAPEZOID, fmpq(1, 3), 1, 1), "trapezoid": one(TRAPEZOID, -1, 2, fmpq(1, 4)),
    "flat": one(UNIFORM, fmpq(-1, 2), 3),
}


def holds(ball: Any, value: Any) -> bool:
    low, high = (mpf(end.str(60, radius=False)) for end in (ball.lower(), ball.upper()))
    slack = mpf(10) ** -40 * (1 + abs(value))
    return bool(low - slack <= value <= high + slack)


def laplaces(part: Any, x: Any) -> Any:
    a, b, u = real(part.spread), real(part.noise), abs(x - real(part.location))
    if a == b:
        return (1 + u / a) * mp.exp(-u / a) / (4 * a)
    return (a * mp.exp(-u / a) - b * mp.exp(-u / b)) / (2 * (a * a - b * b))


@pytest.mark.parametrize("name", ["equal", "not", "close"])
def test_densities_slopes_and_masses(name: str) -> None:
    (part,) = SUMS[name]
    with workdps(60), precision(160):
        (curve,) = curves_of(SUMS[name])
        assert curve.equal is (name == "equal")
        for u in (mpf(0), mpf(1) / 8, mpf(3), mpf(50)):
            x, away = real(part.location) + u, arb(str(u))
            assert holds(curve.at(away), laplaces(part, x))
            assert holds(curve.slope(away), -mp.diff(lambda y: laplaces(part, y), x)) or u == 0
            above = mp.quad(lambda y: laplaces(part, y), [x, x + 1, x + 10, x + 400])
            found = curve.upper_tail(curve.location + away)
            assert abs(mpf(found.mid().str(30, radius=False)) - above) < mpf(10) ** -20
            below = curve.upper_tail(curve.location - away)
            assert (found + below - 1).contains(0)
            turned = curve.reflected()
            assert (turned.location + curve.location).contains(0)
            assert (turned.upper_tail(away - curve.location) - found).contains(0)
        assert curve.slope(arb(0)).contains(0)
        assert (curve.mass(arb(-3), arb(1)) - curve.upper_tail(arb(-3)) + curve.upper_tail(
            arb(1))).contains(0)
        # Beyond the reach there is less than the precision.
        tail = curve.upper_tail(curve.location + curve.reach())
        assert tail < arb(2) ** -ctx.prec
        # Far out on either side masses keep their digits.
        for place in (-300, 300):
            far = curve.mass(arb(place), arb(place + 1))
            assert far.rad() < far.mid() * arb(10) ** -30
            assert (far - curve.reflected().mass(arb(-place - 1), arb(-place))).contains(0)
        assert tail > arb(2) ** (-3 * ctx.prec)


def test_a_ball_about_the_middle_has_the_tails_of_its_points() -> None:
    with precision(100):
        (curve,) = curves_of(one(LAPLACE_SUM, 0, 1, fmpq(1, 2), weight=fmpq(1, 3)))
        for low, high in ((-1, 2), (-2, 1), (0, 1), (-1, 0)):
            x = arb(low).union(arb(high))
            tail = curve.upper_tail(x)
            for end in (arb(low), arb(0), arb(high)):
                assert tail.contains(curve.upper_tail(end).mid())
            wide = curve.upper_tail(arb(low)) - curve.upper_tail(arb(high))
            assert 2 * tail.rad() <= wide * 1.01
        # A ball that ends at 0 is on both sides.
        assert curve.upper_tail(arb(0)).contains(fmpq(1, 6))


def test_the_rising_factor() -> None:
    with precision(120), workdps(50):
        for z in (arb(0), arb(3), arb(1, 0.5), arb(0, 1e-9)):
            for bend in (arb(0), arb(2), arb(1, 0.25), arb(0, 1e-6)):
                found = risen(z, bend)
                for t, k in itertools.product((z.lower(), z.mid(), z.upper()),
                                              (bend.lower(), bend.mid(), bend.upper())):
                    a, b = (mpf(x.str(40, radius=False)) for x in (t, k))
                    value = 1 + (a if b == 0 else -mp.expm1(-b * a) / b)
                    assert holds(found, value)
                assert found.rad() < 2


@pytest.mark.parametrize("name", ["equal", "not", "close"])
def test_terms_and_logarithms(name: str) -> None:
    (part,) = SUMS[name]
    with workdps(50), precision(140):
        (curve,) = curves_of(SUMS[name])
        for low, high in ((2, 4), (-9, -5), (1, 60)):
            origin = arb((low + high) / 2)
            log_density = curve.log_density(arb(low), arb(high), origin)
            assert log_density is not None
            for x in (low, high, (low + high) / 2):
                value = laplaces(part, mpf(x))
                found = difference_at([curve], [], arb(x), (arb(low), arb(high)))
                assert abs(mpf(found.mid().str(35, radius=False)) - value) < mpf(10) ** -30
                log = log_density(acb(arb(x) - origin), True).real
                assert abs(mpf(log.mid().str(35, radius=False)) - mp.log(value)) < mpf(10) ** -30
            inside = curve.log_around(arb(low).union(arb(high)))
            assert all(holds(inside, mp.log(laplaces(part, mpf(x)))) for x in (low, high))
            slope = curve.log_slope(arb(low), arb(high))
            for x in (low, high, (low + high) / 2):
                h = mpf(10) ** -15
                rise = mp.log(laplaces(part, x + h) / laplaces(part, x - h)) / (2 * h)
                assert holds(slope + arb(0, 1e-10), rise)
            assert slope.rad() < 1.1
        for ends in ((arb(-5), arb(5)), (arb(0.25), arb(0.5)) if name == "equal" else (
                curve.location - 1, curve.location + 1)):
            with pytest.raises(Indeterminate, match="kink"):
                curve.terms(*ends, (ends[0] + ends[1]) / 2)


def test_scales_that_may_be_equal() -> None:
    with precision(100), workdps(40):
        root = arb(2).sqrt()
        unsure = LaplaceSum(arb(1), arb(0), root, root, equal=False)
        sure = LaplaceSum(arb(1), arb(0), root, root, equal=True)
        for x in (0.5, 3.0):
            assert unsure.at(arb(x)).overlaps(sure.at(arb(x)))
            logs = [curve.log_density(arb(x), arb(x + 1), arb(x)) for curve in (unsure, sure)]
            found = [log(acb(0.25, 0.125), True) for log in logs if log is not None]
            assert (found[0] - found[1]).contains(acb(0))
            assert abs(found[0] - found[1]) < 1e-20
        bound, both = (curve.beyond(arb(40), arb(40)) for curve in (unsure, sure))
        assert bound.is_bound
        assert sure.bend == 0
        # Scales of which nobody said that they are equal.
        assert LaplaceSum(arb(1), arb(0), arb(1), arb(1), equal=False).beyond(
            arb(40), arb(40)).is_bound
        assert not both.is_bound
        assert bound.c0.overlaps(both.c0)


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("end", [4, 40])
@pytest.mark.parametrize("length", [fmpq(1, 2), 1, 7])
def test_beyond_an_end_the_logarithm_is_in_its_bounds(name: str, end: int, length: Any) -> None:
    with precision(200):
        (curve,) = curves_of(SUMS[name])
        place, step = arb(end), arb(length)
        found = curve.beyond(place, step)
        for h in (arb(0), arb(1) / 3, arb(5), arb(60)):
            log = curve.log_around(place + h)
            told = found.c0 + found.c1 * h + found.c2 * h * h
            told -= found.power * (1 + h / step).log()
            assert told.overlaps(log), h
        assert found.c0.rad() < (12 if end == 4 else 8)
        # The moments of the tail are no less than they are.
        mass, first, second, logs = curve.tail_moments(place, step)
        parts = [(curve.mass(place + k, place + k + 1), k) for k in range(60)]
        assert mass >= sum((m for m, _ in parts), arb(0)) - arb(10) ** -30
        assert first >= sum((m * k for m, k in parts), arb(0))
        assert second >= sum((m * k * k for m, k in parts), arb(0))
        assert logs >= sum((m * (1 + k / step).log() for m, k in parts), arb(0))
        with pytest.raises(Indeterminate):
            curve.beyond(arb(fmpq(1, 3)) if name == "equal" else arb(-1), step)


@pytest.mark.parametrize("name", SUMS)
def test_far_out_the_bounds_are_close(name: str) -> None:
    """With the length that is the tail's own they come as close as one likes."""
    with precision(300):
        (curve,) = curves_of(SUMS[name])
        place = arb(10**6)
        own = curve.scale + place - curve.location
        if name == "smoothed":
            own = place - curve.low - curve.length
        assert curve.beyond(place, own).c0.rad() < 1e-6


def test_reflected_laws_are_mirrored() -> None:
    for name, law in (SUMS | BOUNDED).items():
        with precision(80):
            (curve,), (turned,) = curves_of(law), curves_of(mirrored(law))
            for x in (-2.3, 0.1, 1.7):
                back = curve.upper_tail(arb(x)) + turned.upper_tail(-arb(x))
                assert (back - 1).contains(0), name
                assert (turned.upper_tail(arb(x)) - curve.reflected().upper_tail(
                    arb(x))).contains(0)


# --- trapezoids -----------------------------------------------------------------------------------


def test_what_is_known_only_so_far_of_a_trapezoid() -> None:
    """Ends and places in balls: what holds of each trapezoid in them."""
    (part,) = one(TRAPEZOID, 0, 2, 1)
    with precision(80):
        for middle in (fmpq(3, 2), fmpq(1, 2), fmpq(5, 2), fmpq(1), fmpq(0), fmpq(3)):
            for reach in (fmpq(1, 100), fmpq(1, 2), fmpq(2)):
                x = arb(middle - reach).union(arb(middle + reach))
                above = arb(trapezoid_above(x, fmpq(0), fmpq(3), fmpq(1)))
                height = arb(trapezoid_density(part, x))
                for step in (-1, fmpq(-1, 3), 0, fmpq(1, 2), 1):
                    place = middle + step * reach
                    assert above.overlaps(arb(trapezoid_above(place, fmpq(0), fmpq(3), fmpq(1))))
                    assert height.overlaps(arb(trapezoid_density(part, place)))
                wide = trapezoid_above(middle - reach, fmpq(0), fmpq(3), fmpq(1)) - trapezoid_above(
                    middle + reach, fmpq(0), fmpq(3), fmpq(1))
                assert 2 * above.rad() <= arb(wide) * 1.01 + arb(10) ** -15
        for shift in (fmpq(-1, 50), fmpq(1, 50)):
            for x in (fmpq(3, 2), fmpq(149, 100), fmpq(151, 100)):
                around = arb(trapezoid_above(x, arb(0, 0.02), arb(3, 0.02), fmpq(1)))
                assert around.overlaps(arb(trapezoid_above(x, shift, 3 + shift, fmpq(1))))
                assert around.rad() < 0.05
        # Of a triangle either half, and of a longer law its flat part, by one end or the other.
        for shift in (fmpq(-1, 50), 0, fmpq(1, 50)):
            for low, high, wide, end in (
                (shift, fmpq(2), arb(0, 0.02), arb(2)), (fmpq(0), 2 + shift, arb(0), arb(2, 0.02))):
                if high - low < 2:
                    continue
                around = arb(trapezoid_above(fmpq(1), wide, end, fmpq(1)))
                assert around.overlaps(arb(trapezoid_above(fmpq(1), low, high, fmpq(1))))
                assert around.rad() < 0.06
        (curve,) = curves_of((part,))
        assert curve.mass(arb(0.5), arb(2)).overlaps(arb(fmpq(11, 16)))
        assert curve.mass(arb(0.5), arb(2)).rad() < 1e-20


def ramp(x: fmpq, low: fmpq, longer: fmpq, shorter: fmpq) -> fmpq:
    """How much of [x − shorter, x] lies in [low, low + longer]."""
    return max(min(x, low + longer) - max(x - shorter, low), fmpq(0))


@pytest.mark.parametrize("name", ["triangle", "trapezoid"])
def test_trapezoids(name: str) -> None:
    (part,) = BOUNDED[name]
    low, longer, shorter = part.location, part.spread, part.noise
    high = low + longer + shorter
    with precision(100):
        (curve,) = curves_of(BOUNDED[name])
        assert isinstance(curve, Trapezoid)
        steps = 240
        whole = fmpq(0)
        for k in range(-20, steps + 20):
            x = low + (high - low) * fmpq(2 * k + 1, 2 * steps)
            height = ramp(x, low, longer, shorter) / (longer * shorter)
            assert trapezoid_density(part, x) == height
            assert arb(trapezoid_density(part, arb(x))).overlaps(arb(height))
            assert curve.at(abs(arb(x) - curve.location)).overlaps(arb(height))
            # By steps that are exact, as the density is linear on them or nearly.
            whole += height * (high - low) / steps
            edge = low + (high - low) * fmpq(k + 1, steps)
            above = trapezoid_above(edge, low, high, shorter)
            assert abs(1 - whole - above) < fmpq(1, 10**3)
            assert curve.upper_tail(arb(edge)).overlaps(arb(above))
            assert above + trapezoid_above(low + high - edge, low, high, shorter) == 1
        assert trapezoid_above(low, low, high, shorter) == 1
        assert trapezoid_above(high, low, high, shorter) == 0
        assert trapezoid_above(low + shorter, low, high, shorter) == 1 - shorter / (2 * longer)
        assert trapezoid_above((low + high) / 2, low, high, shorter) == fmpq(1, 2)
        # The middle, known only so far.
        middle = arb((low + high) / 2)
        around = arb(trapezoid_above(middle, arb(low), arb(high), arb(shorter)))
        assert around.contains(fmpq(1, 2))
        assert around.rad() < 1e-25
        assert curve.support[0].overlaps(arb(low))
        assert curve.support[1].overlaps(arb(high))
        assert (curve.mass(arb(low), arb(high)) - 1).contains(0)
        for moment in curve.tail_moments(curve.support[1] + 1, arb(1)):
            assert moment == 0


@pytest.mark.parametrize("name", BOUNDED)
def test_pieces_of_bounded_laws(name: str) -> None:
    (part,) = BOUNDED[name]
    with precision(100):
        (curve,) = curves_of(BOUNDED[name])
        ends = [-9, *sorted({float(k.mid()) for k in curve.kinks}), 9]
        for a, b in itertools.pairwise(ends):
            low, high = arb(a + (b - a) / 8), arb(b - (b - a) / 8)
            log = curve.log_density(low, high, (low + high) / 2)
            height = float(arb(ball_line.density(BOUNDED[name], arb((a + b) / 2))).mid())
            assert (log is None) is (height == 0)
            assert (curve.terms(low, high, low) == []) is (height == 0)
            if log is not None:
                found = log(acb((arb(a) + arb(b)) / 2 - (low + high) / 2), True).real
                assert float(found.exp().mid()) == pytest.approx(height, rel=1e-12)
        for kink in curve.kinks:
            if name == "flat" and kink is curve.location:
                continue
            with pytest.raises(Indeterminate, match="kink"):
                curve.terms(kink.lower() - 0.125, kink.upper() + 0.125, kink.mid())
    assert part.shape in (TRAPEZOID, UNIFORM)


def test_ever_shorter_pieces_lead_to_where_a_trapezoid_ends() -> None:
    with precision(64):
        (curve,) = curves_of(one(TRAPEZOID, 0, 1, 1))
        pieces = list(cut([curve], arb(-1), arb(3)))
        assert pieces[0].low == -1
        assert pieces[-1].high == 3
        assert all(a.high == b.low for a, b in itertools.pairwise(pieces))
        thin = [piece for piece in pieces if piece.thin]
        assert [(float(p.low), float(p.high) > 0) for p in thin] == [
            (0.0, True), (float(thin[1].low), True)]
        assert float(thin[1].high) == 2.0
        assert all(p.high - p.low < arb(2) ** -40 for p in thin)
        # What lies between is no longer than it is far from the ends.
        for piece in pieces:
            if piece.low >= 0 and piece.high <= 1 and not piece.thin:
                assert piece.high - piece.low <= piece.low
        assert len(list(segments([curve], arb(-1), arb(3)))) < len(pieces)


def test_slopes_of_log_ratios_hold_those_of_their_points() -> None:
    for p, q in itertools.permutations(("equal", "not", "noised", "smoothed", "blurred"), 2):
        with precision(120):
            first, second = curves_of(SUMS[p]), curves_of(SUMS[q])
            mixed = curves_of((*one(GAUSSIAN, 0, 1, weight=fmpq(1, 2)),
                               *one(LAPLACE, 1, 1, weight=fmpq(1, 2))))
            for top in (first, mixed):
                ratios = Ratios(top, second)
                for low, high in ((4.0, 4.5), (-7.0, -6.0)):
                    slope = ratios._slope(Segment(arb(low), arb(high), thin=False))
                    for x in (low, high, (low + high) / 2):
                        h = arb(2) ** -30
                        rise = (ratios.at(arb(x) + h) - ratios.at(arb(x) - h)) / (2 * h)
                        assert (slope + arb(0, 1e-4)).overlaps(rise)
                    assert slope.rad() < 4


def test_powers_far_out_need_scales_in_order() -> None:
    root = arb(2).sqrt()
    (part,) = one(LAPLACE_SUM, 0, 2, 1)
    unsure = type(part)(part.weight, part.shape, part.location, root, root)
    with precision(64):
        assert ball_powers._fall(part) == (0, fmpq(-1, 2), 0)
        (equal,) = one(LAPLACE_SUM, 0, 2, 2)
        assert ball_powers._fall(equal) == (0, fmpq(-1, 2), 1)
        (smoothed,) = one(SMOOTHED, 1, 2, 4)
        assert ball_powers._fall(smoothed) == (fmpq(-1, 8), fmpq(3, 4), -1)
        for shape in (NOISED, BLURRED):
            (other,) = one(shape, 1, 2, 4)
            assert ball_powers._fall(other) == (0, fmpq(-1, 4), 0)
        with pytest.raises(Indeterminate):
            ball_powers._fall(unsure)
        one_curve, two = curves_of((unsure,))[0], curves_of((part,))[0]
        for pair in ((one_curve, two), (two, one_curve)):
            with pytest.raises(Indeterminate):
                ball_powers._both_beyond(*pair, arb(20), arb(20))
