"""The paper, its variables and what several of its sections share."""

from __future__ import annotations

from typing import Any

from verified.language import Paper, Term, log

paper = Paper(
    key="ngo-2024",
    title="On Local Mutual-Information Privacy",
    authors="Khac-Hoang Ngo, Johan Östman, Alexandre Graell i Amat",
    venue="IEEE Information Theory Workshop (ITW 2024)",
    year=2024,
    edition="conference version",
    units="bits",
)


def bits(nats: Any) -> Term:
    """A quantity in nats, in bits."""
    found: Term = nats / log(2)
    return found


def log2(x: Any) -> Term:
    """The logarithm to base 2, which is the paper's."""
    return log(x) / log(2)
