"""The least ρ of zCDP, and divergences of order 1: against floats that share no code, what is known
in closed form, and finite mechanisms."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq

import verified
from verified.accounting.compositions import Composition, gaussian_round, laplace_round
from verified.accounting.concentrated import Bounded, least_rho
from verified.errors import InputError

ORDERS = [1 + 10 ** (place / 40) for place in range(-160, 240)]


def largest(divergence: Callable[[float], float]) -> float:
    """The largest D_α/α over some orders, in floats."""
    return max(divergence(order) / order for order in ORDERS)


def close(found: Any, value: float, below: float = 1e-3) -> bool:
    """Whether a certified supremum is no less than a value reached, and hardly more."""
    return bool(value * (1 - 1e-12) <= found.float_up and found.float_down <= value * (1 + below))


def of_laplace(a: float) -> Callable[[float], float]:
    """D_α of Laplace noise (Mironov 2017, Proposition 6)."""

    def divergence(order: float) -> float:
        first = math.log(order / (2 * order - 1)) + (order - 1) * a
        second = math.log((order - 1) / (2 * order - 1)) - order * a
        return (max(first, second) + math.log1p(math.exp(-abs(first - second)))) / (order - 1)

    return divergence


def of_masses(p: list[float], q: list[float]) -> Callable[[float], float]:
    """D_α of two laws."""

    def divergence(order: float) -> float:
        logs = [order * math.log(a) + (1 - order) * math.log(b) for a, b in zip(p, q, strict=True)]
        top = max(logs)
        return (top + math.log(sum(math.exp(one - top) for one in logs))) / (order - 1)

    return divergence


@pytest.mark.parametrize("scale", ["1/3", 1, 2, 10])
def test_laplace_noise(scale: Any) -> None:
    found = verified.laplace_zcdp(scale=scale)
    assert close(found, largest(of_laplace(1 / float(Fraction(scale)))))
    assert found.relative_width <= 1e-12
    assert found < verified.dp_to_zcdp(level=verified.laplace_epsilon(scale=scale, delta=0).low)


@pytest.mark.parametrize("level", [0.1, 1, 4])
def test_responses_and_choices(level: float) -> None:
    odds = math.exp(level)
    p = [odds / (odds + 2), 1 / (odds + 2), 1 / (odds + 2)]
    found = verified.randomised_response_zcdp(symbols=3, level=level)
    assert close(found, largest(of_masses(p, [p[1], p[0], p[2]])))
    given = {"scores": [0, 1, 2], "other_scores": [1, 0, 2], "level": level}
    one, two = ([math.exp(level * s / 2) for s in given[name]] for name in
                ("scores", "other_scores"))  # type: ignore[union-attr]
    one, two = [x / sum(one) for x in one], [x / sum(two) for x in two]
    assert close(verified.exponential_mechanism_zcdp(**given), largest(of_masses(one, two)))
    worst = verified.exponential_mechanism_worst_zcdp(level=level)
    assert verified.exponential_mechanism_zcdp(**given) < worst
    # Cesar and Rogers 2021; for small levels it is nearly so much.
    eighth = fmpq(*float(level).as_integer_ratio()) ** 2 / 8
    assert worst <= eighth
    assert level > 1 or worst >= eighth * fmpq(9, 10)


def test_a_finite_mechanism_has_the_same() -> None:
    found = verified.randomised_response_zcdp(symbols=2, level="log(3)")
    rows = verified.zcdp([["3/4", "1/4"], ["1/4", "3/4"]])
    assert abs(found.float_up - rows.float_up) < 1e-12
    scores = {"scores": [0, 1], "other_scores": [1, 0], "level": "log(9)"}
    assert abs(verified.exponential_mechanism_zcdp(**scores).float_up - rows.float_up) < 1e-12


@pytest.mark.parametrize("call", [
    lambda steps: verified.laplace_zcdp(scale=2, steps=steps),
    lambda steps: verified.discrete_laplace_zcdp(scale=2, steps=steps, sensitivity=2),
    lambda steps: verified.staircase_zcdp(level=1, share="1/3", steps=steps),
    lambda steps: verified.randomised_response_zcdp(symbols=4, level=2, steps=steps),
    lambda steps: verified.subsampled_laplace_zcdp(sampling="1/10", scale=1, steps=steps),
    lambda steps: verified.noisy_max_zcdp(
        scores=[0, 1], other_scores=[1, 0], scale=2, steps=steps),
    lambda steps: verified.permute_and_flip_zcdp(
        scores=[0, 1, 2], other_scores=[1, 1, 1], level=1, steps=steps),
])
def test_rounds_add_up(call: Callable[[int], Any]) -> None:
    one, seven = call(1), call(7)
    assert one.float_down * 7 * (1 - 1e-11) <= seven.float_up
    assert seven.float_down <= 7 * one.float_up * (1 + 1e-11)


def test_no_order_has_more() -> None:
    scores = {"scores": [0, 1, 3], "other_scores": [1, 0, 3], "scale": 2}
    pairs = [
        (verified.noisy_max_zcdp(**scores),
         lambda order: verified.noisy_max_renyi(**scores, order=order)),
        (verified.discrete_laplace_zcdp(scale=3, sensitivity=2),
         lambda order: verified.discrete_laplace_renyi(scale=3, sensitivity=2, order=order)),
        (verified.staircase_zcdp(level=2, share="1/4"),
         lambda order: verified.staircase_renyi(level=2, share="1/4", order=order)),
        (verified.subsampled_laplace_zcdp(sampling="1/5", scale=1, steps=2, adjacency="replace"),
         lambda order: verified.subsampled_laplace_renyi(
             sampling="1/5", scale=1, steps=2, adjacency="replace", order=order)),
    ]
    orders = [fmpq(n, 8) for n in (9, 10, 12, 16, 20, 24, 32, 48, 80, 200, 800)]
    for found, divergence in pairs:
        best = max(divergence(order).float_down / float(order.p) * float(order.q)
                   for order in orders)
        assert best <= found.float_up
        assert found.float_down <= best * 1.3


# --- samples --------------------------------------------------------------------------------------


def test_gaussian_noise_on_samples_has_that_of_all_data() -> None:
    given = {"sampling": "1/100", "sigma": 2, "steps": 5}
    whole = verified.gaussian_zcdp(sigma=2, steps=5)
    for adjacency in ("remove", "add-or-remove"):
        found = verified.subsampled_gaussian_zcdp(**given, adjacency=adjacency)
        assert found.exact
        assert found == whole
    # It is a limit, from below.
    far = verified.subsampled_gaussian_renyi(**given, adjacency="remove", order=2000)
    assert far.float_up / 2000 < whole.float_down < far.float_up / 2000 * 1.1


@pytest.mark.parametrize("adjacency", ["remove", "add", "replace"])
@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize(("q", "ratio"), [("1/10", 1), ("1/2", 3), ("1/1000", "1/5")])
def test_order_one_is_the_mean_loss(noise: str, adjacency: str, q: str, ratio: Any) -> None:
    made = {"gaussian": gaussian_round, "laplace": laplace_round}[noise]
    each = made(1, ratio, q)
    found = Composition([(each, 3)], adjacency).renyi(1)
    assert found.width <= 1e-12
    rate, far = float(Fraction(q)), float(Fraction(ratio))

    def density(t: Any, moved: float) -> Any:
        if noise == "gaussian":
            return mpmath.npdf(t - moved)
        return mpmath.exp(-abs(t - moved)) / 2

    def mean(t: Any) -> Any:
        p = (1 - rate) * density(t, 0) + rate * density(t, far)
        other = far if adjacency != "replace" else -far
        q_ = density(t, 0)
        if adjacency == "replace":
            q_ = (1 - rate) * q_ + rate * density(t, other)
        if adjacency == "add":
            p, q_ = q_, p
        return p * mpmath.log(p / q_)

    kinks = [-60 if noise == "laplace" else -14, -far, 0, far, 60 if noise == "laplace" else 18]
    with mpmath.workdps(30):
        value = 3 * mpmath.quad(mean, kinks)
    assert abs(float(value) - float(found.ball().mid())) < 1e-9 * float(value) + 1e-18


def test_order_one_is_below_all_others() -> None:
    given = {"sampling": "1/10", "sigma": 1, "steps": 3}
    one = verified.subsampled_gaussian_renyi(**given, order=1)
    near = verified.subsampled_gaussian_renyi(**given, order="1000001/1000000")
    assert one < near
    assert near.float_up < one.float_down * 1.0001


def test_what_has_no_least_rho_is_refused() -> None:
    for adjacency in ("add", "replace"):
        with pytest.raises(InputError, match=f"adjacency is '{adjacency}'"):
            verified.subsampled_gaussian_zcdp(
                sampling="1/2", sigma=1, steps=1, adjacency=adjacency
            )
    assert verified.subsampled_gaussian_zcdp(
        sampling=1, sigma=1, steps=1, adjacency="replace"
    ).low == 2
    with pytest.raises(InputError, match="one kind"):
        Composition([(gaussian_round(1), 1), (laplace_round(1), 1)], "remove").zcdp()
    with pytest.raises(InputError, match="orders from 1 on"):
        verified.laplace_renyi(scale=1, order="1/2")


# --- the bound between orders ---------------------------------------------------------------------


def test_without_the_bound_between_orders_a_peak_is_missed() -> None:
    """Three losses, at ±1 and far out: the largest D_α/α lies between 1 and 2."""
    p = [fmpq(1, 2), fmpq(1, 2) - fmpq(1, 1000), fmpq(1, 1000)]
    q = [fmpq(1, 2) - fmpq(1, 10**9), fmpq(1, 2), fmpq(1, 10**9)]

    def divergence(order: fmpq) -> arb:
        pairs = list(zip(p, q, strict=True))
        if order == 1:
            return sum((a * arb(a / b).log() for a, b in pairs), arb(0))
        moment = sum((b * (order * arb(a / b).log()).exp() for a, b in pairs), arb(0))
        return moment.log() / (order - 1)

    losses = [arb(a / b).log() for a, b in zip(p, q, strict=True)]
    low, high = losses[1], losses[2]
    pair = Bounded(divergence, lambda: high, lambda: high - low)
    found = least_rho(pair, 1, fmpq(1, 10**9))
    values = [divergence(1 + fmpq(n, 64)) / (1 + fmpq(n, 64)) for n in range(1, 400)]
    best = max(values, key=lambda one: float(one.mid()))
    assert best.lower() <= found.high
    assert found.low <= best.upper() * fmpq(1001, 1000)
    assert best > divergence(fmpq(1))
    # A pair that claims to spread less, or to have smaller losses, is told too little.
    flat = Bounded(divergence, lambda: arb(0), lambda: arb(0))
    assert least_rho(flat, 1, fmpq(1, 10**9)).high < found.low
