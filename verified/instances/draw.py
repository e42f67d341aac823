"""Drawing instances: structures (sizes, symbols, events) and points (logits, reals) for them.

Laws are drawn at many scales, since flat draws never see an input rarer than 1e-4, and related
laws as a base plus a perturbation at a log-uniform scale, since that is where tight claims live.
Nothing here knows which claim is attacked: a structure depends on the variables' sorts alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.instances.families import impose
from verified.instances.intervals import from_real, special_values, to_real
from verified.instances.layout import Layout
from verified.instances.sorts import Block, Known, RealSlot, Structure, search
from verified.syntax.terms import Var

Array = NDArray[np.float64]

# How far out numbers are drawn, as a decimal logarithm: the exponentials of these are floats; on a
# line without ends some may be drawn farther out.
FAR, FARTHEST = 2.8, 8.0
# How many symbols large alphabets have.
LARGE = 30, 60
# How many numbers are drawn near one that is written in the statement, and how near.
_NEAR_WRITTEN, _STEPS = 0.1, (-3.0, 1.0)


def draw_structure(
    variables: Sequence[Var], rng: np.random.Generator, large: bool = False
) -> Structure:
    """Sizes, symbols, events, databases and subsets for the variables, in their order.

    Args:
        large: draw large alphabets.
    """
    structure: Structure = {}
    least, most = LARGE
    drawn = rng.uniform(math.log(least), math.log(most)) if large else None
    count = None if drawn is None else round(math.exp(drawn))
    known = Known(structure, dimensions(variables), count)
    for var in variables:
        found = search(var.of).draw(var, var.of, known, rng)
        if found is not None:
            structure[var.name] = found
    return structure


def dimensions(variables: Sequence[Var]) -> frozenset[str]:
    """The sizes that only stretch tuples of reals: as many coordinates for each symbol."""
    factors: set[str] = set()
    others: set[str] = set()
    for var in variables:
        stretching, counting = search(var.of).stretched(var.of)
        factors |= stretching
        others |= counting
    return frozenset(factors - others)


# --- points ---------------------------------------------------------------------------------------


@dataclass
class Points:
    """A batch of instances of one layout, in coordinates that a search can move.

    A law is the softmax of `base + scale · shift` over the symbols of its mask. `base` is shared by
    all rows of a size, so a small `scale` makes related laws.

    Attributes:
        bases: for each block, (B, 1, size).
        shifts: for each block, (B, rows, size).
        masks: for each block, (B, rows, size), True where the probability is positive.
        scales: (B,), the logarithm of the scale.
        reals: for each real slot, (B,), in the coordinates of `to_real`.
        fixed: for each real slot, (B,), a value that is held (nan: free).
    """

    bases: list[Array]
    shifts: list[Array]
    masks: list[NDArray[np.bool_]]
    scales: Array
    reals: list[Array]
    fixed: list[Array]

    def pick(self, index: int) -> Points:
        """One of the instances, as a batch of its own."""
        return self.part(slice(index, index + 1))

    def part(self, part: slice | NDArray[np.int64]) -> Points:
        """Some of the instances, as a batch of their own."""
        return Points(
            [array[part] for array in self.bases],
            [array[part] for array in self.shifts],
            [array[part] for array in self.masks],
            self.scales[part],
            [array[part] for array in self.reals],
            [array[part] for array in self.fixed],
        )

    def laws(self) -> list[Array]:
        """The laws of each block, (B, rows, size)."""
        factor = np.exp(self.scales)[:, None, None]
        return [
            softmax(base + factor * shift, mask)
            for base, shift, mask in zip(self.bases, self.shifts, self.masks, strict=True)
        ]

    def numbers(self, slots: Sequence[RealSlot]) -> list[Array]:
        """The real numbers, each (B,)."""
        return [
            np.where(np.isnan(held), to_real(value, slot.domain), held)
            for slot, value, held in zip(slots, self.reals, self.fixed, strict=True)
        ]

    # The coordinates as one vector per instance, for an optimiser.

    def vector(self) -> Array:
        """(B, d): shifts, bases, scale, reals."""
        batch = len(self.scales)
        parts = [array.reshape(batch, -1) for array in (*self.shifts, *self.bases)]
        return np.concatenate(
            [*parts, self.scales[:, None], *(value[:, None] for value in self.reals)], axis=1
        )

    def moved(self, vectors: Array) -> Points:
        """The points at other coordinates; masks and held values are those of the first point."""
        batch = len(vectors)
        place = 0

        def take(like: Array) -> Array:
            nonlocal place
            count = like[0].size
            part = vectors[:, place : place + count].reshape(batch, *like.shape[1:])
            place += count
            return part

        shifts = [take(array) for array in self.shifts]
        bases = [take(array) for array in self.bases]
        scales = vectors[:, place]
        reals = [vectors[:, place + 1 + index] for index in range(len(self.reals))]
        masks = [np.broadcast_to(mask[:1], (batch, *mask.shape[1:])) for mask in self.masks]
        fixed = [np.broadcast_to(held[:1], (batch,)) for held in self.fixed]
        return Points(bases, shifts, masks, scales, reals, fixed)


def joined(first: Points, second: Points) -> Points:
    """Two batches as one."""

    def both(one: Sequence[Any], two: Sequence[Any]) -> list[Any]:
        return [np.concatenate(pair) for pair in zip(one, two, strict=True)]

    return Points(
        both(first.bases, second.bases),
        both(first.shifts, second.shifts),
        both(first.masks, second.masks),
        np.concatenate([first.scales, second.scales]),
        both(first.reals, second.reals),
        both(first.fixed, second.fixed),
    )


def softmax(logits: Array, mask: NDArray[np.bool_]) -> Array:
    """The law with these logits on the symbols of the mask, zero elsewhere."""
    top = np.max(np.where(mask, logits, -np.inf), axis=-1, keepdims=True)
    weights = np.where(mask, np.exp(np.minimum(logits - top, 0.0)), 0.0)
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def draw_points(
    layout: Layout, count: int, rng: np.random.Generator, written: Sequence[float] = (),
    farthest: float = FAR,
) -> Points:
    """`count` instances of a layout, each in a style of its own.

    Args:
        written: the numbers that the statement has: a few real variables are drawn near them.
        farthest: how far out numbers are drawn on a line without ends, as a decimal logarithm.
    """
    bases = [np.zeros((count, 1, block.size)) for block in layout.blocks]
    shifts = [np.zeros((count, block.rows, block.size)) for block in layout.blocks]
    masks = [np.ones((count, block.rows, block.size), dtype=bool) for block in layout.blocks]
    related = rng.random(count) < 0.45
    scales = np.where(related, np.log(10.0) * rng.uniform(-6.0, 0.0, count), 0.0)
    for size in sorted({block.size for block in layout.blocks}):
        shared = _logits(count, 1, size, rng)
        for place, block in enumerate(layout.blocks):
            if block.size == size:
                base = np.where(related[:, None, None], shared, 0.0)
                free = _logits(count, block.rows, size, rng)
                near = rng.standard_normal((count, block.rows, size))
                if len(block.database) > 1:
                    _add_up_entries(free, block.database, rng)
                    _add_up_entries(near, block.database, rng)
                bases[place] = base
                shifts[place] = np.where(related[:, None, None], near, free)
                _copy_rows(shifts[place], rng)
                _mask_symbols(masks[place], related, block, rng)
        places = [place for place, block in enumerate(layout.blocks) if block.size == size]
        _make_equal(places, bases, shifts, masks, rng)
        _make_uniform(places, shifts, bases, masks, 0.9 if layout.free else 0.06, rng)
    reals, fixed = _draw_reals(layout.reals, count, written, farthest, rng)
    points = Points(bases, shifts, masks, scales, reals, fixed)
    if not layout.free:
        impose(layout, points, rng)
    for sort in dict.fromkeys(type(var.of) for var in layout.variables):
        own = [var for var in layout.variables if type(var.of) is sort]
        search(own[0].of).relate(own, layout, points, rng)
    return points


def _add_up_entries(shifts: Array, database: tuple[int, ...], rng: np.random.Generator) -> None:
    """In some instances each entry of the database adds a share of its own to the logits.

    So do randomised response and the exponential mechanism on a sum, where the responses to far
    databases are as far apart as their neighbours allow. The shares may be equal for all entries.
    """
    count, rows, size = shifts.shape
    chosen = np.flatnonzero(rng.random(count) < 0.35)
    grids = np.unravel_index(np.arange(rows), database)
    alike = np.asarray(rng.random(count) < 0.5)
    for instance in chosen:
        one: Array = np.array(shifts[instance, : max(database)])
        if len(one) < max(database):
            continue
        total = np.zeros((rows, size))
        for entry, symbols in enumerate(grids):
            order = np.arange(len(one)) if alike[instance] else rng.permutation(len(one))
            share = 1.0 if alike[instance] or entry == 0 else rng.uniform(0.2, 1.5)
            total += share * one[order][symbols]
        shifts[instance] = total


def _make_uniform(
    places: Sequence[int],
    shifts: list[Array],
    bases: list[Array],
    masks: list[NDArray[np.bool_]],
    chance: float,
    rng: np.random.Generator,
) -> None:
    """In some instances the laws are uniform on random supports: quasi-uniform laws, which meet
    independences that generic laws don't."""
    chosen = rng.random(len(shifts[places[0]])) < chance
    for place in places:
        bases[place][chosen] = 0.0
        shifts[place][chosen] = 0.0
        count, rows, size = int(chosen.sum()), *shifts[place].shape[1:]
        order = np.argsort(rng.random((count, rows, size)), axis=-1)
        kept = rng.integers(1, size + 1, size=(count, rows, 1))
        masks[place][chosen] = order < kept


def _make_equal(
    places: Sequence[int],
    bases: list[Array],
    shifts: list[Array],
    masks: list[NDArray[np.bool_]],
    rng: np.random.Generator,
) -> None:
    """In a few instances, all laws on alphabets of one size are one law."""
    chosen = rng.random(len(shifts[places[0]])) < 0.06
    for place in places:
        bases[place][chosen] = bases[places[0]][chosen]
        shifts[place][chosen] = shifts[places[0]][chosen][:, :1]
        masks[place][chosen] = masks[places[0]][chosen][:, :1]


def _logits(count: int, rows: int, size: int, rng: np.random.Generator) -> Array:
    """Logits in one of several styles for each instance: flat, spread, log-scale, peaked."""
    shape = (count, rows, size)
    style = rng.integers(4, size=count)[:, None, None]
    spread = np.exp(rng.uniform(np.log(0.1), np.log(6.0), count))[:, None, None]
    flat = np.log(rng.standard_exponential(shape) + 1e-300)
    normal = spread * rng.standard_normal(shape)
    log_scale = -rng.uniform(0.0, np.log(10.0) * rng.uniform(2.0, 9.0, (count, 1, 1)), shape)
    top = rng.integers(size, size=(count, rows, 1))
    peak = rng.uniform(2.0, 16.0, (count, 1, 1))
    peaked = rng.standard_normal(shape) + peak * (np.arange(size) == top)
    styles = [style == 0, style == 1, style == 2]
    return np.asarray(np.select(styles, [flat, normal, log_scale], peaked))


def _copy_rows(shifts: Array, rng: np.random.Generator) -> None:
    """In some instances, some rows are copies of others."""
    count, rows, _ = shifts.shape
    if rows < 2:
        return
    chosen = np.flatnonzero(rng.random(count) < 0.3)
    for instance in chosen:
        keep = rng.random(rows) < 0.5
        source = np.where(keep, np.arange(rows), rng.integers(rows, size=rows))
        shifts[instance] = shifts[instance][source]


def _mask_symbols(
    mask: NDArray[np.bool_], related: NDArray[np.bool_], block: Block, rng: np.random.Generator
) -> None:
    """Exact zeros: the same symbols in all rows, or each row its own."""
    count = len(mask)
    if block.size < 2:
        return
    common = (rng.random(count) < 0.12)[:, None, None]
    own = (rng.random(count) < np.where(related, 0.1, 0.22))[:, None, None]
    chance = rng.choice([0.15, 0.35, 0.6], size=(count, 1, 1))
    mask &= ~(common & (rng.random((count, 1, block.size)) < chance))
    mask &= ~(own & (rng.random((count, block.rows, block.size)) < chance))
    # A row must keep a symbol.
    empty = ~mask.any(axis=-1, keepdims=True)
    if empty.any():
        kept = rng.integers(block.size, size=empty.shape)
        mask |= empty & (np.arange(block.size) == kept)


def _spread(slot: RealSlot, count: int, farthest: float, rng: np.random.Generator) -> Array:
    """Coordinates of numbers at many scales: on both sides of the line, near and far from ends."""
    if slot.domain.low is None and slot.domain.high is None:
        far = rng.random(count) < 0.15
        sizes = 10.0 ** np.where(
            far, rng.uniform(FAR, farthest, count), rng.uniform(-3.0, FAR, count)
        )
        return np.asarray(sizes * rng.choice([-1.0, 1.0], count))
    far = (rng.random(count) < 0.1) & (slot.domain.low is None or slot.domain.high is None)
    near = rng.uniform(-14.0, 4.0, count)
    return np.where(far, rng.uniform(4.0, FAR * np.log(10.0), count), near)


def _near_written(
    slot: RealSlot, values: Array, written: Sequence[float], rng: np.random.Generator
) -> Array:
    """Coordinates of numbers of which some are near to written ones, or to their negatives."""
    count = len(values)
    signs = rng.choice([-1.0, 1.0], count)
    steps = 10.0 ** rng.uniform(*_STEPS, count) * rng.standard_normal(count)
    with np.errstate(invalid="ignore"):
        near = from_real(signs * rng.choice(written, count) + steps, slot.domain)
    chosen = np.isfinite(near) & (rng.random(count) < _NEAR_WRITTEN)
    return np.where(chosen, near, values)


def _draw_reals(
    slots: Sequence[RealSlot], count: int, written: Sequence[float], farthest: float,
    rng: np.random.Generator,
) -> tuple[list[Array], list[Array]]:
    reals, fixed = [], []
    for slot in slots:
        wide = rng.random(count) < 0.5
        spread = _spread(slot, count, farthest, rng)
        value = np.where(wide, spread, 1.2 * rng.standard_normal(count))
        if slot.domain.low is not None and slot.domain.high is not None:
            # Near either end of an interval alike.
            value = np.where(rng.random(count) < 0.5, value, -value)
        if len(written):
            value = _near_written(slot, value, written, rng)
        held = np.full(count, np.nan)
        for special in special_values(slot.domain):
            # Parts of a tuple are left free: a rule sets them all or none.
            chosen = (rng.random(count) < 0.06) & (slot.index is None)
            held = np.where(chosen, special, held)
        reals.append(value)
        fixed.append(held)
    return reals, fixed
