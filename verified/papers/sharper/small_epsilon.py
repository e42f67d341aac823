"""Mechanisms of small ε (Lemma 1, eq. (53) and Lemma 9 of Cuff and Yu): what they leak."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    Real,
    Size,
    Term,
    as_mechanism,
    binary_entropy,
    both,
    capacity,
    cases,
    channel_table,
    entries,
    equals,
    exp,
    information,
    largest_alphabet,
    log,
    minimum,
    pmf_of,
    pmf_table,
    rational,
    remainder,
    sibson,
    total,
)
from verified.papers.sharper.common import (
    AT_ZERO,
    CUFF_YU,
    D,
    M,
    N,
    P,
    W,
    a,
    eps,
    likely,
    order,
    paper,
    prior,
    randomised_response,
    unlikely,
)


def leakage_curve(level: Term) -> Term:
    """a − 1 − ln a with a = ε/(e^ε − 1): the most that an ε-DP mechanism tells of an entry."""
    ratio = level / (exp(level) - 1)
    return ratio - 1 - log(ratio)


all_alphabets = leakage_curve(eps)

# Subset selection on a ring: the response likes the `k` inputs from its own on, by a factor e^ε.
# That is the variable `factor`: each number from 1 on is e^ε of one ε ≥ 0, and where it is rational
# so is the channel, so that instances can be decided.
k, factor = Size("k", low=0), Real("g", "[1,inf)")
level = log(factor)
weight_sum = k * factor + (N - k)
window = channel_table(
    N, N, lambda x, y: cases(remainder(N + x - y, N) < k, factor, 1) / weight_sum
)
uniform = pmf_table(N, lambda _: 1 / N)
best_share = (level * factor / (factor - 1) - 1) / (factor - 1)

paper.claim(
    "lemma-1-sharp",
    at=f"{CUFF_YU}, Lemma 1, eq. (23)",
    forall=[M, eps],
    given=[eps > 0, DP(M, eps)],
    then={
        "bound": MIDP(M, all_alphabets),
        "relaxed": {"given": [DP(M, eps)], "then": MIDP(M, eps**2 / 8)},
        "window-private": {
            "forall": [N, k, factor],
            "given": [k <= N],
            "then": DP(as_mechanism(window), level),
            "note": "g is e^ε.",
        },
        "window-information": {
            "forall": [N, k, factor],
            "given": [k <= N],
            "then": equals(
                information(uniform, window) + log(weight_sum / N),
                k * factor * level / weight_sum,
            ),
            "note": "g is e^ε.",
        },
        "approached": {
            "forall": [N, k, factor],
            "given": [factor > 1, k <= best_share * N, best_share * N <= k + 1],
            "then": information(uniform, window)
            >= level / (factor - 1) - 1 - log(level / (factor - 1))
            - (factor - 1) ** 2 / (2 * N**2),
            "note": (
                "g is e^ε. For every ε and N there is such a k, the whole part of N times the best "
                "share: as N grows the windows come as near to the bound as one likes."
            ),
        },
        "gain": {
            "forall": [eps],
            "given": [eps > 0],
            "then": both(all_alphabets <= eps**2 / 8, all_alphabets <= eps - log(1 + eps)),
            "note": "min{ε, ε²} is at least 8 times as large up to ε = 1.",
        },
    },
    note=AT_ZERO,
)

binary_bound = log(2) - binary_entropy(unlikely)
# The same without a difference of nearly equal numbers, which floats can't tell from 0.
from_uniform = KL(pmf_of(likely, unlikely), pmf_of(rational(1, 2), rational(1, 2)))

paper.claim(
    "lemma-1-binary-sharp",
    at=f"{CUFF_YU}, Lemma 1, eq. (23)",
    forall=[M, eps],
    given=[largest_alphabet(D) <= 2, DP(M, eps)],
    then={
        "bound": MIDP(M, binary_bound),
        "attained": {
            "forall": [eps],
            "given": [],
            "then": both(
                DP(as_mechanism(randomised_response), eps),
                equals(capacity(randomised_response), from_uniform),
            ),
            "note": "By randomised response; `value` says that this is the bound.",
        },
        "value": {
            "forall": [eps],
            "given": [],
            "then": equals(from_uniform + binary_entropy(unlikely), log(2)),
        },
        "gain": {
            "forall": [eps],
            "given": [eps > 0],
            "then": binary_bound <= all_alphabets,
            "note": "Never more than what larger alphabets leak; ln 2 at most, not ε − ln ε.",
        },
    },
)

paper.claim(
    "lemma-1-mi-sharper",
    at=f"{CUFF_YU}, Lemma 1, eq. (22)",
    forall=[M, eps],
    given=[KLDP(M, eps)],
    then={
        "bound": MIDP(M, (1 - 1 / largest_alphabet(D)) * eps),
        "binary": {
            "given": [largest_alphabet(D) <= 2, KLDP(M, eps)],
            "then": MIDP(M, eps / 4),
            "note": "For entries of two symbols, one fourth.",
        },
        "prior": {
            "forall": [P, W, eps],
            "given": [KLDP(as_mechanism(W), eps)],
            "then": information(P, W) <= (1 - total(a, P[a] ** 2)) * eps,
        },
    },
    note=(
        "What one alphabet's size gives. For two symbols the best is half of `bound` (`binary`). "
        "No factor below 1 does for all alphabets: a response that is the entry with probability "
        "1/2, else any other symbol, tells nearly the largest divergence as the alphabet grows."
    ),
)

paper.claim(
    "eq-53-sharper",
    at=f"{CUFF_YU}, eq. (53) and Section 3.2",
    forall=[prior, M, eps],
    given=[eps > 0, DP(M, eps)],
    then={
        "bound": information(prior, M) <= leakage_curve(entries(D) * eps),
        "relaxed": {
            "given": [DP(M, eps)],
            "then": information(prior, M) <= (entries(D) * eps) ** 2 / 8,
        },
    },
    note=f"The gain is that of `lemma-1-sharp` at nε. {AT_ZERO}",
)

grown, base = exp(order * eps) - 1, exp(eps) - 1
sibson_bound = (
    log((grown - base) / ((order - 1) * base))
    - order * log(order * (grown - base) / ((order - 1) * grown))
) / (order - 1)
slice_private = DP(as_mechanism(W), eps)

paper.claim(
    "lemma-9-sharper",
    at=f"{CUFF_YU}, Lemma 9, eq. (67)",
    forall=[P, W, eps, order],
    given=[eps > 0, slice_private],
    then={
        "above-one": {
            "given": [eps > 0, order > 1, slice_private],
            "then": sibson(P, W, order) <= sibson_bound,
        },
        "below-one": {
            "given": [eps > 0, order > 0, order < 1, slice_private],
            "then": sibson(P, W, order) <= sibson_bound,
        },
        "relaxed": {
            "given": [slice_private],
            "then": sibson(P, W, order) <= order * eps**2 / 8,
        },
        "gain": {
            "forall": [eps, order],
            "given": [eps > 0, order > 1],
            "then": sibson_bound <= minimum(eps, order * eps**2 / 8),
        },
    },
    note=(
        "Given the other entries, an entry and the response are a prior and a channel. The bound "
        "is what windows of the best share of all symbols tell (`lemma-1-sharp`); an alphabet has "
        "windows that come the nearer to that share the larger it is."
    ),
)
