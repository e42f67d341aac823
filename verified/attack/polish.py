"""Polishing: a quasi-Newton climb of one point, with gradients from one batch of neighbours."""

from __future__ import annotations

import contextlib

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from verified.attack.objective import Objective
from verified.instances.draw import Points

Array = NDArray[np.float64]

# Steps of the difference quotients: a coarse one, which noise and kinks don't mislead, then a fine.
_STEPS = (1e-5, 1e-7)
_BOX = 45.0
_SCATTERED = 32


class _Enough(Exception):
    """The climb has found a clear violation."""


class _Climb:
    """The best point of a climb so far."""

    def __init__(self, objective: Objective, start: Points, enough: float) -> None:
        self.objective, self.start, self.enough = objective, start, enough
        self.vector = np.clip(start.vector()[0], -_BOX, _BOX)
        self.value = -np.inf

    def meet(self, vector: Array, value: float) -> None:
        if value > self.value:
            self.vector, self.value = vector.copy(), value
            if value > self.enough:
                raise _Enough

    def by_gradient(self, step: float, iterations: int) -> None:
        """L-BFGS with difference quotients, taken at the optimal priors of the point."""

        def descend(vector: Array) -> tuple[float, Array]:
            point = self.start.moved(vector[None, :])
            value = float(self.objective.score(point).objective[0])
            self.meet(vector, value)
            steps = step * np.maximum(1.0, np.abs(vector))
            near = self.start.moved(vector[None, :] + np.diag(steps))
            slope = (self.objective.score_near(near).objective - value) / steps
            return -value, -np.where(np.isfinite(slope), slope, 0.0)

        minimize(
            descend,
            self.vector,
            jac=True,
            method="L-BFGS-B",
            bounds=[(-_BOX, _BOX)] * len(self.vector),
            options={"maxiter": iterations, "maxfun": 2 * iterations, "ftol": 1e-15, "gtol": 1e-12},
        )

    def by_scattering(self, turns: int, rng: np.random.Generator) -> None:
        """Random steps at many scales, some coordinates at a time: for kinks, where slopes lie."""
        size = len(self.vector)
        for _ in range(turns):
            scales = 10.0 ** rng.uniform(-6.0, 0.3, (_SCATTERED, 1))
            share = rng.choice([2.0 / max(size, 2), 0.5, 1.0], size=(_SCATTERED, 1))
            moved = rng.random((_SCATTERED, size)) < share
            steps = scales * rng.standard_normal((_SCATTERED, size)) * moved
            trial = np.clip(self.vector + steps, -_BOX, _BOX)
            values = self.objective.score(self.start.moved(trial)).objective
            best = int(np.argmax(values))
            self.meet(trial[best], float(values[best]))


def polish(
    objective: Objective,
    start: Points,
    rng: np.random.Generator,
    iterations: int = 40,
    enough: float = 1e-3,
) -> tuple[Points, float]:
    """Climb from one point (a batch of one) and return the best point met and its objective.

    It stops early once the objective is above `enough`: what is left of the climb makes a violation
    no truer.
    """
    climb = _Climb(objective, start, enough)
    with contextlib.suppress(_Enough):
        climb.by_gradient(_STEPS[0], iterations)
        climb.by_scattering(6, rng)
        climb.by_gradient(_STEPS[1], iterations)
    return start.moved(climb.vector[None, :]), climb.value


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
