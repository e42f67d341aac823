"""diffprivlib's noise scales, and its accountant of budgets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verified.audit.catalogue.quantities import (
    COMPOSED_EPSILON,
    DISCRETE_GAUSSIAN_DELTA,
    DISCRETE_LAPLACE_SCALE,
    GAUSSIAN_SIGMA,
    LAPLACE_SCALE,
    Quantity,
    closed,
    term,
    through,
)
from verified.audit.catalogue.ranges import DELTA, EPS, ROUNDED
from verified.audit.environments import Library
from verified.audit.independent import any_round, mp
from verified.audit.promises import ESTIMATE, UPPER, Domain, Function, Range

# Newer releases of scikit-learn lack what diffprivlib imports.
LIBRARY = Library("diffprivlib", ["diffprivlib==0.6.6", "scikit-learn==1.5.2"], "diffprivlib")

_LEVEL = Range(1e-3, 3.0, corners=(0.1, 1.0))
_STEPS = Range(1.0, 100.0, "whole")
_SLACK = Range(1e-12, 0.1, corners=(1e-6,))

_BOUND = Quantity(
    "the least bound of truncated Laplace noise of scale 1/ε",
    term("log(1 + (exp(e) - 1)/(2*d))/e", lambda eps, delta: {"e": eps, "d": delta}),
    closed(lambda eps, delta: mp.log1p(mp.expm1(eps) / (2 * delta)) / eps),
)
_TOTAL_DELTA = Quantity(
    "δ of composed mechanisms by basic composition, sharpened",
    term("1 - (1 - d)**k", lambda delta, steps: {"d": delta, "k": int(steps)}),
    any_round,
)


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], promise: str,
    says: str, tolerance: float = ROUNDED, **more: Any,
) -> Function:
    return quantity.audited(
        "diffprivlib", name, call, parameters, promise, tolerance, says, **more
    )


FUNCTIONS = [
    _of(GAUSSIAN_SIGMA, "GaussianAnalytic._scale", "analytic_sigma",
        {"eps": EPS, "delta": DELTA}, UPPER,
        "the scale of noise by which the mechanism satisfies (ε, δ)"),
    _of(GAUSSIAN_SIGMA, "Gaussian.variance", "classic_sigma",
        {"eps": Range(1e-3, 1.0), "delta": DELTA}, UPPER,
        "the scale of noise by which the mechanism satisfies (ε, δ), for ε up to 1"),
    _of(DISCRETE_GAUSSIAN_DELTA, "GaussianDiscrete._scale", "discrete_sigma",
        {"eps": Range(1e-2, 20.0, corners=(1.0,)), "delta": DELTA}, UPPER,
        "the scale of noise by which the mechanism satisfies (ε, δ), to 1e-6 of its search; held "
        "against the δ that noise of this scale has", 1e-3,
        holds=lambda found, eps, delta: ({"sigma": found, "eps": eps}, delta)),
    _of(LAPLACE_SCALE, "Laplace.variance", "laplace_scale", {"eps": EPS, "delta": DELTA}, UPPER,
        "the scale of noise by which the mechanism satisfies (ε, δ)"),
    _of(_BOUND, "LaplaceBoundedNoise._noise_bound", "noise_bound",
        {"eps": Range(1e-3, 600.0, corners=(0.1, 1.0)),
         "delta": Range(1e-15, 0.49, corners=(1e-6,))}, UPPER,
        "where noise of scale 1/ε ends by which the mechanism satisfies (ε, δ)"),
    _of(through(DISCRETE_LAPLACE_SCALE, lambda eps: {"eps": eps, "delta": 0}),
        "Geometric._scale", "geometric_scale", {"eps": EPS}, UPPER,
        "minus the inverse scale of two-sided geometric noise by which the mechanism is ε-DP"),
    _of(through(COMPOSED_EPSILON, lambda level, steps, slack: {
        "level": level, "failure": 0, "steps": steps, "delta": Fraction(slack)}),
        "BudgetAccountant.total.epsilon", "total_epsilon",
        {"level": _LEVEL, "steps": _STEPS, "slack": _SLACK}, UPPER,
        "ε of the mechanisms together, at the slack as δ (Kairouz, Oh and Viswanath 2017)"),
    _of(_TOTAL_DELTA, "BudgetAccountant.total.delta", "total_delta",
        {"delta": Range(1e-15, 0.1), "steps": _STEPS}, ESTIMATE,
        "δ of the mechanisms together, 1 − ∏(1 − δ), with care for rounding"),
]

_POST = "the noise of another mechanism, its output mapped into a range"
_NO_NUMBER = "chooses or answers at random; there is no number to hold"
PUBLIC: dict[str, tuple[str, ...] | str] = {
    "mechanisms.Gaussian": ("Gaussian.variance",),
    "mechanisms.GaussianAnalytic": ("GaussianAnalytic._scale",),
    "mechanisms.GaussianDiscrete": ("GaussianDiscrete._scale",),
    "mechanisms.Laplace": ("Laplace.variance",),
    "mechanisms.LaplaceTruncated, LaplaceFolded": _POST,
    "mechanisms.LaplaceBoundedDomain": "Laplace noise that is drawn within bounds: no certified "
    "value of ours",
    "mechanisms.LaplaceBoundedNoise": ("LaplaceBoundedNoise._noise_bound",),
    "mechanisms.Geometric": ("Geometric._scale",),
    "mechanisms.GeometricTruncated, GeometricFolded": _POST,
    "mechanisms.Snapping": "noise on floats, rounded: no certified value of ours",
    "mechanisms.Staircase": "its noise is scaled by the sensitivity; the share has no effect on ε",
    "mechanisms.Uniform": "noise of one width, Δ/(2δ)",
    "mechanisms.Binary, Exponential, ExponentialCategorical, ExponentialHierarchical, "
    "PermuteAndFlip": _NO_NUMBER,
    "mechanisms.Bingham, Vector": "matrices and functions at random: no certified value of ours",
    "BudgetAccountant.total": (
        "BudgetAccountant.total.epsilon", "BudgetAccountant.total.delta",
    ),
    "BudgetAccountant.remaining": "an inverse of total, by halving",
    "tools and models": "statistics and models; their noise is that of the mechanisms",
}
