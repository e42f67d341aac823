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
from opacus.accountants.analysis import rdp  # noqa: E402

VERSION = version("opacus")


def _epsilon(accountant, sampling, sigma, steps, delta):
    """ε after so many equal rounds, told at once."""
    accountant.history = [(sigma, sampling, int(steps))]
    with warnings.catch_warnings():
        # That its list of orders ends where the best one lies isn't an error: the bound holds.
        warnings.simplefilter("ignore")
        return accountant.get_epsilon(delta)


FUNCTIONS = {
    "compute_rdp": lambda sampling, sigma, order: rdp.compute_rdp(
        q=sampling, noise_multiplier=sigma, steps=1, orders=order
    ),
    "rdp_epsilon": lambda **given: _epsilon(RDPAccountant(), **given),
    "prv_epsilon": lambda **given: _epsilon(PRVAccountant(), **given),
}
