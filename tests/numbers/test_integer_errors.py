"""Sums over the integers: masses, falls, ends and tails by mpmath's plain sums, each error term
where it matters.

At the usual reach tails are 2^−20 of the rounding, and one that is left out would go unseen. Here
sums end where a quarter of the mass may be left: the ball must hold the value all the same. With
geometric tails the bounds of tails are the tails, so that ends of balls are known, too.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

from verified.numbers import ball_integers as sums
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.line import BINOMIAL, GAUSSIAN, GEOMETRIC, LAPLACE, POISSON, Part, Parts

ONE, HALF, QUARTER = fmpq(1), fmpq(1, 2), fmpq(1, 4)
INFINITY = arb("inf")


def part(shape: str, place: int, spread: Any, trials: int | None = None, weight: Any = ONE) -> Part:
    return Part(weight, shape, fmpq(place), spread, None if trials is None else fmpq(trials))


def half(*parts: Part) -> Parts:
    return tuple(Part(HALF, x.shape, x.location, x.spread, x.noise) for x in parts)


LAWS: dict[str, Parts] = {
    "laplace": (part(LAPLACE, 0, fmpq(2)),),
    "laplace-right": (part(LAPLACE, 3, fmpq(2)),),
    "laplace-left": (part(LAPLACE, -9, fmpq(2)),),
    "narrow": (part(LAPLACE, 1, fmpq(3, 4)),),
    "wide": (part(LAPLACE, -1, fmpq(5, 2)),),
    "normal": (part(GAUSSIAN, 0, fmpq(3)),),
    "normal-left": (part(GAUSSIAN, -2, fmpq(3)),),
    "normal-wide": (part(GAUSSIAN, 1, fmpq(9, 2)),),
    "poisson": (part(POISSON, 0, fmpq(3)),),
    "poisson-less": (part(POISSON, 0, fmpq(5, 2)),),
    "poisson-up": (part(POISSON, 2, fmpq(3)),),
    "poisson-down": (part(POISSON, -2, fmpq(3)),),
    "geometric": (part(GEOMETRIC, 0, fmpq(1, 3)),),
    "geometric-up": (part(GEOMETRIC, 4, fmpq(1, 3)),),
    "geometric-slow": (part(GEOMETRIC, -5, fmpq(1, 4)),),
    "binomial": (part(BINOMIAL, 0, fmpq(2, 5), 7),),
    "binomial-low": (part(BINOMIAL, -12, fmpq(3, 4), 4),),
    "binomial-high": (part(BINOMIAL, 11, fmpq(1, 4), 4),),
    "laplaces": half(part(LAPLACE, 0, fmpq(2)), part(LAPLACE, 1, fmpq(2))),
    "laplaces-apart": half(part(LAPLACE, -4, fmpq(2)), part(LAPLACE, 4, fmpq(3))),
    "poissons": half(part(POISSON, 0, fmpq(3)), part(POISSON, 1, fmpq(3))),
    "spread": half(part(LAPLACE, 0, fmpq(2)), part(GEOMETRIC, 3, fmpq(2, 7))),
    "with-few": half(part(BINOMIAL, -15, fmpq(1, 2), 2), part(LAPLACE, 0, fmpq(3))),
    "ends": half(part(BINOMIAL, -6, fmpq(1, 2), 2), part(BINOMIAL, 5, fmpq(1, 2), 3)),
}
# What is further out is less than the errors allowed below.
RANGE = range(-400, 401)


def real(x: Any) -> Any:
    return mpf(int(x.p)) / int(x.q)


def mass(one: Part, k: int) -> Any:
    """One part's weighted mass at an integer, as a textbook has it."""
    w, s, j = real(one.weight), real(one.spread), k - int(one.location.p)
    if one.shape == LAPLACE:
        return w * mp.tanh(1 / (2 * s)) * mp.exp(-abs(j) / s)
    if one.shape == GAUSSIAN:
        return w * mp.exp(-mpf(j) ** 2 / (2 * s)) / normaliser(s)
    if j < 0:
        return mpf(0)
    if one.shape == POISSON:
        return w * mp.exp(-s) * s ** j / mp.factorial(j)
    if one.shape == GEOMETRIC:
        return w * s * (1 - s) ** j
    n = int(one.noise.p)
    return w * mp.binomial(n, j) * s ** j * (1 - s) ** (n - j) if j <= n else mpf(0)


@functools.cache
def normaliser(variance: Any) -> Any:
    return sum(mp.exp(-mpf(j) ** 2 / (2 * variance)) for j in range(-200, 201))


@functools.cache
def masses(name: str) -> list[Any]:
    with workdps(40):
        return [sum((mass(one, k) for one in LAWS[name]), mpf(0)) for k in RANGE]


def as_ball(x: Any) -> arb:
    if mp.isinf(x):
        return arb("inf") if x > 0 else -arb("inf")
    return arb(mp.nstr(x, 34)) + arb(0, 1e-22) * (1 + abs(arb(mp.nstr(x, 5))))


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ends where no tail has more than a quarter, at 64 bits all the same."""
    monkeypatch.setattr(sums, "ctx", SimpleNamespace(prec=-18))


@pytest.fixture(autouse=True)
def bits() -> Iterator[None]:
    with precision(64):
        yield


# --- one law --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LAWS)
def test_masses(name: str) -> None:
    found = sums._Masses(LAWS[name])
    with workdps(40):
        for k in range(-20, 31):
            known = masses(name)[k - RANGE.start]
            told = found.log(k)
            assert found.has(k) is (known > 0), k
            if known == 0:
                assert told is None, k
                continue
            assert told is not None
            assert told.overlaps(as_ball(mp.log(known))), k
            assert told.rad() < 1e-15 * (1 + abs(told)), k
    endless = [one.shape != BINOMIAL for one in LAWS[name]]
    assert found.endless() == [index for index, told in enumerate(endless) if told]
    turned = sums._mirrored(LAWS[name])
    assert turned == tuple(
        Part(x.weight, x.shape, -x.location, x.spread, x.noise)
        for x in LAWS[name] if x.shape in (LAPLACE, GAUSSIAN))


def test_a_part_far_below_the_other_is_added_to_it() -> None:
    """Relative to the smaller one the sum would overflow its ball."""
    tiny = (part(LAPLACE, 0, fmpq(1, 10**5), weight=HALF), part(LAPLACE, 1, fmpq(1), weight=HALF))
    for law in (tiny, tiny[::-1]):
        found = sums._Masses(law).log(30)
        assert found is not None
        with workdps(40):
            assert found.overlaps(as_ball(mp.log(mp.tanh(mpf(1) / 2) / 2) - 29))
        assert found.rad() < 1e-15


def test_a_normaliser_cut_early_holds_the_sum(early: None) -> None:
    """The terms after the last are bounded by their integral, and there are some."""
    for variance in (fmpq(1, 2), fmpq(3), fmpq(40)):
        with workdps(40):
            known = as_ball(-mp.log(normaliser(real(variance))))
        found = sums._normaliser(part(GAUSSIAN, 0, variance))
        assert found.overlaps(known), variance
        assert found.rad() < 0.1, variance
        # The terms up to the last are the least that the sum may be.
        last = 1 + sums._up((4 * arb(variance)).sqrt())
        with workdps(40):
            v = real(variance)
            inner = sum(mp.exp(-mpf(j) ** 2 / (2 * v)) for j in range(-last, last + 1))
            outer = inner + 2 * v / last * mp.exp(-mpf(last) ** 2 / (2 * v))
            for end, value in ((found.upper(), -mp.log(inner)), (found.lower(), -mp.log(outer))):
                assert abs(end - as_ball(value)) < 1e-8, variance


def test_more_terms_than_the_precision_asks_for_change_nothing() -> None:
    for variance in (fmpq(1, 50), fmpq(40), fmpq(1000)):
        found = sums._normaliser(part(GAUSSIAN, 0, variance))
        with precision(200):
            closer = sums._normaliser(part(GAUSSIAN, 0, variance))
        assert found.overlaps(closer)
        assert found.rad() < 1e-16


def test_whole_numbers_above_a_ball() -> None:
    assert sums._up(arb(3)) == 3
    assert sums._up(arb("2.5", "1")) == 4
    assert sums._up(arb(sums.MOST_TERMS)) == sums.MOST_TERMS
    for most in (arb(sums.MOST_TERMS + 1), arb("inf"), arb("nan"), arb(0, "inf")):
        with pytest.raises(Indeterminate):
            sums._up(most)


def test_what_is_no_law_or_may_be_none() -> None:
    assert sums.whole(fmpq(-3)) == -3
    for no_mean, error in ((fmpq(1, 2), Undefined), (arb(3), Indeterminate)):
        with pytest.raises(error):
            sums.whole(no_mean)
    for inside in (fmpq(0), HALF, ONE, arb("0.5", "0.4")):
        assert sums.probability(inside) is inside
    for outside in (fmpq(-1, 9), fmpq(10, 9), arb("-0.5", "0.4"), arb("1.5", "0.4"), -INFINITY):
        with pytest.raises(Undefined):
            sums.probability(outside)
    for unknown in (arb("0", "0.4"), arb("1", "0.4")):
        with pytest.raises(Indeterminate):
            sums.probability(unknown)


@pytest.mark.parametrize("bad", [
    part(LAPLACE, 0, ONE, weight=arb("0.1", "0.1")), part(LAPLACE, 0, ONE, weight=fmpq(0)),
    part(LAPLACE, 0, arb("0.1", "0.1")), part(GAUSSIAN, 0, arb("0.1", "0.1")),
    part(POISSON, 0, arb("0.1", "0.1")), part(GEOMETRIC, 0, arb("0.1", "0.1")),
    part(GEOMETRIC, 0, arb("0.9", "0.1")), part(BINOMIAL, 0, arb("0.1", "0.1"), 3),
    part(BINOMIAL, 0, arb("0.9", "0.1"), 3), part(GEOMETRIC, 0, ONE), part(BINOMIAL, 0, ONE, 3),
    part(BINOMIAL, 0, fmpq(0), 3), part(LAPLACE, 0, arb("0.1", "0.2")),
    part(GEOMETRIC, 0, arb("0.9", "0.2")), part(LAPLACE, 0, ONE, weight=arb("0.1", "0.2")),
])
def test_what_may_be_0_or_1_has_no_masses(bad: Part) -> None:
    with pytest.raises(Indeterminate, match="may be"):
        sums._normaliser(bad)


def test_laws_of_one_point_are_one_law() -> None:
    point = part(BINOMIAL, 3, fmpq(0), 0)
    for one in (part(GEOMETRIC, 3, ONE), part(BINOMIAL, 0, ONE, 3), part(BINOMIAL, 3, fmpq(0), 8),
                part(BINOMIAL, 3, HALF, 0), part(BINOMIAL, 1, ONE, 2)):
        assert sums._merged((one,)) == (point,), one
        assert sums._Masses(sums._merged((one,))).log(3) == 0
        assert sums._Masses(sums._merged((one,))).log(4) is None
        assert sums.kl((one,), (point,)) == 0
    for other in (part(GEOMETRIC, 3, HALF), part(BINOMIAL, 0, HALF, 3), part(POISSON, 3, ONE),
                  part(LAPLACE, 3, ONE), part(LAPLACE, 3, fmpq(0)), part(POISSON, 3, fmpq(0)),
                  part(GEOMETRIC, 3, arb("0.9", "0.1"))):
        assert sums._merged((other,)) == (other,)


# --- falls ----------------------------------------------------------------------------------------


SIDES = [name for name in LAWS if len(LAWS[name]) == 1 and LAWS[name][0].shape != BINOMIAL
         and "wide" not in name]


@pytest.mark.parametrize("order", [ONE, fmpq(3), HALF, fmpq(9, 8)])
def test_no_step_is_larger_than_its_bound(order: fmpq) -> None:
    """Of p^α q^(1−α), for each two endless parts: the bound is the step here wherever steps
    fall from here on, and the limit where they rise."""
    for p, q in itertools.product(SIDES, SIDES):
        (one,), (two,) = LAWS[p], LAWS[q]
        fall = sums._tilted(sums._fall(one), sums._fall(two), order)
        start = max(int(one.location.p), int(two.location.p))
        assert fall.start == start
        assert sums._step(fall, start - 1) is None
        with workdps(40):
            steps = [step_of(p, q, order, k) for k in range(start, start + 60)]
            falling = [all(x >= y - mpf(10) ** -25 for x, y in itertools.pairwise(steps[i:]))
                       for i in (0, 1, 3, 9)]
            far = step_of(p, q, order, 10**15)
            for i, falls in zip((0, 1, 3, 9), falling, strict=True):
                found, known = sums._step(fall, start + i), as_ball(steps[i])
                if falls:
                    assert found is not None
                    assert abs(found - known) < 1e-15, (p, q, i)
                elif found is not None:
                    # It rises to where the laws' other terms have it.
                    assert abs(found - as_ball(far)) < 1e-12, (p, q, i)
        lead = 0 if abs(far) < 1e-18 else 1 if far > 0 else -1
        assert sums._leads(fall) == lead, (p, q)


@functools.cache
def log_mass(name: str, k: int) -> Any:
    """Up to what is the same for all k."""
    (one,) = LAWS[name]
    s, j = real(one.spread), k - int(one.location.p)
    if one.shape in (LAPLACE, GAUSSIAN):
        return -abs(j) / s if one.shape == LAPLACE else -mpf(j) ** 2 / (2 * s)
    return j * mp.log(s) - mp.loggamma(j + 1) if one.shape == POISSON else j * mp.log(1 - s)


def step_of(p: str, q: str, order: fmpq, k: int) -> Any:
    alpha = real(order)
    with workdps(80):
        return (alpha * (log_mass(p, k + 1) - log_mass(p, k))
                + (1 - alpha) * (log_mass(q, k + 1) - log_mass(q, k)))


def test_falls_that_no_bound_is_known_of() -> None:
    none, minus = fmpq(0), fmpq(-1)
    unbounded: list[tuple[Any, tuple[tuple[fmpq, int], ...]]] = [
        (minus, ()), (arb("0", "0.1"), ()), (none, ((minus, 0),)),
        (minus, ((ONE, 0), (minus, -1))),
        # −2 ln(k + 9) + ln k rises at first, 2 ln k − ln(k − 1) from 2 on for ever.
        (none, ((fmpq(2), -9), (minus, 0))), (none, ((fmpq(-2), 0), (ONE, 1))),
        # Rising to 0, on what may rise.
        (minus, ((ONE, -1), (minus, 0))), (arb("0", "0.1"), ((minus, 0), (ONE, -1))),
    ]
    for bend, logs in unbounded:
        assert sums._step(sums.Fall(none, ONE, bend, logs, 1), 2) is None, (bend, logs)
    # −ln k + ln(k − 1) rises to 0, its contrary falls to it.
    rises = sums._step(sums.Fall(none, HALF, none, ((ONE, 0), (minus, 1)), 2), 3)
    falls = sums._step(sums.Fall(none, HALF, none, ((minus, 0), (ONE, 1)), 2), 3)
    assert rises is not None
    assert falls is not None
    assert rises.overlaps((arb(1) / 2).log())
    assert falls.overlaps((arb(3) / 4).log())
    # Exactly where 2/(k + 3) − 1/k is 0 steps begin to fall.
    turns = sums.Fall(none, ONE, none, ((fmpq(2), -3), (minus, 0)), 1)
    assert sums._step(turns, 2) is None
    assert sums._step(turns, 3) is not None


@pytest.mark.parametrize("name", ["laplace", "geometric", "poisson", "normal"])
def test_what_is_left_after_a_term(name: str) -> None:
    """No less than the rest, and the rest itself where it is geometric."""
    (one,), found = LAWS[name], sums._Masses(LAWS[name])
    for k in (4, 5, 9):
        log = found.log(k)
        assert log is not None
        bound = sums._rest(sums._fall(one), log, k)
        assert bound is not None
        with workdps(40):
            rest = as_ball(sum(masses(name)[k + 1 - RANGE.start:]))
        assert bound.overlaps(rest) or bound > rest
        if one.shape in (LAPLACE, GEOMETRIC):
            assert abs(bound - rest) < 1e-17
        assert bound < 2 * rest
    # Where the first step isn't a fall there is none yet: e^(−3) 3^k/k! rises up to 3.
    assert sums._rest(sums._fall(LAWS["poisson"][0]), arb(0), 1) is None
    assert sums._rest(sums._fall(LAWS["poisson"][0]), arb(0), 2) is None
    assert sums._rest(sums._fall(LAWS["laplace"][0]), arb(0), -1) is None
    for flat in (arb("0", "0.1"), fmpq(0)):
        assert sums._rest(sums.Fall(flat, ONE, fmpq(0), (), 0), arb(0), 1) is None


# --- two laws -------------------------------------------------------------------------------------


@functools.cache
def in_balls(name: str) -> list[arb]:
    """mpmath's masses as they are."""
    return [arb(int(x.man)) * arb(2) ** int(x.exp) for x in masses(name)]


def pairs_of(p: str, q: str) -> list[tuple[arb, arb]]:
    return list(zip(in_balls(p), in_balls(q), strict=True))


def total(terms: Iterable[arb]) -> arb:
    return sum(terms, arb(0))


def beyond(last: arb, before: arb) -> arb:
    """What is left of a sum, whose terms are all but geometric."""
    if not before > 0:
        return arb(0)
    step = (last / before) ** (arb(1) / 40)
    return last * step / (1 - step) * arb(1, 1e-9)


@functools.cache
def known_of(p: str, q: str) -> dict[str, arb]:
    with precision(140):
        pairs = pairs_of(p, q)
        both = [(a, b) for a, b in pairs if a > 0 and b > 0]
        free = any(a > 0 and b == 0 for a, b in pairs)
        found = {
            "outside": total(a for a, b in pairs if b == 0),
            "surprise": -total(b for _, b in both).log() if both else INFINITY,
            "half": total((a * b).sqrt() for a, b in both),
            "stick": total((a - b * 3 / 2).max(arb(0)) for a, b in pairs),
            "kl": INFINITY if free else total(a * (a / b).log() for a, b in both),
        }
        for name, order in (("three", 3), ("nearly", arb(9) / 8)):
            powers = [a * (a / b) ** (order - 1) if b > 0 else arb(0) for a, b in pairs]
            sides = [(powers[0], powers[40]), (powers[-1], powers[-41])]
            grows = any(last > before * 0.999 and before > 0 for last, before in sides)
            found[name] = INFINITY if free or grows else total(powers) + total(
                beyond(*side) for side in sides)
        ratios = [(a / b).log() if a > 0 and b > 0 else -INFINITY for a, b in pairs]
        grows = any(last > before + arb(10) ** -15 and before > -INFINITY for last, before in
                    ((ratios[0], ratios[40]), (ratios[-1], ratios[-41])))
        found["ratio"] = INFINITY if free or grows else functools.reduce(arb.max, ratios)
        return {name: value if value == INFINITY else value + arb(0, 1e-22) * (1 + abs(value))
                for name, value in found.items()}


OURS: dict[str, Callable[[Parts, Parts], Any]] = {
    "outside": sums._outside, "surprise": sums._surprise,
    "half": lambda p, q: sums._power_sum(p, q, HALF),
    "stick": lambda p, q: sums._positive_part(p, q, fmpq(3, 2)),
    "kl": sums._kl,
    "three": lambda p, q: sums._power_sum(p, q, fmpq(3)),
    "nearly": lambda p, q: sums._power_sum(p, q, fmpq(9, 8)),
    "ratio": sums._most_log_ratio,
}
# Of a law from one whose tails fall faster by more than a factor each step no bound is known.
FASTER = (GAUSSIAN, POISSON)


def test_the_bounds_of_a_quarter_hold_the_value(early: None) -> None:
    for (p, q), (name, ours) in itertools.product(itertools.permutations(LAWS, 2), OURS.items()):
        value = known_of(p, q)[name]
        try:
            found = arb(ours(LAWS[p], LAWS[q]))
        except Indeterminate:
            # Where the ball of a small probability touches 0, and where no bound is known.
            assert name == "surprise" or (
                name == "kl" and all(x.shape in FASTER for x in LAWS[q])), (p, q, name)
            continue
        if value == INFINITY or found == INFINITY:
            assert value == found, (p, q, name)
            continue
        assert found.is_finite()
        assert found.overlaps(value), (p, q, name)


@pytest.mark.parametrize("name", OURS)
def test_at_the_usual_reach_values_are_close(name: str) -> None:
    names = list(LAWS)
    for p, q in zip(names, [*names[7:], *names[:7]], strict=True):
        value = known_of(p, q)[name]
        if name == "kl" and all(x.shape in FASTER for x in LAWS[q]) and value != INFINITY:
            continue
        found = arb(OURS[name](LAWS[p], LAWS[q]))
        assert found.overlaps(value) or value == found == INFINITY, (p, q)
        assert found.rad() < 1e-14 * (1 + abs(value)) or value == INFINITY, (p, q)


def test_where_tails_are_geometric_so_are_their_bounds(early: None) -> None:
    """What the other law covers is left out, and what it doesn't is added with its mass."""
    for other in ("binomial", "geometric", "geometric-up", "binomial-high"):
        for law in ("laplace", "laplace-left"):
            outside = sums._outside(LAWS[law], LAWS[other])
            surprise = sums._surprise(LAWS[other], LAWS[law])
            assert abs(outside.upper() - known_of(law, other)["outside"]) < 1e-6, (law, other)
            assert abs(surprise.lower() - known_of(other, law)["surprise"]) < 1e-6, (law, other)
    # Of a law with an end nothing is beyond it.
    assert sums._surprise(LAWS["binomial"], LAWS["laplace"]).rad() < 1e-15


def test_powers_of_which_some_part_has_no_bound() -> None:
    """A third power of the slower part, over the square, grows; that of the other one falls."""
    slow, fast = part(LAPLACE, 0, fmpq(9), weight=HALF), part(LAPLACE, 0, fmpq(1), weight=HALF)
    for p in ((slow, fast), (fast, slow)):
        assert sums.power_sum(p, LAWS["laplace"], fmpq(3)) == INFINITY
        assert sums.power_sum(p, (slow, fast), fmpq(3)) == 1
        found = sums.power_sum(p, (part(LAPLACE, 0, fmpq(9)),), fmpq(3))
        assert found.is_finite()


def test_where_a_law_has_mass_and_the_other_has_none() -> None:
    for p, q in itertools.product(LAWS, LAWS):
        window = sums._Window(LAWS[p], LAWS[q])
        pairs = pairs_of(p, q)
        assert window.covered() is not any(a > 0 and b == 0 for a, b in pairs), (p, q)
        assert window.apart() is not any(a > 0 and b > 0 for a, b in pairs), (p, q)


def test_equal_laws_are_exactly_so() -> None:
    for name in ("spread", "ends", "poissons"):
        one, two = LAWS[name], LAWS[name][::-1]
        for found, value in (
            (sums.outside(one, two), 0), (sums.surprise(one, two), 0), (sums.kl(one, two), 0),
            (sums.power_sum(one, two, fmpq(3)), 1), (sums.power_excess(one, two, HALF), 0),
            (sums.log_power(one, two, HALF), 0), (sums.most_log_ratio(one, two), 0),
            (sums.positive_part(one, two, fmpq(1, 3)), fmpq(2, 3)),
            (sums.positive_part(one, two, fmpq(3)), 0), (sums.positive_part(one, two, ONE), 0),
        ):
            assert isinstance(found, fmpq), name
            assert found == value, name
        found = sums.positive_part(one, two, arb(1) / 3)
        assert found.overlaps(arb(2) / 3)
        assert found.rad() < 1e-15
        found = sums.positive_part(one, two, arb(1, 1e-3))
        assert found.overlaps(arb(0))
        assert found.overlaps(arb(9e-4))
    wide = (part(GAUSSIAN, 0, fmpq(10**12)),)
    assert all(told == 0 for told in (
        sums.outside(wide, wide), sums.surprise(wide, wide), sums.kl(wide, wide),
        sums.most_log_ratio(wide, wide), sums.power_excess(wide, wide, fmpq(2))))


def test_laws_apart_are_exactly_so() -> None:
    low, high = LAWS["binomial-low"], LAWS["binomial-high"]
    for found, value in (
        (sums.outside(low, high), 1), (sums.power_sum(low, high, HALF), 0),
        (sums.positive_part(low, high, fmpq(3)), 1), (sums.positive_part(low, high, fmpq(0)), 1),
        (sums.positive_part(low, high, INFINITY), 1),
        (sums.positive_part(LAWS["wide"], LAWS["laplace"], fmpq(0)), 1),
        (sums.positive_part(low, LAWS["laplace"], INFINITY), 0),
        (sums.outside(low, LAWS["laplace"]), 0), (sums.surprise(LAWS["laplace"], high), 0),
    ):
        assert isinstance(found, fmpq)
        assert found == value
    assert sums.surprise(low, high) == INFINITY
    assert sums.log_power(low, high, HALF) == -INFINITY
    assert sums.log_power(low, high, fmpq(2)) == INFINITY
    assert sums.kl(low, high) == INFINITY
    assert sums.most_log_ratio(low, high) == INFINITY
    assert sums.power_excess(LAWS["laplace"], LAWS["normal"], fmpq(2)) == INFINITY


def test_what_is_known_as_a_ball_that_knows_nothing() -> None:
    one, two = LAWS["laplace"], LAWS["wide"]
    for bad in (arb("nan"), arb(0, "inf")):
        with pytest.raises(Indeterminate):
            sums.positive_part(one, two, bad)
        with pytest.raises(Indeterminate):
            sums.power_sum(one, two, bad)
    # ln of a sum that may be 0.
    with pytest.raises(Indeterminate):
        sums.log_power(one, two, arb("0.5", "40"))


def test_too_many_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "MOST_TERMS", 300)
    sums._Window(LAWS["laplace"], (part(LAPLACE, 100, fmpq(1)),))
    for p, q in (
        (LAWS["laplace"], (part(LAPLACE, 250, fmpq(1)),)),
        ((part(BINOMIAL, -200, HALF, 2),), (part(BINOMIAL, 200, HALF, 2),)),
        (LAWS["laplace"], (part(LAPLACE, 0, fmpq(50)),)),
        ((part(GEOMETRIC, 0, fmpq(1, 50)),), LAWS["geometric"]),
    ):
        with pytest.raises(Indeterminate, match="too many"):
            sums._Window(p, q)
    # 40^k/k! against 100^(−k) rises up to 4000.
    with pytest.raises(Indeterminate, match="too slowly"):
        sums._most_log_ratio((part(POISSON, 0, fmpq(40)),), (part(GEOMETRIC, 0, fmpq(99, 100)),))
    # Tails that never are known to fall aren't looked for without end.
    monkeypatch.setattr(sums, "_rest", lambda *_: None)
    with pytest.raises(Indeterminate, match="too many"):
        sums._Window(LAWS["laplace"], LAWS["wide"])


def test_a_largest_ratio_far_beyond_the_window() -> None:
    """Of Poisson from geometric laws it is at λ/(1 − p), where hardly any mass is."""
    for success in (HALF, fmpq(4, 5), fmpq(24, 25)):
        p, q = (part(POISSON, 0, fmpq(20)),), (part(GEOMETRIC, -3, success),)
        found = sums.most_log_ratio(p, q)
        with workdps(30):
            s, k = real(success), int(20 / (1 - success))
            value = (-20 + k * mp.log(20) - mp.loggamma(k + 1) - mp.log(s)
                     - (k + 3) * mp.log(1 - s))
        assert found.overlaps(as_ball(value)), success
        assert found.rad() < 1e-14
    turned = sums.most_log_ratio((part(LAPLACE, 90, fmpq(1, 9)),), (part(LAPLACE, 0, fmpq(1, 8)),))
    with workdps(30):
        value = 720 + mp.log(mp.tanh(mpf(9) / 2) / mp.tanh(mpf(4)))
    assert turned.overlaps(as_ball(value))


def test_a_largest_ratio_where_tails_end_on_the_left_of_0() -> None:
    p, q = (part(POISSON, -1000, fmpq(20)),), (part(GEOMETRIC, -1003, fmpq(24, 25)),)
    moved = (part(POISSON, 0, fmpq(20)),), (part(GEOMETRIC, -3, fmpq(24, 25)),)
    assert sums.most_log_ratio(p, q).overlaps(sums.most_log_ratio(*moved))
    assert sums.most_log_ratio(p, q).rad() < 1e-13


def test_a_part_that_rises_beyond_what_falls() -> None:
    """At the end of the window the ratio is less than at 100, and is more again at 500."""
    little = fmpq(1, 10**9)
    rising = part(POISSON, 0, fmpq(20), weight=little)
    falling = part(GEOMETRIC, 100, fmpq(999, 1000), weight=1 - little)
    q = (part(GEOMETRIC, -3, fmpq(24, 25)),)
    with workdps(40):
        known = max(mp.log(mass(rising, k) / mass(q[0], k)) for k in (499, 500))
        assert known > mp.log(mass(falling, 100) / mass(q[0], 100)) + 100
    for p in ((rising, falling), (falling, rising)):
        found = sums.most_log_ratio(p, q)
        assert found.overlaps(as_ball(known))
        assert found.rad() < 1e-13


def test_a_normal_law_over_a_poisson_law_is_known_to_fall_late() -> None:
    """Only from 400 on is each step known to be less than the one before."""
    p = (part(GAUSSIAN, 0, fmpq(400)),)
    q = half(part(GAUSSIAN, 0, fmpq(500)), part(POISSON, 0, fmpq(3)))
    assert sums._step(sums._mixed(sums._fall(p[0]), sums._fall(q[1]), ONE, -ONE), 300) is None
    found = sums.most_log_ratio(p, q)
    with workdps(30):
        def normal(k: int, v: int) -> Any:
            return mp.exp(-mpf(k * k) / (2 * v)) / mp.sqrt(2 * mp.pi * v)

        # So wide a law's sum over the integers is the integral, to 1e-1000.
        known = max(mp.log(normal(k, 400) / (normal(k, 500) / 2 + mass(q[1], k)))
                    for k in range(-300, 300))
    assert found.overlaps(as_ball(known))
    assert found.rad() < 1e-15


def mixture(first: fmpq, shape: str, one: fmpq, two: fmpq) -> Parts:
    return part(shape, 0, one, weight=first), part(shape, 0, two, weight=1 - first)


def test_a_largest_ratio_that_is_a_limit(early: None) -> None:
    """Far out all that is left is the slowest part of each law."""
    p = (part(LAPLACE, 0, fmpq(2)),)
    for q in (mixture(fmpq(3, 4), LAPLACE, fmpq(2), ONE), mixture(QUARTER, LAPLACE, ONE, fmpq(2))):
        found = sums._most_log_ratio(p, q)
        assert found.overlaps((arb(4) / 3).log())
        assert found.rad() < 1e-15
    # What falls alike is there for good in both.
    q = (*half(part(LAPLACE, 0, fmpq(2)), part(LAPLACE, 1, fmpq(2))),)
    found = sums._most_log_ratio(p, q)
    assert found.overlaps((2 / (1 + arb(-HALF).exp())).log())
    assert found.rad() < 1e-15
    # A weight that is a ball is in the limit's.
    weight = arb("0.75", "1e-3")
    q = (part(LAPLACE, 0, fmpq(2), weight=weight), part(LAPLACE, 0, ONE, weight=1 - weight))
    found = sums._most_log_ratio(p, q)
    for side in (-1, 1):
        assert found.contains(-(arb("0.75") + side * arb("0.99e-3")).log())


def test_a_limit_that_is_come_to_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = fmpq(3, 10), fmpq(32, 100), fmpq(31, 100)
    p = mixture(fmpq(9, 10), GEOMETRIC, rates[0], rates[1])
    q = mixture(HALF, GEOMETRIC, rates[0], rates[2])
    found = sums._most_log_ratio(p, q)
    assert found.overlaps((arb(9) / 5).log())
    assert found.rad() < 1e-15
    # Where that takes too long it is known by a bound only.
    monkeypatch.setattr(sums, "MOST_TERMS", 1000)
    p = mixture(fmpq(9, 10), GEOMETRIC, rates[0], rates[0] + fmpq(1, 1000))
    q = mixture(HALF, GEOMETRIC, rates[0], rates[0] + fmpq(1, 2000))
    found = sums._most_log_ratio(p, q)
    assert found.overlaps((arb(9) / 5).log())
    assert 1e-6 < found.rad() < 0.1
