"""Proofs of the steps by which Rényi's divergence grows with its order.

An order is written 1 + a or 1 − a. Its powers are then P (P/Q)^a, P (Q/P)^a, and the powers of
another order, 1 + c a or 1 − c a, lie on one side of a tangent to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.renyi import (
    at_least_one,
    covered,
    covering,
    endless,
    guarded,
    largest_ratio,
    not_one,
    split_guard,
)
from derivations.tools import (
    ZERO,
    absurd,
    continuous,
    log_below,
    split_order,
    split_zero,
    summed,
    unless,
)
from verified.kernel.polynomial import replaced
from verified.language import KL, cases, equals, exp, log, renyi, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term

# --- orders above 1 -------------------------------------------------------------------------------


class Above:
    """Two laws, and the divergence of order α = 1 + a where Q has every symbol of P.

    Attributes:
        whole: Σ P^α Q^(1−α), `positive` that it is above 0, `value` the divergence by it.
    """

    def __init__(self, d: Derivation, a: Term, inside: Line, *lines: Line) -> None:
        self.d, self.P, self.Q, self.a, self.order = d, d.var("P"), d.var("Q"), a, 1 + a
        self.lines = list(lines)
        some = d.obvious(0 < a, *lines)
        more = d.arithmetic(1 < self.order, some, *lines)
        above = d.arithmetic(0 < self.order, some, *lines)
        one = at_least_one(d, self.P, self.Q, self.order, inside, more, above)
        self.whole = one.formula.left
        self.positive = d.arithmetic(0 < self.whole, one, above, more, *lines)
        self.known = [more, above, some, *lines]
        self.value = d.cite(
            "definition/renyi", inside, not_one(d, self.order, some), *self.known,
            P=self.P, Q=self.Q, alpha=self.order,
        )


@derives("lemma/renyi-orders.above")
def orders_above(d: Derivation) -> None:
    """(P/Q)^(c a) ≥ S^c (c (P/Q)^a/S + 1 − c), S being the mean of (P/Q)^a by P."""
    P, Q, a, c = (d.var(name) for name in ("P", "Q", "a", "c"))
    (wide,) = d.given

    def proof(finite: Line) -> Line:
        more = d.obvious(0 < c * a)
        order = 1 + c * a
        inside = covered(d, order, finite, d.arithmetic(1 < order, more),
                         d.arithmetic(0 < order, more))
        low, high = Above(d, a, inside), Above(d, c * a, inside)
        S = low.whole
        known = [low.positive, *low.known, *high.known]

        def symbol(x: Any) -> Line:
            one, two = (guarded(P, Q, x, it.order) for it in (low, high))
            goal = S**c * (c * one / S + (1 - c) * P[x]) <= two

            def seen(here: Line, there: Line, worth: Line) -> Line:
                other = split_value(d, P, Q, x, high.order, here, there)
                ratio = exp(a * (log(P[x]) - log(Q[x]))) / S
                tangent = d.cite("lemma/power.tangent-above", wide, here, there, *known,
                                 s=ratio, alpha=c)
                return d.arithmetic(
                    goal, tangent, worth, other, here, there, *known, hints=[P[x] * S**c]
                )

            return split_guard(d, P, Q, x, low.order, d.at(inside, x), goal, seen, *known)

        rows = summed(d, Symbol("x", P.of.size), symbol, *known)
        grown = d.arithmetic(S**c <= high.whole, rows, *known)
        logs = log_below(d, S**c, high.whole, grown, d.obvious(0 < S**c, *known), high.positive,
                         *known)
        return d.arithmetic(
            d.goal, low.value, high.value, logs, high.positive, *known, finite, hints=[1 / a / c]
        )

    d.qed(unless(d, d.goal.left, d.goal.right, proof))


def split_value(
    d: Steps, P: Term, Q: Term, x: Any, order: Term, here: Line, there: Line
) -> Line:
    """`guarded` where P and Q are positive."""
    part, power = guarded(P, Q, x, order), P[x] ** order * Q[x] ** (1 - order)
    return d.identity(equals(part, power), here, there)


@derives("lemma/renyi-orders.above-one")
def one_above(d: Derivation) -> None:
    """(P/Q)^a ≥ e^D' (1 + a ln(P/Q) − D') at D' = a D(P‖Q)."""
    P, Q, a = (d.var(name) for name in ("P", "Q", "a"))

    def proof(finite: Line) -> Line:
        some = d.obvious(0 < a)
        order = 1 + a
        inside = covered(d, order, finite, d.arithmetic(1 < order, some),
                         d.arithmetic(0 < order, some))
        it = Above(d, a, inside)
        kl = d.cite("definition/kl")
        level = a * kl.formula.right
        known = [inside, *it.known]

        def symbol(x: Any) -> Line:
            part = guarded(P, Q, x, order)
            ratio = P[x] * log(P[x]) - P[x] * log(Q[x])
            goal = exp(level) * (P[x] + a * ratio - P[x] * level) <= part

            def seen(here: Line, there: Line, worth: Line) -> Line:
                other = a * (log(P[x]) - log(Q[x])) - level
                tangent = d.cite("background/log-tangent.exponential", here, there, *known,
                                 eps=other)
                return d.arithmetic(
                    goal, tangent, worth, here, there, *known, hints=[P[x] * exp(level)])

            return split_guard(d, P, Q, x, order, d.at(inside, x), goal, seen, *known)

        rows = summed(d, Symbol("x", P.of.size), symbol, *known)
        grown = d.arithmetic(exp(level) <= it.whole, rows, *known)
        logs = log_below(d, exp(level), it.whole, grown, d.obvious(0 < exp(level), *known),
                         it.positive, *known)
        return d.arithmetic(
            d.goal, it.value, kl, logs, it.positive, *known, finite, hints=[1 / a]
        )

    d.qed(unless(d, d.goal.left, d.goal.right, proof))


@derives("lemma/renyi-orders.infinite")
def below_infinity(d: Derivation) -> None:
    """(P/Q)^a ≤ M^a for the largest ratio M."""
    P, Q, a = (d.var(name) for name in ("P", "Q", "a"))

    def proof(finite: Line) -> Line:
        inside = covering(d, P, Q, lambda v, here, none: endless(
            d, d.cite("definition/renyi-infinite-outside", here, none, P=P, Q=Q, a=v), finite))
        value, ratio = largest_ratio(d, P, Q, inside)
        most = value.formula.right.args[1].args[0]
        it = Above(d, a, inside)

        def nothing(low: Line) -> Line:
            rows = summed(d, Symbol("x", P.of.size), lambda x: d.arithmetic(
                P[x] <= 0, ratio(x), low, hints=[Q[x]]))
            return absurd(d, 0 < most, rows)

        large = split_order(d, most, 0, nothing, lambda high: high)
        known = [large, *it.known]

        def symbol(x: Any) -> Line:
            goal = guarded(P, Q, x, it.order) <= P[x] * most**a

            def seen(here: Line, there: Line, worth: Line) -> Line:
                below = d.arithmetic(P[x] / Q[x] <= most, ratio(x), there, *known, hints=[1 / Q[x]])
                grown = d.cite("lemma/power.increasing", below, here, there, *known,
                               s=P[x] / Q[x], t=most, alpha=a)
                return d.arithmetic(goal, grown, worth, here, there, *known, hints=[P[x]])

            return split_guard(d, P, Q, x, it.order, d.at(inside, x), goal, seen, *known)

        rows = summed(d, Symbol("x", P.of.size), symbol, *known)
        grown = d.arithmetic(it.whole <= most**a, rows, *known)
        logs = log_below(d, it.whole, most**a, grown, it.positive, d.obvious(0 < most**a, *known),
                         *known)
        return d.arithmetic(
            d.goal, value, it.value, logs, it.positive, *known, finite, hints=[1 / a]
        )

    d.qed(unless(d, d.goal.left, d.goal.right, proof))


# --- orders below 1 -------------------------------------------------------------------------------


class Below:
    """Two laws and the order α = 1 − a for 0 < a < 1.

    Attributes:
        known: lines that say so; `whole` is Σ P^α Q^(1−α).
    """

    def __init__(self, d: Derivation, a: Term, *lines: Line) -> None:
        self.d, self.P, self.Q, self.a, self.order = d, d.var("P"), d.var("Q"), a, 1 - a
        some = d.obvious(0 < a, *lines)
        less = d.arithmetic(self.order < 1, some)
        above = d.arithmetic(0 < self.order, *lines) if lines else d.obvious(0 < self.order)
        self.known = [less, above, some]
        x = self.x = Symbol("x", self.P.of.size)
        self.whole = total(x, self.term(x))

    def term(self, x: Any) -> Term:
        """P^(1−a) Q^a."""
        return self.P[x] ** self.order * self.Q[x] ** (1 - self.order)

    def positive(self, finite: Line) -> Line:
        """The sum is above 0, where the divergence is finite."""
        d, name = self.d, renyi(self.P, self.Q, self.order)

        def apart(none: Line) -> Line:
            over = d.cite("definition/renyi-apart", none, finite, *self.known, P=self.P, Q=self.Q,
                          values={"alpha": self.order, "u": 1, "r": name + 1})
            return absurd(d, 0 < self.whole, over, finite, *self.known)

        return split_order(d, self.whole, 0, apart, lambda high: high, *self.known)

    def value(self, above: Line) -> Line:
        """The divergence by its sum."""
        return self.d.cite("definition/renyi-below", above, not_one(
            self.d, self.order, self.known[0]), *self.known, P=self.P, Q=self.Q, alpha=self.order)

    def by_kind(self, goal: Any, x: Any, both: Callable[[Line, Line], Line], *lines: Line) -> Line:
        """A goal that holds by its signs where P or Q is 0."""
        d = self.d

        def without(law: Term) -> Callable[[Line], Line]:
            return lambda zero: d.rewrite(
                zero, d.obvious(replaced(goal, law[x], ZERO), *self.known, *lines), goal)

        return split_zero(d, self.P[x], without(self.P), lambda here: split_zero(
            d, self.Q[x], without(self.Q), lambda there: both(here, there)))


def concave(
    it: Below, above: Line, share: Term, other: Term, part: Callable[[Any], Term],
    tangent: Callable[..., Line], *lines: Line,
) -> tuple[Line, Line]:
    """S' ≤ S^c and 0 < S, where each term of S' is at most t^c (c part/t + (1 − c) P) for t > 0.

    Args:
        it: the order of S' > 0 (`above`); `share` is c, `other` is S = Σ part.
        tangent: the bound at a symbol with P, Q > 0, from t, that symbol and lines.
    """
    d, P, whole, x = it.d, it.P, it.whole, it.x
    known = [*it.known, *lines]

    def at(t: Term, sure: Line, *more: Line) -> Line:
        def symbol(x: Any) -> Line:
            goal = it.term(x) <= t**share * (share * part(x) / t + (1 - share) * P[x])
            return it.by_kind(goal, x, lambda here, there: tangent(
                goal, t, x, here, there, sure, *known, *more), sure, *lines, *more)

        return summed(d, x, symbol, sure, *known, *more)

    def nothing(low: Line) -> Line:
        t = whole ** (1 / share)
        sure = d.obvious(0 < t, above, *known)
        rows = at(t, sure, above)
        bound = d.identity(equals(
            rows.formula.right, whole * (share * other / t + 1 - share)), sure, above, *known)
        return absurd(d, 0 < other, d.chain(rows, bound), low, sure, above, *known,
                      hints=[share * whole / t])

    sure = split_order(d, other, 0, nothing, lambda high: high, *known)
    rows = at(other, sure)
    level = d.identity(equals(rows.formula.right, other**share), sure, *known)
    return d.chain(rows, level), sure


@derives("lemma/renyi-orders.below")
def orders_below(d: Derivation) -> None:
    """(Q/P)^(c a) ≤ S^c (c (Q/P)^a/S + 1 − c), S being the mean of (Q/P)^a by P."""
    P, Q, a, c = (d.var(name) for name in ("P", "Q", "a", "c"))

    some = d.obvious(0 < c * a)
    least = d.arithmetic(c * a < 1, d.obvious(c <= 1), d.obvious(a < 1), hints=[a])

    def proof(finite: Line) -> Line:
        low, high = Below(d, a), Below(d, c * a, some, least)
        above = high.positive(finite)

        def tangent(goal: Any, t: Term, x: Any, here: Line, there: Line, *lines: Line) -> Line:
            ratio = exp(a * (log(Q[x]) - log(P[x]))) / t
            line = d.cite("lemma/power.tangent-below", d.obvious(c <= 1), here, there, *lines,
                          s=ratio, alpha=c)
            return d.arithmetic(goal, line, here, there, *lines, hints=[P[x] * t**c])

        grown, sure = concave(high, above, c, low.whole, low.term, tangent, *low.known)
        known = [*low.known, *high.known, above, sure]
        logs = log_below(d, high.whole, low.whole**c, grown, above,
                         d.obvious(0 < low.whole**c, *known), *known)
        return d.arithmetic(
            d.goal, low.value(sure), high.value(above), logs, *known, finite, hints=[1 / a / c])

    d.qed(unless(d, d.goal.left, d.goal.right, proof, least))


@derives("lemma/renyi-orders.zero")
def order_zero(d: Derivation) -> None:
    """(Q/P)^a ≤ M^a (a (Q/P)/M + 1 − a) for M = Q(P > 0)."""
    P, Q, a = (d.var(name) for name in ("P", "Q", "a"))

    def proof(finite: Line) -> Line:
        it = Below(d, a)
        above = it.positive(finite)
        value = d.cite("definition/renyi-zero")
        mass = value.formula.right.args[1].args[0]

        def possible(x: Any) -> Term:
            return cases(P[x] > 0, Q[x], 0)

        def tangent(goal: Any, t: Term, x: Any, here: Line, there: Line, *lines: Line) -> Line:
            line = d.cite("lemma/power.tangent-below", d.obvious(a <= 1), here, there, *lines,
                          s=Q[x] / P[x] / t, alpha=a)
            worth = d.identity(equals(possible(x), Q[x]), here)
            return d.arithmetic(goal, line, worth, here, there, *lines, hints=[P[x] * t**a])

        grown, sure = concave(it, above, a, mass, possible, tangent)
        known = [*it.known, above, sure]
        logs = log_below(d, it.whole, mass**a, grown, above, d.obvious(0 < mass**a, *known),
                         *known)
        return d.arithmetic(d.goal, value, it.value(above), logs, *known, finite, hints=[1 / a])

    d.qed(unless(d, d.goal.left, d.goal.right, proof))


@derives("lemma/renyi-orders.below-one")
def one_below(d: Derivation) -> None:
    """(Q/P)^a ≥ e^−D' (1 − a ln(P/Q) + D') at D' = a D(P‖Q)."""
    P, Q, a = (d.var(name) for name in ("P", "Q", "a"))

    def proof(finite: Line) -> Line:
        inside = continuous(d, P, Q, KL(P, Q), finite)
        it, kl = Below(d, a), d.cite("definition/kl")
        level = a * kl.formula.right
        known = [inside, *it.known]

        def symbol(x: Any) -> Line:
            ratio = P[x] * log(P[x]) - P[x] * log(Q[x])
            goal = exp(-level) * (P[x] - a * ratio + P[x] * level) <= it.term(x)

            def likely(here: Line) -> Line:
                fact = d.at(inside, x)
                seen, none = fact.theorem.conclusion.parts
                there = d.cases(fact, d.assume(seen), absurd(d, seen, d.assume(none), here))
                other = a * (log(Q[x]) - log(P[x])) + level
                tangent = d.cite("background/log-tangent.exponential", here, there, *known,
                                 eps=other)
                return d.arithmetic(
                    goal, tangent, here, there, *known, hints=[P[x] * exp(-level)])

            return split_zero(d, P[x], lambda zero: d.rewrite(
                zero, d.obvious(replaced(goal, P[x], ZERO), *known), goal), likely)

        rows = summed(d, it.x, symbol, *known)
        grown = d.arithmetic(exp(-level) <= it.whole, rows, *known)
        small = d.obvious(0 < exp(-level), *known)
        above = d.chain(small, grown)
        logs = log_below(d, exp(-level), it.whole, grown, small, above, *known)
        return d.arithmetic(
            d.goal, it.value(above), kl, logs, above, *known, finite, hints=[1 / a])

    d.qed(unless(d, d.goal.left, d.goal.right, proof))
