"""Laws on the integers, discrete Laplace, discrete Gaussian and mixtures of them, and divergences
between two of them, over a namespace of numbers. All quantities are in nats.

A law is told as its parts, as laws on the real line are (`continuous`): the sort tells the two
apart, and the sums here stand where the integrals stand there.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verified.measures.continuous import HALF, ONE, TWO, LawValue
from verified.numbers.line import GAUSSIAN, LAPLACE, Part

Value = Any


def discrete_laplace(xp: Any, mean: Value, scale: Value) -> LawValue:
    """The law with P(k) proportional to exp(−|k − m|/b); undefined unless b > 0."""
    return _single(xp, LAPLACE, mean, scale)


def discrete_gaussian(xp: Any, mean: Value, variance: Value) -> LawValue:
    """The law with P(k) proportional to exp(−(k − m)²/2v); undefined unless v > 0."""
    return _single(xp, GAUSSIAN, mean, variance)


def _single(xp: Any, shape: str, mean: Value, spread: Value) -> LawValue:
    place = xp.constant(fmpq(mean)) if isinstance(mean, int) else mean
    positive = xp.line().positive(spread)
    return LawValue((Part(xp.constant(ONE), shape, xp.integers().whole(place), positive),))


def kl(xp: Any, p: LawValue, q: LawValue) -> Value:
    """D(P‖Q)."""
    return xp.integers().kl(p.parts, q.parts)


def hockey_stick(xp: Any, p: LawValue, q: LawValue, epsilon: Value) -> Value:
    """The largest P(A) − e^ε Q(A): Σ max(0, p − e^ε q); exactly 0 of two discrete Laplace laws of
    one scale that lie no more than ε scales apart."""
    line = xp.line()

    def general() -> Value:
        return xp.integers().positive_part(p.parts, q.parts, xp.exp(epsilon))

    parts = (*p.parts, *q.parts)
    if len(parts) != 2 or any(part.shape != LAPLACE for part in parts):
        return general()
    one, two = parts
    apart = xp.div(xp.abs(xp.sub(one.location, two.location)), one.spread)
    return line.choose(
        line.same(one.spread, two.spread),
        lambda: line.choose(
            line.above(apart, epsilon), general, lambda: xp.mul(apart, xp.constant(fmpq(0)))
        ),
        general,
    )


def total_variation(xp: Any, p: LawValue, q: LawValue) -> Value:
    """The largest P(A) − Q(A)."""
    return hockey_stick(xp, p, q, xp.constant(fmpq(0)))


def renyi(xp: Any, p: LawValue, q: LawValue, order: Value) -> Value:
    """The Rényi divergence of an order in [0, ∞]: 0 at 0, as all masses are positive."""
    sums = xp.integers()
    return xp.by_order(
        order,
        lambda: xp.constant(fmpq(0)),
        lambda: kl(xp, p, q),
        lambda: sums.most_log_ratio(p.parts, q.parts),
        lambda: xp.div(sums.log_power(p.parts, q.parts, order), xp.sub(order, xp.constant(ONE))),
    )


def chi_square(xp: Any, p: LawValue, q: LawValue) -> Value:
    """Σ p²/q − 1."""
    return xp.integers().power_excess(p.parts, q.parts, xp.constant(TWO))


def hellinger(xp: Any, p: LawValue, q: LawValue) -> Value:
    """1 − Σ √(p q)."""
    excess = xp.integers().power_excess(p.parts, q.parts, xp.constant(HALF))
    return xp.sub(xp.constant(fmpq(0)), excess)
