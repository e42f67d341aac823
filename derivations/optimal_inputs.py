"""Proof that no row is further from the output law of a best prior than the capacity."""

from __future__ import annotations

from typing import Any

from derivations.orders import split_strict
from derivations.tools import (
    ZERO,
    everywhere,
    is_zero,
    multiplied,
    same,
    split_equal,
    split_order,
    summed,
    unless,
)
from verified.kernel.polynomial import replaced
from verified.language import (
    KL,
    H,
    capacity,
    cases,
    either,
    equals,
    exp,
    log,
    output,
    pmf_table,
    total,
)
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, derives


class Towards:
    """The output law q_t when a share t of the prior is moved to one input v.

    Attributes:
        facts: that it has every symbol that q and the row of v have; `ends` says 0 < t < 1.
    """

    def __init__(self, d: Derivation, v: Any, t: Term, *ends: Line) -> None:
        self.d, self.v, self.t, self.ends = d, v, t, ends
        self.P, self.W = d.var("P"), d.var("W")
        self.q = output(self.P, self.W)
        b = Symbol("b", self.W.of.outputs)
        out = everywhere(d, b, lambda b: self.weighted(1 - t, self.q[b]))
        self.wide = [out, *(self.inside(b, law) for law in (self.q, self.W[v]))]
        self.facts = [*ends, *self.wide]

    def near(self, y: Any) -> Term:
        """q_t(y) = (1 − t) q(y) + t W(y|a)."""
        return (1 - self.t) * self.q[y] + self.t * self.W[self.v, y]

    def weighted(self, weight: Term, part: Term) -> Line:
        """A share of a probability is at least 0."""
        return self.d.arithmetic(weight * part >= ZERO, *self.ends, hints=[part])

    def at(self, y: Any) -> list[Line]:
        """What holds at a symbol."""
        return [*self.ends, *(self.d.at(fact, y) for fact in self.wide)]

    def inside(self, y: Any, law: Term) -> Line:
        """q_t has every symbol of the law."""
        d, t = self.d, self.t
        hints = [t, 1 - t]

        def symbol(y: Any) -> Line:
            goal = either(self.near(y) > 0, law[y] <= 0)
            parts = [self.weighted(1 - t, self.q[y]), self.weighted(t, self.W[self.v, y])]

            def some(seen: Line) -> Line:
                return d.follows(goal, d.arithmetic(
                    self.near(y) > 0, seen, *parts, *self.ends, hints=hints))

            return split_order(d, law[y], 0, lambda none: d.follows(goal, none), some)

        return everywhere(d, y, symbol)


@derives("lemma/towards-input.likelihood")
def towards_input(d: Derivation) -> None:
    """With P_t the prior so moved, I(P_t; W) ≤ C ≤ I(P; W), and H(q_t) ≥ (1 − t) H(q) less
    t Σ W ln q_t, by Gibbs."""
    P, W, v, t = (d.var(name) for name in ("P", "W", "v", "t"))
    (best,) = d.given
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)
    it = Towards(d, v, t, d.obvious(0 < t), d.obvious(0 < 1 - t))
    q, facts = it.q, it.facts
    weights = everywhere(d, x, lambda x: d.obvious((1 - t) * P[x] >= ZERO))
    prior = pmf_table(P.of.size, lambda x: (1 - t) * P[x] + t * same(x, v))
    law = output(prior, W)
    told = d.cite("background/information-range.capacity", weights, P=prior, W=W)
    forms = [
        d.cite("background/information-forms.entropies", weights, P=one, W=W) for one in (prior, P)
    ]
    spread = d.cite("definition/entropy", weights, P=law)
    own = d.cite("definition/entropy", P=q)
    mean = (1 - t) * total(x, P[x] * H(W[x])) + t * H(W[v])
    means = d.identity(equals(total(x, prior[x] * H(W[x])), mean), weights)
    moved = total(y, -(it.near(y) * log(it.near(y))))
    spread = d.chain(spread, d.identity(equals(spread.formula.right, moved), weights, *facts))

    def gibbs(y: Any) -> Line:
        here = it.at(y)
        line = d.cite("background/log-tangent.pair", *here, p=q[y], q=it.near(y), s=1)
        return d.arithmetic(
            q[y] - it.near(y) <= q[y] * log(q[y]) - q[y] * log(it.near(y)), line, *here
        )

    rows = summed(d, y, gibbs, *facts)
    small, large = d.goal.left, d.goal.right
    scaled = d.arithmetic(
        t * small <= t * large, rows, told, *forms, spread, own, means, best, *facts,
        hints=[1 - t],
    )
    d.qed(multiplied(d, d.goal, scaled, 1 / t, *facts))


@derives("lemma/towards-input.divergence")
def towards_divergence(d: Derivation) -> None:
    """ln q_t ≤ ln q + q_t/q − 1, and q_t/q − 1 ≤ t W/q."""
    P, W, v, t = (d.var(name) for name in ("P", "W", "v", "t"))
    best, inside = d.given
    row, q = W[v], output(P, W)
    it = Towards(d, v, t, d.obvious(0 < t), d.obvious(0 < 1 - t))
    line = d.cite("lemma/towards-input.likelihood", best, v=v, t=t)
    distance, spread = d.cite("definition/kl", P=row, Q=q), d.cite("definition/entropy", P=row)

    def symbol(y: Any) -> Line:
        w, r = row[y], it.near(y)
        part = cases(q[y] > 0, w**2 / q[y], 0)
        goal = -(w * log(q[y])) - t * part <= -(w * log(r))
        facts = it.at(y)

        def seen(mark: Line, there: Line) -> Line:
            marked = d.identity(equals(part, cases(q[y] > 0, 1, 0) * (w**2 / q[y])), there)
            marked = d.rewrite(mark, marked, equals(part, 1 * (w**2 / q[y])))
            here = d.arithmetic(0 < r, there, it.weighted(t, w), *it.ends, hints=[1 - t])
            tangent = d.cite("background/log-tangent.line", here, there, *facts, x=r / q[y])
            return d.arithmetic(goal, tangent, marked, here, there, *facts, hints=[w, t * w])

        def unseen(mark: Line, none: Line) -> Line:
            fact = d.at(inside, y)
            some, nothing = fact.theorem.conclusion.parts
            zero = is_zero(d, w, d.cases(
                fact, d.follows(w <= 0, d.contradiction(d.assume(some), none)), d.assume(nothing)
            ))
            return d.rewrite(zero, d.obvious(replaced(goal, w, number(0)), *facts), goal)

        return split_strict(d, 0, q[y], seen, unseen)

    rows = summed(d, Symbol("y", W.of.outputs), symbol, *it.facts, inside)
    d.qed(d.arithmetic(d.goal, rows, line, distance, spread, *it.facts, inside))


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
            unit = [d.cite("definition/probability-bounds", P=law, a=z, part=1) for law in (q, row)]
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
    unit = d.cite("definition/probability-bounds", P=row, a=y, part=1)
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
