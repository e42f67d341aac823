"""Proofs that the closed forms of Sibson's information are the least divergence of the pair from
the prior and an independent output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.orders import (
    Optimal,
    Pairs,
    by_order,
    likeliest_rows,
    possible_columns,
    split_strict,
    whole_power,
)
from derivations.patterns.renyi import endless, largest_ratio
from derivations.tools import (
    absurd,
    below_itself,
    is_zero,
    log_below,
    split_below,
    split_order,
    split_zero,
    substitute_bound,
    turned,
    unless,
)
from verified.kernel.inference import replaced
from verified.language import cases, either, equals, log, quotient, remainder, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term, number


class OtherOrder(Pairs):
    """An order other than 1: f^α R^(1−α), its tangent N^α (α f/N + (1 − α) R), and the terms of
    Σ (P W)^α (P R)^(1−α)."""

    def __init__(self, d: Derivation, divergence: Any, R: Term | None = None) -> None:
        self.best = best = Optimal(d, d.var("P"), d.var("W"), d.var("alpha"))
        R = best.law if R is None else R
        super().__init__(d, d.var("P"), d.var("W"), R, divergence)
        order, self.w = self.order, R[self.y]
        self.u, self.pair = best.x, best.x * self.W.sort.outputs + self.y
        self.here, self.there = self.P[self.u] * self.W[self.u, self.y], self.P[self.u] * self.w
        self.some, self.scale = best.some, best.sum**order
        self.line = self.scale * (order * best.root / best.sum + (1 - order) * self.w)
        self.part = self.P[best.x] * self.W[best.x, self.y] ** order * self.w ** (1 - order)
        self.term = self.here**order * self.there ** (1 - order)
        self.powers = whole_power(d, best)

    def tangent(self, key: str, side: Line, likely: Line) -> Line:
        """The tangent and f^α R^(1−α) compared, where R(y) > 0."""
        d, best, w, order = self.d, self.best, self.w, self.order
        part = 1 / (best.sum * w)
        tangent = d.cite(f"lemma/power.{key}", side, likely, self.some, s=best.root * part)
        product = d.cite("lemma/power.product", likely, self.some, s=best.root, t=part)
        power = best.root**order * w ** (1 - order)
        line = d.arithmetic(
            self.line <= power if key == "tangent-above" else power <= self.line,
            tangent, product, likely, self.some, hints=[(best.sum * w) ** order * w ** (1 - order)],
        )
        return d.rewrite(self.powers, line)

    def same_term(self, likely: Line, *lines: Line) -> Line:
        """(P W)^α (P R)^(1−α) = P W^α R^(1−α) where R(y) > 0; lines show P(x) > 0 or α < 1."""
        d, p, w = self.d, self.P[self.u], self.W[self.u, self.y]
        goal = equals(self.term, self.part)

        def without(factor: Term, none: Line, *lines: Line) -> Line:
            return d.rewrite(none, d.identity(
                replaced(goal, factor, number(0)), *lines, self.some), goal)

        def present(some: Line) -> Line:
            return split_zero(
                d, w, lambda none: without(w, none, likely, some),
                lambda seen: d.identity(goal, likely, some, seen, self.some),
            )

        if lines[0].formula == (p > 0):
            return present(lines[0])
        return split_zero(d, p, lambda none: without(p, none, likely, *lines), present)


@derives("lemma/sibson-closed.least")
def closed_least(d: Derivation) -> None:
    """With f and N of Sibson's optimal output law: Σ f^α R^(1−α) is at least N^α for α > 1, at most
    N^α for α < 1."""
    it = OtherOrder(d, d.goal.right, d.var("R"))
    proof = by_order(
        d, it.order, *d.given, lambda less: unless(
            d, d.goal.left, d.goal.right, lambda finite: below_one(it, less, finite), it.cells,
            it.some, *d.given),
        lambda more: unless(
            d, d.goal.left, d.goal.right, lambda finite: above_one(it, more, finite), it.cells,
            it.some, *d.given),
    )
    d.qed(proof)


def above_one(it: OtherOrder, more: Line, finite: Line) -> Line:
    """Σ f^α R^(1−α) ≥ N^α, where the divergence is finite: then R(y) > 0 wherever f(y) is."""
    d, u, y, s, w, some, order = it.d, it.u, it.y, it.s, it.w, it.some, it.order
    tested = cases(it.there > 0, it.term, 0)

    def outside(here: Line, none: Line) -> Line:
        over = d.cite("definition/renyi-outside", here, none, more, it.cells, some, *d.given,
                      P=it.joint, Q=it.apart, a=s, values={"u": 1, "r": d.goal.left})
        return d.contradiction(over, finite, some, *d.given)

    held = either(it.apart[s] > 0, it.joint[s] <= 0)
    each = d.forall(s, split_order(
        d, it.apart[s], 0,
        lambda none: split_order(
            d, it.joint[s], 0, lambda nothing: d.follows(held, nothing),
            lambda here: d.follows(held, outside(here, none)),
        ),
        lambda there: d.follows(held, there),
    ))
    covered = it.covered(each)
    value = d.cite("definition/renyi", *d.given, each, it.cells, P=it.joint, Q=it.apart)
    mass = value.formula.right.args[1].args[0].args[0]

    def likely(above: Line) -> Line:
        def counted(present: Line) -> Line:
            there = d.arithmetic(0 < it.there, present, above)
            return d.arithmetic(it.part <= tested, it.same_term(above, present), there, above)

        goal = it.part <= tested
        rows = d.summed(d.forall(u, split_zero(
            d, it.P[u], lambda none: d.rewrite(
                none, d.obvious(replaced(goal, it.P[u], number(0)), above), goal), counted,
        )), above)
        tangent = it.tangent("tangent-above", d.turn(1 <= order, more), above)
        return d.arithmetic(it.line <= total(u, tested), tangent, rows, above, some)

    def unlikely(none: Line) -> Line:
        p, likelihood = it.P[u], it.W[u, y]
        alone = d.cases(
            d.at(d.at(covered, u), y),
            absurd(d, it.here <= 0, none, d.assume(w > 0)), d.assume(it.here <= 0),
        )
        row = p * likelihood**order <= 0

        def absent(present: Line) -> Line:
            zero = is_zero(d, likelihood, d.arithmetic(likelihood <= 0, alone, present,
                                                       hints=[1 / p]))
            return d.rewrite(zero, d.obvious(replaced(row, likelihood, number(0))), row)

        rows = d.forall(u, split_zero(d, p, lambda zero: d.rewrite(
            zero, d.obvious(replaced(row, p, number(0))), row), absent))
        powers, root = it.best.powers, it.best.root
        empty = is_zero(d, powers, d.arithmetic(powers <= 0, d.summed(rows)))
        rootless = d.rewrite(empty, d.identity(equals(number(0) ** (1 / order), 0)),
                             equals(root, 0))
        goal = it.line <= total(u, tested)
        rooted = replaced(goal, root, number(0))
        plain = d.obvious(replaced(rooted, w, number(0)), some)
        return d.rewrite(rootless, d.rewrite(none, plain, rooted), goal)

    columns = d.summed(d.forall(y, split_zero(d, w, unlikely, likely)), some)
    bound = d.arithmetic(it.scale <= mass, columns, some)
    here = d.chain(d.obvious(0 < it.scale, some), bound)
    logs = log_below(d, it.scale, mass, bound, here, some)
    return d.arithmetic(d.goal, value, logs, here, some, more, finite, *d.given,
                        hints=[1 / (order - 1)])


def below_one(it: OtherOrder, less: Line, finite: Line) -> Line:
    """Σ f^α R^(1−α) ≤ N^α."""
    d, u, y, w, some, order = it.d, it.u, it.y, it.w, it.some, it.order
    goal = total(u, it.term) <= it.line

    def likely(above: Line) -> Line:
        rows = d.summed(d.forall(u, it.same_term(above, less)), above, less)
        tangent = it.tangent("tangent-below", d.turn(order <= 1, less), above)
        return d.arithmetic(goal, tangent, rows, above, some, less)

    def unlikely(none: Line) -> Line:
        return d.rewrite(none, d.obvious(replaced(goal, w, number(0)), some, less), goal)

    columns = d.summed(d.forall(y, split_zero(d, w, unlikely, likely)), some, less)
    mass = total(it.s, it.joint[it.s] ** order * it.apart[it.s] ** (1 - order))
    bound = d.arithmetic(mass <= it.scale, columns, some, less)
    laws = {"P": it.joint, "Q": it.apart}

    def nothing(empty: Line) -> Line:
        over = d.cite("definition/renyi-apart", empty, less, it.cells, some, *d.given,
                      **laws, values={"u": 1, "r": d.goal.left})
        return d.follows(d.goal, d.contradiction(over, finite, some, *d.given))

    def overlapping(meet: Line) -> Line:
        value = d.cite("definition/renyi-below", meet, less, it.cells, **laws)
        logs = log_below(d, mass, it.scale, bound, meet, some, less)
        return d.arithmetic(d.goal, value, logs, meet, some, less, finite, *d.given,
                            hints=[1 / (1 - order)])

    return split_order(d, mass, 0, nothing, overlapping, less)


# --- Sibson's output law --------------------------------------------------------------------------


@derives("lemma/sibson-closed.reached")
def closed_reached(d: Derivation) -> None:
    """Each column adds f^α q^(1−α) = N^α q."""
    it = OtherOrder(d, d.goal.left)
    d.qed(by_order(
        d, it.order, *d.given, lambda less: reached_below(it, less),
        lambda more: reached_above(it, more),
    ))


def whole_column(it: OtherOrder, above: Line) -> Line:
    """Σ_x P W^α q^(1−α) = N^α q, where q(y) > 0."""
    d, best, w, some, order = it.d, it.best, it.w, it.some, it.order
    seen = d.arithmetic(0 < best.root, above, some, hints=[best.sum])
    same = d.identity(equals(best.root**order * w ** (1 - order), it.scale * w), above, seen, some)
    power = d.rewrite(it.powers, same, equals(best.powers * w ** (1 - order), it.scale * w))
    column = total(it.u, it.part)
    return d.chain(d.identity(equals(column, best.powers * w ** (1 - order)), above, some), power)


def reached_above(it: OtherOrder, more: Line) -> Line:
    """Above order 1, where q(y) > 0 wherever P(x) W(y|x) is."""
    d, u, y, s, w, some, order = it.d, it.u, it.y, it.s, it.w, it.some, it.order
    cover = d.arithmetic(
        it.here <= it.best.sum * w,
        d.at(d.at(d.cite("background/output-dominates.by-input", P=it.P, W=it.W), u), y),
        d.cite("lemma/power.mean", d.turn(1 <= order, more), P=it.P, W=it.W, y=y), some,
    )
    first, second = it.cells_of(s)
    near = d.at(d.at(d.forall(u, d.forall(y, cover)), first), second)
    held = either(it.apart[s] > 0, it.joint[s] <= 0)
    p, q = it.P[first], it.R[second]
    one, two = d.identity(equals(it.joint[s], p * it.W[first, second])), d.identity(
        equals(it.apart[s], p * q), some)

    def unseen(none: Line) -> Line:
        return d.follows(held, d.arithmetic(it.joint[s] <= 0, one, none))

    def seen(above: Line) -> Line:
        return split_order(
            d, q, 0,
            lambda none: d.follows(held, d.arithmetic(it.joint[s] <= 0, one, near, none, some,
                                                      hints=[it.best.sum])),
            lambda there: d.follows(held, d.arithmetic(0 < it.apart[s], two, above, there, some)),
            some,
        )

    inside = d.forall(s, split_zero(d, p, unseen, seen))
    value = d.cite("definition/renyi", *d.given, inside, it.cells, some, P=it.joint, Q=it.apart)
    mass = value.formula.right.args[1].args[0].args[0]
    tested = cases(it.there > 0, it.term, 0)

    def likely(above: Line) -> Line:
        same = equals(tested, it.part)

        def counted(mark: Line, there: Line) -> Line:
            line = d.identity(equals(tested, cases(it.there > 0, 1, 0) * it.term), there, some)
            line = d.rewrite(mark, line, equals(tested, 1 * it.term))
            present = d.arithmetic(0 < it.P[u], there, above, some, hints=[1 / w])
            term = it.same_term(above, present)
            return d.arithmetic(same, line, term, above, present, some)

        def missing(_: Line, none: Line) -> Line:
            absent = is_zero(d, it.P[u], d.arithmetic(it.P[u] <= 0, none, above, some,
                                                      hints=[1 / w]))
            return d.rewrite(absent, d.identity(replaced(same, it.P[u], number(0)), above, some),
                             same)

        each = d.forall(u, split_strict(d, 0, it.there, counted, missing, some))
        return d.chain(d.summed(each, above, some), whole_column(it, above))

    def unlikely(none: Line) -> Line:
        goal = equals(total(u, tested), it.scale * w)
        return d.rewrite(none, d.identity(replaced(goal, w, number(0)), some), goal)

    columns = all_columns(it, unlikely, likely)
    return concluding(it, value, mass, columns)


def all_columns(
    it: OtherOrder, unlikely: Callable[[Line], Line], likely: Callable[[Line], Line], *lines: Line
) -> Line:
    """The columns summed, each shown where q(y) = 0 and where q(y) > 0."""
    d, w, some = it.d, it.w, it.some
    column = split_order(
        d, w, 0, lambda low: unlikely(d.turn(equals(w, 0), low, d.obvious(0 <= w, some))), likely,
        some,
    )
    return d.summed(d.forall(it.y, column), some, *lines)


def concluding(it: OtherOrder, value: Line, mass: Any, columns: Line, *lines: Line) -> Line:
    """ln N^α/(α − 1), from the columns' sums and the divergence's value."""
    d, some = it.d, it.some
    bound = d.arithmetic(equals(mass, it.scale), columns, some, *lines)
    plain = d.rewrite(bound, value)
    return d.arithmetic(d.goal, plain, some, *d.given, *lines)


def reached_below(it: OtherOrder, less: Line) -> Line:
    """Below order 1."""
    d, u, w, some, order = it.d, it.u, it.w, it.some, it.order

    def likely(above: Line) -> Line:
        rows = d.summed(d.forall(u, it.same_term(above, less)), above, less, some)
        return d.chain(rows, whole_column(it, above))

    def unlikely(none: Line) -> Line:
        goal = equals(total(u, it.term), it.scale * w)
        return d.rewrite(none, d.identity(replaced(goal, w, number(0)), some, less), goal)

    columns = all_columns(it, unlikely, likely, less)
    mass = total(it.s, it.joint[it.s] ** order * it.apart[it.s] ** (1 - order))
    bound = d.arithmetic(it.scale <= mass, columns, some, less)
    meet = d.chain(d.obvious(0 < it.scale, some), bound)
    value = d.cite("definition/renyi-below", meet, less, it.cells, some, P=it.joint, Q=it.apart)
    return concluding(it, value, mass, columns, less)


# --- the orders 0, 1 and ∞ ------------------------------------------------------------------------


@derives("lemma/sibson-closed.zero")
def closed_zero(d: Derivation) -> None:
    """The largest probability of a column is at least its mean by R."""
    it = Pairs(d, d.var("P"), d.var("W"), d.var("R"), d.goal.right)
    P, W, R, u, y = it.P, it.W, it.R, it.u, it.y
    goal = d.goal
    most = goal.left.args[0].args[0]
    seen = P[u] * cases(W[u, y] <= 0, 0, 1)
    real, top, least = possible_columns(it, most)
    possible = cases(it.here > 0, it.there, 0)

    def counted(mark: Line, above: Line) -> Line:
        marked = d.identity(equals(possible, cases(it.here > 0, 1, 0) * it.there))
        value = d.rewrite(mark, marked, equals(possible, 1 * it.there))
        return d.arithmetic(possible <= seen * R[y], value, above)

    def left_out(mark: Line, _: Line) -> Line:
        marked = d.identity(equals(possible, cases(it.here > 0, 1, 0) * it.there))
        value = d.rewrite(mark, marked, equals(possible, 0 * it.there))
        return d.arithmetic(possible <= seen * R[y], value,
                            d.obvious(0 <= seen * R[y]))

    each = split_strict(d, 0, it.here, counted, left_out)
    column = d.arithmetic(
        total(u, possible) <= most * R[y], d.summed(d.forall(u, each)), top, real,
        hints=[R[y]],
    )
    whole = d.summed(d.forall(y, column), real)

    def finite(less: Line) -> Line:
        value = d.cite("definition/renyi-zero", it.cells, P=it.joint, Q=it.apart)
        mass = value.formula.right.args[1].args[0]

        def nothing(none: Line) -> Line:
            """Then the divergence is infinite."""
            infinite = d.cite("definition/infinite-logarithms", r=0, part=0)
            plain = d.rewrite(infinite, d.rewrite(none, value))
            loop = d.chain(plain, d.cite("definition/infinite-differences", r=1, part=3))
            over = d.cite("definition/infinity", less, real, least, r=value.formula.left, part=1)
            loop = d.chain(over, turned(d, loop))
            return d.follows(goal, below_itself(d, loop, less, real, least))

        def some(above: Line) -> Line:
            bound = d.arithmetic(mass <= most, whole, real)
            here = d.chain(above, bound)
            logs = log_below(d, mass, most, bound, above, here, real)
            return d.arithmetic(goal, value, logs, above, here, less, real, least)

        return split_zero(d, mass, nothing, some)

    d.qed(unless(d, goal.left, goal.right, finite, real, least))


@derives("lemma/sibson-closed.one")
def closed_one(d: Derivation) -> None:
    """The mean divergence from any one row is at least the information."""
    it = Pairs(d, d.var("P"), d.var("W"), d.var("R"), d.goal.right)
    P, W, u, s = it.P, it.W, it.u, it.s
    goal = d.goal
    told = d.cite("background/redundancy-capacity.information", P=P, W=W, Q=it.R)
    divergence = d.cite("definition/renyi-one", it.cells, P=it.joint, Q=it.apart)

    def finite(less: Line) -> Line:
        small = d.chain(turned(d, divergence), less)
        finite = d.turn(small.formula.left <= small.formula.right, small)
        each = d.cite("background/kl-finite", finite, it.cells, P=it.joint, Q=it.apart, r=goal.left)
        covered = it.covered(each)
        value = d.cite("definition/kl", it.cells, P=it.joint, Q=it.apart)
        rows = d.forall(u, d.cite("background/kl-scaled", t=P[u], P=W[u], Q=it.R))
        mean = d.chain(told, d.summed(rows, covered))
        cells = d.summed(d.forall(s, one_cell(it, each)), covered, each)
        same = d.identity(equals(mean.formula.right, cells.formula.left), covered, each)
        return d.chain(mean, same, cells, turned(d, value), turned(d, divergence))

    d.qed(unless(d, goal.left, goal.right, finite, it.cells))


def one_cell(it: Pairs, each: Line) -> Line:
    """P W ln W − P W ln R = P W ln(P W) − P W ln(P R), for a symbol of the pairs."""
    d, s = it.d, it.s
    u, y = quotient(s, it.W.sort.outputs), remainder(s, it.W.sort.outputs)
    p, w, v = it.P[u], it.W[u, y], it.R[y]
    first, second = it.joint[s], it.apart[s]
    goal = equals(p * w * log(w) - p * w * log(v), p * w * log(p * w) - p * w * log(p * v))
    same = d.identity(equals(first, p * w)), d.identity(equals(second, p * v))
    at = d.rewrite(same[0], d.rewrite(same[1], d.at(each, s)), either(p * v > 0, p * w <= 0))

    def possible(some: Line, seen: Line) -> Line:
        return d.cases(at, *(
            d.identity(goal, some, seen, d.assume(p * v > 0)) if k == 0
            else absurd(d, goal, d.assume(p * w <= 0), some, seen, hints=[p, w]) for k in (0, 1)
        ))

    line = split_zero(
        d, p,
        lambda none: d.rewrite(none, d.identity(replaced(goal, p, number(0))), goal),
        lambda some: split_zero(
            d, w, lambda none: d.rewrite(none, d.identity(replaced(goal, w, number(0))), goal),
            lambda seen: possible(some, seen),
        ),
    )
    left = goal.left
    for equal, right in (
        (same[1], p * w * log(p * w) - p * w * log(second)),
        (same[0], first * log(first) - first * log(second)),
    ):
        line = d.rewrite(turned(d, equal), line, equals(left, right))
    return line


@derives("lemma/sibson-closed.infinite")
def closed_infinite(d: Derivation) -> None:
    """W(y|x) ≤ e^D R(y) for every x that P has."""
    it = Pairs(d, d.var("P"), d.var("W"), d.var("R"), d.goal.right)
    P, W, R, u, y, s = it.P, it.W, it.R, it.u, it.y, it.s
    whole = d.goal.left.args[0]
    most, real, _, some = likeliest_rows(it, whole)
    allowed = substitute_bound(most, u)

    def finite(less: Line) -> Line:
        held = either(it.apart[s] > 0, it.joint[s] <= 0)

        def outside(here: Line, none: Line) -> Line:
            return d.follows(held, endless(d, d.cite(
                "definition/renyi-infinite-outside", here, none, it.cells, P=it.joint, Q=it.apart,
                a=s), less))

        inside = d.forall(s, split_order(
            d, it.apart[s], 0,
            lambda none: split_order(
                d, it.joint[s], 0, lambda nothing: d.follows(held, nothing),
                lambda here: outside(here, none),
            ),
            lambda there: d.follows(held, there),
        ))
        value, ratio = largest_ratio(d, it.joint, it.apart, inside, it.cells)
        largest_of = value.formula.right.args[1].args[0]
        line = ratio(it.pair)
        one = d.identity(equals(it.joint[it.pair], it.here))
        two = d.identity(equals(it.apart[it.pair], it.there))
        line = d.rewrite(one, d.rewrite(two, line), it.here <= largest_of * it.there)

        def within(order: Line, mark: Line) -> Line:
            under = allowed <= largest_of * R[y]
            if mark.formula.right == number(1):
                return d.arithmetic(under, mark, hints=[W[u, y], largest_of * R[y]])
            return d.arithmetic(under, line, mark, order, hints=[1 / P[u], W[u, y]])

        bound = d.bound_sup(most, split_below(d, P[u], 0, within), u)
        column = d.summed(d.forall(y, bound), real)
        over = d.arithmetic(whole <= largest_of, column, some)
        logs = log_below(d, whole, largest_of, over, some, d.chain(some, over))
        return d.arithmetic(d.goal, value, logs, less, some, d.chain(some, over))

    d.qed(unless(d, d.goal.left, d.goal.right, finite, some, real, it.cells))
