"""Lemmas on games: what a small step of the row player's law changes, and what follows where it
gains nothing."""

from __future__ import annotations

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    cases,
    equals,
    every,
    lower_value,
    maximum,
    pmf_table,
    total,
    upper_value,
)
from verified.papers.lemmas.common import paper

rows, columns = Size("n"), Size("m")
payoffs, law = Reals("v", rows * columns), Pmf("p", rows)
towards, level, share = Symbol("x", rows), Real("c"), Real("t", "[0,1]")
row, other, column = Symbol("x'", rows), Symbol("k", rows), Symbol("y", columns)
moved = pmf_table(
    rows, lambda row: (1 - share) * law[row] + share * cases(equals(row, towards), 1, 0)
)


def entry(at: Term) -> Term:
    """The payoff of a row in the column y."""
    return payoffs[at * columns + column]


def short(p: Term) -> Term:
    """What a law of the rows falls short of the level in the column y."""
    return maximum(level - total(row, p[row] * entry(row)), 0)


def missed(p: Term) -> Term:
    """The squared distance from the payoffs of a law to those of the level at least."""
    return total(column, short(p) ** 2)


slack = Real("g", ">0")
spread = total(column, total(other, (entry(towards) - entry(other)) ** 2))
number, less = Real("r"), Real("s")

paper.claim(
    "positive-part-step",
    forall=[number, less],
    then=maximum(number - less, 0) ** 2 <= (maximum(number, 0) - less) ** 2,
)

paper.claim(
    "towards-row",
    forall=[rows, columns, payoffs, law, towards, level, share],
    then=missed(moved)
    <= missed(law)
    - 2 * share * total(
        column, short(law) * (entry(towards) - total(row, law[row] * entry(row)))
    )
    + share**2 * total(
        column, total(other, law[other] * (entry(towards) - entry(other)) ** 2)
    ),
    note=(
        "The squared distance from the payoffs of a law to those of at least c in every column, "
        "after a step of length t towards one row: its slope, and a bound on its second order."
    ),
)

paper.claim(
    "no-gain",
    forall=[rows, columns, payoffs, law, level, share, slack],
    given=[
        share > 0,
        share * total(towards, spread) <= slack,
        missed(law) >= slack,
        every(towards, missed(moved) >= missed(law) - share * slack),
    ],
    then=upper_value(payoffs, rows, columns) <= level,
    note=(
        "Where no step towards a row comes nearer to the level in every column, by more than a "
        "little, the column player grants no more than the level: with a law in proportion to what "
        "the row player's law falls short of it."
    ),
)

paper.claim(
    "nearly-minimax",
    forall=[rows, columns, payoffs, share, slack],
    given=[share > 0, share * total(towards, spread) <= slack**2 / columns],
    then=upper_value(payoffs, rows, columns) <= lower_value(payoffs, rows, columns) + slack,
    note="For every g > 0 there is such a t.",
)
