"""Monge's transport plan between two Gaussian priors: (3) and footnote 5."""

from __future__ import annotations

from typing import Any

from verified.language import Real, Term, equals, gaussian, law_cells
from verified.papers.ding_2024.common import (
    deviation,
    mean,
    other_deviation,
    other_mean,
    paper,
)

place = Real("x")
covariance = Real("c")


def moved(point: Any) -> Term:
    """T(x) of (3)."""
    found: Term = other_mean + other_deviation / deviation * (point - mean)
    return found


def below(law: Term, point: Any) -> Term:
    """Pr(X ≤ x) for X with a law on the line."""
    return law_cells(law, point)[0]


def pushed(first: Term, second: Term) -> dict[str, Any]:
    """T(X) has the law of X', as T increases: Pr(X ≤ x) = Pr(X' ≤ T(x)) for every x."""
    return {
        "then": equals(
            below(gaussian(mean, first), place), below(gaussian(other_mean, second), moved(place))
        )
    }


least_cost = (mean - other_mean) ** 2 + (deviation - other_deviation) ** 2
own_gap = mean - other_mean
plan_spread = (deviation - other_deviation / deviation * deviation) ** 2

paper.claim(
    "monge-map",
    at="(3) and footnote 5",
    scope="costs of couplings by their means and covariances",
    forall=[mean, other_mean, deviation, other_deviation],
    then={
        "push-forward": {
            "forall": [mean, other_mean, deviation, other_deviation, place],
            "scope": "",
            "reading": "deviation",
            **pushed(deviation**2, other_deviation**2),
            "readings": {"variance": pushed(deviation, other_deviation)},
            "note": (
                "Section I-C says that G(μ, σ²) has the variance σ², and (3) has G(μ, σ): "
                "`deviation` reads σ as the standard deviation in both, `variance` takes the "
                "second argument of G for the variance."
            ),
        },
        "plan": {
            "then": equals(own_gap**2 + plan_spread, least_cost),
            "note": (
                "The plan's cost, E(X − T(X))²: X − T(X) is (1 − σ_j/σ_i)(X − μ_i) + μ_i − μ_j."
            ),
        },
        "every-coupling": {
            "forall": [mean, other_mean, deviation, other_deviation, covariance],
            "given": [covariance**2 <= deviation**2 * other_deviation**2],
            "then": least_cost
            <= own_gap**2 + deviation**2 + other_deviation**2 - 2 * covariance,
            "note": (
                "E(X − X')² of a coupling is told by the covariance c of X and X', for which "
                "c² ≤ σ_i² σ_j² (Cauchy and Schwarz). So W_2² is the cost of T."
            ),
        },
    },
)
