"""Fig. 4: the optimal LIP curve of the Gaussian mechanism as its noise grows."""

from __future__ import annotations

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    exp,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    largest,
    law_mixture,
    maximum,
    pmf_of,
    rational,
    reals_table,
)
from verified.papers.ngo_2024.common import paper

symbols = Size("n")
law, inputs, point = Pmf("P", symbols), Reals("x", symbols), Symbol("s", symbols)
eps = Real("eps", ">0", latex=r"\epsilon")
lower_noise, higher_noise = Real("v", ">0"), Real("w", ">0")
halves = pmf_of(rational(1, 2), rational(1, 2))


def curve(variance: Term) -> Term:
    """The optimal LIP curve for any input law on the line: the left side of (6)."""
    response = gaussian_mixture(law, inputs, reals_table(symbols, lambda _: variance))
    alone = gaussian(inputs[point], variance)
    return largest(point, maximum(
        hockey_stick(response, alone, eps), exp(-eps) * hockey_stick(alone, response, eps)
    ))


def two_valued(variance: Term) -> Term:
    """H_{e^ε} of the output's law from that of the input Δ = 1, for inputs ±1."""
    outputs = gaussian(-1, variance), gaussian(1, variance)
    return hockey_stick(law_mixture(halves, *outputs), outputs[1], eps)


paper.claim(
    "figure-4",
    at="Fig. 4",
    forall=[eps, lower_noise, higher_noise],
    given=[lower_noise <= higher_noise],
    then={
        "curve": {
            "forall": [symbols, law, inputs, eps, lower_noise, higher_noise],
            "then": curve(higher_noise) <= curve(lower_noise),
            "note": "The figure's law is on 21 points; `verified figure` gives its data.",
        },
        "two-inputs": {
            "then": two_valued(higher_noise) <= two_valued(lower_noise),
            "note": "At the input Δ = 1, for the inputs ±Δ with equal masses.",
        },
    },
    note=(
        "That the optimal LIP curve falls as the noise grows, for any law on finitely many inputs "
        "on the line and at every ε; (14) is an integral of it, and falls with it. The caption "
        "speaks of a mechanism that is (ε,δ(ε))-LDP where (14) and the text beside it speak of "
        "LIP; the text says Fig. 4 of the mechanism where the caption says Fig. 3."
    ),
)

__all__: list[str] = []
