"""Weighted densities on the real line in balls, and mixtures of them.

A Laplace or Gaussian density is the exponential of a polynomial on each side of its mean; one of a
Gaussian law with Laplace noise is in `ball_noised`. Mixtures are brought to a form in which a
density occurs once, so that what is certainly equal cancels exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flint import arb, ctx, fmpq

from verified.numbers.ball_noised import Noised
from verified.numbers.ball_signs import Term
from verified.numbers.balls import ONE, Indeterminate, _checked, equal
from verified.numbers.line import GAUSSIAN, NOISED, STEPPED, Part, Parts


def same(a: Any, b: Any) -> bool:
    """Whether two numbers are certainly equal."""
    return equal(a, b) is True


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
        other = object.__new__(Curve)
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

    def tail_moments(self, end: arb, origin: arb) -> tuple[arb, arb, arb]:
        """∫ (x − origin)^k f(x) dx over (end, ∞) for k = 0, 1, 2, where end is beyond the mean."""
        tail, s, m = self.upper_tail(end), self.scale, self.location
        if self.shape == GAUSSIAN:
            u, d = (end - m) / s, m - origin
            bell = self.weight * (-u * u / 2).exp() / (2 * arb.pi()).sqrt()
            first = d * tail + s * bell
            second = d * d * tail + 2 * d * s * bell + s * s * (u * bell + tail)
            return tail, first, second
        d = end - origin
        return tail, tail * (d + s), tail * (d * d + 2 * s * d + 2 * s * s)


def _laplace_tail(u: arb) -> arb:
    return (-u).exp() / 2 if u >= 0 else 1 - u.exp() / 2


def _curve(part: Part, factor: Any) -> Any:
    if part.shape in STEPPED:
        raise Indeterminate("a law of steps with one of another shape isn't evaluated")
    weight = arb(part.weight) * arb(factor)
    if not weight > 0:
        raise Indeterminate("a weight may be 0")
    if not all(scale > 0 for scale in (part.spread, part.noise) if scale is not None):
        raise Indeterminate("a scale may be 0")
    if part.shape == NOISED:
        return Noised(weight, arb(part.location), arb(part.spread), arb(part.noise))
    return Curve(weight, part.shape, arb(part.location), arb(part.spread))


def curves_of(parts: Parts, factor: Any = ONE) -> list[Any]:
    """The densities of a mixture, its weights times a factor.

    Raises:
        Indeterminate: a weight or a scale isn't certainly positive.
    """
    return [_curve(part, factor) for part in parts]


def merged(parts: Parts) -> Parts:
    """The mixture without weights 0, and with densities that are certainly the same as one."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part.weight, fmpq) and part.weight == 0:
            continue
        for index, other in enumerate(found):
            if _alike(part, other):
                found[index] = replace(other, weight=other.weight + part.weight)
                break
        else:
            found.append(part)
    return tuple(found)


def _alike(one: Part, two: Part) -> bool:
    return (
        one.shape == two.shape
        and same(one.location, two.location)
        and same(one.spread, two.spread)
        and (one.noise is None or same(one.noise, two.noise))
        and (one.share is None or same(one.share, two.share))
    )


def fall_sign(x: Any) -> int:
    """The sign of a coefficient by which two tails differ.

    Raises:
        Indeterminate: it isn't certain.
    """
    if x > 0 or x < 0:
        return 1 if x > 0 else -1
    if x == 0:
        return 0
    raise Indeterminate("which of two tails falls faster isn't certain")


def same_law(one: Parts, two: Parts) -> bool:
    """Whether two merged mixtures are certainly the same, whatever the order of their parts."""
    return len(one) == len(two) and all(
        any(_alike(a, b) and same(a.weight, b.weight) for b in two) for a in one
    )


def net(p: Parts, q: Parts) -> tuple[Parts, Parts]:
    """Two weighted mixtures with the same difference, where a density is in one of them only."""
    first, second = list(merged(p)), list(merged(q))
    for part in tuple(first):
        for other in tuple(second):
            if not _alike(part, other):
                continue
            rest = part.weight - other.weight
            if not (isinstance(rest, fmpq) or rest > 0 or rest < 0):
                continue
            first.remove(part)
            second.remove(other)
            if rest > 0:
                first.append(replace(part, weight=rest))
            elif rest < 0:
                second.append(replace(other, weight=-rest))
    return tuple(first), tuple(second)


def tail_mass(curves: Sequence[Curve], end: arb) -> arb:
    """The mass of (end, ∞)."""
    return _checked(sum((curve.upper_tail(end) for curve in curves), arb(0)))

