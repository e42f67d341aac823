"""Independent samples, repeated mechanisms, random parts of databases, shuffled reports: what they
are, symbol by symbol, as statements that proofs may cite."""

from __future__ import annotations

from verified.quantities.databases import entries, instances
from verified.quantities.definitions.defining import define
from verified.quantities.groups import with_group
from verified.quantities.laws import pmf_of
from verified.quantities.numbers import quotient, remainder
from verified.quantities.products import composed, iid, memoryless, shuffle, subsampled
from verified.syntax.binders import cases, event_where, total
from verified.syntax.formulas import both, every
from verified.syntax.terms import (
    Channel,
    Database,
    Mechanism,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    Var,
    equals,
    number,
)

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, D = Pmf("P", n), Database("D")
M, x = Mechanism("M", D, m), Symbol("x", instances(D))
longer, responses = Symbol("s", n**k * n), Symbol("y", m**k)

# Of no symbols there is one sequence, whose probability is 1 as those of a law sum to 1.
define("iid-more", [P, k, longer], equals(
    iid(P, k + 1)[longer], iid(P, k)[quotient(longer, n)] * P[remainder(longer, n)]
))
define("composed", [M, k, x, responses], equals(
    composed(M, k)[x][responses], iid(M[x], k)[responses]
))

# A sequence of bits tells of each entry whether it stays; those that don't are symbol 0.
share, y = Real("q", "[0,1]"), Symbol("y", m)
bits, entry = Symbol("s", 2 ** entries(D)), Symbol("i", entries(D))
absent = event_where(entry, equals(remainder(quotient(bits, number(2) ** entry), 2), 0))
define("subsampled", [M, share, x, y], equals(
    subsampled(M, share)[x][y],
    total(bits, iid(pmf_of(1 - share, share), entries(D))[bits]
          * M[with_group(D, x, absent, 0)][y]),
))

W, sent, received = Channel("W", n, m), Symbol("s", n**k * n), Symbol("t", m**k * m)
define("memoryless-more", [W, k, sent, received], equals(
    memoryless(W, k + 1)[sent, received],
    memoryless(W, k)[quotient(sent, n), quotient(received, m)]
    * W[remainder(sent, n), remainder(received, m)],
))


def _letter(sequence: Term, place: Var) -> Term:
    """The symbol of a sequence at a place from its end."""
    return remainder(quotient(sequence, m**place), m)


given, told = Symbol("s", m**k), Symbol("t", m**k)
a, j, l = Symbol("a", m), Symbol("j", k), Symbol("l", k)  # noqa: E741


def _often(sequence: Term) -> Term:
    return total(j, cases(equals(_letter(sequence, j), a), 1, 0))


define("shuffle", [Size("m"), k, given, told], equals(shuffle(m, k)[given, told], cases(both(
    every(a, equals(_often(given), _often(told))),
    every(j, every(l, _letter(told, l) <= _letter(told, j), where=j <= l)),
), 1, 0)))
