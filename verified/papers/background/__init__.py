"""Textbook facts on which proofs rest, as claims: stated, attacked and citable like any other.

One module a theme; they are read in the order in which the facts are listed. Alphabets are finite,
of any size from one symbol on. Those on integrals, matrices, noise, the normal law and optima stand
in modules beside this package, under the same paper. Nothing here mentions a privacy notion.
"""

from __future__ import annotations

from verified.papers.background.common import COVER_THOMAS, paper  # isort: skip
from verified.papers.background import numbers  # isort: skip
from verified.papers.background import divergences  # isort: skip
from verified.papers.background import tails  # isort: skip
from verified.papers.background import closeness  # isort: skip
from verified.papers.background import entropies  # isort: skip
from verified.papers.background import information  # isort: skip
from verified.papers.background import line_laws  # isort: skip
from verified.papers import background_integrals  # isort: skip
from verified.papers import background_matrices  # isort: skip
from verified.papers import background_mixtures  # isort: skip
from verified.papers import background_noise  # isort: skip
from verified.papers import background_normal  # isort: skip
from verified.papers import background_optima  # isort: skip
from verified.papers import background_worst_noise  # isort: skip

__all__ = [
    "COVER_THOMAS",
    "background_integrals",
    "background_matrices",
    "background_mixtures",
    "background_noise",
    "background_normal",
    "background_optima",
    "background_worst_noise",
    "closeness",
    "divergences",
    "entropies",
    "information",
    "line_laws",
    "numbers",
    "paper",
    "tails",
]
