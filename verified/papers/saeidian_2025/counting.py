"""Section 4.1: the Laplace mechanism on a counting query.

The predicate f is an event over the symbols: f(d) = 1 where d is one of them. ℓ(D_i → y) is written
out by the density at y of the response, but for the factor 1/(2b), which cancels.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Event,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    alphabet,
    cases,
    entries,
    entry_law,
    entry_of,
    equals,
    every,
    exp,
    indicator,
    instances,
    largest,
    largest_alphabet,
    log,
    minimum,
    prior_mass,
    quotient,
    rational,
    remainder,
    total,
)
from verified.papers.saeidian_2025.common import paper
from verified.papers.saeidian_2025.databases import D, alone, i, possible
from verified.syntax.formulas import both
from verified.syntax.terms import Var

F = Event("f", largest_alphabet(D))
b, point = Real("b", ">0"), Real("y")
c, p = Real("c", "[0,1/2)"), Real("p", "(0,1)")
count = entries(D)
x, j = Symbol("x", instances(D)), Symbol("j", entries(D))
v, w = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, j))
member = Symbol("i'", entries(D))
u = 1 / (count * b)


def satisfied(instance: Term) -> Term:
    """How many entries of an instance satisfy the predicate."""
    return total(member, indicator(F, entry_of(D, instance, member)))


def density(instance: Term) -> Term:
    """The density of Lap(S/n, b) at y, times 2b."""
    return exp(-(absolute(point - satisfied(instance) / count) / b))


def chance(entry: Term, value: Var) -> Term:
    """The probability that an entry satisfies the predicate."""
    return total(value, indicator(F, value) * entry_law(alone, entry)[value])


seen = total(x, prior_mass(alone, x) * density(x))
given_value = total(
    x, cases(equals(entry_of(D, x, i), v), 1, 0) * (prior_mass(alone, x) * density(x))
)
own_chance = entry_law(alone, i)[v]
leaked = log(largest(v, cases(own_chance > 0, given_value / own_chance, 0)) / seen)


def bound(mass: Any, ratio: Term = u) -> Term:
    """1/(nb) − log((1 − c) + c exp(1/(nb)))."""
    found: Term = ratio - log((1 - mass) + mass * exp(ratio))
    return found


likely = every(j, both(c < chance(j, w), chance(j, w) < 1 - c))
variables = [D, F, alone, i, b, point, c]
paper.claim(
    "proposition-4.6",
    at="Proposition 4.6",
        forall=variables,
    given=[possible(alone), likely],
    then=leaked <= bound(c),
    note=(
        "For every prior of the class and every outcome y. The entries need not satisfy the "
        "predicate with one probability p: each may have its own in (c, 1 − c). That no bound is "
        "less, as the end of the proof says, is `proposition-4.6-attained`."
    ),
)

simplified = (1 - c) * u + c**2 / (2 * (count * b) ** 2)
paper.claim(
    "proposition-4.6-simplified",
    at="after Proposition 4.6",
    forall=variables,
    given=[possible(alone), likely],
    then=leaked <= simplified,
    note="For every nb, large or not.",
)
paper.claim(
    "proposition-4.6-simplified-sharp",
    at="after Proposition 4.6, without the second term",
    forall=variables,
    given=[possible(alone), likely],
    then=leaked <= (1 - c) * u,
    note="log((1 − c) + c e^u) is at least cu, so that the term in c² is never needed.",
)

# --- the saving -----------------------------------------------------------------------------------

ratio, share = Real("r", ">0"), Real("c", "[0,1/2)")
half = rational(1, 2)
paper.claim(
    "proposition-4.6-half",
    at="Section 4, and after Proposition 4.6",
    forall=[share, ratio],
    then={
        "none": {"forall": [ratio], "then": equals(bound(0, ratio), ratio)},
        "almost": bound(share, ratio) <= (1 - share) * ratio,
        "up-to": bound(share, ratio) >= half * ratio,
    },
    note=(
        "r is the parameter 1/(nb) of differential privacy. c = 0 saves nothing; near c = 1/2 the "
        "cost is reduced by almost a factor ½, or more; and it is said to be reduced up to half, "
        "so never below half of r."
    ),
)
paper.claim(
    "proposition-4.6-half-repaired",
    at="Section 4, where c ≤ 1/(1 + exp(1/(2nb)))",
    forall=[share, ratio],
    then={
        "none": {"forall": [ratio], "then": equals(bound(0, ratio), ratio)},
        "almost": bound(share, ratio) <= (1 - share) * ratio,
        "up-to": {
            "given": [share * (1 + exp(half * ratio)) <= 1],
            "then": bound(share, ratio) >= half * ratio,
        },
    },
    note=(
        "For every c below 1/2 the hypothesis is met once nb is large, which the text supposes for "
        "the simplified bound."
    ),
)

# --- the proof ------------------------------------------------------------------------------------

later, n = Real("y'"), Size("n")
answers, place = Symbol("x", 2**n), Symbol("j", n)
sum_of = total(place, remainder(quotient(answers, 2**place), 2))


def mean_density(at: Term) -> Term:
    """E exp(−|y − S/n|/b), S binomial: the bits of x are the entries of a binary database."""
    return total(answers, p**sum_of * (1 - p) ** (n - sum_of) * exp(
        -(absolute(at - sum_of / n) / b)
    ))


_rising = mean_density(point) <= mean_density(later)
_falling = mean_density(later) <= mean_density(point)
settings = Size("k")
setting, weights, apart = Symbol("s", settings), Pmf("w", settings), Reals("t", settings)


def mean_of(exponent: Any) -> Term:
    """The mean of e to a power, over the values of S_−1."""
    return total(setting, weights[setting] * exp(exponent))


paper.claim(
    "proposition-4.6-steps",
    at="Appendix B.3",
    forall=[n, p, b, point, later],
    then={
        "numerator": {
            "forall": [settings, weights, apart, b],
            "then": mean_of(-(absolute(apart[setting]) / b)) <= minimum(
                mean_of(-(apart[setting] / b)), mean_of(apart[setting] / b)),
            "note": "Of any law; t is y − d_1/n − S_−1/n. Before it: ℓ(D_i → y) ≤ ℓ(B_i → y), as "
            "`pml-pre-processing` says.",
        },
        "increasing": {"given": [point < later, later <= p], "then": _rising},
        "decreasing": {"given": [p <= point, point < later], "then": _falling},
    },
    note=(
        "The mean density of the response, as a function of y, is said to be increasing up to p "
        "and decreasing from there, as S is binomial. By the step before it the database is "
        "binary. The values of ℓ(D_1 → y) in the two cases are `proposition-4.6-values`."
    ),
)
paper.claim(
    "proposition-4.6-steps-repaired",
    at="Appendix B.3, outside of [0, 1]",
    forall=[n, p, b, point, later],
    then={
        "increasing": {"given": [point < later, later <= 0], "then": _rising},
        "decreasing": {"given": [point >= 1, point < later], "then": _falling},
    },
    note=(
        "Between the shares that S/n takes the density may fall and rise again. The proposition "
        "holds all the same; its proof here doesn't go through this step."
    ),
)
