"""δ and the least noise on Gaussian and mixture priors, and the scales of transport plans."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from scipy.optimize import linprog
from scipy.signal import fftconvolve
from scipy.special import ndtr

from verified.accounting import (
    InputError,
    NotReachedError,
    Prior,
    average_scale,
    component_plan,
    gaussian_prior,
    mixture_prior,
    prior_delta,
    prior_least_scale,
    prior_of,
    rounded_up,
    support_scale,
    tau_star,
)

NARROW, WIDE = gaussian_prior(0, 1), gaussian_prior(1, 2)
MIXED = mixture_prior(["1/3", "1/3", "1/3"], [9, 10, 13], ["1/2", 2, 1])
OTHER = mixture_prior(["1/2", "1/4", "1/4"], [8, 10, 14], ["1/3", 2, "3/2"])


def shifted(shift: float, deviation: float, eps: float) -> float:
    """The closed form of two normal laws with one deviation (Balle and Wang 2018)."""
    t = shift / deviation
    return float(ndtr(t / 2 - eps / t) - math.exp(eps) * ndtr(-t / 2 - eps / t))


def by_sums(one: Prior, two: Prior, scale: float, eps: float) -> float:
    """δ of Laplace noise from densities convolved on a fine grid: no closed form but that of laws
    without noise."""
    grid = np.linspace(-60, 80, 28_001)
    step = grid[1] - grid[0]

    def released(prior: Prior) -> Any:
        plain = sum(
            float(part.weight) * np.exp(-(grid - float(part.location)) ** 2 / 2
                                        / float(part.spread)) / math.sqrt(
                2 * math.pi * float(part.spread))
            for part in prior.parts
        )
        reach = np.arange(-14_000, 14_001) * step
        noise = np.exp(-np.abs(reach) / scale) / (2 * scale)
        return fftconvolve(plain, noise / (noise.sum() * step), mode="same") * step

    p, q = released(one), released(two)
    gains = (np.maximum(a - math.exp(eps) * b, 0) for a, b in ((p, q), (q, p)))
    return max(float(gain.sum() * step) for gain in gains)


def test_delta_of_gaussian_noise_is_the_closed_form() -> None:
    one, two = gaussian_prior(0, 3), gaussian_prior("5/2", 3)
    found = prior_delta(one, two, noise="gaussian", scale=4, eps="1/3")
    assert found.float_down == pytest.approx(shifted(2.5, 5, 1 / 3), rel=1e-12)
    assert found.relative_width <= 1e-12


@pytest.mark.parametrize("pair", [(NARROW, WIDE), (MIXED, OTHER)])
def test_delta_of_laplace_noise_is_that_of_convolved_densities(pair: tuple[Prior, Prior]) -> None:
    for scale, eps in ((1.0, 0.25), (3.0, 0.0)):
        found = prior_delta(*pair, noise="laplace", scale=scale, eps=eps)
        assert found.float_down == pytest.approx(by_sums(*pair, scale, eps), abs=2e-5)


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
@pytest.mark.parametrize("pair", [(NARROW, WIDE), (MIXED, OTHER)])
def test_more_noise_never_tells_more(noise: str, pair: tuple[Prior, Prior]) -> None:
    found = [
        prior_delta(*pair, noise=noise, scale=scale, eps="1/4", width="1e-6")
        for scale in (0, "1/100", "1/2", 1, 3, 10)
    ]
    assert all(a.high >= b.low for a, b in itertools.pairwise(found))


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
@pytest.mark.parametrize("delta", ["1/10", "1e-6"])
def test_a_least_scale_is_certified_on_both_sides(noise: str, delta: str) -> None:
    found = prior_least_scale(NARROW, WIDE, noise=noise, eps=1, delta=delta, width="1e-20")
    assert 0 < found.low < found.high
    assert found.relative_width <= 1e-20
    below, above = (
        prior_delta(NARROW, WIDE, noise=noise, scale=end, eps=1, width="1e-30")
        for end in (found.low, found.high)
    )
    assert below.at_most(delta) is False
    assert above.at_most(delta) is True


def test_a_least_scale_near_the_end_of_the_tails_is_found() -> None:
    # From b = √8 on the laws' tails no longer differ by e^ε, and δ is 0.
    found = prior_least_scale(
        gaussian_prior(0, 1), gaussian_prior(0, 3), noise="laplace", eps="1/2", delta="1e-6"
    )
    assert found.digits(10) == "2.828176206"


def test_laws_that_are_alike_enough_need_no_noise() -> None:
    found = prior_least_scale(NARROW, gaussian_prior(0, 1), noise="laplace", eps=0, delta="1e-9")
    assert found.low == found.high == 0
    near = prior_least_scale(NARROW, gaussian_prior("1/10", 1), noise="laplace", eps=1, delta="0.1")
    assert near.low == near.high == 0
    assert prior_delta(NARROW, NARROW, noise="laplace", scale=1, eps=0).high == 0


@pytest.mark.parametrize("eps", ["701", "1e5", "1e400"])
def test_a_level_beyond_floats_needs_no_noise_where_a_smaller_one_needs_none(eps: str) -> None:
    found = prior_least_scale(NARROW, WIDE, noise="gaussian", eps=eps, delta="1/10")
    assert found.low == found.high == 0


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
def test_a_level_beyond_floats_at_which_noise_is_needed_is_refused(noise: str) -> None:
    # δ is 1 without noise, at ε = 1000 too.
    far = gaussian_prior(1000, 1)
    with pytest.raises(NotReachedError, match="eps is above 700"):
        prior_least_scale(NARROW, far, noise=noise, eps=1000, delta="1/10")


def test_a_delta_that_may_be_zero_is_enclosed_from_zero() -> None:
    found = prior_delta(NARROW, gaussian_prior(1, "1.1"), noise="laplace", scale=2, eps=1)
    assert found.low == 0
    assert found.high < 1e-30


def test_variances_may_have_irrational_roots() -> None:
    by_variance = prior_of([1], [0], ["2"])
    found = prior_delta(by_variance, WIDE, noise="laplace", scale=1, eps=0)
    near = prior_delta(
        gaussian_prior(0, "1.41421356237309504880"), WIDE, noise="laplace", scale=1, eps=0)
    assert found.float_down == pytest.approx(near.float_down, rel=1e-14)
    with pytest.raises(InputError, match="isn't rational"):
        component_plan(by_variance, WIDE)


@pytest.mark.parametrize("pair", [(MIXED, OTHER), (OTHER, MIXED), (NARROW, OTHER)])
def test_a_plan_is_the_linear_program_s(pair: tuple[Prior, Prior]) -> None:
    plan = component_plan(*pair)
    one, two = (prior.parts for prior in pair)
    costs = [
        (float(p.location - q.location)) ** 2
        + (math.sqrt(float(p.spread)) - math.sqrt(float(q.spread))) ** 2
        for p in one for q in two
    ]
    sums = np.zeros((len(one) + len(two), len(costs)))
    for m, k in itertools.product(range(len(one)), range(len(two))):
        sums[m, m * len(two) + k] = sums[len(one) + k, m * len(two) + k] = 1
    again = linprog(costs, A_eq=sums, b_eq=[float(part.weight) for part in (*one, *two)])
    assert float(plan.cost) == pytest.approx(again.fun, abs=1e-9)
    assert [sum(row, fmpq(0)) for row in plan.weights] == [part.weight for part in one]
    assert [sum(row, fmpq(0)) for row in zip(*plan.weights, strict=True)] == [
        part.weight for part in two]


def test_the_largest_over_the_support_is_enough_and_the_average_may_not_be() -> None:
    one = mixture_prior(["9/10", "1/10"], [0, 100], ["1/100", "1/100"])
    two = mixture_prior(["9/10", "1/10"], [0, 130], ["1/100", "1/100"])
    plan = component_plan(one, two)
    average, support = (rule(plan, 1, "1/100") for rule in (average_scale, support_scale))
    assert average < support
    for scale, enough in ((average, False), (support, True)):
        used = rounded_up(scale)
        assert used >= scale.lower()
        found = prior_delta(one, two, noise="laplace", scale=used, eps=1)
        assert found.at_most("1/100") is enough


def test_tau_star_is_the_two_sided_quantile() -> None:
    assert float(tau_star(fmpq(1, 20))) == pytest.approx(1.959963984540054, rel=1e-15)
    assert abs((tau_star(fmpq(3, 10)) / arb(2).sqrt()).erfc() - arb(fmpq(3, 10))) < 1e-14


@pytest.mark.parametrize(("wrong", "message"), [
    ({"noise": "cauchy"}, 'must be "laplace" or "gaussian"'),
    ({"eps": -1}, "eps is -1"),
    ({"delta": 0}, "delta is 0"),
    ({"delta": 1}, "delta is 1"),
])
def test_what_a_least_scale_refuses(wrong: dict[str, Any], message: str) -> None:
    given = {"noise": "laplace", "eps": 1, "delta": "1/10", **wrong}
    with pytest.raises(InputError, match=message):
        prior_least_scale(NARROW, WIDE, **given)


def test_what_priors_refuse() -> None:
    with pytest.raises(InputError, match="sum to 1"):
        mixture_prior(["1/2", "1/3"], [0, 1], [1, 1])
    with pytest.raises(InputError, match="as many weights"):
        mixture_prior([1], [0, 1], [1, 1])
    with pytest.raises(InputError, match="must be positive"):
        gaussian_prior(0, 0)
    with pytest.raises(InputError, match="at least 0"):
        prior_delta(NARROW, WIDE, noise="laplace", scale=-1, eps=1)


def test_a_translation_that_the_noise_hides_has_no_delta() -> None:
    """|d| ≤ ε b: 0 and nothing else, where no precision would tell; a little more isn't hidden."""
    for one, two in (
        (gaussian_prior(0, 1), gaussian_prior(1, 1)),
        (mixture_prior(["1/3", "2/3"], [5, 0], [1, 2]), mixture_prior(["2/3", "1/3"], [-1, 4],
                                                                      [2, 1])),
    ):
        found = prior_delta(one, two, noise="laplace", scale=1, eps=1)
        assert (found.low, found.high) == (0, 0)
        assert prior_delta(one, two, noise="laplace", scale="9/10", eps=1).low > 0
        assert prior_delta(one, two, noise="gaussian", scale=1, eps=1).low > 0


def test_a_component_far_from_the_others() -> None:
    """An outlier, as a user's table may have: an end of the event lies where next to nothing does,
    and moves far with the scale."""
    one = mixture_prior(["4/5", "2/15", "1/15"], [3, "9.5", 10**9], ["1.5", 1, "0.03"])
    two = mixture_prior(["3/5", "1/4", "3/20"], [5, 12, 13], [1, 1, "1.2"])
    for delta, least in (("1/2", 0.232300), ("1/100", 2.76818e8)):
        found = prior_least_scale(one, two, noise="laplace", eps=1, delta=delta, width="1e-14")
        assert float(found.low) == pytest.approx(least, rel=1e-4)


def test_an_event_that_has_just_opened() -> None:
    """Grades that a mixture fits with parts as narrow as they may be: at a rough scale the best
    event has an interval that is hardly open, whose ends Newton's method doesn't find."""
    grades = mixture_prior(
        ["357249/1000000", "341592/1000000", "301159/1000000"],
        ["2539629/1000000", 4, "5400313/1000000"], ["0.450145723041", "0.001", "0.400929576"],
    )
    later = mixture_prior(
        ["363745/1000000", "347263/1000000", "288992/1000000"],
        ["3464295/1000000", 5, "6275482/1000000"], ["0.670631604", "0.001", "0.203171055"],
    )
    found = prior_least_scale(grades, later, noise="laplace", eps=1, delta="0.3", width="1e-12")
    assert found.low < found.high <= found.low * (1 + Fraction(1, 10**12))
    below, above = (
        prior_delta(grades, later, noise="laplace", scale=scale, eps=1)
        for scale in (found.low, found.high)
    )
    assert below.low > Fraction(3, 10) >= above.high
