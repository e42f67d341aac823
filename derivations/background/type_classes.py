"""Proofs of the facts on types, by induction on the number of symbols or of samples."""

from __future__ import annotations

from typing import Any

from derivations.patterns.type_classes import (
    empty_weight,
    more_weight,
    never,
    no_weight,
    one_more,
    only_type,
    tilted,
)
from derivations.tools import everywhere, is_zero, split_order, summed, turned
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    cases,
    channel_of,
    equals,
    exp,
    negation,
    occurrences,
    quotient,
    remainder,
    total,
    type_law,
    types,
)
from verified.papers.background.type_classes import (
    component_of,
    counted,
    factor,
    follows,
    log_ratio,
    member_of,
    missing,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("background/types-bound")
def types_bound(d: Derivation) -> None:
    """Of m + 1 symbols the last occurs 0 to k times, and the others have a type."""
    base, step = d.induct("m")
    k, j = base.var("k"), base.var("j")
    single = base.cite("definition/types-one", k=j)
    power = base.identity(equals((k + 1) ** number(1), k + 1))
    base.qed(base.arithmetic(base.goal, single, power))

    m, k, j = (step.var(name) for name in "mkj")
    more = step.cite("definition/types-more", m=m, k=j)
    small = step.obvious(k - j >= 0)

    def each(i: Any) -> Line:
        below = step.arithmetic(k + 1 - i - 1 >= 0, step.obvious(j - i >= 0), small)
        return step.cite(HYPOTHESIS, below, k=k, j=i)

    rows: Any = summed(step, Symbol("i", j + 1), each)
    most = (k + 1) ** m
    whole = step.identity(equals(rows.formula.right, (j + 1) * most))
    last = step.arithmetic((j + 1) * most <= (k + 1) ** (m + 1), small, hints=[most])
    step.qed(step.chain(more, rows, whole, last))


@derives("background/type-law-more")
def type_law_more(d: Derivation) -> None:
    """The reports of users who all have the one input of a channel with one row."""
    P, k, t = (d.var(name) for name in ("P", "k", "t"))
    n = P.of.size
    u, b = Symbol("u", types(n, k)), Symbol("b", n)
    line: Any = d.cite("definition/shuffled-more", W=channel_of(P), k=k, x=0, t=t)
    for part in (quotient(0, 1), remainder(0, 1)):
        line = d.rewrite(d.identity(equals(part, 0)), line)

    def each(u: Any) -> Line:
        known: Any = d.cite("definition/type-law", P=P, k=k, t=u)
        last = total(b, P[b] * follows(n, k, t, u, b))
        law, told = known.formula.left, known.formula.right
        same = d.identity(equals(told * last, told * last))
        return d.rewrite(turned(d, known), same, equals(told * last, law * last))

    rows: Any = summed(d, u, each)
    middle = d.identity(equals(line.theorem.conclusion.right, rows.formula.left))
    d.qed(d.chain(d.cite("definition/type-law", P=P, k=k + 1, t=t), line, middle, rows))


@derives("background/type-mean")
def type_mean(d: Derivation) -> None:
    """A sample more is the symbol a with probability P(a)."""
    base, step = d.induct("k")
    P, a = base.var("P"), base.var("a")
    n = P.of.size

    def none(u: Any) -> Line:
        law, own = type_law(P, 0)[u], occurrences(n, 0, u, a)
        same = base.identity(equals(law * own, law * own))
        return base.rewrite(never(base, n, u, a), same, equals(law * own, law * 0))

    rows: Any = summed(base, Symbol("u", types(n, 0)), none)
    base.qed(base.chain(rows, base.identity(equals(rows.formula.right, 0 * P[a]))))

    P, k, a = (step.var(name) for name in ("P", "k", "a"))
    line: Any = one_more(
        step, P, k, lambda t: occurrences(n, k + 1, t, a), lambda u, b: counted(n, k, u, a, b),
        lambda _t, _u, _b, told: told(a),
    )
    known: Any = step.cite(HYPOTHESIS)
    end = step.identity(equals(line.formula.right, known.formula.left + P[a]))
    step.qed(step.chain(line, end, step.arithmetic(
        equals(known.formula.left + P[a], (k + 1) * P[a]), known)))


@derives("background/type-generating")
def type_generating(d: Derivation) -> None:
    """A sample more multiplies by the mean factor."""
    base, step = d.induct("k")
    P, h, r = base.var("P"), component_of(base.var("h")), member_of(base.var("A"))
    goal: Any = base.goal
    base.qed(base.chain(
        no_weight(base, P, h, r), base.identity(equals(number(1), goal.right), *base.given)))

    P, k = step.var("P"), step.var("k")
    h, r = component_of(step.var("h")), member_of(step.var("A"))
    line: Any = more_weight(step, P, k, h, r)
    known: Any = step.cite(HYPOTHESIS, *step.given)
    mean = known.formula.right.args[0]
    line = step.rewrite(known, line, equals(line.formula.left, mean**k * mean))
    power = step.identity(equals(mean**k * mean, mean ** (k + 1)), *step.given)
    step.qed(step.chain(line, power))


@derives("background/type-ratio")
def type_ratio(d: Derivation) -> None:
    """A sample more multiplies by the ratio of its symbol, whatever the type was."""
    base, step = d.induct("k")
    P, Q, u = (base.var(name) for name in "PQt")
    goal: Any = base.goal
    empty = empty_weight(base, P.of.size, u, log_ratio(Q, P), missing(Q))
    one = base.identity(equals(goal.right, goal.right))
    one = base.rewrite(empty, one, equals(goal.right, type_law(P, 0)[u] * 1))
    one = base.rewrite(only_type(base, P, u), one, equals(goal.right, number(1) * 1))
    line = base.chain(only_type(base, Q, u), base.identity(equals(number(1), number(1) * 1)))
    base.qed(base.chain(line, turned(base, one)))

    P, Q, k, t = (step.var(name) for name in "PQkt")
    h, r = log_ratio(Q, P), missing(Q)
    (covered,) = step.given

    def ratio(a: Any) -> Line:
        """Q(a) = P(a) x(a)."""
        def at(mark: int) -> Term:
            return P[a] * (cases(equals(number(mark), 0), 1, 0) * exp(h(a)))

        def told(mark: int, line: Line, *lines: Line) -> Line:
            marked = step.identity(equals(r(a), mark), *lines)
            return step.rewrite(marked, line, equals(Q[a], P[a] * factor(a, h, r)))

        def none(low: Line) -> Line:
            zero = is_zero(step, Q[a], low)
            return told(1, step.chain(zero, step.identity(equals(number(0), at(1)))), low)

        def some(high: Line) -> Line:
            own = step.follows(P[a] > 0, step.at(covered, a), step.turn(
                negation(Q[a] <= 0), high))
            return told(0, step.identity(equals(Q[a], at(0)), high, own), high)

        return split_order(step, Q[a], 0, none, some)

    given = everywhere(step, Symbol("a", P.of.size), ratio)
    step.qed(tilted(step, P, Q, k, h, r, t, given, lambda u: step.cite(HYPOTHESIS, covered, t=u)))
