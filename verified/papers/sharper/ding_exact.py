"""Noise on Gaussian and mixture priors (Ding): the exact δ in closed form, and the least scale.

The least scale that meets (ε,δ) is the end of a half-line (`half-line`): `prior_least_scale` of
`verified.accounting` certifies it from both sides. Rules in closed form that are enough stand
beside it, with what they gain.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Term,
    absolute,
    equals,
    exp,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    laplace,
    law_shift,
    law_sum,
    log,
    normal_cdf,
    sqrt,
)
from verified.papers.ding_2024.common import (
    delta,
    deviation,
    eps,
    mean,
    other_deviation,
    other_mean,
    private,
    scale,
)
from verified.papers.sharper.common import paper

DING = "sharpens Ding (2024)"
n, m = Size("n"), Size("m")
law, centres, spreads = Pmf("P", n), Reals("c", n), Reals("v", n, ">0")
other_law, other_centres, other_spreads = Pmf("Q", m), Reals("c'", m), Reals("v'", m, ">0")
move, reach = Real("a"), Real("t", ">=0")
power, more_power = Real("p", ">0"), Real("p'", ">0")
more = Real("b'", ">0")
part = Real("d", "[0,1)")
noise = laplace(0, scale)

prior = gaussian_mixture(law, centres, spreads)
priors = (prior, gaussian_mixture(other_law, other_centres, other_spreads))
of_priors = [n, law, centres, spreads, m, other_law, other_centres, other_spreads]

noised_variance = power + deviation**2
apart_by = (other_mean - mean) / sqrt(noised_variance)


def released(own_noise: Term) -> tuple[Term, Term]:
    """The two laws of the release."""
    return law_sum(priors[0], own_noise), law_sum(priors[1], own_noise)


def far_enough(slack: Any) -> Term:
    """How many scales apart two Laplace laws are whose divergence is this δ, at the level ε."""
    return eps - 2 * log(1 - slack)


gap, wide = mean - other_mean, absolute(deviation - other_deviation)
moved_far = normal_cdf((-reach - gap) / wide) + 1 - normal_cdf((reach - gap) / wide)

points_near = absolute(mean - other_mean) <= scale * far_enough(delta)
points_private = private(laplace(mean, scale), laplace(other_mean, scale), eps, delta)

# (16) with two deviations, s and s', of the responses: the log ratio of their densities is ε at
# the distances (−s²d ± s s' R)/(s'² − s²) from the mean of the first.
own_end, other_end = deviation**2 - power, other_deviation**2 - power
shift, over = other_mean - mean, other_deviation**2 - deviation**2
inside_root = shift**2 + 2 * over * (log(other_deviation / deviation) - eps)
root = sqrt(inside_root)
two_deviations = hockey_stick(
    law_sum(gaussian(mean, own_end), gaussian(0, power)),
    law_sum(gaussian(other_mean, other_end), gaussian(0, power)),
    eps,
)
of_two = [mean, other_mean, deviation, other_deviation, power, eps]


def ends(which: int) -> tuple[Term, Term]:
    """The two ends of the best event, in deviations from the mean of the first or the second law;
    for s > s' the lower one comes first."""
    own, other = ((deviation, other_deviation), (other_deviation, deviation))[which]
    return (other * root - own * shift) / over, (-(other * root) - own * shift) / over


def within_ends(which: int) -> Term:
    """What a law gives to the numbers between the two ends, with a minus for s > s'."""
    first, second = ends(which)
    return normal_cdf(first) - normal_cdf(second)


paper.claim(
    "ding-exact",
    at=f"{DING}, Theorems 1 and 2",
    forall=[eps],
    then={
        "gaussian": {
            "forall": [mean, other_mean, deviation, power, eps],
            "given": [mean < other_mean],
            "then": equals(
                hockey_stick(
                    law_sum(gaussian(mean, deviation**2), gaussian(0, power)),
                    law_sum(gaussian(other_mean, deviation**2), gaussian(0, power)),
                    eps,
                ),
                normal_cdf(apart_by / 2 - eps / apart_by)
                - exp(eps) * normal_cdf(-apart_by / 2 - eps / apart_by),
            ),
            "note": (
                "The exact δ of Gaussian noise of the variance p on Gaussian priors of one "
                "deviation, for (16)."
            ),
        },
        "gaussian-wider": {
            "forall": of_two,
            "given": [deviation < other_deviation, power < deviation**2, inside_root >= 0],
            "then": equals(two_deviations, within_ends(0) - exp(eps) * within_ends(1)),
            "note": (
                "The same with two deviations, for (16): s and s' are those of the responses, so "
                "that the priors have the variances s² − p and s'² − p. Where the second is the "
                "wider, the best event is an interval, between the two numbers at which the log "
                "ratio is ε."
            ),
        },
        "gaussian-wider-alone": {
            "forall": of_two,
            "given": [deviation < other_deviation, power < deviation**2, inside_root <= 0],
            "then": equals(two_deviations, 0),
            "note": "Where the log ratio is nowhere above ε.",
        },
        "gaussian-narrower": {
            "forall": of_two,
            "given": [other_deviation < deviation, power < other_deviation**2],
            "then": equals(
                two_deviations, 1 + within_ends(0) - exp(eps) * (1 + within_ends(1))
            ),
            "note": (
                "Where the second is the narrower, the best event is all but an interval, whose "
                "ends are told likewise: there are such ends for every ε ≥ 0."
            ),
        },
        "half-line-gaussian": {
            "forall": [*of_priors, power, more_power, eps, delta],
            "given": [power <= more_power, private(*released(gaussian(0, power)), eps, delta)],
            "then": private(*released(gaussian(0, more_power)), eps, delta),
            "note": "The variances of Gaussian noise that meet (ε,δ) are a half-line.",
        },
        "half-line-laplace": {
            "forall": [*of_priors, scale, more, eps, delta],
            "given": [scale <= more, private(*released(laplace(0, scale)), eps, delta)],
            "then": private(*released(laplace(0, more)), eps, delta),
            "note": "So are the scales of Laplace noise: there is one least scale to speak of.",
        },
        "points": {
            "forall": [mean, other_mean, eps, delta, scale],
            "given": [points_near],
            "then": points_private,
            "note": (
                "Where the data are two numbers; (5) has the scale |μ − μ'|/ε, whatever δ is."
            ),
        },
        "points-needed": {
            "forall": [mean, other_mean, eps, delta, scale],
            "given": [points_private],
            "then": points_near,
            "note": "So the least scale is |μ − μ'|/(ε − 2 ln(1 − δ)) there.",
        },
        "translation": {
            "forall": [n, law, centres, spreads, move, eps, delta, scale],
            "given": [absolute(move) <= scale * far_enough(delta)],
            "then": private(
                law_sum(law_shift(prior, move), noise), law_sum(prior, noise), eps, delta
            ),
            "note": "Remark 1 with a δ, for mixtures of any number of Gaussian laws.",
        },
        "gaussian-priors": {
            "forall": [
                mean, other_mean, deviation, other_deviation, reach, part, eps, scale,
            ],
            "given": [wide > 0, reach <= scale * far_enough(part)],
            "then": hockey_stick(
                law_sum(gaussian(mean, deviation**2), noise),
                law_sum(gaussian(other_mean, other_deviation**2), noise),
                eps,
            )
            <= part + moved_far,
            "note": (
                "Theorem 1 with both tails as they are, and a share d of δ for what lies within t: "
                "it has d = 0, t = εb, and twice the larger tail."
            ),
        },
        "gain": {
            "forall": [eps, delta],
            "then": eps <= far_enough(delta),
            "note": (
                "What `points` and `translation` save: a factor of ε/(ε − 2 ln(1 − δ)) in the "
                "scale, 0.42 at ε = 1 and δ = 1/2, 0.98 at δ = 1/100."
            ),
        },
    },
    note=(
        "Of Laplace noise on Gaussian and mixture priors the exact δ is a sum of masses between "
        "zeros of a difference of densities, which `prior_laplace_delta` encloses."
    ),
)
