"""What the framework of differential privacy tells of its secrets, which are the entries."""

from __future__ import annotations

from typing import Any

from derivations.patterns.entries import Entry
from derivations.patterns.informations import as_tuples, of_tuples
from derivations.patterns.instances import by_two_tests, changed
from derivations.tools import one_term, same, split_equal, turned
from verified.kernel.polynomial import replaced
from verified.language import (
    I,
    dp_framework,
    either,
    entries,
    entry_of,
    equals,
    every,
    flat_mechanism,
    flat_prior,
    log,
    prior_mass,
    private_value,
    private_values,
    public_value,
    public_values,
    reals_table,
    secret_joint,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


class Secrets:
    """An entry as the secret of an edge, all others as what is public."""

    def __init__(self, d: Derivation) -> None:
        self.d, self.P, self.M = d, d.var("P"), d.var("M")
        self.it = Entry(d, self.P.sort.database)
        self.y = d.fix(Symbol("y", self.M.sort.outputs))
        self.frame = dp_framework(self.it.D)
        self.edges = d.cite("definition/dp-edges", D=self.it.D)

    def weight(self, x: Any, response: bool = True) -> Term:
        mass = prior_mass(self.P, x)
        return mass * self.M[x][self.y] if response else mass

    def tests(self, own: bool) -> Term:
        """1 where z has the public value of x, and the private one."""
        it = self.it
        public = same(public_value(self.frame, it.i, it.z), public_value(self.frame, it.i, it.x))
        private = same(
            private_value(self.frame, it.i, it.z), private_value(self.frame, it.i, it.x))
        return private * public if own else public

    def chance(self, own: bool, response: bool) -> Term:
        mass = prior_mass(self.P, self.it.z) * self.tests(own)
        return total(self.it.z, mass * self.M[self.it.z][self.y] if response else mass)

    def joint(self) -> tuple[Line, Term]:
        """The joint law of the values and the response as one of tuples."""
        d, it = self.d, self.it
        flat, rows = flat_prior(self.P), flat_mechanism(self.M)

        def mass(a: Any, c: Any, y: Any) -> Term:
            inside = same(private_value(self.frame, it.i, it.z), a) * same(
                public_value(self.frame, it.i, it.z), c)
            return total(it.z, prior_mass(self.P, it.z) * inside * self.M[it.z][y])

        def cell(a: Any, c: Any, y: Any) -> Line:
            value: Any = d.cite("definition/secret-joint", self.edges, F=self.frame, P=flat,
                                M=rows, e=it.i, a=a, c=c, y=y)
            own = mass(a, c, y).body  # type: ignore[attr-defined]
            line = d.identity(equals(own, own), self.edges)
            for found in (d.cite("definition/flat-prior", P=self.P, x=it.z),
                          d.cite("definition/flat-mechanism", M=self.M, x=it.z, y=y)):
                old, new = found.formula.right, found.formula.left  # type: ignore[attr-defined]
                line = d.rewrite(turned(d, found), line, equals(
                    replaced(line.formula, old, new).left, own))
            summed: Any = d.summed(d.forall(it.z, line), self.edges)
            return d.chain(value, d.identity(equals(
                value.formula.right, summed.formula.left), self.edges), summed)

        return as_tuples(d, secret_joint(self.frame, flat, rows, it.i), mass, cell, self.edges)


    def values(self) -> tuple[Any, Any]:
        """That z and x have one private value, and one public value."""
        it = self.it
        return (
            equals(*(private_value(self.frame, it.i, x) for x in (it.z, it.x))),
            equals(*(public_value(self.frame, it.i, x) for x in (it.z, it.x))),
        )

    def public(self) -> tuple[Line, Line]:
        """The public values are one where z = x with z_i, and there only: both ways."""
        d, it = self.d, self.it
        D, i, x, z = it.D, it.i, it.x, it.z
        _, alike = self.values()
        near = it.at(x, it.of(z))
        place = d.fix(Symbol("j", entries(D)))
        rule = d.cite("definition/dp-public", D=D, i=i, values={"x": z, "x'": x})
        others = every(place, either(
            equals(place, i), equals(entry_of(D, z, place), entry_of(D, x, place))))

        held = d.assume(alike)
        found = d.at(d.follows(others, held, rule), place)

        def each(line: Line, _: Line) -> Line:
            other = changed(d, D, x, i, it.of(z), place, line)
            if line.formula == equals(place, i):
                end = entry_of(D, z, place)
                own = d.rewrite(line, d.identity(equals(end, end)), equals(end, it.of(z)))
            else:
                own = d.follows(equals(entry_of(D, z, place), entry_of(D, x, place)), found, line)
            return d.chain(own, turned(d, other))

        same_entries = d.forall(place, split_equal(d, place, i, each))
        into = d.implied(held, d.cite(
            "definition/same-instance", same_entries, D=D, values={"x": z, "x'": near}))

        met = d.assume(equals(z, near))

        def back(line: Line, _: Line) -> Line:
            goal = others.body
            if line.formula == equals(place, i):
                return d.follows(goal, line)
            end = entry_of(D, near, place)
            value = d.rewrite(turned(d, met), d.identity(equals(end, end)), equals(
                entry_of(D, z, place), end))
            value = d.chain(value, changed(d, D, x, i, it.of(z), place, line))
            return d.follows(goal, value)

        told = d.forall(place, split_equal(d, place, i, back))
        return into, d.implied(met, d.follows(alike, told, rule))

    def by_public(self) -> Line:
        """1[public values are one] = 1[z = x with z_i]."""
        d, it = self.d, self.it
        _, alike = self.values()
        near = equals(it.z, it.at(it.x, it.of(it.z)))
        ways = self.public()
        goal = equals(self.tests(False), it.near(it.z, it.x))

        def chosen(one: Line, first: Line) -> Line:
            def then(two: Line, second: Line) -> Line:
                if first.formula.right == second.formula.right:
                    return d.chain(first, turned(d, second))
                return d.follows(goal, one, two, *ways)

            return split_equal(d, near.left, near.right, then)

        return split_equal(d, alike.left, alike.right, chosen)

    def by_both(self) -> Line:
        """1[both values are one] = 1[z = x]."""
        d, it = self.d, self.it
        x, z = it.x, it.z
        own, alike = self.values()
        goal = equals(self.tests(True), same(z, x))
        rule = d.cite("definition/dp-private", D=it.D, i=it.i, values={"x": z, "x'": x})
        into, _ = self.public()

        def together(mine: Line, others: Line) -> Line:
            entry = d.follows(equals(it.of(z), it.of(x)), mine, rule)
            near = d.follows(equals(z, it.at(x, it.of(z))), others, into)
            line = d.rewrite(entry, near, equals(z, it.at(x, it.of(x))))
            kept = d.cite("background/with-entry-same", D=it.D, x=x, i=it.i)
            return d.identity(goal, mine, others, d.chain(line, kept))

        return by_two_tests(d, z, x, own, alike, goal, together)

    def covered(self, own: bool, response: bool) -> Line:
        """The values of x are at least as probable as x."""
        d, it = self.d, self.it

        def mass(at: Any) -> Term:
            public = same(public_value(self.frame, it.i, at), public_value(self.frame, it.i, it.x))
            private = same(
                private_value(self.frame, it.i, at), private_value(self.frame, it.i, it.x))
            part = prior_mass(self.P, at) * (private * public if own else public)
            return part * self.M[at][self.y] if response else part

        part: Any = one_term(d, it.x, mass, self.edges)
        left = d.identity(equals(self.weight(it.x, response), part.formula.left), self.edges)
        right = d.identity(equals(part.formula.right, self.chance(own, response)), self.edges)
        return d.chain(left, part, right)

    def certain(self, response: bool) -> Line:
        """Both values together are as probable as x."""
        d, it = self.d, self.it
        chance: Any = self.chance(True, response)
        mine = self.weight(it.z, response)
        row = d.arithmetic(
            equals(chance.body, mine * same(it.z, it.x)), self.by_both(), self.edges, hints=[mine])
        rows: Any = d.summed(d.forall(it.z, row), self.edges)
        return d.chain(rows, d.identity(
            equals(rows.formula.right, self.weight(it.x, response)), self.edges))

    def replaced(self, response: bool) -> Line:
        """The public value is as probable as the instances with another entry are together."""
        d, it = self.d, self.it
        z, x, v = it.z, it.x, it.v
        end = it.at(x, it.of(z))
        chance: Any = self.chance(False, response)
        each = self.by_public()
        goal = equals(chance.body, same(z, end) * self.weight(end, response))

        def chosen(met: Line, test: Line) -> Line:
            mine, there = (self.weight(at, response) for at in (z, end))
            if test.formula.right == number(0):
                return d.arithmetic(goal, each, test, self.edges, hints=[mine, there])
            moved = d.rewrite(turned(d, met), d.identity(equals(there, there)),
                              equals(mine, there))
            return d.arithmetic(
                goal, each, test, moved, self.edges, hints=[mine, there, same(z, end)])

        rows: Any = d.summed(d.forall(z, split_equal(d, z, end, chosen)), self.edges)
        listed = reals_table(it.size, lambda v: self.weight(it.at(x, v), response))
        found: Any = d.cite("background/replaced-sums", D=it.D, x=x, i=it.i, f=listed)
        return d.chain(
            rows, d.identity(equals(rows.formula.right, found.formula.left)), found,
            d.identity(equals(
                found.formula.right, total(v, self.weight(it.at(x, v), response)))),
        )


    def marked(self, own: bool, response: bool, at: Any, a: Any, c: Any) -> Term:
        """The probability of an instance that has the values, else 0."""
        inside = same(public_value(self.frame, self.it.i, at), c)
        if own:
            inside = same(private_value(self.frame, self.it.i, at), a) * inside
        part = prior_mass(self.P, at) * inside
        return part * self.M[at][self.y] if response else part

    def by_values(self, value: Line, keys: list[tuple[bool, bool]]) -> Line:
        """The information as a mean of logarithms of what is as probable as the values of x: first
        for every two values."""
        d, it, y = self.d, self.it, self.y
        x, z = it.x, it.z
        sizes = (private_values(self.frame, it.i), public_values(self.frame, it.i))
        a, c = (d.fix(Symbol(name, size)) for name, size in zip("ac", sizes, strict=True))
        own = private_value(self.frame, it.i, x), public_value(self.frame, it.i, x)
        weight = same(own[0], a) * same(own[1], c) * self.weight(x)

        def term(factor: Term, a: Any, c: Any) -> Term:
            first, second, third, fourth = (
                factor * log(total(z, self.marked(*key, z, a, c))) for key in keys)
            return first + second - third - fourth

        covers = []
        for key in keys:
            line = one_term(
                d, x, lambda at, key=key: self.marked(*key, at, a, c), self.edges)
            for order in ((c, a, y, x), (x, a, c, y)):
                found = line
                for var in order:
                    found = d.forall(var, found)
                covers.append(found)
        spread = term(weight, a, c)
        sums = total(y, total(c, total(a, total(x, spread))))
        first = d.identity(
            equals(value.formula.right, sums), self.edges, *covers)  # type: ignore[attr-defined]
        inside = [d.at(d.at(d.at(d.at(line, x), y), a), c) for line in covers[::2]]
        ours = term(weight, *own)
        inner = [self.covered(*key) for key in keys]
        goal = equals(spread, ours)

        def gone(test: Line) -> Line:
            sides = []
            for side, shown in ((spread, inside), (ours, inner)):
                old, none = test.formula.left, number(0)  # type: ignore[attr-defined]
                nothing = d.identity(replaced(equals(side, 0), old, none), self.edges, *shown)
                sides.append(d.rewrite(test, nothing, equals(side, 0)))
            return d.chain(sides[0], turned(d, sides[1]))

        def private(met: Line, test: Line) -> Line:
            if test.formula.right == number(0):
                return gone(test)
            itself = d.have(equals(spread, spread), "defined", self.edges, *inside)
            line = d.rewrite(met, itself, equals(spread, term(weight, own[0], c)))

            def public(same_one: Line, other: Line) -> Line:
                if other.formula.right == number(0):
                    return gone(other)
                return d.rewrite(same_one, line, goal)

            return split_equal(d, own[1], c, public)

        line = split_equal(d, own[0], a, private)
        known = inside
        for var in (x, a, c, y):
            known = [d.forall(var, one) for one in known]
            line = d.summed(d.forall(var, line), self.edges, *known)
        near = [d.forall(x, d.forall(y, one)) for one in inner]
        near += [d.forall(y, d.forall(x, one)) for one in inner]
        mean = total(x, total(y, term(self.weight(x), *own)))
        last = d.identity(equals(line.formula.right, mean), self.edges, *near)
        return d.chain(first, line, last)


@derives("background/dp-information")
def told_of_entries(d: Derivation) -> None:
    """Both are means of logarithms of what the other entries of an instance have in common with
    others."""
    here = Secrets(d)
    it, y = here.it, here.y
    agree, made = here.joint()
    value: Any = of_tuples(d, lambda joint: I(joint, "A;Y|C"), agree, made)
    keys = [(True, True), (False, False), (True, False), (False, True)]
    told = here.by_values(value, keys)
    weight = here.weight(it.x)
    logs = [weight * log(here.chance(*key)) for key in keys]
    term = logs[0] + logs[1] - logs[2] - logs[3]
    covers = [here.covered(*key) for key in keys]
    line = d.have(equals(term, term), "defined", here.edges, *covers)
    found = [(here.certain if own else here.replaced)(way) for own, way in keys]
    for change in found:
        old, new = change.formula.left, change.formula.right  # type: ignore[attr-defined]
        line = d.rewrite(change, line, equals(term, replaced(line.formula, old, new).right))
    inner = [d.forall(y, one) for one in covers]
    outer = [d.forall(it.x, one) for one in inner]
    line = d.summed(
        d.forall(it.x, d.summed(d.forall(y, line), here.edges, *inner)), here.edges, *outer)
    near = [d.forall(it.x, d.forall(y, d.chain(covers[k], found[k]))) for k in (1, 3)]
    mean: Any = d.cite("background/conditional-entry-mean")
    d.qed(d.chain(value, told, line, d.identity(
        equals(line.formula.right, mean.formula.right), *near), turned(d, mean)))
