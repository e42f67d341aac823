"""Sums over the integers in floats, on batches of mixtures of the laws of `ball_integers`: its
counterpart for the search.

A sum has `MOST` integers on each side at most; laws that are wider than that, some 150 standard
deviations or 50 scales, aren't searched (nan).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, xlog1py, xlogy

from verified.numbers.float_powers import log_from, summed_logs, tilted
from verified.numbers.line import BINOMIAL, GAUSSIAN, GEOMETRIC, LAPLACE, POISSON, Part, Parts

Array = NDArray[np.float64]

MOST = 1500


def whole(x: Any) -> Array:
    """The number itself where it is whole, elsewhere nan."""
    x = np.asarray(x, float)
    return np.where(x == np.round(x), x, np.nan)


def probability(x: Any) -> Array:
    """The number itself where it lies in [0, 1], elsewhere nan."""
    x = np.asarray(x, float)
    return np.where((x >= 0) & (x <= 1), x, np.nan)


def _log_part(part: Part, k: Array) -> Array:
    spread = np.asarray(part.spread, float)[..., None]
    gap = k - np.asarray(part.location, float)[..., None]
    if part.shape == GAUSSIAN:
        # By Poisson's formula Σ e^(−j²/2v) is √(2πv) Σ e^(−2π²v j²): each where it is short.
        j = np.arange(1, 9)
        direct = np.log1p(2 * np.exp(-j * j / (2 * spread)).sum(axis=-1, keepdims=True))
        dual = np.log1p(2 * np.exp(-2 * np.pi**2 * spread * j * j).sum(axis=-1, keepdims=True))
        norm = np.where(spread < 1, direct, dual + np.log(2 * np.pi * spread) / 2)
        return np.asarray(-gap * gap / (2 * spread) - norm)
    if part.shape == LAPLACE:
        return np.asarray(-np.abs(gap) / spread + np.log(np.tanh(0.5 / spread)))
    top = np.inf if part.noise is None else np.asarray(part.noise, float)[..., None]
    inside = (gap >= 0) & (gap <= top)
    j = np.where(inside, gap, 0.0)
    if part.shape == POISSON:
        found = j * np.log(spread) - spread - gammaln(j + 1)
    elif part.shape == GEOMETRIC:
        found = xlog1py(j, -spread) + np.log(spread)
    else:
        ways = gammaln(top + 1) - gammaln(j + 1) - gammaln(top - j + 1)
        found = ways + xlogy(j, spread) + xlog1py(top - j, -spread)
    return np.asarray(np.where(np.isnan(gap), np.nan, np.where(inside, found, -np.inf)))


def _log_masses(parts: Parts, k: Array) -> Array:
    """ln Σ w_i p_i at integers of shape (…, integers)."""
    logs = [_log_part(part, k) + np.log(np.asarray(part.weight, float))[..., None]
            for part in parts]
    return summed_logs(np.stack(np.broadcast_arrays(*logs), axis=-1))


def _reach(part: Part) -> Any:
    """How far from its location a law has mass that counts."""
    spread = np.asarray(part.spread, float)
    if part.shape == BINOMIAL:
        return np.asarray(part.noise, float)
    if part.shape == GAUSSIAN:
        return 9 * np.sqrt(spread)
    if part.shape == POISSON:
        return spread + 9 * np.sqrt(spread) + 25
    return 40 * spread if part.shape == LAPLACE else -40 / np.log1p(-spread)


def _window(p: Parts, q: Parts, order: Any, times: int = 1) -> tuple[Array, Array]:
    """Integers around the laws, and where they reach far enough, or so many times as far."""
    order = np.maximum(np.asarray(order, float), 1.0)
    centre = np.asarray(p[0].location, float)
    reach: Any = 0.0
    for part in (*p, *q):
        # Tilting by an order moves a Gaussian law by as many times the distance of the means.
        reach = np.maximum(reach, order * np.abs(part.location - centre) + _reach(part))
    for one in p:
        for two in q:
            if one.shape == two.shape == POISSON:
                # λ^α μ^(1−α) is the rate of the tilted law.
                rate = one.spread * (np.asarray(one.spread) / two.spread) ** (order - 1)
                reach = np.maximum(reach, rate + 9 * np.sqrt(rate) + 25)
            elif one.shape == two.shape == GEOMETRIC:
                fall = order * np.log1p(-one.spread) + (1 - order) * np.log1p(-two.spread)
                reach = np.maximum(reach, np.where(fall < 0, -40 / fall, 0.0))
    reach, centre = np.broadcast_arrays(times * reach, centre)
    fits = reach <= MOST
    most = int(np.ceil(np.where(fits, reach, 0).max(initial=1)))
    return centre[..., None] + np.arange(-most, most + 1), fits


# --- what is finite -------------------------------------------------------------------------------

# Of a law's fall on a side, as `ball_integers` has it: the factor of k², minus that of ln k, the
# factor of k, and the rest of the logarithm's; None where its support ends there.
Fall = tuple[Any, Any, Any, Any]


def _fall(part: Part, turned: bool) -> Fall | None:
    spread = np.asarray(part.spread, float)
    place = np.asarray(-part.location if turned else part.location, float)
    if part.shape == GAUSSIAN:
        return 1 / spread, 0.0, (2 * place - 1) / (2 * spread), 0.0
    if part.shape == LAPLACE:
        return 0.0, 0.0, -1 / spread, 0.0
    if turned or part.shape == BINOMIAL:
        return None
    if part.shape == GEOMETRIC:
        return 0.0, 0.0, np.log1p(-spread), 0.0
    return 0.0, 1.0, np.log(spread), place - 1


def _leads(x: Any, one: Fall, y: Any, two: Fall) -> Array:
    """The sign of a step of p^x q^y far out."""
    bend, grows, slope, _ = (x * a + y * b for a, b in zip(one, two, strict=True))
    moved = x * one[1] * one[3] + y * two[1] * two[3]
    found = np.sign(moved)
    for value in (slope, -grows, -bend):
        found = np.where(value != 0, np.sign(value), found)
    return np.asarray(found)


def _each_is_helped(p: Parts, q: Parts, x: Any, y: Any, most: int) -> Array:
    """Whether on both sides each part of p has one of q with which steps have a sign up to this."""
    result: Any = True
    for turned in (False, True):
        for one in p:
            fall = _fall(one, turned)
            if fall is None:
                continue
            helped: Any = np.equal(one.weight, 0)
            for two in q:
                other = _fall(two, turned)
                if other is not None:
                    helped = helped | ((_leads(x, fall, y, other) <= most)
                                       & np.greater(two.weight, 0))
            result = result & helped
    return np.asarray(result)


def _covered(log_p: Array, log_q: Array) -> Array:
    """Whether q has mass wherever p has, between the ends of the window."""
    return np.asarray(~(np.isneginf(log_q) & (log_p > -np.inf)).any(axis=-1))


# --- quantities -----------------------------------------------------------------------------------


def _summed(p: Parts, q: Parts, term: Callable[[Array, Array], Array]) -> Array:
    with np.errstate(all="ignore"):
        k, fits = _window(p, q, 1.0)
        found = term(_log_masses(p, k), _log_masses(q, k)).sum(axis=-1)
        return np.asarray(np.where(fits, found, np.nan))


def positive_part(p: Parts, q: Parts, factor: Any) -> Array:
    """Σ max(0, p − factor·q)."""
    spread = np.asarray(factor, float)[..., None]

    def term(a: Array, b: Array) -> Array:
        lost = np.where(np.isneginf(b), 0.0, np.where(np.isposinf(spread), np.inf,
                                                      spread * np.exp(b)))
        return np.asarray(np.maximum(np.exp(a) - lost, 0.0))

    return _summed(p, q, term)


def surprise(p: Parts, q: Parts) -> Array:
    """−ln Q(p > 0)."""
    with np.errstate(all="ignore"):
        lost = _summed(q, p, lambda b, a: np.where(np.isneginf(a), np.exp(b), 0.0))
        kept = _summed(q, p, lambda b, a: np.where(np.isneginf(a), 0.0, np.exp(b)))
        return np.where(kept < 0.5, -np.log(kept), -np.log1p(-np.minimum(lost, 1.0)))


def kl(p: Parts, q: Parts) -> Array:
    """Σ p ln(p/q)."""
    def term(a: Array, b: Array) -> Array:
        ratio = b - a
        close = np.where(np.abs(ratio) < 1, np.exp(a) * (np.expm1(ratio) - ratio), 0.0)
        far = np.where(a > -np.inf, -np.exp(a) * ratio, 0.0) - np.exp(a) + np.exp(b)
        return np.where(np.abs(ratio) < 1, close, far)

    return _summed(p, q, term)


def _log_sums(p: Parts, q: Parts, order: Any) -> tuple[Array, Array]:
    """Σ p^α q^(1−α) − 1 without cancellation, and ln Σ p^α q^(1−α) without overflow."""
    with np.errstate(all="ignore"):
        k, fits = _window(p, q, order)
        power = np.asarray(order, float)[..., None]
        log_p, log_q = _log_masses(p, k), _log_masses(q, k)
        alone = np.isneginf(log_q) & (log_p > -np.inf)
        gaps, exponents = tilted(np.where(alone, -np.inf, log_p), log_q, power)
        gaps = gaps - np.where(alone, power * np.exp(log_p), 0.0)
        helped = _each_is_helped(p, q, order, 1 - np.asarray(order), -1)
        finite = np.less(order, 1) | np.logical_and(_covered(log_p, log_q), helped)
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
        log_p, log_q = _log_masses(p, k), _log_masses(q, k)
        ratio = log_p - log_q
        best = np.where(np.isnan(ratio), -np.inf, ratio).max(axis=-1)
        bounded = np.logical_and(
            _covered(log_p, log_q), _each_is_helped(p, q, 1.0, -1.0, 0))
        return np.where(fits, np.where(bounded, np.maximum(best, 0.0), np.inf), np.nan)
