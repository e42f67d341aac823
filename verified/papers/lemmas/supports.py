"""Lemmas on supports: entropy and information that count only what is possible. With them
information below a mean divergence between rows, of inputs drawn apart.
"""

from __future__ import annotations

from verified.language import (
    KL,
    TV,
    Close,
    H,
    Pmf,
    Real,
    Size,
    Symbol,
    binary_entropy,
    cases,
    either,
    every,
    information,
    log,
    minimum,
    output,
    total,
)
from verified.papers.lemmas.common import W, first, inputs_law, n, paper, response, second

support_law, spread_law = Pmf("R", n), Pmf("V", n)
support_size = total(symbol := Symbol("y", n), cases(support_law[symbol] > 0, 1, 0))
within_support = every(symbol, either(support_law[symbol] > 0, spread_law[symbol] <= 0))
half_delta = Real("delta", "(0,1/2]")
possible_output = output(inputs_law, W)
possible_outputs = total(response, cases(possible_output[response] > 0, 1, 0))
unit_level, most_values = Real("delta", "[0,1]"), Size("K")
near_possible = every(first, every(second, Close(W[first], W[second], 0, unit_level),
                                   where=inputs_law[second] > 0), where=inputs_law[first] > 0)

paper.claim(
    "support-entropy",
    forall=[support_law, spread_law],
    then={
        "uniform": {
            "given": [within_support],
            "then": H(spread_law) <= log(support_size),
        },
        "continuity": {
            "forall": [support_law, spread_law, half_delta],
            "given": [within_support, TV(support_law, spread_law) <= half_delta],
            "then": H(support_law) - H(spread_law)
            <= binary_entropy(half_delta) + half_delta * log(support_size),
        },
        "rows": {
            "forall": [inputs_law, W, most_values, unit_level],
            "given": [n <= most_values, near_possible],
            "then": information(inputs_law, W)
            <= 2 * binary_entropy(unit_level)
            + 2 * unit_level * log(minimum(possible_outputs, most_values + 1)),
            "note": "Only what has positive probability counts: inputs and outputs alike.",
        },
    },
    note="Entropies of laws within a support, whatever the alphabet.",
)

weight = Real("t", ">=0")

drawn_apart = Pmf("R", n)

paper.claim(
    "mean-divergence",
    forall=[inputs_law, drawn_apart, W, weight],
    then=weight * information(inputs_law, W) <= total(first, total(
        second, weight * inputs_law[first] * drawn_apart[second] * KL(W[first], W[second])
    )),
    note=(
        "Information is at most the mean divergence of the row of the input from that of another "
        "input drawn apart, by a law that may differ, with any weight."
    ),
)
