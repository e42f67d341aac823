"""Minors of matrices with a column of zeros."""

from __future__ import annotations

from typing import Any

from derivations.patterns.vectors import split_whole
from derivations.tools import absurd, same, split_equal, turned
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    cases,
    equals,
    leading_minor,
    quotient,
    reals_table,
    remainder,
    some,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("background/minor-of-zeros")
def minor_of_zeros(d: Derivation) -> None:
    """By induction, along the last row: the column is the last one, which takes another one's
    place, or an earlier one, which stays."""
    base, step = d.induct("k")
    base.qed(absurd(base, base.goal, base.given[0], base.obvious(base.var("y") >= number(0))))

    k, m, y = (step.var(name) for name in "kmy")
    early, inside = step.given
    z, c, x, w = (step.fix(Symbol(name, m)) for name in "zcxw")
    v = step.goal.left.args[1].args[0]
    zeros = step.forall(x, step.identity(equals(v[x * m + y], 0)))
    last = step.assume(equals(z, k))
    fewer = step.arithmetic(k <= m, inside)
    moved = reals_table(m * m, lambda s: cases(
        equals(remainder(s, m), c), v[quotient(s, m) * m + z], v[s]))

    def none(table: Term, place: Any, entry: Line, *lines: Line) -> Line:
        """The minor of order k is 0, from a column of zeros at an earlier place."""
        before = step.arithmetic(place + 1 <= k, *lines)
        minor: Any = step.cite(HYPOTHESIS, before, fewer, m=m, v=table, y=place)
        emptied = minor.formula.left.args[1].args[0]

        def chosen(met: Line, mark: Line) -> Line:
            goal = equals(table[x * m + w], emptied[x * m + w])
            if mark.formula.right == number(0):  # type: ignore[attr-defined]
                return step.identity(goal, met)
            there = step.rewrite(turned(step, met), entry, equals(table[x * m + w], 0))
            return step.chain(there, step.identity(equals(0, goal.right), met))

        rows = step.forall(x, step.forall(
            w, split_equal(step, w, place, chosen), where=w < k), where=x < k)
        same_one = step.cite("background/minor-entries", fewer, rows, k=k, m=m, v=table, w=emptied)
        return step.arithmetic(equals(leading_minor(table, k, m), 0), minor, same_one, fewer)

    def entry(place: Any, mark: Line) -> Line:
        """An entry of the matrix with the last column in place of column c."""
        on = mark.formula.right  # type: ignore[attr-defined]
        at = x * m + place
        mixed = step.identity(equals(
            moved[at], same(place, c) * v[x * m + z] + (1 - same(place, c)) * v[at]))
        return step.rewrite(mark, mixed, equals(
            moved[at], on * v[x * m + z] + (1 - on) * v[at]))

    part = cases(c < z, 1, 0) * v[z * m + c] * leading_minor(moved, k, m)

    def summand(minor_or_zero: Any) -> Line:
        """Σ over the columns before the last one is 0."""
        def before(low: Line) -> Line:
            earlier = step.arithmetic(c < z, low)
            plain = step.identity(
                equals(part, v[z * m + c] * leading_minor(moved, k, m)), earlier, fewer)
            nothing = minor_or_zero(low)
            hints = [v[z * m + c], leading_minor(moved, k, m)]
            return step.arithmetic(equals(part, 0), plain, nothing, fewer, hints=hints)

        row = split_whole(
            step, z, c, lambda high: step.identity(equals(part, 0), high, fewer), before)
        sums: Any = step.summed(step.forall(c, row), fewer)
        return step.chain(sums, step.identity(equals(sums.formula.right, 0)))

    expansion = step.cite("definition/minor-expansion", last, k=k, m=m, v=v, z=z)

    def is_last(here: Line) -> Line:
        """The column is the last one."""
        column = step.rewrite(here, step.at(zeros, x), equals(v[x * m + z], 0))

        def minor(earlier: Line) -> Line:
            def chosen(_: Line, mark: Line) -> Line:
                if mark.formula.right == number(0):  # type: ignore[attr-defined]
                    return step.identity(equals(moved[x * m + c], v[x * m + z]), _)
                return step.arithmetic(
                    equals(moved[x * m + c], v[x * m + z]), entry(c, mark))

            found = step.chain(split_equal(step, c, c, chosen), column)
            return none(moved, c, found, earlier, last)

        pivot = step.at(step.forall(x, column), z)
        return step.arithmetic(step.goal, expansion, summand(minor), pivot, fewer, inside,
                               hints=[leading_minor(v, k, m)])

    def is_earlier(there: Line) -> Line:
        """The column is an earlier one."""
        def minor(_: Line) -> Line:
            goal = equals(v[z * m + c] * leading_minor(moved, k, m), 0)

            def chosen(met: Line, mark: Line) -> Line:
                if mark.formula.right == number(1):  # type: ignore[attr-defined]
                    own = step.rewrite(met, step.at(zeros, z), equals(v[z * m + c], 0))
                    return step.arithmetic(goal, own, fewer, hints=[leading_minor(moved, k, m)])
                kept = step.arithmetic(
                    equals(moved[x * m + y], 0), entry(y, mark), step.at(zeros, x))
                gone = none(moved, y, kept, there)
                return step.arithmetic(goal, gone, fewer, hints=[v[z * m + c]])

            return split_equal(step, y, c, chosen)

        own = none(v, y, step.at(zeros, x), there)
        return step.arithmetic(step.goal, expansion, summand(minor), own, fewer, inside,
                               hints=[v[z * m + z]])

    found = split_whole(
        step, k, y,
        lambda high: is_last(step.turn(equals(y, z), step.arithmetic(y <= z, early, last),
                                       step.arithmetic(z <= y, high, last))),
        lambda low: is_earlier(step.arithmetic(y + 1 <= k, low)))
    exists = step.some(some(z, equals(z, k)), k, step.identity(equals(k, k)), *step.given)
    step.qed(step.obtain(exists, z, found))


@derives("background/minor-column")
def minor_column(d: Derivation) -> None:
    """The emptied column is one of zeros."""
    k, z = d.var("k"), d.var("z")
    (last,) = d.given
    d.qed(d.cite("background/minor-of-zeros", d.arithmetic(z + 1 <= k + 1, last), d.arithmetic(
        k + 1 <= d.var("m"), last, d.obvious(z + 1 <= d.var("m"))), k=k + 1, y=z))
