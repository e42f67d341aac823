"""The Gaussian mechanism on inputs in a ball: its curve (9), and the supremum (8)."""

from __future__ import annotations

from typing import Any

from derivations.patterns.local_privacy import LN2
from derivations.patterns.noise import below_line, mean_squares
from derivations.tools import split_equal, turned
from verified.language import (
    absolute,
    equals,
    log,
    pmf_of,
    rational,
    reals_of,
    reals_table,
    sqrt,
)
from verified.papers.background.peak_limits import from_ends
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol, Term, number


@derives("ngo-2024/eq-9.attained")
def curve_attained(d: Derivation) -> None:
    """The closed form for two normal laws, at the distance 2√d Δ."""
    size, radius, variance, eps = (d.var(name) for name in ("d", "Delta", "v", "eps"))
    far, x, y = 2 * (sqrt(size) * radius), Real("x", ">=1"), Real("y", ">0")
    root = d.scalar(1 <= sqrt(x), values={x: size})
    scale = d.scalar(number(0) < sqrt(y), values={y: variance})
    closed = d.cite(
        "background/gaussian-hockey-stick",
        d.arithmetic(number(0) < far, root, hints=[radius]),
        r=number(0), s=far, v=variance, eps=eps,
    )
    apart = (far - 0) / sqrt(variance)
    reach, scaled = sqrt(size) * radius, eps * sqrt(variance) / (2 * (sqrt(size) * radius))
    places = [
        d.identity(equals(apart / 2 - eps / apart, reach / sqrt(variance) - scaled), root, scale),
        d.identity(equals(-apart / 2 - eps / apart, -reach / sqrt(variance) - scaled), root, scale),
    ]
    for place in places:
        closed = d.rewrite(place, closed)
    d.qed(closed)


@derives("ngo-2024/eq-9.bound")
def curve_bounds(d: Derivation) -> None:
    """The divergence grows with the distance of the means."""
    size, radius, variance = (d.var(name) for name in ("d", "Delta", "v"))
    near, far = d.var("t"), 2 * (sqrt(size) * radius)
    x, y = Real("x", ">=1"), Real("y", ">0")
    root = d.scalar(sqrt(x) >= 1, values={x: size})
    scale = d.scalar(sqrt(y) > 0, values={y: variance})
    apart = d.arithmetic(
        absolute(near - 0) / sqrt(variance) <= absolute(far - 0) / sqrt(variance), *d.given,
        scale, root, hints=[1 / sqrt(variance)],
    )
    below = d.cite(
        "background/gaussian-divergence.increasing", apart, r=number(0), s=near, p=number(0),
        q=far, w=variance,
    )
    d.qed(d.chain(below, d.cite("ngo-2024/eq-9.attained")))


@derives("ngo-2024/eq-8.average-power")
def average_power(d: Derivation) -> None:
    """The tangents of the logarithm at Δ²/v, summed over the coordinates."""
    v, level = d.var("v"), d.var("Delta") ** 2
    x, slope = Real("x", ">0"), 1 / (v + level)
    start = log(1 + level / v) - level * slope

    def tangent(spread: Term, inside: Line) -> Line:
        ratio = (1 + spread / v) / (1 + level / v)
        positive = d.arithmetic(ratio > 0, inside, hints=[1 / (1 + level / v)])
        line = d.scalar(log(x) <= x - 1, positive, values={x: ratio})
        return d.arithmetic(log(1 + spread / v) <= start + slope * spread, line, inside)

    line = below_line(d, slope, start, tangent)
    d.qed(d.arithmetic(d.goal, line, mean_squares(d), hints=[1 / LN2, slope / LN2]))


@derives("ngo-2024/eq-8.finite")
def finite(d: Derivation) -> None:
    """Each term is."""
    dims, reach, v = (d.var(name) for name in ("d", "Delta", "v"))
    outer = d.goal.left
    middle, inner = outer.body, outer.body.body
    n, P, f = d.fix(outer.var), d.fix(middle.var), d.fix(inner.var)
    line = d.cite(
        "ngo-2024/eq-8.average-power", d.assume(inner.guard), n=n, d=dims, P=P, f=f, Delta=reach,
        v=v,
    )
    for bind, var in ((inner, f), (middle, P), (outer, n)):
        line = d.bound_sup(bind, line, var)
    d.qed(line)


@derives("ngo-2024/eq-8.value.reached")
def reached(d: Derivation) -> None:
    """Both ends lie at the limit."""
    goal = d.goal
    s = d.fix(goal.var)
    body = substitute(goal.body, {goal.var.name: s})

    def each(_: Line, value: Line) -> Line:
        return d.turn(body, d.identity(equals(body.left, body.right), value))

    d.qed(d.forall(s, split_equal(d, s, 0, each)))


@derives("ngo-2024/eq-8.value.most")
def value(d: Derivation) -> None:
    """What is told is at most the mean divergence from the law of the response to the two ends,
    which grows towards them."""
    given, held = d.given
    n, P, f, reach, v = (d.var(name) for name in ("n", "P", "f", "Delta", "v"))
    half = rational(1, 2)

    def away(mean: Any) -> Term:
        found: Term = substitute(from_ends(mean), {"Delta": reach, "v": v})
        return found

    furthest = away(reach)

    def most(mean: Any) -> Line:
        return d.cite("background/divergence-from-two-ends.most", x=mean, Delta=reach, v=v)

    s = d.fix(Symbol("s", n))
    value = f[s * 1 + 0]
    near = d.at(held, s)
    inside = d.rewrite(d.identity(equals(near.formula.left, value**2)), near)
    further = d.cite(
        "background/divergence-from-two-ends.further", inside, given, x=value, y=reach,
        Delta=reach, v=v,
    )
    each = d.arithmetic(
        P[s] * away(value) <= P[s] * furthest, further, most(value), most(reach), hints=[P[s]])
    summed = d.summed(d.forall(s, each))
    mean = d.identity(equals(summed.formula.right, furthest), most(reach))
    centre = d.cite(
        "background/noise-centre", P=P, f=f, v=v, W=pmf_of(half, half), m=reals_of(-reach, reach),
        w=reals_table(2, lambda j: v),
    )
    own = d.cite("background/divergence-from-two-ends.own", Delta=reach, v=v)
    told = d.chain(centre, summed, mean, turned(d, own))
    d.qed(d.arithmetic(d.goal, told, hints=[1 / LN2]))
