"""The papers whose claims are stated here, one package a paper."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from verified.language import Claim, Paper

MODULES = (
    "cuff_yu_2016", "nuradha_goldfeld_2022", "ngo_2024", "ding_2024", "saeidian_2025",
    "background", "lemmas", "sharper",
)

# Whose package isn't named as the paper's key is.
_NAMED = {"lemma": "lemmas"}


def papers() -> list[Paper]:
    """Every paper, in the order of `MODULES`; its module is imported when this is first called."""
    found: list[Paper] = [import_module(f"{__name__}.{name}").paper for name in MODULES]
    return found


def all_claims() -> list[Claim]:
    """The rows of every paper, in the papers' order; children and readings hang on their rows."""
    return [row for paper in papers() for row in paper.rows.values()]


def claims_named(patterns: Iterable[str]) -> list[Claim] | None:
    """The rows of the papers that patterns begin with, as "ngo-2024/eq-*" does: no other paper is
    opened. None if one of them begins with no paper's key, or there is no pattern."""
    wanted = set()
    for pattern in patterns:
        key, slash, _ = pattern.partition("/")
        wanted.add(_NAMED.get(key, key.replace("-", "_")) if slash else "")
    if not wanted or not wanted <= set(MODULES):
        return None
    found = [import_module(f"{__name__}.{name}").paper for name in MODULES if name in wanted]
    return [row for paper in found for row in paper.rows.values()]
