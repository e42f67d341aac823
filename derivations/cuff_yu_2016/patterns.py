"""Patterns of steps that the proofs of several parts share."""

from __future__ import annotations

from typing import Any

from derivations.databases import law_equality
from derivations.tools import (
    ZERO,
    absurd,
    split_minimum,
    split_order,
)
from verified.language import (
    TV,
    Close,
    cases,
    equals,
    event_where,
    exp,
    hamming,
    indicator,
    instances,
    minimum,
    negation,
    sqrt,
)
from verified.language.formulas import Relation
from verified.language.terms import Event, Op, Real, Symbol, number
from verified.proof.derivation import Line, Steps


def swapped(d: Steps, close: Line, P: Any, Q: Any, eps: Any, delta: Any = 0) -> Line:
    """Closeness is symmetric."""
    return d.follows(Close(Q, P, eps, delta), close)


def ratios(d: Steps, close: Line, P: Any, Q: Any, eps: Any, a: Any) -> tuple[Line, Line]:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a)."""
    found = d.at(d.cite("background/closeness-symbols.only-if", close, P=P, Q=Q, eps=eps), a)
    return d.piece(found, 0), d.piece(found, 1)


def log_product(d: Steps, u: Any, v: Any, *positive: Line) -> Line:
    """ln(u v) = ln u + ln v, also where u is a sum."""
    return d.cite("background/log-product", *positive, x=u, y=v)


def marks(A: Any, size: int) -> list[Any]:
    """The indicators of the symbols 0, 1, … in an event."""
    return [cases(equals(indicator(A, k), 1), 1, 0) for k in range(size)]


def rewritten(d: Steps, line: Line, *equalities: Line) -> Line:
    """The line with the left side of each equality replaced by the right side, in order."""
    for equality in equalities:
        line = d.rewrite(equality, line)
    return line


def widening(d: Steps, eps: Any, positive: Line) -> Line:
    """e^−ε < e^ε for ε > 0."""
    z = Real("z", ">0")
    more = d.scalar(exp(z) > 1, positive, values={z: eps})
    return d.arithmetic(exp(-eps) < exp(eps), more, hints=[exp(-eps)])


def same_bound(d: Steps, eps: Any, short: Any, printed: Any, positive: Line) -> Line:
    """ε (e^ε − 1)/(e^ε + 1) is the right side of (11)."""
    return d.identity(equals(short, printed), widening(d, eps, positive))


def least_of(d: Steps, r: Any, s: Any, *positive: Line) -> tuple[Line, Line, Line]:
    """0 < min(r, s), min(r, s) ≤ r and min(r, s) ≤ s, where r and s are positive."""
    least = minimum(r, s)

    def case(order: Line, value: Line) -> Line:
        return d.both(
            d.arithmetic(least > 0, value, *positive),
            d.arithmetic(least <= r, value, order, *positive),
            d.arithmetic(least <= s, value, order, *positive),
        )

    found = split_minimum(d, r, s, case, *positive)
    return d.piece(found, 0), d.piece(found, 1), d.piece(found, 2)


def fails(d: Steps, formula: Any, contradiction: Line) -> Line:
    """¬φ, from ⊥ under the hypothesis φ."""
    return d.follows(negation(formula), d.implied(formula, contradiction))


def singleton(k: int) -> Any:
    """The event {k} among two symbols."""
    b = Symbol("b", number(2))
    return event_where(b, equals(b, k))


def root_below(d: Steps, r: Any, s: Any, less: Line, *lines: Line) -> Line:
    """√r ≤ √s from r ≤ s."""
    return split_order(
        d, sqrt(r), sqrt(s), lambda low: low,
        lambda high: absurd(d, sqrt(r) <= sqrt(s), high, less, *lines, hints=[sqrt(r), sqrt(s)]),
        *lines,
    )


def turned(d: Steps, line: Line) -> Line:
    """b = a from a = b."""
    return d.turn(equals(line.formula.right, line.formula.left), line)


def exponential_less(d: Steps, x: Any, y: Any, less: Line, *lines: Line) -> Line:
    """e^x < e^y, from a line x < y (≤ from ≤), by the tangent of exp."""
    tangent = d.cite("background/log-tangent.exponential", *lines, eps=y - x)
    op = "<" if less.theorem.conclusion.op == "<" else "<="
    return d.arithmetic(Relation(op, exp(x), exp(y)), tangent, less, *lines, hints=[exp(x)])


def part_above(d: Steps, x: Any, sign: Line, *lines: Line) -> Line:
    """max{0, x} = x from a line 0 ≤ x, or = 0 from a line x ≤ 0."""
    side = "above" if sign.theorem.conclusion.left == ZERO else "below"
    return d.cite(f"lemma/positive-part.{side}", sign, *lines, r=x)


def in_parts(P: Any, A: Any) -> list[Any]:
    """P(A), or the summands of P(A) for a law that is written out."""
    if isinstance(P, Op) and P.head == "pmf_literal":
        return [mark * P[k] for k, mark in enumerate(marks(A, len(P.args)))]
    return [P[A]]


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
        "definition/dp", near, private, M=M, x=x, values={"x'": y}, eps=given[0], delta=given[1]
    )
    found = proof(M[x], M[y], close)
    pairs = d.forall(x, d.forall(y, found, where=hamming(D, x, y) <= 1))
    return d.cite("definition/dp-intro", pairs, *lines, M=M, eps=eps, delta=delta)


def distance_of(d: Steps, distance: Any, value: Any, *lines: Line) -> Line:
    """‖P − Q‖ = value for two laws on two symbols, by normal forms."""
    laws = [row.args[0].args[int(row.args[1].value)] for row in distance.args]
    p, q = (law.args[1] for law in laws)
    found = d.cite("lemma/binary-distance", *lines, p=p, q=q)
    found = d.chain(found, d.identity(equals(found.formula.right, value), *lines))
    first, second = (
        law_equality(d, row, law, *lines) for row, law in zip(distance.args, laws, strict=True)
    )
    found = d.rewrite(first, found, equals(TV(distance.args[0], laws[1]), value))
    return d.rewrite(second, found, equals(distance, value))
