"""How fast the density of a Gaussian number with Laplace noise changes with the mean and the
deviation of the number."""

from __future__ import annotations

from typing import Any

from verified.language import Real, Term, exp, normal_cdf
from verified.papers.lemmas.common import paper
from verified.syntax.terms import number

place, other = Real("u"), Real("v")
deviation, other_deviation = Real("s", ">0"), Real("t", ">0")
far, room = Real("z", ">0"), Real("w", ">0")
shift, stretch = Real("r"), Real("c")


def density(u: Any, s: Any) -> Term:
    """Twice the density at a distance u from the mean of a Gaussian number of the deviation s with
    Laplace noise of the scale 1."""
    def side(v: Any) -> Term:
        found: Term = exp(number(s) ** 2 / 2 - v) * normal_cdf(v / s - s)
        return found

    return side(number(u)) + side(-number(u))


wider = deviation <= other_deviation
paper.claim(
    "noised-densities",
    forall=[place, deviation, other_deviation],
    then={
        "moved": {
            "forall": [place, other, deviation, shift],
            "given": [place - other <= shift, other - place <= shift],
            "then": density(place, deviation) <= exp(shift) * density(other, deviation),
            "note": "The density of the noise grows by a factor e at most along its scale.",
        },
        "wider": {
            "given": [wider],
            "then": density(place, other_deviation)
            <= exp((other_deviation**2 - deviation**2) / 2) * density(place, deviation),
            "note": "Far from the mean it is an equality in the limit.",
        },
        "far": {
            "forall": [place, deviation, other_deviation, far],
            "given": [wider, other_deviation <= far],
            "then": exp(deviation) * density(place, deviation)
            <= exp(other_deviation) * density(place, other_deviation)
            + exp(other_deviation + other_deviation**2 / 2) / far,
            "note": "What `near` goes by, with z as large as one likes.",
        },
        "near": {
            "forall": [place, deviation, other_deviation, room],
            "given": [wider],
            "then": exp(deviation) * density(place, deviation)
            < exp(other_deviation) * density(place, other_deviation) + room,
            "note": "What `narrower` goes by, with any room w.",
        },
        "narrower": {
            "given": [wider],
            "then": density(place, deviation)
            <= exp(other_deviation - deviation) * density(place, other_deviation),
            "note": "No factor of t − s below √(2/π) would do, next to the mean and s = 0.",
        },
        "apart": {
            "forall": [place, other, deviation, other_deviation, shift, stretch],
            "given": [
                place - other <= shift, other - place <= shift,
                deviation - other_deviation <= stretch, other_deviation - deviation <= stretch,
                (deviation**2 - other_deviation**2) / 2 <= stretch,
                (other_deviation**2 - deviation**2) / 2 <= stretch,
            ],
            "then": density(place, deviation)
            <= exp(shift + stretch) * density(other, other_deviation),
        },
    },
)
