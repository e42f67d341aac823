"""Textbook facts on two normal laws of different deviations: which events tell them apart best."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Term,
    both,
    either,
    exp,
    gaussian,
    hockey_stick,
    law_cells,
    log,
)
from verified.papers.background.common import paper

mean, other_mean = Real("r"), Real("s")
deviation, other_deviation = Real("u", ">0"), Real("w", ">0")
eps, point = Real("eps", ">=0"), Real("t")
low, high = Real("l"), Real("h")
inner_low, inner_high = Real("l'"), Real("h'")
laws = gaussian(mean, deviation**2), gaussian(other_mean, other_deviation**2)
apart = hockey_stick(*laws, eps)


def log_ratio(place: Any) -> Term:
    """The logarithm of the ratio of the two densities at a number."""
    found: Term = (
        log(other_deviation / deviation)
        - (place - mean) ** 2 / (2 * deviation**2)
        + (place - other_mean) ** 2 / (2 * other_deviation**2)
    )
    return found


def inside(which: int, one: Any, two: Any) -> Term:
    """What one of the laws gives to (one, two], for one ≤ two; else 0 at most."""
    law = laws[which]
    found: Term = law_cells(law, two)[0] - law_cells(law, one)[0]
    return found


# Where the log ratio has its top or bottom.
turn = (mean * other_deviation**2 - other_mean * deviation**2) / (
    other_deviation**2 - deviation**2
)
of_two = [
    mean, other_mean, deviation, other_deviation, eps, low, high, inner_low, inner_high,
]

paper.claim(
    "gaussian-events",
    at="Liu, Cuff and Verdú, E_γ-resolvability (2017), Section II",
    forall=[mean, other_mean, deviation, other_deviation, eps, low, high],
    then={
        "interval": {
            "given": [low <= high],
            "then": inside(0, low, high) - exp(eps) * inside(1, low, high) <= apart,
        },
        "outside": {
            "given": [low <= high],
            "then": 1 - inside(0, low, high) - exp(eps) * (1 - inside(1, low, high)) <= apart,
        },
        "best-interval": {
            "forall": of_two,
            "given": [
                deviation < other_deviation, low <= turn, turn <= high,
                log_ratio(low) <= eps, log_ratio(high) <= eps,
                either(inner_high <= inner_low, both(
                    eps <= log_ratio(inner_low), eps <= log_ratio(inner_high)
                )),
            ],
            "then": apart <= inside(0, low, high) - exp(eps) * inside(1, inner_low, inner_high),
            "note": (
                "The log ratio is a parabola that opens downwards: it is ε at least in (l', h'], "
                "and ε at most outside of (l, h]. For h' ≤ l' what is taken away isn't above 0."
            ),
        },
        "best-outside": {
            "forall": of_two,
            "given": [
                other_deviation < deviation, inner_low <= turn, turn <= inner_high,
                eps <= log_ratio(inner_low), eps <= log_ratio(inner_high),
                either(high <= low, both(log_ratio(low) <= eps, log_ratio(high) <= eps)),
            ],
            "then": apart
            <= 1 - inside(0, low, high) - exp(eps) * (1 - inside(1, inner_low, inner_high)),
            "note": "The same of a parabola that opens upwards.",
        },
    },
    note=(
        "The divergence is P(A) − e^ε Q(A) for the event A on which the density of P is at least "
        "e^ε times that of Q, and no less for any other event."
    ),
)
