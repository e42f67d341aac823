"""The probability of numbers up to a place, for a Gaussian number with Laplace noise, and for one
with Gaussian noise of the same variance.

A Laplace number of the scale 1 is a Gaussian one whose variance is twice an exponential number; the
probability is a mean of Φ(x/√v) over variances v, and lies above Φ at the mean variance where that
is supported by its tangent in v.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Term,
    equals,
    exp,
    gaussian,
    laplace,
    law_cells,
    law_sum,
    normal_cdf,
    pi,
    sqrt,
)
from verified.papers.lemmas.common import paper

place, deviation, scale = Real("x"), Real("s", ">0"), Real("b", ">0")
mean = Real("r")
far, ratio, farther = Real("y", "[0,11/10]"), Real("q", ">0"), Real("v", ">0")


def below(x: Any, s: Any) -> Term:
    """Pr(X + N ≤ x) for X of the law N(0, s²) and N of the Laplace law of the scale 1."""
    found: Term = normal_cdf(x / s) - exp(s**2 / 2) * (
        exp(-x) * normal_cdf(x / s - s) - exp(x) * normal_cdf(-x / s - s)
    ) / 2
    return found


def tangent(y: Any, change: Any) -> Term:
    """The tangent of Φ(y/√r) in r at r = 1, where r is 1 − `change`."""
    found: Term = normal_cdf(y) + y * exp(-(y**2) / 2) / sqrt(2 * pi()) * change / 2
    return found


whole = sqrt(deviation**2 + 2)
noised = law_sum(gaussian(mean, deviation**2), laplace(0, scale))
scaled = sqrt(deviation**2 + 2 * scale**2)
within = [place >= 0, 10 * place <= 11 * whole]

paper.claim(
    "noised-tails",
    forall=[place, deviation],
    then={
        "supported": {
            "forall": [far, ratio],
            "then": tangent(far, 1 - ratio**2) <= normal_cdf(far / ratio),
            "note": "Φ(y/√r) is above its tangent at r = 1 for every r > 0, for y up to 1.1.",
        },
        "near": {
            "forall": [place, deviation, farther],
            "given": [*within, deviation <= farther],
            "then": normal_cdf(place / whole) - exp((deviation**2 - farther**2) / 2)
            <= below(place, deviation),
            "note": "What `above` goes by, with v as large as one likes.",
        },
        "above": {
            "given": within,
            "then": normal_cdf(place / whole) <= below(place, deviation),
            "note": (
                "Up to 1.1 standard deviations from the mean Laplace noise has more mass on that "
                "side than Gaussian noise of the same variance."
            ),
        },
        "scaled": {
            "forall": [place, deviation, scale],
            "given": [place >= 0, 10 * place <= 11 * scaled],
            "then": normal_cdf(place / scaled) <= below(place / scale, deviation / scale),
            "note": "The same for noise of any scale b.",
        },
        "beyond": {
            "forall": [mean, place, deviation, scale],
            "then": equals(
                law_cells(noised, mean + place)[0], below(place / scale, deviation / scale)
            ),
        },
        "before": {
            "forall": [mean, place, deviation, scale],
            "then": equals(
                law_cells(noised, mean - place)[0], 1 - below(place / scale, deviation / scale)
            ),
            "note": "By the symmetry of both laws.",
        },
    },
)
