"""Sums over the integers in floats, on batches of mixtures of discrete Laplace and discrete
Gaussian laws: the counterpart of `ball_integers` for the search.

A sum has `MOST` integers on each side at most; laws that are wider than that, some 150 standard
deviations or 50 scales, aren't searched (nan).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.float_powers import is_bounded, is_finite, log_from, summed_logs, tilted
from verified.numbers.line import GAUSSIAN, Parts

Array = NDArray[np.float64]

MOST = 1500


def whole(x: Any) -> Array:
    """The number itself where it is whole, elsewhere nan."""
    x = np.asarray(x, float)
    return np.where(x == np.round(x), x, np.nan)


def _log_masses(parts: Parts, k: Array) -> Array:
    """ln Σ w_i p_i at integers of shape (…, integers)."""
    logs = []
    for part in parts:
        spread = np.asarray(part.spread, float)[..., None]
        distance = np.abs(k - np.asarray(part.location, float)[..., None])
        if part.shape == GAUSSIAN:
            # By Poisson's formula Σ e^(−j²/2v) is √(2πv) Σ e^(−2π²v j²): each where it is short.
            j = np.arange(1, 9)
            direct = np.log1p(2 * np.exp(-j * j / (2 * spread)).sum(axis=-1, keepdims=True))
            dual = np.log1p(2 * np.exp(-2 * np.pi**2 * spread * j * j).sum(axis=-1, keepdims=True))
            norm = np.where(spread < 1, direct, dual + np.log(2 * np.pi * spread) / 2)
            log = -distance * distance / (2 * spread) - norm
        else:
            log = -distance / spread + np.log(np.tanh(0.5 / spread))
        logs.append(log + np.log(np.asarray(part.weight, float))[..., None])
    return summed_logs(np.stack(np.broadcast_arrays(*logs), axis=-1))


def _window(p: Parts, q: Parts, order: Any, times: int = 1) -> tuple[Array, Array]:
    """Integers around the laws, and where they reach far enough, or so many times as far."""
    order = np.maximum(np.asarray(order, float), 1.0)
    centre = np.asarray(p[0].location, float)
    reach: Any = 0.0
    for part in (*p, *q):
        width = 9 * np.sqrt(part.spread) if part.shape == GAUSSIAN else 40 * part.spread
        # Tilting by an order moves a Gaussian law by as many times the distance of the means.
        reach = np.maximum(reach, order * np.abs(part.location - centre) + width)
    reach, centre = np.broadcast_arrays(times * reach, centre)
    fits = reach <= MOST
    most = int(np.ceil(np.where(fits, reach, 0).max(initial=1)))
    return centre[..., None] + np.arange(-most, most + 1), fits


def _summed(p: Parts, q: Parts, term: Callable[[Array, Array], Array]) -> Array:
    with np.errstate(all="ignore"):
        k, fits = _window(p, q, 1.0)
        found = term(_log_masses(p, k), _log_masses(q, k)).sum(axis=-1)
        return np.where(fits, found, np.nan)


def positive_part(p: Parts, q: Parts, factor: Any) -> Array:
    """Σ max(0, p − factor·q)."""
    spread = np.asarray(factor, float)[..., None]
    found = _summed(p, q, lambda a, b: np.maximum(np.exp(a) - spread * np.exp(b), 0.0))
    return np.asarray(np.where(np.isposinf(factor), 0.0 * found, found))


def kl(p: Parts, q: Parts) -> Array:
    """Σ p ln(p/q)."""
    def term(a: Array, b: Array) -> Array:
        ratio = b - a
        close = np.where(np.abs(ratio) < 1, np.exp(a) * (np.expm1(ratio) - ratio), 0.0)
        far = np.where(np.exp(a) > 0, -np.exp(a) * ratio, 0.0) - np.exp(a) + np.exp(b)
        return np.where(np.abs(ratio) < 1, close, far)

    return _summed(p, q, term)


def _log_sums(p: Parts, q: Parts, order: Any) -> tuple[Array, Array]:
    """Σ p^α q^(1−α) − 1 without cancellation, and ln Σ p^α q^(1−α) without overflow."""
    with np.errstate(all="ignore"):
        k, fits = _window(p, q, order)
        power = np.asarray(order, float)[..., None]
        gaps, exponents = tilted(_log_masses(p, k), _log_masses(q, k), power)
        finite = is_finite(p, q, order)
        excess, logs = (
            np.where(fits, found, np.nan) for found in (gaps.sum(axis=-1), summed_logs(exponents))
        )
        infinite = np.logical_and(fits, np.logical_not(finite))
        return np.where(finite, excess, np.inf), np.where(infinite, np.inf, logs)


def power_excess(p: Parts, q: Parts, order: Any) -> Array:
    """Σ p^α q^(1−α) − 1."""
    return _log_sums(p, q, order)[0]


def log_power(p: Parts, q: Parts, order: Any) -> Array:
    """ln Σ p^α q^(1−α)."""
    with np.errstate(all="ignore"):
        return log_from(*_log_sums(p, q, order))


def most_log_ratio(p: Parts, q: Parts) -> Array:
    """The largest ln(p/q)."""
    with np.errstate(all="ignore"):
        # Far out the ratio nears that of the parts that fall slowest.
        k, fits = _window(p, q, 1.0, 4)
        ratio = _log_masses(p, k) - _log_masses(q, k)
        best = np.where(np.isnan(ratio), -np.inf, ratio).max(axis=-1)
        bounded = is_bounded(p, q)
        return np.where(fits, np.where(bounded, np.maximum(best, 0.0), np.inf), np.nan)
