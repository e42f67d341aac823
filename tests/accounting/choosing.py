"""Laws of choices on given scores in mpmath, from their definitions, and divergences of two."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import mpf

DIGITS = 40


def as_mpf(value: Any) -> Any:
    exact = Fraction(value)
    return mpf(exact.numerator) / exact.denominator


def exponential_law(scores: list[Fraction], rate: Any) -> list[Any]:
    weights = [mpmath.exp(rate * as_mpf(score)) for score in scores]
    return [weight / mpmath.fsum(weights) for weight in weights]


def flipped_law(scores: list[Fraction], rate: Any) -> list[Any]:
    """Over all orders: the first whose coin lands heads."""
    heads = [mpmath.exp(rate * (as_mpf(score) - as_mpf(max(scores)))) for score in scores]
    found = [mpf(0)] * len(scores)
    orders = list(itertools.permutations(range(len(scores))))
    for order in orders:
        left = mpf(1)
        for place in order:
            found[place] += left * heads[place] / len(orders)
            left *= 1 - heads[place]
    return found


def noised_law(scores: list[Fraction], scale: Any) -> list[Any]:
    """By quadrature, cut at the scores."""
    density = lambda x: mpmath.exp(-abs(x) / scale) / (2 * scale)  # noqa: E731
    below = lambda x: mpmath.exp(x / scale) / 2 if x < 0 else 1 - mpmath.exp(-x / scale) / 2  # noqa: E731
    kinks = sorted({as_mpf(score) for score in scores})
    cuts = [kinks[0] - 90 * scale, kinks[0] - 20 * scale, *kinks, kinks[-1] + 20 * scale,
            kinks[-1] + 90 * scale]
    return [
        mpmath.quad(
            lambda x, own=own: density(x - as_mpf(scores[own])) * mpmath.fprod(
                below(x - as_mpf(score)) for place, score in enumerate(scores) if place != own
            ),
            cuts,
        )
        for own in range(len(scores))
    ]


def stick(p: list[Any], q: list[Any], eps: Any) -> Any:
    odds = mpmath.exp(eps)
    return mpmath.fsum(max(mpf(0), a - odds * b) for a, b in zip(p, q, strict=True))


def close(found: Any, truth: Any, relative: float = 1e-11) -> bool:
    """Whether the truth lies in the enclosure, but for mpmath's own error."""
    low, high = (as_mpf(end) for end in (found.low, found.high))
    slack = relative * abs(truth) + mpf(10) ** -25
    return bool(low - slack <= truth <= high + slack)


def all_outcomes(p: list[Any], steps: int) -> list[Any]:
    """The law of so many rounds: a product for each sequence of candidates."""
    return [mpmath.fprod(chosen) for chosen in itertools.product(p, repeat=steps)]
