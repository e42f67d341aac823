"""Proofs of the facts on the normal law: Φ, its tail, the divergence of two normal laws of one
variance, and the classical Gaussian mechanism.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.noised import unit_root
from derivations.patterns.numbers import below_root
from derivations.tools import absurd, split_absolute, split_order, split_zero
from verified.language import (
    absolute,
    equals,
    exp,
    gaussian,
    hockey_stick,
    log,
    normal_cdf,
    rational,
    sqrt,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Term, number


def split(name: str, at: str, left: Any, right: Any) -> dict[str, Any]:
    """The start of a scalar proof: below and above a number."""
    return {"rule": "split", "variable": name, "at": at, "closed": "left", "left": left,
            "right": right}


def towards_infinity(name: str) -> dict[str, Any]:
    """The start of a scalar proof: the term falls to its limit at infinity."""
    falling = {"rule": "monotone", "variable": "w", "anchor": "0", "strict": "", "base": "limit",
               "above": "?"}
    return {"rule": "substitute", "variable": name, "new": "w", "by": ["div", "1", ["w"]],
            "inverse": ["div", "1", [name]], "part": falling}


@derives("background/normal-cdf.increasing")
def increasing(d: Derivation) -> None:
    """The density is positive."""
    x, y = d.var("x"), d.var("y")
    d.qed(d.scalar(d.goal, d.given[0], given=[x <= y]))


@derives("background/normal-cdf.symmetric")
def symmetric(d: Derivation) -> None:
    """Both sides have one normal form."""
    d.qed(d.identity(d.goal))


@derives("background/normal-cdf.tail")
def tail(d: Derivation) -> None:
    """The difference grows from 0 at u = 0, then falls to 0 at infinity."""
    rising = {"rule": "monotone", "variable": "u", "anchor": "0", "strict": "",
              "base": {"rule": "zero"}, "above": "?"}
    far = split("u", "4/5", "ball", towards_infinity("u"))
    d.qed(d.scalar(d.goal, start=split("u", "3/4", rising, far)))


@derives("background/gaussian-tail.near")
def nearly(d: Derivation) -> None:
    """The difference falls, so it is at least −Q(x) for x ≥ u; Q(x) ≤ e^(−x²/2)/2 < 1/x."""
    u, v = d.var("u"), d.var("v")
    x, far, bound = Real("x", ">0"), u + 1 / v, d.goal.right.args[0]
    root, some = unit_root(d), d.scalar(u + 1 / v > 0)
    rest = d.scalar(
        normal_cdf(-u) <= bound + normal_cdf(-x), d.scalar(u <= far), some, given=[u <= x],
        values={x: far},
    )
    tail = d.cite("background/normal-cdf.tail", some, u=far)
    small = d.chain(tail, d.scalar(exp(-(x**2) / 2) / 2 < 1 / x, some, values={x: far}))
    d.qed(d.arithmetic(d.goal, rest, small, d.scalar(1 / (u + 1 / v) <= v), root, some))


@derives("background/gaussian-tail.bound")
def mills(d: Derivation) -> None:
    """Were it larger, v could be half of what it is larger by."""
    u, bound = d.var("u"), d.goal.right
    root = unit_root(d)

    def over(above: Line) -> Line:
        gap = normal_cdf(-u) - bound
        positive = d.arithmetic(gap > 0, above, root)
        near = d.cite("background/gaussian-tail.near", positive, root, v=gap)
        return absurd(d, d.goal, near, root)

    d.qed(split_order(d, normal_cdf(-u), bound, lambda low: low, over, root))


# --- two normal laws of one variance --------------------------------------------------------------


def curve(apart: Term, eps: Term) -> Term:
    """Φ(a/2 − ε/a) − e^ε Φ(−a/2 − ε/a)."""
    return normal_cdf(apart / 2 - eps / apart) - exp(eps) * normal_cdf(-apart / 2 - eps / apart)


def none(d: Derivation, r: Any, s: Any, divergence: Term, zero: Line) -> Line:
    """A law doesn't diverge from itself: from a line |s − r| = 0."""
    same = split_absolute(d, s - r, lambda _, gap: d.arithmetic(equals(s, r), gap, zero))
    alone = d.cite("background/gaussian-hockey-stick-alone", r=r)
    return d.rewrite(same, alone, equals(divergence, 0))


@derives("background/gaussian-divergence.increasing")
def farther(d: Derivation) -> None:
    """The derivative of the closed form by a is φ(a/2 − ε/a); at a = 0 the laws are equal."""
    r, s, p, q, v, w, eps = (d.var(name) for name in ("r", "s", "p", "q", "v", "w", "eps"))
    (given,) = d.given
    near, far = given.formula.left, given.formula.right
    first, second = d.goal.left, d.goal.right
    a, b = Real("a", ">0"), Real("b", ">0")
    roots = [d.scalar(sqrt(a) > 0, values={a: spread}) for spread in (v, w)]

    def together(zero: Line) -> Line:
        return d.chain(none(d, r, s, first, zero), d.obvious(second >= 0))

    def apart(positive: Line) -> Line:
        above = d.arithmetic(near > 0, positive, *roots, hints=[1 / sqrt(v)])
        beyond = d.chain(above, given)
        other = d.arithmetic(absolute(q - p) > 0, beyond, *roots, hints=[sqrt(w)])
        one = d.cite("background/gaussian-divergence.value", positive)
        two = d.cite("background/gaussian-divergence.value", other, r=p, s=q, v=w)
        rises = d.scalar(
            curve(a, eps) <= curve(b, eps), above, beyond, given, *roots, given=[a <= b],
            values={a: near, b: far},
        )
        return d.chain(one, rises, d.turn(equals(two.formula.right, two.formula.left), two))

    d.qed(split_zero(d, absolute(s - r), together, apart))


@derives("background/gaussian-divergence.at-most-one")
def at_most_one(d: Derivation) -> None:
    """Φ ≤ 1, and what is taken away isn't negative."""
    r, s, v, eps = (d.var(name) for name in ("r", "s", "v", "eps"))
    a = Real("a", ">0")

    def together(zero: Line) -> Line:
        return d.chain(none(d, r, s, d.goal.left, zero), d.obvious(number(0) <= 1))

    def apart(positive: Line) -> Line:
        root = d.scalar(sqrt(a) > 0, values={a: v})
        closed = d.cite("background/gaussian-divergence.value", positive)
        gap = absolute(s - r) / sqrt(v)
        above = d.arithmetic(gap > 0, positive, root, hints=[1 / sqrt(v)])
        below = d.scalar(curve(a, eps) <= 1, above, root, values={a: gap})
        return d.chain(closed, below)

    d.qed(split_zero(d, absolute(s - r), together, apart))


@derives("background/gaussian-mechanism")
def classical_noise(d: Derivation) -> None:
    """With c = √(2 ln(1.25/δ)) the means are at most ε/c deviations apart, where the closed form is
    at most Φ(1/(2c) − c), and that is at most 1.25 e^(−c²/2) = δ."""
    t, v, eps, delta = (d.var(name) for name in ("t", "v", "eps", "delta"))
    (given,) = d.given
    one, other = gaussian(0, v), gaussian(t, v)
    divergence = hockey_stick(one, other, eps)
    far = absolute(t - 0)
    a, b, x = Real("a", ">0"), Real("b", ">0"), Real("x", ">=5/4")
    c, e = Real("c", ">=33/50"), Real("e", "(0,1]")
    root = d.scalar(sqrt(a) > 0, values={a: v})

    def large(more: Line) -> Line:
        return d.chain(d.cite("background/gaussian-divergence.at-most-one", r=number(0), s=t), more)

    def small(less: Line) -> Line:
        ratio = rational(5, 4) / delta
        inside = d.arithmetic(ratio >= rational(5, 4), less, hints=[1 / delta])
        level = sqrt(2 * log(ratio))
        steep = d.scalar(sqrt(2 * log(x)) >= rational(33, 50), inside, values={x: ratio})
        positive = d.scalar(log(x) > 0, inside, values={x: ratio})
        real = steep, positive, root

        def apart(above: Line) -> Line:
            same = split_absolute(d, t - 0, lambda _, value: d.arithmetic(equals(far, t), value))
            square = d.arithmetic((level * t / eps) ** 2 <= v, given, *real)
            gap = t / sqrt(v)
            near = below_root(d, level * t / eps, v, square, *real)
            near = d.arithmetic(gap <= eps / level, near, *real, hints=[eps / level / sqrt(v)])
            away = d.arithmetic(gap > 0, d.rewrite(same, above), root, hints=[1 / sqrt(v)])
            most = d.chain(away, near)
            closed = d.rewrite(same, d.cite(
                "background/gaussian-divergence.value", above, r=number(0), s=t
            ))
            rises = d.scalar(
                curve(a, eps) <= curve(b, eps), away, most, near, *real, given=[a <= b],
                values={a: gap, b: eps / level},
            )
            first = d.scalar(
                curve(e / c, e) <= normal_cdf(e / (2 * c) - c), *real, values={e: eps, c: level}
            )
            further = d.scalar(
                normal_cdf(e / (2 * c) - c) <= normal_cdf(1 / (2 * c) - c), *real,
                values={e: eps, c: level},
            )
            tail = d.scalar(
                normal_cdf(1 / (2 * c) - c) <= rational(5, 4) * exp(-(c**2) / 2), *real,
                values={c: level}, start=split("c", "1", "ball", towards_infinity("c")),
            )
            value = d.identity(equals(tail.formula.right, delta), *real)
            return d.chain(closed, rises, first, further, tail, value)

        return split_zero(d, far, lambda zero: d.chain(
            none(d, number(0), t, divergence, zero), d.obvious(number(0) <= delta)
        ), apart)

    line = split_order(d, 1, delta, large, small)
    reflected = d.cite("background/gaussian-hockey-stick-reflected", r=t, s=number(0))
    d.qed(d.both(line, d.chain(reflected, line)))
