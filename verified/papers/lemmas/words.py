"""Lemmas on words: sequences of k symbols out of r, numbered with the last symbol fastest, whose
symbols are drawn independently from one law. Of a word counts the sum of a number for each symbol.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Reals,
    Size,
    Symbol,
    Term,
    equals,
    exp,
    quotient,
    remainder,
    total,
)
from verified.papers.lemmas.common import paper

letters, digits, rest_of = Size("r"), Size("k", low=0), Size("u", low=0)
last = Symbol("v", letters)
worth, logs = Reals("g", letters), Reals("l", letters)


def letter(number_of: Any, place: Any, size: Term) -> Term:
    """The symbol of a word at a place, counted from its end."""
    found: Term = remainder(quotient(number_of, size**place), size)
    return found


def added_up(number_of: Any, count: Any, numbers: Term) -> Term:
    """Σ g over the last `count` symbols of a word."""
    size = numbers.sort.sizes()[0]
    place = Symbol("i", count)
    return total(place, numbers[letter(number_of, place, size)])


def chance(number_of: Any, count: Any, logarithms: Term) -> Term:
    """The probability of a word of `count` independent symbols, by the logarithms of theirs."""
    found: Term = exp(added_up(number_of, count, logarithms))
    return found


word, symbol = Symbol("x", letters**digits), Symbol("a", letters)
longer = Symbol("x", letters ** (digits + 1))
law = equals(total(symbol, exp(logs[symbol])), 1)
mean = total(symbol, exp(logs[symbol]) * worth[symbol])
square = total(symbol, exp(logs[symbol]) * worth[symbol] ** 2)
own = chance(word, digits, logs)
whole = added_up(word, digits, worth)

paper.claim(
    "words",
    forall=[logs, worth, digits],
    given=[law],
    then={
        "shifted": {
            "forall": [worth, rest_of, last, digits],
            "given": [],
            "then": equals(
                added_up(rest_of * letters + last, digits + 1, worth),
                worth[last] + added_up(rest_of, digits, worth),
            ),
        },
        "last": {
            "forall": [logs, last, digits],
            "then": equals(
                total(longer, chance(longer, digits + 1, logs),
                      where=equals(letter(longer, 0, letters), last)),
                exp(logs[last]),
            ),
            "note": "The law of the last symbol, of words of one symbol or more.",
        },
        "mass": {"forall": [logs, digits], "then": equals(total(word, own), 1)},
        "mean": equals(total(word, own * whole), digits * mean),
        "square": {
            "given": [law, equals(mean, 0)],
            "then": equals(total(word, own * whole**2), digits * square),
            "note": "Of numbers with mean 0: the variance of a sum is the sum of the variances.",
        },
    },
    note="The law of a symbol is told by its logarithms, so that every symbol is possible.",
)

__all__: list[str] = []
