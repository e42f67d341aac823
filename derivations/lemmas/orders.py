"""Proofs on powers: how they grow, their tangents, means and sums."""

from __future__ import annotations

from derivations.patterns.orders import rooted
from derivations.tools import ZERO, split_order, split_zero
from verified.kernel.inference import replaced
from verified.language import equals, log, output, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number


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


@derives("lemma/power.product")
def power_product(d: Derivation) -> None:
    """At 0, and above."""
    s, t, _order = d.var("s"), d.var("t"), d.var("alpha")

    def other(above: Line) -> Line:
        return split_zero(
            d, t, lambda zero: d.rewrite(
                zero, d.identity(replaced(d.goal, t, number(0)), above), d.goal),
            lambda positive: d.identity(d.goal, above, positive),
        )

    d.qed(split_zero(d, s, lambda zero: d.rewrite(
        zero, d.identity(replaced(d.goal, s, number(0))), d.goal), other))


@derives("lemma/power.unit")
def power_unit(d: Derivation) -> None:
    """s^(α−1) ≥ 1 + (α − 1) ln s ≥ 1."""
    s, order = d.var("s"), d.var("alpha")
    below, flat = d.given

    def positive(above: Line) -> Line:
        less = d.arithmetic(log(s) <= 0, d.cite("background/log-tangent.line", above, x=s), below,
                            above)
        grown = d.cite("background/log-tangent.exponential", above, eps=(order - 1) * log(s))
        return d.arithmetic(d.goal, grown, less, above, flat, hints=[s, s * (1 - order)])

    d.qed(split_zero(d, s, lambda zero: d.rewrite(
        zero, d.obvious(replaced(d.goal, s, number(0))), d.goal), positive))


@derives("lemma/power.law")
def power_law(d: Derivation) -> None:
    """P ≤ P^α for α ≤ 1; for α > 1, α n P + 1 − α ≤ (n P)^α."""
    P, order = d.var("P"), d.var("alpha")
    n = P.of.size
    a = d.fix(Symbol("a", n))
    whole = total(a, P[a] ** order)

    def low(less: Line) -> Line:
        unit = d.cite("background/probability-bounds", P=P, a=a, part=1)
        rest = d.summed(d.forall(a, d.cite("lemma/power.unit", unit, less, s=P[a])))
        return d.arithmetic(0 < whole, rest)

    def high(more: Line) -> Line:
        tangent = d.cite("lemma/power.tangent-above", d.turn(1 <= order, more), s=n * P[a])
        product = d.cite("lemma/power.product", s=n, t=P[a])
        rest = d.summed(d.forall(a, d.chain(tangent, product)))
        return d.arithmetic(0 < whole, rest, hints=[n ** -order, n * n**-order])

    d.qed(split_order(d, order, 1, low, high))


@derives("lemma/power.mean")
def power_mean(d: Derivation) -> None:
    """α W/q + 1 − α ≤ (W/q)^α, and the mean of the left side is 1."""
    P, W, y, order = d.var("P"), d.var("W"), d.var("y"), d.var("alpha")
    x = d.fix(Symbol("x", P.of.size))
    q, powers = output(P, W)[y], total(x, P[x] * W[x, y] ** order)

    def column(above: Line) -> Line:
        tangent = d.cite("lemma/power.tangent-above", *d.given, above, s=W[x, y] / q)
        product = d.cite("lemma/power.product", above, s=W[x, y], t=1 / q)
        line = d.arithmetic(
            P[x] * (order * W[x, y] / q + 1 - order) <= P[x] * W[x, y] ** order * (1 / q) ** order,
            tangent, product, above, hints=[P[x]])
        rows = d.summed(d.forall(x, line), above)
        mean = d.arithmetic(q**order <= powers, rows, above, hints=[q**order])
        return rooted(d, q, mean, order, above)

    d.qed(split_zero(
        d, q, lambda zero: d.arithmetic(d.goal, zero, d.obvious(ZERO <= d.goal.right)), column
    ))


@derives("lemma/power.columns")
def power_columns(d: Derivation) -> None:
    """(Σ P W^α)^(1/α) ≥ q, the output's probability, for α > 1; else ≥ q^(1/α), as W ≤ W^α."""
    P, W, order = d.var("P"), d.var("W"), d.var("alpha")
    x, y = d.fix(Symbol("x", P.of.size)), d.fix(Symbol("y", W.of.outputs))
    q = output(P, W)[y]
    powers = total(x, P[x] * W[x, y] ** order)

    def low(less: Line) -> Line:
        unit = d.cite("background/probability-bounds", P=W[x], a=y, part=1)
        up = d.cite("lemma/power.unit", unit, less, s=W[x, y])
        rows = d.summed(d.forall(x, d.arithmetic(
            P[x] * W[x, y] <= P[x] * W[x, y] ** order, up, hints=[P[x]])))
        mean = d.arithmetic(q <= powers, rows)
        grown = d.cite("lemma/power.increasing", mean, s=q, t=powers, alpha=1 / order)
        rest = d.summed(d.forall(y, grown))
        positive = d.cite("lemma/power.law", P=output(P, W), alpha=1 / order)
        return d.chain(positive, rest)

    def high(more: Line) -> Line:
        mean = d.cite("lemma/power.mean", d.turn(1 <= order, more), y=y)
        return d.arithmetic(d.goal, d.summed(d.forall(y, mean)))

    d.qed(split_order(d, order, 1, low, high))
