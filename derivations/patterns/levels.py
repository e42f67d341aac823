"""Levels of privacy, whose definitions say “this exactly where that”."""

from __future__ import annotations

from typing import Any

from verified.proof.derivation import Line, Steps


def half(d: Steps, key: str, place: int, *lines: Line, **values: Any) -> Line:
    """One half of a definition “this exactly where that”, from a line on its hypothesis."""
    whole = d.cite(key, *lines, values=values, part=place)
    *_, wanted = whole.theorem.conclusion.parts  # type: ignore[attr-defined]
    return d.follows(wanted, whole, *lines)
