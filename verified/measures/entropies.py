"""Entropies of a law (an array of rank 1) and the binary entropy, in nats."""

from __future__ import annotations

from typing import Any

from flint import fmpq

Value = Any


def entropy(xp: Any, p: Value) -> Value:
    """Shannon entropy −Σ P ln P."""
    return xp.sub(xp.constant(fmpq(0)), xp.sum(xp.xlogx(p), 1))


def min_entropy(xp: Any, p: Value) -> Value:
    """−ln max P."""
    return xp.sub(xp.constant(fmpq(0)), xp.log(xp.max(p, 1)))


def renyi_entropy(xp: Any, p: Value, order: Value) -> Value:
    """The Rényi entropy ln(Σ P^α)/(1 − α) of an order in [0, ∞], in nats.

    Order 0 is ln of the number of symbols of positive probability, order 1 is Shannon's entropy,
    order ∞ the min-entropy.
    """
    return xp.by_order(
        order,
        lambda: xp.log(xp.sum(xp.support(p), 1)),
        lambda: entropy(xp, p),
        lambda: min_entropy(xp, p),
        lambda: xp.power_entropy(p, order),
    )


def binary_entropy(xp: Any, x: Value) -> Value:
    """h(x) = −x ln x − (1 − x) ln(1 − x); undefined outside [0, 1]."""
    return xp.binary_entropy(x)


def binary_entropy_inverse(xp: Any, y: Value) -> Value:
    """The x in [0, 1/2] with h(x) = y, for y in [0, ln 2]; undefined elsewhere."""
    return xp.binary_entropy_inverse(y)
