"""Noise variances for a given leakage: proposed in floats, certified in balls on both sides.

More noise never tells more: N(0, v + w) is N(0, v) with further noise, so data processing makes
information, capacity and hockey-stick divergences fall in the variance. A variance that leaks
certainly more than wanted and one that leaks certainly less enclose the one that leaks so much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from flint import arb, fmpq
from scipy import optimize

from verified.errors import InputError
from verified.numbers.ball_noise import NoisyInput
from verified.numbers.balls import Scalar
from verified.propose.peak_capacity import approximate_capacity, peak_capacity

_LARGEST, _WIDTH = 1e9, fmpq(1, 10**12)
# Relative distances that are tried for the two ends, the narrowest first.
_MARGINS = (fmpq(1, 10**9), fmpq(1, 10**7), fmpq(1, 10**5))


@dataclass(frozen=True)
class Variance:
    """The noise variance lies strictly between two rationals."""

    low: fmpq
    high: fmpq


def peak_limited_variance(dimension: int, power: fmpq, bits: fmpq) -> Variance:
    """The σ² for which X + N(0, σ²I_d) with ‖X‖² ≤ `power` has a capacity of so many bits.

    Raises:
        InputError: the dimension, the power or the capacity isn't positive.
        ArithmeticError: no variance was found that is certain.
    """
    if dimension < 1 or power <= 0 or bits <= 0:
        raise InputError("the dimension, the power and the capacity must be positive")

    def about(variance: float) -> float:
        return approximate_capacity(dimension, _float(power) / variance)

    def certain(variance: fmpq) -> arb:
        return peak_capacity(dimension, power / variance, _WIDTH).ball

    return _variance(about, certain, bits, _float(power))


def input_variance(points: Sequence[fmpq], weights: Sequence[Scalar], bits: fmpq) -> Variance:
    """The σ² for which I(X; X + N(0, σ²)) is so many bits, for a discrete X on the line.

    Raises:
        InputError: X has one value only, or it has at most so many bits itself, or `bits` isn't
            positive.
        ArithmeticError: no variance was found that is certain.
    """
    places = np.array([_float(point) for point in points])
    masses = np.array([float(arb(weight).mid()) for weight in weights])
    own = float(-(masses * np.log(masses)).sum())
    if bits <= 0 or own <= _float(bits) * math.log(2):
        raise InputError(f"the input doesn't hold more than {bits} bits, or that isn't positive")

    def about(variance: float) -> float:
        return approximate_information(places, masses, variance)

    def certain(variance: fmpq) -> arb:
        return arb(NoisyInput(points, weights, variance).information())

    spread = float(masses @ places**2 - (masses @ places) ** 2)
    return _variance(about, certain, bits, spread)


def approximate_information(places: np.ndarray, masses: np.ndarray, variance: float) -> float:
    """I(X; X + N(0, v)) in floats, in nats."""
    scale = math.sqrt(variance)
    apart = np.abs(places[:, None] - places).max() / scale
    y = np.linspace(-10.0, 10.0, max(800, int(200 * apart)))
    total = 0.0
    for place, mass in zip(places, masses, strict=True):
        shifts = (place - places[:, None]) / scale
        ratio = masses @ np.exp(-shifts * y - shifts**2 / 2)
        bell = np.exp(-y * y / 2) / math.sqrt(2 * math.pi)
        total -= float(mass * np.sum(bell * np.log(ratio)) * (y[1] - y[0]))
    return total


def _variance(
    about: Callable[[float], float], certain: Callable[[fmpq], arb], bits: fmpq, scale: float
) -> Variance:
    wanted = _float(bits) * math.log(2)
    level = arb(bits) * arb(2).log()

    def miss(log_variance: float) -> float:
        return about(math.exp(log_variance)) - wanted

    low, high = math.log(scale) - 2, math.log(scale) + 2
    while miss(low) < 0 and low > -math.log(_LARGEST):
        low -= 2
    while miss(high) > 0 and high < math.log(_LARGEST):
        high += 2
    root = optimize.brentq(miss, low, high, xtol=1e-13)  # type: ignore[no-untyped-call]
    top, bottom = math.exp(root).as_integer_ratio()
    middle = fmpq(top, bottom)
    for margin in _MARGINS:
        ends = middle * (1 - margin), middle * (1 + margin)
        if certain(ends[1]) < level < certain(ends[0]):
            return Variance(*ends)
    raise ArithmeticError(f"no noise variance certainly leaks {bits} bits")


def _float(value: fmpq) -> float:
    return float(value.p) / float(value.q)


__all__ = [
    "Variance",
    "approximate_information",
    "input_variance",
    "peak_limited_variance",
]
