"""Lemmas on what an outcome leaks: of a law's symbols, and of a database's entries under priors
that are near one instance."""

from __future__ import annotations

from verified.language import (
    DP,
    Formula,
    Prior,
    Real,
    Reals,
    Symbol,
    Term,
    alphabet,
    both,
    cases,
    conditional_leakage_independent,
    database_leakage,
    entries,
    entry_channel,
    entry_given,
    entry_law,
    entry_leakage,
    entry_leakage_independent,
    entry_of,
    entry_response,
    equals,
    every,
    exp,
    flat_mechanism,
    flat_prior,
    instances,
    log,
    negation,
    output,
    pmf_table,
    pointwise_maximal_leakage,
    prior_mass,
    prior_of,
    resampled_prior,
    total,
    with_entry,
)
from verified.papers.lemmas.common import (
    D,
    M,
    P,
    W,
    eps,
    first,
    i,
    one,
    paper,
    response,
    second,
    two,
)

q = Real("q", "[0,1]")
seen = output(P, W)[response]
leaked = pointwise_maximal_leakage(P, W, response)

paper.claim(
    "leakage-at-most",
    forall=[P, W, response, eps],
    given=[every(first, W[first, response] <= exp(eps) * seen)],
    then=leaked <= eps,
)

paper.claim(
    "leakage-rare",
    forall=[P, W, response, eps, q],
    given=[
        every(first, P[first] >= q),
        every(first, every(second, W[first, response] <= exp(eps) * W[second, response])),
    ],
    then=leaked <= eps - log(1 + q * (exp(eps) - 1)),
    note="The rarest symbol's probability saves the more, the larger it is.",
)

own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
numbers = Reals("f", instances(D))


def where(instance: Term, value: Term) -> Term:
    """1 where an instance has this value of the entry i."""
    return cases(equals(entry_of(D, instance, i), value), 1, 0)


paper.claim(
    "moved-entry",
    forall=[D, i, own, other, numbers],
    then=equals(
        total(one, where(one, own) * numbers[with_entry(D, one, i, other)]),
        total(one, where(one, other) * numbers[one]),
    ),
    note="The instances with one value of an entry are those with another, the entry replaced.",
)

alone = Prior("P", D, "independent")
possible = every(one, prior_mass(alone, one) > 0)
paper.claim(
    "independent-entry-response",
    forall=[alone, M, i, own, other, response, eps],
    given=[possible, DP(M, eps)],
    then=entry_response(alone, M, i)[own, response]
    <= exp(eps) * entry_response(alone, M, i)[other, response],
)

prior = Prior("P", D)
paper.claim(
    "entry-output",
    forall=[prior, M, i, response],
    then=equals(
        output(entry_law(prior, i), entry_response(prior, M, i))[response],
        total(one, prior_mass(prior, one) * M[one][response]),
    ),
)

share = Real("s", "(0,1)")
paper.claim(
    "resampled",
    forall=[D, one, share],
    then={
        "possible": every(two, prior_mass(resampled_prior(D, one, share), two) > 0),
        "near": prior_mass(resampled_prior(D, one, share / (entries(D) + 1)), one) >= 1 - share,
    },
)

paper.claim(
    "output-near",
    forall=[P, W, first, response],
    then=seen <= W[first, response] + (1 - P[first]),
    note="A law near a point mass.",
)

paper.claim(
    "response-near",
    forall=[prior, M, one, response],
    then=total(two, prior_mass(prior, two) * M[two][response])
    <= M[one][response] + (1 - prior_mass(prior, one)),
)

paper.claim(
    "dp-by-entries",
    forall=[M, eps],
    given=[every(one, every(i, every(own, every(other, every(
        response,
        M[with_entry(D, one, i, own)][response]
        <= exp(eps) * M[with_entry(D, one, i, other)][response],
    )))))],
    then=DP(M, eps),
)

paper.claim(
    "any-entry-response",
    forall=[prior, M, i, own, other, response, eps],
    given=[
        every(one, prior_mass(prior, one) > 0),
        every(one, every(two, M[one][response] <= exp(eps) * M[two][response])),
    ],
    then=entry_response(prior, M, i)[own, response]
    <= exp(eps) * entry_response(prior, M, i)[other, response],
)


def all_possible(law: Term) -> Formula:
    """Every instance has a positive probability."""
    instance = Symbol("z", instances(D))
    return every(instance, prior_mass(law, instance) > 0)


level = Real("h", "[0,1]")
above, below = with_entry(D, one, i, own), with_entry(D, one, i, other)
ahead, behind = M[above][response], M[below][response]

paper.claim(
    "leaked-near",
    forall=[alone, M, one, i, own, other, response, eps, level],
    given=[all_possible(alone), prior_mass(alone, below) >= 1 - level],
    then={
        "conditional": {
            "given": [
                all_possible(alone), prior_mass(alone, below) >= 1 - level,
                pointwise_maximal_leakage(
                    entry_given(alone, one, i), entry_channel(M, one, i), response) <= eps,
            ],
            "then": (1 - level) * ahead <= exp(eps) * (behind + level),
        },
        "entry": {
            "given": [
                all_possible(alone), prior_mass(alone, below) >= 1 - level,
                pointwise_maximal_leakage(
                    entry_law(alone, i), entry_response(alone, M, i), response) <= eps,
            ],
            "then": (1 - level) * ahead <= exp(eps) * (behind + level),
        },
        "database": {
            "forall": [prior, M, one, two, response, eps, level],
            "given": [
                all_possible(prior), prior_mass(prior, two) >= 1 - level,
                pointwise_maximal_leakage(
                    flat_prior(prior), flat_mechanism(M), response) <= eps,
            ],
            "then": (1 - level) * M[one][response] <= exp(eps) * (M[two][response] + level),
        },
    },
    note="What leakage under a prior near one instance says of another.",
)

own_value = entry_of(D, one, i)
paper.claim(
    "leaked-by-entry",
    forall=[prior, M, one, two, i, response, eps, level],
    given=[
        all_possible(prior), prior_mass(prior, two) >= 1 - level,
        prior_mass(prior, one) >= (1 - level) * entry_law(prior, i)[own_value],
        pointwise_maximal_leakage(
            entry_law(prior, i), entry_response(prior, M, i), response) <= eps,
    ],
    then=(1 - level) * M[one][response] <= exp(eps) * (M[two][response] + level),
    note="One entry's value nearly tells which of two instances the database is.",
)

rare_share = Real("h", "(0,1)")
apart_law = pmf_table(instances(D), lambda s: (
    (1 - rare_share) * cases(equals(s, two), 1, 0)
    + rare_share * (1 - rare_share) * cases(equals(s, one), 1, 0)
    + rare_share**2 / instances(D)
))
apart = prior_of(apart_law, D)
paper.claim(
    "two-instances",
    forall=[D, one, two, i, rare_share],
    given=[negation(equals(own_value, entry_of(D, two, i)))],
    then=both(
        all_possible(apart),
        prior_mass(apart, two) >= 1 - rare_share,
        prior_mass(apart, one) >= (1 - rare_share) * entry_law(apart, i)[own_value],
    ),
    note="A prior nearly all on one instance, and then on another, which one entry tells apart.",
)

paper.claim(
    "leaked-by-two-instances",
    forall=[M, one, two, i, response, eps, rare_share],
    given=[negation(equals(own_value, entry_of(D, two, i))), entry_leakage(M) <= eps],
    then=(1 - rare_share) * M[one][response] <= exp(eps) * (M[two][response] + rare_share),
)

paper.claim(
    "levels-of-leakage",
    forall=[M, eps],
    then={
        "conditional": {
            "given": [entry_leakage_independent(M) <= eps],
            "then": conditional_leakage_independent(M) <= eps,
        },
        "entry": {
            "given": [conditional_leakage_independent(M) <= eps],
            "then": entry_leakage_independent(M) <= eps,
        },
        "any-entry": {
            "given": [database_leakage(M) <= eps], "then": entry_leakage(M) <= eps,
        },
        "database": {
            "given": [entry_leakage(M) <= eps], "then": database_leakage(M) <= eps,
        },
    },
    note="By the notion of privacy that both suprema are the levels of.",
)
