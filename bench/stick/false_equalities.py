"""False claims whose hypotheses say that irrational numbers are equal: entropies, divergences,
informations, roots. No ball tells that such a hypothesis holds; in several wordings each."""

from __future__ import annotations

from bench.stick.false_coupled import M2
from bench.stick.false_wordings import named_wordings
from bench.stick.vocabulary import (
    W2,
    D,
    J,
    M,
    P,
    Q,
    R,
    W,
    a,
    d,
    half,
    infinity,
    uniform,
)
from verified.language import (
    KL,
    TV,
    H,
    I,
    Joint,
    Real,
    Size,
    Symbol,
    absolute,
    binary_entropy,
    dp_delta,
    dp_epsilon,
    equals,
    every,
    hellinger,
    information,
    instances,
    jensen_shannon,
    log,
    marginal,
    maximal_leakage,
    min_entropy,
    output,
    rational,
    renyi,
    renyi_dp,
    renyi_entropy,
    sqrt,
    total,
)

b, d2 = Symbol("b", P.of.sizes()[0]), Symbol("d'", instances(D))
two_alike = Joint("J", U=Size("u"), V=Size("u"))
share, other = Real("s", "(0,1)"), Real("t", "(0,1)")
tenth = rational(1, 10)
overlap = total(a, sqrt(P[a] * Q[a]))
overlaps = [total(a, sqrt(P[a] * law[a])) for law in (Q, R)]

FALSE = (
    *named_wordings(
        "equality", "laws-of-one-entropy", "permutations have one entropy",
        [P, Q], TV(P, Q) <= tenth,
        named=[equals(H(P), H(Q)), H(P) > rational(1, 2)],
        both=[H(P) <= H(Q), H(Q) <= H(P), H(P) > rational(1, 2)],
        gap=[equals(H(P) - H(Q), 0), H(P) > rational(1, 2)],
        size=[absolute(H(P) - H(Q)) <= 0, H(P) > rational(1, 2)],
        summed=[equals(total(a, P[a] * log(P[a])), total(b, Q[b] * log(Q[b]))),
                H(P) > rational(1, 2)],
        flat=[equals(KL(P, uniform), KL(Q, uniform)), H(P) > rational(1, 2)],
    ),
    *named_wordings(
        "equality", "laws-of-one-divergence", "mirror images are as far from each other",
        [P, Q], TV(P, Q) <= tenth,
        named=[equals(KL(P, Q), KL(Q, P)), KL(P, Q) < 10],
        both=[KL(P, Q) <= KL(Q, P), KL(Q, P) <= KL(P, Q), KL(P, Q) < 10],
    ),
    *named_wordings(
        "equality", "laws-of-one-distance", "a law lies between mirror images",
        [P, Q, R], TV(Q, R) <= tenth,
        roots=[equals(hellinger(P, Q), hellinger(P, R)), every(a, P[a] >= tenth)],
        summed=[equals(*overlaps), every(a, P[a] >= tenth)],
        middles=[equals(jensen_shannon(P, Q), jensen_shannon(P, R)), every(a, P[a] >= tenth)],
        divergences=[equals(KL(P, Q), KL(P, R)), KL(P, Q) < 10, every(a, P[a] >= tenth)],
    ),
    *named_wordings(
        "equality", "channels-of-one-information", "the outputs may have other names",
        [P, W, W2], TV(output(P, W), output(P, W2)) <= tenth,
        named=[equals(information(P, W), information(P, W2)), information(P, W) > tenth],
        both=[information(P, W) <= information(P, W2), information(P, W2) <= information(P, W),
              information(P, W) > tenth],
    ),
    *named_wordings(
        "equality", "variables-of-one-entropy", "one is a function of the other, and the reverse",
        [two_alike], TV(marginal(two_alike, "U"), marginal(two_alike, "V")) <= tenth,
        plain=[equals(H(two_alike, "U"), H(two_alike, "V")), H(two_alike, "U") > tenth],
        conditional=[equals(H(two_alike, "U|V"), H(two_alike, "V|U")), H(two_alike, "U|V") > tenth],
    ),
    *named_wordings(
        "equality", "a-third-tells-as-much", "a third variable that both are copies of",
        [J], I(J, "U;V|W") <= tenth,
        plain=[equals(I(J, "U;V"), I(J, "U;V|W")), I(J, "U;V") > tenth],
        gaps=[equals(H(J, "U") - H(J, "U|V"), I(J, "U;V|W")), I(J, "U;V") > tenth],
    ),
    *named_wordings(
        "equality", "responses-of-one-entropy", "the responses may be mirror images",
        [M], every(d, every(d2, TV(M[d], M[d2]) <= tenth)),
        named=[every(d, every(d2, equals(H(M[d]), H(M[d2])))), every(d, H(M[d]) >= tenth)],
    ),
    *named_wordings(
        "equality", "one-likeliest-symbol", "the others are as they like",
        [P, Q], absolute(H(P) - H(Q)) <= tenth,
        named=[equals(min_entropy(P), min_entropy(Q)), H(P) > tenth],
    ),
    *named_wordings(
        "equality", "shares-of-one-entropy", "a share and what it leaves",
        [share, other], absolute(share - other) <= tenth,
        named=[equals(binary_entropy(share), binary_entropy(other))],
        written=[equals(share * log(share) + (1 - share) * log(1 - share),
                        other * log(other) + (1 - other) * log(1 - other))],
    ),
    *named_wordings(
        "equality", "laws-of-one-product", "permutations have one entropy",
        [P, Q, R], TV(P, Q) <= tenth,
        plain=[equals(H(P) * H(R), H(R) * H(Q)), H(P) > rational(1, 2), H(R) > tenth],
        squares=[equals(H(P) ** 2, H(Q) * H(P)), H(P) > rational(1, 2), H(R) > tenth],
        ratio=[equals(H(P) / H(Q), 1), H(P) > rational(1, 2), H(R) > tenth],
        ratios=[equals(H(P) / H(R) - H(Q) / H(R), 0), H(P) > rational(1, 2), H(R) > tenth],
        roots=[equals(sqrt(2) * H(P), H(Q) * sqrt(2)), H(P) > rational(1, 2), H(R) > tenth],
    ),
    *named_wordings(
        "equality", "laws-of-one-order", "permutations have one entropy of each order",
        [P, Q], TV(P, Q) <= tenth,
        collision=[equals(renyi_entropy(P, 2), renyi_entropy(Q, 2)), H(P) > rational(1, 2)],
        third=[equals(renyi_entropy(P, 3), renyi_entropy(Q, 3)), H(P) > rational(1, 2)],
        least=[equals(renyi_entropy(P, 0), renyi_entropy(Q, 0)), H(P) > rational(1, 2)],
        half=[equals(renyi_entropy(P, half), renyi_entropy(Q, half)), H(P) > rational(1, 2)],
    ),
    *named_wordings(
        "equality", "laws-as-far-by-order", "mirror images are as far from what lies between",
        [P, Q, R], TV(P, Q) <= tenth,
        second=[equals(renyi(P, R, 2), renyi(Q, R, 2)), H(P) > half, renyi(P, R, 2) < 5],
        half=[equals(renyi(P, R, half), renyi(Q, R, half)), H(P) > half, renyi(P, R, half) < 5],
        largest=[equals(renyi(P, R, infinity), renyi(Q, R, infinity)), H(P) > half,
                 renyi(P, R, infinity) < 5],
    ),
    *named_wordings(
        "equality", "channels-of-one-leakage", "the outputs may have other names",
        [P, W, W2], TV(output(P, W), output(P, W2)) <= tenth,
        named=[equals(maximal_leakage(P, W), maximal_leakage(P, W2)),
               maximal_leakage(P, W) > rational(1, 5)],
    ),
    *named_wordings(
        "equality", "mechanisms-of-one-level", "more responses of one largest ratio tell more",
        [M, M2], absolute(dp_delta(M, 0) - dp_delta(M2, 0)) <= 0,
        named=[equals(dp_epsilon(M), dp_epsilon(M2)), dp_epsilon(M) < 5, dp_epsilon(M) > 0],
        second=[equals(renyi_dp(M, 2), renyi_dp(M2, 2)), renyi_dp(M, 2) < 5, renyi_dp(M, 2) > 0],
    ),
    *named_wordings(
        "equality", "overlap-by-entropy", "both laws may be other ones, mirrored",
        [P, Q], TV(P, Q) <= tenth,
        named=[equals(overlap * H(P), H(Q) * overlap), every(a, P[a] >= tenth), overlap >= half],
    ),
)
