"""The public functions: δ, ε, Rényi divergences, least noise and most rounds, each certified.

Numbers may be given as ints, floats (the rationals that they are), fractions, or texts such as
"1/2", "0.25" and "1e-9"; an ε also as "log(3)". Adjacencies and pairs of laws are those of
`compositions`. All logarithms are natural: ε and Rényi divergences are in nats.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from verified.accounting.compositions import (
    EPSILON_WIDTH,
    FAST_WIDTH,
    NOISE_WIDTH,
    Composition,
    Round,
    gaussian_round,
    laplace_round,
    least_noise,
    most_rounds,
)
from verified.accounting.enclosures import WIDTH, Enclosure, relative_width
from verified.accounting.results import Certified, counted
from verified.errors import InputError

_MOST_ROUNDS = 10**6


# --- any composition ------------------------------------------------------------------------------


def composition_delta(
    rounds: Sequence[tuple[Round, Any]],
    *,
    eps: Any,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The least δ for which the composed rounds are (ε, δ)-DP, for their pair of laws.

    Args:
        rounds: kinds of rounds (`gaussian_round`, `laplace_round`) with how often each is taken.
        eps: any real number, in nats.
        adjacency: "remove", "add", "add-or-remove" or "replace" (see `compositions`).
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    made = Composition(_pairs(rounds), adjacency)
    return Certified(made.delta(eps, width), "", functools.partial(made.delta, eps))


def composition_deltas(
    rounds: Sequence[tuple[Round, Any]],
    *,
    epsilons: Sequence[Any],
    adjacency: str = "add-or-remove",
    width: Any = FAST_WIDTH,
) -> list[Certified]:
    """`composition_delta` at many ε, which share work; faster, and wider unless a width is given.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached.
    """
    made = Composition(_pairs(rounds), adjacency)
    if isinstance(epsilons, str) or getattr(epsilons, "ndim", 1) != 1 or not hasattr(
        epsilons, "__iter__"
    ):
        raise InputError("epsilons is no list of numbers; composition_delta takes one eps")
    places = list(epsilons)
    return [
        Certified(found, "", functools.partial(made.delta, eps))
        for eps, found in zip(places, made.deltas(places, width), strict=True)
    ]


def composition_epsilon(
    rounds: Sequence[tuple[Round, Any]],
    *,
    delta: Any,
    adjacency: str = "add-or-remove",
    width: Any = EPSILON_WIDTH,
) -> Certified:
    """The least ε ≥ 0 for which the composed rounds are (ε, δ)-DP, 0 < δ < 1.

    What `low` gives is certified to be above δ (unless it is 0 exactly), what `high` gives not
    to be; the width is relative to ε.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached.
    """
    made = Composition(_pairs(rounds), adjacency)
    return Certified(
        made.least_epsilon(delta, width), "nats", functools.partial(made.least_epsilon, delta)
    )


def composition_renyi(
    rounds: Sequence[tuple[Round, Any]],
    *,
    order: Any,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The Rényi divergence of an order α ≥ 1 of the composed rounds, in nats; of order 1 the
    Kullback–Leibler divergence.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached.
    """
    made = Composition(_pairs(rounds), adjacency)
    return Certified(made.renyi(order, width), "nats", functools.partial(made.renyi, order))


# --- Gaussian noise -------------------------------------------------------------------------------


def subsampled_gaussian_delta(
    *,
    sampling: Any,
    sigma: Any,
    steps: Any,
    eps: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The least δ for which `steps` Poisson-subsampled Gaussian mechanisms are (ε, δ)-DP.

    Args:
        sampling: the probability with which each record is in a round's sample, in (0, 1].
        sigma: the noise's standard deviation.
        steps: how many rounds are composed.
        eps: any real number, in nats.
        sensitivity: the largest contribution of a record.
        adjacency: "remove", "add", "add-or-remove" or "replace" (see `compositions`).
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    rounds = [(gaussian_round(sigma, sensitivity, sampling), steps)]
    return composition_delta(rounds, eps=eps, adjacency=adjacency, width=width)


def subsampled_gaussian_epsilon(
    *,
    sampling: Any,
    sigma: Any,
    steps: Any,
    delta: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = EPSILON_WIDTH,
) -> Certified:
    """The least ε ≥ 0 for which `steps` Poisson-subsampled Gaussian mechanisms are (ε, δ)-DP.

    Arguments and errors are those of `subsampled_gaussian_delta` and `composition_epsilon`.
    """
    rounds = [(gaussian_round(sigma, sensitivity, sampling), steps)]
    return composition_epsilon(rounds, delta=delta, adjacency=adjacency, width=width)


def subsampled_gaussian_renyi(
    *,
    sampling: Any,
    sigma: Any,
    steps: Any,
    order: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The Rényi divergence of an order α ≥ 1 of such rounds, in nats; of order 1 the
    Kullback–Leibler divergence.

    Arguments and errors are those of `subsampled_gaussian_delta`.
    """
    rounds = [(gaussian_round(sigma, sensitivity, sampling), steps)]
    return composition_renyi(rounds, order=order, adjacency=adjacency, width=width)


def subsampled_gaussian_zcdp(
    *,
    sampling: Any,
    sigma: Any,
    steps: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The least ρ for which `steps` Poisson-subsampled Gaussian mechanisms are ρ-zCDP, in nats: the
    largest D_α/α over orders α > 1. Sampling leaves it as it is, kΔ²/(2σ²).

    Arguments and errors are those of `subsampled_gaussian_delta`; for "remove"
    and "add-or-remove" only.
    """
    return _concentrated(gaussian_round(sigma, sensitivity, sampling), steps, adjacency, width)


def subsampled_gaussian_sigma(
    *,
    sampling: Any,
    steps: Any,
    eps: Any,
    delta: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = NOISE_WIDTH,
) -> Certified:
    """The least standard deviation for which `steps` such mechanisms are (ε, δ)-DP.

    `high` is enough for certain, `low` is too little. Arguments and errors are those of
    `subsampled_gaussian_delta`; 0 < δ < 1.
    """
    return _noise("gaussian", sampling, steps, eps, delta, sensitivity, adjacency, width)


def subsampled_gaussian_steps(
    *,
    sampling: Any,
    sigma: Any,
    eps: Any,
    delta: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    most: int = _MOST_ROUNDS,
) -> Certified:
    """The largest number of rounds of such a mechanism that are (ε, δ)-DP together; 0 if none.

    Arguments are those of `subsampled_gaussian_delta`; 0 < δ < 1.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: `most` rounds are within, or a comparison isn't decided.
    """
    kind = gaussian_round(sigma, sensitivity, sampling)
    return counted(most_rounds(kind, eps, delta, adjacency, most))


# --- Laplace noise --------------------------------------------------------------------------------


def subsampled_laplace_delta(
    *,
    sampling: Any,
    scale: Any,
    steps: Any,
    eps: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The least δ for which `steps` Poisson-subsampled Laplace mechanisms are (ε, δ)-DP.

    `scale` is b where the noise has the density e^(−|x|/b)/(2b). Other arguments and errors are
    those of `subsampled_gaussian_delta`.
    """
    rounds = [(laplace_round(scale, sensitivity, sampling), steps)]
    return composition_delta(rounds, eps=eps, adjacency=adjacency, width=width)


def subsampled_laplace_epsilon(
    *,
    sampling: Any,
    scale: Any,
    steps: Any,
    delta: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = EPSILON_WIDTH,
) -> Certified:
    """The least ε ≥ 0 for which `steps` Poisson-subsampled Laplace mechanisms are (ε, δ)-DP.

    Arguments and errors are those of `subsampled_laplace_delta` and `composition_epsilon`.
    """
    rounds = [(laplace_round(scale, sensitivity, sampling), steps)]
    return composition_epsilon(rounds, delta=delta, adjacency=adjacency, width=width)


def subsampled_laplace_renyi(
    *,
    sampling: Any,
    scale: Any,
    steps: Any,
    order: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The Rényi divergence of an order α ≥ 1 of such rounds, in nats; of order 1 the
    Kullback–Leibler divergence.

    Arguments and errors are those of `subsampled_laplace_delta`.
    """
    rounds = [(laplace_round(scale, sensitivity, sampling), steps)]
    return composition_renyi(rounds, order=order, adjacency=adjacency, width=width)


def subsampled_laplace_zcdp(
    *,
    sampling: Any,
    scale: Any,
    steps: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = WIDTH,
) -> Certified:
    """The least ρ for which `steps` Poisson-subsampled Laplace mechanisms are ρ-zCDP, in nats: the
    largest D_α/α over orders α > 1.

    Arguments and errors are those of `subsampled_laplace_delta`.
    """
    return _concentrated(laplace_round(scale, sensitivity, sampling), steps, adjacency, width)


def subsampled_laplace_scale(
    *,
    sampling: Any,
    steps: Any,
    eps: Any,
    delta: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    width: Any = NOISE_WIDTH,
) -> Certified:
    """The least scale for which `steps` such mechanisms are (ε, δ)-DP.

    As `subsampled_gaussian_sigma`.
    """
    return _noise("laplace", sampling, steps, eps, delta, sensitivity, adjacency, width)


def subsampled_laplace_steps(
    *,
    sampling: Any,
    scale: Any,
    eps: Any,
    delta: Any,
    sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
    most: int = _MOST_ROUNDS,
) -> Certified:
    """The largest number of rounds of such a mechanism that are (ε, δ)-DP together; 0 if none.

    As `subsampled_gaussian_steps`.
    """
    kind = laplace_round(scale, sensitivity, sampling)
    return counted(most_rounds(kind, eps, delta, adjacency, most))


# --- what they share ------------------------------------------------------------------------------


def _concentrated(each: Round, steps: Any, adjacency: str, width: Any) -> Certified:
    made = Composition([(each, steps)], adjacency)
    return Certified(made.zcdp(width), "nats", made.zcdp)


def _noise(
    kind: str,
    sampling: Any,
    steps: Any,
    eps: Any,
    delta: Any,
    sensitivity: Any,
    adjacency: str,
    width: Any,
) -> Certified:
    def found(wide: Any) -> Enclosure:
        return least_noise(kind, eps, delta, steps, sampling, sensitivity, adjacency, wide)

    return Certified(found(relative_width(width)), "", found)


def _pairs(rounds: Any) -> list[tuple[Round, Any]]:
    if isinstance(rounds, str) or not hasattr(rounds, "__iter__"):
        raise InputError("rounds are a list of pairs of a round and how often it is taken")
    pairs = []
    for index, pair in enumerate(rounds):
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not isinstance(pair[0], Round):
            raise InputError(f"rounds[{index}] isn't a pair of a round and how often it is taken")
        pairs.append((pair[0], pair[1]))
    return pairs
