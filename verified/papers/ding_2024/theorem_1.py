"""Theorem 1, its steps in Appendix A, and the ℓ_1-sensitivity of Section III-A."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Close,
    Real,
    Term,
    absolute,
    both,
    equals,
    exp,
    gaussian,
    iff,
    implies,
    laplace,
    law_sum,
    negation,
)
from verified.papers.ding_2024.common import (
    delta,
    deviation,
    eps,
    long_enough,
    mean,
    other_deviation,
    other_mean,
    paper,
    private,
    scale,
    tail,
    tail_end,
)
from verified.papers.ding_2024.monge import moved

ONE_PAIR = "one pair of secrets and one prior belief at a time"
noise = laplace(0, scale)


def noised(centre: Any, variance: Any) -> Term:
    """The law of the response where the data are Gaussian."""
    return law_sum(gaussian(centre, variance), noise)


def enough(gap: Any, spread: Any) -> Term:
    """(5), (9), (11) and (13) ask that ε b is at least this."""
    return absolute(gap) + absolute(spread) * tail_end


def theorem(first: Any, second: Any) -> dict[str, Any]:
    """Theorem 1 where the priors have these variances."""
    needed = enough(mean - other_mean, deviation - other_deviation)
    return {
        "given": [long_enough(tail_end, delta), needed / eps <= scale],
        "then": private(noised(mean, first), noised(other_mean, second), eps, delta),
    }


paper.claim(
    "theorem-1",
    at="Theorem 1, eq. (5)",
    scope=ONE_PAIR,
    forall=[mean, other_mean, deviation, other_deviation, tail_end, eps, delta, scale],
    reading="deviation",
    **theorem(deviation**2, other_deviation**2),
    readings={"variance": theorem(deviation, other_deviation)},
    note=(
        "For every τ with Pr(Z > τ) ≤ δ/2, of which τ*(δ) is the least, so that b is at least the "
        "right side of (5). At δ = 0 there is no such τ, and nothing is claimed. Section I-C says "
        "that G(μ, σ²) has the variance σ², and the theorem G(μ, σ): `deviation` takes σ as the "
        "standard deviation, as the proof does, `variance` takes the second argument of G for the "
        "variance. A scale is above 0."
    ),
)

# --- Appendix A -----------------------------------------------------------------------------------

point, response = Real("x"), Real("y")
mass = Real("p", "[0,1]")
normal = Real("z")
reach = eps * scale
image = moved(point)
distance = absolute(point - image)
kernel = exp(-(absolute(response - point)) / scale) / (2 * scale)
other_kernel = exp(eps - absolute(response - image) / scale) / (2 * scale)
farther = (absolute(response - image) - absolute(response - point)) / scale
shortfall = 1 - exp(eps - distance / scale)
gap, spread = mean - other_mean, deviation - other_deviation
points = [mean, other_mean, deviation, other_deviation, eps, scale, point]
shift, threshold = Real("r"), Real("t", ">0")
beyond = tail(threshold - shift) + tail(threshold + shift)
high_end = threshold - absolute(shift)
# |μ_i − μ_j|, |σ_i − σ_j| where it isn't 0, and c of the sentences after (19).
length, width, room = Real("G", ">=0"), Real("S", ">0"), Real("c", ">=0")
after_19: dict[str, Any] = {
    "scope": "",
    "forall": [length, width, room, eps, scale],
    "given": [(length + room) / eps <= scale],
}

paper.claim(
    "theorem-1-steps",
    at="Appendix A, (17) to (19), and after",
    scope="integrands, for each x and y",
    forall=[*points, response],
    then={
        "factored": equals(
            kernel - other_kernel, kernel * (1 - exp(eps - farther))
        ),
        "eq-17": {
            "then": both(
                implies(reach < distance, kernel * (1 - exp(eps - farther)) <= kernel * shortfall),
                implies(distance <= reach, kernel * (1 - exp(eps - farther)) <= 0),
            ),
            "note": "In A by the triangle inequality; outside of A it is left out of (17).",
        },
        "below-one": {
            "forall": [*points, mass],
            "given": [reach < distance],
            "then": mass * shortfall <= shortfall,
            "note": "Between (17) and (18): the integral over B is a number p in [0, 1].",
        },
        "eq-18": {"forall": points, "then": shortfall <= 1},
        "substituted": {
            "forall": [mean, other_mean, deviation, other_deviation, normal],
            "then": equals(
                (mean + deviation * normal) - moved(mean + deviation * normal),
                normal * spread + gap,
            ),
            "note": "X − T(X) = Z (σ_i − σ_j) + (μ_i − μ_j) for X = μ_i + σ_i Z.",
        },
        "divided": {
            "forall": [mean, other_mean, deviation, other_deviation, normal],
            "given": [negation(equals(deviation, other_deviation))],
            "then": equals(
                absolute(normal * spread + gap) / absolute(spread), absolute(normal + gap / spread)
            ),
            "reading": "different",
            "readings": {"every-pair": {"given": []}},
            "note": (
                "The division by |σ_i − σ_j| inside of the probability. The theorem allows "
                "σ_i = σ_j, where it is one by 0."
            ),
        },
        "first-case": {
            "scope": "",
            "forall": [shift, threshold],
            "given": [shift >= 0, shift <= threshold],
            "then": equals(beyond, tail(threshold - absolute(shift))),
            "note": (
                "Pr(|Z + r| > t) = Pr(Z + |r| > t) for r = (μ_i − μ_j)/(σ_i − σ_j) ≥ 0 and "
                "t = εb/|σ_i − σ_j|, which is |r| at least by the assumption on b: the other side "
                "of the event is left out."
            ),
        },
        "second-case": {
            "scope": "",
            "forall": [shift, threshold],
            "given": [shift < 0, -shift <= threshold],
            "then": equals(beyond, tail(threshold + absolute(shift))),
            "note": "Pr(|Z + r| > t) = Pr(Z − |r| > t) for r < 0.",
        },
        "first-doubled": {
            "scope": "",
            "forall": [shift, threshold],
            "given": [shift >= 0],
            "then": tail(threshold - absolute(shift)) <= 2 * tail(high_end),
        },
        "second-doubled": {
            "scope": "",
            "forall": [shift, threshold],
            "given": [shift < 0],
            "then": tail(threshold + absolute(shift)) <= 2 * (1 - tail(-high_end)),
            "note": "Pr(Z < −t + |r|) is written 1 − Q(−t + |r|).",
        },
        "eq-19": {
            "scope": "",
            "forall": [shift, threshold],
            "then": equals(2 * (1 - tail(-high_end)), 2 * tail(high_end)),
        },
        "tail": {
            **after_19,
            "then": equals(tail((reach - length) / width), tail(room / width)),
            "note": (
                "“We then just need to have Pr(Z > (εb − |μ_i − μ_j|)/|σ_i − σ_j|) = "
                "Pr(Z > c/|σ_i − σ_j|) ≤ δ/2”, for the b ≥ (|μ_i − μ_j| + c)/ε that is assumed: "
                "they are equal for equality in b only. |μ_i − μ_j| and |σ_i − σ_j| are G and S."
            ),
        },
        "enough": {
            **after_19,
            "forall": [length, width, room, tail_end, eps, delta, scale],
            "given": [*after_19["given"], width * tail_end <= room, long_enough(tail_end, delta)],
            "then": tail((reach - length) / width) <= delta / 2,
            "note": "“We then have sufficient condition c ≥ |σ_i − σ_j| τ*(δ)”, for τ* any τ with "
            "Pr(Z > τ) ≤ δ/2.",
        },
    },
)
paper.claim(
    "theorem-1-steps-repaired",
    at="Appendix A, (19)",
    forall=[shift, threshold],
    then={
        "doubled": {
            "then": beyond <= 2 * tail(high_end),
            "note": (
                "Pr(|Z + r| > t) ≤ 2 Pr(Z > t − |r|), for every r and t: what the proof needs "
                "where σ_i ≠ σ_j. Where σ_i = σ_j the event is certain or impossible."
            ),
        },
        "tail": {
            **after_19,
            "then": tail((reach - length) / width) <= tail(room / width),
            "note": "With ≤, which is what the proof needs.",
        },
    },
)

# --- ℓ_1-sensitivity ------------------------------------------------------------------------------

points_apart = absolute(mean - other_mean)
still, moved_on = laplace(mean, scale), laplace(other_mean, scale)

paper.claim(
    "l1-sensitivity",
    at="Section III-A",
    scope=ONE_PAIR,
    forall=[mean, other_mean, tail_end, eps, scale],
    then={
        "reduces": equals(enough(mean - other_mean, 0) / eps, points_apart / eps),
        "private": {
            "forall": [mean, other_mean, eps, scale],
            "given": [points_apart / eps <= scale],
            "then": Close(still, moved_on, eps, 0),
            "note": "The data are two numbers, so that the responses are Laplace laws there.",
        },
    },
    note="(5) at σ_i = σ_j = 0, where the prior is a point mass, is the ℓ_1-sensitivity over ε.",
)
paper.claim(
    "l1-sensitivity-sharp",
    at="Section III-A",
    scope=ONE_PAIR,
    forall=[mean, other_mean, eps, scale],
    then=iff(points_apart / eps <= scale, Close(still, moved_on, eps, 0)),
    note="No smaller scale is enough.",
)
