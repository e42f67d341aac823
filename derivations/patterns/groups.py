"""Patterns on groups of entries: instances that have a group in common, and informations of groups
as means over instances.

A group is told by the instance whose other entries are 0. So every information of groups is a mean
over instances and responses of logarithms of the probabilities that instances with the same groups
have together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.patterns.informations import as_tuples, information_sum, of_tuples
from derivations.tools import one_term, same, split_equal
from verified.kernel.polynomial import key_of, replaced
from verified.language import (
    I,
    channel_table,
    complement,
    either,
    entries,
    entry_of,
    equals,
    every,
    group_joint,
    indicator,
    information,
    instances,
    log,
    negation,
    pmf_table,
    prior_mass,
    total,
    with_group,
)
from verified.proof.derivation import Derivation, Line, Steps
from verified.syntax.formulas import Formula, implies
from verified.syntax.terms import Event, Symbol, Term, number


def only(D: Any, x: Any, group: Any) -> Term:
    """The instance whose entries outside of a group are 0."""
    return with_group(D, x, complement(group), 0)


def inside(group: Any, place: Any) -> Formula:
    """The entry belongs to the group."""
    return equals(indicator(group, place), 1)


def by_group(
    d: Steps, group: Any, place: Any, member: Callable[[Line], Line],
    other: Callable[[Line], Line],
) -> Line:
    """What holds of an entry whether it belongs to a group or not."""
    held, out = inside(group, place), negation(inside(group, place))
    return d.cases(
        d.follows(either(held, out)), member(d.assume(held)), other(d.assume(out))
    )


class Told:
    """The groups of a database under a prior, and the response of a mechanism."""

    def __init__(self, d: Derivation) -> None:
        self.d, self.prior, self.M = d, d.var("P"), d.var("M")
        self.D = self.prior.sort.database
        self.x = d.fix(Symbol("one", instances(self.D)))
        self.other = d.fix(Symbol("other", instances(self.D)))
        self.y = d.fix(Symbol("y", self.M.sort.outputs))

    def alike(self, groups: Sequence[Any]) -> Term:
        """1 where the other instance has the same groups, else 0."""
        result: Term = number(1)
        for group in groups:
            result = result * same(
                only(self.D, self.other, group), only(self.D, self.x, group)
            )
        return result

    def chance(self, groups: Sequence[Any], response: bool) -> Term:
        """The probability of the groups that the instance has, and of the response."""
        mass = prior_mass(self.prior, self.other) * self.alike(groups)
        if response:
            mass = mass * self.M[self.other][self.y]
        return total(self.other, mass)

    def weight(self, response: bool = True) -> Term:
        """P(x), or P(x) M(y|x)."""
        mass = prior_mass(self.prior, self.x)
        return mass * self.M[self.x][self.y] if response else mass

    def covered(self, groups: Sequence[Any], response: bool) -> Line:
        """The groups of an instance are at least as probable as it is."""
        d = self.d

        def mass(x: Any) -> Term:
            part: Term = prior_mass(self.prior, x)
            for group in groups:
                part = part * same(only(self.D, x, group), only(self.D, self.x, group))
            return part * self.M[x][self.y] if response else part

        part: Any = one_term(d, self.x, mass)
        own = d.identity(equals(self.weight(response), part.formula.left))
        again = d.identity(equals(part.formula.right, self.chance(groups, response)))
        return d.chain(own, part, again)

    def covers(self, *chances: tuple[Sequence[Any], bool]) -> list[Line]:
        """The same for every instance and response."""
        return [
            self.d.forall(self.x, self.d.forall(self.y, self.covered(*one))) for one in chances
        ]

    def logarithm(self, groups: Sequence[Any], response: bool) -> Term:
        return self.weight() * log(self.chance(groups, response))

    def mean(self, term: Term) -> Term:
        return total(self.x, total(self.y, term))

    def joint(self, first: Any, second: Any, third: Any) -> tuple[Line, Term]:
        """The joint law of three groups and the response as one of tuples."""
        d, x = self.d, self.other

        def mass(a: Any, b: Any, c: Any, y: Any) -> Term:
            part: Term = prior_mass(self.prior, x)
            for group, value in ((first, a), (second, b), (third, c)):
                part = part * same(only(self.D, x, group), value)
            return total(x, part * self.M[x][y])

        return as_tuples(
            d, group_joint(self.prior, self.M, first, second, third), mass,
            lambda a, b, c, y: d.cite(
                "definition/group-joint", P=self.prior, M=self.M, I=first, J=second, K=third,
                a=a, b=b, c=c, y=y,
            ),
        )

    def information(self, groups: Sequence[Any], told: str) -> tuple[Line, Term]:
        """An information of the joint law of three groups as a mean, and what it is a mean of.

        It is shown of arbitrary groups first, whose names let both forms have their tests in one
        order.
        """
        d = self.d
        anyone = [d.fix(Event(f"group_{name}", entries(self.D))) for name in "cba"]
        agree, made = self.joint(*anyone)
        value: Any = of_tuples(d, lambda joint: I(joint, told), agree, made)
        chances, term = self.parts(anyone, told)
        line = d.chain(value, d.identity(
            equals(value.formula.right, self.mean(term)), *self.covers(*chances)
        ))
        for group in reversed(anyone):
            line = d.forall(group, line)
        for group in groups:
            line = d.at(line, group)
        return line, self.parts(groups, told)[1]

    def same_term(
        self, tests: Line, before: Sequence[Any], after: Sequence[Any], start: Term, end: Term,
    ) -> Line:
        """The mean with the probabilities `before` is that with those `after`.

        Args:
            tests: shows, of two arbitrary instances, that one test is the product of others.
        """
        d = self.d
        covers = [self.covered(*chance) for chance in before]
        line = d.have(equals(start, start), "defined", *covers)
        for one, two in zip(before, after, strict=True):
            left, right = (self.chance(*chance) for chance in (one, two))
            if key_of(left) == key_of(right):
                continue
            masses = [bind.body for bind in (left, right)]  # type: ignore[attr-defined]
            row = d.forall(self.other, d.arithmetic(equals(*masses), tests, hints=masses))
            new = replaced(line.formula, left, right)
            line = d.rewrite(d.summed(row), line, equals(start, new.right))
        inner = [d.forall(self.y, cover) for cover in covers]
        line = d.forall(self.x, d.summed(d.forall(self.y, line), *inner))
        return d.summed(line, *self.covers(*before))

    def whole(self) -> Any:
        """I(X^n;Y) by logarithms of probabilities."""
        d, size = self.d, instances(self.D)
        law = pmf_table(size, lambda x: prior_mass(self.prior, x))
        rows = channel_table(size, self.y.of.size, lambda x, y: self.M[x][y])
        value: Any = d.cite("definition/database-information", P=self.prior, M=self.M)
        mass = d.cite("definition/flat-prior", P=self.prior, x=self.x)
        row = d.cite("definition/flat-mechanism", M=self.M, x=self.x, y=self.y)
        mass = d.chain(mass, d.identity(equals(mass.formula.right, law[self.x])))
        row = d.chain(row, d.identity(equals(row.formula.right, rows[self.x, self.y])))
        flat = value.formula.right.args
        line = d.rewrite(
            d.forall(self.x, mass), value, equals(value.formula.left, information(law, flat[1]))
        )
        line = d.rewrite(
            d.forall(self.x, d.forall(self.y, row)), line,
            equals(value.formula.left, information(law, rows)),
        )
        return d.chain(line, information_sum(d, law, rows))

    def parts(self, groups: Sequence[Any], told: str) -> tuple[list[Any], Term]:
        """The four probabilities of I(A;Y|C), and the sum of their logarithms with weights."""
        named = dict(zip("ABC", groups, strict=True))
        own, known = told.partition(";")[0], told.partition("|")[2]
        rest = [named[name] for name in known.split(",") if name]
        both = [named[name] for name in own.split(",")] + rest
        more = [self.logarithm(both, True), self.logarithm(rest, False)]
        less = [self.logarithm(both, False), self.logarithm(rest, True)]
        chances = [(both, True), (rest, False), (both, False), (rest, True)]
        return chances, more[0] + more[1] - less[0] - less[1]


def alike_together(
    d: Steps, D: Any, x: Any, other: Any, whole: Any, parts: Sequence[Any], joins: Line
) -> Line:
    """Two instances have one group in common where they have its parts: [..] = [..] [..].

    Args:
        joins: for every entry, that it belongs to the whole where it belongs to a part.
    """
    def equal(group: Any) -> Formula:
        return equals(only(D, other, group), only(D, x, group))

    def entrywise(group: Any) -> Formula:
        return every(place, implies(inside(group, place), equals(
            entry_of(D, other, place), entry_of(D, x, place)
        )))

    place = d.fix(Symbol("l", entries(D)))
    known = {"D": D, "x": other, "x'": x}
    ways = []
    for group in (whole, *parts):
        held = d.assume(equal(group))
        into = d.cite("background/same-group.entries", held, values={**known, "I": group})
        alike = d.assume(entrywise(group))
        back = d.cite("background/same-group.instances", alike, values={**known, "I": group})
        ways += [d.implied(held, into), d.implied(alike, back)]
    member = d.at(joins, place)
    pieces = [d.assume(entrywise(group)) for group in (whole, *parts)]
    at_place = [d.at(piece, place) for piece in pieces]
    split = []
    for piece in at_place[1:]:
        line = d.follows(piece.formula, at_place[0], member)
        split.append(d.implied(pieces[0], d.forall(place, line)))
    line = d.forall(place, d.follows(at_place[0].formula, *at_place[1:], member))
    for piece in pieces[1:]:
        line = d.implied(piece, line)
    rules = [*ways, *split, line]
    tests = [same(only(D, other, group), only(D, x, group)) for group in (whole, *parts)]
    product: Term = number(1)
    for test in tests[1:]:
        product = product * test
    goal = equals(tests[0], product)

    def chosen(left: Sequence[Any], held: list[Line]) -> Line:
        if left:
            group = left[0]
            return split_equal(
                d, only(D, other, group), only(D, x, group),
                lambda line, _: chosen(left[1:], [*held, line]),
            )
        right = [line.formula == equal(group) for line, group in zip(
            held, (whole, *parts), strict=True)]
        if right[0] == all(right[1:]):
            return d.identity(goal, *held)
        return d.follows(goal, *rules, *held)

    return chosen([whole, *parts], [])
