"""What audited functions compute: a quantity in words, our certified value, and mpmath's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import verified
from verified.audit import independent, independent_sampling, second
from verified.audit.findings import CONFIRMED
from verified.audit.independent import mp, mpf
from verified.audit.promises import Domain, Function

_Value = Callable[..., Any]
# How often the interval of an inverse is halved.
_HALVINGS = 260


@dataclass(frozen=True)
class Quantity:
    """What a function computes.

    Attributes:
        words: its name.
        truth: the certified value at arguments and a `width`.
        other: the same by mpmath.
    """

    words: str
    truth: _Value
    other: _Value

    def audited(
        self, library: str, name: str, call: str, parameters: Mapping[str, Domain], promise: str,
        tolerance: float, says: str, absolute: float = 0.0, **more: Any,
    ) -> Function:
        """The function of a library that computes it."""
        return Function(
            library, name, call, self.words, self.truth, self.other, parameters, promise,
            tolerance, says, absolute, **more,
        )


def through(
    quantity: Quantity, change: Callable[..., Mapping[str, Any]], words: str = ""
) -> Quantity:
    """A quantity at arguments that are made of others."""

    def truth(*, width: str, **arguments: Any) -> Any:
        return quantity.truth(**change(**arguments), width=width)

    def independently(**arguments: Any) -> Any:
        return quantity.other(**change(**arguments))

    return Quantity(words or quantity.words, truth, independently)


# --- how values are asked for ---------------------------------------------------------------------


def calibrated(function: _Value, **fixed: Any) -> _Value:
    """A function of the accounting room, its whole arguments as whole numbers."""

    def called(*, width: str, **arguments: Any) -> Any:
        for name in ("steps", "symbols", "sensitivity"):
            if name in arguments:
                arguments[name] = int(arguments[name])
        return function(**arguments, **fixed, width=width)

    return called


def sampled(function: _Value, searching: str) -> _Value:
    """A function of composed rounds, which takes long: a search gets it to a width of `searching`,
    as much as the tolerance asks for, what is told to the width that it must have."""

    def called(*, steps: float, width: str, **arguments: Any) -> Any:
        narrow = width if width == CONFIRMED else searching
        return function(steps=int(steps), width=narrow, **arguments)

    return called


def named(quantity: str, **fixed: Any) -> _Value:
    """A quantity of laws, its arguments in order, those that are fixed last."""

    def called(*, width: str, **arguments: Any) -> Any:
        return verified.value(quantity, *arguments.values(), *fixed.values(), width=width)

    return called


def term(text: str, laws: Callable[..., Mapping[str, Any]] | None = None) -> _Value:
    """A term of the language, its names being the arguments or what `laws` makes of them."""

    def called(*, width: str, **arguments: Any) -> Any:
        given = laws(**arguments) if laws is not None else arguments
        return verified.enclose(text, width=width, **given)

    return called


def exactly(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Floats as the fractions that they are."""
    return {name: Fraction(value) for name, value in arguments.items()}


# --- and by mpmath --------------------------------------------------------------------------------


def closed(formula: _Value) -> _Value:
    """A formula in mpmath's numbers, worked out to more digits than are compared."""
    return independent.precisely(formula)


def other(name: str, **fixed: Any) -> _Value:
    """A value of the second look at vectors; of an inverse by halving, from its direct function."""

    def computed(**arguments: Any) -> Any:
        with mp.workdps(second.DIGITS):
            given = {key: _number(value) for key, value in {**arguments, **fixed}.items()}
            if name in second.DIRECT:
                return second.DIRECT[name](**given)
            direct, what, kind = second.INVERSE[name]
            goal = given.pop("delta")

            def excess(at: Any) -> Any:
                return second.DIRECT[direct](**{**given, what: at}) - goal

            return _crossing(excess, rising=kind == "largest")

    return computed


def _number(value: Any) -> Any:
    if isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    if isinstance(value, list | tuple):
        return [_number(part) for part in value]
    return value if isinstance(value, str) else mpf(value)


def _crossing(excess: _Value, *, rising: bool) -> Any:
    """Where a monotone function crosses 0, between 1e-30 and 1e30; 0 where it is below at once."""

    def above(at: Any) -> bool:
        return bool((excess(at) > 0) != rising)

    low, high = mpf("1e-30"), mpf(1)
    if not above(low):
        return mpf(0)
    while above(high):
        if high > mpf("1e30"):
            return mp.nan
        low, high = high, high * 4
    if low < 1 < 4 * high:
        near = high / 2
        while near > low and not above(near):
            high, near = near, near / 2
        low = max(low, near)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return high


# --- Gaussian and Laplace noise -------------------------------------------------------------------

GAUSSIAN_DELTA = Quantity(
    "δ of composed Gaussian mechanisms", calibrated(verified.gaussian_delta),
    independent.gaussian_delta,
)
GAUSSIAN_EPSILON = Quantity(
    "ε of composed Gaussian mechanisms", calibrated(verified.gaussian_epsilon),
    independent.gaussian_epsilon,
)
GAUSSIAN_SIGMA = Quantity(
    "the least σ of composed Gaussian mechanisms", calibrated(verified.gaussian_sigma),
    independent.gaussian_sigma,
)
GAUSSIAN_ZCDP = Quantity(
    "ρ of the Gaussian mechanism",
    lambda *, sigma, width: verified.gaussian_zcdp(sigma=sigma),
    closed(lambda sigma: 1 / (2 * sigma**2)),
)
GAUSSIAN_RENYI = Quantity(
    "the Rényi divergence of the Gaussian mechanism",
    lambda *, sigma, order, width: verified.gaussian_renyi(sigma=sigma, order=order),
    other("gaussian_renyi"),
)
LAPLACE_DELTA = Quantity(
    "δ of the Laplace mechanism", calibrated(verified.laplace_delta), other("laplace_delta")
)
LAPLACE_EPSILON = Quantity(
    "ε of the Laplace mechanism", calibrated(verified.laplace_epsilon), other("laplace_epsilon")
)
LAPLACE_SCALE = Quantity(
    "the least scale of the Laplace mechanism", calibrated(verified.laplace_scale),
    other("laplace_scale"),
)
LAPLACE_RENYI = Quantity(
    "the Rényi divergence of the Laplace mechanism", calibrated(verified.laplace_renyi),
    other("laplace_renyi"),
)
LAPLACE_LEVEL = Quantity(
    "ε of the Laplace mechanism", calibrated(verified.laplace_epsilon, delta=0),
    closed(lambda scale: 1 / scale),
)

# --- sampled noise --------------------------------------------------------------------------------

SAMPLED_DELTA = Quantity(
    "δ of composed Poisson-subsampled Gaussian mechanisms",
    sampled(verified.subsampled_gaussian_delta, "1e-9"), independent_sampling.subsampled_delta,
)
SAMPLED_EPSILON = Quantity(
    "ε of composed Poisson-subsampled Gaussian mechanisms",
    sampled(verified.subsampled_gaussian_epsilon, "1e-7"), independent_sampling.subsampled_epsilon,
)
SAMPLED_RENYI = Quantity(
    "the Rényi divergence of a Poisson-subsampled Gaussian mechanism",
    calibrated(verified.subsampled_gaussian_renyi, steps=1, adjacency="remove"),
    independent_sampling.subsampled_renyi,
)

# One round more or less: for mpmath a closed form.
ONE_SAMPLED_DELTA = Quantity(
    "δ of a Poisson-subsampled Gaussian mechanism",
    calibrated(verified.subsampled_gaussian_delta, steps=1),
    other("subsampled_gaussian_delta", steps=1),
)
ONE_SAMPLED_LAPLACE_DELTA = Quantity(
    "δ of a Poisson-subsampled Laplace mechanism",
    calibrated(verified.subsampled_laplace_delta, steps=1),
    other("subsampled_laplace_delta", steps=1),
)

# --- noise on the integers, and choices -----------------------------------------------------------

DISCRETE_LAPLACE_DELTA = Quantity(
    "δ of composed discrete Laplace mechanisms", calibrated(verified.discrete_laplace_delta),
    other("discrete_laplace_delta"),
)
DISCRETE_LAPLACE_SCALE = Quantity(
    "the least scale of composed discrete Laplace mechanisms",
    calibrated(verified.discrete_laplace_scale), other("discrete_laplace_scale"),
)
DISCRETE_GAUSSIAN_DELTA = Quantity(
    "δ of the discrete Gaussian mechanism", calibrated(verified.discrete_gaussian_delta),
    other("discrete_gaussian_delta"),
)
DISCRETE_GAUSSIAN_EPSILON = Quantity(
    "ε of the discrete Gaussian mechanism", calibrated(verified.discrete_gaussian_epsilon),
    other("discrete_gaussian_epsilon"),
)
THRESHOLD_DELTA = Quantity(
    "δ of a threshold on counts with discrete Laplace noise",
    calibrated(verified.discrete_laplace_threshold_delta),
    other("discrete_laplace_threshold_delta"),
)
EXPONENTIAL_EPSILON = Quantity(
    "ε of the exponential mechanism over all scores",
    calibrated(verified.exponential_mechanism_worst_epsilon),
    other("exponential_mechanism_worst_epsilon"),
)
EXPONENTIAL_RENYI = Quantity(
    "the Rényi divergence of the exponential mechanism over all scores",
    calibrated(verified.exponential_mechanism_worst_renyi),
    other("exponential_mechanism_worst_renyi"),
)

# --- composition of what is (ε₀,δ₀)-DP ------------------------------------------------------------

COMPOSED_DELTA = Quantity(
    "δ of composed (ε₀,δ₀)-DP mechanisms", calibrated(verified.approximate_dp_delta),
    other("approximate_dp_delta"),
)
COMPOSED_EPSILON = Quantity(
    "ε of composed (ε₀,δ₀)-DP mechanisms", calibrated(verified.approximate_dp_epsilon),
    other("approximate_dp_epsilon"),
)
COMPOSED_LEVEL = Quantity(
    "the largest ε₀ of composed (ε₀,δ₀)-DP mechanisms", calibrated(verified.approximate_dp_level),
    other("approximate_dp_level"),
)
PURE_EPSILON = Quantity(
    "ε of an ε₀-DP mechanism at δ",
    calibrated(verified.approximate_dp_epsilon, failure=0, steps=1),
    other("approximate_dp_epsilon", failure=0, steps=1),
)
PURE_RENYI = Quantity(
    "the Rényi divergence of an ε₀-DP mechanism, at worst",
    calibrated(verified.randomised_response_renyi, symbols=2),
    other("randomised_response_renyi", symbols=2),
)
AMPLIFIED = Quantity(
    "ε amplified by sampling", term("log(1 + sampling*(exp(eps) - 1))"),
    closed(lambda eps, sampling: mp.log1p(sampling * mp.expm1(eps))),
)

# --- laws and channels ----------------------------------------------------------------------------

ENTROPY = Quantity("entropy", named("entropy"), independent.entropy)
KL = Quantity("Kullback–Leibler divergence", named("kl"), independent.kl)
JENSEN_SHANNON = Quantity(
    "Jensen–Shannon divergence", named("jensen_shannon"), independent.jensen_shannon
)
CAPACITY = Quantity("capacity", named("capacity"), independent.capacity)
RENYI = Quantity(
    "Rényi divergence", lambda *, p, q, alpha, width: verified.value(
        "renyi", p, q, alpha, width=width), independent.renyi,
)
HOCKEY_STICK = Quantity(
    "hockey-stick divergence", lambda *, p, q, eps, width: verified.value(
        "hockey_stick", p, q, eps, width=width), independent.hockey_stick,
)
TOTAL_VARIATION = Quantity(
    "total variation", named("total_variation"), independent.total_variation
)
HELLINGER = Quantity("squared Hellinger distance", named("hellinger"), independent.hellinger)
CHI_SQUARE = Quantity("χ² divergence", named("chi_square"), independent.chi_square)
RENYI_ENTROPY = Quantity("Rényi entropy", named("renyi_entropy"), independent.renyi_entropy)
INFORMATION = Quantity("mutual information", named("information"), independent.information)
SIBSON = Quantity("Sibson's information", named("sibson"), independent.sibson)
MAXIMAL_LEAKAGE = Quantity(
    "maximal leakage", named("maximal_leakage"), independent.maximal_leakage
)
MIN_ENTROPY_LEAKAGE = Quantity(
    "min-entropy leakage", named("min_entropy_leakage"), independent.min_entropy_leakage
)
