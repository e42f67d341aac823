"""What densities of sums of two independent numbers on the real line share, in balls: logarithms
at complex numbers, and tails.

The densities here are log-concave (Gaussian, Laplace and uniform ones are, and sums keep it:
Prékopa 1973), and symmetric around a middle, so that they fall with the distance from there.
"""

from __future__ import annotations

from flint import acb, arb

from verified.numbers.ball_shapes import LogDensity, Moments, Tail
from verified.numbers.ball_signs import ERFC, ERFCX, ONE, RISEN, Term
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
    if term.factor == RISEN:
        assert term.bend is not None
        if term.bend == 0:
            return 1 + z
        if term.bend > 0:
            return 1 - (-term.bend * z).expm1() / term.bend
        # Of a ball around 0: G(z) = z M(1, 2, −κz) by Kummer's function, which is entire.
        return 1 + z * (-term.bend * z).hypgeom_1f1(acb(1), acb(2))
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
    def support(self) -> tuple[arb, arb] | None:
        """Between which ends there is any mass, where that isn't all of the line."""
        return None

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

    def _far(self, end: arb, length: arb) -> Tail:
        """The log-density right of an end that lies beyond all kinks."""
        raise NotImplementedError

    def log_slope(self, low: arb, high: arb) -> arb:
        """The derivative of the log-density on an interval with exact ends on one side of the
        middle: it falls from left to right."""
        left, right = (self._log_slope_at(x) for x in (low, high))
        return left.union(right)

    def _log_slope_at(self, x: arb) -> arb:
        u = x - self.location
        away = abs(u)
        slope = self.slope(away) / self.at(away)
        return -slope if u >= 0 else slope if u <= 0 else slope.union(-slope)

    def log_density(self, low: arb, high: arb, origin: arb) -> LogDensity | None:
        """The log-density on [low, high], in the distance from an origin; None where there is no
        mass."""
        terms = self.terms(low, high, origin)
        lead = max(terms, key=lambda term: float(term.polynomial[0].mid()), default=None)
        if lead is None:
            return None
        b0, b1, b2 = lead.polynomial

        def value(h: acb, analytic: bool) -> acb:
            base = (b2 * h + b1) * h + b0
            total = acb(0)
            for term in terms:
                if term is lead:
                    # A ball less itself isn't 0.
                    total += term.sign * _factor(term, h)
                    continue
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
        """As of a single density.

        Raises:
            Indeterminate: the end may lie among the kinks.
        """
        if not all(end > kink for kink in self.kinks):
            raise Indeterminate("an end that may not be right of a mean")
        return self._far(end, length)

    def tail_moments(self, end: arb, length: arb) -> Moments:
        """∫ (x − end)^k f(x) dx over (end, ∞) for k = 0, 1, 2, and that of ln(1 + (x −
        end)/length); all but the first from above: where ln f is concave f is no more than
        f(end) e^(−r (x − end)) for r = −f'/f at the end. All are 0 beyond a support."""
        if self.support is not None and end >= self.support[1]:
            return arb(0), arb(0), arb(0), arb(0)
        u = end - self.location
        height = self.at(u)
        rate = self.slope(u) / height
        if not rate > 0:
            raise Indeterminate("a tail that may not fall")
        first = height / rate**2
        return self.upper_tail(end), first, 2 * first / rate, first / length
