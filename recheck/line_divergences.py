"""Divergences of laws on the real line by cells, in enclosures.

An f-divergence ∫ q f(p/q) of a convex f lies above that of the cells' masses (Jensen) and, where
the ratio of the densities lies in [r, s], below the chord of f between r and s. Tails beyond the
cells are bounded by pairs of parts: right of both means the logarithm of p_i^α q_j^(1−α) is a
polynomial whose factor of x² isn't positive, so it lies below its tangent; of logistic laws its
constant varies a little. A Student density falls like a power there.
"""

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from recheck import quantities
from recheck.bounded import ends_of, is_bounded, there
from recheck.densities import (
    Mixture,
    between,
    law_information,
    law_kl,
    mixture,
    quantised,
    renyi_of_gaussians,
)
from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.evaluation import Law, meaning
from recheck.events import Part, Student
from recheck.log_densities import (
    Line,
    Polynomial,
    far,
    length_of,
    rates,
    rest,
    slopes_apart,
)
from recheck.noised import bared
from recheck.reals import (
    HALF,
    INF,
    ONE,
    TWO,
    ZERO,
    End,
    Num,
    endless,
    exp,
    largest,
    least,
    less,
    log,
    magnitude,
    not_negative,
    num,
    power,
    span,
    sqrt,
    total,
)
from recheck.stairs import has_steps, stepped, uneven
from recheck.students import most_of_students

# A convex function of the ratio.
Generator: TypeAlias = Callable[[Num], Num]
# At how many widths from each mean cells end.
MOST_CELLS = 160
# And how much farther from that of a Student law.
FAR_STEPS = [Fraction(40) * Fraction(3, 2) ** k for k in range(1, 90)]
STEPS = [Fraction(k, 8) for k in range(64)] + [Fraction(8 + 2 * k) for k in range(17)]


# --- densities ------------------------------------------------------------------------------------


def plain(*laws: Mixture) -> None:
    """Refuse sums of two densities other than of Laplace laws; laws of steps have cells of their
    own."""
    if any(isinstance(part[1], tuple) and part[1][0] != "laplaces"
           for found in laws for part in found):
        refuse(Unsupported, "a divergence of laws with noise")


def escapes(p: Mixture, q: Mixture) -> bool:
    """Whether the first law has mass where the other has none."""
    if not all(map(is_bounded, q)):
        return False
    if not all(map(is_bounded, p)):
        return True
    points = places(p, q)
    return any(there(p, cell) and not there(q, cell) for cell in itertools.pairwise(points))


def at(coefficients: Polynomial, x: Num) -> Line:
    """Its value and slope."""
    a, b, c = coefficients
    return a + x * (b + x * c), b + TWO * c * x


def combined(x: Num, one: Polynomial, y: Num, two: Polynomial) -> Polynomial:
    """x times one plus y times two."""
    return x * one[0] + y * two[0], x * one[1] + y * two[1], x * one[2] + y * two[2]


def is_right(part: Part, cell: tuple[End, End]) -> bool:
    """Whether a cell lies right of a mean, and not left of it."""
    if less(num(cell[0]), part[2]) is False:
        return True
    if less(part[2], num(cell[1])) is False:
        return False
    raise Unknown("a mean inside a cell")


def ratio_of(one: Part, two: Part, cell: tuple[End, End]) -> Num:
    """two/one on a finite cell, both weighted densities."""
    sides = is_right(two, cell), is_right(one, cell)
    gaps = combined(ONE, rates(two, sides[0]), -ONE, rates(one, sides[1]))
    places = [num(end) for end in cell]
    lines = [at(gaps, x) for x in places]
    low, high = (line[0] + rest(two, x, sides[0])[0] - rest(one, x, sides[1])[0]
                 for line, x in zip(lines, places, strict=True))
    (_, before), (_, after) = lines
    slope = span(min(before.lo, after.lo), max(before.hi, after.hi)) + slopes_apart(
        two, one, cell, sides)
    if slope.sign not in (1, -1):
        # The value is off by no more than a half of this.
        steep = magnitude(slope).hi
        room = num(steep * (cell[1] - cell[0]) / 2)
        high, low = largest(low, high) + room, least(low, high) - room
    return exp(span(min(low.lo, high.lo), max(low.hi, high.hi)))


def ratios(p: Mixture, q: Mixture, cell: tuple[End, End]) -> tuple[Fraction, Fraction]:
    """Between which numbers p/q = Σ_i 1/Σ_j (q_j/p_i) lies on a cell."""
    p, q = there(p, cell), there(q, cell)
    if not p:
        return Fraction(0), Fraction(0)
    found = total(ONE / total(ratio_of(one, two, cell) for two in q) for one in p)
    if endless(found.hi):
        # An end, and no value: as a number it would make ∞/∞ of what has one.
        raise Unknown("a ratio of densities that isn't bounded")
    return found.lo, found.hi


def mass(found: Mixture, low: End, high: End) -> Num:
    """The mass of a cell, by the smaller tails, which keep their digits."""
    def one(part: Part) -> Num:
        own: Mixture = [part]
        if less(part[2], num(low)):
            return between(mirrored(own), -high, -low)
        return between(own, low, high)

    return not_negative(total(map(one, found)))


def places(p: Mixture, q: Mixture, steps: Sequence[Fraction] = STEPS) -> list[Fraction]:
    """Ends of cells, of few digits, at so many widths from the means, and at the means too."""
    found, distant = set[Fraction](), set[Fraction]()
    # Of other laws the ratios have too many digits there.
    heavy = all(isinstance(part[1], Student) for part in (*p, *q))
    for part in (*p, *q):
        if not part[2].exact:
            refuse(Unsupported, "a mean that isn't rational")
        scale = (sqrt(part[3]) if part[1] == "gaussian" else part[3]).lo
        grain = Fraction(2) ** (scale.numerator.bit_length() - scale.denominator.bit_length() - 6)
        width = grain * (scale // grain)
        found.update(part[2].lo + side * step * width for step in steps for side in (-1, 1))
        if isinstance(part[1], tuple) and part[1][1].lo < scale:
            # Where the smaller of two scales counts.
            fine = Fraction(2) ** (part[1][1].lo.numerator.bit_length()
                                   - part[1][1].lo.denominator.bit_length())
            found.update(part[2].lo + side * step * fine for step in steps for side in (-1, 1))
        if heavy:
            distant.update(part[2].lo + side * (step * width // grain) * grain
                           for step in FAR_STEPS for side in (-1, 1))
    # What is left is enough, and costs as little; the ends stay.
    ordered = sorted(found)
    kept = {*ordered[:: 1 + len(ordered) // MOST_CELLS], ordered[-1]}
    uniform = [ends_of(part)[1] for part in (*p, *q) if is_bounded(part)]
    if not all(end.exact for end in uniform):
        refuse(Unsupported, "an end that isn't rational")
    return sorted(kept.union(distant, (part[2].lo for part in (*p, *q)),
                             (Fraction(end.lo) for end in uniform)))


# --- tails ----------------------------------------------------------------------------------------


def mirrored(found: Mixture) -> Mixture:
    """The law of −X."""
    return [(part[0], part[1], -(ends_of(part)[1] if is_bounded(part) else part[2]), part[3])
            for part in found]


def tail_power(p: Mixture, q: Mixture, order: Num, end: Fraction) -> Num:
    """No less than ∫ p^α q^(1−α) right of the end, for α > 1: Σ_i k^(α−1) ∫ p_i^α q_j^(1−α)."""
    def of_part(one: Part) -> Num:
        bounds = []
        if is_bounded(one):
            return ZERO
        for two in q:
            if is_bounded(two):
                continue
            length = length_of(one, two, end)
            (own, k), (other, j) = (far(part, num(end), length) for part in (one, two))
            mixed, fall = combined(order, own, ONE - order, other), order * k + (ONE - order) * j
            value, slope = at(mixed, num(end))
            # The logarithm is no more than (x − end)/length.
            steep = slope + largest(ZERO, -fall) / length
            if mixed[2].hi <= 0 and steep.sign == -1:
                bounds.append(exp(value) / -steep)
            elif mixed[1] == mixed[2] == ZERO and less(ONE, fall):
                bounds.append(exp(value) * length / (fall - ONE))
        return least(*bounds) if bounds else refuse(Unsupported, "a tail that isn't bounded")

    return power(num(len(p)), order - ONE) * total(map(of_part, p))


def tail_ratio(p: Mixture, q: Mixture, end: Fraction) -> Num:
    """No less than p/q right of the end: each part of p by one of q that it falls against."""
    def of_part(one: Part) -> Num:
        bounds = []
        if is_bounded(one):
            return ZERO
        for two in q:
            if is_bounded(two):
                continue
            length = length_of(one, two, end)
            (own, k), (other, j) = (far(part, num(end), length) for part in (one, two))
            gaps = combined(ONE, own, -ONE, other)
            value, slope = at(gaps, num(end))
            if gaps[2].hi <= 0 and (slope + largest(ZERO, j - k) / length).hi <= 0:
                bounds.append(exp(value))
        return least(*bounds) if bounds else refuse(
            Unsupported, "a ratio of tails that isn't bounded")

    return total(map(of_part, p))


def both_tails(
    bound: Callable[[Mixture, Mixture, Fraction], Num], p: Mixture, q: Mixture,
    ends: tuple[Fraction, Fraction],
) -> tuple[Num, Num]:
    """A bound of the left and of the right tail."""
    return bound(mirrored(p), mirrored(q), -ends[0]), bound(p, q, ends[1])


# --- by cells -------------------------------------------------------------------------------------


def by_cells(
    p: Mixture, q: Mixture, f: Generator, tails: Callable[[tuple[Fraction, Fraction]], Num],
    steepest: Num | None = None,
) -> Num:
    """∫ q f(p/q) for a convex f; `tails` bounds from above what is beyond two ends. Where q has no
    mass it counts as the steepest slope of f times the mass of p."""
    points = places(p, q)
    low, high = [], []
    for cell in itertools.pairwise([-INF, *points, INF]):
        first, second = (mass(found, *cell) for found in (p, q))
        here, other = there(p, cell), there(q, cell)
        if here and not other:
            lost = first * steepest if steepest is not None else refuse(
                Unsupported, "mass where the other law has none")
            low.append(lost)
            high.append(lost if cell[0] != -INF and cell[1] != INF else ZERO)
            continue
        if not here:
            low.append(second * f(ZERO))
        elif second.lo > 0 and first.lo > 0:
            low.append(second * f(first / second))
        else:
            # Hardly any mass: q f(p/q) ≥ f(1) q + f'(1) (p − q), all but nothing.
            low.append(tangent_at_one(f, first, second))
        if cell[0] == -INF or cell[1] == INF:
            continue
        r, s = ratios(p, q, cell)
        at_r, at_s = f(num(r)), f(num(s))
        slope = (at_s - at_r) / num(s - r) if s > r else ZERO
        high.append(second * at_r + slope * (first - num(r) * second))
    most = total(high) + tails((points[0], points[-1]))
    return span(total(low).lo, most.hi)


def tangent_at_one(f: Generator, first: Num, second: Num) -> Num:
    """No more than q f(p/q) by the slopes of f on both sides of 1."""
    step = Fraction(1, 1 << 20)
    at_one = f(ONE)
    slopes = [(f(num(1 + side * step)) - at_one) / num(side * step) for side in (-1, 1)]
    slope = span(slopes[0].lo, slopes[1].hi)
    return at_one * second + slope * (first - second)


def power_integral(p: Mixture, q: Mixture, order: Num) -> Num:
    """∫ p^α q^(1−α) for a finite α > 0 other than 1."""
    plain(p, q)
    if less(ONE, order) and escapes(p, q):
        return num(INF)
    if less(order, ONE):
        return -by_cells(p, q, lambda r: -power(r, order), lambda _: ZERO, ZERO)
    if not less(ONE, order):
        return refuse(Unknown, "an order that may be 1")

    def tails(ends: tuple[Fraction, Fraction]) -> Num:
        left, right = both_tails(lambda *side: tail_power(side[0], side[1], order, side[2]),
                                 p, q, ends)
        return left + right

    return by_cells(p, q, lambda r: power(r, order), tails)


def most_ratio(p: Mixture, q: Mixture) -> Num:
    """The largest p/q."""
    plain(p, q)
    if escapes(p, q):
        return num(INF)
    points = places(p, q)
    cells = [cell for cell in itertools.pairwise(points) if there(p, cell)]
    inside = [ratios(p, q, cell)[1] for cell in cells]
    tails = both_tails(tail_ratio, p, q, (points[0], points[-1]))
    reached = [
        (mass(p, *cell) / mass(q, *cell)).lo
        for cell in itertools.pairwise([-INF, *points, INF])
        if mass(q, *cell).lo > 0
    ]
    # A cell's ratio is continuous up to its ends.
    met = [ratio_at(p, q, cell, end) for cell in cells for end in cell]
    return span(max(Fraction(1), *reached, *met), max(*inside, *(tail.hi for tail in tails)))


def ratio_at(p: Mixture, q: Mixture, cell: tuple[End, End], end: End) -> Fraction:
    """No more than p/q near an end of a cell, inside."""
    def log_of(part: Part) -> Num:
        right = is_right(part, cell)
        return at(rates(part, right), num(end))[0] + rest(part, num(end), right)[0]

    found = [there(law, cell) for law in (p, q)]
    logs = [[log_of(part) for part in law] for law in found]
    # Relative to one of q, as far out both are tiny.
    lead = max(logs[1], key=lambda x: x.lo)
    one, two = (total(exp(x - lead) for x in side) for side in logs)
    return Fraction((one / two).lo)


# --- quantities -----------------------------------------------------------------------------------


@meaning("law_kl")
def law_kl_of(p: Mixture, q: Mixture) -> Num:
    """D(P‖Q); in the tails p ln(p/q) is at most (p^α q^(1−α) − p)/(α − 1), as ln x ≤ x − 1."""
    if has_steps(p, q) and not uneven(p, q):
        return quantities.kl(*stepped(p, q).rows)
    if p == q:
        return ZERO
    if escapes(p, q):
        return num(INF)
    if is_shift_of_logistics(p, q) or (
            len(p) == len(q) == 1 and p[0][1] == q[0][1] and p[0][1] in ("laplace", "gaussian")):
        return law_kl(p, q)
    bare = None if any(
        isinstance(part[1], tuple) and part[1][0] == "laplaces" for part in p) else bared(p, q)
    if bare is not None:
        low = quantities.kl(*quantised([p, q]))
        return span(max(low.lo, Fraction(0)), law_kl_of(*bare).hi)
    plain(p, q)

    def bound(one: Mixture, two: Mixture, end: Fraction) -> Num:
        for order in (TWO, num(Fraction(9, 8))):
            try:
                return tail_power(one, two, order, end) / (order - ONE)
            except Unsupported:
                continue
        return refuse(Unsupported, "a divergence whose tails aren't bounded")

    def tails(ends: tuple[Fraction, Fraction]) -> Num:
        left, right = both_tails(bound, p, q, ends)
        return left + right

    return not_negative(by_cells(p, q, entropic, tails))


def is_shift_of_logistics(p: Mixture, q: Mixture) -> bool:
    """Whether two laws are logistic with one scale."""
    return len(p) == len(q) == 1 and p[0][1] == q[0][1] == "logistic" and p[0][3] == q[0][3]


def entropic(r: Num) -> Num:
    """r ln r."""
    return ZERO if r == ZERO else r * log(r)


@meaning("law_renyi")
def law_renyi(p: Mixture, q: Mixture, order: Num) -> Num:
    """(ln ∫ p^α q^(1−α))/(α − 1), D(P‖Q) at 1 and the largest ln(p/q) at ∞."""
    if order.sign == -1:
        raise Undefined("an order below 0")
    if order.sign is None:
        raise Unknown("an order that may be 0")
    if has_steps(p, q) and not uneven(p, q):
        cells = stepped(p, q)
        if order.infinite and cells.log_ratios is not None:
            return largest(*cells.log_ratios)
        return quantities.renyi(cells.rows[0], cells.rows[1], order)
    if p == q or (order.sign == 0 and not all(map(is_bounded, p))):
        return ZERO
    if order.sign == 0:
        if len(p) > 1:
            return refuse(Unsupported, "the mass around several intervals")
        low, high = (end.lo if end.exact else refuse(Unsupported, "an end that isn't rational")
                     for end in ends_of(p[0]))
        return not_negative(-log(least(between(q, low, high), ONE)))
    if order.infinite:
        if is_shift_of_logistics(p, q):
            return magnitude(p[0][2] - q[0][2]) / p[0][3]
        most = most_of_students(p, q)
        if most is not None:
            return not_negative(most)
        return not_negative(log(most_ratio(p, q)))
    if order == ONE:
        return law_kl_of(p, q)
    if len(p) == len(q) == 1 and p[0][1] == q[0][1] == "gaussian":
        return renyi_of_gaussians(p[0], q[0], order)
    return not_negative(log(power_integral(p, q, order)) / (order - ONE))


@meaning("law_chi_square")
def law_chi_square(p: Mixture, q: Mixture) -> Num:
    """∫ p²/q − 1."""
    return not_negative(exp(law_renyi(p, q, TWO)) - ONE)


@meaning("law_hellinger")
def law_hellinger(p: Mixture, q: Mixture) -> Num:
    """1 − ∫ √(p q)."""
    return not_negative(ONE - exp(-law_renyi(p, q, num(HALF)) / TWO))


def halves(p: Mixture, q: Mixture) -> Mixture:
    """(p + q)/2, from which either ratio is 2 at most."""
    return mixture([num(HALF), num(HALF)], p, q)


def from_middle(p: Mixture, q: Mixture, f: Generator) -> Num:
    """∫ m f(p/m) for m = (p + q)/2 and a convex f, below its chord on [0, 2] in the tails."""
    plain(p, q)
    middle = halves(p, q)
    slope = (f(TWO) - f(ZERO)) / TWO

    def tails(ends: tuple[Fraction, Fraction]) -> Num:
        return total(
            between(middle, *tail) * f(ZERO) + slope * between(p, *tail)
            for tail in ((-INF, ends[0]), (ends[1], INF))
        )

    return by_cells(p, middle, f, tails)


@meaning("law_jensen_shannon")
def law_jensen_shannon(p: Mixture, q: Mixture) -> Num:
    """½ D(P‖M) + ½ D(Q‖M)."""
    if has_steps(p, q) and not uneven(p, q):
        return law_information([num(HALF), num(HALF)], p, q)
    if p == q:
        return ZERO
    return not_negative((from_middle(p, q, entropic) + from_middle(q, p, entropic)) / TWO)


@meaning("law_le_cam")
def law_le_cam(p: Mixture, q: Mixture) -> Num:
    """∫ (p − m)²/m."""
    if has_steps(p, q) and not uneven(p, q):
        return law_chi_square(p, halves(p, q))
    return ZERO if p == q else not_negative(
        from_middle(p, q, lambda r: power(r - ONE, TWO)))


@meaning("law_f_divergence")
def law_f_divergence(p: Mixture, q: Mixture, kinks: Law, weights: Law) -> Num:
    """Σ_j w_j (∫ max(0, p − t_j q) − max(0, 1 − t_j))."""
    if has_steps(p, q) and not uneven(p, q):
        cells = stepped(p, q).rows
        return total(
            weight * (total(largest(ZERO, a - kink * b) for a, b in zip(*cells, strict=True))
                      - largest(ZERO, ONE - kink))
            for kink, weight in zip(kinks, weights, strict=True))
    plain(p, q)

    def gained(kink: Num) -> Num:
        if kink.sign != 1:
            return ZERO if kink.sign is not None else refuse(Unknown, "a kink that may be 0")
        found = by_cells(
            p, q, lambda r: largest(ZERO, r - kink),
            lambda ends: between(p, -INF, ends[0]) + between(p, ends[1], INF), ONE)
        return not_negative(found - largest(ZERO, ONE - kink))

    return ZERO if p == q else total(
        weight * gained(kink) for kink, weight in zip(kinks, weights, strict=True))
