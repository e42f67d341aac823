"""The laws by which mechanisms choose a candidate from given scores.

Each is worked out over numbers that have exponentials of rationals: balls give the probabilities,
formal sums (`formal`) decide whether two of them are in a given ratio exactly.

- *Exponential mechanism* (McSherry and Talwar 2007), the largest of scores with Gumbel noise: e^a
  over the sum of all.
- *Permute and flip* (McKenna and Sheldon 2020), the largest of scores with exponential noise (Ding
  et al. 2021): candidates come at uniform times of [0, 1], and the first one is taken whose coin
  lands heads, with probability p = e^(a − max a). So one is chosen with p ∫ ∏(1 − t p') dt, over
  the others.
- *Largest noisy score, Laplace noise*: ∫ f(x − a) ∏ F(x − a') dx. Between neighbouring scores f and
  F are a constant and a multiple of e^x or e^−x, so that each piece is a sum of exponentials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from flint import fmpq

from verified.numbers.limits import check_time

# A ball or a formal sum.
Number = Any


class Exponential(Protocol):
    """Exponentials of multiples of the unit u that scores are counted in.

    Of sums of r and of lengths that are asked for none is positive, so that it may stand for all u
    from some one on.
    """

    def __call__(self, r: fmpq) -> Number:
        """e^(r·u)."""

    def ramp(self, length: fmpq, r: fmpq) -> Number:
        """length·u·e^(r·u)."""


# Scores, in multiples of u, to the unnormalised masses of the candidates and what they sum to.
Law = Callable[[Sequence[fmpq], Exponential], tuple[list[Number], Number]]


def exponential_mechanism(scores: Sequence[fmpq], e: Exponential) -> tuple[list[Number], Number]:
    """e^a, and their sum."""
    top = max(scores)
    masses = [e(score - top) for score in scores]
    return masses, sum(masses[1:], masses[0])


def permute_and_flip(scores: Sequence[fmpq], e: Exponential) -> tuple[list[Number], Number]:
    """p ∫ ∏(1 − t p') dt: the product of all is divided by 1 − t p, then integrated."""
    top = max(scores)
    heads = {score: e(score - top) for score in scores}
    whole = _product([heads[score] for score in scores], e)
    found = {}
    for score, head in heads.items():
        check_time()
        total, part = e(fmpq(0)) * 0, e(fmpq(0)) * 0
        for degree, coefficient in enumerate(whole[:-1]):
            part = part * head + coefficient
            total = total + part / (degree + 1)
        found[score] = total * head
    return [found[score] for score in scores], e(fmpq(0))


def laplace_noise(scores: Sequence[fmpq], e: Exponential) -> tuple[list[Number], Number]:
    """∫ f(x − a) ∏ F(x − a') dx for Laplace noise of scale 1, piece by piece."""
    count, kinks = len(scores), sorted(set(scores))
    # Below all scores f = F = e^(x − a)/2.
    start = e(count * kinks[0] - sum(scores, fmpq(0))) / (count * 2**count)
    found = dict.fromkeys(kinks, start)
    for place, kink in enumerate(kinks):
        check_time()
        above = [score for score in scores if score > kink]
        below = [score for score in scores if score <= kink]
        length = kinks[place + 1] - kink if above else None
        # With z = e^(kink − x): F = 1 − cz and f = cz below, both e^(kink − a)/(2z) above.
        halves = {score: e(score - kink) / 2 for score in below}
        whole = _product([halves[score] for score in below], e)
        size = sum((kink - score for score in above), fmpq(0))
        powers = {
            degree: _integral(degree - len(above), length, size, e) / 2 ** len(above)
            for degree in range(0 if above else 1, len(below) + 1)
        }
        if above:
            shared = sum((c * powers[k] for k, c in enumerate(whole)), e(fmpq(0)) * 0)
            for score in kinks[place + 1:]:
                check_time()
                found[score] = found[score] + shared
        for score, half in halves.items():
            total, part = e(fmpq(0)) * 0, e(fmpq(0)) * 0
            for degree, coefficient in enumerate(whole[:-1]):
                part = part * half + coefficient
                total = total + part * powers[degree + 1]
            found[score] = found[score] + total * half
    return [found[score] for score in scores], e(fmpq(0))


def _product(slopes: Sequence[Number], e: Exponential) -> list[Number]:
    """The coefficients of ∏(1 − cz)."""
    whole = [e(fmpq(0))]
    for slope in slopes:
        moved = [part * slope * -1 for part in whole]
        whole = [
            whole[0],
            *(one + two for one, two in zip(whole[1:], moved, strict=False)),
            moved[-1],
        ]
    return whole


def _integral(power: int, length: fmpq | None, size: fmpq, e: Exponential) -> Number:
    """∫ e^(s − kx) dx from 0 to a length, or to ∞, where k is positive: a density has a factor z.

    s − kx isn't positive: s is the sum of the differences to the scores above, which are at least
    −k, and each is as long as the piece or longer.
    """
    if length is None:
        return e(size) / power
    if power == 0:
        return e.ramp(length, size)
    return (e(size) - e(size - power * length)) / power


__all__ = ["Exponential", "Law", "exponential_mechanism", "laplace_noise", "permute_and_flip"]
