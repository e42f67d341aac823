"""Vertices of what linear hypotheses leave of a law or channel, everything else fixed: closeness at
an ε and a δ, bounds on masses, marginals. A bound that is convex in the law is attained there.

The hypotheses on one law that are affine in it cut a polytope out of its simplex, or out of a
product of simplices; the law at which a random linear function is largest is a vertex of it. Which
laws and hypotheses these are is told by their form alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.attack.floating import FloatReading
from verified.attack.objective import Objective
from verified.instances.draw import Points, joined
from verified.instances.layout import Layout
from verified.measures.programs import Program, Wanted
from verified.measures.readings import Env, Unreadable
from verified.numbers.balls import Undefined
from verified.numbers.limits import limited
from verified.syntax.affine import is_program
from verified.syntax.formulas import And, Formula, Quantified
from verified.syntax.sorts import ChannelSort, ClaimError, EventSort, PmfSort, Sort
from verified.syntax.terms import Var, free_variables

Array = NDArray[np.float64]
Linear = tuple[Var, And]

# How many entries a law or channel may have, and the masses below which a symbol is left out.
MOST_ENTRIES = 36
_LEAST = 1e-12
# What hypotheses raise at sizes at which they make no sense.
_MEANINGLESS = Unreadable, Undefined, ClaimError
# How often all laws are moved, and how often each row of a channel favours a symbol of its own.
_TOGETHER, _FAVOURED = 0.5, 0.5


class _OfFewEvents(FloatReading):
    """Of all events those of one symbol and of all but one are asked: on three symbols there are no
    others but the trivial ones, and a start needn't meet what the others ask."""

    def gone_through(self, sort: Sort, env: Env) -> Sequence[Any]:
        if not isinstance(sort, EventSort):
            return super().gone_through(sort, env)
        symbols = range(self.size(sort, env))
        single = [frozenset({symbol}) for symbol in symbols]
        return list(dict.fromkeys([*single, *(frozenset(symbols) - one for one in single)]))


def linear_hypotheses(variables: Sequence[Var], given: Sequence[Formula]) -> list[Linear]:
    """The laws and channels on which there are hypotheses that are affine in them, with these."""
    parts = [part for formula in given for part in _conjuncts(formula)]
    found = []
    for var in variables:
        if isinstance(var.of, PmfSort | ChannelSort):
            own = tuple(
                part for part in parts
                if var.name in free_variables(part)
                and is_program(Quantified("exists", var, None, part))
            )
            if own:
                found.append((var, And(own)))
    return found


def _conjuncts(formula: Formula) -> list[Formula]:
    if isinstance(formula, And):
        return [inner for part in formula.parts for inner in _conjuncts(part)]
    return [formula]


def at_vertices(
    objective: Objective, linear: Sequence[Linear], points: Points, rng: np.random.Generator
) -> Points | None:
    """The points with one law, or each in turn, at a vertex of what its hypotheses leave there;
    left out are those at which there is none."""
    found = []
    layout, reading = objective.layout, _OfFewEvents()
    small = [one for one in linear if _entries(layout, one[0]) <= MOST_ENTRIES]
    for index in range(len(points.scales)) if small else ():
        point, moved = points.pick(index), False
        together = rng.random() < _TOGETHER
        for var, hypotheses in small if together else [small[int(rng.integers(len(small)))]]:
            with (
                limited(objective.deadline), np.errstate(all="ignore"),
                contextlib.suppress(*_MEANINGLESS),
            ):
                law = vertex(var, hypotheses, objective.values(point)[0], reading, rng)
                if law is not None:
                    point, moved = _with_law(layout, point, var, law), True
        if moved:
            found.append(point)
    return reduce(joined, found) if found else None


def _entries(layout: Layout, var: Var) -> int:
    return sum(layout.blocks[at].rows * layout.blocks[at].size for at in layout.places(var))


def vertex(
    var: Var, hypotheses: Formula, env: Env, reading: FloatReading, rng: np.random.Generator
) -> Array | None:
    """A law or channel that meets the hypotheses, at which a random linear function is largest;
    None if none meets them."""
    from scipy.optimize import linprog  # type: ignore[attr-defined]

    program = Program(Quantified("exists", var, None, hypotheses), env, reading)
    (unknown,), places = program.unknowns, program.coordinates()
    if not program.ways or not places:
        # There is no law that meets them, or there are no two.
        return None
    way = program.ways[int(rng.integers(len(program.ways)))]
    # All corners at which a relation is asked at once, as a batch.
    corners = np.stack([program.at(place)[var.name] for place in (None, *places)])
    if not way:
        # Nothing is asked at this instance.
        return None
    lines = np.stack([_gaps(one, {var.name: corners}, reading) for one in way])
    if not np.isfinite(lines).all():
        return None
    slopes, limits = lines[:, 1:] - lines[:, :1], -lines[:, 0]
    equal = np.array([one.op == "=" for one in way])
    sums = np.array([[place[1] == row for place in places] for row in range(unknown.rows)], float)
    found = linprog(  # type: ignore[no-untyped-call]
        _costs(unknown.rows, unknown.symbols, rng),
        A_ub=np.concatenate([slopes[~equal], sums]),
        b_ub=np.concatenate([limits[~equal], np.ones(unknown.rows)]),
        A_eq=slopes[equal] if equal.any() else None, b_eq=limits[equal] if equal.any() else None,
        options={"primal_feasibility_tolerance": 1e-10},
    )
    if found.status != 0:
        return None
    others = np.reshape(found.x, (unknown.rows, unknown.symbols - 1))
    law = np.concatenate([1 - others.sum(axis=1, keepdims=True), others], axis=1)
    law = np.where(law < _LEAST, 0.0, law)
    return np.asarray(law / law.sum(axis=1, keepdims=True))


def _costs(rows: int, symbols: int, rng: np.random.Generator) -> Array:
    """What the coordinates of laws cost: any numbers, or else each row favours a symbol, and each
    symbol is that of about as many rows."""
    costs = rng.standard_normal((rows, symbols))
    if rng.random() < _FAVOURED:
        own = rng.permutation(symbols)[np.arange(rows) % symbols]
        costs = 0.01 * costs - (np.arange(symbols) == own[:, None])
    return np.asarray((costs[:, 1:] - costs[:, :1]).ravel())


def _gaps(wanted: Wanted, values: Env, reading: FloatReading) -> Array:
    """Left side less right side of a relation at each of a batch of values."""
    env = {**wanted.env, **values}
    relation = wanted.relation
    left, right = (reading.real(side, env) for side in (relation.left, relation.right))
    count = len(next(iter(values.values())))
    return np.broadcast_to(np.asarray(left - right, float), (count,))


def _with_law(layout: Layout, point: Points, var: Var, law: Array) -> Points:
    """The point with the rows of one variable's law in place of its own."""
    (place,) = layout.places(var)
    factor = np.exp(point.scales)[:, None, None]
    shifts = [
        base + factor * shift for base, shift in zip(point.bases, point.shifts, strict=True)
    ]
    masks = list(point.masks)
    masks[place] = law[None] > 0
    shifts[place] = np.log(np.where(law > 0, law, 1.0))[None]
    bases = [np.zeros_like(base) for base in point.bases]
    scales = np.zeros_like(point.scales)
    return Points(bases, shifts, masks, scales, point.reals, point.fixed)


__all__ = ["at_vertices", "linear_hypotheses", "vertex"]
