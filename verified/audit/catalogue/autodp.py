"""autodp's mechanisms, their conversions and calibrations."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verified.audit.catalogue.quantities import (
    AMPLIFIED,
    COMPOSED_EPSILON,
    DISCRETE_GAUSSIAN_EPSILON,
    EXPONENTIAL_EPSILON,
    EXPONENTIAL_RENYI,
    GAUSSIAN_EPSILON,
    GAUSSIAN_RENYI,
    GAUSSIAN_SIGMA,
    LAPLACE_EPSILON,
    LAPLACE_RENYI,
    LAPLACE_SCALE,
    PURE_EPSILON,
    PURE_RENYI,
    RENYI,
    Quantity,
    closed,
    term,
    through,
)
from verified.audit.catalogue.ranges import (
    DELTA,
    EPS,
    LEVEL,
    ORDER,
    RATE,
    ROUNDED,
    SCALE,
    SIGMA,
    TRUTH,
)
from verified.audit.environments import Library
from verified.audit.independent import mp
from verified.audit.promises import ESTIMATE, LOWER, UPPER, Domain, Function, Range

LIBRARY = Library("autodp", ["autodp==0.2.3.1"], "autodp")

_MODEST = Range(1e-2, 20.0, corners=(0.1, 1.0))
# Its calibration ends once δ is within 1e-12, as documented.
_CALIBRATED = Range(1e-8, 0.5, corners=(1e-6, 1e-5))


def _kept(p: float) -> dict[str, Any]:
    """Of two inputs whose answers are true with probability p."""
    return {"p": [Fraction(p), 1 - Fraction(p)], "q": [1 - Fraction(p), Fraction(p)]}


_RESPONSE_RENYI = through(
    RENYI, lambda p, order: {**_kept(p), "alpha": order},
    "the Rényi divergence of randomised response",
)
_RESPONSE_EPSILON = Quantity(
    "ε of randomised response at δ", term("maximum(0, log((p - d)/(1 - p)))", lambda p, delta: {
        "p": p, "d": min(delta, 2 * p - 1)}),
    closed(lambda p, delta: mp.mpf(0) if delta >= 2 * p - 1 else mp.log(p - delta) - mp.log1p(-p)),
)
_RESPONSE_TRUTH = Quantity(
    "the largest probability of a true answer for (ε, δ)",
    term("(d + exp(e))/(1 + exp(e))", lambda eps, delta: {"e": eps, "d": delta}),
    closed(lambda eps, delta: (delta + mp.exp(eps)) / (1 + mp.exp(eps))),
)
_BASE = Quantity(
    "ε before it is amplified by sampling", term("log((exp(eps) - 1)/sampling + 1)"),
    closed(lambda eps, sampling: mp.log1p(mp.expm1(eps) / sampling)),
)
_TRADE_OFF = Quantity(
    "the trade-off function of (ε, δ)-DP",
    term("maximum(0, maximum(1 - d - exp(e)*a, exp(0 - e)*(1 - d - a)))",
         lambda eps, delta, level: {"e": eps, "d": delta, "a": level}),
    closed(lambda eps, delta, level: max(
        mp.mpf(0), 1 - delta - mp.exp(eps) * level, mp.exp(-eps) * (1 - delta - level)
    )),
)
_LARGEST_RATE = Quantity(
    "the largest rate at which ε₀ is amplified to ε",
    term("minimum(1, (exp(e) - 1)/(exp(b) - 1))", lambda eps, base: {"e": eps, "b": base}),
    closed(lambda eps, base: min(mp.mpf(1), mp.expm1(eps) / mp.expm1(base))),
)


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], promise: str,
    says: str, tolerance: float = ROUNDED, absolute: float = 0.0,
) -> Function:
    return quantity.audited(
        "autodp", name, call, parameters, promise, tolerance, says, absolute,
        refuses=("ValueError", "NotImplementedError", "AssertionError", "RuntimeError"),
    )


_NOISE: dict[str, Domain] = {"sigma": SIGMA, "delta": DELTA}
_LAPLACE: dict[str, Domain] = {"scale": SCALE, "delta": DELTA}

FUNCTIONS = [
    _of(GAUSSIAN_EPSILON, "ExactGaussianMechanism.get_approxDP", "exact_gaussian_epsilon", _NOISE,
        ESTIMATE, "ε as a function of δ by the exact characterisation; no direction", 1e-6),
    _of(GAUSSIAN_EPSILON, "GaussianMechanism.get_approxDP", "gaussian_epsilon", _NOISE, ESTIMATE,
        "ε as a function of δ, the least of what its characterisations give", 1e-6),
    _of(GAUSSIAN_RENYI, "GaussianMechanism.get_RDP", "gaussian_rdp",
        {"sigma": SIGMA, "order": ORDER}, ESTIMATE, "the Rényi divergence"),
    _of(LAPLACE_EPSILON, "LaplaceMechanism.get_approxDP", "laplace_epsilon", _LAPLACE, UPPER,
        "ε as a function of δ from the RDP curve, an upper bound"),
    _of(LAPLACE_RENYI, "LaplaceMechanism.get_RDP", "laplace_rdp",
        {"scale": SCALE, "order": ORDER}, ESTIMATE, "the Rényi divergence", 1e-6, 1e-12),
    _of(_RESPONSE_EPSILON, "RandresponseMechanism.get_approxDP", "response_epsilon",
        {"p": TRUTH, "delta": DELTA}, UPPER, "ε of randomised response, the optimal one"),
    _of(_RESPONSE_RENYI, "RandresponseMechanism.get_RDP", "response_rdp",
        {"p": TRUTH, "order": ORDER}, ESTIMATE, "the Rényi divergence", 1e-6, 1e-12),
    _of(PURE_EPSILON, "PureDP_Mechanism.get_approxDP", "pure_epsilon",
        {"level": LEVEL, "delta": DELTA}, UPPER, "ε of any ε₀-DP mechanism at δ"),
    _of(PURE_RENYI, "PureDP_Mechanism.get_RDP", "pure_rdp", {"level": LEVEL, "order": ORDER},
        UPPER, "a bound on the Rényi divergence of any ε₀-DP mechanism", 1e-6, 1e-12),
    _of(GAUSSIAN_EPSILON, "zCDP_Mechanism.get_approxDP", "zcdp_epsilon", _NOISE, UPPER,
        "ε of any ρ-zCDP mechanism; here beside Gaussian noise, which is one"),
    _of(DISCRETE_GAUSSIAN_EPSILON, "DiscreteGaussianMechanism.get_approxDP",
        "discrete_gaussian_epsilon",
        {"sigma": Range(0.3, 50.0, corners=(1.0,)), "delta": DELTA}, UPPER,
        "ε of discrete Gaussian noise in any dimension, by way of zCDP"),
    _of(EXPONENTIAL_EPSILON, "ExponentialMechanism.get_approxDP", "exponential_epsilon",
        {"level": LEVEL, "delta": DELTA}, UPPER, "ε of the exponential mechanism, of any scores"),
    _of(EXPONENTIAL_RENYI, "ExponentialMechanism.get_RDP", "exponential_rdp",
        {"level": LEVEL, "order": ORDER}, UPPER,
        "a bound on the Rényi divergence of the exponential mechanism, of any scores", 1e-6, 1e-12),
    _of(GAUSSIAN_EPSILON, "Composition[Gaussian].get_approxDP", "composed_epsilon",
        {**_NOISE, "steps": Range(1.0, 1000.0, "whole")}, UPPER,
        "ε of composed Gaussian noise from the RDP curve"),
    _of(GAUSSIAN_EPSILON, "anaRDPacct.get_eps", "account_epsilon",
        {"sigma": Range(0.5, 100.0, corners=(1.0,)), "delta": DELTA,
         "steps": Range(1.0, 100.0, "whole")}, UPPER, "ε by the accountant of Rényi divergences"),
    _of(COMPOSED_EPSILON, "DP_acct.get_eps", "composition_epsilon",
        {"level": Range(1e-2, 3.0, corners=(0.1,)), "failure": Range(1e-14, 1e-8),
         "steps": Range(1.0, 100.0, "whole"), "delta": Range(1e-5, 0.1)}, UPPER,
        "ε of composed (ε₀,δ₀)-DP mechanisms by Kairouz, Oh and Viswanath"),
    _of(GAUSSIAN_EPSILON, "dp_bank.get_eps_gaussian", "bank_gaussian", _NOISE, UPPER,
        "ε of Gaussian noise from the RDP curve"),
    _of(LAPLACE_EPSILON, "dp_bank.get_eps_laplace", "bank_laplace", _LAPLACE, UPPER,
        "ε of Laplace noise from the RDP curve"),
    _of(_RESPONSE_EPSILON, "dp_bank.get_eps_randresp", "bank_response",
        {"p": TRUTH, "delta": DELTA}, UPPER, "ε of randomised response from the RDP curve"),
    _of(GAUSSIAN_SIGMA, "privacy_calibrator.ana_gaussian_mech", "calibrated_sigma",
        {"eps": EPS, "delta": _CALIBRATED}, ESTIMATE,
        "the σ needed, to a tolerance of 1e-12 in δ, which is a parameter", 1e-3),
    _of(GAUSSIAN_SIGMA, "privacy_calibrator.classical_gaussian_mech", "classical_sigma",
        {"eps": Range(1e-3, 1.0), "delta": DELTA}, UPPER, "the σ required, for ε up to 1"),
    _of(GAUSSIAN_SIGMA, "privacy_calibrator.gaussian_mech", "rdp_sigma",
        {"eps": _MODEST, "delta": DELTA}, UPPER, "the σ of (ε, δ) by way of Rényi divergences"),
    _of(LAPLACE_SCALE, "privacy_calibrator.laplace_mech", "rdp_scale",
        {"eps": _MODEST, "delta": DELTA}, UPPER, "the scale of (ε, δ) by way of Rényi divergences"),
    _of(_RESPONSE_TRUTH, "privacy_calibrator.randresponse_mech", "rdp_response",
        {"eps": _MODEST, "delta": DELTA}, LOWER,
        "the probability of a true answer for (ε, δ) by way of Rényi divergences"),
    _of(AMPLIFIED, "privacy_calibrator.subsample_epsdelta", "amplified",
        {"eps": _MODEST, "sampling": RATE}, ESTIMATE, "ln(1 + γ(e^ε − 1))", ROUNDED, 1e-15),
    _of(_BASE, "privacy_calibrator.subsample_epsdelta_inverse", "base",
        {"eps": _MODEST, "sampling": RATE}, ESTIMATE, "ln((e^ε − 1)/γ + 1)", ROUNDED, 1e-15),
    _of(_LARGEST_RATE, "privacy_calibrator.subsample_epsdelta_get_prob", "largest_rate",
        {"eps": _MODEST, "base": _MODEST}, ESTIMATE,
        "the rate that calibrates a base (ε₀,δ₀) to (ε, δ); here with δ = δ₀"),
    _of(_TRADE_OFF, "fdp_bank.fDP_approx_DP", "trade_off",
        {"eps": Range(1e-3, 10.0, corners=(1.0,)), "delta": Range(1e-10, 0.2),
         "level": Range(0.0, 1.0, "plain", corners=(0.01, 0.1))}, LOWER,
        "a lower bound on the false negative rate of any test", ROUNDED, 1e-15),
]

_NONE = "no certified value of ours"
PUBLIC: dict[str, tuple[str, ...] | str] = {
    "mechanism_zoo.ExactGaussianMechanism": ("ExactGaussianMechanism.get_approxDP",),
    "mechanism_zoo.GaussianMechanism": (
        "GaussianMechanism.get_approxDP", "GaussianMechanism.get_RDP",
    ),
    "mechanism_zoo.LaplaceMechanism": (
        "LaplaceMechanism.get_approxDP", "LaplaceMechanism.get_RDP",
    ),
    "mechanism_zoo.RandresponseMechanism": (
        "RandresponseMechanism.get_approxDP", "RandresponseMechanism.get_RDP",
    ),
    "mechanism_zoo.PureDP_Mechanism": (
        "PureDP_Mechanism.get_approxDP", "PureDP_Mechanism.get_RDP",
    ),
    "mechanism_zoo.zCDP_Mechanism": ("zCDP_Mechanism.get_approxDP",),
    "mechanism_zoo.DiscreteGaussianMechanism": ("DiscreteGaussianMechanism.get_approxDP",),
    "mechanism_zoo.ExponentialMechanism": (
        "ExponentialMechanism.get_approxDP", "ExponentialMechanism.get_RDP",
    ),
    "mechanism_zoo.ComposedGaussianMechanism, transformer_zoo.Composition": (
        "Composition[Gaussian].get_approxDP",
    ),
    "mechanism_zoo.SubsampleGaussianMechanism, NoisySGD_Mechanism, "
    "transformer_zoo.AmplificationBySampling": "minutes a call, with a certified value of as long",
    "mechanism_zoo: screening, sparse vectors, stages": _NONE,
    "get_fDP, fdp_bank.fDP_gaussian": "takes the normal law's quantile, which our language doesn't "
    "have as a term",
    "fdp_bank.fDP_approx_DP, fDP_pure_DP": ("fdp_bank.fDP_approx_DP",),
    "dp_acct.DP_acct": ("DP_acct.get_eps",),
    "rdp_acct.anaRDPacct": ("anaRDPacct.get_eps",),
    "dp_bank.get_eps_gaussian, get_eps_ana_gaussian, get_logdelta_ana_gaussian": (
        "dp_bank.get_eps_gaussian", "ExactGaussianMechanism.get_approxDP",
    ),
    "dp_bank.get_eps_laplace": ("dp_bank.get_eps_laplace",),
    "dp_bank.get_eps_randresp, get_eps_randresp_optimal": (
        "dp_bank.get_eps_randresp", "RandresponseMechanism.get_approxDP",
    ),
    "dp_bank.get_eps_gaussian_svt": _NONE,
    "rdp_bank.RDP_gaussian, RDP_laplace, RDP_randresponse, RDP_pureDP, RDP_zCDP": (
        "GaussianMechanism.get_RDP", "LaplaceMechanism.get_RDP", "RandresponseMechanism.get_RDP",
        "PureDP_Mechanism.get_RDP",
    ),
    "rdp_bank: sparse vectors, screening, PATE, exponential families, bounds of samples": _NONE,
    "converter.rdp_to_approxdp, puredp_to_rdp, puredp_to_approxdp": (
        "LaplaceMechanism.get_approxDP", "PureDP_Mechanism.get_RDP",
        "PureDP_Mechanism.get_approxDP",
    ),
    "converter: trade-off functions and characteristic functions": _NONE,
    "privacy_calibrator.ana_gaussian_mech, calibrator_zoo.ana_gaussian_calibrator": (
        "privacy_calibrator.ana_gaussian_mech",
    ),
    "privacy_calibrator.classical_gaussian_mech": ("privacy_calibrator.classical_gaussian_mech",),
    "privacy_calibrator.gaussian_mech": ("privacy_calibrator.gaussian_mech",),
    "privacy_calibrator.laplace_mech": ("privacy_calibrator.laplace_mech",),
    "privacy_calibrator.randresponse_mech": ("privacy_calibrator.randresponse_mech",),
    "privacy_calibrator.subsample_epsdelta": ("privacy_calibrator.subsample_epsdelta",),
    "privacy_calibrator.subsample_epsdelta_inverse": (
        "privacy_calibrator.subsample_epsdelta_inverse",
    ),
    "privacy_calibrator.subsample_epsdelta_get_prob": (
        "privacy_calibrator.subsample_epsdelta_get_prob",
    ),
    "privacy_calibrator.RDP_mech, subsampled_RDP_mech_get_prob": "searches over a user's function",
    "calibrator_zoo.eps_delta_calibrator, generalized_eps_delta_calibrator": "searches over a "
    "user's mechanism, to 1e-3 of ε",
}
