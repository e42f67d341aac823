"""Proofs on sequences of bits, numbered as symbols: how many are 1, and the binomial formula."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import ones, tilted
from derivations.patterns.numbers import at_least_one
from derivations.tools import summed
from verified.kernel.proof import HYPOTHESIS
from verified.language import equals, log, quotient, remainder, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("lemma/bits.shifted")
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


@derives("lemma/bits.binomial")
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
        count = step.cite("lemma/bits.shifted", u=rest, v=last, k=k)
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


@derives("lemma/bits.all-ones")
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
