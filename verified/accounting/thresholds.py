"""Keys that one data set alone has: how likely a noisy count of theirs reaches a threshold, and the
least threshold for a δ (partition selection by thresholding).

A record has so many keys that no other record has, each with a count of the sensitivity at most;
noise is added to each count, and keys whose noisy counts reach the threshold are released. With the
record left out none of these keys can be released, so that δ can't be less than the probability
that one is, whatever ε is. A smaller count reaches the threshold less often.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Scalar,
    positive,
    positive_delta,
    refined,
    relative_width,
    require,
    whole,
)
from verified.accounting.kernels import upper_tail
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.exact import rational


def _certified(compute: Callable[[], Scalar], width: Any) -> Certified:
    def found(wide: Any) -> Enclosure:
        return refined(compute, relative_width(wide))

    return Certified(found(width), "", found)


def _any(tail: Scalar, keys: int) -> Scalar:
    """The probability that one of so many keys is released."""
    return tail if keys == 1 else -((keys * (-arb(tail)).log1p()).expm1())


def _each(delta: Any, keys: int) -> tuple[fmpq, Callable[[], Scalar], Callable[[], Scalar]]:
    """δ, and what it leaves to each key: the probability to be released, and not to be."""
    target = positive_delta(delta)
    if keys == 1:
        return target, lambda: target, lambda: 1 - target
    share = fmpq(1, keys)
    return (
        target,
        lambda: -((arb(-target).log1p() * share).expm1()),
        lambda: (arb(-target).log1p() * share).exp(),
    )


def _laplace_tail(gap: fmpq) -> Scalar:
    """The probability that Laplace noise of scale 1 is at least so much."""
    if gap == 0:
        return fmpq(1, 2)
    return arb(-gap).exp() / 2 if gap > 0 else 1 - arb(gap).exp() / 2


def _gaussian_tail(gap: fmpq) -> Scalar:
    """The probability that Gaussian noise of standard deviation 1 is at least so much."""
    return fmpq(1, 2) if gap == 0 else upper_tail(gap)


def _is_power_of_half(value: fmpq, count: int) -> bool:
    """Whether a number is 2^−count, which may be too small to write out."""
    bottom = int(value.q)
    return bool(value.p == 1) and bottom.bit_length() == count + 1 and not bottom & (bottom - 1)


def _released(
    tail: Callable[[fmpq], Scalar], size: fmpq, threshold: Any, sensitivity: Any, keys: Any,
    width: Any,
) -> Certified:
    """The probability that a key is released, by the tail of the noise of size 1."""
    count = whole(keys, "keys")
    gap = (rational(threshold, "threshold") - positive(sensitivity, "sensitivity")) / size
    return _certified(lambda: _any(tail(gap), count), width)


def _least(
    above: Callable[[Scalar], Scalar], delta: Any, sensitivity: Any, keys: Any, width: Any
) -> Certified:
    """The least threshold for a δ, where the symmetric noise is at least `above(p)` with a
    probability p < ½."""
    count, start = whole(keys, "keys"), positive(sensitivity, "sensitivity")
    target, released, held = _each(delta, count)

    def least() -> Scalar:
        if _is_power_of_half(1 - target, count):
            return start
        one, two = released(), held()
        if one < fmpq(1, 2):
            return start + above(one)
        require(one > fmpq(1, 2), "whether the threshold is above the count isn't decided")
        return start - above(two)

    return _certified(least, width)


# --- Laplace noise --------------------------------------------------------------------------------


def laplace_threshold_delta(
    *, scale: Any, threshold: Any, sensitivity: Any = 1, keys: Any = 1, width: Any = WIDTH
) -> Certified:
    """The probability with which one of the keys that one data set alone has is released: a count
    of `sensitivity` with Laplace noise reaches the threshold. No smaller δ does.

    Args:
        scale: b, where the noise has the density e^(−|x|/b)/(2b).
        threshold: what a noisy count must reach.
        sensitivity: the count of each key.
        keys: how many keys a record has that no other has.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    size = positive(scale, "scale")
    return _released(_laplace_tail, size, threshold, sensitivity, keys, width)


def laplace_threshold(
    *, scale: Any, delta: Any, sensitivity: Any = 1, keys: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least threshold at which `laplace_threshold_delta` is at most δ, 0 < δ < 1.

    Arguments and errors are those of `laplace_threshold_delta`.
    """
    size = positive(scale, "scale")
    return _least(lambda tail: -(size * arb(2 * tail).log()), delta, sensitivity, keys, width)


# --- Gaussian noise -------------------------------------------------------------------------------


def gaussian_threshold_delta(
    *, sigma: Any, threshold: Any, sensitivity: Any = 1, keys: Any = 1, width: Any = WIDTH
) -> Certified:
    """The same with Gaussian noise of the standard deviation `sigma`.

    Other arguments and errors are those of `laplace_threshold_delta`.
    """
    size = positive(sigma, "sigma")
    return _released(_gaussian_tail, size, threshold, sensitivity, keys, width)


def gaussian_threshold(
    *, sigma: Any, delta: Any, sensitivity: Any = 1, keys: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least threshold at which `gaussian_threshold_delta` is at most δ, 0 < δ < 1.

    Arguments and errors are those of `gaussian_threshold_delta`.
    """
    size = positive(sigma, "sigma")

    def above(tail: Scalar) -> Scalar:
        return size * arb(2).sqrt() * arb(2 * tail).erfcinv()

    return _least(above, delta, sensitivity, keys, width)


# --- discrete Laplace noise -----------------------------------------------------------------------


def _truth(value: Any) -> bool:
    if value in (True, "true", "1", 1):
        return True
    if value in (False, "false", "0", 0):
        return False
    raise InputError(f"strict is {value!r}; it must be true or false")


def discrete_laplace_threshold_delta(
    *, scale: Any, threshold: Any, sensitivity: Any = 1, strict: Any = False, keys: Any = 1,
    width: Any = WIDTH,
) -> Certified:
    """The probability with which one of the keys that one data set alone has is released: a count
    of `sensitivity` with discrete Laplace noise reaches the threshold. No smaller δ does.

    Args:
        scale: b of the discrete Laplace noise.
        threshold: a whole number.
        sensitivity: the count of each key, a whole number.
        strict: whether a noisy count that equals the threshold is held back; else it is released,
            and the mass at the threshold counts.
        keys: how many keys a record has that no other has.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    size, shift = positive(scale, "scale"), whole(sensitivity, "sensitivity", 0)
    limit, count = rational(threshold, "threshold"), whole(keys, "keys")
    if limit.q != 1:
        raise InputError(f"threshold is {limit}; it must be a whole number")
    least = int(limit.p) - shift + (1 if _truth(strict) else 0)

    def tail() -> Scalar:
        ratio = arb(-1 / size).exp()
        if least >= 1:
            return ratio**least / (1 + ratio)
        return 1 - ratio ** (1 - least) / (1 + ratio)

    return _certified(lambda: _any(tail(), count), width)


def discrete_laplace_threshold(
    *, scale: Any, delta: Any, sensitivity: Any = 1, strict: Any = False, keys: Any = 1
) -> Certified:
    """The least whole threshold at which `discrete_laplace_threshold_delta` is at most δ,
    0 < δ < 1.

    Arguments and errors are those of `discrete_laplace_threshold_delta`.
    """
    size, shift = positive(scale, "scale"), whole(sensitivity, "sensitivity", 0)
    _, released, held = _each(delta, whole(keys, "keys"))
    above = shift - (1 if _truth(strict) else 0)

    def least() -> Scalar:
        # r^m/(1+r) ≤ p for m ≥ 1, 1 − r^(1−m)/(1+r) ≤ p below; r is transcendental, so that
        # neither is an equation, and the least m is a rounded real number.
        ratio = arb(-1 / size).exp()
        edge = -size * arb(released() * (1 + ratio)).log()
        if not edge > 0:
            require(bool(edge < 0), "whether the threshold is above the count isn't decided")
            edge = 1 + size * arb(held() * (1 + ratio)).log()
        low, high = edge.lower().ceil(), edge.upper().ceil()
        found = low.unique_fmpz()
        require(bool(low == high) and found is not None, "the threshold isn't decided")
        return above + fmpq(int(str(found)))

    return Certified(refined(least, WIDTH, "closed form, rounded upwards"), "")


__all__ = [
    "discrete_laplace_threshold", "discrete_laplace_threshold_delta", "gaussian_threshold",
    "gaussian_threshold_delta", "laplace_threshold", "laplace_threshold_delta",
]
