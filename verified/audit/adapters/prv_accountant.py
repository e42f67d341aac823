"""prv_accountant's bounds by our parameters. Run in its own environment."""

from importlib.metadata import version

from prv_accountant import PRVAccountant
from prv_accountant.privacy_random_variables import GaussianMechanism

VERSION = version("prv-accountant")


def _epsilons(sigma, delta, steps):
    made = PRVAccountant(
        prvs=GaussianMechanism(noise_multiplier=sigma), max_self_compositions=int(steps),
        eps_error=0.1, delta_error=delta * 1e-3,
    )
    return made.compute_epsilon(delta, int(steps))


FUNCTIONS = {
    "epsilon_lower": lambda sigma, delta, steps: _epsilons(sigma, delta, steps)[0],
    "epsilon_upper": lambda sigma, delta, steps: _epsilons(sigma, delta, steps)[2],
}
