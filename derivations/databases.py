"""Tactics on databases, mechanisms and channels: between the privacy notions and the channels from
one entry to the response."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.language import (
    H,
    alphabet,
    channel_of,
    entries,
    equals,
    instances,
    output,
)
from verified.language.databases import (
    entry_given,
    prior_mass,
)
from verified.language.formulas import substitute
from verified.language.terms import Pmf, Prior, Symbol, Term
from verified.proof.derivation import Line, Steps


def law_equality(d: Steps, law: Term, other: Term, *lines: Line, name: str = "y") -> Line:
    """For every y, law[y] = other[y], by normal forms."""
    y = d.fix(Symbol(name, law.sort.sizes()[0]))
    return d.forall(y, d.identity(equals(law[y], other[y]), *lines))


def two_input_entropies(d: Steps, R: Term, P: Term, Q: Term, *lines: Line) -> Line:
    """I = H(output) − R(0) H(P) − R(1) H(Q) of the channel with the rows P and Q under R; the lines
    show R to be a law."""
    rows = channel_of(P, Q)
    whole = d.cite("background/information-forms.entropies", *lines, P=R, W=rows)
    spread = d.identity(equals(
        whole.formula.right, H(output(R, rows)) - R[0] * H(rows[0]) - R[1] * H(rows[1])
    ), *lines)
    for index, law in enumerate((P, Q)):
        spread = d.rewrite(law_equality(d, rows[index], law), spread, None)
    return d.chain(whole, spread)


def entry_row(d: Steps, M: Term, x: Any, i: Any, v: Any, into: bool = True) -> Line:
    """For every y: the response's probability of y where entry i has the symbol v is that of the
    entry channel; the sides the other way round unless `into`."""
    y = d.fix(Symbol("y", M.sort.outputs))
    line = d.cite("definition/entry-channel", M=M, x=x, i=i, v=v, y=y)
    if into:
        line = d.turn(equals(line.formula.right, line.formula.left), line)
    return d.forall(y, line)


def is_mi_private(
    d: Steps, M: Term, bound: Term, proof: Callable[[Any, Any, Any], Line], *lines: Line
) -> Line:
    """mi_dp(M) ≤ bound.

    Args:
        proof: shows I(p; entry channel) ≤ bound, for an arbitrary instance, entry and law.
        lines: what shows the bound to be real.
    """
    D = M.sort.database
    x, i = d.fix(Symbol("x", instances(D))), d.fix(Symbol("i", entries(D)))
    prior = d.fix(Prior("P", D))
    law = d.fix(Pmf("p", alphabet(D, i)))
    # The law of the entry given the others is one law.
    given = entry_given(prior, x, i)
    one = proof(x, i, given)
    weighted = d.arithmetic(
        prior_mass(prior, x) * one.formula.left <= prior_mass(prior, x) * bound, one, *lines,
        hints=[prior_mass(prior, x)],
    )
    summed = d.summed(d.forall(x, weighted), *lines)
    value = d.cite("definition/conditional-entry-information", P=prior, M=M, i=i)
    rest = d.identity(equals(summed.formula.right, bound), *lines)
    mean = d.chain(value, summed, rest)
    mi = d.cite("definition/mi-dp", M=M)
    outer = mi.formula.right
    inner = d.bound_sup(substitute_bound(outer, i), mean, prior)
    return d.chain(mi, d.bound_sup(outer, inner, i))


def substitute_bound(bind: Any, term: Any) -> Any:
    """The body of a sup at a term."""
    return substitute(bind.body, {bind.var.name: term})
