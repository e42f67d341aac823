"""Proofs on sequences of bits, numbered as symbols: how many are 1, and the binomial formula."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import ones, tilted
from derivations.patterns.numbers import at_least_one
from derivations.tools import absurd, split_below, summed, turned
from verified.kernel.proof import HYPOTHESIS
from verified.language import cases, equals, log, quotient, remainder, total
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


@derives("lemma/bits.mirrored")
def mirrored(d: Derivation) -> None:
    """By induction on k: with a last bit 0 the one count is for m and the other for m − 1, with a
    last bit 1 the other way round."""
    base, step = d.induct("k")
    base.qed(base.identity(base.goal))
    k, m = step.var("k"), step.var("m")
    size, large = number(2) ** k * 2, number(2) ** (k + 1)

    def few(count: Any) -> Term:
        return cases(number(count) <= m, 1, 0)

    def many(count: Any) -> Term:
        return cases(k + 1 - m <= number(count), 1, 0)

    def rows(mark: Any) -> Line:
        def body(x: Any) -> Term:
            return mark(ones(x, k + 1))

        def split(s: Any) -> Line:
            rest, last = quotient(s, 2), remainder(s, 2)
            count = step.cite("lemma/bits.shifted", u=rest, v=last, k=k)
            whole = step.cite("definition/divided", n=2, q=s)
            count = step.rewrite(whole, count, equals(ones(s, k + 1), count.formula.right))
            value = mark(count.formula.right)
            return step.rewrite(count, step.identity(equals(value, value)), equals(body(s), value))

        found = summed(step, Symbol("s", size), split)
        wider = total(Symbol("x", size + 1), body(Symbol("x", size + 1)))
        one, two = (
            step.have(equals(wider, total(Symbol("x", some), body(Symbol("x", some))) + body(some)),
                      "last-term") for some in (size, large)
        )
        same = step.identity(equals(size, large))
        last = step.rewrite(same, step.identity(equals(body(size), body(size))),
                            equals(body(size), body(large)))
        x = Symbol("x", number(2) ** k)
        parted = step.identity(equals(
            found.formula.right, total(x, mark(ones(x, k))) + total(x, mark(1 + ones(x, k)))))
        return step.arithmetic(
            equals(total(Symbol("x", large), body(Symbol("x", large))), parted.formula.right),
            found, one, two, last, parted)

    def equal(one: Any, two: Any) -> Line:
        """Two marks of a count are one, as their bounds are moved by the same number."""
        x = step.fix(Symbol("x", number(2) ** k))
        first, second = one(ones(x, k)), two(ones(x, k))
        sides = first.test, second.test

        def chosen(order: Line, mark: Line) -> Line:
            def also(other: Line, value: Line) -> Line:
                if mark.formula.right == value.formula.right:
                    return step.chain(mark, turned(step, value))
                return absurd(step, equals(first, second), order, other)

            return split_below(step, sides[1].left, sides[1].right, also)

        line = split_below(step, sides[0].left, sides[0].right, chosen)
        return step.summed(step.forall(x, line))

    moved = [
        equal(lambda o: few(1 + o), lambda o: cases(o <= m - 1, 1, 0)),
        equal(lambda o: many(1 + o), lambda o: cases(k - m <= o, 1, 0)),
        equal(many, lambda o: cases(k - (m - 1) <= o, 1, 0)),
    ]
    step.qed(step.arithmetic(
        step.goal, rows(few), rows(many), *moved, step.cite(HYPOTHESIS, m=m),
        step.cite(HYPOTHESIS, m=m - 1)))


@derives("lemma/bits.count")
def count(d: Derivation) -> None:
    """By induction on k: one more bit adds 0 or 1."""
    base, step = d.induct("k")
    base.qed(base.some(base.goal, 0, base.identity(equals(ones(base.var("u"), 0), 0))))
    k, u = step.var("k"), step.var("u")
    bit = remainder(quotient(u, number(2) ** k), 2)
    last = step.have(equals(ones(u, k + 1), ones(u, k) + bit), "last-term")
    fewer = step.cite(HYPOTHESIS)
    s = step.fix(Symbol("t", k + 1))
    hypothesis = step.assume(equals(ones(u, k), s))
    either = step.cite("background/bit", b=bit)
    branches = []
    for value, part in enumerate(either.theorem.conclusion.parts):
        term = s + value if value else s
        found = step.arithmetic(equals(ones(u, k + 1), term), last, hypothesis, step.assume(part))
        branches.append(step.some(step.goal, term, found))
    step.qed(step.obtain(fewer, s, step.cases(either, *branches)))


@derives("lemma/bits.full")
def full(d: Derivation) -> None:
    """By induction on k: 2u + 1 has one more than u."""
    base, step = d.induct("k")
    base.qed(base.some(base.goal, 0, base.identity(equals(ones(number(0), 0), 0))))
    k = step.var("k")
    u = step.fix(Symbol("u", number(2) ** k))
    held = step.assume(equals(ones(u, k), k))
    line = step.cite("lemma/bits.shifted", u=u, v=1, k=k)
    longer = step.arithmetic(equals(ones(u * 2 + 1, k + 1), k + 1), line, held)
    least = at_least_one(step, k)
    below = step.arithmetic(0 <= number(2) ** (k + 1) - (u * 2 + 1) - 1,
                            step.obvious(u <= number(2) ** k - 1, least))
    found = step.some(step.goal, u * 2 + 1, longer, below)
    step.qed(step.obtain(step.cite(HYPOTHESIS), u, found))
