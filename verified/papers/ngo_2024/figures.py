"""What the figures and the text beside them say of the Gaussian mechanism.

`verified figure` gives the data behind each; Fig. 4 is in `noise_curves`.
"""

from __future__ import annotations

from verified.language import (
    KL,
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
    gaussian_mixture,
    hockey_stick,
    ldp_curve,
    lip_curve,
    pmf_of,
    pmf_table,
    rational,
    reals_of,
    reals_table,
    sqrt,
    total,
)
from verified.papers.ngo_2024.common import bits, paper
from verified.papers.ngo_2024.gaussian import (
    apart,
    delta_x,
    dimension,
    distance,
    eps,
    inside,
    itself,
    law,
    place,
    points,
    radius,
    symbols,
    told,
    variance,
)

first, second = Real("v", "[1,200]"), Real("w", "[1,200]")
binary = pmf_of(rational(1, 2), rational(1, 2))


def from_curve(spread_: Term) -> Term:
    """μ of (12) in bits at the curve (9), d = Δ = 1."""
    return bits(KL(gaussian(1, spread_), gaussian(-1, spread_)))


two_copied, ends = channel_of([1, 0], [0, 1]), reals_of(-1, 1)


def optimum(spread_: Term) -> Term:
    """The optimal parameter (8) in bits, d = Δ = 1: two values suffice for such noise."""
    return bits(gaussian_information(binary, two_copied, ends, 1, spread_))


def gap(spread_: Term) -> Term:
    return from_curve(spread_) - optimum(spread_)


paper.claim(
    "figure-2-gap",
    at="after Fig. 2",
    forall=[first, second],
    then={
        "constant": {
            "then": gap(first) <= 2 * gap(second),
            "reading": "difference",
            "readings": {
                "ratio": {
                    "then": from_curve(first) * optimum(second)
                    <= 2 * from_curve(second) * optimum(first),
                },
            },
            "note": (
                "Almost constant is read generously: within a factor of 2. By Lemma 1, (12) at the "
                "curve (9) is the divergence of the two farthest outputs."
            ),
        },
        "decreasing": {"given": [first < second], "then": from_curve(second) < from_curve(first)},
    },
    note=(
        "d = Δ = 1 and σ² from 1 to 200, where the two values ±Δ with equal masses are optimal "
        "(the enclosures of `verified value peak_capacity` show it)."
    ),
)

figure_variance = rational("71.636")
figure_points, tenth = Reals("f", symbols * 10), Symbol("j", 10)
paper.claim(
    "figure-1",
    at="Fig. 1",
    forall=[eps, distance],
    given=[distance <= 2 * sqrt(10)],
    then={
        "leakage": {
            "forall": [symbols, law, figure_points],
            "given": [every(place, total(tenth, figure_points[place * 10 + tenth] ** 2) <= 10)],
            "then": bits(gaussian_information(law, itself, figure_points, 10, figure_variance))
            <= rational(1, 10),
            "note": "That the mechanism is 1/10-CI-LMIP, for inputs of finitely many values.",
        },
        "guarantee": {
            "then": apart(distance, figure_variance) <= ldp_curve(rational(1, 10), eps),
            "note": (
                "Between the outputs of any two inputs, whose distance is at most 2√10. At that "
                "distance the left side is the curve (9)."
            ),
        },
    },
    note=(
        "d = 10, Δ = 1 and μ = 1/10. The variance is the one at which the mechanism leaks 1/10 "
        "bit, rounded up to three decimals. The values of μ in Fig. 1 are not in the text; "
        "`verified figure` gives all its data."
    ),
)
paper.claim(
    "figure-2",
    at="Fig. 2",
    forall=[symbols, dimension, law, points, delta_x, variance],
    given=[inside],
    then=told <= KL(gaussian(radius, variance), gaussian(-radius, variance)),
    note=(
        "What the LDP curve guarantees, by Lemma 1 the divergence of the two farthest outputs, "
        "against every input of finitely many values in the ball."
    ),
)

_other = Symbol("i", 21)


def _height(step: Term) -> Term:
    """The density of N(0, 1/4) at (step − 10)/10, but for a factor."""
    return exp(-((step - 10) ** 2) / 50)


figure_input = pmf_table(21, lambda step: _height(step) / total(_other, _height(_other)))
places = reals_table(21, lambda step: (step - 10) / 10)
on_places = channel_table(21, 21, lambda x, y: cases(equals(x, y), 1, 0))
cd_variance = rational("1.3601")


paper.claim(
    "figure-3",
    at="Fig. 3",
    forall=[eps],
    given=[eps <= 5],
    then={
        "guarantee": {
            "then": hockey_stick(
                gaussian_mixture(figure_input, places, reals_table(21, lambda _: cd_variance)),
                gaussian(1, cd_variance),
                eps,
            )
            <= lip_curve(rational(1, 10), eps),
            "note": "At the input x = Δ; the curve (13) is said to hold for every mechanism.",
        },
        "leakage": {
            "forall": [],
            "given": [],
            "then": bits(gaussian_information(figure_input, on_places, places, 1, cd_variance))
            <= rational(1, 10),
            "note": "That the mechanism of `guarantee` meets the hypothesis of Theorem 2(a).",
        },
    },
    note=(
        "μ = 1/10; the masses of the 21 points are proportional to the density of N(0, 1/4). The "
        "variance is just above the one, 1.35999…, at which the mechanism leaks 1/10 bit."
    ),
)

__all__: list[str] = []
