"""Proofs of the bounds on tails: Markov's inequality for exponentials, and Chernoff's bound."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import ones, tilted
from derivations.tools import absurd, below, log_below, multiplied, split_below, split_order, summed
from verified.kernel.polynomial import replaced
from verified.language import equals, exp, log, pmf_of
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("background/exponential-markov")
def exponential_markov(d: Derivation) -> None:
    """e^(λ (f − s)) ≥ 1 where f ≥ s, and it is positive elsewhere."""
    P, f, s, tilt = d.var("P"), d.var("f"), d.var("s"), d.var("lambda")

    def pointwise(a: Any) -> Line:
        weight = exp(tilt * (f[a] - s))
        line = d.cite("background/log-tangent.exponential", eps=tilt * (f[a] - s))

        def chosen(order: Line, value: Line) -> Line:
            on = value.theorem.conclusion.right
            plain = (
                d.arithmetic(on * P[a] <= P[a] * weight, line, order, hints=[P[a], P[a] * tilt])
                if on == number(1) else d.obvious(on * P[a] <= P[a] * weight)
            )
            return d.rewrite(value, plain, below(s, f[a]) * P[a] <= P[a] * weight)

        return split_below(d, s, f[a], chosen)

    rows = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rows))


@derives("background/chernoff-binomial")
def chernoff(d: Derivation) -> None:
    """Each word with enough ones is likelier by (t/p)^ones ((1 − t)/(1 − p))^(k − ones) e^(k D) at
    least; all words so weighed add up to the bound."""
    p, t = d.var("p"), d.var("t")
    (order,) = d.given
    some = d.arithmetic(0 < t, order)

    def inside(high: Line) -> Line:
        rest = d.arithmetic(0 < 1 - t, high)
        lines = [some, rest]
        k = d.var("k")
        tilt = log(t) + log(1 - p) - log(p) - log(1 - t)
        inverse = p * (1 - t) / (t * (1 - p))
        near = multiplied(d, inverse <= 1, order, 1 / (t * (1 - p)), *lines)
        tangent = d.cite("background/log-tangent.line", *lines, x=inverse)
        positive = d.arithmetic(0 <= tilt, tangent, near, *lines)
        first, second = t * (1 - p) / (1 - t), 1 - p

        def grows(enough: Line, own: Term, bound: Term, x: Any) -> Line:
            power = tilt * (ones(x, k) - t * k)
            more = d.arithmetic(0 <= power, positive, enough, *lines)
            grown = d.cite("background/log-tangent.exponential", *lines, eps=power)
            return d.arithmetic(own <= bound, grown, more, *lines, hints=[own])

        line = tilted(d, t, first, second, exp(-t * k * tilt), grows, *lines)
        base = d.identity(equals(first + second, (1 - p) / (1 - t)), *lines)
        line = d.rewrite(base, line)
        kl = d.cite("definition/kl", P=pmf_of(t, 1 - t), Q=pmf_of(p, 1 - p))
        level = d.identity(equals(line.formula.right, exp(-k * kl.formula.right)), *lines)
        return d.rewrite(kl, d.chain(line, level), d.goal)

    def certain(high: Line) -> Line:
        one = d.turn(equals(t, 1), d.obvious(t <= 1), high)
        return d.rewrite(one, all_ones(d), d.goal)

    d.qed(split_order(d, 1, t, certain, inside))


@derives("background/chernoff-binomial-lower")
def chernoff_below(d: Derivation) -> None:
    """As above, with a tilt the other way."""
    k, p, t = (d.var(name) for name in ("k", "p", "t"))
    some, order = d.given
    rest = d.arithmetic(0 < 1 - t, order, d.obvious(0 < 1 - p))
    lines = [some, rest]
    tilt = log(t) + log(1 - p) - log(p) - log(1 - t)
    ratio = t * (1 - p) / (p * (1 - t))
    near = multiplied(d, ratio <= 1, order, 1 / (p * (1 - t)), *lines)
    tangent = d.cite("background/log-tangent.line", *lines, x=ratio)
    negative = d.arithmetic(tilt <= 0, tangent, near, *lines)
    first, second = t * (1 - p) / (1 - t), 1 - p

    def grows(few: Line, own: Term, bound: Term, x: Any) -> Line:
        power = tilt * (ones(x, k) - t * k)
        more = d.arithmetic(0 <= power, negative, few, *lines, hints=[-tilt])
        grown = d.cite("background/log-tangent.exponential", *lines, eps=power)
        return d.arithmetic(own <= bound, grown, more, *lines, hints=[own])

    line = tilted(d, t, first, second, exp(-t * k * tilt), grows, *lines, most=True)
    base = d.identity(equals(first + second, (1 - p) / (1 - t)), *lines)
    line = d.rewrite(base, line)
    kl = d.cite("definition/kl", P=pmf_of(t, 1 - t), Q=pmf_of(p, 1 - p))
    level = d.identity(equals(line.formula.right, exp(-k * kl.formula.right)), *lines)
    d.qed(d.rewrite(kl, d.chain(line, level), d.goal))


def all_ones(d: Derivation) -> Line:
    """At t = 1: the left side is at most p^k e^(k s (1 − p)/p) for every s in (0, 1], so p^k."""
    k, p, t = (d.var(name) for name in ("k", "p", "t"))
    goal = replaced(d.goal, t, number(1))
    left, most, odds = goal.left, k * log(p), k * (1 - p) / p

    def beyond(above: Line) -> Line:
        """p^k < the left side: then it is above the bound for a small s."""
        sure = d.chain(d.obvious(0 < exp(most)), above)
        tangent = d.cite("background/log-tangent.line", sure, x=exp(most) / left)
        less = d.arithmetic(exp(most) / left < 1, above, sure, hints=[1 / left])
        gap = log(left) - most
        wide = d.arithmetic(0 < gap, tangent, less, sure)
        whole = d.arithmetic(0 < gap + odds, wide, d.obvious(0 <= odds), sure)
        s, inverse = gap / (gap + odds), 1 / (gap + odds)
        low, high, small = (
            d.combined(formula, wide, whole, sure, products=[["1", factors]])
            for formula, factors in (
                (0 < s, [["fact", 0], ["sign", inverse]]),
                (0 <= 1 - s, [["sign", odds], ["sign", inverse]]),
                (odds * s < gap, [["fact", 0], ["fact", 0], ["sign", inverse]]),
            )
        )
        line = d.cite("lemma/bits.all-ones", low, high, wide, whole, sure, s=s)
        top = d.obvious(0 < line.formula.right, wide, whole, sure)
        logs = log_below(d, left, line.formula.right, line, sure, top, wide, whole)
        return absurd(d, left <= exp(most), logs, small, wide, whole, sure)

    top = split_order(d, left, exp(most), lambda low: low, beyond)
    kl = d.cite("definition/kl", P=pmf_of(1, 0), Q=pmf_of(p, 1 - p))
    level = d.identity(equals(exp(most), exp(-k * kl.formula.right)))
    line = d.rewrite(kl, d.chain(top, level), left <= exp(-k * kl.formula.left))
    return d.rewrite(d.identity(equals(number(0), number(1) - 1)), line, goal)
