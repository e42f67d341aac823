"""Laws on the real line and on the integers as data that both namespaces of numbers read: weighted
densities of Laplace, Gaussian, logistic and Student laws, of Gaussian laws with Laplace noise, and
of uniform laws with Gaussian or Laplace noise; at the integers, weighted masses of the first two
and of Poisson, geometric and binomial laws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LAPLACE, GAUSSIAN, NOISED = "laplace", "gaussian", "noised"
# On the line only.
LOGISTIC, STUDENT = "logistic", "student"
# Uniform laws with Gaussian, and with Laplace noise; on the line only.
SMOOTHED, BLURRED = "smoothed", "blurred"
# Sums of two densities: their logarithms have no simple form, and aren't integrated.
SUMS = NOISED, SMOOTHED, BLURRED
# On the line only, too, among laws of these shapes: their densities are constant on steps.
UNIFORM, STAIRCASE = "uniform", "staircase"
STEPPED = UNIFORM, STAIRCASE
# On the integers only.
POISSON, GEOMETRIC, BINOMIAL = "poisson", "geometric", "binomial"


@dataclass(frozen=True)
class Part:
    """One weighted density, or law on the integers.

    Attributes:
        weight: its probability in the mixture.
        shape: `LAPLACE`, `GAUSSIAN`, `LOGISTIC`, `STUDENT`, or `NOISED`: a Gaussian with
            independent Laplace noise; `SMOOTHED` and `BLURRED`: a uniform law with Gaussian and
            with Laplace noise; `UNIFORM` and `STAIRCASE`, which meet no other shape; on the
            integers `POISSON`, `GEOMETRIC` (the failures before a success), `BINOMIAL` as well.
        location: its mean; of a uniform law, with noise too, its left end, of these three the
            least integer with mass.
        spread: the scale b of exp(−|x − m|/b)/(2b), or the variance of the Gaussian; a logistic
            law's scale s, where (x − m)/s is ln(p/(1 − p)) at the quantile p; a Student law's
            scale, which is no deviation; a uniform law's
            length; the width of a staircase's steps; the rate, or the probability of success.
        noise: the scale of the Laplace noise, of the shapes `NOISED` and `BLURRED`; the variance of
            the Gaussian noise, of the shape `SMOOTHED`; the degrees of freedom, a
            whole number from 1 on, of `STUDENT`; how many trials there are, of
            the shape `BINOMIAL`; by what a staircase's log-density falls from step to step.
        share: how far a staircase's middle step reaches on each side, in widths, from 0 to 1.
    """

    weight: Any
    shape: str
    location: Any
    spread: Any
    noise: Any = None
    share: Any = None


Parts = tuple[Part, ...]


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
