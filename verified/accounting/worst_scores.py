"""The exponential mechanism at its worst: over all scores of two or more candidates on neighbours.

Scores that differ by the sensitivity at most make privacy losses that lie in an interval of length
ε₀ (bounded range, Durfee and Rogers 2019). Among all pairs of laws with such losses a pair with
losses at both ends of an interval is the worst for every f-divergence, and two candidates reach
each of them. So a supremum is over where the interval lies; `docs/oracle.md` has the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from verified.accounting.concentrated import Bounded, concentrated
from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    Scalar,
    any_delta,
    difference,
    exponent,
    exponential,
    nats,
    negated,
    positive,
    positive_exponent,
    refined,
    relative_width,
)
from verified.accounting.results import Certified
from verified.errors import InputError


def _certified(compute: Callable[[], Scalar], width: Any, unit: str) -> Certified:
    def found(wide: Any) -> Enclosure:
        return refined(compute, relative_width(wide))

    return Certified(found(width), unit, found)


def exponential_mechanism_worst_delta(*, level: Any, eps: Any, width: Any = WIDTH) -> Certified:
    """The largest δ at ε of the exponential mechanism over all scores of two or more candidates on
    neighbours: (1 − e^((ε−ε₀)/2))²/(1 − e^−ε₀) where |ε| < ε₀ (Dong, Durfee and Rogers 2020).

    Args:
        level: the mechanism's ε₀, a score being multiplied with ε₀/(2Δ): a number, or "log(3)".
        eps: any real number, in nats.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    span, at = positive_exponent(level, "level"), exponent(eps)

    def worst() -> Scalar:
        gap = difference(at, span)
        if gap >= 0:
            return fmpq(0)
        if difference(span, negated(at)) <= 0:
            return 1 - exponential(at)
        return (arb(gap) / 2).expm1() ** 2 / -((-arb(nats(span))).expm1())

    return _certified(worst, width, "")


def exponential_mechanism_worst_epsilon(
    *, level: Any, delta: Any, width: Any = WIDTH
) -> Certified:
    """The least ε ≥ 0 for which the exponential mechanism is (ε, δ)-DP, whatever the scores of two
    or more candidates are: ε₀ + 2 ln(1 − √(δ(1 − e^−ε₀))), or 0; 0 ≤ δ < 1.

    Arguments and errors are those of `exponential_mechanism_worst_delta`.
    """
    span, target = positive_exponent(level, "level"), any_delta(delta)

    def least() -> Scalar:
        length = nats(span)
        if target == 0:
            return length
        root = (target * -((-arb(length)).expm1())).sqrt()
        found = length + 2 * (-root).log1p()
        return fmpq(0) if found <= 0 else found

    return _certified(least, width, "nats")


def exponential_mechanism_worst_level(*, eps: Any, delta: Any, width: Any = WIDTH) -> Certified:
    """The largest ε₀ for which the exponential mechanism is (ε, δ)-DP, whatever the scores of two
    or more candidates are; 0 ≤ δ < 1.

    With y = e^(−ε₀/2) and c = e^(ε/2), δ(1 − y²) = (1 − cy)² where cy ≤ 1: ε₀ is −2 ln of its
    lesser root, (c − √(δ(c² − 1 + δ)))/(c² + δ). δ doesn't fall with ε₀, as the intervals in which
    losses may lie grow.

    Args:
        eps: at least 0, in nats, positive where δ is 0: a number, or "log(3)".
        delta: δ.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    target = any_delta(delta)
    at = positive_exponent(eps, "eps") if target == 0 else exponent(eps)
    if nats(at) < 0:
        raise InputError(f"eps is {eps}; it must be at least 0")

    def largest() -> Scalar:
        if target == 0:
            return nats(at)
        square = exponential(at)
        root = (arb(target) * (square - 1 + target)).sqrt()
        return -2 * ((arb(square).sqrt() - root) / (square + target)).log()

    return _certified(largest, width, "nats")


def exponential_mechanism_worst_renyi(*, level: Any, order: Any, width: Any = WIDTH) -> Certified:
    """The largest Rényi divergence of an order α > 0 of the exponential mechanism over all scores
    of two or more candidates on neighbours, in nats; of order 1 the Kullback–Leibler divergence.

    Arguments and errors are those of `exponential_mechanism_worst_delta`.
    """
    span, alpha = positive_exponent(level, "level"), positive(order, "the order")
    return _certified(lambda: _divergence(span, alpha), width, "nats")


def exponential_mechanism_worst_zcdp(*, level: Any, width: Any = WIDTH) -> Certified:
    """The least ρ for which the exponential mechanism is ρ-zCDP, whatever the scores of two or more
    candidates are, in nats: the largest D_α/α over orders α > 1. At most ε₀²/8 (Cesar and Rogers,
    "Bounding, Concentrating, and Truncating", ALT 2021).

    Arguments and errors are those of `exponential_mechanism_worst_delta`.
    """
    span = positive_exponent(level, "level")
    # Of each pair both losses lie in an interval of length ε₀.
    pair = Bounded(lambda order: _divergence(span, order), lambda: nats(span), lambda: nats(span))
    return concentrated(pair, 1, width)


def _divergence(span: Exponent, alpha: fmpq) -> Scalar:
    """The largest D_α over all such pairs, at the precision in force."""
    length = arb(nats(span))
    low, rest = (-length).exp(), -((-length).expm1())
    if alpha == 1:
        place = length * low / rest
        return place - 1 - place.log()
    # The moment is x^−α (Ax − B)/(1 − a) with a = e^−ε₀, A = 1 − a^α, B = a − a^α; x = e^−t.
    power = (-length * alpha).exp()
    slope, shift = 1 - power, low - power
    place = alpha * shift / ((alpha - 1) * slope)
    return ((shift / ((alpha - 1) * rest)).log() - alpha * place.log()) / (alpha - 1)


__all__ = [
    "exponential_mechanism_worst_delta", "exponential_mechanism_worst_epsilon",
    "exponential_mechanism_worst_level", "exponential_mechanism_worst_renyi",
    "exponential_mechanism_worst_zcdp",
]
