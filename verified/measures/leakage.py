"""Leakage of a channel under a prior (Saeidian et al. 2025; Issa et al. 2020), in nats."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verified.measures.information import (
    information,
    joint_law,
    largest_sibson,
    output_law,
    sibson,
)

Value = Any


def pointwise_maximal_leakage(xp: Any, prior: Value, channel: Value) -> Value:
    """ℓ(X → y) for each outcome y: ln of the largest W(y|x)/P_Y(y) over the prior's support.

    It is 0 for an outcome of probability zero, which is never seen (Saeidian et al., Theorem 2.4).
    """
    outputs = xp.shape(channel, 2)[1]
    reached = joint_law(xp, xp.support(prior), channel)
    best = xp.reshape(xp.max_axes(reached, (-2,)), 1, (1, outputs))
    # max W − P_Y as the mean of what each input lacks, so that nothing cancels.
    lacking = output_law(xp, prior, xp.sub(best, reached))
    return xp.log1p(xp.ratio_or_zero(lacking, output_law(xp, prior, channel)))


def maximal_leakage(xp: Any, prior: Value, channel: Value) -> Value:
    """ln Σ_y max W(y|x) over the prior's support: Sibson's information of order ∞."""
    return sibson(xp, prior, channel, xp.infinity())


def maximal_alpha_leakage(xp: Any, prior: Value, channel: Value, order: Value) -> Value:
    """The largest α-leakage of anything that the output tells of only through the input, for an
    order in [1, ∞]: the mutual information at order 1, maximal leakage at order ∞, else the largest
    of Sibson's informations under priors with no larger support (Liao et al. 2019, Theorem 2)."""

    def fitting() -> Value:
        return xp.inside(order, order, (fmpq(1), False), (None, False))

    return xp.by_order(
        order,
        fitting,
        lambda: information(xp, prior, channel),
        lambda: maximal_leakage(xp, prior, channel),
        lambda: largest_sibson(xp, xp.support(prior), channel, fitting()),
    )


def leakage_capacity(xp: Any, channel: Value) -> Value:
    """The largest pointwise maximal leakage over all priors and outcomes.

    It is ln of the largest ratio max_x W(y|x)/min_x W(y|x), +∞ where an outcome that some input
    gives is impossible for another (Saeidian et al., Theorem 2.8).
    """
    if not xp.shape(channel, 2)[0]:
        # Of no inputs there is no prior.
        return xp.sub(xp.constant(fmpq(0)), xp.infinity())
    high, low = xp.max_axes(channel, (-2,)), xp.min_axes(channel, (-2,))
    return xp.max(xp.log_ratio_magnitudes(high, low), 1)
