"""Patterns on databases and mechanisms: between the notions of privacy and the channels from one
entry, or from the whole database, to the response.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.closeness import close_by_events
from derivations.tools import log_below, split_zero, substitute_bound
from verified.kernel.inference import replaced
from verified.language import (
    alphabet,
    binary_entropy,
    cases,
    entries,
    entry_given,
    equals,
    exp,
    hamming,
    instances,
    log,
    mi_dp,
    output,
    prior_mass,
)
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Prior, Symbol, Term, number

# --- from notions to channels, and back -----------------------------------------------------------


def entry_row(d: Steps, M: Term, x: Any, i: Any, v: Any, into: bool = True) -> Line:
    """For every y: the response's probability of y where entry i has the symbol v is that of the
    entry channel; the sides the other way round unless `into`."""
    y = d.fix(Symbol("y", M.sort.outputs))
    line = d.cite("definition/entry-channel", M=M, x=x, i=i, v=v, y=y)
    if into:
        line = d.turn(equals(line.formula.right, line.formula.left), line)
    return d.forall(y, line)


def is_private(
    d: Steps, M: Term, eps: Any, delta: Any, proof: Callable[[Any, Any, Line], Line],
    *lines: Line,
) -> Line:
    """(ε,δ)-DP, where `proof` shows the closeness of the responses to two databases from a line
    that they are neighbours; the lines show ε and δ to be at least 0."""
    (wanted,) = d.known["lemma/dp-intro"].given
    D = M.sort.database
    x, other = (d.fix(Symbol(var.name, instances(D))) for var in (wanted.var, wanted.body.var))
    near = hamming(D, x, other) <= 1
    line = proof(x, other, d.assume(near))
    pairs = d.forall(x, d.forall(other, line, near))
    return d.cite("lemma/dp-intro", pairs, *lines, M=M, eps=eps, delta=delta)


def is_mi_private(
    d: Steps, M: Term, bound: Term, proof: Callable[[Any, Any, Any], Line], *lines: Line
) -> Line:
    """mi_dp(M) ≤ bound.

    Args:
        proof: shows I(p; entry channel) ≤ bound, for an arbitrary instance, entry and law.
        lines: what shows the bound to be real, and the mechanism to have a response.
    """
    D = M.sort.database
    x, i = d.fix(Symbol("database", instances(D))), d.fix(Symbol("i", entries(D)))
    prior = d.fix(Prior("P", D))
    one = proof(x, i, entry_given(prior, x, i))
    weighted = d.arithmetic(
        prior_mass(prior, x) * one.formula.left <= prior_mass(prior, x) * bound, one, *lines,
        hints=[prior_mass(prior, x)],
    )
    summed = d.summed(d.forall(x, weighted), *lines)
    value = d.cite("definition/conditional-entry-information", *lines, P=prior, M=M, i=i)
    rest = d.identity(equals(summed.formula.right, bound), *lines)
    mean = d.chain(value, summed, rest)
    mi = d.cite("definition/mi-dp", *lines, M=M)
    outer = mi.formula.right
    inner = d.bound_sup(substitute_bound(outer, i), mean, prior)
    return d.chain(mi, d.bound_sup(outer, inner, i))


def private_by_information(
    d: Steps, M: Term, delta: Any, proof: Callable[..., Line], *lines: Line
) -> Line:
    """(δ)-DP, where `proof` shows u ≤ δ for a u of which it gets the line
    ln 2 − h((1 − u)/2) ≤ mi_dp(M), and others that show u to lie in [−1, 1]."""

    def close(x: Any, other: Any, near: Line) -> Line:
        def event(P: Term, Q: Term, B: Any) -> Line:
            told = d.cite("lemma/neighbour-event", near, values={
                "M": M, "x": x, "x'": other, "B": B,
            })
            limits = [d.cite("background/event-bounds", P=law, A=B, part=1) for law in (P, Q)]
            # h is symmetric, so that u may be either difference.
            told = d.arithmetic(
                log(2) - binary_entropy((1 - (P[B] - Q[B])) / 2) <= mi_dp(M), told, *limits
            )
            return proof(P[B] - Q[B], told, *limits)

        return close_by_events(d, M[x], M[other], delta, event, *lines)

    return is_private(d, M, 0, delta, close, *lines)


def gives_away(d: Steps, q: Any, level: Any, *lines: Line) -> Line:
    """The channel that gives input 1 away with probability q ≤ level is level-MI-DP."""
    told = d.cite("lemma/giving-away.capacity", *lines, q=q)
    mi = d.cite("background/as-mechanism-mi", *lines, W=told.formula.left.args[0])
    return d.arithmetic(mi.formula.left <= level, mi, told, *lines)


def some_responses(d: Steps) -> Line:
    """m^k ≥ 1: a law on all responses together has a symbol."""
    k, m = d.var("k"), d.var("m")
    tangent = d.cite("background/log-tangent.exponential", eps=k * log(m))
    return d.arithmetic(m**k >= 1, tangent)


# --- rows that are close --------------------------------------------------------------------------


def flat_rows_close(d: Steps, M: Term, proof: Any) -> Line:
    """The rows of the channel from the whole database are close; `proof` shows M[x], M[x'] so."""
    D = M.sort.database
    x, other = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    y = d.fix(Symbol("y", M.sort.outputs))
    line = proof(x, other)
    for instance in (x, other):
        row = d.cite("definition/flat-mechanism", M=M, x=instance, y=y)
        back = d.turn(equals(row.formula.right, row.formula.left), row)
        line = d.rewrite(d.forall(y, back), line)
    return d.forall(x, d.forall(other, line))


def entry_rows_close(d: Steps, M: Term, x: Any, i: Any, proof: Any) -> Line:
    """The rows of the channel from one entry are close; `proof` shows it of two symbols."""
    v, w = (d.fix(Symbol(name, alphabet(M.sort.database, i))) for name in ("v", "w"))
    return d.forall(v, d.forall(w, proof(v, w)))


def private_rows(d: Steps, M: Term, eps: Any, *given: Line) -> Line:
    """Any two rows of the channel from the whole database, under ε-DP."""
    return flat_rows_close(d, M, lambda x, other: d.cite(
        "lemma/databases-close", *given, values={"M": M, "x": x, "x'": other, "eps": eps}
    ))


def near_output(d: Steps, P: Term, W: Term, close: Line, eps: Any, *lines: Line) -> Line:
    """Rows that are close are close to the output law."""
    return d.cite("lemma/rows-near-output.close", close, *lines, P=P, W=W, eps=eps)


def told(d: Steps, P: Term, W: Term, close: Line, eps: Any) -> Line:
    """I(P;W) ≤ min{ε, ε²} where the rows are close."""
    near = near_output(d, P, W, close, eps)
    return d.cite("lemma/rows-near-output.information", near, P=P, W=W, eps=eps)


def at_most(d: Steps, line: Line, eps: Any) -> Line:
    """… ≤ ε from … ≤ min{ε, ε²}."""
    least = d.cite("background/absolute-value.below-both", r=eps, s=eps**2, part=0)
    return d.chain(line, least)


# --- likelihood ratios ----------------------------------------------------------------------------


def log_ratio_terms(d: Steps, P: Term, W: Term, x: Any, y: Any) -> tuple[Term, Term]:
    """The term of I(P;W) for a pair, and the same under the test that the pair is possible."""
    q, pair = output(P, W)[y], P[x] * W[x, y]
    plain = P[x] * W[x, y] * log(W[x, y]) - P[x] * W[x, y] * log(q)
    return plain, cases(pair > 0, P[x] * W[x, y] * log(W[x, y] / q), 0)


def pairs_tell(
    d: Steps, P: Term, W: Term, eps: Any, leak: Callable[[Any, Any, Line], Line]
) -> Line:
    """I(P;W) ≤ ε: the mean of ln W(y|x)/q(y), q the output law, which is at most ε where it counts.

    Args:
        leak: shows W(y|x) ≤ e^ε q(y), from the line that the pair is possible.
    """
    x, y = d.fix(Symbol("x", W.sort.inputs)), d.fix(Symbol("y", W.sort.outputs))
    q = output(P, W)[y]
    covers = d.cite("background/output-dominates.by-input", P=P, W=W)
    cover, pair = d.at(d.at(covers, x), y), P[x] * W[x, y]
    plain, _ = log_ratio_terms(d, P, W, x, y)
    goal = plain <= pair * eps

    def possible(above: Line) -> Line:
        there = d.chain(above, cover)
        logs = log_below(d, W[x, y], exp(eps) * q, leak(x, y, above), above, there)
        return d.arithmetic(goal, logs, above, there, hints=[pair])

    each = d.forall(y, split_zero(
        d, pair, lambda none: d.rewrite(
            none, d.obvious(replaced(goal, pair, number(0)), cover), goal), possible,
    ))
    rows = d.summed(d.forall(x, d.summed(each, cover)), covers)
    return d.chain(
        d.cite("background/information-forms.sums", P=P, W=W), rows,
        d.identity(equals(rows.formula.right, eps)),
    )
