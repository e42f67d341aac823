"""δ and the least noise of two Gaussian-mixture priors, certified from both sides.

The least δ is the larger of the hockey-stick divergences of the two laws of the release in both
directions (Ding 2024, Definition 1, where both orders of a pair of secrets are to be kept
indistinguishable). More noise never makes it larger. Of Gaussian noise that is clear: N(0, v′) is
N(0, v) and N(0, v′−v) independent of it. So it is of Laplace noise: for b < b′ the characteristic
functions satisfy 1/(1 + b′²t²) = 1/(1 + b²t²) · (s + (1 − s)/(1 + b′²t²)) with s = (b/b′)², so that
L(b′) is L(b) plus an independent number that is 0 with probability s and L(b′) otherwise. Hence the
scales that meet (ε, δ) are a half-line, closed as δ is continuous in the scale, and two evaluations
certify its end from both sides (`sharper/ding-exact` states and proves what of this is proved).

The end is looked for on one event only: about where one law exceeds e^ε times the other, P − e^ε Q
of the event is δ up to the square of the error in the event's ends, and its slope in the scale is
that of δ. From below any event certifies; from above signs are isolated once, at the end.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    NotReachedError,
    enclosure,
    exponent,
    exponential,
    nats,
    positive_delta,
    relative_width,
    within,
)
from verified.accounting.priors import LAPLACE_NOISE, NOISES, Prior, noised, released
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers import ball_line
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.exact import rational
from verified.numbers.limits import check_time
from verified.numbers.line import Part, Parts

_MOST_BITS = 1 << 10
# A δ that may be 0 isn't told apart from one below this.
_TINY = fmpq(1, 10**30)
# e^ε is a float up to this ε. The least δ falls as ε rises: what meets it here meets it beyond.
_LARGEST_LEVEL = 700
# Scales that are tried at once in floats: powers of 8 of the priors' size, then so many between two
# of them, a few times, which leaves a relative error of 1e-3; then again, if that isn't near
# enough.
_POWERS, _BETWEEN, _TIMES = 13, 17, 3
_MOST_STEPS, _MOST_TRIES = 12, 4
# Signs of the events that are looked at are isolated at this precision, at first.
_COARSE = 64

Event = list[tuple[arb, arb]]


def _gain(laws: tuple[Parts, Parts], event: Event, factor: Any) -> arb:
    """P(A) − e^ε Q(A) of a union A of disjoint intervals, whose ends may be infinite."""
    p, q = laws
    total = arb(0)
    for low, high in event:
        total += ball_line.mass(p, low, high) - factor * ball_line.mass(q, low, high)
    return total


@dataclass(frozen=True)
class _Pair:
    """Two priors, a kind of noise and an ε."""

    one: Prior
    two: Prior
    noise: str
    eps: Exponent

    def laws(self, scale: Any, turned: bool) -> tuple[Parts, Parts]:
        """The laws of the release, in one order or the other."""
        one, two = (released(prior, self.noise, scale) for prior in (self.one, self.two))
        return (two, one) if turned else (one, two)

    def direction(self, scale: Any, turned: bool) -> Any:
        """The hockey-stick divergence in one order, at the precision in force.

        Raises:
            NotReachedError: the precision doesn't tell.
        """
        try:
            return ball_line.positive_part(*self.laws(scale, turned), exponential(self.eps))
        except Indeterminate as error:
            raise NotReachedError(str(error)) from None

    def delta(self, scale: fmpq, width: fmpq) -> Enclosure:
        """The least δ at a scale, to a relative width."""
        if self.one == self.two:
            return Enclosure(fmpq(0), fmpq(0), "equal priors")
        apart = _moved_by(self.one, self.two)
        if apart is not None and self.noise == LAPLACE_NOISE and bool(
            apart <= nats(self.eps) * scale
        ):
            # Laplace densities that far apart are within a factor of e^ε of each other everywhere,
            # and so are their means over the prior (Ding 2024, Remark 1).
            return Enclosure(fmpq(0), fmpq(0), "priors that differ by a translation")

        def both() -> Any:
            values = [self.direction(scale, turned) for turned in (False, True)]
            if all(isinstance(value, fmpq) for value in values):
                return max(values)
            return arb(values[0]).max(arb(values[1]))

        best, bits = None, max(96, 40 + _bits_of(width))
        while bits <= _MOST_BITS:
            check_time()
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
        most = self
        if bool(nats(self.eps) > _LARGEST_LEVEL):
            most = replace(self, eps=exponent(_LARGEST_LEVEL))
        near = _Floats(most, _float(delta))
        # What floats find well above needs no look at: that some noise isn't enough is certified.
        if near.at_no_noise() < 1.01 * _float(delta) and most._meets(fmpq(0), delta, _COARSE):
            return Enclosure(fmpq(0), fmpq(0), "the priors meet it without noise")
        if most is not self:
            raise NotReachedError(
                f"eps is above {_LARGEST_LEVEL}, and the least scale is planned in floats, in "
                "which e^eps isn't one")
        point, turned = _started(self, delta, _TIMES)
        bits = 40 + _bits_of(width) + max(0, -_exponent(delta))
        for attempt in range(_MOST_TRIES):
            check_time()
            signs_at = bits if attempt else _COARSE
            try:
                low, high, certain = self._around(point, turned, delta, width, (signs_at, bits))
            except (Indeterminate, NotReachedError):
                break
            if certain and self._meets(high, delta, bits, turned):
                return Enclosure(low, high, "the zero of an event's gain, certified both ways")
            # The other order may need more, or the event has changed since its signs were found.
            turned, point = self._larger(high), high
        for leading in (turned, not turned):
            found = self._nearer(point, leading, delta, width, bits)
            if found is not None:
                return found
        raise NotReachedError("two scales around the least weren't told apart")

    def _nearer(
        self, point: fmpq, turned: bool, delta: fmpq, width: fmpq, bits: int
    ) -> Enclosure | None:
        """The least scale where the ends of an event at a rough one are hard to follow, as of one
        that has just opened: from a nearer one, else without an event. None if this order doesn't
        decide, or two scales around it aren't told apart."""
        near = self._secant(point, turned, delta, fmpq(1, 1 << 30), _COARSE)
        if near is None:
            return None
        try:
            low, high, certain = self._around(near, turned, delta, width, (bits, bits))
            if certain and self._meets(high, delta, bits, turned):
                return Enclosure(low, high, "the zero of an event's gain, certified both ways")
        except (Indeterminate, NotReachedError):
            pass
        exact = self._secant(near, turned, delta, width, bits)
        if exact is None:
            return None
        side = width * exact / 3
        low, high = (_dyadic(arb(end), bits - 8) for end in (exact - side, exact + side))
        if self._below(low, delta, turned, bits) or not self._meets(high, delta, bits, turned):
            return None
        return Enclosure(low, high, "δ at two scales, certified both ways")

    def _secant(
        self, point: fmpq, turned: bool, delta: fmpq, width: fmpq, bits: int
    ) -> fmpq | None:
        """About the scale at which δ in one order is a number, by the secant method."""
        with precision(bits):
            def beyond(scale: fmpq) -> arb:
                """By how much δ is too large."""
                return (arb(self.direction(scale, turned)) - delta).mid()

            last, point = point, point + point / 2**12
            gap, gap_there = beyond(last), beyond(point)
            for _ in range(2 * _MOST_STEPS):
                check_time()
                step = gap_there * arb(point - last) / (gap_there - gap)
                if not (step.is_finite() and 4 * abs(step) < point):
                    return None
                last, point = point, _dyadic(point - step, bits)
                if abs(step) < width * point / 16:
                    return point
                gap, gap_there = gap_there, beyond(point)
        return None

    def _larger(self, scale: fmpq) -> bool:
        """Whether the turned order has the larger δ, as far as few bits tell."""
        with precision(_COARSE):
            plain, other = (arb(self.direction(scale, turned)) for turned in (False, True))
        return bool(other.mid() > plain.mid())

    def _around(
        self, point: fmpq, turned: bool, delta: fmpq, width: fmpq, bits: tuple[int, int]
    ) -> tuple[fmpq, fmpq, bool]:
        """Two scales around that where an event's gain is δ, and whether the lower one is certainly
        too small.

        Raises:
            NotReachedError: Newton's method doesn't converge.
        """
        with precision(bits[0]):
            event = _event(self.laws(point, turned), exponential(self.eps))
        with precision(bits[1]):
            factor = exponential(self.eps)
            for _ in range(_MOST_STEPS):
                check_time()
                laws = self.laws(point, turned)
                event = _sharpened(laws, event, factor)
                gain = _gain(laws, event, factor)
                beyond = point + point / 2**30
                moved = _gain(self.laws(beyond, turned), event, factor)
                step = ((gain - delta) / (gain - moved)).mid() * arb(point) / 2**30
                if not (step.is_finite() and 4 * abs(step) < point):
                    raise NotReachedError("the least scale wasn't found by Newton's method")
                point = _dyadic(point + step, bits[1])
                if abs(step) < width * point / 16:
                    break
            else:
                raise NotReachedError("the least scale wasn't found by Newton's method")
            side = width * point / 3
            low, high = (_dyadic(arb(end), bits[1] - 8) for end in (point - side, point + side))
            enough = _gain(self.laws(low, turned), event, factor) > delta
        return low, high, bool(enough)

    def _meets(self, scale: fmpq, delta: fmpq, bits: int, leading: bool = False) -> bool:
        """Whether δ is certainly at most a number at a scale, in both directions.

        Args:
            scale: the scale.
            delta: the number.
            bits: the precision for the direction that leads.
            leading: whether the turned order leads.
        """
        return self._below(scale, delta, leading, bits) and self._below(
            scale, delta, not leading, _COARSE
        )

    def _below(self, scale: fmpq, delta: fmpq, turned: bool, bits: int) -> bool:
        for more in (bits, bits + 64, 2 * bits + 128):
            with precision(more):
                value = arb(self.direction(scale, turned))
                if value <= delta:
                    return True
                if value > delta:
                    return False
        raise NotReachedError(f"whether δ is at most {delta} at the scale {scale} isn't decided")


@dataclass(frozen=True)
class _Floats:
    """The same pair in floats: where to begin, nothing more."""

    pair: _Pair
    goal: float

    def deltas(self, scales: Any) -> Any:
        """δ in both directions at each of several scales."""
        factor = math.exp(float(arb(nats(self.pair.eps)).mid()))
        one, two = (
            tuple(
                Part(_float(part.weight), part.shape, _float(part.location), _float(part.spread))
                for part in prior.parts
            )
            for prior in (self.pair.one, self.pair.two)
        )
        if scales is not None:
            one, two = (noised(law, self.pair.noise, scales) for law in (one, two))
        # It brings a library that few values need, and that takes long to load.
        from verified.numbers import float_line

        return [float_line.positive_part(p, q, factor) for p, q in ((one, two), (two, one))]

    def at_no_noise(self) -> float:
        return max(map(float, self.deltas(None)))

    def least(self, times: int) -> tuple[fmpq, bool]:
        """About the least scale, and whether the turned order needs it.

        Raises:
            NotReachedError: it is too large or too small for floats.
        """
        exponents = self.log_size() + 3.0 * np.arange(-_POWERS, _POWERS + 1)
        for time in range(times + 1):
            scales = np.exp2(exponents)
            plain, turned = self.deltas(scales)
            above = np.flatnonzero(np.maximum(plain, turned) > self.goal)
            place = int(above[-1]) if above.size else -1
            if not 0 <= place < len(scales) - 1:
                raise NotReachedError(
                    f"the scale isn't between {scales[0]:g} and {scales[-1]:g}")
            if time < times:
                exponents = np.linspace(exponents[place], exponents[place + 1], _BETWEEN)
        return fmpq(*float(scales[place]).as_integer_ratio()), bool(turned[place] > plain[place])

    def log_size(self) -> float:
        """The binary logarithm of how far the priors spread."""
        parts = [part for prior in (self.pair.one, self.pair.two) for part in prior.parts]
        places = [_float(part.location) for part in parts]
        widest = max(math.sqrt(_float(part.spread)) for part in parts)
        return math.log2(max(places) - min(places) + widest)


@functools.lru_cache(maxsize=32)
def _started(pair: _Pair, delta: fmpq, times: int) -> tuple[fmpq, bool]:
    """`_Floats.least`, which each width begins with."""
    return _Floats(pair, _float(delta)).least(times)


def _event(laws: tuple[Parts, Parts], factor: Any) -> Event:
    """About where p exceeds factor·q: beyond the densities' reach the sign is taken to go on, and
    tiny gaps are closed. Any event is as right.

    Raises:
        NotReachedError: it is empty.
    """
    inside, (least, most) = ball_line.positive_intervals(*laws, factor)
    found: Event = []
    for low, high in inside:
        if found and (low - found[-1][1]) * 2**40 < most - least:
            found[-1] = found[-1][0], high
        else:
            found.append((low, high))
    if not found:
        raise NotReachedError("no event tells the laws apart")
    if found[0][0] <= least:
        found[0] = arb.neg_inf(), found[0][1]
    if found[-1][1] >= most:
        found[-1] = found[-1][0], arb.pos_inf()
    return found


def _sharpened(laws: tuple[Parts, Parts], event: Event, factor: Any) -> Event:
    """The event with its ends moved to zeros of the difference of the densities.

    Raises:
        NotReachedError: Newton's method doesn't converge, or the ends change places.
    """
    found = [(_zero(laws, low, factor), _zero(laws, high, factor)) for low, high in event]
    ends = [end for interval in found for end in interval]
    if not all(one < two for one, two in itertools.pairwise(ends)):
        raise NotReachedError("the event's ends change places")
    return found


def _zero(laws: tuple[Parts, Parts], end: arb, factor: Any) -> arb:
    """A zero near an end, by Newton's method on the logarithm of the densities' ratio, to half the
    digits of the precision in force."""
    if not end.is_finite():
        return end
    p, q = laws
    width = min(arb(part.spread).sqrt() for part in (*p, *q))
    both = ball_line.density(p, end) + factor * ball_line.density(q, end)
    if both * width < arb(2) ** -ctx.prec:
        # So little lies about here that any end nearby is as right, and the ratio hard to tell.
        return end
    small = (width / 2 ** (ctx.prec // 3)).mid()
    # The zero moves with the scale. Away from all parts' locations the ratio varies as slowly as
    # these are far, or as a law's width.
    near = 2 * width + min(abs(end - part.location) for part in (*p, *q)) / 16

    def ratio(x: arb) -> arb:
        return arb((ball_line.density(p, x) / (factor * ball_line.density(q, x))).log())

    for _ in range(_MOST_STEPS):
        check_time()
        here = ratio(end)
        step = (here * small / (ratio(end + small) - here)).mid()
        if not (step.is_finite() and abs(step) < near):
            break
        end = (end - step).mid()
        if abs(step) < width / 2 ** (ctx.prec // 4):
            # The next step's error is the square of this one's.
            return end
    raise NotReachedError("an end of the event isn't found by Newton's method")


def _moved_by(one: Prior, two: Prior) -> fmpq | None:
    """How far one prior is the other translated, if it is."""
    pairs = list(zip(*(
        sorted(prior.parts, key=lambda part: part.location) for prior in (one, two)
    ), strict=False))
    move = pairs[0][1].location - pairs[0][0].location
    alike = len(one.parts) == len(two.parts) and all(
        replace(own, location=own.location + move) == other for own, other in pairs
    )
    return abs(fmpq(move)) if alike else None


def _float(x: fmpq) -> float:
    return float(x.p) / float(x.q)


def _bits_of(width: fmpq) -> int:
    return max(0, -_exponent(width)) + 1


def _exponent(x: fmpq) -> int:
    """About the binary logarithm of a positive number."""
    return int(x.p).bit_length() - int(x.q).bit_length()


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
    target = positive_delta(delta)
    value = functools.partial(_pair(one, two, noise, eps).least_scale, target)
    return Certified(value(relative_width(width)), "", value)


def _pair(one: Prior, two: Prior, noise: str, eps: Any) -> _Pair:
    if noise not in NOISES:
        raise InputError(f'the noise is {noise!r}; it must be "laplace" or "gaussian"')
    level = exponent(eps)
    if nats(level) < 0:
        raise InputError(f"eps is {eps}; it must be at least 0")
    return _Pair(one, two, noise, level)


__all__ = ["prior_delta", "prior_least_scale"]
