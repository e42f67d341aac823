"""Theorem 2 and Corollary 2 on Gaussian mixtures, and (24)'s row sums.

A plan w between the weights of two mixtures of n and m components is a law on n·m symbols; the pair
(m, l) of components is the symbol m·n' + l, for n' components of the second. Its marginals are the
weights of the mixtures.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Formula,
    Pmf,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    both,
    either,
    equals,
    every,
    gaussian_mixture,
    law_sum,
    negation,
    output,
    pmf_table,
    quotient,
    reals_table,
    remainder,
    total,
    transport_cost,
)
from verified.papers.ding_2024.common import (
    delta,
    eps,
    long_enough,
    paper,
    private,
    scale,
    tail_end,
)
from verified.papers.ding_2024.theorem_1 import ONE_PAIR, noise

n, m = Size("n"), Size("n'")
plan = Pmf("w", n * m, latex="w^*")
means, other_means = Reals("m", n), Reals("m'", m)
deviations, other_deviations = Reals("s", n, ">0"), Reals("s'", m, ">0")
first, second = Symbol("k", n), Symbol("l", m)


def weight(one: Any, two: Any) -> Term:
    """w_ml."""
    return plan[one * m + two]


weights = pmf_table(n, lambda k: total(second, weight(k, second)))
other_weights = pmf_table(m, lambda j: total(first, weight(first, j)))


def apart(one: Any, two: Any) -> Term:
    """|μ_im − μ_jl|."""
    return absolute(means[one] - other_means[two])


def wider(one: Any, two: Any) -> Term:
    """|σ_im − σ_jl|."""
    return absolute(deviations[one] - other_deviations[two])


def squared(one: Any, two: Any) -> Term:
    """W_2² between two components, as in footnote 5."""
    gap = means[one] - other_means[two]
    return gap**2 + (deviations[one] - other_deviations[two]) ** 2


def over_pairs(term: Any) -> Term:
    """Σ_{m,l} of what is said of two components."""
    return total(first, total(second, term(first, second)))


costs = reals_table(n * m, lambda pair: squared(quotient(pair, m), remainder(pair, m)))
optimal = over_pairs(lambda k, j: weight(k, j) * squared(k, j)) <= transport_cost(
    weights, other_weights, costs
)


def noised_mixture(law: Term, centres: Term, spreads: Term) -> Term:
    """The law of the response where the data have a Gaussian mixture."""
    size = centres.sort.sizes()[0]
    return law_sum(
        gaussian_mixture(law, centres, reals_table(size, lambda k: spreads[k] ** 2)), noise
    )


responses = (
    noised_mixture(weights, means, deviations),
    noised_mixture(other_weights, other_means, other_deviations),
)
mixtures = [n, m, plan, means, other_means, deviations, other_deviations]
average = over_pairs(
    lambda k, j: weight(k, j) * (apart(k, j) + tail_end * wider(k, j))
)

paper.claim(
    "theorem-2",
    at="Theorem 2, eq. (13)",
    scope=ONE_PAIR,
    forall=[*mixtures, tail_end, eps, delta, scale],
    given=[optimal, long_enough(tail_end, delta), average / eps <= scale],
    then=private(*responses, eps, delta),
    note=(
        "For every optimal plan w*, where there are several, and for every τ with Pr(Z > τ) ≤ δ/2, "
        "of which τ*(δ) is the least. The mixtures' weights are the marginals of the plan. (12) "
        "and footnote 6 print w_kl* for w_ml*."
    ),
)


def of_pairs(body: Any) -> Formula:
    """For every two components."""
    return every(first, every(second, body(first, second)))


ends, slacks = Reals("t", n * m), Reals("d", n * m, "[0,1]")

paper.claim(
    "theorem-2-repaired",
    at="Theorem 2, eq. (13)",
    scope=ONE_PAIR,
    forall=[*mixtures, tail_end, eps, delta, scale],
    then={
        "largest": {
            "given": [long_enough(tail_end, delta), of_pairs(lambda k, j: either(
                weight(k, j) <= 0, (apart(k, j) + tail_end * wider(k, j)) / eps <= scale
            ))],
            "then": private(*responses, eps, delta),
            "note": (
                "With the largest of the pairs that the plan couples for their mean. The plan need "
                "not be optimal."
            ),
        },
        "split": {
            "forall": [*mixtures, ends, slacks, eps, delta, scale],
            "given": [
                of_pairs(lambda k, j: either(
                    slacks[k * m + j] >= 1,
                    both(
                        long_enough(ends[k * m + j], slacks[k * m + j]),
                        (apart(k, j) + ends[k * m + j] * wider(k, j)) / eps <= scale,
                    ),
                )),
                over_pairs(lambda k, j: weight(k, j) * slacks[k * m + j]) <= delta,
            ],
            "then": private(*responses, eps, delta),
            "note": (
                "With a δ_ml of its own for each pair, whose mean is at most δ: a pair far apart "
                "may have δ_ml = 1 and no condition on b."
            ),
        },
    },
)

# --- Corollary 2 ----------------------------------------------------------------------------------

law, same_deviations = Pmf("P", n, latex=r"\alpha"), Reals("s", n, ">0")
moved_means = Reals("m'", n)
moved = (
    noised_mixture(law, means, same_deviations), noised_mixture(law, moved_means, same_deviations)
)


def gap(k: Any) -> Term:
    """|μ_im − μ_jm|."""
    return absolute(means[k] - moved_means[k])


distinct = every(first, negation(equals(means[first], moved_means[first])))
universal = [n, law, means, moved_means, same_deviations]

paper.claim(
    "corollary-2",
    at="Corollary 2, eq. (15)",
    scope=ONE_PAIR,
    forall=[*universal, eps, scale],
    given=[distinct, total(first, law[first] * gap(first)) / eps <= scale],
    then=private(*moved, eps, 0),
    note="As printed after (14), μ_im ≠ μ_jm for each component.",
)
paper.claim(
    "corollary-2-repaired",
    at="Corollary 2, eq. (15)",
    scope=ONE_PAIR,
    forall=[*universal, eps, scale],
    given=[every(first, either(law[first] <= 0, gap(first) / eps <= scale))],
    then=private(*moved, eps, 0),
    note="With the largest difference of two means for their mean. They may be equal.",
)

# --- (24) -----------------------------------------------------------------------------------------

own, split = Pmf("P", n, latex=r"\alpha_i"), Channel("W", n, m)
shares = over_pairs(lambda k, j: own[k] * split[k, j] * squared(k, j))

paper.claim(
    "eq-24",
    at="after (30)",
    forall=[n, m, own, split, means, other_means, deviations, other_deviations],
    given=[shares <= transport_cost(own, output(own, split), costs)],
    then=both(
        every(first, equals(total(second, own[first] * split[first, second]), own[first])),
        equals(total(first, own[first]), 1),
    ),
    note=(
        "A plan of weights is α_i followed by a channel W: w_ml = α_im W_m(l). That the linear "
        "program of Section IV is over such plans isn't printed there; without constraints w = 0 "
        "would be its minimiser, and the row sums 0."
    ),
)
