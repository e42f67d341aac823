"""Proofs on several responses: two that are independent, and stage by stage."""

from __future__ import annotations

from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    I,
    entry_given_history,
    equals,
    history_law,
    initial,
    instances,
    prior_mass,
    stage_information,
)
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import Symbol


@derives("lemma/two-outputs")
def two_outputs(d: Derivation) -> None:
    """I(X;Y,Z) = I(X;Y) + I(X;Z|Y), and Z depends on Y by X only."""
    first, second, both = (
        d.cite("background/joint-of-outputs", part=part) for part in range(3)
    )
    apart = d.cite("background/outputs-apart")
    joint = both.formula.right.args[0]
    bound = d.shannon(I(joint, "X;Y,Z") <= I(joint, "X;Y") + I(joint, "X;Z"), apart)
    d.qed(d.arithmetic(d.goal, first, second, both, bound))


@derives("lemma/stages.independent-sum", "lemma/stages.sequential-sum")
def stages_sum(d: Derivation) -> None:
    """By induction: the last response adds what it tells given the earlier ones."""
    kind = d.var("S").of.kind
    base, step = d.induct("k")
    first = base.cite(f"background/first-stage-{kind}")
    base.qed(base.arithmetic(base.goal, first))

    P, S, i, k = (step.var(name) for name in ("P", "S", "i", "k"))
    fewer = initial(S)
    j = step.fix(Symbol("j", k))
    known = step.cite(HYPOTHESIS, S=fewer)
    earlier = step.forall(j, step.cite(f"background/earlier-stage-{kind}", k=k, j=j))
    whole, before, last = (
        step.cite(f"background/last-stage-{kind}", k=k, part=part) for part in range(3)
    )
    joint = whole.formula.right.args[0]
    rule = step.shannon(equals(
        I(joint, "A;Y,Z|B"), I(joint, "A;Y|B") + I(joint, "A;Z|B,Y")
    ))
    sums = step.summed(earlier)
    split = step.have(equals(
        step.goal.right, sums.formula.right + stage_information(P, S, i, k)
    ), "last-term")
    step.qed(step.arithmetic(step.goal, known, sums, whole, before, last, rule, split))


@derives("lemma/stages.independent-stage", "lemma/stages.sequential-stage")
def stages_stage(d: Derivation) -> None:
    """The information is a mean, over instances and earlier responses, of that of one entry's
    channel, the others fixed."""
    D, P, S, i, j, r = (d.var(name) for name in ("D", "P", "S", "i", "j", "r"))
    kind = S.of.kind
    (private,) = d.given
    value = d.cite(f"background/stage-mean-{kind}")
    x = d.fix(Symbol("x", instances(D)))
    past = value.formula.right.body.args[1]
    h = d.fix(Symbol("h", past.var.of.size))
    law = entry_given_history(P, S, x, i, j, h)
    if kind == "sequential":
        held, response = d.at(private, h), S[j, h]
    else:
        held, response = private, S[j]
    one = d.chain(d.cite("lemma/entry-information", M=response, x=x, i=i, p=law), held)
    chance = history_law(S, j, x)[h]
    one = d.arithmetic(chance * one.formula.left <= chance * r, one, hints=[chance])
    mean = d.summed(d.forall(h, one))
    mean = d.chain(mean, d.identity(equals(mean.formula.right, r)))
    mass = prior_mass(P, x)
    mean = d.arithmetic(mass * mean.formula.left <= mass * r, mean, hints=[mass])
    mean = d.summed(d.forall(x, mean))
    d.qed(d.chain(value, mean, d.identity(equals(mean.formula.right, r))))
