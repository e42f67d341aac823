"""Section 7, eq. (71): Csiszár's information of an order, and Sibson's optimal output law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.numbers import exponential_less
from derivations.patterns.orders import Optimal, differs_from_one, split_strict, whole_power
from derivations.tools import (
    absurd,
    below_itself,
    is_zero,
    one_term,
    split_order,
    split_zero,
    turned,
    unless,
)
from verified.kernel.inference import replaced
from verified.language import cases, either, equals, log, renyi, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Pmf, Term, number


def weighted_powers(d: Steps, best: Optimal) -> Line:
    """Σ_y (Σ P W^α) q^(1−α) over the y with q(y) > 0 is N^α."""
    order, y, q, root, some = best.order, best.y, best.q, best.root, best.some
    term = best.powers * q ** (1 - order)
    tested, value = cases(q > 0, term, 0), root * best.sum ** (order - 1)
    powers = whole_power(d, best)

    def possible(mark: Line, above: Line) -> Line:
        here = d.arithmetic(0 < root, above, some, hints=[best.sum])
        same = d.identity(equals(root**order * q ** (1 - order), value), above, here, some)
        same = d.rewrite(powers, same, equals(term, value))
        marked = d.identity(equals(tested, cases(q > 0, 1, 0) * term), above, here, some)
        return d.arithmetic(
            equals(tested, value), d.rewrite(mark, marked, equals(tested, 1 * term)), same, above,
            here, some,
        )

    def impossible(mark: Line, zero: Line) -> Line:
        none = is_zero(d, root, d.arithmetic(root <= 0, zero, some, hints=[best.sum]))
        equal = d.turn(equals(q, 0), zero, d.obvious(0 <= q, some))
        goal = equals(tested, value)
        without = replaced(goal, root, number(0))
        at = d.identity(replaced(without, q, number(0)), some)
        return d.rewrite(none, d.rewrite(equal, at, without), goal)

    each = d.forall(y, split_strict(d, 0, q, possible, impossible, some))
    rows = d.summed(each, some)
    return d.chain(rows, d.identity(equals(rows.formula.right, best.sum**order), some))


def above_tangent(
    d: Steps, w: Term, q: Term, order: Any, more: Line, none: Callable[[Line], Line], *lines: Line
) -> Line:
    """α w + (1 − α) q ≤ w^α q^(1−α) where q > 0, and ≤ 0 elsewhere; `none` shows w ≤ 0 there."""
    term = w**order * q ** (1 - order)
    tested = cases(q > 0, term, 0)
    goal = order * w + (1 - order) * q <= tested

    def least(mark: Line, above: Line) -> Line:
        tangent = d.cite("lemma/power.tangent-above", d.turn(1 <= order, more), above, *lines,
                         s=w / q)
        product = d.cite("lemma/power.product", above, *lines, s=w, t=1 / q)
        marked = d.identity(equals(tested, cases(q > 0, 1, 0) * term), above, *lines)
        value = d.rewrite(mark, marked, equals(tested, 1 * term))
        return d.arithmetic(goal, tangent, product, value, above, *lines, hints=[q])

    def no_term(_: Line, zero: Line) -> Line:
        equal = d.turn(equals(q, 0), zero, d.obvious(0 <= q, *lines))
        nothing = is_zero(d, w, none(zero))
        plain = replaced(replaced(goal, q, number(0)), w, number(0))
        return d.rewrite(equal, d.rewrite(
            nothing, d.obvious(plain), replaced(goal, q, number(0))), goal)

    return split_strict(d, 0, q, least, no_term, *lines)


@derives("cuff-yu-2016/eq-71.csiszar-at-most")
def csiszar_at_most(d: Derivation) -> None:
    """At Sibson's optimal output law; the logarithm lies below its tangent at N^α."""
    W, P, order = d.var("W"), d.var("P"), d.var("alpha")
    (more,) = d.given
    best = Optimal(d, P, W, order)
    x, y, q, some = best.x, best.y, best.q, best.some
    divergence = renyi(W[x], best.law, order)
    scale = best.sum ** order
    inner = total(y, cases(q > 0, W[x, y] ** order * q ** (1 - order), 0))
    bound = P[x] * ((order * log(best.sum) - 1) / (order - 1)) + P[x] * inner / scale / (order - 1)
    goal = P[x] * divergence <= bound
    cover = d.arithmetic(
        P[x] * W[x, y] <= best.sum * q,
        d.at(d.at(d.cite("background/output-dominates.by-input"), x), y),
        d.cite("lemma/power.mean", d.turn(1 <= order, more), y=y), some,
    )

    def allowed(here: Line) -> Line:
        held = either(q > 0, W[x, y] <= 0)

        def none(zero: Line) -> Line:
            return d.arithmetic(W[x, y] <= 0, cover, zero, here, some,
                                hints=[1 / P[x], best.sum / P[x]])

        within = d.forall(y, split_order(
            d, q, 0, lambda zero: d.follows(held, none(zero)),
            lambda above: d.follows(held, above), some,
        ))
        least = above_tangent(d, W[x, y], q, order, more, none, some)
        rows = d.summed(d.forall(y, least), some)
        one = d.arithmetic(0 < inner, rows, some)
        value = d.cite("definition/renyi", differs, within, some, P=W[x], Q=best.law)
        tangent = d.cite("background/log-tangent.line", one, some, x=inner / scale)
        return d.arithmetic(goal, value, tangent, one, some, here, more,
                            hints=[P[x] / (order - 1)])

    differs = differs_from_one(d, order, more)

    def absent(zero: Line) -> Line:
        null = d.cite("definition/renyi-null", some, P=W[x], Q=best.law)
        nothing = d.arithmetic(0 <= replaced(bound, P[x], number(0)), zero, some, differs)
        return d.rewrite(zero, d.chain(null, nothing), goal)

    each = split_zero(d, P[x], absent, allowed)
    rows = d.summed(d.forall(x, each), some)
    weights = weighted_powers(d, best)
    mean = d.arithmetic(
        rows.formula.right <= order / (order - 1) * log(best.sum), weights, some, more, differs,
        hints=[1 / (scale * (order - 1))],
    )
    value, least = d.cite("background/sibson", differs), d.cite("definition/csiszar")
    d.qed(d.chain(
        least, d.below_sup(least.formula.right, best.law, some), rows, mean,
        d.arithmetic(mean.formula.right <= d.goal.right, value, some, differs),
    ))


@derives("cuff-yu-2016/eq-71.csiszar-at-least")
def csiszar_at_least(d: Derivation) -> None:
    """For every output law Q: the mean of Σ W^α Q^(1−α) is at most N^α."""
    W, P, order = d.var("W"), d.var("P"), d.var("alpha")
    (less,) = d.given
    best = Optimal(d, P, W, order)
    x, y, some = best.x, best.y, best.some
    Q = d.fix(Pmf("R", W.of.outputs))
    differs = differs_from_one(d, order, less)
    divergence, scale = renyi(W[x], Q, order), best.sum**order
    inner = total(y, W[x, y] ** order * Q[y] ** (1 - order))
    bound = P[x] * ((1 - order * log(best.sum)) / (1 - order) - inner / scale / (1 - order))
    goal = bound <= P[x] * divergence

    def absent(zero: Line) -> Line:
        null = d.cite("definition/renyi-null", P=W[x], Q=Q)
        low = d.identity(replaced(bound, P[x], number(0)) <= 0, some, less)
        return d.rewrite(zero, d.chain(low, turned(d, null)), goal)

    def present(here: Line) -> Line:
        def apart(none: Line) -> Line:
            return d.cite("definition/renyi-apart", none, here, less, some, P=W[x], Q=Q,
                          values={"u": P[x], "r": bound})

        def touching(meet: Line) -> Line:
            value = d.cite("definition/renyi-below", meet, less, P=W[x], Q=Q)
            tangent = d.cite("background/log-tangent.line", meet, some, less, x=inner / scale)
            return d.arithmetic(goal, value, tangent, meet, some, here, less,
                                hints=[P[x] / (1 - order)])

        return split_order(d, inner, 0, apart, touching, less)

    rows = d.summed(d.forall(x, split_zero(d, P[x], absent, present)), some, less)

    term = best.powers * Q[y] ** (1 - order)
    limit = scale * (order * best.root / best.sum + (1 - order) * Q[y])
    powers = whole_power(d, best)

    def column(above: Line) -> Line:
        tangent = d.cite("lemma/power.tangent-below", d.turn(order <= 1, less), above, some,
                         s=best.root / (best.sum * Q[y]))
        product = d.cite("lemma/power.product", above, some, s=best.root,
                         t=1 / (best.sum * Q[y]))
        line = d.arithmetic(
            best.root**order * Q[y] ** (1 - order) <= limit, tangent, product, above, some, less,
            hints=[(best.sum * Q[y]) ** order * Q[y] ** (1 - order)],
        )
        return d.rewrite(powers, line, term <= limit)

    def empty(zero: Line) -> Line:
        plain = d.obvious(replaced(term <= limit, Q[y], number(0)), some, less)
        return d.rewrite(zero, plain, term <= limit)

    columns = d.summed(d.forall(y, split_zero(d, Q[y], empty, column)), some, less)
    most = d.arithmetic(columns.formula.left <= scale, columns, some, less)
    value = d.cite("background/sibson", differs)
    low = d.arithmetic(d.goal.left <= rows.formula.left, value, most, some, less, differs,
                       hints=[1 / (scale * (1 - order))])
    defined = d.cite("definition/csiszar")
    d.qed(d.chain(
        d.bound_sup(defined.formula.right, d.chain(low, rows), Q), turned(d, defined)
    ))


# --- The prior matched to Sibson's output law -----------------------------------------------------


class Matched(Optimal):
    """The prior P(x) s(x)/N, where s(x) = Σ_y g and g(y|x) = W^α f^(1−α) where f(y) > 0, else 0."""

    def __init__(self, d: Steps, P: Term, W: Term, order: Any, law: Term) -> None:
        super().__init__(d, P, W, order)
        self.d, self.matched = d, law
        x, y, root = self.x, self.y, self.root
        self.plain = W[x, y] ** order * root ** (1 - order)
        self.part = cases(root > 0, self.plain, 0)
        self.weight = total(y, self.part)
        self.entry = P[x] * self.weight / self.sum
        # A term of the entry as it is printed.
        self.tested = cases(P[x] * W[x, y] > 0, self.plain, 0)
        here, self.whole = self.entries(), self.adds_up()
        self.lines = [d.forall(x, here), self.whole, self.some]
        self.own = d.identity(equals(law[x], self.entry), here, *self.lines)

    def part_at(self, s: Any) -> Term:
        """g at an output."""
        return substitute(self.part, {self.y.name: s})

    def nothing(self, zero: Line, goal: Any, *lines: Line) -> Line:
        """The goal, a bound on law(x) D, where P(x) or s(x) is 0 by the line: then law(x) is 0."""
        d, x, part, law = self.d, self.x, zero.formula.left, self.matched
        own = d.rewrite(zero, self.own, replaced(self.own.formula, part, number(0)))
        own = d.chain(own, d.identity(equals(own.formula.right, 0), self.some))
        at = replaced(goal, part, number(0))
        above = at.right.args[0] == law[x]
        product = at.right if above else at.left
        null = d.cite("definition/renyi-null", self.some, P=self.W[x], Q=product.args[1].args[1],
                      alpha=self.order)
        if above:
            line = d.chain(d.obvious(at.left <= 0, self.some, *lines), turned(d, null))
        else:
            line = d.chain(null, d.obvious(0 <= at.right, self.some, *lines))
        return d.rewrite(zero, d.rewrite(own, line, at), goal)

    def reached(self, present: Line, likely: Line) -> Line:
        """f(y) > 0 where P(x) > 0 and W(y|x) > 0."""
        d, P, W, y, order = self.d, self.P, self.W, self.y, self.order
        one = one_term(d, self.x, lambda b: P[b] * W[b, y] ** order)
        own = d.obvious(0 < one.formula.left, present, likely)
        return d.obvious(0 < self.root, d.chain(own, one))

    def entries(self) -> Line:
        """The entry of the table is P(x) s(x)/N."""
        d, p, w = self.d, self.P[self.x], self.W[self.x, self.y]
        printed = p * total(self.y, self.plain, p * w > 0) / self.sum
        goal = equals(printed, self.entry)
        term = equals(self.tested, self.part)

        def absent(none: Line) -> Line:
            return d.rewrite(none, d.identity(replaced(goal, p, number(0)), self.some), goal)

        def present(here: Line) -> Line:
            each = d.forall(self.y, split_zero(
                d, w,
                lambda none: d.rewrite(none, d.identity(replaced(term, w, number(0))), term),
                lambda seen: d.identity(term, here, seen, self.reached(here, seen)),
            ))
            rows = d.summed(each)
            return d.arithmetic(goal, rows, self.some, each)

        return split_zero(d, p, absent, present)

    def adds_up(self) -> Line:
        """Σ_x P(x) s(x)/N = 1, as Σ_x P(x) g(y|x) = f(y)."""
        d, root, order = self.d, self.root, self.order
        powers = whole_power(d, self)
        column = total(self.x, self.P[self.x] * self.part)
        goal = equals(column, root)

        def likely(mark: Line, above: Line) -> Line:
            marked = d.identity(
                equals(column, cases(root > 0, 1, 0) * self.powers * root ** (1 - order)), above)
            value = d.rewrite(
                mark, marked, equals(column, 1 * self.powers * root ** (1 - order)))
            same = d.identity(equals(root**order * root ** (1 - order), root), above)
            same = d.rewrite(powers, same)
            return d.arithmetic(goal, value, same, above)

        def never(_: Line, none: Line) -> Line:
            zero = is_zero(d, root, none)
            return d.rewrite(zero, d.identity(replaced(goal, root, number(0))), goal)

        columns = d.summed(d.forall(self.y, split_strict(d, 0, root, likely, never)))
        whole, (one, two) = total(self.x, self.entry), (columns.formula.left, columns.formula.right)
        apart = d.identity(equals(whole, one * (1 / self.sum)), self.some)
        apart = d.rewrite(columns, apart, equals(whole, two * (1 / self.sum)))
        return d.chain(apart, d.identity(equals(two * (1 / self.sum), 1), self.some))


@derives("cuff-yu-2016/eq-71.csiszar-reaches")
def csiszar_reaches(d: Derivation) -> None:
    """For every output law R, by the tangents of ln at N (f/R)^(α−1)/T, T being Σ W^α R^(1−α), and
    at N R/f."""
    P, W, order = d.var("P"), d.var("W"), d.var("alpha")
    (more,) = d.given
    it = Matched(d, P, W, order, d.goal.right.args[0].args[0])
    x, some, N, root, weight = it.x, it.some, it.sum, it.root, it.weight
    R = d.fix(Pmf("R", W.of.outputs))
    share = cases(root > 0, W[x, it.y] ** order * root**-order, 0)
    missed = total(it.y, R[it.y] * share)
    rest = order * weight * (log(N) + 1) - N - (order - 1) * N * missed
    bound, divergence = P[x] / (N * (order - 1)) * rest, it.matched[x] * renyi(W[x], R, order)

    def present(here: Line) -> Line:
        return unless(d, bound, divergence, lambda finite: row_above(
            it, R, rest, share, more, here, finite), some, more, *it.lines, it.own)

    each = split_zero(d, P[x], lambda none: it.nothing(none, bound <= divergence, more), present)
    rows = d.summed(d.forall(x, each), some, more, *it.lines)

    entries, shares = total(x, it.entry), total(it.y, R[it.y] * total(x, P[x] * share))
    level = order * (log(N) + 1) / (order - 1)
    parts = level * entries - 1 / (order - 1) - shares
    mean = d.identity(equals(parts, rows.formula.left), some, more)
    mean = d.rewrite(it.whole, mean, replaced(mean.formula, entries, number(1)))
    column = shared(it, share)
    weighted = d.arithmetic(R[it.y] * column.formula.left <= R[it.y], column, hints=[R[it.y]])
    most = d.summed(d.forall(it.y, weighted))
    value = d.cite("background/sibson", differs_from_one(d, order, more))
    low = d.arithmetic(d.goal.left.args[0] <= mean.formula.left, value, most, some, more)
    defined = d.cite("definition/csiszar", *it.lines, P=it.matched)
    least = d.chain(
        d.bound_sup(defined.formula.right, d.chain(low, mean, rows), R), turned(d, defined)
    )
    d.qed(exponential_less(d, d.goal.left.args[0], d.goal.right.args[0], least, *it.lines))


def shared(it: Matched, share: Term) -> Line:
    """Σ_x P(x) W^α f^−α, over the y with f(y) > 0, is at most 1: it is 1 there."""
    d, root, order = it.d, it.root, it.order
    column = total(it.x, it.P[it.x] * share)
    powers, product = whole_power(d, it), it.powers * root**-order

    def likely(mark: Line, above: Line) -> Line:
        marked = d.identity(equals(column, cases(root > 0, 1, 0) * product), above)
        value = d.rewrite(mark, marked, equals(column, 1 * product))
        same = d.identity(equals(root**order * root**-order, 1), above)
        same = d.rewrite(powers, same, equals(product, 1))
        return d.arithmetic(column <= 1, value, same, above)

    def never(_: Line, none: Line) -> Line:
        plain = d.obvious(replaced(column <= 1, root, number(0)))
        return d.rewrite(is_zero(d, root, none), plain, column <= 1)

    return split_strict(d, 0, root, likely, never)


def row_above(
    it: Matched, R: Term, rest: Term, share: Term, more: Line, here: Line, finite: Line
) -> Line:
    """The bound on one row's divergence from R, where it is finite: then R(y) > 0 if W(y|x) is."""
    d, P, W, x, y, order, some, N = it.d, it.P, it.W, it.x, it.y, it.order, it.some, it.sum
    w, r = W[x, y], R[y]

    def outside(seen: Line, zero: Line) -> Line:
        likely = it.reached(here, seen)
        term = d.obvious(0 < it.part, likely, seen)
        one = d.chain(term, one_term(d, y, it.part_at, name="c"))
        positive = d.obvious(0 < it.entry, one, here, some)
        over = d.cite("definition/renyi-outside", seen, zero, more, positive, some, P=W[x], Q=R,
                      a=y, values={"u": it.entry, "r": finite.formula.right})
        over = d.rewrite(turned(d, it.own), over, finite.formula.right <= finite.formula.left)
        return below_itself(d, d.chain(over, finite), some, more)

    def none(zero: Line) -> Line:
        return split_order(d, w, 0, lambda low: low, lambda seen: d.follows(
            w <= 0, outside(seen, zero)))

    held = either(r > 0, w <= 0)
    within = d.forall(y, split_order(
        d, r, 0, lambda zero: d.follows(held, none(zero)), lambda above: d.follows(held, above)))
    value = d.cite("definition/renyi", differs_from_one(d, order, more), within, P=W[x], Q=R)
    tested = cases(r > 0, w**order * r ** (1 - order), 0)
    inner = total(y, tested)
    least = d.summed(d.forall(y, above_tangent(d, w, r, order, more, none)))
    one = d.arithmetic(0 < inner, least)
    goal = (
        it.part * (order * (log(N) + 1) - log(inner)) - (order - 1) * N * r * share
        <= N * tested / inner
    )

    def unseen(zero: Line) -> Line:
        return d.rewrite(zero, d.obvious(replaced(goal, w, number(0)), some, one), goal)

    def seen(likely: Line) -> Line:
        reached = it.reached(here, likely)
        covered = d.cases(d.at(within, y), d.assume(r > 0), absurd(
            d, r > 0, likely, d.assume(w <= 0)))
        known = [covered, reached, likely, some, one, more]
        point = N * (it.root / r) ** (order - 1) / inner
        first = d.cite("background/log-tangent.line", *known, x=point)
        second = d.cite("background/log-tangent.line", *known, x=N * r / it.root)
        return d.arithmetic(goal, first, second, *known,
                            hints=[it.plain, it.plain * (order - 1)])

    rows = d.summed(d.forall(y, split_zero(d, w, unseen, seen)), some, one)
    mean = log(inner) / (order - 1)
    divergence = d.arithmetic(equals(renyi(W[x], R, order), mean), value, one, more)
    low = d.arithmetic(rest <= it.weight * log(inner), rows, some, one, more)
    low = d.arithmetic(P[x] / (N * (order - 1)) * rest <= it.entry * mean, low, some, one, more,
                       hints=[P[x] / (N * (order - 1))])
    low = d.rewrite(turned(d, it.own), low, low.formula.left <= it.matched[x] * mean)
    return d.rewrite(turned(d, divergence), low)
