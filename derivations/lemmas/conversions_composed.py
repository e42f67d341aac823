"""Proofs of what stays of privacy where responses are released together, and of what is worst."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.closeness import stick
from derivations.patterns.orders import split_strict
from derivations.patterns.renyi import (
    at_least_one,
    bend,
    convexity,
    finite_sum,
    guarded,
    not_one,
    split_guard,
)
from derivations.tools import (
    absurd,
    everywhere,
    log_below,
    positive_from,
    summed,
    turned,
)
from verified.language import (
    cases,
    either,
    equals,
    exp,
    maximum,
    quotient,
    rational,
    remainder,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Real, Symbol, Term, number

# --- responses released together ------------------------------------------------------------------


@derives("lemma/closeness-composed")
def composed(d: Derivation) -> None:
    """Of P what lies above e^ε₁ Q counts whole, of the rest what W adds."""
    names = ("P", "Q", "W", "V", "e1", "e2", "d1", "d2")
    P, Q, W, V, one, two, _, after = (d.var(name) for name in names)
    outer, inner = d.given
    J, K = d.goal.left.args[:2]
    n, m = W.of.inputs, W.of.outputs
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[m])
    below_one = d.arithmetic(0 <= 1 - after, d.obvious(after <= 1))

    def apart(a: Any) -> Term:
        return maximum(0, P[a] - exp(one) * Q[a])

    def gap(a: Any, b: Any) -> Term:
        return maximum(0, W[a, b] - exp(two) * V[a, b])

    def mass(a: Any, b: Any) -> Term:
        return J[a * m + b] - exp(one + two) * K[a * m + b]

    def row(a: Any) -> Line:
        over = d.cite("background/absolute-value.above-both", r=0, s=P[a] - exp(one) * Q[a])
        zero, steep = d.piece(over, 0), d.piece(over, 1)
        rest = P[a] - apart(a)
        kept = d.arithmetic(0 <= rest, d.cite(
            "background/absolute-value.largest-of-two", d.obvious(0 <= P[a]),
            d.obvious(P[a] - exp(one) * Q[a] <= P[a]),
            r=0, s=P[a] - exp(one) * Q[a], c=P[a]))

        def cell(b: Any) -> Line:
            ends = d.cite("background/absolute-value.above-both", r=0,
                          s=W[a, b] - exp(two) * V[a, b])
            most = apart(a) * W[a, b] + rest * gap(a, b)
            none = d.arithmetic(0 <= most, zero, kept, d.piece(ends, 0),
                                hints=[W[a, b], gap(a, b), apart(a)])
            some = d.combined(
                mass(a, b) <= most, kept, d.piece(ends, 1), steep, size,
                products=[["1", [["fact", 0], ["fact", 1]]],
                          ["1", [["fact", 2], ["sign", exp(two) * V[a, b]]]]])
            return d.cite("background/absolute-value.largest-of-two", none, some, size,
                          r=0, s=mass(a, b), c=most)

        cells = summed(d, Symbol("b", m), cell)
        second = d.chain(turned(d, stick(d, W[a], V[a], two)), d.at(inner, a))
        return d.combined(
            cells.formula.left <= apart(a) * (1 - after) + P[a] * after, cells, kept, second,
            products=[["1", [["fact", 0]]], ["1", [["fact", 1], ["fact", 2]]]])

    rows = summed(d, Symbol("a", n), row)
    top = d.cite("definition/hockey-stick", size, P=J, Q=K, eps=one + two)
    a, b = Symbol("a", n), Symbol("b", m)
    opened = d.identity(equals(top.formula.right, total(a, total(b, maximum(0, mass(a, b))))), size)
    first = d.chain(turned(d, stick(d, P, Q, one)), outer)
    d.qed(d.arithmetic(d.goal, top, opened, rows, first, below_one, hints=[1 - after]))


@derives("lemma/renyi-composed")
def renyi_composed(d: Derivation) -> None:
    """The powers of a pair are the products of the powers."""
    P, Q, W, V, order, level, after = (d.var(v) for v in ("P", "Q", "W", "V", "alpha", "r", "t"))
    outer, inner = d.given
    J, K = d.goal.left.args[:2]
    n, m = W.of.inputs, W.of.outputs
    more = d.obvious(1 < order)
    some, over = d.arithmetic(0 < order, more), d.arithmetic(0 < order - 1, more)
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[m])
    inside, top = finite_sum(d, level, outer, more)
    a, b = d.fix(Symbol("a", n)), Symbol("b", m)
    within, most = finite_sum(d, after, d.at(inner, a), more)
    within = d.forall(a, within)
    scale = exp((order - 1) * after)
    known = [some, over, size]

    def covers(s: Any) -> Line:
        x, y = quotient(s, m), remainder(s, m)
        goal = either(K[s] > 0, J[s] <= 0)
        first, second = d.at(inside, x), d.at(d.at(within, x), y)
        seen, none = first.theorem.conclusion.parts
        found, lost = second.theorem.conclusion.parts
        return d.cases(
            first,
            d.cases(
                second,
                d.follows(goal, d.obvious(K[s] > 0, d.assume(seen), d.assume(found))),
                d.follows(goal, d.arithmetic(J[s] <= 0, d.assume(lost), hints=[P[x]])),
            ),
            d.follows(goal, d.arithmetic(J[s] <= 0, d.assume(none), hints=[W[x, y]])),
        )

    joined = everywhere(d, Symbol("s", n * m), covers)

    def cell(b: Any) -> Line:
        s = a * m + b
        split = guarded(P, Q, a, order) * guarded(W[a], V[a], b, order)
        goal = guarded(J, K, s, order) <= split

        def likely(here: Line, there: Line, mark: Line) -> Line:
            p, w, q, v = (
                positive_from(d, term, line, size, hints=[factor])
                for term, line, factor in ((P[a], here, W[a, b]), (W[a, b], here, P[a]),
                                           (Q[a], there, V[a, b]), (V[a, b], there, Q[a]))
            )
            one = counted(d, P, Q, a, order, q, p)
            two = counted(d, W[a], V[a], b, order, v, w)
            return d.combined(
                goal, d.turn(one.formula.right <= one.formula.left, one),
                d.turn(two.formula.right <= two.formula.left, two),
                d.turn(mark.formula.left <= mark.formula.right, mark), p, q, w, v, size, *known,
                products=[["1", [["fact", 0], ["sign", two.formula.left]]],
                          ["1", [["fact", 1], ["sign", one.formula.right]]],
                          ["1", [["fact", 2]]]])

        return split_guard(d, J, K, s, order, d.at(joined, s, size), goal, likely, *known)

    cells = summed(d, b, cell, *known)
    part = guarded(P, Q, a, order)
    row = d.arithmetic(cells.formula.left <= part * scale, cells, most,
                       d.obvious(0 <= part, some), *known, hints=[part])
    rows = d.summed(d.forall(a, row), *known)
    one = at_least_one(d, J, K, order, joined, more, some)
    total_mass = one.formula.left
    value = d.cite("definition/renyi", joined, not_one(d, order, more), *known, P=J, Q=K)
    opened = d.identity(equals(total_mass, rows.formula.left), *known)
    upper = d.arithmetic(total_mass <= exp((order - 1) * (level + after)), opened, rows, top,
                         *known, hints=[scale])
    positive = d.arithmetic(0 < total_mass, one)
    logs = log_below(d, total_mass, exp((order - 1) * (level + after)), upper, positive, *known)
    d.qed(d.arithmetic(d.goal, value, logs, positive, *known, hints=[1 / (order - 1)]))


def counted(
    d: Derivation, P: Term, Q: Term, a: Any, order: Term, there: Line, here: Line
) -> Line:
    """`guarded` where P(a) and Q(a) are positive."""
    part, power = guarded(P, Q, a, order), P[a] ** order * Q[a] ** (1 - order)
    goal = equals(part, power)

    def seen(mark: Line, _: Line) -> Line:
        value = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * power), here, there)
        return d.rewrite(mark, value, equals(part, 1 * power))

    return split_strict(
        d, 0, Q[a], lambda mark, _: d.chain(
            seen(mark, _), d.identity(equals(1 * power, power), here, there)),
        lambda _, low: absurd(d, goal, low, there))


@derives("lemma/advanced-composition")
def advanced(d: Derivation) -> None:
    """The order 1 + s/(kε), where the exponent is −s²/(2k)."""
    eps, k, above = d.var("eps"), d.var("k"), d.var("s")
    positive, private = d.given
    order = 1 + above / (k * eps)
    more = d.arithmetic(1 < order, d.obvious(0 < above), positive, hints=[1 / (k * eps)])
    level, at = private.formula.right, d.goal.left.args[2]
    sign = d.arithmetic(
        0 <= level, d.cite("background/log-tangent.exponential"), positive,
        hints=[k * eps / (exp(eps) + 1), above * eps])
    line = d.cite("lemma/renyi-to-closeness.mironov", private, sign, more, positive,
                  alpha=order, r=level, eps=at)
    found = equals(line.theorem.conclusion.right, d.goal.right)
    d.qed(d.chain(line, d.identity(found, more, positive)))


@derives("lemma/close-renyi-hoeffding")
def hoeffding(d: Derivation) -> None:
    """z²/2 − ln cosh z lies above its tangent at ε/2, where z is (α − ½)ε."""
    eps, order = d.var("eps"), d.var("alpha")
    more = d.obvious(1 < order)
    over = d.arithmetic(0 < order - 1, more)
    bound = d.cite("sharper/renyi-sharp.above-one", more, *d.given)
    x, y, z = (order - rational(1, 2)) * eps, eps / 2, Real("z")
    slope = y - (exp(y) - exp(-y)) / (exp(y) + exp(-y))
    tangent = d.tangent(
        z, bend(z), x, y, bend(y) + slope * (x - y) <= bend(x), certificate=convexity())
    d.qed(d.arithmetic(d.goal, bound, tangent, more, over, hints=[1 / (order - 1)]))


# --- what is worst --------------------------------------------------------------------------------


@derives("lemma/close-dominated")
def dominated(d: Derivation) -> None:
    """At e^ε both sides are 0, at e^−ε no difference is negative, and both are tanh(ε/2)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    R, S = d.goal.args[2:]
    (close,) = d.given
    a, b = Symbol("a", P.of.size), d.fix(Symbol("b", 2))
    symbols = d.cite("background/closeness-symbols.only-if", close)

    def side(one: Any, two: Any, over: Any, at: Any) -> Term:
        return maximum(0, S[at] * one[over] - R[at] * two[over])

    def goal(at: Any) -> Relation:
        c = Symbol("c", 2)
        return total(a, side(P, Q, a, at)) <= total(c, side(R, S, c, at))

    def bound(at: int) -> Line:
        def symbol(a: Any) -> Line:
            up, down = (d.piece(d.at(symbols, a), place) for place in (0, 1))
            gap = S[at] * P[a] - R[at] * Q[a]
            most = number(0) if at == 0 else gap
            share = 1 / (1 + exp(eps))
            return d.cite(
                "background/absolute-value.largest-of-two",
                d.arithmetic(0 <= most, down, hints=[share]),
                d.arithmetic(gap <= most, up, hints=[share]), r=0, s=gap, c=most)

        rows = summed(d, a, symbol)
        ends = []
        for place in (0, 1):
            other = S[at] * R[place] - R[at] * S[place]
            both = d.cite("background/absolute-value.above-both", r=0, s=other)
            ends += [d.piece(both, 0), d.piece(both, 1)]
        return d.arithmetic(goal(at), rows, *ends)

    d.qed(d.forall(b, split_bit(d, b, goal, bound)))
