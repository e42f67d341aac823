"""Sections 5 and 6.3: what a group of entries tells to who knows all the others, and what an entry
tells under Bayesian privacy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.cuff_yu_2016.lemma_3 import is_positive
from derivations.cuff_yu_2016.variations import pairs_tell
from derivations.tools import positive_from, split_minimum, split_zero
from verified.language import (
    Close,
    binary_entropy,
    cardinality,
    complement,
    entries,
    equals,
    every,
    exp,
    information,
    instances,
    largest_alphabet,
    log,
    minimum,
    output,
    singleton,
    sqrt,
)
from verified.language.databases import (
    group_channel,
    group_given,
    group_values,
    prior_mass,
    response_given,
    with_group,
)
from verified.language.terms import Prior, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "cuff-yu-2016/"


# --- 5 A discrepancy: groups under a bound on cardinalities ---------------------------------------


def group_rows(d: Steps, M: Term, x: Any, group: Term, private: Line, level: Any) -> Line:
    """Any two rows of a group's channel are within k times the total variation δ of (0,δ)-DP."""
    D, m, k = M.sort.database, M.sort.outputs, cardinality(group)
    v, w = (d.fix(Symbol(name, group_values(D, group))) for name in ("v", "w"))
    places = [with_group(D, x, group, value) for value in (v, w)]
    near = d.cite("definition/with-group-near", D=D, x=x, I=group, v=v, w=w)
    line = d.cite(PAPER + "property-8", near, private, k=k, delta=level,
                  values={"M": M, "x": places[0], "x'": places[1]})
    y = d.fix(Symbol("y", m))
    for value in (v, w):
        row = d.cite("definition/group-channel", M=M, x=x, I=group, v=value, y=y)
        back = d.turn(equals(row.formula.right, row.formula.left), row)
        line = d.rewrite(d.forall(y, back), line)
    return d.forall(v, d.forall(w, line))


def group_leak(d: Derivation, x: Term, delta: Any, rows: Line, *lines: Line) -> Line:
    """The bound (54) at a distance δ, where any two rows of the channel at an arbitrary instance
    are within δ; the lines show it to lie in [0, 1]."""
    M, group = d.var("M"), d.var("I")
    D, m, k = M.sort.database, M.sort.outputs, cardinality(group)
    most = largest_alphabet(D) ** k
    bound = 2 * binary_entropy(delta) + 2 * delta * log(minimum(m, most + 1))
    prior = d.fix(Prior("P", D))
    others = complement(group)
    law, W = group_given(prior, x, group, others), group_channel(M, x, group)
    few = d.cite("definition/group-values", D=D, I=group)
    size = d.arithmetic(number(1) <= most, few, d.obvious(number(1) <= group_values(D, group)))
    one = d.cite("lemma/rows-within", few, rows, size, *lines, P=law, W=W, K=most, delta=delta)
    some = [*lines, is_positive(d, m, most + 1, size)]
    mass = prior_mass(prior, x)
    weighted = d.arithmetic(mass * one.formula.left <= mass * bound, one, *some, hints=[mass])
    mean = d.summed(d.forall(x, weighted), *some)
    line = d.chain(
        d.cite("definition/group-information-others", P=prior, M=M, I=group), mean,
        d.identity(equals(mean.formula.right, bound), *some),
    )
    return d.bound_sup(d.goal.left, line, prior)


@derives(PAPER + "corollary-8@defined")
def corollary_8(d: Derivation) -> None:
    """Lemma 2, group privacy, and Lemma 3 for the group as one entry."""
    M, group, eps = d.var("M"), d.var("I"), d.var("eps")
    unit, private = d.given
    level = sqrt(2 * eps)
    near = d.cite(PAPER + "lemma-2", private, M=M, eps=eps)
    x = d.fix(Symbol("x", instances(M.sort.database)))
    rows = group_rows(d, M, x, group, near, level)
    d.qed(group_leak(d, x, cardinality(group) * level, rows, unit))


def cut_off(d: Steps, W: Term, least: Any, rows: Callable[[], Line]) -> tuple[list[Line], Line]:
    """The least of 1 and a distance lies in [0, 1], and any two rows are within it.

    Args:
        least: min(δ, 1) or min(1, δ).
        rows: shows any two rows to be within δ.
    """
    first, second = least.args
    limits = [
        split_minimum(d, first, second, lambda order, value, side=side: d.arithmetic(
            side, order, value, d.obvious(number(0) <= value.formula.right)
        )) for side in (number(0) <= least, least <= number(1))
    ]
    v, w = (d.fix(Symbol(name, W.sort.inputs)) for name in ("v", "w"))
    goal = every(v, every(w, Close(W[v], W[w], 0, least)))

    def chosen(_: Line, value: Line) -> Line:
        if value.formula.right != number(1):
            return d.rewrite(value, rows(), goal)
        apart = d.cite("background/total-variation.range", P=W[v], Q=W[w], part=1)
        close = d.cite(PAPER + "eq-8.if", apart, P=W[v], Q=W[w], delta=1)
        return d.rewrite(value, d.forall(v, d.forall(w, close)), goal)

    return limits, split_minimum(d, first, second, chosen)


@derives(PAPER + "corollary-8@clipped")
def corollary_8_clipped(d: Derivation) -> None:
    """As before; no two laws are further than 1 from each other."""
    M, group, eps = d.var("M"), d.var("I"), d.var("eps")
    (private,) = d.given
    level = sqrt(2 * eps)
    least = minimum(cardinality(group) * level, 1)
    near = d.cite(PAPER + "lemma-2", private, M=M, eps=eps)
    x = d.fix(Symbol("x", instances(M.sort.database)))
    limits, rows = cut_off(d, group_channel(M, x, group), least,
                           lambda: group_rows(d, M, x, group, near, level))
    d.qed(group_leak(d, x, least, rows, *limits))


# --- 6.3 Bayesian privacy -------------------------------------------------------------------------


@derives("lemma/possible-rows")
def possible_rows(d: Derivation) -> None:
    """Each possible row is at most e^ε times the rows' mean."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    (close,) = d.given

    def leak(x: Any, y: Any, above: Line) -> Line:
        input_ = positive_from(d, P[x], above, hints=[W[x, y]])
        other = d.fix(Symbol("x'", W.sort.inputs))
        goal = P[other] * W[x, y] <= P[other] * (exp(eps) * W[other, y])

        def possible(there: Line) -> Line:
            rows = d.cite("background/closeness-symbols.only-if",
                          d.at(d.at(close, x, input_), other, there), P=W[x], Q=W[other])
            return d.arithmetic(goal, d.piece(d.at(rows, y), 0), hints=[P[other]])

        each = split_zero(d, P[other], lambda none: d.rewrite(
            none, d.obvious(0 * W[x, y] <= 0 * (exp(eps) * W[other, y])), goal
        ), possible)
        mean = d.summed(d.forall(other, each))
        return d.arithmetic(W[x, y] <= exp(eps) * output(P, W)[y], mean)

    d.qed(pairs_tell(d, P, W, eps, leak))


@derives(PAPER + "bayesian.information@possible")
def bayesian_information(d: Derivation) -> None:
    """Given what is known, the laws of the response are close wherever they are defined."""
    entry_told(d, *d.given)


@derives(PAPER + "bayesian.information@every")
def bayesian_information_every(d: Derivation) -> None:
    """As in the other reading."""
    _, within = d.given
    entry_told(d, within)


def entry_told(d: Derivation, within: Line) -> None:
    """The goal from a bound on ε."""
    prior, M, i, known, eps = (d.var(name) for name in ("P", "M", "i", "I", "eps"))
    D = M.sort.database
    x, own = d.fix(Symbol("x", instances(D))), singleton(i, entries(D))
    law, W = group_given(prior, x, own, known), response_given(prior, M, x, own, known)
    mass = prior_mass(prior, x)
    goal = mass * information(law, W) <= mass * eps

    def possible(there: Line) -> Line:
        v, w = (d.fix(Symbol(name, W.sort.inputs)) for name in ("v", "w"))
        conditions = [law[v] > 0, law[w] > 0]
        line = d.cite("definition/bayesian-epsilon-known", within, there,
                      *(d.assume(held) for held in conditions), P=prior, M=M, x=x, i=i, K=known,
                      v=v, w=w, eps=eps)
        pairs = d.forall(v, d.forall(w, line, where=conditions[1]), where=conditions[0])
        one = d.cite("lemma/possible-rows", pairs, P=law, W=W, eps=eps)
        return d.arithmetic(goal, one, hints=[mass])

    each = split_zero(d, mass, lambda none: d.rewrite(
        none, d.obvious(0 * information(law, W) <= 0 * eps), goal
    ), possible)
    mean = d.summed(d.forall(x, each))
    value = d.cite("definition/group-information", P=prior, M=M, I=own, J=known)
    d.qed(d.chain(value, mean, d.identity(equals(mean.formula.right, eps))))
