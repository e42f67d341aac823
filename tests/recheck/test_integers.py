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
from recheck.reals import HALF, INF, ONE, TWO, ZERO, Num, Precision, exp, num, span

DIGITS = 40
PLACES = range(-120, 450)
# Laws by name, in the checker's form and as masses.
Masses = dict[int, Any]
LAWS: dict[str, tuple[Mixture, Masses]] = {}


@pytest.fixture(autouse=True)
def bits() -> Any:
    before, Precision.bits = Precision.bits, 64
    with workdps(DIGITS):
        yield
    Precision.bits = before


def real(x: Any) -> Any:
    """A rational or a checker's end at 40 digits."""
    x = Fraction(x) if isinstance(x, str) else x
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


def add(name: str, mixture: Mixture, mass: Callable[[int], Any]) -> None:
    LAWS[name] = mixture, {k: found for k in PLACES if (found := mass(k))}


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
        add(f"L{mean_},{b_}", laws.discrete_laplace(num(mean_), exact(b_)), scaled(mean_, b_))
    for mean_, v_ in ((0, "2"), (0, "3"), (1, "3"), (0, "1/5"), (2, "2")):
        add(f"G{mean_},{v_}", laws.discrete_gaussian(num(mean_), exact(v_)), bell(mean_, v_))
    for r_ in ("2", "3"):
        add(f"P{r_}", laws.poisson(exact(r_)), rare(r_))
    for p_ in ("1/2", "2/5"):
        add(f"W{p_}", laws.geometric(exact(p_)), waiting(p_))
    for n_, p_ in ((5, "1/3"), (5, "1/2"), (3, "1/3"), (4, "1/4"), (2, "1/2")):
        add(f"B{n_},{p_}", laws.binomial(num(n_), exact(p_)), counts(n_, p_))
    for place in (2, 3):
        add(
            f"={place}",
            laws.integer_shift(laws.geometric(ONE), num(place)),
            lambda k, place=place: mpf(k == place),
        )
    for by in (1, 2):
        for own in ("P2", "P3"):
            add(
                f"{own}+{by}",
                laws.integer_shift(LAWS[own][0], num(by)),
                lambda k, by=by, own=own: LAWS[own][1].get(k - by, 0),
            )
    for weight_, one_, two_ in (
        ("1/4", "L0,1", "L5,1/2"),
        ("1/3", "G0,2", "B4,1/4"),
        ("1/2", "L0,1", "P3"),
        ("1/2", "P3+1", "B2,1/2"),
        ("1/100", "L0,2", "B5,1/2"),
        ("1/4", "L0,2", "L1,1"),
    ):
        add(
            f"{weight_}:{one_}|{two_}",
            laws.integer_mixture(
                [exact(weight_), ONE - exact(weight_)], LAWS[one_][0], LAWS[two_][0]
            ),
            lambda k, w=weight_, one=one_, two=two_: (
                real(w) * LAWS[one][1].get(k, 0) + (1 - real(w)) * LAWS[two][1].get(k, 0)
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
    """Where a tail of a fiftieth counts for nothing, what is left of it is most of the width."""
    known = values(LAWS[one][1], LAWS[two][1])
    monkeypatch.setattr(masses, "FAINT", Fraction(1, 50))
    compared(LAWS[one][0], LAWS[two][0], known, kinds, 0.07)


@pytest.mark.parametrize(("one", "two", "kinds"), PAIRS[::4])
def test_divergences_hold_their_sums_to_many_digits(one: str, two: str, kinds: str) -> None:
    known = values(LAWS[one][1], LAWS[two][1])
    compared(LAWS[one][0], LAWS[two][0], known, kinds, 1e-14)


def test_a_law_and_itself_differ_by_nothing() -> None:
    for name in ("L0,1", "G1,3", "P2", "W1/2", "B3,1/3", "1/2:L0,1|P3"):
        p = LAWS[name][0]
        q = [tuple(part) for part in p]
        for order in (ZERO, num(HALF), ONE, TWO, num(INF)):
            assert laws.renyi(p, q, order) == ZERO
        assert laws.hockey_stick(p, q, ZERO) == laws.chi_square(p, q) == ZERO
        assert laws.hellinger(p, q) == laws.f_divergence(p, q, [ONE], [ONE]) == ZERO
        holds(laws.hockey_stick(p, q, num(-1)), 1 - mp.exp(-1), 1e-15)


def test_what_is_all_or_nothing_is_exact() -> None:
    """A divergence that is 0 or 1 is told as that; so is the level beyond which none is left."""
    p, q = LAWS["L0,1"][0], LAWS["L2,1"][0]
    assert laws.hockey_stick(p, q, TWO) == ZERO
    assert laws.hockey_stick(p, q, num(Fraction(19, 10))).lo > 0
    for one, two, level in (("G0,2", "G2,2", 1), ("L0,2", "L0,1", 0), ("1/4:L0,2|L1,1", "L0,2", 0)):
        assert laws.hockey_stick(LAWS[one][0], LAWS[two][0], num(level)).lo > 0
    apart = LAWS["=2"][0], LAWS["=3"][0]
    assert laws.hockey_stick(*apart, num(5)) == laws.hockey_stick(*apart, num(INF)) == ONE
    assert laws.hellinger(*apart) == ONE
    assert laws.shared(*apart) == laws.alone(p, q) == ZERO
    assert laws.shared(p, q) == ONE


def test_an_order_between_two_holds_both() -> None:
    p, q = LAWS["W1/2"][0], LAWS["W2/5"][0]
    known = values(LAWS["W1/2"][1], LAWS["W2/5"][1])
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
        with pytest.raises(Unknown):
            laws.renyi(p, q, order)
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
    for mixture, known in LAWS.values():
        own = masses.Masses(mixture)
        for k in range(-6, 12):
            found = own.at(k)
            assert (found is not None) == own.has(k) == (k in known)
            if found is not None:
                holds(exp(found), known[k], 1e-16)


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
        (part,), known = LAWS[name]
        own = masses.Masses([part])
        for end in (4, 6, 9, 30):
            rest = masses.rest_of(masses.fall_of(part), own.part(0, end), end)
            true = sum(mass for k, mass in known.items() if k > end)
            if exactly:
                holds(rest, true, 1e-15)
            else:
                assert true <= real(rest.hi) <= true * (4 if end < 9 else mpf(3) / 2)
    for name, start in (("L2,1", 2), ("P3+2", 2)):
        fall = masses.fall_of(LAWS[name][0][0])
        assert masses.step(fall, start - 1) is None
        assert masses.step(fall, start) is not None
    with pytest.raises(Unknown):
        masses.rest_of(masses.fall_of(LAWS["P3"][0][0]), ZERO, 1)


def falls(p: str, q: str, x: Any, y: Any) -> masses.Fall:
    one, two = (masses.fall_of(LAWS[name][0][0]) for name in (p, q))
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
    ],
)
def test_steps_far_out_are_bounded(p: str, q: str, x: int, y: int, sign: int) -> None:
    """The bound of all steps from a place on, against the steps themselves."""
    fall = falls(p, q, x, y)
    assert masses.leads(fall) == sign
    logs = [{k: mp.log(mass) for k, mass in LAWS[name][1].items()} for name in (p, q)]
    terms = {k: x * logs[0][k] + y * logs[1][k] for k in logs[0] if k in logs[1]}
    for k in range(3, 12):
        steps = [terms[j + 1] - terms[j] for j in range(k, 80)]
        bound = masses.step(fall, k)
        if bound is not None:
            assert max(steps) <= real(bound.hi) + mpf(10) ** -30
            # Hardly more than they are, but where they rise to 0.
            assert real(bound.hi) <= max(0 if sign == -1 else max(steps), max(steps)) + 1e-15
        else:
            assert max(steps) > steps[0]
    if sign == -1 and y == -1:
        assert masses.step(fall, 11) is not None


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
        laws.kl(LAWS["L0,1"][0], laws.discrete_laplace(num(50), ONE))
    with pytest.raises(Unsupported):
        laws.total_variation(laws.discrete_laplace(ZERO, num(100)), LAWS["L0,2"][0])
    with pytest.raises(Unsupported):
        masses.norm_of(laws.discrete_gaussian(ZERO, num(100))[0])
    with pytest.raises(Unsupported):
        laws.kl(laws.at_point(0), laws.at_point(45))
