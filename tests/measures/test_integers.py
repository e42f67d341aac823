"""Laws on the integers: both namespaces and the second checker against mpmath's plain sums, at two
precisions, at corners, and what is infinite, left open or refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

import recheck.integer_laws as second
from recheck.errors import Rejected, Unsupported
from recheck.reals import INF, Num, Precision, num
from verified import language as v
from verified.attack import attack
from verified.kernel.certificate import check
from verified.measures import continuous, integers
from verified.measures.continuous import LawValue
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats
from verified.syntax.sorts import ClaimError, IntegerLawSort
from verified.syntax.terms import Var

Part = tuple[str, str, int, str]  # weight, kind, mean, spread

GAUSSIAN, LAPLACE = "gaussian", "laplace"
INFINITY = arb("inf")
LAWS: dict[str, list[Part]] = {
    "laplace": [("1", LAPLACE, 0, "1")], "laplace-far": [("1", LAPLACE, 3, "3/2")],
    "narrow": [("1", LAPLACE, 1, "1/10")],
    "normal": [("1", GAUSSIAN, 0, "2")], "normal-one": [("1", GAUSSIAN, 1, "2")],
    "spike": [("1", GAUSSIAN, 0, "1/100")], "spike-one": [("1", GAUSSIAN, 1, "1/100")],
    "sampled": [("3/4", GAUSSIAN, 0, "2"), ("1/4", GAUSSIAN, 1, "2")],
    "mixed": [("1/3", GAUSSIAN, 0, "1/2"), ("2/3", LAPLACE, 2, "1/2")],
}


def law(xp: Any, name: str) -> LawValue:
    def real(text: str) -> Any:
        found = Fraction(text)
        return fmpq(found.numerator, found.denominator) if isinstance(xp, Balls) else float(found)

    makers = {GAUSSIAN: integers.discrete_gaussian, LAPLACE: integers.discrete_laplace}
    parts = [makers[kind](xp, mean, real(spread)) for _, kind, mean, spread in LAWS[name]]
    weights = [real(weight) for weight, *_ in LAWS[name]]
    stacked = (BallArray((len(weights),), weights) if isinstance(xp, Balls)
               else np.array(weights))
    return continuous.mixture(xp, stacked, *parts)


def in_second(name: str) -> Any:
    makers = {GAUSSIAN: second.discrete_gaussian, LAPLACE: second.discrete_laplace}
    return second.integer_mixture(
        [num(Fraction(weight)) for weight, *_ in LAWS[name]],
        *(makers[kind](num(mean), num(Fraction(spread))) for _, kind, mean, spread in LAWS[name]))


def masses(name: str) -> list[Any]:
    found = [mpf(0)] * 241
    for weight, kind, mean, spread in LAWS[name]:
        s, w = (mpf(x.numerator) / x.denominator for x in map(Fraction, (spread, weight)))
        own = [mp.exp(-abs(mpf(k)) / s) if kind == LAPLACE else mp.exp(-mpf(k) ** 2 / (2 * s))
               for k in range(-150, 151)]
        norm = sum(own)
        found = [x + w * own[k + 150 - mean] / norm
                 for x, k in zip(found, range(-120, 121), strict=True)]
    return found


def sums(p: str, q: str) -> dict[str, Any]:
    pairs = [(a, b) for a, b in zip(masses(p), masses(q), strict=True) if a > 0 and b > 0]
    return {
        "kl": sum(a * mp.log(a / b) for a, b in pairs),
        "tv": sum(max(a - b, mpf(0)) for a, b in pairs),
        "stick": sum(max(a - mp.exp(mpf(1) / 2) * b, mpf(0)) for a, b in pairs),
        "three": mp.log(sum(a ** 3 / b ** 2 for a, b in pairs)) / 2,
        "half": -2 * mp.log(sum(mp.sqrt(a * b) for a, b in pairs)),
        "chi": sum(a * a / b for a, b in pairs) - 1,
        "hellinger": 1 - sum(mp.sqrt(a * b) for a, b in pairs),
    }


OURS: dict[str, Callable[..., Any]] = {
    "kl": integers.kl, "tv": integers.total_variation,
    "stick": lambda xp, p, q: integers.hockey_stick(xp, p, q, xp.constant(fmpq(1, 2))),
    "three": lambda xp, p, q: integers.renyi(xp, p, q, xp.constant(fmpq(3))),
    "half": lambda xp, p, q: integers.renyi(xp, p, q, xp.constant(fmpq(1, 2))),
    "chi": integers.chi_square, "hellinger": integers.hellinger,
}
SECOND: dict[str, Callable[..., Num]] = {
    "kl": second.kl, "stick": lambda p, q: second.hockey_stick(p, q, num(Fraction(1, 2))),
    "three": lambda p, q: second.renyi(p, q, num(3)), "hellinger": second.hellinger,
}


@pytest.mark.parametrize(("p", "q"), [
    ("normal", "normal-one"), ("laplace", "laplace-far"), ("spike", "spike-one"),
    ("sampled", "normal"), ("narrow", "mixed"),
])
def test_all_ways_agree(p: str, q: str) -> None:
    with workdps(36):
        known = {name: arb(mp.nstr(x, 35)) + arb(0, 1e-30) for name, x in sums(p, q).items()}
    for bits in (64, 100):
        xp = Balls()
        with precision(bits):
            for name, value in known.items() if bits == 64 else [("kl", known["kl"])]:
                found = arb(OURS[name](xp, law(xp, p), law(xp, q)))
                assert found.overlaps(value), name
                assert found.rad() < arb(2) ** (16 - bits) * (1 + abs(value)), name
    floats, before = Floats(), Precision.bits
    Precision.bits = 64
    for name, value in known.items():
        told = float(OURS[name](floats, law(floats, p), law(floats, q)))
        assert told == pytest.approx(float(value), rel=1e-9, abs=1e-13), name
        if name not in SECOND:
            continue
        held = SECOND[name](in_second(p), in_second(q))
        assert float(held.lo) <= float(value) * (1 + 1e-15), name
        assert float(value) * (1 - 1e-15) <= float(held.hi) < float(value) * (1 + 1e-9) + 1e-9, name
    Precision.bits = before


@pytest.mark.parametrize(("p", "q", "value"), [
    ("laplace", "laplace-far", None), ("narrow", "narrow", 0.0), ("normal", "laplace", None),
    # Far out on the left the second part is nothing: −ln(3/4).
    ("normal", "sampled", 0.28768207245178),
])
def test_the_largest_ratio(p: str, q: str, value: float | None) -> None:
    if value is None:
        with workdps(30):
            value = float(max(mp.log(a / b) for a, b in
                              list(zip(masses(p), masses(q), strict=True))[80:161]))
    xp = Balls()
    with precision(64):
        found = arb(integers.renyi(xp, law(xp, p), law(xp, q), INFINITY))
    assert found.overlaps(arb(value, 1e-12))
    assert found.rad() < 1e-12
    floats = Floats()
    assert float(integers.renyi(floats, law(floats, p), law(floats, q), np.inf)) == (
        pytest.approx(value, abs=1e-9))
    held = second.renyi(in_second(p), in_second(q), num(INF))
    assert float(held.lo) <= value + 1e-12
    assert value - 1e-12 <= float(held.hi) <= value + 1e-6


def test_what_is_infinite() -> None:
    xp, floats = Balls(), Floats()
    for p, q, order in (("laplace", "normal", fmpq(2)), ("laplace-far", "narrow", fmpq(3)),
                        ("normal", "spike", fmpq(2)), ("normal", "normal-one", INFINITY)):
        assert integers.renyi(xp, law(xp, p), law(xp, q), order) == INFINITY
        power = np.inf if order == INFINITY else float(order)
        assert integers.renyi(floats, law(floats, p), law(floats, q), power) == np.inf
        assert second.renyi(
            in_second(p), in_second(q), num(INF if order == INFINITY else 3)) == num(INF)


def test_equal_laws_are_exactly_alike() -> None:
    xp = Balls()
    one = law(xp, "mixed")
    for found in (integers.kl(xp, one, one), integers.total_variation(xp, one, one),
                  integers.renyi(xp, one, one, fmpq(7)), integers.renyi(xp, one, one, INFINITY)):
        assert isinstance(found, fmpq)
        assert found == 0
    assert integers.hockey_stick(xp, one, law(xp, "normal"), INFINITY) == 0
    assert integers.hockey_stick(xp, one, law(xp, "normal"), -INFINITY) == 1


def test_laplace_laws_near_each_other_are_exactly_private() -> None:
    xp = Balls()
    one, two, other = (
        integers.discrete_laplace(xp, mean, scale) for mean, scale in
        ((0, fmpq(1, 3)), (2, fmpq(1, 3)), (2, fmpq(1, 2))))
    for level in (fmpq(6), fmpq(7)):
        found = integers.hockey_stick(xp, one, two, level)
        assert isinstance(found, fmpq)
        assert found == 0
    assert integers.hockey_stick(xp, one, two, fmpq(599, 100)) > 0
    assert integers.hockey_stick(xp, other, one, fmpq(6)) > 0
    laws = [second.discrete_laplace(num(mean), num(Fraction(1, 3))) for mean in (0, 2)]
    assert second.hockey_stick(laws[0], laws[1], num(6)).hi == 0
    assert second.hockey_stick(laws[0], laws[1], num(Fraction(599, 100))).lo > 0


def test_laplace_laws_that_were_moved_are_as_far_apart_as_they_lie() -> None:
    """Neither lies at 0: what counts is how far they are from each other."""
    xp = Balls()
    start = integers.discrete_laplace(xp, 3, fmpq(1))
    one, two = (integers.shift(xp, start, by) for by in (4, 2))
    assert one.parts[0].location == 7
    found = integers.hockey_stick(xp, one, two, fmpq(2))
    assert isinstance(found, fmpq)
    assert found == 0
    here = integers.discrete_laplace(xp, 0, fmpq(1))
    assert integers.hockey_stick(xp, one, here, fmpq(2)) > 0
    assert integers.hockey_stick(xp, here, one, fmpq(2)) > 0


def test_mixtures_of_laplace_laws_are_summed() -> None:
    """A mixture of a law with itself is that law, though it has two parts."""
    xp = Balls()
    here, there = (integers.discrete_laplace(xp, mean, fmpq(1)) for mean in (0, 1))
    twice = continuous.mixture(xp, BallArray((2,), [fmpq(1, 2), fmpq(1, 2)]), here, here)
    for level in (fmpq(0), fmpq(1, 2)):
        plain = integers.hockey_stick(xp, here, there, level)
        assert integers.hockey_stick(xp, twice, there, level).overlaps(plain)
        assert plain > arb("0.01")


def test_what_is_left_open() -> None:
    xp = Balls()
    with pytest.raises(Indeterminate):
        integers.kl(xp, law(xp, "laplace"), law(xp, "normal"))
    wide = integers.discrete_gaussian(xp, 0, fmpq(10**12))
    with pytest.raises(Indeterminate):
        integers.total_variation(xp, wide, law(xp, "normal"))
    floats = Floats()
    wide = integers.discrete_gaussian(floats, 0, 1e12)
    assert np.isnan(integers.total_variation(floats, wide, law(floats, "normal")))
    with pytest.raises(Unsupported):
        second.kl(in_second("laplace"), in_second("normal"))


def test_what_is_no_law() -> None:
    xp, floats = Balls(), Floats()
    for mean, spread in ((0, fmpq(0)), (0, fmpq(-1)), (fmpq(1, 2), fmpq(1)), (0, INFINITY)):
        with pytest.raises(Undefined):
            integers.discrete_gaussian(xp, mean, spread)
    with pytest.raises(Indeterminate):
        integers.discrete_laplace(xp, arb("0.5", "0.1"), fmpq(1))
    bad = integers.discrete_gaussian(floats, 0.5, 1.0)
    assert np.isnan(integers.kl(floats, bad, law(floats, "normal")))
    with pytest.raises(Rejected):
        second.discrete_laplace(num(Fraction(1, 2)), num(1))
    with pytest.raises(ClaimError):
        v.discrete_laplace(v.rational(1, 2), 1)
    with pytest.raises(ClaimError):
        v.KL(v.discrete_laplace(0, 1), v.laplace(0, 1))
    with pytest.raises(ClaimError):
        v.claim("none", forall=[Var("L", IntegerLawSort())], then=v.rational(0) <= 1)


def test_a_false_claim_falls_and_both_checkers_say_so() -> None:
    """Discrete Gaussian noise has no more privacy than its continuous counterpart's ρ/2."""
    from recheck.certificates import check as recheck

    k, s = v.Size("k", high=3), v.Real("s", ">0")
    wrong = v.claim("wrong", forall=[k, s], then=v.renyi(
        v.discrete_gaussian(0, s), v.discrete_gaussian(k, s), 2) <= k**2 / (2 * s))
    report = attack(wrong, seed=0, budget=300)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)


def test_closeness_is_by_hockey_sticks() -> None:
    close = v.Close(v.discrete_laplace(0, 1), v.discrete_laplace(1, 1), 2, 0)
    assert str(close) == "LapZ(0, 1) ~(2,0) LapZ(1, 1)"
    assert "E_exp(2)(LapZ(0, 1) || LapZ(1, 1))" in str(
        v.hockey_stick(v.discrete_laplace(0, 1), v.discrete_laplace(1, 1), 2))
