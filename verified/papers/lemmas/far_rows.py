"""Lemmas on rows of bounded divergence: their information, and the divergence on two symbols."""

from __future__ import annotations

from verified.language import KL, Real, every, information, pmf_of, pmf_table, rational, total
from verified.papers.lemmas.common import P, Q, W, first, inputs_law, n, paper, second

chance, other_chance = Real("p", "[0,1]"), Real("q", "[0,1]")
apart_by = chance - other_chance

paper.claim(
    "binary-quartic",
    forall=[chance, other_chance],
    then=2 * apart_by**2 + rational(4, 9) * apart_by**4
    <= KL(pmf_of(chance, 1 - chance), pmf_of(other_chance, 1 - other_chance)),
    note="The first two terms of ln 2 − h at the even law; less than the divergence elsewhere.",
)

# --- rows of bounded divergence -------------------------------------------------------------------

ceiling = Real("r", ">=0")
bounded = every(first, every(second, KL(W[first], W[second]) <= ceiling))

paper.claim(
    "far-rows",
    forall=[inputs_law, W, ceiling],
    given=[bounded],
    then={
        "collision": information(inputs_law, W)
        <= (1 - total(first, inputs_law[first] * inputs_law[first])) * ceiling,
        "alphabet": information(inputs_law, W) <= (1 - 1 / n) * ceiling,
    },
    note="D(W_x‖q) is at most the mean of D(W_x‖W_j); equal inputs add nothing.",
)

portion = Real("t", "[0,1]")
mixture = pmf_table(n, lambda a: portion * P[a] + (1 - portion) * Q[a])

paper.claim(
    "far-pair",
    forall=[P, Q, portion, ceiling],
    given=[KL(P, Q) <= ceiling, KL(Q, P) <= ceiling],
    then=portion * KL(P, mixture) + (1 - portion) * KL(Q, mixture)
    <= portion * (1 - portion) * ceiling,
    note="Symbol by symbol, against (1 − t) D(P‖Q) + t D(Q‖P).",
)

paper.claim(
    "far-binary-rows",
    forall=[inputs_law, W, ceiling],
    given=[n <= 2, bounded],
    then=information(inputs_law, W) <= ceiling / 4,
)
