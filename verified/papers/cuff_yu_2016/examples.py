"""Examples 4.1 and 5.1: a mechanism on correlated entries, and one that has no group privacy."""

from __future__ import annotations

from typing import Any

from verified.language import (
    MIDP,
    Close,
    H,
    Real,
    Size,
    Symbol,
    Term,
    both,
    capacity,
    cases,
    channel_of,
    channel_table,
    database_of,
    equals,
    information,
    joint_of,
    laplace,
    log,
    on_database,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    remainder,
)
from verified.papers.cuff_yu_2016.common import n, paper
from verified.syntax.terms import number

# --- Example 4.1 ----------------------------------------------------------------------------------

rate = Real("eps", ">0", latex=r"\epsilon")
eta = Real("eta", ">0", latex=r"\eta")
bias = Real("p", "[0,1]")
count = Symbol("k", n)


def noisy_mean(ones: Any) -> Term:
    """The law of the released mean where `ones` of the n entries are 1."""
    return laplace(ones / n, 1 / (n * rate))


neighbours = noisy_mean(count), noisy_mean(count + 1)
all_equal = noisy_mean(number(0)), noisy_mean(n)
fair = pmf_of(rational(1, 2), rational(1, 2))
copied = joint_of(fair, channel_of([1, 0], [0, 1]))

paper.claim(
    "example-4.1",
    at="Example 4.1",
    forall=[n, rate],
    then={
        "private": {
            "forall": [n, count, rate],
            "then": Close(*neighbours, rate, 0),
            "note": (
                "Neighbouring databases have k and k + 1 entries that are 1. The released number "
                "is real, and closeness is asked of every measurable event: the largest "
                "P(A) − e^ε Q(A), a hockey-stick divergence, is at most 0, in both directions."
            ),
        },
        "private-mi": {
            "forall": [n, count, rate, bias],
            "then": information(pmf_of(1 - bias, bias), *neighbours) <= rate,
            "note": (
                "I(X_i;Y|X^-i) is an average over x^-i of the information under a law of X_i given "
                "x^-i, so it is at most ε for every prior iff it is where k of the other entries "
                "are 1 and X_i is 1 with any probability p."
            ),
        },
        "nothing-more": {
            "given": [n >= 2],
            "then": equals(
                (
                    information(pmf_of(1, 0), noisy_mean(number(0)), noisy_mean(number(1)))
                    + information(pmf_of(0, 1), noisy_mean(n - 1), noisy_mean(n))
                )
                / 2,
                0,
            ),
            "note": (
                "I(X_i;Y|X^-i) where all entries are equal: the others are all 0 or all 1, with "
                "probability 1/2 each, and X_i is then certain. The example speaks of large n; a "
                "single entry has no others, and the claim is read for n ≥ 2."
            ),
        },
        "determined": {
            "forall": [],
            "then": equals(H(copied, "Y|X"), 0),
            "note": "H(X_i|X^-i) = 0, where X stands for the common value of the other entries.",
        },
        "one-bit": {
            "forall": [n, rate, eta],
            "given": [n * rate >= 4 * log(1 / eta)],
            "then": both(
                log(2) - eta <= information(fair, *all_equal),
                information(fair, *all_equal) <= log(2),
            ),
            "note": (
                "“I(X_i;Y) ≈ 1 bit for large enough n”, as a limit: for every η > 0 it lies in "
                "[ln 2 − η, ln 2] nats once n ≥ (4/ε) ln(1/η). The text names no threshold; this "
                "one is ours."
            ),
        },
    },
    note=(
        "Lap(b) is the law with the density exp(−|x|/b)/(2b) added to the mean k/n. The scale "
        "1/(nε) asks for ε > 0."
    ),
)


# --- Example 5.1 ----------------------------------------------------------------------------------

# The two entries take N values, numbered 0 … N − 1; the instance (x_1, x_2) is x_1 N + x_2. The
# output is one of those values, or e_1 (numbered N), or e_2 (numbered N + 1).
N = Size("N")
share = Real("eps", "[0,1]", latex=r"\epsilon")
pair_channel = channel_table(
    N * N,
    N + 2,
    lambda x, y: cases(
        equals(y, N),
        1 - share,
        cases(
            equals(y, cases(equals(quotient(x, N), remainder(x, N)), remainder(x, N), N + 1)),
            share,
            0,
        ),
    ),
)
pair_mechanism = on_database(pair_channel, database_of(N, N))
binary_erasure = channel_of([share, 1 - share, 0], [0, 1 - share, share])
equal_entries = pmf_table(
    N * N, lambda x: cases(equals(quotient(x, N), remainder(x, N)), 1 / N, 0)
)
K = Real("K")
AT_LEAST_TWO = (
    "For |X_1| = 1 there is no choice of X_1 ≠ X_2, so e_2 is never sent: a careful reader takes "
    "at least two values; the literal reading takes any finite domain."
)

paper.claim(
    "example-5.1",
    at="Example 5.1, eqs. (48) to (51)",
    forall=[N, share],
    then={
        "private": {
            "scope": "entries of finitely many values",
            "then": MIDP(pair_mechanism, share * log(2)),
        },
        "erasure": {
            "forall": [share],
            "then": equals(capacity(binary_erasure), share * log(2)),
            "note": (
                "The capacity of the binary erasure channel from 1{X_1 ≠ x_2} to Y, with the "
                "outputs x_2, e_1, e_2."
            ),
        },
        "unbounded": {
            "scope": "entries of finitely many values",
            "forall": [N, share, K],
            "given": [share > 0, log(N) >= K / share],
            "then": information(equal_entries, pair_channel) >= K,
            "note": (
                "(50), by finite parts of the line: for every K, X_1 = X_2 uniform on N values has "
                "I(X_1,X_2;Y) ≥ K once N ≥ e^(K/ε). With no constraint on the domains the supremum "
                "is thus infinite. A continuous X_1 has such a uniform part for every N (cut its "
                "law into N parts of equal probability), and functions of X_1 and Y keep no more "
                "information than they. At ε = 0 the output is always e_1 and the information is "
                "0, so a careful reader takes ε > 0."
            ),
        },
        "capacity": {
            "given": [N >= 2],
            "then": equals(capacity(pair_channel), share * log(N + 1)),
            "reading": "two-values",
            "readings": {"literal": {"given": []}},
            "note": AT_LEAST_TWO,
        },
        "capacity-by-outputs": {
            "given": [N >= 2],
            "then": equals(capacity(pair_channel), share * log((N + 2) - 1)),
            "reading": "two-values",
            "readings": {"literal": {"given": []}},
            "note": f"The last line of (51), where |Y| = N + 2. {AT_LEAST_TWO}",
        },
    },
    note=(
        "The ε of the example is a probability. The entries are real numbers there; here each "
        "takes any finite number N of values. Given X_2 = x_2 the mechanism only asks whether X_1 "
        "is x_2, however many other values there are, so the level that holds for every N holds "
        "of the line. “Log” is natural, the unit being nats."
    ),
)
