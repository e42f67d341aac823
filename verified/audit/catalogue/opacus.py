"""opacus' accountants, without torch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verified.audit.catalogue.prv_accountant import CHECKED
from verified.audit.catalogue.quantities import (
    GAUSSIAN_DELTA,
    GAUSSIAN_EPSILON,
    GAUSSIAN_SIGMA,
    SAMPLED_EPSILON,
    SAMPLED_RENYI,
    Quantity,
    through,
)
from verified.audit.catalogue.ranges import DELTA, EPS, ORDER, ROUNDED, SAMPLED, SIGMA
from verified.audit.environments import Library
from verified.audit.promises import ESTIMATE, UPPER, Domain, Function, Range

# Its package asks for torch; its accountants don't.
LIBRARY = Library(
    "opacus", ["numpy==2.4.2", "scipy==1.17.1"], "opacus", bare=["opacus==1.6.0"]
)

_MU = Range(1e-3, 10.0, corners=(0.1, 1.0))


def _inverse(mu: float, **more: float) -> dict[str, Any]:
    return {"sigma": 1 / Fraction(mu), **more}


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], promise: str,
    says: str, tolerance: float = ROUNDED, absolute: float = 0.0, **more: Any,
) -> Function:
    return quantity.audited(
        "opacus", name, call, parameters, promise, tolerance, says, absolute, **more
    )


FUNCTIONS = [
    _of(SAMPLED_RENYI, "accountants.analysis.rdp.compute_rdp", "compute_rdp",
        {"sampling": Range(1e-3, 0.9, corners=(0.01, 0.1)),
         "sigma": Range(0.3, 20.0, corners=(1.0,)), "order": ORDER}, ESTIMATE,
        "the Rényi divergence of the sampled Gaussian mechanism (Mironov, Talwar and Zhang 2019); "
        "no direction, and no accuracy is promised of small values", 1e-6, 1e-9),
    _of(GAUSSIAN_EPSILON, "accountants.analysis.rdp.get_privacy_spent", "privacy_spent",
        {"sigma": SIGMA, "delta": DELTA}, UPPER,
        "ε of Rényi divergences at given orders; here of Gaussian noise at the accountant's"),
    _of(through(GAUSSIAN_DELTA, _inverse), "accountants.analysis.gdp.delta_eps_mu",
        "delta_eps_mu",
        {"mu": _MU, "eps": EPS}, ESTIMATE,
        "δ of μ-GDP at ε; no direction, and no accuracy is promised of small values", 1e-6, 1e-14),
    _of(through(GAUSSIAN_EPSILON, _inverse), "accountants.analysis.gdp.eps_from_mu",
        "eps_from_mu",
        {"mu": _MU, "delta": Range(1e-10, 0.5, corners=(1e-6, 1e-5))}, ESTIMATE,
        "ε of μ-GDP at δ, by a search between 0 and 500", 1e-6, 1e-9),
    _of(GAUSSIAN_SIGMA, "get_noise_multiplier", "noise_multiplier",
        {"eps": Range(0.1, 20.0, corners=(1.0,)), "delta": Range(1e-10, 1e-2, corners=(1e-6,)),
         "steps": Range(1.0, 1000.0, "whole")}, UPPER,
        "the noise level that ensures (ε, δ), to 0.01 of ε; here without sampling, by RDP",
        seconds=60.0),
    _of(SAMPLED_EPSILON, "RDPAccountant.get_epsilon", "rdp_epsilon",
        {**SAMPLED, "delta": Range(1e-12, 1e-2, corners=(1e-6,))}, UPPER,
        "an upper bound by way of Rényi divergences, of the orders that are its default",
        seconds=60.0),
    _of(SAMPLED_EPSILON, "PRVAccountant.get_epsilon", "prv_epsilon",
        {**SAMPLED, "delta": Range(1e-10, 1e-2, corners=(1e-6,))}, UPPER,
        "the upper end of its bounds, with eps_error 0.01 and delta_error δ/1000, its defaults",
        seconds=60.0, refuses=CHECKED),
]

PUBLIC: dict[str, tuple[str, ...] | str] = {
    "accountants.RDPAccountant": ("RDPAccountant.get_epsilon",),
    "accountants.PRVAccountant": ("PRVAccountant.get_epsilon",),
    "accountants.GaussianAccountant": "its authors declare that it can underestimate",
    "accountants.analysis.rdp.compute_rdp": ("accountants.analysis.rdp.compute_rdp",),
    "accountants.analysis.rdp.get_privacy_spent": (
        "accountants.analysis.rdp.get_privacy_spent",
    ),
    "accountants.analysis.gdp.delta_eps_mu": ("accountants.analysis.gdp.delta_eps_mu",),
    "accountants.analysis.gdp.eps_from_mu": ("accountants.analysis.gdp.eps_from_mu",),
    "accountants.analysis.gdp.compute_mu_poisson, compute_eps_poisson, …_uniform": "the central "
    "limit theorem's approximation, declared as one",
    "accountants.utils.get_noise_multiplier": ("get_noise_multiplier",),
}
