"""Proofs on integrals over a half-line, by antiderivatives: what is left beyond an end is less than
any gap, if the end is far enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.integrals import at_least, at_most
from derivations.patterns.noised import unit_root
from derivations.patterns.numbers import root_of_product
from derivations.tools import below_itself, split_order, substitute_bound
from verified.language import absolute, equals, exp, normal_cdf, pi, sqrt
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Real, Term, number


def without_gap(
    d: Steps, value: Term, whole: Term, most: Line, near: Callable[..., Line],
    *lines: Line,
) -> Line:
    """∫ = value, from ∫ ≤ value.

    Args:
        near: shows 0 < 0 from lines whole < value, whole ≥ 0.
        lines: show that the integral is defined.
    """
    def missing(less: Line) -> Line:
        never = d.obvious(whole >= 0, less, *lines)
        return d.follows(value <= whole, below_itself(d, near(less, never)))

    least = split_order(d, value, whole, lambda line: line, missing, *lines)
    return d.turn(equals(whole, value), most, least)


@derives("background/exponential-integral")
def exponential(d: Derivation) -> None:
    """−k u e^(−y/u) is an antiderivative, below 0; with a gap g the end u·(k u/g) is far enough, as
    1 + x ≤ e^x."""
    k, u = d.var("k"), d.var("u")
    e = d.fix(Real("e", ">=0"))
    whole, value = d.goal.left, k * u
    inside = k * exp(-e / u)

    def primitive(y: Any) -> Term:
        return -(k * u * exp(-(y / u)))

    same = d.obvious(inside <= inside)
    most = at_most(d, whole, primitive, None, same, d.obvious(primitive(e) <= 0))
    most = d.chain(most, d.identity(equals(most.formula.right, value)))

    def near(less: Line, never: Line) -> Line:
        gap = value - whole
        some = d.arithmetic(gap > 0, less, never)
        far = k * u / gap
        end = u * far
        line = at_least(d, whole, primitive, end, same, d.obvious(end >= 0, some, less, never),
                        some, less, never)
        grown = d.cite("background/log-tangent.exponential", some, less, never, eps=far)
        return d.combined(
            Relation("<", number(0), number(0)), line, grown, some, less, never, products=[
                ["1", [["fact", 0], ["sign", gap + k * u]]],
                ["1", [["fact", 1], ["sign", k * u * gap * exp(-far)]]],
                ["1", [["fact", 2], ["fact", 2]]],
            ],
        )

    d.qed(without_gap(d, value, whole, most, near))


@derives("background/normal-integral.deviation")
def normal(d: Derivation) -> None:
    """−k Φ((t − y − r)/w) is an antiderivative, below 0; with a gap g the end |t − r| + w x with
    x = 1 + k/g is far enough, as Φ(−x) ≤ e^(−x²/2)/2 ≤ 1/(2 + x²)."""
    k, r, w, t = (d.var(name) for name in "krwt")
    e = d.fix(Real("e", ">=0"))
    whole, value, root = d.goal.left, d.goal.right, unit_root(d)
    inside = substitute_bound(whole, e)

    def primitive(y: Any) -> Term:
        return -(k * normal_cdf((t - y - r) / w))

    same = d.obvious(inside <= inside, root)
    most = at_most(d, whole, primitive, None, same, d.obvious(primitive(e) <= 0), root)
    most = d.chain(most, d.identity(equals(most.formula.right, value)))

    def near(less: Line, never: Line) -> Line:
        gap = value - whole
        some = d.arithmetic(gap > 0, less, never, root)
        far = 1 + k / gap
        end = absolute(t - r) + w * far
        known = [some, less, never, root]
        line = at_least(d, whole, primitive, end, same, d.obvious(end >= 0, *known), *known)
        above = d.cite("background/absolute-value.above", r=t - r, part=0)
        steps = (t - end - r) / w
        beyond = d.arithmetic(steps <= -far, above, *known, hints=[1 / w])
        fallen = d.cite("background/normal-cdf.increasing", beyond, *known, x=steps, y=-far)
        low = d.cite("background/normal-cdf.tail", *known, u=far)
        grown = d.cite("background/log-tangent.exponential", *known, eps=far**2 / 2)
        thin = exp(-(far**2) / 2)
        return d.combined(
            Relation("<", number(0), number(0)), line, fallen, low, grown, *known, products=[
                ["2", [["fact", 0]]],
                ["2", [["fact", 1], ["sign", k]]],
                ["2", [["fact", 2], ["sign", k]]],
                ["1", [["fact", 3], ["sign", thin * gap]]],
                ["1", [["fact", 4]]],
                ["3/2", [["sign", thin * gap]]],
                ["1/2", [["sign", thin * k * k / gap]]],
            ],
        )

    d.qed(without_gap(d, value, whole, most, near, root))


@derives("background/normal-integral.variance")
def of_variance(d: Derivation) -> None:
    """The deviation is √v."""
    v, a = d.var("v"), Real("a", ">0")
    some = d.scalar(sqrt(a) > 0, values={a: v})
    wide = root_of_product(d, 2 * pi(), v)
    line = d.cite("background/normal-integral.deviation", some, w=sqrt(v))
    line = d.rewrite(d.identity(equals(sqrt(v) ** 2, v)), line)
    d.qed(d.rewrite(d.turn(equals(wide.formula.right, wide.formula.left), wide), line, d.goal))


@derives("background/normal-integral.square")
def second_moment(d: Derivation) -> None:
    """Φ(y/w)/2 − y p/2 is an antiderivative, at most 1/2; with a gap g the end w x with x = 1 + 2/g
    is far enough, as Φ(−x) and e^(−x²/2) are at most 1/(1 + x²/2)."""
    w = d.var("w")
    e = d.fix(Real("e", ">=0"))
    whole, value, root = d.goal.left, d.goal.right, unit_root(d)
    inside = substitute_bound(whole, e)

    def bell(y: Any) -> Term:
        return exp(-(y**2) / (2 * w**2)) / (sqrt(2 * pi()) * w)

    def primitive(y: Any) -> Term:
        return normal_cdf(y / w) / 2 - y * bell(y) / 2

    same = d.obvious(inside <= inside, root)
    share = d.obvious(normal_cdf(e / w) <= 1)
    never = d.obvious(0 <= e * bell(e), root)
    top = d.arithmetic(primitive(e) <= number(1) / 2, share, never, root)
    most = at_most(d, whole, primitive, None, same, top, root)
    middle = d.cite("background/normal-cdf.symmetric", x=0)
    start = d.arithmetic(equals(primitive(number(0)), value), middle, root)
    most = d.chain(most, d.arithmetic(most.formula.right <= value, start, root))
    unit = d.scalar(1 / sqrt(2 * pi()) <= 1)

    def near(less: Line, never: Line) -> Line:
        gap = value - whole
        some = d.arithmetic(gap > 0, less, never, root)
        far = 1 + 2 / gap
        known = [some, less, never, root]
        end = w * far
        line = at_least(d, whole, primitive, end, same, d.obvious(end >= 0, *known), *known)
        low = d.cite("background/normal-cdf.tail", *known, u=far)
        grown = d.cite("background/log-tangent.exponential", *known, eps=far**2 / 2)
        thin = exp(-(far**2) / 2)
        return d.combined(
            Relation("<", number(0), number(0)), line, low, unit, grown, start, *known, products=[
                ["1", [["fact", 0]]],
                ["1/2", [["fact", 1]]],
                ["1/2", [["fact", 2], ["sign", thin * far]]],
                ["1", [["fact", 3], ["sign", thin * gap]]],
                ["5/4", [["sign", thin]]],
                ["1", [["sign", thin / gap]]],
                ["3/2", [["sign", thin * gap]]],
            ], equalities=[[number(1), 4]],
        )

    d.qed(without_gap(d, value, whole, most, near, root))
