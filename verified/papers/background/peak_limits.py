"""Facts on numbers within bounds to which Gaussian noise is added: what is told by divergences."""

from __future__ import annotations

from typing import Any

from verified.language import (
    KL,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    cases,
    channel_of,
    channel_table,
    equals,
    gaussian,
    gaussian_information,
    gaussian_mixture,
    pmf_of,
    rational,
    reals_of,
    reals_table,
    total,
)
from verified.papers.background import COVER_THOMAS, paper

n, k = Size("n"), Size("k")
law, points, variance = Pmf("P", n), Reals("f", n * 1), Real("v", ">0")
weights, means, spreads = Pmf("W", k), Reals("m", k), Reals("w", k, ">0")
place = Symbol("s", n)
copy = channel_table(n, n, lambda x, y: cases(equals(x, y), 1, 0))
told = gaussian_information(law, copy, points, 1, variance)


def mean_divergence(from_law: Term) -> Term:
    """The mean divergence of the responses to the values from a law."""
    return total(place, law[place] * KL(gaussian(points[place * 1 + 0], variance), from_law))


paper.claim(
    "noise-centre",
    at=f"{COVER_THOMAS}, Sections 8.5 and 13.1",
    forall=[law, points, variance, weights, means, spreads],
    then=told <= mean_divergence(gaussian_mixture(weights, means, spreads)),
    note=(
        "What Gaussian noise lets through of a number of finitely many values is the mean "
        "divergence of the responses from their own law, and no more than that from another."
    ),
)

one, two, reach = Real("x"), Real("y"), Real("Delta", ">0", latex=r"\Delta")
even = pmf_of(rational(1, 2), rational(1, 2))
told_of_ends = gaussian_information(
    even, channel_of([1, 0], [0, 1]), reals_of(-reach, reach), 1, variance
)
ends = gaussian_mixture(even, reals_of(-reach, reach), reals_table(2, lambda j: variance))


def from_ends(mean: Any) -> Term:
    """The divergence of a normal law from two of its kind, at ±Δ with even weights."""
    return KL(gaussian(mean, variance), ends)


paper.claim(
    "divergence-from-two-ends",
    at="Smith (1971), and Sharma and Shamai (2010)",
    then={
        "further": {
            "forall": [one, two, reach, variance],
            "given": [one**2 <= two**2, reach**2 <= variance],
            "then": from_ends(one) <= from_ends(two),
            "note": (
                "−ln of the density is y²/(2v) − ln cosh(Δy/v) and a constant, which is even, and "
                "convex as Δ² ≤ v; so is its mean under N(x, v) as a function of x."
            ),
        },
        "own": {
            "forall": [reach, variance],
            "then": equals(told_of_ends, from_ends(reach)),
            "note": "The mean of the divergences at both ends, which are the same.",
        },
        "most": {
            "forall": [one, reach, variance],
            "then": from_ends(one) <= (one**2 + reach**2) / (2 * variance),
            "note": "Divergence is convex in its second argument.",
        },
    },
    note="The law of the response to two values ±Δ, each as likely.",
)

__all__: list[str] = []
