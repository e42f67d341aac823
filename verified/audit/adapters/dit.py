"""dit's informations by our parameters, in nats. Run in its own environment."""

import math
from importlib.metadata import version

import dit
import numpy
from dit import divergences, multivariate, other
from dit.algorithms import channel_capacity

VERSION = version("dit")
# A bit in nats.
NAT = math.log(2)


def _law(p):
    return dit.Distribution([str(place) for place in range(len(p))], list(p))


def _joint(prior, channel):
    masses = {
        f"{x}{y}": share * mass
        for x, (share, row) in enumerate(zip(prior, channel, strict=True))
        for y, mass in enumerate(row)
    }
    return dit.Distribution(list(masses), list(masses.values()))


def _of(function, unit=NAT):
    return lambda p, q, **more: function(_law(p), _law(q), **more) * unit


def _between(function, unit=NAT):
    return lambda prior, channel: function(_joint(prior, channel)) * unit


FUNCTIONS = {
    "entropy": lambda p: dit.shannon.entropy(_law(p)) * NAT,
    "channel_capacity": lambda channel: channel_capacity(numpy.array(channel))[0] * NAT,
    "kl": _of(divergences.kullback_leibler_divergence),
    "pmf_kl": lambda p, q: (
        divergences.pmf.relative_entropy(numpy.array(p), numpy.array(q)) * NAT
    ),
    "jensen_shannon": lambda p, q: (
        divergences.jensen_shannon_divergence([_law(p), _law(q)]) * NAT
    ),
    "variational": _of(divergences.variational_distance, 1),
    "hellinger": lambda p, q: divergences.hellinger_distance(_law(p), _law(q)) ** 2,
    "bhattacharyya": lambda p, q: divergences.pmf.bhattacharyya_coefficient(
        numpy.array(p), numpy.array(q)
    ),
    "earth_movers": _of(divergences.earth_movers_distance, 1),
    "renyi": _of(divergences.renyi_divergence),
    "tsallis": _of(divergences.tsallis_divergence, 1),
    "hellinger_divergence": _of(divergences.hellinger_divergence, 1),
    "hellinger_sum": _of(divergences.hellinger_sum, 1),
    "alpha_divergence": _of(divergences.alpha_divergence, 1),
    "chi_square": lambda p, q: divergences.f_divergence(
        _law(p), _law(q), lambda t: (t - 1) ** 2
    ),
    "renyi_entropy": lambda p, alpha: other.renyi_entropy(_law(p), alpha) * NAT,
    "tsallis_entropy": lambda p, alpha: other.tsallis_entropy(_law(p), alpha),
    "perplexity": lambda p: other.perplexity(_law(p)),
    "extropy": lambda p: other.extropy(_law(p)) * NAT,
    "information": _between(lambda joint: dit.shannon.mutual_information(joint, [0], [1])),
    "coinformation": _between(multivariate.coinformation),
    "total_correlation": _between(multivariate.total_correlation),
    "sibson": lambda prior, channel, alpha: (
        other.sibson_mutual_information(_joint(prior, channel), [0], [1], alpha) * NAT
    ),
    "maximal_leakage": _between(lambda joint: other.maximal_leakage(joint, [0], [1])),
}
