"""Laws on the real line as data that both namespaces of numbers read: weighted Laplace and Gaussian
densities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LAPLACE, GAUSSIAN = "laplace", "gaussian"


@dataclass(frozen=True)
class Part:
    """One weighted density.

    Attributes:
        weight: its probability in the mixture.
        shape: `LAPLACE` or `GAUSSIAN`.
        location: its mean.
        spread: the scale b of exp(−|x − m|/b)/(2b), or the variance of a Gaussian.
    """

    weight: Any
    shape: str
    location: Any
    spread: Any


Parts = tuple[Part, ...]
