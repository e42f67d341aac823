"""The paper, its variables and what several of its sections share."""

from __future__ import annotations

from verified.language import Paper, Real

paper = Paper(
    key="nuradha-goldfeld-2022",
    title="An Information-Theoretic Characterization of Pufferfish Privacy",
    authors="Theshani Nuradha, Ziv Goldfeld",
    venue="IEEE International Symposium on Information Theory (ISIT 2022)",
    year=2022,
    edition="conference version",
    units="nats",
)

eps = Real("eps", ">0", latex=r"\epsilon")
other_eps = Real("eps'", ">0", latex=r"\epsilon'")
