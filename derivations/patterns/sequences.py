"""Sums over sequences of independent symbols: one of k + 1 symbols is one of k and a last one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.numbers import power_at_least_one
from derivations.tools import ZERO, summed
from verified.language import cases, equals, iid, quotient, remainder, total
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Symbol, Term, Var


def resized(
    d: Steps, s: Any, t: Any, own: Callable[[Any], Term], within: Line, *lines: Line
) -> Line:
    """Σ over s is that over t, where there are as many; the lines show that the terms are real.

    Args:
        within: shows that each t, or what it is made of, is one of the symbols of s.
    """
    large, small = s.of.size, t.of.size

    def body(x: Any) -> Term:
        return cases(x <= large - 1, own(x), 0)

    # One symbol more is the same for both.
    x = Symbol("x", small + 1)
    wider = total(x, body(x))
    one, two = (
        d.have(equals(wider, total(y, body(y)) + body(y.of.size)), "last-term", *lines)
        for y in (t, s)
    )
    # What is replaced is no part of the other.
    one_size, other = (large, small) if isinstance(small, Var) else (small, large)
    end = body(one_size)
    same = d.identity(equals(one_size, other))
    end = d.rewrite(same, d.identity(equals(end, end)), equals(body(small), body(large)))
    line = d.arithmetic(equals(total(s, body(s)), total(t, body(t))), one, two, end, *lines)
    left = d.identity(equals(total(s, own(s)), line.formula.left), *lines)
    right = d.identity(equals(line.formula.right, total(t, own(t))), within, *lines)
    return d.chain(left, line, right)


class Pairs:
    """Sequences of k + 1 symbols, and pairs of a sequence of k and a last symbol.

    Args:
        d: where lines go.
        k: how many symbols the shorter sequences have.
        n: how many symbols there are.
    """

    def __init__(self, d: Steps, k: Term, n: Any) -> None:
        self.d, self.k, self.n = d, k, n
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

    def as_pairs(self, own: Callable[[Any], Term], *lines: Line) -> Line:
        """Σ over sequences of a term as one over pairs; the lines show that the terms are real."""
        return resized(self.d, self.s, self.t, own, self.within, *lines)


class Longer(Pairs):
    """The laws of k + 1 independent symbols of some laws on one alphabet, by those of k."""

    def __init__(self, d: Steps, k: Term, *laws: Term) -> None:
        self.laws = laws
        super().__init__(d, k, laws[0].sort.sizes()[0])

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

        line = self.as_pairs(own, *lines)

        def known(t: Any) -> Line:
            found = d.identity(equals(own(t), own(t)), *lines)
            values = [P[t] for P in more]
            for place, P in enumerate(self.laws):
                value = d.cite("definition/iid-more", P=P, k=self.k, s=t)
                values[place] = value.formula.right
                found = d.rewrite(value, found, equals(own(t), term(*values)))
            return found

        return d.chain(line, summed(d, self.t, known, *lines))
