"""Instances of databases: in how many entries two of them differ, and steps from one to another."""

from __future__ import annotations

from typing import Any

from derivations.patterns.instances import (
    by_difference,
    by_entries,
    changed,
    differ,
    distance,
    either_entry,
    entry,
    near,
    no_difference,
    no_other_difference,
    one_difference,
)
from derivations.patterns.instances import replaced_twice as twice_replaced
from derivations.tools import ZERO, everywhere, one_term, same, split_equal, turned
from verified.language import (
    alphabet,
    cases,
    entries,
    entry_channel,
    entry_given,
    entry_of,
    entry_prior,
    equals,
    hamming,
    information,
    instances,
    prior_mass,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number

ONE = number(1)


@derives("background/hamming-zero")
def nothing_differs(d: Derivation) -> None:
    """Each term of the sum is 0."""
    D, one = d.var("D"), d.var("x")
    value: Any = distance(d, D, one, one)
    d.qed(d.chain(value, d.identity(equals(value.formula.right, 0))))


@derives("background/hamming-entries")
def at_most_all_differ(d: Derivation) -> None:
    """Each term of the sum is at most 1."""
    D, one, two = d.var("D"), d.var("x"), d.var("x'")

    def below(i: Any) -> Line:
        left, right = entry_of(D, one, i), entry_of(D, two, i)
        return split_equal(d, left, right, lambda _, value: d.rewrite(
            value, d.obvious(1 - value.theorem.conclusion.right <= ONE),  # type: ignore[attr-defined]
            1 - same(left, right) <= ONE,
        ))

    rest: Any = d.summed(everywhere(d, entry(D), below))
    value: Any = distance(d, D, one, two)
    turned_round = d.identity(equals(value.formula.right, rest.formula.left))
    d.qed(d.chain(value, turned_round, rest, d.identity(equals(rest.formula.right, entries(D)))))


def by_way_of(d: Derivation, first: tuple[Any, Any]) -> None:
    """Two entries that are each the same as a third are the same."""
    D, one, two, three = d.var("D"), d.var("x"), d.var("x'"), d.var("z")
    pairs = [(two, three), first, (one, three)]

    def row(i: Any) -> Line:
        left, middle, right = (entry_of(D, name, i) for name in (two, one, three))
        ends = [entry_of(D, name, i) for name in first]
        apart = [differ(D, *pair, i) for pair in pairs]
        goal = apart[0] <= apart[1] + apart[2]
        signs = [d.obvious(part >= ZERO) for part in apart[1:]]

        def both(held: Line, again: Line, last: Line) -> Line:
            met = again if again.formula == equals(left, middle) else turned(d, again)
            return d.follows(goal, d.chain(met, last), held)

        def different(held: Line) -> Line:
            own = d.identity(equals(apart[0], 1), held)

            def met(again: Line) -> Line:
                return either_entry(
                    d, middle, right, lambda last: both(held, again, last),
                    lambda last: d.arithmetic(
                        goal, own, d.identity(equals(apart[2], 1), last), *signs))

            return either_entry(d, *ends, met, lambda again: d.arithmetic(
                goal, own, d.identity(equals(apart[1], 1), again), *signs))

        return either_entry(d, left, right, lambda held: d.arithmetic(
            goal, d.identity(equals(apart[0], 0), held), *signs), different)

    rows: Any = d.summed(everywhere(d, entry(D), row))
    d.qed(d.arithmetic(d.goal, rows, *(distance(d, D, *pair) for pair in pairs)))


@derives("background/hamming-triangle.from-middle")
def from_the_middle(d: Derivation) -> None:
    """Entry by entry."""
    by_way_of(d, (d.var("x"), d.var("x'")))


@derives("background/hamming-triangle.to-middle")
def to_the_middle(d: Derivation) -> None:
    """Entry by entry."""
    by_way_of(d, (d.var("x'"), d.var("x")))


@derives("background/hamming-equal")
def nothing_differs_only_there(d: Derivation) -> None:
    """No term of the sum is 1."""
    D, one, two = d.var("D"), d.var("x"), d.var("x'")
    value = turned(d, distance(d, D, one, two))

    def alike(i: Any) -> Line:
        left, right = entry_of(D, one, i), entry_of(D, two, i)
        part = one_term(d, i, lambda j: differ(D, one, two, j))
        none = d.chain(part, value, d.given[0])

        def apart(line: Line) -> Line:
            over = d.chain(turned(d, one_difference(d, D, one, two, i, line)), none)
            return d.follows(equals(left, right), d.contradiction(over))

        return either_entry(d, left, right, lambda line: line, apart)

    d.qed(by_entries(d, D, one, two, alike))


@derives("background/entry-of-changed")
def replaced_entry(d: Derivation) -> None:
    """The entry that is replaced."""
    value: Any = d.cite("definition/changed-entry", j=d.var("i"))
    d.qed(d.chain(value, d.identity(equals(value.formula.right, d.var("v")))))


@derives("background/with-entry-same")
def replaced_by_itself(d: Derivation) -> None:
    """Each entry stays what it is."""
    D, one, i = d.var("D"), d.var("x"), d.var("i")
    own = entry_of(D, one, i)
    again = with_entry(D, one, i, own)

    def alike(j: Any) -> Line:
        def same_entry(line: Line) -> Line:
            value = changed(d, D, one, i, own, j, line)
            there = d.rewrite(
                turned(d, line), d.identity(equals(own, own)), equals(own, entry_of(D, one, j))
            )
            return d.chain(value, there)

        return either_entry(
            d, j, i, same_entry, lambda line: changed(d, D, one, i, own, j, line)
        )

    d.qed(by_entries(d, D, again, one, alike))


@derives("background/with-entry-near")
def replaced_twice(d: Derivation) -> None:
    """Two instances that are made of one differ at most in the entry that is replaced."""
    D, one, i = d.var("D"), d.var("x"), d.var("i")
    left, right = (with_entry(D, one, i, d.var(name)) for name in ("v", "w"))

    def alike(j: Term, other: Line) -> Line:
        one_side, other_side = (
            changed(d, D, one, i, d.var(name), j, other) for name in ("v", "w")
        )
        return d.chain(one_side, turned(d, other_side))

    d.qed(near(d, D, left, right, i, alike))


@derives("background/neighbours")
def neighbours(d: Derivation) -> None:
    """They are the same, or differ in one entry and no second one."""
    D, one, two = d.var("D"), d.var("x"), d.var("x'")
    goal: Any = d.goal

    def none(alike: Line) -> Line:
        equal = d.cite("definition/same-instance", alike)
        again = d.cite("background/with-entry-same", i=ZERO)
        wanted = equals(with_entry(D, one, ZERO, entry_of(D, two, ZERO)), two)
        return d.some(goal, ZERO, d.rewrite(equal, again, wanted))

    def differing(i: Any, apart: Line) -> Line:
        own = entry_of(D, two, i)
        moved = with_entry(D, one, i, own)

        def alike(j: Any) -> Line:
            def there(line: Line) -> Line:
                value = changed(d, D, one, i, own, j, line)
                turn = d.rewrite(
                    turned(d, line), d.identity(equals(own, own)), equals(own, entry_of(D, two, j))
                )
                return d.chain(value, turn)

            def elsewhere(line: Line) -> Line:
                value = changed(d, D, one, i, own, j, line)

                equal = no_other_difference(d, D, one, two, i, j, apart, line)
                return d.chain(value, equal)

            return either_entry(d, j, i, there, elsewhere)

        return d.some(goal, i, by_entries(d, D, moved, two, alike))

    d.qed(by_difference(d, D, one, two, none, differing))


@derives("background/hamming-step")
def a_step_nearer(d: Derivation) -> None:
    """An entry that differs, replaced by what it is in the other instance."""
    D, one, two = d.var("D"), d.var("x"), d.var("x'")
    (far,) = d.given

    def none(alike: Line) -> Line:
        value: Any = distance(d, D, one, two)
        each = d.summed(everywhere(d, entry(D, "k"), lambda j: no_difference(
            d, D, one, two, j, d.at(alike, j)
        )))
        sides: Any = each.formula
        zero = d.chain(
            value, d.identity(equals(value.formula.right, sides.left)), each,
            d.identity(equals(sides.right, 0)),
        )
        return d.follows(d.goal, d.contradiction(zero, far))

    def differing(i: Any, apart: Line) -> Line:
        own = entry_of(D, two, i)
        moved = with_entry(D, one, i, own)

        def each(j: Any) -> Line:
            goal = equals(differ(D, moved, two, j) + same(j, i), differ(D, one, two, j))

            def there(line: Line) -> Line:
                value = changed(d, D, one, i, own, j, line)
                turn = d.rewrite(
                    turned(d, line), d.identity(equals(own, own)), equals(own, entry_of(D, two, j))
                )
                gone = no_difference(d, D, moved, two, j, d.chain(value, turn))
                here = d.rewrite(
                    turned(d, line), one_difference(d, D, one, two, i, apart),
                    equals(differ(D, one, two, j), 1),
                )
                return d.arithmetic(goal, gone, here, d.identity(equals(same(j, i), 1), line))

            def elsewhere(line: Line) -> Line:
                value = changed(d, D, one, i, own, j, line)
                as_before = d.rewrite(
                    value, d.identity(equals(differ(D, one, two, j), differ(D, one, two, j))),
                    equals(differ(D, moved, two, j), differ(D, one, two, j)),
                )
                none_ = d.identity(equals(same(j, i), 0), line)
                return d.arithmetic(goal, as_before, none_)

            return either_entry(d, j, i, there, elsewhere)

        summed: Any = d.summed(everywhere(d, entry(D, "k"), each))
        after: Any = distance(d, D, moved, two)
        before: Any = distance(d, D, one, two)
        apart_by = d.identity(equals(summed.formula.left, after.formula.right + 1))
        total_ = d.identity(equals(summed.formula.right, before.formula.right))
        wanted = equals(hamming(D, moved, two) + 1, hamming(D, one, two))
        return d.some(
            d.goal, i,  # type: ignore[arg-type]
            d.arithmetic(wanted, summed, after, before, apart_by, total_),
        )

    d.qed(by_difference(d, D, one, two, none, differing))


class Fixed:
    """The prior under which the entry i has the law p and the others are as in an instance."""

    def __init__(self, d: Steps) -> None:
        self.d, self.M, self.one, self.i, self.p = d, *(d.var(name) for name in "Mxip")
        self.D = self.M.sort.database
        self.prior = entry_prior(self.D, self.one, self.i, self.p)
        self.size = alphabet(self.D, self.i)

    def symbol(self, name: str) -> Any:
        """An arbitrary value of the entry."""
        return self.d.fix(Symbol(name, self.size))

    def replaced(self, by: Term) -> Term:
        """The instance with the entry replaced."""
        return with_entry(self.D, self.one, self.i, by)

    def twice(self, first: Term, second: Term) -> Line:
        """Replaced twice is replaced by the second symbol."""
        return twice_replaced(self.d, self.D, self.one, self.i, first, second)

    def mass(self, at: Term) -> Line:
        """The mass of an instance, as a sum over the entry's values."""
        return self.d.cite(
            "definition/entry-prior", D=self.D, x=self.one, i=self.i, p=self.p, values={"x'": at}
        )

    def mass_of(self, w: Any) -> Line:
        """The mass of the instance with the entry w is p(w): no other value gives that one."""
        d, p = self.d, self.p
        value: Any = self.mass(self.replaced(w))

        def one_value(v: Any) -> Line:
            left, right = self.replaced(w), self.replaced(v)
            part = cases(equals(left, right), p[v], 0)
            goal = equals(part, same(v, w) * p[v])

            def there(line: Line) -> Line:
                moved = d.rewrite(line, d.identity(equals(right, right)), equals(right, left))
                held = d.identity(equals(part, p[v]), turned(d, moved))
                return d.arithmetic(goal, held, d.identity(equals(same(v, w), 1), line))

            def elsewhere(line: Line) -> Line:
                def no(equal: Line) -> Line:
                    own = [
                        d.cite("background/entry-of-changed", D=self.D, x=self.one, i=self.i, v=u)
                        for u in (w, v)
                    ]
                    alike = d.chain(turned(d, own[1]), d.rewrite(equal, own[0], equals(
                        own[1].formula.left, w  # type: ignore[attr-defined]
                    )))
                    return d.follows(goal, line, alike)

                def yes(apart: Line) -> Line:
                    gone = d.identity(equals(part, 0), apart)
                    return d.arithmetic(goal, gone, d.identity(equals(same(v, w), 0), line))

                return either_entry(d, left, right, no, yes)

            return either_entry(d, v, w, there, elsewhere)

        rest: Any = d.summed(everywhere(d, Symbol("other", self.size), one_value))
        again = d.identity(equals(value.formula.right, rest.formula.left))
        return d.chain(value, again, rest, d.identity(equals(rest.formula.right, p[w])))

    def law(self, v: Any) -> Line:
        """Given that the others are as in the instance, the entry has the law p."""
        d = self.d
        w = self.symbol("w")
        start = self.replaced(v)

        def moved(u: Any) -> Line:
            return d.rewrite(self.twice(v, u), self.mass_of(u), equals(
                prior_mass(self.prior, with_entry(self.D, start, self.i, u)), self.p[u]
            ))

        given: Any = d.cite("definition/entry-given", P=self.prior, x=start, i=self.i, v=w)
        column: Any = d.summed(everywhere(d, Symbol("t", self.size), moved))
        whole = d.chain(column, d.identity(equals(column.formula.right, 1)))
        value = d.rewrite(whole, given)
        own = entry_given(self.prior, start, self.i)[w]
        return d.forall(w, d.arithmetic(equals(own, self.p[w]), value, moved(w)))

    def channel(self, v: Any) -> Line:
        """The channel from the entry is the same, whatever the entry was."""
        d, w = self.d, self.symbol("w")
        y = d.fix(Symbol("y", self.M.sort.outputs))
        start = self.replaced(v)
        before, after = (
            d.cite("definition/entry-channel", M=self.M, x=x, i=self.i, v=w, y=y)
            for x in (start, self.one)
        )
        turn = d.rewrite(self.twice(v, w), before, equals(
            entry_channel(self.M, start, self.i)[w, y], self.M[self.replaced(w)][y]
        ))
        return d.forall(w, d.forall(y, d.chain(turn, turned(d, after))))


@derives("background/entry-prior-information")
def with_the_others_fixed(d: Derivation) -> None:
    """The prior has mass only on the instances that are made of one by replacing the entry; of each
    of these the channel is the same, and the law of the entry is the one given."""
    here = Fixed(d)
    told = information(here.p, entry_channel(here.M, here.one, here.i))

    def at_instance(x: Any) -> Line:
        own = information(entry_given(here.prior, x, here.i), entry_channel(here.M, x, here.i))

        def part(v: Any) -> Line:
            inside = cases(equals(x, here.replaced(v)), here.p[v], 0)
            goal = equals(inside * own, inside * told)

            def there(line: Line) -> Line:
                itself = d.identity(equals(told, told))
                one = d.rewrite(here.channel(v), itself, equals(
                    information(here.p, entry_channel(here.M, here.replaced(v), here.i)), told
                ))
                two = d.rewrite(here.law(v), one, equals(
                    information(
                        entry_given(here.prior, here.replaced(v), here.i),
                        entry_channel(here.M, here.replaced(v), here.i),
                    ), told,
                ))
                value = d.rewrite(line, two, equals(own, told))
                return d.rewrite(value, d.identity(equals(inside * told, inside * told)), goal)

            def elsewhere(line: Line) -> Line:
                gone = d.identity(equals(inside, 0), line)
                return d.chain(
                    d.identity(equals(inside * own, 0), line),
                    d.identity(equals(number(0), inside * told), line, gone),
                )

            return either_entry(d, x, here.replaced(v), there, elsewhere)

        rest: Any = d.summed(everywhere(d, Symbol("u", here.size), part))
        mass: Any = here.mass(x)
        sides = (
            d.identity(equals(mass.formula.right * told_, side))
            for told_, side in ((own, rest.formula.left), (told, rest.formula.right))
        )
        first, second = sides
        line = d.chain(first, rest, turned(d, second))
        return d.rewrite(mass, line, equals(
            prior_mass(here.prior, x) * own, prior_mass(here.prior, x) * told
        ))

    value: Any = d.cite("definition/conditional-entry-information", P=here.prior)
    mean: Any = d.summed(everywhere(d, Symbol("x'", instances(here.D)), at_instance))
    again = d.identity(equals(value.formula.right, mean.formula.left))
    d.qed(d.chain(value, again, mean, d.identity(equals(mean.formula.right, told))))
