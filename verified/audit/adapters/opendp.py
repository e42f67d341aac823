"""OpenDP's measurements by our parameters. Run in its own environment."""

from importlib.metadata import version

import opendp.prelude as dp

# The last is for amplification, which trusts its caller that the data are a sample.
dp.enable_features("contrib", "honest-but-curious")
VERSION = version("opendp")
PLACE = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
WHOLE = dp.atom_domain(T=int), dp.absolute_distance(T=int)
SCORES = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)


def _gaussian(sigma):
    return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*PLACE, scale=sigma)).map(1.0)


def discrete_epsilon(sigma, delta):
    """ε of integer noise."""
    made = dp.m.make_gaussian(*WHOLE, scale=sigma)
    return dp.c.make_zCDP_to_approxDP(made).map(1).epsilon(delta)


def composed_epsilon(sigma, delta, steps):
    """ε of composed Gaussian noise."""
    made = dp.c.make_composition([dp.m.make_gaussian(*PLACE, scale=sigma)] * int(steps))
    return dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(made), delta).map(1.0)[0]


def composed_level(scale, steps):
    """ε of composed Laplace noise."""
    return dp.c.make_composition([dp.m.make_laplace(*PLACE, scale=scale)] * int(steps)).map(1.0)


def response_bits(f, weight):
    """ε of bit vectors."""
    domain = dp.bitvector_domain(max_weight=int(weight))
    return dp.m.make_randomized_response_bitvec(domain, dp.discrete_distance(), f=f).map(1)


def noisy_max(scale):
    """ε where scores change by 1 at most."""
    made = dp.m.make_noisy_max(*SCORES, output_measure=dp.max_divergence(), scale=scale)
    return made.map(1.0)


def concentrated(scale):
    """ρ of a mechanism of which ε is known."""
    return dp.c.make_pureDP_to_zCDP(dp.m.make_laplace(*PLACE, scale=scale)).map(1.0)


def amplified(eps, size):
    """ε of a sum of ten records out of a population, one of them replaced."""
    domain = dp.vector_domain(dp.atom_domain(T=float, bounds=(0.0, 10.0), nan=False), size=10)
    made = (domain, dp.symmetric_distance()) >> dp.t.then_sum()
    # Noise for which the map of the sample alone is ε, or a little more.
    noisy = made >> dp.m.then_laplace(scale=made.map(2) / eps)
    return dp.c.make_population_amplification(noisy, population_size=int(size)).map(2)


def threshold_delta(scale, threshold):
    """δ of one key."""
    domain = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
    metric = dp.l01inf_distance(dp.absolute_distance(T=int))
    made = dp.m.make_laplace_threshold(domain, metric, scale=scale, threshold=int(threshold))
    return made.map((1, 1, 1))[1]


FUNCTIONS = {
    "gaussian_delta": lambda sigma, eps: _gaussian(sigma).delta(eps),
    "gaussian_epsilon": lambda sigma, delta: _gaussian(sigma).epsilon(delta),
    "composed_epsilon": composed_epsilon,
    "discrete_epsilon": discrete_epsilon,
    "gaussian_zcdp": lambda sigma: dp.m.make_gaussian(*PLACE, scale=sigma).map(1.0),
    "discrete_zcdp": lambda sigma: dp.m.make_gaussian(*WHOLE, scale=sigma).map(1),
    "laplace_level": lambda scale: dp.m.make_laplace(*PLACE, scale=scale).map(1.0),
    "discrete_level": lambda scale: dp.m.make_laplace(*WHOLE, scale=scale).map(1),
    "geometric_level": lambda scale: dp.m.make_geometric(*WHOLE, scale=scale).map(1),
    "response_bool": lambda p: dp.m.make_randomized_response_bool(p).map(1),
    "response": lambda p, symbols: dp.m.make_randomized_response(
        list(range(int(symbols))), p
    ).map(1),
    "response_bits": response_bits,
    "noisy_max": noisy_max,
    "composed_level": composed_level,
    "concentrated": concentrated,
    "amplified": amplified,
    "threshold_delta": threshold_delta,
    "laplace_accuracy": lambda scale, alpha: dp.laplacian_scale_to_accuracy(scale, alpha),
    "laplace_scale": lambda accuracy, alpha: dp.accuracy_to_laplacian_scale(accuracy, alpha),
}
