"""Conversions against their formulas in mpmath, and against mechanisms that they speak of: what is
enough for all is enough for each."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from mpmath import mp, mpf

import verified
from tests.accounting.choosing import as_mpf, close
from verified.accounting import NotReachedError, renyi_to_dp_delta, renyi_to_dp_epsilon
from verified.errors import InputError
from verified.proof.evidence import path_of
from verified.proof.library import leaves

DIGITS = 60


# --- from Rényi divergences -----------------------------------------------------------------------


@settings(deadline=None, max_examples=25)
@given(some.floats(1.001, 500), some.floats(0, 20), some.floats(-5, 40), some.floats(1e-12, 0.9))
def test_rules_for_renyi_divergences_are_the_published_formulas(
    order: float, level: float, eps: float, delta: float
) -> None:
    with mp.workdps(DIGITS):
        a, size, at, d = (mpf(x) for x in (order, level, eps, delta))
        first = mpmath.exp((a - 1) * (size - at))
        second = mpmath.exp((a - 1) * (size - at)) / (a - 1) * (1 - 1 / a) ** a
        shared: dict[str, Any] = {"orders": order, "levels": level}
        for rule, truth in (("mironov", first), ("canonne-kamath-steinke", second)):
            found = verified.renyi_to_dp_delta(**shared, eps=eps, rule=rule)
            assert close(found, min(mpf(1), truth))
        first = size - mpmath.log(d) / (a - 1)
        second = size + mpmath.log((a - 1) / a) - (mpmath.log(d) + mpmath.log(a)) / (a - 1)
        for rule, truth in (("mironov", first), ("canonne-kamath-steinke", second)):
            found = verified.renyi_to_dp_epsilon(**shared, delta=delta, rule=rule)
            assert close(found, max(mpf(0), truth))


def test_a_curve_gives_the_best_of_its_orders() -> None:
    orders, levels = [2, 8, 32], [1, 4, 16]
    each = [verified.renyi_to_dp_epsilon(orders=a, levels=b, delta="1e-9").float_up
            for a, b in zip(orders, levels, strict=True)]
    found = verified.renyi_to_dp_epsilon(orders=orders, levels=levels, delta="1e-9")
    assert found.float_up == min(each) < max(each)
    text = verified.value("renyi_to_dp_epsilon", "2, 8, 32", "1, 4, 16", "1e-9")
    assert text.float_up == found.float_up


@pytest.mark.parametrize("sigma", ["1/2", "1", "4"])
@pytest.mark.parametrize("delta", ["1e-3", "1e-9", "1e-200"])
def test_what_is_enough_for_all_is_enough_for_gaussian_noise(sigma: str, delta: str) -> None:
    truth = verified.gaussian_epsilon(sigma=sigma, delta=delta)
    rho = verified.gaussian_zcdp(sigma=sigma).low
    finer = verified.zcdp_to_dp_epsilon(rho=rho, delta=delta)
    coarser = verified.zcdp_to_dp_epsilon(rho=rho, delta=delta, rule="bun-steinke")
    assert truth.low < finer.low < coarser.low
    assert verified.zcdp_to_dp_delta(rho=rho, eps=finer.high) <= delta
    assert verified.zcdp_to_dp_delta(rho=rho, eps=finer.low) >= delta
    for order in (2, 10, 40):
        level = verified.gaussian_renyi(sigma=sigma, order=order).low
        one = verified.renyi_to_dp_epsilon(orders=order, levels=level, delta=delta)
        other = verified.renyi_to_dp_epsilon(
            orders=order, levels=level, delta=delta, rule="mironov"
        )
        assert finer.low < one.high <= other.high


@pytest.mark.parametrize(
    ("rho", "eps"), [("1/2", "5"), ("1e-6", "0"), ("3", "900"), ("100", "1"), ("1/2", "-1")]
)
def test_the_best_order_for_zcdp_is_found(rho: str, eps: str) -> None:
    with mp.workdps(DIGITS):
        r, at = as_mpf(rho), as_mpf(eps)

        def log(x: Any) -> Any:
            a = x + 1
            return x * (a * r - at) + x * mpmath.log(x / a) - mpmath.log(a)

        # A golden section over ln x, which shares no derivative with ours.
        low, high = mpf(-80), mpf(80)
        share = (mpmath.sqrt(5) - 1) / 2
        for _ in range(320):
            one, two = high - share * (high - low), low + share * (high - low)
            if log(mpmath.exp(one)) < log(mpmath.exp(two)):
                high = two
            else:
                low = one
        truth = min(mpf(0), log(mpmath.exp((low + high) / 2)))
        found = verified.zcdp_to_dp_delta(rho=rho, eps=eps)
        assert mpmath.almosteq(mpf(found.log.digits(25)), truth, mpf(10) ** -22, mpf(10) ** -22)
        gap = at - r
        coarse = mpf(1) if gap <= 0 else mpmath.exp(-(gap**2) / (4 * r))
        assert close(verified.zcdp_to_dp_delta(rho=rho, eps=eps, rule="bun-steinke"), coarse)
    assert len(found.digits(60).lstrip("0.")) >= 55


def test_pure_privacy_is_concentrated() -> None:
    # Randomised response is the worst of a level.
    for level in ("1/10", "1", "5"):
        rho = verified.dp_to_zcdp(level=level)
        assert rho == Fraction(level) ** 2 / 2
        for order in (1, 2, 50):
            worst = verified.randomised_response_renyi(symbols=2, level=level, order=order)
            assert worst.high <= rho.low * order
    with mp.workdps(30):
        assert close(verified.dp_to_zcdp(level="log(3)"), mpmath.log(3) ** 2 / 2)


# --- samples --------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(some.floats(1e-12, 800), some.floats(1e-9, 1))
def test_samples_amplify_by_the_formula_and_back(level: float, sampling: float) -> None:
    with mp.workdps(400):
        truth = mpmath.log(1 - mpf(sampling) + mpf(sampling) * mpmath.exp(mpf(level)))
        found = verified.sampled_dp_epsilon(level=level, sampling=sampling, width="1e-30")
        assert abs(mpf(found.digits(25)) - truth) <= truth * mpf(10) ** -24
        back = verified.sampled_dp_level(eps=found.low, sampling=sampling)
        assert abs(mpf(back.digits(16)) - mpf(level)) <= mpf(level) * mpf(10) ** -10
        before = mpmath.log(1 + mpmath.expm1(mpf(level)) / mpf(sampling))
        again = verified.sampled_dp_level(eps=level, sampling=sampling, width="1e-30")
        assert abs(mpf(again.digits(25)) - before) <= before * mpf(10) ** -24


def test_no_smaller_level_is_enough_of_a_sample() -> None:
    # An answer that is true with 3/4, on a sample with 1/2; an absent bit is 0.
    mechanism = verified.sampled([["3/4", "1/4"], ["1/4", "3/4"]], sampling="1/2", absent=0)
    found = verified.sampled_dp_epsilon(level="log(3)", sampling="1/2")
    exact = verified.dp_epsilon(mechanism, width="1e-25")
    # Both are ln 2.
    assert exact.digits(20) == found.digits(20) == verified.enclose("log(2)").digits(20)
    assert verified.sampled_dp_epsilon(level=2, sampling=1) == 2
    assert verified.sampled_dp_epsilon(level=2, sampling=0) == 0
    assert verified.sampled_dp_level(eps=2, sampling=1) == 2


# --- compositions and groups ----------------------------------------------------------------------


@settings(deadline=None, max_examples=25)
@given(some.floats(0.001, 3), some.integers(1, 300), some.floats(1e-12, 0.5))
def test_advanced_composition_is_the_published_formulas(
    level: float, steps: int, slack: float
) -> None:
    with mp.workdps(DIGITS):
        e, d, k = mpf(level), mpf(slack), mpf(steps)
        asked: dict[str, Any] = {"level": level, "steps": steps, "slack": slack}
        first = mpmath.sqrt(2 * k * mpmath.log(1 / d)) * e + k * e * (mpmath.exp(e) - 1)
        found = verified.advanced_composition_epsilon(**asked, rule="dwork-rothblum-vadhan")
        assert close(found, first)
        drift = (mpmath.exp(e) - 1) * e * k / (mpmath.exp(e) + 1)
        logs = (mpmath.log(mpmath.e + mpmath.sqrt(k * e * e) / d), mpmath.log(1 / d))
        second = min([k * e, *(drift + e * mpmath.sqrt(2 * k * log) for log in logs)])
        assert close(verified.advanced_composition_epsilon(**asked), second)
        for rule, total in (("dwork-rothblum-vadhan", k * mpf(1e-7) + d),
                            ("kairouz-oh-viswanath", 1 - (1 - mpf(1e-7)) ** k * (1 - d))):
            delta = verified.advanced_composition_delta(
                failure=1e-7, steps=steps, slack=slack, rule=rule
            )
            assert close(delta, total)


@pytest.mark.parametrize("rule", ["kairouz-oh-viswanath", "dwork-rothblum-vadhan"])
@pytest.mark.parametrize(
    ("level", "failure", "steps", "slack"),
    [("1/10", 0, 100, "1e-6"), ("1", "1e-9", 20, "1e-3"), ("1/100", "1e-8", 1000, "1e-5"),
     ("2", "1e-4", 1, "1/2")],
)
def test_published_composition_is_enough_where_optimal_composition_is(
    rule: str, level: str, failure: Any, steps: int, slack: str
) -> None:
    eps = verified.advanced_composition_epsilon(level=level, steps=steps, slack=slack, rule=rule)
    delta = verified.advanced_composition_delta(
        failure=failure, steps=steps, slack=slack, rule=rule
    )
    optimal = verified.approximate_dp_delta(
        level=level, failure=failure, steps=steps, eps=eps.low
    )
    assert optimal.low <= delta.high


def test_groups_are_as_the_claim_says() -> None:
    key = "cuff-yu-2016/property-9@continued"
    assert path_of(key).is_file()
    conclusion: Any = leaves()[key].statement.then
    for level, size in (("1/4", 3), ("2", 1), ("log(3)", 6)):
        told = verified.enclose(conclusion.args[-1], k=size, eps=level, delta="1e-9")
        found = verified.group_dp_delta(level=level, failure="1e-9", size=size)
        assert told.low <= found.high
        assert found.low <= told.high
    assert verified.group_dp_delta(level="log(2)", failure="1e-6", size=3) == "7e-6"
    assert verified.group_dp_delta(level=0, failure="1e-3", size=4) == "4e-3"
    assert verified.group_dp_delta(level=800, failure="1e-3", size=4) == 1
    assert verified.group_dp_delta(level=800, failure=0, size=4) == 0
    with mp.workdps(DIGITS):
        truth = mpf(10) ** -9 * mpmath.fsum(mpmath.exp(n * mpf("0.25")) for n in range(7))
        assert close(verified.group_dp_delta(level="1/4", failure="1e-9", size=7), truth)


@pytest.mark.parametrize(
    "call",
    [
        lambda: verified.renyi_to_dp_delta(orders=1, levels=1, eps=1),
        lambda: verified.renyi_to_dp_delta(orders=2, levels=-1, eps=1),
        lambda: verified.renyi_to_dp_delta(orders=[2, 3], levels=[1], eps=1),
        lambda: verified.renyi_to_dp_delta(orders=[], levels=[], eps=1),
        lambda: verified.renyi_to_dp_delta(orders=float("inf"), levels=1, eps=1),
        lambda: verified.renyi_to_dp_epsilon(orders=2, levels=1, delta=0),
        lambda: verified.renyi_to_dp_epsilon(orders=2, levels=1, delta=".1", rule="best"),
        lambda: verified.zcdp_to_dp_delta(rho=0, eps=1),
        lambda: verified.zcdp_to_dp_epsilon(rho=1, delta=1),
        lambda: verified.zcdp_to_dp_epsilon(rho=1, delta=".1", rule="mironov"),
        lambda: verified.dp_to_zcdp(level=0),
        lambda: verified.advanced_composition_epsilon(level=1, steps=0, slack=".1"),
        lambda: verified.advanced_composition_epsilon(level=1, steps=1, slack=0),
        lambda: verified.advanced_composition_delta(failure=2, steps=1, slack=".1"),
        lambda: verified.sampled_dp_epsilon(level=0, sampling="1/2"),
        lambda: verified.sampled_dp_epsilon(level=1, sampling=2),
        lambda: verified.sampled_dp_level(eps=1, sampling=0),
        lambda: verified.sampled_dp_level(eps=-1, sampling="1/2"),
        lambda: verified.group_dp_delta(level=-1, failure=0, size=1),
        lambda: verified.group_dp_delta(level="log(1/2)", failure=0, size=1),
        lambda: verified.group_dp_delta(level=1, failure=0, size=0),
    ],
)
def test_what_is_refused(call: Any) -> None:
    with pytest.raises(InputError):
        call()


# --- the optimum of one order ---------------------------------------------------------------------


def allowed(order: float, level: float, eps: float) -> float:
    """The largest p − e^ε q of two laws on two symbols within the level, on a grid of p."""
    most, found = math.exp((order - 1) * level), max(0.0, 1 - math.exp(eps - level))
    for step in range(1, 1000):
        p = step / 1000
        low, high = 0.0, p
        for _ in range(50):
            q = (low + high) / 2
            odds = (order * math.log(p) + (1 - order) * math.log(q)) if q else math.inf
            moment = math.inf if odds > 600 else math.exp(odds) + (1 - p) ** order * (
                1 - q) ** (1 - order)
            low, high = (q, high) if moment > most else (low, q)
        found = max(found, p - math.exp(eps) * high)
    return found


@pytest.mark.parametrize(
    ("order", "level", "eps"),
    [("2", "1", "1"), ("3/2", "1/10", "1"), ("2", "1/1000", "1/10"), ("8", "1/2", "1/2"),
     ("2", "1", "0")],
)
def test_the_optimum_of_one_order_is_that_of_two_symbols(
    order: str, level: str, eps: str
) -> None:
    found, plain = (
        renyi_to_dp_delta(orders=order, levels=level, eps=eps, rule=rule)
        for rule in ("optimal", "canonne-kamath-steinke")
    )
    reached = allowed(*(float(Fraction(each)) for each in (order, level, eps)))
    assert reached <= found.float_up
    assert reached == pytest.approx(found.float_down, rel=1e-3, abs=1e-6)
    assert found <= plain
    assert found.relative_width <= 1e-12


def test_the_optimum_at_its_ends() -> None:
    # No divergence, no δ; so large a level that p is 1.
    assert renyi_to_dp_delta(orders=2, levels=0, eps=0, rule="optimal").high == 0
    sure = renyi_to_dp_delta(orders=2, levels=5, eps=1, rule="optimal")
    assert sure.float_up == pytest.approx(1 - math.exp(-4))
    # Just below the level at which it is, the two agree.
    near = math.log(2) + 1
    ends = [renyi_to_dp_delta(orders=2, levels=near + gap, eps=1, rule="optimal").float_up
            for gap in (-1e-7, 1e-7)]
    assert ends[0] < ends[1]
    assert ends[0] == pytest.approx(ends[1], rel=1e-6)
    back = renyi_to_dp_epsilon(
        orders=[2, 8], levels=["1/1000", "1/2"], delta="2326794/1000000000", rule="optimal")
    assert back.float_up == pytest.approx(0.1, rel=1e-5)
    with pytest.raises(InputError, match="at least 0 for the optimal rule"):
        renyi_to_dp_delta(orders=2, levels=1, eps=-1, rule="optimal")
    with pytest.raises(NotReachedError, match="too small"):
        renyi_to_dp_delta(orders=100, levels=1, eps=10, rule="optimal")
