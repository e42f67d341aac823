"""Mixtures of uniform and staircase laws on the real line in balls.

Between the ends of their steps the densities of such laws are constant, so that which cell a number
lies in tells as much of the law as the number does: every divergence is that of the cells' pmfs,
which are exact where the laws are. A staircase has steps without end, but right of every other
end, and left of every one, a density is e^(−level) times as large after each width of a step: the
ratio of two is periodic there. One cell stands for all that lie whole widths further out than it,
with their mass, a geometric series.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from flint import arb, fmpq

from verified.numbers.ball_densities import merged, same, same_law
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    _checked,
    equal,
    exp,
    expm1,
    infinite,
    less,
)
from verified.numbers.line import STAIRCASE, STEPPED, UNIFORM, Cells, Part, Parts

Scalar = Any  # fmpq | arb

# How many steps are listed on each side of a staircase's middle, at most.
MOST_STEPS = 2000
# How many steps a number may lie on, as far as its ball tells.
_MOST_CANDIDATES = 8


def before(a: Scalar, b: Scalar) -> bool:
    """Whether one end lies left of another.

    Raises:
        Indeterminate: that isn't certain.
    """
    found = less(a, b)
    if found is None:
        raise Indeterminate("two ends of steps may be in either order")
    return found


def steps(laws: Sequence[Parts]) -> Cells:
    """The laws' masses on the cells between the ends of all their steps.

    Raises:
        Indeterminate: a law isn't a mixture of uniform and staircase laws, two staircases aren't
            certainly of one width and level, the order of ends isn't certain, or there are more
            than `MOST_STEPS`.
    """
    laws = [merged(law) for law in laws]
    parts = [part for law in laws for part in law]
    if any(part.shape not in STEPPED for part in parts):
        raise Indeterminate(
            "a staircase is evaluated with uniform laws and staircases of its width and level only")
    if len(laws) > 1 and all(same_law(law, laws[0]) for law in laws):
        return Cells([[ONE]] * len(laws), [ONE], [ZERO], None)
    stairs = [part for part in parts if part.shape == STAIRCASE]
    if any(not (same(part.spread, stairs[0].spread) and same(part.noise, stairs[0].noise))
           for part in stairs):
        raise Indeterminate(
            "staircases of several widths or levels aren't evaluated together")
    inner = ordered([end for part in parts for end in _own_ends(part)])
    if not stairs:
        cells = list(itertools.pairwise(inner))
        return _of_cells(laws, cells, [ONE] * len(cells), [ZERO] * len(cells))
    width, level = stairs[0].spread, stairs[0].noise
    first, last = inner[0] - width, inner[-1] + width
    places = [end for part in stairs for end in _stair_ends(part, first, last)]
    ends = ordered([*inner, first, last, *places])
    cells = list(itertools.pairwise(ends))
    outside = [before(inner[-1], x) or before(x, inner[0])
               for x in itertools.starmap(between_ends, cells)]
    # Σ e^(−k·level), and the mean of k·level by these weights.
    series, fall = 1 / -expm1(-level), level / expm1(level)
    found = _of_cells(laws, cells, [series if out else ONE for out in outside],
                      [fall if out else ZERO for out in outside])
    if [*map(len, laws)] == [1, 1] and len(stairs) == 2 and same(stairs[0].share, stairs[1].share):
        one, two = stairs
        found.log_ratios = [(_index(two, *cell) - _index(one, *cell)) * level for cell in cells]
    return found


def _own_ends(part: Part) -> list[Scalar]:
    """The ends of an interval, or the middle of a staircase."""
    if part.shape == STAIRCASE:
        return [part.location]
    return [part.location, part.location + part.spread]


def ordered(ends: Sequence[Scalar]) -> list[Scalar]:
    """The ends from left to right, each once."""
    found: list[Scalar] = []
    for end in ends:
        if not any(equal(end, other) for other in found):
            found.append(end)
    return sorted(found, key=functools.cmp_to_key(lambda a, b: -1 if before(a, b) else 1))


def _stair_ends(part: Part, first: Scalar, last: Scalar) -> list[Scalar]:
    """The ends of a staircase's steps between two others."""
    found = []
    for side in (-1, 1):
        for step in range(MOST_STEPS):
            end = part.location + side * (step + part.share) * part.spread
            if not before(end, last) if side > 0 else not before(first, end):
                break
            found.append(end)
        else:
            raise Indeterminate("a staircase of too many steps")
    return found


def _of_cells(
    laws: Sequence[Parts], cells: Sequence[tuple[Scalar, Scalar]], factors: Sequence[Scalar],
    falls: list[Scalar],
) -> Cells:
    """The masses of cells, each times a factor, and the lengths, likewise."""
    lengths = [(b - a) * factor for (a, b), factor in zip(cells, factors, strict=True)]
    rows = [[_mass_of(law, cell, length) for cell, length in zip(cells, lengths, strict=True)]
            for law in laws]
    return Cells(rows, lengths, falls, None)


def _mass_of(law: Parts, cell: tuple[Scalar, Scalar], length: Scalar) -> Scalar:
    """The mass of a cell of such a length, exactly 0 where the law has none."""
    heights = [_height(part, *cell) for part in law]
    return sum((height * length for height in heights if height != 0), ZERO)


def _height(part: Part, low: Scalar, high: Scalar) -> Scalar:
    """The weighted density on a cell that no end of its steps divides."""
    if part.shape == UNIFORM:
        middle = between_ends(low, high)
        inside = before(part.location, middle) and before(middle, part.location + part.spread)
        return part.weight / part.spread if inside else ZERO
    return part.weight * _peak(part) * exp(-part.noise * _index(part, low, high))


def between_ends(low: Scalar, high: Scalar) -> Scalar:
    """An exact number between two ends, about halfway."""
    if isinstance(low, fmpq) and isinstance(high, fmpq):
        return (low + high) / 2
    found = ((arb(low).upper() + arb(high).lower()) / 2).mid()
    if not (before(low, found) and before(found, high)):
        raise Indeterminate("a cell too short for the precision")
    return found


def _index(part: Part, low: Scalar, high: Scalar) -> int:
    """Which step of a staircase a cell lies on: 0 in the middle, 1 on either side of it, …"""
    distance = abs(between_ends(low, high) - part.location)
    step = 0
    while before((step + part.share) * part.spread, distance):
        step += 1
    return step


def _peak(part: Part) -> Scalar:
    """The density of a staircase on its middle step."""
    ratio = exp(-part.noise)
    return (1 - ratio) / (2 * part.spread * (part.share + ratio * (1 - part.share)))


def interval(part: Part, low: Scalar, high: Scalar) -> Scalar:
    """A part's mass of (low, high], for low < high."""
    below = _below_stairs if part.shape == STAIRCASE else _below
    return part.weight * (below(part, high) - below(part, low))


def _below(part: Part, x: Scalar) -> Scalar:
    """A uniform law's mass of (−∞, x]."""
    if infinite(x):
        return ONE if x > 0 else ZERO
    place = (x - part.location) / part.spread
    if isinstance(place, fmpq):
        return min(max(place, ZERO), ONE)
    return arb(place).max(arb(0)).min(arb(1))


def _below_stairs(part: Part, x: Scalar) -> Scalar:
    """A staircase's mass of (−∞, x]."""
    if infinite(x):
        return ONE if x > 0 else ZERO
    place = (x - part.location) / part.spread
    tail = _beyond(part, abs(place))
    if place >= 0:
        return 1 - tail
    return tail if place <= 0 else arb(tail).union(1 - arb(tail))


def _beyond(part: Part, place: Scalar) -> arb:
    """A staircase's mass further right of its mean than so many widths, at least 0 of them.

    The density doesn't grow there, so that the mass is convex: it is the largest of the linear
    functions that it is on the steps. (What they would be on steps before the middle is no larger.)
    """
    # Where a ball tells little, infinity as an end of it is as well.
    ahead = _checked(arb(place - part.share))
    ends = [ahead.lower().floor(), ahead.upper().floor()]
    first, last = (int(end.mid().fmpq().p) + 1 for end in ends)
    if last - first > _MOST_CANDIDATES:
        raise Indeterminate("which step a number lies on isn't certain")
    unit, series = _peak(part) * part.spread, 1 / expm1(part.noise)
    found: list[arb] = [
        unit * exp(-step * part.noise) * (part.share + step - arb(place) + series)
        for step in range(first, last + 1)
    ]
    return functools.reduce(arb.max, found)
