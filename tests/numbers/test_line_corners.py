"""Integrals, powers, ratios and tests on the line at their corners: what is refused, what is exact,
and ends and laws at which a formula changes. Each case is one that a condition left out would pass
over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flint import acb, arb, fmpq
from mpmath import mp, mpf, workdps

from verified.numbers import ball_line, ball_powers, ball_segments, ball_shapes, ball_tests
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_line import Total
from verified.numbers.ball_segments import Segment, cut
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import (
    GAUSSIAN,
    LAPLACE,
    LAPLACE_SUM,
    SMOOTHED,
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
        # Also of a factor that is a ball.
        assert ball_line.positive_part((BELL,), (part(GAUSSIAN, 1, 1),), arb(0)) == 1
        nothing = ball_line.positive_part((BELL,), (BELL,), fmpq(2))
        assert nothing == 0
        assert isinstance(nothing, fmpq)
        for factor in (HALF, fmpq(2)):
            found = ball_line.positive_intervals((BELL,), (BELL,), factor)
            assert found == ([], (arb(0), arb(0)))


def test_the_normal_law_where_a_ball_is_0() -> None:
    found = ball_line.normal_cdf(fmpq(0))
    assert isinstance(found, fmpq)
    assert found == HALF
    for end in (arb("inf"), -arb("inf")):
        assert ball_line.decay_excess(end) == arb("inf")
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
        # On a part of the plane it isn't held by what is real.
        assert not Total(acb(HALF, HALF), NOWHERE).power(arb(order)).is_finite()
        # What has a logarithm is a power by it, and sharp.
        sure = Total(arb(2), arb(2).log(), arb(0)).power(arb(order)).real
        assert sure.overlaps(arb(2) ** arb(order))
        assert sure.rad() < 1e-15


def test_a_power_of_an_order_that_may_be_0() -> None:
    with precision(64):
        assert not Total(arb(HALF, HALF), NOWHERE, arb(0)).power(arb(0.1, 0.2)).is_finite()


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


# A bell whose logarithm varies much, one end of a trapezoid and its side, where it is level, and
# what lies beside it.
@pytest.mark.parametrize(("shapes", "low", "high"), [
    ((part(GAUSSIAN, 0, fmpq(1, 100)),), fmpq(1, 8), fmpq(1, 2)),
    ((part(TRAPEZOID, 0, 2, noise=ONE),), -1, fmpq(1, 2)),
    ((part(TRAPEZOID, 0, 2, noise=ONE),), fmpq(1, 4), fmpq(1, 2)),
    ((part(TRAPEZOID, 0, 2, noise=ONE),), 1, 4),
    ((part(TRAPEZOID, 0, 2, HALF, noise=ONE), part(GAUSSIAN, 0, 1, HALF)), -1, 1),
])
@pytest.mark.parametrize("bits", [16, 64])
def test_what_densities_are_somewhere_on_an_interval(
    shapes: Any, low: Any, high: Any, bits: int
) -> None:
    low, high = fmpq(low), fmpq(high)
    with precision(bits):
        found = ball_line.Ranges(curves_of(shapes), arb(low), arb(high)).sum(ball_line.ALL)
        assert found is not None
        density, log, product = (one.real for one in (found.density, found.log, found.product))
    with precision(128):
        values = [arb(ball_line.density(shapes, low + (high - low) * fmpq(k, 64)))
                  for k in range(65)]
        for value in values:
            assert density.overlaps(value)
            if value > 0:
                logs = value.log()
                assert not log.is_finite() or log.overlaps(logs)
                assert product.overlaps(value * logs)
        # Sharp, too, and the logarithm is known where there is a density throughout.
        least, most = min(values, key=float), max(values, key=float)
        if all(one.shape == TRAPEZOID for one in shapes):
            assert density.upper() < 1.01 * most
            assert density.lower() > 0.99 * least - 1e-3
        assert log.is_finite() == (least > 0)


def test_ranges_are_rounded_outwards(monkeypatch: pytest.MonkeyPatch) -> None:
    (curve,) = curves_of((part(TRAPEZOID, 0, 2, noise=ONE),))
    ends = arb(fmpq(1, 4)), arb(fmpq(1, 2))
    with precision(128):
        exact = arb(1).exp()
    with precision(16):
        monkeypatch.setattr(type(curve), "at", lambda *_: arb(1).exp())
        bell = SimpleNamespace(support=None, log_around=lambda _: arb(1))
        for one in (curve, bell):
            least, most = ball_line._range(one, *ends)  # type: ignore[arg-type]
            assert least < exact < most
    # Of a sum as well.
    parts = [1 + arb(2) ** -15, arb(2) ** -10 + arb(2) ** -25]
    with precision(128):
        whole = sum(parts, arb(0))
    monkeypatch.setattr(ball_line, "_range", lambda one, *_: (one, one))
    with precision(16):
        found = ball_line.Ranges(parts, *ends).sum(ball_line.ALL)  # type: ignore[arg-type]
    assert found is not None
    assert found.density.real.contains(whole)
    assert not whole.rad() > 0


def test_no_density_beside_an_interval() -> None:
    curves = curves_of((part(TRAPEZOID, 0, 2, noise=ONE),))
    for low, high in ((-2, 0), (-2, -1), (3, 4), (5, 6)):
        assert ball_line.Ranges(curves, arb(low), arb(high)).sum(ball_line.ALL) is None


def test_a_difference_of_exact_numbers_is_exact() -> None:
    with precision(53):
        small = arb(2) ** -300
        found = ball_line._exactly(arb(1), small)
        assert found.is_exact()
    with precision(400):
        assert found == 1 - small


def test_moments_where_a_weight_may_be_0() -> None:
    heavy = part(STUDENT, 0, 1, arb(0), noise=ONE)
    with pytest.raises(Indeterminate):
        ball_line._surprises_without_end((heavy, BELL), (BELL,))
    assert ball_line._surprises_without_end((student(1), BELL), (BELL,))
    assert not ball_line._surprises_without_end((student(3), BELL), (BELL,))


def test_a_mass_and_a_part_that_arent_known_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Indeterminate):
        ball_line._curved_mass((part(GAUSSIAN, NOWHERE, 1),), fmpq(0), ONE)
    monkeypatch.setattr(ball_line, "tail_mass", lambda *_: NOWHERE)
    with pytest.raises(Indeterminate):
        ball_line.positive_part((BELL,), (part(GAUSSIAN, 1, 1),), ONE)


def test_tails_may_count_towards_a_positive_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """TV(N(0, 1), N(1, 1)) = 2Φ(1/2) − 1, on an interval that leaves out what lies beyond."""
    found = ball_line._signs

    def short(p: Any, q: Any) -> Any:
        positive = found(p, q)[0]
        kept = ball_line.Positive(positive.p, positive.q, None)
        for low, end in ((-1, 0), (0, 1), (1, 2)):
            kept.add(arb(low), arb(end))
        return kept, arb(-1), arb(2)

    monkeypatch.setattr(ball_line, "_signs", short)
    with precision(64):
        told = arb(ball_line.positive_part((BELL,), (part(GAUSSIAN, 1, 1),), ONE))
        exact = 2 * arb(ball_line.normal_cdf(HALF)) - 1
        assert told.contains(exact.mid())
        assert told.rad() < 0.2


def test_a_tail_counts_with_the_largest_weight_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ball_line, "_signs", lambda *_: (
        ball_line.Positive([], [], None), arb(0), arb(0)))
    with precision(64):
        law = part(GAUSSIAN, 0, 1, arb(0.5, 0.1))
        found = arb(ball_line.positive_part((law,), (part(GAUSSIAN, 99, 1),), ONE))
        assert found.contains(arb(fmpq(59, 100)))


def test_between_which_ends_signs_were_looked_for() -> None:
    """All of what lies between them was looked at, though they were rounded."""
    far = part(GAUSSIAN, fmpq(2**60, 3), 1), part(GAUSSIAN, fmpq(2**60, 3) + 1, 1)
    with precision(30):
        ends = ball_line.outer_ends(*[[*curves_of(far[:1]), *curves_of(far[1:])]] * 2)
        assert not ends[0].is_exact()
        found = ball_line.positive_intervals(far[:1], far[1:], ONE)[1]
        assert found == (ends[0].lower(), ends[1].upper())


def test_an_entropy_and_an_information_of_bounded_laws() -> None:
    with precision(128):
        found = arb(ball_line.entropy((part(TRAPEZOID, 0, 2, noise=ONE),)))
        assert found.overlaps(arb(2).log() + arb(fmpq(1, 4)))
        assert found.rad() < 1e-35
        # Two triangles apart: ln 2 more than that of each, 1/2.
        two = tuple(part(TRAPEZOID, place, 1, HALF, noise=ONE) for place in (0, 5))
        assert arb(ball_line.entropy(two)).overlaps(arb(2).log() + HALF)
        # Of a scale that is hardly known.
        wide = arb(ball_line.entropy((part(TRAPEZOID, 0, arb(2, 0.1), noise=ONE),)))
        assert wide.contains(arb(2).log() + arb(fmpq(1, 4)))
        assert wide.rad() < 0.1
    with precision(64):
        # One of a uniform law and a Laplace law, by mpmath.
        found = arb(ball_line.information((HALF, HALF), ((FLAT,), (part(LAPLACE, 0, 1),))))
        with workdps(25):
            def told(x: Any) -> Any:
                densities = [mpf(0 < x < 1), mp.exp(-abs(x)) / 2]
                whole = sum(densities) / 2
                return sum(p * mp.log(p / whole) for p in densities if p) / 2
            exact = mp.quad(told, [-60, -20, -5, 0]) + mp.quad(told, [0, 1]) + mp.quad(
                told, [1, 5, 20, 60])
        assert abs(mpf(found.mid().str(20, radius=False)) - exact) < 1e-15
        assert found.rad() < 1e-12
        assert arb(ball_line.kl((FLAT,), (BELL,))).rad() < 1e-12
        # Of a mixture far out only what isn't bounded counts.
        mixed = part(TRAPEZOID, 0, 1, HALF, noise=ONE), part(LAPLACE, 0, 1, HALF)
        found = arb(ball_line.kl((BELL,), mixed))
        with workdps(25):
            def apart(x: Any) -> Any:
                p = mp.npdf(x)
                q = mp.exp(-abs(x)) / 4 + max(mpf(0), 1 - abs(x - 1)) / 2
                return p * mp.log(p / q)
            exact = mp.quad(apart, [-30, -8, 0, 1, 2, 8, 30])
        assert abs(mpf(found.mid().str(20, radius=False)) - exact) < 1e-15
    # The larger share of what tells most is that of the law that is rarest, as far as is known.
    with precision(64):
        other = part(GAUSSIAN, 1, 1)
        weights = arb(0.1, 0.05), arb(0.9, 0.05)
        around = arb(ball_line.information(weights, ((BELL,), (other,))))
        for share in (fmpq(6, 100), fmpq(14, 100)):
            assert around.overlaps(arb(ball_line.information(
                (share, 1 - share), ((BELL,), (other,)))))


def test_an_entropys_tail_where_densities_are_large() -> None:
    """∫ −p ln p over (a, ∞) of w e^(−x/s)/(2s) is w e^(−a/s)/2 (1 + a/s − ln(w/(2s)))."""
    scale, end, around = fmpq(1, 20), fmpq(1, 100), arb(0.5, 0.4)
    with precision(64):
        for weight in (ONE, fmpq(9, 10), fmpq(1, 10)):
            mass = weight * arb(-end / scale).exp() / 2
            exact = mass * (1 + end / scale - arb(weight / (2 * scale)).log())
            for law in (weight, *([around] if weight < 1 else [])):
                curves = curves_of((part(LAPLACE, 0, scale, law),))
                found = ball_line._entropy_tail(curves, arb(end))
                assert found.contains(exact)
                assert found.is_finite()


# −ln of a density that falls as a power, of one that rises by one beside its exponential, of one
# that falls by one beside a bell, and of plain ones.
@pytest.mark.parametrize("q", [
    student(3), part(LAPLACE_SUM, 0, 1, noise=ONE), part(SMOOTHED, 0, 2, noise=ONE),
    part(LAPLACE, 1, 2), part(GAUSSIAN, -2, 3),
])
@pytest.mark.parametrize("p", [part(LAPLACE, 0, 20), part(GAUSSIAN, 1, 2)])
@pytest.mark.parametrize("log_most", [0, -3])
def test_a_tail_of_surprises_is_bounded_from_above(p: Part, q: Part, log_most: int) -> None:
    with precision(64):
        found = ball_line._surprise_tail(curves_of((p,)), curves_of((q,)), arb(4), arb(log_most))

        def term(x: Any) -> Any:
            place = arb(mp.nstr(x, 17))
            one, two = (arb(ball_line.density((law,), place)).mid() for law in (p, q))
            return mpf((one * (log_most - two.log())).str(15, radius=False))

        least = mp.quad(term, [4, 8, 16, 30, 60, 120, 240])
    assert mpf(found.lower().str(15, radius=False)) > least * (1 - mpf(10)**-12)
    assert found.is_finite()


def test_a_divergences_tail_of_a_weight_that_is_hardly_known() -> None:
    """Of w q it is w ln w times the mass of q."""
    with precision(64):
        around, law = (curves_of((part(LAPLACE, 0, 1, one),)) for one in (arb(0.5, 0.4), ONE))
        found = ball_line._kl_tail(around, law, arb(fmpq(1, 100)))
        mass = arb(fmpq(-1, 100)).exp() / 2
        for weight in (fmpq(1, 8), fmpq(37, 100), fmpq(7, 8)):
            assert found.contains((mass * weight * arb(weight).log()).mid())


@pytest.mark.parametrize(("p", "q", "share"), [
    ((part(UNIFORM, 0, 4),), (part(UNIFORM, 0, 1, HALF), part(UNIFORM, 2, 1, HALF)), HALF),
    ((part(UNIFORM, 0, 4),), (part(UNIFORM, 0, 1, HALF), part(UNIFORM, 1, 1, HALF)), HALF),
    ((part(UNIFORM, 0, 4),), (part(UNIFORM, 0, 2, HALF), part(UNIFORM, 1, 2, HALF)), fmpq(1, 4)),
    ((part(UNIFORM, 0, 4),), (part(TRAPEZOID, 0, 2, noise=ONE),), fmpq(1, 4)),
    ((FLAT,), (FLAT,), fmpq(0)), ((FLAT,), (BELL,), fmpq(0)), ((BELL,), (BELL,), fmpq(0)),
])
def test_what_lies_outside_of_a_law(p: Any, q: Any, share: fmpq) -> None:
    with precision(64):
        assert ball_line.outside(p, q) == share


def test_an_informations_tail_where_weights_are_hardly_known(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the ends there is but one law; of these weights nothing but their ratio to the law's
    is asked."""
    laws = (part(LAPLACE, 0, 1000),), (part(GAUSSIAN, 0, fmpq(1, 10**6)),)
    with precision(64):
        exact = [arb(ball_line._information((weight, fmpq(9, 10)), laws)).mid()
                 for weight in (fmpq(1, 8), fmpq(37, 100), fmpq(7, 8))]
        monkeypatch.setattr(ball_shapes, "_reach", lambda _: arb(fmpq(1, 100)))
        found = ball_line._information((arb(0.5, 0.4), fmpq(9, 10)), laws)
        assert all(found.contains(one) for one in exact)


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
