"""Integrals in floats over a batch: Gauss–Legendre between kinks, the tail in closed form; where
densities of laws on the line are integrated, the tail as far as they reach.

All nodes of a batch are one evaluation: the integrand's variable has the shape (nodes, B) and
broadcasts against values of shape (B, …). Nothing is subtracted where an integrand is near 0, so
that integrals over short intervals keep their digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.measures.integrals import Expansion, NotExponential, Sum, kinks
from verified.measures.readings import Unreadable
from verified.numbers.line import GAUSSIAN
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Bind, Op, Var, free_variables

Array = NDArray[np.float64]

# Up to so many kinks each piece is cut in three and integrated with many nodes: exactly, nearly.
_FEW_KINKS = 8
_NODES = {True: 20, False: 8}
# Where a density is cut: by what its logarithm is below that at its mean. Beyond the last cut lies
# a mass of e^(−40) or so.
_REACH = (0.25, 0.5, 1, 2, 4, 6, 8, 12, 18, 26, 40)


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
    reach = [np.asarray(place, float) for place in _reach(reading, bind.var, bind.body, env)]
    places = [np.asarray(place, float) for place in kinks(reading, bind.var, bind.body, env)]
    places += reach
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
    if high is None and not reach:
        result = result + _tail(reading, bind, env, cuts[-1])
    return result


def _reach(reading: Any, var: Var, term: Any, env: Any) -> Iterator[Any]:
    """Cuts around the densities in a term, the last of them beyond what floats can tell from 0."""
    if isinstance(term, Op) and term.head == "density" and var.name in free_variables(term):
        slope, rest = Expansion(reading, var).affine(term.args[1], env)
        for part in reading.term(term.args[0], env).parts:
            for steps in _REACH:
                gap = np.sqrt(2 * steps * part.spread) if part.shape == GAUSSIAN else (
                    steps * part.spread)
                for place in (part.location - gap, part.location + gap):
                    yield (place - rest) / slope
    else:
        for arg in term.args if isinstance(term, Op) else ():
            yield from _reach(reading, var, arg, env)


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
            sum((c * np.exp(r * probe) for r, c in _plain(side)), np.zeros(()))
            for side in (one, two)
        )
        takes = first >= second
        kept = [replace(term, factor=np.where(takes, term.factor, 0.0)) for term in one.terms]
        other = [replace(term, factor=np.where(takes, 0.0, term.factor)) for term in two.terms]
        return expansion.plus(Sum(tuple(kept)), Sum(tuple(other)))

    expansion = Expansion(reading, bind.var, larger)
    total: Array = np.zeros(())
    for rate, coefficient in _plain(expansion.of(bind.body, env)):
        decays = rate < 0
        safe = np.where(decays, -rate, 1.0)
        value = coefficient * np.exp(-safe * start) / safe
        endless = np.where(coefficient == 0, 0.0, np.sign(coefficient) * np.inf)
        total = total + np.where(coefficient == 0, 0.0, np.where(decays, value, endless))
    return total


def _plain(value: Sum) -> list[tuple[Any, Any]]:
    """(rate, coefficient) of a sum of c e^(rx)."""
    if not all(term.plain for term in value.terms):
        raise NotExponential("the tail of an integrand is no sum of exponentials")
    return [(term.rate, term.factor) for term in value.terms]
