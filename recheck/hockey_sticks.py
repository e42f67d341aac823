"""∫ max(0, p − k q) of laws on the real line, in enclosures: by cells on which p/q is known to be
more than k or less, where it is exact, and which are halved where it isn't known.

Tails are cut ever farther out. What a cell leaves open is between max(0, P − k Q) of its masses
(Jensen) and the chord of max(0, r − k) over the values of p/q there.
"""

import heapq
import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from recheck import densities
from recheck.bounded import there
from recheck.densities import Mixture
from recheck.errors import Unknown, Unsupported
from recheck.evaluation import meaning
from recheck.line_divergences import mass, places, plain, ratios
from recheck.reals import INF, ZERO, End, Num, exp, largest, num, span

Cell: TypeAlias = tuple[End, End]
# How many cells are cut, at most, and what may be left open in the end.
MOST_CUTS, NARROW = 300, Fraction(1, 2**30)
# At how many widths from a mean cells end at first.
STEPS = [Fraction(0), *(Fraction(2**k, 4) for k in range(8))]


@dataclass
class Part:
    """What a cell adds, no less and no more."""

    low: Fraction
    high: Fraction


def positive_part(p: Mixture, q: Mixture, kink: Num) -> Num:
    """∫ max(0, p − k q) for a finite k ≥ 0."""
    plain(p, q)
    ends = places(p, q, STEPS)
    order = itertools.count()
    waiting: list[tuple[Fraction, int, Cell]] = []
    low = high = Fraction(0)

    def add(cell: Cell) -> None:
        nonlocal low, high
        found = on_cell(p, q, kink, cell)
        low, high = low + found.low, high + found.high
        if found.high > found.low:
            heapq.heappush(waiting, (found.low - found.high, next(order), cell))
            parts[cell] = found

    parts: dict[Cell, Part] = {}
    for cell in itertools.pairwise([-INF, *ends, INF]):
        add(cell)
    for _ in range(MOST_CUTS):
        if high - low < NARROW:  # As it is where no cell waits.
            break
        _, _, cell = heapq.heappop(waiting)
        middle = halfway(cell, ends)
        whole = parts.pop(cell)
        low, high = low - whole.low, high - whole.high
        add((cell[0], middle))
        add((middle, cell[1]))
    return span(low, min(high, Fraction(1)))


def halfway(cell: Cell, ends: list[Fraction]) -> Fraction:
    """The middle; of a tail a place twice as far from where the first cells were."""
    low, high = cell
    breadth = ends[-1] - ends[0] or Fraction(1)
    if low == -INF:
        return Fraction(high) - (ends[0] - Fraction(high) + breadth)
    if high == INF:
        return Fraction(low) + (Fraction(low) - ends[-1] + breadth)
    return (Fraction(low) + Fraction(high)) / 2


def on_cell(p: Mixture, q: Mixture, kink: Num, cell: Cell) -> Part:
    """Of one cell."""
    first = mass(p, *cell)
    if not there(q, cell):
        return Part(first.lo, first.hi)
    second = mass(q, *cell)
    sure = max(Fraction(0), (first - kink * second).lo)
    if -INF in cell or INF in cell:
        return Part(sure, first.hi)
    try:
        r, s = ratios(p, q, cell)
    except Unknown:
        return Part(sure, first.hi)
    # The chord of max(0, ρ − k) between r and s, for the least k: it falls as k grows.
    at_r, at_s = (largest(ZERO, num(end) - num(kink.lo)) for end in (r, s))
    slope = (at_s - at_r) / num(s - r) if s > r else ZERO
    return Part(sure, (at_r * second + slope * (first - num(r) * second)).hi)


@meaning("law_hockey_stick")
def law_hockey_stick(p: Mixture, q: Mixture, epsilon: Num) -> Num:
    """The largest P(A) − e^ε Q(A): as `densities` has it, and where that is wide by cells."""
    found = densities.law_hockey_stick(p, q, epsilon)
    if found.hi - found.lo <= NARROW:
        return found
    kink = exp(epsilon)
    if kink.infinite:
        return found
    try:
        narrow = positive_part(p, q, kink)
    except Unsupported:
        return found
    return span(max(found.lo, narrow.lo), min(found.hi, narrow.hi))


@meaning("law_total_variation")
def law_total_variation(p: Mixture, q: Mixture) -> Num:
    """The largest P(A) − Q(A)."""
    return law_hockey_stick(p, q, ZERO)
