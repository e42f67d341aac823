"""Example 3.11: what an answer that leaks little leaves of an attribute of two values."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.numbers import at_least_one
from derivations.patterns.posteriors import Posterior
from verified.language import equals, output, pmf_of, rational
from verified.papers.saeidian_2025.examples import answer, by_negative, database
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
    low, high = d.given
    line = at_least(d, output(P, S), low, high)
    number = d.scalar(d.goal.parts[1])
    d.qed(d.both(line, number))


@derives("saeidian-2025/example-3.11.safe@this-answer")
def safe(d: Derivation) -> None:
    """H − ℓ is left."""
    P, W, y, S = (d.var(name) for name in "PWyS")
    full, low, high, small = d.given
    entropy = at_least(d, output(P, S), low, high)
    line = d.cite("saeidian-2025/theorem-3.5-quantitative.secret", full, U=S, P=P, W=W, y=y)
    it = Posterior(d, P, W, y)
    d.qed(d.arithmetic(d.goal, line, entropy, small, *it.real(full)))


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
