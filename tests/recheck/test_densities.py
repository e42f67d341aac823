"""The second checker's laws on the line: masses, divergences, entropies and informations against
closed forms and integrals at 40 digits, what is known of intervals, and what is refused."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf, workdps

import recheck.densities as line
import recheck.noised as noised
from recheck.densities import Mixture, density, gaussian, laplace, mixture, staircase, uniform
from recheck.errors import Rejected, Undefined, Unknown, Unsupported
from recheck.reals import HALF, INF, ONE, TWO, ZERO, Num, Precision, exp, num, span
from tests.recheck.digits import bits, real  # noqa: F401 (for all tests here)

THIRD = Fraction(1, 3)


def exact(text: Any) -> Num:
    return num(Fraction(text))


def holds(found: Num, value: Any, width: Any = 1e-15) -> None:
    """Whether a value lies in an enclosure, and this is no wider than a part of it."""
    slack = mpf(10) ** -26 * max(1, abs(value))
    assert real(found.lo) - slack <= value <= real(found.hi) + slack
    assert real(found.hi) - real(found.lo) <= width * abs(value) + mpf(10) ** -30


def laplace_below(x: Any) -> Any:
    return mp.exp(x) / 2 if x < 0 else 1 - mp.exp(-x) / 2


# By shape: the law of a mean and a spread, and the mass below a place.
SHAPES: dict[str, tuple[Callable[[Num, Num], Mixture], Callable[[Any, Any, Any], Any]]] = {
    "gaussian": (gaussian, lambda x, m, v: mp.ncdf((x - m) / mp.sqrt(v))),
    "laplace": (laplace, lambda x, m, b: laplace_below((x - m) / b)),
    "logistic": (line.logistic, lambda x, m, b: 1 / (1 + mp.exp((m - x) / b))),
    "uniform": (lambda m, s: uniform(m, m + s), lambda x, m, s: min(1, max(0, (x - m) / s))),
}
LAWS = [(shape, mean, spread) for shape in SHAPES
        for mean, spread in (("0", "1"), ("-7/3", "1/100"), ("5/2", "9"))]


def known(shape: str, mean: str, spread: str) -> tuple[Mixture, Callable[[Any], Any]]:
    made, below = SHAPES[shape]
    return (made(exact(mean), exact(spread)),
            lambda x: below(real(x), real(mean), real(spread)))


# --- masses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", LAWS)
def test_masses_below_places(one: tuple[str, str, str]) -> None:
    found, below = known(*one)
    mean, length = Fraction(one[1]), Fraction(one[2])
    for k in (-30, -8, -3, -1, Fraction(-1, 5), 0, Fraction(1, 7), HALF, 1, 2, 7, 11):
        x = mean + k * length
        holds(line.mass_below(found, num(x)), below(x))
        # Of a place that is known only so far, and of a mean.
        for wide in (Fraction(1, 10**25), Fraction(1, 10), Fraction(3)):
            for low, high in ((0, wide), (wide, 0), (wide, wide)):
                place = span(x - low, x + high)
                told = line.mass_below(found, place)
                ends = below(x - low), below(x + high)
                slack = mpf(10) ** -26
                assert real(told.lo) <= ends[0] + slack
                assert ends[1] - slack <= real(told.hi)
                assert real(told.hi) - real(told.lo) <= 4 * (ends[1] - ends[0]) + mpf(10) ** -16
                moved = [(ONE, *found[0][1:2], found[0][2] + span(-low, high), found[0][3])]
                about = line.mass_below(moved, num(x))
                assert real(about.lo) <= below(x - high) + slack
                assert below(x + low) - slack <= real(about.hi)


def test_a_mass_next_to_a_mean_may_be_on_either_side() -> None:
    """The mean e and a number that differs by less than the present precision tells."""
    e = exp(ONE)
    for law, x in itertools.product((laplace(e, ONE), line.logistic(e, ONE)), (e.lo, e.hi)):
        found = line.mass_below(law, num(x))
        assert found.lo < HALF < found.hi
        assert found.hi - found.lo < Fraction(1, 2**60)
    assert line.mass_below(laplace(ONE, exp(ONE)), ONE) == num(HALF)


def test_masses_between_places() -> None:
    for one in LAWS:
        found, below = known(*one)
        for a, b in (("-3", "-1"), ("-1", "5/2"), ("0", "0"), ("5/2", "8")):
            low, high = exact(a), exact(b)
            mass = below(Fraction(b)) - below(Fraction(a))
            told = line.interval_mass(found, low, high)
            assert abs(real(told.lo) - mass) < mpf(10) ** -17
            assert abs(real(told.hi) - mass) < mpf(10) ** -17
            assert told.lo >= 0
            # Nothing lies between ends that fall.
            assert line.interval_mass(found, high, low) == ZERO
        assert line.interval_mass(found, num(-INF), num(INF)).hi == 1
        cells = line.law_cells(found, exact("-1"), exact("-1"), exact("5/2"))
        masses = [below(Fraction(-1)), mpf(0), below(Fraction(5, 2)) - below(Fraction(-1)),
                  1 - below(Fraction(5, 2))]
        assert len(cells) == 4
        for cell, mass in zip(cells, masses, strict=True):
            assert cell.lo >= 0
            assert abs(real(cell.lo) - mass) < mpf(10) ** -17
            assert abs(real(cell.hi) - mass) < mpf(10) ** -17
    law, edge = gaussian(ZERO, ONE), span(Fraction(-1), Fraction(1))
    wide = line.interval_mass(law, ZERO, edge)
    assert wide.lo == 0
    assert abs(real(wide.hi) - (mp.ncdf(1) - HALF_)) < mpf(10) ** -17
    with pytest.raises(Undefined):
        line.law_cells(law, ONE, ZERO)
    with pytest.raises(Unknown):
        line.law_cells(law, ZERO, edge)


HALF_ = mpf(1) / 2


@pytest.mark.parametrize(("variance", "scale"), [("1", "1"), ("4", "1/3"), ("1/100", "2"),
                                                 ("1", "1/40")])
def test_masses_with_both_noises(variance: str, scale: str) -> None:
    """Against the integral of the Laplace law's masses, weighed by the normal density."""
    ((_, shape, mean, spread),) = found = line.law_sum(
        gaussian(ONE, exact(variance)), laplace(exact("-1/2"), exact(scale)))
    assert (shape, mean, spread) == (("noised", exact(scale)), exact("1/2"), exact(variance))
    deviation, b = mp.sqrt(real(variance)), real(scale)
    for k in (-12, -5, -2, Fraction(-1, 3), 0, Fraction(1, 4), 1, 3, 9):
        x = Fraction(k) * (Fraction(scale) + Fraction(int(deviation * 100), 100))
        middle = real(x) / deviation
        ends = sorted({mpf(-14), mpf(14), *(e for e in (middle - 5, middle, middle + 5)
                                            if -14 < e < 14)})
        at = real(x)
        value = mp.quad(
            lambda u, at=at: mp.npdf(u) * laplace_below((at - deviation * u) / b), ends)
        told = line.mass_below(found, num(x + HALF))
        assert real(told.lo) <= value * (1 + mpf(10) ** -18) + mpf(10) ** -24
        assert value * (1 - mpf(10) ** -18) - mpf(10) ** -24 <= real(told.hi)
        # Where erfc is beyond reach its two bounds differ by a part in z².
        room = 1e-4 if variance == "1" and scale == "1/40" else 1e-15
        assert real(told.hi) - real(told.lo) <= room * min(value, 1 - value) + mpf(10) ** -18
        assert 0 <= told.lo <= told.hi <= 1


def test_far_out_masses_end_nowhere_below_0_or_above_1() -> None:
    for law in (gaussian(ZERO, ONE), laplace(ZERO, ONE), line.law_sum(
            gaussian(ZERO, ONE), laplace(ZERO, ONE))):
        for x in (20, 200, 10**9, 10**40):
            low, high = line.mass_below(law, num(-x)), line.mass_below(law, num(x))
            assert 0 <= low.lo <= low.hi <= Fraction(1, 2**28)
            assert 1 - Fraction(1, 2**28) <= high.lo <= high.hi <= 1
        assert line.mass_below(law, num(-10**9)).hi <= Fraction(1, 2**126)
    for x in (17, 40, 10**9):
        assert noised.cdf(num(x)).lo < 1
        assert noised.cdf(num(-x)).hi > 0
    # What is faint is so at the precision in force.
    Precision.bits = 300
    assert line.mass_below(gaussian(ZERO, ONE), num(-20)).lo > 0
    assert noised.faint(num(-601)).hi == Fraction(1, 2**600)
    assert noised.faint(num(-600)) is None


# --- laws -----------------------------------------------------------------------------------------


def test_spreads_and_ends_that_no_law_has() -> None:
    for made in (gaussian, laplace, line.logistic):
        for mean, spread in ((ZERO, ZERO), (ZERO, num(-1)), (num(INF), ONE), (ZERO, num(INF)),
                             (num(-INF), ONE)):
            with pytest.raises(Undefined):
                made(mean, spread)
        with pytest.raises(Unknown):
            made(ZERO, span(Fraction(-1), Fraction(1)))
        with pytest.raises(Unknown):
            made(ZERO, span(Fraction(0), Fraction(1)))
        assert made(ZERO, Num(Fraction(0), Fraction(1), (True, False)))
    for low, high in ((ONE, ONE), (ONE, ZERO), (num(-INF), ZERO), (ZERO, num(INF))):
        with pytest.raises(Undefined):
            uniform(low, high)
    with pytest.raises(Unknown):
        uniform(ZERO, span(Fraction(-1), Fraction(1)))
    assert uniform(ONE, num(3)) == [(ONE, "uniform", ONE, TWO)]
    edge = span(Fraction(-1), Fraction(1))
    for level, share in ((ZERO, HALF), (num(-1), HALF), (num(INF), HALF), (ONE, -ONE), (ONE, TWO)):
        with pytest.raises(Undefined):
            staircase(ZERO, ONE, level, share if isinstance(share, Num) else num(share))
    for level, share in ((edge, num(HALF)), (ONE, edge), (ONE, ONE + edge)):
        with pytest.raises(Unknown):
            staircase(ZERO, ONE, level, share)
    for share in (ZERO, ONE):
        assert len(staircase(ZERO, ONE, ONE, share)) == 1


def test_mixtures_put_equal_densities_together() -> None:
    one, two = gaussian(ZERO, ONE), gaussian(ONE, ONE)
    weights = [exact("1/2"), exact("1/3"), exact("1/6"), ZERO]
    found = mixture(weights, one, two, one, laplace(ZERO, ONE))
    assert found == [(exact("2/3"), *one[0][1:]), (exact("1/3"), *two[0][1:])]
    inner = mixture([exact("1/2"), exact("1/2")], found, two)
    assert inner == [(exact("1/3"), *one[0][1:]), (exact("2/3"), *two[0][1:])]
    assert line.gaussian_mixture(weights[:2], [ZERO, ONE], [ONE, TWO]) == [
        (exact("1/2"), "gaussian", ZERO, ONE), (exact("1/3"), "gaussian", ONE, TWO)]
    assert line.law_shift(found, num(3)) == [
        (w, s, m + num(3), v) for w, s, m, v in found]
    open_ = Num(Fraction(0), Fraction(1))
    assert [part[2] for part in mixture([open_, ONE], one, two)] == [ZERO, ONE]


def test_sums_of_independent_numbers() -> None:
    one, two = gaussian(ONE, TWO), gaussian(num(3), num(5))
    assert line.law_sum(one, two) == [(ONE, "gaussian", num(4), num(7))]
    noise = laplace(num(-1), num(3))
    for found in (line.law_sum(one, noise), line.law_sum(noise, one)):
        assert found == [(ONE, ("noised", num(3)), ZERO, TWO)]
    for found in (line.law_sum(line.law_sum(one, noise), two),
                  line.law_sum(two, line.law_sum(one, noise))):
        assert found == [(ONE, ("noised", num(3)), num(3), num(7))]
    both = mixture([exact("1/2"), exact("1/2")], one, two)
    assert line.law_sum(both, both) == [
        (exact("1/4"), "gaussian", TWO, num(4)), (exact("1/2"), "gaussian", num(4), num(7)),
        (exact("1/4"), "gaussian", num(6), num(10))]
    steps = staircase(ZERO, ONE, ONE, num(HALF))
    other = line.logistic(ZERO, ONE)
    for pair in ((one, other), (other, one), (noise, line.law_sum(one, noise)), (steps, one),
                 (noise, line.law_sum(noise, noise)),
                 (line.law_sum(one, uniform(ZERO, ONE)), noise)):
        with pytest.raises(Unsupported):
            line.law_sum(*pair)


# --- divergences ----------------------------------------------------------------------------------


def pdf(shape: str, mean: str, spread: str) -> Callable[[Any], Any]:
    m, s = real(mean), real(spread)
    if shape == "gaussian":
        return lambda x: mp.npdf(x, m, mp.sqrt(s))
    return lambda x: mp.exp(-abs(x - m) / s) / (2 * s)


def quadrature(f: Callable[[Any], Any], *cuts: Any) -> Any:
    return mp.quad(f, sorted({mpf(-60), mpf(-12), mpf(-4), mpf(4), mpf(12), mpf(60),
                              *map(mpf, cuts)}))


def crossings(f: Callable[[Any], Any]) -> list[Any]:
    """Where a function changes its sign, between places at which it isn't 0."""
    places = [mpf(a) + mpf("0.37") for a in range(-30, 30)]
    return [mp.findroot(f, pair, solver="bisect", tol=1e-15) for pair in itertools.pairwise(places)
            if f(pair[0]) * f(pair[1]) < 0]


@pytest.mark.parametrize(("one", "two"), [
    (("gaussian", "0", "1"), ("gaussian", "2", "1")),
    (("gaussian", "1", "1"), ("gaussian", "0", "3")),
    (("gaussian", "0", "3"), ("gaussian", "-1", "2")),
    (("laplace", "0", "1"), ("laplace", "2", "1")),
    (("laplace", "-1", "1"), ("laplace", "1", "3")),
    (("laplace", "1", "3/2"), ("laplace", "0", "1")),
])
def test_divergences_in_closed_form(one: Any, two: Any) -> None:
    a, b = pdf(*one), pdf(*two)
    with workdps(20):
        value = quadrature(lambda x: a(x) * (mp.log(a(x)) - mp.log(b(x))), real(one[1]),
                           real(two[1]))
        found = line.law_kl(known(*one)[0], known(*two)[0])
        assert abs(real(found.lo) - value) < 1e-8
        assert found.hi - found.lo < Fraction(1, 2**58)
    if one[2] != two[2]:
        return
    for level in ("-3", "-1/2", "0", "1/3", "2", "3"):
        factor = mp.exp(real(level))
        with workdps(20):
            def excess(x: Any, factor: Any = factor) -> Any:
                return a(x) - factor * b(x)

            value = quadrature(
                lambda x, excess=excess: max(0, excess(x)), real(one[1]), real(two[1]),
                *crossings(excess))
        found = line.law_hockey_stick(known(*one)[0], known(*two)[0], exact(level))
        assert abs(real(found.lo) - value) < 1e-9
        assert abs(real(found.hi) - value) < 1e-9


def test_divergences_that_are_nothing_or_all() -> None:
    for shape in ("gaussian", "laplace"):
        p, q = known(shape, "0", "1")[0], known(shape, "1", "1")[0]
        assert line.law_kl(p, list(p)) == ZERO
        assert line.law_hockey_stick(p, q, num(INF)).hi <= Fraction(1, 2**60)
        assert line.law_hockey_stick(p, q, num(-INF)).lo >= 1 - Fraction(1, 2**60)
        for level in (-1, 0, 1):
            found = line.law_hockey_stick(p, list(p), num(level))
            holds(found, max(0, 1 - mp.exp(level)))
            # Of one mean that is written in two ways.
            near = [(ONE, shape, span(Fraction(0), Fraction(1, 10**9)), ONE)]
            if shape == "gaussian":
                with pytest.raises(Unknown):
                    line.law_hockey_stick(p, near, num(level))
                continue
            wide = line.law_hockey_stick(p, near, num(level))
            assert wide.lo <= found.hi
            assert found.lo <= wide.hi
        told = line.law_total_variation(p, q), line.law_hockey_stick(p, q, ZERO)
        assert len({(x.lo, x.hi) for x in told}) == 1
    one = gaussian(ZERO, ONE)
    for other in (laplace(ZERO, ONE), mixture([exact("1/2")] * 2, one, gaussian(ONE, ONE))):
        for pair in ((one, other), (other, one)):
            with pytest.raises(Unsupported):
                line.law_kl(*pair)
            assert line.of_shift(*pair, ZERO) is None
    noised = line.law_sum(one, laplace(ZERO, ONE))
    with pytest.raises(Unsupported):
        line.law_kl(noised, line.law_shift(noised, ONE))
    assert line.of_shift(one, gaussian(ZERO, TWO), ZERO) is None
    assert line.of_shift(noised, line.law_shift(noised, ONE), ZERO) is None


def test_no_more_is_gained_by_mixtures_than_by_their_parts() -> None:
    one, two, three = (gaussian(num(m), ONE) for m in (0, 1, 3))
    p = mixture([exact("1/3"), exact("2/3")], one, two)
    found = line.most_gained(p, three, ZERO)
    parts = [2 * mp.ncdf(mpf(d) / 2) - 1 for d in (3, 2)]
    holds(found, parts[0] / 3 + 2 * parts[1] / 3)
    told = line.law_hockey_stick(p, three, ZERO)
    assert told.hi == found.hi
    assert 0.9 * real(told.hi) < real(told.lo) < real(told.hi)


# --- entropies and informations -------------------------------------------------------------------


def test_entropies() -> None:
    holds(line.differential_entropy(gaussian(ONE, num(3))), mp.log(2 * mp.pi * mp.e * 3) / 2)
    holds(line.differential_entropy(laplace(ONE, num(3))), 1 + mp.log(6))
    holds(line.differential_entropy(uniform(ONE, num(3))), mp.log(2))
    # Parts that are far apart, and parts that are nearly one.
    for apart, added in ((9, mp.log(2)), (0, mpf(0))):
        law = mixture([exact("1/2")] * 2, gaussian(ZERO, ONE),
                      gaussian(num(apart), ONE + exact("1/1000000")))
        found = line.differential_entropy(law)
        value = mp.log(2 * mp.pi * mp.e) / 2 + added
        # Where they meet, four and a half deviations off, hardly anything is lost.
        assert real(found.lo) <= value + 1e-6
        assert value - 1e-4 <= real(found.hi)
        assert real(found.hi) - real(found.lo) < 1e-3
    with pytest.raises(Unsupported):
        line.differential_entropy(line.law_sum(gaussian(ZERO, ONE), laplace(ZERO, ONE)))


def test_informations_on_the_line() -> None:
    laws = [gaussian(num(m), ONE) for m in (0, 1, 11)]
    third = [exact("1/3")] * 3
    # What is far apart is told; of the others hardly anything.
    top = mp.log(3) - 2 * mp.log(2) / 3
    found = line.law_information(third, *laws)
    assert real(found.lo) >= top - 1e-4
    assert real(found.hi) <= mp.log(3) + mpf(10) ** -18
    half = [exact("1/2"), exact("1/2"), ZERO]
    told = line.law_information(half, *laws)
    assert told.hi == Fraction(1, 4)
    assert told.lo > Fraction(1, 12)
    assert line.law_information([ONE, ZERO, ZERO], *laws) == ZERO
    with pytest.raises(Unknown):
        line.law_information([Num(Fraction(0), Fraction(1)), ONE, ZERO], *laws)
    # With one law for all there is none; the mean divergence says so.
    assert line.law_information(half, laws[0], laws[0], laws[1]).hi == 0
    # By its quantised laws no information grows, whatever they are.
    for row in line.quantised(laws[:2]):
        assert all(cell.lo > 0 for cell in row)
        mass = line.total(row)
        assert mass.lo <= 1 <= mass.hi
        assert len(row) > 20


def test_informations_of_means_with_noise() -> None:
    """In two dimensions: means on a line, apart by √5 for one symbol and next."""
    channel = [[ONE, ZERO], [ZERO, ONE]]
    means = [ZERO, ZERO, ONE, TWO]
    flat = [exact("1/2")] * 2
    found = line.gaussian_information(flat, channel, means, TWO, ONE)
    apart = laplace_free(mp.sqrt(5))
    assert real(found.lo) <= apart <= real(found.hi)
    assert real(found.lo) > 0.95 * apart
    assert real(found.hi) == pytest.approx(float(min(mp.log(2), mpf(5) / 4)))
    same = line.gaussian_information(flat, channel, [ONE] * 4, TWO, ONE)
    assert (same.lo, same.hi) == (0, 0)
    mixed = line.gaussian_information(flat, [flat, flat], means, TWO, ONE)
    assert mixed.lo < Fraction(1, 2**40)
    with pytest.raises(Rejected):
        line.gaussian_information(flat, channel, [*means, ONE, ONE], TWO, ONE)


def laplace_free(distance: Any) -> Any:
    """I(X;X·d + N) for a fair bit X and a standard normal N, by an integral."""
    def term(y: Any) -> Any:
        p, q = mp.npdf(y), mp.npdf(y, distance)
        return (p * mp.log(2 * p / (p + q)) + q * mp.log(2 * q / (p + q))) / 2

    with workdps(15):
        return mp.quad(term, [-8, -2, 0, 1, 2, 4, 10])


# --- events ---------------------------------------------------------------------------------------


def test_every_pair_of_shapes_has_an_event_or_steps() -> None:
    laws = [gaussian(ZERO, ONE), laplace(ONE, TWO), line.law_sum(
        gaussian(ZERO, ONE), laplace(ZERO, ONE))]
    for p, q in itertools.permutations(laws, 2):
        found = line.law_hockey_stick(p, q, ZERO)
        assert 0 < found.lo < found.hi == 1
    for sides in ((laws[0], uniform(ZERO, ONE)), (uniform(ZERO, ONE), laws[0])):
        found = line.law_hockey_stick(*sides, ZERO)
        assert 0 < found.lo < found.hi == 1
    with pytest.raises(Unsupported):
        line.law_hockey_stick(laws[0], staircase(ZERO, ONE, ONE, num(HALF)), ZERO)
    assert density("laplace", ZERO, ONE) == laplace(ZERO, ONE)
