"""OpenDP's privacy maps, which are to be upper bounds, rounded upwards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verified.audit.catalogue.quantities import (
    AMPLIFIED,
    DISCRETE_GAUSSIAN_EPSILON,
    GAUSSIAN_DELTA,
    GAUSSIAN_EPSILON,
    GAUSSIAN_ZCDP,
    LAPLACE_LEVEL,
    THRESHOLD_DELTA,
    Quantity,
    closed,
    term,
    through,
)
from verified.audit.catalogue.ranges import DELTA, EPS, ROUNDED, SIGMA, TRUTH
from verified.audit.environments import Library
from verified.audit.independent import mp
from verified.audit.promises import ESTIMATE, UPPER, Domain, Function, Range

LIBRARY = Library("opendp", ["opendp==0.16.0"], "opendp")

_SCALE = Range(1e-3, 1e6)
_SYMBOLS = Range(3.0, 20.0, "whole")
_UPWARDS = "an upper bound on ε, rounded upwards"
_ALPHA = Range(1e-6, 0.9, corners=(0.05,))

_RESPONSE = Quantity(
    "ε of randomised response", term("log(p/(1 - p))"),
    closed(lambda p: mp.log(p) - mp.log1p(-p)),
)
_RESPONSES = Quantity(
    "ε of randomised response",
    term("log(p*(k - 1)/(1 - p))", lambda p, symbols: {"p": p, "k": int(symbols)}),
    closed(lambda p, symbols: mp.log(p) + mp.log(symbols - 1) - mp.log1p(-p)),
)
_BITS = Quantity(
    "ε of randomised response on bit vectors",
    term("2*m*log((2 - f)/f)", lambda f, weight: {"f": f, "m": int(weight)}),
    closed(lambda f, weight: 2 * weight * (mp.log(2 - f) - mp.log(f))),
)
_SUMMED = Quantity(
    "ε of composed Laplace mechanisms",
    term("k/s", lambda scale, steps: {"s": scale, "k": int(steps)}),
    closed(lambda scale, steps: steps / scale),
)
_LARGEST = Quantity(
    "ε of the largest noisy score, over all scores", term("2/scale"),
    closed(lambda scale: 2 / scale),
)
# KL is at most ρ, and randomised response has so much.
_CONCENTRATED = Quantity(
    "the least ρ of an ε₀-DP mechanism, at worst; at least ε₀ tanh(ε₀/2)",
    term("(exp(x) - 1)*x/(exp(x) + 1)", lambda scale: {"x": 1 / Fraction(scale)}),
    closed(lambda scale: mp.tanh(1 / (2 * scale)) / scale),
)
# Ten records of a population; noise has the scale 10/ε on a sum of numbers up to 10.
_AMPLIFIED = through(
    AMPLIFIED, lambda eps, size: {"eps": eps, "sampling": Fraction(10, int(size))}
)
_LAPLACE_ACCURACY = Quantity(
    "how far Laplace noise strays with probability α", term("scale*log(1/alpha)"),
    closed(lambda scale, alpha: -scale * mp.log(alpha)),
)
_ACCURATE_SCALE = Quantity(
    "the Laplace scale that strays so far with probability α", term("accuracy/log(1/alpha)"),
    closed(lambda accuracy, alpha: -accuracy / mp.log(alpha)),
)


def _of(
    quantity: Quantity, name: str, call: str, parameters: dict[str, Domain], says: str,
    promise: str = UPPER, tolerance: float = 0.0, **more: Any,
) -> Function:
    return quantity.audited(
        "opendp", name, call, parameters, promise, tolerance, says,
        **{"refuses": ("OpenDPException",), **more},
    )


FUNCTIONS = [
    _of(GAUSSIAN_DELTA, "make_gaussian+make_zCDP_to_approxDP.delta", "gaussian_delta",
        {"sigma": SIGMA, "eps": EPS}, "an upper bound by way of zCDP; conservative by design"),
    _of(GAUSSIAN_EPSILON, "make_gaussian+make_zCDP_to_approxDP.epsilon", "gaussian_epsilon",
        {"sigma": SIGMA, "delta": DELTA}, "an upper bound by way of zCDP; conservative by design"),
    _of(GAUSSIAN_EPSILON, "make_composition+make_fix_delta", "composed_epsilon",
        {"sigma": SIGMA, "delta": DELTA, "steps": Range(1.0, 20.0, "whole")},
        "an upper bound of composed Gaussian noise by way of zCDP, at a δ that is fixed"),
    _of(DISCRETE_GAUSSIAN_EPSILON, "make_gaussian[integers]+make_zCDP_to_approxDP.epsilon",
        "discrete_epsilon", {"sigma": Range(0.2, 50.0, corners=(1.0,)), "delta": DELTA},
        "an upper bound by way of zCDP; conservative by design"),
    _of(GAUSSIAN_ZCDP, "make_gaussian.map", "gaussian_zcdp", {"sigma": SIGMA},
        "an upper bound on ρ, rounded upwards"),
    _of(GAUSSIAN_ZCDP, "make_gaussian[integers].map", "discrete_zcdp", {"sigma": SIGMA},
        "an upper bound on ρ, rounded upwards"),
    _of(LAPLACE_LEVEL, "make_laplace.map", "laplace_level", {"scale": _SCALE}, _UPWARDS),
    _of(LAPLACE_LEVEL, "make_laplace[integers].map", "discrete_level", {"scale": _SCALE},
        _UPWARDS),
    _of(LAPLACE_LEVEL, "make_geometric.map", "geometric_level", {"scale": _SCALE}, _UPWARDS),
    _of(_RESPONSE, "make_randomized_response_bool.map", "response_bool", {"p": TRUTH}, _UPWARDS),
    _of(_RESPONSES, "make_randomized_response.map", "response",
        {"p": TRUTH, "symbols": _SYMBOLS}, _UPWARDS),
    _of(_BITS, "make_randomized_response_bitvec.map", "response_bits",
        {"f": Range(1e-3, 0.999, "plain", corners=(0.5,)), "weight": Range(1.0, 20.0, "whole")},
        "an upper bound on ε of bit vectors with so many ones, each bit flipped with probability "
        "f/2 (RAPPOR), rounded upwards"),
    _of(_LARGEST, "make_noisy_max.map", "noisy_max", {"scale": _SCALE},
        "an upper bound on ε where each score changes by 1 at most, rounded upwards"),
    _of(_SUMMED, "make_composition.map", "composed_level",
        {"scale": _SCALE, "steps": Range(1.0, 30.0, "whole")}, _UPWARDS),
    _of(_CONCENTRATED, "make_pureDP_to_zCDP.map", "concentrated", {"scale": Range(0.1, 1e4)},
        "an upper bound on ρ of every ε₀-DP mechanism"),
    _of(_AMPLIFIED, "make_population_amplification.map", "amplified",
        {"eps": Range(1e-3, 20.0, corners=(1.0,)), "size": Range(11.0, 1e5, "whole")},
        "ε of a simple random sample of a population; no less than the optimal bound"),
    _of(THRESHOLD_DELTA, "make_laplace_threshold[integers].map", "threshold_delta",
        {"scale": Range(0.5, 20.0, corners=(1.0,)), "threshold": Range(2.0, 100.0, "whole")},
        "an upper bound on the δ of releasing counts unless they are less than the threshold; "
        "here of one key with a count of 1"),
    _of(_LAPLACE_ACCURACY, "laplacian_scale_to_accuracy", "laplace_accuracy",
        {"scale": _SCALE, "alpha": _ALPHA}, "how far noise strays with probability α", ESTIMATE,
        ROUNDED),
    _of(_ACCURATE_SCALE, "accuracy_to_laplacian_scale", "laplace_scale",
        {"accuracy": _SCALE, "alpha": _ALPHA}, "the scale that strays so far with probability α",
        ESTIMATE, ROUNDED),
]

_FRAMES = "works on data frames; its maps are those of the noise inside"
PUBLIC: dict[str, tuple[str, ...] | str] = {
    "measurements.make_gaussian": (
        "make_gaussian.map", "make_gaussian[integers].map",
        "make_gaussian+make_zCDP_to_approxDP.delta",
        "make_gaussian+make_zCDP_to_approxDP.epsilon",
    ),
    "measurements.make_laplace": ("make_laplace.map", "make_laplace[integers].map"),
    "measurements.make_geometric": ("make_geometric.map",),
    "measurements.make_noise": ("make_laplace.map", "make_gaussian.map"),
    "measurements.make_randomized_response": ("make_randomized_response.map",),
    "measurements.make_randomized_response_bool": ("make_randomized_response_bool.map",),
    "measurements.make_randomized_response_bitvec": ("make_randomized_response_bitvec.map",),
    "measurements.make_noisy_max, make_report_noisy_max_gumbel": ("make_noisy_max.map",),
    "measurements.make_noisy_top_k": "several choices in a row: no certified value of ours",
    "measurements.make_laplace_threshold, make_noise_threshold": (
        "make_laplace_threshold[integers].map",
    ),
    "measurements.make_gaussian_threshold": "counts with discrete Gaussian noise and a threshold: "
    "no certified value of ours",
    "measurements.make_canonical_noise": "takes ε and δ, and returns no number",
    "measurements.make_alp_queryable": "no certified value of ours",
    "measurements.make_private_expr, make_private_lazyframe, make_private_quantile": _FRAMES,
    "combinators.make_composition, make_fix_delta, make_approximate": (
        "make_composition.map", "make_composition+make_fix_delta",
    ),
    "combinators.make_adaptive_composition, make_fully_adaptive_composition, …": "the same sums as "
    "make_composition",
    "combinators.make_zCDP_to_approxDP": (
        "make_gaussian+make_zCDP_to_approxDP.delta",
        "make_gaussian+make_zCDP_to_approxDP.epsilon",
        "make_gaussian[integers]+make_zCDP_to_approxDP.epsilon",
    ),
    "combinators.make_pureDP_to_zCDP": ("make_pureDP_to_zCDP.map",),
    "combinators.make_population_amplification": ("make_population_amplification.map",),
    "combinators.make_select_private_candidate": "no certified value of ours",
    "accuracy.laplacian_scale_to_accuracy": ("laplacian_scale_to_accuracy",),
    "accuracy.accuracy_to_laplacian_scale": ("accuracy_to_laplacian_scale",),
    "accuracy.gaussian_scale_to_accuracy, accuracy_to_gaussian_scale": "the normal law's quantile, "
    "which our language doesn't have as a term",
    "accuracy of discrete noise": "whole numbers that enclose a quantile: no quantity of ours",
    "binary_search, binary_search_chain, binary_search_param": "searches over a user's function",
}
