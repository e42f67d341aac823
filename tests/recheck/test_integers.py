"""The second checker's laws on the integers, against sums at 40 digits; what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf, workdps

import recheck.integer_laws as laws
import recheck.integer_masses as masses
from recheck.densities import Mixture
from recheck.errors import Rejected, Undefined, Unknown, Unsupported
from recheck.reals import HALF, INF, ONE, TWO, ZERO, Num, exp, num, span
from tests.recheck.digits import DIGITS, bits, real  # noqa: F401 (for all tests here)

PLACES = range(-120, 450)
Masses = dict[int, Any]
# How the checker is asked for a law, and its masses, by name.
MADE: dict[str, Callable[[], Mixture]] = {}
KNOWN: dict[str, Masses] = {}


def add(name: str, make: Callable[[], Mixture], mass: Callable[[int], Any]) -> None:
    MADE[name], KNOWN[name] = make, {k: found for k in PLACES if (found := mass(k))}


def law(name: str) -> Mixture:
    return MADE[name]()


def scaled(mean: int, b: str) -> Callable[[int], Any]:
    t = mp.exp(-1 / real(b))
    return lambda k: (1 - t) / (1 + t) * t ** abs(k - mean)


def bell(mean: int, v: str) -> Callable[[int], Any]:
    # Σ q^(k²) is a theta function.
    t = mp.exp(-1 / (2 * real(v)))
    whole = mp.jtheta(3, 0, t)
    return lambda k: t ** ((k - mean) ** 2) / whole


def rare(rate: str) -> Callable[[int], Any]:
    return lambda k: mp.exp(-real(rate)) * real(rate) ** k / mp.factorial(k) if k >= 0 else 0


def waiting(p: str) -> Callable[[int], Any]:
    return lambda k: real(p) * (1 - real(p)) ** k if k >= 0 else 0


def counts(n: int, p: str) -> Callable[[int], Any]:
    return lambda k: (
        mp.binomial(n, k) * real(p) ** k * (1 - real(p)) ** (n - k) if 0 <= k <= n else 0
    )


def exact(x: str) -> Num:
    return num(Fraction(x))


with workdps(DIGITS):
    for mean_, b_ in ((0, "1"), (2, "1"), (0, "2"), (1, "1"), (5, "1/2")):
        add(
            f"L{mean_},{b_}",
            lambda mean=mean_, b=b_: laws.discrete_laplace(num(mean), exact(b)),
            scaled(mean_, b_),
        )
    for mean_, v_ in ((0, "2"), (0, "3"), (1, "3"), (0, "1/5"), (2, "2")):
        add(
            f"G{mean_},{v_}",
            lambda mean=mean_, v=v_: laws.discrete_gaussian(num(mean), exact(v)),
            bell(mean_, v_),
        )
    for r_ in ("2", "3"):
        add(f"P{r_}", lambda r=r_: laws.poisson(exact(r)), rare(r_))
    for p_ in ("1/2", "2/5"):
        add(f"W{p_}", lambda p=p_: laws.geometric(exact(p)), waiting(p_))
    for n_, p_ in ((5, "1/3"), (5, "1/2"), (3, "1/3"), (4, "1/4"), (2, "1/2")):
        add(f"B{n_},{p_}", lambda n=n_, p=p_: laws.binomial(num(n), exact(p)), counts(n_, p_))
    for place in (2, 3):
        add(
            f"={place}",
            lambda place=place: laws.integer_shift(laws.geometric(ONE), num(place)),
            lambda k, place=place: mpf(k == place),
        )
    for own, by in (
        ("P2", 1), ("P2", 2), ("P2", 9), ("P3", 1), ("P3", 2), ("P3", 4), ("W1/2", 2),
    ):  # fmt: skip
        add(
            f"{own}+{by}",
            lambda by=by, own=own: laws.integer_shift(law(own), num(by)),
            lambda k, by=by, own=own: KNOWN[own].get(k - by, 0),
        )
    for weight_, one_, two_ in (
        ("1/4", "L0,1", "L5,1/2"),
        ("1/3", "G0,2", "B4,1/4"),
        ("1/2", "L0,1", "P3"),
        ("1/2", "P3+1", "B2,1/2"),
        ("1/100", "L0,2", "B5,1/2"),
        ("1/4", "L0,2", "L1,1"),
        ("1/3", "W1/2", "W2/5"),
        ("1/2", "L0,2", "L0,1"),
        ("3/4", "L0,2", "L0,1"),
    ):
        add(
            f"{weight_}:{one_}|{two_}",
            lambda w=weight_, one=one_, two=two_: laws.integer_mixture(
                [exact(w), ONE - exact(w)], law(one), law(two)
            ),
            lambda k, w=weight_, one=one_, two=two_: (
                real(w) * KNOWN[one].get(k, 0) + (1 - real(w)) * KNOWN[two].get(k, 0)
            ),
        )

# Pairs, and of KL and the orders 3/2, 2, 3 and ∞ whether the divergence is finite, infinite or,
# where it is of a law that falls by a factor from one that falls faster, without an answer.
PAIRS = [
    ("L0,1", "L2,1", "fffff"),
    ("G1,3", "L0,2", "fffff"),
    ("L0,2", "G1,3", "uiiii"),
    ("P3", "P2", "ffffi"),
    ("P2", "P3", "fffff"),
    ("W1/2", "W2/5", "fffff"),
    ("W2/5", "W1/2", "ffffi"),
    ("B5,1/3", "B5,1/2", "fffff"),
    ("B3,1/3", "P2", "fffff"),
    ("P2", "B3,1/3", "iiiii"),
    ("B3,1/3", "P2+2", "iiiii"),
    ("P2+2", "B3,1/3", "iiiii"),
    ("1/4:L0,1|L5,1/2", "L1,1", "fffff"),
    ("1/3:G0,2|B4,1/4", "1/2:L0,1|P3", "fffff"),
    ("=2", "W1/2", "fffff"),
    ("=2", "=3", "iiiii"),
    ("P2", "W1/2", "fffff"),
    ("W1/2", "P2", "uiiii"),
    ("P3", "1/2:P3+1|B2,1/2", "fffff"),
    ("P3+1", "P3", "ffffi"),
    ("L0,1", "L0,2", "fffff"),
    ("L0,2", "L0,1", "ffiii"),
    ("G0,2", "G0,3", "fffff"),
    ("G0,3", "G0,2", "fffii"),
    ("G1,3", "G0,2", "fffii"),
    ("G0,1/5", "G2,2", "fffff"),
    ("W1/2", "L0,1", "ffffi"),
    ("L0,1", "W1/2", "iiiii"),
    ("L0,1", "P2", "iiiii"),
    ("1/100:L0,2|B5,1/2", "L1,1", "ffiii"),
    ("L1,1", "1/100:L0,2|B5,1/2", "fffff"),
    ("G0,2", "G2,2", "ffffi"),
    ("1/4:L0,2|L1,1", "L0,2", "fffff"),
    ("1/3:W1/2|W2/5", "W1/2", "ffffi"),
    ("1/2:L0,2|L0,1", "L0,1", "ffiii"),
    ("3/4:L0,2|L0,1", "1/2:L0,2|L0,1", "fffff"),
]
ABOVE = {"3/2": Fraction(3, 2), "2": Fraction(2), "3": Fraction(3)}


def values(p: Masses, q: Masses) -> dict[str, Any]:
    """What is known of two laws, but for what is infinite."""
    joint = [k for k in p if k in q]
    known = {
        f"E{level}": sum(max(0, p.get(k, 0) - mp.exp(real(level)) * q.get(k, 0)) for k in PLACES)
        for level in (-1, 0, HALF, 3)
    }
    known["Einf"] = sum(mass for k, mass in p.items() if k not in q)
    powers = {"1/2": mpf(1) / 2, "9/10": mpf(9) / 10, **{n: real(x) for n, x in ABOVE.items()}}
    gaps = {k: (mp.log(p[k]), mp.log(q[k])) for k in joint}
    for name, order in powers.items():
        known[name] = sum(mp.exp(order * a + (1 - order) * b) for a, b in gaps.values())
    known["kl"] = sum(p[k] * (a - b) for k, (a, b) in gaps.items())
    known["inf"] = max((a - b for a, b in gaps.values()), default=0)
    known["0"] = sum(q[k] for k in joint)
    known["f"] = sum(
        weight
        * (sum(max(0, p.get(k, 0) - kink * q.get(k, 0)) for k in {*p, *q}) - max(0, 1 - kink))
        for kink, weight in ((mpf(1) / 2, 1), (mpf(1), 2), (mpf(3), mpf(1) / 3))
    )
    return known


def holds(found: Num, known: Any, width: float) -> None:
    """Whether an enclosure holds a number, and is hardly wider than told."""
    # Places further out are left out of what is known.
    assert real(found.lo) <= known + mpf(10) ** -25
    assert known - mpf(10) ** -25 <= real(found.hi)
    assert real(found.hi) - real(found.lo) <= width


def compared(p: Mixture, q: Mixture, known: dict[str, Any], kinds: str, width: float) -> None:
    """Every quantity against what is known."""
    for level in (-1, 0, HALF, 3):
        holds(laws.hockey_stick(p, q, num(level)), known[f"E{level}"], width)
    holds(laws.total_variation(p, q), known["E0"], width)
    holds(laws.hockey_stick(p, q, num(INF)), known["Einf"], width)
    holds(
        laws.f_divergence(
            p, q, [num(HALF), ONE, num(3), ZERO, num(-1)], [ONE, TWO, num(Fraction(1, 3)), ONE, ONE]
        ),
        known["f"],
        4 * width,
    )
    holds(laws.hellinger(p, q), 1 - known["1/2"], width)
    for name, order in (("1/2", HALF), ("9/10", Fraction(9, 10))):
        found = laws.renyi(p, q, num(order))
        if known[name] == 0:
            assert found == num(INF)
        else:
            holds(found, mp.log(known[name]) / (real(order) - 1), 30 * width)
    found = laws.renyi(p, q, ZERO)
    if known["0"] == 0:
        assert found == num(INF)
    else:
        holds(found, -mp.log(known["0"]), 5 * width)
    for kind, name in zip(kinds, ("kl", "3/2", "2", "3", "inf"), strict=True):
        order = {"kl": ONE, "inf": num(INF)}.get(name) or num(ABOVE[name])
        if kind == "u":
            with pytest.raises(Unsupported):
                laws.renyi(p, q, order)
        elif kind == "i":
            assert laws.renyi(p, q, order) == num(INF)
            assert name != "2" or laws.chi_square(p, q) == num(INF)
        elif name in ABOVE:
            holds(
                laws.renyi(p, q, order), mp.log(known[name]) / (real(ABOVE[name]) - 1), 20 * width
            )
            if name == "2":
                holds(laws.chi_square(p, q), known["2"] - 1, 20 * width)
        else:
            holds(laws.renyi(p, q, order), known[name], 20 * width)


@pytest.mark.parametrize(("one", "two", "kinds"), PAIRS)
def test_divergences_hold_their_sums_wherever_tails_are_cut(
    one: str, two: str, kinds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a tail of a fiftieth counts for nothing, what is left of it is most of the width; and
    a bound of it may be any number that isn't less."""
    known = values(KNOWN[one], KNOWN[two])
    monkeypatch.setattr(masses, "FAINT", Fraction(1, 50))
    rest_of = masses.rest_of

    def wide(*tail: Any) -> Num:
        rest = rest_of(*tail)
        return span(rest.hi / 1000, rest.hi)

    monkeypatch.setattr(masses, "rest_of", wide)
    compared(law(one), law(two), known, kinds, 0.07)


@pytest.mark.parametrize(("one", "two", "kinds"), PAIRS[::4])
def test_divergences_hold_their_sums_to_many_digits(one: str, two: str, kinds: str) -> None:
    known = values(KNOWN[one], KNOWN[two])
    compared(law(one), law(two), known, kinds, 1e-14)


def test_a_law_and_itself_differ_by_nothing() -> None:
    for name in ("L0,1", "G1,3", "P2", "W1/2", "B3,1/3", "1/2:L0,1|P3"):
        p = law(name)
        q = [tuple(part) for part in p]
        for order in (ZERO, num(HALF), ONE, TWO, num(INF)):
            assert laws.renyi(p, q, order) == ZERO
        assert laws.hockey_stick(p, q, ZERO) == laws.hockey_stick(p, q, TWO) == ZERO
        assert laws.hellinger(p, q) == laws.chi_square(p, q) == ZERO
        assert laws.f_divergence(p, q, [ONE, exp(num(-1))], [ONE, TWO]) == ZERO
        holds(laws.hockey_stick(p, q, num(-1)), 1 - mp.exp(-1), 1e-15)


def test_what_is_all_or_nothing_is_exact() -> None:
    """A divergence that is 0 or 1 is told as that; so is the level beyond which none is left."""
    p, q = law("L0,1"), law("L2,1")
    assert laws.hockey_stick(p, q, TWO) == ZERO
    assert laws.hockey_stick(p, q, num(Fraction(19, 10))).lo > 0
    for one, two, level in (("G0,2", "G2,2", 1), ("L0,2", "L0,1", 0), ("1/4:L0,2|L1,1", "L0,2", 0)):
        assert laws.hockey_stick(law(one), law(two), num(level)).lo > 0
    apart = law("=2"), law("=3")
    assert laws.hockey_stick(*apart, num(5)) == laws.hockey_stick(*apart, num(INF)) == ONE
    assert laws.hellinger(*apart) == ONE
    assert laws.shared(*apart) == laws.alone(p, q) == laws.hockey_stick(p, q, num(INF)) == ZERO
    assert laws.shared(p, q) == ONE
    assert laws.renyi(p, q, ZERO) == laws.hockey_stick(law("P2"), law("W1/2"), num(INF)) == ZERO
    apart = law("P2+9"), law("B5,1/3")
    assert laws.alone(*apart) == laws.hockey_stick(*apart, ZERO) == ONE
    assert laws.shared(*apart) == ZERO


def test_only_tails_that_count_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masses, "FAINT", Fraction(1, 50))
    holds(laws.alone(law("P2"), law("P2+1")), KNOWN["P2"][0], 1e-15)
    within = sum(KNOWN["L0,1"][k] for k in range(6))
    holds(laws.shared(law("L0,1"), law("B5,1/2")), within, 1e-15)


def test_a_level_between_two_holds_both() -> None:
    p, q = law("L0,1"), law("L2,1")
    known = values(KNOWN["L0,1"], KNOWN["L2,1"])["E0"]
    found = laws.hockey_stick(p, q, span(Fraction(0), Fraction(3)))
    assert found.lo <= 0
    assert real(found.hi) >= known


def test_the_least_that_a_tail_adds_is_taken_from_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """A divergence by a logarithm of which less is known holds that by any it may be."""
    p, q, log = law("L0,2"), law("L2,1"), laws.log
    monkeypatch.setattr(masses, "FAINT", Fraction(1, 50))
    monkeypatch.setattr(laws, "log", lambda x: log(x) + span(-HALF, HALF))
    wide = laws.kl(p, q)
    monkeypatch.setattr(laws, "log", lambda x: log(x) - num(HALF))
    assert wide.lo <= laws.kl(p, q).lo


def test_a_ratio_that_still_rises_where_tails_are_cut_is_not_told(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(masses, "FAINT", Fraction(1, 50))
    for variance, scale in ((num(30), ONE), (span(Fraction(20), Fraction(40)), TWO)):
        p, q = laws.discrete_gaussian(ZERO, variance), laws.discrete_laplace(ZERO, scale)
        with pytest.raises(Unknown):
            laws.renyi(p, q, num(INF))


def test_laws_far_from_0_are_as_near_to_each_other() -> None:
    p, q = (laws.integer_shift(law(name), num(10**6)) for name in ("G1,3", "L0,1"))
    for of in (laws.kl, laws.total_variation):
        near, far = of(law("G1,3"), law("L0,1")), of(p, q)
        assert abs(near.hi - far.hi) < Fraction(1, 10**15)


def test_an_order_between_two_holds_both() -> None:
    p, q = law("W1/2"), law("W2/5")
    known = values(KNOWN["W1/2"], KNOWN["W2/5"])
    found = laws.renyi(p, q, span(Fraction(3, 2), Fraction(2)))
    for name in ("3/2", "2"):
        holds(found, mp.log(known[name]) / (real(ABOVE[name]) - 1), 5)
    for order in (
        span(HALF, Fraction(2)),
        span(Fraction(0), HALF),
        span(HALF, Fraction(1)),
        span(Fraction(1), Fraction(2)),
        span(Fraction(-1), HALF),
    ):
        for of in ((p, q), (law("B5,1/3"), law("B5,1/2")), (law("W2/5"), law("P2"))):
            with pytest.raises(Unknown):
                laws.renyi(*of, order)
    with pytest.raises(Unknown):
        laws.renyi(law("L0,2"), law("L0,1"), span(Fraction(-1, 10), HALF))
    for order in (num(-1), span(Fraction(-2), Fraction(-1))):
        with pytest.raises(Undefined):
            laws.renyi(p, q, order)
        with pytest.raises(Undefined):
            laws.renyi(p, p, order)
    with pytest.raises(Unknown):
        laws.f_divergence(p, q, [span(Fraction(0), Fraction(1))], [ONE])


def test_laws_are_of_what_they_may_be_of() -> None:
    wide = span(HALF, Fraction(2))
    for of in (num(2), num(-1)):
        # Of no trials, too: what isn't a probability is undefined, however often it is asked.
        for make in (
            laws.geometric,
            lambda x: laws.binomial(TWO, x),
            lambda x: laws.binomial(ZERO, x),
        ):
            with pytest.raises(Undefined):
                make(of)
            with pytest.raises(Unknown):
                make(wide)
    with pytest.raises(Unknown):
        laws.geometric(span(-HALF, HALF))
    for make in (
        laws.geometric,
        laws.poisson,
        lambda x: laws.discrete_laplace(ONE, x),
        lambda x: laws.discrete_gaussian(ONE, x),
    ):
        for of in (ZERO, num(-1)):
            with pytest.raises(Undefined):
                make(of)
    for make in (
        lambda x: laws.discrete_laplace(x, ONE),
        lambda x: laws.binomial(x, num(HALF)),
        lambda x: laws.discrete_gaussian(x, ONE),
        lambda x: laws.integer_shift(laws.poisson(ONE), x),
    ):
        with pytest.raises(Rejected):
            make(num(HALF))
    for made, point in (
        (laws.geometric(ONE), 0),
        (laws.binomial(num(3), ONE), 3),
        (laws.binomial(num(3), ZERO), 0),
        (laws.binomial(ZERO, num(HALF)), 0),
    ):
        assert laws.alone(made, laws.at_point(point)) == ZERO
        assert made == laws.at_point(point)


def test_masses_are_those_of_the_laws() -> None:
    for name, known in KNOWN.items():
        own = masses.Masses(law(name))
        for k in range(-6, 12):
            found = own.at(k)
            assert (found is not None) == own.has(k) == (k in known)
            if found is not None:
                holds(exp(found), known[k], 1e-16)
            if found is not None and len(own.parts) == 1:
                # No digit is lost.
                assert (found.lo, found.hi) == (own.part(0, k).lo, own.part(0, k).hi)


def test_a_variance_between_two_holds_both(monkeypatch: pytest.MonkeyPatch) -> None:
    law_ = laws.discrete_gaussian(ZERO, span(Fraction(1), Fraction(4)))
    for side in masses.Pair(law_, law_, ONE).sides:
        assert all(rest.hi < masses.FAINT for rest in side.masses(side.p))
    monkeypatch.setattr(masses, "counted", lambda _: 1)
    found = masses.norm_of(law_[0])
    for variance in (1, 4):
        known = -mp.log(mp.jtheta(3, 0, mp.exp(-1 / mpf(2 * variance))))
        assert real(found.lo) <= known <= real(found.hi)


@pytest.mark.parametrize("variance", ["1/50", "1/5", "2", "30"])
@pytest.mark.parametrize("last", [1, 2, 7])
def test_the_sum_of_a_discrete_gaussian_holds_what_is_left_of_it(
    variance: str, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (part,) = laws.discrete_gaussian(num(3), exact(variance))
    known = -mp.log(mp.jtheta(3, 0, mp.exp(-1 / (2 * real(variance)))))
    holds(masses.norm_of(part), known, 1e-17)
    monkeypatch.setattr(masses, "counted", lambda _: last)
    found = masses.norm_of(part)
    holds(found, known, 10)
    # The integral of e^(−x²/2v) from there on lies below that of the tangent.
    v = real(variance)
    left = mp.sqrt(mp.pi * v / 2) * mp.erfc(last / mp.sqrt(2 * v))
    assert real(found.lo) <= -mp.log(
        1 + 2 * (sum(mp.exp(-(mpf(j) ** 2) / (2 * v)) for j in range(1, last + 1)) + left)
    )


def test_what_is_beyond_an_end_is_bounded() -> None:
    """No less than what is left of a law, and hardly more far out; exactly that of a geometric
    one."""
    for name, exactly in (
        ("L0,2", True),
        ("W2/5", True),
        ("G1,3", False),
        ("P3", False),
        ("P3+1", False),
    ):
        (part,), known = law(name), KNOWN[name]
        own = masses.Masses([part])
        for end in (4, 6, 9, 30):
            rest = masses.rest_of(masses.fall_of(part), own.part(0, end), end)
            true = sum(mass for k, mass in known.items() if k > end)
            if exactly:
                holds(rest, true, 1e-15)
            else:
                assert true <= real(rest.hi) <= true * (4 if end < 9 else mpf(3) / 2)
    for name, start in (("L2,1", 2), ("P3+2", 2)):
        fall = masses.fall_of(law(name)[0])
        assert masses.step(fall, start - 1) is None
        assert masses.step(fall, start) is not None
    for name, k in (("P3", 1), ("P3+4", 1)):
        with pytest.raises(Unknown):
            masses.rest_of(masses.fall_of(law(name)[0]), ZERO, k)


def test_tails_of_powers_are_bounded() -> None:
    """No less than they are, and hardly more than is known of sums of powers."""
    for order in (Fraction(3, 2), Fraction(3)):
        p, q = "3/4:L0,2|L0,1", "1/2:L0,2|L0,1"
        side = masses.Pair(law(p), law(q), num(order)).sides[1]
        for side.end in (2, 5, 9):
            true = sum(mass ** real(order) * KNOWN[q][k] ** (1 - real(order))
                       for k, mass in KNOWN[p].items() if k > side.end)
            parts = sum(real(rest.hi) for rest in side.powers())
            bound = real(side.power_tail().hi)
            assert true <= bound <= parts * mpf(2) ** real(order - 1) * (1 + mpf(10) ** -15)


def falls(p: str, q: str, x: Any, y: Any) -> masses.Fall:
    one, two = (masses.fall_of(law(name)[0]) for name in (p, q))
    return masses.mixed(num(x), one, num(y), two)


@pytest.mark.parametrize(
    ("p", "q", "x", "y", "sign"),
    [
        ("P3", "P3", 1, -1, 0),
        ("P3+1", "P3", 1, -1, 1),
        ("P3", "P3+1", 1, -1, -1),
        ("P3", "P2", 1, -1, 1),
        ("P2", "P3+2", 1, -1, -1),
        ("P3", "W1/2", 1, -1, -1),
        ("W1/2", "P3", 1, -1, 1),
        ("G0,2", "P3", 1, -1, -1),
        ("P3", "G0,2", 1, -1, 1),
        ("L0,2", "L0,1", 2, -1, 0),
        ("L0,2", "L0,1", 3, -2, 1),
        ("G0,3", "G0,2", 3, -2, 0),
        ("G1,3", "G0,2", 3, -2, 1),
        ("P3+1", "P2", 2, -1, -1),
        ("W1/2", "W1/2", 2, -1, -1),
        ("G1,3", "G0,2", 2, -1, -1),
        ("G0,2", "P3+4", 1, -1, -1),
        ("P3+4", "P3", 2, -1, -1),
        ("P3+4", "P3", 2, -3, 1),
        ("P3", "P3+4", 2, -1, -1),
    ],
)
def test_steps_far_out_are_bounded(p: str, q: str, x: int, y: int, sign: int) -> None:
    """The bound of all steps from a place on, against the steps themselves."""
    fall = falls(p, q, x, y)
    assert masses.leads(fall) == sign
    logs = [{k: mp.log(mass) for k, mass in KNOWN[name].items()} for name in (p, q)]
    terms = {k: x * logs[0][k] + y * logs[1][k] for k in logs[0] if k in logs[1]}
    start = max(masses.fall_of(law(name)[0]).start for name in (p, q))
    assert fall.start == falls(q, p, y, x).start == start
    rises = {j: terms[j + 1] - terms[j] for j in range(start, 440)}
    for k in range(max(3, start), 12):
        steps = [rises[j] for j in range(k, 440)]
        bound = masses.step(fall, k)
        if bound is not None:
            assert max(steps) <= real(bound.hi) + mpf(10) ** -30
            # Hardly more than they are, but where they rise far out.
            assert max(steps) > steps[0] or real(bound.hi) <= steps[0] + 1e-15
        else:
            assert max(steps) > steps[0]
    if sign == -1 and y == -1:
        assert masses.step(fall, 11) is not None


def test_falls_of_one_law_and_falls_with_a_factor() -> None:
    for name in ("L0,2", "G0,2", "P3", "W1/2"):
        assert masses.leads(masses.fall_of(law(name)[0])) == -1
    assert masses.leads(masses.Fall(ZERO, TWO, ZERO, (), 0)) == 1
    assert masses.leads(masses.Fall(num(-1), TWO, ZERO, (), 0)) == -1


def test_steps_of_which_less_is_known_have_no_bound() -> None:
    """Where a bound of some that it may be of isn't one of others."""
    wide = laws.discrete_gaussian(ZERO, span(Fraction(1), Fraction(4)))
    fall = masses.mixed(ONE, masses.fall_of(wide[0]), -ONE, masses.fall_of(law("P3")[0]))
    assert masses.step(fall, 1) is None
    assert masses.step(fall, 5) is not None
    own, far = (masses.fall_of(law(name)[0]) for name in ("P3", "P3+4"))
    between = span(Fraction(2), Fraction(3)), span(Fraction(-2), Fraction(-1))
    assert masses.step(masses.mixed(between[0], own, between[1], far), 7) is None
    between = span(Fraction(1), Fraction(3)), num(-2)
    assert masses.step(masses.mixed(between[0], far, between[1], own), 4) is None
    # Against a bend that isn't falling, logarithms of either sign say nothing.
    for bend in (num(-1), span(Fraction(-1), Fraction(1))):
        assert masses.step(masses.Fall(ZERO, ONE, bend, ((TWO, 0), (-ONE, -9)), 1), 2) is None


def test_what_can_not_be_told_of_falls() -> None:
    faint = ONE + exp(num(-5000))
    for shape in ("laplace", "gaussian"):
        one, two = (masses.fall_of((ONE, shape, ZERO, spread)) for spread in (ONE, faint))
        fall = masses.mixed(ONE, one, num(-1), two)
        with pytest.raises(Unknown):
            masses.leads(fall)


def test_sums_of_too_many_terms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masses, "MOST_TERMS", 40)
    with pytest.raises(Unsupported):
        laws.kl(law("L0,1"), laws.discrete_laplace(num(50), ONE))
    with pytest.raises(Unsupported):
        laws.total_variation(laws.discrete_laplace(ZERO, num(100)), law("L0,2"))
    with pytest.raises(Unsupported):
        masses.norm_of(laws.discrete_gaussian(ZERO, num(100))[0])
    with pytest.raises(Unsupported):
        laws.kl(laws.at_point(0), laws.at_point(45))
