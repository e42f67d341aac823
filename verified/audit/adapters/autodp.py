"""autodp's mechanisms by our parameters. Run in its own environment."""

from importlib.metadata import version

from autodp.mechanism_zoo import ExactGaussianMechanism, LaplaceMechanism

VERSION = version("autodp")

FUNCTIONS = {
    "exact_gaussian_epsilon":
        lambda sigma, delta: ExactGaussianMechanism(sigma).get_approxDP(delta),
    "laplace_epsilon": lambda scale, delta: LaplaceMechanism(scale).get_approxDP(delta),
}
