"""Lemmas on a best prior: what a share moved to one input gains."""

from __future__ import annotations

from verified.language import (
    KL,
    H,
    Real,
    Symbol,
    capacity,
    either,
    every,
    information,
    log,
    output,
    total,
)
from verified.papers.lemmas.common import W, inputs_law, n, paper, response

moved, share = Symbol("v", n), Real("t", "(0,1)")
chance_out = output(inputs_law, W)[response]
best_input = information(inputs_law, W) >= capacity(W)

paper.claim(
    "towards-input",
    forall=[inputs_law, W, moved, share],
    given=[best_input],
    then={
        "likelihood": total(response, -(
            W[moved, response] * log((1 - share) * chance_out + share * W[moved, response])
        )) - H(W[moved]) <= capacity(W),
        "divergence": {
            "given": [best_input, every(response, either(chance_out > 0, W[moved, response] <= 0))],
            "then": KL(W[moved], output(inputs_law, W)) <= capacity(W)
            + share * total(response, W[moved, response] ** 2 / chance_out, where=chance_out > 0),
        },
    },
    note="A best prior gains nothing by a share moved to one input.",
)
