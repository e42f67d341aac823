"""Saeidian et al., "Rethinking Disclosure Prevention with Pointwise Maximal Leakage".

`leakage` holds the rows of Section 2, `sample_mean` Example 3.1, `disclosure` the rows of Section
3.2, `thresholds` and `examples` those of Section 3.3; `appendix_a`, `disclosure_steps` and
`threshold_steps` the steps of Appendix A; `databases`, `appendix_b`, `counting`,
`counting_reached` and `figures` those of Section 4 and of Appendix B.
"""

from __future__ import annotations

from verified.papers.saeidian_2025 import leakage  # isort: skip
from verified.papers.saeidian_2025 import sample_mean  # isort: skip
from verified.papers.saeidian_2025 import disclosure  # isort: skip
from verified.papers.saeidian_2025 import disclosure_steps  # isort: skip
from verified.papers.saeidian_2025 import small_entropy  # isort: skip
from verified.papers.saeidian_2025 import appendix_a  # isort: skip
from verified.papers.saeidian_2025 import thresholds  # isort: skip
from verified.papers.saeidian_2025 import threshold_steps  # isort: skip
from verified.papers.saeidian_2025 import examples  # isort: skip
from verified.papers.saeidian_2025 import databases  # isort: skip
from verified.papers.saeidian_2025 import correlated  # isort: skip
from verified.papers.saeidian_2025 import appendix_b  # isort: skip
from verified.papers.saeidian_2025 import counting  # isort: skip
from verified.papers.saeidian_2025 import counting_reached  # isort: skip
from verified.papers.saeidian_2025 import figures  # isort: skip
from verified.papers.saeidian_2025.common import paper

__all__ = [
    "appendix_a",
    "appendix_b",
    "correlated",
    "counting",
    "counting_reached",
    "databases",
    "disclosure",
    "disclosure_steps",
    "examples",
    "figures",
    "leakage",
    "paper",
    "sample_mean",
    "small_entropy",
    "threshold_steps",
    "thresholds",
]
