"""Densities of sums of two laws on the line, piece by piece against mpmath: each ball holds the
value at every point of what it was worked out at, and each bound of a tail is one."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flint import acb, arb, ctx, fmpq
from mpmath import mp, mpf, workdps

from verified.numbers.ball_noised import Noised
from verified.numbers.ball_shapes import Tail
from verified.numbers.ball_signs import ERFC, ERFCX, POWER, Term
from verified.numbers.ball_spread import Blurred, Flat, Smoothed
from verified.numbers.ball_sums import Sum, _factor
from verified.numbers.balls import Indeterminate, precision

WEIGHT = fmpq(3, 4)
Function = Callable[[Any], Any]


def real(x: Any) -> Any:
    return mpf(int(x.p)) / int(x.q) if isinstance(x, fmpq) else mpf(x)


def text(x: arb) -> Any:
    return mpf(x.mid().str(60, radius=False))


def holds(ball: arb, value: Any) -> bool:
    """Whether a ball holds a number that is known to 40 digits."""
    slack = mpf(10) ** -40 * max(1, abs(value))
    return bool(text(ball.lower()) - slack <= value <= text(ball.upper()) + slack)


def interval(shape: str, low: Any, length: Any, scale: Any) -> tuple[Sum, Function, Function]:
    """A uniform law with noise: its class, its density, and the mass above a number."""
    a, b, s = real(low), real(low) + real(length), real(scale)

    def beyond(z: Any) -> Any:
        if shape == "gaussian":
            return mp.erfc(z / mp.sqrt(2)) / 2
        return mp.exp(-z) / 2 if z >= 0 else 1 - mp.exp(z) / 2

    def rest(z: Any) -> Any:
        if shape == "gaussian":
            return mp.npdf(z) - z * mp.erfc(z / mp.sqrt(2)) / 2
        return mp.exp(-abs(z)) / 2 + max(-z, 0)

    def density(x: Any) -> Any:
        return real(WEIGHT) * (beyond((x - b) / s) - beyond((x - a) / s)) / (b - a)

    def above(x: Any) -> Any:
        return real(WEIGHT) * s * (rest((x - b) / s) - rest((x - a) / s)) / (b - a)

    kind = Smoothed if shape == "gaussian" else Blurred
    return kind(arb(WEIGHT), arb(low), arb(length), arb(scale)), density, above


def laplace_and_gaussian(location: Any, variance: Any, noise: Any) -> tuple[
        Sum, Function, Function]:
    m, s, b = real(location), mp.sqrt(real(variance)), real(noise)

    def pieces(u: Any) -> Any:
        return tuple(
            mp.exp(s * s / (2 * b * b) - way * u / b) * mp.erfc((s / b - way * u / s) / mp.sqrt(2))
            for way in (1, -1))

    def density(x: Any) -> Any:
        return real(WEIGHT) * sum(pieces(x - m)) / (4 * b)

    def above(x: Any) -> Any:
        one, two = pieces(x - m)
        return real(WEIGHT) * (mp.erfc((x - m) / (s * mp.sqrt(2))) / 2 + (one - two) / 4)

    return Noised(arb(WEIGHT), arb(location), arb(variance), arb(noise)), density, above


# Each is made anew, at the digits and bits in force.
LAWS: dict[str, Callable[[], tuple[Sum, Function, Function]]] = {
    "gaussian": lambda: interval("gaussian", fmpq(-1), fmpq(3), fmpq(1, 2)),
    "gaussian, short": lambda: interval("gaussian", fmpq(1), fmpq(1, 2), fmpq(2)),
    "laplace": lambda: interval("laplace", fmpq(-1), fmpq(3), fmpq(1, 2)),
    "laplace, short": lambda: interval("laplace", fmpq(1), fmpq(1, 2), fmpq(2)),
    "gaussian, left": lambda: interval("gaussian", fmpq(-4), fmpq(2), fmpq(1)),
    "laplace, left": lambda: interval("laplace", fmpq(-4), fmpq(2), fmpq(1)),
    "both": lambda: laplace_and_gaussian(fmpq(1, 2), fmpq(1), fmpq(2)),
    "both, narrow": lambda: laplace_and_gaussian(fmpq(-1), fmpq(4), fmpq(1, 3)),
}
BALLS = [(0, 0.5), (0.25, 0.25), (1.5, 0.5), (1, 1), (4, 0.5), (9, 0.125), (3, 0)]


def points(low: Any, high: Any) -> list[Any]:
    return [low + (high - low) * k / 8 for k in range(9)]


@pytest.mark.parametrize("name", LAWS)
def test_balls_hold_what_is_at_each_of_their_points(name: str) -> None:
    with workdps(70), precision(200):
        law, density, above = LAWS[name]()
        middle = text(law.location)
        for mid, radius in BALLS:
            ball = arb(mid, radius)
            apart = [u for u in points(mid - radius, mid + radius) if u >= 0]
            for u in apart:
                assert holds(law.at(ball), density(middle + u))
                assert holds(law.upper_tail(law.location + ball), above(middle + u))
                assert holds(law.upper_tail(law.location - ball), above(middle - u))
            assert holds(law.peak, density(middle))
            exact = arb(mid)
            assert law.at(exact).rad() < 1e-40
            assert law.upper_tail(law.location + exact).rad() < 1e-40
            # The slope is that of the density, where there is one.
            u, step = mpf(mid) + mpf(1) / 7, mpf(10) ** -20
            wanted = (density(middle + u - step) - density(middle + u + step)) / (2 * step)
            found = law.slope(exact + arb(1) / 7)
            assert abs(text(found) - wanted) < mpf(10) ** -25
            assert holds(law.slope(ball + arb(1) / 7) + arb(0, 1e-25), wanted)


@pytest.mark.parametrize("name", LAWS)
def test_masses_keep_their_digits_on_both_sides(name: str) -> None:
    with workdps(70), precision(100):
        law, _, above = LAWS[name]()
        for low, high in ((-40, -39), (39, 40), (-2, 0), (0, 1), (-1, 30)):
            found = law.mass(arb(low), arb(high))  # type: ignore[attr-defined]
            # By symmetry, that no digits are lost in the mirror either.
            if high <= text(law.location):
                twice = 2 * text(law.location)
                wanted = above(twice - high) - above(twice - low)
            else:
                wanted = above(mpf(low)) - above(mpf(high))
            assert holds(found, wanted)
            assert found.rad() < abs(found) * 1e-9
        # Beyond its reach there is less than the precision tells.
        end = law.location + law.reach()  # type: ignore[attr-defined]
        assert law.upper_tail(end) < arb(2) ** -ctx.prec
        turned = law.reflected()  # type: ignore[attr-defined]
        assert turned.location.overlaps(-law.location)
        assert turned.upper_tail(arb(-1)).overlaps(
            arb(WEIGHT) - law.upper_tail(arb(1)))


def value_of(terms: list[Term], h: arb) -> Any:
    total = acb(0)
    for term in terms:
        c0, c1, c2 = term.polynomial
        total += term.sign * acb(c0 + c1 * h + c2 * h * h).exp() * _factor(term, acb(h))
    return total.real


@pytest.mark.parametrize("name", LAWS)
def test_terms_add_up_to_the_density(name: str) -> None:
    with workdps(70), precision(200):
        law, density, _ = LAWS[name]()
        middle = text(law.location)
        ends = sorted({text(kink) for kink in law.kinks} | {mpf(-30), mpf(-4), mpf(3), mpf(30)})
        for low, high in itertools.pairwise(ends):
            one, two, origin = (arb(str(x)) for x in (low, high, (2 * low + high) / 3))
            # Kinks themselves, not numbers near to them.
            one, two = (next((k for k in law.kinks if k.overlaps(end)), end) for end in (one, two))
            terms = law.terms(one, two, origin)
            for share in (mpf(1) / 8, mpf(1) / 2, mpf(7) / 8):
                x = low + (high - low) * share
                h = arb(str(x)) - origin
                # Right of the middle, where no digits of the formula are lost.
                wanted = density(middle + abs(text(h + origin) - middle))
                assert abs(text(value_of(terms, h)) / wanted - 1) < mpf(10) ** -20
                value = law.log_density(one, two, origin)(acb(h), False)
                assert abs(text(value.real) - mp.log(wanted)) < mpf(10) ** -15


@pytest.mark.parametrize("kind", [
    lambda: Blurred(arb(1), arb(-1), arb(3), arb(1)), lambda: Flat(arb(1), arb(-1), arb(3)),
])
def test_a_segment_has_no_end_inside(kind: Callable[[], Sum]) -> None:
    law = kind()
    for low, high in ((-2, 0), (1, 3), (-2, 3)):
        with pytest.raises(Indeterminate):
            law.terms(arb(low), arb(high), arb(low))
    with pytest.raises(Indeterminate):
        law.terms(arb(-1, 0.01), arb(1), arb(0))
    assert law.terms(arb(-1), arb(2), arb(0))


def test_a_uniform_law_is_as_high_as_it_is_long() -> None:
    law = Flat(arb(WEIGHT), arb(-1), arb(3))
    (term,) = law.terms(arb(-1), arb(1), arb(0))
    assert term.polynomial[0].exp().overlaps(arb(WEIGHT) / 3)
    assert law.terms(arb(2), arb(5), arb(3)) == []
    assert law.terms(arb(-9), arb(-1), arb(-3)) == []
    for x, share in ((-4, 1), (-1, 1), (0, fmpq(2, 3)), (2, 0), (7, 0)):
        assert law.upper_tail(arb(x)).overlaps(arb(WEIGHT) * share)
        assert law.upper_tail(arb(x)).rad() < 1e-12
    assert law.mass(arb(-5), arb(0)).overlaps(arb(WEIGHT) / 3)
    assert law.mass(arb(-5), arb(-3)).overlaps(arb(0))
    assert law.reflected().mass(arb(-5), arb(0)).overlaps(arb(WEIGHT) * 2 / 3)
    assert law.reach() <= arb(1.5) + 1e-9


def log_of(tail: Tail, h: Any, c0: arb) -> Any:
    """What a tail of length 1 says of the log-density at h, with one of its constants."""
    fall = text(tail.c1) * h + text(tail.c2) * h * h - tail.power * mp.log1p(h)
    return text(c0) + fall


@pytest.mark.parametrize("name", LAWS)
def test_bounds_of_tails(name: str) -> None:
    """From both sides, or from below alone; moments from above by a falling exponential."""
    with workdps(40), precision(128):
        law, density, above = LAWS[name]()
        last = max(law.kinks, key=text)
        for end in (last + arb(1) / 8, arb(4), arb(7)):
            tail = law.beyond(end, arb(1))
            start = text(end)
            for h in (0, mpf(1) / 3, 1, 4, 15):
                logarithm = mp.log(density(start + h))
                assert log_of(tail, h, tail.c0.lower()) <= logarithm + mpf(10) ** -30
                if not tail.is_bound:
                    assert logarithm <= log_of(tail, h, tail.c0.upper()) + mpf(10) ** -30
            assert log_of(tail, 15, tail.c0.lower()) > 2 * mp.log(density(start + 15))
            whole, first, second, log_moment = law.tail_moments(end, arb(1))
            assert holds(whole, above(start))
            for bound, weight in ((first, lambda x: x), (second, lambda x: x * x),
                                  (log_moment, mp.log1p)):
                def part(x: Any, weight: Function = weight, start: Any = start) -> Any:
                    return weight(x) * density(start + x)

                with workdps(18):
                    wanted = mp.quad(part, [0, 1, 4, 12, 60]) * (1 - mpf(10) ** -6)
                assert wanted <= text(bound.upper())
                # Close to the middle it hardly falls.
                assert end < 4 or text(bound.lower()) < 6 * wanted
            longer = law.tail_moments(end, arb(2))[3]
            assert longer.overlaps(log_moment / 2)
        for kink in law.kinks:
            with pytest.raises(Indeterminate):
                law.beyond(kink, arb(1))
        with pytest.raises(Indeterminate):
            law.tail_moments(law.location, arb(1))


@pytest.mark.parametrize("name", LAWS)
def test_logarithms_on_balls_that_hold_kinks(name: str) -> None:
    with workdps(40), precision(128):
        law, density, _ = LAWS[name]()
        middle = text(law.location)
        for mid, radius in ((0, 1), (1, 2), (-1, 2), (3, 1), (-3, 1), (0, 0)):
            found = law.log_around(law.location + arb(mid, radius))
            for x in points(middle + mid - radius, middle + mid + radius):
                assert holds(found, mp.log(density(x)))
            lowest = mp.log(density(middle + abs(mid) + radius))
            assert text(found.lower()) > lowest - mpf(10) ** -6
            highest = mp.log(density(middle + max(abs(mid) - radius, 0)))
            assert text(found.upper()) < highest + mpf(10) ** -6


def test_error_functions_at_complex_distances() -> None:
    """Tricomi's function is the scaled error function where z is right of 0 alone."""
    for factor, z in itertools.product((ERFC, ERFCX), (-2, fmpq(-1, 3), fmpq(1, 2), 7, 9, 30)):
        with workdps(40), precision(128):
            term = Term((arb(0), arb(0), arb(0)), factor, arb(z), arb(1) / 2)
            found = _factor(term, acb(fmpq(1, 4), fmpq(1, 8)))
            at = mp.mpc(real(z) + mpf(1) / 8, mpf(1) / 16)
            wanted = mp.erfc(at) * (mp.exp(at * at) if factor == ERFCX else 1)
            assert abs(text(found.real) - wanted.real) < abs(wanted) * mpf(10) ** -25
            assert abs(text(found.imag) - wanted.imag) < abs(wanted) * mpf(10) ** -25
    # On a wide ball the exponential alone is wider than all values.
    wide = _factor(Term((arb(0), arb(0), arb(0)), ERFCX, arb(30, 0.5), arb(1)), acb(0))
    assert wide.real.rad() < 0.01
    assert _factor(Term((arb(0), arb(0), arb(0))), acb(3)) == 1
    with pytest.raises(AssertionError):
        _factor(Term((arb(0), arb(0), arb(0)), POWER, arb(1), arb(1)), acb(0))
