"""Laws on the real line and on the integers as data that both namespaces of numbers read: weighted
densities of Laplace and Gaussian laws, and of Gaussian laws with Laplace noise; at the integers,
weighted masses of these two and of Poisson, geometric and binomial laws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LAPLACE, GAUSSIAN, NOISED = "laplace", "gaussian", "noised"
# On the line only, among laws of the same shape.
UNIFORM = "uniform"
# On the integers only.
POISSON, GEOMETRIC, BINOMIAL = "poisson", "geometric", "binomial"


@dataclass(frozen=True)
class Part:
    """One weighted density, or law on the integers.

    Attributes:
        weight: its probability in the mixture.
        shape: `LAPLACE`, `GAUSSIAN`, or `NOISED`: a Gaussian with independent Laplace noise;
            `UNIFORM`, which meets no other shape; on the integers `POISSON`, `GEOMETRIC` (the
            failures before a success), `BINOMIAL` as well.
        location: its mean; of a uniform law its left end, of these three the least integer with
            mass.
        spread: the scale b of exp(−|x − m|/b)/(2b), or the variance of the Gaussian; a uniform
            law's length; the rate, or the probability of success.
        noise: the scale of the Laplace noise, of the shape `NOISED`; how many trials there are, of
            the shape `BINOMIAL`.
    """

    weight: Any
    shape: str
    location: Any
    spread: Any
    noise: Any = None


Parts = tuple[Part, ...]
