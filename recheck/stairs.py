"""Laws of steps on the real line, in enclosures: uniform laws, staircases, and mixtures of them.

Where no step ends inside a cell all densities are constant, so that a divergence is that of the
cells' masses. A staircase is unrolled into blocks, weighted uniform densities, as far as one width
beyond what else ends or begins a law. Further out every density falls by the same factor e^(−level)
from width to width: what is there is the outermost width's, 1/(1 − e^(−level)) times in all.
"""

import itertools
import math
from dataclasses import dataclass
from typing import TypeAlias

from recheck.errors import Unknown, Unsupported, refuse
from recheck.evaluation import Law
from recheck.events import Part, Stairs
from recheck.reals import ONE, TWO, ZERO, Num, exp, largest, less, magnitude, num, total

Mixture: TypeAlias = list[Part]
# A density between two ends, and how many steps it lies below the largest.
Block: TypeAlias = tuple[Num, Num, Num, int]
Cell: TypeAlias = tuple[Num, Num]
# How many blocks one staircase is unrolled into, at most.
MOST_BLOCKS = 1000


@dataclass
class Steps:
    """The masses of laws on cells, the cells' lengths in all, and by how much a log-density is
    lower there on the mean than where the cell comes first; ln(p/q), of two staircases that a shift
    tells apart."""

    rows: list[Law]
    lengths: list[Num]
    falls: list[Num]
    log_ratios: list[Num] | None = None


def has_steps(*laws: Mixture) -> bool:
    """Whether there are uniform laws or staircases."""
    return any(is_step(part) for found in laws for part in found)


def uneven(*laws: Mixture) -> bool:
    """Whether there are uniform laws beside others that aren't constant on steps."""
    shapes = [part[1] for found in laws for part in found]
    return "uniform" in shapes and any(shape != "uniform" for shape in shapes) and not any(
        isinstance(shape, Stairs) for shape in shapes)


def is_step(part: Part) -> bool:
    """Whether a density is constant between ends."""
    return part[1] == "uniform" or isinstance(part[1], Stairs)


def before(a: Num, b: Num) -> bool:
    """Whether one end lies left of another."""
    found = False if a == b else less(a, b)
    return found if found is not None else refuse(Unknown, "the order of two ends")


def in_order(ends: list[Num]) -> list[Num]:
    """The ends from left to right, each once."""
    places: list[Num] = []
    for end in ends:
        if end not in places:
            places.insert(sum(before(x, end) for x in places), end)
    return places


def stepped(*laws: Mixture) -> Steps:
    """The masses of mixtures of such laws on the cells between their ends."""
    if len(laws) > 1 and all(found == laws[0] for found in laws):
        return Steps([[ONE] for _ in laws], [ONE], [ZERO])
    parts = [part for found in laws for part in found]
    if not all(map(is_step, parts)):
        refuse(Unsupported, "a law of steps with one of another shape")
    stairs = [(part[1], part[3]) for part in parts if isinstance(part[1], Stairs)]
    if any((one.level, width) != (stairs[0][0].level, stairs[0][1]) for one, width in stairs):
        refuse(Unsupported, "staircases of several widths or levels")
    inner = in_order([x for part in parts for x in (part[2], part[2] + part[3])])
    bounds = inner[0], inner[-1]
    if stairs:
        bounds = inner[0] - stairs[0][1], inner[-1] + stairs[0][1]
    rolls = [[blocks(part, *bounds) for part in found] for found in laws]
    inside = [x for roll in rolls for row in roll for low, high, _, _ in row for x in (low, high)
              if not before(x, bounds[0]) and not before(bounds[1], x)]
    cells = list(itertools.pairwise(in_order([*inner, *bounds, *inside])))
    rows = [[total(height(row, cell)[0] * (cell[1] - cell[0]) for row in roll) for cell in cells]
            for roll in rolls]
    found = Steps(rows, [high - low for low, high in cells], [ZERO] * len(cells))
    if stairs:
        further_out(found, stairs[0][0].level,
                    [not before(inner[0], high) or not before(low, inner[-1])
                     for low, high in cells])
    if [*map(len, laws)] == [1, 1] and len(stairs) == 2 and stairs[0] == stairs[1]:
        depths = [[height(row, cell)[1] for (row,) in rolls] for cell in cells]
        found.log_ratios = [num(two - one) * stairs[0][0].level for one, two in depths]
    return found


def blocks(part: Part, low: Num, high: Num) -> list[Block]:
    """A density as blocks that cover what lies between two ends."""
    weight, shape, start, width = part
    if not isinstance(shape, Stairs):
        return [(start, start + width, weight / width, 0)]
    fall = exp(-shape.level)
    # In widths the steps' masses, of height 1 in the middle, are 2·share and twice 1, e^(−l), ….
    top = weight / (width * TWO * (shape.share + fall / (ONE - fall)))
    right, left = start + shape.share * width, start - shape.share * width
    found: list[Block] = [(left, right, top, 0)]
    for depth in range(1, MOST_BLOCKS):
        if not before(right, high) and not before(low, left):
            return found
        tall = top * exp(num(-depth) * shape.level)
        beyond = num(depth) * width + shape.share * width
        # One end of two neighbours is one number, which `before` knows.
        found += [(right, start + beyond, tall, depth), (start - beyond, left, tall, depth)]
        left, right = found[-1][0], found[-2][1]
    return refuse(Unsupported, "a staircase of too many steps")


def height(row: list[Block], cell: Cell) -> tuple[Num, int]:
    """The density on a cell and how deep it lies, 0 outside of all blocks."""
    for low, high, tall, depth in row:
        if not before(cell[0], low) and not before(high, cell[1]):
            return tall, depth
    return ZERO, 0


def further_out(found: Steps, level: Num, outermost: list[bool]) -> None:
    """Let cells stand for all that lie whole widths further out, too."""
    fall = exp(-level)
    series = ONE / (ONE - fall)
    for place, is_last in enumerate(outermost):
        if is_last:
            for row in found.rows:
                row[place] = row[place] * series
            found.lengths[place] = found.lengths[place] * series
            found.falls[place] = level * fall * series


def excess(p: Law, log_ratios: list[Num], epsilon: Num) -> Num:
    """Σ p max(0, 1 − e^ε q/p)."""
    return total(mass * largest(ZERO, ONE - exp(epsilon - ratio))
                 for mass, ratio in zip(p, log_ratios, strict=True))


def stairs_below(shape: Stairs, place: Num) -> Num:
    """The mass of (−∞, x] by a staircase, x in widths from its mean. It never falls as x grows, so
    that the ends of an enclosure suffice."""
    def at(end: Num) -> Num:
        above = tail(shape, magnitude(end))
        return ONE - above if end.sign == 1 else above

    low, high = at(num(place.lo)), at(num(place.hi))
    return Num(low.lo, high.hi)


def tail(shape: Stairs, place: Num) -> Num:
    """The mass further right than an exact number of widths."""
    if place.infinite:
        return ZERO
    fall = exp(-shape.level)
    whole = TWO * (shape.share + fall / (ONE - fall))
    # Half of the middle is a step of depth 0, which ends at its share.
    ahead = place - shape.share
    depth = math.floor(ahead.lo) + 1
    if math.floor(ahead.hi) + 1 != depth:
        refuse(Unknown, "which step a number lies on")
    left = (num(depth) - ahead) + fall / (ONE - fall)
    return exp(num(-depth) * shape.level) * left / whole
