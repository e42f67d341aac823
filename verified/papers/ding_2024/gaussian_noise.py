"""Section VI-B: Gaussian noise, against Laplace noise of the same power, and (16)."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Term,
    absolute,
    equals,
    gaussian,
    hockey_stick,
    iff,
    laplace,
    law_sum,
    rational,
    sqrt,
)
from verified.papers.ding_2024.common import (
    delta,
    deviation,
    eps,
    mean,
    other_deviation,
    other_mean,
    paper,
    private,
    scale,
)
from verified.papers.ding_2024.theorem_1 import ONE_PAIR

power = Real("v", ">0", latex=r"\theta^2")


def responses(noise: Term) -> tuple[Term, Term]:
    """The laws of the response to two Gaussian priors."""
    return (
        law_sum(gaussian(mean, deviation**2), noise),
        law_sum(gaussian(other_mean, other_deviation**2), noise),
    )


def apart(noise: Term, level: Any) -> Term:
    """The least δ of a pair of secrets."""
    return hockey_stick(*responses(noise), level)


paper.claim(
    "gaussian-or-laplace",
    at="Section VI-B and Fig. 1",
    scope=ONE_PAIR,
    forall=[mean, other_mean, deviation, other_deviation, eps, scale],
    then=apart(gaussian(0, 2 * scale**2), eps) <= apart(laplace(0, scale), eps),
    note=(
        "“With the same noise power, Gaussian mechanism provides higher statistical "
        "indistinguishability than Laplace mechanism”: a smaller δ at every ε, for noise of the "
        "variance 2b²."
    ),
)

gap, spread = absolute(mean - other_mean), deviation**2 + 2 * scale**2

paper.claim(
    "gaussian-or-laplace-repaired",
    at="Section VI-B and Fig. 1",
    scope=ONE_PAIR,
    forall=[mean, other_mean, deviation, other_deviation, eps, scale],
    given=[
        equals(deviation, other_deviation),
        2 * eps * spread <= gap**2,
        gap**2 + 2 * eps * spread <= rational(11, 5) * gap * sqrt(spread),
    ],
    then=apart(gaussian(0, 2 * scale**2), eps) <= apart(laplace(0, scale), eps),
    note=(
        "For priors of one deviation and levels that aren't large: with d = |μ − μ'| over the "
        "deviation of the response, for 2ε ≤ d² and d² + 2ε ≤ 2.2 d, as for d = 1.1 and ε up to "
        "0.6. The best half-line under Gaussian noise then ends between the means, within 1.1 "
        "deviations of each. Every pair of priors needs a bound on ε: with Laplace noise the log "
        "ratio is bounded, so that δ is 0 from some ε on, and with Gaussian noise δ is positive at "
        "each ε if the means differ."
    ),
)

summed = (
    gaussian(mean, power + deviation**2), gaussian(other_mean, power + other_deviation**2)
)

paper.claim(
    "eq-16",
    at="Section VI-B, eq. (16)",
    scope=ONE_PAIR,
    forall=[mean, other_mean, deviation, other_deviation, power, eps, delta],
    then=iff(
        private(*responses(gaussian(0, power)), eps, delta),
        hockey_stick(*summed, eps) <= delta,
    ),
    note=(
        "The integral of [g_1 − e^ε g_2]_+ is the hockey-stick divergence of the two Gaussian "
        "laws. In closed form: `sharper/ding-exact.gaussian` for one deviation, `.gaussian-wider` "
        "and `.gaussian-narrower` for two."
    ),
)
