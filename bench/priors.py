"""Processor time of certified values on noised priors: δ and least scales to 30 digits.

`python -m bench.priors` prints a line for each: seconds of processor time, the noise, the priors,
what is asked for, its first digits. It leaves with 1 if one takes a second or more.
"""

from __future__ import annotations

import sys
import time

from verified.accounting import gaussian_prior, mixture_prior, prior_delta, prior_least_scale
from verified.accounting.priors import NOISES, Prior
from verified.accounting.results import Certified
from verified.report.figures_ding_2024 import EXPERIMENTS, GRID, stored_priors

WIDTH = "1e-30"
SECONDS = 1.0
PRIORS: dict[str, tuple[Prior, Prior]] = {
    **GRID,
    "1/3 N(0,1) + 1/3 N(4,4) + 1/3 N(9,1), 1/4 N(1,1) + 1/4 N(5,1/4) + 1/2 N(8,4)": (
        mixture_prior(["1/3", "1/3", "1/3"], [0, 4, 9], [1, 2, 1]),
        mixture_prior(["1/4", "1/4", "1/2"], [1, 5, 8], [1, "1/2", 2]),
    ),
    "N(0,1), N(1/1000,1)": (gaussian_prior(0, 1), gaussian_prior("1/1000", 1)),
    **{f"the fits of {key}": stored_priors(shown) for key, shown in EXPERIMENTS.items()},
}
# (scale, ε) and δ.
AT = (("1", "1"), ("1/10", "1"), ("4", "0"))
BUDGETS = ("3/10", "1/10", "1/100000")


def value(one: Prior, two: Prior, noise: str, asked: str | tuple[str, str]) -> Certified:
    """A least scale at ε = 1, or δ at a scale and an ε."""
    if isinstance(asked, str):
        return prior_least_scale(one, two, noise=noise, eps=1, delta=asked, width=WIDTH)
    scale, eps = asked
    return prior_delta(one, two, noise=noise, scale=scale, eps=eps, width=WIDTH)


def main() -> int:
    """Print all; 1 if one was slow."""
    slow = 0
    for noise in NOISES:
        for name, (one, two) in PRIORS.items():
            for asked in (*AT, *BUDGETS):
                start = time.process_time()
                found = value(one, two, noise, asked)
                seconds = time.process_time() - start
                slow += seconds >= SECONDS
                what = (
                    f"least scale, δ = {asked}" if isinstance(asked, str)
                    else f"δ at {asked[0]}, ε = {asked[1]}"
                )
                middle = (float(found.low) + float(found.high)) / 2
                print(f"{seconds:6.2f}  {noise:8}  {what:26}  {middle:<12.6g}  {name}", flush=True)
    print(f"{slow} took {SECONDS:g} s of processor time or more")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
