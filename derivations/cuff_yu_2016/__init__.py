"""Proofs of the claims of Cuff and Yu, one module a part of the paper, as in `verified.papers`."""

from __future__ import annotations

import importlib

PARTS = (
    "closeness",
    "trade_offs",
    "theorem",
    "lemma_2",
    "lemma_3",
    "properties",
    "variations",
    "informations",
    "csiszar",
    "lemma_9",
    "threshold",
    "appendices",
    "examples",
    "groups",
    "group_bounds",
)

for _part in PARTS:
    try:
        importlib.import_module(f"{__name__}.{_part}")
    except ModuleNotFoundError as error:
        # A part that isn't written yet; anything else that is missing is an error.
        if error.name != f"{__name__}.{_part}":
            raise
