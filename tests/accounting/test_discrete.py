"""Mechanisms with discrete losses, against sums over their outcomes in mpmath and in fractions."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some
from mpmath import mp, mpf

import verified
from verified.accounting import InputError, NotReachedError
from verified.accounting.discrete_gaussian import discrete_gaussian_delta, discrete_gaussian_renyi

_DIGITS = 50


def _stick(p: list[Any], q: list[Any], gamma: Any) -> Any:
    return sum((max(type(gamma)(0), a - gamma * b) for a, b in zip(p, q, strict=True)),
               type(gamma)(0))


def _response(symbols: int, odds: Fraction) -> tuple[list[Fraction], list[Fraction]]:
    total = odds + symbols - 1
    one = [odds / total] + [1 / total] * (symbols - 1)
    return one, [one[1], one[0], *one[2:]]


def _power(law: list[Any], steps: int) -> list[Any]:
    return [math.prod(parts) for parts in itertools.product(law, repeat=steps)]


def _close(found: Any, truth: Any, relative: float = 1e-11) -> bool:
    low, high = mpf(found.digits(20)), truth
    return bool(abs(low - high) <= relative * abs(high) + mpf(10) ** -45)


@pytest.mark.parametrize("symbols", [2, 3, 5])
@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize("gamma", [Fraction(1, 5), Fraction(1), Fraction(5, 2), Fraction(3)])
def test_randomised_response_is_its_sum_over_outcomes(
    symbols: int, steps: int, gamma: Fraction
) -> None:
    p, q = (_power(law, steps) for law in _response(symbols, Fraction(3)))
    found = verified.randomised_response_delta(
        symbols=symbols, level="log(3)", eps=f"log({gamma})", steps=steps
    )
    assert found.exact
    assert found.low == _stick(p, q, gamma)


def test_randomised_response_as_a_mechanism() -> None:
    rows = [["3/6", "1/6", "1/6", "1/6"], ["1/6", "3/6", "1/6", "1/6"]]
    for eps in ("0", "1/3", "1", "2"):
        one = verified.randomised_response_delta(symbols=4, level="log(3)", eps=eps)
        two = verified.dp_delta(rows, eps)
        assert one.low <= two.high
        assert two.low <= one.high
    assert verified.randomised_response_epsilon(
        symbols=4, level="log(3)", delta=0
    ).digits(12) == verified.log(3).digits(12)


@settings(deadline=None, max_examples=20)
@given(some.integers(1, 40), some.floats(0.01, 2.0), some.floats(0.0, 0.3), some.floats(-1, 6))
def test_optimal_composition_is_the_published_formula(
    steps: int, level: float, failure: float, eps: float
) -> None:
    found = verified.approximate_dp_delta(level=level, failure=failure, steps=steps, eps=eps)
    with mp.workdps(_DIGITS):
        one, far, total = mpf(level), mpf(eps), mpf(0)
        for n in range(steps + 1):
            gap = mpmath.exp(n * one) - mpmath.exp(far + (steps - n) * one)
            total += mpmath.binomial(steps, n) * max(mpf(0), gap)
        share = total / (1 + mpmath.exp(one)) ** steps
        truth = 1 - (1 - mpf(failure)) ** steps * (1 - share)
        assume(truth == 0 or truth > mpf(10) ** -30)
        assert _close(found, truth)


def test_optimal_composition_of_too_small_a_delta_is_infinite() -> None:
    found = verified.approximate_dp_epsilon(level="1/10", failure="1e-3", steps=100, delta="1e-4")
    assert found.low == math.inf
    basic = verified.approximate_dp_epsilon(level="1/10", failure=0, steps=10, delta=0)
    assert basic.low == basic.high == 1


@pytest.mark.parametrize("shift", [1, 2, 3])
@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(2), Fraction(7, 3)])
def test_discrete_laplace_is_its_sum(shift: int, scale: Fraction) -> None:
    with mp.workdps(_DIGITS):
        ratio = mpmath.exp(-1 / (mpf(scale.numerator) / scale.denominator))
        weights = {x: (1 - ratio) / (1 + ratio) * ratio ** abs(x) for x in range(-400, 401)}
        p = [weights.get(x - shift, mpf(0)) for x in weights]
        q = list(weights.values())
        for eps in (mpf("-0.5"), mpf(0), mpf("0.25"), mpf("0.4"), mpf(1)):
            truth = _stick(p, q, mpmath.exp(eps))
            found = verified.discrete_laplace_delta(
                scale=scale, eps=Fraction(str(eps)), sensitivity=shift
            )
            assert _close(found, truth), (eps, found, truth)
        truth = mpmath.fsum(a * mpmath.log(a / b) for a, b in zip(p, q, strict=True) if a and b)
        found = verified.discrete_laplace_renyi(scale=scale, order=1, sensitivity=shift)
        assert _close(found, truth)


def test_discrete_laplace_at_its_atoms_is_exact() -> None:
    assert verified.discrete_laplace_delta(scale=4, eps="1/4").low == 0
    assert verified.discrete_laplace_delta(scale=4, eps="0.2499999999").low > 0
    assert verified.discrete_laplace_epsilon(scale=4, delta=0, steps=3).low == Fraction(3, 4)


def test_the_mass_at_a_threshold_counts_unless_it_is_held_back() -> None:
    at, above = (
        verified.discrete_laplace_threshold_delta(scale=1, threshold=5, strict=strict)
        for strict in (False, True)
    )
    next_one = verified.discrete_laplace_threshold_delta(scale=1, threshold=6)
    assert above.digits(15) == next_one.digits(15)
    with mp.workdps(_DIGITS):
        ratio = mpmath.exp(-1)
        assert _close(at, ratio**4 / (1 + ratio))
    low = verified.discrete_laplace_threshold_delta(scale=1, threshold=-3)
    same = verified.discrete_laplace_threshold_delta(scale=1, threshold=5)
    assert (low.high + same.low) < 1 + Fraction(1, 10**1)
    whole = verified.discrete_laplace_threshold_delta(scale=1, threshold=1, sensitivity=0)
    rest = verified.discrete_laplace_threshold_delta(scale=1, threshold=0, sensitivity=0)
    assert rest.low + whole.low <= 1 <= rest.high + whole.high


@pytest.mark.parametrize("share", ["0", "1/4", "1/2", "4/5", "1"])
def test_staircase_is_its_integral(share: str) -> None:
    with mp.workdps(_DIGITS):
        gamma, fall = mpf(Fraction(share).numerator) / Fraction(share).denominator, mpmath.exp(-1)
        height = (1 - fall) / (2 * (gamma + fall * (1 - gamma)))

        def density(x: Any) -> Any:
            step = mpmath.floor(abs(x))
            return height * fall ** (step + (0 if abs(x) - step < gamma else 1))

        kinks = sorted({n + s * gamma for n in range(-60, 61) for s in (-1, 0, 1)})
        for eps in ("0", "1/3", "-1/2"):
            level = mpmath.exp(mpf(Fraction(eps).numerator) / Fraction(eps).denominator)
            truth = mpmath.fsum(
                max(mpf(0), density((a + b) / 2 - 1) - level * density((a + b) / 2)) * (b - a)
                for a, b in itertools.pairwise(kinks)
            )
            found = verified.staircase_delta(level=1, share=share, eps=eps)
            assert _close(found, truth, 1e-9), (eps, found, truth)


@pytest.mark.parametrize(
    ("sigma", "eps", "shift"),
    [("1", "1/2", 1), ("2", "1", 3), ("2", "0", 3), ("1/2", "10", 1), ("4", "-1", 1),
     ("10", "1/10", 1), ("1", "100", 1), ("1/4", "0", 1), ("3", "1/7", 7)],
)
def test_discrete_gaussian_is_its_sum(sigma: str, eps: str, shift: int) -> None:
    found = discrete_gaussian_delta(sigma=sigma, eps=eps, sensitivity=shift)
    with mp.workdps(60):
        size, level = (mpf(Fraction(x).numerator) / Fraction(x).denominator for x in (sigma, eps))
        reach = int(60 * size) + 120
        q = {x: mpmath.exp(-mpf(x) ** 2 / (2 * size**2)) for x in range(-reach, reach + 1)}
        total = mpmath.fsum(q.values())
        odds = mpmath.exp(level)
        truth = mpmath.fsum(
            max(mpf(0), q[x - shift] - odds * q[x]) for x in range(shift - reach, reach)
        ) / total
        assert _close(found, truth)


def test_discrete_gaussian_renyi_lies_below_the_continuous_one() -> None:
    assert discrete_gaussian_renyi(sigma=2, order=3).low == Fraction(3, 8)
    small = discrete_gaussian_renyi(sigma="1/2", order="3/2")
    assert small < 3
    with mp.workdps(_DIGITS):
        size = mpf(1) / 2
        q = {x: mpmath.exp(-mpf(x) ** 2 / (2 * size**2)) for x in range(-60, 61)}
        total = mpmath.fsum(q.values())
        moment = mpmath.fsum(
            (q[x - 1]) ** mpf("1.5") * q[x] ** mpf("-0.5") for x in range(-59, 60)
        ) / total
        assert _close(small, mpmath.log(moment) / mpf("0.5"))


def test_inverses_are_certified_on_both_sides() -> None:
    for found, at in (
        (verified.randomised_response_epsilon(symbols=3, level=1, delta="1e-6", steps=20),
         lambda eps: verified.randomised_response_delta(symbols=3, level=1, eps=eps, steps=20)),
        (verified.discrete_laplace_epsilon(scale=3, delta="1e-3", steps=5),
         lambda eps: verified.discrete_laplace_delta(scale=3, eps=eps, steps=5)),
        (verified.discrete_gaussian_epsilon(sigma=3, delta="1e-9"),
         lambda eps: verified.discrete_gaussian_delta(sigma=3, eps=eps)),
    ):
        assert at(found.high) <= at(found.low)
        assert found.relative_width < 1e-8


@pytest.mark.parametrize(
    "call",
    [
        lambda: verified.randomised_response_delta(symbols=1, level=1, eps=1),
        lambda: verified.randomised_response_delta(symbols=2, level=0, eps=1),
        lambda: verified.randomised_response_delta(symbols=2, level="log(1)", eps=1),
        lambda: verified.randomised_response_delta(symbols=2, level=1, eps=1, steps=0),
        lambda: verified.randomised_response_delta(symbols=2, level=1, eps=1, steps=10**6),
        lambda: verified.approximate_dp_delta(level=1, failure=1, steps=1, eps=1),
        lambda: verified.approximate_dp_epsilon(level=1, failure=0, steps=1, delta=1),
        lambda: verified.discrete_laplace_delta(scale=0, eps=1),
        lambda: verified.discrete_laplace_delta(scale=1, eps=1, sensitivity="1/2"),
        lambda: verified.discrete_laplace_threshold_delta(scale=1, threshold="1/2"),
        lambda: verified.discrete_laplace_threshold_delta(scale=1, threshold=1, strict="maybe"),
        lambda: verified.staircase_delta(level=1, share=2, eps=1),
        lambda: verified.discrete_gaussian_delta(sigma=-1, eps=1),
        lambda: verified.discrete_gaussian_epsilon(sigma=1, delta=0),
        lambda: verified.discrete_gaussian_renyi(sigma=1, order=0),
    ],
)
def test_what_is_refused(call: Any) -> None:
    with pytest.raises(InputError):
        call()


@pytest.mark.slow
def test_a_sum_that_is_too_long_says_so() -> None:
    with pytest.raises(NotReachedError):
        discrete_gaussian_delta(sigma=10**7, eps=1)


def _least_exceeding(steps: int, at_least: float) -> Any:
    """The staircase's δ at ε = 1 of γ = 1/4, from its three masses, all sequences of rounds."""
    fall = math.exp(-at_least)
    height = (1 - fall) / (2 * (0.25 + 0.75 * fall))
    up = 0.5 + height / 4
    law = {1: up, -1: up * fall, 0: 1 - up - up * fall}
    total = 0.0
    for losses in itertools.product((-1, 0, 1), repeat=steps):
        mass = math.prod(law[loss] for loss in losses)
        total += mass * max(0.0, -math.expm1(1 - sum(losses) * at_least))
    return total


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_the_largest_level_of_a_staircase_is_where_delta_is_met(steps: int) -> None:
    found = verified.staircase_level(share="1/4", eps=1, delta="1e-2", steps=steps)
    assert found.relative_width <= 1e-6
    assert _least_exceeding(steps, found.float_down) <= 0.01 + 1e-12
    assert _least_exceeding(steps, found.float_up) >= 0.01 - 1e-12
    given: dict[str, Any] = {"share": "1/4", "steps": steps, "eps": 1}
    assert verified.staircase_delta(level=found.low, **given) <= "1e-2"
    assert verified.staircase_delta(level=found.high, **given) > "1e-2"
    # More is allowed at a larger ε, a larger δ, and for fewer rounds.
    for change in ({"eps": 2}, {"delta": "1/50"}, {"steps": 1}):
        more = verified.staircase_level(**{**given, "delta": "1e-2", **change})
        assert more.low >= found.low


def test_every_level_of_a_staircase_may_be_enough() -> None:
    # γ = 3/4: at most 2/3 of the mass has the greatest loss.
    assert verified.staircase_level(share="3/4", eps=1, delta="0.67").low == math.inf
    almost = verified.staircase_level(share="3/4", eps=1, delta="0.66")
    assert 5 < almost < 6
    assert verified.staircase_delta(level=1000, share="3/4", eps=1) <= "0.67"
    assert verified.staircase_delta(level=1000, share="3/4", eps=1) > "0.66"
    # Two rounds: 1 − 1/9.
    assert verified.staircase_level(share="3/4", eps=1, delta="0.889", steps=2).low == math.inf
    assert verified.staircase_level(share="3/4", eps=1, delta="0.888", steps=2) < 100
    # Below 0, δ is 1 − e^ε at least.
    assert verified.staircase_level(share=0, eps=-1, delta="0.9").low == math.inf
    assert verified.staircase_level(share=0, eps=-1, delta="0.8") < 10
    exact = verified.staircase_level(share="1/3", eps=1, delta=0, steps=4)
    assert exact.low == exact.high == Fraction(1, 4)


def test_the_most_rounds_are_within_and_one_more_is_not() -> None:
    for function, made in (
        ("staircase", {"level": "1/8", "share": "1/4"}), ("discrete_gaussian", {"sigma": 4}),
    ):
        count = verified.value(f"{function}_steps", **made, eps=1, delta="1e-3")
        most = int(count.low)
        assert count.exact
        assert most > 1
        delta = f"{function}_delta"
        assert verified.value(delta, **made, eps=1, steps=most) <= "1e-3"
        assert verified.value(delta, **made, eps=1, steps=most + 1) > "1e-3"
        assert verified.value(f"{function}_steps", **made, eps="1/100", delta="1e-9").low == 0
        with pytest.raises(verified.NotReachedError, match="still within at 2"):
            verified.value(f"{function}_steps", **made, eps=1, delta="1e-3", most=2)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: verified.staircase_level(share=2, eps=1, delta="1e-3"), "share is 2"),
        (lambda: verified.staircase_level(share=0, eps=1, delta=1), "delta is 1"),
        (lambda: verified.staircase_level(share=0, eps=1, delta="1e-3", steps=0), "steps is 0"),
        (lambda: verified.staircase_level(share=0, eps=0, delta=0), "eps is 0"),
        (lambda: verified.staircase_steps(level=0, share=0, eps=1, delta=0), "level is 0"),
        (lambda: verified.discrete_gaussian_steps(sigma=1, eps=1, delta=0), "delta is 0"),
        (lambda: verified.discrete_gaussian_steps(sigma=0, eps=1, delta="1/9"), "sigma is 0"),
        (lambda: verified.discrete_gaussian_steps(sigma=1, eps=1, delta="1/9", most="1/2"),
         "most is 1/2"),
    ],
)
def test_inverses_name_bad_arguments(call: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        call()
