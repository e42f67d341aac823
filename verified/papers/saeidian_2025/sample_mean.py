"""Example 3.1: the quantised mean of n independent draws, and one of the draws.

The database is a word of n symbols of the entries' alphabet, each with the law P and worth v of its
symbol. [c, e) is the cell of the quantiser that holds μ. Of the other cells those below it are
taken as one, and those above it: a coarser quantiser, whose value has no more entropy.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    both,
    cases,
    equals,
    exp,
    log,
    maximum,
    min_entropy,
    minimum,
    rational,
    total,
)
from verified.papers.lemmas.bits import ones
from verified.papers.lemmas.words import added_up, letter
from verified.papers.saeidian_2025.common import full, paper

values, rows = Size("r"), Size("n")
law, worth = Pmf("P", values), Reals("v", values)
start, end = Real("c"), Real("e")
room, level = Real("d", ">0"), Real("t", ">0")
database, value = Symbol("x", values**rows), Symbol("u", values)
others = Size("k", low=0)
larger = Symbol("x", values ** (others + 1))


def chance_of(word: Term, count: Any) -> Term:
    """The probability of a database: the product of those of its entries."""
    place = Symbol("i", count)
    found: Term = exp(total(place, log(law[letter(word, place, values)])))
    return found


likely = chance_of(database, rows)
sample = added_up(database, rows, worth) / rows
mean = total(value, law[value] * worth[value])
variance = total(value, law[value] * (worth[value] - mean) ** 2)

below = total(database, likely, where=sample < start)
inside = total(database, likely, where=both(start <= sample, sample < end))
above = total(database, likely, where=end <= sample)
entropy = -log(maximum(below, maximum(inside, above)))

nearest = cases(equals(start, mean), end - mean, minimum(mean - start, end - mean))


def enough(distance: Any, share: Any) -> Term:
    """n d² times a share of the probability: what Chebyshev asks the variance of an entry to be at
    most, for the rest of it to lie within d of μ."""
    found: Term = rows * distance**2 * share
    return found


on_line = [law, worth, rows, start, end]
missed = 1 - exp(-level)

paper.claim(
    "example-3.1",
    at="Example 3.1",
    forall=[*on_line, level],
    then={
        "limit": {
            "given": [
                full(law), start <= mean, mean < end, variance <= enough(nearest, missed),
            ],
            "then": entropy <= level,
            "note": "“By the law of large numbers … H_∞(μ̂_1) → 0”, with Chebyshev's modulus: at "
            "most t once n is at least σ²/(d² (1 − e^(−t))), where d is the distance from μ to the "
            "nearest end of its cell that isn't μ. The text lets P_D and the cells be any, so "
            "that μ may be where its cell begins. Elsewhere that n is enough; of fair bits with "
            "μ there no n is (`example-3.1-boundary`).",
        },
        "row": {
            "forall": [law, others, value],
            "given": [full(law)],
            "then": equals(
                total(larger, chance_of(larger, others + 1),
                      where=equals(letter(larger, 0, values), value)),
                law[value],
            ),
            "note": "The law of one entry, here the last of the word, however many others there "
            "are.",
        },
        "larger": {
            "forall": [law],
            "given": [full(law)],
            "then": min_entropy(law) > 0,
            "note": "“Hence, μ̂_2 has larger entropy compared to μ̂_1”: than 0, to which that of μ̂_1 "
            "is said to go.",
        },
    },
    note="P_D is a law on r numbers v, which are different, as of a set: H_∞(P_D) is the entropy "
    "of an entry. A sequence of numbers → 0 can't be refuted by one n: of `limit` the modulus is "
    "refuted, and `example-3.1-boundary` says of infinitely many n that the entropy is ln 2.",
)

held = [full(law), start < mean, mean < end]
paper.claim(
    "example-3.1-repaired",
    at="Example 3.1, where μ isn't an end of its cell",
    forall=[*on_line, level],
    then={
        "large-numbers": {
            "forall": [law, worth, rows, room],
            "given": [full(law)],
            "then": total(database, likely, where=room <= absolute(sample - mean))
            * enough(room, 1) <= variance,
            "note": "The law of large numbers that the text names, with Chebyshev's bound.",
        },
        "limit": {
            "given": [*held, variance <= enough(nearest, missed)],
            "then": entropy <= level,
        },
        "own-cell": {
            "given": [*held, variance <= enough(nearest, missed)],
            "then": -log(inside) <= level,
            "note": "The cell [c, e) alone has probability e^(−t) or more, so that H_∞(μ̂_1) ≤ t "
            "whatever the quantiser's other cells are.",
        },
        "larger": {
            "forall": [law],
            "given": [full(law), values >= 2],
            "then": min_entropy(law) > 0,
            "note": "For entries that aren't constant: of a constant one both entropies are 0.",
        },
        "in-time": {
            "forall": on_line,
            "given": [*held, variance < enough(nearest, 1 - exp(-min_entropy(law)))],
            "then": entropy < min_entropy(law),
            "note": "From which n on the entry has the larger entropy.",
        },
    },
)

odd = 2 * others + 1
flips = Symbol("x", 2**odd)
share, half = ones(flips, odd) / odd, rational(1, 2)
paper.claim(
    "example-3.1-boundary",
    at="Example 3.1, where μ is an end of its cell",
    forall=[others],
    then=equals(
        -log(maximum(
            total(flips, half**odd, where=share < half),
            total(flips, half**odd, where=half <= share),
        )),
        log(2),
    ),
    note="Entries 0 or 1 with probability ½ each, and two cells that meet at μ = ½: for every odd "
    "n the quantised mean is a fair coin, of entropy ln 2, so that H_∞(μ̂_1) doesn't go to 0. More "
    "cells can't lower it.",
)

__all__: list[str] = []
