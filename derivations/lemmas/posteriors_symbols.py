"""Proofs on the probabilities of single symbols: the likeliest one, others, and certain ones."""

from __future__ import annotations

from typing import Any

from derivations.tools import absurd, instance, is_zero, same, split_equal, split_order
from verified.language import equals, log, min_entropy, reals_table
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, number


@derives("lemma/largest-probability.likelier")
def some_likelier(d: Derivation) -> None:
    """The likeliest symbol has the probability e^(−H)."""
    P, chance = d.var("P"), d.var("g")
    (sharp,) = d.given
    b, s = d.fix(Symbol("b", P.of.size)), d.fix(Symbol("s", P.of.size))
    found = d.cite("background/largest-attained", f=reals_table(P.of.size, lambda a: P[a]))
    top = d.assume(instance(found, b))

    def low(small: Line) -> Line:
        each = d.forall(s, d.arithmetic(P[s] <= chance, d.at(top, s), small))
        line = d.cite("lemma/largest-probability.at-most", each)
        return absurd(d, d.goal, line, sharp)

    line = split_order(d, P[b], chance, low, lambda high: d.some(d.goal, b, high))
    d.qed(d.obtain(found, b, line))


@derives("lemma/largest-probability.less")
def less_entropy(d: Derivation) -> None:
    """e^(−H) is no smaller than any probability."""
    P, a, chance = d.var("P"), d.var("a"), d.var("g")
    (own,) = d.given
    entropy = min_entropy(P)
    value = d.cite("lemma/largest-probability.value")
    top = d.below_sup(value.formula.right, a)

    def high(large: Line) -> Line:
        grown = d.cite("background/exponential-increasing", large, r=-entropy, s=log(chance))
        same = d.cite("lemma/exponential-of-logarithm", s=chance)
        return absurd(d, d.goal, grown, value, same, top, own)

    d.qed(split_order(d, -log(chance), entropy, high, lambda low: low))


@derives("lemma/largest-probability.possible")
def some_possible(d: Derivation) -> None:
    """The likeliest one is."""
    P = d.var("P")
    b, s = d.fix(Symbol("b", P.of.size)), d.fix(Symbol("s", P.of.size))
    found = d.cite("background/largest-attained", f=reals_table(P.of.size, lambda a: P[a]))
    top = d.assume(instance(found, b))
    above = d.cite("lemma/largest-probability.positive")
    less = d.bound_sup(above.formula.left, d.arithmetic(P[s] <= P[b], d.at(top, s)), s)
    d.qed(d.obtain(found, b, d.some(d.goal, b, d.arithmetic(P[b] > 0, above, less))))


def two_together(d: Steps, P: Any, a: Any, b: Any, apart: Line) -> Line:
    """P(a) + P(b) ≤ 1, for different symbols."""
    s = d.fix(Symbol("s", P.of.size))
    one, two = same(s, a), same(s, b)

    def part(held: Line, mark: Line) -> Line:
        on = mark.formula.right

        def other(again: Line, second: Line) -> Line:
            off = second.formula.right
            goal = one * P[s] + two * P[s] <= P[s]
            if on == number(1) and off == number(1):
                back = d.rewrite(held, again, equals(a, b))
                return d.follows(goal, d.turn(equals(b, a), back), apart)
            line = d.obvious(on * P[s] + off * P[s] <= P[s])
            line = d.rewrite(mark, line, one * P[s] + off * P[s] <= P[s])
            return d.rewrite(second, line, goal)

        return split_equal(d, s, b, other)

    rows = d.summed(d.forall(s, split_equal(d, s, a, part)))
    return d.arithmetic(P[a] + P[b] <= 1, rows)


@derives("lemma/largest-probability.rest")
def rest_of_one(d: Derivation) -> None:
    """The probabilities sum to 1."""
    P, a, b = d.var("P"), d.var("a"), d.var("b")
    d.qed(d.arithmetic(d.goal, two_together(d, P, a, b, d.given[0])))


@derives("lemma/largest-probability.below")
def below_the_rest(d: Derivation) -> None:
    """The probabilities sum to 1."""
    P, a, b = d.var("P"), d.var("a"), d.var("b")
    apart, sure = d.given
    d.qed(d.arithmetic(d.goal, two_together(d, P, a, b, apart), sure))


@derives("lemma/largest-probability.another")
def another_possible(d: Derivation) -> None:
    """Else the one would be certain."""
    P, a = d.var("P"), d.var("a")
    (above,) = d.given
    f = reals_table(P.of.size, lambda s: P[s] * (1 - same(s, a)))
    b, s = d.fix(Symbol("b", P.of.size)), d.fix(Symbol("s", P.of.size))
    found = d.cite("background/largest-attained", f=f)
    top = d.assume(instance(found, b))
    rest = P[b] * (1 - same(b, a))

    def none(low: Line) -> Line:
        rows = d.summed(d.forall(s, d.arithmetic(
            P[s] * (1 - same(s, a)) <= 0, d.at(top, s), low)))
        whole = d.arithmetic(1 <= P[a], rows)
        likely = d.arithmetic(P[a] > 0, whole)
        entropy = d.cite("lemma/largest-probability.at-least", likely)
        t = Real("t", ">=1")
        value = d.scalar(log(t) >= 0, whole, values={t: P[a]})
        less = d.arithmetic(-log(P[a]) <= 0, value, likely)
        return absurd(d, d.goal, d.chain(above, entropy, less))

    def some(high: Line) -> Line:
        def part(held: Line, mark: Line) -> Line:
            on = mark.formula.right
            line = d.rewrite(mark, high, 0 < P[b] * (1 - on))
            if on == number(1):
                return absurd(d, d.goal, line)
            return d.some(d.goal, b, d.both(held, d.arithmetic(P[b] > 0, line)))

        return split_equal(d, b, a, part)

    d.qed(d.obtain(found, b, split_order(d, rest, 0, none, some)))


@derives("lemma/largest-probability.sure")
def certain_or_not(d: Derivation) -> None:
    """What isn't the sure symbol has no probability left."""
    P, a = d.var("P"), d.var("a")
    (sure,) = d.given
    b = d.fix(Symbol("b", P.of.size))
    own = d.assume(instance(sure, b))
    most = d.piece(d.cite("background/probability-bounds", P=P, a=a), 1)
    one, none = (part.right for part in d.goal.parts)

    def part(held: Line, mark: Line) -> Line:
        if mark.formula.right == number(1):
            here = d.rewrite(held, own, P[a] >= 1)
            value = d.turn(equals(P[a], 1), here, most)
            off = d.arithmetic(equals(1 - P[a], 0), value)
            above = d.arithmetic(P[a] > 0, value)
            return d.both(
                d.chain(value, d.identity(equals(number(1), one), here)),
                d.chain(off, d.identity(equals(number(0), none), above)))
        rest = d.cite("lemma/largest-probability.rest", held, a=a, b=b)
        rest = d.arithmetic(P[a] <= 1 - P[b], rest)
        zero = is_zero(d, P[a], d.arithmetic(P[a] <= 0, rest, own))
        low, full = d.arithmetic(P[a] < 1, zero), d.arithmetic(equals(1 - P[a], 1), zero)
        return d.both(
            d.chain(zero, d.identity(equals(number(0), one), low)),
            d.chain(full, d.identity(equals(number(1), none), d.arithmetic(P[a] <= 0, zero))))

    d.qed(d.obtain(sure, b, split_equal(d, b, a, part)))
