"""diffprivlib's noise scales by our parameters. Run in its own environment."""

from importlib.metadata import version

import numpy
from diffprivlib.mechanisms import GaussianAnalytic, Laplace

VERSION = version("diffprivlib")


def laplace_scale(eps, delta):
    """The scale of the noise."""
    # The scale isn't kept by the mechanism, but it tells its variance, 2b².
    made = Laplace(epsilon=eps, delta=delta, sensitivity=1.0)
    return numpy.sqrt(made.variance(0.0) / 2)


FUNCTIONS = {
    "analytic_sigma":
        lambda eps, delta: GaussianAnalytic(epsilon=eps, delta=delta, sensitivity=1.0)._scale,
    "laplace_scale": laplace_scale,
}
