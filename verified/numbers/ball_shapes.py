"""Densities on the real line in balls that are, on each side of their means, the exponential of a
polynomial, or nearly so: Laplace, Gaussian and logistic ones; and Student ones.

With u = (x − m)/s a logistic density is e^(−u)/(s (1 + e^(−u))²), which stays the same for −u: on
each side of its mean the exponential of a polynomial times (1 + e^(−|u|))^(−2), which is from 1/4
to 1. A Student density with ν degrees of freedom is (1 + z²)^(−(ν + 1)/2) in z = u/√ν, but for a
factor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import acb, arb, ctx, fmpq

from verified.numbers.ball_signs import LOGISTIC as SOFTENED
from verified.numbers.ball_signs import POWER, Term, log_spread, steepness
from verified.numbers.balls import Indeterminate
from verified.numbers.line import GAUSSIAN, LOGISTIC, STUDENT

# The integrals over a tail of 1, h, h² and ln(1 + h/length).
Moments = tuple[arb, arb, arb, arb]
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
        z = self.z + self.rate * h
        if z.real > 4 * ctx.prec:
            # |ln(1 + y)| is at most 2 |y| near 0; of what is huge acb has no exponential.
            least = arb(0, arb(2) ** (-4 * ctx.prec))
            return acb(least, least)
        return -2 * (1 + (-z).exp()).log(analytic=analytic)

    def value(self, h: arb) -> arb:
        """Its values on a ball: it rises with z."""
        low, high = ((-end).exp().log1p() for end in _ends(self.z + self.rate * h))
        return -2 * low.union(high)

    def slope(self, h: arb) -> arb:
        """Those of its derivative, 2/(1 + e^z) times the rate, which falls."""
        low, high = (1 / (1 + end.exp()) for end in _ends(self.z + self.rate * h))
        return 2 * self.rate * low.union(high)


@dataclass(frozen=True)
class Bending:
    """−(k/2) ln(1 + z²) at z + rate·h: of a Student log-density all but a constant."""

    z: arb
    rate: arb
    power: int

    def at(self, h: acb, analytic: bool) -> acb:
        """Its value at a complex distance."""
        z = self.z + self.rate * h
        return -self.power * (1 + z * z).log(analytic=analytic) / 2

    def value(self, h: arb) -> arb:
        """Its values on a ball."""
        return -self.power * log_spread(self.z + self.rate * h) / 2

    def slope(self, h: arb) -> arb:
        """Those of its derivative."""
        return -self.power * self.rate * steepness(self.z + self.rate * h)

    def slope_above(self, other: Bending, h: arb) -> arb:
        """The derivative of this less another, whose leading terms cancel far out.

        With y and y' the distances from the means and c = νs², the slopes are −k y/(y² + c); the
        difference of y/(y² + c) and y'/(y'² + c') is (y y' (y' − y) + c' y − c y')/… over the
        product of both denominators.
        """
        y, other_y = self.z / self.rate + h, other.z / other.rate + h
        c, other_c = 1 / (self.rate * self.rate), 1 / (other.rate * other.rate)
        apart = other.z / other.rate - self.z / self.rate
        top = y * other_y * apart + (other_c - c) * h + (
            other_c * self.z / self.rate - c * other.z / other.rate)
        gap = top / ((y * y + c) * (other_y * other_y + other_c))
        left = self.power - other.power
        near = -self.power * gap - left * other.rate * steepness(other.z + other.rate * h)
        plain = self.slope(h) - other.slope(h)
        return near if near.rad() < plain.rad() else plain


Rest = Softening | Bending


@dataclass(frozen=True)
class Tail:
    """A log-density right of an end, in the distance h from there:
    c0 + c1 h + c2 h² − power·ln(1 + h/length), with c0 somewhere in its ball at each h, c1 and c2
    not above 0; or no less than that, where `is_bound` says so."""

    c0: arb
    c1: arb
    c2: arb
    power: int = 0
    is_bound: bool = False


def _ends(z: arb) -> tuple[arb, arb]:
    return z.lower(), z.upper()


def _reach(shape: str) -> arb:
    """How many scales from its mean a density's tail is below the precision."""
    bits = arb(ctx.prec) * arb(2).log() + 20
    return (2 * bits).sqrt() if shape == GAUSSIAN else bits


class Curve:
    """A weighted density in balls: the exponential of a polynomial on each side of its mean."""

    @property
    def support(self) -> tuple[arb, arb] | None:
        """Between which ends there is any mass, where that isn't all of the line."""
        return None

    def __init__(self, weight: arb, shape: str, location: arb, spread: arb) -> None:
        self.weight, self.shape, self.location = weight, shape, location
        self.scale = spread.sqrt() if shape == GAUSSIAN else spread
        width = self.scale * (2 * arb.pi()).sqrt() if shape == GAUSSIAN else 2 * self.scale
        self.log_norm = -width.log()
        self.peak = weight / width

    def reach(self) -> arb:
        """How far from its mean a tail is below the precision."""
        return self.scale * _reach(self.shape)

    @property
    def kinks(self) -> tuple[arb, ...]:
        """Where the density isn't smooth, or its terms change their form: the mean."""
        return (self.location,)

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

    def rest(self, low: arb, high: arb, origin: arb | int = 0) -> Rest | None:
        """What the log-density on [low, high] is beside that polynomial, if anything."""
        return None

    def log_density(self, low: arb, high: arb, origin: arb) -> LogDensity:
        """The log-density on [low, high], in the distance from an origin."""
        c0, c1, c2 = self.coefficients(low, high, origin)
        rest = self.rest(low, high, origin)
        if rest is None:
            return lambda z, _: (c2 * z + c1) * z + c0
        return lambda z, analytic: (c2 * z + c1) * z + c0 + rest.at(z, analytic)

    def beyond(self, end: arb, length: arb) -> Tail:
        """The log-density right of an end right of the mean."""
        return Tail(*self.coefficients(end, end, end))

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high], in the distance from an origin inside."""
        return [Term(self.coefficients(low, high, origin))]

    def log_slope(self, low: arb, high: arb) -> arb:
        """The derivative of the log-density on an interval that doesn't hold the kink."""
        middle = ((low + high) / 2).mid()
        x = low.union(high) - middle
        _, c1, c2 = self.coefficients(low, high, middle)
        rest = self.rest(low, high, middle)
        return c1 + 2 * c2 * x + (arb(0) if rest is None else rest.slope(x))

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

    def tail_moments(self, end: arb, length: arb) -> Moments:
        """∫ (x − end)^k f(x) dx over (end, ∞) for k = 0, 1, 2, and that of
        ln(1 + (x − end)/length), where end is beyond the mean; the last from above."""
        mass, first, second = self._plain_moments(end)
        # The logarithm is no more than (x − end)/length.
        return mass, first, second, first / length

    def _plain_moments(self, end: arb) -> tuple[arb, arb, arb]:
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

    def beyond(self, end: arb, length: arb) -> Tail:
        """The rest rises to 0."""
        u = (end - self.location) / self.scale
        lost = arb(0).union(2 * (-u).exp().log1p())
        return Tail(self._start() - u - lost, -1 / self.scale, arb(0))

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
        u = (x - self.location) / self.scale
        if u < 0:
            return self.weight / (1 + u.exp())
        # Of what is huge there is no exponential.
        least = (-u).exp()
        return self.weight * least / (1 + least)

    def _plain_moments(self, end: arb) -> tuple[arb, arb, arb]:
        """The last two only from above: f is no more than its exponential there."""
        u, s = (end - self.location) / self.scale, self.scale
        most = self.weight * (-u).exp()
        return self.upper_tail(end), most * s, 2 * most * s * s


class Student(Curve):
    """A weighted Student density of ν degrees of freedom: Γ((ν + 1)/2)/(Γ(ν/2) √(νπ) s) times
    (1 + u²/ν)^(−(ν + 1)/2)."""

    def __init__(self, weight: arb, location: arb, scale: arb, freedom: int) -> None:
        self.weight, self.shape, self.location, self.scale = weight, STUDENT, location, scale
        self.freedom = freedom
        self.width = scale * arb(freedom).sqrt()
        self.log_norm = (
            arb(fmpq(freedom + 1, 2)).lgamma() - arb(fmpq(freedom, 2)).lgamma()
            - (arb.pi().sqrt() * self.width).log())
        self.peak = weight * self.log_norm.exp()

    def reach(self) -> arb:
        """Where a tail is below the precision, and as far as they exist the integrals of x and x²
        over it: that of xʲ falls like the (ν − j)-th power."""
        return self.width * arb(2) ** (arb(ctx.prec + 20) / max(1, self.freedom - 2))

    def coefficients(
        self, low: arb, high: arb, origin: arb | int = 0
    ) -> tuple[arb, arb, arb]:
        """The logarithm at the mean."""
        return self.weight.log() + self.log_norm, arb(0), arb(0)

    def rest(self, low: arb, high: arb, origin: arb | int = 0) -> Bending:
        """What is below that."""
        return Bending((origin - self.location) / self.width, 1 / self.width, self.freedom + 1)

    def beyond(self, end: arb, length: arb) -> Tail:
        """With a = end − m the rest is −k (ln((a + h)/√c) + ln(1 + c/(a + h)²)/2) for c = νs²,
        and ln(a + h) is ln a + ln(1 + h/length) and something between 0 and ln(length/a)."""
        far, k = end - self.location, self.freedom + 1
        if not far > 0:
            raise Indeterminate("an end that may not be right of a mean")
        share = self.width / far
        moved = arb(0).union((length / far).log())
        more = arb(0).union((share * share).log1p() / 2)
        start = self.coefficients(end, end)[0]
        return Tail(start + k * (share.log() - moved - more), arb(0), arb(0), k)

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density, in the distance from an origin."""
        rest = self.rest(low, high, origin)
        return [Term(self.coefficients(low, high), POWER, rest.z, rest.rate, None, rest.power)]

    def log_around(self, x: arb) -> arb:
        """The log-density on a ball."""
        return self.coefficients(x, x)[0] + self.rest(x, x, x).value(arb(0))

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞), which falls: half of a regularised incomplete beta function."""
        u = (x - self.location) / self.width
        low, high = (self._share_beyond(end) for end in (u.lower(), u.upper()))
        return self.weight * low.union(high)

    def _share_beyond(self, z: arb) -> arb:
        """The share of the mass that is right of a number, exact, of widths."""
        if z < 0:
            return 1 - self._share_beyond(-z)
        if z == 0:
            return arb(1) / 2
        half, rest = arb(1) / 2, arb(fmpq(self.freedom, 2))
        square = z * z
        if square < 1:
            return (1 - _beta(half, rest, square)) / 2
        return _beta(rest, half, 1 / square) / 2

    def tail_moments(self, end: arb, length: arb) -> Moments:
        """From above: with a = end − m the density is no more than the C (1 + h/a)^(−ν − 1) of
        `beyond`. The integrals of that are C a/ν, C a²/(ν (ν − 1)), 2 C a³/(ν (ν − 1) (ν − 2)) and,
        with ln(1 + h/a), C a/ν²."""
        a, n = end - self.location, self.freedom
        most = self.beyond(end, a).c0.exp().upper()
        unbounded = arb("inf")
        first = most * a * a / (n * (n - 1)) if n > 1 else unbounded
        second = 2 * most * a**3 / (n * (n - 1) * (n - 2)) if n > 2 else unbounded
        mass = self.upper_tail(end)
        # ln(1 + h/length) exceeds ln(1 + h/a) by ln(a/length) at most.
        apart = (a / length).log().upper().max(arb(0))
        return mass, first, second, most * a / (n * n) + apart * mass


def _beta(a: arb, b: arb, ratio: arb) -> arb:
    """The regularised incomplete beta function up to r/(1 + r)."""
    return (ratio / (1 + ratio)).beta_lower(a, b, regularized=True)


def _laplace_tail(u: arb) -> arb:
    return (-u).exp() / 2 if u >= 0 else 1 - u.exp() / 2
