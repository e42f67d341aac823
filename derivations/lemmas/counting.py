"""Proofs on counting queries that are answered with Laplace noise."""

from __future__ import annotations

from typing import Any

from derivations.patterns.entry_masses import in_column, others
from derivations.patterns.instances import changed, either_entry, in_range, ranges
from derivations.tools import same, split_absolute, split_equal, turned
from verified.language import (
    absolute,
    entries,
    entry_law,
    entry_of,
    equals,
    exp,
    indicator,
    instances,
    log,
    prior_mass,
    reals_table,
    total,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


@derives("lemma/counted-moved")
def counted_moved(d: Derivation) -> None:
    """Only one term of the sum changes."""
    D, F, x, i, v = (d.var(name) for name in ("D", "f", "x", "i", "v"))
    moved = with_entry(D, x, i, v)
    j = d.fix(Symbol("j", entries(D)))

    def mark(symbol: Any) -> Any:
        return indicator(F, symbol)

    goal = equals(
        mark(entry_of(D, moved, j)),
        mark(entry_of(D, x, j)) + same(j, i) * (mark(v) - mark(entry_of(D, x, i))),
    )

    own = in_range(d, D, v, i)
    held = [in_range(d, D, entry_of(D, z, k), k) for z in (x, moved) for k in (i, j)]

    def either_way(line: Line) -> Line:
        value: Any = changed(d, D, x, i, v, j, line)
        told = d.rewrite(value, d.identity(equals(
            mark(value.formula.right), mark(value.formula.right)
        ), own, *held), equals(mark(entry_of(D, moved, j)), mark(value.formula.right)))
        if line.formula == equals(j, i):
            here = d.rewrite(line, d.identity(equals(
                mark(entry_of(D, x, i)), mark(entry_of(D, x, i))), own, *held), equals(
                mark(entry_of(D, x, j)), mark(entry_of(D, x, i))))
            return d.arithmetic(
                goal, told, here, d.identity(equals(same(j, i), 1), line), own, *held)
        return d.arithmetic(goal, told, d.identity(equals(same(j, i), 0), line), own, *held)

    known = [own, held[0], d.forall(j, held[1]), d.forall(j, held[3])]
    each: Any = d.summed(d.forall(j, either_entry(d, j, i, either_way, either_way)), *known)
    d.qed(d.chain(
        d.identity(equals(d.goal.left, each.formula.left), *known), each,  # type: ignore[attr-defined]
        d.identity(equals(each.formula.right, d.goal.right), *known),  # type: ignore[attr-defined]
    ))


@derives("lemma/laplace-near")
def laplace_near(d: Derivation) -> None:
    """|r| ≤ |s| + t."""
    r, s, t, b = (d.var(name) for name in ("r", "s", "t", "b"))
    goal = absolute(r) <= absolute(s) + t

    def of_s(sign: Line, value: Line) -> Line:
        return split_absolute(d, r, lambda other, told: d.arithmetic(
            goal, value, told, sign, other, *d.given))

    near = split_absolute(d, s, of_s)
    exponent = d.arithmetic(-(absolute(s) / b) - t / b <= -(absolute(r) / b), near, hints=[1 / b])
    line: Any = d.cite("background/exponential-increasing", exponent,
                       r=exponent.formula.left, s=exponent.formula.right)  # type: ignore[attr-defined]
    d.qed(d.chain(d.identity(equals(d.goal.left, line.formula.left)), line))  # type: ignore[attr-defined]


@derives("lemma/independent-entry-mean")
def independent_entry_mean(d: Derivation) -> None:
    """Each instance's mass is the entry's times that of the others."""
    P, i, v, f = (d.var(name) for name in ("P", "i", "v", "h"))
    D = P.sort.database
    x = d.fix(Symbol("x", instances(D)))
    law, rest = entry_law(P, i)[v], others(P, i, x)
    on = same(entry_of(D, x, i), v)
    goal = equals(on * (prior_mass(P, x) * f[x]), law * (on * (rest * f[x])))

    def either(line: Line, one: Line) -> Line:
        if line.formula != equals(entry_of(D, x, i), v):
            return d.rewrite(one, d.identity(equals(
                0 * (prior_mass(P, x) * f[x]), law * (0 * (rest * f[x])))), goal)
        split: Any = d.cite("definition/independent-entry", P=P, x=x, i=i)
        split = d.rewrite(line, split, equals(prior_mass(P, x), law * rest))
        plain = d.identity(equals(1 * (law * rest * f[x]), law * (1 * (rest * f[x]))))
        held = d.rewrite(split, plain, equals(
            1 * (prior_mass(P, x) * f[x]), law * (1 * (rest * f[x]))))
        return d.rewrite(one, held, goal)

    each: Any = d.summed(d.forall(x, split_equal(d, entry_of(D, x, i), v, either)))
    d.qed(d.chain(each, d.identity(equals(each.formula.right, d.goal.right))))  # type: ignore[attr-defined]


@derives("lemma/count-response.near", "lemma/count-response.alike")
def count_response(d: Derivation) -> None:
    """Instance by instance: the count changes by 1 at most, or not at all."""
    D, F, P, i, v, w, b, y = (d.var(name) for name in ("D", "f", "P", "i", "v", "w", "b", "y"))
    x, count = d.fix(Symbol("x", instances(D))), entries(D)
    j = Symbol("l'", entries(D))
    alike = d.key.endswith("alike")
    step = number(0) if alike else 1 / count
    kept = exp(-(step / b))

    def share(z: Any) -> Term:
        return y - total(j, indicator(F, entry_of(D, z, j))) / count

    def height(z: Any) -> Term:
        return exp(-(absolute(share(z)) / b))

    moved = with_entry(D, x, i, w)
    known = [
        ranges(d, D, x), ranges(d, D, moved), in_range(d, D, v, i), in_range(d, D, w, i),
    ]

    def near(line: Line, one: Line) -> Line:
        left, right = others(P, i, x) * height(x), others(P, i, moved) * height(moved)
        goal = same(entry_of(D, x, i), v) * (kept * left) <= same(entry_of(D, x, i), v) * right
        if line.formula != equals(entry_of(D, x, i), v):
            return d.rewrite(one, d.obvious(0 * (kept * left) <= 0 * right, *known), goal)
        told: Any = d.cite("lemma/counted-moved", D=D, f=F, x=x, i=i, v=w)
        told = d.rewrite(line, told, equals(
            told.formula.left,
            total(j, indicator(F, entry_of(D, x, j))) + indicator(F, w) - indicator(F, v),
        ))
        marks = [d.cite("definition/indicator", *known, A=F, a=symbol) for symbol in (v, w)]
        ends = []
        for sign in (1, -1):
            wanted = sign * (share(moved) - share(x)) <= step
            if alike:
                ends.append(d.arithmetic(wanted, told, *d.given, *known, hints=[1 / count]))
                continue
            most = at_most_one_step(d, F, v, w, sign, marks, known)
            ends.append(d.arithmetic(wanted, told, most, *known, hints=[1 / count]))
        close = d.cite("lemma/laplace-near", *ends, *known, r=share(moved), s=share(x), t=step, b=b)
        column = in_column(d, P, i, x, w)
        scaled = d.arithmetic(
            kept * left <= others(P, i, x) * height(moved), close, *known, hints=[others(P, i, x)])
        on = d.rewrite(column, d.identity(equals(
            others(P, i, x) * height(moved), others(P, i, x) * height(moved)), *known),
            equals(right, others(P, i, x) * height(moved)))
        bound = d.chain(scaled, turned(d, on))
        return d.rewrite(one, d.arithmetic(1 * (kept * left) <= 1 * right, bound, *known), goal)

    everywhere_known = [
        d.forall(x, known[0]), d.forall(x, known[1]), known[2], known[3],
    ]
    each: Any = d.summed(d.forall(x, split_equal(d, entry_of(D, x, i), v, near)), *everywhere_known)
    table = reals_table(instances(D), lambda a: others(P, i, a) * height(a))
    turn: Any = d.cite("lemma/moved-entry", *everywhere_known, D=D, i=i, v=v, w=w, f=table)
    d.qed(d.chain(
        d.identity(equals(d.goal.left, each.formula.left), *everywhere_known), each,  # type: ignore[attr-defined]
        d.identity(equals(each.formula.right, turn.formula.left), *everywhere_known), turn,
        d.identity(equals(turn.formula.right, d.goal.right), *everywhere_known),  # type: ignore[attr-defined]
    ))


def at_most_one_step(
    d: Steps, F: Term, v: Term, w: Term, sign: int, marks: list[Line], known: list[Line]
) -> Line:
    """±(f(v) − f(w)) ≤ 1."""
    wanted = sign * (indicator(F, v) - indicator(F, w)) <= number(1)

    def by(first: Line) -> Line:
        parts = marks[1].theorem.conclusion.parts  # type: ignore[attr-defined]
        return d.cases(marks[1], *(
            d.arithmetic(wanted, first, d.assume(part), *known) for part in parts))

    parts = marks[0].theorem.conclusion.parts  # type: ignore[attr-defined]
    return d.cases(marks[0], *(by(d.assume(part)) for part in parts))


@derives("lemma/rare-outcome")
def rare_outcome(d: Derivation) -> None:
    """The logarithm grows."""
    r, s = d.var("r"), d.var("s")
    small, inner = exp(-r), 1 - exp(-s)
    under = d.arithmetic(small <= inner, d.given[0])
    positive = d.obvious(number(0) < small)
    above = d.chain(positive, under)
    logs: Any = d.cite("background/log-increasing.positive", positive, under, above,
                       u=small, v=inner)
    back = d.identity(equals(log(small), -r))
    d.qed(d.arithmetic(d.goal, d.chain(turned(d, back), logs), above))
