"""Textbook facts on types, the histograms of sequences: how many there are, and the law of the type
of independent samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.language import (
    KL,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    cases,
    either,
    equals,
    every,
    exp,
    indicator,
    log,
    occurrences,
    pmf_table,
    total,
    type_law,
    types,
)
from verified.papers.background.common import COVER_THOMAS, A, P, Q, a, m, n, paper

count = Size("k", low=0)
shorter = Symbol("j", count + 1)
typed, more = Symbol("t", types(n, count)), Symbol("t", types(n, count + 1))
less, last = Symbol("u", types(n, count)), Symbol("b", n)
factors = Reals("h", n)


def counted(symbols: Term, times: Term, short: Term, symbol: Term, new: Term) -> Term:
    """How often a symbol occurs in a type with one new symbol more."""
    return occurrences(symbols, times, short, symbol) + cases(equals(symbol, new), 1, 0)


def apart(symbols: Term, times: Term, long: Term, short: Term, new: Term) -> Term:
    """How far a type is from a shorter one with a new symbol, as histograms: 0 where it is that."""
    c = Symbol("c", symbols)
    return total(c, absolute(
        occurrences(symbols, times + 1, long, c) - counted(symbols, times, short, c, new)))


def follows(symbols: Term, times: Term, long: Term, short: Term, new: Term) -> Term:
    """1 where a type is a shorter one with a new symbol, else 0."""
    return cases(equals(apart(symbols, times, long, short, new), 0), 1, 0)


# A number for each symbol.
Weights = Callable[[Any], Term]


def weighed(symbols: Term, times: Term, histogram: Term, weights: Weights) -> Term:
    """Σ N(a|t) w(a) of a type t."""
    c = Symbol("c", symbols)
    return total(c, occurrences(symbols, times, histogram, c) * weights(c))


def weight(symbols: Term, times: Term, histogram: Term, logs: Weights, marked: Weights) -> Term:
    """Π x(a)^N(a|t), where x(a) is e^h(a), or 0 of a symbol that is marked, r(a) > 0."""
    unmarked = equals(weighed(symbols, times, histogram, marked), 0)
    return cases(unmarked, exp(weighed(symbols, times, histogram, logs)), 0)


def factor(symbol: Term, logs: Weights, marked: Weights) -> Term:
    """x(a) of a symbol."""
    return cases(equals(marked(symbol), 0), 1, 0) * exp(logs(symbol))


def empirical(symbols: Term, times: Term, histogram: Term) -> Term:
    """The law of a symbol of a sequence with a type, at a place drawn at random: N(a|t)/k."""
    return pmf_table(symbols, lambda c: occurrences(symbols, times, histogram, c) / times)


def log_ratio(above: Term, below: Term) -> Weights:
    """ln Q(a) − ln P(a), with 0 in place of the logarithm of 0."""
    def logarithm(law: Term, symbol: Any) -> Term:
        return cases(law[symbol] > 0, log(law[symbol]), 0)

    return lambda symbol: logarithm(above, symbol) - logarithm(below, symbol)


def missing(law: Term) -> Weights:
    """1 for the symbols that never occur, 0 for the others."""
    return lambda symbol: cases(law[symbol] <= 0, 1, 0)


def component_of(logs: Term) -> Weights:
    """The numbers of a tuple."""
    return lambda symbol: logs[symbol]


def member_of(event: Term) -> Weights:
    """1 for the symbols of an event, 0 for the others."""
    return lambda symbol: indicator(event, symbol)


paper.claim(
    "types-bound", at=f"{COVER_THOMAS}, Theorem 11.1.1", forall=[m, count, shorter],
    then=types(m, shorter) <= (count + 1) ** m,
    note="Of k symbols, and of fewer, there are no more than (k + 1)^m types.",
)
paper.claim(
    "type-law-more", forall=[P, count, more], then=equals(
        type_law(P, count + 1)[more],
        total(less, type_law(P, count)[less] * total(
            last, P[last] * follows(n, count, more, less, last))),
    ),
    note="A sample more adds its symbol to the type.",
)
paper.claim(
    "type-mean", forall=[P, count, a], then=equals(
        total(typed, type_law(P, count)[typed] * occurrences(n, count, typed, a)), count * P[a]),
)
logs, marked = component_of(factors), member_of(A)
mean = total(a, P[a] * factor(a, logs, marked))
paper.claim(
    "type-ratio", forall=[P, Q, count, typed], given=[every(a, either(P[a] > 0, Q[a] <= 0))],
    then=equals(
        type_law(Q, count)[typed],
        type_law(P, count)[typed] * weight(n, count, typed, log_ratio(Q, P), missing(Q)),
    ),
    note="A multinomial law in terms of another: each symbol of the type gives its own ratio.",
)
paper.claim(
    "type-generating", forall=[P, count, factors, A], given=[mean > 0], then=equals(
        total(typed, type_law(P, count)[typed] * weight(n, count, typed, logs, marked)),
        mean**count,
    ),
    note="The generating function of a multinomial law, (Σ P(a) x(a))^k at x(a) = e^h(a), or 0 "
    "for the symbols of an event.",
)
many = Size("k")
seen = Symbol("t", types(n, many))
own = empirical(n, many, seen)
paper.claim(
    "type-absent", forall=[P, count, typed, a], given=[type_law(P, count)[typed] > 0, P[a] <= 0],
    then=equals(occurrences(n, count, typed, a), 0),
    note="What never occurs is in no type that does.",
)
paper.claim(
    "type-probability", at=f"{COVER_THOMAS}, Theorems 11.1.2 and 11.1.4", forall=[P, many, seen],
    given=[type_law(P, many)[seen] > 0],
    then=equals(
        type_law(own, many)[seen], type_law(P, many)[seen] * exp(many * KL(own, P))),
    note="By the empirical law of the type itself its probability is larger by e^(k D).",
)
paper.claim(
    "type-divergence", forall=[P, Q, count],
    then=equals(KL(type_law(P, count), type_law(Q, count)), count * KL(P, Q)),
    note="Types tell as much as the samples themselves. An infinite divergence is infinite for one "
    "sample and more; for none it is 0.",
)
