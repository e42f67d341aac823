"""How much noise is enough for a choice on two given score vectors.

δ(ε) is no falling function of the noise there: where the best candidates of both are the same, it
rises from 0 and falls to 0 again as the level grows. So the largest level is read as the largest up
to which every level is enough, and the least scale as the least from which on every one is; what
lies between 0 and a level is certified on intervals of levels: f(x) lies in f(m) + f′(I)(x − m) for
x in I, m its middle, f the sum of p − e^ε q over the candidates for which it is positive on I. For
δ = 0 no candidate may have a positive one; from a level on that is told by the term that is the
largest of Σ c u^n e^(ru) far out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
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
from verified.accounting.formal import MOST_TERMS, TooManyTermsError
from verified.accounting.pairs import Balls, Choice, Pair
from verified.numbers.balls import precision
from verified.numbers.limits import check_time

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


class _Far:
    """Σ c u^n e^(ru) for all units u, by (r, n)."""

    def __init__(self, terms: Mapping[tuple[fmpq, int], Scalar]) -> None:
        # A ball around 0 isn't 0.
        self.terms = {
            place: c for place, c in terms.items() if not (isinstance(c, fmpq) and c == 0)
        }
        if len(self.terms) > MOST_TERMS:
            raise TooManyTermsError(f"more than {MOST_TERMS} terms")

    def __add__(self, other: _Far | Scalar) -> _Far:
        found = dict(self.terms)
        for place, c in _far(other).terms.items():
            found[place] = found.get(place, fmpq(0)) + c
        return _Far(found)

    __radd__ = __add__

    def __sub__(self, other: _Far | Scalar) -> _Far:
        return self + _far(other) * fmpq(-1)

    def __mul__(self, other: _Far | Scalar) -> _Far:
        found: dict[tuple[fmpq, int], Scalar] = {}
        for (r, n), c in self.terms.items():
            check_time()
            for (s, m), d in _far(other).terms.items():
                found[r + s, n + m] = found.get((r + s, n + m), fmpq(0)) + c * d
        return _Far(found)

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> _Far:
        return _Far({place: c / other for place, c in self.terms.items()})

    def never_above(self, start: fmpq) -> bool:
        """Whether it is certainly at most 0 at every u from a positive one on."""
        if not self.terms:
            return True
        (r, n), lead = max(self.terms.items())
        total = arb(lead)
        for (s, m), c in self.terms.items():
            if (s, m) == (r, n):
                continue
            # u^(m − n) e^((s − r)u) falls, or falls from its peak on.
            more, fall = m - n, r - s
            u = arb(max(start, more / fall) if more > 0 else start)
            total = total + arb(c).max(arb(0)) * u**more * (-fall * u).exp()
        return bool(total <= 0)


def _far(value: _Far | Scalar) -> _Far:
    return value if isinstance(value, _Far) else _Far({(fmpq(0), 0): value})


class _FarRates:
    """Exponentials of multiples of u as such sums."""

    def __call__(self, r: fmpq) -> _Far:
        """e^(r·u)."""
        return _Far({(r, 0): fmpq(1)})

    def ramp(self, length: fmpq, r: fmpq) -> _Far:
        """length·u·e^(r·u)."""
        return _Far({(r, 1): length})


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
            if high is None and self.target == 0:
                return self._never_from(low)
            if high is None or low == 0:
                return bool(self._above(self._excesses(rates)) <= self.target)
            middle = (low + high) / 2
            away = arb(middle - low) * arb(0, 1)
            slopes, places = self._excesses(_Slopes(rates)), self._excesses(Balls(middle))
            rising, rest = _Dual(arb(0), arb(0)), []
            for each, place in zip(slopes, places, strict=True):
                check_time()
                nearer = place + away * each.slope
                if nearer > 0 or each.value > 0:
                    rising = rising + _Dual(place, each.slope)
                elif not each.value <= 0:
                    rest.append(nearer)
            total = rising.value + away * rising.slope + self._above(rest)
            return bool(total <= self.target)

    def _never_from(self, low: fmpq) -> bool:
        """Whether no candidate has p > e^ε q at any rate from low on, for certain."""
        unit, odds, rates = self.pair(fmpq(1)), exponential(self.eps), _FarRates()
        try:
            (ps, p_total), (qs, q_total) = (
                choice.law(choice.scores, rates) for choice in (unit.one, unit.two)
            )
            return all(
                (p * q_total - q * p_total * odds).never_above(low)
                for p, q in zip(ps, qs, strict=True)
            )
        except TooManyTermsError:
            return False

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
        check_time()
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
