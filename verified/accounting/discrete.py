"""Mechanisms with a discrete privacy loss: randomised response, discrete and staircase noise,
optimal composition of (ε₀,δ₀)-DP, thresholds, discrete Gaussian noise.

Each is told by one pair of laws P, Q with H(P‖Q) = H(Q‖P): those of the answers to two neighbours
that are `sensitivity` apart. Adjacency is whatever makes data sets neighbours.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from flint import arb, fmpq

from verified.accounting.compositions import EPSILON_WIDTH
from verified.accounting.enclosures import (
    WIDTH,
    Scalar,
    exponential,
    positive,
    positive_exponent,
    probability,
    refined,
    relative_width,
    whole,
)
from verified.accounting.lattice import Lattice
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.exact import rational


def _delta(made: Lattice, eps: Any, width: Any) -> Certified:
    return Certified(made.delta(eps, width), "", functools.partial(made.delta, eps))


def _epsilon(made: Lattice, delta: Any, width: Any) -> Certified:
    return Certified(made.epsilon(delta, width), "nats", functools.partial(made.epsilon, delta))


def _renyi(made: Lattice, order: Any, width: Any) -> Certified:
    return Certified(made.renyi(order, width), "nats", functools.partial(made.renyi, order))


# --- randomised response --------------------------------------------------------------------------


def _response(symbols: Any, level: Any, steps: Any) -> Lattice:
    count, unit = whole(symbols, "symbols", 2), positive_exponent(level, "level")

    def masses() -> Mapping[int, Scalar]:
        odds = exponential(unit)
        total = odds + count - 1
        found = {-1: odds / total, 1: 1 / total}
        if count > 2:
            found[0] = fmpq(count - 2) / total
        return found

    return Lattice(unit, masses, steps=whole(steps, "steps"))


def randomised_response_delta(
    *, symbols: Any, level: Any, eps: Any, steps: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least δ for which `steps` randomised responses with `symbols` answers are (ε, δ)-DP.

    Args:
        symbols: how many answers there are, 2 or more.
        level: the ε₀ of one response: the true answer is given with e^ε₀ times the probability of
            each other one. A number, or "log(3)".
        eps: any real number, in nats.
        steps: how many times the mechanism is used.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    return _delta(_response(symbols, level, steps), eps, width)


def randomised_response_epsilon(
    *, symbols: Any, level: Any, delta: Any, steps: Any = 1, width: Any = EPSILON_WIDTH
) -> Certified:
    """The least ε ≥ 0 for which such randomised responses are (ε, δ)-DP, 0 ≤ δ < 1.

    Arguments and errors are those of `randomised_response_delta`.
    """
    return _epsilon(_response(symbols, level, steps), delta, width)


def randomised_response_renyi(
    *, symbols: Any, level: Any, order: Any, steps: Any = 1, width: Any = WIDTH
) -> Certified:
    """The Rényi divergence of an order α > 0 of such randomised responses, in nats; of order 1 the
    Kullback–Leibler divergence.

    Arguments and errors are those of `randomised_response_delta`.
    """
    return _renyi(_response(symbols, level, steps), order, width)


# --- optimal composition --------------------------------------------------------------------------


def _approximate(level: Any, failure: Any, steps: Any) -> Lattice:
    unit, apart = positive_exponent(level, "level"), probability(failure, "failure")
    if apart == 1:
        raise InputError("failure is 1: such a mechanism promises nothing")

    def masses() -> Mapping[int, Scalar]:
        odds = exponential(unit)
        return {-1: (1 - apart) * odds / (1 + odds), 1: (1 - apart) / (1 + odds)}

    return Lattice(unit, masses, lambda: apart, whole(steps, "steps"))


def approximate_dp_delta(
    *, level: Any, failure: Any, steps: Any, eps: Any, width: Any = WIDTH
) -> Certified:
    """The least δ for which every adaptive composition of `steps` (ε₀,δ₀)-DP mechanisms is
    (ε, δ)-DP: optimal composition (Kairouz, Oh and Viswanath 2015, Theorem 3.3 at any ε).

    Args:
        level, failure: ε₀ and δ₀ of each mechanism.
        steps: how many there are.
        eps: any real number, in nats.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    return _delta(_approximate(level, failure, steps), eps, width)


def approximate_dp_epsilon(
    *, level: Any, failure: Any, steps: Any, delta: Any, width: Any = EPSILON_WIDTH
) -> Certified:
    """The least ε ≥ 0 for which every adaptive composition of `steps` (ε₀,δ₀)-DP mechanisms is
    (ε, δ)-DP; ∞ where δ is below 1 − (1 − δ₀)^k.

    Arguments and errors are those of `approximate_dp_delta`.
    """
    return _epsilon(_approximate(level, failure, steps), delta, width)


# --- discrete Laplace noise -----------------------------------------------------------------------


def _geometric(scale: Any, sensitivity: Any, steps: Any) -> Lattice:
    size, shift = positive(scale, "scale"), whole(sensitivity, "sensitivity")

    def masses() -> Mapping[int, Scalar]:
        ratio = arb(-1 / size).exp()
        # The loss of x is |x| − |x − Δ| in units of 1/b.
        found = {-shift: 1 / (1 + ratio), shift: ratio**shift / (1 + ratio)}
        for x in range(1, shift):
            found[2 * x - shift] = (1 - ratio) / (1 + ratio) * ratio**x
        return found

    return Lattice(1 / size, masses, steps=whole(steps, "steps"))


def discrete_laplace_delta(
    *, scale: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least δ for which `steps` discrete Laplace mechanisms (two-sided geometric noise) are
    (ε, δ)-DP.

    Args:
        scale: b, where whole noise x has a probability proportional to e^(−|x|/b).
        eps: any real number, in nats.
        steps: how many times the mechanism is used.
        sensitivity: the distance between whole answers to neighbours, a whole number.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    return _delta(_geometric(scale, sensitivity, steps), eps, width)


def discrete_laplace_epsilon(
    *, scale: Any, delta: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = EPSILON_WIDTH
) -> Certified:
    """The least ε ≥ 0 for which such mechanisms are (ε, δ)-DP, 0 ≤ δ < 1; for δ = 0 it is kΔ/b.

    Arguments and errors are those of `discrete_laplace_delta`.
    """
    return _epsilon(_geometric(scale, sensitivity, steps), delta, width)


def discrete_laplace_renyi(
    *, scale: Any, order: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The Rényi divergence of an order α > 0 of such mechanisms, in nats; of order 1 the
    Kullback–Leibler divergence.

    Arguments and errors are those of `discrete_laplace_delta`.
    """
    return _renyi(_geometric(scale, sensitivity, steps), order, width)


def discrete_laplace_threshold_delta(
    *, scale: Any, threshold: Any, sensitivity: Any = 1, strict: Any = False, width: Any = WIDTH
) -> Certified:
    """The probability with which a key that one data set alone has, with the count `sensitivity`,
    is released: its noisy count reaches the threshold. No smaller δ does for such a key.

    Args:
        scale: b of the discrete Laplace noise.
        threshold: a whole number.
        sensitivity: the key's count.
        strict: whether a noisy count that equals the threshold is held back; else it is released,
            and the mass at the threshold counts.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
    """
    size, shift = positive(scale, "scale"), whole(sensitivity, "sensitivity", 0)
    limit = rational(threshold, "threshold")
    if limit.q != 1:
        raise InputError(f"threshold is {limit}; it must be a whole number")
    least = int(limit.p) - shift + (1 if _truth(strict) else 0)

    def tail() -> Scalar:
        ratio = arb(-1 / size).exp()
        if least >= 1:
            return ratio**least / (1 + ratio)
        return 1 - ratio ** (1 - least) / (1 + ratio)

    def found(wide: Any) -> Any:
        return refined(tail, relative_width(wide))

    return Certified(found(width), "", found)


def _truth(value: Any) -> bool:
    if value in (True, "true", "1", 1):
        return True
    if value in (False, "false", "0", 0):
        return False
    raise InputError(f"strict is {value!r}; it must be true or false")


# --- staircase noise ------------------------------------------------------------------------------


def staircase_delta(
    *, level: Any, share: Any, eps: Any, steps: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least δ at ε for the answers of a staircase mechanism (Geng and Viswanath 2014) to two
    neighbours that are exactly its sensitivity Δ apart, `steps` times.

    Args:
        level: the mechanism's ε₀.
        share: γ in [0, 1]: the density falls by e^−ε₀ at (n + γ)Δ for n = 0, 1, …
        eps: any real number, in nats.
        steps: how many times the mechanism is used.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    unit, gamma = positive_exponent(level, "level"), probability(share, "share")

    def masses() -> Mapping[int, Scalar]:
        fall = 1 / exponential(unit)
        height = (1 - fall) / (2 * (gamma + fall * (1 - gamma)))
        # On [0, Δ] both densities have one step; outside the loss is ±ε₀ throughout.
        edge = min(gamma, 1 - gamma)
        middle = height * (1 - 2 * gamma) * fall if gamma < 1 - gamma else height * (2 * gamma - 1)
        return {-1: fmpq(1, 2) + height * edge, 0: middle, 1: fall / 2 + height * fall * edge}

    return _delta(Lattice(unit, masses, steps=whole(steps, "steps")), eps, width)


__all__ = [
    "approximate_dp_delta", "approximate_dp_epsilon", "discrete_laplace_delta",
    "discrete_laplace_epsilon", "discrete_laplace_renyi", "discrete_laplace_threshold_delta",
    "randomised_response_delta", "randomised_response_epsilon", "randomised_response_renyi",
    "staircase_delta",
]
