"""What the claims of the stick share: variables, small terms, and the record of a false claim.

Sizes start at one symbol and databases at one entry, as any user's do. A claim that needs more
says so, by a variable of its own or by a hypothesis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from verified.language import (
    Channel,
    Claim,
    Close,
    Database,
    Event,
    Formula,
    Joint,
    Mechanism,
    Pmf,
    Prior,
    Queries,
    Real,
    Size,
    Symbol,
    Term,
    cases,
    channel_table,
    claim,
    entries,
    equals,
    every,
    exp,
    instances,
    pmf_table,
    rational,
)
from verified.reading.statements import read_statement
from verified.syntax.terms import Var

KINDS = (
    "tenth",
    "hundredth",
    "thousandth",
    "millionth",
    "rare",
    "window",
    "three-symbols",
    "three-entries",
    "boundary",
    "nested-supremum",
    "many-coordinates",
    "joint-law",
    "composition",
    "implication",
    "local",
    "coupled",
    "wording",
    "line",
    "conjecture",
    "equality",
    "testing",
    "leakage",
    "release",
    "noise",
    "optimum",
)


@dataclass(frozen=True)
class FalseClaim:
    """A false claim; `why` says in a line why it is false, and is never shown to the engine.

    Attributes:
        kind: one of `KINDS`: what makes its counterexamples hard or easy to find.
    """

    claim: Claim
    kind: str
    why: str

    @property
    def key(self) -> str:
        """The claim's key, without the name of its (empty) paper."""
        return self.claim.key.partition("/")[2]


def false(
    key: str,
    kind: str,
    why: str,
    *,
    forall: Sequence[Var],
    then: Formula,
    given: Sequence[Formula] = (),
) -> FalseClaim:
    """A record of a false claim, built as any user's claim is."""
    if kind not in KINDS:
        raise ValueError(f"{key}: {kind!r} is none of the kinds {', '.join(KINDS)}")
    return FalseClaim(claim(key, forall=forall, given=given, then=then), kind, why)


def line(key: str, text: str) -> Claim:
    """A claim in one line."""
    found = read_statement(text, key)
    return claim(key, forall=found.variables, given=found.given, then=found.then)


def said(key: str, kind: str, why: str, text: str) -> FalseClaim:
    """A record of a false claim in one line."""
    found = read_statement(text, key)
    return false(key, kind, why, forall=found.variables, given=found.given, then=found.then)


def below(share: str) -> Term:
    """1 − share, exactly: the factor that makes an upper bound too small by that share."""
    return rational(str(1 - Fraction(share)))


def above(share: str) -> Term:
    """1 + share, exactly: the factor that makes a lower bound too large by that share."""
    return rational(str(1 + Fraction(share)))


eps = Real("eps", ">=0", latex=r"\epsilon")
delta = Real("delta", "[0,1]", latex=r"\delta")
half = rational(1, 2)

infinity = float("inf")
n, m, r, k = Size("n"), Size("m"), Size("r"), Size("k")
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", n)
a = Symbol("a", n)
A = Event("A", n)

# Channels whose inputs P and Q are laws on.
W = Channel("W", n, m)
V = Channel("V", m, r)
W2 = Channel("W'", n, m)
# A second look at the same input, and channels with as many outputs as inputs.
V_same = Channel("V", n, r)
square, square2 = Channel("W", n, n), Channel("W'", n, n)
x, x2 = Symbol("x", n), Symbol("x'", n)
y = Symbol("y", m)

D = Database("D")
M = Mechanism("M", D, m)
i = Symbol("i", entries(D))
d, d2 = Symbol("d", instances(D)), Symbol("d'", instances(D))
any_prior = Prior("P", D)
independent_prior = Prior("P", D, "independent")
split_prior = Prior("P", D, "split", i)

j = Symbol("j", k)
S = Queries("S", D, k, m)
pair = Queries("S", D, 2, m)
pair_j = Symbol("j", 2)

u, v, w, z = Size("u"), Size("v"), Size("w"), Size("z")
J2 = Joint("J", U=u, V=v)
J = Joint("J", U=u, V=v, W=w)
J4 = Joint("J", U=u, V=v, W=w, Z=z)

uniform = pmf_table(n, lambda _: 1 / n)
mixture = pmf_table(n, lambda b: (P[b] + Q[b]) / 2)


def noiseless(size: Term | int) -> Term:
    """The channel whose output is its input."""
    return channel_table(size, size, lambda b, c: cases(equals(b, c), 1, 0))


def at_least(law: Term, low: str, size: Term | int = n) -> Formula:
    """Every symbol of the law has at least this probability."""
    symbol = Symbol("b", size)
    return every(symbol, law[symbol] >= rational(low))


def local(channel: Term, epsilon: Term | int, slack: Term | int = 0) -> Formula:
    """The channel is (ε,δ)-locally private: the laws of any two inputs are close.

    Args:
        channel: from n symbols.
        slack: δ.
    """
    one, other = Symbol("z", n), Symbol("z'", n)
    return every(one, every(other, Close(channel[one], channel[other], epsilon, slack)))


def close_bound(epsilon: Term) -> Term:
    """ε tanh(ε/2), the largest divergence of two laws that are (ε,0)-close."""
    return epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1)
