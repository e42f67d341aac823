"""Lemmas on counting modulo n: shifts, positions and windows on a ring of symbols."""

from __future__ import annotations

from verified.language import Size, Symbol, Term, cases, either, equals, remainder, total
from verified.papers.lemmas.common import n, paper

start, end, shift = Symbol("x", n), Symbol("y", n), Symbol("t", n)

paper.claim(
    "cyclic-shift",
    forall=[start, end],
    then=equals(total(shift, cases(equals(end, remainder(start + shift, n)), 1, 0)), 1),
    note="Exactly one number below n takes x to y modulo n.",
)

first_count = Size("k", low=0)
place, other_place = Symbol("u", n), Symbol("t", n)


def landed(position: Term) -> Term:
    """1 where the end is that many steps from the start modulo n, else 0."""
    return cases(equals(end, remainder(start + position, n)), 1, 0)


paper.claim(
    "cyclic-position",
    forall=[start, end, other_place, place],
    given=[either(
        equals(start + other_place, end), equals(start + other_place, end + n)
    )],
    then=equals(cases(equals(place, other_place), 1, 0), landed(place)),
    note="No other number below n takes x to y modulo n.",
)

paper.claim(
    "count-below",
    forall=[n, first_count],
    given=[first_count <= n],
    then=equals(total(start, cases(start < first_count, 1, 0)), first_count),
    note="So many of the numbers below n are below k.",
)

paper.claim(
    "cyclic-window",
    forall=[start, end, first_count],
    then=equals(
        total(place, landed(place) * cases(place < first_count, 1, 0)),
        cases(remainder(n + end - start, n) < first_count, 1, 0),
    ),
    note="Whether y is one of the k symbols from x on, on a ring of n symbols.",
)

paper.claim(
    "cyclic-window-sums",
    forall=[start, first_count],
    given=[first_count <= n],
    then={
        "by-start": equals(
            total(end, cases(remainder(n + start - end, n) < first_count, 1, 0)), first_count
        ),
        "by-end": equals(
            total(end, cases(remainder(n + end - start, n) < first_count, 1, 0)), first_count
        ),
    },
    note="Each symbol is in k of the windows of k symbols, and each window has k symbols.",
)
