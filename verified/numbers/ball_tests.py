"""Tests of one law on the line against another, in balls: the least type II error at a level.

Of P against Q it is sup_γ 1 − γα − ∫ max(0, q − γp), by Neyman and Pearson. Any γ bounds it from
below. From above does any test, also one that takes one event A with a probability t and another
otherwise: 1 − t Q(A) − (1 − t) Q(A') where t P(A) + (1 − t) P(A') ≤ α. Here these are where q > γp
for two γ that are close, and nothing rests on how they were found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flint import arb, ctx, fmpq

from verified.numbers.ball_densities import merged, same_law
from verified.numbers.ball_line import mass, outside, positive_intervals, positive_part
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Scalar,
    Undefined,
    add,
    less,
    less_equal,
    maximum,
    mul,
    sub,
)
from verified.numbers.limits import check_time
from verified.numbers.line import Parts

# How far from 1 likelihood ratios are looked for, in logarithms.
_FARTHEST = 1 << 12


class _Event(NamedTuple):
    """An event, by its probabilities under both laws."""

    first: Scalar
    second: Scalar


def trade_off(p: Parts, q: Parts, level: Scalar) -> Scalar:
    """The least Q-probability of not rejecting P, over tests that reject it with a P-probability of
    at most a level in [0, 1].

    Raises:
        Undefined: the level lies outside of [0, 1].
        Indeterminate: that isn't certain, or the precision doesn't serve.
    """
    if less(level, ZERO) or less(ONE, level):
        raise Undefined("a level outside of [0, 1]")
    p, q = merged(p), merged(q)
    if level == 1:
        return ZERO
    if level == 0:
        # Where p has no density P is rejected.
        return sub(ONE, outside(q, p))
    if same_law(p, q):
        return sub(ONE, level)
    if not (arb(level) > 0 and arb(level) < 1):
        raise Indeterminate("a level that may lie outside of [0, 1]")
    if not less(level, inside := sub(ONE, outside(p, q))):
        if less_equal(inside, level):
            # P is rejected where q has a density.
            return ZERO
        raise Indeterminate("a level that may be the mass that both laws share")
    low, high = _bracket(p, q, level)
    lower = max(
        (sub(sub(ONE, mul(ratio, level)), positive_part(q, p, ratio))
         for ratio in (arb(end).exp() for end in (low, high))),
        key=lambda found: float(arb(found).mid()))
    upper = _of_test(level, _event(p, q, low), _event(p, q, high))
    found = arb(lower).union(arb(upper))
    return found.max(arb(0)).min(arb(1))


def of_cells(p: Sequence[Scalar], q: Sequence[Scalar], level: Scalar) -> Scalar:
    """The same of laws that are known by the masses of cells on which their ratio is constant.

    The supremum is taken at a ratio of masses: between two of them the bound is linear in γ, beyond
    the largest it falls, and at 0 it is 0.

    Raises:
        Undefined: the level lies outside of [0, 1].
        Indeterminate: a mass of P may be 0.
    """
    if less(level, ZERO) or less(ONE, level):
        raise Undefined("a level outside of [0, 1]")
    found: Scalar = ZERO
    for mine, other in zip(p, q, strict=True):
        if isinstance(mine, fmpq) and mine == 0:
            continue
        if not mine > 0:
            raise Indeterminate("a cell's mass may be 0")
        ratio = other / mine
        lost = _total([maximum(ZERO, y - ratio * x) for x, y in zip(p, q, strict=True)])
        found = maximum(found, 1 - ratio * level - lost)
    return found


def _event(p: Parts, q: Parts, log_ratio: fmpq) -> _Event:
    """Where q is certainly more than a multiple of p."""
    intervals, _ = positive_intervals(q, p, arb(log_ratio).exp())
    return _Event(*(_total([mass(law, _exactly(a), _exactly(b)) for a, b in intervals])
                    for law in (p, q)))


def _bracket(p: Parts, q: Parts, level: Scalar) -> tuple[fmpq, fmpq]:
    """Two logarithms of likelihood ratios, close to each other, at the first of which the event is
    too likely under P, as far as balls tell, at the second not."""
    def too_likely(log_ratio: fmpq) -> bool:
        check_time()
        return bool(arb(_event(p, q, log_ratio).first).mid() > arb(level).mid())

    step = fmpq(1)
    start = too_likely(fmpq(0))
    while too_likely(step if start else -step) == start:
        step *= 2
        if step > _FARTHEST:
            raise Indeterminate("a level at which no likelihood ratio is found")
    low, high = (step / 2 if step > 1 else fmpq(0), step) if start else (
        -step, -step / 2 if step > 1 else fmpq(0))
    for halving in range(ctx.prec):
        if halving == ctx.prec // 2 and not _is_sharp(_event(p, q, low), _event(p, q, high)):
            # What the bounds leave open is as small as the square of the distance.
            break
        middle = (low + high) / 2
        low, high = (middle, high) if too_likely(middle) else (low, middle)
    return low, high


def _is_sharp(wide: _Event, narrow: _Event) -> bool:
    """Whether two events at close ratios differ by much: where the ratio is constant on intervals,
    as of Laplace laws."""
    return bool(arb(wide.first) - arb(narrow.first) > arb(2) ** (-ctx.prec // 4))


def _of_test(level: Scalar, wide: _Event, narrow: _Event) -> Scalar:
    """The type II error of a test of the level that takes one of two events, or none, with
    probabilities that the level allows."""
    first, last, most = arb(wide.first), arb(narrow.first), arb(level)
    share, rest = ZERO, ONE
    if not last <= most:
        # As likely as the level, as far as balls tell: with a little less than certainty.
        rest = _exactly((most / last).lower())
    elif (found := ((most - last) / (first - last)).lower()) > 0:
        share = min(_exactly(found), ONE)
        rest = ONE - share
    return sub(ONE, add(mul(share, wide.second), mul(rest, narrow.second)))


def _total(parts: Sequence[Scalar]) -> Scalar:
    found: Scalar = ZERO
    for part in parts:
        found = add(found, part)
    return found


def _exactly(x: arb) -> fmpq:
    """An exact ball as a rational."""
    mantissa, exponent = (int(part) for part in x.man_exp())
    return fmpq(mantissa) * fmpq(2) ** exponent
