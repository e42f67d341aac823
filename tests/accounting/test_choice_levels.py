"""How much noise is enough for a choice on two score vectors: enclosures of exponentials over
intervals of rates, what is certified on one, and levels and scales against points in mpmath."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as some
from mpmath import mp, mpf

import verified
from tests.accounting.choosing import (
    DIGITS,
    as_mpf,
    exponential_law,
    flipped_law,
    noised_law,
    stick,
)
from verified.accounting import choice_levels
from verified.accounting.choice_levels import (
    _Dual,
    _Far,
    _Rates,
    _Search,
    _Slopes,
    largest_rate,
)
from verified.accounting.choices import (
    Law,
    exponential_mechanism,
    laplace_noise,
    permute_and_flip,
)
from verified.accounting.enclosures import exponent
from verified.accounting.pairs import Choice, Pair
from verified.errors import InputError

LAWS: dict[str, tuple[Law, Any]] = {
    "exponential": (exponential_mechanism, exponential_law),
    "flip": (permute_and_flip, flipped_law),
}
NAMES = (("exponential_mechanism", exponential_law), ("permute_and_flip", flipped_law))
BOTH = [([0, 1, 2], [1, 0, 2]), ([0, 1], [1, 0]), ([5, 5], [5, 6]), ([0, 0, 3, 1], [1, -1, 3, 1])]


def delta_at(law: Any, scores: list[Any], other: list[Any], rate: Any, eps: Any) -> Any:
    one, two = (law([Fraction(x) for x in part], rate) for part in (scores, other))
    return stick(one, two, eps)


# --- exponentials over intervals ------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(some.fractions(0, 20), some.fractions(0, 20), some.fractions(-6, 0), some.fractions(0, 3),
       some.floats(0, 1), some.booleans())
def test_exponentials_over_intervals_hold_their_points(
    one: Fraction, two: Fraction, power: Fraction, length: Fraction, share: float, endless: bool
) -> None:
    low, high = sorted((one, two))
    at = low + (high - low) * Fraction(share) + (Fraction(share) * 900 if endless else 0)
    exact = [fmpq(*x.as_integer_ratio()) for x in (low, high, power, length)]
    rates = _Rates(exact[0], None if endless else exact[1])
    with mp.workdps(30):
        truth = mpmath.exp(as_mpf(at) * as_mpf(power))

        def inside(ball: arb, value: Any) -> bool:
            ends = [mpf(str(end.str(25, radius=False))) for end in (ball.lower(), ball.upper())]
            slack = mpf(10) ** -14 * (1 + abs(value))
            return bool(ends[0] - slack <= value <= ends[1] + slack)

        assert inside(rates(exact[2]), truth)
        if power < 0:
            ramp = as_mpf(length) * as_mpf(at) * truth
            assert inside(rates.ramp(exact[3], exact[2]), ramp)
            if not endless:
                dual = _Slopes(rates).ramp(exact[3], exact[2])
                assert inside(dual.slope, as_mpf(length) * truth * (1 + as_mpf(at) * as_mpf(power)))
                assert inside(_Slopes(rates)(exact[2]).slope, as_mpf(power) * truth)


def test_slopes_of_quotients_and_products() -> None:
    x, y = _Dual(arb(3), arb(2)), _Dual(arb(5), arb(7))
    for found, value, slope in (
        (x * y, 15, 31), (x / y, Fraction(3, 5), Fraction(10 - 21, 25)), (x + 4, 7, 2),
        (4 + x, 7, 2), (x - y, -2, -5), (x * 3, 9, 6), (3 * x, 9, 6), (x / 2, Fraction(3, 2), 1),
    ):
        assert found.value.contains(fmpq(*Fraction(value).as_integer_ratio()))
        assert found.slope.contains(fmpq(*Fraction(slope).as_integer_ratio()))
        assert found.slope.rad() < 1e-9


# --- what is certified ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(LAWS))
def test_an_interval_with_a_point_above_is_never_certified(kind: str) -> None:
    law, truth = LAWS[kind]
    certified = refused = 0
    for scores, other in BOTH:
        for eps, target in ((Fraction(1, 4), Fraction(1, 100)), (0, Fraction(1, 10)), (1, 0)):
            search = _Search(law, tuple(map(fmpq, scores)), tuple(map(fmpq, other)),
                             fmpq(*Fraction(eps).as_integer_ratio()),
                             fmpq(*Fraction(target).as_integer_ratio()))
            for n in range(12):
                low, high = fmpq(n, 4), fmpq(n + 1, 4)
                with mp.workdps(DIGITS):
                    worst = max(
                        delta_at(truth, scores, other, mpf(n) / 4 + mpf(i) / 40, as_mpf(eps))
                        for i in range(11)
                    )
                within = search.within(low, high)
                certified += within
                refused += not within
                assert not (within and worst > as_mpf(target))
                # A narrow interval is certified wherever it is clearly within, and isn't above.
                narrow = search.within(low, low + fmpq(1, 2000))
                with mp.workdps(DIGITS):
                    start = delta_at(truth, scores, other, mpf(n) / 4, as_mpf(eps))
                    assert narrow or start > as_mpf(target) * mpf("0.97") - mpf("1e-30")
                    assert not (narrow and start > as_mpf(target))
                assert not (search.exceeds(low + fmpq(1, 10**9)) and within)
                assert not (search.within(low, None) and worst > as_mpf(target))
    assert certified > 20
    assert refused > 20


def test_all_rates_from_one_on_are_certified_where_the_best_stays_the_best() -> None:
    search = _Search(exponential_mechanism, (fmpq(0), fmpq(1), fmpq(2)),
                     (fmpq(1), fmpq(0), fmpq(2)), fmpq(1), fmpq(1, 10))
    assert search.within(fmpq(5), None)
    assert not search.within(fmpq(0), None)
    # Another best candidate: at a large rate all is told.
    search = _Search(exponential_mechanism, (fmpq(0), fmpq(1)), (fmpq(1), fmpq(0)), fmpq(1),
                     fmpq(9, 10))
    assert not search.within(fmpq(5), None)
    assert search.exceeds(fmpq(50))


def test_a_search_that_ends_nowhere_is_told(monkeypatch) -> None:
    # Every loss is below 1 at every rate; bounds of all rates at once don't tell that of tiny
    # masses, only sums written out do.
    def largest() -> Any:
        return largest_rate(exponential_mechanism, (fmpq(0), fmpq(5)), (fmpq(1), fmpq(5)), fmpq(1),
                            fmpq(0), fmpq(1, 10**6))

    assert largest().low == math.inf
    monkeypatch.setattr(choice_levels, "MOST_TERMS", 1)
    with pytest.raises(verified.NotReachedError, match="isn't found"):
        largest()
    found = largest_rate(exponential_mechanism, (fmpq(0), fmpq(5)), (fmpq(1), fmpq(5)), fmpq(1),
                         fmpq(1, 10**9), fmpq(1, 10**6))
    assert found.low == math.inf


# --- levels and scales ----------------------------------------------------------------------------

_CASES = [(scores, other, eps, delta) for scores, other in BOTH
          for eps, delta in (("1/8", "1/10"), (0, "1/20"), (1, "1e-6"), ("1/2", 0))]


@pytest.mark.parametrize(("scores", "other", "eps", "delta"), _CASES)
def test_levels_are_the_first_that_are_too_much(
    scores: list[Any], other: list[Any], eps: Any, delta: str
) -> None:
    for name, law in NAMES:
        found = verified.value(f"{name}_level", scores=scores, other_scores=other, eps=eps,
                               delta=delta)
        # ε₀/2 a unit of score.
        with mp.workdps(DIGITS):
            goal, at = as_mpf(delta), as_mpf(eps)
            if found.low == math.inf:
                grid = [mpf(2) ** (mpf(n) / 4) for n in range(-40, 40)]
                assert max(delta_at(law, scores, other, x, at) for x in grid) <= goal
                continue
            assert found.relative_width <= 1e-6
            low, high = as_mpf(found.low) / 2, as_mpf(found.high) / 2
            assert max(delta_at(law, scores, other, low * n / 80, at) for n in range(81)) <= goal
            assert delta_at(law, scores, other, high, at) > goal


def test_scales_are_those_from_which_on_all_are_enough() -> None:
    scores, other = [0, 1, 2], [1, 0, 2]
    for eps, delta in (("1/8", "1/10"), ("1/2", "1/100")):
        found = verified.noisy_max_scale(scores=scores, other_scores=other, eps=eps, delta=delta)
        assert found.relative_width <= 1e-6
        with mp.workdps(25):
            def told(scale: Any, at: str = eps) -> Any:
                one, two = (noised_law([Fraction(x) for x in part], scale)
                            for part in (scores, other))
                return stick(one, two, as_mpf(at))

            slack = mpf(10) ** -15
            assert told(as_mpf(found.low)) > as_mpf(delta) - slack
            for n in (0, 1, 2, 5, 20, 200):
                assert told(as_mpf(found.high) * (1 + mpf(n) / 20)) <= as_mpf(delta) + slack


def test_delta_may_rise_and_fall_and_the_first_crossing_counts() -> None:
    shared: dict[str, Any] = {"scores": [0, 1, 2], "other_scores": [1, 0, 2], "eps": "1/8"}
    found = verified.exponential_mechanism_level(**shared, delta="1/10")
    assert found.high < 2
    # A level far beyond is within again, one between isn't.
    assert verified.exponential_mechanism_delta(**shared, level=100) <= "1/10"
    assert verified.exponential_mechanism_delta(**shared, level=2) > "1/10"
    everywhere = verified.exponential_mechanism_level(**{**shared, "eps": 1}, delta="1/10")
    assert everywhere.low == math.inf
    assert verified.noisy_max_scale(**{**shared, "eps": 1}, delta="1/2").high == 0


def test_noises_that_are_mechanisms_have_their_levels() -> None:
    for scores, other in BOTH[:2]:
        for noise, name in (("gumbel", "exponential_mechanism"),
                            ("exponential", "permute_and_flip")):
            shared: dict[str, Any] = {"scores": scores, "other_scores": other, "eps": "1/4",
                                      "delta": "1/50"}
            scale = verified.noisy_max_scale(**shared, noise=noise)
            level = verified.value(f"{name}_level", **shared)
            # The rate is 1/scale there, ε₀/2 here.
            assert 2 / scale.high <= level.high
            assert level.low <= 2 / scale.low
            wider = verified.value(f"{name}_level", **shared, sensitivity=3)
            assert 3 * level.low <= wider.high
            assert wider.low <= 3 * level.high


def test_a_larger_budget_allows_a_larger_level() -> None:
    shared: dict[str, Any] = {"scores": [0, 0, 1], "other_scores": [1, 0, 0]}
    for name in ("exponential_mechanism_level", "permute_and_flip_level"):
        rising = [verified.value(name, **shared, eps=eps, delta=delta) for eps, delta in (
            ("1/8", 0), ("1/8", "1/100"), ("1/8", "1/10"), (1, "1/10"), (3, "1/10"))]
        assert all(one.high <= two.high for one, two in itertools.pairwise(rising))
        narrow = verified.value(name, **shared, eps=1, delta="1/10", width="1e-20")
        assert narrow.relative_width <= 1e-20
        assert rising[3].low <= narrow.low
        assert narrow.high <= rising[3].high


def test_pure_levels_are_known() -> None:
    # Two that change places: the exponential mechanism's loss is ε₀/2 either way.
    found = verified.exponential_mechanism_level(
        scores=[0, 1], other_scores=[1, 0], eps=1, delta=0, width="1e-12")
    assert found.low <= 2 <= found.high
    in_log = verified.exponential_mechanism_level(
        scores=[0, 1], other_scores=[1, 0], eps="log(3)", delta=0)
    assert in_log.low <= verified.log(9).high
    assert verified.log(9).low <= in_log.high


def test_equal_laws_need_no_noise() -> None:
    moved: dict[str, Any] = {"scores": [0, 3], "other_scores": [1, 4], "eps": 0}
    assert verified.exponential_mechanism_level(**moved, delta=0).low == math.inf
    assert verified.permute_and_flip_level(**moved, delta="1/2").low == math.inf
    assert verified.noisy_max_scale(**moved, delta=0).high == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"delta": 1}, "delta is 1"), ({"delta": "-1/2"}, "delta is -1/2"),
        ({"eps": -1}, "eps is -1"), ({"eps": "log(1/2)"}, "at least 0"),
        ({"eps": 0, "delta": 0}, "eps and delta are 0"), ({"eps": "nan"}, "eps"),
        ({"scores": [0]}, "as many"), ({"scores": []}, "0 candidates"),
        ({"width": 0}, "width"), ({"width": 1}, "width"),
    ],
)
def test_what_levels_refuse(change: dict[str, Any], told: str) -> None:
    asked: dict[str, Any] = {
        "scores": [0, 1], "other_scores": [1, 0], "eps": 1, "delta": "1e-3", **change
    }
    for name in ("exponential_mechanism_level", "permute_and_flip_level", "noisy_max_scale"):
        with pytest.raises(InputError, match=told):
            verified.value(name, **asked)
    with pytest.raises(InputError, match="noise is"):
        verified.noisy_max_scale(scores=[0, 1], other_scores=[1, 0], eps=1, delta=0, noise="normal")
    with pytest.raises(InputError, match="farther apart than the sensitivity"):
        verified.exponential_mechanism_level(scores=[0, 9], other_scores=[9, 0], eps=1, delta=0)


# --- δ = 0: every level is enough -----------------------------------------------------------------


@pytest.mark.parametrize("law", [exponential_mechanism, permute_and_flip, laplace_noise])
@pytest.mark.parametrize(
    ("scores", "other"), [((0, 2), (0, 1)), ((0, 2, 1), (0, 1, 0)), ((1, 0), (1, 1))]
)
def test_a_rate_without_end_is_told(law, scores, other):
    """Losses are below ln 3 there at every rate."""
    one, two = (tuple(fmpq(score) for score in each) for each in (scores, other))
    found = largest_rate(law, one, two, exponent("log(3)"), fmpq(0), fmpq(1, 10**6))
    assert found.low == found.high == arb("inf")
    for rate in (fmpq(1, 100), fmpq(1), fmpq(3), fmpq(20)):
        pair = Pair(*(Choice(law, tuple(s * rate for s in each), fmpq(1)) for each in (one, two)))
        assert pair.delta("log(3)", "1e-9").high == 0


def test_a_rate_without_end_isn_t_told_where_there_is_one():
    """The loss of the better one is ln((1 + r)/(1 + r²)) for r = e^−u, at most ln((1 + √2)/2)."""
    scores = (fmpq(0), fmpq(2)), (fmpq(0), fmpq(1))
    top = ((1 + arb(2).sqrt()) / 2).log()
    for eps, endless in (("0.188227", True), ("0.188226", False)):
        assert (arb(eps) > top) is endless
        found = largest_rate(
            exponential_mechanism, *scores, exponent(eps), fmpq(0), fmpq(1, 10**6)
        )
        assert bool(found.high.is_finite() if isinstance(found.high, arb) else True) is not endless


@pytest.mark.parametrize(
    ("terms", "start", "expected"),
    [
        ({(fmpq(0), 0): fmpq(-1)}, fmpq(1), True),
        ({(fmpq(0), 0): fmpq(1)}, fmpq(1), False),
        ({}, fmpq(1), True),
        ({(fmpq(0), 0): fmpq(-1), (fmpq(-1), 0): fmpq(3)}, fmpq(1), False),  # 3/e > 1
        ({(fmpq(0), 0): fmpq(-1), (fmpq(-1), 0): fmpq(3)}, fmpq(2), True),
        # u e^−u is largest at 1, where it is 0.37.
        ({(fmpq(0), 0): fmpq(-1), (fmpq(-1), 1): fmpq(5, 2)}, fmpq(1, 10), True),
        ({(fmpq(0), 0): fmpq(-1), (fmpq(-1), 1): fmpq(3)}, fmpq(1, 10), False),
        ({(fmpq(0), 1): fmpq(-1), (fmpq(0), 0): fmpq(3)}, fmpq(2), False),
        ({(fmpq(0), 1): fmpq(-1), (fmpq(0), 0): fmpq(3)}, fmpq(4), True),
        ({(fmpq(0), 0): arb(0, 1)}, fmpq(1), False),
    ],
)
def test_what_is_never_above_0_from_a_place_on(terms, start, expected):
    assert _Far(terms).never_above(start) is expected
