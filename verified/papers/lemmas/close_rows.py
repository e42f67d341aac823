"""Lemmas on rows that are close: their information, powers and logarithms, whatever the prior.

With them two facts on numbers that closeness needs: the geometric sum by which it adds up over
several steps, and the positive part.
"""

from __future__ import annotations

from verified.language import (
    KL,
    Close,
    Real,
    Size,
    Symbol,
    Term,
    binary_entropy,
    both,
    equals,
    every,
    exp,
    information,
    log,
    maximum,
    output,
    pmf_table,
    total,
)
from verified.papers.lemmas.common import (
    P,
    Q,
    W,
    eps,
    first,
    inputs_law,
    n,
    paper,
    r,
    response,
    second,
)

count, exponent = Size("k", low=0), Real("r")
power = Symbol("l", count, latex=r"\ell")

paper.claim(
    "geometric-sum",
    forall=[count, exponent],
    then=equals(
        (exp(exponent) - 1) * total(power, exp(power * exponent)), exp(count * exponent) - 1
    ),
)

# --- rows that are close --------------------------------------------------------------------------

level = Real("eps", ">0")
least = Real("c", ">=0")
ratio = level / (exp(level) - 1)
curve = ratio - 1 - log(ratio)
column = output(inputs_law, W)[response]
near_least = every(first, both(
    least <= W[first, response], W[first, response] <= exp(level) * least
))
power_order = Real("alpha", ">0")
column_norm = total(first, inputs_law[first] * W[first, response] ** power_order) ** (
    1 / power_order
)
rise, top_rise = exp(level) - 1, exp(power_order * level) - 1
most_powers = log((top_rise - rise) / ((power_order - 1) * rise)) - power_order * log(
    power_order * (top_rise - rise) / ((power_order - 1) * top_rise)
)

smaller, greater = Real("u", ">0"), Real("v", ">0")


def room(spread: Term) -> Term:
    """y²/24 − ln(sinh(y/2)/(y/2)), which is at least 0 and grows."""
    return spread**2 / 24 + spread / 2 - log((exp(spread) - 1) / spread)


paper.claim(
    "hyperbolic-room",
    forall=[smaller, greater],
    given=[smaller <= greater],
    then=room(smaller) <= room(greater),
)

paper.claim(
    "close-rows",
    forall=[inputs_law, W, level],
    given=[every(first, every(second, Close(W[first], W[second], level, 0)))],
    then={
        "information": information(inputs_law, W) <= curve,
        "square": {
            "forall": [inputs_law, W, eps],
            "given": [every(first, every(second, Close(W[first], W[second], eps, 0)))],
            "then": information(inputs_law, W) <= eps**2 / 8,
        },
        "above-one": {
            "forall": [inputs_law, W, response, level, least, power_order],
            "given": [power_order > 1, near_least],
            "then": column_norm <= column * exp(most_powers / power_order),
        },
        "below-one": {
            "forall": [inputs_law, W, response, level, least, power_order],
            "given": [power_order < 1, near_least],
            "then": column * exp(most_powers / power_order) <= column_norm,
        },
        "column": {
            "forall": [inputs_law, W, response, level, least],
            "given": [near_least],
            "then": total(first, inputs_law[first] * (
                W[first, response] * log(W[first, response])
            )) <= column * log(column) + column * curve,
        },
    },
    note=(
        "One output at a time: where likelihoods lie in [c, c e^ε], x ln x is below its chord, and "
        "powers are below or above theirs."
    ),
)

told_bit = log(2) - binary_entropy(1 / (1 + exp(eps)))

paper.claim(
    "close-pair",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=KL(P, pmf_table(n, lambda a: (P[a] + Q[a]) / 2)) <= told_bit,
    note="x ln(2x/(1 + x)) is convex, and the likelihood ratio x is in [e^−ε, e^ε].",
)

paper.claim(
    "close-binary-rows",
    forall=[inputs_law, W, eps],
    given=[n <= 2, every(first, every(second, Close(W[first], W[second], eps, 0)))],
    then=information(inputs_law, W) <= told_bit,
)

# --- positive parts -------------------------------------------------------------------------------

paper.claim(
    "positive-part",
    forall=[r],
    then={
        "above": {"given": [r >= 0], "then": equals(maximum(0, r), r)},
        "below": {"given": [r <= 0], "then": equals(maximum(0, r), 0)},
    },
)
