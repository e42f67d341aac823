"""The framework of differential privacy: its secrets are the entries, given all the others."""

from __future__ import annotations

from typing import Any

from derivations.patterns.instances import (
    by_difference,
    either_entry,
    entry,
    near,
    no_other_difference,
)
from derivations.patterns.levels import half
from verified.language import (
    both,
    dp_framework,
    either,
    entry_of,
    equals,
    negation,
    private_value,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term, number

ONE = number(1)


@derives("background/dp-public")
def one_public_value(d: Derivation) -> None:
    """Entries other than the one are the same, so at most one term of the distance is 1."""
    D, one, two, i = d.var("D"), d.var("x"), d.var("x'"), d.var("i")
    alike = half(d, "definition/dp-public", 0, *d.given)

    def same_entry(j: Term, other: Line) -> Line:
        return d.follows(
            equals(entry_of(D, one, j), entry_of(D, two, j)), d.at(alike, j), other
        )

    d.qed(near(d, D, one, two, i, same_entry))


@derives("background/dp-neighbours")
def one_secret(d: Derivation) -> None:
    """An entry that differs, and no second one."""
    D, one, two = d.var("D"), d.var("x"), d.var("x'")
    rows = dp_framework(D)
    _, found = d.goal.parts  # type: ignore[attr-defined]

    def none(alike: Line) -> Line:
        return d.follows(d.goal, d.cite("definition/same-instance", alike))

    def differing(i: Any, apart: Line) -> Line:
        def alike(j: Any) -> Line:
            goal = equals(entry_of(D, one, j), entry_of(D, two, j))

            def elsewhere(line: Line) -> Line:
                equal = no_other_difference(d, D, one, two, i, j, apart, line)
                return d.follows(either(equals(j, i), goal), equal)

            return either_entry(
                d, j, i, lambda line: d.follows(either(equals(j, i), goal), line), elsewhere
            )

        rest = d.forall(entry(D, "j"), alike(d.fix(entry(D, "j"))))
        public = half(d, "definition/dp-public", 1, rest, i=i)
        secret = d.cite("definition/dp-private", i=i)
        held = d.follows(both(public.formula, negation(equals(
            private_value(rows, i, one), private_value(rows, i, two)
        ))), public, secret, apart)
        return d.follows(d.goal, d.some(found, i, held))

    d.qed(by_difference(d, D, one, two, none, differing))
