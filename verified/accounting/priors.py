"""δ, and the least noise, for additive noise on Gaussian and Gaussian-mixture priors.

An adversary believes that the data X has one of two laws; Y = X + N is released, with Laplace or
Gaussian noise N. The least δ is the larger of the hockey-stick divergences of the two laws of Y in
both directions (Ding 2024, Definition 1, where both orders of a pair of secrets are to be kept
indistinguishable).

More noise never makes δ larger. Of Gaussian noise that is clear: N(0, v′) is N(0, v) and N(0, v′−v)
independent of it. So it is of Laplace noise: for b < b′ the characteristic functions satisfy
1/(1 + b′²t²) = 1/(1 + b²t²) · (s + (1 − s)/(1 + b′²t²)) with s = (b/b′)², so that L(b′) is L(b)
plus an independent number that is 0 with probability s and L(b′) otherwise. Hence the scales that
meet (ε, δ) are a half-line, and two evaluations certify a least scale from both sides.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import arb, fmpq

from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    NotReachedError,
    enclosure,
    exponent,
    exponential,
    nats,
    positive,
    probability,
    relative_width,
    within,
)
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers import ball_line, float_line
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.exact import rational
from verified.numbers.line import GAUSSIAN, NOISED, Part, Parts

LAPLACE_NOISE, GAUSSIAN_NOISE = "laplace", "gaussian"
NOISES = (LAPLACE_NOISE, GAUSSIAN_NOISE)
_MOST_STEPS = 30
_MOST_BITS = 1 << 10
_FARTHEST = 1e12
# A δ that may be 0 isn't told apart from one below this.
_TINY = fmpq(1, 10**30)


@dataclass(frozen=True)
class Prior:
    """What an adversary believes of the data: a mixture of Gaussian laws, its numbers exact."""

    parts: Parts


def gaussian_prior(mean: Any, deviation: Any) -> Prior:
    """A Gaussian prior with a mean and a standard deviation.

    Raises:
        InputError: one is no number, or the deviation isn't positive.
    """
    return mixture_prior([1], [mean], [deviation])


def mixture_prior(
    weights: Sequence[Any], means: Sequence[Any], deviations: Sequence[Any]
) -> Prior:
    """A Gaussian mixture by its components' weights, means and standard deviations.

    Raises:
        InputError: the lists have different lengths, the weights aren't a law, or a deviation
            isn't positive.
    """
    if not len(weights) == len(means) == len(deviations) > 0:
        raise InputError(
            f"a prior takes as many weights as means and deviations, at least one; there are "
            f"{len(weights)}, {len(means)} and {len(deviations)}"
        )
    shares = [probability(weight, "a weight of the prior") for weight in weights]
    if sum(shares, fmpq(0)) != 1:
        raise InputError(f"the weights of a prior sum to 1, not to {sum(shares, fmpq(0))}")
    parts = []
    for share, mean, deviation in zip(shares, means, deviations, strict=True):
        spread = positive(deviation, "a deviation of the prior") ** 2
        if share > 0:
            parts.append(Part(share, GAUSSIAN, rational(mean, "a mean of the prior"), spread))
    return Prior(tuple(parts))


def prior_of(weights: Sequence[Any], means: Sequence[Any], variances: Sequence[Any]) -> Prior:
    """As `mixture_prior`, by variances, whose roots may be irrational.

    Raises:
        InputError: as there.
    """
    plain = mixture_prior(weights, means, variances)
    spreads = [
        positive(variance, "a variance of the prior")
        for weight, variance in zip(weights, variances, strict=True)
        if rational(weight, "a weight") > 0
    ]
    return Prior(tuple(
        replace(part, spread=spread) for part, spread in zip(plain.parts, spreads, strict=True)
    ))


def released(prior: Prior, noise: str, scale: Any) -> Parts:
    """The law of Y: Laplace noise has the scale b, Gaussian noise the standard deviation."""
    if scale == 0:
        return prior.parts
    if noise == GAUSSIAN_NOISE:
        return tuple(
            Part(part.weight, GAUSSIAN, part.location, part.spread + scale * scale)
            for part in prior.parts
        )
    return tuple(
        Part(part.weight, NOISED, part.location, part.spread, scale) for part in prior.parts
    )


def _direction(one: Prior, two: Prior, noise: str, scale: Any, factor: Any) -> Any:
    p, q = released(one, noise, scale), released(two, noise, scale)
    return ball_line.positive_part(p, q, factor)


@dataclass(frozen=True)
class _Pair:
    """Two priors, a kind of noise and an ε."""

    one: Prior
    two: Prior
    noise: str
    eps: Exponent

    def directions(self) -> list[tuple[Prior, Prior]]:
        return [(self.one, self.two), (self.two, self.one)]

    def delta(self, scale: fmpq, width: fmpq) -> Enclosure:
        """The least δ at a scale, to a relative width."""
        if self.one == self.two:
            return Enclosure(fmpq(0), fmpq(0), "equal priors")

        def both() -> Any:
            try:
                factor = exponential(self.eps)
                values = [
                    _direction(p, q, self.noise, scale, factor) for p, q in self.directions()
                ]
            except Indeterminate as error:
                raise NotReachedError(str(error)) from None
            if all(isinstance(value, fmpq) for value in values):
                return max(values)
            return arb(values[0]).max(arb(values[1]))

        best, bits = None, max(96, 40 + _bits_of(width))
        while bits <= _MOST_BITS:
            with precision(bits):
                try:
                    found = within(enclosure(both()), fmpq(0), fmpq(1))
                except NotReachedError:
                    found = None
            if found is not None:
                best = replace(found, way=f"masses between isolated signs, {bits} bits")
                if best.width <= width or (best.low == 0 and best.high < _TINY):
                    return best
            bits *= 2
        raise NotReachedError("the width asked for wasn't reached", best)

    def least_scale(self, delta: fmpq, width: fmpq) -> Enclosure:
        """The least scale whose δ is at most that, 0 where the priors need no noise."""
        if self._meets(fmpq(0), delta):
            return Enclosure(fmpq(0), fmpq(0), "the priors meet it without noise")
        low, high = self._near(self._in_floats(delta), delta, width)
        if not self._above(low, delta) or not self._meets(high, delta):
            raise NotReachedError("two scales around the least weren't told apart")
        return Enclosure(low, high, "a secant's zero, certified on both sides")

    def _in_floats(self, delta: fmpq) -> fmpq:
        """About the least scale, by bisection in floats; not certified."""
        goal, (p, q) = _float(delta), map(_floats, (self.one, self.two))
        factor = math.exp(float(arb(nats(self.eps)).mid()))

        def above(scale: float) -> bool:
            laws = [released(prior, self.noise, scale) for prior in (p, q)]
            values = [
                float_line.positive_part(first, second, factor)
                for first, second in (laws, laws[::-1])
            ]
            return max(map(float, values)) > goal

        low, high = 0.5, 1.0
        while above(high):
            low, high = high, 2 * high
            if high > _FARTHEST:
                raise NotReachedError(f"the scale is beyond {_FARTHEST:g}")
        while not above(low):
            low, high = low / 2, low
            if low < 1 / _FARTHEST:
                raise NotReachedError(f"the scale is below {1 / _FARTHEST:g}")
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (middle, high) if above(middle) else (low, middle)
        return fmpq(*((low + high) / 2).as_integer_ratio())

    def _middle(self, scale: fmpq) -> arb:
        factor = exponential(self.eps)
        try:
            values = [
                arb(_direction(p, q, self.noise, scale, factor)) for p, q in self.directions()
            ]
        except Indeterminate as error:
            raise NotReachedError(str(error)) from None
        return values[0].max(values[1]).mid()

    def _near(self, point: fmpq, delta: fmpq, width: fmpq) -> tuple[fmpq, fmpq]:
        """Two scales around the least one, by secants; nothing is certified by it."""
        digits = _bits_of(width)
        gap = point / 2**26
        found: list[tuple[fmpq, arb]] = []
        for _ in range(_MOST_STEPS):
            # Steps far from the end need few digits.
            with precision(min(digits + 40, 72 + 3 * _bits_of(gap / point))):
                found.append((point, self._middle(point) - arb(delta)))
                following = point + gap
                if len(found) > 1:
                    (before, one), (last, two) = found[-2:]
                    secant = (arb(last) - two * arb(last - before) / (two - one)).mid()
                    if not secant.is_finite() or not 2 * abs(secant - arb(point)) < point:
                        break
                    following = _dyadic(secant, digits + 16)
                    gap = abs(following - point)
                    if gap < width * point / 16:
                        side = width * point / 3
                        return following - side, following + side
                point = following
        raise NotReachedError("the least scale wasn't found by secants")

    def _above(self, scale: fmpq, delta: fmpq) -> bool:
        """Whether δ is certainly above a number at a scale, in the one direction or the other."""
        return self._compared(scale, delta, any_above=True)

    def _meets(self, scale: fmpq, delta: fmpq) -> bool:
        """Whether δ is certainly at most a number at a scale, in both directions."""
        return self._compared(scale, delta, any_above=False)

    def _compared(self, scale: fmpq, delta: fmpq, any_above: bool) -> bool:
        for bits in (96, 160, 256):
            with precision(bits):
                values = [
                    arb(_direction(p, q, self.noise, scale, exponential(self.eps)))
                    for p, q in self.directions()
                ]
                if any(value > delta for value in values):
                    return any_above
                if all(value <= delta for value in values):
                    return not any_above
        raise NotReachedError(f"whether δ is at most {delta} at the scale {scale} isn't decided")


def _floats(prior: Prior) -> Prior:
    return Prior(tuple(
        Part(_float(part.weight), part.shape, _float(part.location), _float(part.spread))
        for part in prior.parts
    ))


def _float(x: fmpq) -> float:
    return float(x.p) / float(x.q)


def _bits_of(width: fmpq) -> int:
    return max(0, int(width.q).bit_length() - int(width.p).bit_length()) + 1


def _dyadic(x: arb, bits: int) -> fmpq:
    """The middle of a ball as a rational with so many binary digits behind its leading one."""
    number, shift = map(int, x.mid().man_exp())
    spare = abs(number).bit_length() - bits
    if spare > 0:
        number, shift = number >> spare, shift + spare
    power = fmpq(2) ** abs(shift)
    return fmpq(number) * power if shift >= 0 else fmpq(number) / power


# --- what callers use -----------------------------------------------------------------------------


def prior_delta(
    one: Prior, two: Prior, *, noise: str, scale: Any, eps: Any, width: Any = WIDTH
) -> Certified:
    """The least δ for which the released laws are (ε, δ)-indistinguishable in both directions.

    Args:
        one: a prior (`gaussian_prior`, `mixture_prior`).
        two: the other.
        noise: "laplace" or "gaussian".
        scale: the scale b of the Laplace noise, or the standard deviation of the Gaussian; 0 for
            none.
        eps: at least 0, in nats.
        width: relative width asked for; where δ may be 0, a number below 1e-30 is enough.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached.
    """
    amount = rational(scale, "the scale")
    if amount < 0:
        raise InputError(f"the scale is {amount}; it must be at least 0")
    value = functools.partial(_pair(one, two, noise, eps).delta, amount)
    return Certified(value(relative_width(width)), "", value)


def prior_least_scale(
    one: Prior, two: Prior, *, noise: str, eps: Any, delta: Any, width: Any = WIDTH
) -> Certified:
    """The least scale of noise with which the priors are (ε, δ)-indistinguishable, both ways.

    What `low` gives is certified not to be enough (unless it is 0, where no noise is needed),
    what `high` gives to be; so are all larger scales.

    Args:
        one: a prior.
        two: the other.
        noise: "laplace" (the answer is the scale b) or "gaussian" (a standard deviation).
        eps: at least 0, in nats.
        delta: above 0 and below 1.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached.
    """
    target = probability(delta, "delta")
    if not 0 < target < 1:
        raise InputError(f"delta is {target}; it must lie between 0 and 1")
    value = functools.partial(_pair(one, two, noise, eps).least_scale, target)
    return Certified(value(relative_width(width)), "", value)


def _pair(one: Prior, two: Prior, noise: str, eps: Any) -> _Pair:
    if noise not in NOISES:
        raise InputError(f'the noise is {noise!r}; it must be "laplace" or "gaussian"')
    level = exponent(eps)
    if nats(level) < 0:
        raise InputError(f"eps is {eps}; it must be at least 0")
    return _Pair(one, two, noise, level)


__all__ = [
    "NOISES", "Prior", "gaussian_prior", "mixture_prior", "prior_delta",
    "prior_least_scale", "prior_of", "released",
]
