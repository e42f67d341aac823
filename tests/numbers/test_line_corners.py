"""Integrals, powers, ratios and tests on the line at their corners: what is refused, what is exact,
and ends and laws at which a formula changes. Each case is one that a condition left out would pass
over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flint import arb, fmpq

from verified.numbers import ball_line, ball_powers, ball_segments, ball_tests
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_line import Total
from verified.numbers.ball_segments import Segment, cut
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import (
    GAUSSIAN,
    LAPLACE,
    LAPLACE_SUM,
    STUDENT,
    TRAPEZOID,
    UNIFORM,
    Part,
)

ONE, HALF = fmpq(1), fmpq(1, 2)
NOWHERE = arb("nan")


def part(shape: str, location: Any, spread: Any, weight: Any = ONE, **more: Any) -> Part:
    given = [fmpq(x) if isinstance(x, int) else x for x in (weight, location, spread)]
    return Part(given[0], shape, given[1], given[2], **more)


def student(freedom: int, scale: int = 1) -> Part:
    return part(STUDENT, 0, scale, noise=fmpq(freedom))


FLAT, BELL = part(UNIFORM, 0, 1), part(GAUSSIAN, 0, 1)


# --- densities and masses -------------------------------------------------------------------------


def test_a_density_is_that_of_bounded_parts_and_of_others() -> None:
    law = part(UNIFORM, 3, 2, HALF), part(GAUSSIAN, 4, 1, HALF)
    with precision(64):
        peak = 1 / (2 * arb.pi()).sqrt()
        assert ball_line.density(law[:1], fmpq(4)) == fmpq(1, 4)
        found = arb(ball_line.density(law, fmpq(4)))
        assert found.overlaps(fmpq(1, 4) + peak / 2)
        assert found.rad() < 1e-15


def test_a_density_where_the_number_isnt_known() -> None:
    for law, place in (((BELL,), NOWHERE), ((FLAT,), arb(1, 0.1)), ((FLAT, BELL), arb(0, 0.1))):
        with pytest.raises(Indeterminate):
            ball_line.density(law, place)


def test_a_divergence_of_order_0() -> None:
    flat = (FLAT,)
    with precision(64):
        for law, share in (((part(UNIFORM, 0, 4),), fmpq(1, 4)), (flat, ONE)):
            found = arb(ball_line.log_mass_around(flat, law))
            assert found.overlaps(-arb(share).log())
            assert found.is_finite()
    assert ball_line.log_mass_around(flat, (part(UNIFORM, 2, 1),)) == arb("inf")
    # Far out a ball doesn't tell that the mass isn't 0.
    with precision(64), pytest.raises(Indeterminate):
        ball_line.log_mass_around((part(TRAPEZOID, 0, 1, noise=arb(1, 0.1)),), (
            part(UNIFORM, 2, 1),))


def test_a_law_less_a_part_of_itself() -> None:
    with precision(64):
        assert ball_line.positive_part((BELL,), (part(GAUSSIAN, 1, 1),), fmpq(0)) == 1
        assert ball_line.positive_part((BELL,), (BELL,), HALF) == HALF
        assert ball_line.positive_part((BELL,), (BELL,), fmpq(2)) == 0
        for factor in (HALF, fmpq(2)):
            assert ball_line.positive_intervals((BELL,), (BELL,), factor)[0] == []


def test_the_normal_law_where_a_ball_is_0() -> None:
    assert ball_line.normal_cdf(fmpq(0)) == HALF
    assert ball_line.decay_excess(arb("inf")) == arb("inf")
    assert ball_line.decay_excess(fmpq(0)) == 0


@pytest.mark.parametrize("order", [HALF, fmpq(2), fmpq(0), fmpq(-1)])
def test_a_power_of_what_may_be_0(order: fmpq) -> None:
    """It is held from 0 on, where the order is above 0; of no other order is anything known."""
    with precision(64):
        total = Total(arb(HALF, HALF), NOWHERE, arb(0))
        found = total.power(arb(order)).real
        if order > 0:
            for value in (fmpq(0), fmpq(1, 9), HALF, ONE):
                assert found.contains(arb(value) ** arb(order) if value else arb(0))
        else:
            assert not found.is_finite()
        # What has a logarithm is a power by it, and sharp.
        sure = Total(arb(2), arb(2).log(), arb(0)).power(arb(order)).real
        assert sure.overlaps(arb(2) ** arb(order))
        assert sure.rad() < 1e-15


def test_what_is_integrated_must_be_known() -> None:
    for lost in (NOWHERE, arb("inf"), arb(0, "inf")):
        with pytest.raises(Indeterminate):
            ball_line._real(lost)


@pytest.mark.parametrize("lost", [NOWHERE, arb(0, "inf")])
def test_an_integral_that_isnt_known_is_none(lost: arb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ball_line, "_integral", lambda *_: lost)
    other = (part(GAUSSIAN, 1, 1),)
    with pytest.raises(Indeterminate):
        ball_line._kl((BELL,), other)
    with pytest.raises(Indeterminate):
        ball_line._entropy((BELL,))
    with pytest.raises(Indeterminate):
        ball_line._information((HALF, HALF), ((BELL,), other))


# --- powers ---------------------------------------------------------------------------------------


def test_a_student_law_falls_as_a_power() -> None:
    # p²/q falls like x^(−2(1 + ν) + 1 + ν'): 1/x isn't integrable.
    for one, two, finite in ((1, 9, False), (1, 2, False), (1, 1, True), (3, 1, True)):
        found = ball_powers._partners((student(one, 2),), (student(two),), fmpq(2))
        assert found == ([0] if finite else None)


def test_scales_that_may_be_equal() -> None:
    wide = 1 + arb(0, 0.5).nonnegative_part()
    assert wide >= 1
    with pytest.raises(Indeterminate):
        ball_powers._fall(part(LAPLACE_SUM, 0, wide, noise=ONE))


@pytest.mark.parametrize("order", [HALF, fmpq(1, 3)])
def test_a_power_of_a_bounded_law_has_no_tail(order: fmpq) -> None:
    """∫ p^α q^(1−α) of a uniform law on [0, 1] and a Laplace law."""
    with precision(64):
        rest = arb(1 - order)
        value = (arb(HALF) ** rest) * (1 - (-rest).exp()) / rest
        found = arb(ball_powers.power_integral((FLAT,), (part(LAPLACE, 0, 1),), order))
        assert found.overlaps(value)
        assert found.rad() < 1e-12


def test_a_tail_that_isnt_known_is_no_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ball_powers, "tail_mass", lambda *_: NOWHERE)
    with pytest.raises(Indeterminate):
        ball_powers._power_integral((BELL,), (part(LAPLACE, 0, 1),), HALF)


def test_how_far_right_of_both_means_an_end_is() -> None:
    near, far = curves_of((part(LAPLACE, 3, 1), part(LAPLACE, 1, 2)))
    assert ball_powers._length(near, far, arb(10)) == 7
    assert ball_powers._length(far, near, arb(10)) == 7


def test_a_tail_that_is_level_at_an_end() -> None:
    """Of p²/q: it falls beyond, and has no bound by its tangent there."""
    p, q = curves_of((BELL, part(GAUSSIAN, -6, 1)))
    with pytest.raises(Indeterminate):
        ball_powers._tail(p, q, arb(2), arb(6))
    end = ball_powers._beyond(p, q, arb(2), arb(6))
    assert end > 6
    assert ball_powers._tail(p, q, arb(2), end) < 1e-15
    # Nor is one taken for an end where all is small, but it is level.
    p, q = curves_of((part(GAUSSIAN, 0, 1, fmpq(1, 2**400)), part(GAUSSIAN, -10, 1)))
    end = ball_powers._beyond(p, q, arb(2), arb(6))
    assert ball_powers._tail(p, q, arb(2), end) < 1e-15


@pytest.mark.parametrize("end", [-5, 0, 3, 40, 10**6])
def test_powers_are_held_whatever_end_is_proposed(
    end: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """∫ p²/q = 2/√3 of Student laws of 3 degrees of freedom and of 1: p = 2/(π√3) (1 + x²/3)^−2 and
    1/q = π(1 + x²)."""
    monkeypatch.setattr(ball_powers, "_beyond_by_power", lambda *_: arb(end))
    with precision(53):
        found = ball_powers._power_integral((student(3),), (student(1),), fmpq(2))
    with precision(128):
        assert found.contains((2 / arb(3).sqrt()).mid())


# --- ratios ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slope", "power", "falls"), [
    # At the end a power rises more than the rest falls; one that falls hides what rises later.
    (-1, -1, False), (1, 1, False), (0, -1, False), (-3, -1, True), (-1, 1, True), (0, 1, True),
    (-1, 0, True), (1, 0, False),
])
def test_what_falls_beyond_an_end(
    slope: int, power: int, falls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (SimpleNamespace(c0=arb(1), c1=arb(x), power=arb(y))
                for x, y in ((slope, power), (0, 0)))
    monkeypatch.setattr(ball_powers, "_length", lambda *_: arb(0.5))
    monkeypatch.setattr(ball_powers, "_both_beyond", lambda *_: (one, two))
    curve, lead = curves_of((BELL, BELL))
    found = ball_powers._relative(curve, lead, -1, arb(3))
    assert (found is not None) == falls
    if found is not None:
        assert found[0] == 0
        assert found[1] == arb(0).exp()


def test_a_ratio_that_is_0_to_balls_far_out() -> None:
    """The largest is at the mean."""
    with precision(64):
        spread = fmpq(1, 10**100)
        found = ball_powers.most_log_ratio((part(GAUSSIAN, 0, spread),), (part(LAPLACE, 0, 1),))
        assert found.overlaps((2 / (2 * arb.pi() * spread).sqrt()).log())
        assert found.rad() < 1e-9


# --- cuts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [arb(0), arb(0, 1e-6)])
def test_segments_grow_thin_where_a_trapezoid_ends(place: arb) -> None:
    curves = curves_of((part(TRAPEZOID, place, 2, noise=ONE),))
    first, last = curves[0].kinks[0].upper(), curves[0].kinks[-1].lower()
    found = list(cut(curves, arb(-9), arb(9)))
    for chosen in ([one for one in found if one.low == first],
                   [one for one in found if one.high == last]):
        assert [one.thin for one in chosen] == [True]
        assert chosen[0].high - chosen[0].low < 1e-12


@pytest.mark.parametrize("at_low", [False, True])
def test_a_segment_is_cut_towards_the_ends_that_are_asked_for(at_low: bool) -> None:
    found = list(ball_segments._graded(Segment(arb(0), arb(1), False), at_low, not at_low))
    assert all(one.low < one.high for one in found)
    whole = found[-1] if at_low else found[0]
    assert not whole.thin
    assert whole.low == (0.5 if at_low else 0)
    assert whole.high == (1 if at_low else 0.5)
    assert sum(one.thin for one in found) == 1


# --- tests ----------------------------------------------------------------------------------------


def test_a_level_that_may_lie_above_1_is_refused() -> None:
    """Also where P is rejected for certain."""
    with precision(64):
        p, q = (part(UNIFORM, 0, 2),), (FLAT,)
        assert ball_tests.trade_off(p, q, fmpq(9, 10)) == 0
        with pytest.raises(Indeterminate):
            ball_tests.trade_off(p, q, arb(0.9, 0.2))


def test_an_error_is_a_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ball_tests, "_of_test", lambda *_: arb(1, 0.5))
    with precision(64):
        found = arb(ball_tests.trade_off((BELL,), (part(GAUSSIAN, 1, 1),), HALF))
    assert found < 1 + 1e-9
