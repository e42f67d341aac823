"""Proofs on Gaussian noise: what its responses to two inputs tell."""

from __future__ import annotations

from derivations.patterns.channels import COPY, equal_tables
from derivations.patterns.local_privacy import LN2, parts_below
from derivations.patterns.noised import unit_root
from verified.language import (
    channel_of,
    equals,
    exp,
    gaussian,
    law_cells,
    log,
    normal_cdf,
    rational,
    reals_of,
    sqrt,
)
from verified.papers.lemmas.noise import SLOPE
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Pmf, Real, Term, number


def told_of_two(d: Steps, R: Term, limit: Line) -> Line:
    """I(X; X + Z) ≤ μ ln 2 for X at 0 or t, as its variance is at most t²/4.

    Args:
        limit: ½ ln(1 + t²/(4v)) ≤ μ ln 2.
    """
    apart, v = d.var("t"), d.var("v")
    most = d.cite(
        "background/gaussian-max-entropy.information",
        U=R, V=COPY, f=reals_of(0, apart), d=number(1)
    )
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
    closed = d.cite("background/gaussian-hockey-stick", r=number(0), s=d.var("t"))
    chance, other = closed.formula.right.args[0], closed.formula.right.args[1].args[1]
    place = sqrt(v) * chance.args[0]
    known = [scale, *(
        d.cite(
            "background/probability-bounds", scale, P=side_law(d, which, place), a=number(0), part=1
        )
        for which in range(2)
    )]
    line = capacity_of_sides(d, place, limit, *known)
    cells = []
    for which, phi in enumerate((chance, other)):
        mean = side_law(d, which, place).args[0].args[0]
        cell = d.cite("background/gaussian-below", scale, r=mean, t=place)
        moved = d.cite("lemma/rescaled", scale, x=chance.args[0], r=mean, b=sqrt(v))
        same = d.identity(equals(moved.formula.right, phi.args[0]), scale)
        cells.append(d.rewrite(d.chain(moved, same), cell))
    first, second = (cell.formula.left for cell in cells)
    small = d.arithmetic(line.formula.left / LN2 <= mu, line, *known, hints=[1 / LN2])
    curve = d.cite("lemma/ldp-curve-above", small, *known, p=first, q=second)
    value, _ = parts_below(d, curve, *known)
    for cell in cells:
        value = d.rewrite(cell, value)
    d.qed(d.arithmetic(d.goal, closed, value, scale))


@derives("lemma/mean-distance-grows")
def mean_distance_grows(d: Derivation) -> None:
    """The derivative of E|W| by the deviation s is √(2/π) e^(−r²/2s²)."""
    v, w = d.var("v"), d.var("w")
    g, s, t = Real("g"), Real("s", ">0"), Real("t", ">0")

    def less(deviation: Term) -> Term:
        found: Term = SLOPE * deviation * exp(-(g**2) / (2 * deviation**2)) + g * (
            1 - 2 * normal_cdf(-g / deviation)
        ) - SLOPE * deviation
        return found

    positive = d.scalar(sqrt(v) > 0), d.scalar(sqrt(w) > 0)
    roots = d.scalar(sqrt(s) <= sqrt(t), d.given[0], given=[s <= t], values={s: v, t: w})
    found = d.scalar(less(t) <= less(s), roots, *positive, given=[s <= t],
                     values={g: d.var("r"), s: sqrt(v), t: sqrt(w)})
    d.qed(d.arithmetic(d.goal, found, *positive, unit_root(d)))
