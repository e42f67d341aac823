"""Rényi's integrals and largest ratios on the line: every bound holds what it stands for.

At the usual reach tails are below the precision, and one that is left out or bounded from the wrong
side would go unseen. Here integrals end a scale beyond the means, or the parameters are wide balls,
of which each member's value must be held; and bounds are near what they bound, where nothing is
wide.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from flint import arb, ctx, fmpq
from mpmath import mp, mpf, workdps

from tests.numbers.test_line_errors import density, holds, quadrature, real
from verified.numbers import ball_line, ball_powers, ball_shapes
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_segments import Segment, largest
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import GAUSSIAN, LAPLACE, LOGISTIC, Part, Parts

ONE, HALF = fmpq(1), fmpq(1, 2)


def laplace(location: Any, spread: Any, weight: Any = ONE) -> Part:
    return Part(weight, LAPLACE, _exact(location), _exact(spread))


def gaussian(location: Any, variance: Any, weight: Any = ONE) -> Part:
    return Part(weight, GAUSSIAN, _exact(location), _exact(variance))


def logistic(location: Any, scale: Any, weight: Any = ONE) -> Part:
    return Part(weight, LOGISTIC, _exact(location), _exact(scale))


def _exact(x: Any) -> Any:
    return fmpq(x) if isinstance(x, int) else x


def members(parts: Parts) -> Iterator[Parts]:
    """The laws with each ball in it at one of its ends."""
    fields = [(index, name) for index, part in enumerate(parts)
              for name in ("location", "spread") if isinstance(getattr(part, name), arb)]
    for sides in itertools.product((-1, 1), repeat=len(fields)):
        found = list(parts)
        for (index, name), side in zip(fields, sides, strict=True):
            ball = getattr(found[index], name)
            end = (ball.mid() + side * ball.rad()).mid().fmpq()
            found[index] = replace(found[index], **{name: end})
        yield tuple(found)


def log_ratio(p: Parts, q: Parts, x: Any) -> Any:
    return mp.log(density(p, x)) - mp.log(density(q, x))


def number(x: arb) -> Any:
    """An exact ball."""
    assert x.is_exact()
    return real(x.fmpq())


# --- integrals ------------------------------------------------------------------------------------

POWERS = [
    # Two parts of p that are nearly one: the mean of powers is hardly less than the power of means.
    ((laplace(0, 1, HALF), laplace(fmpq(1, 1000), 1, HALF)), (laplace(0, 2),), fmpq(3)),
    ((laplace(0, 1, HALF), laplace(fmpq(1, 1000), 1, HALF)), (laplace(0, 2),), HALF),
    # The first part of q helps p less than the second, below 1 and above.
    ((laplace(0, 1),), (laplace(0, HALF, HALF), laplace(0, 4, HALF)), fmpq(1, 4)),
    ((laplace(fmpq(1, 3), 1),), (gaussian(0, 1, HALF), laplace(0, 3, HALF)), fmpq(2)),
    # One of two means far on either side.
    ((laplace(0, 1),), (laplace(-5, 1),), HALF),
    ((laplace(0, 1),), (laplace(5, 1),), HALF),
    ((laplace(0, 1),), (laplace(5, 2),), fmpq(3, 2)),
    ((gaussian(0, 1),), (gaussian(1, 1),), fmpq(2)),
    ((gaussian(1, 1),), (gaussian(0, 1),), fmpq(9, 8)),
    ((logistic(0, 1),), (logistic(1, 2, HALF), laplace(0, 2, HALF)), fmpq(2)),
    ((logistic(0, 1, HALF), gaussian(-1, 1, HALF)), (logistic(fmpq(1, 2), 1),), fmpq(3, 2)),
    ((laplace(1, 1),), (logistic(0, 1),), HALF),
]


def power(p: Parts, q: Parts, order: fmpq) -> str:
    with workdps(30):
        alpha = real(order)
        found = quadrature(lambda x: density(p, x) ** alpha * density(q, x) ** (1 - alpha), p, q)
        return str(mp.nstr(found, 22))


@pytest.mark.parametrize(("p", "q", "order"), POWERS)
def test_a_power_integral_holds_its_value(
    p: Parts, q: Parts, order: fmpq, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the usual reach, and where it ends early."""
    value = power(p, q, order)
    with precision(53):
        found = ball_powers._power_integral(p, q, order)
    assert holds(found, value)
    assert found.rad() < 1e-12 * found
    monkeypatch.setattr(ball_shapes, "_reach", lambda shape: arb(fmpq(1, 8)))
    monkeypatch.setattr(ball_powers, "_beyond", lambda a, b, alpha, near: near)
    with precision(53):
        found = ball_powers._power_integral(p, q, order)
    assert holds(found, value)
    assert 1e-4 < found.rad() < 12


@pytest.mark.parametrize("order", [fmpq(3), HALF])
def test_tails_hold_those_of_all_that_balls_hold(
    order: fmpq, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of wide scales the tails alone, as nothing is added up between the ends."""
    ends: list[arb] = []

    def nothing(curves: Any, low: arb, high: arb, integrand: Any) -> arb:
        ends[:] = low, high
        return arb(0)

    monkeypatch.setattr(ball_shapes, "_reach", lambda shape: arb(2))
    monkeypatch.setattr(ball_powers, "_beyond", lambda a, b, alpha, near: near)
    monkeypatch.setattr(ball_powers, "_integral", nothing)
    p, q = (laplace(0, arb(1, 0.125)),), (laplace(1, arb(2, 0.125)),)
    found = ball_powers._power_integral(p, q, order)
    low, high = map(number, ends)
    assert found.contains(0)
    with workdps(20):
        alpha = real(order)
        values = []
        for one, two in itertools.product(members(p), members(q)):
            def term(x: Any, one: Parts = one, two: Parts = two) -> Any:
                return density(one, x) ** alpha * density(two, x) ** (1 - alpha)
            values.append(mp.quad(term, [-60, -10, low]) + mp.quad(term, [high, 10, 60]))
        assert max(values) <= number(found.upper()) < 4 * max(values)


@pytest.mark.parametrize(("p", "q", "order"), [
    (laplace(0, arb(1, 0.125)), laplace(0, arb(2, 0.25)), 3),
    (gaussian(arb(0, 0.25), 1), laplace(1, 1), 2), (laplace(-1, 1), gaussian(0, arb(50, 5)), 2),
    (gaussian(-3, 1), gaussian(fmpq(1, 4), 2, HALF), 2),
    (logistic(0, 1), logistic(5, fmpq(3, 2)), 2), (logistic(5, 1), laplace(0, 1), 3),
    (laplace(0, 1), logistic(arb(5, 0.25), 1), 2), (logistic(5, arb(1, 0.125)), laplace(0, 2), 2),
])
def test_the_bound_of_a_tail(p: Part, q: Part, order: int) -> None:
    end = arb(6)
    bound = ball_powers._tail(*curves_of((p, q)), arb(order), end)
    with workdps(20):
        values = [
            mp.quad(lambda x, one=one, two=two: density(one, x) ** order
                    * density(two, x) ** (1 - order), [6, 7, 10, 20, 60])
            for one in members((p,)) for two in members((q,))
        ]
        assert max(values) <= number(bound)
        if not any(isinstance(x, arb) for part in (p, q) for x in (part.location, part.spread)):
            assert number(bound) < 4 * max(values)


# Of order 2 the exponent of p²/q is constant, grows, or does one or the other.
LEVEL = [
    ((ONE, ONE), (ONE, HALF)), ((fmpq(1, 2**400), ONE), (ONE, fmpq(1, 4))),
    ((fmpq(1, 2**400), ONE), (ONE, HALF)), ((fmpq(1, 2**400), arb(1, 0.1)), (ONE, HALF)),
]


@pytest.mark.parametrize(("p", "q"), LEVEL)
def test_a_tail_that_isnt_known_to_fall(p: tuple[Any, Any], q: tuple[Any, Any]) -> None:
    curves = curves_of((laplace(0, p[1], p[0]), laplace(0, q[1], q[0])))
    with pytest.raises(Indeterminate):
        ball_powers._tail(*curves, arb(2), arb(3))
    with pytest.raises(Indeterminate):
        ball_powers._beyond(*curves, arb(2), arb(3))


@pytest.mark.parametrize(("p", "q", "order"), [
    (laplace(100, 1), laplace(99, 5), 2), (gaussian(100, 2), laplace(98, 1), 3),
    (gaussian(95, 4), gaussian(100, 3), fmpq(3, 2)), (gaussian(0, 1), laplace(0, fmpq(1, 40)), 3),
    (laplace(0, 1), laplace(0, 1, fmpq(1, 2**300)), 3),
])
def test_an_end_beyond_which_hardly_anything_is(p: Part, q: Part, order: Any) -> None:
    alpha = real(fmpq(order))
    for bits in (53, 200):
        with precision(bits):
            end = ball_powers._beyond(*curves_of((p, q)), arb(order), arb(100))
        assert end > 100
        with workdps(30):
            logs = [alpha * mp.log(density((p,), x)) + (1 - alpha) * mp.log(density((q,), x))
                    for x in (number(end), number(end) + 1)]
            assert logs[1] < logs[0] < -bits - 19


def test_partners() -> None:
    q = (gaussian(0, 1, HALF), laplace(0, 1, HALF))
    assert ball_powers._partners((laplace(0, 1), gaussian(2, 1)), q, fmpq(2)) == [1, 0]
    # p²/q is constant on the right.
    assert ball_powers._partners((laplace(0, 1),), (laplace(0, HALF),), fmpq(2)) is None
    assert ball_powers.power_integral((laplace(0, 1),), (laplace(0, HALF),), fmpq(2)) == arb("inf")
    # A part that may have no weight doesn't make an integral infinite.
    for weight in (arb(0), arb(0, 1e-20)):
        with pytest.raises(Indeterminate):
            ball_powers._partners((laplace(0, 1), laplace(0, 9, weight)), (laplace(0, 1),), fmpq(2))


def test_what_isnt_known_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    p, q = (laplace(0, 1),), (laplace(1, 1),)
    for lost in (arb("nan"), arb(0, "inf")):
        monkeypatch.setattr(ball_powers, "_integral", lambda *rest, lost=lost: lost)
        monkeypatch.setattr(ball_powers._Ratios, "largest", lambda *rest, lost=lost: lost)
        for order in (HALF, fmpq(2)):
            with pytest.raises(Indeterminate):
                ball_powers._power_integral(p, q, order)
        with pytest.raises(Indeterminate):
            ball_powers._most_log_ratio(p, q)
    monkeypatch.setattr(ball_powers, "power_integral", lambda *rest: arb(1, 2))
    with pytest.raises(Indeterminate):
        ball_powers.log_power(p, q, HALF)


# --- the largest ratio ----------------------------------------------------------------------------


def test_an_end_that_isnt_known_isnt_passed_over() -> None:
    for ends in ([arb("nan"), arb(1)], [arb(1), arb("nan")], [arb(3), arb("nan"), arb(2)]):
        with pytest.raises(Indeterminate):
            largest(ends)
    assert largest([arb(1), arb("-inf"), arb(3), arb(2)]) == 3


@pytest.mark.parametrize("shape", [LAPLACE, GAUSSIAN])
@pytest.mark.parametrize("width", [1, 30, 100, 400, 10**9])
def test_a_place_that_is_hardly_known(shape: str, width: int) -> None:
    """Where a bump may lie anywhere the largest ratio is left open, or held: a place at which a
    ball knows nothing was passed over, and what is reached far out taken for the largest."""
    bump, wide = Part(HALF, shape, arb(0, width), ONE), laplace(0, 3, HALF)
    q = (laplace(0, 3),)
    with precision(64):
        try:
            found = ball_powers.most_log_ratio((bump, wide), q)
        except Indeterminate:
            return
    assert width < 100
    with workdps(30):
        for place in (fmpq(0), fmpq(9 * width, 10)):
            law = replace(bump, location=place), wide
            assert log_ratio(law, q, real(place)) <= number(found.upper())


FAR = [
    # p, q, where it begins, whether it comes near a constant.
    ((gaussian(0, 1),), (gaussian(0, 1, HALF), laplace(0, 1, HALF)), 2, False),
    ((gaussian(0, 1, HALF), laplace(0, 1, HALF)), (laplace(0, 1),), 3, True),
    ((laplace(0, 1),), (laplace(1, 1, HALF), laplace(-1, 1, HALF)), 2, True),
    ((laplace(0, 1),), (laplace(1, 1, HALF), laplace(0, 2, HALF)), 2, False),
    ((laplace(0, 2),), (laplace(0, 2, HALF), laplace(1, 1, HALF)), 2, True),
    ((laplace(-60, 1, HALF), laplace(-61, HALF, HALF)), (laplace(-62, 1),), -50, True),
    # It rises for long before it falls.
    ((gaussian(0, 100, HALF), laplace(0, fmpq(1, 50), HALF)), (laplace(0, fmpq(1, 50)),), 1, True),
    ((laplace(0, 1),), (gaussian(0, 100, HALF), laplace(0, 1, HALF)), 1, True),
    ((gaussian(0, 100, fmpq(1, 2**300)), laplace(0, fmpq(1, 50), 1 - fmpq(1, 2**300))),
     (laplace(0, fmpq(1, 50)),), 1, True),
    ((gaussian(0, 1),), (laplace(0, arb(2, 0.25)),), 2, False),
    ((laplace(arb(0, 0.25), 1, HALF), gaussian(0, 1, HALF)), (laplace(arb(0, 0.25), 1),), 3, True),
    ((laplace(0, 1),), (laplace(0, 1, HALF), gaussian(0, arb(1, 0.5), HALF)), 3, True),
    ((logistic(0, 1),), (logistic(1, 1),), 40, True),
    ((laplace(0, 1, HALF), logistic(1, HALF, HALF)), (logistic(0, 1),), 40, True),
    ((gaussian(0, 4, HALF), logistic(-1, 2, HALF)), (logistic(0, 2, HALF), laplace(0, 1, HALF)), 80,
     True),
    ((logistic(arb(0, 0.25), 1),), (laplace(0, 1),), 40, True),
    ((laplace(0, 1),), (logistic(0, 2),), 1, False),
    ((logistic(0, 1),), (laplace(0, 2),), 1, False),
]


@pytest.mark.parametrize(("p", "q", "start", "level"), FAR)
def test_the_bounds_far_out(p: Parts, q: Parts, start: int, level: bool) -> None:
    with precision(53):
        found = ball_powers._largest_far_out(p, q, arb(start), ctx.prec)
    assert found is not None
    assert found.end >= start
    assert (found.below is not None) == level
    wide = any(isinstance(x, arb) for part in (*p, *q) for x in (part.location, part.spread))
    with workdps(40):
        end = number(found.end)
        steps = [end + mpf(2) ** k for k in range(-3, 13)]
        for one, two in itertools.product(members(p), members(q)):
            values = [log_ratio(one, two, x) for x in (end, *steps)]
            room = mpf(10) ** -14
            assert max(values) <= number(found.above) + room
            if found.below is not None:
                assert number(found.below) <= max(values) + room
                assert wide or number(found.above) - number(found.below) < mpf(10) ** -8


def test_a_ratio_that_grows_on_one_side_only() -> None:
    one, two = (gaussian(0, 1),), (gaussian(1, 1),)
    assert ball_powers.most_log_ratio(one, two) == arb("inf")
    assert ball_powers.most_log_ratio(two, one) == arb("inf")


def test_tails_that_differ_too_little() -> None:
    """It is bounded; only where it falls isn't found."""
    with pytest.raises(Indeterminate):
        ball_powers.most_log_ratio((laplace(0, 1),), (laplace(0, 1 + fmpq(1, 2**600)),))


RATIOS: list[tuple[Parts, Parts]] = [
    ((gaussian(0, 1),), (laplace(0, 1),)),
    ((gaussian(20, 4, HALF), laplace(22, 1, HALF)), (laplace(21, 2),)),
    ((laplace(fmpq(1, 3), 1),), (gaussian(20, 9, HALF), gaussian(22, 1, HALF))),
    ((gaussian(arb(20, 0.125), 4, HALF), laplace(22, 1, HALF)), (laplace(21, arb(2, 0.125)),)),
    ((gaussian(-1, 1, fmpq(1, 10)), gaussian(0, 2, fmpq(9, 10))),
     (gaussian(1, 1, fmpq(1, 10)), gaussian(0, 1, fmpq(9, 10)))),
    # Where a part has hardly a share in the middle, and nearly all of it at the ends.
    ((gaussian(0, fmpq(1, 100), fmpq(255, 256)), gaussian(0, 1, fmpq(1, 256))),
     (gaussian(0, fmpq(1, 100)),)),
    ((logistic(20, 1),), (logistic(22, 2),)), ((logistic(20, 1),), (logistic(22, 1),)),
    ((logistic(0, 1, HALF), gaussian(20, 4, HALF)), (logistic(21, 2, HALF), laplace(20, 2, HALF))),
    ((laplace(20, 1),), (logistic(20, arb(2, 0.125)),)),
]
PLACES = [(fmpq(1, 2), fmpq(2)), (fmpq(-1, 2), fmpq(1, 2)), (fmpq(-9, 2), fmpq(-1, 8)),
          (fmpq(22), fmpq(25)), (fmpq(77, 4), fmpq(83, 4)), (fmpq(17), fmpq(20)),
          (fmpq(41, 2), fmpq(41, 2) + fmpq(1, 1024)), (fmpq(22), fmpq(42)), (fmpq(-20), fmpq(-1))]


def samples(segment: Segment) -> list[Any]:
    low, high = number(segment.low), number(segment.high)
    return [low + (high - low) * k / 16 for k in range(17)]


@pytest.mark.parametrize("share", [fmpq(1, 8), fmpq(7, 8)])
@pytest.mark.parametrize(("p", "q"), RATIOS)
def test_bounds_from_about_halfway(
    p: Parts, q: Parts, share: fmpq, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The middle is rounded: wherever it lies, the bounds hold."""
    monkeypatch.setattr(Segment, "middle", property(
        lambda segment: (segment.low + (segment.high - segment.low) * share).mid()))
    ratios = ball_powers._Ratios(curves_of(p), curves_of(q))
    for low, high in PLACES:
        segment = Segment(arb(low), arb(high), False)
        try:
            above, below = ratios.bounds(segment)
        except Indeterminate:
            continue
        with workdps(30):
            for one, two in itertools.product(members(p), members(q)):
                most = max(log_ratio(one, two, x) for x in samples(segment))
                assert number(below) - mpf(10) ** -13 <= most
                assert not above.is_finite() or most <= number(above) + mpf(10) ** -13


@pytest.mark.parametrize(("p", "q"), RATIOS)
def test_bounds_on_a_segment(p: Parts, q: Parts) -> None:
    ratios = ball_powers._Ratios(curves_of(p), curves_of(q))
    wide = any(isinstance(x, arb) for part in (*p, *q) for x in (part.location, part.spread))
    for (low, high), thin in itertools.product(PLACES, (False, True)):
        segment = Segment(arb(low), arb(high), thin)
        try:
            above, below = ratios.bounds(segment)
        except Indeterminate:
            # A kink inside of what is said to have none.
            assert not thin
            continue
        if not above.is_finite():
            continue
        slope = None if thin else ratios._slope(segment)
        with workdps(30):
            for one, two in itertools.product(members(p), members(q)):
                values = [log_ratio(one, two, x) for x in samples(segment)]
                room = mpf(10) ** -13
                assert max(values) <= number(above) + room
                assert number(below) <= max(values) + room
                if slope is None or wide:
                    continue
                for x in samples(segment)[1:-1]:
                    slant = mp.diff(lambda z, one=one, two=two: log_ratio(one, two, z), x)
                    assert (slope + arb(0, 1e-9)).contains(arb(mp.nstr(slant, 12)))
                if slope > 0 or slope < 0:
                    # It rises or falls all the way: the largest value is at an end.
                    assert number(above) <= max(values) + mpf(10) ** -10
                if high - low < fmpq(1, 100):
                    assert slope.rad() < 0.5
                    assert number(above) <= max(values) + mpf(10) ** -2


@pytest.mark.parametrize("count", [1, 3, 7, 11])
def test_a_segment_of_a_few_units_in_the_last_place(count: int) -> None:
    """What is about halfway is nearer one end than the other."""
    with precision(53):
        unit = arb(2) ** -52
        segment = Segment(arb(1), 1 + count * unit, False)
        place = fmpq(1) + fmpq(count, 2**54)
        for variance in (fmpq(1, 2**90), fmpq(1, 2**104)):
            p, q = (gaussian(place, variance),), (laplace(0, 1),)
            above, below = ball_powers._Ratios(curves_of(p), curves_of(q)).bounds(segment)
            with workdps(40):
                assert number(below) <= log_ratio(p, q, real(place)) <= number(above)


@pytest.mark.parametrize(("p", "q"), RATIOS)
def test_the_largest_ratio_between_ends(p: Parts, q: Parts) -> None:
    low, high, known = fmpq(18), fmpq(26), arb(-300)
    ratios = ball_powers._Ratios(curves_of(p), curves_of(q))
    with precision(53):
        found = ratios.largest(arb(low), arb(high), [known])
        assert ratios.largest(arb(low), arb(high), [arb(10**6)]) == 10**6
    with workdps(30):
        for one, two in itertools.product(members(p), members(q)):
            most = max(log_ratio(one, two, mpf(18) + mpf(k) / 64) for k in range(513))
            assert number(found.lower()) <= most + mpf(10) ** -3
            assert most <= number(found.upper()) + mpf(10) ** -13
            if not any(isinstance(x, arb) for part in (*p, *q)
                       for x in (part.location, part.spread)):
                assert found.rad() < 1e-9
                assert number(found.upper()) < most + mpf(10) ** -3


def test_the_largest_ratio_where_kinks_are_known_as_balls() -> None:
    for radius in (1e-12, 1e-3):
        p = (laplace(arb(1, radius), 1, HALF), laplace(0, 1, HALF))
        with precision(53):
            found = ball_powers.most_log_ratio(p, (laplace(0, 1),))
        # (1 + e)/2, at and beyond the kink of the part that is moved by 1.
        value = ((1 + arb(1).exp()) / 2).log()
        assert found.overlaps(value)
        assert found.rad() < 9 * radius
    # Nothing but a place where kinks may be.
    ratios = ball_powers._Ratios(curves_of((laplace(arb(0, 1), 1),)), curves_of((laplace(0, 2),)))
    held = ratios.largest(arb("-0.5"), arb("0.5"), [])
    assert held.contains(arb(2).log())


def logs_at(curves: Sequence[Any], x: arb) -> list[arb]:
    return [curve.log_around(x) for curve in curves]


def test_whichever_density_is_said_to_lead_the_logarithm_is_the_same() -> None:
    p = (gaussian(20, 4, HALF), laplace(22, 1, HALF))
    for x in (fmpq(0), fmpq(21), fmpq(40)):
        found = ball_powers._Ratios._log(curves_of(p), arb(x))
        with workdps(30):
            assert holds(found, str(mp.nstr(mp.log(density(p, real(x))), 25)))
        assert found.rad() < 1e-9


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    ball_line._memory.cache_clear()
