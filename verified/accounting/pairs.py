"""Two laws by which a mechanism chooses a candidate, on neighbouring data sets, and how far apart
they are: δ, ε and Rényi divergences, where ties are decided exactly."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any

from flint import arb, ctx, fmpq

from verified.accounting.choices import Exponential, Law
from verified.accounting.enclosures import (
    Enclosure,
    Exponent,
    Scalar,
    any_delta,
    exponent,
    exponential,
    least_argument,
    nats,
    refined,
    relative_width,
)
from verified.accounting.formal import Exponentials, Formal, TooManyTermsError, root
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.numbers.exact import rational
from verified.numbers.limits import check_time

WAY = "probabilities of all candidates"
# Of more candidates no tie is decided exactly.
_MOST_FORMAL = 300


@dataclass(frozen=True)
class Balls:
    """Exponentials of multiples of a unit, at the precision in force."""

    unit: Scalar

    def __call__(self, r: fmpq) -> arb:
        """e^(r·u)."""
        return arb(r * self.unit).exp()

    def ramp(self, length: fmpq, r: fmpq) -> arb:
        """length·u·e^(r·u)."""
        found: arb = self(r) * length * self.unit
        return found


@dataclass(frozen=True)
class Choice:
    """A candidate chosen by a law, on given scores.

    Attributes:
        law: of `choices`.
        scores: in multiples of the unit.
        unit: what exponents are counted in: 1, or the logarithm of a rational.
    """

    law: Law
    scores: tuple[fmpq, ...]
    unit: Exponent

    def probabilities(self) -> list[Scalar]:
        """Of all candidates, at the precision in force."""
        if len(set(self.scores)) == 1:
            return [fmpq(1, len(self.scores))] * len(self.scores)
        return self.chosen(Balls(nats(self.unit)))

    def chosen(self, e: Exponential) -> list[Scalar]:
        """Of all candidates, where exponentials of multiples of the unit are as given."""
        # Products of 1 − cz have terms of both signs, up to binomial coefficients.
        with precision(ctx.prec + 2 * min(len(self.scores), _MOST_FORMAL) + 32):
            masses, total = self.law(self.scores, e)
            return [mass / total for mass in masses]

    @functools.cached_property
    def formal(self) -> tuple[list[Formal], Formal]:
        """The same as formal sums: masses, and what they sum to.

        Raises:
            TooManyTermsError: they aren't written out.
        """
        if len(self.scores) > _MOST_FORMAL:
            raise TooManyTermsError("too many candidates")
        masses, total = self.law(self.scores, Exponentials())
        return masses, total


@dataclass(frozen=True)
class Pair:
    """P and Q, the laws of a choice on two data sets."""

    one: Choice
    two: Choice
    _ties: dict[Any, bool] = field(default_factory=dict, compare=False, repr=False)

    @property
    def equal(self) -> bool:
        """Whether all scores differ by one number: then the laws are one."""
        gaps = {a - b for a, b in zip(self.one.scores, self.two.scores, strict=True)}
        return len(gaps) == 1

    def delta(self, eps: Any, width: Any) -> Enclosure:
        """The hockey-stick divergence H(P‖Q) of order e^ε."""
        level = exponent(eps)
        return refined(lambda: self._stick(level), relative_width(width), WAY)

    def _stick(self, eps: Exponent) -> Scalar:
        odds = exponential(eps)
        if self.equal:
            return 1 - odds if nats(eps) < 0 else fmpq(0)
        total: Scalar = fmpq(0)
        for place, (p, q) in enumerate(
            zip(self.one.probabilities(), self.two.probabilities(), strict=True)
        ):
            check_time()
            excess = p - odds * q
            if excess > 0:
                total = total + excess
            elif not excess <= 0 and not self.tied(place, eps):
                total = total + arb(0).union(arb(excess).upper())
        return total

    def tied(self, place: int, eps: Exponent, steps: int = 1) -> bool:
        """Whether p^k = e^ε q^k for a candidate, exactly; False where that isn't known."""
        key = (place, eps, steps)
        if key not in self._ties:
            try:
                self._ties[key] = self._decided(place, eps, steps)
            except TooManyTermsError:
                self._ties[key] = False
        return self._ties[key]

    def _decided(self, place: int, eps: Exponent, steps: int) -> bool:
        (masses, total), (others, other_total) = self.one.formal, self.two.formal
        unit = self.one.unit
        factor = root(eps, steps, unit)
        if factor is None:
            return False
        return (masses[place] * other_total - others[place] * total * factor).is_zero(unit)

    def epsilon(self, delta: Any, width: Any) -> Enclosure:
        """The least ε ≥ 0 at which δ is at most so much."""
        target = any_delta(delta)
        goal = relative_width(width)
        if self.equal:
            return Enclosure(fmpq(0), fmpq(0), "equal laws")
        if target > 0:
            return least_argument(
                self.delta, target, goal, fmpq(1, 8), fmpq(0), "the least ε",
            )
        return refined(self._greatest, goal, WAY)

    def _greatest(self) -> Scalar:
        """The greatest loss; where laws differ it is positive."""
        return self.extremes()[1]

    def extremes(self) -> tuple[arb, arb]:
        """The least and the greatest loss, at the precision in force."""
        losses = [
            arb(p / q).log()
            for p, q in zip(self.one.probabilities(), self.two.probabilities(), strict=True)
        ]
        low = high = losses[0]
        for loss in losses[1:]:
            low, high = low.min(loss), high.max(loss)
        return low, high

    def renyi(self, order: Any, width: Any) -> Enclosure:
        """The Rényi divergence D_α(P‖Q) of an order above 0, in nats; of order 1 it is D(P‖Q)."""
        alpha = rational(order, "the order")
        if alpha <= 0:
            raise InputError(f"the order is {alpha}; it must be positive")
        goal = relative_width(width)
        if self.equal:
            return Enclosure(fmpq(0), fmpq(0), "equal laws")
        return refined(lambda: self.divergence(alpha), goal, WAY)

    def divergence(self, alpha: fmpq) -> Scalar:
        """D_α(P‖Q) of an order above 0, at the precision in force."""
        both = list(zip(self.one.probabilities(), self.two.probabilities(), strict=True))
        if alpha == 1:
            return sum((p * arb(p / q).log() for p, q in both), arb(0))
        moment = sum((q * (arb(p / q).log() * alpha).exp() for p, q in both), arb(0))
        return moment.log() / (alpha - 1)


__all__ = ["Choice", "Pair"]
