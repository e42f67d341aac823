"""Appendix E: what Monge's plan is for."""

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
    exp,
    maximum,
    normal_cdf,
    pi,
    sqrt,
    total,
)
from verified.papers.ding_2024.common import (
    deviation,
    eps,
    mean,
    other_deviation,
    other_mean,
    paper,
    scale,
)

size = Size("n")
law, values, symbol = Pmf("P", size), Reals("u", size), Symbol("k", size)
point, other_point, response = Real("x"), Real("x'"), Real("y")
mass, distance = Real("p", "[0,1]"), Real("d", ">=0")
covariance = Real("c")


def kernel(place: Any) -> Term:
    """The density of the noise."""
    return exp(-absolute(place) / scale) / (2 * scale)


def shortfall(apart: Any) -> Term:
    """1 − e^(ε − d/b)."""
    return 1 - exp(eps - apart / scale)


def cost(spread: Any) -> Term:
    """E(|X − X'|/b − ε)² where X − X' is Gaussian with this variance."""
    gap, root = mean - other_mean, sqrt(spread)
    size = sqrt(2 / pi()) * root * exp(-(gap**2) / (2 * spread)) + gap * (
        1 - 2 * normal_cdf(-gap / root)
    )
    found: Term = (gap**2 + spread) / scale**2 - 2 * eps * size / scale + eps**2
    return found


MONGE: dict[str, Any] = {
    "scope": "couplings that are jointly Gaussian",
    "forall": [mean, other_mean, deviation, other_deviation, covariance, eps, scale],
    "given": [
        (deviation - other_deviation) ** 2 > 0,
        covariance**2 <= deviation**2 * other_deviation**2,
    ],
    "then": cost((deviation - other_deviation) ** 2)
    <= cost(deviation**2 + other_deviation**2 - 2 * covariance),
    "note": (
        "(34) says that Monge's plan has the least E(|X − X'|/b − ε)² of all couplings. It "
        "has the least E|X − X'|²; where b is large a distance of about εb costs less. "
        "E|W| of a Gaussian W is in closed form, and X − X' has the variance "
        "(σ_i − σ_j)² under the plan, taken for σ_i ≠ σ_j."
    ),
}

paper.claim(
    "appendix-e",
    at="(31) to (34)",
    scope="integrands, for each x, x' and y; means over finite laws",
    forall=[eps, scale],
    then={
        "kernel": {
            "forall": [eps, scale, point, other_point, response],
            "then": kernel(response - point) - exp(eps) * kernel(response - other_point)
            <= shortfall(absolute(point - other_point)) * kernel(response - point),
        },
        "positive-part": {
            "forall": [eps, scale, mass, distance],
            "then": mass * shortfall(distance) <= maximum(0, shortfall(distance)),
            "note": "The integral over B is a number p in [0, 1].",
        },
        "eq-32": {
            "forall": [eps, scale, distance],
            "then": maximum(0, shortfall(distance)) <= maximum(0, distance / scale - eps),
        },
        "eq-33": {
            "forall": [size, law, values],
            "then": total(symbol, law[symbol] * maximum(0, values[symbol]))
            <= sqrt(total(symbol, law[symbol] * values[symbol] ** 2)),
            "note": "The values are those of |x − x'|/b − ε.",
        },
        "eq-34": MONGE,
    },
    note=(
        "That the first line doesn't depend on the coupling, the infimum over couplings before "
        "(31), and (35), which puts T(x) in for x', hold as they are written."
    ),
)
paper.claim(
    "appendix-e-repaired",
    at="(32) and (34)",
    then={
        "cost": {
            "scope": "X − X' of finitely many values",
            "forall": [size, law, values, eps, scale],
            "then": total(symbol, law[symbol] * maximum(0, absolute(values[symbol]) / scale - eps))
            <= sqrt(total(symbol, law[symbol] * values[symbol] ** 2)) / scale,
            "note": (
                "What is bounded by the cost that Monge's plan makes least, from (32) on: the root "
                "of E|X − X'|², over b."
            ),
        },
        "eq-34": {
            **MONGE,
            "given": [
                *MONGE["given"],
                sqrt(2 / pi()) * eps * scale <= sqrt((deviation - other_deviation) ** 2),
            ],
            "note": (
                "Where εb is at most the root of π/2 times the deviation of X − X' under Monge's "
                "plan: with the deviation r of X − X' the mean of |X − X'| grows by at most "
                "√(2/π) (r − |σ_i − σ_j|), as the square pays for. Where the means are equal no "
                "larger εb will do, as a little more deviation costs less there."
            ),
        },
    },
)
