"""Textbook facts on Gaussian and Laplace noise on an answer with finitely many values in R^d.

f(V) + N(0, v I) is a mixture of Gaussian laws of one variance. Its entropy is d/2 ln(2πev), that of
the noise, and what it tells of V.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Symbol,
    Term,
    absolute,
    cases,
    channel_table,
    determinant,
    equals,
    exp,
    gaussian_information,
    laplace_information,
    log,
    output,
    pi,
    quotient,
    reals_table,
    remainder,
    total,
)
from verified.papers.background import paper
from verified.papers.background.noise import (
    answer,
    axis,
    data,
    dims,
    other,
    plain,
    query,
    scale,
    secret,
    secrets,
    symbol,
    symbols,
    variance,
)

added = Real("s", ">=0")
copy = channel_table(symbols, symbols, lambda x, y: cases(equals(x, y), 1, 0))
at_secret = Symbol("u", secrets)
chained = output(secret, data)
UNIT = 2 * pi() * exp(1)


def entropy(law: Term, variance: Any) -> Term:
    """h(f(V) + N(0, variance)) for V with a law."""
    return dims * log(UNIT * variance) / 2 + gaussian_information(law, copy, query, dims, variance)


def deviation(law: Term, at: Any) -> Term:
    """How far a coordinate of the answer is from its mean."""
    return answer(at) - total(other, law[other] * answer(other))


def covariance(one: Any, two: Any) -> Term:
    """A covariance of two coordinates of the answer."""
    def apart(at: Any) -> Term:
        mean = total(other, plain[other] * query[other * dims + at])
        return query[symbol * dims + at] - mean

    return total(symbol, plain[symbol] * apart(one) * apart(two))


def same_place(one: Any, two: Any) -> Term:
    """An entry of the unit matrix."""
    return cases(equals(one, two), 1, 0)


def covariances(entry: Any) -> Term:
    """The d × d matrix with these entries, row by row."""
    return reals_table(dims * dims, lambda s: entry(quotient(s, dims), remainder(s, dims)))


def laplace_entropy(law: Term) -> Term:
    """h(f(V) + Lap(0, b)^d) for V with a law."""
    return dims * log(2 * exp(1) * scale) + laplace_information(law, copy, query, dims, scale)


paper.claim(
    "gaussian-max-entropy",
    then={
        "entropy": {
            "at": (
                "Cover and Thomas, Elements of Information Theory (2nd edition), Theorems 8.6.2 "
                "and 8.6.5"
            ),
            "forall": [plain, query, variance],
            "then": entropy(plain, variance)
            <= total(axis, log(UNIT * (
                total(symbol, plain[symbol] * deviation(plain, symbol) ** 2) + variance
            )) / 2),
            "note": (
                "A vector has at most the entropies of its coordinates, and these at most those of "
                "Gaussian laws of the same variances."
            ),
        },
        "information": {
            "forall": [secret, data, query, variance],
            "then": gaussian_information(secret, data, query, dims, variance)
            <= total(axis, log(
                1 + total(symbol, chained[symbol] * deviation(chained, symbol) ** 2) / variance
            ) / 2),
            "note": (
                "The response has at most that entropy; given the secret it has that of the noise "
                "at least."
            ),
        },
        "covariance": {
            "at": "Cover and Thomas, Elements of Information Theory (2nd edition), Theorem 8.6.5",
            "forall": [plain, query, variance],
            "then": gaussian_information(plain, copy, query, dims, variance)
            <= log(determinant(covariances(lambda one, two: (
                covariance(one, two) / variance + same_place(one, two))), dims)) / 2,
            "note": (
                "h(f(V) + N(0, v I)) is at most ½ ln((2πe)^d det K) with its covariance matrix K, "
                "less h(N(0, v I))."
            ),
        },
    },
)

paper.claim(
    "laplace-max-entropy",
    then={
        "entropy": {
            "at": (
                "Cover and Thomas, Elements of Information Theory (2nd edition), Theorems 8.6.2 "
                "and 12.1.1"
            ),
            "forall": [plain, query, scale],
            "then": laplace_entropy(plain)
            <= total(axis, log(2 * exp(1) * total(symbol, plain[symbol] * (
                absolute(deviation(plain, symbol))
                + scale * exp(-absolute(deviation(plain, symbol)) / scale)
            )))),
            "note": (
                "The Laplace law has the largest entropy, ln(2eβ), among those with a mean "
                "absolute deviation of β from a point, here the query's mean; at a distance c of "
                "it the response deviates by |c| + b e^(−|c|/b) in the mean."
            ),
        },
        "information": {
            "forall": [secret, data, query, scale],
            "then": laplace_information(secret, data, query, dims, scale)
            <= total(axis, log(
                1 + total(symbol, chained[symbol] * absolute(deviation(chained, symbol))) / scale
            )),
            "note": "The response deviates by at most what the query and the noise do.",
        },
    },
)

paper.claim(
    "entropy-power-mixtures",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Theorem 17.7.3",
    forall=[plain, query, variance, added],
    then=exp(2 * entropy(plain, variance) / dims) + UNIT * added
    <= exp(2 * entropy(plain, variance + added) / dims),
    note="The entropy power inequality for a mixture and independent Gaussian noise of variance s.",
)

paper.claim(
    "noise-chain",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Section 8.6",
    then={
        "gaussian": {
            "forall": [secret, data, query, variance],
            "then": equals(
                gaussian_information(chained, copy, query, dims, variance),
                gaussian_information(secret, data, query, dims, variance)
                + total(
                    at_secret,
                    secret[at_secret]
                    * gaussian_information(data[at_secret], copy, query, dims, variance),
                ),
            ),
        },
        "laplace": {
            "forall": [secret, data, query, scale],
            "then": equals(
                laplace_information(chained, copy, query, dims, scale),
                laplace_information(secret, data, query, dims, scale)
                + total(
                    at_secret,
                    secret[at_secret]
                    * laplace_information(data[at_secret], copy, query, dims, scale),
                ),
            ),
        },
    },
    note="What the response tells of the data is what it tells of the secret, and the rest.",
)
