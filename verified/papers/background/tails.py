"""Textbook facts on tails: Markov's inequality for exponentials, and Chernoff's bound."""

from __future__ import annotations

from verified.language import (
    KL,
    Real,
    Reals,
    Symbol,
    exp,
    pmf_of,
    quotient,
    remainder,
    total,
)
from verified.papers.background.common import P, a, k, n, paper

values, threshold = Reals("f", n), Real("s")
tilt = Real("lambda", ">=0", latex=r"\lambda")

paper.claim(
    "exponential-markov",
    at="Boucheron, Lugosi and Massart, Concentration Inequalities, Section 2.2",
    forall=[P, values, threshold, tilt],
    then=total(a, P[a], where=values[a] >= threshold)
    <= total(a, P[a] * exp(tilt * (values[a] - threshold))),
)

# A sequence of k bits is the symbol x < 2^k; how many of its bits are 1:
word, bit = Symbol("x", 2**k), Symbol("i", k)
ones = total(bit, remainder(quotient(word, 2**bit), 2))
chance, level = Real("p", "(0,1)"), Real("t", "[0,1]")

paper.claim(
    "chernoff-binomial",
    at="Boucheron, Lugosi and Massart, Concentration Inequalities, Section 2.2",
    forall=[k, chance, level],
    given=[chance <= level],
    then=total(word, chance**ones * (1 - chance) ** (k - ones), where=ones >= level * k)
    <= exp(-k * KL(pmf_of(level, 1 - level), pmf_of(chance, 1 - chance))),
    note="The left side is the probability of at least tk ones among k independent bits.",
)

paper.claim(
    "chernoff-binomial-lower",
    at="Boucheron, Lugosi and Massart, Concentration Inequalities, Section 2.2",
    forall=[k, chance, level],
    given=[level > 0, level <= chance],
    then=total(word, chance**ones * (1 - chance) ** (k - ones), where=ones <= level * k)
    <= exp(-k * KL(pmf_of(level, 1 - level), pmf_of(chance, 1 - chance))),
    note="The probability of at most tk ones.",
)
