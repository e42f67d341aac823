"""Instances of databases: where two of them differ, entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import ZERO, everywhere, one_term, same, split_equal, turned
from verified.language import (
    alphabet,
    cases,
    either,
    entries,
    entry_of,
    equals,
    every,
    largest_alphabet,
    negation,
    some,
    with_entry,
)
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import Relation
from verified.syntax.terms import Symbol, Term, number

ONE = number(1)


def differ(D: Term, one: Term, two: Term, i: Term) -> Term:
    """1 where an entry of two instances differs, else 0."""
    return cases(equals(entry_of(D, one, i), entry_of(D, two, i)), 0, 1)


def entry(D: Term, name: str = "i") -> Any:
    """A variable for an entry."""
    return Symbol(name, entries(D))


def by_two_tests(
    d: Steps, z: Term, x: Term, own: Relation, other: Relation, goal: Relation,
    together: Callable[[Line, Line], Line],
) -> Line:
    """A goal about an instance z that is x where both tests hold of z, and not where one fails;
    each test equates something of z with the same of x.

    Args:
        together: shows the goal from what both tests say.
    """

    def apart(mine: Line, rest: Line) -> Line:
        def one(line: Line, _: Line) -> Line:
            if line.formula != equals(z, x):
                return d.identity(goal, mine, rest, line)
            missing, test = (rest, other) if mine.formula == own else (mine, own)
            itself = d.identity(equals(test.right, test.right))
            return d.follows(goal, missing, d.rewrite(turned(d, line), itself, test))

        return split_equal(d, z, x, one)

    def chosen(mine: Line, _: Line) -> Line:
        def then(rest: Line, __: Line) -> Line:
            if (mine.formula, rest.formula) == (own, other):
                return together(mine, rest)
            return apart(mine, rest)

        return split_equal(d, other.left, other.right, then)

    return split_equal(d, own.left, own.right, chosen)


def distance(d: Steps, D: Term, one: Term, two: Term) -> Line:
    """The Hamming distance as a sum over the entries."""
    return d.cite("definition/hamming", D=D, values={"x": one, "x'": two})


def no_difference(d: Steps, D: Term, one: Term, two: Term, i: Term, alike: Line) -> Line:
    """`differ` = 0, from a line that the entries are equal."""
    return d.identity(equals(differ(D, one, two, i), 0), alike)


def one_difference(d: Steps, D: Term, one: Term, two: Term, i: Term, apart: Line) -> Line:
    """`differ` = 1, from a line that the entries aren't equal."""
    return d.identity(equals(differ(D, one, two, i), 1), apart)


def by_entries(d: Steps, D: Term, one: Term, two: Term, each: Callable[[Any], Line]) -> Line:
    """Two instances are the same, where `each` shows that an arbitrary entry of theirs is."""
    taken = "k" in {var.name for var in d.statement.variables}
    alike = everywhere(d, entry(D, "place" if taken else "k"), each)
    return d.cite("definition/same-instance", alike, D=D, values={"x": one, "x'": two})


def changed(d: Steps, D: Term, one: Term, i: Term, own: Term, j: Term, same_entry: Line) -> Line:
    """The j-th entry of an instance whose i-th one is replaced, where a line tells j = i or not."""
    value: Any = d.cite("definition/changed-entry", D=D, x=one, i=i, v=own, j=j)
    chosen = own if same_entry.formula == equals(j, i) else entry_of(D, one, j)
    return d.chain(value, d.identity(equals(value.formula.right, chosen), same_entry))


def either_entry(
    d: Steps, j: Term, i: Term, own: Callable[[Line], Line], other: Callable[[Line], Line]
) -> Line:
    """What holds of the entry j whether it is i (`own`) or another one (`other`)."""
    return split_equal(
        d, j, i, lambda line, _: own(line) if line.formula == equals(j, i) else other(line)
    )


def by_difference(
    d: Steps, D: Term, one: Term, two: Term, none: Callable[[Line], Line],
    some_entry: Callable[[Any, Line], Line],
) -> Line:
    """What holds where no entry of two instances differs (`none` gets that for every entry), and
    where one does (`some_entry` gets an arbitrary one of these)."""
    j = d.fix(entry(D, "l"))
    alike = every(j, equals(entry_of(D, one, j), entry_of(D, two, j)))
    apart = some(j, negation(equals(entry_of(D, one, j), entry_of(D, two, j))))
    alternatives = d.follows(either(alike, apart))
    there = d.assume(negation(equals(entry_of(D, one, j), entry_of(D, two, j))))
    found = d.obtain(d.assume(apart), j, some_entry(j, there))
    return d.cases(alternatives, none(d.assume(alike)), found)


def no_other_difference(
    d: Steps, D: Term, one: Term, two: Term, i: Any, j: Any, apart: Line, other: Line
) -> Line:
    """The entry j of two neighbours is the same, where the entry i isn't (`apart`) and j isn't i
    (`other`): two terms of the distance would be 1."""
    near = d.given[0]

    def second(different: Line) -> Line:
        part: Any = one_term(d, j, lambda k: cases(equals(k, i), 0, differ(D, one, two, k)))
        here = one_difference(d, D, one, two, i, apart)
        more = d.identity(equals(part.formula.left, ONE), other, different)
        whole: Any = distance(d, D, one, two)
        rest = d.identity(equals(
            part.formula.right, whole.formula.right - differ(D, one, two, i)
        ))
        return d.follows(
            equals(entry_of(D, one, j), entry_of(D, two, j)),
            d.contradiction(part, here, more, whole, rest, near),
        )

    left, right = entry_of(D, one, j), entry_of(D, two, j)
    return either_entry(d, left, right, lambda line: line, second)


def near(
    d: Steps, D: Term, one: Term, two: Term, i: Term, alike: Callable[[Term, Line], Line],
) -> Line:
    """The Hamming distance is at most 1: all entries but one are the same.

    Args:
        alike: from another entry, and a line that it is another, a line that it is the same.
    """

    def below(j: Any) -> Line:
        def there(line: Line) -> Line:
            most = d.obvious(differ(D, one, two, j) <= ONE)
            return d.chain(most, d.identity(equals(ONE, same(j, i)), line))

        def elsewhere(line: Line) -> Line:
            none = no_difference(d, D, one, two, j, alike(j, line))
            least = d.turn(ZERO <= same(j, i), d.identity(equals(ZERO, same(j, i)), line))
            return d.chain(none, least)

        return either_entry(d, j, i, there, elsewhere)

    rest: Any = d.summed(everywhere(d, entry(D, "l"), below))
    value: Any = distance(d, D, one, two)
    again = d.identity(equals(value.formula.right, rest.formula.left))
    return d.chain(value, again, rest, d.identity(equals(rest.formula.right, ONE)))


def replaced_twice(d: Steps, D: Term, one: Term, i: Term, first: Term, second: Term) -> Line:
    """An instance with an entry replaced twice is the one with it replaced by the second symbol."""
    moved = with_entry(D, one, i, first)

    def each(j: Any) -> Line:
        def either_way(line: Line) -> Line:
            value = changed(d, D, moved, i, second, j, line)
            if line.formula != equals(j, i):
                value = d.chain(value, changed(d, D, one, i, first, j, line))
            return d.chain(value, turned(d, changed(d, D, one, i, second, j, line)))

        return either_entry(d, j, i, either_way, either_way)

    return by_entries(d, D, with_entry(D, moved, i, second), with_entry(D, one, i, second), each)


def in_range(d: Steps, D: Term, symbol: Term, i: Any) -> Line:
    """A symbol of an entry is one of the largest alphabet's."""
    few = d.cite("definition/alphabet-largest", D=D, i=i)
    below = d.obvious(symbol + 1 <= alphabet(D, i))
    return d.arithmetic(symbol + 1 <= largest_alphabet(D), below, few)


def ranges(d: Steps, D: Term, x: Any) -> Line:
    """The same of every entry of an instance."""
    j = d.fix(Symbol("l", entries(D)))
    return d.forall(j, in_range(d, D, entry_of(D, x, j), j))
