"""Thresholds against mpmath, and inverses of the discrete mechanisms against what they invert."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf

import verified
from tests.accounting.choosing import as_mpf, close
from verified.accounting import NotReachedError
from verified.errors import InputError

DIGITS = 340


@pytest.mark.parametrize("threshold", ["-30", "1/2", "1", "2", "41", "1500"])
@pytest.mark.parametrize("keys", [1, 7, 1000])
def test_a_key_is_released_with_the_probability_of_a_tail(threshold: str, keys: int) -> None:
    with mp.workdps(DIGITS + 700):
        gap = (as_mpf(threshold) - 1) / 2
        half = mpmath.exp(-abs(gap)) / 2
        laplace = half if gap >= 0 else 1 - half
        normal = mpmath.erfc(gap / mpmath.sqrt(2)) / 2
        asked: dict[str, Any] = {"threshold": threshold, "keys": keys}
        for found, tail in (
            (verified.laplace_threshold_delta(scale=2, **asked), laplace),
            (verified.gaussian_threshold_delta(sigma=2, **asked), normal),
        ):
            truth = 1 - (1 - tail) ** keys
            if found < "1e-600":
                log = mpmath.log(keys) + mpmath.log(tail)
                assert mpmath.almosteq(mpf(found.log.digits(15)), log, mpf(10) ** -12)
            else:
                assert close(found, truth, 1e-12)


def test_a_key_is_released_as_often_as_an_integral_says() -> None:
    with mp.workdps(25):
        truth = mpmath.quad(lambda x: mpmath.exp(-abs(x - 1) / 3) / 6, [5, 20, 100, 400])
        assert close(verified.laplace_threshold_delta(scale=3, threshold=5), truth, 1e-15)
        truth = mpmath.quad(lambda x: mpmath.npdf(x, 1, 3), [5, 20, 60])
        assert close(verified.gaussian_threshold_delta(sigma=3, threshold=5), truth, 1e-15)


@pytest.mark.parametrize("delta", ["1e-300", "1e-9", "1/3", "1/2", "3/4", "0.999999"])
@pytest.mark.parametrize("keys", [1, 2, 50])
def test_least_thresholds_are_enough_and_no_less_is(delta: str, keys: int) -> None:
    with mp.workdps(DIGITS):
        share = 1 - (1 - as_mpf(delta)) ** (mpf(1) / keys)
        truth = 3 - 2 * mpmath.log(2 * share) if share <= 0.5 else (
            3 + 2 * mpmath.log(2 * (1 - share)))
    found = verified.laplace_threshold(scale=2, delta=delta, keys=keys, sensitivity=3)
    with mp.workdps(40):
        assert close(found, +truth, 1e-12)
    normal = verified.gaussian_threshold(sigma=2, delta=delta, keys=keys)
    for end, least in ((normal.high, False), (normal.low, True)):
        back = verified.gaussian_threshold_delta(sigma=2, threshold=end, keys=keys)
        if normal.exact:
            assert back.contains(delta) or back.relative_width < 1e-9
        else:
            assert back >= delta if least else back <= delta
    for strict in (False, True):
        asked: dict[str, Any] = {"scale": 2, "keys": keys, "strict": strict, "sensitivity": 3}
        whole = verified.discrete_laplace_threshold(delta=delta, **asked)
        assert whole.exact
        at = verified.discrete_laplace_threshold_delta(threshold=whole.low, **asked)
        below = verified.discrete_laplace_threshold_delta(threshold=whole.low - 1, **asked)
        assert at < delta < below


def test_half_of_the_keys_are_at_their_count() -> None:
    assert verified.laplace_threshold(scale=2, delta="1/2").low == 1
    assert verified.gaussian_threshold(sigma=2, delta="3/4", keys=2, sensitivity=5).high == 5


def test_the_mass_at_a_threshold_counts_for_each_key() -> None:
    one = verified.discrete_laplace_threshold_delta(scale=1, threshold=5)
    many = verified.discrete_laplace_threshold_delta(scale=1, threshold=5, keys=3)
    with mp.workdps(40):
        tail = mpf(one.digits(35))
        assert close(many, 1 - (1 - tail) ** 3)


# --- inverses of discrete mechanisms --------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "parameter", "asked"),
    [
        ("randomised_response", "level", {"symbols": 3, "steps": 10}),
        ("approximate_dp", "level", {"failure": "1e-9", "steps": 10}),
        ("discrete_laplace", "scale", {"sensitivity": 2, "steps": 3}),
    ],
)
@pytest.mark.parametrize(("eps", "delta"), [("1", "1e-6"), ("0", "1/10"), ("log(3)", "1e-8")])
def test_inverses_are_certified_on_both_sides(
    name: str, parameter: str, asked: dict[str, Any], eps: str, delta: str
) -> None:
    found = verified.value(f"{name}_{parameter}", **asked, eps=eps, delta=delta)
    least = parameter == "scale"
    enough, not_enough = (found.high, found.low) if least else (found.low, found.high)
    assert verified.value(f"{name}_delta", **asked, eps=eps, **{parameter: enough}) <= delta
    assert verified.value(f"{name}_delta", **asked, eps=eps, **{parameter: not_enough}) > delta


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("randomised_response", {"symbols": 2, "level": "1/10"}),
        ("approximate_dp", {"level": "1/10", "failure": "1e-8"}),
        ("discrete_laplace", {"scale": 10}),
    ],
)
def test_numbers_of_rounds_are_the_largest(name: str, asked: dict[str, Any]) -> None:
    found = verified.value(f"{name}_steps", **asked, eps=1, delta="1e-6")
    count = int(found.low)
    assert found.exact
    assert verified.value(f"{name}_delta", **asked, eps=1, steps=count) <= "1e-6"
    assert verified.value(f"{name}_delta", **asked, eps=1, steps=count + 1) > "1e-6"
    assert verified.value(f"{name}_steps", **asked, eps=0, delta="1e-30").low == 0
    with pytest.raises(NotReachedError):
        verified.value(f"{name}_steps", **asked, eps=5, delta="1/2", most=3)


def test_pure_privacy_adds_up_exactly() -> None:
    found = verified.randomised_response_level(symbols=4, eps=1, delta=0, steps=8)
    assert found == "1/8"
    assert verified.discrete_laplace_scale(eps="1/2", delta=0, steps=3, sensitivity=2) == 12
    assert verified.randomised_response_steps(symbols=2, level="1/8", eps=1, delta=0) == 8
    lost = verified.approximate_dp_level(failure="1/2", steps=2, eps=1, delta="3/4")
    assert lost == "1/2"
    with mp.workdps(30):
        third = verified.randomised_response_level(symbols=2, eps="log(3)", delta=0, steps=3)
        assert close(third, mpmath.log(3) / 3)


def test_staircases_have_an_epsilon() -> None:
    asked: dict[str, Any] = {"level": 1, "share": "1/3", "steps": 2}
    found = verified.staircase_epsilon(**asked, delta="1/20")
    assert verified.staircase_delta(**asked, eps=found.high) <= "1/20"
    assert verified.staircase_delta(**asked, eps=found.low) > "1/20"
    assert verified.staircase_epsilon(**asked, delta=0) == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: verified.laplace_threshold(scale=0, delta=".1"),
        lambda: verified.laplace_threshold(scale=1, delta=0),
        lambda: verified.laplace_threshold(scale=1, delta=1),
        lambda: verified.laplace_threshold_delta(scale=1, threshold=1, keys=0),
        lambda: verified.laplace_threshold_delta(scale=1, threshold=float("inf")),
        lambda: verified.laplace_threshold_delta(scale=1, threshold=1, sensitivity=float("inf")),
        lambda: verified.gaussian_threshold(sigma=-1, delta=".1"),
        lambda: verified.discrete_laplace_threshold(scale=1, delta=".1", sensitivity="1/2"),
        lambda: verified.randomised_response_level(symbols=2, eps=1, delta=1),
        lambda: verified.randomised_response_level(symbols=2, eps=0, delta=0),
        lambda: verified.approximate_dp_level(failure="1e-3", steps=10, eps=1, delta="1e-3"),
        lambda: verified.discrete_laplace_scale(eps=-1, delta=0),
        lambda: verified.staircase_epsilon(level=1, share=0, delta=1),
    ],
)
def test_what_is_refused(call: Any) -> None:
    with pytest.raises(InputError):
        call()
