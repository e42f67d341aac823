"""Mixtures of uniform and staircase laws on the real line in floats: the counterpart of
`ball_steps` for the search, on batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.line import STAIRCASE, STEPPED, UNIFORM, Cells, Part, Parts

Array = NDArray[np.float64]

# How many steps of a staircase may lie between the middles of two laws.
MOST_STEPS = 100
# Ends that differ by this share of their size are one.
_ALIKE = 1e-13


def _array(x: Any) -> Array:
    return np.asarray(x, float)


def steps(laws: Sequence[Parts]) -> Cells:
    """The laws' masses on the cells between the ends of all their steps; nan where a law has
    another shape, staircases differ in width or level, or there are too many steps."""
    parts = [part for law in laws for part in law]
    stairs = [part for part in parts if part.shape == STAIRCASE]
    own = [_array(x) for part in parts for x in _own_ends(part)]
    inner = np.stack(np.broadcast_arrays(*own), axis=-1)
    known: Any = all(part.shape in STEPPED for part in parts)
    if stairs:
        for part in stairs:
            known = known & np.isclose(part.spread, stairs[0].spread, 1e-12, 0)
            known = known & np.isclose(part.noise, stairs[0].noise, 1e-12, 0)
        ends, low, high, within = _stair_cells(stairs, inner)
        known = known & within
    else:
        ends = np.sort(inner, axis=-1)
        low, high = ends[..., :1], ends[..., -1:]
    ends = np.where(np.asarray(known)[..., None], ends, np.nan)
    left, right = ends[..., :-1], ends[..., 1:]
    close = right - left <= _ALIKE * (np.abs(left) + np.abs(right))
    lengths, middle = np.where(close, 0.0, right - left), (left + right) / 2
    falls = 0.0 * lengths
    if stairs:
        level = _array(stairs[0].noise)[..., None]
        outside = (middle < low) | (middle > high)
        lengths = np.where(outside, lengths / -np.expm1(-level), lengths)
        falls = np.where(outside, level / np.expm1(level), falls)
    rows = []
    for law in laws:
        masses = sum((_height(part, middle) * lengths for part in law), 0.0 * lengths)
        rows.append(_listed(masses / masses.sum(axis=-1, keepdims=True)))
    ratios = None
    if [*map(len, laws)] == [1, 1] and len(stairs) == 2 and np.array_equal(
            stairs[0].share, stairs[1].share):
        one, two = (_index(part, middle) for part in stairs)
        # A cell of no length has no part in what is the largest.
        ratios = _listed(np.where(lengths > 0, (two - one) * level, -level * np.inf))
    return Cells(rows, _listed(lengths), _listed(falls), ratios)


def _listed(table: Array) -> list[Array]:
    return list(np.moveaxis(table, -1, 0))


def _own_ends(part: Part) -> list[Any]:
    if part.shape == STAIRCASE:
        return [part.location]
    return [part.location, _array(part.location) + part.spread]


def _stair_cells(
    stairs: Sequence[Part], inner: Array
) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """All ends sorted, the outermost of the others, and where there aren't too many steps."""
    width = _array(stairs[0].spread)[..., None]
    low, high = (pick(inner, axis=-1, keepdims=True) for pick in (np.min, np.max))
    between = (high - low) / width
    within = between[..., 0] < MOST_STEPS
    count = int(np.max(between, where=within[..., None] & np.isfinite(between), initial=0.0)) + 3
    groups = [inner, low - width, high + width]
    for part in stairs:
        reach = (np.arange(count) + _array(part.share)[..., None]) * width
        place = _array(part.location)[..., None]
        groups += [place - reach, place + reach]
    shape = np.broadcast_shapes(*(group.shape[:-1] for group in groups))
    ends = np.concatenate(
        [np.broadcast_to(group, (*shape, group.shape[-1])) for group in groups], axis=-1)
    return np.sort(np.clip(ends, low - width, high + width), axis=-1), low, high, within


def _height(part: Part, middle: Array) -> Array:
    """The weighted density at the cells' middles."""
    place, spread, weight = (_array(x)[..., None] for x in (
        part.location, part.spread, part.weight))
    if part.shape == UNIFORM:
        inside = (middle > place) & (middle < place + spread)
        return np.where(inside, weight / spread, 0.0)
    if part.shape != STAIRCASE:
        return np.full_like(middle, np.nan)
    level = _array(part.noise)[..., None]
    return np.asarray(weight * _peak(part)[..., None] * np.exp(-level * _index(part, middle)))


def _index(part: Part, middle: Array) -> Array:
    """Which step of a staircase a number lies on, from 0 in the middle."""
    place, spread, share = (_array(x)[..., None] for x in (
        part.location, part.spread, part.share))
    return np.maximum(np.ceil(np.abs(middle - place) / spread - share), 0.0)


def _peak(part: Part) -> Array:
    """The density of a staircase on its middle step."""
    level, share = _array(part.noise), _array(part.share)
    ratio = np.exp(-level)
    return -np.expm1(-level) / (2 * _array(part.spread) * (share + ratio * (1 - share)))


def mass(part: Part, low: Any, high: Any) -> Array:
    """A part's mass of (low, high], not below 0."""
    below = _below_stairs if part.shape == STAIRCASE else _below
    return np.asarray(_array(part.weight) * np.maximum(below(part, high) - below(part, low), 0.0))


def _below(part: Part, x: Any) -> Array:
    return np.asarray(np.clip((_array(x) - part.location) / part.spread, 0, 1))


def _below_stairs(part: Part, x: Any) -> Array:
    place = (_array(x) - part.location) / part.spread
    level, share = _array(part.noise), _array(part.share)
    reach = np.where(np.isfinite(place), np.abs(place), 0.0)
    step = np.maximum(np.ceil(reach - share), 0.0)
    tail = _peak(part) * part.spread * np.exp(-step * level) * (
        share + step - reach + 1 / np.expm1(level))
    tail = np.where(np.isfinite(place), tail, 0.0 * place)
    tail = np.where(np.isinf(place), 0.0, tail)
    return np.asarray(np.where(place > 0, 1 - tail, tail))
