"""Random laws for the tests: dyadic, so that balls and floats read the very same instance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from flint import fmpq

from verified.numbers.ball_arrays import BallArray

# Numerators of 45 bits are exact in floats, and leave 1e-7 · 2^45 ≈ 3.5e6 steps to a near law.
UNIT = 2**45

Law = list[fmpq]


def random_law(source: random.Random, size: int, zeros: int = 0) -> Law:
    """A law of dyadic probabilities over several orders of magnitude, with some exact zeros."""
    null = set(source.sample(range(size), zeros))
    weights = [0.0 if a in null else source.random() ** 4 + 1e-6 for a in range(size)]
    counts = [round(UNIT * weight / sum(weights)) for weight in weights]
    largest = max(range(size), key=lambda a: counts[a])
    counts[largest] += UNIT - sum(counts)
    return [fmpq(count, UNIT) for count in counts]


def near_law(source: random.Random, law: Law, scale: float) -> Law:
    """A law whose ratios to the given one differ from 1 by about the scale; zeros stay."""
    counts = [int(p * UNIT) for p in law]
    moved = [count + round(count * scale * source.uniform(-1, 1)) for count in counts]
    largest = max(range(len(law)), key=lambda a: moved[a])
    moved[largest] += UNIT - sum(moved)
    return [fmpq(count, UNIT) for count in moved]


def random_channel(source: random.Random, inputs: int, outputs: int, scale: float) -> list[Law]:
    """Rows about the scale apart: 1 for unrelated rows."""
    if scale >= 1:
        return [random_law(source, outputs) for _ in range(inputs)]
    base = random_law(source, outputs)
    return [near_law(source, base, scale) for _ in range(inputs)]


def _flatten(nested: Any) -> list[Any]:
    if isinstance(nested, list):
        return [entry for part in nested for entry in _flatten(part)]
    return [nested]


def _shape(nested: Any) -> tuple[int, ...]:
    return (len(nested), *_shape(nested[0])) if isinstance(nested, list) else ()


def balls(nested: Sequence[Any]) -> BallArray:
    """Nested lists of rationals as an exact array of balls."""
    return BallArray(_shape(nested), _flatten(nested))


def floats(nested: Sequence[Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Nested lists of rationals as a batch of one float array."""
    data = [int(entry.p) / int(entry.q) for entry in _flatten(nested)]
    return np.array(data).reshape(1, *_shape(nested))
