"""Section 3.3: Lemma 2, from information to differential privacy."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    MIDP,
    TV,
    Channel,
    Close,
    Event,
    I,
    Pmf,
    Real,
    Symbol,
    Term,
    absolute,
    as_joint,
    as_mechanism,
    binary_entropy,
    binary_entropy_inverse,
    both,
    capacity,
    cases,
    channel_of,
    channel_table,
    dp_delta,
    equals,
    every,
    hamming,
    information,
    instances,
    log,
    mi_dp,
    minimum,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    remainder,
    sqrt,
)
from verified.papers.cuff_yu_2016.common import (
    A,
    D,
    M,
    P,
    Q,
    binary_channel,
    eps,
    eta,
    m,
    n,
    paper,
    symmetric_channel,
    unit_delta,
)
from verified.papers.cuff_yu_2016.lemma_1 import X, Z, inputs, others, slice_channel

paper.claim(
    "lemma-2",
    at="Lemma 2, eq. (27)",
    scope="finite alphabets",
    forall=[M, eps],
    given=[MIDP(M, eps)],
    then=DP(M, 0, sqrt(2 * eps)),
)

crossover = binary_entropy_inverse(log(2) - eps)
binary_symmetric = as_mechanism(channel_of([1 - crossover, crossover], [crossover, 1 - crossover]))
noiseless = as_mechanism(channel_of([1, 0], [0, 1]))

paper.claim(
    "lemma-2-tight",
    at="Lemma 2, eq. (28)",
    scope="finite alphabets",
    forall=[M, eps],
    then={
        "bound": {
            "given": [eps <= log(2), MIDP(M, eps)],
            "then": DP(M, 0, 1 - 2 * crossover),
        },
        "attained": {
            "forall": [eps],
            "given": [eps <= log(2)],
            "then": both(
                MIDP(binary_symmetric, eps),
                equals(dp_delta(binary_symmetric, 0), 1 - 2 * crossover),
            ),
            "note": "By the binary symmetric channel of capacity ε, as Appendix C says.",
        },
        "beyond": {
            "forall": [eps],
            "given": [eps > log(2)],
            "then": both(MIDP(noiseless, eps), equals(dp_delta(noiseless, 0), 1)),
            "note": (
                "“For ε > ln 2, the implication becomes (1)-DP”: nothing below δ' = 1 follows, as "
                "the noiseless binary channel shows."
            ),
        },
        "vacuous": {
            "forall": [M],
            "then": DP(M, 0, 1),
            "note": "“(1)-DP, which is vacuous”: every mechanism is.",
        },
    },
    tight=True,
)


paper.claim(
    "lemma-2-asymptotic",
    at="Section 3.3, after eq. (28)",
    forall=[eps],
    then={
        "looser": {
            "given": [eps <= log(2)],
            "then": 1 - 2 * crossover <= sqrt(2 * eps),
            "note": "“Looser than that in (28)”.",
        },
        "limit": {
            "forall": [eps, eta],
            "given": [eps > 0, eps <= minimum(log(2), 2 * eta)],
            "then": absolute(sqrt(2 * eps) / (1 - 2 * crossover) - 1) <= eta,
            "note": (
                "“Asymptotically tight for small ε”: √(2ε) over δ' goes to 1 as ε → 0. For every "
                "η > 0 it is within η of 1 once ε ≤ min{ln 2, 2η}. The text names no threshold; "
                "this one is ours."
            ),
        },
    },
)

# A binary channel: the probabilities of the output 1, on the input 0 and on the input 1.
on_zero, on_one = Real("a", "[0,1]"), Real("b", "[0,1]")
weight = Real("t", "[0,1]")
two_inputs = pmf_of(1 - weight, weight)
binary = binary_channel(on_zero, on_one)
complement = binary_channel(1 - on_one, 1 - on_zero)
mean = binary_channel(
    rational(1, 2) + (on_zero - on_one) / 2, rational(1, 2) - (on_zero - on_one) / 2
)
crossing = Real("c", "[0,1/2]")
own_crossing = binary_entropy_inverse(log(2) - capacity(binary))
one, another = Symbol("x", instances(D)), Symbol("x'", instances(D), latex=r"\tilde x")
B = Event("A", m)
other_channel = Channel("V", inputs, m)
center = Pmf("Q", m)


def with_others_known(number: Term) -> Term:
    """P(x, z, y), where the entry is one of two symbols and the others' value is certain."""
    pair, y = quotient(number, n), remainder(number, n)
    row = cases(equals(quotient(pair, others), 0), (1 - weight) * P[y], weight * Q[y])
    return cases(equals(remainder(pair, others), Z), row, 0)


known = as_joint(pmf_table(2 * others * n, with_others_known), X=2, Z=others, Y=n)

paper.claim(
    "lemma-2-steps",
    at="Section 3.3, eq. (30), and Appendix C",
    scope="finite alphabets",
    forall=[on_zero, on_one],
    then={
        "eq-30-a": {
            "forall": [P, Q, A, weight],
            "then": information(two_inputs, binary_channel(P[A], Q[A]))
            <= information(two_inputs, channel_of(P, Q)),
            "note": "P and Q are the responses to the two databases, A the event of (29).",
        },
        "eq-30-b": {
            "forall": [P, Q, Z, weight],
            "then": equals(I(known, "X;Y"), I(known, "X;Y|Z")),
            "note": "The others' value Z is certain, whatever it is.",
        },
        "eq-30-supremum": {
            "forall": [M, one, another],
            "given": [equals(hamming(D, one, another), 1)],
            "then": capacity(channel_of(M[one], M[another])) <= mi_dp(M),
        },
        "eq-30": {
            "forall": [M, one, another, B, eps],
            "given": [equals(hamming(D, one, another), 1), MIDP(M, eps)],
            "then": capacity(binary_channel(M[one][B], M[another][B])) <= eps,
            "note": "(30) from end to end: the binary mechanism of (31) and (32) is ε-MI-DP.",
        },
        "complement": {
            "then": equals(capacity(complement), capacity(binary)),
            "note": "The complementary channel (93), (94).",
        },
        "convex": {
            "forall": [slice_channel, other_channel, weight],
            "then": capacity(
                channel_table(
                    inputs,
                    m,
                    lambda x, y: (1 - weight) * slice_channel[x, y] + weight * other_channel[x, y],
                )
            )
            <= (1 - weight) * capacity(slice_channel) + weight * capacity(other_channel),
            "note": "Capacity is convex in the channel: of any two channels on common alphabets.",
        },
        "lower": {
            "then": capacity(mean) <= capacity(binary),
            "note": "The channel (95), (96).",
        },
        "symmetric": {
            "forall": [on_zero, on_one, crossing],
            "given": [capacity(binary) <= capacity(symmetric_channel(crossing))],
            "then": TV(binary[0], binary[1]) <= 1 - 2 * crossing,
            "note": (
                "For every binary channel a symmetric one with the same capacity, and at least "
                "the total variation: said of every symmetric one that has at least the capacity."
            ),
        },
        "symmetric-exists": {
            "then": capacity(binary) <= capacity(symmetric_channel(0)),
            "note": (
                "There is one with the same capacity: from the crossover 1/2 to 0 it grows "
                "continuously from 0 to ln 2, which is all that a binary channel has."
            ),
        },
        "symmetric-at-least": {
            "forall": [on_zero, on_one, crossing],
            "given": [binary_entropy(crossing) <= log(2) - capacity(binary)],
            "then": capacity(binary) <= capacity(symmetric_channel(crossing)),
            "note": (
                "Which one it is: that of the crossover c with h(c) = ln 2 − C, and there is such "
                "a c, as C is at most ln 2 (`symmetric-exists`). It has at least the capacity C "
                "(here) and at most (`symmetric-at-most`)."
            ),
        },
        "symmetric-at-most": {
            "forall": [on_zero, on_one, crossing],
            "given": [log(2) - capacity(binary) <= binary_entropy(crossing)],
            "then": capacity(symmetric_channel(crossing)) <= capacity(binary),
        },
        "symmetric-distance": {
            "then": TV(binary[0], binary[1]) <= 1 - 2 * own_crossing,
            "note": "The total variation of that symmetric channel is at least the binary one's.",
        },
        "reduction": {
            "forall": [M, unit_delta],
            "given": [every(one, every(another, every(B, Close(
                binary_channel(M[one][B], M[another][B])[0],
                binary_channel(M[one][B], M[another][B])[1],
                0, unit_delta,
            )), where=hamming(D, one, another) <= 1))],
            "then": DP(M, 0, unit_delta),
            "note": (
                "A (δ)-DP claim about P_{B|X} of (31), (32), for all neighbours and events, holds "
                "of the mechanism."
            ),
        },
        "radius-pinsker": {
            "forall": [slice_channel, center, X, eps],
            "given": [KL(slice_channel[X], center) <= eps],
            "then": TV(slice_channel[X], center) <= sqrt(eps / 2),
        },
        "radius-triangle": {
            "forall": [slice_channel, center, eps],
            "given": [every(X, KL(slice_channel[X], center) <= eps)],
            "then": DP(as_mechanism(slice_channel), 0, sqrt(2 * eps)),
            "note": (
                "The alternative argument, with the centre of the ball as any law within ε of all "
                "responses. That there is one when the capacity is ε is cited."
            ),
        },
    },
)
