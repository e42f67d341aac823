"""Poisson, geometric and binomial laws, shifts and mixtures of them with others on the integers:
both namespaces and the second checker against mpmath's plain sums, supports that aren't nested,
what is infinite, exact or refused."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

import recheck.integer_laws as second
from recheck.errors import Undefined as NoValue
from recheck.errors import Unknown, Unsupported
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

INFINITY = arb("inf")
# Weight, kind, parameters, shift.
Part = tuple[str, str, tuple[str, ...], int]
LAWS: dict[str, list[Part]] = {
    "poisson": [("1", "poisson", ("3",), 0)], "poisson-less": [("1", "poisson", ("5/2",), 0)],
    "poisson-moved": [("1", "poisson", ("3",), 1)],
    "geometric": [("1", "geometric", ("1/3",), 0)],
    "geometric-less": [("1", "geometric", ("1/4",), 0)],
    "geometric-moved": [("1", "geometric", ("1/3",), 2)],
    "binomial": [("1", "binomial", ("7", "2/5"), 0)],
    "binomial-other": [("1", "binomial", ("9", "1/2"), 0)],
    "binomial-far": [("1", "binomial", ("3", "1/2"), 20)],
    "thinned": [("3/4", "poisson", ("3",), 0), ("1/4", "poisson", ("3",), 1)],
    "spread": [("1/2", "discrete_laplace", ("0", "2"), 0), ("1/2", "geometric", ("1/5",), 3)],
    "sure": [("1", "geometric", ("1",), 0)],
}
RANGE = range(-90, 280)


def real(xp: Any, text: str) -> Any:
    found = Fraction(text)
    return fmpq(found.numerator, found.denominator) if isinstance(xp, Balls) else float(found)


def law(xp: Any, name: str) -> LawValue:
    parts = [
        integers.shift(xp, getattr(integers, kind)(xp, *(real(xp, x) for x in given)), fmpq(by))
        for _, kind, given, by in LAWS[name]]
    weights = [real(xp, weight) for weight, *_ in LAWS[name]]
    stacked = BallArray((len(weights),), weights) if isinstance(xp, Balls) else np.array(weights)
    return continuous.mixture(xp, stacked, *parts)


def in_second(name: str) -> Any:
    parts = [
        second.integer_shift(getattr(second, kind)(*(num(Fraction(x)) for x in given)), num(by))
        for _, kind, given, by in LAWS[name]]
    return second.integer_mixture([num(Fraction(weight)) for weight, *_ in LAWS[name]], *parts)


def mass(kind: str, given: tuple[str, ...], k: int) -> Any:
    x = [mpf(Fraction(part).numerator) / Fraction(part).denominator for part in given]
    if kind == "discrete_laplace":
        return mp.tanh(1 / (2 * x[1])) * mp.exp(-abs(k - x[0]) / x[1])
    if k < 0:
        return mpf(0)
    if kind == "poisson":
        return mp.exp(-x[0]) * x[0] ** k / mp.factorial(k)
    if kind == "geometric":
        return x[0] * (1 - x[0]) ** k
    return mp.binomial(x[0], k) * x[1] ** k * (1 - x[1]) ** (x[0] - k) if k <= x[0] else mpf(0)


@functools.cache
def masses(name: str) -> list[Any]:
    return [sum(mpf(Fraction(w).numerator) / Fraction(w).denominator * mass(kind, given, k - by)
                for w, kind, given, by in LAWS[name]) for k in RANGE]


def sums(p: str, q: str) -> dict[str, Any]:
    both = list(zip(masses(p), masses(q), strict=True))
    pairs = [(a, b) for a, b in both if a > 0]
    alone = any(b == 0 for _, b in pairs)
    common = [(a, b) for a, b in pairs if b > 0]

    def unless(value: Callable[[], Any]) -> Any:
        return mp.inf if alone else value()

    return {
        "kl": unless(lambda: sum(a * mp.log(a / b) for a, b in pairs)),
        "tv": sum(max(a - b, mpf(0)) for a, b in both),
        "stick": sum(max(a - mp.exp(mpf(1) / 2) * b, mpf(0)) for a, b in both),
        "three": unless(lambda: mp.log(sum(a ** 3 / b ** 2 for a, b in pairs)) / 2),
        "half": -2 * mp.log(sum(mp.sqrt(a * b) for a, b in common)) if common else mp.inf,
        "none": -mp.log(sum(b for _, b in common)) if common else mp.inf,
        "chi": unless(lambda: sum(a * a / b for a, b in pairs) - 1),
        "hellinger": 1 - sum((mp.sqrt(a * b) for a, b in common), mpf(0)),
        "f": sum((max(a - 2 * b, mpf(0)) for a, b in both), mpf(0)) / 3
        + sum((max(a - b / 2, mpf(0)) for a, b in both), mpf(0)) - mpf(1) / 2,
    }


def two(xp: Any, one: str, other: str) -> Any:
    parts = [real(xp, one), real(xp, other)]
    return BallArray((2,), parts) if isinstance(xp, Balls) else np.array(parts)


OURS: dict[str, Callable[..., Any]] = {
    "kl": integers.kl, "tv": integers.total_variation,
    "stick": lambda xp, p, q: integers.hockey_stick(xp, p, q, xp.constant(fmpq(1, 2))),
    "three": lambda xp, p, q: integers.renyi(xp, p, q, xp.constant(fmpq(3))),
    "half": lambda xp, p, q: integers.renyi(xp, p, q, xp.constant(fmpq(1, 2))),
    "none": lambda xp, p, q: integers.renyi(xp, p, q, xp.constant(fmpq(0))),
    "chi": integers.chi_square, "hellinger": integers.hellinger,
    "f": lambda xp, p, q: integers.f_divergence(
        xp, p, q, two(xp, "2", "1/2"), two(xp, "1/3", "1")),
}
SECOND: dict[str, Callable[..., Num]] = {
    "kl": second.kl, "tv": second.total_variation,
    "stick": lambda p, q: second.hockey_stick(p, q, num(Fraction(1, 2))),
    "three": lambda p, q: second.renyi(p, q, num(3)),
    "half": lambda p, q: second.renyi(p, q, num(Fraction(1, 2))),
    "none": lambda p, q: second.renyi(p, q, num(0)),
    "chi": second.chi_square, "hellinger": second.hellinger,
    "f": lambda p, q: second.f_divergence(
        p, q, [num(2), num(Fraction(1, 2))], [num(Fraction(1, 3)), num(1)]),
}


@pytest.fixture(autouse=True)
def bits() -> Iterator[None]:
    before, Precision.bits = Precision.bits, 64
    yield
    Precision.bits = before


@pytest.mark.parametrize(("p", "q"), [
    ("poisson", "poisson-less"), ("poisson-less", "poisson"), ("poisson", "poisson-moved"),
    ("poisson-moved", "poisson"), ("poisson", "thinned"), ("geometric", "geometric-less"),
    ("geometric-moved", "geometric"), ("poisson", "geometric"), ("binomial", "binomial-other"),
    ("binomial-other", "binomial"), ("binomial", "poisson"), ("binomial", "binomial-far"),
    ("binomial-far", "spread"), ("spread", "geometric"), ("sure", "geometric"),
])
def test_all_ways_agree(p: str, q: str) -> None:
    with workdps(40):
        known = sums(p, q)
        balls = {name: INFINITY if mp.isinf(x) else arb(mp.nstr(x, 35)) + arb(0, 1e-25)
                 for name, x in known.items()}
    xp, floats = Balls(), Floats()
    laws = law(xp, p), law(xp, q)
    for name, value in balls.items():
        with precision(64):
            found = arb(OURS[name](xp, *laws))
        # The second checker's rationals take their time.
        checked = name in {"kl", "stick", "none"} or q in {"thinned", "poisson-moved"}
        held = SECOND[name](in_second(p), in_second(q)) if checked else None
        told = float(OURS[name](floats, law(floats, p), law(floats, q)))
        if value == INFINITY:
            assert found == INFINITY, name
            assert held in (None, num(INF)), name
            assert told == np.inf, name
            continue
        assert found.overlaps(value), name
        assert found.rad() < 1e-13 * (1 + abs(value)), name
        if held is not None:
            assert float(held.lo) <= float(known[name]) * (1 + 1e-15) + 1e-15, name
            assert float(known[name]) * (1 - 1e-15) - 1e-15 <= float(held.hi), name
            assert float(held.hi) < float(known[name]) * (1 + 1e-9) + 1e-9, name
        assert told == pytest.approx(float(value.mid()), rel=1e-9, abs=1e-12), name


@pytest.mark.parametrize(("p", "q", "value"), [
    ("poisson-less", "poisson", 0.5), ("poisson", "poisson-less", None),
    # λ^k/k! against λ^(k−1)/(k−1)!: k/3 is as large as one likes.
    ("poisson-moved", "poisson", None), ("poisson", "geometric", 0.0),
    ("geometric-moved", "geometric", 2 * np.log(1.5)), ("geometric", "geometric-moved", None),
    ("geometric", "geometric-less", np.log(4 / 3)), ("geometric-less", "geometric", None),
    ("thinned", "poisson", None), ("poisson", "thinned", np.log(4 / 3)),
    ("sure", "geometric", np.log(3)), ("binomial", "binomial-far", None),
])
def test_the_largest_ratio(p: str, q: str, value: float | None) -> None:
    if p == "poisson" and q == "geometric":
        with workdps(30):
            value = float(max(mp.log(a / b) for a, b in
                              zip(masses(p), masses(q), strict=True) if a > 0))
    xp, floats = Balls(), Floats()
    with precision(64):
        found = arb(integers.renyi(xp, law(xp, p), law(xp, q), INFINITY))
    held = second.renyi(in_second(p), in_second(q), num(INF))
    told = float(integers.renyi(floats, law(floats, p), law(floats, q), np.inf))
    if value is None:
        assert found == INFINITY
        assert held == num(INF)
        assert told == np.inf
        return
    assert found.overlaps(arb(value, 1e-12))
    assert found.rad() < 1e-12
    assert float(held.lo) <= value + 1e-12
    assert value - 1e-12 <= float(held.hi) <= value + 1e-6
    assert told == pytest.approx(value, abs=1e-9)


def test_disjoint_and_nested_supports_are_told_exactly() -> None:
    xp = Balls()
    near, far, wide = (law(xp, name) for name in ("binomial", "binomial-far", "poisson"))
    for found in (integers.total_variation(xp, near, far), integers.hellinger(xp, near, far),
                  integers.hockey_stick(xp, near, far, INFINITY)):
        assert isinstance(found, fmpq)
        assert found == 1
    inside = integers.hockey_stick(xp, near, wide, INFINITY)
    assert isinstance(inside, fmpq)
    assert inside == 0
    # Exactly the mass beyond 7.
    outside = integers.hockey_stick(xp, wide, near, INFINITY)
    assert outside.overlaps(arb("0.011904503856", 1e-11))
    assert outside.rad() < 1e-15
    assert second.total_variation(in_second("binomial"), in_second("binomial-far")) == num(1)


def test_laws_of_one_point_are_the_same_however_they_are_written() -> None:
    xp = Balls()
    one = integers.shift(xp, integers.geometric(xp, fmpq(1)), fmpq(3))
    for other in (integers.binomial(xp, fmpq(3), fmpq(1)),
                  integers.shift(xp, integers.binomial(xp, fmpq(0), fmpq(1, 2)), fmpq(3))):
        found = integers.kl(xp, one, other)
        assert isinstance(found, fmpq)
        assert found == 0
    assert second.integer_shift(second.geometric(num(1)), num(3)) == second.binomial(
        num(3), num(1))


def test_what_is_left_open() -> None:
    xp = Balls()
    with pytest.raises(Indeterminate):
        integers.kl(xp, law(xp, "geometric"), law(xp, "poisson"))
    with pytest.raises(Unsupported):
        second.kl(in_second("geometric"), in_second("poisson"))
    with pytest.raises(Indeterminate):
        integers.total_variation(
            xp, integers.binomial(xp, fmpq(10**9), fmpq(1, 2)), law(xp, "poisson"))
    with pytest.raises(Indeterminate):
        # It may be a law of one point, and one of a point more.
        integers.kl(xp, integers.geometric(xp, arb(0.5, 0.6)), law(xp, "poisson"))


def test_what_is_no_law() -> None:
    xp, floats = Balls(), Floats()
    for rate in (fmpq(0), fmpq(-1), INFINITY):
        with pytest.raises(Undefined):
            integers.poisson(xp, rate)
    for success in (fmpq(0), fmpq(-1, 2), fmpq(3, 2)):
        with pytest.raises(Undefined):
            integers.geometric(xp, success)
        with pytest.raises((NoValue, Unknown)):
            second.geometric(num(Fraction(int(success.p), int(success.q))))
        assert np.isnan(integers.kl(floats, integers.geometric(floats, float(success)),
                                    law(floats, "poisson")))
    with pytest.raises(Undefined):
        integers.binomial(xp, fmpq(3), fmpq(5, 4))
    with pytest.raises(NoValue):
        second.binomial(num(3), num(Fraction(5, 4)))
    with pytest.raises(v.ClaimError):
        v.binomial(v.rational(1, 2), v.rational(1, 2))


def test_a_false_claim_falls_and_both_checkers_say_so() -> None:
    """A Poisson law is no farther from a binomial law of its mean than p (Le Cam, Barbour and
    Hall): not than p/2."""
    from recheck.certificates import check as recheck

    n, p = v.Size("n", high=6), v.Real("p", "(0,1)")
    bound = v.claim("bound", forall=[n, p], then=v.TV(v.binomial(n, p), v.poisson(n * p)) <= p)
    wrong = v.claim("wrong", forall=[n, p], then=v.TV(v.binomial(n, p), v.poisson(n * p)) <= p / 2)
    assert attack(bound, seed=0, budget=200).status == "survived"
    report = attack(wrong, seed=0, budget=300)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"
    recheck(report.certificate)
