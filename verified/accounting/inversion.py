"""δ(ε) of a composition by inverting the transform of its privacy loss along a vertical line.

For laws P and Q with privacy loss L = ln(dP/dQ), let M(z) = E_Q[e^(zL)]; of a composition M is the
product of the steps'. On a vertical line through a real c other than 0 and 1,

    G_c(ε) = (1/2πi) ∫ M(z) e^(−(z−1)ε)/(z(z−1)) dz

is E_Q(e^L − e^ε)₊ = δ(ε) for c > 1, −E_Q min(e^L, e^ε) = δ(ε) − 1 for 0 < c < 1, and
E_Q(e^ε − e^L)₊ = δ(ε) − 1 + e^ε for c < 0. The trapezoidal rule with step h gives, by Poisson's
summation formula, the sum over all whole m of e^((c−1)mΔ) G_c(ε + mΔ) with Δ = 2π/h: terms of one
sign, which Chernoff's bound encloses. `docs/oracle.md` has the proofs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from flint import acb, arb, fmpq

from verified.accounting.enclosures import NotReachedError, require
from verified.numbers.golden import least_at
from verified.numbers.limits import check_time


class Step(Protocol):
    """What the inversion asks of the privacy loss of one step; c and h are exact."""

    def cumulant(self, c: float) -> float:
        """ln M(c), roughly."""

    def decay(self, c: float, y: float) -> tuple[float, float]:
        """ln of `beyond_line`, roughly, and a number of its own."""

    def work(self, c: float, height: float, nats: float) -> float:
        """Roughly the terms of one value of the transform on a line of that height."""

    def real(self, c: fmpq, nats: float) -> arb:
        """M(c), to a relative error of about e^−nats."""

    def mean_loss(self, reverse: bool) -> arb:
        """D(P‖Q), or D(Q‖P)."""

    def on_line(self, c: fmpq, h: fmpq, count: int, nats: float) -> list[acb]:
        """M(c + inh), n = 0 … count, each to an error of about e^−nats M(c)."""

    def beyond_line(self, c: fmpq, height: fmpq) -> arb:
        """An upper bound on |M(c + iy)| for all y ≥ height."""


@dataclass(frozen=True)
class Part:
    """A step taken some number of times."""

    step: Step
    times: int


@dataclass(frozen=True)
class Line:
    """A vertical line: where it crosses, the nodes on it, and the points of Chernoff's bounds."""

    c: fmpq
    h: fmpq
    count: int
    left: fmpq
    right: fmpq
    work: float
    size: float  # about ln |G_c(ε)|
    region: int


@dataclass(frozen=True)
class Nodes:
    """What the integral along a line takes at every ε, at the precision that it was made at.

    Attributes:
        line: which.
        kernels: M(z)/(z(z − 1)) at the nodes.
        beyond: a bound on |M| above them.
        bounds: M at the points of Chernoff's bounds.
    """

    line: Line
    kernels: list[acb]
    beyond: arb
    bounds: list[arb]

    def value(self, eps: arb) -> arb:
        """G_c(ε) enclosed."""
        line = self.line
        c, h, count = line.c, line.h, line.count
        angle = h * eps
        total = (self.kernels[0] / 2).real
        for n, kernel in enumerate(self.kernels[1:], 1):
            check_time()
            # Turning step by step would widen the balls at each.
            sine, cosine = (angle * n).sin_cos()
            total = total + kernel.real * cosine + kernel.imag * sine
        scale = ((1 - c) * eps).exp()
        total = total * scale * arb(h) / arb.pi()
        # What the sum leaves out: (h/π) Σ_{n > count} |M| e^(…)/(nh)² ≤ |M| e^(…)/(π h count).
        rest = (self.beyond * scale / (arb.pi() * arb(h) * count)).upper()
        total = total + arb(0, rest)
        # What it has too much: |G_c(ε + mΔ)| e^((c−1)mΔ) ≤ M(c′) e^(−(c′−1)ε − |c′−c||m|Δ).
        gap = 2 * arb.pi() / arb(h)
        aliases = arb(0)
        for place, bound in zip((line.left, line.right), self.bounds, strict=True):
            first = (-abs(place - c) * gap).exp()
            aliases = aliases + bound * ((1 - place) * eps).exp() * first / (1 - first)
        too_much = arb(0).union(aliases.upper())
        return total + too_much if 0 < c < 1 else total - too_much


class Product:
    """The product of the transforms of some steps."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)

    def cumulant(self, c: float) -> float:
        return sum(part.times * part.step.cumulant(c) for part in self.parts)

    def decay(self, c: float, y: float) -> float:
        return sum(part.times * part.step.decay(c, y)[0] for part in self.parts)

    def work(self, c: float, height: float, nats: float) -> float:
        return sum(part.step.work(c, height, nats) for part in self.parts)

    def real(self, c: fmpq, nats: float) -> arb:
        value = arb(1)
        for part in self.parts:
            value = value * part.step.real(c, nats + math.log(part.times)) ** part.times
        return value

    def on_line(self, c: fmpq, h: fmpq, count: int, nats: float) -> list[acb]:
        values = [acb(1)] * (count + 1)
        for part in self.parts:
            each = part.step.on_line(c, h, count, nats + math.log(part.times))
            values = [value * one**part.times for value, one in zip(values, each, strict=True)]
        return values

    def beyond_line(self, c: fmpq, height: fmpq) -> arb:
        value = arb(1)
        for part in self.parts:
            value = value * part.step.beyond_line(c, height) ** part.times
        return value.upper()


class Inversion:
    """E_Q of a positive part of a composition's loss, along vertical lines."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self._cumulants: dict[float, float] = {}

    def _cumulant(self, c: float) -> float:
        if c not in self._cumulants:
            check_time()
            self._cumulants[c] = self.product.cumulant(c)
        return self._cumulants[c]

    # --- planning ---------------------------------------------------------------------------------

    def exponent(self, c: float, eps: float) -> float:
        return self._cumulant(c) - (c - 1) * eps - math.log(abs(c * (c - 1)))

    def saddle(self, eps: float, region: int) -> float:
        """About where |integrand| is least on the real line: beyond 1, in (0, 1), or below 0."""
        if region == 0:
            return least_at(lambda c: self.exponent(c, eps), 1e-6, 1 - 1e-6, 28)
        # The distance from the pole is found on a logarithmic scale.
        edge = 1.0 if region > 0 else 0.0
        place = _least_far(lambda s: self.exponent(edge + region * math.exp(s), eps))
        return edge + region * math.exp(place)

    def plan(
        self,
        eps: float,
        region: int,
        nats: float,
        crossing: tuple[fmpq, float] | None = None,
    ) -> Line:
        """A line for errors of e^-nats of |G_c(ε)|, as few nodes as floats can tell.

        Args:
            eps, region, nats: as named.
            crossing: c and about ln |G_c(ε)|, where they aren't those of `crossing`.
        """
        c_exact, size = self.crossing(eps, region) if crossing is None else crossing
        c = float(c_exact)
        # Aliases: the least Δ for which some Chernoff point makes them small enough.
        points = []
        for side in (-1, 1):
            best = (math.inf, c_exact)
            for place in self._places(c, region, side):
                bound = self._cumulant(float(place)) - (float(place) - 1) * eps
                delta = (bound - size + nats) / abs(float(place) - c)
                best = min(best, (max(delta, 1e-300), place))
            points.append(best)
        spread = max(points[0][0], points[1][0])
        h = _floor_short(2 * math.pi / spread)
        top = self._top(c, eps, size, nats, float(h))
        count = math.ceil(top / float(h)) + 1
        work = count * self.product.work(c, top, nats)
        return Line(c_exact, h, count, points[0][1], points[1][1], work, size, region)

    def crossing(self, eps: float, region: int) -> tuple[fmpq, float]:
        """Where a line had best cross, and about ln |G_c(ε)| (by Laplace's method)."""
        place = _short(self.saddle(eps, region), region)
        c = float(place)
        return place, self.exponent(c, eps) - 0.5 * math.log(
            2 * math.pi * self._curvature(c, eps)
        )

    def _curvature(self, c: float, eps: float) -> float:
        gap = min(abs(c), abs(c - 1)) * 0.05
        middle = self.exponent(c, eps)
        value = (self.exponent(c + gap, eps) + self.exponent(c - gap, eps) - 2 * middle) / gap**2
        return max(value, 1e-300)

    def _places(self, c: float, region: int, side: int) -> list[fmpq]:
        """Points for Chernoff's bound on one side of c, in the same region."""
        limit = {1: {-1: 1.0, 1: math.inf}, 0: {-1: 0.0, 1: 1.0}, -1: {-1: -math.inf, 1: 0.0}}
        end = limit[region][side]
        shares = (0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95)
        found = []
        if math.isinf(end):
            near = min(abs(c), abs(c - 1))
            for factor in (0.05, 0.1, 0.2, 0.35, 0.6, 1.0, 1.7, 3.0, 6.0, 12.0, 30.0):
                found.append(_nearest_short(c + side * factor * near))
        else:
            # The region's end itself is a point: E_Q e^0 = E_Q e^L = 1.
            # By the distance from it, which is short of 0 even where rounded.
            found += [
                int(end) - _nearest_short((1 - share) * (end - c)) for share in shares
            ] + [fmpq(int(end))]
        return found

    def _top(self, c: float, eps: float, size: float, nats: float, h: float) -> float:
        """A height beyond which the rest of the line is small enough."""

        def left(y: float) -> float:
            rest = self.product.decay(c, y) - (c - 1) * eps - math.log(math.pi * y)
            return rest - size + nats

        low, high = h, 2 * h
        while left(high) > 0:
            low, high = high, 2 * high
            if high > 1e7 * h:
                raise NotReachedError("the transform falls too slowly along the line")
        for _ in range(8):
            middle = math.sqrt(low * high)
            low, high = (middle, high) if left(middle) > 0 else (low, middle)
        return high * 1.02

    # --- enclosures -------------------------------------------------------------------------------

    def value(self, eps: arb, line: Line, nats: float) -> arb:
        """G_c(ε) enclosed; its sign is + for c outside [0, 1], − inside."""
        return self.values([eps], line, nats)[0]

    def values(self, epsilons: Sequence[arb], line: Line, nats: float) -> list[arb]:
        """G_c at several ε, the nodes shared."""
        nodes = self.nodes(line, nats)
        return [nodes.value(eps) for eps in epsilons]

    def nodes(self, line: Line, nats: float) -> Nodes:
        """The transform along a line."""
        c, h, count = line.c, line.h, line.count
        low, high = _region(line.region)
        require(count > 0 and h > 0, "a line without nodes")
        # Else Chernoff's bounds, and the sign of what the sum has too much, aren't what they are.
        require(
            low <= line.left < c < line.right <= high, "a line or a bound's point leaves its region"
        )
        transforms = self.product.on_line(c, h, count, nats)
        kernels = []
        for n, transform in enumerate(transforms):
            check_time()
            z = acb(c, h * n)
            kernels.append(transform / (z * (z - 1)))
        beyond = self.product.beyond_line(c, h * (count + 1))
        bounds = [
            self.product.real(place, 3.0) if 0 != place != 1 else arb(1)
            for place in (line.left, line.right)
        ]
        return Nodes(line, kernels, beyond, bounds)


def _region(region: int) -> tuple[arb, arb]:
    """The ends of a region of the real line."""
    infinity = arb("inf")
    return {1: (arb(1), infinity), 0: (arb(0), arb(1)), -1: (-infinity, arb(0))}[region]


def _least_far(function: Callable[[float], float]) -> float:
    """As `_least`, over the logarithm of a distance, the bracket found first."""
    s, step = 0.0, 1.5
    here = function(s)
    direction = step if function(s + step) < here else -step
    while abs(s) < 60:
        there = function(s + direction)
        if not there < here:
            break
        s, here = s + direction, there
    low, high = sorted((s - abs(direction), s + abs(direction)))
    return least_at(function, low, high, 28)


def _nearest_short(x: float) -> fmpq:
    mantissa, shift = math.frexp(x)
    return fmpq(round(mantissa * 2**20)) * fmpq(2) ** (shift - 20)


def _floor_short(x: float) -> fmpq:
    mantissa, shift = math.frexp(x)
    return fmpq(math.floor(mantissa * 2**12)) * fmpq(2) ** (shift - 12)


def _short(c: float, region: int) -> fmpq:
    """A short rational near c, in its region, and off the halves of odd numbers.

    There the terms of the transforms of Laplace steps have poles that cancel.
    """
    if region == 0:
        c = min(max(c, 1e-5), 1 - 1e-5)
    edge = 1 if region > 0 else 0
    place = edge + _nearest_short(c - edge)
    twice = 2 * place
    nearest = fmpq(int((twice + fmpq(1, 2)).floor()))
    if int(nearest.p) % 2 and abs(twice - nearest) < fmpq(1, 8):
        place = nearest / 2 + fmpq(1, 16) * (-1 if region < 0 else 1)
    return place
