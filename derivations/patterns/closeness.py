"""Patterns on closeness: symmetry, events of one symbol, distances, and looser parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.numbers import exponential_less
from verified.language import (
    Close,
    cases,
    equals,
    event_where,
    exp,
    hamming,
    indicator,
    instances,
    negation,
)
from verified.proof.derivation import Derivation, Line, Steps
from verified.syntax.terms import Event, Op, Real, Symbol, Term, number

# --- distances ------------------------------------------------------------------------------------


def half_distance(d: Steps, P: Term, Q: Term) -> Line:
    """TV = Σ|P − Q|/2."""
    return d.cite("definition/total-variation", P=P, Q=Q)


def stick(d: Steps, P: Term, Q: Term, eps: Term) -> Line:
    """E = Σ max(0, P − e^ε Q)."""
    return d.cite("definition/hockey-stick", P=P, Q=Q, eps=eps)


# --- symmetry, symbols and events -----------------------------------------------------------------


def swapped(d: Steps, close: Line, P: Any, Q: Any, eps: Any, delta: Any = 0) -> Line:
    """Closeness is symmetric."""
    return d.follows(Close(Q, P, eps, delta), close)


def reverse(d: Derivation, forward: str) -> None:
    """The bound on D(Q‖P), by the symmetry of closeness, from that on D(P‖Q)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    *rest, close = d.given
    d.qed(d.cite(forward, *rest, swapped(d, close, P, Q, eps), P=Q, Q=P))


def ratios(d: Steps, close: Line, P: Any, Q: Any, eps: Any, a: Any) -> tuple[Line, Line]:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a)."""
    found = d.at(d.cite("background/closeness-symbols.only-if", close, P=P, Q=Q, eps=eps), a)
    return d.piece(found, 0), d.piece(found, 1)


def marks(A: Any, size: int) -> list[Any]:
    """The indicators of the symbols 0, 1, … in an event."""
    return [cases(equals(indicator(A, k), 1), 1, 0) for k in range(size)]


def in_parts(P: Any, A: Any) -> list[Any]:
    """P(A), or the summands of P(A) for a law that is written out."""
    if isinstance(P, Op) and P.head == "pmf_literal":
        return [mark * P[k] for k, mark in enumerate(marks(A, len(P.args)))]
    return [P[A]]


def singleton(k: int) -> Any:
    """The event {k} among two symbols."""
    b = Symbol("b", number(2))
    return event_where(b, equals(b, k))


def fails(d: Steps, formula: Any, contradiction: Line) -> Line:
    """¬φ, from ⊥ under the hypothesis φ."""
    return d.follows(negation(formula), d.implied(formula, contradiction))


def close_by_events(
    d: Steps, P: Term, Q: Term, delta: Any, proof: Callable[[Term, Term, Any], Line],
    *lines: Line,
) -> Line:
    """(0, δ)-closeness of P and Q, where `proof` shows P(A) − Q(A) ≤ δ for any two such laws and
    any event."""
    A = d.fix(Event("A", P.sort.sizes()[0]))

    def side(first: Term, second: Term) -> Line:
        line = d.arithmetic(
            first[A] <= exp(number(0)) * second[A] + delta, proof(first, second, A), *lines
        )
        return d.forall(A, line)

    return d.follows(Close(P, Q, 0, delta), side(P, Q), side(Q, P))


# --- parameters -----------------------------------------------------------------------------------


def widening(d: Steps, eps: Any, positive: Line) -> Line:
    """e^−ε < e^ε for ε > 0."""
    z = Real("z", ">0")
    more = d.scalar(exp(z) > 1, positive, values={z: eps})
    return d.arithmetic(exp(-eps) < exp(eps), more, hints=[exp(-eps)])


def same_bound(d: Steps, eps: Any, short: Any, printed: Any, positive: Line) -> Line:
    """ε (e^ε − 1)/(e^ε + 1) is the right side of (11)."""
    return d.identity(equals(short, printed), widening(d, eps, positive))


def looser(
    d: Steps, close: Line, P: Any, Q: Any, eps: Any, eps_more: Any, delta: Any, delta_more: Any,
    *lines: Line,
) -> Line:
    """Closeness with larger ε and δ, where ε ≤ ε' is obvious and lines show δ ≤ δ'."""
    A = d.fix(Event("A", P.sort.sizes()[0]))
    grown = exponential_less(d, eps, eps_more, d.obvious(number(eps) <= eps_more))
    sides = []
    for k, (one, two) in enumerate(((P, Q), (Q, P))):
        bound = d.at(d.piece(close, k), A)
        sides.append(d.forall(A, d.arithmetic(
            one[A] <= exp(eps_more) * two[A] + delta_more, bound, grown, *lines,
            hints=in_parts(two, A),
        )))
    return d.follows(Close(P, Q, eps_more, delta_more), *sides)


def each_pair(
    d: Steps, M: Any, eps: Any, delta: Any, proof: Any, private: Line, given: Any, *lines: Line
) -> Line:
    """M is (ε,δ)-DP, where `proof` leads from the closeness given to (ε,δ)-closeness.

    Args:
        given: the ε and δ for which `private` says that M is private.
        lines: what shows δ to be at least 0.
    """
    D = M.of.database
    x, y = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    near = d.assume(hamming(D, x, y) <= 1)
    close = d.cite(
        "lemma/dp", near, private, M=M, x=x, values={"x'": y}, eps=given[0], delta=given[1]
    )
    found = proof(M[x], M[y], close)
    pairs = d.forall(x, d.forall(y, found, where=hamming(D, x, y) <= 1))
    return d.cite("lemma/dp-intro", pairs, *lines, M=M, eps=eps, delta=delta)
