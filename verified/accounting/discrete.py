"""Mechanisms with a discrete privacy loss: randomised response, discrete and staircase noise,
optimal composition of (ε₀,δ₀)-DP.

Each is told by one pair of laws P, Q with H(P‖Q) = H(Q‖P): those of the answers to two neighbours
that are `sensitivity` apart. Adjacency is whatever makes data sets neighbours.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from flint import arb, fmpq

from verified.accounting.compositions import EPSILON_WIDTH, NOISE_WIDTH
from verified.accounting.concentrated import Bounded, concentrated
from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Scalar,
    any_delta,
    check_met,
    exponent,
    exponential,
    least_argument,
    most_within,
    nats,
    positive,
    positive_exponent,
    probability,
    refined,
    relative_width,
    whole,
)
from verified.accounting.lattice import Lattice, check_places, times
from verified.accounting.results import Certified, counted
from verified.errors import InputError
from verified.numbers.limits import check_time

# Rounds that are tried at most where nothing else is said.
MOST_STEPS = 10_000


def _delta(made: Lattice, eps: Any, width: Any) -> Certified:
    return Certified(made.delta(eps, width), "", functools.partial(made.delta, eps))


def _epsilon(made: Lattice, delta: Any, width: Any) -> Certified:
    return Certified(made.epsilon(delta, width), "nats", functools.partial(made.epsilon, delta))


def _renyi(made: Lattice, order: Any, width: Any) -> Certified:
    return Certified(made.renyi(order, width), "nats", functools.partial(made.renyi, order))


def _zcdp(made: Lattice, steps: Any, width: Any) -> Certified:
    """The least ρ of so many rounds, of which `made` is one; its losses are symmetric."""
    places = made.masses()
    low, high = (nats(times(made.unit, place)) for place in (min(places), max(places)))
    pair = Bounded(made.divergence, lambda: high, lambda: high - low)
    return concentrated(pair, whole(steps, "steps"), width)


def _largest_level(
    made: Callable[[fmpq], Lattice], eps: Any, delta: Any, steps: Any, width: Any
) -> Certified:
    """The largest level of which so many are within: δ doesn't fall with the level."""
    target, at, count = any_delta(delta), exponent(eps), whole(steps, "steps")
    if target == 0:
        # The greatest loss, the sum of the levels, must be ε at most.
        return _quotient(eps, lambda level: level / count, "nats", width)

    check_met(at, target)

    def largest(wide: Any) -> Enclosure:
        inverse = least_argument(
            lambda share, narrow: made(1 / share).delta(at, narrow), target, relative_width(wide),
            fmpq(count), fmpq(0), "the inverse of the largest level", attained=False,
        )
        return Enclosure(1 / inverse.high, 1 / inverse.low, inverse.way)

    return Certified(largest(width), "nats", largest)


def _quotient(eps: Any, of: Callable[[Scalar], Scalar], unit: str, width: Any) -> Certified:
    """A function of a positive ε, exactly where ε is rational."""
    level = positive_exponent(eps, "eps")

    def found(wide: Any) -> Enclosure:
        return refined(lambda: of(nats(level)), relative_width(wide))

    return Certified(found(width), unit, found)


def _most_steps(made: Callable[[int], Lattice], eps: Any, delta: Any, most: Any) -> Certified:
    """The largest number of rounds that are within: fewer are post-processing of more."""
    target, at = any_delta(delta), exponent(eps)
    return counted(
        most_within(
            lambda steps, width: made(steps).delta(at, width), target, whole(most, "most")
        )
    )


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


def randomised_response_zcdp(
    *, symbols: Any, level: Any, steps: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least ρ for which such randomised responses are ρ-zCDP, in nats: the largest D_α/α over
    orders α > 1.

    Arguments and errors are those of `randomised_response_delta`.
    """
    return _zcdp(_response(symbols, level, 1), steps, width)


def randomised_response_level(
    *, symbols: Any, eps: Any, delta: Any, steps: Any = 1, width: Any = NOISE_WIDTH
) -> Certified:
    """The largest ε₀ for which `steps` randomised responses are (ε, δ)-DP: `low` is within for
    certain, `high` is too much; for δ = 0 it is ε/k exactly. 0 ≤ δ < 1.

    A response of a smaller level is that of a larger one, replaced by a uniform answer at random.
    Other arguments and errors are those of `randomised_response_delta`.
    """
    return _largest_level(lambda level: _response(symbols, level, steps), eps, delta, steps, width)


def randomised_response_steps(
    *, symbols: Any, level: Any, eps: Any, delta: Any, most: Any = MOST_STEPS
) -> Certified:
    """The largest number of such randomised responses that are (ε, δ)-DP together; 0 if none.

    Arguments are those of `randomised_response_delta`; 0 ≤ δ < 1.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: `most` are within, or a comparison isn't decided.
    """
    return _most_steps(lambda steps: _response(symbols, level, steps), eps, delta, most)


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


def approximate_dp_level(
    *, failure: Any, steps: Any, eps: Any, delta: Any, width: Any = NOISE_WIDTH
) -> Certified:
    """The largest ε₀ for which every adaptive composition of `steps` (ε₀,δ₀)-DP mechanisms is
    (ε, δ)-DP: `low` is within for certain, `high` is too much. 0 ≤ δ < 1.

    Arguments and errors are those of `approximate_dp_delta`.

    Raises:
        InputError: an argument is out of its range, or δ is below 1 − (1 − δ₀)^k, so that there is
            no such ε₀.
    """
    apart, count, target = probability(failure, "failure"), whole(steps, "steps"), any_delta(delta)
    check_places(1, count)
    lost = 1 - (1 - apart) ** count
    if lost > target:
        raise InputError(f"delta is {target}, less than 1 - (1 - failure)^steps: no level does")
    if lost == target:
        # The mechanisms' ε₀ must then add up to ε at most.
        target = fmpq(0)
    return _largest_level(
        lambda level: _approximate(level, failure, steps), eps, target, steps, width
    )


def approximate_dp_steps(
    *, level: Any, failure: Any, eps: Any, delta: Any, most: Any = MOST_STEPS
) -> Certified:
    """The largest number of (ε₀,δ₀)-DP mechanisms of which every adaptive composition is
    (ε, δ)-DP; 0 if none.

    Arguments and errors are those of `approximate_dp_delta` and `randomised_response_steps`.
    """
    return _most_steps(lambda steps: _approximate(level, failure, steps), eps, delta, most)


# --- discrete Laplace noise -----------------------------------------------------------------------


def _geometric(scale: Any, sensitivity: Any, steps: Any) -> Lattice:
    size, shift = positive(scale, "scale"), whole(sensitivity, "sensitivity")
    check_places(shift, whole(steps, "steps"))

    def masses() -> Mapping[int, Scalar]:
        ratio = arb(-1 / size).exp()
        # The loss of x is |x| − |x − Δ| in units of 1/b.
        found = {-shift: 1 / (1 + ratio), shift: ratio**shift / (1 + ratio)}
        for x in range(1, shift):
            check_time()
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


def discrete_laplace_zcdp(
    *, scale: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least ρ for which such mechanisms are ρ-zCDP, in nats: the largest D_α/α over orders
    α > 1.

    Arguments and errors are those of `discrete_laplace_delta`.
    """
    return _zcdp(_geometric(scale, sensitivity, 1), steps, width)


def discrete_laplace_scale(
    *, eps: Any, delta: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = NOISE_WIDTH
) -> Certified:
    """The least scale for which `steps` discrete Laplace mechanisms are (ε, δ)-DP: `high` is enough
    for certain, `low` is too little; for δ = 0 it is kΔ/ε exactly. 0 ≤ δ < 1.

    With r = e^(−1/b) < R the generating function of the noise of R is that of r times
    |1 − rz|²/|1 − Rz|² and a constant, whose coefficients aren't negative: more noise is a sum with
    independent noise. Arguments and errors are those of `discrete_laplace_delta`.
    """
    target, at, count = any_delta(delta), exponent(eps), whole(steps, "steps")
    size = whole(sensitivity, "sensitivity")
    if target == 0:
        return _quotient(eps, lambda level: fmpq(count * size) / level, "", width)

    check_met(at, target)

    def least(wide: Any) -> Enclosure:
        return least_argument(
            lambda scale, narrow: _geometric(scale, size, count).delta(at, narrow), target,
            relative_width(wide), fmpq(2 * size), fmpq(0), "the least scale", attained=False,
        )

    return Certified(least(width), "", least)


def discrete_laplace_steps(
    *, scale: Any, eps: Any, delta: Any, sensitivity: Any = 1, most: Any = MOST_STEPS
) -> Certified:
    """The largest number of discrete Laplace mechanisms that are (ε, δ)-DP together; 0 if none.

    Arguments and errors are those of `discrete_laplace_delta` and `randomised_response_steps`.
    """
    return _most_steps(lambda steps: _geometric(scale, sensitivity, steps), eps, delta, most)


# --- staircase noise ------------------------------------------------------------------------------


def _stairs(level: Any, share: Any, steps: Any) -> Lattice:
    unit, gamma = positive_exponent(level, "level"), probability(share, "share")

    def masses() -> Mapping[int, Scalar]:
        fall = 1 / exponential(unit)
        height = (1 - fall) / (2 * (gamma + fall * (1 - gamma)))
        # On [0, Δ] both densities have one step; outside the loss is ±ε₀ throughout.
        edge = min(gamma, 1 - gamma)
        middle = height * (1 - 2 * gamma) * fall if gamma < 1 - gamma else height * (2 * gamma - 1)
        return {-1: fmpq(1, 2) + height * edge, 0: middle, 1: fall / 2 + height * fall * edge}

    return Lattice(unit, masses, steps=whole(steps, "steps"))


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
    return _delta(_stairs(level, share, steps), eps, width)


def staircase_epsilon(
    *, level: Any, share: Any, delta: Any, steps: Any = 1, width: Any = EPSILON_WIDTH
) -> Certified:
    """The least ε ≥ 0 at which `staircase_delta` is at most δ, 0 ≤ δ < 1.

    Arguments and errors are those of `staircase_delta`.
    """
    return _epsilon(_stairs(level, share, steps), delta, width)


def staircase_renyi(
    *, level: Any, share: Any, order: Any, steps: Any = 1, width: Any = WIDTH
) -> Certified:
    """The Rényi divergence of an order α > 0 of such answers of a staircase mechanism, in nats; of
    order 1 the Kullback–Leibler divergence.

    Arguments and errors are those of `staircase_delta`.
    """
    return _renyi(_stairs(level, share, steps), order, width)


def staircase_zcdp(*, level: Any, share: Any, steps: Any = 1, width: Any = WIDTH) -> Certified:
    """The largest D_α/α over orders α > 1 of such answers of a staircase mechanism, in nats: they
    are ρ-zCDP for this ρ and no less.

    Arguments and errors are those of `staircase_delta`.
    """
    return _zcdp(_stairs(level, share, 1), steps, width)


def staircase_level(
    *, share: Any, eps: Any, delta: Any, steps: Any = 1, width: Any = NOISE_WIDTH
) -> Certified:
    """The largest ε₀ of which `staircase_delta` is at most δ at ε: `low` is within for certain,
    `high` is too much; for δ = 0 it is ε/k exactly; ∞ where every level is enough. 0 ≤ δ < 1.

    With g P's mass of the greatest loss, δ(ε) of one round is g(1 − e^(ε−ε₀)) for 0 ≤ ε ≤ ε₀, and g
    doesn't fall as ε₀ grows; so a smaller level's pair of laws is post-processing of a larger
    one's. Arguments and errors are those of `staircase_delta`.
    """
    gamma, target, at = probability(share, "share"), any_delta(delta), exponent(eps)
    # As ε₀ grows, g rises to 1/2 + min(γ, 1−γ)/(2γ), the mass of the loss −ε₀ falls to 0, and what
    # is left tells nothing: δ rises to that of rounds of which one has the greatest loss.
    most = min(fmpq(1), 1 / (2 * gamma)) if gamma > 0 else fmpq(1, 2)
    check_places(1, whole(steps, "steps"))
    odds = exponential(at) if nats(at) < 0 else fmpq(1)
    if target > 0 and 1 - odds * (1 - most) ** whole(steps, "steps") <= target:
        everything = Enclosure(arb.pos_inf(), arb.pos_inf(), "δ is met at every level")
        return Certified(everything, "nats", lambda _: everything)
    return _largest_level(lambda level: _stairs(level, share, steps), eps, delta, steps, width)


def staircase_steps(
    *, level: Any, share: Any, eps: Any, delta: Any, most: Any = MOST_STEPS
) -> Certified:
    """The largest number of such staircase mechanisms of which `staircase_delta` is at most δ at ε;
    0 if none.

    Arguments and errors are those of `staircase_delta` and `randomised_response_steps`.
    """
    return _most_steps(lambda steps: _stairs(level, share, steps), eps, delta, most)


__all__ = [
    "approximate_dp_delta", "approximate_dp_epsilon", "approximate_dp_level",
    "approximate_dp_steps", "discrete_laplace_delta", "discrete_laplace_epsilon",
    "discrete_laplace_renyi", "discrete_laplace_scale", "discrete_laplace_steps",
    "discrete_laplace_zcdp",
    "randomised_response_delta", "randomised_response_epsilon", "randomised_response_level",
    "randomised_response_renyi", "randomised_response_steps", "randomised_response_zcdp",
    "staircase_delta", "staircase_epsilon", "staircase_level", "staircase_renyi", "staircase_steps",
    "staircase_zcdp",
]
