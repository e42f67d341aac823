"""qif's leakages and capacities by our parameters, in nats. Run in its own environment."""

import math
from importlib.metadata import version

import numpy
import qif

VERSION = version("qif")
measure = qif.measure
# To guess the secret right gains 1, to pass half of that.
GAINS = numpy.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0], [0.5, 0.5, 0.5]])


def _of(function, unit=1):
    return lambda prior, channel: function(numpy.array(prior), numpy.array(channel)) * unit


def _gaining(function):
    return lambda prior, channel: function(GAINS, numpy.array(prior), numpy.array(channel))


def kantorovich(p, q):
    """The distance of laws on 0, 1, …"""
    return qif.metric.kantorovich(lambda a, b: abs(a - b))(numpy.array(p), numpy.array(q))


FUNCTIONS = {
    "shannon_capacity":
        lambda channel: measure.shannon.add_capacity(numpy.array(channel))[0] * math.log(2),
    "shannon_prior": lambda p: measure.shannon.prior(numpy.array(p)) * math.log(2),
    "shannon_leakage": _of(measure.shannon.add_leakage, math.log(2)),
    "min_entropy_leakage": _of(measure.bayes_vuln.min_entropy_leakage, math.log(2)),
    "bayes_factor": _of(measure.bayes_vuln.mult_leakage),
    "bayes_sum": _of(measure.bayes_vuln.add_leakage),
    "bayes_capacity": lambda channel: measure.bayes_vuln.mult_capacity(numpy.array(channel)),
    "risk_sum": _of(measure.bayes_risk.add_leakage),
    "risk_factor": _of(measure.bayes_risk.mult_leakage),
    "g_factor": _gaining(measure.g_vuln.mult_leakage),
    "g_sum": _gaining(measure.g_vuln.add_leakage),
    "guess_factor": _of(measure.guessing.mult_leakage),
    "guess_sum": _of(measure.guessing.add_leakage),
    "level": lambda channel: measure.d_privacy.smallest_epsilon(
        numpy.array(channel), lambda a, b: float(a != b)
    ),
    "variation": lambda p, q: qif.metric.total_variation()(numpy.array(p), numpy.array(q)),
    "kantorovich": kantorovich,
}
