"""Sums over the integers in balls, for mixtures of discrete Laplace and discrete Gaussian laws.

At the integers such a law is a mixture of Laplace or Gaussian densities with other weights, so that
tails are bounded as on the real line (`ball_powers`): right of both means a product of powers is
the exponential of a concave polynomial, and once it falls, its sum is no more than its integral.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flint import arb, ctx, fmpq

from verified.numbers.ball_densities import Curve, curves_of, merged, same_law
from verified.numbers.ball_line import _between, _remembered
from verified.numbers.ball_powers import (
    _beyond,
    _largest_far_out,
    _mirrored,
    _partners,
    _tail,
)
from verified.numbers.ball_segments import largest
from verified.numbers.balls import ONE, ZERO, Indeterminate, Undefined, _checked, infinite, xlogx
from verified.numbers.line import GAUSSIAN, Parts

Scalar = Any  # fmpq | arb

# How many terms of a sum are added up, at most.
MOST_TERMS = 40_000


def whole(x: Scalar) -> Scalar:
    """The number itself, which must be whole: a mean of a law on the integers."""
    if isinstance(x, fmpq):
        if x.q != 1:
            raise Undefined("a law on the integers has a whole mean")
        return x
    raise Indeterminate("a mean may not be whole")


# --- at the integers ------------------------------------------------------------------------------


def _normaliser(shape: str, spread: arb) -> arb:
    """What a density at the integers must be multiplied with to be a law."""
    if shape != GAUSSIAN:
        return 2 * spread * (1 / (2 * spread)).tanh()
    # Σ e^(−j²/2v) over the integers, the terms beyond the last by their integral.
    last = 1 + _up((2 * spread * (ctx.prec + 20)).sqrt())
    total = arb(0)
    for j in range(1, last + 1):
        total += (-arb(j * j) / (2 * spread)).exp()
    rest = (-arb(last * last) / (2 * spread)).exp() * spread / last
    total = 1 + 2 * (total + _between(0, rest.upper()))
    return (2 * arb.pi() * spread).sqrt() / total


def _up(x: arb) -> int:
    """A whole number no less than a number, and not many more."""
    found = _whole(x.upper().ceil())
    if found > MOST_TERMS:
        raise Indeterminate("a sum of too many terms")
    return found


def _at_integers(parts: Parts) -> Parts:
    """Weighted densities whose values at the integers are the law's."""
    found = []
    for part in parts:
        spread = arb(part.spread)
        if not spread > 0:
            raise Indeterminate("a scale may be 0")
        found.append(replace(part, weight=arb(part.weight) * _normaliser(part.shape, spread)))
    return tuple(found)


def _log(curves: Sequence[Curve], k: int) -> arb:
    """The logarithm of a mixture at an integer."""
    logs = [curve.log_around(arb(k)) for curve in curves]
    if len(logs) == 1:
        return logs[0]
    lead = max(logs, key=lambda log: float(log.mid()))
    return lead + sum(((log - lead).exp() for log in logs), arb(0)).log()


class _Window:
    """Two laws at the integers from `low` to `high`, beyond which is hardly any mass."""

    def __init__(self, p: Parts, q: Parts, order: Scalar = ONE) -> None:
        self.p, self.q = _at_integers(p), _at_integers(q)
        self.sides = (self.p, self.q), (_mirrored(self.p), _mirrored(self.q))
        starts = []
        for parts in ([*self.p, *self.q], _mirrored((*self.p, *self.q))):
            centre = largest([arb(part.location).upper() for part in parts])
            starts.append(centre + 1)
        self.ends: list[arb] = []
        self.partners: list[list[int] | None] = []
        for (one, two), start in zip(self.sides, starts, strict=True):
            curves = [*curves_of(one), *curves_of(two)]
            # Each law by itself, as p p^0.
            ends = [_beyond(curve, curve, arb(1), start) for curve in curves]
            partners = _partners(one, two, order) if order > 1 else None
            if partners is not None:
                ends += [
                    _beyond(curves_of((a,))[0], curves_of((two[j],))[0], arb(order), start)
                    for a, j in zip(one, partners, strict=True)
                ]
            self.partners.append(partners)
            self.ends.append(arb(_up(largest(ends))))
        self.high, self.low = _whole(self.ends[0]), -_whole(self.ends[1])
        if self.high - self.low > MOST_TERMS:
            raise Indeterminate("a sum of too many terms")

    def tail(self, which: int, side: int) -> arb:
        """No less than the mass of a law (0 or 1) right or left of the window."""
        curves = curves_of(self.sides[side][which])
        return sum((_tail(curve, curve, arb(1), self.ends[side]) for curve in curves), arb(0))

    def power_tail(self, side: int, order: arb) -> arb:
        """No less than Σ p^α q^(1−α) beyond the window, for α > 1, where there is such a bound."""
        (one, two), partners = self.sides[side], self.partners[side]
        assert partners is not None
        tails = [
            _tail(curves_of((a,))[0], curves_of((two[j],))[0], order, self.ends[side])
            for a, j in zip(one, partners, strict=True)
        ]
        return arb(len(one)) ** (order - 1) * sum(tails, arb(0))

    def sum(self, term: Callable[[arb, arb], arb]) -> arb:
        """The sum of a function of ln p and ln q over the window."""
        first, second = curves_of(self.p), curves_of(self.q)
        total = arb(0)
        for k in range(self.low, self.high + 1):
            total += term(_log(first, k), _log(second, k))
        return total


def _whole(x: arb) -> int:
    """A ball that holds one whole number, and no more, as that."""
    found = x.unique_fmpz()
    if found is None:
        raise Indeterminate("the precision is too low")
    return int(found)


# --- quantities -----------------------------------------------------------------------------------


def positive_part(p: Parts, q: Parts, factor: Scalar) -> Scalar:
    """Σ max(0, p − factor·q), for a factor in [0, ∞]."""
    p, q = merged(p), merged(q)
    if infinite(factor) or (isinstance(factor, fmpq) and factor == 0):
        # Both laws have mass at every integer.
        return ZERO if infinite(factor) else ONE
    if same_law(p, q) and isinstance(factor, fmpq):
        return max(ZERO, ONE - factor)
    return _remembered(_positive_part, p, q, factor)


def _positive_part(p: Parts, q: Parts, factor: Scalar) -> arb:
    window = _Window(p, q)

    def term(log_p: arb, log_q: arb) -> arb:
        gap = log_p.exp() - factor * log_q.exp()
        if gap >= 0 or gap <= 0:
            return gap if gap >= 0 else arb(0)
        return _between(0, gap.upper())

    rest = window.tail(0, 0) + window.tail(0, 1)
    return _checked(window.sum(term) + _between(0, rest.upper()))


def power_sum(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """Σ p^α q^(1−α) for a finite α > 0 other than 1: in (0, 1] below 1, in [1, ∞] above."""
    p, q = merged(p), merged(q)
    return ONE if same_law(p, q) else _remembered(_power_sum, p, q, order)


def _power_sum(p: Parts, q: Parts, order: Scalar) -> arb:
    alpha = arb(order)
    if alpha > 1 and any(
        _partners(one, two, order) is None for one, two in ((p, q), (_mirrored(p), _mirrored(q)))
    ):
        return arb("inf")
    window = _Window(p, q, order if alpha > 1 else ONE)
    if alpha > 1:
        rest = window.power_tail(0, alpha) + window.power_tail(1, alpha)
    else:
        # Hölder: no more than P(T)^α Q(T)^(1−α) on a tail T.
        rest = sum((window.tail(0, side).upper() ** alpha
                    * window.tail(1, side).upper() ** (1 - alpha) for side in (0, 1)), arb(0))
    found = window.sum(lambda log_p, log_q: (alpha * log_p + (1 - alpha) * log_q).exp())
    return _checked(found + _between(0, rest.upper()))


def log_power(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """ln Σ p^α q^(1−α)."""
    found = power_sum(p, q, order)
    if isinstance(found, fmpq) or infinite(found):
        return ZERO if isinstance(found, fmpq) else found
    return _checked(found.log())


def power_excess(p: Parts, q: Parts, order: Scalar) -> Scalar:
    """Σ p^α q^(1−α) − 1."""
    return power_sum(p, q, order) - 1


def kl(p: Parts, q: Parts) -> Scalar:
    """Σ p ln(p/q). In the tails p ln(p/q) is at most (p^α q^(1−α) − p)/(α − 1), as ln x ≤ x − 1.

    Raises:
        Indeterminate: no such bound is finite, as of a discrete Laplace law from a Gaussian.
    """
    p, q = merged(p), merged(q)
    return ZERO if same_law(p, q) else _remembered(_kl, p, q)


def _kl(p: Parts, q: Parts) -> arb:
    for order in (fmpq(2), fmpq(9, 8)):
        sides = ((p, q), (_mirrored(p), _mirrored(q)))
        if all(_partners(one, two, order) is not None for one, two in sides):
            break
    else:
        raise Indeterminate("a divergence whose tails aren't bounded")
    window = _Window(p, q, order)
    alpha = arb(order)
    most = (window.power_tail(0, alpha) + window.power_tail(1, alpha)) / (alpha - 1)
    # By the log-sum inequality a tail is at least P ln(P/Q), and Q is at most 1.
    least = sum((arb(xlogx(_between(0, window.tail(0, side).upper()))).lower() for side in (0, 1)),
                arb(0))
    found = window.sum(lambda log_p, log_q: log_p.exp() * (log_p - log_q))
    return _checked(found + least.lower().union(most.upper()))


def most_log_ratio(p: Parts, q: Parts) -> Scalar:
    """The largest ln(p/q), or what it comes as near to as one likes; it may be +∞."""
    p, q = merged(p), merged(q)
    return ZERO if same_law(p, q) else _remembered(_most_log_ratio, p, q)


def _most_log_ratio(p: Parts, q: Parts) -> arb:
    window = _Window(p, q)
    far = [
        _largest_far_out(one, two, end)
        for (one, two), end in zip(window.sides, window.ends, strict=True)
    ]
    if any(side is None for side in far):
        return arb("inf")
    found = [side for side in far if side is not None]
    ends = [_up(side.end) for side in found]
    first, second = curves_of(window.p), curves_of(window.q)
    values = [_log(first, k) - _log(second, k) for k in range(-ends[1], ends[0] + 1)]
    below = [value.lower() for value in values]
    below += [side.below for side in found if side.below is not None]
    above = [value.upper() for value in values] + [side.above for side in found]
    return _checked(largest(below).union(largest(above)))

