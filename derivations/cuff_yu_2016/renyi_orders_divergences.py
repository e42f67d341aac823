"""Section 7, the proof of Lemma 9: Sibson's information is at most the divergence at one row, and
that is the logarithm of an expectation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.orders import (
    Optimal,
    Pairs,
    by_order,
    entry_ratios,
    split_strict,
)
from derivations.tools import (
    is_zero,
    split_order,
    split_zero,
    turned,
)
from verified.kernel.inference import replaced
from verified.language import (
    cases,
    either,
    entry_channel,
    equals,
    exp,
    output,
    quotient,
    remainder,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Term, number


@derives("cuff-yu-2016/lemma-9-steps.one-row")
def one_row(d: Derivation) -> None:
    """The least value is at most that of one row."""
    W = entry_channel(d.var("M"), d.var("x"), d.var("i"))
    sibson_at_most(d, W, W[d.var("z")])


@derives("cuff-yu-2016/eq-66.reached", "cuff-yu-2016/eq-66.reached-at-one")
def at_best_output(d: Derivation) -> None:
    """The closed form, which the lemma and the joint law's divergence come to."""
    P, W = d.var("P"), d.var("W")
    if d.key == "cuff-yu-2016/eq-66.reached":
        best = Optimal(d, P, W, d.var("alpha"))
        value = d.cite("background/sibson", *d.given)
        line = d.cite("lemma/sibson-closed.reached", *d.given)
        equal = d.arithmetic(equals(line.formula.right, d.goal.right), value, best.some, *d.given)
    else:
        it = Pairs(d, P, W, output(P, W), d.goal.left)
        line = d.cite("definition/renyi-one", it.cells, P=it.joint, Q=it.apart)
        line = d.chain(line, turned(d, d.cite("background/information-forms.joint")))
        equal = turned(d, d.cite("background/sibson-one"))
    line = d.chain(line, equal)
    d.qed(line if line.formula.op == "<=" else d.turn(d.goal, line))


@derives("cuff-yu-2016/eq-66.least")
def any_output(d: Derivation) -> None:
    """For each law of the output."""
    sibson_at_most(d, d.var("W"), d.var("R"))


def sibson_at_most(d: Derivation, W: Any, R: Any) -> None:
    """It is defined as the least over all of them."""
    defined = d.cite("definition/sibson", P=d.var("P"), W=W)
    d.qed(d.chain(defined, d.below_sup(defined.formula.right, R)))


# --- (68) as an expectation -----------------------------------------------------------------------


class Ratios(Pairs):
    """The expectation in (68), Σ P W (W/W_z)^(α−1) over the pairs that occur, under ε-DP."""

    def __init__(self, d: Derivation, goal: Any) -> None:
        z, eps = d.var("z"), d.var("eps")
        W = entry_channel(d.var("M"), d.var("x"), d.var("i"))
        super().__init__(d, d.var("P"), W, W[z], goal.left)
        u, y, order = self.u, self.y, self.order
        self.goal, self.mean = goal, goal.right.args[0].args[0]
        _, (self.up, self.down) = entry_ratios(d, z, u, y)
        under = d.arithmetic(exp(-eps) * W[u, y] <= W[z, y], self.up, hints=[exp(-eps)])
        # In both orders, as a double sum may be read in either.
        self.close = [d.forall(u, d.forall(y, under)), d.forall(y, d.forall(u, under))]
        self.ratio = W[u, y] / W[z, y]
        self.term = self.here * self.ratio ** (order - 1)
        self.tested = cases(self.here > 0, self.term, 0)

    def pairwise(
        self, formula: Any, possible: Callable[[Line, list[Line]], Line], *lines: Line
    ) -> Line:
        """The formula for a pair summed over all: `possible` shows it where the pair occurs, given
        what the tested term is and that its factors are positive."""
        d = self.d

        def occurs(mark: Line, above: Line) -> Line:
            found = [
                above, d.obvious(0 < self.P[self.u], above), d.obvious(0 < self.W[self.u, self.y],
                                                                       above)]
            found.append(d.arithmetic(0 < self.R[self.y], self.up, *found,
                                      hints=[exp(-d.var("eps"))]))
            marked = d.identity(equals(self.tested, cases(self.here > 0, 1, 0) * self.term), *found)
            value = d.rewrite(mark, marked, equals(self.tested, 1 * self.term))
            return possible(value, found)

        def never(_: Line, none: Line) -> Line:
            return self.absent(formula, is_zero(d, self.here, none), *lines)

        each = d.forall(self.y, split_strict(d, 0, self.here, occurs, never))
        return d.summed(d.forall(self.u, d.summed(each, *self.close, *lines)), *self.close, *lines)

    def absent(self, formula: Any, none: Line, *lines: Line) -> Line:
        """The formula for a pair that doesn't occur: then P(u) or W(y|u), and so W(y|z), is 0."""
        d, p, w, v = self.d, self.P[self.u], self.W[self.u, self.y], self.R[self.y]
        decided = d.identity if formula.op == "=" else d.obvious

        def present(some: Line) -> Line:
            nothing = is_zero(d, w, d.arithmetic(w <= 0, none, some, hints=[1 / p]))
            gone = is_zero(d, v, d.arithmetic(v <= 0, self.down, nothing))
            without = replaced(formula, w, number(0))
            line = decided(replaced(without, v, number(0)), *lines)
            return d.rewrite(nothing, d.rewrite(gone, line, without), formula)

        return split_zero(d, p, lambda zero: d.rewrite(
            zero, decided(replaced(formula, p, number(0)), *lines), formula), present)

    def floor(self, side: Line, low: Any) -> Callable[[Line, list[Line]], Line]:
        """P W e^−ε|α−1| ≤ P W (W/W_z)^(α−1), from the line 1 < α or α < 1; `low` is the power."""
        d, eps = self.d, self.d.var("eps")
        order, ratio = self.order, self.ratio
        goal = self.here * low <= self.tested

        def above(value: Line, found: list[Line]) -> Line:
            large = d.arithmetic(exp(-eps) <= ratio, self.down, *found,
                                 hints=[exp(-eps) / self.R[self.y]])
            grown = d.cite("lemma/power.increasing", large, side, *found, s=exp(-eps), t=ratio,
                           alpha=order - 1)
            return d.arithmetic(goal, value, grown, *found, hints=[self.here])

        def below(value: Line, found: list[Line]) -> Line:
            small = d.arithmetic(ratio <= exp(eps), self.up, *found, hints=[1 / self.R[self.y]])
            grown = d.cite("lemma/power.increasing", small, side, *found, s=ratio, t=exp(eps),
                           alpha=1 - order)
            return d.arithmetic(goal, value, grown, *found,
                                hints=[self.here * low * ratio ** (order - 1)])

        return above if side.formula.left == number(1) else below


    def within(self) -> Line:
        """A pair that the first law has is one of the second law: W ≤ e^ε W_z."""
        d, s, m = self.d, self.s, self.W.sort.outputs
        _, (up, _) = entry_ratios(d, d.var("z"), quotient(s, m), remainder(s, m))
        held = either(self.apart[s] > 0, self.joint[s] <= 0)

        def empty(none: Line) -> Line:
            hints = [self.P[quotient(s, m)], exp(d.var("eps"))]
            return d.follows(held, d.arithmetic(self.joint[s] <= 0, up, none, hints=hints))

        return d.forall(s, split_order(
            d, self.apart[s], 0, empty, lambda there: d.follows(held, there)))

    def concluded(
        self, value: Line, mass: Term, same: Line, side: Line, *lines: Line
    ) -> Line:
        """The claim, from 1 + D = 1 + ln Σ/(α − 1), what Σ is pair by pair, and 1 < α or α < 1."""
        d, eps, order, mean = self.d, self.d.var("eps"), self.order, self.mean
        power = exp(eps * (order - 1))
        if side.formula.left == number(1):
            power = exp(-eps * (order - 1))
        floor = self.pairwise(self.here * power <= self.tested, self.floor(side, power), side)
        some = d.arithmetic(0 < mean, floor, *self.close, hints=[power])
        equal = d.arithmetic(equals(mass, mean), same, *self.close, *lines)
        value = d.rewrite(equal, value)
        return d.arithmetic(self.goal, value, some, side, *self.close)


@derives("cuff-yu-2016/lemma-9-steps.expectation")
def expectation(d: Derivation) -> None:
    """The terms of the divergence, where the two laws have one support."""
    order, other = d.var("alpha"), d.given[0]

    def zero(equal: Line) -> Line:
        it = Ratios(d, replaced(d.goal, order, number(0)))
        value = d.cite("definition/renyi-zero", it.cells, P=it.joint, Q=it.apart)
        mass, term = value.formula.right.args[1].args[0], cases(it.here > 0, it.there, 0)
        same = it.pairwise(equals(term, it.tested), lambda _, found: d.identity(
            equals(term, it.tested), *found))
        side = d.obvious(Relation("<", number(0), number(1)))
        return d.rewrite(equal, it.concluded(value, mass, same, side), d.goal)

    def positive(above: Line) -> Line:
        it = Ratios(d, d.goal)
        value = d.cite("definition/renyi", other, it.within(), above, it.cells, P=it.joint,
                       Q=it.apart, alpha=order)
        mass = value.formula.right.args[1].args[0].args[0]
        term = cases(it.there > 0, it.here**order * it.there ** (1 - order), 0)

        def possible(_: Line, found: list[Line]) -> Line:
            there = d.arithmetic(0 < it.there, *found)
            return d.identity(equals(term, it.tested), there, *found)

        same = it.pairwise(equals(term, it.tested), possible, above)
        return by_order(
            d, order, other, lambda less: it.concluded(value, mass, same, less, above),
            lambda more: it.concluded(value, mass, same, more, above),
        )

    d.qed(split_zero(d, order, zero, positive))
