"""Proofs on mechanisms of small ε (Lemma 9): Sibson's information of an order."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import near_output
from derivations.patterns.orders import by_order, differs_from_one, sibson_bound, signs, split_one
from derivations.patterns.rows import column_floor
from derivations.tools import split_minimum, split_zero
from verified.kernel.inference import replaced
from verified.language import exp, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


def sibson_sharp(d: Derivation, above: bool) -> None:
    """The bound on every column, summed."""
    P, W, eps, order = (d.var(name) for name in ("P", "W", "eps", "alpha"))
    *sides, private = d.given
    other = differs_from_one(d, order, sides[-1])
    if above:
        sides.append(d.arithmetic(0 < order, *sides))
    _, _, known = signs(d, eps, order, above, *sides)
    x, y = d.fix(Symbol("x", P.of.size)), d.fix(Symbol("y", W.of.outputs))
    root = total(x, P[x] * W[x, y] ** order) ** (1 / order)
    level = d.goal.right.args[0]

    def close(one: Any, other: Any) -> Line:
        return d.cite("lemma/as-mechanism-dp", private, values={
            "W": W, "x": one, "x'": other, "eps": eps, "delta": number(0)})

    least, real, within = column_floor(d, W, y, eps, close)
    key = "above-one" if above else "below-one"
    column = d.cite(f"lemma/close-rows.{key}", within, real, *sides, y=y, c=least)
    rows = d.summed(d.forall(y, column), *known)
    some = d.cite("lemma/power.columns", *sides, P=P, W=W, alpha=order)
    whole, limit = total(y, root), exp(level / order)
    value = d.cite("background/sibson", other, *sides)
    small, large = (whole, limit) if above else (limit, whole)
    compared = d.arithmetic(small <= large, rows, *known)
    logs = d.cite("background/log-increasing.positive", compared, some, *known, u=small, v=large)
    hints = [order / (order - 1)] if above else [order / (1 - order)]
    d.qed(d.arithmetic(d.goal, value, logs, some, *known, hints=hints))


@derives("sharper/lemma-9-sharper.above-one")
def sharp_above(d: Derivation) -> None:
    """Powers are below their chords."""
    sibson_sharp(d, True)


@derives("sharper/lemma-9-sharper.below-one")
def sharp_below(d: Derivation) -> None:
    """Powers are above their chords."""
    sibson_sharp(d, False)


def curvature(d: Derivation, level: Term, above: bool, *sides: Line) -> Line:
    """The level is at most α (α − 1) ε²/8 for α > 1, and at least that for α < 1."""
    eps, order = d.var("eps"), d.var("alpha")
    part, _, known = signs(d, eps, order, above, *sides)
    spans = (order * eps, part * eps, eps)
    known += [d.obvious(0 < span, *known) for span in spans]
    widest = spans[0] if above else spans[2]
    rooms = [
        d.cite("lemma/hyperbolic-room", d.arithmetic(span <= widest, *known, hints=[eps]), *known,
               u=span, v=widest)
        for span in spans if span is not widest
    ]
    factors = exp(eps) - 1, exp(order * eps) - 1
    logs = [d.cite("background/log-product", *known, x=part, y=factor) for factor in factors]
    square = order * (order - 1) * eps**2 / 8
    goal = level <= square if above else square <= level
    return d.arithmetic(goal, *rooms, *logs, *known, hints=[part, order])


def slope(d: Derivation, level: Term, *sides: Line) -> Line:
    """For α > 1 the level is at most (α − 1) ε: Bernoulli's inequality at e^ε and at e^−ε."""
    eps, order = d.var("eps"), d.var("alpha")
    part, excess, known = signs(d, eps, order, True, *sides)
    base, grown = exp(eps) - 1, exp(order * eps) - 1
    side = d.turn(1 <= order, sides[1])
    up = d.cite("lemma/power.tangent-above", side, *known, s=exp(eps))
    down = d.cite("lemma/power.tangent-above", side, *known, s=exp(-eps))
    larger = d.arithmetic(part * grown <= order * excess, up, *known)
    smaller = d.arithmetic(grown <= order * base * exp(part * eps), down, *known,
                           hints=[exp(order * eps)])
    logs = [
        d.cite("background/log-increasing.positive", larger, *known, u=part * grown,
               v=order * excess),
        d.cite("background/log-increasing.positive", smaller, *known, u=grown,
               v=order * base * exp(part * eps)),
        *(d.cite("background/log-product", *known, x=part, y=factor) for factor in (base, grown)),
        d.cite("background/log-product", *known, x=order, y=excess),
        d.cite("background/log-product", *known, x=order * exp(part * eps), y=base),
    ]
    return d.arithmetic(level <= part * eps, *logs, *known, hints=[part])


@derives("sharper/lemma-9-sharper.gain")
def gain(d: Derivation) -> None:
    """At most ε, as the point of the maximum lies in [1, e^ε], where the chord of powers is below
    u e^((α − 1)ε); at most α ε²/8 by the room that ln(sinh(y/2)/(y/2)) leaves below y²/24."""
    eps, order = d.var("eps"), d.var("alpha")
    sides = [*d.given, d.arithmetic(0 < order, *d.given)]
    level, bounds = d.goal.left.args[0], d.goal.right
    _, _, known = signs(d, eps, order, True, *sides)
    lines = [slope(d, level, *sides), curvature(d, level, True, *sides)]
    each = [
        d.arithmetic(d.goal.left <= bound, line, *known, hints=[1 / (order - 1)])
        for bound, line in zip(bounds.args, lines, strict=True)
    ]
    d.qed(split_minimum(d, *bounds.args, lambda _, value: d.arithmetic(
        d.goal, value, *each, *known)))


@derives("sharper/lemma-9-sharper.relaxed")
def relaxed(d: Derivation) -> None:
    """Above order 1 by what the bound gains, below it by the same room, at 1 as for Lemma 1; at
    order 0 nothing is told, as at ε = 0."""
    P, W, eps, order = (d.var(name) for name in ("P", "W", "eps", "alpha"))
    (private,) = d.given
    x, other = d.fix(Symbol("x", P.of.size)), d.fix(Symbol("x'", P.of.size))
    rows = d.forall(x, d.forall(other, d.cite("lemma/as-mechanism-dp", private, values={
        "W": W, "x": x, "x'": other, "eps": eps, "delta": number(0)})))

    def equal(none: Line) -> Line:
        return d.arithmetic(d.goal, sibson_bound(d, P, W, order, eps, rows), none)

    def nothing(zero: Line) -> Line:
        near = near_output(d, P, W, rows, eps)
        told = d.cite("lemma/rows-near-output.sibson-none", near, P=P, W=W, eps=eps)
        goal = replaced(d.goal, order, number(0))
        return d.rewrite(zero, d.chain(told, d.identity(number(0) <= goal.right)), d.goal)

    def one(same: Line) -> Line:
        told = d.chain(d.cite("background/sibson-one", P=P, W=W), d.cite(
            "lemma/close-rows.square", rows, P=P, W=W, eps=eps))
        goal = replaced(d.goal, order, number(1))
        return d.rewrite(same, d.chain(told, d.identity(told.formula.right <= goal.right)), d.goal)

    def between(some: Line, least: Line, less: Line) -> Line:
        bound = d.cite("sharper/lemma-9-sharper.below-one", some, least, less, private)
        level = bound.formula.right.args[0]
        room = curvature(d, level, False, some, least, less)
        _, _, known = signs(d, eps, order, False, some, least, less)
        return d.arithmetic(d.goal, bound, room, *known, hints=[1 / (1 - order)])

    def beyond(some: Line, more: Line) -> Line:
        bound = d.cite("sharper/lemma-9-sharper.above-one", some, more, private)
        gained = d.cite("sharper/lemma-9-sharper.gain", some, more)
        least = d.cite("background/absolute-value.below-both", r=eps, s=order * eps**2 / 8, part=1)
        return d.chain(bound, gained, least)

    def spread(some: Line) -> Line:
        return split_zero(d, order, nothing, lambda least: split_one(
            d, order, one, lambda apart: by_order(
                d, order, apart, lambda less: between(some, least, less),
                lambda more: beyond(some, more),
            ),
        ))

    d.qed(split_zero(d, eps, equal, spread))
