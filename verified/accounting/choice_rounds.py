"""Several rounds of a choice on the same two score vectors, independently: δ, ε, Rényi divergences.

The loss of all rounds is the sum of those of each, and candidates of one loss count as one outcome.
Losses are told apart as whole multiples of 2^−b, rounded down, so that sums of them are exact: what
lies above ε in them does so for certain, and what is within the rounding of ε adds at most its mass
times that. The terms that are summed are positive.

- The exponential mechanism's losses are r(a − b) + c, on a lattice that is moved by c: masses are
  the coefficients of a polynomial's power.
- Else the outcomes of half of the rounds are listed, and joined with those of the other half.
"""

from __future__ import annotations

import bisect
import math
from typing import Any

from flint import arb, arb_poly, ctx, fmpq

from verified.accounting.choices import exponential_mechanism
from verified.accounting.enclosures import (
    Enclosure,
    Exponent,
    NotReachedError,
    Scalar,
    any_delta,
    exponent,
    exponential,
    least_argument,
    most_within,
    nats,
    refined,
    relative_width,
)
from verified.accounting.pairs import Pair
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.numbers.limits import check_time

# Outcomes of half of the rounds; places of a polynomial's power.
MOST_OUTCOMES = MOST_PLACES = 200_000
# Precisions at which outcomes are kept.
_KEPT = 3
_WAY = "sums of losses"
# A loss in multiples of 2^−b, rounded down, and its masses under P and Q.
_Outcome = tuple[int, arb, arb]


class _Sums:
    """Outcomes of some rounds, by rising loss.

    Attributes:
        losses: in multiples of 2^−b, rounded down.
        late: by how many of them a loss may be larger.
        each: the masses under P and Q.
        p, q: those masses of the outcomes from each on, and 0 at the end.
    """

    def __init__(self, outcomes: list[_Outcome], late: int) -> None:
        outcomes.sort(key=lambda outcome: outcome[0])
        self.losses, self.late = [loss for loss, _, _ in outcomes], late
        self.each = [(p, q) for _, p, q in outcomes]
        self.p, self.q = [arb(0)], [arb(0)]
        for one, two in reversed(self.each):
            self.p.append(self.p[-1] + one)
            self.q.append(self.q[-1] + two)
        self.p.reverse()
        self.q.reverse()


class Rounds:
    """So many rounds of a pair of laws that differ.

    Args:
        pair: the laws of one round.
        steps: how many.

    Raises:
        InputError: their losses have too many sums.
    """

    def __init__(self, pair: Pair, steps: int) -> None:
        self.pair, self.steps = pair, steps
        self._kept: dict[int, tuple[_Sums, _Sums]] = {}
        # Candidates that certainly have one loss: those with the same scores, and for the
        # exponential mechanism those whose scores differ alike.
        groups: dict[Any, list[int]] = {}
        self._moved = pair.one.law is exponential_mechanism
        for place, (a, b) in enumerate(zip(pair.one.scores, pair.two.scores, strict=True)):
            groups.setdefault(a - b if self._moved else (a, b), []).append(place)
        self._groups = list(groups.values())
        self._step, self._places = self._lattice(list(groups)) if self._moved else (fmpq(0), [])
        self._moved = self._moved and max(self._places) * steps <= MOST_PLACES
        half = (steps + 1) // 2
        outcomes = math.comb(len(groups) + half - 1, half)
        if not self._moved and outcomes > MOST_OUTCOMES:
            raise InputError(
                f"half of {steps} rounds have {outcomes} sums of {len(groups)} losses; "
                f"{MOST_OUTCOMES} are the most"
            )

    # --- outcomes ---------------------------------------------------------------------------------

    @staticmethod
    def _lattice(moves: list[fmpq]) -> tuple[fmpq, list[int]]:
        """The step of the lattice on which numbers lie, and their places on it, from 0."""
        least = min(moves)
        below = math.lcm(*(int((move - least).q) for move in moves))
        whole = [int(((move - least) * below).p) for move in moves]
        step = math.gcd(*whole) or 1
        return fmpq(step, below), [place // step for place in whole]

    def _single(self) -> list[tuple[arb, arb, arb]]:
        """Masses under P and Q and the loss of each group, at the precision in force."""
        one, two = self.pair.one.probabilities(), self.pair.two.probabilities()
        found = []
        for group in self._groups:
            p = sum((arb(one[place]) for place in group), arb(0))
            q = sum((arb(two[place]) for place in group), arb(0))
            found.append((p, q, (p / q).log()))
        return found

    def _halves(self) -> tuple[_Sums, _Sums]:
        """The outcomes of some of the rounds and of the others, at the precision in force."""
        bits = int(ctx.prec)
        if bits not in self._kept:
            single = self._single()
            if self._moved:
                halves = self._powers(single), _Sums([(0, arb(1), arb(1))], 0)
            else:
                half = self.steps // 2
                halves = _listed(single, self.steps - half), _listed(single, half)
            while len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[bits] = halves
        return self._kept[bits]

    def _powers(self, single: list[tuple[arb, arb, arb]]) -> _Sums:
        """The outcomes of all rounds, on the lattice."""
        powers = []
        for side in (0, 1):
            masses = [arb(0)] * (max(self._places) + 1)
            for place, each in zip(self._places, single, strict=True):
                masses[place] = each[side]
            powers.append((arb_poly(masses) ** self.steps).coeffs())
        start = self.steps * single[self._places.index(0)][2]
        stride = self._step * nats(self.pair.one.unit)
        outcomes, late = [], 0
        for place, (p, q) in enumerate(zip(*powers, strict=True)):
            check_time()
            loss, more = _multiples(start + stride * place)
            outcomes.append((loss, p, q))
            late = max(late, more)
        return _Sums(outcomes, late)

    # --- δ ----------------------------------------------------------------------------------------

    def delta(self, eps: Any, width: Any) -> Enclosure:
        """The hockey-stick divergence of order e^ε of the laws of all rounds."""
        level = exponent(eps)
        return refined(lambda: self._stick(level), relative_width(width), _WAY)

    def _stick(self, eps: Exponent) -> Scalar:
        one, two = self._halves()
        low, more = _multiples(nats(eps))
        high, late, odds = low + more, one.late + two.late, exponential(eps)
        total, unsure = arb(0), arb(0)
        above = near = False
        for loss, (p, q) in zip(one.losses, one.each, strict=True):
            check_time()
            # Losses from `first` on are ε at least, those before `start` at most.
            first = bisect.bisect_left(two.losses, high - loss)
            start = bisect.bisect_right(two.losses, low - late - loss)
            if first < len(two.losses):
                above = True
                total = total + (p * two.p[first] - odds * q * two.q[first])
            if start < first:
                near = True
                unsure = unsure + p * (two.p[start] - two.p[first])
        if not above and (not near or self._ends(eps)):
            return fmpq(0)
        # p(1 − e^(ε − loss)), where the loss is at most so much above ε.
        gap = (high + late - low) * arb(2) ** -int(ctx.prec)
        return total + arb(0).union((unsure * gap).upper()) if near else total

    def _ends(self, eps: Exponent) -> bool:
        """Whether no loss is above ε, though some may be equal to it."""
        bound = arb(nats(eps)) / self.steps
        return all(
            loss <= bound or self.pair.tied(group[0], eps, self.steps)
            for group, (_, _, loss) in zip(self._groups, self._single(), strict=True)
        )

    # --- ε and moments ----------------------------------------------------------------------------

    def epsilon(self, delta: Any, width: Any) -> Enclosure:
        """The least ε ≥ 0 at which δ is at most so much."""
        target, goal = any_delta(delta), relative_width(width)
        if target == 0:
            return _times(self.pair.epsilon(0, goal), self.steps)
        return least_argument(self.delta, target, goal, fmpq(1, 8), fmpq(0), "the least ε")

    def renyi(self, order: Any, width: Any) -> Enclosure:
        """The Rényi divergence D_α(P‖Q) of an order above 0, in nats: it adds up."""
        return _times(self.pair.renyi(order, width), self.steps)


def rounds(pair: Pair, steps: int) -> Pair | Rounds:
    """What tells δ, ε and Rényi divergences of so many rounds: one round, and laws that are equal,
    tell theirs themselves."""
    return pair if steps == 1 or pair.equal else Rounds(pair, steps)


def most_rounds(pair: Pair, eps: Exponent, target: fmpq, most: int) -> int:
    """The largest number of rounds of which δ(ε) is within the target: fewer are post-processing of
    more.

    Raises:
        NotReachedError: `most` are within, or whether some number is isn't decided.
    """

    def delta(count: int, width: fmpq) -> Enclosure:
        try:
            return rounds(pair, count).delta(eps, width)
        except InputError as error:
            raise NotReachedError(f"{count} rounds aren't worked out: {error}") from None

    return most_within(delta, target, most)


def _listed(single: list[tuple[arb, arb, arb]], steps: int) -> _Sums:
    """The outcomes of so many rounds: how often each group occurs, with multinomial weights."""
    told = [_multiples(loss) for _, _, loss in single]
    found: list[_Outcome] = []
    # Rounds that are left to the groups to come, and what those before them make.
    begun = [(steps, 0, arb(math.factorial(steps)), arb(math.factorial(steps)))]
    for (one, two, _), (own, _) in zip(single[:-1], told[:-1], strict=True):
        check_time()
        further = []
        for start, loss, p, q in begun:
            check_time()
            further.append((start, loss, p, q))
            for count in range(1, start + 1):
                loss, p, q = loss + own, p * one / count, q * two / count
                if count < start:
                    further.append((start - count, loss, p, q))
                else:
                    found.append((loss, p, q))
        begun = further
    one, two, _ = single[-1]
    for left, loss, p, q in begun:
        weight = fmpq(1, math.factorial(left))
        found.append((loss + left * told[-1][0], p * one**left * weight, q * two**left * weight))
    return _Sums(found, steps * max(more for _, more in told))


def _multiples(value: Scalar) -> tuple[int, int]:
    """A number in multiples of 2^−b, b the precision in force: rounded down, and by how many more
    it may be larger.

    Raises:
        NotReachedError: the precision tells nothing.
    """
    bits = int(ctx.prec)
    with precision(2 * bits + 128):
        scaled = arb(value) * arb(2) ** bits
        low, high = scaled.lower().floor().unique_fmpz(), scaled.upper().ceil().unique_fmpz()
    if low is None or high is None:
        raise NotReachedError("losses aren't told apart at this precision")
    return int(low), int(high) - int(low)


def _times(one: Enclosure, count: int) -> Enclosure:
    """So many times a value."""
    ends = []
    for end in (one.low, one.high):
        # An end that is a ball is a dyadic number: the product needs so many bits, and is exact.
        with precision((end.bits() if isinstance(end, arb) else 0) + count.bit_length() + 2):
            ends.append(end * count)
    return Enclosure(ends[0], ends[1], one.way)


__all__ = ["Rounds", "most_rounds", "rounds"]
