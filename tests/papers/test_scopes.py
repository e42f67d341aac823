"""A row that ranges over finite alphabets says so, as the papers' alphabets may be any."""

from __future__ import annotations

import pytest

from verified.papers import papers
from verified.syntax import sorts
from verified.syntax.terms import Var

# What is free to be any finite law, channel or mechanism, in claims that the papers make of all.
GENERAL = (
    sorts.PmfSort, sorts.ChannelSort, sorts.JointSort, sorts.MechanismSort, sorts.PriorSort,
    sorts.FrameworkSort, sorts.DataClassSort,
)
# Constructions, whose alphabets are the papers' own; a discrete law on the line (Fig. 4), which the
# paper takes itself; and what the finite case refutes.
OWN = {
    "cuff-yu-2016/example-3.3.one-entry",
    "cuff-yu-2016/composition-tight.first", "cuff-yu-2016/composition-tight.second",
    "cuff-yu-2016/composition-tight.together",
    "ngo-2024/theorem-1a-need-not.private",
    "ngo-2024/figure-4.curve",
    "ngo-2024/theorem-2a.bound@possible", "ngo-2024/theorem-2a.bound@every-point",
    "ngo-2024/theorem-2a.step@possible", "ngo-2024/theorem-2a.step@every-point",
    "nuradha-goldfeld-2022/theorem-1-ii",
}


def is_general(variable: Var) -> bool:
    return isinstance(variable.of, GENERAL)


@pytest.mark.parametrize("name", ["cuff-yu-2016", "ngo-2024", "nuradha-goldfeld-2022"])
def test_finite_alphabets_are_told(name: str) -> None:
    (paper,) = [paper for paper in papers() if paper.key == name]
    silent = {
        leaf.name
        for row in paper.rows.values()
        for leaf in row.leaves()
        if leaf.statement and any(map(is_general, leaf.statement.variables)) and not leaf.scope
    }
    assert silent == {own for own in OWN if own.startswith(f"{name}/")}
