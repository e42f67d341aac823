"""Logistic laws on the line: balls, floats and the second checker against quadrature, closed forms
against integrals, what is exact, infinite or left open, and claims that fall or stand."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import acb, arb, fmpq
from scipy import stats
from scipy.optimize import brentq

import recheck.line_divergences as line
from recheck import densities
from recheck.errors import Undefined as NoValue
from recheck.errors import Unknown, Unsupported
from recheck.events import log_part
from recheck.reals import INF, Num, num, span
from verified import language as v
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous
from verified.measures.continuous import LawValue
from verified.numbers import ball_line, ball_shapes
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats
from verified.reading.statements import read_statement

INFINITY = arb("inf")
# Weight, shape, location, scale or variance.
Law = tuple[tuple[str, str, str, str], ...]

PLAIN: Law = (("1", "logistic", "0", "1"),)
MOVED: Law = (("1", "logistic", "2", "1"),)
WIDER: Law = (("1", "logistic", "1/2", "3/2"),)
NORMAL: Law = (("1", "gaussian", "1", "2"),)
LAPLACE: Law = (("1", "laplace", "1/3", "5/4"),)
SAMPLED: Law = (("3/4", "logistic", "0", "1"), ("1/4", "logistic", "1", "1"))
MIXED: Law = (("1/2", "logistic", "0", "1/2"), ("1/2", "laplace", "1", "2"))
PAIRS = [(PLAIN, MOVED), (PLAIN, WIDER), (WIDER, PLAIN), (NORMAL, PLAIN), (PLAIN, NORMAL),
         (PLAIN, LAPLACE), (LAPLACE, PLAIN), (SAMPLED, PLAIN), (PLAIN, SAMPLED), (PLAIN, MIXED)]
SHAPES = {"logistic": (continuous.logistic, densities.logistic),
          "gaussian": (continuous.gaussian, densities.gaussian),
          "laplace": (continuous.laplace, densities.laplace)}


def law(xp: Any, parts: Law) -> LawValue:
    def real(text: str) -> Any:
        found = Fraction(text)
        return fmpq(found.numerator, found.denominator) if isinstance(xp, Balls) else float(found)

    laws = [SHAPES[shape][0](xp, *map(real, rest)) for _, shape, *rest in parts]
    weights = [real(weight) for weight, *_ in parts]
    stacked = BallArray((len(parts),), weights) if isinstance(xp, Balls) else np.array(weights)
    return continuous.mixture(xp, stacked, *laws)


def in_second(parts: Law) -> densities.Mixture:
    laws = [SHAPES[shape][1](*(num(Fraction(x)) for x in rest)) for _, shape, *rest in parts]
    return densities.mixture([num(Fraction(weight)) for weight, *_ in parts], *laws)


NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
# Between these kinks and peaks all densities are smooth.
CUTS = np.array(sorted({*(k / 2 for k in range(-600, 601)), 1 / 3}))
PLACES = ((CUTS[:-1] + CUTS[1:])[:, None] / 2 + np.diff(CUTS)[:, None] / 2 * NODES).ravel()
SHARES = (np.diff(CUTS)[:, None] / 2 * WEIGHTS).ravel()


def numbers(part: tuple[str, str, str, str]) -> tuple[float, float, float]:
    return tuple(float(Fraction(x)) for x in (part[0], *part[2:]))  # type: ignore[return-value]


def log_at(parts: Law, x: Any) -> Any:
    """The log-density by its definition."""
    found = -np.inf + 0 * x
    for part in parts:
        w, m, s = numbers(part)
        u = abs(x - m) / s
        found = np.logaddexp(found, np.log(w) + {
            "logistic": lambda u=u, s=s: -u - 2 * np.log1p(np.exp(-u)) - np.log(s),
            "laplace": lambda u=u, s=s: -u - np.log(2 * s),
            "gaussian": lambda u=u, s=s: -u * u * s / 2 - np.log(2 * np.pi * s) / 2,
        }[part[1]]())
    return found


def mass(parts: Law, low: float, high: float) -> float:
    total = 0.0
    for part in parts:
        w, m, s = numbers(part)
        one = {"logistic": stats.logistic(m, s), "laplace": stats.laplace(m, s),
               "gaussian": stats.norm(m, s**0.5)}[part[1]]
        total += w * (one.cdf(high) - one.cdf(low) if high <= m else one.sf(low) - one.sf(high))
    return total


def integrated(term: Any, *laws: Law) -> float:
    """∫ of a function of the log-densities."""
    return float(np.sum(SHARES * term(*(log_at(one, PLACES) for one in laws))))


QUANTITIES: dict[str, tuple[Any, Any, Any]] = {
    "kl": (lambda a, b: np.exp(a) * (a - b), continuous.kl, line.law_kl_of),
    "chi square": (lambda a, b: np.exp(2 * a - b) - np.exp(a),
                   continuous.chi_square, line.law_chi_square),
    "hellinger": (lambda a, b: (np.exp(a / 2) - np.exp(b / 2)) ** 2 / 2,
                  continuous.hellinger, line.law_hellinger),
    "jensen-shannon": (lambda a, b: (np.exp(a) * (a - np.logaddexp(a, b) + np.log(2))
                                     + np.exp(b) * (b - np.logaddexp(a, b) + np.log(2))) / 2,
                       continuous.jensen_shannon, line.law_jensen_shannon),
    "le cam": (lambda a, b: (np.exp(a) - np.exp(b)) ** 2 / np.exp(np.logaddexp(a, b)) / 2,
               continuous.le_cam, line.law_le_cam),
    "power": (lambda a, b: np.exp(1.25 * a - 0.25 * b),
              lambda xp, p, q: xp.exp(xp.mul(xp.constant(fmpq(1, 4)), continuous.renyi(
                  xp, p, q, xp.constant(fmpq(5, 4))))),
              lambda p, q: densities.exp(num(Fraction(1, 4)) * line.law_renyi(
                  p, q, num(Fraction(5, 4))))),
}
# The tails of a logistic law are heavier than a normal one's.
INFINITE = [("chi square", PLAIN, NORMAL), ("power", PLAIN, NORMAL)]


@pytest.mark.parametrize("name", list(QUANTITIES))
@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_values(name: str, p: Law, q: Law) -> None:
    term, ours, theirs = QUANTITIES[name]
    xp, floats = Balls(), Floats()
    found = ours(xp, law(xp, p), law(xp, q))
    rough = float(ours(floats, law(floats, p), law(floats, q)))
    if (name, p, q) in INFINITE:
        assert found == INFINITY
        assert rough == np.inf
        with pytest.raises(Unsupported):
            theirs(in_second(p), in_second(q))
        return
    value = integrated(term, p, q)
    assert arb(found).overlaps(arb(value) + arb(0, 1e-12 * max(1.0, value)))
    assert arb(found).rad() < 1e-11
    assert rough == pytest.approx(value, rel=1e-8, abs=1e-11)
    if name in ("jensen-shannon", "le cam") and (p, q) not in PAIRS[::4]:
        # They take the second checker seconds.
        return
    try:
        held = theirs(in_second(p), in_second(q))
    except (Unknown, Unsupported):
        # Where the other law's tails are lighter by far.
        assert q == NORMAL
        return
    assert float(held.lo) - 1e-12 <= value <= float(held.hi) + 1e-12
    assert float(held.hi - held.lo) < 0.06 * max(value, 0.05)


@pytest.mark.parametrize(("p", "q"), PAIRS)
@pytest.mark.parametrize("level", ["-1", "0", "1/3", "3/2", "3"])
def test_hockey_sticks(p: Law, q: Law, level: str) -> None:
    """By masses between the signs."""
    xp, floats, eps = Balls(), Floats(), Fraction(level)
    exact = fmpq(eps.numerator, eps.denominator)
    found = arb(continuous.hockey_stick(xp, law(xp, p), law(xp, q), exact))
    grid = np.linspace(-60.01, 60.02, 120 * 64 + 1)

    def gap(x: Any) -> Any:
        return log_at(p, x) - log_at(q, x) - float(eps)

    values = gap(grid)
    cuts = [brentq(gap, grid[k], grid[k + 1], xtol=1e-15) for k in
            np.flatnonzero(values[:-1] * values[1:] < 0)]
    value = sum(
        mass(p, low, high) - np.exp(float(eps)) * mass(q, low, high)
        for low, high in itertools.pairwise([-np.inf, *cuts, np.inf])
        if gap((max(low, -60) + min(high, 60)) / 2) > 0)
    assert abs(found - value) < 1e-11
    assert found.rad() < 1e-11
    rough = continuous.hockey_stick(floats, law(floats, p), law(floats, q), float(eps))
    assert float(rough) == pytest.approx(value, rel=1e-8, abs=1e-11)
    held = densities.law_hockey_stick(in_second(p), in_second(q), num(eps))
    assert float(held.lo) - 1e-11 <= value <= float(held.hi) + 1e-11
    assert value - float(held.lo) < 1e-9


@pytest.mark.parametrize("apart", ["1/100", "1", "7"])
def test_the_closed_form_of_a_shift_is_the_general_way(apart: str) -> None:
    xp, d = Balls(), fmpq(*map(int, (apart + "/1").split("/")[:2]))
    one, two = law(xp, PLAIN), continuous.shift(xp, law(xp, PLAIN), d)
    tanh = ((arb(d) / 4).exp() - (-arb(d) / 4).exp()) / ((arb(d) / 4).exp() + (-arb(d) / 4).exp())
    assert arb(continuous.total_variation(xp, one, two)).overlaps(tanh)
    for share in (fmpq(-3, 2), fmpq(-1), fmpq(-1, 2), fmpq(0), fmpq(1, 3), fmpq(9, 10)):
        found = arb(continuous.hockey_stick(xp, one, two, share * d))
        general = arb(ball_line.positive_part(one.parts, two.parts, arb(share * d).exp()))
        assert found.overlaps(general)
        assert found.rad() < 1e-12
        held = densities.of_shift(in_second(PLAIN), in_second(
            ((*PLAIN[0][:2], apart, "1"),)), num(Fraction(int(d.p), int(d.q))) * num(
                Fraction(int(share.p), int(share.q))))
        assert held is not None
        assert float(held.lo) - 1e-15 <= float(found.mid()) <= float(held.hi) + 1e-15
        assert held.hi - held.lo < Fraction(1, 10**12)
    # D(P‖Q) = d coth(d/2) − 2, of which the second checker has the closed form.
    value = arb(d) * (arb(d).exp() + 1) / (arb(d).exp() - 1) - 2
    assert arb(continuous.kl(xp, one, two)).overlaps(value)
    told = line.law_kl_of(in_second(PLAIN), in_second(((*PLAIN[0][:2], apart, "1"),)))
    assert abs(float(told.lo) - float(value.mid())) < 1e-12


def test_what_is_exact() -> None:
    """A shift by d scales is private at the level d with δ = 0, and at no smaller one."""
    xp, floats = Balls(), Floats()
    one, two, rough = law(xp, PLAIN), law(xp, MOVED), (law(floats, PLAIN), law(floats, MOVED))
    for p, q in ((one, two), (two, one)):
        for level in (fmpq(2), fmpq(5), INFINITY):
            assert continuous.hockey_stick(xp, p, q, level) == 0
        assert continuous.hockey_stick(xp, p, q, fmpq(199, 100)) > 0
        assert continuous.hockey_stick(xp, p, q, -INFINITY) == 1
        assert continuous.renyi(xp, p, q, INFINITY) == fmpq(2)
    assert float(continuous.hockey_stick(floats, *rough, 2.0)) == 0
    assert float(continuous.renyi(floats, *rough, np.inf)) == 2
    held = in_second(PLAIN), in_second(MOVED)
    for level in (num(2), num(5), num(INF)):
        assert densities.law_hockey_stick(*held, level) == num(0)
    assert densities.law_hockey_stick(*held, num(Fraction(199, 100))).lo > 0
    assert densities.law_hockey_stick(*held, num(-INF)) == num(1)
    assert line.law_renyi(*held, num(INF)) == num(2)
    for parts in (PLAIN, MIXED):
        same = law(xp, parts), law(xp, parts)
        for found in (continuous.kl(xp, *same), continuous.total_variation(xp, *same),
                      continuous.renyi(xp, *same, fmpq(2)), continuous.renyi(xp, *same, INFINITY),
                      continuous.jensen_shannon(xp, *same)):
            assert found == 0
        assert line.law_kl_of(in_second(parts), in_second(parts)) == num(0)
        assert densities.law_hockey_stick(in_second(parts), in_second(parts), num(0)) == num(0)


@pytest.mark.parametrize(("p", "q", "value"), [
    (PLAIN, WIDER, None), (NORMAL, PLAIN, None), (PLAIN, LAPLACE, None), (SAMPLED, PLAIN, None),
    (PLAIN, SAMPLED, None), (PLAIN, MIXED, None), (WIDER, PLAIN, INFINITY),
    (PLAIN, NORMAL, INFINITY), (LAPLACE, PLAIN, INFINITY), (MIXED, PLAIN, INFINITY),
])
def test_the_largest_ratio(p: Law, q: Law, value: Any) -> None:
    xp, floats = Balls(), Floats()
    found = continuous.renyi(xp, law(xp, p), law(xp, q), INFINITY)
    rough = float(continuous.renyi(floats, law(floats, p), law(floats, q), np.inf))
    if value is not None:
        assert found == INFINITY
        assert rough == np.inf
        with pytest.raises(Unsupported):
            line.law_renyi(in_second(p), in_second(q), num(INF))
        return
    places = np.linspace(-45, 45, 90 * 64 + 1)
    most = max(log_at(p, places) - log_at(q, places))
    assert most - 1e-9 <= float(arb(found).mid()) <= most + 1e-3
    assert arb(found).rad() < 1e-9
    assert rough == pytest.approx(float(arb(found).mid()), abs=1e-9)
    held = line.law_renyi(in_second(p), in_second(q), num(INF))
    assert float(held.lo) - 1e-9 <= float(arb(found).mid()) <= float(held.hi) + 1e-9
    assert float(held.hi) < float(arb(found).mid()) + 0.12


def test_at_two_precisions() -> None:
    xp = Balls()
    for p, q in PAIRS[1:]:
        for order in (fmpq(1), fmpq(1, 2), INFINITY):
            found = []
            for bits in (53, 110):
                with precision(bits):
                    found.append(continuous.renyi(xp, law(xp, p), law(xp, q), order))
            if found[0] != INFINITY:
                assert arb(found[0]).overlaps(arb(found[1]))
                assert arb(found[1]).rad() < (1e-15 if order == INFINITY else arb(2) ** -80)


@pytest.mark.parametrize("parts", [PLAIN, WIDER, SAMPLED])
def test_of_one_law(parts: Law) -> None:
    xp, floats = Balls(), Floats()
    entropy = integrated(lambda a: -np.exp(a) * a, parts)
    found = arb(continuous.differential_entropy(xp, law(xp, parts)))
    assert abs(found - entropy) < 1e-10
    held = densities.differential_entropy(in_second(parts))
    assert float(held.lo) - 1e-10 <= entropy <= float(held.hi) + 1e-10
    assert float(held.hi - held.lo) < 0.2
    rough = continuous.differential_entropy(floats, law(floats, parts))
    assert float(rough) == pytest.approx(entropy)
    for low, high in ((-40, -30), (-3, Fraction(1, 2)), (0, 5), (30, 40)):
        ends = Fraction(low), Fraction(high)
        inside = mass(parts, *map(float, ends))
        found = arb(continuous.interval_mass(
            xp, law(xp, parts), *(fmpq(end.numerator, end.denominator) for end in ends)))
        assert abs(found - inside) < 1e-12 * inside
        told = densities.interval_mass(in_second(parts), *map(num, ends))
        assert float(told.lo) <= inside * (1 + 1e-12) + 1e-16
        assert inside * (1 - 1e-12) - 1e-16 <= float(told.hi)
        rough = continuous.interval_mass(floats, law(floats, parts), *map(float, ends))
        assert float(rough) == pytest.approx(inside, rel=1e-12)


def test_a_mass_up_to_what_is_known_as_a_ball() -> None:
    xp = Balls()
    for middle in (-3, 0, 2):
        for radius in (1e-30, 1e-3, 2):
            found = arb(continuous.interval_mass(
                xp, law(xp, PLAIN), -INFINITY, arb(middle, radius)))
            for side in (-1, 0, 1):
                place = mpmath.mpf(middle) + side * mpmath.mpf(radius) * 0.999
                inside = 1 / (1 + mpmath.exp(-place))
                assert (found + arb(0, 1e-15)).contains(arb(mpmath.nstr(inside, 15)))


def test_what_the_second_checker_proposes_is_the_density() -> None:
    part = in_second(WIDER)[0]
    for x in (-3.0, 0.5, 40.0):
        assert log_part(part, x) == pytest.approx(float(log_at(WIDER, x)))


def test_what_is_no_law() -> None:
    xp, floats = Balls(), Floats()
    for place, scale in ((INFINITY, fmpq(1)), (fmpq(0), fmpq(0)), (fmpq(0), fmpq(-1)),
                         (fmpq(0), INFINITY)):
        with pytest.raises(Undefined):
            continuous.logistic(xp, place, scale)
        as_text = [INF if isinstance(x, arb) else Fraction(int(x.p), int(x.q))
                   for x in (place, scale)]
        with pytest.raises(NoValue):
            densities.logistic(*map(num, as_text))
        rough = continuous.logistic(floats, *map(float, as_text))
        assert np.isnan(continuous.total_variation(floats, rough, law(floats, PLAIN)))
    with pytest.raises(Indeterminate):
        continuous.logistic(xp, fmpq(0), arb(0, 1))
    with pytest.raises(Unknown):
        densities.logistic(num(0), Num(Fraction(-1), Fraction(1)))


@pytest.mark.parametrize("other", [NORMAL, LAPLACE, PLAIN])
def test_sums_are_left_open(other: Law) -> None:
    """The sum with a normal law was taken for a logistic one, in neither order."""
    xp, floats = Balls(), Floats()
    for one, two in ((PLAIN, other), (other, PLAIN)):
        with pytest.raises(Indeterminate, match="logistic"):
            continuous.noised(xp, law(xp, one), law(xp, two))
        with pytest.raises(Unsupported):
            densities.law_sum(in_second(one), in_second(two))
        summed = continuous.noised(floats, law(floats, one), law(floats, two))
        assert np.isnan(continuous.kl(floats, summed, law(floats, PLAIN)))


def test_with_staircases_it_is_left_open() -> None:
    xp, floats = Balls(), Floats()
    stairs = (fmpq(0), fmpq(1), fmpq(1), fmpq(1, 2))
    with pytest.raises(Indeterminate):
        continuous.kl(xp, continuous.staircase(xp, *stairs), law(xp, PLAIN))
    with pytest.raises(Unsupported):
        line.law_kl_of(
            densities.staircase(num(0), num(1), num(1), num(Fraction(1, 2))), in_second(PLAIN))
    rough = continuous.staircase(floats, *map(float, stairs))
    assert np.isnan(continuous.kl(floats, rough, law(floats, PLAIN)))


def test_parameters_of_which_too_little_is_known() -> None:
    """A distance or a level within a ball holds what each number in it gives."""
    xp = Balls()
    one = law(xp, PLAIN)
    near = continuous.logistic(xp, arb(1, 0.25), fmpq(1))
    for level in (arb(0.5, 0.125), fmpq(1), fmpq(-1), arb(1, 1e-20)):
        found = arb(continuous.hockey_stick(xp, one, near, level))
        for place in (fmpq(3, 4), fmpq(1), fmpq(5, 4)):
            known = level if isinstance(level, fmpq) else level.mid().fmpq()
            inside = continuous.hockey_stick(
                xp, one, continuous.logistic(xp, place, fmpq(1)), known)
            assert found.overlaps(arb(inside))
    with pytest.raises(Indeterminate):
        continuous.hockey_stick(xp, one, continuous.logistic(xp, arb(0, 1), fmpq(1)), fmpq(1))
    wide = densities.logistic(span(Fraction(3, 4), Fraction(5, 4)), num(1))
    for level in (num(Fraction(1, 2)), num(1), num(-1), span(Fraction(1, 3), Fraction(2))):
        held = densities.law_hockey_stick(in_second(PLAIN), wide, level)
        for place in ("3/4", "1", "5/4"):
            inside = densities.law_hockey_stick(
                in_second(PLAIN), in_second(((*PLAIN[0][:2], place, "1"),)), num(level.lo))
            assert held.lo <= inside.hi
            assert inside.lo <= held.hi


@pytest.mark.parametrize(("low", "high"), [("-2", "-1/2"), ("1/2", "2"), ("-3", "3"), ("0", "1")])
def test_a_level_that_may_lie_on_either_side(low: str, high: str) -> None:
    """Below −t all is lost but e^ε, above t nothing is."""
    held = densities.of_logistic_shift(num(1), span(Fraction(low), Fraction(high)))
    for k in range(9):
        eps = Fraction(low) + (Fraction(high) - Fraction(low)) * k / 8
        exact = densities.of_logistic_shift(num(1), num(eps))
        assert held.lo <= exact.hi
        assert exact.lo <= held.hi


def test_parts_of_the_second_checker_s_logarithm() -> None:
    """The polynomial and the rest, right and left, and right of an end."""
    part = in_second(WIDER)[0]
    for x in (-5.0, -0.25, 0.5, 3.0, 40.0):
        right = x >= 0.5
        place = num(Fraction(x))
        value, slope = line.at(line.rates(part, right), place)
        more, steeper = line.rest(part, place, right)
        step = 1e-6
        slant = (log_at(WIDER, x + step) - log_at(WIDER, x - step)) / (2 * step)
        assert float((value + more).lo) == pytest.approx(log_at(WIDER, x))
        assert x == 0.5 or float((slope + steeper).lo) == pytest.approx(slant, abs=1e-8)
    for end in (1, 3, 30):
        (a, b, c), power = line.far(part, num(end), num(1))
        assert (c, power) == (num(0), num(0))
        for x in (end, end + 0.5, end + 4, end + 100):
            rest = log_at(WIDER, float(x)) - float(b.lo) * x
            assert float(a.lo) - 1e-9 <= rest <= float(a.hi) + 1e-9
    with pytest.raises(Unsupported):
        densities.law_kl(in_second(PLAIN), in_second(WIDER))


def test_softenings_hold_what_they_are_at_points() -> None:
    """On balls and at complex places; far out there is nothing but what is below the precision."""
    rest = ball_shapes.Softening(arb(1), arb(2))
    for low, high in ((-0.5, 0.25), (0, 3), (5, 40)):
        ball = arb(low).union(arb(high))
        for share in (0, 0.4, 1):
            z = 1 + 2 * (low + share * (high - low))
            assert (rest.value(ball) + arb(0, 1e-12)).contains(arb(-2 * np.log1p(np.exp(-z))))
            assert (rest.slope(ball) + arb(0, 1e-12)).contains(arb(4 / (1 + np.exp(z))))
    for h in (acb(0.25), acb(0.25, 1), acb(20, -3)):
        z = 1 + 2 * complex(float(h.real.mid()), float(h.imag.mid()))
        exact = -2 * np.log(1 + np.exp(-z))
        found = rest.at(h, True)
        assert abs(complex(float(found.real.mid()), float(found.imag.mid())) - exact) < 1e-12
    far = rest.at(acb(arb(2) ** 80), True)
    assert far.contains(acb(0))
    assert far.is_finite()
    assert abs(far) < arb(2) ** -200


def test_a_false_claim_falls_and_both_checkers_say_so() -> None:
    from recheck.certificates import check as recheck

    eps, d, s = v.Real("eps", "[1/4,3]"), v.Real("d", "[0,2]"), v.Real("s", "[1/2,2]")
    pair = v.logistic(0, s), v.logistic(d, s)
    for wrong in (
        v.claim("half", forall=[d, s], then=v.Close(*pair, d / (2 * s), 0)),
        v.claim("scale", forall=[d, s], then=v.Close(v.logistic(0, 1), v.logistic(d, s), d, 0)),
        v.claim("kl", forall=[d, s], then=v.KL(*pair) <= d**2 / (8 * s**2)),
        v.claim("tv", forall=[d, s], then=v.TV(*pair) <= d / (5 * s)),
        v.claim("laplace", forall=[d, eps],
                then=v.chi_square(v.logistic(0, 1), v.logistic(d, 1))
                <= v.chi_square(v.laplace(0, 2), v.laplace(d, 2))),
    ):
        report = attack(wrong, seed=0, budget=400)
        assert report.status == "refuted", wrong.key
        assert check(report.certificate).polarity == "refutation"
        recheck(report.certificate)
    true = v.claim("true", forall=[d, s], then=v.Close(*pair, d / s, 0))
    assert attack(true, seed=0, budget=300).status == "survived"
    assert read_statement(str(true.statement)) == true.statement
