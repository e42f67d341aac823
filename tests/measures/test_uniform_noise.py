"""Uniform laws with Gaussian or Laplace noise: masses, densities and hockey-stick divergences
against mpmath, in balls, in floats and by the second checker; corners, and what is left open."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf, workdps

import recheck.densities as second
from recheck.certificates import check as recheck
from recheck.errors import Unsupported
from recheck.reals import num
from tests.measures.line_laws import floated, fraction, real, second_law
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous
from verified.numbers import ball_line, float_line
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.float_namespace import Floats
from verified.numbers.line import (
    BLURRED,
    GAUSSIAN,
    LAPLACE,
    LOGISTIC,
    SMOOTHED,
    STUDENT,
    UNIFORM,
    Part,
    Parts,
)
from verified.reading.statements import read_statement

ONE = fmpq(1)


def spread(shape: str, low: Any, length: Any, noise: Any, weight: Any = 1) -> Part:
    return Part(fmpq(weight), shape, fmpq(low), fmpq(length), fmpq(noise))


def noise_below(part: Part, u: Any) -> Any:
    if part.shape == SMOOTHED:
        return mp.ncdf(u / mp.sqrt(real(part.noise)))
    away = mp.exp(-abs(u) / real(part.noise)) / 2
    return away if u < 0 else 1 - away


def density(part: Part, x: Any) -> Any:
    """The mean of the noise's density over the interval."""
    u, length = x - real(part.location), real(part.spread)
    return (noise_below(part, u) - noise_below(part, u - length)) / length


def below(part: Part, x: Any) -> Any:
    """The mass below x: the mean over the interval of the noise's distribution function, whose
    integral is u Φ(u) + φ(u), and e^u/2 or u + e^(−u)/2, in scales."""
    scale = mp.sqrt(real(part.noise)) if part.shape == SMOOTHED else real(part.noise)

    def rest(u: Any) -> Any:
        z = u / scale
        if part.shape == SMOOTHED:
            return scale * (z * mp.ncdf(z) + mp.npdf(z))
        return scale * (mp.exp(-abs(z)) / 2 + max(z, 0))

    u, length = x - real(part.location), real(part.spread)
    return (rest(u) - rest(u - length)) / length


def positive_part(p: Part, q: Part, factor: Any) -> Any:
    """∫ max(0, p − factor·q), between zeros that are looked for on a grid."""
    def gap(x: Any) -> Any:
        return density(p, x) - factor * density(q, x)

    ends = [real(x) for part in (p, q) for x in (part.location, part.location + part.spread)]
    width = max(mp.sqrt(real(x.noise)) if x.shape == SMOOTHED else real(x.noise) for x in (p, q))
    far = 60 if BLURRED in (p.shape, q.shape) else 12
    low, high = min(ends) - far * width, max(ends) + far * width
    points = sorted({*ends, *(low + (high - low) * k / 160 for k in range(161))})
    total = mpf(0)
    for a, b in itertools.pairwise(points):
        left, right = gap(a), gap(b)
        if left <= 0 and right <= 0:
            continue
        if left * right < 0:
            root = mp.findroot(gap, (a, b), solver="anderson", tol=mpf(10) ** -25)
            a, b = (a, root) if left > 0 else (root, b)
        total += below(p, b) - below(p, a) - factor * (below(q, b) - below(q, a))
    return total


PAIRS = {
    "shifted": (spread(SMOOTHED, 0, 1, 1), spread(SMOOTHED, 1, 1, 1)),
    "shifted, Laplace": (spread(BLURRED, 0, 1, 1), spread(BLURRED, 1, 1, 1)),
    "long": (spread(SMOOTHED, 0, 20, fmpq(1, 4)), spread(SMOOTHED, 1, 20, fmpq(1, 4))),
    "long, Laplace": (spread(BLURRED, 0, 20, fmpq(1, 4)), spread(BLURRED, 1, 20, fmpq(1, 4))),
    "short and not": (spread(SMOOTHED, 0, fmpq(1, 10), 2), spread(SMOOTHED, 3, 1, 1)),
    "inside": (spread(SMOOTHED, 1, 1, fmpq(1, 9)), spread(SMOOTHED, 0, 3, fmpq(1, 9))),
    "outside, Laplace": (spread(BLURRED, 0, 3, fmpq(1, 3)), spread(BLURRED, 1, 1, fmpq(1, 3))),
    "two noises": (spread(SMOOTHED, 0, 2, 1), spread(BLURRED, 0, 2, 1)),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("level", [fmpq(0), fmpq(1, 2)])
def test_the_hockey_stick_is_mpmath_s(name: str, level: fmpq) -> None:
    p, q = PAIRS[name]
    with workdps(20):
        expected = positive_part(p, q, mp.exp(real(level)))
        with precision(110):
            found = arb(ball_line.positive_part((p,), (q,), arb(level).exp()))
        assert found.rad() < arb(2) ** -80
        assert abs(mpf(found.mid().str(40, radius=False)) - expected) < mpf(10) ** -12
    in_floats = float_line.positive_part(*map(floated, ((p,), (q,))), np.exp(float(level)))
    assert float(in_floats) == pytest.approx(float(expected), abs=1e-8)
    again = second.law_hockey_stick(
        second_law((p,)), second_law((q,)), num(fraction(level)))
    assert float(again.lo) <= float(found.upper())
    assert float(found.lower()) <= float(again.hi)
    assert float(again.lo) > float(found.mid()) - 1e-9


@pytest.mark.parametrize("shape", [SMOOTHED, BLURRED])
def test_the_mass_is_the_integral_of_the_density(shape: str) -> None:
    part = spread(shape, fmpq(1, 3), 2, fmpq(3, 2))
    with workdps(25):
        found = mp.quad(lambda x: density(part, x), [-1, mpf(1) / 3, 1, 2])
        assert abs(below(part, mpf(2)) - below(part, mpf(-1)) - found) < mpf(10) ** -15


@settings(deadline=None, max_examples=40)
@given(st.sampled_from([SMOOTHED, BLURRED]), st.integers(-3, 3), st.integers(1, 40),
       st.integers(1, 40), st.integers(-30, 30), st.integers(0, 30))
def test_masses_and_densities_are_mpmath_s(
    shape: str, low: int, length: int, noise: int, start: int, more: int
) -> None:
    part = spread(shape, low, fmpq(length, 8), fmpq(noise, 8))
    left, right = fmpq(start, 2), fmpq(start + more, 2)
    with workdps(600):
        expected = below(part, real(right)) - below(part, real(left))
        at = density(part, real(left))
    with precision(100):
        found, told = ball_line.mass((part,), left, right), ball_line.density((part,), left)
    assert float(arb(found).mid()) == pytest.approx(float(expected), abs=1e-14)
    assert arb(found).rad() < 1e-20
    # Far out digits are kept: the tails are taken, not what is left of 1.
    assert float(arb(told).mid()) == pytest.approx(float(at), rel=1e-10)
    own = floated((part,))
    assert float(float_line.mass(own, float(left), float(right))) == pytest.approx(
        float(expected), abs=1e-12)
    assert float(float_line.density(own, float(left))) == pytest.approx(
        float(at), rel=1e-9, abs=1e-280)
    law, ends = second_law((part,)), (num(fraction(left)), num(fraction(right)))
    again, height = second.interval_mass(law, *ends), second.density_at(law, ends[0])
    assert float(again.lo) - 1e-15 <= float(expected) <= float(again.hi) + 1e-15
    assert again.hi - again.lo < 1e-6
    assert float(height.lo) - 1e-15 <= float(at) <= float(height.hi) + 1e-15


@pytest.mark.parametrize("name", PAIRS)
def test_two_precisions_agree(name: str) -> None:
    p, q = PAIRS[name]
    found = []
    for bits in (64, 200):
        with precision(bits):
            found.append(arb(ball_line.positive_part((p,), (q,), arb(fmpq(1, 4)).exp())))
    assert found[0].overlaps(found[1])
    assert found[0].rad() < 1e-12
    assert found[1].rad() < 1e-50


@pytest.mark.parametrize("shape", [SMOOTHED, BLURRED])
def test_corners_are_decided(shape: str) -> None:
    plain = GAUSSIAN if shape == SMOOTHED else LAPLACE
    with precision(128):
        def stick(p: Part, q: Part, level: Any) -> arb:
            return arb(ball_line.positive_part((p,), (q,), arb(level).exp()))

        def of(low: Any, length: Any, noise: Any) -> Part:
            return spread(shape, low, length, noise)

        # A huge ε leaves nothing where the noise is Laplace's, next to nothing else.
        assert stick(of(0, 1, 1), of(1, 1, 1), 60) < 1e-15
        assert ball_line.positive_part((of(0, 1, 1),), (of(0, 1, 1),), arb(1).exp()) == 0
        tiny = fmpq(1, 10**5)
        # With hardly any noise two intervals overlap by three quarters.
        assert abs(stick(of(0, 4, tiny**2), of(1, 4, tiny**2), 0) - arb(0.25)) < 1e-4
        # Hardly any length, and the laws are the noise's.
        bare = stick(Part(ONE, plain, fmpq(0), ONE), Part(ONE, plain, ONE, ONE), fmpq(1, 3))
        little = fmpq(1, 1000)
        assert abs(stick(of(0, little, 1), of(1, little, 1), fmpq(1, 3)) - bare) < 1e-6
        # Far apart each is an event of its own.
        assert stick(of(0, 1, fmpq(1, 100)), of(50, 1, fmpq(1, 100)), 1) > 1 - arb(10) ** -12


def law(xp: Any, head: Any, *numbers: Any) -> continuous.LawValue:
    return head(xp, *map(float if isinstance(xp, Floats) else fmpq, numbers))  # type: ignore[no-any-return]


def test_shapes_add_up() -> None:
    for xp in (Balls(), Floats()):
        flat, bell = law(xp, continuous.uniform, 1, 4), law(xp, continuous.gaussian, 2, 5)
        lap = law(xp, continuous.laplace, 3, 7)
        for pair in ((flat, bell), (bell, flat)):
            (part,) = continuous.noised(xp, *pair).parts
            assert (part.shape, part.location, part.spread, part.noise) == (SMOOTHED, 3, 3, 5)
        for pair in ((flat, lap), (lap, flat)):
            (part,) = continuous.noised(xp, *pair).parts
            assert (part.shape, part.location, part.spread, part.noise) == (BLURRED, 4, 3, 7)
        (twice,) = continuous.noised(xp, continuous.noised(xp, flat, bell), bell).parts
        assert (twice.shape, twice.location, twice.spread, twice.noise) == (SMOOTHED, 5, 3, 10)


def test_other_sums_are_left_open() -> None:
    xp, floats = Balls(), Floats()
    flat, bell, lap, stairs = (
        (continuous.uniform, 0, 1), (continuous.gaussian, 0, 1), (continuous.laplace, 0, 1),
        (continuous.staircase, 0, 1, 1, fmpq(1, 2)))
    blurred = continuous.noised(xp, law(xp, *flat), law(xp, *lap))
    others = [law(xp, *one) for one in (flat, bell, lap, stairs)]
    for other in others:
        with pytest.raises(Indeterminate, match="the sum of a"):
            continuous.noised(xp, blurred, other)
    for law_of in (others[0], others[2]):
        with pytest.raises(Indeterminate, match="the sum of a"):
            continuous.noised(xp, law_of, continuous.noised(xp, law_of, law_of))
    with pytest.raises(Indeterminate):
        continuous.noised(xp, others[1], others[3])
    found = continuous.noised(floats, law(floats, *flat), law(floats, *stairs))
    assert np.isnan(continuous.hockey_stick(floats, found, law(floats, *bell), np.asarray(1.0)))
    zero, one = (num(Fraction(x)) for x in (0, 1))
    uniform, gaussian = second.uniform(zero, one), second.gaussian(zero, one)
    smoothed = second.law_sum(uniform, gaussian)
    laplace, staircase = second.laplace(zero, one), second.staircase(zero, one, one, zero)
    twice = second.law_sum(uniform, uniform)
    for pair in ((uniform, twice), (smoothed, laplace), (smoothed, uniform),
                 (laplace, smoothed), (gaussian, staircase)):
        with pytest.raises(Unsupported):
            second.law_sum(*pair)


# --- uniform laws beside others -------------------------------------------------------------------


def flat(low: Any, length: Any, weight: Any = 1) -> Part:
    return Part(fmpq(weight), UNIFORM, fmpq(low), fmpq(length))


def told(p: Parts, q: Parts, level: Any, bits: int = 110) -> arb:
    with precision(bits):
        return arb(ball_line.positive_part(p, q, arb(level).exp()))


@pytest.mark.parametrize("level", [fmpq(0), fmpq(1, 2), fmpq(3)])
def test_a_uniform_law_beside_a_gaussian_one(level: fmpq) -> None:
    # The density of N(0, 1) is below e^(−ε)/4 outside of [−c, c], c² = 2 (ln(4/√(2π)) + ε).
    p, q = (flat(-1, 4),), (Part(ONE, GAUSSIAN, fmpq(0), ONE),)
    with workdps(40):
        found = mpf(0)
        reach = mp.sqrt(2 * (mp.log(4 / mp.sqrt(2 * mp.pi)) + real(level)))
        for a, b in ((mpf(-1), -reach), (reach, mpf(3))):
            if a < b:
                found += (b - a) / 4 - mp.exp(real(level)) * (mp.ncdf(b) - mp.ncdf(a))
        ball = told(p, q, level)
        assert ball.rad() < arb(2) ** -80
        assert abs(mpf(ball.mid().str(40, radius=False)) - found) < mpf(10) ** -25
    in_floats = float_line.positive_part(floated(p), floated(q), np.exp(float(level)))
    assert float(in_floats) == pytest.approx(float(found), abs=1e-9)
    zero, one = num(Fraction(0)), num(Fraction(1))
    again = second.law_hockey_stick(
        second.uniform(num(Fraction(-1)), num(Fraction(3))), second.gaussian(zero, one),
        num(fraction(level)))
    assert again.lo <= Fraction(float(found)) + Fraction(1, 10**12)
    assert float(again.lo) > float(found) - 1e-9
    assert again.hi >= Fraction(float(found)) - Fraction(1, 10**12)


def test_both_ways_differ_by_what_the_masses_do() -> None:
    # ∫ max(0, p − c q) − ∫ max(0, c q − p) = 1 − c, of any two laws.
    laws = [
        (flat(0, 1),), (flat(0, 1, fmpq(1, 3)), flat(5, 2, fmpq(2, 3))),
        (Part(ONE, LAPLACE, fmpq(0), ONE),), (Part(ONE, GAUSSIAN, fmpq(1, 2), fmpq(1, 9)),),
        (spread(SMOOTHED, 0, 1, 1),), (spread(BLURRED, 0, 1, fmpq(1, 2)),),
        (Part(ONE, STUDENT, fmpq(0), ONE, fmpq(3)),), (Part(ONE, LOGISTIC, ONE, ONE),),
        (flat(0, 2, fmpq(1, 2)), Part(fmpq(1, 2), GAUSSIAN, ONE, ONE)),
    ]
    for p, q in itertools.combinations(laws, 2):
        kinds = {x.shape for x in (*p, *q)}
        if kinds == {UNIFORM} or not kinds & {UNIFORM, SMOOTHED, BLURRED}:
            continue
        for level in (fmpq(-1), fmpq(1, 3)):
            with precision(90):
                factor = arb(level).exp()
                one = arb(ball_line.positive_part(p, q, factor))
                two = arb(ball_line.positive_part(q, p, 1 / factor)) * factor
                assert (one - two).overlaps(1 - factor), (p, q, level)
                assert one.rad() < arb(10) ** -12, (p, q, level)


def test_an_infinite_factor_leaves_what_is_outside() -> None:
    bell = (Part(ONE, GAUSSIAN, fmpq(0), ONE),)
    with precision(100):
        outside = arb(ball_line.positive_part(bell, (flat(-1, 2),), arb("inf")))
        assert ball_line.positive_part((flat(-1, 2),), bell, arb("inf")) == 0
        assert float(outside.mid()) == pytest.approx(2 * float(mp.ncdf(-1)), abs=1e-15)
        apart = ball_line.positive_part(
            bell, (flat(0, 1, fmpq(1, 2)), flat(3, 1, fmpq(1, 2))), arb("inf"))
        inside = mp.ncdf(1) - mp.ncdf(0) + mp.ncdf(4) - mp.ncdf(3)
        assert float(arb(apart).mid()) == pytest.approx(1 - float(inside), abs=1e-15)
    in_floats = float_line.positive_part(floated(bell), floated((flat(-1, 2),)), np.inf)
    assert np.isnan(in_floats)


# --- claims ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "for all t >= 0: TV(U(0, 1) * N(0, 1), U(t, t + 1) * N(0, 1)) <= 1/2",
    "for all s > 0: TV(U(0, 1), N(0, s)) <= 1/10",
    "for all b > 0: E_1(U(0, 1) * Lap(0, b) || N(0, 1)) <= 1/100",
])
def test_false_claims_fall_and_both_checkers_say_so(text: str) -> None:
    report = attack(read_statement(text), budget=500)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)


@pytest.mark.parametrize("head", ["N", "Lap"])
def test_a_true_claim_about_a_noised_uniform_prior_stands(head: str) -> None:
    # The sums differ by no more than the noise alone.
    noise, shifted = f"{head}(0, 1)", f"{head}(t, 1)"
    text = (f"for all t >= 0: TV(U(0, 1) * {noise}, U(t, t + 1) * {noise}) "
            f"<= TV({noise}, {shifted})")
    assert attack(read_statement(text), budget=1000).status == "survived"
