"""Textbook facts on integrals over a half-line of exponential and normal densities."""

from __future__ import annotations

from verified.language import Real, Term, equals, exp, integral, normal_cdf, pi, rational, sqrt
from verified.papers.background.common import paper

factor, scale, away = Real("k", ">=0"), Real("u", ">0"), Real("y", ">=0")
mean, variance, place = Real("r"), Real("v", ">0"), Real("t")

paper.claim(
    "exponential-integral",
    forall=[factor, scale],
    then=equals(integral(away, factor * exp(-away / scale)), factor * scale),
)

deviation = Real("w", ">0")


def bell(square: Term, width: Term) -> Term:
    """The integral of k times a normal density, left of t."""
    curve = exp(-((place - away - mean) ** 2) / (2 * square)) / width
    return integral(away, factor * curve)


paper.claim(
    "normal-integral",
    forall=[factor, mean, variance, place],
    then={
        "deviation": {
            "forall": [factor, mean, deviation, place],
            "then": equals(
                bell(deviation**2, sqrt(2 * pi()) * deviation),
                factor * normal_cdf((place - mean) / deviation),
            ),
        },
        "square": {
            "forall": [deviation],
            "then": equals(
                integral(away, away**2 / (2 * deviation**2) * (
                    exp(-(away**2) / (2 * deviation**2)) / (sqrt(2 * pi()) * deviation))),
                rational(1, 4),
            ),
            "note": "Half of the variance over twice itself.",
        },
        "variance": equals(
            bell(variance, sqrt(2 * pi() * variance)),
            factor * normal_cdf((place - mean) / sqrt(variance)),
        ),
    },
    note="A normal density left of t, times k.",
)

__all__: list[str] = []
