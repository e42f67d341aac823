"""The paper, its variables and what several of its sections share."""

from __future__ import annotations

from verified.language import Paper

paper = Paper(
    key="ngo-2024",
    title="On Local Mutual-Information Privacy",
    authors="Khac-Hoang Ngo, Johan Östman, Alexandre Graell i Amat",
    venue="IEEE Information Theory Workshop (ITW 2024)",
    year=2024,
    edition="conference version",
    units="bits",
)
