"""Zero-concentrated differential privacy: the least ρ of a pair of laws, the largest D_α/α over all
orders α > 1 (Bun and Steinke 2016, Definition 1.1), where the loss is bounded.

With K(α) = (α − 1) D_α, the cumulants' function of the loss, K(0) = K(1) = 0, and F(α) = D_α/α is
the divided difference K[0, 1, α], D_1 at α = 1. So F″ is 2 K[0, 1, α, α, α], that is K⁗/12 at some
place: a twelfth of a fourth cumulant of the loss under a tilted law, which is at most r⁴/8 in size
where the loss lies in an interval of length r. Between two orders F is above both ends by at most
|F″| (α₂ − α₁)²/8; beyond the last it is at most the greatest loss over it. Intervals are halved
where the bound is largest. `docs/oracle.md` has the proof.
"""

from __future__ import annotations

import functools
import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq

from verified.accounting.enclosures import Enclosure, Scalar, refined, relative_width, require
from verified.accounting.results import Certified
from verified.numbers.limits import check_time

# Orders tried at most, by bits, and those up to a last one.
_MOST_HALVINGS, _MOST_DOUBLINGS = 8, 4000


@dataclass(frozen=True)
class Bounded:
    """A pair of laws with a bounded loss, or several of them at once.

    Attributes:
        divergence: D_α at an order from 1 on, at the precision in force; the largest of several.
        greatest: at the precision in force, no less than any loss.
        spread: no less than how far apart two losses of a pair are.
    """

    divergence: Callable[[fmpq], Scalar]
    greatest: Callable[[], Scalar]
    spread: Callable[[], Scalar]


def least_rho(pair: Bounded, times: int, width: Any) -> Enclosure:
    """sup D_α/α over α > 1 of so many uses of a pair.

    Raises:
        InputError: the width is no number between 0 and 1.
        NotReachedError: the width isn't reached.
    """
    return refined(
        lambda: times * _largest(pair), relative_width(width), "divergences between orders"
    )


def concentrated(pair: Bounded, times: int, width: Any) -> Certified:
    """The same, as callers get it."""
    found = functools.partial(least_rho, pair, times)
    return Certified(found(width), "nats", found)


def _largest(pair: Bounded) -> arb:
    greatest, curve = arb(pair.greatest()).upper(), arb(pair.spread()) ** 4 / 96

    def ratio(order: fmpq) -> arb:
        found = arb(pair.divergence(order)) / order
        require(bool(found.is_finite()), "the precision tells nothing")
        return found

    def bound(one: tuple[fmpq, arb], two: tuple[fmpq, arb]) -> arb:
        return (one[1].max(two[1]) + curve * (two[0] - one[0]) ** 2 / 8).upper()

    first = fmpq(1), ratio(fmpq(1))
    best = first[1]
    waiting: list[tuple[_Falling, fmpq, tuple[fmpq, arb], tuple[fmpq, arb]]] = []

    def add(one: tuple[fmpq, arb], two: tuple[fmpq, arb]) -> None:
        top = bound(one, two)
        heapq.heappush(waiting, (_Falling(top), one[0], one, two))

    last = first
    for _ in range(_MOST_DOUBLINGS):
        check_time()
        if greatest / last[0] <= best:
            break
        here = 2 * last[0], ratio(2 * last[0])
        best = best.max(here[1])
        add(last, here)
        last = here
    else:
        require(False, "the orders that may have more don't end")
    goal = 1 + arb(2) ** (-ctx.prec // 2)
    for _ in range(_MOST_HALVINGS * ctx.prec):
        check_time()
        if not waiting or waiting[0][0].top <= best * goal:
            break
        _, _, one, two = heapq.heappop(waiting)
        middle = (one[0] + two[0]) / 2
        there = middle, ratio(middle)
        best = best.max(there[1])
        add(one, there)
        add(there, two)
    # F is at most D_∞/α, which no longer is more, beyond the last order.
    return best.union(best.max(waiting[0][0].top)) if waiting else best


@dataclass(frozen=True)
class _Falling:
    """A bound, the largest of which comes first."""

    top: arb

    def __lt__(self, other: _Falling) -> bool:
        return bool(self.top > other.top)


__all__ = ["Bounded", "concentrated", "least_rho"]
