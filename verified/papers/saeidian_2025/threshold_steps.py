"""Appendix A.5: the steps of the proof of Proposition 3.8.

In the first part x̄ is `highest`, where an outcome is likeliest, and x̲ `lowest`; in the second b
is x_min, and α is `chance`.
"""

from __future__ import annotations

from verified.language import (
    Real,
    Symbol,
    Term,
    both,
    cases,
    channel_table,
    equals,
    every,
    largest,
    log,
    negation,
    output,
    smallest,
    some,
    total,
)
from verified.papers.lemmas.posteriors import posterior_entry, posterior_of
from verified.papers.saeidian_2025.common import (
    INFINITE,
    P,
    W,
    attribute_posterior,
    capacity_of,
    full,
    leakage,
    n,
    other,
    paper,
    private,
    x,
    y,
)
from verified.papers.saeidian_2025.thresholds import least, rarest, told
from verified.syntax.terms import number

sharp = Real("eps", ">0", latex=r"\varepsilon")
bound = Real("r", ">=0")
most, fewest, seen = largest(x, W[x, y]), smallest(x, W[x, y]), output(P, W)[y]
highest, lowest = Symbol("h", n), Symbol("c", n)
elsewhere = negation(equals(other, lowest))
top = W[highest, y]
in_parts = W[lowest, y] * P[lowest] + total(other, W[other, y] * P[other], where=elsewhere)
in_tops = sharp * top * P[lowest] + total(other, top * P[other], where=elsewhere)
others = total(other, P[other], where=elsewhere)
shares = sharp * P[lowest] + others
at_top = [full(P), top > 0, every(x, W[x, y] <= top)]

first_part = {
    "unbounded": {
        "forall": [W, sharp],
        "given": [capacity_of(W) >= number(INFINITE)],
        "then": some(y, both(most > 0, fewest <= sharp * most)),
        "note": "The quotient max/min ≥ 1/ε multiplied out, as the minimum may be 0.",
    },
    "leakage": {
        "forall": [P, W, y],
        "given": [full(P), most > 0],
        "then": equals(leakage(P, W, y), log(most / seen)),
    },
    "split": {
        "forall": [P, W, y, lowest],
        "then": equals(seen, in_parts),
    },
    "replaced": {
        "forall": [P, W, y, highest, lowest, sharp],
        "given": [*at_top, W[lowest, y] <= sharp * top],
        "then": log(top / in_tops) <= log(top / in_parts),
    },
    "cancelled": {
        "forall": [P, W, y, highest, lowest, sharp],
        "given": [full(P), top > 0],
        "then": equals(log(top / in_tops), log(1 / shares)),
    },
    "end": {
        "forall": [P, lowest, sharp],
        "given": [full(P)],
        "then": log(1 / (sharp + 1 - least)) <= log(1 / shares),
        "note": "Wherever the lowest outcome is for this ε. As ε falls to 0 the left side grows to "
        "log 1/(1 − p_min), which so is at most the supremum.",
    },
    "therefore": {
        "forall": [P, W, bound],
        "given": [
            full(P), n >= 2, capacity_of(W) >= number(INFINITE),
            every(y, leakage(P, W, y) <= bound),
        ],
        "then": -log(1 - least) <= bound,
        "note": "For every bound on the leakages, of which the supremum is the least. With one "
        "symbol the capacity is 0.",
    },
}

# --- the second part ------------------------------------------------------------------------------

chance = Real("alpha", "(0,1]", latex=r"\alpha")
rare = P[rarest]
mechanism = channel_table(n, 2, lambda a, v: cases(
    equals(v, 0), cases(equals(a, rarest), 0, chance),
    cases(equals(a, rarest), 1, 1 - chance),
))
two_symbols = [full(P), n >= 2]
value = Symbol("v", 2)


def known_value(shown: int) -> Term:
    """p_{Y|U=u}(0), the law of X given the value being that of Bayes' rule."""
    found: Term = output(posterior_of(P, told, number(shown)), mechanism)[0]
    return found


second_part = {
    "posterior-zero": {
        "forall": [P, rarest, lowest],
        "given": [full(P)],
        "then": equals(
            posterior_entry(P, told, number(0), lowest), cases(equals(lowest, rarest), 1, 0)
        ),
    },
    "posterior-one": {
        "forall": [P, rarest, lowest],
        "given": two_symbols,
        "then": equals(
            posterior_entry(P, told, number(1), lowest),
            cases(equals(lowest, rarest), 0, P[lowest] / (1 - rare)),
        ),
    },
    "law": {
        "forall": [n, rarest, lowest, chance],
        "then": both(
            every(value, mechanism[lowest, value] >= 0),
            equals(total(value, mechanism[lowest, value]), 1),
        ),
    },
    "leaked-zero": {
        "forall": [P, rarest, chance],
        "given": two_symbols,
        "then": equals(leakage(P, mechanism, number(0)), log(1 / (1 - rare))),
    },
    "leaked-one": {
        "forall": [P, rarest, chance],
        "given": [full(P)],
        "then": equals(leakage(P, mechanism, number(1)), log(1 / (1 - chance * (1 - rare)))),
    },
    "larger": {
        "forall": [P, rarest, chance],
        "given": [*two_symbols, chance * (1 - rare) < rare],
        "then": log(1 / (1 - chance * (1 - rare))) < log(1 / (1 - rare)),
        "note": "How small α has to be.",
    },
    "private": {
        "forall": [P, rarest, chance],
        "given": [*two_symbols, chance * (1 - rare) <= rare],
        "then": private(P, mechanism, log(1 / (1 - rare))),
    },
    "known-zero": {
        "forall": [P, rarest, chance], "given": [full(P)], "then": equals(known_value(0), 0),
    },
    "known-one": {
        "forall": [P, rarest, chance], "given": two_symbols,
        "then": equals(known_value(1), chance),
    },
    "certain": {
        "forall": [P, rarest, chance],
        "given": two_symbols,
        "then": equals(attribute_posterior(P, mechanism, number(0), told)[1], 1),
    },
}

paper.claim(
    "proposition-3.8-steps",
    at="Appendix A.5",
    scope="finite alphabets",
    then={**first_part, **second_part},
    note="With one symbol there is no U = 1, and the threshold is ∞: what speaks of them is for "
    "two symbols at least. U = 0 is symbol 0 of the attribute.",
)

__all__: list[str] = []
