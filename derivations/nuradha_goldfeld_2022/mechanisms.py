"""Section IV-B: the mechanisms where every law of the secret is allowed, and null secrets."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import below_root, growing
from derivations.tools import split_absolute, split_maximum, split_order, split_zero
from verified.language import (
    absolute,
    equals,
    exp,
    gaussian,
    hockey_stick,
    log,
    normal_cdf,
    sqrt,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, number


@derives("nuradha-goldfeld-2022/section-4b-mechanisms-repaired.laplace")
def laplace_close(d: Derivation) -> None:
    """(1 − e^−y)² ≤ 2 ln(1 + y) ≤ 2ε for y = t/(2b) ≤ e^ε − 1."""
    t, b, eps, other = (d.var(name) for name in ("t", "b", "eps", "eps'"))
    (enough,) = d.given
    grown, y, z = growing(d, eps), Real("y", "[0,1]"), Real("z", ">=0")
    part = t / 2 / b
    less = d.arithmetic(part <= grown.formula.left, enough, grown, hints=[1 / b, grown.formula.left,
                                                                          grown.formula.left / b])
    inside = d.arithmetic(1 + part <= exp(eps), less)
    logs = d.cite("background/log-increasing.positive", inside, d.obvious(1 + part > 0),
                  values={"u": 1 + part, "v": exp(eps)})
    least = 1 - exp(-part)

    def small(low: Line) -> Line:
        return d.scalar((1 - exp(-y)) ** 2 <= 2 * log(1 + y), low, values={y: part})

    def large(high: Line) -> Line:
        return d.scalar((1 - exp(-z)) ** 2 <= 2 * log(1 + z), high, given=[z >= 1],
                        values={z: part})

    square = split_order(d, part, 1, small, large)
    square = d.arithmetic(least * least <= 2 * eps, square, logs)
    most = below_root(d, least, 2 * eps, square)

    def side(one: Any, two: Any) -> Line:
        value = d.cite("background/laplace-hockey-stick", r=one, s=two, u=b, eps=other)
        apart = _distance(d, one, two, t)
        w = Real("w", ">=0")
        fall = d.scalar(exp(w) >= 1, values={w: other / 2})
        same = d.identity(equals(
            exp((other - t / b) / 2), exp(other / 2) * exp(-part)))
        reached = d.rewrite(apart, value)
        whole = reached.formula.right
        bound = d.arithmetic(whole.args[1] <= least, same, fall, hints=[exp(-part)])
        zero = d.scalar(number(0) <= 1 - exp(-z), values={z: part})
        top = split_maximum(d, *whole.args, lambda order, chosen: d.arithmetic(
            whole <= least, order, chosen, bound, zero))
        return d.chain(reached, top, most)

    d.qed(d.both(side(number(0), t), side(t, number(0))))


def _distance(d: Derivation, one: Any, two: Any, t: Any) -> Line:
    """|one − two| = t."""
    far = absolute(number(one) - two)

    def both(sign: Line, value: Line) -> Line:
        some = d.obvious(t >= 0)
        return d.turn(equals(far, t), d.arithmetic(far <= t, sign, value, some),
                      d.arithmetic(t <= far, sign, value, some))

    return split_absolute(d, number(one) - two, both)


@derives("nuradha-goldfeld-2022/section-4b-mechanisms-repaired.gaussian")
def gaussian_close(d: Derivation) -> None:
    """(2Φ(a) − 1)² ≤ ln(1 + a²) ≤ 2ε for a = t/(2σ), where a² ≤ e^(2ε) − 1."""
    t, v, eps, other = (d.var(name) for name in ("t", "s2", "eps", "eps'"))
    (enough,) = d.given
    grown, y = growing(d, 2 * eps), Real("y", ">0")
    root = d.scalar(sqrt(y) > 0, values={y: v})
    half = t / sqrt(v) / 2
    some = d.arithmetic(number(0) <= half, root, hints=[t / sqrt(v)])
    scaled = d.arithmetic(t**2 / 4 / v <= grown.formula.left, enough, grown,
                          hints=[1 / v, grown.formula.left, grown.formula.left / v])
    square = d.cite("lemma/square-of-inverse", root, b=sqrt(v))
    same = d.arithmetic(half**2 <= t**2 / 4 / v, square, root, hints=[t**2])
    inside = d.arithmetic(1 + half**2 <= exp(2 * eps), scaled, same, root)
    logs = d.cite("background/log-increasing.positive", inside, root,
                  d.arithmetic(1 + half**2 > 0, some, root, hints=[half]),
                  values={"u": 1 + half**2, "v": exp(2 * eps)})
    a, b = Real("a", "[0,2]"), Real("b", ">=2")
    c, e = Real("c", ">0"), Real("e", ">=0")
    told = 2 * normal_cdf(half) - 1

    def small(low: Line) -> Line:
        return d.scalar((2 * normal_cdf(a) - 1) ** 2 <= log(1 + a**2), low, some, root,
                        values={a: half})

    def large(high: Line) -> Line:
        most = d.scalar((2 * normal_cdf(b) - 1) ** 2 <= 1, high, some, root, values={b: half})
        least = d.scalar(1 <= log(1 + b**2), high, some, root, values={b: half})
        return d.chain(most, least)

    wide = split_order(d, half, 2, small, large, some, root)
    wide = d.arithmetic(told * told <= 2 * eps, wide, logs, root)
    most = below_root(d, told, 2 * eps, wide, root)

    def side(one: Any, two: Any) -> Line:
        goal = hockey_stick(gaussian(one, v), gaussian(two, v), other) <= sqrt(2 * eps)

        def same_place(zero: Line) -> Line:
            none = d.cite("background/gaussian-hockey-stick-alone", r=0, v=v, eps=other)
            alone = d.chain(none, d.obvious(number(0) <= sqrt(2 * eps)))
            return d.rewrite(zero, alone, goal)

        def apart(above: Line) -> Line:
            value = d.cite("background/gaussian-hockey-stick", above, r=0, s=t, v=v, eps=other)
            if one is t:
                back = d.cite(
                    "background/gaussian-hockey-stick-reflected", r=t, s=0, v=v, eps=other)
                value = d.chain(back, value)
            some_apart = d.arithmetic(0 < half, above, root, hints=[1 / sqrt(v)])
            falls = d.scalar(
                normal_cdf(c - e / (2 * c)) - exp(e) * normal_cdf(-c - e / (2 * c))
                <= 2 * normal_cdf(c) - 1,
                some_apart, root, values={c: half, e: other},
            )
            opened = d.identity(equals(value.formula.right, falls.formula.left), root, above)
            return d.chain(value, opened, falls, most)

        return split_zero(d, t, same_place, apart)

    d.qed(d.both(side(number(0), t), side(t, number(0))))


@derives("nuradha-goldfeld-2022/theorem-1-null-secrets.information")
def copied(d: Derivation) -> None:
    """A uniform law holds ln N."""
    P, W = d.goal.left.args
    line = d.cite("background/information-forms.sums", P=P, W=W)
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right))))


@derives("nuradha-goldfeld-2022/theorem-1-null-secrets.level")
def level(d: Derivation) -> None:
    """One variable."""
    d.qed(d.scalar(d.goal))


@derives("nuradha-goldfeld-2022/theorem-1-null-secrets.null")
def null(d: Derivation) -> None:
    """1/N ≤ η."""
    (many,) = d.given
    N, eta = d.var("N"), d.var("eta")
    d.qed(d.arithmetic(d.goal, many, hints=[eta / N]))
