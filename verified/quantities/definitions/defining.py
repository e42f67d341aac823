"""How a definition is recorded: a statement under a name that proofs may cite without evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verified.syntax.claims import Statement, build_statement
from verified.syntax.formulas import Formula
from verified.syntax.places import stated_at

DEFINITION = "definition/"
FOUND: dict[str, Statement] = {}
# Where each is stated: a file and a line.
PLACES: dict[str, tuple[str, int]] = {}
# Those that say what an object is made of.
STRUCTURES: set[str] = set()
# Theorems that stand in a definition's place, which the language can't say: where each is stated.
CITED: dict[str, str] = {}


def define(
    name: str, forall: Sequence[Any], then: Formula, given: Sequence[Formula] | None = None
) -> None:
    """Add a statement to the definitions."""
    key = DEFINITION + name
    assert key not in FOUND, key
    FOUND[key] = build_statement(key, forall, given or [], then)
    PLACES[key] = stated_at()


def structure(
    name: str, forall: Sequence[Any], then: Formula, given: Sequence[Formula] | None = None
) -> None:
    """Add a statement on what databases, frameworks, events or whole numbers are made of."""
    define(name, forall, then, given)
    STRUCTURES.add(DEFINITION + name)


def theorem(
    name: str, at: str, forall: Sequence[Any], then: Formula,
    given: Sequence[Formula] | None = None,
) -> None:
    """Add a cited theorem that says what a quantity is, where its definition can't be said.

    Args:
        at: author, year and number.
    """
    define(name, forall, then, given)
    CITED[DEFINITION + name] = at
