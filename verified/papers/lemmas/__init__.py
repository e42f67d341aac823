"""Intermediate lemmas that several proofs share, as claims: stated, attacked and citable.

One module a theme; they are read in the order in which the lemmas are listed.
"""

from __future__ import annotations

from verified.papers.lemmas import entries  # isort: skip
from verified.papers.lemmas import two_inputs  # isort: skip
from verified.papers.lemmas import close_rows  # isort: skip
from verified.papers.lemmas import two_symbols  # isort: skip
from verified.papers.lemmas import orders  # isort: skip
from verified.papers.lemmas import near_rows  # isort: skip
from verified.papers.lemmas import composition  # isort: skip
from verified.papers.lemmas import simple_channels  # isort: skip
from verified.papers.lemmas import far_rows  # isort: skip
from verified.papers.lemmas import close_laws  # isort: skip
from verified.papers.lemmas import joined  # isort: skip
from verified.papers.lemmas import cyclic  # isort: skip
from verified.papers.lemmas import renyi_orders  # isort: skip
from verified.papers.lemmas import bits  # isort: skip
from verified.papers.lemmas import words  # isort: skip
from verified.papers.lemmas import best_inputs  # isort: skip
from verified.papers.lemmas import secrets  # isort: skip
from verified.papers.lemmas import supports  # isort: skip
from verified.papers.lemmas import frameworks  # isort: skip
from verified.papers.lemmas import games  # isort: skip
from verified.papers.lemmas import noise  # isort: skip
from verified.papers.lemmas import noised_densities  # isort: skip
from verified.papers.lemmas import noised_tails  # isort: skip
from verified.papers.lemmas import lambert  # isort: skip
from verified.papers.lemmas import small_supports  # isort: skip
from verified.papers.lemmas import curves  # isort: skip
from verified.papers.lemmas import levels  # isort: skip
from verified.papers.lemmas import entry_leakage  # isort: skip
from verified.papers.lemmas import counting  # isort: skip
from verified.papers.lemmas import posteriors  # isort: skip
from verified.papers.lemmas import posteriors_outcomes  # isort: skip
from verified.papers.lemmas import conversions  # isort: skip
from verified.papers.lemmas.common import paper

__all__ = [
    "best_inputs",
    "bits",
    "close_laws",
    "close_rows",
    "composition",
    "conversions",
    "counting",
    "curves",
    "cyclic",
    "entries",
    "entry_leakage",
    "far_rows",
    "frameworks",
    "games",
    "joined",
    "lambert",
    "levels",
    "near_rows",
    "noise",
    "noised_densities",
    "noised_tails",
    "orders",
    "paper",
    "posteriors",
    "posteriors_outcomes",
    "renyi_orders",
    "secrets",
    "simple_channels",
    "small_supports",
    "supports",
    "two_inputs",
    "two_symbols",
    "words",
]
