"""Laws on the real line for the tests: as floats, as mpmath's numbers, and as the second checker
builds them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import fmpq
from mpmath import mpf

import recheck.densities as second
from recheck.reals import Num, num
from recheck.students import student
from verified.numbers.line import (
    BLURRED,
    GAUSSIAN,
    LAPLACE,
    LAPLACE_SUM,
    LOGISTIC,
    NOISED,
    SMOOTHED,
    STUDENT,
    TRAPEZOID,
    UNIFORM,
    Part,
    Parts,
)

NOTHING = num(0)


def one(shape: str, location: Any, spread: Any, noise: Any = None, weight: Any = 1) -> Parts:
    """A law of one density, of exact numbers."""
    return (Part(fmpq(weight), shape, fmpq(location), fmpq(spread),
                 None if noise is None else fmpq(noise)),)


def real(x: fmpq) -> Any:
    return mpf(int(x.p)) / int(x.q)


def fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def floated(parts: Parts) -> Parts:
    return tuple(Part(float(x.weight), x.shape, float(x.location), float(x.spread),
                      None if x.noise is None else float(x.noise)) for x in parts)


def second_law(parts: Parts) -> second.Mixture:
    """As the second checker sums it."""
    return [(num(fraction(x.weight)) * w, *rest) for x in parts for w, *rest in _second(x)]


def _second(x: Part) -> second.Mixture:
    place, spread = num(fraction(x.location)), num(fraction(x.spread))
    noise = num(0) if x.noise is None else num(fraction(x.noise))

    def flat() -> second.Mixture:
        return second.uniform(place, place + spread)

    sums: dict[str, tuple[Callable[[], second.Mixture], Callable[[Num, Num], second.Mixture]]] = {
        SMOOTHED: (flat, second.gaussian), BLURRED: (flat, second.laplace),
        TRAPEZOID: (flat, second.uniform),
        LAPLACE_SUM: (lambda: second.laplace(place, spread), second.laplace),
        NOISED: (lambda: second.gaussian(place, spread), second.laplace),
    }
    if x.shape in sums:
        law, other = sums[x.shape]
        return second.law_sum(law(), other(NOTHING, noise))
    if x.shape == UNIFORM:
        return flat()
    if x.shape == STUDENT:
        return student(place, spread, noise)
    plain = {GAUSSIAN: second.gaussian, LAPLACE: second.laplace, LOGISTIC: second.logistic}
    return plain[x.shape](place, spread)


def holds(found: Num, value: float, slack: float = 1e-12) -> bool:
    """Whether an enclosure of the second checker has a float, nearly."""
    return float(found.lo) - slack <= value <= float(found.hi) + slack
