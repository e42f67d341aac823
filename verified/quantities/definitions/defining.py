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
