"""The Gaussian mechanism on inputs in a ball: eqs. (8) and (9).

Laws on R^d are no variables of the language: inputs take finitely many values, any number of them.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Reals,
    Symbol,
    Term,
    cases,
    channel_of,
    channel_table,
    equals,
    every,
    exp,
    gaussian,
    gaussian_information,
    hockey_stick,
    normal_cdf,
    pmf_of,
    rational,
    reals_of,
    sqrt,
    sup,
    total,
)
from verified.papers.ngo_2024.common import bits, log2, paper
from verified.papers.ngo_2024.covariances import axis, dimension, law, place, points, symbols

delta_x = Real("Delta", ">0", latex=r"\Delta")
variance = Real("v", ">0", latex=r"\sigma^2")
eps = Real("eps", ">0", latex=r"\epsilon")


# --- its curve ------------------------------------------------------------------------------------

distance = Real("t", ">0")
radius = sqrt(dimension) * delta_x
deviation = sqrt(variance)
CURVE = normal_cdf(radius / deviation - eps * deviation / (2 * radius)) - exp(eps) * normal_cdf(
    -radius / deviation - eps * deviation / (2 * radius)
)


def apart(by: Any, spread: Any = variance) -> Term:
    """H_{e^ε} of the outputs of two inputs at this distance."""
    return hockey_stick(gaussian(0, spread), gaussian(by, spread), eps)


paper.claim(
    "eq-9",
    at="eq. (9)",
    scope="the line through the two inputs",
    forall=[dimension, delta_x, variance, eps],
    then={
        "bound": {
            "forall": [dimension, delta_x, variance, eps, distance],
            "given": [distance <= 2 * radius],
            "then": apart(distance) <= CURVE,
        },
        "attained": equals(apart(2 * radius), CURVE),
    },
    note=(
        "Two normal laws on R^d with covariance σ²I agree across the line through their means, so "
        "that their divergence is that on this line, at the means' distance t; in the ball of "
        "radius √d Δ it is at most 2√d Δ."
    ),
)

# --- what it tells --------------------------------------------------------------------------------

itself = channel_table(symbols, symbols, lambda x, y: cases(equals(x, y), 1, 0))
inside = every(place, total(axis, points[place * dimension + axis] ** 2) <= dimension * delta_x**2)
told = gaussian_information(law, itself, points, dimension, variance)
AVERAGE = dimension * log2(1 + delta_x**2 / variance) / 2

line_axis, end = Symbol("j", 1), Symbol("s", 2)
# The supremum in (8): over how many values X takes, their law, and the values.
everything = sup(symbols, sup(law, sup(points, bits(told), where=inside)))
FINITE = "inputs of finitely many values"
line_values = Reals("f", symbols * 1)
line_inside = every(place, total(line_axis, line_values[place * 1 + line_axis] ** 2) <= delta_x**2)
line_told = gaussian_information(law, itself, line_values, 1, variance)
even = pmf_of(rational(1, 2), rational(1, 2))
two_ends = reals_of(-delta_x, delta_x)
# What ±Δ tell, each as likely.
of_ends = bits(gaussian_information(even, channel_of([1, 0], [0, 1]), two_ends, 1, variance))

paper.claim(
    "eq-8",
    at="eq. (8)",
    then={
        "average-power": {
            "scope": FINITE,
            "forall": [symbols, dimension, law, points, delta_x, variance],
            "given": [inside],
            "then": bits(told) <= AVERAGE,
            "note": (
                "Every term of the supremum is at most the capacity under average power. X takes "
                "the value f[s d + j], j < d, at the symbol s."
            ),
        },
        "finite": {
            "scope": FINITE,
            "forall": [dimension, delta_x, variance],
            "then": everything <= AVERAGE,
            "note": "The supremum of (8) itself: it is finite, so that there is a least μ.",
        },
        "value": {
            "scope": f"{FINITE} in dimension 1, at Δ ≤ σ",
            "then": {
                "most": {
                    "forall": [symbols, law, line_values, delta_x, variance],
                    "given": [delta_x**2 <= variance, line_inside],
                    "then": bits(line_told) <= of_ends,
                },
                "reached": {
                    "forall": [delta_x],
                    "then": every(end, total(
                        line_axis, two_ends[end * 1 + line_axis] ** 2) <= delta_x**2),
                },
            },
            "note": (
                "What the supremum is worth where the noise is as strong as that: what the two "
                "ends tell, each as likely. No input tells more (`most`), and this one is allowed "
                "(`reached`)."
            ),
        },
    },
    note=(
        "The least μ with I(X;G(X)) ≤ μ for all laws of X in the ball is the supremum of these "
        "informations by Definition 1, once that is finite (`finite`); that it is a capacity says "
        "no more. Inputs take finitely many values, any number of them: laws on R^d are no "
        "variables. An equality of the supremum with a number is stated from both sides: that no "
        "input tells more, and that one tells as much. So it is where the noise is so strong that "
        "the best input has a closed form (`value`). Elsewhere it has none, and the number would "
        "have to be a quantity that both checkers enclose; `verified value peak_capacity` encloses "
        "it, by shells of inputs, but no play rests on that."
    ),
)
