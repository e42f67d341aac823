"""Weighted densities, and mixtures in which each stands once: what is the same for certain, and
what only may be."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

from verified.numbers import ball_line
from verified.numbers.ball_densities import (
    curves_of,
    fall_sign,
    merged,
    net,
    same,
    same_law,
    tail_mass,
)
from verified.numbers.ball_noised import Noised
from verified.numbers.ball_shapes import Curve, Logistic, Student
from verified.numbers.ball_spread import Flat
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.line import (
    GAUSSIAN,
    LAPLACE,
    LOGISTIC,
    NOISED,
    STAIRCASE,
    STUDENT,
    UNIFORM,
    Part,
    Parts,
)

ONE, HALF, THIRD = fmpq(1), fmpq(1, 2), fmpq(1, 3)
PLAIN = Part(ONE, GAUSSIAN, fmpq(2), fmpq(3))
NOISY = Part(ONE, NOISED, fmpq(2), fmpq(3), fmpq(4))
STEPS = Part(ONE, STAIRCASE, fmpq(2), fmpq(3), fmpq(4), HALF)
# A ball about 1 that isn't exact, and may be 0 or less.
LOOSE, ANY = arb(1, 0.25), arb(0, 1)
# From exactly 0 on: radii are rounded up.
TOUCHING = arb(1, 1 - 2.0**-31)


def times(weight: Any, part: Part) -> Part:
    return replace(part, weight=weight)


# --- densities ------------------------------------------------------------------------------------


def test_each_shape_has_its_density() -> None:
    kinds = {LAPLACE: Curve, GAUSSIAN: Curve, LOGISTIC: Logistic, STUDENT: Student, NOISED: Noised}
    for shape, kind in kinds.items():
        part = Part(fmpq(2, 3), shape, fmpq(5), fmpq(7), None if kind in (Curve, Logistic) else
                    fmpq(3))
        for factor in (ONE, fmpq(1, 4)):
            (found,) = curves_of((part,), factor)
            assert type(found) is kind
            assert found.weight.overlaps(arb(fmpq(2, 3) * factor))
            assert found.location == 5
            # All of its mass, as far as tails are counted.
            with precision(64):
                whole = found.upper_tail(arb(-10) ** 9) if shape != STUDENT else found.weight
                assert whole.overlaps(found.weight)
    assert curves_of((Part(ONE, STUDENT, fmpq(0), ONE, fmpq(3)),))[0].freedom == 3


@pytest.mark.parametrize("bad", [fmpq(0), fmpq(-1), ANY, arb(-1)], ids=str)
def test_weights_and_scales_are_positive_for_certain(bad: Any) -> None:
    for part in (times(bad, PLAIN), replace(PLAIN, spread=bad), replace(NOISY, spread=bad),
                 replace(NOISY, noise=bad), times(bad, NOISY)):
        with pytest.raises(Indeterminate):
            curves_of((PLAIN, part))
    with pytest.raises(Indeterminate, match="weight"):
        curves_of((PLAIN,), bad)
    curves_of((times(LOOSE, replace(NOISY, spread=LOOSE, noise=LOOSE)),), LOOSE)


def test_staircases_have_no_density_beside_others() -> None:
    with pytest.raises(Indeterminate, match="staircase is evaluated"):
        curves_of((replace(STEPS, shape=STAIRCASE),))
    (flat,) = curves_of((replace(STEPS, shape=UNIFORM),))
    assert isinstance(flat, Flat)


def test_tails_are_those_of_all_parts() -> None:
    parts = (times(THIRD, PLAIN), Part(fmpq(2, 3), LAPLACE, fmpq(0), ONE))
    with precision(80), workdps(30):
        value = (1 - mp.ncdf(mpf(3) / mp.sqrt(3))) / 3 + mp.exp(-5) / 3
        found = tail_mass(curves_of(parts), arb(5))
        assert found.rad() < 1e-18
        assert abs(found - arb(mp.nstr(value, 25))) < 1e-18
    assert tail_mass([], arb(5)) == 0
    with pytest.raises(Indeterminate):
        tail_mass(curves_of((replace(PLAIN, location=arb("nan")),)), arb(5))


# --- what is the same -----------------------------------------------------------------------------


def test_numbers_are_the_same_for_certain() -> None:
    assert same(HALF, fmpq(2, 4))
    for one, two in ((HALF, THIRD), (LOOSE, LOOSE), (LOOSE, ONE), (arb(2), arb(3))):
        assert not same(one, two)


# Each differs from the one before in one thing, for certain or perhaps.
DIFFERENT = [
    (PLAIN, replace(PLAIN, shape=LAPLACE)), (PLAIN, replace(PLAIN, location=fmpq(1))),
    (PLAIN, replace(PLAIN, spread=fmpq(1))), (PLAIN, replace(PLAIN, location=2 * LOOSE)),
    (NOISY, replace(NOISY, noise=fmpq(1))), (NOISY, replace(NOISY, noise=4 * LOOSE)),
    (STEPS, replace(STEPS, share=THIRD)), (STEPS, replace(STEPS, noise=fmpq(1))),
    (STEPS, replace(STEPS, share=arb(0.5, 0.01))),
]


@pytest.mark.parametrize("part", [PLAIN, NOISY, STEPS], ids=lambda part: part.shape)
def test_what_is_the_same_is_added_up(part: Part) -> None:
    other = replace(part, location=fmpq(9))
    three = (times(HALF, part), times(fmpq(1, 6), other), times(THIRD, part))
    assert merged(three) == (times(fmpq(5, 6), part), times(fmpq(1, 6), other))
    assert merged((*three, times(fmpq(0), part))) == merged(three)
    assert merged((times(fmpq(0), part), other)) == (other,)
    # A weight that may be 0 is one that may not be.
    for weight in (ANY, arb(0)):
        assert merged((times(weight, other),)) == (times(weight, other),)
    assert same_law((part, other), (other, part))
    assert not same_law((part,), (part, other))
    assert not same_law((part, other), (part,))
    assert not same_law((times(HALF, part),), (times(THIRD, part),))
    assert not same_law((part,), (times(LOOSE, part),))


@pytest.mark.parametrize(("one", "two"), DIFFERENT)
def test_what_may_differ_stays_apart(one: Part, two: Part) -> None:
    assert len(merged((one, two))) == 2
    assert not same_law((one,), (two,))
    assert net((one,), (two,)) == ((one,), (two,))


def test_what_is_left_of_a_difference() -> None:
    other = replace(PLAIN, location=fmpq(9))
    assert net((PLAIN, other), (times(THIRD, PLAIN),)) == ((other, times(fmpq(2, 3), PLAIN)), ())
    assert net((times(THIRD, PLAIN),), (PLAIN, other)) == ((), (other, times(fmpq(2, 3), PLAIN)))
    assert net((PLAIN,), (PLAIN,)) == ((), ())
    assert net((times(HALF, PLAIN), times(HALF, PLAIN)), (PLAIN,)) == ((), ())
    # By balls: larger, smaller, and perhaps either.
    first, second = net((times(3 * LOOSE, PLAIN),), (PLAIN,))
    assert not second
    assert first[0].weight.contains(2)
    first, second = net((times(LOOSE, PLAIN),), (times(fmpq(3), PLAIN),))
    assert not first
    assert second[0].weight.contains(2)
    # Neither is larger for certain where the difference is a ball from exactly 0 on.
    for weight in (LOOSE, 1 + TOUCHING, 1 - TOUCHING):
        both = (times(weight, PLAIN),), (PLAIN,)
        assert net(*both) == both


def test_a_difference_is_what_it_was() -> None:
    """At each point, whatever the two share."""
    shared = [PLAIN, replace(PLAIN, shape=LAPLACE), replace(PLAIN, location=fmpq(-1)), NOISY]
    weights = [fmpq(1, 7), fmpq(2, 7), fmpq(4, 7)]
    with precision(80):
        for p, q in itertools.permutations(itertools.permutations(shared, 2), 2):
            one: Parts = tuple(times(w, part) for w, part in zip(weights, p, strict=False))
            two: Parts = tuple(times(w, part) for w, part in zip(weights[1:], q, strict=False))
            first, second = net(one, two)
            for x in (arb(0), arb(3)):
                was = ball_line.density(one, x) - ball_line.density(two, x)
                now = arb(0)
                for sign, parts in ((1, first), (-1, second)):
                    now += sign * ball_line.density(parts, x) if parts else 0
                assert was.overlaps(now)
                assert was.rad() + now.rad() < 1e-15


def test_the_sign_of_a_fall() -> None:
    for x, sign in ((fmpq(3), 1), (fmpq(-1, 9), -1), (fmpq(0), 0), (arb(0), 0), (LOOSE, 1),
                    (-LOOSE, -1)):
        assert fall_sign(x) == sign
    assert TOUCHING.lower() == 0
    for x in (ANY, arb("nan"), TOUCHING, -TOUCHING):
        with pytest.raises(Indeterminate):
            fall_sign(x)


# --- numbers of laws ------------------------------------------------------------------------------


def test_means_and_scales_of_laws() -> None:
    for x in (arb("inf"), arb("-inf")):
        with pytest.raises(Undefined):
            ball_line.finite(x)
        with pytest.raises(Undefined):
            ball_line.positive(x)
    for x in (fmpq(0), fmpq(-1), arb(-1, 0.5), arb(0)):
        with pytest.raises(Undefined):
            ball_line.positive(x)
    for x in (ANY, arb(0.5, 1), TOUCHING):
        with pytest.raises(Indeterminate):
            ball_line.positive(x)
    assert ball_line.positive(HALF) == HALF
    assert ball_line.finite(ANY) is ANY
    assert ball_line.at_most(HALF, HALF)
    assert not ball_line.at_most(ONE, HALF)
    assert not ball_line.at_most(LOOSE, ONE)
    assert ball_line.risen(HALF, ONE) == ONE
    assert ball_line.risen(HALF, HALF) == HALF
    with pytest.raises(Undefined):
        ball_line.risen(ONE, HALF)
    assert ball_line.above(ONE, HALF) is True
    assert ball_line.above(HALF, ONE) is False
    assert ball_line.above(ONE, ONE) is False
    with pytest.raises(Indeterminate):
        ball_line.above(LOOSE, ONE)


def test_functions_of_numbers() -> None:
    with precision(100), workdps(40):
        for x in (fmpq(-40), fmpq(-2), fmpq(1, 9), fmpq(7)):
            value = mp.ncdf(mpf(int(x.p)) / int(x.q))
            assert abs(ball_line.normal_cdf(x) - arb(mp.nstr(value, 35))) < arb("1e-28")
            if x > 0:
                excess = mp.exp(-mpf(int(x.p)) / int(x.q)) - 1 + mpf(int(x.p)) / int(x.q)
                assert abs(ball_line.decay_excess(x) - arb(mp.nstr(excess, 35))) < arb("1e-28")
    assert ball_line.normal_cdf(fmpq(0)) == HALF
    assert ball_line.normal_cdf(arb("inf")) == 1
    assert ball_line.normal_cdf(arb("-inf")) == 0
    assert ball_line.decay_excess(arb("inf")) == arb("inf")


@pytest.mark.parametrize("shape", [GAUSSIAN, LAPLACE, LOGISTIC, STUDENT])
def test_masses_of_intervals(shape: str) -> None:
    freedom = fmpq(3) if shape == STUDENT else None
    law = (Part(HALF, shape, fmpq(1), fmpq(2), freedom),
           Part(HALF, shape, fmpq(-4), fmpq(1), freedom))
    low, high = arb("-inf"), arb("inf")
    with precision(80):
        assert ball_line.mass(law, low, high) == 1
        for empty in ((ONE, ONE), (ONE, fmpq(0)), (high, high), (fmpq(0), low)):
            assert ball_line.mass(law, *empty) == 0
        with pytest.raises(Indeterminate):
            ball_line.mass(law, fmpq(1), LOOSE)
        below, within, beyond = (ball_line.mass(law, *ends) for ends in (
            (low, fmpq(-3)), (fmpq(-3), fmpq(2)), (fmpq(2), high)))
        assert (below + within + beyond).contains(1)
        for part in (below, within, beyond):
            assert part > 0.05
            assert part.rad() < 1e-18
        # The law that is turned round.
        turned = tuple(replace(part, location=-part.location) for part in law)
        assert ball_line.mass(turned, fmpq(3), high).overlaps(below)
        assert ball_line.mass(turned, low, fmpq(-2)).overlaps(beyond)
    flat = (Part(HALF, UNIFORM, fmpq(0), fmpq(4)), times(HALF, law[0]))
    with precision(80):
        part = ball_line.mass(flat, fmpq(1), fmpq(2))
        assert part.overlaps(fmpq(1, 8) + ball_line.mass((times(HALF, law[0]),), fmpq(1), fmpq(2)))
    assert ball_line.mass(flat[:1], fmpq(1), fmpq(2)) == fmpq(1, 8)


def test_laws_that_tell_nothing_tell_exactly_nothing() -> None:
    law, other = (PLAIN,), (replace(PLAIN, location=fmpq(9)),)
    split = (times(HALF, PLAIN), times(HALF, PLAIN))
    assert ball_line.kl(law, split) == 0
    assert ball_line.information([HALF, HALF], [law, split]) == 0
    assert ball_line.information([HALF, fmpq(0), HALF], [law, other, law]) == 0
    with precision(64):
        assert ball_line.kl(law, other).contains(fmpq(49, 6))
        assert ball_line.information([HALF, HALF], [law, other]) > fmpq(1, 2)
        assert ball_line.information([HALF, THIRD, fmpq(1, 6)], [law, law, other]) > fmpq(1, 4)
    with pytest.raises(Undefined):
        ball_line.information([fmpq(0)], [law])
    for p, q in (((STEPS,), law), (law, (STEPS,))):
        with pytest.raises(Indeterminate):
            ball_line.kl(p, q)
        with pytest.raises(Indeterminate):
            ball_line.information([HALF, HALF], [p, q])


def test_what_has_no_end_by_the_moments_of_student_laws() -> None:
    def heavy(freedom: int, weight: Any = ONE) -> Part:
        return Part(weight, STUDENT, fmpq(0), ONE, fmpq(freedom))

    normal, laplace = Part(ONE, GAUSSIAN, fmpq(0), ONE), Part(ONE, LAPLACE, fmpq(0), ONE)
    for freedom, against, endless in (
        (1, normal, True), (2, normal, True), (3, normal, False), (1, laplace, True),
        (2, laplace, False), (1, heavy(5), False),
    ):
        assert ball_line._surprises_without_end((heavy(freedom),), (against,)) is endless
        assert ball_line._surprises_without_end((laplace, heavy(freedom)), (against,)) is endless
    # The heaviest part of the other law counts, and a weight that isn't 0 for certain.
    assert not ball_line._surprises_without_end((heavy(1),), (normal, heavy(9)))
    assert not ball_line._surprises_without_end((heavy(2),), (normal, laplace))
    assert not ball_line._surprises_without_end((normal, laplace), (normal,))
    with pytest.raises(Indeterminate):
        ball_line._surprises_without_end((heavy(1, ANY), normal), (normal,))
    assert ball_line._surprises_without_end((heavy(1, ANY), heavy(2, LOOSE)), (normal,))
    with precision(53):
        assert ball_line.kl((heavy(1),), (normal,)) == arb("inf")


def test_positive_parts_at_the_ends() -> None:
    law, other = (PLAIN,), (replace(PLAIN, location=fmpq(9)),)
    with precision(64):
        assert ball_line.positive_part(law, other, arb("inf")) == 0
        assert ball_line.positive_part(law, other, fmpq(0)) == 1
        assert ball_line.positive_part(law, law, HALF) == HALF
        assert ball_line.positive_part(law, law, fmpq(2)) == 0
        assert ball_line.positive_intervals(law, law, HALF) == ([], (arb(0), arb(0)))
        intervals, (low, high) = ball_line.positive_intervals(law, other, ONE)
        ((start, stop),) = intervals
        assert low <= start < 2
        assert abs(stop - fmpq(11, 2)) < 1e-12
        assert low.is_exact()
        assert high.is_exact()
        assert low < -9
        assert high > 20
