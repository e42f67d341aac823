"""What is printed of the data sets and of Fig. 1; `verified figure` gives the data of the plots."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verified.language import (
    Real,
    Term,
    absolute,
    either,
    equals,
    exp,
    log,
    maximum,
    negation,
    normal_cdf,
    rational,
)
from verified.papers.ding_2024.common import (
    deviation,
    mean,
    other_deviation,
    other_mean,
    paper,
)
from verified.syntax.terms import number

# Records by race in the file `adult.data`, as the shipped table counts them: Amer-Indian-Eskimo,
# Asian-Pac-Islander, Black, Other, White.
ADULT_RECORDS = (311, 1039, 3124, 271, 27816)
# The columns of that file: 14 attributes and the class.
ADULT_COLUMNS = (
    "age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation",
    "relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week",
    "native-country", "income",
)
# The attributes that the repository's description of the heart disease databases counts.
HEART_ATTRIBUTES = 76
# Patients in the processed Hungarian data; of 271 the cholesterol is recorded.
HUNGARIAN_PATIENTS = 294


def _records(counts: tuple[int, ...]) -> Term:
    return sum((number(count) for count in counts[1:]), number(counts[0]))


paper.claim(
    "adult-size",
    at="Section V",
    then=equals(_records(ADULT_RECORDS), 32652),
    note="On the left, the records by race of the repository's file adult.data, 32,561 in all; the "
    "text prints 32652, three times.",
)
paper.claim(
    "adult-attributes",
    at="Section V",
    then=equals(number(len(ADULT_COLUMNS)), 15),
    note="On the left, the columns of the repository's file adult.data by their names; the last is "
    "the class that the repository doesn't count among its 14 attributes.",
)
paper.claim(
    "hungarian-attributes",
    at="Section V",
    then=equals(number(HEART_ATTRIBUTES), 76),
    note="On the left, what the repository's description of the databases says; its processed "
    "file, which has the two attributes that the experiment uses, has 14 of them.",
)
paper.claim(
    "hungarian-size",
    at="Section V",
    then=equals(number(HUNGARIAN_PATIENTS), 293),
    note="On the left, the patients of the repository's processed file. Of 271 of them the "
    "cholesterol is recorded.",
)

scale = number(4)
second_parameter = number(8)
paper.claim(
    "figure-1-numbers",
    at="Fig. 1",
    then=equals(2 * scale**2, second_parameter),
    reading="second-parameter-variance",
    readings={
        "second-parameter-deviation": {"then": equals(2 * scale**2, second_parameter**2)},
    },
    note="The variances of L(4), on the left, and of G(0, 8), whose second parameter the paper "
    "takes for a variance in the notation and for a standard deviation in Theorem 1. The maxima "
    "that the caption prints are `figure-1-maxima`.",
)

# --- the maxima of the log ratios -----------------------------------------------------------------

# Pr(Z ≤ x) is erfc(−x/√2)/2, so that the density of a Gaussian number with Laplace noise is
# e^(s²/2b² − u/b) Φ(u/s − s/b) and the same of −u, over 2b, at a distance u from the mean.
point, power, bound = Real("y"), Real("v", ">0", latex=r"\theta^2"), Real("c", ">0")
step = Real("h")
different = negation(equals(deviation, other_deviation))


def noised_density(centre: Any, spread: Any, place: Any) -> Term:
    """The density, times 2b, of a Gaussian number with Laplace noise of the scale b of (b)."""
    def side(u: Any) -> Term:
        found: Term = exp(spread**2 / (2 * scale**2) - u / scale) * normal_cdf(
            u / spread - spread / scale
        )
        return found

    return side(place - centre) + side(centre - place)


# The mean and deviation of a prior, and of another one.
EXAMPLE = (number(0), number(1), rational(1, 2), rational(5, 4))


def laplace_ratio(
    place: Any, centre: Any = mean, spread: Any = deviation, other_centre: Any = other_mean,
    other_spread: Any = other_deviation,
) -> Term:
    """The log ratio of the densities of (b)."""
    found: Term = log(noised_density(centre, spread, place)) - log(
        noised_density(other_centre, other_spread, place)
    )
    return found


wide, other_wide = power + deviation**2, power + other_deviation**2


def gaussian_ratio(place: Any) -> Term:
    """The log ratio of two Gaussian densities, as those of (c), at noise of a variance."""
    found: Term = (
        log(other_wide / wide) / 2
        - (place - mean) ** 2 / (2 * wide)
        + (place - other_mean) ** 2 / (2 * other_wide)
    )
    return found


paper.claim(
    "figure-1-maxima",
    at="Fig. 1",
    forall=[mean, other_mean, deviation, other_deviation, point],
    given=[different],
    then={
        "laplace": {
            "scope": "one pair of priors, as an example",
            "forall": [point],
            "given": [],
            "then": absolute(laplace_ratio(point, *EXAMPLE)) <= number(fmpq(2992, 10000)),
            "reading": "some-priors",
            "readings": {"all-priors": {
                "scope": "whatever the priors are, as the text doesn't give them",
                "forall": [mean, other_mean, deviation, other_deviation, point],
                "given": [different],
                "then": absolute(laplace_ratio(point)) <= number(fmpq(2992, 10000)),
                "note": "That the caption's number isn't one for all priors, and no more.",
            }},
            "note": "The caption speaks of one pair of priors, which the text doesn't give: that "
            "there are priors whose log ratio is nowhere above its number. Those here are "
            "N(0, 1) and N(1/2, 25/16).",
        },
        "gaussian": {
            "scope": "whatever the priors are, as the text doesn't give them",
            "forall": [mean, other_mean, deviation, other_deviation, power, point],
            "then": absolute(gaussian_ratio(point)) <= number(fmpq(156, 10000)),
            "note": "For no pair of priors: the log ratio is unbounded (`figure-1-unbounded`).",
        },
    },
    note=(
        "“Normal distributed with different mean and variance”, and max_y |log P_Y(y)/P_Y'(y)| is "
        "0.2992 with L(4) and 0.0156 with Gaussian noise: that no y exceeds these numbers. The "
        "means and variances stand in the figure's plots only."
    ),
)
paper.claim(
    "figure-1-unbounded",
    at="Fig. 1",
    forall=[mean, other_mean, deviation, other_deviation, power, bound, step],
    given=[4 * bound <= step**2 * absolute(1 / wide - 1 / other_wide)],
    then=bound <= maximum(
        absolute(gaussian_ratio(0)),
        maximum(absolute(gaussian_ratio(step)), absolute(gaussian_ratio(-step))),
    ),
    note=(
        "With Gaussian noise of any variance and priors of different variances, each c is reached "
        "by the log ratio at 0, at h or at −h, for h large: there is no maximum on the line, "
        "whatever the priors are. The caption's 0.0156 can be the maximum over a plotted range."
    ),
)

left, right = Real("l"), Real("h")
wider_by = other_wide - wide
top = (mean * other_wide - other_mean * wide) / wider_by


def most_apart(centre: Any, spread: Any, other_centre: Any, other_spread: Any) -> Term:
    """How far apart the log densities of (b) are at most."""
    found: Term = absolute(centre - other_centre) / scale + maximum(
        absolute(spread**2 - other_spread**2) / (2 * scale**2),
        absolute(spread - other_spread) / scale,
    )
    return found


laplace_apart = most_apart(mean, deviation, other_mean, other_deviation)
peak = log(other_wide / wide) / 2 + (mean - other_mean) ** 2 / (2 * wider_by)
printed = number(fmpq(156, 10000))
laplace_printed = number(fmpq(2992, 10000))

paper.claim(
    "figure-1-maxima-repaired",
    at="Fig. 1",
    forall=[mean, other_mean, deviation, other_deviation, point],
    then={
        "laplace": {
            "given": [different, laplace_apart <= laplace_printed],
            "then": absolute(laplace_ratio(point)) <= laplace_printed,
            "note": (
                "With Laplace noise the log ratio is bounded: by |μ − μ'|/b and the larger of "
                "|σ² − σ'²|/(2b²), far out, and |σ − σ'|/b, next to the means. For priors for "
                "which that is at most 0.2992. No factor of the last below √(2/π) would do."
            ),
        },
        "gaussian": {
            "forall": [
                mean, other_mean, deviation, other_deviation, power, left, right, point,
            ],
            "given": [
                different, left <= point, point <= right,
                absolute(gaussian_ratio(left)) <= printed,
                absolute(gaussian_ratio(right)) <= printed,
                either(top <= left, either(right <= top, absolute(peak) <= printed)),
            ],
            "then": absolute(gaussian_ratio(point)) <= printed,
            "note": (
                "Over a plotted range [l, h]: the log ratio is a parabola, so that it is enough "
                "that it is small at the ends, and at its top or bottom where this lies within. "
                "Each of the three is necessary."
            ),
        },
    },
)
