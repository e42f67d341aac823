"""How much noise is enough for a choice on two given score vectors.

δ(ε) is no falling function of the noise there: where the best candidates of both are the same, it
rises from 0 and falls to 0 again as the level grows. So the largest level is read as the largest up
to which every level is enough, and the least scale as the least from which on every one is; what
lies between 0 and a level is certified on intervals of levels: f(x) lies in f(m) + f′(I)(x − m) for
x in I, m its middle, f the sum of p − e^ε q over the candidates for which it is positive on I.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verified.accounting.choices import Law
from verified.accounting.enclosures import (
    MOST_ARGUMENT,
    Enclosure,
    Exponent,
    NotReachedError,
    Scalar,
    exponential,
    log2_of,
)
from verified.accounting.pairs import Balls, Choice, Pair
from verified.numbers.balls import precision

# Intervals and points tried at most.
_MOST_TRIES = 5000


@dataclass(frozen=True)
class _Rates:
    """Exponentials of multiples of every unit from `low` to `high`, or from `low` on."""

    low: fmpq
    high: fmpq | None

    def __call__(self, r: fmpq) -> arb:
        """e^(r·u), r ≤ 0."""
        if r == 0:
            return arb(1)
        far = arb(0) if self.high is None else arb(r * self.high).exp()
        return arb(r * self.low).exp().union(far)

    def ramp(self, length: fmpq, r: fmpq) -> arb:
        """length·u·e^(r·u), r < 0: it rises up to u = −1/r and falls from there on."""
        ends = [length * self.low * arb(r * self.low).exp()]
        ends.append(
            arb(0) if self.high is None else length * self.high * arb(r * self.high).exp()
        )
        peak = -1 / r
        if self.low < peak and (self.high is None or peak < self.high):
            ends.append(length * peak * arb(-1).exp())
        found = ends[0]
        for end in ends[1:]:
            found = found.union(end)
        return found


class _Dual:
    """A function's values and slopes on an interval."""

    def __init__(self, value: Scalar, slope: Scalar) -> None:
        self.value, self.slope = value, slope

    def __add__(self, other: _Dual | Scalar) -> _Dual:
        one = _dual(other)
        return _Dual(self.value + one.value, self.slope + one.slope)

    __radd__ = __add__

    def __sub__(self, other: _Dual | Scalar) -> _Dual:
        return self + _dual(other) * -1

    def __mul__(self, other: _Dual | Scalar) -> _Dual:
        if not isinstance(other, _Dual):
            return _Dual(self.value * other, self.slope * other)
        return _Dual(
            self.value * other.value, self.slope * other.value + self.value * other.slope
        )

    __rmul__ = __mul__

    def __truediv__(self, other: _Dual | Scalar) -> _Dual:
        one = _dual(other)
        found = self.value / one.value
        return _Dual(found, (self.slope - found * one.slope) / one.value)


def _dual(value: _Dual | Scalar) -> _Dual:
    return value if isinstance(value, _Dual) else _Dual(value, fmpq(0))


@dataclass(frozen=True)
class _Slopes:
    """Exponentials of multiples of every unit of an interval, with their slopes in it."""

    rates: _Rates

    def __call__(self, r: fmpq) -> _Dual:
        """e^(r·u), r ≤ 0."""
        found = self.rates(r)
        return _Dual(found, r * found)

    def ramp(self, length: fmpq, r: fmpq) -> _Dual:
        """length·u·e^(r·u), r < 0."""
        found = self.rates.ramp(length, r)
        return _Dual(found, length * self.rates(r) + r * found)


@dataclass(frozen=True)
class _Search:
    """What is asked of rates, bounds on intervals being told to so many bits besides those of δ."""

    law: Law
    scores: tuple[fmpq, ...]
    other: tuple[fmpq, ...]
    eps: Exponent
    target: fmpq
    bits: int = 96

    @property
    def _precision(self) -> int:
        return self.bits + (0 if self.target == 0 else max(0, -math.floor(log2_of(self.target))))

    def pair(self, rate: fmpq) -> Pair:
        """The two laws at a rate."""
        one, two = (
            Choice(self.law, tuple(score * rate for score in scores), fmpq(1))
            for scores in (self.scores, self.other)
        )
        return Pair(one, two)

    def within(self, low: fmpq, high: fmpq | None) -> bool:
        """Whether δ ≤ target is certified at every rate from low to high, or from low on."""
        with precision(self._precision):
            rates = _Rates(low, high)
            if high is None or low == 0:
                return bool(self._above(self._excesses(rates)) <= self.target)
            middle = (low + high) / 2
            away = arb(middle - low) * arb(0, 1)
            slopes, places = self._excesses(_Slopes(rates)), self._excesses(Balls(middle))
            rising, rest = _Dual(arb(0), arb(0)), []
            for each, place in zip(slopes, places, strict=True):
                nearer = place + away * each.slope
                if nearer > 0 or each.value > 0:
                    rising = rising + _Dual(place, each.slope)
                elif not each.value <= 0:
                    rest.append(nearer)
            total = rising.value + away * rising.slope + self._above(rest)
            return bool(total <= self.target)

    def _excesses(self, rates: Any) -> list[Any]:
        """p − e^ε q for each candidate."""
        unit, odds = self.pair(fmpq(1)), exponential(self.eps)
        return [
            p - q * odds
            for p, q in zip(unit.one.chosen(rates), unit.two.chosen(rates), strict=True)
        ]

    @staticmethod
    def _above(excesses: list[arb]) -> arb:
        """An upper bound of the sum of the positive ones."""
        return sum((one.upper() for one in excesses if not one <= 0), arb(0)).upper()

    def exceeds(self, rate: fmpq) -> bool:
        """Whether δ is above the target at a rate for certain."""
        pair = self.pair(rate)
        for width in (fmpq(1, 10**3), fmpq(1, 10**9), fmpq(1, 10**30)):
            try:
                found = pair.delta(self.eps, width)
            except NotReachedError:
                return False
            # A rational is rounded to the precision in force before a ball is compared with it.
            with precision(self._precision):
                if found.low > self.target:
                    return True
                if found.high <= self.target:
                    return False
        return False


def largest_rate(
    law: Law,
    scores: tuple[fmpq, ...],
    other: tuple[fmpq, ...],
    eps: Exponent,
    target: fmpq,
    width: fmpq,
) -> Enclosure:
    """The largest rate up to which δ(ε) is within the target where scores are multiplied with it:
    at `low` and at every one below δ is, at `high` it isn't; ∞ where it is at every rate.

    Args:
        law: of `choices`.
        scores, other: of the candidates, on both data sets.
        eps: at least 0, and above 0 where the target is 0.
        target: δ, at least 0.
        width: of the answer, relative to it.

    Raises:
        NotReachedError: it isn't found to that width.
    """
    search = _Search(law, scores, other, eps, target, 96 - 2 * math.floor(log2_of(width)))
    if search.pair(fmpq(1)).equal:
        return Enclosure(arb.pos_inf(), arb.pos_inf(), "equal laws at every level")
    low, step = fmpq(0), fmpq(1)
    high: fmpq | None = None
    for tries in range(1, _MOST_TRIES):
        if high is not None and low > 0 and high - low <= width * high:
            return Enclosure(low, high, f"intervals and points certified: {tries}")
        if high is None and low > MOST_ARGUMENT:
            break
        beyond = low + step
        if high is not None and beyond >= high:
            beyond = (low + high) / 2
        if search.within(low, beyond):
            low, step = beyond, max(2 * (beyond - low), step)
            if high is None and search.within(low, None):
                return Enclosure(arb.pos_inf(), arb.pos_inf(), "δ is met at every level")
        elif search.exceeds(beyond):
            high = beyond
        else:
            step = (beyond - low) / 2
    raise NotReachedError("up to where every level is enough isn't found")


__all__ = ["largest_rate"]
