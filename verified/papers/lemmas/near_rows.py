"""Lemmas on rows near in total variation: the entropy that a distance leaves, and information."""

from __future__ import annotations

from verified.language import (
    TV,
    Close,
    H,
    Real,
    Size,
    absolute,
    binary_entropy,
    every,
    information,
    log,
    minimum,
    output,
    sqrt,
    total,
)
from verified.papers.lemmas.common import (
    W,
    delta,
    eps,
    first,
    inputs_law,
    m,
    n,
    paper,
    response,
    second,
)

distance, level_of, slack = Real("x", "[0,1]"), Real("eps", ">0"), Real("eta", ">0")

paper.claim(
    "entropy-gap",
    forall=[distance],
    then={
        "upper": log(2) - binary_entropy((1 - distance) / 2)
        <= distance**2 / 2 + distance**4 / 4,
        "root": {
            "forall": [distance, level_of, slack],
            "given": [
                distance**2 / 2 <= level_of,
                level_of <= distance**2 / 2 + distance**4 / 4,
                level_of <= 2 * slack,
            ],
            "then": absolute(sqrt(2 * level_of) / distance - 1) <= slack,
        },
    },
)

# --- rows that are near ---------------------------------------------------------------------------

target = output(inputs_law, W)

paper.claim(
    "near-rows",
    forall=[inputs_law, W, delta],
    given=[every(first, every(second, TV(W[first], W[second]) <= delta))],
    then={
        "information": information(inputs_law, W) <= delta * H(inputs_law),
        "row": {
            "forall": [inputs_law, W, first, delta],
            "given": [
                inputs_law[first] > 0, every(second, TV(W[second], W[first]) <= delta),
            ],
            "then": total(response, inputs_law[first] * W[first, response] * log(
                W[first, response]
            ) - inputs_law[first] * W[first, response] * log(target[response]))
            <= delta * -(inputs_law[first] * log(inputs_law[first])),
        },
        "overlap": {
            "forall": [inputs_law, W, first, delta],
            "given": [every(second, TV(W[second], W[first]) <= delta)],
            "then": inputs_law[first] + (1 - inputs_law[first]) * (1 - delta)
            <= total(response, total(second, inputs_law[second] * minimum(
                W[second, response], W[first, response]
            ))),
        },
    },
    note="−ln z is below its chord on [P(x), 1], z the likelihoods' mean minimum over that of x.",
)

most_inputs, unit_delta = Size("K"), Real("delta", "[0,1]")

paper.claim(
    "rows-within",
    forall=[inputs_law, W, most_inputs, unit_delta],
    given=[
        n <= most_inputs,
        every(first, every(second, Close(W[first], W[second], 0, unit_delta))),
    ],
    then=information(inputs_law, W) <= 2 * binary_entropy(unit_delta)
    + 2 * unit_delta * log(minimum(m, most_inputs + 1)),
    note="Lemma 3 of Cuff and Yu for any channel.",
)

possible_pairs = every(
    first,
    every(second, Close(W[first], W[second], eps, 0), where=inputs_law[second] > 0),
    where=inputs_law[first] > 0,
)

paper.claim(
    "possible-rows",
    forall=[inputs_law, W, eps],
    given=[possible_pairs],
    then=information(inputs_law, W) <= eps,
    note="Rows of inputs that never are don't matter.",
)
