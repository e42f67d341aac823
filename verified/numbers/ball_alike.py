"""Densities of sums of two independent numbers whose laws are of one kind, in balls: two Laplace
laws, or two uniform ones.

With the scales a ≥ b, u ≥ 0 from the middle, z = u/a and κ = a/b − 1 the density of a sum of two
Laplace numbers is (a e^(−u/a) − b e^(−u/b))/(2(a² − b²)), which is e^(−z) F(z)/(2(a + b)) with
F(z) = 1 + G(z) and G(z) = ∫ e^(−κt) dt over [0, z]: so written it holds for equal scales too, where
G(z) = z, and doesn't cancel where they are close. The mass above is e^(−z) (1 + b G(z)/(a + b))/2,
and minus the slope of the density e^(−z) G(z)/(2b(a + b)).

The density of a sum of two uniform numbers, of the lengths l ≤ L, rises linearly over l, is 1/L
over L − l, and falls linearly over l.
"""

from __future__ import annotations

from flint import acb, arb, ctx

from verified.numbers.ball_shapes import LogDensity, Tail
from verified.numbers.ball_signs import LINEAR, RISEN, Term, risen
from verified.numbers.ball_sums import Sum
from verified.numbers.balls import ZERO, Indeterminate, Scalar, less_equal, maximum, minimum
from verified.numbers.line import Part


class LaplaceSum(Sum):
    """A weighted density of the sum of two Laplace numbers, of scales in this order."""

    def __init__(self, weight: arb, location: arb, scale: arb, less: arb, *, equal: bool) -> None:
        """`equal` where the two scales are certainly the same, as no balls tell."""
        self.weight, self.location, self.scale, self.less = weight, location, scale, less
        self.equal = equal
        self.bend = arb(0) if equal else scale / less - 1

    def reflected(self) -> LaplaceSum:
        """The density of −X."""
        other = object.__new__(LaplaceSum)
        other.__dict__.update(self.__dict__, location=-self.location)
        return other

    def reach(self) -> arb:
        """How far from its middle a tail is below the precision: F(z) is no more than 1 + z, which
        is below e^20 there."""
        return self.scale * (arb(ctx.prec) * arb(2).log() + 20)

    def at(self, u: arb) -> arb:
        """The density at a distance from the middle."""
        z = u / self.scale
        return self.weight * (-z).exp() * risen(z, self.bend) / (2 * (self.scale + self.less))

    def slope(self, u: arb) -> arb:
        """Minus its derivative."""
        z = u / self.scale
        gained = risen(z, self.bend) - 1
        return self.weight * (-z).exp() * gained / (2 * self.less * (self.scale + self.less))

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞), which falls."""
        u = x - self.location
        if u >= 0:
            return self._beyond(u)
        if u <= 0:
            return self.weight - self._beyond(-u)
        # Of a ball around 0.
        return (self.weight - self._beyond(-u.lower())).union(self._beyond(u.upper()))

    def _beyond(self, u: arb) -> arb:
        z = u / self.scale
        more = self.less * (risen(z, self.bend) - 1) / (self.scale + self.less)
        return self.weight * (-z).exp() * (1 + more) / 2

    def mass(self, low: arb, high: arb) -> arb:
        """The mass of (low, high)."""
        if high <= self.location:
            turned = self.reflected()
            return turned.upper_tail(-high) - turned.upper_tail(-low)
        return self.upper_tail(low) - self.upper_tail(high)

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high], in the distance from an origin inside.

        Raises:
            Indeterminate: the middle may lie inside.
        """
        if not (low >= self.location or high <= self.location):
            raise Indeterminate("a kink inside a segment")
        way = 1 if low >= self.location else -1
        z, rate = way * (origin - self.location) / self.scale, way / self.scale
        start = (self.weight / (2 * (self.scale + self.less))).log()
        return [Term((start - z, -rate, arb(0)), RISEN, z, rate, bend=self.bend)]

    def _far(self, end: arb, length: arb) -> Tail:
        """Between F at the end and its limit 1 + 1/κ; of equal scales F(z + h/a) is (1 + z) times
        1 + h/(a + u), and between 1 + h/(a + u) and 1 + h/length there is a factor between 1 and
        length/(a + u)."""
        u = end - self.location
        z = u / self.scale
        start = (self.weight / (2 * (self.scale + self.less))).log() - z
        slope = -1 / self.scale
        if self.equal:
            moved = arb(0).union((length / (self.scale + u)).log())
            return Tail(start + (1 + z).log() + moved, slope, arb(0), -1)
        least = risen(z, self.bend).log()
        if not self.bend > 0:
            # Scales that may be equal.
            return Tail(start + least, slope, arb(0), is_bound=True)
        return Tail(start + least.union((1 + 1 / self.bend).log()), slope, arb(0))


class Trapezoid(Sum):
    """A weighted density of the sum of two uniform numbers, the first of them the longer."""

    def __init__(self, weight: arb, low: arb, length: arb, less: arb) -> None:
        self.weight, self.low, self.length, self.less = weight, low, length, less
        self.scale, self.location = less, low + (length + less) / 2

    @property
    def kinks(self) -> tuple[arb, ...]:
        """The ends, and those of the middle piece."""
        end = self.low + self.length + self.less
        return self.low, self.low + self.less, self.low + self.length, end

    @property
    def support(self) -> tuple[arb, arb]:
        """Between which ends there is any mass."""
        return self.low, self.low + self.length + self.less

    def reflected(self) -> Trapezoid:
        """The density of −X."""
        return Trapezoid(self.weight, -self.support[1], self.length, self.less)

    def reach(self) -> arb:
        """There is no tail."""
        return (self.length + self.less) / 2

    def at(self, u: arb) -> arb:
        """The density at a distance from the middle: linear between the kinks."""
        left = (self.reach() - u).max(arb(0)).min(self.less)
        return self.weight * left / (self.length * self.less)

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        return self.weight * arb(trapezoid_above(x, *self.support, self.less))

    def mass(self, low: arb, high: arb) -> arb:
        """The mass of (low, high)."""
        return self.upper_tail(low) - self.upper_tail(high)

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high]; none outside of the support.

        Raises:
            Indeterminate: a kink may lie inside.
        """
        first, inner, outer, last = self.kinks
        if low >= last or high <= first:
            return []
        start = (self.weight / (self.length * self.less)).log()
        if low >= first and high <= inner:
            return [Term((start, arb(0), arb(0)), LINEAR, origin - first, arb(1))]
        if low >= outer and high <= last:
            return [Term((start, arb(0), arb(0)), LINEAR, last - origin, arb(-1))]
        if low >= inner and high <= outer:
            return [Term((start + self.less.log(), arb(0), arb(0)))]
        raise Indeterminate("a kink inside a segment")

    def log_density(self, low: arb, high: arb, origin: arb) -> LogDensity | None:
        """The log-density on [low, high], in the distance from an origin; None where there is no
        mass."""
        terms = self.terms(low, high, origin)
        if not terms:
            return None
        (term,) = terms
        start, z, rate = term.polynomial[0], term.z, term.rate
        if z is None:
            return lambda _, __: acb(start)
        assert rate is not None
        return lambda h, analytic: start + (z + rate * h).log(analytic=analytic)


def trapezoid_above(x: Scalar, low: Scalar, high: Scalar, less: Scalar) -> Scalar:
    """The share of a trapezoid between two ends, rising over `less` and falling over as much, that
    lies above a number: exact for rational ones.

    Above x it is ½ r²/(L l) in the last piece, r the distance to the end; in the middle (r −
    l/2)/L; else what isn't below. It falls, so that the ends of a ball suffice.
    """
    if isinstance(x, arb) and not x.is_exact():
        ends = (trapezoid_above(end, low, high, less) for end in (x.lower(), x.upper()))
        return arb(next(ends)).union(arb(next(ends)))
    length = high - low - less

    def beyond(rest: Scalar) -> Scalar:
        # For rest ≤ (L + l)/2, as r − l/2 = ½ (r² − (r − l)²)/l.
        near = _clipped(rest, less)
        return near * near / (2 * length * less) + (_clipped(rest, length) - _clipped(
            rest, less)) / length

    above, below = high - x, x - low
    if less_equal(above, below) is True:
        return beyond(above)
    if less_equal(below, above) is True:
        return 1 - beyond(below)
    # One of the two holds.
    return arb(beyond(above)).union(arb(1 - beyond(below)))


def _clipped(x: Scalar, most: Scalar) -> Scalar:
    """A number moved into [0, most]."""
    return minimum(maximum(x, ZERO), most)


def trapezoid_density(part: Part, x: Scalar) -> Scalar:
    """A weighted trapezoid's density at a number, exact for rational ones."""
    end = part.location + part.spread + part.noise
    left, right = (_clipped(away, part.noise) for away in (x - part.location, end - x))
    return part.weight * minimum(left, right) / (part.spread * part.noise)
