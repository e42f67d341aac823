"""The audited values by mpmath alone: no code of ours, other formulas or other ways to the same.

Floats are the rationals that they are. Each function gives a number of about `DIGITS` digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import mpmath

# It has no types.
mp: Any = mpmath.mp
mpf: Any = mpmath.mpf

DIGITS = 60


def precisely(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function at exact arguments, worked out to 40 digits more than are compared."""

    def computed(**arguments: Any) -> Any:
        with mp.workdps(DIGITS + 40):
            return function(**{name: _numbers(value) for name, value in arguments.items()})

    return computed


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [_numbers(part) for part in value]
    if isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    return mpf(value)


def _gaussian_delta(eps: Any, ratio: Any) -> Any:
    """P(A) − e^ε Q(A) for N(r, 1) and N(0, 1) and A, where the loss is above ε (Balle and Wang)."""
    root = mp.sqrt(2)
    above = mp.erfc((eps / ratio - ratio / 2) / root) / 2
    return above - mp.exp(eps) * mp.erfc((eps / ratio + ratio / 2) / root) / 2


@precisely
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


@precisely
def gaussian_sigma(eps: Any, delta: Any, sensitivity: Any = 1, steps: Any = 1) -> Any:
    """The least σ for (ε, δ)."""
    size = sensitivity * mp.sqrt(steps)
    return _root(lambda sigma: _gaussian_delta(eps, size / sigma) - delta, mpf("1e-3"), mpf(1))


@precisely
def gaussian_epsilon(sigma: Any, delta: Any, sensitivity: Any = 1, steps: Any = 1) -> Any:
    """The least ε for δ."""
    ratio = sensitivity * mp.sqrt(steps) / sigma
    if _gaussian_delta(mpf(0), ratio) <= delta:
        return mpf(0)
    return _root(lambda eps: _gaussian_delta(eps, ratio) - delta, mpf("1e-9"), mpf(1))


@precisely
def laplace_delta(scale: Any, eps: Any, sensitivity: Any = 1) -> Any:
    """δ of one Laplace mechanism."""
    return max(mpf(0), -mp.expm1((eps - sensitivity / scale) / 2))


@precisely
def laplace_epsilon(scale: Any, delta: Any, sensitivity: Any = 1) -> Any:
    """ε of one Laplace mechanism."""
    return max(mpf(0), sensitivity / scale + 2 * mp.log1p(-delta))


@precisely
def laplace_scale(eps: Any, delta: Any, sensitivity: Any = 1) -> Any:
    """The least scale for (ε, δ)."""
    return sensitivity / (eps - 2 * mp.log1p(-delta))


@precisely
def any_round(delta: Any, steps: Any) -> Any:
    """1 − (1 − δ)^k."""
    return -mp.expm1(steps * mp.log1p(-delta))


@precisely
def pure_composition_delta(eps: Any, level: Any, steps: Any) -> Any:
    """δ at ε of k ε₀-DP mechanisms at their worst (Kairouz, Oh and Viswanath 2017, (4))."""
    k = int(steps)
    top = mp.exp(level) + 1
    return mp.fsum(
        mp.binomial(k, j) * max(mpf(0), mp.exp(level * (k - j)) - mp.exp(eps + level * j)) / top**k
        for j in range(k + 1)
    )


@precisely
def kl(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """D(p‖q), in nats."""
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return mp.inf
    return mp.fsum(a * mp.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)


@precisely
def entropy(p: Sequence[Any]) -> Any:
    """H(p), in nats."""
    return -mp.fsum(a * mp.log(a) for a in p if a > 0)


@precisely
def jensen_shannon(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """The Jensen–Shannon divergence, in nats."""
    return mp.fsum(
        a * mp.log(2 * a / (a + b)) / 2 + (b * mp.log(2 * b / (a + b)) / 2 if b > 0 else 0)
        if a > 0 else (b * mp.log(2) / 2 if b > 0 else mpf(0))
        for a, b in zip(p, q, strict=True)
    )


@precisely
def renyi(p: Sequence[Any], q: Sequence[Any], alpha: Any) -> Any:
    """The Rényi divergence, in nats."""
    if alpha > 1 and any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return mp.inf
    total = mp.fsum(
        mp.exp(alpha * mp.log(a) + (1 - alpha) * mp.log(b))
        for a, b in zip(p, q, strict=True) if a > 0 and b > 0
    )
    return mp.log(total) / (alpha - 1) if total > 0 else mp.inf


@precisely
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


@precisely
def total_variation(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """Half of Σ|p − q|."""
    return mp.fsum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


@precisely
def hellinger(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """Half of Σ(√p − √q)²."""
    return mp.fsum((mp.sqrt(a) - mp.sqrt(b)) ** 2 for a, b in zip(p, q, strict=True)) / 2


@precisely
def chi_square(p: Sequence[Any], q: Sequence[Any]) -> Any:
    """Σ(p − q)²/q."""
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return mp.inf
    return mp.fsum((a - b) ** 2 / b for a, b in zip(p, q, strict=True) if b > 0)


@precisely
def power_sum(p: Sequence[Any], q: Sequence[Any], one: Any, two: Any) -> Any:
    """Σ p^one q^two over the symbols of both laws; for exponents that aren't below 0."""
    return mp.fsum(a**one * b**two for a, b in zip(p, q, strict=True) if a > 0 and b > 0)


@precisely
def renyi_entropy(p: Sequence[Any], alpha: Any) -> Any:
    """ln Σp^α over 1 − α, for α ≠ 1."""
    return mp.log(mp.fsum(a**alpha for a in p if a > 0)) / (1 - alpha)


def _output(prior: Sequence[Any], channel: Sequence[Sequence[Any]]) -> list[Any]:
    return [
        mp.fsum(share * row[y] for share, row in zip(prior, channel, strict=True))
        for y in range(len(channel[0]))
    ]


@precisely
def information(prior: Sequence[Any], channel: Sequence[Sequence[Any]]) -> Any:
    """I(X;Y), in nats."""
    mixed = _output(prior, channel)
    return mp.fsum(
        share * a * mp.log(a / c)
        for share, row in zip(prior, channel, strict=True)
        for a, c in zip(row, mixed, strict=True) if share * a > 0
    )


@precisely
def sibson(prior: Sequence[Any], channel: Sequence[Sequence[Any]], alpha: Any) -> Any:
    """Sibson's information of an order other than 1, in nats."""
    total = mp.fsum(
        mp.fsum(
            share * row[y] ** alpha
            for share, row in zip(prior, channel, strict=True) if share > 0 and row[y] > 0
        ) ** (1 / alpha)
        for y in range(len(channel[0]))
    )
    return alpha / (alpha - 1) * mp.log(total)


@precisely
def maximal_leakage(prior: Sequence[Any], channel: Sequence[Sequence[Any]]) -> Any:
    """ln Σ max W(y|x) over the prior's support."""
    rows = [row for share, row in zip(prior, channel, strict=True) if share > 0]
    return mp.log(mp.fsum(max(column) for column in zip(*rows, strict=True)))


@precisely
def min_entropy_leakage(prior: Sequence[Any], channel: Sequence[Sequence[Any]]) -> Any:
    """ln of how much likelier the best guess becomes."""
    joint = [[share * a for a in row] for share, row in zip(prior, channel, strict=True)]
    return mp.log(mp.fsum(max(column) for column in zip(*joint, strict=True)) / max(prior))


@precisely
def hockey_stick(p: Sequence[Any], q: Sequence[Any], eps: Any) -> Any:
    """Σ max(0, p − e^ε q)."""
    factor = mp.exp(eps)
    return mp.fsum(max(mpf(0), a - factor * b) for a, b in zip(p, q, strict=True))
