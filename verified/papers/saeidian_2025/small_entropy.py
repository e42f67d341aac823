"""After Theorem 3.7: no attribute that says something has a small entropy under every law.

If every symbol has a value u with probability r at least, U has this value with probability r at
least under every law, and so an entropy of −ln r at most. By max_u min_x p(u|x) in the place of r
no law gives U more entropy (`no-consistently-small-entropy-sharp` proves it).
"""

from __future__ import annotations

from verified.language import (
    Real,
    Symbol,
    both,
    cases,
    equals,
    every,
    exp,
    largest,
    log,
    min_entropy,
    negation,
    output,
    pmf_table,
    smallest,
    some,
)
from verified.papers.saeidian_2025.common import P, U, k, n, other, paper, u, x

share, small = Real("t", "(0,1)"), Real("s", "(0,1/2)")
little = Real("t", "(0,1/100]")
a, v = Symbol("a", n), Symbol("v", k)
says = some(x, some(other, some(u, negation(equals(U[x, u], U[other, u])))))
kept_under_any_law = largest(v, smallest(a, U[a, v]))
fair = log(2)

paper.claim(
    "no-consistently-small-entropy",
    at="Section 3.2, after Theorem 3.7",
    scope="finite alphabets",
    forall=[U, little],
    given=[says],
    then=kept_under_any_law <= exp(-(little * fair)),
    note="“No non-trivial attribute of X can have consistently small entropy under all possible "
    "distributions”: whatever share t of a bit counts as small, some law gives more. It is read of "
    "a hundredth of a bit and less, which is small by any measure. Some value has the probability "
    "on the left at least under every law, so that no law gives more than −ln of it, which then "
    "must be t ln 2 or more. Attributes may be randomised (Section 2.1); non-trivial is one that "
    "depends on X.",
)

one, two = Symbol("b", n), Symbol("c", n)
half = (1 - small) / 2
between = pmf_table(n, lambda a: half * cases(equals(a, one), 1, 0)
                    + half * cases(equals(a, two), 1, 0) + small / n)

told = Symbol("w", k)
_told = [U[one, told] >= 1, U[two, told] <= 0]
paper.claim(
    "no-consistently-small-entropy-repaired",
    at="Section 3.2, after Theorem 3.7",
    scope="finite alphabets",
    forall=[U, one, two, told],
    given=_told,
    then={
        "share": {
            "forall": [U, share, one, two, told],
            "given": [says, *_told],
            "then": kept_under_any_law <= exp(-(share * fair)),
            "note": "For an attribute with a value that one symbol has for sure and another never, "
            "as every deterministic one has that isn't constant.",
        },
        "law": {
            "forall": [U, one, two, told, small],
            "then": both(-log(1 - half) <= min_entropy(output(between, U)),
                         every(x, between[x] > 0)),
            "note": "A law of full support that is nearly fair on the two gives it nearly a bit, "
            "ln 2, or more.",
        },
    },
)

paper.claim(
    "no-consistently-small-entropy-sharp",
    at="Section 3.2, after Theorem 3.7",
    scope="finite alphabets",
    forall=[P, U, u, share],
    given=[every(x, U[x, u] >= 1 - share)],
    then=min_entropy(output(P, U)) <= -log(1 - share),
    note="What the text leaves out: a randomised attribute that has one value with probability "
    "1 − t at least, whatever X is, has an entropy of −ln(1 − t) at most under every law, as small "
    "as one likes, though its value may depend on X.",
)

__all__: list[str] = []
