"""An entry of a database, and the instances that differ in it at most."""

from __future__ import annotations

from typing import Any

from derivations.patterns.instances import by_entries, changed
from derivations.tools import same, split_equal, turned
from verified.language import alphabet, entry_of, equals, instances, with_entry
from verified.proof.derivation import Derivation, Line
from verified.syntax.terms import Symbol, Term, number


class Entry:
    """An entry of a database, and instances that differ in it at most."""

    def __init__(self, d: Derivation, D: Any, i: Any = None) -> None:
        self.d, self.D, self.i = d, D, d.var("i") if i is None else i
        self.size = alphabet(D, self.i)
        self.x, self.z = (d.fix(Symbol(name, instances(D))) for name in ("one", "other"))
        self.v, self.w = (d.fix(Symbol(name, self.size)) for name in "vw")

    def at(self, x: Any, v: Any) -> Term:
        return with_entry(self.D, x, self.i, v)

    def of(self, x: Any) -> Term:
        return entry_of(self.D, x, self.i)

    def near(self, z: Any, x: Any) -> Term:
        """1 where the other entries of z are those of x."""
        return same(z, self.at(x, self.of(z)))

    def twice(self, x: Any, v: Any, w: Any) -> Line:
        """An entry that is replaced twice is as it is replaced last."""
        d, D, i = self.d, self.D, self.i

        def each(k: Any) -> Line:
            def chosen(line: Line, _: Line) -> Line:
                one = changed(d, D, self.at(x, v), i, w, k, line)
                two = changed(d, D, x, i, w, k, line)
                if line.formula == equals(k, i):
                    return d.chain(one, turned(d, two))
                return d.chain(one, changed(d, D, x, i, v, k, line), turned(d, two))

            return split_equal(d, k, i, chosen)

        return by_entries(d, D, self.at(self.at(x, v), w), self.at(x, w), each)

    def back(self, z: Any, x: Any, line: Line) -> Line:
        """x = z with x_i, from a line z = x with z_i."""
        d, end = self.d, self.at(z, self.of(x))
        there = self.at(self.at(x, self.of(z)), self.of(x))
        met = d.rewrite(turned(d, line), d.identity(equals(there, there)), equals(end, there))
        kept = d.cite("background/with-entry-same", D=self.D, x=x, i=self.i)
        return turned(d, d.chain(met, self.twice(x, self.of(z), self.of(x)), kept))

    def only_own(self, z: Any, x: Any, v: Any) -> Line:
        """1[z = x with v] = 1[v = z_i] 1[z = x with v]."""
        d = self.d
        there, own = same(z, self.at(x, v)), same(v, self.of(z))
        goal = equals(there, own * there)

        def chosen(line: Line, value: Line) -> Line:
            if value.formula.right == number(0):
                return d.arithmetic(goal, value, hints=[own])
            # The entry is v.
            entry = d.cite("background/entry-of-changed", D=self.D, x=x, i=self.i, v=v)
            itself = d.identity(equals(self.of(z), self.of(z)))
            met = d.rewrite(line, itself, equals(self.of(z), self.of(self.at(x, v))))
            met = d.chain(met, entry)
            one = d.identity(equals(own, 1), turned(d, met))
            return d.arithmetic(goal, one, hints=[there])

        return split_equal(d, z, self.at(x, v), chosen)
