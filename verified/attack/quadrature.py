"""Integrals in floats over a batch: Gauss–Legendre between kinks, the tail in closed form.

All nodes of a batch are one evaluation: the integrand's variable has the shape (nodes, B) and
broadcasts against values of shape (B, …). Nothing is subtracted where an integrand is near 0, so
that integrals over short intervals keep their digits.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.measures.integrals import Expansion, NotExponential, Sum, kinks
from verified.measures.readings import Unreadable
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Bind

Array = NDArray[np.float64]

# Up to so many kinks each piece is cut in three and integrated with many nodes: exactly, nearly.
_FEW_KINKS = 8
_NODES = {True: 20, False: 8}


def quadrature(reading: Any, bind: Bind, env: Any) -> Array:
    """The integral of a batch, (B,); +∞ where the tail is not summable.

    Raises:
        Unreadable: the integrand is no piecewise exponential sum.
    """
    domain = bind.var.of
    assert isinstance(domain, RealSort)
    assert domain.low is not None
    try:
        with np.errstate(all="ignore"):
            return _quadrature(reading, bind, env, float(domain.low), domain.high)
    except NotExponential as error:
        raise Unreadable(str(error)) from None


def _quadrature(reading: Any, bind: Bind, env: Any, low: float, high: Any) -> Array:
    places = [np.asarray(place, float) for place in kinks(reading, bind.var, bind.body, env)]
    ends = [np.asarray(low), *([] if high is None else [np.asarray(float(high))])]
    shape = np.broadcast_shapes(*(place.shape for place in [*places, *ends]))
    top = np.inf if high is None else float(high)
    inside = [np.where(np.isfinite(p) & (p > low) & (p < top), p, low) for p in places]
    cuts = np.sort(np.stack([np.broadcast_to(p, shape) for p in [*ends, *inside]]), axis=0)
    if len(cuts) == 1:
        return np.asarray(_tail(reading, bind, env, cuts[-1]))
    few = len(places) <= _FEW_KINKS
    left, width = cuts[:-1], np.diff(cuts, axis=0)
    if few:
        # The ends of a long piece are where exponentials change.
        edge = np.minimum(width / 3, 8.0)
        left = np.concatenate([left, left + edge, left + width - edge])
        width = np.concatenate([edge, width - 2 * edge, edge])
    nodes, weights = _rule(_NODES[few])
    at = left[:, None] + width[:, None] * nodes.reshape(-1, *[1] * len(shape))
    flat = at.reshape(-1, *shape)
    values = np.asarray(reading.real(bind.body, {**env, bind.var.name: flat}), float)
    # The value of a body that doesn't vary has no axis for the nodes.
    parts = np.broadcast_to(values, np.broadcast_shapes(values.shape, flat.shape))
    parts = parts.reshape(*at.shape[:2], *parts.shape[1:])
    spread = weights.reshape(-1, *[1] * (parts.ndim - 2))
    result: Array = np.sum(parts * spread * width[:, None], axis=(0, 1))
    if high is None:
        result = result + _tail(reading, bind, env, cuts[-1])
    return result


@cache
def _rule(count: int) -> tuple[Array, Array]:
    """Nodes and weights on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return (nodes + 1) / 2, weights / 2


def _tail(reading: Any, bind: Bind, env: Any, start: Array) -> Array:
    """The integral from the last kink on, in closed form; maxima as a little beyond it."""
    probe = start + 1.0

    def larger(one: Sum, two: Sum) -> Sum:
        first, second = (
            sum((c * np.exp(r * probe) for r, c in side.terms), np.zeros(())) for side in (one, two)
        )
        takes = first >= second
        nothing = [(r, np.where(takes, 0.0, c)) for r, c in two.terms]
        return expansion.plus(
            Sum(tuple((r, np.where(takes, c, 0.0)) for r, c in one.terms)), Sum(tuple(nothing))
        )

    expansion = Expansion(reading, bind.var, larger)
    total: Array = np.zeros(())
    for rate, coefficient in expansion.of(bind.body, env).terms:
        decays = rate < 0
        safe = np.where(decays, -rate, 1.0)
        value = coefficient * np.exp(-safe * start) / safe
        endless = np.where(coefficient == 0, 0.0, np.sign(coefficient) * np.inf)
        total = total + np.where(coefficient == 0, 0.0, np.where(decays, value, endless))
    return total
