"""Proofs on couplings: the maximal one has the marginals, and no other agrees more often."""

from __future__ import annotations

from typing import Any

from derivations.tools import everywhere, same, split_minimum, summed
from verified.kernel.pairs import simplified
from verified.language import TV, equals, minimum, output, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Bind, Symbol, Term, number


class Coupling:
    """The law that leaves min(P, Q) in place and draws the rest independently.

    Attributes:
        overlap: Σ min(P, Q) = 1 − TV; `apart`: 0 < TV.
        lawful: lines by which the kernel takes the table for a law.
    """

    def __init__(self, d: Derivation, table: Bind) -> None:
        self.d, self.P, self.Q = d, d.var("P"), d.var("Q")
        self.n, self.table = self.P.of.size, table
        (self.apart,) = d.given
        self.distance = TV(self.P, self.Q)
        found = d.cite("background/total-variation.overlap", P=self.P, Q=self.Q)
        self.kept = found.formula.right
        self.overlap = d.turn(equals(self.kept, found.formula.left), found)
        size = d.arithmetic(
            number(1) <= self.n * self.n, d.obvious(number(1) <= self.n), hints=[self.n]
        )
        self.lawful = [size, self.apart, self.cells(), self.whole(size)]

    def least(self, a: Any) -> Term:
        """What both laws give the symbol."""
        return minimum(self.P[a], self.Q[a])

    def cell(self, a: Any, b: Any) -> Term:
        """The table's entry of the pair (a, b)."""
        pair = a * self.n + b
        entry: Term = simplified(substitute(self.table.body, {self.table.var.name: pair}))
        return entry

    def cells(self) -> Line:
        """Every entry is at least 0."""
        d, P, Q = self.d, self.P, self.Q

        def entry(a: Any, b: Any) -> Line:
            one, two = (
                d.cite("background/absolute-value.below-both", r=P[v], s=Q[v]) for v in (a, b)
            )
            least = d.cite(
                "background/absolute-value.least-of-two",
                d.obvious(P[a] >= 0), d.obvious(Q[a] >= 0), r=P[a], s=Q[a], c=0,
            )
            return d.combined(
                0 <= self.cell(a, b), d.piece(one, 0), d.piece(two, 1), least,
                self.apart, products=[
                    ["1", [["fact", 2], ["sign", same(a, b)]]],
                    ["1", [["fact", 0], ["fact", 1], ["sign", 1 / self.distance]]],
                ],
            )

        return everywhere(d, Symbol("a", self.n), lambda a: everywhere(
            d, Symbol("b", self.n), lambda b: entry(a, b)))

    def whole(self, size: Line) -> Line:
        """The entries sum to 1: Σ min + (1 − Σ min)²/TV, and Σ min = 1 − TV."""
        return self.d.combined(
            equals(total(self.table.var, self.table.body), 1), self.overlap,
            self.apart, size, equalities=[[(self.kept - 1) / self.distance, 0]],
        )


def marginal(d: Derivation, law: Term) -> None:
    """min(P, Q) + (law − min(P, Q)) (1 − Σ min)/TV = law, for a law that is P or Q."""
    it = Coupling(d, d.goal.body.left.body.args[0])

    def symbol(a: Any) -> Line:
        step = (it.least(a) - law[a]) / it.distance
        return d.combined(
            substitute(d.goal.body, {d.goal.var.name: a}), it.overlap, *it.lawful,
            equalities=[[step, 0]],
        )

    d.qed(everywhere(d, d.goal.var, symbol))


@derives("background/maximal-coupling.first-marginal")
def first_marginal(d: Derivation) -> None:
    """What P has above the common part goes somewhere."""
    marginal(d, d.var("P"))


@derives("background/maximal-coupling.second-marginal")
def second_marginal(d: Derivation) -> None:
    """What Q has above the common part comes from somewhere."""
    marginal(d, d.var("Q"))


@derives("background/maximal-coupling.agreement")
def agreement(d: Derivation) -> None:
    """What is left of P and of Q shares no symbol."""
    whole = d.goal.left.args[1]
    it = Coupling(d, whole.body.args[0])
    P, Q = it.P, it.Q

    def cell(a: Any) -> Line:
        def chosen(_: Line, value: Line) -> Line:
            rest = (P[a] - it.least(a)) * (Q[a] - it.least(a))
            shared = value.formula.right
            zero = d.identity(equals((P[a] - shared) * (Q[a] - shared), 0))
            none = d.rewrite(value, zero, equals(rest, 0))
            return d.combined(
                equals(substitute(whole.body, {whole.var.name: a}), it.least(a)),
                none, *it.lawful, equalities=[[1 / it.distance, 0]],
            )

        return split_minimum(d, P[a], Q[a], chosen)

    rows = summed(d, Symbol("a", it.n), cell, *it.lawful)
    d.qed(d.arithmetic(d.goal, rows, it.overlap, *it.lawful))


@derives("background/maximal-coupling.any-coupling")
def any_coupling(d: Derivation) -> None:
    """P(a) W(a|a) is at most both P(a) and the output's probability of a."""
    P, W = d.var("P"), d.var("W")
    q = output(P, W)
    covers = d.cite("background/output-dominates.by-input", P=P, W=W)

    def pointwise(a: Any) -> Line:
        bound = d.cite("background/probability-bounds", P=W[a], a=a)
        return d.cite(
            "background/absolute-value.least-of-two",
            d.arithmetic(P[a] * W[a, a] <= P[a], bound, hints=[P[a]]),
            d.at(d.at(covers, a), a), r=P[a], s=q[a], c=P[a] * W[a, a],
        )

    rows = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rows, d.cite("background/total-variation.overlap", Q=q)))
