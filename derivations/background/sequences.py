"""Proofs of the facts on independent samples, by induction on their number."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import root_of_product
from derivations.patterns.sequences import Longer
from derivations.tools import (
    ZERO,
    continuous,
    everywhere,
    is_zero,
    split_order,
    split_zero,
    summed,
    unless,
)
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    KL,
    cases,
    either,
    equals,
    exp,
    hellinger,
    iid,
    log,
    pmf_table,
    quotient,
    remainder,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Formula, Relation
from verified.syntax.terms import Symbol, Term, number


def affinity(P: Term, Q: Term) -> Term:
    """Σ √(P Q)."""
    a = Symbol("a", P.sort.sizes()[0])
    return total(a, sqrt(P[a] * Q[a]))


def one_more(d: Steps, k: Term, P: Term, Q: Term) -> Line:
    """The affinity of k + 1 samples is that of k times that of one."""
    it = Longer(d, k, P, Q)
    sums = it.split(lambda p, q: sqrt(p * q))

    def apart(t: Any) -> Line:
        p, q = it.parts(t)
        (first, last), (other, end) = (part.args for part in (p, q))
        whole = sqrt((first * other) * (last * end))
        same = d.identity(equals(p * q, (first * other) * (last * end)))
        root = d.rewrite(same, d.identity(equals(sqrt(p * q), sqrt(p * q))),
                         equals(sqrt(p * q), whole))
        return d.chain(root, root_of_product(d, first * other, last * end))

    rows = summed(d, it.t, apart)
    parted = d.identity(equals(
        rows.formula.right, affinity(iid(P, k), iid(Q, k)) * affinity(P, Q)))
    values = [
        d.cite("definition/hellinger", *it.some, P=first, Q=second)
        for first, second in ((iid(P, k + 1), iid(Q, k + 1)), (iid(P, k), iid(Q, k)), (P, Q))
    ]
    whole, *parts = (1 - value.formula.left for value in values)
    line = d.arithmetic(equals(whole, rows.formula.right), sums, rows, values[0])
    line = d.chain(line, parted)
    for part, value in zip(parts, values[1:], strict=True):
        root = value.formula.right.args[1]
        line = d.rewrite(d.arithmetic(equals(root, part), value), line)
    return line


@derives("background/iid-hellinger")
def iid_hellinger(d: Derivation) -> None:
    """Σ √(P(s) Q(s)) over sequences is the product of those over their symbols."""
    base, step = d.induct("k")
    P, Q = base.var("P"), base.var("Q")
    line = one_more(base, number(0), P, Q)
    single = base.identity(equals(number(0) + 1, number(1)))
    line = base.rewrite(single, line, equals(base.goal.left, line.formula.right))
    none = base.cite("definition/hellinger", P=iid(P, 0), Q=iid(Q, 0))
    base.qed(base.arithmetic(
        base.goal, base.rewrite(base.arithmetic(equals(1 - none.formula.left, 1), none), line)))
    P, Q, k = (step.var(name) for name in "PQk")
    h = 1 - hellinger(P, Q)
    line = one_more(step, k, P, Q)
    line = step.rewrite(step.cite(HYPOTHESIS), line)

    def zero(low: Line) -> Line:
        value = step.cite("definition/hellinger")
        least = step.arithmetic(h >= 0, value, step.obvious(affinity(P, Q) >= 0))
        power = step.identity(equals(number(0) ** (k + 1), number(0) ** k * 0))
        none = step.turn(equals(h, 0), low, least)
        return step.rewrite(none, power, equals(h ** (k + 1), h**k * h))

    power = split_order(
        step, h, 0, zero, lambda some: step.identity(equals(h ** (k + 1), h**k * h), some))
    step.qed(step.chain(line, step.turn(equals(h**k * h, h ** (k + 1)), power)))


@derives("background/iid-entropy")
def iid_entropy(d: Derivation) -> None:
    """By induction: −ln(P(s) P(a)) = −ln P(s) − ln P(a), where neither is 0."""
    base, step = d.induct("k")
    value = base.cite("definition/entropy", P=iid(base.var("P"), 0))
    base.qed(base.arithmetic(base.goal, value))

    P, k = step.var("P"), step.var("k")
    it = Longer(step, k, P)
    sums = it.split(lambda p: -(p * log(p)))

    def apart(t: Any) -> Line:
        (whole,) = it.parts(t)
        p, q = whole.args

        def goal(p: Term, q: Term) -> Relation:
            return equals(-(p * q * log(p * q)), -(p * q * log(p)) - p * q * log(q))

        def positive(some: Line) -> Line:
            return split_zero(
                step, q, lambda zero: step.rewrite(
                    zero, step.identity(goal(p, ZERO), some), goal(p, q)),
                lambda own: step.identity(goal(p, q), some, own))

        return split_zero(step, p, lambda zero: step.rewrite(
            zero, step.identity(goal(ZERO, q)), goal(p, q)), positive)

    rows = summed(step, it.t, apart)
    values = [step.cite("definition/entropy", *it.some, P=law)
              for law in (iid(P, k + 1), iid(P, k), P)]
    more, shorter, single = (value.formula.right for value in values)
    parted = step.identity(equals(rows.formula.right, shorter + single))
    line = step.arithmetic(equals(more, shorter + single), sums, rows, parted)
    step.qed(step.arithmetic(step.goal, line, *values, step.cite(HYPOTHESIS)))


def cell(p: Any, q: Any) -> Term:
    """p ln p − p ln q, which may be infinite."""
    return p * log(p) - p * log(q)


class Divergence:
    """The divergence of k + 1 samples as that of pairs, of k samples and one more.

    Args:
        d: where lines go.
        k: how many samples the pairs' first parts have.
        laws: the laws of a sample.
    """

    def __init__(self, d: Steps, k: Term, *laws: Term) -> None:
        self.d, self.it = d, Longer(d, k, *laws)
        it = self.it
        self.own = [iid(law, k + 1) for law in laws]
        self.pairs = [
            pmf_table(it.pairs, lambda t, place=place: it.parts(t)[place])  # type: ignore[misc]
            for place in range(2)
        ]
        self.size = d.arithmetic(it.pairs >= 1, it.some[1])

    def covered(self, laws: list[Term], x: Any) -> Formula:
        """Q(x) > 0 or P(x) ≤ 0."""
        return either(laws[1][x] > 0, laws[0][x] <= 0)

    def moved(self, found: Line, known: list[Line], goal: Formula) -> Line:
        """A line with each of the terms on the left of others replaced by that on the right."""
        for line in known:
            found = self.d.rewrite(line, found)
        return self.d.rewrite(self.d.identity(equals(ZERO, ZERO)), found, goal)

    def level(self, over: Line, under: Line) -> Line:
        """The two divergences are equal, where sequences and pairs are covered."""
        d, it = self.d, self.it

        def finite(p: Term, q: Term) -> Term:
            return cases(q > 0, cell(p, q), 0)

        def same(laws: list[Term], fact: Line, x: Any) -> Line:
            p, q = laws[0][x], laws[1][x]
            goal = equals(cell(p, q), finite(p, q))
            some = d.assume(q > 0)
            seen = d.follows(goal, d.identity(goal, some))

            def never(zero: Line) -> Line:
                value = d.identity(equals(cell(ZERO, q), finite(ZERO, q)))
                return d.rewrite(zero, value, goal)

            none = d.assume(p <= 0)
            return d.cases(d.at(fact, x), seen, never(is_zero(d, p, none)))

        whole, other = (
            d.cite("definition/kl", size, P=laws[0], Q=laws[1])
            for laws, size in ((self.own, it.some[1]), (self.pairs, self.size))
        )
        first = summed(d, it.s, lambda s: same(self.own, over, s), over)
        middle = it.split(finite)
        last = summed(d, it.t, lambda t: same(self.pairs, under, t), under)
        parted = d.identity(equals(middle.formula.right, last.formula.right), self.size)
        last = d.turn(equals(last.formula.right, last.formula.left), last)
        line = d.chain(whole, first, middle, parted, last)
        return d.chain(line, d.turn(equals(other.formula.right, other.formula.left), other))

    def line(self) -> Line:
        """The two divergences are equal, finite or not."""
        d, it = self.d, self.it
        whole, other = KL(*self.own), KL(*self.pairs)

        def known(t: Any) -> list[Line]:
            return [
                d.chain(
                    d.cite("definition/iid-more", P=law, k=it.k, s=t),
                    d.identity(equals(part, pair[t]), self.size),
                )
                for law, part, pair in zip(it.laws, it.parts(t), self.pairs, strict=True)
            ]

        def above(finite: Line) -> Line:
            under = continuous(d, *self.pairs, other, finite, self.size)

            def pair(t: Any) -> Line:
                back = [d.turn(equals(line.formula.right, line.formula.left), line)
                        for line in known(t)]
                found = d.at(under, t, self.size)
                for line in back:
                    found = d.rewrite(line, found)
                return found

            over = everywhere(d, it.t, pair)
            over = everywhere(d, it.s, lambda s: d.at(over, s))
            return d.turn(whole <= other, self.level(over, under))

        def below(finite: Line) -> Line:
            over = continuous(d, *self.own, whole, finite, it.some[1])

            def pair(t: Any) -> Line:
                found = d.at(over, t, it.some[1])
                for line in known(t):
                    found = d.rewrite(line, found)
                return found

            under = everywhere(d, it.t, pair)
            return d.turn(other <= whole, self.level(over, under))

        return d.turn(
            equals(whole, other), unless(d, whole, other, above, self.size, it.some[1]),
            unless(d, other, whole, below, self.size, it.some[1]),
        )


@derives("background/iid-divergence")
def iid_divergence(d: Derivation) -> None:
    """By induction: one sample more adds its divergence, as what is independent does."""
    base, step = d.induct("k")
    P, Q = base.var("P"), base.var("Q")
    none = base.cite("definition/kl", P=iid(P, 0), Q=iid(Q, 0))
    scaled = base.cite("background/kl-scaled", P=P, Q=Q, t=0)
    base.qed(base.arithmetic(base.goal, none, scaled))

    P, Q, k = (step.var(name) for name in "PQk")
    it = Divergence(step, k, P, Q)
    line = step.chain(it.line(), step.cite(
        "background/kl-chain.product", it.it.some[0], P=iid(P, k), Q=iid(Q, k), R=P, S=Q))
    one = KL(P, Q)
    parts, whole = k * one + one, (k + 1) * one
    some = step.obvious(k + 1 > 0)

    def same(low: Line) -> Line:
        return step.identity(equals(parts, whole), low, some)

    equal = step.turn(
        equals(parts, whole),
        unless(step, parts, whole, lambda low: step.turn(parts <= whole, same(low))),
        unless(step, whole, parts, lambda low: step.turn(whole <= parts, same(low))),
    )
    step.qed(step.chain(step.rewrite(step.cite(HYPOTHESIS), line), equal))


@derives("background/iid-close")
def iid_close(d: Derivation) -> None:
    """By induction: P(s) P(a) ≤ e^(kε) Q(s) e^ε Q(a)."""
    base, step = d.induct("k")
    P, Q, eps = (base.var(name) for name in ("P", "Q", "eps"))
    s = base.fix(Symbol("s", P.of.size ** number(0)))
    # There is one sequence of no symbols.
    low, high = base.obvious(s >= 0), base.obvious(number(1) - s - 1 >= 0)
    only = base.turn(equals(s, 0), base.arithmetic(s <= ZERO, high), low)
    sure = [
        base.rewrite(only, base.identity(equals(iid(law, 0)[0], 1)), equals(iid(law, 0)[s], 1))
        for law in (P, Q)
    ]
    base.qed(base.forall(s, base.arithmetic(
        iid(P, 0)[s] <= exp(number(0) * eps) * iid(Q, 0)[s], *sure)))

    P, Q, eps, k = (step.var(name) for name in ("P", "Q", "eps", "k"))
    (given,) = step.given
    it = Longer(step, k, P, Q)
    shorter = step.cite(HYPOTHESIS, given)
    t = step.fix(it.t)
    front, last = quotient(t, it.n), remainder(t, it.n)
    low, high = step.at(shorter, front), step.at(given, last)
    known = [step.cite("definition/iid-more", P=law, k=k, s=t) for law in (P, Q)]
    line = step.arithmetic(
        known[0].formula.right <= exp((k + 1) * eps) * known[1].formula.right, low, high,
        hints=[P[last], exp(k * eps) * iid(Q, k)[front]])
    for value in known:
        back = step.turn(equals(value.formula.right, value.formula.left), value)
        line = step.rewrite(back, line)
    pairs = step.forall(it.t, line)
    step.qed(everywhere(step, it.s, lambda s: step.at(pairs, s)))
