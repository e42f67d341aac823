"""Whether there is a law, a channel or a number that meets linear conditions, exactly.

A point shows that there is one: the conditions are evaluated there, and nothing else is believed.
That there is none is shown by multipliers, by which the conditions add up to one that no point of
the product of simplices and intervals meets (Farkas 1902). Both are proposed by the simplex method
in rational numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from verified.measures.programs import Condition, Program, Unknown, Wanted
from verified.measures.readings import Env, Reading
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Undefined,
    add,
    less,
    less_equal,
    minimum,
    mul,
)
from verified.numbers.programs import feasible
from verified.syntax.formulas import Formula, Quantified

Decide = Callable[[Formula, Env, Any], bool | None]


def decided(formula: Quantified, env: Env, reading: Reading, truth: Decide) -> bool | None:
    """The truth of a quantifier over laws, channels or numbers that is a linear program.

    Args:
        truth: decides a relation at an instance.
    """
    try:
        program = Program(formula, env, reading)
        found: bool | None = False
        for way in program.ways:
            met = _met(program, way, truth)
            if met:
                return program.exists
            if met is None:
                found = None
    except (Undefined, Indeterminate):
        # A side that is undefined at one point may be defined at another.
        return None
    return None if found is None else not program.exists


def _met(program: Program, way: Sequence[Wanted], truth: Decide) -> bool | None:
    """Whether some values meet all relations of a way."""
    if not way:
        return True
    conditions = program.conditions(way)
    if not all(_finite(part) for one in conditions for part in (one.constant, *one.slopes)):
        return None
    rows = [one.symbols - 1 for one in program.unknowns for _ in range(one.rows)]
    proposal = feasible(
        [(one.op, _middle(one.constant), [_middle(part) for part in one.slopes])
         for one in conditions],
        rows, [one.ends for one in program.unknowns if not one.shape], ZERO,
    )
    values = _values(program.unknowns, proposal.point)
    if values is not None and all(
        truth(one.relation, {**one.env, **values}, program.reading) for one in way
    ):
        return True
    return False if _refuted(program, conditions, proposal.multipliers) else None


def _refuted(
    program: Program, conditions: Sequence[Condition], multipliers: Sequence[fmpq]
) -> bool:
    """Whether the conditions, multiplied and added up, fail at every point: what must be at most 0
    is above 0, or what must be below 0 is not."""
    if len(multipliers) != len(conditions) or any(
        weight < 0 and one.op != "=" for weight, one in zip(multipliers, conditions, strict=True)
    ):
        return False
    least: Any = ZERO
    slopes: list[Any] = [ZERO] * len(program.coordinates())
    for weight, one in zip(multipliers, conditions, strict=True):
        least = add(least, mul(weight, one.constant))
        slopes = [
            add(known, mul(weight, slope)) for known, slope in zip(slopes, one.slopes, strict=True)
        ]
    place = 0
    for unknown in program.unknowns:
        for _ in range(unknown.rows):
            # The first symbol's slope is 0.
            worst: Any = ZERO
            for slope in slopes[place : place + unknown.symbols - 1]:
                worst = minimum(worst, slope)
            least, place = add(least, worst), place + unknown.symbols - 1
        if not unknown.shape:
            lowest = _lowest(slopes[place], *unknown.ends)
            if lowest is None:
                return False
            least, place = add(least, lowest), place + 1
    strictly = any(
        weight > 0 and one.op == "<" for weight, one in zip(multipliers, conditions, strict=True)
    )
    return less(ZERO, least) is True or (strictly and less_equal(ZERO, least) is True)


def _lowest(slope: Any, low: fmpq | None, high: fmpq | None) -> Any:
    """The least of slope · x over an interval; None where it isn't known to be finite."""
    if slope == 0:
        # Known to be 0, that is: a ball equals a number only if it is no wider.
        return ZERO
    at = [None if end is None else mul(slope, end) for end in (low, high)]
    if at[0] is not None and at[1] is not None:
        return minimum(at[0], at[1])
    if less_equal(ZERO, slope):
        return at[0]
    return at[1] if less_equal(slope, ZERO) else None


def _finite(x: Any) -> bool:
    return isinstance(x, fmpq) or bool(x.is_finite())


def _middle(x: Any) -> fmpq:
    """A rational in the ball."""
    if isinstance(x, fmpq):
        return x
    assert isinstance(x, arb)
    mantissa, exponent = (int(part) for part in x.mid().man_exp())
    return fmpq(mantissa) * fmpq(2) ** exponent


def _values(unknowns: Sequence[Unknown], point: Sequence[fmpq]) -> dict[str, Any] | None:
    """The values at a point; None where it isn't one of the product."""
    found: dict[str, Any] = {}
    place = 0
    for one in unknowns:
        if not one.shape:
            if not one.interval.contains(point[place]):
                return None
            found[one.var.name], place = point[place], place + 1
            continue
        flat: list[fmpq] = []
        for _ in range(one.rows):
            rest = list(point[place : place + one.symbols - 1])
            place += one.symbols - 1
            flat += [ONE - sum(rest, ZERO), *rest]
        if any(part < 0 for part in flat):
            return None
        found[one.var.name] = BallArray(one.shape, flat)
    return found


__all__ = ["decided"]
