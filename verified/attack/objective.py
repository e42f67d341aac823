"""The objective: how far an instance violates a claim, for batches of points of one layout."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from verified.attack.floating import FloatReading, satisfaction
from verified.attack.tighten import Tightening
from verified.instances.draw import Points, joined
from verified.instances.layout import Layout, discrete
from verified.language.formulas import Formula
from verified.language.sorts import RealSort
from verified.language.terms import free_variables

Array = NDArray[np.float64]

# A hypothesis set tight may look violated by rounding; the kernel decides on the exact instance.
ROUNDING = 1e-9
_PENALTY = 8.0
# How far, relatively, a real keeps from a bound that it may not reach: floats must tell them apart.
STRICTLY = fmpq(1, 2**46)
# The bytes that one batch may take: larger ones are split.
MOST_BYTES = 2**29
# Points whose neighbours take more than this aren't climbed from: a gradient there costs as much as
# many smaller instances.
CLIMBABLE_BYTES = 2**26


class OutOfTime(Exception):
    """The search's time limit has passed."""


def check_time(deadline: float | None) -> None:
    """See that a limit, a value of `time.monotonic`, hasn't passed.

    Raises:
        OutOfTime: it has.
    """
    if deadline is not None and time.monotonic() >= deadline:
        raise OutOfTime


@dataclass(frozen=True)
class Scores:
    """What a batch of points scores: each of shape (B,).

    Attributes:
        objective: what the search maximises: the violation, less a penalty for hypotheses not met.
        violation: how far the conclusion fails, relative to the size of its sides.
        feasible: whether the hypotheses are met, up to rounding.
    """

    objective: Array
    violation: Array
    feasible: NDArray[np.bool_]


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
        self._bytes: int | None = None
        self._has_capacities = False
        self._domains = {slot.name: slot.domain for slot in layout.reals}
        # Partial queries have their subsets in the structure, but aren't discrete themselves.
        names = set(discrete(layout.variables, layout.structure))
        self._discrete = [f for f in given if set(free_variables(f)) <= names]
        self._given = [f for f in given if f not in self._discrete]

    def possible(self) -> bool:
        """Whether the hypotheses on sizes and symbols alone are met by this structure."""
        with np.errstate(all="ignore"):
            return all(
                bool(np.all(satisfaction(formula, self.layout.structure, self.reading) >= 0))
                for formula in self._discrete
            )

    def score(self, points: Points) -> Scores:
        """Score a batch of points."""
        return self._in_parts(points, self.reading.record)

    @property
    def climbable(self) -> bool:
        """Whether gradients take little enough memory; only known once a batch was scored."""
        return (self._bytes or 0) * self.layout.coordinates <= CLIMBABLE_BYTES

    def _in_parts(self, points: Points, evaluate: Callable[..., Any]) -> Scores:
        """Score a batch, in parts that take no more than `MOST_BYTES` each."""
        count = len(points.scales)
        self.evaluations += count
        if self._bytes is None and count > 1:
            self._bytes = self._measured(points.part(slice(0, 2))) // 2
        step = count if self._bytes is None else max(1, MOST_BYTES // max(1, self._bytes))
        found: list[Scores] = []
        for start in range(0, count, step):
            check_time(self.deadline)
            part = points if step >= count else points.part(slice(start, start + step))
            found.append(evaluate(lambda part=part: self._score(part)))
        return found[0] if len(found) == 1 else _joined(found)

    def _measured(self, points: Points) -> int:
        """The bytes that scoring a batch takes at its peak."""
        if tracemalloc.is_tracing():
            return 0
        tracemalloc.start()
        try:
            self.reading.record(lambda: self._score(points))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def suspect(self, points: Points) -> Array:
        """The violations with differences within rounding and undefined sides counted: (B,)."""
        self.reading.suspicious = True
        try:
            return self.score(points).violation
        finally:
            self.reading.suspicious = False

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

    def score_near(self, points: Points) -> Scores:
        """Score points near the last single point scored, at its optimal priors."""
        return self._in_parts(points, self.reading.replay)

    def values(self, points: Points) -> tuple[dict[str, Any], NDArray[np.bool_]]:
        """The variables' values, tight reals set, and whether those lie in their domains."""
        env = self.layout.values(points.laws(), points.numbers(self.layout.reals))
        inside = np.ones(len(points.scales), dtype=bool)
        for rules in self.tight:
            name = rules[0].name
            value = tight_value(rules, env, self.reading, np.shape(env[name])[1:])
            value, ok = _into(self._domains[name], np.broadcast_to(value, np.shape(env[name])))
            held = self.held(points, name)
            env[name] = np.where(held, env[name], value)
            inside &= (ok | held).reshape(len(ok), -1).all(axis=-1)
        return env, inside

    def held(self, points: Points, name: str) -> NDArray[np.bool_]:
        """Where a point holds a real variable at a value of its own, (B,) or (B, parts)."""
        parts = [
            ~np.isnan(fixed)
            for slot, fixed in zip(self.layout.reals, points.fixed, strict=True)
            if slot.name == name and slot.index is None
        ]
        return parts[0] if parts else np.array(False)

    def _score(self, points: Points) -> Scores:
        with np.errstate(all="ignore"):
            env, inside = self.values(points)
            batch = len(points.scales)
            missing = np.zeros(batch)
            feasible = inside.copy()
            for formula in self._given:
                met = np.broadcast_to(satisfaction(formula, env, self.reading), (batch,))
                feasible &= met >= -ROUNDING
                missing += np.minimum(0.0, np.where(np.isnan(met), -1.0, met + ROUNDING))
            found = satisfaction(self.conclusion, env, self.reading)
            violation = np.broadcast_to(np.asarray(found, float), (batch,))
            violation = np.where(np.isnan(violation), -1.0, violation)
            objective = violation + _PENALTY * missing - np.where(inside, 0.0, 10.0)
        return Scores(objective, violation, feasible)


def _joined(parts: Sequence[Scores]) -> Scores:
    return Scores(*(
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("objective", "violation", "feasible")
    ))


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


def _into(domain: RealSort, value: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Clip to a closed end that a least value may fall short of; say where the rest lies inside."""
    low = -np.inf if domain.low is None else float(domain.low.p) / float(domain.low.q)
    high = np.inf if domain.high is None else float(domain.high.p) / float(domain.high.q)
    ok = np.isfinite(value)
    if domain.low_open:
        ok &= value > low
    if domain.high_open:
        ok &= value < high
    # A bound below the domain's low end leaves the whole domain: its low end is then the tight one.
    clipped = np.clip(value, low, high)
    ok &= np.where(value > high, value <= high * (1 + 1e-12) + 1e-300, True)
    return np.where(np.isfinite(clipped), clipped, 0.0), ok
