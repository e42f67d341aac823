"""autodp's mechanisms by our parameters. Run in its own environment."""

from importlib.metadata import version

from autodp import dp_acct, dp_bank, fdp_bank, privacy_calibrator, rdp_acct, rdp_bank
from autodp.mechanism_zoo import (
    DiscreteGaussianMechanism,
    ExactGaussianMechanism,
    ExponentialMechanism,
    GaussianMechanism,
    LaplaceMechanism,
    PureDP_Mechanism,
    RandresponseMechanism,
    zCDP_Mechanism,
)
from autodp.transformer_zoo import Composition

VERSION = version("autodp")


def composed_epsilon(sigma, delta, steps):
    """ε of composed Gaussian noise."""
    return Composition()([GaussianMechanism(sigma)], [int(steps)]).get_approxDP(delta)


def account_epsilon(sigma, delta, steps):
    """ε by the accountant."""
    made = rdp_acct.anaRDPacct()
    made.compose_mechanism(lambda order: rdp_bank.RDP_gaussian({"sigma": sigma}, order), int(steps))
    return made.get_eps(delta)


def composition_epsilon(level, failure, steps, delta):
    """ε of composed mechanisms."""
    made = dp_acct.DP_acct()
    for _ in range(int(steps)):
        made.update_DPlosses(level, failure)
    return made.get_eps(delta)


FUNCTIONS = {
    "exact_gaussian_epsilon":
        lambda sigma, delta: ExactGaussianMechanism(sigma).get_approxDP(delta),
    "gaussian_epsilon": lambda sigma, delta: GaussianMechanism(sigma).get_approxDP(delta),
    "gaussian_rdp": lambda sigma, order: GaussianMechanism(sigma).get_RDP(order),
    "laplace_epsilon": lambda scale, delta: LaplaceMechanism(scale).get_approxDP(delta),
    "laplace_rdp": lambda scale, order: LaplaceMechanism(scale).get_RDP(order),
    "response_epsilon": lambda p, delta: RandresponseMechanism(p).get_approxDP(delta),
    "response_rdp": lambda p, order: RandresponseMechanism(p).get_RDP(order),
    "pure_epsilon": lambda level, delta: PureDP_Mechanism(level).get_approxDP(delta),
    "pure_rdp": lambda level, order: PureDP_Mechanism(level).get_RDP(order),
    "zcdp_epsilon": lambda sigma, delta: zCDP_Mechanism(0.5 / sigma**2).get_approxDP(delta),
    "discrete_gaussian_epsilon":
        lambda sigma, delta: DiscreteGaussianMechanism(sigma).get_approxDP(delta),
    "exponential_epsilon": lambda level, delta: ExponentialMechanism(level).get_approxDP(delta),
    "exponential_rdp": lambda level, order: ExponentialMechanism(level).get_RDP(order),
    "composed_epsilon": composed_epsilon,
    "account_epsilon": account_epsilon,
    "composition_epsilon": composition_epsilon,
    "bank_gaussian": lambda sigma, delta: dp_bank.get_eps_gaussian(sigma, delta),
    "bank_laplace": lambda scale, delta: dp_bank.get_eps_laplace(scale, delta),
    "bank_response": lambda p, delta: dp_bank.get_eps_randresp(p, delta),
    "calibrated_sigma":
        lambda eps, delta: privacy_calibrator.ana_gaussian_mech(eps, delta)["sigma"],
    "classical_sigma":
        lambda eps, delta: privacy_calibrator.classical_gaussian_mech(eps, delta)["sigma"],
    "rdp_sigma": lambda eps, delta: privacy_calibrator.gaussian_mech(eps, delta)["sigma"],
    "rdp_scale": lambda eps, delta: privacy_calibrator.laplace_mech(eps, delta)["b"],
    "rdp_response": lambda eps, delta: privacy_calibrator.randresponse_mech(eps, delta)["p"],
    "amplified":
        lambda eps, sampling: privacy_calibrator.subsample_epsdelta(eps, 0.0, sampling)[0],
    "base":
        lambda eps, sampling: privacy_calibrator.subsample_epsdelta_inverse(eps, 0.0, sampling)[0],
    "largest_rate": lambda eps, base: privacy_calibrator.subsample_epsdelta_get_prob(
        eps, 1e-6, base, 1e-6
    ),
    "trade_off": lambda eps, delta, level: fdp_bank.fDP_approx_DP(
        {"eps": eps, "delta": delta}, level
    ),
}
