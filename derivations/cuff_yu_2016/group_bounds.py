"""Section 5: what a group of entries tells to who knows all the others."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import private_rows, told
from derivations.patterns.numbers import is_positive
from derivations.patterns.rows import cut_off
from verified.language import (
    binary_entropy,
    cardinality,
    complement,
    entries,
    equals,
    flat_mechanism,
    flat_prior,
    group_channel,
    group_given,
    group_values,
    instances,
    largest_alphabet,
    log,
    minimum,
    prior_mass,
    sqrt,
    with_group,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Prior, Symbol, Term, number


@derives("cuff-yu-2016/eq-53")
def eq_53(d: Derivation) -> None:
    """Any two databases differ in at most n entries; then as Lemma 1."""
    P, M, eps = d.var("P"), d.var("M"), d.var("eps")
    D = M.sort.database
    bound = told(d, flat_prior(P), flat_mechanism(M), private_rows(d, M, eps, *d.given),
                 entries(D) * eps)
    d.qed(d.chain(d.cite("definition/database-information"), bound))


def group_rows(d: Steps, M: Term, x: Any, group: Term, private: Line, level: Any) -> Line:
    """Any two rows of a group's channel are within k times the total variation δ of (0,δ)-DP."""
    D, m, k = M.sort.database, M.sort.outputs, cardinality(group)
    v, w = (d.fix(Symbol(name, group_values(D, group))) for name in ("v", "w"))
    places = [with_group(D, x, group, value) for value in (v, w)]
    near = d.cite("background/with-group-near", D=D, x=x, I=group, v=v, w=w)
    line = d.cite("cuff-yu-2016/property-8", near, private, k=k, delta=level,
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
    few = d.cite("background/group-values", D=D, I=group)
    size = d.arithmetic(number(1) <= most, few, d.obvious(number(1) <= group_values(D, group)))
    one = d.cite("lemma/rows-within", few, rows, size, *lines, P=law, W=W, K=most, delta=delta)
    some = [*lines, is_positive(d, m, most + 1, size)]
    mass = prior_mass(prior, x)
    weighted = d.arithmetic(mass * one.formula.left <= mass * bound, one, *some, hints=[mass])
    mean = d.summed(d.forall(x, weighted), *some)
    line = d.chain(
        d.cite("background/group-information-others", P=prior, M=M, I=group), mean,
        d.identity(equals(mean.formula.right, bound), *some),
    )
    return d.bound_sup(d.goal.left, line, prior)


@derives("cuff-yu-2016/corollary-8@defined")
def corollary_8(d: Derivation) -> None:
    """Lemma 2, group privacy, and Lemma 3 for the group as one entry."""
    M, group, eps = d.var("M"), d.var("I"), d.var("eps")
    unit, private = d.given
    level = sqrt(2 * eps)
    near = d.cite("cuff-yu-2016/lemma-2", private, M=M, eps=eps)
    x = d.fix(Symbol("x", instances(M.sort.database)))
    rows = group_rows(d, M, x, group, near, level)
    d.qed(group_leak(d, x, cardinality(group) * level, rows, unit))


@derives("cuff-yu-2016/corollary-8@clipped")
def corollary_8_clipped(d: Derivation) -> None:
    """As before; no two laws are further than 1 from each other."""
    M, group, eps = d.var("M"), d.var("I"), d.var("eps")
    (private,) = d.given
    level = sqrt(2 * eps)
    least = minimum(cardinality(group) * level, 1)
    near = d.cite("cuff-yu-2016/lemma-2", private, M=M, eps=eps)
    x = d.fix(Symbol("x", instances(M.sort.database)))
    limits, rows = cut_off(d, group_channel(M, x, group), least,
                           lambda: group_rows(d, M, x, group, near, level))
    d.qed(group_leak(d, x, least, rows, *limits))
