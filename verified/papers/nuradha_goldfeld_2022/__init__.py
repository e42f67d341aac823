"""Nuradha and Goldfeld, "An Information-Theoretic Characterization of Pufferfish Privacy".

`special_cases`, `theorem_1`, `theorem_2` and `remark_3` hold the rows on frameworks with finite
alphabets; `gaussian`, `noise` and `density` those on added noise.
"""

from __future__ import annotations

from verified.papers.nuradha_goldfeld_2022 import special_cases  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import theorem_1  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import theorem_2  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import remark_3  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import gaussian  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import noise  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import density  # isort: skip
from verified.papers.nuradha_goldfeld_2022 import mechanisms  # isort: skip
from verified.papers.nuradha_goldfeld_2022.common import paper

__all__ = [
    "density",
    "gaussian",
    "mechanisms",
    "noise",
    "paper",
    "remark_3",
    "special_cases",
    "theorem_1",
    "theorem_2",
]
