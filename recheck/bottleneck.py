"""The information bottleneck, in enclosures: the most that a T with I(T;X) ≤ r tells of Y.

With posteriors q of X given T both informations are means, of D(q‖P) and of D(qW‖PW): for β ≥ 0 and
a line above g(q) = D(qW‖PW) − β D(q‖P) on [0, 1], of two symbols, I(T;Y) is at most β r and the
line at P. Floats propose β, the line through the points that it touches, and the posteriors; how
far g lies above the line is bounded on short intervals, by g at the middle and its slope, and next
to 0 and 1 by the larger end of the one convex divergence and the smaller of the other.
"""

import heapq
import itertools
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from recheck.errors import Undefined, Unknown
from recheck.evaluation import Channel, Law, meaning
from recheck.optima import Row, middle
from recheck.quantities import information, kl, output
from recheck.reals import (
    ONE,
    ZERO,
    Num,
    entropy,
    largest,
    least,
    less,
    log,
    magnitude,
    num,
    positive,
    span,
    total,
)

# Points of the first grid, how often it is drawn closer, how often a price is halved, and cells.
GRID, CLOSER, HALVINGS, MOST_CELLS = 40, 5, 36, 200
NONE, ALL = Decimal(0), Decimal(1)


class Chord(NamedTuple):
    """Two posteriors, the weight of the first, and what their mean costs and gains."""

    low: Decimal
    high: Decimal
    weight: Decimal
    cost: Decimal
    gain: Decimal


@meaning("information_bottleneck")
def information_bottleneck(prior: Law, channel: Channel, rate: Num) -> Num:
    """The largest I(T;Y); of more than two symbols between r I(X;Y)/H(X), as it is concave in r,
    and the smaller of r and I(X;Y)."""
    negative = less(rate, ZERO)
    if negative is not False:
        raise (Undefined if negative else Unknown)("a rate that may be negative")
    pairs = [(mass, row) for mass, row in zip(prior, channel, strict=True) if positive(mass)]
    law, rows = [mass for mass, _ in pairs], [row for _, row in pairs]
    if rate == ZERO or len(pairs) == 1 or all(row == rows[0] for row in rows):
        return ZERO
    whole, most = information(law, rows), entropy(law)
    if rate.infinite or less(rate, most) is False:
        return whole
    low, high = rate * whole / most, least(rate, whole)
    if len(pairs) == 2:
        price, chords = proposed(law, rows, rate)
        low = largest(low, *(reached(law, rows, rate, one) for one in [chords, chords[:1]]))
        high = least(high, bounded(law, rows, rate, price, chords[0]))
    return span(max(low.lo, Fraction(0)), high.hi)


def reached(law: Law, rows: Channel, rate: Num, chords: Sequence[tuple[Decimal, Chord]]) -> Num:
    """I(T;Y) of the T with these posteriors, erased as often as the rate asks for."""
    table = []
    for x in range(2):
        row = []
        for share, chord in chords:
            for q, weight in ((chord.low, chord.weight), (chord.high, 1 - chord.weight)):
                mass = Fraction(q) if x == 0 else 1 - Fraction(q)
                row.append(Fraction(share) * Fraction(max(weight, NONE)) * mass)
        table.append([entry / sum(row) if sum(row) else Fraction(1, len(row)) for entry in row])
    told = [[num(entry) for entry in row] for row in table]
    seen, costs, gains = output(law, rows), information(law, told), ZERO
    for t, share_of_t in enumerate(output(law, told)):
        if share_of_t != ZERO:
            posterior = [p * line[t] / share_of_t for p, line in zip(law, told, strict=True)]
            gains = gains + share_of_t * kl(output(posterior, rows), seen)
    if less(rate, costs) is False:
        return gains
    return gains * least(ONE, rate / costs) if costs.lo > 0 else ZERO


def bounded(
    law: Law, rows: Channel, rate: Num, price: Decimal, found: tuple[Decimal, Chord]
) -> Num:
    """β r and what the line is at P, and how far g may lie above the line."""
    beta, seen, (_, chord) = num(Fraction(price)), output(law, rows), found
    masses, table = [middle(p) for p in law], [[middle(w) for w in row] for row in rows]
    ends = [gained(masses, table, q)[1] - price * gained(masses, table, q)[0]
            for q in (chord.low, chord.high)]
    wide = chord.high - chord.low
    slope = Fraction((ends[1] - ends[0]) / wide if wide > 0 else NONE)
    height = Fraction(ends[0]) - slope * Fraction(chord.low)

    def parts(q: Fraction) -> tuple[Num, Num]:
        place = [num(q), num(1 - q)]
        return kl(output(place, rows), seen), kl(place, law)

    def above(a: Fraction, b: Fraction) -> Num:
        line = [num(height + slope * end) for end in (a, b)]
        left, right = parts(a), parts(b)
        inside = [left[1], right[1]]
        if less(law[0], num(a)) is not True and less(num(b), law[0]) is not True:
            inside = [ZERO]
        plain = largest(left[0], right[0]) - beta * least(*inside) - least(*line)
        if a == 0 or b == 1:
            return plain
        centre, q = (a + b) / 2, span(a, b)
        gain, cost = parts(centre)
        steep = total((w - v) * log((q * w + (ONE - q) * v) / s)
                      for w, v, s in zip(rows[0], rows[1], seen, strict=True)
                      if positive(w) or positive(v))
        steep = steep - beta * log(q * law[1] / ((ONE - q) * law[0])) - num(slope)
        room = magnitude(steep) * num((b - a) / 2)
        return least(plain, gain - beta * cost - num(height + slope * centre) + room)

    order = itertools.count()
    first = above(Fraction(0), Fraction(1)).hi
    waiting = [(-first, next(order), Fraction(0), Fraction(1))]
    for _ in range(MOST_CELLS):
        if -waiting[0][0] <= Fraction(1, 1 << 32):
            break
        _, _, a, b = heapq.heappop(waiting)
        centre = (a + b) / 2
        for half in ((a, centre), (centre, b)):
            heapq.heappush(waiting, (-above(*half).hi, next(order), *half))
    most = num(max(-entry[0] for entry in waiting))
    return beta * rate + num(height) + num(slope) * law[0] + most


# --- proposals ------------------------------------------------------------------------------------


def gained(law: Row, rows: Sequence[Row], q: Decimal) -> tuple[Decimal, Decimal]:
    """D(q‖P) and D(qW‖PW)."""
    def divergence(one: Row, other: Row) -> Decimal:
        return sum((a * (a / b).ln() for a, b in zip(one, other, strict=True) if a > 0), NONE)

    def seen(p: Row) -> Row:
        return [p[0] * w + p[1] * v for w, v in zip(rows[0], rows[1], strict=True)]

    place = [q, ALL - q]
    return divergence(place, law), divergence(seen(place), seen(law))


def proposed(
    prior: Law, channel: Channel, rate: Num
) -> tuple[Decimal, list[tuple[Decimal, Chord]]]:
    """A price, and the best chords on both sides of the rate, with shares that meet it."""
    law, rows = [middle(p) for p in prior], [[middle(w) for w in row] for row in channel]
    sought, place = middle(rate), law[0]
    step = ALL / GRID
    points = sorted({*(k * step for k in range(GRID)), ALL, place})
    left, right = NONE, ALL
    pair: list[Chord] = []
    for _ in range(CLOSER):
        known = [(q, *gained(law, rows, q)) for q in points]
        left, right = NONE, ALL
        for _ in range(HALVINGS):
            price = (left + right) / 2
            cost = best(known, place, price).cost
            left, right = (price, right) if cost > sought else (left, price)
        pair = [best(known, place, left), best(known, place, right)]
        step /= 8
        points = sorted({place, *(
            min(max(end + k * step, NONE), ALL) for chord in pair
            for end in (chord.low, chord.high) for k in range(-10, 11))})
    wide, narrow = pair
    room = wide.cost - narrow.cost
    share = min(max((sought - narrow.cost) / room, NONE), ALL) if room > 0 else ALL
    return right, [(share, wide), (ALL - share, narrow)] if share > 0 else [(ALL, narrow)]


def best(known: Sequence[tuple[Decimal, Decimal, Decimal]], place: Decimal, price: Decimal
         ) -> Chord:
    """The two points, on both sides of P, whose chord of g is highest at P."""
    heights = [(q, gain - price * cost, cost, gain) for q, cost, gain in known]
    found, most = None, NONE
    for one in heights:
        for two in heights:
            if not one[0] <= place <= two[0]:
                continue
            weight = ALL if one[0] == two[0] else (two[0] - place) / (two[0] - one[0])
            height = weight * one[1] + (ALL - weight) * two[1]
            if found is None or height > most:
                found, most = (weight, one, two), height
    assert found is not None
    weight, one, two = found
    cost, gain = (weight * one[k] + (ALL - weight) * two[k] for k in (2, 3))
    return Chord(one[0], two[0], weight, cost, gain)
