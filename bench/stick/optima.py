"""What claims on optima over laws and decisions speak of: orders, tables of losses and payoffs, the
rate–distortion function with Hamming distortion."""

from __future__ import annotations

from bench.stick.vocabulary import k, m, n
from verified.language import (
    Channel,
    Real,
    Reals,
    Term,
    cases,
    equals,
    quotient,
    rate_distortion,
    reals_table,
    remainder,
)

alpha = Real("alpha", ">=1", latex=r"\alpha")
level, other = Real("s", ">=0"), Real("t", ">=0")
losses, payoffs, gains = Reals("L", k * n), Reals("v", n * m), Reals("g", n * m)
two = Channel("W", 2, m)


def wrong(size: Term | int) -> Term:
    """The Hamming distortion, and the loss of guessing: 1 but for the right symbol."""
    return reals_table(
        size * size, lambda s: cases(equals(quotient(s, size), remainder(s, size)), 0, 1)
    )


def hamming(law: Term, at: Term, size: Term | int = n) -> Term:
    """The rate–distortion function of a law with Hamming distortion."""
    return rate_distortion(law, wrong(size), size, at)
