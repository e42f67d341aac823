"""Textbook facts on entropy: its range, concavity and continuity, the binary entropy, and Fano."""

from __future__ import annotations

from verified.language import (
    KL,
    TV,
    Channel,
    H,
    Pmf,
    Real,
    Symbol,
    Term,
    absolute,
    binary_entropy,
    binary_entropy_inverse,
    both,
    cases,
    chain,
    equals,
    information,
    joint_of,
    ldp_floor,
    log,
    output,
    pmf_of,
    pmf_table,
    rational,
    total,
)
from verified.papers.background.common import (
    COVER_THOMAS,
    P,
    Q,
    W,
    first_laws,
    j,
    m,
    mixture,
    n,
    p,
    paper,
    q,
    t,
    two_n,
    weights,
)
from verified.syntax.terms import size_of

paper.claim(
    "entropy-range",
    at=f"{COVER_THOMAS}, Theorem 2.6.4",
    forall=[P],
    then={
        "nonnegative": H(P) >= 0,
        "uniform": H(P) <= log(n),
        "divergence": equals(H(P), log(n) - KL(P, pmf_table(n, lambda _: 1 / n))),
    },
)

paper.claim(
    "entropy-concave",
    at=f"{COVER_THOMAS}, Theorem 2.7.3",
    forall=[weights, first_laws],
    then={
        "two": {
            "forall": [P, Q, t],
            "then": H(mixture(t, P, Q)) >= t * H(P) + (1 - t) * H(Q),
        },
        "many": H(output(weights, first_laws)) >= total(j, weights[j] * H(first_laws[j])),
        "mixing": {
            "then": H(output(weights, first_laws))
            <= H(weights) + total(j, weights[j] * H(first_laws[j])),
            "note": "A mixture's entropy exceeds the mean entropy by at most that of its weights.",
        },
    },
)


paper.claim(
    "binary-entropy",
    forall=[p],
    then={
        "range": both(binary_entropy(p) >= 0, binary_entropy(p) <= log(2)),
        "law": equals(binary_entropy(p), H(pmf_of(p, 1 - p))),
        "symmetric": equals(binary_entropy(1 - p), binary_entropy(p)),
        "increasing": {
            "forall": [p, q],
            "given": [p <= q, q <= rational(1, 2)],
            "then": binary_entropy(p) <= binary_entropy(q),
        },
        "concave": {
            "forall": [p, q, t],
            "then": binary_entropy(t * p + (1 - t) * q)
            >= t * binary_entropy(p) + (1 - t) * binary_entropy(q),
        },
    },
)

two_P, two_Q = Pmf("P", two_n), Pmf("Q", two_n)
distance = Real("delta", "[0,1]", latex=r"\delta")
continuity = binary_entropy(distance) + distance * log(two_n - 1)

paper.claim(
    "entropy-continuity",
    at="Zhang, Estimating Mutual Information Via Kolmogorov Distance (2007), eq. (4)",
    forall=[two_P, two_Q, distance],
    then={
        "bound": {
            "given": [TV(two_P, two_Q) <= distance, distance <= (two_n - 1) / two_n],
            "then": absolute(H(two_P) - H(two_Q)) <= continuity,
        },
        "beyond": {"forall": [P, Q], "then": absolute(H(P) - H(Q)) <= log(n)},
        "relaxed": {
            "forall": [P, Q, distance],
            "given": [TV(P, Q) <= distance],
            "then": absolute(H(P) - H(Q)) <= binary_entropy(distance) + distance * log(n),
            "note": "For every alphabet and distance: at one symbol, too.",
        },
        "growing": {
            "forall": [two_n, distance, t],
            "given": [t <= distance, distance <= (two_n - 1) / two_n],
            "then": binary_entropy(t) + t * log(two_n - 1) <= continuity,
            "note": "The right side grows up to δ = 1 − 1/n, where it is ln n.",
        },
        "attained": {
            "forall": [two_n, distance],
            "given": [distance <= (two_n - 1) / two_n],
            "then": equals(
                H(
                    pmf_table(
                        two_n,
                        lambda s: cases(equals(s, 0), 1 - distance, distance / (two_n - 1)),
                    )
                ),
                continuity,
            ),
            "note": "Against the certain law, whose entropy is 0, at distance δ.",
        },
    },
    note="From two symbols on, as 0 ln 0 is left open at one.",
)

two_a = Symbol("a", two_n)
two_W = Channel("W", two_n, m)
guess, two_guess = Channel("K", m, n), Channel("K", m, two_n)


def error(law: Term, channel: Term, decoder: Term) -> Term:
    """The probability that the input, sent through the channel and the decoder, comes out wrong."""
    symbol = Symbol("a", size_of(law))
    return 1 - total(symbol, law[symbol] * chain(channel, decoder)[symbol, symbol])


guessed, share = Channel("V", two_n, two_n), Real("t", "(0,1)")
missed = 1 - total(two_a, two_P[two_a] * guessed[two_a, two_a])
wrong = error(two_P, two_W, two_guess)

paper.claim(
    "fano",
    at=f"{COVER_THOMAS}, Theorem 2.10.1",
    forall=[two_P, two_W, two_guess],
    then={
        "guess": {
            "forall": [two_P, guessed, share],
            "then": H(two_P) - information(two_P, guessed)
            <= -(1 - missed) * log(1 - share) - missed * (log(share) - log(two_n - 1)),
            "note": "For every share t, with W the channel from X to its guess; best at the error.",
        },
        "bound": H(joint_of(two_P, two_W), "X|Y")
        <= binary_entropy(wrong) + wrong * log(two_n - 1),
        "relaxed": {
            "forall": [P, W, guess],
            "then": H(joint_of(P, W), "X|Y") <= log(2) + error(P, W, guess) * log(n),
        },
    },
    note="X is guessed from Y by the channel K, at random too; the error is that of the guess.",
)

level = Real("r")
inverse = binary_entropy_inverse(level)
paper.claim(
    "binary-entropy-inverse",
    forall=[level],
    given=[level >= 0, level <= log(2)],
    then=both(inverse >= 0, 2 * inverse <= 1, equals(binary_entropy(inverse), level)),
    note="The largest p ≤ 1/2 with h(p) ≤ r is one with h(p) = r.",
)

bits, chance = Real("mu", "(0,1]"), Real("p", "(0,1]")
paper.claim(
    "ldp-floor",
    forall=[bits, chance],
    given=[equals(binary_entropy(chance) / log(2) / chance, -(log(2**bits - 1) / log(2)))],
    then=equals(ldp_floor(bits), chance),
    note="h(p)/p falls, so a p that solves the equation is the only one, and the largest that the "
    "inequality allows.",
)
