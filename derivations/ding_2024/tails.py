"""Proofs of the bounds on τ*(δ)."""

from __future__ import annotations

from derivations.patterns.noised import falls, unit_root
from derivations.tools import absurd, split_order
from verified.language import equals, exp, lambert_w, pi, sqrt
from verified.papers.ding_2024.tails import tail
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number


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


@derives("ding-2024/tau-star.lambert")
def lambert(d: Derivation) -> None:
    """What W_0 is."""
    d.qed(d.cite("lemma/lambert-w.value"))


@derives("ding-2024/tau-star.second-lambert")
def second_bound(d: Derivation) -> None:
    """By (21) at the root of W_0."""
    x = 2 / (pi() * d.var("delta") ** 2)
    value = d.cite("lemma/lambert-w.value", x=x)
    least, same = d.piece(value, 0), d.piece(value, 1)
    w = lambert_w(x)
    d.qed(d.cite("lemma/small-tail.root", d.arithmetic(x <= w * exp(w), same, least), least, w=w))


@derives("ding-2024/tau-star-repaired")
def first_bound(d: Derivation) -> None:
    """By (21), as τ² is at least twice W_0."""
    t = d.var("t")
    x = t / (sqrt(2 * pi()) * d.var("delta"))
    root = unit_root(d)
    real = d.obvious(0 <= x, root)
    value = d.cite("lemma/lambert-w.value", real, root, x=x)
    least, same = d.piece(value, 0), d.piece(value, 1)
    w = lambert_w(x)
    enough = d.arithmetic(x <= w * exp(w), same, least, real, root)
    d.qed(d.cite("lemma/small-tail.half-square", enough, d.given[0], least, real, root, w=w))


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


@derives("ding-2024/tau-star.first-implied", "ding-2024/tau-star.second-implied")
def implied(d: Derivation) -> None:
    """w e^w grows with w."""
    (large,) = d.given
    square, x = d.var("t") ** 2, large.formula.left
    first = d.key.endswith("first-implied")
    root = [unit_root(d)] if first else []
    real = d.obvious(0 <= x, *root)
    w = square / 2 if first else square
    line = d.cite("lemma/lambert-w.at-most", large, real, *root, x=x, w=w)
    d.qed(d.arithmetic(d.goal, line, real, *root))


@derives("ding-2024/tau-star.lambert-increasing")
def lambert_increasing(d: Derivation) -> None:
    """w e^w grows with w."""
    d.qed(d.cite("lemma/lambert-w.increasing", d.given[0], y=d.var("x'")))
