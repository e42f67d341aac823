"""Patterns on the likeliest inputs: the largest likelihood of each response, and their sum."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    split_below,
    substitute_bound,
)
from verified.language import (
    equals,
    largest,
    log,
    total,
)
from verified.proof.derivation import Derivation, Line
from verified.syntax.terms import Symbol, Term


class Likeliest:
    """The largest likelihoods M(y) = max_x W(y|x) and their sum N."""

    def __init__(self, d: Derivation, W: Term) -> None:
        self.d, self.W = d, W
        n, m = W.sort.inputs, W.sort.outputs
        self.x, self.y = d.fix(Symbol("x", n)), d.fix(Symbol("y", m))
        c = Symbol("c", n)
        self.most = largest(c, W[c, self.y])
        self.sum = total(self.y, self.most)
        self.unit = unit = d.cite("background/probability-bounds", P=W[self.x], a=self.y, part=1)
        self.top = d.bound_sup(self.most, unit, self.x)
        self.each = d.below_sup(self.most, self.x, self.top)
        self.real = d.forall(self.y, self.top)
        column = d.summed(d.forall(self.x, self.each), self.top)
        whole = d.summed(d.forall(self.y, column), self.real)
        self.some = d.arithmetic(0 < self.sum, whole, self.real, hints=[1 / n])
        self.known = [self.real, self.some]

    def sibson(self, uniform: Term) -> Line:
        """Sibson's information of order ∞ under the uniform law is ln N."""
        d, W, x, y = self.d, self.W, self.x, self.y
        n = W.sort.inputs
        value = d.cite("background/sibson-infinite", P=uniform, W=W)
        own = substitute_bound(value.formula.right.args[0], y)
        allowed = substitute_bound(own, x)

        def both(goal: Any) -> Line:
            return split_below(d, uniform[x], 0, lambda order, mark: d.arithmetic(
                goal, mark, self.unit, order, hints=[W[x, y], n * W[x, y]]))

        up = d.bound_sup(own, d.chain(both(allowed <= W[x, y]), self.each), x)
        down = d.bound_sup(
            self.most, d.chain(both(W[x, y] <= allowed), d.below_sup(own, x, up)), x)
        equal = d.summed(d.forall(y, d.turn(equals(own, self.most), up, down)), self.real)
        return d.chain(value, d.rewrite(
            equal, d.identity(equals(log(self.sum), log(self.sum)), *self.known),
            equals(value.formula.right, log(self.sum))))
