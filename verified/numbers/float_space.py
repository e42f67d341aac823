"""What a response in R^d tells: integrals over several dimensions, in floats, on batches.

The counterpart of `ball_space` for the search: fast, and never a proof. Gaussian noise is
integrated by Gauss–Hermite rules around each answer, in the dimension of the answers' span, Laplace
noise by Gauss's rule between the answers' coordinates. Both have a fixed number of nodes, so that
the value is good to many digits where answers are near one another beside the noise, which is where
bounds are sharp, and to two or three where they aren't. One instance alone, as it is before it is
put to the kernel, has many more nodes, so that no such error passes for a violation. In more than
three dimensions the value is nan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.float_line import Array, finite, positive, shifted_information
from verified.numbers.floats import phi
from verified.numbers.line import GAUSSIAN, LAPLACE

MOST_DIMENSIONS = 3
# Of each axis, by the number of axes: for a batch, and for one instance alone.
_HERMITE = {2: 24, 3: 12}
_FINE_HERMITE = {2: 96, 3: 40}
_LEGENDRE = {2: 6, 3: 3}
_FINE_LEGENDRE = {2: 16, 3: 6}
# Half as many, of one instance alone, while `second_opinion` lasts.
_SECOND_HERMITE = {2: 48, 3: 20}
_SECOND_LEGENDRE = {2: 8, 3: 3}
_SECOND: ContextVar[bool] = ContextVar("second opinion", default=False)
# How far from an answer's coordinate a gap between two is cut, in scales.
_CUTS = {2: (0.0, 1.5, 5.0, 14.0), 3: (0.0, 2.0, 7.0)}
_FLAT = 1e-12
# The nodes of one instance.
_MOST_NODES = 60_000
_MOST_FINE_NODES = 4_000_000
# The numbers of one array of what is summed at once: with more the processor waits for memory.
_AT_ONCE = 1 << 15
# Densities that are kept at once: more don't fit into a processor's own memory.
_KEPT_AT_ONCE = 1 << 18


@contextmanager
def second_opinion() -> Iterator[None]:
    """Work one instance alone out by another rule: as far as the two differ nothing is told."""
    token = _SECOND.set(True)
    try:
        yield
    finally:
        _SECOND.reset(token)


# A batch of: the prior (B, U), the channel (B, U, V), the points (B, V, d), the spread (B,).
_Rule = Callable[[Array, Array, Array, Array, bool], Array]


def noisy_information(
    weights: Array, channel: Array, shape: str, answers: Sequence[Sequence[Any]], spread: Any
) -> Array:
    """I(U; t_V + Z): U has the law `weights`, V given U the channel's row, Z the noise.

    Data of probability 0, as most are given all but one entry of a database, take no part: the
    batch is done in parts with as many possible data each, in as many dimensions.
    """
    rows, symbols = channel.shape[-2:]
    places = [finite(answers[axis][v]) for v in range(symbols) for axis in range(len(answers))]
    batch = np.broadcast_shapes(
        weights.shape[:-1], channel.shape[:-2], np.shape(spread), *(x.shape for x in places)
    )
    prior = np.broadcast_to(weights, (*batch, rows)).reshape(-1, rows)
    table = np.broadcast_to(channel, (*batch, rows, symbols)).reshape(-1, rows, symbols)
    points = np.stack([np.broadcast_to(x, batch).reshape(-1) for x in places], axis=-1)
    points = points.reshape(-1, symbols, len(answers))
    spreads = np.broadcast_to(positive(spread), batch).reshape(-1)
    # A weight or an entry that is nan counts as possible, and makes the information nan.
    possible = (np.where(prior <= 0, 0.0, prior)[..., None] * table).sum(axis=-2) != 0
    counts = np.maximum(possible.sum(axis=-1), 1)
    first = np.argsort(~possible, axis=-1, kind="stable")
    found = np.empty(len(prior))
    for count in np.unique(counts):
        part = counts == count
        kept = first[part, :count]
        found[part] = _possible(
            shape, prior[part], np.take_along_axis(table[part], kept[:, None, :], axis=-1),
            np.take_along_axis(points[part], kept[..., None], axis=1), spreads[part],
            fine=len(prior) == 1,
        )
    return found.reshape(batch)


def _possible(
    shape: str, prior: Array, table: Array, points: Array, spread: Array, fine: bool
) -> Array:
    """Where all data are possible: each instance in as few dimensions as it needs."""
    with np.errstate(all="ignore"):
        points, dims = _spanned(points) if shape == GAUSSIAN else _varying(points)
        found = np.full(len(prior), np.nan)
        for rank in np.unique(dims):
            part = dims == rank
            arguments = prior[part], table[part], points[part, :, :rank], spread[part]
            if rank == 1:
                places = list(arguments[2][..., 0].T)
                found[part] = shifted_information(*arguments[:2], shape, places, spread[part])
            elif rank <= MOST_DIMENSIONS:
                found[part] = _RULES[shape](*arguments, fine)
        return found


def _spanned(points: Array) -> tuple[Array, NDArray[np.int_]]:
    """The same distances in the first few coordinates, and how many (one at least)."""
    ways = points - points[:, :1]
    if points.shape[-1] == 1:
        return points, np.ones(len(points), dtype=int)
    known: NDArray[np.bool_] = np.all(np.asarray(np.isfinite(ways)), axis=(-2, -1))
    _, values, turns = np.linalg.svd(np.where(known[:, None, None], ways, 0.0))
    places = ways @ np.swapaxes(turns, -2, -1)
    dims = np.maximum((values > _FLAT * values[:, :1]).sum(axis=-1), 1)
    return places, np.where(known, dims, 1)


def _varying(points: Array) -> tuple[Array, NDArray[np.int_]]:
    """The coordinates in which points differ before the others, and how many (one at least)."""
    # Places that are nan count as different, and make the information nan.
    varies: NDArray[np.bool_] = np.any(np.asarray(points != points[:, :1]), axis=1)
    order = np.argsort(~varies, axis=-1, kind="stable")
    return (
        np.take_along_axis(points, order[:, None, :], axis=-1),
        np.maximum(varies.sum(axis=-1), 1),
    )


def _mean(prior: Array, table: Array, weights: Array, densities: Array) -> Array:
    """Σ_i weight_i D(posterior at i ‖ prior), from densities (B, V, nodes) up to a factor."""
    batch, rows = table.shape[:2]
    step = max(1, _AT_ONCE // (batch * rows))
    total = np.zeros(batch)
    for start in range(0, densities.shape[-1], step):
        nodes = slice(start, start + step)
        total += _part_of_mean(prior, table, weights[..., nodes], densities[..., nodes])
    return total


def _part_of_mean(prior: Array, table: Array, weights: Array, densities: Array) -> Array:
    """The sum over some of the nodes."""
    rows = table @ densities
    share = prior[..., None]
    ratios = rows / (share * rows).sum(axis=-2, keepdims=True)
    # r ln r − r + 1, which is φ(r − 1).
    terms = phi(ratios - 1)
    mean = np.where(share > 0, share * terms, 0.0).sum(axis=-2)
    return np.asarray((weights * mean).sum(axis=-1))


def _gaussian(
    prior: Array, table: Array, points: Array, spread: Array, fine: bool
) -> Array:
    """By a Gauss–Hermite rule around each point."""
    rank = points.shape[-1]
    finest = _SECOND_HERMITE if _SECOND.get() else _FINE_HERMITE
    counts = finest if fine else _HERMITE
    nodes, weights = np.polynomial.hermite_e.hermegauss(counts[rank])
    weights = weights / weights.sum()
    grid = np.stack(np.meshgrid(*[nodes] * rank, indexing="ij"), axis=-1).reshape(-1, rank)
    masses = np.prod(
        np.stack(np.meshgrid(*[weights] * rank, indexing="ij"), axis=-1), axis=-1
    ).reshape(-1)
    points = points / np.sqrt(spread)[:, None, None]
    shares = (prior[..., None] * table).sum(axis=-2)
    total = np.zeros(len(prior))
    for v in range(points.shape[1]):
        # ln of each density relative to this point's, at the nodes around it.
        ways = points - points[:, v : v + 1]
        logs = ways @ grid.T - (ways**2).sum(axis=-1)[..., None] / 2
        densities = np.exp(logs - logs.max(axis=-2, keepdims=True))
        total += shares[:, v] * _mean(prior, table, masses, densities)
    return total


def _laplace(
    prior: Array, table: Array, points: Array, spread: Array, fine: bool
) -> Array:
    """By Gauss's rule between the points' coordinates, and masses beyond the outermost."""
    count, rank = points.shape[1:]
    points = points / spread[:, None, None]
    axes = [_axis(points[..., axis], rank, fine) for axis in range(rank)]
    nodes = math.prod(own.shape[-1] for own in axes)
    if nodes > (_MOST_FINE_NODES if fine else _MOST_NODES):
        return np.full(len(prior), np.nan)
    step = max(1, _KEPT_AT_ONCE // (count * nodes))
    parts = [slice(start, start + step) for start in range(0, len(prior), step)]
    found = [_laplace_mean(prior[part], table[part], [own[part] for own in axes]) for part in parts]
    return np.concatenate(found) if found else np.zeros(0)


def _laplace_mean(prior: Array, table: Array, axes: list[Array]) -> Array:
    """The information of some of a batch, from densities along each axis, (B, V, nodes)."""
    batch, count = axes[0].shape[:2]
    densities = np.ones((batch, count, 1))
    for own in axes:
        densities = (densities[..., None] * own[:, :, None, :]).reshape(batch, count, -1)
    shares = (prior[..., None] * table).sum(axis=-2)
    whole = (shares[..., None] * densities).sum(axis=-2)
    # Where there is no mass, as on a gap of length 0, any density does.
    there = (whole > 0)[:, None, :]
    relative = np.where(there, densities / np.where(there, whole[:, None, :], 1.0), 1.0)
    return _mean(prior, table, whole, relative)


def _axis(places: Array, rank: int, fine: bool) -> Array:
    """Each point's masses at the nodes of an axis: (B, V, nodes)."""
    alone = _SECOND_LEGENDRE if _SECOND.get() else _FINE_LEGENDRE
    counts = alone if fine else _LEGENDRE
    nodes, weights = np.polynomial.legendre.leggauss(counts[rank])
    cuts = np.sort(places, axis=-1)
    gaps = np.diff(cuts, axis=-1) > 0
    kept = np.argsort(~gaps, axis=-1, kind="stable")[:, : gaps.sum(axis=-1).max()]
    low, high = (
        np.take_along_axis(ends, kept, axis=-1)[..., None] for ends in (cuts[:, :-1], cuts[:, 1:])
    )
    half = (high - low) / 2
    steps = np.minimum(np.array(_CUTS[rank]), half)
    ends = np.concatenate([low + steps, (low + high) / 2, high - steps[..., ::-1]], axis=-1)
    middles = (ends[..., 1:] + ends[..., :-1]) / 2
    halves = (ends[..., 1:] - ends[..., :-1]) / 2
    where = (middles[..., None] + halves[..., None] * nodes).reshape(len(places), -1)
    masses = (halves[..., None] * weights / 2).reshape(len(places), -1)
    inner = masses[:, None, :] * np.exp(-np.abs(where[:, None, :] - places[..., None]))
    below = np.exp(cuts[:, :1] - places) / 2
    above = np.exp(places - cuts[:, -1:]) / 2
    return np.concatenate([below[..., None], inner, above[..., None]], axis=-1)


_RULES: dict[str, _Rule] = {GAUSSIAN: _gaussian, LAPLACE: _laplace}
