"""Theorem 4 and Remark 8: Gaussian noise on a query that has a density given the secret.

Two families of queries have laws that can be written out here. In any dimension d, f(X) = f(V) + Z'
where the data V are finite, of any framework, and Z' is Gaussian with variance τ in each
coordinate: given a secret the query is a mixture of Gaussian laws of one variance. On the line,
`unequal` has a secret of two values and Gaussian laws of different variances given each.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Formula,
    Pmf,
    Real,
    Symbol,
    Term,
    differential_entropy,
    exp,
    gaussian,
    gaussian_information,
    iff,
    information,
    law_mixture,
    log,
    maximum,
    pi,
    private_values,
    rational,
    total,
)
from verified.papers.nuradha_goldfeld_2022.common import eps, paper
from verified.papers.nuradha_goldfeld_2022.gaussian import both_forms, entropy_power, noise_level
from verified.papers.nuradha_goldfeld_2022.noise import (
    Edge,
    F,
    P,
    at_each_edge,
    copy,
    dims,
    edge,
    growth,
    here,
    query,
    unit,
)

noise = Real("s2", ">=0", latex=r"\sigma^2")
own_variance = Real("t", ">0", latex=r"\tau")
# The mechanism adds noise: what is false is so where it does.
SOME = noise > 0

MIXTURES = (
    "The query is f(V) + Z': the data V have any finite alphabet and Z' is Gaussian of variance τ "
    "in each coordinate, so that given a secret it is a mixture of Gaussian laws. Its entropy is "
    "d/2 ln(2πeτ) and what it tells of V. Encoded for one law of the data."
)
ONE_QUERY = (
    "Encoded for d = 1, no public information and a secret of two values: the query's law given "
    "the first is a mixture of two Gaussian laws, given the second it is Gaussian."
)

# --- mixtures of one variance, in any dimension ---------------------------------------------------


def entropy(law: Term, query: Term, variance: Any) -> Term:
    """h(f(V) + N(0, variance)) for data V with a law."""
    return dims * log(unit * variance) / 2 + gaussian_information(law, copy, query, dims, variance)


def entropy_given_secret(at: Edge, variance: Any) -> Term:
    """h(f(V) + N(0, variance)|g(V), w(V))."""
    secret = Symbol("u", private_values(at.framework, at.edge))
    return at.mean(total(secret, at.secret[secret] * entropy(at.data[secret], at.query, variance)))


def query_variance(at: Edge) -> Term:
    """A of Theorem 4: Σ_j E[Var(f_j(X)|w(X))]."""
    return at.spread() + dims * own_variance


def query_power(at: Edge, turned: bool) -> Term:
    """B of Theorem 4, of the query given the secret."""
    return entropy_power(entropy_given_secret(at, own_variance), turned=turned, dims=dims)


def level_at(at: Edge, turned: bool) -> Term:
    """The noise that Theorem 4 asks for at an edge."""
    return level_by(at, query_power(at, turned))


def level_by(at: Edge, below: Term) -> Term:
    """The same with a number in place of B."""
    excess = query_variance(at) - dims * exp(2 * eps / dims) * below
    return maximum(excess / (dims * growth), 0)


low_entropy = Real("h")
low_power = entropy_power(low_entropy, turned=True, dims=dims)


def told(at: Edge, added: Any) -> Term:
    """I(g(X);M(X)|w(X)) where noise of this variance is added to the query."""
    return at.told(gaussian_information, own_variance + added)


def any_dimension(turned: bool) -> dict[str, Any]:
    """Noise of the level of Theorem 4 makes the query ε-MI-PP."""
    return {
        "forall": [F, P, query, own_variance, noise, eps],
        "given": [at_each_edge(level_at(here, turned) <= noise)],
        "then": at_each_edge(told(here, noise) <= eps),
    }


def power_below(turned: bool) -> dict[str, Any]:
    """The lower bound on the entropy of the response given the secret."""
    return {
        "given": [] if turned else [SOME],
        "then": entropy_given_secret(here, own_variance + noise)
        >= dims * log(unit * (query_power(here, turned) + noise)) / 2
    }


def order(turned: bool) -> dict[str, Any]:
    """A ≥ dB."""
    return {
        "forall": [F, P, query, own_variance, edge],
        "then": query_variance(here) >= dims * query_power(here, turned),
    }


def free_at(turned: bool) -> Formula:
    """A ≤ d e^(2ε/d) B."""
    return query_variance(here) <= dims * exp(2 * eps / dims) * query_power(here, turned)


def free_privacy(turned: bool) -> dict[str, Any]:
    """No noise is needed in the free regime."""
    return {
        "forall": [F, P, query, own_variance, eps],
        "given": [at_each_edge(free_at(turned))],
        "then": at_each_edge(told(here, 0) <= eps),
    }


# --- on the line, with two variances --------------------------------------------------------------

secret = Pmf("P", 2)
parts = Pmf("W", 2)
first_mean, second_mean, gap = Real("a"), Real("b"), Real("c")
first_variance, second_variance = Real("u", ">0"), Real("v", ">0")


def responses(added: Any) -> tuple[Term, Term]:
    """The laws of f(X) + N(0, σ²) given the two values of the secret."""
    components = (
        gaussian(place, first_variance + added) for place in (first_mean, first_mean + gap)
    )
    return law_mixture(parts, *components), gaussian(second_mean, second_variance + added)


def answer(added: Any) -> Term:
    """The law of f(X) + N(0, σ²)."""
    return law_mixture(secret, *responses(added))


first_spread = first_variance + parts[0] * parts[1] * gap**2
between = first_mean + parts[1] * gap - second_mean
total_variance = (
    secret[0] * first_spread + secret[1] * second_variance + secret[0] * secret[1] * between**2
)
first_entropy, second_entropy = (differential_entropy(law) for law in responses(0))
entropy_given_value = secret[0] * first_entropy + secret[1] * second_entropy
query_given_secret = [
    secret, parts, first_mean, second_mean, gap, first_variance, second_variance,
]


def unequal(turned: bool) -> dict[str, Any]:
    """Noise of the level of Theorem 4 makes the query ε-MI-PP."""
    below = entropy_power(entropy_given_value, turned=turned)
    return {
        "forall": [*query_given_secret, noise, eps],
        "given": [noise >= noise_level(total_variance, below)],
        "then": information(secret, *responses(noise)) <= eps,
        "note": ONE_QUERY,
    }


def power_below_unequal(turned: bool) -> dict[str, Any]:
    """The lower bound on the entropy of the response given the secret."""
    below = entropy_power(entropy_given_value, turned=turned)
    noisy = [differential_entropy(law) for law in responses(noise)]
    return {
        "forall": [*query_given_secret, noise],
        "given": [] if turned else [SOME],
        "then": secret[0] * noisy[0] + secret[1] * noisy[1]
        >= log(2 * pi() * exp(1) * (below + noise)) / 2,
    }


def order_unequal(turned: bool) -> dict[str, Any]:
    """A ≥ dB."""
    return {
        "forall": query_given_secret,
        "then": total_variance >= entropy_power(entropy_given_value, turned=turned),
    }


def free_unequal(turned: bool) -> dict[str, Any]:
    """A ≤ d e^(2ε/d) B."""
    below = entropy_power(entropy_given_value, turned=turned)
    return {
        "forall": [*query_given_secret, eps],
        "given": [total_variance <= exp(2 * eps) * below],
    }


def free_privacy_unequal(turned: bool) -> dict[str, Any]:
    """No noise is needed in the free regime."""
    return {**free_unequal(turned), "then": information(secret, *responses(0)) <= eps}


def free_regime_unequal(turned: bool) -> dict[str, Any]:
    """The free regime has a large ε."""
    free = free_unequal(turned)
    return {
        **free,
        "given": [*free["given"], secret[0] > 0, secret[1] > 0],
        "then": eps >= rational(1, 2),
    }


# --- the rows -------------------------------------------------------------------------------------

paper.claim(
    "theorem-4",
    at="Theorem 4",
    scope="two families of queries that are normal mixtures",
    forall=[F, P, query, own_variance, noise, eps],
    then={
        "any-dimension": both_forms(any_dimension, MIXTURES),
        "unequal": both_forms(unequal, ONE_QUERY),
    },
)
paper.claim(
    "theorem-4-repaired",
    at="Theorem 4",
    scope="two families of queries that are normal mixtures",
    forall=[F, P, query, own_variance, noise, eps],
    then={
        "any-dimension": any_dimension(turned=True),
        "unequal": unequal(turned=True),
        "lower-bound": {
            "forall": [F, P, query, own_variance, noise, eps, low_entropy],
            "given": [
                at_each_edge(low_entropy <= entropy_given_secret(here, own_variance)),
                at_each_edge(level_by(here, low_power) <= noise),
            ],
            "then": at_each_edge(told(here, noise) <= eps),
            "note": (
                "“We may replace the conditional entropy in B by any lower bound”, after Theorem "
                f"4: h is one for each edge. {MIXTURES}"
            ),
        },
    },
    note="With 2/d for d/2 in B, as the entropy power inequality gives it.",
)

paper.claim(
    "theorem-4-steps",
    at="Section V-D",
    scope="two families of queries that are normal mixtures",
    forall=[F, P, query, own_variance, noise, edge],
    then={
        "above": {
            "then": here.mean(entropy(here.given_public, query, own_variance + noise))
            <= dims * log(unit * (query_variance(here) / dims + noise)) / 2,
            "note": MIXTURES,
        },
        "below": both_forms(power_below, MIXTURES),
        "above-unequal": {
            "forall": [*query_given_secret, noise],
            "then": differential_entropy(answer(noise))
            <= log(2 * pi() * exp(1) * (total_variance + noise)) / 2,
            "note": ONE_QUERY,
        },
        "below-unequal": both_forms(power_below_unequal, ONE_QUERY),
    },
)

paper.claim(
    "remark-8-order",
    at="Remark 8",
    scope="two families of queries that are normal mixtures",
    forall=[F, P, query, own_variance, edge],
    then={
        "any-dimension": both_forms(order, MIXTURES),
        "unequal": both_forms(order_unequal, ONE_QUERY),
    },
)

LARGE = (
    "“The free regime corresponds to cases where ε is large compared to d/2”: read as ε ≥ d/2 at "
    "the least, for a secret that isn't constant. A query that tells next to nothing of the secret "
    "is free at every ε, in each dimension."
)
paper.claim(
    "remark-8-free",
    at="Remark 8",
    scope="two families of queries that are normal mixtures",
    forall=[F, P, query, own_variance, eps],
    then={
        "no-noise": both_forms(free_privacy, MIXTURES),
        "no-noise-unequal": both_forms(free_privacy_unequal, ONE_QUERY),
        "regime-unequal": both_forms(free_regime_unequal, f"{LARGE} {ONE_QUERY}"),
    },
)


def level_of_freedom(turned: bool) -> dict[str, Any]:
    """The free regime is that of ε from ½ ln(A/B) on."""
    free = free_unequal(turned)
    power = entropy_power(entropy_given_value, turned=turned)
    return {
        "forall": free["forall"],
        "then": iff(free["given"][0], eps >= log(total_variance / power) / 2),
    }


def free_regime_told(turned: bool) -> dict[str, Any]:
    """The free regime has a large ε where A ≥ e B."""
    regime = free_regime_unequal(turned)
    power = entropy_power(entropy_given_value, turned=turned)
    return {**regime, "given": [*regime["given"], total_variance >= exp(1) * power]}


paper.claim(
    "remark-8-free-repaired",
    at="Remark 8",
    scope="a family of queries that are normal mixtures",
    then={
        "regime-unequal": both_forms(
            free_regime_told, f"Where the secret explains so much that A ≥ e B. {ONE_QUERY}"
        ),
        "threshold": both_forms(level_of_freedom, f"For any query. {ONE_QUERY}"),
    },
    note=(
        "A ≥ dB makes ε = d/2 ln(A/(dB)), where the free regime begins, no number below 0, and "
        "says no more of it. It is d/2 at the least where A is e times dB at the least."
    ),
)
