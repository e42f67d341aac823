"""Independent samples and repeated mechanisms: what they are, symbol by symbol, as statements that
proofs may cite."""

from __future__ import annotations

from verified.quantities.databases import instances
from verified.quantities.definitions.defining import define
from verified.quantities.numbers import quotient, remainder
from verified.quantities.products import composed, iid
from verified.syntax.terms import Database, Mechanism, Pmf, Size, Symbol, equals

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
