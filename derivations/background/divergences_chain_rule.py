"""Proofs of the chain rule of the divergence, infinite values included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import (
    ZERO,
    absurd,
    continuous,
    everywhere,
    finite_at,
    positive_from,
    split_zero,
    summed,
    unless,
)
from verified.language import KL, either, equals, log, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Symbol, Term, number


class Pairs:
    """Two laws on pairs, P(a) W(b|a) and Q(a) V(b|a), and the parts of their divergence.

    Args:
        laws: the laws P and Q, and the laws on pairs.
        rows: for a symbol a the laws W(a) and V(a).
    """

    def __init__(
        self, d: Steps, laws: tuple[Term, Term], joint: tuple[Term, Term],
        rows: Callable[[Any], tuple[Term, Term]],
    ) -> None:
        self.d, (self.P, self.Q), self.joint, self.rows = d, laws, joint, rows
        self.n = self.P.sort.sizes()[0]
        self.m = rows(ZERO)[0].sort.sizes()[0]
        self.a, self.b = Symbol("a", self.n), Symbol("b", self.m)
        size = d.arithmetic(
            number(1) <= self.n * self.m, d.obvious(number(1) <= self.n),
            d.obvious(number(1) <= self.m), hints=[self.m],
        )
        self.size = size

    def over_pairs(self, proof: Callable[[Any, Any], Line]) -> Line:
        """For every pair."""
        return everywhere(self.d, self.a, lambda a: everywhere(
            self.d, self.b, lambda b: proof(a, b)))

    def continuity(self, first: Line, second: Line) -> tuple[Line, Line, Line]:
        """Absolute continuity of the pairs as well, from that of P and of the rows.

        Args:
            first: for every a: Q(a) > 0 or P(a) ≤ 0.
            second: for every a and b: V(b|a) > 0 or P(a) W(b|a) ≤ 0.
        """
        d, P, Q = self.d, self.P, self.Q

        def pair(a: Any, b: Any) -> Line:
            W, V = self.rows(a)
            goal = either(Q[a] * V[b] > 0, P[a] * W[b] <= 0)
            outer, inner = d.at(first, a), d.at(d.at(second, a), b)
            seen = d.assume(Q[a] > 0)
            some = d.assume(V[b] > 0)
            none = d.assume(P[a] <= 0)
            return d.cases(
                outer,
                d.cases(
                    inner, d.follows(goal, d.obvious(Q[a] * V[b] > 0, seen, some)),
                    d.follows(goal, d.assume(P[a] * W[b] <= 0)),
                ),
                d.follows(goal, d.arithmetic(P[a] * W[b] <= 0, none, hints=[W[b]])),
            )

        return first, second, self.over_pairs(pair)

    def parts(self, first: Line, second: Line, third: Line) -> Line:
        """D = Σ_a (P ln P − P ln Q) + Σ_a Σ_b (P W ln W − P W ln V), all of it real."""
        d, P, Q, a, b = self.d, self.P, self.Q, self.a, self.b
        facts = first, second, third

        def cell(p: Any, q: Any, w: Any, v: Any) -> Term:
            return p * w * log(p * w) - p * w * log(q * v)

        def split(p: Any, q: Any, w: Any, v: Any) -> Term:
            return p * w * log(p) - p * w * log(q) + p * w * log(w) - p * w * log(v)

        def pointwise(a: Any, b: Any) -> Line:
            W, V = self.rows(a)
            p, q, w, v = P[a], Q[a], W[b], V[b]
            outer, inner = d.at(first, a), d.at(d.at(second, a), b)

            def goal(p: Any, w: Any) -> Relation:
                return equals(cell(p, q, w, v), split(p, q, w, v))

            def positive(some: Line) -> Line:
                source = positive_from_either(d, outer, some)

                def seen(own: Line) -> Line:
                    mass = d.obvious(p * w > 0, some, own)
                    target = positive_from_either(d, inner, mass)
                    return d.identity(goal(p, w), some, source, own, target)

                return split_zero(d, w, lambda zero: d.rewrite(
                    zero, d.identity(goal(p, ZERO), some, source), goal(p, w)
                ), seen)

            return split_zero(d, p, lambda zero: d.rewrite(
                zero, d.identity(goal(ZERO, w)), goal(p, w)
            ), positive)

        kl = d.cite("definition/kl", self.size, P=self.joint[0], Q=self.joint[1])
        W, V = self.rows(a)
        whole = total(a, total(b, cell(P[a], Q[a], W[b], V[b])))
        opened = d.identity(equals(kl.formula.right, whole), *facts)
        rows = summed(d, a, lambda a: summed(d, b, lambda b: pointwise(a, b), *facts), *facts)
        apart = total(a, P[a] * log(P[a]) - P[a] * log(Q[a])) + self.inside()
        return d.chain(kl, opened, rows, d.identity(equals(rows.formula.right, apart), *facts))

    def inside(self) -> Term:
        """Σ_a Σ_b (P W ln W − P W ln V)."""
        a, b, P = self.a, self.b, self.P
        W, V = self.rows(a)
        return total(a, total(b, P[a] * W[b] * log(W[b]) - P[a] * W[b] * log(V[b])))

    def continuity_below(self, finite: Line) -> tuple[Line, Line, Line]:
        """The same facts, from D < r, D being the divergence of the laws on pairs."""
        d, P, Q = self.d, self.P, self.Q
        J, K = self.joint
        whole = continuous(d, J, K, finite.formula.left, finite, self.size)

        def pair(a: Any, b: Any) -> Line:
            W, V = self.rows(a)
            symbol = a * self.m + b
            found = d.at(whole, symbol, self.size)
            for law, value in ((K, Q[a] * V[b]), (J, P[a] * W[b])):
                found = d.rewrite(d.identity(equals(law[symbol], value), self.size), found)
            return found

        third = self.over_pairs(pair)

        def outer(a: Any) -> Line:
            W, V = self.rows(a)
            goal = either(Q[a] > 0, P[a] <= 0)

            def never(zero: Line) -> Line:
                def nothing(b: Any) -> Line:
                    seen, none = d.at(d.at(third, a), b).theorem.conclusion.parts
                    wrong = absurd(d, P[a] * W[b] <= 0, d.assume(seen), zero, hints=[V[b]])
                    return d.cases(d.at(d.at(third, a), b), wrong, d.assume(none))

                rows = summed(d, self.b, nothing)
                return d.follows(goal, d.arithmetic(P[a] <= 0, rows))

            return split_zero(d, Q[a], never, lambda seen: d.follows(goal, seen))

        def inner(a: Any, b: Any) -> Line:
            W, V = self.rows(a)
            goal = either(V[b] > 0, P[a] * W[b] <= 0)
            seen, none = d.at(d.at(third, a), b).theorem.conclusion.parts
            some = positive_from(d, V[b], d.assume(seen), hints=[Q[a]])
            return d.cases(
                d.at(d.at(third, a), b), d.follows(goal, some), d.follows(goal, d.assume(none))
            )

        return everywhere(d, self.a, outer), self.over_pairs(inner), third

    def proof(self, rest: Term, first: Callable[[Line], Line], second: Callable[[Line], Line],
              inside: Callable[..., Line]) -> Line:
        """The chain rule: D(pairs) = D(P‖Q) + rest.

        Args:
            first, second: the facts of `continuity`, from a line D(P‖Q) + rest < r.
            inside: rest = `inside()`, given the facts.
        """
        d = self.d
        whole, outer = KL(*self.joint), KL(self.P, self.Q)

        def level(facts: tuple[Line, Line, Line]) -> Line:
            parts = self.parts(*facts)
            kl = d.cite("definition/kl", P=self.P, Q=self.Q)
            line = d.arithmetic(
                equals(whole, outer + self.inside()), parts, kl, *facts, self.size
            )
            return d.rewrite(inside(*facts), line, equals(whole, outer + rest))

        def above(finite: Line) -> Line:
            line = level(self.continuity(first(finite), second(finite)))
            return d.turn(whole <= outer + rest, line)

        def under(finite: Line) -> Line:
            line = level(self.continuity_below(finite))
            return d.turn(outer + rest <= whole, line)

        return d.turn(
            equals(whole, outer + rest), unless(d, whole, outer + rest, above, self.size),
            unless(d, outer + rest, whole, under, self.size),
        )


def positive_from_either(d: Steps, fact: Line, line: Line) -> Line:
    """0 < q, from a line "0 < q or p ≤ 0" and a line 0 < p."""
    seen, none = fact.theorem.conclusion.parts
    return d.cases(fact, d.assume(seen), absurd(d, seen, line, d.assume(none)))


@derives("background/kl-chain.pair")
def pair(d: Derivation) -> None:
    """Where either side is finite, a sum of P(a) W(b|a) times logarithms of ratios, split."""
    P, Q, W, V = (d.var(name) for name in ("P", "Q", "W", "V"))
    pairs = Pairs(d, (P, Q), d.goal.left.args, lambda a: (W[a], V[a]))
    mean = d.goal.right.args[1]

    def inside(*facts: Line) -> Line:
        return summed(d, pairs.a, lambda a: d.cite(
            "background/kl-scaled", P=W[a], Q=V[a], values={"t": P[a]}
        ), *facts)

    def first(finite: Line) -> Line:
        return continuous(d, P, Q, KL(P, Q), finite)

    def second(finite: Line) -> Line:
        finite = d.rewrite(inside(), finite)
        less = d.piece(d.cite("definition/infinity", finite, r=pairs.inside()), 1)

        def row(a: Any) -> Line:
            scaled = d.cite("background/kl-scaled", P=W[a], Q=V[a], values={"t": P[a]})
            part = d.chain(scaled, finite_at(d, less, a))

            def never(zero: Line) -> Line:
                return everywhere(d, pairs.b, lambda b: d.follows(
                    either(V[a, b] > 0, P[a] * W[a, b] <= 0),
                    d.arithmetic(P[a] * W[a, b] <= 0, zero, hints=[W[a, b]]),
                ))

            def ever(some: Line) -> Line:
                near = continuous(d, W[a], V[a], KL(W[a], V[a]), part, some)

                def cell(b: Any) -> Line:
                    goal = either(V[a, b] > 0, P[a] * W[a, b] <= 0)
                    seen, none = d.at(near, b).theorem.conclusion.parts
                    zero = d.arithmetic(P[a] * W[a, b] <= 0, d.assume(none), hints=[P[a]])
                    return d.cases(
                        d.at(near, b), d.follows(goal, d.assume(seen)), d.follows(goal, zero)
                    )

                return everywhere(d, pairs.b, cell)

            return split_zero(d, P[a], never, ever)

        return everywhere(d, pairs.a, row)

    d.qed(pairs.proof(mean, first, second, inside))


@derives("background/kl-chain.product")
def product(d: Derivation) -> None:
    """All rows are one law."""
    P, Q, R, S = (d.var(name) for name in ("P", "Q", "R", "S"))
    pairs = Pairs(d, (P, Q), d.goal.left.args, lambda a: (R, S))
    other = KL(R, S)

    def first(finite: Line) -> Line:
        return continuous(d, P, Q, KL(P, Q), finite)

    def second(finite: Line) -> Line:
        near = continuous(d, R, S, other, finite)

        def cell(a: Any, b: Any) -> Line:
            goal = either(S[b] > 0, P[a] * R[b] <= 0)
            seen, none = d.at(near, b).theorem.conclusion.parts
            zero = d.arithmetic(P[a] * R[b] <= 0, d.assume(none), hints=[P[a]])
            return d.cases(d.at(near, b), d.follows(goal, d.assume(seen)), d.follows(goal, zero))

        return pairs.over_pairs(cell)

    def inside(*facts: Line) -> Line:
        """Some P(a) > 0, so what holds of P(a) R(b) holds of R(b)."""
        kl = d.cite("definition/kl", P=R, Q=S)

        def row(b: Any) -> Line:
            goal = either(S[b] > 0, R[b] <= 0)

            def never(zero: Line) -> Line:
                def cell(a: Any) -> Line:
                    fact = d.at(d.at(facts[1], a), b)
                    seen, none = fact.theorem.conclusion.parts
                    wrong = absurd(d, P[a] * R[b] <= 0, d.assume(seen), zero)
                    return d.cases(fact, wrong, d.assume(none))

                return d.follows(goal, d.arithmetic(R[b] <= 0, summed(d, pairs.a, cell)))

            return split_zero(d, S[b], never, lambda seen: d.follows(goal, seen))

        near = everywhere(d, pairs.b, row)
        return d.chain(kl, d.identity(equals(kl.formula.right, pairs.inside()), near, *facts))

    d.qed(pairs.proof(other, first, second, inside))
