"""Sums over sequences of independent symbols: one of k + 1 symbols is one of k and a last one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.numbers import power_at_least_one
from derivations.tools import ZERO, summed
from verified.language import cases, equals, iid, quotient, remainder, total
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Symbol, Term


class Longer:
    """The laws of k + 1 independent symbols of some laws on one alphabet, by those of k.

    Args:
        d: where lines go.
        k: how many symbols the shorter sequences have.
        laws: the laws of a symbol.
    """

    def __init__(self, d: Steps, k: Term, *laws: Term) -> None:
        self.d, self.k, self.laws = d, k, laws
        self.n = n = laws[0].sort.sizes()[0]
        # All sequences, and pairs of a shorter one and a last symbol.
        self.large, self.pairs = n ** (k + 1), n**k * n
        self.s, self.t = Symbol("s", self.large), Symbol("t", self.pairs)
        self.u, self.v = Symbol("u", n**k), Symbol("v", n)
        last = d.arithmetic(
            self.large - (self.u * n + self.v) - 1 >= ZERO,
            d.obvious(n**k - self.u - 1 >= ZERO), d.obvious(n - self.v - 1 >= ZERO), hints=[n],
        )
        # There are sequences.
        self.some = power_at_least_one(d, n, k), power_at_least_one(d, n, k + 1)
        # A pair is a sequence.
        self.within = d.forall(self.u, d.forall(self.v, last))

    def parts(self, t: Any) -> list[Term]:
        """The probability of a pair under each law, as a product."""
        return [
            iid(P, self.k)[quotient(t, self.n)] * P[remainder(t, self.n)] for P in self.laws
        ]

    def split(self, term: Callable[..., Term], *lines: Line) -> Line:
        """Σ over sequences of a term in their probabilities as one over pairs; the lines show that
        the terms of both are real."""
        d, more = self.d, [iid(P, self.k + 1) for P in self.laws]

        def own(x: Any) -> Term:
            return term(*(P[x] for P in more))

        def body(x: Any) -> Term:
            return cases(x <= self.large - 1, own(x), 0)

        # Σ over n^(k+1) symbols is that over n^k · n: one symbol more is the same for both.
        x = Symbol("x", self.pairs + 1)
        wider = total(x, body(x))
        one, two = (
            d.have(equals(wider, total(y, body(y)) + body(y.of.size)), "last-term", *lines)
            for y in (self.t, self.s)
        )
        end = body(self.pairs)
        same = d.identity(equals(self.pairs, self.large))
        end = d.rewrite(same, d.identity(equals(end, end)), equals(end, body(self.large)))
        line = d.arithmetic(
            equals(total(self.s, body(self.s)), total(self.t, body(self.t))), one, two, end, *lines)
        left = d.identity(equals(total(self.s, own(self.s)), line.formula.left), *lines)
        right = d.identity(
            equals(line.formula.right, total(self.t, own(self.t))), self.within, *lines)

        def known(t: Any) -> Line:
            found = d.identity(equals(own(t), own(t)), *lines)
            values = [P[t] for P in more]
            for place, P in enumerate(self.laws):
                line = d.cite("definition/iid-more", P=P, k=self.k, s=t)
                values[place] = line.formula.right
                found = d.rewrite(line, found, equals(own(t), term(*values)))
            return found

        return d.chain(left, line, right, summed(d, self.t, known, *lines))
