"""Densities of uniform laws, beside others, and with independent Gaussian or Laplace noise, in
balls.

Of a uniform law on [a, b] with noise of the distribution function G the density is
(G(x − a) − G(x − b))/(b − a): left of the middle a difference of two lower tails, right of it of
two upper ones, so that it keeps its digits far out. The mass above x is (R(x − b) − R(x − a))/(b −
a), where R(u) is the integral of 1 − G over (u, ∞), which falls.
"""

from __future__ import annotations

from flint import acb, arb, ctx

from verified.numbers.ball_shapes import LogDensity, Tail
from verified.numbers.ball_signs import ERFC, ERFCX, Term, erfcx
from verified.numbers.ball_sums import Sum
from verified.numbers.balls import Indeterminate


class Spread(Sum):
    """A weighted density of the sum of a uniform number and noise that is symmetric around 0."""

    def __init__(self, weight: arb, low: arb, length: arb, scale: arb) -> None:
        self.weight, self.low, self.length, self.scale = weight, low, length, scale
        self.location = low + length / 2

    @property
    def kinks(self) -> tuple[arb, ...]:
        """Where the density or its terms change their form: the ends and the middle."""
        return self.low, self.location, self.low + self.length

    def reflected(self) -> Spread:
        """The density of −X."""
        return type(self)(self.weight, -self.low - self.length, self.length, self.scale)

    def reach(self) -> arb:
        """How far from its middle a tail is below the precision."""
        return self.length / 2 + self.tail_reach(arb(ctx.prec) * arb(2).log() + 20)

    def tail_reach(self, bits: arb) -> arb:
        """How far out the noise has a mass below e^(−bits)."""
        raise NotImplementedError

    def rest(self, u: arb) -> arb:
        """R(u), at an exact number."""
        raise NotImplementedError

    def _rest(self, u: arb) -> arb:
        return self.rest(u.lower()).union(self.rest(u.upper()))

    def beyond_noise(self, u: arb) -> arb:
        """1 − G(u), at an exact number."""
        raise NotImplementedError

    def noise_density(self, u: arb) -> arb:
        """The noise's density."""
        raise NotImplementedError

    def at(self, u: arb) -> arb:
        """The density at a distance from the middle."""
        near, far = u - self.length / 2, u + self.length / 2
        outside, more = (
            self.beyond_noise(z.lower()).union(self.beyond_noise(z.upper())) for z in (near, far))
        return self.weight * (outside - more) / self.length

    def slope(self, u: arb) -> arb:
        """Minus its derivative."""
        near, far = u - self.length / 2, u + self.length / 2
        return self.weight * (self.noise_density(near) - self.noise_density(far)) / self.length

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        u = x - self.low
        return self.weight * (self._rest(u - self.length) - self._rest(u)) / self.length

    def mass(self, low: arb, high: arb) -> arb:
        """The mass of (low, high)."""
        if high <= self.location:
            turned = self.reflected()
            return turned.upper_tail(-high) - turned.upper_tail(-low)
        return self.upper_tail(low) - self.upper_tail(high)


class Smoothed(Spread):
    """A uniform law with Gaussian noise of the deviation `scale`: 1 − G(u) is erfc(u/(√2 σ))/2."""

    def tail_reach(self, bits: arb) -> arb:
        """By e^(−u²/2)."""
        return self.scale * (2 * bits).sqrt()

    def rest(self, u: arb) -> arb:
        """σ/√2 times the integral e^(−z²)/√π − z erfc(z) of erfc, for z = u/(√2 σ)."""
        root = arb(2).sqrt()
        z = u / (root * self.scale)
        # For u exact its quotient is a narrow ball, in which the difference may lose digits only.
        return self.scale / root * ((-z * z).exp() / arb.pi().sqrt() - z * z.erfc())

    def beyond_noise(self, u: arb) -> arb:
        """erfc(u/(√2 σ))/2."""
        return (u / (arb(2).sqrt() * self.scale)).erfc() / 2

    def noise_density(self, u: arb) -> arb:
        """The Gaussian density."""
        z = u / self.scale
        return (-z * z / 2).exp() / (self.scale * (2 * arb.pi()).sqrt())

    def _far(self, end: arb, length: arb) -> Tail:
        """With t = (x − b)/(√2 σ) and s = (x − a)/(√2 σ) the density is erfc(t) (1 − ρ)/(2 (b − a))
        for ρ = erfc(s)/erfc(t), which falls with t, as ln erfc is concave; and erfc(t) is e^(−t²)/t
        times t erfcx(t), which rises to 1/√π. With y = end − b, t is t₀ (1 + h/y), and between
        1 + h/y and 1 + h/length there is a factor between 1 and y/length."""
        variance, y = self.scale * self.scale, end - self.low - self.length
        root = arb(2).sqrt() * self.scale
        t, gap = y / root, self.length / root
        scaled = erfcx(t)
        gone = erfcx(t + gap) / scaled * (-gap * (2 * t + gap)).exp()
        start = (self.weight / (2 * self.length)).log() - y * y / (2 * variance) - t.log()
        start += (t * scaled).log().union(-arb.pi().log() / 2)
        start += arb(0).union((1 - gone).log()) + arb(0).union((y / length).log())
        return Tail(start, -y / variance, -1 / (2 * variance), 1)

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """(erfc(z_near) − erfc(z_far))/(2 (b − a)), z the distances from the ends, outwards."""
        way = 1 if (origin - self.location).mid() >= 0 else -1
        middle = self.length / 2
        out = way * (origin - self.location)
        start = (self.weight / (2 * self.length)).log()
        rate = way / (arb(2).sqrt() * self.scale)
        return [self._side(sign, (out - sign * middle) / (arb(2).sqrt() * self.scale), rate, start)
                for sign in (1, -1)]

    def _side(self, sign: int, z: arb, rate: arb, start: arb) -> Term:
        if z.mid() >= 0:
            # erfc(z + rate·h) = exp(−(z + rate·h)²) erfcx(z + rate·h).
            square = start - z * z, -2 * z * rate, -rate * rate
            return Term(square, ERFCX, z, rate, sign=sign)
        return Term((start, arb(0), arb(0)), ERFC, z, rate, sign=sign)


class Blurred(Spread):
    """A uniform law with Laplace noise of the scale β: 1 − G(u) is e^(−u/β)/2 for u ≥ 0."""

    def tail_reach(self, bits: arb) -> arb:
        """By e^(−u/β)."""
        return self.scale * bits

    def rest(self, u: arb) -> arb:
        """β e^(−|u|/β)/2, and −u more where u is negative."""
        tail = self.scale * (-abs(u) / self.scale).exp() / 2
        return tail if u >= 0 else tail - u

    def beyond_noise(self, u: arb) -> arb:
        """e^(−u/β)/2 for u ≥ 0."""
        tail = (-abs(u) / self.scale).exp() / 2
        return tail if u >= 0 else 1 - tail

    def noise_density(self, u: arb) -> arb:
        """The Laplace density."""
        return (-abs(u) / self.scale).exp() / (2 * self.scale)

    def _far(self, end: arb, length: arb) -> Tail:
        """Right of the interval the density is e^(−(x − b)/β) (1 − e^(−(b − a)/β))/(2 (b − a))."""
        y = end - self.low - self.length
        whole = -(-self.length / self.scale).expm1() / (2 * self.length)
        return Tail((self.weight * whole).log() - y / self.scale, -1 / self.scale, arb(0))

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """Of [low, high] beyond an end e^(−u/β) (1 − e^(−(b − a)/β)) by the distance u from it;
        between the ends 2 − e^(−u/β) − e^(−v/β), all times the weight over 2 (b − a).

        Raises:
            Indeterminate: an end of the interval may lie inside.
        """
        start, rate = (self.weight / (2 * self.length)).log(), 1 / self.scale
        first, last = origin - self.low, self.low + self.length - origin

        def falling(sign: int, u: arb, way: int) -> Term:
            return Term((start - rate * u, -way * rate, arb(0)), sign=sign)

        if low >= self.low + self.length or high <= self.low:
            u, way = (-last, 1) if low >= self.low + self.length else (-first, -1)
            whole = (-(-self.length * rate).expm1()).log()
            return [Term((start + whole - rate * u, -way * rate, arb(0)))]
        if low >= self.low and high <= self.low + self.length:
            flat = Term((start + arb(2).log(), arb(0), arb(0)))
            return [flat, falling(-1, first, 1), falling(-1, last, -1)]
        raise Indeterminate("a kink inside a segment")


class Flat(Spread):
    """A uniform law without noise, among densities that aren't constant on steps."""

    def __init__(self, weight: arb, low: arb, length: arb) -> None:
        super().__init__(weight, low, length, length)

    @property
    def support(self) -> tuple[arb, arb]:
        """The ends of the interval."""
        return self.low, self.low + self.length

    def reflected(self) -> Flat:
        """The density of −X."""
        return Flat(self.weight, -self.low - self.length, self.length)

    def tail_reach(self, bits: arb) -> arb:
        """There is no tail."""
        return arb(0)

    def at(self, u: arb) -> arb:
        """The density at a distance from the middle that no end may be nearer than."""
        left = self.length / 2 - u
        if left <= 0:
            return arb(0)
        height = self.weight / self.length
        return height if left >= 0 else arb(0).union(height)

    def log_density(self, low: arb, high: arb, origin: arb) -> LogDensity | None:
        """Constant on [low, high], or None outside of the interval."""
        terms = self.terms(low, high, origin)
        return (lambda _, __: acb(terms[0].polynomial[0])) if terms else None

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        rest = (self.low + self.length - x) / self.length
        return self.weight * rest.max(arb(0)).min(arb(1))

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density on [low, high]; none outside of the interval.

        Raises:
            Indeterminate: an end of the interval may lie inside.
        """
        end = self.low + self.length
        if low >= end or high <= self.low:
            return []
        if low >= self.low and high <= end:
            return [Term(((self.weight / self.length).log(), arb(0), arb(0)))]
        raise Indeterminate("a kink inside a segment")
