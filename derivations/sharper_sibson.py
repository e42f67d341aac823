"""Proofs of the sharper Lemma 9: Sibson's information of an order where likelihoods are close.

Where the likelihoods of an output lie in [c, c e^ε] and have the mean q, Σ P W^α is on one side of
the chord c^α B/(c (e^ε − 1)), with B = c (e^ε − 1) + (q − c) (e^(αε) − 1): powers are convex or
concave. The logarithm's tangents, twice, give the largest (Σ P W^α)^(1/α)/q over all q.
"""

from __future__ import annotations

from typing import Any

from derivations.cuff_yu_2016.csiszar import not_one
from derivations.cuff_yu_2016.patterns import exponential_less
from derivations.cuff_yu_2016.variations import near_output, sibson_bound
from derivations.orders import by_order, split_one
from derivations.sharper_lemmas import column_floor
from derivations.tools import is_zero, log_below, split_minimum, split_zero
from verified.kernel.inference import replaced
from verified.kernel.scalar_goals import term_data
from verified.language import equals, exp, log, output, total
from verified.language.terms import Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, derives


def signs(
    d: Derivation, eps: Term, order: Term, above: bool, *sides: Line
) -> tuple[Term, Term, list[Line]]:
    """|α − 1| and |e^(αε) − e^ε|, and lines that what the bound divides by is positive."""
    part = order - 1 if above else 1 - order
    base, grown = exp(eps) - 1, exp(order * eps) - 1
    excess = grown - base if above else base - grown

    def exceeds(exponent: Term) -> Line:
        """0 < e^t − 1 for t > 0."""
        tangent = d.cite("background/log-tangent.exponential", eps=exponent)
        return d.arithmetic(0 < exp(exponent) - 1, tangent, d.obvious(0 < exponent, *sides))

    scale = exp(eps) if above else exp(order * eps)
    apart = d.arithmetic(0 < excess, exceeds(part * eps), hints=[scale])
    known = [*sides, exceeds(eps), exceeds(order * eps), apart]
    known += [d.arithmetic(0 < part * factor, *known) for factor in (base, grown)]
    return part, excess, known


class Column:
    """One output y: its powers, the chord, and what is known of ε and α."""

    def __init__(self, d: Derivation, above: bool) -> None:
        self.d, self.above = d, above
        P, W, eps, order, c = (d.var(name) for name in ("P", "W", "eps", "alpha", "c"))
        self.eps, self.order, self.c = eps, order, c
        side, within = d.given
        self.x, y = d.fix(Symbol("x", P.of.size)), d.var("y")
        self.q, self.p, self.w = output(P, W)[y], P[self.x], W[self.x, y]
        self.powers = total(self.x, self.p * self.w**order)
        self.low, self.high = (d.piece(d.at(within, self.x), k) for k in (0, 1))
        self.base, self.grown = exp(eps) - 1, exp(order * eps) - 1
        self.part, self.excess, self.known = signs(d, eps, order, above, side)
        # ln of the largest (Σ P W^α)/q^α, or of the least for α < 1.
        limit = d.goal.right if above else d.goal.left
        self.level = limit.args[1].args[0].args[0]
        self.logs = [self.product(self.base), self.product(self.grown)]

    def positive(self, factor: Term, *lines: Line) -> Line:
        """0 < |α − 1| t for t > 0."""
        return self.d.arithmetic(0 < self.part * factor, *self.known, *lines)

    def product(self, factor: Term, *lines: Line) -> Line:
        """ln(|α − 1| t) = ln |α − 1| + ln t, for a sum t that is positive."""
        return self.d.cite("background/log-product", *self.known, *lines, x=self.part, y=factor)

    def nothing(self, zero: Line) -> Line:
        """Where c = 0, no input has the output."""
        d, p, w = self.d, self.p, self.w
        none = is_zero(d, w, d.arithmetic(w <= 0, self.high, zero, hints=[exp(self.eps)]))
        sums = []
        for term in (p * w**self.order, p * w):
            row = d.identity(equals(replaced(term, w, number(0)), 0))
            rows = d.summed(d.forall(self.x, d.rewrite(none, row, equals(term, 0))))
            sums.append(d.chain(rows, d.identity(equals(rows.formula.right, 0))))
        empty, unseen = sums
        unseen = d.chain(d.identity(equals(self.q, unseen.formula.left)), unseen)
        without = replaced(d.goal, self.powers, number(0))
        line = d.obvious(replaced(without, self.q, number(0)), *self.known)
        return d.rewrite(empty, d.rewrite(unseen, line, without), d.goal)

    def something(self, some: Line) -> Line:
        """The chord's bound on Σ P W^α, and the tangents' on that."""
        d, order, c, q, p, w = self.d, self.order, self.c, self.q, self.p, self.w
        base, grown = self.base, self.grown
        known = [*self.known, some]
        here = d.chain(some, self.low)
        z, top = Real("z", ">0"), c * exp(self.eps)
        power = exp(order * log(z))
        ends, inside = (top - w) * c**order + (w - c) * top**order, c * base * w**order
        chord = d.chord(
            z, power if self.above else -power, c, w, top,
            inside <= ends if self.above else ends <= inside, self.low, self.high, here, *known,
        )
        weighted = d.arithmetic(
            p * chord.formula.left <= p * chord.formula.right, chord, here, *known, hints=[p])
        rows = d.summed(d.forall(self.x, weighted), d.forall(self.x, here), *known)
        floor = d.summed(d.forall(self.x, d.arithmetic(p * c <= p * w, self.low, hints=[p])))
        likely = d.chain(some, d.arithmetic(c <= q, floor))
        known.append(likely)
        raised = d.cite("lemma/power.increasing", self.low, *known, s=c, t=w, alpha=order)
        raised = d.summed(d.forall(self.x, d.arithmetic(
            p * raised.formula.left <= p * raised.formula.right, raised, *known, hints=[p],
        )), *known)
        mass = d.arithmetic(0 < self.powers, raised, *known, hints=[c**order])
        line = base * c + (q - c) * grown
        known += [mass, d.arithmetic(0 < line, floor, *known, hints=[base, c])]
        chord = c**order * line / (base * c)
        small, large = (self.powers, chord) if self.above else (chord, self.powers)
        less = d.arithmetic(small <= large, rows, *known, hints=[1 / (base * c)])
        logs = log_below(d, small, large, less, *known)

        # The weights of the tangents at the two points, whose mean is 1.
        if self.above:
            weights, points = (1 / order, self.part / order), (
                order * line / (grown * q), order * self.excess * c / (self.part * grown * q))
        else:
            weights, points = (order, self.part), (
                grown * q / (order * line), self.excess * c / (self.part * line))
            known.append(self.positive(line, *known))
            self.logs.append(self.product(line, *known))
        mean = d.identity(
            equals(weights[0] * points[0] + weights[1] * points[1], 1), *known)
        tangents = [d.cite("background/log-tangent.line", *known, x=point) for point in points]
        both = d.arithmetic(
            weights[0] * log(points[0]) + weights[1] * log(points[1])
            <= weights[0] * points[0] + weights[1] * points[1] - 1, *tangents, *known,
            hints=list(weights),
        )
        both = d.arithmetic(both.formula.left <= 0, both, mean, *known)
        return self.rooted(logs, both, known)

    def rooted(self, logs: Line, both: Line, known: list[Line]) -> Line:
        """From ln Σ P W^α to the powers."""
        d, order, q = self.d, self.order, self.q
        one, two = log(self.powers) / order, log(q) + self.level / order
        small, large = (one, two) if self.above else (two, one)
        less = d.arithmetic(small <= large, logs, both, *self.logs, *known, hints=[1 / order])
        line = exponential_less(d, small, large, less, *known)
        ends = d.goal.left, d.goal.right
        sides = [
            d.identity(equals(*pair), *known)
            for pair in ((ends[0], line.formula.left), (line.formula.right, ends[1]))
        ]
        return d.chain(sides[0], line, sides[1])


@derives("lemma/close-rows.above-one")
def powers_above(d: Derivation) -> None:
    """Powers are below their chord."""
    it = Column(d, True)
    d.qed(split_zero(d, it.c, it.nothing, it.something))


@derives("lemma/close-rows.below-one")
def powers_below(d: Derivation) -> None:
    """Powers are above their chord."""
    it = Column(d, False)
    d.qed(split_zero(d, it.c, it.nothing, it.something))


def sibson_sharp(d: Derivation, above: bool) -> None:
    """The bound on every column, summed."""
    P, W, eps, order = (d.var(name) for name in ("P", "W", "eps", "alpha"))
    *sides, private = d.given
    other = not_one(d, order, sides[-1])
    if above:
        sides.append(d.arithmetic(0 < order, *sides))
    _, _, known = signs(d, eps, order, above, *sides)
    x, y = d.fix(Symbol("x", P.of.size)), d.fix(Symbol("y", W.of.outputs))
    root = total(x, P[x] * W[x, y] ** order) ** (1 / order)
    level = d.goal.right.args[0]

    def close(one: Any, other: Any) -> Line:
        return d.cite("definition/as-mechanism-dp", private, values={
            "W": W, "x": one, "x'": other, "eps": eps, "delta": number(0)})

    least, real, within = column_floor(d, W, y, eps, close)
    key = "above-one" if above else "below-one"
    column = d.cite(f"lemma/close-rows.{key}", within, real, *sides, y=y, c=least)
    rows = d.summed(d.forall(y, column), *known)
    some = d.cite("lemma/power.columns", *sides, P=P, W=W, alpha=order)
    whole, limit = total(y, root), exp(level / order)
    value = d.cite("definition/sibson", other, *sides)
    small, large = (whole, limit) if above else (limit, whole)
    compared = d.arithmetic(small <= large, rows, *known)
    logs = d.cite("background/log-increasing.positive", compared, some, *known, u=small, v=large)
    hints = [order / (order - 1)] if above else [order / (1 - order)]
    d.qed(d.arithmetic(d.goal, value, logs, some, *known, hints=hints))


@derives("sharper/lemma-9-sharp.above-one")
def sharp_above(d: Derivation) -> None:
    """Powers are below their chords."""
    sibson_sharp(d, True)


@derives("sharper/lemma-9-sharp.below-one")
def sharp_below(d: Derivation) -> None:
    """Powers are above their chords."""
    sibson_sharp(d, False)


# --- What the bound gains -------------------------------------------------------------------------


@derives("lemma/hyperbolic-room")
def hyperbolic_room(d: Derivation) -> None:
    """Its derivative, y/12 + 1/2 − e^y/(e^y − 1) + 1/y, is at least 0."""
    u, v = d.var("u"), d.var("v")
    d.qed(d.scalar(d.goal, *d.given, given=[u <= v], start={
        "rule": "monotone", "variable": "v", "anchor": term_data(u), "strict": "", "base": "?",
        "above": "?",
    }))


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


@derives("sharper/lemma-9-sharp.gain")
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


@derives("sharper/lemma-9-sharp.relaxed")
def relaxed(d: Derivation) -> None:
    """Above order 1 by what the bound gains, below it by the same room, at 1 as for Lemma 1; at
    order 0 nothing is told, as at ε = 0."""
    P, W, eps, order = (d.var(name) for name in ("P", "W", "eps", "alpha"))
    (private,) = d.given
    x, other = d.fix(Symbol("x", P.of.size)), d.fix(Symbol("x'", P.of.size))
    rows = d.forall(x, d.forall(other, d.cite("definition/as-mechanism-dp", private, values={
        "W": W, "x": x, "x'": other, "eps": eps, "delta": number(0)})))

    def equal(none: Line) -> Line:
        return d.arithmetic(d.goal, sibson_bound(d, P, W, order, eps, rows), none)

    def nothing(zero: Line) -> Line:
        near = near_output(d, P, W, rows, eps)
        told = d.cite("lemma/rows-near-output.sibson-none", near, P=P, W=W, eps=eps)
        goal = replaced(d.goal, order, number(0))
        return d.rewrite(zero, d.chain(told, d.identity(number(0) <= goal.right)), d.goal)

    def one(same: Line) -> Line:
        told = d.chain(d.cite("definition/sibson-one", P=P, W=W), d.cite(
            "lemma/close-rows.square", rows, P=P, W=W, eps=eps))
        goal = replaced(d.goal, order, number(1))
        return d.rewrite(same, d.chain(told, d.identity(told.formula.right <= goal.right)), d.goal)

    def between(some: Line, least: Line, less: Line) -> Line:
        bound = d.cite("sharper/lemma-9-sharp.below-one", some, least, less, private)
        level = bound.formula.right.args[0]
        room = curvature(d, level, False, some, least, less)
        _, _, known = signs(d, eps, order, False, some, least, less)
        return d.arithmetic(d.goal, bound, room, *known, hints=[1 / (1 - order)])

    def beyond(some: Line, more: Line) -> Line:
        bound = d.cite("sharper/lemma-9-sharp.above-one", some, more, private)
        gained = d.cite("sharper/lemma-9-sharp.gain", some, more)
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
