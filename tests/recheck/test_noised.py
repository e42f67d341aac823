"""The second checker's sums of two densities on the line: which there are, masses and densities at
numbers and at intervals of numbers, and what is left out of two sums."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf, workdps

import recheck.noised as noised
from recheck.densities import Mixture, density_at, gaussian, laplace, law_sum, mass_below, uniform
from recheck.errors import Unsupported
from recheck.reals import ONE, TWO, ZERO, Num, num, span
from tests.recheck.digits import bits, real  # noqa: F401 (for all tests here)

HALF = Fraction(1, 2)
THREE = num(3)


def both(law: Mixture, low: Any, length: Any) -> Mixture:
    return law_sum(law, uniform(num(low), num(low + length)))


def test_which_sums_there_are() -> None:
    flat, bell, lap = uniform(ONE, num(4)), gaussian(TWO, num(5)), laplace(THREE, num(7))
    smoothed = (ONE, ("smoothed", num(5)), THREE, THREE)
    for pair in ((flat, bell), (bell, flat)):
        assert law_sum(*pair) == [smoothed]
    for pair in ((flat, lap), (lap, flat)):
        assert law_sum(*pair) == [(ONE, ("blurred", num(7)), num(4), THREE)]
    for pair in ((law_sum(flat, bell), bell), (bell, law_sum(flat, bell))):
        assert law_sum(*pair) == [(ONE, ("smoothed", num(10)), num(5), THREE)]
    for pair in ((law_sum(lap, bell), bell), (bell, law_sum(lap, bell))):
        assert law_sum(*pair) == [(ONE, ("noised", num(7)), num(7), num(10))]
    weighed = law_sum([(num(HALF), *flat[0][1:])], [(num(HALF), *bell[0][1:])])
    assert weighed == [(num(Fraction(1, 4)), *smoothed[1:])]
    blurred = law_sum(flat, lap)
    wide, far = uniform(num(0), num(5)), laplace(ONE, num(9))
    for pair in ((flat, wide), (wide, flat)):
        assert law_sum(*pair) == [(ONE, ("trapezoid", THREE), ONE, num(5))]
    for pair in ((lap, far), (far, lap)):
        assert law_sum(*pair) == [(ONE, ("laplaces", num(7)), num(4), num(9))]
    for pair in ((law_sum(flat, flat), flat), (lap, law_sum(lap, lap)),
                 (law_sum(lap, lap), bell), (blurred, bell), (bell, blurred), (blurred, lap),
                 (law_sum(flat, bell), lap), (law_sum(flat, bell), flat),
                 (law_sum(lap, bell), lap), (law_sum(lap, bell), flat)):
        with pytest.raises(Unsupported):
            law_sum(*pair)


def truly_below(kind: str, low: Any, length: Any, noise: Any, x: Any) -> Any:
    scale = mp.sqrt(noise) if kind == "smoothed" else mpf(noise)

    def rest(u: Any) -> Any:
        z = u / scale
        if kind == "smoothed":
            return scale * (z * mp.ncdf(z) + mp.npdf(z))
        return scale * (mp.exp(-abs(z)) / 2 + max(z, 0))

    return (rest(x - low) - rest(x - low - length)) / length


def truly_dense(kind: str, low: Any, length: Any, noise: Any, x: Any) -> Any:
    def share(u: Any) -> Any:
        if kind == "smoothed":
            return mp.ncdf(u / mp.sqrt(noise))
        return mp.exp(u / noise) / 2 if u < 0 else 1 - mp.exp(-u / noise) / 2

    return (share(x - low) - share(x - low - length)) / length


def digit(x: Fraction) -> Any:
    return mpf(x.numerator) / x.denominator


LAWS = [("smoothed", 0, 1, 1), ("smoothed", -3, 10, 4), ("blurred", 0, 1, 1), ("blurred", 2, 6, 3)]


@pytest.mark.parametrize(("kind", "low", "length", "noise"), LAWS)
def test_masses_and_densities_hold_their_values(
    kind: str, low: int, length: int, noise: int
) -> None:
    law = both((gaussian if kind == "smoothed" else laplace)(ZERO, num(noise)), low, length)
    for k in (-40, -9, -2, 0, Fraction(1, 3), HALF, 1, 2, 8, 30):
        x = low + Fraction(k) * length / 2
        for spare in (Fraction(0), Fraction(1, 10**20), Fraction(1, 7), Fraction(2)):
            place = span(x - spare, x + spare) if spare else num(x)
            told, height = mass_below(law, place), density_at(law, place)
            with workdps(60):
                ends = [truly_below(kind, low, length, noise, digit(y))
                        for y in (x - spare, x + spare)]
                slack = mpf(10) ** -24
                assert real(told.lo) <= ends[0] + slack
                assert ends[1] - slack <= real(told.hi)
                assert 0 <= told.lo <= told.hi <= 1
                for share in (-1, 0, 1):
                    at = truly_dense(kind, low, length, noise, digit(x + share * spare))
                    assert real(height.lo) - slack <= at <= real(height.hi) + slack
            if spare <= Fraction(1, 10**20):
                assert real(told.hi) - real(told.lo) < mpf(10) ** -14
                assert real(height.hi) - real(height.lo) < mpf(10) ** -14


@pytest.mark.parametrize(("kind", "low", "length", "noise"), LAWS)
def test_far_out_masses_are_no_less_than_0_and_no_more_than_1(
    kind: str, low: int, length: int, noise: int
) -> None:
    law = both((gaussian if kind == "smoothed" else laplace)(ZERO, num(noise)), low, length)
    for x in (200, 10**6, 10**12):
        under, over = mass_below(law, num(-x)), mass_below(law, num(x))
        assert 0 <= under.lo <= under.hi < Fraction(1, 2**20)
        assert 1 - Fraction(1, 2**20) < over.lo <= over.hi <= 1


def test_the_laplace_mass_on_both_sides() -> None:
    for place in (span(Fraction(-1), Fraction(2)), span(Fraction(-1, 3), Fraction(1, 9)), num(0)):
        told = noised.laplace_below(place)
        with workdps(40):
            low = mp.exp(real(place.lo)) / 2
            high = 1 - mp.exp(-real(place.hi)) / 2
            assert real(told.lo) <= low + mpf(10) ** -20
            assert high - mpf(10) ** -20 <= real(told.hi)
    # No more is said than the larger of both tails.
    wide = noised.laplace_below(span(Fraction(-1), Fraction(1)))
    assert wide.lo > 0
    assert wide.hi < 1


def test_the_density_of_a_gaussian_law_with_laplace_noise_is_refused() -> None:
    with pytest.raises(Unsupported):
        density_at(law_sum(gaussian(ZERO, ONE), laplace(ZERO, ONE)), ZERO)


# --- what is left out -----------------------------------------------------------------------------


def shifted(law: Mixture, by: int) -> Mixture:
    return [(w, s, m + num(by), v) for w, s, m, v in law]


def test_what_both_have_is_left_out() -> None:
    noise = law_sum(gaussian(ONE, TWO), laplace(ZERO, THREE))
    assert noised.bared(noise, shifted(noise, 4)) == [gaussian(ONE, TWO), gaussian(num(5), TWO)]
    wider = law_sum(gaussian(ONE, num(9)), laplace(ZERO, THREE))
    assert noised.bared(noise, wider) == [gaussian(ONE, TWO), gaussian(ONE, num(9))]
    flat = both(gaussian(ZERO, TWO), 1, 3)
    assert noised.bared(flat, shifted(flat, 4)) == [gaussian(ONE, TWO), gaussian(num(5), TWO)]
    flat = both(laplace(ZERO, TWO), 1, 3)
    assert noised.bared(flat, shifted(flat, 4)) == [laplace(ONE, TWO), laplace(num(5), TWO)]
    twice = law_sum(laplace(ONE, THREE), laplace(ZERO, TWO))
    assert noised.bared(twice, shifted(twice, 4)) == [laplace(ONE, THREE), laplace(num(5), THREE)]
    wide = law_sum(uniform(ZERO, THREE), uniform(ZERO, TWO))
    assert noised.bared(wide, shifted(wide, 4)) == [
        uniform(ZERO, THREE), uniform(num(4), num(7))]


@pytest.mark.parametrize("laws", [
    (gaussian(ZERO, ONE), gaussian(ONE, ONE)),
    (gaussian(ZERO, ONE), law_sum(gaussian(ZERO, ONE), laplace(ZERO, ONE))),
    (uniform(ZERO, ONE), uniform(ZERO, ONE)),
    (both(gaussian(ZERO, ONE), 0, 1), both(gaussian(ZERO, ONE), 0, 2)),
    (both(gaussian(ZERO, ONE), 0, 1), both(gaussian(ZERO, TWO), 0, 1)),
    (both(laplace(ZERO, ONE), 0, 1), both(gaussian(ZERO, ONE), 0, 1)),
    (law_sum(gaussian(ZERO, ONE), laplace(ZERO, ONE)),
     law_sum(gaussian(ZERO, ONE), laplace(ZERO, TWO))),
])
def test_nothing_is_left_out_that_one_lacks(laws: tuple[Mixture, Mixture]) -> None:
    assert noised.bared(*laws) is None


def test_what_counts_for_nothing_is_bounded() -> None:
    assert isinstance(noised.exp_in_mass(num(-10**6)), Num)
    for x in (-10**6, -300, -1):
        found = noised.exp_in_mass(num(x))
        with workdps(30):
            assert real(found.lo) <= mp.exp(x) <= real(found.hi) + mpf(10) ** -30
    # The nearer end of a power decides whether it counts.
    near = noised.exp_in_mass(span(Fraction(-10**6), Fraction(-1)))
    assert near.hi > Fraction(1, 3)
