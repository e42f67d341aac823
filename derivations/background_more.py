"""Proofs of further textbook facts: what the output of a best prior is."""

from __future__ import annotations

from typing import Any

from derivations.tools import summed
from verified.language import KL, capacity, equals, output
from verified.language.terms import Symbol
from verified.proof.derivation import Derivation, Line, derives


@derives("background/redundancy-capacity.optimal-output")
def optimal_output(d: Derivation) -> None:
    """The mean of the rows' divergences, each at most the capacity, under the other prior."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    x = Symbol("x", P.of.size)
    best = output(P, W)
    near = d.cite("background/redundancy-capacity.optimal-input", *d.given)
    finite = d.cite("background/information-range.capacity-alphabets")

    def weighted(x: Any) -> Line:
        row = d.at(near, x)
        return d.arithmetic(Q[x] * KL(W[x], best) <= Q[x] * capacity(W), row, finite,
                            hints=[Q[x]])

    rows = summed(d, x, weighted, finite)
    mean = d.identity(equals(rows.formula.right, capacity(W)), finite)
    split = d.cite("background/redundancy-capacity.compensation", P=Q, W=W, Q=best)
    below = d.chain(d.turn(equals(split.formula.right, split.formula.left), split), rows, mean)
    told = d.cite("background/information-range.nonnegative", P=Q)
    d.qed(d.arithmetic(d.goal, below, finite, told))
