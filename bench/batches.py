"""δ of Gaussian noise at many ε: a batch beside the loop over single values, in processor time.

The loop is measured on some of the ε, and told for all of them.

    python -m bench.batches [--count N] [--sigma NUMBER]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import verified

# How many single values the loop is measured on.
_LOOPED = 2000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--sigma", type=float, default=2.0)
    given = parser.parse_args()
    eps = np.linspace(0.0, 10.0, given.count)
    start = time.process_time()
    found = verified.values("gaussian_delta", sigma=given.sigma, eps=eps)
    low, high = found.float_down, found.float_up
    together = time.process_time() - start
    start = time.process_time()
    for one in eps[:: max(1, given.count // _LOOPED)][:_LOOPED]:
        verified.gaussian_delta(sigma=given.sigma, eps=float(one))
    alone = (time.process_time() - start) / min(_LOOPED, given.count) * given.count
    print(f"{given.count} values: {together:.2f} s together, {alone:.0f} s one by one (ratio "
          f"{alone / together:.0f}); widest {float(np.max(high / low - 1)):.1e}")


if __name__ == "__main__":
    main()
