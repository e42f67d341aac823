"""Tests of one law on the line against another, in floats on batches: the counterpart of
`ball_tests` for the search."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.float_line import positive_part
from verified.numbers.golden import best_of
from verified.numbers.line import BOUNDED, STEPPED, Parts

Array = NDArray[np.float64]

# Logarithms of likelihood ratios that are tried first, closer to 1 more of them, and how often the
# best one's neighbourhood is cut then.
TRIED = np.sinh(np.linspace(-6.0, 6.0, 41))
CUTS = 40


def trade_off(p: Parts, q: Parts, level: Any) -> Array:
    """sup_γ 1 − γ level − ∫ max(0, q − γp), which is concave in γ; nan where the level lies outside
    of [0, 1], or a law is constant on steps or of bounded support."""
    level = np.asarray(level, float)

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
