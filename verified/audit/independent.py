"""The audited values by mpmath alone: no code of ours, other formulas or other ways to the same.

Floats are the rationals that they are. Each function gives a number of about `DIGITS` digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mpmath

# It has no types.
mp: Any = mpmath.mp
mpf: Any = mpmath.mpf

DIGITS = 60


def _precisely(function: Callable[..., Any]) -> Callable[..., Any]:
    def computed(**arguments: Any) -> Any:
        with mp.workdps(DIGITS + 40):
            return function(**{name: _numbers(value) for name, value in arguments.items()})

    return computed


def _numbers(value: Any) -> Any:
    return [_numbers(part) for part in value] if isinstance(value, list) else mpf(value)


def _gaussian_delta(eps: Any, ratio: Any) -> Any:
    """P(A) − e^ε Q(A) for N(r, 1) and N(0, 1) and A, where the loss is above ε (Balle and Wang)."""
    root = mp.sqrt(2)
    above = mp.erfc((eps / ratio - ratio / 2) / root) / 2
    return above - mp.exp(eps) * mp.erfc((eps / ratio + ratio / 2) / root) / 2


@_precisely
def gaussian_delta(sigma: Any, eps: Any, sensitivity: Any = 1, steps: Any = 1) -> Any:
    """δ of `steps` Gaussian mechanisms."""
    return _gaussian_delta(eps, sensitivity * mp.sqrt(steps) / sigma)


def _root(function: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Where a function that falls from above 0 to below crosses it, by halving on a log scale."""
    while function(low) < 0:
        low /= 2
    while function(high) > 0:
        high *= 2
    for _ in range(4 * DIGITS):
        middle = mp.sqrt(low * high)
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return high


@_precisely
def gaussian_sigma(eps: Any, delta: Any, sensitivity: Any = 1, steps: Any = 1) -> Any:
    """The least σ for (ε, δ)."""
    size = sensitivity * mp.sqrt(steps)
    return _root(lambda sigma: _gaussian_delta(eps, size / sigma) - delta, mpf("1e-3"), mpf(1))


@_precisely
def gaussian_epsilon(sigma: Any, delta: Any, sensitivity: Any = 1, steps: Any = 1) -> Any:
    """The least ε for δ."""
    ratio = sensitivity * mp.sqrt(steps) / sigma
    if _gaussian_delta(mpf(0), ratio) <= delta:
        return mpf(0)
    return _root(lambda eps: _gaussian_delta(eps, ratio) - delta, mpf("1e-9"), mpf(1))


@_precisely
def laplace_delta(scale: Any, eps: Any, sensitivity: Any = 1) -> Any:
    """δ of one Laplace mechanism."""
    return max(mpf(0), -mp.expm1((eps - sensitivity / scale) / 2))


@_precisely
def laplace_epsilon(scale: Any, delta: Any, sensitivity: Any = 1) -> Any:
    """ε of one Laplace mechanism."""
    return max(mpf(0), sensitivity / scale + 2 * mp.log1p(-delta))


@_precisely
def laplace_scale(eps: Any, delta: Any, sensitivity: Any = 1) -> Any:
    """The least scale for (ε, δ)."""
    return sensitivity / (eps - 2 * mp.log1p(-delta))


@_precisely
def any_round(delta: Any, steps: Any) -> Any:
    """1 − (1 − δ)^k."""
    return -mp.expm1(steps * mp.log1p(-delta))


@_precisely
def pure_composition_delta(eps: Any, level: Any, steps: Any) -> Any:
    """δ at ε of k ε₀-DP mechanisms at their worst (Kairouz, Oh and Viswanath 2017, (4))."""
    k = int(steps)
    top = mp.exp(level) + 1
    return mp.fsum(
        mp.binomial(k, j) * max(mpf(0), mp.exp(level * (k - j)) - mp.exp(eps + level * j)) / top**k
        for j in range(k + 1)
    )


@_precisely
def kl(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """D(p‖q), in nats."""
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return mp.inf
    return mp.fsum(a * mp.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)


@_precisely
def entropy(p: Sequence[Any]) -> Any:
    """H(p), in nats."""
    return -mp.fsum(a * mp.log(a) for a in p if a > 0)


@_precisely
def jensen_shannon(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """The Jensen–Shannon divergence, in nats."""
    return mp.fsum(
        a * mp.log(2 * a / (a + b)) / 2 + (b * mp.log(2 * b / (a + b)) / 2 if b > 0 else 0)
        if a > 0 else (b * mp.log(2) / 2 if b > 0 else mpf(0))
        for a, b in zip(p, q, strict=True)
    )


@_precisely
def renyi(p: Sequence[Any], q: Sequence[Any], alpha: Any) -> Any:
    """The Rényi divergence, in nats."""
    if alpha > 1 and any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return mp.inf
    total = mp.fsum(
        mp.exp(alpha * mp.log(a) + (1 - alpha) * mp.log(b))
        for a, b in zip(p, q, strict=True) if a > 0 and b > 0
    )
    return mp.log(total) / (alpha - 1) if total > 0 else mp.inf


@_precisely
def capacity(channel: Sequence[Sequence[Any]]) -> Any:
    """The capacity of a channel with two inputs, in nats: the concave information, by thirds."""
    one, two = channel

    def information(share: Any) -> Any:
        mixed = [(1 - share) * a + share * b for a, b in zip(one, two, strict=True)]
        return mp.fsum(
            weight * mp.fsum(a * mp.log(a / c) for a, c in zip(row, mixed, strict=True) if a > 0)
            for weight, row in ((1 - share, one), (share, two)) if weight > 0
        )

    low, high = mpf(0), mpf(1)
    # Near a maximum the value is flat: half the digits of the place are all of the value's.
    for _ in range(3 * DIGITS):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (left, high) if information(left) < information(right) else (low, right)
    return information((low + high) / 2)
