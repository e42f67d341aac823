"""The transform of a Poisson-subsampled Laplace mechanism's privacy loss, in closed form.

One step adds Laplace noise of scale b to a sum of contributions of size at most the sensitivity Δ,
each present with probability q ≤ 1 (q = 1: no subsampling). With a = Δ/b the pairs of laws are

    one-sided:  P = (1−q) Lap(0) + q Lap(Δ),  Q = Lap(0)
    two-sided:  P = (1−q) Lap(0) + q Lap(Δ),  Q = (1−q) Lap(0) + q Lap(−Δ)

The loss is constant outside [0, Δ] (two-sided: [−Δ, Δ]): two atoms. Between, on the stretch [0, Δ],
it has under Q the density f(l) = K e^(−l/2) (1 − θe^−l)^(−3/2), with κ = 1 (two-sided:
κ = 1 − q + qe^−a), θ = (1−q)/κ and K = e^(−a/2) √(qκ)/4. So the transform is a sum of e^(zl) U(z)
over the ends l of the stretches, where U is the atom's mass, if any, and

    ± ∫₀^(i∞) e^(zλ) f(l + λ) dλ = ± K e^(−l/2) ₂F₁(3/2, 1/2 − z; 3/2 − z; θe^−l)/(1/2 − z)

(+ at the lower end of a stretch, − at the upper one). By symmetry the stretch of negative losses
contributes the same with 1 − z for z. `docs/oracle.md` has the derivation.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from flint import acb, arb, arb_series, ctx, fmpq

from verified.accounting.enclosures import NotReachedError
from verified.accounting.gaussian_steps import Point, disc, log_sum, radius
from verified.numbers.balls import integral
from verified.numbers.limits import check_time

# Rates for which the loss's stretch ends nearer to that of a rate of 0.
_LEAST_RATE = arb(2) ** -80

@dataclass(frozen=True)
class SubsampledLaplaceStep:
    """One (Poisson-subsampled) Laplace step: 0 < q ≤ 1, a = sensitivity/scale > 0."""

    q: fmpq
    a: fmpq
    two_sided: bool = False

    # --- the law of the loss ----------------------------------------------------------------------

    def _kept(self) -> arb:
        """κ."""
        return 1 + self.q * arb(-self.a).expm1() if self.two_sided else arb(1)

    def loss(self, u: arb | fmpq) -> arb:
        """ln((1 − q + q e^u)/κ), the loss where Lap(Δ) against Lap(0) has the loss u."""
        if self.q == 1 and not self.two_sided:
            return arb(u)
        over = (self.q * arb(u).expm1()).log1p()
        if not self.two_sided:
            return over
        return over - self._kept().log() if self.q < 1 else over + self.a

    def ends(self) -> list[arb]:
        """The ends of the stretches, rising."""
        if self.q == 1:
            return [arb(place) for place, _ in self.levels()]
        top = self.loss(self.a)
        return [-top, arb(0), top] if self.two_sided else [self.loss(-self.a), top]

    def levels(self) -> list[tuple[fmpq, int]]:
        """The ends exactly where they are rational, which they all are or none but 0."""
        none = fmpq(0)
        if self.q == 1 and self.two_sided:
            return [(-2 * self.a, 0), (none, 0), (2 * self.a, 0)]
        if self.q == 1:
            return [(-self.a, 0), (self.a, 0)]
        return [(none, -1), (none, 0), (none, 1)] if self.two_sided else [(none, 1), (none, 1)]

    def masses(self) -> list[arb]:
        """Q's atoms at the ends (0 in the middle)."""
        half = arb(1) / 2
        falling = arb(-self.a).exp()
        if not self.two_sided:
            return [half, half * falling]
        low = half * ((1 - self.q) * falling + self.q)
        return [low, arb(0), half * falling * self._kept()]

    def _density(self, end: arb) -> arb:
        """f at an end."""
        kept = self._kept()
        scale = (arb(-self.a) / 2 - end / 2).exp() * (self.q * kept).sqrt() / 4
        return scale / (1 - (1 - self.q) / kept * (-end).exp()) ** (arb(3) / 2)

    def _path(self, index: int, z: acb) -> acb:
        """∫₀^(i∞) e^(zλ) f(end + λ) dλ, for a thin z, at the last end (−1) or the one before (−2).

        What it is below the real line (where the path would lead down) is its mirror image.
        """
        check_time()
        if z.imag < 0:
            return self._path(index, z.conjugate()).conjugate()
        half = fmpq(1, 2)
        end, kept = _law(self, ctx.prec)[0][index], self._kept()
        scale = acb((arb(-self.a) / 2 - end / 2).exp() * (self.q * kept).sqrt() / 4)
        if self.q == 1:
            return scale / (half - z)
        found = [self._by_parts(index, z)] if z.imag > 0 else []
        if not found or not _thin(found[0]):
            inside, s = acb((1 - self.q) / kept * (-end).exp()), half - z
            if abs(1 - inside) < _LEAST_RATE:
                # At the hypergeometric function's singularity one value takes minutes.
                raise NotReachedError("the sampling rate is too small for the loss's transform")
            found.append(scale / s * inside.hypgeom_2f1(acb(3) / 2, s, s + 1))
            if not _thin(found[-1]):
                euler = (1 - inside) ** (acb(-1) / 2) * inside.hypgeom_2f1(s - half, acb(1), s + 1)
                found.append(scale / s * euler)
        return min(found, key=_off)

    def _by_parts(self, index: int, z: acb) -> acb:
        """The same for a large z: Σ_{j<J} (−1)^(j+1) f^(j)/z^(j+1), and a rest.

        f is a sum of c e^(−nl) with c, n > 0, so on the upright path |f^(J)| is at most its value
        at the end, and the rest at most |f^(J)|/(|z|^J Im z).
        """
        inverse, value = -1 / z, acb(0)
        power, size = inverse, 1 / z.imag
        best, least = acb("nan"), math.inf
        factorial = arb(1)
        for order, coefficient in enumerate(_derivatives(self, index, ctx.prec)):
            factorial = factorial * max(order, 1)
            derivative = coefficient * factorial
            rest = (abs(derivative) * size).upper()
            bound = float(rest.log().mid()) if rest > 0 else -math.inf
            if bound < least:
                best, least = value + disc(rest), bound
            elif bound > least + 5:
                break
            value = value + derivative * power
            power = power * inverse
            size = size / abs(z)
        return best

    def _near(self, index: int, z: acb) -> acb:
        """`_path` on a ball off the real line: its middle's value, and |derivative| ≤ f(l)/y²."""
        value = self._path(index, z.mid())
        off = radius(z)
        if off == 0:
            return value
        height = abs(z.imag).lower()
        if not height > 0:
            return acb("nan")
        density = self._density(_law(self, ctx.prec)[0][index])
        return value + disc((off * density / (height * height)).upper())

    def _tame(self, z: acb) -> list[acb]:
        """The U's."""
        ends, masses = _law(self, ctx.prec)
        values = [acb(mass) for mass in masses]
        values[-1] = values[-1] - self._near(-1, z)
        values[-2] = values[-2] + self._near(-2, z)
        if self.two_sided:
            # ∫₀^l e^((1−z)λ) f: the end −l is the upper one of the mirror image.
            values[0] = values[0] - ends[-1].exp() * self._near(-1, 1 - z)
            values[1] = values[1] + self._near(-2, 1 - z)
        return values

    def whole(self, start: Point, stop: Point, nats: float) -> tuple[arb, Callable[[acb], acb]]:
        """M itself; on a ball by its middle's value, and |M′| ≤ max|L| max e^(xL)."""
        ends = self.ends()
        longest = abs(ends[0]).max(abs(ends[-1]))

        def value(z: acb) -> acb:
            found = self.transform(z.mid())
            off = radius(z)
            if off == 0:
                return found
            size = (z.real * ends[0]).exp().max((z.real * ends[-1]).exp())
            return found + disc((off * longest * size).upper())

        return arb(0), value

    def on_segment(
        self, start: Point, stop: Point, nats: Sequence[float]
    ) -> list[Callable[[acb], acb]]:
        """The U's; exact but for rounding."""
        last: list[tuple[acb, list[acb]]] = []

        def part(index: int) -> Callable[[acb], acb]:
            def value(z: acb) -> acb:
                if not last or last[0][0] is not z:
                    last[:] = [(z, self._tame(z))]
                return last[0][1][index]

            return value

        return [part(index) for index in range(3 if self.two_sided else 2)]

    def beyond(self, last: Point, direction: Point, times: int) -> list[arb]:
        """Bounds on the |U|'s above a height.

        On the upright path |f| is at most f(l), and |e^(zλ)| = e^(−|λ| Im z).
        """
        height = last[1]
        ends, bounds = self.ends(), self.masses()
        bounds[-1] = bounds[-1] + self._density(ends[-1]) / height
        bounds[-2] = bounds[-2] + self._density(ends[-2]) / height
        if self.two_sided:
            bounds[0] = bounds[0] + ends[-1].exp() * self._density(ends[-1]) / height
            bounds[1] = bounds[1] + self._density(ends[1]) / height
        return [bound.upper() for bound in bounds]

    def float_sizes(self, x: float, y: float, lean: float) -> list[float]:
        """About ln of bounds on the |U|'s."""
        height = max(y, 0.2, 0.3 * abs(x - 0.5))
        point = (fmpq(0), fmpq(*height.as_integer_ratio()))
        return [float(bound.log().mid()) for bound in self.beyond(point, (fmpq(0), fmpq(1)), 1)]

    # --- on a line --------------------------------------------------------------------------------

    def transform(self, z: acb) -> acb:
        """M(z), for a thin z."""
        ends, masses = _law(self, ctx.prec)
        value = acb(0)
        for end, mass in zip(ends, masses, strict=True):
            value = value + mass * (z * end).exp()
        value = value + self._stretch(z)
        return value + self._stretch(1 - z) if self.two_sided else value

    def _stretch(self, z: acb) -> acb:
        """∫ e^(zλ) f(λ) dλ over the stretch."""
        low, high = _law(self, ctx.prec)[0][-2:]
        return (z * low).exp() * self._path(-2, z) - (z * high).exp() * self._path(-1, z)

    def real(self, c: fmpq, nats: float) -> arb:
        """M(c), by quadrature near the halves of odd numbers, where poles of the U's cancel."""
        if c == 0 or c == 1:
            return arb(1)
        if self.q == 1 and 2 * c != 1:
            a = 2 * self.a if self.two_sided else self.a
            return (c * arb((c - 1) * a).exp() + (c - 1) * arb(-c * a).exp()) / (2 * c - 1)
        if _near_half(c):
            return self._integrated(c)
        return self.transform(acb(c)).real

    def mean_loss(self, reverse: bool) -> arb:
        """The Kullback–Leibler divergence D(P‖Q), or D(Q‖P): M′(1), or −M′(0)."""
        a = arb(self.a)
        if self.q == 1:
            if self.two_sided:
                a = 2 * a
            # a − 1 + e^−a.
            return a + (-a).expm1()
        return -self._integrated(fmpq(0), True) if reverse else self._integrated(fmpq(1), True)

    def _integrated(self, c: fmpq, slope: bool = False) -> arb:
        """M(c), or M′(c), from the atoms and the integral over the place, u in [−a, a], of the
        stretch."""
        ends, masses = _law(self, ctx.prec)
        kept = self._kept()

        def integrand(u: acb, analytic: bool) -> acb:
            over = ((1 - self.q) + self.q * u.exp()) / kept
            # Powers have a cut: `log` gives nan where a ball meets it.
            loss = over.log(analytic=analytic)
            value = (c * loss).exp()
            if slope:
                value = value * loss
            if self.two_sided:
                # The stretch of negative losses.
                other = ((1 - c) * loss).exp()
                value = value + (other * -loss if slope else other)
            return value * (-(u + self.a) / 2).exp()

        total = integral(integrand, acb(-self.a), acb(self.a)).real * kept / 4
        for end, mass in zip(ends, masses, strict=True):
            total = total + mass * (c * end).exp() * (end if slope else 1)
        return total

    def on_line(self, c: fmpq, h: fmpq, count: int, nats: float) -> list[acb]:
        """M(c + inh) for n from 0 to count."""
        return [self.transform(acb(c, h * n)) for n in range(count + 1)]

    def beyond_line(self, c: fmpq, height: fmpq) -> arb:
        """An upper bound on |M(c + iy)| for all y ≥ height."""
        bounds = self.beyond((c, height), (fmpq(0), fmpq(1)), 1)
        total = arb(0)
        for end, bound in zip(self.ends(), bounds, strict=True):
            total = total + (c * end).exp() * bound
        return total.upper()

    # --- planning, in floats ----------------------------------------------------------------------

    def cumulant(self, c: float) -> float:
        """ln M(c), roughly."""
        q, a = float(self.q), float(self.a)
        u = np.linspace(-a, a, 2001)
        over = np.log1p(q * np.expm1(u)) if q < 1 else u
        weight = math.log(a / 4000) - (u + a) / 2
        kept = math.log1p(q * math.expm1(-a)) if self.two_sided else 0.0
        atoms = [float(mass.log().mid()) if mass > 0 else -math.inf for mass in self.masses()]
        ends = [float(end.mid()) for end in self.ends()]
        terms = [c * end + atom for end, atom in zip(ends, atoms, strict=True)]
        loss = over - kept
        base = weight + kept
        parts = [base + c * loss]
        if self.two_sided:
            parts.append(base + (1 - c) * loss)
        return log_sum(np.concatenate([*parts, np.array(terms)]))

    def decay(self, c: float, y: float) -> tuple[float, float]:
        """About ln of `beyond_line`."""
        place, height = fmpq(*c.as_integer_ratio()), fmpq(*y.as_integer_ratio())
        return float(self.beyond_line(place, height).log().mid()), 0.0

    def work(self, c: float, height: float, nats: float) -> float:
        """Two or four hypergeometric functions, in terms of a sum's."""
        return 800.0


def _near_half(c: fmpq) -> bool:
    twice = 2 * c
    nearest = fmpq(int((twice + fmpq(1, 2)).floor()))
    return abs(twice - nearest) < fmpq(1, 20) and int(nearest.p) % 2 == 1


@functools.lru_cache(maxsize=64)
def _law(step: SubsampledLaplaceStep, bits: int) -> tuple[list[arb], list[arb]]:
    """The ends and the masses at that precision, which is the one in force."""
    return step.ends(), step.masses()


@functools.lru_cache(maxsize=64)
def _derivatives(step: SubsampledLaplaceStep, index: int, bits: int) -> tuple[arb, ...]:
    """f^(j)/j! at an end for j up to about the precision's number of bits, over two."""
    count = 20 + bits // 2
    before, ctx.cap = ctx.cap, count
    try:
        kept = step._kept()
        scale = (arb(-step.a) / 2).exp() * (step.q * kept).sqrt() / 4
        place = arb_series([step.ends()[index], 1])
        falling = (-place).exp()
        inner = 1 - falling * ((1 - step.q) / kept)
        series = (place * (arb(-1) / 2) - inner.log() * (arb(3) / 2)).exp() * scale
        return tuple(arb(series[j]) for j in range(count))
    finally:
        ctx.cap = before


def _off(z: acb) -> float:
    """How wide a value is; ∞ for nan."""
    size = radius(z)
    return float(size.upper()) if size.is_finite() else math.inf


def _thin(z: acb) -> bool:
    """Whether a value is known nearly as well as the precision allows."""
    return bool(z.rel_accuracy_bits() > ctx.prec // 2)
