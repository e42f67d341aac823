"""Staircase laws on the line: balls, floats and the second checker against the sum over many steps
in mpmath, what is exact, and what is left open."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, fmpq

import recheck.line_divergences as line
from recheck import densities
from recheck.errors import Undefined as NoValue
from recheck.errors import Unknown, Unsupported
from recheck.reals import INF, Num, num
from verified import language as v
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous
from verified.measures.continuous import LawValue
from verified.numbers import ball_steps
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined
from verified.numbers.float_namespace import Floats

INFINITY = arb("inf")
# Weight, mean, width, level, share; a uniform law has weight and ends.
Stair = tuple[str, str, str, str, str]
Flat = tuple[str, str, str]
Law = tuple[Stair | Flat, ...]

PLAIN: Law = (("1", "0", "1", "1", "1/4"),)
MOVED: Law = (("1", "2/3", "1", "1", "1/4"),)
BY_A_WIDTH: Law = (("1", "1", "1", "1", "1/4"),)
FAR: Law = (("1", "-17/3", "1", "1", "1/4"),)
OTHER_SHARE: Law = (("1", "1/5", "1", "1", "1"),)
NO_SHARE: Law = (("1", "0", "1", "1", "0"),)
SUBSAMPLED: Law = (("3/4", "0", "1", "1", "1/4"), ("1/4", "1", "1", "1", "1/4"))
WITH_FLAT: Law = (("1/2", "0", "1", "1", "1/4"), ("1/2", "-3", "7/2"))
STEEP: Law = (("1", "0", "2/3", "5", "1/3"),)
STEEP_MOVED: Law = (("1", "1", "2/3", "5", "1/3"),)
PAIRS = [(PLAIN, MOVED), (BY_A_WIDTH, PLAIN), (PLAIN, FAR), (OTHER_SHARE, PLAIN),
         (NO_SHARE, OTHER_SHARE), (SUBSAMPLED, PLAIN), (PLAIN, WITH_FLAT), (STEEP, STEEP_MOVED)]


def law(xp: Any, parts: Law) -> LawValue:
    def real(text: str) -> Any:
        found = Fraction(text)
        return fmpq(found.numerator, found.denominator) if isinstance(xp, Balls) else float(found)

    laws = [(continuous.uniform if len(rest) == 2 else continuous.staircase)(xp, *map(real, rest))
            for _, *rest in parts]
    weights = [real(weight) for weight, *_ in parts]
    stacked = BallArray((len(parts),), weights) if isinstance(xp, Balls) else np.array(weights)
    return continuous.mixture(xp, stacked, *laws)


def in_second(parts: Law) -> densities.Mixture:
    laws = [(densities.uniform if len(rest) == 2 else densities.staircase)(
        *(num(Fraction(x)) for x in rest)) for _, *rest in parts]
    return densities.mixture([num(Fraction(weight)) for weight, *_ in parts], *laws)


def at(parts: Law, x: Fraction) -> Any:
    """The density by its definition."""
    total = mpmath.mpf(0)
    for weight, *rest in parts:
        numbers = [Fraction(text) for text in rest]
        if len(numbers) == 2:
            low, high = numbers
            inside = low < x < high
            total += mpmath.mpf(int(inside)) * float(Fraction(weight)) / float(high - low)
            continue
        mean, width, level, share = numbers
        ratio, g = mpmath.exp(-mpmath.mpf(float(level))), mpmath.mpf(share.numerator)
        g /= share.denominator
        top = (1 - ratio) / (2 * mpmath.mpf(width.numerator) / width.denominator
                             * (g + ratio * (1 - g)))
        # [k, k + share) widths from the mean it is e^(−k·level), then e^(−(k+1)·level).
        distance = abs(x - mean) / width
        k = distance.numerator // distance.denominator
        depth = k if distance - k < share else k + 1
        total += mpmath.mpf(float(Fraction(weight))) * top * ratio**depth
    return total


def summed(p: Law, q: Law, term: Any, widths: int = 60) -> Any:
    """∫ term(p, q) by cells between all ends within so many widths."""
    ends = set[Fraction]()
    for _, *rest in (*p, *q):
        numbers = [Fraction(text) for text in rest]
        if len(numbers) == 2:
            ends.update(numbers)
            continue
        mean, width, _, share = numbers
        ends.update(mean + side * width * (k + part) for k in range(widths) for side in (-1, 1)
                    for part in (Fraction(0), share))
    total = mpmath.mpf(0)
    for low, high in itertools.pairwise(sorted(ends)):
        middle, length = (low + high) / 2, high - low
        total += mpmath.mpf(length.numerator) / length.denominator * term(
            at(p, middle), at(q, middle))
    return total


QUANTITIES: dict[str, tuple[Any, Any, Any]] = {
    "kl": (lambda p, q: p * mpmath.log(p / q) if p else 0,
           continuous.kl, line.law_kl_of),
    "total variation": (lambda p, q: abs(p - q) / 2,
                        continuous.total_variation, densities.law_total_variation),
    "chi square": (lambda p, q: (p - q) ** 2 / q,
                   continuous.chi_square, line.law_chi_square),
    "hellinger": (lambda p, q: (mpmath.sqrt(p) - mpmath.sqrt(q)) ** 2 / 2,
                  continuous.hellinger, line.law_hellinger),
    "jensen-shannon": (lambda p, q: (p * mpmath.log(2 * p / (p + q))
                                     + q * mpmath.log(2 * q / (p + q))) / 2,
                       continuous.jensen_shannon, line.law_jensen_shannon),
    "le cam": (lambda p, q: (p - q) ** 2 / (p + q) / 2,
               continuous.le_cam, line.law_le_cam),
    "hockey-stick": (lambda p, q: max(0, p - mpmath.exp(0.5) * q),
                     lambda xp, p, q: continuous.hockey_stick(xp, p, q, xp.constant(fmpq(1, 2))),
                     lambda p, q: densities.law_hockey_stick(p, q, num(Fraction(1, 2)))),
    "power": (lambda p, q: p**3 / q**2,
              lambda xp, p, q: xp.exp(xp.mul(xp.constant(fmpq(2)), continuous.renyi(
                  xp, p, q, xp.constant(fmpq(3))))),
              lambda p, q: densities.exp(num(2) * line.law_renyi(p, q, num(3)))),
}


def holds(found: Any, value: float) -> None:
    """A ball and an interval of the second checker that hold a value, and tell it."""
    if isinstance(found, Num):
        low, high = float(found.lo), float(found.hi)
    else:
        ball = arb(found)
        low, high = float(ball.lower()), float(ball.upper())
    room = 1e-12 * max(1.0, abs(value))
    assert low - room <= value <= high + room
    assert high - low < 1e-9 * max(1.0, abs(value))


@pytest.mark.parametrize("name", list(QUANTITIES))
@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_values(name: str, p: Law, q: Law) -> None:
    term, ours, theirs = QUANTITIES[name]
    xp, floats = Balls(), Floats()
    value = float(summed(p, q, term))
    holds(ours(xp, law(xp, p), law(xp, q)), value)
    holds(theirs(in_second(p), in_second(q)), value)
    assert float(ours(floats, law(floats, p), law(floats, q))) == pytest.approx(
        value, rel=1e-11, abs=1e-13)


@pytest.mark.parametrize("parts", [PLAIN, NO_SHARE, OTHER_SHARE, SUBSAMPLED, WITH_FLAT, STEEP])
def test_of_one_law(parts: Law) -> None:
    xp, floats = Balls(), Floats()
    entropy = float(summed(parts, parts, lambda p, _: -p * mpmath.log(p)))
    holds(continuous.differential_entropy(xp, law(xp, parts)), entropy)
    holds(densities.differential_entropy(in_second(parts)), entropy)
    assert float(continuous.differential_entropy(floats, law(floats, parts))) == pytest.approx(
        entropy)
    for low, high in (("-1/3", "5"), ("1/8", "1/4"), ("-4", "-1/4"), ("1/4", "5/4")):
        ends = Fraction(low), Fraction(high)
        inside: Law = (("1", low, high),)
        mass = float(summed(parts, inside, lambda p, q: p if q else 0))
        exact = [fmpq(end.numerator, end.denominator) for end in ends]
        holds(continuous.interval_mass(xp, law(xp, parts), *exact), mass)
        holds(densities.interval_mass(in_second(parts), *map(num, ends)), mass)
        found = continuous.interval_mass(floats, law(floats, parts), *map(float, ends))
        assert float(found) == pytest.approx(mass)
    whole = continuous.interval_mass(xp, law(xp, parts), -INFINITY, fmpq(0)), (
        continuous.interval_mass(xp, law(xp, parts), fmpq(0), INFINITY))
    assert arb(whole[0] + whole[1]).overlaps(arb(1))
    both = [continuous.interval_mass(floats, law(floats, parts), *ends)
            for ends in ((-np.inf, 0.0), (0.0, np.inf))]
    assert float(both[0] + both[1]) == pytest.approx(1.0)


def test_a_mass_up_to_what_is_known_as_a_ball() -> None:
    """At an end of a step, at the mean, and where it isn't told on which side a number lies."""
    xp = Balls()
    plain = law(xp, PLAIN)
    for middle in ("0", "1/4", "-1/4", "5/4", "-9/4"):
        for radius in (1e-30, 1e-3, 0.3):
            point = Fraction(middle)
            ball = arb(fmpq(point.numerator, point.denominator)) + arb(0, radius)
            found = continuous.interval_mass(xp, plain, -INFINITY, ball)
            for side in (-1, 0, 1):
                end = fmpq(*(float(ball.mid()) + side * radius * 0.999).as_integer_ratio())
                inside = arb(continuous.interval_mass(xp, plain, -INFINITY, end))
                assert arb(found).contains(inside.mid())
    wide = arb(0, 100)
    with pytest.raises(Indeterminate):
        continuous.interval_mass(xp, plain, -INFINITY, wide)


def test_a_width_apart_the_level_is_exact() -> None:
    """A staircase moved by no more than a width is private at its level, with δ = 0 exactly."""
    xp, floats = Balls(), Floats()
    for p, q in ((PLAIN, BY_A_WIDTH), (BY_A_WIDTH, PLAIN), (PLAIN, MOVED)):
        one, two = law(xp, p), law(xp, q)
        assert continuous.hockey_stick(xp, one, two, fmpq(1)) == 0
        assert continuous.hockey_stick(xp, one, two, INFINITY) == 0
        assert continuous.hockey_stick(xp, one, two, fmpq(99, 100)) > 0
        assert continuous.renyi(xp, one, two, INFINITY) == fmpq(1)
        assert densities.law_hockey_stick(in_second(p), in_second(q), num(1)) == num(0)
        assert line.law_renyi(in_second(p), in_second(q), num(INF)) == num(1)
        rough = law(floats, p), law(floats, q)
        assert float(continuous.hockey_stick(floats, *rough, 1.0)) == 0
        assert float(continuous.renyi(floats, *rough, np.inf)) == 1
    far = law(xp, PLAIN), law(xp, FAR)
    assert continuous.renyi(xp, *far, INFINITY) == fmpq(6)
    assert line.law_renyi(in_second(PLAIN), in_second(FAR), num(INF)) == num(6)


def test_equal_laws_are_so_exactly() -> None:
    xp = Balls()
    for parts in (PLAIN, SUBSAMPLED, WITH_FLAT):
        one = law(xp, parts), law(xp, parts)
        for found in (continuous.kl(xp, *one), continuous.total_variation(xp, *one),
                      continuous.chi_square(xp, *one), continuous.jensen_shannon(xp, *one),
                      continuous.renyi(xp, *one, fmpq(2)), continuous.renyi(xp, *one, INFINITY)):
            assert found == 0
        assert line.law_kl_of(in_second(parts), in_second(parts)) == num(0)
    weightless = ((*PLAIN[0][:1], *PLAIN[0][1:]), ("0", "0", "1", "2", "1/4"))
    assert continuous.kl(xp, law(xp, weightless), law(xp, PLAIN)) == 0


def test_a_batch_has_as_many_steps_as_its_farthest_laws_need() -> None:
    floats, xp = Floats(), Balls()
    places = np.array([1 / 3, 40.5, 5000.0])
    ones = np.ones(3)
    many = continuous.staircase(floats, places, ones, ones, ones / 4)
    found = continuous.kl(floats, law(floats, PLAIN), many)
    for place, rough in zip(("1/3", "81/2"), found, strict=False):
        moved: Law = (("1", place, "1", "1", "1/4"),)
        exact = continuous.kl(xp, law(xp, PLAIN), law(xp, moved))
        assert float(rough) == pytest.approx(float(arb(exact).mid()))
    # Farther apart than the floats list steps.
    assert np.isnan(found[2])


def test_what_is_no_law() -> None:
    xp, floats = Balls(), Floats()
    good = [fmpq(0), fmpq(1), fmpq(1), fmpq(1, 4)]
    for place, wrong in ((0, INFINITY), (1, fmpq(0)), (1, fmpq(-1)), (1, INFINITY), (2, fmpq(0)),
                         (2, fmpq(-1)), (2, INFINITY), (3, fmpq(-1, 9)), (3, fmpq(10, 9))):
        values = [*good[:place], wrong, *good[place + 1:]]
        with pytest.raises(Undefined):
            continuous.staircase(xp, *values)
        as_text = [INF if isinstance(x, arb) else Fraction(int(x.p), int(x.q)) for x in values]
        with pytest.raises(NoValue):
            densities.staircase(*map(num, as_text))
        rough = continuous.staircase(floats, *map(float, as_text))
        assert np.isnan(continuous.total_variation(floats, rough, law(floats, PLAIN)))
    with pytest.raises(Indeterminate):
        continuous.staircase(xp, *good[:3], arb(0, 1))
    with pytest.raises(Unknown):
        densities.staircase(num(0), num(1), num(1), Num(Fraction(-1), Fraction(1)))


def test_what_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    xp, floats = Balls(), Floats()
    wider: Law = (("1", "0", "2", "1", "1/4"),)
    steeper: Law = (("1", "0", "1", "2", "1/4"),)
    for other in (wider, steeper):
        with pytest.raises(Indeterminate):
            continuous.kl(xp, law(xp, PLAIN), law(xp, other))
        with pytest.raises(Unsupported):
            line.law_kl_of(in_second(PLAIN), in_second(other))
        assert np.isnan(continuous.kl(floats, law(floats, PLAIN), law(floats, other)))
    normal, held = continuous.gaussian(xp, fmpq(0), fmpq(1)), densities.gaussian(num(0), num(1))
    rough = continuous.gaussian(floats, 0.0, 1.0)
    for ours, theirs in ((continuous.kl, line.law_kl_of),
                         (continuous.total_variation, densities.law_total_variation)):
        with pytest.raises(Indeterminate):
            ours(xp, law(xp, PLAIN), normal)
        with pytest.raises(Unsupported):
            theirs(in_second(PLAIN), held)
        assert np.isnan(ours(floats, law(floats, PLAIN), rough))
    with pytest.raises(Indeterminate):
        continuous.noised(xp, law(xp, PLAIN), normal)
    with pytest.raises(Unsupported):
        densities.law_sum(in_second(PLAIN), held)
    monkeypatch.setattr(ball_steps, "MOST_STEPS", 5)
    with pytest.raises(Indeterminate):
        continuous.kl(xp, law(xp, PLAIN), law(xp, FAR))


def test_an_irrational_share() -> None:
    """Steps whose ends are known as balls are told apart where they are, and else left open."""
    xp = Balls()
    share = 1 / (1 + arb(fmpq(1, 2)).exp())
    one, moved, by_a_width = (
        continuous.staircase(xp, fmpq(*place), fmpq(1), fmpq(1), share)
        for place in ((0, 1), (1, 3), (1, 1)))
    near = [continuous.staircase(xp, fmpq(*place), fmpq(1), fmpq(1), fmpq(
        *float(share.mid()).as_integer_ratio())) for place in ((0, 1), (1, 3))]
    found = arb(continuous.total_variation(xp, one, moved))
    assert found.rad() < 1e-9
    assert abs(found - arb(continuous.total_variation(xp, *near))) < 1e-9
    with pytest.raises(Indeterminate):
        continuous.total_variation(xp, one, by_a_width)


def test_a_false_claim_falls_and_both_checkers_say_so() -> None:
    """A staircase moved by more than a width isn't private at its level; nor at half of it."""
    from recheck.certificates import check as recheck

    eps, d, share = v.Real("eps", "[1/2,2]"), v.Real("d", "[0,2]"), v.Real("s", "[0,1]")
    pair = v.staircase(0, 1, eps, share), v.staircase(d, 1, eps, share)
    for wrong in (
        v.claim("far", forall=[eps, d, share], then=v.Close(*pair, eps, 0)),
        v.claim("half", forall=[eps, d, share], given=[d <= 1],
                then=v.Close(*pair, eps / 2, 0)),
        v.claim("converse", forall=[eps, d, share], given=[v.Close(*pair, eps, 0)],
                then=d <= 1 - eps / 4),
    ):
        report = attack(wrong, seed=0, budget=400)
        assert report.status == "refuted"
        assert check(report.certificate).polarity == "refutation"
        recheck(report.certificate)
    true = v.claim("true", forall=[eps, d, share], given=[d <= 1], then=v.Close(*pair, eps, 0))
    assert attack(true, seed=0, budget=300).status == "survived"
