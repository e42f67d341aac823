"""δ of Gaussian and of Laplace noise at many ε: a batch beside the loop over single values, in
processor time.

The loop is measured on some of the ε, and told for all of them.

    python -m bench.batches [--count N] [--sigma NUMBER] [--scale NUMBER]
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
    parser.add_argument("--scale", type=float, default=0.3)
    given = parser.parse_args()
    eps = np.linspace(0.0, 10.0, given.count)
    for name, noise in (("gaussian_delta", {"sigma": given.sigma}),
                        ("laplace_delta", {"scale": given.scale})):
        start = time.process_time()
        found = verified.values(name, **noise, eps=eps)
        low, high = found.float_down, found.float_up
        together = time.process_time() - start
        start = time.process_time()
        for one in eps[:: max(1, given.count // _LOOPED)][:_LOOPED]:
            verified.value(name, **noise, eps=float(one))
        alone = (time.process_time() - start) / min(_LOOPED, given.count) * given.count
        some = low > 0
        widest = float(np.max(high[some] / low[some] - 1, initial=0))
        print(f"{name}: {given.count} values: {together:.2f} s together, {alone:.0f} s one by one "
              f"(ratio {alone / together:.0f}); widest {widest:.1e}")


if __name__ == "__main__":
    main()
