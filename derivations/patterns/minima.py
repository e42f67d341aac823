"""Minima, case by case."""

from __future__ import annotations

from verified.proof.derivation import Line, Steps


def split_minimum_of(d: Steps, line: Line) -> Line:
    """C ≤ ln 2, from C ≤ ln min(2, 2)."""
    low = line.formula.right.args[0]  # type: ignore[attr-defined]
    same = d.cite("definition/minimum", r=low.args[0], s=low.args[1])
    branches = []
    for part in same.theorem.conclusion.parts:  # type: ignore[attr-defined]
        held = d.assume(part)
        value = d.piece(held, 1)
        branches.append(d.rewrite(value, line))
    return d.cases(same, *branches)
