"""Lemmas on two laws at a distance, or close but for δ: the conditional entropy of the output
(Lemma 11 of Cuff and Yu), and the divergence from their mean.
"""

from __future__ import annotations

from verified.language import (
    KL,
    TV,
    Channel,
    Close,
    H,
    Real,
    Size,
    Symbol,
    absolute,
    equals,
    every,
    exp,
    information,
    joint_of,
    log,
    minimum,
    pmf_table,
    quotient,
    remainder,
    total,
)
from verified.papers.lemmas.close_rows import told_bit
from verified.papers.lemmas.common import P, Q, W, eps, first, inputs_law, n, paper, second

wide_m, level = Size("m", 2), Real("t", "(0,1)")
here, there = Channel("W", n, wide_m), Channel("V", n, wide_m)
row, cell = Symbol("x", n), Symbol("y", wide_m)
common = total(cell, minimum(P[row] * here[row, cell], Q[row] * there[row, cell]))
pairs_apart = TV(
    *(
        pmf_table(
            n * wide_m,
            lambda s, law=law, channel=channel: law[quotient(s, wide_m)]  # type: ignore[misc]
            * channel[quotient(s, wide_m), remainder(s, wide_m)],
        )
        for law, channel in ((P, here), (Q, there))
    )
)
odds = log(level) - log(wide_m - 1)

paper.claim(
    "conditional-entropy",
    forall=[P, Q, here, there, level],
    given=[level <= (wide_m - 1) / wide_m],
    then={
        "row": {
            "forall": [P, Q, here, there, row, level],
            "then": P[row] * H(here[row]) - Q[row] * H(there[row])
            <= -(common * log(1 - level)) - (P[row] - common) * odds,
        },
        "distance": {
            "forall": [P, Q, here, there],
            "given": [],
            "then": equals(total(row, common), 1 - pairs_apart),
        },
        "gap": H(joint_of(P, here), "Y|X") - H(joint_of(Q, there), "Y|X")
        <= -((1 - pairs_apart) * log(1 - level)) - pairs_apart * odds,
    },
    note="For every t; best at the distance of the two laws on pairs.",
)

# --- two laws that are close but for δ ------------------------------------------------------------

small_delta = Real("delta", "[0,1]")

rise, fall = Real("alpha"), Real("beta")
mean_law = pmf_table(n, lambda a: (P[a] + Q[a]) / 2)

paper.claim(
    "near-pair",
    forall=[P, Q, eps, small_delta],
    given=[Close(P, Q, eps, small_delta)],
    then={
        "bound": KL(P, mean_law) <= small_delta * log(2) + (1 - small_delta) * told_bit,
        "lines": {
            "forall": [P, Q, eps, small_delta, rise, fall],
            "given": [
                rise <= log(2), fall <= 0,
                equals(
                    rise * exp(eps) + fall, exp(eps) * (log(2) + eps - log(1 + exp(eps)))
                ),
                equals(rise + fall * exp(eps), log(2) - log(1 + exp(eps))),
                Close(P, Q, eps, small_delta),
            ],
            "then": KL(P, mean_law)
            <= rise + fall + (log(2) - rise) * small_delta - fall * small_delta,
        },
    },
    note=(
        "x ln(2x/(1 + x)) lies below its chords between 0, e^−ε, e^ε and ∞; the outer ones weigh "
        "what exceeds closeness."
    ),
)

paper.claim(
    "near-binary-rows",
    forall=[inputs_law, W, eps, small_delta],
    given=[n <= 2, every(first, every(second, Close(W[first], W[second], eps, small_delta)))],
    then=information(inputs_law, W)
    <= small_delta * log(2) + (1 - small_delta) * told_bit,
)

middle, radius = Real("m"), Real("c")

paper.claim(
    "two-steps",
    forall=[Real("r"), Real("s"), middle, radius],
    given=[absolute(Real("r") - middle) <= radius, absolute(Real("s") - middle) <= radius],
    then=absolute(Real("r") - Real("s")) <= 2 * radius,
    note="The triangle inequality for numbers.",
)
