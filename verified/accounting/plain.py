"""Gaussian and Laplace mechanisms on the whole of the data, once or several times.

The sensitivity is the largest distance between the answers to neighbouring data sets, whatever
makes data sets neighbours; of Gaussian noise in several dimensions the Euclidean distance.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verified.accounting.compositions import (
    EPSILON_WIDTH,
    NOISE_WIDTH,
    gaussian_round,
    laplace_round,
)
from verified.accounting.enclosures import WIDTH, Enclosure, positive, whole
from verified.accounting.mechanisms import (
    composition_delta,
    composition_epsilon,
    composition_renyi,
    subsampled_gaussian_sigma,
    subsampled_gaussian_steps,
    subsampled_laplace_scale,
    subsampled_laplace_steps,
    subsampled_laplace_zcdp,
)
from verified.accounting.results import Certified
from verified.numbers.exact import rational

# For Laplace and Gaussian noise without sampling both directions are the same pair, mirrored.
_ADJACENCY = "remove"


def gaussian_delta(
    *, sigma: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least δ for which `steps` Gaussian mechanisms are (ε, δ)-DP (Balle and Wang 2018, Theorem
    8).

    Args:
        sigma: the noise's standard deviation in each coordinate.
        eps: any real number, in nats.
        steps: how many times the mechanism is used.
        sensitivity: the largest Euclidean distance between answers to neighbours.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    rounds = [(gaussian_round(sigma, sensitivity), steps)]
    return composition_delta(rounds, eps=eps, adjacency=_ADJACENCY, width=width)


def gaussian_epsilon(
    *, sigma: Any, delta: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = EPSILON_WIDTH
) -> Certified:
    """The least ε ≥ 0 for which `steps` Gaussian mechanisms are (ε, δ)-DP, 0 < δ < 1.

    Arguments and errors are those of `gaussian_delta`.
    """
    rounds = [(gaussian_round(sigma, sensitivity), steps)]
    return composition_epsilon(rounds, delta=delta, adjacency=_ADJACENCY, width=width)


def gaussian_sigma(
    *, eps: Any, delta: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = NOISE_WIDTH
) -> Certified:
    """The least standard deviation for which `steps` Gaussian mechanisms are (ε, δ)-DP: `high` is
    enough for certain, `low` is too little.

    Arguments and errors are those of `gaussian_delta`; 0 < δ < 1.
    """
    return subsampled_gaussian_sigma(
        sampling=1, steps=steps, eps=eps, delta=delta, sensitivity=sensitivity,
        adjacency=_ADJACENCY, width=width,
    )


def gaussian_steps(*, sigma: Any, eps: Any, delta: Any, sensitivity: Any = 1) -> Certified:
    """The largest number of Gaussian mechanisms that are (ε, δ)-DP together; 0 if none.

    Arguments and errors are those of `gaussian_delta`; 0 < δ < 1.
    """
    return subsampled_gaussian_steps(
        sampling=1, sigma=sigma, eps=eps, delta=delta, sensitivity=sensitivity,
        adjacency=_ADJACENCY,
    )


def gaussian_renyi(
    *, sigma: Any, order: Any, steps: Any = 1, sensitivity: Any = 1
) -> Certified:
    """The Rényi divergence of an order α > 0 of `steps` Gaussian mechanisms, in nats: kαΔ²/(2σ²),
    exactly (van Erven and Harremoës 2014, (10)).

    Arguments and errors are those of `gaussian_delta`.
    """
    alpha = positive(order, "the order")
    return _exactly(alpha * _gaussian_level(sigma, steps, sensitivity))


def gaussian_zcdp(*, sigma: Any, steps: Any = 1, sensitivity: Any = 1) -> Certified:
    """The least ρ for which `steps` Gaussian mechanisms are ρ-zCDP, in nats: kΔ²/(2σ²), exactly
    (Bun and Steinke 2016, Lemma 2.4).

    Arguments and errors are those of `gaussian_delta`.
    """
    return _exactly(_gaussian_level(sigma, steps, sensitivity))


def laplace_delta(
    *, scale: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least δ for which `steps` Laplace mechanisms of one coordinate are (ε, δ)-DP.

    `scale` is b where the noise has the density e^(−|x|/b)/(2b). Other arguments and errors are
    those of `gaussian_delta`.
    """
    rounds = [(laplace_round(scale, sensitivity), steps)]
    return composition_delta(rounds, eps=eps, adjacency=_ADJACENCY, width=width)


def laplace_epsilon(
    *, scale: Any, delta: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = EPSILON_WIDTH
) -> Certified:
    """The least ε ≥ 0 for which `steps` Laplace mechanisms are (ε, δ)-DP, 0 ≤ δ < 1; for δ = 0 it
    is kΔ/b exactly.

    Arguments and errors are those of `laplace_delta`.
    """
    made = laplace_round(scale, sensitivity)
    if rational(delta, "delta") == 0:
        return _exactly(whole(steps, "the number of rounds") * made.ratio)
    return composition_epsilon([(made, steps)], delta=delta, adjacency=_ADJACENCY, width=width)


def laplace_scale(
    *, eps: Any, delta: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = NOISE_WIDTH
) -> Certified:
    """The least scale for which `steps` Laplace mechanisms are (ε, δ)-DP: `high` is enough for
    certain, `low` is too little; for δ = 0 it is kΔ/ε exactly.

    Arguments and errors are those of `laplace_delta`; 0 ≤ δ < 1.

    Raises:
        InputError: an argument is out of its range, or δ = 0 and ε isn't a positive rational.
    """
    if rational(delta, "delta") == 0:
        size = positive(sensitivity, "the sensitivity") * whole(steps, "the number of rounds")
        found = _exactly(size / positive(eps, "eps"))
        return Certified(found.enclosure, "")
    return subsampled_laplace_scale(
        sampling=1, steps=steps, eps=eps, delta=delta, sensitivity=sensitivity,
        adjacency=_ADJACENCY, width=width,
    )


def laplace_steps(*, scale: Any, eps: Any, delta: Any, sensitivity: Any = 1) -> Certified:
    """The largest number of Laplace mechanisms that are (ε, δ)-DP together; 0 if none.

    Arguments and errors are those of `laplace_delta`; 0 < δ < 1.
    """
    return subsampled_laplace_steps(
        sampling=1, scale=scale, eps=eps, delta=delta, sensitivity=sensitivity,
        adjacency=_ADJACENCY,
    )


def laplace_renyi(
    *, scale: Any, order: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The Rényi divergence of an order α ≥ 1 of `steps` Laplace mechanisms, in nats; of order 1 the
    Kullback–Leibler divergence.

    Arguments and errors are those of `laplace_delta`.
    """
    rounds = [(laplace_round(scale, sensitivity), steps)]
    return composition_renyi(rounds, order=order, adjacency=_ADJACENCY, width=width)


def laplace_zcdp(
    *, scale: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least ρ for which `steps` Laplace mechanisms are ρ-zCDP, in nats: the largest D_α/α over
    orders α > 1.

    Arguments and errors are those of `laplace_delta`.
    """
    return subsampled_laplace_zcdp(
        sampling=1, scale=scale, steps=steps, sensitivity=sensitivity, adjacency=_ADJACENCY,
        width=width,
    )


def _gaussian_level(sigma: Any, steps: Any, sensitivity: Any) -> fmpq:
    return whole(steps, "the number of rounds") * gaussian_round(sigma, sensitivity).ratio ** 2 / 2


def _exactly(value: fmpq) -> Certified:
    return Certified(Enclosure(value, value, "closed form, exact"), "nats")
