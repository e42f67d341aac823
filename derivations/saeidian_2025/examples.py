"""Example 3.11: what an answer that leaks little leaves of an attribute of two values."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.numbers import at_least_one
from derivations.patterns.posteriors import Posterior
from derivations.tools import absurd, instance, same, split_below, turned
from verified.language import equals, log, output, pmf_of, quotient, rational, remainder, total
from verified.papers.lemmas.bits import ones
from verified.papers.saeidian_2025.examples import (
    answer,
    at_most,
    by_negative,
    database,
    gender,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, number


def at_least(d: Derivation, law: Any, low: Line, high: Line) -> Line:
    """−ln 0.7 ≤ H, where neither probability is above 0.7."""
    v = d.fix(Symbol("v", 2))
    chance = rational(7, 10)
    line = split_bit(d, v, lambda bit: law[bit] <= chance, lambda value: d.arithmetic(
        law[value] <= chance, low, high))
    return d.cite("lemma/largest-probability.at-most", d.forall(v, line), P=law, g=chance)


@derives("saeidian-2025/example-3.11.entropy@rounded")
def least_entropy(d: Derivation) -> None:
    """Neither probability is above 0.7."""
    P, S = d.var("P"), d.var("S")
    _, low, high = d.given
    line = at_least(d, output(P, S), low, high)
    number = d.scalar(d.goal.parts[1])
    d.qed(d.both(line, number))


@derives("saeidian-2025/example-3.11.entropy-least")
def reached_entropy(d: Derivation) -> None:
    """H is at most what the symbol of probability 0.7 gives."""
    law, (known,) = output(d.var("P"), d.var("S")), d.given
    some = d.arithmetic(0 < law[1], known)
    d.qed(d.rewrite(
        known, d.cite("lemma/largest-probability.at-least", some, P=law, values={"a": number(1)})))


@derives("saeidian-2025/example-3.11.safe@this-answer")
def safe(d: Derivation) -> None:
    """H − ℓ is left."""
    P, W, y, S = (d.var(name) for name in "PWyS")
    full, low, high, small = d.given
    entropy = at_least(d, output(P, S), low, high)
    line = d.cite("saeidian-2025/theorem-3.5-quantitative.secret", full, U=S, P=P, W=W, y=y)
    it = Posterior(d, P, W, y)
    d.qed(d.arithmetic(d.goal, line, entropy, small, *it.real(full)))


@derives("saeidian-2025/example-3.11-repaired.any-mechanism")
def safe_whatever_the_answer(d: Derivation) -> None:
    """What would be disclosed by an answer isn't."""
    P, W, S = (d.var(name) for name in "PWS")
    full, low, high, small = d.given
    disclosed = d.assume(d.goal.body)
    z = d.fix(Symbol("z", W.of.outputs))
    line = d.cite("saeidian-2025/example-3.11.safe@this-answer", full, low, high, d.at(small, z),
                  P=P, W=W, y=z, S=S)
    sure = d.assume(instance(disclosed, z))
    clash = d.obtain(disclosed, z, d.contradiction(line, sure, *Posterior(d, P, W, z).law))
    d.qed(d.follows(d.goal, d.implied(disclosed, clash)))


@derives("saeidian-2025/example-3.11-repaired.safe")
def no_gender_is_disclosed(d: Derivation) -> None:
    """A bit is one of the two values, so that the attribute is a channel."""
    _, low, high, small = d.given
    own = Counted(d, answer, 1)
    v, u = Symbol("y", 2), d.fix(Symbol("u", 2))

    def mass(bit: Any) -> Any:
        return equals(total(v, same(bit, v)), 1)

    either = d.forall(u, split_bit(d, u, mass, lambda bit: d.identity(mass(bit))))
    rows = d.forall(own.x, d.at(either, remainder(quotient(own.x, 2**d.var("j")), 2)))
    d.qed(d.cite("saeidian-2025/example-3.11-repaired.any-mechanism", own.full, low, high, small,
                 *own.law, rows, P=database, W=answer, S=gender))


# --- the two tails --------------------------------------------------------------------------------


class Counted:
    """The database of n people as a law, and what an answer to the question about it leaks."""

    def __init__(self, d: Derivation, channel: Any, bit: int) -> None:
        self.d = d
        n, self.p = d.var("n"), d.var("p")
        whole = d.cite("lemma/bits.binomial", k=n, z=self.p, w=1 - self.p)
        base = d.identity(equals(self.p + (1 - self.p), 1))
        whole = d.rewrite(base, whole, equals(whole.formula.left, number(1) ** n))
        self.x = d.fix(Symbol("w", 2**n))
        P = database
        one = d.identity(equals(number(1) ** n, 1))
        self.law = [d.chain(whole, one), at_least_one(d, n)]
        self.full = d.forall(self.x, d.obvious(P[self.x] > 0, *self.law))
        self.it = Posterior(d, P, channel, number(bit), *self.law)
        self.channel, self.bit = channel, number(bit)


def rarely_told(d: Derivation, channel: Any, bit: int, tail: Line, rare: Any, small: Line,
                *real: Line) -> Line:
    """ℓ ≤ −ln(1 − E), where the other answer has at most the probability E < 1; lines show E to be
    real."""
    c = Counted(d, channel, bit)
    other = tail.formula.left
    seen = d.identity(equals(c.it.seen, c.law[0].formula.left - other), *c.law)
    seen = d.rewrite(c.law[0], seen, equals(c.it.seen, 1 - other))
    much = d.arithmetic(1 - rare <= c.it.seen, seen, tail, *real, *c.law)
    return d.cite("lemma/outcome.often", much, small, *real, *c.law, P=database, W=channel,
                  y=c.bit, e=rare)


@derives("saeidian-2025/example-3.11.yes-tail")
def affirmative_tail(d: Derivation) -> None:
    """The lower tail of a binomial law."""
    n, m, p = d.var("n"), d.var("m"), d.var("p")
    below, least, small = d.given
    t = m / n
    some = d.arithmetic(0 < t, least, hints=[1 / n])
    order = d.arithmetic(t <= p, below, hints=[1 / n])
    rest = d.arithmetic(0 < 1 - t, order, d.obvious(0 < 1 - p))
    top = d.arithmetic(t <= 1, rest)
    wide = d.arithmetic(0 < n - m, rest, hints=[n])
    tail = d.cite("background/chernoff-binomial-lower", some, order, top, k=n, p=p, t=t)
    kl = d.cite("definition/kl", some, rest, P=pmf_of(t, 1 - t), Q=pmf_of(p, 1 - p))
    tail = d.rewrite(kl, tail)
    rare = d.goal.right.args[0].args[0].args[1]
    same = d.identity(equals(tail.formula.right, rare), some, rest)
    d.qed(rarely_told(d, by_negative, 1, d.chain(tail, same), rare, small, some, rest, wide,
                      least))


@derives("saeidian-2025/example-3.11.no-tail@below-n")
def negative_tail(d: Derivation) -> None:
    """The upper tail of a binomial law."""
    n, m, p = d.var("n"), d.var("m"), d.var("p")
    above, below, small = d.given
    t = (m + 1) / n
    some = d.arithmetic(0 < t, d.obvious(0 < m + 1), hints=[1 / n])
    order = d.arithmetic(p <= t, above, hints=[1 / n])
    wide = d.arithmetic(0 < n - m - 1, below)
    rest = d.combined(0 < 1 - t, wide, d.obvious(0 < 1 / n), products=[
        ["1", [["fact", 0], ["fact", 1]]]])
    top = d.arithmetic(t <= 1, rest)
    tail = d.cite("background/chernoff-binomial", order, top, k=n, p=p, t=t)
    kl = d.cite("definition/kl", some, rest, P=pmf_of(t, 1 - t), Q=pmf_of(p, 1 - p))
    tail = d.rewrite(kl, tail)
    rare = d.goal.right.args[0].args[0].args[1]
    same = d.identity(equals(tail.formula.right, rare), some, rest, wide)
    d.qed(rarely_told(d, answer, 0, d.chain(tail, same), rare, small, some, rest, wide))


@derives("saeidian-2025/example-3.11.yes-leak")
def leak_of_yes(d: Derivation) -> None:
    """A database of n females gives the answer for sure, so that ℓ is the log of one over its
    probability."""
    n, m, p = d.var("n"), d.var("m"), d.var("p")
    (below,) = d.given
    c = Counted(d, by_negative, 1)
    other = at_most(m)
    seen = d.identity(equals(c.it.seen, c.law[0].formula.left - other), *c.law)
    seen = d.rewrite(c.law[0], seen, equals(c.it.seen, 1 - other))
    room = d.arithmetic(0 < n - m, below, d.obvious(p <= rational(7, 10)), d.obvious(0 < n),
                        hints=[n])
    x = d.fix(Symbol("z", 2**n))
    all_women = d.assume(equals(ones(x, n), n))
    own, count = by_negative[x, number(1)], ones(x, n)

    def answered(order: Line, mark: Line) -> Line:
        if mark.formula.right == number(1):
            return absurd(d, equals(mark.formula.left, 0), order, all_women, room)
        return mark

    never = split_below(d, count, 1 * m, answered)
    line = d.identity(equals(own, 1 - never.formula.left))
    sure = d.rewrite(never, line, equals(own, number(1) - 0))
    sure = d.chain(sure, d.identity(equals(number(1) - 0, 1)))
    likely = d.at(c.full, x)
    part = d.cite("background/output-dominates.by-input", *c.law, P=database, W=by_negative)
    part = d.at(d.at(part, x), number(1))
    mass = part.formula.left
    share = d.rewrite(sure, d.identity(equals(mass, database[x] * own), *c.law),
                      equals(mass, database[x] * 1))
    positive = d.chain(
        d.arithmetic(0 < database[x] * 1, likely, *c.law), turned(d, share), part)
    above = d.arithmetic(0 < own, sure)
    least = d.cite(
        "lemma/posterior.likelier", c.full, above, positive, d.identity(
            equals(c.it.seen, c.it.seen), *c.law), *c.law,
        P=database, W=by_negative, y=number(1), b=x, s=c.it.seen)
    logs = d.arithmetic(-log(c.it.seen) <= c.it.value, least, d.identity(
        equals(log(number(1)), 0)), sure, positive, *c.it.real(c.full))
    exists = d.cite("lemma/bits.full", k=n)
    low = d.obtain(exists, x, d.rewrite(seen, logs, -log(1 - other) <= c.it.value))
    some = d.obtain(exists, x, d.rewrite(seen, positive, 0 < 1 - other))
    much = d.arithmetic(1 - other <= c.it.seen, seen, *c.law)
    high = d.cite("lemma/outcome.often", much, some, d.obvious(0 <= other), *c.law, P=database,
                  W=by_negative, y=number(1), e=other)
    d.qed(d.turn(d.goal, high, low))
