"""A textbook fact on additive noise: of a given variance, Gaussian noise hides the most."""

from __future__ import annotations

from verified.language import (
    Real,
    differential_entropy,
    equals,
    gaussian,
    gaussian_mixture,
    log,
    reals_table,
    total,
)
from verified.papers.background import paper
from verified.papers.background.mixtures import copy, entropy
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
