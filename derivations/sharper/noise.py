"""The sharp constant of Corollary 1: Theorem 3 with Jung's bound on the variance."""

from __future__ import annotations

from typing import Any

from derivations.patterns.noise import public_mass
from derivations.patterns.numbers import growing
from derivations.tools import same, split_zero
from verified.language import (
    dp_framework,
    edges,
    equals,
    instances,
    public_law,
    public_value,
    sqrt,
    total,
)
from verified.papers.nuradha_goldfeld_2022.noise import Edge, dims, squared_distance
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import both, implies, substitute
from verified.syntax.terms import Symbol, number


def enough_noise(d: Derivation, at: Edge, each: Line) -> Line:
    """The condition of Theorem 3 at an edge.

    Args:
        each: P(c) Σ_j Var_cj ≤ P(c) Δ² d/(2(d + 1)), for an arbitrary public value c.
    """
    most, eps = d.var("Delta"), d.var("eps")
    enough = d.given[1]
    mean = d.summed(d.forall(at.public, each))
    bound = most**2 * dims / (2 * (dims + 1))
    whole = d.chain(mean, d.identity(equals(mean.formula.right, bound)))
    growth = growing(d, 2 * eps / dims)
    below = dims * growth.formula.left
    level = d.arithmetic(at.spread() / below <= bound / below, whole, growth, hints=[1 / below])
    same_level = d.identity(equals(bound / below, enough.formula.left), *divisors(d, growth))
    return d.chain(level, same_level, enough)


def divisors(d: Derivation, growth: Line) -> tuple[Line, Line, Line]:
    """e^(2ε/d) − 1, with 2d and with 2(d + 1) before it, are positive."""
    grown = growth.formula.left
    first, second = (
        d.arithmetic(2 * factor * grown > 0, growth, hints=[2 * factor])
        for factor in (dims, dims + 1)
    )
    return growth, first, second


@derives("sharper/corollary-1-sharp.enough")
def enough(d: Derivation) -> None:
    """Jung's theorem given each public value."""
    F, P, query, most = (d.var(name) for name in ("F", "P", "f", "Delta"))
    near = d.given[0]
    e = d.fix(Symbol("e", edges(F)))
    at = Edge(F, P, query, e)
    c = d.fix(at.public)
    law, chance = at.given_public, public_law(F, P, e)[c]
    s, t = d.fix(Symbol("s", F.of.size)), d.fix(Symbol("t", F.of.size))
    held = d.at(d.at(near, s), t)
    possible = d.follows(implies(both(law[s] > 0, law[t] > 0), held.formula), held)
    jung = d.cite(
        "background/jung", d.forall(s, d.forall(t, possible)), P=law, f=query, Delta=most, d=dims
    )
    each = d.arithmetic(
        chance * jung.formula.left <= chance * jung.formula.right, jung, hints=[chance]
    )
    d.qed(d.forall(e, enough_noise(d, at, each)))


@derives("sharper/corollary-1-sharp.private")
def private(d: Derivation) -> None:
    """Theorem 3."""
    condition = d.cite("sharper/corollary-1-sharp.enough", *d.given)
    d.qed(d.cite("nuradha-goldfeld-2022/theorem-3", condition, F=d.var("F"), f=d.var("f")))


@derives("sharper/corollary-1-sharp.rows")
def rows(d: Derivation) -> None:
    """Databases that are possible given the other rows are neighbours."""
    D, P, query, most = (d.var(name) for name in ("D", "P", "f", "Delta"))
    near = d.given[0]
    F = dp_framework(D)
    e = d.fix(Symbol("e", edges(F)))
    at = Edge(F, P, query, e)
    c = d.fix(at.public)
    law, chance = at.given_public, public_law(F, P, e)[c]
    s, t = d.fix(Symbol("s", instances(D))), d.fix(Symbol("t", instances(D)))
    goal = (spread := at.each_axis(at.variance())) * chance <= chance * (
        most**2 * dims / (2 * (dims + 1))
    )

    def public(symbol: Any, there: Line, seen: Line) -> Line:
        """w(s) = c, as P(c) P(s|c) isn't 0."""
        value = public_value(F, e, symbol)
        either = d.cite("definition/case-equal", r=value, s=c)
        yes, no = (d.assume(part) for part in either.theorem.conclusion.parts)
        none = d.rewrite(d.piece(no, 1), public_mass(d, at, c, symbol))
        some = d.arithmetic(chance * law[symbol] > 0, there, seen)
        absurd = d.follows(equals(value, c), d.contradiction(none, some))
        return d.cases(either, d.piece(yes, 0), absurd)

    def seen(here: Line) -> Line:
        apart = squared_distance(query, s, t)
        pair = d.assume(both(law[s] > 0, law[t] > 0))
        one, two = (
            public(symbol, d.piece(pair, place), here) for place, symbol in enumerate((s, t))
        )
        alike = d.rewrite(d.turn(equals(c, public_value(F, e, t)), two), one)
        close = d.cite("background/dp-public", alike, D=D, i=e, values={"x": s, "x'": t})
        small = d.follows(apart <= most**2, close, d.at(d.at(near, s), t))
        possible = d.implied(pair, small)
        jung = d.cite(
            "background/jung", d.forall(s, d.forall(t, possible)), P=law, f=query, Delta=most,
            d=dims,
        )
        return d.arithmetic(goal, jung, hints=[chance])

    def unseen(none: Line) -> Line:
        right = goal.right.args[1]
        return d.rewrite(none, d.obvious(spread * 0 <= 0 * right), goal)

    each = split_zero(d, chance, unseen, seen)
    each = d.arithmetic(chance * spread <= goal.right, each)
    condition = d.forall(e, enough_noise(d, at, each))
    d.qed(d.cite("nuradha-goldfeld-2022/theorem-3", condition, F=F, P=P, f=query))


@derives("sharper/corollary-1-sharp.gain")
def gain(d: Derivation) -> None:
    """One fraction written two ways."""
    growth = growing(d, 2 * d.var("eps") / dims)
    d.qed(d.identity(d.goal, *divisors(d, growth)))


def corner_weight(d: Derivation, s: Any, j: Any) -> Line:
    """Σ_j [s = j] = 1 − [s = d] for a corner s of d + 1."""
    every_place = total(Symbol("j", dims + 1), same(s, Symbol("j", dims + 1)))
    split = d.have(equals(every_place, total(j, same(s, j)) + same(s, dims)), "last-term")
    whole = d.identity(equals(every_place, 1))
    return d.arithmetic(equals(total(j, same(s, j)), 1 - same(s, dims)), split, whole)


def not_both(d: Derivation, s: Any, t: Any, place: Any, differ: Line) -> Line:
    """[s = place][t = place] = 0 where s and t differ."""
    goal = equals(same(s, place) * same(t, place), 0)
    either = d.cite("definition/case-equal", r=s, s=place)
    yes, no = (d.assume(part) for part in either.theorem.conclusion.parts)
    other = d.identity(equals(same(t, place), 0), d.rewrite(d.piece(yes, 0), differ))
    here = d.arithmetic(goal, other, hints=[same(s, place)])
    there = d.arithmetic(goal, d.piece(no, 1), hints=[same(t, place)])
    return d.cases(either, here, there)


@derives("sharper/corollary-1-sharp.simplex")
def simplex(d: Derivation) -> None:
    """Every two corners are Δ apart."""
    j = Symbol("j", dims)
    s, t = d.fix(Symbol("s", dims + 1)), d.fix(Symbol("s'", dims + 1))
    j = d.fix(j)
    edge = d.var("Delta") * sqrt(2) / 2
    last = edge * (1 + sqrt(dims + 1)) / dims
    counts = [corner_weight(d, corner, j) for corner in (s, t)]
    goal = d.goal.body.body
    goal = substitute(goal, {d.goal.var.name: s, d.goal.body.var.name: t})

    ends = [same(corner, dims) for corner in (s, t)]
    shared = total(j, same(s, j) * same(t, j))
    written = d.identity(equals(
        goal.left,
        edge**2 * (total(j, same(s, j)) + total(j, same(t, j)) - 2 * shared)
        + 2 * edge * last * (ends[0] - ends[1]) * (total(j, same(s, j)) - total(j, same(t, j)))
        + dims * last**2 * (ends[0] - ends[1]) ** 2,
    ))
    most, names = goal.right, (s.name, t.name)
    either = d.cite("definition/case-equal", r=s, s=t)
    yes, no = (d.assume(part) for part in either.theorem.conclusion.parts)
    alike = substitute(goal, {names[1]: s})
    nothing = d.chain(d.identity(equals(alike.left, 0)), d.obvious(number(0) <= most))
    here = d.rewrite(d.piece(yes, 0), nothing, goal)

    differ = d.piece(no, 0)
    nowhere = d.summed(d.forall(j, not_both(d, s, t, j, differ)))
    apart = d.chain(nowhere, d.identity(equals(nowhere.formula.right, 0)))
    for known in (*counts, apart):
        written = d.rewrite(known, written)
    corner = not_both(d, s, t, dims, differ)
    value = d.arithmetic(equals(written.formula.right, most), corner, hints=[most])
    there = d.chain(written, value)
    found = d.cases(either, here, d.turn(goal, there))
    d.qed(d.forall(s, d.forall(t, found)))


@derives("sharper/corollary-1-sharp.least")
def least(d: Derivation) -> None:
    """Given the sum and the sum of squares of each coordinate of the corners."""
    j = d.fix(Symbol("j", dims))
    edge = d.var("Delta") * sqrt(2) / 2
    last = edge * (1 + sqrt(dims + 1)) / dims
    whole = d.goal.left.args[0].args[0]
    inner = substitute(whole.body, {whole.var.name: j})
    none = d.identity(equals(same(j, dims), 0))
    value = d.identity(
        equals(inner, edge**2 + last**2 - (edge + last) ** 2 / (dims + 1)), none
    )
    sums = d.summed(d.forall(j, value))
    growth = growing(d, 2 * d.var("eps") / dims)
    below = dims * growth.formula.left
    simple = d.identity(equals(
        sums.formula.right / (dims + 1), d.var("Delta") ** 2 * dims / (2 * (dims + 1))
    ))
    level = d.arithmetic(
        equals(d.goal.left, simple.formula.right / below), sums, simple, growth,
        hints=[1 / below],
    )
    same_level = d.identity(
        equals(level.formula.right, d.goal.right), *divisors(d, growth)
    )
    d.qed(d.chain(level, same_level))
