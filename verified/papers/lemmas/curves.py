"""A lemma on the curve of mutual-information privacy: what it says of one pair."""

from __future__ import annotations

from verified.language import (
    Real,
    capacity,
    channel_of,
    exp,
    ldp_curve,
    log,
    maximum,
)
from verified.papers.lemmas.common import eps, paper

mu = Real("mu", ">=0")
first, second = Real("p", "[0,1]"), Real("q", "[0,1]")

paper.claim(
    "ldp-curve-above",
    forall=[mu, eps, first, second],
    given=[capacity(channel_of([1 - first, first], [1 - second, second])) / log(2) <= mu],
    then=maximum(0, first - exp(eps) * second, second - exp(eps) * first) <= ldp_curve(mu, eps),
)
