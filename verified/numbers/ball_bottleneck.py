"""The information bottleneck in balls: the most that a T which tells little of X tells of Y.

With the posteriors q_t of X given T = t, I(T;X) and I(T;Y) are means of D(q_t‖P) and D(q_t W‖P W).
So for any β ≥ 0 and any numbers λ with D(qW‖PW) − β D(q‖P) ≤ Σ λ q on all of the simplex
I(T;Y) is at most β r + Σ λ P: the linear program's dual (Witsenhausen & Wyner 1975). That the
inequality holds up to a number is shown by subdivision: on a cell the first divergence, convex, is
no more than it is by the vertices, the second no less than by its tangent at the centre, so that
the difference of both is linear, and largest at a vertex. From below any T does, and one that tells
too much is erased now and then. Posteriors, β and λ come from a linear program in floats on points
of the simplex, of which nothing is believed.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import math
from collections.abc import Iterator, Sequence

from flint import arb, ctx, fmpq

from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Scalar,
    Undefined,
    less_equal,
    precision,
    relative_entropy_term,
)
from verified.numbers.float_programs import nearly_maximised
from verified.numbers.limits import check_time

# For how many symbols posteriors are proposed, on how many points an edge, and how often these are
# drawn closer together where they matter.
POINTS = {2: 48, 3: 12}
REFINED = 10
# How many cells are looked at.
MOST_CELLS = {2: 600, 3: 1500}
# More bits don't make so few cells narrower.
_MOST_BITS = 128

Point = tuple[fmpq, ...]
Row = Sequence[float]


def bottleneck(law: BallArray, channel: BallArray, rate: Scalar) -> Scalar:
    """The largest I(T;Y) over all T with I(T;X) ≤ r; exact where r = 0, the channel's information
    where r is at least H(X). Above three symbols it is between r I(X;Y)/H(X), as it is concave, and
    the smaller of r and I(X;Y).

    Raises:
        Undefined: the rate is negative.
        Indeterminate: that, or whether a mass is 0, isn't certain.
    """
    if rate < 0:
        raise Undefined("a negative rate")
    if not rate >= 0:
        raise Indeterminate("a rate that may be negative")
    outputs = channel.shape[1]
    kept = [x for x, mass in enumerate(law.data) if not (isinstance(mass, fmpq) and mass == 0)]
    masses = tuple(law.data[x] for x in kept)
    rows = tuple(tuple(channel.data[x * outputs : (x + 1) * outputs]) for x in kept)
    if not all(mass > 0 for mass in masses):
        raise Indeterminate("whether a mass is 0")
    exact = all(isinstance(entry, fmpq) for row in rows for entry in row)
    if rate == 0 or (exact and len(set(rows)) <= 1):
        return ZERO
    with precision(min(ctx.prec, _MOST_BITS)):
        try:
            return _remembered(ctx.prec, masses, rows, rate)
        except (TypeError, ValueError):
            # Balls that aren't exact have no hash.
            return _enclosed(masses, rows, rate)


@functools.lru_cache(maxsize=64)
def _remembered(_: int, masses: Sequence[Scalar], rows: Sequence[Sequence[Scalar]], rate: Scalar
                ) -> Scalar:
    return _enclosed(masses, rows, rate)


def _enclosed(
    masses: Sequence[Scalar], rows: Sequence[Sequence[Scalar]], rate: Scalar
) -> Scalar:
    mixed = _mixed(masses, rows)
    information = sum((arb(p) * _divergence(row, mixed) for p, row in zip(
        masses, rows, strict=True)), arb(0))
    entropy = -sum((arb(p) * arb(p).log() for p in masses), arb(0))
    if less_equal(entropy, rate) is True:
        return information
    low = (arb(rate) * information / entropy).lower()
    high = arb(rate).min(information).upper()
    if len(masses) in POINTS:
        weights, posteriors, price, heights = _proposed(masses, rows, rate)
        # Only a price that isn't negative bounds: I(T;X) may be less than the rate.
        price = max(price, ZERO)
        low = low.max(_reached(masses, rows, rate, weights, posteriors).lower())
        bound = arb(price) * arb(rate) + _pairing(heights, masses)
        high = high.min((bound + _excess(masses, rows, price, heights)).upper())
    return low.max(arb(0)).union(high)


def _mixed(masses: Sequence[Scalar], rows: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    return [sum((p * w for p, w in zip(masses, column, strict=True)), ZERO)
            for column in zip(*rows, strict=True)]


def _pairing(one: Sequence[Scalar], other: Sequence[Scalar]) -> arb:
    return sum((arb(a) * arb(b) for a, b in zip(one, other, strict=True)), arb(0))


def _divergence(p: Sequence[Scalar], q: Sequence[Scalar]) -> arb:
    """Σ p ln(p/q) − p + q."""
    return sum((arb(relative_entropy_term(a, b)) for a, b in zip(p, q, strict=True)), arb(0))


# --- from below -----------------------------------------------------------------------------------


def _reached(
    masses: Sequence[Scalar], rows: Sequence[Sequence[Scalar]], rate: Scalar,
    weights: Sequence[fmpq], posteriors: Sequence[Point],
) -> arb:
    """I(T;Y) of the channel T(t|x) ∝ w_t q_t(x), which is erased as often as I(T;X) asks for."""
    told = []
    for x in range(len(masses)):
        row = [weight * posterior[x] for weight, posterior in zip(
            weights, posteriors, strict=True)]
        whole = sum(row, ZERO)
        told.append([entry / whole if whole else fmpq(1, len(row)) for entry in row])
    mixed = _mixed(masses, told)
    first = sum((arb(p) * _divergence(row, mixed) for p, row in zip(
        masses, told, strict=True)), arb(0))
    seen, second = _mixed(masses, rows), arb(0)
    for t, mass in enumerate(mixed):
        if mass == 0:
            continue
        # The law of Y given T = t.
        joint = [p * row[t] for p, row in zip(masses, told, strict=True)]
        second += arb(mass) * _divergence(
            [sum((p * w for p, w in zip(joint, column, strict=True)), ZERO) / mass
             for column in zip(*rows, strict=True)], seen)
    if first <= arb(rate):
        return second
    # Where it may be that it doesn't tell too much, the lower end is of one that does.
    return second * arb(rate) / first if first > 0 else arb(0)


# --- from above -----------------------------------------------------------------------------------


def _excess(
    masses: Sequence[Scalar], rows: Sequence[Sequence[Scalar]], price: fmpq,
    heights: Sequence[fmpq],
) -> arb:
    """No less than the largest D(qW‖PW) − β D(q‖P) − Σ λ q: cells that may hold it are halved along
    their longest edges."""
    count, seen = len(masses), _mixed(masses, rows)

    @functools.cache
    def at_vertex(q: Point) -> arb:
        """All but what is taken away by the second divergence."""
        return _divergence(_mixed(q, rows), seen) - _pairing(heights, q)

    def bound(cell: tuple[Point, ...]) -> arb:
        centre = [sum(column, ZERO) / count for column in zip(*cell, strict=True)]
        logs = [(arb(c) / arb(p)).log() for c, p in zip(centre, masses, strict=True)]
        found = [(at_vertex(q) - price * _pairing(q, logs)).upper() for q in cell]
        return functools.reduce(arb.max, found)

    corners = tuple(
        tuple(ONE if x == y else ZERO for y in range(count)) for x in range(count))
    order = itertools.count()
    waiting = [(-float(bound(corners)), next(order), bound(corners), corners)]
    for _ in range(MOST_CELLS[count]):
        check_time()
        if not waiting[0][2] > arb(2) ** (16 - ctx.prec):
            break
        _, _, _, cell = heapq.heappop(waiting)
        for half in _halves(cell):
            most = bound(half)
            heapq.heappush(waiting, (-float(most), next(order), most, half))
    return functools.reduce(arb.max, (entry[2] for entry in waiting))


def _halves(cell: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    pairs = itertools.combinations(range(len(cell)), 2)
    first, last = max(pairs, key=lambda pair: sum(
        (a - b) ** 2 for a, b in zip(cell[pair[0]], cell[pair[1]], strict=True)))
    middle = tuple((a + b) / 2 for a, b in zip(cell[first], cell[last], strict=True))
    for place in (first, last):
        yield (*cell[:place], middle, *cell[place + 1 :])


# --- proposals, in floats -------------------------------------------------------------------------


def _proposed(
    masses: Sequence[Scalar], rows: Sequence[Sequence[Scalar]], rate: Scalar
) -> tuple[list[fmpq], list[Point], fmpq, list[fmpq]]:
    """Weights, posteriors, a price β and heights λ."""
    law = [float(arb(p).mid()) for p in masses]
    table = [[float(arb(w).mid()) for w in row] for row in rows]
    found = optimal_posteriors(law, table, float(arb(rate).mid()), REFINED)
    kept = [k for k, weight in enumerate(found.weights) if weight > 0]
    return (
        [_exactly(found.weights[k]) for k in kept],
        [tuple(_exactly(entry) for entry in found.points[k]) for k in kept],
        _exactly(found.price), [_exactly(height) for height in found.heights],
    )


def _exactly(x: float) -> fmpq:
    return fmpq(*x.as_integer_ratio())


class Proposal:
    """Points of the simplex, their weights, the price of the rate, and the heights of a linear
    function that lies nearly above all that is gained at that price."""

    def __init__(self, points: list[Row], weights: Row, price: float, heights: Row) -> None:
        self.points, self.weights, self.price, self.heights = points, weights, price, heights

    def value(self, gains: Row) -> float:
        """What the weights gain."""
        return sum(w * g for w, g in zip(self.weights, gains, strict=True))


def divergence(p: Row, q: Row) -> float:
    """D(p‖q) in floats: Σ q φ(p/q − 1) for φ(t) = (1 + t) ln(1 + t) − t, by its series near 0."""
    def term(a: float, b: float) -> float:
        if a == 0:
            return b
        t = (a - b) / b
        if abs(t) < 1e-3:
            return b * t * t * (1 / 2 - t * (1 / 6 - t * (1 / 12 - t / 20)))
        return a * math.log(a / b) - a + b

    return sum(term(a, b) for a, b in zip(p, q, strict=True) if b > 0)


def optimal_posteriors(law: Row, table: Sequence[Row], rate: float, refined: int) -> Proposal:
    """The solution of the program on some points, drawn together `refined` times where it has
    weight."""
    count, step = len(law), 1 / POINTS[len(law)]
    seen = [sum(p * w for p, w in zip(law, column, strict=True)) for column in zip(
        *table, strict=True)]
    points = [tuple(k * step for k in counts) for counts in _lattice(count, POINTS[count])]
    points.append(tuple(law))
    for round_ in range(refined + 1):
        gains = [divergence([sum(a * w for a, w in zip(q, column, strict=True))
                             for column in zip(*table, strict=True)], seen) for q in points]
        costs = [divergence(q, law) for q in points]
        # What makes it worth while to use up all of P: no height is lower than minus this.
        more = 1 + max(-math.log(p) for p in law)
        lines = [[q[x] for q in points] for x in range(count)]
        weights, prices = nearly_maximised(
            [*lines, costs], [*law, rate], [gain + more for gain in gains], 1e-13)
        found = Proposal(list(points), weights, prices[-1], [p - more for p in prices[:-1]])
        if round_ == refined:
            break
        step /= 3
        support = [q for q, weight in zip(points, weights, strict=True) if weight > 1e-12]
        points = [*support, tuple(law), *(near for q in support for near in _around(q, step))]
    return found


def _lattice(count: int, whole: int) -> Iterator[tuple[int, ...]]:
    if count == 1:
        yield (whole,)
        return
    for first in range(whole + 1):
        for rest in _lattice(count - 1, whole - first):
            yield (first, *rest)


def _around(q: Row, step: float) -> Iterator[tuple[float, ...]]:
    """Points of the simplex near another, along its edges' directions."""
    for x, y in itertools.permutations(range(len(q)), 2):
        for far in (1, 2):
            moved = min(step * far, q[x])
            if moved > 0:
                yield tuple(entry + moved * ((z == y) - (z == x)) for z, entry in enumerate(q))
