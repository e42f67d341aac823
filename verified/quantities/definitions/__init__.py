"""What the quantities of the language are, as statements that proofs may cite without evidence.

Each unfolds a quantity by one step, as its definition does, or says what an operation on databases
does. They are part of the trusted base: `verified.measures` computes the quantities, and the tests
attack every statement here like a claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from verified.quantities.definitions import (  # noqa: F401
    channel,
    curve,
    decision,
    divergence,
    general,
    group,
    leakage_databases,
    line,
    matrix,
    mechanism,
    product,
    pufferfish,
    query,
    transport,
    type_class,
)
from verified.quantities.definitions.defining import CITED, DEFINITION, FOUND, STRUCTURES
from verified.syntax.statements import Statement


@cache
def definitions() -> Mapping[str, Statement]:
    """Every definition by its key, "definition/…"."""
    return dict(FOUND)


def structures() -> frozenset[str]:
    """The keys of those definitions that say what databases, frameworks, events and whole numbers
    are made of; the others define a quantity."""
    return frozenset(STRUCTURES)


def cited() -> Mapping[str, str]:
    """Where those are stated that are theorems in a definition's place, by their keys."""
    return dict(CITED)


__all__ = ["DEFINITION", "cited", "definitions", "structures"]
