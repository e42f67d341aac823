"""Lemmas on single outcomes of a channel: what they tell, and how seldom they may tell it."""

from __future__ import annotations

from verified.language import (
    Channel,
    Real,
    Symbol,
    both,
    either,
    equals,
    every,
    exp,
    log,
    min_entropy,
    negation,
    output,
    renyi,
    smallest,
    total,
)
from verified.papers.lemmas.common import P, W, n, paper, r
from verified.papers.lemmas.posteriors import (
    A,
    U,
    a,
    b,
    k,
    posterior,
    posterior_of,
    s,
    seen,
    v,
    w,
    y,
)

usual = Symbol("u", k)
portion, rarely, missing = Real("t", "(0,1)"), Real("q", "[0,1]"), Real("d")
values_of, rival = output(P, U), Symbol("c", n)
paper.claim(
    "rare-value",
    forall=[P, W, U, y, b, rival, v, w, portion, rarely, missing],
    given=[
        P[b] >= portion, P[rival] >= portion, U[b, v] >= 1, U[rival, w] >= 1,
        negation(equals(v, w)),
        every(usual, either(equals(usual, v), equals(usual, w))),
        every(s, 2 * W[s, y] <= 1), 2 * W[b, y] >= 1, 2 * W[rival, y] <= rarely,
        (1 - portion) * (1 - portion + portion * rarely) < exp(missing) * portion**2,
    ],
    then=-log(smallest(usual, values_of[usual])) - missing
    < renyi(output(posterior_of(P, W, y), U), values_of, float("inf")),
    note="Where each of two symbols has nearly half of the probability, and a value of an "
    "attribute of its own, what the one gives far more often than the other tells that value.",
)

factor, least = Real("g", "(0,1]"), Real("q", "[0,1]")
paper.claim(
    "attribute-rare",
    forall=[P, W, U, y, factor, least],
    given=[
        every(a, every(b, factor * W[a, y] <= W[b, y])),
        every(usual, least <= values_of[usual]), least + (1 - least) * factor > 0,
    ],
    then=renyi(output(posterior_of(P, W, y), U), values_of, float("inf"))
    <= -log(least + (1 - least) * factor),
    note="An outcome whose likelihoods are within 1/g of each other tells of an attribute the "
    "less, the likelier its values are.",
)

rare_share = Real("e", "[0,1)")
U_any, value_v = Channel("U", n, k), Symbol("v", k)
paper.claim(
    "outcome",
    then={
        "leaks": {
            "forall": [P, W, y, r],
            "given": [every(a, W[a, y] <= exp(r) * seen), r >= 0],
            "then": renyi(posterior, P, float("inf")) <= r,
        },
        "null": {
            "forall": [P, W, y, r],
            "given": [seen <= 0, r >= 0],
            "then": renyi(posterior, P, float("inf")) <= r,
        },
        "tells": {
            "forall": [P, W, y, U_any, value_v],
            "given": [seen > 0, every(a, either(U_any[a, value_v] >= 1, W[a, y] <= 0))],
            "then": min_entropy(output(posterior, U_any)) <= 0,
        },
        "often": {
            "forall": [P, W, y, rare_share],
            "given": [seen >= 1 - rare_share],
            "then": renyi(posterior, P, float("inf")) <= -log(1 - rare_share),
        },
        "singles": {
            "forall": [P, W, y, b],
            "given": [seen > 0, every(a, either(equals(a, b), W[a, y] <= 0))],
            "then": min_entropy(posterior) <= 0,
        },
    },
    note="An outcome that no symbol makes much likelier; one that only symbols of one value give.",
)

paper.claim(
    "two-symbols",
    forall=[P, b],
    given=[every(a, P[a] > 0), n >= 2],
    then=1 - P[b] > 0,
    note="Where every symbol is possible, none of two or more is certain.",
)

K, z, e = Channel("K", n, k), Symbol("z", k), Real("e")
both_seen = total(b, P[b] * W[b, y] * K[b, z])

paper.claim(
    "two-outcomes",
    forall=[P, A, W, K, y, z, r, e],
    given=[
        every(a, A[a] * seen >= P[a] * W[a, y]), every(a, A[a] * seen <= P[a] * W[a, y]),
        every(a, A[a] <= exp(r) * P[a]),
        renyi(posterior_of(A, K, z), A, float("inf")) <= e,
    ],
    then=both(
        e >= 0, every(a, P[a] * W[a, y] * K[a, z] <= exp(r + e) * P[a] * both_seen)
    ),
    note="Where A is the posterior after a first outcome, and a second one is seen.",
)
