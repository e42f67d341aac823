"""Eq. (21) of Ngo et al.: the mean of e^(tL), L the log-likelihood ratio, as an integral of
hockey-stick divergences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.integrals import integrated, weighted, weighted_integral
from derivations.tools import ZERO, no_divergence, same, split_equal, split_order, split_zero, summed
from verified.language import (
    Real,
    Symbol,
    cases,
    either,
    equals,
    every,
    exp,
    likelihood_ratio,
    log,
    total,
)
from verified.language.formulas import Formula, Not, Quantified, Relation, negate
from verified.language.goals import normal
from verified.language.terms import INFINITY, Bind, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives


def by_symbols(d: Steps, P: Term, Q: Term, t: Any) -> Line:
    """∫ e^(tε) E(P‖Q) + e^(−(t+1)ε) E(Q‖P) as the sum of what the symbols add."""
    n = P.sort.sizes()[0]
    eps, a = d.fix(Real("e", ">=0")), Symbol("a", n)
    one = d.cite("definition/hockey-stick", P=P, Q=Q, eps=eps)
    two = d.cite("definition/hockey-stick", P=Q, Q=P, eps=eps)
    sides = [stick.formula.right for stick in (one, two)]  # type: ignore[attr-defined]
    whole = exp(t * eps) * sides[0] + exp(-(t + 1) * eps) * sides[1]
    line = d.identity(equals(whole, total(a, weighted(P[a], Q[a], t, eps))))
    for stick, side in zip((one, two), sides, strict=True):
        name = stick.formula.left  # type: ignore[attr-defined]
        line = d.rewrite(d.turn(equals(side, name), stick), line)
    line = integrated(d, line, eps)
    each = total(a, weighted_integral(P[a], Q[a], t))
    return d.chain(line, d.have(equals(line.formula.right, each), "integral-of-sum"))  # type: ignore


class Orders:
    """The derivation for one reading: `beyond` shows what the reading says of a symbol a with
    P(a) = 0, namely that its integral is Q(a)/(t + 1)."""

    def __init__(self, d: Derivation, beyond: Callable[[Any, Line, Line], Line]) -> None:
        self.d, self.beyond = d, beyond
        self.P, self.Q, self.t = (d.var(name) for name in ("P", "Q", "t"))
        self.n = self.P.of.size
        self.apart = by_symbols(d, self.P, self.Q, self.t)

    # --- what a symbol adds -----------------------------------------------------------------------

    def part(self, a: Any) -> Bind:
        """The integral of its excesses."""
        return weighted_integral(self.P[a], self.Q[a], self.t)

    def share(self, a: Any) -> Term:
        """What it adds to the right side: (t + 1) P − t Q + t (t + 1) ∫."""
        t = self.t
        return (t + 1) * self.P[a] - t * self.Q[a] + t * (t + 1) * self.part(a)

    def mean(self, a: Any) -> Term:
        """What it adds to the left side, where P(a) > 0."""
        return self.P[a] * exp(self.t * log(likelihood_ratio(self.P, self.Q, a)))

    def exponential(self, a: Any, outside: tuple[Line, Line], limit: Line, value: Line) -> Line:
        """e^(tL) for an infinite L, from t · ∞ = … (`limit`) and its exponential (`value`)."""
        d, t = self.d, self.t
        end = value.formula.right  # type: ignore[attr-defined]
        ratio = likelihood_ratio(self.P, self.Q, a)
        infinite = d.cite("definition/infinite-ratio", *outside, P=self.P, Q=self.Q, a=a)
        logarithm = d.piece(d.cite("definition/infinite-logarithms", r=0), 1)
        line = d.rewrite(limit, value, equals(exp(t * INFINITY), end))
        line = d.rewrite(logarithm, line, equals(exp(t * log(INFINITY)), end))
        return d.rewrite(infinite, line, equals(exp(t * log(ratio)), end))

    def inside(self, a: Any, p: Line, q: Line) -> tuple[Line, Line]:
        """∫ < ∞ and the mean's summand, where both masses are positive."""
        d, P, Q = self.d, self.P[a], self.Q[a]
        real = d.cite("background/excess-integral.converges", p, q, u=P, v=Q)
        value = d.cite("background/excess-integral.positive", p, q, u=P, v=Q)
        return real, d.arithmetic(equals(self.share(a), self.mean(a)), value, real, p, q)

    def outside(self, a: Any, p: Line, q: Line, falling: Line) -> tuple[Line, Line]:
        """The same where P(a) > 0 = Q(a) and t < 0: then e^(tL) is 0."""
        d, t, P = self.d, self.t, self.P[a]
        tail = d.cite("background/excess-integral.tail", falling, u=P, t=t)
        part = self.part(a)
        value = d.rewrite(q, tail, equals(part, tail.formula.right))  # type: ignore[attr-defined]
        real = d.cite("definition/infinity", value, falling, r=part, part=1)
        limit = d.cite("definition/infinite-multiples-below", falling, r=t)
        zero = d.piece(d.cite("definition/infinite-exponential", r=0), 1)
        none = d.turn(self.Q[a] <= 0, q)
        power = self.exponential(a, (p, none), limit, zero)
        first = d.combined(equals(self.share(a), 0), value, q, falling, equalities=[
            [t * (t + 1), 0], [-t, 1]])
        second = d.arithmetic(equals(number(0), self.mean(a)), power)
        return real, d.chain(first, second)

    # --- sums -------------------------------------------------------------------------------------

    def where_finite(self, pointwise: Callable[[Any, Line], tuple[Line, Line]], *lines: Line
                     ) -> Line:
        """The goal, where `pointwise` shows a symbol with P(a) > 0 to add the same on both sides.

        Args:
            lines: t isn't −1.
        """
        d, P, t = self.d, self.P, self.t
        a = d.fix(Symbol("a", self.n))
        present = d.assume(P[a] > 0)
        real, value = pointwise(a, present)
        means = d.summed(d.forall(a, value, P[a] > 0), self.all_real(pointwise, *lines))
        return means
