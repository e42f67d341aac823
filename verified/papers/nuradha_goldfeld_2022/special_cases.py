"""Sections III-A and III-B: differential and attribute privacy, and MI-DP, as special cases."""

from __future__ import annotations

from verified.language import (
    AP,
    DP,
    MIDP,
    MIPP,
    PP,
    DataClass,
    Formula,
    Mechanism,
    Term,
    dp_framework,
    flat_mechanism,
    iff,
    instances,
    without_edges,
    without_public,
)
from verified.papers.nuradha_goldfeld_2022.common import D, F, M, delta, eps, listed, m, paper

on_rows = Mechanism("M", D, m)
rows, channel = dp_framework(D), flat_mechanism(on_rows)
all_databases = DataClass("Theta", instances(D), "all", latex=r"\Theta")

paper.claim(
    "remark-1-dp",
    at="Remark 1",
    scope="finite data",
    forall=[on_rows, all_databases, eps, delta],
    then=iff(DP(on_rows, eps, delta), PP(rows, all_databases, channel, eps, delta)),
    note=(
        "The rows of the database are its entries, of any finite alphabets; the private function i "
        "is row i, the public one all other rows, and Θ is the class of all laws."
    ),
)

bare, alone = without_edges(F), without_public(F)
attributes = [F, listed, M, eps, delta]
attribute_private = AP(F, listed, M, eps, delta)


def _special(framework: Term) -> Formula:
    return PP(framework, listed, M, eps, delta)


paper.claim(
    "remark-1-ap",
    at="Remark 1",
    scope="finite data",
    forall=attributes,
    then={
        "only-if": {
            "given": [attribute_private],
            "then": _special(alone),
            "reading": "constant",
            "readings": {"no-edges": {"then": _special(bare)}},
        },
        "if": {
            "given": [_special(alone)],
            "then": attribute_private,
            "reading": "constant",
            "readings": {"no-edges": {"given": [_special(bare)]}},
        },
    },
    note=(
        "Attribute privacy compares the responses given two values of one private function. "
        "Each private function has an edge to one constant public function. Taken literally, "
        "with no public function and no edge, there is no secret and nothing to protect. Any "
        "finite set of functions stands for the functions of the columns: put one copy of the data "
        "into each column. Both notions ask each law of Θ in turn, so Θ is a list here."
    ),
)

paper.claim(
    "remark-2",
    at="Remark 2",
    scope="finite data",
    forall=[on_rows, all_databases, eps],
    then=iff(MIDP(on_rows, eps), MIPP(rows, all_databases, channel, eps)),
)
