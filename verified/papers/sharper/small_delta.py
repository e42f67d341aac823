"""Mechanisms of small δ: what they leak (Lemmas 3, 11, Theorem 1, Corollary 8 of Cuff and Yu)."""

from __future__ import annotations

from verified.language import (
    DP,
    MIDP,
    TV,
    Channel,
    H,
    Size,
    absolute,
    as_mechanism,
    binary_entropy,
    both,
    capacity,
    cases,
    channel_of,
    channel_table,
    entries,
    equals,
    exp,
    information,
    instances,
    joint_of,
    largest_alphabet,
    log,
    minimum,
    pmf_table,
    sqrt,
)
from verified.papers.background.common import pair_law
from verified.papers.sharper.common import (
    CUFF_YU,
    D,
    M,
    N,
    P,
    Q,
    V,
    W,
    delta,
    eps,
    likely,
    m,
    n,
    paper,
    prior,
    two_m,
    unlikely,
)
from verified.papers.sharper.small_epsilon import binary_bound, from_uniform

first_entropy, second_entropy = H(joint_of(P, W), "Y|X"), H(joint_of(Q, V), "Y|X")
near = TV(pair_law(P, W), pair_law(Q, V)) <= delta
wide_W, wide_V = Channel("W", n, two_m), Channel("V", n, two_m)
wide_distance = TV(pair_law(P, wide_W), pair_law(Q, wide_V))
wide_first, wide_second = H(joint_of(P, wide_W), "Y|X"), H(joint_of(Q, wide_V), "Y|X")

certain = pmf_table(n + 1, lambda y: cases(equals(y, 0), 1, 0))
spread_out = pmf_table(n + 1, lambda y: cases(equals(y, 0), 1 - delta, delta / n))

paper.claim(
    "lemma-3-sharp",
    at=f"{CUFF_YU}, Lemma 11, eq. (110)",
    forall=[P, Q, W, V, delta],
    given=[near],
    then={
        "bound": {
            "forall": [P, Q, wide_W, wide_V, delta],
            "given": [wide_distance <= delta, delta <= (two_m - 1) / two_m],
            "then": absolute(wide_first - wide_second)
            <= binary_entropy(delta) + delta * log(two_m - 1),
        },
        "attained": {
            "forall": [n, delta],
            "given": [],
            "then": both(
                equals(TV(certain, spread_out), delta),
                equals(H(spread_out) - H(certain), binary_entropy(delta) + delta * log(n)),
            ),
            "note": (
                "With one input and m = n + 1 outputs: a certain output, and one that is another, "
                "any as likely, with probability δ. For one input H(Y|X) is H(Y)."
            ),
        },
        "beyond": {
            "given": [],
            "then": absolute(first_entropy - second_entropy) <= log(m),
        },
        "relaxed": absolute(first_entropy - second_entropy)
        <= binary_entropy(delta) + delta * log(m),
        "gain": {
            "forall": [two_m, delta],
            "given": [],
            "then": binary_entropy(delta) + delta * log(two_m - 1)
            <= 2 * binary_entropy(delta / (1 + delta))
            + 2 * delta / (1 + delta) * log(two_m),
        },
    },
    note="U is the output and V the input of a channel; any joint law is a prior and a channel.",
)

symbols = minimum(m, largest_alphabet(D))
erasure = channel_table(
    N, N + 1, lambda x, y: cases(equals(y, 0), 1 - delta, cases(equals(y, x + 1), delta, 0))
)

paper.claim(
    "lemma-3-leakage-sharp",
    at=f"{CUFF_YU}, Lemma 3, eqs. (34) and (35)",
    forall=[M, delta],
    given=[DP(M, 0, delta)],
    then={
        "bound": MIDP(M, delta * log(symbols)),
        "prior": {
            "forall": [P, W, delta],
            "given": [DP(as_mechanism(W), 0, delta)],
            "then": H(joint_of(P, W), "X|Y") >= (1 - delta) * H(P),
            "note": "Rows within δ of each other leave at least 1 − δ of the input's entropy.",
        },
        "outputs": {
            "forall": [W, delta],
            "given": [DP(as_mechanism(W), 0, delta)],
            "then": capacity(W) <= delta * log(m),
        },
        "attained": {
            "forall": [N, delta],
            "given": [],
            "then": both(
                DP(as_mechanism(erasure), 0, delta),
                equals(capacity(erasure), delta * log(N)),
            ),
            "note": "By the erasure channel of Example 3.3.",
        },
        "gain": {
            "forall": [m, n, delta],
            "given": [],
            "then": 2 * (delta * log(minimum(m, n)))
            <= 2 * binary_entropy(delta) + 2 * delta * log(minimum(m, n + 1)),
            "note": "At least half of (35) is saved, and at small δ the term 2h(δ) as a whole.",
        },
    },
    tight=True,
)

both_delta = 1 - 2 * (1 - delta) / (exp(eps) + 1)
binary_mixture = delta * log(2) + (1 - delta) * binary_bound
revealing = channel_of(
    [delta, (1 - delta) * likely, (1 - delta) * unlikely, 0],
    [0, (1 - delta) * unlikely, (1 - delta) * likely, delta],
)

paper.claim(
    "theorem-1-sharper",
    at=f"{CUFF_YU}, Theorem 1, from (ε,δ) to information",
    forall=[M, eps, delta],
    given=[DP(M, eps, delta)],
    then={
        "bound": {
            "then": MIDP(M, both_delta * log(symbols)),
            "note": "By Property 3 at ε' = 0, then `lemma-3-leakage-sharp`.",
        },
        "binary": {
            "given": [largest_alphabet(D) <= 2, DP(M, eps, delta)],
            "then": MIDP(M, binary_mixture),
        },
        "binary-attained": {
            "forall": [eps, delta],
            "given": [],
            "then": both(
                DP(as_mechanism(revealing), eps, delta),
                equals(capacity(revealing), delta * log(2) + (1 - delta) * from_uniform),
            ),
            "note": "The entry is told with probability δ, and answered at random otherwise.",
        },
    },
)

by_information = minimum(1, entries(D) * sqrt(2 * eps))
records = Size("k")
product = records * delta

paper.claim(
    "corollary-8-sharper",
    at=f"{CUFF_YU}, Corollary 8, eq. (54), for all entries together",
    forall=[prior, M, eps],
    given=[MIDP(M, eps)],
    then={
        "bound": information(prior, M) <= by_information * log(minimum(m, instances(D))),
        "distance": {
            "forall": [prior, M, delta],
            "given": [DP(M, 0, delta)],
            "then": information(prior, M)
            <= minimum(1, entries(D) * delta) * log(minimum(m, instances(D))),
            "note": "Any two databases are within nδ of each other.",
        },
        "gain": {
            "forall": [records, m, n, delta],
            "given": [product <= 1],
            "then": 2 * (product * log(minimum(m, n**records)))
            <= 2 * binary_entropy(product) + 2 * product * log(minimum(m, n**records + 1)),
            "note": "Here δ is √(2ε): half of (54) at least, and it holds beyond kδ = 1 too.",
        },
    },
)
