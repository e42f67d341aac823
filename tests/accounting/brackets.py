"""δ(ε) of a few rounds by convolving a rounded loss: two sides that share no code with the package.

The loss ln(first/second) of one round is rounded up (down) to a grid, its mass being that of the
first law; k-fold sums are convolved, and δ(ε) = E (1 − e^(ε − L))₊ over the first law's k-th power
lies between the two. Floats; what they err by is far below the brackets' width.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import signal, special

Law = tuple[Callable[[Any], Any], Callable[[Any], Any]]  # distribution function, log density


def gaussian(mean: float) -> Law:
    return (
        lambda t: special.ndtr(t - mean),
        lambda t: -((t - mean) ** 2) / 2 - 0.5 * math.log(2 * math.pi),
    )


def laplace(scale: float, mean: float) -> Law:
    def below(t: Any) -> Any:
        tail = np.exp(-np.abs(t - mean) / scale) / 2
        return np.where(t < mean, tail, 1 - tail)

    return below, lambda t: -np.abs(t - mean) / scale - math.log(2 * scale)


def mixture(weight: float, one: Law, other: Law) -> Law:
    """(1 − weight) one + weight other."""
    return (
        lambda t: (1 - weight) * one[0](t) + weight * other[0](t),
        lambda t: np.logaddexp(
            math.log1p(-weight) + one[1](t) if weight < 1 else -np.inf,
            math.log(weight) + other[1](t),
        ),
    )


def pair(noise: str, sigma: float, q: float, adjacency: str) -> tuple[Law, Law]:
    """The pair of laws of an adjacency, for contributions of 1."""

    def law(mean: float) -> Law:
        return gaussian(mean / sigma) if noise == "gaussian" else laplace(1.0, mean / sigma)

    away, kept, there = law(-1.0), law(0.0), law(1.0)
    mixed = mixture(q, kept, there)
    return {
        "remove": (mixed, kept),
        "add": (kept, mixed),
        "replace": (mixed, mixture(q, kept, away)),
    }[adjacency]


def bracket(
    first: Law, second: Law, times: int, eps: float, step: float = 1e-3, reach: float = 14.0
) -> tuple[float, float]:
    """Below and above δ(ε) of the pair's power; the loss must be monotone."""
    t = np.linspace(-reach, reach, 400_001)
    loss = first[1](t) - second[1](t)
    mass = np.diff(first[0](t))
    ends = np.sort(np.stack([loss[:-1], loss[1:]]), axis=0)
    outside = first[0](t[0]) + 1 - first[0](t[-1])
    sides = []
    for index in (np.floor(ends[0] / step - 1e-9), np.ceil(ends[1] / step + 1e-9)):
        lowest = int(index.min())
        law = np.bincount((index - lowest).astype(int), weights=mass)
        total, start = law, lowest
        for _ in range(times - 1):
            total, start = signal.fftconvolve(total, law), start + lowest
        sums = step * (start + np.arange(len(total)))
        above = np.maximum(-np.expm1(np.minimum(eps - sums, 0.0)), 0.0)
        sides.append(float(total @ above))
    return sides[0] - 1e-12, sides[1] + times * outside + 1e-12
