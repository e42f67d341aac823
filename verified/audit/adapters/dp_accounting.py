"""dp-accounting's functions by our parameters. Run in its own environment."""

from importlib.metadata import version

import dp_accounting
import numpy
from dp_accounting import rdp
from dp_accounting.pld import accountant, pld_privacy_accountant
from dp_accounting.pld import privacy_loss_distribution as pld

VERSION = version("dp-accounting")
Parameters = accountant.common.DifferentialPrivacyParameters


def delta(made, eps, steps=1):
    """δ of composed rounds."""
    return made.self_compose(int(steps)).get_delta_for_epsilon(eps)


def epsilon(made, delta, steps=1):
    """ε of composed rounds."""
    return made.self_compose(int(steps)).get_epsilon_for_delta(delta)


def pld_laplace_delta(scale, eps):
    """δ of the Laplace mechanism."""
    return pld.from_laplace_mechanism(scale).get_delta_for_epsilon(eps)


def pld_laplace_epsilon(scale, delta):
    """ε of the Laplace mechanism."""
    return pld.from_laplace_mechanism(scale).get_epsilon_for_delta(delta)


def pld_laws(p, q, eps):
    """The hockey-stick divergence of two laws."""
    logs = [
        {place: float(numpy.log(mass)) for place, mass in enumerate(law) if mass > 0}
        for law in (p, q)
    ]
    # Named by the direction: the law above is the second.
    made = pld.from_two_probability_mass_functions(logs[1], logs[0])
    return made.get_delta_for_epsilon(eps)


def composed(event, orders=None, relation=dp_accounting.NeighboringRelation.ADD_OR_REMOVE_ONE):
    """An accountant by Rényi divergences."""
    made = rdp.RdpAccountant(orders, relation)
    made.compose(event)
    return made


def rdp_subsampled_delta(sampling, sigma, steps, eps):
    """δ by Rényi divergences; a record is added or removed."""
    made = rdp.RdpAccountant()
    event = dp_accounting.GaussianDpEvent(sigma)
    made.compose(dp_accounting.PoissonSampledDpEvent(sampling, event), int(steps))
    return made.get_delta(eps)


def rdp_response(noise, symbols, order):
    """A Rényi divergence of randomised response."""
    event = dp_accounting.RandomizedResponseDpEvent(noise, int(symbols))
    return composed(
        event, [order], dp_accounting.NeighboringRelation.REPLACE_ONE
    ).rdp[0]


def rdp_sampled(sampling, sigma, order):
    """A Rényi divergence of sampled Gaussian noise."""
    event = dp_accounting.GaussianDpEvent(sigma)
    return composed(dp_accounting.PoissonSampledDpEvent(sampling, event), [order]).rdp[0]


def accounted(sigma, steps):
    """An accountant by distributions of privacy losses."""
    made = pld_privacy_accountant.PLDAccountant()
    made.compose(dp_accounting.GaussianDpEvent(sigma), int(steps))
    return made


def calibrated_sigma(eps, delta):
    """The least σ by an accountant."""
    return dp_accounting.calibrate_dp_mechanism(
        pld_privacy_accountant.PLDAccountant, dp_accounting.GaussianDpEvent, eps, delta
    )


def number(found):
    """What is None where there is no guarantee."""
    return float("inf") if found is None else found


FUNCTIONS = {
    "epsilon_gaussian": lambda sigma, delta: dp_accounting.get_epsilon_gaussian(sigma, delta),
    "sigma_gaussian": lambda eps, delta: dp_accounting.get_sigma_gaussian(eps, delta),
    "pld_gaussian_delta": lambda sigma, **more: delta(pld.from_gaussian_mechanism(sigma), **more),
    "pld_gaussian_epsilon":
        lambda sigma, **more: epsilon(pld.from_gaussian_mechanism(sigma), **more),
    "pld_laplace_delta": pld_laplace_delta,
    "pld_laplace_epsilon": pld_laplace_epsilon,
    "pld_laplace_composed": lambda scale, **more: delta(pld.from_laplace_mechanism(scale), **more),
    "pld_sampled_laplace": lambda sampling, scale, eps: delta(
        pld.from_laplace_mechanism(scale, sampling_prob=sampling), eps
    ),
    "pld_discrete_laplace":
        lambda rate, **more: delta(pld.from_discrete_laplace_mechanism(rate), **more),
    "pld_discrete_gaussian":
        lambda sigma, eps: delta(pld.from_discrete_gaussian_mechanism(sigma), eps),
    "pld_response": lambda noise, symbols, eps: delta(
        pld.from_randomized_response(noise, int(symbols)), eps
    ),
    "pld_mixture": lambda sampling, sigma, eps: delta(
        pld.from_mixture_gaussian_mechanism(sigma, [0.0, 1.0], [1 - sampling, sampling]), eps
    ),
    "pld_laws": pld_laws,
    "pld_parameters": lambda level, failure, **more: delta(
        pld.from_privacy_parameters(Parameters(level, failure)), **more
    ),
    "pld_subsampled_delta": lambda sampling, sigma, **more: delta(
        pld.from_gaussian_mechanism(sigma, sampling_prob=sampling), **more
    ),
    "rdp_subsampled_delta": rdp_subsampled_delta,
    "rdp_gaussian_epsilon":
        lambda sigma, delta: composed(dp_accounting.GaussianDpEvent(sigma)).get_epsilon(delta),
    "rdp_gaussian_delta":
        lambda sigma, eps: composed(dp_accounting.GaussianDpEvent(sigma)).get_delta(eps),
    "rdp_laplace_epsilon":
        lambda scale, delta: composed(dp_accounting.LaplaceDpEvent(scale)).get_epsilon(delta),
    "rdp_zcdp_epsilon":
        lambda sigma, delta: composed(dp_accounting.ZCDpEvent(0.5 / sigma**2)).get_epsilon(delta),
    "rdp_gaussian":
        lambda sigma, order: composed(dp_accounting.GaussianDpEvent(sigma), [order]).rdp[0],
    "rdp_laplace":
        lambda scale, order: composed(dp_accounting.LaplaceDpEvent(scale), [order]).rdp[0],
    "rdp_response": rdp_response,
    "rdp_sampled": rdp_sampled,
    "smallest_gaussian_noise": lambda eps, delta, steps: accountant.get_smallest_gaussian_noise(
        Parameters(eps, delta), int(steps), 1.0
    ),
    "smallest_laplace_noise": lambda eps, delta, steps: accountant.get_smallest_laplace_noise(
        Parameters(eps, delta), int(steps)
    ),
    "smallest_discrete_laplace_noise":
        lambda eps, delta, steps: 1 / accountant.get_smallest_discrete_laplace_noise(
            Parameters(eps, delta), int(steps)
        ),
    "advanced_composition": lambda level, failure, steps, delta: number(
        accountant.advanced_composition(Parameters(level, failure), int(steps), delta)
    ),
    "composed_level": lambda eps, failure, steps, delta: (
        accountant.get_smallest_epsilon_from_advanced_composition(
            Parameters(eps, delta), int(steps), failure
        ) or 0.0
    ),
    "calibrated_sigma": calibrated_sigma,
    "pld_accountant_epsilon":
        lambda sigma, delta, steps: accounted(sigma, steps).get_epsilon(delta),
    "pld_accountant_delta": lambda sigma, eps, steps: accounted(sigma, steps).get_delta(eps),
}
