"""Shuffled local responses: what is left of each record's privacy where only the histogram of all
users' answers is seen.

`shuffled_response_delta` is the privacy of shuffled randomised response exactly; `shuffled_epsilon`
a published bound that is enough for any ε₀-DP local randomiser. Neighbours differ in one user's
answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flint import arb, arb_poly, fmpq, fmpq_poly

from verified.accounting.compositions import EPSILON_WIDTH, NOISE_WIDTH
from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    LogOf,
    Scalar,
    exponent,
    exponential,
    least_argument,
    nats,
    positive_delta,
    positive_exponent,
    refined,
    relative_width,
    whole,
)
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.exact import rational
from verified.numbers.limits import check_time

# Over all data of the others, and histograms that are gone through.
MOST_USERS = 2000
MOST_HISTOGRAMS = 50_000


def shuffled_response_delta(
    *, level: Any, users: Any, eps: Any, symbols: Any = 2, others: Any = None, width: Any = WIDTH
) -> Certified:
    """The least δ for which the histogram of `users` randomised responses is (ε, δ)-DP for one
    user, exactly: over all data of the others, or for data of theirs that are given.

    Args:
        level: the ε₀ of one response: a number, or "log(3)".
        users: how many there are.
        eps: at least 0, in nats.
        symbols: how many answers there are, 2 or more; above 2 `others` must be given.
        others: how many of the other users hold each symbol, a list; the user's own data change
            from the first symbol to the second, or back. Without it the worst data are found, up
            to 2000 users.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    made = _Shuffled(level, users, symbols, others)
    at = _at_least_zero(eps)

    def found(wide: Any) -> Enclosure:
        return made.delta(at, relative_width(wide))

    return Certified(found(width), "", found)


def shuffled_response_epsilon(
    *, level: Any, users: Any, delta: Any, symbols: Any = 2, others: Any = None,
    width: Any = EPSILON_WIDTH,
) -> Certified:
    """The least ε ≥ 0 for which that histogram is (ε, δ)-DP, 0 < δ < 1.

    Arguments and errors are those of `shuffled_response_delta`.
    """
    made = _Shuffled(level, users, symbols, others)
    target = positive_delta(delta)

    def found(wide: Any) -> Enclosure:
        return least_argument(
            lambda eps, narrow: made.delta(eps, narrow), target, relative_width(wide),
            fmpq(1, 8), fmpq(0), "the least ε",
        )

    return Certified(found(width), "nats", found)


def shuffled_response_level(
    *, users: Any, eps: Any, delta: Any, symbols: Any = 2, others: Any = None,
    width: Any = NOISE_WIDTH,
) -> Certified:
    """The largest ε₀ of a response for which that histogram is (ε, δ)-DP: `low` is within for
    certain, `high` is too much. 0 < δ < 1.

    A response of a smaller level is that of a larger one, replaced by a uniform answer at random,
    which may be done to the shuffled answers. Other arguments and errors are those of
    `shuffled_response_delta`.
    """
    at, target = _at_least_zero(eps), positive_delta(delta)

    def found(wide: Any) -> Enclosure:
        inverse = least_argument(
            lambda share, narrow: _Shuffled(1 / share, users, symbols, others).delta(at, narrow),
            target, relative_width(wide), fmpq(1), fmpq(0), "the inverse of the largest level",
            attained=False,
        )
        return Enclosure(1 / inverse.high, 1 / inverse.low, inverse.way)

    return Certified(found(width), "nats", found)


def shuffled_epsilon(*, level: Any, users: Any, delta: Any, width: Any = WIDTH) -> Certified:
    """An ε that is enough: `users` responses of (ε₀, 0)-DP local randomisers, shuffled, are (ε, δ)-
    DP for one user (Feldman, McMillan and Talwar 2021, Theorem 3.1).

    ln(1 + (e^ε₀ − 1)/(e^ε₀ + 1) · (8√(e^ε₀ ln(4/δ)/n) + 8e^ε₀/n)) where ε₀ ≤ ln(n/(16 ln(2/δ))),
    and never more than ε₀, which shuffling keeps.

    Args:
        level: the ε₀ of each response: a number, or "log(3)".
        users: how many there are, n.
        delta: δ, 0 < δ < 1.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    unit, count = positive_exponent(level, "level"), whole(users, "users")
    target = positive_delta(delta)

    def enough() -> Scalar:
        odds = arb(exponential(unit))
        # Whether the theorem speaks of it; where that isn't decided, ε₀ is enough in any case.
        if not odds * 16 * arb(2 / target).log() <= count:
            return nats(unit)
        near = 8 * (odds * arb(4 / target).log() / count).sqrt() + 8 * odds / count
        return ((odds - 1) / (odds + 1) * near).log1p().min(arb(nats(unit)))

    def found(wide: Any) -> Enclosure:
        return refined(enough, relative_width(wide), "Feldman, McMillan and Talwar 2021")

    return Certified(found(width), "nats", found)


def _at_least_zero(eps: Any) -> Exponent:
    at = exponent(eps)
    below = at.argument < 1 if isinstance(at, LogOf) else at < 0
    if below:
        raise InputError(f"eps is {eps}; it must be at least 0")
    return at


class _Shuffled:
    """The pair of laws of the histogram, for data of the others."""

    def __init__(self, level: Any, users: Any, symbols: Any, others: Any) -> None:
        self.unit, self.users = positive_exponent(level, "level"), whole(users, "users")
        self.symbols = whole(symbols, "symbols", 2)
        self.others = None if others is None else self._counts(others)
        if self.others is None and self.symbols > 2:
            raise InputError(
                f"there are {self.symbols} symbols: others must tell how many of the other users "
                "hold each (the worst data are found for two symbols only)"
            )
        if self.others is None and self.users > MOST_USERS:
            raise InputError(
                f"there are {self.users} users; over all data of the others {MOST_USERS} are the "
                "most (others= takes data of theirs)"
            )
        if self.symbols > 2:
            count = 1
            for place in range(1, self.symbols):
                count = count * (self.users - 1 + place) // place
            if count > MOST_HISTOGRAMS:
                raise InputError(
                    f"there are {count} histograms of the others; {MOST_HISTOGRAMS} are the most"
                )

    def _counts(self, others: Any) -> tuple[int, ...]:
        if isinstance(others, str):
            others = others.split(",")
        if not isinstance(others, Iterable):
            raise InputError("others is one number; it must be a list, one count a symbol")
        found = []
        for place, one in enumerate(others):
            number = rational(one, f"others[{place}]")
            if number < 0 or number.q != 1:
                raise InputError(f"others[{place}] is {number}; it must be a whole number from 0")
            found.append(int(number.p))
        if len(found) != self.symbols or sum(found) != self.users - 1:
            raise InputError(
                f"others has {len(found)} counts that add up to {sum(found)}; there are "
                f"{self.symbols} symbols and {self.users - 1} other users"
            )
        return tuple(found)

    def delta(self, eps: Exponent, width: fmpq) -> Enclosure:
        """The larger of both directions, over the others' data."""
        if _reached(self.unit, eps):
            # Each response is (ε₀, 0)-DP, and the histogram is made of them.
            return Enclosure(fmpq(0), fmpq(0), "no loss is greater")
        way = "sum over histograms" + ("" if self.others else " of the worst data")
        return refined(lambda: self._largest(eps), width, way)

    def _largest(self, eps: Exponent) -> Scalar:
        odds, factor = exponential(self.unit), exponential(eps)
        own, other = odds / (odds + self.symbols - 1), 1 / (odds + self.symbols - 1)
        if self.symbols > 2:
            assert self.others is not None
            return _histograms(self.others, own, other, factor)
        rest = self.users - 1
        # By exchanging the symbols one direction is the other one with other data.
        listed = range(rest + 1) if self.others is None else (self.others[1], self.others[0])
        laws = _Counts(own, other, rest)
        found = [_stick(laws.law(ones), own, other, factor) for ones in listed]
        return _largest_of(found)


def _reached(unit: Exponent, eps: Exponent) -> bool:
    """Whether ε is ε₀ or more, for certain."""
    if isinstance(unit, LogOf) and isinstance(eps, LogOf):
        return bool(eps.argument >= unit.argument)
    return bool(nats(eps) >= nats(unit))


class _Counts:
    """Laws of how many answer 1, of so many users of whom some hold 1."""

    def __init__(self, own: Scalar, other: Scalar, users: int) -> None:
        self.users = users
        self.poly = fmpq_poly if isinstance(own, fmpq) else arb_poly
        self.ones, self.zeros = self.poly([other, own]), self.poly([own, other])

    def law(self, ones: int) -> list[Scalar]:
        """The masses of 0, 1, … users."""
        product = self.ones**ones * self.zeros ** (self.users - ones)
        found = list(product.coeffs())
        return [*found, *[fmpq(0)] * (self.users + 1 - len(found))]


def _stick(law: Sequence[Scalar], own: Scalar, other: Scalar, factor: Scalar) -> Scalar:
    """Σ (P − e^ε Q)₊, where P's user holds 1 and Q's 0."""
    one, two = own - factor * other, other - factor * own
    total: Scalar = fmpq(0)
    for count in range(len(law) + 1):
        before = law[count - 1] if count else fmpq(0)
        here = law[count] if count < len(law) else fmpq(0)
        total = total + _positive(one * before + two * here)
    return total


def _positive(value: Scalar) -> Scalar:
    if isinstance(value, fmpq):
        return max(value, fmpq(0))
    return value.max(arb(0))


def _largest_of(values: Sequence[Scalar]) -> Scalar:
    if all(isinstance(one, fmpq) for one in values):
        return max(values)
    found = arb(values[0])
    for one in values[1:]:
        found = found.max(arb(one))
    return found


def _histograms(
    others: tuple[int, ...], own: Scalar, other: Scalar, factor: Scalar
) -> Scalar:
    """The larger direction of the user's data changing between the first two symbols."""
    law: dict[tuple[int, ...], Scalar] = {(0,) * len(others): fmpq(1)}
    for held, count in enumerate(others):
        for _ in range(count):
            check_time()
            law = _one_more(law, held, own, other)
    one, two = _one_more(law, 0, own, other), _one_more(law, 1, own, other)
    found = []
    for p, q in ((one, two), (two, one)):
        total: Scalar = fmpq(0)
        for place, mass in p.items():
            check_time()
            total = total + _positive(mass - factor * q[place])
        found.append(total)
    return _largest_of(found)


def _one_more(
    law: dict[tuple[int, ...], Scalar], held: int, own: Scalar, other: Scalar
) -> dict[tuple[int, ...], Scalar]:
    """The law of the histogram with one more answer."""
    found: dict[tuple[int, ...], Scalar] = {}
    for place, mass in law.items():
        check_time()
        for answer in range(len(place)):
            key = (*place[:answer], place[answer] + 1, *place[answer + 1 :])
            more = mass * (own if answer == held else other)
            found[key] = found[key] + more if key in found else more
    return found


__all__ = [
    "shuffled_epsilon", "shuffled_response_delta", "shuffled_response_epsilon",
    "shuffled_response_level",
]
