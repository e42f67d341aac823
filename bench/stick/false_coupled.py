"""False claims that fall where several objects are extremal at once: queries, looks at one input,
groups of entries."""

from __future__ import annotations

from bench.stick.vocabulary import (
    W2,
    D,
    J,
    M,
    P,
    W,
    any_prior,
    below,
    d,
    d2,
    delta,
    eps,
    false,
    half,
    i,
    independent_prior,
    m,
    pair,
    pair_j,
    x,
)
from verified.language import (
    DP,
    KL,
    TV,
    Close,
    I,
    Mechanism,
    Queries,
    Size,
    Symbol,
    absolute,
    capacity,
    conditional_entry_information,
    dp_delta,
    dp_epsilon,
    entry_information,
    every,
    hamming,
    information,
    kl_dp,
    largest,
    log,
    mi_dp,
    parallel,
    rational,
    renyi,
    renyi_dp,
    together,
    total,
)

several = Size("k", low=2)
S_several = Queries("S", D, several, m)
several_j = Symbol("j", several)
three = Queries("S", D, 3, m)
three_j = Symbol("j", 3)
in_turn = Queries("S", D, 3, m, kind="sequential")
history = Symbol("h", m**three_j)
M2 = Mechanism("M'", D, m)

COUPLED = (
    false(
        "three-queries-almost-three-epsilon", "coupled",
        "three randomised responses have 3ε",
        forall=[three, eps],
        given=[every(three_j, DP(three[three_j], eps))],
        then=dp_epsilon(together(three)) <= rational("2.9") * eps,
    ),
    false(
        "several-mi-dp-off-by-twentieth", "coupled",
        "nearly useless responses tell nearly the sum",
        forall=[S_several],
        then=mi_dp(together(S_several))
        <= below("0.05") * total(several_j, mi_dp(S_several[several_j])),
    ),
    false(
        "three-divergences-off", "coupled",
        "three times one query has three times its divergence",
        forall=[three],
        then=kl_dp(together(three))
        <= rational("2.9") * largest(three_j, kl_dp(three[three_j])),
    ),
    false(
        "private-mechanisms-agree", "coupled",
        "two mechanisms that are private may answer different things",
        forall=[M, M2, d, eps],
        given=[DP(M, eps), DP(M2, eps)],
        then=Close(M[d], M2[d], eps, 0),
    ),
    false(
        "group-delta-without-factor", "coupled",
        "along two steps δ becomes (1 + e^ε) δ",
        forall=[M, d, d2, eps, delta],
        given=[hamming(D, d, d2) <= 2, DP(M, eps, delta)],
        then=Close(M[d], M[d2], 2 * eps, 2 * delta),
    ),
    false(
        "three-steps-of-distance", "coupled",
        "databases that differ in four entries may be four steps apart",
        forall=[M, d, d2],
        then=TV(M[d], M[d2]) <= 3 * dp_delta(M, 0),
    ),
    false(
        "renyi-of-groups-adds", "coupled",
        "for small steps D_2 grows with the square of their number",
        forall=[M, d, d2],
        given=[hamming(D, d, d2) <= 2],
        then=renyi(M[d], M[d2], 2) <= 2 * renyi_dp(M, 2),
    ),
    false(
        "divergence-of-groups-adds", "coupled",
        "for small steps D grows with the square of their number",
        forall=[M, d, d2],
        given=[hamming(D, d, d2) <= 2],
        then=KL(M[d], M[d2]) <= 2 * kl_dp(M),
    ),
    false(
        "divergence-of-groups-threefold", "coupled",
        "two small steps have four times the divergence of one",
        forall=[M, d, d2],
        given=[hamming(D, d, d2) <= 2],
        then=KL(M[d], M[d2]) <= 3 * kl_dp(M),
    ),
    false(
        "two-looks-off-by-twentieth", "coupled",
        "two looks through a nearly useless channel tell nearly twice as much",
        forall=[W],
        then=capacity(parallel(W, W)) <= rational("1.9") * capacity(W),
    ),
    false(
        "three-looks-off", "coupled",
        "three looks through a nearly useless channel tell nearly three times as much",
        forall=[W],
        then=capacity(parallel(parallel(W, W), W)) <= rational("2.8") * capacity(W),
    ),
    false(
        "capacities-of-near-channels", "coupled",
        "with three symbols the capacities may be ln 3 apart at distance 2/3",
        forall=[W, W2, delta],
        given=[every(x, TV(W[x], W2[x]) <= delta)],
        then=absolute(capacity(W) - capacity(W2)) <= delta * log(2),
    ),
    false(
        "two-looks-superadditive", "coupled",
        "a second look through the same noiseless channel tells nothing new",
        forall=[P, W, W2],
        then=information(P, parallel(W, W2)) >= information(P, W) + information(P, W2),
    ),
    false(
        "no-synergy", "coupled",
        "two bits and their sum",
        forall=[J],
        then=I(J, "U;V,W") <= I(J, "U;V") + I(J, "U;W"),
    ),
    false(
        "parity-of-three", "coupled",
        "the parity of three bits tells one bit, and of each entry one bit given the others",
        forall=[M, independent_prior],
        then=information(independent_prior, M)
        >= rational("0.4") * total(i, conditional_entry_information(independent_prior, M, i)),
    ),
    false(
        "three-in-turn-two-and-a-half", "coupled",
        "three randomised responses have 3ε, in turn or not",
        forall=[in_turn, eps],
        given=[every(three_j, every(history, DP(in_turn[three_j, history], eps)))],
        then=dp_epsilon(together(in_turn)) <= rational("2.5") * eps,
    ),
    false(
        "three-deltas-two", "coupled",
        "three erased copies show an entry with nearly 3δ",
        forall=[three, delta],
        given=[every(three_j, DP(three[three_j], 0, delta))],
        then=DP(together(three), 0, 2 * delta),
    ),
    false(
        "renyi-of-two-queries-off", "coupled",
        "Rényi divergences of independent responses add",
        forall=[pair],
        then=renyi_dp(together(pair), 2)
        <= rational("1.9") * largest(pair_j, renyi_dp(pair[pair_j], 2)),
    ),
    false(
        "second-query-counts-half", "coupled",
        "two nearly useless responses tell nearly twice as much as one",
        forall=[pair],
        then=mi_dp(together(pair)) <= mi_dp(pair[0]) + half * mi_dp(pair[1]),
    ),
    false(
        "shares-of-any-prior", "coupled",
        "under copies of one entry each share is the whole",
        forall=[M, any_prior],
        then=total(i, entry_information(any_prior, M, i)) <= information(any_prior, M),
    ),
    false(
        "neighbours-of-two-mechanisms", "coupled",
        "one mechanism's response beside another's tells of both",
        forall=[M, M2],
        then=absolute(mi_dp(M) - mi_dp(M2)) <= half * (mi_dp(M) + mi_dp(M2)),
    ),
    false(
        "two-entries-double-distance-off", "coupled",
        "two steps of one size in one direction",
        forall=[M, d, d2, delta],
        given=[hamming(D, d, d2) <= 2, DP(M, 0, delta)],
        then=TV(M[d], M[d2]) <= rational("1.9") * delta,
    ),
    false(
        "group-epsilon-off-by-thousandth", "coupled",
        "each of three entries adds its ε where all add the same",
        forall=[M, d, d2, eps],
        given=[hamming(D, d, d2) <= 3, DP(M, eps)],
        then=Close(M[d], M[d2], rational("2.999") * eps, 0),
    ),
    false(
        "mixed-queries-off", "coupled",
        "ε of one and δ of the other hold together, no better",
        forall=[pair, eps, delta],
        given=[DP(pair[0], eps), DP(pair[1], 0, delta)],
        then=DP(together(pair), eps, rational("0.9") * delta),
    ),
)

FALSE = COUPLED
