"""Tests of one law on the line against another, in floats on batches: the counterpart of
`ball_tests` for the search."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.float_line import normal_cdf, positive_part
from verified.numbers.golden import best_of
from verified.numbers.line import BOUNDED, GAUSSIAN, LAPLACE, STEPPED, Parts

Array = NDArray[np.float64]

# Logarithms of likelihood ratios that are tried first, closer to 1 more of them, and how often the
# best one's neighbourhood is cut then.
TRIED = np.sinh(np.linspace(-6.0, 6.0, 41))
CUTS = 40


def trade_off(p: Parts, q: Parts, level: Any) -> Array:
    """sup_γ 1 − γ level − ∫ max(0, q − γp), which is concave in γ; nan where the level lies outside
    of [0, 1], or a law is constant on steps or of bounded support."""
    level = np.asarray(level, float)
    shifted = _shifted(p, q, level)
    if shifted is not None:
        return shifted

    def value(log_ratio: Array) -> Array:
        with np.errstate(all="ignore"):
            ratio = np.exp(log_ratio)
            return np.asarray(1.0 - ratio * level - positive_part(q, p, ratio))

    if any(part.shape in (*STEPPED, *BOUNDED) for part in (*p, *q)):
        return np.full(level.shape, np.nan)
    most = best_of(value, TRIED, CUTS)
    outside = (level < 0) | (level > 1)
    ends = np.where((level == 0) | (level == 1), 1.0 - level, np.clip(most, 0.0, 1.0))
    return np.where(outside | np.isnan(most), np.nan, ends)


def _shifted(p: Parts, q: Parts, level: Array) -> Array | None:
    """The same of two Gaussian or two Laplace laws of one scale, whose likelihood ratio is
    monotone: Φ(Φ⁻¹(1 − level) − d) at d deviations (Dong, Roth & Su 2022), and for Laplace laws
    1 − e^d·level, e^(−d)/(4·level) and e^(−d)(1 − level), of which the first and last are lines.
    None of other laws, or of batches in which the scales differ."""
    if len(p) != 1 or len(q) != 1 or p[0].shape != q[0].shape:
        return None
    one, two = p[0], q[0]
    if one.shape not in (GAUSSIAN, LAPLACE) or not np.all(np.equal(one.spread, two.spread)):
        return None
    apart = np.abs(np.asarray(one.location, float) - two.location)
    inside = (level >= 0) & (level <= 1)
    with np.errstate(all="ignore"):
        if one.shape == GAUSSIAN:
            found = normal_cdf(_quantile(1.0 - level) - apart / np.sqrt(one.spread))
        else:
            d = apart / one.spread
            low = np.exp(-d)
            found = np.where(level >= 0.5, low * (1.0 - level), low / (4.0 * level))
            found = np.where(level < low / 2.0, 1.0 - level / low, found)
        return np.where(inside & ~np.isnan(found), np.clip(found, 0.0, 1.0), np.nan)


def _quantile_of_one(share: float) -> float:
    if 0.0 < share < 1.0:
        return NormalDist().inv_cdf(share)
    return {0.0: -np.inf, 1.0: np.inf}.get(share, np.nan)


_quantile = np.vectorize(_quantile_of_one, otypes=[float])
