"""Densities of Gaussian laws with independent Laplace noise, in balls.

With u = x − m, α = σ/(√2 b) and β = 1/(√2 σ) the density is (E(u) + E(−u))/(4b), where
E(u) = exp(α² − u/b) erfc(α − βu), which is also exp(−β²u²) erfcx(α − βu). Its derivative is
(E(−u) − E(u))/(4b²), as that of erfc cancels, and f − b² f″ is the Gaussian density; so the mass
above x is erfc(βu)/2 + (E(u) − E(−u))/4.
"""

from __future__ import annotations

from flint import arb, ctx

from verified.numbers.ball_shapes import Tail
from verified.numbers.ball_signs import ERFC, ERFCX, Term, erfc, erfcx
from verified.numbers.ball_sums import Sum


class Noised(Sum):
    """A weighted density of a sum of a Gaussian and a Laplace number."""

    def __init__(self, weight: arb, location: arb, variance: arb, noise: arb) -> None:
        self.weight, self.location, self.noise = weight, location, noise
        self.deviation = variance.sqrt()
        self.alpha = self.deviation / (arb(2).sqrt() * noise)
        self.beta = 1 / (arb(2).sqrt() * self.deviation)
        self.scale = self.deviation.min(noise)

    def reflected(self) -> Noised:
        """The density of −X."""
        other = object.__new__(Noised)
        other.__dict__.update(self.__dict__, location=-self.location)
        return other

    def reach(self) -> arb:
        """How far from its mean a tail is below the precision."""
        bits = arb(ctx.prec) * arb(2).log() + 20
        return self.deviation * (2 * bits).sqrt() + self.noise * bits

    def terms(self, low: arb, high: arb, origin: arb) -> list[Term]:
        """The density in the distance h from an origin."""
        start = (self.weight / (4 * self.noise)).log()
        return [self._side(way, origin - self.location, start) for way in (1, -1)]

    def _side(self, way: int, u: arb, start: arb) -> Term:
        """The term E(way·(u + h))."""
        z, rate = self.alpha - way * self.beta * u, -way * self.beta
        linear = -way / self.noise
        # With little Laplace noise the derivative's terms cancel more the other way.
        growth = linear if self.alpha.mid() < 1 else None
        if z.mid() >= 0:
            square = self.beta * self.beta
            return Term((start - square * u * u, -2 * square * u, -square), ERFCX, z, rate, growth)
        constant = start + self.alpha * self.alpha + linear * u
        return Term((constant, linear, arb(0)), ERFC, z, rate, growth)

    def _tail_term(self, u: arb) -> arb:
        """E(u)."""
        z = self.alpha - self.beta * u
        if z.mid() >= 0:
            return (-self.beta * self.beta * u * u).exp() * erfcx(z)
        return (self.alpha * self.alpha - u / self.noise).exp() * erfc(z)

    def at(self, u: arb) -> arb:
        """The density at a distance from the mean."""
        return self.weight * (self._tail_term(u) + self._tail_term(-u)) / (4 * self.noise)

    def slope(self, u: arb) -> arb:
        """Minus its derivative."""
        gap = self._tail_term(u) - self._tail_term(-u)
        return self.weight * gap / (4 * self.noise * self.noise)

    def _far(self, end: arb, length: arb) -> Tail:
        """With the Gaussian number Z the density is the mean of e^(−|u − Z|/b)/(2b): no more than
        e^(−u/b) E e^(Z/b)/(2b) = e^(α² − u/b)/(2b), and no less than that times the share
        Φ(u/σ − σ/b) that Z ≤ u has of E e^(Z/b), which rises. By Jensen's inequality its logarithm
        is at least −ln(2b) − (u + E|Z|)/b, too."""
        u = end - self.location
        start = (self.weight / (2 * self.noise)).log() - u / self.noise
        least = start - self.deviation * (2 / arb.pi()).sqrt() / self.noise
        most = start + self.alpha * self.alpha
        share = erfc(self.alpha - self.beta * u) / 2
        if share > 0:
            least = least.max(most + share.log())
        return Tail(least.union(most), -1 / self.noise, arb(0))

    def upper_tail(self, x: arb) -> arb:
        """The mass of (x, ∞)."""
        u = x - self.location
        beyond = 2 * erfc(self.beta * u) + self._tail_term(u) - self._tail_term(-u)
        return self.weight * beyond / 4

    def mass(self, low: arb, high: arb) -> arb:
        """The mass of (low, high)."""
        if high <= self.location:
            turned = self.reflected()
            return turned.upper_tail(-high) - turned.upper_tail(-low)
        return self.upper_tail(low) - self.upper_tail(high)
