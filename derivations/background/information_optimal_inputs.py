"""Proof that no row is further from the output law of a best prior than the capacity."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import Towards
from derivations.tools import ZERO, is_zero, same, split_equal, split_order, summed, unless
from verified.language import KL, H, capacity, either, equals, exp, log, output, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("background/redundancy-capacity.optimal-input")
def optimal_input(d: Derivation) -> None:
    """Moving a small share t of the prior to a gains nothing, and ln q_t comes near to ln q."""
    W, a = d.var("W"), d.fix(Symbol("v", d.var("P").of.size))
    d.qed(d.forall(a, unless(
        d, KL(W[a], output(d.var("P"), W)), capacity(W), lambda finite: excess(d, a, finite)
    )))


def excess(d: Derivation, a: Any, finite: Line) -> Line:
    """D(W_a‖q) ≤ C, from C < D(W_a‖q): each symbol of the row is one of q's, or else W_a is too far
    from q_t for a small t; and then D(W_a‖q_t) comes near to D(W_a‖q)."""
    P, W = d.var("P"), d.var("W")
    q, row, y = output(P, W), W[a], d.fix(Symbol("y", W.of.outputs))
    held = either(q[y] > 0, row[y] <= 0)
    inside = d.forall(y, split_order(
        d, q[y], 0,
        lambda none: split_order(
            d, row[y], 0, lambda nothing: d.follows(held, nothing),
            lambda here: d.follows(held, outside(d, a, y, here, none)),
        ),
        lambda there: d.follows(held, there),
    ))
    return d.follows(KL(row, q) <= capacity(W), near(d, a, finite, inside))


def outside(d: Derivation, a: Any, y: Any, here: Line, none: Line) -> Line:
    """⊥ from a symbol y of the row alone: −W(y|a) ln q_t(y) = −W(y|a) ln(t W(y|a)) is too large
    at t = e^−l, where l = (C + H(W_a) + 1)/W(y|a)."""
    W = d.var("W")
    row, q, z = W[a], output(d.var("P"), W), Symbol("z", W.of.outputs)
    over = d.arithmetic(
        0 < capacity(W) + H(row) + 1, d.cite("background/entropy-range.nonnegative", P=row),
        d.cite("background/information-range.nonnegative"),
        d.cite("background/information-range.capacity"),
    )
    level = (capacity(W) + H(row) + 1) / row[y]
    t = exp(-level)
    deep = d.obvious(0 < level, over, here)
    grown = d.cite("background/log-tangent.exponential", here, eps=level)
    low, rest = d.obvious(0 < t, here), d.arithmetic(0 < 1 - t, grown, deep, here, hints=[t])
    it = Towards(d, a, t, low, rest, here)
    line = d.cite("lemma/towards-input.likelihood", *d.given, low, rest, here, v=a, t=t)

    def part(z: Any) -> Term:
        return -(row[z] * log(it.near(z)))

    def symbol(z: Any) -> Line:
        goal = same(z, y) * part(y) <= part(z)

        def chosen(alike: Line, value: Line) -> Line:
            if value.formula.right == number(1):
                level = d.obvious(1 * part(y) <= part(y), *it.at(y))
                return d.rewrite(value, d.rewrite(alike, level, 1 * part(y) <= part(z)), goal)
            return d.rewrite(value, small(z), goal)

        return split_equal(d, z, y, chosen)

    def small(z: Any) -> Line:
        goal = 0 * part(y) <= part(z)
        lines = [*it.at(z), *it.at(y)]

        def some(seen: Line) -> Line:
            tangent = d.cite("background/log-tangent.line", *lines, seen, x=it.near(z))
            unit = [d.cite("background/probability-bounds", P=law, a=z, part=1) for law in (q, row)]
            less = d.arithmetic(it.near(z) <= 1, *unit, *it.ends, hints=[t, 1 - t])
            return d.arithmetic(goal, tangent, less, *lines, seen, hints=[row[z]])

        def never(zero: Line) -> Line:
            none = d.obvious(0 * part(y) <= -(ZERO * log(it.near(z))), *lines)
            return d.rewrite(zero, none, goal)

        fact = d.at(it.wide[2], z)
        seen, nothing = fact.theorem.conclusion.parts
        return d.cases(fact, some(d.assume(seen)), never(is_zero(d, row[z], d.assume(nothing))))

    rows = summed(d, z, symbol, *it.facts, *it.at(y))
    share = t * row[y]
    value = d.identity(equals((1 - t) * ZERO + share, share), here)
    value = d.rewrite(is_zero(d, q[y], none), value, equals(it.near(y), share))
    sized = d.identity(equals(-(row[y] * log(share)), row[y] * level - row[y] * log(row[y])), here)
    sized = d.rewrite(value, sized, equals(part(y), sized.formula.right))
    unit = d.cite("background/probability-bounds", P=row, a=y, part=1)
    flat = d.cite("background/log-tangent.line", here, x=row[y])
    least = d.arithmetic(row[y] * log(row[y]) <= 0, flat, unit, here, hints=[row[y]])
    return d.contradiction(rows, line, sized, least, here, *it.facts, *it.at(y))


def near(d: Derivation, a: Any, finite: Line, inside: Line) -> Line:
    """⊥ where q has every symbol of the row: D(W_a‖q) − C ≤ t K for every t, K = Σ W²/q."""
    W = d.var("W")
    row, q, y = W[a], output(d.var("P"), W), Symbol("y", W.of.outputs)
    whole = total(y, row[y] ** 2 / q[y], where=q[y] > 0)
    sizes = d.obvious(whole >= 0)
    distance = d.cite("definition/kl", P=row, Q=q)
    gap = distance.formula.right - capacity(W)
    above = d.arithmetic(0 < gap, d.rewrite(distance, finite), inside)
    wide = d.arithmetic(0 < 1 + gap + whole, above, sizes, inside)
    share, lines = 1 / (1 + gap + whole), [wide, above, inside]
    t = gap * share
    low, rest, less = (
        d.combined(
            formula, above, sizes, *lines,
            products=[["1", factors]],
        ) for formula, factors in (
            (0 < t, [["fact", 0], ["sign", share]]),
            (0 < 1 - t, [["sign", 1 + whole], ["sign", share]]),
            (t * whole < gap, [["fact", 0], ["sign", 1 + gap], ["sign", share]]),
        )
    )
    line = d.cite("lemma/towards-input.divergence", *d.given, low, rest, *lines, v=a, t=t)
    return d.contradiction(line, distance, less, *lines)
