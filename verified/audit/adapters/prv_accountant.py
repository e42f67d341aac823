"""prv_accountant's bounds by our parameters. Run in its own environment."""

from importlib.metadata import version

from prv_accountant import PRVAccountant
from prv_accountant.privacy_random_variables import (
    GaussianMechanism,
    PoissonSubsampledGaussianMechanism,
)

VERSION = version("prv-accountant")


def _epsilons(sigma, delta, steps):
    made = PRVAccountant(
        prvs=GaussianMechanism(noise_multiplier=sigma), max_self_compositions=int(steps),
        eps_error=0.1, delta_error=delta * 1e-3,
    )
    return made.compute_epsilon(delta, int(steps))


def _deltas(sampling, sigma, steps, eps):
    made = PRVAccountant(
        prvs=PoissonSubsampledGaussianMechanism(
            sampling_probability=sampling, noise_multiplier=sigma
        ),
        max_self_compositions=int(steps), eps_error=0.1, delta_error=1e-9,
    )
    return made.compute_delta(eps, int(steps))


FUNCTIONS = {
    "delta_lower": lambda **given: _deltas(**given)[0],
    "delta_upper": lambda **given: _deltas(**given)[2],
    "epsilon_lower": lambda sigma, delta, steps: _epsilons(sigma, delta, steps)[0],
    "epsilon_upper": lambda sigma, delta, steps: _epsilons(sigma, delta, steps)[2],
}
