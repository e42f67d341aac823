"""Attributes under all laws: which have nearly a bit of entropy under some, and which never."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, log_below, same, split_equal, summed
from verified.language import equals, exp, output, total
from verified.papers.saeidian_2025 import small_entropy as it
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, number


@derives("saeidian-2025/no-consistently-small-entropy-sharp")
def never_much(d: Derivation) -> None:
    """The one value has the probability 1 − t at least."""
    P, U, u, t = (d.var(name) for name in "PUut")
    (often,) = d.given
    rows = summed(d, Symbol("a", P.of.size), lambda a: d.arithmetic(
        P[a] * (1 - t) <= P[a] * U[a, u], d.at(often, a), hints=[P[a]]))
    law = output(P, U)
    likely = d.arithmetic(1 - t <= law[u], rows)
    positive = d.chain(d.obvious(0 < 1 - t), likely)
    value = d.cite("lemma/largest-probability.at-least", positive, P=law, a=u)
    logs = log_below(d, 1 - t, law[u], likely, positive)
    d.qed(d.arithmetic(d.goal, value, logs, positive))


@derives("saeidian-2025/no-consistently-small-entropy-repaired.law")
def nearly_a_bit(d: Derivation) -> None:
    """Each value is missed by one of the two symbols."""
    U, b, c, u, s = (d.var(name) for name in "Ubcws")
    sure, never = d.given
    n = U.of.inputs
    a, x = d.fix(Symbol("s'", n)), d.fix(Symbol("x", n))
    v = d.fix(Symbol("v", U.of.outputs))
    P = it.between
    possible = d.forall(x, d.obvious(0 < P[x]))
    whole = d.identity(equals(total(x, P[x]), 1))
    law = output(P, U)

    def missed(symbol: Any, none: Line) -> Line:
        """P_U(v) ≤ 1 − (1 − s)/2, as the symbol hasn't the value v."""
        def part(held: Line, mark: Line) -> Line:
            on = mark.formula.right
            goal = P[a] * U[a, v] <= P[a] - it.half * same(a, symbol)
            share = d.identity(equals(P[a], it.half * same(a, b) + it.half * same(a, c) + s / n))
            signs = [d.obvious(same(a, end) >= ZERO) for end in (b, c)]
            if on == number(1):
                here = d.rewrite(d.turn(equals(symbol, a), held), none, U[a, v] <= 0)
                rest = d.arithmetic(it.half * same(a, symbol) <= P[a], share, *signs,
                                    hints=[it.half])
                return d.arithmetic(goal, here, rest, d.obvious(0 < P[a]), hints=[P[a]])
            most = d.piece(d.cite("background/probability-bounds", P=U[a], a=v), 1)
            line = d.arithmetic(P[a] * U[a, v] <= P[a] - it.half * on, most,
                                d.obvious(0 < P[a]), hints=[P[a]])
            return d.rewrite(mark, line, goal)

        rows = d.summed(d.forall(a, split_equal(d, a, symbol, part)))
        return d.arithmetic(law[v] <= 1 - it.half, rows, whole)

    def case(held: Line, mark: Line) -> Line:
        if mark.formula.right == number(1):
            return missed(c, d.rewrite(d.turn(equals(u, v), held), never, U[c, v] <= 0))
        rest = d.cite("lemma/largest-probability.rest", held, P=U[b], a=u, b=v)
        return missed(b, d.arithmetic(U[b, v] <= 0, rest, sure))

    each = d.forall(v, split_equal(d, v, u, case))
    line = d.cite("lemma/largest-probability.at-most", each, whole, possible, P=law, g=1 - it.half)
    d.qed(d.both(line, possible))


@derives("saeidian-2025/no-consistently-small-entropy-repaired.share")
def no_bound(d: Derivation) -> None:
    """Each value is missed by one of the two symbols, so that none is kept under every law."""
    U, t, b, c, u = (d.var(name) for name in "Utbcw")
    _, sure, never = d.given
    v = d.fix(Symbol("v", U.of.outputs))
    bind = it.kept_under_any_law
    inner = substitute(bind.body, {bind.var.name: v})

    def case(held: Line, mark: Line) -> Line:
        if mark.formula.right == number(1):
            none = d.rewrite(d.turn(equals(u, v), held), never, U[c, v] <= 0)
            return d.chain(d.below_sup(inner, c), none)
        rest = d.cite("lemma/largest-probability.rest", held, P=U[b], a=u, b=v)
        return d.chain(d.below_sup(inner, b), d.arithmetic(U[b, v] <= 0, rest, sure))

    most = d.bound_sup(bind, split_equal(d, v, u, case), v)
    d.qed(d.chain(most, d.obvious(0 <= exp(-(t * it.fair)))))
