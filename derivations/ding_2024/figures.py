"""Proofs of what is printed of the data, and that the log ratio with Gaussian noise has no maximum:
it is a parabola."""

from __future__ import annotations

from typing import Any

from derivations.tools import split_absolute, split_maximum, split_order
from verified.language import Real, absolute, equals, exp, log, maximum, negation
from verified.papers.ding_2024.figures import (
    EXAMPLE,
    gaussian_ratio,
    laplace_printed,
    laplace_ratio,
    most_apart,
    noised_density,
    other_wide,
    peak,
    printed,
    scale,
    step,
    top,
    wide,
    wider_by,
)
from verified.papers.lemmas.noised_densities import density
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term


@derives("ding-2024/adult-attributes", "ding-2024/hungarian-attributes")
def counted(d: Derivation) -> None:
    """The numbers are equal."""
    d.qed(d.identity(d.goal))


@derives("ding-2024/figure-1-unbounded")
def unbounded(d: Derivation) -> None:
    """Its second difference is h² times its bend, and at most four times the largest value."""
    (given,) = d.given
    bend = 1 / wide - 1 / other_wide
    here, right, left = (gaussian_ratio(place) for place in (0, step, -step))
    second = d.identity(equals(right + left - 2 * here, -(step**2) * bend))
    outer = maximum(absolute(right), absolute(left))
    sides = [d.cite("background/absolute-value.above", r=value) for value in (here, right, left)]
    ends = [d.piece(line, number) for line in sides for number in (0, 1)]

    def bent(_: Line, at: Line) -> Line:
        return split_maximum(d, absolute(right), absolute(left), lambda one, value: split_maximum(
            d, absolute(here), outer, lambda two, most: d.arithmetic(
                d.goal, given, at, second, one, value, two, most, *ends
            )
        ))

    d.qed(split_absolute(d, bend, bent))


@derives("ding-2024/figure-1-maxima-repaired.laplace")
def laplace_within(d: Derivation) -> None:
    """Each density is at most e^c times the other."""
    _, given = d.given
    m, own_m, s, own_s, y = (d.var(name) for name in ("m", "m'", "s", "s'", "y"))
    shift = absolute(m - own_m) / scale
    square, line = absolute(s**2 - own_s**2) / (2 * scale**2), absolute(s - own_s) / scale
    stretch = maximum(square, line)
    tops = d.cite("background/absolute-value.above-both", r=square, s=line)
    sides = [
        d.piece(d.cite("background/absolute-value.above", r=gap), side)
        for gap in (m - own_m, s - own_s, s**2 - own_s**2) for side in (0, 1)
    ]
    known = [d.piece(tops, 0), d.piece(tops, 1), *sides]
    near, positive = [], []
    for one, two, width, other in ((m, own_m, s, own_s), (own_m, m, own_s, s)):
        u, v, a, b = (part / scale for part in (y - one, y - two, width, other))
        wanted = [
            u - v <= shift, v - u <= shift, a - b <= stretch, b - a <= stretch,
            (a**2 - b**2) / 2 <= stretch, (b**2 - a**2) / 2 <= stretch,
        ]
        apart = d.cite(
            "lemma/noised-densities.apart", *(d.arithmetic(part, *known) for part in wanted),
            u=u, v=v, s=a, t=b, r=shift, c=stretch,
        )
        printed_sides = [
            d.identity(equals(noised_density(centre, spread, y), density(at, by)))
            for centre, spread, at, by in ((one, width, u, a), (two, other, v, b))
        ]
        p, q, r = Real("p", ">0"), Real("q", ">0"), Real("r")
        line_here = d.arithmetic(
            noised_density(one, width, y) <= exp(shift + stretch) * noised_density(two, other, y),
            apart, *printed_sides,
        )
        some = [
            d.rewrite(
                d.turn(equals(density(at, by), noised_density(centre, spread, y)), same),
                d.scalar(density(at, by) > 0), 0 < noised_density(centre, spread, y),
            )
            for (centre, spread, at, by), same in zip(
                ((one, width, u, a), (two, other, v, b)), printed_sides, strict=True
            )
        ]
        positive += some
        near.append(d.scalar(
            log(p) <= log(q) + r, line_here, *some, given=[p <= exp(r) * q],
            values={
                p: noised_density(one, width, y), q: noised_density(two, other, y),
                r: shift + stretch,
            },
        ))
    ratio = laplace_ratio(y)
    d.qed(split_absolute(d, ratio, lambda order, at: d.arithmetic(
        d.goal, at, given, *near, *positive[:2]
    ), *positive[:2]))


@derives("ding-2024/figure-1-maxima.laplace@some-priors")
def laplace_example(d: Derivation) -> None:
    """Of N(0, 1) and N(1/2, 25/16) the bound is 3/16."""
    m, s, own_m, own_s = EXAMPLE
    same = d.assume(equals(s, own_s))
    apart = d.implied(same, d.contradiction(same))
    found = d.cite(
        "ding-2024/figure-1-maxima-repaired.laplace", d.follows(negation(same.formula), apart),
        d.scalar(most_apart(*EXAMPLE) <= laplace_printed), y=d.var("y"),
        values={"m": m, "m'": own_m, "s": s, "s'": own_s},
    )
    d.qed(found)


@derives("ding-2024/figure-1-maxima-repaired.gaussian")
def within_range(d: Derivation) -> None:
    """It is a parabola."""
    other, after, before, first, last, inside = d.given
    s, own, y, low, high = (d.var(name) for name in ("s", "s'", "y", "l", "h"))
    bend = (1 / other_wide - 1 / wide) / 2

    def curve(place: Any) -> Term:
        found: Term = bend * (place - top) ** 2 + peak
        return found

    def bent(order: Line) -> Line:
        """From s < s' or s' < s."""
        relation: Any = order.theorem.conclusion
        small, large = relation.left, relation.right
        sign = 1 if small == s else -1
        apart = d.arithmetic(0 < sign * wider_by, order, hints=[small, large])
        same = {
            place: d.identity(equals(gaussian_ratio(place), curve(place)), apart)
            for place in (low, high, y)
        }
        ends = [
            d.rewrite(same[place], line, absolute(curve(place)) <= printed)
            for place, line in ((low, first), (high, last))
        ]
        whole = d.cite(
            "background/parabola", after, before, *ends, inside, apart,
            a=bend, t=top, b=peak, c=printed, u=low, v=high, x=y,
        )
        back = d.turn(equals(curve(y), gaussian_ratio(y)), same[y])
        return d.rewrite(back, whole, d.goal)

    def wider(order: Line) -> Line:
        return split_order(
            d, s, own, lambda less: d.follows(d.goal, other, d.turn(equals(s, own), less, order)),
            bent,
        )

    d.qed(split_order(d, own, s, wider, bent))
