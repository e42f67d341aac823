"""The paper of the textbook facts, and the variables and laws that their modules share."""

from __future__ import annotations

from verified.language import (
    Channel,
    Event,
    Paper,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    pmf_table,
    quotient,
    remainder,
)
from verified.syntax.terms import size_of

paper = Paper(
    key="background",
    title="Textbook facts that the proofs rest on",
    edition="statements in our own words, each with a place where it is found",
    units="nats",
)

COVER_THOMAS = "Cover and Thomas, Elements of Information Theory (2nd edition)"

n, m, k = Size("n"), Size("m"), Size("k")
two_n = Size("n", low=2)
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", n)
W, V = Channel("W", n, m), Channel("V", n, m)
after = Channel("K", m, k)
a, b, y = Symbol("a", n), Symbol("b", n), Symbol("y", m)
A = Event("A", n)
eps, eps_other = Real("eps", latex=r"\epsilon"), Real("eps'", latex=r"\epsilon'")
delta = Real("delta", ">=0", latex=r"\delta")
t = Real("t", "[0,1]")
mass, other_mass, slope = Real("p", ">=0"), Real("q", ">=0"), Real("s", ">0")
ceiling = Real("r")
other_slope = Real("c", ">0")
p, q = Real("p", "[0,1]"), Real("q", "[0,1]")

# Weights and families for convexity in its general form: a mixture of k laws is an output law.
weights = Pmf("t", k)
first_laws, second_laws = Channel("P", k, n), Channel("Q", k, n)
j = Symbol("j", k)


def mixture(weight: Term, first: Term, second: Term) -> Term:
    """The law weight·first + (1 − weight)·second on n symbols."""
    return pmf_table(n, lambda s: weight * first[s] + (1 - weight) * second[s])


def pair_law(law: Term, channel: Term) -> Term:
    """The law of (X, Y) as one law on n·m symbols; the pair (x, y) is the symbol x·m + y."""
    outputs = size_of(channel[0])
    return pmf_table(
        size_of(law) * outputs,
        lambda s: law[quotient(s, outputs)] * channel[quotient(s, outputs), remainder(s, outputs)],
    )


def product_law(law: Term, other: Term) -> Term:
    """The product of a law on n and one on m symbols, numbered as in `pair_law`."""
    return pmf_table(n * m, lambda s: law[quotient(s, m)] * other[remainder(s, m)])
