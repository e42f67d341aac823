"""Cuff and Yu, "Differential Privacy as a Mutual Information Constraint": its claims as printed.

The claims stand in the order of the paper, under its labels; one module a part of the paper, read
in that order. Entries and symbols are numbered from 0, so the paper's X_1 is entry 0. Alphabets are
finite and start at one symbol.
"""

from __future__ import annotations

from verified.papers.cuff_yu_2016 import closeness  # isort: skip
from verified.papers.cuff_yu_2016 import theorem  # isort: skip
from verified.papers.cuff_yu_2016 import lemma_1  # isort: skip
from verified.papers.cuff_yu_2016 import lemma_2  # isort: skip
from verified.papers.cuff_yu_2016 import threshold  # isort: skip
from verified.papers.cuff_yu_2016 import lemma_3  # isort: skip
from verified.papers.cuff_yu_2016 import properties  # isort: skip
from verified.papers.cuff_yu_2016 import examples  # isort: skip
from verified.papers.cuff_yu_2016 import group_bounds  # isort: skip
from verified.papers.cuff_yu_2016 import variations  # isort: skip
from verified.papers.cuff_yu_2016 import renyi_orders  # isort: skip
from verified.papers.cuff_yu_2016 import appendix_a  # isort: skip
from verified.papers.cuff_yu_2016 import appendix_b  # isort: skip
from verified.papers.cuff_yu_2016 import appendix_c  # isort: skip
from verified.papers.cuff_yu_2016 import appendix_d  # isort: skip
from verified.papers.cuff_yu_2016.common import paper

__all__ = [
    "appendix_a",
    "appendix_b",
    "appendix_c",
    "appendix_d",
    "closeness",
    "examples",
    "group_bounds",
    "lemma_1",
    "lemma_2",
    "lemma_3",
    "paper",
    "properties",
    "renyi_orders",
    "theorem",
    "threshold",
    "variations",
]
