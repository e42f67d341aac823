"""Section 6: variations of the definition, and related notions.

The laws of the whole database are laws on its instances, numbered from 0; `flat_mechanism(M)` is
the mechanism as a channel from those numbers.
"""

from __future__ import annotations

from verified.language import (
    DP,
    MIDP,
    Event,
    Reals,
    bayesian_epsilon,
    bayesian_mi,
    capacity,
    cardinality,
    conditional_entry_information,
    entry_epsilon,
    equals,
    every,
    flat_mechanism,
    flat_prior,
    free_lunch_epsilon,
    group_information,
    information,
    largest,
    log,
    output,
    pointwise_maximal_leakage,
    prior_mass,
    separate,
    singleton,
    sqrt,
    sup,
    total,
)
from verified.papers.cuff_yu_2016.common import M, eps, group, i, j, known, paper, prior, size, x, y

levels = Reals("eps", size, ">=0", latex=r"\epsilon")

paper.claim(
    "personalized",
    at="Section 6.1, eqs. (55) and (56)",
    scope="finite alphabets",
    forall=[M, i, levels],
    given=[every(j, entry_epsilon(M, j) <= levels[j])],
    then=sup(prior, conditional_entry_information(prior, M, i)) <= levels[i],
    note=(
        "(55) is stated by the least ε_i that it allows. The text calls (56) the modification of "
        "MI-DP; that (55) implies it is the claim."
    ),
)

whole = flat_mechanism(M)

paper.claim(
    "free-lunch",
    at="Section 6.2, eqs. (57) to (59)",
    scope="finite alphabets",
    forall=[M, eps],
    then={
        "information": {
            "given": [free_lunch_epsilon(M) <= eps],
            "then": sup(prior, information(prior, M)) <= eps,
            "note": "(57) implies (58); (57) is stated by the least ε that it allows.",
        },
        "groups": {
            "forall": [M, group, known, eps],
            "given": [capacity(whole) <= eps, separate(group, known)],
            "then": sup(prior, group_information(prior, M, group, known)) <= eps,
            "note": (
                "(58) implies (59); the supremum in (58) is the capacity of the channel from the "
                "whole database."
            ),
        },
    },
)

within_bayes = bayesian_epsilon(prior, M) <= eps
learned = Event("K", size, latex=r"\mathcal K")
within_bayes_mi = (
    largest(j, largest(learned, group_information(prior, M, singleton(j, size), learned))) <= eps
)
possible = every(x, prior_mass(prior, x) > 0)

paper.claim(
    "bayesian",
    at="Section 6.3, eqs. (60) to (63)",
    scope="finite alphabets",
    forall=[prior, M, eps],
    then={
        "information": {
            "forall": [prior, M, i, group, eps],
            "given": [within_bayes],
            "then": group_information(prior, M, singleton(i, size), group) <= eps,
            "reading": "possible",
            "readings": {
                "every": {
                    "given": [possible, within_bayes],
                    "note": (
                        "The laws in (60) must all be defined: every instance has positive "
                        "probability under the prior."
                    ),
                },
            },
            "note": (
                "(60) implies (61). (60) conditions on events that the prior may make impossible; "
                "it is read where both laws are defined, and stated by the least ε that it allows. "
                "With i in I, two values of X_i would contradict X_I = x_I, so I is taken among "
                "the other entries there; in (61) any I is allowed."
            ),
        },
        "groups": {
            "forall": [prior, M, group, known, eps],
            "given": [within_bayes_mi, separate(group, known)],
            "then": group_information(prior, M, group, known) <= cardinality(group) * eps,
            "note": "(61), for all i and all sets, implies (62).",
        },
        "database": {
            "given": [within_bayes_mi],
            "then": information(prior, M) <= size * eps,
            "note": "(61) implies (63).",
        },
    },
)

paper.claim(
    "bayesian-stronger",
    at="Section 6.3, after (61)",
    scope="finite alphabets",
    forall=[M, eps],
    then={
        "dp": {
            "forall": [prior, M, eps],
            "given": [possible, within_bayes],
            "then": DP(M, eps),
            "note": (
                "ε-Bayesian differential privacy under a single prior that makes every instance "
                "possible implies ε-DP; under all priors it does all the more."
            ),
        },
        "mi": {
            "given": [bayesian_mi(M) <= eps],
            "then": MIDP(M, eps),
            "note": (
                "(61) under every prior implies ε-MI-DP, the form of differential privacy that "
                "the section adapts: in the order of Definition 8, with α = β. That the converse "
                "fails is what Examples 4.1 and 5.1 show."
            ),
        },
        "order": {
            "given": [bayesian_mi(M) <= eps],
            "then": DP(M, 0, sqrt(2 * eps)),
            "note": (
                "In the order of Definition 8, above (ε,δ)-DP: for every β > 0 there is an α, "
                "here β²/2, that implies (0,β)-DP. It isn't above ε-DP in that order: with one "
                "entry (61) is ε-MI-DP, and some such mechanisms are ε'-DP for no ε' (footnote 3, "
                "`mi-dp-no-dp`)."
            ),
        },
    },
    note=(
        "“Stronger” is read as “implies”, at levels that are named. The maximum over priors of "
        "I(X_i;Y|X_I) is a maximum of capacities: the worst prior lets the unknown entries be a "
        "function of X_i. Maximised over priors, (60) itself would be free-lunch privacy (57): a "
        "prior on two instances that differ in entry i, and anywhere else, compares their "
        "responses."
    ),
)

law = flat_prior(prior)

paper.claim(
    "adversarial",
    at="Section 6.4, eqs. (64) and (65)",
    scope="finite alphabets",
    forall=[prior, M, eps],
    then={
        "mean": {
            "forall": [prior, M],
            "then": equals(
                information(prior, M),
                total(
                    x,
                    total(
                        y,
                        law[x] * whole[x, y] * log(whole[x, y] / output(law, whole)[y]),
                        law[x] * whole[x, y] > 0,
                    ),
                ),
            ),
            "note": "The left side of (64) has the mutual information as its mean.",
        },
        "information": {
            "given": [every(y, pointwise_maximal_leakage(law, whole, y) <= eps)],
            "then": information(prior, M) <= eps,
            "note": (
                "(64) implies (65). The largest ln dP_{X|Y=y}/dP_X over the instances that the "
                "prior allows is the pointwise maximal leakage of y; a response of probability "
                "zero is never seen and is left out."
            ),
        },
    },
)
