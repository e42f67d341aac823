"""Proofs of the lemmas on powers, and on information of an order."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    everywhere,
    is_zero,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import Close, KL, cases, entries, equals, exp, hamming, log, minimum, output, total
from verified.language.terms import Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- powers ---------------------------------------------------------------------------------------


@derives("lemma/power.increasing")
def power_increasing(d: Derivation) -> None:
    """The logarithm and the exponential increase."""
    s, t, order = d.var("s"), d.var("t"), d.var("alpha")
    (below,) = d.given

    def at_zero(zero: Line) -> Line:
        return d.rewrite(zero, d.obvious(number(0) ** order <= t**order), d.goal)

    def positive(above: Line) -> Line:
        top = d.arithmetic(0 < t, above, below)
        tangent = d.cite("background/log-tangent.line", above, top, x=s / t)
        less = d.arithmetic(s / t <= 1, below, top, hints=[1 / t])
        logs = d.arithmetic(order * log(s) <= order * log(t), tangent, less, above, top,
                            hints=[order])
        return d.arithmetic(
            d.goal,
            d.cite("background/exponential-increasing", logs, above, top, r=order * log(s),
                   s=order * log(t)),
            above, top,
        )

    d.qed(split_zero(d, s, at_zero, positive))


@derives("lemma/power.root")
def power_root(d: Derivation) -> None:
    """At 0, and above."""
    s, order = d.var("s"), d.var("alpha")

    def at_zero(zero: Line) -> Line:
        value = d.identity(equals((number(0) ** order) ** (1 / order), number(0)))
        return d.rewrite(zero, value, d.goal)

    d.qed(split_zero(d, s, at_zero, lambda above: d.identity(d.goal, above)))


def tangents(d: Derivation, above: bool) -> None:
    """e^v ≥ e^u + (v − u) e^u for the exponent λ u between 0 and u."""
    s, order = d.var("s"), d.var("alpha")

    def at_zero(zero: Line) -> Line:
        left, right = d.goal.left, d.goal.right
        at = d.arithmetic(
            number(0) <= (1 - order) * (-1 if above else 1), *d.given
        )
        value = (order * number(0) + 1 - order <= number(0) ** order) if above else (
            number(0) ** order <= order * number(0) + 1 - order)
        return d.rewrite(zero, d.arithmetic(value, at), d.goal)

    def positive(line: Line) -> Line:
        # The larger power is tangent to at the smaller one's exponent; so is 1.
        u = log(s)
        if above:
            one = d.cite("background/log-tangent.exponential", line, eps=(order - 1) * u)
            two = d.cite("background/log-tangent.exponential", line, eps=-u)
            return d.arithmetic(d.goal, one, two, line, *d.given, hints=[s, s * (order - 1)])
        one = d.cite("background/log-tangent.exponential", line, eps=(1 - order) * u)
        two = d.cite("background/log-tangent.exponential", line, eps=-order * u)
        return d.arithmetic(
            d.goal, one, two, line, *d.given, hints=[order * s**order, (1 - order) * s**order]
        )

    d.qed(split_zero(d, s, at_zero, positive))


@derives("lemma/power.tangent-above")
def tangent_above(d: Derivation) -> None:
    """s^α ≥ s (1 + (α − 1) ln s), and 1 ≥ s (1 − ln s)."""
    tangents(d, True)


@derives("lemma/power.tangent-below")
def tangent_below(d: Derivation) -> None:
    """s ≥ s^α (1 + (1 − α) ln s), and 1 ≥ s^α (1 − α ln s)."""
    tangents(d, False)
