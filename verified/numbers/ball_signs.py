"""Where a difference of densities on the line is positive, in balls.

A density is a sum of terms ± exp(quadratic)·F(linear), where F is 1, erfc, its scaled form
erfcx(z) = e^(z²) erfc(z), (1 + e^(−z))^(−2), (1 + z²)^(−k/2), z, or 1 + ∫ e^(−κt) dt over [0, z].
On an interval the difference is
divided by the largest term's exponential, which leaves its sign as it is and keeps it from varying
in size; its enclosure and that of its slope then tell the sign, or isolate a zero, which Newton's
method narrows.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from flint import arb, ctx

from verified.numbers.balls import Indeterminate
from verified.numbers.limits import check_time

MOST_INTERVALS = 40_000
# From here on the scaled function is evaluated by an asymptotic series, before by a product.
_FAR = 1024

ONE, ERFC, ERFCX, LOGISTIC, POWER = "one", "erfc", "erfcx", "logistic", "power"
LINEAR, RISEN = "linear", "risen"
Polynomial = tuple[arb, arb, arb]
Interval = tuple[arb, arb]


@dataclass(frozen=True)
class Term:
    """sign·exp(c0 + c1 h + c2 h²)·F(z + rate·h), where h is the distance from an origin.

    Attributes:
        growth: where it is given, the term's derivative counts as this number times the term: the
            rest cancels that of another term of the same density.
        power: k, of the factor `POWER`.
        sign: 1, or −1 where the term is taken away.
        bend: κ, of the factor `RISEN`.
    """

    polynomial: Polynomial
    factor: str = ONE
    z: arb | None = None
    rate: arb | None = None
    growth: arb | None = None
    power: int = 0
    sign: int = 1
    bend: arb | None = None


class Density(Protocol):
    """What is asked of a weighted density."""

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high], in the distance from an origin inside."""

    def mass(self, low: arb, high: arb) -> arb:
        """The mass of (low, high)."""


def erfcx(z: arb) -> arb:
    """e^(z²) erfc(z), which falls from ∞ to 0."""
    return _erfcx_and_fall(z)[0]


def erfc(z: arb) -> arb:
    """The complementary error function, which falls from 2 to 0."""
    if z.is_exact():
        return z.erfc()
    return z.lower().erfc().union(z.upper().erfc())


def _erfcx_and_fall(z: arb) -> tuple[arb, arb]:
    """erfcx and minus its derivative on a ball, from the values at the ends: both fall, as erfcx is
    2/√π times the integral of exp(−t² − 2zt) over t ≥ 0."""
    if z.is_exact():
        return _erfcx_and_fall_at(z)
    low, high = (_erfcx_and_fall_at(end) for end in (z.lower(), z.upper()))
    return low[0].union(high[0]), low[1].union(high[1])


def _erfcx_and_fall_at(z: arb) -> tuple[arb, arb]:
    """erfcx and minus its derivative, 2/√π − 2z erfcx(z), at an exact number."""
    square, root = z * z, arb.pi().sqrt()
    if z > _FAR:
        tail = square.hypgeom_u(arb(0.5), arb(0.5)) / root
        return tail, z * square.hypgeom_u(arb(1.5), arb(1.5)) / root
    value = square.exp() * z.erfc()
    return value, 2 / root - 2 * z * value


def _logistic(z: arb) -> arb:
    """1/(1 + e^(−z)), which rises from 0 to 1."""
    return 1 / (1 + (-z).exp())


def risen(z: arb, bend: arb) -> arb:
    """1 + ∫ e^(−κt) dt over [0, z], which rises with z and falls with κ."""
    return _risen_at(z.lower(), bend.upper()).union(_risen_at(z.upper(), bend.lower()))


def _risen_at(z: arb, bend: arb) -> arb:
    return 1 + z if bend == 0 else 1 - (-bend * z).expm1() / bend


def log_spread(z: arb) -> arb:
    """ln(1 + z²), which rises with |z|."""
    size = abs(z)
    low, high = (end * end for end in (size.lower().max(arb(0)), size.upper()))
    return low.log1p().union(high.log1p())


def steepness(z: arb) -> arb:
    """z/(1 + z²), which rises from −1 to 1, where it is −1/2 and 1/2, and falls elsewhere."""
    ends = [end / (1 + end * end) for end in (z.lower(), z.upper())]
    for place in (-1, 1):
        if z.contains(place):
            ends.append(arb(place) / 2)
    return functools.reduce(arb.union, ends)


def _with_slope(term: Term, h: arb) -> tuple[arb, arb]:
    """F and its derivative by h."""
    if term.factor == ONE:
        return arb(1), arb(0)
    assert term.z is not None
    assert term.rate is not None
    z = term.z + term.rate * h
    if term.factor == ERFCX:
        value, fall = _erfcx_and_fall(z)
        return value, -term.rate * fall
    if term.factor == LOGISTIC:
        # At the ends of z: the exponential of a wide ball goes below 0.
        share, rest = (
            _logistic(way * z.lower()).union(_logistic(way * z.upper())) for way in (1, -1))
        return share * share, 2 * term.rate * share * share * rest
    if term.factor == POWER:
        value = (log_spread(z) * term.power / -2).exp()
        return value, -term.power * term.rate * steepness(z) * value
    if term.factor == LINEAR:
        return z, term.rate
    if term.factor == RISEN:
        assert term.bend is not None
        low, high = ((-term.bend * end).exp() for end in (z.lower(), z.upper()))
        return risen(z, term.bend), term.rate * low.union(high)
    return erfc(z), -2 * term.rate * (-z * z).exp() / arb.pi().sqrt()


# A term, and its F with the derivative at the origin.
_Known = tuple[Term, arb, arb]


def _at_origin(terms: Sequence[Term]) -> list[_Known]:
    return [(term, *_with_slope(term, arb(0))) for term in terms]


def _log_size(terms: Sequence[_Known]) -> float:
    """About the logarithm of a density at the origin."""
    base = max((term.polynomial[0].mid() for term, _, _ in terms), key=float)
    size = sum((term.sign * (term.polynomial[0] - base).exp() * factor
                for term, factor, _ in terms), arb(0))
    return float((base + size.log()).mid())


def _turn(term: Term, factor: arb, rise: arb) -> arb:
    """The second derivative of F at the origin."""
    if term.z is None or term.rate is None:
        return arb(0)
    if term.factor == LOGISTIC:
        return term.rate * rise * (2 - 3 * _logistic(term.z))
    if term.factor == POWER:
        square, k = term.z * term.z, term.power
        share = term.rate / (1 + square)
        return factor * k * ((k + 1) * square - 1) * share * share
    if term.factor == LINEAR:
        return arb(0)
    if term.factor == RISEN:
        assert term.bend is not None
        return -term.bend * term.rate * rise
    inner = term.rate * factor if term.factor == ERFCX else arb(0)
    return 2 * term.rate * (inner + (1 if term.factor == ERFCX else -1) * term.z * rise)


def _tilt(terms: Sequence[_Known]) -> Polynomial:
    """About the logarithm of a density, to second order. Any exact numbers are as right."""
    base = max((term.polynomial[0].mid() for term, _, _ in terms), key=float)
    value, slope, bend = arb(0), arb(0), arb(0)
    for term, factor, rise in terms:
        c0, c1, c2 = term.polynomial
        turn = _turn(term, factor, rise)
        size = term.sign * (c0 - base).exp()
        value += size * factor
        slope += size * (c1 * factor + rise)
        bend += size * ((c1 * c1 + 2 * c2) * factor + 2 * c1 * rise + turn)
    first = slope / value
    found = base + value.log(), first, (bend / value - first * first) / 2
    return tuple(x.mid() if x.is_finite() else arb(0) for x in found)  # type: ignore[return-value]


@dataclass(frozen=True)
class _View:
    """A difference of densities on an interval, divided by a positive function.

    Attributes:
        value: its enclosure on the interval.
        slope: of its derivative.
        middle: its value at the middle.
        most: no less than the undivided difference.
    """

    value: arb
    slope: arb
    middle: arb
    most: arb


def difference_at(
    p: Sequence[Density], q: Sequence[Density], x: arb, around: Interval | None = None
) -> arb:
    """p − q at one point; as a limit from inside of an interval `around` it, if one is given."""
    total = arb(0)
    for sign, terms in _terms(p, q, *(around or (x, x)), x):
        for term in terms:
            total += sign * term.sign * term.polynomial[0].exp() * _with_slope(term, arb(0))[0]
    return total


def _terms(
    p: Sequence[Density], q: Sequence[Density], low: arb, high: arb, origin: arb
) -> list[tuple[int, list[Term]]]:
    return [
        (sign, curve.terms(low, high, origin))
        for sign, curves in ((1, p), (-1, q))
        for curve in curves
    ]


class Positive:
    """The intervals on which p − q is certainly positive, and what the others may add."""

    def __init__(
        self, p: Sequence[Density], q: Sequence[Density],
        sign: Callable[[arb, arb], int] | None = None,
    ) -> None:
        """`sign` may tell the sign of p − q on an interval, where the difference itself doesn't: 1,
        −1, or 0 where it isn't known."""
        self.p, self.q, self.sign = p, q, sign
        self.inside: list[Interval] = []
        self.unsure = arb(0)
        self.steps = 0

    def intervals(self) -> list[Interval]:
        """Where p − q is certainly positive, from left to right."""
        return _joined(self.inside)

    def total(self) -> arb:
        """∫ max(0, p − q) over all that was added."""
        result = self.unsure
        for low, high in self.intervals():
            result += sum((curve.mass(low, high) for curve in self.p), arb(0))
            result -= sum((curve.mass(low, high) for curve in self.q), arb(0))
        return result

    def add_thin(self, low: arb, high: arb) -> None:
        """An interval that may hold kinks, of which nothing is found out."""
        most = sum((curve.mass(low, high) for curve in self.p), arb(0))
        self.unsure += arb(0).union(most.upper().max(arb(0)))

    def add(self, low: arb, high: arb) -> None:
        """An interval with exact ends and no kinks inside.

        Raises:
            Indeterminate: more than `MOST_INTERVALS` intervals were looked at.
        """
        waiting = [(low, high)]
        tolerance = arb(2) ** (8 - ctx.prec)
        while waiting:
            check_time()
            low, high = waiting.pop()
            self.steps += 1
            if self.steps > MOST_INTERVALS:
                raise Indeterminate("too many sign changes at this precision")
            middle = ((low + high) / 2).mid()
            view = self._view(low, high, middle)
            if view.value < 0:
                continue
            if view.value > 0:
                self.inside.append((low, high))
                continue
            told = 0 if self.sign is None else self.sign(low, high)
            if told:
                if told > 0:
                    self.inside.append((low, high))
                continue
            if view.most * (high - low) <= tolerance or not low < middle < high:
                self.unsure += arb(0).union((view.most * (high - low)).upper())
                continue
            if not view.slope.contains(0):
                # At the end of a uniform law's interval it counts what the density is inside.
                left, right = (_sign(difference_at(self.p, self.q, end, (low, high)))
                               for end in (low, high))
                if left == right != 0:
                    if left > 0:
                        self.inside.append((low, high))
                    continue
                if left and right:
                    # It rises or falls throughout, and crosses 0 once.
                    root = middle - view.middle / view.slope
                    start, stop = low.max(root.lower()), high.min(root.upper())
                    if start < stop and 2 * (stop - start) < high - low:
                        side = (low, start) if left > 0 else (stop, high)
                        if side[0] < side[1]:
                            self.inside.append(side)
                        waiting.append((start, stop))
                        continue
            waiting.append((middle, high))
            waiting.append((low, middle))

    def _view(self, low: arb, high: arb, middle: arb) -> _View:
        table = [
            (sign, _at_origin(terms))
            for sign, terms in _terms(self.p, self.q, low, high, middle)
            if terms
        ]
        if not table:
            # Outside of both supports.
            return _View(arb(0), arb(0), arb(0), arb(0))
        tilt = _tilt(max((terms for _, terms in table), key=_log_size))
        reach = (low - middle).union(high - middle)
        value, slope, centre = arb(0), arb(0), arb(0)
        for sign, known in ((sign, known) for sign, terms in table for known in terms):
            term, factor_there, _ = known
            c0, c1, c2 = (a - b for a, b in zip(term.polynomial, tilt, strict=True))
            factor, rise = _with_slope(term, reach)
            size = sign * term.sign * _value((c0, c1, c2), reach).exp()
            value += size * factor
            if term.growth is None:
                slope += size * ((c1 + 2 * c2 * reach) * factor + rise)
            else:
                slope += size * factor * (term.growth - tilt[1] - 2 * tilt[2] * reach)
            centre += sign * term.sign * c0.exp() * factor_there
        other = centre + slope * reach
        most = (abs(value) * _value(tilt, reach).exp()).upper()
        if not other.is_finite():
            return _View(value, slope, centre, most)
        try:
            value = value.intersection(other)
        except ValueError:
            raise Indeterminate("two enclosures without a common point") from None
        return _View(value, slope, centre, most)


def _sign(x: arb) -> int:
    return 1 if x > 0 else -1 if x < 0 else 0


def _value(row: Polynomial, x: arb) -> arb:
    c0, c1, c2 = row
    return (c2 * x + c1) * x + c0


def _joined(intervals: Sequence[Interval]) -> list[Interval]:
    """Intervals from left to right, with those put together that meet."""
    found: list[Interval] = []
    for low, high in sorted(intervals, key=functools.cmp_to_key(by_start)):
        if found and found[-1][1] == low:
            found[-1] = found[-1][0], high
        else:
            found.append((low, high))
    return found


def by_start(one: Interval, two: Interval) -> int:
    """The order of intervals by their lower ends, which are exact: −1, 0 or 1."""
    return -1 if one[0] < two[0] else int(bool(one[0] > two[0]))
