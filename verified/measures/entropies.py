"""Entropies of a law (an array of rank 1) and the binary entropy, in nats."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verified.measures.divergences import renyi

Value = Any


def entropy(xp: Any, p: Value) -> Value:
    """Shannon entropy −Σ P ln P."""
    return xp.sub(xp.constant(fmpq(0)), xp.sum(xp.xlogx(p), 1))


def min_entropy(xp: Any, p: Value) -> Value:
    """−ln max P."""
    return xp.sub(xp.constant(fmpq(0)), xp.log(xp.max(p, 1)))


def renyi_entropy(xp: Any, p: Value, order: Value) -> Value:
    """The Rényi entropy of an order in [0, ∞]: ln n less the divergence from the uniform law."""
    count = xp.shape(p, 1)[0]
    uniform = p - p + xp.constant(fmpq(1, count))
    log_count = xp.log(xp.constant(fmpq(count)))
    return xp.sub(log_count, renyi(xp, p, uniform, order))


def binary_entropy(xp: Any, x: Value) -> Value:
    """h(x) = −x ln x − (1 − x) ln(1 − x); undefined outside [0, 1]."""
    return xp.binary_entropy(x)


def binary_entropy_inverse(xp: Any, y: Value) -> Value:
    """The x in [0, 1/2] with h(x) = y, for y in [0, ln 2]; undefined elsewhere."""
    return xp.binary_entropy_inverse(y)
