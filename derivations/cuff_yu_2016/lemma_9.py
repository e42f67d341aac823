"""Section 7, the proof of Lemma 9: Sibson's information is at most the divergence at one row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.cuff_yu_2016.csiszar import Optimal, whole_power
from derivations.cuff_yu_2016.patterns import turned
from derivations.cuff_yu_2016.variations import entry_ratios
from derivations.orders import by_order, split_one, split_strict
from derivations.tools import (
    absurd,
    below_itself,
    is_zero,
    log_below,
    split_below,
    split_order,
    split_zero,
    unless,
)
from verified.kernel.inference import replaced
from verified.language import cases, either, equals, exp, log, quotient, remainder, total
from verified.language.databases import entry_channel
from verified.language.formulas import Relation
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, derives

PAPER = "cuff-yu-2016/"


class Pairs:
    """The laws P(x) W(y|x) and P(x) R(y) on pairs."""

    def __init__(self, d: Derivation, P: Term, W: Term, R: Term, divergence: Any) -> None:
        self.d, self.P, self.W, self.R = d, P, W, R
        self.joint, self.apart, self.order = divergence.args
        self.u, self.y = d.fix(Symbol("u", W.sort.inputs)), d.fix(Symbol("y", W.sort.outputs))
        n, m, one = W.sort.inputs, W.sort.outputs, number(1)
        self.s = d.fix(Symbol("s", n * m))
        self.cells = d.arithmetic(
            one <= n * m, d.obvious(one <= n), d.obvious(one <= m), hints=[m])
        # The symbol u m + y of the pair.
        self.pair = self.u * m + self.y
        self.here, self.there = P[self.u] * W[self.u, self.y], P[self.u] * R[self.y]

    def covered(self, each: Line) -> Line:
        """For every u and y, R(y) > 0 or P(u) W(y|u) ≤ 0, if every symbol of the pairs has
        P(u) R(y) > 0 or P(u) W(y|u) ≤ 0."""
        d, likely = self.d, self.R[self.y] > 0
        at = d.at(each, self.pair)
        first = d.identity(equals(self.apart[self.pair], self.there))
        second = d.identity(equals(self.joint[self.pair], self.here))
        line = d.rewrite(second, d.rewrite(first, at), either(self.there > 0, self.here <= 0))
        some, none = d.assume(self.there > 0), d.assume(self.here <= 0)
        held = either(likely, self.here <= 0)
        line = d.cases(line, d.follows(held, d.obvious(likely, some)), d.follows(held, none))
        return d.forall(self.u, d.forall(self.y, line))


@derives(PAPER + "lemma-9-steps.one-row")
def one_row(d: Derivation) -> None:
    """Orders 0 and 1, and the others by the lemma."""
    order, W, z = d.var("alpha"), entry_channel(d.var("M"), d.var("x"), d.var("i")), d.var("z")
    it = Pairs(d, d.var("P"), W, W[z], d.goal.right)

    def zero(equal: Line) -> Line:
        return d.rewrite(equal, order_zero(it), d.goal)

    def one(equal: Line) -> Line:
        return d.rewrite(equal, order_one(it), d.goal)

    def positive(above: Line) -> Line:
        return split_one(d, order, one, lambda other: d.cite(
            "lemma/sibson-least", above, other, P=it.P, W=W, R=W[z], alpha=order))

    d.qed(split_zero(d, order, zero, positive))


def order_zero(it: Pairs) -> Line:
    """The largest probability of a column is at least its mean by R."""
    d, P, W, R, u, y = it.d, it.P, it.W, it.R, it.u, it.y
    goal = replaced(d.goal, it.order, number(0))
    least = d.cite("definition/sibson-zero", P=P, W=W)
    most = least.formula.right.args[0].args[0]
    seen = P[u] * cases(W[u, y] <= 0, 0, 1)
    unit = d.arithmetic(total(u, seen) <= 1, d.summed(d.forall(u, split_below(
        d, W[u, y], 0, lambda _, mark: d.arithmetic(seen <= P[u], mark, hints=[P[u]])))))
    real = d.bound_sup(most, unit, y)
    top = d.below_sup(most, y, d.forall(y, unit))
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
            over = d.cite("definition/infinity", less, real, r=value.formula.left, part=1)
            return d.follows(goal, below_itself(d, d.chain(over, turned(d, loop)), less, real))

        def some(above: Line) -> Line:
            bound = d.arithmetic(mass <= most, whole, real)
            here = d.chain(above, bound)
            logs = log_below(d, mass, most, bound, above, here, real)
            return d.arithmetic(goal, value, least, logs, above, here, less, real)

        return split_zero(d, mass, nothing, some)

    return unless(d, goal.left, goal.right, finite, real)


def order_one(it: Pairs) -> Line:
    """The mean divergence from any one row is at least the information."""
    d, P, W, u, s = it.d, it.P, it.W, it.u, it.s
    goal = replaced(d.goal, it.order, number(1))
    told = d.chain(
        d.cite("definition/sibson-one", P=P, W=W),
        d.cite("background/redundancy-capacity.information", P=P, W=W, Q=it.R),
    )
    divergence = d.cite("definition/renyi-one", it.cells, P=it.joint, Q=it.apart)

    def finite(less: Line) -> Line:
        small = d.chain(turned(d, divergence), less)
        finite = d.turn(small.formula.left <= small.formula.right, small)
        each = d.cite("background/kl-finite", finite, it.cells, P=it.joint, Q=it.apart, r=goal.left)
        covered = it.covered(each)
        value = d.cite("definition/kl", it.cells, P=it.joint, Q=it.apart)
        rows = d.forall(u, d.cite("definition/kl-scaled", t=P[u], P=W[u], Q=it.R))
        mean = d.chain(told, d.summed(rows, covered))
        cells = d.summed(d.forall(s, one_cell(it, each)), covered, each)
        same = d.identity(equals(mean.formula.right, cells.formula.left), covered, each)
        return d.chain(mean, same, cells, turned(d, value), turned(d, divergence))

    return unless(d, goal.left, goal.right, finite, it.cells)


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


class OtherOrder(Pairs):
    """An order other than 1: f^α R^(1−α), its tangent N^α (α f/N + (1 − α) R), and the terms of
    Σ (P W)^α (P R)^(1−α)."""

    def __init__(self, d: Derivation) -> None:
        super().__init__(d, d.var("P"), d.var("W"), d.var("R"), d.goal.right)
        order, self.w = self.order, self.R[self.y]
        self.best = best = Optimal(d, self.P, self.W, order)
        self.u, self.pair = best.x, best.x * self.W.sort.outputs + self.y
        self.here, self.there = self.P[self.u] * self.W[self.u, self.y], self.P[self.u] * self.w
        self.some, self.scale = best.some, best.sum**order
        self.line = self.scale * (order * best.root / best.sum + (1 - order) * self.w)
        self.part = self.P[best.x] * self.W[best.x, self.y] ** order * self.w ** (1 - order)
        self.term = self.here**order * self.there ** (1 - order)
        self.powers = whole_power(d, best)
        self.told = d.cite("definition/sibson", *d.given)

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
            return d.rewrite(none, d.identity(replaced(goal, factor, number(0)), *lines), goal)

        def present(some: Line) -> Line:
            return split_zero(
                d, w, lambda none: without(w, none, likely, some),
                lambda seen: d.identity(goal, likely, some, seen),
            )

        if lines[0].formula == (p > 0):
            return present(lines[0])
        return split_zero(d, p, lambda none: without(p, none, likely, *lines), present)


@derives("lemma/sibson-least")
def sibson_least(d: Derivation) -> None:
    """With f and N of Sibson's optimal output law: Σ f^α R^(1−α) is at least N^α for α > 1, at most
    N^α for α < 1."""
    it = OtherOrder(d)
    proof = by_order(
        d, it.order, *d.given, lambda less: unless(
            d, d.goal.left, d.goal.right, lambda finite: below_one(it, less, finite), it.cells),
        lambda more: unless(
            d, d.goal.left, d.goal.right, lambda finite: above_one(it, more, finite), it.cells),
    )
    d.qed(proof)


def above_one(it: OtherOrder, more: Line, finite: Line) -> Line:
    """Σ f^α R^(1−α) ≥ N^α, where the divergence is finite: then R(y) > 0 wherever f(y) is."""
    d, u, y, s, w, some, order = it.d, it.u, it.y, it.s, it.w, it.some, it.order
    tested = cases(it.there > 0, it.term, 0)

    def outside(here: Line, none: Line) -> Line:
        over = d.cite("definition/renyi-outside", here, none, more, it.cells, P=it.joint,
                      Q=it.apart, a=s, values={"u": 1, "r": d.goal.left})
        return d.contradiction(over, finite)

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
    return d.arithmetic(d.goal, value, it.told, logs, here, some, more, finite, *d.given,
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
        over = d.cite("definition/renyi-apart", empty, less, it.cells, **laws,
                      values={"u": 1, "r": d.goal.left})
        return d.follows(d.goal, d.contradiction(over, finite))

    def overlapping(meet: Line) -> Line:
        value = d.cite("definition/renyi-below", meet, less, it.cells, **laws)
        logs = log_below(d, mass, it.scale, bound, meet, some, less)
        return d.arithmetic(d.goal, value, it.told, logs, meet, some, less, finite, *d.given,
                            hints=[1 / (1 - order)])

    return split_order(d, mass, 0, nothing, overlapping, less)


# --- (68) as an expectation -----------------------------------------------------------------------


class Ratios(Pairs):
    """The expectation in (68), Σ P W (W/W_z)^(α−1) over the pairs that occur, under ε-DP."""

    def __init__(self, d: Derivation, goal: Any) -> None:
        z, eps = d.var("z"), d.var("eps")
        W = entry_channel(d.var("M"), d.var("x"), d.var("i"))
        super().__init__(d, d.var("P"), W, W[z], goal.left)
        u, y, order = self.u, self.y, self.order
        self.goal, self.mean = goal, goal.right.args[0].args[0]
        _, (self.up, self.down) = entry_ratios(d, z, u, y)
        under = d.arithmetic(exp(-eps) * W[u, y] <= W[z, y], self.up, hints=[exp(-eps)])
        # In both orders, as a double sum may be read in either.
        self.close = [d.forall(u, d.forall(y, under)), d.forall(y, d.forall(u, under))]
        self.ratio = W[u, y] / W[z, y]
        self.term = self.here * self.ratio ** (order - 1)
        self.tested = cases(self.here > 0, self.term, 0)

    def pairwise(
        self, formula: Any, possible: Callable[[Line, list[Line]], Line], *lines: Line
    ) -> Line:
        """The formula for a pair summed over all: `possible` shows it where the pair occurs, given
        what the tested term is and that its factors are positive."""
        d = self.d

        def occurs(mark: Line, above: Line) -> Line:
            found = [
                above, d.obvious(0 < self.P[self.u], above), d.obvious(0 < self.W[self.u, self.y],
                                                                       above)]
            found.append(d.arithmetic(0 < self.R[self.y], self.up, *found,
                                      hints=[exp(-d.var("eps"))]))
            marked = d.identity(equals(self.tested, cases(self.here > 0, 1, 0) * self.term), *found)
            value = d.rewrite(mark, marked, equals(self.tested, 1 * self.term))
            return possible(value, found)

        def never(_: Line, none: Line) -> Line:
            return self.absent(formula, is_zero(d, self.here, none), *lines)

        each = d.forall(self.y, split_strict(d, 0, self.here, occurs, never))
        return d.summed(d.forall(self.u, d.summed(each, *self.close, *lines)), *self.close, *lines)

    def absent(self, formula: Any, none: Line, *lines: Line) -> Line:
        """The formula for a pair that doesn't occur: then P(u) or W(y|u), and so W(y|z), is 0."""
        d, p, w, v = self.d, self.P[self.u], self.W[self.u, self.y], self.R[self.y]
        decided = d.identity if formula.op == "=" else d.obvious

        def present(some: Line) -> Line:
            nothing = is_zero(d, w, d.arithmetic(w <= 0, none, some, hints=[1 / p]))
            gone = is_zero(d, v, d.arithmetic(v <= 0, self.down, nothing))
            without = replaced(formula, w, number(0))
            line = decided(replaced(without, v, number(0)), *lines)
            return d.rewrite(nothing, d.rewrite(gone, line, without), formula)

        return split_zero(d, p, lambda zero: d.rewrite(
            zero, decided(replaced(formula, p, number(0)), *lines), formula), present)

    def floor(self, side: Line, low: Any) -> Callable[[Line, list[Line]], Line]:
        """P W e^−ε|α−1| ≤ P W (W/W_z)^(α−1), from the line 1 < α or α < 1; `low` is the power."""
        d, eps = self.d, self.d.var("eps")
        order, ratio = self.order, self.ratio
        goal = self.here * low <= self.tested

        def above(value: Line, found: list[Line]) -> Line:
            large = d.arithmetic(exp(-eps) <= ratio, self.down, *found,
                                 hints=[exp(-eps) / self.R[self.y]])
            grown = d.cite("lemma/power.increasing", large, side, *found, s=exp(-eps), t=ratio,
                           alpha=order - 1)
            return d.arithmetic(goal, value, grown, *found, hints=[self.here])

        def below(value: Line, found: list[Line]) -> Line:
            small = d.arithmetic(ratio <= exp(eps), self.up, *found, hints=[1 / self.R[self.y]])
            grown = d.cite("lemma/power.increasing", small, side, *found, s=ratio, t=exp(eps),
                           alpha=1 - order)
            return d.arithmetic(goal, value, grown, *found,
                                hints=[self.here * low * ratio ** (order - 1)])

        return above if side.formula.left == number(1) else below


    def within(self) -> Line:
        """A pair that the first law has is one of the second law: W ≤ e^ε W_z."""
        d, s, m = self.d, self.s, self.W.sort.outputs
        _, (up, _) = entry_ratios(d, d.var("z"), quotient(s, m), remainder(s, m))
        held = either(self.apart[s] > 0, self.joint[s] <= 0)

        def empty(none: Line) -> Line:
            hints = [self.P[quotient(s, m)], exp(d.var("eps"))]
            return d.follows(held, d.arithmetic(self.joint[s] <= 0, up, none, hints=hints))

        return d.forall(s, split_order(
            d, self.apart[s], 0, empty, lambda there: d.follows(held, there)))

    def concluded(
        self, value: Line, mass: Term, same: Line, side: Line, *lines: Line
    ) -> Line:
        """The claim, from 1 + D = 1 + ln Σ/(α − 1), what Σ is pair by pair, and 1 < α or α < 1."""
        d, eps, order, mean = self.d, self.d.var("eps"), self.order, self.mean
        power = exp(eps * (order - 1))
        if side.formula.left == number(1):
            power = exp(-eps * (order - 1))
        floor = self.pairwise(self.here * power <= self.tested, self.floor(side, power), side)
        some = d.arithmetic(0 < mean, floor, *self.close, hints=[power])
        equal = d.arithmetic(equals(mass, mean), same, *self.close, *lines)
        value = d.rewrite(equal, value)
        return d.arithmetic(self.goal, value, some, side, *self.close)


@derives(PAPER + "lemma-9-steps.expectation@mean-of-power")
def expectation(d: Derivation) -> None:
    """The terms of the divergence, where the two laws have one support."""
    order, other = d.var("alpha"), d.given[0]

    def zero(equal: Line) -> Line:
        it = Ratios(d, replaced(d.goal, order, number(0)))
        value = d.cite("definition/renyi-zero", it.cells, P=it.joint, Q=it.apart)
        mass, term = value.formula.right.args[1].args[0], cases(it.here > 0, it.there, 0)
        same = it.pairwise(equals(term, it.tested), lambda _, found: d.identity(
            equals(term, it.tested), *found))
        side = d.obvious(Relation("<", number(0), number(1)))
        return d.rewrite(equal, it.concluded(value, mass, same, side), d.goal)

    def positive(above: Line) -> Line:
        it = Ratios(d, d.goal)
        value = d.cite("definition/renyi", other, it.within(), above, it.cells, P=it.joint,
                       Q=it.apart, alpha=order)
        mass = value.formula.right.args[1].args[0].args[0]
        term = cases(it.there > 0, it.here**order * it.there ** (1 - order), 0)

        def possible(_: Line, found: list[Line]) -> Line:
            there = d.arithmetic(0 < it.there, *found)
            return d.identity(equals(term, it.tested), there, *found)

        same = it.pairwise(equals(term, it.tested), possible, above)
        return by_order(
            d, order, other, lambda less: it.concluded(value, mass, same, less, above),
            lambda more: it.concluded(value, mass, same, more, above),
        )

    d.qed(split_zero(d, order, zero, positive))
