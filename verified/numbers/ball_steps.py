"""Mixtures of uniform laws on the real line in balls.

Between the ends of their intervals the densities of such laws are constant, so that which cell a
number lies in tells as much of the law as the number does: every divergence is that of the cells'
pmfs, which are exact where the laws are.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from flint import arb, fmpq

from verified.numbers.balls import Indeterminate, equal, infinite, less
from verified.numbers.line import UNIFORM, Part, Parts

Scalar = Any  # fmpq | arb


def _before(a: Scalar, b: Scalar) -> bool:
    found = less(a, b)
    if found is None:
        raise Indeterminate("two ends of intervals may be in either order")
    return found


def steps(laws: Sequence[Parts]) -> tuple[list[list[Scalar]], list[Scalar]]:
    """The laws' masses on the cells between the ends of all their intervals, and the cells'
    lengths.

    Raises:
        Indeterminate: a law isn't a mixture of uniform laws, or the order of ends isn't certain.
    """
    ends: list[Scalar] = []
    for part in (part for law in laws for part in law):
        if part.shape != UNIFORM:
            raise Indeterminate("a uniform law with one of another shape isn't evaluated")
        for end in (part.location, part.location + part.spread):
            if not any(equal(end, other) for other in ends):
                ends.append(end)
    ends.sort(key=functools.cmp_to_key(lambda a, b: -1 if _before(a, b) else 1))
    cells = list(itertools.pairwise(ends))
    lengths = [b - a for a, b in cells]

    def mass(law: Parts, a: Scalar, b: Scalar) -> Scalar:
        return sum((part.weight * ((b - a) / part.spread) for part in law
                    if not _before(a, part.location)
                    and not _before(part.location + part.spread, b)), fmpq(0))

    return [[mass(law, a, b) for a, b in cells] for law in laws], lengths


def interval(part: Part, low: Scalar, high: Scalar) -> Scalar:
    """A uniform part's mass of (low, high], for low < high."""
    def below(x: Scalar) -> Scalar:
        if infinite(x):
            return fmpq(1) if x > 0 else fmpq(0)
        place = (x - part.location) / part.spread
        if isinstance(place, fmpq):
            return min(max(place, fmpq(0)), fmpq(1))
        return arb(place).max(arb(0)).min(arb(1))

    return part.weight * (below(high) - below(low))
