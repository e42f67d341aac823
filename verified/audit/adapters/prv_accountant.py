"""prv_accountant's bounds by our parameters. Run in its own environment."""

from importlib.metadata import version

from prv_accountant import PRVAccountant
from prv_accountant.other_accountants import RDP
from prv_accountant.privacy_random_variables import (
    GaussianMechanism,
    LaplaceMechanism,
    PoissonSubsampledGaussianMechanism,
    PureDPMechanism,
)

VERSION = version("prv-accountant")


def _bounds(mechanism, delta, steps=1):
    made = PRVAccountant(
        prvs=mechanism, max_self_compositions=int(steps), eps_error=0.1, delta_error=delta * 1e-3,
    )
    return made.compute_epsilon(delta, int(steps))


def _epsilons(sigma, **more):
    return _bounds(GaussianMechanism(noise_multiplier=sigma), **more)


def _laplace(scale, **more):
    return _bounds(LaplaceMechanism(mu=1 / scale), **more)


def _deltas(sampling, sigma, steps, eps):
    made = PRVAccountant(
        prvs=PoissonSubsampledGaussianMechanism(
            sampling_probability=sampling, noise_multiplier=sigma
        ),
        max_self_compositions=int(steps), eps_error=0.1, delta_error=1e-9,
    )
    return made.compute_delta(eps, int(steps))


def rdp_epsilon(sigma, delta, steps):
    """The last of three values, an upper bound."""
    made = RDP([GaussianMechanism(noise_multiplier=sigma)])
    return made.compute_epsilon(delta, [int(steps)])[2]


FUNCTIONS = {
    "delta_lower": lambda **given: _deltas(**given)[0],
    "delta_upper": lambda **given: _deltas(**given)[2],
    "epsilon_lower": lambda **given: _epsilons(**given)[0],
    "epsilon_upper": lambda **given: _epsilons(**given)[2],
    "laplace_lower": lambda **given: _laplace(**given)[0],
    "laplace_upper": lambda **given: _laplace(**given)[2],
    "pure_upper": lambda level, delta: _bounds(PureDPMechanism(level), delta)[2],
    "rdp_epsilon": rdp_epsilon,
}
