"""Proofs of closed forms of laws on the line: the divergence of two Gaussian laws of one variance,
from that by the distance of their means.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.line import (
    beside,
    gained,
    gaussian_side,
    laplace_masses,
    laplace_side,
    nothing,
)
from derivations.patterns.numbers import exponential_less
from derivations.tools import split_absolute, split_order, split_zero, turned
from verified.language import absolute, density, equals, exp, gaussian, laplace, maximum
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, number


@derives("background/gaussian-hockey-stick")
def in_order(d: Derivation) -> None:
    """The distance of r and s is s − r where r < s."""
    r, s = d.var("r"), d.var("s")
    (given,) = d.given

    def shown(sign: Line, distance: Line) -> Line:
        value = d.arithmetic(equals(absolute(s - r), s - r), distance, sign, given)
        positive = d.arithmetic(absolute(s - r) > 0, value, given)
        return d.rewrite(value, d.cite("background/gaussian-divergence.value", positive), d.goal)

    d.qed(split_absolute(d, s - r, shown))


@derives("background/gaussian-hockey-stick-reflected")
def exchanged(d: Derivation) -> None:
    """The closed form depends on the distance of the means alone; where that is 0 they are one."""
    r, s = d.var("r"), d.var("s")
    distance, other = absolute(s - r), absolute(r - s)

    even = d.identity(equals(other, distance))

    def apart(above: Line) -> Line:
        first = d.cite("background/gaussian-divergence.value", above)
        far = d.arithmetic(other > 0, above, even)
        second = d.cite("background/gaussian-divergence.value", far, r=s, s=r)
        second = d.rewrite(even, second, equals(second.formula.left, first.formula.right))
        return d.chain(first, turned(d, second))

    def none(zero: Line) -> Line:
        same = split_absolute(d, s - r, lambda _, gap: d.arithmetic(equals(s, r), gap, zero))
        divergence = d.goal.left  # type: ignore[attr-defined]
        return d.rewrite(same, d.have(equals(divergence, divergence), "defined"), d.goal)

    d.qed(split_zero(d, distance, none, apart))


@derives("background/laplace-below")
def laplace_below(d: Derivation) -> None:
    """The density falls like e^(y/u) left of the mean."""
    r, u, t = (d.var(name) for name in "rut")
    mass = d.cite("definition/cells-laplace", x=t)
    d.qed(d.chain(mass, laplace_side(d, r, u, t, -1, *d.given)))


@derives("background/laplace-above")
def laplace_above(d: Derivation) -> None:
    """All but the mass right of t, where the density falls."""
    r, u, t = (d.var(name) for name in "rut")
    mass = d.cite("definition/cells-laplace-beyond", x=t)
    beyond = d.chain(mass, laplace_side(d, r, u, t, 1, *d.given))
    d.qed(d.arithmetic(d.goal, beyond))


@derives("background/gaussian-below")
def gaussian_below(d: Derivation) -> None:
    """The integral of the density."""
    r, v, t = (d.var(name) for name in "rvt")
    mass = d.cite("definition/cells-gaussian", x=t, u=v)
    d.qed(d.chain(mass, gaussian_side(d, r, v, t, -1)))


# --- Laplace laws ---------------------------------------------------------------------------------


@derives("background/laplace-hockey-stick")
def laplace_hockey_stick(d: Derivation) -> None:
    """The place t at which p = e^ε q lies between the means if these are more than εu apart; the
    larger density is p on its mean's side. Else it is e^ε q everywhere."""
    r, s, u, eps = (d.var(name) for name in ("r", "s", "u", "eps"))
    e = d.fix(Real("e", ">=0"))
    law, other, value = laplace(r, u), laplace(s, u), d.goal.right
    apart = absolute(r - s) / u

    def ordered(at: Any, near: Line) -> Line:
        """p ≤ e^ε q or the converse, as the distances from the means say."""
        far, less = absolute(at - s), absolute(at - r)
        curves = [d.cite("definition/density-laplace", r=mean, x=at) for mean in (r, s)]
        one, two = -less / u, eps - far / u
        above = near.formula.left == far
        low, high = (one, two) if above else (two, one)
        grown = exponential_less(d, low, high, d.arithmetic(low <= high, near, hints=[1 / u]))
        sides = [curves[0].formula.right, exp(eps) * curves[1].formula.right]
        low, high = sides if above else sides[::-1]
        line = d.arithmetic(low <= high, grown, hints=[1 / (2 * u)])
        for curve in curves:
            line = d.rewrite(turned(d, curve), line)
        return line

    def near_everywhere(close: Line) -> Line:
        whole = d.cite("definition/hockey-stick-laplace", v=u, c=r)
        wide = d.arithmetic(absolute(r - s) <= eps * u, close, hints=[u])
        halves = []
        for way in (-1, 1):
            at = beside(r, e, way)
            near = d.identity(equals(absolute(at - r), e))
            far = d.cite("background/absolute-value.triangle", r=r - s, s=way * e)
            sum_ = d.identity(equals(absolute(at - s), far.formula.left))
            size = d.identity(equals(absolute(way * e), e))
            line = d.arithmetic(absolute(at - s) <= eps * u + absolute(at - r), near, far, sum_,
                                size, wide)
            halves.append(nothing(d, law, other, r, way, eps, ordered(at, line)))
        grown = d.cite("background/log-tangent.exponential", eps=(eps - apart) / 2)
        low = d.arithmetic(value.args[1] <= 0, grown, close)
        most = d.cite("background/absolute-value.largest-of-two", low, d.obvious(number(0) <= 0),
                      r=0, s=value.args[1], c=0)
        least = d.cite("background/absolute-value.above-both", r=0, s=value.args[1], part=0)
        return d.arithmetic(d.goal, whole, *halves, d.turn(equals(value, 0), most, least))

    def away(far: Line) -> Line:
        wide = d.arithmetic(eps * u < absolute(r - s), far, hints=[u])
        return split_order(d, r, s, lambda order: beyond(-1, order, wide),
                           lambda order: beyond(1, order, wide))

    def beyond(way: int, order: Line, wide: Line) -> Line:
        t = (r + s + way * eps * u) / 2
        gap = way * (r - s)
        distance = d.identity(equals(absolute(r - s), gap), order)
        far = d.arithmetic(eps * u < gap, distance, wide)
        whole = d.cite("definition/hockey-stick-laplace", v=u, c=t)
        own, others = ((r <= t, t <= s) if way < 0 else (t <= r, s <= t))
        places = [d.arithmetic(own, far, order), d.arithmetic(others, far, order)]
        mass = laplace_masses(d, r, u, t, way, *places)
        taken = laplace_side(d, s, u, t, way, *places, factor=exp(eps))
        # On the side of r.
        at = beside(t, e, way)
        reach = d.identity(equals(absolute(at - s), way * (at - s)), *places)
        limit = way * (at - s) - eps * u
        sides = [d.arithmetic(part <= limit, far, order) for part in (at - r, -(at - r))]
        near = d.cite("background/absolute-value.least", *sides, r=at - r, c=limit)
        line = d.arithmetic(eps * u + absolute(at - r) <= absolute(at - s), near, reach)
        some = gained(d, law, other, t, way, eps, ordered(at, line), mass, taken)
        # On the other one.
        at = beside(t, e, -way)
        reach = d.identity(equals(absolute(at - r), -way * (at - r)), *places)
        limit = eps * u - way * (at - r)
        sides = [d.arithmetic(part <= limit, far, order) for part in (at - s, -(at - s))]
        near = d.cite("background/absolute-value.least", *sides, r=at - s, c=limit)
        line = d.arithmetic(absolute(at - s) <= eps * u + absolute(at - r), near, reach)
        none = nothing(d, law, other, t, -way, eps, ordered(at, line))
        # The value.
        plain = 1 - exp((eps - gap / u) / 2)
        total = d.arithmetic(equals(d.goal.left, some.formula.right), whole, some, none)
        same = d.identity(equals(some.formula.right, plain))
        falls = d.arithmetic((eps - gap / u) / 2 <= 0, far, hints=[1 / u])
        small = exponential_less(d, (eps - gap / u) / 2, number(0), falls)
        positive = d.arithmetic(0 <= plain, small)
        top = d.cite("background/absolute-value.largest-of-two", positive, d.obvious(
            plain <= plain), r=0, s=plain, c=plain)
        least = d.cite("background/absolute-value.above-both", r=0, s=plain, part=1)
        line = d.chain(total, same, d.turn(equals(plain, maximum(0, plain)), top, least))
        return d.rewrite(turned(d, distance), line, d.goal)

    d.qed(split_order(d, apart, eps, near_everywhere, away))


# --- Gaussian laws --------------------------------------------------------------------------------


@derives("background/gaussian-hockey-stick-alone")
def alone(d: Derivation) -> None:
    """The density is nowhere more than e^ε times itself."""
    r, v, eps = (d.var(name) for name in ("r", "v", "eps"))
    e, law = d.fix(Real("e", ">=0")), gaussian(r, v)
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    whole = d.cite("definition/hockey-stick-gaussian", s=r, u=v, v=v, c=r)
    halves = []
    for way in (-1, 1):
        curve = density(law, beside(r, e, way))
        below = d.arithmetic(curve <= exp(eps) * curve, grown, hints=[curve, eps * curve])
        halves.append(nothing(d, law, law, r, way, eps, below))
    d.qed(d.arithmetic(d.goal, whole, *halves))
