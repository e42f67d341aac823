"""The law of X + N: densities of Gaussian laws with Laplace noise against mpmath, in balls, in
floats and by the second checker, and what becomes of shapes."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

import recheck.densities as second
import recheck.line_divergences as second_divergences
from recheck.errors import Unsupported
from recheck.reals import num
from tests.measures.line_laws import floated, fraction, real, second_law
from verified.measures import continuous
from verified.numbers import ball_line, float_line
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import precision
from verified.numbers.float_namespace import Floats
from verified.numbers.line import (
    BLURRED,
    GAUSSIAN,
    LAPLACE,
    NOISED,
    SMOOTHED,
    STUDENT,
    Part,
    Parts,
)

ONE = fmpq(1)


def noised(mean: Any, variance: Any, scale: Any, weight: Any = 1) -> Part:
    return Part(fmpq(weight), NOISED, fmpq(mean), fmpq(variance), fmpq(scale))


def density(parts: Parts, x: Any) -> Any:
    """By the convolution's closed form, at many digits."""
    total = mpf(0)
    for part in parts:
        u, s, w = x - real(part.location), real(part.spread), real(part.weight)
        if part.shape == GAUSSIAN:
            total += w * mp.exp(-u * u / (2 * s)) / mp.sqrt(2 * mp.pi * s)
        elif part.shape == LAPLACE:
            total += w * mp.exp(-abs(u) / s) / (2 * s)
        else:
            b, r = real(part.noise), mp.sqrt(s)
            terms = (
                mp.exp(s / (2 * b * b) - way * u / b) * mp.erfc((r / b - way * u / r) / mp.sqrt(2))
                for way in (1, -1)
            )
            total += w * sum(terms) / (4 * b)
    return total


def above(part: Part, x: Any) -> Any:
    """The mass above x: that without Laplace noise, less b² times the slope of the density."""
    u, s, w = x - real(part.location), real(part.spread), real(part.weight)
    if part.shape == LAPLACE:
        return w * (mp.exp(-u / s) / 2 if u > 0 else 1 - mp.exp(u / s) / 2)
    plain = mp.erfc(u / mp.sqrt(2 * s)) / 2
    if part.noise is None:
        return w * plain
    b, r = real(part.noise), mp.sqrt(s)
    one, two = (
        mp.exp(s / (2 * b * b) - way * u / b) * mp.erfc((r / b - way * u / r) / mp.sqrt(2))
        for way in (1, -1)
    )
    return w * (plain + (one - two) / 4)


def places(*laws: Parts) -> list[Any]:
    """A grid that is fine where the densities vary."""
    found = set()
    for part in itertools.chain(*laws):
        widths = [mp.sqrt(real(part.spread)) if part.shape != LAPLACE else real(part.spread)]
        widths += [real(part.noise)] if part.noise is not None else []
        for width, step in itertools.product(widths, range(80)):
            found |= {real(part.location) + side * step * width / 4 for side in (-1, 1)}
        found |= {real(part.location) + side * 100 * width for width in widths for side in (-1, 1)}
    return sorted(found)


def positive_part(p: Parts, q: Parts, factor: Any) -> Any:
    """∫ max(0, p − factor·q), from masses between zeros that are looked for on a grid."""
    def difference(x: Any) -> Any:
        return density(p, x) - factor * density(q, x)

    def between(start: Any, stop: Any) -> Any:
        return sum(above(x, start) - above(x, stop) for x in p) - factor * sum(
            above(x, start) - above(x, stop) for x in q)

    total, points = mpf(0), places(p, q)
    values = [difference(x) for x in points]
    for (a, low), (b, high) in itertools.pairwise(zip(points, values, strict=True)):
        if low <= 0 and high <= 0:
            continue
        start, stop = a, b
        if low * high < 0:
            root = mp.findroot(difference, (a, b), solver="anderson", tol=mpf(10) ** -30)
            start, stop = (a, root) if low > 0 else (root, b)
        total += between(start, stop)
    return total


PAIRS = {
    "wide and narrow": ((noised(0, 4, 2),), (noised(1, 1, 2),)),
    "narrow and wide": ((noised(1, 1, 2),), (noised(0, 4, 2),)),
    "shifted": ((noised(0, 1, 2),), (noised(3, 1, 2),)),
    "little noise": ((noised(0, 4, fmpq(1, 50)),), (noised(1, 1, fmpq(1, 50)),)),
    "much noise": ((noised(0, 4, 40),), (noised(30, 1, 40),)),
    "two noises": ((noised(0, 4, 1),), (noised(1, 1, 3),)),
    "almost a point": ((noised(0, fmpq(1, 400), 1),), (noised(1, fmpq(1, 900), 1),)),
    "against a Gaussian": ((noised(0, 4, 1),), (Part(ONE, GAUSSIAN, ONE, fmpq(3)),)),
    "against a Laplace law": ((Part(ONE, LAPLACE, ONE, fmpq(2)),), (noised(0, 1, 1),)),
    "mixtures": (
        (noised(0, 4, 1, fmpq(1, 3)), noised(5, 1, 1, fmpq(2, 3))),
        (noised(1, 2, 1, fmpq(1, 2)), noised(4, 2, 1, fmpq(1, 4)), noised(-3, 2, 1, fmpq(1, 4))),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("level", [fmpq(0), fmpq(1, 4)])
def test_the_hockey_stick_is_mpmath_s(name: str, level: fmpq) -> None:
    p, q = PAIRS[name]
    with workdps(20):
        expected = positive_part(p, q, mp.exp(real(level)))
        with precision(110):
            found = arb(ball_line.positive_part(p, q, arb(level).exp()))
        assert found.rad() < arb(2) ** -80
        assert abs(mpf(found.mid().str(40, radius=False)) - expected) < mpf(10) ** -12
    in_floats = float_line.positive_part(*map(floated, (p, q)), np.exp(float(level)))
    assert float(in_floats) == pytest.approx(float(expected), abs=1e-8)


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("level", [fmpq(0), fmpq(1, 4), fmpq(1)])
def test_two_precisions_agree(name: str, level: fmpq) -> None:
    found = []
    for bits in (64, 200):
        with precision(bits):
            found.append(arb(ball_line.positive_part(*PAIRS[name], arb(level).exp())))
    assert found[0].overlaps(found[1])
    assert found[0].rad() < 1e-12
    assert found[1].rad() < 1e-50


@pytest.mark.parametrize(("variance", "scale"), [
    (1, 1), (4, fmpq(1, 50)), (fmpq(1, 400), 1), (1, 40), (fmpq(1, 10**12), 1), (1, fmpq(1, 30)),
])
def test_masses_are_mpmath_s(variance: Any, scale: Any) -> None:
    part = noised(fmpq(1, 3), variance, scale)
    ends = [fmpq(-7), fmpq(1, 3), fmpq(3, 4), fmpq(9)]
    law = second_law((part,))
    for low, high in itertools.combinations(ends, 2):
        with workdps(60):
            expected = float(above(part, real(low)) - above(part, real(high)))
        with precision(100):
            found = arb(ball_line.mass((part,), low, high))
        assert float(found.mid()) == pytest.approx(expected, abs=1e-12)
        assert found.rad() < 1e-15
        in_floats = float_line.mass(floated((part,)), float(low), float(high))
        assert float(in_floats) == pytest.approx(expected, abs=1e-12)
        again = second.interval_mass(law, num(fraction(low)), num(fraction(high)))
        assert float(again.lo) - 1e-12 <= expected <= float(again.hi) + 1e-12
        assert again.hi - again.lo < 1e-6


def test_the_mass_is_the_integral_of_the_density() -> None:
    part = noised(fmpq(1, 3), 4, fmpq(3, 2))
    with workdps(25):
        found = mp.quad(lambda x: density((part,), x), [-1, 0, 1, 2])
        assert abs(above(part, mpf(-1)) - above(part, mpf(2)) - found) < mpf(10) ** -15


@pytest.mark.parametrize("name", [name for name in PAIRS if name != "mixtures"])
def test_the_second_checker_encloses_the_same(name: str) -> None:
    p, q = PAIRS[name]

    with precision(100):
        found = arb(ball_line.positive_part(p, q, arb(fmpq(1, 4)).exp()))
    again = second.law_hockey_stick(second_law(p), second_law(q), num(Fraction(1, 4)))
    assert float(again.lo) <= float(found.upper())
    assert float(found.lower()) <= float(again.hi)
    # From below it is the divergence of quantised laws, which is close.
    assert float(again.lo) > 0.98 * float(found.mid()) - 0.002


@pytest.mark.parametrize("bits", [64, 128])
def test_corners_are_decided(bits: int) -> None:
    with precision(bits):
        def stick(p: Part, q: Part, level: Any) -> arb:
            return arb(ball_line.positive_part((p,), (q,), arb(level).exp()))

        # A huge ε leaves nothing, equal laws 1 − e^ε at most.
        assert stick(noised(0, 4, 2), noised(1, 1, 2), 40) < 1e-15
        same = ball_line.positive_part((noised(0, 4, 2),), (noised(0, 4, 2),), arb(1).exp())
        assert same == 0
        # With very little noise of either kind the laws are those without it.
        bare = arb(ball_line.positive_part(
            (Part(ONE, GAUSSIAN, fmpq(0), fmpq(4)),), (Part(ONE, GAUSSIAN, ONE, ONE),), arb(1).exp()
        ))
        tiny = fmpq(1, 10**6)
        assert abs(stick(noised(0, 4, tiny), noised(1, 1, tiny), 1) - bare) < 1e-9
        point = abs(stick(noised(0, tiny**2, 1), noised(1, tiny**2, 1), 0) - (1 - arb(-0.5).exp()))
        assert point < 1e-6
        # A shift by d in scales of much noise: about d/(2b).
        much = stick(noised(0, 4, 10**6), noised(1, 1, 10**6), 0)
        assert abs(much * 2 * 10**6 - 1) < 1e-5


def test_shapes_add_up() -> None:
    for xp, read in ((Balls(), fmpq), (Floats(), float)):
        def law(head: Any, *numbers: Any, xp: Any = xp, read: Any = read) -> continuous.LawValue:
            return head(xp, *map(read, numbers))

        normal, other = law(continuous.gaussian, 1, 4), law(continuous.gaussian, 2, 5)
        lap = law(continuous.laplace, 3, 7)
        (both,) = continuous.noised(xp, normal, other).parts
        assert (both.shape, both.location, both.spread, both.noise) == (GAUSSIAN, 3, 9, None)
        for pair in ((normal, lap), (lap, normal)):
            (part,) = continuous.noised(xp, *pair).parts
            assert (part.shape, part.location, part.spread, part.noise) == (NOISED, 4, 4, 7)
        (thrice,) = continuous.noised(xp, continuous.noised(xp, normal, lap), other).parts
        assert (thrice.shape, thrice.spread, thrice.noise) == (NOISED, 9, 7)


# --- logarithms -----------------------------------------------------------------------------------


def smoothed(low: Any, length: Any, variance: Any) -> Part:
    return Part(ONE, SMOOTHED, fmpq(low), fmpq(length), fmpq(variance))


def blurred(low: Any, length: Any, scale: Any) -> Part:
    return Part(ONE, BLURRED, fmpq(low), fmpq(length), fmpq(scale))


LOGARITHMS = {
    "shifted": ((noised(0, 1, 1),), (noised(1, 1, 1),)),
    "two noises": ((noised(0, 4, fmpq(1, 2)),), (noised(1, 1, 2),)),
    "mixtures": (
        (noised(0, 1, 1, fmpq(1, 2)), noised(5, 2, 1, fmpq(1, 2))), (noised(2, 1, 2),)),
    "a Gaussian and its noised": ((Part(ONE, GAUSSIAN, fmpq(0), ONE),), (noised(0, 1, 1),)),
    "a noised and its Gaussian": ((noised(0, 1, 1),), (Part(ONE, GAUSSIAN, fmpq(0), ONE),)),
    "intervals": ((smoothed(0, 1, 1),), (smoothed(1, 1, 1),)),
    "intervals, Laplace": ((blurred(0, 1, 1),), (blurred(1, 1, 1),)),
    "two kinds": ((smoothed(0, 10, fmpq(1, 10)),), (blurred(1, 5, 1),)),
    "a tail far beyond": ((Part(ONE, LAPLACE, fmpq(0), ONE),), (smoothed(0, 1, 1),)),
}


@pytest.mark.parametrize("name", LOGARITHMS)
def test_logarithms_are_integrated(name: str) -> None:
    p, q = LOGARITHMS[name]
    halves = [fmpq(1, 2)] * 2
    rough = tuple(map(floated, (p, q)))
    for ours, theirs in (
        (lambda: ball_line.kl(p, q), float_line.kl(*rough)),
        (lambda: ball_line.entropy(q), float_line.entropy(rough[1])),
        (lambda: ball_line.information(halves, [p, q]),
         float_line.information([0.5, 0.5], rough)),
    ):
        found = []
        for bits in (56, 72):
            with precision(bits):
                found.append(arb(ours()))
        assert found[0].overlaps(found[1])
        assert found[0].rad() < 1e-9
        assert found[1].rad() < 1e-13
        assert float(theirs) == pytest.approx(float(found[1].mid()), rel=1e-9)


def test_a_divergence_is_mpmath_s() -> None:
    p, q = (noised(0, 1, 1),), (noised(1, 2, fmpq(1, 2)),)
    with workdps(20):
        cuts = [-60, -20, -8, -3, -1, 0, 1, 2, 4, 9, 20, 60]
        expected = mp.quad(
            lambda x: density(p, x) * mp.log(density(p, x) / density(q, x)), cuts)
        entropy = -mp.quad(lambda x: density(p, x) * mp.log(density(p, x)), cuts)
        with precision(80):
            found, own = arb(ball_line.kl(p, q)), arb(ball_line.entropy(p))
        assert abs(mpf(found.mid().str(30, radius=False)) - expected) < mpf(10) ** -13
        assert abs(mpf(own.mid().str(30, radius=False)) - entropy) < mpf(10) ** -13


def test_noise_tells_no_more() -> None:
    """D falls with noise, and goes to that without it as the noise does."""
    with precision(90):
        def apart(noise: Any) -> arb:
            return arb(ball_line.kl((noised(0, 1, noise),), (noised(1, 1, noise),)))

        far, near, none = apart(2), apart(1), apart(fmpq(1, 1000))
        assert far < near < none < arb(0.5)
        assert none > arb(0.4999)
        # With little length the law is almost the noise's.
        short = arb(ball_line.kl((smoothed(0, fmpq(1, 4), 1),), (smoothed(1, fmpq(1, 4), 1),)))
        assert arb(0.49) < short < arb(0.5)


def test_a_heavy_tail_beside_a_sum_is_infinite() -> None:
    """E x² of a Student law of two degrees of freedom is infinite, E|x| isn't."""
    heavy = (Part(ONE, STUDENT, fmpq(0), ONE, fmpq(2)),)
    with precision(64):
        assert ball_line.kl(heavy, (smoothed(0, 1, 1),)) == arb("inf")
        light = (Part(ONE, STUDENT, fmpq(0), ONE, fmpq(5)),)
        assert arb(ball_line.kl(light, (noised(0, 1, 1),))).is_finite()
    assert float_line.kl(floated(heavy), floated((smoothed(0, 1, 1),))) == np.inf


@pytest.mark.parametrize("name", ["shifted", "intervals", "intervals, Laplace"])
def test_the_second_checker_bounds_them(name: str) -> None:
    """From below by cells, from above without the noise that both have."""
    p, q = LOGARITHMS[name]
    with precision(80):
        found = arb(ball_line.kl(p, q))
        told = arb(ball_line.information([fmpq(1, 2)] * 2, [p, q]))
    laws = [second_law(law) for law in (p, q)]
    half = num(Fraction(1, 2))
    for value, again in ((found, second_divergences.law_kl_of(*laws)),
                         (told, second.law_information([half, half], *laws))):
        assert float(again.lo) <= float(value.upper())
        assert float(value.lower()) <= float(again.hi) < np.inf
        assert float(again.lo) > 0.9 * float(value.mid())


def test_the_second_checker_refuses_what_it_can_t_bound() -> None:
    """Two noises have nothing in common that could be left out."""
    laws = [second_law(law) for law in LOGARITHMS["two noises"]]
    with pytest.raises(Unsupported):
        second_divergences.law_kl_of(*laws)
