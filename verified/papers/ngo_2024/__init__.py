"""Ngo, Östman and Graell i Amat, "On Local Mutual-Information Privacy": its claims as printed.

The paper measures in bits. `finite` holds the rows on finite alphabets, `gaussian` those on the
Gaussian mechanism, `figures` what Figs 1 to 3 show of it, `noise_curves` what its curves do as the
noise grows.
"""

from __future__ import annotations

from verified.papers.ngo_2024 import finite  # isort: skip
from verified.papers.ngo_2024 import gaussian  # isort: skip
from verified.papers.ngo_2024 import figures  # isort: skip
from verified.papers.ngo_2024 import noise_curves  # isort: skip
from verified.papers.ngo_2024.common import paper

__all__ = ["figures", "finite", "gaussian", "noise_curves", "paper"]
