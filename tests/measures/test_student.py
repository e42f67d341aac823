"""Student laws on the line: balls, floats and the second checker against quadrature, closed forms,
what is exact, infinite or left open, and claims that fall or stand."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import acb, arb, fmpq
from scipy import stats

import recheck.line_divergences as line
from recheck import densities, students
from recheck.errors import Undefined as NoValue
from recheck.errors import Unknown, Unsupported
from recheck.events import log_part
from recheck.reals import INF, ONE, Num, num, span
from verified import language as v
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous
from verified.measures.continuous import LawValue
from verified.numbers import ball_line, ball_powers, ball_shapes, ball_signs
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_namespace import Balls
from verified.numbers.ball_ratios import Ratios
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats
from verified.reading.statements import read_statement

INFINITY = arb("inf")
# Weight, shape, location, scale or variance, degrees of freedom where there are some.
Law = tuple[tuple[str, ...], ...]


def student(location: str, scale: str, freedom: int, weight: str = "1") -> tuple[str, ...]:
    return weight, "student", location, scale, str(freedom)


CAUCHY: Law = (student("0", "1", 1),)
MOVED: Law = (student("2", "1", 1),)
WIDER: Law = (student("1", "3", 1),)
TWO: Law = (student("1/2", "1", 2),)
THREE: Law = (student("0", "2", 3),)
FIVE: Law = (student("1", "1", 5),)
SAMPLED: Law = (student("0", "1", 1, "3/4"), student("1", "1", 1, "1/4"))
NORMAL: Law = (("1", "gaussian", "1", "2"),)
LAPLACE: Law = (("1", "laplace", "1/3", "5/4"),)
LOGISTIC: Law = (("1", "logistic", "0", "1"),)
MIXED: Law = (student("0", "1", 2, "1/2"), ("1/2", "laplace", "1", "2"))
SHAPES: dict[str, tuple[Any, Any]] = {
    "student": (continuous.student, students.student),
    "logistic": (continuous.logistic, densities.logistic),
    "gaussian": (continuous.gaussian, densities.gaussian),
    "laplace": (continuous.laplace, densities.laplace)}
NAMES = {"cauchy": CAUCHY, "moved": MOVED, "wider": WIDER, "two": TWO, "three": THREE,
         "five": FIVE, "sampled": SAMPLED, "normal": NORMAL, "laplace": LAPLACE,
         "logistic": LOGISTIC, "mixed": MIXED}
PAIRS = [("cauchy", "moved"), ("cauchy", "wider"), ("wider", "three"), ("three", "wider"),
         ("sampled", "cauchy"), ("cauchy", "sampled"), ("normal", "cauchy"), ("laplace", "two"),
         ("two", "laplace"), ("five", "normal"), ("two", "normal"), ("cauchy", "logistic"),
         ("five", "logistic"), ("logistic", "five"), ("mixed", "two"), ("two", "mixed")]
INFINITE = {"power": {("two", "laplace"), ("five", "normal"), ("two", "normal"),
                      ("cauchy", "logistic"), ("five", "logistic")},
            "kl": {("two", "normal"), ("cauchy", "logistic")}}
INFINITE["chi square"] = INFINITE["power"] | {("wider", "three")}
# θ from −π/2 to π/2 of x = tan θ, where tails have the ends.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
EDGES = -np.pi / 2 + np.pi / 2 * 2.0 ** -np.arange(45.0, 0, -1)
HALF = np.unique(np.concatenate([EDGES, np.linspace(-np.pi / 4, 0, 100), np.linspace(
    -np.pi / 2 + 0.01, -np.pi / 4, 200), [-np.arctan(1 / 3), -np.arctan(0.5)]]))
TURNS = np.unique(np.concatenate([HALF, -HALF]))
ANGLES = ((TURNS[:-1] + TURNS[1:])[:, None] / 2 + np.diff(TURNS)[:, None] / 2 * NODES).ravel()
PLACES = np.tan(ANGLES)
SHARES = (np.diff(TURNS)[:, None] / 2 * WEIGHTS).ravel() * (1 + PLACES**2)


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


def of(part: tuple[str, ...]) -> Any:
    place, spread, *rest = (float(Fraction(x)) for x in part[2:])
    return {"student": lambda: stats.t(rest[0], place, spread),
            "logistic": lambda: stats.logistic(place, spread),
            "laplace": lambda: stats.laplace(place, spread),
            "gaussian": lambda: stats.norm(place, spread**0.5)}[part[1]]()


def log_at(parts: Law, x: Any) -> Any:
    found = -np.inf + 0 * x
    for part in parts:
        place, spread = (float(Fraction(y)) for y in part[2:4])
        # Where its density is 0 to floats the logarithm isn't.
        own = (-abs(x - place) / spread - np.log(2 * spread) if part[1] == "laplace"
               else of(part).logpdf(x))
        found = np.logaddexp(found, np.log(float(Fraction(part[0]))) + own)
    return found


def integrated(term: Any, *laws: Law) -> float:
    with np.errstate(all="ignore"):
        return float(np.nansum(SHARES * term(*(log_at(one, PLACES) for one in laws))))


QUANTITIES: dict[str, tuple[Any, Any, Any]] = {
    "kl": (lambda a, b: np.exp(a) * (a - b), continuous.kl, line.law_kl_of),
    "chi square": (lambda a, b: np.exp(2 * a - b) - 2 * np.exp(a) + np.exp(b),
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
    "hockey-stick": (lambda a, b: np.maximum(0, np.exp(a) - np.exp(b + 1 / 3)),
                     lambda xp, p, q: continuous.hockey_stick(xp, p, q, xp.constant(fmpq(1, 3))),
                     lambda p, q: densities.law_hockey_stick(p, q, num(Fraction(1, 3)))),
    "total variation": (lambda a, b: abs(np.exp(a) - np.exp(b)) / 2,
                        continuous.total_variation, densities.law_total_variation),
}
# Of which the second checker's take seconds.
SLOW = ("jensen-shannon", "le cam", "hellinger")
KINKED = ("hockey-stick", "total variation")


@pytest.mark.parametrize("name", list(QUANTITIES))
@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_values(name: str, one: str, two: str) -> None:
    term, ours, theirs = QUANTITIES[name]
    xp, floats, p, q = Balls(), Floats(), NAMES[one], NAMES[two]
    found = ours(xp, law(xp, p), law(xp, q))
    rough = float(ours(floats, law(floats, p), law(floats, q)))
    if (one, two) in INFINITE.get(name, ()):
        assert found == INFINITY
        assert rough == np.inf
        with pytest.raises((Unsupported, Unknown)):
            theirs(in_second(p), in_second(q))
        return
    # Quadrature doesn't know where densities cross, and powers may fall slowly.
    close = 1e-4 if name in KINKED else 1e-2 if (one, two) == ("wider", "three") else 1e-7
    value = integrated(term, p, q)
    assert float(arb(found).mid()) == pytest.approx(value, abs=close, rel=close)
    assert arb(found).rad() < 1e-11
    slow = name in ("power", "kl") and (one, two) in (("wider", "three"), ("five", "normal"))
    assert rough == pytest.approx(float(arb(found).mid()), rel=1e-5 if slow else 1e-8, abs=1e-11)
    if name in SLOW and (one, two) not in PAIRS[2::5]:
        return
    try:
        held = theirs(in_second(p), in_second(q))
    except (Unsupported, Unknown):
        # Where the tails of the second law are lighter.
        assert two in ("normal", "laplace", "logistic")
        return
    middle = float(arb(found).mid())
    assert float(held.lo) - 1e-11 <= middle <= float(held.hi) + 1e-11
    assert middle - float(held.lo) < 0.04
    students_only = {one, two} <= {"cauchy", "moved", "wider", "three", "sampled"}
    if students_only and name not in KINKED:
        assert float(held.hi - held.lo) < 0.06 * max(middle, 0.05)


def test_closed_forms_of_cauchy_s_laws() -> None:
    """Of a shift by 2: D = ln(1 + d²/4), TV = (2/π) arctan(d/2), χ² = d²/2."""
    xp = Balls()
    one, two = law(xp, CAUCHY), law(xp, MOVED)
    for bits in (53, 120):
        with precision(bits):
            for found, value in (
                (continuous.kl(xp, one, two), arb(2).log()),
                (continuous.total_variation(xp, one, two), arb(1) / 2),
                (continuous.chi_square(xp, one, two), arb(2)),
                (continuous.renyi(xp, one, two, INFINITY), 2 * arb(1).asinh()),
                (continuous.differential_entropy(xp, one), (4 * arb.pi()).log()),
            ):
                assert arb(found).overlaps(value)
                assert arb(found).rad() < arb(2) ** (12 - bits)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30])
def test_of_one_law(freedom: int) -> None:
    xp, floats, parts = Balls(), Floats(), (student("1/2", "3/2", freedom),)
    known = of(parts[0])
    found = arb(continuous.differential_entropy(xp, law(xp, parts)))
    assert abs(found - known.entropy()) < 1e-9
    held = densities.differential_entropy(in_second(parts))
    assert float(held.lo) - 1e-12 <= float(found.mid()) <= float(held.hi) + 1e-12
    assert held.hi - held.lo < Fraction(1, 10**12)
    assert float(continuous.differential_entropy(floats, law(floats, parts))) == pytest.approx(
        known.entropy(), rel=1e-8)
    part = in_second(parts)[0]
    for x in (-3.0, 0.5, 40.0):
        assert log_part(part, x) == pytest.approx(known.logpdf(x))
        assert float(ball_line.density(law(xp, parts).parts, fmpq(int(2 * x), 2)).mid()
                     ) == pytest.approx(known.pdf(x))
    for low, high in ((-40, -30), (-3, Fraction(1, 2)), (0, 5), (30, 40), (1000, 10**6)):
        ends = Fraction(low), Fraction(high)
        with mpmath.workdps(30):
            sides = [mpmath.betainc(mpmath.mpf(freedom) / 2, mpmath.mpf(1) / 2, 0, freedom / (
                freedom + ((mpmath.mpf(end.numerator) / end.denominator - 0.5) / 1.5) ** 2),
                regularized=True) / 2 for end in ends]
            below = [side if end <= Fraction(1, 2) else 1 - side
                     for side, end in zip(sides, ends, strict=True)]
            inside = float(sides[0] - sides[1]) if low > 0 else float(below[1] - below[0])
        mass = arb(continuous.interval_mass(
            xp, law(xp, parts), *(fmpq(end.numerator, end.denominator) for end in ends)))
        assert (mass + arb(0, 1e-14 * inside)).contains(arb(inside)) or abs(
            mass - inside) < 1e-12 * inside
        told = densities.interval_mass(in_second(parts), *map(num, ends))
        assert float(told.lo) - 1e-18 <= inside * (1 + 1e-12)
        assert inside * (1 - 1e-12) <= float(told.hi) + 1e-18
        rough = continuous.interval_mass(floats, law(floats, parts), *map(float, ends))
        assert float(rough) == pytest.approx(inside, rel=1e-8, abs=1e-15)


def test_a_mass_up_to_what_is_known_as_a_ball() -> None:
    xp = Balls()
    for parts, middle, radius in itertools.product((CAUCHY, THREE), (-3, 0, 2), (1e-30, 1e-3, 2)):
        found = arb(continuous.interval_mass(xp, law(xp, parts), -INFINITY, arb(middle, radius)))
        held = densities.mass_below(in_second(parts), span(
            middle - Fraction(radius), middle + Fraction(radius)))
        for side in (-1, 0, 1):
            inside = of(parts[0]).cdf(middle + side * radius * 0.999)
            assert (found + arb(0, 1e-14)).contains(arb(float(inside)))
            assert float(held.lo) - 1e-14 <= inside <= float(held.hi) + 1e-14


@pytest.mark.parametrize(("one", "two"), [
    ("cauchy", "moved"), ("cauchy", "wider"), ("wider", "cauchy"), ("three", "five"),
    ("five", "three"), ("normal", "cauchy"), ("laplace", "two"), ("sampled", "cauchy"),
    ("cauchy", "sampled"), ("logistic", "five"), ("two", "mixed"), ("five", "logistic"),
    ("two", "five"),
])
def test_the_largest_ratio(one: str, two: str) -> None:
    """On a fine grid, or without end where the tails of p are the heavier."""
    xp, floats, p, q = Balls(), Floats(), NAMES[one], NAMES[two]
    found = continuous.renyi(xp, law(xp, p), law(xp, q), INFINITY)
    rough = float(continuous.renyi(floats, law(floats, p), law(floats, q), np.inf))
    if (one, two) in (("three", "five"), ("five", "logistic"), ("two", "five")):
        assert found == INFINITY
        assert rough == np.inf
        with pytest.raises((Unsupported, Unknown)):
            line.law_renyi(in_second(p), in_second(q), num(INF))
        return
    places = np.linspace(-45, 45, 90 * 64 + 1)
    most = max(log_at(p, places) - log_at(q, places))
    assert most - 1e-9 <= float(arb(found).mid()) <= most + 1e-3
    assert arb(found).rad() < 1e-9
    assert rough == pytest.approx(float(arb(found).mid()), abs=1e-8)
    held = line.law_renyi(in_second(p), in_second(q), num(INF))
    assert float(held.lo) - 1e-9 <= float(arb(found).mid()) <= float(held.hi) + 1e-9
    if {one, two} <= {"cauchy", "moved", "wider"}:
        assert held.hi - held.lo < Fraction(1, 10**12)


def test_what_is_exact() -> None:
    """Above the largest log-ratio nothing is lost, exactly; below it something is."""
    xp, floats = Balls(), Floats()
    # 2 arsinh(1) is 1.7627….
    for p, q in ((CAUCHY, MOVED), (MOVED, CAUCHY)):
        for level, lost in ((fmpq(2), False), (fmpq(1763, 1000), False), (fmpq(17, 10), True),
                            (fmpq(0), True), (INFINITY, False)):
            found = continuous.hockey_stick(xp, law(xp, p), law(xp, q), level)
            text = num(INF) if level == INFINITY else num(Fraction(int(level.p), int(level.q)))
            held = densities.law_hockey_stick(in_second(p), in_second(q), text)
            rough = continuous.hockey_stick(
                floats, law(floats, p), law(floats, q), float(text.lo))
            if lost:
                assert found > 0
                assert held.lo > 0
                assert float(rough) > 0
            else:
                assert found == 0
                assert held == num(0)
                assert float(rough) == 0
    for parts in (CAUCHY, SAMPLED, MIXED):
        same = law(xp, parts), law(xp, parts)
        for found in (continuous.kl(xp, *same), continuous.total_variation(xp, *same),
                      continuous.renyi(xp, *same, fmpq(2)), continuous.renyi(xp, *same, INFINITY),
                      continuous.jensen_shannon(xp, *same)):
            assert found == 0
        assert line.law_kl_of(in_second(parts), in_second(parts)) == num(0)
    assert continuous.hockey_stick(xp, law(xp, CAUCHY), law(xp, CAUCHY), fmpq(-1)) > 0


def test_the_edges_of_finiteness() -> None:
    """Moments of ν degrees of freedom exist below ν; x^(−k) is integrable from k above 1 on."""
    xp, floats = Balls(), Floats()

    def kl(freedom: int, other: Law) -> tuple[Any, float]:
        parts: Law = (student("0", "1", freedom),)
        return (continuous.kl(xp, law(xp, parts), law(xp, other)),
                float(continuous.kl(floats, law(floats, parts), law(floats, other))))

    for freedom, other, without_end in (
        (1, LAPLACE, True), (2, LAPLACE, False), (1, LOGISTIC, True), (2, NORMAL, True),
        (3, NORMAL, False), (1, FIVE, False), (1, MIXED, False),
    ):
        found, rough = kl(freedom, other)
        assert (found == INFINITY) is without_end
        assert (rough == np.inf) is without_end
    mixed: Law = (("1/2", *NORMAL[0][1:]), student("0", "1", 2, "1/2"))
    assert continuous.kl(xp, law(xp, mixed), law(xp, NORMAL)) == INFINITY
    # Of Student laws of 1 and 3 degrees of freedom p^α q^(1−α) falls like x^(2α − 4).
    for order, without_end in ((fmpq(149, 100), False), (fmpq(3, 2), True), (fmpq(2), True)):
        found = continuous.renyi(xp, law(xp, WIDER), law(xp, THREE), order)
        assert (found == INFINITY) is without_end
        rough = continuous.renyi(
            floats, law(floats, WIDER), law(floats, THREE), float(order.p) / float(order.q))
        assert (rough == np.inf) == without_end
    # A part that may have no weight makes nothing infinite.
    heavy = law(xp, CAUCHY).parts[0]
    with pytest.raises(Indeterminate):
        ball_line._surprises_without_end(
            (replace(heavy, weight=arb(0, 1e-20)),), law(xp, NORMAL).parts)


def test_what_is_no_law() -> None:
    xp, floats = Balls(), Floats()
    good = [fmpq(0), fmpq(1), fmpq(3)]
    for place, wrong in ((0, INFINITY), (1, fmpq(0)), (1, fmpq(-1)), (1, INFINITY), (2, fmpq(0)),
                         (2, fmpq(-1)), (2, fmpq(5, 2))):
        values = [*good[:place], wrong, *good[place + 1:]]
        with pytest.raises(Undefined, match="freedom|whole" if place == 2 else "finite"):
            continuous.student(xp, *values)
        as_text = [INF if isinstance(x, arb) else Fraction(int(x.p), int(x.q)) for x in values]
        with pytest.raises(NoValue):
            students.student(*map(num, as_text))
        rough = continuous.student(floats, *map(float, as_text))
        assert np.isnan(continuous.total_variation(floats, rough, law(floats, CAUCHY)))
    with pytest.raises(Indeterminate):
        continuous.student(xp, fmpq(0), arb(0, 1), fmpq(1))
    for freedom, error in ((span(Fraction(1), Fraction(2)), Unknown), (num(INF), NoValue),
                           (num(10**9), Unsupported)):
        with pytest.raises(error):
            students.student(num(0), ONE, freedom)
    with pytest.raises(Unknown):
        students.student(num(0), Num(Fraction(-1), Fraction(1)), ONE)


@pytest.mark.parametrize("other", [NORMAL, LAPLACE, CAUCHY, LOGISTIC])
def test_sums_are_left_open(other: Law) -> None:
    xp, floats = Balls(), Floats()
    for one, two in ((CAUCHY, other), (other, CAUCHY)):
        with pytest.raises(Indeterminate, match=r"student|logistic"):
            continuous.noised(xp, law(xp, one), law(xp, two))
        with pytest.raises(Unsupported):
            densities.law_sum(in_second(one), in_second(two))
        summed = continuous.noised(floats, law(floats, one), law(floats, two))
        assert np.isnan(continuous.kl(floats, summed, law(floats, CAUCHY)))


# --- error terms ----------------------------------------------------------------------------------


@pytest.mark.parametrize("freedom", [1, 2, 4])
@pytest.mark.parametrize("end", [3, 40])
@pytest.mark.parametrize("length", ["1", "7"])
def test_beyond_an_end_the_logarithm_is_in_its_bounds(
    freedom: int, end: int, length: str
) -> None:
    """Of both checkers, whatever the length; the moments of a tail are no less than they are."""
    parts: Law = (student("1", "3/2", freedom),)
    (curve,) = curves_of(law(Balls(), parts).parts)
    tail = curve.beyond(arb(end), arb(int(length)))
    (a, b, c), k = line.far(in_second(parts)[0], num(end), num(int(length)))
    assert (b, c, k) == (num(0), num(0), num(freedom + 1))
    known = of(parts[0])
    for h in (0, 0.5, 3, 100, 1e6):
        bent = (freedom + 1) * np.log1p(h / int(length))
        exact = known.logpdf(end + h)
        assert (tail.c0 - bent + arb(0, 1e-12)).contains(arb(exact))
        assert float(a.lo) - bent - 1e-12 <= exact <= float(a.hi) - bent + 1e-12
    moments = curve.tail_moments(arb(end), arb(int(length)))
    with mpmath.workdps(20):
        def density(x: Any) -> Any:
            u = (x - 1) / mpmath.mpf(1.5)
            return mpmath.gamma(mpmath.mpf(freedom + 1) / 2) / mpmath.gamma(
                mpmath.mpf(freedom) / 2) / mpmath.sqrt(freedom * mpmath.pi) / 1.5 * (
                    1 + u * u / freedom) ** (-mpmath.mpf(freedom + 1) / 2)

        terms = (lambda h: 1, lambda h: h, lambda h: h * h,
                 lambda h: mpmath.log(1 + h / int(length)))
        for place, (moment, term) in enumerate(zip(moments, terms, strict=True)):
            if place in (1, 2) and freedom <= place:
                assert moment == INFINITY
                continue
            value = mpmath.quad(lambda h, term=term: term(h) * density(end + h),
                                [0, 1, 10, 100, 10**4, 10**6, mpmath.inf])
            assert float(moment.upper()) >= float(value) * (1 - 1e-6)
            assert float(moment.lower()) <= float(value) * 9 + 1


@pytest.mark.parametrize(("one", "two", "order"), [
    (CAUCHY, WIDER, 2), (THREE, FIVE, fmpq(5, 4)), (NORMAL, CAUCHY, 2), (FIVE, CAUCHY, 3),
    (LAPLACE, FIVE, fmpq(3, 2)),
])
@pytest.mark.parametrize("end", [6, 30])
def test_the_bound_of_a_tail(one: Law, two: Law, order: Any, end: int) -> None:
    xp = Balls()
    p, q = (curves_of(law(xp, parts).parts)[0] for parts in (one, two))
    alpha = float(fmpq(order).p) / float(fmpq(order).q)
    xs = PLACES[PLACES > 0] + end
    shares = SHARES[PLACES > 0]
    with np.errstate(all="ignore"):
        value = np.nansum(shares * np.exp(
            alpha * log_at(one, xs) + (1 - alpha) * log_at(two, xs)))
    try:
        bound = float(ball_powers._tail(p, q, arb(fmpq(order)), arb(end)))
    except Indeterminate:
        # It rises for longer.
        assert end == 6
    else:
        assert value * (1 - 1e-6) <= bound < 12 * value
    exact = num(Fraction(int(fmpq(order).p), int(fmpq(order).q)))
    try:
        held = line.tail_power(in_second(one), in_second(two), exact, Fraction(end))
    except Unsupported:
        assert end == 6
    else:
        assert value * (1 - 1e-6) <= float(held.hi) < 12 * value


def test_a_tail_that_isnt_integrable_has_no_bound() -> None:
    xp = Balls()
    p, q = (curves_of(law(xp, parts).parts)[0] for parts in (WIDER, THREE))
    for order in (fmpq(3, 2), fmpq(2), arb("1.5", "1e-10")):
        with pytest.raises(Indeterminate):
            ball_powers._tail(p, q, arb(order), arb(50))
        with pytest.raises(Indeterminate):
            ball_powers._beyond(p, q, arb(order), arb(50))
    for order in (num(Fraction(3, 2)), num(2), span(Fraction(7, 5), Fraction(8, 5))):
        with pytest.raises(Unsupported):
            line.tail_power(in_second(WIDER), in_second(THREE), order, Fraction(50))


@pytest.mark.parametrize(("one", "two"), [
    ("cauchy", "moved"), ("three", "five"), ("cauchy", "wider"), ("five", "logistic"),
    ("normal", "two"), ("sampled", "cauchy"),
])
def test_slopes_and_ratios_on_segments(one: str, two: str) -> None:
    """Both checkers' bounds hold those at points; far out they are as narrow as what they bound."""
    xp, p, q = Balls(), NAMES[one], NAMES[two]
    ratios = Ratios(curves_of(law(xp, p).parts), curves_of(law(xp, q).parts))
    for low, high in ((-8, -4), (-3, -2), (-1, 0), (1, 3), (2, Fraction(9, 4)), (4, 8),
                      (1024, 2048)):
        if high > 100 and one in ("five", "normal"):
            continue
        xs = np.linspace(float(low), float(high), 65)
        logs = log_at(p, xs) - log_at(q, xs)
        ball = arb(fmpq(Fraction(low).numerator, Fraction(low).denominator)), arb(
            fmpq(Fraction(high).numerator, Fraction(high).denominator))
        told = ratios.sign(*ball)
        assert told == 0 or (logs * told > 0).all()
        if abs(logs).min() > 4 * (logs.max() - logs.min()) > 0:
            assert told != 0
        if len(p) == len(q) == 1:
            a, b = in_second(p)[0], in_second(q)[0]
            try:
                found = line.ratio_of(b, a, (Fraction(low), Fraction(high)))
            except Unknown:
                continue
            assert np.log(float(found.lo)) <= logs.min() + 1e-9
            assert logs.max() - 1e-9 <= np.log(float(found.hi))


@pytest.mark.parametrize("power", [2, 3, 6])
def test_a_factor_and_its_slope_on_an_interval(power: int) -> None:
    zero = arb(0)
    term = ball_signs.Term((zero, zero, zero), ball_signs.POWER, arb("0.5"), arb(-2), None, power)
    for low, high in (("-1", "0.5"), ("-3", "-1"), ("0", "0.125"), ("0.2", "4")):
        with precision(80):
            value, slope = ball_signs._with_slope(term, arb(low).union(arb(high)))
        rest = ball_shapes.Bending(arb("0.5"), arb(-2), power)
        ball = arb(low).union(arb(high))
        for share in (0, 0.3, 0.7, 1):
            h = float(low) + share * (float(high) - float(low))
            z = 0.5 - 2 * h
            known = (1 + z * z) ** (-power / 2)
            fall = 2 * power * z / (1 + z * z) * known
            assert (value + arb(0, 1e-12)).contains(arb(known))
            assert (slope + arb(0, 1e-12)).contains(arb(fall))
            assert (rest.value(ball) + arb(0, 1e-12)).contains(arb(np.log(known)))
            assert (rest.slope(ball) + arb(0, 1e-12)).contains(arb(fall / known))
            at = rest.at(acb(arb(h)), True)
            assert abs(float(at.real.mid()) - np.log(known)) < 1e-12
    # Its logarithm has a branch point where z is i.
    inside = ball_shapes.Bending(arb(0), arb(1), power).at(acb(arb(0), arb(1, 0.5)), True)
    assert not inside.is_finite()


def test_a_false_claim_falls_and_both_checkers_say_so() -> None:
    from recheck.certificates import check as recheck

    d, s, k = v.Real("d", "[0,3]"), v.Real("s", "[1/2,2]"), v.Size("k", low=1)
    pair = v.student(0, s, 1), v.student(d, s, 1)
    for wrong in (
        v.claim("half", forall=[d, s], then=v.Close(*pair, d / (2 * s), 0)),
        v.claim("freedom", forall=[d, k],
                then=v.Close(v.student(0, 1, k), v.student(d, 1, k), d, 0)),
    ):
        report = attack(wrong, seed=0, budget=400)
        assert report.status == "refuted", wrong.key
        assert check(report.certificate).polarity == "refutation"
        recheck(report.certificate)
    true = v.claim("true", forall=[d, s], then=v.Close(*pair, d / s, 0))
    assert attack(true, seed=0, budget=300).status == "survived"
    assert read_statement(str(true.statement)) == true.statement
