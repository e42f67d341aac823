"""Section 3.3, eq. (33): the least δ that a bound on information gives, with some ε."""

from __future__ import annotations

from verified.language import (
    DP,
    MIDP,
    Real,
    as_mechanism,
    binary_entropy,
    both,
    capacity,
    either,
    exp,
    log,
    minimum,
    negation,
)
from verified.papers.cuff_yu_2016.closeness import eps_new
from verified.papers.cuff_yu_2016.common import M, binary_channel, delta, eps, paper, revealing

# (33). The channel of the threshold, and one next to it that answers input 0 too.
chance = Real("q", "(0,1)")
slip = chance * exp(-3 * exp(eps_new) * (1 - log(1 - chance)))
next_to_it = binary_channel(slip, chance + 2 * exp(eps_new) * slip)

paper.claim(
    "eq-33",
    at="Section 3.3, eq. (33)",
    scope="finite alphabets",
    forall=[eps, eps_new, delta],
    then={
        "threshold": {
            "scope": "",
            "forall": [chance, eps, eps_new, delta],
            "given": [capacity(revealing(chance)) <= eps, delta < chance],
            "then": both(
                MIDP(as_mechanism(revealing(chance)), eps),
                negation(DP(as_mechanism(revealing(chance)), eps_new, delta)),
            ),
            "note": (
                "δ' must be greater than a threshold: the largest q for which the channel that "
                "gives input 1 away with probability q has capacity at most ε. Below it no ε' "
                "will do."
            ),
        },
        "met": {
            "forall": [M, chance, eps, eps_new],
            "given": [
                eps_new >= log(2), MIDP(M, eps),
                eps + 2 * binary_entropy(exp(-eps_new)) <= capacity(revealing(chance)),
            ],
            "then": DP(M, eps_new, chance),
            "note": (
                "And each δ' above the threshold is met by some finite ε', for every mechanism: "
                "the capacity at δ' is more than ε then, and h(e^−ε') falls to 0 as ε' grows. How "
                "large ε' must be is ours."
            ),
        },
        "positive": {
            "scope": "",
            "given": [eps > 0, delta < minimum(1, eps)],
            "then": both(
                MIDP(as_mechanism(revealing(minimum(1, eps))), eps),
                negation(DP(as_mechanism(revealing(minimum(1, eps))), eps_new, delta)),
            ),
            "reading": "above-zero",
            "readings": {
                "literal": {
                    "given": [either(delta <= 0, delta < minimum(1, eps))],
                },
            },
            "note": (
                "The threshold is positive for ε > 0: at least min{1, ε}. Taken literally, for "
                "ε = 0 too, δ' = 0 would be enough for no ε'; there only constant mechanisms are "
                "left (`at-zero`)."
            ),
        },
        "at-zero": {
            "forall": [M],
            "given": [MIDP(M, 0)],
            "then": DP(M, 0, 0),
            "note": "At ε = 0 there is no positive threshold, which the text doesn't set apart.",
        },
        "from-one-bit": {
            "scope": "",
            "given": [eps >= log(2), delta < 1],
            "then": both(
                MIDP(as_mechanism(revealing(1)), eps),
                negation(DP(as_mechanism(revealing(1)), eps_new, delta)),
            ),
            "note": (
                "From ε = ln 2 on the threshold is 1: δ' needn't be greater than it, as every "
                "mechanism is (0,1)-DP, and no ε' goes to infinity."
            ),
        },
        "diverges": {
            "scope": "",
            "forall": [chance, eps_new, delta],
            "given": [delta < chance + exp(eps_new) * slip],
            "then": both(
                capacity(next_to_it) <= capacity(revealing(chance)),
                negation(DP(as_mechanism(next_to_it), eps_new, delta)),
            ),
            "note": (
                "As δ' approaches the threshold q, ε' must go to infinity: for every ε' there is a "
                "margin, here e^ε' b with b = q e^(−3e^ε'(1 − ln(1 − q))), and a channel of no "
                "more capacity that isn't (ε',δ')-DP for any δ' below q plus the margin. So no ε' "
                "will do at the threshold itself. The margin is ours, and not the largest."
            ),
        },
    },
    note=(
        "The text gives no threshold and no trade-off; both are stated by explicit binary "
        "channels. It is read for 0 < ε < ln 2, where the threshold lies in (0,1); at ε = 0 and "
        "from ε = ln 2 on what is said of it fails (`at-zero`, `from-one-bit`)."
    ),
)
