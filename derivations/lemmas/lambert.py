"""Lambert's W, and bounds by it on where a normal tail is small."""

from __future__ import annotations

from typing import Any

from derivations.patterns.noised import unit_root
from derivations.tools import absurd, split_order, split_zero
from verified.language import equals, exp, lambert_w, pi, sqrt
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, number


@derives("lemma/lambert-w.value")
def value(d: Derivation) -> None:
    """Below 0, w e^w is below 0."""
    x = d.var("x")
    w = lambert_w(x)
    both = d.cite("definition/lambert-w", d.obvious(x >= -exp(number(-1))), r=x)
    same = d.piece(both, 1) if both.formula.parts[0].op != "=" else d.piece(both, 0)
    least = split_order(d, 0, w, lambda low: low, lambda high: absurd(
        d, 0 <= w, high, same, hints=[exp(w)]))
    d.qed(d.both(least, same))


def order_of(d: Derivation, small: Any, large: Any, line: Line, *facts: Line) -> Line:
    """w ≤ v, from w e^w ≤ v e^v, or < from <, for numbers that aren't negative."""
    u, v = Real("u", ">=0"), Real("v", ">=0")
    strict = line.theorem.conclusion.op == "<"  # type: ignore[union-attr]
    goal = small < large if strict else small <= large

    def over(high: Line) -> Line:
        grown = d.scalar(
            u * exp(u) <= v * exp(v) if strict else u * exp(u) < v * exp(v), high, *facts,
            given=[u <= v if strict else u < v], values={u: large, v: small})
        return absurd(d, goal, line, grown)

    if strict:
        return split_order(d, large, small, over, lambda low: low, *facts)
    return split_order(d, small, large, lambda low: low, over, *facts)


@derives("lemma/lambert-w.at-most")
def at_most(d: Derivation) -> None:
    """w e^w grows with w."""
    x, w = d.var("x"), d.var("w")
    value = d.cite("lemma/lambert-w.value", x=x)
    least, same = d.piece(value, 0), d.piece(value, 1)
    own = lambert_w(x)
    line = d.arithmetic(own * exp(own) <= w * exp(w), same, d.given[0], least)
    d.qed(order_of(d, own, w, line, least))


@derives("lemma/lambert-w.increasing")
def increasing(d: Derivation) -> None:
    """w e^w grows with w."""
    values = [d.cite("lemma/lambert-w.value", x=d.var(name)) for name in "xy"]
    (least, same), (least_too, same_too) = (
        (d.piece(value, 0), d.piece(value, 1)) for value in values)
    one, two = (lambert_w(d.var(name)) for name in "xy")
    line = d.arithmetic(
        one * exp(one) < two * exp(two), same, same_too, d.given[0], least, least_too)
    d.qed(order_of(d, one, two, line, least, least_too))


@derives("lemma/small-tail.root")
def second_bound(d: Derivation) -> None:
    """By (21) at √w: e^(−w)/(2πw) ≤ δ²/4."""
    (given,) = d.given
    w, delta, x = d.var("w"), d.var("delta"), Real("x", ">0")
    argument = given.formula.left

    def none(zero: Line) -> Line:
        low = d.rewrite(zero, d.obvious(0 * exp(number(0)) <= 0), given.formula.right <= 0)
        return absurd(d, d.goal, given, low, d.obvious(argument > 0))

    def some(above: Line) -> Line:
        positive = d.scalar(sqrt(x) > 0, above, values={x: w})
        root = unit_root(d)
        bound = d.cite("background/gaussian-tail.bound", positive, u=sqrt(w))
        most = bound.formula.right
        unit, half = sqrt(2 * pi()), exp(-w / 2)
        reach = delta * unit * sqrt(w) / 2
        square = d.identity(equals(reach**2, delta**2 * pi() * w / 2))
        large = d.combined(
            exp(-w) <= delta**2 * pi() * w / 2, given,
            products=[["1", [["fact", 0], ["sign", delta**2 * exp(-w) * pi() / 2]]]],
        )

        def over(high: Line) -> Line:
            lines = positive, root
            below = d.combined(reach < half, high, *lines, products=[
                ["1", [["fact", 0], ["sign", unit * sqrt(w)]]]
            ])
            return absurd(d, most <= delta / 2, below, square, large, *lines, hints=[reach, half])

        real = d.obvious(most > 0, above, positive, root)
        return d.chain(bound, split_order(
            d, most, delta / 2, lambda low: low, over, real, positive, root
        ))

    d.qed(split_zero(d, w, none, some))


@derives("lemma/small-tail.half-square")
def first_bound(d: Derivation) -> None:
    """w e^w grows with w, and (τ²/2) e^(τ²/2) ≥ τ/(√(2π) δ) says that the bound (21) is ≤ δ/2."""
    enough, least = d.given
    t, w, delta = d.var("t"), d.var("w"), d.var("delta")
    u, v = Real("u", ">=0"), Real("v", ">=0")
    half = t**2 / 2
    order = d.arithmetic(w <= half, least)
    grown = d.scalar(u * exp(u) <= v * exp(v), order, given=[u <= v], values={u: w, v: half})
    whole = d.chain(enough, grown)
    bound = d.cite("background/gaussian-tail.bound", u=t)
    small = d.combined(
        bound.formula.right <= delta / 2, whole, unit_root(d),
        products=[["1", [["fact", 0], ["sign", delta * exp(-(t**2) / 2) / t**2]]]],
    )
    d.qed(d.chain(bound, small))
