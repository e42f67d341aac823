"""Pairs of laws whose privacy loss lies on a lattice, and their compositions, exactly or in balls.

The loss ln(p/q) of an outcome is n·u for a whole n and a step u; then the loss of k independent
rounds lies on the same lattice, and its law under Q has the k-th power of one polynomial. Outcomes
that Q doesn't have at all are counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, arb_poly, fmpq, fmpq_poly

from verified.accounting.enclosures import (
    Enclosure,
    Exponent,
    LogOf,
    Scalar,
    any_delta,
    exponent,
    exponential,
    least_argument,
    nats,
    refined,
    relative_width,
    require,
)
from verified.errors import InputError
from verified.numbers.exact import rational
from verified.numbers.limits import check_time

# The largest degree of a composition's polynomial.
MOST_DEGREE = 200_000


@dataclass(frozen=True)
class Lattice:
    """A pair of laws, composed.

    Attributes:
        unit: the lattice's step u > 0, in nats.
        masses: at the precision in force, the mass under Q of the outcomes with loss n·u, by n; an
            `fmpq` or a ball. Under P it is e^(n·u) times that.
        apart: P's mass of outcomes that Q doesn't have, of one round, at the precision in force.
        steps: how many rounds.
    """

    unit: Exponent
    masses: Callable[[], Mapping[int, Scalar]]
    apart: Callable[[], Scalar] = lambda: fmpq(0)
    steps: int = 1

    def __post_init__(self) -> None:
        check_places(max(map(abs, self.masses()), default=0), self.steps)

    def composed(self) -> tuple[Mapping[int, Scalar], Scalar]:
        """The masses of the composition, and P's mass apart."""
        masses, apart = self.masses(), self.apart()
        if self.steps == 1:
            return masses, apart
        low, high = min(masses), max(masses)
        listed = [masses.get(n, fmpq(0)) for n in range(low, high + 1)]
        exact = all(isinstance(mass, fmpq) for mass in listed)
        power = (fmpq_poly(listed) if exact else arb_poly(listed)) ** self.steps
        found = {self.steps * low + i: mass for i, mass in enumerate(power.coeffs())}
        return found, 1 - (1 - apart) ** self.steps

    def delta(self, eps: Any, width: Any) -> Enclosure:
        """The least δ at ε: the hockey-stick divergence H(P‖Q) of order e^ε."""
        level = exponent(eps)
        return refined(lambda: self._stick(level), relative_width(width), "sum over the lattice")

    def _stick(self, eps: Exponent) -> Scalar:
        masses, apart = self.composed()
        total: Scalar = apart
        for n, mass in masses.items():
            check_time()
            excess = self._excess(n, eps)
            if not (isinstance(excess, fmpq) and excess == 0):
                total = total + mass * excess
        return total

    def _excess(self, n: int, eps: Exponent) -> Scalar:
        """(e^(n·u) − e^ε)₊, decided exactly where both can be told apart exactly."""
        loss = times(self.unit, n)
        if isinstance(loss, LogOf) and isinstance(eps, LogOf):
            gap = loss.argument - eps.argument
            return gap if gap > 0 else fmpq(0)
        if isinstance(loss, fmpq) and isinstance(eps, fmpq):
            above = loss - eps
            return arb(eps).exp() * arb(above).expm1() if above > 0 else fmpq(0)
        # A logarithm of a rational is irrational unless it is 0.
        one, two = nats(loss), nats(eps)
        require(one > two or one < two or one == two, "whether ε is on an atom isn't decided")
        return exponential(loss) - exponential(eps) if one > two else fmpq(0)

    def epsilon(self, delta: Any, width: Any) -> Enclosure:
        """The least ε ≥ 0 at which δ is at most so much; ∞ where P's mass apart is larger."""
        target = any_delta(delta)
        apart = refined(lambda: self.composed()[1], fmpq(1, 10**9), "the mass apart")
        if apart.low > target:
            return Enclosure(arb.pos_inf(), arb.pos_inf(), "more than δ is apart")
        greatest = self.steps * max(self.masses())
        if target == 0:
            found = nats(times(self.unit, greatest))
            if isinstance(found, fmpq):
                return Enclosure(found, found, "the greatest loss")
            return refined(lambda: nats(times(self.unit, greatest)), relative_width(width),
                           "the greatest loss")
        start = fmpq(1, 8) if isinstance(self.unit, LogOf) else self.unit * greatest / 2
        return least_argument(
            lambda eps, wide: self.delta(eps, wide), target, relative_width(width), start, fmpq(0),
            "the least ε",
        )

    def renyi(self, order: Any, width: Any) -> Enclosure:
        """The Rényi divergence D_α(P‖Q) of an order above 0, in nats; of order 1 it is D(P‖Q)."""
        alpha = rational(order, "the order")
        if alpha <= 0:
            raise InputError(f"the order is {alpha}; it must be positive")

        return refined(
            lambda: self.divergence(alpha), relative_width(width), "sum over the lattice"
        )

    def divergence(self, alpha: fmpq) -> Scalar:
        """D_α(P‖Q) of an order above 0, at the precision in force."""
        masses, apart = self.masses(), self.apart()
        if alpha >= 1 and not (isinstance(apart, fmpq) and apart == 0):
            return arb.pos_inf()
        if alpha == 1:
            return self.steps * sum(
                (mass * exponential(times(self.unit, n)) * nats(times(self.unit, n))
                 for n, mass in masses.items() if n), fmpq(0),
            )
        moment = sum(
            (mass * (arb(nats(times(self.unit, n))) * alpha).exp()
             for n, mass in masses.items()), arb(0),
        )
        return self.steps * moment.log() / (alpha - 1)


def check_places(spread: int, steps: int) -> None:
    """See that the losses of so many rounds, between ±spread units each, have few enough places.

    Raises:
        InputError: they don't.
    """
    places = 2 * spread * steps
    if places > MOST_DEGREE:
        raise InputError(
            f"{_counted(steps)} rounds have losses at {_counted(places)} places; {MOST_DEGREE} is "
            "the most"
        )


def _counted(number: int) -> str:
    """A whole number, about so large where it is long."""
    return str(number) if number < 10**18 else f"about 2^{number.bit_length() - 1}"


def times(unit: Exponent, n: int) -> Exponent:
    """n·u, exactly."""
    if n == 0:
        return fmpq(0)
    return LogOf(unit.argument**n) if isinstance(unit, LogOf) else n * unit


__all__ = ["Lattice", "check_places", "times"]
