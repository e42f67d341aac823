"""Tests of one law on the line against another, in floats on batches: the counterpart of
`ball_tests` for the search."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.float_line import _Curves, normal_cdf, positive_part
from verified.numbers.golden import best_of
from verified.numbers.line import BOUNDED, GAUSSIAN, LAPLACE, Parts, mirrored

Array = NDArray[np.float64]

# Logarithms of likelihood ratios that are tried first, closer to 1 more of them, and how often the
# best one's neighbourhood is cut then.
TRIED = np.sinh(np.linspace(-6.0, 6.0, 41))
CUTS = 40


def trade_off(p: Parts, q: Parts, level: Any) -> Array:
    """sup_γ 1 − γ level − ∫ max(0, q − γp), which is concave in γ; nan where the level lies outside
    of [0, 1]."""
    level = np.asarray(level, float)
    shifted = _shifted(p, q, level)
    if shifted is not None:
        return shifted

    def value(log_ratio: Array) -> Array:
        with np.errstate(all="ignore"):
            ratio = np.exp(log_ratio)
            return np.asarray(1.0 - ratio * level - positive_part(q, p, ratio))

    most = best_of(value, TRIED, CUTS)
    found = np.clip(most, 0.0, 1.0)
    found = np.where(level == 0, _inside(p, q), found)
    return np.where(_outside(level) | np.isnan(most), np.nan, np.where(level == 1, 0.0, found))


def _inside(p: Parts, q: Parts) -> Any:
    """The mass of q where p has a density."""
    if any(part.shape not in BOUNDED for part in p):
        return 1.0
    ends = [x for part in p for x in (part.location, -np.asarray(mirrored((part,))[0].location))]
    places = np.sort(np.stack(np.broadcast_arrays(*ends), axis=-1), axis=-1)
    low, high = places[..., :-1], places[..., 1:]
    with np.errstate(all="ignore"):
        there = np.isfinite(_Curves(p).log_density((low + high) / 2))
        return (_Curves(q).mass(low, high) * there).sum(axis=-1)


def of_cells(p: Sequence[Any], q: Sequence[Any], level: Any) -> Array:
    """The same of laws that are known by the masses of cells on which their ratio is constant."""
    level = np.asarray(level, float)
    found: Array = np.zeros(level.shape)
    with np.errstate(all="ignore"):
        for mine, other in zip(p, q, strict=True):
            ratio = np.asarray(other) / mine
            lost = sum(np.maximum(0.0, y - ratio * x) for x, y in zip(p, q, strict=True))
            # A cell that P leaves out has no ratio.
            reached = np.where(np.equal(mine, 0), 0.0, 1.0 - ratio * level - lost)
            found = np.maximum(found, reached)
    return np.where(_outside(level), np.nan, found)


def _outside(level: Array) -> Any:
    return (level < 0) | (level > 1)


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
