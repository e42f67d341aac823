"""Proofs of the lemmas on several responses: two that are independent, and stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.databases import is_mi_private
from derivations.tools import same
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    H,
    I,
    alphabet,
    capacity,
    channel_table,
    equals,
    information,
    instances,
    on_entry,
    output,
    pmf_table,
    quotient,
    remainder,
)
from verified.language.databases import (
    entry_given_history,
    entry_of,
    history_law,
    initial,
    prior_mass,
    with_entry,
)
from verified.language.groups import stage_information
from verified.language.terms import Pmf, Symbol, number
from verified.proof.derivation import Derivation, Line, Steps, derives


def reversed_equality(d: Steps, line: Line) -> Line:
    """b = a from a = b."""
    return d.turn(equals(line.formula.right, line.formula.left), line)


@derives("lemma/two-outputs")
def two_outputs(d: Derivation) -> None:
    """I(X;Y,Z) = I(X;Y) + I(X;Z|Y), and Z depends on Y by X only."""
    first, second, both = (
        d.cite("definition/joint-of-outputs", part=part) for part in range(3)
    )
    apart = d.cite("definition/outputs-apart")
    joint = both.formula.right.args[0]
    bound = d.shannon(I(joint, "X;Y,Z") <= I(joint, "X;Y") + I(joint, "X;Z"), apart)
    d.qed(d.arithmetic(d.goal, first, second, both, bound))


@derives("lemma/stages.independent-sum", "lemma/stages.sequential-sum")
def stages_sum(d: Derivation) -> None:
    """By induction: the last response adds what it tells given the earlier ones."""
    kind = d.var("S").of.kind
    base, step = d.induct("k")
    first = base.cite(f"definition/first-stage-{kind}")
    base.qed(base.arithmetic(base.goal, first))

    P, S, i, k = (step.var(name) for name in ("P", "S", "i", "k"))
    fewer = initial(S)
    j = step.fix(Symbol("j", k))
    known = step.cite(HYPOTHESIS, S=fewer)
    earlier = step.forall(j, step.cite(f"definition/earlier-stage-{kind}", k=k, j=j))
    whole, before, last = (
        step.cite(f"definition/last-stage-{kind}", k=k, part=part) for part in range(3)
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
    value = d.cite(f"definition/stage-information-{kind}")
    x = d.fix(Symbol("x", instances(D)))
    past = value.formula.right.body.args[1]
    h = d.fix(Symbol("h", past.var.of.size))
    law = entry_given_history(P, S, x, i, j, h)
    held, response = private, S[j]
    if kind == "sequential":
        held, response = d.at(private, h), S[j, h]
    one = d.chain(d.cite("lemma/entry-information", M=response, x=x, i=i, p=law), held)
    chance = history_law(S, j, x)[h]
    one = d.arithmetic(chance * one.formula.left <= chance * r, one, hints=[chance])
    mean = d.summed(d.forall(h, one))
    mean = d.chain(mean, d.identity(equals(mean.formula.right, r)))
    mass = prior_mass(P, x)
    mean = d.arithmetic(mass * mean.formula.left <= mass * r, mean, hints=[mass])
    mean = d.summed(d.forall(x, mean))
    d.qed(d.chain(value, mean, d.identity(equals(mean.formula.right, r))))


# --- one entry through a channel ------------------------------------------------------------------


def after_function(d: Steps, law: Any, function: Any, W: Any, whole: Line, *lines: Line) -> Line:
    """I(law; U) ≤ C(W), where U sends a function of its input through W.

    Args:
        function: the function as a channel.
        whole: for every v and y: the probability of y by the two channels is U's.
    """
    less = d.cite("background/dpi-mi.input", *lines, P=law, W=function, K=W)
    most = d.cite("background/information-range.capacity", *lines, P=output(law, function), W=W)
    return d.rewrite(whole, d.chain(less, most))


@derives("lemma/on-entry.bound")
def on_entry_bound(d: Derivation) -> None:
    """The symbol sent is a function of any entry, the others fixed."""
    D, W, i, m = (d.var(name) for name in ("D", "W", "l", "m"))
    M, own = on_entry(W, D, i), alphabet(D, i)

    def entry(x: Any, j: Any, law: Any) -> Line:
        def sent(v: Any) -> Any:
            return entry_of(D, with_entry(D, x, j, v), i)

        function = channel_table(alphabet(D, j), own, lambda v, u: same(u, sent(v)))
        v, y = d.fix(Symbol("v", alphabet(D, j))), d.fix(Symbol("z", m))
        two = d.cite("definition/chain", W=function, K=W, x=v, z=y)
        value = d.identity(equals(two.formula.right, W[sent(v), y]))
        response = d.cite("definition/on-entry", W=W, x=with_entry(D, x, j, v), i=i, y=y)
        channel = d.cite("definition/entry-channel", M=M, x=x, i=j, v=v, y=y)
        whole = d.chain(
            two, value, reversed_equality(d, response), reversed_equality(d, channel)
        )
        return after_function(d, law, function, W, d.forall(v, d.forall(y, whole)))

    d.qed(is_mi_private(d, M, capacity(W), entry))


@derives("lemma/on-entry.reached")
def on_entry_reached(d: Derivation) -> None:
    """The channel is that of the entry, whatever the others are."""
    D, W, i, m = (d.var(name) for name in ("D", "W", "l", "m"))
    M, x = on_entry(W, D, i), number(0)
    law = d.fix(Pmf("p", alphabet(D, i)))
    v, y = d.fix(Symbol("v", alphabet(D, i))), d.fix(Symbol("y", m))
    channel = d.cite("definition/entry-channel", M=M, x=x, i=i, v=v, y=y)
    response = d.cite("definition/on-entry", W=W, x=with_entry(D, x, i, v), i=i, y=y)
    own = d.cite("definition/entry-of-changed", D=D, x=x, i=i, v=v)
    same_rows = d.forall(v, d.forall(y, d.rewrite(own, d.chain(channel, response))))
    line = d.rewrite(same_rows, d.cite("lemma/entry-information", M=M, x=x, i=i, p=law))
    value = d.cite("definition/capacity", W=W)
    outer = value.formula.right
    d.qed(d.chain(value, d.bound_sup(outer, line, law)))


# --- capacities of tables -------------------------------------------------------------------------


def pair_count(d: Steps, n: Any, m: Any) -> Line:
    """n m ≥ 1."""
    return d.arithmetic(n * m >= 1, d.obvious(n >= 1), d.obvious(m >= 1))


def equal_entropies(d: Steps, law: Any, *others: Any, lines: Any = ()) -> Line:
    """H(law) = Σ H(others), by normal forms."""
    whole, *rest = (d.cite("definition/entropy", *lines, P=part) for part in (law, *others))
    right, value = rest[0].formula.right, H(others[0])
    for line, part in zip(rest[1:], others[1:], strict=True):
        right, value = right + line.formula.right, value + H(part)
    sums = d.identity(equals(whole.formula.right, right), *lines)
    return d.arithmetic(equals(H(law), value), whole, *rest, sums)


def capacity_is(
    d: Steps, W: Any, value: Any, most: Callable[[Any], Line], reached: Line, best: Any
) -> Line:
    """C(W) = value, where `most` bounds I(p; W) and a line says that `best` reaches it."""
    whole = d.cite("definition/capacity", W=W)
    outer = whole.formula.right
    law = d.fix(Pmf("law", W.sort.inputs))
    above = d.chain(whole, d.bound_sup(outer, most(law), law))
    below = d.chain(reached, d.below_sup(outer, best), reversed_equality(d, whole))
    return d.turn(equals(above.formula.left, value), above, below)


@derives("lemma/constant-channel")
def constant_channel(d: Derivation) -> None:
    """The entropy of the output is that of each row."""
    Q, m = d.var("Q"), d.var("m")
    W = channel_table(m, Q.of.size, lambda _, y: Q[y])
    x = d.fix(Symbol("x", m))
    row = equal_entropies(d, W[x], Q)

    def nothing(law: Any) -> Line:
        forms = d.cite("background/information-forms.entropies", P=law, W=W)
        out = equal_entropies(d, output(law, W), Q)
        term = d.arithmetic(equals(law[x] * H(W[x]), law[x] * H(Q)), row)
        mean = d.summed(d.forall(x, term))
        level = d.identity(equals(mean.formula.right, H(Q)))
        return d.arithmetic(equals(information(law, W), 0), forms, out, mean, level)

    even = pmf_table(m, lambda _: 1 / m)
    some = d.cite("background/information-range.nonnegative", P=even, W=W)
    d.qed(capacity_is(
        d, W, number(0), lambda law: d.turn(information(law, W) <= 0, nothing(law)), some, even
    ))


@derives("lemma/product-entropy")
def product_entropy(d: Derivation) -> None:
    """The logarithm of a product, summed over pairs."""
    P, R = d.var("P"), d.var("R")
    size = pair_count(d, P.of.size, R.of.size)
    d.qed(equal_entropies(d, d.goal.left.args[0], P, R, lines=[size]))


@derives("lemma/independent-parts")
def independent_parts(d: Derivation) -> None:
    """The entropies of the outputs, and of each row, add up."""
    P, W, R, V = (d.var(name) for name in ("P", "W", "R", "V"))
    law, table = d.goal.left.args
    x, s = d.fix(Symbol("x", law.sort.size)), d.fix(Symbol("s", table.sort.outputs))
    size = pair_count(d, P.of.size, R.of.size)
    wide = pair_count(d, W.of.outputs, V.of.outputs)

    def product_of(whole: Any, one: Any, two: Any) -> Line:
        """H(whole) = H(one) + H(two), where the law is their product."""
        added = d.cite("lemma/product-entropy", size, wide, P=one, R=two)
        product = added.formula.left.args[0]
        equal = d.forall(s, d.identity(equals(product[s], whole[s]), size, wide))
        return d.rewrite(equal, added)

    parts = W[quotient(x, R.of.size)], V[remainder(x, R.of.size)]
    row = product_of(table[x], *parts)
    out = product_of(output(law, table), output(P, W), output(R, V))
    term = d.have(
        equals(law[x] * row.formula.right, law[x] * H(table[x])), "arithmetic", row, size,
        equalities=[[-law[x], 0]],
    )
    rows = d.summed(d.forall(x, term), size, wide)
    forms = [
        d.cite("background/information-forms.entropies", size, wide, P=prior, W=channel)
        for prior, channel in ((law, table), (P, W), (R, V))
    ]
    means = forms[1].formula.right.args[1] + forms[2].formula.right.args[1]
    level = d.identity(equals(rows.formula.left, means), size)
    d.qed(d.arithmetic(d.goal, *forms, out, rows, level, size, wide))
