"""What the figures and the text beside them say of the Gaussian mechanism.

`verified figure` gives the data behind each; Fig. 4 is in `noise_curves`.
"""

from __future__ import annotations

from typing import Any

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
    largest,
    ldp_curve,
    lip_curve,
    maximum,
    normal_cdf,
    pmf_of,
    pmf_table,
    rational,
    reals_of,
    reals_table,
    sqrt,
    total,
)
from verified.papers.ngo_2024.common import bits, log2, paper
from verified.papers.ngo_2024.covariances import dimension, law, place, points, symbols
from verified.papers.ngo_2024.peak_limit import (
    apart,
    delta_x,
    distance,
    eps,
    inside,
    itself,
    radius,
    told,
    variance,
)

first, second = Real("v", "[1,200]"), Real("w", "[1,200]")
wide, wider = Real("v", "(0,200]"), Real("w", "(0,200]")
binary = pmf_of(rational(1, 2), rational(1, 2))
two_copied, ends = channel_of([1, 0], [0, 1]), reals_of(-1, 1)


def from_curve(dims: int, spread_: Term) -> Term:
    """μ of (12) in bits at the curve (9), Δ = 1: the divergence of the two farthest outputs."""
    return bits(KL(gaussian(sqrt(dims), spread_), gaussian(-sqrt(dims), spread_)))


def corners(dims: int, spread_: Term) -> Term:
    """What the corners of the cube tell in bits, as many times what ±1 tells: at most (8)."""
    return dims * bits(gaussian_information(binary, two_copied, ends, 1, spread_))


def at_average_power(dims: int, spread_: Term) -> Term:
    """The capacity under average power in bits: at least (8)."""
    return dims * log2(1 + 1 / spread_) / 2


def _gap(dims: int) -> dict[str, Any]:
    """What is said of the gap in this dimension."""
    inputs = Reals("f", symbols * dims)
    coordinate = Symbol("j", dims)
    any_input = bits(gaussian_information(law, itself, inputs, dims, second))
    ball = every(place, total(coordinate, inputs[place * dims + coordinate] ** 2) <= dims)
    return {
        "scope": "inputs of finitely many values",
        "forall": [symbols, law, inputs, first, second],
        "given": [ball],
        "then": from_curve(dims, first) * any_input
        <= 2 * from_curve(dims, second) * corners(dims, first),
        "reading": "ratio",
        "readings": {
            "ratio-any-variance": {
                "forall": [wide, wider],
                "given": [],
                "then": from_curve(dims, wide) * corners(dims, wider)
                <= 2 * from_curve(dims, wider) * at_average_power(dims, wide),
            },
            "difference": {
                "forall": [first, second],
                "given": [],
                "then": from_curve(dims, first) - at_average_power(dims, first)
                <= 2 * (from_curve(dims, second) - corners(dims, second)),
            },
        },
        "note": (
            f"d = {dims}. Almost constant is read generously: within a factor of 2, and of the "
            "ratio, for σ² from 1 to 200. The capacity (8) is at least what the corners of the "
            "cube tell, and on the other side every input in the ball may stand for it. In the "
            "other readings a bound takes the place of (8) on the side that makes them easier, "
            "so that they fail of (8) too. Towards σ² = 0, which Fig. 2 includes, the ratio "
            "grows without bound; and the difference itself shrinks with the noise."
        ),
    }


def _decreasing(dims: int) -> dict[str, Any]:
    return {
        "forall": [wide, wider],
        "given": [wide < wider],
        "then": from_curve(dims, wider) < from_curve(dims, wide),
    }


paper.claim(
    "figure-2-gap",
    at="after Fig. 2",
    then={
        "constant": _gap(1),
        "constant-ten": _gap(10),
        "decreasing": _decreasing(1),
        "decreasing-ten": _decreasing(10),
    },
    note=(
        "Δ = 1, d = 1 and d = 10, σ² up to 200. By Lemma 1, (12) at the curve (9) is the "
        "divergence of the two farthest outputs. `verified value peak_capacity` encloses (8)."
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
            "scope": "inputs of finitely many values",
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
    scope="inputs of finitely many values",
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
cd_variance, quieter_variance = rational("1.3601"), rational("14.5")


def _guarantee(level: Term, spread_: Term) -> dict[str, Any]:
    return {
        "then": hockey_stick(
            gaussian_mixture(figure_input, places, reals_table(21, lambda _: spread_)),
            gaussian(1, spread_),
            eps,
        )
        <= lip_curve(level, eps),
        "note": (
            "At the input x = Δ; the curve (13) is said to hold for every mechanism, and Theorem "
            "2(a) fails of this one (`theorem-2a`)."
        ),
    }


def _leakage(level: Term, spread_: Term) -> dict[str, Any]:
    return {
        "forall": [],
        "given": [],
        "then": bits(gaussian_information(figure_input, on_places, places, 1, spread_)) <= level,
        "note": "That this mechanism meets the hypothesis of Theorem 2(a).",
    }


def _outputs(spread_: Term) -> Term:
    """The law of the response."""
    return gaussian_mixture(figure_input, places, reals_table(21, lambda _: spread_))


input_point, more_eps = Symbol("s", 21), Real("eps'", ">0", latex=r"\epsilon'")


def _best_curve(spread_: Term, epsilon: Term) -> Term:
    """The left side of (6): the optimal LIP curve of this mechanism."""
    alone = gaussian(places[input_point], spread_)
    return largest(input_point, maximum(
        hockey_stick(_outputs(spread_), alone, epsilon),
        exp(-epsilon) * hockey_stick(alone, _outputs(spread_), epsilon),
    ))


def _falls(spread_: Term) -> dict[str, Any]:
    return {
        "forall": [eps, more_eps],
        "given": [eps <= more_eps],
        "then": _best_curve(spread_, more_eps) <= _best_curve(spread_, eps),
        "note": "“Keeps decreasing with ε”: it never grows; to what it falls is `vanishes`.",
    }


def _vanishes(spread_: Term) -> dict[str, Any]:
    return {
        "forall": [eps],
        "given": [],
        "then": _best_curve(spread_, eps)
        <= normal_cdf(1 / sqrt(spread_) - eps * sqrt(spread_) / 2),
        "note": (
            "The right side falls to 0 as ε grows, while the general curve (13) stays above "
            "1 − 2^(−μ) (`theorem-2a-limit`)."
        ),
    }


paper.claim(
    "figure-3",
    at="Fig. 3",
    forall=[eps],
    given=[eps <= 5],
    then={
        "guarantee": _guarantee(rational(1, 10), cd_variance),
        "leakage": _leakage(rational(1, 10), cd_variance),
        "guarantee-hundredth": _guarantee(rational(1, 100), quieter_variance),
        "leakage-hundredth": _leakage(rational(1, 100), quieter_variance),
        "decreasing": _falls(cd_variance),
        "decreasing-hundredth": _falls(quieter_variance),
        "vanishes": _vanishes(cd_variance),
        "vanishes-hundredth": _vanishes(quieter_variance),
    },
    note=(
        "μ = 1/10 and μ = 1/100; the masses of the 21 points are proportional to the density of "
        "N(0, 1/4). The variances are just above those at which the mechanism leaks so much, "
        "1.35999… and 14.48…; `verified figure` gives the data of both curves."
    ),
)


def _own_guarantee(level: Term, spread_: Term) -> dict[str, Any]:
    """The same with the input's own share of the leakage."""
    guarantee = _guarantee(level, spread_)["then"]
    return {"then": guarantee.left <= lip_curve(level / figure_input[20], eps)}


paper.claim(
    "figure-3-repaired",
    at="Fig. 3",
    forall=[eps],
    given=[eps <= 5],
    then={
        "guarantee": _own_guarantee(rational(1, 10), cd_variance),
        "guarantee-hundredth": _own_guarantee(rational(1, 100), quieter_variance),
    },
    note=(
        "The guarantee at the input x = Δ as `theorem-2a-repaired` has it: with μ divided by the "
        "input's own probability."
    ),
)

__all__: list[str] = []
