"""Sharper statements than the papers', as claims, each with what it gains over the paper's bound.

A key that ends in `-sharp` names the row that it sharpens, one in `-sharper` a row that it sharpens
without being tight itself. The children `gain…` compare the bounds
themselves: they speak of numbers only. One module a theme, read in the order of the listings.
"""

from __future__ import annotations

from verified.papers.sharper import closeness  # isort: skip
from verified.papers.sharper import small_epsilon  # isort: skip
from verified.papers.sharper import small_delta  # isort: skip
from verified.papers.sharper import from_information  # isort: skip
from verified.papers.sharper import noise  # isort: skip
from verified.papers.sharper import ding_exact  # isort: skip
from verified.papers.sharper.common import paper

__all__ = [
    "closeness",
    "ding_exact",
    "from_information",
    "noise",
    "paper",
    "small_delta",
    "small_epsilon",
]
