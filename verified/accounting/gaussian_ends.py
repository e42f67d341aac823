"""The transform of a subsampled Gaussian's loss off the real line, by a path that is turned.

The loss of the one-sided pair (`gaussian_steps`) has the least value ln(1 − q). Let λ be the loss
above it; M(z) = (1 − q)^z U(z) with U(z) = ∫₀^∞ e^(zλ) f(λ) dλ and, with r = q/(1 − q),

    f(λ) = φ(t)/(μ (1 − e^−λ)),  μt = λ + ln(1 − e^−λ) + b,  b = μ²/2 − ln r.

f is analytic for 0 < |arg λ| < π/2, and decays where |arg λ| < π/4. So the path may be the ray
λ = e^(v + iψ): where cos(arg z + ψ) < 0 the factor e^(zλ) doesn't oscillate but falls, and U stays
accurate where z is far from the real line. The integral over v is taken with the trapezoidal rule;
shifting v by ±iη turns the ray by ±η, which bounds its error. `docs/oracle.md` has the proofs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import acb, arb, fmpq

from verified.accounting.enclosures import require
from verified.accounting.gaussian_steps import Point, disc, dyadic
from verified.numbers.limits import check_time

Floats = Any

# Terms of the power series that stands for the nodes near λ = 0.
_SERIES = 40


@dataclass(frozen=True)
class End:
    """The least loss of a one-sided subsampled Gaussian step, and what lies above it."""

    q: fmpq
    mu: fmpq

    def ends(self) -> list[arb]:
        """ln(1 − q)."""
        return [arb(-self.q).log1p()]

    def levels(self) -> list[tuple[fmpq, int]]:
        """One end, which isn't rational."""
        return [(fmpq(0), 1)]

    def whole(self, start: Point, stop: Point, nats: float) -> tuple[arb, Callable[[acb], acb]]:
        """ln(1 − q), and U near a segment."""
        return self.ends()[0], EndTransform(self, start, stop, nats)

    def on_segment(
        self, start: Point, stop: Point, nats: Sequence[float]
    ) -> list[Callable[[acb], acb]]:
        """U near a segment."""
        return [EndTransform(self, start, stop, nats[0])]

    def beyond(self, last: Point, direction: Point, times: int) -> list[arb]:
        """A bound on |U| on a ray from a point on.

        On the path turned by ψ, Re(zλ) doesn't grow along the ray where φ + ψ ≥ π/2.
        """
        x, y = float(last[0]), float(last[1])
        lean = math.atan2(float(direction[1]), float(direction[0]))
        _, path = self._best_path(x, y, lean)
        psi = arb(dyadic(path, 12)) if path else arb(0)
        turned = direction[0] * psi.cos() - direction[1] * psi.sin()
        require(turned <= 0, "the path isn't turned enough for the ray")
        rate = last[0] * psi.cos() - last[1] * psi.sin()
        return [self.mass(psi, rate.upper(), max(0.005, min(0.1, 1 / math.sqrt(times))))]

    def float_sizes(self, x: float, y: float, lean: float) -> list[float]:
        """About ln |U| by the best path."""
        return [self._best_path(x, y, lean)[0]]

    def _best_path(self, x: float, y: float, lean: float) -> tuple[float, float]:
        least = max(0.0, math.pi / 2 - lean + 0.002) if lean else 0.0
        sizes = []
        for path in np.linspace(least, 0.77, 7):
            rate = x * math.cos(path) - y * math.sin(path)
            sizes.append((self.float_mass(float(path), rate), float(path)))
        return min(sizes)

    @property
    def _offset(self) -> arb:
        """b with μt = ln(e^λ − 1) + b; λ + ln(1 − e^−λ) is that logarithm without a cut."""
        return self.mu * self.mu / 2 - arb(self.q / (1 - self.q)).log()

    def _float_offset(self) -> float:
        q, mu = float(self.q), float(self.mu)
        return mu * mu / 2 - math.log(q) + math.log1p(-q)

    # --- the size of the integrand on a ray -------------------------------------------------------

    def float_mass(self, angle: float, rate: float) -> float:
        """About ln ∫ |f(ρe^(i·angle))| e^(rate·ρ) dρ."""
        v = self._float_span(rate, angle)
        lam = np.exp(v + 1j * angle)
        ratio = np.log(-np.expm1(-lam))
        t = (lam + ratio + self._float_offset()) / float(self.mu)
        size = -np.real(t * t) / 2 - np.real(ratio) + v + rate * np.exp(v)
        top = float(np.max(size))
        step = v[1] - v[0]
        scale = step / (float(self.mu) * math.sqrt(2 * math.pi))
        return top + math.log(float(np.sum(np.exp(size - top))) * scale)

    def _float_span(self, rate: float, angle: float) -> Floats:
        b, mu = self._float_offset(), float(self.mu)
        # Far below, e^v is 0 in floats.
        low = max(min(-b - 12 * mu, -1.0), -300.0)
        reach = (mu * mu * max(rate, 0.0) + 14 * mu) / max(math.cos(2 * angle), 0.02) + abs(b)
        return np.linspace(low, math.log(max(reach, 1.0)), 700)

    def mass(self, angle: arb, rate: arb, fine: float = 0.02) -> arb:
        """An upper bound on ∫₀^∞ |f(ρe^(i·angle))| e^(rate·ρ) dρ, for 0 ≤ |angle| < π/4."""
        low, high = self._ends(angle, rate, 40.0)
        total = self.left_tail(angle, low) * (arb(low).exp() * rate.max(arb(0))).exp()
        total = total + self.right_tail(angle, rate, high)
        b, unit = self._offset, acb(angle.cos(), angle.sin())
        scale = 1 / (self.mu * (2 * arb.pi()).sqrt())
        v = low
        while v < high:
            check_time()
            # On a cell E(v) ≤ E(m) + s(v − m) + ρ|v − m| where E′ is s ± ρ; sinh x ≤ x e^(x²/6).
            step = dyadic(fine * min(1.0, float(self.mu)) / max(1.0, math.exp(float(v))), 6)
            middle, half = v + step / 2, step / 2
            size, _ = self._exponent(unit, arb(middle), b, rate)
            _, slope = self._exponent(unit, arb(middle, half), b, rate)
            tilt = slope.mid() * half
            most = (size + slope.rad() * half + tilt * tilt / 6).exp().upper()
            total = total + most * step * scale
            v = v + step
        return total.upper()

    def _exponent(self, unit: acb, v: arb, b: arb, rate: arb) -> tuple[arb, arb]:
        """−Re t²/2 + rate·ρ + ln|λ/(1 − e^−λ)|, and its derivative by v = ln ρ."""
        rho = v.exp()
        lam = unit * rho
        kept = -((-lam).expm1())
        t, ratio = (lam + kept.log() + b) / self.mu, lam / kept
        return (
            -(t * t).real / 2 + rate * rho + abs(ratio).log(),
            -(t * ratio).real / self.mu + rate * rho + 1 + (lam - ratio).real,
        )

    def _ends(self, angle: arb, rate: arb, nats: float) -> tuple[fmpq, fmpq]:
        """Where the tails begin: beyond, the integrand is about e^-nats of all."""
        b, mu, turn = self._float_offset(), float(self.mu), abs(float(angle.mid()))
        spread = math.sqrt(2 * nats + (turn / mu) ** 2)
        low = min(-b - mu * spread - 1, -2.0)
        cosine = max(math.cos(2 * turn), 1e-3)
        top = mu * mu * max(float(rate.mid()), 0.0) + mu * mu
        reach = (top + mu * math.sqrt(2 * nats)) / cosine + 4.0 / math.cos(turn) + 2 * abs(b)
        return _grid_point(low), _grid_point(math.log(reach) + 0.1)

    def left_tail(self, angle: arb, low: fmpq) -> arb:
        """A bound on ∫ |f| dρ over ρ < e^low ≤ 1/2.

        There |ln((e^λ − 1)/λ)| ≤ |λ|, so Re μt ≤ v + e^low + b < 0, |Im μt| ≤ |angle| + e^low,
        and |λ/(1 − e^−λ)| ≤ e^(2|λ|). The bound on the integrand rises with v, so it also bounds
        h times the sum over nodes v ≤ low − h.
        """
        small = arb(low).exp()
        require(small <= fmpq(1, 2), "a tail of the transform isn't bounded")
        edge = (low + small + self._offset) / self.mu
        require(edge < 0, "a tail of the transform isn't bounded")
        tilt = ((abs(angle) + small) / self.mu) ** 2 / 2
        return ((-edge / arb(2).sqrt()).erfc() / 2 * (tilt + 2 * small).exp()).upper()

    def right_tail(self, angle: arb, rate: arb, high: fmpq) -> arb:
        """A bound on ∫ |f| e^(rate·ρ) dρ over ρ > e^high.

        With Re λ ≥ 1, ln(1 − e^−λ) = ξ with |ξ| ≤ 2e^(−Re λ), and |1/(1 − e^−λ)| ≤ 2. The
        exponent −Re (λ + b + ξ)²/(2μ²) + rate·ρ is at most a concave quadratic in ρ, whose slope
        at the start bounds what follows. The bound on ρ|f| falls with v, so it also bounds h times
        the sum over nodes v ≥ high + h.
        """
        rho, b, mu = arb(high).exp(), self._offset, self.mu
        cosine = angle.cos()
        real = rho * cosine
        # Below π/4 the quadratic is concave.
        require(real >= 1 and (2 * angle).cos() > 0, "a tail of the transform isn't bounded")
        xi = 2 * (-real).exp()
        # Re(λ + b)² = ρ² cos 2ψ + 2bρ cos ψ + b²; ξ costs at most 2|ξ|(ρ + |b|) + |ξ|².
        exponent = (
            -(rho * rho * (2 * angle).cos() + 2 * b * rho * cosine + b * b)
            + 2 * xi * (rho + abs(b))
            + xi * xi
        ) / (2 * mu * mu) + rate * rho
        slope = (-(rho * (2 * angle).cos() + b * cosine) + xi) / (mu * mu) + rate
        require(slope * rho < -1, "a tail of the transform isn't bounded")
        return (exponent.exp() * 2 / (-slope * mu * (2 * arb.pi()).sqrt())).upper()


class EndTransform:
    """U(z) for the z on a segment, and near it.

    Args:
        end: the step.
        start, stop: the segment's ends, none below the real line.
        nats: the error of U is about e^-nats.
    """

    def __init__(self, end: End, start: Point, stop: Point, nats: float) -> None:
        self.end = end
        points = [complex(float(x), float(y)) for x, y in (start, stop)]
        # Some room around the segment, since integrals are bounded by values around it.
        length = abs(points[1] - points[0])
        choices = []
        for wide in {length / 2, length / 4, length / 8, min(length / 4, 1 / float(end.mu))}:
            chosen = self._choose(points, wide, nats)
            choices.append((chosen[2] * max(4.0, length / wide), wide, chosen))
        _, wide, (self.path, self.turn, inverse) = min(choices, key=lambda one: one[0])
        room = dyadic(wide, 8)
        path, turn = arb(self.path), arb(self.turn)
        h = dyadic(1 / inverse, 12)
        # Re(z e^(iψ)) is largest at one of the segment's ends.
        self.rates: dict[int, tuple[acb, arb]] = {}
        for side in (-1, 0, 1):
            angle = path + side * turn
            cosine, sine = angle.cos(), angle.sin()
            ends = [x * cosine - y * sine for x, y in (start, stop)]
            self.rates[side] = acb(cosine, sine), (ends[0].max(ends[1]) + room).upper()
        decay = (2 * arb.pi() * turn / h).expm1()
        error = arb(0)
        for side in (-1, 1):
            error = error + end.mass(path + side * turn, self.rates[side][1], 0.2) / decay
        low, high = end._ends(path, self.rates[0][1], nats + 5)
        first, last = math.floor(float(low) / float(h)), math.ceil(float(high) / float(h))
        rate = self.rates[0][1]
        left = end.left_tail(path, h * first) * (arb(h * first).exp() * rate.max(arb(0))).exp()
        self.error = (error + left + end.right_tail(path, rate, h * last)).upper()
        self._nodes(h, first, last, max(map(abs, points)) + float(room))

    def _choose(self, points: list[complex], room: float, nats: float) -> tuple[fmpq, fmpq, float]:
        """The path's angle, the angle that it is turned by, and the least 1/h."""
        best = (math.inf, 0.0, 0.0)
        for path in np.linspace(0.0, 0.66, 7):
            for turn in np.linspace(0.08, 0.77 - path, 4):
                cost = 0.0
                for angle in (path - turn, path + turn):
                    check_time()
                    rate = max((z * np.exp(1j * angle)).real for z in points) + room
                    cost = max(cost, self.end.float_mass(angle, rate))
                inverse = (nats + 1 + max(cost, 0.0)) / (2 * math.pi * turn)
                best = min(best, (inverse, float(path), float(turn)))
        return dyadic(best[1], 12) if best[1] else fmpq(0), dyadic(best[2], 12), best[0]

    def _nodes(self, h: fmpq, first: int, last: int, radius: float) -> None:
        """λ and its weight at the nodes; those with |λ| small as moments."""
        end, unit = self.end, acb(arb(self.path).cos(), arb(self.path).sin())
        b, scale = end._offset, arb(h) / (end.mu * (2 * arb.pi()).sqrt())
        self.radius = dyadic(1 / (4 * radius), 8)
        self.moments = [acb(0)] * _SERIES
        self.near_mass = arb(0)
        self.nodes: list[tuple[acb, acb]] = []
        for index in range(first, last + 1):
            check_time()
            rho = arb(h * index).exp()
            lam = unit * rho
            share = -((-lam).expm1())
            t = (lam + share.log() + b) / end.mu
            weight = scale * (-t * t / 2).exp() * lam / share
            if rho < self.radius:
                self.near_mass = self.near_mass + weight.abs_upper()
                for power in range(_SERIES):
                    self.moments[power] = self.moments[power] + weight
                    weight = weight * lam / (power + 1)
            else:
                self.nodes.append((lam, weight))

    def __call__(self, z: acb) -> acb:
        """U(z) for a ball on the segment or near it; nan farther off."""
        for unit, rate in self.rates.values():
            if not (z * unit).real <= rate:
                return acb("nan")
        size = z.abs_upper() * self.radius
        if not size < 1:
            return acb("nan")
        value = acb(0)
        for moment in reversed(self.moments):
            value = value * z + moment
        # Σ_{n ≥ N} x^n/n! ≤ 2 x^N/N! for x < 1.
        rest = (2 * size**_SERIES / arb(math.factorial(_SERIES)) * self.near_mass).upper()
        value = value + disc((rest + self.error).upper())
        for lam, weight in self.nodes:
            value = value + weight * (z * lam).exp()
        return value


def _grid_point(x: float) -> fmpq:
    return fmpq(round(x * 64), 64)

