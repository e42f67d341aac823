"""Examples 4.1 and 5.1: a mechanism on correlated entries, and one that has no group privacy."""

from __future__ import annotations

from verified.language import (
    MIDP,
    Real,
    Size,
    capacity,
    cases,
    channel_of,
    channel_table,
    database_of,
    equals,
    information,
    log,
    on_database,
    pmf_table,
    quotient,
    remainder,
)
from verified.papers.cuff_yu_2016.common import paper

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
        "private": MIDP(pair_mechanism, share * log(2)),
        "erasure": {
            "forall": [share],
            "then": equals(capacity(binary_erasure), share * log(2)),
            "note": (
                "The capacity of the binary erasure channel from 1{X_1 ≠ x_2} to Y, with the "
                "outputs x_2, e_1, e_2."
            ),
        },
        "unbounded": {
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
