"""Nuradha and Goldfeld, "An Information-Theoretic Characterization of Pufferfish Privacy".

`finite` holds the rows on frameworks with finite alphabets, `gaussian` those on added noise.
"""

from __future__ import annotations

from verified.papers.nuradha_goldfeld_2022 import finite  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import gaussian  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import noise  # isort: skip
from verified.papers.nuradha_goldfeld_2022.common import paper

__all__ = ["finite", "gaussian", "noise", "paper"]
