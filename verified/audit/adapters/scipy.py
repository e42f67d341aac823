"""SciPy's divergences by our parameters. Run in its own environment."""

import math
from importlib.metadata import version

import numpy
from scipy.spatial.distance import jensenshannon
from scipy.special import entr, kl_div, rel_entr
from scipy.stats import chisquare, entropy, power_divergence, wasserstein_distance

VERSION = version("scipy")


def wasserstein(p, q):
    """The distance of two laws on 0, 1, …"""
    points = list(range(len(p)))
    return wasserstein_distance(points, points, p, q)


def power(p, q, kind):
    """The statistic of a kind, of probabilities."""
    return power_divergence(numpy.array(p), numpy.array(q), lambda_=kind).statistic


FUNCTIONS = {
    "entropy": lambda p: entropy(p),
    "entropy_bits": lambda p: entropy(p, base=2) * math.log(2),
    "relative_entropy": lambda p, q: entropy(p, q),
    # The distance is the divergence's root.
    "jensen_shannon": lambda p, q: jensenshannon(p, q) ** 2,
    "entr": lambda p: entr(p).sum(),
    "rel_entr": lambda p, q: rel_entr(p, q).sum(),
    "kl_div": lambda p, q: kl_div(p, q).sum(),
    "wasserstein": wasserstein,
    "chi_square": lambda p, q: chisquare(p, q).statistic,
    "power_pearson": lambda p, q: power(p, q, "pearson"),
    "power_likelihood": lambda p, q: power(p, q, "log-likelihood") / 2,
    "power_freeman": lambda p, q: power(p, q, "freeman-tukey") / 8,
}
