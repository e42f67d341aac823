"""Appendix B.3: what the Laplace mechanism on a counting query leaks where the response is beyond
all shares, and that no bound less than Proposition 4.6's does.

The database is a word of k + 1 independent symbols with one law P, which makes each possible; the
entry in question is its last symbol. The predicate f is an event.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Event,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    absolute,
    cases,
    equals,
    exp,
    indicator,
    largest,
    log,
    some,
    total,
)
from verified.papers.lemmas.words import letter
from verified.papers.saeidian_2025.common import full, paper
from verified.papers.saeidian_2025.counting import bound

symbols, others = Size("r"), Size("k", low=0)
entries = others + 1
law, predicate = Pmf("P", symbols), Event("f", symbols)
scale, point = Real("b", ">0"), Real("y")
chance, least = Real("p", "(0,1)"), Real("c", "[0,1/2)")
database, value = Symbol("x", symbols**entries), Symbol("v", symbols)
other, place = Symbol("w", symbols), Symbol("i", entries)
ratio = 1 / entries / scale

satisfied = total(place, indicator(predicate, letter(database, place, symbols)))
likely = exp(total(place, log(law[letter(database, place, symbols)])))
height = exp(-(absolute(point - satisfied / entries) / scale))
seen = total(database, likely * height)
share = total(other, law[other] * indicator(predicate, other))


def given(symbol: Any) -> Term:
    """The density of the response where the entry has a value, times 2b."""
    here = total(database, likely * height, where=equals(letter(database, 0, symbols), symbol))
    return cases(law[symbol] > 0, here / law[symbol], 0)


leaked = log(largest(value, given(value)) / seen)
_known = [law, predicate, others, scale, point]
_beyond = ratio - log((1 - share) + share * exp(ratio))
_before = ratio - log(share + (1 - share) * exp(ratio))

paper.claim(
    "proposition-4.6-values",
    at="Appendix B.3, the two cases",
    forall=_known,
    then={
        "above": {
            "given": [full(law), point >= 1, some(value, indicator(predicate, value) >= 1)],
            "then": equals(leaked, _beyond),
            "note": "The text has y > 1, and a binary database.",
        },
        "below": {
            "given": [full(law), point <= 0, some(value, indicator(predicate, value) <= 0)],
            "then": equals(leaked, _before),
            "note": "The text has y < 0.",
        },
        "above-most": {
            "forall": [chance, least, scale],
            "given": [least < chance],
            "then": bound(chance, scale) <= bound(least, scale),
            "note": "Here b stands for 1/(nb).",
        },
        "below-most": {
            "forall": [chance, least, scale],
            "given": [chance < 1 - least],
            "then": scale - log(chance + (1 - chance) * exp(scale)) <= bound(least, scale),
        },
    },
)
paper.claim(
    "proposition-4.6-attained",
    at="Appendix B.3, its last line",
    forall=[*_known, least],
    given=[
        full(law), least < share, share < 1 - least, point >= 1,
        some(value, indicator(predicate, value) >= 1),
    ],
    then=bound(least, ratio) - (share - least) * (exp(ratio) - 1) <= leaked,
    note="That the supremum over 𝒫 and y is the bound: as p falls to c, the leakage at any y from "
    "1 on tends to it.",
)

__all__: list[str] = []
