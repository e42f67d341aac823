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
    "ding-2024/eq-24",
    *(f"saeidian-2025/example-3.1{child}" for child in (
        ".limit", ".row", ".larger", "-repaired.large-numbers", "-repaired.limit",
        "-repaired.own-cell", "-repaired.larger", "-repaired.in-time",
    )),
    "saeidian-2025/example-3.11.entropy@rounded", "saeidian-2025/example-3.11.entropy@literal",
    "saeidian-2025/example-3.11.entropy-least",
    "saeidian-2025/proposition-4.6", "saeidian-2025/proposition-4.6-attained",
    "saeidian-2025/proposition-4.6-simplified", "saeidian-2025/proposition-4.6-simplified-sharp",
    "saeidian-2025/proposition-4.6-values.above", "saeidian-2025/proposition-4.6-values.below",
    # Of how many of the other entries satisfy the predicate: finitely many values.
    "saeidian-2025/proposition-4.6-steps.numerator",
    # Outcome by outcome, by the numbers p(y|x) alone.
    "saeidian-2025/theorem-3.4.outcomes",
}


def is_general(variable: Var) -> bool:
    return isinstance(variable.of, GENERAL)


@pytest.mark.parametrize("name", [
    "cuff-yu-2016", "nuradha-goldfeld-2022", "ngo-2024", "ding-2024", "saeidian-2025",
])  # fmt: skip
def test_finite_alphabets_are_told(name: str) -> None:
    (paper,) = [paper for paper in papers() if paper.key == name]
    silent = {
        leaf.name
        for row in paper.rows.values()
        for leaf in row.leaves()
        if leaf.statement and any(map(is_general, leaf.statement.variables)) and not leaf.scope
    }
    assert silent == {own for own in OWN if own.startswith(f"{name}/")}


# What is narrower than its text in another way than the alphabets, and says so.
NARROWER = {
    "cuff-yu-2016/example-5.1.private": "entries of finitely many values",
    "cuff-yu-2016/example-5.1.unbounded": "entries of finitely many values",
    "nuradha-goldfeld-2022/remark-4-classic.gaussian": "the line through the two means",
    "nuradha-goldfeld-2022/section-4b-mechanisms-repaired.gaussian": "data of one bit",
    "ding-2024/theorem-2-repaired.split": "one pair of secrets and one prior belief at a time",
    "ding-2024/corollary-2-repaired": "one pair of secrets and one prior belief at a time",
    "ding-2024/appendix-e-repaired.cost": "X − X' of finitely many values",
    "saeidian-2025/example-3.11.yes-tail": "entries that are the gender alone",
    "saeidian-2025/example-3.11-repaired.safe": "entries that are the gender alone",
}


def test_what_is_narrower_than_its_text_says_so() -> None:
    leaves = {
        leaf.name: leaf.scope
        for paper in papers() for row in paper.rows.values() for leaf in row.leaves()
    }
    assert {name: leaves[name] for name in NARROWER} == NARROWER
