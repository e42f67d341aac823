"""Shuffled responses against brute force, discrete Gaussian rounds, and the staircase's moments."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest

import verified
from verified.audit.independent import mpf
from verified.audit.second import discrete_gaussian_delta
from verified.errors import InputError


def brute(keep: Fraction, data: tuple[tuple[int, ...], tuple[int, ...]], factor: Fraction,
          symbols: int) -> Fraction:
    """The hockey-stick divergence of two data sets' histograms, by all answers of all users."""
    flip = (1 - keep) / (symbols - 1)
    laws: list[dict[tuple[int, ...], Fraction]] = []
    for held in data:
        law: dict[tuple[int, ...], Fraction] = {}
        for answers in itertools.product(range(symbols), repeat=len(held)):
            key = tuple(answers.count(symbol) for symbol in range(symbols))
            mass = math.prod((keep if a == h else flip for a, h in zip(answers, held, strict=True)),
                             start=Fraction(1))
            law[key] = law.get(key, Fraction(0)) + mass
        laws.append(law)
    return sum((max(Fraction(0), mass - factor * laws[1][key]) for key, mass in laws[0].items()),
               Fraction(0))


def test_two_symbols_by_brute_force() -> None:
    # ε₀ = ln 3, ε = ln(3/2): all exact.
    worst = Fraction(0)
    for ones in range(5):
        rest = (1,) * ones + (0,) * (4 - ones)
        both = max(
            brute(Fraction(3, 4), ((x, *rest), (1 - x, *rest)), Fraction(3, 2), 2) for x in (0, 1)
        )
        found = verified.shuffled_response_delta(
            level="log(3)", users=5, eps="log(3/2)", others=[4 - ones, ones])
        assert found.exact
        assert found.low == both
        worst = max(worst, both)
    assert verified.shuffled_response_delta(level="log(3)", users=5, eps="log(3/2)").low == worst


def test_three_symbols_by_brute_force() -> None:
    rest = (0, 2, 2)
    truth = max(
        brute(Fraction(3, 5), ((x, *rest), (1 - x, *rest)), Fraction(3, 2), 3) for x in (0, 1)
    )
    found = verified.shuffled_response_delta(
        level="log(3)", users=4, eps="log(3/2)", symbols=3, others=[1, 0, 2])
    assert found.low == found.high == truth


def test_the_published_bound_is_above_the_exact_value() -> None:
    for users in (300, 1000):
        bound = verified.shuffled_epsilon(level="1/2", users=users, delta="1e-4")
        assert bound < "1/2"
        exact = verified.shuffled_response_delta(level="1/2", users=users, eps=bound.float_up,
                                                 others=[users // 2, users - 1 - users // 2])
        assert exact.high < Fraction(1, 10**4)
    # Where the theorem doesn't speak, ε₀ stays.
    assert verified.shuffled_epsilon(level=3, users=100, delta="1e-6").low == 3
    assert verified.shuffled_response_delta(level=1, users=7, eps=1).high == 0
    one = verified.shuffled_response_delta(level=1, users=1, eps="1/4")
    alone = verified.randomised_response_delta(symbols=2, level=1, eps="1/4")
    assert one.digits(15) == alone.digits(15)
    eps = verified.shuffled_response_epsilon(level=1, users=20, delta="1/100")
    at = [verified.shuffled_response_delta(level=1, users=20, eps=x)
          for x in (eps.float_down, eps.float_up)]
    assert at[1].high <= Fraction(1, 100) <= at[0].high


def exact_delta(level: float, users: int, factor: float) -> float:
    """The worst over the data of the others, by all answers, for two symbols."""
    keep = math.exp(level) / (1 + math.exp(level))
    return max(
        float(brute(Fraction(keep), ((x, *rest), (1 - x, *rest)), Fraction(factor), 2))
        for x in (0, 1) for ones in range(users)
        for rest in [(1,) * ones + (0,) * (users - 1 - ones)]
    )


def test_the_largest_level_that_may_be_shuffled() -> None:
    found = verified.shuffled_response_level(users=4, eps="1/2", delta="1/50")
    assert found.relative_width <= 1e-6
    assert exact_delta(found.float_down, 4, math.exp(0.5)) <= 0.02 + 1e-12
    assert exact_delta(found.float_up, 4, math.exp(0.5)) >= 0.02 - 1e-12
    # Alone, it is randomised response; more users allow more.
    alone = verified.shuffled_response_level(users=1, eps="1/2", delta="1/50")
    response = verified.randomised_response_level(symbols=2, eps="1/2", delta="1/50")
    assert alone.low <= response.high
    assert response.low <= alone.high
    assert alone < found
    data: dict[str, Any] = {"users": 4, "symbols": 3, "others": [1, 0, 2], "eps": "1/2"}
    three = verified.shuffled_response_level(**data, delta="1/50")
    assert verified.shuffled_response_delta(level=three.low, **data) <= "1/50"
    assert verified.shuffled_response_delta(level=three.high, **data) > "1/50"
    for change, told in (({"eps": -1}, "at least 0"), ({"delta": 0}, "delta is 0"),
                         ({"delta": 1}, "delta is 1"), ({"users": 0}, "users is 0"),
                         ({"others": [9, 9]}, "add up")):
        given = {"users": 4, "eps": "1/2", "delta": "1/50", **change}
        with pytest.raises(InputError, match=told):
            verified.shuffled_response_level(**given)


def test_bad_arguments_are_named() -> None:
    for given, message in (
        ({"users": 5000}, "2000 are the"), ({"users": 5, "symbols": 3}, "others must tell"),
        ({"users": 5, "others": [1, 2]}, "add up to 3"), ({"users": 5, "others": [5, -1]}, "whole"),
        ({"users": 5, "others": 3}, "list"), ({"users": 0}, "users"),
        ({"users": 200, "symbols": 8, "others": [199] + [0] * 7}, "histograms"),
    ):
        with pytest.raises(InputError, match=message):
            verified.shuffled_response_delta(level=1, eps=0, **given)
    with pytest.raises(InputError, match="at least 0"):
        verified.shuffled_response_delta(level=1, users=3, eps=-1)
    with pytest.raises(InputError, match="between 0 and 1"):
        verified.shuffled_epsilon(level=1, users=3, delta=0)


def convolved(sigma: int, steps: int, eps: float) -> float:
    """δ of discrete Gaussian rounds in floats, by convolution."""
    reach = 14 * sigma
    own = {x: math.exp(-x * x / (2 * sigma**2)) for x in range(-reach, reach + 1)}
    whole, law = sum(own.values()), {0: 1.0}
    for _ in range(steps):
        found: dict[int, float] = {}
        for place, mass in law.items():
            for x, more in own.items():
                found[place + x] = found.get(place + x, 0.0) + mass * more / whole
        law = found
    return sum(mass * max(0.0, math.exp((2 * total - steps) / (2 * sigma**2)) - math.exp(eps))
               for total, mass in law.items())


@pytest.mark.parametrize(("sigma", "steps", "eps"), [(1, 3, 1.0), (2, 5, 0.0), (1, 2, -1.0)])
def test_rounds_of_discrete_gaussian_noise(sigma: int, steps: int, eps: float) -> None:
    found = verified.discrete_gaussian_delta(sigma=sigma, steps=steps, eps=eps)
    assert found.relative_width <= 1e-12
    assert float(found.low) == pytest.approx(convolved(sigma, steps, eps), rel=1e-11)
    once = verified.discrete_gaussian_delta(sigma=sigma, steps=1, eps=eps)
    assert once < found
    order = verified.discrete_gaussian_renyi(sigma=sigma, order="3/2", steps=steps)
    alone = verified.discrete_gaussian_renyi(sigma=sigma, order="3/2")
    assert float(order.low) == pytest.approx(steps * float(alone.low), rel=1e-12)


def test_far_rounds_keep_their_digits() -> None:
    # Without the tilt the convolution has no right digit there.
    found = verified.discrete_gaussian_delta(sigma=1, steps=2, eps=20)
    truth = discrete_gaussian_delta(mpf(1), mpf(20), mpf(2))
    assert abs(truth / mpf(found.digits(17)) - 1) < mpf("1e-15")
    assert verified.discrete_gaussian_epsilon(sigma=4, steps=10, delta="1e-6").digits(5)
    with pytest.raises(InputError, match="zcdp"):
        verified.discrete_gaussian_delta(sigma=100, steps=1000, eps=1)


def test_the_staircase_has_moments() -> None:
    first = verified.staircase_renyi(level=1, share="1/4", order=2)
    # Of many orders the largest loss is what is left.
    far = verified.staircase_renyi(level=1, share="1/4", order=10_000)
    assert 0.99 < far < 1
    assert verified.staircase_renyi(level=1, share="1/4", order=2, steps=3).digits(10) == (
        verified.enclose("3*x", x=first.float_down).digits(10))
