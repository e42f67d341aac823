"""Proofs on groups of entries, one after the other, and on secrets over stages."""

from __future__ import annotations

from derivations.tools import instance
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    Event,
    H,
    I,
    cardinality,
    entries,
    equals,
    group_joint,
    initial,
    secret_stage_information,
    singleton,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, number


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
    part = d.cite("background/group-joint", I=group, J=known, K=known, part=0)
    none = d.cite("background/no-group", few, I=group, J=known, K=known, part=0)
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
        member = d.cite("background/member", held, n=count, A=group)
        union = d.cite("background/union", n=count, A=less, B=known)
        held_one = d.assume(instance(member, a))
        others = d.cite("background/others", held_one, n=count, A=group, a=a)
        found = d.assume(instance(others, less))
        fewer, joined = d.piece(found, 0), d.piece(found, 1)
        known_too = d.assume(instance(union, more))
        told = d.cite("background/groups-told", joined, I=one, J=less, K=known, U=group)
        last = d.cite("background/groups-known", known_too, I=one, J=less, K=known, U=more)
        first = d.cite("background/group-joint", I=one, J=less, K=known, part=1)
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


@derives("lemma/secret-stages")
def secret_stages(d: Derivation) -> None:
    """By induction: the last response adds what it tells given the earlier ones."""
    base, step = d.induct("k")
    base.qed(base.arithmetic(base.goal, base.cite("background/secret-first-stage-sequential")))

    F, P, S, e, k = (step.var(name) for name in ("F", "P", "S", "e", "k"))
    fewer = initial(S)
    j = step.fix(Symbol("j", k))
    known = step.cite(HYPOTHESIS, S=fewer)
    earlier = step.forall(
        j, step.cite("background/secret-earlier-stage-sequential", k=k, j=j)
    )
    whole, before, last = (
        step.cite("background/secret-last-stage-sequential", k=k, part=part) for part in range(3)
    )
    joint = whole.formula.right.args[0]
    rule = step.shannon(equals(
        I(joint, "A;Y,Z|C"), I(joint, "A;Y|C") + I(joint, "A;Z|C,Y")
    ))
    sums = step.summed(earlier)
    split = step.have(equals(
        step.goal.right, sums.formula.right + secret_stage_information(F, P, S, e, k)
    ), "last-term")
    step.qed(step.arithmetic(step.goal, known, sums, whole, before, last, rule, split))
