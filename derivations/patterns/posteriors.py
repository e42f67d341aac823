"""Patterns on posteriors: that they are laws, Bayes' rule, and what they leak."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import log_below, one_term, split_order
from verified.language import Symbol, equals, exp, log, output, renyi
from verified.papers.lemmas.posteriors import posterior_entry, posterior_of
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import Formula
from verified.syntax.terms import Term, number


class Posterior:
    """The law of a channel's input given an outcome, with what makes it a law.

    Args:
        lines: what shows the prior and the channel to be such.
    """

    def __init__(self, d: Steps, P: Any, W: Any, y: Any, *lines: Line) -> None:
        self.d, self.P, self.W, self.y, self.lines = d, P, W, y, lines
        self.term = posterior_of(P, W, y)
        self.value = renyi(self.term, P, float("inf"))
        self.seen: Term = output(P, W)[y]
        both = d.cite("lemma/posterior.law", *lines, P=P, W=W, y=y)
        self.law = [d.piece(both, 0), d.piece(both, 1), *lines]

    def entry(self, a: Any) -> Any:
        """The probability of a symbol, written out."""
        return posterior_entry(self.P, self.W, self.y, a)

    def bayes(self, a: Any) -> Line:
        """P(a|y) P_Y(y) = P(a) W(y|a)."""
        return self.d.at(self.d.cite(
            "lemma/posterior.bayes", *self.lines, P=self.P, W=self.W, y=self.y), a)

    def null(self, a: Any, none: Line) -> Line:
        """P(a|y) = P(a), from P_Y(y) ≤ 0."""
        return self.d.at(self.d.cite(
            "lemma/posterior.null", none, *self.lines, P=self.P, W=self.W, y=self.y), a)

    def finite(self, full: Line) -> Line:
        """ℓ ≤ −ln min P."""
        return self.d.cite(
            "lemma/posterior.finite", full, *self.lines, P=self.P, W=self.W, y=self.y)

    def real(self, full: Line) -> list[Line]:
        """What shows that ℓ is real."""
        least = self.d.cite("lemma/largest-probability.least", full, *self.lines, P=self.P)
        return [self.finite(full), least, *self.law]

    def leak(self, a: Any, full: Line) -> Line:
        """P(a|y) ≤ e^ℓ P(a)."""
        return self.d.at(self.d.cite(
            "lemma/posterior.leak", full, *self.lines, P=self.P, W=self.W, y=self.y), a)

    def leaks(self, full: Line, a: Any) -> Line:
        """For every a: P(a|y) ≤ e^ℓ P(a), of the law as a whole."""
        d, a = self.d, self.d.fix(a)
        line = self.leak(a, full)
        goal = self.term[a] <= line.formula.right  # type: ignore[attr-defined]
        return d.forall(a, d.arithmetic(goal, line, *self.real(full)))

    def cite(self, key: str, full: Line, *facts: Line, **values: Any) -> Line:
        """An instance of a lemma on laws A with A ≤ e^r P: A is the posterior, and r is ℓ."""
        d = self.d
        return d.cite(key, self.leaks(full, Symbol("a", self.P.sort.sizes()[0])), *facts,
                      *self.real(full), A=self.term, P=self.P, r=self.value, **values)

    def identity(self, formula: Formula, *lines: Line) -> Line:
        """An equality by normal forms, whether the outcome is possible or not."""
        def found(line: Line) -> Line:
            return self.d.identity(formula, line, *self.law, *lines)

        return self.split(found, found)

    def seen_at_most(
        self, a: Any, r: Any, grown: Line, full: Line, *lines: Line
    ) -> Line:
        """P(a) W(y|a) ≤ e^r P(a) P_Y(y), from a line e^ℓ ≤ e^r."""
        d, P = self.d, self.P
        real = [*self.real(full), *lines]
        goal = P[a] * self.W[a, self.y] <= exp(r) * P[a] * self.seen

        def possible(likely: Line) -> Line:
            return d.arithmetic(goal, self.leak(a, full), grown, likely, *real,
                                hints=[P[a] * self.seen, self.seen])

        def null(none: Line) -> Line:
            part = one_term(
                d, a, lambda b: P[b] * self.W[b, self.y], *self.lines, name="cell")
            return d.arithmetic(goal, part, none, d.obvious(
                0 <= exp(r) * P[a] * self.seen, *real), *real)

        return self.split(possible, null)

    def from_joint(self, r: Any, a: Any, joint: Line, least: Line, *lines: Line) -> Line:
        """ℓ ≤ r, from lines P(a) W(y|a) ≤ e^r P(a) P_Y(y) and 0 ≤ r."""
        d, P = self.d, self.P
        one = d.cite("background/exponential-increasing", least, *lines, r=0, s=r)
        goal = self.term[a] <= exp(number(r)) * P[a]

        def possible(likely: Line) -> Line:
            value = d.identity(
                equals(self.term[a], P[a] * self.W[a, self.y] / self.seen), likely, *self.law)
            return d.arithmetic(goal, value, joint, likely, *lines, *self.lines,
                                hints=[1 / self.seen])

        def null(none: Line) -> Line:
            value = d.identity(equals(self.term[a], P[a]), none, *self.law)
            return d.arithmetic(goal, value, one, *lines, *self.lines, hints=[P[a]])

        line = self.split(possible, null)
        return d.cite("lemma/largest-ratio.bound", d.forall(a, line), *self.law, *lines,
                      P=self.term, Q=P, r=r)

    def split(
        self, possible: Callable[[Line], Line], null: Callable[[Line], Line]
    ) -> Line:
        """What holds of an outcome, whether it has a positive probability or none."""
        return split_order(self.d, self.seen, 0, null, possible, *self.lines)


def log_at_most(d: Steps, part: Any, whole: Any, bound: Any, below: Line, *lines: Line) -> Line:
    """ln(part/whole) ≤ r, from part ≤ e^r whole, for part ≥ 0 and whole > 0."""
    ratio, r = part / whole, number(bound)

    def none(zero: Line) -> Line:
        gone = d.cite("background/log-zero", *lines, r=r)
        same = d.arithmetic(equals(ratio, 0), zero, *lines, hints=[1 / whole])
        return d.rewrite(same, gone, log(ratio) <= r)

    def some(above: Line) -> Line:
        positive = d.obvious(0 < ratio, above, *lines)
        less = d.arithmetic(ratio <= exp(r), below, *lines, hints=[1 / whole])
        line = log_below(d, ratio, exp(r), less, positive, *lines)
        return d.chain(line, d.identity(equals(log(exp(r)), r), *lines))

    either = d.order(part, 0, *lines)
    low = d.assume(number(part) <= 0)
    zero = d.turn(equals(part, 0), low, d.obvious(part >= 0, *lines))
    return d.cases(either, none(zero), some(d.assume(0 < part)))


