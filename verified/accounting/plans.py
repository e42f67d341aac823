"""Scales of Laplace noise from a transport plan between the components of two Gaussian mixtures.

The plan minimises Σ w_ml W₂² over couplings w of the components' weights, where W₂² of two Gaussian
laws is (μ − μ′)² + (σ − σ′)² (Ding 2024, (12) and footnote 5): a linear program, solved exactly.
`average_scale` is the scale of (13), which isn't always enough; `support_scale`, the largest
instead of the average over the components that the plan joins, always is: the law of the pair that
the plan couples is a mixture, and each of its parts exceeds ε with probability δ at most.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verified.accounting.enclosures import positive, positive_delta
from verified.accounting.priors import Prior
from verified.errors import InputError
from verified.numbers.exact import rational
from verified.numbers.simplex import maximised


@dataclass(frozen=True)
class Plan:
    """An optimal plan between components.

    Attributes:
        weights: w_ml, by component of the one prior and of the other.
        cost: Σ w_ml W₂², which the dual solution shows to be the least.
        gaps: |μ − μ′| and |σ − σ′| of each pair.
    """

    weights: tuple[tuple[fmpq, ...], ...]
    cost: fmpq
    gaps: tuple[tuple[tuple[fmpq, fmpq], ...], ...]


def component_plan(one: Prior, two: Prior) -> Plan:
    """An optimal plan between the components of two priors; where several are, one of them.

    Raises:
        InputError: a standard deviation is irrational.
        ArithmeticError: the two solutions of the program differ (an error of the solver).
    """
    gaps = tuple(
        tuple((abs(p.location - q.location), abs(_root(p.spread) - _root(q.spread)))
              for q in two.parts)
        for p in one.parts
    )
    costs = [d * d + s * s for row in gaps for d, s in row]
    count, width = len(one.parts), len(two.parts)
    most = max(costs) + 1
    rows = [
        [fmpq(int(place // width == m)) for place in range(count * width)] for m in range(count)
    ] + [[fmpq(int(place % width == k)) for place in range(count * width)] for k in range(width)]
    bounds = [part.weight for part in (*one.parts, *two.parts)]
    # A gain above 0 for all that is moved, so that all of it is.
    solution, prices = maximised(rows, bounds, [most - cost for cost in costs], fmpq(0))
    cost = sum((w * c for w, c in zip(solution, costs, strict=True)), fmpq(0))
    dual = most - sum((p * b for p, b in zip(prices, bounds, strict=True)), fmpq(0))
    feasible = all(
        prices[m] + prices[count + k] >= most - costs[m * width + k]
        for m in range(count) for k in range(width)
    ) and all(price >= 0 for price in prices)
    if sum(solution, fmpq(0)) != 1 or cost != dual or not feasible:
        raise ArithmeticError("the plan found isn't shown to be optimal")
    table = tuple(tuple(solution[m * width : (m + 1) * width]) for m in range(count))
    return Plan(table, cost, gaps)


def _root(spread: fmpq) -> fmpq:
    """The square root of a rational square."""
    top, bottom = (math.isqrt(int(x)) for x in (spread.p, spread.q))
    root = fmpq(top, bottom)
    if root * root != spread:
        raise InputError(f"a deviation of a prior is the root of {spread}, which isn't rational")
    return root


def tau_star(delta: fmpq) -> arb:
    """τ*(δ) = Q⁻¹(δ/2): two-sided normal tails beyond it have the mass δ (Ding 2024, (20))."""
    return arb(2).sqrt() * (1 - arb(delta)).erfinv()


def average_scale(plan: Plan, eps: Any, delta: Any) -> arb:
    """The scale (13) of Theorem 2 for this plan."""
    level, target = _budget(eps, delta)
    tau = tau_star(target)
    terms = (
        w * (d + tau * s)
        for row, gaps in zip(plan.weights, plan.gaps, strict=True)
        for w, (d, s) in zip(row, gaps, strict=True)
    )
    return sum(terms, arb(0)) / level


def support_scale(plan: Plan, eps: Any, delta: Any) -> arb:
    """The largest over the pairs that the plan joins, instead of the average."""
    level, target = _budget(eps, delta)
    tau, largest = tau_star(target), arb(0)
    for row, gaps in zip(plan.weights, plan.gaps, strict=True):
        for w, (d, s) in zip(row, gaps, strict=True):
            if w > 0:
                largest = largest.max(d + tau * s)
    return largest / level


def rounded_up(scale: arb, places: int = 6) -> fmpq:
    """A number with so many decimals that is certainly no less than a scale."""
    mantissa, shift = map(int, scale.upper().mid().man_exp())
    power = fmpq(2) ** abs(shift)
    exact = fmpq(mantissa) * power if shift >= 0 else fmpq(mantissa) / power
    return fmpq((exact * 10**places).ceil(), 10**places)


def _budget(eps: Any, delta: Any) -> tuple[fmpq, fmpq]:
    target = positive_delta(delta)
    return positive(rational(eps, "eps"), "eps"), target


__all__ = ["Plan", "average_scale", "component_plan", "rounded_up", "support_scale", "tau_star"]
