"""Section 3.3: at which levels which attributes can be disclosed."""

from __future__ import annotations

from verified.language import (
    Formula,
    Symbol,
    Term,
    both,
    cases,
    channel_table,
    equals,
    every,
    exp,
    largest,
    log,
    min_entropy,
    negation,
    output,
    smallest,
    some,
)
from verified.papers.lemmas.posteriors import posterior_entry, posterior_of
from verified.papers.saeidian_2025.common import (
    INFINITE,
    P,
    W,
    capacity_of,
    discloses,
    eps,
    full,
    leakage,
    m,
    n,
    paper,
    private,
    x,
)
from verified.syntax.terms import number

least = smallest(x, P[x])
threshold = -log(1 - least)
below_threshold = [full(P), private(P, W, eps), eps < threshold]

paper.claim(
    "proposition-3.8-i",
    at="Proposition 3.8",
    scope="finite alphabets",
    forall=[P, W, eps],
    given=below_threshold,
    then=capacity_of(W) < number(INFINITE),
    note="log 1/(1 − p_min) is ∞ for one symbol.",
)

paper.claim(
    "proposition-3.8-i-sharp",
    at="Proposition 3.8",
    scope="finite alphabets",
    forall=[P, W, eps],
    given=below_threshold,
    then=capacity_of(W) <= log(least / (exp(-eps) - (1 - least))),
    note="How large the capacity can be: it grows beyond all bounds as ε reaches the threshold. "
    "The bound is one for every number of outcomes.",
)

rarest, seen = Symbol("b", n), Symbol("t", m)
is_rarest = every(x, P[rarest] <= P[x])
# Symbol 0 tells that X = b.
told = channel_table(n, 2, lambda a, v: cases(
    equals(v, 0), cases(equals(a, rarest), 1, 0), cases(equals(a, rarest), 0, 1)
))
# Outcome 0 tells that X isn't b, and comes with the probability α = P(b) if so.
excluding = channel_table(n, 2, lambda a, v: cases(
    equals(v, 0), cases(equals(a, rarest), 0, P[rarest]),
    cases(equals(a, rarest), 1, 1 - P[rarest]),
))

paper.claim(
    "proposition-3.8-ii",
    at="Proposition 3.8",
    scope="finite alphabets",
    forall=[P, rarest, eps],
    given=[full(P), n >= 2, is_rarest, eps >= -log(1 - P[rarest])],
    then=both(
        private(P, excluding, eps), discloses(P, excluding, told),
        min_entropy(output(P, told)) > 0,
    ),
    note="The mechanism and the attribute of the proof, with α = p_min, which is small enough; the "
    "attribute isn't constant (a constant one is disclosed at every level). With one symbol the "
    "threshold is ∞.",
)

paper.claim(
    "largest-cost",
    at="Section 3.3, after Proposition 3.8",
    scope="finite alphabets",
    then={
        "affirmative": {
            "forall": [P, W, seen, rarest],
            "given": [full(P), is_rarest, posterior_entry(P, W, seen, rarest) >= 1],
            "then": -log(P[rarest]) <= leakage(P, W, seen),
            "note": "Who is told that X = x_min is told log 1/p_min, the most that can leak.",
        },
        "everything": {
            "forall": [P, W],
            "given": [full(P)],
            "then": private(P, W, -log(least)),
            "note": "Every mechanism is allowed at that level, one that tells X too.",
        },
        "guessed": {
            "forall": [P, rarest],
            "given": [full(P), n >= 2, is_rarest],
            "then": equals(output(P, told)[0], least),
            "reading": "affirmative-answer",
            "readings": {"literal": {
                "then": equals(
                    largest(Symbol("v", 2), output(P, told)[Symbol("v", 2)]), least
                ),
                "note": "“The answer to this query is correctly guessed … with the small "
                "probability of p_min”: the best guess is “no”, and right with probability "
                "1 − p_min. The two queries, whether X is x_min and whether it isn't, are one.",
            }},
            "note": "The affirmative answer has the probability p_min.",
        },
    },
)


def singles_out(law: Term, mechanism: Term) -> Formula:
    """The mechanism singles out the value of X (Definition 3.9), for finitely many outcomes."""
    outcome = Symbol("z", mechanism.sort.sizes()[1])
    return some(outcome, min_entropy(posterior_of(law, mechanism, outcome)) <= 0)


paper.claim(
    "corollary-3.10",
    at="Definition 3.9, Corollary 3.10",
    scope="finite alphabets",
    forall=[P, W, eps],
    given=[full(P), private(P, W, eps), eps < min_entropy(P)],
    then=negation(singles_out(P, W)),
)

# Outcome 0 tells that X = b, and comes with the probability 1 − P(b) if so.
likeliest = every(x, P[x] <= P[rarest])
singling = channel_table(n, 2, lambda a, v: cases(
    equals(v, 0), cases(equals(a, rarest), 1 - P[rarest], 0),
    cases(equals(a, rarest), P[rarest], 1),
))

paper.claim(
    "corollary-3.10-tight",
    at="Section 3.3, after Corollary 3.10",
    scope="finite alphabets",
    forall=[P, rarest],
    given=[full(P), n >= 2, likeliest],
    then=both(
        private(P, singling, min_entropy(P)), singles_out(P, singling),
    ),
    note="“H_∞(P_X) must be treated as a strict upper bound”: at ε = H_∞(P_X) a mechanism may "
    "single out the likeliest symbol.",
)
