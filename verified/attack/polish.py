"""Polishing: a quasi-Newton climb of one point, with gradients from one batch of neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from verified.attack.objective import Objective
from verified.instances.draw import Points

Array = NDArray[np.float64]

_STEP = 1e-7
_BOX = 45.0


class _Enough(Exception):
    """The climb has found a clear violation."""


def polish(
    objective: Objective, start: Points, iterations: int = 60, enough: float = 1e-3
) -> tuple[Points, float]:
    """Climb from one point (a batch of one) and return the best point met and its objective.

    It stops early once the objective is above `enough`: what is left of the climb makes a violation
    no truer.
    """
    best_vector = start.vector()[0]
    best_value = -np.inf

    def descend(vector: Array) -> tuple[float, Array]:
        nonlocal best_vector, best_value
        point = start.moved(vector[None, :])
        value = float(objective.score(point).objective[0])
        if value > best_value:
            best_vector, best_value = vector.copy(), value
            if value > enough:
                raise _Enough
        steps = _STEP * np.maximum(1.0, np.abs(vector))
        near = start.moved(vector[None, :] + np.diag(steps))
        slope = (objective.score_near(near).objective - value) / steps
        return -value, -np.where(np.isfinite(slope), slope, 0.0)

    span = [(-_BOX, _BOX)] * len(best_vector)
    try:
        minimize(
            descend,
            np.clip(best_vector, -_BOX, _BOX),
            jac=True,
            method="L-BFGS-B",
            bounds=span,
            options={"maxiter": iterations, "maxfun": 2 * iterations, "ftol": 1e-15, "gtol": 1e-12},
        )
    except _Enough:
        pass
    return start.moved(best_vector[None, :]), best_value


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
