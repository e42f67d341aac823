"""The joint law of an entry of a database, of all others together and of responses: its
informations as means over instances.

The others are told by the instance in which the entry is 0. So every information of them is a mean,
over instances and responses, of logarithms of what instances with the same other entries have
together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.patterns.entries import Entry
from derivations.patterns.informations import as_tuples, of_tuples
from derivations.patterns.instances import by_two_tests
from derivations.tools import one_term, same, split_equal, turned
from verified.kernel.polynomial import replaced
from verified.language import I, equals, log, prior_mass, reals_table, total
from verified.proof.derivation import Derivation, Line
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number

# What is as probable as: the entry and the others (True), the others alone (False) or neither
# (None), with so many responses. The first two add their logarithms, the others take them away.
Chance = tuple[bool | None, int]
SHAPES: dict[str, tuple[int, list[Chance]]] = {
    "A;Y|B": (1, [(True, 1), (False, 0), (True, 0), (False, 1)]),
    "A;Y,Z|B": (2, [(True, 2), (False, 0), (True, 0), (False, 2)]),
    "A,B;Y": (1, [(True, 1), (None, 0), (True, 0), (None, 1)]),
    "A;Z|B,Y": (2, [(True, 2), (False, 1), (True, 1), (False, 2)]),
}


class Values:
    """The joint law of two values of an instance, and of responses one after the other.

    Args:
        mass: the probability of an instance.
        values: the two values of an instance.
        sizes: how many each may be.
        kernels: a symbol for each response, and how likely it is at an instance, given those
            before.
        joint: the joint law.
        cell: shows what a cell of it is, at the instance z.
        some: show that there are responses, and values.
    """

    def __init__(
        self, d: Derivation, x: Any, z: Any, mass: Callable[[Any], Term],
        values: Callable[[Any], tuple[Any, Any]], sizes: tuple[Any, Any],
        kernels: Sequence[tuple[Any, Callable[[Any], Term]]], joint: Term,
        cell: Callable[..., Line], *some: Line,
    ) -> None:
        self.d, self.x, self.z, self.mass, self.values, self.sizes = d, x, z, mass, values, sizes
        self.joint, self.cell, self.some = joint, cell, some
        self.symbols = [d.fix(symbol) for symbol, _ in kernels]
        self.kernels = [kernel for _, kernel in kernels]

    def weight(self, at: Any, count: int) -> Term:
        """The probability of an instance and its first responses."""
        mass = self.mass(at)
        for kernel in self.kernels[:count]:
            mass = mass * kernel(at)
        return mass

    def tuples(self) -> tuple[Line, Term]:
        """The joint law as one of tuples."""
        d, z = self.d, self.z

        def mass(a: Any, b: Any, *responses: Any) -> Term:
            own, other = self.values(z)
            part = self.inside(self.mass(z), same(own, a), same(other, b))
            for kernel in self.kernels:
                part = part * kernel(z)
            named = dict(zip((symbol.name for symbol in self.symbols), responses, strict=True))
            return total(z, substitute(part, named))

        return as_tuples(d, self.joint, mass, self.cell, *self.some)

    def shaped(self, shape: str) -> str:
        """The shape in the names of the joint law."""
        return shape

    def inside(self, mass: Term, own: Term, other: Term) -> Term:
        """The probability of an instance with two values, in the order of the definition."""
        return mass * own * other

    def marked(self, own: bool | None, count: int, at: Any, a: Any, b: Any) -> Term:
        """The probability of an instance, and of its responses, where it has the values, else 0."""
        part, values = self.weight(at, count), self.values(at)
        if own is not None:
            part = part * same(values[1], b)
        return part * same(values[0], a) if own else part

    def at_values(self, factor: Term, shape: str, a: Any, b: Any) -> Term:
        """A factor times the logarithms of what is as probable as two values and the responses."""
        one, two, three, four = (
            factor * log(total(self.z, self.marked(*key, self.z, a, b)))
            for key in SHAPES[shape][1])
        return one + two - three - four

    def covers(self, shape: str) -> list[Line]:
        """An instance is no more probable than what has two arbitrary values in common with it."""
        a, b = (self.d.fix(Symbol(name, size)) for name, size in zip(
            ("own", "rest"), self.sizes, strict=True))
        return [one_term(
            self.d, self.x, lambda at, key=key: self.marked(*key, at, a, b), *self.some,
            name="near") for key in SHAPES[shape][1]]

    def everywhere_in(self, lines: Sequence[Line], count: int) -> list[Line]:
        """Lines on an arbitrary instance, values and responses, for all: in two orders."""
        d, found = self.d, []
        a, b = (d.fixed[name] for name in ("own", "rest"))
        symbols = self.symbols[:count]
        for line in lines:
            orders = (b, a, *reversed(symbols), self.x), (self.x, a, b, *reversed(symbols))
            for order in orders:
                one = line
                for var in order:
                    one = d.forall(var, one)
                found.append(one)
        return found

    def at_most_one(self, index: int) -> Line:
        """A response is no more probable than 1."""
        d, symbol = self.d, self.symbols[index]
        kernel = self.kernels[index](self.z)
        part: Any = one_term(
            d, symbol, lambda v: substitute(kernel, {symbol.name: v}), name=f"any_{symbol.name}")
        return d.chain(part, d.identity(equals(part.formula.right, 1)))

    def less_told(self, shape: str) -> list[Line]:
        """Two arbitrary values and all responses are no more probable than some of these."""
        d, z = self.d, self.z
        a, b = (d.fixed[name] for name in ("own", "rest"))
        (_, most), *others = SHAPES[shape][1]

        def dropped(own: bool, count: int) -> Line:
            """Without a factor that is at most 1, then without the next."""
            line = d.obvious(self.marked(True, most, z, a, b) <= self.marked(True, most, z, a, b))
            steps = [
                (True, fewer, self.at_most_one(fewer)) for fewer in range(most - 1, count - 1, -1)]
            if not own:
                steps.append((False, count, d.obvious(same(self.values(z)[0], a) <= number(1))))
            for kept, fewer, small in steps:
                rest = self.marked(kept, fewer, z, a, b)
                less = d.arithmetic(line.formula.right <= rest, small, hints=[rest])  # type: ignore[attr-defined]
                line = d.chain(line, less)
            return line

        return [d.summed(d.forall(z, dropped(bool(own), count)), *self.some)
                for own, count in others]

    def written(self, shape: str) -> tuple[Line, Term, list[Line]]:
        """An information as a sum over responses and values; of what; and what says that that is
        real."""
        d = self.d
        count, keys = SHAPES[shape]
        agree, made = self.tuples()
        value: Any = of_tuples(d, lambda joint: I(joint, self.shaped(shape)), agree, made)
        inside = self.covers(shape)
        a, b = (d.fixed[name] for name in ("own", "rest"))
        less = self.less_told(shape)
        term = self.at_values(total(self.z, self.marked(*keys[0], self.z, a, b)), shape, a, b)
        sums = total(b, total(a, term))
        for symbol in reversed(self.symbols[:count]):
            sums = total(symbol, sums)
        line = d.identity(equals(value.formula.right, sums), *self.some, *self.everywhere_in(
            inside, count), *self.all_values(less, count))
        return d.chain(value, line), term, less

    def all_values(self, lines: Sequence[Line], count: int) -> list[Line]:
        """Lines on arbitrary values and responses, for all: in two orders."""
        d, found = self.d, []
        a, b = (d.fixed[name] for name in ("own", "rest"))
        symbols = self.symbols[:count]
        for line in lines:
            for order in ((b, a, *reversed(symbols)), (a, b, *reversed(symbols))):
                one = line
                for var in order:
                    one = d.forall(var, one)
                found.append(one)
        return found

    def spread(self, shape: str) -> tuple[Line, Term, list[Line]]:
        """An information as a mean over responses, values and instances; what it is a mean of; and
        what says that that is real."""
        d, x = self.d, self.x
        count, _ = SHAPES[shape]
        symbols = self.symbols[:count]
        a, b = (d.fix(Symbol(name, size)) for name, size in zip(
            ("own", "rest"), self.sizes, strict=True))
        own, other = self.values(x)
        weight = same(own, a) * same(other, b) * self.weight(x, count)
        agree, made = self.tuples()
        value: Any = of_tuples(d, lambda joint: I(joint, self.shaped(shape)), agree, made)
        inside = self.covers(shape)
        covers = self.everywhere_in(inside, count)
        term = self.at_values(weight, shape, a, b)
        sums = total(b, total(a, total(x, term)))
        for symbol in reversed(symbols):
            sums = total(symbol, sums)
        first = d.identity(equals(value.formula.right, sums), *self.some, *covers)
        return d.chain(value, first), term, inside


class Responses(Values):
    """An entry under a prior, and responses one after the other.

    Args:
        kernels: a symbol for each response, and how likely it is at an instance, given those
            before.
        joint: their joint law.
        cell: shows what a cell of it is, at the instance `it.z`.
        some: show that there are responses.
    """

    def __init__(
        self, d: Derivation, prior: Any, i: Any,
        kernels: Sequence[tuple[Any, Callable[[Any], Term]]], joint: Term,
        cell: Callable[..., Line],
        *some: Line,
    ) -> None:
        self.prior = prior
        self.it = it = Entry(d, prior.sort.database, i)
        super().__init__(
            d, it.x, it.z, lambda at: prior_mass(prior, at), lambda at: (it.of(at), it.at(at, 0)),
            (it.size, it.z.of.size), kernels, joint, cell, *some)

    def tests(self, z: Any, own: bool | None) -> Term:
        """1 where z has the other entries of x (and its entry)."""
        it = self.it
        if own is None:
            return number(1)
        others = same(it.at(z, 0), it.at(it.x, 0))
        return same(it.of(z), it.of(it.x)) * others if own else others

    def chance(self, own: bool | None, count: int) -> Term:
        return total(self.it.z, self.weight(self.it.z, count) * self.tests(self.it.z, own))

    def term(self, shape: str, chances: Sequence[Term] | None = None) -> Term:
        """What an instance and its responses add to an information."""
        count, keys = SHAPES[shape]
        weight = self.weight(self.it.x, count)
        found = chances or [self.chance(*key) for key in keys]
        one, two, three, four = (weight * log(chance) for chance in found)
        return one + two - three - four

    def mean(self, term: Term, count: int) -> Term:
        for symbol in reversed(self.symbols[:count]):
            term = total(symbol, term)
        return total(self.it.x, term)

    def everywhere(self, line: Line, count: int) -> Line:
        """A line on arbitrary responses and an arbitrary instance, for all."""
        for symbol in reversed(self.symbols[:count]):
            line = self.d.forall(symbol, line)
        return self.d.forall(self.it.x, line)

    def covered(self, own: bool | None, count: int) -> Line:
        """What an instance has in common with others is at least as probable as it is."""
        d, it = self.d, self.it
        part: Any = one_term(
            d, it.x, lambda at: self.weight(at, count) * self.tests(at, own), name="near")
        left = d.identity(equals(self.weight(it.x, count), part.formula.left))
        return d.chain(left, part, d.identity(equals(
            part.formula.right, self.chance(own, count))))

    # --- which instances those are ----------------------------------------------------------------

    def alike(self) -> tuple[Line, Line]:
        """The others are alike where z = x with z_i, and there only: both ways."""
        d, it = self.d, self.it
        x, z = it.x, it.z
        near, others = equals(z, it.at(x, it.of(z))), equals(it.at(z, 0), it.at(x, 0))
        met = d.assume(others)
        kept = d.cite("background/with-entry-same", D=it.D, x=z, i=it.i)
        first = turned(d, it.twice(z, 0, it.of(z)))
        end = it.at(it.at(z, 0), it.of(z))
        moved = d.rewrite(met, d.identity(equals(end, end)), equals(
            end, it.at(it.at(x, 0), it.of(z))))
        line = d.chain(turned(d, kept), first, moved, it.twice(x, 0, it.of(z)))
        into = d.implied(met, line)
        held = d.assume(near)
        there = it.at(it.at(x, it.of(z)), 0)
        moved = d.rewrite(turned(d, held), d.identity(equals(there, there)), equals(
            it.at(z, 0), there))
        back = d.implied(held, d.chain(moved, it.twice(x, it.of(z), 0)))
        assert line.formula == near
        return into, back

    def by_others(self) -> Line:
        """1[the others are alike] = 1[z = x with z_i]."""
        d, it = self.d, self.it
        near = equals(it.z, it.at(it.x, it.of(it.z)))
        others = equals(it.at(it.z, 0), it.at(it.x, 0))
        ways = self.alike()
        goal = equals(self.tests(it.z, False), it.near(it.z, it.x))

        def chosen(one: Line, first: Line) -> Line:
            def then(two: Line, second: Line) -> Line:
                if first.formula.right == second.formula.right:
                    return d.chain(first, turned(d, second))
                return d.follows(goal, one, two, *ways)

            return split_equal(d, near.left, near.right, then)

        return split_equal(d, others.left, others.right, chosen)

    def by_both(self) -> Line:
        """1[the entry and the others are alike] = 1[z = x]."""
        d, it = self.d, self.it
        x, z = it.x, it.z
        own, others = equals(it.of(z), it.of(x)), equals(it.at(z, 0), it.at(x, 0))
        goal = equals(self.tests(z, True), same(z, x))
        into, _ = self.alike()

        def together(mine: Line, rest: Line) -> Line:
            near = d.follows(equals(z, it.at(x, it.of(z))), rest, into)
            line = d.rewrite(mine, near, equals(z, it.at(x, it.of(x))))
            kept = d.cite("background/with-entry-same", D=it.D, x=x, i=it.i)
            return d.identity(goal, mine, rest, d.chain(line, kept))

        return by_two_tests(d, z, x, own, others, goal, together)

    def certain(self, count: int) -> Line:
        """The entry and the others together are as probable as x."""
        d, it = self.d, self.it
        chance: Any = self.chance(True, count)
        mine = self.weight(it.z, count)
        row = d.arithmetic(
            equals(chance.body, mine * same(it.z, it.x)), self.by_both(), hints=[mine])
        rows: Any = d.summed(d.forall(it.z, row))
        return d.chain(rows, d.identity(equals(
            rows.formula.right, self.weight(it.x, count))))

    def column(self, count: int) -> Term:
        """What is as probable as the other entries of x, by its instances with another entry."""
        it = self.it
        return total(it.v, self.weight(it.at(it.x, it.v), count))

    def replaced(self, count: int) -> Line:
        """The other entries are as probable as the instances with another entry are together."""
        d, it = self.d, self.it
        z, x = it.z, it.x
        end = it.at(x, it.of(z))
        chance: Any = self.chance(False, count)
        each = self.by_others()
        goal = equals(chance.body, same(z, end) * self.weight(end, count))

        def chosen(met: Line, test: Line) -> Line:
            mine, there = (self.weight(at, count) for at in (z, end))
            if test.formula.right == number(0):
                return d.arithmetic(goal, each, test, hints=[mine, there])
            moved = d.rewrite(turned(d, met), d.identity(equals(there, there)),
                              equals(mine, there))
            return d.arithmetic(goal, each, test, moved, hints=[mine, there, same(z, end)])

        rows: Any = d.summed(d.forall(z, split_equal(d, z, end, chosen)))
        listed = reals_table(it.size, lambda v: self.weight(it.at(x, v), count))
        found: Any = d.cite("background/replaced-sums", D=it.D, x=x, i=it.i, f=listed)
        return d.chain(
            rows, d.identity(equals(rows.formula.right, found.formula.left)), found,
            d.identity(equals(found.formula.right, self.column(count))),
        )

    def known(self, own: bool | None, count: int) -> Line:
        """What a chance is."""
        if own is None:
            chance = self.chance(own, count)
            return self.d.identity(equals(chance, total(self.it.z, self.weight(self.it.z, count))))
        return self.certain(count) if own else self.replaced(count)

    # --- informations -----------------------------------------------------------------------------

    def by_values(self, shape: str, inner: Sequence[Line]) -> Line:
        """The information as a mean of logarithms of what is as probable as the values of x: first
        for every two values."""
        d, it = self.d, self.it
        x = it.x
        count, _ = SHAPES[shape]
        symbols = self.symbols[:count]
        first, spread, inside = self.spread(shape)
        a, b = (d.fixed[name] for name in ("own", "rest"))
        own = self.values(x)
        weight = same(own[0], a) * same(own[1], b) * self.weight(x, count)
        ours = self.at_values(weight, shape, *own)
        goal = equals(spread, ours)

        def gone(test: Line) -> Line:
            sides = []
            for side, shown in ((spread, inside), (ours, inner)):
                old, none = test.formula.left, number(0)  # type: ignore[attr-defined]
                nothing = d.identity(replaced(equals(side, 0), old, none), *shown)
                sides.append(d.rewrite(test, nothing, equals(side, 0)))
            return d.chain(sides[0], turned(d, sides[1]))

        def mine(met: Line, test: Line) -> Line:
            if test.formula.right == number(0):
                return gone(test)
            itself = d.have(equals(spread, spread), "defined", *inside)
            line = d.rewrite(met, itself, equals(
                spread, self.at_values(weight, shape, own[0], b)))

            def others(same_one: Line, other: Line) -> Line:
                if other.formula.right == number(0):
                    return gone(other)
                return d.rewrite(same_one, line, goal)

            return split_equal(d, own[1], b, others)

        line = split_equal(d, own[0], a, mine)
        known = inside
        for var in (x, a, b, *reversed(symbols)):
            known = [d.forall(var, one) for one in known]
            line = d.summed(d.forall(var, line), *known)
        near = [self.everywhere(one, count) for one in inner]
        for one in inner:
            found = d.forall(x, one)
            for symbol in reversed(symbols):
                found = d.forall(symbol, found)
            near.append(found)
        last = d.identity(
            equals(line.formula.right, self.mean(self.term(shape), count)), *near)
        return d.chain(first, line, last)

    def information(self, shape: str) -> tuple[Line, list[Line], Term]:
        """An information of the joint law as a mean of what is found; what that says is real; and
        what it is a mean of.

        The chances are those of x itself, and of the instances with another entry."""
        d = self.d
        count, keys = SHAPES[shape]
        covers = [self.covered(*key) for key in keys]
        start = self.term(shape)
        spread = self.by_values(shape, covers)
        found = [self.known(*key) for key in keys]
        line = d.have(equals(start, start), "defined", *covers)
        for change in found:
            old, new = change.formula.left, change.formula.right  # type: ignore[attr-defined]
            line = d.rewrite(change, line, equals(start, replaced(line.formula, old, new).right))
        line = self.over_all(line, count, covers)
        real = [d.chain(cover, change) for cover, change in zip(covers, found, strict=True)]
        known = [self.everywhere(one, count) for one in real]
        end = self.term(shape, [change.formula.right for change in found])  # type: ignore[attr-defined]
        last = d.identity(equals(line.formula.right, self.mean(end, count)), *known)
        return d.chain(spread, line, last), real, end

    def over_all(self, line: Line, count: int, covers: Sequence[Line]) -> Line:
        """A line on an arbitrary instance and its responses, summed over both."""
        d, known = self.d, list(covers)
        for symbol in (*reversed(self.symbols[:count]), self.it.x):
            known = [d.forall(symbol, one) for one in known]
            line = d.summed(d.forall(symbol, line), *known)
        return line
