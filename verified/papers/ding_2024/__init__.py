"""Ding, "Approximation of Pufferfish Privacy for Gaussian Priors": its claims as printed.

`tails` holds what is said of τ*(δ), `monge` the transport plan, `theorem_1`, `remark_1`, `users`
and `theorem_2` the sections' results with the steps of Appendices A and B, `appendix_c` those of C
and D, `appendix_e` and `gaussian_noise` the rest, `figures`
what is printed of data and figures.
"""

from __future__ import annotations

from verified.papers.ding_2024 import monge  # isort: skip
from verified.papers.ding_2024 import theorem_1  # isort: skip
from verified.papers.ding_2024 import tails  # isort: skip
from verified.papers.ding_2024 import remark_1  # isort: skip
from verified.papers.ding_2024 import users  # isort: skip
from verified.papers.ding_2024 import theorem_2  # isort: skip
from verified.papers.ding_2024 import appendix_c  # isort: skip
from verified.papers.ding_2024 import gaussian_noise  # isort: skip
from verified.papers.ding_2024 import appendix_e  # isort: skip
from verified.papers.ding_2024 import figures  # isort: skip
from verified.papers.ding_2024.common import paper

__all__ = [
    "appendix_c",
    "appendix_e",
    "figures",
    "gaussian_noise",
    "monge",
    "paper",
    "remark_1",
    "tails",
    "theorem_1",
    "theorem_2",
    "users",
]
