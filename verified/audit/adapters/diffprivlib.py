"""diffprivlib's noise scales by our parameters. Run in its own environment."""

from importlib.metadata import version

import numpy
from diffprivlib import BudgetAccountant
from diffprivlib.mechanisms import (
    Gaussian,
    GaussianAnalytic,
    GaussianDiscrete,
    Geometric,
    Laplace,
    LaplaceBoundedNoise,
)

VERSION = version("diffprivlib")


def laplace_scale(eps, delta):
    """The scale of the noise."""
    # The scale isn't kept by the mechanism, but it tells its variance, 2b².
    made = Laplace(epsilon=eps, delta=delta, sensitivity=1.0)
    return numpy.sqrt(made.variance(0.0) / 2)


def noise_bound(eps, delta):
    """Where the noise ends, which the mechanism works out once it is used."""
    made = LaplaceBoundedNoise(epsilon=eps, delta=delta, sensitivity=1.0)
    made.randomise(0.0)
    return made._noise_bound


def total_epsilon(level, steps, slack):
    """ε of equal mechanisms."""
    return BudgetAccountant(slack=slack, spent_budget=[(level, 0.0)] * int(steps)).total()[0]


def total_delta(delta, steps):
    """δ of equal mechanisms."""
    return BudgetAccountant(spent_budget=[(0.1, delta)] * int(steps)).total()[1]


FUNCTIONS = {
    "analytic_sigma":
        lambda eps, delta: GaussianAnalytic(epsilon=eps, delta=delta, sensitivity=1.0)._scale,
    "classic_sigma": lambda eps, delta: numpy.sqrt(
        Gaussian(epsilon=eps, delta=delta, sensitivity=1.0).variance(0.0)
    ),
    "discrete_sigma": lambda eps, delta: GaussianDiscrete(epsilon=eps, delta=delta)._scale,
    "laplace_scale": laplace_scale,
    "noise_bound": noise_bound,
    "geometric_scale": lambda eps: -1 / Geometric(epsilon=eps)._scale,
    "total_epsilon": total_epsilon,
    "total_delta": total_delta,
}
