"""qif's capacities by our parameters, in nats. Run in its own environment."""

import math
from importlib.metadata import version

import numpy
import qif

VERSION = version("qif")

FUNCTIONS = {
    "shannon_capacity":
        lambda channel: qif.measure.shannon.add_capacity(numpy.array(channel))[0] * math.log(2),
}
