"""How much discrete Gaussian noise is enough: δ isn't a falling function of σ."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx, fmpq

import verified
from verified.accounting import (
    discrete_gaussian_delta,
    discrete_gaussian_renyi,
    discrete_gaussian_sigma,
    discrete_gaussian_steps,
    discrete_gaussian_zcdp,
    exponential_mechanism_worst_delta,
    exponential_mechanism_worst_epsilon,
    exponential_mechanism_worst_level,
    gaussian_sigma,
)
from verified.accounting import discrete_gaussian_noise as noise
from verified.accounting.discrete_gaussian import mass_of, tail_sum
from verified.errors import InputError
from verified.numbers.balls import precision


def plain_delta(sigma: float, eps: float, shift: int) -> float:
    """δ by its definition, in floats."""
    places = range(-60, 61)
    weights = [math.exp(-x * x / (2 * sigma * sigma)) for x in places]
    law = dict(zip(places, weights, strict=True))
    gaps = (law.get(x - shift, 0) - math.exp(eps) * law[x] for x in places)
    return sum(max(0.0, gap) for gap in gaps) / sum(weights)


def test_more_noise_may_have_a_larger_delta() -> None:
    less, more = (discrete_gaussian_delta(sigma=s, eps=2) for s in ("0.5", "0.52"))
    assert less < more
    assert (less.digits(4), more.digits(4)) == ("0.1048", "0.1166")
    assert plain_delta(0.5, 2, 1) == pytest.approx(0.104764844)
    assert plain_delta(0.52, 2, 1) == pytest.approx(0.116610532)


@pytest.mark.parametrize(
    ("eps", "delta", "shift"),
    [(2, "0.11", 1), (1, "1e-6", 1), ("log(3)", "1e-3", 2), (0, "1/10", 1), (8, "1e-5", 1)],
)
def test_the_least_from_which_on_all_are_enough(eps: Any, delta: str, shift: int) -> None:
    found = discrete_gaussian_sigma(eps=eps, delta=delta, sensitivity=shift)
    target = Fraction(delta)
    assert found.relative_width <= 1e-6

    def at(sigma: Any) -> Any:
        return discrete_gaussian_delta(sigma=sigma, eps=eps, sensitivity=shift, width="1e-12")

    assert at(found.low) > target
    # Points above it, near and far, those where δ rises with σ among them.
    for step in range(40):
        assert at(found.high * (1 + step * step * Fraction(1, 300))) <= target


@pytest.mark.parametrize("width", ["1e-20", "1e-100"])
def test_the_least_is_found_to_any_width(width: str) -> None:
    wide, narrow = (discrete_gaussian_sigma(eps=2, delta="0.11", width=w) for w in ("1e-6", width))
    assert narrow.relative_width <= float(width)
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high
    assert discrete_gaussian_delta(sigma=narrow.low, eps=2, width=width) > Fraction(11, 100)
    assert discrete_gaussian_delta(sigma=narrow.high, eps=2, width=width) <= Fraction(11, 100)


def test_the_mass_is_bounded_from_below_as_closely_as_asked() -> None:
    for fine in (0, 300):
        before, ctx.prec = ctx.prec, 600
        try:
            for sigma in (fmpq(1, 20), fmpq(2, 5), fmpq(1), fmpq(40)):
                rate = 1 / arb(2 * sigma * sigma)
                terms = ((-rate * x * x).exp() for x in range(1, 2000))
                truth = 1 + 2 * sum(terms, arb(0))
                found = noise._least_mass(sigma, fine)
                assert found < truth + arb(2) ** -500
                assert truth - found < truth * arb(2) ** -(280 + fine)
        finally:
            ctx.prec = before


def test_a_smaller_sigma_may_do_as_well() -> None:
    found = discrete_gaussian_sigma(eps=2, delta="0.11")
    assert discrete_gaussian_delta(sigma="0.5", eps=2) < Fraction(11, 100)
    assert found > fmpq(3, 4)


def test_where_steps_are_small_it_is_that_of_the_line() -> None:
    whole = discrete_gaussian_sigma(eps="1/10", delta="1e-3")
    line = gaussian_sigma(eps="1/10", delta="1e-3")
    assert abs(whole.float_up / line.float_up - 1) < 1e-3


def test_intervals_hold_their_points() -> None:
    """What is certified on an interval is so at its points; what fails at one isn't certified."""
    for low in range(30, 60):
        ends = fmpq(low, 60), fmpq(low + 1, 60)
        worst = max(plain_delta(float(low) / 60 + i / 600, 2, 1) for i in range(11))
        fits = noise._bounded(fmpq(2), fmpq(11, 100), 1, *ends)
        assert not (fits and worst > 0.11), low
        if worst < 0.08:
            assert fits, low
    assert not noise._bounded(fmpq(1), fmpq(1, 10**6), 1, fmpq(422, 100), fmpq(422, 100))


def test_the_mass_is_bounded_from_below() -> None:
    for sigma in (0.1, 0.4, 0.5, 1.0, 5.0):
        true = sum(math.exp(-x * x / (2 * sigma * sigma)) for x in range(-60, 61))
        low = float(noise._least_mass(fmpq(*sigma.as_integer_ratio())).mid())
        assert low == pytest.approx(true, rel=1e-14)


def test_the_start_is_enough() -> None:
    for eps, delta in ((fmpq(0), fmpq(1, 10)), (fmpq(1), fmpq(1, 10**6)), (fmpq(9), fmpq(1, 2))):
        start = noise._surely(eps, delta, 1)
        for times in (1, 2, 10):
            value = discrete_gaussian_delta(sigma=start * times, eps=eps, width="1e-9")
            assert value.at_most(delta) is True


def test_zcdp_is_reached_at_order_two() -> None:
    rho = discrete_gaussian_zcdp(sigma=3, steps=5, sensitivity=2)
    assert rho.low == Fraction(10, 9)
    half = discrete_gaussian_renyi(sigma=3, order=2, sensitivity=2)
    assert 5 * half.low / 2 == rho.low


@pytest.mark.parametrize(("eps", "delta"), [(1, "1e-6"), ("log(3)", "1/10"), (0, "1/4")])
def test_the_largest_level_of_the_exponential_mechanism(eps: Any, delta: str) -> None:
    level = exponential_mechanism_worst_level(eps=eps, delta=delta)
    back = exponential_mechanism_worst_delta(level=level.low, eps=eps)
    assert back.float_down == pytest.approx(float(Fraction(delta)), rel=1e-9)
    if eps == 1:
        there = exponential_mechanism_worst_epsilon(level=level.low, delta=delta)
        assert there.float_up == pytest.approx(1, rel=1e-9)
    assert exponential_mechanism_worst_level(eps=1, delta=0).low == 1


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        (lambda: discrete_gaussian_sigma(eps=-1, delta="1/2"), "eps is -1; it must be at least 0"),
        (lambda: discrete_gaussian_sigma(eps=1, delta=0), "between 0 and 1"),
        (lambda: discrete_gaussian_sigma(eps=1, delta=1), "between 0 and 1"),
        (lambda: discrete_gaussian_sigma(eps=1, delta="1/2", sensitivity="1/2"), "sensitivity"),
        (lambda: discrete_gaussian_zcdp(sigma=0), "sigma"),
        (lambda: exponential_mechanism_worst_level(eps=1, delta=1), "below 1"),
        (lambda: exponential_mechanism_worst_level(eps=-1, delta="1/2"), "at least 0"),
        (lambda: exponential_mechanism_worst_level(eps=0, delta=0), "eps"),
    ],
)
def test_bad_input_names_the_rule(call: Any, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        call()


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_first_loss_above_eps_lies_between_the_thresholds(sign: int) -> None:
    """An edge nearer to a whole number than the precision tells, on either side of it."""
    eps = fmpq(5) / 2 + sign * fmpq(1, 2**150)
    first, last = noise._thresholds(eps, 1, fmpq(1), fmpq(1))
    # At σ = 1 the loss at x is x − ½.
    true = next(x for x in range(10) if fmpq(2 * x - 1, 2) > eps)
    assert first <= true <= last


def test_tiny_and_huge_deviations_and_levels_end() -> None:
    """Each of these took a million terms at each precision, or ended in a traceback."""
    for steps in (1, 3):
        found = discrete_gaussian_delta(sigma="1e-300", eps=1, steps=steps)
        assert found.contains(1)
        assert found.relative_width < 1e-12
    assert discrete_gaussian_steps(sigma="1e-300", eps=1, delta="1/100") == 0
    # So far up the steps of the loss are nothing.
    found, smooth = (
        made(sigma="1e300", eps="1e-300").log
        for made in (discrete_gaussian_delta, verified.gaussian_delta)
    )
    assert abs(found.enclosure.ball() / smooth.enclosure.ball() - 1) < fmpq(1, 10**10)
    level = fmpq(3, 4) / fmpq(10) ** 600
    found = discrete_gaussian_renyi(sigma="1e300", order="3/2")
    assert abs(found.enclosure.ball() / level - 1) < fmpq(1, 10**9)
    found = discrete_gaussian_sigma(eps=1, delta="1e-10000")
    low, high = (discrete_gaussian_delta(sigma=end, eps=1).log for end in (found.low, found.high))
    goal = verified.log("1e-10000")
    assert low > goal
    assert high <= goal


@pytest.mark.parametrize("bits", [64, 300])
def test_sums_of_many_places_are_an_integral_and_corrections(bits: int) -> None:
    rng = random.Random(bits)
    with precision(bits):
        for _ in range(20):
            size = fmpq(rng.randint(112, 700), 7)
            first = rng.randint(-40, 12 * int(size))
            found = tail_sum(size, first)
            assert found is not None
            terms = (
                (arb(-x * x) / arb(2 * size * size)).exp()
                for x in range(first, first + int(30 * size))
            )
            assert found.overlaps(sum(terms, arb(0)))
            assert found.rel_accuracy_bits() > bits - 24


@pytest.mark.parametrize("bits", [64, 300])
def test_the_noise_s_mass_by_either_series(bits: int) -> None:
    rng = random.Random(bits)
    with precision(bits):
        for _ in range(20):
            size, moved = fmpq(rng.randint(10, 600), 300), fmpq(rng.randint(0, 99), 100)
            terms = (
                (-(arb(x - moved) ** 2) / arb(2 * size * size)).exp() for x in range(-90, 91)
            )
            found = mass_of(size, moved)
            assert found.overlaps(sum(terms, arb(0)))
            assert found.rel_accuracy_bits() > bits - 24


def test_least_noise_of_small_levels_is_quick_and_right() -> None:
    for eps, delta in (("0", "1e-100"), ("1e-12", "1e-3"), ("1e300", "1e-3")):
        found = discrete_gaussian_sigma(eps=eps, delta=delta)
        goal = fmpq(*Fraction(delta).as_integer_ratio())
        low, high = (
            discrete_gaussian_delta(sigma=end, eps=eps) for end in (found.low, found.high)
        )
        assert low > goal
        assert high <= goal
