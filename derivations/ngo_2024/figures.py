"""The figures: what the mechanisms leak at the variances chosen, and Fig. 1's guarantee."""

from __future__ import annotations

from typing import Any

from derivations.databases import equal_tables
from derivations.ngo_2024.curves import parts_below
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
    reals_of,
    sqrt,
    total,
)
from verified.language.formulas import substitute
from verified.language.terms import Pmf, Real, Symbol, Term, number
from verified.papers.ngo_2024.figures import binary, ends, figure_variance
from verified.proof.derivation import Derivation, Line, Steps, derives

LN2 = log(2)
COPY = channel_of([1, 0], [0, 1])


@derives("ngo-2024/figure-1.leakage")
def average_power(d: Derivation) -> None:
    """(8) at the average power 10: 5 log2(1 + 1/σ²) ≤ 1/10."""
    (given,) = d.given
    s = d.fix(Symbol("s", d.var("n")))
    inside = d.at(given, s)
    power = d.forall(s, d.arithmetic(inside.formula.left <= number(10) * number(1) ** 2, inside))
    most = d.cite("ngo-2024/eq-8@average-power", power, d=10, Delta=1, v=figure_variance)
    x = Real("x", f"[0,{1 / figure_variance.value}]")
    level = d.scalar(50 * log(1 + x) <= LN2, values={x: 1 / figure_variance.value})
    d.qed(d.arithmetic(d.goal, most, level, hints=[1 / LN2]))


def told_of_two(d: Steps, R: Term, limit: Line) -> Line:
    """I(X; X + Z) ≤ μ ln 2 for X at 0 or t, as its variance is at most t²/4.

    Args:
        limit: ½ ln(1 + t²/(4v)) ≤ μ ln 2.
    """
    apart, v = d.var("t"), d.var("v")
    most = d.cite("background/gaussian-max-entropy", U=R, V=COPY, f=reals_of(0, apart), d=number(1))
    spread = R[0] * R[1] * apart**2
    quarter = d.have(
        R[0] * R[1] <= rational(1, 4), "arithmetic",
        products=[["1", [["square", R[0] - rational(1, 2)]]]],
    )
    inside = d.arithmetic(1 + spread / v > 0, d.obvious(R[0] * R[1] >= 0), hints=[apart**2 / v])
    larger = d.arithmetic(
        1 + spread / v <= 1 + apart**2 / (4 * v), quarter, hints=[apart**2 / v]
    )
    logs = d.cite(
        "background/log-increasing.positive", larger, inside, u=1 + spread / v,
        v=1 + apart**2 / (4 * v),
    )
    same = d.identity(equals(most.formula.right, log(1 + spread / v) / 2), inside)
    return d.arithmetic(
        most.formula.left <= d.var("mu") * LN2, d.chain(most, same), logs, limit, inside
    )


def side_law(d: Steps, which: int, place: Term) -> Term:
    """Whether the response to 0, or to t, is at most a number."""
    mean = reals_of(0, d.var("t"))[number(which) * 1 + 0]
    return law_cells(gaussian(mean, d.var("v")), place)


def capacity_of_sides(d: Steps, place: Term, limit: Line, *lines: Line) -> Line:
    """C ≤ μ ln 2 for the channel from 0 or t to whether the response is at most a number."""
    R = d.fix(Pmf("R", 2))
    told = told_of_two(d, R, limit)
    side = d.cite(
        "background/noise-threshold", *lines, U=R, V=COPY, f=reals_of(0, d.var("t")),
        d=number(1), j=number(0), t=place,
    )
    table = side.formula.left.args[1]
    laws = [side_law(d, which, place) for which in range(2)]
    first, second = (law[0] for law in laws)
    below = channel_of(*laws)
    most = d.rewrite(equal_tables(d, table, below, *lines), d.chain(side, told))
    unfolded = d.cite("definition/capacity", *lines, W=below)
    least = d.chain(unfolded, d.bound_sup(unfolded.formula.right, most, R))
    flipped = d.cite("background/bac-capacity.flipped", *lines, p=first, q=1 - second)
    straight = channel_of([1 - first, first], [1 - second, second])
    same = equal_tables(d, flipped.formula.left.args[0], below, *lines)
    back = d.turn(equals(flipped.formula.right, flipped.formula.left), flipped)
    other = equal_tables(d, flipped.formula.right.args[0], straight, *lines)
    return d.rewrite(other, d.chain(d.rewrite(same, back), least))


@derives("lemma/rescaled", "lemma/square-of-inverse")
def rescaled(d: Derivation) -> None:
    """Both sides have one normal form."""
    d.qed(d.identity(d.goal))


@derives("lemma/gaussian-ldp-curve")
def below_the_curve(d: Derivation) -> None:
    """The best event is a half-line, whose two chances tell at most what the responses tell."""
    mu, v, y = d.var("mu"), d.var("v"), Real("y", ">0")
    (limit,) = d.given
    scale = d.scalar(sqrt(y) > 0, values={y: v})
    closed = d.cite("definition/gaussian-hockey-stick", r=number(0), s=d.var("t"))
    chance, other = closed.formula.right.args[0], closed.formula.right.args[1].args[1]
    place = sqrt(v) * chance.args[0]
    known = [scale, *(
        d.cite(
            "definition/probability-bounds", scale, P=side_law(d, which, place), a=number(0), part=1
        )
        for which in range(2)
    )]
    line = capacity_of_sides(d, place, limit, *known)
    cells = []
    for which, phi in enumerate((chance, other)):
        mean = side_law(d, which, place).args[0].args[0]
        cell = d.cite("definition/normal-cdf", scale, r=mean, t=place)
        moved = d.cite("lemma/rescaled", scale, x=chance.args[0], r=mean, b=sqrt(v))
        same = d.identity(equals(moved.formula.right, phi.args[0]), scale)
        cells.append(d.rewrite(d.chain(moved, same), cell))
    first, second = (cell.formula.left for cell in cells)
    small = d.arithmetic(line.formula.left / LN2 <= mu, line, *known, hints=[1 / LN2])
    curve = d.cite("definition/ldp-curve-above", small, *known, p=first, q=second)
    value, _ = parts_below(d, curve, *known)
    for cell in cells:
        value = d.rewrite(cell, value)
    d.qed(d.arithmetic(d.goal, closed, value, scale))


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


def height(place: Any) -> Term:
    """The density of N(0, 1/4) at (i − 10)/10, but for a factor."""
    return exp(-((place - 10) ** 2) / 50)


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


@derives("ngo-2024/figure-3.leakage")
def leakage(d: Derivation) -> None:
    """½ log2(1 + V/σ²) ≤ 1/10 for the variance V of the input, at most its second moment."""
    told = d.goal.left.args[0]
    law, copy, places, dims, v = told.args
    i, j = Symbol("i", 21), Symbol("i", 20)
    whole = total(i, height(i))
    last = d.have(equals(whole, total(j, height(j)) + height(number(20))), "last-term")
    possible = d.arithmetic(
        whole > 0, last, d.obvious(height(number(20)) > 0), hints=[total(j, height(j))]
    )
    most = d.cite("background/gaussian-max-entropy", possible, U=law, V=copy, f=places, v=v, d=dims)
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
    level = d.scalar(5 * log(1 + x / v) <= LN2, small, least, possible, values={x: spread})
    d.qed(d.arithmetic(d.goal, d.chain(most, one), level, inside, possible, hints=[1 / LN2]))


# --- what the text says of Figure 2 ---------------------------------------------------------------


def halves(d: Steps, v: Term) -> tuple[Line, Line]:
    """1/(4v) ≤ I ≤ 1/(2v) for two equally likely inputs ±1 and noise of a variance v ≥ 1."""
    at = {"U": binary, "V": COPY, "f": ends, "v": v, "d": number(1)}
    most = d.cite("background/gaussian-max-entropy", values=at)
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
        cell = d.cite("definition/normal-cdf", r=mean, v=v, t=number(0))
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


@derives("ngo-2024/figure-2-gap.constant@ratio")
def nearly_constant(d: Derivation) -> None:
    """v I lies between 1/4 and 1/2, so that D/I = 2/(v I) does between 4 and 8."""
    first, second = d.var("v"), d.var("w")
    one, two = (
        d.cite("definition/gaussian-kl", r=number(1), s=number(-1), v=v) for v in (first, second)
    )
    below, _ = halves(d, first)
    _, above = halves(d, second)
    told, other = above.formula.left, below.formula.right
    line = d.arithmetic(
        one.formula.right / LN2 * (told / LN2) <= 2 * (two.formula.right / LN2) * (other / LN2),
        below, above, hints=[1 / LN2**2 / first, 1 / LN2**2 / second],
    )
    for divergence in (one, two):
        left, right = divergence.formula.left, divergence.formula.right
        line = d.rewrite(d.turn(equals(right, left), divergence), line)
    d.qed(line)
