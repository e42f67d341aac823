"""Proofs of the bounds on τ*(δ)."""

from __future__ import annotations

from typing import Any

from derivations.patterns.noised import falls, unit_root
from derivations.tools import absurd, split_order, split_zero
from verified.language import equals, exp, pi, sqrt
from verified.papers.ding_2024.tails import tail
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, number


@derives("ding-2024/tau-star.inverse.if")
def inside(d: Derivation) -> None:
    """Q falls."""
    value, order = d.given
    d.qed(d.arithmetic(d.goal, falls(d, d.var("s"), d.var("t"), order), value))


@derives("ding-2024/tau-star.inverse.only-if")
def outside(d: Derivation) -> None:
    """Below Q⁻¹(δ/2) the tail is larger."""
    value, enough = d.given
    s, t = d.var("s"), d.var("t")
    d.qed(split_order(d, s, t, lambda low: low, lambda high: absurd(
        d, d.goal, falls(d, t, s, high), value, enough
    )))


@derives("ding-2024/tau-star.tail")
def tail_bound(d: Derivation) -> None:
    """A textbook bound."""
    d.qed(d.cite("background/gaussian-tail.bound", u=d.var("t")))


@derives("ding-2024/tau-star.step")
def enough(d: Derivation) -> None:
    """By (21)."""
    (given,) = d.given
    d.qed(d.chain(d.cite("ding-2024/tau-star.tail"), given))


@derives("ding-2024/tau-star-at-zero")
def never(d: Derivation) -> None:
    """Φ is positive everywhere."""
    d.qed(d.turn(d.goal, d.obvious(number(0) / 2 < tail(d.var("t")))))


@derives("ding-2024/tau-star-decreasing")
def decreasing(d: Derivation) -> None:
    """Otherwise δ'/2 ≤ δ/2, as Q falls."""
    one, two, less = d.given
    s, t = d.var("s"), d.var("s'")
    d.qed(split_order(d, s, t, lambda low: absurd(
        d, d.goal, falls(d, s, t, low), one, two, less
    ), lambda high: high))


@derives("ding-2024/tau-star.second-lambert")
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
        bound = d.cite("ding-2024/tau-star.tail", positive, t=sqrt(w))
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


@derives("ding-2024/tau-star-repaired")
def first_bound(d: Derivation) -> None:
    """w e^w grows with w, and (τ²/2) e^(τ²/2) ≥ τ/(√(2π) δ) says that the bound (21) is ≤ δ/2."""
    enough, least = d.given
    t, w, delta = d.var("t"), d.var("w"), d.var("delta")
    u, v = Real("u", ">=0"), Real("v", ">=0")
    half = t**2 / 2
    order = d.arithmetic(w <= half, least)
    grown = d.scalar(u * exp(u) <= v * exp(v), order, given=[u <= v], values={u: w, v: half})
    whole = d.chain(enough, grown)
    bound = d.cite("ding-2024/tau-star.tail")
    small = d.combined(
        bound.formula.right <= delta / 2, whole, unit_root(d),
        products=[["1", [["fact", 0], ["sign", delta * exp(-(t**2) / 2) / t**2]]]],
    )
    d.qed(d.chain(bound, small))


# --- the implications between (21), (22) and (23) -------------------------------------------------


@derives("ding-2024/tau-star.equivalent.only-if")
def equivalent(d: Derivation) -> None:
    """Multiplied by 2 τ e^(τ²/2)/δ."""
    (small,) = d.given
    t, delta = d.var("t"), d.var("delta")
    d.qed(d.combined(d.goal, small, unit_root(d), products=[
        ["1", [["fact", 0], ["sign", 2 * t * exp(t**2 / 2) / delta]]]]))


@derives("ding-2024/tau-star.equivalent.if")
def equivalent_back(d: Derivation) -> None:
    """Multiplied by δ e^(−τ²/2)/(2τ)."""
    (large,) = d.given
    t, delta = d.var("t"), d.var("delta")
    d.qed(d.combined(d.goal, large, unit_root(d), products=[
        ["1", [["fact", 0], ["sign", delta * exp(-(t**2) / 2) / (2 * t)]]]]))


@derives("ding-2024/tau-star.first-product")
def first_product(d: Derivation) -> None:
    """Multiplied by τ/2."""
    (large,) = d.given
    d.qed(d.combined(d.goal, large, unit_root(d), products=[
        ["1", [["fact", 0], ["sign", d.var("t") / 2]]]]))


@derives("ding-2024/tau-star.second-product")
def second_product(d: Derivation) -> None:
    """Squared, the root multiplied out."""
    (large,) = d.given
    delta, high, unit, root = d.var("delta"), large.formula.right, sqrt(2 * pi()), unit_root(d)
    whole = d.combined(2 <= high * unit * delta, large, root, products=[
        ["1", [["fact", 0], ["sign", unit * delta]]]])
    square = d.arithmetic(4 <= (high * unit * delta) ** 2, whole, hints=[high * unit * delta])
    value = d.identity(equals((high * unit * delta) ** 2, d.goal.right * 2 * pi() * delta**2))
    d.qed(d.combined(d.goal, d.chain(square, value), products=[
        ["1", [["fact", 0], ["sign", 1 / (2 * pi() * delta**2)]]]]))


def lambert_at_most(d: Derivation, value: Any, other: Any, line: Line) -> Line:
    """w ≤ v, from w e^w ≤ v e^v: w e^w grows with w."""
    u, v = Real("u", ">=0"), Real("v", ">=0")

    def over(high: Line) -> Line:
        grown = d.scalar(
            u * exp(u) < v * exp(v), high, given=[u < v], values={u: other, v: value})
        return absurd(d, value <= other, line, grown)

    return split_order(d, value, other, lambda low: low, over)


@derives("ding-2024/tau-star.first-implied", "ding-2024/tau-star.second-implied")
def implied(d: Derivation) -> None:
    """w e^w grows with w."""
    large, lambert = d.given
    first = d.key.endswith("first-implied")
    t, w = d.var("t"), d.var("w")
    square = t**2 / 2 if first else t**2
    line = lambert_at_most(d, w, square, d.chain(lambert, large))
    d.qed(d.arithmetic(d.goal, line))


@derives("ding-2024/tau-star.lambert-increasing")
def lambert_increasing(d: Derivation) -> None:
    """w e^w grows with w."""
    (less,) = d.given
    w, other = d.var("w"), d.var("w'")
    u, v = Real("u", ">=0"), Real("v", ">=0")

    def over(low: Line) -> Line:
        grown = d.scalar(
            u * exp(u) <= v * exp(v), low, given=[u <= v], values={u: other, v: w})
        return absurd(d, d.goal, less, grown)

    d.qed(split_order(d, other, w, over, lambda high: high))
