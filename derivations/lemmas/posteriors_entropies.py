"""Proofs on what an outcome leaves of an attribute's entropy, and on attributes that tell all."""

from __future__ import annotations

from typing import Any

from derivations.patterns.posteriors import Posterior
from derivations.tools import (
    log_below,
    multiplied,
    one_term,
    positive_from,
    same,
    split_equal,
    split_order,
    summed,
)
from verified.language import (
    equals,
    exp,
    log,
    output,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number

# --- what is left of an attribute's entropy -------------------------------------------------------


def likeliest(d: Steps, law: Term) -> tuple[Any, Line, Line]:
    """The largest probability G of a law, e^(−H) = G, and 0 < G."""
    value = d.cite("lemma/largest-probability.value", P=law)
    return value.formula.right, value, d.cite("lemma/largest-probability.positive", P=law)


@derives("lemma/growing-entropy")
def growing_entropy(d: Derivation) -> None:
    """The largest A(a) is at most e^r times the largest P(a)."""
    P, A, r = (d.var(name) for name in "PAr")
    (less,) = d.given
    a = d.fix(Symbol("a", P.of.size))
    most, _, above = likeliest(d, P)
    each = d.arithmetic(A[a] <= exp(r) * most, d.at(less, a), d.below_sup(most, a), hints=[exp(r)])
    top, _, positive = likeliest(d, A)
    line = d.bound_sup(top, each, a)
    logs = log_below(d, top, exp(r) * most, line, positive, above)
    apart = d.identity(equals(log(exp(r) * most), r + log(most)), above)
    known = [d.cite("definition/min-entropy", P=law) for law in (P, A)]
    d.qed(d.arithmetic(d.goal, logs, apart, *known, above, positive))


@derives("lemma/at-most-a-multiple-entropy.remaining")
def remaining_entropy(d: Derivation) -> None:
    """P(u|y) ≤ e^r P_U(u)."""
    P, A, U, r = (d.var(name) for name in "PAUr")
    (less,) = d.given
    one, two = output(P, U), output(A, U)
    u, a = d.fix(Symbol("u", U.of.outputs)), d.fix(Symbol("a", P.of.size))
    rows = summed(d, a, lambda a: d.arithmetic(
        A[a] * U[a, u] <= exp(r) * P[a] * U[a, u], d.at(less, a), hints=[U[a, u]]))
    each = d.forall(u, d.arithmetic(two[u] <= exp(r) * one[u], rows))
    d.qed(d.cite("lemma/growing-entropy", each, P=one, A=two))


@derives("lemma/at-most-a-multiple-entropy.certainty")
def certainty(d: Derivation) -> None:
    """The probability of all other values grows by e^r at most."""
    P, A, U, r = (d.var(name) for name in "PAUr")
    (less,) = d.given
    one, two = output(P, U), output(A, U)
    u, a = d.fix(Symbol("u", U.of.outputs)), d.fix(Symbol("a", P.of.size))
    rows = summed(d, a, lambda a: d.arithmetic(
        A[a] * (1 - U[a, u]) <= exp(r) * P[a] * (1 - U[a, u]), d.at(less, a), d.piece(d.cite(
            "background/probability-bounds", P=U[a], a=u), 1), hints=[1 - U[a, u]]))
    most, value, _ = likeliest(d, one)
    top, known, _ = likeliest(d, two)
    own = d.arithmetic(1 - two[u] <= exp(r) * (1 - one[u]), rows)
    each = d.arithmetic(one[u] <= 1 - (1 - top) * exp(-r), own, d.below_sup(top, u),
                        d.identity(equals(exp(r) * exp(-r), 1)), hints=[exp(-r)])
    line = d.bound_sup(most, each, u)
    d.qed(d.arithmetic(d.goal, line, value, known, d.identity(equals(exp(r) * exp(-r), 1)),
                       hints=[exp(r)]))


@derives("lemma/at-most-a-multiple-entropy.sure")
def stays_sure(d: Derivation) -> None:
    """The probability of all other values grows by e^r at most."""
    P, A, U, r, v = (d.var(name) for name in "PAUrv")
    less, sure = d.given
    a = d.fix(Symbol("a", P.of.size))
    rows = summed(d, a, lambda a: d.arithmetic(
        A[a] * (1 - U[a, v]) <= exp(r) * P[a] * (1 - U[a, v]), d.at(less, a), d.piece(d.cite(
            "background/probability-bounds", P=U[a], a=v), 1), hints=[1 - U[a, v]]))
    own = d.arithmetic(1 - output(A, U)[v] <= exp(r) * (1 - output(P, U)[v]), rows)
    d.qed(d.arithmetic(d.goal, own, sure, hints=[exp(r)]))


@derives("lemma/at-most-a-multiple-entropy.certain")
def stays_certain(d: Derivation) -> None:
    """Nothing grows by a factor from 0."""
    P, A, U, r = (d.var(name) for name in "PAUr")
    less, sure = d.given
    line = d.cite("lemma/at-most-a-multiple-entropy.certainty", less)
    one, two = output(P, U), output(A, U)
    top = d.cite("lemma/largest-probability.certain", sure, P=one)
    _, certain, _ = likeliest(d, one)
    most, value, positive = likeliest(d, two)
    whole = d.arithmetic(1 <= most, line, top, certain, value, hints=[exp(r)])
    logs = log_below(d, number(1), most, whole, positive)
    entropy = d.cite("definition/min-entropy", P=two)
    d.qed(d.arithmetic(d.goal, logs, entropy, positive))


@derives("lemma/posteriors-of-two")
def posteriors_of_two(d: Derivation) -> None:
    """P(a) W(y|a) grows by e^r at most, and its sum shrinks by e^(−s) at most."""
    P, Q, W, y, r, s = (d.var(name) for name in "PQWyrs")
    grows, shrinks = d.given
    one, two = Posterior(d, P, W, y), Posterior(d, Q, W, y)
    a = d.fix(Symbol("a", P.of.size))
    up = d.summed(d.forall(a, d.arithmetic(
        Q[a] * W[a, y] <= exp(r) * P[a] * W[a, y], d.at(grows, a), hints=[W[a, y]])))
    down = d.summed(d.forall(a, d.arithmetic(
        P[a] * W[a, y] <= exp(s) * Q[a] * W[a, y], d.at(shrinks, a), hints=[W[a, y]])))
    up = d.arithmetic(two.seen <= exp(r) * one.seen, up)
    down = d.arithmetic(one.seen <= exp(s) * two.seen, down)
    goal = two.entry(a) <= exp(r + s) * one.entry(a)
    apart = d.identity(equals(exp(r + s), exp(r) * exp(s)))

    def seen(likely: Line) -> Line:
        also = positive_from(d, one.seen, up, likely, hints=[exp(r)])
        values = [d.identity(equals(it.entry(a), it.P[a] * W[a, y] / it.seen), line)
                  for it, line in ((one, also), (two, likely))]
        flat = d.arithmetic(
            Q[a] * W[a, y] * one.seen <= exp(r) * exp(s) * P[a] * W[a, y] * two.seen,
            d.at(grows, a), down, likely, also,
            hints=[W[a, y], one.seen, exp(r) * P[a] * W[a, y], W[a, y] * one.seen])
        ratio = d.combined(
            Q[a] * W[a, y] / two.seen <= exp(r) * exp(s) * (P[a] * W[a, y] / one.seen), flat,
            likely, also, products=[["1", [["fact", 0], ["sign", 1 / one.seen], [
                "sign", 1 / two.seen]]]])
        line = d.arithmetic(two.entry(a) <= exp(r) * exp(s) * one.entry(a), ratio, *values,
                            likely, also)
        return d.rewrite(d.turn(equals(exp(r) * exp(s), exp(r + s)), apart), line, goal)

    def null(none: Line) -> Line:
        also = d.arithmetic(one.seen <= 0, down, none, hints=[exp(s)])
        values = [d.identity(equals(it.entry(a), it.P[a]), line)
                  for it, line in ((one, also), (two, none))]
        whole = d.arithmetic(1 <= exp(s), d.summed(shrinks))
        return d.arithmetic(goal, d.at(grows, a), whole, apart, *values, also, none,
                            hints=[exp(r) * P[a]])

    d.qed(d.forall(a, split_order(d, two.seen, 0, null, seen)))


@derives("lemma/odds.attribute")
def odds_of_attribute(d: Derivation) -> None:
    """Summed over a with weights U(u|a), and over b with 1 − U(u|b)."""
    P, A, U, r = (d.var(name) for name in "PAUr")
    (odds,) = d.given
    u = d.fix(Symbol("u", U.of.outputs))
    a, b = d.fix(Symbol("a", P.of.size)), d.fix(Symbol("b", P.of.size))
    one, two = output(P, U), output(A, U)
    rows = d.summed(d.forall(a, d.arithmetic(
        A[a] * U[a, u] * P[b] <= exp(r) * A[b] * P[a] * U[a, u], d.at(d.at(odds, a), b),
        hints=[U[a, u]])))
    row = d.arithmetic(two[u] * P[b] <= exp(r) * A[b] * one[u], rows)
    most = d.piece(d.cite("background/probability-bounds", P=U[b], a=u), 1)
    columns = d.summed(d.forall(b, d.arithmetic(
        two[u] * P[b] * (1 - U[b, u]) <= exp(r) * A[b] * one[u] * (1 - U[b, u]), row, most,
        hints=[1 - U[b, u]])))
    line = d.arithmetic(two[u] * (1 - one[u]) <= exp(r) * one[u] * (1 - two[u]), columns)
    d.qed(d.forall(u, line))


@derives("lemma/odds.entropy")
def odds_of_entropy(d: Derivation) -> None:
    """A probability q becomes at most q/(q + (1 − q) e^(−r)), which grows with q."""
    P, A, U, r = (d.var(name) for name in "PAUr")
    (odds,) = d.given
    one, two = output(P, U), output(A, U)
    u = d.fix(Symbol("u", U.of.outputs))
    line = d.at(d.cite("lemma/odds.attribute", odds), u)
    most, _, above = likeliest(d, one)
    at_most = d.bound_sup(most, d.piece(d.cite(
        "background/probability-bounds", P=one, a=u), 1), u)
    under = d.below_sup(most, u)
    low = d.piece(d.cite("background/probability-bounds", P=two, a=u), 1)
    first = d.arithmetic(
        two[u] * (1 - most) <= exp(r) * most * (1 - two[u]), line, under, low,
        hints=[two[u], exp(r) * (1 - two[u]), 1 - two[u]])
    apart = d.identity(equals(exp(r) * exp(-r), 1))
    whole = most + (1 - most) * exp(-r)
    positive = d.arithmetic(0 < whole, above, at_most, hints=[exp(-r)])
    chance = most / whole
    grown = d.arithmetic(two[u] * whole <= most, first, apart, hints=[exp(-r)])
    each = d.arithmetic(two[u] <= chance, grown, positive, hints=[1 / whole])
    some = d.obvious(0 < chance, positive, above)
    high = d.arithmetic(chance <= 1, positive, at_most, hints=[1 / whole, exp(-r) / whole])
    found = d.cite("lemma/largest-probability.at-most", d.forall(u, each), some, high, positive,
                   above, P=two, g=chance)
    inner = 1 + (exp(-log(most)) - 1) * exp(-r)
    ratio = d.identity(equals(inner, whole / most), above)
    lifted = multiplied(d, 0 < whole / most, positive, 1 / most, above)
    same = d.identity(equals(log(whole / most), -log(chance)), positive, above, some, lifted)
    same = d.rewrite(d.turn(equals(whole / most, inner), ratio), same, equals(
        log(inner), -log(chance)))
    entropy = d.cite("definition/min-entropy", P=one)
    back = d.rewrite(d.turn(equals(entropy.formula.right, entropy.formula.left), entropy), same,
                     equals(d.goal.left, -log(chance)))
    d.qed(d.chain(back, found))


@derives("lemma/odds.rows")
def odds_of_rows(d: Derivation) -> None:
    """P(a|y) P(b) is P(a) P(b) W(y|a)/P_Y(y)."""
    P, W, y, r = (d.var(name) for name in "PWyr")
    rows, least = d.given
    it = Posterior(d, P, W, y)
    a, b = d.fix(Symbol("a", P.of.size)), d.fix(Symbol("b", P.of.size))
    row = d.at(d.at(d.at(rows, a), b), y)
    goal = it.entry(a) * P[b] <= exp(r) * it.entry(b) * P[a]

    def possible(likely: Line) -> Line:
        values = [d.identity(equals(it.entry(s), P[s] * W[s, y] / it.seen), likely)
                  for s in (a, b)]
        return d.arithmetic(goal, *values, row, likely, hints=[P[a] * P[b] / it.seen])

    def null(none: Line) -> Line:
        values = [d.identity(equals(it.entry(s), P[s]), none) for s in (a, b)]
        one = d.cite("background/exponential-increasing", least, r=0, s=r)
        return d.arithmetic(goal, *values, one, none, hints=[P[a] * P[b]])

    d.qed(d.forall(a, d.forall(b, it.split(possible, null))))


@derives("lemma/constant-attribute")
def constant_attribute(d: Derivation) -> None:
    """Its one value has probability 1."""
    law = d.goal.left.args[0]
    value = d.identity(equals(law[0], 1))
    line = d.cite("lemma/largest-probability.at-least", d.arithmetic(law[0] > 0, value), P=law, a=0)
    zero = d.identity(equals(-log(law[0]), 0))
    d.qed(d.chain(line, zero))


@derives("lemma/attribute.varying")
def varying_attribute(d: Derivation) -> None:
    """Each value is missed by a symbol, which has the smallest probability at least."""
    P, U, one, two, w = (d.var(name) for name in "PUbcw")
    full, sure, never = d.given
    law = output(P, U)
    a = d.fix(Symbol("a", P.of.size))
    u = d.fix(Symbol("u", U.of.outputs))
    least = d.goal.parts[0].left
    above = d.cite("lemma/largest-probability.least", full)

    def missed(symbol: Any, none: Line, value: Any) -> Line:
        def part(held: Line, mark: Line) -> Line:
            on = mark.formula.right
            goal = P[a] * U[a, value] <= P[a] * (1 - same(a, symbol))
            most = d.piece(d.cite("background/probability-bounds", P=U[a], a=value), 1)
            if on == number(0):
                line = d.arithmetic(P[a] * U[a, value] <= P[a] * (1 - on), most, hints=[P[a]])
            else:
                here = d.rewrite(d.turn(equals(symbol, a), held), none,
                                 U[a, value] <= 0)
                line = d.arithmetic(P[a] * U[a, value] <= P[a] * (1 - on), here, hints=[P[a]])
            return d.rewrite(mark, line, goal)

        rows = d.summed(d.forall(a, split_equal(d, a, symbol, part)))
        return d.arithmetic(
            law[value] <= 1 - least, rows, d.below_sup(least, symbol))

    def case(held: Line, mark: Line) -> Line:
        if mark.formula.right == number(1):
            here = d.rewrite(d.turn(equals(w, u), held), never, U[two, u] <= 0)
            return missed(two, here, u)
        other = one_term(d, u, lambda v: (1 - same(v, w)) * U[one, v], name="v")
        rest = d.rewrite(mark, other, (1 - mark.formula.right) * U[one, u] <= other.formula.right)
        here = d.arithmetic(U[one, u] <= 0, rest, sure)
        return missed(one, here, u)

    each = split_equal(d, u, w, case)
    part = one_term(d, one, lambda s: P[s] * U[s, w], name="cell")
    some = d.arithmetic(0 < law[w], part, sure, d.at(full, one), hints=[P[one]])
    own = missed(two, never, w)
    positive = d.arithmetic(0 < 1 - least, own, some)
    line = d.cite("lemma/largest-probability.at-most", d.forall(u, each), positive, above,
                  P=law, g=1 - least)
    d.qed(d.both(d.arithmetic(least < 1, positive), line))


@derives("lemma/attribute.kept")
def kept_sure(d: Derivation) -> None:
    """It is the value whenever the given attribute is."""
    P, U, w, t = (d.var(name) for name in "PUwt")
    (sure,) = d.given
    law = d.goal.left.args[0]
    value = d.identity(equals(law[w], t + (1 - t) * output(P, U)[w]))
    high = d.arithmetic(1 <= law[w], value, sure, hints=[1 - t])
    some = d.arithmetic(law[w] > 0, high)
    line = d.cite("lemma/largest-probability.at-least", some, P=law, a=w)
    logs = log_below(d, number(1), law[w], high, some)
    d.qed(d.arithmetic(d.goal, line, logs, some))


@derives("lemma/attribute.varied")
def kept_varied(d: Derivation) -> None:
    """No value is certain: q becomes q + (1 − q) λ at most."""
    P, U, w, t = (d.var(name) for name in "PUwt")
    (varied,) = d.given
    law, old = d.goal.left.args[0], output(P, U)
    most, _, above = likeliest(d, old)
    entropy = d.cite("definition/min-entropy", P=old)
    # The largest is below 1, as its −ln is positive.
    grown = d.cite("background/log-tangent.line", above, x=1 / most)
    less = d.arithmetic(most < 1, grown, entropy, varied, d.identity(
        equals(log(1 / most), -log(most)), above), above, hints=[most])
    v = d.fix(Symbol("v", U.of.outputs))
    chance = t + (1 - t) * most

    def each(_: Line, mark: Line) -> Line:
        on = mark.formula.right
        value = d.identity(equals(law[v], same(v, w) * t + (1 - t) * old[v]))
        value = d.rewrite(mark, value, equals(law[v], on * t + (1 - t) * old[v]))
        return d.arithmetic(law[v] <= chance, value, d.below_sup(most, v), hints=[1 - t])

    line = split_equal(d, v, w, each)
    some = d.arithmetic(0 < chance, above, hints=[1 - t])
    below = d.arithmetic(chance < 1, less, hints=[1 - t])
    found = d.cite("lemma/largest-probability.at-most", d.forall(v, line), some, below, above,
                   P=law, g=chance)
    tangent = d.cite("background/log-tangent.line", some, above, x=chance)
    d.qed(d.arithmetic(d.goal, found, tangent, below, some, above))


@derives("lemma/attribute.likelier")
def kept_likelier(d: Derivation) -> None:
    """The value is then likelier than any was."""
    P, U, w, t = (d.var(name) for name in "PUwt")
    (more,) = d.given
    law, old = d.goal.left.args[0], output(P, U)
    value = d.identity(equals(law[w], t + (1 - t) * old[w]))
    most, _, above = likeliest(d, old)
    less = d.arithmetic(most < law[w], value, more)
    some = d.arithmetic(law[w] > 0, less, above)
    line = d.cite("lemma/largest-probability.at-least", some, P=law, a=w)
    tangent = d.cite("background/log-tangent.line", above, some, x=most / law[w])
    logs = d.arithmetic(log(most) < log(law[w]), tangent, less, above, some, hints=[1 / law[w]])
    entropy = d.cite("definition/min-entropy", P=old)
    d.qed(d.arithmetic(d.goal, line, logs, entropy, above, some))


@derives("lemma/exponential-of-logarithm")
def exponential_of_logarithm(d: Derivation) -> None:
    """By normal forms."""
    d.qed(d.identity(d.goal))


@derives("lemma/odds-share")
def odds_share(d: Derivation) -> None:
    """Multiplied out."""
    r, s = d.var("r"), d.var("s")
    (less,) = d.given
    d.qed(d.arithmetic(d.goal, less, hints=[1 / (1 + s) * (1 / (1 + r))]))
