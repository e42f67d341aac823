"""Densities on the real line in balls that are, on each side of their means, the exponential of a
polynomial, or nearly so: Laplace, Gaussian and logistic ones.

With u = (x − m)/s a logistic density is e^(−u)/(s (1 + e^(−u))²), which stays the same for −u: on
each side of its mean the exponential of a polynomial times (1 + e^(−|u|))^(−2), which is from 1/4
to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import acb, arb, ctx

from verified.numbers.ball_signs import LOGISTIC as SOFTENED
from verified.numbers.ball_signs import Polynomial, Term
from verified.numbers.balls import Indeterminate
from verified.numbers.line import GAUSSIAN, LOGISTIC

# A log-density at a complex distance from an origin, analytic where that is asked for.
LogDensity = Callable[[acb, bool], acb]


@dataclass(frozen=True)
class Softening:
    """−2 ln(1 + e^(−z)) at z + rate·h, where h is the distance from an origin: by what a logistic
    log-density lies below a polynomial."""

    z: arb
    rate: arb

    def at(self, h: acb, analytic: bool) -> acb:
        """Its value at a complex distance."""
        return -2 * (1 + (-(self.z + self.rate * h)).exp()).log(analytic=analytic)

    def value(self, h: arb) -> arb:
        """Its values on a ball: it rises with z."""
        low, high = ((-end).exp().log1p() for end in _ends(self.z + self.rate * h))
        return -2 * low.union(high)

    def slope(self, h: arb) -> arb:
        """Those of its derivative, 2/(1 + e^z) times the rate, which falls."""
        low, high = (1 / (1 + end.exp()) for end in _ends(self.z + self.rate * h))
        return 2 * self.rate * low.union(high)


def _ends(z: arb) -> tuple[arb, arb]:
    return z.lower(), z.upper()


def _reach(shape: str) -> arb:
    """How many scales from its mean a density's tail is below the precision."""
    bits = arb(ctx.prec) * arb(2).log() + 20
    return (2 * bits).sqrt() if shape == GAUSSIAN else bits


class Curve:
    """A weighted density in balls: the exponential of a polynomial on each side of its mean."""

    def __init__(self, weight: arb, shape: str, location: arb, spread: arb) -> None:
        self.weight, self.shape, self.location = weight, shape, location
        self.scale = spread.sqrt() if shape == GAUSSIAN else spread
        width = self.scale * (2 * arb.pi()).sqrt() if shape == GAUSSIAN else 2 * self.scale
        self.log_norm = -width.log()
        self.peak = weight / width

    def reach(self) -> arb:
        """How far from its mean a tail is below the precision."""
        return self.scale * _reach(self.shape)

    def reflected(self) -> Curve:
        """The density of −X."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, location=-self.location)
        return other

    def coefficients(
        self, low: arb, high: arb, origin: arb | int = 0
    ) -> tuple[arb, arb, arb]:
        """The polynomial (constant, linear, quadratic) of the log-density on [low, high], in the
        distance from an origin: far from it the terms cancel.

        Raises:
            Indeterminate: the mean may lie inside, where a Laplace density has its kink.
        """
        s, start = self.scale, self.weight.log() + self.log_norm
        m = self.location - origin
        if self.shape == GAUSSIAN:
            v = s * s
            return start - m * m / (2 * v), m / v, -1 / (2 * v)
        if low >= self.location:
            return start + m / s, -1 / s, arb(0)
        if high <= self.location:
            return start - m / s, 1 / s, arb(0)
        raise Indeterminate("a kink inside a segment")

    def rest(self, low: arb, high: arb, origin: arb | int = 0) -> Softening | None:
        """What the log-density on [low, high] is beside that polynomial, if anything."""
        return None

    def log_density(self, low: arb, high: arb, origin: arb) -> LogDensity:
        """The log-density on [low, high], in the distance from an origin."""
        c0, c1, c2 = self.coefficients(low, high, origin)
        rest = self.rest(low, high, origin)
        if rest is None:
            return lambda z, _: (c2 * z + c1) * z + c0
        return lambda z, analytic: (c2 * z + c1) * z + c0 + rest.at(z, analytic)

    def beyond(self, end: arb) -> Polynomial:
        """The log-density right of an end right of the mean, in the distance h from there:
        c0 + c1 h + c2 h² with c0 somewhere in its ball at each h, c1 and c2 not above 0."""
        return self.coefficients(end, end, end)

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high], in the distance from an origin inside."""
        return [Term(self.coefficients(low, high, origin))]

    def log_around(self, x: arb) -> arb:
        """The log-density on a ball that may hold the kink."""
        start = self.weight.log() + self.log_norm
        u = abs(x - self.location) / self.scale
        return start - (u * u / 2 if self.shape == GAUSSIAN else u)

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        u = (x - self.location) / self.scale
        if self.shape == GAUSSIAN:
            return self.weight * (u / arb(2).sqrt()).erfc() / 2
        if u >= 0:
            return self.weight * (-u).exp() / 2
        if u <= 0:
            return self.weight * (1 - u.exp() / 2)
        # Tails fall, so the ends of the ball bound its tail.
        ends = [self.weight * _laplace_tail(end) for end in (u.lower(), u.upper())]
        return ends[0].union(ends[1])

    def mass(self, low: arb, high: arb) -> arb:
        """The mass of (low, high)."""
        if high <= self.location:
            turned = self.reflected()
            return turned.upper_tail(-high) - turned.upper_tail(-low)
        return self.upper_tail(low) - self.upper_tail(high)

    def tail_moments(self, end: arb) -> tuple[arb, arb, arb]:
        """∫ (x − end)^k f(x) dx over (end, ∞) for k = 0, 1, 2, where end is beyond the mean."""
        tail, s = self.upper_tail(end), self.scale
        if self.shape == GAUSSIAN:
            u = (end - self.location) / s
            bell = self.weight * (-u * u / 2).exp() / (2 * arb.pi()).sqrt()
            return tail, s * (bell - u * tail), s * s * ((1 + u * u) * tail - u * bell)
        return tail, tail * s, 2 * tail * s * s


class Logistic(Curve):
    """A weighted logistic density. The same holds of it with −u for u: each side has the form in
    which the exponential is at most 1."""

    def __init__(self, weight: arb, location: arb, scale: arb) -> None:
        self.weight, self.shape, self.location, self.scale = weight, LOGISTIC, location, scale
        self.log_norm = -scale.log()
        self.peak = weight / (4 * scale)

    def _side(self, low: arb, high: arb) -> int:
        """1 where an interval lies right of the mean, −1 where left; either is true of one that
        doesn't lie on a side."""
        return 1 if ((low + high) / 2 - self.location).mid() >= 0 else -1

    def coefficients(
        self, low: arb, high: arb, origin: arb | int = 0
    ) -> tuple[arb, arb, arb]:
        """As of a Laplace density of twice the height."""
        rate = self._side(low, high) / self.scale
        return self._start() + rate * (self.location - origin), -rate, arb(0)

    def _start(self) -> arb:
        return self.weight.log() + self.log_norm

    def rest(self, low: arb, high: arb, origin: arb | int = 0) -> Softening:
        """What is between that density and this one."""
        rate = self._side(low, high) / self.scale
        return Softening(rate * (origin - self.location), rate)

    def beyond(self, end: arb) -> Polynomial:
        """The rest rises to 0."""
        u = (end - self.location) / self.scale
        lost = arb(0).union(2 * (-u).exp().log1p())
        return self._start() - u - lost, -1 / self.scale, arb(0)

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high], in the distance from an origin inside."""
        rest = self.rest(low, high, origin)
        return [Term(self.coefficients(low, high, origin), SOFTENED, rest.z, rest.rate)]

    def log_around(self, x: arb) -> arb:
        """The log-density on a ball."""
        u = abs(x - self.location) / self.scale
        return self._start() - u - 2 * (-u).exp().log1p()

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        return self.weight / (1 + ((x - self.location) / self.scale).exp())

    def tail_moments(self, end: arb) -> tuple[arb, arb, arb]:
        """As above, but the last two only from above: f is no more than its exponential there."""
        u, s = (end - self.location) / self.scale, self.scale
        most = self.weight * (-u).exp()
        return self.upper_tail(end), most * s, 2 * most * s * s


def _laplace_tail(u: arb) -> arb:
    return (-u).exp() / 2 if u >= 0 else 1 - u.exp() / 2
