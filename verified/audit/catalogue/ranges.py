"""Over which arguments functions are asked, and which errors floats may have without blame."""

from __future__ import annotations

from verified.audit.promises import Domain, Law, Range

SIGMA = Range(0.1, 1000.0, corners=(0.5, 1.0, 2.0))
EPS = Range(1e-3, 1000.0, corners=(0.1, 1.0, 10.0, 700.0, 710.0))
DELTA = Range(1e-15, 0.5, corners=(1e-10, 1e-6, 1e-5))
SCALE = Range(0.05, 100.0, corners=(1.0,))
LEVEL = Range(1e-3, 20.0, corners=(0.1, 1.0))
ORDER = Range(1.1, 256.0, corners=(2.0,))
STEPS = Range(1.0, 10_000.0, "whole", corners=(10.0, 1000.0))
RATE = Range(1e-4, 0.99, corners=(0.01, 0.1, 0.5))
TRUTH = Range(0.5001, 0.9999, "plain", corners=(0.75,))
COUNT = Range(1.0, 1e6, "whole")
LAW, POSITIVE = Law((2, 6)), Law((2, 6), positive=True)
CHANNEL = Law((2, 4), rows=(2, 2))
# A prior on the inputs of a channel: laws of one search are on equally many symbols.
PRIOR, SQUARE = Law((3, 3), positive=True), Law((3, 3), rows=(3, 3))
# What floats may lose in a sum of a few terms without anyone having promised otherwise.
ROUNDED = 1e-9
# What is lost where floats of about 1 cancel: nobody promises a divergence's digits below.
FLOATS = 1e-14
# Where a certified value takes a tenth of a second: neither few rounds nor tiny rates.
SAMPLED: dict[str, Domain] = {
    "sampling": Range(0.02, 0.5, corners=(0.1,)),
    "sigma": Range(0.5, 5.0, corners=(1.0,)), "steps": Range(300.0, 5000.0, "whole"),
}
