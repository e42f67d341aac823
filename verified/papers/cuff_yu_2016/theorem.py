"""Section 3: Theorem 1, and what holds of its orderings.

Footnote 3 of the introduction stands with Theorem 1, of which it speaks.
"""

from __future__ import annotations

from verified.language import (
    DP,
    KLDP,
    MIDP,
    Prior,
    Real,
    as_mechanism,
    both,
    channel_of,
    entries,
    information,
    largest_alphabet,
    log,
    maximum,
    minimum,
    negation,
    sqrt,
)
from verified.papers.cuff_yu_2016.closeness import eps_new, factor, less_rare, level, more_rare
from verified.papers.cuff_yu_2016.common import (
    D,
    M,
    N,
    eps,
    erasure,
    m,
    paper,
    revealing,
    unit_delta,
)

# --- 3.1 Equivalence ------------------------------------------------------------------------------

# α-DP is stronger than β-DP if for every β > 0 some α > 0 has α-DP imply β-DP. Each ordering is
# stated with an α of ours.
goal_eps = Real("eps", ">0", latex=r"\epsilon")
goal_delta = Real("delta", ">0", latex=r"\delta")
for_dp = maximum(level, sqrt(level))
OURS = "For every {} the text asserts a parameter that is small enough; {} is ours."

paper.claim(
    "theorem-1-order",
    at="Theorem 1, eqs. (17) and (20)",
    scope="finite alphabets",
    forall=[M, level],
    then={
        "dp-mi": {
            "given": [DP(M, for_dp)],
            "then": MIDP(M, level),
            "note": "ε-DP ⪰ MI-DP. " + OURS.format("β > 0", "ε = max{β, √β}"),
        },
        "mi-dp": {
            "forall": [M, goal_eps, goal_delta],
            "given": [MIDP(M, goal_delta**2 / 2)],
            "then": DP(M, goal_eps, goal_delta),
            "note": "MI-DP ⪰ (ε,δ)-DP. " + OURS.format("ε > 0 and δ > 0", "δ²/2"),
        },
        "a": {
            "given": [DP(M, for_dp)],
            "then": KLDP(M, level),
            "note": "Ordering (A) of (20). " + OURS.format("β > 0", "ε = max{β, √β}"),
        },
        "b": {
            "given": [KLDP(M, level)],
            "then": MIDP(M, level),
            "note": "Ordering (B) of (20). " + OURS.format("β > 0", "β itself"),
        },
        "c": {
            "given": [MIDP(M, level**2 / 2)],
            "then": DP(M, 0, level),
            "note": "Ordering (C) of (20). " + OURS.format("β > 0", "β²/2"),
        },
    },
    note="(D) of (20) is in Example 1. Alphabets are finite; the theorem has any.",
)

bounded = minimum(m, largest_alphabet(D)) <= N
enough = minimum(1, (level / (2 * log(N + 1) + 4 * log(2))) ** 2)

paper.claim(
    "theorem-1-equality",
    at="Theorem 1, eqs. (18) and (19)",
    scope="finite alphabets",
    forall=[M, N, level],
    then={
        "forward": {
            "forall": [M, N, goal_eps, goal_delta],
            "given": [bounded, MIDP(M, goal_delta**2 / 2)],
            "then": DP(M, goal_eps, goal_delta),
            "note": "MI-DP ⪰ (ε,δ)-DP. " + OURS.format("ε > 0 and δ > 0", "δ²/2"),
        },
        "reverse": {
            "given": [bounded, DP(M, enough, enough / 2)],
            "then": MIDP(M, level),
            "note": (
                "(ε,δ)-DP ⪰ MI-DP, with the bound N on (19). "
                + OURS.format(
                    "β > 0 and N", "ε = 2δ = min{1, (β/(2 ln(N + 1) + 4 ln 2))²}"
                )
            ),
        },
        "dependent": {
            "forall": [N, unit_delta, factor],
            "given": [unit_delta * log(N) > factor],
            "then": both(
                DP(as_mechanism(erasure), 0, unit_delta),
                negation(MIDP(as_mechanism(erasure), factor)),
            ),
            "note": (
                "The ordering depends on the bound: for every δ > 0 and K there is a (δ)-DP "
                "mechanism that isn't K-MI-DP, the erasure channel with N > e^(K/δ)."
            ),
        },
    },
    note="That the cardinality is bounded: N bounds (19).",
)


# --- 3.2 Related work -----------------------------------------------------------------------------

any_prior = Prior("P", D)

paper.claim(
    "related-3eps",
    at="Section 3.2",
    scope="finite alphabets",
    forall=[any_prior, M, eps],
    given=[DP(M, eps)],
    then=information(any_prior, M) <= 3 * eps * entries(D),
    note="Under every prior on the database; in nats.",
)

# --- 3.3 Proof of Theorem 1 -----------------------------------------------------------------------

small = minimum(1, level)

paper.claim(
    "theorem-1-strict",
    at="Section 3.3, after eq. (20)",
    forall=[level, factor],
    then={
        "a": {
            "then": both(
                KLDP(as_mechanism(channel_of(less_rare, more_rare)), level),
                negation(DP(as_mechanism(channel_of(less_rare, more_rare)), factor)),
            ),
            "note": "However small α, α-KL-DP implies K-DP for no K.",
        },
        "b": {
            "then": both(
                MIDP(as_mechanism(revealing(small)), level),
                negation(KLDP(as_mechanism(revealing(small)), factor)),
            ),
            "note": "However small α, α-MI-DP implies K-KL-DP for no K, likewise.",
        },
    },
    note=(
        "That a reverse ordering fails: for every α = β > 0 and every K ≥ 0 an explicit mechanism "
        "with a binary entry and a binary response, so that no cardinality bound helps."
    ),
)

paper.claim(
    "mi-dp-no-dp",
    at="Section 1, footnote 3",
    forall=[eps, eps_new],
    given=[eps > 0],
    then=both(
        MIDP(as_mechanism(revealing(minimum(1, eps))), eps),
        negation(DP(as_mechanism(revealing(minimum(1, eps))), eps_new)),
    ),
    note=(
        "One mechanism for each ε > 0, by an explicit family; it doesn't depend on ε'. At ε = 0 "
        "there is none: the footnote says only that such mechanisms exist."
    ),
)
