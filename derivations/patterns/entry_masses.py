"""Patterns on the masses of instances: of an entry's values, of the others, near a point."""

from __future__ import annotations

from typing import Any

from derivations.patterns.instances import replaced_twice
from derivations.tools import (
    ZERO,
    same,
    split_equal,
    turned,
)
from verified.language import (
    alphabet,
    entry_law,
    entry_of,
    equals,
    instances,
    prior_mass,
    total,
    with_entry,
)
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Symbol, Term, number

ONE = number(1)


def in_column(d: Steps, P: Term, i: Any, x: Any, v: Any) -> Line:
    """The others are as likely as before, once the entry is replaced."""
    D = P.sort.database
    u = d.fix(Symbol("u", alphabet(D, i)))
    mass = prior_mass(P, with_entry(D, x, i, u))
    moved = prior_mass(P, with_entry(D, with_entry(D, x, i, v), i, u))
    twice = replaced_twice(d, D, x, i, v, u)
    each = d.rewrite(twice, d.identity(equals(mass, mass)), equals(moved, mass))
    return d.summed(d.forall(u, each))


def others(P: Term, i: Any, x: Any) -> Term:
    """The probability that the other entries are as in an instance."""
    D = P.sort.database
    w = Symbol("w'", alphabet(D, i))
    return total(w, prior_mass(P, with_entry(D, x, i, w)))


def entry_mass(d: Steps, P: Term, i: Any, v: Any, possible: Line) -> Line:
    """P_i(v) > 0, where every instance is possible."""
    D = P.sort.database
    z = with_entry(D, ZERO, i, v)
    value: Any = d.cite("definition/entry-law", P=P, i=i, v=v)
    own = d.cite("background/entry-of-changed", D=D, x=ZERO, i=i, v=v)
    part = d.identity(equals(same(entry_of(D, z, i), v) * prior_mass(P, z), prior_mass(P, z)), own)
    u = d.fix(Symbol("u'", instances(D)))
    more = some_term(d, u, z, lambda a: same(entry_of(D, a, i), v) * prior_mass(P, a))
    return d.chain(d.at(possible, z), turned(d, part), more, turned(d, value))


def some_term(d: Steps, x: Any, z: Term, f: Any, *lines: Line) -> Line:
    """f(z) ≤ Σ f, where no term is negative; lines show what isn't obvious of that."""

    def chosen(_: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right  # type: ignore[attr-defined]
        return d.rewrite(value, d.obvious(on * f(x) <= f(x), *lines), same(x, z) * f(x) <= f(x))

    rest: Any = d.summed(d.forall(x, split_equal(d, x, z, chosen)), *lines)
    return d.chain(d.identity(equals(f(z), rest.formula.left), *lines), rest)


def at_most_one(d: Steps, law: Term, symbol: Any) -> Line:
    """A probability is at most 1."""
    return d.cite("background/probability-bounds", P=law, a=symbol, part=1)


def split_mass(d: Steps, P: Term, i: Any, x: Any, v: Any) -> Line:
    """P(x with i = v) = P_i(v) Σ_w P(x with i = w), for independent entries."""
    D = P.sort.database
    moved = with_entry(D, x, i, v)
    line: Any = d.cite("definition/independent-entry", P=P, x=moved, i=i)
    line = d.rewrite(
        d.cite("background/entry-of-changed", D=D, x=x, i=i, v=v),
        line,
        equals(prior_mass(P, moved), entry_law(P, i)[v] * others(P, i, moved)),
    )
    return d.rewrite(
        in_column(d, P, i, x, v),
        line,
        equals(prior_mass(P, moved), entry_law(P, i)[v] * others(P, i, x)),
    )


def others_likely(d: Steps, P: Term, i: Any, x: Any, w: Any) -> tuple[Line, Line]:
    """P(x with i = w) = P_i(w) Σ, and so Σ ≥ P(x with i = w), Σ that of `split_mass`."""
    split = split_mass(d, P, i, x, w)
    column = others(P, i, x)
    mass = prior_mass(P, with_entry(P.sort.database, x, i, w))
    unit = at_most_one(d, entry_law(P, i), w)
    return split, d.arithmetic(mass <= column, split, unit, hints=[column])


def table_law(d: Steps, a: Any, entry: Any, proof: Any) -> tuple[Line, Line]:
    """What shows that a table of these entries is a law: none is negative (`proof`), their sum."""
    return (
        d.forall(a, proof(a)),
        d.identity(equals(total(a, entry(a)), 1)),
    )


def near_point(d: Steps, x: Any, u: Any, mass: Any, told: Any, unit: Any, whole_: Line) -> Line:
    """Σ mass(u) told(u) ≤ told(x) + 1 − mass(x), for a law and probabilities told; `unit` shows
    told ≤ 1, a line that mass(x) is."""
    goal = mass(u) * told(u) <= same(u, x) * (mass(u) * told(u)) + (1 - same(u, x)) * mass(u)

    def either(line: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right  # type: ignore[attr-defined]
        plain = mass(u) * told(u) <= on * (mass(u) * told(u)) + (1 - on) * mass(u)
        return d.rewrite(value, d.arithmetic(plain, unit(u), hints=[mass(u)]), goal)

    each: Any = d.summed(d.forall(u, split_equal(d, u, x, either)))
    whole = d.identity(equals(each.formula.right, mass(x) * told(x) + 1 - mass(x)))
    most = d.arithmetic(
        mass(x) * told(x) + 1 - mass(x) <= told(x) + (1 - mass(x)),
        whole_,
        hints=[told(x)],
    )
    return d.chain(each, whole, most)
