"""Laws on the real line and on the integers as data that both namespaces of numbers read: weighted
densities of Laplace, Gaussian, logistic and Student laws, of Gaussian laws with Laplace noise, of
uniform laws with Gaussian or Laplace noise, of sums of two Laplace and of two uniform laws; at the
integers, weighted masses of the first two and of Poisson, geometric and binomial laws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

LAPLACE, GAUSSIAN, NOISED = "laplace", "gaussian", "noised"
# On the line only.
LOGISTIC, STUDENT = "logistic", "student"
# Uniform laws with Gaussian, and with Laplace noise; on the line only.
SMOOTHED, BLURRED = "smoothed", "blurred"
# Sums of two Laplace laws, and of two uniform ones; on the line only.
LAPLACE_SUM, TRAPEZOID = "laplace sum", "trapezoid"
# Sums of two densities.
SUMS = NOISED, SMOOTHED, BLURRED, LAPLACE_SUM, TRAPEZOID
# On the line only, too, among laws of these shapes: their densities are constant on steps.
UNIFORM, STAIRCASE = "uniform", "staircase"
STEPPED = UNIFORM, STAIRCASE
# All of their mass lies between two ends, of which the location is the first.
BOUNDED = UNIFORM, TRAPEZOID
# On the integers only.
POISSON, GEOMETRIC, BINOMIAL = "poisson", "geometric", "binomial"


@dataclass(frozen=True)
class Part:
    """One weighted density, or law on the integers.

    Attributes:
        weight: its probability in the mixture.
        shape: `LAPLACE`, `GAUSSIAN`, `LOGISTIC`, `STUDENT`, or `NOISED`: a Gaussian with
            independent Laplace noise; `SMOOTHED` and `BLURRED`: a uniform law with Gaussian and
            with Laplace noise; `LAPLACE_SUM` and `TRAPEZOID`: the sum of two Laplace and of two
            uniform numbers; `UNIFORM`; `STAIRCASE`, which meets no other but that; on the
            integers `POISSON`, `GEOMETRIC` (the failures before a success), `BINOMIAL` as well.
        location: its mean; of a uniform law, with noise too, and of a trapezoid its left end; of
            the three laws named last the least integer with mass.
        spread: the scale b of exp(−|x − m|/b)/(2b), or the variance of the Gaussian; a logistic
            law's scale s, where (x − m)/s is ln(p/(1 − p)) at the quantile p; a Student law's
            scale, which is no deviation; a uniform law's
            length; the larger of two scales or lengths; the width of a staircase's steps; the rate,
            or the probability of success.
        noise: the scale of the Laplace noise, of the shapes `NOISED` and `BLURRED`; the variance of
            the Gaussian noise, of the shape `SMOOTHED`; the smaller of two scales or lengths; the
            degrees of freedom, a whole number from 1 on, of `STUDENT`; how many trials there are,
            of the shape `BINOMIAL`; by what a staircase's log-density falls from step to step.
        share: how far a staircase's middle step reaches on each side, in widths, from 0 to 1.
    """

    weight: Any
    shape: str
    location: Any
    spread: Any
    noise: Any = None
    share: Any = None


Parts = tuple[Part, ...]


def mirrored(parts: Parts) -> Parts:
    """The law of −X."""
    return tuple(replace(part, location=-_turned(part)) for part in parts)


def _turned(part: Part) -> Any:
    """Where a law that is looked at from the right has its location."""
    if part.shape in (UNIFORM, SMOOTHED, BLURRED):
        return part.location + part.spread
    return part.location + part.spread + part.noise if part.shape == TRAPEZOID else part.location


@dataclass
class Cells:
    """Laws of steps on cells on which the ratios of their densities are constant.

    Attributes:
        rows: for each law the masses of the cells.
        lengths: the cells' lengths. A cell that stands for all that lie whole widths of a
            staircase's steps further out has its mass over its density.
        falls: by what a log-density is lower on the mean over such a cell, by any law's mass, than
            on the nearest one; 0 of other cells.
        log_ratios: ln(p/q) on the cells, of two single staircases that a shift tells apart: exact
            where the level is.
    """

    rows: list[list[Any]]
    lengths: list[Any]
    falls: list[Any]
    log_ratios: list[Any] | None
