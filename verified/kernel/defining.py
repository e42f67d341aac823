"""How a definition is recorded: a statement under a name that proofs may cite without evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verified.language.claims import Statement, build_statement
from verified.language.formulas import Formula

DEFINITION = "definition/"
FOUND: dict[str, Statement] = {}


def define(
    name: str, forall: Sequence[Any], then: Formula, given: Sequence[Formula] | None = None
) -> None:
    """Add a statement to the definitions."""
    key = DEFINITION + name
    assert key not in FOUND, key
    FOUND[key] = build_statement(key, forall, given or [], then)
