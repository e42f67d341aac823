"""dit's informations by our parameters, in nats. Run in its own environment."""

import math
from importlib.metadata import version

import dit
import numpy
from dit.algorithms import channel_capacity

VERSION = version("dit")


def _law(p):
    return dit.Distribution([str(place) for place in range(len(p))], list(p))


FUNCTIONS = {
    "entropy": lambda p: dit.shannon.entropy(_law(p)) * math.log(2),
    "channel_capacity": lambda channel: channel_capacity(numpy.array(channel))[0] * math.log(2),
}
