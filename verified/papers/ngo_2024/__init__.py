"""Ngo, Östman and Graell i Amat, "On Local Mutual-Information Privacy": its claims as printed.

The paper measures in bits. `definitions`, `theorem_1`, `theorem_2` and `lemma_1` hold the rows on
finite alphabets, `peak_limit` those on the Gaussian mechanism for inputs in a ball, `gaussian`
those on Theorem 3, `appendix_c` those on exchanging the infimum and the supremum of (17), `figures`
what Figs 1 to 3 show of it, `noise_curves` what its curves do as the noise grows.
"""

from __future__ import annotations

from verified.papers.ngo_2024 import definitions  # isort: skip
from verified.papers.ngo_2024 import theorem_1  # isort: skip
from verified.papers.ngo_2024 import theorem_2  # isort: skip
from verified.papers.ngo_2024 import lemma_1  # isort: skip
from verified.papers.ngo_2024 import peak_limit  # isort: skip
from verified.papers.ngo_2024 import gaussian  # isort: skip
from verified.papers.ngo_2024 import appendix_c  # isort: skip
from verified.papers.ngo_2024 import figures  # isort: skip
from verified.papers.ngo_2024 import noise_curves  # isort: skip
from verified.papers.ngo_2024.common import paper

__all__ = [
    "appendix_c",
    "definitions",
    "figures",
    "gaussian",
    "lemma_1",
    "noise_curves",
    "paper",
    "peak_limit",
    "theorem_1",
    "theorem_2",
]
