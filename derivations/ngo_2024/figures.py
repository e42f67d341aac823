"""The figures: what the mechanisms leak at the variances chosen, and Fig. 1's guarantee."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import COPY, equal_tables
from derivations.patterns.local_privacy import LN2, height
from derivations.patterns.noise import below_line, mean_square, mean_squares
from verified.language import (
    binary_entropy,
    channel_of,
    equals,
    event_where,
    exp,
    gaussian,
    law_cells,
    log,
    normal_cdf,
    rational,
    sqrt,
    total,
)
from verified.papers.ngo_2024.figures import binary, ends, figure_variance
from verified.papers.ngo_2024.peak_limit import itself
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol, Term, number

# --- Figure 2 -------------------------------------------------------------------------------------


def halves(d: Steps, v: Term) -> tuple[Line, Line]:
    """1/(4v) ≤ I ≤ 1/(2v) for two equally likely inputs ±1 and noise of a variance v ≥ 1."""
    at = {"U": binary, "V": COPY, "f": ends, "v": v, "d": number(1)}
    most = d.cite("background/gaussian-max-entropy.information", values=at)
    x = Real("x", ">0")
    tangent = d.scalar(log(x) <= x - 1, values={x: 1 + 1 / v})
    same = d.identity(equals(most.formula.right, log(1 + 1 / v) / 2))
    above = d.arithmetic(most.formula.left <= 1 / (2 * v), d.chain(most, same), tangent)

    side = d.cite("background/noise-threshold", values=at, j=number(0), t=number(0))
    table = side.formula.left.args[1]
    laws = [law_cells(gaussian(ends[number(which) * 1 + 0], v), 0) for which in range(2)]
    a = d.fix(Symbol("a", 2))
    told = d.rewrite(equal_tables(d, table, channel_of(*laws)), side)
    even = d.cite("lemma/even-inputs", P=laws[0], Q=laws[1], A=event_where(a, equals(a, 0)))
    # The chance of the right side is Φ(1/√v).
    z, a, y = Real("z", "[1,200]"), Real("a", "(0,1]"), Real("y", "[0,1/2]")
    near, at = 1 / sqrt(v), normal_cdf(a) - rational(1, 2)
    root = d.scalar(1 <= sqrt(z), values={z: v})
    close = d.arithmetic(near <= 1, root, hints=[near])
    chances = []
    for law, way in zip(laws, (near, -near), strict=True):
        mean = law.args[0].args[0]
        cell = d.cite("background/gaussian-below", r=mean, v=v, t=number(0))
        same = d.identity(equals(cell.formula.right.args[0], way), root)
        chances.append(d.rewrite(same, cell))
    excess = normal_cdf(near) - rational(1, 2)
    wrong = even.formula.left.args[1].args[0]
    value = d.arithmetic(equals(wrong, rational(1, 2) - excess), *chances, root)
    even = d.rewrite(value, even)
    some = d.scalar(at >= 0, close, root, values={a: near})
    most_likely = d.obvious(excess <= rational(1, 2), root)
    lost = d.scalar(
        2 * y**2 + rational(4, 3) * y**4 <= log(2) - binary_entropy(rational(1, 2) - y),
        some, most_likely, root, values={y: excess},
    )
    # Φ(a) − 1/2 is above a cubic polynomial, and with that its powers.
    line = a * (rational("0.391") - a**2 / 20)
    steeper = d.scalar(line <= at, close, root, values={a: near})
    small, large = steeper.formula.left, steeper.formula.right
    rising = d.scalar(line >= 0, close, root, values={a: near})
    squares = d.arithmetic(small**2 <= large**2, steeper, rising, root, hints=[small, large])
    fourth = d.have(
        small**4 <= large**4, "arithmetic", squares, root,
        products=[["1", [["fact", 0], ["square", side]]] for side in (small, large)],
    )
    poly = d.scalar(
        a**2 / 4 <= 2 * line**2 + rational(4, 3) * line**4, close, root, values={a: near}
    )
    enough = d.arithmetic(
        poly.formula.left <= 2 * large**2 + rational(4, 3) * large**4, poly, squares, fourth, root
    )
    positive = d.scalar(sqrt(z) > 0, values={z: v})
    square = d.cite("lemma/square-of-inverse", positive, b=sqrt(v))
    least = d.arithmetic(1 / (4 * v) <= enough.formula.left, square, root)
    below = d.chain(least, enough, lost, even, told)
    return below, above


def all_told(d: Derivation, v: Term, limit: Term) -> Line:
    """I ≤ c/(2v) for every input with ‖x‖² ≤ c: ln(1 + t) ≤ t, summed over the coordinates."""
    (given,) = d.given
    size, law, points = (d.var(name) for name in ("n", "P", "f"))
    dims = d.goal.left.args[1].args[0].args[3]
    known = d.cite(
        "background/gaussian-max-entropy.information", U=law, V=itself, f=points, v=v, d=dims
    )
    bind = known.formula.right
    s, j, x = d.fix(Symbol("s", size)), d.fix(bind.var), Real("x", ">0")
    spread = substitute(bind.body, {bind.var.name: j}).args[0].args[0].args[1].args[0]
    some = d.arithmetic(1 + spread / v > 0, d.arithmetic(
        spread / v >= 0, mean_square(d, spread), hints=[1 / v]))
    here = points[s * dims + j]
    mean, square = total(s, law[s] * here), total(s, law[s] * here**2)
    apart = d.identity(equals(spread, square - mean**2))
    less = d.have(spread <= square, "arithmetic", apart,
                  products=[["1", [["fact", 0]]], ["1", [["square", mean]]]])
    tangent = d.scalar(log(x) <= x - 1, some, values={x: 1 + spread / v})
    each = d.arithmetic(log(1 + spread / v) / 2 <= square / (2 * v), tangent, less, some,
                        hints=[1 / v])
    rows = d.chain(known, d.summed(d.forall(j, each), some, d.forall(j, some)))
    squares = total(j, points[s * dims + j] ** 2)
    inside = d.arithmetic(law[s] * squares <= law[s] * limit, d.at(given, s), hints=[law[s]])
    whole = d.summed(d.forall(s, inside))
    order = d.identity(equals(
        rows.formula.right, whole.formula.left / (2 * v)
    ))
    most = d.identity(equals(whole.formula.right, limit))
    return d.arithmetic(known.formula.left <= limit / (2 * v), d.chain(rows, order), whole, most,
                        hints=[1 / v])


@derives("ngo-2024/figure-2-gap.constant@ratio", "ngo-2024/figure-2-gap.constant-ten@ratio")
def nearly_constant(d: Derivation) -> None:
    """v I lies between d/4 and d/2, so that D/I = 2d/(v I) does between 4 and 8."""
    first, second = d.var("v"), d.var("w")
    dims = d.goal.left.args[1].args[0].args[3]
    one, two = (divergence(d, dims, v) for v in (first, second))
    below, _ = halves(d, first)
    above = all_told(d, second, dims)
    told, other = above.formula.left, below.formula.right
    line = d.arithmetic(
        one.formula.right / LN2 * (told / LN2)
        <= 2 * (two.formula.right / LN2) * (dims * (other / LN2)),
        below, above, hints=[1 / LN2**2 / first, 1 / LN2**2 / second],
    )
    for known in (one, two):
        line = d.rewrite(d.turn(equals(known.formula.right, known.formula.left), known), line)
    d.qed(line)


def divergence(d: Steps, dims: Any, v: Term) -> Line:
    """D(N(√d, v)‖N(−√d, v)) = 2d/v."""
    known = d.cite("background/gaussian-kl", r=sqrt(dims), s=-sqrt(dims), v=v)
    return d.chain(known, d.identity(equals(known.formula.right, 2 * dims / v)))


@derives("ngo-2024/figure-2-gap.decreasing", "ngo-2024/figure-2-gap.decreasing-ten")
def decreasing(d: Derivation) -> None:
    """The divergence is 2d/v."""
    (given,) = d.given
    first, second = d.var("v"), d.var("w")
    dims = d.goal.left.args[0].args[0].args[0].args[0]
    one, other = (divergence(d, dims, place) for place in (first, second))
    below = d.arithmetic(2 * dims / second < 2 * dims / first, given,
                         hints=[1 / (first * second)])
    d.qed(d.arithmetic(d.goal, below, one, other, hints=[1 / LN2]))


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
    divergence = d.cite("background/gaussian-kl", r=far, s=-far, v=v)
    positive = d.obvious(dims * radius**2 / v >= 0)
    d.qed(d.arithmetic(d.goal, line, mean_squares(d), divergence, positive, hints=[slope]))


# --- Figure 1 -------------------------------------------------------------------------------------


@derives("ngo-2024/figure-1.leakage")
def average_power(d: Derivation) -> None:
    """(8) at the average power 10: 5 log2(1 + 1/σ²) ≤ 1/10."""
    (given,) = d.given
    s = d.fix(Symbol("s", d.var("n")))
    inside = d.at(given, s)
    power = d.forall(s, d.arithmetic(inside.formula.left <= number(10) * number(1) ** 2, inside))
    most = d.cite("ngo-2024/eq-8.average-power", power, d=10, Delta=1, v=figure_variance)
    x = Real("x", f"[0,{1 / figure_variance.value}]")
    level = d.scalar(50 * log(1 + x) <= LN2, values={x: 1 / figure_variance.value})
    d.qed(d.arithmetic(d.goal, most, level, hints=[1 / LN2]))


@derives("ngo-2024/figure-1.guarantee")
def guarantee(d: Derivation) -> None:
    """½ ln(1 + t²/(4σ²)) ≤ ½ ln(1 + 10/σ²) ≤ ln 2/10 for t ≤ 2√10."""
    apart, v = d.var("t"), figure_variance
    (limit,) = d.given
    square = d.arithmetic(apart**2 <= 40, limit, hints=[apart, 2 * sqrt(number(10))])
    x = Real("x", "[0,40]")
    level = d.scalar(log(1 + x / (4 * v)) / 2 <= LN2 / 10, square, values={x: apart**2})
    line = d.cite("lemma/gaussian-ldp-curve", level, v=v, mu=rational(1, 10))
    d.qed(line)


# --- Figure 3 -------------------------------------------------------------------------------------

# The second moment of the input is below this, and its variance too.
MOST = rational("0.20224")


def second_moment(d: Steps) -> Line:
    """Σ (c − x²) e^(−2x²) ≥ 0 over the 21 points x: the last five terms are taken off the sum."""
    def term(i: Any) -> Term:
        return (MOST - ((i - 10) / 10) ** 2) * height(i)

    x = Real("x", "[1/50,1/50]")
    value = MOST + sum(
        (2 * (MOST - rational(k * k, 100)) * exp(-(k * k * x)) for k in range(1, 11)), number(0)
    )
    line = d.scalar(number(0) <= value, values={x: rational(1, 50)})

    def whole(size: int) -> Term:
        i = Symbol("i", size)
        return total(i, term(i))

    sizes = [d.have(
        equals(whole(size + 1), whole(size) + term(number(size))), "last-term"
    ) for size in range(16, 21)]
    every = sizes[0]
    for more in sizes[1:]:
        every = d.rewrite(every, more)
    same = d.chain(every, d.identity(equals(every.formula.right, line.formula.right)))
    return d.chain(line, d.turn(equals(line.formula.right, every.formula.left), same))


@derives("ngo-2024/figure-3.leakage", "ngo-2024/figure-3.leakage-hundredth")
def leakage(d: Derivation) -> None:
    """½ log2(1 + V/σ²) ≤ μ for the variance V of the input, at most its second moment."""
    told = d.goal.left.args[0]
    law, copy, places, dims, v = told.args
    i, j = Symbol("i", 21), Symbol("i", 20)
    whole = total(i, height(i))
    last = d.have(equals(whole, total(j, height(j)) + height(number(20))), "last-term")
    possible = d.arithmetic(
        whole > 0, last, d.obvious(height(number(20)) > 0), hints=[total(j, height(j))]
    )
    most = d.cite(
        "background/gaussian-max-entropy.information",
        possible, U=law, V=copy, f=places, v=v, d=dims
    )
    bind = most.formula.right
    spread = substitute(bind.body, {bind.var.name: number(0)}).args[0].args[0].args[1].args[0]
    mean, moment = total(i, law[i] * places[i]), total(i, law[i] * places[i] ** 2)
    s = d.fix(Symbol("s", 21))
    each = d.have(
        number(0) <= law[s] * (places[s] - mean) ** 2, "arithmetic", possible,
        products=[["1", [["sign", law[s]], ["square", places[s] - mean]]]],
    )
    rows = d.summed(d.forall(s, each), possible)
    zero = d.identity(equals(number(0), rows.formula.left))
    same = d.identity(equals(rows.formula.right, spread), possible)
    least = d.chain(zero, rows, same)
    inside = d.arithmetic(1 + spread / v > 0, least, possible)
    one = d.identity(equals(bind, log(1 + spread / v) / 2), inside, possible)
    below = second_moment(d)
    split = d.identity(equals(below.formula.right, MOST * whole - whole * moment), possible)
    most_moment = d.arithmetic(moment <= MOST, below, split, possible, hints=[1 / whole])
    small = d.have(
        spread <= MOST, "arithmetic", most_moment, possible,
        products=[["1", [["fact", 0]]], ["1", [["square", mean]]]],
    )
    x = Real("x", f"[0,{MOST.value}]")
    mu = d.goal.right
    level = d.scalar(log(1 + x / v) / 2 <= mu * LN2, small, least, possible, values={x: spread})
    d.qed(d.arithmetic(d.goal, d.chain(most, one), level, inside, possible, hints=[1 / LN2]))
