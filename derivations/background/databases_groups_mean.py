"""What a response tells of a group of entries where another group is known, as a mean over
instances."""

from __future__ import annotations

from typing import Any

from derivations.patterns.groups import by_group, inside, only
from derivations.patterns.informations import same_information
from derivations.patterns.instances import by_entries
from derivations.patterns.known_groups import Given, inside_alike, of_value
from derivations.tools import one_term, same, split_equal, split_zero, turned
from verified.kernel.polynomial import replaced
from verified.language import (
    complement,
    entries,
    entry_of,
    equals,
    group_channel,
    information,
    negation,
    prior_mass,
    with_group,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Symbol, Term, number


@derives("background/group-information-mean")
def mean_of_a_group(d: Derivation) -> None:
    """Both are means of logarithms of what instances with the same groups have together."""
    group, known = d.var("I"), d.var("J")
    here = Given(d, group, known)
    value = d.cite("definition/group-information", I=group, J=known)
    told, _ = here.told.information(here.groups, "A;Y|C")
    line = here.mean()
    d.qed(d.chain(value, told, turned(d, line)))


# --- where all the others are known ---------------------------------------------------------------


class Others(Given):
    """A group of entries where all others are known."""

    def __init__(self, d: Derivation, group: Any) -> None:
        super().__init__(d, group, complement(group))
        self.end = with_group(self.D, self.u, group, self.v)

    def one_instance(self) -> Line:
        """[the others are u's] [the group has the value] = [the instance is u with the value]."""
        d, D, group, known = self.d, self.D, self.group, self.known
        z, u, end = self.other, self.u, self.end
        others, valued = equals(only(D, z, known), only(D, u, known)), self.has(z)
        itself = equals(z, end)
        goal = equals(self.near(z) * same(valued.left, valued.right), same(z, end))
        named = {"D": D, "x": z, "I": known}

        def moved(line: Line, change: Line) -> Line:
            left, right = change.formula.left, change.formula.right  # type: ignore[attr-defined]
            return d.rewrite(change, line, replaced(line.formula, left, right))

        def outside(at: Any, held: Line) -> Line:
            rule = d.cite("definition/complement", n=entries(D), A=group, a=at)
            return d.follows(inside(known, at), rule, held)

        # Both make it u with the value.
        alike, met = d.assume(others), d.assume(valued)
        entrywise = d.cite("background/same-group.entries", alike, values={**named, "x'": u})

        def each(at: Any) -> Line:
            def rest(out: Line) -> Line:
                same_one = d.follows(equals(entry_of(D, z, at), entry_of(D, u, at)),
                                     d.at(entrywise, at), outside(at, out))
                return d.chain(same_one, turned(d, of_value(d, D, group, u, self.v, at, out)))

            return by_group(d, group, at, lambda held: moved(
                inside_alike(d, D, group, z, u, self.v, at, held), met), rest)

        into = d.implied(alike, d.implied(met, by_entries(d, D, z, end, each)))

        # That has the others of u, and the value.
        place = d.fix(Symbol("l", entries(D)))
        member = d.assume(inside(known, place))
        rule = d.cite("definition/complement", n=entries(D), A=group, a=place)
        out = d.follows(negation(inside(group, place)), rule, member)
        kept = d.forall(place, d.implied(
            member, of_value(d, D, group, u, self.v, place, out)))
        same_others = d.cite("background/same-group.instances", kept, values={
            "D": D, "x": end, "x'": u, "I": known})

        def again(at: Any) -> Line:
            return by_group(
                d, group, at,
                lambda held: inside_alike(d, D, group, end, u, self.v, at, held),
                lambda off: of_value(d, D, group, end, self.v, at, off))

        same_value = by_entries(d, D, with_group(D, end, group, self.v), end, again)
        it = d.assume(itself)
        back = [d.implied(it, d.rewrite(turned(d, it), line, wanted))
                for line, wanted in ((same_others, others), (same_value, valued))]

        def chosen(tests: list[Relation], held: list[Line], marks: list[Line]) -> Line:
            if tests:
                return split_equal(d, tests[0].left, tests[0].right, lambda line, mark: chosen(
                    tests[1:], [*held, line], [*marks, mark]))
            one, two, three = (mark.formula.right == number(1) for mark in marks)  # type: ignore[attr-defined]
            if (one and two) == three:
                return d.arithmetic(goal, *marks, hints=[self.near(z)])
            return d.follows(goal, *held, into, *back)

        return chosen([others, valued, itself], [], [])

    def found(self, response: bool) -> Line:
        """The others and a value, with the response, are as probable as that instance."""
        d, z, end = self.d, self.other, self.end
        test = same(z, end)

        def weight(at: Any) -> Term:
            mass: Term = prior_mass(self.prior, at)
            return mass * self.M[at][self.y] if response else mass

        row = d.arithmetic(equals(self.mass(z, True, response), test * weight(z)),
                           self.one_instance(), hints=[weight(z)])
        rows: Any = d.summed(d.forall(z, row))
        return d.chain(d.identity(equals(self.chance(True, response), rows.formula.left)), rows,
                       d.identity(equals(rows.formula.right, weight(end))))

    def same_mean(self) -> Line:
        """P(u) I(g;R) = P(u) I(g;M), the channel being that of the group."""
        d, u, v, y = self.d, self.u, self.v, self.y
        channel: Any = group_channel(self.M, u, self.group)
        mass, none = prior_mass(self.prior, u), self.chance(False, False)
        law, row = self.shares()
        sent = d.cite("definition/group-channel", M=self.M, x=u, I=self.group, v=v, y=y)
        weighed = d.arithmetic(
            equals(none * (self.law[v] * self.row), none * (self.law[v] * channel[v, y])),
            law, row, self.found(True), self.found(False), sent,
            hints=[self.row, channel[v, y], prior_mass(self.prior, self.end)])
        goal = equals(mass * information(self.law, self.rows), mass * information(
            self.law, channel))

        def possible(there: Line) -> Line:
            least: Any = one_term(d, u, lambda at: prior_mass(self.prior, at) * self.near(at),
                                  name="some")
            least = d.chain(d.identity(equals(mass, least.formula.left)), least, d.identity(
                equals(least.formula.right, none)))
            positive = d.chain(there, least)
            agree = d.combined(
                equals(self.law[v] * self.row, self.law[v] * channel[v, y]), weighed, positive,
                equalities=[[1 / none, 0]])
            same_one = same_information(
                d, self.law, self.rows, channel, d.forall(v, d.forall(y, agree)))
            return d.arithmetic(goal, same_one, hints=[mass])

        return split_zero(d, mass, lambda zero: d.rewrite(
            zero, d.identity(replaced(goal, mass, number(0))), goal), possible)


@derives("background/group-information-others")
def mean_where_others_are_known(d: Derivation) -> None:
    """An instance's other entries leave one instance for each value of the group."""
    group = d.var("I")
    here = Others(d, group)
    value: Any = d.cite("background/group-information-mean", I=group, J=here.known)
    rows: Any = d.summed(d.forall(here.u, here.same_mean()))
    d.qed(d.chain(value, d.identity(equals(value.formula.right, rows.formula.left)), rows))
