"""False claims on mechanisms, and on queries composed of several mechanisms."""

from __future__ import annotations

from bench.stick.vocabulary import (
    D,
    M,
    S,
    above,
    any_prior,
    below,
    close_bound,
    d,
    d2,
    delta,
    eps,
    false,
    half,
    i,
    independent_prior,
    j,
    k,
    m,
    pair,
    pair_j,
    split_prior,
)
from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    TV,
    Close,
    Formula,
    Queries,
    Size,
    Symbol,
    binary_entropy_inverse,
    conditional_entry_information,
    dp_delta,
    dp_epsilon,
    entry_information,
    equals,
    every,
    exp,
    hamming,
    information,
    instances,
    kl_dp,
    largest,
    largest_alphabet,
    log,
    mi_dp,
    rational,
    renyi,
    sqrt,
    sup,
    together,
    total,
)

y = Symbol("y", m)
changes = Size("k", low=0)
tight_distance = 1 - 2 * binary_entropy_inverse(log(2) - eps)

in_turn = Queries("S", D, 2, m, kind="sequential")
history = Symbol("h", m**pair_j)
apart = Queries("S", D, k, m, kind="partial")
three = Queries("S", D, 3, m)
three_j = Symbol("j", 3)


def every_response(low: str) -> Formula:
    """Every response to every database has at least this probability."""
    return every(d, every(y, M[d][y] >= rational(low)))


OFF = (
    false(
        "distance-of-mi-dp-off-by-tenth", "tenth",
        "a nearly useless symmetric channel has TV = √(2C) to leading order",
        forall=[M],
        then=dp_delta(M, 0) <= below("0.1") * sqrt(2 * mi_dp(M)),
    ),
    false(
        "kl-dp-of-dp-off-by-tenth", "tenth",
        "randomised response attains ε tanh(ε/2)",
        forall=[M, eps],
        given=[DP(M, eps)],
        then=KLDP(M, below("0.1") * close_bound(eps)),
    ),
    false(
        "tight-distance-off-by-hundredth", "hundredth",
        "the binary symmetric channel of capacity ε attains the distance",
        forall=[M, eps],
        given=[eps <= log(2), MIDP(M, eps)],
        then=DP(M, 0, below("0.01") * tight_distance),
    ),
    false(
        "binary-entries-off-by-hundredth", "hundredth",
        "the erasure channel has capacity δ ln 2",
        forall=[M, delta],
        given=[largest_alphabet(D) <= 2, DP(M, 0, delta)],
        then=MIDP(M, below("0.01") * delta * log(2)),
    ),
    false(
        "group-privacy-off-by-thousandth", "thousandth",
        "randomised response on one entry, k = 1",
        forall=[M, d, d2, changes, eps],
        given=[hamming(D, d, d2) <= changes, DP(M, eps)],
        then=Close(M[d], M[d2], below("1e-3") * changes * eps, 0),
    ),
    false(
        "split-prior-off-by-thousandth", "thousandth",
        "with the other entries certain the information reaches the capacity",
        forall=[M, i, split_prior],
        given=[mi_dp(M) >= rational(1, 10)],
        then=entry_information(split_prior, M, i) <= below("1e-3") * mi_dp(M),
    ),
    false(
        "tight-distance-off-by-millionth", "millionth",
        "the binary symmetric channel of capacity ε attains the distance",
        forall=[M, eps],
        given=[eps <= log(2), eps >= rational(1, 10), MIDP(M, eps)],
        then=DP(M, 0, below("1e-6") * tight_distance),
    ),
)

RARE = (
    false(
        "dp-epsilon-below-log-ten-thousand", "rare",
        "a response of probability 1e-8 that a neighbour gives half the time",
        forall=[M],
        given=[every_response("1e-9")],
        then=dp_epsilon(M) <= log(10**4),
    ),
    false(
        "kl-dp-over-mi-dp", "rare",
        "a response that one input hardly ever gives makes the divergence many capacities",
        forall=[M],
        given=[every_response("1e-9")],
        then=kl_dp(M) <= 25 * mi_dp(M),
    ),
    false(
        "dp-epsilon-below-thirteen", "window",
        "a response of probability between 1e-6 and e^−13 = 2.3e-6, nearly sure for a neighbour",
        forall=[M],
        given=[every_response("1e-6")],
        then=dp_epsilon(M) <= 13,
    ),
)

THREE_ENTRIES = (
    false(
        "two-steps-of-epsilon", "three-entries",
        "databases that differ in three entries may be 3ε apart",
        forall=[M, d, d2, eps],
        given=[DP(M, eps)],
        then=Close(M[d], M[d2], 2 * eps, 0),
    ),
    false(
        "two-steps-of-delta", "three-entries",
        "databases that differ in three entries may be 3δ apart",
        forall=[M, d, d2, delta],
        given=[DP(M, 0, delta)],
        then=Close(M[d], M[d2], 0, 2 * delta),
    ),
    false(
        "two-shares-of-information", "three-entries",
        "three bits released as they are",
        forall=[M, independent_prior],
        then=information(independent_prior, M) <= 2 * mi_dp(M),
    ),
    false(
        "distance-at-most-two", "three-entries",
        "three entries may all differ",
        forall=[D, d, d2],
        then=hamming(D, d, d2) <= 2,
    ),
    false(
        "instances-at-most-square", "three-entries",
        "three bits have eight instances",
        forall=[D],
        then=instances(D) <= largest_alphabet(D) ** 2,
    ),
    false(
        "two-steps-of-both", "three-entries",
        "three steps add e^(2ε)δ as well",
        forall=[M, d, d2, eps, delta],
        given=[DP(M, eps, delta)],
        then=Close(M[d], M[d2], 2 * eps, (1 + exp(eps)) * delta),
    ),
    false(
        "two-steps-of-kl", "three-entries",
        "databases that differ in three entries may be (3ε,0)-close and no closer",
        forall=[M, d, d2, eps],
        given=[DP(M, eps)],
        then=KL(M[d], M[d2]) <= close_bound(2 * eps),
    ),
    false(
        "two-steps-of-max-divergence", "three-entries",
        "D_∞ adds up along three neighbours",
        forall=[M, d, d2],
        then=renyi(M[d], M[d2], float("inf")) <= 2 * dp_epsilon(M),
    ),
    false(
        "half-after-two-quarters", "three-entries",
        "three steps of 1/4 make 3/4",
        forall=[M, d, d2],
        given=[DP(M, 0, rational(1, 4))],
        then=TV(M[d], M[d2]) <= half,
    ),
    false(
        "two-shares-of-single-entries", "three-entries",
        "three bits released as they are",
        forall=[M, independent_prior],
        then=total(i, entry_information(independent_prior, M, i)) <= 2 * mi_dp(M),
    ),
    false(
        "two-steps-of-pinsker", "three-entries",
        "a bit biased by a count has TV 3t across, and √(KL/2) = t at each step",
        forall=[M, d, d2],
        then=TV(M[d], M[d2]) <= 2 * sqrt(kl_dp(M) / 2),
    ),
    false(
        "two-steps-of-mi-dp", "three-entries",
        "a bit biased by a count has TV 3t across, and √(2C) = t at each step",
        forall=[M, d, d2],
        then=TV(M[d], M[d2]) <= 2 * sqrt(2 * mi_dp(M)),
    ),
)

EDGE = (
    false(
        "dp-epsilon-finite", "boundary",
        "infinite where a neighbour never gives a response",
        forall=[M],
        then=dp_epsilon(M) <= 1000,
    ),
    false(
        "delta-below-one", "boundary",
        "δ = 1 for responses that never coincide",
        forall=[M, eps],
        then=dp_delta(M, eps) < 1,
    ),
    false(
        "group-delta-by-quotient", "boundary",
        "at ε = 0 the quotient is 0/0",
        forall=[M, d, d2, eps, delta],
        given=[hamming(D, d, d2) <= 2, DP(M, eps, delta)],
        then=Close(M[d], M[d2], 2 * eps, (exp(2 * eps) - 1) / (exp(eps) - 1) * delta),
    ),
)

NESTED = (
    false(
        "mi-dp-below-square", "nested-supremum",
        "an erasure channel has capacity δ ln 2",
        forall=[M],
        then=mi_dp(M) <= dp_delta(M, 0) ** 2,
    ),
    false(
        "mi-dp-above-half-square", "nested-supremum",
        "a nearly useless symmetric channel has capacity δ²/2 to leading order",
        forall=[M],
        then=mi_dp(M) >= above("1e-4") * dp_delta(M, 0) ** 2 / 2,
    ),
    false(
        "any-prior-unconditional", "nested-supremum",
        "under copies of one entry the response tells of all of them at once",
        forall=[M, i],
        then=sup(any_prior, entry_information(any_prior, M, i)) <= mi_dp(M),
    ),
    false(
        "whole-database", "nested-supremum",
        "two bits released as they are",
        forall=[M],
        then=sup(any_prior, information(any_prior, M)) <= mi_dp(M),
    ),
    false(
        "mi-dp-eighth-of-square", "nested-supremum",
        "randomised response has capacity ε²/8 to leading order",
        forall=[M, eps],
        given=[DP(M, eps)],
        then=MIDP(M, below("0.01") * eps**2 / 8),
    ),
)

COMPOSED = (
    false(
        "epsilons-dont-add", "composition",
        "randomised response twice doubles ε",
        forall=[S],
        then=dp_epsilon(together(S)) <= largest(j, dp_epsilon(S[j])),
    ),
    false(
        "mi-dp-one-and-a-half", "composition",
        "two nearly useless responses tell nearly twice as much",
        forall=[pair, eps],
        given=[every(pair_j, MIDP(pair[pair_j], eps))],
        then=MIDP(together(pair), rational("1.5") * eps),
    ),
    false(
        "sequential-epsilon-off", "composition",
        "randomised response twice doubles ε",
        forall=[in_turn, eps],
        given=[every(pair_j, every(history, DP(in_turn[pair_j, history], eps)))],
        then=dp_epsilon(together(in_turn)) <= rational("1.9") * eps,
    ),
    false(
        "distances-dont-add", "composition",
        "two erased copies show the entry more often than one",
        forall=[pair],
        then=dp_delta(together(pair), 0) <= largest(pair_j, dp_delta(pair[pair_j], 0)),
    ),
    false(
        "mi-dp-adds-exactly", "composition",
        "two noiseless responses tell no more than one",
        forall=[S],
        then=equals(mi_dp(together(S)), total(j, mi_dp(S[j]))),
    ),
    false(
        "kl-dp-adds-off-by-thousandth", "composition",
        "divergences of independent responses add",
        forall=[pair],
        then=kl_dp(together(pair)) <= below("1e-3") * total(pair_j, kl_dp(pair[pair_j])),
    ),
    false(
        "parallel-epsilon-off-by-hundredth", "composition",
        "one query has the ε of all",
        forall=[apart],
        then=dp_epsilon(together(apart)) <= below("0.01") * largest(j, dp_epsilon(apart[j])),
    ),
    false(
        "three-queries-two-epsilon", "composition",
        "randomised response three times has 3ε",
        forall=[three, eps],
        given=[every(three_j, DP(three[three_j], eps))],
        then=DP(together(three), 2 * eps),
    ),
    false(
        "delta-doesnt-add", "composition",
        "two chances of δ to be shown",
        forall=[pair, eps, delta],
        given=[every(pair_j, DP(pair[pair_j], eps, delta))],
        then=DP(together(pair), 2 * eps, delta),
    ),
    false(
        "sequential-mi-dp-off", "composition",
        "two nearly useless responses tell nearly twice as much",
        forall=[in_turn, eps],
        given=[every(pair_j, every(history, MIDP(in_turn[pair_j, history], eps)))],
        then=MIDP(together(in_turn), rational("1.9") * eps),
    ),
)

IMPLICATION = (
    false(
        "mi-dp-gives-kl-dp", "implication",
        "a capacity is a mean divergence, below the largest",
        forall=[M, eps],
        given=[MIDP(M, eps)],
        then=KLDP(M, eps),
    ),
    false(
        "delta-gives-epsilon", "implication",
        "a small total variation allows an infinite ratio",
        forall=[M, delta],
        given=[DP(M, 0, delta)],
        then=DP(M, delta, 0),
    ),
    false(
        "kl-dp-gives-dp", "implication",
        "a small divergence allows a large ratio on a small event",
        forall=[M, eps],
        given=[KLDP(M, eps)],
        then=DP(M, eps),
    ),
    false(
        "mi-dp-gives-quarter-distance", "implication",
        "Pinsker's constant for the divergence, used for a capacity",
        forall=[M, eps],
        given=[MIDP(M, eps)],
        then=DP(M, 0, sqrt(eps / 2)),
    ),
    false(
        "condition-adds-under-any-prior", "implication",
        "property 4 without its independence: given its copy an entry has nothing to tell",
        forall=[M, i, any_prior],
        then=entry_information(any_prior, M, i) <= conditional_entry_information(any_prior, M, i),
    ),
    false(
        "condition-removes-under-independence", "implication",
        "the sum of two bits tells of one only given the other",
        forall=[M, i, independent_prior],
        then=conditional_entry_information(independent_prior, M, i)
        <= entry_information(independent_prior, M, i),
    ),
)

FALSE = (*OFF, *RARE, *THREE_ENTRIES, *EDGE, *NESTED, *COMPOSED, *IMPLICATION)
