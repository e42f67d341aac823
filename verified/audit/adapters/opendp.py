"""OpenDP's measurements by our parameters. Run in its own environment."""

from importlib.metadata import version

import opendp.prelude as dp

dp.enable_features("contrib")
VERSION = version("opendp")
PLACE = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)


def _gaussian(sigma):
    return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*PLACE, scale=sigma)).map(1.0)


FUNCTIONS = {
    "gaussian_delta": lambda sigma, eps: _gaussian(sigma).delta(eps),
    "gaussian_epsilon": lambda sigma, delta: _gaussian(sigma).epsilon(delta),
    "gaussian_zcdp": lambda sigma: dp.m.make_gaussian(*PLACE, scale=sigma).map(1.0),
    "laplace_level": lambda scale: dp.m.make_laplace(*PLACE, scale=scale).map(1.0),
}
