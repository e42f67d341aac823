"""Nuradha and Goldfeld, "An Information-Theoretic Characterization of Pufferfish Privacy".

`finite` holds the rows on frameworks with finite alphabets; `gaussian`, `noise` and `density` those
on added noise.
"""

from __future__ import annotations

from verified.papers.nuradha_goldfeld_2022 import finite  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import gaussian  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import noise  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import density  # isort: skip
from verified.papers.nuradha_goldfeld_2022.common import paper

__all__ = ["density", "finite", "gaussian", "noise", "paper"]
