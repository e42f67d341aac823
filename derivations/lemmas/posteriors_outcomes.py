"""Proofs on outcomes that leak little, and on outcomes that tell all."""

from __future__ import annotations

from typing import Any

from derivations.patterns.posteriors import Posterior
from derivations.tools import absurd, log_below, one_term, same, split_equal, split_order, summed
from verified.language import (
    either,
    equals,
    exp,
    log,
    negation,
    output,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number

# --- outcomes that leak little, or tell all -------------------------------------------------------


@derives("lemma/outcome.leaks")
def leaks_little(d: Derivation) -> None:
    """P(a|y) is P(a) W(y|a)/P_Y(y)."""
    P, W, y, r = (d.var(name) for name in "PWyr")
    each, least = d.given
    a = d.fix(Symbol("a", P.of.size))
    it = Posterior(d, P, W, y)
    joint = d.arithmetic(P[a] * W[a, y] <= exp(r) * P[a] * it.seen, d.at(each, a), hints=[P[a]])
    d.qed(it.from_joint(r, a, joint, least))


def surely(d: Derivation, law: Any, value: Any, high: Line, *lines: Line) -> Line:
    """H ≤ 0, from 1 ≤ A(v)."""
    some = d.arithmetic(law[value] > 0, high, *lines)
    line = d.cite("lemma/largest-probability.at-least", some, *lines, P=law, a=value)
    most = d.piece(d.cite("background/probability-bounds", *lines, P=law, a=value), 1)
    equal = d.turn(equals(law[value], 1), most, high)
    zero = d.rewrite(d.turn(equals(number(1), law[value]), equal), d.identity(
        equals(-log(number(1)), 0)), equals(-log(law[value]), 0))
    return d.chain(line, zero)


@derives("lemma/outcome.tells")
def tells(d: Derivation) -> None:
    """Σ P(a) W(y|a) U(v|a) is Σ P(a) W(y|a)."""
    P, W, y, U, v = (d.var(name) for name in "PWyUv")
    there, each = d.given
    a = d.fix(Symbol("a", P.of.size))
    it = Posterior(d, P, W, y)
    held = d.at(each, a)
    sure, never = held.theorem.conclusion.parts
    goal = P[a] * W[a, y] <= P[a] * W[a, y] * U[a, v]
    line = d.cases(
        held, d.arithmetic(goal, d.assume(sure), hints=[P[a] * W[a, y]]),
        d.arithmetic(goal, d.assume(never), d.obvious(0 <= P[a] * W[a, y] * U[a, v]),
                     hints=[P[a]]))
    rows = d.summed(d.forall(a, line))
    law = output(it.term, U)
    value = d.identity(
        equals(law[v], total(a, P[a] * W[a, y] * U[a, v]) / it.seen), there, *it.law)
    high = d.arithmetic(1 <= law[v], value, rows, there, *it.law, hints=[1 / it.seen])
    d.qed(surely(d, law, v, high, there, *it.law))


@derives("lemma/outcome.singles")
def singles(d: Derivation) -> None:
    """No other symbol has a positive posterior probability."""
    P, W, y, b = (d.var(name) for name in "PWyb")
    there, each = d.given
    a = d.fix(Symbol("a", P.of.size))
    it = Posterior(d, P, W, y)

    def part(held: Line, mark: Line) -> Line:
        on = mark.formula.right
        goal = P[a] * W[a, y] <= same(a, b) * (P[a] * W[a, y])
        if on == number(1):
            line = d.obvious(P[a] * W[a, y] <= on * (P[a] * W[a, y]))
        else:
            known = d.at(each, a)
            equal, never = known.theorem.conclusion.parts
            low = d.cases(known, d.follows(never, d.assume(equal), held), d.assume(never))
            line = d.arithmetic(P[a] * W[a, y] <= on * (P[a] * W[a, y]), low, hints=[P[a]])
        return d.rewrite(mark, line, goal)

    rows = d.summed(d.forall(a, split_equal(d, a, b, part)))
    value = d.identity(equals(it.term[b], P[b] * W[b, y] / it.seen), there, *it.law)
    high = d.arithmetic(1 <= it.term[b], value, rows, there, *it.law, hints=[1 / it.seen])
    d.qed(surely(d, it.term, b, high, there, *it.law))


@derives("lemma/two-symbols")
def not_certain(d: Derivation) -> None:
    """Another symbol, 0 or 1, has a positive probability."""
    P, b = d.var("P"), d.var("b")
    full, two = d.given
    first, second = equals(b, 0), equals(b, 1)

    s = d.fix(Symbol("s", P.of.size))

    def beside(index: int, apart: Line) -> Line:
        """P(b) and the probability of the other are two parts of the sum."""
        goal = same(s, b) * P[s] + same(s, index) * P[s] <= P[s]

        def here(held: Line, mark: Line) -> Line:
            def also(equal: Line, other_mark: Line) -> Line:
                one, other = mark.formula.right, other_mark.formula.right
                if one == other == number(1):
                    both = d.rewrite(held, equal, equals(b, index))
                    return d.follows(goal, apart, both)
                line = d.obvious(one * P[s] + other * P[s] <= P[s])
                line = d.rewrite(mark, line, same(s, b) * P[s] + other * P[s] <= P[s])
                return d.rewrite(other_mark, line, goal)

            return split_equal(d, s, index, also)

        rows = d.summed(d.forall(s, split_equal(d, s, b, here)))
        likely = d.at(full, number(index), two)
        total_of = d.identity(equals(rows.formula.left, P[b] + P[index]), two)
        return d.arithmetic(1 - P[b] > 0, rows, total_of, likely, two)

    zero = d.assume(first)
    clash = d.assume(second)
    other = d.follows(negation(second), d.implied(clash, d.contradiction(zero, clash)))
    there = d.follows(either(first, negation(first)))
    apart = d.assume(negation(first))
    d.qed(d.cases(there, beside(1, other), beside(0, apart)))


@derives("lemma/outcome.null")
def null_leaks(d: Derivation) -> None:
    """The posterior is the prior."""
    P, W, y, r = (d.var(name) for name in "PWyr")
    none, least = d.given
    a = d.fix(Symbol("a", P.of.size))
    it = Posterior(d, P, W, y)
    one = d.cite("background/exponential-increasing", least, r=0, s=r)
    line = d.arithmetic(it.term[a] <= exp(r) * P[a], d.identity(
        equals(it.term[a], P[a]), none, *it.law), one, hints=[P[a]])
    d.qed(d.cite("lemma/largest-ratio.bound", d.forall(a, line), *it.law, P=it.term, Q=P, r=r))


@derives("lemma/two-outcomes")
def two_outcomes(d: Derivation) -> None:
    """A(a) K(z|a) ≤ e^e A(a) Σ A K, times P_Y(y)."""
    P, A, W, K, y, z, r, e = (d.var(name) for name in "PAWKyzre")
    over, under, first, second = d.given
    it = Posterior(d, A, K, z)
    a, b = d.fix(Symbol("a", P.of.size)), d.fix(Symbol("b", P.of.size))
    seen = output(P, W)[y]
    ratio = d.at(d.cite("lemma/largest-ratio.ratio", second, *it.law, P=it.term, Q=A, r=e), a)
    joint = A[a] * K[a, z] <= exp(e) * A[a] * it.seen

    def possible(likely: Line) -> Line:
        value = d.identity(equals(it.term[a], A[a] * K[a, z] / it.seen), likely, *it.law)
        return d.arithmetic(joint, ratio, value, likely, hints=[it.seen])

    def null(none: Line) -> Line:
        part = one_term(d, a, lambda s: A[s] * K[s, z], name="cell")
        return d.arithmetic(joint, part, none, d.obvious(0 <= exp(e) * A[a] * it.seen))

    joint_line = it.split(possible, null)
    equal = d.turn(equals(A[a] * seen, P[a] * W[a, y]), d.at(over, a), d.at(under, a))
    equal_b = d.turn(equals(A[b] * seen, P[b] * W[b, y]), d.at(over, b), d.at(under, b))
    rows = d.summed(d.forall(b, d.arithmetic(equals(
        A[b] * K[b, z] * seen, P[b] * W[b, y] * K[b, z]), equal_b, hints=[K[b, z]])))
    both = total(b, P[b] * W[b, y] * K[b, z])
    whole = d.arithmetic(equals(it.seen * seen, both), rows)
    line = d.arithmetic(A[a] * K[a, z] * seen <= exp(e) * A[a] * both, joint_line, whole,
                        hints=[seen, exp(e) * A[a]])
    line = d.arithmetic(P[a] * W[a, y] * K[a, z] <= exp(e) * A[a] * both, line, equal,
                        hints=[K[a, z]])
    apart = d.identity(equals(exp(r + e), exp(r) * exp(e)))
    grown = d.arithmetic(exp(e) * A[a] * both <= exp(e) * exp(r) * P[a] * both, d.at(first, a),
                         hints=[exp(e) * both])
    least = [d.cite(f"background/renyi-monotone.{key}", *it.law, P=it.term, Q=A, alpha=0)
             for key in ("nonnegative", "infinite")]
    d.qed(d.both(d.chain(*least, second), d.forall(a, d.arithmetic(
        P[a] * W[a, y] * K[a, z] <= exp(r + e) * P[a] * both, line, grown, apart,
        hints=[P[a] * both]))))


@derives("lemma/outcome.often")
def often(d: Derivation) -> None:
    """W(y|a) ≤ 1 ≤ P_Y(y)/(1 − e)."""
    P, W, y, e = (d.var(name) for name in "PWye")
    (much,) = d.given
    seen = output(P, W)[y]
    gap = d.obvious(0 < 1 - e)
    r = -log(1 - e)
    value = d.identity(equals(exp(r), 1 / (1 - e)), gap)
    high = d.arithmetic(1 <= exp(r) * seen, much, value, gap, hints=[1 / (1 - e)])
    a = d.fix(Symbol("a", P.of.size))
    most = d.piece(d.cite("background/probability-bounds", P=W[a], a=y), 1)
    logs = log_below(d, 1 - e, number(1), gap)
    least = d.arithmetic(0 <= r, logs, gap)
    d.qed(d.cite("lemma/outcome.leaks", d.forall(a, d.chain(most, high)), least, gap, r=r))


@derives("lemma/rare-value")
def rare_value(d: Derivation) -> None:
    """P(v|y) ≥ s/(2 P_Y(y)), P(v) ≤ 1 − s, and 2 P_Y(y) ≤ 1 − s (1 − q)."""
    P, W, U, y, a, b, v, w, s, q, less = (d.var(name) for name in "PWUybcvwtqd")
    one, two, first, second, apart, only, most, own, other, small = d.given
    it = Posterior(d, P, W, y)
    believed, known = output(P, U), output(it.term, U)
    x = Symbol("x", P.of.size)

    def value_of(symbol: Any, value: Any, large: Line, sure: Line) -> Line:
        part = one_term(d, symbol, lambda c: P[c] * U[c, value], name="cell")
        return d.arithmetic(s <= believed[value], part, large, sure, hints=[P[symbol]])

    at_v, at_w = value_of(a, v, one, first), value_of(b, w, two, second)
    u = d.fix(Symbol("u", U.of.outputs))
    bind = d.goal.left.args[0].args[0].args[0]
    each = d.cases(d.at(only, u), *(
        d.rewrite(d.turn(equals(value, u), d.assume(equals(u, value))), line, s <= believed[u])
        for value, line in ((v, at_v), (w, at_w))))
    least = d.bound_sup(bind, each, u)
    rest = d.cite("lemma/largest-probability.rest", apart, P=believed, a=w, b=v)
    rest = d.arithmetic(believed[v] <= 1 - s, rest, at_w)

    def row(c: Any) -> Line:
        def part(held: Line, mark: Line) -> Line:
            on = mark.formula.right
            goal = 2 * P[c] * W[c, y] <= P[c] - same(c, b) * P[c] * (1 - q)
            if on == number(1):
                here = d.rewrite(d.turn(equals(b, c), held), other, 2 * W[c, y] <= q)
                line = d.arithmetic(2 * P[c] * W[c, y] <= P[c] - on * P[c] * (1 - q), here,
                                    hints=[P[c]])
            else:
                line = d.arithmetic(2 * P[c] * W[c, y] <= P[c] - on * P[c] * (1 - q),
                                    d.at(most, c), hints=[P[c]])
            return d.rewrite(mark, line, goal)

        return split_equal(d, c, b, part)

    rows = summed(d, x, row)
    seen = d.arithmetic(2 * it.seen <= 1 - P[b] * (1 - q), rows)
    seen = d.arithmetic(2 * it.seen <= 1 - s * (1 - q), seen, two, hints=[1 - q])
    part = one_term(d, a, lambda c: P[c] * W[c, y], name="cell")
    likely = d.arithmetic(s <= 2 * it.seen, part, one, own, hints=[P[a]])
    there = d.arithmetic(0 < it.seen, likely)
    told = one_term(d, a, lambda c: it.term[c] * U[c, v], there, name="cell")
    value = d.identity(equals(it.term[a], P[a] * W[a, y] / it.seen), there)
    flat = d.arithmetic(s <= 2 * it.term[a] * it.seen, value, one, own, there, hints=[P[a]])
    flat = d.arithmetic(s <= 2 * known[v] * it.seen, flat, told, first, there,
                        hints=[it.term[a] * it.seen, it.seen])
    level = -log(bind) - less
    leaked = d.goal.right

    def bounded(line: Line) -> Line:
        positive = d.arithmetic(0 < bind, least)
        ratio = d.at(d.cite("lemma/largest-ratio.ratio", line, positive, *it.law, P=known,
                            Q=believed, r=level), v)
        power = d.identity(equals(exp(level), exp(-less) / bind), positive)
        goal = known[v] * s <= exp(-less) * believed[v]
        top = d.arithmetic(goal, ratio, power, least, positive, there,
                           hints=[known[v], bind])
        whole = d.identity(equals(exp(less) * exp(-less), 1))
        square = d.arithmetic(s * s <= 2 * it.seen * (exp(-less) * (1 - s)), flat, top, rest,
                              there, hints=[s, 2 * it.seen, 2 * it.seen * exp(-less)])
        square = d.arithmetic(s * s <= (1 - s + s * q) * (exp(-less) * (1 - s)), square, seen,
                              hints=[exp(-less) * (1 - s)])
        square = d.arithmetic(exp(less) * s * s <= (1 - s) * (1 - s + s * q), square, whole,
                              hints=[exp(less)])
        return absurd(d, d.goal, square, small)

    d.qed(split_order(d, leaked, level, bounded, lambda high: high, d.arithmetic(
        0 < bind, least), *it.law))


@derives("lemma/attribute-rare")
def rare_attribute(d: Derivation) -> None:
    """Two inputs at a time, one with the value and one without it."""
    P, W, U, y, g, q = (d.var(name) for name in "PWUygq")
    near, common, positive = d.given
    it = Posterior(d, P, W, y)
    believed, known = output(P, U), output(it.term, U)
    a, b = (d.fix(Symbol(name, P.of.size)) for name in "ab")
    v = d.fix(Symbol("v", believed.sort.sizes()[0]))
    kept = q + (1 - q) * g
    line = d.arithmetic(g * (P[a] * U[a, v] * W[a, y]) <= P[a] * U[a, v] * W[b, y],
                        d.at(d.at(near, a), b), hints=[P[a] * U[a, v]])
    rows = d.summed(d.forall(a, line))
    both = total(a, P[a] * U[a, v] * W[a, y])
    one = d.arithmetic(g * both <= believed[v] * W[b, y], rows)
    rest = P[b] - P[b] * U[b, v]
    most = d.piece(d.cite("background/probability-bounds", P=U[b], a=v), 1)
    some = d.arithmetic(0 <= rest, most, hints=[P[b]])
    pairs = d.summed(d.forall(b, d.arithmetic(
        g * both * rest <= believed[v] * (W[b, y] * rest), one, some, hints=[rest])))
    whole = d.arithmetic(g * both * (1 - believed[v]) <= believed[v] * (it.seen - both), pairs)
    more = d.at(common, v)
    above = d.obvious(0 <= both)
    share = d.arithmetic(kept * both <= believed[v] * it.seen, whole, more, above,
                         d.obvious(g <= 1), hints=[both, (1 - g) * both])
    r = -log(kept)
    value = d.identity(equals(exp(r), 1 / kept), positive)
    small = d.arithmetic(kept <= 1, d.obvious(q <= 1), d.obvious(g <= 1), hints=[1 - q])
    goal = known[v] <= exp(r) * believed[v]

    def possible(likely: Line) -> Line:
        told = d.identity(equals(known[v], both / it.seen), likely, *it.law)
        low = d.combined(both / it.seen <= believed[v] / kept, share, likely, positive, products=[
            ["1", [["fact", 0], ["sign", 1 / (it.seen * kept)]]]])
        return d.chain(told, d.rewrite(
            d.turn(equals(1 / kept, exp(r)), value), d.chain(low, d.identity(equals(
                believed[v] / kept, 1 / kept * believed[v]), positive)),
            both / it.seen <= exp(r) * believed[v]))

    def null(none: Line) -> Line:
        told = d.identity(equals(known[v], believed[v]), none, *it.law)
        low = d.arithmetic(1 <= 1 / kept, small, positive, hints=[1 / kept])
        grown = d.chain(low, d.turn(equals(1 / kept, exp(r)), value))
        return d.chain(told, d.arithmetic(
            believed[v] <= exp(r) * believed[v], grown, positive, hints=[believed[v]]))

    each = d.forall(v, it.split(possible, null))
    assert each.formula.body == goal
    d.qed(d.cite("lemma/largest-ratio.bound", each, positive, *it.law, P=known, Q=believed, r=r))
