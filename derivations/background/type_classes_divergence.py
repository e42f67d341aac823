"""Proofs of the facts on types and divergences: how likely a type is, by its empirical law."""

from __future__ import annotations

from typing import Any

from derivations.patterns.type_classes import holds, only_type
from derivations.tools import (
    ZERO,
    continuous,
    everywhere,
    is_zero,
    no_divergence,
    one_term,
    split_equal,
    split_order,
    split_zero,
    summed,
    turned,
    unless,
)
from verified.language import (
    KL,
    cases,
    either,
    equals,
    exp,
    log,
    negation,
    occurrences,
    type_law,
    types,
)
from verified.papers.background.type_classes import (
    empirical,
    log_ratio,
    missing,
    weighed,
    weight,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


def cell(p: Any, q: Any) -> Term:
    """p ln p − p ln q."""
    return p * log(p) - p * log(q)


@derives("background/type-absent")
def type_absent(d: Derivation) -> None:
    """In the mean it occurs k P(a) = 0 times."""
    likely, never = d.given
    P, k, t, a = (d.var(name) for name in ("P", "k", "t", "a"))
    n = P.of.size
    mean = d.cite("background/type-mean")
    zero = is_zero(d, P[a], never)
    own = type_law(P, k)[t] * occurrences(n, k, t, a)
    part = one_term(d, t, lambda t: type_law(P, k)[t] * occurrences(n, k, t, a), name="u")
    product = d.arithmetic(own <= ZERO, part, mean, zero, hints=[k])
    small = d.combined(occurrences(n, k, t, a) <= ZERO, product, likely, products=[
        ["1", [["fact", 0], ["sign", 1 / type_law(P, k)[t]]]]])
    d.qed(is_zero(d, occurrences(n, k, t, a), small))


@derives("background/type-probability")
def type_probability(d: Derivation) -> None:
    """Each symbol of the type is N(a|t)/(k P(a)) times as likely by the empirical law."""
    (likely,) = d.given
    P, k, t = (d.var(name) for name in "Pkt")
    n = P.of.size
    a, c = Symbol("a", n), Symbol("c", n)
    own = empirical(n, k, t)
    size = d.cite("definition/type-size", m=n, k=k, u=t)

    def times(a: Any) -> Term:
        return occurrences(n, k, t, a)

    def covered(a: Any, share: Any) -> Line:
        """P(a) > 0, or the symbol doesn't occur."""
        goal = either(P[a] > 0, share(a) <= ZERO)

        def never(low: Line) -> Line:
            none = d.cite("background/type-absent", likely, low, P=P, k=k, t=t, a=a)
            return d.follows(goal, d.arithmetic(share(a) <= ZERO, none, size, hints=[1 / k]))

        return split_order(d, P[a], 0, never, lambda high: d.follows(goal, high))

    given = everywhere(d, a, lambda a: covered(a, lambda a: own[a]))
    real = everywhere(d, a, lambda a: covered(a, times))
    line: Any = d.cite("background/type-ratio", given, size, P=P, Q=own, k=k, t=t)
    h, r = log_ratio(own, P), missing(own)

    def unmarked(c: Any) -> Line:
        """N(c) r(c) = 0."""
        def none(low: Line) -> Line:
            line = d.identity(equals(0 * r(c), 0), size)
            return d.rewrite(is_zero(d, times(c), low), line, equals(times(c) * r(c), 0))

        def some(high: Line) -> Line:
            above = d.arithmetic(own[c] > 0, high, size, hints=[1 / k])
            return d.identity(equals(times(c) * r(c), 0), above, size)

        return split_order(d, times(c), 0, none, some)

    def logarithm(c: Any) -> Line:
        """N(c) h(c) = k (Q(c) ln Q(c) − Q(c) ln P(c)) of the empirical law Q."""
        goal = equals(times(c) * h(c), k * cell(own[c], P[c]))

        def none(low: Line) -> Line:
            zero = is_zero(d, times(c), low)
            empty = d.arithmetic(equals(own[c], 0), zero, size, hints=[1 / k])
            line = d.identity(equals(0 * h(c), k * cell(ZERO, P[c])), size)
            line = d.rewrite(empty, line, equals(0 * h(c), k * cell(own[c], P[c])))
            return d.rewrite(zero, line, goal)

        def some(high: Line) -> Line:
            above = d.arithmetic(own[c] > 0, high, size, hints=[1 / k])
            there = d.follows(P[c] > 0, d.at(given, c), d.turn(negation(own[c] <= 0), above))
            return d.identity(goal, above, high, there, size)

        return split_order(d, times(c), 0, none, some)

    marks: Any = summed(d, c, unmarked)
    marks = d.chain(marks, d.identity(equals(marks.formula.right, 0)))
    logs: Any = summed(d, c, logarithm, real, size)
    unfolded: Any = d.cite("definition/kl", size, P=own, Q=P)
    whole = weight(n, k, t, h, r)
    found = d.identity(equals(whole, whole), size)
    found = d.rewrite(marks, found, equals(whole, cases(equals(ZERO, 0), exp(
        weighed(n, k, t, h)), 0)))
    found = d.chain(found, d.identity(equals(found.formula.right, exp(weighed(n, k, t, h))), size))
    divergence = d.arithmetic(equals(logs.formula.left, k * KL(own, P)), logs, unfolded, real, size,
                              hints=[k])
    found = d.rewrite(divergence, found, equals(whole, exp(k * KL(own, P))))
    d.qed(d.rewrite(found, line))


class Types:
    """The divergence of the types of k samples of two laws.

    Args:
        d: where lines go.
        k: how many samples, one or more.
        P: the first law, Q: the second.
    """

    def __init__(self, d: Steps, k: Term, P: Term, Q: Term) -> None:
        self.d, self.k, self.P, self.Q = d, k, P, Q
        self.n = P.sort.sizes()[0]
        self.t, self.a = Symbol("t", types(self.n, k)), Symbol("a", self.n)
        self.first, self.second = type_law(P, k), type_law(Q, k)
        self.h, self.r = log_ratio(P, Q), missing(P)

    def score(self, t: Any) -> Term:
        """ln of the likelihood ratio of a type that may be."""
        return weighed(self.n, self.k, t, self.h)

    def ratio(self, covered: Line, t: Any) -> Line:
        """P(t) = Q(t) weight(t)."""
        return self.d.cite("background/type-ratio", covered, P=self.Q, Q=self.P, k=self.k, t=t)

    def dominated(self, covered: Line, t: Any) -> Line:
        """Q(t) > 0 or P(t) ≤ 0."""
        d, p, q = self.d, self.first[t], self.second[t]
        goal = either(q > 0, p <= 0)
        line: Any = self.ratio(covered, t)
        whole = weight(self.n, self.k, t, self.h, self.r)

        def never(low: Line) -> Line:
            zero = is_zero(d, q, low)
            none = d.identity(equals(0 * whole, 0))
            none = d.rewrite(zero, none, equals(q * whole, 0))
            return d.follows(goal, d.turn(p <= 0, d.chain(line, none)))

        return split_order(d, q, 0, never, lambda high: d.follows(goal, high))

    def scored(self, covered: Line, t: Any) -> Line:
        """P(t) ln P(t) − P(t) ln Q(t) = P(t) score(t)."""
        d, p, q = self.d, self.first[t], self.second[t]
        goal = equals(cell(p, q), p * self.score(t))
        line: Any = self.ratio(covered, t)
        marks = weighed(self.n, self.k, t, self.r)

        def nothing(zero: Line) -> Line:
            empty = d.identity(equals(cell(ZERO, q), 0 * self.score(t)))
            return d.rewrite(zero, empty, goal)

        def positive(some: Line) -> Line:
            def unmarked(held: Line) -> Line:
                part = q * cases(equals(ZERO, 0), exp(self.score(t)), 0)
                same = d.rewrite(held, d.identity(equals(line.formula.right, line.formula.right)),
                                 equals(line.formula.right, part))
                value = d.chain(line, same, d.identity(equals(part, q * exp(self.score(t)))))
                above = self.second_positive(some, covered, t)
                told = d.identity(equals(
                    cell(q * exp(self.score(t)), q), q * exp(self.score(t)) * self.score(t)), above)
                return d.rewrite(value, told, goal)

            def marked(held: Line) -> Line:
                above = d.obvious(marks >= ZERO)
                more = d.follows(marks > 0, held, d.order(marks, 0), d.implied(
                    marks <= 0, d.turn(equals(marks, 0), above, d.assume(marks <= ZERO))))
                none = d.chain(line, d.identity(equals(line.formula.right, 0), more))
                return d.follows(goal, d.contradiction(some, none))

            def known(held: Line, value: Line) -> Line:
                return unmarked(held) if holds(value) else marked(held)

            return split_equal(d, marks, 0, known)

        return split_zero(d, p, nothing, positive)

    def second_positive(self, some: Line, covered: Line, t: Any) -> Line:
        """Q(t) > 0, from P(t) > 0."""
        d = self.d
        p, q = self.first[t], self.second[t]
        return d.follows(q > 0, self.dominated(covered, t), d.turn(negation(p <= 0), some))

    def level(self, covered: Line) -> Line:
        """The divergence of types is k times that of samples, where P(a) = 0 if Q(a) is."""
        d, P, Q, k, t, a = self.d, self.P, self.Q, self.k, self.t, self.a
        over = everywhere(d, t, lambda t: self.dominated(covered, t))
        whole: Any = d.cite("definition/kl", P=self.first, Q=self.second)
        rows: Any = summed(d, t, lambda t: self.scored(covered, t), over)

        def mean(a: Any) -> Line:
            line: Any = d.cite("background/type-mean", P=P, k=k, a=a)
            one = d.arithmetic(
                equals(self.h(a) * line.formula.left, self.h(a) * line.formula.right), line,
                hints=[self.h(a)])
            goal = equals(self.h(a) * (k * P[a]), k * cell(P[a], Q[a]))

            def none(zero: Line) -> Line:
                other = cases(Q[a] > 0, log(Q[a]), 0)
                line = d.identity(equals(
                    (cases(ZERO > 0, log(ZERO), 0) - other) * (k * ZERO), k * cell(ZERO, Q[a])))
                return d.rewrite(zero, line, goal)

            def some(high: Line) -> Line:
                there = d.follows(Q[a] > 0, d.at(covered, a), d.turn(negation(P[a] <= 0), high))
                return d.identity(goal, high, there)

            return d.chain(one, split_zero(d, P[a], none, some))

        means: Any = summed(d, a, mean, covered)
        middle = d.identity(equals(rows.formula.right, means.formula.left))
        single: Any = d.cite("definition/kl", P=P, Q=Q)
        last = d.arithmetic(equals(means.formula.right, k * KL(P, Q)), single, covered, hints=[k])
        return d.chain(whole, rows, middle, means, last)

    def below(self, over: Line, a: Any) -> Line:
        """Q(a) > 0 or P(a) ≤ 0, from the same of all types."""
        d, P, Q, k, n, t = self.d, self.P, self.Q, self.k, self.n, self.t
        goal = either(Q[a] > 0, P[a] <= 0)

        def times(t: Any) -> Term:
            return occurrences(n, k, t, a)

        def never(low: Line) -> Line:
            mean = d.cite("background/type-mean", P=Q, k=k, a=a)
            zero = is_zero(d, Q[a], low)

            def absent(t: Any) -> Line:
                own = self.second[t] * times(t)
                part = one_term(d, t, lambda t: self.second[t] * times(t), name="u")
                none = d.arithmetic(own <= ZERO, part, mean, zero, hints=[k])
                wanted = self.first[t] * times(t) <= ZERO

                def unlikely(small: Line) -> Line:
                    return d.arithmetic(wanted, small, hints=[times(t)])

                def likely(some: Line) -> Line:
                    small = d.combined(times(t) <= ZERO, none, some, products=[
                        ["1", [["fact", 0], ["sign", 1 / self.second[t]]]]])
                    return d.arithmetic(wanted, small, hints=[self.first[t]])

                return d.cases(
                    d.at(over, t), likely(d.assume(self.second[t] > 0)),
                    unlikely(d.assume(self.first[t] <= 0)))

            rows: Any = summed(d, t, absent)
            own = d.cite("background/type-mean", P=P, k=k, a=a)
            small = d.arithmetic(k * P[a] <= ZERO, rows, own)
            least = d.combined(
                P[a] <= ZERO, small, products=[["1", [["fact", 0], ["sign", 1 / k]]]])
            return d.follows(goal, least)

        return split_order(d, Q[a], 0, never, lambda high: d.follows(goal, high))


@derives("background/type-divergence")
def type_divergence(d: Derivation) -> None:
    """The ratio of two laws of the type depends on the type alone, and its logarithm is linear. Of
    no samples there is one type."""
    base, step = d.induct("k")
    P, Q = base.var("P"), base.var("Q")
    first, second = type_law(P, 0), type_law(Q, 0)

    def same(u: Any) -> Line:
        line = base.identity(equals(cell(number(1), number(1)), 0))
        line = base.rewrite(only_type(base, P, u), line, equals(cell(first[u], number(1)), 0))
        return base.rewrite(only_type(base, Q, u), line, equals(cell(first[u], second[u]), 0))

    unfolded: Any = base.cite("definition/kl", P=first, Q=second)
    rows: Any = summed(base, Symbol("u", types(P.of.size, 0)), same)
    none = base.chain(unfolded, rows, base.identity(equals(rows.formula.right, 0)))
    base.qed(base.chain(none, turned(base, no_divergence(base, P, Q))))

    P, Q, k = (step.var(name) for name in "PQk")
    k = k + 1
    it = Types(step, k, P, Q)
    whole, single = KL(it.first, it.second), KL(P, Q)

    def above(finite: Line) -> Line:
        covered = continuous(step, P, Q, single, finite, step.obvious(k > 0))
        return step.turn(whole <= k * single, it.level(covered))

    def below(finite: Line) -> Line:
        over = continuous(step, it.first, it.second, whole, finite)
        covered = everywhere(step, it.a, lambda a: it.below(over, a))
        return step.turn(k * single <= whole, it.level(covered))

    step.qed(step.turn(
        equals(whole, k * single), unless(step, whole, k * single, above),
        unless(step, k * single, whole, below)))
