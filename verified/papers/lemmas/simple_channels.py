"""Lemmas on simple channels: one that gives an input away, two laws as the responses to two inputs,
one entry sent, equal rows. With them what the entropies in their bounds are compared by.
"""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    KLDP,
    Channel,
    Close,
    H,
    Pmf,
    Real,
    Symbol,
    alphabet,
    as_mechanism,
    binary_entropy,
    capacity,
    channel_of,
    channel_table,
    entries,
    equals,
    log,
    mi_dp,
    negation,
    on_entry,
    pmf_table,
    quotient,
    remainder,
)
from verified.papers.lemmas.common import D, P, Q, delta, eps, m, n, paper

low = Real("p", "[0,1]")
several = Real("K", ">0")

paper.claim(
    "entropy-chord",
    forall=[low, several],
    then={
        "most": {
            "then": binary_entropy(low) + low * log(several) <= log(1 + several),
            "note": "Equal at p = K/(1 + K).",
        },
        "shrunk": {
            "forall": [low, Real("K", ">=1")],
            "then": binary_entropy(low / (1 + low)) + low / (1 + low) * log(Real("K", ">=1"))
            <= binary_entropy(low) + low * log(1 + Real("K", ">=1")),
            "note": "p is the mixture of p/(1 + p) and 1 with the weights 1 − p² and p².",
        },
    },
)

# --- the channel that gives one input away --------------------------------------------------------

told_with = Real("q", "[0,1]")
giving_away = as_mechanism(channel_of([1, 0], [1 - told_with, told_with]))
any_eps, any_level = Real("eps", ">=0"), Real("r")

paper.claim(
    "giving-away",
    forall=[told_with],
    then={
        "capacity": capacity(channel_of([1, 0], [1 - told_with, told_with])) <= told_with,
        "private": {
            "forall": [told_with, any_eps, delta],
            "given": [delta < told_with],
            "then": negation(DP(giving_away, any_eps, delta)),
        },
        "divergence": {
            "forall": [told_with, any_level],
            "given": [told_with > 0],
            "then": negation(KLDP(giving_away, any_level)),
        },
    },
)

pair_channel = channel_of(P, Q)

paper.claim(
    "pair-mechanism",
    forall=[P, Q, eps],
    then={
        "divergence": {
            "given": [KL(P, Q) <= eps, KL(Q, P) <= eps],
            "then": KLDP(as_mechanism(pair_channel), eps),
        },
        "private": {
            "forall": [P, Q, eps, delta],
            "given": [negation(Close(P, Q, eps, delta))],
            "then": negation(DP(as_mechanism(pair_channel), eps, delta)),
        },
    },
    note="Two laws as the responses to the two inputs of a channel.",
)

side = Real("s", "[0,1]")

paper.claim(
    "entropy-root",
    forall=[side],
    then=binary_entropy(side**2) <= 2 * log(2) * side,
    note="h(δ) ≤ 2 ln 2 √δ.",
)

sent = Symbol("l", entries(D), latex=r"\ell")
of_entry = Channel("W", alphabet(D, sent), m)

paper.claim(
    "on-entry",
    forall=[of_entry, sent],
    then={
        "bound": mi_dp(on_entry(of_entry, D, sent)) <= capacity(of_entry),
        "reached": capacity(of_entry) <= mi_dp(on_entry(of_entry, D, sent)),
    },
    note="A mechanism that sends one entry through a channel tells what the channel does.",
)

paper.claim(
    "constant-channel",
    forall=[Q, m],
    then=equals(capacity(channel_table(m, n, lambda _, y: Q[y])), 0),
)

paper.claim(
    "product-entropy",
    forall=[P, Pmf("R", m)],
    then=equals(
        H(pmf_table(n * m, lambda s: P[quotient(s, m)] * Pmf("R", m)[remainder(s, m)])),
        H(P) + H(Pmf("R", m)),
    ),
)
