"""Sets of symbols: none, all, those of two, all but one; a set that isn't empty has a member.

Each set that there is said to be is that of the symbols at which some numbers are below 0;
`definition/event-below` says what is in such a set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import ZERO, absurd, everywhere, same, split_equal, summed
from verified.language import (
    cardinality,
    cases,
    equals,
    event_where,
    implies,
    indicator,
    negation,
    reals_table,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Formula, Relation, substitute
from verified.syntax.terms import Symbol, Term, number


def inside(event: Term, symbol: Any) -> Formula:
    """The symbol is in the set."""
    return equals(indicator(event, symbol), 1)


def mark(event: Term, symbol: Any) -> Term:
    """1 for a symbol in the set, else 0."""
    return cases(inside(event, symbol), 1, 0)


def marked(d: Steps, event: Term, symbol: Any, line: Line) -> Line:
    """The mark of a symbol, by a line that says that it is in the set, or that it isn't."""
    value = 1 if line.formula == inside(event, symbol) else 0
    return d.identity(equals(mark(event, symbol), value), line)


def size_at_most(d: Steps, event: Term, below: Callable[[Any], Line]) -> Line:
    """|A| ≤ Σ g, where `below` shows mark ≤ g, or = g, for an arbitrary symbol."""
    return d.chain(
        d.cite("definition/cardinality", A=event), summed(d, Symbol("x", d.var("n")), below)
    )


def told_apart(
    d: Steps, event: Term, symbol: Any, within: Callable[[Line], Line],
    without: Callable[[Line], Line],
) -> Line:
    """What holds whether a symbol is in a set or not: each gets the line that says so."""
    yes, no = d.assume(inside(event, symbol)), d.assume(negation(inside(event, symbol)))
    led = [d.implied(line, of(line)) for line, of in ((yes, within), (no, without))]
    return d.follows(led[0].formula.parts[1], *led)  # type: ignore[attr-defined]


class Below:
    """The set of the symbols b at which `entry(b)` is below 0."""

    def __init__(self, d: Derivation, entry: Callable[[Any], Any]) -> None:
        self.d, self.entry = d, entry
        b = Symbol("b", d.var("n"))
        self.values = reals_table(b.of.sizes()[0], lambda b: number(entry(b)))
        self.event: Term = event_where(b, self.values[b] < 0)

    def at(self, symbol: Any) -> Line:
        """In the set ⟹ below 0, and below 0 ⟹ in the set."""
        d, low = self.d, number(self.entry(symbol)) < 0
        within = inside(self.event, symbol)
        found = d.cite("definition/event-below", f=self.values, r=number(0), a=symbol)
        below, above = (d.assume(part) for part in found.theorem.conclusion.parts)  # type: ignore[attr-defined]
        entry = d.identity(equals(self.values[symbol], self.entry(symbol)))

        def agree(*lines: Line) -> Line:
            return d.both(*(
                d.follows(formula, *lines)
                for formula in (implies(within, low), implies(low, within))
            ))

        member = agree(d.rewrite(entry, d.piece(below, 0)), d.piece(below, 1))
        claimed = d.assume(within)
        none = d.contradiction(d.piece(above, 1), claimed)
        high = d.turn(negation(low), d.rewrite(entry, d.piece(above, 0)))
        other = agree(high, d.implied(claimed, none))
        return d.cases(found, member, other)

    def holds(self, symbol: Any, line: Line) -> Line:
        """The symbol is in the set, by a line that says that its number is below 0; or that it
        isn't, by one that says that the number is 0 or above."""
        within, low = inside(self.event, symbol), number(self.entry(symbol)) < 0
        if line.formula != low:
            within, line = negation(within), self.d.turn(negation(low), line)
        return self.d.follows(within, self.at(symbol), line)


@derives("background/nothing")
def no_symbols(d: Derivation) -> None:
    """Those at which 0 is below 0."""
    none = Below(d, lambda _: 0)
    size = size_at_most(d, none.event, lambda x: marked(
        d, none.event, x, none.holds(x, d.obvious(number(0) <= 0))
    ))
    d.qed(d.some(d.goal, none.event, d.chain(size, d.identity(equals(size.formula.right, 0)))))


@derives("background/everything")
def all_symbols(d: Derivation) -> None:
    """Those at which −1 is below 0."""
    whole, n = Below(d, lambda _: -1), d.var("n")
    below = d.obvious(number(-1) < 0)
    each = everywhere(d, Symbol("a", n), lambda a: whole.holds(a, below))
    size = size_at_most(d, whole.event, lambda x: marked(d, whole.event, x, whole.holds(x, below)))
    size = d.chain(size, d.identity(equals(size.formula.right, n)))
    d.qed(d.some(d.goal, whole.event, d.both(size, each)))


@derives("background/member")
def one_of_them(d: Derivation) -> None:
    """If no symbol were in it, its size would be a sum of zeros."""
    A, empty = d.var("A"), d.assume(negation(d.goal))

    def outside(x: Any) -> Line:
        here = d.assume(inside(A, x))
        found = d.implied(here, d.some(d.goal, x, here))
        return marked(d, A, x, d.follows(negation(inside(A, x)), empty, found))

    size = size_at_most(d, A, outside)
    none = d.contradiction(*d.given, size, d.identity(equals(size.formula.right, 0)))
    d.qed(d.follows(d.goal, d.implied(empty, none)))


@derives("background/union")
def of_both(d: Derivation) -> None:
    """Those at which −(1_A + 1_B) is below 0."""
    A, B = d.var("A"), d.var("B")
    joined = Below(d, lambda b: -(indicator(A, b) + indicator(B, b)))

    def each(x: Any) -> Line:
        zeros = [d.assume(equals(indicator(event, x), 0)) for event in (A, B)]
        neither = joined.holds(x, d.arithmetic(number(0) <= joined.entry(x), *zeros))
        for zero in zeros:
            neither = d.implied(zero, neither)
        members = [d.assume(inside(event, x)) for event in (A, B)]
        either = [
            d.implied(line, d.arithmetic(
                joined.entry(x) < 0, line, d.obvious(indicator(other, x) >= 0)
            ))
            for line, other in zip(members, (B, A), strict=True)
        ]
        values = [d.cite("definition/indicator", A=event, a=x) for event in (A, B)]
        goal = d.goal.body.body  # type: ignore[attr-defined]
        goal = substitute(goal, {d.goal.var.name: joined.event})  # type: ignore[attr-defined]
        return d.follows(goal, joined.at(x), neither, *either, *values)

    d.qed(d.some(d.goal, joined.event, everywhere(d, Symbol("x", d.var("n")), each)))


@derives("background/others")
def all_but_one(d: Derivation) -> None:
    """Those at which \\[x = a\\] − 1_A is below 0: a isn't one, and nobody else is left out."""
    A, a = d.var("A"), d.var("a")
    rest = Below(d, lambda b: same(b, a) - indicator(A, b))

    def of_first(line: Line, x: Any) -> Line:
        return d.rewrite(d.turn(equals(a, x), line), d.given[0], inside(A, x))

    def joins(x: Any) -> Line:
        alone = d.cite("definition/singleton", x=x)
        goal = substitute(d.goal.body.parts[1].body, {d.goal.var.name: rest.event})  # type: ignore[attr-defined]

        def each(line: Line, value: Line) -> Line:
            if isinstance(line.formula, Relation):
                return d.follows(goal, alone, line, of_first(line, x))
            none, one = (d.assume(equals(indicator(A, x), bit)) for bit in (0, 1))
            return d.follows(
                goal, alone, line, rest.at(x), d.cite("definition/indicator", a=x),
                d.implied(none, rest.holds(
                    x, d.arithmetic(number(0) <= rest.entry(x), value, none)
                )),
                d.implied(one, d.arithmetic(rest.entry(x) < 0, value, one)),
            )

        return split_equal(d, x, a, each)

    def fewer(x: Any) -> Line:
        goal = mark(rest.event, x) <= mark(A, x) - same(x, a)

        def each(line: Line, value: Line) -> Line:
            def within(held: Line) -> Line:
                low = d.follows(rest.entry(x) < 0, rest.at(x), held)
                if isinstance(line.formula, Relation):
                    return absurd(d, goal, low, value, of_first(line, x))
                none = d.assume(equals(indicator(A, x), 0))
                member = d.follows(
                    inside(A, x), d.cite("definition/indicator", a=x),
                    d.implied(none, d.contradiction(low, value, none)),
                )
                return d.arithmetic(
                    goal, marked(d, rest.event, x, held), marked(d, A, x, member), value
                )

            def without(out: Line) -> Line:
                left = marked(d, rest.event, x, out)
                if isinstance(line.formula, Relation):
                    return d.arithmetic(goal, left, marked(d, A, x, of_first(line, x)), value)
                return d.arithmetic(goal, left, value, d.obvious(mark(A, x) >= ZERO))

            return told_apart(d, rest.event, x, within, without)

        return split_equal(d, x, a, each)

    x = Symbol("x", d.var("n"))
    less = size_at_most(d, rest.event, fewer)
    one_less = d.identity(equals(less.formula.right, total(x, mark(A, x)) - 1))
    whole = d.cite("definition/cardinality")
    size = d.arithmetic(cardinality(rest.event) + 1 <= cardinality(A), less, one_less, whole)
    d.qed(d.some(d.goal, rest.event, d.both(size, everywhere(d, x, joins))))
