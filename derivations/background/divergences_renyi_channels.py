"""Proofs that a channel brings no two laws further apart, in Rényi's divergence of every order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.orders import by_order, split_one, split_strict
from derivations.patterns.renyi import (
    at_least_one,
    covering,
    endless,
    guarded,
    largest_ratio,
    overlapping,
    split_guard,
)
from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    is_zero,
    log_below,
    split_order,
    split_zero,
    summed,
    unless,
)
from verified.kernel.polynomial import replaced
from verified.language import cases, either, equals, output, renyi, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term


class Through:
    """Two laws and what a channel makes of them.

    Attributes:
        p, q: the laws of the outputs.
        seen: for every y and x: W(y|x) P(x) ≤ p(y); `other` for Q and q.
    """

    def __init__(self, d: Derivation) -> None:
        self.d, self.P, self.Q, self.W = d, d.var("P"), d.var("Q"), d.var("W")
        self.p, self.q = output(self.P, self.W), output(self.Q, self.W)
        self.x, self.y = Symbol("x", self.P.of.size), Symbol("y", self.W.of.outputs)
        self.seen, self.other = (
            d.cite("background/output-dominates.by-input", P=law, W=self.W)
            for law in (self.P, self.Q)
        )

    def absent(self, law: Term, x: Any, y: Any, zero: Line) -> Line:
        """W(y|x) P(x) = 0 where the output never is y."""
        d, mass = self.d, law[x] * self.W[x, y]
        line = d.at(d.at(self.seen if law is self.P else self.other, x), y)
        return is_zero(d, mass, d.arithmetic(mass <= 0, line, zero))

    def covered(self, inside: Line) -> Line:
        """q(y) > 0 or p(y) ≤ 0 for every y, from the same of Q and P."""
        d, P, W = self.d, self.P, self.W

        def symbol(y: Any) -> Line:
            goal = either(self.q[y] > 0, self.p[y] <= 0)

            def never(zero: Line) -> Line:
                def cell(x: Any) -> Line:
                    none = self.absent(self.Q, x, y, zero)
                    fact = d.at(inside, x)
                    some, nothing = fact.theorem.conclusion.parts
                    unseen = d.arithmetic(
                        W[x, y] <= 0, none, d.assume(some), hints=[1 / self.Q[x]])
                    return d.cases(
                        fact,
                        d.arithmetic(P[x] * W[x, y] <= 0, unseen, hints=[P[x]]),
                        d.arithmetic(P[x] * W[x, y] <= 0, d.assume(nothing), hints=[W[x, y]]),
                    )

                rows = summed(d, self.x, cell)
                return d.follows(goal, d.arithmetic(self.p[y] <= 0, rows))

            return split_zero(d, self.q[y], never, lambda seen: d.follows(goal, seen))

        return everywhere(d, self.y, symbol)


# --- orders below 1 -------------------------------------------------------------------------------


def below_one(
    d: Derivation, order: Term, some: Line, other: Line, less: Line, finite: Line
) -> Line:
    """Σ W P^α Q^(1−α) ≤ p^α q^(1−α) for each output, by the mean of P/p and Q/q."""
    it = Through(d)
    P, Q, W, p, q = it.P, it.Q, it.W, it.p, it.q
    signs = [some, less]

    def power(first: Any, second: Any) -> Term:
        return first**order * second ** (1 - order)

    def column(y: Any) -> Line:
        level = power(p[y], q[y])
        goal = total(it.x, W[it.x, y] * power(P[it.x], Q[it.x])) <= level

        def none(law: Term, zero: Line) -> Line:
            """An output that one of the laws never makes."""
            def cell(x: Any) -> Line:
                small = W[x, y] * power(P[x], Q[x]) <= 0
                mass = it.absent(law, x, y, zero)

                def likely(seen: Line) -> Line:
                    gone = is_zero(d, W[x, y], d.arithmetic(
                        W[x, y] <= 0, mass, seen, hints=[1 / law[x]]))
                    return d.rewrite(gone, d.obvious(replaced(small, W[x, y], ZERO), *signs), small)

                return split_zero(d, law[x], lambda out: d.rewrite(
                    out, d.obvious(replaced(small, law[x], ZERO), *signs), small), likely)

            rows = summed(d, it.x, cell, *signs)
            return d.arithmetic(goal, rows, d.obvious(0 <= level, *signs), *signs)

        def both(first: Line, second: Line) -> Line:
            known = [first, second, *signs]

            def cell(x: Any) -> Line:
                mean = W[x, y] * (order * P[x] / p[y] + (1 - order) * Q[x] / q[y])
                bound = W[x, y] * power(P[x], Q[x]) <= level * mean

                def at(out: Line, law: Term) -> Line:
                    return d.rewrite(out, d.obvious(replaced(bound, law, ZERO), *known), bound)

                def likely(here: Line, there: Line) -> Line:
                    low = d.turn(order <= 1, less)
                    ratio = P[x] * q[y] / (p[y] * Q[x])
                    tangent = d.cite(
                        "lemma/power.tangent-below", low, here, there, *known, s=ratio, alpha=order)
                    return d.arithmetic(
                        bound, tangent, here, there, *known,
                        hints=[W[x, y] * level * Q[x] / q[y]],
                    )

                return split_zero(
                    d, P[x], lambda out: at(out, P[x]),
                    lambda here: split_zero(
                        d, Q[x], lambda out: at(out, Q[x]), lambda there: likely(here, there)),
                )

            rows = summed(d, it.x, cell, *known)
            return d.chain(rows, d.identity(equals(rows.formula.right, level), *known))

        return split_zero(
            d, p[y], lambda zero: none(P, zero),
            lambda first: split_zero(
                d, q[y], lambda zero: none(Q, zero), lambda second: both(first, second)),
        )

    x, y = it.x, it.y
    small, large = total(x, power(P[x], Q[x])), total(y, power(p[y], q[y]))
    rows = summed(d, y, column, *signs)
    grown = d.arithmetic(small <= large, rows, *signs)

    def apart(none: Line) -> Line:
        over = d.cite("definition/renyi-apart", none, less, some, finite, P=P, Q=Q,
                      values={"alpha": order, "u": 1, "r": renyi(P, Q, order) + 1})
        return absurd(d, 0 < small, over, finite)

    above = split_order(d, small, 0, apart, lambda high: high, *signs)
    here = d.chain(above, grown)
    values = [
        d.cite("definition/renyi-below", sign, less, some, P=one, Q=two, alpha=order)
        for one, two, sign in ((P, Q, above), (p, q, here))
    ]
    logs = log_below(d, small, large, grown, above, here, *signs)
    return d.arithmetic(
        replaced(d.goal, d.var("alpha"), order), *values, logs, above, here, *signs, finite,
        hints=[1 / (1 - order)],
    )


def above_one(
    d: Derivation, order: Term, some: Line, differs: Line, more: Line, finite: Line
) -> Line:
    """p^α q^(1−α) ≤ Σ W P^α Q^(1−α) for each output, by the mean of P/p and Q/q."""
    it = Through(d)
    P, Q, W, p, q = it.P, it.Q, it.W, it.p, it.q

    def outside(a: Any, here: Line, none: Line) -> Line:
        return d.contradiction(finite, d.cite(
            "definition/renyi-outside", here, none, more, some, finite, P=P, Q=Q, a=a,
            values={"alpha": order, "u": 1, "r": renyi(P, Q, order) + 1},
        ))

    inside = covering(d, P, Q, outside)
    covered = it.covered(inside)

    def column(y: Any) -> Line:
        goal = guarded(p, q, y, order) <= total(it.x, W[it.x, y] * guarded(P, Q, it.x, order))

        def likely(here: Line, there: Line, value: Line) -> Line:
            level, known = p[y] ** order * q[y] ** (1 - order), [here, there, more, some]

            def cell(x: Any) -> Line:
                mean = W[x, y] * (order * P[x] / p[y] + (1 - order) * Q[x] / q[y])
                bound = level * mean <= W[x, y] * guarded(P, Q, x, order)

                def both(own: Line, other: Line, worth: Line) -> Line:
                    ratio = P[x] * q[y] / (p[y] * Q[x])
                    tangent = d.cite("lemma/power.tangent-above", d.turn(1 <= order, more), own,
                                     other, *known, s=ratio, alpha=order)
                    return d.arithmetic(
                        bound, tangent, worth, own, other, *known,
                        hints=[W[x, y], W[x, y] * level * Q[x] / q[y]],
                    )

                return split_guard(d, P, Q, x, order, d.at(inside, x), bound, both, *known)

            rows = summed(d, it.x, cell, *known)
            return d.arithmetic(goal, rows, value, *known)

        return split_guard(d, p, q, y, order, d.at(covered, y), goal, likely, more, some)

    small, large = (
        total(v, guarded(one, two, v, order)) for v, one, two in ((it.y, p, q), (it.x, P, Q))
    )
    grown = d.arithmetic(small <= large, summed(d, it.y, column, more, some), more, some)
    one = at_least_one(d, p, q, order, covered, more, some)
    here = d.arithmetic(0 < small, one, more, some)
    above = d.chain(here, grown)
    values = [
        d.cite("definition/renyi", fact, differs, more, some, P=first, Q=second, alpha=order)
        for first, second, fact in ((P, Q, inside), (p, q, covered))
    ]
    logs = log_below(d, small, large, grown, here, above, more, some)
    return d.arithmetic(
        replaced(d.goal, d.var("alpha"), order), *values, logs, here, above, more, some, finite,
        hints=[1 / (order - 1)],
    )


# --- orders 0, 1 and ∞ ----------------------------------------------------------------------------


def order_one(d: Derivation) -> Line:
    """It is the divergence."""
    it = Through(d)
    small, large = (
        d.cite("definition/renyi-one", P=one, Q=two) for one, two in ((it.p, it.q), (it.P, it.Q))
    )
    line = d.cite("background/dpi-kl.channel", P=it.P, Q=it.Q, W=it.W)
    return d.chain(small, line, d.turn(equals(large.formula.right, large.formula.left), large))


def order_zero(d: Derivation, finite: Line) -> Line:
    """Whatever P sends to y makes y possible: Q(P > 0) ≤ q(p > 0)."""
    it = Through(d)
    P, Q, W, p, q = it.P, it.Q, it.W, it.p, it.q

    def possible(one: Term, two: Term, a: Any) -> Term:
        return cases(one[a] > 0, two[a], 0)

    def column(y: Any) -> Line:
        def cell(x: Any, known: Callable[[Line], Line], top: Term) -> Line:
            part = possible(P, Q, x)

            def likely(mark: Line, here: Line) -> Line:
                value = d.identity(equals(part, cases(P[x] > 0, 1, 0) * Q[x]))
                value = d.rewrite(mark, value, equals(part, 1 * Q[x]))
                return d.arithmetic(W[x, y] * part <= top, value, known(here))

            def unlikely(mark: Line, _: Line) -> Line:
                value = d.identity(equals(part, cases(P[x] > 0, 1, 0) * Q[x]))
                value = d.rewrite(mark, value, equals(part, 0 * Q[x]))
                return d.arithmetic(W[x, y] * part <= top, value, d.obvious(0 <= top))

            return split_strict(d, 0, P[x], likely, unlikely)

        whole = possible(p, q, y)
        goal = total(it.x, W[it.x, y] * possible(P, Q, it.x)) <= whole

        def seen(mark: Line, _: Line) -> Line:
            value = d.identity(equals(whole, cases(p[y] > 0, 1, 0) * q[y]))
            value = d.rewrite(mark, value, equals(whole, 1 * q[y]))
            rows = summed(d, it.x, lambda x: cell(
                x, lambda here: d.obvious(0 <= Q[x]), W[x, y] * Q[x]))
            return d.arithmetic(goal, rows, value)

        def unseen(_: Line, low: Line) -> Line:
            zero = is_zero(d, p[y], low)

            def never(x: Any) -> Callable[[Line], Line]:
                return lambda here: d.arithmetic(
                    W[x, y] <= 0, it.absent(P, x, y, zero), here, hints=[1 / P[x]])

            rows = summed(d, it.x, lambda x: cell(x, never(x), ZERO))
            return d.arithmetic(goal, rows, d.obvious(0 <= whole))

        return split_strict(d, 0, p[y], seen, unseen)

    value, above = overlapping(d, P, Q, finite)
    told = d.cite("definition/renyi-zero", P=p, Q=q)
    small, large = (line.formula.right.args[1].args[0] for line in (value, told))
    grown = d.arithmetic(small <= large, summed(d, it.y, column))
    here = d.chain(above, grown)
    logs = log_below(d, small, large, grown, above, here)
    return d.arithmetic(
        replaced(d.goal, d.var("alpha"), ZERO), value, told, logs, above, here, finite
    )


@derives("background/dpi-renyi.channel")
def channel(d: Derivation) -> None:
    """Order by order."""
    order = d.var("alpha")

    def positive(some: Line) -> Line:
        def other(differs: Line) -> Line:
            return by_order(
                d, order, differs,
                lambda less: unless(d, d.goal.left, d.goal.right, lambda finite: below_one(
                    d, order, some, differs, less, finite)),
                lambda more: unless(d, d.goal.left, d.goal.right, lambda finite: above_one(
                    d, order, some, differs, more, finite)),
            )
        return split_one(
            d, order, lambda equal: d.rewrite(equal, order_one(d), d.goal), other)

    def none(zero: Line) -> Line:
        goal = replaced(d.goal, order, ZERO)
        line = unless(d, goal.left, goal.right, lambda finite: order_zero(d, finite))
        return d.rewrite(zero, line, d.goal)

    d.qed(split_zero(d, order, none, positive))


@derives("background/dpi-renyi.infinite-order")
def infinite_order(d: Derivation) -> None:
    """p ≤ M q for the largest ratio M of P and Q."""
    it = Through(d)
    P, Q, W, p, q = it.P, it.Q, it.W, it.p, it.q

    def proof(finite: Line) -> Line:
        inside = covering(d, P, Q, lambda a, here, none: endless(
            d, d.cite("definition/renyi-infinite-outside", here, none, P=P, Q=Q, a=a), finite))
        covered = it.covered(inside)
        value, ratio = largest_ratio(d, P, Q, inside)
        told, own = largest_ratio(d, p, q, covered)
        large, small = (line.formula.right.args[1].args[0] for line in (value, told))
        least = d.arithmetic(ZERO <= large, d.below_sup(large, ZERO), d.obvious(
            ZERO <= cases(Q[0] > 0, P[0] / Q[0], 0)))

        def output_ratio(y: Any) -> Line:
            part = cases(q[y] > 0, p[y] / q[y], 0)
            rows = summed(d, it.x, lambda x: d.arithmetic(
                W[x, y] * P[x] <= W[x, y] * (large * Q[x]), ratio(x), hints=[W[x, y]]))
            line = d.arithmetic(p[y] <= large * q[y], rows)

            def seen(mark: Line, there: Line) -> Line:
                worth = d.identity(equals(part, cases(q[y] > 0, 1, 0) * (p[y] / q[y])), there)
                worth = d.rewrite(mark, worth, equals(part, 1 * (p[y] / q[y])))
                return d.arithmetic(part <= large, worth, line, there, hints=[1 / q[y]])

            def unseen(mark: Line, _: Line) -> Line:
                worth = d.identity(equals(part, cases(q[y] > 0, 1, 0) * part))
                worth = d.rewrite(mark, worth, equals(part, 0 * part))
                return d.arithmetic(part <= large, worth, least)

            return split_strict(d, 0, q[y], seen, unseen)

        y = d.fix(Symbol("z", W.of.outputs))
        grown = d.bound_sup(small, output_ratio(y), y)

        def nothing(low: Line) -> Line:
            rows = summed(d, it.y, lambda y: d.arithmetic(p[y] <= 0, own(y), low, hints=[q[y]]))
            return absurd(d, 0 < small, rows)

        above = split_order(d, small, 0, nothing, lambda high: high)
        here = d.chain(above, grown)
        logs = log_below(d, small, large, grown, above, here)
        return d.arithmetic(d.goal, value, told, logs, above, here, finite)

    d.qed(unless(d, d.goal.left, d.goal.right, proof))
