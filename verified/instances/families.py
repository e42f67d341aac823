"""Extremal families: laws and channels at which the inequalities of this field are attained.

Over each sort some instances are remarkable: randomised responses and subset selections (the
extreme points of local privacy are channels of two levels e^ε apart), erasures, functions,
responses whose laws move along a segment, laws that are permutations of one another. A claim on
several objects is often attained where all of them are of one family, with one parameter, or mirror
images. So in some instances of a batch one family is imposed on all blocks. Which one doesn't
depend on the claim.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

if TYPE_CHECKING:
    from verified.instances.draw import Points
    from verified.instances.layout import Layout
    from verified.instances.sorts import Block

Array = NDArray[np.float64]
Generator = np.random.Generator
# A row's place in its family: which symbol is its own, and where it lies between 0 and 1.
Rows = tuple[NDArray[np.int64], Array]

# How many instances of a batch are of a family, and how often all its blocks share a parameter.
_CHANCE, _SHARED = 0.3, 0.6
# From where to where a level goes along a batch, and how often single laws are uniform then.
_LEVELS, _UNIFORM = (0.5, 9.0), 0.5
# How many of these are of equal parts, and of how many at most.
_PARTED, _MOST_PARTS = 0.2, 8


def impose(layout: Layout, points: Points, rng: Generator) -> None:
    """Put some instances of a batch into families."""
    for instance in np.flatnonzero(rng.random(len(points.scales)) < _CHANCE).tolist():
        kind = rng.random()
        if kind < 0.35:
            _couple(layout, points, instance, rng)
            continue
        if kind < 0.35 + _PARTED and layout.given:
            _part(layout, points, instance, rng)
            continue
        family = _FAMILIES[int(rng.integers(len(_FAMILIES)))]
        shared = rng.random() < _SHARED
        level, seed = _level(rng), int(rng.integers(2**32))
        points.scales[instance] = 0.0
        for place, block in enumerate(layout.blocks):
            # One seed for all blocks makes those of one shape one object.
            own = np.random.default_rng(seed) if shared else rng
            rows = _rows(layout, place, own)
            kept = level if shared else _level(rng)
            logits, mask = family(block, rows, kept, own)
            points.bases[place][instance] = 0.0
            points.shifts[place][instance] = logits
            points.masks[place][instance] = mask


def impose_along(layout: Layout, points: Points, rng: Generator) -> None:
    """Make all instances of a batch members of two families, one of them that of randomised
    responses, each along its level: what is attained on large alphabets only by laws of one level
    is met without a climb, which costs much there."""
    count = len(points.scales)
    other = _FAMILIES[int(rng.integers(len(_FAMILIES)))]
    sign, seed = float(rng.choice([-1.0, 1.0])), int(rng.integers(2**32))
    uniform = rng.random() < _UNIFORM
    points.scales[:] = 0.0
    for half, family in ((0, _randomised_response), (1, other)):
        chosen = range(half * count // 2, count if half else count // 2)
        levels = np.geomspace(_LEVELS[0], _LEVELS[1], len(chosen))
        # Ratios of whole numbers are the shorter ones to write, and the faster ones to decide.
        levels = np.log(np.ceil(np.exp(levels)))
        for instance, level in zip(chosen, levels.tolist(), strict=True):
            for place, block in enumerate(layout.blocks):
                own = np.random.default_rng(seed)
                rows = _rows(layout, place, own)
                logits, mask = family(block, rows, sign * level if half else level, own)
                plain = uniform and block.rows == 1
                points.bases[place][instance] = 0.0
                points.shifts[place][instance] = 0.0 if plain else logits
                points.masks[place][instance] = True if plain else mask


def _level(rng: Generator) -> float:
    """How far two levels are apart, as a logarithm: at many scales, either way."""
    return float(10.0 ** rng.uniform(-2.5, 1.1) * rng.choice([-1.0, 1.0]))


def _rows(layout: Layout, place: int, rng: Generator) -> Rows:
    """What sets the rows of a block apart: the number of the row, one entry of its database, or the
    sum of its entries. Of queries in turn it is what the first one sees."""
    block = layout.blocks[place]
    first = next(other for other in layout.blocks if other.name == block.name)
    count = block.rows
    if first.rows < count and count % first.rows == 0:
        numbers = np.arange(count) // (count // first.rows)
    else:
        numbers = np.arange(count)
    shape = block.database or first.database
    if len(shape) > 1 and int(np.prod(shape)) > int(numbers.max()):
        parts = np.array(np.unravel_index(numbers, shape))
        chosen = int(rng.integers(-1, len(shape)))
        if chosen < 0:
            # Each entry moves the row as far, from its first symbol to its last.
            tops = np.maximum(np.array(shape) - 1, 1)[:, None]
            return parts.sum(axis=0), (parts / tops).mean(axis=0)
        numbers = parts[chosen]
    return numbers, numbers / max(1, int(numbers.max()))


Member = tuple[Array, NDArray[np.bool_]]


def _open(block: Block) -> NDArray[np.bool_]:
    return np.ones((block.rows, block.size), dtype=bool)


def _subset_selection(block: Block, rows: Rows, level: float, rng: Generator) -> Member:
    """Each row favours as many symbols, from its own on: one makes a randomised response."""
    width = 1 if rng.random() < 0.5 else int(rng.integers(1, max(2, block.size)))
    behind = (np.arange(block.size)[None, :] - rows[0][:, None]) % block.size
    return np.where(behind < width, level, 0.0), _open(block)


def _randomised_response(block: Block, rows: Rows, level: float, rng: Generator) -> Member:
    """Each row favours one symbol, its own."""
    own = np.arange(block.size)[None, :] == rows[0][:, None] % block.size
    return np.where(own, level, 0.0), _open(block)


def _two_levels(block: Block, rows: Rows, level: float, rng: Generator) -> Member:
    """Symbols in pairs, of which each row favours one or the other: all rows have one normaliser,
    so that these are extreme points of what local privacy allows."""
    pairs = rng.random((int(rows[0].max()) + 1, (block.size + 1) // 2)) < 0.5
    favoured = np.stack([pairs, ~pairs], axis=-1).reshape(len(pairs), -1)[:, : block.size]
    weights = np.repeat(rng.standard_normal((block.size + 1) // 2), 2)[: block.size]
    if rng.random() < 0.5:
        weights[:] = 0.0
    logits = np.where(favoured, level, 0.0) + weights
    if block.size % 2 and block.size > 1:
        # The symbol without a partner lies between.
        logits[:, -1] = np.logaddexp(0.0, level) - np.log(2.0) + weights[-1]
    return logits[rows[0]], _open(block)


def _erasure(block: Block, rows: Rows, level: float, rng: Generator) -> Member:
    """The symbol is shown, or else the last symbol is."""
    own = rows[0] % max(1, block.size - 1)
    mask = np.arange(block.size)[None, :] == own[:, None]
    mask[:, -1] = True
    logits = np.zeros((block.rows, block.size))
    logits[:, -1] = level
    return logits, mask


def _function(block: Block, rows: Rows, level: float, rng: Generator) -> Member:
    """A random function of the row; a single law is uniform."""
    if block.rows == 1:
        return np.zeros((1, block.size)), _open(block)
    image = rng.integers(block.size, size=int(rows[0].max()) + 1)[rows[0]]
    return np.zeros((block.rows, block.size)), np.arange(block.size)[None, :] == image[:, None]


def _segment(block: Block, rows: Rows, level: float, rng: Generator) -> Member:
    """The laws of the rows lie on a segment between two laws, as far along as the row is."""
    away = np.tanh(abs(level)) * rng.random()
    one = rng.standard_exponential(block.size) + 1e-9
    other = one[::-1] if rng.random() < 0.5 else rng.standard_exponential(block.size) + 1e-9
    one, other = one / one.sum(), other / other.sum()
    along = 0.5 + away * (rows[1] - 0.5)
    laws = (1 - along[:, None]) * one + along[:, None] * other
    return np.log(laws), _open(block)


_FAMILIES: tuple[Callable[[Any, Rows, float, Generator], Member], ...] = (
    _subset_selection, _subset_selection, _two_levels, _two_levels, _erasure, _function, _segment,
)


def _couple(layout: Layout, points: Points, instance: int, rng: Generator) -> None:
    """Blocks of one shape become equal, or permutations of one another: of their symbols, of their
    rows, or of both. Two symbols have but one other order, the mirror image."""
    firsts: dict[tuple[int, int], int] = {}
    mirrored = rng.random() < 0.6
    by_rows, by_columns = rng.random() < 0.3, rng.random() < 0.8
    for place, block in enumerate(layout.blocks):
        first = firsts.setdefault((block.rows, block.size), place)
        if first == place:
            continue
        rows = rng.permutation(block.rows) if mirrored and by_rows else np.arange(block.rows)
        columns = np.arange(block.size)
        if mirrored and by_columns:
            turned = block.size < 3 or rng.random() < 0.5
            columns = columns[::-1] if turned else rng.permutation(block.size)
        order = np.ix_(rows, columns)
        points.shifts[place][instance] = points.shifts[first][instance][order]
        points.masks[place][instance] = points.masks[first][instance][order]
        points.bases[place][instance] = points.bases[first][instance][:, columns]


def _part(layout: Layout, points: Points, instance: int, rng: Generator) -> None:
    """All laws and numbers are made of equal parts, a few to the whole: different ones often agree
    in what hypotheses equate, as largest masses, entropies or distances, which those drawn freely
    never do."""
    parts = int(rng.integers(2, _MOST_PARTS + 1))
    points.scales[instance] = 0.0
    for place, block in enumerate(layout.blocks):
        shares = rng.dirichlet(np.ones(block.size), size=block.rows)
        counts = np.stack([rng.multinomial(parts, share) for share in shares])
        points.bases[place][instance] = 0.0
        points.shifts[place][instance] = np.log(np.maximum(counts, 1))
        points.masks[place][instance] = counts > 0
    for slot, held in zip(layout.reals, points.fixed, strict=True):
        number = fmpq(int(rng.integers(-2 * parts, 2 * parts + 1)), parts)
        low, high = slot.domain.low, slot.domain.high
        if low is not None and high is not None and high - low <= 4:
            number = low + (high - low) * fmpq(int(rng.integers(parts + 1)), parts)
        if slot.index is None and slot.domain.contains(number):
            held[instance] = float(number.p) / float(number.q)


__all__ = ["impose", "impose_along"]
