"""Intervals of real numbers in floats and in exact numbers: their ends, coordinates on them, and
values moved into them."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from verified.syntax.sorts import RealSort

Array = NDArray[np.float64]


def ends(domain: RealSort) -> tuple[float, float]:
    """The ends in floats, infinite where there are none."""
    low = -np.inf if domain.low is None else as_float(domain.low)
    return low, np.inf if domain.high is None else as_float(domain.high)


def as_float(value: fmpq) -> float:
    """An exact number in floats."""
    return float(value.p) / float(value.q)


def to_real(value: Array, domain: RealSort) -> Array:
    """From the line to a domain: exp on half-lines, a logistic curve on intervals."""
    low, high = ends(domain)
    with np.errstate(over="ignore"):
        if domain.low is not None and domain.high is not None:
            return low + (high - low) / (1.0 + np.exp(-value))
        if domain.low is not None:
            return low + np.exp(np.minimum(value, 600.0))
        if domain.high is not None:
            return high - np.exp(np.minimum(value, 600.0))
    return value


def from_real(value: Array, domain: RealSort) -> Array:
    """The coordinates of numbers inside a domain, for `to_real`; infinite at its ends, and nan
    where rounding has put a number beyond them."""
    low, high = ends(domain)
    with np.errstate(divide="ignore", invalid="ignore"):
        if domain.low is not None and domain.high is not None:
            return np.asarray(np.log(value - low) - np.log(high - value))
        if domain.low is not None:
            return np.asarray(np.log(value - low))
        if domain.high is not None:
            return np.asarray(np.log(high - value))
    return value


def special_values(domain: RealSort) -> list[float]:
    """The ends that belong to the domain, and 0, 1/2, 1, 2 where they do."""
    told = [end for end in (domain.low, domain.high) if end is not None]
    candidates = [*told, fmpq(0), fmpq(1, 2), fmpq(1), fmpq(2)]
    return sorted({as_float(value) for value in candidates if domain.contains(value)})


def clipped(domain: RealSort, value: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Clip to a closed end that a least value may fall short of; say where the rest lies inside."""
    low, high = ends(domain)
    ok = np.isfinite(value)
    if domain.low_open:
        ok &= value > low
    if domain.high_open:
        ok &= value < high
    # A bound below the domain's low end leaves the whole domain: its low end is then the tight one.
    found = np.clip(value, low, high)
    ok &= np.where(value > high, value <= high * (1 + 1e-12) + 1e-300, True)
    return np.where(np.isfinite(found), found, 0.0), ok


def into_domain(value: fmpq, domain: RealSort) -> fmpq:
    """The nearest point of the domain (just inside an open end)."""
    tiny = fmpq(1, 2**40)
    if domain.low is not None and not (value > domain.low or domain.contains(value)):
        return domain.low + tiny if domain.low_open else domain.low
    if domain.high is not None and not (value < domain.high or domain.contains(value)):
        return domain.high - tiny if domain.high_open else domain.high
    return value


def moved(value: Any, domain: RealSort, share: Any, rng: np.random.Generator) -> Array:
    """Numbers near some numbers, by a share of their size, inside a domain.

    Args:
        value: the numbers.
        share: broadcasts against them; its shape leads that of the result.
    """
    shape = np.broadcast_shapes(np.shape(share), np.shape(value))
    step = share * np.maximum(np.abs(value), 1e-2) * rng.standard_normal(shape)
    low, high = ends(domain)
    # From an end of the domain there is one way only.
    step = np.where(value == low, np.abs(step), np.where(value == high, -np.abs(step), step))
    return np.asarray(np.clip(value + step, low, high))
