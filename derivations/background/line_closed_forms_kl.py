"""Proofs of the closed forms of D of two laws on the line of one shape and scale: the integrand is
never negative, and a sum of what has an antiderivative."""

from __future__ import annotations

from typing import Any

from derivations.patterns.integrals import at_least, at_most, integrated, of_two
from derivations.patterns.line import beside, gaussian_side, half_of_normal, laplace_masses
from derivations.tools import split_order, turned
from verified.language import (
    absolute,
    density,
    equals,
    exp,
    gaussian,
    integral,
    laplace,
    log,
    maximum,
    pi,
    sqrt,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Term, number


def relative(p: Any, q: Any) -> Term:
    """p ln(p/q) − p + q."""
    found: Term = p * log(p) - p * log(q) - p + q
    return found


def kept(d: Steps, term: Any, never: Line, *lines: Line) -> Line:
    """max(0, t) = t, from 0 ≤ t."""
    top = d.cite("background/absolute-value.largest-of-two", never, d.obvious(term <= term, *lines),
                 *lines, r=0, s=term, c=term)
    least = d.cite("background/absolute-value.above-both", *lines, r=0, s=term, part=1)
    return d.turn(equals(maximum(0, term), term), top, least)


@derives("background/laplace-kl")
def laplace_kl(d: Derivation) -> None:
    """Beyond the mean r, seen from s, the log ratio is the distance D of the means, in scales. On
    the side of s it is 2 max(0, D − y) − D."""
    r, s, u = (d.var(name) for name in "rsu")
    e, other = d.fix(Real("e", ">=0")), laplace(s, u)
    whole = d.cite("definition/kl-laplace", v=u, c=r)
    bell, y = exp(-e / u) / (2 * u), Real("y", ">=0")

    def halves(way: int, order: Line) -> Line:
        gap = way * (s - r)
        far = d.arithmetic(0 <= gap, order)
        share, left = gap / u, exp(-gap / u)

        def values(side: int) -> tuple[Line, Line, Line]:
            at = beside(r, e, side)
            curves = [d.cite("definition/density-laplace", r=mean, x=at) for mean in (r, s)]
            one, two = (curve.formula.right for curve in curves)
            pair = d.cite("background/log-tangent.pair", p=one, q=two, s=1)
            never = d.arithmetic(0 <= relative(one, two), pair)
            return curves[0], curves[1], never

        def rewritten(line: Line, *curves: Line) -> Line:
            for curve in curves:
                line = d.rewrite(turned(d, curve), line)
            return line

        # Away from s.
        first, second, _ = values(-way)
        slope = (share - 1 + left) / (2 * u)
        line = d.identity(equals(
            relative(first.formula.right, second.formula.right), slope * exp(-e / u)), far)
        grown = d.cite("background/log-tangent.exponential", eps=-share)
        never = d.arithmetic(0 <= slope, grown, hints=[1 / (2 * u)])
        same = kept(d, slope, never)
        line = d.combined(
            equals(line.formula.left, maximum(0, slope) * exp(-e / u)), line, same,
            equalities=[[number(1), 0], [-exp(-e / u), 1]])
        line = rewritten(turned(d, line), first, second)
        value = d.cite("background/exponential-integral", k=maximum(0, slope))
        value = d.rewrite(same, value, equals(value.formula.left, slope * u))
        away = d.chain(turned(d, integrated(d, line, e)), value)

        # Towards it.
        first, second, never = values(way)
        at, top = beside(r, e, way), maximum(0, gap - e)
        half = d.cite("background/absolute-value.half-sum", r=0, s=gap - e, part=1)
        span = d.identity(equals(absolute(at - s), absolute(0 - (gap - e))))
        reach = d.arithmetic(equals(absolute(at - s), e - gap + 2 * top), half, span)
        closed = relative(first.formula.right, second.formula.right)
        curve = second.formula.right

        raised = (1 + share) / (2 * u)
        up = kept(d, raised, d.arithmetic(0 <= raised, far, hints=[1 / (2 * u * u)]))

        def form(y: Any) -> Term:
            """The integrand, written so."""
            return risen(y) + density(other, beside(r, y, way)) - taken(y)

        def positive(y: Any) -> Term:
            return maximum(0, form(y))

        def risen(y: Any) -> Term:
            return 2 * maximum(0, gap - y) * (exp(-y / u) / (2 * u)) / u

        def mass(y: Any) -> Term:
            return density(other, beside(r, y, way))

        def taken(y: Any) -> Term:
            return maximum(0, raised) * exp(-y / u)

        logs = d.identity(equals(closed, bell * (absolute(at - s) - e) / u - bell + curve))
        logs = d.combined(
            equals(closed, risen(e) + curve - taken(e)), logs, reach, up,
            equalities=[[number(1), 0], [bell / u, 1], [exp(-e / u), 2]])
        never = rewritten(d.chain(never, logs), second)
        same = kept(d, form(e), never)
        logs = d.chain(same, turned(d, rewritten(logs, first, second)))
        towards = turned(d, integrated(d, logs, e))
        below = d.assume(e <= gap)
        inside = kept(d, gap - e, d.arithmetic(0 <= gap - e, below))
        first = d.arithmetic(risen(e) <= 2 * (gap - e) * bell / u, inside, hints=[bell / u])
        low = d.arithmetic(gap - e <= 0, d.assume(gap <= e))
        gone = d.cite("background/absolute-value.largest-of-two", low, d.obvious(number(0) <= 0),
                      r=0, s=gap - e, c=0)
        beyond = d.arithmetic(risen(e) <= 0, gone, hints=[bell / u])
        above = d.cite("background/absolute-value.above-both", r=0, s=gap - e, part=1)
        least = d.arithmetic(2 * (gap - e) * bell / u <= risen(e), above, hints=[bell / u])

        def primitive(y: Any) -> Term:
            return exp(-y / u) - (gap - y) * exp(-y / u) / u

        area = integral(y, risen(y))
        most = at_most(d, area, primitive, gap, first, beyond, far)
        area = d.turn(equals(area, most.formula.right), most,
                      at_least(d, area, primitive, gap, least, far))
        share_of = laplace_masses(d, s, u, r, way, order)
        lost = d.cite("background/exponential-integral", k=maximum(0, raised))
        line = d.arithmetic(equals(positive(e) + taken(e), risen(e) + mass(e)), same)
        both = d.chain(integrated(d, line, e), of_two(d, risen, mass, area, share_of))
        small = d.arithmetic(positive(e) <= risen(e) + mass(e), line, d.obvious(taken(e) >= 0))
        finite = d.chain(integrated(d, small, e), of_two(d, risen, mass, area, share_of))
        apart = of_two(d, positive, taken, finite, lost, area, share_of)
        value = area.formula.right + share_of.formula.right - raised * u
        found = d.arithmetic(equals(integral(y, positive(y)), value), both, apart, area, share_of,
                             lost, up, finite, hints=[u])
        line = whole
        for part in (away, d.chain(towards, found)):
            line = d.rewrite(part, line)
        return d.chain(line, d.identity(equals(line.formula.right, d.goal.right), order))

    d.qed(split_order(d, r, s, lambda order: halves(1, order), lambda order: halves(-1, order)))


@derives("background/gaussian-kl")
def gaussian_kl(d: Derivation) -> None:
    """At y beside the mean r the log ratio is (D² ± 2 D y)/(2v), where D is the distance of the
    means; what is linear in y is there on both sides, once with each sign."""
    r, s, v = (d.var(name) for name in "rsv")
    e, y, a = d.fix(Real("e", ">=0")), Real("y", ">=0"), Real("a", ">0")
    other, apart = gaussian(s, v), absolute(s - r)
    root, wide = (d.scalar(sqrt(a) > 0, values={a: x}) for x in (v, 2 * pi() * v))
    whole = d.cite("definition/kl-gaussian", u=v, v=v, c=r)

    def bell(y: Any) -> Term:
        return exp(-(y**2) / (2 * v)) / sqrt(2 * pi() * v)

    def flat(y: Any) -> Term:
        return apart**2 / (2 * v) * bell(y)

    def rise(y: Any) -> Term:
        return y * (apart / v) * bell(y)

    def one(y: Any) -> Term:
        return 1 * bell(y)

    def primitive(y: Any) -> Term:
        return -(apart * bell(y))

    lone, even = (half_of_normal(d, v, k) for k in (number(1), apart**2 / (2 * v)))
    same = d.obvious(rise(e) <= rise(e), wide)
    moment = at_most(d, integral(y, rise(y)), primitive, None, same,
                     d.obvious(primitive(e) <= 0, wide), wide)

    def both(y: Any) -> Term:
        return one(y) + rise(y)

    def raised(y: Any) -> Term:
        return flat(y) + rise(y)

    pairs = [of_two(d, first, rise, lone, even, moment, wide, root) for first in (one, flat)]

    def halves(way: int, order: Line) -> Line:
        between = d.identity(equals(r - s, -way * apart), order)
        line = whole
        for side in (-1, 1):
            at = beside(r, e, side)
            curves = [d.cite("definition/density-gaussian", r=mean, u=v, x=at) for mean in (r, s)]
            closed, curve = relative(*(c.formula.right for c in curves)), curves[1].formula.right
            pair = d.cite("background/log-tangent.pair", wide, p=curves[0].formula.right, q=curve,
                          s=1)
            never = d.arithmetic(0 <= closed, pair, wide)
            gap = (r - s) * (r - s + 2 * side * e) / (2 * v)
            logs = d.identity(equals(closed, bell(e) * gap - bell(e) + curve), wide)
            logs = d.rewrite(between, logs)

            def mass(y: Any, side: int = side) -> Term:
                return density(other, beside(r, y, side))

            # What is added to the integrand, and what the two add up to.
            less, more = (both, flat) if side == way else (one, raised)

            def form(y: Any, less: Any = less, more: Any = more, mass: Any = mass) -> Term:
                return more(y) + mass(y) - less(y)

            def positive(y: Any, form: Any = form) -> Term:
                return maximum(0, form(y))

            logs = d.chain(logs, d.identity(
                equals(logs.formula.right, more(e) + curve - less(e)), wide))
            never, shown = d.chain(never, logs), turned(d, logs)
            for curve_ in curves:
                shown = d.rewrite(turned(d, curve_), shown)
            never = d.rewrite(turned(d, curves[1]), never)
            same = kept(d, form(e), never, wide)
            part = turned(d, integrated(d, d.chain(same, shown), e, wide))
            share = gaussian_side(d, s, v, r, side, wide)
            reals = [lone, even, moment, share, wide, root]
            line_ = d.arithmetic(equals(positive(e) + less(e), more(e) + mass(e)), same, wide)
            total = of_two(d, more, mass, *pairs, *reals)
            equal = d.chain(integrated(d, line_, e, wide), total)
            small = d.arithmetic(positive(e) <= more(e) + mass(e), line_,
                                 d.obvious(less(e) >= 0, wide), wide)
            finite = d.chain(integrated(d, small, e, wide), total)
            split = of_two(d, positive, less, finite, *pairs, *reals)
            value = integral(y, more(y)) + share.formula.right - integral(y, less(y))
            found = d.arithmetic(equals(integral(y, positive(y)), value), equal, split, finite,
                                 *pairs, *reals)
            line = d.rewrite(d.chain(part, found), line)
        right = line.formula.right
        last = d.arithmetic(equals(right, apart**2 / (2 * v)), *pairs, lone, even, moment, wide,
                            root)
        squared = d.identity(equals(apart**2 / (2 * v), d.goal.right), order)
        return d.chain(line, last, squared)

    d.qed(split_order(d, r, s, lambda order: halves(1, order), lambda order: halves(-1, order)))
