"""Proof of the entropy of a normal law: what is positive and what is negative of −p ln p, with the
mass and the variance of the density."""

from __future__ import annotations

from typing import Any

from derivations.patterns.integrals import integrated, of_two
from derivations.patterns.line import beside, half_of_normal
from derivations.patterns.numbers import root_of_product
from derivations.tools import substitute_bound, turned
from verified.language import absolute, density, equals, exp, gaussian, log, maximum, pi, sqrt
from verified.language import integral as over
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Term, number


def parts(d: Steps, term: Any, opposite: Any, *lines: Line) -> Line:
    """max(0, t) − max(0, s) = t for s = −t."""
    halves = [
        d.cite("background/absolute-value.half-sum", *lines, r=0, s=part, part=1)
        for part in (term, opposite)
    ]
    same = d.identity(equals(absolute(0 - term), absolute(0 - opposite)), *lines)
    turn = d.identity(equals(opposite, -term), *lines)
    return d.arithmetic(equals(maximum(0, term) - maximum(0, opposite), term), *halves, same, turn,
                        *lines)


@derives("background/gaussian-entropy")
def gaussian_entropy(d: Derivation) -> None:
    """−ln p is y²/(2v) + ln √(2πv) at y beside the mean; what is negative of either is added to
    both sides."""
    r, v = d.var("r"), d.var("v")
    e, y, a = d.fix(Real("e", ">=0")), Real("y", ">=0"), Real("a", ">0")
    law = gaussian(r, v)
    root, wide = (d.scalar(sqrt(a) > 0, values={a: x}) for x in (v, 2 * pi() * v))
    level = log(sqrt(2 * pi() * v))
    up, down = maximum(0, level), maximum(0, -level)

    def bell(y: Any) -> Term:
        return exp(-(y**2) / (2 * v)) / sqrt(2 * pi() * v)

    def surprise(p: Term, way: int) -> Term:
        return maximum(0, way * p * log(p))

    def positive(y: Any) -> Term:
        return surprise(bell(y), -1)

    def negative(y: Any) -> Term:
        return surprise(bell(y), 1)

    def square(y: Any) -> Term:
        return y**2 / (2 * v) * bell(y)

    def raised(y: Any) -> Term:
        return up * bell(y)

    def lowered(y: Any) -> Term:
        return down * bell(y)

    def rest(y: Any) -> Term:
        return square(y) + raised(y)

    # The variance, with the deviation √v.
    line = d.cite("background/normal-integral.square", root, w=sqrt(v))
    line = d.rewrite(d.identity(equals(sqrt(v) ** 2, v)), line)
    line = d.rewrite(turned(d, root_of_product(d, 2 * pi(), v)), line)
    moment = d.chain(integrated(d, d.identity(equals(
        square(e), substitute_bound(line.formula.left, e)), wide), e, wide), line)
    ups, downs = (half_of_normal(d, v, k) for k in (up, down))

    # At a number.
    own, opposite = -1 * bell(e) * log(bell(e)), 1 * bell(e) * log(bell(e))
    of_level = parts(d, level, -level, wide)
    of_own = parts(d, own, opposite, wide)
    logs = d.identity(equals(own, bell(e) * (e**2 / (2 * v) + level)), wide)
    equal = d.combined(
        equals(positive(e) + lowered(e), negative(e) + rest(e)), of_own, logs, of_level, wide,
        equalities=[[number(1), 0], [number(1), 1], [-bell(e), 2]])
    above = d.cite("background/absolute-value.above-both", wide, r=0, s=level, part=1)
    below = d.cite("background/absolute-value.above-both", wide, r=0, s=-level, part=1)
    flat = d.obvious(0 <= square(e), wide)
    small = d.cite(
        "background/absolute-value.largest-of-two", d.obvious(0 <= rest(e), wide),
        d.arithmetic(own <= rest(e), logs, above, wide, hints=[bell(e)]), wide, r=0, s=own,
        c=rest(e))
    turn = d.identity(equals(opposite, -own), wide)
    little = d.cite(
        "background/absolute-value.largest-of-two", d.obvious(0 <= lowered(e), wide),
        d.arithmetic(opposite <= lowered(e), logs, turn, below, flat, wide, hints=[bell(e)]), wide,
        r=0, s=opposite, c=lowered(e))

    # Integrated.
    reals = [moment, ups, downs, wide]
    both = of_two(d, square, raised, *reals)
    finite = d.chain(integrated(d, small, e, wide), both)
    other = d.chain(integrated(d, little, e, wide), downs)
    left = of_two(d, positive, lowered, finite, other, *reals, both)
    right = of_two(d, negative, rest, finite, other, *reals, both)
    equal = d.chain(turned(d, left), integrated(d, equal, e, wide), right)
    whole = d.cite("definition/differential-entropy-gaussian", u=v, c=r)
    for side in (-1, 1):
        at = beside(r, e, side)
        curve = d.cite("definition/density-gaussian", u=v, x=at)
        curve = d.chain(d.identity(equals(bell(e), curve.formula.right), wide), turned(d, curve))
        for way, term in ((-1, positive), (1, negative)):
            same = d.rewrite(curve, d.identity(equals(term(e), term(e)), wide), equals(
                term(e), surprise(density(law, at), way)))
            whole = d.rewrite(turned(d, integrated(d, same, e, wide)), whole)
    value = number(1) / 2 + level
    found = d.arithmetic(equals(
        2 * over(y, positive(y)) - 2 * over(y, negative(y)), value), equal, both, *reals, finite,
        other, of_level)
    whole = d.chain(whole, d.identity(
        equals(whole.formula.right, found.formula.left), finite, other, both, *reals), found)
    d.qed(d.chain(whole, d.identity(equals(value, d.goal.right), wide)))
