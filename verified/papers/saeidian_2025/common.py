"""The paper, its variables, and the notions that several of its sections share.

X has a law P on n symbols, a mechanism is a channel W from X to m outcomes, and an attribute of X
(Section 2.1) is a channel U from X to k values: constant ones and randomised ones included. The
paper assumes that every symbol of X has positive probability, under the true law and under every
adversary's.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Formula,
    Paper,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    every,
    min_entropy,
    output,
    renyi,
    some,
)
from verified.papers.lemmas.posteriors import largest_log_ratio, posterior_of

paper = Paper(
    key="saeidian-2025",
    title="Rethinking Disclosure Prevention with Pointwise Maximal Leakage",
    authors="Sara Saeidian, Giulia Cervia, Tobias J. Oechtering, Mikael Skoglund",
    venue="Journal of Privacy and Confidentiality (JPC)",
    year=2025,
    edition="accepted manuscript text",
    units="nats",
)

n, m, k = Size("n"), Size("m"), Size("k")
x, other, y, u = Symbol("x", n), Symbol("x'", n), Symbol("y", m), Symbol("u", k)
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", n)
W = Channel("W", n, m)
U = Channel("U", n, k)
eps = Real("eps", ">=0", latex=r"\epsilon")
c = Real("c")

INFINITE = float("inf")


def full(law: Term) -> Formula:
    """The law has full support."""
    symbol = Symbol("a", law.sort.sizes()[0])
    return every(symbol, law[symbol] > 0)


def leakage(law: Term, mechanism: Term, outcome: Term) -> Term:
    """ℓ(X → y) as Theorem 2.4 gives it: D_∞(P_{X|Y=y} ‖ P_X)."""
    return renyi(posterior_of(law, mechanism, outcome), law, INFINITE)


def attribute_posterior(law: Term, mechanism: Term, outcome: Term, attribute: Term) -> Term:
    """P_{U|Y=y} = P_{U|X} ∘ P_{X|Y=y}."""
    found: Term = output(posterior_of(law, mechanism, outcome), attribute)
    return found


def attribute_leakage(law: Term, mechanism: Term, outcome: Term, attribute: Term) -> Term:
    """ℓ(U → y) = D_∞(P_{U|Y=y} ‖ P_U), for an attribute U of X."""
    return renyi(
        attribute_posterior(law, mechanism, outcome, attribute), output(law, attribute), INFINITE
    )


def remaining(law: Term, mechanism: Term, outcome: Term, attribute: Term) -> Term:
    """H_∞(P_{U|Y=y})."""
    found: Term = min_entropy(attribute_posterior(law, mechanism, outcome, attribute))
    return found


def private(law: Term, mechanism: Term, epsilon: Any) -> Formula:
    """(ε,P_X)-PML: no outcome leaks more than ε (Definition 2.6)."""
    outcome = Symbol("z", mechanism.sort.sizes()[1])
    return every(outcome, leakage(law, mechanism, outcome) <= epsilon)


def discloses(law: Term, mechanism: Term, attribute: Term) -> Formula:
    """The mechanism discloses the attribute to the adversary with this prior (Definition 3.3): the
    infimum over outcomes of H_∞(P_{U|Y=y}) is 0. Of finitely many outcomes one reaches it."""
    outcome = Symbol("z", mechanism.sort.sizes()[1])
    return some(outcome, remaining(law, mechanism, outcome, attribute) <= 0)


def capacity_of(mechanism: Term) -> Term:
    """C(P_{Y|X}), the log of the largest p(y|x)/p(y|x') (Definition 2.7).

    For each x and x' the supremum over y is D_∞(P_{Y|X=x} ‖ P_{Y|X=x'}): ∞ where only p(y|x') is 0;
    outcomes that neither gives, where the ratio is 0/0, count for nothing.
    """
    return largest_log_ratio(mechanism)
