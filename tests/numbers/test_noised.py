"""Densities of Gaussian laws with Laplace noise against mpmath, term by term."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, ctx, fmpq
from mpmath import mp, mpf, workdps

from verified.numbers.ball_noised import Noised
from verified.numbers.ball_signs import ERFC, ERFCX, difference_at
from verified.numbers.balls import precision

# Variance and noise: alike, little noise, much noise, α = σ/(√2 b) just below 1 and just above.
LAWS = [(fmpq(1), fmpq(1)), (fmpq(4), fmpq(1, 3)), (fmpq(1, 9), fmpq(5)),
        (fmpq(1), fmpq(71, 100)), (fmpq(1), fmpq(70, 100))]
PLACES = [fmpq(-30), fmpq(-3), fmpq(-1, 7), fmpq(0), fmpq(1, 5), fmpq(2), fmpq(17)]
WEIGHT, MEAN = fmpq(3, 7), fmpq(2, 5)


def real(x: fmpq) -> Any:
    return mpf(int(x.p)) / int(x.q)


def side(variance: fmpq, noise: fmpq, u: Any) -> Any:
    s, b = mp.sqrt(real(variance)), real(noise)
    return mp.exp(s * s / (2 * b * b) - u / b) * mp.erfc((s / b - u / s) / mp.sqrt(2))


def density(variance: fmpq, noise: fmpq, u: Any) -> Any:
    """At the distance u from the mean."""
    return (side(variance, noise, u) + side(variance, noise, -u)) / (4 * real(noise))


def upper(variance: fmpq, noise: fmpq, u: Any) -> Any:
    """The mass above the mean + u."""
    beyond = 2 * mp.erfc(u / mp.sqrt(2 * real(variance)))
    return (beyond + side(variance, noise, u) - side(variance, noise, -u)) / 4


@pytest.mark.parametrize(("variance", "noise"), LAWS[:3])
def test_what_is_compared_with_is_the_convolution(variance: fmpq, noise: fmpq) -> None:
    s, b = mp.sqrt(real(variance)), real(noise)
    with workdps(20):
        for u in (mpf(1) / 3, mpf(-2)):
            def at(t: Any, u: Any = u) -> Any:
                return mp.npdf(u - t, 0, s) * mp.exp(-abs(t) / b) / (2 * b)

            cuts = sorted({mpf(0), u, u - 3 * s, u + 3 * s, u - 12 * s, u + 12 * s})
            found = mp.quad(at, cuts)
            assert abs(found - density(variance, noise, u)) < 1e-14
            assert abs(mp.diff(lambda x: upper(variance, noise, x), u) + found) < 1e-8


def near(found: arb, value: Any, digits: int = 15) -> bool:
    """The ball holds the value, and is narrow."""
    with precision(200):
        target = arb(mp.nstr(value, 25))
        wide = arb(found) + arb(0, abs(target) * arb("1e-20"))
        return bool(wide.contains(target)) and bool(found.rad() <= abs(target) * arb(10) ** -digits)


def law(variance: fmpq, noise: fmpq) -> Noised:
    return Noised(arb(WEIGHT), arb(MEAN), arb(variance), arb(noise))


@pytest.mark.parametrize(("variance", "noise"), LAWS)
def test_a_density(variance: fmpq, noise: fmpq) -> None:
    with precision(128), workdps(60):
        one = law(variance, noise)
        for place in PLACES:
            value = real(WEIGHT) * density(variance, noise, real(place - MEAN))
            turned = real(WEIGHT) * density(variance, noise, real(place + MEAN))
            for origin in (place, place + fmpq(1, 3)):
                assert near(total(one, arb(place), arb(origin)), value), (place, origin)
                assert near(total(one.reflected(), arb(place), arb(origin)), turned)
            assert near(difference_at([one], [], arb(place)), value)


def total(one: Noised, x: arb, origin: arb) -> arb:
    """The density at x, by the terms in the distance from an origin, and by what they are."""
    found = arb(0)
    for term in one.terms(x, origin, origin):
        h = x - origin
        c0, c1, c2 = term.polynomial
        assert term.z is not None
        assert term.rate is not None
        z = term.z + term.rate * h
        factor = z.erfc() * ((z * z).exp() if term.factor == ERFCX else arb(1))
        found += (c0 + c1 * h + c2 * h * h).exp() * factor
    return found


@pytest.mark.parametrize(("variance", "noise"), LAWS)
def test_a_derivative_is_what_the_growths_tell(variance: fmpq, noise: fmpq) -> None:
    """f′ = (E(−u) − E(u))/(4 b²), or by each term's own."""
    with precision(128), workdps(60):
        one = law(variance, noise)
        for place in PLACES[1:-1]:
            b, u = real(noise), real(place - MEAN)
            fall = side(variance, noise, -u) - side(variance, noise, u)
            value = real(WEIGHT) * fall / (4 * b * b)
            found = arb(0)
            for term in one.terms(arb(place), arb(place), arb(place)):
                c0, c1, _ = term.polynomial
                assert term.z is not None
                assert term.rate is not None
                z = term.z
                scale = (z * z).exp() if term.factor == ERFCX else arb(1)
                here = c0.exp() * z.erfc() * scale
                fall = -2 / arb.pi().sqrt() * (-z * z).exp() * scale
                slope = c1 * here + c0.exp() * term.rate * (
                    fall + (2 * z * z.erfc() * scale if term.factor == ERFCX else arb(0)))
                found += slope if term.growth is None else term.growth * here
            assert near(found, value)


def test_growths_are_told_of_both_terms_or_of_none() -> None:
    """The derivative of erfc cancels between the two."""
    told = set()
    for variance, noise in LAWS:
        for place in PLACES:
            terms = law(variance, noise).terms(arb(place), arb(place), arb(place))
            growths = [term.growth for term in terms]
            assert (growths[0] is None) == (growths[1] is None)
            told.add(growths[0] is None)
            assert all(term.factor in (ERFC, ERFCX) for term in terms)
            # Neither form overflows or is lost.
            for term in terms:
                assert term.z is not None
                assert (term.factor == ERFCX) == (term.z >= 0)
    assert told == {True, False}


@pytest.mark.parametrize(("variance", "noise"), LAWS)
def test_masses(variance: fmpq, noise: fmpq) -> None:
    with precision(128), workdps(60):
        one = law(variance, noise)
        values = [real(WEIGHT) * upper(variance, noise, real(place - MEAN)) for place in PLACES]
        for place, value in zip(PLACES, values, strict=True):
            if value > 1e-12:
                assert near(one.upper_tail(arb(place)), value)
        for (low, more), (high, less) in zip(
            zip(PLACES, values, strict=True), list(zip(PLACES, values, strict=True))[1:],
            strict=False,
        ):
            found = one.mass(arb(low), arb(high))
            if more - less > 1e-3:
                assert near(found, more - less, 12)
            # Far to the left as far to the right: digits are kept.
            turned = one.reflected().mass(arb(-high), arb(-low))
            assert found.overlaps(turned)
            assert found.rad() <= found.upper() * arb(2) ** -50
            assert turned.rad() <= turned.upper() * arb(2) ** -50


def test_beyond_its_reach_a_tail_is_below_the_precision() -> None:
    for bits in (30, 64, 200):
        with precision(bits):
            for variance, noise in (*LAWS, (fmpq(100), fmpq(1, 100))):
                one = Noised(arb(1), arb(0), arb(variance), arb(noise))
                tail = one.upper_tail(one.reach().upper())
                assert tail < arb(2) ** -ctx.prec
                assert one.upper_tail(one.reach() / 3) > arb(2) ** -ctx.prec


def test_tails_keep_their_digits() -> None:
    """With little noise and with much, near the mean and far from it."""
    with precision(64), workdps(60):
        for variance, noise, place in (
            (fmpq(1), fmpq(1, 10**6), fmpq(2)), (fmpq(1), fmpq(10**5), fmpq(10**5)),
            (fmpq(1), fmpq(10**5), fmpq(-10**5)), (fmpq(1), fmpq(1), fmpq(60)),
        ):
            assert near(law(variance, noise).upper_tail(arb(place)),
                        real(WEIGHT) * upper(variance, noise, real(place - MEAN)), 14)
        one = law(fmpq(1), fmpq(1))
        for low, high in ((60, 70), (-70, -60), (-1, 1)):
            found = one.mass(arb(low), arb(high))
            value = (upper(fmpq(1), fmpq(1), low - real(MEAN))
                     - upper(fmpq(1), fmpq(1), high - real(MEAN)))
            assert near(found, real(WEIGHT) * value, 14)


def test_a_scale_is_the_smaller_of_deviation_and_noise() -> None:
    assert law(fmpq(4), fmpq(3)).scale == 2
    assert law(fmpq(4), fmpq(1)).scale == 1
