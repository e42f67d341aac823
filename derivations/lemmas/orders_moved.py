"""How powers grow from one number towards another: by subadditivity, or by convexity."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, is_zero, is_zero_from, split_order, split_zero, turned
from verified.kernel.inference import replaced
from verified.language import equals
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Term, number


def scaled(d: Steps, part: Any, whole: Term, b: Term, *lines: Line) -> Line:
    """whole^b (part/whole)^b = part^b, for whole > 0 and part ≥ 0."""
    line = d.cite("lemma/power.product", *lines, s=whole, t=part / whole, alpha=b)
    whole_part = d.identity(equals(whole * (part / whole), part), *lines)
    line = d.rewrite(
        whole_part, line, equals(number(part) ** b, whole**b * (part / whole) ** b))
    return turned(d, line)


def not_below(d: Steps, u: Term, w: Term, t: Term) -> Line:
    """(1 − t) u + t w ≥ 0."""
    rest = d.obvious(t <= 1)
    return d.arithmetic((1 - t) * u + t * w >= 0, rest, hints=[u, t * w])


@derives("lemma/power-moved.near")
def near(d: Derivation) -> None:
    """For b ≤ 1 a power of a sum is at most the sum of the powers; for b ≥ 1 powers are convex."""
    u, w, t, b = (d.var(name) for name in "uwtb")
    between = (1 - t) * u + t * w
    most, least = d.obvious(w <= 1), not_below(d, u, w, t)

    def concave(low: Line) -> Line:
        whole = u + t
        some = d.obvious(ZERO < whole)
        grown = d.cite(
            "lemma/power.increasing", d.arithmetic(between <= whole, most, hints=[t, t * u]), least,
            s=between, t=whole, alpha=b)
        parts = []
        for part in (u, t):
            above = d.obvious(ZERO <= part / whole, some)
            small = d.arithmetic(part / whole <= 1, some, hints=[1 / whole])
            parts.append(d.cite(
                "lemma/power.unit", above, small, low, some, s=part / whole, alpha=b))
            parts.append(scaled(d, part, whole, b, some, above))
        mixed = d.arithmetic(
            whole**b <= d.goal.right, *parts, some, hints=[whole**b, t])
        return d.chain(grown, mixed)

    def convex(high: Line) -> Line:
        whole, rest = (1 - t) * u + t, d.obvious(t <= 1)
        some = d.arithmetic(ZERO < whole, rest, hints=[u])
        grown = d.cite(
            "lemma/power.increasing", d.arithmetic(between <= whole, most, hints=[t]), least, some,
            s=between, t=whole, alpha=b)
        parts = []
        more = d.turn(1 <= b, high)
        for part in (u, number(1)):
            above = d.obvious(ZERO <= part / whole, some)
            parts.append(d.cite(
                "lemma/power.tangent-above", above, more, some, s=part / whole, alpha=b))
            parts.append(scaled(d, part, whole, b, some, above))
        one = d.identity(equals(number(1) ** b, 1))
        mixed = d.arithmetic(
            whole**b <= d.goal.right, *parts, one, some, rest,
            hints=[whole**b * (1 - t), whole**b * t, t * u**b, t**b])
        return d.chain(grown, mixed)

    d.qed(split_order(d, b, 1, concave, convex))


@derives("lemma/power-moved.growth")
def growth(d: Derivation) -> None:
    """The tangent at the point between; where that is 0, so are both numbers."""
    u, w, t, b = (d.var(name) for name in "uwtb")
    between, order = (1 - t) * u + t * w, 1 + b
    close, least = d.cite("lemma/power-moved.near"), not_below(d, u, w, t)

    def nothing(zero: Line) -> Line:
        first = is_zero(d, u, d.arithmetic(u <= 0, zero, hints=[1 / (1 - t), t / (1 - t)]))
        second = is_zero(d, w, d.arithmetic(w <= 0, zero, hints=[1 / t, (1 - t) / t]))
        without = replaced(d.goal, between, ZERO)
        plain = replaced(replaced(without, u, ZERO), w, ZERO)
        line = d.rewrite(second, d.obvious(plain), replaced(without, u, ZERO))
        return d.rewrite(zero, d.rewrite(first, line, without), d.goal)

    def something(above: Line) -> Line:
        power = between**b
        ratio = d.obvious(ZERO <= u / between, above)
        tangent = d.cite(
            "lemma/power.tangent-above", ratio, above, d.obvious(order >= 1), s=u / between,
            alpha=order)
        own = d.identity(equals(between**order, power * between), above)
        line = d.arithmetic(
            between**order - u**order <= order * t * power * (w - u), tangent,
            scaled(d, u, between, order, above, ratio), own, above, hints=[between**order])
        upper = d.arithmetic(power * w <= (u**b + t + t**b) * w, close, above, hints=[w])
        part = (1 - t) * u
        grown = d.cite(
            "lemma/power.increasing", d.arithmetic(part <= between, hints=[t * w]), above,
            d.obvious(t <= 1), s=part, t=between, alpha=b)
        split = d.cite("lemma/power.product", s=1 - t, t=u, alpha=b)
        low = d.arithmetic((1 - t) ** b * u**b * u <= power * u, grown, split, above, hints=[u])
        whole = split_zero(
            d, u,
            lambda zero: d.rewrite(zero, d.identity(equals(ZERO**b * 0, ZERO**order)),
                                   equals(u**b * u, u**order)),
            lambda here: d.identity(equals(u**b * u, u**order), here))
        return d.arithmetic(
            d.goal, line, upper, low, whole, above, hints=[order * t, order * t * (1 - t) ** b])

    zero = d.assume(between <= 0)
    d.qed(d.cases(
        d.order(between, 0), nothing(is_zero_from(d, between, least, zero)),
        something(d.assume(between > 0))))
