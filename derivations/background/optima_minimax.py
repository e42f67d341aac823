"""Proof of the minimax theorem for finite two-person zero-sum games; `derivations.patterns.games`
says how it goes.
"""

from __future__ import annotations

from derivations.patterns.games import Game, Short
from derivations.tools import ZERO, absurd, multiplied, split_order, summed
from verified.language import total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol


@derives("background/minimax.strategies")
def strategies(d: Derivation) -> None:
    """Both are about Σ p q a: min ≤ the mean over y, and the mean over x ≤ max."""
    a, p, q = d.var("v"), d.var("p"), d.var("q")
    rows, columns = d.var("n"), d.var("m")
    x, y = Symbol("x", rows), Symbol("y", columns)
    least, most = d.goal.left, d.goal.right  # type: ignore[attr-defined]
    low = summed(d, y, lambda y: d.arithmetic(
        q[y] * least <= q[y] * total(x, p[x] * a[x * columns + y]), d.below_sup(least, y),
        hints=[q[y]],
    ))
    high = summed(d, x, lambda x: d.arithmetic(
        p[x] * total(y, q[y] * a[x * columns + y]) <= p[x] * most, d.below_sup(most, x),
        hints=[p[x]],
    ))
    d.qed(d.arithmetic(d.goal, low, high))


@derives("background/minimax.weak")
def weak(d: Derivation) -> None:
    """What any two strategies show."""
    it = Game(d)
    line = d.cite("background/minimax.strategies", v=it.v, p=it.p, q=it.q)
    sure = d.bound_sup(it.lower.formula.right, line, it.p)
    below = d.chain(it.lower, sure)
    d.qed(d.chain(d.bound_sup(it.upper.formula.right, below, it.q), it.back(it.upper)))


@derives("background/minimax.value")
def value(d: Derivation) -> None:
    """`weak`, and where L < U `lemma/nearly-minimax` with g = (U − L)/2 is a contradiction."""
    it = Short(d, Game(d).L)
    lower = d.cite("background/minimax.weak", v=it.v)

    def wrong(less: Line) -> Line:
        g = (it.U - it.L) / 2
        G = g**2 / it.columns
        positive = d.arithmetic(ZERO < g, less)
        above = d.arithmetic(ZERO < G, positive, hints=[g / it.columns])
        wide = d.arithmetic(ZERO <= it.whole, summed(d, it.x, it.squares))
        both, inverse = d.arithmetic(ZERO < G + it.whole, above, wide), 1 / (G + it.whole)
        t = G * inverse
        step = multiplied(d, ZERO < t, above, inverse, both)
        most = multiplied(d, t <= 1, wide, inverse, both)
        small = d.combined(
            t * it.whole <= G, above, both,
            products=[["1", [["fact", 0], ["fact", 0], ["sign", inverse]]]],
        )
        line = d.cite("lemma/nearly-minimax", step, small, most, positive, both, v=it.v, t=t, g=g)
        return absurd(d, it.U <= it.L, line, less)

    d.qed(d.turn(d.goal, lower, split_order(d, it.U, it.L, lambda line: line, wrong)))
