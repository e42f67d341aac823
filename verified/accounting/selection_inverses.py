"""How much noise and how many rounds are enough for choices on the scores of two data sets.

δ of one pair of score vectors doesn't always fall as noise grows: where the same candidates are the
best of both, it is small for little noise too. So a largest level is the largest up to which every
level is enough, a least scale the least from which on every one is. The pair's other direction is
had by exchanging the scores; what is enough for both is the smaller level or the larger scale.
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from verified.accounting.choice_levels import largest_rate
from verified.accounting.choice_rounds import most_rounds
from verified.accounting.choices import Law, exponential_mechanism, permute_and_flip
from verified.accounting.compositions import NOISE_WIDTH
from verified.accounting.enclosures import (
    Enclosure,
    any_delta,
    exponent,
    nats,
    relative_width,
    whole,
)
from verified.accounting.pairs import Pair
from verified.accounting.results import Certified, counted
from verified.accounting.selection import neighbours, noisy
from verified.errors import InputError

# Rounds that are tried at most where nothing else is said.
MOST_STEPS = 10_000


def _rate(pair: Pair, eps: Any, delta: Any, width: Any) -> Enclosure:
    """The largest number with which the scores of a pair may be multiplied."""
    at, target = exponent(eps), any_delta(delta)
    if nats(at) < 0:
        raise InputError(f"eps is {eps}; it must be at least 0")
    if nats(at) == 0 and target == 0 and not pair.equal:
        raise InputError("eps and delta are 0: no noise makes different scores tell nothing")
    return largest_rate(
        pair.one.law, pair.one.scores, pair.two.scores, at, target, relative_width(width)
    )


def _level(
    law: Law, scores: Any, other_scores: Any, sensitivity: Any, eps: Any, delta: Any, width: Any
) -> Certified:
    pair = neighbours(law, scores, other_scores, 1, sensitivity)

    def found(wide: Any) -> Enclosure:
        return _rate(pair, eps, delta, wide)

    return Certified(found(width), "nats", found)


def _steps(pair: Pair, eps: Any, delta: Any, most: Any) -> Certified:
    if pair.equal:
        raise InputError("the scores differ by one number everywhere: no round tells anything")
    at, target = exponent(eps), any_delta(delta)
    return counted(most_rounds(pair, at, target, whole(most, "most")))


def exponential_mechanism_level(
    *, scores: Any, other_scores: Any, eps: Any, delta: Any, sensitivity: Any = 1,
    width: Any = NOISE_WIDTH,
) -> Certified:
    """The largest ε₀ up to which the exponential mechanism of every level has a δ within `delta` at
    ε, on the scores of two neighbours: of `low` and all below it is certified, of `high` it isn't;
    ∞ where every level is enough.

    Args:
        scores, other_scores: lists of numbers, one score a candidate, on one data set and on the
            other; they differ by the sensitivity at most.
        eps: at least 0, in nats, and positive where δ is 0.
        delta: δ, 0 ≤ δ < 1.
        sensitivity: Δ, how much a score may differ between neighbours.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: it isn't found to that width.
    """
    return _level(exponential_mechanism, scores, other_scores, sensitivity, eps, delta, width)


def exponential_mechanism_steps(
    *, scores: Any, other_scores: Any, level: Any, eps: Any, delta: Any, sensitivity: Any = 1,
    most: Any = MOST_STEPS,
) -> Certified:
    """The largest number of rounds of the exponential mechanism on these scores of which δ at ε is
    within `delta`; 0 if none. Fewer rounds are post-processing of more.

    Arguments are those of `exponential_mechanism_delta`; 0 ≤ δ < 1.

    Raises:
        InputError: an argument is out of its range, or the scores differ by one number everywhere.
        NotReachedError: `most` are within, or a comparison isn't decided.
    """
    pair = neighbours(exponential_mechanism, scores, other_scores, level, sensitivity)
    return _steps(pair, eps, delta, most)


def permute_and_flip_level(
    *, scores: Any, other_scores: Any, eps: Any, delta: Any, sensitivity: Any = 1,
    width: Any = NOISE_WIDTH,
) -> Certified:
    """The largest ε₀ up to which permute and flip of every level has a δ within `delta` at ε, on
    the scores of two neighbours.

    Arguments and errors are those of `exponential_mechanism_level`.
    """
    return _level(permute_and_flip, scores, other_scores, sensitivity, eps, delta, width)


def permute_and_flip_steps(
    *, scores: Any, other_scores: Any, level: Any, eps: Any, delta: Any, sensitivity: Any = 1,
    most: Any = MOST_STEPS,
) -> Certified:
    """The largest number of rounds of permute and flip on these scores of which δ at ε is within
    `delta`; 0 if none.

    Arguments and errors are those of `exponential_mechanism_steps`.
    """
    pair = neighbours(permute_and_flip, scores, other_scores, level, sensitivity)
    return _steps(pair, eps, delta, most)


def noisy_max_scale(
    *, scores: Any, other_scores: Any, eps: Any, delta: Any, noise: Any = "laplace",
    width: Any = NOISE_WIDTH,
) -> Certified:
    """The least scale from which on the largest noisy score has a δ within `delta` at ε at every
    scale, on the scores of two data sets: at `high` and all above it is certified, at `low` it
    isn't; 0 where every scale is enough.

    Args:
        scores, other_scores: lists of numbers, one score a candidate, on one data set and on the
            other.
        eps: at least 0, in nats, and positive where δ is 0.
        delta: δ, 0 ≤ δ < 1.
        noise: as for `noisy_max_probability`.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: it isn't found to that width.
    """
    pair = noisy(scores, other_scores, 1, noise)

    def found(wide: Any) -> Enclosure:
        rate = _rate(pair, eps, delta, wide)
        if isinstance(rate.low, arb):
            return Enclosure(fmpq(0), fmpq(0), rate.way)
        return Enclosure(1 / rate.high, 1 / rate.low, rate.way)

    return Certified(found(width), "", found)


def noisy_max_steps(
    *, scores: Any, other_scores: Any, scale: Any, eps: Any, delta: Any, noise: Any = "laplace",
    most: Any = MOST_STEPS,
) -> Certified:
    """The largest number of rounds of the largest noisy score on these scores of which δ at ε is
    within `delta`; 0 if none.

    Arguments are those of `noisy_max_delta`, errors those of `exponential_mechanism_steps`.
    """
    return _steps(noisy(scores, other_scores, scale, noise), eps, delta, most)


__all__ = [
    "exponential_mechanism_level", "exponential_mechanism_steps", "noisy_max_scale",
    "noisy_max_steps", "permute_and_flip_level", "permute_and_flip_steps",
]
