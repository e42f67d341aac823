"""Textbook facts on numbers with independent Laplace noise: joint convexity of hockey-stick
divergences, couplings, and data processing."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    equals,
    exp,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    interval_mass,
    laplace,
    law_cells,
    law_shift,
    law_sum,
    normal_cdf,
    pmf_table,
    total,
)
from verified.papers.background.common import paper

CONVEXITY = "Polyanskiy and Wu, Information Theory: From Coding to Learning, Theorem 7.5"
PROCESSING = "Polyanskiy and Wu, Information Theory: From Coding to Learning, Theorem 7.4"

n, m = Size("n"), Size("m")
k, j = Symbol("k", n), Symbol("l", m)
scale, eps = Real("b", ">0"), Real("eps", ">=0")
noise = laplace(0, scale)


def noisy(law: Term) -> Term:
    """The law of a number with independent Laplace noise."""
    return law_sum(law, noise)


def parts_apart(one: Any, other: Any) -> Term:
    """The divergence of one noised Gaussian component from another."""
    return hockey_stick(noisy(gaussian(*one)), noisy(gaussian(*other)), eps)


law, plan = Pmf("P", n), Pmf("w", n * m)
means, variances = Reals("c", n), Reals("v", n, ">0")
own_means, own_variances = Reals("c'", n), Reals("v'", n, ">0")
other_means, other_variances = Reals("c'", m), Reals("v'", m, ">0")
rows = pmf_table(n, lambda i: total(j, plan[i * m + j]))
columns = pmf_table(m, lambda i: total(k, plan[k * m + i]))

paper.claim(
    "noised-mixtures",
    at=CONVEXITY,
    forall=[scale, eps],
    then={
        "components": {
            "forall": [n, law, means, variances, own_means, own_variances, scale, eps],
            "then": hockey_stick(
                noisy(gaussian_mixture(law, means, variances)),
                noisy(gaussian_mixture(law, own_means, own_variances)),
                eps,
            )
            <= total(k, law[k] * parts_apart(
                (means[k], variances[k]), (own_means[k], own_variances[k])
            )),
        },
        "plan": {
            "forall": [
                n, m, plan, means, variances, other_means, other_variances, scale, eps,
            ],
            "then": hockey_stick(
                noisy(gaussian_mixture(rows, means, variances)),
                noisy(gaussian_mixture(columns, other_means, other_variances)),
                eps,
            )
            <= total(k, total(j, plan[k * m + j] * parts_apart(
                (means[k], variances[k]), (other_means[j], other_variances[j])
            ))),
            "note": "Each mixture is one of the components of a coupling of the weights.",
        },
    },
    note="Hockey-stick divergences are jointly convex: of mixtures they are at most their mean.",
)

mean, other_mean, move = Real("r"), Real("s"), Real("a")
deviation, other_deviation = Real("u", ">0"), Real("w", ">0")
variance, other_variance = Real("v", ">0"), Real("w", ">0")
reach = Real("t", ">=0")
wider = absolute(deviation - other_deviation)
gap = gaussian(mean - other_mean, wider**2)
moved_far = law_cells(gap, -reach)[0] + 1 - law_cells(gap, reach)[0]
prior = gaussian_mixture(law, means, variances)

paper.claim(
    "noised-couplings",
    at=f"{PROCESSING}, and 7.5",
    forall=[scale, eps],
    then={
        "gaussian": {
            "forall": [mean, other_mean, deviation, other_deviation, reach, scale, eps],
            "given": [wider > 0],
            "then": parts_apart((mean, deviation**2), (other_mean, other_deviation**2))
            <= hockey_stick(laplace(0, scale), laplace(reach, scale), eps) + moved_far,
            "note": (
                "Given X and X' of a coupling the noised numbers are Laplace: their divergence is "
                "at most 1, and at most that of two Laplace laws t apart where |X − X'| ≤ t. In "
                "the coupling X' = T(X) by the increasing linear T, X − X' is Gaussian."
            ),
        },
        "gaussian-moved": {
            "forall": [mean, other_mean, variance, scale, eps],
            "then": parts_apart((mean, variance), (other_mean, variance))
            <= hockey_stick(laplace(mean, scale), laplace(other_mean, scale), eps),
            "note": "Data processing: the same independent number is added to both noises.",
        },
        "mixture-moved": {
            "forall": [n, law, means, variances, move, scale, eps],
            "then": hockey_stick(noisy(law_shift(prior, move)), noisy(prior), eps)
            <= hockey_stick(laplace(move, scale), laplace(0, scale), eps),
            "note": "Data processing, for a mixture of any number of Gaussian laws.",
        },
    },
    note="Couplings of two numbers to which Laplace noise is added.",
)

low, high = Real("l"), Real("h")
responses = [
    noisy(gaussian(centre, spread))
    for centre, spread in ((mean, variance), (other_mean, other_variance))
]

paper.claim(
    "noised-events",
    at="Liu, Cuff and Verdú, E_γ-resolvability (2017), Section II",
    forall=[mean, other_mean, variance, other_variance, scale, eps, low, high],
    then=interval_mass(responses[0], low, high) - exp(eps) * interval_mass(responses[1], low, high)
    <= hockey_stick(*responses, eps),
    note="The divergence is the largest such difference over all events; this is one of them.",
)

place, normal_place = Real("t"), (Real("t") - mean) / deviation
noised_place = (place - mean) / scale


def tilted(sign: int) -> Term:
    """e^(−x) Φ(x/u − u) of a place x and a deviation u in scales of the noise, for the sign 1."""
    found: Term = exp(-sign * noised_place) * normal_cdf(sign * normal_place - deviation / scale)
    return found


paper.claim(
    "noised-below",
    at="Reed, The Normal-Laplace Distribution and Its Relatives (2006), Section 2",
    forall=[mean, deviation, scale, place],
    then=equals(
        law_cells(noisy(gaussian(mean, deviation**2)), place)[0],
        normal_cdf(normal_place)
        - exp(deviation**2 / (2 * scale**2)) * (tilted(1) - tilted(-1)) / 2,
    ),
)


def half_line(which: int) -> Term:
    """The probability of (−∞, t] under a response."""
    return law_cells(responses[which], place)[0]


paper.claim(
    "noised-half-lines",
    at="Liu, Cuff and Verdú, E_γ-resolvability (2017), Section II",
    forall=[mean, other_mean, variance, other_variance, scale, eps, place],
    then={
        "below": half_line(0) - exp(eps) * half_line(1) <= hockey_stick(*responses, eps),
        "above": 1 - half_line(0) - exp(eps) * (1 - half_line(1)) <= hockey_stick(*responses, eps),
    },
    note="As `noised-events`, of the numbers up to t, and of those beyond.",
)

more = Real("b'", ">0")
power, more_power = Real("p", ">0"), Real("p'", ">0")
other_law, other_centres, other_spreads = Pmf("Q", m), Reals("c'", m), Reals("v'", m, ">0")
priors = (prior, gaussian_mixture(other_law, other_centres, other_spreads))
of_priors = [n, law, means, variances, m, other_law, other_centres, other_spreads]


def released(own_noise: Term) -> Term:
    """The divergence of two mixtures to which the same noise is added."""
    return hockey_stick(*(law_sum(found, own_noise) for found in priors), eps)


paper.claim(
    "more-noise",
    at=PROCESSING,
    forall=[eps],
    then={
        "gaussian": {
            "forall": [*of_priors, power, more_power, eps],
            "given": [power <= more_power],
            "then": released(gaussian(0, more_power)) <= released(gaussian(0, power)),
            "note": "N(0, p') is N(0, p) and an independent N(0, p' − p).",
        },
        "laplace": {
            "forall": [*of_priors, scale, more, eps],
            "given": [scale <= more],
            "then": released(laplace(0, more)) <= released(laplace(0, scale)),
            "note": (
                "With s = (b/b')², 1/(1 + b'²t²) = 1/(1 + b²t²)·(s + (1 − s)/(1 + b'²t²)): the "
                "larger noise is the smaller one and an independent number, which is 0 with "
                "probability s and Laplace of the scale b' otherwise."
            ),
        },
    },
    note="Data processing: more noise never tells more.",
)

sums = [
    law_sum(gaussian(centre, spread), gaussian(0, power))
    for centre, spread in ((mean, variance), (other_mean, other_variance))
]
single = [
    gaussian(centre, power + spread)
    for centre, spread in ((mean, variance), (other_mean, other_variance))
]

paper.claim(
    "gaussian-sums",
    at="Feller, An Introduction to Probability Theory, Volume II, II.4",
    forall=[mean, other_mean, variance, other_variance, power, eps],
    then=equals(hockey_stick(*sums, eps), hockey_stick(*single, eps)),
    note="The sum of two independent Gaussian numbers is one whose variance is their sum.",
)

__all__: list[str] = []
