"""Sums of two Laplace and of two uniform numbers, uniform laws beside others, and Rényi divergences
of sums: against mpmath, in balls, in floats and by the second checker; corners, and what is left
open."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import inf, mp, mpf, workdps

import recheck.densities as second
import recheck.line_divergences as second_divergences
from recheck.certificates import check as recheck
from recheck.errors import Unsupported
from recheck.reals import INF, num
from tests.measures.line_laws import floated, fraction, holds, one, real, second_law
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous
from verified.numbers import ball_bounded, ball_line, ball_powers, float_line, float_powers
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats
from verified.numbers.line import (
    BLURRED,
    GAUSSIAN,
    LAPLACE,
    LAPLACE_SUM,
    LOGISTIC,
    NOISED,
    SMOOTHED,
    STUDENT,
    TRAPEZOID,
    UNIFORM,
    Part,
    Parts,
)
from verified.reading.statements import read_statement

NEAR = fmpq(10**6 - 1, 10**6)
LAWS: dict[str, Parts] = {
    "twice": one(LAPLACE_SUM, 0, 1, 1), "two scales": one(LAPLACE_SUM, 1, 2, fmpq(1, 3)),
    "nearly twice": one(LAPLACE_SUM, 0, 1, NEAR), "triangle": one(TRAPEZOID, 0, 1, 1),
    "trapezoid": one(TRAPEZOID, fmpq(-1, 3), 3, fmpq(1, 2)), "flat": one(UNIFORM, fmpq(1, 3), 1),
    "normal": one(GAUSSIAN, 0, 1), "Laplace": one(LAPLACE, 0, 1), "logistic": one(LOGISTIC, 0, 1),
    "noised": one(NOISED, 0, 1, 1), "smoothed": one(SMOOTHED, 0, 1, 1),
    "blurred": one(BLURRED, 0, 1, 1), "Student": one(STUDENT, 0, 1, 3),
    "mixed": (*one(UNIFORM, 0, 1, weight=fmpq(1, 2)), *one(GAUSSIAN, 1, 1, weight=fmpq(1, 2))),
}


def dense(part: Part, x: Any) -> Any:
    """Each density apart from ours: of sums by the integral that they are, or by transforms."""
    m, s = real(part.location), real(part.spread)
    u = x - m
    n = None if part.noise is None else real(part.noise)
    w = real(part.weight)
    match part.shape:
        case "uniform":
            return w * (1 / s if 0 <= u <= s else 0)
        case "gaussian":
            return w * mp.npdf(u, 0, mp.sqrt(s))
        case "laplace":
            return w * mp.exp(-abs(u) / s) / (2 * s)
        case "logistic":
            return w * mp.exp(-abs(u) / s) / (s * (1 + mp.exp(-abs(u) / s)) ** 2)
        case "trapezoid":
            # How much of the interval [u − n, u] lies in [0, s].
            return w * max(min(u, s) - max(u - n, 0), 0) / (s * n)
        case "laplace sum":
            if s == n:
                return w * (1 + abs(u) / s) * mp.exp(-abs(u) / s) / (4 * s)
            return w * (s * mp.exp(-abs(u) / s) - n * mp.exp(-abs(u) / n)) / (2 * (s * s - n * n))
        case "smoothed":
            d = mp.sqrt(2 * n)
            return w * (mp.erfc((abs(u - s / 2) - s / 2) / d)
                        - mp.erfc((abs(u - s / 2) + s / 2) / d)) / (2 * s)
        case "noised":
            d = mp.sqrt(s)
            return w * sum(mp.exp(s / (2 * n * n) - way * u / n) * mp.erfc(
                (d / n - way * u / d) / mp.sqrt(2)) for way in (1, -1)) / (4 * n)
    raise AssertionError(part.shape)


def density(parts: Parts, x: Any) -> Any:
    return sum(dense(part, x) for part in parts)


def cuts(*laws: Parts) -> list[Any]:
    """Where densities aren't smooth, and some way out."""
    found = {mpf(k) for k in (-160, -80, -40, -20, -10, -5, -2, 2, 5, 10, 20, 40, 80, 160)}
    for part in itertools.chain(*laws):
        low, s = real(part.location), real(part.spread)
        found.add(low)
        if part.shape in (UNIFORM, SMOOTHED, BLURRED):
            found.add(low + s)
        if part.shape == TRAPEZOID:
            found |= {low + real(part.noise), low + s, low + s + real(part.noise)}
    return sorted(found)


def integral(f: Callable[[Any, Any], Any], p: Parts, q: Parts) -> Any:
    """Between all cuts."""
    def at(x: Any) -> Any:
        return f(density(p, x), density(q, x))

    return sum(mp.quad(at, pair) for pair in itertools.pairwise(cuts(p, q)))


def entropic(a: Any, b: Any) -> Any:
    return a * mp.log(a / b) if a > 0 else mpf(0)


def numeric(x: arb) -> Any:
    return mpf(x.mid().str(30, radius=False))


# --- densities and masses -------------------------------------------------------------------------


def test_the_closed_forms_are_convolutions() -> None:
    with workdps(20):
        for x in (mpf(-2), mpf(1) / 7, mpf(3)):
            for a, b in ((1, 1), (2, mpf(1) / 3)):
                found = mp.quad(lambda y, a=a, b=b, x=x: mp.exp(
                    -abs(y) / a - abs(x - y) / b) / (4 * a * b), sorted([-99, 0, x, 99]))
                (part,) = one(LAPLACE_SUM, 0, fmpq(a), fmpq(1) if a == b else fmpq(1, 3))
                assert abs(found - dense(part, x)) < mpf(10) ** -12


@settings(deadline=None, max_examples=30)
@given(st.sampled_from([LAPLACE_SUM, TRAPEZOID]), st.integers(-3, 3), st.integers(1, 40),
       st.integers(1, 40), st.integers(-40, 40), st.integers(0, 40))
def test_masses_and_densities_are_mpmath_s(
    shape: str, place: int, first: int, last: int, start: int, more: int
) -> None:
    longer, shorter = max(first, last), min(first, last)
    law = one(shape, fmpq(place, 3), fmpq(longer, 8), fmpq(shorter, 8))
    left, right = fmpq(start, 3), fmpq(start + more, 3)
    (part,) = law
    with workdps(25):
        points = sorted({real(left), real(right), *(
            x for x in cuts(law) if real(left) < x < real(right))})
        expected = sum(mp.quad(lambda x: dense(part, x), pair)
                       for pair in itertools.pairwise(points))
        at = dense(part, real(left))
    with precision(100):
        found, told = arb(ball_line.mass(law, left, right)), arb(ball_line.density(law, left))
    assert found.rad() < 1e-20
    assert float(found.mid()) == pytest.approx(float(expected), abs=1e-12)
    # Far out digits are kept.
    assert float(told.mid()) == pytest.approx(float(at), rel=1e-12, abs=1e-300)
    own, ends = floated(law), (float(left), float(right))
    assert float(float_line.mass(own, *ends)) == pytest.approx(float(expected), abs=1e-11)
    assert float(float_line.density(own, ends[0])) == pytest.approx(float(at), rel=1e-9, abs=1e-11)
    again = second_law(law)
    places = [num(fraction(x)) for x in (left, right)]
    assert holds(second.interval_mass(again, *places), float(expected))
    assert holds(second.density_at(again, places[0]), float(at))
    assert second.interval_mass(again, *places).hi - second.interval_mass(again, *places).lo < 1e-6


def test_trapezoids_are_exact() -> None:
    law = one(TRAPEZOID, 0, 2, 1)
    for x, below, height in ((0, 0, 0), (fmpq(1, 2), fmpq(1, 16), fmpq(1, 4)),
                             (1, fmpq(1, 4), fmpq(1, 2)), (fmpq(3, 2), fmpq(1, 2), fmpq(1, 2)),
                             (2, fmpq(3, 4), fmpq(1, 2)), (fmpq(5, 2), fmpq(15, 16), fmpq(1, 4)),
                             (3, 1, 0), (7, 1, 0), (-5, 0, 0)):
        place = fmpq(x)
        assert ball_line.mass(law, fmpq(-9), place) == below
        assert ball_line.density(law, place) == height
        assert arb(ball_line.mass(law, fmpq(-9), arb(place))).contains(fmpq(below))
    # An end that is known only so far: what holds of all that it may be.
    with precision(64):
        for place in (fmpq(1, 2), fmpq(3, 2), fmpq(2)):
            wide = arb(ball_line.mass(law, fmpq(-9), arb(place, 0.25)))
            for step in (fmpq(-1, 4), fmpq(0), fmpq(1, 4)):
                assert wide.contains(ball_line.mass(law, fmpq(-9), place + step))
            assert wide.rad() < 0.3


@pytest.mark.parametrize("shape", [LAPLACE_SUM, TRAPEZOID])
def test_masses_of_balls_hold_those_of_their_points(shape: str) -> None:
    law = one(shape, fmpq(1, 3), 2, fmpq(1, 2))
    curve, = curves_of(law)
    with precision(80):
        for middle in (-1.0, 0.3, fmpq(1, 3), 2.0):
            x = arb(middle) + arb(0, 0.125)
            tail = curve.upper_tail(x)
            for end in (x.lower(), x.mid(), x.upper()):
                assert tail.contains(curve.upper_tail(end))
            assert tail.rad() < 0.2


# --- divergences ----------------------------------------------------------------------------------

PAIRS = [
    ("twice", "two scales"), ("two scales", "nearly twice"), ("twice", "normal"),
    ("Laplace", "twice"), ("logistic", "two scales"), ("flat", "normal"), ("flat", "twice"),
    ("triangle", "normal"), ("trapezoid", "two scales"), ("triangle", "trapezoid"),
    ("flat", "smoothed"), ("mixed", "normal"), ("flat", "mixed"), ("normal", "mixed"),
    ("noised", "twice"),
]


@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_divergences_are_mpmath_s(p: str, q: str) -> None:
    first, second_one = LAWS[p], LAWS[q]
    rough = floated(first), floated(second_one)
    with workdps(15):
        told = {
            "KL": integral(entropic, first, second_one),
            "1/2": integral(lambda a, b: mp.sqrt(a * b), first, second_one),
            "TV": integral(lambda a, b: abs(a - b) / 2, first, second_one),
        }
    ours: dict[str, tuple[Callable[[], Any], Any]] = {
        "KL": (lambda: ball_line.kl(first, second_one), float_line.kl(*rough)),
        "1/2": (lambda: ball_powers.power_integral(first, second_one, fmpq(1, 2)),
                1 + float_powers.power_excess(*rough, np.asarray(0.5))),
        "TV": (lambda: ball_line.positive_part(first, second_one, fmpq(1)),
               float_line.positive_part(*rough, np.asarray(1.0))),
    }
    for name, (value, in_floats) in ours.items():
        found = []
        for bits in (64, 80):
            with precision(bits):
                found.append(arb(value()))
        assert found[0].overlaps(found[1]), name
        assert found[0].rad() < 1e-11
        assert found[1].rad() < 1e-15
        # The tips of |p − q| cost mpmath digits.
        slack = 1e-4 if name == "TV" else 1e-8
        assert float(found[1].mid()) == pytest.approx(float(told[name]), abs=slack), name
        assert float(in_floats) == pytest.approx(float(found[1].mid()), rel=1e-7, abs=1e-9), name


@pytest.mark.parametrize(("p", "q", "order"), [
    ("twice", "two scales", fmpq(3)), ("two scales", "twice", fmpq(6, 5)), ("flat", "normal", 2),
    ("triangle", "Laplace", fmpq(5, 2)), ("noised", "noised too", 2), ("smoothed", "normal", 2),
    ("smoothed", "smoothed too", fmpq(3, 2)), ("normal", "smoothed", fmpq(3, 2)),
    ("flat", "mixed", 3), ("normal", "mixed", 2),
])  # fmt: skip
def test_powers_are_mpmath_s(p: str, q: str, order: Any) -> None:
    laws = LAWS | {"noised too": one(NOISED, 1, 1, 1), "smoothed too": one(SMOOTHED, 1, 2, 1)}
    first, other, alpha = laws[p], laws[q], fmpq(order)
    with workdps(15):
        expected = integral(
            lambda a, b: a**real(alpha) * b ** (1 - real(alpha)) if a else mpf(0), first, other)
    found = []
    for bits in (64, 80):
        with precision(bits):
            found.append(arb(ball_powers.power_integral(first, other, alpha)))
    assert found[0].overlaps(found[1])
    assert found[1].rad() < 1e-14
    assert float(found[1].mid()) == pytest.approx(float(expected), rel=1e-7)
    rough = 1 + float_powers.power_excess(floated(first), floated(other), np.asarray(float(alpha)))
    assert float(rough) == pytest.approx(float(found[1].mid()), rel=1e-7)


def test_what_lies_outside_is_infinite() -> None:
    """Where the second law has no mass, and where tails are too heavy."""
    for p, q in (("normal", "flat"), ("twice", "triangle"), ("trapezoid", "triangle"),
                 ("flat", "triangle"), ("mixed", "trapezoid")):
        first, other = LAWS[p], LAWS[q]
        inside = p == "flat"
        with precision(64):
            assert (ball_line.kl(first, other) == arb("inf")) is not inside
            assert (ball_powers.power_integral(first, other, fmpq(2)) == arb("inf")) is not inside
        assert bool(float_line.kl(floated(first), floated(other)) == np.inf) is not inside
        assert bool(float_powers.power_excess(
            floated(first), floated(other), np.asarray(2.0)) == np.inf) is not inside
        if p != "mixed":
            again = second_law(first), second_law(other)
            if not inside:
                assert second_divergences.law_kl_of(*again).infinite
    for order, endless in ((fmpq(3, 2), False), (fmpq(2), True), (fmpq(3), True)):
        # By e^(−α|x|/2 + (α − 1)|x|): finite below 2 only.
        with precision(64):
            found = ball_powers.power_integral(LAWS["two scales"], LAWS["Laplace"], order)
        assert (found == arb("inf")) is endless
        rough = float_powers.power_excess(
            floated(LAWS["two scales"]), floated(LAWS["Laplace"]), np.asarray(float(order)))
        assert bool(rough == np.inf) is endless


def test_the_order_0_is_of_supports() -> None:
    balls, floats = Balls(), Floats()
    for p, q in (("flat", "normal"), ("triangle", "Laplace"), ("trapezoid", "twice")):
        (part,) = LAWS[p]
        end = part.location + part.spread + (part.noise or 0)
        with precision(80):
            around = arb(ball_line.mass(LAWS[q], part.location, end))
            found = continuous.renyi(
                balls, continuous.LawValue(LAWS[p]), continuous.LawValue(LAWS[q]), fmpq(0))
            assert abs(found + around.log()) < 1e-20
        rough = continuous.renyi(floats, continuous.LawValue(floated(LAWS[p])),
                                 continuous.LawValue(floated(LAWS[q])), np.asarray(0.0))
        assert float(rough) == pytest.approx(float(found.mid()), rel=1e-9)
        again = second_divergences.law_renyi(second_law(LAWS[p]), second_law(LAWS[q]), num(0))
        assert holds(again, float(found.mid()))
        for back in (q, "mixed"):
            assert continuous.renyi(balls, continuous.LawValue(LAWS[back]),
                                    continuous.LawValue(LAWS[p]), fmpq(0)) == 0
    two = (*one(UNIFORM, 0, 1, weight=fmpq(1, 2)), *one(UNIFORM, 3, 1, weight=fmpq(1, 2)))
    with precision(80):
        inside = sum(arb(ball_line.mass(LAWS["normal"], fmpq(x), fmpq(x + 1))) for x in (0, 3))
        found = arb(ball_line.log_mass_around(two, LAWS["normal"]))
        assert abs(found + inside.log()) < 1e-20
    assert np.isnan(float_line.log_mass_around(floated(two), floated(LAWS["normal"])))
    assert ball_line.log_mass_around(one(UNIFORM, 0, 1), one(UNIFORM, 2, 1)) == arb("inf")


@pytest.mark.parametrize(("p", "q", "expected"), [
    ("twice", "two scales", None), ("Laplace", "twice", math.log(2)), ("Laplace", "logistic", None),
    ("normal", "noised", None), ("smoothed", "blurred", None), ("twice", "Laplace", math.inf),
    ("two scales", "twice", math.inf), ("noised", "normal", math.inf), ("smoothed", "noised", None),
    ("blurred", "smoothed", math.inf), ("twice", "noised", math.inf),
])  # fmt: skip
def test_the_largest_ratio(p: str, q: str, expected: float | None) -> None:
    """Where densities aren't bounded apart at all, it is that of floats on a fine grid."""
    found = []
    for bits in (64, 80):
        with precision(bits):
            found.append(arb(ball_bounded.most_log_ratio(LAWS[p], LAWS[q])))
    rough = float(float_powers.most_log_ratio(floated(LAWS[p]), floated(LAWS[q])))
    if expected == math.inf:
        assert all(x == arb("inf") for x in found)
        assert rough == math.inf
        return
    assert found[0].overlaps(found[1])
    assert found[1].rad() < 1e-15
    assert rough == pytest.approx(float(found[1].mid()), abs=1e-3)
    if expected is not None:
        assert float(found[1].mid()) == pytest.approx(expected, abs=1e-15)
    with workdps(20):
        best = max(mp.log(density(LAWS[p], mpf(k) / 50) / density(LAWS[q], mpf(k) / 50))
                   for k in range(-500, 500)) if "blurred" not in (p, q) else -inf
    assert best <= float(found[1].mid()) + 1e-12


def test_noise_tells_no_more() -> None:
    """Rényi divergences and total variation fall with noise that both have."""
    with precision(70):
        for noise, bare in ((LAPLACE_SUM, LAPLACE), (TRAPEZOID, UNIFORM)):
            p, q = one(noise, 0, 1, fmpq(1, 2)), one(noise, fmpq(1, 4), 1, fmpq(1, 2))
            without = one(bare, 0, 1), one(bare, fmpq(1, 4), 1)
            assert arb(ball_line.positive_part(p, q, fmpq(1))) <= arb(
                continuous.total_variation(Balls(), *map(continuous.LawValue, without))) + 1e-15
        p, q = LAWS["twice"], one(LAPLACE_SUM, 1, 1, 1)
        for order in (fmpq(1, 2), fmpq(2)):
            told = ball_powers.log_power(p, q, order) / (order - 1)
            bare = ball_powers.log_power(one(LAPLACE, 0, 1), one(LAPLACE, 1, 1), order)
            assert told < bare / (order - 1)
        # Their ratio comes near e without reaching it, slowly: the enclosure is wide.
        most = arb(ball_bounded.most_log_ratio(p, q))
        assert most.contains(1)
        assert most.rad() < 0.05


# --- entropies ------------------------------------------------------------------------------------


def test_entropies() -> None:
    with precision(90):
        for length, less in ((1, 1), (3, fmpq(1, 2)), (fmpq(1, 7), fmpq(1, 9))):
            found = arb(ball_line.entropy(one(TRAPEZOID, 2, length, less)))
            assert (found - arb(fmpq(length)).log() - arb(fmpq(less) / (2 * length))).contains(0)
        # By the general way, of a mixture that is one of them far from another.
        pair = (*one(TRAPEZOID, 0, 1, 1, fmpq(1, 2)), *one(TRAPEZOID, 9, 3, fmpq(1, 2), fmpq(1, 2)))
        both = arb(ball_line.entropy(pair))
        apart = (arb(0.5) + arb(3).log() + arb(1) / 12) / 2 + arb(2).log()
        assert abs(both - apart) < 1e-20
        twice = arb(ball_line.entropy(LAWS["twice"]))
    with workdps(15):
        expected = -2 * mp.quad(lambda x: dense(LAWS["twice"][0], x) * mp.log(
            dense(LAWS["twice"][0], x)), [0, 1, 5, 20, 60])
    assert float(twice.mid()) == pytest.approx(float(expected), abs=1e-12)
    for name in ("twice", "two scales", "triangle", "trapezoid", "mixed"):
        with precision(64):
            value = arb(continuous.differential_entropy(Balls(), continuous.LawValue(LAWS[name])))
        rough = continuous.differential_entropy(
            Floats(), continuous.LawValue(floated(LAWS[name])))
        assert float(rough) == pytest.approx(float(value.mid()), abs=1e-6)
        again = second.differential_entropy(second_law(LAWS[name]))
        assert holds(again, float(value.mid()))
        assert again.hi - again.lo < (0.8 if name == "mixed" else 0.5)


def test_informations() -> None:
    halves = [fmpq(1, 2)] * 2
    for p, q in (("twice", "two scales"), ("flat", "normal"), ("triangle", "normal")):
        with precision(70):
            found = arb(ball_line.information(halves, [LAWS[p], LAWS[q]]))
            middle = tuple(Part(x.weight / 2, x.shape, x.location, x.spread, x.noise)
                           for x in (*LAWS[p], *LAWS[q]))
            sides = [arb(ball_line.kl(LAWS[name], middle)) for name in (p, q)]
        assert (found - (sides[0] + sides[1]) / 2).contains(0)
        assert found.rad() < 1e-12
        rough = float_line.information([0.5, 0.5], [floated(LAWS[p]), floated(LAWS[q])])
        assert float(rough) == pytest.approx(float(found.mid()), abs=1e-8)
        laws = [second_law(LAWS[p]), second_law(LAWS[q])]
        if p != "triangle":
            assert holds(second_divergences.law_jensen_shannon(*laws), float(found.mid()))


# --- the second checker ---------------------------------------------------------------------------


@pytest.mark.parametrize(("p", "q"), [
    ("flat", "normal"), ("two scales", "Laplace"), ("Laplace", "twice"), ("twice", "two scales"),
    ("flat", "Laplace"), ("flat", "logistic"), ("normal", "two scales"), ("flat", "twice"),
])  # fmt: skip
def test_the_second_checker_encloses_them(p: str, q: str) -> None:
    laws, again = (LAWS[p], LAWS[q]), (second_law(LAWS[p]), second_law(LAWS[q]))
    value = continuous.LawValue(LAWS[p]), continuous.LawValue(LAWS[q])
    xp = Balls()
    with precision(64):
        pairs = [
            (ball_line.kl(*laws), second_divergences.law_kl_of(*again)),
            (continuous.hellinger(xp, *value), second_divergences.law_hellinger(*again)),
            (continuous.jensen_shannon(xp, *value),
             second_divergences.law_jensen_shannon(*again)),
            (continuous.le_cam(xp, *value), second_divergences.law_le_cam(*again)),
        ]
    for ours, theirs in pairs:
        known = arb(ours)
        assert holds(theirs, float(known.mid()))
        assert theirs.hi - theirs.lo < 0.004
    stick = second.law_hockey_stick(*again, num(Fraction(1, 4)))
    with precision(64):
        told = arb(continuous.hockey_stick(xp, *value, fmpq(1, 4)))
    assert holds(stick, float(told.mid()))
    assert float(stick.lo) > float(told.mid()) - 1e-9


def test_shifts_of_one_sum_are_bounded_without_a_part() -> None:
    for noise in (LAPLACE_SUM, TRAPEZOID):
        p, q = one(noise, 0, 1, fmpq(1, 2)), one(noise, fmpq(1, 4), 1, fmpq(1, 2))
        with precision(64):
            told = arb(ball_line.positive_part(p, q, fmpq(1)))
        again = second.law_hockey_stick(second_law(p), second_law(q), num(0))
        assert holds(again, float(told.mid()))
        assert again.hi < 0.6


def test_what_the_second_checker_bounds_of_laws_apart_and_what_it_refuses() -> None:
    for p, q in (("triangle", "normal"), ("noised", "twice"), ("twice", "smoothed")):
        with pytest.raises(Unsupported):
            second_divergences.law_kl_of(second_law(LAWS[p]), second_law(LAWS[q]))
    most = second_divergences.law_renyi(
        second_law(LAWS["flat"]), second_law(LAWS["normal"]), num(INF))
    known = arb(ball_bounded.most_log_ratio(LAWS["flat"], LAWS["normal"]))
    assert holds(most, float(known.mid()))
    back = second_divergences.law_renyi(
        second_law(LAWS["normal"]), second_law(LAWS["flat"]), num(INF))
    assert back.infinite


# --- corners --------------------------------------------------------------------------------------


def test_corners_are_decided() -> None:
    with precision(100):
        # Equal laws tell nothing, exactly; a weight of 0 counts for nothing.
        for name in ("twice", "trapezoid", "flat"):
            again = (*LAWS[name], *one(GAUSSIAN, 5, 1, weight=0))
            assert ball_line.kl(LAWS[name], again) == 0
            assert ball_powers.power_integral(LAWS[name], again, fmpq(2)) == 1
            assert ball_line.positive_part(LAWS[name], again, fmpq(1)) == 0
        # A huge shift tells all, a tiny scale leaves the other law.
        far = one(LAPLACE_SUM, 10**6, 1, 1)
        assert arb(ball_line.positive_part(LAWS["twice"], far, fmpq(1))) > 1 - arb(10) ** -20
        tiny = fmpq(1, 10**9)
        bare = arb(ball_line.positive_part(one(LAPLACE, 0, 1), one(LAPLACE, 1, 1), arb(1)))
        found = arb(ball_line.positive_part(
            one(LAPLACE_SUM, 0, 1, tiny), one(LAPLACE_SUM, 1, 1, tiny), arb(1)))
        assert abs(found - bare) < 1e-7
        short = one(TRAPEZOID, 0, 1, tiny)
        assert abs(arb(ball_line.kl(short, LAWS["normal"])) - arb(
            ball_line.kl(one(UNIFORM, 0, 1), LAWS["normal"]))) < 1e-7
        # Scales that may be equal: what is told doesn't rest on whether they are.
        root = arb(2).sqrt()
        unsure = (Part(fmpq(1), LAPLACE_SUM, fmpq(0), root, root),)
        told = arb(ball_line.kl(unsure, LAWS["normal"]))
        near = one(LAPLACE_SUM, 0, fmpq(14142135623730951, 10**16), fmpq(14142135623730950, 10**16))
        assert abs(told - arb(ball_line.kl(near, LAWS["normal"]))) < 1e-12
        assert arb(ball_line.kl(LAWS["normal"], unsure)).is_finite()
        for ours in (lambda: ball_powers.power_integral(LAWS["normal"], unsure, fmpq(2)),
                     lambda: ball_bounded.most_log_ratio(LAWS["normal"], unsure)):
            with pytest.raises(Indeterminate):
                ours()


def test_what_is_left_open() -> None:
    # A logarithm without a bound at an end that both have.
    with precision(64), pytest.raises(Indeterminate):
        ball_line.kl(one(UNIFORM, 0, 1), one(TRAPEZOID, 0, 2, 1))


def test_shapes_add_up() -> None:
    for xp, read in ((Balls(), fmpq), (Floats(), float)):
        laplaces = [continuous.laplace(xp, read(a), read(b)) for a, b in ((1, 3), (2, 5))]
        flats = [continuous.uniform(xp, read(a), read(b)) for a, b in ((1, 3), (2, 7))]
        for pair in (laplaces, laplaces[::-1]):
            (part,) = continuous.noised(xp, *pair).parts
            assert (part.shape, part.location, part.spread, part.noise) == (LAPLACE_SUM, 3, 5, 3)
        for pair in (flats, flats[::-1]):
            (part,) = continuous.noised(xp, *pair).parts
            assert (part.shape, part.location, part.spread, part.noise) == (TRAPEZOID, 3, 5, 2)
        for three in ((laplaces, laplaces[0]), (flats, flats[0])):
            summed = continuous.noised(xp, *three[0])
            if isinstance(xp, Balls):
                with pytest.raises(Indeterminate):
                    continuous.noised(xp, summed, three[1])
    with pytest.raises(Undefined):
        continuous.noised(Balls(), continuous.laplace(Balls(), fmpq(0), fmpq(0)), laplaces[0])


# --- claims ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "for all b > 0: D(Lap(0, b) * Lap(0, 1) || Lap(1, b) * Lap(0, 1)) <= 1/20",
    "for all t >= 0: TV(U(0, 1) * U(0, 1), U(t, t + 1) * U(0, 1)) <= t/2",
    "for all s > 0: D(U(0, 1) || N(0, s)) >= 1",
    "for all b > 0: h(U(0, b) * U(0, 1)) <= 1/2",
])
def test_false_claims_fall_and_both_checkers_say_so(text: str) -> None:
    report = attack(read_statement(text), budget=500)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)


@pytest.mark.parametrize("text", [
    "for all b, c > 0: D(Lap(0, b) * Lap(0, c) || Lap(1, b) * Lap(0, c)) "
    "<= D(Lap(0, b) || Lap(1, b))",
    "for all s > 0: chi2(U(0, 1) || N(0, s)) >= exp(D(U(0, 1) || N(0, s))) - 1",
])
def test_true_claims_stand(text: str) -> None:
    assert attack(read_statement(text), budget=200).status == "survived"
