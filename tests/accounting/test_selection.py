"""Choices on given scores, against sums over orders, coins and candidates and against quadrature in
mpmath; and the exponential mechanism at its worst, against a search over scores."""

from __future__ import annotations

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
    close,
    exponential_law,
    flipped_law,
    noised_law,
    stick,
)
from verified.accounting.choices import exponential_mechanism, laplace_noise, permute_and_flip
from verified.accounting.enclosures import LogOf
from verified.accounting.formal import Formal, TooManyTermsError
from verified.accounting.pairs import Choice, Pair
from verified.errors import InputError

SCORES = some.lists(some.integers(-6, 6).map(lambda n: Fraction(n, 2)), min_size=1, max_size=4)


# --- probabilities --------------------------------------------------------------------------------


@settings(deadline=None, max_examples=12)
@given(SCORES, some.sampled_from(["1/3", "1", "4", "log(3)"]))
def test_probabilities_are_those_of_a_sum_over_orders_and_coins(
    scores: list[Fraction], level: str
) -> None:
    with mp.workdps(DIGITS):
        rate = (mpmath.log(3) if level == "log(3)" else as_mpf(level)) / 4
        for place, (chosen, flipped) in enumerate(
            zip(exponential_law(scores, rate), flipped_law(scores, rate), strict=True)
        ):
            shared: dict[str, Any] = {
                "scores": scores, "candidate": place, "level": level, "sensitivity": 2
            }
            assert close(verified.exponential_mechanism_probability(**shared), chosen)
            assert close(verified.permute_and_flip_probability(**shared), flipped)


@pytest.mark.parametrize(
    "scores", [[0, 1, 2], [0, 0, 3, 3], [Fraction(1, 3), 5, 5], [2], [0, 40], [7, 7]]
)
def test_noisy_maxima_are_their_integrals(scores: list[Any]) -> None:
    with mp.workdps(25):
        for place, truth in enumerate(noised_law(scores, mpf(3) / 2)):
            found = verified.noisy_max_probability(scores=scores, candidate=place, scale="3/2")
            assert close(found, truth, 1e-12), (place, found, truth)


def test_noise_of_other_kinds_is_a_mechanism_of_its_own() -> None:
    scores = [0, "1/2", 3]
    with mp.workdps(25):
        for place in range(3):
            asked: dict[str, Any] = {"scores": scores, "candidate": place}
            gumbel = verified.noisy_max_probability(**asked, scale=2, noise="gumbel")
            assert gumbel.digits(15) == verified.exponential_mechanism_probability(
                **asked, level=1
            ).digits(15)
            # By quadrature over exponential noise of scale 2, which shares no formula with coins.
            sizes = [as_mpf(score) for score in scores]
            own = sizes[place]
            truth = mpmath.quad(
                lambda x, own=own, sizes=sizes, place=place: mpmath.exp(-(x - own) / 2) / 2
                * mpmath.fprod(
                    1 - mpmath.exp(-(x - size) / 2) if x > size else 0
                    for other, size in enumerate(sizes) if other != place
                ),
                [3, 10, 40, 150],
            )
            found = verified.noisy_max_probability(**asked, scale=2, noise="exponential")
            assert close(found, truth, 1e-12)


@pytest.mark.parametrize("law", [exponential_mechanism, permute_and_flip, laplace_noise])
def test_probabilities_sum_to_one_as_formal_sums_too(law: Any) -> None:
    choice = Choice(law, tuple(fmpq(n, 3) for n in (0, 1, 1, 5, -4)), fmpq(1))
    masses, total = choice.formal
    assert (sum(masses[1:], masses[0]) - total).is_zero(fmpq(1))
    assert not (masses[0] - masses[1]).is_zero(fmpq(1))
    assert abs(sum(choice.probabilities(), arb(0)) - 1) < arb(10) ** -15


def test_tiny_probabilities_keep_their_digits() -> None:
    found = verified.permute_and_flip_probability(scores=[0, 4000, 4000], candidate=0, level=1)
    with mp.workdps(60):
        p = mpmath.exp(-2000)
        # p ∫ (1 − t)² dt.
        assert mpmath.almosteq(mpf(found.log.digits(30)), mpmath.log(p / 3), mpf(10) ** -28)
    laplace = verified.noisy_max_probability(scores=[0, 3000], candidate=0, scale=1)
    with mp.workdps(60):
        # Of two the smaller wins with (1/2 + d/4) e^−d.
        truth = mpmath.log(mpf(1) / 2 + mpf(3000) / 4) - 3000
        assert mpmath.almosteq(mpf(laplace.log.digits(30)), truth, mpf(10) ** -28)


# --- two score vectors ----------------------------------------------------------------------------

_BOTH = [([0, 1, 2], [1, 0, 2]), ([0, 1, 2], ["1/2", "1/2", "5/2"]), ([5, 5], [5, 6]),
         ([0, 0, 9], [1, "-1", 9])]


@pytest.mark.parametrize(("scores", "other"), _BOTH)
@pytest.mark.parametrize("eps", ["0", "1/8", "-1/3", "1/2", "800", "-800"])
def test_delta_is_the_sum_over_candidates(scores: list[Any], other: list[Any], eps: str) -> None:
    with mp.workdps(DIGITS):
        one, two = ([Fraction(x) for x in part] for part in (scores, other))
        shared: dict[str, Any] = {"scores": scores, "other_scores": other, "level": 2, "eps": eps}
        exact = stick(exponential_law(one, mpf(1)), exponential_law(two, mpf(1)), as_mpf(eps))
        assert close(verified.exponential_mechanism_delta(**shared), exact)
        flips = stick(flipped_law(one, mpf(1)), flipped_law(two, mpf(1)), as_mpf(eps))
        assert close(verified.permute_and_flip_delta(**shared), flips)
    if eps in ("0", "1/8"):
        with mp.workdps(25):
            noised = stick(noised_law(one, mpf(1)), noised_law(two, mpf(1)), as_mpf(eps))
            found = verified.noisy_max_delta(scores=scores, other_scores=other, scale=1, eps=eps)
            assert close(found, noised, 1e-12)


@pytest.mark.parametrize(("scores", "other"), _BOTH)
def test_divergences_are_the_sums_over_candidates(scores: list[Any], other: list[Any]) -> None:
    with mp.workdps(DIGITS):
        one, two = ([Fraction(x) for x in part] for part in (scores, other))
        p, q = flipped_law(one, mpf(1)), flipped_law(two, mpf(1))
        shared: dict[str, Any] = {"scores": scores, "other_scores": other, "level": 2}
        pairs = list(zip(p, q, strict=True))
        assert close(verified.permute_and_flip_renyi(**shared, order=1),
                      mpmath.fsum(a * mpmath.log(a / b) for a, b in pairs))
        for order in ("1/2", "3", "100"):
            power = as_mpf(order)
            truth = mpmath.log(mpmath.fsum(a**power * b ** (1 - power) for a, b in pairs))
            found = verified.permute_and_flip_renyi(**shared, order=order)
            assert close(found, truth / (power - 1))
        greatest = max(mpmath.log(a / b) for a, b in pairs)
        assert close(verified.permute_and_flip_epsilon(**shared, delta=0), greatest)


def test_the_least_epsilon_is_certified_on_both_sides() -> None:
    shared: dict[str, Any] = {"scores": [0, 1, 2], "other_scores": [1, 0, 1], "level": 1}
    found = verified.exponential_mechanism_epsilon(**shared, delta="1e-3")
    assert verified.exponential_mechanism_delta(**shared, eps=found.high) <= "1e-3"
    assert verified.exponential_mechanism_delta(**shared, eps=found.low) > "1e-3"
    assert verified.exponential_mechanism_epsilon(**shared, delta="1/2").high == 0


def test_ties_are_exact() -> None:
    swapped: dict[str, Any] = {"scores": [0, 1], "other_scores": [1, 0]}
    for level, eps in ((1, "1/2"), ("1/7", "1/14"), ("log(9)", "log(3)"), (1, 1)):
        assert verified.exponential_mechanism_delta(**swapped, level=level, eps=eps).high == 0
    # √3 is irrational, and e^(1/2) is no power of 3.
    assert verified.exponential_mechanism_delta(**swapped, level="log(3)", eps="log(1.73)") > 0
    assert verified.exponential_mechanism_delta(**swapped, level="log(3)", eps="log(1.74)") == 0
    below = verified.exponential_mechanism_delta(**swapped, level=1, eps="0.49999999999999999999")
    assert below > 0
    assert below < "1e-19"
    # Of two candidates p/2 against 1 − p/2, where p = e^(−ε₀/2).
    pair = Pair(*(Choice(permute_and_flip, scores, LogOf(4))
                  for scores in ((fmpq(1, 2), fmpq(0)), (fmpq(0), fmpq(1, 2)))))
    assert pair.delta("log(3)", "1e-12").high == 0
    assert pair.delta("log(2.9)", "1e-12").low > 0
    noise: dict[str, Any] = {"scores": [0, 0, 1], "other_scores": [0, 0, 1], "scale": 1}
    assert verified.noisy_max_delta(**noise, eps=0).high == 0


def test_equal_laws_and_a_single_candidate() -> None:
    moved: dict[str, Any] = {"scores": [0, "1/3"], "other_scores": [1, "4/3"], "level": 1}
    one: dict[str, Any] = {"scores": [4], "other_scores": [5], "level": 1}
    for asked in (moved, one):
        for name in ("exponential_mechanism", "permute_and_flip"):
            assert verified.value(f"{name}_delta", **asked, eps=0).high == 0
            assert verified.value(f"{name}_delta", **asked, eps="log(1/4)") == "3/4"
            assert verified.value(f"{name}_epsilon", **asked, delta=0).high == 0
            assert verified.value(f"{name}_renyi", **asked, order=2).high == 0
    noise: dict[str, Any] = {"scores": [4], "other_scores": [9], "scale": 1}
    assert verified.noisy_max_epsilon(**noise, delta=0).high == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"scores": 3}, "scores is one number"),
        ({"scores": []}, "scores has 0 candidates"),
        ({"scores": [0, float("inf")]}, "which is not finite"),
        ({"other_scores": [0]}, "they must be as many"),
        ({"other_scores": [0, 3]}, "farther apart than the sensitivity"),
        ({"sensitivity": float("inf")}, "sensitivity is inf"),
        ({"sensitivity": 0}, "must be positive"),
        ({"level": 0}, "must be positive"),
        ({"level": "log(1)"}, "must be positive"),
        ({"eps": "nan"}, "eps"),
    ],
)
def test_what_is_refused(change: dict[str, Any], told: str) -> None:
    asked: dict[str, Any] = {
        "scores": [0, 1], "other_scores": [1, 0], "level": 1, "eps": 1, **change
    }
    for name in ("exponential_mechanism_delta", "permute_and_flip_delta"):
        with pytest.raises(InputError, match=told):
            verified.value(name, **asked)
    with pytest.raises(InputError, match="noise is"):
        verified.noisy_max_delta(scores=[0], other_scores=[0], scale=1, eps=0, noise="normal")
    with pytest.raises(InputError, match="there are 2"):
        verified.exponential_mechanism_probability(scores=[0, 1], candidate=2, level=1)


def test_texts_and_arrays_are_scores_too() -> None:
    import numpy as np

    given = verified.value("exponential_mechanism_probability", "0, 1/2", 1, 1)
    array = verified.exponential_mechanism_probability(
        scores=np.array([0, 0.5]), candidate=1, level=1
    )
    assert given.digits(15) == array.digits(15)
    many = verified.values(
        "exponential_mechanism_delta", scores=[0, 1], other_scores=[1, 1], level=1, eps=[0, 1]
    )
    assert len(many) == 2


# --- formal sums ----------------------------------------------------------------------------------


def test_formal_sums_know_powers_of_rationals() -> None:
    half = Formal.exponential(fmpq(1, 2))
    assert (half * half - Formal.exponential(fmpq(1))).is_zero(fmpq(1))
    # 9^(1/2) = 3, 8^(2/3) = 4, (4/9)^(−1/2) = 3/2, 2^(1/2) is irrational.
    assert (half - 3).is_zero(LogOf(fmpq(9)))
    assert (Formal.exponential(fmpq(2, 3)) - 4).is_zero(LogOf(fmpq(8)))
    assert (Formal.exponential(fmpq(-1, 2)) - fmpq(3, 2)).is_zero(LogOf(fmpq(4, 9)))
    assert not (half - fmpq(7, 5)).is_zero(LogOf(fmpq(2)))
    assert not (half * 3 + 1).is_zero(LogOf(fmpq(9)))
    with pytest.raises(TooManyTermsError):
        Formal({fmpq(n, 7): fmpq(1) for n in range(6000)})


# --- at its worst ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["1/10", "1", "6", "log(3)"])
@pytest.mark.parametrize("share", ["0", "1/3", "-1/3", "9/10", "1", "2", "-1", "-2"])
def test_the_worst_delta_is_that_of_two_candidates_far_enough_apart(
    level: str, share: str
) -> None:
    with mp.workdps(DIGITS):
        span = mpmath.log(3) if level == "log(3)" else as_mpf(level)
        if level == "log(3)" and share not in ("0", "1", "-1"):
            return
        eps: Any = {"0": 0, "1": "log(3)", "-1": "log(1/3)"}[share] if level == "log(3)" else (
            Fraction(level) * Fraction(share))
        at = span * as_mpf(share)
        found = verified.exponential_mechanism_worst_delta(level=level, eps=eps)
        # A law on two candidates has losses t and t − ε₀ for any t between 0 and ε₀.
        def pair(t: Any) -> Any:
            q = (mpmath.exp(-t) - mpmath.exp(-span)) / (1 - mpmath.exp(-span))
            p = q * mpmath.exp(t)
            return stick([p, 1 - p], [q, 1 - q], at)

        best = max(pair(span * n / 200) for n in range(201))
        assert as_mpf(found.high) >= best - mpf(10) ** -30
        top = pair((at + span) / 2) if abs(at) < span else max(mpf(0), 1 - mpmath.exp(at))
        assert close(found, top)
        assert best > as_mpf(found.low) * (1 - mpf(10) ** -3) - mpf(10) ** -30


@settings(deadline=None, max_examples=30)
@given(some.data())
def test_no_scores_are_worse_than_the_worst(data: Any) -> None:
    count = data.draw(some.integers(2, 5))
    tenths = some.integers(-30, 30).map(lambda n: Fraction(n, 10))
    steps = some.integers(-10, 10).map(lambda n: Fraction(n, 10))
    scores = data.draw(some.lists(tenths, min_size=count, max_size=count))
    other = [score + data.draw(steps) for score in scores]
    level, eps = data.draw(some.sampled_from(["1/2", "3"])), data.draw(some.floats(-2, 3))
    asked: dict[str, Any] = {"scores": scores, "other_scores": other, "level": level}
    here = verified.exponential_mechanism_delta(**asked, eps=eps)
    assert here.low <= verified.exponential_mechanism_worst_delta(level=level, eps=eps).high
    for order in ("1/2", 1, 2, 50):
        there = verified.exponential_mechanism_worst_renyi(level=level, order=order)
        assert verified.exponential_mechanism_renyi(**asked, order=order).low <= there.high


@pytest.mark.parametrize("order", ["1/2", "9/10", "1", "2", "30"])
@pytest.mark.parametrize("level", ["1/8", "2", "20"])
def test_the_worst_divergence_is_reached(order: str, level: str) -> None:
    with mp.workdps(DIGITS):
        span, power = as_mpf(level), as_mpf(order)

        def divergence(t: Any) -> Any:
            q = (mpmath.exp(-t) - mpmath.exp(-span)) / (1 - mpmath.exp(-span))
            p = q * mpmath.exp(t)
            if power == 1:
                return p * t + (1 - p) * (t - span)
            rest = (1 - q) * mpmath.exp(power * (t - span))
            return mpmath.log(q * mpmath.exp(power * t) + rest) / (power - 1)

        grid = [span * n / 400 for n in range(1, 400)]
        best = max(divergence(t) for t in grid)
        found = verified.exponential_mechanism_worst_renyi(level=level, order=order)
        assert as_mpf(found.high) >= best
        assert as_mpf(found.low) <= best * (1 + mpf(10) ** -2)


def test_the_worst_epsilon_is_the_inverse_of_the_worst_delta() -> None:
    for level in ("1/2", "5", "log(3)"):
        for delta in ("1e-300", "1e-9", "1/100"):
            found = verified.exponential_mechanism_worst_epsilon(level=level, delta=delta)
            assert verified.exponential_mechanism_worst_delta(
                level=level, eps=found.narrowed("1e-30").high
            ) <= delta
        at_zero = verified.exponential_mechanism_worst_delta(level=level, eps=0)
        assert verified.exponential_mechanism_worst_epsilon(level=level, delta="0.99").high == 0
        if level != "log(3)":
            with mp.workdps(DIGITS):
                assert close(at_zero, mpmath.tanh(as_mpf(level) / 4))
    exact = verified.exponential_mechanism_worst_epsilon(level="1/2", delta=0)
    assert exact.low == exact.high == Fraction(1, 2)
    assert math.isclose(
        verified.exponential_mechanism_worst_delta(level=2000, eps=1000).float_up, 1
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda: verified.exponential_mechanism_worst_delta(level=0, eps=1),
        lambda: verified.exponential_mechanism_worst_delta(level=float("inf"), eps=1),
        lambda: verified.exponential_mechanism_worst_epsilon(level=1, delta=1),
        lambda: verified.exponential_mechanism_worst_renyi(level=1, order=0),
    ],
)
def test_what_the_worst_refuses(call: Any) -> None:
    with pytest.raises(InputError):
        call()
