"""dp-accounting's functions by our parameters. Run in its own environment."""

from importlib.metadata import version

import dp_accounting
from dp_accounting import rdp
from dp_accounting.pld import accountant
from dp_accounting.pld import privacy_loss_distribution as pld

VERSION = version("dp-accounting")


def pld_gaussian_delta(sigma, eps, steps):
    """δ of composed Gaussian mechanisms."""
    return pld.from_gaussian_mechanism(sigma).self_compose(int(steps)).get_delta_for_epsilon(eps)


def pld_laplace_delta(scale, eps):
    """δ of the Laplace mechanism."""
    return pld.from_laplace_mechanism(scale).get_delta_for_epsilon(eps)


def pld_subsampled_delta(sampling, sigma, steps, eps):
    """δ of composed Poisson-subsampled Gaussian mechanisms."""
    made = pld.from_gaussian_mechanism(sigma, sampling_prob=sampling)
    return made.self_compose(int(steps)).get_delta_for_epsilon(eps)


def rdp_subsampled_delta(sampling, sigma, steps, eps):
    """The same by Rényi divergences; a record is added or removed."""
    made = rdp.RdpAccountant()
    event = dp_accounting.GaussianDpEvent(sigma)
    made.compose(dp_accounting.PoissonSampledDpEvent(sampling, event), int(steps))
    return made.get_delta(eps)


def smallest_gaussian_noise(eps, delta, steps):
    """The least σ."""
    wanted = accountant.common.DifferentialPrivacyParameters(eps, delta)
    return accountant.get_smallest_gaussian_noise(wanted, int(steps), 1.0)


FUNCTIONS = {
    "epsilon_gaussian": lambda sigma, delta: dp_accounting.get_epsilon_gaussian(sigma, delta),
    "sigma_gaussian": lambda eps, delta: dp_accounting.get_sigma_gaussian(eps, delta),
    "pld_gaussian_delta": pld_gaussian_delta,
    "pld_laplace_delta": pld_laplace_delta,
    "pld_subsampled_delta": pld_subsampled_delta,
    "rdp_subsampled_delta": rdp_subsampled_delta,
    "smallest_gaussian_noise": smallest_gaussian_noise,
}
