"""The papers whose claims are stated here, one package a paper."""

from __future__ import annotations

from importlib import import_module

from verified.language import Claim, Paper

MODULES = (
    "cuff_yu_2016", "nuradha_goldfeld_2022", "ngo_2024", "ding_2024", "saeidian_2025",
    "background", "lemmas", "sharper",
)


def papers() -> list[Paper]:
    """Every paper, in the order of `MODULES`; its module is imported when this is first called."""
    found: list[Paper] = [import_module(f"{__name__}.{name}").paper for name in MODULES]
    return found


def all_claims() -> list[Claim]:
    """The rows of every paper, in the papers' order; children and readings hang on their rows."""
    return [row for paper in papers() for row in paper.rows.values()]
