"""What densities of sums of two independent numbers on the real line share, in balls: logarithms
at complex numbers, and tails.

The densities here are log-concave (Gaussian, Laplace and uniform ones are, and sums keep it:
Prékopa 1973), and symmetric around a middle, so that they fall with the distance from there.
"""

from __future__ import annotations

from flint import acb, arb

from verified.numbers.ball_shapes import LogDensity, Moments, Tail
from verified.numbers.ball_signs import ERFC, ERFCX, ONE, Term
from verified.numbers.balls import Indeterminate

# From here on the scaled error function is one of Tricomi's, whose series serves; on wide balls the
# product loses it.
_FAR = 8


def _factor(term: Term, h: acb) -> acb:
    """F of a term at a complex distance from the origin."""
    if term.factor == ONE:
        return acb(1)
    assert term.z is not None
    assert term.rate is not None
    z = term.z + term.rate * h
    if term.factor == ERFC:
        return z.erfc()
    assert term.factor == ERFCX
    square = z * z
    if z.real > _FAR:
        return square.hypgeom_u(acb(0.5), acb(0.5)) / arb.pi().sqrt()
    return square.exp() * z.erfc()


class Sum:
    """A weighted density that is log-concave and symmetric around its location."""

    weight: arb
    location: arb

    @property
    def kinks(self) -> tuple[arb, ...]:
        """Where the density isn't smooth, or its terms change their form: the middle."""
        return (self.location,)

    @property
    def peak(self) -> arb:
        """The largest value."""
        return self.at(arb(0))

    def at(self, u: arb) -> arb:
        """The density at a distance u ≥ 0 from the middle, which falls."""
        raise NotImplementedError

    def slope(self, u: arb) -> arb:
        """Minus its derivative there."""
        raise NotImplementedError

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        raise NotImplementedError

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high], in the distance h from an origin inside."""
        raise NotImplementedError

    def least_log(self, end: arb) -> Tail:
        """A polynomial that the log-density right of an end, which lies beyond all kinks, isn't
        below."""
        raise NotImplementedError

    def log_density(self, low: arb, high: arb, origin: arb) -> LogDensity:
        """The log-density on [low, high], in the distance from an origin."""
        terms = self.terms(low, high, origin)
        b0, b1, b2 = max((term.polynomial for term in terms), key=lambda row: float(row[0].mid()))

        def value(h: acb, analytic: bool) -> acb:
            base = (b2 * h + b1) * h + b0
            total = acb(0)
            for term in terms:
                c0, c1, c2 = term.polynomial
                size = ((c2 - b2) * h + (c1 - b1)) * h + (c0 - b0)
                total += term.sign * size.exp() * _factor(term, h)
            return base + total.log(analytic=analytic)

        return value

    def log_around(self, x: arb) -> arb:
        """The log-density on a ball that may hold a kink: it falls with the distance from the
        middle."""
        u = abs(x - self.location)
        ends = (u.lower().max(arb(0)), u.upper())
        low, high = (self.at(end).log() for end in ends)
        return low.union(high)

    def beyond(self, end: arb, length: arb) -> Tail:
        """As of a single density, but from below only: the constant's lower end counts.

        Raises:
            Indeterminate: the end may lie among the kinks.
        """
        if not all(end > kink for kink in self.kinks):
            raise Indeterminate("an end that may not be right of a mean")
        return self.least_log(end)

    def tail_moments(self, end: arb, length: arb) -> Moments:
        """∫ (x − end)^k f(x) dx over (end, ∞) for k = 0, 1, 2, and that of ln(1 + (x −
        end)/length); all but the first from above: where ln f is concave f is no more than
        f(end) e^(−r (x − end)) for r = −f'/f at the end."""
        u = end - self.location
        height = self.at(u)
        rate = self.slope(u) / height
        if not rate > 0:
            raise Indeterminate("a tail that may not fall")
        first = height / rate**2
        return self.upper_tail(end), first, 2 * first / rate, first / length
