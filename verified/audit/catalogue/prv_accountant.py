"""prv_accountant's bounds."""

from __future__ import annotations

from typing import Any

from verified.audit.catalogue.quantities import (
    GAUSSIAN_EPSILON,
    LAPLACE_EPSILON,
    PURE_EPSILON,
    SAMPLED_DELTA,
    Quantity,
)
from verified.audit.catalogue.ranges import ROUNDED, SAMPLED
from verified.audit.environments import Library
from verified.audit.promises import LOWER, UPPER, Domain, Function, Range

LIBRARY = Library("prv-accountant", ["prv-accountant==0.2.0"], "prv_accountant")

# Its method checks the mean of what it made, and says so where that is off.
CHECKED = ("ValueError", "NotImplementedError", "RuntimeError")
_DELTA = Range(1e-10, 0.1, corners=(1e-6,))
_NOISE: dict[str, Domain] = {
    "sigma": Range(0.5, 50.0, corners=(1.0,)), "delta": _DELTA,
    "steps": Range(1.0, 100.0, "whole"),
}
_SAMPLED: dict[str, Domain] = {**SAMPLED, "eps": Range(0.1, 20.0, corners=(1.0,))}
_ADVISED = ("with eps_error 0.1 and delta_error δ/1000; its documentation advises a delta_error "
            "well above the precision of floats")
# Two rounds of Laplace noise are as many as mpmath has a second way for.
_TWICE: dict[str, Domain] = {
    "scale": Range(0.2, 20.0, corners=(1.0,)), "delta": _DELTA, "steps": Range(1.0, 2.0, "whole"),
}
_PURE: dict[str, Domain] = {"level": Range(0.05, 10.0, corners=(1.0,)), "delta": _DELTA}


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], promise: str,
    says: str, **more: Any,
) -> Function:
    return quantity.audited(
        "prv-accountant", name, call, parameters, promise, ROUNDED, says, seconds=60.0,
        refuses=CHECKED, **more,
    )


FUNCTIONS = [
    _of(SAMPLED_DELTA, "PRVAccountant.compute_delta[upper]", "delta_upper", _SAMPLED, UPPER,
        "an upper bound for δ, with eps_error 0.1 and delta_error 1e-9"),
    _of(SAMPLED_DELTA, "PRVAccountant.compute_delta[lower]", "delta_lower", _SAMPLED, LOWER,
        "a lower bound for δ, likewise"),
    _of(GAUSSIAN_EPSILON, "PRVAccountant.compute_epsilon[upper]", "epsilon_upper", _NOISE, UPPER,
        f"an upper bound for ε, {_ADVISED}"),
    _of(GAUSSIAN_EPSILON, "PRVAccountant.compute_epsilon[lower]", "epsilon_lower", _NOISE, LOWER,
        "a lower bound for ε, likewise"),
    _of(LAPLACE_EPSILON, "PRVAccountant.compute_epsilon[Laplace, upper]", "laplace_upper", _TWICE,
        UPPER, f"an upper bound for ε of Laplace noise, {_ADVISED}"),
    _of(LAPLACE_EPSILON, "PRVAccountant.compute_epsilon[Laplace, lower]", "laplace_lower", _TWICE,
        LOWER, "a lower bound for ε, likewise"),
    _of(PURE_EPSILON, "PRVAccountant.compute_epsilon[pure DP, upper]", "pure_upper", _PURE, UPPER,
        f"an upper bound for ε of any ε₀-DP mechanism, {_ADVISED}"),
    _of(GAUSSIAN_EPSILON, "other_accountants.RDP.compute_epsilon", "rdp_epsilon", _NOISE, UPPER,
        "an upper bound for ε by way of Rényi divergences, the last of three"),
]

_DELTAS = ("PRVAccountant.compute_delta[upper]", "PRVAccountant.compute_delta[lower]")
_EPSILONS = ("PRVAccountant.compute_epsilon[upper]", "PRVAccountant.compute_epsilon[lower]")
PUBLIC: dict[str, tuple[str, ...] | str] = {
    "PRVAccountant.compute_delta": _DELTAS,
    "PRVAccountant.compute_epsilon": (
        *_EPSILONS, "PRVAccountant.compute_epsilon[Laplace, upper]",
        "PRVAccountant.compute_epsilon[Laplace, lower]",
        "PRVAccountant.compute_epsilon[pure DP, upper]",
    ),
    "dpsgd.DPSGDAccountant, Accountant": _DELTAS,
    "dpsgd.find_noise_multiplier": "a certified least σ of sampled rounds takes minutes, too long "
    "for a search",
    "other_accountants.RDP": ("other_accountants.RDP.compute_epsilon",),
    "ApproximateDPMechanism": "its use in compositions isn't documented",
    "rdp of each mechanism": ("other_accountants.RDP.compute_epsilon",),
}
