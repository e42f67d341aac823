"""Lemmas on Gaussian noise: what its responses to two inputs tell, and how far apart they are."""

from __future__ import annotations

from verified.language import Real, equals, gaussian, hockey_stick, ldp_curve, log
from verified.papers.lemmas.common import paper

distance, variance = Real("t", ">0"), Real("v", ">0")
level, eps = Real("mu", ">=0", latex=r"\mu"), Real("eps", ">=0", latex=r"\epsilon")

paper.claim(
    "gaussian-ldp-curve",
    forall=[distance, variance, level, eps],
    given=[log(1 + distance**2 / (4 * variance)) / 2 <= level * log(2)],
    then=hockey_stick(gaussian(0, variance), gaussian(distance, variance), eps)
    <= ldp_curve(level, eps),
    note=(
        "Two inputs at a distance t have a variance of at most t²/4, so that the responses tell at "
        "most the left side of the hypothesis."
    ),
)

place, mean, scale = Real("x"), Real("r"), Real("b", ">0")

paper.claim(
    "rescaled",
    forall=[place, mean, scale],
    then=equals((scale * place - mean) / scale, place - mean / scale),
    note="A place and a mean, both measured by the scale.",
)

paper.claim(
    "square-of-inverse",
    forall=[scale],
    then=equals((1 / scale) ** 2, 1 / scale**2),
    note="For a root b, whose square has another normal form.",
)
