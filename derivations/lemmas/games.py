"""Proofs on games: what a small step of the row player's law changes, and what follows where it
gains nothing.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.games import Game, Short
from derivations.patterns.numbers import square
from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    positive_from,
    same,
    split_maximum,
    split_order,
    summed,
)
from verified.language import equals, maximum, pmf_table, sup, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term


@derives("lemma/positive-part-step")
def positive_part_step(d: Derivation) -> None:
    """By cases: with (r − s)^+ = r − s and r ≤ 0, (r − s)² ≤ s² as −s ≥ r − s ≥ 0."""
    r, s = d.var("r"), d.var("s")
    old, new = maximum(r, 0), maximum(r - s, 0)

    def formula(before: Term, after: Term) -> Any:
        return after**2 <= (before - s) ** 2

    def cases(order: Line, after: Line) -> Line:
        def inner(way: Line, before: Line) -> Line:
            first, second = before.formula.right, after.formula.right
            if second == ZERO:
                plain = square(d, first - s)
                line = d.arithmetic(formula(first, second), plain)
            else:
                line = d.arithmetic(formula(first, second), order, way)
            return d.rewrite(before, line, formula(old, second))

        return d.rewrite(after, split_maximum(d, r, 0, inner), formula(old, new))

    d.qed(split_maximum(d, r - s, 0, cases))


@derives("lemma/towards-row")
def towards_row(d: Derivation) -> None:
    """A payoff moves by t(v_xy − Σ p v_y), the square of which is at most a mean of squares."""
    a, p, c, t = (d.var(name) for name in "vpct")
    rows, columns, towards = d.var("n"), d.var("m"), d.var("x")
    x, y, k = Symbol("x'", rows), Symbol("y", columns), Symbol("k", rows)
    moved = pmf_table(rows, lambda x: (1 - t) * p[x] + t * same(x, towards))
    law = everywhere(d, x, lambda x: d.obvious((1 - t) * p[x] >= ZERO))

    def entry(x: Any, y: Any) -> Term:
        return a[x * columns + y]

    def paid(law: Term, y: Any) -> Term:
        return total(x, law[x] * entry(x, y))

    def slope(y: Any) -> Term:
        return entry(towards, y) - paid(p, y)

    def column(y: Any) -> Line:
        before, left = c - paid(p, y), maximum(c - paid(p, y), 0)
        step = d.cite("lemma/positive-part-step", r=before, s=t * slope(y))
        after = d.identity(equals(before - t * slope(y), c - paid(moved, y)), law)
        return d.rewrite(
            after, step, maximum(c - paid(moved, y), 0) ** 2 <= (left - t * slope(y)) ** 2
        )

    def variance(y: Any) -> Line:
        rows = summed(d, k, lambda k: d.arithmetic(
            ZERO <= p[k] * (entry(towards, y) - entry(k, y) - slope(y)) ** 2,
            square(d, entry(towards, y) - entry(k, y) - slope(y)), hints=[p[k]],
        ))
        return d.arithmetic(
            slope(y) ** 2 <= total(k, p[k] * (entry(towards, y) - entry(k, y)) ** 2), rows
        )

    steps, spreads = summed(d, y, column, law), summed(d, y, variance)
    d.qed(d.arithmetic(d.goal, steps, spreads, law, hints=[t**2]))


@derives("lemma/no-gain")
def no_gain(d: Derivation) -> None:
    """The law q ∝ u grants every row c at most, as Σ u_y (v_xy − Σ p v_y) ≤ g for every row."""
    it = Short(d, d.var("c"))
    p, y, c = it.p, it.y, it.c
    row, whole = d.fix(Symbol("i", it.rows)), it.sum_left(p)
    flat, least = slope(it, row), d.given[2]

    def own(y: Any) -> Line:
        """u (c − Σ p v) = u²."""
        left, rest = it.left(p, y), c - it.paid(p, y)
        return split_maximum(d, rest, 0, lambda _, value: d.rewrite(
            value, d.identity(equals(value.formula.right * rest, value.formula.right**2)),
            equals(left * rest, left**2),
        ))

    level = d.arithmetic(
        total(y, it.left(p, y) * it.entry(row, y)) <= c * whole, flat, least, summed(d, y, own)
    )
    parts = summed(d, Symbol("z", it.columns), lambda z: d.arithmetic(
        it.left(p, z) ** 2 <= whole * it.left(p, z), it.part_left(p, z), hints=[it.left(p, z)]
    ))
    some_left = positive_from(d, whole, parts, least, hints=[whole])
    q = pmf_table(it.columns, lambda y: it.left(p, y) / whole)
    paid = total(y, q[y] * it.entry(row, y))
    granted = d.arithmetic(paid <= c, level, some_left, hints=[1 / whole])
    best = d.below_sup(it.upper.formula.right, q, some_left)
    d.qed(d.chain(it.upper, best, d.bound_sup(best.formula.right, granted, row)))


def slope(it: Short, row: Any) -> Line:
    """Σ u_y (v_xy − Σ p v_y) ≤ g: a step t towards the row gains next to nothing."""
    d, p, y = it.d, it.p, it.y
    positive, near, _, steps = d.given
    t, g = d.var("t"), d.var("g")
    found = total(y, it.left(p, y) * (it.entry(row, y) - it.paid(p, y)))
    _, law = it.moved(row, t)
    gain = d.cite("lemma/towards-row", v=it.v, p=p, x=row, c=it.c, t=t)

    def less(y: Any) -> Line:
        def part(k: Any) -> Line:
            apart = (it.entry(row, y) - it.entry(k, y)) ** 2
            unit = d.cite("background/probability-bounds", P=p, a=k, part=1)
            gap = square(d, it.entry(row, y) - it.entry(k, y))
            return d.arithmetic(p[k] * apart <= apart, unit, gap, hints=[apart, 1 - p[k]])

        return summed(d, it.k, part)

    means, one = summed(d, y, less), it.one_of(it.spread, row, it.x, it.squares)
    second = means.formula.left
    bound = d.arithmetic(second <= it.whole, means, one)
    scaled = d.arithmetic(t**2 * second <= t**2 * it.whole, bound, hints=[t**2])
    small = d.arithmetic(t**2 * it.whole <= t * g, near, hints=[t])
    twice = d.arithmetic(
        2 * t * found <= 2 * t * g, gain, d.at(steps, row), scaled, small, law
    )
    return d.arithmetic(found <= g, twice, positive, hints=[1 / t])


class Gap(Short):
    """The level c = L + g, which no law of the rows is sure of.

    Attributes:
        G: g²/m.
        short: −ψ at its largest.
    """

    def __init__(self, d: Derivation) -> None:
        super().__init__(d, Game(d).L + d.var("g"))
        self.g, self.t = d.var("g"), d.var("t")
        self.G = self.g**2 / self.columns
        self.short = sup(self.p, -self.missed(self.p))

    def enough(self, law: Term) -> Line:
        """g ≤ Σ u: in some column the law has L at most."""
        d, least = self.d, self.lower.formula.right.body
        sure = d.chain(d.below_sup(self.lower.formula.right, law), self.back(self.lower))
        y = d.fix(Symbol("z", self.columns))
        more = d.cite("background/absolute-value.above-both", part=0,
                      r=self.c - self.paid(law, y), s=0)
        low = d.arithmetic(
            self.c - self.sum_left(law) <= self.paid(law, y), self.part_left(law, y), more
        )
        return d.arithmetic(self.g <= self.sum_left(law), d.bound_sup(least, low, y), sure)

    def least_missed(self, law: Term) -> Line:
        """g²/m ≤ ψ."""
        d = self.d
        squares = summed(
            d, self.y, lambda y: square(d, self.left(law, y) - self.g / self.columns)
        )
        return d.arithmetic(
            self.G <= self.missed(law), self.enough(law), squares, hints=[self.g / self.columns]
        )


@derives("lemma/nearly-minimax")
def nearly(d: Derivation) -> None:
    """From a law with nearly the least ψ no step gains enough, so that U ≤ c by `no-gain`; and
    there is such a law, as the least ψ isn't less than itself."""
    it = Gap(d)
    p, t, G = it.p, it.t, it.G
    step, small = d.given
    least = it.least_missed(p)
    ceiling = d.bound_sup(it.short, d.arithmetic(-it.missed(p) <= -G, least), p)
    goal = -it.missed(p) <= it.short - t * G

    def far(over: Line) -> Line:
        def near(line: Line) -> Line:
            row = d.fix(Symbol("i", it.rows))
            law, lawful = it.moved(row, t)
            best = d.below_sup(it.short, law, lawful)
            gains = d.arithmetic(
                it.missed(law) >= it.missed(p) - t * G, best, line, lawful, ceiling
            )
            level = d.cite(
                "lemma/no-gain", step, small, least, d.forall(row, gains),
                v=it.v, p=p, c=it.c, t=t, g=G,
            )
            return absurd(d, goal, level, over)

        line = split_order(d, goal.left, goal.right, lambda low: low, near, ceiling)
        higher = d.bound_sup(it.short, line, p, ceiling)
        gained = d.obvious(ZERO < t * G, step)
        return d.follows(d.goal, d.contradiction(higher, ceiling, gained))

    d.qed(split_order(d, it.U, it.c, lambda low: low, far))
