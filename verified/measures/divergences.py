"""Divergences between two laws P, Q on one alphabet (arrays of rank 1), in nats."""

from __future__ import annotations

from typing import Any

from flint import fmpq

Value = Any


def kl(xp: Any, p: Value, q: Value) -> Value:
    """Kullback–Leibler divergence Σ P ln(P/Q); +∞ unless P is absolutely continuous.

    Written as Σ (P ln(P/Q) − P + Q), whose terms are not negative, so that nothing cancels where
    the laws are close.
    """
    return xp.sum(xp.relative_entropy_terms(p, q), 1)


def total_variation(xp: Any, p: Value, q: Value) -> Value:
    """Half of Σ |P − Q|."""
    return xp.div(xp.sum(xp.abs(p - q), 1), xp.constant(fmpq(2)))


def hockey_stick(xp: Any, p: Value, q: Value, epsilon: Value) -> Value:
    """Σ max(0, P − e^ε Q), the hockey-stick divergence of order e^ε."""
    # By `mul` and not *: at ε = ∞ a symbol with Q = 0 counts, as 0·∞ = 0.
    excess = xp.sub(xp.sub(p, q), xp.mul(xp.expand(xp.expm1(epsilon), 1), q))
    return xp.sum(xp.positive_part(excess), 1)


def least_delta(xp: Any, p: Value, q: Value, epsilon: Value) -> Value:
    """The least δ for which P and Q are (ε,δ)-close (Cuff & Yu 2016, Definition 4)."""
    return xp.maximum(hockey_stick(xp, p, q, epsilon), hockey_stick(xp, q, p, epsilon))


def chi_square(xp: Any, p: Value, q: Value) -> Value:
    """Σ (P − Q)²/Q; +∞ unless P is absolutely continuous."""
    return xp.sum(xp.power_terms(p, q, xp.constant(fmpq(2))), 1)


def jensen_shannon(xp: Any, p: Value, q: Value) -> Value:
    """The mean of the divergences of P and Q from their middle (Lin 1991)."""
    two = xp.constant(fmpq(2))
    middle = xp.div(p + q, two)
    return xp.div(xp.add(kl(xp, p, middle), kl(xp, q, middle)), two)


def le_cam(xp: Any, p: Value, q: Value) -> Value:
    """Half of Σ (P − Q)²/(P + Q) over the symbols of either law."""
    gap = p - q
    return xp.div(xp.sum(xp.ratio_or_zero(gap * gap, p + q), 1), xp.constant(fmpq(2)))


def f_divergence(xp: Any, p: Value, q: Value, kinks: Value, weights: Value) -> Value:
    """Σ Q f(P/Q) for the f whose slope grows by these weights, of rank 1, at these kinks."""
    symbols, count = xp.shape(p, 1)[0], xp.shape(kinks, 1)[0]
    laws = [xp.reshape(law, 1, (1, symbols)) for law in (p, q)]
    slopes = xp.reshape(kinks, 1, (count, 1))
    above = xp.sum(xp.positive_part(laws[0] - slopes * laws[1]), 1)
    excess = above - xp.positive_part(xp.sub(xp.constant(fmpq(1)), kinks))
    return xp.sum(weights * excess, 1)


def likelihood_ratio(xp: Any, p: Value, q: Value) -> Value:
    """P/Q at one symbol: +∞ where Q = 0 < P, undefined where both are 0."""
    return xp.density(p, q)


def log_ratio_max(xp: Any, p: Value, q: Value) -> Value:
    """max |ln(P/Q)| over the symbols of positive probability: the least ε at δ = 0."""
    return xp.max(xp.log_ratio_magnitudes(p, q), 1)


def least_epsilon(xp: Any, p: Value, q: Value, delta: Value) -> Value:
    """The least ε ≥ 0 for which P and Q are (ε,δ)-close; +∞ if there is none.

    P(A) ≤ e^ε Q(A) + δ binds for the symbols of largest P/Q as A, so ε is the largest of
    ln((P(A) − δ)/Q(A)) over those events, in both directions.
    """
    return xp.maximum(_one_sided(xp, p, q, delta), _one_sided(xp, q, p, delta))


def _one_sided(xp: Any, p: Value, q: Value, delta: Value) -> Value:
    first, second = xp.by_ratio(p, q)
    above = xp.cumulative(first - second) - xp.expand(delta, 1)
    bounds = xp.log_excess(above, xp.cumulative(second))
    return xp.maximum(xp.constant(fmpq(0)), xp.max(bounds, 1))


def renyi(xp: Any, p: Value, q: Value, order: Value) -> Value:
    """The Rényi divergence of an order in [0, ∞], in nats (van Erven & Harremoës 2014).

    Order 0 is −ln Q(P > 0), order 1 is KL, order ∞ is ln max P/Q.
    """
    zero, one = xp.constant(fmpq(0)), xp.constant(fmpq(1))

    def outside() -> Value:
        return xp.sum(xp.mul(q, xp.sub(one, xp.support(p))), 1)

    return xp.by_order(
        order,
        lambda: xp.sub(zero, xp.log1p(xp.sub(zero, outside()))),
        lambda: kl(xp, p, q),
        lambda: xp.max(xp.log_ratio(p, q), 1),
        lambda: xp.renyi_sum(p, q, order),
    )
