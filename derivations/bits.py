"""Proofs on sequences of bits, numbered as symbols: how many are 1, and Chernoff's bound."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    absurd,
    log_below,
    multiplied,
    split_below,
    split_order,
    summed,
)
from verified.kernel.polynomial import replaced
from verified.kernel.proof import HYPOTHESIS
from verified.language import cases, equals, exp, log, pmf_of, quotient, remainder, total
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

LEMMA = "lemma/bits"
BACKGROUND = "background/chernoff-binomial"


def ones(word: Any, count: Any) -> Term:
    """How many of the last `count` bits of a number are 1."""
    i = Symbol("i", count)
    return total(i, remainder(quotient(word, 2**i), 2))


def at_least_one(d: Steps, count: Term) -> Line:
    """1 ≤ 2^k."""
    twos = d.cite("background/log-tangent.exponential", eps=count * log(number(2)))
    power = d.arithmetic(1 + count * log(number(2)) <= number(2) ** count, twos)
    return d.arithmetic(1 <= number(2) ** count, power, d.obvious(0 <= count * log(number(2))))


@derives(f"{LEMMA}.shifted")
def shifted(d: Derivation) -> None:
    """By induction on k: the last bit of 2u + v is v, and ⌊(2u + v)/2^(k+1)⌋ = ⌊u/2^k⌋."""
    base, step = d.induct("k")
    u, v = base.var("u"), base.var("v")
    word = u * 2 + v
    own = base.cite("definition/division", n=1, q=word, v=0, part=0)
    same = base.identity(equals(word * 1 + 0, word))
    own = base.rewrite(same, own, equals(quotient(word, 1), word))
    power = base.identity(equals(number(1), number(2) ** 0))
    own = base.rewrite(power, own, equals(quotient(word, number(2) ** 0), word))
    bit = base.cite("definition/division", n=2, q=u, v=v, part=1)
    bit = base.rewrite(own, bit, equals(remainder(quotient(word, number(2) ** 0), 2), v))
    base.qed(base.arithmetic(base.goal, bit))

    k, u, v = step.var("k"), step.var("u"), step.var("v")
    word = u * 2 + v
    lasts = []
    for number_of, count in ((word, k + 1), (u, k)):
        more, fewer = ones(number_of, count + 1), ones(number_of, count)
        last = remainder(quotient(number_of, 2**count), 2)
        lasts.append(step.have(equals(more, fewer + last), "last-term"))
    small, large = number(2) ** k, number(2) ** (k + 1)
    least, most = at_least_one(step, k), at_least_one(step, k + 1)
    parts = step.cite("definition/divided", least, n=small, q=u)
    whole, rest = quotient(u, small), remainder(u, small)
    below = step.arithmetic(0 <= large - (rest * 2 + v) - 1, step.obvious(rest <= small - 1, least),
                            step.obvious(v <= 1))
    found = step.cite("definition/division", most, below, n=large, q=whole, v=rest * 2 + v, part=0)
    same = step.arithmetic(equals(whole * large + (rest * 2 + v), word), parts)
    found = step.rewrite(same, found, equals(quotient(word, large), whole))
    last = step.rewrite(found, lasts[0])
    step.qed(step.arithmetic(step.goal, last, lasts[1], step.cite(HYPOTHESIS)))


@derives(f"{LEMMA}.binomial")
def binomial(d: Derivation) -> None:
    """By induction on k: a sequence of k + 1 bits is one of k bits and a last bit."""
    base, step = d.induct("k")
    base.qed(base.identity(base.goal))
    k, z, w = (step.var(name) for name in ("k", "z", "w"))
    size, large = number(2) ** k * 2, number(2) ** (k + 1)

    def power(count: Any, length: Any) -> Term:
        return z**count * w ** (length - count)

    def body(x: Any) -> Term:
        return power(ones(x, k + 1), k + 1)

    def split(s: Any) -> Line:
        rest, last = quotient(s, 2), remainder(s, 2)
        count = step.cite(f"{LEMMA}.shifted", u=rest, v=last, k=k)
        whole = step.cite("definition/divided", n=2, q=s)
        count = step.rewrite(whole, count, equals(ones(s, k + 1), count.formula.right))
        value = power(count.formula.right, k + 1)
        return step.rewrite(count, step.identity(equals(value, value)), equals(body(s), value))

    rows = summed(step, Symbol("s", size), split)
    sums = step.identity(equals(rows.formula.right, (z + w) * total(
        Symbol("x", number(2) ** k), power(ones(Symbol("x", number(2) ** k), k), k))))
    grown = step.arithmetic(
        equals(rows.formula.left, step.goal.right), rows, sums, step.cite(HYPOTHESIS))

    # Σ over 2^(k+1) symbols is that over 2^k · 2: one symbol more is the same for both.
    wider = total(Symbol("x", size + 1), body(Symbol("x", size + 1)))
    one, two = (
        step.have(equals(wider, total(Symbol("x", many), body(Symbol("x", many))) + body(many)),
                  "last-term") for many in (size, large)
    )
    same = step.identity(equals(size, large))
    last = step.rewrite(same, step.identity(equals(body(size), body(size))),
                        equals(body(size), body(large)))
    step.qed(step.arithmetic(step.goal, grown, one, two, last))


# --- Chernoff's bound -----------------------------------------------------------------------------


def tilted(
    d: Derivation, level: Term, first: Term, second: Term, scale: Term, grows: Any, *lines: Line
) -> Line:
    """Σ_{ones ≥ t k} p^ones (1 − p)^(k − ones) ≤ scale · (z + w)^k, where `grows` shows it for a
    word with that many ones, z^ones w^(k − ones) on the right.

    Args:
        level: t; `first` and `second` are z and w.
    """
    k, p = d.var("k"), d.var("p")
    words = number(2) ** k

    def weight(x: Any, one: Term, other: Term) -> Term:
        return one ** ones(x, k) * other ** (k - ones(x, k))

    def symbol(x: Any) -> Line:
        own, bound = weight(x, p, 1 - p), scale * weight(x, first, second)
        part = cases(ones(x, k) >= level * k, own, 0)
        goal = part <= bound

        def chosen(order: Line, mark: Line) -> Line:
            worth = mark.formula.right
            value = d.identity(equals(part, mark.formula.left * own), *lines)
            value = d.rewrite(mark, value, equals(part, worth * own))
            if worth == number(1):
                return d.arithmetic(goal, value, grows(order, own, bound, x), *lines)
            return d.arithmetic(goal, value, d.obvious(0 <= bound, *lines), *lines)

        return split_below(d, level * k, ones(x, k), chosen, *lines)

    rows = summed(d, Symbol("x", words), symbol, *lines)
    whole = d.cite(f"{LEMMA}.binomial", *lines, k=k, z=first, w=second)
    x = Symbol("x", words)
    left = total(x, weight(x, p, 1 - p), where=ones(x, k) >= level * k)
    return d.arithmetic(
        left <= scale * (first + second) ** k, rows, whole, *lines, hints=[scale])


@derives(BACKGROUND)
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
        line = d.cite(f"{LEMMA}.all-ones", low, high, wide, whole, sure, s=s)
        top = d.obvious(0 < line.formula.right, wide, whole, sure)
        logs = log_below(d, left, line.formula.right, line, sure, top, wide, whole)
        return absurd(d, left <= exp(most), logs, small, wide, whole, sure)

    top = split_order(d, left, exp(most), lambda low: low, beyond)
    kl = d.cite("definition/kl", P=pmf_of(1, 0), Q=pmf_of(p, 1 - p))
    level = d.identity(equals(exp(most), exp(-k * kl.formula.right)))
    line = d.rewrite(kl, d.chain(top, level), left <= exp(-k * kl.formula.left))
    return d.rewrite(d.identity(equals(number(0), number(1) - 1)), line, goal)


@derives(f"{LEMMA}.all-ones")
def bound_of_all_ones(d: Derivation) -> None:
    """(1 − p)^(k − ones) ≤ ((1 − p) s)^(k − ones) where there are k ones or more; and
    p + (1 − p) s ≤ p e^(s (1 − p)/p)."""
    k, p, s = (d.var(name) for name in ("k", "p", "s"))
    fall = d.cite("background/log-tangent.line", x=s)
    unit = d.obvious(s <= 1)

    def grows(enough: Line, own: Term, bound: Term, x: Any) -> Line:
        power = -log(s) * (ones(x, k) - k)
        more = d.arithmetic(0 <= power, fall, unit, enough)
        grown = d.cite("background/log-tangent.exponential", eps=power)
        return d.arithmetic(own <= bound, grown, more, hints=[own])

    base = p + (1 - p) * s
    line = tilted(d, number(1), p, (1 - p) * s, number(1), grows)
    sure = d.arithmetic(0 < base, d.obvious(0 <= (1 - p) * s))
    tangent = d.cite("background/log-tangent.line", sure, x=base / p)
    logs = d.arithmetic(k * log(base) <= k * log(p) + k * (1 - p) / p * s, tangent, sure, hints=[k])
    grown = d.cite("background/exponential-increasing", logs, sure, r=k * log(base),
                   s=logs.formula.right)
    d.qed(d.arithmetic(d.goal, line, grown, sure))
