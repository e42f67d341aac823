"""The tight privacy parameters of a mechanism (Cuff & Yu 2016, Definitions 1, 2, 5–7), in nats.

A mechanism is an array with one axis for each entry of the database and one, last, for the
response. Neighbouring databases differ in exactly one entry.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq

from verified.measures import divergences

Value = Any


def entry_channels(xp: Any, mechanism: Value, entries: int, entry: int) -> Value:
    """The channels X_i → Y, one for each x^{-i}: an array (contexts, |X_i|, |Y|)."""
    moved = xp.moveaxis(mechanism, entry - entries - 1, -2)
    shape = xp.shape(moved, entries + 1)
    contexts = math.prod(shape[:-2])
    return xp.reshape(moved, entries + 1, (contexts, *shape[-2:]))


def _neighbours(xp: Any, mechanism: Value, entries: int) -> Iterator[tuple[Value, Value]]:
    """For each entry two stacks (pairs, |Y|) of the responses to neighbours, in one order each."""
    for entry in range(entries):
        channels = entry_channels(xp, mechanism, entries, entry)
        contexts, size, outputs = xp.shape(channels, 3)
        pairs = list(itertools.combinations(range(size), 2))
        if pairs:
            stacks = (xp.gather(channels, -2, chosen) for chosen in zip(*pairs, strict=True))
            shape = (contexts * len(pairs), outputs)
            one, two = (xp.reshape(stack, 3, shape) for stack in stacks)
            yield one, two


def _worst(
    xp: Any, mechanism: Value, entries: int, measure: Callable[[Value, Value], Value]
) -> Value:
    """The largest value of a measure over neighbouring databases; 0 where there are none."""
    result = xp.constant(fmpq(0))
    for one, two in _neighbours(xp, mechanism, entries):
        result = xp.maximum(result, xp.max(measure(one, two), 1))
    return result


def dp_delta(xp: Any, mechanism: Value, entries: int, epsilon: Value) -> Value:
    """The least δ for which the mechanism is (ε,δ)-DP."""
    return _worst(
        xp,
        mechanism,
        entries,
        lambda p, q: divergences.least_delta(xp, p, q, xp.expand(epsilon, 1)),
    )


def dp_epsilon(xp: Any, mechanism: Value, entries: int) -> Value:
    """The least ε for which the mechanism is ε-DP; +∞ if there is none."""
    return _worst(
        xp, mechanism, entries, lambda p, q: divergences.log_ratio_max(xp, p, q)
    )


def dp_epsilon_at(xp: Any, mechanism: Value, entries: int, delta: Value) -> Value:
    """The least ε for which the mechanism is (ε,δ)-DP; +∞ if there is none."""
    return _worst(
        xp,
        mechanism,
        entries,
        lambda p, q: xp.over_laws(
            p, q, lambda one, two: divergences.least_epsilon(xp, one, two, xp.expand(delta, 1))
        ),
    )


def kl_dp(xp: Any, mechanism: Value, entries: int) -> Value:
    """The largest KL divergence, in either direction, between responses to neighbours."""
    return _worst(
        xp,
        mechanism,
        entries,
        lambda p, q: xp.maximum(divergences.kl(xp, p, q), divergences.kl(xp, q, p)),
    )


def renyi_dp(xp: Any, mechanism: Value, entries: int, order: Value) -> Value:
    """The largest Rényi divergence, in either direction, between responses to neighbours."""
    spread = xp.expand(order, 1)
    return _worst(
        xp,
        mechanism,
        entries,
        lambda p, q: xp.maximum(
            divergences.renyi(xp, p, q, spread), divergences.renyi(xp, q, p, spread)
        ),
    )


def zcdp(xp: Any, mechanism: Value, entries: int) -> Value:
    """The largest D_α/α over orders α > 1 and responses to neighbours."""
    return xp.orders().largest_over_orders(
        lambda order: renyi_dp(xp, mechanism, entries, order)
    )


# --- mutual-information privacy -------------------------------------------------------------------


def ldp_curve(xp: Any, mu: Value, epsilon: Value) -> Value:
    """The least δ of (ε,δ)-LDP that μ bits of capacity allow (Ngo et al. 2024, (10))."""
    return xp.curves().ldp_curve(mu, epsilon)


def lip_curve(xp: Any, mu: Value, epsilon: Value) -> Value:
    """The curve (13) of Ngo et al. 2024, for laws within μ bits of each other."""
    return xp.curves().lip_curve(mu, epsilon)


def ldp_floor(xp: Any, mu: Value) -> Value:
    """The p in (0, 1] with h(p)/p = −log2(2^μ − 1) (Ngo et al. 2024, after Theorem 1)."""
    return xp.curves().ldp_floor(mu)
