"""Laws on the integers, discrete Laplace, discrete Gaussian, Poisson, geometric and binomial laws
and mixtures of them, and divergences between two of them, over a namespace of numbers. All
quantities are in nats.

A law is told as its parts, as laws on the real line are (`continuous`): the sort tells the two
apart, and the sums here stand where the integrals stand there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flint import fmpq

from verified.measures.continuous import HALF, ONE, TWO, LawValue, from_positive_parts
from verified.numbers.line import BINOMIAL, GAUSSIAN, GEOMETRIC, LAPLACE, POISSON, Part

Value = Any
ZERO = fmpq(0)


def discrete_laplace(xp: Any, mean: Value, scale: Value) -> LawValue:
    """The law with P(k) proportional to exp(−|k − m|/b); undefined unless b > 0."""
    return _single(xp, LAPLACE, mean, xp.line().positive(scale))


def discrete_gaussian(xp: Any, mean: Value, variance: Value) -> LawValue:
    """The law with P(k) proportional to exp(−(k − m)²/2v); undefined unless v > 0."""
    return _single(xp, GAUSSIAN, mean, xp.line().positive(variance))


def poisson(xp: Any, rate: Value) -> LawValue:
    """P(k) = e^(−λ) λ^k/k!; undefined unless λ > 0."""
    return _single(xp, POISSON, ZERO, xp.line().positive(rate))


def geometric(xp: Any, success: Value) -> LawValue:
    """P(k) = (1 − p)^k p, the failures before a success; undefined unless 0 < p ≤ 1."""
    return _single(xp, GEOMETRIC, ZERO, xp.line().positive(xp.integers().probability(success)))


def binomial(xp: Any, trials: Value, success: Value) -> LawValue:
    """P(k) = C(n, k) p^k (1 − p)^(n − k); undefined unless 0 ≤ p ≤ 1."""
    return _single(xp, BINOMIAL, ZERO, xp.integers().probability(success), trials)


def _single(
    xp: Any, shape: str, mean: Value, spread: Value, trials: Value = None
) -> LawValue:
    count = None if trials is None else _whole(xp, trials)
    return LawValue((Part(xp.constant(ONE), shape, _whole(xp, mean), spread, count),))


def _whole(xp: Any, x: Value) -> Value:
    number = xp.constant(fmpq(x)) if isinstance(x, int | fmpq) else x
    return xp.integers().whole(number)


def shift(xp: Any, law: LawValue, by: Value) -> LawValue:
    """The law of X + by, for a whole number."""
    moved = _whole(xp, by)
    return LawValue(tuple(
        replace(part, location=xp.add(part.location, moved)) for part in law.parts))


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
            line.above(apart, epsilon), general, lambda: xp.mul(apart, xp.constant(ZERO))
        ),
        general,
    )


def total_variation(xp: Any, p: LawValue, q: LawValue) -> Value:
    """The largest P(A) − Q(A)."""
    return hockey_stick(xp, p, q, xp.constant(ZERO))


def renyi(xp: Any, p: LawValue, q: LawValue, order: Value) -> Value:
    """The Rényi divergence of an order in [0, ∞]: −ln Q(p > 0) at 0."""
    sums = xp.integers()
    return xp.by_order(
        order,
        lambda: sums.surprise(p.parts, q.parts),
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
    return xp.sub(xp.constant(ZERO), excess)


def f_divergence(xp: Any, p: LawValue, q: LawValue, kinks: Value, weights: Value) -> Value:
    """Σ q f(p/q) for the f whose slope grows by these weights at these kinks."""
    return from_positive_parts(xp, xp.integers().positive_part, p, q, kinks, weights)
