"""Choosing a candidate privately: the exponential mechanism, permute and flip, the largest noisy
score, on the scores of two neighbouring data sets.

Of two score vectors everything is told of the pair of laws P, of `scores`, and Q, of
`other_scores`; the other direction is had by exchanging them. Several rounds are of the same two
vectors, independently; `selection_inverses` has how many are enough, and how much noise. Total
variation is δ at ε = 0, the Kullback–Leibler divergence the Rényi divergence of order 1.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from flint import fmpq

from verified.accounting.choice_rounds import rounds
from verified.accounting.choices import (
    Law,
    exponential_mechanism,
    laplace_noise,
    permute_and_flip,
)
from verified.accounting.compositions import EPSILON_WIDTH
from verified.accounting.concentrated import Bounded, concentrated
from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    LogOf,
    Scalar,
    positive,
    positive_exponent,
    refined,
    relative_width,
    whole,
)
from verified.accounting.pairs import Choice, Pair
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.exact import rational

# Permute and flip takes time with the square of the number of candidates, Laplace noise with the
# cube.
MOST_CANDIDATES: dict[Law, int] = {
    laplace_noise: 100, permute_and_flip: 1000, exponential_mechanism: 100_000,
}
NOISES: dict[str, Law] = {
    "laplace": laplace_noise, "exponential": permute_and_flip, "gumbel": exponential_mechanism,
}


def _scores(given: Any, what: str, law: Law) -> list[fmpq]:
    """Scores as rationals.

    Raises:
        InputError: they aren't a list of numbers, or there are none or too many.
    """
    if isinstance(given, str):
        given = given.split(",")
    if not isinstance(given, Iterable):
        raise InputError(f"{what} is one number; it must be a list, one score a candidate")
    found = [rational(score, f"{what}[{place}]") for place, score in enumerate(given)]
    most = MOST_CANDIDATES[law]
    if not 1 <= len(found) <= most:
        raise InputError(f"{what} has {len(found)} candidates; from 1 to {most} are possible")
    return found


def _choice(law: Law, scores: list[fmpq], rate: fmpq, unit: Exponent) -> Choice:
    return Choice(law, tuple(score * rate for score in scores), unit)


def _rate(level: Any, sensitivity: Any) -> tuple[fmpq, Exponent]:
    """What a score is multiplied with, ε₀/(2Δ), as a rational and a unit."""
    unit, size = positive_exponent(level, "level"), positive(sensitivity, "sensitivity")
    if isinstance(unit, LogOf):
        return 1 / (2 * size), unit
    return unit / (2 * size), fmpq(1)


def neighbours(law: Law, scores: Any, other_scores: Any, level: Any, sensitivity: Any) -> Pair:
    """The pair of laws of a mechanism that is made for a sensitivity."""
    rate, unit = _rate(level, sensitivity)
    one, two = _both(law, scores, other_scores)
    size = positive(sensitivity, "sensitivity")
    for place, (a, b) in enumerate(zip(one, two, strict=True)):
        if abs(a - b) > size:
            raise InputError(
                f"candidate {place} has the scores {a} and {b}, which are farther apart than the "
                f"sensitivity {size}"
            )
    return Pair(_choice(law, one, rate, unit), _choice(law, two, rate, unit))


def _both(law: Law, scores: Any, other_scores: Any) -> tuple[list[fmpq], list[fmpq]]:
    one = _scores(scores, "scores", law)
    two = _scores(other_scores, "other_scores", law)
    if len(one) != len(two):
        raise InputError(
            f"scores has {len(one)} candidates, other_scores {len(two)}; they must be as many"
        )
    return one, two


def noisy(scores: Any, other_scores: Any, scale: Any, noise: Any) -> Pair:
    """The pair of laws of the largest noisy score."""
    law, size = _noise(noise), positive(scale, "scale")
    one, two = _both(law, scores, other_scores)
    return Pair(_choice(law, one, 1 / size, fmpq(1)), _choice(law, two, 1 / size, fmpq(1)))


def _noise(noise: Any) -> Law:
    if noise not in NOISES:
        raise InputError(f"noise is {noise!r}; it must be one of {', '.join(NOISES)}")
    return NOISES[noise]


def _delta(pair: Pair, eps: Any, steps: Any, width: Any) -> Certified:
    made = rounds(pair, whole(steps, "steps"))
    return Certified(made.delta(eps, width), "", functools.partial(made.delta, eps))


def _epsilon(pair: Pair, delta: Any, steps: Any, width: Any) -> Certified:
    made = rounds(pair, whole(steps, "steps"))
    return Certified(made.epsilon(delta, width), "nats", functools.partial(made.epsilon, delta))


def _renyi(pair: Pair, order: Any, steps: Any, width: Any) -> Certified:
    made = rounds(pair, whole(steps, "steps"))
    return Certified(made.renyi(order, width), "nats", functools.partial(made.renyi, order))


def _zcdp(pair: Pair, steps: Any, width: Any) -> Certified:
    count = whole(steps, "steps")
    if pair.equal:
        relative_width(width)
        return Certified(Enclosure(fmpq(0), fmpq(0), "equal laws"), "nats")

    def spread() -> Scalar:
        low, high = pair.extremes()
        return high - low

    made = Bounded(pair.divergence, lambda: pair.extremes()[1], spread)
    return concentrated(made, count, width)


def _probability(choice: Choice, candidate: Any, width: Any) -> Certified:
    place = whole(candidate, "candidate", 0)
    if place >= len(choice.scores):
        raise InputError(f"candidate is {place}; there are {len(choice.scores)}, from 0 on")

    def found(wide: Any) -> Enclosure:
        return refined(lambda: choice.probabilities()[place], relative_width(wide), "a law's mass")

    return Certified(found(width), "", found)


# --- the exponential mechanism --------------------------------------------------------------------


def exponential_mechanism_probability(
    *, scores: Any, candidate: Any, level: Any, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The probability with which the exponential mechanism (McSherry and Talwar 2007) chooses a
    candidate: proportional to e^(ε₀·score/(2Δ)).

    Args:
        scores: a list of numbers, one score a candidate; the highest is the best.
        candidate: its number, from 0.
        level: the mechanism's ε₀: a number, or "log(3)".
        sensitivity: Δ, how much a score may differ between neighbours. Where all scores can only
            move one way, half of it gives the mechanism without the 2.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    rate, unit = _rate(level, sensitivity)
    listed = _scores(scores, "scores", exponential_mechanism)
    return _probability(_choice(exponential_mechanism, listed, rate, unit), candidate, width)


def exponential_mechanism_delta(
    *, scores: Any, other_scores: Any, level: Any, eps: Any, sensitivity: Any = 1,
    steps: Any = 1, width: Any = WIDTH,
) -> Certified:
    """δ at ε for the exponential mechanism on the scores of two neighbours: H(P‖Q), P being the law
    on `scores`.

    Args:
        scores, other_scores: lists of numbers, one score a candidate, on one data set and on the
            other; they differ by the sensitivity at most.
        level: the mechanism's ε₀: a number, or "log(3)".
        eps: any real number, in nats.
        sensitivity: Δ, how much a score may differ between neighbours.
        steps: how many rounds there are, each on these scores.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    pair = neighbours(exponential_mechanism, scores, other_scores, level, sensitivity)
    return _delta(pair, eps, steps, width)


def exponential_mechanism_epsilon(
    *, scores: Any, other_scores: Any, level: Any, delta: Any, sensitivity: Any = 1,
    steps: Any = 1, width: Any = EPSILON_WIDTH,
) -> Certified:
    """The least ε ≥ 0 at which `exponential_mechanism_delta` is at most δ, 0 ≤ δ < 1.

    Arguments and errors are those of `exponential_mechanism_delta`.
    """
    pair = neighbours(exponential_mechanism, scores, other_scores, level, sensitivity)
    return _epsilon(pair, delta, steps, width)


def exponential_mechanism_renyi(
    *, scores: Any, other_scores: Any, level: Any, order: Any, sensitivity: Any = 1,
    steps: Any = 1, width: Any = WIDTH,
) -> Certified:
    """The Rényi divergence of an order α > 0 for the exponential mechanism on the scores of two
    neighbours, in nats; of order 1 the Kullback–Leibler divergence.

    Arguments and errors are those of `exponential_mechanism_delta`.
    """
    pair = neighbours(exponential_mechanism, scores, other_scores, level, sensitivity)
    return _renyi(pair, order, steps, width)


def exponential_mechanism_zcdp(
    *, scores: Any, other_scores: Any, level: Any, sensitivity: Any = 1, steps: Any = 1,
    width: Any = WIDTH,
) -> Certified:
    """The largest D_α/α over orders α > 1, the ρ of zCDP, for the exponential mechanism on the
    scores of two neighbours, in nats.

    Arguments and errors are those of `exponential_mechanism_delta`.
    """
    pair = neighbours(exponential_mechanism, scores, other_scores, level, sensitivity)
    return _zcdp(pair, steps, width)


# --- permute and flip -----------------------------------------------------------------------------


def permute_and_flip_probability(
    *, scores: Any, candidate: Any, level: Any, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The probability with which permute and flip (McKenna and Sheldon 2020) chooses a candidate:
    candidates come in random order, and one is taken with probability e^(ε₀(score − best)/(2Δ)).

    Arguments and errors are those of `exponential_mechanism_probability`.
    """
    rate, unit = _rate(level, sensitivity)
    listed = _scores(scores, "scores", permute_and_flip)
    return _probability(_choice(permute_and_flip, listed, rate, unit), candidate, width)


def permute_and_flip_delta(
    *, scores: Any, other_scores: Any, level: Any, eps: Any, sensitivity: Any = 1,
    steps: Any = 1, width: Any = WIDTH,
) -> Certified:
    """δ at ε for permute and flip on the scores of two neighbours: H(P‖Q), P being the law on
    `scores`.

    Arguments and errors are those of `exponential_mechanism_delta`.
    """
    pair = neighbours(permute_and_flip, scores, other_scores, level, sensitivity)
    return _delta(pair, eps, steps, width)


def permute_and_flip_epsilon(
    *, scores: Any, other_scores: Any, level: Any, delta: Any, sensitivity: Any = 1,
    steps: Any = 1, width: Any = EPSILON_WIDTH,
) -> Certified:
    """The least ε ≥ 0 at which `permute_and_flip_delta` is at most δ, 0 ≤ δ < 1.

    Arguments and errors are those of `exponential_mechanism_delta`.
    """
    pair = neighbours(permute_and_flip, scores, other_scores, level, sensitivity)
    return _epsilon(pair, delta, steps, width)


def permute_and_flip_renyi(
    *, scores: Any, other_scores: Any, level: Any, order: Any, sensitivity: Any = 1,
    steps: Any = 1, width: Any = WIDTH,
) -> Certified:
    """The Rényi divergence of an order α > 0 for permute and flip on the scores of two neighbours,
    in nats; of order 1 the Kullback–Leibler divergence.

    Arguments and errors are those of `exponential_mechanism_delta`.
    """
    pair = neighbours(permute_and_flip, scores, other_scores, level, sensitivity)
    return _renyi(pair, order, steps, width)


def permute_and_flip_zcdp(
    *, scores: Any, other_scores: Any, level: Any, sensitivity: Any = 1, steps: Any = 1,
    width: Any = WIDTH,
) -> Certified:
    """The largest D_α/α over orders α > 1, the ρ of zCDP, for permute and flip on the scores of two
    neighbours, in nats.

    Arguments and errors are those of `exponential_mechanism_delta`.
    """
    pair = neighbours(permute_and_flip, scores, other_scores, level, sensitivity)
    return _zcdp(pair, steps, width)


# --- the largest noisy score ----------------------------------------------------------------------


def noisy_max_probability(
    *, scores: Any, candidate: Any, scale: Any, noise: Any = "laplace", width: Any = WIDTH
) -> Certified:
    """The probability with which a candidate has the largest score once noise is added to each
    (report noisy max).

    Args:
        scores: a list of numbers, one score a candidate.
        candidate: its number, from 0.
        scale: of the noise: b in e^(−|x|/b)/(2b), in e^(−x/b)/b for x ≥ 0, or of Gumbel noise.
        noise: "laplace", "exponential" (permute and flip) or "gumbel" (the exponential mechanism).
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    law, size = _noise(noise), positive(scale, "scale")
    listed = _scores(scores, "scores", law)
    return _probability(_choice(law, listed, 1 / size, fmpq(1)), candidate, width)


def noisy_max_delta(
    *, scores: Any, other_scores: Any, scale: Any, eps: Any, noise: Any = "laplace",
    steps: Any = 1, width: Any = WIDTH,
) -> Certified:
    """δ at ε for the largest noisy score on the scores of two data sets: H(P‖Q), P being the law on
    `scores`.

    Args:
        scores, other_scores: lists of numbers, one score a candidate, on one data set and on the
            other.
        scale, noise: as for `noisy_max_probability`.
        eps: any real number, in nats.
        steps: how many rounds there are, each on these scores.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    return _delta(noisy(scores, other_scores, scale, noise), eps, steps, width)


def noisy_max_epsilon(
    *, scores: Any, other_scores: Any, scale: Any, delta: Any, noise: Any = "laplace",
    steps: Any = 1, width: Any = EPSILON_WIDTH,
) -> Certified:
    """The least ε ≥ 0 at which `noisy_max_delta` is at most δ, 0 ≤ δ < 1.

    Arguments and errors are those of `noisy_max_delta`.
    """
    return _epsilon(noisy(scores, other_scores, scale, noise), delta, steps, width)


def noisy_max_renyi(
    *, scores: Any, other_scores: Any, scale: Any, order: Any, noise: Any = "laplace",
    steps: Any = 1, width: Any = WIDTH,
) -> Certified:
    """The Rényi divergence of an order α > 0 for the largest noisy score on the scores of two data
    sets, in nats; of order 1 the Kullback–Leibler divergence.

    Arguments and errors are those of `noisy_max_delta`.
    """
    return _renyi(noisy(scores, other_scores, scale, noise), order, steps, width)


def noisy_max_zcdp(
    *, scores: Any, other_scores: Any, scale: Any, noise: Any = "laplace", steps: Any = 1,
    width: Any = WIDTH,
) -> Certified:
    """The largest D_α/α over orders α > 1, the ρ of zCDP, for the largest noisy score on the scores
    of two data sets, in nats.

    Arguments and errors are those of `noisy_max_delta`.
    """
    return _zcdp(noisy(scores, other_scores, scale, noise), steps, width)


__all__ = [
    "exponential_mechanism_delta", "exponential_mechanism_epsilon",
    "exponential_mechanism_probability", "exponential_mechanism_renyi",
    "exponential_mechanism_zcdp", "neighbours", "noisy", "noisy_max_delta", "noisy_max_epsilon",
    "noisy_max_probability", "noisy_max_renyi", "noisy_max_zcdp", "permute_and_flip_delta",
    "permute_and_flip_epsilon", "permute_and_flip_probability", "permute_and_flip_renyi",
    "permute_and_flip_zcdp",
]
