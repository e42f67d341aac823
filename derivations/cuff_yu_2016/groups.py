"""Groups of entries: what they leak together, and to adversaries who know some of the others."""

from __future__ import annotations

from typing import Any

from derivations.databases import entry_row
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    Event,
    H,
    I,
    cardinality,
    complement,
    either,
    entries,
    equals,
    hamming,
    indicator,
    instances,
    singleton,
)
from verified.language.databases import (
    entry_of,
    flat_mechanism,
    flat_prior,
    group_joint,
    with_entry,
)
from verified.language.formulas import substitute
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "cuff-yu-2016/"


def back(d: Steps, line: Line) -> Line:
    """An equality the other way round."""
    return d.turn(equals(line.formula.right, line.formula.left), line)


def inside(event: Term, symbol: Any) -> Any:
    """The symbol is in the event."""
    return equals(indicator(event, symbol), 1)


def at_most_all(d: Steps, prior: Term, M: Term, group: Term, known: Term) -> Line:
    """I(X_I;Y|X_J) ≤ I(X^n;Y): the other entries and the known ones add to what is told."""
    rest = complement(group)
    joint = group_joint(prior, M, group, rest, known)
    entry = d.fix(Symbol("l", group.sort.size))
    parted = d.cite("definition/complement", n=group.sort.size, A=group, a=entry)
    covered = d.forall(entry, d.follows(
        either(inside(group, entry), inside(rest, entry), inside(known, entry)), parted
    ))
    part = d.cite("definition/group-joint", P=prior, M=M, I=group, J=rest, K=known, part=0)
    whole = d.cite("definition/all-groups", covered, P=prior, M=M, I=group, J=rest, K=known)
    more = d.shannon(I(joint, "A;Y|C") <= I(joint, "A,B,C;Y"))
    return d.chain(part, more, back(d, whole))


@derives(PAPER + "free-lunch.groups")
def free_lunch_groups(d: Derivation) -> None:
    """A group tells no more than the whole database, and that no more than the capacity."""
    M, group, known = d.var("M"), d.var("I"), d.var("J")
    within, _ = d.given
    prior = d.fix(d.goal.left.var)
    told = at_most_all(d, prior, M, group, known)
    law, W = flat_prior(prior), flat_mechanism(M)
    value = d.cite("definition/database-information", P=prior, M=M)
    capacity = d.cite("definition/capacity", W=W)
    least = d.below_sup(capacity.formula.right, law)
    line = d.chain(told, value, least, back(d, capacity), within)
    d.qed(d.bound_sup(d.goal.left, line, prior))


# --- groups of entries, one after the other -------------------------------------------------------


@derives("lemma/entries-together")
def entries_together(d: Derivation) -> None:
    """By induction on the number of entries: one is told after the others."""
    base, step = d.induct("k")
    base.qed(nothing_told(base, base.given[1]))
    step.qed(one_more_entry(step))


def nothing_told(d: Steps, few: Line) -> Line:
    """The goal for a group of no entries."""
    group, known = d.var("I"), d.var("J")
    joint = group_joint(d.var("P"), d.var("M"), group, known, known)
    part = d.cite("definition/group-joint", I=group, J=known, K=known, part=0)
    none = d.cite("definition/no-group", few, I=group, J=known, K=known, part=0)
    line = d.chain(part, d.shannon(I(joint, "A;Y|C") <= H(joint, "A")), none)
    return d.chain(line, d.obvious(number(0) <= d.goal.right))


def one_more_entry(d: Steps) -> Line:
    """The goal for k + 1 entries from that for k."""
    D, P, M, group, known, k = (d.var(name) for name in ("D", "P", "M", "I", "J", "k"))
    within, few = d.given
    count = entries(D)
    a, less, more = d.fix(Symbol("a", count)), d.fix(Event("B", count)), d.fix(Event("U", count))
    one = singleton(a, count)
    joint = group_joint(P, M, one, less, known)
    either = d.cite("definition/whole", r=cardinality(group), s=0)

    def some(held: Line) -> Line:
        member = d.cite("definition/member", held, n=count, A=group)
        union = d.cite("definition/union", n=count, A=less, B=known)
        held_one = d.assume(instance(member, a))
        others = d.cite("definition/others", held_one, n=count, A=group, a=a)
        found = d.assume(instance(others, less))
        fewer, joined = d.piece(found, 0), d.piece(found, 1)
        known_too = d.assume(instance(union, more))
        told = d.cite("definition/groups-told", joined, I=one, J=less, K=known, U=group)
        last = d.cite("definition/groups-known", known_too, I=one, J=less, K=known, U=more)
        first = d.cite("definition/group-joint", I=one, J=less, K=known, part=1)
        rest = d.cite(HYPOTHESIS, within, d.arithmetic(cardinality(less) <= k, fewer, few),
                      I=less, J=known)
        own = d.at(d.at(within, a), more)
        both = d.shannon(equals(
            I(joint, "A,B;Y|C"), I(joint, "B;Y|C") + I(joint, "A;Y|B,C")
        ))
        line = d.arithmetic(d.goal, told, both, last, first, rest, own)
        line = d.obtain(union, more, line)
        line = d.obtain(others, less, line)
        return d.obtain(member, a, line)

    return d.cases(either, nothing_told(d, d.assume(cardinality(group) <= 0)),
                   some(d.assume(number(0) + 1 <= cardinality(group))))


def instance(line: Line, value: Any) -> Any:
    """What a line "for some" says of a value."""
    formula: Any = line.theorem.conclusion
    return substitute(formula.body, {formula.var.name: value})


@derives(PAPER + "bayesian.groups")
def bayesian_groups(d: Derivation) -> None:
    """Entry by entry; each tells at most ε, whatever is known."""
    within, _ = d.given
    d.qed(d.cite("lemma/entries-together", each_tells(d, within), k=cardinality(d.var("I"))))


@derives(PAPER + "bayesian.database")
def bayesian_database(d: Derivation) -> None:
    """The whole database is the group of all entries, told to who knows none."""
    D, P, M = (d.var(name) for name in ("D", "P", "M"))
    (within,) = d.given
    count = entries(D)
    group, known = d.fix(Event("I", count)), d.fix(Event("J", count))
    everything = d.cite("definition/everything", n=count)
    nothing = d.cite("definition/nothing", n=count)
    every_one = d.assume(instance(everything, group))
    none = d.assume(instance(nothing, known))
    joint = group_joint(P, M, group, known, known)
    entry = d.fix(Symbol("l", count))
    member = d.at(d.piece(every_one, 1), entry)
    covered = d.forall(entry, d.follows(
        either(inside(group, entry), inside(known, entry), inside(known, entry)), member
    ))
    whole = d.cite("definition/all-groups", covered, I=group, J=known, K=known)
    part = d.cite("definition/group-joint", I=group, J=known, K=known, part=0)
    told = d.cite("lemma/entries-together", each_tells(d, within), d.piece(every_one, 0), k=count,
                  I=group, J=known)
    unsaid = [
        d.cite("definition/no-group", none, I=known, J=group, K=known, part=k) for k in (1, 2)
    ]
    more = d.shannon(I(joint, "A,B,C;Y") <= I(joint, "A;Y|C"), *unsaid)
    line = d.chain(whole, more, back(d, part), told)
    d.qed(d.obtain(everything, group, d.obtain(nothing, known, line)))


def each_tells(d: Steps, within: Line) -> Line:
    """For every entry and every group that is known: the entry tells at most ε."""
    largest_one = within.formula.left
    j = d.fix(largest_one.var)
    inner = largest_one.body
    learned = d.fix(inner.var)
    one, other = d.below_sup(inner, learned), d.below_sup(largest_one, j)
    return d.forall(j, d.forall(learned, d.chain(one, other, within)))


@derives(PAPER + "bayesian-stronger.dp")
def bayesian_stronger_dp(d: Derivation) -> None:
    """To who knows all other entries, two neighbours are two values of one entry."""
    P, M, eps = (d.var(name) for name in ("P", "M", "eps"))
    D = M.sort.database
    possible, within = d.given
    x, other = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    near = d.assume(hamming(D, x, other) <= 1)
    changed = d.cite("definition/neighbours", near, values={"D": D, "x": x, "x'": other})
    i = d.fix(changed.theorem.conclusion.var)
    reached = d.assume(instance(changed, i))
    symbols = [entry_of(D, z, i) for z in (x, other)]
    masses = [d.at(possible, with_entry(D, x, i, symbol)) for symbol in symbols]
    line = d.cite("definition/bayesian-epsilon", within, *masses, P=P, M=M, x=x, i=i,
                  v=symbols[0], w=symbols[1], eps=eps)
    for symbol in symbols:
        line = d.rewrite(entry_row(d, M, x, i, symbol, into=False), line)
    line = d.rewrite(d.cite("definition/with-entry-same", D=D, x=x, i=i), line)
    line = d.obtain(changed, i, d.rewrite(reached, line))
    pairs = d.forall(x, d.forall(other, line, where=near.formula))
    d.qed(d.cite("definition/dp-intro", pairs, M=M, eps=eps, delta=0))
