"""How far a formula that seeks a law, a channel or a number holds, in floats: by how much its
linear conditions can be met, or by how much some of them must fail. Of a relation of curves a list
of numbers is asked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from verified.measures.programs import Condition, Program
from verified.measures.readings import Env, Reading
from verified.numbers.float_programs import nearly_feasible
from verified.syntax.affine import is_program
from verified.syntax.curves import is_curve
from verified.syntax.formulas import Quantified
from verified.syntax.sorts import RealSort

Array = NDArray[np.float64]

# Pivots below this count as 0, and conditions that fail by less than this as met.
TOLERANCE = 1e-12
MET = 1e-10


def sought(formula: Quantified, env: Env, reading: Reading) -> Any:
    """As `floating.satisfaction`: positive with room to spare, negative if it doesn't hold."""
    program = Program(formula, env, reading)
    found: Any = -1.0
    for way in program.ways:
        met = _met(program, program.conditions(way)) if way else np.float64(1.0)
        found = np.maximum(found, met)
    return found if program.exists else -found


def is_asked_on_list(formula: Quantified) -> bool:
    """Whether numbers of a list are asked, as no linear program is."""
    found: bool | None = formula.__dict__.get("_asked_on_list")
    if found is None:
        found = not is_program(formula) and is_curve(formula)
        formula.__dict__["_asked_on_list"] = found
    return found


@cache
def numbers(sort: RealSort) -> tuple[fmpq, ...]:
    """Numbers of an interval at which a relation between curves is asked: near its ends, far out,
    and between, in rising order."""
    steps = [fmpq(2) ** k * half for k in range(-6, 7) for half in (fmpq(1), fmpq(3, 2))]
    far = [fmpq(2) ** 10, fmpq(2) ** 16]
    low, high = sort.low, sort.high
    if low is not None and high is not None:
        parts = [fmpq(1, 256), *(fmpq(k, 20) for k in range(1, 20)), fmpq(255, 256)]
        found = [low, *(low + (high - low) * part for part in parts), high]
    elif low is not None:
        found = [low, *(low + step for step in (*steps, *far))]
    elif high is not None:
        found = [*(high - step for step in (*reversed(far), *reversed(steps))), high]
    else:
        found = [*(-step for step in reversed(steps)), fmpq(0), *steps]
    return tuple(number for number in found if sort.contains(number))


def coordinates(formula: Quantified, env: Env, reading: Reading) -> int:
    """How many numbers the outermost quantifier of a formula seeks."""
    sort = formula.var.of
    return math.prod(reading.term(size, env) for size in sort.sizes())


def _met(program: Program, conditions: Sequence[Condition]) -> Array:
    """For each instance of a batch: by how much a point meets all, less by how much none does."""
    parts = [part for one in conditions for part in (one.constant, *one.slopes)]
    arrays = np.broadcast_arrays(*(np.asarray(part, float) for part in parts))
    table = np.stack(arrays, axis=-1).reshape(*arrays[0].shape, len(conditions), -1)
    found = np.empty(table.shape[:-2])
    rows = [one.symbols - 1 for one in program.unknowns for _ in range(one.rows)]
    ends = [
        (None if low is None else float(low), None if high is None else float(high))
        for low, high in (one.ends for one in program.unknowns if not one.shape)
    ]
    for place in np.ndindex(found.shape):
        if not np.isfinite(table[place]).all():
            # An undefined side can't be met, and isn't shown to fail.
            found[place] = -1.0 if program.exists else 1.0
            continue
        told = [
            (one.op, float(line[0]), [float(part) for part in line[1:]])
            for one, line in zip(conditions, table[place], strict=True)
        ]
        best = nearly_feasible(told, rows, ends, TOLERANCE)
        strict = any(one.op == "<" for one in conditions)
        if best.violation > MET:
            found[place] = -min(best.violation, 1.0)
        else:
            found[place] = best.slack if best.slack > MET else -MET if strict else 0.0
    return found


__all__ = ["coordinates", "is_asked_on_list", "numbers", "sought"]
