"""Textbook facts on which proofs rest, as claims: stated, attacked and citable like any other.

One module a theme; they are read in the order in which the facts are listed. Alphabets, of data and
of discrete answers, are finite, of any size from one symbol on. Laws on the line are Laplace or
Gaussian laws, or finite mixtures of Gaussian ones; noise in several dimensions is Gaussian or
Laplace noise, with independent coordinates of one scale, on answers with finitely many values. The
general theorem, for any law with a density, is not stated. Nothing here mentions a privacy notion;
the last modules are on what databases, queries and frameworks are made of and tell.
"""

from __future__ import annotations

from verified.papers.background.common import COVER_THOMAS, paper  # isort: skip
from verified.papers.background import numbers  # isort: skip
from verified.papers.background import conventions  # isort: skip
from verified.papers.background import divergences  # isort: skip
from verified.papers.background import tails  # isort: skip
from verified.papers.background import closeness  # isort: skip
from verified.papers.background import distances  # isort: skip
from verified.papers.background import entropies  # isort: skip
from verified.papers.background import sequences  # isort: skip
from verified.papers.background import type_classes  # isort: skip
from verified.papers.background import information  # isort: skip
from verified.papers.background import joint_laws  # isort: skip
from verified.papers.background import line_laws  # isort: skip
from verified.papers.background import line_closed_forms  # isort: skip
from verified.papers.background import integrals  # isort: skip
from verified.papers.background import line_integrals  # isort: skip
from verified.papers.background import matrices  # isort: skip
from verified.papers.background import mixtures  # isort: skip
from verified.papers.background import noise  # isort: skip
from verified.papers.background import normal  # isort: skip
from verified.papers.background import normal_events  # isort: skip
from verified.papers.background import noised_laws  # isort: skip
from verified.papers.background import optima  # isort: skip
from verified.papers.background import decisions  # isort: skip
from verified.papers.background import peak_limits  # isort: skip
from verified.papers.background import worst_noise  # isort: skip
from verified.papers.background import databases  # isort: skip
from verified.papers.background import queries  # isort: skip
from verified.papers.background import frameworks  # isort: skip

__all__ = [
    "COVER_THOMAS",
    "closeness",
    "conventions",
    "databases",
    "decisions",
    "distances",
    "divergences",
    "entropies",
    "frameworks",
    "information",
    "integrals",
    "joint_laws",
    "line_closed_forms",
    "line_integrals",
    "line_laws",
    "matrices",
    "mixtures",
    "noise",
    "noised_laws",
    "normal",
    "normal_events",
    "numbers",
    "optima",
    "paper",
    "peak_limits",
    "queries",
    "sequences",
    "tails",
    "type_classes",
    "worst_noise",
]
