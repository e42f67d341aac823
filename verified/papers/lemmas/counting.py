"""Lemmas on counting queries that are answered with Laplace noise."""

from __future__ import annotations

from verified.language import (
    Event,
    Real,
    Reals,
    Symbol,
    Term,
    absolute,
    alphabet,
    cases,
    entries,
    entry_law,
    entry_of,
    equals,
    exp,
    indicator,
    instances,
    largest_alphabet,
    log,
    prior_mass,
    total,
    with_entry,
)
from verified.papers.lemmas.common import D, i, one, paper, r
from verified.papers.lemmas.entry_leakage import alone, other, own

F = Event("f", largest_alphabet(D))
member = Symbol("j", entries(D))
s, t, b = Real("s"), Real("t"), Real("b", ">0")
heights = Reals("h", instances(D))


def satisfied(instance: Term) -> Term:
    """How many entries of an instance are in the event."""
    return total(member, indicator(F, entry_of(D, instance, member)))


paper.claim(
    "counted-moved",
    forall=[D, F, one, i, own],
    then=equals(
        satisfied(with_entry(D, one, i, own)),
        satisfied(one) + indicator(F, own) - indicator(F, entry_of(D, one, i)),
    ),
)

paper.claim(
    "laplace-near",
    forall=[r, s, t, b],
    given=[r - s <= t, s - r <= t],
    then=exp(-(absolute(s) / b)) * exp(-(t / b)) <= exp(-(absolute(r) / b)),
)

where = cases(equals(entry_of(D, one, i), own), 1, 0)
paper.claim(
    "independent-entry-mean",
    forall=[alone, i, own, heights],
    then=equals(
        total(one, where * (prior_mass(alone, one) * heights[one])),
        entry_law(alone, i)[own] * total(one, where * (
            total(other, prior_mass(alone, with_entry(D, one, i, other))) * heights[one]
        )),
    ),
)

point = Real("y")
count = entries(D)


def height(instance: Term) -> Term:
    """The density at y of a Laplace law of scale b around an instance's share, times 2b."""
    return exp(-(absolute(point - satisfied(instance) / count) / b))


def response(value: Term) -> Term:
    """The density at y given an entry's value, times 2b, the entries being independent."""
    return total(one, cases(equals(entry_of(D, one, i), value), 1, 0) * (
        total(swapped, prior_mass(alone, with_entry(D, one, i, swapped))) * height(one)
    ))


swapped = Symbol("u", alphabet(D, i))
paper.claim(
    "count-response",
    forall=[D, F, alone, i, own, other, b, point],
    then={
        "near": exp(-(1 / (count * b))) * response(own) <= response(other),
        "alike": {
            "given": [equals(indicator(F, own), indicator(F, other))],
            "then": response(own) <= response(other),
        },
    },
)

paper.claim(
    "rare-outcome",
    forall=[r, s],
    given=[exp(-s) <= 1 - exp(-r)],
    then=-log(1 - exp(-s)) <= r,
)
