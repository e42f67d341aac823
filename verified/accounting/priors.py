"""What an adversary believes of the data, and what is released: Gaussian and Gaussian-mixture
priors, with Laplace or Gaussian noise (Ding 2024).

An adversary believes that the data X has one of two laws; Y = X + N is released, with Laplace or
Gaussian noise N. `prior_scales` says how far the two laws of Y lie apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from verified.accounting.enclosures import (
    positive,
    probability,
)
from verified.errors import InputError
from verified.numbers.exact import rational
from verified.numbers.line import GAUSSIAN, NOISED, Part, Parts

LAPLACE_NOISE, GAUSSIAN_NOISE = "laplace", "gaussian"
NOISES = (LAPLACE_NOISE, GAUSSIAN_NOISE)
_MOST_STEPS = 30
_MOST_BITS = 1 << 10
_FARTHEST = 1e12
# A δ that may be 0 isn't told apart from one below this.
_TINY = fmpq(1, 10**30)


@dataclass(frozen=True)
class Prior:
    """What an adversary believes of the data: a mixture of Gaussian laws, its numbers exact."""

    parts: Parts


def gaussian_prior(mean: Any, deviation: Any) -> Prior:
    """A Gaussian prior with a mean and a standard deviation.

    Raises:
        InputError: one is no number, or the deviation isn't positive.
    """
    return mixture_prior([1], [mean], [deviation])


def mixture_prior(
    weights: Sequence[Any], means: Sequence[Any], deviations: Sequence[Any]
) -> Prior:
    """A Gaussian mixture by its components' weights, means and standard deviations.

    Raises:
        InputError: the lists have different lengths, the weights aren't a law, or a deviation
            isn't positive.
    """
    if not len(weights) == len(means) == len(deviations) > 0:
        raise InputError(
            f"a prior takes as many weights as means and deviations, at least one; there are "
            f"{len(weights)}, {len(means)} and {len(deviations)}"
        )
    shares = [probability(weight, "a weight of the prior") for weight in weights]
    if sum(shares, fmpq(0)) != 1:
        raise InputError(f"the weights of a prior sum to 1, not to {sum(shares, fmpq(0))}")
    parts = []
    for share, mean, deviation in zip(shares, means, deviations, strict=True):
        spread = positive(deviation, "a deviation of the prior") ** 2
        if share > 0:
            parts.append(Part(share, GAUSSIAN, rational(mean, "a mean of the prior"), spread))
    return Prior(tuple(parts))


def prior_of(weights: Sequence[Any], means: Sequence[Any], variances: Sequence[Any]) -> Prior:
    """As `mixture_prior`, by variances, whose roots may be irrational.

    Raises:
        InputError: as there.
    """
    plain = mixture_prior(weights, means, variances)
    spreads = [
        positive(variance, "a variance of the prior")
        for weight, variance in zip(weights, variances, strict=True)
        if rational(weight, "a weight") > 0
    ]
    return Prior(tuple(
        replace(part, spread=spread) for part, spread in zip(plain.parts, spreads, strict=True)
    ))


def released(prior: Prior, noise: str, scale: Any) -> Parts:
    """The law of Y: Laplace noise has the scale b, Gaussian noise the standard deviation."""
    return prior.parts if scale == 0 else noised(prior.parts, noise, scale)


def noised(parts: Parts, noise: str, scale: Any) -> Parts:
    """The same law with noise of a positive scale."""
    if noise == GAUSSIAN_NOISE:
        return tuple(replace(part, spread=part.spread + scale * scale) for part in parts)
    return tuple(replace(part, shape=NOISED, noise=scale) for part in parts)


__all__ = [
    "NOISES", "Prior", "gaussian_prior", "mixture_prior", "noised", "prior_of", "released",
]
