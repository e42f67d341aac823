"""dp-accounting's accountants, distributions of privacy losses and noise scales."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verified.audit.catalogue.quantities import (
    COMPOSED_DELTA,
    COMPOSED_EPSILON,
    COMPOSED_LEVEL,
    DISCRETE_GAUSSIAN_DELTA,
    DISCRETE_LAPLACE_DELTA,
    DISCRETE_LAPLACE_SCALE,
    GAUSSIAN_DELTA,
    GAUSSIAN_EPSILON,
    GAUSSIAN_RENYI,
    GAUSSIAN_SIGMA,
    HOCKEY_STICK,
    LAPLACE_DELTA,
    LAPLACE_EPSILON,
    LAPLACE_RENYI,
    LAPLACE_SCALE,
    ONE_SAMPLED_DELTA,
    ONE_SAMPLED_LAPLACE_DELTA,
    RENYI,
    SAMPLED_DELTA,
    SAMPLED_RENYI,
    Quantity,
    through,
)
from verified.audit.catalogue.ranges import (
    DELTA,
    EPS,
    LAW,
    ORDER,
    POSITIVE,
    ROUNDED,
    SAMPLED,
    SCALE,
    SIGMA,
)
from verified.audit.environments import Library
from verified.audit.promises import ESTIMATE, LOWER, UPPER, Domain, Function, Range

LIBRARY = Library("dp-accounting", ["dp-accounting==0.6.0"], "dp_accounting")

_EPS = Range(1e-2, 30.0, corners=(1.0,))
_FEW = Range(1e-3, 20.0, corners=(1.0,))
_DELTAS = Range(1e-12, 0.1, corners=(1e-6,))
_RATES = Range(0.01, 0.9, corners=(0.1,))
_SIGMAS = Range(0.5, 100.0, corners=(1.0,))
_NOISE = Range(1e-3, 0.999, "plain", corners=(0.1, 0.5))
_SYMBOLS = Range(2.0, 20.0, "whole")
# Of Laplace rounds mpmath has no second way beyond two.
_TWICE = Range(1.0, 2.0, "whole")
_SOME = Range(1.0, 50.0, "whole", corners=(10.0,))
_PESSIMISTIC = "pessimistic by default: an upper estimate of the divergence"
# Its convolutions by Fourier transforms are called approximate.
_FOURIER = 1e-12


def response_laws(noise: float, symbols: float) -> dict[str, list[Fraction]]:
    """Of two inputs of a randomised response that answers at random with probability `noise`."""
    count = int(symbols)
    share = Fraction(noise) / count
    rest = [share] * (count - 2)
    kept = 1 - Fraction(noise) + share
    return {"p": [kept, share, *rest], "q": [share, kept, *rest]}


RESPONSE_DELTA = through(
    HOCKEY_STICK, lambda noise, symbols, eps: {**response_laws(noise, symbols), "eps": eps},
    "δ of randomised response",
)
RESPONSE_RENYI = through(
    RENYI, lambda noise, symbols, order: {**response_laws(noise, symbols), "alpha": order},
    "the Rényi divergence of randomised response",
)
_BY_RATE = through(
    DISCRETE_LAPLACE_DELTA, lambda rate, **more: {"scale": 1 / Fraction(rate), **more}
)


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], promise: str,
    says: str, tolerance: float = ROUNDED, absolute: float = 0.0, **more: Any,
) -> Function:
    return quantity.audited(
        "dp-accounting", name, call, parameters, promise, tolerance, says, absolute,
        **{"seconds": 60.0, **more},
    )


FUNCTIONS = [
    _of(GAUSSIAN_EPSILON, "get_epsilon_gaussian", "epsilon_gaussian",
        {"sigma": SIGMA, "delta": DELTA}, ESTIMATE,
        "the ε of the Gaussian mechanism at σ and δ, to a tolerance of the search; no direction",
        1e-6),
    _of(GAUSSIAN_SIGMA, "get_sigma_gaussian", "sigma_gaussian",
        {"eps": EPS, "delta": DELTA}, ESTIMATE,
        "the noise of the Gaussian mechanism at ε and δ, to the search's tolerance; no direction",
        1e-6),
    _of(GAUSSIAN_DELTA, "from_gaussian_mechanism.get_delta_for_epsilon", "pld_gaussian_delta",
        {"sigma": _SIGMAS, "eps": _EPS, "steps": Range(1.0, 1000.0, "whole")}, UPPER,
        f"{_PESSIMISTIC}; masses truncated at e^(−50), a discretisation of 1e-4"),
    _of(GAUSSIAN_EPSILON, "from_gaussian_mechanism.get_epsilon_for_delta", "pld_gaussian_epsilon",
        {"sigma": _SIGMAS, "delta": Range(1e-7, 0.1, corners=(1e-6,)), "steps": _SOME}, UPPER,
        f"{_PESSIMISTIC}; its convolution by Fourier transforms is called approximate, so that δ "
        "is asked for where 1e-12 doesn't tell", 1e-6),
    _of(LAPLACE_DELTA, "from_laplace_mechanism.get_delta_for_epsilon", "pld_laplace_delta",
        {"scale": SCALE, "eps": _FEW}, UPPER, _PESSIMISTIC),
    _of(LAPLACE_EPSILON, "from_laplace_mechanism.get_epsilon_for_delta", "pld_laplace_epsilon",
        {"scale": SCALE, "delta": DELTA}, UPPER, _PESSIMISTIC),
    _of(LAPLACE_DELTA, "from_laplace_mechanism.self_compose", "pld_laplace_composed",
        {"scale": SCALE, "eps": _FEW, "steps": _TWICE}, UPPER, _PESSIMISTIC, ROUNDED, _FOURIER),
    _of(ONE_SAMPLED_LAPLACE_DELTA,
        "from_laplace_mechanism[sampling_prob].get_delta_for_epsilon", "pld_sampled_laplace",
        {"sampling": _RATES, "scale": SCALE, "eps": _FEW}, UPPER,
        f"{_PESSIMISTIC}, add-or-remove"),
    _of(_BY_RATE, "from_discrete_laplace_mechanism.get_delta_for_epsilon",
        "pld_discrete_laplace", {"rate": Range(0.05, 10.0, corners=(1.0,)), "eps": _FEW,
                                 "steps": _SOME}, UPPER, _PESSIMISTIC, ROUNDED, _FOURIER),
    _of(DISCRETE_GAUSSIAN_DELTA, "from_discrete_gaussian_mechanism.get_delta_for_epsilon",
        "pld_discrete_gaussian", {"sigma": Range(0.3, 50.0, corners=(1.0,)), "eps": _FEW}, UPPER,
        f"{_PESSIMISTIC}; of noise of which at most 1e-30 is truncated", ROUNDED, 1e-28),
    _of(RESPONSE_DELTA, "from_randomized_response.get_delta_for_epsilon", "pld_response",
        {"noise": _NOISE, "symbols": _SYMBOLS, "eps": _FEW}, UPPER,
        f"{_PESSIMISTIC}; one input replaced by another"),
    _of(ONE_SAMPLED_DELTA, "from_mixture_gaussian_mechanism.get_delta_for_epsilon",
        "pld_mixture", {"sampling": _RATES, "sigma": Range(0.3, 20.0, corners=(1.0,)),
                        "eps": _FEW}, UPPER,
        f"{_PESSIMISTIC}; here of sensitivities 0 and 1, which is a sample; masses truncated at "
        "e^(−50)", ROUNDED, 1e-21),
    _of(HOCKEY_STICK, "from_two_probability_mass_functions.get_delta_for_epsilon", "pld_laws",
        {"p": LAW, "q": POSITIVE, "eps": _FEW}, UPPER,
        "the divergence of two laws given by logarithms, pessimistic by default"),
    _of(COMPOSED_DELTA, "from_privacy_parameters.get_delta_for_epsilon", "pld_parameters",
        {"level": Range(1e-2, 3.0, corners=(1.0,)), "failure": Range(1e-12, 1e-3),
         "eps": _FEW, "steps": _SOME}, UPPER,
        "a pessimistic distribution of an (ε₀,δ₀)-DP mechanism", ROUNDED, _FOURIER),
    _of(GAUSSIAN_SIGMA, "get_smallest_gaussian_noise", "smallest_gaussian_noise",
        {"eps": Range(1e-2, 20.0, corners=(1.0,)), "delta": _DELTAS,
         "steps": Range(1.0, 100.0, "whole")}, UPPER,
        "the smallest standard deviation that satisfies the desired guarantee"),
    _of(LAPLACE_SCALE, "get_smallest_laplace_noise", "smallest_laplace_noise",
        {"eps": Range(1e-2, 20.0, corners=(1.0,)), "delta": _DELTAS, "steps": _TWICE}, UPPER,
        "the smallest scale that satisfies the desired guarantee"),
    _of(DISCRETE_LAPLACE_SCALE, "get_smallest_discrete_laplace_noise",
        "smallest_discrete_laplace_noise",
        {"eps": Range(1e-2, 20.0, corners=(1.0,)), "delta": _DELTAS,
         "steps": Range(1.0, 20.0, "whole")}, UPPER,
        "the largest parameter that satisfies the desired guarantee; here its inverse, the scale"),
    _of(COMPOSED_EPSILON, "advanced_composition", "advanced_composition",
        {"level": Range(1e-2, 5.0, corners=(0.1, 1.0)), "failure": Range(1e-14, 1e-6),
         "steps": Range(1.0, 300.0, "whole", corners=(10.0,)), "delta": Range(1e-10, 0.1)}, UPPER,
        "an ε with which the composition is still (ε, δ)-DP, by the optimal theorem"),
    _of(COMPOSED_LEVEL, "get_smallest_epsilon_from_advanced_composition", "composed_level",
        {"eps": Range(0.1, 20.0, corners=(1.0,)), "failure": Range(1e-14, 1e-8),
         "steps": Range(1.0, 50.0, "whole"), "delta": Range(1e-6, 0.1)}, LOWER,
        "an ε₀ of which the composition remains DP with the given parameters"),
    _of(SAMPLED_DELTA, "from_gaussian_mechanism[sampling_prob].get_delta_for_epsilon",
        "pld_subsampled_delta", {**SAMPLED, "eps": Range(0.5, 60.0, corners=(1.0,))}, UPPER,
        "pessimistic by default: an upper estimate, add-or-remove; its convolution by Fourier "
        "transforms is called approximate, so that 1e-12 is allowed it absolutely", ROUNDED,
        _FOURIER),
    _of(SAMPLED_DELTA, "RdpAccountant.get_delta", "rdp_subsampled_delta",
        {**SAMPLED, "eps": Range(0.5, 60.0, corners=(1.0,))}, UPPER,
        "an upper bound by way of Rényi divergences, add-or-remove"),
    _of(GAUSSIAN_EPSILON, "RdpAccountant.get_epsilon[Gaussian]", "rdp_gaussian_epsilon",
        {"sigma": SIGMA, "delta": DELTA}, UPPER,
        "an upper bound by way of Rényi divergences, at its default orders"),
    _of(GAUSSIAN_DELTA, "RdpAccountant.get_delta[Gaussian]", "rdp_gaussian_delta",
        {"sigma": SIGMA, "eps": EPS}, UPPER,
        "an upper bound by way of Rényi divergences, at its default orders"),
    _of(LAPLACE_EPSILON, "RdpAccountant.get_epsilon[Laplace]", "rdp_laplace_epsilon",
        {"scale": SCALE, "delta": DELTA}, UPPER,
        "an upper bound by way of Rényi divergences, at its default orders"),
    _of(GAUSSIAN_EPSILON, "RdpAccountant.get_epsilon[zCDP]", "rdp_zcdp_epsilon",
        {"sigma": SIGMA, "delta": DELTA}, UPPER,
        "an upper bound for every ρ-zCDP mechanism; here beside Gaussian noise, which is one"),
    _of(GAUSSIAN_RENYI, "RdpAccountant.rdp[Gaussian]", "rdp_gaussian",
        {"sigma": SIGMA, "order": ORDER}, ESTIMATE, "the Rényi divergence"),
    _of(LAPLACE_RENYI, "RdpAccountant.rdp[Laplace]", "rdp_laplace",
        {"scale": SCALE, "order": ORDER}, ESTIMATE,
        "the Rényi divergence, of which the formula is called tight", 1e-6, 1e-12),
    _of(RESPONSE_RENYI, "RdpAccountant.rdp[randomised response]", "rdp_response",
        {"noise": _NOISE, "symbols": _SYMBOLS, "order": Range(1.1, 64.0, corners=(2.0,))},
        ESTIMATE, "the Rényi divergence, one input replaced by another", 1e-6, 1e-12),
    _of(SAMPLED_RENYI, "RdpAccountant.rdp[sampled Gaussian]", "rdp_sampled",
        {"sampling": Range(1e-3, 0.9, corners=(0.01, 0.1)),
         "sigma": Range(0.3, 20.0, corners=(1.0,)), "order": ORDER}, UPPER,
        "a bound on the Rényi divergence of the sampled Gaussian mechanism; infinite where its "
        "series doesn't converge, and no accuracy is promised of small values", 1e-6, 1e-9),
    _of(GAUSSIAN_SIGMA, "calibrate_dp_mechanism", "calibrated_sigma",
        {"eps": Range(0.1, 10.0, corners=(1.0,)), "delta": Range(1e-10, 1e-2, corners=(1e-6,))},
        UPPER, "a value within 1e-6 of the least parameter that an accountant allows; here of "
        "PLDAccountant and Gaussian noise", ROUNDED, 1e-6),
    _of(GAUSSIAN_EPSILON, "PLDAccountant.get_epsilon", "pld_accountant_epsilon",
        {"sigma": _SIGMAS, "delta": _DELTAS, "steps": _SOME}, UPPER, _PESSIMISTIC),
    _of(GAUSSIAN_DELTA, "PLDAccountant.get_delta", "pld_accountant_delta",
        {"sigma": _SIGMAS, "eps": _EPS, "steps": _SOME}, UPPER, _PESSIMISTIC),
]

_PLD = "from_gaussian_mechanism"
PUBLIC: dict[str, tuple[str, ...] | str] = {
    "get_epsilon_gaussian": ("get_epsilon_gaussian",),
    "get_sigma_gaussian": ("get_sigma_gaussian",),
    "calibrate_dp_mechanism": ("calibrate_dp_mechanism",),
    "pld.from_gaussian_mechanism": (
        f"{_PLD}.get_delta_for_epsilon", f"{_PLD}.get_epsilon_for_delta",
        f"{_PLD}[sampling_prob].get_delta_for_epsilon",
    ),
    "pld.from_laplace_mechanism": (
        "from_laplace_mechanism.get_delta_for_epsilon",
        "from_laplace_mechanism.get_epsilon_for_delta", "from_laplace_mechanism.self_compose",
        "from_laplace_mechanism[sampling_prob].get_delta_for_epsilon",
    ),
    "pld.from_discrete_laplace_mechanism": (
        "from_discrete_laplace_mechanism.get_delta_for_epsilon",
    ),
    "pld.from_discrete_gaussian_mechanism": (
        "from_discrete_gaussian_mechanism.get_delta_for_epsilon",
    ),
    "pld.from_randomized_response": ("from_randomized_response.get_delta_for_epsilon",),
    "pld.from_mixture_gaussian_mechanism": (
        "from_mixture_gaussian_mechanism.get_delta_for_epsilon",
    ),
    "pld.from_two_probability_mass_functions": (
        "from_two_probability_mass_functions.get_delta_for_epsilon",
    ),
    "pld.from_privacy_parameters": ("from_privacy_parameters.get_delta_for_epsilon",),
    "pld.from_truncated_subsampled_gaussian_mechanism": "batches of a truncated size: no certified "
    "value of ours",
    "pld.identity": "tells nothing: its δ is 0",
    "pld.PrivacyLossDistribution.get_delta_for_epsilon, get_epsilon_for_delta, compose": (
        f"{_PLD}.get_delta_for_epsilon", f"{_PLD}.get_epsilon_for_delta",
    ),
    "pld.PLDAccountant": ("PLDAccountant.get_epsilon", "PLDAccountant.get_delta"),
    "pld.accountant.get_smallest_gaussian_noise": ("get_smallest_gaussian_noise",),
    "pld.accountant.get_smallest_laplace_noise": ("get_smallest_laplace_noise",),
    "pld.accountant.get_smallest_discrete_laplace_noise": ("get_smallest_discrete_laplace_noise",),
    "pld.accountant.get_smallest_subsampled_gaussian_noise": "a certified least σ of sampled "
    "rounds takes minutes, too long for a search",
    "pld.accountant.get_smallest_parameter": ("get_smallest_laplace_noise",),
    "pld.accountant.advanced_composition": ("advanced_composition",),
    "pld.accountant.get_smallest_epsilon_from_advanced_composition": (
        "get_smallest_epsilon_from_advanced_composition",
    ),
    "rdp.RdpAccountant, rdp.compute_epsilon, compute_delta": (
        "RdpAccountant.get_delta", "RdpAccountant.get_epsilon[Gaussian]",
        "RdpAccountant.get_delta[Gaussian]", "RdpAccountant.get_epsilon[Laplace]",
        "RdpAccountant.get_epsilon[zCDP]",
    ),
    "rdp.RdpAccountant.rdp": (
        "RdpAccountant.rdp[Gaussian]", "RdpAccountant.rdp[Laplace]",
        "RdpAccountant.rdp[randomised response]", "RdpAccountant.rdp[sampled Gaussian]",
    ),
    "rdp.RdpAccountant, sampling without replacement, trees, repeat and select": "no certified "
    "value of ours",
}
