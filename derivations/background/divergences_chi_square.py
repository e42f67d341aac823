"""Proof that the divergence is at most the logarithm of 1 + χ²."""

from __future__ import annotations

from typing import Any

from derivations.patterns.orders import split_strict
from derivations.tools import is_zero, split_zero, summed
from verified.kernel.polynomial import replaced
from verified.language import KL, cases, either, equals, every, log
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import negate
from verified.syntax.terms import INFINITY, Symbol, number


@derives("background/kl-chi-square")
def kl_chi_square(d: Derivation) -> None:
    """P ln(P/Q) ≤ P (P/(Q S) − 1) + P ln S for S = Σ P²/Q, which is at least 1. Both sides are
    infinite where P has a symbol that Q lacks."""
    P, Q = d.var("P"), d.var("Q")
    a = d.fix(Symbol("a", P.of.size))
    inside = every(a, either(Q[a] > 0, P[a] <= 0))
    found = d.follows(either(inside, negate(inside)))
    beyond = d.assume(found.theorem.conclusion.parts[1])
    alone = d.assume(beyond.theorem.conclusion.body)

    none = d.turn(Q[a] <= 0, d.piece(alone, 0))
    here = d.turn(P[a] > 0, d.piece(alone, 1))
    endless = d.cite("definition/chi-square-outside", here, none, a=a)
    top = d.piece(d.cite("definition/infinite-logarithms", r=0), 1)
    top = d.rewrite(endless, top, equals(d.goal.right, INFINITY))
    most = d.cite("background/kl-range")
    below = d.cases(most, *(
        d.turn(KL(P, Q) <= INFINITY, d.assume(part)) for part in most.theorem.conclusion.parts
    ))
    endless = d.chain(below, d.turn(equals(INFINITY, d.goal.right), top))
    d.qed(d.cases(found, covered(d, d.assume(inside)), d.obtain(beyond, a, endless)))


def covered(d: Derivation, inside: Line) -> Line:
    """The bound, where Q(a) > 0 or P(a) = 0 for every symbol a."""
    P, Q = d.var("P"), d.var("Q")
    a = d.fix(Symbol("a", P.of.size))
    value, kl = d.cite("definition/chi-square", inside), d.cite("definition/kl")
    S = value.formula.right
    part = cases(Q[a] > 0, P[a] ** 2 / Q[a], 0)

    def symbols(low: Any, high: Any, lines: list[Line], bound: Any) -> Line:
        """Σ low ≤ Σ high; `bound` shows it where Q(a) and P(a) are positive."""
        goal = low <= high

        def seen(mark: Line, above: Line) -> Line:
            marked = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * (P[a] ** 2 / Q[a])), above)
            marked = d.rewrite(mark, marked, equals(part, 1 * (P[a] ** 2 / Q[a])))
            return bound(marked, above)

        def unseen(mark: Line, low: Line) -> Line:
            zero = is_zero(d, Q[a], low)
            fact = d.at(inside, a)
            some, none = fact.theorem.conclusion.parts
            nothing = is_zero(d, P[a], d.cases(
                fact, d.follows(P[a] <= 0, d.contradiction(d.assume(some), low)), d.assume(none)
            ))
            at = d.obvious(replaced(replaced(goal, P[a], number(0)), Q[a], number(0)), *lines)
            at = d.rewrite(zero, at, replaced(goal, P[a], number(0)))
            return d.rewrite(nothing, at, goal)

        return summed(d, a, lambda a: split_strict(d, 0, Q[a], seen, unseen), inside, *lines)

    least = symbols(2 * P[a] - Q[a], part, [], lambda marked, above: d.arithmetic(
        2 * P[a] - Q[a] <= part, marked, above, d.combined(
            0 <= (P[a] - Q[a]) ** 2 / Q[a], above,
            products=[["1", [["square", P[a] - Q[a]], ["sign", 1 / Q[a]]]]],
        ),
    ))
    some = d.arithmetic(1 <= S, least)
    positive = d.arithmetic(0 < S, some)
    ratio = P[a] * log(P[a]) - P[a] * log(Q[a])

    def bound(marked: Line, above: Line) -> Line:
        goal = ratio <= part / S - P[a] + P[a] * log(S)

        def likely(here: Line) -> Line:
            tangent = d.cite(
                "background/log-tangent.line", here, above, positive, x=P[a] / (Q[a] * S)
            )
            return d.arithmetic(goal, tangent, marked, here, above, positive, hints=[P[a]])

        def unlikely(zero: Line) -> Line:
            plain = d.obvious(replaced(goal, P[a], number(0)), above, positive)
            return d.rewrite(zero, plain, goal)

        return split_zero(d, P[a], unlikely, likely)

    rows = symbols(ratio, part / S - P[a] + P[a] * log(S), [positive], bound)
    mean = d.identity(equals(rows.formula.right, log(S)), positive, inside)
    return d.rewrite(value, d.chain(kl, rows, mean), d.goal)
