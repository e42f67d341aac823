"""Laws on the real line: both namespaces against mpmath's quadrature of the plain definitions.

mpmath integrates densities written apart from ours, between kinks and in many pieces.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import inf, mp, mpf, workdps

from verified import language as v
from verified.attack import attack
from verified.attack.floating import FloatReading
from verified.kernel.certificate import check, seal
from verified.kernel.truth import BallReading, decide, truth
from verified.kernel.values import Rejected
from verified.measures import continuous
from verified.measures.continuous import LawValue
from verified.numbers import ball_line
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import ONE, Indeterminate, Undefined, precision
from verified.numbers.float_line import decay_excess as decay_excess_in_floats
from verified.numbers.float_namespace import Floats
from verified.numbers.line import GAUSSIAN, LAPLACE, Part
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError, LawSort
from verified.syntax.terms import Var

Density = tuple[str, str, str, str]  # weight, shape, location, spread
Law = Sequence[Density]

LAWS: dict[str, Law] = {
    "laplace": [("1", LAPLACE, "0", "1")],
    "shifted": [("1", LAPLACE, "1/3", "1")],
    "wide": [("1", LAPLACE, "-2/7", "5/2")],
    "normal": [("1", GAUSSIAN, "0", "1")],
    "normal-shifted": [("1", GAUSSIAN, "2/3", "1")],
    "normal-wide": [("1", GAUSSIAN, "1/5", "7/2")],
    "mixed": [("1/3", LAPLACE, "-1", "1/2"), ("2/3", GAUSSIAN, "2/3", "4/3")],
    "bumps": [
        ("1/4", GAUSSIAN, "-3", "1/9"),
        ("1/2", LAPLACE, "1/7", "1/5"),
        ("1/4", GAUSSIAN, "5/2", "2"),
    ],
}
PAIRS = [
    ("laplace", "shifted"),
    ("laplace", "wide"),
    ("wide", "laplace"),
    ("normal", "normal-shifted"),
    ("normal", "normal-wide"),
    ("normal-wide", "normal"),
    ("laplace", "normal"),
    ("normal", "laplace"),
    ("mixed", "laplace"),
    ("bumps", "mixed"),
    ("mixed", "bumps"),
]
DIGITS = 25
RELATIVE = 1e-9


# --- the second opinion ---------------------------------------------------------------------------


def exact(text: str) -> fmpq:
    top, _, bottom = text.partition("/")
    return fmpq(int(top), int(bottom or "1"))


def real(text: str) -> Any:
    value = exact(text)
    return mpf(int(value.p)) / int(value.q)


def density(law: Law, x: Any) -> Any:
    total = mpf(0)
    for weight, shape, location, spread in law:
        d, s = x - real(location), real(spread)
        if shape == LAPLACE:
            total += real(weight) * mp.exp(-abs(d) / s) / (2 * s)
        else:
            total += real(weight) * mp.exp(-d * d / (2 * s)) / mp.sqrt(2 * mp.pi * s)
    return total


def integral(function: Callable[[Any], Any], *laws: Law) -> Any:
    """∫ function(x) dx, cut at every mean and in short pieces around it."""
    cuts = set()
    for _, shape, location, spread in itertools.chain(*laws):
        scale = real(spread) if shape == LAPLACE else mp.sqrt(real(spread))
        for step in (0, 1, 2, 4, 8, 16, 32, 64):
            cuts |= {real(location) + step * scale, real(location) - step * scale}
    ends = sorted(cuts)
    return mp.quad(function, ends)


def kl(p: Law, q: Law) -> Any:
    return integral(lambda x: density(p, x) * mp.log(density(p, x) / density(q, x)), p, q)


def signs(p: Law, q: Law, factor: Any) -> list[Any]:
    """Where p − factor·q changes its sign, by bisection on a grid."""

    def gap(x: Any) -> Any:
        return density(p, x) - factor * density(q, x)

    grid = [mpf(k) / 16 + mpf(1) / 1000 for k in range(-16 * 24, 16 * 24)]
    found = []
    for low, high in itertools.pairwise(grid):
        if gap(low) * gap(high) < 0:
            for _ in range(90):
                middle = (low + high) / 2
                low, high = (middle, high) if gap(low) * gap(middle) > 0 else (low, middle)
            found.append(low)
    return found


def hockey_stick(p: Law, q: Law, factor: Any) -> Any:
    """∫ max(0, p − factor·q), by the masses between the zeros."""
    ends = [-inf, *signs(p, q, factor), inf]
    total = mpf(0)
    for low, high in itertools.pairwise(ends):
        gap = mass(p, low, high) - factor * mass(q, low, high)
        total += max(gap, mpf(0))
    return total


def mass(law: Law, low: Any, high: Any) -> Any:
    return below(law, high) - below(law, low)


def below(law: Law, x: Any) -> Any:
    total = mpf(0)
    for weight, shape, location, spread in law:
        u, s = x - real(location), real(spread)
        if shape == LAPLACE:
            part = mp.exp(u / s) / 2 if u < 0 else 1 - mp.exp(-u / s) / 2
        else:
            part = mp.ncdf(u / mp.sqrt(s))
        total += real(weight) * part
    return total


# --- the two namespaces ---------------------------------------------------------------------------


def in_balls(law: Law) -> LawValue:
    return LawValue(tuple(Part(exact(w), kind, exact(m), exact(s)) for w, kind, m, s in law))


def in_floats(law: Law) -> LawValue:
    def batch(text: str) -> Any:
        # A batch of three instances, all alike.
        return np.full(3, float(real(text)))

    return LawValue(tuple(Part(batch(w), kind, batch(m), batch(s)) for w, kind, m, s in law))


@dataclass(frozen=True)
class Case:
    """A measure of laws by name, and its value by the second opinion."""

    measure: Callable[..., Any]
    laws: tuple[str, ...]
    opinion: Callable[[], Any]
    more: tuple[fmpq, ...] = ()

    def check(self) -> None:
        with workdps(DIGITS):
            expected = self.opinion()
        values = []
        for bits in (64, 160):
            with precision(bits):
                found = self.measure(Balls(), *(in_balls(LAWS[x]) for x in self.laws), *self.more)
                ball = arb(found)
            values.append(ball)
            # Narrow, and around mpmath's value up to mpmath's own error.
            assert float(ball.rad()) <= 2.0 ** (20 - bits)
            with precision(160):
                assert abs(ball - arb(mp.nstr(expected, 20))) < arb("1e-14")
        assert values[0].overlaps(values[1])
        more = [np.full(3, int(x.p) / int(x.q)) for x in self.more]
        batch = self.measure(Floats(), *(in_floats(LAWS[x]) for x in self.laws), *more)
        assert np.shape(batch) == (3,)
        assert np.allclose(batch, float(expected), rtol=RELATIVE, atol=1e-14)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_kl(pair: tuple[str, str]) -> None:
    p, q = (LAWS[name] for name in pair)
    Case(continuous.kl, pair, lambda: kl(p, q)).check()


@pytest.mark.parametrize("epsilon", [fmpq(1, 5), fmpq(-1, 2), fmpq(3)], ids=str)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_hockey_stick(pair: tuple[str, str], epsilon: fmpq) -> None:
    p, q = (LAWS[name] for name in pair)
    factor = int(epsilon.p), int(epsilon.q)

    def opinion() -> Any:
        return hockey_stick(p, q, mp.exp(mpf(factor[0]) / factor[1]))

    Case(continuous.hockey_stick, pair, opinion, (epsilon,)).check()


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_total_variation_is_half_of_the_absolute_difference(pair: tuple[str, str]) -> None:
    p, q = (LAWS[name] for name in pair)
    Case(continuous.total_variation, pair, lambda: hockey_stick(p, q, mpf(1))).check()


@pytest.mark.parametrize("name", LAWS)
def test_differential_entropy(name: str) -> None:
    law = LAWS[name]

    def opinion() -> Any:
        return integral(lambda x: -density(law, x) * mp.log(density(law, x)), law)

    Case(continuous.differential_entropy, (name,), opinion).check()


ORDERS = [fmpq(1, 4), fmpq(1, 2), fmpq(2), fmpq(7, 2)]
ALIKE = [
    pair for pair in PAIRS if pair[0].startswith("normal") == pair[1].startswith("normal")
    and not {"mixed", "bumps"} & set(pair)
]


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("pair", ALIKE, ids="-".join)
def test_renyi(pair: tuple[str, str], order: fmpq) -> None:
    p, q = (LAWS[name] for name in pair)
    alpha = mpf(int(order.p)) / int(order.q)
    (_, shape, _, one), (_, _, _, two) = p[0], q[0]
    rate = alpha * real(two) + (1 - alpha) * real(one)

    def opinion() -> Any:
        total = integral(
            lambda x: mp.exp(
                alpha * mp.log(density(p, x)) + (1 - alpha) * mp.log(density(q, x))
            ),
            p, q, [("1", shape, p[0][2], str(4 * exact(one) * exact(two) / (
                exact(two) * order + exact(one) * (1 - order))))],
        )
        return mp.log(total) / (alpha - 1)

    if rate <= 0:
        # The integral of p^α q^(1−α) diverges.
        laws = [in_balls(p), in_balls(q)]
        assert continuous.renyi(Balls(), *laws, order) == arb("inf")
        batch = [in_floats(p), in_floats(q)]
        assert np.all(np.isposinf(continuous.renyi(Floats(), *batch, np.full(3, float(alpha)))))
        return
    Case(continuous.renyi, pair, opinion, (order,)).check()


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (("laplace", "shifted"), "1/3"),
        (("normal", "normal-shifted"), None),
        (("wide", "laplace"), None),
        (("normal-wide", "normal"), None),
        (("laplace", "laplace"), "0"),
        (("normal", "normal"), "0"),
    ],
)
def test_renyi_of_order_infinity(pair: tuple[str, str], expected: str | None) -> None:
    laws = [in_balls(LAWS[name]) for name in pair]
    found = continuous.renyi(Balls(), *laws, arb("inf"))
    assert found == (arb("inf") if expected is None else exact(expected))
    batch = continuous.renyi(Floats(), *(in_floats(LAWS[x]) for x in pair), np.full(3, np.inf))
    assert np.allclose(batch, np.inf if expected is None else float(real(expected)))


def test_renyi_of_order_infinity_is_the_largest_log_ratio() -> None:
    for p, q in (("laplace", "wide"), ("normal", "normal-wide")):
        one, two = LAWS[p], LAWS[q]
        most = max(
            mp.log(density(one, mpf(k) / 500) / density(two, mpf(k) / 500))
            for k in range(-3000, 3000)
        )
        found = continuous.renyi(Balls(), in_balls(one), in_balls(two), arb("inf"))
        assert most <= mpf(float(found)) + mpf("1e-15")
        assert float(found) - float(most) < 1e-5


def test_orders_zero_and_one() -> None:
    laws = [in_balls(LAWS[name]) for name in ("laplace", "wide")]
    assert continuous.renyi(Balls(), *laws, fmpq(0)) == 0
    one = continuous.renyi(Balls(), *laws, fmpq(1))
    assert one.overlaps(continuous.kl(Balls(), *laws))
    with pytest.raises(Undefined):
        continuous.renyi(Balls(), *laws, fmpq(-1))


# --- information ----------------------------------------------------------------------------------


def information(weights: Sequence[Any], laws: Sequence[Law]) -> Any:
    def at(x: Any) -> Any:
        values = [density(law, x) for law in laws]
        mixed = sum(w * value for w, value in zip(weights, values, strict=True))
        return sum(
            w * value * mp.log(value / mixed) for w, value in zip(weights, values, strict=True)
        )

    return integral(at, *laws)


@pytest.mark.parametrize(
    "names",
    [("laplace", "shifted"), ("normal", "normal-wide"), ("laplace", "normal", "bumps"),
     ("mixed", "bumps")],
    ids="-".join,
)
def test_information(names: tuple[str, ...]) -> None:
    count = len(names)
    weights = [fmpq(k + 1, count * (count + 1) // 2) for k in range(count)]

    def measure(xp: Any, *laws: LawValue) -> Any:
        prior = xp.stack(list(map(xp.constant, weights)), (count,))
        return continuous.information(xp, prior, *laws)

    def opinion() -> Any:
        shares = [mpf(int(w.p)) / int(w.q) for w in weights]
        return information(shares, [LAWS[name] for name in names])

    Case(measure, names, opinion).check()


def test_information_of_two_laplace_laws_by_its_closed_form() -> None:
    """ln 2 − H(X|Y) for Lap(0, 1), Lap(t, 1) and a fair X: outside [0, t] the posterior is
    1/(1 + e^t); inside, H(X|Y) is an integral over the posterior's log-odds s ∈ [−t, t]."""
    t = 3
    half = v.pmf_of(v.rational(1, 2), v.rational(1, 2))
    found = BallReading().real(v.information(half, v.laplace(0, 1), v.laplace(t, 1)), {})
    with workdps(DIGITS):
        def entropy(odds: Any) -> Any:
            return mp.log(1 + mp.exp(-odds)) + odds / (1 + mp.exp(odds))

        outside = (1 + mp.exp(-t)) / 2 * entropy(mpf(t))
        inside = mp.quad(
            lambda s: entropy(s) * (mp.exp((-t - s) / 2) + mp.exp((-t + s) / 2)) / 4 / 2,
            [-t, 0, t],
        )
        expected = mp.log(2) - outside - inside
    assert abs(float(found) - float(expected)) < 1e-15


@pytest.mark.parametrize("shape", [LAPLACE, GAUSSIAN])
@pytest.mark.parametrize("shift", ["-5526", "1/2"])
@pytest.mark.parametrize("spread", ["1/125000", "1/1000000"])
def test_information_of_narrow_laws_far_from_zero_and_apart(
    shape: str, shift: str, spread: str
) -> None:
    """They tell all but nothing less than which of them it was; between them their order of size
    changes within a tiny part of the gap, and a polynomial in x itself would cancel."""
    weights = [exact("3/7"), exact("4/7")]
    laws = [
        (Part(ONE, shape, exact(shift), exact(spread)),),
        (Part(ONE, shape, exact("11/3"), exact(spread)),),
    ]
    with precision(128):
        told = Balls().line().information(weights, laws)
        whole = -sum((arb(weight) * arb(weight).log() for weight in weights), arb(0))
        assert abs(told - whole) < arb("1e-25")


def test_differential_entropy_of_a_narrow_law_far_from_zero() -> None:
    for shape, spread in ((LAPLACE, "1/1000000"), (GAUSSIAN, "1/1000000")):
        with precision(128):
            law = (Part(ONE, shape, exact("-122702/10000"), exact(spread)),)
            found = Balls().line().entropy(law)
            scale = arb(exact(spread))
            value = (
                1 + (2 * scale).log() if shape == LAPLACE
                else (1 + (2 * arb.pi() * scale).log()) / 2
            )
            assert found.overlaps(value)
            assert found.rad() < arb("1e-29")


def test_what_an_integral_does_not_tell_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The claim whose two sides it stands in asks once."""
    asked = []

    def failing(*_: Any) -> Any:
        asked.append(1)
        raise Indeterminate("nothing told")

    monkeypatch.setattr(ball_line, "_entropy", failing)
    for _ in range(2):
        with pytest.raises(Indeterminate, match="nothing told"):
            ball_line.entropy((Part(ONE, LAPLACE, ONE, exact("7/3")),))
    assert asked == [1]


def test_information_is_exactly_zero_where_nothing_can_be_learnt() -> None:
    first, second = v.laplace(0, 1), v.gaussian(0, 1)
    reading = BallReading()
    assert reading.real(v.information(v.pmf_of(1, 0), first, second), {}) == 0
    assert reading.real(v.information(v.pmf_of(v.rational(1, 3), v.rational(2, 3)), first, first),
                        {}) == 0
    assert isinstance(reading.real(v.KL(second, second), {}), fmpq)


def test_cells_witness_information_from_below() -> None:
    half = v.pmf_of(v.rational(1, 2), v.rational(1, 2))
    one, two = v.laplace(0, 1), v.laplace(2, 1)
    whole = v.information(half, one, two)
    for ends in [(1,), (0, 1, 2), (-1, 0, v.rational(1, 2), 1, v.rational(3, 2), 2, 3)]:
        rows = v.channel_of(v.law_cells(one, *ends), v.law_cells(two, *ends))
        seen = v.information(half, rows)
        assert decide(normal(seen <= whole), {}, BallReading()) is True
        assert decide(normal(seen >= v.rational(1, 5)), {}, BallReading()) is True
    assert decide(normal(whole <= v.rational(1, 5)), {}, BallReading()) is False


@pytest.mark.parametrize("place", ["-40", "-3/2", "0", "1/1000000000", "2", "15"])
def test_the_normal_distribution_function(place: str) -> None:
    x = exact(place)
    with precision(200):
        found = BallReading().real(v.normal_cdf(v.rational(str(x))), {})
        cells = BallReading().real(v.law_cells(v.gaussian(0, 1), v.rational(str(x)))[0], {})
    rough = FloatReading().real(v.normal_cdf(v.rational(str(x))), {})
    with workdps(DIGITS):
        expected = mp.erfc(-mpf(int(x.p)) / int(x.q) / mp.sqrt(2)) / 2
        assert abs(mpf(str(arb(found).mid().str(40, radius=False))) / expected - 1) < 1e-15
    assert arb(found).overlaps(arb(cells))
    assert np.allclose(rough, float(expected), rtol=1e-12, atol=0)


def test_the_normal_distribution_function_at_its_ends() -> None:
    reading, batch = BallReading(), FloatReading()
    for term, value in ((v.normal_cdf(v.log(0)), 0), (v.normal_cdf(-v.log(0)), 1)):
        assert reading.real(term, {}) == value
        assert batch.real(term, {}) == value
    assert reading.real(v.normal_cdf(0), {}) == fmpq(1, 2)
    with pytest.raises(Undefined):
        reading.real(v.normal_cdf(v.log(-1)), {})
    assert np.isnan(batch.real(v.normal_cdf(v.log(-1)), {}))


def test_cells_whose_ends_fall_are_undefined() -> None:
    law = v.laplace(0, 1)
    with pytest.raises(Undefined):
        BallReading().term(v.law_cells(law, 1, 0), {})
    assert np.isnan(FloatReading().real(v.law_cells(law, 1, 0)[1], {}))
    with pytest.raises(v.ClaimError, match="2 arguments or more"):
        v.law_cells(law)


# --- exactness and boundaries ---------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", ["1/3", "1/2", "5"])
def test_a_laplace_pair_is_close_exactly_at_its_distance(epsilon: str) -> None:
    """At ε ≥ d/b the divergence is the rational 0, which balls alone could never certify."""
    laws = in_balls(LAWS["laplace"]), in_balls(LAWS["shifted"])
    found = continuous.hockey_stick(Balls(), *laws, exact(epsilon))
    assert isinstance(found, fmpq)
    assert found == 0
    less = continuous.hockey_stick(Balls(), *laws, exact("1/3") - fmpq(1, 10**12))
    assert less > 0


@pytest.mark.parametrize("name", ["laplace", "normal", "mixed"])
def test_extreme_epsilon(name: str) -> None:
    laws = in_balls(LAWS[name]), in_balls(LAWS["wide"])
    assert continuous.hockey_stick(Balls(), *laws, arb("inf")) == 0
    whole = continuous.hockey_stick(Balls(), *laws, -arb("inf"))
    assert whole == 1
    batch = in_floats(LAWS[name]), in_floats(LAWS["wide"])
    assert np.all(continuous.hockey_stick(Floats(), *batch, np.full(3, np.inf)) == 0)
    assert np.allclose(continuous.hockey_stick(Floats(), *batch, np.full(3, -np.inf)), 1)


@pytest.mark.parametrize("name", LAWS)
def test_a_law_and_itself(name: str) -> None:
    law = in_balls(LAWS[name])
    assert continuous.kl(Balls(), law, law) == 0
    assert continuous.hockey_stick(Balls(), law, law, fmpq(0)) == 0
    assert continuous.hockey_stick(Balls(), law, law, fmpq(1)) == 0
    below = continuous.hockey_stick(Balls(), law, law, fmpq(-1))
    assert abs(float(below) - (1 - np.exp(-1))) < 1e-15
    batch = in_floats(LAWS[name])
    assert np.allclose(continuous.kl(Floats(), batch, batch), 0, atol=1e-15)
    assert np.allclose(continuous.hockey_stick(Floats(), batch, batch, np.ones(3)), 0)


@pytest.mark.parametrize("scale", [0, -1, v.rational(-1, 3)])
@pytest.mark.parametrize("law", [v.laplace, v.gaussian])
def test_a_law_needs_a_positive_scale(law: Callable[..., Any], scale: Any) -> None:
    term = v.TV(law(0, scale), law(1, 1))
    with pytest.raises(Undefined):
        BallReading().real(term, {})
    assert np.isnan(FloatReading().real(term, {}))
    # A relation with an undefined side doesn't hold, nor does its opposite.
    assert truth(term <= 1, {}, BallReading()) is False
    assert truth(term > 1, {}, BallReading()) is False


def test_a_law_needs_a_finite_mean() -> None:
    term = v.TV(v.laplace(v.log(v.Real("x")), 1), v.laplace(1, 1))
    with pytest.raises(Undefined):
        BallReading().real(term, {"x": fmpq(0)})
    assert np.isnan(FloatReading().real(term, {"x": np.zeros(1)}))


def test_a_law_is_moved_by_a_finite_number() -> None:
    xp = Balls()
    law = continuous.laplace(xp, ONE, ONE)
    for by in (arb.pos_inf(), arb.neg_inf()):
        with pytest.raises(Undefined):
            continuous.shift(xp, law, by)


def test_normal_laws_of_one_variance_have_an_exact_divergence() -> None:
    """d²/(2v), a number where an integral would be a ball."""
    xp = Balls()
    one, two = (continuous.gaussian(xp, mean, fmpq(3)) for mean in (fmpq(0), fmpq(2)))
    found = continuous.kl(xp, one, two)
    assert isinstance(found, fmpq)
    assert found == fmpq(2, 3)


def test_a_scale_that_may_be_zero_is_not_decided() -> None:
    xp = Balls()
    with pytest.raises(Indeterminate):
        continuous.laplace(xp, fmpq(0), arb(0, 1))


def test_means_that_are_balls() -> None:
    """Kinks at irrational places leave thin intervals, which widen the result by no more."""
    root = v.sqrt(2)
    for term, twin in [
        (v.KL(v.laplace(root, 1), v.gaussian(0, 1)), v.KL(v.laplace(-root, 1), v.gaussian(0, 1))),
        (v.TV(v.laplace(root, 1), v.laplace(0, 2)), v.TV(v.laplace(-root, 1), v.laplace(0, 2))),
    ]:
        with precision(128):
            one, two = (BallReading().real(side, {}) for side in (term, twin))
        assert one.overlaps(two)
        assert one.rad() < arb("1e-30")


def test_intervals() -> None:
    law = v.gaussian(0, 1)
    reading = BallReading()
    middle = reading.real(v.interval_mass(law, -1, 1), {})
    assert abs(float(middle) - 0.6826894921370859) < 1e-15
    assert reading.real(v.interval_mass(law, 1, -1), {}) == 0
    assert reading.real(v.interval_mass(law, 1, 1), {}) == 0
    far = reading.real(v.interval_mass(law, 40, float("inf")), {})
    with workdps(40):
        expected = mp.erfc(40 / mp.sqrt(2)) / 2
    # 1 − (1 − 4e-350) would be 0 here.
    assert abs(far / arb(mp.nstr(expected, 25)) - 1) < arb("1e-12")
    low = v.interval_mass(law, v.log(0), -40)
    assert reading.real(low, {}).overlaps(far)
    assert reading.real(v.interval_mass(law, v.log(0), float("inf")), {}) == 1


def test_shifts_and_mixtures() -> None:
    third = v.pmf_of(v.rational(1, 3), v.rational(2, 3))
    reading = BallReading()
    moved = v.law_shift(v.law_mixture(third, v.laplace(0, 1), v.gaussian(1, 2)), 5)
    plain = v.law_mixture(third, v.laplace(5, 1), v.gaussian(6, 2))
    assert reading.term(moved, {}) == reading.term(plain, {})
    assert reading.real(v.TV(moved, plain), {}) == 0
    nested = v.law_mixture(third, moved, plain)
    assert reading.real(v.TV(nested, plain), {}) == 0
    assert reading.real(v.KL(nested, plain), {}) == 0
    # Half of the mixture is common, and what is left is the distance of the others.
    half = v.pmf_of(v.rational(1, 2), v.rational(1, 2))
    a, b, c = v.laplace(0, 1), v.laplace(1, 1), v.gaussian(0, 1)
    part = reading.real(v.TV(v.law_mixture(half, c, a), v.law_mixture(half, b, c)), {})
    assert part.overlaps(reading.real(v.TV(a, b) / 2, {}))


def test_the_excess_of_decay_does_not_cancel() -> None:
    for t in (1e-12, 1e-6, 0.3, 0.999, 1.0, 7.0, 800.0):
        with workdps(60):
            expected = mp.exp(-mpf(t)) - 1 + mpf(t)
        assert abs(float(decay_excess_in_floats(t)) / float(expected) - 1) < 1e-13


def test_close_laws_keep_their_digits_in_floats() -> None:
    for gap in (1e-3, 1e-6, 1e-9):
        one, two = in_floats(LAWS["laplace"]), in_floats(LAWS["laplace"])
        two = continuous.shift(Floats(), two, np.full(3, gap))
        assert np.allclose(continuous.kl(Floats(), one, two), gap * gap / 2, rtol=1e-3, atol=0)


# --- the language ---------------------------------------------------------------------------------


def test_what_the_language_refuses() -> None:
    law, third = v.laplace(0, 1), v.pmf_of(v.rational(1, 3), v.rational(2, 3))
    pmf, any_law = v.Pmf("P", 2), Var("L", LawSort())
    refused: list[Callable[[], Any]] = [
        lambda: v.KL(law, pmf),
        lambda: v.Close(law, pmf, 1),
        lambda: v.information(third, law),
        lambda: v.information(third, law, pmf),
        lambda: v.law_mixture(third, law, law, law),
        lambda: v.renyi(law, pmf, 2),
        lambda: v.sup(any_law, v.TV(any_law, law)),
        lambda: v.claim("c", forall=[any_law], then=v.TV(any_law, law) <= 1),
        lambda: law + 1,
        lambda: law <= 1,
    ]
    for build in refused:
        with pytest.raises(ClaimError):
            build()


def test_closeness_of_laws_is_their_hockey_stick_divergence_both_ways() -> None:
    """Two normal laws of different variance are far from symmetric."""
    p, q = v.gaussian(0, 1), v.gaussian(0, 4)
    one, two = v.hockey_stick(p, q, 1), v.hockey_stick(q, p, 1)
    reading = BallReading()
    sizes = sorted(float(reading.real(side, {})) for side in (one, two))
    between, above = (fmpq(*x.as_integer_ratio()) for x in (sum(sizes) / 2, sizes[1] + 0.001))
    for delta, expected in ((between, False), (above, True)):
        assert decide(normal(v.Close(p, q, 1, delta)), {}, reading) is expected


def test_the_attack_sees_laws_on_the_line() -> None:
    """The hypothesis sets ε to the distance over the scale, and no less; certificates recheck."""
    b, eps = v.Real("b", ">0"), v.Real("eps", ">=0")
    close = v.Close(v.laplace(0, b), v.laplace(1, b), eps)
    holds = v.claim("c", forall=[b, eps], given=[close], then=1 / b <= eps)
    assert attack(holds, budget=5_000).status == "survived"
    for fails in (
        v.claim("c", forall=[b, eps], given=[close], then=1 / b <= eps * v.rational(9, 10)),
        v.claim("c", forall=[b], then=v.KL(v.gaussian(0, b), v.laplace(0, 1)) >= 1),
        v.claim("c", forall=[b], then=v.TV(v.gaussian(0, b), v.laplace(0, 1)) <= v.rational(3, 4)),
    ):
        report = attack(fails, budget=5_000)
        assert report.status == "refuted"
        assert report.certificate is not None
        check(report.certificate)
        # Elsewhere the first and the third hold, and the evidence of all is of other numbers.
        moves = dict.fromkeys(report.certificate["moves"], "7/3")
        tampered = {**report.certificate, "moves": moves}
        tampered["seal"] = seal(tampered)
        with pytest.raises(Rejected):
            check(tampered)


def test_no_law_refutes_what_holds_of_all() -> None:
    """Neither a huge scale nor a mean far away; the mass within one scale is 1 − 1/e."""
    m, b = v.Real("m"), v.Real("b", ">0")
    law = v.laplace(m, b)
    claim = v.claim("c", forall=[m, b], then=v.interval_mass(law, m - b, m + b) <= v.rational(2, 3))
    assert attack(claim, budget=5_000).status == "survived"
