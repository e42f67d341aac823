"""Textbook facts on Gaussian noise on an answer with finitely many values, in any dimension.

f(V) + N(0, v I) is a mixture of Gaussian laws of one variance. Its entropy is d/2 ln(2πev), that of
the noise, and what it tells of V.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Symbol,
    Term,
    cases,
    channel_table,
    equals,
    exp,
    gaussian_information,
    log,
    output,
    pi,
    total,
)
from verified.papers.background import paper
from verified.papers.background.noise import (
    data,
    dims,
    plain,
    query,
    secret,
    secrets,
    symbols,
    variance,
)

added = Real("s", ">=0")
copy = channel_table(symbols, symbols, lambda x, y: cases(equals(x, y), 1, 0))
at_secret = Symbol("u", secrets)
UNIT = 2 * pi() * exp(1)


def entropy(law: Term, variance: Any) -> Term:
    """h(f(V) + N(0, variance)) for V with a law."""
    return dims * log(UNIT * variance) / 2 + gaussian_information(law, copy, query, dims, variance)


paper.claim(
    "entropy-power-mixtures",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Theorem 17.7.3",
    forall=[plain, query, variance, added],
    then=exp(2 * entropy(plain, variance) / dims) + UNIT * added
    <= exp(2 * entropy(plain, variance + added) / dims),
    note="The entropy power inequality for a mixture and independent Gaussian noise of variance s.",
)

paper.claim(
    "noise-chain",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Section 8.6",
    forall=[secret, data, query, variance],
    then=equals(
        gaussian_information(output(secret, data), copy, query, dims, variance),
        gaussian_information(secret, data, query, dims, variance)
        + total(
            at_secret,
            secret[at_secret]
            * gaussian_information(data[at_secret], copy, query, dims, variance),
        ),
    ),
    note="What the response tells of the data is what it tells of the secret, and the rest.",
)
