"""Textbook facts on mutual information and capacity."""

from __future__ import annotations

from verified.language import (
    KL,
    H,
    I,
    Independent,
    Joint,
    Markov,
    Pmf,
    Size,
    Symbol,
    Term,
    binary_entropy,
    capacity,
    chain,
    channel_of,
    channel_table,
    equals,
    every,
    exp,
    information,
    joint_of,
    largest,
    log,
    minimum,
    output,
    total,
)
from verified.papers.background.common import (
    COVER_THOMAS,
    P,
    Q,
    V,
    W,
    a,
    after,
    b,
    ceiling,
    first_laws,
    j,
    m,
    mixture,
    n,
    p,
    pair_law,
    paper,
    product_law,
    q,
    t,
    weights,
    y,
)

u, v, w, z = Size("u"), Size("v"), Size("w"), Size("z")
J = Joint("J", U=u, V=v, W=w)
J4 = Joint("J", U=u, V=v, W=w, Z=z)

sent = Symbol("x", n)
dominated = P[a] * W[a, y] <= output(P, W)[y]

paper.claim(
    "output-dominates",
    forall=[P, W],
    then={
        "by-input": every(a, every(y, dominated)),
        "by-output": every(y, every(a, dominated)),
        "divergence": {
            "given": [P[sent] > 0],
            "forall": [P, W, sent],
            "then": KL(W[sent], output(P, W)) <= -log(P[sent]),
        },
    },
    note="Each term of the sum is at most the sum: so ln of an output law is finite where needed.",
)

paper.claim(
    "information-forms",
    forall=[P, W],
    then={
        "entropies": equals(
            information(P, W), H(output(P, W)) - total(a, P[a] * H(W[a]))
        ),
        "divergences": equals(information(P, W), total(a, P[a] * KL(W[a], output(P, W)))),
        "sums": equals(
            information(P, W),
            total(
                a,
                total(
                    y,
                    P[a] * W[a, y] * log(W[a, y]) - P[a] * W[a, y] * log(output(P, W)[y]),
                ),
            ),
        ),
        "joint": equals(
            information(P, W), KL(pair_law(P, W), product_law(P, output(P, W)))
        ),
        "pair": equals(information(P, W), I(joint_of(P, W), "X;Y")),
        "symmetric": {"forall": [J], "then": equals(I(J, "U;V"), I(J, "V;U"))},
        "difference": {"forall": [J], "then": equals(I(J, "U;V"), H(J, "U") - H(J, "U|V"))},
        "conditional": {
            "forall": [J],
            "then": equals(I(J, "U;V|W"), H(J, "U|W") - H(J, "U|V,W")),
        },
        "entropy-chain": {"forall": [J], "then": equals(H(J, "U,V"), H(J, "V") + H(J, "U|V"))},
        "chain": {
            "forall": [J4],
            "then": equals(I(J4, "U;V,W|Z"), I(J4, "U;V|Z") + I(J4, "U;W|V,Z")),
        },
    },
)

paper.claim(
    "information-range",
    forall=[P, W],
    then={
        "nonnegative": information(P, W) >= 0,
        "conditional-nonnegative": {"forall": [J], "then": I(J, "U;V|W") >= 0},
        "conditioning": {"forall": [J], "then": H(J, "U|V,W") <= H(J, "U|V")},
        "input": information(P, W) <= H(P),
        "output": information(P, W) <= H(output(P, W)),
        "alphabets": information(P, W) <= log(minimum(n, m)),
        "capacity": information(P, W) <= capacity(W),
        "capacity-alphabets": {"forall": [W], "then": capacity(W) <= log(minimum(n, m))},
        "independent": {
            "forall": [J],
            "given": [Independent(J, "U", "V")],
            "then": equals(H(J, "U,V"), H(J, "U") + H(J, "V")),
        },
    },
)

paper.claim(
    "dpi-mi",
    at=f"{COVER_THOMAS}, Theorem 2.8.1",
    forall=[P, W, after],
    then={
        "markov": {
            "forall": [J],
            "given": [Markov(J, "U", "V", "W")],
            "then": I(J, "U;W") <= I(J, "U;V"),
        },
        "markov-given": {
            "forall": [J4],
            "given": [Markov(J4, "U", "V,Z", "W")],
            "then": I(J4, "U;W|Z") <= I(J4, "U;V|Z"),
        },
        "output": information(P, chain(W, after)) <= information(P, W),
        "input": information(P, chain(W, after)) <= information(output(P, W), after),
        "capacity": {
            "forall": [W, after],
            "then": capacity(chain(W, after)) <= minimum(capacity(W), capacity(after)),
        },
    },
)

paper.claim(
    "mi-concave-in-prior",
    at=f"{COVER_THOMAS}, Theorem 2.7.4",
    forall=[P, Q, W, t],
    then={
        "two": information(mixture(t, P, Q), W)
        >= t * information(P, W) + (1 - t) * information(Q, W),
        "many": {
            "forall": [weights, first_laws, W],
            "then": information(output(weights, first_laws), W)
            >= total(j, weights[j] * information(first_laws[j], W)),
        },
    },
)


def channel_mixture(weight: Term, first: Term, second: Term) -> Term:
    """The channel from n to m symbols whose rows are the mixtures of the rows."""
    return channel_table(n, m, lambda x, s: weight * first[x, s] + (1 - weight) * second[x, s])


paper.claim(
    "capacity-convex-in-channel",
    at=f"{COVER_THOMAS}, Theorem 2.7.4",
    forall=[W, V, t],
    then={
        "information": {
            "forall": [P, W, V, t],
            "then": information(P, channel_mixture(t, W, V))
            <= t * information(P, W) + (1 - t) * information(P, V),
        },
        "capacity": capacity(channel_mixture(t, W, V))
        <= t * capacity(W) + (1 - t) * capacity(V),
    },
)

centre = Pmf("Q", m)
divergences = total(a, P[a] * KL(W[a], centre))
reached = information(P, W) >= capacity(W)

paper.claim(
    "redundancy-capacity",
    at=f"{COVER_THOMAS}, Theorem 13.1.1",
    forall=[W, centre],
    then={
        "bound": capacity(W) <= largest(a, KL(W[a], centre)),
        "radius": {
            "forall": [W, centre, ceiling],
            "given": [every(a, KL(W[a], centre) <= ceiling)],
            "then": capacity(W) <= ceiling,
        },
        "information": {
            "forall": [P, W, centre],
            "then": information(P, W) <= divergences,
        },
        "compensation": {
            "forall": [P, W, centre],
            "then": equals(divergences, information(P, W) + KL(output(P, W), centre)),
        },
        "optimal-input": {
            "forall": [P, W],
            "given": [reached],
            "then": every(a, KL(W[a], output(P, W)) <= capacity(W)),
            "note": "No row is further from the output law of a best prior than the capacity.",
        },
        "optimal-output": {
            "forall": [P, Q, W],
            "given": [reached],
            "then": KL(output(Q, W), output(P, W)) <= capacity(W) - information(Q, W),
            "note": "The output law of a best prior is unique, and near those of good priors.",
        },
        "pairs": {
            "forall": [W],
            "then": capacity(W) <= largest(a, largest(b, KL(W[a], W[b]))),
        },
    },
    note="With `optimal-input`, the capacity is the least over Q of the largest D(W_x‖Q).",
)

flips = channel_of([1 - p, p], [q, 1 - q])
spread = 1 - p - q
first_exponent = ((1 - q) * binary_entropy(p) - p * binary_entropy(q)) / spread
second_exponent = ((1 - p) * binary_entropy(q) - q * binary_entropy(p)) / spread

paper.claim(
    "bac-capacity",
    forall=[p, q],
    given=[p + q < 1],
    then={
        "value": {
            "then": equals(
                capacity(flips), log(exp(-first_exponent) + exp(-second_exponent))
            ),
            "note": "The exponents are −ln r − C for the two probabilities r of the best output.",
        },
        "flipped": {
            "given": [],
            "then": equals(capacity(channel_of([p, 1 - p], [1 - q, q])), capacity(flips)),
            "note": "Beyond p + q = 1 the outputs change places.",
        },
        "symmetric": {
            "forall": [p],
            "given": [],
            "then": equals(
                capacity(channel_of([1 - p, p], [p, 1 - p])), log(2) - binary_entropy(p)
            ),
        },
    },
    note="Input 0 is flipped with probability p, input 1 with probability q.",
)
