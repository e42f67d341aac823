"""A textbook fact on additive noise: of a given variance, Gaussian noise hides the most."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Reals,
    Term,
    determinant,
    differential_entropy,
    equals,
    gaussian,
    gaussian_information,
    gaussian_mixture,
    log,
    reals_table,
    remainder,
    sqrt,
    total,
)
from verified.papers.background import paper
from verified.papers.background.mixtures import (
    copy,
    covariance,
    covariances,
    entropy,
    same_place,
)
from verified.papers.background.noise import (
    answer,
    axis,
    centres,
    dims,
    mixed,
    other,
    plain,
    query,
    spreads,
    symbol,
    symbols,
    variance,
    whole_mean,
    whole_spread,
)

signal, noise_power = Real("k", ">=0"), Real("w", ">0")
noisier = gaussian_mixture(plain, centres, reals_table(symbols, lambda i: spreads[i] + signal))
mean = total(other, plain[other] * answer(other))
spread = total(axis, total(symbol, plain[symbol] * (answer(symbol) - mean) ** 2))

signals = Reals("k", dims, ">=0")
scaled = reals_table(symbols * dims, lambda at: query[at] / sqrt(1 + signals[remainder(at, dims)]))


def noise_entry(one: Any, two: Any) -> Term:
    """A covariance of f(V) + N(0, I)."""
    return covariance(one, two) + same_place(one, two)


def both_entry(one: Any, two: Any) -> Term:
    """A covariance of X + Y."""
    return covariance(one, two) + (1 + signals[one]) * same_place(one, two)


LEAST = log(1 + signal / noise_power) / 2

paper.claim(
    "worst-additive-noise",
    at="Diggavi and Cover, The worst additive noise under a covariance constraint (2001)",
    then={
        "line": {
            "forall": [plain, centres, spreads, signal, noise_power],
            "given": [whole_spread <= noise_power],
            "then": differential_entropy(noisier) - differential_entropy(mixed) >= LEAST,
            "note": "Y is a mixture of Gaussian laws.",
        },
        "any-dimension": {
            "forall": [plain, query, dims, variance, signal, noise_power],
            "given": [spread / dims + variance <= noise_power],
            "then": entropy(plain, variance + signal) - entropy(plain, variance) >= dims * LEAST,
            "note": (
                "Y is f(V) + N(0, v I) in R^d with finite data V, X is N(0, k I), and the trace of "
                "Y's covariance is at most dw."
            ),
        },
        "covariance": {
            "at": (
                "Diggavi and Cover, The worst additive noise under a covariance constraint (2001), "
                "Theorem II.1"
            ),
            "forall": [plain, query, dims, signals],
            "then": total(axis, log(1 + signals[axis])) / 2
            + gaussian_information(plain, copy, scaled, dims, 1)
            - gaussian_information(plain, copy, query, dims, 1)
            >= log(determinant(covariances(both_entry), dims)
                   / determinant(covariances(noise_entry), dims)) / 2,
            "note": (
                "Y is f(V) + N(0, I) with finite data V, X is N(0, diag(k)): h(X + Y) − h(Y), the "
                "jth coordinate of X + Y scaled by 1/√(1 + k_j), is least for Gaussian Y of the "
                "same covariance."
            ),
        },
        "attained": {
            "forall": [noise_power, signal],
            "then": equals(
                differential_entropy(gaussian(0, noise_power + signal))
                - differential_entropy(gaussian(0, noise_power)),
                LEAST,
            ),
            "note": "Y is Gaussian.",
        },
    },
    note=(
        "X is Gaussian with variance k and independent of the noise Y: of all Y with a variance of "
        "at most w, Gaussian Y makes I(X;X+Y) = h(X+Y) − h(Y) least. Stated for the noise that can "
        "be written here: mixtures of finitely many Gaussian laws."
    ),
)

__all__ = ["centres", "copy", "entropy", "mixed", "noisier", "spread", "whole_mean", "whole_spread"]
