"""Sibson's informations in closed form: each is the least divergence of the pair from the prior and
an independent output, as (66) of Cuff and Yu defines it.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.orders import (
    Optimal,
    Pairs,
    likeliest_rows,
    possible_columns,
    split_strict,
)
from derivations.patterns.renyi import below_ratio
from derivations.tools import (
    absurd,
    log_below,
    same,
    split_below,
    split_order,
    split_zero,
    substitute_bound,
    turned,
)
from verified.language import cases, equals, exp, log, output, pmf_table, sibson, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Pmf, Symbol, number


def least_of(d: Derivation, part: str, defined: Any) -> Line:
    """The closed form is at most the infimum."""
    R = d.fix(Pmf("R", d.var("W").of.outputs))
    bound = d.cite(f"lemma/sibson-closed.{part}", *d.given, R=R)
    return d.chain(d.bound_sup(defined.formula.right, bound, R), turned(d, defined))


@derives("background/sibson")
def closed(d: Derivation) -> None:
    """At Sibson's optimal output law."""
    P, W, order = d.var("P"), d.var("W"), d.var("alpha")
    best = Optimal(d, P, W, order)
    defined = d.cite("definition/sibson")
    low = least_of(d, "least", defined)
    high = d.chain(
        defined, d.below_sup(defined.formula.right, best.law, best.some),
        d.cite("lemma/sibson-closed.reached", *d.given),
    )
    d.qed(d.arithmetic(d.goal, d.turn(equals(high.formula.left, high.formula.right), low, high),
                       best.some, *d.given))


@derives("background/sibson-one")
def order_one(d: Derivation) -> None:
    """At the output law."""
    P, W = d.var("P"), d.var("W")
    defined = d.cite("definition/sibson", alpha=1)
    joint = d.cite("background/information-forms.joint")
    at = d.below_sup(defined.formula.right, output(P, W))
    it = Pairs(d, P, W, output(P, W), at.formula.right)
    value = d.cite("definition/renyi-one", it.cells, P=it.joint, Q=it.apart)
    high = d.chain(defined, at, value, turned(d, joint))
    d.qed(d.turn(d.goal, high, least_of(d, "one", defined)))


@derives("background/sibson-infinite")
def order_infinite(d: Derivation) -> None:
    """At the law in proportion to the likeliest input's row."""
    P, W = d.var("P"), d.var("W")
    defined = d.cite("definition/sibson-infinite")
    whole = d.goal.right.args[0]
    law = pmf_table(W.of.outputs, lambda s: substitute_bound(whole, s) / whole)
    it = Pairs(d, P, W, law, substitute_bound(defined.formula.right, law))
    _, real, each, some = likeliest_rows(it, whole)
    known = [real, some, it.cells]
    u, y, s = it.u, it.y, it.s
    # P(x) W(y|x) ≤ N P(x) q(y), for every pair.
    cover = split_below(d, P[u], 0, lambda order, mark: d.arithmetic(
        it.here <= whole * it.there, each, mark, order, *known, hints=[P[u], W[u, y], it.here]))
    first, second = it.cells_of(s)
    cover = d.at(d.at(d.forall(u, d.forall(y, cover)), first), second)
    one = d.identity(equals(it.joint[s], P[first] * W[first, second]))
    two = d.identity(equals(it.apart[s], P[first] * law[second]), *known)
    cover = d.arithmetic(it.joint[s] <= whole * it.apart[s], cover, one, two, *known)
    value = below_ratio(d, it.joint, it.apart, whole, cover, s, *known)
    at = d.below_sup(defined.formula.right, law, *known)
    d.qed(d.turn(d.goal, d.chain(defined, at, value), least_of(d, "infinite", defined)))


@derives("background/sibson-zero")
def order_zero(d: Derivation) -> None:
    """At one symbol each: no chance to be seen is above e^(−I)."""
    P, W = d.var("P"), d.var("W")
    m = W.of.outputs
    defined = d.cite("definition/sibson", alpha=0)
    most = d.goal.right.args[0].args[0]
    z = d.fix(Symbol("z", m))
    at = d.below_sup(defined.formula.right, pmf_table(m, lambda s: same(s, z)))
    it = Pairs(d, P, W, pmf_table(m, lambda s: same(s, z)), at.formula.right)
    u, y = it.u, it.y
    value = d.cite("definition/renyi-zero", it.cells, P=it.joint, Q=it.apart)
    mass = value.formula.right.args[1].args[0]
    seen, chance = P[u] * cases(W[u, y] <= 0, 0, 1), total(u, P[u] * cases(W[u, z] <= 0, 0, 1))
    tested = cases(it.here > 0, it.there, 0)
    goal = equals(tested, seen * same(y, z))

    def possible(mark: Line, above: Line) -> Line:
        here = d.obvious(0 < W[u, y], above)
        line = d.identity(equals(tested, cases(it.here > 0, 1, 0) * it.there), above)
        line = d.rewrite(mark, line, equals(tested, 1 * it.there))
        return split_below(d, W[u, y], 0, lambda order, chosen: (
            absurd(d, goal, order, here) if chosen.formula.right == number(1)
            else d.arithmetic(goal, line, d.arithmetic(
                equals(seen, P[u]), chosen, hints=[P[u]]), hints=[same(y, z)])))

    def impossible(mark: Line, none: Line) -> Line:
        line = d.identity(equals(tested, cases(it.here > 0, 1, 0) * tested))
        line = d.rewrite(mark, line, equals(tested, 0 * tested))
        unseen = split_zero(
            d, P[u], lambda zero: d.rewrite(zero, d.identity(equals(0 * seen.args[1], 0)),
                                            equals(seen, 0)),
            lambda some: split_below(d, W[u, y], 0, lambda order, chosen: (
                d.arithmetic(equals(seen, 0), chosen, hints=[P[u]])
                if chosen.formula.right == number(1)
                else absurd(d, equals(seen, 0), order, none, some, hints=[P[u], W[u, y]]))),
        )
        return d.arithmetic(goal, line, unseen, hints=[same(y, z)])

    cell = split_strict(d, 0, it.here, possible, impossible)
    whole = d.summed(d.forall(y, d.summed(d.forall(u, cell))))
    equal = d.arithmetic(equals(mass, chance), whole)
    limit = exp(-sibson(P, W, 0))

    def likely(above: Line) -> Line:
        line = d.chain(defined, at)
        finite = d.rewrite(equal, value)
        less = d.arithmetic(log(chance) <= -sibson(P, W, 0), line, finite, above)
        return d.cite("background/exponential-increasing", less, above, r=log(chance),
                      s=-sibson(P, W, 0))

    each = split_order(
        d, chance, 0,
        lambda low: d.chain(low, d.obvious(0 <= limit)),
        lambda above: d.chain(d.identity(equals(chance, exp(log(chance))), above), likely(above)),
    )
    bound = d.bound_sup(most, each, z)
    low = least_of(d, "zero", defined)
    _, _, positive = possible_columns(it, most)
    logs = log_below(d, most, limit, bound, positive)
    high = d.arithmetic(sibson(P, W, 0) <= d.goal.right, logs, positive)
    d.qed(d.turn(d.goal, high, low))
