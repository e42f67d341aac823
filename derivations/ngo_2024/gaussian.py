"""Proofs about the Gaussian mechanism: Theorem 3's optimal covariances, App. C and D, eq. (9)."""

from __future__ import annotations

from typing import Any

from derivations.nuradha_goldfeld_2022.noise import mean_square
from verified.language import absolute, equals, log, sqrt, total
from verified.language.formulas import substitute
from verified.language.terms import Real, Symbol, Term, number
from verified.papers.ngo_2024.gaussian import itself, power
from verified.proof.derivation import Derivation, Line, derives

LN2 = log(2)


@derives("ngo-2024/theorem-3.best-input", "ngo-2024/theorem-3-steps.maximum")
def best_input(d: Derivation) -> None:
    """ln(1 + a/w) ≤ ln(1 + p/w) + (a − p)/(w + p), the tangent, summed over the eigenvalues."""
    (given,) = d.given
    size, signals, level, noise = (d.var(name) for name in ("d", "a", "p", "w"))
    j = d.fix(Symbol("j", size))
    x, whole = Real("x", ">0"), noise + level
    tangent = d.scalar(log(x) <= x - 1, values={x: (noise + signals[j]) / whole})
    below = d.arithmetic(
        log(1 + signals[j] / noise) <= log(1 + level / noise) + (signals[j] - level) / whole,
        tangent, hints=[1 / whole],
    )
    summed = d.summed(d.forall(j, below))
    d.qed(d.arithmetic(d.goal, summed, given, hints=[1 / LN2, 1 / LN2 / whole]))


@derives("ngo-2024/theorem-3.best-noise", "ngo-2024/theorem-3-steps.minimum")
def best_noise(d: Derivation) -> None:
    """ln(1 + p/b) ≥ ln(1 + p/w) + p(w − b)/(w(w + p)), a tangent of a convex function, summed."""
    (given,) = d.given
    size, noises, level, noise = (d.var(name) for name in ("d", "b", "p", "w"))
    j = d.fix(Symbol("j", size))
    b, x, whole = noises[j], Real("x", ">0"), noise + level
    tangent = d.scalar(log(x) <= x - 1, values={x: whole * b / (noise * (b + level))})
    first = d.arithmetic(
        log(1 + level / noise) + level * (noise - b) / (noise * (b + level)) <= log(1 + level / b),
        tangent,
    )
    second = d.have(
        level * (noise - b) / (noise * whole) <= level * (noise - b) / (noise * (b + level)),
        "arithmetic",
        products=[["1", [["square", noise - b], ["sign", level / (noise * whole * (b + level))]]]],
    )
    below = d.arithmetic(
        log(1 + level / noise) + level * (noise - b) / (noise * whole) <= log(1 + level / b),
        first, second,
    )
    summed = d.summed(d.forall(j, below))
    d.qed(d.arithmetic(d.goal, summed, given, hints=[1 / LN2, level / LN2 / (noise * whole)]))


@derives("ngo-2024/theorem-3-steps.spent")
def spent(d: Derivation) -> None:
    """The logarithm grows: ln y − ln x ≥ 1 − x/y."""
    more, less = d.given
    k, largest, v, w = (d.var(name) for name in ("k", "l", "v", "w"))
    x = Real("x", ">0")
    tangent = d.scalar(log(x) <= x - 1, values={x: (1 + k / v) / (1 + largest / w)})
    ratio = d.arithmetic(
        k / v <= largest / w, more, less, hints=[1 / v, largest / (v * w), 1 / w]
    )
    below = d.arithmetic(
        (1 + k / v) / (1 + largest / w) <= 1, ratio, hints=[1 / (1 + largest / w)]
    )
    d.qed(d.arithmetic(d.goal, tangent, below, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3.value@invertible")
def value(d: Derivation) -> None:
    """By the entropy of a normal law."""
    k, v = d.var("k"), d.var("v")
    both = d.cite("definition/gaussian-entropy", r=number(0), v=k + v)
    noise = d.cite("definition/gaussian-entropy", r=number(0), v=v)
    d.qed(d.arithmetic(d.goal, both, noise, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3-steps-repaired.common")
def common(d: Derivation) -> None:
    """The logarithm of a product."""
    a, c, e, g = (d.var(name) for name in ("a", "c", "e", "g"))
    product = d.cite("background/log-product", x=a + e, y=c + g)
    d.qed(d.arithmetic(d.goal, product, hints=[1 / LN2]))


@derives("ngo-2024/eq-9.attained")
def curve_attained(d: Derivation) -> None:
    """The closed form for two normal laws, at the distance 2√d Δ."""
    size, radius, variance, eps = (d.var(name) for name in ("d", "Delta", "v", "eps"))
    far, x, y = 2 * (sqrt(size) * radius), Real("x", ">=1"), Real("y", ">0")
    root = d.scalar(1 <= sqrt(x), values={x: size})
    scale = d.scalar(number(0) < sqrt(y), values={y: variance})
    closed = d.cite(
        "definition/gaussian-hockey-stick",
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


@derives("ngo-2024/figure-2-gap.decreasing")
def decreasing(d: Derivation) -> None:
    """The divergence of N(1, v) from N(−1, v) is 2/v."""
    (given,) = d.given
    first, second = d.var("v"), d.var("w")
    one, other = (
        d.cite("definition/gaussian-kl", r=number(1), s=number(-1), v=place)
        for place in (first, second)
    )
    below = d.arithmetic(2 / second < 2 / first, given, hints=[2 / (first * second)])
    d.qed(d.arithmetic(d.goal, below, one, other, hints=[1 / LN2]))


def _same(d: Derivation) -> None:
    """Both sides have one normal form."""
    d.qed(d.identity(d.goal))


for _name in ("mean", "variance", "near"):
    derives(f"ngo-2024/eq-17-escape.{_name}")(_same)


def coordinates(d: Derivation, dims: Any) -> tuple[Line, Term, Line]:
    """I(X; X + Z) ≤ ½ Σ_j ln(1 + s_j/v); s_j, the variance of a coordinate, and 1 + s_j/v > 0."""
    v = d.var("v")
    known = d.cite(
        "background/gaussian-max-entropy", U=d.var("P"), V=itself, f=d.var("f"), v=v, d=dims
    )
    bind = known.formula.right
    j = d.fix(bind.var)
    spread = substitute(bind.body, {bind.var.name: j}).args[0].args[0].args[1].args[0]
    ratio = d.arithmetic(spread / v >= 0, mean_square(d, spread), hints=[1 / v])
    return known, spread, d.arithmetic(1 + spread / v > 0, ratio)


@derives("ngo-2024/theorem-3.signal", "ngo-2024/theorem-3-steps.saddle-signal")
def signal(d: Derivation) -> None:
    """The normal law has the largest entropy of its variance."""
    known, _, inside = coordinates(d, number(1))
    v, every = d.var("v"), known.formula.right
    ratio = d.arithmetic(power / v >= 0, mean_square(d, power), hints=[1 / v])
    positive = d.arithmetic(1 + power / v > 0, ratio)
    same = d.identity(
        equals(every, log(1 + power / v) / 2),
        d.at(d.forall(every.var, inside), number(0)), positive,
    )
    d.qed(d.arithmetic(d.goal, d.chain(known, same), positive, hints=[1 / LN2]))


def mean_squares(d: Derivation) -> Line:
    """Σ_j Σ_s P(s) f_sj² ≤ dΔ², as no input has a larger norm."""
    (given,) = d.given
    size, dims, law, points = (d.var(name) for name in ("n", "d", "P", "f"))
    s, j = d.fix(Symbol("s", size)), Symbol("j", dims)
    limit = dims * d.var("Delta") ** 2
    squares = total(j, points[s * dims + j] ** 2)
    each = d.arithmetic(law[s] * squares <= law[s] * limit, d.at(given, s), hints=[law[s]])
    summed = d.summed(d.forall(s, each))
    order = d.identity(equals(
        total(j, total(s, law[s] * points[s * dims + j] ** 2)), summed.formula.left
    ))
    return d.chain(order, summed, d.identity(equals(summed.formula.right, limit)))


def below_line(d: Derivation, slope: Term, start: Term, tangent: Any) -> Line:
    """I(X; X + Z) ≤ Σ_j (start + slope·Σ_s P(s) f_sj²)/2, from a line above ln(1 + s_j/v).

    Args:
        slope: positive.
        tangent: from s_j and the line 1 + s_j/v > 0 to ln(1 + s_j/v) ≤ start + slope·s_j.
    """
    known, spread, inside = coordinates(d, d.var("d"))
    law, points, dims = (d.var(name) for name in ("P", "f", "d"))
    s, j = Symbol("s", d.var("n")), known.formula.right.var
    here = points[s * dims + j]
    mean, square = total(s, law[s] * here), total(s, law[s] * here**2)
    apart = d.identity(equals(spread, square - mean**2))
    less = d.have(
        spread <= square, "arithmetic", apart,
        products=[["1", [["fact", 0]]], ["1", [["square", mean]]]],
    )
    each = d.arithmetic(
        log(1 + spread / d.var("v")) / 2 <= (start + slope * square) / 2,
        tangent(spread, inside), less, inside, hints=[slope],
    )
    return d.chain(known, d.summed(d.forall(j, each), inside, d.forall(j, inside)))


@derives("ngo-2024/eq-8@average-power")
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


@derives("ngo-2024/figure-2")
def below_the_curve(d: Derivation) -> None:
    """ln(1 + t) ≤ t: at most dΔ²/(2v), a quarter of the divergence of the farthest outputs."""
    v, dims, radius = d.var("v"), d.var("d"), d.var("Delta")
    x, slope = Real("x", ">0"), 1 / v

    def tangent(spread: Term, inside: Line) -> Line:
        line = d.scalar(log(x) <= x - 1, inside, values={x: 1 + spread / v})
        return d.arithmetic(log(1 + spread / v) <= 0 + slope * spread, line, inside)

    line = below_line(d, slope, number(0), tangent)
    far = sqrt(dims) * radius
    divergence = d.cite("definition/gaussian-kl", r=far, s=-far, v=v)
    positive = d.obvious(dims * radius**2 / v >= 0)
    d.qed(d.arithmetic(d.goal, line, mean_squares(d), divergence, positive, hints=[slope]))
