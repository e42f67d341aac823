"""Capacity of Gaussian noise under a peak limit: shells proposed in floats, ends in balls.

The channel is X + N(0, σ²I_d) with ‖X‖ ≤ r; its capacity depends on d and on the signal-to-noise
ratio r²/σ². By symmetry some optimal input is uniform on shells, finitely many of them (Smith 1971
for d = 1, Rassouli and Clerckx 2016 for all d); nothing that is certified rests on that, since any
input bounds the capacity from below, and any output law from above.

Starting from the outermost shell, a shell is added where G (see `verified.numbers.ball_shells`) is
largest, and all are moved to the conditions of Kuhn and Tucker: G is level at the shells,
stationary at those inside, and nowhere larger. No threshold is built in.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray
from scipy import optimize, special
from threadpoolctl import threadpool_limits

from verified.errors import InputError
from verified.numbers.ball_shells import Shells
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.limits import check_time

Array = NDArray[np.float64]

_WIDTH = fmpq(1, 10**9)
_GRID = 161
_NODES = 24
# A shell of a mass below this is dropped.
_LEAST_MASS = 1e-9
_MOST_SHELLS = 40
_GAP = 1e-11


@dataclass(frozen=True)
class PeakCapacity:
    """A capacity between two ends, with the input that shows the lower.

    Attributes:
        low, high: the ends, in nats, as exact balls.
        halves: ‖x‖²/(2σ²) on each shell.
        weights: the shells' probabilities.
    """

    low: arb
    high: arb
    halves: tuple[fmpq, ...]
    weights: tuple[fmpq, ...]

    @property
    def ball(self) -> arb:
        """The enclosure as a ball."""
        return self.low.union(self.high)


@functools.lru_cache(maxsize=512)
def peak_capacity(dimension: int, ratio: fmpq, width: fmpq = _WIDTH) -> PeakCapacity:
    """The capacity of X + N(0, σ²I_d) with ‖X‖ ≤ r, enclosed, in nats.

    Args:
        dimension: d ≥ 1.
        ratio: r²/σ² ≥ 0, the largest signal-to-noise ratio; for ‖X‖ ≤ √d Δ it is dΔ²/σ².
        width: a bound on the enclosure's width, absolute.

    Raises:
        InputError: the dimension, the ratio or the width isn't as above.
        ArithmeticError: no such enclosure was found.
    """
    if dimension < 1 or ratio < 0 or width <= 0:
        raise InputError(
            f"the dimension ({dimension}) must be at least 1, the signal-to-noise ratio ({ratio}) "
            f"at least 0, the width ({width}) positive"
        )
    if ratio == 0:
        return PeakCapacity(arb(0), arb(0), (fmpq(0),), (fmpq(1),))
    exact, masses = _exact_shells(dimension, ratio)
    for bits in (64, 96, 160):
        with precision(bits):
            try:
                low, high = _ends(dimension, ratio, exact, masses, width / 4)
            except Indeterminate:
                continue
            if high - low <= arb(width):
                return PeakCapacity(low.max(arb(0)), high, exact, masses)
    raise ArithmeticError(
        f"the capacity for d = {dimension} at the ratio {ratio} can't be enclosed that narrowly"
    )


def peak_capacity_ball(dimension: int, ratio: fmpq) -> arb:
    """The capacity in nats, as narrow as the proposal and the precision in force allow.

    Raises:
        Indeterminate: the precision is too low.
    """
    slack = fmpq(1, 2 ** (2 * ctx.prec // 3)) * (ratio if ratio < 1 else 1)
    exact, masses = _exact_shells(dimension, ratio)
    low, high = _ends(dimension, ratio, exact, masses, slack)
    return low.max(arb(0)).union(high)


@functools.lru_cache(maxsize=512)
def _exact_shells(dimension: int, ratio: fmpq) -> tuple[tuple[fmpq, ...], tuple[fmpq, ...]]:
    """The proposed shells as rationals: the last one at the limit, and masses of sum 1."""
    most = ratio / 2
    halves, weights = propose_shells(dimension, float(ratio.p) / float(ratio.q))
    masses = [_rational(weight) for weight in weights[:-1]]
    exact = (*(min(_rational(half), most) for half in halves[:-1]), most)
    return exact, (*masses, 1 - sum(masses, fmpq(0)))


def _ends(
    dimension: int,
    ratio: fmpq,
    halves: tuple[fmpq, ...],
    masses: tuple[fmpq, ...],
    slack: fmpq,
) -> tuple[arb, arb]:
    shells = Shells(dimension, halves, masses, ratio / 2)
    return shells.information().lower(), shells.largest(slack)


def _rational(value: float) -> fmpq:
    top, bottom = value.as_integer_ratio()
    return fmpq(top, bottom)


# --- floats ---------------------------------------------------------------------------------------


def propose_shells(dimension: int, ratio: float) -> tuple[Array, Array]:
    """The halves ‖x‖²/(2σ²) and masses of shells that are optimal, nearly. Not rigorous.

    The last shell is the outermost, at ratio/2.
    """
    with threadpool_limits(limits=1):
        return _climb(_Model(dimension, ratio / 2))


def _climb(model: _Model) -> tuple[Array, Array]:
    """Shells added where G is largest, until the gap to the information is closed."""
    best = np.array([model.most]), np.ones(1)
    gap, place = model.gap(*best)
    for _ in range(_MOST_SHELLS):
        check_time()
        if gap <= _GAP:
            break
        halves, masses = best
        climbed = model.climbed(np.append(place, halves), np.append(0.05, masses))
        found = min((climbed, model.settled(*climbed)), key=lambda shells: model.gap(*shells)[0])
        if model.gap(*found)[0] >= gap:
            break
        best = found
        gap, place = model.gap(*best)
    return best


def approximate_capacity(dimension: int, ratio: float) -> float:
    """The capacity of X + N(0, σ²I_d) with ‖X‖² ≤ ratio·σ², in floats, in nats."""
    halves, masses = propose_shells(dimension, ratio)
    model = _Model(dimension, ratio / 2)
    return float(masses @ model.divergences(halves, model.log_means(halves, masses))[0])


class _Model:
    """G in floats, by the formula of `verified.numbers.ball_shells`."""

    def __init__(self, dimension: int, most: float) -> None:
        self.dimension, self.most = dimension, most
        count = math.ceil(most + 10 * math.sqrt(most) + 30)
        end = math.sqrt(dimension + 2 * count) + 9
        panels = math.ceil(end * max(2.0, 2 * math.sqrt(2 * most)))
        nodes, weights = np.polynomial.legendre.leggauss(_NODES)
        edges = np.linspace(0.0, end, panels + 1)
        half = edges[1] / 2
        self.places = (edges[:-1, None] + half * (1 + nodes)).reshape(-1)
        self.steps = np.tile(half * weights, panels)
        self.order = np.arange(count)
        shape = dimension / 2 + self.order[:, None]
        logs = (2 * shape - 1) * np.log(self.places) - self.places**2 / 2
        logs -= (shape - 1) * math.log(2) + special.gammaln(shape)
        # The χ laws of d + 2k degrees at the nodes, times the nodes' weights.
        self.laws = np.exp(logs) * self.steps

    def poisson(self, halves: Array) -> Array:
        """The masses of the Poisson laws, shape (shells, terms)."""
        rates = np.asarray(halves)[:, None]
        logs = special.xlogy(self.order, rates) - rates - special.gammaln(self.order + 1)
        return np.asarray(np.exp(logs))

    def log_means(self, halves: Array, masses: Array) -> Array:
        """ℓ_k: the means of ln Ψ under the χ laws."""
        radii = np.sqrt(2 * np.asarray(halves))[:, None]
        logs = _log_bessel(self.dimension, radii * self.places)
        psi = special.logsumexp(logs - np.asarray(halves)[:, None], axis=0, b=masses[:, None])
        return np.asarray(self.laws @ psi)

    def divergences(self, at: Array, means: Array) -> tuple[Array, Array]:
        """G and its derivative."""
        masses = self.poisson(at)
        return at - masses @ means, 1.0 - masses[:, :-1] @ np.diff(means)

    def gap(self, halves: Array, masses: Array) -> tuple[float, float]:
        """How far the conditions of Kuhn and Tucker are from being met, and where G is largest.

        It is how much the largest G exceeds the least at a shell; as a grid doesn't see the height
        of a peak beside a shell inside, the squared slope there is added.
        """
        grid = self.most * np.linspace(0.0, 1.0, _GRID) ** 2
        means = self.log_means(halves, masses)
        heights = self.divergences(grid, means)[0]
        reached, slopes = self.divergences(halves, means)
        best = int(np.argmax(heights))
        inner = (halves > 0) & (halves < self.most)
        excess = max(heights[best], reached.max()) - reached.min() + (slopes[inner] ** 2).sum()
        return float(excess), float(grid[best])

    def climbed(self, halves: Array, masses: Array) -> tuple[Array, Array]:
        """More information by moving the shells, the last one apart, and their masses."""
        count = len(halves)

        def loss(unknowns: Array) -> tuple[float, Array]:
            moved = np.append(unknowns[: count - 1], self.most)
            weights = np.maximum(unknowns[count - 1 :], 0.0)
            means = self.log_means(moved, weights / weights.sum())
            level, slope = self.divergences(moved, means)
            gradient = np.concatenate([(weights * slope)[:-1], level - weights @ level])
            return -float(weights @ level), -gradient

        start = np.concatenate([halves[:-1], masses / masses.sum()])
        found = optimize.minimize(  # type: ignore[no-untyped-call]
            loss,
            start,
            jac=True,
            method="SLSQP",
            options={"ftol": 1e-13, "maxiter": 300},
            bounds=[(0.0, self.most)] * (count - 1) + [(0.0, 1.0)] * count,
            constraints={"type": "eq", "fun": lambda x: x[count - 1 :].sum() - 1.0},
        ).x
        return self.merged(np.append(found[: count - 1], self.most), found[count - 1 :])

    def merged(self, halves: Array, masses: Array) -> tuple[Array, Array]:
        """The shells in order, those without mass left out, and those that coincide as one."""
        kept: list[list[float]] = []
        for half, mass in sorted(zip(halves.tolist(), masses.tolist(), strict=True)):
            if mass <= _LEAST_MASS and half < self.most:
                continue
            if half < 1e-12 * self.most:
                half = 0.0
            if kept and math.sqrt(half) - math.sqrt(kept[-1][0]) < 1e-3 * math.sqrt(self.most):
                both = kept[-1][1] + mass
                middle = (kept[-1][0] * kept[-1][1] + half * mass) / both if both > 0 else half
                kept[-1] = [half if half == self.most else middle, both]
            else:
                kept.append([half, mass])
        table = np.array(kept)
        return table[:, 0], np.maximum(table[:, 1], _LEAST_MASS) / table[:, 1].sum()

    def settled(self, halves: Array, masses: Array) -> tuple[Array, Array]:
        """The shells at which the conditions of Kuhn and Tucker hold, as far as floats can tell."""
        if len(halves) == 1:
            return halves, np.ones(1)
        inner = (halves > 0) & (np.arange(len(halves)) < len(halves) - 1)

        def conditions(unknowns: Array) -> Array:
            moved = halves.copy()
            moved[inner] = unknowns[: inner.sum()]
            weights = unknowns[inner.sum() : -1]
            if np.any(moved < 0) or np.any(weights <= 0) or np.any(moved > self.most):
                return np.full(len(unknowns), 1e3)
            means = self.log_means(moved, weights / weights.sum())
            level, slope = self.divergences(moved, means)
            return np.concatenate([slope[inner], level - unknowns[-1], [weights.sum() - 1.0]])

        level = float(self.divergences(halves[-1:], self.log_means(halves, masses))[0][0])
        start = np.concatenate([halves[inner], masses, [level]])
        solved = optimize.root(  # type: ignore[no-untyped-call]
            conditions, start, method="hybr", options={"xtol": 1e-15}
        )
        found = solved.x
        moved = halves.copy()
        moved[inner] = found[: inner.sum()]
        weights = np.maximum(found[inner.sum() : -1], 0.0)
        if np.any(moved < 0) or np.any(moved > self.most):
            return halves, masses
        return moved, weights / weights.sum()


def _log_bessel(dimension: int, z: Array) -> Array:
    """ln ₀F₁(d/2; z²/4)."""
    order = dimension / 2 - 1
    safe = np.maximum(z, 1e-2)
    large = special.gammaln(dimension / 2) + order * np.log(2 / safe)
    large = large + np.log(special.ive(order, safe)) + safe
    # For small z by the series, where the Bessel function underflows.
    square = z * z / 4
    shape = dimension / 2
    small = np.log1p(square / shape + square**2 / (2 * shape * (shape + 1)))
    return np.asarray(np.where(z > 1e-2, large, small))


__all__ = [
    "PeakCapacity", "approximate_capacity", "peak_capacity",
    "peak_capacity_ball", "propose_shells",
]
