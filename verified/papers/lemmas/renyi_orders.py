"""Lemmas on Rényi's divergence: the steps by which it grows with its order."""

from __future__ import annotations

from verified.language import KL, Real, renyi
from verified.papers.lemmas.common import P, Q, paper

over, part = Real("a", ">0"), Real("a", "(0,1)")
stretch, shrink = Real("c", ">0"), Real("c", "(0,1]")

paper.claim(
    "renyi-orders",
    forall=[P, Q, over],
    then={
        "above": {
            "forall": [P, Q, over, stretch],
            "given": [stretch >= 1],
            "then": renyi(P, Q, 1 + over) <= renyi(P, Q, 1 + stretch * over),
        },
        "above-one": KL(P, Q) <= renyi(P, Q, 1 + over),
        "infinite": renyi(P, Q, 1 + over) <= renyi(P, Q, float("inf")),
        "below": {
            "forall": [P, Q, part, shrink],
            "then": renyi(P, Q, 1 - part) <= renyi(P, Q, 1 - shrink * part),
        },
        "below-one": {
            "forall": [P, Q, part],
            "then": renyi(P, Q, 1 - part) <= KL(P, Q),
        },
        "zero": {"forall": [P, Q, part], "then": renyi(P, Q, 0) <= renyi(P, Q, 1 - part)},
    },
    note="The steps to Rényi's divergence growing with its order, by distances from order 1.",
)
