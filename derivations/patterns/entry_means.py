"""What a response tells of an entry to who knows the others is a mean over instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.entries import Entry
from derivations.patterns.informations import dominated, information_sum
from derivations.tools import is_zero, one_term, split_equal, split_zero, turned
from verified.kernel.polynomial import replaced
from verified.language import (
    channel_table,
    entry_channel,
    equals,
    information,
    log,
    negation,
    reals_table,
    total,
)
from verified.proof.derivation import Derivation, Line
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number


class Mean:
    """The information as a mean over instances, whose entry is given back its value.

    Args:
        M: what responds.
        mass: the weight of an instance, at least 0.
        given: the law of the entry, the others being those of an instance.
        share: shows that the weight of the others, times the law of a value, is the weight of the
            instance with that value, at `it.x`.
    """

    def __init__(
        self, d: Derivation, D: Any, M: Any, mass: Callable[[Any], Term],
        given: Callable[[Any], Term], share: Callable[[Any, Any], Line],
    ) -> None:
        self.d, self.M, self.mass, self.share = d, M, mass, share
        self.it = it = Entry(d, D)
        self.y = d.fix(Symbol("response", self.M.sort.outputs))
        self.given: Any = given(it.x)
        self.rows = channel_table(
            it.size, self.M.sort.outputs, lambda v, y: self.M[it.at(it.x, v)][y]
        )
        # g(v) M(y|x with v) ≤ q(y).
        self.by_table = dominated(d, self.given, self.rows)
        self.inside = d.arithmetic(
            self.given[it.v] * self.sent(it.at(it.x, it.v)) <= self.seen(),
            d.at(d.at(self.by_table[0], it.v), self.y),
        )
        self.covered = [
            d.forall(it.v, d.forall(self.y, self.inside)),
            d.forall(self.y, d.forall(it.v, self.inside)),
        ]

    def sent(self, x: Any) -> Term:
        return self.M[x][self.y]

    def column(self, x: Any) -> Term:
        """The probability of the other entries."""
        return total(self.it.v, self.mass(self.it.at(x, self.it.v)))

    def response(self, x: Any) -> Term:
        """That of the other entries and the response."""
        at = self.it.at(x, self.it.v)
        return total(self.it.v, self.mass(at) * self.sent(at))

    def seen(self) -> Term:
        """The probability of the response, given the other entries of x."""
        it = self.it
        return total(it.v, self.given[it.v] * self.sent(it.at(it.x, it.v)))

    def part(self, v: Any) -> Term:
        """What a value adds to the information, P(x) times."""
        weight = self.mass(self.it.x) * (self.given[v] * self.sent(self.it.at(self.it.x, v)))
        return weight * log(self.sent(self.it.at(self.it.x, v))) - weight * log(self.seen())

    def told(self, z: Any) -> Term:
        """What an instance adds to the mean."""
        weight = self.mass(z) * self.sent(z)
        return weight * log(self.sent(z)) + weight * log(self.column(z)) - weight * log(
            self.response(z))

    def as_sums(self) -> Line:
        """P(x) I(…) = Σ Σ of the parts."""
        d, it, y = self.d, self.it, self.y
        row: Any = d.cite("definition/entry-channel", M=self.M, x=it.x, v=it.v, y=y)
        row = d.chain(row, d.identity(equals(row.formula.right, self.rows[it.v, y])))
        channel = entry_channel(self.M, it.x, it.i)
        own = information(self.given, channel)
        itself = d.have(equals(own, own), "defined")
        line = d.rewrite(d.forall(it.v, d.forall(y, row)), itself,
                         equals(own, information(self.given, self.rows)))
        line = d.chain(line, information_sum(d, self.given, self.rows))
        sums = total(y, total(it.v, self.part(it.v)))
        return d.arithmetic(
            equals(self.mass(it.x) * own, sums), line, *self.covered, *self.by_table,
            hints=[self.mass(it.x)],
        )

    def over_instances(self) -> Line:
        """Σ of the parts over values is one over the instances near x."""
        d, it = self.d, self.it
        listed = reals_table(it.size, lambda v: substitute(self.part(it.v), {it.v.name: v}))
        fact = d.forall(it.v, self.inside)
        line: Any = d.cite("background/replaced-sums", fact, D=it.D, x=it.x, i=it.i, f=listed)
        near = total(it.z, it.near(it.z, it.x) * self.part(it.of(it.z)))
        own = d.forall(it.z, d.at(fact, it.of(it.z)))
        first = d.identity(equals(near, line.formula.left), fact, own)
        last = d.identity(equals(line.formula.right, total(it.v, self.part(it.v))), fact)
        return turned(d, d.chain(first, line, last))

    def moved(self, line: Line, term: Any) -> Line:
        """What is summed over the values of z is what it is of x, from a line z = x with z_i."""
        d, it = self.d, self.it
        z, x, v = it.z, it.x, it.v
        end = it.at(z, v)
        far = it.at(it.at(x, it.of(z)), v)
        there = d.rewrite(turned(d, line), d.identity(equals(far, far)), equals(end, far))
        there = d.chain(there, it.twice(x, it.of(z), v))
        own = term(end)
        each = d.rewrite(there, d.identity(equals(own, own)), equals(own, term(it.at(x, v))))
        return d.summed(d.forall(v, each))

    def within(self, response: bool) -> Line:
        """An instance is no more probable than the other entries of it, with the response or
        without."""
        d, it, z = self.d, self.it, self.it.z

        def mass(v: Any) -> Term:
            at = it.at(z, v)
            return self.mass(at) * self.sent(at) if response else self.mass(at)

        own = d.at(d.forall(it.v, one_term(d, it.v, mass)), it.of(z))
        kept = d.cite("background/with-entry-same", D=it.D, x=z, i=it.i)
        new = replaced(own.formula, it.at(z, it.of(z)), z)
        return d.rewrite(kept, own, new)

    def new_part(self, line: Line, positive: Line) -> Line:
        """A part of x at the entry of z, from lines z = x with z_i and 0 < C(z)."""
        d, it = self.d, self.it
        z, x, v = it.z, it.x, it.v
        column, response = self.column(z), self.response(z)
        columns = self.moved(line, self.mass)
        responses = self.moved(line, lambda at: self.mass(at) * self.sent(at))
        known: Any = self.share(x, it.of(z))
        known = d.rewrite(turned(d, line), known, replaced(
            known.formula, it.at(x, it.of(z)), z))
        given = self.given[it.of(z)]
        chance = d.combined(
            equals(given, self.mass(z) / column), known, columns, positive,
            equalities=[[1 / column, 0], [given / column, 1]],
        )
        at = it.at(x, v)
        each = d.arithmetic(
            equals(self.column(x) * self.given[v] * self.sent(at), self.mass(at) * self.sent(at)),
            self.share(x, v), hints=[self.sent(at)],
        )
        summed: Any = d.summed(d.forall(v, each))
        seen = d.combined(
            equals(self.seen(), response / column), summed, columns, responses, positive,
            equalities=[[1 / column, 0], [self.seen() / column, 1], [-1 / column, 2]],
        )
        part = self.part(it.of(z))
        found = d.identity(equals(part, part), d.at(d.forall(v, self.inside), it.of(z)))
        for change in (turned(d, line), chance, seen):
            old, new = change.formula.left, change.formula.right  # type: ignore[attr-defined]
            found = d.rewrite(change, found, equals(
                part, replaced(found.formula, old, new).right))
        return found

    def apart(self, part: Term, told: Term, positive: Line) -> Line:
        """The logarithm of R/C is that of R less that of C, where its factor isn't 0."""
        d, z = self.d, self.it.z
        column = self.column(z)
        weight, share = self.mass(z) * self.sent(z), self.mass(z) / column * self.sent(z)
        goal, sent = equals(part, told), self.within(True)

        def nothing(zero: Line) -> Line:
            none = d.combined(equals(share, 0), zero, positive, equalities=[[1 / column, 0]])
            lines = []
            for side, line in ((part, none), (told, zero)):
                new = replaced(equals(side, 0), line.formula.left, number(0))
                lines.append(d.rewrite(line, d.identity(new, positive), equals(side, 0)))
            return d.chain(lines[0], turned(d, lines[1]))

        def something(some: Line) -> Line:
            there = d.chain(some, sent)
            return d.identity(goal, there, positive, sent)

        return split_zero(d, weight, nothing, something)

    def shared(self, positive: Line) -> Line:
        """A part of an instance near z by what z adds, where the other entries may be."""
        d, it = self.d, self.it
        z, x = it.z, it.x
        told = self.told(z) / self.column(z)
        here, there = it.near(z, x), it.near(x, z)
        part = self.part(it.of(z))
        goal = equals(here * part, there * self.mass(x) * told)
        own = d.at(d.forall(it.v, self.inside), it.of(z))
        real = [own, self.within(True), self.within(False), positive]

        def chosen(line: Line, value: Line) -> Line:
            if value.formula.right == number(0):
                met = d.assume(equals(x, it.at(z, it.of(x))))
                apart = d.follows(
                    goal, d.implied(met, it.back(x, z, met)), line, d.implied(
                        d.assume(negation(met.formula)), self.no_part(value, goal, real)))
                return apart
            marked = d.identity(equals(there, 1), it.back(z, x, line))
            found = self.new_part(line, positive)
            found = d.chain(found, self.apart(found.formula.right, self.mass(x) * told, positive))
            return d.arithmetic(
                goal, value, marked, found, *real, hints=[part, self.mass(x) * told])

        return split_equal(d, z, it.at(x, it.of(z)), chosen)

    def no_part(self, value: Line, goal: Any, real: list[Line]) -> Line:
        """Where neither is near the other, nothing is added."""
        d, it = self.d, self.it
        out = d.assume(negation(equals(it.x, it.at(it.z, it.of(it.x)))))
        none = d.identity(equals(it.near(it.x, it.z), 0), out)
        return d.arithmetic(goal, value, none, *real, hints=[
            goal.left.args[1], self.mass(it.x) * self.told(it.z) / self.column(it.z)])

    def near_sum(self) -> Line:
        """Σ P(x) over the instances near z is C(z)."""
        d, it = self.d, self.it
        z, x = it.z, it.x
        there, end = it.near(x, z), it.at(z, it.of(x))
        goal = equals(there * self.mass(x), there * self.mass(end))

        def chosen(line: Line, value: Line) -> Line:
            if value.formula.right == number(0):
                return d.arithmetic(goal, value, hints=[self.mass(x), self.mass(end)])
            same_mass = d.rewrite(
                turned(d, line), d.identity(equals(self.mass(end), self.mass(end))),
                equals(self.mass(x), self.mass(end)),
            )
            return d.arithmetic(goal, same_mass, hints=[there])

        rows = d.summed(d.forall(x, split_equal(d, x, end, chosen)))
        listed = reals_table(it.size, lambda v: self.mass(it.at(z, v)))
        line: Any = d.cite("background/replaced-sums", D=it.D, x=z, i=it.i, f=listed)
        first = d.identity(equals(rows.formula.right, line.formula.left))
        last = d.identity(equals(line.formula.right, self.column(z)))
        return d.chain(rows, first, line, last)

    def impossible(self, zero: Line) -> Line:
        """Where the other entries of z can't be, nothing is added."""
        d, it = self.d, self.it
        z, x = it.z, it.x
        here, part, told = it.near(z, x), self.part(it.of(z)), self.told(z)
        inside = d.at(d.forall(it.v, self.inside), it.of(z))
        goal = equals(here * part, 0)

        def none(mass: Term, least: Line, *lines: Line) -> Line:
            return is_zero(d, mass, d.arithmetic(mass <= number(0), least, *lines))

        def chosen(line: Line, value: Line) -> Line:
            if value.formula.right == number(0):
                return d.arithmetic(goal, value, inside, hints=[part])
            least = d.at(d.forall(z, self.within(False)), x)
            gone = none(self.mass(x), least, self.moved(line, self.mass), zero)
            nothing = d.rewrite(gone, d.identity(replaced(
                equals(part, 0), self.mass(x), number(0)), inside), equals(part, 0))
            return d.arithmetic(goal, nothing, inside, hints=[here])

        rows: Any = d.summed(d.forall(x, split_equal(d, z, it.at(x, it.of(z)), chosen)))
        gone = none(self.mass(z), self.within(False), zero)
        nothing = d.rewrite(gone, d.identity(replaced(
            equals(told, 0), self.mass(z), number(0))), equals(told, 0))
        return d.chain(
            rows, d.identity(equals(rows.formula.right, 0)), turned(d, nothing))

    def possible(self, positive: Line) -> Line:
        """Where they can be, by how probable the instances near z are together."""
        d, it = self.d, self.it
        inside = d.at(d.forall(it.v, self.inside), it.of(it.z))
        rows: Any = d.summed(
            d.forall(it.x, self.shared(positive)), d.forall(it.x, inside), positive)
        real = [positive, self.within(True), self.within(False)]
        share = self.told(it.z) / self.column(it.z)
        near = total(it.x, it.near(it.x, it.z) * self.mass(it.x))
        drawn = d.identity(equals(rows.formula.right, near * share), *real)
        last = d.arithmetic(
            equals(near * share, self.told(it.z)), self.near_sum(), *real, hints=[share])
        return d.chain(rows, drawn, last)

    def line(self) -> tuple[Line, list[Line]]:
        """Σ P(x) I(…) = Σ Σ of what each instance adds; and what says that the latter is real."""
        d, it, y = self.d, self.it, self.y
        each = split_zero(d, self.column(it.z), self.impossible, self.possible)
        fact = d.forall(it.x, d.forall(y, d.forall(it.v, self.inside)))
        own = d.at(d.forall(it.v, self.inside), it.of(it.z))
        inside = [d.forall(it.x, d.forall(y, d.forall(it.z, own))),
                  d.forall(it.z, d.forall(y, d.forall(it.x, own)))]
        told = [d.forall(it.z, d.forall(y, self.within(way))) for way in (True, False)]
        over_x: Any = d.summed(
            d.forall(y, self.over_instances()), d.forall(y, d.forall(it.v, self.inside)))
        line: Any = d.chain(self.as_sums(), over_x)
        line = d.summed(d.forall(it.x, line), fact)
        rows: Any = d.summed(d.forall(it.z, d.summed(d.forall(y, each), *told, inside[0])), *told,
                             inside[0])
        swapped = d.identity(equals(line.formula.right, rows.formula.left), *inside)
        return d.chain(line, swapped, rows), told
