"""The functions that are audited, with what the documentation of each promises at that version."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import verified
from verified.audit import independent, independent_sampling
from verified.audit.environments import Library
from verified.audit.findings import CONFIRMED
from verified.audit.independent import DIGITS, mp, mpf
from verified.audit.promises import ESTIMATE, LOWER, UPPER, Domain, Function, Law, Range
from verified.errors import UnknownKeyError

LIBRARIES = {
    library.name: library for library in (
        Library("dp-accounting", ["dp-accounting==0.6.0"], "dp_accounting"),
        Library("opendp", ["opendp==0.16.0"], "opendp"),
        Library("autodp", ["autodp==0.2.3.1"], "autodp"),
        Library("prv-accountant", ["prv-accountant==0.2.0"], "prv_accountant"),
        # Its package asks for torch; its accountants don't.
        Library("opacus", ["numpy==2.4.2", "scipy==1.17.1"], "opacus", bare=["opacus==1.6.0"]),
        # Newer releases of scikit-learn lack what diffprivlib imports.
        Library("diffprivlib", ["diffprivlib==0.6.6", "scikit-learn==1.5.2"], "diffprivlib"),
        Library("scipy", ["scipy==1.17.1"], "scipy"),
        Library("scikit-learn", ["scikit-learn==1.9.1"], "scikit_learn"),
        Library("dit", ["dit==2.3"], "dit"),
        Library("qif", ["qif==1.6.0"], "qif"),
    )
}

SIGMA = Range(0.1, 1000.0, corners=(0.5, 1.0, 2.0))
EPS = Range(1e-3, 1000.0, corners=(0.1, 1.0, 10.0, 700.0, 710.0))
DELTA = Range(1e-15, 0.5, corners=(1e-10, 1e-6, 1e-5))
STEPS = Range(1.0, 10_000.0, "whole", corners=(10.0, 1000.0))
COUNT = Range(1.0, 1e6, "whole")
LAW, POSITIVE = Law((2, 6)), Law((2, 6), positive=True)
CHANNEL = Law((2, 4), rows=(2, 2))
# prv_accountant's method checks the mean of what it made, and says so where that is off.
CHECKED = ("ValueError", "NotImplementedError", "RuntimeError")
# What floats may lose in a sum of a few terms without anyone having promised otherwise.
ROUNDED = 1e-9
# What is lost where floats of about 1 cancel: nobody promises a divergence's digits below.
FLOATS = 1e-14


def _whole(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with a number of rounds that is a whole number."""

    def called(*, steps: float = 1, **arguments: Any) -> Any:
        return function(steps=int(steps), **arguments)

    return called


def _named(quantity: str) -> Callable[..., Any]:
    """A quantity of laws, its arguments in order."""

    def called(*, width: str, **arguments: Any) -> Any:
        return verified.value(quantity, *arguments.values(), width=width)

    return called


def _sampled(function: Callable[..., Any], searching: str) -> Callable[..., Any]:
    """A function of composed rounds, which takes long: a search gets it to a width of `searching`,
    as much as the tolerance asks for, what is told to the width that it must have."""

    def called(*, steps: float, width: str, **arguments: Any) -> Any:
        narrow = width if width == CONFIRMED else searching
        return function(steps=int(steps), width=narrow, **arguments)

    return called


def _subsampled_renyi(*, width: str, **arguments: Any) -> Any:
    return verified.subsampled_gaussian_renyi(
        steps=1, adjacency="remove", width=width, **arguments
    )


def _zcdp_truth(*, sigma: float, width: str) -> Any:
    return verified.gaussian_zcdp(sigma=sigma)


def _level_truth(*, scale: float, width: str) -> Any:
    return verified.laplace_epsilon(scale=scale, delta=0, width=width)


def _shares(counts: dict[str, float]) -> tuple[list[Fraction], list[Fraction]]:
    """The joint law of counts on 2 × 2 symbols, and the product of its marginals."""
    total = Fraction(sum(counts.values()))
    p = [Fraction(count) / total for count in counts.values()]
    rows, columns = (p[0] + p[1], p[2] + p[3]), (p[0] + p[2], p[1] + p[3])
    return p, [r * c for r in rows for c in columns]


def _information(*, width: str, **counts: float) -> Any:
    """I(X;Y) = D(P_XY‖P_X P_Y)."""
    return verified.value("kl", *_shares(counts), width=width)


def _independent_information(**counts: float) -> Any:
    joint, products = _shares(counts)
    with mp.workdps(2 * DIGITS):
        return mp.fsum(
            _mp(a) * mp.log(_mp(a) / _mp(b))
            for a, b in zip(joint, products, strict=True)
        )


def _mp(value: Fraction) -> Any:
    return mpf(value.numerator) / value.denominator


def _zcdp(*, sigma: float) -> Any:
    return mpf(1) / (2 * mpf(sigma) ** 2)


def _level(*, scale: float) -> Any:
    return 1 / mpf(scale)


gaussian_delta = _whole(verified.gaussian_delta)
gaussian_sigma = _whole(verified.gaussian_sigma)
gaussian_epsilon = _whole(verified.gaussian_epsilon)
subsampled_delta = _sampled(verified.subsampled_gaussian_delta, "1e-9")
subsampled_epsilon = _sampled(verified.subsampled_gaussian_epsilon, "1e-7")
# Where a certified value takes a tenth of a second: neither few rounds nor tiny rates.
SAMPLED: dict[str, Domain] = {
    "sampling": Range(0.02, 0.5, corners=(0.1,)),
    "sigma": Range(0.5, 5.0, corners=(1.0,)), "steps": Range(300.0, 5000.0, "whole"),
}

FUNCTIONS = [
    Function(
        "dp-accounting", "get_epsilon_gaussian", "epsilon_gaussian",
        "the least ε of the Gaussian mechanism", gaussian_epsilon, independent.gaussian_epsilon,
        {"sigma": SIGMA, "delta": DELTA}, ESTIMATE, 1e-6,
        "the ε of the Gaussian mechanism at σ and δ, to a tolerance of the search; no direction",
    ),
    Function(
        "dp-accounting", "get_sigma_gaussian", "sigma_gaussian",
        "the least σ of the Gaussian mechanism", gaussian_sigma, independent.gaussian_sigma,
        {"eps": EPS, "delta": DELTA}, ESTIMATE, 1e-6,
        "the noise of the Gaussian mechanism at ε and δ, to the search's tolerance; no direction",
    ),
    Function(
        "dp-accounting", "from_gaussian_mechanism.get_delta_for_epsilon", "pld_gaussian_delta",
        "δ of composed Gaussian mechanisms", gaussian_delta, independent.gaussian_delta,
        {"sigma": Range(0.5, 100.0, corners=(1.0,)), "eps": Range(1e-2, 30.0, corners=(1.0,)),
         "steps": Range(1.0, 1000.0, "whole")}, UPPER, ROUNDED,
        "pessimistic by default: an upper estimate of the divergence; masses truncated at e^(−50), "
        "a discretisation of 1e-4",
    ),
    Function(
        "dp-accounting", "from_laplace_mechanism.get_delta_for_epsilon", "pld_laplace_delta",
        "δ of the Laplace mechanism", verified.laplace_delta, independent.laplace_delta,
        {"scale": Range(0.05, 100.0, corners=(1.0,)), "eps": Range(1e-3, 20.0, corners=(1.0,))},
        UPPER, ROUNDED, "pessimistic by default: an upper estimate of the divergence",
    ),
    Function(
        "dp-accounting", "get_smallest_gaussian_noise", "smallest_gaussian_noise",
        "the least σ of composed Gaussian mechanisms", gaussian_sigma, independent.gaussian_sigma,
        {"eps": Range(1e-2, 20.0, corners=(1.0,)), "delta": Range(1e-12, 0.1, corners=(1e-6,)),
         "steps": Range(1.0, 100.0, "whole")}, UPPER, ROUNDED,
        "the smallest standard deviation that satisfies the desired guarantee", seconds=60.0,
    ),
    Function(
        "dp-accounting", "from_gaussian_mechanism[sampling_prob].get_delta_for_epsilon",
        "pld_subsampled_delta", "δ of composed Poisson-subsampled Gaussian mechanisms",
        subsampled_delta, independent_sampling.subsampled_delta,
        {**SAMPLED, "eps": Range(0.5, 60.0, corners=(1.0,))}, UPPER, ROUNDED,
        "pessimistic by default: an upper estimate, add-or-remove; its convolution by Fourier "
        "transforms is called approximate, so that 1e-12 is allowed it absolutely",
        1e-12, seconds=60.0,
    ),
    Function(
        "dp-accounting", "RdpAccountant.get_delta", "rdp_subsampled_delta",
        "δ of composed Poisson-subsampled Gaussian mechanisms",
        subsampled_delta, independent_sampling.subsampled_delta,
        {**SAMPLED, "eps": Range(0.5, 60.0, corners=(1.0,))}, UPPER, ROUNDED,
        "an upper bound by way of Rényi divergences, add-or-remove", seconds=60.0,
    ),
    Function(
        "prv-accountant", "PRVAccountant.compute_delta[upper]", "delta_upper",
        "δ of composed Poisson-subsampled Gaussian mechanisms",
        subsampled_delta, independent_sampling.subsampled_delta,
        {**SAMPLED, "eps": Range(0.1, 20.0, corners=(1.0,))}, UPPER, ROUNDED,
        "an upper bound for δ, with eps_error 0.1 and delta_error 1e-9", seconds=60.0,
        refuses=CHECKED,
    ),
    Function(
        "prv-accountant", "PRVAccountant.compute_delta[lower]", "delta_lower",
        "δ of composed Poisson-subsampled Gaussian mechanisms",
        subsampled_delta, independent_sampling.subsampled_delta,
        {**SAMPLED, "eps": Range(0.1, 20.0, corners=(1.0,))}, LOWER, ROUNDED,
        "a lower bound for δ, likewise", seconds=60.0, refuses=CHECKED,
    ),
    Function(
        "opacus", "accountants.analysis.rdp.compute_rdp", "compute_rdp",
        "the Rényi divergence of a Poisson-subsampled Gaussian mechanism",
        _subsampled_renyi, independent_sampling.subsampled_renyi,
        {"sampling": Range(1e-3, 0.9, corners=(0.01, 0.1)),
         "sigma": Range(0.3, 20.0, corners=(1.0,)), "order": Range(1.1, 256.0, corners=(2.0,))},
        ESTIMATE, 1e-6, "the Rényi divergence of the sampled Gaussian mechanism (Mironov, Talwar "
        "and Zhang 2019); no direction, and no accuracy is promised of small values", 1e-9,
    ),
    Function(
        "opacus", "RDPAccountant.get_epsilon", "rdp_epsilon",
        "ε of composed Poisson-subsampled Gaussian mechanisms",
        subsampled_epsilon, independent_sampling.subsampled_epsilon,
        {**SAMPLED, "delta": Range(1e-12, 1e-2, corners=(1e-6,))}, UPPER, ROUNDED,
        "an upper bound by way of Rényi divergences, of the orders that are its default",
        seconds=60.0,
    ),
    Function(
        "opacus", "PRVAccountant.get_epsilon", "prv_epsilon",
        "ε of composed Poisson-subsampled Gaussian mechanisms",
        subsampled_epsilon, independent_sampling.subsampled_epsilon,
        {**SAMPLED, "delta": Range(1e-10, 1e-2, corners=(1e-6,))}, UPPER, ROUNDED,
        "the upper end of its bounds, with eps_error 0.01 and delta_error δ/1000, its defaults",
        seconds=60.0, refuses=CHECKED,
    ),
    Function(
        "opendp", "make_gaussian+make_zCDP_to_approxDP.delta", "gaussian_delta",
        "δ of the Gaussian mechanism", gaussian_delta, independent.gaussian_delta,
        {"sigma": SIGMA, "eps": EPS}, UPPER, 0.0,
        "an upper bound by way of zCDP; conservative by design", refuses=("OpenDPException",),
    ),
    Function(
        "opendp", "make_gaussian+make_zCDP_to_approxDP.epsilon", "gaussian_epsilon",
        "ε of the Gaussian mechanism", gaussian_epsilon, independent.gaussian_epsilon,
        {"sigma": SIGMA, "delta": DELTA}, UPPER, 0.0,
        "an upper bound by way of zCDP; conservative by design", refuses=("OpenDPException",),
    ),
    Function(
        "opendp", "make_gaussian.map", "gaussian_zcdp", "ρ of the Gaussian mechanism",
        _zcdp_truth, _zcdp, {"sigma": SIGMA}, UPPER, 0.0,
        "an upper bound on ρ, rounded upwards", refuses=("OpenDPException",),
    ),
    Function(
        "opendp", "make_laplace.map", "laplace_level", "ε of the Laplace mechanism",
        _level_truth, _level, {"scale": Range(1e-3, 1e6)}, UPPER, 0.0,
        "an upper bound on ε, rounded upwards", refuses=("OpenDPException",),
    ),
    Function(
        "autodp", "ExactGaussianMechanism.get_approxDP", "exact_gaussian_epsilon",
        "ε of the Gaussian mechanism", gaussian_epsilon, independent.gaussian_epsilon,
        {"sigma": SIGMA, "delta": DELTA}, ESTIMATE, 1e-6,
        "ε as a function of δ by the exact characterisation; no direction",
    ),
    Function(
        "autodp", "LaplaceMechanism.get_approxDP", "laplace_epsilon",
        "ε of the Laplace mechanism", verified.laplace_epsilon, independent.laplace_epsilon,
        {"scale": Range(0.05, 100.0, corners=(1.0,)), "delta": DELTA}, UPPER, ROUNDED,
        "ε as a function of δ from the RDP curve, an upper bound",
    ),
    Function(
        "prv-accountant", "PRVAccountant.compute_epsilon[upper]", "epsilon_upper",
        "ε of composed Gaussian mechanisms", gaussian_epsilon, independent.gaussian_epsilon,
        {"sigma": Range(0.5, 50.0, corners=(1.0,)), "delta": Range(1e-10, 0.1, corners=(1e-6,)),
         "steps": Range(1.0, 100.0, "whole")}, UPPER, ROUNDED,
        "an upper bound for ε, with eps_error 0.1 and delta_error δ/1000; its documentation "
        "advises a delta_error well above the precision of floats", seconds=60.0,
    ),
    Function(
        "prv-accountant", "PRVAccountant.compute_epsilon[lower]", "epsilon_lower",
        "ε of composed Gaussian mechanisms", gaussian_epsilon, independent.gaussian_epsilon,
        {"sigma": Range(0.5, 50.0, corners=(1.0,)), "delta": Range(1e-10, 0.1, corners=(1e-6,)),
         "steps": Range(1.0, 100.0, "whole")}, LOWER, ROUNDED,
        "a lower bound for ε, likewise", seconds=60.0,
    ),
    Function(
        "diffprivlib", "GaussianAnalytic._scale", "analytic_sigma",
        "the least σ of the Gaussian mechanism", gaussian_sigma, independent.gaussian_sigma,
        {"eps": EPS, "delta": DELTA}, UPPER, ROUNDED,
        "the scale of noise by which the mechanism satisfies (ε, δ)",
    ),
    Function(
        "diffprivlib", "Laplace.variance", "laplace_scale",
        "the least scale of the Laplace mechanism", verified.laplace_scale,
        independent.laplace_scale, {"eps": EPS, "delta": DELTA}, UPPER, ROUNDED,
        "the scale of noise by which the mechanism satisfies (ε, δ)",
    ),
    Function(
        "scipy", "stats.entropy", "entropy", "entropy", _named("entropy"), independent.entropy,
        {"p": LAW}, ESTIMATE, ROUNDED, "−Σ p ln p in nats", FLOATS,
    ),
    Function(
        "scipy", "stats.entropy[relative]", "relative_entropy", "Kullback–Leibler divergence",
        _named("kl"), independent.kl, {"p": LAW, "q": POSITIVE}, ESTIMATE, ROUNDED,
        "Σ p ln(p/q) in nats", FLOATS,
    ),
    Function(
        "scipy", "spatial.distance.jensenshannon", "jensen_shannon", "Jensen–Shannon divergence",
        _named("jensen_shannon"), independent.jensen_shannon, {"p": LAW, "q": LAW}, ESTIMATE,
        ROUNDED, "the root of the divergence, in nats; squared here", FLOATS,
    ),
    Function(
        "scikit-learn", "mutual_info_score", "mutual_info_score", "mutual information",
        _information, _independent_information, dict.fromkeys("abcd", COUNT), ESTIMATE, ROUNDED,
        "I(U;V) in nats, of a contingency matrix of counts", FLOATS,
    ),
    Function(
        "dit", "shannon.entropy", "entropy", "entropy", _named("entropy"), independent.entropy,
        {"p": LAW}, ESTIMATE, 1e-6, "entropy in bits; here × ln 2", 1e-9,
        refuses=("ValueError", "InvalidNormalization", "InvalidDistribution"),
    ),
    Function(
        "dit", "algorithms.channel_capacity", "channel_capacity", "capacity",
        _named("capacity"), independent.capacity, {"channel": CHANNEL}, ESTIMATE, 1e-6,
        "the channel capacity in bits, iterated until steps are within a relative tolerance of "
        "1e-7 and an absolute one of 1e-9; here × ln 2", 1e-9,
    ),
    Function(
        "qif", "measure.shannon.add_capacity", "shannon_capacity", "capacity", _named("capacity"),
        independent.capacity, {"channel": CHANNEL}, ESTIMATE, 1e-6,
        "the channel capacity in bits, to a difference of 1e-7; here × ln 2", 1e-7,
    ),
]


def chosen(target: str) -> list[Function]:
    """The functions of a library, or one of them: "LIBRARY" or "LIBRARY:FUNCTION".

    Raises:
        UnknownKeyError: there is none of that name.
    """
    library, _, name = target.partition(":")
    if library not in LIBRARIES:
        raise UnknownKeyError("library", library, LIBRARIES)
    own = [function for function in FUNCTIONS if function.library == library]
    found = [function for function in own if not name or function.name == name]
    if not found:
        raise UnknownKeyError(f"audited function of {library}", name, [one.name for one in own])
    return found
