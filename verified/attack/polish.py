"""Polishing: a quasi-Newton climb of one point, with gradients from one batch of neighbours."""

from __future__ import annotations

import contextlib

import numpy as np
from numpy.typing import NDArray

from verified.attack.objective import Objective
from verified.instances.draw import Points

Array = NDArray[np.float64]

# Steps of the difference quotients: a coarse one, which noise and kinks don't mislead, then a fine.
_STEPS = (1e-5, 1e-7)
_BOX = 45.0
_SCATTERED = 32
# How far inside the hypotheses a climb along their edge stays, and for how many coordinates there
# are such climbs: each of their steps solves a least squares problem in all of them.
_INSIDE, _MOST_MOVED = 1e-7, 60


class _Enough(Exception):
    """The climb has found a clear violation."""


class Climb:
    """A climb that can be taken up again: a short look first, then the whole way.

    It stops once the objective is above `enough`: what is left of it makes a violation no truer.
    With `numbers_only` laws stay as they are.
    """

    def __init__(
        self, objective: Objective, start: Points, enough: float = 1e-3,
        numbers_only: bool = False,
    ) -> None:
        self.objective, self.start, self.enough = objective, start, enough
        vector = start.vector()[0]
        # Logarithms need no more room; a number on the line may lie anywhere.
        box = np.full(len(vector), _BOX)
        laws, numbers = np.split(np.arange(len(vector)), [len(vector) - len(start.reals)])
        box[numbers] = np.maximum(_BOX, 2.0 * np.abs(vector[numbers]))
        self.low, self.high = -box, box
        if numbers_only:
            self.low[laws] = self.high[laws] = vector[laws]
        self.vector = np.clip(vector, self.low, self.high)
        self.value = -np.inf

    def meet(self, vector: Array, value: float) -> None:
        if value > self.value:
            self.vector, self.value = vector.copy(), value
            if value > self.enough:
                raise _Enough

    def by_gradient(self, step: float, iterations: int) -> None:
        """L-BFGS with difference quotients, taken at the optimal priors of the point."""
        # Most attacks of a check draw instances and don't climb.
        from scipy.optimize import minimize

        def descend(vector: Array) -> tuple[float, Array]:
            steps = step * np.maximum(1.0, np.abs(vector))
            near = self.start.moved(vector[None, :] + np.diag(steps))
            point = self.start.moved(vector[None, :])
            value, around = self.objective.with_neighbours(point, near)
            self.meet(vector, value)
            slope = (around - value) / steps
            return -value, -np.where(np.isfinite(slope), slope, 0.0)

        minimize(  # type: ignore[no-untyped-call]
            descend,
            self.vector,
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(self.low.tolist(), self.high.tolist(), strict=True)),
            options={"maxiter": iterations, "maxfun": 2 * iterations, "ftol": 1e-13, "gtol": 1e-12},
        )

    def within_hypotheses(self, step: float, iterations: int) -> None:
        """Sequential quadratic programming: along the edge of what the hypotheses allow, where the
        climb by gradients stops at the kink of their penalty; a little inside it."""
        from scipy.optimize import minimize

        kept: dict[bytes, tuple[Array, Array]] = {}

        def told(vector: Array) -> tuple[Array, Array]:
            """The violation and the hypotheses at a point, and their slopes."""
            key = vector.tobytes()
            if key not in kept:
                kept.clear()
                steps = step * np.maximum(1.0, np.abs(vector))
                point = self.start.moved(vector[None, :])
                near = self.start.moved(vector[None, :] + np.diag(steps))
                values = self.objective.sides(point, near)
                slopes = (values[1:] - values[0]).T / steps
                kept[key] = values[0], np.where(np.isfinite(slopes), slopes, 0.0)
                if (values[0, 1:] >= 0).all():
                    self.meet(vector, float(values[0, 0]))
            return kept[key]

        minimize(  # type: ignore[no-untyped-call]
            lambda vector: -told(vector)[0][0],
            self.vector,
            jac=lambda vector: -told(vector)[1][0],
            method="SLSQP",
            bounds=list(zip(self.low.tolist(), self.high.tolist(), strict=True)),
            constraints={
                "type": "ineq",
                "fun": lambda vector: told(vector)[0][1:] - _INSIDE,
                "jac": lambda vector: told(vector)[1][1:],
            },
            options={"maxiter": iterations, "ftol": 1e-12},
        )

    def by_scattering(self, turns: int, rng: np.random.Generator) -> None:
        """Random steps at many scales, some coordinates at a time: for kinks, where slopes lie."""
        size = len(self.vector)
        for _ in range(turns):
            scales = 10.0 ** rng.uniform(-6.0, 0.3, (_SCATTERED, 1))
            share = rng.choice([2.0 / max(size, 2), 0.5, 1.0], size=(_SCATTERED, 1))
            moved = rng.random((_SCATTERED, size)) < share
            steps = scales * rng.standard_normal((_SCATTERED, size)) * moved
            trial = np.clip(self.vector + steps, self.low, self.high)
            values = self.objective.score(self.start.moved(trial)).objective
            best = int(np.argmax(values))
            self.meet(trial[best], float(values[best]))

    def look(self, rng: np.random.Generator) -> None:
        """A few coarse steps, to see which starts are worth a climb."""
        with contextlib.suppress(_Enough):
            self.by_gradient(_STEPS[0], 8)
            self.by_scattering(2, rng)

    def stroll(self) -> None:
        """Coarse steps only."""
        with contextlib.suppress(_Enough):
            self.by_gradient(_STEPS[0], 15)

    def finish(self, rng: np.random.Generator) -> None:
        """The whole way, with kinks and then a fine step."""
        with contextlib.suppress(_Enough):
            self.by_gradient(_STEPS[0], 40)
            self.by_scattering(6, rng)
            self.by_gradient(_STEPS[1], 40)
            if self.objective.bounded and len(self.vector) <= _MOST_MOVED:
                self.within_hypotheses(_STEPS[1], 30)

    @property
    def point(self) -> Points:
        """The best point met."""
        return self.start.moved(self.vector[None, :])


def snap(objective: Objective, point: Points, value: float) -> tuple[Points, float]:
    """Set small probabilities to zero, one law at a time, wherever that doesn't lower the score."""
    laws = point.laws()
    for place, law in enumerate(laws):
        small = point.masks[place] & (law < 1e-3)
        # All of a block at once, then symbol by symbol.
        candidates = [small] if small.any() else []
        if 1 < small.sum() <= 24:
            for index in np.argwhere(small):
                one = np.zeros_like(small)
                one[tuple(index)] = True
                candidates.append(one)
        for drop in candidates:
            kept = point.masks[place] & ~drop
            if not kept.any(axis=-1).all():
                continue
            masks = [kept if k == place else mask for k, mask in enumerate(point.masks)]
            trial = Points(
                point.bases, point.shifts, masks, point.scales, point.reals, point.fixed
            )
            score = objective.score(trial)
            if score.objective[0] >= value:
                point, value = trial, float(score.objective[0])
    return point, value
