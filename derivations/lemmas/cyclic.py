"""Proofs on numbers modulo n: a ring of n symbols, and its windows of k symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import same, summed
from verified.kernel.proof import HYPOTHESIS
from verified.language import cases, equals, quotient, remainder, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, number

# --- shifts ---------------------------------------------------------------------------------------


@derives("lemma/cyclic-position")
def cyclic_position(d: Derivation) -> None:
    """Another would differ from it by a multiple of n."""
    n, x, y, t, u = (d.var(name) for name in ("n", "x", "y", "t", "u"))
    rest = remainder(x + u, n)
    parts = d.cite("definition/divided", n=n, q=x + u)

    def turns(count: int, held: Line) -> Line:
        """Where x + t = y + count n."""
        whole = d.arithmetic(equals(x + t, number(count) * n + y), held)
        value = d.cite("definition/division", n=n, q=number(count), v=y, part=1)
        value = d.rewrite(whole, value, equals(remainder(x + t, n), y))

        def reached(at: Line, away: Line) -> Line:
            moved = d.rewrite(at, value, equals(rest, y))
            return d.follows(d.goal, d.turn(equals(y, rest), moved), away)

        def missed(at: Line, away: Line) -> Line:
            turned = quotient(x + u, n)
            fewer = d.cite("definition/whole", r=turned, s=number(count))
            more = d.cite("definition/whole", r=number(count), s=turned)
            lines = [at, parts, whole, d.obvious(u <= n - 1), d.obvious(t <= n - 1),
                     d.obvious(u >= 0), d.obvious(t >= 0)]
            low, high = (d.assume(part) for part in fewer.theorem.conclusion.parts)
            less, above = (d.assume(part) for part in more.theorem.conclusion.parts)
            never = d.contradiction(high, *lines, hints=[n])
            nor = d.contradiction(above, *lines, hints=[n])
            level = d.turn(equals(turned, number(count)), low, less)
            equal = d.arithmetic(equals(u, t), level, at, parts, whole)
            return d.follows(
                d.goal, away, d.cases(more, d.cases(
                    fewer, equal, d.follows(equals(u, t), never)
                ), d.follows(equals(u, t), nor)),
            )

        ends, starts = (d.cite("definition/case-equal", r=a, s=b) for a, b in ((y, rest), (u, t)))
        (hit, miss), (this, other) = (
            tuple((d.piece(held, 0), d.piece(held, 1)) for held in map(
                d.assume, found.theorem.conclusion.parts
            )) for found in (ends, starts)
        )
        both = d.arithmetic(d.goal, hit[1], this[1])
        neither = d.arithmetic(d.goal, miss[1], other[1])
        wrong = missed(hit[0], other[0])
        absent = reached(this[0], miss[0])
        return d.cases(ends, d.cases(starts, both, wrong), d.cases(starts, absent, neither))

    (found,) = d.given
    d.qed(d.cases(found, *(
        turns(count, d.assume(part)) for count, part in enumerate(found.theorem.conclusion.parts)
    )))


@derives("lemma/cyclic-shift")
def cyclic_shift(d: Derivation) -> None:
    """There is one, and no other."""
    n, x, y = d.var("n"), d.var("x"), d.var("y")
    exists = d.cite("background/cyclic-step")
    t = d.fix(Symbol("t", n))
    found = d.assume(substitute(exists.theorem.conclusion.body, {"t": t}))
    sums = summed(d, Symbol("u", n), lambda u: d.cite(
        "lemma/cyclic-position", found, x=x, y=y, t=t, u=u
    ))
    one = d.identity(equals(sums.formula.left, 1))
    line = d.chain(d.turn(equals(sums.formula.right, sums.formula.left), sums), one)
    d.qed(d.obtain(exists, t, line))


# --- windows --------------------------------------------------------------------------------------


@derives("lemma/count-below")
def count_below(d: Derivation) -> None:
    """By induction on n: the last of n + 1 numbers is below k only where k is n + 1."""
    base, step = d.induct("n")
    k = base.var("k")
    found = base.cite("definition/whole", *base.given, r=k, s=0)
    none, some = (base.assume(part) for part in found.theorem.conclusion.parts)
    levels = (
        base.turn(equals(k, 0), none, base.obvious(k >= 0)),
        base.turn(equals(k, 1), *base.given, base.arithmetic(number(1) <= k, some)),
    )
    marks = (
        base.identity(equals(cases(0 < k, 1, 0), value), line)
        for value, line in enumerate((none, base.arithmetic(0 < k, some)))
    )
    base.qed(base.cases(found, *(
        base.arithmetic(base.goal, level, mark)
        for level, mark in zip(levels, marks, strict=True)
    )))

    n, k = step.var("n"), step.var("k")
    x, v = Symbol("x", n + 1), Symbol("x", n)
    last = step.have(
        equals(total(x, cases(x < k, 1, 0)), total(v, cases(v < k, 1, 0)) + cases(n < k, 1, 0)),
        "last-term",
    )
    found = step.cite("definition/whole", r=k, s=n)
    fewer, more = (step.assume(part) for part in found.theorem.conclusion.parts)
    none = step.identity(equals(cases(n < k, 1, 0), 0), fewer)
    some = step.identity(equals(cases(n < k, 1, 0), 1), more)

    def counted(v: Any) -> Line:
        under = step.arithmetic(v < k, more, step.obvious(v <= n - 1))
        return step.identity(equals(cases(v < k, 1, 0), 1), under)

    level = step.turn(equals(k, n + 1), *step.given, more)
    step.qed(step.cases(
        found,
        step.arithmetic(step.goal, last, none, step.cite(HYPOTHESIS, fewer, k=k)),
        step.arithmetic(step.goal, last, some, summed(step, v, counted), level),
    ))


@derives("lemma/cyclic-window")
def cyclic_window(d: Derivation) -> None:
    """y is some t steps from x on; the sum is whether t is below k."""
    n, x, y, k = (d.var(name) for name in ("n", "x", "y", "k"))
    exists = d.cite("background/cyclic-step")
    t = d.fix(Symbol("t", n))
    found = d.assume(substitute(exists.theorem.conclusion.body, {"t": t}))
    around = n + y - x

    def turns(count: int, held: Line) -> Line:
        whole = d.arithmetic(equals((1 - count) * n + t, around), held)
        value = d.cite("definition/division", n=n, q=number(1 - count), v=t, part=1)
        return d.rewrite(whole, value, equals(remainder(around, n), t))

    value = d.cases(found, *(
        turns(count, d.assume(part)) for count, part in enumerate(found.theorem.conclusion.parts)
    ))
    def counted(u: Any) -> Line:
        mark = cases(u < k, 1, 0)
        line = d.cite("lemma/cyclic-position", found, x=x, y=y, t=t, u=u)
        here = same(u, t) * mark
        return d.arithmetic(equals(line.formula.right * mark, here), line)

    sums = summed(d, Symbol("u", n), counted)
    level = d.identity(equals(sums.formula.right, cases(t < k, 1, 0)))
    line = d.rewrite(value, d.chain(sums, level), d.goal)
    d.qed(d.obtain(exists, t, line))


def window_sum(
    d: Derivation, window: Callable[[Any], Line], steps: Callable[[Any], Line]
) -> None:
    """Σ_y of a window's marks, as sums over single steps u < k, each of which is 1.

    Args:
        window: for a symbol y, Σ_u (the step u is taken) (u < k) = the window's mark.
        steps: for a step u, Σ_y (the step u is taken) = 1.
    """
    n, k = d.var("n"), d.var("k")
    rows = summed(d, Symbol("y", n), window)

    def counted(u: Any) -> Line:
        line = steps(u)
        mark = cases(u < k, 1, 0)
        return d.arithmetic(equals(line.formula.left * mark, mark), line)

    columns = summed(d, Symbol("u", n), counted)
    split = d.identity(equals(rows.formula.left, columns.formula.left))
    count = d.cite("lemma/count-below", *d.given)
    back = d.turn(equals(rows.formula.right, rows.formula.left), rows)
    d.qed(d.chain(back, split, columns, count))


@derives("lemma/cyclic-window-sums.by-start")
def windows_of_a_symbol(d: Derivation) -> None:
    """Each of the k steps leads from one start to x."""
    n, x, k = (d.var(name) for name in ("n", "x", "k"))
    y = Symbol("y", n)

    def steps(u: Any) -> Line:
        """One start y has x at u steps."""
        def turned(y: Any) -> Line:
            def mark(position: Any) -> Any:
                return cases(equals(x, remainder(position, n)), 1, 0)
            order = d.identity(equals(u + y, y + u))
            return d.rewrite(order, d.identity(equals(mark(u + y), mark(u + y))),
                             equals(mark(y + u), mark(u + y)))

        shift = d.cite("lemma/cyclic-shift", x=u, y=x)
        return d.chain(summed(d, y, turned), shift)

    window_sum(d, lambda y: d.cite("lemma/cyclic-window", x=y, y=x, k=k), steps)


@derives("lemma/cyclic-window-sums.by-end")
def symbols_of_a_window(d: Derivation) -> None:
    """Each of the k steps leads from x to one symbol."""
    n, x, k = (d.var(name) for name in ("n", "x", "k"))
    y = Symbol("y", n)
    window_sum(
        d, lambda y: d.cite("lemma/cyclic-window", x=x, y=y, k=k),
        lambda u: d.identity(equals(total(y, cases(equals(y, remainder(x + u, n)), 1, 0)), 1)),
    )
