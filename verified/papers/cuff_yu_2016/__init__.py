"""Cuff and Yu, "Differential Privacy as a Mutual Information Constraint": its claims as printed.

The claims stand in the order of the paper, under its labels; one module a part of the paper, read
in that order. Entries and symbols are numbered from 0, so the paper's X_1 is entry 0. Alphabets are
finite and start at one symbol.
"""

from __future__ import annotations

from verified.papers.cuff_yu_2016 import closeness  # isort: skip
from verified.papers.cuff_yu_2016 import theorem  # isort: skip
from verified.papers.cuff_yu_2016 import properties  # isort: skip
from verified.papers.cuff_yu_2016 import examples  # isort: skip
from verified.papers.cuff_yu_2016 import variations  # isort: skip
from verified.papers.cuff_yu_2016 import appendices  # isort: skip
from verified.papers.cuff_yu_2016.common import paper

__all__ = ["appendices", "closeness", "examples", "paper", "properties", "theorem", "variations"]
