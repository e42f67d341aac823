"""Textbook facts on laws on the line as responses to two inputs."""

from __future__ import annotations

from verified.language import KL, H, Real, channel_of, information, laplace, law_cells, pmf_of
from verified.papers.background.common import COVER_THOMAS, p, paper

mean, other_mean, place = Real("r"), Real("s"), Real("x")
scale = Real("u", ">0")
one_law, other_law = laplace(mean, scale), laplace(other_mean, scale)
two_inputs = pmf_of(1 - p, p)
told = information(two_inputs, one_law, other_law)

paper.claim(
    "law-information",
    at=f"{COVER_THOMAS}, Sections 8.5 and 8.6",
    forall=[p, mean, other_mean, scale],
    then={
        "nonnegative": told >= 0,
        "input": told <= H(two_inputs),
        "centre": {
            "then": told <= p * KL(other_law, one_law),
            "note": "What is told is at most the mean divergence from any law, here the first.",
        },
        "threshold": {
            "forall": [p, mean, other_mean, scale, place],
            "then": information(
                two_inputs, channel_of(law_cells(one_law, place), law_cells(other_law, place))
            )
            <= told,
            "note": "Data processing: on which side of a threshold the number lies.",
        },
    },
    note="Two Laplace laws of one scale, as responses to two inputs.",
)
