"""The second checker's laws of steps on the line, against sums over many cells at 40 digits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf, workdps

import recheck.line_divergences as line
import recheck.stairs as stairs
from recheck.densities import (
    Mixture,
    differential_entropy,
    gaussian,
    law_hockey_stick,
    law_information,
    mass_below,
    mixture,
    staircase,
    uniform,
)
from recheck.errors import Undefined, Unknown, Unsupported
from recheck.reals import HALF, INF, ONE, TWO, ZERO, Num, exp, log, num, span, total
from tests.recheck.digits import DIGITS, bits, real  # noqa: F401 (for all tests here)

LEVEL = 2
# Ends of cells on which all densities below are constant, so far out that no more is left.
CELLS = [Fraction(k, 2) for k in range(-140, 140)]
Masses = list[Any]
LAWS: dict[str, tuple[Mixture, Masses]] = {}


def steps(mean: Fraction, share: Fraction, place: Fraction) -> Any:
    """The density of a staircase of width 2 and level 2 at a place."""
    fall = mp.exp(-LEVEL)
    out = abs(place - mean) / 2 - share
    depth = 0 if out < 0 else int(out) + 1
    return fall**depth / (4 * (real(share) + fall / (1 - fall)))


def add_stairs(name: str, mean: Fraction, share: Fraction) -> None:
    LAWS[name] = (
        staircase(num(mean), TWO, num(LEVEL), num(share)),
        [steps(mean, share, low + Fraction(1, 4)) / 2 for low in CELLS],
    )


def add_uniform(name: str, low: Fraction, high: Fraction) -> None:
    LAWS[name] = (
        uniform(num(low), num(high)),
        [1 / (2 * real(high - low)) if low <= cell < high else mpf(0) for cell in CELLS],
    )


def add_mixture(weight: Fraction, one: str, two: str) -> None:
    LAWS[f"{weight}:{one}|{two}"] = (
        mixture([num(weight), num(1 - weight)], LAWS[one][0], LAWS[two][0]),
        [real(weight) * a + real(1 - weight) * b
         for a, b in zip(LAWS[one][1], LAWS[two][1], strict=True)],
    )


with workdps(DIGITS):
    for mean_ in (Fraction(0), Fraction(-1), Fraction(5, 2)):
        for share_ in (Fraction(0), Fraction(1, 4), HALF, Fraction(1)):
            add_stairs(f"S{mean_},{share_}", mean_, share_)
    for low_, high_ in (("-1/2", "3/2"), ("0", "1"), ("7", "9"), ("1", "2")):
        add_uniform(f"U{low_},{high_}", Fraction(low_), Fraction(high_))
    add_mixture(Fraction(1, 3), "S0,1/2", "S5/2,1/4")
    add_mixture(Fraction(1, 4), "U7,9", "S0,1")
    add_mixture(HALF, "U0,1", "U7,9")

# Pairs, and whether all mass of the first lies where the second has some.
PAIRS = [
    ("S0,1/2", "S-1,1/2", True), ("S0,0", "S5/2,0", True), ("S0,1", "S0,1/4", True),
    ("S5/2,1/4", "S0,1/4", True), ("S0,1/4", "1/3:S0,1/2|S5/2,1/4", True),
    ("1/4:U7,9|S0,1", "S-1,1", True), ("S-1,1", "1/4:U7,9|S0,1", True),
    ("U-1/2,3/2", "S0,1/2", True), ("S0,1/2", "U-1/2,3/2", False), ("U0,1", "U-1/2,3/2", True),
    ("U-1/2,3/2", "U0,1", False), ("U0,1", "U7,9", False), ("U0,1", "U1,2", False),
    ("1/2:U0,1|U7,9", "S5/2,0", True), ("U0,1", "1/2:U0,1|U7,9", True),
]


def holds(found: Num, known: Any, width: float = 1e-15) -> None:
    assert real(found.lo) <= known + mpf(10) ** -25
    assert known - mpf(10) ** -25 <= real(found.hi)
    assert real(found.hi) - real(found.lo) <= width * max(1, abs(known))


def divergence(p: Masses, q: Masses) -> Any:
    return sum(a * mp.log(a / b) for a, b in zip(p, q, strict=True) if a)


def powers(p: Masses, q: Masses, order: Any) -> Any:
    return sum(a**order * b ** (1 - order) for a, b in zip(p, q, strict=True) if a and b)


def positive_part(p: Masses, q: Masses, factor: Any) -> Any:
    return sum(max(0, a - factor * b) for a, b in zip(p, q, strict=True))


@pytest.mark.parametrize(("one", "two", "covered"), PAIRS)
def test_divergences_are_those_of_cells(one: str, two: str, covered: bool) -> None:
    (p, a), (q, b) = LAWS[one], LAWS[two]
    for level in (-1, 0, HALF, 2, 3):
        holds(law_hockey_stick(p, q, num(level)), positive_part(a, b, mp.exp(real(level))))
    middle = [(x + y) / 2 for x, y in zip(a, b, strict=True)]
    holds(line.law_jensen_shannon(p, q), (divergence(a, middle) + divergence(b, middle)) / 2)
    holds(line.law_le_cam(p, q), powers(a, middle, 2) - 1)
    share = Fraction(1, 3)
    mixed = [(x + 2 * y) / 3 for x, y in zip(a, b, strict=True)]
    holds(law_information([num(share), num(1 - share)], p, q),
          divergence(a, mixed) / 3 + divergence(b, mixed) * 2 / 3)
    holds(line.law_hellinger(p, q), 1 - powers(a, b, mpf(1) / 2))
    holds(line.law_f_divergence(p, q, [num(HALF), ONE, num(3), ZERO, num(-1)],
                                [ONE, TWO, num(share), ONE, ONE]),
          sum(w * (positive_part(a, b, t) - max(0, 1 - t))
              for t, w in ((mpf(1) / 2, 1), (1, 2), (3, mpf(1) / 3))))
    half = powers(a, b, mpf(1) / 2)
    if half:
        holds(line.law_renyi(p, q, num(HALF)), -2 * mp.log(half))
        holds(line.law_renyi(p, q, ZERO),
              -mp.log(sum(y for x, y in zip(a, b, strict=True) if x)))
    else:
        assert line.law_renyi(p, q, num(HALF)) == line.law_renyi(p, q, ZERO) == num(INF)
    if covered:
        holds(line.law_kl_of(p, q), divergence(a, b))
        holds(line.law_renyi(p, q, ONE), divergence(a, b))
        holds(line.law_renyi(p, q, num(3)), mp.log(powers(a, b, 3)) / 2)
        holds(line.law_chi_square(p, q), powers(a, b, 2) - 1)
        holds(line.law_renyi(p, q, num(INF)),
              max(mp.log(x / y) for x, y in zip(a, b, strict=True) if x))
    else:
        for order in (ONE, num(3), num(INF)):
            assert line.law_renyi(p, q, order) == num(INF)
        assert line.law_kl_of(p, q) == line.law_chi_square(p, q) == num(INF)


@pytest.mark.parametrize("name", LAWS)
def test_a_law_on_its_cells_has_its_mass_and_entropy(name: str) -> None:
    """An outermost cell stands for all that lie whole widths further out."""
    found, known = LAWS[name]
    cells = stairs.stepped(found)
    (row,) = cells.rows
    holds(total(row), mpf(1))
    entropy = total(mass * (fall - log(mass / length)) for mass, length, fall in zip(
        row, cells.lengths, cells.falls, strict=True) if mass.sign == 1)
    holds(entropy, -sum(mass * mp.log(2 * mass) for mass in known if mass), 1e-14)


@pytest.mark.parametrize("name", LAWS)
def test_the_mass_below_a_place_is_that_of_the_cells(name: str) -> None:
    found, known = LAWS[name]

    def below(x: Fraction) -> Any:
        return sum(mass * min(1, max(0, real((x - low) * 2)))
                   for low, mass in zip(CELLS, known, strict=True))

    marks = [Fraction(k, 12) for k in range(-43, 47, 5)] + [Fraction(20), Fraction(-15)]
    for x in marks:
        holds(mass_below(found, num(x)), below(x))
    for low, high in zip(marks[:17:3], marks[1:18:3], strict=False):
        told = mass_below(found, span(low, high))
        assert real(told.lo) <= below(low) + mpf(10) ** -25
        assert below(high) - mpf(10) ** -25 <= real(told.hi)
        assert real(told.hi - told.lo) <= below(high) - below(low) + 1e-15
    assert mass_below(found, num(INF)) == ONE
    assert mass_below(found, num(-INF)) == ZERO


def test_where_two_staircases_differ_by_a_shift_ratios_are_whole_levels() -> None:
    p, q = LAWS["S0,1/2"][0], LAWS["S5/2,1/2"][0]
    assert line.law_renyi(p, q, num(INF)) == num(2 * LEVEL)
    assert law_hockey_stick(p, q, num(2 * LEVEL)) == ZERO
    assert law_hockey_stick(p, q, num(Fraction(79, 20))).lo > 0
    assert stairs.stepped(p, LAWS["S0,1/4"][0]).log_ratios is None
    assert stairs.stepped(p).log_ratios is None
    assert stairs.stepped(LAWS["1/3:S0,1/2|S5/2,1/4"][0], p).log_ratios is None


def test_ends_that_are_no_rational_numbers_are_known_to_be_the_same() -> None:
    """The entropy of a staircase, as the mean depth gives it."""
    share = mp.exp(-1)
    fall = mp.exp(-LEVEL)
    whole = 2 * (share + fall / (1 - fall))
    found = differential_entropy(staircase(ZERO, TWO, num(LEVEL), exp(num(-1))))
    holds(found, mp.log(2 * whole) + LEVEL * 2 * fall / (1 - fall) ** 2 / whole)


def test_equal_laws_differ_by_nothing() -> None:
    for name in ("S0,1/2", "U0,1", "1/4:U7,9|S0,1"):
        p, q = LAWS[name][0], [tuple(part) for part in LAWS[name][0]]
        for order in (ZERO, num(HALF), ONE, TWO, num(INF)):
            assert line.law_renyi(p, q, order) == ZERO
        assert law_hockey_stick(p, q, ZERO) == ZERO


def test_what_has_no_cells_is_refused() -> None:
    p = LAWS["S0,1/2"][0]
    for other in (staircase(ZERO, ONE, TWO, num(HALF)), staircase(ZERO, TWO, ONE, num(HALF)),
                  gaussian(ZERO, ONE)):
        for one, two in ((p, other), (other, p)):
            with pytest.raises(Unsupported):
                line.law_renyi(one, two, TWO)
    for level, share in ((ZERO, ONE), (num(-1), ONE), (num(INF), ONE), (ONE, TWO),
                         (ONE, num(-1))):
        with pytest.raises(Undefined):
            staircase(ZERO, ONE, level, share)
    for level, share in ((span(-HALF, HALF), ONE), (ONE, span(-HALF, HALF)),
                         (ONE, span(HALF, Fraction(2)))):
        with pytest.raises(Unknown):
            staircase(ZERO, ONE, level, share)
    for low, high, error in ((num(-INF), ONE, Undefined), (ZERO, num(INF), Undefined),
                             (ONE, ZERO, Undefined), (ONE, ONE, Undefined),
                             (ZERO, span(-HALF, HALF), Unknown)):
        with pytest.raises(error):
            uniform(low, high)
    # Two ends of which it isn't known which is the first.
    near = uniform(exp(num(-5000)), ONE)
    with pytest.raises(Unknown):
        line.law_kl_of(near, uniform(exp(num(-6000)), ONE))
    # The step of a number between two.
    share = exp(num(-1))
    inner = staircase(ZERO, ONE, TWO, share)
    for depth in (0, 1):
        with pytest.raises(Unknown):
            mass_below(inner, num(depth + (share.lo + share.hi) / 2))


def test_no_staircase_has_too_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stairs, "MOST_BLOCKS", 12)
    far = staircase(num(40), TWO, num(LEVEL), num(HALF))
    with pytest.raises(Unsupported):
        line.law_kl_of(LAWS["S0,1/2"][0], far)
