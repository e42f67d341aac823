"""The objective: how far an instance violates a claim, for batches of points of one layout."""

from __future__ import annotations

import contextlib
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from verified.attack.floating import (
    EQUAL,
    FloatReading,
    TooLarge,
    difference,
    relations,
    satisfaction,
    zero_sided,
)
from verified.attack.tighten import Tightening
from verified.instances.draw import Points, joined
from verified.instances.intervals import clipped
from verified.instances.layout import Layout, discrete
from verified.measures.readings import Differs
from verified.numbers.limits import check_time, limited
from verified.syntax.formulas import And, Formula, Or, Quantified, Relation
from verified.syntax.terms import free_variables

Array = NDArray[np.float64]
Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")

# A hypothesis set tight may look violated by rounding; the kernel decides on the exact instance.
ROUNDING = 1e-9
_PENALTY = 8.0
# How far, relatively, a real keeps from a bound that it may not reach: floats must tell them apart.
STRICTLY = fmpq(1, 2**46)
# The bytes that one batch may take: larger ones are split.
MOST_BYTES = 2**29
# A batch whose terms have values of fewer bytes than this together is taken whole without being
# measured, which costs more than the batch.
LIGHT_BYTES = 2**22
# What is worked out on the way to the values isn't so many times larger than they are, or than this
# at a single point.
_ON_THE_WAY, _AT_A_POINT = 100, 2**10
# Points whose neighbours take more than this aren't climbed from: a gradient there costs as much as
# many smaller instances.
CLIMBABLE_BYTES = 2**26


@dataclass(frozen=True)
class Scores:
    """What a batch of points scores: each of shape (B,).

    Attributes:
        objective: what the search maximises: the violation, less a penalty for hypotheses not met.
        violation: how far the conclusion fails, relative to the size of its sides.
        feasible: whether the hypotheses are met, up to rounding.
        suspect: the violation with differences within rounding and undefined sides counted, where
            that was asked for.
        margins: how far the conclusion is from failing, as it is told: absolutely where a side is
            written as 0, else the violation's negative.
    """

    objective: Array
    violation: Array
    feasible: NDArray[np.bool_]
    suspect: Array | None = None
    margins: Array | None = None

    def margin(self, index: int) -> float:
        """A point's margin as it is told."""
        found = -self.violation if self.margins is None else self.margins
        return float(found[index])

    def nearest(self, order: Sequence[int]) -> int | None:
        """Of the feasible points, in an order that tells equal ones apart, that of the least
        margin."""
        feasible = [index for index in order if self.feasible[index]]
        return min(feasible, key=self.margin, default=None)


def _timed(
    method: Callable[Concatenate[Objective, Arguments], Found],
) -> Callable[Concatenate[Objective, Arguments], Found]:
    """A method of an objective, under the objective's time limit."""

    @wraps(method)
    def within(self: Objective, /, *args: Arguments.args, **options: Arguments.kwargs) -> Found:
        with limited(self.deadline):
            return method(self, *args, **options)

    return within


class Objective:
    """Scores points of a layout.

    Args:
        given: the hypotheses, best with their definitions expanded (see `goals.normal`).
        conclusion: what evidence must meet besides: for a refutation, the negated conclusion.
        tight: the rules to set reals by, in order.
        deadline: when to stop, by `time.monotonic`: scoring raises `OutOfTime` from then on.
    """

    def __init__(
        self,
        layout: Layout,
        given: Sequence[Formula],
        conclusion: Formula,
        tight: Sequence[Sequence[Tightening]],
        deadline: float | None = None,
    ) -> None:
        self.layout, self.conclusion, self.tight = layout, conclusion, tight
        self.reading = FloatReading()
        self.deadline = deadline
        self.evaluations = 0
        # Whether floats told, at some point that meets the hypotheses, whether the conclusion
        # fails; whether some point met them, or may have, but for what has no value in floats.
        self.valued = self.met = self.hidden = False
        # What one point takes, once it is measured; what the values took in a light batch, for
        # each of its points, and two of these, to measure by.
        self._bytes: int | None = None
        self._light = 0
        self._sample: Points | None = None
        self._has_capacities = self._singly = False
        self._zero_sided = zero_sided(conclusion)
        self._domains = {slot.name: slot.domain for slot in layout.reals}
        # Partial queries have their subsets in the structure, but aren't discrete themselves.
        names = discrete(layout.variables)
        self._discrete = [f for f in given if set(free_variables(f)) <= names]
        self._given = [f for f in given if f not in self._discrete]

    def possible(self) -> bool:
        """Whether the hypotheses on sizes and symbols alone are met by this structure.

        Where floats don't tell of one, points are asked about it as well.
        """
        with np.errstate(all="ignore"):
            for formula in tuple(self._discrete):
                found, told = self.reading.told(
                    partial(satisfaction, formula, self.layout.structure, self.reading)
                )
                if not told.all():
                    self._discrete.remove(formula)
                    self._given.append(formula)
                elif not (found >= 0).all():
                    return False
        return True

    def relations(self) -> int:
        """How many relations are decided where an instance is scored, about."""
        formulas = [*self._given, self.conclusion]
        return sum(relations(part, self.layout.structure, self.reading) for part in formulas)

    def score(self, points: Points) -> Scores:
        """Score a batch of points."""
        return self._in_parts(points, self.reading.record)

    def score_and_suspect(self, points: Points) -> Scores:
        """Score a batch of points, and tell its `suspect` violations: from the same values."""
        return self._in_parts(points, self.reading.record, suspect=True)

    @property
    @_timed
    def climbable(self) -> bool:
        """Whether gradients take little enough memory; only known once a batch was scored."""
        if self._bytes is None and self._sample is not None:
            most = _ON_THE_WAY * max(self._light, _AT_A_POINT)
            if most * self.layout.coordinates <= CLIMBABLE_BYTES:
                return True
            self._bytes = self._measured(self._sample)
        return (self._bytes or 0) * self.layout.coordinates <= CLIMBABLE_BYTES

    @_timed
    def _in_parts(
        self, points: Points, evaluate: Callable[..., Any], suspect: bool = False
    ) -> Scores:
        """Score a batch, in parts that take no more than `MOST_BYTES` each."""
        count = len(points.scales)
        self.evaluations += count
        if self._bytes is None and count > 1:
            self._sample = self._sample or points.part(slice(0, 2))
            with contextlib.suppress(TooLarge), self.reading.within(LIGHT_BYTES):
                check_time()
                scores = self._evaluated(points, evaluate, suspect)
                self._light = self.reading.spent // count
                return scores
            self._bytes = self._measured(self._sample)
        step = count if self._bytes is None else max(1, MOST_BYTES // max(1, self._bytes))
        found: list[Scores] = []
        for start in range(0, count, step):
            check_time()
            part = points if step >= count else points.part(slice(start, start + step))
            found.append(self._evaluated(part, evaluate, suspect))
        return found[0] if len(found) == 1 else _joined(found)

    def _evaluated(
        self, points: Points, evaluate: Callable[..., Any], suspect: bool
    ) -> Scores:
        count = len(points.scales)
        if not self._singly:
            try:
                scores: Scores = evaluate(lambda: self._score(points, suspect))
                return scores
            except Differs:
                if count == 1:
                    raise
                self._singly = True
        parts = [points.pick(index) for index in range(count)]
        return _joined([evaluate(partial(self._score, part, suspect)) for part in parts])

    def _measured(self, points: Points) -> int:
        """The bytes that scoring a batch takes at its peak, for each of its points."""
        if tracemalloc.is_tracing():
            return 0
        tracemalloc.start()
        try:
            self._evaluated(points, self.reading.record, False)
            return tracemalloc.get_traced_memory()[1] // len(points.scales)
        finally:
            tracemalloc.stop()

    def with_neighbours(self, point: Points, near: Points) -> tuple[float, Array]:
        """The objectives of a single point and of points near it.

        Without capacities that is one batch; with them the neighbours are scored at the optimal
        priors of the point.
        """
        if not self._has_capacities:
            both = self.score(joined(point, near)).objective
            if not self.reading.recorded:
                return float(both[0]), both[1:]
            self._has_capacities = True
        value = float(self.score(point).objective[0])
        return value, self.score_near(near).objective

    @property
    def bounded(self) -> bool:
        """Whether there are hypotheses on laws and numbers that can be met with room to spare."""
        return bool(self._given) and not any(map(_equates, self._given))

    @_timed
    def sides(self, point: Points, near: Points) -> Array:
        """(1 + B, 1 + hypotheses): the violation, and how far each hypothesis is met, at a single
        point and at points near it; there at the optimal priors of the point, as the objective."""
        self.evaluations += 1 + len(near.scales)
        check_time()
        if not self._has_capacities:
            told = self.reading.record(lambda: self._sides(joined(point, near)))
            if not self.reading.recorded:
                return np.asarray(told)
            self._has_capacities = True
        own = self.reading.record(lambda: self._sides(point))
        return np.concatenate([own, self.reading.replay(lambda: self._sides(near))])

    def _sides(self, points: Points) -> Array:
        with np.errstate(all="ignore"):
            env, inside = self.values(points)
            batch = len(points.scales)
            met = [satisfaction(formula, env, self.reading) for formula in self._given]
            found = [self._violation(env, batch), *met]
            told = np.stack([np.broadcast_to(np.asarray(one, float), (batch,)) for one in found], 1)
        return np.where(np.isnan(told) | ~inside[:, None], -1.0, told)

    @_timed
    def slack(self, points: Points) -> Array:
        """(B,): how far the hypotheses are met, by that which is met least; below 0 where one
        isn't, with nothing left to rounding."""
        self.evaluations += len(points.scales)
        check_time()
        return np.asarray(self.reading.record(lambda: self._slack(points)))

    def _slack(self, points: Points) -> Array:
        with np.errstate(all="ignore"):
            env, inside = self.values(points)
            least = np.where(inside, np.inf, -1.0)
            for formula in self._given:
                met = np.asarray(satisfaction(formula, env, self.reading), float)
                # What has no value isn't met.
                least = np.minimum(least, np.where(np.isnan(met), -1.0, met))
            return least

    def score_near(self, points: Points) -> Scores:
        """Score points near the last single point scored, at its optimal priors."""
        return self._in_parts(points, self.reading.replay)

    @_timed
    def values(self, points: Points) -> tuple[dict[str, Any], NDArray[np.bool_]]:
        """The variables' values, tight reals set, and whether those lie in their domains."""
        env = self.layout.values(points.laws(), points.numbers(self.layout.reals))
        inside = np.ones(len(points.scales), dtype=bool)
        for rules in self.tight:
            name = rules[0].name
            value = tight_value(rules, env, self.reading, np.shape(env[name])[1:])
            value, ok = clipped(self._domains[name], np.broadcast_to(value, np.shape(env[name])))
            held = self.held(points, name)
            env[name] = np.where(held, env[name], value)
            inside &= (ok | held).reshape(len(ok), -1).all(axis=-1)
        return env, inside

    @_timed
    def difference(self, point: Points) -> float:
        """How far apart the sides of the conclusion's relations are at a single point, at least;
        0 where floats don't tell."""
        with np.errstate(all="ignore"):
            env, _ = self.values(point)
            found = float(np.max(difference(self.conclusion, env, self.reading)))
        return found if np.isfinite(found) else 0.0

    def held(self, points: Points, name: str) -> NDArray[np.bool_]:
        """Where a point holds a real variable at a value of its own, (B,) or (B, parts)."""
        parts = [
            ~np.isnan(fixed)
            for slot, fixed in zip(self.layout.reals, points.fixed, strict=True)
            if slot.name == name and slot.index is None
        ]
        return parts[0] if parts else np.array(False)

    def _score(self, points: Points, suspect: bool = False) -> Scores:
        with np.errstate(all="ignore"):
            env, inside = self.values(points)
            batch = len(points.scales)
            missing = np.zeros(batch)
            feasible = inside.copy()
            perhaps = inside.copy()
            for formula in self._given:
                met, told = self._satisfaction(formula, env, batch, self.met)
                perhaps &= ~told | (met >= -ROUNDING)
                feasible &= met >= -ROUNDING
                # On the edge of a strict hypothesis no climb finds the way in, as from a mass of 0.
                outside = np.isnan(met) | (met == -EQUAL)
                missing += np.minimum(0.0, np.where(outside, -1.0, met + ROUNDING))
            self.met = self.met or bool(feasible.any())
            self.hidden = self.hidden or bool((perhaps & ~feasible).any())
            violation, told = self._satisfaction(self.conclusion, env, batch, self.valued)
            violation = np.where(np.isnan(violation), -1.0, violation)
            self.valued = self.valued or bool((told & feasible).any())
            objective = violation + _PENALTY * missing - np.where(inside, 0.0, 10.0)
            margins = doubts = None
            if self._zero_sided:
                self.reading.absolute = True
                try:
                    margins = -self._violation(env, batch)
                finally:
                    self.reading.absolute = False
            if suspect:
                self.reading.suspicious = True
                try:
                    doubts = self._violation(env, batch)
                finally:
                    self.reading.suspicious = False
            return Scores(objective, violation, feasible, doubts, margins)

    def _satisfaction(
        self, formula: Formula, env: Mapping[str, Any], batch: int, known: bool
    ) -> tuple[Array, NDArray[np.bool_]]:
        """How far a formula holds, each (B,), and whether floats tell that it does or doesn't: of
        what is known to be told it isn't asked."""
        if known:
            found = satisfaction(formula, env, self.reading)
            return np.broadcast_to(np.asarray(found, float), (batch,)), np.ones(batch, dtype=bool)
        both = self.reading.told(lambda: satisfaction(formula, env, self.reading))
        return np.broadcast_to(both[0], (batch,)), np.broadcast_to(both[1], (batch,))

    def _violation(self, env: Mapping[str, Any], batch: int) -> Array:
        found = satisfaction(self.conclusion, env, self.reading)
        violation = np.broadcast_to(np.asarray(found, float), (batch,))
        return np.where(np.isnan(violation), -1.0, violation)


def _equates(formula: Formula) -> bool:
    """Whether a hypothesis has an equality, which is only met with nothing to spare."""
    match formula:
        case Relation("="):
            return True
        case And(parts) | Or(parts):
            return any(map(_equates, parts))
        case Quantified(body=body):
            return _equates(body)
    return False


def _joined(parts: Sequence[Scores]) -> Scores:
    suspect = [part.suspect for part in parts if part.suspect is not None]
    margins = [part.margins for part in parts if part.margins is not None]
    return Scores(
        np.concatenate([part.objective for part in parts]),
        np.concatenate([part.violation for part in parts]),
        np.concatenate([part.feasible for part in parts]),
        np.concatenate(suspect) if suspect else None,
        np.concatenate(margins) if margins else None,
    )


def tight_value(
    rules: Sequence[Tightening], env: Mapping[str, Any], reading: Any, parts: Sequence[int]
) -> Any:
    """The value that the rules of one variable set: for each part where it is a tuple."""
    least = rules[0].side == "least"
    combine = reading.xp.maximum if least else reading.xp.minimum

    def at(index: int | None) -> Any:
        result = None
        for rule in rules:
            inner = env if rule.family is None else {**env, rule.family.name: index}
            value = rule.value(reading, inner)
            if rule.strict:
                value = _beyond(value, least, reading.xp)
            result = value if result is None else combine(result, value)
        return result

    if not parts:
        return at(None)
    return reading.xp.stack([at(index) for index in range(parts[0])], (parts[0],))


def _beyond(value: Any, least: bool, xp: Any) -> Any:
    """Just past a bound that itself is not allowed (where it is 0 there is no next number)."""
    step = xp.mul(xp.abs(value), xp.constant(STRICTLY))
    return xp.add(value, step) if least else xp.sub(value, step)
