"""Weighted densities on the real line in balls, and mixtures of them.

Laplace, Gaussian, logistic and Student densities are in `ball_shapes`, those of Gaussian laws with
Laplace noise in `ball_noised`, those of uniform laws with noise in `ball_spread`, those of sums of
two Laplace or two uniform numbers in `ball_alike`. Mixtures are brought to a form in which a
density occurs once, so that what is certainly equal cancels exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flint import arb, fmpq

from verified.numbers.ball_alike import LaplaceSum, Trapezoid
from verified.numbers.ball_noised import Noised
from verified.numbers.ball_shapes import Curve, Logistic, Student
from verified.numbers.ball_spread import Blurred, Flat, Smoothed
from verified.numbers.balls import ONE, Indeterminate, _checked, equal
from verified.numbers.line import (
    BLURRED,
    LAPLACE_SUM,
    LOGISTIC,
    NOISED,
    SMOOTHED,
    STAIRCASE,
    STUDENT,
    TRAPEZOID,
    UNIFORM,
    Part,
    Parts,
)


def same(a: Any, b: Any) -> bool:
    """Whether two numbers are certainly equal."""
    return equal(a, b) is True


def _curve(part: Part, factor: Any) -> Any:
    if part.shape == STAIRCASE:
        raise Indeterminate(
            "a staircase is evaluated with uniform laws and staircases of its width and level only")
    weight = arb(part.weight) * arb(factor)
    if not weight > 0:
        raise Indeterminate("a weight may be 0")
    if not all(scale > 0 for scale in (part.spread, part.noise) if scale is not None):
        raise Indeterminate("a scale may be 0")
    if part.shape == NOISED:
        return Noised(weight, arb(part.location), arb(part.spread), arb(part.noise))
    if part.shape == UNIFORM:
        return Flat(weight, arb(part.location), arb(part.spread))
    if part.shape == SMOOTHED:
        deviation = arb(part.noise).sqrt()
        return Smoothed(weight, arb(part.location), arb(part.spread), deviation)
    if part.shape == BLURRED:
        return Blurred(weight, arb(part.location), arb(part.spread), arb(part.noise))
    if part.shape == LAPLACE_SUM:
        ends = arb(part.location), arb(part.spread), arb(part.noise)
        return LaplaceSum(weight, *ends, equal=same(part.spread, part.noise))
    if part.shape == TRAPEZOID:
        return Trapezoid(weight, arb(part.location), arb(part.spread), arb(part.noise))
    if part.shape == LOGISTIC:
        return Logistic(weight, arb(part.location), arb(part.spread))
    if part.shape == STUDENT:
        return Student(weight, arb(part.location), arb(part.spread), int(part.noise))
    return Curve(weight, part.shape, arb(part.location), arb(part.spread))


def curves_of(parts: Parts, factor: Any = ONE) -> list[Any]:
    """The densities of a mixture, its weights times a factor.

    Raises:
        Indeterminate: a weight or a scale isn't certainly positive.
    """
    return [_curve(part, factor) for part in parts]


def merged(parts: Parts) -> Parts:
    """The mixture without weights 0, and with densities that are certainly the same as one."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part.weight, fmpq) and part.weight == 0:
            continue
        for index, other in enumerate(found):
            if _alike(part, other):
                found[index] = replace(other, weight=other.weight + part.weight)
                break
        else:
            found.append(part)
    return tuple(found)


def _alike(one: Part, two: Part) -> bool:
    return (
        one.shape == two.shape
        and same(one.location, two.location)
        and same(one.spread, two.spread)
        and (one.noise is None or same(one.noise, two.noise))
        and (one.share is None or same(one.share, two.share))
    )


def fall_sign(x: Any) -> int:
    """The sign of a coefficient by which two tails differ.

    Raises:
        Indeterminate: it isn't certain.
    """
    if x > 0 or x < 0:
        return 1 if x > 0 else -1
    if x == 0:
        return 0
    raise Indeterminate("which of two tails falls faster isn't certain")


def same_law(one: Parts, two: Parts) -> bool:
    """Whether two merged mixtures are certainly the same, whatever the order of their parts."""
    return len(one) == len(two) and all(
        any(_alike(a, b) and same(a.weight, b.weight) for b in two) for a in one
    )


def net(p: Parts, q: Parts) -> tuple[Parts, Parts]:
    """Two weighted mixtures with the same difference, where a density is in one of them only."""
    first, second = list(merged(p)), list(merged(q))
    for part in tuple(first):
        for other in tuple(second):
            if not _alike(part, other):
                continue
            rest = part.weight - other.weight
            if not (isinstance(rest, fmpq) or rest > 0 or rest < 0):
                continue
            first.remove(part)
            second.remove(other)
            if rest > 0:
                first.append(replace(part, weight=rest))
            elif rest < 0:
                second.append(replace(other, weight=-rest))
    return tuple(first), tuple(second)


def tail_mass(curves: Sequence[Curve], end: arb) -> arb:
    """The mass of (end, ∞)."""
    return _checked(sum((curve.upper_tail(end) for curve in curves), arb(0)))

