"""Textbook facts on additive noise: what Gaussian and Laplace noise let through."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    both,
    chain,
    channel_table,
    differential_entropy,
    equals,
    every,
    exp,
    gaussian,
    gaussian_information,
    gaussian_mixture,
    implies,
    information,
    laplace_information,
    law_cells,
    law_mixture,
    log,
    pi,
    reals_table,
    total,
)
from verified.papers.background import paper

secrets, symbols, dims = Size("k"), Size("n"), Size("d")
secret, data = Pmf("U", secrets), Channel("V", secrets, symbols)
query = Reals("f", symbols * dims)
variance, scale = Real("v", ">0"), Real("b", ">0")
symbol, other, axis = Symbol("s", symbols), Symbol("s'", symbols), Symbol("j", dims)


def answer(at: Any) -> Term:
    """One coordinate of the query's answer."""
    return query[at * dims + axis]


place = Real("t")


side_of_threshold = channel_table(
    symbols, 2, lambda s, side: law_cells(gaussian(answer(s), variance), place)[side]
)

paper.claim(
    "noise-threshold",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Theorem 2.8.1",
    forall=[secret, data, query, variance, axis, place],
    then=information(secret, chain(data, side_of_threshold))
    <= gaussian_information(secret, data, query, dims, variance),
    note="Data processing: on which side of a threshold one coordinate of the response lies.",
)

paper.claim(
    "noise-tells-nothing-less",
    forall=[secret, data, query, variance, scale],
    then={
        "gaussian": gaussian_information(secret, data, query, dims, variance) >= 0,
        "laplace": laplace_information(secret, data, query, dims, scale) >= 0,
    },
    note="Mutual information isn't negative.",
)

plain, second = Pmf("P", symbols), Symbol("t", symbols)
plain_mean = total(other, plain[other] * answer(other))

paper.claim(
    "variance-of-pairs",
    forall=[plain, query],
    then=equals(
        2 * total(axis, total(symbol, plain[symbol] * (answer(symbol) - plain_mean) ** 2)),
        total(symbol, total(second, plain[symbol] * plain[second] * total(
            axis, (answer(symbol) - answer(second)) ** 2
        ))),
    ),
    note="Twice the variance of a vector is the mean squared distance of two that are independent.",
)

diameter = Real("Delta", ">=0", latex=r"\Delta")

paper.claim(
    "jung",
    at="Jung (1901), in the form of a variance",
    forall=[plain, query, diameter],
    given=[every(symbol, every(second, implies(
        both(plain[symbol] > 0, plain[second] > 0),
        total(axis, (answer(symbol) - answer(second)) ** 2) <= diameter**2,
    )))],
    then=total(axis, total(symbol, plain[symbol] * (answer(symbol) - plain_mean) ** 2))
    <= diameter**2 * dims / (2 * (dims + 1)),
    note=(
        "A law on a set of diameter Δ in d dimensions. Jung's theorem says that a ball of the "
        "radius whose square is the right side holds the set; the largest variance of a law on a "
        "compact set is the squared radius of the smallest ball that holds it."
    ),
)

level, unit = Real("u"), Real("w", ">0")
spread, mean_spread = Real("t", ">=0"), Real("m", ">=0")

paper.claim(
    "log-of-spread",
    forall=[unit, spread, variance],
    then={
        "level": {
            "forall": [level, spread],
            "then": log(1 + spread) <= level + (1 + spread) * exp(-level) - 1,
            "note": "The tangent of the logarithm at e^u.",
        },
        "mean": {
            "forall": [unit, spread, mean_spread, variance],
            "then": log(unit * (spread + variance))
            <= log(unit * (mean_spread + variance))
            + (spread - mean_spread) / (mean_spread + variance),
            "note": "The tangent of the logarithm at m + v.",
        },
        "ratio": equals(
            log(unit * (spread + variance)), log(unit * variance) + log(1 + spread / variance)
        ),
    },
)

entropy, touching, added = Real("h"), Real("m"), Real("s", ">=0")

paper.claim(
    "half-logarithm",
    forall=[entropy, unit],
    then={
        "exponential": {
            "given": [entropy <= log(unit) / 2],
            "then": exp(2 * entropy) <= unit,
        },
        "logarithm": {
            "given": [unit <= exp(2 * entropy)],
            "then": log(unit) / 2 <= entropy,
        },
        "power": {
            "given": [log(unit) / 2 <= entropy],
            "then": unit <= exp(2 * entropy),
        },
        "convex": {
            "forall": [entropy, touching, added],
            "then": log(exp(2 * touching) + added)
            + 2 * (entropy - touching) * exp(2 * touching) / (exp(2 * touching) + added)
            <= log(exp(2 * entropy) + added),
            "note": "ln(e^(2h) + s) is convex in h: its tangent.",
        },
    },
)

# --- laws on the real line ------------------------------------------------------------------------

# Laws on the line aren't variables of the language, so the facts are stated of the laws that are
# needed: a mixture of two Gaussian laws of one variance, and its mixture with a third.
pair_weights, outer_weights = Pmf("W", 2), Pmf("P", 2)
first_place, gap, second_place = Real("a"), Real("c"), Real("b")
first_variance, second_variance = Real("u", ">0"), Real("v", ">0")
pair_law = law_mixture(pair_weights, *(
    gaussian(place, first_variance) for place in (first_place, first_place + gap)
))
lone_law = gaussian(second_place, second_variance)
whole_law = law_mixture(outer_weights, pair_law, lone_law)
between = first_place + pair_weights[1] * gap - second_place
whole_variance = (
    outer_weights[0] * (first_variance + pair_weights[0] * pair_weights[1] * gap**2)
    + outer_weights[1] * second_variance
    + outer_weights[0] * outer_weights[1] * between**2
)
entropy_given_which = outer_weights[0] * differential_entropy(pair_law) + outer_weights[
    1
] * differential_entropy(lone_law)

paper.claim(
    "line-entropies",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Sections 8.4 and 8.6",
    forall=[
        outer_weights, pair_weights, first_place, second_place, gap, first_variance,
        second_variance,
    ],
    then={
        "most": differential_entropy(whole_law)
        <= log(2 * pi() * exp(1) * whole_variance) / 2,
        "information": equals(
            differential_entropy(whole_law),
            entropy_given_which + information(outer_weights, pair_law, lone_law),
        ),
        "nonnegative": information(outer_weights, pair_law, lone_law) >= 0,
    },
    note="The largest entropy for a variance is the Gaussian law's; information by entropies.",
)

# --- mixtures of any finite number of Gaussian laws -----------------------------------------------

centres, spreads = Reals("m", symbols), Reals("v", symbols, ">0")
mixed = gaussian_mixture(plain, centres, spreads)
whole_mean = total(other, plain[other] * centres[other])
whole_spread = total(
    symbol, plain[symbol] * (spreads[symbol] + (centres[symbol] - whole_mean) ** 2)
)

paper.claim(
    "mixture-max-entropy",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Theorem 8.6.5",
    forall=[plain, centres, spreads],
    then=differential_entropy(mixed) <= log(2 * pi() * exp(1) * whole_spread) / 2,
    note="The largest entropy for a variance is the Gaussian law's.",
)

paper.claim(
    "entropy-power",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Theorem 17.7.3",
    forall=[plain, centres, spreads, added],
    then=log(exp(2 * differential_entropy(mixed)) + 2 * pi() * exp(1) * added) / 2
    <= differential_entropy(
        gaussian_mixture(plain, centres, reals_table(symbols, lambda i: spreads[i] + added))
    ),
    note="For a mixture of Gaussian laws and independent Gaussian noise of variance s.",
)
