"""Remark 1 on translation priors, and its steps in Appendix B."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    absolute,
    equals,
    exp,
    gaussian_mixture,
    interval_mass,
    law_shift,
    law_sum,
)
from verified.papers.ding_2024.common import (
    deviation,
    eps,
    mean,
    other_mean,
    paper,
    private,
    scale,
)
from verified.papers.ding_2024.theorem_1 import ONE_PAIR, noise, noised

parts = Size("n")
weights, centres = Pmf("P", parts), Reals("c", parts)
spreads = Reals("v", parts, ">0")
prior = gaussian_mixture(weights, centres, spreads)


def translated(by: Any) -> dict[str, Any]:
    """Remark 1 where X|s_i has the law of X|s_j + by."""
    return {
        "given": [absolute(mean - other_mean) / eps <= scale],
        "then": private(
            law_sum(law_shift(prior, by), noise), law_sum(prior, noise), eps, 0
        ),
    }


paper.claim(
    "remark-1",
    at="Remark 1, eq. (6)",
    scope=f"{ONE_PAIR}; priors that are mixtures of any number of Gaussian laws",
    forall=[weights, centres, spreads, mean, other_mean, eps, scale],
    reading="printed",
    **translated(other_mean - mean),
    readings={"turned": translated(mean - other_mean)},
    note=(
        "P(x|s_i) = P(x − μ_j + μ_i|s_j) says that X|s_i is X|s_j moved by μ_j − μ_i (`printed`). "
        "If μ_i and μ_j are the means, then X|s_i is X|s_j moved by μ_i − μ_j (`turned`), and the "
        "printed condition holds for equal means only. (6) is enough for both."
    ),
)

# --- Appendix B -----------------------------------------------------------------------------------

response, low, high = Real("y"), Real("l"), Real("h")
behind = response - other_mean + mean
here, there = (exp(-absolute(place) / scale) for place in (response, behind))
first, second = noised(mean, deviation**2), noised(other_mean, deviation**2)
event_masses = [interval_mass(law, low, high) for law in (first, second)]

paper.claim(
    "remark-1-steps",
    at="Appendix B",
    scope="one pair of secrets; y stands for y − x where integrands are compared",
    forall=[mean, other_mean, eps, scale, response],
    then={
        "equality": {
            "then": equals(here - exp(eps) * there, here - there),
            "note": (
                "The second line of the proof is the first without the factor e^ε, for every y − x."
            ),
        },
        "bound": {
            "then": here - there <= (1 - exp(-absolute(mean - other_mean) / scale)) * here,
            "note": "The inequality that follows it, as printed: without e^ε on either side.",
        },
        "conclusion": {
            "scope": "Gaussian priors",
            "forall": [mean, other_mean, deviation, eps, scale, low, high],
            "given": [(mean - other_mean) / eps <= scale],
            "then": event_masses[0] - exp(eps) * event_masses[1] <= 0,
            "note": (
                "“Thus, any b ≥ (μ_i − μ_j)/ε ensures …”, of the events (l, h]: without the "
                "absolute value it asks nothing where μ_i < μ_j."
            ),
        },
    },
)
paper.claim(
    "remark-1-steps-repaired",
    at="Appendix B",
    scope="one pair of secrets",
    forall=[mean, other_mean, eps, scale],
    then={
        "equality": {
            "scope": "one pair of secrets; y stands for y − x where integrands are compared",
            "forall": [mean, other_mean, eps, scale, response],
            "then": here - exp(eps) * there
            <= (1 - exp(eps - absolute(mean - other_mean) / scale)) * here,
            "note": "The bound with the factor e^ε kept, without the equality.",
        },
        "conclusion": {
            "scope": "Gaussian priors",
            "forall": [mean, other_mean, deviation, eps, scale, low, high],
            "given": [absolute(mean - other_mean) / eps <= scale],
            "then": event_masses[0] - exp(eps) * event_masses[1] <= 0,
            "note": "With |μ_i − μ_j|, as (6) has it.",
        },
    },
)
