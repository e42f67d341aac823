"""A group of entries where another one is known: both, and the response, at an instance that a
mean is over, by instances with the same known group."""

from __future__ import annotations

from typing import Any

from derivations.patterns.groups import Told, by_group, inside, only
from derivations.patterns.informations import dominated, information_sum
from derivations.patterns.instances import by_entries
from derivations.tools import is_zero, one_term, same, split_equal, split_zero, turned
from verified.kernel.polynomial import replaced
from verified.language import (
    entries,
    entry_of,
    equals,
    group_given,
    group_values,
    information,
    instances,
    log,
    output,
    prior_mass,
    response_given,
    total,
    with_group,
)
from verified.proof.derivation import Derivation, Line
from verified.syntax.formulas import Relation
from verified.syntax.terms import Symbol, Term, number

# --- values of a group ----------------------------------------------------------------------------


def of_value(d: Derivation, D: Any, group: Any, at: Any, v: Any, place: Any, out: Line) -> Line:
    """An entry outside of the group stays as it is."""
    rule = d.cite("definition/with-group", D=D, x=at, I=group, v=v, l=place)
    return d.follows(
        equals(entry_of(D, with_group(D, at, group, v), place), entry_of(D, at, place)), rule, out)


def inside_alike(
    d: Derivation, D: Any, group: Any, one: Any, two: Any, v: Any, place: Any, held: Line
) -> Line:
    """An entry of the group is the same in both instances, once the group has a value in both."""
    rule = d.cite("definition/with-group-inside", D=D, x=one, z=two, I=group, v=v, l=place)
    return d.follows(equals(*(
        entry_of(D, with_group(D, at, group, v), place) for at in (one, two))), rule, held)


def both_ways(d: Derivation, one: Relation, two: Relation, *ways: Line) -> Line:
    """1[one] = 1[two], from what shows each from the other."""
    goal = equals(same(one.left, one.right), same(two.left, two.right))

    def chosen(first: Line, mark: Line) -> Line:
        def then(second: Line, other: Line) -> Line:
            if mark.formula.right == other.formula.right:
                return d.chain(mark, turned(d, other))
            return d.follows(goal, first, second, *ways)

        return split_equal(d, two.left, two.right, then)

    return split_equal(d, one.left, one.right, chosen)


class Given:
    """A group of entries, another that is known, and the response: at the instance u that the mean
    is over, and at instances x with the same known group.

    Attributes:
        told: the groups of the database, `x` and, within sums, `other`.
        v: a value of the group.
    """

    def __init__(self, d: Derivation, group: Any, known: Any) -> None:
        self.d, self.told, self.group, self.known = d, Told(d), group, known
        told = self.told
        self.D, self.prior, self.M = told.D, told.prior, told.M
        self.x, self.other, self.y = told.x, told.other, told.y
        self.u: Any = d.fix(Symbol("centre", instances(self.D)))
        self.v: Any = d.fix(Symbol("value", group_values(self.D, group)))
        self.law: Any = group_given(self.prior, self.u, group, known)
        self.rows: Any = response_given(self.prior, self.M, self.u, group, known)
        self.row = self.rows[self.v, self.y]
        self.seen = output(self.law, self.rows)[self.y]
        self.groups = (group, known, known)
        self.chances, self.term = told.parts(self.groups, "A;Y|C")
        self.covers = [told.covered(*chance) for chance in self.chances]

    # --- probabilities ----------------------------------------------------------------------------

    def near(self, at: Any, u: Any = None) -> Term:
        """1 where the known group is that of u."""
        u = self.u if u is None else u
        return same(only(self.D, at, self.known), only(self.D, u, self.known))

    def has(self, at: Any) -> Relation:
        """The group has the value v."""
        return equals(with_group(self.D, at, self.group, self.v), at)

    def mass(self, at: Any, valued: bool, response: bool) -> Term:
        """The probability of an instance with u's known group (and the value), and a response."""
        part: Term = prior_mass(self.prior, at)
        part = part * self.M[at][self.y] if response else part
        part = part * self.near(at)
        test = self.has(at)
        return part * same(test.left, test.right) if valued else part

    def chance(self, valued: bool, response: bool) -> Term:
        return total(self.other, self.mass(self.other, valued, response))

    def shares(self) -> tuple[Line, Line]:
        """C g = m and m R = a."""
        d = self.d
        given = {"P": self.prior, "x": self.u, "I": self.group, "J": self.known, "v": self.v}
        law: Any = d.cite("definition/group-given", **given)
        row: Any = d.cite("definition/response-given", **given, M=self.M, y=self.y)
        none, some, answered = (
            self.chance(*key) for key in ((False, False), (True, False), (True, True)))
        return (
            d.arithmetic(equals(none * self.law[self.v], some), law),
            d.arithmetic(equals(some * self.row, answered), row),
        )

    def valued(self) -> Line:
        """Each instance has one value."""
        line: Any = self.d.cite("definition/group-value", D=self.D, x=self.x, I=self.group)
        test = self.has(self.x)
        return self.d.chain(self.d.identity(equals(
            total(self.v, same(test.left, test.right)), line.formula.left)), line)

    # --- instances --------------------------------------------------------------------------------

    def same_value(self, held: Line) -> Line:
        """Another instance has the value where its group is that of x, which has it (`held`)."""
        d, D, group, x, z = self.d, self.D, self.group, self.x, self.other
        valued, alike = self.has(z), equals(only(D, z, group), only(D, x, group))
        known = {"D": D, "x": z, "x'": x, "I": group}
        place = d.fix(Symbol("l", entries(D)))

        def moved(line: Line, *changes: Line) -> Line:
            for change in changes:
                left, right = change.formula.left, change.formula.right  # type: ignore[attr-defined]
                line = d.rewrite(change, line, replaced(line.formula, left, right))
            return line

        met, member = d.assume(valued), d.assume(inside(group, place))
        line = moved(inside_alike(d, D, group, z, x, self.v, place, member), met, held)
        into = d.implied(met, d.cite(
            "background/same-group.instances", d.forall(place, d.implied(member, line)),
            values=known))
        same_group = d.assume(alike)
        entrywise = d.cite("background/same-group.entries", same_group, values=known)

        def each(at: Any) -> Line:
            def own(held_at: Line) -> Line:
                first = moved(inside_alike(d, D, group, z, x, self.v, at, held_at), held)
                second = d.follows(equals(entry_of(D, z, at), entry_of(D, x, at)),
                                   d.at(entrywise, at), held_at)
                return d.chain(first, turned(d, second))

            return by_group(d, group, at, own,
                            lambda out: of_value(d, D, group, z, self.v, at, out))

        back = d.implied(same_group, by_entries(d, D, valued.left, z, each))
        return both_ways(d, valued, alike, into, back)

    # --- what a value adds ------------------------------------------------------------------------

    def bounds(self) -> list[Line]:
        """The value and a response are no more probable, with what is known, than the response
        given them, or given what is known alone; nor is an instance with both."""
        d = self.d
        part: Any = one_term(d, self.x, lambda at: self.mass(at, True, True), name="some")
        law, row = self.shares()
        mass = self.mass(self.other, True, False)
        little = d.summed(d.forall(self.other, d.obvious(
            mass <= prior_mass(self.prior, self.other))))
        some: Any = d.chain(little, d.identity(equals(little.formula.right, 1)))
        alone = self.mass(self.other, False, False)
        little = d.summed(d.forall(self.other, d.obvious(
            alone <= prior_mass(self.prior, self.other))))
        most: Any = d.chain(little, d.identity(equals(little.formula.right, 1)))
        all_ = self.chance(True, True)
        both = self.law[self.v] * self.row
        covered = d.at(d.at(dominated(d, self.law, self.rows)[0], self.v), self.y)
        whole = [
            d.arithmetic(all_ <= self.row, row, some, hints=[self.row]),
            d.arithmetic(all_ <= self.seen, row, law, most, covered, hints=[self.row, both]),
        ]
        part = d.chain(part, d.identity(equals(part.formula.right, all_)))
        return [*whole, *(d.chain(part, line) for line in whole)]

    def weights(self) -> tuple[Term, Term]:
        """What x adds at a value, and what it is once the chances are those of x itself."""
        weight = self.mass(self.x, True, True)
        one, two, three, four = (
            weight * log(self.told.chance(*chance)) for chance in self.chances)
        return weight * log(self.row) - weight * log(self.seen), one + two - three - four

    def whole(self) -> Line:
        """C q = b: the response given what is known alone."""
        d = self.d
        law, row = self.shares()
        none, answered = self.chance(False, False), self.chance(True, True)
        each = d.arithmetic(equals(none * (self.law[self.v] * self.row), answered), law, row,
                            hints=[self.row])
        sums: Any = d.summed(d.forall(self.v, each))
        left = d.identity(equals(none * self.seen, sums.formula.left))
        mass = self.mass(self.x, False, True)
        one = d.arithmetic(equals(total(self.v, self.mass(self.x, True, True)), mass),
                           self.valued(), hints=[mass])
        over: Any = d.summed(d.forall(self.x, one))
        middle = d.identity(equals(sums.formula.right, over.formula.left))
        last = d.identity(equals(over.formula.right, self.chance(False, True)))
        return d.chain(left, sums, middle, over, last)

    def at_instance(self) -> Line:
        """What an instance adds at a value is by the chances of its own groups."""
        d, x, z = self.d, self.x, self.other
        left, right = self.weights()
        goal = equals(left, right)
        bounds = [*self.bounds(), *self.covers]
        near, has = equals(*self.near_pair()), self.has(x)
        mine = prior_mass(self.prior, x) * self.M[x][self.y]

        def gone(test: Line) -> Line:
            old = test.formula.left  # type: ignore[attr-defined]
            return d.rewrite(test, d.identity(replaced(goal, old, number(0)), *bounds), goal)

        def found(known: Line, held: Line, positive: Line) -> Line:
            value = self.same_value(held)
            same_known = d.rewrite(known, d.identity(equals(self.near(z, x), self.near(z, x))),
                                   equals(self.near(z, x), self.near(z)))
            lines = {}
            for valued in (True, False):
                for response in (True, False):
                    chance = self.told.chance(
                        [self.group, self.known] if valued else [self.known], response)
                    old = self.chance(valued, response)
                    mass = prior_mass(self.prior, z)
                    mass = mass * self.M[z][self.y] if response else mass
                    test = self.has(z)
                    hints = [mass, mass * same(test.left, test.right), mass * self.near(z, x)]
                    row = d.arithmetic(
                        equals(self.mass(z, valued, response), chance.body),  # type: ignore[attr-defined]
                        same_known, *([value] if valued else []), hints=hints)
                    rows: Any = d.summed(d.forall(z, row))
                    lines[valued, response] = d.chain(d.identity(equals(
                        old, rows.formula.left)), rows)
            there = d.arithmetic(
                number(0) < prior_mass(self.prior, x), positive, self.at_most_one(),
                hints=[prior_mass(self.prior, x)])
            above = [d.chain(positive if response else there, cover)
                     for cover, (_, response) in zip(self.covers, self.chances, strict=True)]
            both, none, value_alone, answered = (
                self.told.chance(*chance) for chance in self.chances)
            given: Any = self.shares()[1]
            line: Any = self.whole()
            found_rows = []
            for start, changes, part, whole, term in (
                (given, (lines[True, False], lines[True, True]), both, value_alone, self.row),
                (line, (lines[False, False], lines[False, True]), answered, none, self.seen),
            ):
                for change in changes:
                    start = d.rewrite(change, start, replaced(
                        start.formula, change.formula.left, change.formula.right))
                found_rows.append(d.combined(
                    equals(term, part / whole), start, *above, equalities=[[1 / whole, 0]]))
            end = d.identity(replaced(replaced(
                goal, self.row, both / value_alone), self.seen, answered / none), *above)
            for change in found_rows:
                end = d.rewrite(change, end, replaced(
                    end.formula, change.formula.right, change.formula.left))
            return end

        def known(one: Line, mark: Line) -> Line:
            if mark.formula.right == number(0):
                return gone(mark)

            def valued(two: Line, other: Line) -> Line:
                if other.formula.right == number(0):
                    return gone(other)
                return split_zero(d, mine, gone, lambda positive: found(one, two, positive))

            return split_equal(d, has.left, has.right, valued)

        return split_equal(d, near.left, near.right, known)

    def at_most_one(self) -> Line:
        """A response is no more probable than 1."""
        part: Any = one_term(
            self.d, self.y, lambda y: self.M[self.x][y], name="any_response")
        return self.d.chain(part, self.d.identity(equals(part.formula.right, 1)))

    def near_pair(self) -> tuple[Term, Term]:
        return only(self.D, self.x, self.known), only(self.D, self.u, self.known)

    # --- the mean ---------------------------------------------------------------------------------

    def added(self) -> Term:
        """What x adds with a response, where its known group is that of u."""
        return self.near(self.x) * self.term

    def at_value(self) -> Line:
        """C times what a value and a response add, by instances."""
        d, x = self.d, self.x
        none, answered = self.chance(False, False), self.chance(True, True)
        sent = self.law[self.v] * self.row
        law, row = self.shares()
        known = d.arithmetic(equals(none * sent, answered), law, row, hints=[self.row])
        covered = d.at(d.at(dominated(d, self.law, self.rows)[0], self.v), self.y)
        bounds = self.bounds()
        part = none * (sent * log(self.row) - sent * log(self.seen))
        start = none * sent * log(self.row) - none * sent * log(self.seen)
        line = d.identity(equals(part, start), covered)
        end = answered * log(self.row) - answered * log(self.seen)
        line = d.rewrite(known, line, equals(part, end))
        everywhere = [d.forall(x, bound) for bound in bounds[2:]]
        rows: Any = d.summed(d.forall(x, self.at_instance()), *everywhere, *(
            d.forall(x, cover) for cover in self.covers))
        return d.chain(line, d.identity(
            equals(end, rows.formula.left), *everywhere, *bounds[:2]), rows)

    def at_centre(self) -> Line:
        """C I(g;R) = Σ Σ of what the instances with u's known group add."""
        d, x, y, v = self.d, self.x, self.y, self.v
        none = self.chance(False, False)
        line: Any = self.at_value()
        covers = [d.forall(x, cover) for cover in self.covers]
        sums: Any = d.summed(d.forall(v, line), d.forall(v, d.at(d.at(
            dominated(d, self.law, self.rows)[0], v), y)), *covers)
        added = self.added()
        one = d.arithmetic(equals(total(v, self.weights()[1]), added), self.valued(),
                           *self.covers, hints=[added])
        over: Any = d.summed(d.forall(x, one), *covers)
        line = d.chain(sums, d.identity(equals(
            sums.formula.right, over.formula.left), *covers), over)
        by_input, by_output = dominated(d, self.law, self.rows)
        known = [d.forall(y, cover) for cover in covers]
        rows: Any = d.summed(d.forall(y, line), by_input, by_output, *known)
        info: Any = information_sum(d, self.law, self.rows)
        first = d.arithmetic(equals(none * info.formula.left, rows.formula.left), info,
                             by_input, by_output, hints=[none])
        return d.chain(first, rows)

    def in_class(self) -> Line:
        """Σ P(u) I(g;R) = Σ of what instances add, over those with one known group."""
        d, u, x, y = self.d, self.u, self.x, self.y
        place: Any = d.fix(Symbol("class", instances(self.D)))
        whole: Any = self.at_centre()
        own = information(self.law, self.rows)
        known = [d.forall(x, d.forall(y, cover)) for cover in self.covers]
        known += [d.forall(y, d.forall(x, cover)) for cover in self.covers]
        each = total(y, self.term)

        def at(one: Any) -> Term:
            return same(only(self.D, one, self.known), place)

        there = total(x, at(x) * prior_mass(self.prior, x))
        added = total(x, at(x) * each)

        def some(positive: Line) -> Line:
            row_goal = equals(at(u) * (prior_mass(self.prior, u) * own),
                              at(u) * prior_mass(self.prior, u) * (added / there))

            def chosen(met: Line, mark: Line) -> Line:
                if mark.formula.right == number(0):
                    return d.rewrite(mark, d.identity(replaced(
                        row_goal, mark.formula.left, number(0)), *known, positive), row_goal)
                line = d.rewrite(met, whole, replaced(
                    whole.formula, met.formula.left, met.formula.right))
                line = d.chain(
                    d.identity(equals(there * own, line.formula.left)), line,
                    d.identity(equals(line.formula.right, added), *known))
                found = d.combined(equals(own, added / there), line, positive, *known,
                                   equalities=[[1 / there, 0]])
                return d.arithmetic(row_goal, found, positive, *known,
                                    hints=[at(u) * prior_mass(self.prior, u)])

            rows: Any = d.summed(d.forall(u, split_equal(
                d, only(self.D, u, self.known), place, chosen)), *known, positive)
            drawn = d.identity(
                equals(rows.formula.right, there * (added / there)), *known, positive)
            last = d.identity(equals(drawn.formula.right, added), *known, positive)
            return d.chain(rows, drawn, last)

        def none(zero: Line) -> Line:
            sides = []
            at_instance = [d.forall(y, cover) for cover in self.covers]
            for var, shown in ((u, []), (x, at_instance)):
                mass = prior_mass(self.prior, var)
                part = at(var) * (mass * own) if var == u else at(var) * each
                least = d.at(d.forall(x, one_term(
                    d, x, lambda one: at(one) * prior_mass(self.prior, one), name="some")), var)
                row_goal = equals(part, 0)

                def chosen(met: Line, mark: Line, row_goal: Any = row_goal, mass: Any = mass,
                           least: Any = least, shown: Any = shown) -> Line:
                    if mark.formula.right == number(0):
                        return d.rewrite(mark, d.identity(replaced(
                            row_goal, mark.formula.left, number(0)), *shown), row_goal)
                    gone = is_zero(d, mass, d.arithmetic(
                        mass <= number(0), least, mark, zero, hints=[mass]))
                    return d.rewrite(gone, d.identity(replaced(
                        row_goal, mass, number(0)), *shown), row_goal)

                rows: Any = d.summed(d.forall(var, split_equal(
                    d, only(self.D, var, self.known), place, chosen)), *(known if shown else []))
                sides.append(d.chain(rows, d.identity(equals(rows.formula.right, 0))))
            return d.chain(sides[0], turned(d, sides[1]))

        return split_zero(d, there, none, some)

    def mean(self) -> Line:
        """Σ P(u) I(g;R) = Σ Σ of what instances add."""
        d, u, x, y = self.d, self.u, self.x, self.y
        known = [d.forall(x, d.forall(y, cover)) for cover in self.covers]
        line: Any = self.in_class()
        sums: Any = d.summed(d.forall(d.fixed["class"], line), *known)
        own = information(self.law, self.rows)
        left = total(u, prior_mass(self.prior, u) * own)
        right = self.told.mean(self.term)
        return d.chain(
            d.identity(equals(left, sums.formula.left)), sums,
            d.identity(equals(sums.formula.right, right), *known))
