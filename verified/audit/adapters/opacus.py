"""opacus' accountants by our parameters. Run in its own environment.

Its package imports torch, which is large, for training; its accountants need NumPy and SciPy alone,
but for a class that one of their annotations names. So the package is made known without its own
`__init__`, and an empty class stands for that one.
"""

import importlib.util
import sys
import types
import warnings
from importlib.metadata import version

found = importlib.util.find_spec("opacus")
package = types.ModuleType("opacus")
package.__path__ = list(found.submodule_search_locations)
optimizers = types.ModuleType("opacus.optimizers")
optimizers.DPOptimizer = type("DPOptimizer", (), {})
sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})

from opacus.accountants import PRVAccountant, RDPAccountant  # noqa: E402
from opacus.accountants.analysis import gdp, rdp  # noqa: E402
from opacus.accountants.utils import get_noise_multiplier  # noqa: E402

VERSION = version("opacus")


def _epsilon(accountant, sampling, sigma, steps, delta):
    """ε after so many equal rounds, told at once."""
    accountant.history = [(sigma, sampling, int(steps))]
    with warnings.catch_warnings():
        # That its list of orders ends where the best one lies isn't an error: the bound holds.
        warnings.simplefilter("ignore")
        return accountant.get_epsilon(delta)


def _quietly(function, **given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(**given)


def privacy_spent(sigma, delta):
    """ε of Gaussian noise by the orders that are the accountant's default."""
    orders = RDPAccountant.DEFAULT_ALPHAS
    levels = [order / (2 * sigma**2) for order in orders]
    return _quietly(rdp.get_privacy_spent, orders=orders, rdp=levels, delta=delta)[0]


FUNCTIONS = {
    "privacy_spent": privacy_spent,
    "delta_eps_mu": lambda mu, eps: gdp.delta_eps_mu(eps=eps, mu=mu),
    "eps_from_mu": lambda mu, delta: gdp.eps_from_mu(mu=mu, delta=delta),
    "noise_multiplier": lambda eps, delta, steps: _quietly(
        get_noise_multiplier, target_epsilon=eps, target_delta=delta, sample_rate=1.0,
        steps=int(steps),
    ),
    "compute_rdp": lambda sampling, sigma, order: rdp.compute_rdp(
        q=sampling, noise_multiplier=sigma, steps=1, orders=order
    ),
    "rdp_epsilon": lambda **given: _epsilon(RDPAccountant(), **given),
    "prv_epsilon": lambda **given: _epsilon(PRVAccountant(), **given),
}
