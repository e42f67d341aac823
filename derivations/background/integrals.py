"""Proofs on integrals over ε of hockey-stick divergences, and of what one symbol adds to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.integrals import (
    at_least,
    at_most,
    excesses,
    integrated,
    weighted,
    weighted_integral,
)
from derivations.tools import everywhere, split_equal, split_order, split_zero, unless
from verified.kernel.analysis import FALSE
from verified.language import Real, Symbol, equals, exp, log, maximum, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import Bind, Term, number


@derives("background/hockey-stick-integral.laws")
def divergence_integral(d: Derivation) -> None:
    """The integral of the sum is the sum of the integrals, and P and Q have the same mass."""
    P, Q = d.var("P"), d.var("Q")
    n = P.of.size
    eps, a = d.fix(Real("e", ">=0")), Symbol("a", n)
    one = d.cite("definition/hockey-stick", P=P, Q=Q, eps=eps)
    two = d.cite("definition/hockey-stick", P=Q, Q=P, eps=eps)
    inside = total(a, excesses(P, Q, a, eps))
    line = d.identity(equals(one.formula.right + exp(-eps) * two.formula.right, inside))
    for stick in (one, two):
        line = d.rewrite(d.turn(equals(stick.formula.right, stick.formula.left), stick), line)
    line = integrated(d, line, eps)
    whole = line.formula.right  # type: ignore[attr-defined]
    each = Bind("sum", a, None, Bind("integral", whole.var, None, excesses(P, Q, a, whole.var)))
    apart = d.have(equals(whole, each), "integral-of-sum")
    masses = d.summed(everywhere(d, a, lambda a: d.cite(
        "background/hockey-stick-integral.masses", u=P[a], v=Q[a])))
    drawn = d.chain(line, apart, masses)
    divergence = d.cite("definition/kl")
    plain, more = divergence.formula.right, drawn.formula.right
    back = d.turn(equals(drawn.formula.right, drawn.formula.left), drawn)
    less = unless(d, plain, more, lambda finite: d.identity(plain <= more, finite))
    great = unless(d, more, plain, lambda finite: d.identity(more <= plain, finite))
    d.qed(d.chain(divergence, d.turn(equals(plain, more), less, great), back))


def ordered(
    d: Steps, u: Any, v: Any, t: Any, antiderivative: Callable[[Any], Term], *lines: Line
) -> Line:
    """∫ = F(c) − F(0) with c = ln(u/v), where 0 < v ≤ u and F' = e^(tε) (u − e^ε v).

    Args:
        lines: show that, and that F is differentiable.
    """
    eps = d.fix(Real("e", ">=0"))
    end = log(u / v)
    whole, slope = weighted_integral(u, v, t), exp(t * eps) * (u - exp(eps) * v)
    inside, weights = weighted(u, v, t, eps), [exp(t * eps), exp(-(t + 1) * eps)]
    one, two = (u - exp(eps) * v), (v - exp(eps) * u)
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    small = d.arithmetic(two <= 0, grown, *lines, hints=[u, eps * u])
    none = d.cite("background/absolute-value.largest-of-two", small, d.obvious(number(0) <= 0),
                  r=0, s=two, c=0)
    above = d.cite("background/absolute-value.above-both", r=0, s=one, part=1)
    never = d.cite("background/absolute-value.above-both", r=0, s=two, part=0)
    less = d.arithmetic(slope <= inside, above, never, hints=weights)

    near = d.cite("background/exponential-increasing", d.assume(eps <= end), *lines, r=eps, s=end)
    some = d.arithmetic(0 <= one, near, *lines, hints=[v])
    top = d.cite("background/absolute-value.largest-of-two", some, *lines, r=0, s=one, c=one)
    first = d.arithmetic(inside <= slope, top, none, hints=weights)

    far = d.cite("background/exponential-increasing", d.assume(end <= eps), *lines, r=end, s=eps)
    low = d.arithmetic(one <= 0, far, *lines, hints=[v])
    gone = d.cite("background/absolute-value.largest-of-two", low, d.obvious(number(0) <= 0),
                  r=0, s=one, c=0)
    second = d.arithmetic(inside <= 0, gone, none, hints=weights)

    tangent = d.cite("background/log-tangent.line", *lines, x=v / u)
    start = d.arithmetic(end >= 0, tangent, *lines, hints=[1 / u])
    most = at_most(d, whole, antiderivative, end, first, second, start, *lines)
    least = at_least(d, whole, antiderivative, end, less, start, *lines)
    return d.turn(equals(whole, most.formula.right), most, least)  # type: ignore[attr-defined]


@derives("background/excess-integral.exchanged")
def exchanged(d: Derivation) -> None:
    """The two excesses exchanged, −1 − t for t."""
    u, v, t = (d.var(name) for name in ("u", "v", "t"))
    eps = d.fix(Real("e", ">=0"))
    same = d.identity(equals(weighted(u, v, t, eps), weighted(v, u, -1 - t, eps)))
    d.qed(integrated(d, same, eps))


def powers(u: Any, v: Any, t: Any) -> Relation:
    """t (t + 1) ∫ = u (u/v)^t − (t + 1) u + t v."""
    right = u * exp(t * log(u / v)) - (t + 1) * u + t * v
    return equals(t * (t + 1) * weighted_integral(u, v, t), right)


def closed_form(
    d: Steps, u: Any, v: Any, t: Any, order: Line, use: Callable[..., Line]
) -> Line:
    """What `use` shows of the value of the integral, where 0 < v ≤ u.

    Args:
        use: gets the equality of the integral with its value, the line t = 0 or t = −1 if it is
            one of them, and what makes the value a number.
    """
    whole = weighted_integral(u, v, t)

    def root(zero: Line, antiderivative: Callable[[Any], Term]) -> Line:
        """At t = 0 and at t = −1 the antiderivative is another."""
        at = zero.formula.right  # type: ignore[attr-defined]
        value = ordered(d, u, v, at, antiderivative, order)
        right = value.formula.right  # type: ignore[attr-defined]
        return use(d.rewrite(zero, value, equals(whole, right)), value, zero)

    def never(zero: Line) -> Line:
        return root(zero, lambda e: u * e - v * exp(e))

    def once(zero: Line) -> Line:
        return root(zero, lambda e: -u * exp(-e) - v * e)

    def proper(apart: Line, more: Line) -> Line:
        def antiderivative(e: Any) -> Term:
            return u * exp(t * e) / t - v * exp((t + 1) * e) / (t + 1)

        value = ordered(d, u, v, t, antiderivative, order, apart, more)
        return use(value, value, None, apart, more)

    def chosen(line: Line, at: Callable[[Line], Line], apart: Callable[[Line], Line]) -> Line:
        return (at if isinstance(line.theorem.conclusion, Relation) else apart)(line)

    return split_equal(d, t, 0, lambda line, _: chosen(line, never, lambda apart: split_equal(
        d, t, -1, lambda line, _: chosen(line, once, lambda more: proper(apart, more)))))


@derives("background/excess-integral.positive")
def both_positive(d: Derivation) -> None:
    """The antiderivative of e^(tε) (u − e^ε v); at t = 0 and t = −1 the sides are 0. Where u < v,
    the masses are exchanged."""
    u, v, t = (d.var(name) for name in ("u", "v", "t"))

    def larger(a: Any, b: Any, power: Any, order: Line) -> Line:
        """The claim for a ≥ b."""
        place = Real("s")
        statement = powers(a, b, place)
        goal = substitute(statement, {place.name: power})

        def use(value: Line, at_root: Line, zero: Line | None, *lines: Line) -> Line:
            if zero is None:
                return d.combined(goal, value, *lines, equalities=[[power * (power + 1), 0]])
            root = zero.formula.right  # type: ignore[attr-defined]
            plain = substitute(statement, {place.name: root})
            return d.rewrite(zero, d.identity(plain, at_root, order), goal)

        return closed_form(d, a, b, power, order, use)

    def smaller(order: Line) -> Line:
        power = -1 - t
        line = larger(v, u, power, d.turn(u <= v, order))
        turned = d.cite("background/excess-integral.exchanged")
        one, other = turned.formula.left, turned.formula.right  # type: ignore[attr-defined]
        line = d.rewrite(d.turn(equals(other, one), turned), line)
        line = d.rewrite(d.identity(equals(power * (power + 1), t * (t + 1))), line)
        last = d.identity(equals(line.formula.right, d.goal.right))  # type: ignore[attr-defined]
        return d.chain(line, last)

    d.qed(split_order(d, v, u, lambda order: larger(u, v, t, order), smaller))


@derives("background/excess-integral.converges")
def converges(d: Derivation) -> None:
    """The antiderivative is finite at both ends of the larger of the two excesses."""
    u, v, t = (d.var(name) for name in ("u", "v", "t"))

    def finite(a: Any, b: Any, power: Any, order: Line) -> Line:
        def use(value: Line, _at: Line, _zero: Line | None, *lines: Line) -> Line:
            whole = value.formula.left  # type: ignore[attr-defined]
            return d.cite("definition/infinity", value, *lines, r=whole, part=1)

        return closed_form(d, a, b, power, order, use)

    def smaller(order: Line) -> Line:
        turned = d.cite("background/excess-integral.exchanged")
        return d.chain(turned, finite(v, u, -1 - t, d.turn(u <= v, order)))

    d.qed(split_order(d, v, u, lambda order: finite(u, v, t, order), smaller))


@derives("background/excess-integral.nonnegative")
def never_negative(d: Derivation) -> None:
    """0 is an antiderivative of 0, which the integrand isn't below."""
    u, v, t = (d.var(name) for name in ("u", "v", "t"))
    eps = d.fix(Real("e", ">=0"))
    least = d.obvious(0 <= weighted(u, v, t, eps))
    line = at_least(d, weighted_integral(u, v, t), lambda e: number(0), 0, least)
    d.qed(d.chain(d.identity(equals(number(0), line.formula.left)), line))  # type: ignore


def one_mass(d: Steps, u: Any, t: Any, eps: Any) -> tuple[Line, Line, Line, Line]:
    """max(0, u − e^ε 0) ≥ u and ≤ u, max(0, 0 − e^ε u) ≥ 0 and ≤ 0."""
    one, two = number(u) - exp(eps) * 0, number(0) - exp(eps) * u
    tops = [
        d.cite("background/absolute-value.largest-of-two", *(
            d.obvious(side <= c) for side in (number(0), part)), r=0, s=part, c=c)
        for part, c in ((one, u), (two, number(0)))
    ]
    above = d.cite("background/absolute-value.above-both", r=0, s=one, part=1)
    never = d.cite("background/absolute-value.above-both", r=0, s=two, part=0)
    return above, tops[0], never, tops[1]


@derives("background/excess-integral.endless")
def without_end(d: Derivation) -> None:
    """The integrand is at least u."""
    u, t, r = (d.var(name) for name in ("u", "t", "r"))
    (rising,) = d.given
    eps = d.fix(Real("e", ">=0"))
    above, _, never, _ = one_mass(d, u, t, eps)
    grown = d.cite("background/log-tangent.exponential", eps=t * eps)
    least = d.arithmetic(
        u <= weighted(u, 0, t, eps), above, never, grown, rising,
        hints=[exp(t * eps), exp(-(t + 1) * eps), u, u * eps],
    )
    line = at_least(d, weighted_integral(u, 0, t), lambda e: u * e, r, least)
    d.qed(d.chain(d.identity(equals(r * u, line.formula.left)), line))  # type: ignore


@derives("background/excess-integral.tail")
def falling_tail(d: Derivation) -> None:
    """The antiderivative −(u/(−t)) e^(tε) is below 0. Were the integral less, that antiderivative
    would be too large where e^(tε) is half the share that is missing."""
    u, t = d.var("u"), d.var("t")
    (falling,) = d.given
    eps = d.fix(Real("e", ">=0"))
    above, top, never, none = one_mass(d, u, t, eps)
    weights = [exp(t * eps), exp(-(t + 1) * eps)]
    inside, whole, limit = weighted(u, 0, t, eps), weighted_integral(u, 0, t), u / (-t)

    def primitive(e: Any) -> Term:
        return -(u / (-t)) * exp(t * e)

    first = d.arithmetic(inside <= exp(t * eps) * u, top, none, hints=weights)
    under = d.combined(primitive(eps) <= 0, falling, products=[
        ["1", [["fact", 0], ["square", 1 / t], ["sign", u * exp(t * eps)]]],
    ])
    most = at_most(d, whole, primitive, None, first, under, falling)
    most = d.chain(most, d.identity(equals(most.formula.right, limit), falling))  # type: ignore
    least = d.arithmetic(exp(t * eps) * u <= inside, above, never, hints=weights)

    def missing(less: Line) -> Line:
        share = (u + t * whole) / (2 * u)
        never = d.obvious(whole >= 0, less, falling)
        more = d.arithmetic(limit > 0, less, never, falling)
        some = d.combined(0 < u, more, falling, products=[["1", [["fact", 0], ["fact", 1]]]])
        room = d.combined(u + t * whole > 0, less, falling, products=[
            ["1", [["fact", 0], ["fact", 1]]]])
        shown = [less, some, falling, never, room]
        positive = d.obvious(share > 0, *shown)
        half = d.combined(share <= 1, *shown, products=[
            ["1/2", [["sign", 1 / u], ["fact", 2], ["fact", 3]]],
            ["1/2", []]])
        tangent = d.cite("background/log-tangent.line", positive, *shown, x=share)
        low = d.arithmetic(log(share) <= 0, tangent, half, positive, *shown)
        end = log(share) / t
        place = d.combined(end >= 0, low, positive, *shown, products=[
            ["1", [["fact", 0], ["fact", 4], ["square", 1 / t]]]])
        line = at_least(d, whole, primitive, end, least, place, positive, *shown)
        false = d.combined(FALSE, line, positive, *shown, products=[
            ["2", [["fact", 0]]], ["1", [["fact", 2]]]])
        return d.follows(limit <= whole, false)

    d.qed(d.turn(d.goal, most, split_order(d, limit, whole, lambda line: line, missing, falling)))


@derives("background/excess-integral.finite")
def finite_ratio(d: Derivation) -> None:
    """u ln u − u ln 0 is larger than any number."""
    v, level = d.var("v"), d.var("s")
    (bounded,) = d.given

    def none(zero: Line) -> Line:
        more = d.cite("background/infinite-log", r=level + 1)
        line = d.chain(more, d.rewrite(zero, bounded))
        return d.follows(v > 0, d.contradiction(line))

    d.qed(split_zero(d, v, none, lambda positive: positive))


@derives("background/hockey-stick-integral.masses")
def masses(d: Derivation) -> None:
    """The weights are 1 and e^(−ε) at t = 0."""
    u, v = d.var("u"), d.var("v")
    eps = d.fix(Real("e", ">=0"))
    part = maximum(0, u - exp(eps) * v) + exp(-eps) * maximum(0, v - exp(eps) * u)
    begin = integrated(d, d.identity(equals(part, weighted(u, v, number(0), eps))), eps)
    right = d.goal.right

    def ended(line: Line) -> Line:
        return d.chain(begin, line)

    def none(zero: Line) -> Line:
        """u = 0: only the second excess is there, which falls like e^(−ε)."""
        turned = d.cite("background/excess-integral.exchanged", u=0, v=v, t=0)
        tail = d.cite("background/excess-integral.tail", u=v, t=-1 - number(0))
        plain = 0 * log(number(0)) - 0 * log(v) - 0 + v
        line = d.chain(turned, tail, d.identity(equals(tail.formula.right, plain)))  # type: ignore
        return ended(d.rewrite(zero, line, equals(weighted_integral(u, v, number(0)), right)))

    def some(positive: Line) -> Line:
        def endless(zero: Line) -> Line:
            """Both sides are infinite."""
            whole = weighted_integral(u, v, number(0))

            def over(finite: Line) -> Line:
                level = (whole + 1) / u
                steep = d.cite("background/excess-integral.endless", positive, finite, u=u, t=0,
                               r=level)
                steep = d.rewrite(zero, steep, level * u <= whole)
                return d.follows(right <= whole, d.contradiction(steep, finite, positive))

            def under(finite: Line) -> Line:
                level = right + u - v
                real = d.identity(u * log(u) - u * log(v) <= level, finite)
                more = d.cite("background/excess-integral.finite", real, positive, finite, s=level)
                false = d.contradiction(more, zero)
                return d.follows(whole <= right, false)

            line = d.turn(
                equals(whole, right), unless(d, whole, right, under, positive),
                unless(d, right, whole, over, positive),
            )
            return ended(line)

        def both(second: Line) -> Line:
            def larger(order: Line) -> Line:
                line = ordered(d, u, v, number(0), lambda e: u * e - v * exp(e), order, positive,
                               second)
                last = d.identity(equals(line.formula.right, right), positive, second)
                return ended(d.chain(line, last))

            def smaller(order: Line) -> Line:
                turned = d.cite("background/excess-integral.exchanged", t=0)
                power = -1 - number(0)
                line = ordered(d, v, u, power, lambda e: -v * exp(-e) - u * e,
                               d.turn(u <= v, order), positive, second)
                last = d.identity(equals(line.formula.right, right), positive, second)
                return ended(d.chain(turned, line, last))

            return split_order(d, v, u, larger, smaller)

        return split_zero(d, v, endless, both)

    d.qed(split_zero(d, u, none, some))
