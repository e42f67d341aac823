"""Uniform laws on the line: exact values against known ones and the second checker, disjoint and
nested intervals, what other shapes they aren't evaluated with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

import recheck.line_divergences as line
from recheck import densities
from recheck.errors import Undefined as NoValue
from recheck.reals import INF, num
from verified import language as v
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous
from verified.measures.continuous import LawValue
from verified.numbers import ball_line
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined
from verified.numbers.float_namespace import Floats
from verified.numbers.line import GAUSSIAN, UNIFORM, Part

INFINITY = arb("inf")
Ends = tuple[tuple[str, str, str], ...]
WHOLE: Ends = (("1", "0", "1"),)
MOVED: Ends = (("1", "1/3", "4/3"),)
HALF: Ends = (("1", "0", "1/2"),)
FAR: Ends = (("1", "2", "7/2"),)
MIXED: Ends = (("1/4", "0", "1/2"), ("3/4", "1/4", "1"))


def law(xp: Any, ends: Ends) -> LawValue:
    def real(text: str) -> Any:
        found = Fraction(text)
        return fmpq(found.numerator, found.denominator) if isinstance(xp, Balls) else float(found)

    parts = [continuous.uniform(xp, real(low), real(high)) for _, low, high in ends]
    weights = [real(weight) for weight, *_ in ends]
    stacked = BallArray((len(ends),), weights) if isinstance(xp, Balls) else np.array(weights)
    return continuous.mixture(xp, stacked, *parts)


def in_second(ends: Ends) -> densities.Mixture:
    parts = [densities.uniform(num(Fraction(low)), num(Fraction(high))) for _, low, high in ends]
    return densities.mixture([num(Fraction(weight)) for weight, *_ in ends], *parts)


VALUES = [
    # Each: two laws, then TV, KL, Rényi of order 2, χ², of order 0.
    (WHOLE, WHOLE, fmpq(0), 0.0, 0.0, fmpq(0), 0.0),
    (WHOLE, MOVED, fmpq(1, 3), np.inf, np.inf, INFINITY, np.log(1.5)),
    (HALF, WHOLE, fmpq(1, 2), np.log(2), np.log(2), fmpq(1), np.log(2)),
    (WHOLE, HALF, fmpq(1, 2), np.inf, np.inf, INFINITY, 0.0),
    (WHOLE, FAR, fmpq(1), np.inf, np.inf, INFINITY, np.inf),
    # On quarters and a half 1/8, 3/8, 1/2 against 1/4, 1/4, 1/2.
    (MIXED, WHOLE, fmpq(1, 8), np.log(0.5) / 8 + 3 * np.log(1.5) / 8, np.log(9 / 8), fmpq(1, 8),
     0.0),
]


@pytest.mark.parametrize(("p", "q", "apart", "kl", "two", "chi", "none"), VALUES)
def test_values(
    p: Ends, q: Ends, apart: fmpq, kl: float, two: float, chi: Any, none: float
) -> None:
    xp, floats = Balls(), Floats()
    exact, rough = ([law(space, ends) for ends in (p, q)] for space in (xp, floats))
    held = [in_second(ends) for ends in (p, q)]
    found = continuous.total_variation(xp, *exact)
    assert isinstance(found, fmpq)
    assert found == apart
    assert densities.law_total_variation(*held) == num(Fraction(int(apart.p), int(apart.q)))
    assert float(continuous.total_variation(floats, *rough)) == pytest.approx(
        int(apart.p) / int(apart.q))
    assert continuous.chi_square(xp, *exact) == chi
    for ours, theirs, value in (
        (lambda space, laws: continuous.kl(space, *laws), line.law_kl_of(*held), kl),
        (lambda space, laws: continuous.renyi(space, *laws, space.constant(fmpq(2))),
         line.law_renyi(*held, num(2)), two),
        (lambda space, laws: continuous.renyi(space, *laws, space.constant(fmpq(0))),
         line.law_renyi(*held, num(0)), none),
    ):
        assert float(arb(ours(xp, exact)).mid()) == pytest.approx(value, abs=1e-12)
        assert float(ours(floats, rough)) == pytest.approx(value, abs=1e-12)
        if value == np.inf:
            assert theirs == num(INF)
        else:
            assert float(theirs.lo) - 1e-12 <= value <= float(theirs.hi) + 1e-12


def test_the_others() -> None:
    xp = Balls()
    one, two = law(xp, HALF), law(xp, FAR)
    for found in (continuous.hellinger(xp, one, two), continuous.le_cam(xp, one, two)):
        assert arb(found).overlaps(arb(1))
    assert arb(continuous.jensen_shannon(xp, one, two)).overlaps(arb(2).log())
    held = [in_second(ends) for ends in (HALF, FAR)]
    for theirs, value in ((line.law_hellinger(*held), 1.0), (line.law_le_cam(*held), 1.0),
                          (line.law_jensen_shannon(*held), np.log(2))):
        assert float(theirs.lo) - 1e-12 <= value <= float(theirs.hi) + 1e-12
    kinks, weights = BallArray((1,), [fmpq(1, 2)]), BallArray((1,), [fmpq(3)])
    # 3 (½ − ½ · ½ + ½) − 3/2 of halves and the whole: all mass where p/q = 2.
    known = fmpq(3, 4)
    assert continuous.f_divergence(xp, one, law(xp, WHOLE), kinks, weights) == known
    assert line.law_f_divergence(in_second(HALF), in_second(WHOLE), [num(Fraction(1, 2))],
                                 [num(3)]) == num(Fraction(3, 4))


def test_of_one_law() -> None:
    xp, floats = Balls(), Floats()
    assert continuous.interval_mass(xp, law(xp, MIXED), fmpq(1, 4), fmpq(3, 4)) == fmpq(5, 8)
    assert float(continuous.interval_mass(floats, law(floats, MIXED), 0.25, 0.75)) == 0.625
    found = densities.interval_mass(in_second(MIXED), num(Fraction(1, 4)), num(Fraction(3, 4)))
    assert found == num(Fraction(5, 8))
    for ends, value in ((FAR, np.log(1.5)), (MIXED, 2 * np.log(1) - np.log(0.5) / 8
                                             - 3 * np.log(1.5) / 8)):
        assert float(arb(continuous.differential_entropy(xp, law(xp, ends))).mid()) == (
            pytest.approx(value))
        assert float(continuous.differential_entropy(floats, law(floats, ends))) == (
            pytest.approx(value))
        held = densities.differential_entropy(in_second(ends))
        assert float(held.lo) - 1e-12 <= value <= float(held.hi) + 1e-12


def test_a_shift_rounds_to_the_same_cells_in_floats() -> None:
    floats = Floats()
    one, two = (continuous.uniform(floats, 0.1, 0.3), continuous.uniform(floats, 0.1, 0.7))
    assert float(continuous.kl(floats, one, two)) == pytest.approx(np.log(3))
    assert float(continuous.kl(floats, continuous.shift(floats, one, 0.2),
                               continuous.shift(floats, two, 0.2))) == pytest.approx(np.log(3))


def test_what_is_no_law_or_left_open() -> None:
    xp, floats = Balls(), Floats()
    for low, high in ((fmpq(1), fmpq(1)), (fmpq(1), fmpq(0)), (fmpq(0), INFINITY)):
        with pytest.raises(Undefined):
            continuous.uniform(xp, low, high)
    with pytest.raises(NoValue):
        densities.uniform(num(1), num(1))
    assert np.isnan(continuous.total_variation(
        floats, continuous.uniform(floats, 1.0, 0.0), law(floats, WHOLE)))


def test_a_false_claim_falls_and_both_checkers_say_so() -> None:
    """A shift by t tells uniform laws of a length l apart by t/l, not by less."""
    from recheck.certificates import check as recheck

    t, length = v.Real("t", "[0,1]"), v.Real("l", "[1,2]")
    apart = v.TV(v.uniform(0, length), v.uniform(t, t + length))
    wrong = v.claim("wrong", forall=[t, length], then=apart <= t / 2)
    report = attack(wrong, seed=0, budget=300)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)


# --- a density at a number, and order 0 -----------------------------------------------------------


def test_the_density_of_a_mixture_adds_what_is_flat() -> None:
    half = fmpq(1, 2)
    flat = Part(half, UNIFORM, fmpq(5), fmpq(2))
    bell = Part(half, GAUSSIAN, fmpq(6), fmpq(1))
    for place, wanted in ((fmpq(6), fmpq(1, 4)), (fmpq(4), fmpq(0)), (fmpq(7), fmpq(1, 4)),
                          (fmpq(8), fmpq(0)), (fmpq(3), fmpq(0))):
        normal = (-((place - 6) ** 2) / arb(2)).exp() / (2 * arb.pi()).sqrt() / 2
        found = arb(ball_line.density((flat, bell), place))
        assert found.overlaps(wanted + normal)
        assert found.rad() < 1e-12
    for end in (arb(5, 1e-9), arb(7, 1e-9)):
        with pytest.raises(Indeterminate, match="which side"):
            ball_line.density((flat,), end)


def test_order_0_is_the_mass_of_the_interval() -> None:
    flat, bell = Part(fmpq(1), UNIFORM, fmpq(0), fmpq(1)), Part(fmpq(1), GAUSSIAN, fmpq(0), fmpq(1))
    inside = (arb(1) / arb(2).sqrt()).erf() / 2
    assert arb(ball_line.log_mass_around((flat,), (bell,))).overlaps(-inside.log())
    wide, beside = (Part(fmpq(1), UNIFORM, fmpq(start), fmpq(length))
                    for start, length in ((0, 4), (1, 2)))
    assert arb(ball_line.log_mass_around((flat,), (wide,))).overlaps(arb(4).log())
    assert ball_line.log_mass_around((flat,), (beside,)) == arb("inf")
    assert ball_line.log_mass_around((bell,), (flat,)) == 0
