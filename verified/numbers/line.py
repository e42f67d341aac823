"""Laws on the real line as data that both namespaces of numbers read: weighted densities of Laplace
and Gaussian laws, and of Gaussian laws with Laplace noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LAPLACE, GAUSSIAN, NOISED = "laplace", "gaussian", "noised"


@dataclass(frozen=True)
class Part:
    """One weighted density.

    Attributes:
        weight: its probability in the mixture.
        shape: `LAPLACE`, `GAUSSIAN`, or `NOISED`: a Gaussian with independent Laplace noise.
        location: its mean.
        spread: the scale b of exp(−|x − m|/b)/(2b), or the variance of the Gaussian.
        noise: the scale of the Laplace noise, of the shape `NOISED` only.
    """

    weight: Any
    shape: str
    location: Any
    spread: Any
    noise: Any = None


Parts = tuple[Part, ...]
