"""How near instances come to a bound, along one of its parameters.

The interval of the parameter is cut into pieces. For each the hypothesis is added that the
parameter lies there, and the search for a counterexample is run as ever, with a budget: random
instances, and climbs from the best. What it met are points, worked out in floats: they show how
tight a bound is, and prove nothing.
"""

from __future__ import annotations

import contextlib
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from verified.attack.objective import Objective
from verified.attack.polish import Climb
from verified.attack.search import Searcher
from verified.instances.draw import Points, draw_points
from verified.measures.readings import Unreadable
from verified.numbers.balls import Undefined
from verified.numbers.limits import OutOfTime
from verified.syntax.formulas import Relation
from verified.syntax.sorts import ClaimError
from verified.syntax.statements import Statement
from verified.syntax.terms import Number, Term

Array = NDArray[np.float64]

# Of the random instances of a piece so many are kept, those nearest to the bound among them.
KEPT = 12
_DRAWN = 24
# Structures drawn for a piece, and from how many instances is climbed.
_STRUCTURES = 6
_CLIMBS = 2
_FAILED: tuple[type[Exception], ...] = (
    Unreadable, Undefined, ClaimError, OutOfTime, IndexError, ValueError, MemoryError,
    OverflowError, ZeroDivisionError, FloatingPointError,
)


@dataclass(frozen=True)
class Subject:
    """What is looked at: a claim that bounds, its two sides and the parameter along the axis."""

    name: str
    statement: Statement
    measured: Term
    bound: Term
    across: Term


@dataclass(frozen=True)
class Met:
    """An instance that meets the hypotheses, as three numbers; `climbed` if it isn't a random
    one."""

    at: float
    measured: float
    bound: float
    climbed: bool


@dataclass(frozen=True)
class Piece:
    """What was met in one piece of the interval, and the evaluations that it took."""

    met: tuple[Met, ...]
    evaluations: int


def piece(
    subject: Subject, ends: tuple[fmpq, fmpq], seed: int, budget: int, seconds: float
) -> Piece:
    """Search one piece of the parameter's interval.

    Args:
        budget: evaluations of instances; a climb under way isn't cut short.
        seconds: a limit besides, which cuts the search short.
    """
    low, high = (Number(end) for end in ends)
    within: tuple[Relation, ...] = (
        (Relation("=", subject.across, low),) if ends[0] == ends[1]
        else (Relation("<=", low, subject.across), Relation("<=", subject.across, high))
    )
    statement = replace(subject.statement, given=(*subject.statement.given, *within))
    searcher = Searcher(subject.name, statement, "refutation", seed)
    searcher.limit(time.monotonic() + seconds)
    rng = np.random.default_rng([seed, *(int(end.p) % 2**31 for end in ends)])
    looked = _Looked(subject, [])
    with warnings.catch_warnings(), contextlib.suppress(OutOfTime):
        warnings.simplefilter("ignore")
        looked.run(searcher, rng, budget)
    return Piece(tuple(_chosen(looked.met)), looked.evaluations)


@dataclass
class _Looked:
    """A search under way."""

    subject: Subject
    met: list[Met]
    evaluations: int = 0

    def run(self, searcher: Searcher, rng: np.random.Generator, budget: int) -> None:
        while self.evaluations < budget:
            before = self.evaluations
            self._once(searcher, rng, budget)
            if self.evaluations == before:
                return

    def _once(self, searcher: Searcher, rng: np.random.Generator, budget: int) -> None:
        starts: list[tuple[float, Objective, Points]] = []
        for _ in range(_STRUCTURES):
            drawn = searcher.draw(rng)
            if drawn is None:
                continue
            layout, tight = drawn
            target = searcher.target
            objective = Objective(
                layout, target.given, target.conclusion, tight, searcher.deadline
            )
            with contextlib.suppress(*_FAILED):
                points = draw_points(layout, _DRAWN, rng)
                self.evaluations += _DRAWN
                best = self._see(objective, points, climbed=False)
                if best is not None and objective.climbable and points.vector().shape[1] > 1:
                    starts.append((best[0], objective, points.pick(best[1])))
        starts.sort(key=lambda start: -start[0])
        for _, objective, point in starts[:_CLIMBS]:
            if self.evaluations >= budget:
                return
            climb, before = Climb(objective, point), objective.evaluations
            with contextlib.suppress(*_FAILED):
                climb.finish(rng)
            with contextlib.suppress(*_FAILED):
                self._see(objective, climb.point, climbed=True)
            self.evaluations += objective.evaluations - before

    def _see(
        self, objective: Objective, points: Points, climbed: bool
    ) -> tuple[float, int] | None:
        """Note the points that meet the hypotheses; the best start among all, by its score."""
        scores = objective.score(points)
        env, _ = objective.values(points)
        reading = objective.reading
        count = len(points.scales)

        def values(side: Term) -> Array:
            found = np.asarray(reading.record(lambda: reading.real(side, env)), float)
            return np.broadcast_to(found, (count,))

        with np.errstate(all="ignore"):
            at, measured, bound = map(
                values, (self.subject.across, self.subject.measured, self.subject.bound)
            )
        for index in np.flatnonzero(scores.feasible).tolist():
            met = Met(float(at[index]), float(measured[index]), float(bound[index]), climbed)
            if np.isfinite((met.at, met.measured, met.bound)).all():
                self.met.append(met)
        if np.isnan(scores.objective).all():
            return None
        best = int(np.nanargmax(scores.objective))
        return float(scores.objective[best]), best


def _chosen(met: Sequence[Met]) -> Iterator[Met]:
    """The climbed points that are nearest to the bound, or beyond it, and some of the others."""
    def nearness(one: Met) -> float:
        return abs(one.bound - one.measured)

    yield from sorted((one for one in met if one.climbed), key=nearness)[:4]
    drawn = [one for one in met if not one.climbed]
    step = max(1, len(drawn) // KEPT)
    yield from dict.fromkeys([*sorted(drawn, key=nearness)[:2], *drawn[::step][:KEPT]])


__all__ = ["Met", "Piece", "Subject", "piece"]
