"""Lemmas on laws of small support: what their entropy and what they tell is bounded by."""

from __future__ import annotations

from verified.language import (
    TV,
    Channel,
    Event,
    H,
    Pmf,
    Real,
    Size,
    Symbol,
    cardinality,
    either,
    equals,
    every,
    indicator,
    information,
    log,
)
from verified.papers.lemmas.common import paper

n, m = Size("n"), Size("m")
some_inputs, inputs = Size("k"), Size("k", low=0)
P, W, A = Pmf("P", n), Channel("W", n, m), Event("A", n)
x, other, delta = Symbol("x", n), Symbol("x'", n), Real("delta", ">=0", latex=r"\delta")
supported = every(x, either(equals(indicator(A, x), 1), P[x] <= 0))
near = every(x, every(other, TV(W[x], W[other]) <= delta))

paper.claim(
    "support",
    then={
        "entropy": {
            "forall": [some_inputs, P, A],
            "given": [supported, cardinality(A) <= some_inputs],
            "then": H(P) <= log(some_inputs),
        },
        "information": {
            "forall": [inputs, P, W, A, delta],
            "given": [near, supported, cardinality(A) <= inputs],
            "then": information(P, W) <= delta * log(m),
            "note": "Carathéodory's argument: where there are more inputs than outputs, the prior "
            "is moved, its output law staying, until an input is without mass.",
        },
        "outputs": {
            "forall": [P, W, delta],
            "given": [near],
            "then": information(P, W) <= delta * log(m),
        },
    },
)
