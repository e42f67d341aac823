"""The largest D_α/α over all orders α > 1 of a Rényi divergence, in balls.

With u = 1/α it is the largest u D over 0 < u < 1, for D = D_{1/u}. Two facts bound it between the
orders at which D is worked out (van Erven & Harremoës 2014, Theorem 3 and Corollary 2): D never
grows with u, and (1 − u) D, the perspective of the convex (α − 1) D_α, is convex in u. Both also
hold of the largest of several divergences.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import NamedTuple

from flint import arb, ctx, fmpq

from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Scalar,
    absolute,
    infinite,
    maximum,
    mul,
    sub,
)
from verified.numbers.limits import check_time

# Intervals are halved until the enclosure is this narrow beside the bound, or so often; with
# few bits fewer times, as what they leave open is asked with more.
MOST_BITS = 100
MOST_HALVINGS = 500


class _Point(NamedTuple):
    """An order 1/u with its divergence."""

    u: fmpq
    divergence: Scalar

    @property
    def value(self) -> Scalar:
        """u D, which is reached (at u = 1 and u = 0 as a limit)."""
        return mul(self.u, self.divergence)

    @property
    def convex(self) -> Scalar:
        """(1 − u) D."""
        return mul(1 - self.u, self.divergence)


def largest_over_orders(divergence: Callable[[Scalar], Scalar]) -> Scalar:
    """sup D_α/α over orders α > 1, for a function that gives D_α at an order in [1, ∞].

    Raises:
        Undefined, Indeterminate: a divergence is undefined, or not worked out.
    """
    last = _Point(ZERO, divergence(arb("inf")))
    if infinite(last.divergence):
        # A symbol lies outside of the second law's support: all orders above 1 tell.
        return arb("inf")
    if isinstance(last.divergence, fmpq) and last.divergence == 0:
        return ZERO
    first = _Point(ONE, divergence(ONE))
    found = first.value
    # The loosest interval comes first. Exact bounds tell them apart where floats wouldn't.
    waiting: list[tuple[fmpq, fmpq, _Point, _Point]] = []

    def add(left: _Point, right: _Point) -> None:
        heapq.heappush(waiting, (-_bound(left, right), left.u, left, right))

    add(last, first)
    share = fmpq(1, 2 ** min(ctx.prec // 2, MOST_BITS))
    for _ in range(min(MOST_HALVINGS, ctx.prec // 2)):
        check_time()
        bound, _, left, right = waiting[0]
        if not -bound * (1 - share) > found:
            break
        heapq.heappop(waiting)
        u = (left.u + right.u) / 2
        middle = _Point(u, divergence(1 / u))
        found = maximum(found, middle.value)
        add(left, middle)
        add(middle, right)
    # What doesn't wait was halved, and nothing that waits has a larger bound than the first.
    return arb(found).union(arb(maximum(found, -waiting[0][0])))


def _bound(left: _Point, right: _Point) -> fmpq:
    """A number that u D doesn't exceed between two orders."""
    # D never grows with u.
    plain = _above(mul(right.u, left.divergence))
    if right.u == 1 or left.u == 0:
        return plain
    # (1 − u) D lies below its chord c + s u, which at u = 1 is c + s ≤ 0, and falls. With v = 1 − u
    # the bound u (c + s u)/(1 − u) is |s| + |c + s| − |c + s|/v − |s| v, which is concave in v.
    slope = sub(right.convex, left.convex) / (right.u - left.u)
    end = right.convex + slope * (1 - right.u)
    if not (slope < 0 and end < 0):
        return plain
    slope, end = arb(absolute(slope)), arb(absolute(end))
    peak = (end / slope).sqrt()
    if peak < arb(1 - right.u) or peak > arb(1 - left.u):
        tight = arb(maximum(left.value, right.value))
    else:
        tight = (slope.sqrt() - end.sqrt()) ** 2
    return min(plain, _above(tight)) if tight.is_finite() else plain


def _above(x: Scalar) -> fmpq:
    """A rational that is no less than any number of the ball.

    Raises:
        Indeterminate: the ball knows nothing.
    """
    if isinstance(x, fmpq):
        return x
    end = x.upper()
    if not end.is_finite():
        raise Indeterminate("the precision is too low")
    mantissa, exponent = (int(part) for part in end.man_exp())
    return fmpq(mantissa) * fmpq(2) ** exponent
